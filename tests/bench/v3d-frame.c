/*
 * A frame of a workload as V3D sees it: memory, a binning list and a rendering
 * list, as Mesa's vc4 and Linux make them
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <string.h>

#include "hw/gpu/v3d/isa/layout.h"
#include "hw/gpu/v3d/text/qpu_text.h"
#include "scene.h"
#include "v3d-frame.h"
#include "v3d-program.h"

/* Indices have 16 bits; an even number keeps the winding of a strip's pieces */
#define MAX_INDEX   65534

enum {
    MEMORY = 192 << 20,
    LISTS = 0x20000,            /* for binning; the other is at RENDER_LIST */
    STATE = 0x200000,           /* of tiles */
    STATE_SIZE = 0x100000,
    COLOUR = 0x800000,
    ZS = 0x1000000,
    ALLOC = 0x2000000,
    ALLOC_SIZE = 0x2000000,
    DATA = ALLOC + 2 * ALLOC_SIZE,      /* laid out one by one */
};

/* ---- memory */

static uint32_t place(BenchV3dFrame *f, unsigned size, unsigned align)
{
    uint32_t addr = (f->free + align - 1) & -align;

    f->free = addr + size;
    g_assert_cmpuint(f->free, <=, MEMORY);
    return addr;
}

static uint32_t place_bytes(BenchV3dFrame *f, const void *data, unsigned size)
{
    uint32_t addr = place(f, size, 16);

    memcpy(f->m.ram + addr, data, size);
    return addr;
}

static uint32_t place_program(BenchV3dFrame *f, const char *text)
{
    g_autoptr(GArray) words = g_array_new(false, false, sizeof(uint64_t));
    uint32_t addr;
    char *error = NULL;

    if (!v3d_qpu_assemble(text, words, &error)) {
        g_error("%s", error);
    }
    addr = place(f, 8 * words->len, 16);
    for (unsigned i = 0; i < words->len; i++) {
        uint64_t word = g_array_index(words, uint64_t, i);

        machine_set_word(&f->m, addr + 8 * i, word);
        machine_set_word(&f->m, addr + 8 * i + 4, word >> 32);
    }
    return addr;
}

static void place_programs(BenchV3dFrame *f)
{
    f->cs = place_program(f, bench_v3d_coordinates);
    for (unsigned i = 0; i < BENCH_NUM_PROGRAMS; i++) {
        if (bench_v3d_programs[i].fs) {
            f->vs[i] = place_program(f, bench_v3d_programs[i].vs);
            f->fs[i] = place_program(f, bench_v3d_programs[i].fs);
        }
    }
}

/* ---- textures: units of 4 or 8 bytes, a texel or a block */

static V3dLayout level_layout(unsigned units, unsigned bytes)
{
    return units <= 4 * v3d_utile_width(bytes) ||
           units <= 4 * v3d_utile_height(bytes) ? V3D_LAYOUT_LT : V3D_LAYOUT_T;
}

static unsigned level_size(unsigned units, unsigned bytes)
{
    return MAX(units * units * bytes, 64);
}

static void fill_level(uint8_t *to, const uint8_t *from, unsigned units,
                       unsigned bytes)
{
    V3dLayout layout = level_layout(units, bytes);

    for (unsigned i = 0; i < units * units; i++) {
        memcpy(to + v3d_pixel_offset(layout, bytes, units, i % units,
                                     i / units), from + i * bytes, bytes);
    }
}

/* The largest level last */
static void place_texture(BenchV3dFrame *f, unsigned n, const BenchTexture *t)
{
    unsigned bytes = t->format == BENCH_RGBA ? 4 : 8;
    unsigned units = 1 << (t->log2_size - (bytes == 8 ? 2 : 0));
    const uint8_t *from = t->data->data;
    uint32_t addr;

    place(f, level_size(units, bytes), 4096);
    addr = f->texture[n] = place(f, level_size(units, bytes), 4096);
    for (unsigned l = 0; l < t->levels; l++) {
        fill_level(f->m.ram + addr, from, units >> l, bytes);
        from += (units >> l) * (units >> l) * bytes;
        addr -= level_size(units >> (l + 1), bytes);
    }
}

/* ---- uniforms */

static uint32_t vertex_uniforms(BenchV3dFrame *f, const BenchDraw *d)
{
    const BenchWork *b = f->work;
    float u[20 + 9 + 3 + 4 * 7 + 4];
    unsigned n = 0;

    for (unsigned i = 0; i < 16; i++) {
        u[n++] = d->matrix.m[i / 4][i % 4];
    }
    /* A little more: what was rounded down must not lose a sixteenth. */
    u[n++] = b->width * (8 + 0x1p-17f);
    u[n++] = b->height * (8 + 0x1p-17f);
    u[n++] = 0.5f;
    u[n++] = 0.5f;
    for (unsigned i = 0; i < 9; i++) {
        u[n++] = d->turn.m[i / 3][i % 3];
    }
    for (unsigned i = 0; i < 3; i++) {
        u[n++] = bench_constants[0][i];
    }
    for (unsigned light = 1; light < 9; light += 2) {
        const float *colour = bench_constants[light + 1];

        memcpy(u + n, bench_constants[light], 3 * sizeof(float));
        u[n + 3] = colour[3];
        memcpy(u + n + 4, colour, 3 * sizeof(float));
        n += 7;
    }
    memcpy(u + n, bench_constants[9], 4 * sizeof(float));
    n = place(f, sizeof(u), 16);
    machine_floats(&f->m, n, u, G_N_ELEMENTS(u));
    return n;
}

