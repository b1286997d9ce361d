/*
 * Requests to the host
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <errno.h>
#include <poll.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "host.h"

#define ANSWER_MS   5000

static char last_answer[256];

/* One line of standard input, without its end; false if none comes. */
static bool read_line(char *line, size_t size)
{
    struct pollfd in = { .fd = STDIN_FILENO, .events = POLLIN };
    size_t used = 0;
    char c;

    while (used + 1 < size) {
        if (poll(&in, 1, ANSWER_MS) <= 0 || read(STDIN_FILENO, &c, 1) != 1) {
            break;
        }
        if (c == '\n') {
            line[used] = '\0';
            return true;
        }
        line[used++] = c;
    }
    line[used] = '\0';
    return false;
}

bool host_ask(const char *format, ...)
{
    va_list args;

    printf("host: ");
    va_start(args, format);
    vprintf(format, args);
    va_end(args);
    printf("\n");
    fflush(stdout);
    if (!read_line(last_answer, sizeof(last_answer))) {
        printf("%s: the host does not answer: %s\n",
               program_invocation_short_name, last_answer);
        return false;
    }
    if (strncmp(last_answer, "ok", 2)) {
        printf("%s: the host says: %s\n", program_invocation_short_name,
               last_answer);
        return false;
    }
    return true;
}

const char *host_value(void)
{
    return strncmp(last_answer, "ok ", 3) ? "" : last_answer + 3;
}

bool host_set(const char *path, const char *property, const char *json)
{
    return host_ask("qom-set %s %s %s", path, property, json);
}

bool host_is(const char *path, const char *property, const char *json)
{
    return host_ask("qom-get %s %s", path, property) &&
           !strcmp(host_value(), json);
}
