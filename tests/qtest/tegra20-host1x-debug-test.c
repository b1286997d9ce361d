/*
 * QTest of the Tegra20 host1x: what the host can see of it and break in it
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "tegra20-host1x.h"

static void check_text(const char *text, const char *expected)
{
    if (!strstr(text, expected)) {
        g_test_message("no '%s' in:", expected);
        g_test_message("%s", text);
        g_test_fail();
    }
}

static void check_dump(QTestState *qts, const char *property,
                       const char *expected)
{
    g_autofree char *text = tegra20_get_str(qts, HOST1X_PATH, property);

    check_text(text, expected);
}

/* Every kind of reason why a channel stands still, and what it shows */
static void test_channels(void)
{
    QTestState *qts = stream_start(2);

    for (unsigned int ch = 3; ch < 6; ch++) {
        ch_start(qts, ch, 0);
    }
    check_dump(qts, "channels", "  channel 0: unused\n");
    check_dump(qts, "channels", "  channel 2: idle\n");

    set_syncpt(qts, 4, 16);
    PUSH(qts, 2, WAIT, AT(4, 17), SETCL(0x60, 0, 0), NOP);
    check_dump(qts, "channels", "  channel 2: parked, waits for sync point 4 "
               "to reach 17, is 16\n"
               "    START 0x00102000  GET 0x00000008  PUT 0x00000010  "
               "END 0x00000ffc\n"
               "    class HOST1X (0x01)  method WAIT_SYNCPT (0x008)  "
               "last word 0x04000011\n");

    PUSH(qts, 3, ACQUIRE(7));
    PUSH(qts, 4, ACQUIRE(7));
    check_dump(qts, "channels", "channel 3: idle\n");
    check_dump(qts, "channels", "channel 4: parked, waits for module lock 7, "
               "owned by channel 3\n");

    sync_write(qts, A_H1X_CMDPROC_STOP, 1u << 5);
    PUSH(qts, 5, NOP);
    check_dump(qts, "channels",
               "channel 5: held, command processor stopped\n");
    ch_write(qts, 5, A_H1X_DMACTRL, 1);
    check_dump(qts, "channels",
               "channel 5: held, DMA stopped, command processor stopped\n");
    qtest_quit(qts);
}

/* An engine without clock takes nothing. */
static void test_refused(void)
{
    QTestState *qts = stream_start(1);

    tegra20_clock(qts, TEGRA20_PERIPH_GR3D, false);
    PUSH(qts, 1, SETCL(0x60, 0, 0), NONINCR(0, 1), 0x107, NOP);
    check_dump(qts, "channels", "channel 1: parked, waits for GR3D to take "
               "0x00000107 for INCR_SYNCPT (0x000)\n");
    check_dump(qts, "channels", "class GR3D (0x60)  method INCR_SYNCPT "
               "(0x000)  last word 0x00000107\n");
    qtest_quit(qts);
}

/* 16 bits are compared: the target is shown as the counter will read. */
static void test_target(void)
{
    QTestState *qts = stream_start(0);

    set_syncpt(qts, 9, 0x1fffe);
    PUSH(qts, 0, WAIT, AT(9, 0x020003));
    check_dump(qts, "channels", "channel 0: parked, waits for sync point 9 to "
               "reach 131075, is 131070\n");
    qtest_quit(qts);
}

