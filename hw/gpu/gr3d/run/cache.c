/*
 * Tegra20 GR3D engine: decoded programs, kept by content
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <glib.h>
#include <string.h>
#include "hw/gpu/gr3d/lower/fp_lower.h"
#include "hw/gpu/gr3d/lower/vp_lower.h"
#include "hw/gpu/gr3d/pipe/vpe.h"
#include "cache.h"

/* More than a frame of any known client uses; [tegra-gr3d.rst, Bounds] */
#define PLACES      64

typedef struct EntryTable {
    Gr3dEntry *entry[PLACES];
    unsigned num;
    Gr3dEntry *last;             /* consecutive draws mostly have the same */
} EntryTable;

struct Gr3dCache {
    EntryTable fp, vp;
    uint64_t clock;             /* of uses */
    Gr3dScratch *scratch;       /* atomic */
};

Gr3dCache *gr3d_cache_new(void)
{
    return g_new0(Gr3dCache, 1);
}

static void clear_table(EntryTable *table)
{
    for (unsigned i = 0; i < table->num; i++) {
        gr3d_entry_unref(table->entry[i]);
    }
}

void gr3d_cache_free(Gr3dCache *cache)
{
    if (cache) {
        clear_table(&cache->fp);
        clear_table(&cache->vp);
        gr3d_scratch_free(cache->scratch);
        g_free(cache);
    }
}

void gr3d_entry_unref(Gr3dEntry *entry)
{
    if (entry && __atomic_sub_fetch(&entry->refs, 1, __ATOMIC_ACQ_REL) == 0) {
        g_free(entry->word);
        entry->destroy(entry);
    }
}

static Gr3dEntry *take_ref(Gr3dEntry *entry)
{
    __atomic_add_fetch(&entry->refs, 1, __ATOMIC_RELAXED);
    return entry;
}

/* Any mixing will do: equal hashes are followed by a comparison. */
static uint64_t hash_words(const uint32_t *word, unsigned num)
{
    uint64_t h = num;

    for (unsigned i = 0; i < num; i++) {
        h = (h ^ word[i]) * 0x9e3779b97f4a7c15ull;
        h ^= h >> 29;
    }
    return h;
}

static bool same_words(const Gr3dEntry *entry, const uint32_t *word,
                       unsigned num)
{
    return entry->num_words == num &&
           !memcmp(entry->word, word, num * sizeof(word[0]));
}

static Gr3dEntry *find(const EntryTable *table, const uint32_t *word,
                      unsigned num, uint64_t *hash)
{
    if (table->last && same_words(table->last, word, num)) {
        return table->last;
    }
    *hash = hash_words(word, num);
    for (unsigned i = 0; i < table->num; i++) {
        if (table->entry[i]->hash == *hash &&
            same_words(table->entry[i], word, num)) {
            return table->entry[i];
        }
    }
    return NULL;
}

static unsigned oldest(const EntryTable *table)
{
    unsigned best = 0;

    for (unsigned i = 1; i < table->num; i++) {
        if (table->entry[i]->used < table->entry[best]->used) {
            best = i;
        }
    }
    return best;
}

/* Put an entry in the place of the one that was not used for longest. */
static void keep(EntryTable *table, Gr3dEntry *entry)
{
    unsigned at = table->num;

    if (at < PLACES) {
        table->num++;
    } else {
        at = oldest(table);
        gr3d_entry_unref(table->entry[at]);
    }
    table->entry[at] = take_ref(entry);
}

typedef Gr3dEntry *MakeFn(const Gr3dRegs *regs);

static Gr3dEntry *make_entry(const Gr3dRegs *regs, MakeFn *make,
                           const uint32_t *word, unsigned num)
{
    Gr3dEntry *entry = make(regs);

    entry->refs = 1;
    entry->word = g_new(uint32_t, num);
    entry->num_words = num;
    memcpy(entry->word, word, num * sizeof(word[0]));
    return entry;
}

