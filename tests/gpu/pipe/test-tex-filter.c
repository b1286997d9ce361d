/*
 * Tests of the GR3D texture filters: every wrap mode and filter, mip levels,
 * level of detail with its bias and limits, against a model in integers
 *
 * [tegra-gr3d.rst, Textures]
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <glib.h>
#include <math.h>
#include "hw/gpu/gr3d/isa/num.h"
#include "hw/gpu/gr3d/pipe/frozen.h"
#include "texel-model.h"
#include "words.h"

typedef struct Case {
    const ModelFormat *format;
    bool npot, normalized, base_only;
    bool clamp[2], mirror[2];   /* s, t */
    bool lerp_mag, lerp_min, lerp_mip;
    unsigned size[2];           /* of level 0 */
    int bias;                   /* sixteenths, -256 to 255 */
    unsigned lod_min, lod_max;  /* sixteenths */
} Case;

/* Return how many kinds of what clients avoid occur: one event each. */
static unsigned num_avoided(const Case *k)
{
    return (k->npot && !(k->clamp[0] && k->clamp[1])) +
           (k->npot && !k->normalized) +
           ((k->clamp[0] && k->mirror[0]) || (k->clamp[1] && k->mirror[1]));
}

static void decode(const Case *k, Gr3dTexDesc *tex)
{
    GpuEvents events = { 0 };
    uint32_t lo = k->clamp[1] | k->clamp[0] << 1 | k->mirror[1] << 2 |
                  k->mirror[0] << 3 | k->format->number << 8 |
                  (k->bias & 0x1ffu) << 18 | k->lerp_mip << 27 |
                  k->lerp_min << 28 | k->lerp_mag << 29;
    uint32_t hi = k->npot ? k->size[0] << 20 | k->size[1] << 8 | 0x40 |
                  k->normalized << 7 :
                  (uint32_t)log2_of(k->size[0]) << 28 |
                  log2_of(k->size[1]) << 24 | k->lod_min << 16 |
                  k->lod_max << 8 | k->base_only << 7;

    gr3d_tex_decode(tex, 0, lo, hi, &events);
    g_assert_cmpuint(events.num, ==, num_avoided(k));
}

/*
 * The model.  Positions are integers in 1/65536 texel: coordinates in the
 * tests below are multiples of 2^-16, or of 2^-16 texels.
 */

static unsigned level_size(const Case *k, unsigned axis, unsigned level)
{
    return MAX(1, k->size[axis] >> level);
}

static unsigned last_level(const Case *k)
{
    return k->npot || k->base_only ? 0 : log2_of(MAX(k->size[0], k->size[1]));
}

static unsigned wrapped(const Case *k, unsigned axis, int i, int n)
{
    if (k->mirror[axis] && k->clamp[axis]) {
        i = i < 0 ? -1 - i : i;
    } else if (k->mirror[axis]) {
        while (i < 0 || i >= n) {
            i = i < 0 ? -1 - i : 2 * n - 1 - i;
        }
    } else if (!k->clamp[axis]) {
        while (i < 0) {
            i += n;
        }
        i %= n;
    }
    return CLAMP(i, 0, n - 1);
}

static const uint8_t *texel_at(const Case *k, const uint8_t *memory,
                               unsigned level, unsigned x, unsigned y)
{
    unsigned align = k->npot ? 64 : 16;

    for (unsigned i = 0; ; i++) {
        unsigned pitch = level_size(k, 0, i) * k->format->bytes;

        pitch = (pitch + align - 1) / align * align;
        if (i == level) {
            return memory + y * pitch + x * k->format->bytes;
        }
        memory += pitch * level_size(k, 1, i);
    }
}

static int64_t floor_div(int64_t a, int64_t b)
{
    return a / b - (a % b < 0);
}

/* Sample a level: sums in 1/65536 of fx10 units. */
static void model_level(const Case *k, const uint8_t *memory, unsigned level,
                        const int64_t coord[2], bool lerp, int64_t sum[4])
{
    int first[2], weight[2];

    for (unsigned i = 0; i < 2; i++) {
        int64_t at = coord[i];

        if (!k->npot || k->normalized) {
            at *= level_size(k, i, level);
        }
        at -= lerp ? 32768 : 0;
        first[i] = floor_div(at, 65536);
        weight[i] = lerp ? floor_div(at, 256) - 256ll * first[i] : 0;
    }
    memset(sum, 0, 4 * sizeof(sum[0]));
    for (unsigned tap = 0; tap < 4; tap++) {
        unsigned dx = tap % 2, dy = tap / 2;
        int64_t w = (dx ? weight[0] : 256 - weight[0]) *
                    (dy ? weight[1] : 256 - weight[1]);
        unsigned x = wrapped(k, 0, first[0] + dx, level_size(k, 0, level));
        unsigned y = wrapped(k, 1, first[1] + dy, level_size(k, 1, level));
        int c[4];

        model_texel(k->format, texel_at(k, memory, level, x, y), x, y, c);
        for (unsigned i = 0; i < 4; i++) {
            sum[i] += w * c[i];
        }
    }
}

