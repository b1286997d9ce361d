/*
 * NVIDIA Tegra20 I2S controller
 *
 * FIFO1 holds words that go out, FIFO2 words that came in.  A frame, a left and
 * a right sample, passes each time the clock has made the bits of both.
 * [tegra20.rst, I2S]
 *
 * A FIFO has a third of a millisecond of sound, and QEMU's timers and its APB
 * DMA are not that exact.  So a timer (a "shot") each millisecond lets as many
 * frames pass as time and FIFO allow.  The rest is owed: a word of a frame that
 * is owed passes as soon as the guest moves it, which the APB DMA does at once.
 * What is still owed at the next shot is lost if the guest has moved no word
 * since the last one.  The rate is exact, because the frames that are due are
 * counted from the start by the clock.
 *
 * Not modelled: slave mode, loopback, FIFOs in the other direction,
 * network, TDM and PCM modes.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qapi/error.h"
#include "qemu/log.h"
#include "qemu/timer.h"
#include "hw/arm/tegra/tegra20_i2s.h"
#include "hw/arm/tegra/tegra_clock.h"
#include "hw/arm/tegra/tegra_fifo.h"
#include "hw/core/irq.h"
#include "hw/core/qdev-clock.h"
#include "hw/core/qdev-properties.h"
#include "trace.h"

#define SHOT_NS         (1 * SCALE_MS)
#define MAX_RATE        192000      /* bounds the work of a shot */
#define MAX_OWED        4096        /* frames, after a pause of the host */

enum { FIFO1, FIFO2 };

#define CTRL_RW (R_I2S_CTRL_QE_FIFO2_MASK | R_I2S_CTRL_QE_FIFO1_MASK | \
                 R_I2S_CTRL_IE_FIFO2_ERR_MASK | \
                 R_I2S_CTRL_IE_FIFO1_ERR_MASK | \
                 R_I2S_CTRL_FIFO_FORMAT_MASK | R_I2S_CTRL_BIT_SIZE_MASK | \
                 R_I2S_CTRL_BIT_FORMAT_MASK | R_I2S_CTRL_LRCK_MASK | \
                 R_I2S_CTRL_MASTER_ENABLE_MASK | \
                 R_I2S_CTRL_FIFO_LPBK_ENABLE_MASK | \
                 R_I2S_CTRL_FIFO1_RX_ENABLE_MASK | \
                 R_I2S_CTRL_FIFO2_ENABLE_MASK | \
                 R_I2S_CTRL_FIFO1_ENABLE_MASK | \
                 R_I2S_CTRL_FIFO2_TX_ENABLE_MASK)

/* Enables in CTRL are where their causes are in STATUS */
#define IRQ_BITS (R_I2S_CTRL_QE_FIFO2_MASK | R_I2S_CTRL_QE_FIFO1_MASK | \
                  R_I2S_CTRL_IE_FIFO2_ERR_MASK | R_I2S_CTRL_IE_FIFO1_ERR_MASK)

/* [tegra20.rst, I2S] */
static const TegraRegRange tegra20_i2s_ranges[] = {
    { .name = "CTRL", .first = A_I2S_CTRL, .last = A_I2S_CTRL, .rw = CTRL_RW },
    { .name = "STATUS", .first = A_I2S_STATUS, .last = A_I2S_STATUS,
      .w1c = R_I2S_STATUS_FIFO1_ERR_MASK | R_I2S_STATUS_FIFO2_ERR_MASK },
    { .name = "TIMING", .first = A_I2S_TIMING, .last = A_I2S_TIMING,
      .rw = R_I2S_TIMING_CHANNEL_BIT_COUNT_MASK |
            R_I2S_TIMING_NON_SYM_ENABLE_MASK },
    { .name = "FIFO_SCR", .first = A_I2S_FIFO_SCR, .last = A_I2S_FIFO_SCR,
      .rw = R_I2S_FIFO_SCR_FIFO1_ATN_LVL_MASK |
            R_I2S_FIFO_SCR_FIFO2_ATN_LVL_MASK },
    TEGRA_REG("PCM_CTRL", A_I2S_PCM_CTRL, 0),
    TEGRA_REG("NW_CTRL", A_I2S_NW_CTRL, 0),
    TEGRA_REG("TDM_CTRL", A_I2S_TDM_CTRL, 0),
    TEGRA_REG("TDM_TX_RX_CTRL", A_I2S_TDM_TX_RX_CTRL, 0),
    { .name = "FIFO1", .first = A_I2S_FIFO1, .last = A_I2S_FIFO1,
      .w1c = UINT32_MAX },
    TEGRA_REG_RO("FIFO2", A_I2S_FIFO2, 0),
};

