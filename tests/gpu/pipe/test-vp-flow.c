/*
 * Stack and flow of the GR3D vertex processor: every sequence of pushes, calls
 * and pops, loops, start and time-out
 *
 * Expected values are worked out by hand from docs/specs/tegra-gr3d.rst
 * (Vertex processor).
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "vp-run.h"

/*
 * Stack: every sequence of six operations out of push, call and pop by POPA
 * or RET that fits and ends empty, and every one that does not.
 */

/* Entry contents: the address when pushed, and the instruction after. */
typedef struct Entry {
    int addr, next;
} Entry;

/*
 * The program: block k of 4 instructions sets A0.x to k + 1, does step k, and
 * exports A0.x of the state after to export k.  CLI jumps to the next block's
 * start; RET returns behind its CLI or PUSHA, so it ends the walk here.
 */
static void test_stack_sequences(void)
{
    enum { STEPS = 6 };

    for (unsigned code = 0; code < 729; code++) {       /* 3^6 */
        g_autofree Fixture *f = new_fixture();
        unsigned depth = 0, step[STEPS];
        int addr = 0, want[STEPS], done = 0;
        Entry stack[8];
        bool abort = false;

        numbered_consts(f);
        for (unsigned k = 0, c = code; k < STEPS; k++, c /= 3) {
            step[k] = c % 3;
            set_const(f, k, k + 1, 0, 0, 0);
            add(f, load_addr(13, k, VP_X));
            add(f, step[k] == 0 ? stack_op(k % 2 ? 26 : 0, k % 2 ? 0 : 19) :
                   step[k] == 1 ? flow(11, 3 * k + 2, 7) :
                   stack_op(k % 2 ? 0 : 27, k % 2 ? 20 : 0));
            add(f, probe_addr(0, k));
        }
        finish(f);
        for (unsigned k = 0; k < STEPS && !abort; k++) {
            addr = k + 1;
            if (step[k] < 2) {
                stack[depth++] = (Entry) { addr, 3 * k + 2 };
            } else if (depth) {
                addr = stack[--depth].addr;
            } else {
                abort = true;
            }
            want[k] = 100 + addr;
            done += !abort;
        }
        for (int k = 0; k < STEPS; k++) {
            g_assert_cmpfloat(f->out[k][0], ==, k < done ? want[k] : 0);
        }
        g_assert_cmpint(count_of(f, GR3D_EV_VP_ABORT), ==, abort);
    }
}

/* Eight entries of calls and pushes mixed; the ninth aborts. */
static void test_stack_depth(void)
{
    for (unsigned pattern = 0; pattern < 512; pattern++) {
        g_autofree Fixture *f = new_fixture();

        for (unsigned k = 0; k < 9; k++) {
            add(f, pattern >> k & 1 ? flow(11, 2 * k + 1, 7)
                                    : stack_op(26, 0));
            mark(f, k);
        }
        finish(f);
        for (unsigned k = 0; k < 9; k++) {
            g_assert_cmpfloat(f->out[k][0], ==, k < 8);
        }
        g_assert_cmpint(f->events.list[0].value, ==, 16);
    }
}

/* Eight nested calls come back in order. */
static void test_nested_calls(void)
{
    g_autofree Fixture *f = new_fixture();
    VpWord word = vp_nop();

    /* block k: call block k + 1, mark k, return (block 0: end) */
    for (unsigned k = 0; k < 8; k++) {
        add(f, flow(11, 3 * (k + 1), 7));
        mark(f, k);
        vp_end(&word);
        add(f, k ? flow(12, 0, 7) : word);
    }
    mark(f, 8);
    add(f, flow(12, 0, 7));
    g_assert_cmpint(run(f), ==, 8 * 3 + 2);
    for (unsigned k = 0; k < 9; k++) {
        g_assert_cmpfloat(f->out[k][0], ==, 1);
    }
    g_assert_cmpint(f->events.num, ==, 0);
}

