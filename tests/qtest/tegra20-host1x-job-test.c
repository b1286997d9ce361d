/*
 * QTest of the Tegra20 host1x: jobs as Linux submits them, hangs and their
 * recovery, stopping the machine, migration
 *
 * A small stand-in for the driver writes the slots and registers that Linux
 * 6.1 and 6.12 write, for both of its user interfaces.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include <glib/gstdio.h>
#include "tegra20-host1x.h"

/* ------------------------------------------------------------------ */
/* The driver                                                         */

#define RING_SIZE 4088      /* 511 slots of two words; then RESTART */

typedef struct Client {
    QTestState *qts;
    unsigned int ch;
    unsigned int id;        /* sync point */
    int base;               /* wait base; -1: new interface, none */
    uint32_t class_id;
    bool arm_first;         /* the order of 6.12 */
    uint32_t max;
    uint32_t pos;
} Client;

#define LEGACY  { .ch = 2, .id = 4, .base = 1, .class_id = 0x60 }
#define NEW     { .ch = 3, .id = 5, .base = -1, .class_id = 0x60 }

static void client_open(Client *c)
{
    c->qts = host1x_start();
    qtest_memset(c->qts, pb(c->ch), 0, RING_SIZE);
    WRITE_WORDS(c->qts, pb(c->ch) + RING_SIZE, 0x50000000);
    ch_start(c->qts, c->ch, c->pos);
}

static void slot(Client *c, uint32_t first, uint32_t second)
{
    WRITE_WORDS(c->qts, pb(c->ch) + c->pos, first, second);
    c->pos = (c->pos + 8) % RING_SIZE;
}

static void arm_client(Client *c)
{
    sync_write(c->qts, A_H1X_SYNCPT_INT_THRESH + 4 * c->id, c->max);
    sync_write(c->qts, A_H1X_THRESH_INT_ENABLE_CPU0, 1u << c->id);
}

static void flush(Client *c)
{
    ch_write(c->qts, c->ch, A_H1X_DMAPUT, c->pos);
}

static void push_job_head(Client *c)
{
    uint32_t max = c->max & 0xffffff;

    slot(c, 0x00080041, c->id << 24 | max);
    if (c->base >= 0) {
        slot(c, 0x000b0041, c->base << 24 | max);
    }
    slot(c, c->class_id << 6, 0x20000000);
}

static void push_gather(Client *c, uint32_t address, uint32_t words)
{
    slot(c, 0x60000000 | words, address);
}

static void kick_job(Client *c, uint32_t increments)
{
    c->max += increments;
    if (c->arm_first) {
        arm_client(c);
        flush(c);
    } else {
        flush(c);
        arm_client(c);
    }
    settle(c->qts);
}

/* Write the user's words: one increment when the engine is idle */
static uint32_t write_user_words(Client *c, uint32_t address)
{
    if (c->base >= 0) {
        WRITE_WORDS(c->qts, address, 0x00001800, 0x20000001, 0x100 | c->id);
        return 3;
    }
    WRITE_WORDS(c->qts, address, 0x20000001, 0x100 | c->id);
    return 2;
}

static void submit(Client *c, uint32_t increments)
{
    uint32_t words = write_user_words(c, GATHER);

    push_job_head(c);
    push_gather(c, GATHER, words);
    kick_job(c, increments);
}

/* Do what the interrupt handler and its work do when no other job waits */
static void complete(Client *c)
{
    uint32_t bit = 1u << c->id;

    g_assert_true(syncpt_irq(c->qts));
    g_assert_cmphex(sync_read(c->qts, A_H1X_THRESH_CPU0_INT_STATUS), ==, bit);
    sync_write(c->qts, A_H1X_THRESH_INT_DISABLE, bit);
    sync_write(c->qts, A_H1X_THRESH_CPU0_INT_STATUS, bit);
    g_assert_false(syncpt_irq(c->qts));
    g_assert_cmphex(syncpt(c->qts, c->id), ==, c->max);
    sync_write(c->qts, A_H1X_THRESH_INT_DISABLE, bit);
    sync_write(c->qts, A_H1X_THRESH_CPU0_INT_STATUS, bit);
}

/* ------------------------------------------------------------------ */
/* Jobs                                                               */

