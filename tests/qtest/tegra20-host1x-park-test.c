/*
 * QTest of the Tegra20 host1x: every reason for which a channel parks, met by
 * every way in which software stops, tears down and resets it
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "tegra20-host1x.h"

#define CH          2
#define SP_WAIT     4       /* waited for */
#define SP_DONE     20      /* counted when the channel has gone on */
#define LOCK        9
#define GR3D_REG    0x205

/* Push the word whose effect shows that the channel came to it */
static void push_mark(QTestState *qts)
{
    PUSH(qts, CH, HOST(0, 0), IMM(0, SP_DONE));
}

typedef struct Park {
    const char *name;
    void (*prepare)(QTestState *qts);
    uint32_t words[5];
    unsigned int count;
    void (*release)(QTestState *qts);
    uint32_t cbstat;        /* while it is parked */
} Park;

static void nothing(QTestState *qts)
{
}

static void count_syncpt(QTestState *qts)
{
    sync_write(qts, A_H1X_SYNCPT_CPU_INCR, 1u << SP_WAIT);
}

static void take_lock(QTestState *qts)
{
    g_assert_cmphex(sync_read(qts, A_H1X_MLOCK + 4 * LOCK), ==, 0);
}

static void free_lock(QTestState *qts)
{
    sync_write(qts, A_H1X_MLOCK + 4 * LOCK, 0);
}

/* 100 times 350 clocks of 12 MHz are 2.9 ms. */
static void pass_time(QTestState *qts)
{
    qtest_clock_step(qts, 3 * 1000 * 1000);
}

static void gate_engine(QTestState *qts)
{
    tegra20_clock(qts, TEGRA20_PERIPH_GR3D, false);
}

static void ungate_engine(QTestState *qts)
{
    tegra20_clock(qts, TEGRA20_PERIPH_GR3D, true);
}

static void fill_gather(QTestState *qts)
{
    for (unsigned int i = 0; i < 33; i++) {
        qtest_writel(qts, GATHER + 4 * i, 0);
    }
}

static void pop_output(QTestState *qts)
{
    ch_read(qts, CH, A_H1X_INDDATA);
}

static const Park parks[] = {
    { "wait", nothing, { WAIT, AT(SP_WAIT, 1) }, 2, count_syncpt,
      0x00010008 },
    { "wait-base", nothing, { WAIT_BASE, AT_BASE(SP_WAIT, 3, 1) }, 2,
      count_syncpt, 0x00010009 },
    { "wait-incr", nothing, { WAIT_INCR, AT(SP_WAIT, 0) }, 2, count_syncpt,
      0x0001000a },
    /* CBSTAT has bits 27:16 of the opcode; class 0 because none was set */
    { "mlock", take_lock, { ACQUIRE(LOCK) }, 1, free_lock, 0x00000000 },
    { "delay", nothing, { HOST(0x10, 1), 100 }, 2, pass_time, 0x00010010 },
    { "module", gate_engine, { SETCL(0x60, 0, 0), IMM(GR3D_REG, 7) }, 2,
      ungate_engine, 0x00600000 | GR3D_REG },
    { "output", fill_gather,
      { HOST(0x2d, 1), 0x3 | DATA, GATHER_NONINCR(0x2e, 33), GATHER }, 4,
      pop_output, 0x0001002e },
};

/* Start a machine whose channel CH is parked; the mark comes behind. */
static QTestState *start_parked(const Park *park)
{
    QTestState *qts = stream_start(CH);

    g_test_message("%s", park->name);
    park->prepare(qts);
    ch_push(qts, CH, park->words, park->count);
    push_mark(qts);
    g_assert_cmphex(cbstat(qts, CH), ==, park->cbstat);
    g_assert_cmphex(syncpt(qts, SP_DONE), ==, 0);
    return qts;
}

typedef void ParkTest(QTestState *qts, const Park *park);

static void for_all(ParkTest *test)
{
    for (size_t i = 0; i < ARRAY_SIZE(parks); i++) {
        QTestState *qts = start_parked(&parks[i]);

        test(qts, &parks[i]);
        qtest_quit(qts);
    }
}

static void check_done(QTestState *qts, uint32_t value)
{
    settle(qts);
    g_assert_cmphex(syncpt(qts, SP_DONE), ==, value);
}

/* More words change nothing; when the cause ends all are executed. */
static void release(QTestState *qts, const Park *park)
{
    PUSH(qts, CH, IMM(0, SP_DONE));
    check_done(qts, 0);
    park->release(qts);
    check_done(qts, 2);
    g_assert_true(ch_done(qts, CH));
}