/* What the registers have twice */
static const struct {
    uint32_t enable, reverse;               /* of CTRL */
    uint32_t attention, err, ready, busy;   /* of STATUS */
    uint32_t clear;                         /* of FIFO_SCR */
    uint8_t level, count;                   /* shifts in FIFO_SCR */
} tegra20_i2s_fifos[TEGRA20_I2S_NUM_FIFOS] = {
    [FIFO1] = {
        R_I2S_CTRL_FIFO1_ENABLE_MASK, R_I2S_CTRL_FIFO1_RX_ENABLE_MASK,
        R_I2S_STATUS_QS_FIFO1_MASK, R_I2S_STATUS_FIFO1_ERR_MASK,
        R_I2S_STATUS_FIFO1_RDY_MASK, R_I2S_STATUS_FIFO1_BSY_MASK,
        R_I2S_FIFO_SCR_FIFO1_CLR_MASK, R_I2S_FIFO_SCR_FIFO1_ATN_LVL_SHIFT,
        R_I2S_FIFO_SCR_FIFO1_FULL_EMPTY_COUNT_SHIFT,
    },
    [FIFO2] = {
        R_I2S_CTRL_FIFO2_ENABLE_MASK, R_I2S_CTRL_FIFO2_TX_ENABLE_MASK,
        R_I2S_STATUS_QS_FIFO2_MASK, R_I2S_STATUS_FIFO2_ERR_MASK,
        R_I2S_STATUS_FIFO2_RDY_MASK, R_I2S_STATUS_FIFO2_BSY_MASK,
        R_I2S_FIFO_SCR_FIFO2_CLR_MASK, R_I2S_FIFO_SCR_FIFO2_ATN_LVL_SHIFT,
        R_I2S_FIFO_SCR_FIFO2_FULL_EMPTY_COUNT_SHIFT,
    },
};

static uint32_t tegra20_i2s_reg(Tegra20I2SState *s, hwaddr offset)
{
    return tegra_regs_get(TEGRA_REGS(s), offset);
}

static int64_t tegra20_i2s_now(void)
{
    return qemu_clock_get_ns(QEMU_CLOCK_VIRTUAL);
}

/* ------------------------------------------------------------------ */
/* FIFOs                                                              */

/* Return whether @ctrl lets the guest's side of FIFO @n work */
static bool tegra20_i2s_enabled(Tegra20I2SState *s, int n, uint32_t ctrl)
{
    return clock_is_enabled(s->clk) && (ctrl & tegra20_i2s_fifos[n].enable) &&
           !(ctrl & tegra20_i2s_fifos[n].reverse);
}

/* Return whether @ctrl lets frames pass, too */
static bool tegra20_i2s_moves(Tegra20I2SState *s, int n, uint32_t ctrl)
{
    return tegra20_i2s_enabled(s, n, ctrl) &&
           FIELD_EX32(ctrl, I2S_CTRL, MASTER_ENABLE);
}

/* Return how many words the guest could move */
static unsigned int tegra20_i2s_room(Tegra20I2SState *s, int n)
{
    unsigned int words = s->fifo[n].words;

    return n == FIFO1 ? TEGRA20_I2S_FIFO_WORDS - words : words;
}

static bool tegra20_i2s_attention(Tegra20I2SState *s, int n)
{
    unsigned int level = extract32(tegra20_i2s_reg(s, A_I2S_FIFO_SCR),
                                   tegra20_i2s_fifos[n].level, 2);

    return tegra20_i2s_room(s, n) >= (level ? level * 4 : 1);
}

static uint32_t tegra20_i2s_status(Tegra20I2SState *s)
{
    uint32_t status = tegra20_i2s_reg(s, A_I2S_STATUS);
    uint32_t ctrl = tegra20_i2s_reg(s, A_I2S_CTRL);

    for (int n = 0; n < TEGRA20_I2S_NUM_FIFOS; n++) {
        if (tegra20_i2s_attention(s, n)) {
            status |= tegra20_i2s_fifos[n].attention;
        }
        if (tegra20_i2s_room(s, n)) {
            status |= tegra20_i2s_fifos[n].ready;
        }
        if (tegra20_i2s_moves(s, n, ctrl)) {
            status |= tegra20_i2s_fifos[n].busy;
        }
    }
    return status;
}

