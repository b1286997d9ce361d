/*
 * VideoCore IV 3D engine: the rendering thread's records
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <glib.h>
#include "engine.h"
#include "hw/gpu/lib/le.h"
#include "hw/gpu/v3d/pipe/items.h"
#include "hw/gpu/v3d/pipe/tlb.h"

/*
 * Tiles
 */

static uint32_t tile_x(const V3dRenderState *r)
{
    return r->column * v3d_tile_size(&r->tile);
}

static uint32_t tile_y(const V3dRenderState *r)
{
    return r->row * v3d_tile_height(&r->tile);
}

void v3d_end_frame(V3d *v3d)
{
    v3d->core.done.frames++;
    v3d_cl_post(v3d, V3D_RENDER);
}

/* What the record of the frame says of colour */
V3dTileImage v3d_frame_image(const V3dRenderState *r)
{
    static const uint8_t format[4] = {
        V3D_PIXEL_BGR565_DITHERED, V3D_PIXEL_RGBA8888, V3D_PIXEL_BGR565,
        V3D_PIXEL_RGBA8888,
    };

    return (V3dTileImage) {
        .address = r->frame,
        .width = r->width,
        .height = r->height,
        .x = tile_x(r),
        .y = tile_y(r),
        .buffer = V3D_BUFFER_COLOUR,
        .pixel_format = format[r->frame_format & 3],
        .colour_64 = r->tile.colour_64,
        .layout = r->layout,
        .decimate = r->decimate,
    };
}

static void clear(V3d *v3d, unsigned what)
{
    v3d_tile_clear(v3d->tile, what);
    v3d_earlyz_forget(&v3d->strips.earlyz);
    v3d->tile_clear = what == V3D_CLEAR_ALL;
}

static V3dClResult store_resolved(V3d *v3d, const V3dRecord *record)
{
    V3dRenderState *r = &v3d->s.render;
    V3dTileImage image = v3d_frame_image(r);

    v3d->core.work += V3D_WORK_TILE;
    v3d_tile_store(v3d->tile, &v3d->core.mem, &image);
    clear(v3d, V3D_CLEAR_ALL);
    if (record->code == V3D_REC_STORE_MS_RESOLVED_EOF) {
        v3d_end_frame(v3d);
    }
    return V3D_CL_MORE;
}

static V3dClResult store_full(V3d *v3d, const V3dRecord *record)
{
    v3d->core.work += V3D_WORK_TILE;
    v3d_tile_store_full(v3d->tile, &v3d->core.mem, record->store_full.address,
                        !record->store_full.disable_colour,
                        !record->store_full.disable_zs);
    if (!record->store_full.disable_clear) {
        clear(v3d, V3D_CLEAR_ALL);
    }
    if (record->store_full.last_tile) {
        v3d_end_frame(v3d);
    }
    return V3D_CL_MORE;
}

V3dTileImage v3d_store_image(const V3dRenderState *r, const V3dRecord *record)
{
    V3dTileImage image = v3d_frame_image(r);

    image.address = record->store_general.address;
    image.buffer = record->store_general.buffer;
    image.pixel_format = record->store_general.pixel_format;
    image.layout = record->store_general.layout;
    image.decimate = record->store_general.mode;
    return image;
}

static void store_buffer(V3d *v3d, const V3dRecord *record)
{
    V3dRenderState *r = &v3d->s.render;
    V3dTileImage image = v3d_store_image(r, record);

    switch (image.buffer) {
    case V3D_BUFFER_COLOUR:
    case V3D_BUFFER_ZS:
    case V3D_BUFFER_Z:
    case V3D_BUFFER_MASK:
        v3d_tile_store(v3d->tile, &v3d->core.mem, &image);
        break;
    case V3D_BUFFER_FULL:
        v3d_tile_store_full(v3d->tile, &v3d->core.mem, image.address,
                            !record->store_general.disable_colour,
                            !record->store_general.disable_zs);
        break;
    case V3D_BUFFER_NONE:
        break;
    default:
        v3d_report(&v3d->core, V3D_EV_BUFFER, image.buffer);
        break;
    }
}

