/*
 * A tegra DRM device in the process: files and buffers
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include "kms.h"

#define PAGE    4096u

/* ---- The log ---- */

static void G_GNUC_PRINTF(1, 0)
say(const char *format, va_list args, bool log)
{
    bool debug = g_getenv("TEGRA_DRM_SHIM_DEBUG");
    char *text = debug || log ? g_strdup_vprintf(format, args) : NULL;

    if (debug) {
        fprintf(stderr, "tegra-drm-shim: %s\n", text);
    }
    if (log) {
        drm_kmsg(text);
    }
    g_free(text);
}

void tegra_log(const char *format, ...)
{
    va_list args;

    va_start(args, format);
    say(format, args, true);
    va_end(args);
}

void tegra_debug(const char *format, ...)
{
    va_list args;

    va_start(args, format);
    say(format, args, false);
    va_end(args);
}

/* ---- Files ---- */

TegraFile *tegra_file(DrmFile *file)
{
    TegraFile *f = file->driver;

    if (!f) {
        f = file->driver = g_new0(TegraFile, 1);
        f->legacy = g_hash_table_new_full(NULL, NULL, NULL,
                                          tegra_legacy_free);
        f->contexts = g_hash_table_new_full(NULL, NULL, NULL,
                                            tegra_context_free);
    }
    return f;
}

static void file_free(DrmFile *file)
{
    TegraFile *f = file->driver;

    kms_events_free(file);
    kms_file_free(file);
    if (f) {
        g_hash_table_unref(f->legacy);
        g_hash_table_unref(f->contexts);
        tegra_syncpts_put(f->syncpts);
        g_free(f);
    }
}

/* ---- Buffers ---- */

/* The kernel's size has 32 bits. */
static int create(DrmFile *file, uint64_t asked, uint32_t flags,
                  uint32_t *handle)
{
    uint32_t size = ((uint32_t)asked + PAGE - 1) & -PAGE;
    TegraBo *bo;

    if (!size) {
        return -ENOSPC;
    }
    bo = drm_bo_new(size);
    if (!bo) {
        tegra_log("drm drm: failed to allocate buffer of size %u", size);
        return -ENOMEM;
    }
    if (flags & DRM_TEGRA_GEM_CREATE_TILED) {
        bo->tiling_mode = DRM_TEGRA_GEM_TILING_MODE_TILED;
    }
    if (flags & DRM_TEGRA_GEM_CREATE_BOTTOM_UP) {
        bo->flags = DRM_TEGRA_GEM_BOTTOM_UP;
    }
    *handle = drm_bo_handle(file, &bo->drm);
    return 0;
}

static int gem_create(DrmFile *file, void *arg)
{
    struct drm_tegra_gem_create *args = arg;

    return create(file, args->size, args->flags, &args->handle);
}

static int gem_mmap(DrmFile *file, void *arg)
{
    struct drm_tegra_gem_mmap *args = arg;
    DrmBo *bo = drm_bo_find(file, args->handle);

    if (!bo) {
        return -EINVAL;
    }
    args->offset = bo->offset;
    return 0;
}

static int gem_set_tiling(DrmFile *file, void *arg)
{
    static const uint32_t max_value[] = {
        [DRM_TEGRA_GEM_TILING_MODE_PITCH] = 0,
        [DRM_TEGRA_GEM_TILING_MODE_TILED] = 0,
        [DRM_TEGRA_GEM_TILING_MODE_BLOCK] = 5,
    };
    struct drm_tegra_gem_set_tiling *args = arg;
    TegraBo *bo = (TegraBo *)drm_bo_find(file, args->handle);

    if (args->mode >= G_N_ELEMENTS(max_value) ||
        args->value > max_value[args->mode]) {
        return -EINVAL;
    }
    if (!bo) {
        return -ENOENT;
    }
    bo->tiling_mode = args->mode;
    bo->tiling_value = args->value;
    return 0;
}

static int gem_get_tiling(DrmFile *file, void *arg)
{
    struct drm_tegra_gem_get_tiling *args = arg;
    TegraBo *bo = (TegraBo *)drm_bo_find(file, args->handle);

    if (!bo) {
        return -ENOENT;
    }
    args->mode = bo->tiling_mode;
    args->value = bo->tiling_value;
    return 0;
}

