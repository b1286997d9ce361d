/*
 * Numbers as words and as parts of words, for tests
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef TESTS_GPU_WORDS_H
#define TESTS_GPU_WORDS_H

#include <stdint.h>
#include <string.h>

static inline uint32_t float_word(float value)
{
    uint32_t word;

    memcpy(&word, &value, sizeof(word));
    return word;
}

/* Return log2, rounded up. */
static inline unsigned log2_of(uint32_t v)
{
    unsigned n = 0;

    while (1u << n < v) {
        n++;
    }
    return n;
}

#endif /* TESTS_GPU_WORDS_H */
