/*
 * Ten small fragment programs and what they cost, worked by hand
 *
 * docs/specs/tegra-gr3d-cost.rst has the working of each.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef TESTS_GPU_COST_PROGRAMS_H
#define TESTS_GPU_COST_PROGRAMS_H

#define WEIGHTS "mfu sfu rcp r4; mul0 w, sfu, coef0; mul1 w, sfu, coef1"

/* A packet of four slots */
#define FOUR(a, b, c, d) "alu\n" a "\n" b "\n" c "\n" d "\n"

#define COPY    FOUR("mad g0.l, r2.l, 1, 0", "mad g0.h, r2.h, 1, 0", \
                     "mad g1.l, r3.l, 1, 0", "mad g1.h, r3.h, 1, 0")
#define SQUARE  FOUR("mad r2.l, r2.l, r2.l, 0", "mad r2.h, r2.h, r2.h, 0", \
                     "mad r3.l, r3.l, r3.l, 0", "mad r3.h, r3.h, r3.h, 0")
#define TIMES   FOUR("mad g0.l, g0.l, r2.l, 0", "mad g0.h, g0.h, r2.h, 0", \
                     "mad g1.l, g1.l, r3.l, 0", "mad g1.h, g1.h, r3.h, 0")
#define PLUS    FOUR("mad r2.l, r2.l, u0.l, g0.l", \
                     "mad r2.h, r2.h, u0.h, g0.h", \
                     "mad r3.l, r3.l, u1.l, g1.l", \
                     "mad r3.h, r3.h, u1.h, g1.h")

typedef struct CostProgram {
    const char *name, *text;
    /* the Tegra20: clocks of a fragment, of one alone; what limits it */
    unsigned clocks, alone;
    const char *limit;
    /* the CineFX core: passes, clocks of a quad */
    unsigned passes, quad;
} CostProgram;

