/*
 * Runs the guest programs' streams on the engine, without kernel and QEMU
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <stdio.h>
#include <stdlib.h>

#include "stream-machine.h"

#define BUDGET 100000

void stream_machine_fail(const char *what)
{
    fprintf(stderr, "stream-machine: %s\n", what);
    exit(1);
}

/* ---- draws */

static void bind(StreamMachine *m, Gr3dDraw *draw, unsigned slot)
{
    const Gr3dSpanRequest *r = gr3d_draw_request(draw, slot);

    for (unsigned i = 0; r->size && i < STREAM_MACHINE_BUFFERS; i++) {
        const StreamBuffer *b = &m->buf[i];
        uint64_t offset = (uint64_t)r->addr - b->addr;

        if (r->addr >= b->addr && offset < b->size) {
            uint64_t left = b->size - offset;

            gr3d_draw_bind(draw, slot, b->data + offset,
                           r->size < left ? r->size : left);
        }
    }
}

static void print_events(StreamMachine *m, const Gr3dDraw *draw)
{
    unsigned num;
    const Gr3dEventCount *e = gr3d_draw_events(draw, &num);

    for (unsigned i = 0; i < num; i++) {
        fprintf(stderr, "# draw %u: %s (0x%x)\n", m->draws, e[i].text,
                e[i].value);
        m->events++;
    }
}

static void run_draw(StreamMachine *m)
{
    Gr3dDraw *draw = gr3d_draw_new(&m->regs);
    const Gr3dDrawStats *stats;

    for (unsigned slot = 0; slot < GR3D_NUM_SPANS; slot++) {
        bind(m, draw, slot);
    }
    while (gr3d_draw_run(draw, BUDGET) == GR3D_DRAW_MORE) {
        continue;
    }
    stats = gr3d_draw_stats(draw);
    m->fragments += stats->fragments;
    print_events(m, draw);
    m->draws++;
    gr3d_draw_free(draw);
}

/* ---- host1x */

static void write_reg(StreamMachine *m, uint32_t reg, uint32_t value)
{
    switch (gr3d_regs_write(&m->regs, reg, value)) {
    case GR3D_WRITE_STORED:
        break;
    case GR3D_WRITE_UNKNOWN:
        m->unknown++;
        break;
    case GR3D_WRITE_INCR_SYNCPT:
        m->incrs++;
        break;
    case GR3D_WRITE_DRAW:
        run_draw(m);
        break;
    }
}

/* One opcode and its data; returns the words used. */
static unsigned run_opcode(StreamMachine *m, const uint32_t *w)
{
    uint32_t reg = w[0] >> 16 & 0xfff, low = w[0] & 0xffff;
    unsigned n = 1;

    switch (w[0] >> 28) {
    case 0:
        if (low >> 6 != HOST1X_CLASS_GR3D || low & 0x3f) {
            stream_machine_fail("only class 0x60 without mask");
        }
        break;
    case 1:
        for (; n <= low; n++) {
            write_reg(m, reg + n - 1, w[n]);
        }
        break;
    case 2:
        for (; n <= low; n++) {
            write_reg(m, reg, w[n]);
        }
        break;
    case 3:
        for (unsigned i = 0; i < 16; i++) {
            if (low & 1u << i) {
                write_reg(m, reg + i, w[n++]);
            }
        }
        break;
    case 4:
        write_reg(m, reg, low);
        break;
    default:
        stream_machine_fail("opcode that no stream here uses");
    }
    return n;
}

void stream_machine_run(StreamMachine *m, Stream *s)
{
    if (s->overflow) {
        stream_machine_fail("stream too long");
    }
    for (unsigned i = 0; i < s->num_relocs; i++) {
        const StreamReloc *r = &s->relocs[i];

        s->words[r->word] = m->buf[r->buffer].addr + r->offset;
    }
    for (unsigned i = 0; i < s->num_words; ) {
        i += run_opcode(m, s->words + i);
    }
}