static V3dClResult store_general(V3d *v3d, const V3dRecord *record)
{
    unsigned what = 0;

    v3d->core.work += V3D_WORK_TILE;
    store_buffer(v3d, record);
    if (!record->store_general.disable_colour_clear) {
        what |= V3D_CLEAR_COLOUR;
    }
    if (!record->store_general.disable_zs_clear) {
        what |= V3D_CLEAR_ZS;
    }
    if (!record->store_general.disable_mask_clear) {
        what |= V3D_CLEAR_MASK;
    }
    clear(v3d, what);
    if (record->store_general.last_tile) {
        v3d_end_frame(v3d);
    }
    return V3D_CL_MORE;
}

/*
 * Loads wait for the next Tile Coordinates.
 */

static V3dClResult load(V3d *v3d, const V3dRecord *record)
{
    V3dRenderState *r = &v3d->s.render;
    uint8_t data[V3D_RECORD_MAX_SIZE] = { };

    if (r->load[0]) {
        v3d_report(&v3d->core, V3D_EV_LOAD, record->code);
    }
    v3d_record_encode(record, data);
    for (unsigned i = 0; i < G_N_ELEMENTS(r->load); i++) {
        r->load[i] = gpu_load_le_4(data + 4 * i);
    }
    return V3D_CL_MORE;
}

static void load_full(V3d *v3d, const V3dRecord *record)
{
    v3d_tile_load_full(v3d->tile, &v3d->core.mem,
                       record->load_full.address,
                       !record->load_full.disable_colour,
                       !record->load_full.disable_zs);
}

V3dTileImage v3d_load_image(const V3dRenderState *r, const V3dRecord *record)
{
    V3dTileImage image = v3d_frame_image(r);

    image.address = record->load_general.address;
    image.buffer = record->load_general.buffer;
    image.pixel_format = record->load_general.pixel_format;
    image.layout = record->load_general.layout;
    return image;
}

static void load_general(V3d *v3d, const V3dRecord *record)
{
    V3dRenderState *r = &v3d->s.render;
    V3dTileImage image = v3d_load_image(r, record);

    switch (image.buffer) {
    case V3D_BUFFER_COLOUR:
    case V3D_BUFFER_ZS:
    case V3D_BUFFER_MASK:
        v3d_tile_load(v3d->tile, &v3d->core.mem, &image);
        break;
    case V3D_BUFFER_FULL:
        v3d_tile_load_full(v3d->tile, &v3d->core.mem, image.address,
                           !record->load_general.disable_colour,
                           !record->load_general.disable_zs);
        break;
    case V3D_BUFFER_NONE:
        break;
    default:
        v3d_report(&v3d->core, V3D_EV_BUFFER, image.buffer);
        break;
    }
}

static void load_pending(V3d *v3d)
{
    V3dRenderState *r = &v3d->s.render;
    V3dGuard *guard = v3d->core.mem.guard;
    uint8_t data[V3D_RECORD_MAX_SIZE] = { };
    V3dRecord record;

    for (unsigned i = 0; i < G_N_ELEMENTS(r->load); i++) {
        gpu_store_le_4(data + 4 * i, r->load[i]);
        r->load[i] = 0;
    }
    v3d_record_decode(&record, data);
    v3d->core.work += V3D_WORK_TILE;
    v3d->tile_clear = false;
    v3d_earlyz_forget(&v3d->strips.earlyz);
    /* What it loads was looked at when the tile was found. */
    v3d->core.mem.guard = NULL;
    if (record.code == V3D_REC_LOAD_FULL) {
        load_full(v3d, &record);
    } else if (record.code == V3D_REC_LOAD_GENERAL) {
        load_general(v3d, &record);
    }
    v3d->core.mem.guard = guard;
}

static V3dClResult tile_coordinates(V3d *v3d, const V3dRecord *record)
{
    V3dRenderState *r = &v3d->s.render;

    r->column = record->tile_coordinates.column;
    r->row = record->tile_coordinates.row;
    if (r->load[0]) {
        load_pending(v3d);
    }
    return V3D_CL_MORE;
}

