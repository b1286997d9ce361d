/*
 * Random numbers of gr3d-hostile: xorshift64*, one sequence a seed
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HOSTILE_RNG_H
#define HOSTILE_RNG_H

#include <stdbool.h>
#include <stdint.h>

typedef struct Rng {
    uint64_t s;                 /* never 0 */
} Rng;

/* Make a state; seeds are consecutive numbers: spread them (splitmix64). */
static inline Rng rng_new(uint64_t seed)
{
    uint64_t z = seed + 0x9e3779b97f4a7c15;

    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
    z = (z ^ z >> 27) * 0x94d049bb133111eb;
    return (Rng) { (z ^ z >> 31) | 1 };
}

static inline uint32_t rng_any(Rng *r)
{
    r->s ^= r->s >> 12;
    r->s ^= r->s << 25;
    r->s ^= r->s >> 27;
    return r->s * 0x2545f4914f6cdd1d >> 32;
}

static inline uint32_t rng_below(Rng *r, uint32_t n)
{
    return (uint64_t)rng_any(r) * n >> 32;
}

/* Return small numbers more often than large ones. */
static inline uint32_t rng_small(Rng *r, uint32_t n)
{
    return rng_below(r, rng_below(r, n) + 1);
}

/* Return true once in @n times. */
static inline bool rng_once_in(Rng *r, uint32_t n)
{
    return rng_below(r, n) == 0;
}

#endif /* HOSTILE_RNG_H */