/* RET behind a PUSHA goes on behind that PUSHA: an entry has both. */
static void test_return_to_push(void)
{
    g_autofree Fixture *f = new_fixture();

    add(f, stack_op(26, 0));                    /* 0: push */
    add(f, flow(9, 4, 5));                      /* 1: at first equal: no */
    set_const(f, 0, 1, 1, 1, 1);
    add(f, set_cc(0, 0));                       /* 2: greater from now on */
    add(f, flow(12, 0, 7));                     /* 3: return to 1 */
    mark(f, 1);                                 /* 4 */
    finish(f);
    g_assert_cmpfloat(f->out[1][0], ==, 1);
    g_assert_cmpint(f->events.num, ==, 0);
}

/* PUSHA and CLI in one word: the address first, the call on top. */
static void test_push_and_call(void)
{
    g_autofree Fixture *f = new_fixture();
    VpWord word = flow(11, 3, 7);

    numbered_consts(f);
    set_const(f, 0, 5, 0, 0, 0);
    set_const(f, 1, 77, 0, 0, 0);
    add(f, load_addr(13, 0, VP_X));             /* 0 */
    vp_vec(&word, 26, 0, 0);
    add(f, word);                               /* 1: two entries */
    add(f, flow(9, 5, 7));                      /* 2: returned */
    add(f, load_addr(13, 1, VP_X));             /* 3 */
    add(f, flow(12, 0, 7));                     /* 4: to 2 */
    add(f, stack_op(0, 20));                    /* 5: A0.x = 5 */
    add(f, probe_addr(0, 0));
    add(f, stack_op(0, 20));                    /* empty now */
    finish(f);
    g_assert_cmpfloat(f->out[0][0], ==, 105);
    g_assert_cmpint(count_of(f, GR3D_EV_VP_ABORT), ==, 1);
}

/* A loop of n rounds: R0.x counts down, the branch tests its condition. */
static void test_loops(void)
{
    for (unsigned rounds = 1; rounds <= 300; rounds += 23) {
        g_autofree Fixture *f = new_fixture();
        VpWord word = vp_nop();

        set_const(f, 0, rounds, 0, 0, 0);
        set_const(f, 1, -1, 2, 0, 0);
        add(f, mov_const(0, 0, VP_XYZW));       /* 0 */
        vp_const(&word, 1);
        vp_src(&word, 0, VP_TEMP, 0);
        vp_src(&word, 2, VP_CONST, 0);
        vp_vec(&word, 3, 0, VP_X | VP_Y);       /* 1: ADD, set condition */
        vp_set(&word, 110, 110, 1);
        vp_set(&word, 125, 125, 1);
        add(f, word);
        word = flow(9, 1, 4);                   /* 2: if greater (x) */
        vp_set(&word, 105, 98, 0);
        add(f, word);
        add(f, mov_out(0, 0));
        word = vp_nop();
        vp_end(&word);
        add(f, word);
        g_assert_cmpint(run(f), ==, 1 + 2 * rounds + 2);
        g_assert_cmpfloat(f->out[0][0], ==, 0);
        g_assert_cmpfloat(f->out[0][1], ==, 2 * rounds);
    }
}

/* VPE_TIMEOUT instructions are executed, not one more. */
static void test_timeout(void)
{
    for (unsigned limit = 0; limit < 12; limit++) {
        g_autofree Fixture *f = new_fixture();

        for (unsigned k = 0; k < 10; k++) {
            mark(f, k);
        }
        vp_set((VpWord *)&f->regs.vp_inst[4 * 9], 0, 0, 1);
        f->regs.reg[0x201] = limit;
        g_assert_cmpint(run(f), ==, MIN(limit, 10));
        for (unsigned k = 0; k < 10; k++) {
            g_assert_cmpfloat(f->out[k][0], ==, k < limit);
        }
        g_assert_cmpint(count_of(f, GR3D_EV_VP_LIMIT), ==, limit < 10);
    }
}