static void test_release(void)
{
    for_all(release);
}

/* The cause ends while the command processor is stopped. */
static void stop_cmdproc(QTestState *qts, const Park *park)
{
    sync_write(qts, A_H1X_CMDPROC_STOP, 1u << CH);
    park->release(qts);
    check_done(qts, 0);
    sync_write(qts, A_H1X_CMDPROC_STOP, 0);
    check_done(qts, 1);
}

static void test_stop_cmdproc(void)
{
    for_all(stop_cmdproc);
}

/* The cause ends while the DMA is stopped. */
static void stop_dma(QTestState *qts, const Park *park)
{
    ch_write(qts, CH, A_H1X_DMACTRL, 1);
    park->release(qts);
    check_done(qts, 0);
    ch_write(qts, CH, A_H1X_DMACTRL, 0);
    check_done(qts, 1);
}

static void test_stop_dma(void)
{
    for_all(stop_dma);
}

/* Restart the ring as Linux: at PUT, the command processor first */
static void restart(QTestState *qts)
{
    uint32_t put = ch_read(qts, CH, A_H1X_DMAPUT);

    sync_write(qts, A_H1X_CMDPROC_STOP, 0);
    ch_start(qts, CH, put);
    ch_write(qts, CH, A_H1X_DMACTRL, 1);
    ch_write(qts, CH, A_H1X_DMAPUT, put);
    ch_write(qts, CH, A_H1X_DMACTRL, 0);
}

/*
 * Torn down while it is parked: the cause may end, nothing of the old stream
 * is executed, no wait is reported as over, and the next job runs.
 */
static void teardown(QTestState *qts, const Park *park)
{
    sync_write(qts, A_H1X_CMDPROC_STOP, 1u << CH);
    ch_write(qts, CH, A_H1X_DMACTRL, 1);
    sync_write(qts, A_H1X_CH_TEARDOWN, 1u << CH);
    g_assert_cmphex(cbstat(qts, CH), ==, 0);
    g_assert_cmphex(cbread(qts, CH), ==, 0);
    restart(qts);
    park->release(qts);
    check_done(qts, 0);
    g_assert_cmphex(sync_read(qts, A_H1X_HINTSTATUS), ==, 0);
    g_assert_cmphex(sync_read(qts, A_H1X_MLOCK_OWNER + 4 * LOCK), ==, 0);
    g_assert_cmphex(ch_read(qts, CH, A_H1X_FIFOSTAT) & 0x00ffffff, ==,
                    0x00100440);
    push_mark(qts);
    check_done(qts, 1);
    g_assert_true(ch_done(qts, CH));
}

static void test_teardown(void)
{
    for_all(teardown);
}

/* Parked again for the same reason, a moment before the old cause ends */
static void park_again(QTestState *qts, const Park *park)
{
    ch_write(qts, CH, A_H1X_DMACTRL, 1);
    sync_write(qts, A_H1X_CH_TEARDOWN, 1u << CH);
    restart(qts);
    PUSH(qts, CH, WAIT, AT(30, 1));
    push_mark(qts);
    park->release(qts);
    check_done(qts, 0);
    sync_write(qts, A_H1X_SYNCPT_CPU_INCR, 1u << 30);
    check_done(qts, 1);
}

static void test_park_again(void)
{
    for_all(park_again);
}

/* The reset line ends the wait, too, and drops the ring. */
static void reset_parked(QTestState *qts, const Park *park)
{
    tegra20_hold(qts, TEGRA20_PERIPH_HOST1X, true);
    tegra20_hold(qts, TEGRA20_PERIPH_HOST1X, false);
    park->release(qts);
    check_done(qts, 0);
    g_assert_cmphex(cbstat(qts, CH), ==, 0);
    g_assert_cmphex(ch_read(qts, CH, A_H1X_DMACTRL), ==, 1);
    g_assert_cmphex(ch_read(qts, CH, A_H1X_FIFOSTAT), ==, 0x80100440);
}

static void test_reset(void)
{
    for_all(reset_parked);
}

/* ------------------------------------------------------------------ */
/* Stopping and moving the machine does not show                      */

#define BUSY_CLOCKS 0xffff      /* of 12 MHz: 5.5 ms */

typedef struct Shown {
    uint32_t fifostat, data, addr, status;
} Shown;

