/*
 * VideoCore IV 3D engine: its state as text
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <inttypes.h>
#include "hw/gpu/v3d/run/engine.h"
#include "list_print.h"
#include "qpu_text.h"
#include "state_print.h"

/* Lines of a list and of a program, before and behind the place */
#define AROUND  8

/*
 * Threads
 */

static const char *const thread_name[V3D_NUM_THREADS] = {
    [V3D_BIN] = "binning",
    [V3D_RENDER] = "rendering",
};

static const char *standing(const V3dClRegs *regs)
{
    if (regs->running) {
        return regs->waiting ? "waits for a semaphore" : "runs";
    }
    return regs->error ? "stopped by an error" :
           regs->halted ? "halted" : "idle";
}

static void print_records(GString *s, const V3d *v3d, uint32_t ca, uint32_t ea,
                          unsigned max)
{
    const V3dMemory *mem = &v3d->core.mem;

    v3d_list_print(s, mem->data, mem->size, ca, ea, max);
}

/* @back: 1 is the last */
static void print_past(GString *s, const V3d *v3d, const V3dClState *cl,
                       unsigned back)
{
    uint32_t addr = cl->trail[(cl->records - back) % V3D_TRAIL];

    print_records(s, v3d, addr, ~addr, 1);
}

static void print_draw(GString *s, const V3dDrawState *draw)
{
    if (draw->code) {
        g_string_append_printf(s, "  primitive %u of mode %u, length %u\n",
                               draw->prim, draw->mode, draw->length);
    }
}

static void print_render(GString *s, const V3dRenderState *r)
{
    g_string_append_printf(s, "  tile %u,%u of %ux%u pixels at 0x%08x\n",
                           r->column, r->row, r->width, r->height, r->frame);
    if (r->in_list) {
        g_string_append_printf(s, "  in a list, behind primitive %u %u %u\n",
                               r->prev[0], r->prev[1], r->prev[2]);
    }
    print_draw(s, &r->draw);
}

void v3d_print_threads(GString *s, const V3d *v3d)
{
    for (unsigned n = 0; n < V3D_NUM_THREADS; n++) {
        const V3dClState *cl = &v3d->s.cl[n];
        V3dClRegs regs = v3d_cl_regs(v3d, n);

        g_string_append_printf(s, "%s: %s, CA 0x%08x, EA 0x%08x, sub-lists %u, "
                               "semaphore %u, records %u\n", thread_name[n],
                               standing(&regs), regs.ca, regs.ea, regs.depth,
                               regs.semaphore, cl->records);
        if (cl->records) {
            g_string_append(s, "  ");
            print_past(s, v3d, cl, 1);
        }
    }
    print_render(s, &v3d->s.render);
}

/*
 * The binner, user programs
 */

void v3d_print_pool(GString *s, const V3d *v3d)
{
    const V3dBinState *bin = &v3d->s.bin;

    g_string_append_printf(s, "binner: %u bytes at 0x%08x, overspill %u bytes "
                           "at 0x%08x%s\n", bin->bpcs, bin->bpca, bin->bpos,
                           bin->bpoa, bin->starving ? ", out of memory" : "");
    g_string_append_printf(s, "  %ux%u tiles, lists of %u at 0x%08x, state at "
                           "0x%08x\n", bin->width, bin->height,
                           bin->initial_block, bin->alloc, bin->state);
    print_draw(s, &bin->draw);
    if (bin->flush) {
        g_string_append_printf(s, "  flushes tile %u\n", bin->flush - 1);
    }
}

static void print_locks(GString *s, const V3dUserState *u)
{
    for (unsigned n = 0; n < V3D_NUM_SEMAPHORES; n++) {
        if (u->semaphore[n]) {
            g_string_append_printf(s, "  semaphore %u is %u\n", n,
                                   u->semaphore[n]);
        }
    }
    if (u->mutex) {
        g_string_append_printf(s, "  QPU %u has the mutex\n", u->mutex - 1);
    }
}

void v3d_print_user(GString *s, const V3d *v3d)
{
    const V3dUserState *u = &v3d->s.user;

    g_string_append_printf(s, "user programs: %u run, %u of %u wait\n",
                           __builtin_popcount(u->busy), u->queued,
                           V3D_USER_QUEUE);
    for (unsigned i = 0; i < u->queued; i++) {
        g_string_append_printf(s, "  program 0x%08x, uniforms 0x%08x\n",
                               u->queue[i].code, u->queue[i].uniforms);
    }
    print_locks(s, u);
}

/*
 * Lists
 */

static void print_next(GString *s, const V3d *v3d, unsigned n)
{
    const V3dClState *cl = &v3d->s.cl[n];
    const V3dRenderState *r = &v3d->s.render;
    const V3dMemory *mem = &v3d->core.mem;
    V3dItems items;

    if (n == V3D_RENDER && r->in_list) {
        v3d_items_decode(&items, v3d->s.item[n]);
        v3d_list_print_inside(s, mem->data, mem->size, cl->ca, r->prev,
                              items.list_type, AROUND);
    } else {
        print_records(s, v3d, cl->ca, cl->ea, AROUND);
    }
}

