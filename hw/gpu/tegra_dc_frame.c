/*
 * NVIDIA Tegra20 display controller: frames
 *
 * The frame timer, latching, sync point increments and interrupts.
 * [tegra-dc.rst, Frame boundary]
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qemu/log.h"
#include "qemu/timer.h"
#include "hw/core/irq.h"
#include "hw/core/qdev-clock.h"
#include "tegra_dc_capture.h"
#include "tegra_dc_frame.h"
#include "tegra_dc_regfile.h"
#include "tegra_dc_scanout.h"
#include "tegra_dc_timing.h"
#include "trace.h"

/* Between two parts of a large picture's checksum: others have their turn */
#define TEGRA_DC_SLICE_GAP_NS   (200 * SCALE_US)

/* Conditions of INCR_SYNCPT: [tegra-dc.rst, Sync point increments] */
enum {
    INCR_IMMEDIATE = 0,
    INCR_OP_DONE = 1,
    INCR_RD_DONE = 2,
    INCR_REG_WR_SAFE = 3,
    INCR_GENERAL_HSPI = 4,
    INCR_GENERAL_LAST = 7,
};

/* ---- The frame timer ---- */

static void tegra_dc_drop_crc(TegraDCState *s)
{
    s->crc_line = 0;
    s->crc = 0;
}

void tegra_dc_drop_frame(TegraDCState *s)
{
    timer_del(&s->frame_timer);
    tegra_dc_drop_crc(s);
}

/* Start or stop the frame timer to suit the state; a running one goes on */
static void tegra_dc_update_timer(TegraDCState *s)
{
    bool run;

    /* A stop ends what was triggered; a stopped clock only holds it */
    if (!tegra_dc_is_showing(s)) {
        s->nc_trigger = false;
    }
    run = tegra_dc_is_scanning(s) && tegra_dc_clocked(s);
    if (!run) {
        tegra_dc_drop_frame(s);
    } else if (!timer_pending(&s->frame_timer)) {
        s->frame_time = qemu_clock_get_ns(QEMU_CLOCK_VIRTUAL) +
                        tegra_dc_frame_ns(s);
        timer_mod(&s->frame_timer, s->frame_time);
    }
}

void tegra_dc_clk_update(void *opaque, ClockEvent event)
{
    TegraDCState *s = opaque;

    /* The frame under way begins again at the new rate */
    if (DEVICE(s)->realized) {
        tegra_dc_drop_frame(s);
        tegra_dc_update_timer(s);
    }
}

/* ---- Interrupts and sync points ---- */

/* The bits of INT_STATUS, for the traces */
static const char *const event_names[32] = {
    "CTXSW", "FRAME_END", "V_BLANK", "H_BLANK", "V_PULSE3", NULL, NULL,
    "SPI_BUSY", "WIN_A_UF", "WIN_B_UF", "WIN_C_UF", "EPP_OF", "MSF", "SSF",
    "WIN_A_OF", "WIN_B_OF", "WIN_C_OF", NULL, "GPIO_0", "GPIO_1", "GPIO_2",
};

void tegra_dc_update_irq(TegraDCState *s)
{
    bool level = tegra_dc_active(s, R_DC_INT_STATUS) &
                 tegra_dc_active(s, R_DC_INT_MASK);

    trace_tegra_dc_irq(s->head, level);
    qemu_set_irq(s->irq, level);
}

static void tegra_dc_raise(TegraDCState *s, uint32_t events)
{
    uint32_t *regs = s->regs[TEGRA_DC_ACTIVE].common;

    events &= regs[R_DC_INT_ENABLE];
    regs[R_DC_INT_STATUS] |= events;
    for (uint32_t left = events; left; left &= left - 1) {
        trace_tegra_dc_event(s->head, event_names[ctz32(left)],
                             regs[R_DC_INT_MASK] & left & -left);
    }
    tegra_dc_update_irq(s);
}

/* Return the port of @reg: 0 is the general one, 1 to 3 are the windows' */
static int tegra_dc_incr_port(uint32_t reg)
{
    return reg / 8;
}

static uint32_t *tegra_dc_incr_error(TegraDCState *s, int port)
{
    return &s->regs[TEGRA_DC_ACTIVE].common[R_DC_GENERAL_INCR_SYNCPT_ERROR +
                                            port * 8];
}

/*
 * Make the increments that wait: at a frame boundary all, else all but those
 * that wait for a frame's events
 */
