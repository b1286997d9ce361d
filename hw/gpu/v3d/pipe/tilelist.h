/*
 * VideoCore IV 3D engine: compressed primitive lists, as the rendering thread
 * reads them
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef V3D_TILELIST_H
#define V3D_TILELIST_H

#include "hw/gpu/v3d/isa/memory.h"

/* A byte in place of a primitive */
enum {
    V3D_LIST_ESCAPE = 128,      /* the list ends */
    V3D_LIST_ABSOLUTE = 129,    /* whole indices follow */
    V3D_LIST_BRANCH = 130,      /* 16 bits follow, in units of 32 bytes */
};

typedef struct V3dListPlace {
    uint32_t ca;
    uint32_t index[3];          /* of the primitive before */
} V3dListPlace;

typedef enum V3dListNext {
    V3D_LIST_PRIM,              /* place->index is the next primitive */
    V3D_LIST_MOVED,             /* a branch: look again */
    V3D_LIST_END,
} V3dListNext;

/* @type: points, lines or triangles */
V3dListNext v3d_list_next(V3dListPlace *place, V3dMemory *mem, unsigned type);

/*
 * The bytes of a primitive, at most V3D_LIST_MAX_PRIM, that depend on none
 * before.  Returns their number.
 */
#define V3D_LIST_MAX_PRIM   7

unsigned v3d_list_encode(uint8_t *data, unsigned type, const uint32_t *index);

#endif /* V3D_TILELIST_H */
