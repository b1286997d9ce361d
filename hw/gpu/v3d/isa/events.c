/*
 * VideoCore IV 3D engine: counted events
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "events.h"

static const GpuEventRow event_rows[V3D_NUM_EVENTS] = {
#define V3D_EVENT(name, kind, text) { text, GPU_EVENT_##kind },
#include "events.def"
#undef V3D_EVENT
};

_Static_assert(V3D_NUM_EVENTS <= GPU_MAX_EVENTS, "GpuEvents has no room");

void v3d_event(GpuEvents *events, V3dEventId id, uint32_t value)
{
    gpu_event(events, event_rows, id, 0, value);
}
