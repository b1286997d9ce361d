/*
 * VideoCore IV 3D engine: decoded programs by address
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <glib.h>
#include <string.h>
#include "programs.h"

static void drop(V3dCachedProgram *p)
{
    if (p->bytes) {
        v3d_qpu_program_clear(&p->program);
        g_free(p->bytes);
        p->bytes = NULL;
    }
}

static bool holds(const V3dCachedProgram *p, uint32_t addr)
{
    return p->bytes && p->program.addr == addr;
}

static bool unchanged(const V3dCachedProgram *p, V3dMemory *mem, uint32_t addr)
{
    const uint8_t *now;

    if (!holds(p, addr)) {
        return false;
    }
    now = v3d_memory_read(mem, addr, p->program.num * 8);
    return now && !memcmp(now, p->bytes, p->program.num * 8);
}

static void decode(V3dCachedProgram *p, V3dMemory *mem, uint32_t addr)
{
    const uint8_t *now;

    drop(p);
    v3d_qpu_program_init(&p->program, mem, addr);
    now = v3d_memory_read(mem, addr, p->program.num * 8);
    p->bytes = now ? g_memdup2(now, p->program.num * 8) : NULL;
    if (!p->bytes) {
        p->bytes = g_malloc0(p->program.num * 8 + 8);
    }
}

/*
 * One of two places: a draw's programs take turns, which two with one place
 * would make a decoding each.
 */
static V3dCachedProgram *find_place(V3dPrograms *programs, uint32_t addr)
{
    uint32_t hash = (addr >> 3) * 2654435761u >> 16;
    V3dCachedProgram *a = &programs->place[hash % V3D_NUM_PROGRAMS];
    V3dCachedProgram *b = &programs->place[(hash ^ 1) % V3D_NUM_PROGRAMS];

    if (holds(a, addr) || holds(b, addr)) {
        return holds(a, addr) ? a : b;
    }
    return (int32_t)(a->used - b->used) <= 0 ? a : b;
}

V3dQpuProgram *v3d_programs_find(V3dPrograms *programs, V3dMemory *mem,
                                 uint32_t addr)
{
    V3dCachedProgram *p = find_place(programs, addr);

    p->used = ++programs->uses;
    if (!holds(p, addr) || p->serial != programs->serial) {
        if (!unchanged(p, mem, addr)) {
            decode(p, mem, addr);
        }
        p->serial = programs->serial;
    }
    return &p->program;
}

void v3d_programs_clear(V3dPrograms *programs)
{
    for (unsigned i = 0; i < V3D_NUM_PROGRAMS; i++) {
        drop(&programs->place[i]);
    }
}
