/*
 * kms-check: vertical blanks and their counter
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "kms-check.h"

#define NUM_FRAMES  61          /* 60 intervals */

/* The kernel masks an interrupt that nobody used for that long. */
#define IDLE_SECONDS    6

static void collect(Kms *k, KmsEvent *e, unsigned n)
{
    for (unsigned i = 0; i < n; i++) {
        if (!expect_ok(k, event_wait(k, k->on, true, 1, &e[i]),
                       "wait for a vertical blank")) {
            return;
        }
        expect(k, !i || e[i].sequence == e[i - 1].sequence + 1,
               "sequence %llu after %llu", (unsigned long long)e[i].sequence,
               (unsigned long long)e[i ? i - 1 : 0].sequence);
    }
}

static void test_spacing(Kms *k)
{
    KmsEvent e[NUM_FRAMES] = { 0 };

    if (kms_small_mode(k)) {
        collect(k, e, NUM_FRAMES);
        expect_spacing(k, "vertical blanks", e, NUM_FRAMES);
    }
}

/* Asked for in any order, delivered in order, each at its own frame */
static void test_order(Kms *k)
{
    static const uint8_t after[] = { 5, 2, 9, 3, 3, 7 };
    static const uint8_t sorted[] = { 2, 3, 3, 5, 7, 9 };
    uint64_t now = 0;
    int64_t ns = 0;
    KmsEvent e;

    if (!kms_small_mode(k) || event_wait(k, k->on, true, 1, &e) < 0) {
        return;
    }
    expect_ok(k, event_now(k, k->on, &now, &ns), "read the counter");
    for (unsigned i = 0; i < sizeof(after); i++) {
        expect_ok(k, event_queue(k, k->on, false, now + after[i], after[i]),
                  "ask for a frame");
    }
    for (unsigned i = 0; i < sizeof(sorted); i++) {
        expect_ok(k, event_read(k, &e), "read the event");
        expect(k, e.sequence == now + sorted[i] && e.cookie == sorted[i],
               "event %u: frame %lld, cookie %u, expected %u", i,
               (long long)(e.sequence - now), (unsigned)e.cookie, sorted[i]);
    }
}

/* ---- the older ioctl */

static int wait_vblank(Kms *k, unsigned type, unsigned sequence,
                       union drm_wait_vblank *v)
{
    memset(v, 0, sizeof(*v));
    v->request.type = type | k->on << _DRM_VBLANK_HIGH_CRTC_SHIFT;
    v->request.sequence = sequence;
    return tegra_ioctl(k->fd, DRM_IOCTL_WAIT_VBLANK, v);
}

static double reply_ns(const union drm_wait_vblank *v)
{
    return v->reply.tval_sec * 1e9 + v->reply.tval_usec * 1e3;
}

static void test_wait(Kms *k)
{
    union drm_wait_vblank a, b, c;

    if (!kms_small_mode(k)) {
        return;
    }
    expect_ok(k, wait_vblank(k, _DRM_VBLANK_RELATIVE, 1, &a), "wait for one");
    expect_ok(k, wait_vblank(k, _DRM_VBLANK_RELATIVE, 3, &b), "wait for three");
    expect(k, b.reply.sequence == a.reply.sequence + 3,
           "three frames after %u comes %u", a.reply.sequence,
           b.reply.sequence);
    expect_ok(k, wait_vblank(k, _DRM_VBLANK_ABSOLUTE, b.reply.sequence + 10,
                             &c), "wait for an absolute frame");
    expect(k, c.reply.sequence == b.reply.sequence + 10,
           "ten frames after %u comes %u", b.reply.sequence,
           c.reply.sequence);
    expect(k, abs((int)((reply_ns(&c) - reply_ns(&b)) / frame_ns(&k->mode) *
                        100 - 1000)) < 10, "ten frames took %.0f us",
           (reply_ns(&c) - reply_ns(&b)) / 1000);
    /* the past: at once */
    expect_ok(k, wait_vblank(k, _DRM_VBLANK_ABSOLUTE, a.reply.sequence, &c),
              "wait for the past");
    expect_ok(k, wait_vblank(k, _DRM_VBLANK_ABSOLUTE | _DRM_VBLANK_NEXTONMISS,
                             a.reply.sequence, &b), "wait for the next");
    expect(k, b.reply.sequence == c.reply.sequence + 1,
           "the next after %u is %u", c.reply.sequence, b.reply.sequence);
}

