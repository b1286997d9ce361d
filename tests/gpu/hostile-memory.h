/*
 * Memory of gr3d-hostile: spans that end or begin at a page without access
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HOSTILE_MEMORY_H
#define HOSTILE_MEMORY_H

#include "hw/gpu/gr3d/gr3d.h"
#include "hostile-rng.h"

#define HOSTILE_SPAN_MAX    32768

typedef struct HostileSpan {
    uint8_t *data;              /* for the engine; NULL: not bound */
    uint8_t *own;               /* the same bytes, for the program */
    uint32_t size;
    bool write;
    bool dirty;                 /* holds bytes of this stream */
} HostileSpan;

typedef struct HostileMemory {
    HostileSpan span[GR3D_NUM_SPANS];
} HostileMemory;

void hostile_memory_init(void);

/* Choose place and size of all spans that @draw asks for, random by @rng */
void hostile_memory_place(HostileMemory *m, const Gr3dDraw *draw, Rng *rng);
/* Change some bytes, then give the spans to @draw */
void hostile_memory_dirty(HostileMemory *m, Rng *rng, unsigned num);
/* Bind memory; @lie: bytes that the engine is told are beyond each span. */
void hostile_memory_bind(const HostileMemory *m, Gr3dDraw *draw, uint32_t lie);
/* Take all access away from where spans are. */
void hostile_memory_unbind(const HostileMemory *m);

/*
 * Return what is wrong, or NULL: written ranges lie in writable spans, and, if
 * @thorough, nothing outside of them has changed since the bind.
 */
const char *hostile_memory_check(const HostileMemory *m, const Gr3dDraw *draw,
                                 bool thorough);
/* Return a digest of the written ranges and where they are. */
uint64_t hostile_memory_digest(const HostileMemory *m, const Gr3dDraw *draw);
/* Restore what the memory held first. */
void hostile_memory_restore(const HostileMemory *m, const Gr3dDraw *draw);

#endif /* HOSTILE_MEMORY_H */
