/*
 * The textures of the scenes, by formula
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <string.h>

#include "texture.h"

typedef void Texel(unsigned level, unsigned i, unsigned j, uint8_t rgba[4]);

static void set(uint8_t rgba[4], uint8_t r, uint8_t g, uint8_t b, uint8_t a)
{
    rgba[0] = r;
    rgba[1] = g;
    rgba[2] = b;
    rgba[3] = a;
}

/* ---- memory layout [tegra-gr3d.rst, Textures] */

static unsigned level_size(unsigned log2_size, unsigned level)
{
    return 1 << (log2_size - level);
}

static unsigned level_pitch(unsigned size)
{
    return (4 * size + 15) & ~15u;
}

/* Fill one level; returns where the next one begins. */
static uint8_t *fill_level(uint8_t *out, Texel *texel, unsigned level,
                           unsigned size)
{
    unsigned pitch = level_pitch(size);

    for (unsigned j = 0; j < size; j++) {
        for (unsigned i = 0; i < size; i++) {
            texel(level, i, j, out + j * pitch + 4 * i);
        }
    }
    return out + pitch * size;
}

/* ---- formulas: column i, row j */

static void tiles(unsigned level, unsigned i, unsigned j, uint8_t rgba[4])
{
    unsigned odd = (i / 8 + j / 8) & 1;

    set(rgba, 96 + 2 * i + 32 * odd, 96 + 2 * j + 32 * odd, 224 - 96 * odd,
        255);
}

static void glass(unsigned level, unsigned i, unsigned j, uint8_t rgba[4])
{
    if (i < 6 || j < 6 || i > 57 || j > 57) {
        set(rgba, 255, 196, 96, 240);
    } else {
        unsigned odd = (i / 8 + j / 8) & 1;

        set(rgba, 32 + 2 * i, 128 + j, 224, 96 + 32 * odd);
    }
}

static void tiled_floor(unsigned level, unsigned i, unsigned j, uint8_t rgba[4])
{
    if (i % 32 == 0 || j % 32 == 0) {
        set(rgba, 72, 76, 88, 255);
    } else if ((i / 32 + j / 32) & 1) {
        set(rgba, 214, 206, 190, 255);
    } else {
        set(rgba, 112, 118, 132, 255);
    }
}

/* Half of the tiles three quarters as bright; no tiles in the last levels */
static void levels(unsigned level, unsigned i, unsigned j, uint8_t rgba[4])
{
    static const uint8_t color[TEXTURE_LARGE_LEVELS][3] = {
        { 224, 64, 64 }, { 224, 144, 48 }, { 216, 208, 64 }, { 80, 192, 80 },
        { 64, 184, 200 }, { 72, 96, 216 }, { 152, 80, 200 }, { 224, 224, 224 },
    };
    unsigned tile = level < 5 ? 32 >> level : 1;
    unsigned odd = level < 6 ? (i / tile + j / tile) & 1 : 0;

    for (unsigned c = 0; c < 3; c++) {
        rgba[c] = color[level][c] * (4 - odd) / 4;
    }
    rgba[3] = 255;
}

/* ---- textures */

void texture_tiles(uint8_t *out)
{
    fill_level(out, tiles, 0, level_size(TEXTURE_SMALL_LOG2, 0));
}

void texture_glass(uint8_t *out)
{
    fill_level(out, glass, 0, level_size(TEXTURE_SMALL_LOG2, 0));
}

/* The mean of four texels of the level before, halves up */
static void halve(uint8_t *out, const uint8_t *in, unsigned size)
{
    unsigned pitch = level_pitch(size), above = level_pitch(2 * size);

    for (unsigned j = 0; j < size; j++) {
        for (unsigned i = 0; i < 4 * size; i++) {
            const uint8_t *p = in + 2 * j * above + i / 4 * 8 + i % 4;
            unsigned sum = p[0] + p[4] + p[above] + p[above + 4];

            out[j * pitch + i] = (sum + 2) / 4;
        }
    }
}

void texture_floor(uint8_t *out)
{
    uint8_t *next = fill_level(out, tiled_floor, 0,
                               level_size(TEXTURE_LARGE_LOG2, 0));

    for (unsigned l = 1; l < TEXTURE_LARGE_LEVELS; l++) {
        unsigned size = level_size(TEXTURE_LARGE_LOG2, l);

        halve(next, out, size);
        out = next;
        next += level_pitch(size) * size;
    }
}

void texture_levels(uint8_t *out)
{
    for (unsigned l = 0; l < TEXTURE_LARGE_LEVELS; l++) {
        out = fill_level(out, levels, l, level_size(TEXTURE_LARGE_LOG2, l));
    }
}