static void tegra_dc_run_incr(TegraDCState *s, TegraDCIncr *q, bool boundary)
{
    unsigned int left = 0;

    for (int i = 0; i < q->count; i++) {
        uint16_t entry = q->entry[i];

        if (boundary || FIELD_EX32(entry, DC_GENERAL_INCR_SYNCPT, COND) <=
                        INCR_REG_WR_SAFE) {
            tegra_host1x_syncpt_incr(s->host1x,
                                     FIELD_EX32(entry, DC_GENERAL_INCR_SYNCPT,
                                                INDX));
        } else {
            q->entry[left++] = entry;
        }
    }
    q->count = left;
}

static void tegra_dc_run_incrs(TegraDCState *s, bool boundary)
{
    for (int port = 0; port < TEGRA_DC_NUM_INCR; port++) {
        tegra_dc_run_incr(s, &s->incr[port], boundary);
    }
}

/*
 * Return true if nothing is to be waited for: a window access is done at once
 * when no frame is being fetched
 */
static bool tegra_dc_incr_is_ready(TegraDCState *s, uint32_t cond)
{
    return cond == INCR_IMMEDIATE || cond == INCR_GENERAL_HSPI ||
           (cond <= INCR_REG_WR_SAFE && !tegra_dc_is_scanning(s));
}

void tegra_dc_incr_syncpt(TegraDCState *s, uint32_t reg, uint32_t value)
{
    int port = tegra_dc_incr_port(reg);
    uint32_t id = FIELD_EX32(value, DC_GENERAL_INCR_SYNCPT, INDX);
    uint32_t cond = FIELD_EX32(value, DC_GENERAL_INCR_SYNCPT, COND);
    uint32_t last = port ? INCR_REG_WR_SAFE : INCR_GENERAL_LAST;
    TegraDCIncr *q = &s->incr[port];

    if (cond > last) {
        qemu_log_mask(LOG_GUEST_ERROR, "tegra-dc.%d: INCR_SYNCPT port %d: no "
                      "condition %u (0x%08x)\n", s->head, port, cond, value);
        return;
    }
    if (tegra_dc_incr_is_ready(s, cond)) {
        tegra_host1x_syncpt_incr(s->host1x, id);
    } else if (q->count < TEGRA_DC_INCR_DEPTH) {
        q->entry[q->count++] = value;
    } else {
        *tegra_dc_incr_error(s, port) |= 1u << cond;
        qemu_log_mask(LOG_GUEST_ERROR, "tegra-dc.%d: INCR_SYNCPT port %d: "
                      "increment of %u lost\n", s->head, port, id);
    }
}

void tegra_dc_incr_cntrl(TegraDCState *s, uint32_t reg, uint32_t value)
{
    int port = tegra_dc_incr_port(reg);

    if (FIELD_EX32(value, DC_GENERAL_INCR_SYNCPT_CNTRL, SOFT_RESET)) {
        s->incr[port].count = 0;
        *tegra_dc_incr_error(s, port) = 0;
    }
}

/* ---- Latching and frames ---- */

/* Follow the ACTIVE registers, which may have changed */
static void tegra_dc_activated(TegraDCState *s, bool changed)
{
    if (changed) {
        tegra_dc_scanout_configure(s);
    }
    tegra_dc_update_timer(s);
}

/* Return the windows that have another buffer then, a bit each. */
static uint32_t tegra_dc_latch(TegraDCState *s)
{
    uint32_t groups = s->act_req, flips = 0;
    uint32_t old[TEGRA_DC_NUM_WINDOWS];
    bool changed;

    if (!groups) {
        return 0;
    }
    for (int n = 0; n < TEGRA_DC_NUM_WINDOWS; n++) {
        old[n] = tegra_dc_win_active(s, n, R_WINBUF_START_ADDR);
    }
    s->act_req = 0;
    changed = tegra_dc_regs_activate(s, groups);
    trace_tegra_dc_latch(s->head, groups, changed);
    for (int n = 0; n < TEGRA_DC_NUM_WINDOWS; n++) {
        uint32_t now = tegra_dc_win_active(s, n, R_WINBUF_START_ADDR);

        if (now != old[n]) {
            trace_tegra_dc_flip(s->head, 'A' + n, old[n], now);
            flips |= 1u << n;
        }
    }
    tegra_dc_activated(s, changed);
    return flips;
}

/*
 * Follow ACTIVE registers that were written.  If that was a stop, the frame
 * boundary that something waits for does not come.
 */
void tegra_dc_written(TegraDCState *s)
{
    tegra_dc_activated(s, true);
    if (!tegra_dc_is_scanning(s)) {
        tegra_dc_latch(s);
        tegra_dc_run_incrs(s, false);
    }
}

/*
 * Return the underflow events of a frame.  A window whose lines are not in
 * memory starves, and so does one that the "underflow" property names, once.
 * [tegra-dc.rst, Underflow]
 */
