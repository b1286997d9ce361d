/*
 * Engines: host memory with bounds
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "hw/gpu/lib/le.h"
#include "hw/gpu/lib/span.h"

static bool in_span(const GpuSpan *span, uint64_t offset, unsigned bytes)
{
    return span->data && offset <= span->size && span->size - offset >= bytes;
}

bool gpu_span_read(const GpuSpan *span, uint64_t offset, unsigned bytes,
                   uint64_t *value)
{
    *value = 0;
    if (!in_span(span, offset, bytes)) {
        return false;
    }
    *value = gpu_load_le(span->data + offset, bytes);
    return true;
}

bool gpu_span_write(GpuSpan *span, uint64_t offset, unsigned bytes,
                    uint64_t value)
{
    bool first = span->touched_start >= span->touched_end;

    if (!span->writable || !in_span(span, offset, bytes)) {
        return false;
    }
    gpu_store_le(span->data + offset, bytes, value);
    if (first || offset < span->touched_start) {
        span->touched_start = offset;
    }
    if (first || offset + bytes > span->touched_end) {
        span->touched_end = offset + bytes;
    }
    return true;
}

bool gpu_spans_overlap(const GpuSpan *a, const GpuSpan *b)
{
    uintptr_t first = (uintptr_t)a->data, second = (uintptr_t)b->data;

    return a->size && b->size && first < second + b->size &&
           second < first + a->size;
}
