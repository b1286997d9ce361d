/*
 * A tegra DRM device in the process: mode setting
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <errno.h>
#include "kms.h"

#define MAX_CLOCK   165000      /* kHz, of a link with one channel */

KmsScreen kms_screen;

/* Of the model's monitor, by CEA-861: formats 4 and 1 */
static const struct drm_mode_modeinfo modes[] = {
    {
        .clock = 74250, .hdisplay = 1280, .hsync_start = 1390,
        .hsync_end = 1430, .htotal = 1650, .vdisplay = 720,
        .vsync_start = 725, .vsync_end = 730, .vtotal = 750, .vrefresh = 60,
        .flags = DRM_MODE_FLAG_PHSYNC | DRM_MODE_FLAG_PVSYNC,
        .type = DRM_MODE_TYPE_DRIVER | DRM_MODE_TYPE_PREFERRED,
        .name = "1280x720",
    }, {
        .clock = 25175, .hdisplay = 640, .hsync_start = 656,
        .hsync_end = 752, .htotal = 800, .vdisplay = 480, .vsync_start = 490,
        .vsync_end = 492, .vtotal = 525, .vrefresh = 60,
        .flags = DRM_MODE_FLAG_NHSYNC | DRM_MODE_FLAG_NVSYNC,
        .type = DRM_MODE_TYPE_DRIVER,
        .name = "640x480",
    },
};

/* As many as the client has room for, and how many there are */
static int give_ids(uint64_t to, uint32_t *count, const uint32_t *ids,
                    uint32_t num)
{
    int ret = drm_copy_to(to, ids, MIN(*count, num) * sizeof(*ids));

    *count = num;
    return ret;
}

int kms_get_resources(DrmFile *file, void *arg)
{
    static const uint32_t crtc = KMS_CRTC, encoder = KMS_ENCODER,
                          connector = KMS_CONNECTOR;
    struct drm_mode_card_res *args = arg;
    int ret = give_ids(args->crtc_id_ptr, &args->count_crtcs, &crtc, 1);

    ret |= give_ids(args->encoder_id_ptr, &args->count_encoders, &encoder, 1);
    ret |= give_ids(args->connector_id_ptr, &args->count_connectors,
                    &connector, 1);
    args->count_fbs = 0;
    args->min_width = args->min_height = 0;
    args->max_width = args->max_height = KMS_MAX_SIZE;
    return ret ? -EFAULT : 0;
}

/* Planes: there are none that a client could set. */
int kms_no_objects(DrmFile *file, void *arg)
{
    struct drm_mode_get_plane_res *args = arg;

    args->count_planes = 0;
    return 0;
}

int kms_get_encoder(DrmFile *file, void *arg)
{
    struct drm_mode_get_encoder *args = arg;

    if (args->encoder_id != KMS_ENCODER) {
        return -ENOENT;
    }
    args->encoder_type = DRM_MODE_ENCODER_TMDS;
    args->crtc_id = kms_screen.fb ? KMS_CRTC : 0;
    args->possible_crtcs = 1;
    args->possible_clones = 0;
    return 0;
}

/* Modes are given if there is room for all. */
int kms_get_connector(DrmFile *file, void *arg)
{
    static const uint32_t encoder = KMS_ENCODER;
    struct drm_mode_get_connector *args = arg;
    int ret = 0;

    if (args->connector_id != KMS_CONNECTOR) {
        return -ENOENT;
    }
    if (args->count_modes >= G_N_ELEMENTS(modes)) {
        ret = drm_copy_to(args->modes_ptr, modes, sizeof(modes));
    }
    args->count_modes = G_N_ELEMENTS(modes);
    ret |= give_ids(args->encoders_ptr, &args->count_encoders, &encoder, 1);
    args->count_props = 0;
    args->encoder_id = kms_screen.fb ? KMS_ENCODER : 0;
    args->connector_type = DRM_MODE_CONNECTOR_HDMIA;
    args->connector_type_id = 1;
    args->connection = 1;
    args->mm_width = 160;
    args->mm_height = 90;
    args->subpixel = 1;
    return ret ? -EFAULT : 0;
}

