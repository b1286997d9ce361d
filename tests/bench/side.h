/*
 * One side of the benchmark: a program that draws when it is told to
 *
 *   PROGRAM WORKLOAD WIDTH HEIGHT THREADS
 *
 * Prints "ready WORK TEXT", or "cannot WHY" and ends.  Then each line of
 * standard input is answered by one line:
 *
 *   image PATH     draw a frame, write it as RGBA, lowest row first: "done"
 *   time FRAMES    draw them: "seconds S"
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef BENCH_SIDE_H
#define BENCH_SIDE_H

#include "workload.h"

/* Ends the program with one line. */
void bench_cannot(const char *why) __attribute__((noreturn));

/* The figure for the silicon, or ""; NULL: it does not draw this */
const char *side_silicon(const BenchWorkload *w);
/* By each program; the text says what draws. */
const char *side_open(const BenchWork *b, unsigned threads);
void side_frame(void);
/* Until all frames are in memory */
void side_finish(void);
void side_read(uint8_t *rgba);
void side_close(void);

#endif /* BENCH_SIDE_H */
