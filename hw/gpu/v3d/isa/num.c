/*
 * VideoCore IV 3D engine: the QPU's numbers
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <math.h>
#include "num.h"

#define EXPONENT(bits)  ((bits) >> 23 & 0xff)
#define MANTISSA(bits)  ((bits) & 0x7fffff)
#define FLOAT_MAX       0x7f7fffffu

uint32_t v3d_truncate(double v)
{
    uint64_t bits = gpu_double_to_bits(v);
    uint32_t sign = bits >> 32 & V3D_FLOAT_SIGN;
    int exponent = (int)(bits >> 52 & 0x7ff) - 1023 + 127;

    if (exponent <= 0) {
        return 0;
    }
    if (exponent >= 255) {
        return sign | V3D_FLOAT_INF;
    }
    return sign | exponent << 23 | (bits >> 29 & 0x7fffff);
}

double v3d_operand(uint32_t bits)
{
    if (EXPONENT(bits) == 0) {
        return 0;
    }
    if (EXPONENT(bits) == 255) {
        bits &= ~0x7fffffu;
    }
    return gpu_float_from_bits(bits);
}

/* Both infinite: only plus and plus is plus. */
static uint32_t add_infinite(uint32_t a, uint32_t b)
{
    uint32_t sign_a = EXPONENT(a) == 255 ? a : b;
    uint32_t sign_b = EXPONENT(b) == 255 ? b : a;

    return ((sign_a | sign_b) & V3D_FLOAT_SIGN) | V3D_FLOAT_INF;
}

/*
 * The sum of doubles is rounded; where that was away from zero, one less in
 * the last place truncates to the right float.
 */
uint32_t v3d_fadd(uint32_t a, uint32_t b)
{
    double x = v3d_operand(a), y = v3d_operand(b), sum, part, error;

    if (EXPONENT(a) == 255 || EXPONENT(b) == 255) {
        return add_infinite(a, b);
    }
    sum = x + y;
    part = sum - x;
    error = (x - (sum - part)) + (y - part);
    if (error != 0 && (error < 0) != (sum < 0)) {
        sum = gpu_double_from_bits(gpu_double_to_bits(sum) - 1);
    }
    return v3d_truncate(sum);
}

/* Zero wins over infinity. */
uint32_t v3d_fmul(uint32_t a, uint32_t b)
{
    if (EXPONENT(a) == 0 || EXPONENT(b) == 0) {
        return 0;
    }
    if (EXPONENT(a) == 255 || EXPONENT(b) == 255) {
        return ((a ^ b) & V3D_FLOAT_SIGN) | V3D_FLOAT_INF;
    }
    return v3d_truncate(v3d_operand(a) * v3d_operand(b));
}

static uint32_t order(uint32_t bits)
{
    return bits & V3D_FLOAT_SIGN ? ~bits : bits | V3D_FLOAT_SIGN;
}

/* Two denormals, or zeros, are compared without their signs. */
bool v3d_fgt(uint32_t a, uint32_t b)
{
    if (EXPONENT(a) == 0 && EXPONENT(b) == 0) {
        return MANTISSA(a) > MANTISSA(b);
    }
    return order(a) > order(b);
}

uint32_t v3d_ftoi(uint32_t a)
{
    uint32_t magnitude = a & ~V3D_FLOAT_SIGN;

    if (magnitude == FLOAT_MAX || magnitude == 0x4f000000) {
        return 0x80000000u;
    }
    return magnitude > 0x4f000000 ? 0 : (uint32_t)(int32_t)v3d_operand(a);
}

uint32_t v3d_itof(uint32_t a)
{
    return v3d_truncate((int32_t)a);
}

/* Hardware leaves a denormal's mantissa where a float's denormal has it. */
uint32_t v3d_half_to_float(uint32_t half)
{
    uint32_t sign = (half & 0x8000) << 16, mantissa = (half & 0x3ff) << 13;
    uint32_t exponent = half >> 10 & 0x1f;

    exponent = exponent == 0 ? 0 : exponent == 31 ? 255 : exponent + 127 - 15;
    return sign | exponent << 23 | mantissa;
}

