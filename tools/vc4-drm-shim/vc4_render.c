/*
 * A vc4 render node in the process: the rendering list, which the kernel makes
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <errno.h>
#include "vc4.h"

typedef struct drm_vc4_submit_rcl_surface Surface;

/* Bits of a surface: of Tile Rendering Mode, of Load/Store General */
#define MODE_BITS       0x00dd
#define STORE_BITS      0x0337

#define BUFFER_COLOUR   1
#define BUFFER_ZS       2

/* Records of a tile have fewer bytes. */
#define TILE_BYTES      64
#define HEAD_BYTES      64

typedef struct Render {
    Vc4Job *job;
    uint8_t *at;
    Vc4Bo *colour_read, *colour_write, *zs_read, *zs_write;
    Vc4Bo *ms_colour_write, *ms_zs_write;
} Render;

/* ---- Surfaces ---- */

/* *@bo: that of a surface; stays NULL if there is none */
static bool surface_bo(const Vc4Job *job, const Surface *surface, Vc4Bo **bo)
{
    if (surface->hindex == UINT32_MAX) {
        return true;
    }
    *bo = vc4_job_bo(job, surface->hindex);
    return *bo;
}

static bool full_fits(const Vc4Job *job, const Surface *surface,
                      const Vc4Bo *bo)
{
    const struct drm_vc4_submit_cl *args = job->args;
    uint32_t stride = (args->width + 31) / 32;

    return surface->offset <= bo->drm.size &&
           (bo->drm.size - surface->offset) / VC4_TILE_BYTES >=
           stride * args->max_y_tile + args->max_x_tile;
}

/* For a full store */
static bool ms_surface(const Vc4Job *job, const Surface *surface, Vc4Bo **bo)
{
    if (surface->flags || surface->bits || !surface_bo(job, surface, bo)) {
        return false;
    }
    return !*bo ||
           (!(surface->offset & 15) && full_fits(job, surface, *bo));
}

static bool image_fits(const Vc4Job *job, const Surface *surface,
                       const Vc4Bo *bo, unsigned layout, unsigned bytes)
{
    return vc4_image_fits(bo, surface->offset, layout, job->args->width,
                          job->args->height, bytes);
}

/* Of Load or Store Tile Buffer General; 0: there is none such */
static unsigned general_bytes(uint16_t bits)
{
    unsigned format = bits >> 8 & 3;

    switch (bits & 7) {
    case BUFFER_ZS:
        return format ? 0 : 4;
    case BUFFER_COLOUR:
        return format == 3 ? 0 : format ? 2 : 4;
    default:
        return 0;
    }
}

static bool general_surface(const Vc4Job *job, const Surface *surface,
                            Vc4Bo **bo)
{
    unsigned bytes = general_bytes(surface->bits);

    if (surface->flags & ~VC4_SUBMIT_RCL_SURFACE_READ_IS_FULL_RES ||
        !surface_bo(job, surface, bo)) {
        return false;
    }
    if (!*bo) {
        return true;
    }
    if (surface->flags) {
        return surface != &job->args->zs_write && !surface->bits &&
               full_fits(job, surface, *bo);
    }
    return !(surface->bits & ~STORE_BITS) && bytes && !(surface->offset & 15) &&
           image_fits(job, surface, *bo, surface->bits >> 4 & 3, bytes);
}

static bool mode_surface(const Vc4Job *job, const Surface *surface, Vc4Bo **bo)
{
    unsigned format = surface->bits >> 2 & 3;

    if (surface->flags || surface->bits & ~MODE_BITS ||
        !surface_bo(job, surface, bo)) {
        return false;
    }
    return !*bo ||
           (format < 3 && image_fits(job, surface, *bo, surface->bits >> 6 & 3,
                                     format == 1 ? 4 : 2));
}

/* ---- Records ---- */

static void put(Render *r, V3dRecord record)
{
    r->at += v3d_record_encode(&record, r->at);
}

static void put_tile(Render *r, unsigned x, unsigned y)
{
    put(r, (V3dRecord) {
        .code = V3D_REC_TILE_COORDINATES,
        .tile_coordinates = { .column = x, .row = y },
    });
}

static uint32_t full_addr(const Render *r, const Surface *surface,
                          const Vc4Bo *bo, unsigned x, unsigned y)
{
    return vc4_addr(bo) + surface->offset +
           VC4_TILE_BYTES * ((r->job->args->width + 31) / 32 * y + x);
}

