/*
 * Corner values of every opcode of the GR3D vertex processor; what it refuses
 *
 * Expected values are worked out by hand from docs/specs/tegra-gr3d.rst
 * (Vertex processor).
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "vp-run.h"

/*
 * Corner values, one component: all four get the same operands.
 */

typedef struct Corner {
    unsigned op;
    float a, b, c, want;
} Corner;

static const Corner vec_corners[] = {
    /* MOV */
    { 1, Q, 0, 0, Q }, { 1, INF, 0, 0, INF }, { 1, -INF, 0, 0, -INF },
    { 1, -0.f, 0, 0, -0.f }, { 1, DEN, 0, 0, 0 }, { 1, -DEN, 0, 0, -0.f },
    { 1, TINY, 0, 0, TINY }, { 1, HUGE_F, 0, 0, HUGE_F },
    /* MUL: zero times anything is zero (ZERO_MODE), infinities, overflow */
    { 2, INF, 2, 0, INF }, { 2, INF, -1, 0, -INF }, { 2, INF, 0, 0, 0 },
    { 2, 0, -INF, 0, 0 }, { 2, Q, 0, 0, 0 }, { 2, -0.f, Q, 0, 0 },
    { 2, INF, DEN, 0, 0 }, { 2, Q, 1, 0, Q }, { 2, 2, Q, 0, Q },
    { 2, -2, 0, 0, -0.f }, { 2, -0.f, -3, 0, 0 }, { 2, HUGE_F, 2, 0, INF },
    { 2, HUGE_F, -2, 0, -INF }, { 2, TINY, 0.5f, 0, 0 },
    { 2, -TINY, 0.5f, 0, -0.f }, { 2, TINY, 1, 0, TINY },
    /* (1 + 2^-23)^2 = 1 + 2^-22 + 2^-46 */
    { 2, 0x1.000002p0f, 0x1.000002p0f, 0, 0x1.000004p0f },
    /* 1.5 * (1 + 2^-23): half way, to even */
    { 2, 1.5f, 0x1.000002p0f, 0, 0x1.800004p0f },
    /* ADD: A + C */
    { 3, INF, 9, -INF, Q }, { 3, INF, 9, 1, INF }, { 3, 1, 9, -INF, -INF },
    { 3, Q, 9, 1, Q }, { 3, 1, 9, Q, Q }, { 3, 1, 9, -1, 0 },
    { 3, -0.f, 9, -0.f, -0.f }, { 3, -0.f, 9, 0, 0 }, { 3, DEN, 9, DEN, 0 },
    { 3, 0x1.8p-126f, 9, -TINY, 0 }, { 3, -0x1.8p-126f, 9, TINY, -0.f },
    { 3, HUGE_F, 9, HUGE_F, INF }, { 3, -HUGE_F, 9, -HUGE_F, -INF },
    /* halves of the last place go to even */
    { 3, 1, 9, 0x1p-24f, 1 }, { 3, 1, 9, 0x1.8p-23f, 0x1.000004p0f },
    { 3, 1, 9, 0x1.000002p-24f, 0x1.000002p0f },
    /* MAD: the product is rounded, flushed and under ZERO_MODE first */
    { 4, INF, 0, 5, 5 }, { 4, INF, 1, -INF, Q }, { 4, Q, 0, 1, 1 },
    { 4, Q, 2, 1, Q }, { 4, 2, 3, Q, Q }, { 4, TINY, 0.5f, 0, 0 },
    { 4, HUGE_F, 2, -HUGE_F, INF }, { 4, -1, 0, -0.f, -0.f },
    { 4, -1, 0, 0, 0 },
    /* MIN: A < B ? A : B */
    { 9, Q, 1, 0, 1 }, { 9, 1, Q, 0, Q }, { 9, Q, Q, 0, Q },
    { 9, -0.f, 0, 0, 0 }, { 9, 0, -0.f, 0, -0.f }, { 9, -INF, INF, 0, -INF },
    { 9, INF, -INF, 0, -INF }, { 9, HUGE_F, INF, 0, HUGE_F },
    { 9, DEN, -1, 0, -1 }, { 9, 3, 3, 0, 3 },
    /* MAX: A > B ? A : B */
    { 10, Q, 1, 0, 1 }, { 10, 1, Q, 0, Q }, { 10, Q, Q, 0, Q },
    { 10, -0.f, 0, 0, 0 }, { 10, 0, -0.f, 0, -0.f },
    { 10, -INF, INF, 0, INF }, { 10, INF, -INF, 0, INF },
    { 10, -HUGE_F, -INF, 0, -HUGE_F }, { 10, DEN, -1, 0, 0 },
    /* FRC = A - floor(A), below 1 */
    { 14, INF, 0, 0, Q }, { 14, -INF, 0, 0, Q }, { 14, Q, 0, 0, Q },
    { 14, -0.f, 0, 0, 0 }, { 14, DEN, 0, 0, 0 }, { 14, HUGE_F, 0, 0, 0 },
    { 14, -TINY, 0, 0, 0x1.fffffep-1f }, { 14, TINY, 0, 0, TINY },
    { 14, 8388607.5f, 0, 0, 0.5f }, { 14, -8388607.5f, 0, 0, 0.5f },
    /* FLR */
    { 15, INF, 0, 0, INF }, { 15, -INF, 0, 0, -INF }, { 15, Q, 0, 0, Q },
    { 15, -0.f, 0, 0, -0.f }, { 15, -DEN, 0, 0, -0.f },
    { 15, -TINY, 0, 0, -1 }, { 15, TINY, 0, 0, 0 },
    { 15, 8388607.5f, 0, 0, 8388607 }, { 15, -8388607.5f, 0, 0, -8388608 },
    { 15, HUGE_F, 0, 0, HUGE_F },
    /* SFL, STR */
    { 17, Q, Q, Q, 0 }, { 21, Q, Q, Q, 1 }, { 17, 1, 1, 1, 0 },
    { 21, 0, 0, 0, 1 },
    /* SSG: not a number has no sign */
    { 22, Q, 0, 0, 0 }, { 22, -0.f, 0, 0, 0 }, { 22, INF, 0, 0, 1 },
    { 22, -INF, 0, 0, -1 }, { 22, TINY, 0, 0, 1 }, { 22, -TINY, 0, 0, -1 },
    { 22, -DEN, 0, 0, 0 },
};