/* Sample; @lod in 1/4096. */
static void model_sample(const Case *k, const uint8_t *memory,
                         const int64_t coord[2], int lod, int c[4])
{
    bool mips = !k->npot && !k->base_only;
    unsigned level = 0, blend = 0;
    int64_t sum[2][4];

    lod += k->bias * 256;
    if (mips) {
        lod = MAX(lod, (int)k->lod_min * 256);
        lod = MIN(lod, (int)k->lod_max * 256);
        level = k->lerp_mip ? lod / 4096 : (lod + 2048) / 4096;
        blend = k->lerp_mip ? lod % 4096 / 16 : 0;
        if (level >= last_level(k)) {
            level = last_level(k);
            blend = 0;
        }
    }
    for (unsigned i = 0; i <= (blend > 0); i++) {
        model_level(k, memory, level + i, coord,
                    lod > 0 ? k->lerp_min : k->lerp_mag, sum[i]);
    }
    for (unsigned i = 0; i < 4; i++) {
        int64_t v = blend ? sum[0][i] * (256 - blend) + sum[1][i] * blend :
                    sum[0][i] * 256;

        c[i] = floor_div(v + (1 << 23), 1 << 24);
    }
}

static unsigned below(unsigned n)
{
    return (unsigned)g_test_rand_int_range(0, n);
}

static void check(const Case *k, const Gr3dTexDesc *tex, const GpuSpan *span,
                  const int64_t coord[2], int lod)
{
    uint32_t c[4];
    int want[4];

    g_assert_true(gr3d_tex_sample(tex, span, coord[0] / 65536.0,
                                  coord[1] / 65536.0, lod / 4096.0, c));
    model_sample(k, span->data, coord, lod, want);
    for (unsigned i = 0; i < 4; i++) {
        if (gr3d_fx10_to_int(c[i]) != want[i]) {
            g_error("format %u %ux%u npot %d wrap %d%d %d%d filter %d%d%d "
                    "(%g, %g) lod %g component %u: %d, expected %d",
                    k->format->number, k->size[0], k->size[1], k->npot,
                    k->clamp[0], k->mirror[0], k->clamp[1], k->mirror[1],
                    k->lerp_mag, k->lerp_min, k->lerp_mip, coord[0] / 65536.0,
                    coord[1] / 65536.0, lod / 4096.0, i,
                    gr3d_fx10_to_int(c[i]), want[i]);
        }
    }
}

static int64_t random_coord(const Case *k, unsigned axis)
{
    int64_t range = 4 * 65536;
    int64_t v = below(2 * range) - range;

    if (k->npot && !k->normalized) {
        v *= k->size[axis];
    } else if (below(4) == 0) {
        /* exactly on a texel's edge or centre */
        v = v * 2 / 65536 * 32768 / (k->npot ? 1 : k->size[axis]);
    }
    return v;
}

static void run_case(Case *k)
{
    static uint8_t memory[1 << 15];
    GpuSpan span = { .data = memory };
    Gr3dTexDesc tex;

    for (unsigned i = 0; i < sizeof(memory); i++) {
        /* no infinities among halves: bit 14 is clear */
        memory[i] = below(256) & (k->format->kind == MODEL_REAL ? 0xbf : 0xff);
    }
    decode(k, &tex);
    g_assert_cmpuint(tex.size, <=, sizeof(memory));
    span.size = tex.size;
    for (unsigned i = 0; i < 60; i++) {
        const int64_t coord[2] = { random_coord(k, 0), random_coord(k, 1) };

        check(k, &tex, &span, coord, (int)below(14 * 4096) - 4 * 4096);
        check(k, &tex, &span, coord, ((int)below(28) - 8) * 2048);
    }
}

static void random_size(Case *k)
{
    for (unsigned i = 0; i < 2; i++) {
        k->size[i] = k->npot ? 1 + below(37) : 1u << below(6);
    }
}

