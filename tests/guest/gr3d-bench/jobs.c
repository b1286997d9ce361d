/*
 * Jobs without pixels: what the way to the engine costs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <stdlib.h>

#include "bench.h"

#define WAIT_MS         10000
#define BATCH           256     /* jobs between two looks at the clock */
#define MAX_SAMPLES     20000
#define CONSTANTS       0x820   /* 32 registers, read by draws only */

static void open_channel(TegraChannel *ch, const Options *o)
{
    int fd = tegra_open();

    must("/dev/dri/card0", fd);
    must("GR3D channel", tegra_channel_open(ch, fd, o->uapi,
                                            HOST1X_CLASS_GR3D));
}

/* Nothing but the increment that says it is done */
static void empty_job(Stream *s, const TegraChannel *ch)
{
    stream_init(s, ch->syncpt);
    stream_setclass(s, HOST1X_CLASS_GR3D);
    stream_incr(s, COND_OP_DONE);
}

/* Submit without a wait in between; returns the jobs per second. */
static double jobs_per_second(TegraChannel *ch, const Stream *s, double seconds)
{
    const TegraBuffers none = { 0 };
    double start = now(), took;
    unsigned jobs = 0;
    uint32_t fence;

    do {
        for (unsigned i = 0; i < BATCH; i++) {
            must("submit", tegra_submit(ch, s, &none, &fence));
        }
        must("wait", tegra_wait(ch, fence, WAIT_MS, NULL));
        jobs += BATCH;
        took = now() - start;
    } while (took < seconds);
    return jobs / took;
}

void bench_empty(const Options *o)
{
    static Stream s;
    TegraChannel ch;

    open_channel(&ch, o);
    empty_job(&s, &ch);
    tell("empty", jobs_per_second(&ch, &s, o->seconds), "jobs/s");
    tegra_channel_close(&ch);
}

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

/* From before the submit until the wait for its fence has ended */
void bench_latency(const Options *o)
{
    static double took[MAX_SAMPLES];
    static Stream s;
    const TegraBuffers none = { 0 };
    double end = now() + o->seconds;
    TegraChannel ch;
    unsigned n;

    open_channel(&ch, o);
    empty_job(&s, &ch);
    for (n = 0; n < MAX_SAMPLES && now() < end; n++) {
        double start = now();

        must("job", tegra_run(&ch, &s, &none, WAIT_MS));
        took[n] = (now() - start) * 1e6;
    }
    qsort(took, n, sizeof(took[0]), by_value);
    tell("latency", took[n / 2], "us");
    tell("latency-min", took[0], "us");
    tell("latency-99", took[n * 99 / 100], "us");
    tegra_channel_close(&ch);
}

/* Words of a job that are registers' values, and their opcodes */
void bench_words(const Options *o)
{
    static Stream s;
    TegraChannel ch;

    open_channel(&ch, o);
    empty_job(&s, &ch);
    while (s.num_words + 33 <= STREAM_MAX_WORDS) {
        stream_fill(&s, CONSTANTS, 0x12345678, 32);
    }
    tell("words", s.num_words * jobs_per_second(&ch, &s, o->seconds),
         "words/s");
    tegra_channel_close(&ch);
}
