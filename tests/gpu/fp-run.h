/*
 * One fragment through a small fragment program, for tests
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef TESTS_GPU_FP_RUN_H
#define TESTS_GPU_FP_RUN_H

#include <glib.h>
#include "hw/gpu/gr3d/isa/num.h"
#include "hw/gpu/gr3d/pipe/frag.h"
#include "fp-test.h"
#include "tile-run.h"

#define F(x)        gr3d_fp20_from_double(x)
#define PAIR(l, h)  ((uint32_t)(l) | (uint32_t)(h) << 10)

typedef struct Fixture {
    Gr3dDraw draw;
    Gr3dRegs regs;
    Gr3dFp fp;
    Gr3dPrim prim;
    Gr3dFrag frag;
    uint8_t pixels[256];
    double q[3];                /* 1/w of the vertices */
} Fixture;

/* Make one EXEC with a packet of fillers; surface 1 is 8x8 RGBA8888. */
static inline Fixture *fixture(void)
{
    Fixture *f = g_new0(Fixture, 1);
    uint32_t *reg = f->regs.reg;

    reg[0x520] = 1;
    reg[0xe11] = 32 << 8 | 13 << 2;
    reg[0x903] = 2;
    reg[0x350] = reg[0x351] = 8;
    f->prim.front = true;
    f->q[0] = f->q[1] = f->q[2] = 1;
    f->draw.span[GR3D_SPAN_SURFACE + 1] = (GpuSpan) {
        .data = f->pixels, .size = sizeof(f->pixels), .writable = true,
    };
    return f;
}

static inline void put(Fixture *f, unsigned packet, unsigned slot,
                       uint64_t word)
{
    put_slot(&f->regs, packet, slot, word);
}

static inline void put_mfu(Fixture *f, unsigned at, uint64_t word)
{
    put_instruction(&f->regs, at, word);
}

static inline void init(Fixture *f, double l0, double l1)
{
    const double l[3] = { l0, l1, 1 - l0 - l1 };
    float coef[3];

    for (unsigned i = 0; i < 3; i++) {
        coef[i] = (float)(l[i] * f->q[i]);
    }
    freeze_draw(&f->draw, &f->regs, &f->fp);
    gr3d_frag_init(&f->frag, &f->draw, &f->prim, 5, 3, coef);
}

static inline void run(Fixture *f)
{
    tile_frag(&f->draw, &f->prim, &f->frag, 1);
}

#endif /* TESTS_GPU_FP_RUN_H */
