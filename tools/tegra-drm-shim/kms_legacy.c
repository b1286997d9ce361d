/*
 * A tegra DRM device in the process: mode setting from before atomic commits
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <errno.h>
#include "kms.h"

#define BOTH_CURSOR_FLAGS   (DRM_MODE_CURSOR_BO | DRM_MODE_CURSOR_MOVE)

typedef struct Place {
    uint32_t fb, head;
    int32_t x, y;
    uint32_t w, h;
    uint32_t src_x, src_y, src_w, src_h;    /* 16.16 */
} Place;

static void put_plane(KmsCommit *c, uint32_t plane, const Place *p)
{
    const struct {
        KmsProp prop;
        uint64_t value;
    } values[] = {
        { P_FB_ID, p->fb }, { P_CRTC_ID, p->head },
        { P_CRTC_X, (int64_t)p->x }, { P_CRTC_Y, (int64_t)p->y },
        { P_CRTC_W, p->w }, { P_CRTC_H, p->h },
        { P_SRC_X, p->src_x }, { P_SRC_Y, p->src_y },
        { P_SRC_W, p->src_w }, { P_SRC_H, p->src_h },
    };

    for (unsigned i = 0; i < G_N_ELEMENTS(values); i++) {
        kms_commit_put(c, plane, values[i].prop, values[i].value);
    }
}

static bool fits(const KmsObject *fb, const struct drm_mode_modeinfo *mode,
                 uint32_t x, uint32_t y)
{
    return mode->hdisplay <= fb->width && x <= fb->width - mode->hdisplay &&
           mode->vdisplay <= fb->height && y <= fb->height - mode->vdisplay;
}

static int connectors_are_known(const struct drm_mode_crtc *args)
{
    uint32_t id;

    if (args->count_connectors != 1) {
        return -EINVAL;
    }
    if (drm_copy_from(&id, args->set_connectors_ptr, sizeof(id))) {
        return -EFAULT;
    }
    return id == KMS_CONNECTOR ? 0 : -ENOENT;
}

static int check_mode(const struct drm_mode_crtc *args, const KmsObject *fb)
{
    if (!fb) {
        return args->fb_id == UINT32_MAX ? -EINVAL : -ENOENT;
    }
    if (!kms_mode_is_valid(&args->mode)) {
        return -EINVAL;
    }
    if (!fits(fb, &args->mode, args->x, args->y)) {
        return -ENOSPC;
    }
    return connectors_are_known(args);
}

/* The mode is a blob that nobody owns. */
static uint64_t mode_blob(const struct drm_mode_modeinfo *mode)
{
    KmsObject o = {
        .type = DRM_MODE_OBJECT_BLOB, .length = sizeof(*mode),
        .data = g_memdup2(mode, sizeof(*mode)),
    };

    return kms_add(&o);
}

/* Another head that has the connector goes off. */
static void take_connector(KmsCommit *c, uint32_t head)
{
    uint32_t old = kms_connector_head();

    if (old && old != head) {
        kms_commit_set(c, old, KMS_PROP + P_MODE_ID, 0);
        kms_commit_put(c, old, P_ACTIVE, 0);
    }
    kms_commit_put(c, KMS_CONNECTOR, P_CRTC_ID, head);
}

static int set_mode(KmsCommit *c, const struct drm_mode_crtc *args)
{
    uint32_t plane = kms_plane_id(args->crtc_id - KMS_CRTC, 0);
    uint32_t id = args->fb_id == UINT32_MAX
                  ? *kms_value(&kms_state, plane, P_FB_ID) : args->fb_id;
    int ret = check_mode(args, kms_find(id, DRM_MODE_OBJECT_FB));

    if (ret) {
        return ret;
    }
    kms_commit_set(c, args->crtc_id, KMS_PROP + P_MODE_ID,
                   mode_blob(&args->mode));
    kms_commit_put(c, args->crtc_id, P_ACTIVE, 1);
    take_connector(c, args->crtc_id);
    put_plane(c, plane, &(Place) {
        .fb = id, .head = args->crtc_id,
        .w = args->mode.hdisplay, .h = args->mode.vdisplay,
        .src_x = args->x << 16, .src_y = args->y << 16,
        .src_w = args->mode.hdisplay << 16, .src_h = args->mode.vdisplay << 16,
    });
    return 0;
}

static void head_off(KmsCommit *c, uint32_t head)
{
    uint32_t plane = kms_plane_id(head - KMS_CRTC, 0);

    kms_commit_set(c, head, KMS_PROP + P_MODE_ID, 0);
    kms_commit_put(c, head, P_ACTIVE, 0);
    kms_commit_put(c, plane, P_CRTC_ID, 0);
    kms_commit_put(c, plane, P_FB_ID, 0);
    if (kms_connector_head() == head) {
        kms_commit_put(c, KMS_CONNECTOR, P_CRTC_ID, 0);
    }
}

int kms_set_crtc(DrmFile *file, void *arg)
{
    struct drm_mode_crtc *args = arg;
    KmsCommit c = kms_commit_new();
    int ret = 0;

    if (args->x > UINT16_MAX || args->y > UINT16_MAX) {
        return -ERANGE;
    }
    if (!kms_is_head(args->crtc_id)) {
        return -ENOENT;
    }
    if (args->mode_valid) {
        ret = set_mode(&c, args);
    } else if (args->count_connectors) {
        ret = -EINVAL;
    } else {
        head_off(&c, args->crtc_id);
    }
    c.allow_modeset = true;
    ret = ret ? ret : kms_commit(&c);
    kms_sweep();
    return ret;
}