static uint32_t tegra20_i2s_fifo_scr(Tegra20I2SState *s)
{
    uint32_t value = tegra20_i2s_reg(s, A_I2S_FIFO_SCR);

    for (int n = 0; n < TEGRA20_I2S_NUM_FIFOS; n++) {
        value |= (uint32_t)s->fifo[n].words << tegra20_i2s_fifos[n].count;
    }
    return value;
}

static void tegra20_i2s_set_err(Tegra20I2SState *s, int n)
{
    tegra_regs_set(TEGRA_REGS(s), A_I2S_STATUS,
                   tegra20_i2s_reg(s, A_I2S_STATUS) |
                   tegra20_i2s_fifos[n].err);
}

static bool tegra20_i2s_asks(Tegra20I2SState *s, int n)
{
    return tegra20_i2s_enabled(s, n, tegra20_i2s_reg(s, A_I2S_CTRL)) &&
           tegra20_i2s_attention(s, n);
}

static void tegra20_i2s_update_timer(Tegra20I2SState *s)
{
    uint32_t ctrl = tegra20_i2s_reg(s, A_I2S_CTRL);

    if (!tegra20_i2s_moves(s, FIFO1, ctrl) &&
        !tegra20_i2s_moves(s, FIFO2, ctrl)) {
        timer_del(&s->timer);
    } else if (!timer_pending(&s->timer)) {
        timer_mod(&s->timer, tegra20_i2s_now() + SHOT_NS);
    }
}

static void tegra20_i2s_update(Tegra20I2SState *s)
{
    qemu_set_irq(s->irq, (tegra20_i2s_status(s) &
                          tegra20_i2s_reg(s, A_I2S_CTRL) & IRQ_BITS) != 0);
    qemu_set_irq(s->dma_tx, tegra20_i2s_asks(s, FIFO1));
    qemu_set_irq(s->dma_rx, tegra20_i2s_asks(s, FIFO2));
    tegra20_i2s_update_timer(s);
}

/* ------------------------------------------------------------------ */
/* Reset                                                              */

static void tegra20_i2s_reset_enter(Object *obj, ResetType type)
{
    Tegra20I2SState *s = TEGRA20_I2S(obj);

    tegra_regs_reset_enter(obj, type);
    memset(s->fifo, 0, sizeof(s->fifo));
    memset(s->tx, 0, sizeof(s->tx));
    s->start_ns = 0;
    s->loading = false;
}

static void tegra20_i2s_reset_hold(Object *obj, ResetType type)
{
    tegra20_i2s_update(TEGRA20_I2S(obj));
}

static void tegra20_i2s_reset(Tegra20I2SState *s)
{
    tegra20_i2s_reset_enter(OBJECT(s), RESET_TYPE_COLD);
    tegra20_i2s_reset_hold(OBJECT(s), RESET_TYPE_COLD);
}

static void tegra20_i2s_reset_line(void *opaque, int n, int level)
{
    Tegra20I2SState *s = opaque;

    s->in_reset = level;
    if (level) {
        tegra20_i2s_reset(s);
    }
}

/* ------------------------------------------------------------------ */
/* Frames                                                             */

/* Return the clocks of a frame, of which one that is not symmetric has odd */
static uint64_t tegra20_i2s_frame_clocks(Tegra20I2SState *s)
{
    uint32_t timing = tegra20_i2s_reg(s, A_I2S_TIMING);

    return (FIELD_EX32(timing, I2S_TIMING, CHANNEL_BIT_COUNT) + 1) * 2 +
           FIELD_EX32(timing, I2S_TIMING, NON_SYM_ENABLE);
}

static uint64_t tegra20_i2s_min_clocks(Tegra20I2SState *s)
{
    return DIV_ROUND_UP((uint64_t)clock_get_hz(s->clk), MAX_RATE);
}

static uint64_t tegra20_i2s_due(Tegra20I2SState *s)
{
    int64_t ns = tegra20_i2s_now() - s->start_ns;
    uint64_t clocks = MAX(tegra20_i2s_frame_clocks(s),
                          tegra20_i2s_min_clocks(s));

    return ns > 0 ? clock_ns_to_ticks(s->clk, ns) / clocks : 0;
}

