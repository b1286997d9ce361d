/*
 * Engines: counted events
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <stddef.h>
#include "hw/gpu/lib/events.h"

static void count_event(GpuEvents *events, const GpuEventCount *event)
{
    if (!events->place[event->id]) {
        GpuEventCount *entry = &events->list[events->num++];

        /* one by one: what lies between them stays 0 */
        entry->text = event->text;
        entry->kind = event->kind;
        entry->value = event->value;
        entry->reg = event->reg;
        entry->id = event->id;
        events->place[event->id] = events->num;
    }
    events->list[events->place[event->id] - 1].count += event->count;
}

void gpu_event(GpuEvents *events, const GpuEventRow *rows, unsigned id,
               unsigned reg, uint32_t value)
{
    count_event(events, &(GpuEventCount) {
        .text = rows[id].text,
        .kind = rows[id].kind,
        .count = 1,
        .value = value,
        .reg = reg,
        .id = id,
    });
}

void gpu_events_add(GpuEvents *events, const GpuEvents *from)
{
    for (unsigned n = 0; n < from->num; n++) {
        count_event(events, &from->list[n]);
    }
}

/*
 * Find whose next event was met by the earliest task, NULL: no event is left.
 * The last ->noted of each list are still to be added.
 */
static GpuEvents *with_first(GpuEvents *const *from, unsigned num)
{
    GpuEvents *first = NULL;

    for (unsigned i = 0; i < num; i++) {
        GpuEvents *e = from[i];

        if (e && e->noted && (!first || e->task[e->num - e->noted] <
                              first->task[first->num - first->noted])) {
            first = e;
        }
    }
    return first;
}

void gpu_events_merge(GpuEvents *events, GpuEvents *const *from,
                      unsigned num)
{
    GpuEvents *e;

    while ((e = with_first(from, num)) != NULL) {
        count_event(events, &e->list[e->num - e->noted--]);
    }
}
