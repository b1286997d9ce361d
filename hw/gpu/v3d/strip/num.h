/*
 * VideoCore IV 3D engine: the functions of isa/num.h for vectors
 *
 * The bits are those of num.c, whatever the operands are.  Included by
 * strip/backend.c.inc only.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef V3D_STRIP_NUM_H
#define V3D_STRIP_NUM_H

#include "hw/gpu/lib/vec.h"
#include "hw/gpu/v3d/isa/num.h"

#define VLEN        VEC_LANES
#define HLEN        (VLEN / 2)      /* of doubles */

#define EXPONENT    0x7f800000

/* A number or a vector as a vector */
#define ANY(x)      ((VecU){ 0 } | (x))

static inline VecU num_sel(VecI mask, VecU a, VecU b)
{
    return (VecU)vec_sel_i(mask, (VecI)a, (VecI)b);
}

static inline VecI num_is_zero(VecU a)
{
    return (VecI)((a & EXPONENT) == 0);
}

static inline VecI num_is_infinite(VecU a)
{
    return (VecI)((a & EXPONENT) == EXPONENT);
}

/* v3d_operand(), as singles */
static inline VecF num_operand(VecU a)
{
    a &= ~((VecU)num_is_infinite(a) & 0x7fffff);
    return (VecF)(a & ~(VecU)num_is_zero(a));
}

#define NUM_HALVES(fn, x) \
    ((VecU)vec_join_d(vec_truncate_d(fn(vec_half_d(x, 0))), \
                      vec_truncate_d(fn(vec_half_d(x, 1)))))

static inline bool num_any_huge(VecU a)
{
    return vec_any_beyond_f((VecF)a, 0x1p127f);
}

/*
 * Sums and products, in the mode of vec_towards_zero()
 */

/* An infinity for a NaN, too */
static inline VecU num_infinity(VecU sign)
{
    return (sign & V3D_FLOAT_SIGN) | V3D_FLOAT_INF;
}

/* Is it at least 2^@power, or no number? */
static inline VecI num_is_large(VecF v, unsigned power)
{
    return (VecI)(((VecU)v & ~V3D_FLOAT_SIGN) >= (power + 127) << 23);
}

/* To be added to a large number: of less than 1 the sign alone matters. */
static inline VecF num_quarter(VecU a)
{
    return (VecF)(a - ((VecU)num_is_large((VecF)a, 0) & 2 << 23));
}

/* Of numbers that may overflow, or be infinite */
static inline VecU num_fadd_huge(VecU a, VecU b)
{
    VecI infinite = num_is_infinite(a) | num_is_infinite(b);
    VecU sign = num_sel(num_is_infinite(a), a, b) |
                num_sel(num_is_infinite(b), b, a);
    VecF quarter = vec_add_z_f(num_quarter(a), num_quarter(b));
    VecU r = num_sel(num_is_large(quarter, 100), (VecU)quarter + (2 << 23),
                     (VecU)vec_add_z_f((VecF)a, (VecF)b));

    return num_sel(infinite | num_is_large(quarter, 126), num_infinity(sign),
                   r);
}

static inline VecU num_fadd(VecU a, VecU b)
{
    VecU r = (VecU)vec_add_z_f((VecF)a, (VecF)b);

    return num_any_huge(r) ? num_fadd_huge(a, b) : r;
}

/* Zero wins over infinity. */
static inline VecU num_fmul_huge(VecU a, VecU b)
{
    VecI infinite = num_is_infinite(a) | num_is_infinite(b);
    VecF quarter = vec_mul_z_f(vec_mul_z_f((VecF)a, vec_all_f(0.25f)), (VecF)b);
    VecU r = num_sel(infinite | num_is_large(quarter, 126), num_infinity(a ^ b),
                     (VecU)vec_mul_z_f((VecF)a, (VecF)b));

    return r & ~(VecU)(num_is_zero(a) | num_is_zero(b));
}

static inline VecU num_fmul(VecU a, VecU b)
{
    VecU r = (VecU)vec_mul_z_f((VecF)a, (VecF)b);

    return num_any_huge(r) ? num_fmul_huge(a, b) : r;
}

