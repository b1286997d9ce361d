/*
 * A DRM device in the process: fences
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <errno.h>
#include <linux/sync_file.h>
#include <stdio.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>
#include "node.h"

static GPtrArray *unsignalled;  /* DrmSyncFile */

/* ---- Fences ---- */

DrmFence *drm_fence_new(bool signalled)
{
    DrmFence *fence = g_new0(DrmFence, 1);

    fence->refs = 1;
    fence->signalled = signalled;
    return fence;
}

void drm_fence_unref(DrmFence *fence)
{
    if (fence && !--fence->refs) {
        if (fence->parts) {
            g_ptr_array_unref(fence->parts);
        }
        g_free(fence);
    }
}

static DrmFence *fence_ref(DrmFence *fence)
{
    fence->refs++;
    return fence;
}

static unsigned num_parts(const DrmFence *fence)
{
    return fence->parts ? fence->parts->len : 1;
}

static DrmFence *part(DrmFence *fence, unsigned i)
{
    return fence->parts ? fence->parts->pdata[i] : fence;
}

static int part_status(const DrmFence *fence)
{
    return !fence->signalled ? 0 : fence->error ? fence->error : 1;
}

int drm_fence_status(DrmFence *fence)
{
    int status = 1;

    for (unsigned i = 0; i < num_parts(fence) && status == 1; i++) {
        status = part_status(part(fence, i));
    }
    return status;
}

static void add_parts(GPtrArray *parts, DrmFence *fence)
{
    for (unsigned i = 0; i < num_parts(fence); i++) {
        if (!g_ptr_array_find(parts, part(fence, i), NULL)) {
            g_ptr_array_add(parts, fence_ref(part(fence, i)));
        }
    }
}

static DrmFence *fence_merge(DrmFence *a, DrmFence *b)
{
    DrmFence *fence = drm_fence_new(false);

    fence->parts = g_ptr_array_new_with_free_func(
        (GDestroyNotify)drm_fence_unref);
    add_parts(fence->parts, a);
    add_parts(fence->parts, b);
    return fence;
}

/* ---- Sync files ---- */

/* Let poll() know of what is signalled. */
static void sync_files_look(void)
{
    for (unsigned i = unsignalled ? unsignalled->len : 0; i-- > 0;) {
        DrmSyncFile *sync = unsignalled->pdata[i];

        if (drm_fence_status(sync->fence)) {
            eventfd_write(sync->event, 1);
            close(sync->event);
            sync->event = -1;
            g_ptr_array_remove_index_fast(unsignalled, i);
        }
    }
}

void drm_fence_signal(DrmFence *fence, int error)
{
    fence->signalled = true;
    fence->error = error;
    sync_files_look();
}

void drm_sync_file_unref(DrmSyncFile *sync)
{
    if (--sync->refs) {
        return;
    }
    if (sync->event >= 0) {
        g_ptr_array_remove_fast(unsignalled, sync);
        close(sync->event);
    }
    drm_fence_unref(sync->fence);
    g_free(sync);
}

/* Takes over the caller's reference; returns a file descriptor. */
static int sync_file_new(DrmFence *fence)
{
    DrmSyncFile *sync = g_new0(DrmSyncFile, 1);
    int fd = eventfd(0, EFD_CLOEXEC);

    sync->refs = 1;
    sync->fence = fence;
    sync->event = fd < 0 ? -1 : dup(fd);
    if (!unsignalled) {
        unsignalled = g_ptr_array_new();
    }
    if (sync->event < 0) {
        int error = errno;

        close(fd);
        drm_sync_file_unref(sync);
        return -error;
    }
    g_ptr_array_add(unsignalled, sync);
    sync_files_look();
    return drm_fd_give(fd, (DrmFd) { DRM_FD_SYNC, .object = sync });
}

/* ---- Sync objects ---- */

DrmSyncobj *drm_syncobj_find(DrmFile *file, uint32_t handle)
{
    return g_hash_table_lookup(file->syncobjs, GUINT_TO_POINTER(handle));
}

void drm_syncobj_set(DrmSyncobj *sync, DrmFence *fence)
{
    drm_fence_unref(sync->fence);
    sync->fence = fence;
    drm_changed();
}

