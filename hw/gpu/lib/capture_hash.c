/*
 * Tegra20 graphics: captures, the hash of what memory holds
 *
 * XXH64, as its author describes it in "xxHash fast digest algorithm": fast
 * enough for each surface of each draw.  It is no proof against somebody who
 * looks for two contents with one hash.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "capture.h"
#include "hw/gpu/lib/le.h"

#define PRIME1  11400714785074694791ull
#define PRIME2  14029467366897019727ull
#define PRIME3  1609587929392839161ull
#define PRIME4  9650029242287828579ull
#define PRIME5  2870177450012600261ull

#define LANES   4
#define STRIPE  (LANES * 8)

static inline uint64_t rotate(uint64_t value, unsigned bits)
{
    return value << bits | value >> (64 - bits);
}

static inline uint64_t mix(uint64_t lane, uint64_t input)
{
    return rotate(lane + input * PRIME2, 31) * PRIME1;
}

static uint64_t join(const uint64_t lane[LANES])
{
    uint64_t hash = rotate(lane[0], 1) + rotate(lane[1], 7) +
                    rotate(lane[2], 12) + rotate(lane[3], 18);

    for (unsigned i = 0; i < LANES; i++) {
        hash = (hash ^ mix(0, lane[i])) * PRIME1 + PRIME4;
    }
    return hash;
}

static uint64_t hash_stripes(const uint8_t *data, size_t num)
{
    uint64_t lane[LANES] = { PRIME1 + PRIME2, PRIME2, 0, -PRIME1 };

    for (; num; num--, data += STRIPE) {
        for (unsigned i = 0; i < LANES; i++) {
            lane[i] = mix(lane[i], gpu_load_le(data + 8 * i, 8));
        }
    }
    return join(lane);
}

static uint64_t hash_tail(uint64_t hash, const uint8_t *data, size_t size)
{
    for (; size >= 8; size -= 8, data += 8) {
        hash = rotate(hash ^ mix(0, gpu_load_le(data, 8)), 27) * PRIME1 +
               PRIME4;
    }
    for (; size >= 4; size -= 4, data += 4) {
        hash = rotate(hash ^ gpu_load_le_4(data) * PRIME1, 23) * PRIME2 +
               PRIME3;
    }
    for (; size; size--, data++) {
        hash = rotate(hash ^ *data * PRIME5, 11) * PRIME1;
    }
    return hash;
}

uint64_t gpu_capture_hash(const uint8_t *data, size_t size)
{
    size_t head = size / STRIPE * STRIPE;
    uint64_t hash = head ? hash_stripes(data, head / STRIPE) : PRIME5;

    hash = hash_tail(hash + size, data + head, size - head);
    hash = (hash ^ hash >> 33) * PRIME2;
    hash = (hash ^ hash >> 29) * PRIME3;
    return hash ^ hash >> 32;
}

uint64_t gpu_capture_hash_range(uint32_t addr, const uint8_t *data,
                                uint32_t size)
{
    uint64_t hash = 0;
    uint32_t part;

    for (; size; size -= part, addr += part, data += part) {
        part = MIN(size, GPU_CAPTURE_PAGE - addr % GPU_CAPTURE_PAGE);
        hash = mix(hash, gpu_capture_hash(data, part));
    }
    return hash;
}
