/*
 * A DRM device in the process: the C library's functions that its headers
 * do not declare
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef DRM_SHIM_LIBC_H
#define DRM_SHIM_LIBC_H

#include <sys/stat.h>

/* open() that is checked when it is compiled: without a mode */
int __open_2(const char *path, int flags, ...);
int __open64_2(const char *path, int flags, ...);

/* What programs call that were built with a C library before 2.33 */
int __xstat(int version, const char *path, struct stat *st);
int __xstat64(int version, const char *path, struct stat *st);
int __lxstat(int version, const char *path, struct stat *st);
int __lxstat64(int version, const char *path, struct stat *st);
int __fxstat(int version, int fd, struct stat *st);
int __fxstat64(int version, int fd, struct stat *st);

#endif /* DRM_SHIM_LIBC_H */
