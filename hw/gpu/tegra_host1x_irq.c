/*
 * NVIDIA Tegra20 host1x: interrupt status and lines
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "hw/core/irq.h"
#include "tegra_host1x_internal.h"
#include "trace.h"

/* Read HINTSTATUS [tegra-host1x.rst, General interrupts]. */
uint32_t tegra_host1x_hintstatus(TegraHost1xState *s)
{
    bool ext = s->sync[R_H1X_HINTSTATUS_EXT] & s->sync[R_H1X_HINTMASK_EXT];

    return FIELD_DP32(s->sync[R_H1X_HINTSTATUS], H1X_HINTSTATUS, EXT, ext);
}

uint32_t tegra_host1x_intstatus(TegraHost1xState *s)
{
    bool host = tegra_host1x_hintstatus(s) & s->sync[R_H1X_HINTMASK];
    bool cpu0 = s->sync[R_H1X_THRESH_CPU0_INT_STATUS];
    bool cpu1 = s->sync[R_H1X_THRESH_CPU1_INT_STATUS];
    uint32_t value;

    value = FIELD_DP32(s->module_irq, H1X_INTSTATUS, HOST, host);
    value = FIELD_DP32(value, H1X_INTSTATUS, SYNCPT_CPU0, cpu0);
    return FIELD_DP32(value, H1X_INTSTATUS, SYNCPT_CPU1, cpu1);
}

static void set_line(TegraHost1xState *s, unsigned int n, bool level)
{
    static const char * const name[] = {
        "syncpt-CPU0", "syncpt-CPU1", "general-CPU0", "general-CPU1",
    };

    if (level != s->irq_level[n]) {
        trace_tegra_host1x_irq(name[n], level);
        s->irq_level[n] = level;
    }
    qemu_set_irq(s->irq[n], level);
}

void tegra_host1x_update_irq(TegraHost1xState *s)
{
    uint32_t status = tegra_host1x_intstatus(s);
    bool cpu0 = (s->sync[R_H1X_INTMASK] & 1) &&
                (status & s->sync[R_H1X_INTC0MASK]);
    bool cpu1 = (s->sync[R_H1X_INTMASK] & 2) &&
                (status & s->sync[R_H1X_INTC1MASK]);
    bool level[] = {
        FIELD_EX32(status, H1X_INTSTATUS, SYNCPT_CPU0),
        FIELD_EX32(status, H1X_INTSTATUS, SYNCPT_CPU1),
        cpu0,
        cpu1,
    };

    for (size_t i = 0; i < ARRAY_SIZE(level); i++) {
        set_line(s, i, level[i]);
    }
}