static void check_first_job(Client *c, uint32_t put)
{
    client_open(c);
    submit(c, 1);
    g_assert_cmphex(c->pos, ==, put);
    complete(c);
    g_assert_cmphex(dmaget(c->qts, c->ch), ==, put);
    g_assert_cmphex(ch_read(c->qts, c->ch, A_H1X_DMAPUT), ==, put);
    g_assert_cmphex(ch_read(c->qts, c->ch, A_H1X_DMACTRL), ==, 0);
    g_assert_cmphex(cbstat(c->qts, c->ch), ==, 0x00600000);
    g_assert_cmphex(cbread(c->qts, c->ch), ==, 0x100 | c->id);
    g_assert_cmphex(sync_read(c->qts, A_H1X_THRESH_INT_MASK), ==, 0);
    if (c->base >= 0) {
        g_assert_cmphex(base(c->qts, c->base), ==, 0);
    }

    /* The second one goes behind it; the base gets the old maximum. */
    submit(c, 1);
    g_assert_cmphex(dmaget(c->qts, c->ch), ==, 2 * put);
    complete(c);
    if (c->base >= 0) {
        g_assert_cmphex(base(c->qts, c->base), ==, 1);
    }
    qtest_quit(c->qts);
}

static void test_job_legacy(void)
{
    Client c = LEGACY;

    check_first_job(&c, 0x20);
}

static void test_job_new(void)
{
    Client c = NEW;

    check_first_job(&c, 0x18);
}

static void test_job_legacy_612(void)
{
    Client c = LEGACY;

    c.arm_first = true;
    check_first_job(&c, 0x20);
}

static void test_job_new_612(void)
{
    Client c = NEW;

    c.arm_first = true;
    check_first_job(&c, 0x18);
}

/* The worst case of 6.1: the job is long done when its threshold is armed. */
static void test_job_late_arm(void)
{
    Client c = LEGACY;
    uint32_t words;

    client_open(&c);
    words = write_user_words(&c, GATHER);
    push_job_head(&c);
    push_gather(&c, GATHER, words);
    flush(&c);
    settle(c.qts);
    c.max++;
    g_assert_cmphex(syncpt(c.qts, c.id), ==, c.max);
    g_assert_false(syncpt_irq(c.qts));
    arm_client(&c);
    complete(&c);
    qtest_quit(c.qts);
}

/* Run jobs in all slots of the ring and on: where it wraps, and PUT = 0 */
static void check_ring(Client *c, unsigned int wrap_job, uint32_t wrap_put)
{
    client_open(c);
    for (unsigned int job = 1; job <= 513; job++) {
        submit(c, 1);
        complete(c);
        g_assert_cmphex(dmaget(c->qts, c->ch), ==, c->pos);
        if (job == wrap_job) {
            g_assert_cmphex(c->pos, ==, wrap_put);
        }
        if (job == 511) {
            g_assert_cmphex(c->pos, ==, 0);
            g_assert_cmphex(cbread(c->qts, c->ch), ==, 0x50000000);
        }
    }
    qtest_quit(c->qts);
}

static void test_ring_legacy(void)
{
    Client c = LEGACY;

    check_ring(&c, 128, 0x008);
}

static void test_ring_new(void)
{
    Client c = NEW;

    check_ring(&c, 171, 0x010);
}

/* The counter beyond 24 and 16 bits: the words carry only part of it. */
static void test_job_wide(void)
{
    Client c = LEGACY;

    client_open(&c);
    c.max = 0x01fffffe;
    set_syncpt(c.qts, c.id, c.max);
    for (int i = 0; i < 4; i++) {
        submit(&c, 1);
        complete(&c);
    }
    g_assert_cmphex(syncpt(c.qts, c.id), ==, 0x02000002);
    qtest_quit(c.qts);
}

/* A job of the new interface that waits for another sync point first */
static void test_job_wait(void)
{
    Client c = NEW;
    uint32_t words;

    client_open(&c);
    words = write_user_words(&c, GATHER);
    push_job_head(&c);
    slot(&c, 0x00080041, 0x07000003);
    slot(&c, 0x00001800, 0x20000000);
    push_gather(&c, GATHER, words);
    kick_job(&c, 1);
    for (int i = 0; i < 3; i++) {
        g_assert_cmphex(cbstat(c.qts, c.ch), ==, 0x00010008);
        g_assert_cmphex(cbread(c.qts, c.ch), ==, 0x07000003);
        g_assert_false(syncpt_irq(c.qts));
        sync_write(c.qts, A_H1X_SYNCPT_CPU_INCR, 1 << 7);
        settle(c.qts);
    }
    complete(&c);
    qtest_quit(c.qts);
}

