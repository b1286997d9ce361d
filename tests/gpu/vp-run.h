/*
 * Vertex programs for tests: build, run, look at the exports
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef TESTS_GPU_VP_RUN_H
#define TESTS_GPU_VP_RUN_H

#include <glib.h>
#include <math.h>
#include "hw/gpu/gr3d/isa/regs.h"
#include "hw/gpu/gr3d/pipe/vpe.h"
#include "vp-word.h"

#define INF         ((float)INFINITY)
#define Q           NAN
#define TINY        0x1p-126f       /* smallest normal number */
#define DEN         0x1.8p-127f     /* a denormal: reads as zero */
#define HUGE_F      0x1.fffffep127f

typedef struct Fixture {
    Gr3dRegs regs;
    Gr3dVp vp;
    Gr3dVpInsn insn[GR3D_VP_INSNS];
    GpuEvents events;
    float attr[16][4];
    float out[16][4];
    unsigned length;            /* program words added so far */
} Fixture;

static inline Fixture *new_fixture(void)
{
    Fixture *f = g_new0(Fixture, 1);

    f->regs.reg[0x200] = 0x11;
    f->regs.reg[0x201] = 0xffff;
    f->regs.reg[0x202] = 0x00ff0000;
    return f;
}

static inline void add(Fixture *f, VpWord word)
{
    memcpy(&f->regs.vp_inst[4 * f->length++], word.w, sizeof(word.w));
}

static inline void set_const(Fixture *f, unsigned i, float x, float y,
                             float z, float w)
{
    const float v[4] = { x, y, z, w };

    memcpy(&f->regs.vp_const[4 * i], v, sizeof(v));
}

static inline unsigned run(Fixture *f)
{
    gr3d_vp_decode_state(&f->vp, &f->regs);
    gr3d_vp_decode_program(f->insn, &f->regs);
    f->vp.insn = f->insn;
    return gr3d_vp_run(&f->vp, f->attr, f->out, &f->events);
}

static inline unsigned count_of(const Fixture *f, Gr3dEventId id)
{
    return f->events.place[id] ? f->events.list[f->events.place[id] - 1].count
                               : 0;
}

static inline void check_vec4(const float got[4], float x, float y, float z,
                              float w)
{
    const float want[4] = { x, y, z, w };

    for (int i = 0; i < 4; i++) {
        if (isnan(want[i])) {
            g_assert_true(isnan(got[i]));
        } else {
            g_assert_cmpfloat(got[i], ==, want[i]);
            g_assert_cmpint(!!signbit(got[i]), ==, !!signbit(want[i]));
        }
    }
}

static inline VpWord mov_const(unsigned index, unsigned rd, unsigned mask)
{
    VpWord word = vp_nop();

    vp_const(&word, index);
    vp_src(&word, 0, VP_CONST, 0);
    vp_vec(&word, 1, rd, mask);
    return word;
}

static inline VpWord mov_out(unsigned temp, unsigned index)
{
    VpWord word = vp_nop();

    vp_src(&word, 0, VP_TEMP, temp);
    vp_vec(&word, 1, 63, VP_XYZW);
    vp_export(&word, true, index);
    return word;
}

static inline void finish(Fixture *f)
{
    VpWord word = vp_nop();

    vp_end(&word);
    add(f, word);
    run(f);
}

static inline VpWord set_cc(unsigned index, unsigned cc)
{
    VpWord word = mov_const(index, 63, VP_XYZW);

    vp_set(&word, 110, 110, 1);
    vp_set(&word, 125, 125, 1);
    vp_set(&word, 121, 121, cc);
    return word;
}

static inline VpWord gated_mov(unsigned bits, unsigned cc, unsigned export)
{
    VpWord word = mov_const(9, 63, VP_XYZW);

    vp_test(&word, true, bits);
    vp_set(&word, 121, 121, cc);
    vp_export(&word, true, export);
    return word;
}

static inline VpWord load_addr(unsigned op, unsigned index, unsigned mask)
{
    VpWord word = mov_const(index, 0, mask);

    vp_set(&word, 90, 86, op);
    return word;
}

/* Export constant 100 + A0.c: constants are their own index. */
static inline VpWord probe_addr(unsigned comp, unsigned export)
{
    VpWord word = mov_const(100, 63, VP_XYZW);

    vp_set(&word, 1, 1, 1);
    vp_set(&word, 97, 96, comp);
    vp_export(&word, true, export);
    return word;
}

static inline void numbered_consts(Fixture *f)
{
    for (unsigned i = 10; i < 256; i++) {
        set_const(f, i, i, i, i, i);
    }
}

static inline void check_addr(Fixture *f, int x, int y, int z, int w)
{
    const int want[4] = { x, y, z, w };

    for (unsigned i = 0; i < 4; i++) {
        add(f, probe_addr(i, i));
    }
    finish(f);
    for (unsigned i = 0; i < 4; i++) {
        g_assert_cmpfloat(f->out[i][0], ==, 100 + want[i]);
    }
}

static inline VpWord flow(unsigned op, unsigned target, unsigned bits)
{
    VpWord word = vp_nop();

    vp_scl(&word, op, 63, 0);
    vp_target(&word, target);
    vp_test(&word, false, bits);        /* tested all the same */
    return word;
}

static inline void mark(Fixture *f, unsigned export)
{
    VpWord word = vp_nop();

    vp_vec(&word, 21, 63, VP_X);        /* STR */
    vp_export(&word, true, export);
    add(f, word);
}

static inline VpWord stack_op(unsigned vec, unsigned scl)
{
    VpWord word = vp_nop();

    vp_vec(&word, vec, vec ? 0 : 63, 0);
    vp_scl(&word, scl, scl ? 1 : 63, 0);
    return word;
}

#endif /* TESTS_GPU_VP_RUN_H */
