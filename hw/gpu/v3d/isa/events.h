/*
 * VideoCore IV 3D engine: counted events (rows in events.def)
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef V3D_EVENTS_H
#define V3D_EVENTS_H

#include <stdint.h>

typedef enum V3dEventId {
#define V3D_EVENT(name, kind, text) V3D_EV_##name,
#include "events.def"
#undef V3D_EVENT
    V3D_NUM_EVENTS
} V3dEventId;

typedef enum V3dEventKind {
    V3D_EVENT_GUEST_ERROR,
    V3D_EVENT_UNIMP,
} V3dEventKind;

typedef struct V3dEventCount {
    const char *text;           /* clause that ends before a value */
    V3dEventKind kind;
    V3dEventId id;
    uint32_t value;             /* of the first */
    uint64_t count;
} V3dEventCount;

/* All zero: nothing happened. */
typedef struct V3dEvents {
    V3dEventCount list[V3D_NUM_EVENTS];     /* in order of first occurrence */
    unsigned num;
    uint8_t place[V3D_NUM_EVENTS];          /* place in list + 1; 0: none */
} V3dEvents;

void v3d_event(V3dEvents *events, V3dEventId id, uint32_t value);

#endif /* V3D_EVENTS_H */
