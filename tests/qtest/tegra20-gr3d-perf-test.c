/*
 * QTest testcase for the rate at which Tegra20 jobs are executed
 *
 * A ring of jobs as Linux writes them is run many times over by few accesses,
 * so that the device is measured and not the test protocol.  By default the
 * ring runs once and only counts must be right; with "-m perf" each test runs
 * for a while and says how fast it was.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qemu/bswap.h"
#include "tegra20-gr3d-job.h"

#define RING            0x02000000
#define RING_GATHER     0x03000000
#define RING_MAX        (1u << 16)      /* words */
#define GATHER_MAX      (1u << 13)

/* Seconds that a measurement takes at least */
#define PERF_TIME       2.0

/* Half a ring of equal jobs, twice; the last word leads back to the first. */
typedef struct Ring {
    QTestState *qts;
    unsigned int jobs;                  /* in a half */
    unsigned int half;                  /* bytes */
    bool second;                        /* half to be run next */
    uint32_t count;                     /* of SYNCPT when all was run */
} Ring;

typedef struct Rate {
    const char *name;
    const char *unit;
    unsigned int threads;
    unsigned int jobs;                  /* in a half of the ring */
    /* Fill a job's gather; returns its words, and units of work in *@units. */
    unsigned int (*fill)(uint32_t *word, unsigned int *units);
    void (*setup)(Stream *s);           /* of the engine; may be NULL */
} Rate;

static void write_le(QTestState *qts, uint64_t addr, uint32_t *word,
                     unsigned int num)
{
    for (unsigned int i = 0; i < num; i++) {
        word[i] = cpu_to_le32(word[i]);
    }
    qtest_bufwrite(qts, addr, word, 4 * num);
}

static void ring_write(Ring *r, unsigned int gather_words)
{
    const uint32_t job[] = {
        SETCL(0x60, 0, 0), NOP, GATHER_OP(gather_words), RING_GATHER,
    };
    g_autofree uint32_t *word = g_new(uint32_t, RING_MAX);
    unsigned int num = 0;

    g_assert_cmpuint(2 * r->jobs * ARRAY_SIZE(job), <, RING_MAX);
    for (unsigned int i = 0; i < 2 * r->jobs; i++) {
        memcpy(&word[num], job, sizeof(job));
        num += ARRAY_SIZE(job);
    }
    r->half = num / 2 * 4;
    word[num++] = RESTART(0);
    write_le(r->qts, RING, word, num);
}

static void ring_start(Ring *r)
{
    set_syncpt(r->qts, SYNCPT, 0);
    ch_write(r->qts, CH, A_H1X_DMACTRL, 1);
    ch_write(r->qts, CH, A_H1X_DMASTART, RING);
    ch_write(r->qts, CH, A_H1X_DMAPUT, 0);
    ch_write(r->qts, CH, A_H1X_DMACTRL, 7);
    ch_write(r->qts, CH, A_H1X_DMACTRL, 0);
}

/* Give the channel half of the ring, and wait until its jobs are done. */
static void ring_run(Ring *r)
{
    gint64 end = g_get_monotonic_time() + PATIENCE;

    r->second = !r->second;
    r->count += r->jobs;
    ch_write(r->qts, CH, A_H1X_DMAPUT, r->second ? r->half : 0);
    while (syncpt(r->qts, SYNCPT) != r->count &&
           g_get_monotonic_time() < end) {
        g_usleep(100);
    }
    g_assert_cmpuint(syncpt(r->qts, SYNCPT), ==, r->count);
}

static void ring_measure(Ring *r, const Rate *rate, unsigned int units)
{
    unsigned int rounds = 0;
    double time, speed;

    g_test_timer_start();
    do {
        ring_run(r);
        rounds++;
        time = g_test_timer_elapsed();
    } while (time < PERF_TIME);
    speed = (double)rounds * r->jobs * units / time;
    g_test_maximized_result(speed, "%s: %.0f %s/s", rate->name, speed,
                            rate->unit);
}

