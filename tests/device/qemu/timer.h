/* SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef DEVICE_QEMU_TIMER_H
#define DEVICE_QEMU_TIMER_H

#define SCALE_MS    1000000

static inline int64_t get_clock(void)
{
    return g_get_monotonic_time() * 1000;
}

/* Nothing sets them off: what has a thread needs none. */
typedef struct QEMUTimer {
    bool pending;
} QEMUTimer;

enum { QEMU_CLOCK_VIRTUAL };

#define timer_new_ns(clock, cb, opaque)     ((void)(cb), g_new0(QEMUTimer, 1))
#define timer_free(t)                       g_free(t)
#define timer_pending(t)                    ((t)->pending)
#define timer_mod(t, ns)                    ((void)((t)->pending = (ns) > 0))
#define qemu_clock_get_ns(clock)            get_clock()

#endif
