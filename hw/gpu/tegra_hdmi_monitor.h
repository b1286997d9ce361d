/*
 * NVIDIA Tegra20 HDMI output: the monitor
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_GPU_TEGRA_HDMI_MONITOR_H
#define HW_GPU_TEGRA_HDMI_MONITOR_H

#include "hw/gpu/tegra_hdmi.h"
#include "migration/vmstate.h"

/* On its way into or out of a stream */
typedef struct TegraHDMIMonitorTmp {
    TegraHDMIState *parent;
    TegraHDMIMonitor monitor;
    int64_t swap_end;           /* when it is plugged in, ns; -1: it is */
} TegraHDMIMonitorTmp;

/*
 * All of it or, if something is not valid, nothing; the pin's level comes with
 * the state of who sees it
 */
extern const VMStateDescription tegra_hdmi_vmstate_monitor;

void tegra_hdmi_monitor_init(TegraHDMIState *s);
/* Realize; false, with *errp set, if the properties describe no monitor */
bool tegra_hdmi_monitor_realize(TegraHDMIState *s, Error **errp);
void tegra_hdmi_monitor_finalize(TegraHDMIState *s);
/* Return true while a monitor is plugged in */
bool tegra_hdmi_monitor_present(TegraHDMIState *s);
/* Tell the bus and the hot-plug pin */
void tegra_hdmi_monitor_update(TegraHDMIState *s);
void tegra_hdmi_monitor_add_properties(ObjectClass *klass);

#endif /* HW_GPU_TEGRA_HDMI_MONITOR_H */