/* All combinations of wrap modes, filters and kinds of size */
static void test_combinations(void)
{
    static const uint8_t formats[] = { 2, 13, 6, 18, 4 };

    for (unsigned i = 0; i < 1 << 10; i++) {
        Case k = {
            .clamp = { i & 1, i & 2 }, .mirror = { i & 4, i & 8 },
            .lerp_mag = i & 16, .lerp_min = i & 32, .lerp_mip = i & 64,
            .npot = i & 128, .normalized = i & 256, .base_only = i & 512,
            .lod_max = 0xff,
        };

        k.format = model_format(formats[i % sizeof(formats)]);
        random_size(&k);
        run_case(&k);
    }
}

/* Bias and limits, also contradicting ones */
static void test_lod_state(void)
{
    for (unsigned i = 0; i < 1000; i++) {
        Case k = {
            .format = model_format(2), .lerp_mag = below(2),
            .lerp_min = below(2), .lerp_mip = below(2), .base_only = i % 8 == 0,
            .lod_min = below(2) ? below(100) : 0, .lod_max = below(256),
            .bias = (int)below(512) - 256,
        };

        random_size(&k);
        run_case(&k);
    }
}

/* Every value of the bias moves the level by itself: lod 8 - bias is 8 */
static void test_bias(void)
{
    static uint8_t memory[16 * 1024];
    GpuSpan span = { .data = memory, .size = sizeof(memory) };
    Case k = {
        .format = model_format(2), .lerp_mip = true, .lod_max = 0xff,
        .size = { 256, 1 },
    };

    /* level n, one row, is filled with 8 * n */
    for (unsigned n = 0, at = 0; n < 9; n++) {
        unsigned pitch = MAX(16, 256 >> n);

        memset(memory + at, 8 * n, pitch);
        at += pitch;
    }
    for (int bias = -256; bias < 256; bias++) {
        Gr3dTexDesc tex;

        k.bias = bias;
        decode(&k, &tex);
        for (int lod = 0; lod <= 256; lod++) {
            double at = CLAMP((lod + bias) / 16.0, 0, 8);
            uint32_t c[4];

            gr3d_tex_sample(&tex, &span, 0.5, 0.5, lod / 16.0, c);
            g_assert_cmpint(c[0], ==, (int)floor(8 * at + 0.5));
        }
    }
}

/* log2 of the longer difference vector, in texels of level 0 */
static void test_derivatives(void)
{
    for (unsigned i = 0; i < 20000; i++) {
        Case k = { .format = model_format(2), .npot = i & 1,
                   .normalized = i & 2 };
        double scale[2], s[3], t[3], dx, dy;
        Gr3dTexDesc tex;

        random_size(&k);
        decode(&k, &tex);
        for (unsigned j = 0; j < 3; j++) {
            s[j] = ldexp(below(1 << 14), -(int)below(20));
            t[j] = ldexp(below(1 << 14), -(int)below(20));
        }
        for (unsigned j = 0; j < 2; j++) {
            scale[j] = k.npot && !k.normalized ? 1 : k.size[j];
        }
        dx = hypot((s[1] - s[0]) * scale[0], (t[1] - t[0]) * scale[1]);
        dy = hypot((s[2] - s[0]) * scale[0], (t[2] - t[0]) * scale[1]);
        if (MAX(dx, dy) == 0) {
            g_assert_true(gr3d_tex_lod(&tex, s, t) == -INFINITY);
        } else {
            g_assert_cmpfloat_with_epsilon(gr3d_tex_lod(&tex, s, t),
                                           log2(MAX(dx, dy)), 1 / 1e9);
        }
    }
}

/* The level of detail is asked for only if something depends on it */
static void test_needs_lod(void)
{
    for (unsigned i = 0; i < 1 << 8; i++) {
        Case k = {
            .format = model_format(2), .lerp_mag = i & 1, .lerp_min = i & 2,
            .lerp_mip = i & 4, .npot = i & 8, .base_only = i & 16,
            .normalized = true, .size = { 8, 8 },
            .lod_min = i & 32 ? 16 : 0, .lod_max = i & 64 ? 32 : 16,
        };
        bool mips = !k.npot && !k.base_only;
        Gr3dTexDesc tex;

        decode(&k, &tex);
        g_assert_cmpint(tex.needs_lod, ==, mips ? k.lod_max > k.lod_min :
                        k.lerp_mag != k.lerp_min);
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/tex-filter/combinations", test_combinations);
    g_test_add_func("/tex-filter/lod-state", test_lod_state);
    g_test_add_func("/tex-filter/bias", test_bias);
    g_test_add_func("/tex-filter/derivatives", test_derivatives);
    g_test_add_func("/tex-filter/needs-lod", test_needs_lod);
    return g_test_run();
}
