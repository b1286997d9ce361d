/*
 * Tegra20 GR3D engine: a fragment on its way through the program
 *
 * [tegra-gr3d.rst, Fragment pipe]
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef GR3D_FRAG_H
#define GR3D_FRAG_H

#include "frozen.h"

typedef struct Gr3dFrag {
    Gr3dTile *tile;
    int32_t col, row;
    bool helper;                /* computed only for its quad's derivatives */
    bool killed;
    bool failed;                /* stencil or depth test, see pass_failed */
    uint8_t stencil;            /* value for a late stencil store */
    uint32_t z20;
    float source[GR3D_FP_NUM_SRC];      /* r4, SFU, coefs, 1.0, 0, ... */
    float product[2];
    float weight[2];
    uint32_t file[GR3D_FP_FILE_SIZE];
} Gr3dFrag;

/* Set position, face, lambda/w of a new fragment; the rest is as at reset. */
void gr3d_frag_init(Gr3dFrag *frag, const Gr3dDraw *draw,
                    const Gr3dPrim *prim, int32_t col, int32_t row,
                    const float coef[3]);

/*
 * Parts of the rasteriser, without effect (qr.c).  Does @prim have a pixel?  Do
 * the range test; false: the fragment is dropped, else *@z20 is set.  Do the
 * stencil and the depth test of a fragment with tile, position and Z20.
 */
typedef struct Gr3dTested {
    bool s_pass, z_pass;        /* z_pass: both */
    uint8_t s_stored, stencil;  /* before and after */
    uint16_t z_stored;          /* if it was read */
} Gr3dTested;

bool gr3d_qr_covers(const Gr3dPrim *prim, int32_t col, int32_t row);
bool gr3d_qr_range(const Gr3dQr *qr, int32_t z, uint32_t *z20);
void gr3d_qr_test(const Gr3dDraw *draw, bool front, const Gr3dFrag *frag,
                  Gr3dTested *t);
/*
 * Do all for a pixel, or with derivatives for its quad, up to the program, as
 * gr3d_qr_prim() does it.  Returns how many fragments run it: 0, 1 or 4.
 */
unsigned gr3d_qr_start(const Gr3dDraw *draw, Gr3dTile *tile,
                       const Gr3dPrim *prim, const Gr3dRect *rect,
                       int32_t col, int32_t row, Gr3dFrag frag[4]);

/*
 * Run the program over @num fragments in lockstep: one, or the four of a
 * quad in the order (0,0) (1,0) (0,1) (1,1) of (column, row).
 */
void gr3d_fp_run(const Gr3dDraw *draw, const Gr3dPrim *prim,
                 Gr3dFrag *frag, unsigned num);

/*
 * Return coordinate @i of S, T, R, LOD; the level of detail of fragment @i of
 * @num, before anything is fetched.
 */
float gr3d_fp_tex_coord(const Gr3dFpTex *tex, const Gr3dFrag *frag,
                        unsigned base, unsigned i);
double gr3d_fp_lod(const Gr3dDraw *draw, const Gr3dFpTex *tex,
                   const Gr3dFrag *frag, unsigned i, unsigned num,
                   unsigned base);

/* Run a unit of the pipe for one fragment; @base: register 0 of its row */
void gr3d_pseq_run(const Gr3dDraw *draw, const Gr3dFpPseq *pseq,
                   Gr3dFrag *frag, unsigned base);
void gr3d_mfu_run(const Gr3dFpMfuSteps *mfu, const Gr3dPrim *prim,
                  Gr3dFrag *frag, unsigned base);
void gr3d_alu_run(const Gr3dFpPacket *packet, Gr3dFrag *frag);
void gr3d_dw_run(const Gr3dDraw *draw, const Gr3dFpDw *dw, Gr3dFrag *frag,
                 unsigned base);

#endif /* GR3D_FRAG_H */
