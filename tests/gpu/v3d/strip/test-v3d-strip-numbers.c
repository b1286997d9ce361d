/*
 * Tests of the V3D engine: arithmetic of each backend is the reference's
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <glib.h>
#include <stdlib.h>
#include <string.h>
#include "hw/gpu/v3d/isa/num.h"
#include "hw/gpu/v3d/pipe/qpu_alu.h"
#include "hw/gpu/v3d/strip/strip.h"
#include "random-program.h"

#ifdef INSTRUMENTED
#define ROUNDS  500
#else
#define ROUNDS  20000
#endif

typedef struct Operation {
    const char *name;
    unsigned code, k;
    uint32_t (*reference)(uint32_t a, uint32_t b);
    bool truncates;
} Operation;

static uint32_t ftoi(uint32_t a, uint32_t b)
{
    return v3d_ftoi(a);
}

static uint32_t itof(uint32_t a, uint32_t b)
{
    return v3d_itof(a);
}

static uint32_t byte_to_float(uint32_t a, uint32_t b)
{
    return v3d_unorm_to_float(a & 0xff);
}

static uint32_t float_to_byte(uint32_t a, uint32_t b)
{
    return (b & 0xffffff00) | v3d_float_to_unorm(a);
}

static uint32_t recip(uint32_t a, uint32_t b)
{
    return v3d_sfu(V3D_SFU_RECIP, a);
}

static uint32_t recip_sqrt(uint32_t a, uint32_t b)
{
    return v3d_sfu(V3D_SFU_RECIPSQRT, a);
}

static uint32_t power(uint32_t a, uint32_t b)
{
    return v3d_sfu(V3D_SFU_EXP, a);
}

static uint32_t logarithm(uint32_t a, uint32_t b)
{
    return v3d_sfu(V3D_SFU_LOG, a);
}

static const Operation operations[] = {
    { "fadd", V3D_STRIP_ADD + V3D_ADD_FADD, 0, v3d_fadd, true },
    { "fmul", V3D_STRIP_MUL + V3D_MUL_FMUL, 0, v3d_fmul, true },
    { "ftoi", V3D_STRIP_ADD + V3D_ADD_FTOI, 0, ftoi },
    { "itof", V3D_STRIP_ADD + V3D_ADD_ITOF, 0, itof, true },
    { "unpack", V3D_STRIP_UNPACK, 4 | 8, byte_to_float, true },
    { "pack", V3D_STRIP_PACK_MUL, 4, float_to_byte, true },
    { "recip", V3D_STRIP_SFU, V3D_SFU_RECIP, recip },
    { "recip-sqrt", V3D_STRIP_SFU, V3D_SFU_RECIPSQRT, recip_sqrt },
    { "exp", V3D_STRIP_SFU, V3D_SFU_EXP, power },
    { "log", V3D_STRIP_SFU, V3D_SFU_LOG, logarithm },
};

/*
 * Strips have usual numbers, whose sums and products are, too; numbers with the
 * smallest products; those with the largest sums; or any.
 */
static void set_operands(V3dStrip *s, GRand *rand)
{
    static const struct {
        uint32_t random, set;
    } some[] = {
        { 0x8fffffff, 0x30000000 }, { 0x80ffffff, 0x1f800000 },
        { 0x80ffffff, 0x7e000000 },
    };
    unsigned kind = g_rand_int_range(rand, 0, G_N_ELEMENTS(some) + 1);

    for (unsigned n = 0; n < 2; n++) {
        for (unsigned i = 0; i < V3D_STRIP_LANES; i++) {
            s->vec[n].lane[i] =
                kind == G_N_ELEMENTS(some) ? random_operand(rand) :
                (g_rand_int(rand) & some[kind].random) | some[kind].set;
        }
    }
}

static void compare(V3dStrip *s, const V3dExec *exec, const Operation *o)
{
    V3dStripOp op[] = {
        { .code = o->code, .k = o->k, .dst = 2, .src = { 0, 1 } },
    };
    V3dStripProgram program = { .num_ops = G_N_ELEMENTS(op), .op = op };

    s->program = &program;
    exec->towards_zero(o->truncates);
    exec->run(s);
    exec->towards_zero(false);
    for (unsigned i = 0; i < V3D_STRIP_LANES; i++) {
        uint32_t a = s->vec[0].lane[i], b = s->vec[1].lane[i];

        if (s->vec[2].lane[i] != o->reference(a, b)) {
            g_test_message("%s of %08x and %08x: %08x, not %08x", exec->name,
                           a, b, s->vec[2].lane[i], o->reference(a, b));
            g_assert_not_reached();
        }
    }
}

static unsigned find_execs(const V3dExec *exec[3])
{
    static const char *const names[] = { "base", "avx2", "avx512" };
    const char *why;
    unsigned num = 0;

    for (unsigned i = 0; i < G_N_ELEMENTS(names); i++) {
        num += v3d_exec_find(names[i], &exec[num], &why);
    }
    return num;
}

static void test_operation(gconstpointer data)
{
    V3dStrip *s = aligned_alloc(64, sizeof(*s));
    GRand *rand = g_rand_new_with_seed(g_test_rand_int());
    const V3dExec *exec[3];
    unsigned num = find_execs(exec);

    if (!num) {
        g_test_skip("no backend runs here (valgrind)");
    }
    memset(s, 0, sizeof(*s));
    s->lanes = V3D_STRIP_LANES;
    for (unsigned n = 0; n < ROUNDS && num; n++) {
        set_operands(s, rand);
        for (unsigned i = 0; i < num; i++) {
            compare(s, exec[i], data);
        }
    }
    g_rand_free(rand);
    free(s);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    for (unsigned i = 0; i < G_N_ELEMENTS(operations); i++) {
        g_autofree char *path = g_strdup_printf("/v3d/strips/numbers/%s",
                                                operations[i].name);

        g_test_add_data_func(path, &operations[i], test_operation);
    }
    return g_test_run();
}
