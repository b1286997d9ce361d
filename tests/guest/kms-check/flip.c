/*
 * kms-check: page flips
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <errno.h>
#include <string.h>

#include "kms-check.h"

#define NUM_FLIPS   61
#define NUM_DUMPS   6

/* Two buffers of the size of the screen; fb 0 is on it */
typedef struct Flipper {
    Kms *k;
    TegraBo bo[2];
    KmsFb desc[2];
    uint32_t fb[2];
    unsigned shown;
} Flipper;

static const uint32_t colours[2] = { 0xc04020, 0x2060e0 };

static bool add_buffer(Flipper *f, unsigned i)
{
    f->desc[i] = picture_solid(f->k, colours[i]).layer[PLANE_A].fb;
    if (!f->bo[i].handle &&
        !expect_ok(f->k, tegra_bo_new(&f->bo[i], f->k->fd,
                                      f->k->bo[PLANE_A].size),
                   "allocate a buffer")) {
        return false;
    }
    return expect_ok(f->k, fb_new(f->k, &f->bo[i], &f->desc[i], &f->fb[i]),
                     "make a frame buffer");
}

static void flipper_end(Flipper *f)
{
    kms_mode_off(f->k);
    for (unsigned i = 0; i < 2; i++) {
        fb_free(f->k, f->fb[i]);
        tegra_bo_free(&f->bo[i]);
    }
}

/* The legacy call shows a buffer that covers the screen, at once. */
static bool show_first(Flipper *f)
{
    struct drm_mode_set_plane set = {
        .plane_id = f->k->head[f->k->on].plane[PLANE_A].id,
        .crtc_id = f->k->head[f->k->on].crtc,
        .fb_id = f->fb[0],
        .crtc_w = f->k->mode.hdisplay, .crtc_h = f->k->mode.vdisplay,
        .src_w = f->k->mode.hdisplay << 16, .src_h = f->k->mode.vdisplay << 16,
    };

    return expect_ok(f->k, tegra_ioctl(f->k->fd, DRM_IOCTL_MODE_SETPLANE, &set),
                     "show the first buffer");
}

static bool flipper_begin(Flipper *f, Kms *k)
{
    memset(f, 0, sizeof(*f));
    f->k = k;
    if (!kms_small_mode(k)) {
        return false;
    }
    if (add_buffer(f, 0) && add_buffer(f, 1) && show_first(f)) {
        return true;
    }
    flipper_end(f);
    return false;
}

static int flip_legacy(const Flipper *f, unsigned to, uint64_t cookie)
{
    struct drm_mode_crtc_page_flip flip = {
        .crtc_id = f->k->head[f->k->on].crtc,
        .fb_id = f->fb[to],
        .flags = DRM_MODE_PAGE_FLIP_EVENT,
        .user_data = cookie,
    };

    return tegra_ioctl(f->k->fd, DRM_IOCTL_MODE_PAGE_FLIP, &flip);
}

static int flip_atomic(const Flipper *f, unsigned to, uint64_t cookie)
{
    const KmsPlane *p = &f->k->head[f->k->on].plane[PLANE_A];
    KmsReq r = { 0 };

    req_add(&r, p->id, p->prop[PLANE_FB_ID], f->fb[to]);
    return req_commit(f->k, &r, DRM_MODE_ATOMIC_NONBLOCK |
                      DRM_MODE_PAGE_FLIP_EVENT, cookie);
}

typedef int FlipFn(const Flipper *f, unsigned to, uint64_t cookie);

/* Flip to the other buffer and wait until it is shown. */
static bool flip(Flipper *f, FlipFn *fn, uint64_t cookie, KmsEvent *e)
{
    if (!expect_ok(f->k, fn(f, !f->shown, cookie), "flip") ||
        !expect_ok(f->k, event_read(f->k, e), "the event of the flip")) {
        return false;
    }
    f->shown = !f->shown;
    return expect(f->k, e->type == DRM_EVENT_FLIP_COMPLETE &&
                  e->cookie == cookie &&
                  e->crtc == f->k->head[f->k->on].crtc,
                  "event type %u, cookie %llu, CRTC %u", e->type,
                  (unsigned long long)e->cookie, e->crtc);
}

