/*
 * kms-check: objects, properties, atomic commits
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "kms-check.h"

#define MAX_OBJECTS     16
#define MAX_PROPS       32

/*
 * Window A's buffer holds the largest picture of a plane test with room for
 * a longer line, the others a quarter of one.
 */
#define BO_BYTES_A      (704 * 4 * 480)
#define BO_BYTES        (512 * 1024)

/* ---- properties */

static const char *const plane_props[PLANE_NUM_PROPS] = {
    [PLANE_FB_ID] = "FB_ID", [PLANE_CRTC_ID] = "CRTC_ID",
    [PLANE_SRC_X] = "SRC_X", [PLANE_SRC_Y] = "SRC_Y",
    [PLANE_SRC_W] = "SRC_W", [PLANE_SRC_H] = "SRC_H",
    [PLANE_CRTC_X] = "CRTC_X", [PLANE_CRTC_Y] = "CRTC_Y",
    [PLANE_CRTC_W] = "CRTC_W", [PLANE_CRTC_H] = "CRTC_H",
    [PLANE_ROTATION] = "rotation", [PLANE_ZPOS] = "zpos",
    [PLANE_TYPE] = "type", [PLANE_IN_FORMATS] = "IN_FORMATS",
};

static int prop_named(int fd, uint32_t id, const char *name)
{
    struct drm_mode_get_property prop = { .prop_id = id };
    int ret = tegra_ioctl(fd, DRM_IOCTL_MODE_GETPROPERTY, &prop);

    return ret < 0 ? ret : !strcmp(prop.name, name);
}

/* The ids and values of the properties @names that @object has */
static int find_props(int fd, uint32_t object, uint32_t type,
                      const char *const *names, unsigned num, uint32_t *ids,
                      uint64_t *values)
{
    uint32_t props[MAX_PROPS];
    uint64_t all[MAX_PROPS];
    struct drm_mode_obj_get_properties get = {
        .props_ptr = (uintptr_t)props,
        .prop_values_ptr = (uintptr_t)all,
        .count_props = MAX_PROPS,
        .obj_id = object,
        .obj_type = type,
    };
    int ret = tegra_ioctl(fd, DRM_IOCTL_MODE_OBJ_GETPROPERTIES, &get);

    if (ret < 0 || get.count_props > MAX_PROPS) {
        return ret < 0 ? ret : -E2BIG;
    }
    memset(ids, 0, num * sizeof(*ids));
    for (unsigned i = 0; i < get.count_props; i++) {
        for (unsigned k = 0; k < num; k++) {
            if (prop_named(fd, props[i], names[k]) == 1) {
                ids[k] = props[i];
                values[k] = all[i];
            }
        }
    }
    return 0;
}

int kms_prop(const Kms *k, uint32_t object, uint32_t type, const char *name,
             uint32_t *id, uint64_t *value)
{
    int ret = find_props(k->fd, object, type, &name, 1, id, value);

    return ret < 0 ? ret : *id ? 0 : -ENOENT;
}

static int find_prop(const Kms *k, uint32_t object, uint32_t type,
                     const char *name, uint32_t *id)
{
    uint64_t value;

    return kms_prop(k, object, type, name, id, &value);
}

/* ---- objects */

static int read_plane(const Kms *k, uint32_t id, KmsPlane *p)
{
    struct drm_mode_get_plane get = { .plane_id = id };
    int ret = tegra_ioctl(k->fd, DRM_IOCTL_MODE_GETPLANE, &get);

    memset(p, 0, sizeof(*p));
    if (ret < 0 || get.count_format_types > KMS_MAX_FORMATS) {
        return ret < 0 ? ret : -E2BIG;
    }
    get.format_type_ptr = (uintptr_t)p->formats;
    ret = tegra_ioctl(k->fd, DRM_IOCTL_MODE_GETPLANE, &get);
    p->id = id;
    p->possible_crtcs = get.possible_crtcs;
    p->num_formats = get.count_format_types;
    return ret < 0 ? ret :
        find_props(k->fd, id, DRM_MODE_OBJECT_PLANE, plane_props,
                   PLANE_NUM_PROPS, p->prop, p->value);
}

/* The driver makes window A primary, B overlay, C cursor. */
static int window_of(const KmsPlane *p)
{
    static const uint8_t window[] = { PLANE_B, PLANE_A, PLANE_C };
    uint64_t type = p->value[PLANE_TYPE];

    return type < sizeof(window) ? window[type] : -ENOTSUP;
}

static int add_plane(Kms *k, const KmsPlane *p)
{
    int window = window_of(p);

    for (unsigned h = 0; window >= 0 && h < KMS_NUM_HEADS; h++) {
        if (p->possible_crtcs == 1u << h) {
            k->head[h].plane[window] = *p;
            return 0;
        }
    }
    return -ENOTSUP;
}