static int gem_set_flags(DrmFile *file, void *arg)
{
    struct drm_tegra_gem_set_flags *args = arg;
    TegraBo *bo = (TegraBo *)drm_bo_find(file, args->handle);

    if (args->flags & ~DRM_TEGRA_GEM_FLAGS) {
        return -EINVAL;
    }
    if (!bo) {
        return -ENOENT;
    }
    bo->flags = args->flags;
    return 0;
}

static int gem_get_flags(DrmFile *file, void *arg)
{
    struct drm_tegra_gem_get_flags *args = arg;
    TegraBo *bo = (TegraBo *)drm_bo_find(file, args->handle);

    if (!bo) {
        return -ENOENT;
    }
    args->flags = bo->flags;
    return 0;
}

static int dumb_create(DrmFile *file, void *arg)
{
    struct drm_mode_create_dumb *args = arg;
    uint64_t bytes = (args->bpp + 7ull) / 8, pitch;

    if (!args->width || !args->height || !args->bpp ||
        bytes > UINT32_MAX / args->width) {
        return -EINVAL;
    }
    pitch = ((args->width * (uint64_t)args->bpp + 7) / 8 + 7) & -8ull;
    if (pitch * args->height > UINT32_MAX) {
        return -EINVAL;
    }
    args->pitch = pitch;
    args->size = pitch * args->height;
    return create(file, args->size, 0, &args->handle);
}

static int dumb_map(DrmFile *file, void *arg)
{
    struct drm_mode_map_dumb *args = arg;
    DrmBo *bo = drm_bo_find(file, args->handle);

    if (!bo) {
        return -ENOENT;
    }
    args->offset = bo->offset;
    return 0;
}

static int dumb_destroy(DrmFile *file, void *arg)
{
    struct drm_mode_destroy_dumb *args = arg;
    struct drm_gem_close close = { .handle = args->handle };

    return drm_gem_close(file, &close);
}

/* ---- The driver ---- */

/* There is one client: it is the master, and may do what it wants. */
static int allowed(DrmFile *file, void *arg)
{
    return 0;
}

static int64_t due(int64_t now)
{
    int64_t jobs = tegra_host1x_due(now);

    return MIN(MIN(jobs, tegra_fences_look(now)), kms_due(now));
}

static char *runtime_status(const char *path)
{
    for (unsigned i = 0; i < TEGRA_NUM_CLIENTS; i++) {
        const TegraClient *client = &tegra_clients[i];
        char *own = g_strdup_printf("/sys/bus/platform/devices/%s/power/"
                                    "runtime_status", client->name);
        bool same = !strcmp(path, own);

        g_free(own);
        if (same) {
            return g_strdup(tegra_client_is_on(client) ? "active\n"
                                                       : "suspended\n");
        }
    }
    return NULL;
}

static char *file_text(const char *path)
{
    char *text = kms_text(path);

    due(drm_now());
    if (!text) {
        text = strcmp(path, "/sys/kernel/debug/tegra-host1x/status")
               ? runtime_status(path) : tegra_host1x_status();
    }
    return text;
}

static const DrmIoctl ioctls[] = {
    { DRM_IOCTL_TEGRA_CHANNEL_SUBMIT, tegra_channel_submit },
    { DRM_IOCTL_TEGRA_SYNCPOINT_WAIT, tegra_syncpoint_wait },
    { DRM_IOCTL_TEGRA_SUBMIT, tegra_submit },
    { DRM_IOCTL_TEGRA_SYNCPT_WAIT, tegra_syncpt_wait },
    { DRM_IOCTL_TEGRA_GEM_CREATE, gem_create },
    { DRM_IOCTL_TEGRA_GEM_MMAP, gem_mmap },
    { DRM_IOCTL_TEGRA_GEM_SET_TILING, gem_set_tiling },
    { DRM_IOCTL_TEGRA_GEM_GET_TILING, gem_get_tiling },
    { DRM_IOCTL_TEGRA_GEM_SET_FLAGS, gem_set_flags },
    { DRM_IOCTL_TEGRA_GEM_GET_FLAGS, gem_get_flags },
    { DRM_IOCTL_TEGRA_SYNCPT_READ, tegra_syncpt_read },
    { DRM_IOCTL_TEGRA_SYNCPT_INCR, tegra_syncpt_incr },
    { DRM_IOCTL_TEGRA_OPEN_CHANNEL, tegra_open_channel },
    { DRM_IOCTL_TEGRA_CLOSE_CHANNEL, tegra_close_channel },
    { DRM_IOCTL_TEGRA_GET_SYNCPT, tegra_get_syncpt },
    { DRM_IOCTL_TEGRA_GET_SYNCPT_BASE, tegra_get_syncpt_base },
    { DRM_IOCTL_TEGRA_CHANNEL_OPEN, tegra_channel_open },
    { DRM_IOCTL_TEGRA_CHANNEL_CLOSE, tegra_channel_close },
    { DRM_IOCTL_TEGRA_CHANNEL_MAP, tegra_channel_map },
    { DRM_IOCTL_TEGRA_CHANNEL_UNMAP, tegra_channel_unmap },
    { DRM_IOCTL_TEGRA_SYNCPOINT_ALLOCATE, tegra_syncpoint_allocate },
    { DRM_IOCTL_TEGRA_SYNCPOINT_FREE, tegra_syncpoint_free },
};

