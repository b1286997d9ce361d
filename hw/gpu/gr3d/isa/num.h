/*
 * Tegra20 GR3D engine: number formats and special functions
 *
 * Everything here gives the same bits on every host and with every compiler:
 * IEEE double and float operations one by one (no contraction), integers, and
 * tables.  No libm function whose result is not exactly defined is used.
 *
 *   fp20  1 sign, 6 exponent (bias 31), 13 mantissa bits; 63 = Inf/NaN
 *   fx10  10-bit two's complement, 8 fraction bits: -2.0 .. +1.99609375
 *
 * [tegra-gr3d.rst, Number formats]
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef GR3D_NUM_H
#define GR3D_NUM_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include "hw/gpu/lib/bits.h"

#define GR3D_FP20_MASK  0xfffffu
#define GR3D_FP20_ONE   0x3e000u
#define GR3D_FP20_NAN   0x7e001u
#define GR3D_FX10_MASK  0x3ffu
#define GR3D_FX10_ONE   0x100u

/* Is it a NaN?  By its bits, as x != x looks like a slip. */
static inline bool gr3d_isnan(double v)
{
    return (gpu_double_to_bits(v) << 1) > (0x7ffull << 53);
}

/* Convert the low 20 bits.  Exponent 0 is a normal binade. */
static inline double gr3d_fp20_to_double(uint32_t fp20)
{
    uint64_t sign = (uint64_t)(fp20 >> 19 & 1) << 63;
    uint32_t exp = fp20 >> 13 & 0x3f;
    uint64_t mant = (uint64_t)(fp20 & 0x1fff) << 39;

    if ((fp20 & 0x7ffff) == 0) {
        return gpu_double_from_bits(sign);
    }
    if (exp == 63) {
        return gpu_double_from_bits(sign | 0x7ffull << 52 | mant);
    }
    return gpu_double_from_bits(sign | (uint64_t)(exp + 1023 - 31) << 52 |
                                mant);
}

/* Convert fp20, exactly: every fp20 number is a single. */
static inline float gr3d_fp20_to_float(uint32_t fp20)
{
    return (float)gr3d_fp20_to_double(fp20);
}

/* Round to nearest, ties to even; up to 2^-31 to 0, overflow to Inf. */
uint32_t gr3d_fp20_from_double(double v);

/* As gr3d_fp20_from_double(), of a single */
static inline uint32_t gr3d_fp20_from_float(float v)
{
    uint32_t bits, sign, mag;

    memcpy(&bits, &v, sizeof(bits));
    sign = bits >> 31 << 19;
    mag = bits & 0x7fffffff;
    if (mag > 0x7f800000) {
        return GR3D_FP20_NAN;
    }
    mag = (mag + (1u << 9) - 1 + (mag >> 10 & 1)) >> 10;
    if (mag >= (127 - 31 + 63) << 13) {
        return sign | 63 << 13;
    }
    if (mag <= (127 - 31) << 13) {
        return sign;
    }
    return sign | (mag - ((127 - 31) << 13));
}

/* Convert fx10, the low ten bits of @n; the sign is bit 9. */
static inline int gr3d_fx10_to_int(uint32_t n)
{
    return (int)((n & GR3D_FX10_MASK) ^ 0x200) - 0x200;
}

static inline double gr3d_fx10_to_double(uint32_t n)
{
    return gr3d_fx10_to_int(n) * (1.0 / 256);
}

static inline float gr3d_fx10_to_float(uint32_t n)
{
    return (float)gr3d_fx10_to_int(n) * (1.0f / 256);
}

uint32_t gr3d_fx10_from_double(double v);       /* half up, saturating */

/* Convert a single, whose sum with one half is exact in double. */
static inline uint32_t gr3d_fx10_from_float(float v)
{
    double scaled = v == v ? (double)v * 256 : 0, moved;
    int n;

    scaled = scaled > -512 ? scaled : -512;
    moved = (scaled < 511 ? scaled : 511) + 0.5;
    n = (int)moved;
    return (uint32_t)(n - (n > moved)) & GR3D_FX10_MASK;
}

/* Convert unorm of 1..16 bits; to_unorm clamps and rounds half down. */
uint32_t gr3d_fx10_from_unorm(uint32_t c, unsigned bits);
uint32_t gr3d_fx10_to_unorm(uint32_t n, unsigned bits);

/* Convert an IEEE half. */
float gr3d_half_to_float(uint16_t h);

/* Flush denormals to a signed zero, as the vertex processor does with fp32. */
float gr3d_flush(float v);

/* Special functions; range and error are stated at each one in num.c. */
double gr3d_rcp(double x);
double gr3d_rsq(double x);
double gr3d_sqrt(double x);
double gr3d_lg2(double x);
double gr3d_ex2(double x);
double gr3d_sin(double x);
double gr3d_cos(double x);
double gr3d_floor(double x);

#endif /* GR3D_NUM_H */
