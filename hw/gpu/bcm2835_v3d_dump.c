/*
 * VideoCore IV 3D (V3D): its state as text, for "info v3d" and qom-get
 *
 * [videocore-iv-v3d.rst, Watching it]
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qapi/error.h"
#include "qapi/type-helpers.h"
#include "hw/gpu/v3d/text/state_print.h"
#include "monitor/monitor.h"
#include "bcm2835_v3d_access.h"
#include "gpu_dump.h"
#include "trace.h"

/* Print the registers that the engine does not have. */
static void print_registers(GString *out, BCM2835V3DState *s)
{
    g_string_append_printf(out, "power: %s\ninterrupts: INTCTL 0x%x, INTENA "
                           "0x%x, DBQITC 0x%x, DBQITE 0x%x\n",
                           s->powered ? "on" : "off", s->intctl, s->intena,
                           s->dbqitc, s->regs[R_V3D_DBQITE]);
    g_string_append_printf(out, "flushes: %u\nframes: %u\nrequests: %u, "
                           "completed %u%s\n", s->flushes, s->frames,
                           s->user_requests, s->user_completed,
                           s->user_error ? ", error" : "");
}

static void print_state(GString *out, BCM2835V3DState *s, const V3d *engine)
{
    print_registers(out, s);
    for (unsigned int n = 0; n < BCM2835_V3D_THREADS; n++) {
        if (s->has_next[n]) {
            g_string_append_printf(out, "CT%uCA written: 0x%08x\n", n,
                                   s->next_ca[n]);
        }
    }
    v3d_print_threads(out, engine);
    v3d_print_pool(out, engine);
    v3d_print_user(out, engine);
}

/* Print what is in the registers of counters that count. */
static void print_enabled(GString *out, BCM2835V3DState *s)
{
    uint32_t pctre = s->regs[R_V3D_PCTRE];

    for (unsigned int n = 0; n < BCM2835_V3D_NUM_COUNTERS; n++) {
        if (FIELD_EX32(pctre, V3D_PCTRE, EN) && extract32(pctre, n, 1)) {
            g_string_append_printf(out, "PCTR%u of source %u: 0x%08x\n", n,
                                   s->regs[R_V3D_PCTRS0 + 2 * n] % 32,
                                   s->regs[R_V3D_PCTR0 + 2 * n]);
        }
    }
}

/* ---- What a hung job left ---- */

static bool engine_runs(const V3d *engine)
{
    return v3d_cl_regs(engine, V3D_BIN).running ||
           v3d_cl_regs(engine, V3D_RENDER).running || v3d_user_runs(engine);
}

void bcm2835_v3d_keep_hang(BCM2835V3DState *s, const V3d *engine,
                           const char *why)
{
    if (!engine_runs(engine)) {
        return;
    }
    trace_bcm2835_v3d_give_up(why, v3d_cl_regs(engine, V3D_BIN).ca,
                              v3d_cl_regs(engine, V3D_RENDER).ca);
    if (!s->hang) {
        s->hang = g_string_new(NULL);
    }
    g_string_printf(s->hang, "ended by: %s\n", why);
    print_state(s->hang, s, engine);
    v3d_print_lists(s->hang, engine);
    v3d_print_programs(s->hang, engine);
}

/* ---- Properties and the monitor ---- */

static void dump_state(GString *out, Object *obj)
{
    BCM2835V3DState *s = BCM2835_V3D(obj);

    print_state(out, s, bcm2835_v3d_hold(s->runner));
    bcm2835_v3d_release(s->runner);
}

static void dump_counters(GString *out, Object *obj)
{
    BCM2835V3DState *s = BCM2835_V3D(obj);

    v3d_print_counters(out, bcm2835_v3d_hold(s->runner));
    bcm2835_v3d_count(s);
    print_enabled(out, s);
    bcm2835_v3d_release(s->runner);
}

static void dump_lists(GString *out, Object *obj)
{
    BCM2835V3DState *s = BCM2835_V3D(obj);

    v3d_print_lists(out, bcm2835_v3d_hold(s->runner));
    bcm2835_v3d_release(s->runner);
}

static void dump_programs(GString *out, Object *obj)
{
    BCM2835V3DState *s = BCM2835_V3D(obj);

    v3d_print_programs(out, bcm2835_v3d_hold(s->runner));
    bcm2835_v3d_release(s->runner);
}

static void dump_hang(GString *out, Object *obj)
{
    BCM2835V3DState *s = BCM2835_V3D(obj);

    if (s->hang) {
        g_string_append(out, s->hang->str);
    }
}

static const GpuDump dumps[] = {
    { "state", "threads, interrupts, binner, user programs, as text",
      dump_state },
    { "counters", "performance counters that are not zero, as text",
      dump_counters },
    { "lists", "records around both threads' CA, as text", dump_lists },
    { "programs", "programs that run, disassembled around their PC",
      dump_programs },
    { "hang", "all that, when what ran was last reset, as text", dump_hang },
};

void bcm2835_v3d_dump_class_init(ObjectClass *klass)
{
    gpu_dump_add_properties(klass, dumps, ARRAY_SIZE(dumps));
}

static HumanReadableText *info_v3d(Error **errp)
{
    static const char *const title[ARRAY_SIZE(dumps)] = {
        "State", "Counters", "Lists", "Programs", "Hang",
    };
    Object *obj = object_resolve_path_type("", TYPE_BCM2835_V3D, NULL);
    g_autoptr(GString) out = g_string_new(NULL);

    if (!obj) {
        error_setg(errp, "this machine has no V3D");
        return NULL;
    }
    for (size_t i = 0; i < ARRAY_SIZE(dumps); i++) {
        g_string_append_printf(out, "%s\n", title[i]);
        dumps[i].dump(out, obj);
    }
    return human_readable_text_from_str(out);
}

static void bcm2835_v3d_register_info(void)
{
    monitor_register_hmp_info_hrt("v3d", info_v3d);
}

type_init(bcm2835_v3d_register_info)
