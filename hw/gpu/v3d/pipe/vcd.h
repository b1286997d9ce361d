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
#include "state.h"

#define V3D_NUM_VERTICES    2048

typedef struct V3dVcd {
    uint64_t key[V3D_NUM_VERTICES];     /* shader record, index; 0: nothing */
    uint32_t word[V3D_NUM_VERTICES][V3D_VERTEX_WORDS];
    V3dQpu qpu;
    V3dVpm in, out;
} V3dVcd;

/* Words of a vertex that the stage's outputs are */
static inline unsigned v3d_vertex_words(const V3dShader *shader, unsigned stage)
{
    return stage == V3D_STAGE_COORDINATE ? 8 : 4 + shader->varyings;
}

/* What vertices depend on may have changed. */
void v3d_vcd_clear(V3dVcd *vcd);
/* NULL: it has to be shaded first. */
const uint32_t *v3d_vcd_find(const V3dVcd *vcd, const V3dShader *shader,
                             uint32_t index);
/* Begin to shade @num vertices, 1 to 16. */
void v3d_vcd_start(V3dVcd *vcd, V3dCore *core, const V3dShader *shader,
                   unsigned stage, const uint32_t *index, unsigned num);
/*
 * Go on with what began with the same values.  True: done, v3d_vcd_find() has
 * the last vertex at least.  False: stopped in the program.
 */
bool v3d_vcd_shade(V3dVcd *vcd, V3dCore *core, V3dPrograms *programs,
                   const V3dShader *shader, unsigned stage,
                   const uint32_t *index, unsigned num);
/* The program has ended: take vertices from @vcd->out. */
void v3d_vcd_end(V3dVcd *vcd, V3dCore *core, const V3dShader *shader,
                 unsigned stage, const uint32_t *index, unsigned num);

#endif /* V3D_VCD_H */
