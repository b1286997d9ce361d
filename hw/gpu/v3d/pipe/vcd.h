/*
 * VideoCore IV 3D engine: vertex cache and vertex DMA (VCM, VCD)
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef V3D_VCD_H
#define V3D_VCD_H

#include "core.h"
#include "programs.h"
#include "shader.h"

/*
 * A shaded vertex, as the programs write it to the VPM:
 * coordinate: Xc, Yc, Zc, Wc, {Ys, Xs}, Zs, 1/Wc, point size if it has one
 * vertex:                     {Ys, Xs}, Zs, 1/Wc, point size, varyings
 */
#define V3D_VERTEX_WORDS    40

/* The longest program, in instructions of one batch; then it is cut off. */
#define V3D_QPU_LIMIT       (1u << 20)

#define V3D_NUM_VERTICES    2048

typedef struct V3dVertex {
    uint64_t key;               /* shader record and index; 0: nothing */
    uint32_t word[V3D_VERTEX_WORDS];
} V3dVertex;

typedef struct V3dVcd {
    V3dVertex vertex[V3D_NUM_VERTICES];
    V3dQpu qpu;
    V3dVpm in, out;
} V3dVcd;

/* What vertices depend on may have changed. */
void v3d_vcd_clear(V3dVcd *vcd);
/* NULL: it has to be shaded first. */
const uint32_t *v3d_vcd_find(const V3dVcd *vcd, const V3dShader *shader,
                             uint32_t index);
/* Shade @num vertices, 1 to 16; v3d_vcd_find() has the last at least. */
void v3d_vcd_shade(V3dVcd *vcd, V3dCore *core, V3dPrograms *programs,
                   const V3dShader *shader, unsigned stage,
                   const uint32_t *index, unsigned num);

#endif /* V3D_VCD_H */
