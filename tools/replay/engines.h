/*
 * GR3D and GR2D, which draw at once, without QEMU
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef TOOLS_ENGINES_H
#define TOOLS_ENGINES_H

#include "hw/gpu/gr3d/gr3d.h"
#include "player-gr2d.h"
#include "recorder.h"

typedef struct Engines {
    Gr3dMemory ram;             /* one block, from address 0 on */
    Gr3dRegs regs;
    Gr3dCache *cache;
    const Gr3dExec *exec;
    const GpuExecutor *executor;    /* NULL: the caller's thread alone */
    PlayerGr2d *gr2d;
    Recorder *recorder;         /* of what they do, or NULL */
    void (*drawn)(const Gr3dDraw *draw);    /* called behind each, or NULL */
} Engines;

/* Begin, with RAM and the rest to be set by the caller. */
void engines_init(Engines *e);
void engines_clear(Engines *e);
void engines_reset_gr3d(Engines *e);
/* Write a register of any class; what it triggers is done on return. */
void engines_write(Engines *e, uint32_t class_id, uint32_t offset,
                   uint32_t value);

#endif /* TOOLS_ENGINES_H */
