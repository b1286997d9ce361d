/*
 * QTest of the start and stop of Tegra20's second core
 *
 * Runs a guest program under TCG: CPU0 spins, CPU1 writes a mark with its
 * number and then counts.  The test plays the part of the kernel on CPU0.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qemu/bswap.h"
#include "hw/core/registerfields.h"
#include "tegra20-host1x.h"
#include "tegra20-stream.h"

#define EVP_RESET_VECTOR (TEGRA20_EVP_BASE + 0x100)
#define RST_CPU_SET      (TEGRA20_CAR_BASE + 0x340)
#define RST_CPU_CLR      (TEGRA20_CAR_BASE + 0x344)
#define CPU1_RESETS      0x2222

#define FLOW_HALT_CPU1   (TEGRA20_FLOW_BASE + 0x14)
#define FLOW_CPU1_CSR    (TEGRA20_FLOW_BASE + 0x18)
#define WAIT_FOR_IRQ     0x80000500

#define PROGRAM_A 0x40000000
#define PROGRAM_B 0x40000200
#define MARK      0x40001000
#define COUNT     0x40001004
#define MARK_A    0x600d0000
#define MARK_B    0x0b0b0000

#define WAIT_US   (10 * G_USEC_PER_SEC)

static const uint32_t program[] = {
    0xee100fb0,         /*      mrc  p15, 0, r0, c0, c0, 5  @ MPIDR */
    0xe2000003,         /*      and  r0, r0, #3 */
    0xe59f1014,         /*      ldr  r1, =MARK */
    0xe59f2014,         /*      ldr  r2, =the mark */
    0xe1822000,         /*      orr  r2, r2, r0 */
    0xe5812000,         /*      str  r2, [r1] */
    0xe2833001,         /* 1:   add  r3, r3, #1 */
    0xe5813004,         /*      str  r3, [r1, #4] */
    0xeafffffc,         /*      b    1b */
    MARK,
};

static void load_program(QTestState *qts, uint32_t addr, uint32_t mark)
{
    for (size_t i = 0; i < ARRAY_SIZE(program); i++) {
        qtest_writel(qts, addr + 4 * i, program[i]);
    }
    qtest_writel(qts, addr + 4 * ARRAY_SIZE(program), mark);
}

static QTestState *cpu_start(const char *args)
{
    QTestState *qts = qtest_initf("-machine trimslice -accel tcg -S %s", args);

    qtest_writel(qts, 0, 0xeafffffe);           /* CPU0: b . */
    load_program(qts, PROGRAM_A, MARK_A);
    load_program(qts, PROGRAM_B, MARK_B);
    qtest_qmp_assert_success(qts, "{ 'execute': 'cont' }");
    return qts;
}

static bool wait_for(QTestState *qts, uint32_t addr, uint32_t value)
{
    int64_t end = g_get_monotonic_time() + WAIT_US;

    while (g_get_monotonic_time() < end) {
        if (qtest_readl(qts, addr) == value) {
            return true;
        }
        g_usleep(1000);
    }
    return false;
}

/* Wait until the count moves, or with @want false stands still */
static bool wait_counting(QTestState *qts, bool want)
{
    int64_t end = g_get_monotonic_time() + WAIT_US;

    while (g_get_monotonic_time() < end) {
        uint32_t before = qtest_readl(qts, COUNT);

        g_usleep(50 * 1000);
        if ((qtest_readl(qts, COUNT) != before) == want) {
            return true;
        }
    }
    return false;
}

static void release_to(QTestState *qts, uint32_t entry)
{
    qtest_writel(qts, EVP_RESET_VECTOR, entry);
    g_assert_cmphex(qtest_readl(qts, EVP_RESET_VECTOR), ==, entry);
    qtest_writel(qts, RST_CPU_CLR, CPU1_RESETS);
}

