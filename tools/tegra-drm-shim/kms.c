/*
 * A tegra DRM device in the process: mode setting
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <errno.h>
#include "kms.h"

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
int kms_give_ids(uint64_t to, uint32_t *count, const uint32_t *ids,
                 uint32_t num)
{
    int ret = drm_copy_to(to, ids, MIN(*count, num) * sizeof(*ids));

    *count = num;
    return ret;
}

/* ---- What a file may know of ---- */

/* Each is on or off, but ATOMIC, which knows of 2. */
int kms_set_client_cap(DrmFile *file, void *arg)
{
    const struct drm_set_client_cap *args = arg;
    TegraFile *f = tegra_file(file);

    if (args->value > 1 + (args->capability == DRM_CLIENT_CAP_ATOMIC)) {
        return -EINVAL;
    }
    switch (args->capability) {
    case DRM_CLIENT_CAP_ATOMIC:
        f->atomic = f->universal = args->value;
        return 0;
    case DRM_CLIENT_CAP_UNIVERSAL_PLANES:
        f->universal = args->value;
        return 0;
    case DRM_CLIENT_CAP_STEREO_3D:
    case DRM_CLIENT_CAP_ASPECT_RATIO:
        return 0;           /* no mode has either */
    case DRM_CLIENT_CAP_WRITEBACK_CONNECTORS:
        return f->atomic ? 0 : -EINVAL;
    default:
        return -EINVAL;
    }
}

int kms_get_resources(DrmFile *file, void *arg)
{
    static const uint32_t crtcs[] = { KMS_CRTC, KMS_CRTC + 1 },
                          encoder = KMS_ENCODER, connector = KMS_CONNECTOR;
    struct drm_mode_card_res *args = arg;
    int ret = kms_give_ids(args->crtc_id_ptr, &args->count_crtcs, crtcs,
                           KMS_NUM_HEADS);

    ret |= kms_give_ids(args->encoder_id_ptr, &args->count_encoders, &encoder,
                        1);
    ret |= kms_give_ids(args->connector_id_ptr, &args->count_connectors,
                        &connector, 1);
    args->count_fbs = 0;
    args->min_width = args->min_height = 0;
    args->max_width = args->max_height = KMS_MAX_SIZE;
    return ret ? -EFAULT : 0;
}

int kms_get_encoder(DrmFile *file, void *arg)
{
    struct drm_mode_get_encoder *args = arg;

    if (args->encoder_id != KMS_ENCODER) {
        return -ENOENT;
    }
    args->encoder_type = DRM_MODE_ENCODER_TMDS;
    args->crtc_id = kms_connector_head();
    args->possible_crtcs = (1u << KMS_NUM_HEADS) - 1;
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
    ret |= kms_give_ids(args->encoders_ptr, &args->count_encoders, &encoder,
                        1);
    ret |= kms_give_props(file, KMS_CONNECTOR, args->props_ptr,
                          args->prop_values_ptr, &args->count_props);
    args->encoder_id = kms_connector_head() ? KMS_ENCODER : 0;
    args->connector_type = DRM_MODE_CONNECTOR_HDMIA;
    args->connector_type_id = 1;
    args->connection = 1;
    args->mm_width = 160;
    args->mm_height = 90;
    args->subpixel = 1;
    return ret ? -EFAULT : 0;
}

/* ---- Heads and planes ---- */

int kms_get_crtc(DrmFile *file, void *arg)
{
    struct drm_mode_crtc *args = arg;
    const uint64_t *primary;

    if (!kms_is_head(args->crtc_id)) {
        return -ENOENT;
    }
    primary = kms_state.value[kms_plane_id(args->crtc_id - KMS_CRTC, 0) -
                              KMS_PLANE];
    args->fb_id = primary[P_FB_ID];
    args->x = primary[P_SRC_X] >> 16;
    args->y = primary[P_SRC_Y] >> 16;
    args->gamma_size = 0;
    args->mode_valid = *kms_value(&kms_state, args->crtc_id, P_MODE_ID) != 0;
    args->mode = kms_state.mode[args->crtc_id - KMS_CRTC];
    return 0;
}

int kms_get_planes(DrmFile *file, void *arg)
{
    struct drm_mode_get_plane_res *args = arg;
    bool all = tegra_file(file)->universal;
    uint32_t ids[KMS_NUM_PLANES], num = 0;

    for (uint32_t id = KMS_PLANE; id < KMS_PLANE + KMS_NUM_PLANES; id++) {
        if (all || *kms_value(&kms_state, id, P_TYPE) ==
                   KMS_OVERLAY) {
            ids[num++] = id;
        }
    }
    return kms_give_ids(args->plane_id_ptr, &args->count_planes, ids, num);
}

int kms_get_plane(DrmFile *file, void *arg)
{
    struct drm_mode_get_plane *args = arg;
    unsigned index = args->plane_id - KMS_PLANE;
    uint32_t formats[KMS_NUM_FORMATS];
    uint32_t num = kms_num_formats(index % KMS_NUM_WINDOWS);
    int ret = 0;

    if (!kms_is_plane(args->plane_id)) {
        return -ENOENT;
    }
    args->crtc_id = *kms_value(&kms_state, args->plane_id, P_CRTC_ID);
    args->fb_id = *kms_value(&kms_state, args->plane_id, P_FB_ID);
    args->possible_crtcs = 1u << index / KMS_NUM_WINDOWS;
    args->gamma_size = 0;
    for (unsigned i = 0; i < num; i++) {
        formats[i] = kms_formats[i].fourcc;
    }
    if (args->count_format_types >= num) {
        ret = drm_copy_to(args->format_type_ptr, formats,
                          num * sizeof(formats[0]));
    }
    args->count_format_types = num;
    return ret;
}
