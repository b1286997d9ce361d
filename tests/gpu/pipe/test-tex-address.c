/*
 * Property tests of the GR3D texture layout: random descriptors of every
 * format and layout; each texel is where the document's definition puts it,
 * and nothing outside the chain of levels is read
 *
 * [tegra-gr3d.rst, Textures]
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <glib.h>
#include <math.h>
#include <sys/mman.h>
#include "hw/gpu/gr3d/isa/num.h"
#include "hw/gpu/gr3d/pipe/frozen.h"
#include "texel-model.h"
#include "words.h"

/*
 * The model: sizes and addresses by definition
 */

typedef struct Texture {
    const ModelFormat *format;
    unsigned layout;
    bool npot, normalized, base_only;
    uint32_t width, height;     /* of level 0 */
    unsigned lod_max;           /* sixteenths */
    uint32_t lo, hi;            /* descriptor; @lo without modes */
} Texture;

static void describe(Texture *t)
{
    t->lo = t->layout << 4 | t->format->number << 8;
    if (t->npot) {
        t->hi = t->width << 20 | t->height << 8 | 0x40 |
                (t->normalized ? 0x80 : 0);
    } else {
        t->hi = (uint32_t)log2_of(t->width) << 28 | log2_of(t->height) << 24 |
                t->lod_max << 8 | (t->base_only ? 0x80 : 0);
    }
}

static bool is_block(const Texture *t)
{
    return t->format->kind == MODEL_BLOCK;
}

static bool is_tiled(const Texture *t)
{
    return t->layout == 4 && !is_block(t);
}

static uint32_t level_width(const Texture *t, unsigned level)
{
    return MAX(1, t->width >> level);
}

static uint32_t level_height(const Texture *t, unsigned level)
{
    return MAX(1, t->height >> level);
}

static uint64_t round_up(uint64_t v, uint64_t to)
{
    return (v + to - 1) / to * to;
}

static uint64_t pitch_of(const Texture *t, unsigned level)
{
    uint64_t w = level_width(t, level);

    w = is_block(t) ? round_up(w, 4) / 4 : w;
    return round_up(w * t->format->bytes, t->npot ? 64 : 16);
}

static uint64_t level_bytes(const Texture *t, unsigned level)
{
    uint64_t h = level_height(t, level);

    h = is_block(t) ? round_up(h, 4) / 4 : is_tiled(t) ? round_up(h, 16) : h;
    return pitch_of(t, level) * h;
}

static uint64_t level_start(const Texture *t, unsigned level)
{
    uint64_t sum = 0;

    for (unsigned i = 0; i < level; i++) {
        sum += level_bytes(t, i);
    }
    return sum;
}

static unsigned full_chain(const Texture *t)
{
    unsigned n = 1;

    if (t->npot || t->base_only) {
        return 1;
    }
    while (level_width(t, n - 1) > 1 || level_height(t, n - 1) > 1) {
        n++;
    }
    return n;
}

/* Return the first byte of the texel, its pair or its block; their number. */
static uint64_t address(const Texture *t, unsigned level, uint32_t x,
                        uint32_t y, unsigned *bytes)
{
    uint64_t pitch = pitch_of(t, level), base = level_start(t, level);
    uint64_t xb;

    *bytes = t->format->bytes;
    if (is_block(t)) {
        return base + y / 4 * pitch + (uint64_t)(x / 4) * t->format->bytes;
    }
    if (t->format->kind == MODEL_PAIR) {
        *bytes = 4;
        x -= x % 2;
    }
    xb = (uint64_t)x * t->format->bytes;
    if (is_tiled(t)) {
        uint64_t tile = y / 16 * (pitch / 16) + xb / 16;

        return base + 256 * tile + 16 * (y % 16) + xb % 16;
    }
    return base + y * pitch + xb;
}

/*
 * Memory between two pages that cannot be touched
 */

#define PAGE    65536           /* a multiple of any host's */

typedef struct Guarded {
    uint8_t *map;
    size_t map_size, room;
} Guarded;

static void guard_init(Guarded *g, size_t max)
{
    g->room = round_up(max, PAGE);
    g->map_size = g->room + 2 * PAGE;
    g->map = mmap(NULL, g->map_size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS,
                  -1, 0);
    g_assert_true(g->map != MAP_FAILED);
    g_assert_cmpint(mprotect(g->map + PAGE, g->room, PROT_READ | PROT_WRITE),
                    ==, 0);
}

