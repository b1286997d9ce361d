/*
 * A tegra DRM device in the process: properties and blobs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <errno.h>
#include "kms.h"

#define MAX_BLOB    (1u << 20)  /* bytes; the kernel's limit is its memory */

KmsState kms_state;

/* ---- The properties ---- */

typedef struct Enum {
    uint64_t value;             /* a bitmask's: the number of the bit */
    const char *name;
} Enum;

enum { OF_PLANE = 1, OF_HEAD = 2, OF_CONNECTOR = 4 };

typedef struct Prop {
    const char *name;
    uint8_t of;
    uint32_t flags;             /* DRM_MODE_PROP_* */
    uint64_t values[2];         /* of a range; an object's type */
    const Enum *enums;          /* ends without a name */
} Prop;

#define ATOMIC      DRM_MODE_PROP_ATOMIC
#define IMMUTABLE   DRM_MODE_PROP_IMMUTABLE
#define RANGE       DRM_MODE_PROP_RANGE
#define SIGNED      DRM_MODE_PROP_SIGNED_RANGE
#define ENUM        DRM_MODE_PROP_ENUM
#define BLOB        DRM_MODE_PROP_BLOB
#define OBJECT      DRM_MODE_PROP_OBJECT

static const Enum types[] = {
    { KMS_OVERLAY, "Overlay" },
    { KMS_PRIMARY, "Primary" },
    { KMS_CURSOR, "Cursor" }, { }
};

static const Enum rotations[] = {
    { 0, "rotate-0" }, { 2, "rotate-180" }, { 4, "reflect-x" },
    { 5, "reflect-y" }, { }
};

static const Enum dpms[] = {
    { DRM_MODE_DPMS_ON, "On" }, { DRM_MODE_DPMS_STANDBY, "Standby" },
    { DRM_MODE_DPMS_SUSPEND, "Suspend" }, { DRM_MODE_DPMS_OFF, "Off" }, { }
};

static const Enum link_states[] = {
    { DRM_MODE_LINK_STATUS_GOOD, "Good" }, { DRM_MODE_LINK_STATUS_BAD, "Bad" },
    { }
};

/* [Linux, drm_mode_config.c, drm_connector.c, drm_blend.c] */
static const Prop props[KMS_NUM_PROPS] = {
    [P_TYPE] = { "type", OF_PLANE, ENUM | IMMUTABLE, .enums = types },
    [P_FB_ID] = { "FB_ID", OF_PLANE, OBJECT | ATOMIC,
                  { DRM_MODE_OBJECT_FB } },
    [P_IN_FENCE_FD] = { "IN_FENCE_FD", OF_PLANE, SIGNED | ATOMIC,
                        { -1, INT32_MAX } },
    [P_CRTC_ID] = { "CRTC_ID", OF_PLANE | OF_CONNECTOR, OBJECT | ATOMIC,
                    { DRM_MODE_OBJECT_CRTC } },
    [P_CRTC_X] = { "CRTC_X", OF_PLANE, SIGNED | ATOMIC,
                   { INT32_MIN, INT32_MAX } },
    [P_CRTC_Y] = { "CRTC_Y", OF_PLANE, SIGNED | ATOMIC,
                   { INT32_MIN, INT32_MAX } },
    [P_CRTC_W] = { "CRTC_W", OF_PLANE, RANGE | ATOMIC, { 0, INT32_MAX } },
    [P_CRTC_H] = { "CRTC_H", OF_PLANE, RANGE | ATOMIC, { 0, INT32_MAX } },
    [P_SRC_X] = { "SRC_X", OF_PLANE, RANGE | ATOMIC, { 0, UINT32_MAX } },
    [P_SRC_Y] = { "SRC_Y", OF_PLANE, RANGE | ATOMIC, { 0, UINT32_MAX } },
    [P_SRC_W] = { "SRC_W", OF_PLANE, RANGE | ATOMIC, { 0, UINT32_MAX } },
    [P_SRC_H] = { "SRC_H", OF_PLANE, RANGE | ATOMIC, { 0, UINT32_MAX } },
    [P_IN_FORMATS] = { "IN_FORMATS", OF_PLANE, BLOB | IMMUTABLE },
    [P_ZPOS] = { "zpos", OF_PLANE, RANGE, { 0, 255 } },
    [P_ROTATION] = { "rotation", OF_PLANE, DRM_MODE_PROP_BITMASK,
                     .enums = rotations },
    [P_ACTIVE] = { "ACTIVE", OF_HEAD, RANGE | ATOMIC, { 0, 1 } },
    [P_MODE_ID] = { "MODE_ID", OF_HEAD, BLOB | ATOMIC },
    [P_OUT_FENCE_PTR] = { "OUT_FENCE_PTR", OF_HEAD, RANGE | ATOMIC,
                          { 0, UINT64_MAX } },
    [P_VRR_ENABLED] = { "VRR_ENABLED", OF_HEAD, RANGE, { 0, 1 } },
    [P_EDID] = { "EDID", OF_CONNECTOR, BLOB | IMMUTABLE },
    [P_DPMS] = { "DPMS", OF_CONNECTOR, ENUM, .enums = dpms },
    [P_LINK_STATUS] = { "link-status", OF_CONNECTOR, ENUM,
                        .enums = link_states },
    [P_NON_DESKTOP] = { "non-desktop", OF_CONNECTOR, RANGE | IMMUTABLE,
                        { 0, 1 } },
    [P_TILE] = { "TILE", OF_CONNECTOR, BLOB | IMMUTABLE },
};