/* Two jobs queued at once: the second waits for the first by itself. */
static void test_job_serial(void)
{
    Client c = LEGACY;

    client_open(&c);
    sync_write(c.qts, A_H1X_CMDPROC_STOP, 1u << c.ch);
    submit(&c, 1);
    submit(&c, 1);
    g_assert_cmphex(syncpt(c.qts, c.id), ==, 0);
    sync_write(c.qts, A_H1X_CMDPROC_STOP, 0);
    settle(c.qts);
    complete(&c);
    qtest_quit(c.qts);
}

/* The legacy channel is stopped with its engine and started again later. */
static void test_job_restart(void)
{
    Client c = LEGACY;

    client_open(&c);
    submit(&c, 1);
    complete(&c);
    ch_write(c.qts, c.ch, A_H1X_DMACTRL, 1);
    ch_start(c.qts, c.ch, c.pos);
    settle(c.qts);
    g_assert_cmphex(syncpt(c.qts, c.id), ==, 1);
    submit(&c, 1);
    complete(&c);
    qtest_quit(c.qts);
}

/* ------------------------------------------------------------------ */
/* Hangs                                                              */

static uint32_t rmw_stop(Client *c, uint32_t set, uint32_t clear)
{
    uint32_t old = sync_read(c->qts, A_H1X_CMDPROC_STOP);

    sync_write(c->qts, A_H1X_CMDPROC_STOP, (old | set) & ~clear);
    return old;
}

/* Do what the time-out handler does until the interfaces differ */
static void freeze(Client *c, uint32_t value)
{
    uint32_t bit = 1u << c->ch;

    g_assert_cmphex(rmw_stop(c, bit, 0), ==, 0);
    g_assert_cmphex(syncpt(c->qts, c->id), ==, value);
    g_assert_cmphex(rmw_stop(c, bit, 0), ==, bit);
    ch_write(c->qts, c->ch, A_H1X_DMACTRL, 1);
    sync_write(c->qts, A_H1X_CH_TEARDOWN, bit);
    g_assert_cmphex(syncpt(c->qts, c->id), ==, value);
}

static void cpu_increments(Client *c, uint32_t count)
{
    while (count--) {
        sync_write(c->qts, A_H1X_SYNCPT_CPU_INCR, 1u << c->id);
    }
}

static void resume(Client *c, uint32_t restart)
{
    uint32_t bit = 1u << c->ch;

    g_assert_cmphex(rmw_stop(c, 0, bit), ==, bit);
    ch_write(c->qts, c->ch, A_H1X_DMACTRL, 1);
    ch_write(c->qts, c->ch, A_H1X_DMASTART, pb(c->ch));
    ch_write(c->qts, c->ch, A_H1X_DMAEND, PB_END);
    ch_write(c->qts, c->ch, A_H1X_DMAPUT, restart);
    ch_write(c->qts, c->ch, A_H1X_DMACTRL, 7);
    g_assert_cmphex(dmaget(c->qts, c->ch), ==, restart);
    ch_write(c->qts, c->ch, A_H1X_DMACTRL, 1);
    ch_write(c->qts, c->ch, A_H1X_DMAPUT, c->pos);
    ch_write(c->qts, c->ch, A_H1X_DMACTRL, 0);
    settle(c->qts);
}

/* Declares two increments and makes one; the CPU makes the other. */
static void test_hang_legacy(void)
{
    Client c = LEGACY;

    client_open(&c);
    submit(&c, 2);
    g_assert_cmphex(syncpt(c.qts, c.id), ==, 1);
    g_assert_false(syncpt_irq(c.qts));
    freeze(&c, 1);
    cpu_increments(&c, 1);
    g_assert_cmphex(syncpt(c.qts, c.id), ==, 2);
    resume(&c, c.pos);
    complete(&c);
    submit(&c, 1);
    complete(&c);
    qtest_quit(c.qts);
}

