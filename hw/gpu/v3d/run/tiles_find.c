/*
 * VideoCore IV 3D engine: which tiles come next in a rendering list
 *
 * Reads the list as the control list executor would, without drawing.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <glib.h>
#include <string.h>
#include "engine.h"
#include "hw/gpu/v3d/pipe/items.h"
#include "hw/gpu/v3d/pipe/tilelist.h"

/* Records and primitives that are read for a round, at most */
#define MAX_STEPS   (1u << 18)

/* Where full-resolution dumps are */
#define DUMPS       0

typedef struct Finder {
    V3d *v3d;
    V3dTiles *tiles;
    V3dTile *tile;
    V3dTilePlace at;
    V3dRecord load;             /* that waits for its tile; code 0: none */
    bool placed;                /* the tile has used its place */
    unsigned stores;
    unsigned steps;
} Finder;

/* What a record means for the round */
typedef enum Step {
    STEP_MORE,
    STEP_TILE,                  /* the tile ends here */
    STEP_STOP,                  /* the tile is none of this round */
} Step;

/*
 * What is stored
 */

/* Does a span of the round's stores, but for @except, overlap? */
static bool overlaps_any(const V3dGuard *g, unsigned except, uint64_t first,
                         uint64_t end)
{
    for (unsigned i = 0; i < g->num; i++) {
        if (i != except && v3d_guard_overlaps(g, i, first, end)) {
            return true;
        }
    }
    return false;
}

static bool same_image(const V3dTileImage *a, const V3dTileImage *b)
{
    return a->address == b->address && a->width == b->width &&
           a->height == b->height && a->layout == b->layout &&
           v3d_tile_pixel_bytes(a) == v3d_tile_pixel_bytes(b);
}

/* The number of the image's span, or that of spans */
static unsigned find_image(const V3dTiles *t, const V3dTileImage *image)
{
    unsigned i = DUMPS + 1;

    while (i < t->stored.num && !same_image(&t->image[i], image)) {
        i++;
    }
    return i;
}

/* False: it may wrap round, and be anywhere. */
static bool image_span(const V3dTileImage *image, uint64_t *first,
                       uint64_t *end)
{
    *first = image->address & V3D_ADDR_MASK;
    *end = *first + v3d_image_bytes(image->layout, v3d_tile_pixel_bytes(image),
                                    image->width, image->height);
    return *end <= V3D_ADDR_MASK + 1ull;
}

static bool add_image(V3dTiles *t, const V3dTileImage *image)
{
    V3dGuard *g = &t->stored;
    unsigned n = find_image(t, image);
    uint64_t first, end;

    if (n < g->num) {
        return true;
    }
    if (n == V3D_MAX_GUARDED || !image_span(image, &first, &end) ||
        overlaps_any(g, n, first, end)) {
        return false;
    }
    t->image[n] = *image;
    g->first[n] = first;
    g->end[n] = end;
    g->num++;
    return true;
}

static unsigned dump_bytes(bool no_colour, bool no_zs)
{
    return 4 * V3D_TILE_WORDS * (!no_colour + !no_zs);
}

/* Dumps have to ascend: one span is enough for all. */
static bool add_dump(V3dTiles *t, uint32_t address, unsigned bytes)
{
    V3dGuard *g = &t->stored;
    uint64_t first = address & V3D_ADDR_MASK, end = first + bytes;

    if (!g->end[DUMPS]) {
        g->first[DUMPS] = first;
    }
    if (first < g->end[DUMPS] || end > V3D_ADDR_MASK + 1ull ||
        overlaps_any(g, DUMPS, g->first[DUMPS], end)) {
        return false;
    }
    g->end[DUMPS] = end;
    return true;
}

/* A tile has one place, which no other tile of the round has. */
static bool use_place(Finder *f)
{
    const V3dTilePlace *at = &f->at;

    if (f->placed) {
        return f->tile->column == at->column && f->tile->row == at->row;
    }
    for (unsigned i = 0; i < f->tiles->num; i++) {
        const V3dTile *other = &f->tiles->tile[i];

        if (other->column == at->column && other->row == at->row) {
            return false;
        }
    }
    f->tile->column = at->column;
    f->tile->row = at->row;
    f->placed = true;
    return true;
}

/*
 * Stores and loads
 */

