/*
 * Tegra20 GR3D engine: what the texture kernel of a strip remembers
 *
 * For each texture of a tile, all that depends on the descriptor only; for
 * compressed ones, windows of decoded texels
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef GR3D_STRIP_TEX_H
#define GR3D_STRIP_TEX_H

#include "hw/gpu/gr3d/pipe/frozen.h"

typedef enum Gr3dStripWrap {
    GR3D_WRAP_REPEAT,           /* these two: the size is a power of two */
    GR3D_WRAP_MIRROR,
    GR3D_WRAP_CLAMP,
    GR3D_WRAP_MIRROR_CLAMP,
    GR3D_WRAP_REPEAT_ANY,
    GR3D_WRAP_MIRROR_ANY,
} Gr3dStripWrap;

typedef struct Gr3dStripAxis {
    Gr3dStripWrap wrap;
    int32_t size;               /* texels */
    int32_t mask;               /* of GR3D_WRAP_REPEAT */
    int32_t blocks;             /* mask of a compressed texture's blocks */
    float scale;                /* coordinate to 1/256 texel */
} Gr3dStripAxis;

typedef struct Gr3dStripLevel {
    const uint8_t *data;
    int32_t pitch;
    Gr3dStripAxis axis[2];
} Gr3dStripLevel;

/* How a texture is sampled */
typedef enum Gr3dStripTexKind {
    GR3D_TEX_SCALAR,            /* gr3d_tex_sample(), lane by lane */
    GR3D_TEX_WORDS,             /* components are the bytes of a word */
    GR3D_TEX_SMALL,             /* other texels of one or two bytes */
    GR3D_TEX_BLOCKS,            /* compressed */
} Gr3dStripTexKind;

typedef struct Gr3dStripChannel {   /* fx10 = (pixel >> low & mask) * mul ... */
    uint16_t low, mask, mul, add;   /* ... + add >> 7 */
} Gr3dStripChannel;

typedef struct Gr3dStripTexUnit {
    const Gr3dTexDesc *desc;
    const GpuSpan *span;
    Gr3dStripTexKind kind;
    bool usual;                 /* wraps: no others than REPEAT and CLAMP */
    uint8_t number;
    uint8_t from[4];            /* what is R, G, B, A; 4: always 1.0 */
    Gr3dStripChannel channel[4];
    Gr3dStripLevel level[GR3D_TEX_LEVELS];
} Gr3dStripTexUnit;

/*
 * A window: texel (x, y) of a level is at (x % COLS, y % ROWS); a row has its
 * first texels once more behind the last ones, so that neighbours are
 * neighbours.  Where a texture is repeated, x and y are not wrapped before, so
 * that this holds for its edges as well.  @tag says whose block is at each
 * place.  All texels from @first to @last were there when @owner used the
 * window last.
 */
#define GR3D_WINDOWS        4
#define GR3D_WINDOW_COLS    128
#define GR3D_WINDOW_ROWS    64
#define GR3D_WINDOW_PITCH   (4 * (GR3D_WINDOW_COLS + 4))    /* bytes */

typedef struct Gr3dTexWindow {
    uint8_t texel[GR3D_WINDOW_ROWS * GR3D_WINDOW_PITCH]
        __attribute__((aligned(64)));
    uint64_t tag[GR3D_WINDOW_ROWS / 4][GR3D_WINDOW_COLS / 4];
    uint64_t owner;
    int32_t first[2], last[2];  /* column, row; whole blocks */
} Gr3dTexWindow;

typedef struct Gr3dStripTex {
    uint16_t known;             /* units that are valid */
    bool windows;               /* tags are */
    Gr3dStripTexUnit unit[GR3D_NUM_TEXTURES];
    Gr3dTexWindow window[GR3D_WINDOWS];
} Gr3dStripTex;

#endif /* GR3D_STRIP_TEX_H */
