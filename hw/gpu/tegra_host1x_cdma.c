/*
 * NVIDIA Tegra20 host1x channel: command DMA
 *
 * A channel fetches words from a ring in memory, the push buffer, and from the
 * gathers the ring names, and feeds them to its command processor.  All of it
 * happens in the host1x's bottom half, a bounded number of words at a time.
 * There is no command FIFO: GET is the first word that was not executed, and
 * nothing read ahead outlives one run.  [tegra-host1x.rst, Command DMA]
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qemu/bswap.h"
#include "qemu/log.h"
#include "qemu/units.h"
#include "system/dma.h"
#include "hw/gpu/tegra_host1x_capture.h"
#include "tegra_host1x_internal.h"
#include "trace.h"

/* Words a channel may take before the main loop gets its turn */
#define RUN_BUDGET 2048
/* Words of the ring read from memory at once: it often jumps */
#define FETCH_RING 64

/* ------------------------------------------------------------------ */
/* The command processor's view of its channel                        */

static TegraHost1xCmdResult channel_method(void *opaque, uint16_t class_id,
                                           uint16_t offset, uint32_t value)
{
    TegraHost1xChannel *ch = opaque;

    if (class_id == TEGRA_HOST1X_CLASS_HOST) {
        return tegra_host1x_class_method(ch, offset, value);
    }
    return tegra_host1x_method(ch, class_id, offset, value);
}

static unsigned int channel_method_run(void *opaque, uint16_t class_id,
                                       uint16_t offset, bool incr,
                                       const uint32_t *word, unsigned int num)
{
    return tegra_host1x_method_run(opaque, class_id, offset, incr, word, num);
}

static void channel_restart(void *opaque, uint32_t offset)
{
    TegraHost1xChannel *ch = opaque;

    trace_tegra_host1x_restart(ch->index, offset);
    ch->regs[R_H1X_DMAGET] = offset;
}

static TegraHost1xCmdResult channel_mlock(void *opaque, bool acquire,
                                          uint8_t index)
{
    return tegra_host1x_mlock(opaque, acquire, index);
}

static void channel_illegal(TegraHost1xChannel *ch)
{
    TegraHost1xState *s = ch->host;

    s->sync[R_H1X_CMDPROC_STAT] |= 1u << ch->index;
    s->sync[R_H1X_HINTSTATUS_EXT] |= 1u << ch->index;
    tegra_host1x_update_irq(s);
}

static void channel_error(void *opaque, TegraHost1xCmdError error,
                          uint32_t word)
{
    static const char * const text[] = {
        [TEGRA_HOST1X_CMD_ILLEGAL] = "illegal opcode",
        [TEGRA_HOST1X_CMD_NESTED_GATHER] = "GATHER inside a gather",
        [TEGRA_HOST1X_CMD_NESTED_RESTART] = "RESTART inside a gather",
        [TEGRA_HOST1X_CMD_BAD_EXTEND] = "unknown EXTEND",
    };
    TegraHost1xChannel *ch = opaque;

    qemu_log_mask(LOG_GUEST_ERROR, "tegra-host1x: channel %u: class 0x%x: "
                  "%s 0x%08x skipped\n", ch->index, ch->cmdproc.class_id,
                  text[error], word);
    if (error == TEGRA_HOST1X_CMD_ILLEGAL) {
        channel_illegal(ch);
    }
}

static const TegraHost1xCmdprocOps channel_cmdproc_ops = {
    .method = channel_method,
    .run = channel_method_run,
    .restart = channel_restart,
    .mlock = channel_mlock,
    .error = channel_error,
};

/* ------------------------------------------------------------------ */
/* Command DMA                                                        */

bool tegra_host1x_cdma_can_run(TegraHost1xChannel *ch)
{
    return ch->park == TEGRA_HOST1X_PARK_NONE &&
           tegra_host1x_alive(ch->host) && !tegra_host1x_held(ch) &&
           (tegra_host1x_cmdproc_in_gather(&ch->cmdproc) ||
            ch->regs[R_H1X_DMAGET] != ch->regs[R_H1X_DMAPUT]);
}

