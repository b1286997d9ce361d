/*
 * VideoCore IV 3D engine: state items, the records that a primitive depends on
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <string.h>
#include "hw/gpu/lib/bits.h"
#include "hw/gpu/lib/le.h"
#include "items.h"

static const uint8_t item_number[256] = {
    [V3D_REC_PRIMITIVE_LIST_FORMAT] = V3D_ITEM_LIST_FORMAT + 1,
    [V3D_REC_GL_SHADER_STATE] = V3D_ITEM_SHADER + 1,
    [V3D_REC_NV_SHADER_STATE] = V3D_ITEM_SHADER + 1,
    [V3D_REC_VG_SHADER_STATE] = V3D_ITEM_SHADER + 1,
    [V3D_REC_VG_INLINE_SHADER] = V3D_ITEM_SHADER + 1,
    [V3D_REC_CONFIGURATION_BITS] = V3D_ITEM_CONFIG + 1,
    [V3D_REC_FLAT_SHADE_FLAGS] = V3D_ITEM_FLAT + 1,
    [V3D_REC_POINT_SIZE] = V3D_ITEM_POINT_SIZE + 1,
    [V3D_REC_LINE_WIDTH] = V3D_ITEM_LINE_WIDTH + 1,
    [V3D_REC_DEPTH_OFFSET] = V3D_ITEM_DEPTH_OFFSET + 1,
    [V3D_REC_CLIP_WINDOW] = V3D_ITEM_CLIP_WINDOW + 1,
    [V3D_REC_VIEWPORT_OFFSET] = V3D_ITEM_VIEWPORT + 1,
    [V3D_REC_Z_CLIPPING_PLANES] = V3D_ITEM_Z_PLANES + 1,
};

unsigned v3d_item_number(uint8_t code)
{
    return item_number[code] ? item_number[code] - 1 : V3D_NUM_ITEMS;
}

void v3d_item_put(V3dItem *item, const V3dRecord *record)
{
    uint8_t data[V3D_RECORD_MAX_SIZE] = { };

    item->size = v3d_record_encode(record, data);
    for (unsigned i = 0; i < 3; i++) {
        item->words[i] = gpu_load_le_4(data + 4 * i);
    }
}

unsigned v3d_item_bytes(const V3dItem *item, uint8_t *data)
{
    for (unsigned i = 0; i < 3; i++) {
        gpu_store_le_4(data + 4 * i, item->words[i]);
    }
    return item->size;
}

bool v3d_item_get(const V3dItem *item, V3dRecord *record)
{
    uint8_t data[V3D_RECORD_MAX_SIZE] = { };

    if (!v3d_item_bytes(item, data)) {
        memset(record, 0, sizeof(*record));
        return false;
    }
    return v3d_record_decode(record, data);
}

/* 1 bit sign, 8 exponent, 7 mantissa: the upper half of a float */
static float half_of_float(uint32_t bits)
{
    return gpu_float_from_bits(bits << 16);
}

static void decode_clip_window(V3dItems *items, const V3dItem *item)
{
    V3dRecord r;

    if (!v3d_item_get(&item[V3D_ITEM_CLIP_WINDOW], &r)) {
        items->clip_right = items->clip_bottom = UINT16_MAX;
        return;
    }
    items->clip_left = r.clip_window.left;
    items->clip_top = r.clip_window.bottom;
    items->clip_right = r.clip_window.left + r.clip_window.width;
    items->clip_bottom = r.clip_window.bottom + r.clip_window.height;
}

static void decode_z_planes(V3dItems *items, const V3dItem *item)
{
    V3dRecord r;

    items->z_max = 1;
    if (v3d_item_get(&item[V3D_ITEM_Z_PLANES], &r)) {
        items->z_min = r.z_clipping_planes.min;
        items->z_max = r.z_clipping_planes.max;
    }
}

void v3d_items_decode(V3dItems *items, const V3dItem *item)
{
    V3dRecord r;

    memset(items, 0, sizeof(*items));
    v3d_item_get(&item[V3D_ITEM_SHADER], &items->shader);
    v3d_item_get(&item[V3D_ITEM_CONFIG], &items->config);
    v3d_item_get(&item[V3D_ITEM_FLAT], &r);
    items->flat = r.flat_shade_flags.flags;
    items->point_size = v3d_item_get(&item[V3D_ITEM_POINT_SIZE], &r) ?
                        r.point_size.size : 1;
    items->line_width = v3d_item_get(&item[V3D_ITEM_LINE_WIDTH], &r) ?
                        r.line_width.width : 1;
    v3d_item_get(&item[V3D_ITEM_DEPTH_OFFSET], &r);
    items->offset_factor = half_of_float(r.depth_offset.factor);
    items->offset_units = half_of_float(r.depth_offset.units);
    v3d_item_get(&item[V3D_ITEM_VIEWPORT], &r);
    items->view_x = r.viewport_offset.x;
    items->view_y = r.viewport_offset.y;
    v3d_item_get(&item[V3D_ITEM_LIST_FORMAT], &r);
    /* M: what is no type; trapezoids, of VG, are coded as lines. */
    items->list_type = r.primitive_list_format.type == 3 ? 1 :
                       r.primitive_list_format.type > 3 ? 2 :
                       r.primitive_list_format.type;
    decode_clip_window(items, item);
    decode_z_planes(items, item);
}