static bool tegra20_i2s_packed(Tegra20I2SState *s)
{
    return FIELD_EX32(tegra20_i2s_reg(s, A_I2S_CTRL), I2S_CTRL,
                      FIFO_FORMAT) == TEGRA20_I2S_FIFO_PACKED;
}

static unsigned int tegra20_i2s_frame_words(Tegra20I2SState *s)
{
    return tegra20_i2s_packed(s) ? 1 : 2;
}

static void tegra20_i2s_send(Tegra20I2SState *s, int16_t left, int16_t right)
{
    trace_tegra20_i2s_frame(s->dac, left, right);
    tegra20_das_send(s->das, s->dac, left, right);
}

/* Return the upper 16 bits of a sample of 16, 20, 24 or 32 bits */
static int16_t tegra20_i2s_sample(Tegra20I2SState *s, uint32_t word)
{
    static const uint8_t shift[8] = { 0, 4, 8, 16 };

    return word >> shift[FIELD_EX32(tegra20_i2s_reg(s, A_I2S_CTRL), I2S_CTRL,
                                    FIFO_FORMAT)];
}

/* Send a frame of FIFO1, if it has one */
static bool tegra20_i2s_transmit(Tegra20I2SState *s)
{
    uint8_t *words = &s->fifo[FIFO1].words;
    uint32_t first;

    if (*words < tegra20_i2s_frame_words(s)) {
        return false;
    }
    first = tegra_fifo_pop(s->tx, words);
    if (tegra20_i2s_packed(s)) {
        tegra20_i2s_send(s, first, first >> 16);
    } else {
        tegra20_i2s_send(s, tegra20_i2s_sample(s, first),
                         tegra20_i2s_sample(s, tegra_fifo_pop(s->tx, words)));
    }
    return true;
}

/* Receive silence, if FIFO2 has room */
static bool tegra20_i2s_receive(Tegra20I2SState *s)
{
    unsigned int words = s->fifo[FIFO2].words + tegra20_i2s_frame_words(s);

    if (words > TEGRA20_I2S_FIFO_WORDS) {
        return false;
    }
    s->fifo[FIFO2].words = words;
    return true;
}

/* Let frames pass that are due: a FIFO's worth, no more */
static void tegra20_i2s_run_fifo(Tegra20I2SState *s, int n, uint64_t due)
{
    Tegra20I2SFifo *f = &s->fifo[n];

    while (f->done < due && (n == FIFO1 ? tegra20_i2s_transmit(s)
                                        : tegra20_i2s_receive(s))) {
        f->done++;
    }
}

/* This comes before all that looks at the FIFOs. */
static void tegra20_i2s_run(Tegra20I2SState *s)
{
    if (s->loading) {
        tegra20_i2s_reset(s);
    }
    for (int n = 0; n < TEGRA20_I2S_NUM_FIFOS; n++) {
        if (tegra20_i2s_moves(s, n, tegra20_i2s_reg(s, A_I2S_CTRL))) {
            tegra20_i2s_run_fifo(s, n, tegra20_i2s_due(s));
        }
    }
}

/* Return how many frames that are owed nobody waits for any longer */
static uint64_t tegra20_i2s_lost(Tegra20I2SFifo *f, uint64_t due)
{
    uint64_t owed = due > f->done ? due - f->done : 0;
    uint64_t late = f->due > f->done ? MIN(f->due - f->done, owed) : 0;

    return MAX(f->served ? 0 : late, owed > MAX_OWED ? owed - MAX_OWED : 0);
}

static void tegra20_i2s_lose(Tegra20I2SState *s, int n, uint64_t frames)
{
    trace_tegra20_i2s_lost(s->dac, n + 1, frames);
    s->fifo[n].done += frames;
    tegra20_i2s_set_err(s, n);
    if (n == FIFO1) {
        for (uint64_t i = 0; i < MIN(frames, MAX_OWED); i++) {
            tegra20_i2s_send(s, 0, 0);
        }
    }
}

static void tegra20_i2s_shoot_fifo(Tegra20I2SState *s, int n)
{
    Tegra20I2SFifo *f = &s->fifo[n];
    uint64_t due = tegra20_i2s_due(s);
    uint64_t lost = tegra20_i2s_lost(f, due);

    if (lost) {
        tegra20_i2s_lose(s, n, lost);
    }
    f->due = due;
    f->served = false;
}

