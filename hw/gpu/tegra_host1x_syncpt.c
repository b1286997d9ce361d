/*
 * NVIDIA Tegra20 host1x: sync points, thresholds, module locks and the
 * channels that wait for them
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qemu/log.h"
#include "hw/gpu/tegra_host1x_capture.h"
#include "tegra_host1x_internal.h"
#include "trace.h"

uint32_t *tegra_host1x_syncpt(TegraHost1xState *s, unsigned int id)
{
    return &s->sync[R_H1X_SYNCPT + id];
}

/*
 * Compare 16 bits, modulo; half the range away is not reached
 * [tegra-host1x.rst, Sync points].
 */
static bool syncpt_reached(TegraHost1xState *s, unsigned int id,
                           uint16_t threshold)
{
    uint16_t ahead = *tegra_host1x_syncpt(s, id) - threshold;

    return ahead < 0x8000;
}

static bool thresh_due(TegraHost1xState *s, unsigned int id)
{
    return syncpt_reached(s, id, s->sync[R_H1X_SYNCPT_INT_THRESH + id]);
}

/* Latch @ids for one processor; those that are latched already stay so. */
static void thresh_latch(TegraHost1xState *s, bool cpu1, uint32_t ids)
{
    unsigned int reg = cpu1 ? R_H1X_THRESH_CPU1_INT_STATUS :
                              R_H1X_THRESH_CPU0_INT_STATUS;

    for (ids &= ~s->sync[reg]; ids; ids &= ids - 1) {
        unsigned int id = ctz32(ids);

        if (!cpu1 && tegra_host1x_fault_lose_irq(s, id)) {
            continue;
        }
        trace_tegra_host1x_thresh(id, cpu1 ? "CPU1" : "CPU0",
                                  s->sync[R_H1X_SYNCPT_INT_THRESH + id],
                                  *tegra_host1x_syncpt(s, id));
        s->sync[reg] |= 1u << id;
    }
}

/*
 * Latch what is due; a latched bit stays until it is written away, whatever
 * becomes of threshold and counter [tegra-host1x.rst, Threshold interrupts].
 */
void tegra_host1x_thresh_eval(TegraHost1xState *s, uint32_t ids)
{
    uint32_t cpu0 = s->sync[R_H1X_THRESH_INT_ENABLE_CPU0];
    uint32_t cpu1 = s->sync[R_H1X_THRESH_INT_ENABLE_CPU1];
    uint32_t due = 0;

    s->fault.lost_ids &= ~ids;
    for (ids &= cpu0 | cpu1; ids; ids &= ids - 1) {
        unsigned int id = ctz32(ids);

        due |= (uint32_t)thresh_due(s, id) << id;
    }
    thresh_latch(s, false, due & cpu0);
    thresh_latch(s, true, due & cpu1);
    tegra_host1x_update_irq(s);
}

void tegra_host1x_syncpt_changed(TegraHost1xState *s, unsigned int id)
{
    tegra_host1x_thresh_eval(s, 1u << id);
    for (unsigned int n = 0; n < TEGRA_HOST1X_NUM_CHANNELS; n++) {
        TegraHost1xChannel *ch = &s->channel[n];

        if (ch->park == TEGRA_HOST1X_PARK_SYNCPT && ch->park_index == id) {
            tegra_host1x_wait_test(ch);
        }
    }
    tegra_host1x_watch(s);
}

/* Count increments to @threshold; beyond, each may latch what was cleared. */
static unsigned int increments_to(TegraHost1xState *s, unsigned int id,
                                  uint16_t threshold)
{
    return syncpt_reached(s, id, threshold) ? 1 :
           (uint16_t)(threshold - *tegra_host1x_syncpt(s, id));
}

unsigned int tegra_host1x_syncpt_left(TegraHost1xState *s, unsigned int id)
{
    uint32_t enabled = s->sync[R_H1X_THRESH_INT_ENABLE_CPU0] |
                       s->sync[R_H1X_THRESH_INT_ENABLE_CPU1];
    unsigned int left = UINT_MAX;

    if (id >= TEGRA_HOST1X_NUM_SYNCPTS) {
        return left;
    }
    if (enabled & (1u << id)) {
        left = increments_to(s, id, s->sync[R_H1X_SYNCPT_INT_THRESH + id]);
    }
    for (unsigned int n = 0; n < TEGRA_HOST1X_NUM_CHANNELS; n++) {
        TegraHost1xChannel *ch = &s->channel[n];

        if (ch->park == TEGRA_HOST1X_PARK_SYNCPT && ch->park_index == id) {
            left = MIN(left, increments_to(s, id, ch->park_threshold));
        }
    }
    return left;
}

