/*
 * Tegra20 GR3D engine: little-endian numbers in memory
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef GR3D_LE_H
#define GR3D_LE_H

#include <stdint.h>

static inline uint32_t gr3d_load_4(const uint8_t *p)
{
    return p[0] | p[1] << 8 | p[2] << 16 | (uint32_t)p[3] << 24;
}

/* The number in the @bytes, 1 to 8, at @p */
static inline uint64_t gr3d_load(const uint8_t *p, unsigned bytes)
{
    uint64_t value = 0;

    switch (bytes) {
    case 1:
        return p[0];
    case 2:
        return p[0] | p[1] << 8;
    case 4:
        return gr3d_load_4(p);
    case 8:
        return gr3d_load_4(p) | (uint64_t)gr3d_load_4(p + 4) << 32;
    default:
        for (unsigned i = 0; i < bytes; i++) {
            value |= (uint64_t)p[i] << (8 * i);
        }
        return value;
    }
}

#endif /* GR3D_LE_H */