static Shown shown(QTestState *qts)
{
    return (Shown) {
        ch_read(qts, CH, A_H1X_FIFOSTAT), sync_read(qts, A_H1X_REGF_DATA),
        sync_read(qts, A_H1X_REGF_ADDR),
        sync_read(qts, A_H1X_CH_STATUS + 4 * CH),
    };
}

static void stop_cont(QTestState *qts)
{
    qtest_qmp_assert_success(qts, "{ 'execute': 'stop' }");
    qtest_qmp_assert_success(qts, "{ 'execute': 'cont' }");
    settle(qts);
}

static void hold_dma(QTestState *qts, bool on)
{
    ch_write(qts, CH, A_H1X_DMACTRL, on);
}

static void hold_cmdproc(QTestState *qts, bool on)
{
    sync_write(qts, A_H1X_CMDPROC_STOP, on ? 1u << CH : 0);
}

typedef void Hold(QTestState *qts, bool on);
static Hold * const holds[] = { hold_dma, hold_cmdproc };

/* Start a channel whose word is refused by an engine that another one used. */
static QTestState *start_held(Hold *hold)
{
    QTestState *qts = stream_start(CH);

    sync_write(qts, A_H1X_IP_BUSY_TIMEOUT, BUSY_CLOCKS);
    ch_start(qts, 5, 0);
    PUSH(qts, 5, SETCL(0x60, 0, 0), IMM(GR3D_REG, 6));
    gate_engine(qts);
    PUSH(qts, CH, SETCL(0x60, 0, 0), IMM(GR3D_REG, 7));
    push_mark(qts);
    hold(qts, true);
    settle(qts);
    return qts;
}

/* The word is still there, and is given to the engine when both are ready. */
static void test_held(void)
{
    for (size_t i = 0; i < 2 * ARRAY_SIZE(holds); i++) {
        Hold *hold = holds[i / 2];
        QTestState *qts = start_held(hold);
        Shown before = shown(qts), after;

        g_assert_cmphex(before.data, ==, IMM(GR3D_REG, 7));
        g_assert_cmphex(before.status >> 31, ==, 1);
        if (i % 2) {
            qts = migrate_machine(qts);
        } else {
            stop_cont(qts);
        }
        after = shown(qts);
        g_assert_cmpmem(&before, sizeof(before), &after, sizeof(after));
        ungate_engine(qts);
        check_done(qts, 0);
        hold(qts, false);
        check_done(qts, 1);
        g_assert_cmphex(sync_read(qts, A_H1X_HINTSTATUS_EXT), ==, 0);
        qtest_quit(qts);
    }
}

/* The time limit of a held channel runs on: the word is dropped, and logged. */
static void test_held_timeout(void)
{
    for (size_t i = 0; i < ARRAY_SIZE(holds); i++) {
        QTestState *qts = start_held(holds[i]);

        stop_cont(qts);
        qtest_clock_step(qts, 6 * 1000 * 1000);
        holds[i](qts, false);
        check_done(qts, 1);
        g_assert_cmphex(sync_read(qts, A_H1X_HINTSTATUS_EXT), ==, 0x80000000);
        qtest_quit(qts);
    }
}

/* Another channel is not held up by a parked one. */
static void others_run(QTestState *qts, const Park *park)
{
    ch_start(qts, 5, 0);
    PUSH(qts, 5, HOST(0, 0), IMM(0, 21), INCR_SYNCPT, SP_WAIT);
    g_assert_cmphex(syncpt(qts, 21), ==, 1);
    g_assert_true(ch_done(qts, 5));
}

static void test_others(void)
{
    for_all(others_run);
}

/* ------------------------------------------------------------------ */
/* Module locks                                                       */

static uint32_t owner(QTestState *qts, unsigned int lock)
{
    return sync_read(qts, A_H1X_MLOCK_OWNER + 4 * lock);
}

