/*
 * Random vertex programs for tests: mostly legal, few registers, so that
 * values meet
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef TESTS_GPU_VP_RANDOM_H
#define TESTS_GPU_VP_RANDOM_H

#include <glib.h>
#include <math.h>
#include "vp-word.h"

static inline int pick(GRand *rand, int low, int high)  /* both included */
{
    return g_rand_int_range(rand, low, high + 1);
}

static inline bool one_in(GRand *rand, int n)
{
    return pick(rand, 1, n) == 1;
}

static inline float pick_float(GRand *rand)
{
    static const float pool[] = {
        0, -0.f, 1, -1, 0.5f, -0.5f, 2, -2, 3, 1.5f, -1.5f, 7.25f, NAN,
        INFINITY, -INFINITY, 0x1p-126f, -0x1p-127f, 0x1p-140f, 0x1p100f,
        -0x1p100f, 0x1p-100f, 0x1.fffffep127f, 100, -100, 0x1p20f,
    };

    switch (pick(rand, 0, 3)) {
    case 0:
        return g_rand_double_range(rand, -10, 10);
    case 1:
        return ldexp(g_rand_double_range(rand, -1, 1), pick(rand, -130, 130));
    default:
        return pool[pick(rand, 0, G_N_ELEMENTS(pool) - 1)];
    }
}

static inline unsigned pick_rd(GRand *rand, unsigned illegal)
{
    return one_in(rand, 500) ? illegal : one_in(rand, 4) ? 63 :
           pick(rand, 0, 7);
}

static inline VpWord pick_word(GRand *rand, unsigned length)
{
    VpWord word;
    unsigned scl_op = one_in(rand, 50) ? 21 : pick(rand, 0, 20);

    for (int i = 0; i < 4; i++) {
        word.w[i] = g_rand_int(rand);
    }
    vp_set(&word, 62, 57, one_in(rand, 500) ? 40 : pick(rand, 0, 7));
    vp_set(&word, 45, 40, one_in(rand, 500) ? 63 : pick(rand, 0, 7));
    vp_set(&word, 28, 23, one_in(rand, 500) ? 32 : pick(rand, 0, 7));
    vp_set(&word, 116, 111, pick_rd(rand, 62));
    vp_set(&word, 12, 7, pick_rd(rand, 32));
    vp_set(&word, 6, 2, one_in(rand, 500) ? 16 + pick(rand, 0, 14) :
           one_in(rand, 6) ? 31 : pick(rand, 0, 15));
    vp_set(&word, 90, 86, one_in(rand, 50) ? 28 : pick(rand, 0, 27));
    vp_set(&word, 95, 91, scl_op);
    vp_set(&word, 85, 76, one_in(rand, 10) ? pick(rand, 0, 1023) :
           pick(rand, 0, 15));
    vp_set(&word, 122, 122, one_in(rand, 6));
    vp_set(&word, 120, 120, one_in(rand, 6));
    vp_set(&word, 109, 109, one_in(rand, 3));
    vp_set(&word, 1, 1, one_in(rand, 4));
    vp_set(&word, 124, 123, one_in(rand, 3) ? pick(rand, 0, 3) : 0);
    vp_set(&word, 0, 0, one_in(rand, 2 * length));
    /* targets of jumps are C's swizzle */
    if (scl_op >= 9 && scl_op <= 11) {
        vp_set(&word, 36, 29, pick(rand, 0, length));
    }
    return word;
}

#endif /* TESTS_GPU_VP_RANDOM_H */