static void test_start_stop(void)
{
    QTestState *qts = cpu_start("");

    /* Held by the reset value */
    g_usleep(100 * 1000);
    g_assert_cmphex(qtest_readl(qts, MARK), ==, 0);
    release_to(qts, PROGRAM_A);
    g_assert_true(wait_for(qts, MARK, MARK_A | 1));
    g_assert_true(wait_counting(qts, true));
    /* As CPU1 writes it when Linux takes it off line */
    qtest_writel(qts, RST_CPU_SET, 0x2022);
    g_assert_true(wait_counting(qts, false));
    /* The vector counts at the time of release */
    release_to(qts, PROGRAM_B);
    g_assert_true(wait_for(qts, MARK, MARK_B | 1));
    g_assert_true(wait_counting(qts, true));
    qtest_quit(qts);
}

/* A pulse of the reset restarts a running core at the vector */
static void test_pulse(void)
{
    QTestState *qts = cpu_start("");

    release_to(qts, PROGRAM_A);
    g_assert_true(wait_for(qts, MARK, MARK_A | 1));
    for (int i = 0; i < 20; i++) {
        bool odd = i & 1;

        qtest_writel(qts, MARK, 0);
        qtest_writel(qts, RST_CPU_SET, CPU1_RESETS);
        release_to(qts, odd ? PROGRAM_A : PROGRAM_B);
        g_assert_true(wait_for(qts, MARK, (odd ? MARK_A : MARK_B) | 1));
    }
    /* And the other way round: a short release that does not last */
    qtest_writel(qts, RST_CPU_SET, CPU1_RESETS);
    g_assert_true(wait_counting(qts, false));
    for (int i = 0; i < 20; i++) {
        release_to(qts, PROGRAM_A);
        qtest_writel(qts, RST_CPU_SET, CPU1_RESETS);
    }
    g_assert_true(wait_counting(qts, false));
    qtest_quit(qts);
}

/* A reset of the machine leaves CPU1 held */
static void test_machine_reset(void)
{
    QTestState *qts = cpu_start("");

    release_to(qts, PROGRAM_A);
    g_assert_true(wait_for(qts, MARK, MARK_A | 1));
    qtest_system_reset(qts);
    g_assert_cmphex(qtest_readl(qts, RST_CPU_SET), ==, CPU1_RESETS);
    g_assert_cmphex(qtest_readl(qts, EVP_RESET_VECTOR), ==, 0);
    g_assert_true(wait_counting(qts, false));
    release_to(qts, PROGRAM_B);
    g_assert_true(wait_for(qts, MARK, MARK_B | 1));
    qtest_quit(qts);
}

/*
 * CPU1 is halted with its power off until timer 1 fires: it starts at the
 * vector again, and the flow controller shows why.
 */
static void test_power_gated(void)
{
    QTestState *qts = cpu_start("");

    release_to(qts, PROGRAM_A);
    g_assert_true(wait_for(qts, MARK, MARK_A | 1));
    qtest_writel(qts, EVP_RESET_VECTOR, PROGRAM_B);
    /* Power on: the core runs on */
    qtest_writel(qts, FLOW_HALT_CPU1, WAIT_FOR_IRQ);
    g_assert_true(wait_counting(qts, true));
    qtest_writel(qts, FLOW_CPU1_CSR, 0x0000c021);
    qtest_writel(qts, FLOW_HALT_CPU1, WAIT_FOR_IRQ);
    g_assert_true(wait_counting(qts, false));
    /* An interrupt that the legacy controller masks does not wake */
    qtest_writel(qts, TEGRA20_TIMER_BASE, 1u << 31);
    g_usleep(50 * 1000);
    g_assert_cmphex(qtest_readl(qts, TEGRA20_ICTLR_BASE + 0x10) & 1, ==, 1);
    g_assert_true(wait_counting(qts, false));
    g_assert_cmphex(qtest_readl(qts, MARK), ==, MARK_A | 1);
    qtest_writel(qts, TEGRA20_ICTLR_BASE + 0x24, 1);
    g_assert_true(wait_for(qts, MARK, MARK_B | 1));
    g_assert_cmphex(qtest_readl(qts, FLOW_CPU1_CSR), ==, 0x00008021);
    g_assert_cmphex(qtest_readl(qts, FLOW_HALT_CPU1), ==, 0);
    qtest_quit(qts);
}

/* Raise the interrupt of timer 1, which the legacy controller does not mask */
static void raise_irq(QTestState *qts)
{
    qtest_writel(qts, TEGRA20_ICTLR_BASE + 0x24, 1);
    qtest_writel(qts, TEGRA20_ICTLR_BASE + 0x18, 1);
}

