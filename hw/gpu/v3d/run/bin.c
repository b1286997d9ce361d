/*
 * VideoCore IV 3D engine: the binning thread
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <glib.h>
#include "engine.h"
#include "hw/gpu/lib/bits.h"
#include "hw/gpu/v3d/pipe/box.h"
#include "hw/gpu/v3d/pipe/prim.h"
#include "hw/gpu/v3d/pipe/ptb.h"

#define WORK_PRIM   16

/*
 * Records
 */

static V3dClResult binning_mode(V3d *v3d, const V3dRecord *record)
{
    V3dBinState *bin = &v3d->s.bin;

    bin->alloc = record->tile_binning_mode.alloc_address;
    bin->alloc_size = record->tile_binning_mode.alloc_size;
    bin->state = record->tile_binning_mode.state_address;
    bin->width = record->tile_binning_mode.width;
    bin->height = record->tile_binning_mode.height;
    bin->multisample = record->tile_binning_mode.multisample;
    bin->colour_64 = record->tile_binning_mode.colour_64;
    bin->auto_init = record->tile_binning_mode.auto_init;
    bin->initial_block = 32u << record->tile_binning_mode.initial_block;
    bin->block = 32u << record->tile_binning_mode.block;
    if (record->tile_binning_mode.double_buffer) {
        v3d_report(&v3d->core, V3D_EV_FRAME_MODE, bin->alloc);
    }
    v3d_cl_put(&v3d->s.cl[V3D_BIN].tile_lists, 0);
    return V3D_CL_MORE;
}

static V3dClResult start_binning(V3d *v3d, const V3dRecord *record)
{
    v3d_ptb_start(&v3d->s.bin, &v3d->core);
    v3d_cl_put(&v3d->s.cl[V3D_BIN].tile_lists, 1);
    v3d->core.work += V3D_WORK_TILE;
    return V3D_CL_MORE;
}

static V3dClResult flush(V3d *v3d, const V3dRecord *record)
{
    v3d->s.bin.flush = 1;
    v3d->s.bin.flush_all = record->code == V3D_REC_FLUSH_ALL_STATE;
    return V3D_CL_MORE;
}

static V3dClResult xy_scaling(V3d *v3d, const V3dRecord *record)
{
    v3d->s.bin.scale_x = record->field[0];
    v3d->s.bin.scale_y = record->field[1];
    return V3D_CL_MORE;
}

static V3dClResult z_scaling(V3d *v3d, const V3dRecord *record)
{
    v3d->s.bin.scale_z = record->field[0];
    v3d->s.bin.offset_z = record->field[1];
    return V3D_CL_MORE;
}

static V3dClResult put_item(V3d *v3d, const V3dRecord *record)
{
    V3dBinState *bin = &v3d->s.bin;

    v3d_thread_put_item(v3d, V3D_BIN, record);
    bin->changed[v3d_item_number(record->code)] = ++bin->count;
    return V3D_CL_MORE;
}

static V3dClResult vg_record(V3d *v3d, const V3dRecord *record)
{
    v3d_report(&v3d->core, V3D_EV_VG, record->code);
    return V3D_CL_MORE;
}

/* The lists' format follows from what is drawn. */
static void set_list_format(V3d *v3d, unsigned type)
{
    V3dRecord format = {
        .code = V3D_REC_PRIMITIVE_LIST_FORMAT,
        .primitive_list_format = { .type = type, .data = 1 },
    };

    if (v3d_thread(v3d, V3D_BIN)->items.list_type != type ||
        !v3d->s.item[V3D_BIN][V3D_ITEM_LIST_FORMAT].size) {
        put_item(v3d, &format);
    }
}

static V3dClResult draw(V3d *v3d, const V3dRecord *record)
{
    V3dDrawState *d = &v3d->s.bin.draw;

    if (!v3d->s.cl[V3D_BIN].tile_lists) {
        v3d_report(&v3d->core, V3D_EV_NO_BINNING, record->code);
        return V3D_CL_MORE;
    }
    v3d_prim_start(v3d, V3D_BIN);
    if (v3d_draw_begin(d, v3d, v3d_thread(v3d, V3D_BIN), record)) {
        set_list_format(v3d, v3d_prim_type(d->mode));
    }
    return V3D_CL_MORE;
}

static V3dRecordFn *const bin_fn[256] = {
    [V3D_REC_FLUSH] = flush,
    [V3D_REC_FLUSH_ALL_STATE] = flush,
    [V3D_REC_START_TILE_BINNING] = start_binning,
    [V3D_REC_INDEXED_PRIMITIVES] = draw,
    [V3D_REC_ARRAY_PRIMITIVES] = draw,
    [V3D_REC_VG_COORDINATE_ARRAY] = vg_record,
    [V3D_REC_VG_SHADER_STATE] = vg_record,
    [V3D_REC_VG_INLINE_SHADER] = vg_record,
    [V3D_REC_RHT_X_BOUNDARY] = vg_record,
    [V3D_REC_CLIPPER_XY_SCALING] = xy_scaling,
    [V3D_REC_CLIPPER_Z_SCALE_AND_OFFSET] = z_scaling,
    [V3D_REC_TILE_BINNING_MODE] = binning_mode,
};

