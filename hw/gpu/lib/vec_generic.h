/*
 * Vectors of the host: the primitives of vec.h in GCC's extensions alone
 *
 * On 64-bit Arm these are all but one (vec_neon.h): comparisons, shifts,
 * conversions and selections become NEON; bits of masks, gathering and
 * compressing go lane by lane.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef VEC_GENERIC_H
#define VEC_GENERIC_H

#define VEC_GENERIC_ALL(name, type, scalar)     \
    static inline type name(scalar x)           \
    {                                           \
        return x - (type) { 0 };                \
    }

VEC_GENERIC_ALL(vec_all_i, VecI, int32_t)
VEC_GENERIC_ALL(vec_all_f, VecF, float)
VEC_GENERIC_ALL(vec_all_s, VecS, int16_t)
VEC_GENERIC_ALL(vec_all_d, VecD, double)

#define VEC_GENERIC_SEL(name, type, mask)               \
    static inline type name(mask m, type a, type b)     \
    {                                                   \
        return (type)((m & (mask)a) | (~m & (mask)b));  \
    }

VEC_GENERIC_SEL(vec_sel_i, VecI, VecI)
VEC_GENERIC_SEL(vec_sel_f, VecF, VecI)
VEC_GENERIC_SEL(vec_sel_s, VecS, VecS)
VEC_GENERIC_SEL(vec_sel_d, VecD, VecL)

#define VEC_GENERIC_PICK(name, type, sel, test) \
    static inline type name(type a, type b)     \
    {                                           \
        return sel(test, a, b);                 \
    }

VEC_GENERIC_PICK(vec_min_i, VecI, vec_sel_i, a < b)
VEC_GENERIC_PICK(vec_max_i, VecI, vec_sel_i, a > b)
VEC_GENERIC_PICK(vec_min_s, VecS, vec_sel_s, a < b)
VEC_GENERIC_PICK(vec_max_s, VecS, vec_sel_s, a > b)
VEC_GENERIC_PICK(vec_min_f, VecF, vec_sel_f, a < b)
VEC_GENERIC_PICK(vec_max_f, VecF, vec_sel_f, a > b)
VEC_GENERIC_PICK(vec_min_d, VecD, vec_sel_d, a < b)
VEC_GENERIC_PICK(vec_max_d, VecD, vec_sel_d, a > b)

static inline VecI vec_ramp(void)
{
    VecI ramp;

    for (unsigned i = 0; i < VEC_LANES; i++) {
        ramp[i] = i;
    }
    return ramp;
}

static inline void vec_set_i(VecI *v, unsigned n, int32_t x)
{
    ((int32_t *)v)[n] = x;
}

/*
 * Arithmetic
 */

static inline VecI vec_sar_i(VecI v, int32_t n)
{
    return v >> n;
}

static inline VecI vec_mul_16(VecI a, VecI b)
{
    return a * b;
}

static inline VecI vec_low_half(VecI v)
{
    return v << 16 >> 16;
}

static inline VecI vec_high_half(VecI v)
{
    return v >> 16;
}

static inline VecI vec_low_high(VecI a, VecI b)
{
    return (a & 0xffff) | (b & ~0xffff);
}

static inline VecI vec_join_halves(VecI a, VecI b)
{
    return (a & 0xffff) | b << 16;
}

static inline VecI vec_madd_i(VecI a, VecI b)
{
    return vec_low_half(a) * vec_low_half(b) +
           vec_high_half(a) * vec_high_half(b);
}

static inline VecS vec_mul_round_s(VecS a, VecS b)
{
    VecI low = vec_low_half((VecI)a) * vec_low_half((VecI)b);
    VecI high = vec_high_half((VecI)a) * vec_high_half((VecI)b);

    return (VecS)vec_join_halves((low + 0x4000) >> 15, (high + 0x4000) >> 15);
}