static Gr3dEntry *find_or_make(Gr3dCache *cache, EntryTable *table,
                              const Gr3dRegs *regs, MakeFn *make,
                              const uint32_t *word, unsigned num)
{
    uint64_t hash = 0;
    Gr3dEntry *entry = find(table, word, num, &hash);

    if (entry) {
        take_ref(entry);
    } else {
        entry = make_entry(regs, make, word, num);
        entry->hash = hash;
        keep(table, entry);
    }
    entry->used = ++cache->clock;
    table->last = entry;
    return entry;
}

/*
 * The two kinds
 */

static void destroy_fp(Gr3dEntry *entry)
{
    gr3d_strip_program_free(((Gr3dFpEntry *)entry)->strips);
    g_free(entry);
}

static void destroy_vp(Gr3dEntry *entry)
{
    Gr3dVpEntry *vp = (Gr3dVpEntry *)entry;

    gr3d_vp_lanes_free(vp->lanes);
    gr3d_vp_lanes_free(vp->position);
    g_free(entry);
}

static Gr3dEntry *make_fp(const Gr3dRegs *regs)
{
    Gr3dFpEntry *entry = g_new0(Gr3dFpEntry, 1);

    gr3d_fp_decode(&entry->fp, regs, &entry->events);
    entry->entry.destroy = destroy_fp;
    return &entry->entry;
}

static Gr3dEntry *make_vp(const Gr3dRegs *regs)
{
    Gr3dVpEntry *entry = g_new0(Gr3dVpEntry, 1);

    gr3d_vp_decode_program(entry->insn, regs);
    entry->entry.destroy = destroy_vp;
    return &entry->entry;
}

Gr3dFpEntry *gr3d_fp_entry(Gr3dCache *cache, const Gr3dRegs *regs)
{
    uint32_t word[GR3D_FP_MAX_WORDS];
    unsigned num = gr3d_fp_words(regs, word);

    return (Gr3dFpEntry *)
        (cache ? find_or_make(cache, &cache->fp, regs, make_fp, word, num)
               : make_entry(regs, make_fp, word, num));
}

Gr3dVpEntry *gr3d_vp_entry(Gr3dCache *cache, const Gr3dRegs *regs)
{
    uint32_t word[GR3D_VP_MAX_WORDS];
    unsigned num = gr3d_vp_words(regs, word);

    return (Gr3dVpEntry *)
        (cache ? find_or_make(cache, &cache->vp, regs, make_vp, word, num)
               : make_entry(regs, make_vp, word, num));
}

const Gr3dStripProgram *gr3d_fp_entry_strips(Gr3dFpEntry *entry)
{
    if (!entry->lowered) {
        entry->strips = gr3d_fp_lower(&entry->fp);
        entry->lowered = true;
    }
    return entry->strips;
}

/* A pre-pass must save operations: the position is fetched, and read, twice. */
static Gr3dVpLanes *lower_position(const Gr3dVp *vp, const Gr3dVpLanes *all)
{
    Gr3dVpLanes *position = NULL;

    if (all && vp->exports) {
        position = gr3d_vp_lower(vp, gr3d_vpe_position(vp->exports));
    }
    if (position && all->num_ops < 4 * position->num_ops + 16) {
        gr3d_vp_lanes_free(position);
        position = NULL;
    }
    return position;
}

const Gr3dVpLanes *gr3d_vp_entry_lanes(Gr3dVpEntry *entry, const Gr3dVp *vp)
{
    if (!entry->lowered) {
        entry->lanes = gr3d_vp_lower(vp, vp->exports);
        entry->position = lower_position(vp, entry->lanes);
        entry->lowered = true;
    }
    return entry->lanes && entry->lanes->executed <= vp->limit ? entry->lanes
                                                               : NULL;
}

const Gr3dVpLanes *gr3d_vp_entry_position(const Gr3dVpEntry *entry)
{
    return entry->position;
}

/*
 * Scratch
 */

Gr3dScratch *gr3d_cache_take_scratch(Gr3dCache *cache)
{
    return cache ? __atomic_exchange_n(&cache->scratch, NULL, __ATOMIC_ACQUIRE)
                 : NULL;
}

void gr3d_cache_leave_scratch(Gr3dCache *cache, Gr3dScratch *scratch)
{
    if (cache) {
        scratch = __atomic_exchange_n(&cache->scratch, scratch,
                                      __ATOMIC_ACQ_REL);
    }
    gr3d_scratch_free(scratch);
}
