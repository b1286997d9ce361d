/*
 * NVIDIA Tegra20 GR3D: its state as text, for "info gr3d" and qom-get
 *
 * [tegra-gr3d.rst, Watching it]
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include <glib.h>
#include "qapi/error.h"
#include "qapi/type-helpers.h"
#include "qemu/units.h"
#include "system/dma.h"
#include "hw/gpu/gr3d/run/draw_cost.h"
#include "hw/gpu/gr3d/text/cost_text.h"
#include "hw/gpu/gr3d/text/disasm.h"
#include "hw/gpu/gr3d/text/stream_draw.h"
#include "hw/gpu/gr3d/isa/regs.h"
#include "hw/gpu/tegra_gr3d.h"
#include "monitor/monitor.h"
#include "gpu_dump.h"
#include "tegra_gr3d_worker.h"

/* Of a stream: as text up to three times as much */
#define DUMP_MEMORY     (16 * MiB)

/* ------------------------------------------------------------------ */
/* Registers and programs                                             */

/* Print offset, value and meaning: "0x122 0x04000000 SET_PRIM PRIM_TYPE=4". */
static void dump_register(GString *out, uint32_t offset, uint32_t value)
{
    g_autoptr(GString) write = g_string_new(NULL);

    gr3d_disasm_write(write, offset, value);
    g_string_append_printf(out, "0x%03" PRIx32 " 0x%08" PRIx32 " %s\n",
                           offset, value, write->str + strlen("write "));
}

static void dump_registers(GString *out, Object *obj)
{
    TegraGR3DState *s = TEGRA_GR3D(obj);

    for (uint32_t i = 0; i < GR3D_NUM_REGS; i++) {
        if (s->regs.reg[i] && gr3d_reg_name(i)) {
            dump_register(out, i, s->regs.reg[i]);
        }
    }
}

static void dump_programs(GString *out, Object *obj)
{
    TegraGR3DState *s = TEGRA_GR3D(obj);

    g_string_append(out, "vp {\n");
    gr3d_disasm_vp(out, 4, &s->regs);
    g_string_append(out, "}\nlink {\n");
    gr3d_disasm_linker(out, 4, &s->regs);
    g_string_append(out, "}\nfp {\n");
    gr3d_disasm_fp(out, 4, &s->regs);
    g_string_append(out, "}\n");
}

/* ------------------------------------------------------------------ */
/* Queue and counters                                                 */

/* Return the kind; what the worker has not taken waits for its turn. */
static TegraGR3DEntryKind entry_kind(const TegraGR3DQueue *q,
                                     const TegraGR3DEntry *entry)
{
    if (entry->kind == TEGRA_GR3D_RUNNING && q->worker &&
        tegra_gr3d_worker_state(q->worker, entry->job) ==
        TEGRA_GR3D_JOB_READY) {
        return TEGRA_GR3D_WAITING;
    }
    return entry->kind;
}

static void dump_entry(GString *out, const TegraGR3DQueue *q,
                       const TegraGR3DEntry *entry)
{
    static const char * const state[TEGRA_GR3D_NUM_KINDS] = {
        [TEGRA_GR3D_WAITING] = "waits",
        [TEGRA_GR3D_RUNNING] = "runs",
        [TEGRA_GR3D_RENDERED] = "is rendered and may not end",
    };

    if (entry->kind == TEGRA_GR3D_INCR) {
        g_string_append_printf(out, "  sync point %u %s\n", entry->syncpt,
                               tegra_engine_cond_name(entry->cond));
    } else {
        g_string_append_printf(out, "  draw %" PRIu64 " %s\n", entry->number,
                               state[entry_kind(q, entry)]);
    }
}

static void dump_queue(GString *out, Object *obj)
{
    TegraGR3DState *s = TEGRA_GR3D(obj);
    TegraGR3DEntry *entry;

    tegra_engine_dump(&s->engine, out);
    g_string_append_printf(out, "threads: %" PRIu32 "\nexec: %s\n",
                           s->queue.worker ? s->threads : 0, s->exec);
    g_string_append_printf(out, "queue: %u of %u\n", s->queue.num_entries,
                           TEGRA_GR3D_QUEUE_MAX);
    QTAILQ_FOREACH(entry, &s->queue.entries, next) {
        dump_entry(out, &s->queue, entry);
    }
}

