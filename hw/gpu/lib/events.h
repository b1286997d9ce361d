/*
 * Engines: counted events, what a guest did wrong or the engine does not model
 *
 * The engine counts them, the embedder reports them when the work has ended.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef GPU_EVENTS_H
#define GPU_EVENTS_H

#include <stdint.h>

typedef enum GpuEventKind {
    GPU_EVENT_GUEST_ERROR,
    GPU_EVENT_UNIMP,
    GPU_EVENT_UNKNOWN,          /* a guest error, whose effect nobody knows */
} GpuEventKind;

/* An engine's row of one; its number is the event's. */
typedef struct GpuEventRow {
    const char *text;           /* one clause: "vertex outside its buffer" */
    GpuEventKind kind;
} GpuEventRow;

/* Rows of an engine, at most: an embedder has bit sets of them. */
#define GPU_MAX_EVENTS  64

typedef struct GpuEventCount {
    const char *text;
    GpuEventKind kind;
    uint64_t count;             /* never 0 */
    uint32_t value;             /* first offending register, index, word */
    uint16_t reg;               /* that holds the value; 0: not said */
    uint8_t id;                 /* below GPU_MAX_EVENTS */
} GpuEventCount;

/* All zero: nothing happened. */
typedef struct GpuEvents {
    GpuEventCount list[GPU_MAX_EVENTS];     /* in order of first occurrence */
    unsigned num;
    uint8_t place[GPU_MAX_EVENTS];          /* place in list + 1; 0: none */
    unsigned noted;
    uint32_t task[GPU_MAX_EVENTS];          /* of those in list */
} GpuEvents;

/* Forget all; most often there is none, in a long list. */
static inline void gpu_events_clear(GpuEvents *events)
{
    if (events->num) {
        *events = (GpuEvents) { };
    }
}

/* Count event number @id of @rows: @value, of register @reg. */
void gpu_event(GpuEvents *events, const GpuEventRow *rows, unsigned id,
               unsigned reg, uint32_t value);
/* Add what is counted in @from, as if it had happened now. */
void gpu_events_add(GpuEvents *events, const GpuEvents *from);

/*
 * Note that @task met the events that are new.  Tasks are shared by threads:
 * each thread counts for itself and notes which of its tasks, in ascending
 * order, met an event first.  Then all are added as if one task after the other
 * had met them.
 */
static inline void gpu_events_note(GpuEvents *events, uint32_t task)
{
    while (events->noted < events->num) {
        events->task[events->noted++] = task;
    }
}

/*
 * Add the events of @num threads in the order of tasks; NULL: a thread met
 * none.  Forgets what was noted.
 */
void gpu_events_merge(GpuEvents *events, GpuEvents *const *from, unsigned num);

#endif /* GPU_EVENTS_H */