V3dRecordFn *v3d_bin_record(uint8_t code)
{
    if (bin_fn[code]) {
        return bin_fn[code];
    }
    return v3d_item_number(code) < V3D_NUM_ITEMS ? put_item : NULL;
}

/*
 * A primitive
 */

static void add_ahead(V3dAhead *ahead, V3d *v3d, V3dThread *t)
{
    v3d_ahead_draw(ahead, v3d, t, &v3d->s.bin.draw);
}

/* As the coordinate shader leaves it: Xc, Yc, Zc, Wc, {Ys, Xs}, ... */
static void get_vertex(const uint32_t *word, V3dClipVertex *v)
{
    for (unsigned i = 0; i < 4; i++) {
        v->c[i] = gpu_float_from_bits(word[i]);
    }
    v->xs = (int16_t)word[4];
    v->ys = (int16_t)(word[4] >> 16);
}

/* M: half of what is around a line or a point, 1/16 pixel, rounded up */
static int32_t reach(const V3dThread *t, unsigned type, const uint32_t *word)
{
    switch (type) {
    case V3D_PRIM_POINT:
        return v3d_bound_size(t->shader.point_size ?
                              gpu_float_from_bits(word[7]) :
                              t->items.point_size) * 8 + 1;
    case V3D_PRIM_LINE:
        return v3d_bound_size(t->items.line_width) * 8 + 1;
    default:
        return 0;
    }
}

/* The clip window, and the frame's size */
static void set_window(V3dBox *window, const V3dBinState *bin,
                       const V3dItems *items)
{
    *window = (V3dBox) {
        .left = items->clip_left,
        .top = items->clip_top,
        .column_shift = bin->multisample ? 5 : 6,
    };
    window->row_shift = window->column_shift - bin->colour_64;
    window->right = MIN(items->clip_right, bin->width << window->column_shift);
    window->bottom = MIN(items->clip_bottom, bin->height << window->row_shift);
}

/* Add it to the tiles of its box that it may touch. */
static V3dClResult add_to_tiles(V3d *v3d, const V3dPtbPrim *prim,
                                const V3dBox *box)
{
    V3dBinState *bin = &v3d->s.bin;
    uint32_t columns = v3d_box_columns(box);
    uint32_t num = columns * v3d_box_rows(box);
    uint32_t start = bin->draw.tile;

    for (; bin->draw.tile < num; bin->draw.tile++) {
        uint32_t row = columns == 1 ? bin->draw.tile : bin->draw.tile / columns;
        uint32_t x = v3d_box_column(box) + bin->draw.tile - row * columns;
        uint32_t y = v3d_box_row(box) + row;

        /* One at least */
        if (bin->draw.tile > start && v3d_slice_over(&v3d->core)) {
            return V3D_CL_MORE;
        }
        v3d->core.work++;
        if (v3d_box_touches(box, x, y) &&
            !v3d_ptb_add(bin, &v3d->core, v3d->s.item[V3D_BIN],
                         y * bin->width + x, prim)) {
            return V3D_CL_MEMORY;
        }
    }
    return V3D_CL_DONE;
}

/* One primitive, or one part of it if it was cut */
typedef struct Part {
    V3dPtbPrim prim;
    int32_t x[3], y[3];         /* 1/16 pixel, on the screen */
    int32_t reach;
    const V3dBox *window;
} Part;

static V3dClResult bin_part(V3d *v3d, const Part *part)
{
    V3dBox box = *part->window;

    v3d_box_around(&box, part->x, part->y, part->prim.type + 1, part->reach);
    return add_to_tiles(v3d, &part->prim, &box);
}

/* Corner @n of part @k of a fan */
static unsigned fan_corner(unsigned k, unsigned n)
{
    return n ? k + n : 0;
}

static V3dClResult bin_cut(V3d *v3d, const V3dItems *items, Part *part,
                           const V3dClippedVertex *vertex, unsigned num)
{
    V3dDrawState *d = &v3d->s.bin.draw;
    unsigned type = part->prim.type;

    while (d->part + type < num) {
        V3dClippedVertex corner[3] = { };
        V3dClResult result;

        for (unsigned i = 0; i <= type; i++) {
            corner[i] = vertex[fan_corner(d->part, i)];
            part->x[i] = corner[i].xs + items->view_x;
            part->y[i] = corner[i].ys + items->view_y;
        }
        if (!d->clipped && !v3d_ptb_clipped(&v3d->s.bin, &v3d->core, corner,
                                            &d->clipped)) {
            return V3D_CL_MEMORY;
        }
        part->prim.clipped = d->clipped;
        result = bin_part(v3d, part);
        if (result != V3D_CL_DONE) {
            return result;
        }
        d->part++;
        d->tile = 0;
        d->clipped = 0;
    }
    return V3D_CL_DONE;
}

