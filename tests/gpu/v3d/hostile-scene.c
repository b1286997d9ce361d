/*
 * Scenes of v3d-hostile: memory with lists, records, programs and textures
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <string.h>
#include "hostile-scene.h"
#include "hw/gpu/lib/bits.h"
#include "hw/gpu/lib/le.h"
#include "hw/gpu/v3d/isa/records.h"

void hostile_set_word(HostileScene *s, uint32_t at, uint32_t value)
{
    gpu_store_le_4(s->ram + at, value);
}

static uint32_t any_float(Rng *rng, int limit)
{
    float f = (int)rng_below(rng, 2 * 256 * limit + 1) - 256 * limit;

    return gpu_float_to_bits(f / 256);
}

uint32_t hostile_word(Rng *rng)
{
    switch (rng_below(rng, 6)) {
    case 0:
        return rng_any(rng);
    case 1:
        return rng_below(rng, HOSTILE_RAM) | rng_below(rng, 4) << 30;
    case 2:
        return any_float(rng, 2);
    case 3:
        return rng_below(rng, 256);
    case 4:
        return ~rng_below(rng, 256);
    default:
        return 1u << rng_below(rng, 32);
    }
}

/*
 * Records
 */

static void put(HostileScene *s, V3dRecord record)
{
    s->at += v3d_record_encode(&record, s->ram + s->at);
}

static void put_code(HostileScene *s, uint8_t code)
{
    put(s, (V3dRecord) { .code = code });
}

/* A record of any code that there is, of any fields */
static void put_any(HostileScene *s)
{
    V3dRecord record = { };

    do {
        record.code = rng_below(s->rng, 128);
    } while (!v3d_record_row(record.code)->size);
    for (unsigned i = 0; i < V3D_RECORD_MAX_FIELDS; i++) {
        record.field[i] = hostile_word(s->rng);
    }
    put(s, record);
}

/* State as draws have it, mostly */
static void put_window(HostileScene *s)
{
    unsigned size = s->multisample ? 32 : 64;
    unsigned width = s->width * size, height = s->height * size;

    put(s, (V3dRecord) {
        .code = V3D_REC_CLIP_WINDOW,
        .clip_window = { .width = width, .height = height },
    });
    put(s, (V3dRecord) {
        .code = V3D_REC_VIEWPORT_OFFSET,
        .viewport_offset = { .x = width * 8, .y = height * 8 },
    });
    put(s, (V3dRecord) {
        .code = V3D_REC_CLIPPER_XY_SCALING,
        .clipper_xy_scaling = { .x = width * 8.0f, .y = height * -8.0f },
    });
    put(s, (V3dRecord) {
        .code = V3D_REC_CLIPPER_Z_SCALE_AND_OFFSET,
        .clipper_z = { .scale = 0.5f, .offset = 0.5f },
    });
}

static void put_configuration(HostileScene *s)
{
    uint32_t bits = rng_any(s->rng) | 3;

    s->ram[s->at] = V3D_REC_CONFIGURATION_BITS;
    s->ram[s->at + 1] = bits & ~(s->multisample ? 0 : 0xc0);
    s->ram[s->at + 2] = bits >> 8;
    s->ram[s->at + 3] = bits >> 16;
    s->at += 4;
}

static void put_shader_state(HostileScene *s)
{
    if (rng_once_in(s->rng, 3)) {
        put(s, (V3dRecord) {
            .code = V3D_REC_NV_SHADER_STATE,
            .nv_shader_state.address = HOSTILE_RECORDS + 0x100,
        });
    } else {
        put(s, (V3dRecord) {
            .code = V3D_REC_GL_SHADER_STATE,
            .gl_shader_state = {
                .address = HOSTILE_RECORDS,
                .arrays = rng_below(s->rng, 8),
                .extended = rng_once_in(s->rng, 8),
            },
        });
    }
}