/* Run an opcode with all operands [A][B][C] = x replicated. */
static void run_op(bool scalar, unsigned op, float a, float b, float c,
                   float out[4])
{
    g_autofree Fixture *f = new_fixture();
    VpWord word = vp_nop();

    set_const(f, 2, a, a, a, a);
    set_const(f, 3, b, b, b, b);
    set_const(f, 4, c, c, c, c);
    for (int i = 0; i < 3; i++) {
        add(f, mov_const(2 + i, 1 + i, VP_XYZW));
        vp_src(&word, i, VP_TEMP, 1 + i);
    }
    (scalar ? vp_scl : vp_vec)(&word, op, 63, VP_XYZW);
    vp_export(&word, !scalar, 5);
    add(f, word);
    finish(f);
    g_assert_cmpint(f->events.num, ==, 0);
    memcpy(out, f->out[5], 4 * sizeof(float));
}

static void test_vec_corners(void)
{
    for (unsigned n = 0; n < G_N_ELEMENTS(vec_corners); n++) {
        const Corner *c = &vec_corners[n];
        float out[4];

        g_test_message("opcode %u, row %u", c->op, n);
        run_op(false, c->op, c->a, c->b, c->c, out);
        check_vec4(out, c->want, c->want, c->want, c->want);
    }
}

/* The six comparisons on every relation: bits SLT SGE SEQ SGT SLE SNE. */
static void test_comparisons(void)
{
    static const unsigned ops[6] = { 11, 12, 16, 18, 19, 20 };
    enum { LT = 0x31, EQ = 0x16, GT = 0x2a, UNORDERED = 0x20 };
    static const struct { float a, b; unsigned holds; } rows[] = {
        { 1, 2, LT }, { 2, 1, GT }, { 3, 3, EQ }, { 0, -0.f, EQ },
        { -0.f, 0, EQ }, { DEN, 0, EQ }, { -DEN, DEN, EQ }, { TINY, 0, GT },
        { -TINY, 0, LT }, { INF, INF, EQ }, { -INF, -INF, EQ },
        { -INF, INF, LT }, { INF, HUGE_F, GT }, { Q, 1, UNORDERED },
        { 1, Q, UNORDERED }, { Q, Q, UNORDERED }, { Q, INF, UNORDERED },
        { -INF, Q, UNORDERED }, { 1, 0x1.000002p0f, LT },
    };

    for (unsigned n = 0; n < G_N_ELEMENTS(rows); n++) {
        for (unsigned i = 0; i < 6; i++) {
            float out[4], want = rows[n].holds >> i & 1;

            run_op(false, ops[i], rows[n].a, rows[n].b, Q, out);
            check_vec4(out, want, want, want, want);
        }
    }
}