static uint32_t colour_word(const float u[4])
{
    uint32_t word = 0;

    for (unsigned i = 0; i < 4; i++) {
        word |= (uint32_t)(u[i] * 255 + 0.5f) << 8 * i;
    }
    return word;
}

/* Address, levels, type; size, filters, wraps: repeated, linear */
static uint32_t fragment_uniforms(BenchV3dFrame *f, const BenchDraw *d)
{
    const BenchTexture *t = &f->work->texture[d->texture[0]];
    uint32_t addr = place(f, 8, 16), size = 1u << t->log2_size;

    if (!bench_programs[d->program].textures) {
        machine_set_word(&f->m, addr, colour_word(d->uniform));
        return addr;
    }
    machine_set_word(&f->m, addr, BUS | f->texture[d->texture[0]] |
                     (t->format == BENCH_ETC1 ? 8 << 4 : 0) | (t->levels - 1));
    machine_set_word(&f->m, addr + 4, size << 20 | size << 8 |
                     (t->format == BENCH_ETC1 ? 1 << 19 : 0) |
                     (t->levels > 1 ? 5 << 4 : 0));
    return addr;
}

/* ---- draws */

/* Position, texture coordinates, colour: offset in a vertex, bytes */
static const uint8_t array[3][2] = {
    { offsetof(BenchVertex, pos), 16 }, { offsetof(BenchVertex, uv), 8 },
    { offsetof(BenchVertex, color), 16 },
};

/* Vertices are counted from @base. */
static void shader_state(BenchV3dFrame *f, const BenchDraw *d, uint32_t vs_unif,
                         uint32_t fs_unif, unsigned base)
{
    const BenchV3dProgram *p = &bench_v3d_programs[d->program];
    uint32_t words[9 + 2 * G_N_ELEMENTS(array)] = {
        5 | p->varyings << 24, BUS | f->fs[d->program], BUS | fs_unif,
        0, BUS | f->vs[d->program], BUS | vs_unif,
        1 << 16 | 16 << 24, BUS | f->cs, BUS | vs_unif,
    };
    unsigned offset = 0;
    uint32_t addr;

    for (unsigned i = 0; i < G_N_ELEMENTS(array); i++) {
        words[9 + 2 * i] = (BUS | f->vertices) + base * sizeof(BenchVertex) +
                           array[i][0];
        words[10 + 2 * i] = (array[i][1] - 1) | sizeof(BenchVertex) << 8 |
                            offset << 16;
        offset += p->arrays >> i & 1 ? array[i][1] : 0;
    }
    words[3] = p->arrays << 16 | offset << 24;
    addr = place(f, sizeof(words), 16);
    machine_words(&f->m, addr, words, G_N_ELEMENTS(words));
    scene_shader(&f->m, V3D_REC_GL_SHADER_STATE, addr, G_N_ELEMENTS(array));
}

/* Forward faces are counter-clockwise where row 0 is the lowest. */
static void set_config(BenchV3dFrame *f, const BenchDraw *d)
{
    scene_config(&f->m, (d->cull ? 0x1 : CONFIG_BOTH_FACES) |
                 (d->depth ? CONFIG_DEPTH(1, 1) | 0x30000 :
                  CONFIG_ALWAYS | 0x20000));
}

static void put_index(BenchV3dFrame *f, unsigned index)
{
    uint8_t *to = f->m.ram + place(f, 2, 2);

    to[0] = index;
    to[1] = index >> 8;
}

/* Put triangles from @n on whose vertices are near; returns their end. */
static unsigned put_indices(BenchV3dFrame *f, const BenchDraw *d, unsigned n,
                            unsigned base)
{
    const uint32_t *index = (const uint32_t *)f->work->index->data + d->first;

    for (; n < d->count; n += 3) {
        for (unsigned i = 0; i < 3; i++) {
            if (index[n + i] < base || index[n + i] - base > MAX_INDEX) {
                return n;
            }
        }
        for (unsigned i = 0; i < 3; i++) {
            put_index(f, index[n + i] - base);
        }
    }
    return n;
}

static void add_indexed(BenchV3dFrame *f, const BenchDraw *d, uint32_t vs_unif,
                        uint32_t fs_unif)
{
    const uint32_t *index = (const uint32_t *)f->work->index->data + d->first;

    for (unsigned n = 0; n < d->count;) {
        uint32_t base = MIN(MIN(index[n], index[n + 1]), index[n + 2]);
        uint32_t addr = place(f, 0, 2);
        unsigned end = put_indices(f, d, n, base);

        shader_state(f, d, vs_unif, fs_unif, base);
        scene_indices(&f->m, 4, 2, addr, end - n);
        n = end;
    }
}

