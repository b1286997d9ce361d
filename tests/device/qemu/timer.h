/* SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef DEVICE_QEMU_TIMER_H
#define DEVICE_QEMU_TIMER_H

#define SCALE_MS    1000000

static inline int64_t get_clock(void)
{
    return g_get_monotonic_time() * 1000;
}

#endif