static inline VecH vec_mul_high_h(VecH a, VecH b)
{
    VecU low = ((VecU)a & 0xffff) * ((VecU)b & 0xffff);
    VecU high = ((VecU)a >> 16) * ((VecU)b >> 16);

    return (VecH)(low >> 16 | (high & 0xffff0000));
}

static inline VecS vec_to_bytes(VecI v)
{
    return vec_min_s(vec_max_s((VecS)v, vec_all_s(0)), vec_all_s(255));
}

static inline void vec_join_bytes(const VecI v[4], VecI to[2])
{
    to[0] = (VecI)(vec_to_bytes(v[0]) | vec_to_bytes(v[1]) << 8);
    to[1] = (VecI)(vec_to_bytes(v[2]) | vec_to_bytes(v[3]) << 8);
}

/*
 * Conversions
 */

static inline VecI vec_i_of_f(VecF v)
{
    return __builtin_convertvector(v, VecI);
}

static inline VecF vec_f_of_i(VecI v)
{
    return __builtin_convertvector(v, VecF);
}

static inline VecI vec_floor_f(VecF v)
{
    VecI n = vec_i_of_f(v);

    return n + (VecI)(vec_f_of_i(n) > v);
}

static inline VecHalfI vec_floor_d(VecD v)
{
    VecHalfI n = __builtin_convertvector(v, VecHalfI);

    return n + __builtin_convertvector(
        __builtin_convertvector(n, VecD) > v, VecHalfI);
}

static inline VecF vec_flush_f(VecF v)
{
    VecU tiny = (VecU)(((VecI)v & 0x7f800000) == 0);

    return (VecF)((VecU)v & ~(tiny >> 1));
}

static inline VecF vec_flush_0_f(VecF v)
{
    return (VecF)((VecI)v & (((VecI)v & 0x7f800000) != 0));
}

static inline bool vec_is_usual_f(VecF v)
{
    return false;
}

static inline VecD vec_sqrt_d(VecD v)
{
    for (unsigned i = 0; i < VEC_LANES / 2; i++) {
        v[i] = sqrt(v[i]);
    }
    return v;
}

static inline VecD vec_fma_d(VecD a, VecD b, VecD c)
{
    for (unsigned i = 0; i < VEC_LANES / 2; i++) {
        a[i] = fma(a[i], b[i], c[i]);
    }
    return a;
}

static inline VecD vec_half_d(VecF v, unsigned n)
{
    VecHalfF half;

    memcpy(&half, (const char *)&v + n * sizeof(half), sizeof(half));
    return __builtin_convertvector(half, VecD);
}

static inline VecI vec_join_half_i(VecHalfI low, VecHalfI high)
{
    VecHalfI half[2] = { low, high };
    VecI v;

    memcpy(&v, half, sizeof(v));
    return v;
}

static inline VecF vec_join_d(VecD low, VecD high)
{
    VecHalfF half[2] = {
        __builtin_convertvector(low, VecHalfF),
        __builtin_convertvector(high, VecHalfF),
    };
    VecF v;

    memcpy(&v, half, sizeof(v));
    return v;
}

static inline void vec_towards_zero(bool on)
{
}

/*
 * Towards zero: where a sum was rounded away from it, one less in the last
 * place is right.  Products are exact as doubles, and no quotient is so near to
 * a single that it is rounded to it.
 */

static inline VecF vec_add_z_f(VecF v, VecF w)
{
    VecF a = vec_flush_0_f(v), b = vec_flush_0_f(w), sum = a + b;
    VecF part = sum - a, error = (a - (sum - part)) + (b - part);
    VecI less = (error != 0) & ((VecI)((VecI)error ^ (VecI)sum) < 0);

    return vec_flush_0_f((VecF)((VecI)sum + less));
}

static inline VecD vec_truncate_d(VecD v)
{
    VecL bits = (VecL)v & ~0x1fffffffll;

    return (VecD)(bits & ~(VecL)((VecD)(bits & INT64_MAX) < 0x1p-126));
}

