/*
 * kms-check: what the driver must refuse, with the picture as it was
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <errno.h>
#include <string.h>

#include "kms-check.h"

#define ARRAY_SIZE(a)   (sizeof(a) / sizeof((a)[0]))

/* ---- frame buffers */

static struct drm_mode_fb_cmd2 good_fb(const Kms *k)
{
    static const KmsFb fb = {
        .format = DRM_FORMAT_XRGB8888, .w = 64, .h = 64,
    };
    struct drm_mode_fb_cmd2 cmd;

    fb_describe(&k->bo[PLANE_B], &fb, &cmd);
    return cmd;
}

static void expect_refused(Kms *k, const char *what,
                           struct drm_mode_fb_cmd2 *cmd, int error)
{
    int ret = tegra_ioctl(k->fd, DRM_IOCTL_MODE_ADDFB2, cmd);

    expect_error(k, ret, error, what);
    if (ret == 0) {
        fb_free(k, cmd->fb_id);
    }
}

static void test_fb(Kms *k)
{
    struct drm_mode_fb_cmd2 cmd = good_fb(k);

    expect_ok(k, tegra_ioctl(k->fd, DRM_IOCTL_MODE_ADDFB2, &cmd), "a good one");
    fb_free(k, cmd.fb_id);
    cmd = good_fb(k);
    cmd.width = 4097;
    expect_refused(k, "4097 pixels", &cmd, EINVAL);
    cmd = good_fb(k);
    cmd.height = 4097;
    expect_refused(k, "4097 lines", &cmd, EINVAL);
    cmd = good_fb(k);
    cmd.height = 4000;
    expect_refused(k, "longer than its buffer", &cmd, EINVAL);
    cmd = good_fb(k);
    cmd.pitches[0] = 64 * 4 - 8;
    expect_refused(k, "lines that overlap", &cmd, EINVAL);
    cmd = good_fb(k);
    cmd.handles[0] = 0x7fff;
    expect_refused(k, "no such buffer", &cmd, ENXIO);
    cmd = good_fb(k);
    cmd.pixel_format = fourcc_code('N', 'O', 'N', 'E');
    expect_refused(k, "no such format", &cmd, EINVAL);
}

/* ---- commits: one layer that is right but for one thing */

static KmsLayer good_layer(void)
{
    return (KmsLayer) {
        .fb = { .format = DRM_FORMAT_XRGB8888, .w = 64, .h = 64 },
        .src = { 0, 0, 64, 64 }, .dst = { 50, 50, 64, 64 }, .zpos = 1,
    };
}

typedef struct BadValue {
    const char *what;
    unsigned plane;             /* of head 0 */
    PlaneProp prop;
    uint64_t value;
    int error;
} BadValue;

static const BadValue bad_values[] = {
    { "a source beyond the buffer", PLANE_B, PLANE_SRC_X, 1 << 16, ENOSPC },
    { "a source that is too wide", PLANE_B, PLANE_SRC_W, 65 << 16, ENOSPC },
    { "a source that is too high", PLANE_C, PLANE_SRC_H, 65 << 16, ENOSPC },
    { "a quarter turn", PLANE_B, PLANE_ROTATION, DRM_MODE_ROTATE_90, EINVAL },
    { "two turns", PLANE_B, PLANE_ROTATION,
      DRM_MODE_ROTATE_0 | DRM_MODE_ROTATE_180, EINVAL },
    { "no turn", PLANE_A, PLANE_ROTATION, DRM_MODE_REFLECT_X, EINVAL },
    { "zpos 256", PLANE_B, PLANE_ZPOS, 256, EINVAL },
    { "a place beyond all numbers", PLANE_C, PLANE_CRTC_X, 0x7fffffff,
      ERANGE },
    { "a frame buffer without a head", PLANE_B, PLANE_CRTC_ID, 0, EINVAL },
    { "a head without a frame buffer", PLANE_B, PLANE_FB_ID, 0, EINVAL },
    { "no such frame buffer", PLANE_B, PLANE_FB_ID, 0x7fff, EINVAL },
};

static void req_good(const Kms *k, KmsReq *r, const KmsPlane *p, uint32_t fb)
{
    KmsLayer l = good_layer();

    req_layer(k, r, p, &l, fb);
}

