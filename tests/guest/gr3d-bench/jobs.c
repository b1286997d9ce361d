/*
 * Jobs without pixels: what the way to the engine costs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <stdio.h>
#include <stdlib.h>

#include "bench.h"

#define WAIT_MS         10000
#define BATCH           256     /* jobs between two looks at the clock */
#define MAX_SAMPLES     20000
#define CONSTANTS       0x820   /* 32 registers, read by draws only */
#define SURFACES        0xe00   /* addresses of render targets */
#define NAMED           4       /* buffers of a job */

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

/*
 * Submit without a wait in a batch of @batch jobs; returns the jobs per second.
 */
static double jobs_per_second(TegraChannel *ch, const Stream *s,
                              const TegraBuffers *bufs, unsigned batch,
                              double seconds)
{
    double start = now(), took;
    unsigned jobs = 0;
    uint32_t fence;

    do {
        for (unsigned i = 0; i < batch; i++) {
            must("submit", tegra_submit(ch, s, bufs, &fence));
        }
        must("wait", tegra_wait(ch, fence, WAIT_MS, NULL));
        jobs += batch;
        took = now() - start;
    } while (took < seconds);
    return jobs / took;
}

void bench_empty(const Options *o)
{
    const TegraBuffers none = { 0 };
    static Stream s;
    TegraChannel ch;

    open_channel(&ch, o);
    empty_job(&s, &ch);
    tell("empty", jobs_per_second(&ch, &s, &none, BATCH, o->seconds),
         "jobs/s");
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
    const TegraBuffers none = { 0 };
    static Stream s;
    TegraChannel ch;

    open_channel(&ch, o);
    empty_job(&s, &ch);
    while (s.num_words + 33 <= STREAM_MAX_WORDS) {
        stream_fill(&s, CONSTANTS, 0x12345678, 32);
    }
    tell("words",
         s.num_words * jobs_per_second(&ch, &s, &none, BATCH, o->seconds),
         "words/s");
    tegra_channel_close(&ch);
}

/* Jobs that name render targets and do not draw: the kernel maps each buffer */
void bench_buffers(const Options *o)
{
    static Stream s;
    TegraBuffers bufs = { 0 };
    TegraBo bo[NAMED];
    TegraChannel ch;
    char name[32];

    open_channel(&ch, o);
    stream_init(&s, ch.syncpt);
    stream_setclass(&s, HOST1X_CLASS_GR3D);
    for (unsigned i = 0; i < NAMED; i++) {
        must("buffer", tegra_bo_new(&bo[i], ch.fd, o->bytes));
        bufs.bo[i] = &bo[i];
        stream_addr(&s, SURFACES + i, i, 0);
    }
    stream_incr(&s, COND_OP_DONE);
    snprintf(name, sizeof(name), "buffers-%zu", o->bytes);
    tell(name, jobs_per_second(&ch, &s, &bufs, NAMED, o->seconds), "jobs/s");
    tegra_channel_close(&ch);
    for (unsigned i = 0; i < NAMED; i++) {
        tegra_bo_free(&bo[i]);
    }
}
