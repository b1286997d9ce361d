/*
 * What more threads give on this machine: a loop in registers
 *
 * Each thread does the same arithmetic and touches no memory.  Where two
 * processors share a core's units, N threads are not N times as fast, for
 * this loop or for anything else.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "executor.h"
#include "side.h"

#define STEPS   20000

typedef float Vec __attribute__((vector_size(16)));

/* What keeps the units of a core busy: chains that do not wait for another */
#define CHAINS  8

static Executor *executor;
static int result;              /* that somebody could want to see */

static void loop(void *arg, unsigned thread)
{
    const Vec factor = { 0.5f, 0.25f, 0.75f, 0.375f };
    Vec v[CHAINS];

    for (unsigned c = 0; c < CHAINS; c++) {
        v[c] = factor + (float)c;
    }
    for (unsigned i = 0; i < STEPS; i++) {
#pragma GCC unroll 8
        for (unsigned c = 0; c < CHAINS; c++) {
            v[c] = v[c] * factor + factor;
        }
    }
    for (unsigned c = 1; c < CHAINS; c++) {
        v[0] += v[c];
    }
    __atomic_store_n(&result, (int)v[0][0], __ATOMIC_RELAXED);
}

const char *side_silicon(const BenchWorkload *w)
{
    return w->silicon;
}

const char *side_open(const BenchWork *b, unsigned threads)
{
    executor = executor_new(threads);
    return "a loop in registers";
}

void side_frame(void)
{
    const GpuExecutor *e = executor_engine(executor);

    e->run(e->opaque, loop, NULL);
}

void side_finish(void)
{
}

void side_read(uint8_t *rgba)
{
    bench_cannot("draw: it is a loop");
}

void side_close(void)
{
    executor_free(executor);
}
