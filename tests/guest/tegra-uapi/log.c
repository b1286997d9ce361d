/*
 * tegra-uapi: the kernel's log
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <errno.h>
#include <fcntl.h>
#include <regex.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "uapi.h"

#define LEVEL_WARNING   4

static int log_fd = -1;

void log_open(void)
{
    log_fd = must("/dev/kmsg", open("/dev/kmsg", O_RDONLY | O_NONBLOCK |
                                    O_CLOEXEC));
    lseek(log_fd, 0, SEEK_END);
}

typedef struct Expected {
    regex_t regex;
    bool compiled;
} Expected;

static bool expected_open(Expected *e, const char *pattern)
{
    e->compiled = pattern &&
        regcomp(&e->regex, pattern, REG_EXTENDED | REG_NOSUB) == 0;
    return check(e->compiled || !pattern, "regular expression '%s'", pattern);
}

static bool expected_here(const Expected *e, const char *text)
{
    return e->compiled && regexec(&e->regex, text, 0, NULL, 0) == 0;
}

static void expected_close(Expected *e)
{
    if (e->compiled) {
        regfree(&e->regex);
    }
}

/*
 * What is said in a later test of an earlier one, what a busy host does, and, a
 * while after the boot, of devices whose drivers are modules
 */
static const char *const log_ignored[] = {
    "callbacks suppressed",
    "hrtimer: interrupt took ",
    "sync_state() pending due to ",
};

static bool log_is_ignored(const char *text)
{
    for (unsigned i = 0; i < ARRAY_LENGTH(log_ignored); i++) {
        if (strstr(text, log_ignored[i])) {
            return true;
        }
    }
    return false;
}

/* "PRIORITY,SEQUENCE,TIME,FLAGS;TEXT\n...": the text of a warning or worse */
static const char *log_text(char *record)
{
    char *text = strchr(record, ';');

    if (!text || (atoi(record) & 7) > LEVEL_WARNING) {
        return NULL;
    }
    text++;
    text[strcspn(text, "\n")] = '\0';
    return log_is_ignored(text) ? NULL : text;
}

static unsigned log_read(const Expected *logs, const Expected *may_log,
                         unsigned *seen)
{
    char record[8192];
    unsigned wrong = 0;
    ssize_t n;

    while ((n = read(log_fd, record, sizeof(record) - 1)) > 0 ||
           (n < 0 && errno == EPIPE)) {
        const char *text;

        record[n > 0 ? n : 0] = '\0';
        text = n > 0 ? log_text(record) : "(the log was overrun)";
        if (text && expected_here(logs, text)) {
            ++*seen;
        } else if (text && !expected_here(may_log, text)) {
            wrong += !check(false, "the kernel says: %s", text);
        }
    }
    return wrong;
}

unsigned log_check(const UapiTest *t)
{
    Expected logs, may_log;
    unsigned wrong = 0, seen = 0;

    wrong += !expected_open(&logs, t->logs);
    wrong += !expected_open(&may_log, t->may_log);
    wrong += log_read(&logs, &may_log, &seen);
    if (t->logs) {
        wrong += !check(seen > 0, "the kernel logs '%s'", t->logs);
    }
    expected_close(&may_log);
    expected_close(&logs);
    return wrong;
}
