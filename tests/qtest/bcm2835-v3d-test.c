/*
 * QTest of VideoCore IV 3D's registers
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "hw/arm/raspberrypi-fw-defs.h"
#include "hw/gpu/bcm2835_v3d_regs.h"
#include "bcm2835-qtest.h"

#define DOMAIN_V3D  11
#define IRQ_V3D     10

#define LIST        0x02000000
#define TARGET      0x02100000

/* Time for what is run in the main loop, a slice each */
#define SLICES      1000
#define SLICE_NS    1000

#define MACHINE "-machine raspi2b -display none -global bcm2835-v3d.threads=0"

static QTestState *start(void)
{
    return qtest_init(MACHINE);
}

static uint32_t v3d_read(QTestState *qts, uint32_t reg)
{
    return qtest_readl(qts, BCM2835_V3D_REGS + reg);
}

static void v3d_write(QTestState *qts, uint32_t reg, uint32_t value)
{
    qtest_writel(qts, BCM2835_V3D_REGS + reg, value);
}

static void set_power(QTestState *qts, uint32_t on)
{
    uint32_t arg[2] = { DOMAIN_V3D, on };

    bcm2835_property(qts, RPI_FWREQ_SET_DOMAIN_STATE, arg, 2);
}

static void put_bytes(QTestState *qts, const uint8_t *list, size_t size)
{
    qtest_memwrite(qts, LIST, list, size);
}

/* Start a list of @size bytes, as Linux does. */
static void run_list(QTestState *qts, int thread, size_t size)
{
    v3d_write(qts, A_V3D_CT0CA + thread * 4, BCM2835_BUS | LIST);
    v3d_write(qts, A_V3D_CT0EA + thread * 4, BCM2835_BUS | (LIST + size));
}

static bool wait_for(QTestState *qts, uint32_t reg, uint32_t bit)
{
    for (int i = 0; i < SLICES; i++) {
        if (v3d_read(qts, reg) & bit) {
            return true;
        }
        qtest_clock_step(qts, SLICE_NS);
    }
    return false;
}

/* What Linux and Mesa want to see */
static void test_ident(void)
{
    QTestState *qts = start();

    g_assert_cmphex(v3d_read(qts, A_V3D_IDENT0), ==, 0x02443356);
    g_assert_cmphex(v3d_read(qts, A_V3D_IDENT1) & 0xffffff, ==, 0x102431);
    g_assert_cmphex(v3d_read(qts, A_V3D_IDENT2), ==, 0x121);
    v3d_write(qts, A_V3D_IDENT0, 0);
    g_assert_cmphex(v3d_read(qts, A_V3D_IDENT0), ==, 0x02443356);
    v3d_write(qts, A_V3D_SCRATCH, 0x12345678);
    g_assert_cmphex(v3d_read(qts, A_V3D_SCRATCH), ==, 0x12345678);
    qtest_quit(qts);
}

static void test_enables(void)
{
    QTestState *qts = start();

    v3d_write(qts, A_V3D_INTENA, 3);
    v3d_write(qts, A_V3D_INTENA, 4);
    g_assert_cmphex(v3d_read(qts, A_V3D_INTENA), ==, 7);
    v3d_write(qts, A_V3D_INTDIS, 2);
    g_assert_cmphex(v3d_read(qts, A_V3D_INTENA), ==, 5);
    g_assert_cmphex(v3d_read(qts, A_V3D_INTDIS), ==, 5);
    v3d_write(qts, A_V3D_INTENA, 0);
    g_assert_cmphex(v3d_read(qts, A_V3D_INTENA), ==, 5);
    qtest_quit(qts);
}

static void test_power(void)
{
    QTestState *qts = start();

    v3d_write(qts, A_V3D_SCRATCH, 1);
    v3d_write(qts, A_V3D_INTENA, 7);
    set_power(qts, 0);
    g_assert_cmphex(v3d_read(qts, A_V3D_IDENT0), ==, 0);
    v3d_write(qts, A_V3D_SCRATCH, 2);
    set_power(qts, 1);
    g_assert_cmphex(v3d_read(qts, A_V3D_IDENT0), ==, 0x02443356);
    g_assert_cmphex(v3d_read(qts, A_V3D_SCRATCH), ==, 0);
    g_assert_cmphex(v3d_read(qts, A_V3D_INTENA), ==, 0);
    qtest_quit(qts);
}