static void put_primitives(HostileScene *s)
{
    unsigned mode = rng_below(s->rng, 7), length = rng_below(s->rng, 12);

    if (rng_below(s->rng, 2)) {
        put(s, (V3dRecord) {
            .code = V3D_REC_ARRAY_PRIMITIVES,
            .array_primitives = {
                .mode = mode, .length = length,
                .first = rng_below(s->rng, 20),
            },
        });
    } else {
        put(s, (V3dRecord) {
            .code = V3D_REC_INDEXED_PRIMITIVES,
            .indexed_primitives = {
                .mode = mode, .length = length,
                .index_type = rng_below(s->rng, 2),
                .indices = HOSTILE_INDICES + rng_below(s->rng, 64),
                .max_index = 0xffff,
            },
        });
    }
}

static void put_draws(HostileScene *s)
{
    for (unsigned i = 1 + rng_small(s->rng, 4); i > 0; i--) {
        put_configuration(s);
        put_shader_state(s);
        if (rng_once_in(s->rng, 4)) {
            put_any(s);
        }
        put_primitives(s);
    }
}

static void make_bin_list(HostileScene *s)
{
    s->at = HOSTILE_BIN_LIST;
    put(s, (V3dRecord) {
        .code = V3D_REC_TILE_BINNING_MODE,
        .tile_binning_mode = {
            .alloc_address = HOSTILE_TILE_ALLOC,
            .alloc_size = rng_below(s->rng, 4) ? 0x4000 :
                          rng_below(s->rng, 0x400),
            .state_address = HOSTILE_TILE_STATE,
            .width = s->width, .height = s->height,
            .multisample = s->multisample, .colour_64 = s->colour_64,
            .auto_init = rng_below(s->rng, 8) > 0,
            .block = rng_below(s->rng, 4),
        },
    });
    put_code(s, V3D_REC_START_TILE_BINNING);
    put(s, (V3dRecord) {
        .code = V3D_REC_PRIMITIVE_LIST_FORMAT,
        .primitive_list_format = { .type = 2, .data = 1 },
    });
    put_window(s);
    put_draws(s);
    put_code(s, V3D_REC_INCREMENT_SEMAPHORE);
    put_code(s, rng_below(s->rng, 8) ? V3D_REC_FLUSH :
             V3D_REC_FLUSH_ALL_STATE);
    s->bin_end = s->at;
}

/*
 * Rendering
 */

static void put_frame(HostileScene *s)
{
    unsigned size = s->multisample ? 32 : 64;

    put(s, (V3dRecord) {
        .code = V3D_REC_CLEAR_COLOURS,
        .clear_colours = {
            .even = rng_any(s->rng), .odd = rng_any(s->rng),
            .z = rng_any(s->rng), .stencil = rng_any(s->rng),
        },
    });
    put_code(s, V3D_REC_TILE_COORDINATES);
    put_code(s, V3D_REC_STORE_GENERAL);
    put(s, (V3dRecord) {
        .code = V3D_REC_TILE_RENDERING_MODE,
        .tile_rendering_mode = {
            .address = HOSTILE_FRAME,
            .width = s->width * size - rng_small(s->rng, 8),
            .height = s->height * size - rng_small(s->rng, 8),
            .frame_format = rng_below(s->rng, 3),
            .layout = rng_below(s->rng, 3),
            .multisample = s->multisample, .colour_64 = s->colour_64,
            .decimate = s->multisample ? rng_below(s->rng, 4) : 0,
        },
    });
}

/* Load or store something, mostly in the memory that is for it. */
static void put_transfer(HostileScene *s, bool load)
{
    bool full = rng_once_in(s->rng, 4);
    V3dRecord record = {
        .code = load ? full ? V3D_REC_LOAD_FULL : V3D_REC_LOAD_GENERAL :
                full ? V3D_REC_STORE_FULL : V3D_REC_STORE_GENERAL,
    };

    for (unsigned i = 1; i < V3D_RECORD_MAX_FIELDS; i++) {
        record.field[i] = rng_any(s->rng);
    }
    record.field[0] = rng_below(s->rng, 8) ? HOSTILE_DEPTH :
                      hostile_word(s->rng);
    put(s, record);
}

