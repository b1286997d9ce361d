/*
 * Tests of the V3D engine's QPU: random programs in random memory
 *
 * None may crash, and each ends or stops at its budget.  The sanitizers see
 * what is touched.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qpu-run.h"

#ifdef INSTRUMENTED
#define ROUNDS  300
#else
#define ROUNDS  3000
#endif

#define LENGTH  64
#define BUDGET  2000

static void varying(void *opaque, uint32_t v[V3D_LANES], uint32_t c[V3D_LANES])
{
    for (unsigned i = 0; i < V3D_LANES; i++) {
        v[i] = g_test_rand_int();
        c[i] = g_test_rand_int();
    }
}

static void tlb_write(void *opaque, V3dQpu *qpu, V3dTlbWrite reg,
                      const uint32_t value[V3D_LANES], unsigned mask)
{
    g_assert_cmphex(mask & ~0xffffu, ==, 0);
    qpu->ms_flags[value[0] & 15] = value[1] & 15;
}

static void tlb_read(void *opaque, V3dQpu *qpu, V3dTlbRead what,
                     uint32_t value[V3D_LANES])
{
    varying(NULL, value, value);
}

static bool maybe(void *opaque, unsigned number, bool decrement)
{
    return g_test_rand_bit();
}

static bool mutex(void *opaque, bool acquire)
{
    return g_test_rand_bit();
}

static void interrupt(void *opaque, uint32_t value)
{
    g_assert_cmpuint(value, !=, 0);
}

static const V3dQpuPorts ports = {
    varying, tlb_write, tlb_read, maybe, mutex, interrupt,
};

/* Breakpoints and ends would end most programs early. */
static uint64_t random_word(void)
{
    uint64_t word = (uint64_t)g_test_rand_int() << 32 |
                    (uint32_t)g_test_rand_int();
    unsigned sig = word >> 60;

    if (sig == V3D_SIG_BREAKPOINT || sig == V3D_SIG_PROGRAM_END ||
        sig == V3D_SIG_LOAD_COLOUR_END) {
        word = (word & ~(15ull << 60)) | (uint64_t)V3D_SIG_NONE << 60;
    }
    if (sig == V3D_SIG_BRANCH && g_test_rand_bit()) {
        word = (word & ~0xffffffffull & ~(1ull << 50)) | 1ull << 51 |
               (uint32_t)(8 * g_test_rand_int_range(-LENGTH, LENGTH));
    }
    return word;
}

static void make(QpuRun *r, V3dVpm *vpm)
{
    qpu_run_init(r, "");
    qpu_run_clear(r);
    for (unsigned i = 0; i < QPU_MEMORY; i++) {
        r->data[i] = g_test_rand_int();
    }
    for (unsigned i = 0; i < LENGTH; i++) {
        gpu_store_le(r->data + QPU_CODE + 8 * i, 8, random_word());
    }
    v3d_qpu_program_init(&r->program, &r->mem, QPU_CODE);
    v3d_qpu_start(&r->qpu, &r->mem, &r->program, QPU_CODE, QPU_UNIFORMS);
    r->qpu.ports = &ports;
    r->qpu.vpm_in = r->qpu.vpm_out = vpm;
}

static void run(QpuRun *r)
{
    while (r->qpu.cost < BUDGET) {
        if (v3d_qpu_run(&r->qpu, BUDGET - r->qpu.cost) == V3D_QPU_END) {
            return;
        }
    }
    /* What one instruction takes at most */
    g_assert_cmpuint(r->qpu.cost, <=, BUDGET + 1 + 2 * (16384 / 16 + 8));
}

static void test_random(void)
{
    g_autofree QpuRun *r = g_new(QpuRun, 1);
    g_autofree V3dVpm *vpm = g_new0(V3dVpm, 1);
    uint64_t instructions = 0;

    for (unsigned n = 0; n < ROUNDS; n++) {
        make(r, vpm);
        run(r);
        instructions += r->qpu.instructions;
        qpu_run_clear(r);
    }
    /* They are programs, not first instructions. */
    g_assert_cmpuint(instructions, >, ROUNDS * 50ull);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/v3d/qpu-random/random", test_random);
    return g_test_run();
}