/* An interrupt that is pending before the halt wakes at once */
static void test_power_gated_late(void)
{
    QTestState *qts = cpu_start("");

    release_to(qts, PROGRAM_A);
    g_assert_true(wait_for(qts, MARK, MARK_A | 1));
    qtest_writel(qts, EVP_RESET_VECTOR, PROGRAM_B);
    raise_irq(qts);
    qtest_writel(qts, FLOW_CPU1_CSR, 1);
    qtest_writel(qts, FLOW_HALT_CPU1, WAIT_FOR_IRQ);
    g_assert_true(wait_for(qts, MARK, MARK_B | 1));
    qtest_quit(qts);
}

/* A write of the reset registers that changes no reset of the core */
static void test_gated_other(void)
{
    QTestState *qts = cpu_start("");

    release_to(qts, PROGRAM_A);
    g_assert_true(wait_for(qts, MARK, MARK_A | 1));
    qtest_writel(qts, EVP_RESET_VECTOR, PROGRAM_B);
    qtest_writel(qts, FLOW_CPU1_CSR, 1);
    qtest_writel(qts, FLOW_HALT_CPU1, WAIT_FOR_IRQ);
    g_assert_true(wait_counting(qts, false));
    qtest_writel(qts, RST_CPU_CLR, 0);
    g_assert_cmphex(qtest_readl(qts, MARK), ==, MARK_A | 1);
    raise_irq(qts);
    g_assert_true(wait_for(qts, MARK, MARK_B | 1));
    qtest_quit(qts);
}

/*
 * CPU1 is released, and halted before its thread comes to the start: one write
 * does both, as the flow controller lies behind the CAR.
 */
static void test_halted_start(void)
{
    QTestState *qts = cpu_start("");
    uint8_t words[FLOW_HALT_CPU1 + 4 - RST_CPU_CLR] = { 0 };

    stl_le_p(words, CPU1_RESETS);
    stl_le_p(words + (FLOW_HALT_CPU1 - RST_CPU_CLR), WAIT_FOR_IRQ);
    qtest_writel(qts, EVP_RESET_VECTOR, PROGRAM_A);
    qtest_writel(qts, FLOW_CPU1_CSR, 1);
    qtest_memwrite(qts, RST_CPU_CLR, words, sizeof(words));
    g_assert_cmphex(qtest_readl(qts, FLOW_HALT_CPU1), ==, WAIT_FOR_IRQ);
    g_usleep(100 * 1000);
    g_assert_cmphex(qtest_readl(qts, MARK), ==, 0);
    qtest_writel(qts, TEGRA20_ICTLR_BASE + 0x24, 1);
    qtest_writel(qts, TEGRA20_ICTLR_BASE + 0x18, 1);
    g_assert_true(wait_for(qts, MARK, MARK_A | 1));
    qtest_quit(qts);
}

enum { HELD = 12, GATED = 8 };      /* from the end of the flow's section */

/* Move the machine @qts, with CPU1's bit of a saved word set to @on */
static QTestState *move_changed(QTestState *qts, int from_end, bool on)
{
    g_autofree char *path = stream_path();
    g_autofree uint8_t *data = NULL;
    g_autoptr(GArray) sections = NULL;
    uint8_t *word;
    gsize size;

    save_machine(qts, path);
    g_assert_true(g_file_get_contents(path, (char **)&data, &size, NULL));
    sections = stream_sections(data, size, false);
    word = data + stream_section(sections, "tegra20-flow")->end - from_end;
    g_assert_cmphex(ldl_be_p(word), ==, on ? 0 : 2);
    stl_be_p(word, on ? 2 : 0);
    g_assert_true(g_file_set_contents(path, (char *)data, size, NULL));
    qts = qtest_initf("-machine trimslice -accel tcg -incoming file:%s", path);
    wait_migrated(qts);
    unlink(path);
    return qts;
}

/*
 * A core had not come to its start or stop when the machine was saved: the
 * flow controller's word has it, the core's state does not yet.
 */
