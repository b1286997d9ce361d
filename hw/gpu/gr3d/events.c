/*
 * Tegra20 GR3D engine: counted events of a draw
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "events.h"

typedef struct EventRow {
    const char *text;
    Gr3dEventKind kind;
} EventRow;

static const EventRow event_rows[GR3D_NUM_EVENTS] = {
#define GR3D_EVENT(name, kind, text) { text, GR3D_EVENT_##kind },
#include "events.def"
#undef GR3D_EVENT
};

static void count_event(Gr3dEvents *events, Gr3dEventId id, uint32_t value,
                        uint64_t count)
{
    if (!events->place[id]) {
        Gr3dEventCount *entry = &events->list[events->num++];

        entry->text = event_rows[id].text;
        entry->kind = event_rows[id].kind;
        entry->value = value;
        events->place[id] = events->num;
    }
    events->list[events->place[id] - 1].count += count;
}

void gr3d_event(Gr3dEvents *events, Gr3dEventId id, uint32_t value)
{
    count_event(events, id, value, 1);
}

static Gr3dEventId id_at(const Gr3dEvents *events, unsigned n)
{
    unsigned id = 0;

    while (events->place[id] != n + 1) {
        id++;
    }
    return id;
}

void gr3d_events_add(Gr3dEvents *events, const Gr3dEvents *from)
{
    for (unsigned n = 0; n < from->num; n++) {
        const Gr3dEventCount *entry = &from->list[n];

        count_event(events, id_at(from, n), entry->value, entry->count);
    }
}
