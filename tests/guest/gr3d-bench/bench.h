/*
 * gr3d-bench: how fast is GR3D behind the kernel's driver?
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef GR3D_BENCH_H
#define GR3D_BENCH_H

#include <stdbool.h>

#include "check.h"
#include "record.h"
#include "tegra.h"

typedef struct Options {
    TegraUapi uapi;
    double seconds;             /* that each test takes, about */
    size_t bytes;               /* of a buffer that a job names */
    bool display;
} Options;

double now(void);
/* A line for scripts/bench: what was measured */
void tell(const char *test, double value, const char *unit);

/* jobs.c */
void bench_empty(const Options *o);
void bench_latency(const Options *o);
void bench_words(const Options *o);
void bench_buffers(const Options *o);

/* frames.c */
void bench_frames(const Options *o, const Record *r);
/* One frame by GR3D, as RGBA; free() it. */
void *frames_picture(const Options *o, const Record *r);

/* soft.c: the CPU alone */
typedef struct SoftTarget {
    unsigned width, height;
    uint32_t *color;            /* RGBA, row 0 on top */
    uint16_t *depth;
} SoftTarget;

void soft_frame(const SoftTarget *t, const Record *r);
void bench_soft(const Options *o, const Record *r);

#endif
