/*
 * The benchmark's side that is measured: the GR3D engine
 *
 * Command streams are built once, as a driver that keeps them would; a frame
 * decodes and runs them.  As in the device, the engine has some draws at a
 * time, of which it may run several together; none of the next frame.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <string.h>

#include "backend.h"
#include "executor.h"
#include "frame.h"
#include "side.h"
#include "stream-machine.h"

static struct {
    StreamMachine machine;
    Executor *executor;
    BenchFrame frame;
    bool culled;
} side;

/* Before the machine chooses: a line of its own, if there is no such backend */
static const char *name_backend(void)
{
    const Gr3dExec *exec;
    const char *why;

    if (!backend_choose(NULL, &exec, &why)) {
        bench_cannot(why);
    }
    return g_strdup_printf("GR3D engine, %s", backend_name(exec));
}

static void place_buffers(void)
{
    for (unsigned i = 0; i < BENCH_BUFFERS; i++) {
        side.machine.buf[i] = (Gr3dMemory) {
            .addr = 0x10000000 * (i + 1),
            .size = side.frame.buffer[i].size,
            .data = side.frame.buffer[i].data,
        };
    }
}

const char *side_silicon(const BenchWorkload *w)
{
    return w->silicon;
}

const char *side_open(const BenchWork *b, unsigned threads)
{
    const char *text = name_backend();

    stream_machine_init(&side.machine);
    side.executor = executor_new(threads);
    side.machine.replay.executor = executor_engine(side.executor);
    side.machine.replay.ahead = GR3D_REPLAY_AHEAD;
    bench_frame_init(&side.frame, b, false);
    side.culled = b->culled;
    place_buffers();
    return text;
}

void side_frame(void)
{
    const GPtrArray *streams = side.frame.streams;

    for (unsigned i = 0; i < streams->len; i++) {
        stream_machine_run(&side.machine, g_ptr_array_index(streams, i));
    }
    gr3d_replay_finish(&side.machine.replay);
    if (side.machine.replay.unknown || side.machine.replay.events->len) {
        bench_cannot("the engine met something that no workload asks for");
    }
}

void side_finish(void)
{
}

/* A picture does not tell which side of a triangle is seen. */
static void check_culling(void)
{
    const Gr3dDrawStats *stats = &side.machine.replay.stats;

    if (side.culled && 10 * stats->rasterised > stats->primitives) {
        bench_cannot("most triangles should have been culled");
    }
}

void side_read(uint8_t *rgba)
{
    const Gr3dMemory *m = &side.machine.buf[BENCH_BUFFER_COLOR];

    check_culling();
    memcpy(rgba, m->data, m->size);
}

void side_close(void)
{
    stream_machine_clear(&side.machine);
    executor_free(side.executor);
    bench_frame_clear(&side.frame);
}