static bool channel_read(TegraHost1xChannel *ch, uint32_t addr, uint32_t *buf,
                         uint32_t words)
{
    const MemTxAttrs attrs = { .memory = true };

    return dma_memory_read(&ch->host->dma_as, addr, buf, words * 4,
                           attrs) == MEMTX_OK;
}

/*
 * Read unreadable memory as all ones, with one log line until it reads again.
 */
static void channel_read_fault(TegraHost1xChannel *ch, uint32_t addr,
                               uint32_t *word)
{
    if (!ch->fetch_fault) {
        qemu_log_mask(LOG_GUEST_ERROR, "tegra-host1x: channel %u: class 0x%x: "
                      "cannot fetch from 0x%08x\n", ch->index,
                      ch->cmdproc.class_id, addr);
        ch->fetch_fault = true;
    }
    *word = UINT32_MAX;
}

static void channel_read_slow(TegraHost1xChannel *ch, uint32_t addr,
                              uint32_t *buf, uint32_t words)
{
    for (uint32_t i = 0; i < words; i++, addr += 4) {
        if (channel_read(ch, addr, &buf[i], 1)) {
            ch->fetch_fault = false;
        } else {
            channel_read_fault(ch, addr, &buf[i]);
        }
    }
}

/* Return how many words were read: few where not all memory is there. */
static uint32_t channel_fetch(TegraHost1xChannel *ch, uint32_t addr,
                              uint32_t *buf, uint32_t words)
{
    unsigned int swap = ch->regs[R_H1X_CMDSWAP];

    if ((uint64_t)addr + words * 4 <= 4 * GiB &&
        channel_read(ch, addr, buf, words)) {
        ch->fetch_fault = false;
    } else {
        words = MIN(words, FETCH_RING);
        channel_read_slow(ch, addr, buf, words);
    }
    for (uint32_t i = 0; i < words; i++) {
        buf[i] = tegra_host1x_swap(le32_to_cpu(buf[i]), swap);
    }
    return words;
}

/*
 * Count in CDMA_FETCHED, by FETCH_RING words, that @done of the @words that
 * were read have been executed.
 */
static void channel_count(TegraHost1xChannel *ch, uint32_t done,
                          uint32_t words)
{
    ch->host->sync[R_H1X_CDMA_FETCHED] += MIN(ROUND_UP(done, FETCH_RING),
                                              words);
}

static void channel_move(TegraHost1xChannel *ch, bool gather, int words)
{
    TegraHost1xCmdproc *cp = &ch->cmdproc;

    if (gather) {
        cp->gather_addr += words * 4;
        cp->gather_left -= words;
    } else {
        ch->regs[R_H1X_DMAGET] += words * 4;
    }
}

static void channel_trace_word(TegraHost1xChannel *ch, bool gather,
                               uint32_t word)
{
    unsigned int opcode = FIELD_EX32(word, H1X_CMD, OPCODE);
    const char *what = "data";

    if (ch->cmdproc.mode == TEGRA_HOST1X_MODE_OPCODE) {
        what = tegra_host1x_opcode_name(opcode);
    } else if (ch->cmdproc.mode == TEGRA_HOST1X_MODE_GATHER) {
        what = "address";
    }
    trace_tegra_host1x_word(ch->index, gather ? "gather" : "ring", what, word);
}

/* Return where the next word is: after a jump, not where it was expected. */
static uint32_t channel_position(TegraHost1xChannel *ch)
{
    if (tegra_host1x_cmdproc_in_gather(&ch->cmdproc)) {
        return ch->cmdproc.gather_addr;
    }
    return ch->regs[R_H1X_DMASTART] + ch->regs[R_H1X_DMAGET];
}

/*
 * Move on and execute the word, in this order because RESTART sets the
 * position; a word that was refused is given back.
 */
