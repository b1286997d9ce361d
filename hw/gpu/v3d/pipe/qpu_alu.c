/*
 * VideoCore IV 3D engine: the QPU's ALUs, packing and unpacking
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "hw/gpu/v3d/isa/num.h"
#include "qpu_alu.h"

/*
 * The primitives of qpu_ops.def
 */

#define FADD(a, b)          v3d_fadd(a, b)
#define FMUL(a, b)          v3d_fmul(a, b)
#define FGT(a, b)           v3d_fgt(a, b)
#define FMIN(a, b)          (FGT(b, a) ? (a) : (b))
#define FMAX(a, b)          (FGT(a, b) ? (a) : (b))
#define FNEG(a)             ((a) ^ V3D_FLOAT_SIGN)
#define FABS(a)             ((a) & ~V3D_FLOAT_SIGN)
#define FTOI(a)             v3d_ftoi(a)
#define ITOF(a)             v3d_itof(a)
#define IADD(a, b)          ((a) + (b))
#define ISUB(a, b)          ((a) - (b))
#define IGT(a, b)           ((int32_t)(a) > (int32_t)(b))
#define IMIN(a, b)          (IGT(a, b) ? (b) : (a))
#define IMAX(a, b)          (IGT(a, b) ? (a) : (b))
#define ULT(a, b)           ((a) < (b))
#define AND(a, b)           ((a) & (b))
#define OR(a, b)            ((a) | (b))
#define XOR(a, b)           ((a) ^ (b))
#define NOT(a)              (~(a))
#define CLZ(a)              ((a) ? (uint32_t)__builtin_clz(a) : 32)
#define SHR(a, b)           ((a) >> ((b) & 31))
#define ASR(a, b)           ((uint32_t)((int32_t)(a) >> ((b) & 31)))
#define ROR(a, b)           ((a) >> ((b) & 31) | (a) << (-(b) & 31))
#define SHL(a, b)           ((a) << ((b) & 31))
#define OUT_RIGHT(a, b)     ((uint64_t)(a) << 1 >> ((b) & 31) & 1)
#define OUT_LEFT(a, b)      ((uint64_t)(a) << ((b) & 31) >> 32 & 1)
#define PRODUCT24(a, b)     ((uint64_t)((a) & 0xffffff) * ((b) & 0xffffff))
#define MUL24(a, b)         ((uint32_t)PRODUCT24(a, b))
#define MUL24_HIGH(a, b)    (PRODUCT24(a, b) >> 32 != 0)
#define V8ADDS(a, b)        each_byte(a, b, add_byte)
#define V8SUBS(a, b)        each_byte(a, b, sub_byte)
#define V8MULD(a, b)        each_byte(a, b, mul_byte)
#define V8MIN(a, b)         each_byte(a, b, min_byte)
#define V8MAX(a, b)         each_byte(a, b, max_byte)

typedef uint32_t ByteFn(uint32_t a, uint32_t b);

static inline uint32_t each_byte(uint32_t a, uint32_t b, ByteFn *fn)
{
    uint32_t r = 0;

    for (unsigned i = 0; i < 32; i += 8) {
        r |= fn(a >> i & 0xff, b >> i & 0xff) << i;
    }
    return r;
}

static inline uint32_t add_byte(uint32_t a, uint32_t b)
{
    return a + b > 255 ? 255 : a + b;
}

static inline uint32_t sub_byte(uint32_t a, uint32_t b)
{
    return a > b ? a - b : 0;
}

static inline uint32_t mul_byte(uint32_t a, uint32_t b)
{
    return (a * b + 127) / 255;
}

