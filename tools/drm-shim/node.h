/*
 * A DRM device in the process: what drivers have in common
 *
 * All functions but drm_call() and those of libc.c are called with drm_lock()
 * held.  Where they fail they return a negative errno.  Times are of
 * CLOCK_MONOTONIC, in nanoseconds.
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
#define DRM_SHIM_CARD       0       /* minor number */
#define DRM_SHIM_RENDER     128

/* A buffer: @size bytes from @offset in drm_memory; whole pages */
typedef struct DrmBo {
    unsigned refs;
    uint32_t offset, size;
    bool read_only;             /* to its mappings */
    bool named;                 /* by GEM_FLINK */
} DrmBo;

/* An open file of a node */
typedef struct DrmFile {
    unsigned refs;              /* file descriptors */
    unsigned minor;
    int timer;                  /* what poll() sees; -1: always readable */
    GHashTable *bos, *syncobjs; /* by handle */
    void *driver;
} DrmFile;

/*
 * @arg has the size that the command says; more than the caller gave is 0.
 * What is not negative is returned to the caller.
 */
typedef int DrmIoctlFn(DrmFile *file, void *arg);

typedef struct DrmIoctl {
    uint32_t cmd;
    DrmIoctlFn *fn;
} DrmIoctl;

/* What is different */
typedef struct DrmDriver {
    const char *name, *date, *desc;
    unsigned version_major;
    const DrmIoctl *ioctls;     /* from DRM_COMMAND_BASE on */
    unsigned num_ioctls;
    const DrmIoctl *card_ioctls;    /* others, of the primary node */
    unsigned num_card_ioctls;   /* 0: there is only a render node */
    const char *fence_driver, *fence_name;
    size_t bo_bytes;            /* its structure, which begins with a DrmBo */
    void (*bo_free)(DrmBo *bo);
    void (*file_free)(DrmFile *file);
    /*
     * Do what has become due by @now; returns when the next thing will be,
     * INT64_MAX: never.  It may be NULL.
     */
    int64_t (*due)(int64_t now);
    /* Events of a file that has a timer: bytes or 0.  NULL: no timers. */
    int (*read)(DrmFile *file, void *data, size_t size);
    /*
     * What the file @path of debugfs or sysfs says, to be freed, or NULL.  Not
     * NULL itself: the driver has a log, too.
     */
    char *(*text)(const char *path);
    uint32_t memory;            /* bytes */
    uint32_t reserved;          /* of these, not for buffers */
} DrmDriver;

extern const DrmDriver drm_driver;

void drm_lock(void);
void drm_unlock(void);
/* In a child that was forked while it was held */
void drm_lock_new(void);

/* ---- wait.c: time, and others' threads */

int64_t drm_now(void);
/*
 * Let others go on until one calls drm_changed(), something was due, or
 * @deadline is reached: -ETIME.  A signal ends it, too: -EINTR.
 */
int drm_wait(int64_t deadline);
void drm_changed(void);
/* Copy from where the client's @from points to, which may be nowhere. */
int drm_copy_from(void *to, uint64_t from, size_t size);
int drm_copy_to(uint64_t to, const void *from, size_t size);
/* To be freed; NULL: it is nowhere, or too large */
void *drm_copy_new(uint64_t from, size_t size);

/* ---- memory.c: the device's memory ---- */

extern uint8_t *drm_memory;     /* NULL before the first buffer */

void drm_memory_init(void);

/* The structure has drm_driver.bo_bytes and one reference; NULL: no room. */
void *drm_bo_new(uint32_t size);
void drm_bo_unref(DrmBo *bo);
/* The buffer that begins there, of any file, or NULL */
DrmBo *drm_bo_at(off_t offset);
/* @offset is the one of an mmap() call: bytes in drm_memory. */
void *drm_memory_map(void *addr, size_t size, int prot, int flags,
                     uint32_t offset);

/* ---- gem.c: handles, and what a file descriptor is ---- */

typedef enum DrmFdKind {
    DRM_FD_NONE,
    DRM_FD_FILE,                /* a DrmFile */
    DRM_FD_BO,                  /* a DrmBo, as a dma-buf */
    DRM_FD_SYNC,                /* a DrmSyncFile */
    DRM_FD_SYNCOBJ,             /* a DrmSyncobj */
} DrmFdKind;

typedef struct DrmFd {
    DrmFdKind kind;
    unsigned minor;             /* of a file */
    void *object;               /* not in a child that was forked */
} DrmFd;

/* One of the process that calls; of this one, without the lock */
DrmFd drm_fd(int fd);
DrmFd drm_fd_here(int fd);
/* With a reference: another thread may close @fd while this one waits. */
DrmFd drm_fd_hold(int fd);
void drm_fd_drop(DrmFd value);
/* Takes over the caller's reference. */
void drm_fd_put(int fd, DrmFd value);
void drm_fd_dup(int fd, int other);
void drm_fd_close(int fd);
/*
 * Give the caller @fd, which has just been made here, and takes over the
 * reference of @value; returns the number that it has there.
 */
