/*
 * VideoCore IV 3D engine: state items, the records that a primitive depends on
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef V3D_ITEMS_H
#define V3D_ITEMS_H

#include "hw/gpu/v3d/isa/records.h"
#include "state.h"

/* V3D_NUM_ITEMS: the record is no state item */
unsigned v3d_item_number(uint8_t code);
void v3d_item_put(V3dItem *item, const V3dRecord *record);
/* False: the record was never seen, *@record is zeros. */
bool v3d_item_get(const V3dItem *item, V3dRecord *record);
/* The record as it is in a list; returns its size, 0 if it was never seen. */
unsigned v3d_item_bytes(const V3dItem *item, uint8_t *data);

/* Items as a primitive uses them */
typedef struct V3dItems {
    V3dRecord shader;           /* GL, NV or VG shader state; code 0: none */
    V3dRecord config;
    uint32_t flat;
    float point_size, line_width;
    float offset_factor, offset_units;
    uint32_t clip_left, clip_top, clip_right, clip_bottom;  /* pixels */
    int32_t view_x, view_y;     /* 1/16 pixel */
    float z_min, z_max;
    unsigned list_type;         /* 0 points, 1 lines, 2 triangles */
} V3dItems;

void v3d_items_decode(V3dItems *items, const V3dItem *item);

#endif /* V3D_ITEMS_H */