static void put_tile(HostileScene *s, unsigned n)
{
    V3dRecord coordinates = {
        .code = V3D_REC_TILE_COORDINATES,
        .tile_coordinates = { n % s->width, n / s->width },
    };

    if (rng_once_in(s->rng, 4)) {
        put_transfer(s, true);
    }
    put(s, coordinates);
    if (n == 0) {
        put_code(s, V3D_REC_WAIT_ON_SEMAPHORE);
    }
    put(s, (V3dRecord) {
        .code = V3D_REC_BRANCH_TO_SUB_LIST,
        .branch_to_sub_list.address = HOSTILE_TILE_ALLOC + 32 * n,
    });
    if (rng_once_in(s->rng, 4)) {
        put_transfer(s, false);
        put(s, coordinates);
    }
    put_code(s, n + 1 == s->width * s->height ?
             V3D_REC_STORE_MS_RESOLVED_EOF : V3D_REC_STORE_MS_RESOLVED);
}

static void make_render_list(HostileScene *s)
{
    s->at = HOSTILE_RENDER_LIST;
    put_frame(s);
    for (unsigned n = 0; n < s->width * s->height; n++) {
        put_tile(s, n);
    }
    s->render_end = s->at;
}

/*
 * What lists point to
 */

static void make_shader_records(HostileScene *s)
{
    uint32_t varyings = rng_small(s->rng, 9);
    uint32_t code = HOSTILE_PROGRAMS, nv = HOSTILE_RECORDS + 0x100;
    /* Clipping seldom: it leaves little of such vertices. */
    uint32_t flags = rng_any(s->rng) & (rng_once_in(s->rng, 4) ? 15 : 3);
    const uint32_t record[9] = {
        flags | varyings << 24, code, HOSTILE_UNIFORMS,
        rng_any(s->rng), code + 0x400, HOSTILE_UNIFORMS,
        rng_any(s->rng), code + 0x800, HOSTILE_UNIFORMS,
    };

    for (unsigned i = 0; i < 9; i++) {
        hostile_set_word(s, HOSTILE_RECORDS + 4 * i, record[i]);
    }
    for (unsigned n = 0; n < 8; n++) {
        hostile_set_word(s, HOSTILE_RECORDS + 36 + 8 * n,
                         HOSTILE_VERTICES + rng_below(s->rng, 64));
        hostile_set_word(s, HOSTILE_RECORDS + 40 + 8 * n,
                         rng_below(s->rng, 32) | rng_below(s->rng, 64) << 8 |
                         rng_below(s->rng, 64) << 16 |
                         rng_below(s->rng, 64) << 24);
    }
    hostile_set_word(s, nv, flags |
                     (12 + 4 * varyings) << 8 | varyings << 24);
    hostile_set_word(s, nv + 4, code);
    hostile_set_word(s, nv + 8, HOSTILE_UNIFORMS);
    hostile_set_word(s, nv + 12, HOSTILE_VERTICES);
}

/* Texture parameters 0 to 3, numbers, addresses */
static uint32_t any_uniform(Rng *rng)
{
    switch (rng_below(rng, 8)) {
    case 0:
    case 1:
        return HOSTILE_TEXTURE | rng_below(rng, 0x10000);
    case 2:
    case 3:
        return rng_below(rng, 64) << 20 | rng_below(rng, 64) << 8 |
               rng_below(rng, 256) | (rng_once_in(rng, 8) ? 1u << 31 : 0);
    case 4:
        return any_float(rng, 1);
    default:
        return hostile_word(rng);
    }
}

