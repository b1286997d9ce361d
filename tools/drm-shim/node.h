/*
 * A DRM render node in the process: what drivers have in common
 *
 * Jobs are done when the call that submits them returns, so whatever could be
 * waited for has happened.  All functions but those of libc.c are called with
 * drm_lock() held.  Where they fail they return a negative errno.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef DRM_SHIM_NODE_H
#define DRM_SHIM_NODE_H

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>
#include <drm.h>

#define DRM_SHIM_MAJOR      226
#define DRM_SHIM_MINOR      128

/* A buffer: @size bytes from @offset in drm_memory; whole pages */
typedef struct DrmBo {
    unsigned refs;
    uint32_t offset, size;
    bool read_only;             /* to its mappings */
} DrmBo;

/* An open file of the node */
typedef struct DrmFile {
    unsigned refs;              /* file descriptors */
    GHashTable *bos, *syncobjs; /* by handle */
    void *driver;
} DrmFile;

/* @arg has the size that the command says; more than the caller gave is 0. */
typedef int DrmIoctlFn(DrmFile *file, void *arg);

typedef struct DrmIoctl {
    uint32_t cmd;
    DrmIoctlFn *fn;
} DrmIoctl;

/* What is different */
typedef struct DrmDriver {
    const char *name, *date, *desc;
    const DrmIoctl *ioctls;     /* by number from DRM_COMMAND_BASE on */
    unsigned num_ioctls;
    size_t bo_bytes;            /* its structure, which begins with a DrmBo */
    void (*bo_free)(DrmBo *bo);
    void (*file_free)(DrmFile *file);
    uint32_t memory;            /* bytes */
    uint32_t reserved;          /* of these, not for buffers */
} DrmDriver;

extern const DrmDriver drm_driver;

void drm_lock(void);
void drm_unlock(void);

/* ---- memory.c: the device's memory ---- */

extern uint8_t *drm_memory;

/* The structure has drm_driver.bo_bytes and one reference; NULL: no room. */
void *drm_bo_new(uint32_t size);
void drm_bo_unref(DrmBo *bo);
/* @offset is the one of an mmap() call: bytes in drm_memory. */
void *drm_memory_map(void *addr, size_t size, int prot, int flags,
                     uint32_t offset);

/* ---- gem.c: handles, and what a file descriptor is ---- */

typedef enum DrmFdKind {
    DRM_FD_NONE,
    DRM_FD_FILE,                /* a DrmFile */
    DRM_FD_BO,                  /* a DrmBo, as a dma-buf */
    DRM_FD_SYNC,                /* a fence that is signalled */
    DRM_FD_SYNCOBJ,             /* a DrmSyncobj */
} DrmFdKind;

typedef struct DrmFd {
    DrmFdKind kind;
    void *object;
} DrmFd;

DrmFd drm_fd(int fd);
/* Takes over the caller's reference. */
void drm_fd_put(int fd, DrmFd value);
void drm_fd_dup(int fd, int other);
void drm_fd_close(int fd);
/* A new descriptor that can be passed around and is always readable */
int drm_fd_new(const char *name, uint32_t size, DrmFd value);

DrmFile *drm_file_new(void);
DrmBo *drm_bo_find(DrmFile *file, uint32_t handle);
/* Gives the caller's reference to the file. */
uint32_t drm_bo_handle(DrmFile *file, DrmBo *bo);
/* The lowest number that @table does not have */
uint32_t drm_new_handle(GHashTable *table);

DrmIoctlFn drm_gem_close, drm_prime_export, drm_prime_import;

/* ---- syncobj.c ---- */

typedef struct DrmSyncobj {
    unsigned refs;
    bool fence;                 /* it has one, which is signalled */
} DrmSyncobj;

DrmSyncobj *drm_syncobj_find(DrmFile *file, uint32_t handle);
void drm_syncobj_unref(DrmSyncobj *sync);
/* SYNC_IOC_* */
int drm_sync_file_ioctl(unsigned long cmd, void *arg);

DrmIoctlFn drm_syncobj_create, drm_syncobj_destroy, drm_syncobj_export,
           drm_syncobj_import, drm_syncobj_wait, drm_syncobj_reset,
           drm_syncobj_signal;

/* ---- ioctl.c ---- */

int drm_ioctl(DrmFd fd, unsigned long cmd, void *arg);
void *drm_mmap(DrmFd fd, void *addr, size_t size, int prot, int flags,
               off_t offset);

#endif /* DRM_SHIM_NODE_H */
