/*
 * VideoCore IV 3D engine: counted events
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "events.h"

typedef struct EventRow {
    const char *text;
    V3dEventKind kind;
} EventRow;

static const EventRow event_rows[V3D_NUM_EVENTS] = {
#define V3D_EVENT(name, kind, text) { text, V3D_EVENT_##kind },
#include "events.def"
#undef V3D_EVENT
};

void v3d_event(V3dEvents *events, V3dEventId id, uint32_t value)
{
    if (!events->place[id]) {
        V3dEventCount *entry = &events->list[events->num++];

        *entry = (V3dEventCount) {
            .text = event_rows[id].text,
            .kind = event_rows[id].kind,
            .id = id,
            .value = value,
        };
        events->place[id] = events->num;
    }
    events->list[events->place[id] - 1].count++;
}