static void tegra20_i2s_shot(void *opaque)
{
    Tegra20I2SState *s = opaque;

    tegra20_i2s_run(s);
    for (int n = 0; n < TEGRA20_I2S_NUM_FIFOS; n++) {
        if (tegra20_i2s_moves(s, n, tegra20_i2s_reg(s, A_I2S_CTRL))) {
            tegra20_i2s_shoot_fifo(s, n);
        }
    }
    tegra20_i2s_update(s);
}

/* Owe nothing from now on */
static void tegra20_i2s_start_fifo(Tegra20I2SState *s, int n)
{
    Tegra20I2SFifo *f = &s->fifo[n];

    f->done = tegra20_i2s_due(s);
    f->due = f->done;
    f->served = false;
}

/* Count from now on: the rate has changed */
static void tegra20_i2s_restart(Tegra20I2SState *s)
{
    s->start_ns = tegra20_i2s_now();
    tegra20_i2s_start_fifo(s, FIFO1);
    tegra20_i2s_start_fifo(s, FIFO2);
}

/* Before the clock changes frames pass at the old rate */
static void tegra20_i2s_clock(void *opaque, ClockEvent event)
{
    Tegra20I2SState *s = opaque;

    if (event == ClockPreUpdate) {
        tegra20_i2s_run(s);
    } else {
        tegra20_i2s_restart(s);
        tegra20_i2s_update(s);
    }
}

/* ------------------------------------------------------------------ */
/* Registers                                                          */

/* Log what does not work although FIFO @n is being enabled */
static void tegra20_i2s_check(Tegra20I2SState *s, int n, uint32_t ctrl)
{
    uint32_t modes = tegra20_i2s_reg(s, A_I2S_PCM_CTRL) |
                     tegra20_i2s_reg(s, A_I2S_NW_CTRL) |
                     tegra20_i2s_reg(s, A_I2S_TDM_CTRL) |
                     tegra20_i2s_reg(s, A_I2S_TDM_TX_RX_CTRL);

    if (modes || !tegra20_i2s_moves(s, n, ctrl) ||
        FIELD_EX32(ctrl, I2S_CTRL, FIFO_LPBK_ENABLE)) {
        qemu_log_mask(LOG_UNIMP, TYPE_TEGRA20_I2S ": FIFO%d as a slave, in "
                      "the other direction, in loopback, or in a mode of "
                      "its own: CTRL <- 0x%08x\n", n + 1, ctrl);
    }
    if (tegra20_i2s_frame_clocks(s) < tegra20_i2s_min_clocks(s)) {
        qemu_log_mask(LOG_GUEST_ERROR, TYPE_TEGRA20_I2S ": TIMING 0x%08x with "
                      "a clock of %u Hz: limited to %u frames a second\n",
                      tegra20_i2s_reg(s, A_I2S_TIMING), clock_get_hz(s->clk),
                      MAX_RATE);
    }
}

static void tegra20_i2s_write_ctrl(Tegra20I2SState *s, uint32_t old)
{
    uint32_t ctrl = tegra20_i2s_reg(s, A_I2S_CTRL);

    for (int n = 0; n < TEGRA20_I2S_NUM_FIFOS; n++) {
        if (ctrl & ~old & tegra20_i2s_fifos[n].enable) {
            tegra20_i2s_check(s, n, ctrl);
        }
        if (!tegra20_i2s_moves(s, n, old)) {
            tegra20_i2s_start_fifo(s, n);
        }
    }
}

static void tegra20_i2s_clear(Tegra20I2SState *s, uint32_t value)
{
    for (int n = 0; n < TEGRA20_I2S_NUM_FIFOS; n++) {
        if (value & tegra20_i2s_fifos[n].clear) {
            s->fifo[n].words = 0;
        }
    }
}

static void tegra20_i2s_push(Tegra20I2SState *s, uint32_t value)
{
    Tegra20I2SFifo *f = &s->fifo[FIFO1];

    if (f->words == TEGRA20_I2S_FIFO_WORDS) {
        qemu_log_mask(LOG_GUEST_ERROR, TYPE_TEGRA20_I2S ": FIFO1 is full, "
                      "word 0x%08x lost\n", value);
        tegra20_i2s_set_err(s, FIFO1);
        return;
    }
    s->tx[f->words++] = value;
    f->served = true;
}

