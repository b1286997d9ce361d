/*
 * QEMU's log: the line is made, so that what it reads is read
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef FUZZ_QEMU_LOG_H
#define FUZZ_QEMU_LOG_H

#define LOG_GUEST_ERROR 1
#define LOG_UNIMP       2

static inline void __attribute__((format(printf, 2, 3)))
qemu_log_mask(int mask, const char *format, ...)
{
    char line[512];
    va_list args;

    va_start(args, format);
    g_vsnprintf(line, sizeof(line), format, args);
    va_end(args);
}

#endif /* FUZZ_QEMU_LOG_H */
