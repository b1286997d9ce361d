/*
 * Tegra20 GR3D engine: pixel formats (rows in formats.def)
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef GR3D_TEXFMT_H
#define GR3D_TEXFMT_H

#include <stdbool.h>
#include <stdint.h>

#define GR3D_NUM_FORMATS    64

enum {
#define GR3D_FORMAT(number, name, ...) GR3D_FMT_##name = number,
#define GR3D_REAL(number, name, ...) GR3D_FMT_##name = number,
#define GR3D_PAIR(number, name, ...) GR3D_FMT_##name = number,
#define GR3D_BLOCKS(number, name, bytes) GR3D_FMT_##name = number,
#include "formats.def"
};

typedef struct Gr3dFormat {
    const char *name;
    uint8_t bytes;              /* of a pixel; 0: compressed */
    uint8_t block_bytes;        /* of a 4x4 block; 0: not compressed */
    struct {
        uint8_t low, bits;
    } channel[4];               /* R, G, B, A */
    uint8_t store;
    bool real;                  /* channels are floating-point numbers */
    bool pair;                  /* two pixels are stored together */
    uint32_t fill;
} Gr3dFormat;

/* Return a format; NULL: it is not modelled. */
const Gr3dFormat *gr3d_format(unsigned number);

/* Convert to four fx10; a pair's pixel is what gr3d_format_pick() gave. */
void gr3d_format_unpack(const Gr3dFormat *format, uint64_t pixel,
                        uint32_t c[4]);

/*
 * Return how many bytes to read for the pixel in column @col, from that of
 * column @first on; gr3d_format_pick() makes a pixel of them.
 */
static inline unsigned gr3d_format_read(const Gr3dFormat *format, uint32_t col,
                                        uint32_t *first)
{
    *first = format->pair ? col & ~1u : col;
    return format->pair ? 4 : format->bytes;
}

static inline uint64_t gr3d_format_pick(const Gr3dFormat *format,
                                        uint32_t col, uint64_t pixel)
{
    /* move the odd pixel's G to where the even one's is */
    uint64_t mask = 0xffull << format->channel[1].low;

    return format->pair && col & 1 ?
           (pixel & ~mask) | (pixel >> 16 & mask) : pixel;
}

/*
 * Convert four fx10 to a pixel.  @threshold: dither threshold in eighths for R,
 * G, B and for A, negative for plain rounding; 8-bit channels and
 * floating-point ones are never dithered.
 */
uint64_t gr3d_format_pack(const Gr3dFormat *format, const uint32_t c[4],
                          int threshold, int threshold_alpha);

/*
 * Return texel (@x, @y), each 0..3, of a compressed 4x4 block as 8-bit R, G, B,
 * A in the bytes of a word, R lowest (texblock.c).
 */
uint32_t gr3d_block_texel(unsigned number, const uint8_t *block, unsigned x,
                          unsigned y);

#endif /* GR3D_TEXFMT_H */
