/*
 * host1x command streams for the GR3D class, with their relocations
 *
 * Pure C without any system interface: the guest programs submit what is
 * built here, a host program can feed it to the engine directly.
 *
 * A buffer is named by a small number of the caller's choice; whoever runs
 * the stream knows what stands behind it (a GEM handle, host memory).
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef GUEST_STREAM_H
#define GUEST_STREAM_H

#include <stdbool.h>
#include <stdint.h>

#define STREAM_MAX_WORDS    8192
#define STREAM_MAX_RELOCS   256

#define HOST1X_CLASS_GR3D   0x60

/* Condition of a sync point increment [tegra-gr3d.rst, Sync points]. */
enum {
    COND_IMMEDIATE,
    COND_OP_DONE,
    COND_RD_DONE,
    COND_REG_WR_SAFE,
};

typedef struct StreamReloc {
    uint32_t word;              /* index of the word to patch */
    uint32_t buffer;
    uint32_t offset;            /* bytes into the buffer */
} StreamReloc;

typedef struct Stream {
    uint32_t words[STREAM_MAX_WORDS];
    unsigned num_words;
    StreamReloc relocs[STREAM_MAX_RELOCS];
    unsigned num_relocs;
    unsigned incrs;             /* sync point increments in the stream */
    uint32_t syncpt;            /* which one they go to */
    bool overflow;              /* something did not fit: do not submit */
} Stream;

/* An empty stream whose increments go to sync point @syncpt. */
void stream_init(Stream *s, uint32_t syncpt);

/* One raw word: an opcode, or data that an opcode announced. */
void stream_word(Stream *s, uint32_t word);

void stream_setclass(Stream *s, uint32_t class_id);
/* One register; uses the short IMM form when the value fits 16 bits. */
void stream_reg(Stream *s, uint32_t reg, uint32_t value);
void stream_float(Stream *s, uint32_t reg, float value);
/* @num consecutive registers */
void stream_regs(Stream *s, uint32_t reg, const uint32_t *value, unsigned num);
/* @num words to the same register: an upload port */
void stream_port(Stream *s, uint32_t reg, const uint32_t *value, unsigned num);
/* The same value to @num consecutive registers */
void stream_fill(Stream *s, uint32_t reg, uint32_t value, unsigned num);
/* The registers @reg + i of the set bits i of @mask, from @value in order */
void stream_mask(Stream *s, uint32_t reg, uint32_t mask, const uint32_t *value);
/* An address register: byte @offset of @buffer */
void stream_addr(Stream *s, uint32_t reg, uint32_t buffer, uint32_t offset);
void stream_incr(Stream *s, unsigned cond);
/* All its increments go to another sync point. */
void stream_set_syncpt(Stream *s, uint32_t syncpt);

uint32_t float_bits(float f);

#endif