/* The first instruction is VPE_START's; jumps reach all 256. */
static void test_start(void)
{
    for (unsigned start = 0; start < 256; start += 5) {
        g_autofree Fixture *f = new_fixture();
        unsigned target = (start * 7 + 3) % 256;
        VpWord word = flow(9, target, 7);

        if (target == start) {
            continue;
        }
        f->regs.reg[0x204] = start;
        f->length = start;
        add(f, word);
        f->length = target;
        mark(f, 1);
        vp_set((VpWord *)&f->regs.vp_inst[4 * target], 0, 0, 1);
        g_assert_cmpint(run(f), ==, 2);
        g_assert_cmpfloat(f->out[1][0], ==, 1);
    }
}

/*
 * One of each: branch, call, end, stack, limit
 */

static void test_branch(void)
{
    g_autofree Fixture *f = new_fixture();

    add(f, flow(9, 2, 7));              /* 0: always -> 2 */
    mark(f, 1);                         /* 1: skipped */
    add(f, flow(9, 4, 0));              /* 2: never */
    mark(f, 2);                         /* 3 */
    add(f, flow(9, 6, 2));              /* 4: initial state is equal -> 6 */
    mark(f, 3);                         /* 5: skipped */
    add(f, flow(9, 8, 5));              /* 6: less or greater: not taken */
    mark(f, 4);                         /* 7 */
    finish(f);                          /* 8 */
    g_assert_cmpfloat(f->out[1][0], ==, 0);
    g_assert_cmpfloat(f->out[2][0], ==, 1);
    g_assert_cmpfloat(f->out[3][0], ==, 0);
    g_assert_cmpfloat(f->out[4][0], ==, 1);
}

/* One component that passes is enough. */
static void test_branch_any(void)
{
    g_autofree Fixture *f = new_fixture();

    set_const(f, 0, 0, 0, 0, 5);
    add(f, set_cc(0, 0));
    add(f, flow(9, 3, 4));
    mark(f, 1);
    finish(f);
    g_assert_cmpfloat(f->out[1][0], ==, 0);
}

static void test_call(void)
{
    g_autofree Fixture *f = new_fixture();
    VpWord word = vp_nop();

    add(f, flow(11, 4, 7));             /* 0: call 4 */
    mark(f, 1);                         /* 1 */
    vp_end(&word);
    add(f, word);                       /* 2: end */
    mark(f, 2);                         /* 3: never */
    add(f, flow(11, 6, 7));             /* 4: call 6 */
    add(f, flow(12, 0, 7));             /* 5: return to 1 */
    mark(f, 3);                         /* 6 */
    add(f, flow(12, 0, 7));             /* 7: return to 5 */
    g_assert_cmpint(run(f), ==, 7);
    g_assert_cmpfloat(f->out[1][0], ==, 1);
    g_assert_cmpfloat(f->out[2][0], ==, 0);
    g_assert_cmpfloat(f->out[3][0], ==, 1);
    g_assert_cmpint(f->events.num, ==, 0);
}

/* END executes its own instruction, and wins over a taken branch. */
static void test_end(void)
{
    g_autofree Fixture *f = new_fixture();
    VpWord word = flow(9, 0, 7);

    vp_vec(&word, 21, 63, VP_X);
    vp_export(&word, true, 1);
    vp_end(&word);
    add(f, word);
    mark(f, 2);
    g_assert_cmpint(run(f), ==, 1);
    g_assert_cmpfloat(f->out[1][0], ==, 1);
    g_assert_cmpfloat(f->out[2][0], ==, 0);
}

/* Check pushes and pops; masks and rD do not matter for POPA. */
static void check_push_pop(unsigned push_vec, unsigned push_scl,
                           unsigned pop_vec, unsigned pop_scl)
{
    g_autofree Fixture *f = new_fixture();

    numbered_consts(f);
    set_const(f, 0, 1, 2, 3, 4);
    set_const(f, 1, 50, 60, 70, 80);
    add(f, load_addr(13, 0, VP_XYZW));
    add(f, stack_op(push_vec, push_scl));
    add(f, load_addr(13, 1, VP_XYZW));
    add(f, stack_op(pop_vec, pop_scl));
    check_addr(f, 1, 2, 3, 4);
    g_assert_cmpint(f->events.num, ==, 0);
}

