/*
 * Vertex instruction words for tests
 *
 * Field positions are written out from docs/specs/tegra-gr3d.rst, on purpose
 * without the engine's own table.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef TESTS_GPU_VP_WORD_H
#define TESTS_GPU_VP_WORD_H

#include <stdint.h>

typedef struct VpWord {
    uint32_t w[4];              /* upload order */
} VpWord;

static inline void vp_set(VpWord *word, unsigned high, unsigned low,
                          uint32_t value)
{
    for (unsigned bit = low; bit <= high; bit++) {
        uint32_t one = 1u << (bit % 32);

        word->w[3 - bit / 32] &= ~one;
        if (value >> (bit - low) & 1) {
            word->w[3 - bit / 32] |= one;
        }
    }
}

enum { VP_NONE, VP_TEMP, VP_ATTR, VP_CONST };
enum { VP_X = 8, VP_Y = 4, VP_Z = 2, VP_W = 1, VP_XYZW = 15 };
#define VP_IDENTITY 0x1b        /* xyzw: 00 01 10 11 */

/* Return a word in which no unit does anything; predicate always true. */
static inline VpWord vp_nop(void)
{
    VpWord word = { { 0 } };

    vp_set(&word, 116, 111, 63);
    vp_set(&word, 12, 7, 63);
    vp_set(&word, 6, 2, 31);
    vp_set(&word, 108, 106, 7);
    vp_set(&word, 105, 98, VP_IDENTITY);
    vp_set(&word, 70, 63, VP_IDENTITY);
    vp_set(&word, 53, 46, VP_IDENTITY);
    vp_set(&word, 36, 29, VP_IDENTITY);
    return word;
}

static inline void vp_src(VpWord *word, unsigned operand, unsigned type,
                          unsigned temp)
{
    static const uint8_t type_low[3] = { 55, 38, 21 };
    static const uint8_t temp_low[3] = { 57, 40, 23 };

    vp_set(word, type_low[operand] + 1, type_low[operand], type);
    vp_set(word, temp_low[operand] + 5, temp_low[operand], temp);
}

static inline void vp_swizzle(VpWord *word, unsigned operand, unsigned field)
{
    static const uint8_t low[3] = { 63, 46, 29 };

    vp_set(word, low[operand] + 7, low[operand], field);
}

static inline void vp_neg(VpWord *word, unsigned operand)
{
    static const uint8_t bit[3] = { 71, 54, 37 };

    vp_set(word, bit[operand], bit[operand], 1);
}

static inline void vp_abs(VpWord *word, unsigned operand)
{
    vp_set(word, 117 + operand, 117 + operand, 1);
}

/* Set a vector operation and mask; result to a temporary or (63) nowhere. */
static inline void vp_vec(VpWord *word, unsigned op, unsigned rd,
                          unsigned mask)
{
    vp_set(word, 90, 86, op);
    vp_set(word, 116, 111, rd);
    vp_set(word, 16, 13, mask);
}

static inline void vp_scl(VpWord *word, unsigned op, unsigned rd,
                          unsigned mask)
{
    vp_set(word, 95, 91, op);
    vp_set(word, 12, 7, rd);
    vp_set(word, 20, 17, mask);
}

static inline void vp_export(VpWord *word, bool vec, unsigned index)
{
    vp_set(word, 126, 126, vec);
    vp_set(word, 6, 2, index);
}

static inline void vp_attr(VpWord *word, unsigned index)
{
    vp_set(word, 75, 72, index);
}

static inline void vp_const(VpWord *word, unsigned index)
{
    vp_set(word, 85, 76, index);
}

static inline void vp_end(VpWord *word)
{
    vp_set(word, 0, 0, 1);
}

/* Test bits: 1 less, 2 equal, 4 greater. */
static inline void vp_test(VpWord *word, bool check, unsigned bits)
{
    vp_set(word, 109, 109, check);
    vp_set(word, 108, 106, bits);
}

static inline void vp_target(VpWord *word, unsigned pc)
{
    vp_set(word, 36, 29, pc);
}

#endif /* TESTS_GPU_VP_WORD_H */
