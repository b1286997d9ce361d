/*
 * Tests of the GR3D vertex processor's reference interpreter
 *
 * Every expected value is worked out by hand from the opcode's documented
 * meaning.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "vp-run.h"

/*
 * One instruction: A = attribute 0, B = temporary 1, C = constant 2.
 * MOV into R1 goes first because there is only one attribute port.
 */
typedef struct OpCase {
    const char *name;
    bool scalar;
    unsigned op;
    float a[4], b[4], c[4], want[4];
} OpCase;

static const OpCase op_cases[] = {
    { "mov", false, 1, { 1, -2, 3, -0.0f }, { 0 }, { 0 },
      { 1, -2, 3, -0.0f } },
    { "mul", false, 2, { 2, -3, 0.5f, 4 }, { 3, 5, 8, -0.25f }, { 9 },
      { 6, -15, 4, -1 } },
    /* the second operand is C */
    { "add", false, 3, { 1, 2, 3, 4 }, { 50, 50, 50, 50 },
      { 10, 20, -3, 0.5f }, { 11, 22, 0, 4.5f } },
    { "mad", false, 4, { 2, 3, 4, 5 }, { 10, 10, 10, -1 }, { 1, 2, 3, 5 },
      { 21, 32, 43, 0 } },
    /* two roundings: (1+2^-23)^2 rounds to 1+2^-22 first */
    { "mad-unfused", false, 4, { 0x1.000002p0f, 1, 1, 1 },
      { 0x1.000002p0f, 1, 1, 1 }, { -0x1.000004p0f, -1, -1, -1 },
      { 0, 0, 0, 0 } },
    { "dp3", false, 5, { 1, 2, 3, 100 }, { 4, 5, 6, 100 }, { 0 },
      { 32, 32, 32, 32 } },
    /* 4 + 10 + 18 + A.w */
    { "dph", false, 6, { 1, 2, 3, 7 }, { 4, 5, 6, 1000 }, { 0 },
      { 39, 39, 39, 39 } },
    { "dp4", false, 7, { 1, 2, 3, 4 }, { 5, 6, 7, 8 }, { 0 },
      { 70, 70, 70, 70 } },
    /* left to right: (2^25 + 1) loses the 1, then minus 2^25 */
    { "dp4-order", false, 7, { 0x1p25f, 1, -0x1p25f, 3 }, { 1, 1, 1, 1 },
      { 0 }, { 3, 3, 3, 3 } },
    { "dst", false, 8, { 9, 3, 9, 7 }, { 8, 5, 6, 8 }, { 0 },
      { 1, 15, 6, 7 } },
    { "min", false, 9, { 1, 5, -1, NAN }, { 2, 4, -2, 3 }, { 0 },
      { 1, 4, -2, 3 } },
    { "max", false, 10, { 1, 5, -1, NAN }, { 2, 4, -2, 3 }, { 0 },
      { 2, 5, -1, 3 } },
    { "slt", false, 11, { 1, 2, 3, -0.0f }, { 2, 2, 2, 0 }, { 0 },
      { 1, 0, 0, 0 } },
    { "slt-nan", false, 11, { NAN, 0, NAN, 0 }, { 0, NAN, NAN, 0 }, { 0 },
      { 0, 0, 0, 0 } },
    { "sge", false, 12, { 1, 2, 3, NAN }, { 2, 2, 2, 0 }, { 0 },
      { 0, 1, 1, 0 } },
    { "frc", false, 14, { 1.25f, -1.25f, 3, -0.5f }, { 0 }, { 0 },
      { 0.25f, 0.75f, 0, 0.5f } },
    /* never 1 */
    { "frc-tiny", false, 14, { -0x1p-30f, 0x1p-30f, 0, 2.5f }, { 0 }, { 0 },
      { 0x1.fffffep-1f, 0x1p-30f, 0, 0.5f } },
    { "flr", false, 15, { 1.75f, -1.25f, -3, 0.5f }, { 0 }, { 0 },
      { 1, -2, -3, 0 } },
    { "seq", false, 16, { 1, 2, 0, NAN }, { 1, 3, -0.0f, NAN }, { 0 },
      { 1, 0, 1, 0 } },
    { "sfl", false, 17, { 1, 2, 3, 4 }, { 0 }, { 0 }, { 0, 0, 0, 0 } },
    { "sgt", false, 18, { 1, 2, 3, NAN }, { 2, 2, 2, 0 }, { 0 },
      { 0, 0, 1, 0 } },
    { "sle", false, 19, { 1, 2, 3, NAN }, { 2, 2, 2, 0 }, { 0 },
      { 1, 1, 0, 0 } },
    { "sne", false, 20, { 1, 2, 0, NAN }, { 1, 3, -0.0f, NAN }, { 0 },
      { 0, 1, 0, 1 } },
    { "str", false, 21, { 0 }, { 0 }, { 0 }, { 1, 1, 1, 1 } },
    { "ssg", false, 22, { 5, -0.25f, -0.0f, INF }, { 0 }, { 0 },
      { 1, -1, 0, 1 } },
    { "zero-mode", false, 2, { 0, -0.0f, INF, 0 }, { INF, NAN, 0, -2 }, { 0 },
      { 0, 0, 0, -0.0f } },
    { "denormal-result", false, 2, { 0x1p-100f, -0x1p-100f, 0x1p-63f, 1 },
      { 0x1p-40f, 0x1p-40f, 0x1p-63f, 1 }, { 0 },
      { 0, -0.0f, 0x1p-126f, 1 } },

    { "smov", true, 1, { 0 }, { 0 }, { 1, 2, 3, -4 }, { 1, 2, 3, -4 } },
    { "rcp", true, 2, { 0 }, { 0 }, { 4, 9, 9, 9 },
      { 0.25f, 0.25f, 0.25f, 0.25f } },
    { "rcp-1", true, 2, { 0 }, { 0 }, { 1 }, { 1, 1, 1, 1 } },
    { "rcp-0", true, 2, { 0 }, { 0 }, { -0.0f }, { -INF, -INF, -INF, -INF } },
    { "rcp-inf", true, 2, { 0 }, { 0 }, { -INF },
      { -0.0f, -0.0f, -0.0f, -0.0f } },
    { "rcc", true, 3, { 0 }, { 0 }, { -2 }, { -0.5f, -0.5f, -0.5f, -0.5f } },
    { "rcc-0", true, 3, { 0 }, { 0 }, { -0.0f },
      { -0x1p64f, -0x1p64f, -0x1p64f, -0x1p64f } },
    { "rcc-big", true, 3, { 0 }, { 0 }, { 0x1p100f },
      { 0x1p-64f, 0x1p-64f, 0x1p-64f, 0x1p-64f } },
    { "rsq", true, 4, { 0 }, { 0 }, { 16 }, { 0.25f, 0.25f, 0.25f, 0.25f } },
    { "rsq-neg", true, 4, { 0 }, { 0 }, { -4 }, { NAN, NAN, NAN, NAN } },
    { "rsq-0", true, 4, { 0 }, { 0 }, { -0.0f }, { -INF, -INF, -INF, -INF } },
    { "rsq-inf", true, 4, { 0 }, { 0 }, { INF }, { 0, 0, 0, 0 } },
    /* 2^3, 0.5, 2^3.5 = 8 sqrt 2 */
    { "exp", true, 5, { 0 }, { 0 }, { 3.5f, 9, 9, 9 },
      { 8, 0.5f, 11.313708498984761f, 1 } },
    { "exp-neg", true, 5, { 0 }, { 0 }, { -1.25f },
      { 0.25f, 0.75f, 0.42044820762685725f, 1 } },
    /* |-12| = 1.5 * 2^3; log2 12 */
    { "log", true, 6, { 0 }, { 0 }, { -12, 9, 9, 9 },
      { 3, 1.5f, 3.5849625007211562f, 1 } },
    { "log-0", true, 6, { 0 }, { 0 }, { 0 }, { -INF, 1, -INF, 1 } },
    { "lit", true, 7, { 0 }, { 0 }, { 0.5f, 3, 77, 2 }, { 1, 0.5f, 9, 1 } },
    { "lit-dark", true, 7, { 0 }, { 0 }, { -0.5f, 3, 77, 2 },
      { 1, 0, 0, 1 } },
    { "lit-edge", true, 7, { 0 }, { 0 }, { 0, 3, 77, 2 }, { 1, 0, 0, 1 } },
    { "lit-0^0", true, 7, { 0 }, { 0 }, { 1, -5, 77, 0 }, { 1, 1, 1, 1 } },
    /* 2^127.99609375 = 2^128 * 2^(-1/256), not 2^200 */
    { "lit-clamp", true, 7, { 0 }, { 0 }, { 1, 2, 0, 200 },
      { 1, 1, 0.997296056085470126f * 0x1p127f * 2, 1 } },
    { "lg2", true, 13, { 0 }, { 0 }, { 0.125f }, { -3, -3, -3, -3 } },
    { "lg2-0", true, 13, { 0 }, { 0 }, { 0 }, { -INF, -INF, -INF, -INF } },
    { "lg2-neg", true, 13, { 0 }, { 0 }, { -1 }, { NAN, NAN, NAN, NAN } },
    { "ex2", true, 14, { 0 }, { 0 }, { -3 },
      { 0.125f, 0.125f, 0.125f, 0.125f } },
    { "sin", true, 15, { 0 }, { 0 }, { 0.5f },
      { 0.479425538604203f, 0.479425538604203f, 0.479425538604203f,
        0.479425538604203f } },
    { "cos", true, 16, { 0 }, { 0 }, { 2 },
      { -0.4161468365471424f, -0.4161468365471424f, -0.4161468365471424f,
        -0.4161468365471424f } },
};