void tegra_host1x_syncpt_incr(TegraHost1xState *s, unsigned int id)
{
    if (id >= TEGRA_HOST1X_NUM_SYNCPTS) {
        qemu_log_mask(LOG_GUEST_ERROR, "tegra-host1x: increment of sync point "
                      "%u: no such sync point\n", id);
        return;
    }
    if (s->in_reset || tegra_host1x_fault_stuck(s, id)) {
        return;
    }
    (*tegra_host1x_syncpt(s, id))++;
    trace_tegra_host1x_syncpt_incr(id, *tegra_host1x_syncpt(s, id));
    if (s->capture) {
        const uint32_t word[] = { id, *tegra_host1x_syncpt(s, id) };

        tegra_host1x_capture_words(s, GPU_CAPTURE_INCR, word, 2);
    }
    tegra_host1x_syncpt_changed(s, id);
}

void tegra_host1x_incr_syncpt_method(TegraHost1xState *s, const char *who,
                                     uint32_t value)
{
    unsigned int id = FIELD_EX32(value, H1X_INCR_SYNCPT, INDEX);

    if (id >= TEGRA_HOST1X_NUM_SYNCPTS) {
        qemu_log_mask(LOG_GUEST_ERROR, "tegra-host1x: %s: INCR_SYNCPT value "
                      "0x%08x: no sync point %u\n", who, value, id);
        return;
    }
    tegra_host1x_syncpt_incr(s, id);
}

/* ------------------------------------------------------------------ */
/* Waits                                                              */

static void wait_done(TegraHost1xChannel *ch)
{
    ch->host->sync[R_H1X_HINTSTATUS] |= 1u << ch->index;
    tegra_host1x_update_irq(ch->host);
}

static bool wait_over(TegraHost1xChannel *ch, unsigned int id,
                      uint16_t threshold)
{
    TegraHost1xState *s = ch->host;

    return (s->sync[R_H1X_WAITOVR] & (1u << ch->index)) ||
           syncpt_reached(s, id, threshold);
}

TegraHost1xCmdResult tegra_host1x_wait(TegraHost1xChannel *ch, unsigned int id,
                                       uint16_t threshold)
{
    trace_tegra_host1x_wait(ch->index, id, threshold,
                            *tegra_host1x_syncpt(ch->host, id));
    if (wait_over(ch, id, threshold)) {
        wait_done(ch);
        return TEGRA_HOST1X_CMD_NEXT;
    }
    ch->park_threshold = threshold;
    tegra_host1x_park(ch, TEGRA_HOST1X_PARK_SYNCPT, id);
    tegra_host1x_watch(ch->host);
    return TEGRA_HOST1X_CMD_PARK;
}

static bool mlock_take(TegraHost1xChannel *ch, unsigned int index)
{
    uint32_t *owner = &ch->host->sync[R_H1X_MLOCK_OWNER + index];

    if (*owner) {
        return false;
    }
    *owner = FIELD_DP32(R_H1X_MLOCK_OWNER_CH_OWNS_MASK, H1X_MLOCK_OWNER, CHID,
                        ch->index);
    trace_tegra_host1x_mlock(index, "channel", ch->index);
    return true;
}

static bool parked_syncpt_over(TegraHost1xChannel *ch)
{
    if (!wait_over(ch, ch->park_index, ch->park_threshold)) {
        return false;
    }
    wait_done(ch);
    return true;
}

static bool parked_mlock_over(TegraHost1xChannel *ch)
{
    return mlock_take(ch, ch->park_index);
}

static bool parked_delay_over(TegraHost1xChannel *ch)
{
    return !timer_pending(&ch->delay);
}

static bool parked_output_over(TegraHost1xChannel *ch)
{
    return ch->out_count < TEGRA_HOST1X_OUT_FIFO;
}

/*
 * Test whether @ch can go on, unless its command processor is stopped: then it
 * is tested when it is let go.  The kinds without a test are woken by name.
 */
