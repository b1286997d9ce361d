/*
 * VideoCore IV 3D engine: running a stream, and what it expects
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <inttypes.h>
#include <string.h>
#include "hw/gpu/lib/le.h"
#include "stream.h"

typedef struct Run {
    const V3dStream *stream;
    V3d *engine;
    GString *report;
    uint32_t flushes, frames;
} Run;

/* NULL: done */
static const char *run_list(V3d *engine, const V3dStreamRun *run,
                            uint64_t budget)
{
    static const char *const why[] = {
        [V3D_CL_HALT] = "stopped at HALT",
        [V3D_CL_MORE] = "given up: too much work",
        [V3D_CL_SEMAPHORE] = "waits for a semaphore",
        [V3D_CL_MEMORY] = "the binner is out of memory",
        [V3D_CL_ERROR] = "stopped by an error",
    };
    unsigned thread = run->kind == V3D_RUN_BIN_LIST ? V3D_BIN : V3D_RENDER;

    v3d_cl_start(engine, thread, run->addr, run->end);
    return why[v3d_cl_run(engine, thread, budget)];
}

static const char *run_program(V3d *engine, const V3dStreamRun *run,
                               uint64_t budget)
{
    static const char *const why[] = {
        [V3D_USER_MORE] = "given up: too much work",
        [V3D_USER_WAIT] = "waits for a semaphore",
    };

    v3d_user_request(engine, run->addr, run->uniforms, 1024);
    return why[v3d_user_run(engine, budget)];
}

static bool run_all(Run *r, uint64_t max_work)
{
    uint64_t budget = max_work ? max_work : UINT64_MAX;
    const GArray *runs = r->stream->run;

    for (unsigned i = 0; i < runs->len; i++) {
        const V3dStreamRun *run = &g_array_index(runs, V3dStreamRun, i);
        const char *why = run->kind == V3D_RUN_PROGRAM ?
                          run_program(r->engine, run, budget) :
                          run_list(r->engine, run, budget);
        V3dDone done = v3d_take_done(r->engine);

        r->flushes += done.flushes;
        r->frames += done.frames;
        if (why) {
            g_string_append_printf(r->report, "run %u: %s\n", i + 1, why);
            return false;
        }
    }
    return true;
}

char *v3d_stream_hash(const V3dStream *stream, const V3dBlock *block)
{
    return g_compute_checksum_for_data(G_CHECKSUM_SHA256,
                                       stream->ram + block->addr, block->size);
}

static void check_hash(const Run *r, const V3dExpect *e)
{
    const V3dBlock *b = &g_array_index(r->stream->block, V3dBlock, e->block);
    g_autofree char *hash = v3d_stream_hash(r->stream, b);

    if (strcmp(hash, e->hash)) {
        g_string_append_printf(r->report, "line %u: the hash of %s is %s\n",
                               e->line, b->name, hash);
    }
}

static uint32_t found(const Run *r, const V3dExpect *e)
{
    unsigned events;

    switch (e->kind) {
    case V3D_EXPECT_EVENTS:
        v3d_events(r->engine, &events);
        return events;
    case V3D_EXPECT_FRAMES:
        return r->frames;
    case V3D_EXPECT_FLUSHES:
        return r->flushes;
    default:
        return gpu_load_le(r->stream->ram + e->addr, e->bytes);
    }
}

static void check(const Run *r, const V3dExpect *e)
{
    uint32_t value;

    if (e->kind == V3D_EXPECT_HASH) {
        check_hash(r, e);
        return;
    }
    value = found(r, e);
    if (value != e->value) {
        g_string_append_printf(r->report, "line %u: found 0x%08x, expected "
                               "0x%08x\n", e->line, value, e->value);
    }
}

static void report_events(const Run *r)
{
    unsigned num;
    const GpuEventCount *event = v3d_events(r->engine, &num);

    for (unsigned i = 0; i < num; i++) {
        g_string_append_printf(r->report, "event: %s 0x%08x, %" PRIu64
                               " time(s)\n", event[i].text, event[i].value,
                               event[i].count);
    }
}

bool v3d_stream_run(V3dStream *stream, V3d *engine, uint64_t max_work,
                    GString *report)
{
    Run r = { .stream = stream, .engine = engine, .report = report };
    bool ok;

    v3d_set_memory(engine, stream->ram, V3D_STREAM_RAM);
    ok = run_all(&r, max_work);
    for (unsigned i = 0; ok && i < stream->expect->len; i++) {
        check(&r, &g_array_index(stream->expect, V3dExpect, i));
    }
    if (report->len) {
        report_events(&r);
    }
    return ok;
}
