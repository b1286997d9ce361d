/*
 * A vc4 render node in the process: the binning list
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <errno.h>
#include <string.h>
#include "vc4.h"

#define GEM_HANDLES         254
#define GEM_HANDLES_SIZE    9

/* @left: bytes of the list from the record on */
typedef int BinFn(Vc4Job *job, V3dRecord *record, uint32_t left);

static Vc4State *state_of(Vc4Job *job)
{
    return job->num_states ? &job->states[job->num_states - 1] : NULL;
}

static int bin_flush(Vc4Job *job, V3dRecord *record, uint32_t left)
{
    job->has_flush = true;
    return left == 1 ? 0 : -EINVAL;
}

static int bin_semaphore(Vc4Job *job, V3dRecord *record, uint32_t left)
{
    job->has_semaphore = true;
    return left == 2 ? 0 : -EINVAL;
}

static int bin_start(Vc4Job *job, V3dRecord *record, uint32_t left)
{
    bool again = job->has_start;

    job->has_start = true;
    return again || !job->has_mode ? -EINVAL : 0;
}

static int bin_indexed(Vc4Job *job, V3dRecord *record, uint32_t left)
{
    Vc4State *state = state_of(job);
    Vc4Bo *bo = vc4_job_bo(job, job->handles[0]);
    uint32_t offset = record->indexed_primitives.indices;
    uint32_t bytes = record->indexed_primitives.index_type ? 2 : 1;

    if (!state || !bo || offset > bo->drm.size ||
        (bo->drm.size - offset) / bytes < record->indexed_primitives.length) {
        return -EINVAL;
    }
    state->max_index = MAX(state->max_index,
                           record->indexed_primitives.max_index);
    record->indexed_primitives.indices = vc4_addr(bo) + offset;
    return 0;
}

static int bin_arrays(Vc4Job *job, V3dRecord *record, uint32_t left)
{
    Vc4State *state = state_of(job);
    uint32_t first = record->array_primitives.first;
    uint32_t length = record->array_primitives.length;

    if (!state || length + first < length) {
        return -EINVAL;
    }
    state->max_index = MAX(state->max_index, length + first - 1);
    return 0;
}

static int bin_shader(Vc4Job *job, V3dRecord *record, uint32_t left)
{
    Vc4State *state;

    if (job->num_states >= job->args->shader_rec_count ||
        record->gl_shader_state.address) {
        return -EINVAL;
    }
    state = &job->states[job->num_states++];
    state->arrays = record->gl_shader_state.arrays
                    ? record->gl_shader_state.arrays : 8;
    state->extended = record->gl_shader_state.extended;
    record->gl_shader_state.address = job->records_at;
    job->records_at += (vc4_record_size(state) + 15) & -16;
    return 0;
}

/* The tiles' state is first in the binner's memory, and their lists follow. */
static int bin_mode(Vc4Job *job, V3dRecord *record, uint32_t left)
{
    uint32_t base = VC4_BUS | VC4_BIN_BASE, size;

    job->tiles_x = record->tile_binning_mode.width;
    job->tiles_y = record->tile_binning_mode.height;
    size = (48 * job->tiles_x * job->tiles_y + 4095) & -4096;
    if (job->has_mode || !size || size >= VC4_BIN_SLOT ||
        record->tile_binning_mode.double_buffer ||
        record->tile_binning_mode.colour_64) {
        return -EINVAL;
    }
    job->has_mode = true;
    job->tile_alloc = base + size;
    memset(drm_memory + VC4_BIN_BASE, 0, size);
    record->tile_binning_mode.auto_init = 1;
    record->tile_binning_mode.initial_block = 0;    /* 32 bytes */
    record->tile_binning_mode.block = 2;            /* 128 bytes */
    record->tile_binning_mode.alloc_address = job->tile_alloc;
    record->tile_binning_mode.alloc_size = VC4_BIN_SLOT - size;
    record->tile_binning_mode.state_address = base;
    return 0;
}

static int bin_any(Vc4Job *job, V3dRecord *record, uint32_t left)
{
    return 0;
}

static BinFn *const bin_fns[256] = {
    [V3D_REC_HALT] = bin_any,
    [V3D_REC_NOP] = bin_any,
    [V3D_REC_FLUSH] = bin_flush,
    [V3D_REC_FLUSH_ALL_STATE] = bin_any,
    [V3D_REC_START_TILE_BINNING] = bin_start,
    [V3D_REC_INCREMENT_SEMAPHORE] = bin_semaphore,
    [V3D_REC_INDEXED_PRIMITIVES] = bin_indexed,
    [V3D_REC_ARRAY_PRIMITIVES] = bin_arrays,
    [V3D_REC_PRIMITIVE_LIST_FORMAT] = bin_any,
    [V3D_REC_GL_SHADER_STATE] = bin_shader,
    [V3D_REC_CONFIGURATION_BITS] = bin_any,
    [V3D_REC_FLAT_SHADE_FLAGS] = bin_any,
    [V3D_REC_POINT_SIZE] = bin_any,
    [V3D_REC_LINE_WIDTH] = bin_any,
    [V3D_REC_RHT_X_BOUNDARY] = bin_any,
    [V3D_REC_DEPTH_OFFSET] = bin_any,
    [V3D_REC_CLIP_WINDOW] = bin_any,
    [V3D_REC_VIEWPORT_OFFSET] = bin_any,
    [V3D_REC_CLIPPER_XY_SCALING] = bin_any,
    [V3D_REC_CLIPPER_Z_SCALE_AND_OFFSET] = bin_any,
    [V3D_REC_TILE_BINNING_MODE] = bin_mode,
};

/* Copies a record to *@to, which moves on; returns its size or an error. */
static int bin_record(Vc4Job *job, const uint8_t *from, uint32_t left,
                      uint8_t **to)
{
    V3dRecord record;
    uint32_t size = v3d_record_row(*from)->size;

    if (*from == GEM_HANDLES && left >= GEM_HANDLES_SIZE) {
        memcpy(job->handles, from + 1, sizeof(job->handles));
        return GEM_HANDLES_SIZE;
    }
    if (!bin_fns[*from] || size > left || !v3d_record_decode(&record, from) ||
        bin_fns[*from](job, &record, left)) {
        vc4_debug("binning list: record %u at %u from the end\n", *from, left);
        return -EINVAL;
    }
    *to += v3d_record_encode(&record, *to);
    return size;
}

int vc4_make_bin_list(Vc4Job *job)
{
    const uint8_t *from = job->bin_cl;
    uint8_t *to = vc4_data(job->lists);
    uint32_t left = job->args->bin_cl_size;

    while (left) {
        int size = bin_record(job, from, left, &to);

        if (size < 0) {
            return size;
        }
        if (*from == V3D_REC_HALT) {
            break;
        }
        from += size;
        left -= size;
    }
    job->bin_end = vc4_addr(job->lists) + (to - vc4_data(job->lists));
    return job->has_start && job->has_semaphore && job->has_flush ? 0 : -EINVAL;
}