/* Return @size bytes that end, or begin, at a forbidden page. */
static uint8_t *guard_place(Guarded *g, size_t size, bool at_end)
{
    g_assert_cmpuint(size, <=, g->room);
    return g->map + PAGE + (at_end ? g->room - size : 0);
}

static void fill_random(uint8_t *p, size_t size)
{
    static uint64_t state = 88172645463325252ull;

    for (size_t i = 0; i < size; i++) {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        p[i] = state >> 24;
    }
}

#define MAX_BYTES   (1 << 20)

static unsigned random_below(unsigned n)
{
    return (unsigned)g_test_rand_int_range(0, n);
}

static void random_texture(Texture *t)
{
    static const uint8_t layouts[] = { 0, 0, 1, 4, 4, 2, 3, 5, 6, 7 };

    t->format = &model_formats[random_below(model_num_formats)];
    do {
        t->layout = layouts[random_below(sizeof(layouts))];
        t->npot = random_below(2);
        t->normalized = random_below(4);
        t->base_only = random_below(4) == 0;
        t->lod_max = random_below(256);
        t->width = t->npot ? 1 + random_below(300) : 1u << random_below(10);
        t->height = t->npot ? 1 + random_below(200) : 1u << random_below(10);
        describe(t);
    } while (level_start(t, full_chain(t)) > MAX_BYTES);
}

/* Return the coordinates of a texel's centre. */
static void centre(const Texture *t, unsigned level, uint32_t x, uint32_t y,
                   double st[2])
{
    bool texels = t->npot && !t->normalized;

    st[0] = (x + 0.5) / (texels ? 1 : level_width(t, level));
    st[1] = (y + 0.5) / (texels ? 1 : level_height(t, level));
}

static void check_texel(const Texture *t, const Gr3dTexDesc *tex,
                        const GpuSpan *span, unsigned level, uint32_t x,
                        uint32_t y)
{
    static const uint8_t zeros[16];
    unsigned bytes;
    uint64_t at = address(t, level, x, y, &bytes);
    bool in = at + bytes <= span->size;
    uint32_t c[4];
    int want[4];
    double st[2];

    centre(t, level, x, y, st);
    g_assert_cmpint(gr3d_tex_sample(tex, span, st[0], st[1], level, c), ==,
                    in);
    model_texel(t->format, in ? span->data + at : zeros, x, y, want);
    for (unsigned i = 0; i < 4; i++) {
        if (gr3d_fx10_to_int(c[i]) != want[i]) {
            g_error("0x%08x 0x%08x level %u (%u, %u) component %u: %d, "
                    "expected %d", t->lo, t->hi, level, x, y, i,
                    gr3d_fx10_to_int(c[i]), want[i]);
        }
    }
}

static void check_level(const Texture *t, const Gr3dTexDesc *tex,
                        const GpuSpan *span, unsigned level)
{
    uint32_t w = level_width(t, level), h = level_height(t, level);

    check_texel(t, tex, span, level, 0, 0);
    check_texel(t, tex, span, level, w - 1, 0);
    check_texel(t, tex, span, level, 0, h - 1);
    check_texel(t, tex, span, level, w - 1, h - 1);
    for (unsigned i = 0; i < 60; i++) {
        check_texel(t, tex, span, level, random_below(w), random_below(h));
    }
}

/* Return how many levels can be chosen, at most LOD_MAX. */
static unsigned reachable(const Texture *t)
{
    unsigned n = full_chain(t);

    return t->npot || t->base_only ? 1 : MIN(n, (t->lod_max + 8) / 16 + 1);
}

/* Return a texture's memory, next to a page without access. */
static GpuSpan random_span(Guarded *guard, uint64_t size, bool at_end)
{
    GpuSpan span = { .size = size };

    span.data = guard_place(guard, size, at_end);
    fill_random(span.data, size);
    return span;
}

