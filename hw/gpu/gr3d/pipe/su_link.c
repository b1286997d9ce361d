/*
 * Tegra20 GR3D engine: linker, from export rows to TRAM columns
 *
 * A column holds 20 bits: one fp20 or two fx10.  The conversion is the only
 * rounding of a varying before its interpolation [tegra-gr3d.rst, Linker].
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <string.h>
#include "hw/gpu/gr3d/isa/num.h"
#include "hw/gpu/gr3d/isa/regs.h"
#include "su.h"

#define SRC_VPE 0               /* others (depth) store nothing in TRAM */

static void decode_comp(Gr3dLinkComp *comp, unsigned n, uint32_t even,
                        uint32_t odd)
{
    comp->col = gr3d_bits(odd, 4 * n, 2);
    comp->format = gr3d_bits(odd, 4 * n + 2, 2);
    comp->flat = gr3d_bits(odd, 16 + n, 1);
    comp->sprite = gr3d_bits(even, 18 + 4 * n, 2);
}

/* Report bits 17:16 + 4n, which ask for another value across or along lines. */
static void check_lines(const Gr3dLink *link, uint32_t even,
                        GpuEvents *events)
{
    for (unsigned n = 0; n < 4; n++) {
        if (link->comp[n].format && gr3d_bits(even, 16 + 4 * n, 2)) {
            gr3d_event(events, GR3D_EV_LINE_ATTR, even);
            return;
        }
    }
}

static void decode_link(Gr3dSu *su, uint32_t even, uint32_t odd, bool lines,
                        GpuEvents *events)
{
    Gr3dLink *link = &su->link[su->num_links];

    if (GR3D_GET(even, SU_INST_EVEN, SRC) != SRC_VPE) {
        return;
    }
    link->row = GR3D_GET(even, SU_INST_EVEN, VC_ROW);
    link->tram_row = GR3D_GET(even, SU_INST_EVEN, TRAM_ROW);
    for (unsigned n = 0; n < 4; n++) {
        decode_comp(&link->comp[n], n, even, odd);
    }
    if (link->tram_row >= GR3D_TRAM_ROWS) {
        gr3d_event(events, GR3D_EV_TRAM_ROW, link->tram_row);
        return;
    }
    if (lines) {
        check_lines(link, even, events);
    }
    su->num_links++;
}

static bool draws_lines(const Gr3dRegs *regs)
{
    uint32_t set = regs->reg[GR3D_R_SET_PRIM];
    unsigned type = GR3D_GET(set, SET_PRIM, PRIM_TYPE);

    return type >= GR3D_LINES && type <= GR3D_LINE_STRIP;
}

/* Return the bits of a column that a format writes. */
static uint32_t format_mask(unsigned format)
{
    static const uint32_t mask[4] = {
        0, GR3D_FX10_MASK, GR3D_FX10_MASK << 10, GR3D_FP20_MASK,
    };

    return mask[format];
}

static int find_cell(const Gr3dSu *su, unsigned at)
{
    for (unsigned i = 0; i < su->num_cells; i++) {
        if (su->cell[i].at == at) {
            return i;
        }
    }
    return -1;
}

static void add_store(Gr3dSu *su, const Gr3dLink *link, unsigned n)
{
    const Gr3dLinkComp *comp = &link->comp[n];
    uint32_t mask = format_mask(comp->format);
    int i = find_cell(su, 4 * link->tram_row + comp->col);
    Gr3dCell *cell;

    if (!mask || i < 0) {
        return;
    }
    cell = &su->cell[i];
    cell->flat = (cell->flat & ~mask) | (comp->flat ? mask : 0);
    su->sprites |= comp->sprite == 1 || comp->sprite == 2;
    su->store[su->num_stores++] = (Gr3dCellStore) {
        .from = 4 * link->row + n, .cell = i, .format = comp->format,
        .sprite = comp->sprite,
    };
}

/*
 * Return the size of a primitive up to the last column that is read; columns
 * are three words each.  Members that only lines and points have are behind all
 * columns.
 */
static size_t prim_size(const Gr3dSu *su, uint64_t columns)
{
    unsigned num = 0;
    size_t size;

    if (!su->triangles || columns >> (GR3D_SU_MAX_CELLS - 1)) {
        return sizeof(Gr3dPrim);
    }
    for (; columns; columns >>= 1) {
        num++;
    }
    size = offsetof(Gr3dPrim, tram) + num * sizeof(((Gr3dPrim *)0)->tram[0][0]);
    return (size + 7) & ~(size_t)7;
}

