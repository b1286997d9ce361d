/*
 * Tegra20 GR3D engine: vertex attribute formats
 *
 * Included by idx.c, which fetches one vertex, and strip/vp.c.inc, which
 * fetches many.
 *
 * [tegra-gr3d.rst, Vertex stage]
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef GR3D_ATTR_H
#define GR3D_ATTR_H

#include <string.h>
#include "hw/gpu/gr3d/isa/num.h"
#include "idx.h"

/*
 * One row per format: number, bytes of a component, its value as a function
 * of these.  All are little endian.
 */
#define GR3D_ATTR_FORMATS(ROW) \
    ROW(0, 1, from_u) \
    ROW(1, 1, from_u8n) \
    ROW(2, 1, from_s8) \
    ROW(3, 1, from_s8n) \
    ROW(4, 2, from_u) \
    ROW(5, 2, from_u16n) \
    ROW(6, 2, from_s16) \
    ROW(7, 2, from_s16n) \
    ROW(8, 4, from_u) \
    ROW(9, 4, from_u32n) \
    ROW(10, 4, from_s32) \
    ROW(11, 4, from_s32n) \
    ROW(12, 4, from_x32) \
    ROW(13, 4, from_f32) \
    ROW(14, 2, from_h16)

static inline float from_u(uint32_t raw, const Gr3dAttr *attr)
{
    return (float)raw;
}

static inline float from_s8(uint32_t raw, const Gr3dAttr *attr)
{
    return (float)(int8_t)raw;
}

static inline float from_s16(uint32_t raw, const Gr3dAttr *attr)
{
    return (float)(int16_t)raw;
}

static inline float from_s32(uint32_t raw, const Gr3dAttr *attr)
{
    return (float)(int32_t)raw;
}

static inline float from_u8n(uint32_t raw, const Gr3dAttr *attr)
{
    return (float)(raw / 255.0);
}

static inline float from_u16n(uint32_t raw, const Gr3dAttr *attr)
{
    return (float)(raw / 65535.0);
}

static inline float from_u32n(uint32_t raw, const Gr3dAttr *attr)
{
    return (float)(raw / 4294967295.0);
}

/* Convert to -1..1: either the end points or zero can be exact. */
static inline float from_snorm(double c, double max, const Gr3dAttr *attr)
{
    if (attr->zero_preserve) {
        return c < -max ? -1 : (float)(c / max);
    }
    return (float)((2 * c + 1) / (2 * max + 1));
}

static inline float from_s8n(uint32_t raw, const Gr3dAttr *attr)
{
    return from_snorm((int8_t)raw, 127, attr);
}

static inline float from_s16n(uint32_t raw, const Gr3dAttr *attr)
{
    return from_snorm((int16_t)raw, 32767, attr);
}

static inline float from_s32n(uint32_t raw, const Gr3dAttr *attr)
{
    return from_snorm((int32_t)raw, 2147483647, attr);
}

static inline float from_x32(uint32_t raw, const Gr3dAttr *attr)
{
    return (float)((int32_t)raw / 65536.0);
}

static inline float from_f32(uint32_t raw, const Gr3dAttr *attr)
{
    float value;

    raw &= raw & 0x7f800000 ? 0xffffffff : 0x80000000;  /* gr3d_flush() */
    memcpy(&value, &raw, sizeof(value));
    return value;
}

static inline float from_h16(uint32_t raw, const Gr3dAttr *attr)
{
    return gr3d_half_to_float(raw);
}

#endif /* GR3D_ATTR_H */
