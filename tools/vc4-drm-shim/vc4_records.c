/*
 * A vc4 render node in the process: shader records, uniforms, textures
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <errno.h>
#include <string.h>
#include "vc4.h"
#include "hw/gpu/lib/le.h"
#include "hw/gpu/v3d/isa/texture.h"

#define NUM_SHADERS     3       /* fragment, vertex, coordinate */
#define SHADER_AT(n)    (4 + 12 * (n))  /* the address in the record */
#define ARRAY_AT(n)     (36 + 8 * (n))
#define STRIDE_AT(n)    (100 + 4 * (n))

/* Where the client's records and uniforms are, and ours */
typedef struct Streams {
    Vc4Job *job;
    const uint8_t *record, *record_end;
    const uint8_t *uniforms, *uniforms_end;
    uint8_t *to_record, *to_uniforms;
} Streams;

/* ---- Textures ---- */

static unsigned texel_bytes(const V3dTexture *tex)
{
    switch (tex->type->kind) {
    case V3D_TEX_CHANNELS:
        /* A read of less than a byte's texels cannot be bounded. */
        return tex->type->bits / 8;
    case V3D_TEX_BLOCK:
        return 8;
    case V3D_TEX_HALF:
    case V3D_TEX_SHORT:
        return tex->type->bits / 8;
    default:
        return 0;
    }
}

/* Smaller levels are before the base. */
static bool levels_fit(uint32_t offset, V3dLayout layout, uint32_t width,
                       uint32_t height, unsigned bytes, unsigned levels)
{
    for (unsigned i = 1; i <= levels; i++) {
        uint32_t w = MAX(width >> i, 1), h = MAX(height >> i, 1), size;

        if (layout == V3D_LAYOUT_T && vc4_size_is_lt(w, h, bytes)) {
            layout = V3D_LAYOUT_LT;
        }
        size = vc4_image_size(layout, w, h, bytes);
        if (offset < size) {
            return false;
        }
        offset -= size;
    }
    return true;
}

static bool texture_fits(const Vc4Bo *bo, const uint32_t param[4])
{
    V3dTexture tex;
    unsigned bytes;
    V3dLayout layout;

    v3d_texture_decode(&tex, param);
    bytes = texel_bytes(&tex);
    if (!bytes || (tex.cube && !tex.cube_stride)) {
        return false;
    }
    if (tex.type->kind == V3D_TEX_BLOCK) {
        tex.width = (tex.width + 3) / 4;
        tex.height = (tex.height + 3) / 4;
    }
    layout = tex.type->raster ? V3D_LAYOUT_RASTER :
             vc4_size_is_lt(tex.width, tex.height, bytes) ? V3D_LAYOUT_LT :
             V3D_LAYOUT_T;
    return vc4_image_fits(bo, tex.base + (tex.cube ? 5 * tex.cube_stride : 0),
                          layout, tex.width, tex.height, bytes) &&
           levels_fit(tex.base, layout, tex.width, tex.height, bytes,
                      param[0] & 15);
}

bool vc4_texture_relocate(const Vc4Job *job, const Vc4Sample *sample,
                          const uint8_t *from, uint8_t *to, uint32_t index)
{
    const Vc4Bo *bo = vc4_job_bo(job, index);
    uint32_t param[4];
    bool ok;

    for (unsigned i = 0; i < 4; i++) {
        param[i] = sample->param[i] == VC4_NONE ? 0
                   : gpu_load_le_4(from + sample->param[i]);
    }
    if (sample->direct) {
        ok = bo && param[0] <= bo->drm.size - 4 &&
             param[1] <= bo->drm.size - param[0] - 4;
    } else {
        ok = bo && texture_fits(bo, param);
    }
    if (!ok) {
        vc4_debug("texture: 0x%08x 0x%08x 0x%08x 0x%08x\n", param[0], param[1],
                  param[2], param[3]);
        return false;
    }
    gpu_store_le_4(to + sample->param[0], vc4_addr(bo) + param[0]);
    return true;
}

/* ---- Uniforms ---- */

