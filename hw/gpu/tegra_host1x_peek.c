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