void v3d_print_lists(GString *s, const V3d *v3d)
{
    for (unsigned n = 0; n < V3D_NUM_THREADS; n++) {
        const V3dClState *cl = &v3d->s.cl[n];

        if (!cl->records) {
            continue;
        }
        g_string_append_printf(s, "%s, executed:\n", thread_name[n]);
        for (unsigned i = MIN(cl->records, V3D_TRAIL); i; i--) {
            print_past(s, v3d, cl, i);
        }
        g_string_append_printf(s, "%s, from CA on:\n", thread_name[n]);
        print_next(s, v3d, n);
    }
}

/*
 * Programs
 */

static void print_code(GString *s, const V3d *v3d, uint32_t addr, unsigned num)
{
    uint64_t words[AROUND];
    unsigned i;

    for (i = 0; i < num; i++) {
        const uint8_t *data = v3d_memory_peek(&v3d->core.mem,
                                              addr + i * V3D_QPU_BYTES,
                                              V3D_QPU_BYTES);

        if (!data) {
            break;
        }
        words[i] = v3d_qpu_word(data);
    }
    v3d_qpu_print_program(s, words, i, addr);
}

/* Instructions before PC, not beyond the program's begin */
static unsigned before_pc(const V3dQpu *qpu)
{
    uint32_t begin = qpu->program ? qpu->program->addr : 0;
    uint32_t num = (qpu->pc - begin) / V3D_QPU_BYTES;

    return qpu->pc < begin ? AROUND : MIN(AROUND, num);
}

static void print_qpu(GString *s, const V3d *v3d, const V3dQpu *qpu)
{
    unsigned before = before_pc(qpu);

    g_string_append_printf(s, ", %" PRIu64 " instructions, uniforms 0x%08x, "
                           "Z 0x%04x, N 0x%04x, C 0x%04x\n", qpu->instructions,
                           qpu->uniforms, qpu->z, qpu->n, qpu->c);
    print_code(s, v3d, qpu->pc - before * V3D_QPU_BYTES, before);
    g_string_append(s, "PC:\n");
    print_code(s, v3d, qpu->pc, AROUND);
}

static void print_user_programs(GString *s, const V3d *v3d)
{
    for (unsigned n = 0; n < V3D_NUM_QPUS; n++) {
        if (v3d->s.user.busy >> n & 1) {
            g_string_append_printf(s, "QPU %u, user program", n);
            print_qpu(s, v3d, &v3d->qpu[n]);
        }
    }
}

void v3d_print_programs(GString *s, const V3d *v3d)
{
    static const char *const stage[V3D_NUM_THREADS] = {
        [V3D_BIN] = "coordinate", [V3D_RENDER] = "vertex",
    };

    for (unsigned n = 0; n < V3D_NUM_THREADS; n++) {
        if (v3d->s.prim[n].shading) {
            g_string_append_printf(s, "%s program of %u vertices", stage[n],
                                   v3d->s.prim[n].shading);
            print_qpu(s, v3d, &v3d->thread[n].vcd.qpu);
        }
    }
    if (v3d->s.render.batch_running) {
        g_string_append_printf(s, "fragment program of batch %u",
                               v3d->s.render.batch);
        print_qpu(s, v3d, &v3d->frag.qpu);
    }
    print_user_programs(s, v3d);
}

/*
 * Counters
 */

void v3d_print_counters(GString *s, const V3d *v3d)
{
    static const char *const name[V3D_NUM_COUNTERS] = {
        [V3D_PCTR_PRIMS_NO_PIXELS] = "primitives-without-pixels",
        [V3D_PCTR_PRIMS] = "primitives",
        [V3D_PCTR_QUADS] = "quads",
        [V3D_PCTR_QUADS_PASS] = "quads-passed",
        [V3D_PCTR_QUADS_COLOUR] = "quads-coloured",
        [V3D_PCTR_BIN_OUTSIDE] = "outside",
        [V3D_PCTR_BIN_CLIPPED] = "clipped",
        [V3D_PCTR_REVERSED] = "reversed",
        [V3D_PCTR_CLOCKS_VERTEX] = "clocks-vertices",
        [V3D_PCTR_CLOCKS_FRAGMENT] = "clocks-fragments",
        [V3D_PCTR_CLOCKS_INSTRUCTIONS] = "clocks-instructions",
        [V3D_PCTR_TEXTURE_QUADS] = "texture-quads",
    };
    const uint64_t *count = v3d_counters(v3d);

    for (unsigned n = 0; n < V3D_NUM_COUNTERS; n++) {
        if (count[n]) {
            g_string_append_printf(s, "%u %s %" PRIu64 "\n", n,
                                   name[n] ? name[n] : "-", count[n]);
        }
    }
}