static uint32_t tegra_dc_underflows(TegraDCState *s)
{
    uint32_t events = 0;

    for (int n = 0; n < TEGRA_DC_NUM_WINDOWS; n++) {
        unsigned int lines;

        if (!tegra_dc_scanout_missing(s, n, &lines)) {
            continue;
        }
        if (s->underflow & 1 << n) {
            s->underflow &= ~(1u << n);
            lines = MAX(lines, 1);
        }
        if (lines) {
            trace_tegra_dc_underflow(s->head, 'A' + n, lines);
            tegra_dc_regs_count_underflow(s, n, lines);
            events |= R_DC_INT_STATUS_WIN_A_UF_MASK << n;
        }
    }
    return events;
}

/* Return the events that every frame has.  [tegra-dc.rst, Events] */
static uint32_t tegra_dc_frame_events(TegraDCState *s)
{
    uint32_t options = tegra_dc_active(s, R_DC_DISP_SIGNAL_OPTIONS0);

    return R_DC_INT_STATUS_V_BLANK_MASK | R_DC_INT_STATUS_FRAME_END_MASK |
           R_DC_INT_STATUS_H_BLANK_MASK |
           (FIELD_EX32(options, DC_DISP_SIGNAL_OPTIONS0, V_PULSE3)
            ? R_DC_INT_STATUS_V_PULSE3_MASK : 0);
}

static void tegra_dc_count_frame(TegraDCState *s)
{
    uint32_t vsync = tegra_dc_active(s, R_DC_CONT_SYNCPT_VSYNC);

    if (FIELD_EX32(vsync, DC_CONT_SYNCPT_VSYNC, EN)) {
        tegra_host1x_syncpt_incr(s->host1x,
                                 FIELD_EX32(vsync, DC_CONT_SYNCPT_VSYNC,
                                            INDX));
    }
    tegra_dc_run_incrs(s, true);
}

/* Go on with the checksum, if there is one; true when it is complete. */
static bool tegra_dc_update_crc(TegraDCState *s)
{
    uint32_t *regs = s->regs[TEGRA_DC_ACTIVE].common;
    bool on = FIELD_EX32(regs[R_DC_CRC_CONTROL], DC_CRC_CONTROL, ENABLE);

    if (on && !tegra_dc_scanout_crc(s, &s->crc_line, &s->crc)) {
        return false;
    }
    if (on) {
        regs[R_DC_CRC_CHECKSUM] = s->crc;
        regs[R_DC_CRC_CHECKSUM_LATCHED] = s->crc;
    }
    tegra_dc_drop_crc(s);
    return true;
}

/*
 * End a frame.  The order matters: software releases the old buffer as soon as
 * it sees the count move, so the new one has to be latched before.
 * [tegra-dc.rst, Frame boundary]
 */
void tegra_dc_frame(void *opaque)
{
    TegraDCState *s = opaque;
    int64_t now = qemu_clock_get_ns(QEMU_CLOCK_VIRTUAL);
    uint32_t events, flips;

    if (!tegra_dc_update_crc(s)) {
        timer_mod(&s->frame_timer, now + TEGRA_DC_SLICE_GAP_NS);
        return;
    }
    events = tegra_dc_frame_events(s) | tegra_dc_underflows(s);
    trace_tegra_dc_frame(s->head, now);
    s->frames++;
    s->nc_trigger = false;
    /* Re-arm from the old deadline, so that the rate does not drift */
    if (tegra_dc_is_scanning(s)) {
        s->frame_time = MAX(s->frame_time, now - tegra_dc_frame_ns(s)) +
                        tegra_dc_frame_ns(s);
        timer_mod(&s->frame_timer, s->frame_time);
    }
    flips = tegra_dc_latch(s);
    if (s->host1x->capture || s->host1x->next_capture) {
        tegra_dc_capture_frame(s, flips);
    }
    tegra_dc_count_frame(s);
    tegra_dc_raise(s, events);
}

void tegra_dc_state_control(TegraDCState *s, uint32_t reg, uint32_t value)
{
    tegra_dc_regs_arm(s, FIELD_EX32(value, DC_STATE_CONTROL, UPDATE));
    s->act_req |= FIELD_EX32(value, DC_STATE_CONTROL, ACT_REQ);
    if (!tegra_dc_is_scanning(s)) {
        tegra_dc_latch(s);
    }
    if (FIELD_EX32(value, DC_STATE_CONTROL, NC_HOST_TRIG)) {
        s->nc_trigger = true;
        tegra_dc_update_timer(s);
    }
}