static inline uint32_t min_byte(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

static inline uint32_t max_byte(uint32_t a, uint32_t b)
{
    return a > b ? a : b;
}

/*
 * The operations
 */

typedef uint32_t AluFn(const uint32_t *a, const uint32_t *b, uint32_t *r);

#define ALU_FN(name, result, carry) \
static uint32_t name(const uint32_t *a, const uint32_t *b, uint32_t *r) \
{ \
    uint32_t c = 0; \
 \
    for (unsigned i = 0; i < V3D_LANES; i++) { \
        uint32_t A = a[i], B = b[i], R = result; \
 \
        (void)A, (void)B; \
        r[i] = R; \
        c |= (uint32_t)(carry) << i; \
    } \
    return c; \
}

#define V3D_ADD_OP(code, NAME, name, sources, types, result, carry) \
    ALU_FN(add_##name, result, carry)
#define V3D_MUL_OP(code, NAME, name, sources, types, result, carry) \
    ALU_FN(mul_##name, result, carry)
#include "hw/gpu/v3d/isa/qpu_ops.def"

static AluFn *const add_fns[V3D_NUM_ADD_OPS] = {
#define V3D_ADD_OP(code, NAME, name, sources, types, result, carry) \
    [code] = add_##name,
#include "hw/gpu/v3d/isa/qpu_ops.def"
};

static AluFn *const mul_fns[V3D_NUM_MUL_OPS] = {
#define V3D_MUL_OP(code, NAME, name, sources, types, result, carry) \
    [code] = mul_##name,
#include "hw/gpu/v3d/isa/qpu_ops.def"
};

uint32_t v3d_alu_add(unsigned op, const uint32_t a[V3D_LANES],
                     const uint32_t b[V3D_LANES], uint32_t r[V3D_LANES])
{
    return (add_fns[op] ? add_fns[op] : add_nop)(a, b, r);
}

uint32_t v3d_alu_mul(unsigned op, const uint32_t a[V3D_LANES],
                     const uint32_t b[V3D_LANES], uint32_t r[V3D_LANES])
{
    return mul_fns[op](a, b, r);
}

uint32_t v3d_alu_overflow(unsigned op, const uint32_t a[V3D_LANES],
                          const uint32_t b[V3D_LANES],
                          const uint32_t r[V3D_LANES])
{
    uint32_t lanes = 0, invert = op == V3D_ADD_SUB ? 0 : UINT32_MAX;

    if (op != V3D_ADD_ADD && op != V3D_ADD_SUB) {
        return 0;
    }
    for (unsigned i = 0; i < V3D_LANES; i++) {
        lanes |= ((a[i] ^ b[i] ^ invert) & (a[i] ^ r[i])) >> 31 << i;
    }
    return lanes;
}

/*
 * Packing and unpacking
 */

static uint32_t byte_of(uint32_t value, unsigned mode)
{
    return value >> (8 * (mode - 4)) & 0xff;
}

uint32_t v3d_unpack_a(unsigned unpack, bool as_float, uint32_t value)
{
    uint32_t half = unpack == 2 ? value >> 16 : value & 0xffff;

    switch (unpack) {
    case 0:
        return value;
    case 1:
    case 2:
        return as_float ? v3d_half_to_float(half) :
               (uint32_t)(int32_t)(int16_t)half;
    case 3:
        return (value >> 24) * 0x01010101u;
    default:
        value = byte_of(value, unpack);
        return as_float ? v3d_unorm_to_float(value) : value;
    }
}

uint32_t v3d_unpack_r4(unsigned unpack, uint32_t value)
{
    return v3d_unpack_a(unpack, true, value);
}

static uint32_t insert_byte(uint32_t old, unsigned place, uint32_t value)
{
    return (old & ~(0xffu << 8 * place)) | (value & 0xff) << 8 * place;
}

static uint32_t insert_half(uint32_t old, unsigned place, uint32_t value)
{
    return (old & ~(0xffffu << 16 * place)) | (value & 0xffff) << 16 * place;
}

static uint32_t saturate(uint32_t value, int32_t min, int32_t max)
{
    int32_t v = (int32_t)value;

    return v < min ? min : v > max ? max : v;
}

/* After an overflow the sign is the wrong one. */
static uint32_t saturate_overflow(bool overflow, uint32_t value)
{
    return !overflow ? value : value >> 31 ? 0x7fffffffu : 0x80000000u;
}

uint32_t v3d_pack_a(unsigned pack, bool is_float, bool overflow, uint32_t old,
                    uint32_t value)
{
    if (pack >= 8) {
        value = saturate_overflow(overflow, value);
    }
    switch (pack) {
    case 0:
    case 8:
        return value;
    case 1:
    case 2:
        value = is_float ? v3d_float_to_half(value) : value;
        return insert_half(old, pack - 1, value);
    case 3:
        return (value & 0xff) * 0x01010101u;
    case 9:
    case 10:
        value = is_float ? v3d_float_to_half(value) :
                saturate(value, -32768, 32767);
        return insert_half(old, pack - 9, value);
    case 11:
        return saturate(value, 0, 255) * 0x01010101u;
    default:
        value = pack < 8 ? value : saturate(value, 0, 255);
        return insert_byte(old, pack & 3, value);
    }
}

/* Other modes are reserved. */
uint32_t v3d_pack_mul(unsigned pack, uint32_t old, uint32_t value)
{
    if (pack == 3) {
        return v3d_float_to_unorm(value) * 0x01010101u;
    }
    return pack >= 4 && pack < 8 ?
           insert_byte(old, pack - 4, v3d_float_to_unorm(value)) : value;
}