static const CostProgram cost_programs[] = {
    {
        "flat",
        "exec\n"
        FOUR("mad r0.l, u0.l, 1, 0", "mad r0.h, u0.h, 1, 0",
             "mad r1.l, u1.l, 1, 0", "mad r1.h, u1.h, 1, 0")
        "dw store s1, r0\n",
        1, 5, "ALU DW", 1, 1,
    }, {
        "colour",
        "exec\n"
        WEIGHTS "; var0 fp20 t0; var1 fp20 t0; var2 fp20 t0; var3 fp20 t0\n"
        FOUR("mad r3.h, r3, 1, 0", "mad r3.l, r2, 1, 0",
             "mad r2.h, r0, 1, 0", "mad r2.l, r1, 1, 0")
        "dw store s1, r2\n",
        1, 5, "MFU ALU DW", 2, 2,
    }, {
        "modulate",
        "exec\n"
        WEIGHTS "; var0 fp20 t0; var1 fp20 t0; var2 fx10 t0; var3 fx10 t0\n"
        "tex r0, tex0, r0\n"
        FOUR("mad r0.l, r0.l, r2.l, 0", "mad r0.h, r0.h, r2.h, 0",
             "mad r1.l, r1.l, r3.l, 0", "mad r1.h, r1.h, r3.h, 0")
        "dw store s1, r0\n",
        1, 5, "MFU TEX ALU DW", 3, 3,
    }, {
        "blend",
        "exec\n"
        WEIGHTS "; var0 fp20 t0; var1 fp20 t0; var2 fx10 t0; var3 fx10 t0\n"
        "tex r0, tex0, r0\n"
        FOUR("mad r0.l, r0.l, r2.l, 0", "mad r0.h, r0.h, r2.h, 0",
             "mad r1.l, r1.l, r3.l, 0", "mad r1.h, r1.h, r3.h, 0")
        "exec\n"
        "pseq ld r2, s1\n"
        FOUR("mad r0.l, r0.l, r1.h, -r2.l, b.h-1",
             "mad r0.h, r0.h, r1.h, -r2.h, b.h-1",
             "mad r1.l, r1.l, r1.h, -r3.l, b.h-1",
             "mad r1.h, r1.h, 1-r3.h, r3.h")
        "dw store s1, r0\n",
        2, 10, "ALU", 5, 6,
    }, {
        "batch",
        "exec\n"
        "pseq ld r2, s1\n"
        WEIGHTS "; var0 fp20 t0; var1 fp20 t0\n"
        "mfu sfu frc r0\n"
        "mfu sfu frc r1\n"
        "tex r0, tex0, r0\n"
        FOUR("mad r0.l, r0.l, r2.l, 0", "mad r0.h, r0.h, r2.h, 0",
             "mad r1.l, r1.l, r3.l, 0", "mad r1.h, r1.h, r3.h, 0")
        FOUR("mad r0.l, r0.l, u0.l, 0", "mad r0.h, r0.h, u0.h, 0",
             "mad r1.l, r1.l, u1.l, 0", "mad r1.h, r1.h, u1.h, 0")
        FOUR("mad r0.l, r0.l, 1, u2.l", "mad r0.h, r0.h, 1, u2.h",
             "mad r1.l, r1.l, 1, u3.l", "mad r1.h, r1.h, 1, u3.h")
        "dw store s1, r0\n",
        3, 9, "MFU ALU", 6, 6,
    }, {
        "normalise",
        "exec\n"
        WEIGHTS "; var0 fp20 t0; var1 fp20 t0; var2 fp20 t0\n"
        FOUR("mad.recv r3, r0, r0, 0", "mad.send _, r1, r1, 0",
             "mad.send _, r2, r2, 0", "nop")
        "exec\n"
        "mfu sfu rsq r3\n"
        FOUR("mad r0.l, r0, r3, 0", "mad r0.h, r1, r3, 0",
             "mad r1.l, r2, r3, 0", "nop")
        "dw store s1, r0\n",
        2, 10, "MFU ALU", 4, 5,
    }, {
        "power",
        "exec\n"
        "mfu sfu lg2 r0\n"
        "mfu mul0 r0, r0, k0\n"
        "mfu sfu preex2 r0\n"
        "exec\n"
        "mfu sfu ex2 r0\n"
        "alu\nmad r0.l, r0, 1, 0\n"
        "dw store s1, r0\n",
        4, 12, "MFU", 5, 6,
    }, {
        "lerp",
        "exec\n"
        "pseq ld r2, s1\n"
        FOUR("mad r0.l, r0.l, u0.l, -r2.l, b.l-1",
             "mad r0.h, r0.h, u0.h, -r2.h, b.h-1",
             "mad r1.l, r1.l, u1.l, -r3.l, b.l-1",
             "mad r1.h, r1.h, u1.h, -r3.h, b.h-1")
        "dw store s1, r0\n",
        1, 5, "PSEQ ALU DW", 2, 2,
    }, {
        "kill",
        "exec\n"
        WEIGHTS "; var0 fp20 t0; var1 fp20 t0\n"
        "tex r0, tex0, r0\n"
        "alu\nmad.eq kill, r1.h, 1, 0\n"
        "exec\n"
        "dw store s1, r0\n",
        2, 10, "MFU TEX ALU DW", 2, 4,
    }, {
        "long",
        "exec\n"
        WEIGHTS "; var0 fp20 t0; var1 fp20 t0\n"
        "tex r2, tex0, r0\n"
        COPY SQUARE PLUS
        "exec\n"
        "tex r2, tex1, r0\n"
        TIMES PLUS TIMES
        "exec\n"
        "mfu var2 fx10 t0; var3 fx10 t0\n"
        TIMES PLUS TIMES
        "exec\n"
        TIMES PLUS COPY
        "dw store s1, r2\n",
        12, 28, "ALU", 15, 18,
    },
};

#endif /* TESTS_GPU_COST_PROGRAMS_H */