/* ---- What the controller shows ---- */

int kms_get_crtc(DrmFile *file, void *arg)
{
    struct drm_mode_crtc *args = arg;

    if (args->crtc_id != KMS_CRTC) {
        return -ENOENT;
    }
    args->fb_id = kms_screen.fb ? kms_screen.fb->id : 0;
    args->x = kms_screen.x;
    args->y = kms_screen.y;
    args->gamma_size = 0;
    args->mode_valid = kms_screen.fb != NULL;
    args->mode = kms_screen.mode;
    return 0;
}

static bool mode_is_valid(const struct drm_mode_modeinfo *m)
{
    return m->clock && m->clock <= MAX_CLOCK && m->hdisplay &&
           m->hsync_start >= m->hdisplay &&
           m->hsync_end >= m->hsync_start && m->htotal >= m->hsync_end &&
           m->vdisplay && m->vsync_start >= m->vdisplay &&
           m->vsync_end >= m->vsync_start && m->vtotal >= m->vsync_end &&
           m->hdisplay <= KMS_MAX_SIZE && m->vdisplay <= KMS_MAX_SIZE;
}

static bool fits(const KmsFb *fb, const struct drm_mode_modeinfo *mode,
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

static int set_mode(const struct drm_mode_crtc *args)
{
    KmsFb *fb = args->fb_id == UINT32_MAX ? kms_screen.fb
                                          : kms_fb_find(args->fb_id);
    int ret;

    if (!fb) {
        return args->fb_id == UINT32_MAX ? -EINVAL : -ENOENT;
    }
    if (!mode_is_valid(&args->mode)) {
        return -EINVAL;
    }
    if (!fits(fb, &args->mode, args->x, args->y)) {
        return -ENOSPC;
    }
    ret = connectors_are_known(args);
    if (ret) {
        return ret;
    }
    kms_screen.mode = args->mode;
    kms_screen.x = args->x;
    kms_screen.y = args->y;
    kms_screen.start = kms_screen.fb ? kms_screen.start : drm_now();
    kms_show(fb);
    return 0;
}

int kms_set_crtc(DrmFile *file, void *arg)
{
    struct drm_mode_crtc *args = arg;

    if (args->crtc_id != KMS_CRTC) {
        return -ENOENT;
    }
    if (args->mode_valid) {
        return set_mode(args);
    }
    if (args->count_connectors) {
        return -EINVAL;
    }
    kms_show(NULL);
    return 0;
}

static int check_flip(const struct drm_mode_crtc_page_flip *args,
                      const KmsFb *fb)
{
    if (args->flags & ~DRM_MODE_PAGE_FLIP_EVENT || args->reserved) {
        return -EINVAL;
    }
    if (args->crtc_id != KMS_CRTC || !fb) {
        return -ENOENT;
    }
    if (!kms_screen.fb || drm_now() < kms_screen.flip_at) {
        return -EBUSY;
    }
    if (!fits(fb, &kms_screen.mode, kms_screen.x, kms_screen.y)) {
        return -ENOSPC;
    }
    return fb->format == kms_screen.fb->format ? 0 : -EINVAL;
}

int kms_page_flip(DrmFile *file, void *arg)
{
    struct drm_mode_crtc_page_flip *args = arg;
    KmsFb *fb = kms_fb_find(args->fb_id);
    int ret = check_flip(args, fb);
    uint32_t next;

    if (ret) {
        return ret;
    }
    next = kms_sequence(drm_now()) + 1;
    kms_screen.flip_at = kms_frame_at(next);
    kms_show(fb);
    if (args->flags & DRM_MODE_PAGE_FLIP_EVENT) {
        kms_event_add(file, DRM_EVENT_FLIP_COMPLETE, args->user_data, next);
    }
    return 0;
}
