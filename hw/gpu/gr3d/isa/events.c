/*
 * Tegra20 GR3D engine: counted events of a draw
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <stddef.h>
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

_Static_assert(GR3D_NUM_EVENTS <= 64, "an embedder has bit sets of them");

static void count_event(Gr3dEvents *events, Gr3dEventId id, unsigned reg,
                        uint32_t value, uint64_t count)
{
    if (!events->place[id]) {
        Gr3dEventCount *entry = &events->list[events->num++];

        entry->id = id;
        entry->text = event_rows[id].text;
        entry->kind = event_rows[id].kind;
        entry->reg = reg;
        entry->value = value;
        events->place[id] = events->num;
    }
    events->list[events->place[id] - 1].count += count;
}

void gr3d_event(Gr3dEvents *events, Gr3dEventId id, uint32_t value)
{
    count_event(events, id, 0, value, 1);
}

void gr3d_event_reg(Gr3dEvents *events, Gr3dEventId id, unsigned reg,
                    uint32_t value)
{
    count_event(events, id, reg, value, 1);
}

static void add_entry(Gr3dEvents *events, const Gr3dEvents *from, unsigned n)
{
    const Gr3dEventCount *entry = &from->list[n];

    count_event(events, entry->id, entry->reg, entry->value, entry->count);
}

void gr3d_events_add(Gr3dEvents *events, const Gr3dEvents *from)
{
    for (unsigned n = 0; n < from->num; n++) {
        add_entry(events, from, n);
    }
}

/* The last ->noted of each are still to be added. */
static Gr3dEvents *with_first(Gr3dEvents *const *from, unsigned num)
{
    Gr3dEvents *first = NULL;

    for (unsigned i = 0; i < num; i++) {
        Gr3dEvents *e = from[i];

        if (e && e->noted && (!first || e->task[e->num - e->noted] <
                              first->task[first->num - first->noted])) {
            first = e;
        }
    }
    return first;
}

void gr3d_events_merge(Gr3dEvents *events, Gr3dEvents *const *from,
                       unsigned num)
{
    Gr3dEvents *e;

    while ((e = with_first(from, num)) != NULL) {
        add_entry(events, e, e->num - e->noted--);
    }
}
