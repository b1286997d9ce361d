/*
 * What texels and pixels mean, for tests: a model of its own, made from the
 * formats' names and the tables of docs/specs/tegra-gr3d.rst (Surfaces and
 * stores, Textures), not from the engine's tables
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef TEXEL_MODEL_H
#define TEXEL_MODEL_H

#include <stdbool.h>
#include <stdint.h>

typedef enum ModelKind {
    MODEL_UNORM,
    MODEL_REAL,
    MODEL_PAIR,
    MODEL_BLOCK,
} ModelKind;

typedef struct ModelFormat {
    unsigned number;
    const char *name;           /* components from bit 0, with their bits */
    ModelKind kind;
    unsigned bytes;             /* of a pixel, or of a block */
} ModelFormat;

extern const ModelFormat model_formats[];
extern const unsigned model_num_formats;

const ModelFormat *model_format(unsigned number);

/* Find lowest bit and width of a component by its letter; width 0: absent. */
unsigned model_channel(const ModelFormat *f, char letter, unsigned *low);

/* Convert codes; values are integers in 1/256. */
int model_from_unorm(uint32_t code, unsigned bits);
uint32_t model_to_unorm(int n, unsigned bits);
double model_real(uint32_t code, unsigned bits);
int model_from_real(double v);

/*
 * Read the pixel or texel with column and row @x, @y (what matters of them) at
 * @p: its first byte, or that of its pair or block.
 */
void model_texel(const ModelFormat *f, const uint8_t *p, unsigned x,
                 unsigned y, int c[4]);

#endif /* TEXEL_MODEL_H */