static const DrmIoctl card_ioctls[] = {
    { DRM_IOCTL_MODE_CREATE_DUMB, dumb_create },
    { DRM_IOCTL_MODE_MAP_DUMB, dumb_map },
    { DRM_IOCTL_MODE_DESTROY_DUMB, dumb_destroy },
    { DRM_IOCTL_GET_MAGIC, allowed },
    { DRM_IOCTL_AUTH_MAGIC, allowed },
    { DRM_IOCTL_SET_MASTER, allowed },
    { DRM_IOCTL_DROP_MASTER, allowed },
    { DRM_IOCTL_SET_CLIENT_CAP, kms_set_client_cap },
    { DRM_IOCTL_WAIT_VBLANK, kms_wait_vblank },
    { DRM_IOCTL_CRTC_GET_SEQUENCE, kms_get_sequence },
    { DRM_IOCTL_CRTC_QUEUE_SEQUENCE, kms_queue_sequence },
    { DRM_IOCTL_MODE_GETRESOURCES, kms_get_resources },
    { DRM_IOCTL_MODE_GETPLANERESOURCES, kms_get_planes },
    { DRM_IOCTL_MODE_GETPLANE, kms_get_plane },
    { DRM_IOCTL_MODE_SETPLANE, kms_set_plane },
    { DRM_IOCTL_MODE_GETPROPERTY, kms_get_property },
    { DRM_IOCTL_MODE_SETPROPERTY, kms_set_property },
    { DRM_IOCTL_MODE_OBJ_GETPROPERTIES, kms_obj_get_properties },
    { DRM_IOCTL_MODE_OBJ_SETPROPERTY, kms_obj_set_property },
    { DRM_IOCTL_MODE_GETPROPBLOB, kms_get_blob },
    { DRM_IOCTL_MODE_CREATEPROPBLOB, kms_create_blob },
    { DRM_IOCTL_MODE_DESTROYPROPBLOB, kms_destroy_blob },
    { DRM_IOCTL_MODE_ATOMIC, kms_atomic },
    { DRM_IOCTL_MODE_CURSOR, kms_cursor },
    { DRM_IOCTL_MODE_CURSOR2, kms_cursor2 },
    { DRM_IOCTL_MODE_GETCRTC, kms_get_crtc },
    { DRM_IOCTL_MODE_SETCRTC, kms_set_crtc },
    { DRM_IOCTL_MODE_GETENCODER, kms_get_encoder },
    { DRM_IOCTL_MODE_GETCONNECTOR, kms_get_connector },
    { DRM_IOCTL_MODE_ADDFB, kms_add_fb },
    { DRM_IOCTL_MODE_ADDFB2, kms_add_fb2 },
    { DRM_IOCTL_MODE_RMFB, kms_rm_fb },
    { DRM_IOCTL_MODE_PAGE_FLIP, kms_page_flip },
};

const DrmDriver drm_driver = {
    .name = "tegra",
    .date = "20120330",
    .desc = "NVIDIA Tegra graphics",
    .version_major = 1,
    .ioctls = ioctls,
    .num_ioctls = G_N_ELEMENTS(ioctls),
    .card_ioctls = card_ioctls,
    .num_card_ioctls = G_N_ELEMENTS(card_ioctls),
    .fence_driver = "host1x",
    .fence_name = "syncpoint",
    .bo_bytes = sizeof(TegraBo),
    .file_free = file_free,
    .due = due,
    .read = kms_read,
    .text = file_text,
    .memory = TEGRA_MEMORY,
    .reserved = TEGRA_RESERVED,
};
