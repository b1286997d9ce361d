/*
 * Tests of the V3D engine: binning lists like Mesa's
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef V3D_TEST_SCENE_H
#define V3D_TEST_SCENE_H

#include "program.h"

/* All that a frame's draws have in common; zeros: as Mesa has it at rest */
typedef struct Scene {
    unsigned width, height;
    bool multisample, colour_64;
    uint32_t alloc_size;        /* 0: TILE_ALLOC_SIZE */
    bool centred;               /* viewport at the middle, else at 0 */
} Scene;

/* Tile Binning Mode to clip window and viewport; the draws follow. */
void scene_begin(Machine *m, const Scene *scene);
/* Configuration Bits */
#define CONFIG_BOTH_FACES   0x3
#define CONFIG_OVERSAMPLE_4X    0x40
#define CONFIG_DEPTH(func, update) ((func) << 12 | (update) << 15)
#define CONFIG_ALWAYS       CONFIG_DEPTH(7, 0)

void scene_config(Machine *m, uint32_t bits);
void scene_shader(Machine *m, uint8_t code, uint32_t address, unsigned arrays);
void scene_arrays(Machine *m, unsigned mode, unsigned first, unsigned length);
void scene_indices(Machine *m, unsigned mode, unsigned bytes, uint32_t addr,
                   unsigned length);
/* Semaphore, flush; runs the list. */
void scene_end(Machine *m, V3dClResult result);

/* NV shader record at SHADER_RECORD, of vertices at VERTICES */
typedef struct Nv {
    unsigned stride, varyings;
    unsigned flags;
} Nv;

void scene_nv(Machine *m, const Nv *nv);

/* One vertex as a shader leaves it: {Ys, Xs}, Zs, 1/Wc */
uint32_t scene_xy(float x, float y);

#endif /* V3D_TEST_SCENE_H */
