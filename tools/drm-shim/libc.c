/*
 * A DRM device in the process: the C library's functions
 *
 * Paths in /dev/dri and those of DRM devices in /sys become paths in the
 * directory "root" beside this library, so all that lists and reads directories
 * works as it is.  File descriptors of the device are looked up in a table.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

/* Our functions have their own names for large files. */
#undef _FILE_OFFSET_BITS
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/timerfd.h>
#include <unistd.h>
#include "libc.h"
#include "node.h"

#define NODE    "/dev/dri/"
#define SYSFS   "/sys/dev/char/226:"

#define PUBLIC  __attribute__((visibility("default")))

/* The function that programs would call without this library */
static void *behind(const char *name)
{
    return dlsym(RTLD_NEXT, name);
}

/* Functions hold it that call others here. */
static pthread_mutex_t mutex = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;

void drm_lock(void)
{
    pthread_mutex_lock(&mutex);
}

void drm_unlock(void)
{
    pthread_mutex_unlock(&mutex);
}

void drm_lock_new(void)
{
    mutex = (pthread_mutex_t)PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
}

/* As a function of the C library returns it */
static int64_t returned(int64_t ret)
{
    if (ret < 0) {
        errno = -ret;
        return -1;
    }
    return ret;
}

/* ---- Paths ---- */

static const char *root(void)
{
    static char path[PATH_MAX];
    Dl_info info;
    char *slash;

    if (!path[0] && dladdr(&mutex, &info)) {
        snprintf(path, sizeof(path), "%s", info.dli_fname);
        slash = strrchr(path, '/');
        snprintf(slash ? slash : path, 6, "%s", "/root");
    }
    return path;
}

/* Where @path is; @room is for it. */
static const char *real_path(const char *path, char room[PATH_MAX])
{
    if (!path ||
        (strncmp(path, "/dev/dri", 8) && strncmp(path, SYSFS, strlen(SYSFS)))) {
        return path;
    }
    snprintf(room, PATH_MAX, "%s%s", root(), path);
    return room;
}

/* The minor number of a device, or -1 */
static int node_minor(const char *path)
{
    if (!path || strncmp(path, NODE, strlen(NODE))) {
        return -1;
    }
    path += strlen(NODE);
    if (!strcmp(path, "card0") && drm_driver.num_card_ioctls) {
        return DRM_SHIM_CARD;
    }
    return strcmp(path, "renderD128") ? -1 : DRM_SHIM_RENDER;
}

/* Let poll() of @fd see a timer; returns another descriptor of that, or -1. */
static int make_timer(int fd, int flags)
{
    int timer = timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC |
                               (flags & O_NONBLOCK));

    if (timer >= 0 && dup3(timer, fd, flags & O_CLOEXEC) < 0) {
        close(timer);
        timer = -1;
    }
    return timer;
}

/* @fd is that of @path: an open file, if that is a device. */
static int opened(const char *path, int fd, int flags)
{
    int minor = node_minor(path);
    int64_t ret;

    if (fd < 0 || minor < 0) {
        return fd;
    }
    ret = returned(drm_call(&(DrmCall) {
        DRM_OP_OPEN, fd, minor,
        .timer = drm_driver.read ? make_timer(fd, flags) : -1,
    }));
    if (ret < 0) {
        close(fd);
        return -1;
    }
    return fd;
}

static mode_t mode_of(int flags, va_list ap)
{
    return __OPEN_NEEDS_MODE(flags) ? va_arg(ap, mode_t) : 0;
}

/* A file that has no directory */
static bool special(const char *path, int flags, int *fd)
{
    int64_t ret;

    if (!path || !drm_driver.text || strlen(path) >= DRM_CALL_DATA ||
        (strcmp(path, "/dev/kmsg") && strncmp(path, "/sys/", 5))) {
        return false;
    }
    ret = drm_call(&(DrmCall) {
        DRM_OP_TEXT, .value = flags, .arg = (char *)path,
        .in = strlen(path) + 1,
    });
    *fd = returned(ret);
    return ret != -ENOENT;
}

static int vopen(int dir, const char *path, int flags, va_list ap)
{
    static int (*next)(int, const char *, int, ...);
    char room[PATH_MAX];
    mode_t mode = mode_of(flags, ap);
    int fd;

    if (special(path, flags, &fd)) {
        return fd;
    }
    next = next ? next : (typeof(next))behind("openat64");
    return opened(path, next(dir, real_path(path, room), flags, mode), flags);
}

#define OPEN(name, dir, ...)                                            \
PUBLIC int name(__VA_ARGS__, int flags, ...)                            \
{                                                                       \
    va_list ap;                                                         \
    int fd;                                                             \
                                                                        \
    va_start(ap, flags);                                                \
    fd = vopen(dir, path, flags, ap);                                   \
    va_end(ap);                                                         \
    return fd;                                                          \
}