static void test_every_texel(void)
{
    Guarded guard;

    guard_init(&guard, MAX_BYTES);
    for (unsigned i = 0; i < 3000; i++) {
        GpuEvents events = { 0 };
        Gr3dTexDesc tex;
        GpuSpan span;
        Texture t;

        random_texture(&t);
        gr3d_tex_decode(&tex, 0, t.lo, t.hi, &events);
        g_assert_cmpint(events.place[GR3D_EV_TEX_LAYOUT] > 0, ==,
                        !(t.layout == 0 || (t.layout == 1 && is_block(&t)) ||
                          is_tiled(&t)));
        g_assert_cmpuint(tex.size, >=, level_start(&t, reachable(&t)));
        g_assert_cmpuint(tex.size, <=, level_start(&t, full_chain(&t)));
        span = random_span(&guard, tex.size, i & 1);
        for (unsigned level = 0; level < reachable(&t); level++) {
            check_level(&t, &tex, &span, level);
        }
        /* the memory ends too early */
        span.size = random_below(tex.size);
        memmove(guard_place(&guard, span.size, true), span.data, span.size);
        span.data = guard_place(&guard, span.size, true);
        check_level(&t, &tex, &span, random_below(reachable(&t)));
    }
    munmap(guard.map, guard.map_size);
}

/* Return any coordinate; with all filters and modes reads are in the chain. */
static double random_coordinate(void)
{
    static const double odd[] = {
        0, -0.0, 1, -1, NAN, INFINITY, -INFINITY, 1e30, -1e30, 0x1p40, 1e-30,
    };

    return random_below(4) ? (random_below(1 << 20) - 524288.0) / 65536 :
           odd[random_below(G_N_ELEMENTS(odd))];
}

static void test_nothing_else(void)
{
    Guarded guard;

    guard_init(&guard, MAX_BYTES);
    for (unsigned i = 0; i < 3000; i++) {
        GpuEvents events = { 0 };
        Gr3dTexDesc tex;
        GpuSpan span;
        Texture t;

        random_texture(&t);
        /* wrap bits, filters, LOD_BIAS; LOD_MIN of power-of-two sizes */
        gr3d_tex_decode(&tex, 0, t.lo | (g_test_rand_int() & 0x3ffc000f),
                        t.npot ? t.hi : t.hi | random_below(256) << 16,
                        &events);
        span = random_span(&guard, tex.size, i & 1);
        for (unsigned j = 0; j < 100; j++) {
            uint32_t c[4];

            g_assert_true(gr3d_tex_sample(&tex, &span, random_coordinate(),
                                          random_coordinate(),
                                          random_coordinate(), c));
            g_assert_cmphex((c[0] | c[1] | c[2] | c[3]) & ~0x3ffu, ==, 0);
        }
    }
    munmap(guard.map, guard.map_size);
}

/* Check every size that a descriptor can name. */
static void check_levels(const Texture *t)
{
    GpuEvents events = { 0 };
    Gr3dTexDesc tex;

    gr3d_tex_decode(&tex, 0, t->lo, t->hi, &events);
    g_assert_cmpuint(tex.num_levels, ==, full_chain(t));
    for (unsigned i = 0; i < tex.num_levels; i++) {
        g_assert_cmpuint(tex.level[i].width, ==, level_width(t, i));
        g_assert_cmpuint(tex.level[i].height, ==, level_height(t, i));
        g_assert_cmpuint(tex.level[i].pitch, ==, pitch_of(t, i));
        g_assert_cmpuint(tex.level[i].offset, ==, level_start(t, i));
    }
    g_assert_cmpuint(tex.size, ==, level_start(t, tex.num_levels));
}

static void test_every_size(void)
{
    static const uint8_t layouts[] = { 0, 1, 4 };

    for (unsigned i = 0; i < 3 * model_num_formats; i++) {
        Texture t = {
            .format = &model_formats[i / 3], .layout = layouts[i % 3],
            .normalized = true, .lod_max = 255,
        };

        for (unsigned j = 0; j < 256; j++) {
            t.npot = false;
            t.width = 1u << j % 16;
            t.height = 1u << j / 16;
            describe(&t);
            check_levels(&t);
            t.npot = true;
            t.width = 1 + random_below(4095);
            t.height = 1 + random_below(4095);
            describe(&t);
            check_levels(&t);
        }
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/tex-address/every-texel", test_every_texel);
    g_test_add_func("/tex-address/nothing-else", test_nothing_else);
    g_test_add_func("/tex-address/every-size", test_every_size);
    return g_test_run();
}
