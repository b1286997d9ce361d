/*
 * Tegra20 GR3D engine: counted events of a draw (rows in events.def)
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef GR3D_EVENTS_H
#define GR3D_EVENTS_H

#include "gr3d.h"

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
} Gr3dEvents;

void gr3d_event(Gr3dEvents *events, Gr3dEventId id, uint32_t value);
/* As if what happened in @from had happened now */
void gr3d_events_add(Gr3dEvents *events, const Gr3dEvents *from);

#endif /* GR3D_EVENTS_H */
