/*
 * Kernel mode setting
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <errno.h>
#include <poll.h>
#include <string.h>
#include <unistd.h>

#include <drm/drm.h>
#include <drm/drm_fourcc.h>

#include "kms.h"
#include "tegra.h"

#define MAX_OBJECTS     16
#define MAX_MODES       64
#define FLIP_TIMEOUT_MS 5000

static int get_resources(int fd, struct drm_mode_card_res *res,
                         uint32_t *connectors, uint32_t *crtcs)
{
    int ret;

    memset(res, 0, sizeof(*res));
    res->connector_id_ptr = (uintptr_t)connectors;
    res->crtc_id_ptr = (uintptr_t)crtcs;
    res->count_connectors = res->count_crtcs = MAX_OBJECTS;
    ret = tegra_ioctl(fd, DRM_IOCTL_MODE_GETRESOURCES, res);
    if (ret == 0 && (res->count_connectors > MAX_OBJECTS ||
                     res->count_crtcs > MAX_OBJECTS)) {
        ret = -E2BIG;
    }
    return ret;
}

static const struct drm_mode_modeinfo *
preferred(const struct drm_mode_modeinfo *modes, unsigned num)
{
    for (unsigned i = 0; i < num; i++) {
        if (modes[i].type & DRM_MODE_TYPE_PREFERRED) {
            return &modes[i];
        }
    }
    return modes;
}

/* count_modes 0 first: makes the kernel probe the connector. */
static int get_connector(int fd, uint32_t id,
                         struct drm_mode_get_connector *conn,
                         struct drm_mode_modeinfo *modes, uint32_t *encoders)
{
    int ret;

    memset(conn, 0, sizeof(*conn));
    conn->connector_id = id;
    ret = tegra_ioctl(fd, DRM_IOCTL_MODE_GETCONNECTOR, conn);
    if (ret < 0) {
        return ret;
    }
    if (conn->count_modes > MAX_MODES || conn->count_encoders > MAX_OBJECTS) {
        return -E2BIG;
    }
    conn->count_props = 0;
    conn->modes_ptr = (uintptr_t)modes;
    conn->encoders_ptr = (uintptr_t)encoders;
    return tegra_ioctl(fd, DRM_IOCTL_MODE_GETCONNECTOR, conn);
}

static int find_crtc(int fd, uint32_t encoder, const uint32_t *crtcs,
                     unsigned num, uint32_t *crtc)
{
    struct drm_mode_get_encoder enc = { .encoder_id = encoder };
    int ret = tegra_ioctl(fd, DRM_IOCTL_MODE_GETENCODER, &enc);

    if (ret < 0) {
        return ret;
    }
    for (unsigned i = 0; i < num; i++) {
        if (enc.possible_crtcs & 1u << i) {
            *crtc = crtcs[i];
            return 0;
        }
    }
    return -ENODEV;
}

static int try_connector(KmsOutput *out, uint32_t id, const uint32_t *crtcs,
                         unsigned num_crtcs)
{
    enum { CONNECTED = 1 };
    struct drm_mode_modeinfo modes[MAX_MODES];
    uint32_t encoders[MAX_OBJECTS];
    struct drm_mode_get_connector conn;
    int ret = get_connector(out->fd, id, &conn, modes, encoders);

    if (ret < 0) {
        return ret;
    }
    if (conn.connection != CONNECTED || !conn.count_modes ||
        !conn.count_encoders) {
        return -ENODEV;
    }
    out->connector = id;
    out->mode = *preferred(modes, conn.count_modes);
    return find_crtc(out->fd, encoders[0], crtcs, num_crtcs, &out->crtc);
}

int kms_find_output(KmsOutput *out, int fd)
{
    uint32_t connectors[MAX_OBJECTS], crtcs[MAX_OBJECTS];
    struct drm_mode_card_res res;
    int ret = get_resources(fd, &res, connectors, crtcs);

    if (ret < 0) {
        return ret;
    }
    out->fd = fd;
    ret = -ENODEV;
    for (unsigned i = 0; ret < 0 && i < res.count_connectors; i++) {
        ret = try_connector(out, connectors[i], crtcs, res.count_crtcs);
    }
    return ret;
}

int kms_add_fb(const KmsOutput *out, uint32_t handle, uint32_t pitch,
               uint32_t *fb)
{
    struct drm_mode_fb_cmd2 cmd = {
        .width = out->mode.hdisplay,
        .height = out->mode.vdisplay,
        .pixel_format = DRM_FORMAT_XBGR8888,
        .handles = { handle },
        .pitches = { pitch },
    };
    int ret = tegra_ioctl(out->fd, DRM_IOCTL_MODE_ADDFB2, &cmd);

    *fb = cmd.fb_id;
    return ret;
}

int kms_set_mode(const KmsOutput *out, uint32_t fb)
{
    uint32_t connector = out->connector;
    struct drm_mode_crtc crtc = {
        .set_connectors_ptr = (uintptr_t)&connector,
        .count_connectors = 1,
        .crtc_id = out->crtc,
        .fb_id = fb,
        .mode_valid = 1,
        .mode = out->mode,
    };

    return tegra_ioctl(out->fd, DRM_IOCTL_MODE_SETCRTC, &crtc);
}

int kms_flip_begin(const KmsOutput *out, uint32_t fb)
{
    struct drm_mode_crtc_page_flip flip = {
        .crtc_id = out->crtc,
        .fb_id = fb,
        .flags = DRM_MODE_PAGE_FLIP_EVENT,
    };

    return tegra_ioctl(out->fd, DRM_IOCTL_MODE_PAGE_FLIP, &flip);
}

/* Only flips are ever requested, one at a time: any event ends the wait. */
int kms_flip_end(const KmsOutput *out)
{
    struct pollfd p = { .fd = out->fd, .events = POLLIN };
    struct drm_event_vblank event;
    ssize_t n;

    if (poll(&p, 1, FLIP_TIMEOUT_MS) <= 0) {
        return -ETIMEDOUT;
    }
    n = read(out->fd, &event, sizeof(event));
    if (n < (ssize_t)sizeof(event.base)) {
        return -EIO;
    }
    return event.base.type == DRM_EVENT_FLIP_COMPLETE ? 0 : -EPROTO;
}

int kms_flip(const KmsOutput *out, uint32_t fb)
{
    int ret = kms_flip_begin(out, fb);

    return ret < 0 ? ret : kms_flip_end(out);
}
