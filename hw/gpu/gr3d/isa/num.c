/*
 * Tegra20 GR3D engine: number formats and special functions
 *
 * The polynomials are Taylor series in double, long enough that rounding
 * dominates; each step is one IEEE multiplication or addition, so the result
 * is the same everywhere as long as the compiler may not contract them
 * (-ffp-contract=off).  sqrt() is the one libm function used: IEEE 754
 * defines its result exactly.
 *
 * [tegra-gr3d.rst, Number formats]
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <float.h>
#include <math.h>

#include "num.h"

/* Operations have to have the precision of their types, or the bits differ. */
_Static_assert(FLT_EVAL_METHOD == 0, "the host's arithmetic is too wide");

#define ARRAY_LEN(a)    (sizeof(a) / sizeof((a)[0]))

/* The doubles nearest to ln 2, sqrt 2, pi / 2 */
#define LN_2            0.69314718055994531
#define SQRT_2          1.4142135623730951
#define PI_2            1.5707963267948966

#define BITS_INF        0x7ff0000000000000ull
#define BITS_NAN        0x7ff8000000000000ull
#define BITS_SIGN       0x8000000000000000ull

/* Return the one NaN; the sign of the host's 0 * Inf depends on the host. */
static double make_nan(void)
{
    return gpu_double_from_bits(BITS_NAN);
}

static double make_inf(void)
{
    return gpu_double_from_bits(BITS_INF);
}

/*
 * fp20
 */

uint32_t gr3d_fp20_from_double(double v)
{
    uint64_t bits = gpu_double_to_bits(v);
    uint32_t sign = bits >> 63 << 19;
    uint64_t mag = bits & ~BITS_SIGN;
    uint64_t q;

    if (mag > BITS_INF) {
        return GR3D_FP20_NAN;
    }
    /* round to 13 mantissa bits, nearest even; may carry into the exponent */
    q = (mag + (1ull << 38) - 1 + (mag >> 39 & 1)) >> 39;
    if (q >= (1023ull - 31 + 63) << 13) {
        return sign | 63 << 13;
    }
    /* exponent 0, mantissa 0 is the zero: 2^-31 itself has no encoding */
    if (q <= (1023ull - 31) << 13) {
        return sign;
    }
    return sign | (uint32_t)(q - ((1023ull - 31) << 13));
}

/*
 * fx10
 */

uint32_t gr3d_fx10_from_double(double v)
{
    double scaled = v * 256;
    double rest;
    int n;

    if (gr3d_isnan(v)) {
        return 0;
    }
    if (scaled <= -512) {
        return 0x200;
    }
    if (scaled >= 511) {
        return 0x1ff;
    }
    n = (int)scaled;
    n -= n > scaled;
    /* scaled + 0.5 could round up to an integer; the difference is exact */
    rest = scaled - n;
    n += rest >= 0.5;
    return n & GR3D_FX10_MASK;
}

uint32_t gr3d_fx10_from_unorm(uint32_t c, unsigned bits)
{
    uint32_t max = (1u << bits) - 1;

    return (c * 512 + max) / (2 * max);
}

uint32_t gr3d_fx10_to_unorm(uint32_t n, unsigned bits)
{
    uint32_t max = (1u << bits) - 1;
    int v = gr3d_fx10_to_int(n);

    v = v < 0 ? 0 : v > 256 ? 256 : v;
    return (v * max + 127) >> 8;
}

/*
 * Other formats
 */

float gr3d_half_to_float(uint16_t h)
{
    uint64_t sign = (uint64_t)(h >> 15) << 63;
    uint64_t exp = h >> 10 & 0x1f;
    uint64_t mant = h & 0x3ff;
    double v;

    if (exp == 0) {
        v = mant * (1.0 / 16777216);
        return gpu_double_from_bits(sign | gpu_double_to_bits(v));
    }
    exp = exp == 31 ? 0x7ff : exp + 1023 - 15;
    return gpu_double_from_bits(sign | exp << 52 | mant << 42);
}

float gr3d_flush(float v)
{
    uint32_t bits;

    memcpy(&bits, &v, sizeof(bits));
    if ((bits & 0x7f800000) == 0) {
        bits &= 0x80000000;
        memcpy(&v, &bits, sizeof(v));
    }
    return v;
}

