/*
 * Tegra20 GR3D engine: data write, stores of colour, stencil and depth
 *
 * Blending, logic operations and masks are up to programs.
 *
 * [tegra-gr3d.rst, Surfaces and stores]
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "frag.h"

static void report(const Gr3dDraw *draw, Gr3dTile *tile, unsigned surf)
{
    const Gr3dFormat *format = draw->surf[surf].format;

    gr3d_event(&tile->events, format && !format->pair ? GR3D_EV_SURF_RANGE :
               GR3D_EV_SURF_FORMAT, surf);
}

/* Write late what the stencil test computed. */
static void store_stencil(const Gr3dDraw *draw, const Gr3dFpDw *dw,
                          Gr3dFrag *frag)
{
    const Gr3dQr *qr = &draw->qr;

    if (!qr->s_test || qr->s_early) {
        return;
    }
    if (dw->surf != qr->s_surf) {
        gr3d_event(&frag->tile->events, GR3D_EV_STENCIL_STORE, dw->surf);
        return;
    }
    if (!gr3d_surf_write(&draw->surf[dw->surf],
                         &frag->tile->surface[dw->surf], frag->col,
                         frag->row, frag->stencil)) {
        report(draw, frag->tile, dw->surf);
    }
}

/* Store the Z20 of the second register, as a depth read by the MFU gives it. */
static bool store_depth(const Gr3dDraw *draw, unsigned surf,
                        const Gr3dFrag *frag, const uint32_t *reg)
{
    gr3d_event(&frag->tile->events, GR3D_EV_DEPTH_STORE, surf);
    return gr3d_surf_write(&draw->surf[surf], &frag->tile->surface[surf],
                           frag->col, frag->row, reg[1] >> 4 & 0xffff);
}

static bool store_color(const Gr3dDraw *draw, unsigned surf,
                        const Gr3dFrag *frag, const uint32_t *reg)
{
    const uint32_t c[4] = {
        reg[0] & 0x3ff, reg[0] >> 10 & 0x3ff,
        reg[1] & 0x3ff, reg[1] >> 10 & 0x3ff,
    };

    return gr3d_surf_store(&draw->surf[surf], &frag->tile->surface[surf],
                           &draw->qr.dither, frag->col, frag->row, c);
}

void gr3d_dw_run(const Gr3dDraw *draw, const Gr3dFpDw *dw, Gr3dFrag *frag,
                 unsigned base)
{
    const uint32_t *reg = &frag->file[base + 2 * dw->pair];
    unsigned number = draw->surf[dw->surf].number;
    bool depth = number == GR3D_FMT_Z16 || number == GR3D_FMT_Z16NL;

    if (dw->op != 1 || frag->helper || (frag->killed && !dw->killed)) {
        return;
    }
    if (dw->stencil) {
        store_stencil(draw, dw, frag);
        return;
    }
    if (frag->failed || !(draw->qr.st_enable >> dw->surf & 1)) {
        return;
    }
    if (!(depth ? store_depth : store_color)(draw, dw->surf, frag, reg)) {
        report(draw, frag->tile, dw->surf);
    }
}