/* One flip a frame: the number goes up by one, and so does the time. */
static void flip_each_frame(Kms *k, const char *what, FlipFn *fn)
{
    KmsEvent e[NUM_FLIPS] = { 0 };
    Flipper f;
    unsigned n = 0;

    if (!flipper_begin(&f, k)) {
        return;
    }
    while (n < NUM_FLIPS && flip(&f, fn, 1000 + n, &e[n])) {
        expect(k, !n || e[n].sequence == e[n - 1].sequence + 1,
               "flip %u at frame %llu, the last at %llu", n,
               (unsigned long long)e[n].sequence,
               (unsigned long long)e[n ? n - 1 : 0].sequence);
        n++;
    }
    if (n == NUM_FLIPS) {
        expect_spacing(k, what, e, n);
    }
    flipper_end(&f);
}

static void test_legacy(Kms *k)
{
    flip_each_frame(k, "legacy flips", flip_legacy);
}

static void test_atomic(Kms *k)
{
    flip_each_frame(k, "atomic flips", flip_atomic);
}

/* A flip's event has the number and time of a vertical blank. */
static void test_at_vblank(Kms *k)
{
    Flipper f;
    KmsEvent blank, done;

    if (!flipper_begin(&f, k)) {
        return;
    }
    for (unsigned i = 0; i < 10; i++) {
        if (!expect_ok(k, event_wait(k, k->on, true, 1, &blank), "a frame") ||
            !expect_ok(k, event_queue(k, k->on, true, 1, 7), "the next") ||
            !expect_ok(k, flip_atomic(&f, !f.shown, i), "flip")) {
            break;
        }
        f.shown = !f.shown;
        expect_ok(k, event_read(k, &blank), "an event");
        expect_ok(k, event_read(k, &done), "another event");
        if (blank.type == DRM_EVENT_FLIP_COMPLETE) {
            KmsEvent swap = blank;

            blank = done;
            done = swap;
        }
        /* a flip's event has microseconds only */
        expect(k, (uint32_t)blank.sequence == done.sequence &&
               blank.ns / 1000 == done.ns / 1000,
               "flip at frame %llu, %lld ns; vertical blank %llu, %lld ns",
               (unsigned long long)done.sequence, (long long)done.ns,
               (unsigned long long)blank.sequence, (long long)blank.ns);
    }
    flipper_end(&f);
}

static void expect_busy(Kms *k, FlipFn *first, FlipFn *second)
{
    Flipper f;
    KmsEvent e;

    if (!flipper_begin(&f, k)) {
        return;
    }
    if (flip(&f, first, 1, &e) &&
        expect_ok(k, first(&f, 0, 2), "flip")) {
        expect_error(k, second(&f, 1, 3), EBUSY, "flip while one is pending");
        expect_ok(k, event_read(k, &e), "the event of the flip");
        expect(k, e.cookie == 2, "cookie %u", (unsigned)e.cookie);
    }
    flipper_end(&f);
}

static void test_busy(Kms *k)
{
    expect_busy(k, flip_legacy, flip_legacy);
    expect_busy(k, flip_atomic, flip_atomic);
    expect_busy(k, flip_legacy, flip_atomic);
}

/* Every second frame */
static void test_half_rate(Kms *k)
{
    KmsEvent e, last = { 0 }, blank;
    Flipper f;

    if (!flipper_begin(&f, k)) {
        return;
    }
    for (unsigned i = 0; i < 20 && flip(&f, flip_atomic, i, &e); i++) {
        expect(k, !i || e.sequence == last.sequence + 2,
               "flip at frame %llu, the last at %llu",
               (unsigned long long)e.sequence,
               (unsigned long long)last.sequence);
        last = e;
        expect_ok(k, event_wait(k, k->on, true, 1, &blank), "a frame");
    }
    flipper_end(&f);
}

/* ---- what is on the screen before and after a flip */

static bool same_frame(Kms *k, uint64_t sequence)
{
    uint64_t now;
    int64_t ns;

    return event_now(k, k->on, &now, &ns) == 0 && now == sequence;
}

/* Make the buffer's first and last lines green. */
static void spoil(Flipper *f, unsigned i, bool on)
{
    uint32_t *words = f->bo[i].map;
    size_t n = 32 * 1024, last;
    struct drm_mode_fb_cmd2 cmd;

    fb_describe(&f->bo[i], &f->desc[i], &cmd);
    last = (size_t)cmd.pitches[0] / 4 * f->desc[i].h - n;
    for (size_t w = 0; w < n; w++) {
        words[w] = words[last + w] = on ? 0xff00ff00 : colours[i];
    }
}