static inline VecF vec_mul_z_f(VecF v, VecF w)
{
    VecF a = vec_flush_0_f(v), b = vec_flush_0_f(w);

    return vec_join_d(vec_truncate_d(vec_half_d(a, 0) * vec_half_d(b, 0)),
                      vec_truncate_d(vec_half_d(a, 1) * vec_half_d(b, 1)));
}

static inline VecF vec_plane_z_f(VecF a, VecF x, VecF b, VecF y, VecF c)
{
    return vec_add_z_f(vec_add_z_f(vec_mul_z_f(a, x), vec_mul_z_f(b, y)), c);
}

static inline VecF vec_div_z_f(VecF v, VecF w)
{
    VecF a = vec_flush_0_f(v), b = vec_flush_0_f(w);

    return vec_join_d(vec_truncate_d(vec_half_d(a, 0) / vec_half_d(b, 0)),
                      vec_truncate_d(vec_half_d(a, 1) / vec_half_d(b, 1)));
}

static inline VecI vec_unorm_z_f(VecF v)
{
    return vec_join_half_i(
        __builtin_convertvector(vec_half_d(v, 0) * 255 + 0.5, VecHalfI),
        __builtin_convertvector(vec_half_d(v, 1) * 255 + 0.5, VecHalfI));
}

/* As the quotients, whose bits repeat: no multiple of 1 / 255 is too small. */
static inline VecF vec_of_unorm_z_i(VecI v)
{
    VecF f = vec_f_of_i(v);

    return vec_join_d(vec_truncate_d(vec_half_d(f, 0) * (1.0 / 255)),
                      vec_truncate_d(vec_half_d(f, 1) * (1.0 / 255)));
}

/*
 * Bits
 */

#define VEC_GENERIC_BITS(name, type, lanes)                 \
    static inline uint32_t name(type m)                     \
    {                                                       \
        uint32_t bits = 0;                                  \
                                                            \
        for (unsigned i = 0; i < (lanes); i++) {            \
            bits |= (uint32_t)(m[i] >> (8 * sizeof(m[0]) - 1) & 1) << i; \
        }                                                   \
        return bits;                                        \
    }

VEC_GENERIC_BITS(vec_bits_i, VecI, VEC_LANES)
VEC_GENERIC_BITS(vec_bits_h, VecH, 2 * VEC_LANES)
VEC_GENERIC_BITS(vec_bits_d, VecL, VEC_LANES / 2)
VEC_GENERIC_BITS(vec_bits_8h, Vec8H, 8)

static inline uint64_t vec_pext(uint64_t v, uint64_t mask)
{
    uint64_t out = 0;

    for (unsigned i = 0; mask; mask &= mask - 1) {
        out |= (v >> __builtin_ctzll(mask) & 1) << i++;
    }
    return out;
}

static inline uint64_t vec_pdep(uint64_t v, uint64_t mask)
{
    uint64_t out = 0;

    for (; v && mask; mask &= mask - 1, v >>= 1) {
        out |= v & 1 ? mask & -mask : 0;
    }
    return out;
}

/*
 * Memory
 */

static inline VecI vec_load_i(const void *p)
{
    VecI v;

    memcpy(&v, p, sizeof(v));
    return v;
}

static inline Vec4I vec_load_4i(const void *p)
{
    Vec4I v;

    memcpy(&v, p, sizeof(v));
    return v;
}

static inline void vec_store_i(void *p, VecI v)
{
    memcpy(p, &v, sizeof(v));
}

static inline VecI vec_gather_i(const void *p, VecI n)
{
    VecI v;

    for (unsigned i = 0; i < VEC_LANES; i++) {
        int32_t word;

        memcpy(&word, (const char *)p + n[i], sizeof(word));
        v[i] = word;
    }
    return v;
}

static inline void vec_gather_2i(const void *p, VecI n, VecI *a, VecI *b)
{
    *a = vec_gather_i(p, n);
    *b = vec_gather_i((const char *)p + 4, n);
}