/* Take a word, which is silence */
static void tegra20_i2s_pop(Tegra20I2SState *s)
{
    Tegra20I2SFifo *f = &s->fifo[FIFO2];

    if (!f->words) {
        qemu_log_mask(LOG_GUEST_ERROR, TYPE_TEGRA20_I2S ": FIFO2 is empty\n");
        tegra20_i2s_set_err(s, FIFO2);
        return;
    }
    f->words--;
    f->served = true;
}

static bool tegra20_i2s_dead(Tegra20I2SState *s, hwaddr offset)
{
    bool gated = !clock_is_enabled(s->clk);

    if (s->in_reset || gated) {
        qemu_log_mask(LOG_GUEST_ERROR, TYPE_TEGRA20_I2S ": access to 0x%02"
                      HWADDR_PRIx " while %s\n", offset,
                      s->in_reset ? "in reset" : "the clock is stopped");
    }
    return s->in_reset || gated;
}

static uint32_t tegra20_i2s_read(TegraRegs *regs, hwaddr offset,
                                 uint32_t value)
{
    Tegra20I2SState *s = TEGRA20_I2S(regs);

    if (tegra20_i2s_dead(s, offset)) {
        return 0;
    }
    tegra20_i2s_run(s);
    if (offset == A_I2S_FIFO2) {
        tegra20_i2s_pop(s);
        tegra20_i2s_run(s);
    }
    tegra20_i2s_update(s);
    switch (offset) {
    case A_I2S_STATUS:
        return tegra20_i2s_status(s);
    case A_I2S_FIFO_SCR:
        return tegra20_i2s_fifo_scr(s);
    default:
        return value;
    }
}

static void tegra20_i2s_changed(Tegra20I2SState *s, hwaddr offset,
                                uint32_t old, uint32_t value)
{
    switch (offset) {
    case A_I2S_CTRL:
        tegra20_i2s_write_ctrl(s, old);
        break;
    case A_I2S_TIMING:
        tegra20_i2s_restart(s);
        break;
    case A_I2S_FIFO_SCR:
        tegra20_i2s_clear(s, value);
        break;
    case A_I2S_FIFO1:
        tegra20_i2s_push(s, value);
        break;
    default:
        break;
    }
}

/* Let frames pass as the registers were before, then as they are now */
static void tegra20_i2s_written(TegraRegs *regs, hwaddr offset, uint32_t old,
                                uint32_t value)
{
    Tegra20I2SState *s = TEGRA20_I2S(regs);
    uint32_t stored = tegra_regs_get(regs, offset);

    tegra_regs_set(regs, offset, old);
    if (tegra20_i2s_dead(s, offset)) {
        return;
    }
    tegra20_i2s_run(s);
    tegra_regs_set(regs, offset, stored);
    tegra20_i2s_changed(s, offset, old, value);
    tegra20_i2s_run(s);
    tegra20_i2s_update(s);
}

/* ------------------------------------------------------------------ */
/* The device                                                         */

/* Note that what a load brings is not checked until its end. */
static int tegra20_i2s_pre_load(void *opaque)
{
    Tegra20I2SState *s = opaque;

    s->loading = true;
    return 0;
}

static int tegra20_i2s_post_load(void *opaque, int version_id)
{
    Tegra20I2SState *s = opaque;

    if (s->fifo[FIFO1].words > TEGRA20_I2S_FIFO_WORDS ||
        s->fifo[FIFO2].words > TEGRA20_I2S_FIFO_WORDS ||
        s->start_ns < 0 || s->start_ns > INT64_MAX / 2) {
        tegra20_i2s_reset_enter(OBJECT(s), RESET_TYPE_COLD);
        return -EINVAL;
    }
    s->loading = false;
    return 0;
}

static const VMStateDescription vmstate_tegra20_i2s_fifo = {
    .name = TYPE_TEGRA20_I2S "-fifo",
    .version_id = 1,
    .minimum_version_id = 1,
    .fields = (const VMStateField[]) {
        VMSTATE_UINT64(done, Tegra20I2SFifo),
        VMSTATE_UINT64(due, Tegra20I2SFifo),
        VMSTATE_UINT8(words, Tegra20I2SFifo),
        VMSTATE_BOOL(served, Tegra20I2SFifo),
        VMSTATE_END_OF_LIST()
    },
};