static void test_threads(void)
{
    QTestState *qts = start();

    for (int n = 0; n < 2; n++) {
        v3d_write(qts, A_V3D_CT0CA + n * 4, BCM2835_BUS | LIST);
        g_assert_cmphex(v3d_read(qts, A_V3D_CT0CA + n * 4), ==,
                        BCM2835_BUS | LIST);
        g_assert_cmphex(v3d_read(qts, A_V3D_CT0CS + n * 4), ==, 0);
    }
    qtest_quit(qts);
}

/* A list of a NOP: it stops where CA equals EA, with no interrupt */
static void test_nop(void)
{
    static const uint8_t nop[] = { 1, 1 };
    QTestState *qts = start();

    put_bytes(qts, nop, sizeof(nop));
    for (int n = 0; n < 2; n++) {
        run_list(qts, n, sizeof(nop));
        for (int i = 0; i < 10; i++) {
            qtest_clock_step(qts, SLICE_NS);
        }
        g_assert_cmphex(v3d_read(qts, A_V3D_CT0CA + n * 4), ==,
                        BCM2835_BUS | (LIST + 2));
        g_assert_cmphex(v3d_read(qts, A_V3D_CT0CS + n * 4) &
                       R_V3D_CT0CS_RUN_MASK, ==, 0);
        g_assert_cmphex(v3d_read(qts, A_V3D_INTCTL), ==, 0);
    }
    qtest_quit(qts);
}

/* Clear a tile and store it: the first of the reference's sequences */
static void test_clear(void)
{
    static const uint8_t list[] = {
        114, 0x11, 0x22, 0x33, 0x44, 0x11, 0x22, 0x33, 0x44, 0, 0, 0, 0, 0,
        115, 0, 0,
        28, 0, 0, 0, 0, 0, 0,
        113, 0x00, 0x00, 0x10, TARGET >> 24, 64, 0, 64, 0, 4, 0,
        115, 0, 0,
        25,
    };
    QTestState *qts = start();

    put_bytes(qts, list, sizeof(list));
    v3d_write(qts, A_V3D_INTENA, R_V3D_INTCTL_FRDONE_MASK);
    run_list(qts, 1, sizeof(list));
    g_assert(wait_for(qts, A_V3D_INTCTL, R_V3D_INTCTL_FRDONE_MASK));
    g_assert(bcm2835_irq(qts, IRQ_V3D));
    g_assert_cmphex(v3d_read(qts, A_V3D_RFC), ==, 1);
    for (int i = 0; i < 64 * 64; i++) {
        g_assert_cmphex(qtest_readl(qts, TARGET + i * 4), ==, 0x44332211);
    }
    v3d_write(qts, A_V3D_INTCTL, R_V3D_INTCTL_FRDONE_MASK);
    g_assert_cmphex(bcm2835_irq(qts, IRQ_V3D), ==, 0);
    v3d_write(qts, A_V3D_RFC, 1);
    g_assert_cmphex(v3d_read(qts, A_V3D_RFC), ==, 0);
    qtest_quit(qts);
}

/* Give up a list that waits: it is not heard of again */
static void test_cancel(void)
{
    static const uint8_t list[] = { 8, 25 };
    QTestState *qts = start();

    put_bytes(qts, list, sizeof(list));
    run_list(qts, 1, sizeof(list));
    qtest_clock_step(qts, SLICE_NS);
    g_assert(v3d_read(qts, A_V3D_CT1CS) & R_V3D_CT0CS_RUN_MASK);
    g_assert(v3d_read(qts, A_V3D_CT1CS) & R_V3D_CT0CS_SUBS_MASK);
    set_power(qts, 0);
    set_power(qts, 1);
    for (int i = 0; i < 10; i++) {
        qtest_clock_step(qts, SLICE_NS);
    }
    g_assert_cmphex(v3d_read(qts, A_V3D_CT1CS), ==, 0);
    g_assert_cmphex(v3d_read(qts, A_V3D_INTCTL), ==, 0);
    qtest_quit(qts);
}

