/*
 * Checks of the test programs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "check.h"

static unsigned failures;
static bool verbose;

unsigned check_failures(void)
{
    return failures;
}

void check_verbose(void)
{
    verbose = true;
}

bool check_is_verbose(void)
{
    return verbose;
}

bool check(bool ok, const char *format, ...)
{
    va_list args;

    if (!ok || verbose) {
        va_start(args, format);
        printf("    %s: ", ok ? "ok" : "WRONG");
        vprintf(format, args);
        printf("\n");
        va_end(args);
    }
    failures += !ok;
    return ok;
}

static const char *error_name(int ret)
{
    return ret == 0 ? "success" : ret > 0 ? "more than 0" : strerror(-ret);
}

bool check_ret(const char *what, int got, int want)
{
    return check(got == want, "%s: %d (%s), expected %d (%s)", what, got,
                 error_name(got), want, error_name(want));
}

bool check_u32(const char *what, uint32_t got, uint32_t want)
{
    return check(got == want, "%s: 0x%x, expected 0x%x", what, got, want);
}

int must(const char *what, int ret)
{
    if (ret < 0) {
        check_ret(what, ret, 0);
        exit(1);
    }
    return ret;
}

pid_t check_fork(void)
{
    pid_t pid = must("fork", fork());

    if (pid == 0) {
        failures = 0;
    }
    return pid;
}
