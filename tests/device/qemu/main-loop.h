/* SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef DEVICE_QEMU_MAIN_LOOP_H
#define DEVICE_QEMU_MAIN_LOOP_H

/* The test has them. */
QEMUBH *qemu_bh_new(void (*cb)(void *opaque), void *opaque);
void qemu_bh_delete(QEMUBH *bh);
void qemu_bh_schedule(QEMUBH *bh);

#endif
