/*
 * VideoCore IV 3D engine: compressed primitive lists, as the rendering thread
 * reads them
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef V3D_TILELIST_H
#define V3D_TILELIST_H

#include "prim.h"

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

/* Bits [@first, @first + @bits) of @word, signed */
static inline int32_t v3d_list_diff(uint32_t word, unsigned first,
                                    unsigned bits)
{
    return (int32_t)(word << (32 - first - bits)) >> (32 - bits);
}

/* Three vertices, of which two are near to the first */
static inline bool v3d_list_is_near(uint32_t word)
{
    return (word & 15) == 15;
}

static inline void v3d_list_near(uint32_t index[3], uint32_t word)
{
    index[0] = word >> 16;
    index[1] = (index[0] + v3d_list_diff(word, 4, 6)) & 0xffff;
    index[2] = (index[0] + v3d_list_diff(word, 10, 6)) & 0xffff;
}

V3dListNext v3d_list_next_any(V3dListPlace *place, V3dMemory *mem,
                              unsigned type);

/* @type: points, lines or triangles */
static inline V3dListNext v3d_list_next(V3dListPlace *place, V3dMemory *mem,
                                        unsigned type)
{
    const uint8_t *data = v3d_memory_peek(mem, place->ca, 8);
    uint64_t word = data ? gpu_load_le(data, 8) : 0;

    /* What v3d_list_encode() gives */
    if (type != V3D_PRIM_TRIANGLE) {
        return v3d_list_next_any(place, mem, type);
    } else if (v3d_list_is_near(word)) {
        v3d_list_near(place->index, word);
        place->ca += 4;
    } else if ((uint8_t)word == V3D_LIST_ABSOLUTE) {
        for (unsigned i = 0; i < 3; i++) {
            place->index[i] = word >> (8 + 16 * i) & 0xffff;
        }
        place->ca += 7;
    } else {
        return v3d_list_next_any(place, mem, type);
    }
    return V3D_LIST_PRIM;
}

/*
 * The bytes of a primitive, at most V3D_LIST_MAX_PRIM, that depend on none
 * before.  Returns their number.
 */
#define V3D_LIST_MAX_PRIM   7

unsigned v3d_list_encode(uint8_t *data, unsigned type, const uint32_t *index);

#endif /* V3D_TILELIST_H */