/* Dot products and DST with different components. */
static void test_products(void)
{
    static const struct {
        unsigned op;
        float a[4], b[4], want[4];
    } rows[] = {
        /* DP3 does not look at w, DPH takes A.w, DP4 both */
        { 5, { 1, 2, 3, Q }, { 1, 1, 1, Q }, { 6, 6, 6, 6 } },
        { 6, { 1, 2, 3, 4 }, { 1, 1, 1, Q }, { 10, 10, 10, 10 } },
        { 6, { 1, 2, 3, Q }, { 1, 1, 1, 1 }, { Q, Q, Q, Q } },
        { 7, { 1, 2, 3, INF }, { 1, 1, 1, 0 }, { 6, 6, 6, 6 } },
        { 7, { 1, 2, 3, 4 }, { 1, 1, 1, INF }, { INF, INF, INF, INF } },
        /* the sum goes from left to right */
        { 5, { 0x1p25f, 1, -0x1p25f, 0 }, { 1, 1, 1, 0 }, { 0, 0, 0, 0 } },
        { 5, { 0x1p25f, -0x1p25f, 1, 0 }, { 1, 1, 1, 0 }, { 1, 1, 1, 1 } },
        { 6, { 1, 1, 0x1p25f, -0x1p25f }, { 1, 1, 1, 0 }, { 0, 0, 0, 0 } },
        { 7, { HUGE_F, HUGE_F, -HUGE_F, 0 }, { 1, 1, 1, 1 },
          { INF, INF, INF, INF } },
        { 7, { HUGE_F, -HUGE_F, HUGE_F, 0 }, { 1, 1, 1, 1 },
          { HUGE_F, HUGE_F, HUGE_F, HUGE_F } },
        { 7, { INF, -INF, 0, 0 }, { 1, 1, 1, 1 }, { Q, Q, Q, Q } },
        { 7, { -0.f, -0.f, -0.f, -0.f }, { 1, 1, 1, 1 },
          { -0.f, -0.f, -0.f, -0.f } },
        { 5, { -0.f, -0.f, 0, 0 }, { 1, 1, 1, 1 }, { 0, 0, 0, 0 } },
        /* each product is flushed before the sum */
        { 5, { TINY, TINY, 1, 0 }, { 0.5f, 0.5f, 2, 0 }, { 2, 2, 2, 2 } },
        { 5, { TINY, TINY, 0, 0 }, { 0.5f, 0.5f, 0, 0 }, { 0, 0, 0, 0 } },
        /* DST = (1, A.y * B.y, B.z, A.w) */
        { 8, { Q, INF, Q, -0.f }, { Q, 0, -7, Q }, { 1, 0, -7, -0.f } },
        { 8, { 0, 3, 0, Q }, { 0, -INF, Q, 0 }, { 1, -INF, Q, Q } },
    };

    for (unsigned n = 0; n < G_N_ELEMENTS(rows); n++) {
        g_autofree Fixture *f = new_fixture();
        const float *a = rows[n].a, *b = rows[n].b, *want = rows[n].want;
        VpWord word = vp_nop();

        set_const(f, 2, a[0], a[1], a[2], a[3]);
        set_const(f, 3, b[0], b[1], b[2], b[3]);
        add(f, mov_const(2, 1, VP_XYZW));
        vp_const(&word, 3);
        vp_src(&word, 0, VP_TEMP, 1);
        vp_src(&word, 1, VP_CONST, 0);
        vp_vec(&word, rows[n].op, 63, VP_XYZW);
        vp_export(&word, true, 0);
        add(f, word);
        finish(f);
        check_vec4(f->out[0], want[0], want[1], want[2], want[3]);
    }
}

