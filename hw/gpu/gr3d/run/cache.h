/*
 * Tegra20 GR3D engine: decoded programs, kept by content
 *
 * What a program decodes to depends on the words that its decoder reads and
 * on nothing else.  An entry belongs to the draws that hold a reference, and to
 * the cache while that has it; nobody changes what a draw has got from it.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef GR3D_CACHE_H
#define GR3D_CACHE_H

#include "hw/gpu/gr3d/gr3d.h"
#include "hw/gpu/gr3d/isa/fp_decode.h"
#include "hw/gpu/gr3d/isa/vp_decode.h"

typedef struct Gr3dEntry Gr3dEntry;

struct Gr3dEntry {              /* first member of those below */
    unsigned refs;              /* atomic: draws end on any thread */
    unsigned num_words;
    uint32_t *word;             /* the key: all that was decoded */
    uint64_t hash, used;        /* of the cache */
    void (*destroy)(Gr3dEntry *entry);
};

typedef struct Gr3dFpEntry {
    Gr3dEntry entry;
    Gr3dFp fp;
    GpuEvents events;           /* of decoding: each draw has them again */
    bool lowered;               /* tried; NULL: it cannot be */
    struct Gr3dStripProgram *strips;
} Gr3dFpEntry;

typedef struct Gr3dVpEntry {
    Gr3dEntry entry;
    Gr3dVpInsn insn[GR3D_VP_INSNS];
    bool lowered;
    struct Gr3dVpLanes *lanes;
    struct Gr3dVpLanes *position;
} Gr3dVpEntry;

/* Return the registers' program, with a reference; @cache may be NULL. */
Gr3dFpEntry *gr3d_fp_entry(Gr3dCache *cache, const Gr3dRegs *regs);
Gr3dVpEntry *gr3d_vp_entry(Gr3dCache *cache, const Gr3dRegs *regs);
void gr3d_entry_unref(Gr3dEntry *entry);

/*
 * Return the lowered program, made when it is first asked for; NULL: it cannot
 * be lowered, as a vertex program that reaches its limit of steps, an event.
 */
const struct Gr3dStripProgram *gr3d_fp_entry_strips(Gr3dFpEntry *entry);
const struct Gr3dVpLanes *gr3d_vp_entry_lanes(Gr3dVpEntry *entry,
                                              const Gr3dVp *vp);
/*
 * Return the part that the clip position needs, after gr3d_vp_entry_lanes();
 * NULL, too, if that is not much less than the whole program.
 */
const struct Gr3dVpLanes *gr3d_vp_entry_position(const Gr3dVpEntry *entry);

/*
 * Memory that a draw has allocated, kept for the next one: any thread may take
 * it (NULL: there is none) or leave it.  The cache keeps one and frees others.
 */
typedef struct Gr3dScratch Gr3dScratch;

Gr3dScratch *gr3d_cache_take_scratch(Gr3dCache *cache);
void gr3d_cache_leave_scratch(Gr3dCache *cache, Gr3dScratch *scratch);
void gr3d_scratch_free(Gr3dScratch *scratch);   /* batch.c */

#endif /* GR3D_CACHE_H */
