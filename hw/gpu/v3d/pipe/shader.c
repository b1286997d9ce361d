/*
 * VideoCore IV 3D engine: shader records
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <string.h>
#include "shader.h"

/* Bits of the first byte */
enum {
    FLAG_POINT_SIZE = 1 << 1,
    FLAG_CLIPPING = 1 << 2,
    FLAG_CLIP_HEADER = 1 << 3,
};

static unsigned num_varyings(V3dMemory *mem, uint32_t addr)
{
    uint32_t num = v3d_load_8(mem, addr + 3);

    return num < V3D_MAX_VARYINGS ? num : V3D_MAX_VARYINGS;
}

static void decode_flags(V3dShader *shader, uint32_t flags)
{
    shader->point_size = flags & FLAG_POINT_SIZE;
    shader->clipping = flags & FLAG_CLIPPING;
}

static void decode_stage(V3dStage *stage, V3dMemory *mem, uint32_t addr)
{
    stage->select = v3d_load_8(mem, addr + 2);
    stage->code = v3d_load_32(mem, addr + 4);
    stage->uniforms = v3d_load_32(mem, addr + 8);
}

static void decode_array(V3dArray *array, V3dMemory *mem, uint32_t addr)
{
    array->base = v3d_load_32(mem, addr);
    array->bytes = v3d_load_8(mem, addr + 4) + 1;
    array->stride = v3d_load_8(mem, addr + 5);
    array->vpm[V3D_STAGE_VERTEX] = v3d_load_8(mem, addr + 6);
    array->vpm[V3D_STAGE_COORDINATE] = v3d_load_8(mem, addr + 7);
}

static void decode_arrays(V3dShader *shader, V3dMemory *mem,
                          const V3dRecord *record)
{
    uint32_t addr = shader->address;

    for (unsigned n = 0; n < shader->arrays; n++) {
        decode_array(&shader->array[n], mem, addr + 36 + 8 * n);
        if (record->gl_shader_state.extended) {
            shader->array[n].stride |= v3d_load_32(mem, addr + 100 + 4 * n) &
                                       ~0xffu;
        }
    }
}

/* Another state at the same address has other vertices. */
static uint64_t key_of(const V3dRecord *record)
{
    uint8_t data[V3D_RECORD_MAX_SIZE] = { };

    v3d_record_encode(record, data);
    return (uint64_t)gpu_load_le_4(data + 1) << 32 | data[0] << 16;
}

static void decode_gl(V3dShader *shader, V3dMemory *mem,
                      const V3dRecord *record)
{
    uint32_t addr = record->gl_shader_state.address;

    shader->address = addr;
    decode_flags(shader, v3d_load_16(mem, addr));
    shader->varyings = num_varyings(mem, addr);
    shader->fs_code = v3d_load_32(mem, addr + 4);
    shader->fs_uniforms = v3d_load_32(mem, addr + 8);
    decode_stage(&shader->stage[V3D_STAGE_VERTEX], mem, addr + 12);
    decode_stage(&shader->stage[V3D_STAGE_COORDINATE], mem, addr + 24);
    shader->arrays = record->gl_shader_state.arrays;
    if (!shader->arrays) {
        shader->arrays = V3D_MAX_ARRAYS;
    }
    decode_arrays(shader, mem, record);
}

static void decode_nv(V3dShader *shader, V3dMemory *mem, uint32_t addr)
{
    uint32_t flags = v3d_load_8(mem, addr);

    shader->address = addr;
    shader->nv = true;
    decode_flags(shader, flags);
    shader->clip_header = flags & FLAG_CLIP_HEADER;
    shader->varyings = num_varyings(mem, addr);
    shader->fs_code = v3d_load_32(mem, addr + 4);
    shader->fs_uniforms = v3d_load_32(mem, addr + 8);
    shader->arrays = 1;
    shader->array[0].stride = v3d_load_8(mem, addr + 1);
    shader->array[0].base = v3d_load_32(mem, addr + 12);
}

void v3d_shader_decode(V3dShader *shader, V3dMemory *mem,
                       const V3dRecord *record)
{
    memset(shader, 0, sizeof(*shader));
    shader->key = key_of(record);
    if (record->code == V3D_REC_GL_SHADER_STATE) {
        decode_gl(shader, mem, record);
    } else if (record->code == V3D_REC_NV_SHADER_STATE) {
        decode_nv(shader, mem, record->nv_shader_state.address);
    }
}