static void try_values(Kms *k, uint32_t fb)
{
    for (unsigned i = 0; i < ARRAY_SIZE(bad_values); i++) {
        const BadValue *b = &bad_values[i];
        const KmsPlane *p = &k->head[0].plane[b->plane];
        KmsReq r = { 0 };

        req_good(k, &r, p, fb);
        req_add(&r, p->id, p->prop[b->prop], b->value);
        expect_error(k, req_commit(k, &r, 0, 0), b->error, b->what);
    }
}

/* Frame buffers that exist, but that a plane cannot show */
static const struct {
    const char *what;
    KmsFb fb;
    unsigned plane;
} bad_fbs[] = {
    { "ARGB4444 in window A",
      { .format = DRM_FORMAT_ARGB4444, .w = 64, .h = 64 }, PLANE_A },
    { "ARGB4444 in window B",
      { .format = DRM_FORMAT_ARGB4444, .w = 64, .h = 64 }, PLANE_B },
    { "ARGB4444 in window C",
      { .format = DRM_FORMAT_ARGB4444, .w = 64, .h = 64 }, PLANE_C },
    { "YUV in window A",
      { .format = DRM_FORMAT_UYVY, .w = 64, .h = 64 }, PLANE_A },
    { "YUV planes of tiles in window B",
      { .format = DRM_FORMAT_YUV420, .tiled = true, .w = 64, .h = 64 },
      PLANE_B },
    { "YUV planes of tiles in window C",
      { .format = DRM_FORMAT_YUV422, .tiled = true, .w = 64, .h = 64 },
      PLANE_C },
};

static void try_fb(Kms *k, const char *what, unsigned plane, uint32_t fb)
{
    KmsReq r = { 0 };

    req_good(k, &r, &k->head[0].plane[plane], fb);
    expect_error(k, req_commit(k, &r, DRM_MODE_ATOMIC_TEST_ONLY, 0), EINVAL,
                 what);
    expect_error(k, req_commit(k, &r, 0, 0), EINVAL, what);
}

/* The driver has one register for the strides of U and V. */
static void try_uv_strides(Kms *k)
{
    static const KmsFb yuv = {
        .format = DRM_FORMAT_YUV420, .w = 64, .h = 64,
    };
    struct drm_mode_fb_cmd2 cmd;

    fb_describe(&k->bo[PLANE_B], &yuv, &cmd);
    cmd.pitches[2] += 64;
    if (expect_ok(k, tegra_ioctl(k->fd, DRM_IOCTL_MODE_ADDFB2, &cmd),
                  "a frame buffer with two chroma strides")) {
        try_fb(k, "two chroma strides", PLANE_B, cmd.fb_id);
        fb_free(k, cmd.fb_id);
    }
}

static void try_fbs(Kms *k)
{
    for (unsigned i = 0; i < ARRAY_SIZE(bad_fbs); i++) {
        struct drm_mode_fb_cmd2 cmd;

        fb_describe(&k->bo[PLANE_B], &bad_fbs[i].fb, &cmd);
        if (expect_ok(k, tegra_ioctl(k->fd, DRM_IOCTL_MODE_ADDFB2, &cmd),
                      bad_fbs[i].what)) {
            try_fb(k, bad_fbs[i].what, bad_fbs[i].plane, cmd.fb_id);
            fb_free(k, cmd.fb_id);
        }
    }
}