void gr3d_su_set_columns(Gr3dSu *su, uint64_t columns)
{
    su->prim_size = prim_size(su, columns);
    su->num_cells = su->num_stores = 0;
    su->flat = su->sprites = false;
    for (unsigned i = 0; i < GR3D_SU_MAX_CELLS; i++) {
        if (columns >> i & 1) {
            su->cell[su->num_cells++] = (Gr3dCell) { .at = i };
        }
    }
    for (unsigned i = 0; i < su->num_links; i++) {
        for (unsigned n = 0; n < 4; n++) {
            add_store(su, &su->link[i], n);
        }
    }
    for (unsigned i = 0; i < su->num_cells; i++) {
        su->flat |= su->cell[i].flat != 0;
    }
}

void gr3d_su_decode_links(Gr3dSu *su, const Gr3dRegs *regs,
                          GpuEvents *events)
{
    uint32_t param = regs->reg[GR3D_R_SU_PARAM];
    unsigned last = GR3D_GET(param, SU_PARAM, LAST_INST);
    bool lines = draws_lines(regs);

    su->num_links = 0;
    for (unsigned i = GR3D_GET(param, SU_PARAM, FIRST_INST); i <= last; i++) {
        decode_link(su, regs->reg[GR3D_R_SU_INST_EVEN + 2 * i],
                    gr3d_reg_word(regs, GR3D_R_SU_INST_ODD + 2 * i), lines,
                    events);
    }
    gr3d_su_set_columns(su, UINT64_MAX);
}

static uint32_t stored(uint32_t column, unsigned format, float value)
{
    switch (format) {
    case 1:
        return (column & ~GR3D_FX10_MASK) | gr3d_fx10_from_float(value);
    case 2:
        return (column & GR3D_FX10_MASK) | gr3d_fx10_from_float(value) << 10;
    default:
        return gr3d_fp20_from_float(value);
    }
}

void gr3d_su_cells(const Gr3dSu *su, const Gr3dVertex *v, uint32_t *cell)
{
    const float *value = v->row[0];

    memset(cell, 0, su->num_cells * sizeof(cell[0]));
    for (unsigned i = 0; i < su->num_stores; i++) {
        const Gr3dCellStore *s = &su->store[i];

        cell[s->cell] = stored(cell[s->cell], s->format, value[s->from]);
    }
}

static void link_flat(const Gr3dSu *su, const Gr3dCorner *const c[3],
                      const Gr3dCorner *flat, uint32_t (*column)[3])
{
    for (unsigned i = 0; i < su->num_cells; i++) {
        uint32_t mask = su->cell[i].flat, same = flat->cell[i] & mask;

        for (unsigned k = 0; k < 3; k++) {
            column[su->cell[i].at][k] = (c[k]->cell[i] & ~mask) | same;
        }
    }
}

void gr3d_su_link(const Gr3dSu *su, const Gr3dCorner *const c[3],
                  const Gr3dCorner *flat, Gr3dPrim *prim)
{
    uint32_t (*column)[3] = prim->tram[0];

    if (su->flat) {
        link_flat(su, c, flat, column);
        return;
    }
    for (unsigned i = 0; i < su->num_cells; i++) {
        uint32_t *to = column[su->cell[i].at];

        to[0] = c[0]->cell[i];
        to[1] = c[1]->cell[i];
        to[2] = c[2]->cell[i];
    }
}

void gr3d_su_link_point(const Gr3dSu *su, const Gr3dVertex *v, Gr3dPrim *prim)
{
    uint32_t (*column)[3] = prim->tram[0];
    const float *value = v->row[0];

    for (unsigned i = 0; i < su->num_cells; i++) {
        memset(column[su->cell[i].at], 0, sizeof(column[0]));
    }
    for (unsigned i = 0; i < su->num_stores; i++) {
        const Gr3dCellStore *s = &su->store[i];
        uint32_t *to = column[su->cell[s->cell].at];
        bool sprite = s->sprite == 1 || s->sprite == 2;

        for (unsigned k = 0; k < 3; k++) {
            to[k] = stored(to[k], s->format, sprite ?
                           su->sprite[s->sprite - 1][k] : value[s->from]);
        }
    }
}
