/*
 * A tegra DRM device in the process: vertical blanks and events
 *
 * Frames follow the clock, from the mode set on.  A file's timer expires when
 * its first event is there, so poll() sees that.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <errno.h>
#include <string.h>
#include <sys/timerfd.h>
#include "kms.h"

#define SECOND          (1000 * MS)
#define MAX_EVENTS      128     /* of all files [drm_event_reserve_init()] */

#define FAR_AWAY        (INT64_MAX / 2)

typedef struct Event {
    DrmFile *file;
    int64_t at;
    struct drm_event_vblank event;
} Event;

static GArray *events;          /* not read yet, in the order of their time */

static int64_t frame_ns(void)
{
    const struct drm_mode_modeinfo *m = &kms_screen.mode;

    return (int64_t)m->htotal * m->vtotal * MS / m->clock;
}

uint32_t kms_sequence(int64_t now)
{
    return (now - kms_screen.start) / frame_ns();
}

int64_t kms_frame_at(uint32_t sequence)
{
    int64_t since;

    if (__builtin_mul_overflow(sequence, frame_ns(), &since) ||
        since > FAR_AWAY) {
        since = FAR_AWAY;
    }
    return kms_screen.start + since;
}

static unsigned num_events(void)
{
    return events ? events->len : 0;
}

static Event *event_of(DrmFile *file, unsigned *index)
{
    for (unsigned i = 0; i < num_events(); i++) {
        Event *e = &g_array_index(events, Event, i);

        if (e->file == file) {
            *index = i;
            return e;
        }
    }
    return NULL;
}

static void set_timer(DrmFile *file)
{
    unsigned i;
    const Event *e = event_of(file, &i);
    struct itimerspec when = { };

    if (e) {
        when.it_value.tv_sec = e->at / SECOND;
        when.it_value.tv_nsec = e->at % SECOND;
    }
    timerfd_settime(file->timer, TFD_TIMER_ABSTIME, &when, NULL);
}

void kms_event_add(DrmFile *file, uint32_t type, uint64_t cookie,
                   uint32_t sequence)
{
    int64_t at = kms_frame_at(sequence);
    unsigned i = num_events();
    Event e = {
        .file = file,
        .at = at,
        .event = {
            .base = { type, sizeof(e.event) },
            .user_data = cookie,
            .tv_sec = at / SECOND,
            .tv_usec = at % SECOND / 1000,
            .sequence = sequence,
            .crtc_id = KMS_CRTC,
        },
    };

    events = events ? events : g_array_new(false, false, sizeof(Event));
    while (i && g_array_index(events, Event, i - 1).at > at) {
        i--;
    }
    g_array_insert_val(events, i, e);
    set_timer(file);
    drm_changed();
}

void kms_events_free(DrmFile *file)
{
    unsigned i;

    while (event_of(file, &i)) {
        g_array_remove_index(events, i);
    }
}

int kms_read(DrmFile *file, void *data, size_t size)
{
    size_t done = 0;
    unsigned i;
    const Event *e;

    while ((e = event_of(file, &i)) && e->at <= drm_now() &&
           size - done >= sizeof(e->event)) {
        memcpy((uint8_t *)data + done, &e->event, sizeof(e->event));
        done += sizeof(e->event);
        g_array_remove_index(events, i);
    }
    set_timer(file);
    return done;
}

int64_t kms_due(int64_t now)
{
    for (unsigned i = 0; i < num_events(); i++) {
        int64_t at = g_array_index(events, Event, i).at;

        if (at > now) {
            return at;
        }
    }
    return INT64_MAX;
}

/* ---- Waits ---- */

#define TYPES   (_DRM_VBLANK_TYPES_MASK | _DRM_VBLANK_FLAGS_MASK | \
                 _DRM_VBLANK_HIGH_CRTC_MASK)

static int wait_for(uint32_t sequence)
{
    int ret = 0;

    while (!ret && kms_screen.fb && drm_now() < kms_frame_at(sequence)) {
        ret = drm_wait(kms_frame_at(sequence));
        ret = ret == -ETIME ? 0 : ret;
    }
    return ret;
}

static void reply(union drm_wait_vblank *args)
{
    uint32_t sequence = kms_screen.fb ? kms_sequence(drm_now()) : 0;
    int64_t at = kms_screen.fb ? kms_frame_at(sequence) : drm_now();

    args->reply.sequence = sequence;
    args->reply.tval_sec = at / SECOND;
    args->reply.tval_usec = at % SECOND / 1000;
}

/* The frame that the client means; what has gone by is this one. */
static uint32_t wanted(const union drm_wait_vblank *args)
{
    uint32_t now = kms_sequence(drm_now()), sequence = args->request.sequence;

    if ((args->request.type & _DRM_VBLANK_TYPES_MASK) ==
        _DRM_VBLANK_RELATIVE) {
        return now + sequence;
    }
    if ((int32_t)(now - sequence) < 0) {
        return sequence;
    }
    return args->request.type & _DRM_VBLANK_NEXTONMISS ? now + 1 : now;
}

int kms_wait_vblank(DrmFile *file, void *arg)
{
    union drm_wait_vblank *args = arg;
    unsigned type = args->request.type;
    uint32_t sequence;
    int ret;

    if (type & ~TYPES || type & _DRM_VBLANK_SIGNAL || !kms_screen.fb ||
        type & (_DRM_VBLANK_SECONDARY | _DRM_VBLANK_HIGH_CRTC_MASK)) {
        return -EINVAL;
    }
    sequence = wanted(args);
    if (type & _DRM_VBLANK_EVENT) {
        if (num_events() >= MAX_EVENTS) {
            return -EBUSY;
        }
        kms_event_add(file, DRM_EVENT_VBLANK, args->request.signal, sequence);
        args->reply.sequence = sequence;
        return 0;
    }
    ret = wait_for(sequence);
    reply(args);
    return ret;
}