/* Without ZERO_MODE the product is IEEE's. */
static void test_zero_mode_off(void)
{
    static const struct { float a, b, want; } rows[] = {
        { INF, 0, Q }, { -0.f, INF, Q }, { Q, 0, Q }, { 3, -0.f, -0.f },
        { INF, DEN, Q }, { INF, 2, INF },
    };

    for (unsigned n = 0; n < G_N_ELEMENTS(rows); n++) {
        g_autofree Fixture *f = new_fixture();
        VpWord word = vp_nop();

        f->regs.reg[0x200] = 0x01;
        set_const(f, 2, rows[n].a, 0, 0, 0);
        set_const(f, 3, rows[n].b, 0, 0, 0);
        add(f, mov_const(2, 1, VP_X));
        vp_const(&word, 3);
        vp_src(&word, 0, VP_TEMP, 1);
        vp_src(&word, 1, VP_CONST, 0);
        vp_vec(&word, 2, 63, VP_X);
        vp_export(&word, true, 0);
        add(f, word);
        finish(f);
        check_vec4(f->out[0], rows[n].want, 0, 0, 1);
    }
}

static const Corner scl_corners[] = {
    /* RCP; beyond the normal numbers the result is a zero */
    { 2, 0, 0, Q, Q }, { 2, 0, 0, INF, 0 }, { 2, 0, 0, 0, INF },
    { 2, 0, 0, DEN, INF }, { 2, 0, 0, -DEN, -INF },
    { 2, 0, 0, TINY, 0x1p126f }, { 2, 0, 0, 0x1p126f, TINY },
    { 2, 0, 0, 0x1p127f, 0 }, { 2, 0, 0, -HUGE_F, -0.f },
    { 2, 0, 0, 3, 0x1.555556p-2f }, { 2, 0, 0, -1, -1 },
    /* RCC: magnitude within 2^-64 .. 2^64 */
    { 3, 0, 0, Q, Q }, { 3, 0, 0, -Q, Q }, { 3, 0, 0, INF, 0x1p-64f },
    { 3, 0, 0, -INF, -0x1p-64f }, { 3, 0, 0, 0, 0x1p64f },
    { 3, 0, 0, -DEN, -0x1p64f }, { 3, 0, 0, 0x1p-100f, 0x1p64f },
    { 3, 0, 0, -0x1p100f, -0x1p-64f }, { 3, 0, 0, 0x1p64f, 0x1p-64f },
    { 3, 0, 0, 0x1p-64f, 0x1p64f }, { 3, 0, 0, 0x1p63f, 0x1p-63f },
    { 3, 0, 0, -4, -0.25f },
    /* RSQ takes its operand as it is */
    { 4, 0, 0, Q, Q }, { 4, 0, 0, -INF, Q }, { 4, 0, 0, -TINY, Q },
    { 4, 0, 0, 0, INF }, { 4, 0, 0, DEN, INF }, { 4, 0, 0, -DEN, -INF },
    { 4, 0, 0, TINY, 0x1p63f }, { 4, 0, 0, 0x1p126f, 0x1p-63f },
    { 4, 0, 0, 2, 0x1.6a09e6p-1f },
    /* LG2 */
    { 13, 0, 0, Q, Q }, { 13, 0, 0, INF, INF }, { 13, 0, 0, -INF, Q },
    { 13, 0, 0, -0.f, -INF }, { 13, 0, 0, DEN, -INF }, { 13, 0, 0, 1, 0 },
    { 13, 0, 0, TINY, -126 }, { 13, 0, 0, -TINY, Q },
    { 13, 0, 0, 0x1p127f, 127 }, { 13, 0, 0, HUGE_F, 128 },
    /* EX2 */
    { 14, 0, 0, Q, Q }, { 14, 0, 0, INF, INF }, { 14, 0, 0, -INF, 0 },
    { 14, 0, 0, 128, INF }, { 14, 0, 0, 127, 0x1p127f },
    { 14, 0, 0, -126, TINY }, { 14, 0, 0, -126.5f, 0 }, { 14, 0, 0, -127, 0 },
    { 14, 0, 0, -0.f, 1 }, { 14, 0, 0, DEN, 1 }, { 14, 0, 0, HUGE_F, INF },
    { 14, 0, 0, 0.5f, 0x1.6a09e6p0f },
    /* SIN, COS */
    { 15, 0, 0, Q, Q }, { 15, 0, 0, INF, Q }, { 15, 0, 0, -INF, Q },
    { 15, 0, 0, 0, 0 }, { 15, 0, 0, -0.f, -0.f }, { 15, 0, 0, DEN, 0 },
    { 15, 0, 0, TINY, TINY }, { 15, 0, 0, 0x1.921fb6p0f, 1 },
    { 16, 0, 0, Q, Q }, { 16, 0, 0, INF, Q }, { 16, 0, 0, -INF, Q },
    { 16, 0, 0, 0, 1 }, { 16, 0, 0, -0.f, 1 }, { 16, 0, 0, DEN, 1 },
    { 16, 0, 0, 0x1.921fb6p1f, -1 },
};

