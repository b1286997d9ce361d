/*
 * A DRM device in the process: ioctls, and the other calls
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <errno.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include "node.h"

/* As many bytes as fit, and how many there are */
static int copy_text(char *to, __kernel_size_t *len, const char *text)
{
    size_t size = MIN(*len, strlen(text));

    *len = strlen(text);
    return to ? drm_copy_to((uintptr_t)to, text, size) : 0;
}

static int drm_version(DrmFile *file, void *arg)
{
    struct drm_version *args = arg;

    args->version_major = drm_driver.version_major;
    args->version_minor = 0;
    args->version_patchlevel = 0;
    return copy_text(args->name, &args->name_len, drm_driver.name) ?:
           copy_text(args->date, &args->date_len, drm_driver.date) ?:
           copy_text(args->desc, &args->desc_len, drm_driver.desc);
}

static int drm_get_cap(DrmFile *file, void *arg)
{
    static const uint64_t values[] = {
        [DRM_CAP_DUMB_BUFFER] = 1,
        [DRM_CAP_VBLANK_HIGH_CRTC] = 1,
        [DRM_CAP_PRIME] = DRM_PRIME_CAP_IMPORT | DRM_PRIME_CAP_EXPORT,
        [DRM_CAP_TIMESTAMP_MONOTONIC] = 1,
        [DRM_CAP_CURSOR_WIDTH] = 64,
        [DRM_CAP_CURSOR_HEIGHT] = 64,
        [DRM_CAP_CRTC_IN_VBLANK_EVENT] = 1,
        [DRM_CAP_ADDFB2_MODIFIERS] = 1,
        [DRM_CAP_SYNCOBJ] = 1,
    };
    struct drm_get_cap *args = arg;

    if (!args->capability || args->capability > DRM_CAP_SYNCOBJ_TIMELINE) {
        return -EINVAL;
    }
    args->value = args->capability < G_N_ELEMENTS(values)
                  ? values[args->capability] : 0;
    return 0;
}

/* Those that are allowed on a render node */
static const DrmIoctl core_ioctls[] = {
    { DRM_IOCTL_VERSION, drm_version },
    { DRM_IOCTL_GET_CAP, drm_get_cap },
    { DRM_IOCTL_GEM_CLOSE, drm_gem_close },
    { DRM_IOCTL_PRIME_HANDLE_TO_FD, drm_prime_export },
    { DRM_IOCTL_PRIME_FD_TO_HANDLE, drm_prime_import },
    { DRM_IOCTL_SYNCOBJ_CREATE, drm_syncobj_create },
    { DRM_IOCTL_SYNCOBJ_DESTROY, drm_syncobj_destroy },
    { DRM_IOCTL_SYNCOBJ_HANDLE_TO_FD, drm_syncobj_export },
    { DRM_IOCTL_SYNCOBJ_FD_TO_HANDLE, drm_syncobj_import },
    { DRM_IOCTL_SYNCOBJ_WAIT, drm_syncobj_wait },
    { DRM_IOCTL_SYNCOBJ_RESET, drm_syncobj_reset },
    { DRM_IOCTL_SYNCOBJ_SIGNAL, drm_syncobj_signal },
};

static const DrmIoctl card_ioctls[] = {
    { DRM_IOCTL_GEM_FLINK, drm_gem_flink },
    { DRM_IOCTL_GEM_OPEN, drm_gem_open },
};

static const DrmIoctl *ioctl_find(const DrmIoctl *rows, unsigned num,
                                  unsigned nr)
{
    for (unsigned i = 0; i < num; i++) {
        if (_IOC_NR(rows[i].cmd) == nr) {
            return &rows[i];
        }
    }
    return NULL;
}

/* As the kernel: a caller may know a shorter or a longer structure. */
static int ioctl_call(DrmFile *file, const DrmIoctl *row, unsigned long cmd,
                      void *arg)
{
    size_t given = _IOC_SIZE(cmd), size = _IOC_SIZE(row->cmd);
    _Alignas(8) uint8_t copy[256] = { };
    int ret;

    g_assert(size <= sizeof(copy));
    memcpy(copy, arg, MIN(given, size));
    ret = row->fn(file, copy);
    if (_IOC_DIR(row->cmd) & _IOC_READ) {
        memcpy(arg, copy, MIN(given, size));
    }
    return ret;
}

#define FIND(rows, nr)  ioctl_find(rows, G_N_ELEMENTS(rows), nr)