static void test_op(gconstpointer data)
{
    const OpCase *c = data;
    g_autofree Fixture *f = new_fixture();
    VpWord word = vp_nop();

    memcpy(f->attr[0], c->a, sizeof(c->a));
    memcpy(f->attr[1], c->b, sizeof(c->b));
    set_const(f, 2, c->c[0], c->c[1], c->c[2], c->c[3]);
    vp_attr(&word, 1);
    vp_src(&word, 0, VP_ATTR, 0);
    vp_vec(&word, 1, 1, VP_XYZW);
    add(f, word);
    word = vp_nop();
    vp_const(&word, 2);
    vp_src(&word, 0, VP_ATTR, 0);
    vp_src(&word, 1, VP_TEMP, 1);
    vp_src(&word, 2, VP_CONST, 0);
    (c->scalar ? vp_scl : vp_vec)(&word, c->op, 63, VP_XYZW);
    vp_export(&word, !c->scalar, 5);
    vp_end(&word);
    add(f, word);
    g_assert_cmpint(run(f), ==, 2);
    check_vec4(f->out[5], c->want[0], c->want[1], c->want[2], c->want[3]);
    g_assert_cmpint(f->events.num, ==, 0);
}

/* Denormal constants read as zeros of the same sign. */
static void test_const_flush(void)
{
    g_autofree Fixture *f = new_fixture();
    VpWord word = mov_const(3, 63, VP_XYZW);

    f->regs.vp_const[12] = 0x00000001;
    f->regs.vp_const[13] = 0x807fffff;
    f->regs.vp_const[14] = 0x00800000;
    f->regs.vp_const[15] = 0x3f800000;
    vp_export(&word, true, 0);
    add(f, word);
    finish(f);
    check_vec4(f->out[0], 0, -0.0f, 0x1p-126f, 1);
}

