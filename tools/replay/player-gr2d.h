/*
 * GR2D for tools/player.c: the device's files, without QEMU
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef TOOLS_PLAYER_GR2D_H
#define TOOLS_PLAYER_GR2D_H

#include "hw/gpu/lib/capture.h"
#include "hw/gpu/gr3d/text/replay.h"

typedef struct PlayerGr2d PlayerGr2d;

bool player_gr2d_is_class(uint32_t class_id);

PlayerGr2d *player_gr2d_new(void);
void player_gr2d_free(PlayerGr2d *g);
void player_gr2d_reset(PlayerGr2d *g);
/* Set registers from a record; false: there are not so many. */
bool player_gr2d_set(PlayerGr2d *g, const GpuCaptureRecord *record);
void player_gr2d_write(PlayerGr2d *g, uint32_t class_id, uint32_t offset,
                       uint32_t value);
/*
 * The bytes from *@start to *@end are surface @number of what was launched; the
 * last one is written.  False: there are no more.
 */
bool player_gr2d_span(const PlayerGr2d *g, unsigned number, uint64_t *start,
                      uint64_t *end);
/* Do what was launched, or forget it; false: nothing was. */
bool player_gr2d_run(PlayerGr2d *g, const Gr3dMemory *ram, bool forget);

#endif /* TOOLS_PLAYER_GR2D_H */
