/*
 * Engines: little-endian numbers in memory
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef GPU_LE_H
#define GPU_LE_H

#include <stdint.h>
#include <string.h>

static inline uint32_t gpu_load_le_4(const uint8_t *p)
{
    return p[0] | p[1] << 8 | p[2] << 16 | (uint32_t)p[3] << 24;
}

/* Return the number in the @bytes, 1 to 8, at @p. */
static inline uint64_t gpu_load_le(const uint8_t *p, unsigned bytes)
{
    uint64_t value = 0;

    switch (bytes) {
    case 1:
        return p[0];
    case 2:
        return p[0] | p[1] << 8;
    case 4:
        return gpu_load_le_4(p);
    case 8:
        return gpu_load_le_4(p) | (uint64_t)gpu_load_le_4(p + 4) << 32;
    default:
        for (unsigned i = 0; i < bytes; i++) {
            value |= (uint64_t)p[i] << (8 * i);
        }
        return value;
    }
}

static inline void gpu_store_le_4(uint8_t *p, uint32_t value)
{
    /* Bytes one by one make slow vectors of a loop. */
    if (__BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__) {
        value = __builtin_bswap32(value);
    }
    memcpy(p, &value, sizeof(value));
}

/* Store a number of @bytes, 1, 2, 4 or 8. */
static inline void gpu_store_le(uint8_t *p, unsigned bytes, uint64_t value)
{
    switch (bytes) {
    case 1:
        p[0] = value;
        break;
    case 2:
        p[0] = value;
        p[1] = value >> 8;
        break;
    case 4:
        gpu_store_le_4(p, value);
        break;
    default:
        gpu_store_le_4(p, value);
        gpu_store_le_4(p + 4, value >> 32);
        break;
    }
}

#endif /* GPU_LE_H */
