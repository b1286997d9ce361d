/*
 * VideoCore IV 3D engine: early Z, which blocks a primitive is behind
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <string.h>
#include "earlyz.h"

#define LAST    (V3D_STRIP_BLOCK - 1)
#define SIZE    64              /* pixels on a side of the tile */

/* Bits 0 to 2 of a function let less, equal and greater pass. */
enum {
    LESS = 1,
    GREATER = 4,
};

void v3d_earlyz_forget(V3dEarlyZ *earlyz)
{
    earlyz->stale = UINT64_MAX;
    memset(earlyz->far, 0xff, sizeof(earlyz->far));
}

bool v3d_earlyz_grows(const V3dItems *items)
{
    return items->config.configuration_bits.z_update &&
           items->config.configuration_bits.depth_func & GREATER;
}

bool v3d_earlyz_usable(const V3dFrag *frag, const V3dStripProgram *program)
{
    return program->early_z && !frag->tile->multisample &&
           !(frag->items->config.configuration_bits.depth_func & GREATER);
}

/*
 * Z of the block's nearest pixel: each step is that of the test, so no other
 * pixel has less.  A bit before it, as floats may be rounded in another way.
 */
static double nearest(const V3dSetup *s, int32_t x, int32_t y)
{
    float dx = x + (s->za < 0 ? LAST : 0) + 0.5f - s->x0;
    float dy = y + (s->zb < 0 ? LAST : 0) + 0.5f - s->y0;

    return v3d_setup_z(s, dx, dy) - 0x1p-20;
}

/* Of Z that is infinite, or no number, nothing is said. */
static bool is_behind(const V3dItems *items, double z, uint32_t far)
{
    bool less = items->config.configuration_bits.depth_func == LESS;

    return z < 0xffffff && (less ? z >= far : z >= far + 1.0);
}

bool v3d_earlyz_hides(V3dEarlyZ *earlyz, const V3dExec *exec,
                      const V3dFrag *frag, int32_t x, int32_t y)
{
    unsigned left = x & (SIZE - 1), top = y & (SIZE - 1);
    unsigned n = top / V3D_STRIP_BLOCK * 8 + left / V3D_STRIP_BLOCK;
    double z = nearest(frag->setup, x, y);

    if (is_behind(frag->items, z, earlyz->far[n])) {
        return true;
    }
    if (earlyz->stale >> n & 1) {
        earlyz->far[n] = exec->farthest(
            &frag->tile->zs[v3d_tile_place(frag->tile, left, top)]);
        earlyz->stale &= ~(1ull << n);
        if (is_behind(frag->items, z, earlyz->far[n])) {
            return true;
        }
    }
    if (frag->items->config.configuration_bits.z_update) {
        earlyz->stale |= 1ull << n;
    }
    return false;
}
