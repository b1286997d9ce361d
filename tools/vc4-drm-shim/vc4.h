/*
 * A vc4 render node in the process
 *
 * It takes and refuses what Linux's driver does, with its errors; jobs run on
 * the V3D engine, and are done when the call that submits them returns.
 * [Linux, drivers/gpu/drm/vc4; include/uapi/drm/vc4_drm.h]
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef DRM_SHIM_VC4_H
#define DRM_SHIM_VC4_H

#include <stdio.h>
#include <vc4_drm.h>
#include "node.h"
#include "hw/gpu/v3d/isa/layout.h"
#include "hw/gpu/v3d/v3d.h"

/* As of a Raspberry Pi 3: what V3D sees of its memory */
#define VC4_BUS             0xc0000000u
#define VC4_MEMORY          (512u << 20)

/* The binner's memory: slots of a job and of its overflow */
#define VC4_BIN_BASE        (16u << 20)
#define VC4_BIN_SLOT        (512u << 10)
#define VC4_BIN_SLOTS       32

#define VC4_TILE_BYTES      16384   /* of a full store, per tile */

/* Why something is refused: where VC4_DRM_SHIM_DEBUG is set */
#define vc4_debug(...) do {                                 \
        if (g_getenv("VC4_DRM_SHIM_DEBUG")) {               \
            fprintf(stderr, "vc4-drm-shim: " __VA_ARGS__);  \
        }                                                   \
    } while (0)

/* Offsets in the uniforms; NONE: not written, 0 */
#define VC4_NONE            UINT32_MAX

typedef struct Vc4Sample {
    bool direct;                /* a read of memory: base, limit */
    uint32_t param[4];
} Vc4Sample;

typedef struct Vc4Shader {
    uint32_t uniforms_size;     /* bytes; the list of textures is before them */
    bool threaded;
    GArray *samples;            /* Vc4Sample */
    GArray *addresses;          /* uint32_t: offsets of uniforms' addresses */
} Vc4Shader;

typedef struct Vc4Bo {
    DrmBo drm;
    Vc4Shader *shader;          /* what a shader's buffer needs, or NULL */
    bool t_tiled;
    uint32_t madvise;
} Vc4Bo;

typedef struct Vc4Perfmon {
    uint32_t num;
    uint8_t events[DRM_VC4_MAX_PERF_COUNTERS];
    uint64_t values[DRM_VC4_MAX_PERF_COUNTERS];
} Vc4Perfmon;

/* A shader record that the binning list names */
typedef struct Vc4State {
    unsigned arrays;            /* 1 to 8 */
    bool extended;
    uint32_t max_index;
} Vc4State;

static inline uint32_t vc4_record_size(const Vc4State *state)
{
    return state->extended ? 100 + 4 * state->arrays : 36 + 8 * state->arrays;
}

/* A job in the making */
typedef struct Vc4Job {
    const struct drm_vc4_submit_cl *args;
    uint8_t *bin_cl, *records, *uniforms;   /* the client's */
    Vc4Bo **bos;
    Vc4Bo *lists, *render;      /* of the job alone */
    uint32_t bin_end;           /* address */
    uint32_t render_end;

    uint32_t handles[2];        /* record 254 */
    Vc4State *states;
    uint32_t num_states;
    uint32_t records_at;        /* where the next shader record will be */
    bool has_mode, has_start, has_semaphore, has_flush;
    uint32_t tiles_x, tiles_y;
    uint32_t tile_alloc;
} Vc4Job;

static inline uint32_t vc4_addr(const Vc4Bo *bo)
{
    return VC4_BUS | bo->drm.offset;
}

static inline uint8_t *vc4_data(const Vc4Bo *bo)
{
    return drm_memory + bo->drm.offset;
}

DrmIoctlFn vc4_perfmon_create, vc4_perfmon_destroy, vc4_perfmon_get_values,
           vc4_submit_cl;

GHashTable *vc4_perfmons(DrmFile *file);

/* NULL: not allowed */
Vc4Shader *vc4_shader_new(const uint64_t *code, uint32_t num);
void vc4_shader_free(Vc4Shader *shader);

/* A buffer of the job that is no shader, or NULL */
Vc4Bo *vc4_job_bo(const Vc4Job *job, uint32_t index);
/* An image lies within @bo. */
bool vc4_image_fits(const Vc4Bo *bo, uint32_t offset, V3dLayout layout,
                    uint32_t width, uint32_t height, unsigned bytes);
/* Bytes of an image's level; 0: too large */
uint32_t vc4_image_size(V3dLayout layout, uint32_t width, uint32_t height,
                        unsigned bytes);
bool vc4_size_is_lt(uint32_t width, uint32_t height, unsigned bytes);

/* The parts of a job, in this order; 0 or an error */
int vc4_make_bin_list(Vc4Job *job);
int vc4_make_shader_records(Vc4Job *job);
int vc4_make_render_list(Vc4Job *job);
bool vc4_texture_relocate(const Vc4Job *job, const Vc4Sample *sample,
                          const uint8_t *from, uint8_t *to, uint32_t index);

/* Run it; @perfmon may be NULL. */
void vc4_run(const Vc4Job *job, Vc4Perfmon *perfmon);

#endif /* DRM_SHIM_VC4_H */