static void add_strip(BenchV3dFrame *f, const BenchDraw *d, uint32_t vs_unif,
                      uint32_t fs_unif)
{
    for (unsigned done = 0; done + 2 < d->count; done += MAX_INDEX - 2) {
        shader_state(f, d, vs_unif, fs_unif, d->first + done);
        scene_arrays(&f->m, 5, 0, MIN(d->count - done, MAX_INDEX));
    }
}

static void add_draw(BenchV3dFrame *f, const BenchDraw *d)
{
    uint32_t vs_unif = vertex_uniforms(f, d);
    uint32_t fs_unif = fragment_uniforms(f, d);

    set_config(f, d);
    (d->strip ? add_strip : add_indexed)(f, d, vs_unif, fs_unif);
    f->depth = f->depth || d->depth;
}

/* ---- lists */

static void begin_binning(BenchV3dFrame *f, unsigned n)
{
    const BenchWork *b = f->work;

    machine_record(&f->m, (V3dRecord) {
        .code = V3D_REC_TILE_BINNING_MODE,
        .tile_binning_mode = {
            .alloc_address = BUS | (ALLOC + n * ALLOC_SIZE),
            .alloc_size = ALLOC_SIZE,
            .state_address = BUS | (STATE + n * STATE_SIZE),
            .width = (b->width + 63) / 64, .height = (b->height + 63) / 64,
            .auto_init = 1, .block = 2,
        },
    });
    machine_code(&f->m, V3D_REC_START_TILE_BINNING);
    machine_record(&f->m, (V3dRecord) {
        .code = V3D_REC_PRIMITIVE_LIST_FORMAT,
        .primitive_list_format = { .type = 2, .data = 1 },
    });
    machine_record(&f->m, (V3dRecord) {
        .code = V3D_REC_CLIP_WINDOW,
        .clip_window = { .width = b->width, .height = b->height },
    });
    machine_record(&f->m, (V3dRecord) {
        .code = V3D_REC_VIEWPORT_OFFSET,
        .viewport_offset = { .x = b->width * 8, .y = b->height * 8 },
    });
    machine_record(&f->m, (V3dRecord) {
        .code = V3D_REC_CLIPPER_XY_SCALING,
        .clipper_xy_scaling = { .x = b->width * 8, .y = b->height * 8 },
    });
    machine_record(&f->m, (V3dRecord) {
        .code = V3D_REC_CLIPPER_Z_SCALE_AND_OFFSET,
        .clipper_z = { .scale = 0.5f, .offset = 0.5f },
    });
}

/* The list from @start to where the next record would be is frame @n's. */
static void keep_list(BenchV3dFrame *f, unsigned n, unsigned thread,
                      uint32_t start)
{
    uint32_t size = f->m.at - start, addr;

    addr = place_bytes(f, f->m.ram + start, size);
    f->list[n][thread][0] = addr;
    f->list[n][thread][1] = addr + size;
}

static void add_binning(BenchV3dFrame *f, unsigned n)
{
    f->m.at = LISTS;
    begin_binning(f, n);
    for (unsigned i = 0; i < f->work->draw->len; i++) {
        add_draw(f, &g_array_index(f->work->draw, BenchDraw, i));
    }
    machine_code(&f->m, V3D_REC_INCREMENT_SEMAPHORE);
    machine_code(&f->m, V3D_REC_FLUSH);
    g_assert_cmpuint(f->m.at, <=, STATE);
    keep_list(f, n, V3D_BIN, LISTS);
}

static void add_rendering(BenchV3dFrame *f, unsigned n)
{
    const Frame frame = {
        .width = f->work->width, .height = f->work->height, .format = 1,
        .z = 0xffffff, .frame_at = COLOUR, .depth_at = ZS,
        .lists_at = ALLOC + n * ALLOC_SIZE,
    };

    machine_render_list(&f->m, &frame, true, f->depth);
    g_assert_cmpuint(f->m.at, <=, LISTS);
    keep_list(f, n, V3D_RENDER, RENDER_LIST);
}

void bench_v3d_frame_init(BenchV3dFrame *f, const BenchWork *b)
{
    *f = (BenchV3dFrame) { .work = b, .free = DATA };
    f->m.ram = g_malloc0(MEMORY);
    f->m.v3d = v3d_new();
    v3d_set_memory(f->m.v3d, f->m.ram, MEMORY);
    place_programs(f);
    f->vertices = place_bytes(f, b->vertex->data,
                              b->vertex->len * sizeof(BenchVertex));
    for (unsigned i = 0; i < b->num_textures; i++) {
        place_texture(f, i, &b->texture[i]);
    }
    for (unsigned n = 0; n < 2; n++) {
        add_binning(f, n);
        add_rendering(f, n);
    }
    f->pixels = f->m.ram + COLOUR;
}

void bench_v3d_frame_clear(BenchV3dFrame *f)
{
    v3d_free(f->m.v3d);
    g_free(f->m.ram);
}
