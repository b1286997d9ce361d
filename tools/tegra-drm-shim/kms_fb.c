/*
 * A tegra DRM device in the process: frame buffers, and what else clients make
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <errno.h>
#include "kms.h"

static GHashTable *objects;     /* KmsObject, by number */

/* In the driver's order.  [Linux, dc.c, plane.c] */
const KmsFormat kms_formats[KMS_NUM_FORMATS] = {
    { DRM_FORMAT_ARGB4444, -1, 2 },
    { DRM_FORMAT_ARGB1555, DC_FORMAT_B5G5R5A, 2, .alpha = true },
    { DRM_FORMAT_RGB565, DC_FORMAT_B5G6R5, 2 },
    { DRM_FORMAT_RGBA5551, DC_FORMAT_AB5G5R5, 2, .alpha = true },
    { DRM_FORMAT_ABGR8888, DC_FORMAT_R8G8B8A8, 4, .alpha = true },
    { DRM_FORMAT_ARGB8888, DC_FORMAT_B8G8R8A8, 4, .alpha = true },
    { DRM_FORMAT_XRGB1555, DC_FORMAT_B5G5R5A, 2 },
    { DRM_FORMAT_RGBX5551, DC_FORMAT_AB5G5R5, 2 },
    { DRM_FORMAT_XBGR8888, DC_FORMAT_R8G8B8A8, 4 },
    { DRM_FORMAT_XRGB8888, DC_FORMAT_B8G8R8A8, 4 },
    { DRM_FORMAT_UYVY, DC_FORMAT_YCBCR422, 2, 1, 2, 1 },
    { DRM_FORMAT_YUYV, DC_FORMAT_YCBCR422, 2, 1, 2, 1, .swap = 1 },
    { DRM_FORMAT_YUV420, DC_FORMAT_YCBCR420P, 1, 3, 2, 2 },
    { DRM_FORMAT_YUV422, DC_FORMAT_YCBCR422P, 1, 3, 2, 1 },
};

static const KmsFormat *format_find(uint32_t fourcc)
{
    for (unsigned i = 0; i < KMS_NUM_FORMATS; i++) {
        if (kms_formats[i].fourcc == fourcc) {
            return &kms_formats[i];
        }
    }
    return NULL;
}

/* ---- What clients make ---- */

KmsObject *kms_find(uint32_t id, uint32_t type)
{
    KmsObject *o = objects ? g_hash_table_lookup(objects, GUINT_TO_POINTER(id))
                           : NULL;

    return o && o->type == type ? o : NULL;
}

static void object_free(void *data)
{
    KmsObject *o = data;

    for (unsigned i = 0; i < G_N_ELEMENTS(o->bo); i++) {
        if (o->bo[i]) {
            drm_bo_unref(&o->bo[i]->drm);
        }
    }
    g_free(o->data);
    g_free(o);
}

uint32_t kms_add(KmsObject *o)
{
    uint32_t id = KMS_FIRST_ID;

    if (!objects) {
        objects = g_hash_table_new_full(NULL, NULL, NULL, object_free);
    }
    while (g_hash_table_contains(objects, GUINT_TO_POINTER(id))) {
        id++;
    }
    g_hash_table_insert(objects, GUINT_TO_POINTER(id),
                        g_memdup2(o, sizeof(*o)));
    return id;
}

static gboolean is_dead(void *id, void *object, void *unused)
{
    return !((KmsObject *)object)->file &&
           !kms_is_referred_to(GPOINTER_TO_UINT(id));
}

void kms_sweep(void)
{
    g_hash_table_foreach_remove(objects, is_dead, NULL);
}

/* ---- Frame buffers ---- */

static unsigned num_planes(const KmsFormat *f)
{
    return MAX(f->planes, 1);
}

/* [Linux, framebuffer_check()]: of plane @i */
static int check_plane(const struct drm_mode_fb_cmd2 *args,
                       const KmsFormat *f, unsigned i)
{
    uint32_t hsub = i ? f->hsub : 1, vsub = i ? f->vsub : 1;
    uint64_t height = (args->height + vsub - 1) / vsub;

    if (!args->handles[i]) {
        return -EINVAL;
    }
    if (height * args->pitches[i] + args->offsets[i] > UINT32_MAX) {
        return -ERANGE;
    }
    if (args->pitches[i] < (args->width + hsub - 1) / hsub * f->bytes ||
        (args->modifier[i] && !(args->flags & DRM_MODE_FB_MODIFIERS)) ||
        args->modifier[i] != args->modifier[0]) {
        return -EINVAL;
    }
    return 0;
}

static bool is_unused(const struct drm_mode_fb_cmd2 *args, unsigned i)
{
    return !args->modifier[i] &&
           (!(args->flags & DRM_MODE_FB_MODIFIERS) ||
            (!args->handles[i] && !args->pitches[i] && !args->offsets[i]));
}

