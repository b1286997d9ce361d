/*
 * VideoCore IV 3D engine: vertex cache and vertex DMA (VCM, VCD)
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef V3D_VCD_H
#define V3D_VCD_H

#include <stddef.h>
#include "core.h"
#include "programs.h"
#include "shader.h"
#include "state.h"

#define V3D_NUM_VERTICES    2048

/* What culling and binning read is in one line of the host's cache. */
typedef struct V3dVertex {
    bool part;                  /* only the first word is there */
    bool inside;                /* v3d_clip_inside() is known */
    uint32_t word[V3D_VERTEX_WORDS];
} V3dVertex;

typedef struct V3dVcd {
    uint64_t key[V3D_NUM_VERTICES];     /* shader state, index; 0: nothing */
    V3dVertex vertex[V3D_NUM_VERTICES];
    V3dQpu qpu;
    V3dVpm in, out;
} V3dVcd;

/* Words of a vertex that the stage's outputs are */
static inline unsigned v3d_vertex_words(const V3dShader *shader, unsigned stage)
{
    return stage == V3D_STAGE_COORDINATE ? 8 : 4 + shader->varyings;
}

static inline uint64_t v3d_vertex_key(const V3dShader *shader, uint32_t index)
{
    return shader->key + index;
}

static inline unsigned v3d_vertex_place(uint64_t key)
{
    return (uint32_t)(key ^ (key >> 36) * 61) % V3D_NUM_VERTICES;
}

/* What vertices depend on may have changed. */
void v3d_vcd_clear(V3dVcd *vcd);

/* NULL: it has to be shaded first. */
static inline V3dVertex *v3d_vcd_find(V3dVcd *vcd, const V3dShader *shader,
                                      uint32_t index)
{
    uint64_t key = v3d_vertex_key(shader, index);
    unsigned place = v3d_vertex_place(key);

    return vcd->key[place] == key ? &vcd->vertex[place] : NULL;
}

/* The vertex's place, which is now its own */
static inline V3dVertex *v3d_vcd_put(V3dVcd *vcd, const V3dShader *shader,
                                     uint32_t index)
{
    uint64_t key = v3d_vertex_key(shader, index);
    unsigned place = v3d_vertex_place(key);

    vcd->key[place] = key;
    vcd->vertex[place].part = false;
    vcd->vertex[place].inside = false;
    return &vcd->vertex[place];
}

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

/* What it is made of: attributes of @num vertices, 1 to 16, go to @in, ... */
void v3d_vcd_fetch(V3dVpm *in, V3dCore *core, const V3dShader *shader,
                   unsigned stage, const uint32_t *index, unsigned num);
/* ... and the program has left @words of each in @out; 1: in part. */
void v3d_vcd_take(V3dVcd *vcd, const V3dVpm *out, const V3dShader *shader,
                  unsigned words, const uint32_t *index, unsigned num);
/* Coordinate shaders: set which vertices of @out are inside. */
void v3d_vcd_set_inside(V3dVcd *vcd, const V3dVpm *out, const V3dShader *shader,
                        const uint32_t *index, unsigned num);
/* A program has been run, by a QPU that says how it was. */
void v3d_vcd_count(V3dCore *core, uint64_t instructions, uint64_t lookups);

#endif /* V3D_VCD_H */