static int make_uniforms(Streams *s, const Vc4Shader *shader)
{
    uint32_t textures = 4 * shader->samples->len;
    const uint8_t *from = s->uniforms + textures;
    uint32_t addr = vc4_addr(s->job->lists) +
                    (s->to_uniforms - vc4_data(s->job->lists));

    if (s->uniforms_end - s->uniforms <
        (int64_t)textures + shader->uniforms_size) {
        return -EINVAL;
    }
    memcpy(s->to_uniforms, from, shader->uniforms_size);
    for (unsigned i = 0; i < shader->samples->len; i++) {
        if (!vc4_texture_relocate(s->job,
                                  &g_array_index(shader->samples, Vc4Sample, i),
                                  from, s->to_uniforms,
                                  gpu_load_le_4(s->uniforms + 4 * i))) {
            return -EINVAL;
        }
    }
    for (unsigned i = 0; i < shader->addresses->len; i++) {
        gpu_store_le_4(s->to_uniforms +
                       g_array_index(shader->addresses, uint32_t, i), addr);
    }
    s->uniforms = from + shader->uniforms_size;
    s->to_uniforms += shader->uniforms_size;
    return 0;
}

/* ---- Records ---- */

static int make_shader(Streams *s, unsigned n, uint32_t index,
                       const uint8_t *record)
{
    Vc4Bo *bo = index < s->job->args->bo_handle_count ? s->job->bos[index]
                                                      : NULL;
    bool threaded = n == 0 && !(record[0] & 1);
    uint8_t *to = s->to_record + SHADER_AT(n);

    if (!bo || !bo->shader || bo->shader->threaded != threaded ||
        gpu_load_le_4(record + SHADER_AT(n))) {
        return -EINVAL;
    }
    gpu_store_le_4(to, vc4_addr(bo));
    gpu_store_le_4(to + 4, vc4_addr(s->job->lists) +
                           (s->to_uniforms - vc4_data(s->job->lists)));
    return make_uniforms(s, bo->shader);
}

static int make_array(Streams *s, const Vc4State *state, unsigned n,
                      uint32_t index, const uint8_t *record)
{
    const Vc4Bo *bo = vc4_job_bo(s->job, index);
    const uint8_t *row = record + ARRAY_AT(n);
    uint32_t offset = gpu_load_le_4(row), bytes = row[4] + 1u, stride = row[5];

    if (state->extended) {
        stride |= gpu_load_le_4(record + STRIDE_AT(n)) & ~0xffu;
    }
    if (!bo || bo->drm.size < offset || bo->drm.size - offset < bytes ||
        (stride &&
         state->max_index > (bo->drm.size - offset - bytes) / stride)) {
        return -EINVAL;
    }
    gpu_store_le_4(s->to_record + ARRAY_AT(n), vc4_addr(bo) + offset);
    return 0;
}

/* Before a record are the indices of its buffers. */
static int make_record(Streams *s, const Vc4State *state)
{
    uint32_t size = vc4_record_size(state);
    unsigned num = NUM_SHADERS + state->arrays;
    const uint8_t *index = s->record, *record = index + 4 * num;
    int ret = 0;

    if (s->record_end - s->record < (int64_t)4 * num + size) {
        return -EINVAL;
    }
    memcpy(s->to_record, record, size);
    for (unsigned i = 0; i < NUM_SHADERS && !ret; i++) {
        ret = make_shader(s, i, gpu_load_le_4(index + 4 * i), record);
    }
    for (unsigned i = 0; i < state->arrays && !ret; i++) {
        ret = make_array(s, state, i,
                         gpu_load_le_4(index + 4 * (NUM_SHADERS + i)), record);
    }
    s->record = record + size;
    s->to_record += (size + 15) & -16;
    return ret;
}

int vc4_make_shader_records(Vc4Job *job)
{
    const struct drm_vc4_submit_cl *args = job->args;
    Streams s = {
        .job = job,
        .record = job->records,
        .uniforms = job->uniforms,
        .to_record = vc4_data(job->lists) + ((args->bin_cl_size + 15) & -16),
    };
    int ret = 0;

    s.record_end = s.record + args->shader_rec_size;
    s.uniforms_end = s.uniforms + args->uniforms_size;
    s.to_uniforms = s.to_record + args->shader_rec_size;
    for (uint32_t i = 0; i < job->num_states && !ret; i++) {
        ret = make_record(&s, &job->states[i]);
        if (ret) {
            vc4_debug("shader record %u is not allowed\n", i);
        }
    }
    return ret;
}
