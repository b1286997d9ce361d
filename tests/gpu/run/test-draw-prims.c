/*
 * GR3D primitives through a whole draw: index modes, order, provoking vertex
 *
 * The rasteriser is replaced: it keeps the primitives that it is given.  Vertex
 * number n carries n in a flat and in a smooth column.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <glib.h>
#include "hw/gpu/gr3d/isa/num.h"
#include "assembly-model.h"
#include "hw/gpu/gr3d/pipe/vpe.h"
#include "fp-test.h"

#define VERTICES    9

static Gr3dPrim seen[64];
static unsigned num_seen;

/* All vertices are in one band of one tile: one call a primitive. */
static uint64_t see_prim(const Gr3dDraw *draw, Gr3dTile *tile,
                         const Gr3dPrim *prim, const Gr3dRect *rect)
{
    g_assert_cmpint(num_seen, <, G_N_ELEMENTS(seen));
    seen[num_seen++] = *prim;
    return 1;
}

static const Gr3dReference recorder = { gr3d_vp_run, see_prim };

typedef struct Scene {
    Gr3dRegs regs;
    float vertex[VERTICES][5];  /* position, number */
    uint8_t index[4 * VERTICES];
} Scene;

static void set_float(Gr3dRegs *regs, uint32_t offset, float v)
{
    memcpy(&regs->reg[offset], &v, sizeof(v));
}

/* Position to export 0, number to export 7: row 1 */
static const uint32_t program[8] = {
    0x401f9c6c, 0x0040000d, 0x8106c083, 0x6041ff80,
    0x401f9c6c, 0x0040010d, 0x8106c083, 0x6041ff9d,
};

static void put_mfu(Gr3dRegs *regs, uint64_t word)
{
    regs->reg[0x520] = 1;
    regs->mfu_sched[0] = SCHED(0, 1);
    regs->mfu_inst[0] = word >> 32;
    regs->mfu_inst[1] = word;
}

static Scene *new_scene(void)
{
    Scene *s = g_new0(Scene, 1);
    uint32_t *reg = s->regs.reg;

    memcpy(s->regs.vp_inst, program, sizeof(program));
    reg[0x101] = 0x144d;                        /* f32 x 4, stride 20 */
    reg[0x103] = 0x141d;                        /* f32 x 1 */
    reg[0x120] = 0x30081;
    reg[0x201] = 0xffff;
    /* row 1, x: to column 0 smooth, and once more to column 1 flat */
    reg[0x300] = reg[0x302] = 1 << 3;
    reg[0x301] = 0xc;
    reg[0x303] = 0xd | 1 << 16;
    /* somebody has to read these columns */
    put_mfu(&s->regs, VAR(0, 0, 1, 0) | VAR(1, 0, 1, 0));
    reg[0x343] = 0xb8e00000 | 1 << 5;
    reg[0x346] = 1 << 12;
    reg[0x34c] = 2;
    reg[0x350] = 64;
    reg[0x351] = 8;
    set_float(&s->regs, 0x347, 1);
    set_float(&s->regs, 0x34d, 1);
    set_float(&s->regs, 0x355, 16);
    set_float(&s->regs, 0x356, 16);
    set_float(&s->regs, 0x358, 4096);
    set_float(&s->regs, 0x359, 4096);
    set_float(&s->regs, 0x35a, 6.99f);
    for (unsigned n = 0; n < VERTICES; n++) {
        const float v[5] = { 4 + 6 * n, n % 2 ? 6 : 2 - n / 8.f, 0, 1, n };

        memcpy(s->vertex[n], v, sizeof(v));
    }
    return s;
}

/* Position k has vertex number 8 - k, or k without indices. */
static unsigned number_at(unsigned mode, unsigned k)
{
    return mode ? VERTICES - 1 - k : k;
}

static void set_indices(Scene *s, unsigned mode)
{
    static const unsigned sizes[4] = { 0, 1, 2, 4 };

    memset(s->index, 0, sizeof(s->index));
    for (unsigned k = 0; mode && k < VERTICES; k++) {
        s->index[k * sizes[mode]] = number_at(mode, k);
    }
}

