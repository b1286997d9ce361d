/*
 * Tegra20 GR3D engine: counted events of a draw (rows in events.def)
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef GR3D_EVENTS_H
#define GR3D_EVENTS_H

#include "regfile.h"

typedef enum Gr3dEventId {
#define GR3D_EVENT(name, kind, text) GR3D_EV_##name,
#include "events.def"
#undef GR3D_EVENT
    GR3D_NUM_EVENTS
} Gr3dEventId;

/* All zero: nothing happened. */
typedef struct Gr3dEvents {
    Gr3dEventCount list[GR3D_NUM_EVENTS];   /* in order of first occurrence */
    unsigned num;
    uint8_t place[GR3D_NUM_EVENTS];         /* place in list + 1; 0: none */
    unsigned noted;
    uint32_t task[GR3D_NUM_EVENTS];         /* of those in list */
} Gr3dEvents;

void gr3d_event(Gr3dEvents *events, Gr3dEventId id, uint32_t value);
/* @value of register @reg */
void gr3d_event_reg(Gr3dEvents *events, Gr3dEventId id, unsigned reg,
                    uint32_t value);
/* As if what happened in @from had happened now */
void gr3d_events_add(Gr3dEvents *events, const Gr3dEvents *from);

/*
 * Tasks that are shared by threads: each thread counts for itself and notes
 * which of its tasks, in ascending order, met an event first.  Then all are
 * added as if one task after the other had met them.
 */
static inline void gr3d_events_note(Gr3dEvents *events, uint32_t task)
{
    while (events->noted < events->num) {
        events->task[events->noted++] = task;
    }
}

/* As many as threads; NULL: it met none.  What was noted is lost. */
void gr3d_events_merge(Gr3dEvents *events, Gr3dEvents *const *from,
                       unsigned num);

#endif /* GR3D_EVENTS_H */