void tegra_host1x_wait_test(TegraHost1xChannel *ch)
{
    static bool (* const over[TEGRA_HOST1X_PARK__MAX])(TegraHost1xChannel *) = {
        [TEGRA_HOST1X_PARK_SYNCPT] = parked_syncpt_over,
        [TEGRA_HOST1X_PARK_MLOCK] = parked_mlock_over,
        [TEGRA_HOST1X_PARK_DELAY] = parked_delay_over,
        [TEGRA_HOST1X_PARK_OUTPUT] = parked_output_over,
    };

    if (tegra_host1x_alive(ch->host) && over[ch->park] &&
        !tegra_host1x_stopped(ch) && over[ch->park](ch)) {
        tegra_host1x_unpark(ch);
    }
}

void tegra_host1x_wait_test_all(TegraHost1xState *s)
{
    for (unsigned int n = 0; n < TEGRA_HOST1X_NUM_CHANNELS; n++) {
        tegra_host1x_wait_test(&s->channel[n]);
    }
}

/* ------------------------------------------------------------------ */
/* Module locks                                                       */

/* Give a lock that became free to the lowest channel that waits for it. */
static void mlock_released(TegraHost1xState *s, unsigned int index)
{
    s->sync[R_H1X_MLOCK_OWNER + index] = 0;
    trace_tegra_host1x_mlock(index, "nobody", -1);
    for (unsigned int n = 0; n < TEGRA_HOST1X_NUM_CHANNELS; n++) {
        TegraHost1xChannel *ch = &s->channel[n];

        if (ch->park == TEGRA_HOST1X_PARK_MLOCK && ch->park_index == index) {
            tegra_host1x_wait_test(ch);
        }
    }
}

static void mlock_bad_release(TegraHost1xState *s, unsigned int index,
                              const char *who, unsigned int n)
{
    qemu_log_mask(LOG_GUEST_ERROR, "tegra-host1x: %s %u releases MLOCK %u, "
                  "owner 0x%x\n", who, n, index,
                  s->sync[R_H1X_MLOCK_OWNER + index]);
    s->sync[R_H1X_MLOCK_ERROR] |= 1u << index;
}

static bool mlock_owned(TegraHost1xChannel *ch, unsigned int index)
{
    uint32_t owner = ch->host->sync[R_H1X_MLOCK_OWNER + index];

    return FIELD_EX32(owner, H1X_MLOCK_OWNER, CH_OWNS) &&
           FIELD_EX32(owner, H1X_MLOCK_OWNER, CHID) == ch->index;
}

static TegraHost1xCmdResult mlock_acquire(TegraHost1xChannel *ch,
                                          unsigned int index)
{
    if (mlock_take(ch, index)) {
        return TEGRA_HOST1X_CMD_NEXT;
    }
    if (mlock_owned(ch, index)) {
        qemu_log_mask(LOG_GUEST_ERROR, "tegra-host1x: channel %u acquires "
                      "MLOCK %u twice\n", ch->index, index);
    }
    tegra_host1x_park(ch, TEGRA_HOST1X_PARK_MLOCK, index);
    return TEGRA_HOST1X_CMD_PARK;
}

TegraHost1xCmdResult tegra_host1x_mlock(TegraHost1xChannel *ch, bool acquire,
                                        uint8_t index)
{
    if (index >= TEGRA_HOST1X_NUM_MLOCKS) {
        qemu_log_mask(LOG_GUEST_ERROR, "tegra-host1x: channel %u: MLOCK %u: no "
                      "such lock\n", ch->index, index);
    } else if (acquire) {
        return mlock_acquire(ch, index);
    } else if (mlock_owned(ch, index)) {
        mlock_released(ch->host, index);
    } else {
        mlock_bad_release(ch->host, index, "channel", ch->index);
    }
    return TEGRA_HOST1X_CMD_NEXT;
}

/* Read a lock: a free one is taken for the CPU and reads as 0. */
uint32_t tegra_host1x_mlock_cpu_read(TegraHost1xState *s, unsigned int index)
{
    uint32_t *owner = &s->sync[R_H1X_MLOCK_OWNER + index];

    if (*owner) {
        return 1;
    }
    *owner = R_H1X_MLOCK_OWNER_CPU_OWNS_MASK;
    trace_tegra_host1x_mlock(index, "CPU", 0);
    return 0;
}

void tegra_host1x_mlock_cpu_release(TegraHost1xState *s, unsigned int index)
{
    if (FIELD_EX32(s->sync[R_H1X_MLOCK_OWNER + index], H1X_MLOCK_OWNER,
                   CPU_OWNS)) {
        mlock_released(s, index);
    } else {
        mlock_bad_release(s, index, "CPU", 0);
    }
}