static const DrmIoctl *file_ioctl_find(const DrmFile *file, unsigned nr)
{
    const DrmIoctl *row;

    if (nr >= DRM_COMMAND_BASE && nr < DRM_COMMAND_END) {
        return ioctl_find(drm_driver.ioctls, drm_driver.num_ioctls, nr);
    }
    row = FIND(core_ioctls, nr);
    if (!row && file->minor == DRM_SHIM_CARD) {
        row = FIND(card_ioctls, nr);
        row = row ? row : ioctl_find(drm_driver.card_ioctls,
                                     drm_driver.num_card_ioctls, nr);
    }
    return row;
}

static int file_ioctl(DrmFile *file, unsigned long cmd, void *arg)
{
    unsigned nr = _IOC_NR(cmd);
    bool driver = nr >= DRM_COMMAND_BASE && nr < DRM_COMMAND_END;
    const DrmIoctl *row = file_ioctl_find(file, nr);

    if (_IOC_TYPE(cmd) != DRM_IOCTL_BASE) {
        return -ENOTTY;
    }
    if (!row) {
        return driver || file->minor == DRM_SHIM_CARD ? -EINVAL : -EACCES;
    }
    return ioctl_call(file, row, cmd, arg);
}

/* Of a file that has a timer; -EAGAIN if @wait is false. */
static int file_read(DrmFile *file, void *data, size_t size, bool wait)
{
    int ret;

    for (;;) {
        ret = drm_driver.read(file, data, size);
        if (ret || !wait) {
            return ret ? ret : -EAGAIN;
        }
        ret = drm_wait(INT64_MAX);
        if (ret) {
            return ret;
        }
    }
}

static int fd_ioctl(DrmFd fd, unsigned long cmd, void *arg)
{
    switch (fd.kind) {
    case DRM_FD_FILE:
        return file_ioctl(fd.object, cmd, arg);
    case DRM_FD_SYNC:
        return drm_sync_file_ioctl(fd.object, cmd, arg);
    case DRM_FD_BO:
        /* DMA_BUF_IOCTL_SYNC: there are no caches. */
        return _IOC_TYPE(cmd) == 'b' && _IOC_NR(cmd) == 0 ? 0 : -ENOTTY;
    default:
        return -ENOTTY;
    }
}

/* ---- Calls ---- */

static int64_t call_open(const DrmCall *call)
{
    DrmFile *file = drm_file_new(call->value, call->timer);

    drm_process_has_device();
    drm_fd_put(call->fd, (DrmFd) { DRM_FD_FILE, call->value, file });
    return 0;
}

static int64_t call_close(const DrmCall *call)
{
    drm_fd_close(call->fd);
    return 0;
}

static int64_t call_dup(const DrmCall *call)
{
    drm_fd_dup(call->fd, call->value);
    return 0;
}

static int64_t call_ioctl(const DrmCall *call)
{
    DrmFd held = drm_fd_hold(call->fd);
    int ret = fd_ioctl(held, call->number, call->arg);

    drm_fd_drop(held);
    return ret;
}

static int64_t call_read(const DrmCall *call)
{
    DrmFd held = drm_fd_hold(call->fd);
    int ret = held.kind != DRM_FD_FILE ? -EBADF :
              file_read(held.object, call->arg, call->out, call->value);

    drm_fd_drop(held);
    return ret;
}

/* The buffer that is mapped, and no other's */
static int64_t call_mmap(const DrmCall *call)
{
    DrmFd fd = drm_fd(call->fd);
    DrmBo *bo = fd.kind == DRM_FD_FILE ? drm_bo_at(call->number) :
                fd.kind == DRM_FD_BO && !call->number ? fd.object : NULL;

    if (bo && fd.kind == DRM_FD_FILE && !drm_bo_handle_of(fd.object, bo)) {
        return -EACCES;
    }
    if (!bo || call->size > bo->size ||
        (bo->read_only && call->value & PROT_WRITE)) {
        return -EINVAL;
    }
    return bo->offset;
}

static int64_t call_text(const DrmCall *call)
{
    return drm_file_open(call->arg, call->value);
}

static int64_t call_fork(const DrmCall *call)
{
    return drm_process_fork();
}

int64_t drm_call_here(const DrmCall *call)
{
    static int64_t (*const fns[DRM_NUM_OPS])(const DrmCall *) = {
        [DRM_OP_OPEN] = call_open,
        [DRM_OP_CLOSE] = call_close,
        [DRM_OP_DUP] = call_dup,
        [DRM_OP_IOCTL] = call_ioctl,
        [DRM_OP_READ] = call_read,
        [DRM_OP_MMAP] = call_mmap,
        [DRM_OP_TEXT] = call_text,
        [DRM_OP_FORK] = call_fork,
    };

    return fns[call->op](call);
}
