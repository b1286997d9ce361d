/*
 * VideoCore IV 3D engine: counted events (rows in events.def)
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef V3D_EVENTS_H
#define V3D_EVENTS_H

#include "hw/gpu/lib/events.h"

typedef enum V3dEventId {
#define V3D_EVENT(name, kind, text) V3D_EV_##name,
#include "events.def"
#undef V3D_EVENT
    V3D_NUM_EVENTS
} V3dEventId;

void v3d_event(GpuEvents *events, V3dEventId id, uint32_t value);

#endif /* V3D_EVENTS_H */
