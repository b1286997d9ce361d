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
#define MAX_EVENTS      128     /* of a file [drm_event_reserve_init()] */
#define BASE_888        8       /* [tegra-dc.rst, Output colours] */

#define FAR_AWAY        (INT64_MAX / 2)

typedef struct Event {
    DrmFile *file;
    KmsHead *head;
    int64_t at;
    union {
        struct drm_event_vblank event;
        struct drm_event_crtc_sequence sequenced;
    };
} Event;

G_STATIC_ASSERT(sizeof(struct drm_event_vblank) ==
                sizeof(struct drm_event_crtc_sequence));

static GArray *events;          /* not read yet, in the order of their time */

uint64_t kms_sequence(const KmsHead *h, int64_t now)
{
    return h->first + (h->on ? (now - h->start) / h->frame_ns : 0);
}

int64_t kms_frame_at(const KmsHead *h, uint64_t sequence)
{
    int64_t since;

    if (!h->on) {
        return drm_now();
    }
    if (__builtin_mul_overflow((int64_t)(sequence - h->first), h->frame_ns,
                               &since) || since > FAR_AWAY) {
        since = FAR_AWAY;
    }
    return h->start + since;
}

void kms_wait_until(int64_t at)
{
    while (drm_now() < at) {
        drm_wait(at);
    }
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

bool kms_event_fits(const DrmFile *file)
{
    unsigned num = 0;

    for (unsigned i = 0; i < num_events(); i++) {
        num += g_array_index(events, Event, i).file == file;
    }
    return num < MAX_EVENTS;
}

/* The frame that it tells of; there are two layouts of one size. */
static void fill(Event *e, uint64_t sequence, int64_t at)
{
    e->at = at;
    if (e->event.base.type == DRM_EVENT_CRTC_SEQUENCE) {
        e->sequenced.sequence = sequence;
        e->sequenced.time_ns = at;
        return;
    }
    e->event.tv_sec = at / SECOND;
    e->event.tv_usec = at % SECOND / 1000;
    e->event.sequence = sequence;
    e->event.crtc_id = KMS_CRTC + (e->head - kms_heads);
}

void kms_event_add(DrmFile *file, KmsHead *h, uint32_t type, uint64_t cookie,
                   uint64_t sequence)
{
    unsigned i = num_events();
    Event e = { .file = file, .head = h };

    e.event.base.type = type;
    e.event.base.length = sizeof(e.event);
    e.event.user_data = cookie;
    fill(&e, sequence, kms_frame_at(h, sequence));
    events = events ? events : g_array_new(false, false, sizeof(Event));
    while (i && g_array_index(events, Event, i - 1).at > e.at) {
        i--;
    }
    g_array_insert_val(events, i, e);
    set_timer(file);
    drm_changed();
}

/* ---- Heads ---- */

void kms_head_on(KmsHead *h, const struct drm_mode_modeinfo *mode)
{
    uint32_t size = mode->vdisplay << 16 | mode->hdisplay;

    h->frame_ns = (int64_t)mode->htotal * mode->vtotal * MS / mode->clock;
    h->start = drm_now();
    h->on = true;
    tegra_dc_regs_store(&h->dc, R_DC_DISP_ACTIVE, size);
    tegra_dc_regs_store(&h->dc, R_DC_DISP_COLOR_CONTROL, BASE_888);
}

static int by_time(const void *a, const void *b)
{
    const Event *x = a, *y = b;

    return (x->at > y->at) - (x->at < y->at);
}

/* The event of a frame that will not be comes now. */
void kms_head_off(KmsHead *h)
{
    int64_t now = drm_now();
    uint64_t sequence = kms_sequence(h, now);

    for (unsigned i = 0; i < num_events(); i++) {
        Event *e = &g_array_index(events, Event, i);

        if (e->head == h && e->at > now) {
            fill(e, sequence, now);
        }
    }
    if (events) {
        g_array_sort(events, by_time);
    }
    for (unsigned i = 0; i < num_events(); i++) {
        set_timer(g_array_index(events, Event, i).file);
    }
    h->first = sequence;
    h->on = false;
    drm_changed();
}

/* ---- Reading ---- */

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

static int wait_for(const KmsHead *h, uint64_t sequence)
{
    int ret = 0;

    while (!ret && h->on && drm_now() < kms_frame_at(h, sequence)) {
        ret = drm_wait(kms_frame_at(h, sequence));
        ret = ret == -ETIME ? 0 : ret;
    }
    return ret;
}

static void reply(const KmsHead *h, union drm_wait_vblank *args)
{
    uint64_t sequence = kms_sequence(h, drm_now());
    int64_t at = kms_frame_at(h, sequence);

    args->reply.sequence = sequence;
    args->reply.tval_sec = at / SECOND;
    args->reply.tval_usec = at % SECOND / 1000;
}

/* The frame that the client means; what has gone by is this one. */
static uint64_t wanted(uint64_t now, bool relative, bool next, uint64_t value)
{
    if (relative) {
        return now + value;
    }
    if ((int64_t)(now - value) < 0) {
        return value;
    }
    return next ? now + 1 : now;
}

/* The client's 32 bits become the nearest number to the counter's. */
static uint64_t wanted_vblank(const KmsHead *h,
                              const union drm_wait_vblank *args)
{
    uint64_t now = kms_sequence(h, drm_now());
    uint32_t value = args->request.sequence;
    bool relative = (args->request.type & _DRM_VBLANK_TYPES_MASK) ==
                    _DRM_VBLANK_RELATIVE;

    return wanted(now, relative,
                  args->request.type & _DRM_VBLANK_NEXTONMISS,
                  relative ? value : now + (int32_t)(value - (uint32_t)now));
}

static KmsHead *vblank_head(unsigned type)
{
    unsigned head = type & _DRM_VBLANK_HIGH_CRTC_MASK
                    ? (type & _DRM_VBLANK_HIGH_CRTC_MASK) >>
                      _DRM_VBLANK_HIGH_CRTC_SHIFT
                    : !!(type & _DRM_VBLANK_SECONDARY);

    return head < KMS_NUM_HEADS && kms_heads[head].on ? &kms_heads[head]
                                                      : NULL;
}

int kms_wait_vblank(DrmFile *file, void *arg)
{
    union drm_wait_vblank *args = arg;
    unsigned type = args->request.type;
    KmsHead *h = vblank_head(type);
    uint64_t sequence;
    int ret;

    if (type & ~TYPES || type & _DRM_VBLANK_SIGNAL || !h) {
        return -EINVAL;
    }
    sequence = wanted_vblank(h, args);
    if (type & _DRM_VBLANK_EVENT) {
        if (!kms_event_fits(file)) {
            return -ENOMEM;
        }
        kms_event_add(file, h, DRM_EVENT_VBLANK, args->request.signal,
                      sequence);
        args->reply.sequence = sequence;
        return 0;
    }
    ret = wait_for(h, sequence);
    reply(h, args);
    return ret;
}

static KmsHead *head_of(uint32_t id)
{
    return kms_is_head(id) ? &kms_heads[id - KMS_CRTC] : NULL;
}

int kms_get_sequence(DrmFile *file, void *arg)
{
    struct drm_crtc_get_sequence *args = arg;
    const KmsHead *h = head_of(args->crtc_id);

    if (!h || !h->on) {
        return h ? -EINVAL : -ENOENT;
    }
    args->active = 1;
    args->sequence = kms_sequence(h, drm_now());
    args->sequence_ns = kms_frame_at(h, args->sequence);
    return 0;
}

int kms_queue_sequence(DrmFile *file, void *arg)
{
    struct drm_crtc_queue_sequence *args = arg;
    KmsHead *h = head_of(args->crtc_id);

    if (!h) {
        return -ENOENT;
    }
    if (args->flags & ~(DRM_CRTC_SEQUENCE_RELATIVE |
                        DRM_CRTC_SEQUENCE_NEXT_ON_MISS) || !h->on) {
        return -EINVAL;
    }
    if (!kms_event_fits(file)) {
        return -ENOMEM;
    }
    args->sequence = wanted(kms_sequence(h, drm_now()),
                            args->flags & DRM_CRTC_SEQUENCE_RELATIVE,
                            args->flags & DRM_CRTC_SEQUENCE_NEXT_ON_MISS,
                            args->sequence);
    kms_event_add(file, h, DRM_EVENT_CRTC_SEQUENCE, args->user_data,
                  args->sequence);
    return 0;
}