/* a * b + c, rounded twice */
static inline VecU num_fmul_fadd(VecU a, VecU b, VecU c)
{
    VecF product = vec_mul_z_f((VecF)a, (VecF)b);
    VecF sum = vec_add_z_f(product, (VecF)c);
    VecI more = vec_max_i((VecI)product & INT32_MAX, (VecI)sum & INT32_MAX);

    return num_any_huge((VecU)more) ? num_fadd(num_fmul(a, b), c) : (VecU)sum;
}

static inline VecU num_order(VecU a)
{
    return a ^ ((VecU)((VecI)a >> 31) | V3D_FLOAT_SIGN);
}

static inline VecI num_fgt(VecU a, VecU b)
{
    VecI tiny = num_is_zero(a) & num_is_zero(b);

    return vec_sel_i(tiny, (VecI)((a & 0x7fffff) > (b & 0x7fffff)),
                     (VecI)(num_order(a) > num_order(b)));
}

static inline VecU num_itof(VecU a)
{
    VecHalfI half[2];

    memcpy(half, &a, sizeof(half));
    return (VecU)vec_join_d(
        vec_truncate_d(__builtin_convertvector(half[0], VecD)),
        vec_truncate_d(__builtin_convertvector(half[1], VecD)));
}

static inline VecU num_ftoi(VecU a)
{
    VecU magnitude = a & ~V3D_FLOAT_SIGN;
    VecI edge = (VecI)((magnitude == 0x7f7fffff) | (magnitude == 0x4f000000));
    VecI far = (VecI)(magnitude >= 0x4f000000);
    VecI n = vec_i_of_f(vec_sel_f(far, vec_all_f(0), num_operand(a)));

    return num_sel(edge, (VecU){ 0 } + 0x80000000u, (VecU)n);
}

/* As integers, numbers above 0 have their order, and a NaN is infinite. */
static inline VecU num_unorm(VecU a)
{
    VecI v = vec_max_i((VecI)a, vec_all_i(0));

    return (VecU)vec_unorm_z_f((VecF)vec_min_i(v, vec_all_i(V3D_FLOAT_ONE)));
}

static inline VecD num_recip_d(VecD v)
{
    return 1 / v;
}

static inline VecD num_rsqrt_d(VecD v)
{
    return 1 / vec_sqrt_d((VecD)((VecL)v & INT64_MAX));
}

/* Of zero: infinity */
static inline VecU num_recip(VecU a)
{
    VecF v = num_operand(a);

    return num_sel(v == 0, (VecU){ 0 } + V3D_FLOAT_INF,
                   NUM_HALVES(num_recip_d, v));
}

static inline VecU num_rsqrt(VecU a)
{
    VecF v = num_operand(a);

    return num_sel(v == 0, (VecU){ 0 } + V3D_FLOAT_INF,
                   NUM_HALVES(num_rsqrt_d, v));
}

/* Of zero: minus infinity */
static inline VecU num_log(VecU a)
{
    VecU mantissa = a & 0x7fffff, place = mantissa >> 18 << 2, from, to;
    VecI v;
    VecU r;

    from = (VecU)vec_gather_i(v3d_log_ends, (VecI)place);
    to = (VecU)vec_gather_i(v3d_log_ends + 1, (VecI)place);
    v = (VecI)(((a >> 23 & 0xff) - 127) * 65536 + from +
               ((to - from) * (mantissa & 0x3ffff) >> 18));
    r = (VecU)(vec_f_of_i(v - (VecI)(v < 0)) * 0x1p-16f);
    r = num_sel(num_is_infinite(a), ANY(V3D_FLOAT_INF), r);
    return num_sel(num_is_zero(a), ANY(V3D_FLOAT_SIGN | V3D_FLOAT_INF), r);
}

/* Functions of one number, lane by lane */
static inline VecU num_each(uint32_t (*fn)(uint32_t), VecU a)
{
    uint32_t lane[VLEN];

    memcpy(lane, &a, sizeof(lane));
    for (unsigned i = 0; i < VLEN; i++) {
        lane[i] = fn(lane[i]);
    }
    memcpy(&a, lane, sizeof(a));
    return a;
}

#endif /* V3D_STRIP_NUM_H */