static int read_planes(Kms *k)
{
    uint32_t ids[MAX_OBJECTS];
    struct drm_mode_get_plane_res res = {
        .plane_id_ptr = (uintptr_t)ids, .count_planes = MAX_OBJECTS,
    };
    int ret = tegra_ioctl(k->fd, DRM_IOCTL_MODE_GETPLANERESOURCES, &res);

    if (ret == 0 && res.count_planes != KMS_NUM_HEADS * KMS_NUM_PLANES) {
        return -ENOTSUP;
    }
    for (unsigned i = 0; ret == 0 && i < res.count_planes; i++) {
        KmsPlane p;

        ret = read_plane(k, ids[i], &p);
        if (ret == 0) {
            ret = add_plane(k, &p);
        }
    }
    return ret;
}

static int read_head(const Kms *k, KmsHead *h, uint32_t crtc)
{
    int ret;

    h->crtc = crtc;
    ret = find_prop(k, crtc, DRM_MODE_OBJECT_CRTC, "ACTIVE", &h->prop_active);
    return ret < 0 ? ret : find_prop(k, crtc, DRM_MODE_OBJECT_CRTC, "MODE_ID",
                                     &h->prop_mode);
}

static int read_resources(Kms *k)
{
    uint32_t crtcs[MAX_OBJECTS], connectors[MAX_OBJECTS];
    struct drm_mode_card_res res = {
        .crtc_id_ptr = (uintptr_t)crtcs, .count_crtcs = MAX_OBJECTS,
        .connector_id_ptr = (uintptr_t)connectors,
        .count_connectors = MAX_OBJECTS,
    };
    int ret = tegra_ioctl(k->fd, DRM_IOCTL_MODE_GETRESOURCES, &res);

    if (ret == 0 && (res.count_crtcs != KMS_NUM_HEADS ||
                     res.count_connectors != 1)) {
        return -ENOTSUP;
    }
    for (unsigned h = 0; ret == 0 && h < KMS_NUM_HEADS; h++) {
        ret = read_head(k, &k->head[h], crtcs[h]);
    }
    k->connector = connectors[0];
    return ret < 0 ? ret :
        find_prop(k, k->connector, DRM_MODE_OBJECT_CONNECTOR, "CRTC_ID",
                  &k->prop_connector_crtc);
}

/*
 * Probe the connector: the first call, without room for modes, reads the EDID.
 */
int kms_probe(Kms *k)
{
    struct drm_mode_get_connector conn = { .connector_id = k->connector };
    int ret = tegra_ioctl(k->fd, DRM_IOCTL_MODE_GETCONNECTOR, &conn);

    if (ret < 0 || conn.count_modes > KMS_MAX_MODES) {
        return ret < 0 ? ret : -E2BIG;
    }
    conn.modes_ptr = (uintptr_t)k->modes;
    conn.count_props = conn.count_encoders = 0;
    if (conn.count_modes) {
        ret = tegra_ioctl(k->fd, DRM_IOCTL_MODE_GETCONNECTOR, &conn);
    }
    k->connected = conn.connection == 1;
    k->num_modes = conn.count_modes;
    return ret;
}

static int set_caps(int fd)
{
    struct drm_set_client_cap planes = {
        .capability = DRM_CLIENT_CAP_UNIVERSAL_PLANES, .value = 1,
    };
    struct drm_set_client_cap atomic = {
        .capability = DRM_CLIENT_CAP_ATOMIC, .value = 1,
    };
    int ret = tegra_ioctl(fd, DRM_IOCTL_SET_CLIENT_CAP, &planes);

    return ret < 0 ? ret : tegra_ioctl(fd, DRM_IOCTL_SET_CLIENT_CAP, &atomic);
}

int kms_check_open(Kms *k)
{
    int ret = k->fd = tegra_open();

    if (ret >= 0) {
        ret = set_caps(k->fd);
    }
    if (ret >= 0) {
        ret = read_resources(k);
    }
    if (ret >= 0) {
        ret = read_planes(k);
    }
    for (unsigned i = 0; ret >= 0 && i < KMS_NUM_PLANES; i++) {
        ret = tegra_bo_new(&k->bo[i], k->fd, i ? BO_BYTES : BO_BYTES_A);
    }
    return ret < 0 ? ret : kms_probe(k);
}

const struct drm_mode_modeinfo *kms_preferred(const Kms *k)
{
    for (unsigned i = 0; i < k->num_modes; i++) {
        if (k->modes[i].type & DRM_MODE_TYPE_PREFERRED) {
            return &k->modes[i];
        }
    }
    return NULL;
}

const struct drm_mode_modeinfo *kms_find_mode(const Kms *k, unsigned width,
                                              unsigned height)
{
    for (unsigned i = 0; i < k->num_modes; i++) {
        if (k->modes[i].hdisplay == width && k->modes[i].vdisplay == height) {
            return &k->modes[i];
        }
    }
    return NULL;
}