static TegraHost1xCmdResult channel_feed(TegraHost1xChannel *ch, bool gather,
                                         uint32_t word)
{
    TegraHost1xCapture *capture = ch->host->capture;
    TegraHost1xCmdResult result;

    if (trace_event_get_state_backends(TRACE_TEGRA_HOST1X_WORD)) {
        channel_trace_word(ch, gather, word);
    }
    if (capture) {
        tegra_host1x_capture_run(ch, channel_position(ch), &word, 1);
    }
    channel_move(ch, gather, 1);
    result = tegra_host1x_cmdproc_feed(&ch->cmdproc, &channel_cmdproc_ops, ch,
                                       gather, word);
    if (result == TEGRA_HOST1X_CMD_RETRY) {
        channel_move(ch, gather, -1);
        if (capture) {
            tegra_host1x_capture_refused(ch);
        }
        return result;
    }
    tegra_host1x_busy_end(ch);
    if (!gather && tegra_host1x_cmdproc_in_gather(&ch->cmdproc)) {
        trace_tegra_host1x_gather(ch->index, ch->cmdproc.gather_addr,
                                  ch->cmdproc.gather_left);
    }
    return result;
}

/* Count the words that follow each other in memory, if nothing jumps. */
static uint32_t channel_ahead(TegraHost1xChannel *ch)
{
    if (tegra_host1x_cmdproc_in_gather(&ch->cmdproc)) {
        return ch->cmdproc.gather_left;
    }
    return (ch->regs[R_H1X_DMAPUT] - ch->regs[R_H1X_DMAGET]) / 4;
}

/* Execute several data words at once, if the engine takes them so. */
static uint32_t channel_feed_run(TegraHost1xChannel *ch, bool gather,
                                 const uint32_t *word, uint32_t words)
{
    uint32_t addr = channel_position(ch), num;

    if (ch->host->capture) {
        tegra_host1x_capture_run(ch, addr, word, 0);    /* the state before */
    }
    num = tegra_host1x_cmdproc_run(&ch->cmdproc, &channel_cmdproc_ops, ch,
                                   word, words);
    if (ch->host->capture) {
        tegra_host1x_capture_run(ch, addr, word, num);
    }
    channel_move(ch, gather, num);
    return num;
}

/* Execute @words words at @addr, or those before a jump or a wait. */
static uint32_t channel_run_words(TegraHost1xChannel *ch, uint32_t addr,
                                  const uint32_t *word, uint32_t words)
{
    bool gather = tegra_host1x_cmdproc_in_gather(&ch->cmdproc);
    uint32_t done = 0;

    while (done < words) {
        uint32_t num = channel_feed_run(ch, gather, word + done, words - done);

        done += num ?: 1;
        if (!num && (channel_feed(ch, gather, word[done - 1]) !=
                     TEGRA_HOST1X_CMD_NEXT ||
                     tegra_host1x_cmdproc_in_gather(&ch->cmdproc) != gather ||
                     channel_position(ch) != addr + done * 4)) {
            break;
        }
    }
    return done;
}

/* Read some words and execute them; returns how many were executed. */
static uint32_t channel_run_chunk(TegraHost1xChannel *ch, uint32_t budget)
{
    uint32_t *buf = ch->host->fetched;
    uint32_t limit = tegra_host1x_cmdproc_in_gather(&ch->cmdproc) ?
                     TEGRA_HOST1X_MAX_FETCH : FETCH_RING;
    uint32_t addr = channel_position(ch);
    uint32_t words = MIN(MIN(channel_ahead(ch), budget), limit);
    uint32_t done;

    words = channel_fetch(ch, addr, buf, words);
    done = channel_run_words(ch, addr, buf, words);
    channel_count(ch, done, words);
    return done;
}

bool tegra_host1x_cdma_run(TegraHost1xChannel *ch)
{
    uint32_t budget = RUN_BUDGET;

    while (budget && tegra_host1x_cdma_can_run(ch)) {
        budget -= channel_run_chunk(ch, budget);
    }
    return tegra_host1x_cdma_can_run(ch);
}
