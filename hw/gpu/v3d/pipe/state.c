/*
 * VideoCore IV 3D engine: state that was loaded
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <glib.h>
#include "hw/gpu/v3d/v3d.h"
#include "items.h"
#include "state.h"

static bool cl_valid(const V3dClState *cl)
{
    return cl->run <= V3D_RUNNING && cl->depth <= V3D_MAX_DEPTH &&
           cl->semaphore <= 7;
}

/* A whole record of this item, or nothing */
static bool item_valid(const V3dItem *item, unsigned n)
{
    uint8_t code = item->words[0];

    return !item->size || (v3d_item_number(code) == n &&
                           item->size == v3d_record_row(code)->size);
}

static bool items_valid(const V3dItem *item)
{
    for (unsigned n = 0; n < V3D_NUM_ITEMS; n++) {
        if (!item_valid(&item[n], n)) {
            return false;
        }
    }
    return true;
}

static bool draw_valid(const V3dDrawState *draw)
{
    return (!draw->code || draw->code == V3D_REC_INDEXED_PRIMITIVES ||
            draw->code == V3D_REC_ARRAY_PRIMITIVES) && draw->mode <= 6;
}

static bool prim_valid(const V3dPrimState *prim)
{
    return prim->vertices <= G_N_ELEMENTS(prim->word) &&
           prim->shading <= V3D_MAX_SHADING &&
           (!prim->shading || prim->shaded < prim->shading);
}

static bool block_valid(uint32_t block)
{
    return block == 32 || block == 64 || block == 128 || block == 256;
}

static bool bin_valid(const V3dBinState *bin)
{
    return bin->width <= 255 && bin->height <= 255 && bin->multisample <= 1 &&
           bin->colour_64 <= 1 &&
           block_valid(bin->initial_block) && block_valid(bin->block) &&
           bin->flush <= bin->width * bin->height + 1 &&
           draw_valid(&bin->draw);
}

static bool render_valid(const V3dRenderState *r)
{
    return r->width <= UINT16_MAX && r->height <= UINT16_MAX &&
           r->layout <= 3 && r->frame_format <= 3 && r->column <= 255 &&
           r->row <= 255 && r->tile.multisample <= 1 &&
           r->tile.colour_64 <= 1 && r->tile.vg_mask <= 1 &&
           draw_valid(&r->draw);
}

bool v3d_state_valid(const V3dState *s)
{
    return s->version == V3D_STATE_VERSION &&
           cl_valid(&s->cl[V3D_BIN]) && cl_valid(&s->cl[V3D_RENDER]) &&
           items_valid(s->item[V3D_BIN]) &&
           items_valid(s->item[V3D_RENDER]) &&
           prim_valid(&s->prim[V3D_BIN]) && prim_valid(&s->prim[V3D_RENDER]) &&
           bin_valid(&s->bin) && render_valid(&s->render);
}