static void test_rate(const void *data)
{
    const Rate *rate = data;
    g_autofree uint32_t *word = g_new(uint32_t, GATHER_MAX);
    unsigned int units = 1, num = rate->fill(word, &units);
    Ring ring = {
        .qts = qtest_initf("-machine trimslice -global tegra-gr3d.threads=%u",
                           rate->threads),
        .jobs = rate->jobs,
    };
    Stream s = { .qts = ring.qts };

    host1x_enable(ring.qts);
    if (rate->setup) {
        rate->setup(&s);
    }
    write_le(ring.qts, RING_GATHER, word, num);
    ring_write(&ring, num);
    ring_start(&ring);
    ring_run(&ring);
    ring_run(&ring);
    if (g_test_perf()) {
        ring_measure(&ring, rate, units);
    }
    qtest_quit(ring.qts);
}

/* ------------------------------------------------------------------ */
/* Jobs                                                               */

static unsigned int put_done(uint32_t *word)
{
    word[0] = NONINCR(0, 1);
    word[1] = OP_DONE << 8 | SYNCPT;
    return 2;
}

static unsigned int fill_empty(uint32_t *word, unsigned int *units)
{
    return put_done(word);
}

/* Write registers as a driver does: short runs of neighbours */
static unsigned int fill_registers(uint32_t *word, unsigned int *units)
{
    static const struct {
        uint16_t first, num;
    } run[] = {
        { 0x100, 16 }, { 0x343, 2 }, { 0x350, 11 }, { 0x400, 6 },
        { 0x710, 4 }, { 0xe00, 4 }, { 0xe10, 4 },
    };
    unsigned int num = 0;

    for (unsigned int i = 0; i < 1024; i++) {
        unsigned int n = run[i % ARRAY_SIZE(run)].num;

        if (num + n + 3 > 4096) {
            break;
        }
        word[num++] = INCR(run[i % ARRAY_SIZE(run)].first, n);
        memset(&word[num], 0, 4 * n);
        num += n;
    }
    num += put_done(word + num);
    *units = num + 4;
    return num;
}

/* Upload constants and programs through one port, from a gather of its own */
static unsigned int fill_upload(uint32_t *word, unsigned int *units)
{
    unsigned int num = 0;

    for (unsigned int i = 0; i < 4; i++) {
        word[num++] = NONINCR(i % 2 ? 0x206 : 0x208, 1000);
        memset(&word[num], 0, 4000);
        num += 1000;
    }
    num += put_done(word + num);
    *units = num + 4;
    return num;
}

#define DRAWS   8

/* Put as many draws as a job of a simple scene has */
static unsigned int fill_draws(uint32_t *word, unsigned int *units)
{
    unsigned int num = 0;

    for (unsigned int i = 0; i < DRAWS; i++) {
        word[num++] = NONINCR(0x123, 1);
        word[num++] = draw_prim(3);
    }
    num += put_done(word + num);
    *units = DRAWS;
    return num;
}

/* Set a scissor of nothing, for draws without a pixel */
static void setup_nothing(Stream *s)
{
    engine_setup(s->qts);
    put(s, 0x350, 0);
    put(s, 0x351, 0);
}

static void setup_triangle(Stream *s)
{
    engine_setup(s->qts);
}

#define BIG             256
#define BIG_TARGET      0x04000000

/* Set up enough tiles for two threads */
static void setup_big(Stream *s)
{
    engine_setup(s->qts);
    big_target(s, BIG, BIG * 4, BIG_TARGET);
}

static const Rate rates[] = {
    { "empty-jobs", "job", 1, 4096, fill_empty },
    { "register-words", "word", 1, 64, fill_registers },
    { "upload-words", "word", 1, 64, fill_upload },
    { "no-pixel/0", "draw", 0, 64, fill_draws, setup_nothing },
    { "no-pixel/1", "draw", 1, 64, fill_draws, setup_nothing },
    { "no-pixel/2", "draw", 2, 64, fill_draws, setup_nothing },
    { "triangle/0", "draw", 0, 16, fill_draws, setup_triangle },
    { "triangle/1", "draw", 1, 16, fill_draws, setup_triangle },
    { "triangle/2", "draw", 2, 16, fill_draws, setup_triangle },
    { "big/0", "draw", 0, 4, fill_draws, setup_big },
    { "big/1", "draw", 1, 4, fill_draws, setup_big },
    { "big/2", "draw", 2, 4, fill_draws, setup_big },
};

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    for (size_t i = 0; i < ARRAY_SIZE(rates); i++) {
        g_autofree char *path = g_strdup_printf("/tegra20/gr3d-perf/%s",
                                                rates[i].name);

        qtest_add_data_func(path, &rates[i], test_rate);
    }
    return g_test_run();
}
