/*
 * Tegra20 GR3D engine: index and vertex fetch, primitive assembly
 *
 * [tegra-gr3d.rst, Vertex stage]
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef GR3D_IDX_H
#define GR3D_IDX_H

#include "hw/gpu/gr3d/gr3d.h"
#include "hw/gpu/gr3d/isa/events.h"
#include "surf.h"

typedef enum Gr3dPrimType {
    GR3D_POINTS,
    GR3D_LINES,
    GR3D_LINE_LOOP,
    GR3D_LINE_STRIP,
    GR3D_TRIANGLES,
    GR3D_TRIANGLE_STRIP,
    GR3D_TRIANGLE_FAN,
} Gr3dPrimType;

typedef struct Gr3dAttr {
    bool enabled;               /* else it reads (0, 0, 0, 1) */
    uint8_t format;
    uint8_t components;         /* 1..4 */
    bool zero_preserve;         /* signed normalised: -1 and 0 are exact */
    uint16_t stride;
} Gr3dAttr;

/* What a draw's vertex fetch needs, from the registers */
typedef struct Gr3dIdx {
    Gr3dAttr attr[GR3D_NUM_ATTRIBS];
    Gr3dPrimType type;
    bool flat_last;             /* provoking vertex: last, else first */
    uint8_t index_size;         /* bytes; 0: array */
    uint32_t start;             /* first vertex, or position of first index */
    uint32_t count;             /* 1..4096 vertices; 0: nothing to draw */
} Gr3dIdx;

/* Positions 0..count-1 in the vertex sequence of a draw */
typedef struct Gr3dAssembled {
    unsigned num;               /* vertices: 1, 2 or 3 */
    uint16_t vertex[3];
    uint16_t provoking;
} Gr3dAssembled;

void gr3d_idx_decode(Gr3dIdx *idx, const Gr3dRegs *regs, GpuEvents *events);
/* Set the requests of GR3D_SPAN_ATTRIB.. and GR3D_SPAN_INDEX. */
void gr3d_idx_request(const Gr3dIdx *idx, const Gr3dRegs *regs,
                      Gr3dSpanRequest *request);

/* Return the vertex number of position @k of the sequence. */
uint32_t gr3d_idx_vertex(const Gr3dIdx *idx, const GpuSpan *index,
                         uint32_t k, GpuEvents *events);
void gr3d_idx_fetch(const Gr3dIdx *idx, const GpuSpan *attribs, uint32_t v,
                    float out[GR3D_NUM_ATTRIBS][4], GpuEvents *events);

/* Are vertices 0..@highest, or all indices, inside the spans? */
bool gr3d_idx_inside(const Gr3dIdx *idx, const GpuSpan *attribs,
                     uint32_t highest);
bool gr3d_idx_indices_inside(const Gr3dIdx *idx, const GpuSpan *index);

/* Return the draw's highest vertex number; UINT32_MAX: not known. */
uint64_t gr3d_idx_highest(const Gr3dIdx *idx, const GpuSpan *index);
/* Return the bytes of an attribute up to that of vertex @highest. */
uint64_t gr3d_idx_reach(const Gr3dAttr *attr, uint64_t highest);

unsigned gr3d_idx_num_prims(const Gr3dIdx *idx);
/* Assemble primitive @j, which is below gr3d_idx_num_prims(). */
void gr3d_idx_assemble(const Gr3dIdx *idx, unsigned j, Gr3dAssembled *out);
/*
 * Assemble the @num triangles from @first on: put what @at has for the
 * positions of vertex 0, of 1, of 2 and of the provoking one to a list each;
 * the last list may be NULL.
 */
void gr3d_idx_triangles(const Gr3dIdx *idx, const uint16_t *at, unsigned first,
                        unsigned num, uint32_t *const list[4]);

#endif /* GR3D_IDX_H */
