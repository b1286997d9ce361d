/*
 * Memory of gr3d-hostile: spans that end or begin at a page without access
 *
 * Each slot has a region of a file in memory, mapped three times: for this
 * program, and twice for the engine, read only and writable, with a page
 * without access before and behind it.  The engine gets the part of a region
 * that ends at the page behind or begins behind the page before; the address
 * sanitizer watches the rest of the engine's mappings byte by byte.
 *
 * A region's content is the same for each stream: what a stream has changed is
 * taken back afterwards, so a seed alone repeats it.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "hostile-memory.h"

#ifdef SANITIZED
#include <sanitizer/asan_interface.h>
#else
#define ASAN_POISON_MEMORY_REGION(p, n)     ((void)(p), (void)(n))
#define ASAN_UNPOISON_MEMORY_REGION(p, n)   ((void)(p), (void)(n))
#endif

#define REGION      HOSTILE_SPAN_MAX
#define GUARD       4096
#define VIEW        (GR3D_NUM_SPANS * (size_t)(REGION + GUARD) + GUARD)

static uint8_t *own, *views[2];     /* the program's; read only, writable */
static uint8_t *pristine;           /* a copy of the first content */

static void die(const char *what)
{
    perror(what);
    exit(2);
}

static uint8_t *map(void *at, size_t size, int prot, int flags, int fd,
                    off_t offset)
{
    uint8_t *p = mmap(at, size, prot, flags, fd, offset);

    if (p == MAP_FAILED) {
        die("mmap");
    }
    return p;
}

static uint8_t *map_view(int fd, int prot)
{
    uint8_t *view = map(NULL, VIEW, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS,
                        -1, 0);

    for (size_t i = 0; i < GR3D_NUM_SPANS; i++) {
        map(view + i * (REGION + GUARD) + GUARD, REGION, prot,
            MAP_SHARED | MAP_FIXED, fd, i * REGION);
    }
    ASAN_POISON_MEMORY_REGION(view, VIEW);
    return view;
}

/* Fill with vertices: four floats around the clip volume; w is often 1. */
static void fill_attrib(uint8_t *region, Rng *rng)
{
    for (unsigned i = 0; i < REGION; i += 4) {
        float f = ((int)rng_below(rng, 513) - 256) / 200.0f;

        f = i % 16 == 12 && rng_below(rng, 8) ? 1 : i % 16 == 8 ? f / 2 : f;
        memcpy(&region[i], &f, 4);
    }
}

static void fill_any(uint8_t *region, Rng *rng)
{
    for (unsigned i = 0; i < REGION; i += 4) {
        uint32_t word = rng_any(rng);

        memcpy(&region[i], &word, 4);
    }
}

/* Fill with small numbers: indices of 32 bits, then of 8 and 16 bits. */
static void fill_index(uint8_t *region, Rng *rng)
{
    for (unsigned i = 0; i < REGION; i++) {
        region[i] = i % (i < REGION / 2 ? 4 : 2) ? 0 : rng_below(rng, 12);
    }
}

void hostile_memory_init(void)
{
    Rng rng = rng_new(0);
    int fd = memfd_create("gr3d-hostile", MFD_CLOEXEC);

    if (fd < 0 || ftruncate(fd, GR3D_NUM_SPANS * REGION) < 0) {
        die("memfd");
    }
    own = map(NULL, GR3D_NUM_SPANS * REGION, PROT_READ | PROT_WRITE,
              MAP_SHARED, fd, 0);
    for (unsigned i = 0; i < GR3D_NUM_SPANS; i++) {
        (i < GR3D_SPAN_INDEX ? fill_attrib :
         i == GR3D_SPAN_INDEX ? fill_index : fill_any)(&own[i * REGION], &rng);
    }
    pristine = malloc(GR3D_NUM_SPANS * REGION);
    memcpy(pristine, own, GR3D_NUM_SPANS * REGION);
    views[0] = map_view(fd, PROT_READ);
    views[1] = map_view(fd, PROT_READ | PROT_WRITE);
    close(fd);
}

static uint32_t choose_size(uint64_t request, Rng *rng)
{
    uint32_t size = request < REGION ? request : REGION;

    switch (rng_below(rng, 32)) {
    case 0:
        return 0;
    case 1:
        return rng_below(rng, size) + 1;
    case 2:
        return (rng_below(rng, size) & ~15u) + 1;
    case 3:
        return size - (size > 16 ? rng_below(rng, 16) : 0);
    default:
        return size;
    }
}

