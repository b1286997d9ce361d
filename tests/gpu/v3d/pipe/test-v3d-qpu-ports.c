/*
 * Tests of the V3D engine's QPU: varyings, tile buffer, synchronisation
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qpu-run.h"

#define MAX_CALLS   16

/* What the program did outside, in order */
typedef struct Outside {
    QpuRun run;
    unsigned varyings;
    unsigned num;
    struct {
        V3dTlbWrite reg;
        unsigned mask;
        uint32_t first, last;       /* values of lanes 0 and 15 */
    } write[MAX_CALLS];
    unsigned reads;
    unsigned semaphore, interrupts;
    uint32_t interrupt;
    bool mutex;
} Outside;

/* Varying n: V = n in each lane, C = 10 * n + quad */
static void varying(void *opaque, uint32_t v[V3D_LANES], uint32_t c[V3D_LANES])
{
    Outside *o = opaque;

    o->varyings++;
    for (unsigned i = 0; i < V3D_LANES; i++) {
        v[i] = o->varyings;
        c[i] = 10 * o->varyings + i / 4;
    }
}

/* Z rejects the lanes of odd quads. */
static void tlb_write(void *opaque, V3dQpu *qpu, V3dTlbWrite reg,
                      const uint32_t value[V3D_LANES], unsigned mask)
{
    Outside *o = opaque;

    g_assert_cmpuint(o->num, <, MAX_CALLS);
    o->write[o->num].reg = reg;
    o->write[o->num].mask = mask;
    o->write[o->num].first = value[0];
    o->write[o->num++].last = value[15];
    for (unsigned i = 0; i < V3D_LANES; i++) {
        if (reg == V3D_TLB_Z && i / 4 % 2) {
            qpu->ms_flags[i] = 0;
        }
    }
}

static void tlb_read(void *opaque, V3dQpu *qpu, V3dTlbRead what,
                     uint32_t value[V3D_LANES])
{
    Outside *o = opaque;

    o->reads++;
    for (unsigned i = 0; i < V3D_LANES; i++) {
        value[i] = 1000 * what + o->reads;
    }
}

static bool semaphore(void *opaque, unsigned number, bool decrement)
{
    Outside *o = opaque;

    g_assert_cmpuint(number, ==, 3);
    if (decrement && !o->semaphore) {
        return false;
    }
    o->semaphore += decrement ? -1 : 1;
    return true;
}

static bool mutex(void *opaque, bool acquire)
{
    Outside *o = opaque;
    bool got = !acquire || !o->mutex;

    o->mutex = acquire;
    return got;
}

static void interrupt(void *opaque, uint32_t value)
{
    Outside *o = opaque;

    o->interrupts++;
    o->interrupt = value;
}

static const V3dQpuPorts ports = {
    .varying = varying,
    .tlb_write = tlb_write,
    .tlb_read = tlb_read,
    .semaphore = semaphore,
    .mutex = mutex,
    .interrupt = interrupt,
};

static Outside *outside_new(const char *text)
{
    g_autofree char *whole = g_strconcat(text, QPU_END_TEXT, NULL);
    Outside *o = g_new0(Outside, 1);

    qpu_run_init(&o->run, whole);
    o->run.qpu.ports = &ports;
    o->run.qpu.opaque = o;
    for (unsigned i = 0; i < V3D_LANES; i++) {
        o->run.qpu.x[i] = 100 + (i & 1) + i / 4 * 2;
        o->run.qpu.y[i] = 50 + (i >> 1 & 1);
        o->run.qpu.ms_flags[i] = 15;
        o->run.qpu.rev_flag[i] = i / 8;
        o->run.qpu.a[V3D_QPU_W][i] = 0x3f800000;
        o->run.qpu.b[V3D_QPU_Z][i] = 0x00abcdef;
    }
    return o;
}

static void outside_free(Outside *o)
{
    qpu_run_clear(&o->run);
    g_free(o);
}

/* C is in r5 for the next instruction, whatever wrote r5 in this one. */
static void test_varyings(void)
{
    Outside *o = outside_new("mov r0, vary ; mov r1, varyb\n"
                             "mov r2, r5 ; mov r3, varyb\n"
                             "mov ra0, r5 ; nop ; reada vary\n"
                             "mov r5b, varyb\n"
                             "mov rb0, r5\n");
    const V3dQpu *qpu = &o->run.qpu;

    qpu_run_whole(&o->run);
    for (unsigned i = 0; i < V3D_LANES; i++) {
        g_assert_cmpuint(qpu->r[0][i], ==, 1);
        g_assert_cmpuint(qpu->r[1][i], ==, 1);
        g_assert_cmpuint(qpu->r[2][i], ==, 10 + i / 4);
        g_assert_cmpuint(qpu->r[3][i], ==, 2);
        g_assert_cmpuint(qpu->a[0][i], ==, 20 + i / 4);
        g_assert_cmpuint(qpu->b[0][i], ==, 40 + i / 4);
    }
    outside_free(o);
}

static void test_fragment(void)
{
    Outside *o = outside_new("mov r0, x ; mov r1, y\n"
                             "mov r2, ms ; mov r3, rev\n"
                             "mov ra0, qpu ; mov rb0, elem\n"
                             "mov ra1, rb15\n");
    const V3dQpu *qpu = &o->run.qpu;

    o->run.qpu.number = 7;
    qpu_run_whole(&o->run);
    for (unsigned i = 0; i < V3D_LANES; i++) {
        g_assert_cmpuint(qpu->r[0][i], ==, qpu->x[i]);
        g_assert_cmpuint(qpu->r[1][i], ==, qpu->y[i]);
        g_assert_cmpuint(qpu->r[2][i], ==, 15);
        g_assert_cmpuint(qpu->r[3][i], ==, i / 8);
        g_assert_cmpuint(qpu->a[0][i], ==, 7);
        g_assert_cmpuint(qpu->b[0][i], ==, i);
        g_assert_cmphex(qpu->a[1][i], ==, 0xabcdef);
    }
    outside_free(o);
}

