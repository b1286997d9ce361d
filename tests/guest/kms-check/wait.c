/*
 * kms-check: commits and clients that wait, while something else happens
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <string.h>
#include <unistd.h>

#include "kms-check.h"

#define NUM_TRIES   20
#define SOON_US     4000        /* less than a frame */

/* What a thread waits in, and what it got */
typedef struct Waiter {
    pthread_t thread;
    Kms *k;
    KmsReq req;
    int fd;
    int ret;
} Waiter;

static bool waiter_start(Waiter *w, void *(*run)(void *))
{
    return expect_ok(w->k, -pthread_create(&w->thread, NULL, run, w),
                     "start a thread");
}

/* The picture that is shown, to be shown again at the next frame */
static int flip_to_same(const Kms *k, uint32_t flags)
{
    const KmsPlane *p = &k->head[k->on].plane[PLANE_A];
    KmsReq r = { 0 };

    req_add(&r, p->id, p->prop[PLANE_FB_ID], k->fb[PLANE_A]);
    return req_commit(k, &r, flags | DRM_MODE_ATOMIC_NONBLOCK, 0);
}

static bool show_solid(Kms *k)
{
    KmsPicture p;

    if (!kms_small_mode(k)) {
        return false;
    }
    p = picture_solid(k, 0x405060);
    return picture_commit(k, &p);
}

/* ---- a commit that waits for another: what it does not say stays */

static void *commit(void *opaque)
{
    Waiter *w = opaque;

    w->ret = req_commit(w->k, &w->req, 0, 0);
    return NULL;
}

static uint32_t fb_of(Kms *k, unsigned plane)
{
    struct drm_mode_get_plane get = {
        .plane_id = k->head[k->on].plane[plane].id,
    };

    expect_ok(k, tegra_ioctl(k->fd, DRM_IOCTL_MODE_GETPLANE, &get),
              "ask for a plane");
    return get.fb_id;
}

/* In window C, without waiting; no buffer: off */
static int set_cursor(const Kms *k, const TegraBo *bo)
{
    struct drm_mode_cursor2 cursor = {
        .flags = DRM_MODE_CURSOR_BO, .crtc_id = k->head[k->on].crtc,
        .width = 64, .height = 64, .handle = bo ? bo->handle : 0,
    };

    return tegra_ioctl(k->fd, DRM_IOCTL_MODE_CURSOR2, &cursor);
}

static void req_small(const Kms *k, KmsReq *r, uint32_t fb)
{
    static const KmsLayer layer = {
        .src = { 0, 0, 64, 64 }, .dst = { 100, 100, 64, 64 }, .zpos = 1,
    };

    req_layer(k, r, &k->head[k->on].plane[PLANE_B], &layer, fb);
}

/* Window B waits for the frame; meanwhile the cursor comes or goes. */
static void wait_with_cursor(Kms *k, uint32_t fb, bool on)
{
    Waiter w = { .k = k };

    req_small(k, &w.req, fb);
    if (!expect_ok(k, flip_to_same(k, 0), "flip") ||
        !waiter_start(&w, commit)) {
        return;
    }
    usleep(SOON_US);
    expect_ok(k, set_cursor(k, on ? &k->bo[PLANE_C] : NULL), "set the cursor");
    pthread_join(w.thread, NULL);
    expect_ok(k, w.ret, "the commit that waited");
    expect(k, fb_of(k, PLANE_B) == fb, "window B does not have its buffer");
    expect(k, !fb_of(k, PLANE_C) == !on, "the cursor is %s",
           on ? "gone" : "there");
}

static bool small_fb(Kms *k, uint32_t *fb)
{
    static const KmsFb small = {
        .format = DRM_FORMAT_XRGB8888, .w = 64, .h = 64,
    };

    return show_solid(k) &&
           expect_ok(k, fb_new(k, &k->bo[PLANE_B], &small, fb), "make fb");
}

static void test_commit(Kms *k)
{
    uint32_t fb;

    if (!small_fb(k, &fb)) {
        return;
    }
    for (unsigned i = 0; i < 6; i++) {
        wait_with_cursor(k, fb, !(i % 2));
    }
    fb_free(k, fb);
}

/* ---- a commit that is refused does not wait before that */

static void test_refused(Kms *k)
{
    const KmsPlane *b = &k->head[0].plane[PLANE_B];
    bool at_once = false;
    uint32_t fb;

    if (!small_fb(k, &fb)) {
        return;
    }
    for (unsigned i = 0; i < NUM_TRIES && !at_once; i++) {
        struct pollfd p = { .fd = k->fd, .events = POLLIN };
        KmsReq bad = { 0 };
        KmsEvent e;

        req_small(k, &bad, fb);
        req_add(&bad, b->id, b->prop[PLANE_SRC_W], 65 << 16);
        expect_ok(k, flip_to_same(k, DRM_MODE_PAGE_FLIP_EVENT), "flip");
        expect_error(k, req_commit(k, &bad, 0, 0), ENOSPC,
                     "a source that is too wide");
        at_once = poll(&p, 1, 0) == 0;
        expect_ok(k, event_read(k, &e), "the event of the flip");
    }
    expect(k, at_once, "it was refused after the frame, %u times", NUM_TRIES);
    fb_free(k, fb);
}

/* ---- a client closes what its other thread reads from */

static void *read_event(void *opaque)
{
    struct drm_event_crtc_sequence e;
    Waiter *w = opaque;
    ssize_t n = read(w->fd, &e, sizeof(e));

    w->ret = n == sizeof(e) ? (int)e.user_data : n < 0 ? -errno : -EIO;
    return NULL;
}

static void test_closed(Kms *k)
{
    Waiter w = { .k = k };
    Kms other;

    if (!show_solid(k)) {
        return;
    }
    other = *k;
    w.fd = other.fd = tegra_open();
    if (!expect_ok(k, other.fd, "open the device again") ||
        !expect_ok(k, event_queue(&other, k->on, true, 4, 17), "an event") ||
        !waiter_start(&w, read_event)) {
        return;
    }
    usleep(SOON_US);
    close(other.fd);
    pthread_join(w.thread, NULL);
    expect_ok(k, w.ret, "read from a file that is closed meanwhile");
    expect(k, w.ret == 17, "cookie %d", w.ret);
}

const KmsTest kms_tests_wait[] = {
    { "wait-commit", test_commit, "the cursor while a commit waits" },
    { "wait-refused", test_refused, "a wrong commit while a flip is pending" },
    { "wait-closed", test_closed, "close() while another thread reads" },
    { 0 }
};