/*
 * Algebraic functions: IEEE operations, so the error is that of one or two
 * roundings (2^-52 relative).
 */

/* Takes all x; rcp(+-0) = +-Inf, rcp(+-Inf) = +-0 */
double gr3d_rcp(double x)
{
    return gr3d_isnan(x) ? make_nan() : 1.0 / x;
}

/* Takes all x; sqrt(-0) = -0, below zero NaN */
double gr3d_sqrt(double x)
{
    return gr3d_isnan(x) || x < 0 ? make_nan() : sqrt(x);
}

/* Takes all x; rsq(+-0) = +-Inf, rsq(Inf) = 0, below zero NaN */
double gr3d_rsq(double x)
{
    return gr3d_rcp(gr3d_sqrt(x));
}

/* Takes all x, exact; floor(-0) = -0 */
double gr3d_floor(double x)
{
    double t;

    /* from 2^52 on every double is an integer; NaN and Inf pass, too */
    if (!(x > -0x1p52 && x < 0x1p52)) {
        return x;
    }
    t = (double)(int64_t)x;
    return t == x ? x : t > x ? t - 1 : t;
}

static double horner(const double *coef, unsigned num, double x)
{
    double sum = coef[0];

    for (unsigned i = 1; i < num; i++) {
        sum = sum * x + coef[i];
    }
    return sum;
}

/*
 * Return 2^x, relative error below 2^-49 where the result is a normal double;
 * below 2^-1022 the result is 0.  Exact for integers
 */
double gr3d_ex2(double x)
{
    static const double coef[] = {      /* 1/n!, n = 13 .. 0 */
        1.0 / 6227020800, 1.0 / 479001600, 1.0 / 39916800, 1.0 / 3628800,
        1.0 / 362880, 1.0 / 40320, 1.0 / 5040, 1.0 / 720, 1.0 / 120,
        1.0 / 24, 1.0 / 6, 1.0 / 2, 1.0, 1.0,
    };
    double n, frac;

    if (gr3d_isnan(x)) {
        return make_nan();
    }
    if (x >= 1024) {
        return make_inf();
    }
    n = gr3d_floor(x + 0.5);
    if (n < -1022) {
        return 0;
    }
    frac = horner(coef, ARRAY_LEN(coef), (x - n) * LN_2);
    /* 2^1024 itself is no double, but frac may be below 1 */
    if (n > 0) {
        frac *= 2;
        n -= 1;
    }
    return frac * gpu_double_from_bits((uint64_t)(n + 1023) << 52);
}

/*
 * Return log2 x, error below 2^-49 relative to the result.  +-0 gives -Inf,
 * below zero NaN.  Exact for powers of two
 */
double gr3d_lg2(double x)
{
    static const double coef[] = {      /* 1/(2n+1), n = 10 .. 0 */
        1.0 / 21, 1.0 / 19, 1.0 / 17, 1.0 / 15, 1.0 / 13, 1.0 / 11, 1.0 / 9,
        1.0 / 7, 1.0 / 5, 1.0 / 3, 1.0,
    };
    uint64_t bits;
    int exp = 0;
    double s;

    if (gr3d_isnan(x) || x < 0) {
        return make_nan();
    }
    if (x == 0) {
        return -make_inf();
    }
    if (x < 1 / 0x1p1022) {
        x *= 0x1p54;
        exp = -54;
    }
    bits = gpu_double_to_bits(x);
    if (bits == BITS_INF) {
        return x;
    }
    /* x = 2^exp * m with m in [0.70, 1.41), so that s is small */
    exp += (int)(bits >> 52) - 1023;
    bits = (bits & 0xfffffffffffffull) | 1023ull << 52;
    x = gpu_double_from_bits(bits);
    if (x > SQRT_2) {
        x *= 0.5;
        exp++;
    }
    s = (x - 1) / (x + 1);
    /* log2 m = 2/ln 2 * artanh s */
    s = s * horner(coef, ARRAY_LEN(coef), s * s) * (2 / LN_2);
    return exp + s;
}

/*
 * Sine and cosine of radians.  |x| < 2^128, absolute error below 2^-50;
 * larger arguments (no fp32 and no fp20 number) give NaN.
 */

