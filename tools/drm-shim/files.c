/*
 * A DRM device in the process: files of the kernel that have no directory
 *
 * /dev/kmsg gives a record of the log with each read(), as a socket for
 * datagrams does.  Files of debugfs and sysfs are texts, made when opened.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>
#include "node.h"

#define WARNING 4               /* level of the kernel's log */

static GArray *readers;         /* ends of sockets to write to */
static unsigned sequence;

static int kmsg_open(int flags)
{
    int fds[2];

    if (socketpair(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC | (flags & O_NONBLOCK),
                   0, fds)) {
        return -1;
    }
    if (!readers) {
        readers = g_array_new(false, false, sizeof(int));
    }
    g_array_append_val(readers, fds[1]);
    return fds[0];
}

void drm_kmsg(const char *text)
{
    char *record;

    /* No kernel loses a process in the middle of a call. */
    if (!readers || drm_process()->gone) {
        return;
    }
    record = g_strdup_printf("%u,%u,%" G_GINT64_FORMAT ",-;%s\n", WARNING,
                             sequence++, drm_now() / 1000, text);
    for (unsigned i = readers->len; i-- > 0;) {
        int fd = g_array_index(readers, int, i);

        if (send(fd, record, strlen(record), MSG_DONTWAIT | MSG_NOSIGNAL) < 0 &&
            errno != EAGAIN) {
            close(fd);
            g_array_remove_index_fast(readers, i);
        }
    }
    g_free(record);
}

static int text_open(const char *text)
{
    int fd = memfd_create("text", MFD_CLOEXEC);

    if (fd >= 0 && (write(fd, text, strlen(text)) < 0 ||
                    lseek(fd, 0, SEEK_SET) < 0)) {
        close(fd);
        fd = -1;
    }
    return fd;
}

int drm_file_open(const char *path, int flags)
{
    g_autofree char *text = NULL;
    int fd;

    if (!strcmp(path, "/dev/kmsg")) {
        fd = kmsg_open(flags);
    } else {
        text = drm_driver.text(path);
        if (!text) {
            return -ENOENT;
        }
        fd = text_open(text);
    }
    return fd < 0 ? -errno : drm_fd_give(fd, (DrmFd) { });
}
