/*
 * Tegra20 GR3D engine: linker, from export rows to TRAM columns
 *
 * A column holds 20 bits: one fp20 or two fx10.  The conversion is the only
 * rounding of a varying before its interpolation [tegra-gr3d.rst, Linker].
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <string.h>
#include "num.h"
#include "regs.h"
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

/* Bits 17:16 + 4n ask for another value across or along lines. */
static void check_lines(const Gr3dLink *link, uint32_t even,
                        Gr3dEvents *events)
{
    for (unsigned n = 0; n < 4; n++) {
        if (link->comp[n].format && gr3d_bits(even, 16 + 4 * n, 2)) {
            gr3d_event(events, GR3D_EV_LINE_ATTR, even);
            return;
        }
    }
}

static void decode_link(Gr3dSu *su, uint32_t even, uint32_t odd, bool lines,
                        Gr3dEvents *events)
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

void gr3d_su_decode_links(Gr3dSu *su, const Gr3dRegs *regs,
                          Gr3dEvents *events)
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
}

static void store(uint32_t *column, unsigned format, double value)
{
    switch (format) {
    case 1:
        *column = (*column & ~GR3D_FX10_MASK) | gr3d_fx10_from_double(value);
        break;
    case 2:
        *column = (*column & GR3D_FX10_MASK) |
                  gr3d_fx10_from_double(value) << 10;
        break;
    case 3:
        *column = gr3d_fp20_from_double(value);
        break;
    default:
        break;
    }
}

void gr3d_su_link(const Gr3dSu *su, const Gr3dVertex *const v[3],
                  const Gr3dVertex *flat, Gr3dPrim *prim)
{
    bool point = prim->kind == GR3D_PRIM_POINT;

    memset(prim->tram, 0, sizeof(prim->tram));
    for (const Gr3dLink *l = su->link; l < &su->link[su->num_links]; l++) {
        for (unsigned n = 0; n < 4; n++) {
            const Gr3dLinkComp *c = &l->comp[n];
            unsigned sprite = point && c->sprite < 3 ? c->sprite : 0;

            for (unsigned i = 0; i < 3; i++) {
                double value = sprite ? su->sprite[sprite - 1][i] :
                               (c->flat ? flat : v[i])->row[l->row][n];

                store(&prim->tram[l->tram_row][c->col][i], c->format, value);
            }
        }
    }
}
