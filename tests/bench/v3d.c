/*
 * The benchmark's side that is measured: the V3D engine
 *
 * Lists are built once, as a driver that keeps them would.  A frame is rendered
 * while the next one is binned, with the caches cleared before, as Linux does.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <stdlib.h>
#include <string.h>

#include "executor.h"
#include "hw/gpu/v3d/pipe/core.h"
#include "side.h"
#include "v3d-frame.h"
#include "v3d-program.h"

static BenchV3dFrame frame;
static Executor *executor;

/* Programs and textures that V3D has not */
static bool can_draw(const BenchWork *b)
{
    for (unsigned i = 0; i < b->draw->len; i++) {
        const BenchDraw *d = &g_array_index(b->draw, BenchDraw, i);

        if (!bench_v3d_programs[d->program].fs) {
            return false;
        }
    }
    return !b->num_textures || b->texture[0].format != BENCH_DXT1;
}

const char *side_silicon(const BenchWorkload *w)
{
    BenchWork *b = bench_new(w, 64, 64);
    bool can = can_draw(b);

    bench_free(b);
    return can ? "" : NULL;
}

static void start(unsigned thread, unsigned n)
{
    const uint32_t *list = frame.list[n % 2][thread];

    v3d_cl_start(frame.m.v3d, thread, BUS | list[0], BUS | list[1]);
}

/* The lists that were started, or have ended before */
static void run(void)
{
    V3dClResult result[V3D_NUM_THREADS];

    v3d_clear_caches(frame.m.v3d);
    v3d_cl_run_both(frame.m.v3d, UINT64_MAX, result);
    if (result[V3D_BIN] != V3D_CL_DONE || result[V3D_RENDER] != V3D_CL_DONE) {
        bench_cannot("a list does not come to its end");
    }
}

const char *side_open(const BenchWork *b, unsigned threads)
{
    const char *name = getenv("V3D_EXEC"), *why;
    const V3dExec *exec = v3d_exec_best();

    if (name && !v3d_exec_find(name, &exec, &why)) {
        bench_cannot(why);
    }
    bench_v3d_frame_init(&frame, b);
    v3d_set_exec(frame.m.v3d, exec);
    executor = executor_new(threads);
    v3d_set_executor(frame.m.v3d,
                     threads > 1 ? executor_engine(executor) : NULL);
    start(V3D_BIN, 0);
    run();
    return g_strdup_printf("V3D engine, %s", v3d_exec_name(exec));
}

void side_frame(void)
{
    static unsigned n;
    unsigned events;

    start(V3D_RENDER, n);
    start(V3D_BIN, ++n);
    run();
    v3d_events(frame.m.v3d, &events);
    if (events) {
        bench_cannot("the engine met something that no workload asks for");
    }
}

void side_finish(void)
{
}

/* A picture does not tell which side of a triangle is seen. */
static void check_culling(void)
{
    const uint64_t *counter = v3d_counters(frame.m.v3d);

    if (frame.work->culled &&
        10 * counter[V3D_PCTR_PRIMS] > counter[V3D_PCTR_REVERSED]) {
        bench_cannot("most triangles should have been culled");
    }
}

void side_read(uint8_t *rgba)
{
    check_culling();
    memcpy(rgba, frame.pixels, 4 * frame.work->width * frame.work->height);
}

void side_close(void)
{
    bench_v3d_frame_clear(&frame);
    executor_free(executor);
}