uint32_t v3d_float_to_half(uint32_t bits)
{
    uint32_t sign = bits >> 16 & 0x8000;
    uint32_t magnitude = bits & ~V3D_FLOAT_SIGN;

    if (magnitude < (127 - 14) << 23) {
        return 0;
    }
    if (magnitude >= 0x7f800000) {
        return sign | 0x7c00;
    }
    magnitude = (magnitude - ((127 - 15) << 23) + 0x1fff) >> 13;
    return sign | (magnitude < 0x7c00 ? magnitude : 0x7c00);
}

uint32_t v3d_unorm_to_float(uint32_t byte)
{
    return v3d_truncate(byte / 255.0);
}

uint32_t v3d_float_to_unorm(uint32_t bits)
{
    double v = v3d_operand(bits);

    if (!(v > 0)) {
        return 0;
    }
    return v >= 1 ? 255 : (uint32_t)(v * 255 + 0.5);
}

/*
 * Special functions.  The tables of RECIP and RECIPSQRT are not known, and
 * Mesa refines both: they are exact and truncated.  Those of EXP and LOG give
 * the values that were read from a chip (VC4C's sfu_accuracy.txt) where 32
 * chords have ends of 16 bits.  [M]
 */

static const uint32_t exp_ends[V3D_SFU_CHORDS + 1] = {
    2, 1437, 2904, 4402, 5934, 7498, 9098, 10732,
    12402, 14108, 15852, 17635, 19456, 21317, 23218, 25162,
    27148, 29177, 31251, 33371, 35536, 37749, 40011, 42322,
    44684, 47097, 49564, 52084, 54660, 57291, 59981, 62729,
    65538,
};

const uint32_t v3d_log_ends[V3D_SFU_CHORDS + 1] = {
    0, 2909, 5731, 8472, 11136, 13726, 16248, 18704,
    21097, 23432, 25710, 27935, 30109, 32234, 34312, 36345,
    38336, 40285, 42195, 44068, 45904, 47704, 49472, 51207,
    52910, 54584, 56228, 57844, 59433, 60996, 62534, 64047,
    65536,
};

/* @place: five bits of the chord, then @bits of the place on it */
static uint32_t on_chord(const uint32_t *ends, uint32_t place, unsigned bits)
{
    uint32_t i = place >> bits, w = place & ((1u << bits) - 1);

    return ends[i] + ((uint64_t)(ends[i + 1] - ends[i]) * w >> bits);
}

/* 2^a; 21 bits of the fraction matter. */
static uint32_t sfu_exp(uint32_t a)
{
    double v = v3d_operand(a);
    int32_t whole;
    uint32_t fraction, bits;

    if (v >= 128) {
        return V3D_FLOAT_INF;
    }
    if (v < -126) {
        return 0;
    }
    fraction = (uint32_t)(int32_t)floor(v * 0x1p21);
    whole = (int32_t)fraction >> 21;
    bits = ((uint32_t)(whole + 127) << 23) +
           (on_chord(exp_ends, fraction & 0x1fffff, 16) << 7);
    return bits < V3D_FLOAT_INF ? bits : V3D_FLOAT_INF;
}

/* log2 |a|: a number of 16 fraction bits, whose sign is a complement to one */
static uint32_t sfu_log(uint32_t a)
{
    int32_t v;

    if (EXPONENT(a) == 0) {
        return V3D_FLOAT_SIGN | V3D_FLOAT_INF;
    }
    if (EXPONENT(a) == 255) {
        return V3D_FLOAT_INF;
    }
    v = (int32_t)(EXPONENT(a) - 127) * 65536 +
        (int32_t)on_chord(v3d_log_ends, MANTISSA(a), 18);
    return v3d_truncate((v < 0 ? v + 1 : v) / 65536.0);
}

uint32_t v3d_sfu(V3dSfu function, uint32_t a)
{
    double v = v3d_operand(a);

    switch (function) {
    case V3D_SFU_RECIP:
        return v == 0 ? V3D_FLOAT_INF : v3d_truncate(1 / v);
    case V3D_SFU_RECIPSQRT:
        return v == 0 ? V3D_FLOAT_INF : v3d_truncate(1 / sqrt(fabs(v)));
    case V3D_SFU_EXP:
        return sfu_exp(a);
    default:
        return sfu_log(a);
    }
}
