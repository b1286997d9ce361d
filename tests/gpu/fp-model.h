/*
 * The fragment pipe once more, for tests: reads raw instruction words by the
 * bit positions and rules of docs/specs/tegra-gr3d.rst (Fragment pipe), one
 * fragment at a time, without the engine's decoder, tables or interpreter
 *
 * Surfaces are linear RGBA8888; textures are 4x4 RGBA8888, nearest, repeated.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef FP_MODEL_H
#define FP_MODEL_H

#include <stdbool.h>
#include <stdint.h>
#include "hw/gpu/gr3d/gr3d.h"

#define MODEL_PITCH     32      /* of a surface, in bytes */
#define MODEL_SURFACE   (8 * MODEL_PITCH)

typedef struct FpModel {
    const Gr3dRegs *regs;
    /* from the rasteriser */
    int col, row;
    bool front;
    uint32_t z20;
    float coef[3];              /* lambda / w */
    uint32_t tram[16][4][3];
    /* memory */
    uint8_t (*surface)[MODEL_SURFACE];
    uint8_t (*texture)[64];
    /* the fragment */
    uint32_t r[16], g[8], alu[4];
    bool cr[8][2];
    bool killed;
    float weight[2], sfu;
} FpModel;

double model_fp20(uint32_t code);
uint32_t model_to_fp20(double v);

/* Set registers, weights and conditions as at a fragment's start. */
void model_start(FpModel *m);
void model_run(FpModel *m);

#endif /* FP_MODEL_H */
