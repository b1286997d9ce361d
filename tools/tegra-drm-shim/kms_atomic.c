/*
 * A tegra DRM device in the process: properties that clients set
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <errno.h>
#include "kms.h"

#define FLAGS   (DRM_MODE_PAGE_FLIP_EVENT | DRM_MODE_ATOMIC_TEST_ONLY | \
                 DRM_MODE_ATOMIC_NONBLOCK | DRM_MODE_ATOMIC_ALLOW_MODESET)

static bool is_object(uint32_t id)
{
    return kms_is_plane(id) || kms_is_head(id) || id == KMS_CONNECTOR;
}

/* Element @i of a client's array */
static int element(void *to, uint64_t array, uint32_t i, size_t size)
{
    return drm_copy_from(to, array + (uint64_t)i * size, size);
}

/* The properties of one object; @at counts those of all. */
static int read_props(KmsCommit *c, const struct drm_mode_atomic *args,
                      uint32_t object, uint32_t count, uint32_t *at)
{
    int ret = 0;

    for (uint32_t i = 0; i < count && !ret; i++, (*at)++) {
        uint32_t prop;
        uint64_t value;

        if (element(&prop, args->props_ptr, *at, sizeof(prop))) {
            return -EFAULT;
        }
        if (kms_prop_of(object, prop) < 0) {
            return -ENOENT;
        }
        if (element(&value, args->prop_values_ptr, *at, sizeof(value))) {
            return -EFAULT;
        }
        ret = kms_commit_set(c, object, prop, value);
    }
    return ret;
}

static int read_objects(KmsCommit *c, const struct drm_mode_atomic *args)
{
    uint32_t at = 0;
    int ret = 0;

    for (uint32_t i = 0; i < args->count_objs && !ret; i++) {
        uint32_t object, count;

        if (element(&object, args->objs_ptr, i, sizeof(object))) {
            return -EFAULT;
        }
        if (!is_object(object)) {
            return -ENOENT;
        }
        if (element(&count, args->count_props_ptr, i, sizeof(count))) {
            return -EFAULT;
        }
        ret = read_props(c, args, object, count, &at);
    }
    return ret;
}

static int check_flags(DrmFile *file, const struct drm_mode_atomic *args)
{
    return !tegra_file(file)->atomic || args->flags & ~FLAGS ||
           args->reserved ||
           (args->flags & DRM_MODE_ATOMIC_TEST_ONLY &&
            args->flags & DRM_MODE_PAGE_FLIP_EVENT) ? -EINVAL : 0;
}

int kms_atomic(DrmFile *file, void *arg)
{
    struct drm_mode_atomic *args = arg;
    KmsCommit c = kms_commit_new();
    int ret = check_flags(file, args);

    c.allow_modeset = args->flags & DRM_MODE_ATOMIC_ALLOW_MODESET;
    c.nonblock = args->flags & DRM_MODE_ATOMIC_NONBLOCK;
    c.cookie = args->user_data;
    c.event_file = args->flags & DRM_MODE_PAGE_FLIP_EVENT ? file : NULL;
    ret = ret ? ret : read_objects(&c, args);
    if (!ret && c.event_file && !c.heads) {
        ret = -EINVAL;
    }
    if (!ret && !(args->flags & DRM_MODE_ATOMIC_TEST_ONLY)) {
        return kms_commit(&c);
    }
    ret = ret ? ret : kms_commit_check(&c);
    kms_commit_free(&c);
    return ret;
}

/*
 * DPMS is the head's property ACTIVE.  No value is refused.
 * [Linux, drm_atomic_connector_commit_dpms()]
 */
static int set_dpms(KmsCommit *c, uint64_t value)
{
    uint32_t head = kms_connector_head();

    c->allow_modeset = true;
    if (head) {
        kms_commit_put(c, head, P_ACTIVE, (int)value == DRM_MODE_DPMS_ON);
    }
    return 0;
}

int kms_obj_set_property(DrmFile *file, void *arg)
{
    struct drm_mode_obj_set_property *args = arg;
    int prop = kms_prop_of(args->obj_id, args->prop_id), ret;
    KmsCommit c = kms_commit_new();

    if (prop < 0) {
        return is_object(args->obj_id) ? -EINVAL : -ENOENT;
    }
    ret = prop == P_DPMS ? set_dpms(&c, args->value)
                         : kms_commit_set(&c, args->obj_id, args->prop_id,
                                          args->value);
    return ret ? ret : kms_commit(&c);
}

int kms_set_property(DrmFile *file, void *arg)
{
    struct drm_mode_connector_set_property *args = arg;
    struct drm_mode_obj_set_property set = {
        .value = args->value, .prop_id = args->prop_id,
        .obj_id = args->connector_id,
    };

    return kms_obj_set_property(file, &set);
}