/* A list of which there is no end, and one of no record */
static void test_bad_lists(void)
{
    static const uint8_t loop[] = {
        16, LIST & 0xff, LIST >> 8 & 0xff, LIST >> 16 & 0xff, LIST >> 24,
    };
    static const uint8_t reserved[] = { 0xff, 1 };
    QTestState *qts = start();

    put_bytes(qts, loop, sizeof(loop));
    run_list(qts, 1, 0x100);
    for (int i = 0; i < 10; i++) {
        qtest_clock_step(qts, SLICE_NS);
    }
    g_assert(v3d_read(qts, A_V3D_CT1CS) & R_V3D_CT0CS_RUN_MASK);
    put_bytes(qts, reserved, sizeof(reserved));
    run_list(qts, 1, sizeof(reserved));
    for (int i = 0; i < 10; i++) {
        qtest_clock_step(qts, SLICE_NS);
    }
    g_assert(v3d_read(qts, A_V3D_CT1CS) & R_V3D_CT0CS_ERR_MASK);
    g_assert_cmphex(v3d_read(qts, A_V3D_CT1CS) & R_V3D_CT0CS_RUN_MASK, ==, 0);
    qtest_quit(qts);
}

/* A list that waits is saved, waits on, and ends when the other has posted */
static void test_save(void)
{
    static const uint8_t list[] = { 8, 25 };
    static const uint8_t post[] = { 7, 4 };
    QTestState *from = start(), *to;

    v3d_write(from, A_V3D_SCRATCH, 0x5a5a);
    v3d_write(from, A_V3D_INTENA, 1);
    qtest_memwrite(from, LIST + 0x100, post, sizeof(post));
    put_bytes(from, list, sizeof(list));
    run_list(from, 1, sizeof(list));
    qtest_clock_step(from, SLICE_NS);

    to = move_machine(from, MACHINE);
    g_assert_cmphex(v3d_read(to, A_V3D_SCRATCH), ==, 0x5a5a);
    g_assert_cmphex(v3d_read(to, A_V3D_INTENA), ==, 1);
    g_assert(v3d_read(to, A_V3D_CT1CS) & R_V3D_CT0CS_SUBS_MASK);
    g_assert_cmphex(v3d_read(to, A_V3D_INTCTL) & 1, ==, 0);
    v3d_write(to, A_V3D_CT0CA, BCM2835_BUS | (LIST + 0x100));
    v3d_write(to, A_V3D_CT0EA, BCM2835_BUS | (LIST + 0x102));
    g_assert(wait_for(to, A_V3D_INTCTL, R_V3D_INTCTL_FRDONE_MASK));
    g_assert(bcm2835_irq(to, IRQ_V3D));
    qtest_quit(to);
}

static void test_counters(void)
{
    QTestState *qts = start();

    v3d_write(qts, A_V3D_PCTRS0 + 8, 24);
    v3d_write(qts, A_V3D_PCTRE, R_V3D_PCTRE_EN_MASK | 2);
    g_assert_cmphex(v3d_read(qts, A_V3D_PCTRS0 + 8), ==, 24);
    g_assert_cmphex(v3d_read(qts, A_V3D_PCTR0 + 8), ==, 0);
    v3d_write(qts, A_V3D_PCTRC, 2);
    g_assert_cmphex(v3d_read(qts, A_V3D_PCTR0 + 8), ==, 0);
    qtest_quit(qts);
}

/* Every register, every bit */
static void test_all_registers(void)
{
    QTestState *qts = start();

    for (int round = 0; round < 3; round++) {
        for (uint32_t reg = 0; reg < BCM2835_V3D_MMIO_SIZE; reg += 4) {
            v3d_write(qts, reg, round == 0 ? UINT32_MAX : reg * 0x01000193);
            v3d_read(qts, reg);
        }
        qtest_clock_step(qts, SLICE_NS);
    }
    qtest_system_reset(qts);
    g_assert_cmphex(v3d_read(qts, A_V3D_INTENA), ==, 0);
    qtest_quit(qts);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    qtest_add_func("/bcm2835/v3d/ident", test_ident);
    qtest_add_func("/bcm2835/v3d/enables", test_enables);
    qtest_add_func("/bcm2835/v3d/power", test_power);
    qtest_add_func("/bcm2835/v3d/threads", test_threads);
    qtest_add_func("/bcm2835/v3d/nop", test_nop);
    qtest_add_func("/bcm2835/v3d/clear", test_clear);
    qtest_add_func("/bcm2835/v3d/cancel", test_cancel);
    qtest_add_func("/bcm2835/v3d/bad-lists", test_bad_lists);
    qtest_add_func("/bcm2835/v3d/save", test_save);
    qtest_add_func("/bcm2835/v3d/counters", test_counters);
    qtest_add_func("/bcm2835/v3d/all-registers", test_all_registers);
    return g_test_run();
}
