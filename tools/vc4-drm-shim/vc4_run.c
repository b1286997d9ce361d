/*
 * A vc4 render node in the process: running jobs on the engine
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <inttypes.h>
#include "vc4.h"

/*
 * Units of work in which a list must get on: many seconds of this host, where
 * the kernel waits for a fifth of one of the chip
 */
#define HANG_WORK   (1ull << 32)

static V3d *engine;

static const V3dExec *choose_exec(void)
{
    const char *name = g_getenv("VC4_DRM_SHIM_EXEC");
    const V3dExec *exec = v3d_exec_best();
    const char *why;

    if (name && !v3d_exec_find(name, &exec, &why)) {
        g_error("VC4_DRM_SHIM_EXEC=%s: %s", name, why);
    }
    return exec;
}

static void engine_init(void)
{
    if (!engine) {
        engine = v3d_new();
        v3d_set_exec(engine, choose_exec());
        v3d_set_memory(engine, drm_memory, VC4_MEMORY);
    }
}

/* What the engine has to say about a list or a shader */
static void show_events(void)
{
    unsigned num;
    const GpuEventCount *event = v3d_events(engine, &num);

    for (unsigned i = 0; i < num; i++) {
        vc4_debug("engine: %s 0x%x (%" PRIu64 " times)\n", event[i].text,
                  event[i].value, event[i].count);
    }
    v3d_clear_events(engine);
}

/* Run a list; false: it hangs.  @slots of the binner's memory are in use. */
static bool run_list(unsigned thread, uint32_t start, uint32_t end,
                     unsigned *slots)
{
    v3d_clear_caches(engine);
    v3d_cl_start(engine, thread, start, end);
    for (;;) {
        uint32_t ca = v3d_cl_regs(engine, thread).ca;

        switch (v3d_cl_run(engine, thread, HANG_WORK)) {
        case V3D_CL_DONE:
            return true;
        case V3D_CL_MORE:
            if (v3d_cl_regs(engine, thread).ca == ca) {
                return false;
            }
            break;
        case V3D_CL_MEMORY:
            if (*slots == VC4_BIN_SLOTS) {
                return false;
            }
            v3d_give_memory(engine, VC4_BUS | (VC4_BIN_BASE +
                                               (*slots)++ * VC4_BIN_SLOT),
                            VC4_BIN_SLOT);
            break;
        default:
            return false;
        }
    }
}

static void count(Vc4Perfmon *perfmon, const uint64_t *before)
{
    const uint64_t *now = v3d_counters(engine);

    for (unsigned i = 0; i < perfmon->num; i++) {
        unsigned event = perfmon->events[i];

        perfmon->values[i] += now[event] - before[event];
    }
}

/* As after the kernel's reset, a hung job counts as done. */
void vc4_run(const Vc4Job *job, Vc4Perfmon *perfmon)
{
    uint64_t before[V3D_NUM_COUNTERS];
    unsigned slots = 1;
    bool ok = true;

    engine_init();
    for (unsigned i = 0; i < V3D_NUM_COUNTERS; i++) {
        before[i] = v3d_counters(engine)[i];
    }
    v3d_give_memory(engine, 0, 0);
    if (job->bin_end) {
        ok = run_list(V3D_BIN, vc4_addr(job->lists), job->bin_end, &slots);
    }
    ok = ok && run_list(V3D_RENDER, vc4_addr(job->render), job->render_end,
                        &slots);
    show_events();
    if (!ok) {
        fprintf(stderr, "vc4-drm-shim: a job hangs, the engine is reset\n");
        v3d_reset(engine);
    }
    if (perfmon) {
        count(perfmon, before);
    }
}
