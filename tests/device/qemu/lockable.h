/* SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef DEVICE_QEMU_LOCKABLE_H
#define DEVICE_QEMU_LOCKABLE_H

#include "qemu/thread.h"

typedef QemuMutex DeviceGuard;

static inline DeviceGuard *device_lock(QemuMutex *mutex)
{
    qemu_mutex_lock(mutex);
    return mutex;
}

static inline void device_unlock(DeviceGuard *guard)
{
    qemu_mutex_unlock(guard);
}

static inline DeviceGuard *device_unlocked(DeviceGuard *guard)
{
    qemu_mutex_unlock(guard);
    return NULL;
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC(DeviceGuard, device_unlock)

/* One in a block */
#define QEMU_LOCK_GUARD(m) \
    g_autoptr(DeviceGuard) device_guard G_GNUC_UNUSED = device_lock(m)
#define WITH_QEMU_LOCK_GUARD(m) \
    for (g_autoptr(DeviceGuard) device_with = device_lock(m); device_with; \
         device_with = device_unlocked(device_with))

#endif
