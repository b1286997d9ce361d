/*
 * NVIDIA Tegra20 host1x: what keeps a channel from running, and what lets it
 * go on
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qemu/aio.h"
#include "qemu/main-loop.h"
#include "hw/core/qdev-clock.h"
#include "system/replay.h"
#include "tegra_host1x_internal.h"
#include "trace.h"

const char *tegra_host1x_park_name(TegraHost1xParkKind kind)
{
    static const char * const name[TEGRA_HOST1X_PARK__MAX] = {
        [TEGRA_HOST1X_PARK_NONE] = "nothing",
        [TEGRA_HOST1X_PARK_SYNCPT] = "syncpt",
        [TEGRA_HOST1X_PARK_MLOCK] = "mlock",
        [TEGRA_HOST1X_PARK_DELAY] = "delay",
        [TEGRA_HOST1X_PARK_CLIENT] = "module",
        [TEGRA_HOST1X_PARK_OUTPUT] = "output-fifo",
    };

    return name[kind];
}

bool tegra_host1x_alive(TegraHost1xState *s)
{
    return !s->in_reset && !s->half_loaded &&
           (!clock_has_source(s->clk) || clock_is_enabled(s->clk));
}

bool tegra_host1x_stopped(TegraHost1xChannel *ch)
{
    return ch->host->sync[R_H1X_CMDPROC_STOP] & (1u << ch->index);
}

bool tegra_host1x_held(TegraHost1xChannel *ch)
{
    return ch->host->dma_blocked || tegra_host1x_stopped(ch) ||
           FIELD_EX32(ch->regs[R_H1X_DMACTRL], H1X_DMACTRL, STOP);
}

/* ------------------------------------------------------------------ */
/* Turns of the main loop                                             */

/*
 * In record and replay a turn comes at a virtual time: recorded events run
 * until none is left, so that a ring without end would be all that runs.  In
 * this time the chip takes the 2048 words of a round at 100 MHz.
 */
#define TURN_NS 20000

/* Take a turn by the bottom half, which has a guard against itself. */
static void tegra_host1x_turn(void *opaque)
{
    aio_bh_call(opaque);
}

void tegra_host1x_init_turn(QEMUTimer *turn, QEMUBH *bh)
{
    timer_init_ns(turn, QEMU_CLOCK_VIRTUAL, tegra_host1x_turn, bh);
}

void tegra_host1x_schedule(QEMUTimer *turn, QEMUBH *bh)
{
    if (replay_mode == REPLAY_MODE_NONE) {
        qemu_bh_schedule(bh);
    } else if (!timer_pending(turn)) {
        timer_mod(turn, qemu_clock_get_ns(QEMU_CLOCK_VIRTUAL) + TURN_NS);
    }
}

void tegra_host1x_kick(TegraHost1xState *s)
{
    if (s->bh) {
        tegra_host1x_schedule(&s->round, s->bh);
    }
}

/*
 * Keep a start from scheduling in record and replay: what is scheduled is
 * recorded, and a replay would not have it, which is not stopped where the
 * recording was.
 */
bool tegra_host1x_goes_on(bool *stopped, bool running)
{
    bool same = *stopped && running && replay_mode != REPLAY_MODE_NONE;

    *stopped = !running;
    return same;
}

/* ------------------------------------------------------------------ */
/* Parking                                                            */

void tegra_host1x_park(TegraHost1xChannel *ch, TegraHost1xParkKind kind,
                       uint8_t index)
{
    trace_tegra_host1x_park(ch->index, tegra_host1x_park_name(kind), index);
    ch->park = kind;
    ch->park_index = index;
}

void tegra_host1x_unpark(TegraHost1xChannel *ch)
{
    trace_tegra_host1x_unpark(ch->index, tegra_host1x_park_name(ch->park),
                              ch->park_index);
    ch->park = TEGRA_HOST1X_PARK_NONE;
    tegra_host1x_kick(ch->host);
}

void tegra_host1x_offer(TegraHost1xChannel *ch)
{
    if (ch->park == TEGRA_HOST1X_PARK_CLIENT &&
        !tegra_host1x_held(ch)) {
        tegra_host1x_unpark(ch);
    }
}
