/*
 * Register writes, memory and draws as bytes: what the fuzzers of draws read
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef FUZZ_RECORDS_H
#define FUZZ_RECORDS_H

#include "differ.h"

/* The first two bytes of a record: what, and a register or a slot */
#define RECORD_KIND(head)   ((head) >> 12)
#define RECORD_REG(head)    ((head) & 0xfff)

enum {
    RECORD_WRITE,       /* a word for the register */
    RECORD_NONINCR,     /* a byte: number of words, those for the register */
    RECORD_INCR,        /* the same, for it and those behind it */
    RECORD_MEMORY,      /* address, size, u16: bytes of content; content */
    RECORD_CONTENT,     /* u16, that many bytes for a slot: differ_content() */
    RECORD_WORDS,       /* a byte: 256 words of Gr3dRegs, a byte: in them, */
                        /* and one: number of words.  Not by the front end */
    RECORD_DRAW,        /* besides writes of DRAW_PRIM */
    RECORD_READ,        /* of the register */
};

/*
 * Take records until @in is empty, or there were @max_draws draws or @max_work
 * units of work.
 */
void records_run(Input *in, Gr3dRegs *regs, Differ *d, unsigned max_draws,
                 uint64_t max_work);

#endif /* FUZZ_RECORDS_H */
