/*
 * NVIDIA Tegra20 host1x: a look at the words that were not executed yet
 *
 * The command processor is run dry: a copy of it is fed from memory while its
 * callbacks do nothing, so that a word is known for what it will be.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qemu/bswap.h"
#include "system/dma.h"
#include "tegra_host1x_internal.h"

static TegraHost1xCmdResult peek_method(void *opaque, uint16_t class_id,
                                        uint16_t offset, uint32_t value)
{
    return TEGRA_HOST1X_CMD_NEXT;
}

static void peek_restart(void *opaque, uint32_t offset)
{
    TegraHost1xPeek *p = opaque;

    p->get = offset;
}

static TegraHost1xCmdResult peek_mlock(void *opaque, bool acquire,
                                       uint8_t index)
{
    return TEGRA_HOST1X_CMD_NEXT;
}

static void peek_error(void *opaque, TegraHost1xCmdError error, uint32_t word)
{
}

static const TegraHost1xCmdprocOps peek_ops = {
    .method = peek_method,
    .restart = peek_restart,
    .mlock = peek_mlock,
    .error = peek_error,
};

void tegra_host1x_peek_start(TegraHost1xPeek *p, TegraHost1xChannel *ch)
{
    *p = (TegraHost1xPeek) {
        .ch = ch,
        .cmdproc = ch->cmdproc,
        .get = ch->regs[R_H1X_DMAGET],
    };
}

static void peek_fetch(TegraHost1xPeek *p)
{
    const MemTxAttrs attrs = { .memory = true };
    uint32_t word;

    if (dma_memory_read(&p->ch->host->dma_as, p->addr, &word, 4,
                        attrs) != MEMTX_OK) {
        word = UINT32_MAX;
    }
    p->word = tegra_host1x_swap(le32_to_cpu(word), p->ch->regs[R_H1X_CMDSWAP]);
}

bool tegra_host1x_peek_next(TegraHost1xPeek *p)
{
    TegraHost1xCmdproc *cp = &p->cmdproc;

    p->in_gather = tegra_host1x_cmdproc_in_gather(cp);
    if (!p->in_gather && p->get == p->ch->regs[R_H1X_DMAPUT]) {
        return false;
    }
    p->mode = cp->mode;
    if (p->in_gather) {
        p->addr = cp->gather_addr;
        cp->gather_addr += 4;
        cp->gather_left--;
    } else {
        p->addr = p->ch->regs[R_H1X_DMASTART] + p->get;
        p->get += 4;
    }
    peek_fetch(p);
    tegra_host1x_cmdproc_feed(cp, &peek_ops, p, p->in_gather, p->word);
    return true;
}

/* ------------------------------------------------------------------ */
/* The command FIFO as the debug registers show it                    */

/*
 * Return the FIFO's slice; the protected channel has none, but that of a reset.
 */
static uint32_t fifo_setup(TegraHost1xChannel *ch)
{
    if (ch->index == TEGRA_HOST1X_PROT_CHANNEL) {
        return 0x003f0000;
    }
    return ch->host->sync[R_H1X_CF_SETUP + ch->index];
}

static uint32_t fifo_base(TegraHost1xChannel *ch)
{
    return FIELD_EX32(fifo_setup(ch), H1X_CF_SETUP, BASE);
}

/* Return the slice's size, 0 if software has set its end before its start. */
unsigned int tegra_host1x_fifo_size(TegraHost1xChannel *ch)
{
    uint32_t limit = FIELD_EX32(fifo_setup(ch), H1X_CF_SETUP, LIMIT);

    return limit < fifo_base(ch) ? 0 : limit - fifo_base(ch) + 1;
}

/*
 * Is the FIFO shown?  Only what stands still is [tegra-host1x.rst, Command
 * FIFO].
 */
static bool fifo_shown(TegraHost1xChannel *ch)
{
    return (ch->park != TEGRA_HOST1X_PARK_NONE ||
            tegra_host1x_stopped(ch)) &&
           !FIELD_EX32(ch->regs[R_H1X_DMACTRL], H1X_DMACTRL, STOP);
}

/*
 * Begin behind a refused word: it has left the FIFO for the command processor.
 */
static void fifo_peek_start(TegraHost1xPeek *p, TegraHost1xChannel *ch)
{
    tegra_host1x_peek_start(p, ch);
    if (ch->park == TEGRA_HOST1X_PARK_CLIENT ||
        ch->park == TEGRA_HOST1X_PARK_OUTPUT) {
        tegra_host1x_peek_next(p);
    }
}

unsigned int tegra_host1x_fifo_count(TegraHost1xChannel *ch)
{
    unsigned int size = tegra_host1x_fifo_size(ch);
    unsigned int count = 0;
    TegraHost1xPeek p;

    if (fifo_shown(ch)) {
        fifo_peek_start(&p, ch);
        while (count < size && tegra_host1x_peek_next(&p)) {
            count++;
        }
    }
    return count;
}

uint32_t tegra_host1x_fifo_read(TegraHost1xChannel *ch, uint32_t addr)
{
    uint32_t pos = addr - fifo_base(ch);
    TegraHost1xPeek p;

    if (!fifo_shown(ch) || pos >= tegra_host1x_fifo_size(ch)) {
        return 0;
    }
    fifo_peek_start(&p, ch);
    for (uint32_t i = 0; i <= pos; i++) {
        if (!tegra_host1x_peek_next(&p)) {
            return 0;
        }
    }
    return p.word;
}

/* Read from the start of the slice on; a full FIFO ends there, too. */
uint32_t tegra_host1x_fifo_pointers(TegraHost1xChannel *ch)
{
    unsigned int count = tegra_host1x_fifo_count(ch);
    uint32_t rd = fifo_base(ch);
    uint32_t wr = count == tegra_host1x_fifo_size(ch) ? rd : rd + count;
    uint32_t value = FIELD_DP32(0, H1X_CFPEEK_PTRS, READ, rd);

    return FIELD_DP32(value, H1X_CFPEEK_PTRS, WRITE, wr);
}