void drm_syncobj_unref(DrmSyncobj *sync)
{
    if (!--sync->refs) {
        drm_fence_unref(sync->fence);
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
    if (args->flags) {
        sync->fence = drm_fence_new(true);
    }
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

static int export_file(DrmSyncobj *sync)
{
    if (!sync || !sync->fence) {
        return sync ? -EINVAL : -ENOENT;
    }
    return sync_file_new(fence_ref(sync->fence));
}

static int export_syncobj(DrmSyncobj *sync)
{
    if (!sync) {
        return -EINVAL;
    }
    sync->refs++;
    return drm_fd_new("sync", 0, (DrmFd) {
        DRM_FD_SYNCOBJ, .object = sync
    });
}

int drm_syncobj_export(DrmFile *file, void *arg)
{
    struct drm_syncobj_handle *args = arg;
    DrmSyncobj *sync = drm_syncobj_find(file, args->handle);

    if (args->pad ||
        args->flags & ~DRM_SYNCOBJ_HANDLE_TO_FD_FLAGS_EXPORT_SYNC_FILE) {
        return -EINVAL;
    }
    args->fd = args->flags ? export_file(sync) : export_syncobj(sync);
    return MIN(args->fd, 0);
}

static int import_file(DrmSyncobj *sync, DrmFd fd)
{
    if (fd.kind != DRM_FD_SYNC || !sync) {
        return fd.kind == DRM_FD_SYNC ? -ENOENT : -EINVAL;
    }
    drm_syncobj_set(sync, fence_ref(((DrmSyncFile *)fd.object)->fence));
    return 0;
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
        return import_file(drm_syncobj_find(file, args->handle), fd);
    }
    if (fd.kind != DRM_FD_SYNCOBJ) {
        return -EINVAL;
    }
    sync = fd.object;
    sync->refs++;
    args->handle = syncobj_handle(file, sync);
    return 0;
}

/* 1: it is over; 0: not yet */
static int look(DrmFile *file, struct drm_syncobj_wait *args,
                const uint32_t *handles)
{
    bool all = args->flags & DRM_SYNCOBJ_WAIT_FLAGS_WAIT_ALL;
    unsigned signalled = 0;

    for (unsigned i = 0; i < args->count_handles; i++) {
        DrmSyncobj *sync = drm_syncobj_find(file, handles[i]);

        if (!sync) {
            return -ENOENT;
        }
        if (sync->fence && drm_fence_status(sync->fence) && !signalled++) {
            args->first_signaled = i;
        } else if (!sync->fence &&
                   !(args->flags & DRM_SYNCOBJ_WAIT_FLAGS_WAIT_FOR_SUBMIT)) {
            return -EINVAL;
        }
    }
    return signalled >= (all ? args->count_handles : 1);
}

int drm_syncobj_wait(DrmFile *file, void *arg)
{
    struct drm_syncobj_wait *args = arg;
    g_autofree uint32_t *handles = NULL;
    int ret;

    if (!args->count_handles ||
        args->flags & ~(DRM_SYNCOBJ_WAIT_FLAGS_WAIT_ALL |
                        DRM_SYNCOBJ_WAIT_FLAGS_WAIT_FOR_SUBMIT)) {
        return -EINVAL;
    }
    handles = drm_copy_new(args->handles, 4ull * args->count_handles);
    if (!handles) {
        return -EFAULT;
    }
    while ((ret = look(file, args, handles)) == 0) {
        ret = drm_wait(args->timeout_nsec);
        if (ret) {
            break;
        }
    }
    return MIN(ret, 0);
}

static int syncobj_set(DrmFile *file, struct drm_syncobj_array *args,
                       bool fence)
{
    g_autofree uint32_t *handles = NULL;

    if (args->pad || !args->count_handles) {
        return -EINVAL;
    }
    handles = drm_copy_new(args->handles, 4ull * args->count_handles);
    if (!handles) {
        return -EFAULT;
    }
    for (unsigned i = 0; i < args->count_handles; i++) {
        if (!drm_syncobj_find(file, handles[i])) {
            return -ENOENT;
        }
    }
    for (unsigned i = 0; i < args->count_handles; i++) {
        drm_syncobj_set(drm_syncobj_find(file, handles[i]),
                        fence ? drm_fence_new(true) : NULL);
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

/* The caller's array has room for all fences, or for none. */
static int sync_file_info(const DrmSyncFile *sync, struct sync_file_info *args)
{
    struct sync_fence_info info = { };
    unsigned num = num_parts(sync->fence);
    int ret = 0;

    if (args->flags || args->pad) {
        return -EINVAL;
    }
    if (args->num_fences && args->num_fences < num) {
        return -EINVAL;
    }
    snprintf(info.driver_name, sizeof(info.driver_name), "%s",
             drm_driver.fence_driver);
    snprintf(info.obj_name, sizeof(info.obj_name), "%s",
             drm_driver.fence_name);
    for (unsigned i = 0; args->num_fences && i < num && !ret; i++) {
        info.status = part_status(part(sync->fence, i));
        ret = drm_copy_to(args->sync_fence_info + i * sizeof(info), &info,
                          sizeof(info));
    }
    args->status = drm_fence_status(sync->fence);
    args->num_fences = num;
    return ret;
}

static int sync_file_merge(const DrmSyncFile *sync,
                           struct sync_merge_data *args)
{
    DrmFd other = drm_fd(args->fd2);

    if (other.kind != DRM_FD_SYNC || args->flags || args->pad) {
        return other.kind != DRM_FD_SYNC ? -ENOENT : -EINVAL;
    }
    args->fence = sync_file_new(fence_merge(
        sync->fence, ((DrmSyncFile *)other.object)->fence));
    return MIN(args->fence, 0);
}

int drm_sync_file_ioctl(DrmSyncFile *sync, unsigned long cmd, void *arg)
{
    switch (cmd) {
    case SYNC_IOC_MERGE:
        return sync_file_merge(sync, arg);
    case SYNC_IOC_FILE_INFO:
        return sync_file_info(sync, arg);
    default:
        return -ENOTTY;
    }
}
