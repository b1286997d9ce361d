/*
 * Engines: host memory with bounds
 *
 * What a guest names is turned into spans by the embedder; every access is
 * checked against the span's size.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef GPU_SPAN_H
#define GPU_SPAN_H

#include <stdbool.h>
#include <stdint.h>

typedef struct GpuSpan {
    uint8_t *data;
    uint64_t size;              /* bytes */
    bool writable;
    uint64_t touched_start;     /* range written; start >= end: nothing yet */
    uint64_t touched_end;
} GpuSpan;

/*
 * Access 1, 2, 4 or 8 bytes, little-endian.  A read outside the span gives 0,
 * such a write is dropped: both return false then.
 */
bool gpu_span_read(const GpuSpan *span, uint64_t offset, unsigned bytes,
                   uint64_t *value);
bool gpu_span_write(GpuSpan *span, uint64_t offset, unsigned bytes,
                    uint64_t value);

/* Do both spans have bytes in common? */
bool gpu_spans_overlap(const GpuSpan *a, const GpuSpan *b);

#endif /* GPU_SPAN_H */
