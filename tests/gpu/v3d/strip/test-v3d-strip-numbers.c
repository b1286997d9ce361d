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
    { "fadd", V3D_STRIP_ADD + V3D_ADD_FADD, 0, v3d_fadd },
    { "fmul", V3D_STRIP_MUL + V3D_MUL_FMUL, 0, v3d_fmul },
    { "ftoi", V3D_STRIP_ADD + V3D_ADD_FTOI, 0, ftoi },
    { "itof", V3D_STRIP_ADD + V3D_ADD_ITOF, 0, itof },
    { "unpack", V3D_STRIP_UNPACK, 4 | 8, byte_to_float },
    { "pack", V3D_STRIP_PACK_MUL, 4, float_to_byte },
    { "recip", V3D_STRIP_SFU, V3D_SFU_RECIP, recip },
    { "recip-sqrt", V3D_STRIP_SFU, V3D_SFU_RECIPSQRT, recip_sqrt },
    { "exp", V3D_STRIP_SFU, V3D_SFU_EXP, power },
    { "log", V3D_STRIP_SFU, V3D_SFU_LOG, logarithm },
};

/* Some strips have usual numbers only, others any. */
static void set_operands(V3dStrip *s, GRand *rand)
{
    bool usual = g_rand_boolean(rand);

    for (unsigned n = 0; n < 2; n++) {
        for (unsigned i = 0; i < V3D_STRIP_LANES; i++) {
            s->vec[n].lane[i] = !usual ? random_operand(rand) :
                                (g_rand_int(rand) & 0x8fffffff) | 0x30000000;
        }
    }
}

static void compare(V3dStrip *s, const V3dExec *exec, const Operation *o)
{
    V3dStripOp op = { .code = o->code, .k = o->k, .dst = 2, .src = { 0, 1 } };
    V3dStripProgram program = { .num_ops = 1, .op = &op };

    s->program = &program;
    exec->run(s);
    for (unsigned i = 0; i < V3D_STRIP_LANES; i++) {
        uint32_t a = s->vec[0].lane[i], b = s->vec[1].lane[i];

        if (s->vec[2].lane[i] != o->reference(a, b)) {
            g_test_message("%s of %08x and %08x: %08x, not %08x", exec->name,
                           a, b, s->vec[2].lane[i], o->reference(a, b));
            g_assert_not_reached();
        }
    }
}

static void test_operation(gconstpointer data)
{
    static const char *const names[] = { "base", "avx2", "avx512" };
    V3dStrip *s = aligned_alloc(64, sizeof(*s));
    GRand *rand = g_rand_new_with_seed(g_test_rand_int());

    memset(s, 0, sizeof(*s));
    s->lanes = V3D_STRIP_LANES;
    for (unsigned n = 0; n < ROUNDS; n++) {
        set_operands(s, rand);
        for (unsigned i = 0; i < G_N_ELEMENTS(names); i++) {
            const V3dExec *exec;
            const char *why;

            if (v3d_exec_find(names[i], &exec, &why)) {
                compare(s, exec, data);
            }
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
