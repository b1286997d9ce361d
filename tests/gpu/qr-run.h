/*
 * One primitive on a small depth, colour and stencil target, for tests of the
 * rasteriser and the tests behind it
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef TESTS_GPU_QR_RUN_H
#define TESTS_GPU_QR_RUN_H

#include <glib.h>
#include "hw/gpu/gr3d/pipe/frag.h"
#include "fp-test.h"
#include "tile-run.h"

#define MAX_SIZE    16          /* pixels, square */

typedef struct Fixture {
    Gr3dDraw draw;
    Gr3dRegs regs;
    Gr3dFp fp;
    Gr3dPrim prim;
    uint8_t color[MAX_SIZE * MAX_SIZE * 4];
    uint8_t depth[MAX_SIZE * MAX_SIZE * 2];
    uint8_t stencil[MAX_SIZE * MAX_SIZE];
} Fixture;

static inline void span(Fixture *f, unsigned surf, uint8_t *data, size_t size)
{
    f->draw.span[GR3D_SPAN_SURFACE + surf] = (GpuSpan) {
        .data = data, .size = size, .writable = true,
    };
}

static inline void put(Fixture *f, unsigned slot, uint64_t word)
{
    put_slot(&f->regs, 0, slot, word);
}

/*
 * Make depth, colour and stencil in surfaces 0, 1, 2, of @size x @size pixels;
 * a program of one EXEC with one packet stores to the colour.
 */
static inline Fixture *new_fixture(unsigned size)
{
    Fixture *f = g_new0(Fixture, 1);
    uint32_t *reg = f->regs.reg;

    reg[0x350] = reg[0x351] = size;
    reg[0x405] = 0xfffff;
    reg[0x40f] = 0x48;
    reg[0xe10] = size * 2 << 8 | 11 << 2;
    reg[0xe11] = size * 4 << 8 | 13 << 2;
    reg[0xe12] = size << 8 | 3 << 2;
    reg[0x903] = 7;
    reg[0x520] = 1;
    f->regs.dw_inst[0] = 0x00020005;
    f->regs.alu_sched[0] = 1;
    span(f, 0, f->depth, size * size * 2);
    span(f, 1, f->color, size * size * 4);
    span(f, 2, f->stencil, size * size);
    return f;
}

#endif /* TESTS_GPU_QR_RUN_H */
