/*
 * Numbers as parts of words, for tests
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef TESTS_GPU_WORDS_H
#define TESTS_GPU_WORDS_H

#include <stdint.h>

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
