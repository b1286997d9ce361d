/*
 * Tegra20 GR3D engine: counted events of a draw (rows in events.def)
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef GR3D_EVENTS_H
#define GR3D_EVENTS_H

#include "hw/gpu/lib/events.h"

typedef enum Gr3dEventId {
#define GR3D_EVENT(name, kind, text) GR3D_EV_##name,
#include "events.def"
#undef GR3D_EVENT
    GR3D_NUM_EVENTS
} Gr3dEventId;

void gr3d_event(GpuEvents *events, Gr3dEventId id, uint32_t value);
/* Count an event of register @reg, which holds @value. */
void gr3d_event_reg(GpuEvents *events, Gr3dEventId id, unsigned reg,
                    uint32_t value);

#endif /* GR3D_EVENTS_H */