static const VMStateDescription vmstate_tegra20_i2s = {
    .name = TYPE_TEGRA20_I2S,
    .version_id = 1,
    .minimum_version_id = 1,
    .pre_load = tegra20_i2s_pre_load,
    .post_load = tegra20_i2s_post_load,
    .fields = (const VMStateField[]) {
        VMSTATE_TEGRA_REGS(parent_obj, Tegra20I2SState),
        VMSTATE_INT64(start_ns, Tegra20I2SState),
        VMSTATE_STRUCT_ARRAY(fifo, Tegra20I2SState, TEGRA20_I2S_NUM_FIFOS, 1,
                             vmstate_tegra20_i2s_fifo, Tegra20I2SFifo),
        VMSTATE_UINT32_ARRAY(tx, Tegra20I2SState, TEGRA20_I2S_FIFO_WORDS),
        VMSTATE_BOOL(in_reset, Tegra20I2SState),
        VMSTATE_TIMER(timer, Tegra20I2SState),
        VMSTATE_TEGRA_CLOCK(clk, Tegra20I2SState),
        VMSTATE_END_OF_LIST()
    },
};

static void tegra20_i2s_init(Object *obj)
{
    Tegra20I2SState *s = TEGRA20_I2S(obj);
    DeviceState *dev = DEVICE(obj);

    sysbus_init_irq(SYS_BUS_DEVICE(obj), &s->irq);
    qdev_init_gpio_out_named(dev, &s->dma_rx, "dma-rx", 1);
    qdev_init_gpio_out_named(dev, &s->dma_tx, "dma-tx", 1);
    qdev_init_gpio_in_named(dev, tegra20_i2s_reset_line, "reset", 1);
    s->clk = qdev_init_clock_in(dev, "clk", tegra20_i2s_clock, s,
                                ClockPreUpdate | ClockUpdate);
}

static void tegra20_i2s_realize(DeviceState *dev, Error **errp)
{
    Tegra20I2SState *s = TEGRA20_I2S(dev);

    if (!s->das) {
        error_setg(errp, TYPE_TEGRA20_I2S ": link 'das' is not set");
        return;
    }
    timer_init_ns(&s->timer, QEMU_CLOCK_VIRTUAL, tegra20_i2s_shot, s);
}

static void tegra20_i2s_unrealize(DeviceState *dev)
{
    timer_del(&TEGRA20_I2S(dev)->timer);
}

static const Property tegra20_i2s_properties[] = {
    DEFINE_PROP_LINK("das", Tegra20I2SState, das, TYPE_TEGRA20_DAS,
                     Tegra20DASState *),
    DEFINE_PROP_UINT8("dac", Tegra20I2SState, dac, 0),
};

static void tegra20_i2s_class_init(ObjectClass *klass, const void *data)
{
    DeviceClass *dc = DEVICE_CLASS(klass);
    ResettableClass *rc = RESETTABLE_CLASS(klass);
    TegraRegsClass *trc = TEGRA_REGS_CLASS(klass);

    dc->desc = "NVIDIA Tegra20 I2S controller";
    dc->realize = tegra20_i2s_realize;
    dc->unrealize = tegra20_i2s_unrealize;
    dc->vmsd = &vmstate_tegra20_i2s;
    device_class_set_props(dc, tegra20_i2s_properties);
    clear_bit(DEVICE_CATEGORY_MISC, dc->categories);
    set_bit(DEVICE_CATEGORY_SOUND, dc->categories);
    rc->phases.enter = tegra20_i2s_reset_enter;
    rc->phases.hold = tegra20_i2s_reset_hold;
    trc->read = tegra20_i2s_read;
    trc->written = tegra20_i2s_written;
    tegra_regs_set_table(klass, tegra20_i2s_ranges,
                         ARRAY_SIZE(tegra20_i2s_ranges), TEGRA20_I2S_MMIO_SIZE);
}

static const TypeInfo tegra20_i2s_types[] = {
    {
        .name = TYPE_TEGRA20_I2S,
        .parent = TYPE_TEGRA_REGS,
        .instance_size = sizeof(Tegra20I2SState),
        .instance_init = tegra20_i2s_init,
        .class_init = tegra20_i2s_class_init,
    },
};

DEFINE_TYPES(tegra20_i2s_types)