/* Other objects: a plane of the other head, a mode without permission */
static void try_heads(Kms *k, uint32_t fb)
{
    const KmsHead *h = &k->head[0];
    KmsReq other = { 0 }, mode = { 0 }, flags = { 0 }, alone = { 0 };

    req_good(k, &other, &k->head[1].plane[PLANE_B], fb);
    expect_error(k, req_commit(k, &other, 0, 0), EINVAL,
                 "a plane of the other head");
    req_add(&mode, h->crtc, h->prop_active, 0);
    expect_error(k, req_commit(k, &mode, 0, 0), EINVAL,
                 "off without permission");
    req_add(&alone, k->head[1].crtc, k->head[1].prop_mode, k->mode_blob);
    req_add(&alone, k->head[1].crtc, k->head[1].prop_active, 1);
    expect_error(k, req_commit(k, &alone, DRM_MODE_ATOMIC_ALLOW_MODESET, 0),
                 EINVAL, "a head without a connector");
    req_good(k, &flags, &h->plane[PLANE_B], fb);
    expect_error(k, req_commit(k, &flags, DRM_MODE_PAGE_FLIP_ASYNC, 0), EINVAL,
                 "a flip at once");
    expect_error(k, req_commit(k, &flags, DRM_MODE_ATOMIC_TEST_ONLY |
                               DRM_MODE_PAGE_FLIP_EVENT, 0), EINVAL,
                 "an event for a test");
    /* and a good one, tried only, leaves no trace either */
    expect_ok(k, req_commit(k, &flags, DRM_MODE_ATOMIC_TEST_ONLY, 0),
              "a good commit, as a test");
}

static void test_commits(Kms *k)
{
    KmsLayer good = good_layer();
    KmsPicture p = { 0 };
    uint32_t fb, before, after;

    if (!kms_small_mode(k)) {
        return;
    }
    p.layer[PLANE_A] = good;
    p.layer[PLANE_A].fb.pattern = 11;
    if (!picture_commit(k, &p) || !picture_crc(k, 0, &before) ||
        !expect_ok(k, fb_new(k, &k->bo[PLANE_B], &good.fb, &fb), "make fb")) {
        return;
    }
    try_values(k, fb);
    try_fbs(k);
    try_uv_strides(k);
    try_heads(k, fb);
    fb_free(k, fb);
    if (picture_crc(k, 0, &after)) {
        expect(k, before == after, "the picture has changed: %08x, %08x",
               before, after);
    }
    picture_dump(k, &p, "after-errors");
}

/* A legacy flip must not change the format, nor be too small. */
static void test_flips(Kms *k)
{
    static const KmsFb small = {
        .format = DRM_FORMAT_XRGB8888, .w = 64, .h = 64,
    };
    KmsPicture p;
    uint32_t fb;
    struct drm_mode_crtc_page_flip flip = { .flags = DRM_MODE_PAGE_FLIP_EVENT };

    if (!kms_small_mode(k)) {
        return;
    }
    p = picture_solid(k, 0x405060);
    if (!picture_commit(k, &p) ||
        !expect_ok(k, fb_new(k, &k->bo[PLANE_B], &small, &fb), "make fb")) {
        return;
    }
    flip.crtc_id = k->head[0].crtc;
    flip.fb_id = fb;
    expect_error(k, tegra_ioctl(k->fd, DRM_IOCTL_MODE_PAGE_FLIP, &flip),
                 ENOSPC, "flip to a small buffer");
    flip.fb_id = 0x7fff;
    expect_error(k, tegra_ioctl(k->fd, DRM_IOCTL_MODE_PAGE_FLIP, &flip),
                 ENOENT, "flip to nothing");
    flip.fb_id = k->fb[PLANE_A];
    flip.flags = DRM_MODE_PAGE_FLIP_ASYNC;
    expect_error(k, tegra_ioctl(k->fd, DRM_IOCTL_MODE_PAGE_FLIP, &flip),
                 EINVAL, "flip at once");
    fb_free(k, fb);
}

static void test_modes(Kms *k)
{
    const struct drm_mode_modeinfo *good = kms_find_mode(k, 640, 480);
    struct drm_mode_modeinfo mode;
    uint32_t id;

    if (!kms_small_mode(k)) {
        return;
    }
    mode = *good;
    mode.htotal = mode.hdisplay - 1;
    expect_error(k, kms_blob(k, &mode, sizeof(mode), &id) < 0 ? -EINVAL :
                 kms_mode_on(k, 0, &mode), EINVAL, "a line without an end");
    mode = *good;
    mode.clock = 0;
    expect_error(k, kms_mode_on(k, 0, &mode), EINVAL, "no clock");
}

const KmsTest kms_tests_errors[] = {
    { "refused-fb", test_fb, "wrong frame buffers" },
    { "refused-commit", test_commits, "wrong commits change nothing" },
    { "refused-flip", test_flips, "wrong flips" },
    { "refused-mode", test_modes, "wrong modes" },
    { 0 }
};
