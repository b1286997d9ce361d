/*
 * Set-up of single primitives for tests
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef TESTS_GPU_SU_RUN_H
#define TESTS_GPU_SU_RUN_H

#include <glib.h>
#include <math.h>
#include "hw/gpu/gr3d/isa/num.h"
#include "hw/gpu/gr3d/isa/regs.h"
#include "hw/gpu/gr3d/pipe/su.h"
#include "prim-covers.h"

#define SIZE    64              /* pixels of the small test targets */

typedef struct Fixture {
    Gr3dRegs regs;
    Gr3dSu su;
    GpuEvents events;
    Gr3dVertex v[3];
    Gr3dPrim prim[GR3D_SU_MAX_PRIMS];
} Fixture;

static inline void set_float(Gr3dRegs *regs, uint32_t offset, float v)
{
    memcpy(&regs->reg[offset], &v, sizeof(v));
}

/* Make a set-up: one clip unit is one pixel, window (0, 0) is clip (0, 0). */
static inline Fixture *new_fixture(void)
{
    Fixture *f = g_new0(Fixture, 1);
    Gr3dRegs *r = &f->regs;

    r->reg[0x120] = 0x3;
    r->reg[0x122] = 0x04000000;
    r->reg[0x343] = 0xb8e00000;
    r->reg[0x350] = SIZE;
    r->reg[0x351] = SIZE;
    set_float(r, 0x355, 16);
    set_float(r, 0x356, 16);
    set_float(r, 0x357, 0.5f - 0x1p-21f);
    set_float(r, 0x354, 0.5f - 0x1p-21f);
    set_float(r, 0x358, 4096);
    set_float(r, 0x359, 4096);
    set_float(r, 0x35a, 6.99f);
    return f;
}

static inline void set_vertex(Fixture *f, unsigned i, float x, float y,
                              float z, float w)
{
    const float pos[4] = { x, y, z, w };

    memcpy(f->v[i].row[0], pos, sizeof(pos));
}

static inline unsigned setup(Fixture *f, unsigned num, unsigned flat)
{
    const Gr3dVertex *const v[3] = { &f->v[0], &f->v[1], &f->v[2] };

    gr3d_su_decode(&f->su, &f->regs, &f->events);
    return gr3d_su_prim(&f->su, v, num, &f->v[flat], f->prim, &f->events);
}

/* Return twice the area in 1/16 pixel, which the edges sum up to anywhere. */
static inline int64_t twice_area(const Gr3dPrim *p)
{
    return p->edge[0].c + p->edge[1].c + p->edge[2].c;
}

static inline unsigned run_tri(Fixture *f, bool ccw)
{
    set_vertex(f, 0, 10, 10, 0, 1);
    set_vertex(f, ccw ? 1 : 2, 20, 10, 0, 1);
    set_vertex(f, ccw ? 2 : 1, 10, 20, 0, 1);
    return setup(f, 3, 0);
}

static inline unsigned count_pixels(const Gr3dPrim *p, int *col_min,
                                    int *col_max, int *row_min, int *row_max)
{
    unsigned count = 0;

    *col_min = *row_min = SIZE;
    *col_max = *row_max = -1;
    for (int row = 0; row < SIZE; row++) {
        for (int col = 0; col < SIZE; col++) {
            if (prim_covers(p, col, row) && prim_box_has(p, col, row)) {
                *col_min = MIN(*col_min, col);
                *col_max = MAX(*col_max, col);
                *row_min = MIN(*row_min, row);
                *row_max = MAX(*row_max, row);
                count++;
            }
        }
    }
    return count;
}

static inline int rand_int(int low, int high)  /* both included */
{
    return g_test_rand_int_range(low, high + 1);
}

static inline float rand_float(double low, double high)
{
    return g_test_rand_double_range(low, high);
}

#endif /* TESTS_GPU_SU_RUN_H */