static void test_scl_corners(void)
{
    for (unsigned n = 0; n < G_N_ELEMENTS(scl_corners); n++) {
        const Corner *c = &scl_corners[n];
        float out[4];

        g_test_message("opcode %u, row %u", c->op, n);
        run_op(true, c->op, c->a, c->b, c->c, out);
        check_vec4(out, c->want, c->want, c->want, c->want);
    }
}

/* MOV takes the whole vector; EXP, LOG and LIT have four results. */
static void test_scl_vectors(void)
{
    static const struct {
        unsigned op;
        float c[4], want[4];
    } rows[] = {
        { 1, { Q, -0.f, -INF, -DEN }, { Q, -0.f, -INF, -0.f } },
        { 5, { Q, 1, 1, 1 }, { Q, Q, Q, 1 } },
        { 5, { INF, 1, 1, 1 }, { INF, Q, INF, 1 } },
        { 5, { -INF, 1, 1, 1 }, { 0, Q, 0, 1 } },
        { 5, { 128, Q, Q, Q }, { INF, 0, INF, 1 } },
        { 5, { -0.f, Q, Q, Q }, { 1, 0, 1, 1 } },
        { 5, { -200.25f, Q, Q, Q }, { 0, 0.75f, 0, 1 } },
        { 5, { -126, Q, Q, Q }, { TINY, 0, TINY, 1 } },
        { 6, { Q, 1, 1, 1 }, { Q, Q, Q, 1 } },
        { 6, { -INF, 1, 1, 1 }, { INF, 1, INF, 1 } },
        { 6, { -0.f, 1, 1, 1 }, { -INF, 1, -INF, 1 } },
        { 6, { DEN, 1, 1, 1 }, { -INF, 1, -INF, 1 } },
        { 6, { -TINY, 1, 1, 1 }, { -126, 1, -126, 1 } },
        { 6, { HUGE_F, 1, 1, 1 }, { 127, 0x1.fffffep0f, 128, 1 } },
        /* LIT: (1, max(x, 0), x > 0 ? max(y, 0) ^ w : 0, 1) */
        { 7, { Q, 2, 0, 2 }, { 1, 0, 0, 1 } },
        { 7, { INF, 3, 0, 2 }, { 1, INF, 9, 1 } },
        { 7, { -0.f, 3, 0, 2 }, { 1, 0, 0, 1 } },
        { 7, { DEN, 3, 0, 2 }, { 1, 0, 0, 1 } },
        { 7, { TINY, 3, 0, 2 }, { 1, TINY, 9, 1 } },
        { 7, { 1, 0, 0, 2 }, { 1, 1, 0, 1 } },
        { 7, { 1, 0, 0, -2 }, { 1, 1, INF, 1 } },
        { 7, { 1, Q, 0, 2 }, { 1, 1, 0, 1 } },
        { 7, { 1, -5, 0, 2 }, { 1, 1, 0, 1 } },
        { 7, { 1, INF, 0, 2 }, { 1, 1, INF, 1 } },
        { 7, { 1, INF, 0, -0.f }, { 1, 1, 1, 1 } },
        { 7, { 1, 1, 0, INF }, { 1, 1, 1, 1 } },
        { 7, { 1, 2, 0, Q }, { 1, 1, Q, 1 } },
        /* 2^-127.996 is below the normal numbers, 4^-63.5 = 2^-127, too */
        { 7, { 1, 2, 0, -INF }, { 1, 1, 0, 1 } },
        { 7, { 1, 4, 0, -63 }, { 1, 1, TINY, 1 } },
        /* the exponent stops short of 128: 0.5^128 would be 2^-128 */
        { 7, { 1, 4, 0, 63.5f }, { 1, 1, 0x1p127f, 1 } },
    };

    for (unsigned n = 0; n < G_N_ELEMENTS(rows); n++) {
        g_autofree Fixture *f = new_fixture();
        const float *c = rows[n].c, *want = rows[n].want;
        VpWord word = vp_nop();

        set_const(f, 2, c[0], c[1], c[2], c[3]);
        vp_const(&word, 2);
        vp_src(&word, 2, VP_CONST, 0);
        vp_scl(&word, rows[n].op, 63, VP_XYZW);
        vp_export(&word, false, 0);
        add(f, word);
        finish(f);
        g_test_message("opcode %u, row %u", rows[n].op, n);
        check_vec4(f->out[0], want[0], want[1], want[2], want[3]);
    }
}