int drm_fd_give(int fd, DrmFd value);
/* A new descriptor that can be passed around and is always readable */
int drm_fd_new(const char *name, uint32_t size, DrmFd value);

DrmFile *drm_file_new(unsigned minor, int timer);
DrmBo *drm_bo_find(DrmFile *file, uint32_t handle);
/* 0: it has none */
uint32_t drm_bo_handle_of(DrmFile *file, const DrmBo *bo);
/* Gives the caller's reference to the file. */
uint32_t drm_bo_handle(DrmFile *file, DrmBo *bo);
/* The lowest number that @table does not have */
uint32_t drm_new_handle(GHashTable *table);

DrmIoctlFn drm_gem_close, drm_gem_flink, drm_gem_open, drm_prime_export,
           drm_prime_import;

/* ---- syncobj.c ---- */

typedef struct DrmFence {
    unsigned refs;
    GPtrArray *parts;           /* if it stands for several, else NULL */
    bool signalled;
    int error;                  /* 0 or a negative errno */
} DrmFence;

typedef struct DrmSyncobj {
    unsigned refs;
    DrmFence *fence;            /* or NULL */
} DrmSyncobj;

/* A fence as a file descriptor; poll() sees when it is signalled. */
typedef struct DrmSyncFile {
    unsigned refs;
    DrmFence *fence;
    int event;                  /* to be written to; -1: it was */
} DrmSyncFile;

DrmFence *drm_fence_new(bool signalled);
void drm_fence_unref(DrmFence *fence);
void drm_fence_signal(DrmFence *fence, int error);
/* 1: signalled, 0: not yet, or its error */
int drm_fence_status(DrmFence *fence);

DrmSyncobj *drm_syncobj_find(DrmFile *file, uint32_t handle);
void drm_syncobj_unref(DrmSyncobj *sync);
/* Takes over the caller's reference to @fence, which may be NULL. */
void drm_syncobj_set(DrmSyncobj *sync, DrmFence *fence);
void drm_sync_file_unref(DrmSyncFile *sync);
/* SYNC_IOC_* */
int drm_sync_file_ioctl(DrmSyncFile *sync, unsigned long cmd, void *arg);

DrmIoctlFn drm_syncobj_create, drm_syncobj_destroy, drm_syncobj_export,
           drm_syncobj_import, drm_syncobj_wait, drm_syncobj_reset,
           drm_syncobj_signal;

/* ---- files.c ---- */

/* Open a file that has no directory; -ENOENT: @path is no such file. */
int drm_file_open(const char *path, int flags);
/* A line of the kernel's log */
void drm_kmsg(const char *text);

/* ---- ioctl.c: what is asked of the device ---- */

typedef enum DrmOp {
    DRM_OP_OPEN,                /* @fd is a file of minor number @value */
    DRM_OP_CLOSE,
    DRM_OP_DUP,                 /* @value is the same as @fd */
    DRM_OP_IOCTL,               /* @number */
    DRM_OP_READ,                /* wait if @value */
    DRM_OP_MMAP,                /* @number, @size, PROT_* @value: an offset */
    DRM_OP_TEXT,                /* the path @arg, flags @value: descriptor */
    DRM_OP_FORK,                /* the child's socket */
    DRM_NUM_OPS,
} DrmOp;

typedef struct DrmCall {
    DrmOp op;
    int fd, value;
    int timer;                  /* of the file that is opened, or -1 */
    uint64_t number, size;
    void *arg;
    size_t in, out;             /* bytes of @arg that are read and written */
} DrmCall;

#define DRM_CALL_DATA   256     /* @in and @out, at most */

int64_t drm_call_here(const DrmCall *call);

/* ---- process.c: processes that this one has forked ---- */

#define DRM_MAX_FDS     65536

typedef struct DrmProcess {
    unsigned refs;              /* threads that serve it */
    pid_t pid;                  /* 0: to be asked for */
    int sock;                   /* that it asks by */
    unsigned interrupts;
    bool gone;                  /* with its memory */
    int num_fds;                /* that may be the device's */
    DrmFd fds[DRM_MAX_FDS];
} DrmProcess;

/* The one that calls: this one itself, or a child that this thread serves */
DrmProcess *drm_process(void);
pid_t drm_process_pid(void);
bool drm_process_is_self(void);
/* Is the device not here, but where this process was forked? */
bool drm_process_is_child(void);
/* Those that are forked from now on are its children. */
void drm_process_has_device(void);
/* A child with what the caller has; returns the socket that it is to ask by */
int drm_process_fork(void);
/*
 * The call is to wait: others of its process must not wait for it.  False: it
 * must not, its process has had a signal or is gone.
 */
bool drm_process_waits(void);
/* Here, or where the device is */
int64_t drm_call(const DrmCall *call);

#endif /* DRM_SHIM_NODE_H */
