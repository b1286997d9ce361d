/*
 * VideoCore IV 3D engine: a QPU's access to the tile buffer: Z and stencil
 * tests, colour
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <string.h>
#include "frag.h"
#include "frag_tlb.h"

/*
 * Stencil
 */

/* Which faces a word is for */
enum {
    FACE_WRITE_MASKS, FACE_FRONT, FACE_BACK, FACE_BOTH,
};

static void set_stencil(V3dStencil *s, uint32_t word)
{
    static const uint8_t write_mask[4] = { 0x01, 0x03, 0x0f, 0xff };

    *s = (V3dStencil) {
        .func = word >> 16 & 7,
        .sfail = word >> 19 & 7,
        .zpass = word >> 22 & 7,
        .zfail = word >> 25 & 7,
        .ref = word >> 8 & 0xff,
        .mask = word & 0xff,
        .write_mask = write_mask[word >> 28 & 3],
    };
}

static void stencil_setup(V3dFrag *frag, uint32_t word)
{
    unsigned face = word >> 30;

    frag->run.stencil_on = true;
    if (face == FACE_WRITE_MASKS) {
        frag->run.stencil[0].write_mask = word & 0xff;
        frag->run.stencil[1].write_mask = word >> 8 & 0xff;
    }
    if (face & FACE_FRONT) {
        set_stencil(&frag->run.stencil[0], word);
    }
    if (face & FACE_BACK) {
        set_stencil(&frag->run.stencil[1], word);
    }
}

static bool compare(unsigned func, uint32_t a, uint32_t b)
{
    switch (func) {
    case 0:
        return false;
    case 1:
        return a < b;
    case 2:
        return a == b;
    case 3:
        return a <= b;
    case 4:
        return a > b;
    case 5:
        return a != b;
    case 6:
        return a >= b;
    default:
        return true;
    }
}

static uint32_t stencil_op(unsigned op, uint32_t old, uint32_t ref)
{
    switch (op) {
    case 0:
        return 0;
    case 1:
        return old;
    case 2:
        return ref;
    case 3:
        return old < 0xff ? old + 1 : old;
    case 4:
        return old ? old - 1 : old;
    case 5:
        return ~old & 0xff;
    case 6:
        return (old + 1) & 0xff;
    default:
        return (old - 1) & 0xff;
    }
}

static void update_stencil(const V3dStencil *s, uint32_t *zs, unsigned op)
{
    uint32_t value = stencil_op(op, *zs & 0xff, s->ref) & s->write_mask;

    *zs = (*zs & ~s->write_mask) | value;
}

/*
 * One sample
 */

static bool test_z(V3dFrag *frag, uint32_t *zs, uint32_t z)
{
    const V3dRecord *config = &frag->items->config;

    if (!compare(config->configuration_bits.depth_func, z, *zs >> 8)) {
        return false;
    }
    if (config->configuration_bits.z_update) {
        *zs = (*zs & 0xff) | z << 8;
    }
    return true;
}

static bool test_sample(V3dFrag *frag, const V3dStencil *s, uint32_t *zs,
                        uint32_t z)
{
    bool pass;

    if (!s) {
        return test_z(frag, zs, z);
    }
    if (!compare(s->func, s->ref & s->mask, *zs & s->mask)) {
        update_stencil(s, zs, s->sfail);
        return false;
    }
    pass = test_z(frag, zs, z);
    update_stencil(s, zs, pass ? s->zpass : s->zfail);
    return pass;
}

static void write_z(V3dFrag *frag, V3dQpu *qpu, unsigned lane, uint32_t z)
{
    const V3dStencil *s = frag->run.stencil_on ?
                          &frag->run.stencil[qpu->rev_flag[lane] & 1] : NULL;
    uint32_t *zs = &frag->tile->zs[frag->place[lane]];

    for (unsigned i = 0; i < v3d_tile_samples(frag->tile); i++) {
        if (qpu->ms_flags[lane] >> i & 1 &&
            !test_sample(frag, s, &zs[4 * i], z & 0xffffff)) {
            qpu->ms_flags[lane] &= ~(1u << i);
        }
    }
    frag->run.passed |= (qpu->ms_flags[lane] != 0) << lane / 4;
}

/*
 * The next access of a program to colour is to one word of a sample: its only
 * one, or R and G, then B and A.  M: with 64 bits, both of a sample follow each
 * other.
 */