/* The words behind a wait: opcodes, data, a gather and the end of the ring */
static void test_words(void)
{
    QTestState *qts = host1x_start();

    WRITE_WORDS(qts, pb(1) + 0xff8, RESTART(0));
    WRITE_WORDS(qts, pb(1), ACQUIRE(3), RELEASE(3));
    WRITE_WORDS(qts, GATHER, IMM(0x0b, 5), MASK(0x0b, 1), AT(2, 9));
    ch_start(qts, 1, 0xfe0);
    WRITE_WORDS(qts, pb(1) + 0xfe0, WAIT, AT(4, 1), GATHER_OP(3), GATHER,
                SETCL(0x60, 0, 0), INCR(0, 1));
    ch_write(qts, 1, A_H1X_DMAPUT, 8);
    settle(qts);
    check_dump(qts, "channels",
               "    next words\n"
               "      ring   0x00101fe8  60000003  GATHER words=3\n"
               "      ring   0x00101fec  00200000    -> address 0x00200000\n"
               "      gather 0x00200000  400b0005  "
               "IMM LOAD_SYNCPT_BASE (0x00b) data=0x5\n"
               "      gather 0x00200004  300b0001  "
               "MASK LOAD_SYNCPT_BASE (0x00b) mask=0x1\n"
               "      gather 0x00200008  02000009    "
               "-> HOST1X LOAD_SYNCPT_BASE (0x00b)\n"
               "      ring   0x00101ff0  00001800  "
               "SETCL class=GR3D (0x60) offset=0x000 mask=0x00\n"
               "      ring   0x00101ff4  10000001  "
               "INCR INCR_SYNCPT (0x000) count=0x1\n");
    /* The RESTART is the data of INCR here, so the ring goes on behind it. */
    check_dump(qts, "channels",
               "      ring   0x00101ff8  50000000    "
               "-> GR3D INCR_SYNCPT (0x000)\n");

    WRITE_WORDS(qts, pb(1) + 0xff4, NOP);
    check_dump(qts, "channels",
               "      ring   0x00101ff8  50000000  RESTART GET=0x00000000\n"
               "      ring   0x00101000  e0000003  EXTEND ACQUIRE_MLOCK 3\n"
               "      ring   0x00101004  e1000003  EXTEND RELEASE_MLOCK 3\n"
               "  channel 2: unused\n");

    /* Looking changed nothing. */
    g_assert_cmphex(base(qts, 2), ==, 0);
    g_assert_cmphex(dmaget(qts, 1), ==, 0xfe8);
    set_syncpt(qts, 4, 1);
    settle(qts);
    g_assert_true(ch_done(qts, 1));
    g_assert_cmphex(base(qts, 2), ==, 9);
    qtest_quit(qts);
}

static void test_syncpts(void)
{
    QTestState *qts = stream_start(6);

    set_syncpt(qts, 20, 70000);
    sync_write(qts, A_H1X_SYNCPT_INT_THRESH + 4 * 20, 70001);
    sync_write(qts, A_H1X_THRESH_INT_ENABLE_CPU0, 1u << 20);
    sync_write(qts, A_H1X_SYNCPT_BASE + 4 * 3, 1234);
    g_assert_cmphex(sync_read(qts, A_H1X_MLOCK + 4 * 5), ==, 0);
    PUSH(qts, 6, WAIT, AT(20, 70005));

    check_dump(qts, "syncpts", "  20       70000   4465  CPU0     -      "
               "  channel 6 waits for 70005\n");
    check_dump(qts, "syncpts", " 3=1234 ");
    check_dump(qts, "syncpts", "module lock 5: CPU\n");
    sync_write(qts, A_H1X_SYNCPT_CPU_INCR, 1u << 20);
    check_dump(qts, "syncpts", "  20       70001   4465  CPU0     pending");
    qtest_quit(qts);
}

static void test_interrupts(void)
{
    QTestState *qts = stream_start(0);

    set_syncpt(qts, 3, 1);
    sync_write(qts, A_H1X_THRESH_INT_ENABLE_CPU0, 1u << 3);
    sync_write(qts, A_H1X_HINTMASK, 1);
    sync_write(qts, A_H1X_INTC0MASK, 1);
    sync_write(qts, A_H1X_INTMASK, 1);
    check_dump(qts, "interrupts", "sync point CPU0  line 1  "
               "status 0x00000008  enabled 0x00000008\n");
    check_dump(qts, "interrupts", "sync point CPU1  line 0  "
               "status 0x00000000  enabled 0x00000000\n");
    check_dump(qts, "interrupts", "general CPU0     line 0  gate 1  "
               "INTC0MASK 0x00000001\n");
    PUSH(qts, 0, WAIT, AT(3, 1));
    check_dump(qts, "interrupts", "general CPU0     line 1  gate 1");
    check_dump(qts, "interrupts", "INTSTATUS       0x40000001 HOST1X\n");
    check_dump(qts, "interrupts", "HINTSTATUS      0x00000001");
    qtest_quit(qts);
}

