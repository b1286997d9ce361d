/*
 * What the kernel says, read while a test runs
 *
 * A record of /dev/kmsg is "PRIORITY,NUMBER,TIME,FLAGS;TEXT" and a line end,
 * then perhaps lines " KEY=VALUE"; the level is in the lowest three bits of
 * PRIORITY.  FLAGS is "c" for the rest of a line whose beginning was read
 * already, and its level says nothing.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/klog.h>
#include <unistd.h>

#include "kmsg.h"

enum {
    CONSOLE_OFF = 6,            /* actions of klogctl() */
    CONSOLE_ON = 7,
};

enum {
    LEVEL_WARNING = 4,
    LEVEL_INFO = 6,
};

static int kmsg_fd = -1;
static char seen[1 << 18];      /* the texts since the mark, a line each */
static size_t num_seen;

void kmsg_open(void)
{
    kmsg_fd = open("/dev/kmsg", O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    if (kmsg_fd < 0) {
        perror("/dev/kmsg");
        return;
    }
    lseek(kmsg_fd, 0, SEEK_END);
    klogctl(CONSOLE_OFF, NULL, 0);
}

void kmsg_close(void)
{
    kmsg_drain();
    klogctl(CONSOLE_ON, NULL, 0);
    close(kmsg_fd);
    kmsg_fd = -1;
}

static void keep(unsigned level, const char *text)
{
    size_t length = strlen(text);

    if (level <= LEVEL_WARNING) {
        printf("kernel: %s\n", text);
    }
    if (num_seen + length + 2 > sizeof(seen)) {
        num_seen = 0;
    }
    memcpy(seen + num_seen, text, length);
    num_seen += length;
    seen[num_seen++] = '\n';
    seen[num_seen] = '\0';
}

static void record(char *r)
{
    char *text = strchr(r, ';');
    unsigned level = text && text[-1] == 'c' ? LEVEL_INFO
                                             : strtoul(r, NULL, 10) & 7;
    char *end = text ? strchr(text, '\n') : NULL;

    if (text) {
        if (end) {
            *end = '\0';
        }
        keep(level, text + 1);
    }
}

void kmsg_drain(void)
{
    char r[8192];

    for (;;) {
        ssize_t n = read(kmsg_fd, r, sizeof(r) - 1);

        if (n > 0) {
            r[n] = '\0';
            record(r);
        } else if (n < 0 && errno == EPIPE) {
            keep(LEVEL_WARNING, "(messages were lost)");
        } else {
            return;
        }
    }
}

void kmsg_mark(void)
{
    kmsg_drain();
    num_seen = 0;
    seen[0] = '\0';
}

bool kmsg_seen(const char *format, ...)
{
    char text[256];
    va_list args;

    va_start(args, format);
    vsnprintf(text, sizeof(text), format, args);
    va_end(args);
    kmsg_drain();
    return strstr(seen, text);
}

bool kmsg_wait(unsigned ms, const char *text)
{
    const unsigned step = 20;

    for (unsigned i = 0; i <= ms; i += step) {
        if (kmsg_seen("%s", text)) {
            return true;
        }
        usleep(step * 1000);
    }
    return false;
}