/* 2/pi, most significant word first */
static const uint32_t two_over_pi[10] = {
    0xa2f9836e, 0x4e441529, 0xfc2757d1, 0xf534ddc0, 0xdb629599,
    0x3c439041, 0xfe5163ab, 0xdebbc561, 0xb7246e3a, 0x424dd2e0,
};

/* Set @w to bits @skip + 1 .. @skip + 192 behind the point, lowest first. */
static void two_over_pi_bits(unsigned skip, uint32_t w[6])
{
    unsigned first = skip / 32, shift = skip % 32;

    for (unsigned i = 0; i < 6; i++) {
        uint64_t pair = (uint64_t)two_over_pi[first + i] << 32 |
                        two_over_pi[first + i + 1];

        w[5 - i] = pair << shift >> 32;
    }
}

static void multiply(const uint32_t w[6], uint64_t m, uint32_t p[10])
{
    memset(p, 0, 10 * sizeof(p[0]));
    for (unsigned j = 0; j < 2; j++) {
        uint64_t factor = (uint32_t)(m >> (32 * j)), carry = 0;

        for (unsigned i = 0; i < 6; i++) {
            carry += factor * w[i] + p[i + j];
            p[i + j] = (uint32_t)carry;
            carry >>= 32;
        }
        p[6 + j] = (uint32_t)carry;
    }
}

static uint64_t bits_at(const uint32_t p[10], unsigned pos)
{
    unsigned i = pos / 32, shift = pos % 32;
    uint64_t low = p[i] | (uint64_t)p[i + 1] << 32;

    if (shift == 0) {
        return low;
    }
    return low >> shift | (uint64_t)p[i + 2] << (64 - shift);
}

/* Reduce x = (quadrant + r) * pi/2 modulo 2 pi; returns r * pi/2. */
static double reduce(double x, unsigned *quadrant)
{
    uint64_t bits = gpu_double_to_bits(x);
    int exp = (int)(bits >> 52 & 0x7ff) - 1023 - 52;
    uint64_t m = (bits & 0xfffffffffffffull) | 1ull << 52;
    /* skip bits of 2/pi that only add multiples of four quadrants */
    int skip = exp > 2 ? exp - 2 : 0;
    int point = 192 + skip - exp;
    uint32_t w[6], p[10];
    uint64_t frac;

    two_over_pi_bits(skip, w);
    multiply(w, m, p);
    *quadrant = bits_at(p, point) & 3;
    frac = bits_at(p, point - 64);
    if (frac >> 63) {
        *quadrant += 1;
        return -((double)(~frac + 1) * (PI_2 / 0x1p64));
    }
    return (double)frac * (PI_2 / 0x1p64);
}

static double sin_small(double x)       /* |x| <= pi/4 */
{
    static const double coef[] = {      /* (-1)^n/(2n+1)!, n = 8 .. 0 */
        1.0 / 355687428096000, -1.0 / 1307674368000, 1.0 / 6227020800,
        -1.0 / 39916800, 1.0 / 362880, -1.0 / 5040, 1.0 / 120, -1.0 / 6, 1.0,
    };

    return x * horner(coef, ARRAY_LEN(coef), x * x);
}

static double cos_small(double x)
{
    static const double coef[] = {      /* (-1)^n/(2n)!, n = 8 .. 0 */
        1.0 / 20922789888000, -1.0 / 87178291200, 1.0 / 479001600,
        -1.0 / 3628800, 1.0 / 40320, -1.0 / 720, 1.0 / 24, -1.0 / 2, 1.0,
    };

    return horner(coef, ARRAY_LEN(coef), x * x);
}

/* Return sin(x + turn * pi/2). */
static double sin_turned(double x, unsigned turn)
{
    bool negative = x < 0;
    double mag = negative ? -x : x, r = mag, v;
    unsigned quadrant = 0;

    if (!(mag < 0x1p128)) {
        return make_nan();
    }
    if (mag > PI_2 / 2) {
        r = reduce(mag, &quadrant);
    }
    if (negative) {
        r = -r;
        quadrant = -quadrant;
    }
    quadrant += turn;
    v = quadrant & 1 ? cos_small(r) : sin_small(r);
    return quadrant & 2 ? -v : v;
}

double gr3d_sin(double x)
{
    return sin_turned(x, 0);
}

double gr3d_cos(double x)
{
    return sin_turned(x, 1);
}