OPEN(open, AT_FDCWD, const char *path)
OPEN(open64, AT_FDCWD, const char *path)
OPEN(__open_2, AT_FDCWD, const char *path)
OPEN(__open64_2, AT_FDCWD, const char *path)
OPEN(openat, dir, int dir, const char *path)
OPEN(openat64, dir, int dir, const char *path)

static FILE *file_open(const char *path, const char *mode)
{
    static FILE *(*next)(const char *, const char *);
    char room[PATH_MAX];
    int fd;

    if (special(path, O_RDONLY, &fd)) {
        return fd < 0 ? NULL : fdopen(fd, mode);
    }
    next = next ? next : (typeof(next))behind("fopen64");
    return next(real_path(path, room), mode);
}

PUBLIC FILE *fopen(const char *path, const char *mode)
{
    return file_open(path, mode);
}

PUBLIC FILE *fopen64(const char *path, const char *mode)
{
    return file_open(path, mode);
}

PUBLIC DIR *opendir(const char *path)
{
    char room[PATH_MAX];
    static DIR *(*next)(const char *);

    next = next ? next : (typeof(next))behind("opendir");
    return next(real_path(path, room));
}

PUBLIC int access(const char *path, int mode)
{
    char room[PATH_MAX];
    static int (*next)(const char *, int);

    next = next ? next : (typeof(next))behind("access");
    return next(real_path(path, room), mode);
}

PUBLIC ssize_t readlink(const char *path, char *buf, size_t size)
{
    char room[PATH_MAX];
    static ssize_t (*next)(const char *, char *, size_t);

    next = next ? next : (typeof(next))behind("readlink");
    return next(real_path(path, room), buf, size);
}

PUBLIC ssize_t __readlink_chk(const char *path, char *buf, size_t size,
                              size_t room);
PUBLIC ssize_t __readlink_chk(const char *path, char *buf, size_t size,
                              size_t room)
{
    return size <= room ? readlink(path, buf, size) : (abort(), -1);
}

PUBLIC char *realpath(const char *path, char *resolved)
{
    char room[PATH_MAX], *result;
    size_t len = strlen(root());
    static char *(*next)(const char *, char *);

    next = next ? next : (typeof(next))behind("realpath");
    result = next(real_path(path, room), resolved);
    if (result && !strncmp(result, root(), len) && result[len] == '/') {
        memmove(result, result + len, strlen(result + len) + 1);
    }
    return result;
}

PUBLIC char *__realpath_chk(const char *path, char *resolved, size_t size);
PUBLIC char *__realpath_chk(const char *path, char *resolved, size_t size)
{
    return size >= PATH_MAX ? realpath(path, resolved) : (abort(), NULL);
}

/* ---- stat() ---- */

/* struct stat and struct stat64 are the same here. */
static int node_stat(int ret, struct stat *st, unsigned minor)
{
    if (!ret) {
        st->st_mode = S_IFCHR | 0666;
        st->st_rdev = makedev(DRM_SHIM_MAJOR, minor);
    }
    return ret;
}

static int path_stat(const char *path, struct stat *st, int flags)
{
    char room[PATH_MAX];
    int ret = fstatat(AT_FDCWD, real_path(path, room), st, flags);
    int minor = node_minor(path);

    return minor < 0 ? ret : node_stat(ret, st, minor);
}

static int fd_stat(int fd, struct stat *st)
{
    int ret = fstatat(fd, "", st, AT_EMPTY_PATH);
    DrmFd value = drm_fd_here(fd);

    return value.kind == DRM_FD_FILE
        ? node_stat(ret, st, value.minor) : ret;
}

PUBLIC int stat(const char *path, struct stat *st)
{
    return path_stat(path, st, 0);
}

PUBLIC int stat64(const char *path, struct stat64 *st)
{
    return path_stat(path, (struct stat *)st, 0);
}

PUBLIC int lstat(const char *path, struct stat *st)
{
    return path_stat(path, st, AT_SYMLINK_NOFOLLOW);
}

PUBLIC int lstat64(const char *path, struct stat64 *st)
{
    return path_stat(path, (struct stat *)st, AT_SYMLINK_NOFOLLOW);
}

PUBLIC int fstat(int fd, struct stat *st)
{
    return fd_stat(fd, st);
}

PUBLIC int fstat64(int fd, struct stat64 *st)
{
    return fd_stat(fd, (struct stat *)st);
}

PUBLIC int __xstat(int version, const char *path, struct stat *st)
{
    return path_stat(path, st, 0);
}

PUBLIC int __xstat64(int version, const char *path, struct stat *st)
{
    return path_stat(path, st, 0);
}

PUBLIC int __lxstat(int version, const char *path, struct stat *st)
{
    return path_stat(path, st, AT_SYMLINK_NOFOLLOW);
}

PUBLIC int __lxstat64(int version, const char *path, struct stat *st)
{
    return path_stat(path, st, AT_SYMLINK_NOFOLLOW);
}