void hostile_memory_place(HostileMemory *m, const Gr3dDraw *draw, Rng *rng)
{
    for (unsigned i = 0; i < GR3D_NUM_SPANS; i++) {
        const Gr3dSpanRequest *request = gr3d_draw_request(draw, i);
        HostileSpan *span = &m->span[i];
        uint32_t at;

        *span = (HostileSpan) { 0 };
        if (request->size) {
            span->size = choose_size(request->size, rng);
        }
        if (!span->size) {
            continue;
        }
        at = rng_below(rng, 2) ? 0 : REGION - span->size;
        span->write = request->write;
        span->own = &own[i * REGION + at];
        span->data = &views[span->write][i * (REGION + GUARD) + GUARD + at];
    }
}

void hostile_memory_dirty(HostileMemory *m, Rng *rng, unsigned num)
{
    while (num--) {
        HostileSpan *span = &m->span[rng_below(rng, GR3D_NUM_SPANS)];

        if (span->data) {
            span->own[rng_small(rng, span->size)] = rng_any(rng);
            span->dirty = true;
        }
    }
}

void hostile_memory_bind(const HostileMemory *m, Gr3dDraw *draw, uint32_t lie)
{
    for (unsigned i = 0; i < GR3D_NUM_SPANS; i++) {
        const HostileSpan *span = &m->span[i];

        if (span->data) {
            ASAN_UNPOISON_MEMORY_REGION(span->data, span->size);
            gr3d_draw_bind(draw, i, span->data, span->size + lie);
        }
    }
}

void hostile_memory_unbind(const HostileMemory *m)
{
    for (unsigned i = 0; i < GR3D_NUM_SPANS; i++) {
        if (m->span[i].data) {
            ASAN_POISON_MEMORY_REGION(m->span[i].data, m->span[i].size);
        }
    }
}

static const uint8_t *first_content(const HostileSpan *span)
{
    return pristine + (span->own - own);
}

/* Is nothing different but [start, end) of the span? */
static bool rest_is_same(unsigned slot, const HostileSpan *span,
                         uint64_t start, uint64_t end)
{
    const uint8_t *now = &own[slot * REGION], *was = &pristine[slot * REGION];
    size_t from = span->own - now + start, to = span->own - now + end;

    return !memcmp(now, was, from) &&
           !memcmp(now + to, was + to, REGION - to);
}

static const char *check_span(const HostileSpan *span, const Gr3dDraw *draw,
                              unsigned slot, bool thorough)
{
    uint64_t start = 0, end = 0;

    if (!gr3d_draw_touched(draw, slot, &start, &end)) {
        start = end = 0;
    } else if (!span->data || !span->write) {
        return "wrote to a span that is not for writing";
    } else if (end > span->size) {
        return "wrote past a span's end";
    }
    if (thorough && span->data && !span->dirty &&
        !rest_is_same(slot, span, start, end)) {
        return "changed a byte outside the touched range";
    }
    return NULL;
}

const char *hostile_memory_check(const HostileMemory *m, const Gr3dDraw *draw,
                                 bool thorough)
{
    const char *wrong = NULL;

    for (unsigned i = 0; i < GR3D_NUM_SPANS && !wrong; i++) {
        wrong = check_span(&m->span[i], draw, i, thorough);
    }
    return wrong;
}

static uint64_t mix(uint64_t hash, const uint8_t *data, size_t size)
{
    for (; size >= 8; size -= 8, data += 8) {
        uint64_t word;

        memcpy(&word, data, 8);
        hash = (hash ^ word) * 0x9e3779b97f4a7c15;
        hash ^= hash >> 29;
    }
    for (; size; size--, data++) {
        hash = (hash ^ *data) * 0x100000001b3;
    }
    return hash;
}

uint64_t hostile_memory_digest(const HostileMemory *m, const Gr3dDraw *draw)
{
    uint64_t hash = 0x243f6a8885a308d3, range[2];

    for (unsigned i = 0; i < GR3D_NUM_SPANS; i++) {
        if (gr3d_draw_touched(draw, i, &range[0], &range[1])) {
            hash = mix(hash + i, (uint8_t *)range, sizeof(range));
            hash = mix(hash, m->span[i].own + range[0], range[1] - range[0]);
        }
    }
    return hash;
}

void hostile_memory_restore(const HostileMemory *m, const Gr3dDraw *draw)
{
    for (unsigned i = 0; i < GR3D_NUM_SPANS; i++) {
        const HostileSpan *span = &m->span[i];
        uint64_t start, end;

        if (span->dirty) {
            memcpy(span->own, first_content(span), span->size);
        } else if (gr3d_draw_touched(draw, i, &start, &end)) {
            memcpy(span->own + start, first_content(span) + start,
                   end - start);
        }
    }
}
