/*
 * Checks of the test programs: each counts what is wrong, and goes on
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef GUEST_CHECK_H
#define GUEST_CHECK_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

/* What is wrong is printed, and everything with --verbose.  Returns @ok. */
bool check(bool ok, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* @got and @want are 0 or -errno. */
bool check_ret(const char *what, int got, int want);
bool check_u32(const char *what, uint32_t got, uint32_t want);
/* Returns @ret if it is no error, else ends the process with status 1. */
int must(const char *what, int ret);
/* Of this process */
unsigned check_failures(void);
/* fork(); the child has no failures yet. */
pid_t check_fork(void);
void check_verbose(void);
bool check_is_verbose(void);

#endif
