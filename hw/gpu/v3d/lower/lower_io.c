/*
 * VideoCore IV 3D engine: lowering, what is outside a QPU's registers
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <glib.h>
#include "hw/gpu/v3d/isa/num.h"
#include "lower_state.h"

V3dValue v3d_lower_uniform(Lower *l)
{
    if (l->uniforms > UINT8_MAX) {
        l->failed = true;
        return l->zero;
    }
    return v3d_value_uniform(&l->values, l->uniforms++);
}

/*
 * Vertex pipe memory, by rows
 */

static unsigned vpm_row(Lower *l, int row)
{
    l->failed |= row < 0 || l->kind == V3D_LOWER_FRAGMENT;
    return row < 0 ? 0 : row;
}

V3dValue v3d_lower_read_vpm(Lower *l)
{
    unsigned row = vpm_row(l, v3d_vpm_read_row(&l->vpm));

    return v3d_lower_op(l, V3D_STRIP_READ_VPM, row, 0, 0, 0);
}

static void write_vpm(Lower *l, V3dValue v, V3dValue mask)
{
    unsigned row = vpm_row(l, v3d_vpm_write_row(&l->vpm));

    if (l->kind != V3D_LOWER_PLACE || !row) {
        v3d_lower_op(l, V3D_STRIP_WRITE_VPM, row, v, mask, 0);
    }
}

/* Generic set-up words only, which need no memory */
static void set_up_vpm(Lower *l, V3dQpuFile file, V3dValue v, V3dValue mask)
{
    const V3dValueRow *word = &l->values.row[v];

    if (mask != l->all || !word->is_const || word->uniform ||
        word->bits >> 30 || l->vpm.num_reads == V3D_VPM_READS) {
        l->failed = true;
    } else if (file == V3D_FILE_A) {
        v3d_vpm_read_setup(&l->vpm, NULL, word->bits);
    } else {
        v3d_vpm_write_setup(&l->vpm, NULL, word->bits);
    }
}

/*
 * Tile buffer
 */

static void write_tlb(Lower *l, unsigned reg, V3dValue v, V3dValue mask)
{
    unsigned k = mask == l->all ? V3D_STRIP_UNMASKED : 0;

    l->failed |= l->kind != V3D_LOWER_FRAGMENT;
    switch (reg) {
    case V3D_TLB_STENCIL_SETUP:
        /* Else it is that of a batch's first lane. */
        l->failed |= !l->values.row[v].is_const || mask != l->all;
        v3d_lower_op(l, V3D_STRIP_STENCIL, 0, v, 0, 0);
        break;
    case V3D_TLB_Z:
        l->samples = l->values.row[v].code == V3D_STRIP_Z ?
                     v3d_lower_op(l, V3D_STRIP_WRITE_OWN_Z, k, 0, l->samples,
                                  mask) :
                     v3d_lower_op(l, V3D_STRIP_WRITE_Z, k, v, l->samples, mask);
        break;
    case V3D_TLB_COLOUR_MS:
        v3d_lower_op(l, V3D_STRIP_WRITE_SAMPLE, l->written++ % 4, v,
                     l->samples, mask);
        break;
    case V3D_TLB_COLOUR_ALL:
        v3d_lower_op(l, V3D_STRIP_WRITE_COLOUR, k, v, l->samples, mask);
        break;
    default:
        l->failed = true;
        break;
    }
}

static void read_tlb(Lower *l)
{
    l->failed |= l->kind != V3D_LOWER_FRAGMENT;
    l->r[4] = v3d_lower_op(l, V3D_STRIP_READ_COLOUR, l->read++ % 4, 0, 0, 0);
}

/*
 * Textures.  A lookup is taken to give one word; where its texture gives two,
 * that is known when it is bound.
 */

static void push(Lower *l, LowerTmu *tmu, V3dValue result)
{
    if (tmu->num == V3D_TMU_FIFO) {
        l->failed = true;
        return;
    }
    tmu->result[(tmu->first + tmu->num++) % V3D_TMU_FIFO] = result;
}

