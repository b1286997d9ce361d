/*
 * A DRM render node in the process: fences, all of which are signalled
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <errno.h>
#include <linux/sync_file.h>
#include <stdio.h>
#include <string.h>
#include "node.h"

DrmSyncobj *drm_syncobj_find(DrmFile *file, uint32_t handle)
{
    return g_hash_table_lookup(file->syncobjs, GUINT_TO_POINTER(handle));
}

void drm_syncobj_unref(DrmSyncobj *sync)
{
    if (!--sync->refs) {
        g_free(sync);
    }
}

static uint32_t syncobj_handle(DrmFile *file, DrmSyncobj *sync)
{
    uint32_t handle = drm_new_handle(file->syncobjs);

    g_hash_table_insert(file->syncobjs, GUINT_TO_POINTER(handle), sync);
    return handle;
}

int drm_syncobj_create(DrmFile *file, void *arg)
{
    struct drm_syncobj_create *args = arg;
    DrmSyncobj *sync;

    if (args->flags & ~DRM_SYNCOBJ_CREATE_SIGNALED) {
        return -EINVAL;
    }
    sync = g_new0(DrmSyncobj, 1);
    sync->refs = 1;
    sync->fence = args->flags & DRM_SYNCOBJ_CREATE_SIGNALED;
    args->handle = syncobj_handle(file, sync);
    return 0;
}

int drm_syncobj_destroy(DrmFile *file, void *arg)
{
    struct drm_syncobj_destroy *args = arg;

    if (args->pad) {
        return -EINVAL;
    }
    return g_hash_table_remove(file->syncobjs, GUINT_TO_POINTER(args->handle))
           ? 0 : -EINVAL;
}

int drm_syncobj_export(DrmFile *file, void *arg)
{
    struct drm_syncobj_handle *args = arg;
    DrmSyncobj *sync = drm_syncobj_find(file, args->handle);
    DrmFd value = { DRM_FD_SYNC };

    if (args->pad ||
        args->flags & ~DRM_SYNCOBJ_HANDLE_TO_FD_FLAGS_EXPORT_SYNC_FILE) {
        return -EINVAL;
    }
    if (!sync) {
        return args->flags ? -ENOENT : -EINVAL;
    }
    if (args->flags && !sync->fence) {
        return -EINVAL;
    }
    if (!args->flags) {
        sync->refs++;
        value = (DrmFd) { DRM_FD_SYNCOBJ, sync };
    }
    args->fd = drm_fd_new("sync", 0, value);
    return MIN(args->fd, 0);
}

int drm_syncobj_import(DrmFile *file, void *arg)
{
    struct drm_syncobj_handle *args = arg;
    DrmFd fd = drm_fd(args->fd);
    DrmSyncobj *sync;

    if (args->pad ||
        args->flags & ~DRM_SYNCOBJ_FD_TO_HANDLE_FLAGS_IMPORT_SYNC_FILE) {
        return -EINVAL;
    }
    if (args->flags) {
        sync = drm_syncobj_find(file, args->handle);
        if (fd.kind != DRM_FD_SYNC || !sync) {
            return fd.kind == DRM_FD_SYNC ? -ENOENT : -EINVAL;
        }
        sync->fence = true;
        return 0;
    }
    if (fd.kind != DRM_FD_SYNCOBJ) {
        return -EINVAL;
    }
    sync = fd.object;
    sync->refs++;
    args->handle = syncobj_handle(file, sync);
    return 0;
}

/* What has no fence yet would have to come from another thread: time is up. */
int drm_syncobj_wait(DrmFile *file, void *arg)
{
    struct drm_syncobj_wait *args = arg;
    const uint32_t *handles = (const uint32_t *)(uintptr_t)args->handles;
    bool all = args->flags & DRM_SYNCOBJ_WAIT_FLAGS_WAIT_ALL;
    unsigned signalled = 0;

    if (!args->count_handles ||
        args->flags & ~(DRM_SYNCOBJ_WAIT_FLAGS_WAIT_ALL |
                        DRM_SYNCOBJ_WAIT_FLAGS_WAIT_FOR_SUBMIT)) {
        return -EINVAL;
    }
    for (unsigned i = 0; i < args->count_handles; i++) {
        DrmSyncobj *sync = drm_syncobj_find(file, handles[i]);

        if (!sync) {
            return -ENOENT;
        }
        if (sync->fence && !signalled++) {
            args->first_signaled = i;
        } else if (!sync->fence &&
                   !(args->flags & DRM_SYNCOBJ_WAIT_FLAGS_WAIT_FOR_SUBMIT)) {
            return -EINVAL;
        }
    }
    return signalled >= (all ? args->count_handles : 1) ? 0 : -ETIME;
}

static int syncobj_set(DrmFile *file, struct drm_syncobj_array *args,
                       bool fence)
{
    const uint32_t *handles = (const uint32_t *)(uintptr_t)args->handles;

    if (args->pad || !args->count_handles) {
        return -EINVAL;
    }
    for (unsigned i = 0; i < args->count_handles; i++) {
        if (!drm_syncobj_find(file, handles[i])) {
            return -ENOENT;
        }
    }
    for (unsigned i = 0; i < args->count_handles; i++) {
        drm_syncobj_find(file, handles[i])->fence = fence;
    }
    return 0;
}

int drm_syncobj_reset(DrmFile *file, void *arg)
{
    return syncobj_set(file, arg, false);
}

int drm_syncobj_signal(DrmFile *file, void *arg)
{
    return syncobj_set(file, arg, true);
}

static void sync_file_info(struct sync_file_info *args)
{
    struct sync_fence_info *fence = (void *)(uintptr_t)args->sync_fence_info;

    args->status = 1;
    if (args->num_fences) {
        memset(fence, 0, sizeof(*fence));
        snprintf(fence->driver_name, sizeof(fence->driver_name), "%s",
                 drm_driver.name);
        fence->status = 1;
    }
    args->num_fences = 1;
}

int drm_sync_file_ioctl(unsigned long cmd, void *arg)
{
    struct sync_merge_data *merge = arg;

    switch (cmd) {
    case SYNC_IOC_MERGE:
        merge->fence = drm_fd_new("sync", 0, (DrmFd) { DRM_FD_SYNC });
        return MIN(merge->fence, 0);
    case SYNC_IOC_FILE_INFO:
        sync_file_info(arg);
        return 0;
    default:
        return -ENOTTY;
    }
}