static void test_saved_start(void)
{
    QTestState *qts = cpu_start("");

    qtest_writel(qts, EVP_RESET_VECTOR, PROGRAM_A);
    qts = move_changed(qts, HELD, false);
    g_assert_true(wait_for(qts, MARK, MARK_A | 1));
    g_assert_true(wait_counting(qts, true));
    qts = move_changed(qts, GATED, true);
    g_assert_true(wait_counting(qts, false));
    qtest_quit(qts);
}

/* What makes the first event counter overflow, with its interrupt enabled */
static const uint32_t pmu_program[] = {
    0xe3a01000,         /*      mov  r1, #0 */
    0xee091fbc,         /*      mcr  p15, 0, r1, c9, c12, 5 @ PMSELR */
    0xee091f3d,         /*      mcr  p15, 0, r1, c9, c13, 1 @ SW_INCR */
    0xe3e02000,         /*      mvn  r2, #0 */
    0xee092f5d,         /*      mcr  p15, 0, r2, c9, c13, 2 @ PMXEVCNTR */
    0xe3a01001,         /*      mov  r1, #1 */
    0xee091f3c,         /*      mcr  p15, 0, r1, c9, c12, 1 @ PMCNTENSET */
    0xee091f3e,         /*      mcr  p15, 0, r1, c9, c14, 1 @ PMINTENSET */
    0xee091f1c,         /*      mcr  p15, 0, r1, c9, c12, 0 @ PMCR */
    0xee091f9c,         /*      mcr  p15, 0, r1, c9, c12, 4 @ PMSWINC */
    0xeafffffe,         /*      b    . */
};

static bool wait_irq(QTestState *qts, int spi)
{
    int64_t end = g_get_monotonic_time() + WAIT_US;

    while (g_get_monotonic_time() < end) {
        qtest_readl(qts, 0);
        if (qtest_get_irq(qts, spi)) {
            return true;
        }
        g_usleep(1000);
    }
    return false;
}

/* Each core's performance monitor has an interrupt [tegra20.dtsi, pmu] */
static void test_pmu(void)
{
    QTestState *qts = qtest_init("-machine trimslice -accel tcg -S");

    qtest_irq_intercept_out(qts, "/machine/soc/ictlr");
    for (size_t i = 0; i < ARRAY_SIZE(pmu_program); i++) {
        qtest_writel(qts, 4 * i, pmu_program[i]);
    }
    qtest_qmp_assert_success(qts, "{ 'execute': 'cont' }");
    g_assert_true(wait_irq(qts, TEGRA20_IRQ_CPU0_PMU));
    g_assert_false(qtest_get_irq(qts, TEGRA20_IRQ_CPU1_PMU));
    release_to(qts, 0);
    g_assert_true(wait_irq(qts, TEGRA20_IRQ_CPU1_PMU));
    qtest_quit(qts);
}

/* CPU1's register is there without the core */
static void test_single(void)
{
    QTestState *qts = cpu_start("-smp 1");

    release_to(qts, PROGRAM_A);
    g_assert_cmphex(qtest_readl(qts, RST_CPU_SET), ==, 0);
    g_usleep(100 * 1000);
    g_assert_cmphex(qtest_readl(qts, MARK), ==, 0);
    qtest_quit(qts);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    if (!qtest_has_accel("tcg")) {
        g_test_message("TCG is not available");
        return g_test_run();
    }
    qtest_add_func("/tegra20/cpu/start-stop", test_start_stop);
    qtest_add_func("/tegra20/cpu/pulse", test_pulse);
    qtest_add_func("/tegra20/cpu/machine-reset", test_machine_reset);
    qtest_add_func("/tegra20/cpu/power-gated", test_power_gated);
    qtest_add_func("/tegra20/cpu/power-gated-late", test_power_gated_late);
    qtest_add_func("/tegra20/cpu/gated-other", test_gated_other);
    qtest_add_func("/tegra20/cpu/halted-start", test_halted_start);
    qtest_add_func("/tegra20/cpu/saved-start", test_saved_start);
    qtest_add_func("/tegra20/cpu/pmu", test_pmu);
    qtest_add_func("/tegra20/cpu/single", test_single);
    return g_test_run();
}