static void dump_counters(GString *out, Object *obj)
{
    TegraGR3DState *s = TEGRA_GR3D(obj);
    const TegraGR3DCounters *c = &s->queue.counters;
    const struct {
        const char *name;
        uint64_t value;
    } counter[] = {
        { "draws", c->draws },
        { "rendered", c->rendered },
        { "cancelled", c->cancelled },
        { "vertices", c->vertices },
        { "primitives", c->primitives },
        { "rasterised", c->rasterised },
        { "fragments", c->fragments },
        { "events", c->events },
        { "work", c->work },
        { "host-ns", c->host_ns },
    };

    for (size_t i = 0; i < ARRAY_SIZE(counter); i++) {
        g_string_append_printf(out, "%s %" PRIu64 "\n", counter[i].name,
                               counter[i].value);
    }
}

/* ------------------------------------------------------------------ */
/* Cost                                                               */

/* Print the clocks of the last draw, with what the registers hold now. */
static void dump_cost(GString *out, Object *obj)
{
    TegraGR3DState *s = TEGRA_GR3D(obj);
    const Gr3dCostChip *chip = gr3d_cost_chip("ap20");
    g_autofree Gr3dDrawCost *cost = g_new(Gr3dDrawCost, 1);
    Gr3dDraw *draw = gr3d_draw_new(&s->regs);

    gr3d_draw_cost(draw, &s->queue.counters.last, chip, cost);
    gr3d_cost_print_draw(out, chip, &cost->vp, &cost->fp, &cost->draw);
    gr3d_draw_free(draw);
}

/* ------------------------------------------------------------------ */
/* The state as a stream                                              */

static uint64_t stream_length(void *opaque, uint32_t addr, uint64_t size)
{
    return tegra_engine_ram_length(opaque, addr, size);
}

static void stream_read(void *opaque, uint32_t addr, void *data,
                        uint32_t size)
{
    const MemTxAttrs attrs = { .memory = true };

    dma_memory_read(opaque, addr, data, size, attrs);
}

/* Print a stream, with the draw that was triggered last, if there was one. */
static void dump_stream(GString *out, Object *obj)
{
    TegraGR3DState *s = TEGRA_GR3D(obj);
    const Gr3dStreamSource source = {
        stream_length, stream_read, &s->dma_as, DUMP_MEMORY
    };

    gr3d_stream_print_draw(out, &s->regs, &source, s->num_draws > 0);
}

/* ------------------------------------------------------------------ */
/* Properties and the monitor                                         */

static const GpuDump dumps[] = {
    { "registers", "registers that are not zero, with their fields, as text",
      dump_registers },
    { "programs", "vertex program, linker and fragment program, disassembled",
      dump_programs },
    { "stream", "state and memory as a stream that gr3d-run draws from",
      dump_stream },
    { "counters", "what all draws since the start of QEMU did, as text",
      dump_counters },
    { "cost", "clocks of the last draw by a model of the chip, as text",
      dump_cost },
    { "queue", "inputs, faults, draws and increments in flight, as text",
      dump_queue },
};

void tegra_gr3d_dump_class_init(ObjectClass *klass)
{
    gpu_dump_add_properties(klass, dumps, ARRAY_SIZE(dumps));
}

static HumanReadableText *info_gr3d(Error **errp)
{
    static const struct {
        const char *title;
        void (*dump)(GString *out, Object *obj);
    } part[] = {
        { "State", dump_queue },
        { "Counters", dump_counters },
        { "Cost", dump_cost },
        { "Registers", dump_registers },
        { "Programs", dump_programs },
    };
    Object *obj = object_resolve_path_type("", TYPE_TEGRA_GR3D, NULL);
    g_autoptr(GString) out = g_string_new(NULL);

    if (!obj) {
        error_setg(errp, "this machine has no Tegra GR3D");
        return NULL;
    }
    for (size_t i = 0; i < ARRAY_SIZE(part); i++) {
        g_string_append_printf(out, "%s\n", part[i].title);
        part[i].dump(out, obj);
    }
    return human_readable_text_from_str(out);
}

static void tegra_gr3d_register_info(void)
{
    monitor_register_hmp_info_hrt("gr3d", info_gr3d);
}

type_init(tegra_gr3d_register_info)