/* A condition excludes lanes; where it excludes all, the write still is one. */
static void test_tile_buffer(void)
{
    Outside *o = outside_new("mov tlb_stencil, 7\n"
                             "mov r0, elem\n"
                             "sub.sf -, r0, 4\n"
                             "mov.ifns tlb_z, rb15\n"
                             "nop ; nop ; loadc\n"
                             "mov r1, ms ; mov r2, r4\n"
                             "mov.ifcc tlb_cms, r0\n"
                             "sub.sf -, r0, r0\n"
                             "mov.ifzc tlb_cms, r0\n"
                             "mov.never tlb_c, r0\n"
                             "nop ; mov tlb_alpha, r0\n"
                             "nop ; nop ; loadam\n"
                             "mov r3, r4\n");
    static const unsigned masks[] = { 0xffff, 0x000f, 0xfff0, 0, 0xffff };
    static const V3dTlbWrite regs[] = {
        V3D_TLB_STENCIL_SETUP, V3D_TLB_Z, V3D_TLB_COLOUR_MS, V3D_TLB_COLOUR_MS,
        V3D_TLB_ALPHA_MASK,
    };

    qpu_run_whole(&o->run);
    g_assert_cmpuint(o->num, ==, G_N_ELEMENTS(masks));
    for (unsigned i = 0; i < o->num; i++) {
        g_assert_cmpuint(o->write[i].reg, ==, regs[i]);
        g_assert_cmphex(o->write[i].mask, ==, masks[i]);
    }
    g_assert_cmphex(o->write[1].first, ==, 0xabcdef);
    g_assert_cmpuint(o->write[4].last, ==, 15);
    g_assert_cmpuint(o->run.qpu.r[1][0], ==, 15);
    g_assert_cmpuint(o->run.qpu.r[1][4], ==, 0);
    g_assert_cmpuint(o->run.qpu.r[2][9], ==, 1000 * V3D_TLB_COLOUR + 1);
    g_assert_cmpuint(o->run.qpu.r[3][9], ==, 1000 * V3D_TLB_ALPHA + 2);
    outside_free(o);
}

/* What waits is done when it is tried again, and once only. */
static void test_waiting(void)
{
    Outside *o = outside_new("mov r0, 1\n"
                             "sem -, 0x00000013\n"
                             "add r0, r0, 1\n"
                             "nop ; nop ; reada mutex\n"
                             "add r0, r0, 1\n"
                             "mov mutex, 0\n"
                             "sem -, 0x00000003\n"
                             "mov host_int, 0\n"
                             "mov host_int, 9\n");

    o->mutex = true;
    g_assert_cmpint(v3d_qpu_run(&o->run.qpu, 100), ==, V3D_QPU_WAIT);
    g_assert_cmpint(v3d_qpu_run(&o->run.qpu, 100), ==, V3D_QPU_WAIT);
    g_assert_cmpuint(o->run.qpu.r[0][0], ==, 1);
    o->semaphore = 1;
    g_assert_cmpint(v3d_qpu_run(&o->run.qpu, 100), ==, V3D_QPU_WAIT);
    g_assert_cmpuint(o->semaphore, ==, 0);
    g_assert_cmpuint(o->run.qpu.r[0][0], ==, 2);
    o->mutex = false;
    qpu_run_whole(&o->run);
    g_assert_cmpuint(o->run.qpu.r[0][0], ==, 3);
    g_assert_false(o->mutex);
    g_assert_cmpuint(o->semaphore, ==, 1);
    g_assert_cmpuint(o->interrupts, ==, 1);
    g_assert_cmpuint(o->interrupt, ==, 9);
    outside_free(o);
}

/* Without ports all of it is an event, and no more. */
static void test_no_ports(void)
{
    Outside *o = outside_new("mov r0, vary\n"
                             "mov tlb_c, r0\n"
                             "nop ; nop ; loadc\n"
                             "mov vpm, vpm\n"
                             "sem -, 0x00000013\n"
                             "mov vr_addr, 0\n"
                             "nop ; nop ; reada mutex\n"
                             "mov mutex, 1\n"
                             "mov host_int, 1\n");

    o->run.qpu.ports = &(V3dQpuPorts) { };
    g_assert_cmpint(v3d_qpu_run(&o->run.qpu, 100), ==, V3D_QPU_END);
    g_assert_cmpuint(o->run.events.num, ==, 1);
    g_assert_cmpuint(o->run.events.list[0].id, ==, V3D_EV_QPU_PORT);
    g_assert_cmpuint(o->run.events.list[0].count, ==, 10);
    outside_free(o);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/v3d/qpu-ports/varyings", test_varyings);
    g_test_add_func("/v3d/qpu-ports/fragment", test_fragment);
    g_test_add_func("/v3d/qpu-ports/tile-buffer", test_tile_buffer);
    g_test_add_func("/v3d/qpu-ports/waiting", test_waiting);
    g_test_add_func("/v3d/qpu-ports/no-ports", test_no_ports);
    return g_test_run();
}