static void test_defaults(void)
{
    g_autofree Fixture *f = new_fixture();

    add(f, mov_out(17, 1));
    finish(f);
    check_vec4(f->out[0], 0, 0, 0, 1);
    check_vec4(f->out[1], 0, 0, 0, 0);
}

static void test_masks(void)
{
    g_autofree Fixture *f = new_fixture();
    VpWord word;

    set_const(f, 0, 1, 2, 3, 4);
    set_const(f, 1, 5, 6, 7, 8);
    add(f, mov_const(0, 2, VP_XYZW));
    word = mov_const(1, 2, VP_X | VP_W);
    vp_export(&word, true, 3);
    add(f, word);
    add(f, mov_out(2, 4));
    finish(f);
    check_vec4(f->out[3], 5, 0, 0, 8);
    check_vec4(f->out[4], 5, 2, 3, 8);
}

static void test_swizzle(void)
{
    g_autofree Fixture *f = new_fixture();
    VpWord word = mov_const(0, 63, VP_XYZW);

    set_const(f, 0, 1, 2, 3, 4);
    vp_swizzle(&word, 0, 3 << 6 | 0 << 4 | 2 << 2 | 1);     /* w x z y */
    vp_export(&word, true, 0);
    add(f, word);
    finish(f);
    check_vec4(f->out[0], 4, 1, 3, 2);
}

