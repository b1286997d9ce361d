/*
 * Singly-linked queues: those of the C library are the same
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef DEVICE_QEMU_QUEUE_H
#define DEVICE_QEMU_QUEUE_H

#include <sys/queue.h>

#define QSIMPLEQ_HEAD           STAILQ_HEAD
#define QSIMPLEQ_ENTRY          STAILQ_ENTRY
#define QSIMPLEQ_INIT           STAILQ_INIT
#define QSIMPLEQ_EMPTY          STAILQ_EMPTY
#define QSIMPLEQ_FIRST          STAILQ_FIRST
#define QSIMPLEQ_NEXT           STAILQ_NEXT
#define QSIMPLEQ_FOREACH        STAILQ_FOREACH
#define QSIMPLEQ_INSERT_TAIL    STAILQ_INSERT_TAIL
#define QSIMPLEQ_REMOVE_HEAD    STAILQ_REMOVE_HEAD

#endif
