/*
 * Runs the guest programs' streams on the engine, without kernel and QEMU
 *
 * Decodes the host1x opcodes, patches the relocations with made-up bus
 * addresses, writes the registers and runs the draws at once.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef STREAM_MACHINE_H
#define STREAM_MACHINE_H

#include <stddef.h>

#include "gr3d.h"
#include "stream.h"

#define STREAM_MACHINE_BUFFERS 8

typedef struct StreamBuffer {
    uint32_t addr;              /* on the bus */
    uint8_t *data;
    size_t size;
} StreamBuffer;

typedef struct StreamMachine {
    Gr3dRegs regs;
    StreamBuffer buf[STREAM_MACHINE_BUFFERS];   /* as streams number them */
    unsigned incrs, draws, unknown, events;
    uint64_t fragments;
} StreamMachine;

/* Patches @s in place.  Ends the program when it meets a bad opcode. */
void stream_machine_run(StreamMachine *m, Stream *s);
void stream_machine_fail(const char *what) __attribute__((noreturn));

#endif