/* Absolute value first, then negation; each on its own operand. */
static void test_modifiers(void)
{
    g_autofree Fixture *f = new_fixture();
    VpWord word;

    set_const(f, 0, 1, -2, 3, -0.0f);
    word = mov_const(0, 63, VP_XYZW);
    vp_neg(&word, 0);
    vp_export(&word, true, 0);
    add(f, word);
    vp_abs(&word, 0);
    vp_export(&word, true, 1);
    add(f, word);
    word = vp_nop();
    vp_src(&word, 0, VP_CONST, 0);
    vp_src(&word, 1, VP_CONST, 0);
    vp_src(&word, 2, VP_CONST, 0);
    vp_vec(&word, 4, 63, VP_XYZW);      /* MAD */
    vp_abs(&word, 1);
    vp_neg(&word, 2);
    vp_export(&word, true, 2);
    add(f, word);
    finish(f);
    check_vec4(f->out[0], -1, 2, -3, 0);
    check_vec4(f->out[1], -1, -2, -3, -0.0f);
    check_vec4(f->out[2], 0, -2, 6, 0);     /* -4 + 2; 9 - 3 */
}

static void test_saturate(void)
{
    g_autofree Fixture *f = new_fixture();
    VpWord word = mov_const(0, 63, VP_XYZW);

    set_const(f, 0, 1.5f, -2, 0.25f, NAN);
    vp_set(&word, 122, 122, 1);
    vp_export(&word, true, 0);
    add(f, word);
    finish(f);
    check_vec4(f->out[0], 1, 0, 0.25f, 0);
}

/* Both units in one instruction read the state before it. */
static void test_dual_issue(void)
{
    g_autofree Fixture *f = new_fixture();
    VpWord word = vp_nop();

    set_const(f, 0, 2, 4, 8, 16);
    add(f, mov_const(0, 1, VP_XYZW));
    vp_src(&word, 0, VP_TEMP, 1);
    vp_src(&word, 1, VP_TEMP, 1);
    vp_src(&word, 2, VP_TEMP, 1);
    vp_vec(&word, 2, 1, VP_XYZW);       /* R1 = R1 * R1 */
    vp_scl(&word, 2, 2, VP_X);          /* R2.x = 1 / old R1.x */
    vp_export(&word, false, 7);
    add(f, word);
    add(f, mov_out(1, 1));
    add(f, mov_out(2, 2));
    finish(f);
    check_vec4(f->out[1], 4, 16, 64, 256);
    check_vec4(f->out[2], 0.5f, 0, 0, 0);
    check_vec4(f->out[7], 0.5f, 0, 0, 1);
}

/* The same temporary in both units: the scalar write is lost completely. */
static void test_same_temp(void)
{
    g_autofree Fixture *f = new_fixture();
    VpWord word = vp_nop();

    set_const(f, 0, 2, 4, 8, 16);
    vp_src(&word, 0, VP_CONST, 0);
    vp_src(&word, 2, VP_CONST, 0);
    vp_vec(&word, 1, 3, VP_X);
    vp_scl(&word, 2, 3, VP_Y | VP_Z);
    vp_export(&word, false, 1);
    add(f, word);
    add(f, mov_out(3, 0));
    finish(f);
    check_vec4(f->out[0], 2, 0, 0, 0);
    check_vec4(f->out[1], 0, 0.5f, 0.5f, 1);
}

/* A vector NOP names a temporary, too, but does not count. */
static void test_same_temp_nop(void)
{
    g_autofree Fixture *f = new_fixture();
    VpWord word = vp_nop();

    set_const(f, 0, 2, 4, 8, 16);
    vp_src(&word, 2, VP_CONST, 0);
    vp_vec(&word, 0, 3, VP_XYZW);
    vp_scl(&word, 2, 3, VP_Y);
    add(f, word);
    add(f, mov_out(3, 0));
    finish(f);
    check_vec4(f->out[0], 0, 0.5f, 0, 0);
}

/* An export taken from a unit that computes nothing writes nothing. */
static void test_export_of_nop(void)
{
    g_autofree Fixture *f = new_fixture();
    VpWord word = mov_const(0, 2, VP_XYZW);

    set_const(f, 0, 2, 4, 8, 16);
    vp_export(&word, false, 1);
    add(f, word);
    finish(f);
    check_vec4(f->out[1], 0, 0, 0, 1);
}

