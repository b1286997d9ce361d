/*
 * What device files need of QEMU that fuzzers and gr3d-replay link, without it
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef FUZZ_QEMU_OSDEP_H
#define FUZZ_QEMU_OSDEP_H

#include <glib.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define HOST_BIG_ENDIAN             (G_BYTE_ORDER == G_BIG_ENDIAN)

typedef uint64_t hwaddr;

#define ARRAY_SIZE(a)               (sizeof(a) / sizeof((a)[0]))
#define DIV_ROUND_UP(n, d)          (((n) + (d) - 1) / (d))
#define ROUND_UP(n, d)              (((n) + (d) - 1) & -(0 ? (n) : (d)))
#define MAKE_64BIT_MASK(shift, length) \
    (((~0ULL) >> (64 - (length))) << (shift))

static inline uint64_t extract64(uint64_t value, int start, int length)
{
    return value >> start & (~0ULL >> (64 - length));
}

static inline uint32_t extract32(uint32_t value, int start, int length)
{
    return extract64(value, start, length);
}

static inline int32_t sextract32(uint32_t value, int start, int length)
{
    return (int32_t)(value << (32 - length - start)) >> (32 - length);
}

static inline uint32_t deposit32(uint32_t value, int start, int length,
                                 uint32_t field)
{
    uint32_t mask = (~0U >> (32 - length)) << start;

    return (value & ~mask) | (field << start & mask);
}

static inline bool is_power_of_2(uint64_t value)
{
    return value && !(value & (value - 1));
}

static inline int ctz32(uint32_t value)
{
    return value ? __builtin_ctz(value) : 32;
}

#endif /* FUZZ_QEMU_OSDEP_H */