static void test_push_pop(void)
{
    check_push_pop(26, 0, 27, 0);
    check_push_pop(0, 19, 0, 20);
    check_push_pop(26, 0, 0, 20);
    check_push_pop(26, 19, 27, 20);     /* once each */
}

/* Opposite operations in one instruction do nothing. */
static void test_push_with_pop(void)
{
    g_autofree Fixture *f = new_fixture();

    add(f, stack_op(26, 20));
    add(f, stack_op(27, 19));
    mark(f, 1);
    finish(f);
    g_assert_cmpfloat(f->out[1][0], ==, 1);
    g_assert_cmpint(f->events.num, ==, 0);
}

static void check_stack(unsigned pushes, unsigned pops, bool aborts)
{
    g_autofree Fixture *f = new_fixture();

    mark(f, 1);
    for (unsigned i = 0; i < pushes; i++) {
        add(f, stack_op(26, 0));
    }
    for (unsigned i = 0; i < pops; i++) {
        add(f, stack_op(0, 20));
    }
    mark(f, 2);
    finish(f);
    g_assert_cmpfloat(f->out[1][0], ==, 1);     /* kept on abort */
    g_assert_cmpfloat(f->out[2][0], ==, aborts ? 0 : 1);
    g_assert_cmpint(count_of(f, GR3D_EV_VP_ABORT), ==, aborts ? 1 : 0);
}

static void test_stack_limits(void)
{
    check_stack(8, 8, false);
    check_stack(9, 0, true);
    check_stack(3, 4, true);
    check_stack(0, 1, true);
}

static void test_return_empty(void)
{
    g_autofree Fixture *f = new_fixture();

    add(f, flow(12, 0, 7));
    mark(f, 1);
    finish(f);
    g_assert_cmpfloat(f->out[1][0], ==, 0);
    g_assert_cmpint(count_of(f, GR3D_EV_VP_ABORT), ==, 1);
}

static void test_abort(void)
{
    g_autofree Fixture *f = new_fixture();
    VpWord word = vp_nop();

    mark(f, 1);
    vp_set(&word, 45, 40, 40);          /* index B, not even used */
    vp_vec(&word, 21, 63, VP_XYZW);
    vp_export(&word, true, 2);
    add(f, word);
    mark(f, 3);
    finish(f);
    g_assert_cmpfloat(f->out[1][0], ==, 1);
    g_assert_cmpfloat(f->out[2][0], ==, 0);
    g_assert_cmpfloat(f->out[3][0], ==, 0);
    g_assert_cmpint(f->events.list[0].value, ==, 1);
}

static void test_limit(void)
{
    g_autofree Fixture *f = new_fixture();

    add(f, flow(9, 0, 7));              /* for ever */
    g_assert_cmpint(run(f), ==, 0xffff);
    g_assert_cmpint(count_of(f, GR3D_EV_VP_LIMIT), ==, 1);
    f->regs.reg[0x201] = 10;
    g_assert_cmpint(run(f), ==, 10);
    f->regs.reg[0x201] = 0;
    g_assert_cmpint(run(f), ==, 0);
}

/* No END anywhere: the PC wraps until the limit. */
static void test_wrap(void)
{
    g_autofree Fixture *f = new_fixture();

    for (int i = 0; i < 256; i++) {
        add(f, vp_nop());
    }
    f->regs.reg[0x204] = 200;
    g_assert_cmpint(run(f), ==, 0xffff);
    f->regs.vp_inst[4 * 10 + 3] |= 1;
    g_assert_cmpint(run(f), ==, 56 + 11);
}

#define T(name) g_test_add_func("/vp-flow/" #name, test_##name)

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    T(stack_sequences);
    T(stack_depth);
    T(nested_calls);
    T(return_to_push);
    T(push_and_call);
    T(loops);
    T(timeout);
    T(start);
    T(branch);
    T(branch_any);
    T(call);
    T(end);
    T(push_pop);
    T(push_with_pop);
    T(stack_limits);
    T(return_empty);
    T(abort);
    T(limit);
    T(wrap);
    return g_test_run();
}