/* A second job sits in its WAIT; it is fetched again and runs. */
static void test_hang_legacy_queue(void)
{
    Client c = LEGACY;
    uint32_t second;

    client_open(&c);
    submit(&c, 2);
    second = c.pos;
    submit(&c, 1);
    g_assert_cmphex(cbstat(c.qts, c.ch), ==, 0x00010008);
    g_assert_cmphex(cbread(c.qts, c.ch), ==, 0x04000002);
    freeze(&c, 1);
    cpu_increments(&c, 1);
    g_assert_cmphex(syncpt(c.qts, c.id), ==, 2);
    resume(&c, second);
    g_assert_cmphex(syncpt(c.qts, c.id), ==, 3);
    complete(&c);
    qtest_quit(c.qts);
}

/* The new interface gives the sync point up; others go on working. */
static void test_hang_new(void)
{
    Client c = NEW;

    client_open(&c);
    submit(&c, 2);
    freeze(&c, 1);
    resume(&c, c.pos);
    g_assert_false(syncpt_irq(c.qts));
    g_assert_cmphex(syncpt(c.qts, c.id), ==, 1);
    c.id = 6;
    c.max = 0;
    submit(&c, 1);
    complete(&c);
    qtest_quit(c.qts);
}

/* A queued job of the same sync point is overwritten, not executed. */
static void test_hang_new_queue(void)
{
    Client c = NEW;
    uint32_t second, end;

    client_open(&c);
    submit(&c, 2);
    second = c.pos;
    submit(&c, 1);
    end = c.pos;
    freeze(&c, 1);
    for (uint32_t pos = second; pos < end; pos += 8) {
        WRITE_WORDS(c.qts, pb(c.ch) + pos, 0x1bad0000, 0x1bad0000);
    }
    resume(&c, second);
    g_assert_cmphex(dmaget(c.qts, c.ch), ==, end);
    g_assert_cmphex(cbread(c.qts, c.ch), ==, 0x1bad0000);
    g_assert_cmphex(syncpt(c.qts, c.id), ==, 1);
    qtest_quit(c.qts);
}

/* The job ends after the time-out has stopped it: it is only let go on. */
static void test_hang_late(void)
{
    Client c = NEW;

    client_open(&c);
    push_job_head(&c);
    slot(&c, 0x00080041, 0x07000001);
    slot(&c, 0x00001800, 0x20000000);
    push_gather(&c, GATHER, write_user_words(&c, GATHER));
    kick_job(&c, 1);
    g_assert_cmphex(rmw_stop(&c, 8, 0), ==, 0);
    sync_write(c.qts, A_H1X_SYNCPT_CPU_INCR, 1 << 7);
    settle(c.qts);
    g_assert_cmphex(syncpt(c.qts, c.id), ==, 0);
    g_assert_cmphex(rmw_stop(&c, 0, 8), ==, 8);
    settle(c.qts);
    complete(&c);
    qtest_quit(c.qts);
}

/* ------------------------------------------------------------------ */
/* Stop and start of the machine                                      */

static void test_vm_stop(void)
{
    Client c = LEGACY;

    client_open(&c);
    qtest_qmp_assert_success(c.qts, "{ 'execute': 'stop' }");
    submit(&c, 1);
    settle(c.qts);
    g_assert_cmphex(syncpt(c.qts, c.id), ==, 0);
    g_assert_cmphex(dmaget(c.qts, c.ch), ==, 0);
    qtest_qmp_assert_success(c.qts, "{ 'execute': 'cont' }");
    settle(c.qts);
    complete(&c);
    qtest_quit(c.qts);
}

/* ------------------------------------------------------------------ */
/* Migration                                                          */

#define MAGIC 0xfeedc0d0u   /* marks channel 1's registers in the stream */