/* Is nothing loaded that a tile before it stores? */
static bool load_fits(Finder *f)
{
    const V3dRecord *r = &f->load;
    const V3dGuard *g = &f->tiles->stored;
    V3dTileImage image;
    uint64_t first, end;

    if (r->code == V3D_REC_LOAD_FULL) {
        first = r->load_full.address & V3D_ADDR_MASK;
        return !overlaps_any(g, g->num, first, first +
                             dump_bytes(r->load_full.disable_colour,
                                        r->load_full.disable_zs));
    }
    image = v3d_load_image(&f->v3d->s.render, r);
    if (image.buffer == V3D_BUFFER_FULL) {
        first = image.address & V3D_ADDR_MASK;
        return !overlaps_any(g, g->num, first, first + dump_bytes(0, 0));
    }
    return image_span(&image, &first, &end) &&
           !overlaps_any(g, find_image(f->tiles, &image), first, end);
}

static Step find_load(Finder *f, const V3dRecord *record)
{
    if (f->stores || f->load.code) {
        return STEP_STOP;
    }
    f->load = *record;
    return STEP_MORE;
}

static Step find_coordinates(Finder *f, const V3dRecord *record)
{
    f->at.column = record->tile_coordinates.column;
    f->at.row = record->tile_coordinates.row;
    if (f->load.code) {
        if (!use_place(f) || !load_fits(f)) {
            return STEP_STOP;
        }
        f->load.code = 0;
    }
    return STEP_MORE;
}

/* After a store of something, which cleared all of the tile buffer or not */
static Step stored(Finder *f, bool fits, bool cleared, bool frame_ends)
{
    if (!fits || !use_place(f) || f->load.code || f->at.cl.depth) {
        return STEP_STOP;
    }
    if (frame_ends && !cleared) {
        return STEP_STOP;
    }
    f->tile->frame_ends = frame_ends;
    return cleared ? STEP_TILE : STEP_MORE;
}

static Step find_resolved(Finder *f, const V3dRecord *record)
{
    V3dTileImage image = v3d_frame_image(&f->v3d->s.render);

    return stored(f, add_image(f->tiles, &image), true,
                  record->code == V3D_REC_STORE_MS_RESOLVED_EOF);
}

static Step find_full(Finder *f, const V3dRecord *record)
{
    return stored(f, add_dump(f->tiles, record->store_full.address,
                              dump_bytes(record->store_full.disable_colour,
                                         record->store_full.disable_zs)),
                  !record->store_full.disable_clear,
                  record->store_full.last_tile);
}

static Step find_general(Finder *f, const V3dRecord *record)
{
    V3dTileImage image = v3d_store_image(&f->v3d->s.render, record);
    bool fits = true;

    if (image.buffer == V3D_BUFFER_FULL) {
        fits = add_dump(f->tiles, image.address,
                        dump_bytes(record->store_general.disable_colour,
                                   record->store_general.disable_zs));
    } else if (image.buffer != V3D_BUFFER_NONE) {
        fits = add_image(f->tiles, &image);
    }
    return stored(f, fits, !record->store_general.disable_colour_clear &&
                  !record->store_general.disable_zs_clear &&
                  !record->store_general.disable_mask_clear,
                  record->store_general.last_tile);
}

/*
 * What is drawn
 */

static Step find_draw(Finder *f, const V3dRecord *record)
{
    return f->stores ? STEP_STOP : STEP_MORE;
}

static Step find_list(Finder *f, const V3dRecord *record)
{
    V3dListPlace place = { .ca = f->at.cl.ca };
    V3dListNext next = V3D_LIST_MOVED;
    V3dItems items;

    v3d_items_decode(&items, f->at.item);
    while (next != V3D_LIST_END) {
        if (f->stores || f->steps++ >= MAX_STEPS) {
            return STEP_STOP;
        }
        next = v3d_list_next(&place, &f->v3d->core.mem, items.list_type);
    }
    f->at.cl.ca = place.ca;
    return STEP_MORE;
}

static Step find_item(Finder *f, const V3dRecord *record)
{
    v3d_item_put(&f->at.item[v3d_item_number(record->code)], record);
    return f->stores ? STEP_STOP : STEP_MORE;
}

/*
 * Ways through the list, as in cle.c
 */

static Step find_nothing(Finder *f, const V3dRecord *record)
{
    return STEP_MORE;
}

static Step find_branch(Finder *f, const V3dRecord *record)
{
    f->at.cl.ca = record->branch.address;
    return f->stores ? STEP_STOP : STEP_MORE;
}