static V3dClResult bin_vertices(V3d *v3d, const V3dThread *t, Part *part,
                                const V3dPrimVertices *vertices)
{
    const V3dBinState *bin = &v3d->s.bin;
    V3dClipper clipper = {
        gpu_float_from_bits(bin->scale_x), gpu_float_from_bits(bin->scale_y),
        gpu_float_from_bits(bin->scale_z), gpu_float_from_bits(bin->offset_z),
    };
    V3dClippedVertex out[V3D_CLIP_MAX];
    V3dClipVertex v[3];
    unsigned num = 0;

    if (!t->shader.clipping || bin->bxcf & 2 ||
        (vertices->inside && v3d_clip_guarded(&clipper))) {
        return bin_part(v3d, part);
    }
    for (unsigned i = 0; i <= part->prim.type; i++) {
        get_vertex(vertices->word[i], &v[i]);
    }
    switch (v3d_clip(&clipper, v, part->prim.type + 1, out, &num)) {
    case V3D_CLIP_INSIDE:
        return bin_part(v3d, part);
    case V3D_CLIP_CUT:
        v3d->core.counter[V3D_PCTR_BIN_CLIPPED] += !bin->draw.counted;
        v3d->s.bin.draw.counted = 1;
        return bin_cut(v3d, &t->items, part, out, num);
    default:
        v3d->core.counter[V3D_PCTR_BIN_OUTSIDE]++;
        return V3D_CL_DONE;
    }
}

static V3dClResult bin_prim(V3d *v3d, V3dThread *t, const V3dBox *window)
{
    const V3dDrawState *d = &v3d->s.bin.draw;
    Part part = { .prim.type = v3d_prim_type(d->mode), .window = window };
    V3dPrimVertices vertices;
    V3dClResult result;

    v3d_prim_indices(d, &v3d->core, d->prim, part.prim.index);
    if (!v3d_prim_shade(v3d, V3D_BIN, part.prim.type, part.prim.index,
                        add_ahead, &vertices)) {
        return V3D_CL_MORE;
    }
    for (unsigned i = 0; i <= part.prim.type; i++) {
        part.x[i] = (int16_t)vertices.word[i][4] + t->items.view_x;
        part.y[i] = (int16_t)(vertices.word[i][4] >> 16) + t->items.view_y;
    }
    part.reach = reach(t, part.prim.type, vertices.word[0]);
    result = bin_vertices(v3d, t, &part, &vertices);
    if (result != V3D_CL_DONE) {
        v3d_prim_keep(v3d, V3D_BIN, part.prim.type, &vertices);
    }
    return result;
}

static void next_prim(V3d *v3d)
{
    V3dDrawState *d = &v3d->s.bin.draw;

    v3d_prim_start(v3d, V3D_BIN);
    d->prim++;
    d->part = 0;
    d->tile = 0;
    d->clipped = 0;
    d->counted = 0;
}

static V3dClResult draw_step(V3d *v3d)
{
    V3dDrawState *d = &v3d->s.bin.draw;
    V3dThread *t = v3d_thread(v3d, V3D_BIN);
    uint32_t count = v3d_prim_count(d->mode, d->length);
    V3dClResult result;
    V3dBox window;

    set_window(&window, &v3d->s.bin, &t->items);
    do {
        v3d_cl_put(&v3d->s.cl[V3D_BIN].pc, count - d->prim);
        if (d->prim >= count) {
            d->code = 0;
            return V3D_CL_MORE;
        }
        v3d->core.work += WORK_PRIM;
        result = bin_prim(v3d, t, &window);
        if (result != V3D_CL_DONE) {
            return result;
        }
        next_prim(v3d);
    } while (!v3d_slice_over(&v3d->core));
    return V3D_CL_MORE;
}

/*
 * Flush
 */

static void end_flush(V3d *v3d)
{
    V3dClState *cl = &v3d->s.cl[V3D_BIN];

    v3d->s.bin.flush = 0;
    v3d_cl_put(&cl->tile_lists, 0);
    v3d_cl_put(&cl->lc, cl->lc + 0x10000);
    v3d->core.done.flushes++;
    v3d_cl_post(v3d, V3D_BIN);
}

static V3dClResult flush_step(V3d *v3d)
{
    V3dBinState *bin = &v3d->s.bin;
    uint32_t tiles = v3d->s.cl[V3D_BIN].tile_lists ?
                     bin->width * bin->height : 0;

    if (bin->flush > tiles) {
        end_flush(v3d);
        return V3D_CL_MORE;
    }
    v3d->core.work++;
    if (!v3d_ptb_end(bin, &v3d->core, v3d->s.item[V3D_BIN], bin->flush - 1,
                     bin->flush_all)) {
        return V3D_CL_MEMORY;
    }
    bin->flush++;
    return V3D_CL_MORE;
}

bool v3d_bin_busy(const V3d *v3d)
{
    return v3d->s.bin.draw.code || v3d->s.bin.flush;
}

V3dClResult v3d_bin_step(V3d *v3d)
{
    return v3d->s.bin.draw.code ? draw_step(v3d) : flush_step(v3d);
}

void v3d_bin_abort(V3d *v3d)
{
    v3d->s.bin.draw.code = 0;
    v3d->s.bin.flush = 0;
    v3d->s.bin.starving = 0;
    v3d_prim_abort(v3d, V3D_BIN);
}
