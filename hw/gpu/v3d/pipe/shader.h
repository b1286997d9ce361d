/*
 * VideoCore IV 3D engine: shader records
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef V3D_SHADER_H
#define V3D_SHADER_H

#include "hw/gpu/v3d/isa/memory.h"
#include "hw/gpu/v3d/isa/records.h"

#define V3D_MAX_ARRAYS      8
#define V3D_MAX_VARYINGS    32

/* The two programs for vertices */
enum {
    V3D_STAGE_VERTEX,
    V3D_STAGE_COORDINATE,
    V3D_NUM_STAGES,
};

typedef struct V3dArray {
    uint32_t base, stride;
    unsigned bytes;             /* of an element */
    unsigned vpm[V3D_NUM_STAGES];   /* byte in the vertex's column */
} V3dArray;

typedef struct V3dStage {
    uint32_t code, uniforms;
    unsigned select;            /* arrays, one bit each */
} V3dStage;

typedef struct V3dShader {
    uint32_t address;           /* of the record; 0: there is none */
    uint64_t key;               /* of its vertices, with 0 for the index */
    bool nv;                    /* vertices are shaded already */
    bool point_size, clipping, clip_header;
    unsigned varyings;
    uint32_t fs_code, fs_uniforms;
    V3dStage stage[V3D_NUM_STAGES];
    unsigned arrays;
    V3dArray array[V3D_MAX_ARRAYS];     /* NV: the first, of whole vertices */
} V3dShader;

/* @record is a GL, NV or VG shader state. */
void v3d_shader_decode(V3dShader *shader, V3dMemory *mem,
                       const V3dRecord *record);

#endif /* V3D_SHADER_H */
