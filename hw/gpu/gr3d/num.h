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
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef GR3D_NUM_H
#define GR3D_NUM_H

#include <stdbool.h>
#include <stdint.h>

/* fp20 */
double gr3d_fp20_to_double(uint32_t fp20);
uint32_t gr3d_fp20_from_double(double v);       /* nearest even */

/* fx10: @n is the low ten bits; the sign is bit 9 */
double gr3d_fx10_to_double(uint32_t n);
uint32_t gr3d_fx10_from_double(double v);       /* half up, saturating */

/* unorm8 <-> fx10 */
uint32_t gr3d_fx10_from_unorm(uint32_t c, unsigned bits);
uint32_t gr3d_fx10_to_unorm(uint32_t n, unsigned bits);

/* IEEE half */
float gr3d_half_to_float(uint16_t h);

/* fp32 of the vertex processor: denormals flush to a signed zero */
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
