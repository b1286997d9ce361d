/*
 * Runs the guest programs' streams on the engine, without kernel and QEMU
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "backend.h"
#include "stream-machine.h"

void stream_machine_fail(const char *what)
{
    fprintf(stderr, "stream-machine: %s\n", what);
    exit(1);
}

void stream_machine_init(StreamMachine *m)
{
    const Gr3dExec *exec;
    const char *why;

    memset(m->buf, 0, sizeof(m->buf));
    gr3d_replay_init(&m->replay, m->buf, STREAM_MACHINE_BUFFERS);
    if (!backend_choose(NULL, &exec, &why)) {
        stream_machine_fail(why);
    }
    m->replay.exec = exec;
}

void stream_machine_clear(StreamMachine *m)
{
    gr3d_replay_clear(&m->replay);
}

/* ---- host1x */

/* Run one opcode and its data; returns the words used. */
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
            gr3d_replay_write(&m->replay, reg + n - 1, w[n]);
        }
        break;
    case 2:
        for (; n <= low; n++) {
            gr3d_replay_write(&m->replay, reg, w[n]);
        }
        break;
    case 3:
        for (unsigned i = 0; i < 16; i++) {
            if (low & 1u << i) {
                gr3d_replay_write(&m->replay, reg + i, w[n++]);
            }
        }
        break;
    case 4:
        gr3d_replay_write(&m->replay, reg, low);
        break;
    default:
        stream_machine_fail("opcode that no stream here uses");
    }
    return n;
}

static void print_events(const Gr3dReplay *replay, unsigned first)
{
    for (unsigned i = first; i < replay->events->len; i++) {
        const Gr3dReplayEvent *e = &g_array_index(replay->events,
                                                  Gr3dReplayEvent, i);

        fprintf(stderr, "# draw %u: %s (0x%x)\n", e->draw, e->event.text,
                e->event.value);
    }
}

void stream_machine_run(StreamMachine *m, Stream *s)
{
    unsigned first = m->replay.events->len;

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
    print_events(&m->replay, first);
}
