/*
 * A DRM device in the process: handles, and what a file descriptor is
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>
#include "node.h"

#define PAGE    4096u

/* ---- File descriptors ---- */

static void file_unref(DrmFile *file)
{
    if (--file->refs) {
        return;
    }
    drm_driver.file_free(file);
    g_hash_table_unref(file->bos);
    g_hash_table_unref(file->syncobjs);
    if (file->timer >= 0) {
        close(file->timer);
    }
    g_free(file);
}

void drm_fd_drop(DrmFd value)
{
    switch (value.kind) {
    case DRM_FD_FILE:
        file_unref(value.object);
        break;
    case DRM_FD_BO:
        drm_bo_unref(value.object);
        break;
    case DRM_FD_SYNC:
        drm_sync_file_unref(value.object);
        break;
    case DRM_FD_SYNCOBJ:
        drm_syncobj_unref(value.object);
        break;
    default:
        break;
    }
}

DrmFd drm_fd_hold(int fd)
{
    DrmFd value = drm_fd(fd);

    if (value.kind != DRM_FD_NONE) {
        /* It is what each object begins with. */
        ++*(unsigned *)value.object;
    }
    return value;
}

void drm_fd_close(int fd)
{
    DrmFd old = drm_fd(fd);

    if (old.kind) {
        drm_process()->fds[fd] = (DrmFd) { };
        drm_fd_drop(old);
    }
}

void drm_fd_put(int fd, DrmFd value)
{
    DrmProcess *p = drm_process();

    if (fd < 0 || fd >= DRM_MAX_FDS) {
        drm_fd_drop(value);
        return;
    }
    drm_fd_close(fd);
    p->fds[fd] = value;
    p->num_fds = MAX(p->num_fds, fd + 1);
}

void drm_fd_dup(int fd, int other)
{
    if (other >= 0 && other != fd) {
        drm_fd_put(other, drm_fd_hold(fd));
    }
}

int drm_fd_new(const char *name, uint32_t size, DrmFd value)
{
    int fd = memfd_create(name, MFD_CLOEXEC);

    if (fd < 0 || ftruncate(fd, size)) {
        drm_fd_drop(value);
        return -errno;
    }
    return drm_fd_give(fd, value);
}

/* ---- Handles ---- */

static void table_unref_bo(void *bo)
{
    drm_bo_unref(bo);
}

static void table_unref_syncobj(void *sync)
{
    drm_syncobj_unref(sync);
}

DrmFile *drm_file_new(unsigned minor, int timer)
{
    DrmFile *file = g_new0(DrmFile, 1);

    file->refs = 1;
    file->minor = minor;
    file->timer = timer;
    file->bos = g_hash_table_new_full(NULL, NULL, NULL, table_unref_bo);
    file->syncobjs = g_hash_table_new_full(NULL, NULL, NULL,
                                           table_unref_syncobj);
    return file;
}

uint32_t drm_new_handle(GHashTable *table)
{
    uint32_t handle = 1;

    while (g_hash_table_contains(table, GUINT_TO_POINTER(handle))) {
        handle++;
    }
    return handle;
}

DrmBo *drm_bo_find(DrmFile *file, uint32_t handle)
{
    return g_hash_table_lookup(file->bos, GUINT_TO_POINTER(handle));
}

uint32_t drm_bo_handle_of(DrmFile *file, const DrmBo *bo)
{
    GHashTableIter iter;
    void *handle, *value;

    g_hash_table_iter_init(&iter, file->bos);
    while (g_hash_table_iter_next(&iter, &handle, &value)) {
        if (value == bo) {
            return GPOINTER_TO_UINT(handle);
        }
    }
    return 0;
}

uint32_t drm_bo_handle(DrmFile *file, DrmBo *bo)
{
    uint32_t handle = drm_new_handle(file->bos);

    g_hash_table_insert(file->bos, GUINT_TO_POINTER(handle), bo);
    return handle;
}

int drm_gem_close(DrmFile *file, void *arg)
{
    struct drm_gem_close *args = arg;

    return g_hash_table_remove(file->bos, GUINT_TO_POINTER(args->handle))
           ? 0 : -EINVAL;
}

/* A buffer that is named has its place in the memory as name, in pages. */
int drm_gem_flink(DrmFile *file, void *arg)
{
    struct drm_gem_flink *args = arg;
    DrmBo *bo = drm_bo_find(file, args->handle);

    if (!bo) {
        return -ENOENT;
    }
    bo->named = true;
    args->name = bo->offset / PAGE;
    return 0;
}

static uint32_t own_handle(DrmFile *file, DrmBo *bo)
{
    uint32_t handle = drm_bo_handle_of(file, bo);

    if (!handle) {
        bo->refs++;
        handle = drm_bo_handle(file, bo);
    }
    return handle;
}

int drm_gem_open(DrmFile *file, void *arg)
{
    struct drm_gem_open *args = arg;
    DrmBo *bo = drm_bo_at((off_t)args->name * PAGE);

    if (!bo || !bo->named) {
        return -ENOENT;
    }
    args->handle = own_handle(file, bo);
    args->size = bo->size;
    return 0;
}

int drm_prime_export(DrmFile *file, void *arg)
{
    struct drm_prime_handle *args = arg;
    DrmBo *bo = drm_bo_find(file, args->handle);
    int fd;

    if (args->flags & ~(DRM_CLOEXEC | DRM_RDWR)) {
        return -EINVAL;
    }
    /* Mesa's drivers never ask for a shader's. */
    if (!bo || bo->read_only) {
        return bo ? -EINVAL : -ENOENT;
    }
    bo->refs++;
    fd = drm_fd_new("dma-buf", bo->size, (DrmFd) {
        DRM_FD_BO, .object = bo
    });
    args->fd = fd;
    return MIN(fd, 0);
}

static bool fd_is_open(int fd)
{
    g_autofree char *path = g_strdup_printf("/proc/%d/fd/%d", drm_process_pid(),
                                            fd);

    return access(path, F_OK) == 0;
}

/* A buffer has one handle in a file. */
int drm_prime_import(DrmFile *file, void *arg)
{
    struct drm_prime_handle *args = arg;
    DrmFd fd = drm_fd(args->fd);

    if (fd.kind != DRM_FD_BO) {
        return fd_is_open(args->fd) ? -EINVAL : -EBADF;
    }
    args->handle = own_handle(file, fd.object);
    return 0;
}