/* All of it in the monitor; nothing but a message on another machine */
static void test_info(void)
{
    QTestState *qts = stream_start(0);
    g_autofree char *text = qtest_hmp(qts, "info host1x");
    g_autofree char *other = NULL;

    check_text(text, "channel 7: unused\r\n");
    check_text(text, "sync points");
    check_text(text, "HINTSTATUS_EXT");
    check_text(text, "GR3D  no owner, idle\r\n");
    qtest_quit(qts);

    qts = qtest_init("-machine none");
    other = qtest_hmp(qts, "info host1x");
    g_assert_cmpstr(other, ==,
                    "Error: this machine has no Tegra host1x\r\n");
    qtest_quit(qts);
}

/* ------------------------------------------------------------------ */
/* Faults                                                             */

static void set_fault(QTestState *qts, const char *property, uint32_t value)
{
    tegra20_set_uint(qts, HOST1X_PATH, property, value);
}

static uint64_t get_fault(QTestState *qts, const char *property)
{
    return tegra20_get_uint(qts, HOST1X_PATH, property);
}

static void arm(QTestState *qts, unsigned int id, uint32_t threshold)
{
    sync_write(qts, A_H1X_SYNCPT_INT_THRESH + 4 * id, threshold);
    sync_write(qts, A_H1X_THRESH_INT_ENABLE_CPU0, 1u << id);
}

static void count(QTestState *qts, uint32_t ids)
{
    sync_write(qts, A_H1X_SYNCPT_CPU_INCR, ids);
}

static uint32_t latched(QTestState *qts)
{
    return sync_read(qts, A_H1X_THRESH_CPU0_INT_STATUS);
}

/*
 * Lost once, and neither the end of a pause nor a migration finds it again;
 * the counter tells the truth, and its next change interrupts.
 */
static void test_lost_interrupt(void)
{
    QTestState *qts = host1x_start();

    set_fault(qts, "lost-interrupt", 1);
    arm(qts, 4, 1);
    count(qts, 1u << 4);
    g_assert_cmphex(syncpt(qts, 4), ==, 1);
    g_assert_cmphex(latched(qts), ==, 0);
    g_assert_false(syncpt_irq(qts));
    g_assert_cmpuint(get_fault(qts, "lost-interrupt"), ==, 0);

    qtest_qmp_assert_success(qts, "{ 'execute': 'stop' }");
    qtest_qmp_assert_success(qts, "{ 'execute': 'cont' }");
    g_assert_cmphex(latched(qts), ==, 0);
    qts = migrate_machine(qts);
    g_assert_cmphex(syncpt(qts, 4), ==, 1);
    g_assert_cmphex(latched(qts), ==, 0);

    count(qts, 1u << 4);
    g_assert_cmphex(latched(qts), ==, 1u << 4);
    g_assert_true(syncpt_irq(qts));
    qtest_quit(qts);
}

/* Linux 6.1 arms after the job is done: then the enable is the event. */
static void test_lost_late_arm(void)
{
    QTestState *qts = host1x_start();

    set_fault(qts, "lost-interrupt", 1);
    count(qts, 1u << 5);
    arm(qts, 5, 1);
    g_assert_cmphex(latched(qts), ==, 0);
    sync_write(qts, A_H1X_THRESH_INT_ENABLE_CPU0, 1u << 5);
    g_assert_cmphex(latched(qts), ==, 1u << 5);
    qtest_quit(qts);
}

