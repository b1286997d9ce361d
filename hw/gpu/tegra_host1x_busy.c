/*
 * NVIDIA Tegra20 host1x: accesses to modules that do not answer
 *
 * [tegra-host1x.rst, Module time-outs]
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qemu/log.h"
#include "hw/core/clock.h"
#include "hw/core/qdev-clock.h"
#include "migration/vmstate.h"
#include "tegra_host1x_internal.h"
#include "trace.h"

static uint32_t module_address(TegraHost1xState *s, unsigned int module,
                               uint16_t reg)
{
    return s->sync[R_H1X_DIRECT_MODULE_CONFIG] +
           module * TEGRA_HOST1X_MODULE_SIZE + reg * 4;
}

void tegra_host1x_access_timeout(TegraHost1xState *s, bool write,
                                 unsigned int module, uint16_t reg)
{
    const char *name = tegra_host1x_module_name(module);
    uint32_t addr = module_address(s, module, reg);

    trace_tegra_host1x_timeout(write ? "write" : "read", name ?: "?", addr);
    qemu_log_mask(LOG_GUEST_ERROR, "tegra-host1x: %s of module %u (%s) "
                  "register 0x%x timed out\n", write ? "write" : "read",
                  module, name ?: "none", reg);
    s->sync[write ? R_H1X_IP_WRITE_TIMEOUT_ADDR :
                    R_H1X_IP_READ_TIMEOUT_ADDR] = addr & ~3u;
    s->sync[R_H1X_HINTSTATUS_EXT] |= write ?
        R_H1X_HINTSTATUS_EXT_IP_WRITE_MASK : R_H1X_HINTSTATUS_EXT_IP_READ_MASK;
    tegra_host1x_update_irq(s);
}

bool tegra_host1x_busy_enabled(TegraHost1xState *s)
{
    return s->sync[R_H1X_IP_BUSY_TIMEOUT] != 0;
}

static void busy_begin(TegraHost1xChannel *ch)
{
    TegraHost1xState *s = ch->host;
    uint64_t ns;

    if (timer_pending(&ch->busy) || !tegra_host1x_busy_enabled(s) ||
        !clock_is_enabled(s->clk)) {
        return;
    }
    ns = clock_ticks_to_ns(s->clk, s->sync[R_H1X_IP_BUSY_TIMEOUT]);
    timer_mod(&ch->busy, qemu_clock_get_ns(QEMU_CLOCK_VIRTUAL) +
                         MIN(ns, INT64_MAX / 2));
}

void tegra_host1x_busy_refused(TegraHost1xChannel *ch, uint8_t module)
{
    tegra_host1x_park(ch, TEGRA_HOST1X_PARK_CLIENT, module);
    busy_begin(ch);
}

bool tegra_host1x_busy_waits(TegraHost1xChannel *ch)
{
    return ch->busy_over || timer_pending(&ch->busy);
}

void tegra_host1x_busy_end(TegraHost1xChannel *ch)
{
    if (tegra_host1x_busy_waits(ch)) {
        timer_del(&ch->busy);
        ch->busy_over = false;
    }
}

bool tegra_host1x_busy_over(TegraHost1xChannel *ch, unsigned int module,
                            uint16_t reg)
{
    if (!ch->busy_over) {
        return false;
    }
    tegra_host1x_busy_end(ch);
    tegra_host1x_access_timeout(ch->host, true, module, reg);
    return true;
}

void tegra_host1x_busy_update(TegraHost1xState *s, bool restart)
{
    for (unsigned int n = 0; n < TEGRA_HOST1X_NUM_CHANNELS; n++) {
        TegraHost1xChannel *ch = &s->channel[n];

        if (restart || !clock_is_enabled(s->clk)) {
            timer_del(&ch->busy);
        }
        if (restart) {
            ch->busy_over = false;
        }
        if (ch->park == TEGRA_HOST1X_PARK_CLIENT) {
            busy_begin(ch);
        }
    }
}

/* Have the channel drop the word when its turn comes. */
static void busy_expired(void *opaque)
{
    TegraHost1xChannel *ch = opaque;

    if (ch->park == TEGRA_HOST1X_PARK_CLIENT) {
        ch->busy_over = true;
        tegra_host1x_unpark(ch);
    }
}

void tegra_host1x_busy_realize(TegraHost1xChannel *ch)
{
    timer_init_ns(&ch->busy, QEMU_CLOCK_VIRTUAL, busy_expired, ch);
}

static bool busy_needed(void *opaque)
{
    return tegra_host1x_busy_waits(opaque);
}

const VMStateDescription vmstate_tegra_host1x_busy = {
    .name = "tegra-host1x-channel/busy",
    .version_id = 1,
    .minimum_version_id = 1,
    .needed = busy_needed,
    .fields = (const VMStateField[]) {
        VMSTATE_TIMER(busy, TegraHost1xChannel),
        VMSTATE_BOOL(busy_over, TegraHost1xChannel),
        VMSTATE_END_OF_LIST()
    }
};