static int check(const struct drm_mode_fb_cmd2 *args, const KmsFormat *f)
{
    int ret = 0;

    if (args->flags & ~(DRM_MODE_FB_INTERLACED | DRM_MODE_FB_MODIFIERS) ||
        args->width > KMS_MAX_SIZE || args->height > KMS_MAX_SIZE || !f ||
        !args->width || !args->height) {
        return -EINVAL;
    }
    for (unsigned i = 0; i < num_planes(f) && !ret; i++) {
        ret = check_plane(args, f, i);
    }
    for (unsigned i = num_planes(f); i < 4 && !ret; i++) {
        ret = is_unused(args, i) ? 0 : -EINVAL;
    }
    return ret;
}

/* [Linux, tegra_fb_create()]: plane @i's bytes are in its buffer. */
static int take_buffer(DrmFile *file, const struct drm_mode_fb_cmd2 *args,
                       KmsObject *fb, unsigned i)
{
    TegraBo *bo = (TegraBo *)drm_bo_find(file, args->handles[i]);
    uint32_t width = args->width / (i ? fb->format->hsub : 1);
    uint32_t height = args->height / (i ? fb->format->vsub : 1);
    uint32_t size = (height - 1) * args->pitches[i] +
                    width * fb->format->bytes + args->offsets[i];

    if (!bo || bo->drm.size < size) {
        return bo ? -EINVAL : -ENXIO;
    }
    bo->drm.refs++;
    fb->bo[i] = bo;
    fb->pitch[i] = args->pitches[i];
    fb->offset[i] = args->offsets[i];
    return 0;
}

int kms_fb_new(DrmFile *file, const struct drm_mode_fb_cmd2 *args,
               DrmFile *owner, uint32_t *id)
{
    const KmsFormat *f = format_find(args->pixel_format);
    int ret = check(args, f);
    KmsObject fb = {
        .type = DRM_MODE_OBJECT_FB, .file = owner, .format = f,
        .width = args->width, .height = args->height,
        .modifier = args->modifier[0],
    };

    for (unsigned i = 0; !ret && i < num_planes(f); i++) {
        ret = take_buffer(file, args, &fb, i);
    }
    if (ret) {
        object_free(g_memdup2(&fb, sizeof(fb)));
        return ret;
    }
    *id = kms_add(&fb);
    return 0;
}

int kms_add_fb2(DrmFile *file, void *arg)
{
    struct drm_mode_fb_cmd2 *args = arg;

    return kms_fb_new(file, args, file, &args->fb_id);
}

int kms_add_fb(DrmFile *file, void *arg)
{
    struct drm_mode_fb_cmd *args = arg;
    struct drm_mode_fb_cmd2 cmd = {
        .width = args->width, .height = args->height,
        .pixel_format = args->bpp == 16 ? DRM_FORMAT_RGB565 :
                        args->depth == 32 ? DRM_FORMAT_ARGB8888
                                          : DRM_FORMAT_XRGB8888,
        .handles = { args->handle }, .pitches = { args->pitch },
    };

    if (!(args->bpp == 16 && args->depth == 16) &&
        !(args->bpp == 32 && (args->depth == 24 || args->depth == 32))) {
        return -EINVAL;
    }
    return kms_fb_new(file, &cmd, file, &args->fb_id);
}

/* Planes that show it are switched off.  [Linux, atomic_remove_fb()] */
static void take_off(uint32_t id)
{
    KmsCommit c = kms_commit_new();

    for (uint32_t p = KMS_PLANE; p < KMS_PLANE + KMS_NUM_PLANES; p++) {
        if (*kms_value(&kms_state, p, P_FB_ID) == id) {
            kms_commit_plane_off(&c, p);
        }
    }
    if (c.objects) {
        kms_commit(&c);
    }
}

int kms_rm_fb(DrmFile *file, void *arg)
{
    uint32_t id = *(uint32_t *)arg;
    KmsObject *fb = kms_find(id, DRM_MODE_OBJECT_FB);

    if (!fb || fb->file != file) {
        return -ENOENT;
    }
    fb->file = NULL;
    take_off(id);
    kms_sweep();
    return 0;
}

void kms_file_free(DrmFile *file)
{
    GList *ids = objects ? g_hash_table_get_keys(objects) : NULL;

    for (GList *l = ids; l; l = l->next) {
        KmsObject *o = g_hash_table_lookup(objects, l->data);

        if (o && o->file == file) {
            uint32_t id = GPOINTER_TO_UINT(l->data);

            o->file = NULL;
            if (o->type == DRM_MODE_OBJECT_FB) {
                take_off(id);
            }
        }
    }
    g_list_free(ids);
    if (objects) {
        kms_sweep();
    }
}