static void look_up(Lower *l, LowerTmu *tmu)
{
    V3dStripLookup *t = &l->texture[l->num_textures];
    V3dValue c[4];

    /* Without a configuration it is a load from memory; LOD is of a quad. */
    if (!tmu->writes || l->num_textures == V3D_STRIP_LOOKUPS ||
        l->kind == V3D_LOWER_PLACE) {
        l->failed = true;
        return;
    }
    for (unsigned i = 0; i < 4; i++) {
        c[i] = tmu->coord[i] ? tmu->coord[i] : l->zero;
    }
    *t = (V3dStripLookup) {
        .num = tmu->writes,
        .border_varies = !l->values.row[c[V3D_TMU_R]].is_const,
    };
    memcpy(t->config, tmu->config, sizeof(t->config));
    push(l, tmu, v3d_value_op(&l->values, V3D_STRIP_LOOKUP,
                              l->num_textures++, c));
    tmu->writes = 0;
    memset(tmu->coord, 0, sizeof(tmu->coord));
}

/* As in the reference, all lanes are written. */
static void write_tmu(Lower *l, unsigned addr, V3dValue v)
{
    LowerTmu *tmu = &l->tmu[addr >= V3D_WRITE_TMU1];
    unsigned reg = addr & 3, uniform = l->uniforms;

    tmu->coord[reg] = v;
    if (reg != V3D_TMU_S || tmu->writes) {
        v3d_lower_uniform(l);
        if (tmu->writes < 4) {
            tmu->config[tmu->writes++] = uniform;
        }
    }
    if (reg == V3D_TMU_S) {
        look_up(l, tmu);
        l->cost += V3D_QPU_COST_LOOKUP;
    }
}

static void load_tmu(Lower *l, LowerTmu *tmu)
{
    if (!tmu->num) {
        l->failed = true;
        return;
    }
    l->r[4] = tmu->result[tmu->first];
    tmu->first = (tmu->first + 1) % V3D_TMU_FIFO;
    tmu->num--;
}

/*
 * Writes and signals
 */

static void write_sfu(Lower *l, V3dSfu function, V3dValue v, V3dValue mask)
{
    V3dValue r = v3d_lower_op(l, V3D_STRIP_SFU, function, v, 0, 0);

    l->r[4] = v3d_lower_select(l, mask, r, l->r[4]);
}

static void write_other(Lower *l, V3dQpuFile file, unsigned addr, V3dValue v,
                        V3dValue mask)
{
    if (addr == V3D_WRITE_R5 && file == V3D_FILE_A) {
        l->failed |= l->kind == V3D_LOWER_PLACE;
        v = v3d_lower_op(l, V3D_STRIP_FIRST, 0, v, 0, 0);
        l->r[5] = v3d_lower_select(l, mask, v, l->r[5]);
    } else if (addr == V3D_WRITE_VPM) {
        write_vpm(l, v, mask);
    } else if (addr == V3D_WRITE_VPM_SETUP) {
        set_up_vpm(l, file, v, mask);
    } else if (addr != V3D_WRITE_TMU_NOSWAP) {
        /* Samples, too: lanes of quads that are not there would get some. */
        l->failed = true;
    }
}

void v3d_lower_write(Lower *l, V3dQpuFile file, unsigned addr, V3dValue v,
                     V3dValue mask)
{
    if (addr >= V3D_WRITE_TMU0) {
        write_tmu(l, addr, v);
    } else if (addr >= V3D_WRITE_SFU) {
        write_sfu(l, addr - V3D_WRITE_SFU, v, mask);
    } else if (addr >= V3D_WRITE_TLB && addr <= V3D_WRITE_TLB_LAST) {
        write_tlb(l, addr - V3D_WRITE_TLB, v, mask);
    } else {
        write_other(l, file, addr, v, mask);
    }
}

void v3d_lower_signal(Lower *l, unsigned sig)
{
    switch (sig) {
    case V3D_SIG_BREAKPOINT:
    case V3D_SIG_LOAD_COVERAGE:
    case V3D_SIG_LOAD_ALPHA:
        l->failed = true;
        break;
    case V3D_SIG_LOAD_COLOUR:
    case V3D_SIG_LOAD_COLOUR_END:
        read_tlb(l);
        break;
    case V3D_SIG_LOAD_TMU0:
    case V3D_SIG_LOAD_TMU1:
        load_tmu(l, &l->tmu[sig - V3D_SIG_LOAD_TMU0]);
        break;
    default:
        break;
    }
}