/* ---- atomic commits */

void req_add(KmsReq *r, uint32_t object, uint32_t prop, uint64_t value)
{
    if (!r->num_objects || r->object[r->num_objects - 1] != object) {
        r->object[r->num_objects] = object;
        r->count[r->num_objects++] = 0;
    }
    r->count[r->num_objects - 1]++;
    r->prop[r->num_props] = prop;
    r->value[r->num_props++] = value;
}

int req_commit(const Kms *k, const KmsReq *r, uint32_t flags, uint64_t cookie)
{
    struct drm_mode_atomic arg = {
        .flags = flags,
        .count_objs = r->num_objects,
        .objs_ptr = (uintptr_t)r->object,
        .count_props_ptr = (uintptr_t)r->count,
        .props_ptr = (uintptr_t)r->prop,
        .prop_values_ptr = (uintptr_t)r->value,
        .user_data = cookie,
    };

    return tegra_ioctl(k->fd, DRM_IOCTL_MODE_ATOMIC, &arg);
}

int kms_blob(const Kms *k, const void *data, size_t size, uint32_t *id)
{
    struct drm_mode_create_blob blob = {
        .data = (uintptr_t)data, .length = size,
    };
    int ret = tegra_ioctl(k->fd, DRM_IOCTL_MODE_CREATEPROPBLOB, &blob);

    *id = blob.blob_id;
    return ret;
}

static void free_blob(const Kms *k, uint32_t id)
{
    struct drm_mode_destroy_blob blob = { .blob_id = id };

    if (id) {
        tegra_ioctl(k->fd, DRM_IOCTL_MODE_DESTROYPROPBLOB, &blob);
    }
}

static void req_head_off(const KmsHead *h, KmsReq *r)
{
    req_add(r, h->crtc, h->prop_mode, 0);
    req_add(r, h->crtc, h->prop_active, 0);
    for (unsigned i = 0; i < KMS_NUM_PLANES; i++) {
        req_add(r, h->plane[i].id, h->plane[i].prop[PLANE_FB_ID], 0);
        req_add(r, h->plane[i].id, h->plane[i].prop[PLANE_CRTC_ID], 0);
    }
}

static void forget_screen(Kms *k)
{
    free_blob(k, k->mode_blob);
    k->mode_blob = 0;
    memset(&k->mode, 0, sizeof(k->mode));
    for (unsigned i = 0; i < KMS_NUM_PLANES; i++) {
        fb_free(k, k->fb[i]);
        k->fb[i] = 0;
    }
}

int kms_mode_off(Kms *k)
{
    KmsReq r = { 0 };
    int ret;

    req_add(&r, k->connector, k->prop_connector_crtc, 0);
    for (unsigned h = 0; h < KMS_NUM_HEADS; h++) {
        req_head_off(&k->head[h], &r);
    }
    ret = req_commit(k, &r, DRM_MODE_ATOMIC_ALLOW_MODESET, 0);
    if (ret == 0) {
        forget_screen(k);
    }
    return ret;
}

/* Two commits, since a plane cannot be told to stay on another head's way. */
int kms_mode_on(Kms *k, unsigned head, const struct drm_mode_modeinfo *mode)
{
    const KmsHead *h = &k->head[head];
    struct drm_mode_modeinfo wanted = *mode;
    KmsReq r = { 0 };
    int ret = kms_mode_off(k);

    if (ret == 0) {
        ret = kms_blob(k, &wanted, sizeof(wanted), &k->mode_blob);
    }
    if (ret < 0) {
        return ret;
    }
    req_add(&r, k->connector, k->prop_connector_crtc, h->crtc);
    req_add(&r, h->crtc, h->prop_mode, k->mode_blob);
    req_add(&r, h->crtc, h->prop_active, 1);
    ret = req_commit(k, &r, DRM_MODE_ATOMIC_ALLOW_MODESET, 0);
    if (ret == 0) {
        k->on = head;
        k->mode = wanted;
    }
    return ret;
}

int kms_active(Kms *k, bool on)
{
    const KmsHead *h = &k->head[k->on];
    KmsReq r = { 0 };

    req_add(&r, h->crtc, h->prop_active, on);
    return req_commit(k, &r, DRM_MODE_ATOMIC_ALLOW_MODESET, 0);
}

bool kms_small_mode(Kms *k)
{
    const struct drm_mode_modeinfo *mode = kms_find_mode(k, 640, 480);

    if (!mode) {
        expect(k, false, "the monitor offers no 640x480");
        return false;
    }
    if (k->on == 0 && k->mode.hdisplay == 640 && k->mode.vdisplay == 480) {
        return true;
    }
    return expect_ok(k, kms_mode_on(k, 0, mode), "set 640x480");
}
