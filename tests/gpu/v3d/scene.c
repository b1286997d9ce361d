/*
 * Tests of the V3D engine: binning lists like Mesa's
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "scene.h"

static void binning_mode(Machine *m, const Scene *scene)
{
    unsigned size = scene->multisample ? 32 : 64;
    unsigned height = size >> scene->colour_64;

    machine_record(m, (V3dRecord) {
        .code = V3D_REC_TILE_BINNING_MODE,
        .tile_binning_mode = {
            .alloc_address = BUS | TILE_ALLOC,
            .alloc_size = scene->alloc_size ? scene->alloc_size :
                          TILE_ALLOC_SIZE,
            .state_address = BUS | TILE_STATE,
            .width = (scene->width + size - 1) / size,
            .height = (scene->height + height - 1) / height,
            .multisample = scene->multisample,
            .colour_64 = scene->colour_64,
            .auto_init = 1,
            .block = 2,
        },
    });
}

static void window(Machine *m, const Scene *scene)
{
    machine_record(m, (V3dRecord) {
        .code = V3D_REC_CLIP_WINDOW,
        .clip_window = { .width = scene->width, .height = scene->height },
    });
    machine_record(m, (V3dRecord) {
        .code = V3D_REC_VIEWPORT_OFFSET,
        .viewport_offset = {
            .x = scene->centred ? scene->width * 8 : 0,
            .y = scene->centred ? scene->height * 8 : 0,
        },
    });
    machine_record(m, (V3dRecord) {
        .code = V3D_REC_CLIPPER_XY_SCALING,
        .clipper_xy_scaling = {
            .x = scene->width * 8.0f, .y = scene->height * -8.0f,
        },
    });
    machine_record(m, (V3dRecord) {
        .code = V3D_REC_CLIPPER_Z_SCALE_AND_OFFSET,
        .clipper_z = { .scale = 0.5f, .offset = 0.5f },
    });
}

void scene_begin(Machine *m, const Scene *scene)
{
    m->at = BIN_LIST;
    binning_mode(m, scene);
    machine_code(m, V3D_REC_START_TILE_BINNING);
    machine_record(m, (V3dRecord) {
        .code = V3D_REC_PRIMITIVE_LIST_FORMAT,
        .primitive_list_format = { .type = 2, .data = 1 },
    });
    window(m, scene);
    scene_config(m, CONFIG_BOTH_FACES | CONFIG_ALWAYS);
}

void scene_config(Machine *m, uint32_t bits)
{
    m->ram[m->at] = V3D_REC_CONFIGURATION_BITS;
    for (unsigned i = 0; i < 3; i++) {
        m->ram[m->at + 1 + i] = bits >> 8 * i;
    }
    m->at += 4;
}

void scene_shader(Machine *m, uint8_t code, uint32_t address, unsigned arrays)
{
    V3dRecord record = { .code = code };

    if (code == V3D_REC_NV_SHADER_STATE) {
        record.nv_shader_state.address = BUS | address;
    } else {
        record.gl_shader_state.address = BUS | address;
        record.gl_shader_state.arrays = arrays;
    }
    machine_record(m, record);
}

void scene_arrays(Machine *m, unsigned mode, unsigned first, unsigned length)
{
    machine_record(m, (V3dRecord) {
        .code = V3D_REC_ARRAY_PRIMITIVES,
        .array_primitives = { .mode = mode, .first = first, .length = length },
    });
}

void scene_indices(Machine *m, unsigned mode, unsigned bytes, uint32_t addr,
                   unsigned length)
{
    machine_record(m, (V3dRecord) {
        .code = V3D_REC_INDEXED_PRIMITIVES,
        .indexed_primitives = {
            .mode = mode, .index_type = bytes - 1, .length = length,
            .indices = BUS | addr, .max_index = 0xffff,
        },
    });
}

void scene_end(Machine *m, V3dClResult result)
{
    machine_code(m, V3D_REC_INCREMENT_SEMAPHORE);
    machine_code(m, V3D_REC_FLUSH);
    machine_run(m, V3D_BIN, BIN_LIST, result);
}

void scene_nv(Machine *m, const Nv *nv)
{
    machine_set_word(m, SHADER_RECORD, nv->flags | nv->stride << 8 |
                     nv->varyings << 24);
    machine_set_word(m, SHADER_RECORD + 4, BUS | PROGRAMS);
    machine_set_word(m, SHADER_RECORD + 8, BUS | UNIFORMS);
    machine_set_word(m, SHADER_RECORD + 12, BUS | VERTICES);
}

uint32_t scene_xy(float x, float y)
{
    return ((uint32_t)(int32_t)(x * 16) & 0xffff) |
           (uint32_t)(int32_t)(y * 16) << 16;
}