/* Pause one channel in each way there is */
static void pause_channels(QTestState *qts)
{
    for (unsigned int ch = 0; ch < 8; ch++) {
        ch_start(qts, ch, 0);
    }
    set_syncpt(qts, 4, 0xfff3);
    PUSH(qts, 0, WAIT, AT(4, 0xfff5), IMM(0, 20));

    ch_write(qts, 1, A_H1X_FBBUFBASE, MAGIC);
    PUSH(qts, 1, HOST(0, 0), INCR(0x0b, 2), AT(1, 0x100));

    WRITE_WORDS(qts, GATHER, WAIT_BASE, AT_BASE(4, 2, 6), IMM(0, 22),
                MASK(0, 0x801));
    PUSH(qts, 2, LOAD_BASE, AT(2, 0xffef), GATHER_OP(4), GATHER, 23,
         AT(3, 0x77));

    PUSH(qts, 3, HOST(0, 0), ACQUIRE(9));
    PUSH(qts, 4, HOST(0, 0), ACQUIRE(9), IMM(0, 24));
    PUSH(qts, 5, HOST(0x10, 1), 1000, IMM(0, 25));

    WRITE_WORDS(qts, DATA, 0x600d0000, 0x600d0001);
    PUSH(qts, 6, HOST(0x2d, 1), 0x08000003 | DATA,
         GATHER_NONINCR(0x2e, 33), GATHER, IMM(0, 26));

    sync_write(qts, A_H1X_CMDPROC_STOP, 0x80);
    PUSH(qts, 7, HOST(0, 0), IMM(0, 27));

    sync_write(qts, A_H1X_SYNCPT_INT_THRESH + 4 * 4, 0xfff4);
    sync_write(qts, A_H1X_THRESH_INT_ENABLE_CPU0, 1 << 4);
}

static const uint32_t paused_cbstat[8] = {
    0x00010008, 0x0001000b, 0x00010009, 0x00010000 | (ACQUIRE(9) >> 16 & 0xfff),
    0x00010000 | (ACQUIRE(9) >> 16 & 0xfff), 0x00010010, 0x0001002e, 0,
};

static const uint32_t paused_get[8] = {
    0x08, 0x0c, 0x10, 0x08, 0x08, 0x08, 0x10, 0,
};

static void check_paused(QTestState *qts)
{
    for (unsigned int ch = 0; ch < 8; ch++) {
        g_assert_cmphex(cbstat(qts, ch), ==, paused_cbstat[ch]);
        g_assert_cmphex(dmaget(qts, ch), ==, paused_get[ch]);
    }
    for (unsigned int id = 20; id < 28; id++) {
        g_assert_cmphex(syncpt(qts, id), ==, 0);
    }
    g_assert_cmphex(syncpt(qts, 4), ==, 0xfff3);
    g_assert_cmphex(base(qts, 1), ==, 0x100);
    g_assert_cmphex(sync_read(qts, A_H1X_MLOCK_OWNER + 4 * 9), ==, 0x301);
    g_assert_cmphex(sync_read(qts, A_H1X_THRESH_INT_MASK), ==, 0x100);
    g_assert_cmphex(ch_read(qts, 6, A_H1X_FIFOSTAT) >> 24 & 0x1f, ==, 31);
    g_assert_false(syncpt_irq(qts));
}

/* Let every channel of pause_channels() go on and see that it does. */
static void release_paused(QTestState *qts)
{
    sync_write(qts, A_H1X_SYNCPT_CPU_INCR, 1 << 4);
    settle(qts);
    g_assert_true(syncpt_irq(qts));
    g_assert_cmphex(syncpt(qts, 20), ==, 0);
    g_assert_cmphex(syncpt(qts, 22), ==, 0);
    sync_write(qts, A_H1X_SYNCPT_CPU_INCR, 1 << 4);
    settle(qts);
    g_assert_cmphex(syncpt(qts, 20), ==, 1);
    g_assert_cmphex(syncpt(qts, 22), ==, 1);
    g_assert_cmphex(syncpt(qts, 23), ==, 1);
    g_assert_cmphex(base(qts, 3), ==, 0x77);

    PUSH(qts, 1, AT(1, 0x23));
    g_assert_cmphex(base(qts, 1), ==, 0x123);
    PUSH(qts, 3, RELEASE(9));
    g_assert_cmphex(syncpt(qts, 24), ==, 1);
    for (int i = 0; i < 1000 && !syncpt(qts, 25); i++) {
        qtest_clock_step(qts, 100 * 1000);
        settle(qts);
    }
    g_assert_cmphex(syncpt(qts, 25), ==, 1);
    g_assert_cmphex(ch_read(qts, 6, A_H1X_INDDATA), ==, 0x600d0000);
    g_assert_cmphex(ch_read(qts, 6, A_H1X_INDDATA), ==, 0x600d0001);
    settle(qts);
    g_assert_cmphex(syncpt(qts, 26), ==, 1);
    sync_write(qts, A_H1X_CMDPROC_STOP, 0);
    settle(qts);
    g_assert_cmphex(syncpt(qts, 27), ==, 1);
}

