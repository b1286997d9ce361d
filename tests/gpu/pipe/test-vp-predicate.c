/*
 * Predicates of the GR3D vertex processor, in every place where they act
 *
 * Expected values are worked out by hand from docs/specs/tegra-gr3d.rst
 * (Vertex processor).
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "vp-run.h"

/*
 * Predicates: each of the eight tests, both condition registers, on each
 * thing that a result writes; the condition is (-1, 0, 1, NaN).
 */

static unsigned passing(unsigned test)  /* components, x = bit 3 */
{
    return (test & 1 ? VP_X : 0) | (test & 2 ? VP_Y : 0) |
           (test & 4 ? VP_Z : 0) | ((test & 5) == 5 ? VP_W : 0);
}

static Fixture *new_condition(unsigned cc)
{
    Fixture *f = new_fixture();

    set_const(f, 0, -1, 0, 1, Q);
    set_const(f, 9, 5, 6, 7, 8);
    set_const(f, 8, 40, 40, 40, 40);
    add(f, set_cc(0, cc));
    return f;
}

static void gate(VpWord *word, unsigned test, unsigned cc)
{
    vp_test(word, true, test);
    vp_set(word, 121, 121, cc);
}

static void check_gated(const float got[4], unsigned test, float closed_w)
{
    for (int i = 0; i < 4; i++) {
        bool open = passing(test) >> (3 - i) & 1;

        g_assert_cmpfloat(got[i], ==, open ? 5 + i : i == 3 ? closed_w : 0);
    }
}

static void test_predicate_results(void)
{
    for (unsigned n = 0; n < 32; n++) {
        unsigned test = n & 7, cc = n >> 3 & 1;
        bool scalar = n >> 4;
        g_autofree Fixture *f = new_condition(cc);
        VpWord word = vp_nop();

        vp_const(&word, 9);
        vp_src(&word, scalar ? 2 : 0, VP_CONST, 0);
        (scalar ? vp_scl : vp_vec)(&word, 1, 4, VP_XYZW);
        vp_export(&word, !scalar, 1);
        gate(&word, test, cc);
        add(f, word);
        add(f, mov_out(4, 2));
        /* the other condition register is still "equal" */
        vp_set(&word, 121, 121, !cc);
        vp_export(&word, !scalar, 3);
        add(f, word);
        finish(f);
        check_gated(f->out[1], test, 1);
        check_gated(f->out[2], test, 0);
        check_vec4(f->out[3], test & 2 ? 5 : 0, test & 2 ? 6 : 0,
                   test & 2 ? 7 : 0, test & 2 ? 8 : 1);
    }
}

/* A gated instruction updates the condition only where it passes. */
static void test_predicate_condition(void)
{
    for (unsigned n = 0; n < 16; n++) {
        unsigned test = n & 7, cc = n >> 3;
        g_autofree Fixture *f = new_condition(cc);
        VpWord word = set_cc(9, cc);            /* all greater */
        unsigned greater = passing(test) | VP_Z;

        gate(&word, test, cc);
        add(f, word);
        word = gated_mov(4, cc, 1);
        add(f, word);
        finish(f);
        for (int i = 0; i < 4; i++) {
            g_assert_cmpfloat(f->out[1][i], ==,
                              greater >> (3 - i) & 1 ? 5 + i : i == 3);
        }
    }
}

/* ARL, ARR and ARA per component; POPA, too, whatever its masks. */
static void test_predicate_address(void)
{
    static const struct { unsigned op; bool scalar; int want; } ops[] = {
        { 13, false, 40 }, { 23, false, 40 }, { 24, false, 6 },
        { 27, false, 40 }, { 20, true, 40 },
    };

    for (unsigned n = 0; n < G_N_ELEMENTS(ops) * 8; n++) {
        unsigned test = n & 7;
        g_autofree Fixture *f = new_condition(1);
        VpWord word = mov_const(8, 0, VP_XYZW);

        numbered_consts(f);
        set_const(f, 0, -1, 0, 1, Q);
        set_const(f, 8, 40, 40, 40, 40);
        set_const(f, 2, 3, 3, 3, 3);
        add(f, load_addr(13, 8, VP_XYZW));
        add(f, stack_op(26, 0));
        add(f, load_addr(13, 2, VP_XYZW));
        if (ops[n / 8].scalar || ops[n / 8].op == 27) {
            word = stack_op(ops[n / 8].scalar ? 0 : 27,
                            ops[n / 8].scalar ? 20 : 0);
        } else {
            vp_set(&word, 90, 86, ops[n / 8].op);
        }
        gate(&word, test, 1);
        add(f, word);
        for (unsigned i = 0; i < 4; i++) {
            add(f, probe_addr(i, i));
        }
        finish(f);
        for (unsigned i = 0; i < 4; i++) {
            bool open = passing(test) >> (3 - i) & 1;

            g_assert_cmpfloat(f->out[i][0], ==,
                              100 + (open ? ops[n / 8].want : 3));
        }
    }
}

/* A push or pop with a test that nothing passes does not move the stack. */
static void test_predicate_stack(void)
{
    for (unsigned test = 0; test < 8; test++) {
        g_autofree Fixture *f = new_condition(0);
        VpWord word = stack_op(0, 20);

        gate(&word, test, 0);           /* pops from an empty stack? */
        add(f, word);
        mark(f, 1);
        finish(f);
        g_assert_cmpfloat(f->out[1][0], ==, passing(test) ? 0 : 1);
        g_assert_cmpint(count_of(f, GR3D_EV_VP_ABORT), ==, !!passing(test));
    }
}

/* All eight tests of a branch on both registers; bit 109 does not matter. */
static void test_predicate_flow(void)
{
    for (unsigned n = 0; n < 64; n++) {
        unsigned test = n & 7, cc = n >> 3 & 1, check = n >> 4 & 1;
        bool less_only = n >> 5;
        g_autofree Fixture *f = new_condition(cc);
        VpWord word = flow(9, 3, test);
        bool taken = less_only ? test & 1 : passing(test) != 0;

        vp_test(&word, check, test);
        vp_set(&word, 121, 121, cc);
        if (less_only) {
            vp_set(&word, 105, 98, 0);          /* xxxx */
        }
        add(f, word);                           /* 1 */
        mark(f, 1);                             /* 2 */
        finish(f);                              /* 3 */
        g_assert_cmpfloat(f->out[1][0], ==, !taken);
    }
}

#define T(name) g_test_add_func("/vp-predicate/" #name, test_##name)

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    T(predicate_results);
    T(predicate_condition);
    T(predicate_address);
    T(predicate_stack);
    T(predicate_flow);
    return g_test_run();
}