static unsigned kind_of(uint32_t object)
{
    return kms_is_plane(object) ? OF_PLANE :
           kms_is_head(object) ? OF_HEAD :
           object == KMS_CONNECTOR ? OF_CONNECTOR : 0;
}

int kms_prop_of(uint32_t object, uint32_t prop)
{
    return prop >= KMS_PROP && prop < KMS_FIRST_ID &&
           props[prop - KMS_PROP].of & kind_of(object) ? prop - KMS_PROP : -1;
}

static bool enum_takes(const Prop *p, uint64_t value)
{
    uint64_t mask = 0;

    for (const Enum *e = p->enums; e->name; e++) {
        if (p->flags & ENUM && e->value == value) {
            return true;
        }
        mask |= 1ull << e->value;
    }
    return !(p->flags & ENUM) && !(value & ~mask);
}

static bool refers_to_any(const Prop *p, uint64_t value)
{
    if (!value) {
        return true;
    }
    if (p->values[0] == DRM_MODE_OBJECT_CRTC) {
        return value <= UINT32_MAX && kms_is_head(value);
    }
    return value <= UINT32_MAX &&
           kms_find(value, p->flags & BLOB ? DRM_MODE_OBJECT_BLOB
                                           : p->values[0]);
}

bool kms_prop_takes(KmsProp prop, uint64_t value)
{
    const Prop *p = &props[prop];

    if (p->flags & IMMUTABLE) {
        return false;
    }
    if (p->enums) {
        return enum_takes(p, value);
    }
    if (p->flags & RANGE) {
        return value >= p->values[0] && value <= p->values[1];
    }
    if ((p->flags & DRM_MODE_PROP_EXTENDED_TYPE) == SIGNED) {
        return (int64_t)value >= (int64_t)p->values[0] &&
               (int64_t)value <= (int64_t)p->values[1];
    }
    return refers_to_any(p, value);
}

bool kms_is_referred_to(uint32_t id)
{
    for (uint32_t object = 0; object < KMS_NUM_OBJECTS; object++) {
        for (KmsProp p = 0; p < KMS_NUM_PROPS; p++) {
            if ((props[p].flags & BLOB ||
                 (props[p].flags & DRM_MODE_PROP_EXTENDED_TYPE) == OBJECT) &&
                kms_state.value[object][p] == id) {
                return true;
            }
        }
    }
    return false;
}

/* ---- Values at first ---- */

/* [struct drm_format_modifier_blob]; windows B and C say nothing of tiles. */
static uint32_t in_formats_new(unsigned window)
{
    static const uint64_t modifiers[] = {
        DRM_FORMAT_MOD_LINEAR, DRM_FORMAT_MOD_NVIDIA_TEGRA_TILED,
    };
    struct {
        struct drm_format_modifier_blob head;
        uint32_t formats[KMS_NUM_FORMATS];
        struct drm_format_modifier modifier[2];
    } blob = {
        .head = {
            .version = FORMAT_BLOB_CURRENT,
            .count_formats = kms_num_formats(window),
            .formats_offset = offsetof(typeof(blob), formats),
            .count_modifiers = window ? 1 : 2,
            .modifiers_offset = offsetof(typeof(blob), modifier),
        },
    };
    KmsObject o = { .type = DRM_MODE_OBJECT_BLOB };

    for (unsigned i = 0; i < blob.head.count_formats; i++) {
        blob.formats[i] = kms_formats[i].fourcc;
    }
    for (unsigned i = 0; i < blob.head.count_modifiers; i++) {
        blob.modifier[i].modifier = modifiers[i];
        blob.modifier[i].formats = (1ull << blob.head.count_formats) - 1;
    }
    o.length = sizeof(blob) - (window ? sizeof(blob.modifier[1]) : 0);
    o.data = g_memdup2(&blob, o.length);
    return kms_add(&o);
}

static void __attribute__((constructor)) init(void)
{
    static const uint8_t plane_types[KMS_NUM_WINDOWS] = {
        KMS_PRIMARY, KMS_OVERLAY, KMS_CURSOR,
    };

    for (unsigned i = 0; i < KMS_NUM_PLANES; i++) {
        unsigned window = i % KMS_NUM_WINDOWS;
        uint64_t *value = kms_state.value[i];

        value[P_TYPE] = plane_types[window];
        value[P_IN_FENCE_FD] = -1;
        value[P_IN_FORMATS] = in_formats_new(window);
        value[P_ZPOS] = window;
        value[P_ROTATION] = DRM_MODE_ROTATE_0;
    }
}

/* ---- Ioctls ---- */

static bool is_atomic(DrmFile *file)
{
    return tegra_file(file)->atomic;
}