static void run(Scene *s)
{
    Gr3dDraw *draw = gr3d_draw_new(&s->regs);
    unsigned num;

    num_seen = 0;
    draw->reference = &recorder;
    gr3d_draw_bind(draw, 0, s->vertex, sizeof(s->vertex));
    gr3d_draw_bind(draw, 1, &s->vertex[0][4], sizeof(s->vertex) - 16);
    gr3d_draw_bind(draw, GR3D_SPAN_INDEX, s->index, sizeof(s->index));
    gr3d_draw_run(draw);
    gr3d_draw_events(draw, &num);
    g_assert_cmpint(num, ==, 0);
    gr3d_draw_free(draw);
}

static void check_prim(const Gr3dPrim *p, unsigned corners, unsigned mode,
                       const unsigned v[3], unsigned provoking)
{
    static const Gr3dPrimKind kinds[4] = {
        0, GR3D_PRIM_POINT, GR3D_PRIM_LINE, GR3D_PRIM_TRIANGLE,
    };

    g_assert_cmpint(p->kind, ==, kinds[corners]);
    for (unsigned i = 0; i < 3; i++) {
        unsigned k = v[MIN(i, corners - 1)];

        g_assert_cmpfloat(gr3d_fp20_to_double(p->tram[0][0][i]), ==,
                          number_at(mode, k));
        g_assert_cmpfloat(gr3d_fp20_to_double(p->tram[0][1][i]), ==,
                          number_at(mode, provoking));
    }
}

static void test_types(void)
{
    g_autofree Scene *s = new_scene();

    for (unsigned n = 0; n < 7 * 2 * 4 * VERTICES; n++) {
        unsigned type = n % 7, last = n / 7 % 2, mode = n / 14 % 4;
        unsigned count = n / 56 + 1;
        Prims want;

        set_indices(s, mode);
        s->regs.reg[0x122] = type << 24 | last << 27 | mode << 28;
        s->regs.reg[0x123] = (count - 1) << 20;
        run(s);
        model_assembly(&want, type, count);
        g_assert_cmpint(num_seen, ==, want.num);
        for (unsigned j = 0; j < num_seen; j++) {
            check_prim(&seen[j], model_corners[type], mode, want.prim[j].v,
                       last ? want.prim[j].last : want.prim[j].first);
        }
    }
}

/* PIVOT_VTX and the cache bits do nothing. */
static void test_ignored_bits(void)
{
    g_autofree Scene *s = new_scene();
    Prims want;

    s->regs.reg[0x122] = 6 << 24 | 0xc00fffff;
    s->regs.reg[0x123] = (VERTICES - 1) << 20;
    run(s);
    model_assembly(&want, 6, VERTICES);
    g_assert_cmpint(num_seen, ==, want.num);
    for (unsigned j = 0; j < num_seen; j++) {
        check_prim(&seen[j], 3, 0, want.prim[j].v, want.prim[j].first);
    }
}

/* Strips keep their winding: CULL of one kind takes all or nothing. */
static void test_strip_winding(void)
{
    for (unsigned type = 5; type < 7; type++) {
        g_autofree Scene *s = new_scene();
        unsigned drawn[2];

        if (type == 6) {        /* a fan that turns one way: an arc */
            for (unsigned n = 0; n < VERTICES; n++) {
                s->vertex[n][0] = n ? 4 + 6 * n : 34;
                s->vertex[n][1] = n ? 7 - (n - 4.5f) * (n - 4.5f) / 4 : 1;
            }
        }
        s->regs.reg[0x122] = type << 24;
        s->regs.reg[0x123] = (VERTICES - 1) << 20;
        for (unsigned cull = 1; cull < 3; cull++) {
            s->regs.reg[0x343] = (s->regs.reg[0x343] & ~(3u << 16)) |
                                 cull << 16;
            run(s);
            drawn[cull - 1] = num_seen;
        }
        g_assert_cmpint(drawn[0] + drawn[1], ==, VERTICES - 2);
        g_assert_true(drawn[0] == 0 || drawn[1] == 0);
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/draw-prims/types", test_types);
    g_test_add_func("/draw-prims/ignored-bits", test_ignored_bits);
    g_test_add_func("/draw-prims/strip-winding", test_strip_winding);
    return g_test_run();
}
