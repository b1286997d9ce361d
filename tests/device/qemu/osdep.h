/*
 * Stand-ins for the few parts of QEMU that the device's threads need
 *
 * The files in tests/device have the names of QEMU's, so that
 * tegra_gr3d_worker.c, gpu_pool.c and bcm2835_v3d_run.c are built as
 * they are, without QEMU, for tests under ThreadSanitizer.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef DEVICE_QEMU_OSDEP_H
#define DEVICE_QEMU_OSDEP_H

#include <assert.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <glib.h>

typedef struct AddressSpace AddressSpace;
typedef struct QEMUBH QEMUBH;

#endif
