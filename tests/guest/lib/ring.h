/*
 * Where a job lies in the kernel's push buffer
 *
 * The ring has 511 slots of 8 bytes in a page of its own.  When a job's time is
 * up, and for its status file, the kernel prints the slots of each queued job
 * without going round: it reads behind the page, which is an oops, if a job
 * begins in the last slots [debugging.rst, Faults].
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef GUEST_RING_H
#define GUEST_RING_H

#include "tegra.h"

#define RING_SLOTS  511
#define RING_ROOM   64          /* for a test that hangs; a job takes 3 or 4 */

/*
 * Runs jobs of one increment until RING_ROOM slots are left before the ring's
 * end.  Nothing else may be queued on the engine of @class_id, which is @ch's.
 * Returns 0 or -errno: -ENOENT without debugfs, -EBUSY if others' jobs come.
 */
int ring_make_room(TegraChannel *ch, uint32_t class_id);

#endif