static void put_load(Render *r, const Surface *surface, const Vc4Bo *bo,
                     bool zs, unsigned x, unsigned y)
{
    if (surface->flags) {
        put(r, (V3dRecord) {
            .code = V3D_REC_LOAD_FULL,
            .load_full = {
                .address = full_addr(r, surface, bo, x, y),
                .disable_colour = zs,
                .disable_zs = !zs,
            },
        });
        return;
    }
    put(r, (V3dRecord) {
        .code = V3D_REC_LOAD_GENERAL,
        .load_general = {
            .address = vc4_addr(bo) + surface->offset,
            .buffer = surface->bits & 7,
            .layout = surface->bits >> 4 & 3,
            .pixel_format = surface->bits >> 8 & 3,
        },
    });
}

/* A load waits for the tile's coordinates; only one may do so. */
static void put_loads(Render *r, unsigned x, unsigned y)
{
    const struct drm_vc4_submit_cl *args = r->job->args;

    if (r->colour_read) {
        put_load(r, &args->color_read, r->colour_read, false, x, y);
    }
    if (r->zs_read && r->colour_read) {
        put_tile(r, x, y);
        put(r, (V3dRecord) {
            .code = V3D_REC_STORE_GENERAL,
            .store_general = {
                .disable_colour_clear = 1,
                .disable_zs_clear = 1,
                .disable_mask_clear = 1,
            },
        });
    }
    if (r->zs_read) {
        put_load(r, &args->zs_read, r->zs_read, true, x, y);
    }
    put_tile(r, x, y);
}

static void put_full_store(Render *r, const Surface *surface, const Vc4Bo *bo,
                           bool zs, unsigned x, unsigned y, bool final,
                           bool last)
{
    put(r, (V3dRecord) {
        .code = V3D_REC_STORE_FULL,
        .store_full = {
            .address = full_addr(r, surface, bo, x, y),
            .disable_colour = zs,
            .disable_zs = !zs,
            .disable_clear = !final,
            .last_tile = final && last,
        },
    });
}

static void put_zs_store(Render *r, bool final, bool last)
{
    const Surface *surface = &r->job->args->zs_write;

    put(r, (V3dRecord) {
        .code = V3D_REC_STORE_GENERAL,
        .store_general = {
            .address = vc4_addr(r->zs_write) + surface->offset,
            .buffer = surface->bits & 7,
            .layout = surface->bits >> 4 & 3,
            .pixel_format = surface->bits >> 8 & 3,
            .disable_colour_clear = !final,
            .last_tile = final && last,
        },
    });
}

/* Before each store but the first are the tile's coordinates again. */
static void next_store(Render *r, unsigned x, unsigned y, bool *more)
{
    if (*more) {
        put_tile(r, x, y);
    }
    *more = true;
}

static void put_stores(Render *r, unsigned x, unsigned y, bool last)
{
    const struct drm_vc4_submit_cl *args = r->job->args;
    bool more = false;

    if (r->ms_colour_write) {
        next_store(r, x, y, &more);
        put_full_store(r, &args->msaa_color_write, r->ms_colour_write, false,
                       x, y, !r->ms_zs_write && !r->zs_write &&
                       !r->colour_write, last);
    }
    if (r->ms_zs_write) {
        next_store(r, x, y, &more);
        put_full_store(r, &args->msaa_zs_write, r->ms_zs_write, true, x, y,
                       !r->zs_write && !r->colour_write, last);
    }
    if (r->zs_write) {
        next_store(r, x, y, &more);
        put_zs_store(r, !r->colour_write, last);
    }
    if (r->colour_write) {
        next_store(r, x, y, &more);
        put(r, (V3dRecord) {
            .code = last ? V3D_REC_STORE_MS_RESOLVED_EOF
                         : V3D_REC_STORE_MS_RESOLVED,
        });
    }
}

/* The tile buffer takes clear values at a store, so there is one of nothing. */
static void put_clear(Render *r)
{
    const struct drm_vc4_submit_cl *args = r->job->args;

    put(r, (V3dRecord) {
        .code = V3D_REC_CLEAR_COLOURS,
        .clear_colours = {
            .even = args->clear_color[0],
            .odd = args->clear_color[1],
            .z = args->clear_z & 0xffffff,
            .mask = args->clear_z >> 24,
            .stencil = args->clear_s,
        },
    });
    put_tile(r, 0, 0);
    put(r, (V3dRecord) { .code = V3D_REC_STORE_GENERAL });
}

