/*
 * What the kernel says, read while a test runs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef RECOVERY_KMSG_H
#define RECOVERY_KMSG_H

#include <stdbool.h>

/* How the message of a job's time-out begins; the dump before it has others */
#define KMSG_TIMEOUT    "cdma_timeout_handler: timeout: "

/*
 * Begin with the messages that come now, and keep them off the console, where
 * they would tear lines apart.
 */
void kmsg_open(void);
/*
 * Print the warnings and errors that have come as lines "kernel: ...".  The
 * driver's dumps are information, 170 lines a time-out.
 */
void kmsg_drain(void);
/* Forget what was seen. */
void kmsg_mark(void);
/* Has there been a message with this text since? Drains first. */
bool kmsg_seen(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* The same, for up to @ms */
bool kmsg_wait(unsigned ms, const char *text);
void kmsg_close(void);

#endif