static void test_no_such_head(Kms *k)
{
    union drm_wait_vblank v = {
        .request.type = _DRM_VBLANK_RELATIVE | 2 << _DRM_VBLANK_HIGH_CRTC_SHIFT,
    };

    if (!kms_small_mode(k)) {
        return;
    }
    expect_error(k, tegra_ioctl(k->fd, DRM_IOCTL_WAIT_VBLANK, &v), EINVAL,
                 "wait on head 2");
    v.request.type = _DRM_VBLANK_RELATIVE | 1 << _DRM_VBLANK_HIGH_CRTC_SHIFT;
    expect_error(k, tegra_ioctl(k->fd, DRM_IOCTL_WAIT_VBLANK, &v), EINVAL,
                 "wait on a head that is off");
}

/* ---- the counter while nobody looks */

static void expect_elapsed(Kms *k, const char *what, const KmsEvent *a,
                           const KmsEvent *b)
{
    double frames = (b->ns - a->ns) / frame_ns(&k->mode);
    double counted = b->sequence - a->sequence;

    note("%s: %.0f frames counted in the time of %.2f", what, counted, frames);
    /* 0.5 % for the mode's clock, one for the latency of both interrupts */
    expect(k, counted - frames <= frames * 0.005 + 1 &&
           frames - counted <= frames * 0.005 + 1,
           "%s: %.0f frames counted in the time of %.2f", what, counted,
           frames);
}

static void test_idle(Kms *k)
{
    KmsEvent a, b;

    if (!kms_small_mode(k) ||
        !expect_ok(k, event_wait(k, k->on, true, 1, &a), "first frame")) {
        return;
    }
    sleep(IDLE_SECONDS);
    if (expect_ok(k, event_wait(k, k->on, true, 1, &b), "last frame")) {
        expect_elapsed(k, "interrupt masked", &a, &b);
    }
}

/* ---- DPMS and mode sets: the counter never goes back */

static void test_dpms(Kms *k)
{
    KmsEvent before, e[NUM_FRAMES] = { 0 };

    if (!kms_small_mode(k) ||
        !expect_ok(k, event_wait(k, k->on, true, 1, &before), "before")) {
        return;
    }
    expect_ok(k, kms_active(k, false), "switch the head off");
    expect_error(k, event_queue(k, k->on, true, 1, 0), EINVAL,
                 "ask for a frame of a head that is off");
    expect_ok(k, kms_active(k, true), "switch it on");
    collect(k, e, NUM_FRAMES);
    expect(k, e[0].sequence > before.sequence, "frame %llu before, %llu after",
           (unsigned long long)before.sequence,
           (unsigned long long)e[0].sequence);
    expect_spacing(k, "after DPMS", e, NUM_FRAMES);
}

static void test_modeset(Kms *k)
{
    const struct drm_mode_modeinfo *mode = kms_preferred(k);
    KmsEvent before, after;

    if (!kms_small_mode(k) || !expect(k, mode, "no preferred mode") ||
        !expect_ok(k, event_wait(k, k->on, true, 1, &before), "before")) {
        return;
    }
    if (expect_ok(k, kms_mode_on(k, 0, mode), "set the preferred mode") &&
        expect_ok(k, event_wait(k, k->on, true, 1, &after), "after")) {
        expect(k, after.sequence > before.sequence &&
               after.sequence < before.sequence + 120,
               "frame %llu before, %llu after",
               (unsigned long long)before.sequence,
               (unsigned long long)after.sequence);
    }
}

/* An event for a far frame comes when the head goes off. */
static void test_pending_off(Kms *k)
{
    KmsEvent e;

    if (!kms_small_mode(k)) {
        return;
    }
    expect_ok(k, event_queue(k, k->on, true, 1000, 42), "ask for a far frame");
    expect_ok(k, kms_mode_off(k), "all off");
    expect_ok(k, event_read(k, &e), "the event of the far frame");
    expect(k, e.cookie == 42, "cookie %u", (unsigned)e.cookie);
}

const KmsTest kms_tests_time[] = {
    { "vblank-spacing", test_spacing, "60 frames: numbers and time stamps" },
    { "vblank-order", test_order, "events asked for in any order" },
    { "vblank-wait", test_wait, "WAIT_VBLANK, relative and absolute" },
    { "vblank-no-head", test_no_such_head, "WAIT_VBLANK of a wrong head" },
    { "vblank-idle", test_idle, "the counter goes on when masked" },
    { "vblank-dpms", test_dpms, "off and on again" },
    { "vblank-modeset", test_modeset, "the counter over a change of modes" },
    { "vblank-pending-off", test_pending_off, "off while an event is awaited" },
    { 0 }
};