/*
 * Modify: |x| comes before -, saturation after the operation; each operand of
 * MAD has its own.
 */
static float modified(float v, unsigned bits)
{
    v = bits & 2 ? fabsf(v) : v;
    return bits & 1 ? -v : v;
}

static void test_modifiers(void)
{
    for (unsigned n = 0; n < 128; n++) {
        g_autofree Fixture *f = new_fixture();
        unsigned bits[3] = { n & 3, n >> 2 & 3, n >> 4 & 3 };
        const float v[3] = { -2, 0.5f, -0.25f };
        float want = modified(v[0], bits[0]) * modified(v[1], bits[1]) +
                     modified(v[2], bits[2]);
        VpWord word = vp_nop();

        for (unsigned i = 0; i < 3; i++) {
            set_const(f, i, v[i], 0, 0, 0);
            add(f, mov_const(i, i, VP_X));
            vp_src(&word, i, VP_TEMP, i);
            if (bits[i] & 1) {
                vp_neg(&word, i);
            }
            if (bits[i] & 2) {
                vp_abs(&word, i);
            }
        }
        vp_vec(&word, 4, 63, VP_X);
        vp_set(&word, 122, 122, n >> 6);
        vp_export(&word, true, 0);
        add(f, word);
        finish(f);
        want = n >> 6 ? CLAMP(want, 0, 1) : want;
        g_assert_cmpfloat(f->out[0][0], ==, want);
    }
}

/* All 256 swizzles on each operand, and 16 masks of each unit. */
static void test_swizzles(void)
{
    for (unsigned swizzle = 0; swizzle < 256; swizzle++) {
        for (unsigned operand = 0; operand < 3; operand += 2) {
            g_autofree Fixture *f = new_fixture();
            unsigned mask = (swizzle * 7 + operand) % 16;
            VpWord word = vp_nop();

            set_const(f, 0, 10, 20, 30, 40);
            vp_src(&word, operand, VP_CONST, 0);
            vp_swizzle(&word, operand, swizzle);
            /* MOV of A or the scalar MOV of C */
            (operand ? vp_scl : vp_vec)(&word, 1, 63, mask);
            vp_export(&word, !operand, 0);
            add(f, word);
            finish(f);
            for (int i = 0; i < 4; i++) {
                float want = 10 * ((swizzle >> (6 - 2 * i) & 3) + 1);

                g_assert_cmpfloat(f->out[0][i], ==,
                                  mask >> (3 - i) & 1 ? want : i == 3);
            }
        }
    }
}

/* B's swizzle: the sum of A = 0 0 0 1 times B picks component w of it. */
static void test_swizzle_b(void)
{
    for (unsigned swizzle = 0; swizzle < 256; swizzle++) {
        g_autofree Fixture *f = new_fixture();
        VpWord word = vp_nop();

        set_const(f, 0, 10, 20, 30, 40);
        f->attr[3][0] = f->attr[3][1] = f->attr[3][2] = f->attr[3][3] = 1;
        vp_attr(&word, 3);
        vp_src(&word, 0, VP_ATTR, 0);
        vp_src(&word, 1, VP_CONST, 0);
        vp_swizzle(&word, 1, swizzle);
        vp_vec(&word, 2, 63, VP_XYZW);
        vp_export(&word, true, 0);
        add(f, word);
        finish(f);
        for (int i = 0; i < 4; i++) {
            g_assert_cmpfloat(f->out[0][i], ==,
                              10 * ((swizzle >> (6 - 2 * i) & 3) + 1));
        }
    }
}