static uint64_t dpms_value(void)
{
    uint32_t head = kms_connector_head();

    return head && *kms_value(&kms_state, head, P_ACTIVE) ? DRM_MODE_DPMS_ON
                                                          : DRM_MODE_DPMS_OFF;
}

/* Each that the client has room for, and how many there are */
int kms_give_props(DrmFile *file, uint32_t object, uint64_t ids,
                   uint64_t values, uint32_t *count)
{
    uint32_t num = 0;

    for (uint32_t id = KMS_PROP; id < KMS_FIRST_ID; id++) {
        int prop = kms_prop_of(object, id);
        uint64_t value;

        if (prop < 0 || (props[prop].flags & ATOMIC && !is_atomic(file))) {
            continue;
        }
        value = prop == P_DPMS ? dpms_value()
                               : *kms_value(&kms_state, object, prop);
        if (num < *count &&
            (drm_copy_to(ids + num * sizeof(id), &id, sizeof(id)) ||
             drm_copy_to(values + num * sizeof(value), &value,
                         sizeof(value)))) {
            return -EFAULT;
        }
        num++;
    }
    *count = num;
    return 0;
}

int kms_obj_get_properties(DrmFile *file, void *arg)
{
    static const uint32_t types_of[] = {
        [OF_PLANE] = DRM_MODE_OBJECT_PLANE, [OF_HEAD] = DRM_MODE_OBJECT_CRTC,
        [OF_CONNECTOR] = DRM_MODE_OBJECT_CONNECTOR,
    };
    struct drm_mode_obj_get_properties *args = arg;
    unsigned kind = kind_of(args->obj_id);

    if (!kind) {
        return args->obj_id == KMS_ENCODER ? -EINVAL : -ENOENT;
    }
    if (args->obj_type && args->obj_type != types_of[kind]) {
        return -ENOENT;
    }
    return kms_give_props(file, args->obj_id, args->props_ptr,
                          args->prop_values_ptr, &args->count_props);
}

static int give_enums(const Prop *p, struct drm_mode_get_property *args)
{
    uint32_t values = 0, enums = 0;
    int ret = 0;

    for (const Enum *e = p->enums; e->name; e++) {
        struct drm_mode_property_enum one = { .value = e->value };

        g_strlcpy(one.name, e->name, sizeof(one.name));
        if (values++ < args->count_values) {
            ret |= drm_copy_to(args->values_ptr + (values - 1) * 8, &e->value,
                               sizeof(e->value));
        }
        if (enums++ < args->count_enum_blobs) {
            ret |= drm_copy_to(args->enum_blob_ptr + (enums - 1) * sizeof(one),
                               &one, sizeof(one));
        }
    }
    args->count_values = values;
    args->count_enum_blobs = enums;
    return ret;
}

int kms_get_property(DrmFile *file, void *arg)
{
    struct drm_mode_get_property *args = arg;
    const Prop *p;
    uint32_t num;
    int ret;

    if (args->prop_id < KMS_PROP || args->prop_id >= KMS_FIRST_ID) {
        return -ENOENT;
    }
    p = &props[args->prop_id - KMS_PROP];
    memset(args->name, 0, sizeof(args->name));
    g_strlcpy(args->name, p->name, sizeof(args->name));
    args->flags = p->flags;
    if (p->enums) {
        return give_enums(p, args);
    }
    num = p->flags & BLOB ? 0 :
          (p->flags & DRM_MODE_PROP_EXTENDED_TYPE) == OBJECT ? 1 : 2;
    ret = drm_copy_to(args->values_ptr, p->values,
                      MIN(num, args->count_values) * sizeof(p->values[0]));
    args->count_values = num;
    args->count_enum_blobs = p->flags & BLOB ? 0 : args->count_enum_blobs;
    return ret;
}

int kms_get_blob(DrmFile *file, void *arg)
{
    struct drm_mode_get_blob *args = arg;
    const KmsObject *o = kms_find(args->blob_id, DRM_MODE_OBJECT_BLOB);
    int ret = 0;

    if (!o) {
        return -ENOENT;
    }
    if (args->length == o->length) {
        ret = drm_copy_to(args->data, o->data, o->length);
    }
    args->length = o->length;
    return ret;
}

int kms_create_blob(DrmFile *file, void *arg)
{
    struct drm_mode_create_blob *args = arg;
    KmsObject o = {
        .type = DRM_MODE_OBJECT_BLOB, .file = file, .length = args->length,
    };

    if (!o.length || o.length > MAX_BLOB) {
        return o.length ? -ENOMEM : -EINVAL;
    }
    o.data = drm_copy_new(args->data, o.length);
    if (!o.data) {
        return -EFAULT;
    }
    args->blob_id = kms_add(&o);
    return 0;
}

int kms_destroy_blob(DrmFile *file, void *arg)
{
    struct drm_mode_destroy_blob *args = arg;
    KmsObject *o = kms_find(args->blob_id, DRM_MODE_OBJECT_BLOB);

    if (!o || o->file != file) {
        return o ? -EPERM : -ENOENT;
    }
    o->file = NULL;
    kms_sweep();
    return 0;
}