/* Condition (-1, 0, 1, NaN) against every test mask. */
static void test_predicate(void)
{
    g_autofree Fixture *f = new_fixture();

    set_const(f, 0, -1, 0, 1, NAN);
    set_const(f, 9, 5, 6, 7, 8);
    add(f, set_cc(0, 1));
    for (unsigned bits = 0; bits < 8; bits++) {
        add(f, gated_mov(bits, 1, bits));
    }
    finish(f);
    for (unsigned bits = 0; bits < 8; bits++) {
        check_vec4(f->out[bits], bits & 1 ? 5 : 0, bits & 2 ? 6 : 0,
                   bits & 4 ? 7 : 0, (bits & 5) == 5 ? 8 : 1);
    }
}

/* Initially all "equal"; registers 0 and 1 are independent. */
static void test_predicate_initial(void)
{
    g_autofree Fixture *f = new_fixture();

    set_const(f, 0, -1, -1, -1, -1);
    set_const(f, 9, 5, 6, 7, 8);
    add(f, set_cc(0, 1));
    add(f, gated_mov(2, 0, 0));
    add(f, gated_mov(1, 1, 1));
    add(f, gated_mov(2, 1, 2));
    finish(f);
    check_vec4(f->out[0], 5, 6, 7, 8);
    check_vec4(f->out[1], 5, 6, 7, 8);
    check_vec4(f->out[2], 0, 0, 0, 1);
}

static void test_predicate_swizzle(void)
{
    g_autofree Fixture *f = new_fixture();
    VpWord word = gated_mov(4, 0, 0);

    set_const(f, 0, -1, 0, 1, 2);
    set_const(f, 9, 5, 6, 7, 8);
    add(f, set_cc(0, 0));
    vp_set(&word, 105, 98, 2 << 6 | 3 << 4 | 0 << 2 | 1);   /* z w x y */
    add(f, word);
    finish(f);
    check_vec4(f->out[0], 5, 6, 0, 1);
}

/* Without the check bit the predicate does not matter, even if empty. */
static void test_predicate_off(void)
{
    g_autofree Fixture *f = new_fixture();
    VpWord word = gated_mov(0, 0, 0);

    set_const(f, 9, 5, 6, 7, 8);
    vp_test(&word, false, 0);
    add(f, word);
    finish(f);
    check_vec4(f->out[0], 5, 6, 7, 8);
}

/* Both bits are needed; masked-off components keep their state. */
static void test_cc_update(void)
{
    g_autofree Fixture *f = new_fixture();
    VpWord word;

    set_const(f, 0, -1, -1, -1, -1);
    set_const(f, 9, 5, 6, 7, 8);
    word = set_cc(0, 0);
    vp_set(&word, 125, 125, 0);
    add(f, word);
    word = set_cc(0, 0);
    vp_set(&word, 110, 110, 0);
    add(f, word);
    word = set_cc(0, 0);
    vp_set(&word, 16, 13, VP_Y);
    add(f, word);
    add(f, gated_mov(1, 0, 0));
    finish(f);
    check_vec4(f->out[0], 0, 6, 0, 1);
}

/* The vector result sets the condition, the scalar one does not. */
static void test_cc_unit(void)
{
    g_autofree Fixture *f = new_fixture();
    VpWord word = set_cc(0, 0);

    set_const(f, 0, -2, 3, -4, 5);
    set_const(f, 9, 5, 6, 7, 8);
    vp_src(&word, 2, VP_CONST, 0);
    vp_scl(&word, 2, 63, VP_XYZW);
    add(f, word);
    add(f, gated_mov(4, 0, 0));
    word = vp_nop();                    /* scalar alone: all -0.5 */
    vp_src(&word, 2, VP_CONST, 0);
    vp_scl(&word, 2, 63, VP_XYZW);
    vp_set(&word, 110, 110, 1);
    vp_set(&word, 125, 125, 1);
    add(f, word);
    add(f, gated_mov(1, 0, 1));
    finish(f);
    check_vec4(f->out[0], 0, 6, 0, 8);
    check_vec4(f->out[1], 5, 6, 7, 8);
}

static void test_arl(void)
{
    g_autofree Fixture *f = new_fixture();

    numbered_consts(f);
    set_const(f, 0, 1.9f, -1.1f, 3, -0.0f);
    add(f, load_addr(13, 0, VP_XYZW));
    check_addr(f, 1, -2, 3, 0);
}