/* The third latching: bits that are set already and CPU1 do not count. */
static void test_lost_third(void)
{
    QTestState *qts = host1x_start();

    set_fault(qts, "lost-interrupt", 3);
    arm(qts, 1, 1);
    arm(qts, 2, 1);
    arm(qts, 31, 1);
    sync_write(qts, A_H1X_SYNCPT_INT_THRESH + 4 * 9, 1);
    sync_write(qts, A_H1X_THRESH_INT_ENABLE_CPU1, 1u << 9);

    count(qts, 1u << 1 | 1u << 9);
    count(qts, 1u << 1);
    g_assert_cmpuint(get_fault(qts, "lost-interrupt"), ==, 2);
    check_dump(qts, "interrupts", "FAULT lost-interrupt 2\n");
    sync_write(qts, A_H1X_THRESH_CPU0_INT_STATUS, 1u << 1);
    g_assert_cmpuint(get_fault(qts, "lost-interrupt"), ==, 1);
    qts = migrate_machine(qts);
    g_assert_cmpuint(get_fault(qts, "lost-interrupt"), ==, 1);
    count(qts, 1u << 2);
    g_assert_cmphex(latched(qts), ==, 1u << 1);
    count(qts, 1u << 31);
    g_assert_cmphex(latched(qts), ==, 1u << 1 | 1u << 31);
    g_assert_cmphex(sync_read(qts, A_H1X_THRESH_CPU1_INT_STATUS), ==, 1u << 9);
    qtest_quit(qts);
}

/* No increment counts, whoever makes it, and no reset helps. */
static void test_stuck(void)
{
    QTestState *qts = stream_start(0);

    set_fault(qts, "stuck-syncpts", 1u << 6 | 1u << 31);
    check_dump(qts, "interrupts", "FAULT stuck-syncpts 0x80000040\n");
    count(qts, 1u << 6 | 1u << 7 | 1u << 31);
    PUSH(qts, 0, INCR_SYNCPT, 6, SETCL(0x60, 0, 1), 0x106, IMM(0, 7));
    g_assert_true(ch_done(qts, 0));
    g_assert_cmphex(syncpt(qts, 6), ==, 0);
    g_assert_cmphex(syncpt(qts, 7), ==, 2);
    g_assert_cmphex(syncpt(qts, 31), ==, 0);

    set_syncpt(qts, 6, 0x123);
    g_assert_cmphex(syncpt(qts, 6), ==, 0x123);
    tegra20_hold(qts, TEGRA20_PERIPH_HOST1X, true);
    tegra20_hold(qts, TEGRA20_PERIPH_HOST1X, false);
    qts = migrate_machine(qts);
    count(qts, 1u << 6);
    g_assert_cmphex(syncpt(qts, 6), ==, 0);
    g_assert_cmphex(get_fault(qts, "stuck-syncpts"), ==, 1u << 6 | 1u << 31);

    set_fault(qts, "stuck-syncpts", 0);
    count(qts, 1u << 6);
    g_assert_cmphex(syncpt(qts, 6), ==, 1);
    qtest_quit(qts);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);

    qtest_add_func("/tegra20/host1x/dump/channels", test_channels);
    qtest_add_func("/tegra20/host1x/dump/refused", test_refused);
    qtest_add_func("/tegra20/host1x/dump/target", test_target);
    qtest_add_func("/tegra20/host1x/dump/words", test_words);
    qtest_add_func("/tegra20/host1x/dump/syncpts", test_syncpts);
    qtest_add_func("/tegra20/host1x/dump/interrupts", test_interrupts);
    qtest_add_func("/tegra20/host1x/dump/info", test_info);

    qtest_add_func("/tegra20/host1x/fault/lost-interrupt",
                   test_lost_interrupt);
    qtest_add_func("/tegra20/host1x/fault/lost-late-arm", test_lost_late_arm);
    qtest_add_func("/tegra20/host1x/fault/lost-third", test_lost_third);
    qtest_add_func("/tegra20/host1x/fault/stuck-syncpts", test_stuck);

    return g_test_run();
}
