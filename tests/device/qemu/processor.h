/* SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef DEVICE_QEMU_PROCESSOR_H
#define DEVICE_QEMU_PROCESSOR_H

static inline void cpu_relax(void)
{
    __asm__ volatile("" : : : "memory");
}

#endif