int kms_set_plane(DrmFile *file, void *arg)
{
    struct drm_mode_set_plane *args = arg;
    KmsCommit c = kms_commit_new();

    if (!kms_is_plane(args->plane_id) ||
        (args->fb_id && (!kms_find(args->fb_id, DRM_MODE_OBJECT_FB) ||
                         !kms_is_head(args->crtc_id)))) {
        return -ENOENT;
    }
    if (!args->fb_id) {
        kms_commit_plane_off(&c, args->plane_id);
        return kms_commit(&c);
    }
    if (args->crtc_w > INT32_MAX || args->crtc_h > INT32_MAX) {
        return -ERANGE;
    }
    put_plane(&c, args->plane_id, &(Place) {
        args->fb_id, args->crtc_id, args->crtc_x, args->crtc_y, args->crtc_w,
        args->crtc_h, args->src_x, args->src_y, args->src_w, args->src_h,
    });
    return kms_commit(&c);
}

/* ---- Page flips ---- */

static int check_flip(const struct drm_mode_crtc_page_flip *args,
                      const KmsObject *fb, const KmsObject *old,
                      uint32_t plane)
{
    if (!old || !fb) {
        return old ? -ENOENT : -EBUSY;
    }
    if (!kms_source_fits(kms_state.value[plane - KMS_PLANE], fb)) {
        return -ENOSPC;
    }
    return fb->format == old->format &&
           *kms_value(&kms_state, args->crtc_id, P_ACTIVE) ? 0 : -EINVAL;
}

int kms_page_flip(DrmFile *file, void *arg)
{
    struct drm_mode_crtc_page_flip *args = arg;
    KmsCommit c = kms_commit_new();
    uint32_t plane;
    int ret;

    if (args->flags & ~DRM_MODE_PAGE_FLIP_EVENT || args->reserved) {
        return -EINVAL;
    }
    if (!kms_is_head(args->crtc_id)) {
        return -ENOENT;
    }
    plane = kms_plane_id(args->crtc_id - KMS_CRTC, 0);
    ret = check_flip(args, kms_find(args->fb_id, DRM_MODE_OBJECT_FB),
                     kms_find(*kms_value(&kms_state, plane, P_FB_ID),
                              DRM_MODE_OBJECT_FB), plane);
    if (ret) {
        return ret;
    }
    kms_commit_put(&c, plane, P_FB_ID, args->fb_id);
    c.nonblock = true;
    c.cookie = args->user_data;
    c.event_file = args->flags ? file : NULL;
    return kms_commit(&c);
}

/* ---- The cursor: window C, at once ---- */

/* The frame buffer of its picture, which nobody owns, or 0 */
static int cursor_fb(DrmFile *file, const struct drm_mode_cursor2 *args,
                     uint32_t plane, uint32_t *fb)
{
    struct drm_mode_fb_cmd2 cmd = {
        .width = args->width, .height = args->height,
        .pixel_format = DRM_FORMAT_ARGB8888,
        .pitches = { args->width * 4 }, .handles = { args->handle },
    };

    *fb = args->flags & DRM_MODE_CURSOR_BO
          ? 0 : *kms_value(&kms_state, plane, P_FB_ID);
    return args->flags & DRM_MODE_CURSOR_BO && args->handle
           ? kms_fb_new(file, &cmd, NULL, fb) : 0;
}

static int commit_cursor(KmsHead *h, uint32_t head, uint32_t plane,
                         uint32_t id)
{
    const KmsObject *fb = kms_find(id, DRM_MODE_OBJECT_FB);
    KmsCommit c = kms_commit_new();

    if (fb) {
        put_plane(&c, plane, &(Place) {
            .fb = id, .head = head, .x = h->cursor_x, .y = h->cursor_y,
            .w = fb->width, .h = fb->height,
            .src_w = fb->width << 16, .src_h = fb->height << 16,
        });
    } else {
        kms_commit_plane_off(&c, plane);
    }
    c.unsynced = true;
    return kms_commit(&c);
}

int kms_cursor2(DrmFile *file, void *arg)
{
    struct drm_mode_cursor2 *args = arg;
    KmsHead *h;
    int32_t x, y;
    uint32_t plane, fb;
    int ret;

    if (!args->flags || args->flags & ~BOTH_CURSOR_FLAGS) {
        return -EINVAL;
    }
    if (!kms_is_head(args->crtc_id)) {
        return -ENOENT;
    }
    h = &kms_heads[args->crtc_id - KMS_CRTC];
    x = h->cursor_x;
    y = h->cursor_y;
    plane = kms_plane_id(args->crtc_id - KMS_CRTC, KMS_NUM_WINDOWS - 1);
    ret = cursor_fb(file, args, plane, &fb);
    if (ret) {
        return ret;
    }
    if (args->flags & DRM_MODE_CURSOR_MOVE) {
        h->cursor_x = args->x;
        h->cursor_y = args->y;
    }
    ret = commit_cursor(h, args->crtc_id, plane, fb);
    if (ret) {
        h->cursor_x = x;
        h->cursor_y = y;
    }
    kms_sweep();
    return ret;
}

int kms_cursor(DrmFile *file, void *arg)
{
    const struct drm_mode_cursor *args = arg;
    struct drm_mode_cursor2 cursor = {
        .flags = args->flags, .crtc_id = args->crtc_id, .x = args->x,
        .y = args->y, .width = args->width, .height = args->height,
        .handle = args->handle,
    };

    return kms_cursor2(file, &cursor);
}