static void save_paused(const char *path)
{
    QTestState *qts = host1x_start();

    pause_channels(qts);
    check_paused(qts);
    save_machine(qts, path);
}

static void test_migrate(void)
{
    g_autofree char *path = stream_path();
    QTestState *qts;

    save_paused(path);
    qts = load_machine(path);
    check_paused(qts);
    release_paused(qts);
    qtest_quit(qts);
    g_unlink(path);
}

/*
 * Bytes of channel 1's section, relative to MAGIC in its registers, and
 * values that no running machine can have saved there
 */
static const struct {
    int offset;
    uint8_t value;
    const char *what;
} corruptions[] = {
    { -4, 0xff, "DMACTRL" },
    { 120, 0xff, "class" },
    { 124, 5, "mode: none of the known" },
    { 124, 0, "mode: opcode, but data to come" },
    { 136, 1, "gather address: odd" },
    { 139, 6, "park kind" },
    { 287, 32, "output FIFO: head" },
    { 288, 33, "output FIFO: count" },
};

static size_t find_magic(const char *data, size_t len)
{
    const uint8_t magic[4] = {
        MAGIC >> 24, MAGIC >> 16 & 0xff, MAGIC >> 8 & 0xff, MAGIC & 0xff,
    };
    const char *p = memmem(data, len, magic, sizeof(magic));

    g_assert_nonnull(p);
    g_assert_null(memmem(p + 1, data + len - p - 1, magic, sizeof(magic)));
    return p - data;
}

static void check_refused(const char *path)
{
    QTestState *qts = qtest_init(HOST1X_MACHINE "-incoming defer");
    g_autofree char *uri = g_strdup_printf("file:%s", path);

    qtest_set_expected_status(qts, EXIT_FAILURE);
    qtest_qmp_send(qts, "{ 'execute': 'migrate-incoming',"
                   "  'arguments': { 'uri': %s } }", uri);
    qtest_wait_qemu(qts);
    qtest_quit(qts);
}

static void test_migrate_corrupt(void)
{
    g_autofree char *path = stream_path();
    g_autofree char *data = NULL;
    size_t len, magic;

    save_paused(path);
    g_assert_true(g_file_get_contents(path, &data, &len, NULL));
    magic = find_magic(data, len);
    for (size_t i = 0; i < ARRAY_SIZE(corruptions); i++) {
        size_t at = magic + corruptions[i].offset;
        char good = data[at];

        g_test_message("%s", corruptions[i].what);
        data[at] = corruptions[i].value;
        g_assert_true(g_file_set_contents(path, data, len, NULL));
        check_refused(path);
        data[at] = good;
    }
    g_unlink(path);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    qtest_add_func("/tegra20/host1x/job/legacy", test_job_legacy);
    qtest_add_func("/tegra20/host1x/job/new", test_job_new);
    qtest_add_func("/tegra20/host1x/job/legacy-6.12", test_job_legacy_612);
    qtest_add_func("/tegra20/host1x/job/new-6.12", test_job_new_612);
    qtest_add_func("/tegra20/host1x/job/late-arm", test_job_late_arm);
    qtest_add_func("/tegra20/host1x/job/ring-legacy", test_ring_legacy);
    qtest_add_func("/tegra20/host1x/job/ring-new", test_ring_new);
    qtest_add_func("/tegra20/host1x/job/wide", test_job_wide);
    qtest_add_func("/tegra20/host1x/job/wait", test_job_wait);
    qtest_add_func("/tegra20/host1x/job/serial", test_job_serial);
    qtest_add_func("/tegra20/host1x/job/restart", test_job_restart);
    qtest_add_func("/tegra20/host1x/hang/legacy", test_hang_legacy);
    qtest_add_func("/tegra20/host1x/hang/legacy-queue",
                   test_hang_legacy_queue);
    qtest_add_func("/tegra20/host1x/hang/new", test_hang_new);
    qtest_add_func("/tegra20/host1x/hang/new-queue", test_hang_new_queue);
    qtest_add_func("/tegra20/host1x/hang/late", test_hang_late);
    qtest_add_func("/tegra20/host1x/vm-stop", test_vm_stop);
    qtest_add_func("/tegra20/host1x/migrate", test_migrate);
    qtest_add_func("/tegra20/host1x/migrate-corrupt", test_migrate_corrupt);
    return g_test_run();
}