static void test_arr(void)
{
    g_autofree Fixture *f = new_fixture();

    numbered_consts(f);
    set_const(f, 0, 1.7f, -1.3f, 2.5f, -1.5f);
    add(f, load_addr(23, 0, VP_XYZW));
    check_addr(f, 2, -1, 2, -2);
}

static void test_ara(void)
{
    g_autofree Fixture *f = new_fixture();

    numbered_consts(f);
    set_const(f, 0, 1, 2, 30, 40);
    add(f, load_addr(13, 0, VP_XYZW));
    add(f, load_addr(24, 0, VP_X | VP_Y | VP_W));
    check_addr(f, 31, 42, 30, 42);
}

/* Mask, odd rD (no A1), and the gate all keep components. */
static void test_addr_write(void)
{
    g_autofree Fixture *f = new_fixture();
    VpWord word;

    numbered_consts(f);
    set_const(f, 0, 1, 2, 3, 4);
    set_const(f, 1, 50, 60, 70, 80);
    set_const(f, 2, 0, 0, 1, 0);
    add(f, load_addr(13, 0, VP_XYZW));
    add(f, load_addr(13, 1, VP_Y));
    word = load_addr(13, 1, VP_XYZW);
    vp_set(&word, 116, 111, 1);
    add(f, word);
    vp_set(&word, 116, 111, 63);
    add(f, word);
    add(f, set_cc(2, 0));
    word = load_addr(13, 1, VP_XYZW);
    vp_test(&word, true, 4);
    add(f, word);
    check_addr(f, 1, 60, 70, 4);
}

static void test_addr_reg1(void)
{
    g_autofree Fixture *f = new_fixture();
    VpWord word = probe_addr(0, 0);

    numbered_consts(f);
    set_const(f, 0, 7, 7, 7, 7);
    add(f, load_addr(13, 0, VP_XYZW));
    vp_set(&word, 120, 120, 1);
    add(f, word);
    finish(f);
    g_assert_cmpfloat(f->out[0][0], ==, 100);
}

/* ARA doubles; it must saturate, not overflow. */
static void test_addr_saturates(void)
{
    g_autofree Fixture *f = new_fixture();

    set_const(f, 0, 1e30f, -1e30f, 1e30f, -INF);
    set_const(f, 1, 11, 0, 0, 0);
    set_const(f, 2, NAN, NAN, NAN, NAN);
    add(f, load_addr(13, 0, VP_XYZW));
    for (int i = 0; i < 40; i++) {
        add(f, load_addr(24, 0, VP_XYZW));
    }
    add(f, probe_addr(0, 0));           /* far above: zero */
    add(f, probe_addr(1, 1));           /* far below: constant 1 */
    add(f, load_addr(13, 2, VP_XYZW));
    add(f, probe_addr(0, 2));
    set_const(f, 100, 5, 5, 5, 5);
    finish(f);
    check_vec4(f->out[0], 0, 0, 0, 0);
    check_vec4(f->out[1], 11, 0, 0, 0);
    check_vec4(f->out[2], 5, 5, 5, 5);
    g_assert_cmpint(count_of(f, GR3D_EV_VP_CONST), ==, 2);
}

static void test_const_range(void)
{
    g_autofree Fixture *f = new_fixture();
    VpWord word;

    set_const(f, 1, 1, 2, 3, 4);
    set_const(f, 255, 9, 9, 9, 9);
    add(f, mov_const(255, 63, VP_XYZW));
    vp_set((VpWord *)&f->regs.vp_inst[0], 126, 126, 1);
    vp_set((VpWord *)&f->regs.vp_inst[0], 6, 2, 0);
    word = mov_const(256, 63, VP_XYZW);
    vp_export(&word, true, 1);
    add(f, word);
    word = mov_const(1023, 63, VP_XYZW);
    vp_export(&word, true, 2);
    add(f, word);
    finish(f);
    check_vec4(f->out[0], 9, 9, 9, 9);
    check_vec4(f->out[1], 0, 0, 0, 0);
    check_vec4(f->out[2], 0, 0, 0, 0);
    g_assert_cmpint(count_of(f, GR3D_EV_VP_CONST), ==, 2);
}