/*
 * After the event nothing of the old buffer is on the screen any more: the
 * program writes into it, and the dump shows none of that.
 */
static void test_tearing(Kms *k)
{
    unsigned soon = 0;
    Flipper f;
    KmsEvent e;

    if (!k->host) {
        skip(k, "needs the host");
        return;
    }
    if (!flipper_begin(&f, k)) {
        return;
    }
    for (unsigned i = 0; i < NUM_DUMPS && flip(&f, flip_legacy, i, &e); i++) {
        KmsPicture shown = picture_solid(k, colours[f.shown]);
        char name[] = "flip-0";
        uint32_t crc;

        name[5] += i;
        spoil(&f, !f.shown, true);
        host_ask(k, "screendump %s", name);
        soon += same_frame(k, e.sequence);
        if (picture_crc(k, k->on, &crc)) {
            picture_describe(k, &shown, name, crc);
        }
        spoil(&f, !f.shown, false);
    }
    note("%u of %u dumps in the first frame of the buffer", soon, NUM_DUMPS);
    flipper_end(&f);
}

/* One try: was the dump taken while the flip was pending? */
static bool dump_pending(Flipper *f, const char *name)
{
    KmsEvent blank, e;
    bool pending;

    if (!expect_ok(f->k, event_wait(f->k, f->k->on, true, 1, &blank),
                   "a frame") ||
        !expect_ok(f->k, flip_atomic(f, !f->shown, 1), "flip")) {
        return true;
    }
    spoil(f, !f->shown, true);
    host_ask(f->k, "screendump %s", name);
    pending = same_frame(f->k, blank.sequence);
    expect_ok(f->k, event_read(f->k, &e), "the event of the flip");
    spoil(f, !f->shown, false);
    f->shown = !f->shown;
    return pending;
}

/*
 * Until the frame ends nothing of the new buffer is seen.  A host that is too
 * late for the frame proves nothing: try again.
 */
static void test_not_early(Kms *k)
{
    bool pending = false;
    uint32_t crc[2] = { 0 };
    Flipper f;
    KmsEvent e;

    if (!k->host) {
        skip(k, "needs the host");
        return;
    }
    if (!flipper_begin(&f, k)) {
        return;
    }
    for (unsigned i = 0; i < 2 && flip(&f, flip_legacy, i, &e); i++) {
        picture_crc(k, k->on, &crc[f.shown]);
    }
    for (unsigned i = 0; i < 20 && !pending && !k->failures; i++) {
        KmsPicture shown = picture_solid(k, colours[f.shown]);
        uint32_t old = crc[f.shown];

        pending = dump_pending(&f, "flip-pending");
        if (pending) {
            picture_describe(k, &shown, "flip-pending", old);
        }
    }
    if (!pending) {
        skip(k, "the host was late twenty times");
    }
    flipper_end(&f);
}

/* The head goes off while a flip is pending: the event comes all the same. */
static void test_pending_off(Kms *k)
{
    Flipper f;
    KmsEvent e;

    if (!flipper_begin(&f, k)) {
        return;
    }
    expect_ok(k, flip_atomic(&f, 1, 5), "flip");
    expect_ok(k, kms_mode_off(k), "all off");
    expect_ok(k, event_read(k, &e), "the event of the flip");
    expect(k, e.cookie == 5, "cookie %u", (unsigned)e.cookie);
    expect_error(k, flip_legacy(&f, 0, 6), EBUSY, "flip a head that is off");
    flipper_end(&f);
}

const KmsTest kms_tests_flip[] = {
    { "flip-legacy", test_legacy, "PAGE_FLIP in each of 60 frames" },
    { "flip-atomic", test_atomic, "the same with atomic commits" },
    { "flip-at-vblank", test_at_vblank, "a flip is done at a vertical blank" },
    { "flip-busy", test_busy, "a second flip in a frame is refused" },
    { "flip-half-rate", test_half_rate, "a flip every second frame" },
    { "flip-tearing", test_tearing, "only the new buffer after the event" },
    { "flip-not-early", test_not_early, "only the old one before" },
    { "flip-pending-off", test_pending_off, "off while a flip is pending" },
    { 0 }
};
