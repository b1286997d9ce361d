/*
 * VideoCore IV 3D engine: primitive assembly
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "prim.h"
#include "hw/gpu/v3d/isa/records.h"

enum {
    POINTS, LINES, LINE_LOOP, LINE_STRIP, TRIANGLES, TRIANGLE_STRIP,
    TRIANGLE_FAN, NUM_MODES,
};

unsigned v3d_prim_type(unsigned mode)
{
    static const uint8_t type[NUM_MODES] = {
        [POINTS] = V3D_PRIM_POINT,
        [LINES] = V3D_PRIM_LINE,
        [LINE_LOOP] = V3D_PRIM_LINE,
        [LINE_STRIP] = V3D_PRIM_LINE,
        [TRIANGLES] = V3D_PRIM_TRIANGLE,
        [TRIANGLE_STRIP] = V3D_PRIM_TRIANGLE,
        [TRIANGLE_FAN] = V3D_PRIM_TRIANGLE,
    };

    return mode < NUM_MODES ? type[mode] : V3D_PRIM_POINT;
}

uint32_t v3d_prim_count(unsigned mode, uint32_t length)
{
    switch (mode) {
    case POINTS:
        return length;
    case LINES:
        return length / 2;
    case LINE_LOOP:
        /* A loop of two vertices is not drawn. */
        return length > 2 ? length : 0;
    case LINE_STRIP:
        return length > 1 ? length - 1 : 0;
    case TRIANGLES:
        return length / 3;
    case TRIANGLE_STRIP:
    case TRIANGLE_FAN:
        return length > 2 ? length - 2 : 0;
    default:
        return 0;
    }
}

/* Places in the list of primitive @n's vertices */
static void places(unsigned mode, uint32_t length, uint32_t n,
                   uint32_t place[3])
{
    unsigned odd = mode == TRIANGLE_STRIP && n % 2;

    if (mode == LINES || mode == TRIANGLES) {
        n *= mode == LINES ? 2 : 3;
    }
    place[0] = n + odd;
    place[1] = n + 1 - odd;
    place[2] = n + 2;
    if (mode == TRIANGLE_FAN) {
        place[0] = 0;
        place[1] = n + 1;
    } else if (mode == LINE_LOOP && place[1] == length) {
        place[1] = 0;
    }
}

static uint32_t index_at(const V3dDrawState *draw, V3dCore *core,
                         uint32_t place)
{
    uint32_t index;

    if (draw->code == V3D_REC_ARRAY_PRIMITIVES) {
        /* Tile lists have 16 bits for an index. */
        return (draw->first + place) & 0xffff;
    }
    index = draw->index_type ?
            v3d_load_16(&core->mem, draw->first + 2 * place) :
            v3d_load_8(&core->mem, draw->first + place);
    if (index > draw->max_index) {
        /* M: the last one instead */
        v3d_report(core, V3D_EV_INDEX, index);
        index = draw->max_index;
    }
    return index;
}

void v3d_prim_indices(const V3dDrawState *draw, V3dCore *core, uint32_t n,
                      uint32_t index[3])
{
    unsigned type = v3d_prim_type(draw->mode);
    uint32_t place[3];

    places(draw->mode, draw->length, n, place);
    for (unsigned i = 0; i <= type; i++) {
        index[i] = index_at(draw, core, place[i]);
    }
}