/*
 * Modes
 */

static V3dClResult rendering_mode(V3d *v3d, const V3dRecord *record)
{
    V3dRenderState *r = &v3d->s.render;

    r->frame = record->tile_rendering_mode.address;
    r->width = record->tile_rendering_mode.width;
    r->height = record->tile_rendering_mode.height;
    r->frame_format = record->tile_rendering_mode.frame_format;
    r->decimate = record->tile_rendering_mode.decimate;
    r->layout = record->tile_rendering_mode.layout;
    r->tile.multisample = record->tile_rendering_mode.multisample;
    r->tile.colour_64 = record->tile_rendering_mode.colour_64;
    r->tile.vg_mask = record->tile_rendering_mode.vg_mask;
    if (record->tile_rendering_mode.coverage ||
        record->tile_rendering_mode.double_buffer) {
        v3d_report(&v3d->core, V3D_EV_FRAME_MODE, r->frame);
    }
    if (r->decimate > V3D_DECIMATE_16) {
        v3d_report(&v3d->core, V3D_EV_DECIMATE, r->frame);
    }
    return V3D_CL_MORE;
}

static V3dClResult clear_colours(V3d *v3d, const V3dRecord *record)
{
    V3dTileState *tile = &v3d->s.render.tile;

    tile->clear_colour[0] = record->clear_colours.even;
    tile->clear_colour[1] = record->clear_colours.odd;
    tile->clear_zs = record->clear_colours.z << 8 |
                     record->clear_colours.stencil;
    tile->clear_mask = record->clear_colours.mask;
    return V3D_CL_MORE;
}

static V3dClResult put_item(V3d *v3d, const V3dRecord *record)
{
    v3d_thread_put_item(v3d, V3D_RENDER, record);
    return V3D_CL_MORE;
}

static V3dClResult vg_record(V3d *v3d, const V3dRecord *record)
{
    v3d_report(&v3d->core, V3D_EV_VG, record->code);
    return V3D_CL_MORE;
}

static V3dRecordFn *const render_fn[256] = {
    [V3D_REC_STORE_MS_RESOLVED] = store_resolved,
    [V3D_REC_STORE_MS_RESOLVED_EOF] = store_resolved,
    [V3D_REC_STORE_FULL] = store_full,
    [V3D_REC_LOAD_FULL] = load,
    [V3D_REC_STORE_GENERAL] = store_general,
    [V3D_REC_LOAD_GENERAL] = load,
    [V3D_REC_INDEXED_PRIMITIVES] = v3d_render_draw,
    [V3D_REC_ARRAY_PRIMITIVES] = v3d_render_draw,
    [V3D_REC_VG_COORDINATE_ARRAY] = vg_record,
    [V3D_REC_COMPRESSED_PRIMITIVES] = v3d_render_enter_list,
    [V3D_REC_CLIPPED_PRIMITIVES] = v3d_render_enter_list,
    [V3D_REC_VG_SHADER_STATE] = vg_record,
    [V3D_REC_VG_INLINE_SHADER] = vg_record,
    [V3D_REC_RHT_X_BOUNDARY] = vg_record,
    [V3D_REC_TILE_RENDERING_MODE] = rendering_mode,
    [V3D_REC_CLEAR_COLOURS] = clear_colours,
    [V3D_REC_TILE_COORDINATES] = tile_coordinates,
};

V3dRecordFn *v3d_render_record(uint8_t code)
{
    if (render_fn[code]) {
        return render_fn[code];
    }
    return v3d_item_number(code) < V3D_NUM_ITEMS ? put_item : NULL;
}

void v3d_render_abort(V3d *v3d)
{
    V3dRenderState *r = &v3d->s.render;

    r->load[0] = 0;
    r->in_list = 0;
    r->clipped = 0;
    r->draw.code = 0;
    r->batch_running = 0;
    v3d_prim_abort(v3d, V3D_RENDER);
}