#define VEC_GENERIC_STORE_SOME(name, type)                          \
    static inline void name(void *p, type v, uint32_t bits)         \
    {                                                               \
        const unsigned size = sizeof(v[0]);                         \
                                                                    \
        if (bits == ~0u >> (32 - sizeof(v) / sizeof(v[0]))) {       \
            memcpy(p, &v, sizeof(v));                               \
            return;                                                 \
        }                                                           \
        for (; bits; bits &= bits - 1) {                            \
            unsigned at = __builtin_ctz(bits) * size;               \
                                                                    \
            memcpy((char *)p + at, (const char *)&v + at, size);    \
        }                                                           \
    }

VEC_GENERIC_STORE_SOME(vec_store_some_i, VecI)
VEC_GENERIC_STORE_SOME(vec_store_some_h, VecH)
VEC_GENERIC_STORE_SOME(vec_store_some_4i, Vec4I)
VEC_GENERIC_STORE_SOME(vec_store_some_8h, Vec8H)
VEC_GENERIC_STORE_SOME(vec_store_some_16h, Vec16H)

static inline Vec4I vec_load_some_4i(const void *p, uint32_t bits)
{
    Vec4I v = { 0 };

    for (; bits; bits &= bits - 1) {
        memcpy((int32_t *)&v + __builtin_ctz(bits),
               (const int32_t *)p + __builtin_ctz(bits), sizeof(int32_t));
    }
    return v;
}

static inline Vec8H vec_load_some_8h(const void *p, uint32_t bits)
{
    static const Vec8H none;

    return (Vec8H)vec_load_4i(bits ? p : &none);
}

static inline unsigned vec_compress_i(uint32_t *p, VecI v, uint32_t bits)
{
    unsigned num = 0;

    for (; bits; bits &= bits - 1) {
        p[num++] = v[__builtin_ctz(bits)];
    }
    return num;
}

/*
 * Lanes that change places
 */

static inline VecI vec_lookup_i(VecI t, VecI n)
{
    return vec_gather_i(&t, n << 2);
}

static inline VecI vec_lookup_2i(VecI t, VecI u, VecI n)
{
    const VecI both[2] = { t, u };

    return vec_gather_i(both, n << 2);
}

static inline VecI vec_of_four_i(VecI v, unsigned n)
{
    VecI to;

    for (unsigned i = 0; i < VEC_LANES; i++) {
        to[i] = v[(i & ~3u) + n];
    }
    return to;
}

static inline VecI vec_every_other_i(VecI a, VecI b, unsigned odd)
{
    VecI v;

    for (unsigned i = 0; i < VEC_LANES / 2; i++) {
        v[i] = a[2 * i + odd];
        v[VEC_LANES / 2 + i] = b[2 * i + odd];
    }
    return v;
}

static inline VecI vec_twice_i(VecI v, unsigned n)
{
    VecI twice;

    for (unsigned i = 0; i < VEC_LANES; i++) {
        twice[i] = v[n * VEC_LANES / 2 + i / 2];
    }
    return twice;
}

static inline VecI vec_join_4i(const Vec4I *part)
{
    return vec_load_i(part);
}

static inline VecH vec_join_8h(const Vec8H *part)
{
    return (VecH)vec_load_i(part);
}

static inline void vec_transpose_i(VecI v[4])
{
    VecI out[4];

    for (unsigned i = 0; i < VEC_LANES; i++) {
        for (unsigned j = 0; j < 4; j++) {
            out[j][i] = v[i % 4][i / 4 * 4 + j];
        }
    }
    memcpy(v, out, sizeof(out));
}

static inline void vec_transpose_4f(Vec4F v[4])
{
    Vec4F out[4];

    for (unsigned i = 0; i < 4; i++) {
        out[i] = (Vec4F) { v[0][i], v[1][i], v[2][i], v[3][i] };
    }
    memcpy(v, out, sizeof(out));
}

#endif /* VEC_GENERIC_H */
