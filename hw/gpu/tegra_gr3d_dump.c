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
#include "hw/gpu/gr3d/text/stream.h"
#include "hw/gpu/gr3d/isa/regs.h"
#include "hw/gpu/gr3d/pipe/surf.h"
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

/* A draw with these registers, and the memory it would use */
typedef struct StreamDump {
    AddressSpace *as;
    const Gr3dRegs *regs;
    Gr3dDraw *draw;
    Gr3dMemory memory[GR3D_NUM_SPANS];
    unsigned num;
    uint64_t total;
    GString *notes;
} StreamDump;

static void name_slot(char *name, size_t size, unsigned slot)
{
    static const struct {
        const char *name;
        unsigned first;
    } kind[] = {
        { "texture", GR3D_SPAN_TEXTURE },
        { "surface", GR3D_SPAN_SURFACE },
        { "index", GR3D_SPAN_INDEX },
        { "attribute", GR3D_SPAN_ATTRIB },
    };
    unsigned i = 0;

    while (slot < kind[i].first) {
        i++;
    }
    snprintf(name, size, "%s%u", kind[i].name, slot - kind[i].first);
}

static int compare_memory(const void *a, const void *b)
{
    const Gr3dMemory *left = a, *right = b;

    return left->addr < right->addr ? -1 : left->addr > right->addr;
}

/* List what each slot may reach of RAM, in the order of addresses. */
static void list_memory(StreamDump *d)
{
    for (unsigned slot = 0; slot < GR3D_NUM_SPANS; slot++) {
        const Gr3dSpanRequest *req = gr3d_draw_request(d->draw, slot);
        Gr3dMemory *m = &d->memory[d->num];

        if (!req->size) {
            continue;
        }
        m->addr = req->addr;
        m->size = tegra_engine_ram_length(d->as, req->addr, req->size);
        name_slot(m->name, sizeof(m->name), slot);
        if (m->size) {
            d->num++;
        } else {
            g_string_append_printf(d->notes, "# %s: no memory at 0x%08" PRIx32
                                   "\n", m->name, req->addr);
        }
    }
    qsort(d->memory, d->num, sizeof(d->memory[0]), compare_memory);
}

/* Merge blocks that overlap: those of a stream must not. */
static void merge_memory(StreamDump *d)
{
    unsigned last = 0;

    for (unsigned i = 1; i < d->num; i++) {
        Gr3dMemory *to = &d->memory[last], *from = &d->memory[i];
        uint64_t to_end = (uint64_t)to->addr + to->size;
        uint64_t end = (uint64_t)from->addr + from->size;

        if (from->addr < to_end) {
            to->size = MAX(to_end, end) - to->addr;
        } else {
            d->memory[++last] = *from;
        }
    }
    d->num = d->num ? last + 1 : 0;
}

static bool read_memory(StreamDump *d, Gr3dMemory *m)
{
    const MemTxAttrs attrs = { .memory = true };

    if (d->total + m->size > DUMP_MEMORY) {
        g_string_append_printf(d->notes, "# %s: %" PRIu32 " bytes at 0x%08"
                               PRIx32 " left out\n", m->name, m->size,
                               m->addr);
        return false;
    }
    d->total += m->size;
    m->data = g_malloc0(m->size);
    dma_memory_read(d->as, m->addr, m->data, m->size, attrs);
    return true;
}

static void fetch_memory(StreamDump *d)
{
    unsigned kept = 0;

    for (unsigned i = 0; i < d->num; i++) {
        if (read_memory(d, &d->memory[i])) {
            d->memory[kept++] = d->memory[i];
        }
    }
    d->num = kept;
}

static const Gr3dMemory *find_memory(StreamDump *d, uint32_t addr)
{
    for (unsigned i = 0; i < d->num; i++) {
        if (addr - d->memory[i].addr < d->memory[i].size) {
            return &d->memory[i];
        }
    }
    return NULL;
}

/* Print a surface that the draw stores to, as far as it is in memory. */
static void append_image(GString *out, StreamDump *d, unsigned surface)
{
    const uint32_t *reg = d->regs->reg;
    uint32_t addr = reg[GR3D_R_SURFADDR + surface];
    const Gr3dMemory *m = find_memory(d, addr);
    uint32_t cols = GR3D_GET(reg[GR3D_R_SCISSOR_X], SCISSOR_X, MAX);
    uint32_t rows = GR3D_GET(reg[GR3D_R_SCISSOR_Y], SCISSOR_Y, MAX);
    Gr3dSurfDesc desc;

    gr3d_surf_decode(&desc, reg[GR3D_R_SURFDESC + surface]);
    if (!m || !desc.format || !desc.format->bytes || !desc.stride) {
        return;
    }
    cols = MIN(MIN(cols, 4096), desc.stride / desc.format->bytes);
    rows = MIN(rows, 4096);
    while (rows && gr3d_surf_size(&desc, cols, rows) >
                   m->size - (addr - m->addr)) {
        rows--;
    }
    if (cols && rows) {
        g_string_append_printf(out, "image %s %u %u %u %u%s at %u\n", m->name,
                               cols, rows, desc.stride, desc.number,
                               desc.tiled ? " tiled" : "", addr - m->addr);
    }
}

static void append_images(GString *out, StreamDump *d)
{
    uint32_t stored = GR3D_GET(d->regs->reg[GR3D_R_DW_ST_ENABLE],
                               DW_ST_ENABLE, SURF);

    /* Surface 0 is depth. */
    for (unsigned i = 1; i < GR3D_NUM_SURFACES; i++) {
        if (stored >> i & 1 &&
            gr3d_draw_request(d->draw, GR3D_SPAN_SURFACE + i)->write) {
            append_image(out, d, i);
        }
    }
}

/* Print a stream, with the draw that was triggered last, if there was one. */
static void dump_stream(GString *out, Object *obj)
{
    TegraGR3DState *s = TEGRA_GR3D(obj);
    g_autofree StreamDump *d = g_new0(StreamDump, 1);

    d->as = &s->dma_as;
    d->regs = &s->regs;
    d->draw = gr3d_draw_new(&s->regs);
    d->notes = g_string_new(NULL);
    list_memory(d);
    merge_memory(d);
    fetch_memory(d);
    gr3d_stream_print(out, d->regs, d->memory, d->num, s->num_draws > 0);
    append_images(out, d);
    g_string_append(out, d->notes->str);
    for (unsigned i = 0; i < d->num; i++) {
        g_free(d->memory[i].data);
    }
    g_string_free(d->notes, true);
    gr3d_draw_free(d->draw);
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