PUBLIC int __fxstat(int version, int fd, struct stat *st)
{
    return fd_stat(fd, st);
}

PUBLIC int __fxstat64(int version, int fd, struct stat *st)
{
    return fd_stat(fd, st);
}

/* ---- File descriptors ---- */

PUBLIC int close(int fd)
{
    static int (*next)(int);

    next = next ? next : (typeof(next))behind("close");
    if (drm_fd_here(fd).kind) {
        drm_call(&(DrmCall) { DRM_OP_CLOSE, fd });
    }
    return next(fd);
}

static ssize_t device_read(int fd, void *buf, size_t size)
{
    return returned(drm_call(&(DrmCall) {
        DRM_OP_READ, fd, .value = !(fcntl(fd, F_GETFL) & O_NONBLOCK),
        .arg = buf, .out = size,
    }));
}

PUBLIC ssize_t read(int fd, void *buf, size_t size)
{
    static ssize_t (*next)(int, void *, size_t);

    next = next ? next : (typeof(next))behind("read");
    return drm_driver.read && drm_fd_here(fd).kind == DRM_FD_FILE
        ? device_read(fd, buf, size) : next(fd, buf, size);
}

PUBLIC ssize_t __read_chk(int fd, void *buf, size_t size, size_t room);
PUBLIC ssize_t __read_chk(int fd, void *buf, size_t size, size_t room)
{
    return size <= room ? read(fd, buf, size) : (abort(), -1);
}

/* @other is now the same as @fd. */
static int duplicated(int fd, int other)
{
    if (other >= 0 && (drm_fd_here(fd).kind || drm_fd_here(other).kind)) {
        drm_call(&(DrmCall) { DRM_OP_DUP, fd, other });
    }
    return other;
}

PUBLIC int dup(int fd)
{
    static int (*next)(int);

    next = next ? next : (typeof(next))behind("dup");
    return duplicated(fd, next(fd));
}

PUBLIC int dup2(int fd, int other)
{
    static int (*next)(int, int);

    next = next ? next : (typeof(next))behind("dup2");
    return duplicated(fd, next(fd, other));
}

PUBLIC int dup3(int fd, int other, int flags)
{
    static int (*next)(int, int, int);

    next = next ? next : (typeof(next))behind("dup3");
    return duplicated(fd, next(fd, other, flags));
}

static int vfcntl(int fd, int cmd, va_list ap)
{
    static int (*next)(int, int, ...);
    void *arg = va_arg(ap, void *);
    int ret;

    next = next ? next : (typeof(next))behind("fcntl64");
    ret = next(fd, cmd, arg);
    return cmd == F_DUPFD || cmd == F_DUPFD_CLOEXEC ? duplicated(fd, ret) : ret;
}

PUBLIC int fcntl(int fd, int cmd, ...)
{
    va_list ap;
    int ret;

    va_start(ap, cmd);
    ret = vfcntl(fd, cmd, ap);
    va_end(ap);
    return ret;
}

PUBLIC int fcntl64(int fd, int cmd, ...)
{
    va_list ap;
    int ret;

    va_start(ap, cmd);
    ret = vfcntl(fd, cmd, ap);
    va_end(ap);
    return ret;
}

PUBLIC int ioctl(int fd, unsigned long cmd, ...)
{
    void *arg;
    va_list ap;
    static int (*next)(int, unsigned long, ...);

    next = next ? next : (typeof(next))behind("ioctl");
    va_start(ap, cmd);
    arg = va_arg(ap, void *);
    va_end(ap);
    if (!drm_fd_here(fd).kind) {
        return next(fd, cmd, arg);
    }
    return returned(drm_call(&(DrmCall) {
        DRM_OP_IOCTL, fd, .number = cmd, .arg = arg, .in = _IOC_SIZE(cmd),
        .out = _IOC_DIR(cmd) & _IOC_READ ? _IOC_SIZE(cmd) : 0,
    }));
}

static void *map(void *addr, size_t size, int prot, int flags, int fd,
                 off_t offset)
{
    static void *(*next)(void *, size_t, int, int, int, off_t);
    int64_t at;

    next = next ? next : (typeof(next))behind("mmap64");
    if (!drm_fd_here(fd).kind) {
        return next(addr, size, prot, flags, fd, offset);
    }
    at = returned(drm_call(&(DrmCall) {
        DRM_OP_MMAP, fd, prot, .number = offset, .size = size,
    }));
    return at < 0 ? MAP_FAILED : drm_memory_map(addr, size, prot, flags, at);
}

PUBLIC void *mmap(void *addr, size_t size, int prot, int flags, int fd,
                  off_t offset)
{
    return map(addr, size, prot, flags, fd, offset);
}

PUBLIC void *mmap64(void *addr, size_t size, int prot, int flags, int fd,
                    off64_t offset)
{
    return map(addr, size, prot, flags, fd, offset);
}