static void put_mode(Render *r)
{
    const struct drm_vc4_submit_cl *args = r->job->args;
    const Surface *surface = &args->color_write;

    put(r, (V3dRecord) {
        .code = V3D_REC_TILE_RENDERING_MODE,
        .tile_rendering_mode = {
            .address = r->colour_write
                       ? vc4_addr(r->colour_write) + surface->offset : 0,
            .width = args->width,
            .height = args->height,
            .multisample = surface->bits & 1,
            .frame_format = surface->bits >> 2 & 3,
            .decimate = surface->bits >> 4 & 3,
            .layout = surface->bits >> 6 & 3,
        },
    });
}

static void put_tile_list(Render *r, unsigned x, unsigned y, bool first,
                          bool last)
{
    const Vc4Job *job = r->job;

    put_loads(r, x, y);
    if (job->args->bin_cl_size) {
        if (first) {
            put(r, (V3dRecord) { .code = V3D_REC_WAIT_ON_SEMAPHORE });
        }
        put(r, (V3dRecord) {
            .code = V3D_REC_BRANCH_TO_SUB_LIST,
            .branch_to_sub_list = {
                .address = job->tile_alloc + 32 * (y * job->tiles_x + x),
            },
        });
    }
    put_stores(r, x, y, last);
}

static void put_tiles(Render *r)
{
    const struct drm_vc4_submit_cl *args = r->job->args;
    unsigned columns = args->max_x_tile - args->min_x_tile + 1;
    unsigned num = columns * (args->max_y_tile - args->min_y_tile + 1);
    bool fixed = args->flags & VC4_SUBMIT_CL_FIXED_RCL_ORDER;
    bool left = fixed && !(args->flags & VC4_SUBMIT_CL_RCL_ORDER_INCREASING_X);
    bool up = fixed && !(args->flags & VC4_SUBMIT_CL_RCL_ORDER_INCREASING_Y);

    for (unsigned i = 0; i < num; i++) {
        unsigned x = i % columns, y = i / columns;

        put_tile_list(r, left ? args->max_x_tile - x : args->min_x_tile + x,
                      up ? args->max_y_tile - y : args->min_y_tile + y,
                      i == 0, i == num - 1);
    }
}

static bool check(Render *r)
{
    Vc4Job *job = r->job;
    const struct drm_vc4_submit_cl *args = job->args;

    if (args->min_x_tile > args->max_x_tile ||
        args->min_y_tile > args->max_y_tile ||
        (args->bin_cl_size && (args->max_x_tile > job->tiles_x ||
                               args->max_y_tile > job->tiles_y))) {
        return false;
    }
    return mode_surface(job, &args->color_write, &r->colour_write) &&
           general_surface(job, &args->color_read, &r->colour_read) &&
           general_surface(job, &args->zs_read, &r->zs_read) &&
           general_surface(job, &args->zs_write, &r->zs_write) &&
           ms_surface(job, &args->msaa_color_write, &r->ms_colour_write) &&
           ms_surface(job, &args->msaa_zs_write, &r->ms_zs_write) &&
           (r->colour_write || r->zs_write || r->ms_colour_write ||
            r->ms_zs_write);
}

int vc4_make_render_list(Vc4Job *job)
{
    const struct drm_vc4_submit_cl *args = job->args;
    Render r = { .job = job };

    if (!check(&r)) {
        vc4_debug("rendering: surfaces or tiles are not allowed\n");
        return -EINVAL;
    }
    job->render = drm_bo_new(HEAD_BYTES + TILE_BYTES *
                             (args->max_x_tile - args->min_x_tile + 1) *
                             (args->max_y_tile - args->min_y_tile + 1));
    if (!job->render) {
        return -ENOMEM;
    }
    r.at = vc4_data(job->render);
    if (args->flags & VC4_SUBMIT_CL_USE_CLEAR_COLOR) {
        put_clear(&r);
    }
    put_mode(&r);
    put_tiles(&r);
    job->render_end = vc4_addr(job->render) + (r.at - vc4_data(job->render));
    return 0;
}