/* Each illegal field aborts, even in an instruction that does nothing. */
static void test_aborts(void)
{
    static const struct { unsigned high, low, first, last, none; } rows[] = {
        { 62, 57, 32, 63, 0 }, { 45, 40, 32, 63, 0 }, { 28, 23, 32, 63, 0 },
        { 116, 111, 32, 62, 63 }, { 12, 7, 32, 62, 63 }, { 6, 2, 16, 30, 31 },
    };

    for (unsigned n = 0; n < G_N_ELEMENTS(rows); n++) {
        for (unsigned v = rows[n].first; v <= rows[n].last; v++) {
            g_autofree Fixture *f = new_fixture();
            VpWord word = vp_nop();

            mark(f, 1);
            vp_set(&word, rows[n].high, rows[n].low, v);
            vp_test(&word, true, 0);            /* not even executed */
            add(f, word);
            mark(f, 2);
            finish(f);
            g_assert_cmpfloat(f->out[1][0], ==, 1);
            g_assert_cmpfloat(f->out[2][0], ==, 0);
            g_assert_cmpint(count_of(f, GR3D_EV_VP_ABORT), ==, 1);
        }
    }
}

/* Opcodes without a model: no effect but the event, in both units. */
static void test_unknown(void)
{
    static const unsigned scl[] = { 8, 10, 17, 18, 21, 26, 31 };
    static const unsigned vec[] = { 25, 28, 29, 30, 31 };

    for (unsigned n = 0; n < G_N_ELEMENTS(scl) + G_N_ELEMENTS(vec); n++) {
        g_autofree Fixture *f = new_fixture();
        bool scalar = n < G_N_ELEMENTS(scl);
        unsigned op = scalar ? scl[n] : vec[n - G_N_ELEMENTS(scl)];
        VpWord word = set_cc(0, 0);

        set_const(f, 0, 5, 5, 5, 5);
        f->regs.reg[0x203] = ~0u;               /* BRANCHBITS */
        vp_vec(&word, scalar ? 0 : op, 2, VP_XYZW);
        vp_scl(&word, scalar ? op : 0, 4, VP_XYZW);
        vp_src(&word, 2, VP_CONST, 0);
        vp_target(&word, 0);
        vp_export(&word, !scalar, 1);
        add(f, word);
        add(f, mov_out(2, 2));
        add(f, mov_out(4, 3));
        set_const(f, 9, 5, 6, 7, 8);
        add(f, gated_mov(2, 0, 4));             /* still equal */
        finish(f);
        check_vec4(f->out[1], 0, 0, 0, 1);
        check_vec4(f->out[2], 0, 0, 0, 0);
        check_vec4(f->out[3], 0, 0, 0, 0);
        check_vec4(f->out[4], 5, 6, 7, 8);
        g_assert_cmpint(f->events.num, ==, 1);
        g_assert_cmpint(count_of(f, GR3D_EV_VP_OPCODE), ==, 1);
        g_assert_cmphex(f->events.list[0].value, ==,
                        scalar ? op << 8 : op);
    }
}

/* Type 0 reads like the attribute that the word names. */
static void test_type_none(void)
{
    g_autofree Fixture *f = new_fixture();
    VpWord word = vp_nop();

    f->attr[7][2] = 9;
    vp_attr(&word, 7);
    vp_vec(&word, 1, 63, VP_Z);
    vp_export(&word, true, 0);
    add(f, word);
    finish(f);
    check_vec4(f->out[0], 0, 0, 9, 1);
}

#define T(name) g_test_add_func("/vp-table/" #name, test_##name)

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    T(vec_corners);
    T(comparisons);
    T(products);
    T(zero_mode_off);
    T(scl_corners);
    T(scl_vectors);
    T(modifiers);
    T(swizzles);
    T(swizzle_b);
    T(aborts);
    T(unknown);
    T(type_none);
    return g_test_run();
}
