/*
 * Engines: the bits of numbers
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef GPU_BITS_H
#define GPU_BITS_H

#include <stdint.h>
#include <string.h>

static inline float gpu_float_from_bits(uint32_t bits)
{
    float v;

    memcpy(&v, &bits, sizeof(v));
    return v;
}

static inline uint32_t gpu_float_to_bits(float v)
{
    uint32_t bits;

    memcpy(&bits, &v, sizeof(bits));
    return bits;
}

static inline double gpu_double_from_bits(uint64_t bits)
{
    double v;

    memcpy(&v, &bits, sizeof(v));
    return v;
}

static inline uint64_t gpu_double_to_bits(double v)
{
    uint64_t bits;

    memcpy(&bits, &v, sizeof(bits));
    return bits;
}

#endif /* GPU_BITS_H */