/* Only the owner releases a lock: not the CPU, not a teardown. */
static void test_mlock_twice(void)
{
    QTestState *qts = stream_start(CH);

    PUSH(qts, CH, ACQUIRE(LOCK), ACQUIRE(LOCK));
    push_mark(qts);
    g_assert_cmphex(owner(qts, LOCK), ==, 0x201);
    check_done(qts, 0);
    free_lock(qts);
    check_done(qts, 0);
    g_assert_cmphex(sync_read(qts, A_H1X_MLOCK_ERROR), ==, 1u << LOCK);
    sync_write(qts, A_H1X_MLOCK_ERROR, 1u << LOCK);
    g_assert_cmphex(sync_read(qts, A_H1X_MLOCK_ERROR), ==, 0);

    sync_write(qts, A_H1X_CH_TEARDOWN, 1u << CH);
    g_assert_cmphex(owner(qts, LOCK), ==, 0x201);
    check_done(qts, 1);     /* the ring goes on behind the acquire */
    PUSH(qts, CH, RELEASE(LOCK));
    g_assert_cmphex(owner(qts, LOCK), ==, 0);
    g_assert_cmphex(sync_read(qts, A_H1X_MLOCK_ERROR), ==, 0);
    qtest_quit(qts);
}

/* A stopped waiter is passed over, and stays in the queue. */
static void test_mlock_stopped(void)
{
    QTestState *qts = stream_start(1);

    ch_start(qts, CH, 0);
    take_lock(qts);
    PUSH(qts, 1, ACQUIRE(LOCK), RELEASE(LOCK), HOST(0, 0), IMM(0, 21));
    PUSH(qts, CH, ACQUIRE(LOCK));
    push_mark(qts);
    sync_write(qts, A_H1X_CMDPROC_STOP, 2);
    free_lock(qts);
    check_done(qts, 1);
    g_assert_cmphex(owner(qts, LOCK), ==, 0x201);
    sync_write(qts, A_H1X_CMDPROC_STOP, 0);
    settle(qts);
    g_assert_cmphex(syncpt(qts, 21), ==, 0);
    PUSH(qts, CH, RELEASE(LOCK));
    settle(qts);
    g_assert_cmphex(syncpt(qts, 21), ==, 1);
    g_assert_cmphex(owner(qts, LOCK), ==, 0);
    qtest_quit(qts);
}

/* The CPU: once, not twice; only 0 releases; free locks are an error. */
static void test_mlock_cpu(void)
{
    QTestState *qts = stream_start(CH);

    for (unsigned int lock = 0; lock < 16; lock++) {
        g_assert_cmphex(sync_read(qts, A_H1X_MLOCK + 4 * lock), ==, 0);
        g_assert_cmphex(owner(qts, lock), ==, 2);
        g_assert_cmphex(sync_read(qts, A_H1X_MLOCK + 4 * lock), !=, 0);
        sync_write(qts, A_H1X_MLOCK + 4 * lock, 1);
        g_assert_cmphex(owner(qts, lock), ==, 2);
        sync_write(qts, A_H1X_MLOCK + 4 * lock, 0);
        g_assert_cmphex(owner(qts, lock), ==, 0);
    }
    g_assert_cmphex(sync_read(qts, A_H1X_MLOCK_ERROR), ==, 0);
    sync_write(qts, A_H1X_MLOCK + 4 * 15, 0);
    g_assert_cmphex(sync_read(qts, A_H1X_MLOCK_ERROR), ==, 0x8000);

    /* Locks that do not exist hold nobody up. */
    PUSH(qts, CH, ACQUIRE(16), RELEASE(16), ACQUIRE(255), RELEASE(255));
    push_mark(qts);
    check_done(qts, 1);
    g_assert_cmphex(sync_read(qts, A_H1X_MLOCK_ERROR), ==, 0x8000);
    PUSH(qts, CH, RELEASE(0));
    g_assert_cmphex(sync_read(qts, A_H1X_MLOCK_ERROR), ==, 0x8001);
    qtest_quit(qts);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);

    qtest_add_func("/tegra20/host1x/park/release", test_release);
    qtest_add_func("/tegra20/host1x/park/stop-cmdproc", test_stop_cmdproc);
    qtest_add_func("/tegra20/host1x/park/stop-dma", test_stop_dma);
    qtest_add_func("/tegra20/host1x/park/teardown", test_teardown);
    qtest_add_func("/tegra20/host1x/park/again", test_park_again);
    qtest_add_func("/tegra20/host1x/park/reset", test_reset);
    qtest_add_func("/tegra20/host1x/park/others", test_others);
    qtest_add_func("/tegra20/host1x/park/held", test_held);
    qtest_add_func("/tegra20/host1x/park/held-timeout", test_held_timeout);
    qtest_add_func("/tegra20/host1x/mlock/twice", test_mlock_twice);
    qtest_add_func("/tegra20/host1x/mlock/stopped", test_mlock_stopped);
    qtest_add_func("/tegra20/host1x/mlock/cpu", test_mlock_cpu);

    return g_test_run();
}