static Step find_sub_list(Finder *f, const V3dRecord *record)
{
    V3dClState *cl = &f->at.cl;

    if (f->stores || cl->depth == V3D_MAX_DEPTH) {
        return STEP_STOP;
    }
    cl->ra[cl->depth++] = cl->ca;
    cl->ca = record->branch_to_sub_list.address;
    return STEP_MORE;
}

static Step find_return(Finder *f, const V3dRecord *record)
{
    V3dClState *cl = &f->at.cl;

    cl->lc = (cl->lc & 0xffff0000) | (cl->lc + 1) % 0x10000;
    if (cl->depth) {
        cl->ca = cl->ra[--cl->depth];
    }
    return STEP_MORE;
}

typedef Step FindFn(Finder *f, const V3dRecord *record);

/* The others are for who executes the list. */
static FindFn *const find_fn[256] = {
    [V3D_REC_NOP] = find_nothing,
    [V3D_REC_BRANCH] = find_branch,
    [V3D_REC_BRANCH_TO_SUB_LIST] = find_sub_list,
    [V3D_REC_RETURN_FROM_SUB_LIST] = find_return,
    [V3D_REC_STORE_MS_RESOLVED] = find_resolved,
    [V3D_REC_STORE_MS_RESOLVED_EOF] = find_resolved,
    [V3D_REC_STORE_FULL] = find_full,
    [V3D_REC_LOAD_FULL] = find_load,
    [V3D_REC_STORE_GENERAL] = find_general,
    [V3D_REC_LOAD_GENERAL] = find_load,
    [V3D_REC_INDEXED_PRIMITIVES] = find_draw,
    [V3D_REC_ARRAY_PRIMITIVES] = find_draw,
    [V3D_REC_COMPRESSED_PRIMITIVES] = find_list,
    [V3D_REC_CLIPPED_PRIMITIVES] = find_list,
    [V3D_REC_TILE_COORDINATES] = find_coordinates,
};

static bool is_store(uint8_t code)
{
    return code == V3D_REC_STORE_MS_RESOLVED ||
           code == V3D_REC_STORE_MS_RESOLVED_EOF ||
           code == V3D_REC_STORE_FULL || code == V3D_REC_STORE_GENERAL;
}

static Step find_record(Finder *f)
{
    V3dClState *cl = &f->at.cl;
    uint32_t ca = cl->ca;
    V3dRecord record;
    FindFn *fn;

    if (ca == cl->ea || f->steps++ >= MAX_STEPS ||
        v3d_stopped(&f->v3d->core) || !v3d_cl_fetch(f->v3d, ca, &record)) {
        return STEP_STOP;
    }
    fn = v3d_item_number(record.code) < V3D_NUM_ITEMS ? find_item :
         find_fn[record.code];
    if (!fn) {
        return STEP_STOP;
    }
    if (is_store(record.code) && !f->stores++) {
        f->tile->store = ca;
    }
    cl->trail[cl->records++ % V3D_TRAIL] = ca;
    cl->ca = ca + record.size;
    return fn(f, &record);
}

/* Is there a tile from f->at on? */
static bool find_tile(Finder *f)
{
    Step step;

    f->tile = &f->tiles->tile[f->tiles->num];
    f->placed = false;
    f->stores = 0;
    do {
        step = find_record(f);
    } while (step == STEP_MORE);
    return step == STEP_TILE;
}

void v3d_tiles_find(V3dTiles *tiles, V3d *v3d)
{
    V3dMemory *mem = &v3d->core.mem;
    GpuEvents unheard = { };
    Finder f = { .v3d = v3d, .tiles = tiles };

    tiles->num = 0;
    tiles->stored = (V3dGuard) { .num = DUMPS + 1 };
    f.at.cl = v3d->s.cl[V3D_RENDER];
    f.at.column = v3d->s.render.column;
    f.at.row = v3d->s.render.row;
    memcpy(f.at.item, v3d->s.item[V3D_RENDER], sizeof(f.at.item));
    tiles->place[0] = f.at;
    /* Who executes the list reports what is wrong with it. */
    mem->events = &unheard;
    while (tiles->num < V3D_ROUND_TILES && find_tile(&f)) {
        tiles->place[++tiles->num] = f.at;
        if (f.tile->frame_ends) {
            break;
        }
    }
    mem->events = &v3d->core.events;
}