typedef struct ColourAccess {
    unsigned sample, word;
} ColourAccess;

static ColourAccess next_colour(const V3dTileState *tile, uint32_t *count)
{
    uint32_t n = (*count)++;

    return (ColourAccess) {
        .sample = tile->multisample ? (n >> tile->colour_64) % 4 : 0,
        .word = tile->colour_64 ? n % 2 : 0,
    };
}

/* @samples: one bit each; @word: of each */
static void write_colour(V3dFrag *frag, V3dQpu *qpu, unsigned lane,
                         uint32_t colour, unsigned samples, unsigned word)
{
    unsigned place = frag->place[lane];

    samples &= qpu->ms_flags[lane];
    for (unsigned i = 0; i < v3d_tile_samples(frag->tile); i++) {
        if (samples >> i & 1) {
            frag->tile->colour[v3d_tile_colour(frag->tile, place + 4 * i,
                                               word)] = colour;
            frag->run.coloured |= 1u << lane / 4;
        }
    }
}

/* M: bits 7:0 of what is written, in all samples with a flag */
static void write_mask(V3dFrag *frag, V3dQpu *qpu, unsigned lane,
                       uint32_t value)
{
    for (unsigned i = 0; i < v3d_tile_samples(frag->tile); i++) {
        if (qpu->ms_flags[lane] >> i & 1) {
            v3d_tile_set_mask(frag->tile, frag->place[lane] + 4 * i, value);
        }
    }
}

/* M: bits 7:0 of what is read, of the first sample */
static void read_mask(const V3dFrag *frag, uint32_t value[V3D_LANES])
{
    for (unsigned lane = 0; lane < V3D_LANES; lane++) {
        value[lane] = v3d_tile_mask(frag->tile, frag->place[lane]);
    }
}

/*
 * Ports
 */

static unsigned first_lane(unsigned mask)
{
    return mask & 0xffff ? __builtin_ctz(mask) : 0;
}

void v3d_frag_tlb_write(void *opaque, V3dQpu *qpu, V3dTlbWrite reg,
                        const uint32_t value[V3D_LANES], unsigned mask)
{
    V3dFrag *frag = opaque;
    unsigned samples = 15;
    ColourAccess access = { };

    if (reg == V3D_TLB_STENCIL_SETUP) {
        stencil_setup(frag, value[first_lane(mask)]);
        return;
    }
    if (reg == V3D_TLB_ALPHA_MASK && !frag->tile->vg_mask) {
        v3d_report(frag->core, V3D_EV_VG, frag->shader->fs_code);
        return;
    }
    if (reg == V3D_TLB_COLOUR_MS ||
        (reg == V3D_TLB_COLOUR_ALL && frag->tile->colour_64)) {
        access = next_colour(frag->tile, &frag->run.written);
        samples = reg == V3D_TLB_COLOUR_MS ? 1 << access.sample : samples;
    }
    for (unsigned lane = 0; lane < V3D_LANES; lane++) {
        if (!(mask >> lane & 1) || !qpu->ms_flags[lane]) {
            continue;
        }
        if (reg == V3D_TLB_Z) {
            write_z(frag, qpu, lane, value[lane]);
        } else if (reg == V3D_TLB_ALPHA_MASK) {
            write_mask(frag, qpu, lane, value[lane]);
        } else {
            write_colour(frag, qpu, lane, value[lane], samples, access.word);
        }
    }
}

void v3d_frag_tlb_read(void *opaque, V3dQpu *qpu, V3dTlbRead what,
                       uint32_t value[V3D_LANES])
{
    V3dFrag *frag = opaque;
    ColourAccess access;

    if (what == V3D_TLB_ALPHA && frag->tile->vg_mask) {
        read_mask(frag, value);
        return;
    }
    if (what != V3D_TLB_COLOUR) {
        v3d_report(frag->core, V3D_EV_VG, frag->shader->fs_code);
        memset(value, 0, 4 * V3D_LANES);
        return;
    }
    access = next_colour(frag->tile, &frag->run.read);
    for (unsigned lane = 0; lane < V3D_LANES; lane++) {
        value[lane] = frag->tile->colour[v3d_tile_colour(
            frag->tile, frag->place[lane] + 4 * access.sample, access.word)];
    }
}
