/*
 * Runs the guest programs' streams on the engine, without kernel and QEMU
 *
 * Decodes the host1x opcodes, patches the relocations with made-up bus
 * addresses, writes the registers; draws run at once (Gr3dReplay).
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef STREAM_MACHINE_H
#define STREAM_MACHINE_H

#include "hw/gpu/gr3d/text/replay.h"
#include "stream.h"

#define STREAM_MACHINE_BUFFERS 8

typedef struct StreamMachine {
    Gr3dReplay replay;
    Gr3dMemory buf[STREAM_MACHINE_BUFFERS];     /* as streams number them */
} StreamMachine;

/*
 * Initialise without buffers: the caller fills in address, size and data, and
 * owns them.  The backend is what GR3D_EXEC says, or the best for this host.
 */
void stream_machine_init(StreamMachine *m);
void stream_machine_clear(StreamMachine *m);

/*
 * Patch @s in place and run it; prints what the guest did wrong.  Ends the
 * program when it meets a bad opcode.
 */
void stream_machine_run(StreamMachine *m, Stream *s);
void stream_machine_fail(const char *what) __attribute__((noreturn));

#endif
