/*
 * Tegra20 graphics: captures, compression
 *
 * By zlib, which QEMU always has; a build of the engines alone may be without,
 * and then copies.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <string.h>
#include "capture_block.h"

#ifdef GPU_ZLIB
#include <zlib.h>

static uint32_t deflate_block(uint8_t *packed, const uint8_t *data,
                              uint32_t size)
{
    uLongf len = size;

    return compress2(packed, &len, data, size, 1) == Z_OK ? len : size;
}

static bool inflate_block(uint8_t *data, uint32_t size, const uint8_t *packed,
                          uint32_t packed_size)
{
    uLongf len = size;

    return uncompress(data, &len, packed, packed_size) == Z_OK && len == size;
}
#else
static uint32_t deflate_block(uint8_t *packed, const uint8_t *data,
                              uint32_t size)
{
    return size;
}

static bool inflate_block(uint8_t *data, uint32_t size, const uint8_t *packed,
                          uint32_t packed_size)
{
    return false;
}
#endif

uint32_t capture_pack(uint8_t *packed, const uint8_t *data, uint32_t size)
{
    uint32_t len = deflate_block(packed, data, size);

    if (len >= size) {
        memcpy(packed, data, size);
        len = size;
    }
    return len;
}

bool capture_unpack(uint8_t *data, uint32_t size, const uint8_t *packed,
                    uint32_t packed_size)
{
    if (packed_size == size) {
        memcpy(data, packed, size);
        return true;
    }
    return packed_size < size && inflate_block(data, size, packed,
                                               packed_size);
}
