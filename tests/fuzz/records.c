/*
 * Register writes, memory and draws as bytes: what the fuzzers of draws read
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <glib.h>
#include <stdlib.h>
#include <string.h>
#include "records.h"

typedef struct Player {
    Input *in;
    Gr3dRegs *regs;
    Differ *d;
    unsigned draws;
    uint64_t max_work;
} Player;

static void play_draw(Player *p)
{
    if (p->draws) {
        p->draws--;
        differ_draw(p->d, p->regs, p->max_work);
    }
}

static void write_one(Player *p, uint32_t reg, uint32_t value)
{
    if (gr3d_regs_write(p->regs, reg, value) == GR3D_WRITE_DRAW) {
        play_draw(p);
    }
}

static void play_write(Player *p, unsigned reg)
{
    write_one(p, reg, in_u32(p->in));
}

/* As host1x does: many at once as far as it goes, then one */
static void play_words(Player *p, unsigned reg, bool incr)
{
    unsigned num = in_u8(p->in), done = 0;
    uint32_t word[256];

    for (unsigned i = 0; i < num; i++) {
        word[i] = in_u32(p->in);
    }
    while (done < num) {
        unsigned at = (incr ? reg + done : reg) & 0xfff;
        unsigned n = gr3d_regs_write_run(p->regs, at, incr, word + done,
                                         MIN(num - done, 0x1000 - at));

        if (n > num - done) {
            abort();
        } else if (!n) {
            write_one(p, at, word[done]);
        }
        done += n ? n : 1;
    }
}

static void play_nonincr(Player *p, unsigned reg)
{
    play_words(p, reg, false);
}

static void play_incr(Player *p, unsigned reg)
{
    play_words(p, reg, true);
}

static void play_memory(Player *p, unsigned reg)
{
    uint32_t addr = in_u32(p->in), size = in_u32(p->in) & 0xfffff;
    uint16_t content = in_u16(p->in);

    differ_memory(p->d, addr, size, in_part(p->in, content));
}

static void play_content(Player *p, unsigned slot)
{
    uint16_t content = in_u16(p->in);

    differ_content(p->d, slot % GR3D_NUM_SPANS, in_part(p->in, content));
}

static void play_raw(Player *p, unsigned reg)
{
    unsigned at = in_u8(p->in) * 256, num;

    at += in_u8(p->in);
    num = in_u8(p->in);
    for (unsigned i = 0; i < num; i++) {
        uint32_t word = in_u32(p->in);

        at %= sizeof(Gr3dRegs) / 4;
        ((uint32_t *)p->regs)[at++] = word;
    }
}

static void play_end(Player *p, unsigned reg)
{
    play_draw(p);
}

static void play_read(Player *p, unsigned reg)
{
    gr3d_regs_read(p->regs, reg);
    gr3d_reg_name(reg);
}

static void (*const play[8])(Player *p, unsigned reg) = {
    [RECORD_WRITE] = play_write,
    [RECORD_NONINCR] = play_nonincr,
    [RECORD_INCR] = play_incr,
    [RECORD_MEMORY] = play_memory,
    [RECORD_CONTENT] = play_content,
    [RECORD_WORDS] = play_raw,
    [RECORD_DRAW] = play_end,
    [RECORD_READ] = play_read,
};

void records_run(Input *in, Gr3dRegs *regs, Differ *d, unsigned max_draws,
                 uint64_t max_work)
{
    Player p = { in, regs, d, max_draws, max_work / MAX(max_draws, 1) };

    while (in->left && p.draws) {
        uint16_t head = in_u16(in);

        play[RECORD_KIND(head) % G_N_ELEMENTS(play)](&p, RECORD_REG(head));
    }
}