/* CONST_READ_LIMIT bounds relative reads. */
static void test_const_limit(void)
{
    g_autofree Fixture *f = new_fixture();

    numbered_consts(f);
    f->regs.reg[0x202] = 101u << 16;
    set_const(f, 0, 1, 2, 0, 0);
    add(f, load_addr(13, 0, VP_XYZW));
    add(f, probe_addr(0, 0));
    add(f, probe_addr(1, 1));
    finish(f);
    g_assert_cmpfloat(f->out[0][0], ==, 101);
    g_assert_cmpfloat(f->out[1][0], ==, 0);
}

static void test_relative_attr_export(void)
{
    g_autofree Fixture *f = new_fixture();
    VpWord word = vp_nop();

    f->attr[6][0] = 66;
    set_const(f, 0, 2, 14, 0, 0);
    add(f, load_addr(13, 0, VP_XYZW));
    vp_attr(&word, 4);
    vp_src(&word, 0, VP_ATTR, 0);
    vp_vec(&word, 1, 63, VP_X);
    vp_export(&word, true, 3);
    vp_set(&word, 123, 123, 1);
    vp_set(&word, 124, 124, 1);
    add(f, word);                       /* out[5] = attr[6] */
    vp_set(&word, 97, 96, 1);
    add(f, word);                       /* attr[18], out[17]: neither */
    finish(f);
    check_vec4(f->out[5], 66, 0, 0, 1);
    check_vec4(f->out[3], 0, 0, 0, 1);
    g_assert_cmpint(count_of(f, GR3D_EV_VP_ATTR), ==, 1);
    g_assert_cmpint(count_of(f, GR3D_EV_VP_EXPORT), ==, 1);
    g_assert_cmpint(count_of(f, GR3D_EV_VP_ABORT), ==, 0);
}

static void test_unknown_opcode(void)
{
    g_autofree Fixture *f = new_fixture();
    VpWord word = vp_nop();

    vp_vec(&word, 30, 1, VP_XYZW);
    vp_scl(&word, 31, 2, VP_XYZW);
    vp_export(&word, true, 2);
    add(f, word);
    mark(f, 1);
    finish(f);
    check_vec4(f->out[2], 0, 0, 0, 1);
    g_assert_cmpfloat(f->out[1][0], ==, 1);
    g_assert_cmpint(count_of(f, GR3D_EV_VP_OPCODE), ==, 1);
    g_assert_cmphex(f->events.list[0].value, ==, 31 << 8 | 30);
}

/* Random programs end, stay inside their memory, and repeat bit for bit. */
static void test_random(void)
{
    for (int n = 0; n < 200; n++) {
        g_autofree Fixture *f = new_fixture();
        float first[16][4];

        for (int i = 0; i < 1024; i++) {
            f->regs.vp_inst[i] = g_test_rand_int();
            f->regs.vp_const[i] = g_test_rand_int();
            /* legal registers, or nearly all abort at once */
            if (i % 4 == 0) {
                f->regs.vp_inst[i] &= ~(1u << 20);
            } else if (i % 4 == 2) {
                f->regs.vp_inst[i] &= ~(1u << 30 | 1u << 13);
            } else if (i % 4 == 3) {
                f->regs.vp_inst[i] &= ~(1u << 28 | 1u << 12 | 1u << 6 | 1);
            }
        }
        f->regs.reg[0x201] = 5000;
        g_assert_cmpint(run(f), <=, 5000);
        memcpy(first, f->out, sizeof(first));
        run(f);
        g_assert_cmpmem(first, sizeof(first), f->out, sizeof(first));
    }
}

#define T(name) g_test_add_func("/vp-exec/" #name, test_##name)

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    for (unsigned i = 0; i < G_N_ELEMENTS(op_cases); i++) {
        g_autofree char *path = g_strdup_printf("/vp-exec/op/%s",
                                                op_cases[i].name);

        g_test_add_data_func(path, &op_cases[i], test_op);
    }
    T(const_flush);
    T(defaults);
    T(masks);
    T(swizzle);
    T(modifiers);
    T(saturate);
    T(dual_issue);
    T(same_temp);
    T(same_temp_nop);
    T(export_of_nop);
    T(predicate);
    T(predicate_initial);
    T(predicate_swizzle);
    T(predicate_off);
    T(cc_update);
    T(cc_unit);
    T(arl);
    T(arr);
    T(ara);
    T(addr_write);
    T(addr_reg1);
    T(addr_saturates);
    T(const_range);
    T(const_limit);
    T(relative_attr_export);
    T(unknown_opcode);
    T(random);
    return g_test_run();
}
