/*
 * Requests to the host [guest-programs.rst, Asking the host]
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef RECOVERY_HOST_H
#define RECOVERY_HOST_H

#include <stdbool.h>

/* Print "host: ..." and wait for the answer; false if it is not "ok". */
bool host_ask(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* What came with the "ok" of the last request: a number, true, false */
const char *host_value(void);

bool host_set(const char *path, const char *property, const char *json);
/* Has the property this value? */
bool host_is(const char *path, const char *property, const char *json);

#endif