/* Clip coordinates or numbers, and {Ys, Xs} mostly where tiles are */
static uint32_t any_attribute(Rng *rng)
{
    uint32_t x = rng_below(rng, 2048) - 512, y = rng_below(rng, 2048) - 512;

    switch (rng_below(rng, 4)) {
    case 0:
        return any_float(rng, 2);
    case 1:
        return 0x3f800000;
    default:
        return (x & 0xffff) | y << 16;
    }
}

static void make_vertices(HostileScene *s)
{
    for (uint32_t at = HOSTILE_VERTICES; at < HOSTILE_INDICES; at += 4) {
        hostile_set_word(s, at, any_attribute(s->rng));
    }
    for (uint32_t at = HOSTILE_INDICES; at < HOSTILE_TILE_STATE; at += 2) {
        s->ram[at] = rng_below(s->rng, 24);
    }
}

static void make_rest(HostileScene *s)
{
    make_shader_records(s);
    hostile_program(s, HOSTILE_PROGRAMS, true);
    hostile_program(s, HOSTILE_PROGRAMS + 0x400, false);
    hostile_program(s, HOSTILE_PROGRAMS + 0x800, false);
    hostile_program(s, HOSTILE_PROGRAMS + 0xc00, false);
    for (uint32_t at = HOSTILE_UNIFORMS; at < HOSTILE_VERTICES; at += 4) {
        hostile_set_word(s, at, any_uniform(s->rng));
    }
    make_vertices(s);
    for (uint32_t at = HOSTILE_TEXTURE; at < HOSTILE_TEXTURE + 0x1000;
         at += 4) {
        hostile_set_word(s, at, rng_any(s->rng));
    }
}

/*
 * Spoiling
 */

static void spoil_word(HostileScene *s, uint32_t start, uint32_t end)
{
    uint32_t at = start + rng_below(s->rng, end - start);

    if (rng_below(s->rng, 2)) {
        s->ram[at] = rng_any(s->rng);
    } else {
        hostile_set_word(s, at, hostile_word(s->rng));
    }
}

static void spoil(HostileScene *s)
{
    static const uint32_t start[] = {
        HOSTILE_BIN_LIST, HOSTILE_RENDER_LIST, HOSTILE_RECORDS,
        HOSTILE_PROGRAMS, HOSTILE_UNIFORMS, HOSTILE_VERTICES,
    };
    const uint32_t end[] = {
        s->bin_end, s->render_end, HOSTILE_RECORDS + 0x110,
        HOSTILE_UNIFORMS, HOSTILE_VERTICES, HOSTILE_TILE_STATE,
    };

    for (unsigned num = rng_small(s->rng, 16); num > 0; num--) {
        unsigned room = rng_below(s->rng, G_N_ELEMENTS(start));

        spoil_word(s, start[room], end[room]);
    }
}

/* Lists of any records, or of any words */
static void randomize_lists(HostileScene *s)
{
    bool words = rng_once_in(s->rng, 4);

    for (s->at = HOSTILE_BIN_LIST; s->at < HOSTILE_RECORDS - 16; ) {
        if (words || rng_once_in(s->rng, 64)) {
            hostile_set_word(s, s->at, hostile_word(s->rng));
            s->at += 4;
        } else {
            put_any(s);
        }
    }
    s->bin_end = HOSTILE_RENDER_LIST;
    s->render_end = HOSTILE_RECORDS;
}

void hostile_scene_make(HostileScene *s, uint8_t *ram, Rng *rng)
{
    *s = (HostileScene) {
        .ram = ram, .rng = rng,
        .width = 1 + rng_once_in(rng, 8), .height = 1 + rng_once_in(rng, 8),
        .multisample = rng_once_in(rng, 4), .colour_64 = rng_once_in(rng, 8),
    };
    memset(ram, 0, HOSTILE_RAM);
    make_bin_list(s);
    make_render_list(s);
    make_rest(s);
    spoil(s);
    if (rng_once_in(rng, 8)) {
        randomize_lists(s);
    }
}
