/*
 * VideoCore IV 3D engine: compressed primitive lists
 * [VideoCore IV 3D Architecture Reference Guide, tables 42 and 43]
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <string.h>
#include "tilelist.h"

/* Each returns the number of bytes. */
typedef unsigned ReadFn(uint32_t index[3], const uint32_t prev[3],
                        uint32_t word);

static unsigned read_triangle(uint32_t index[3], const uint32_t prev[3],
                              uint32_t word)
{
    static const uint8_t from[3][2] = { { 2, 1 }, { 0, 2 }, { 1, 0 } };
    unsigned how = word & 3;

    if (how < 3) {
        index[0] = prev[from[how][0]];
        index[1] = prev[from[how][1]];
        index[2] = prev[2] + v3d_list_diff(word, 2, 6);
        return 1;
    }
    if (!v3d_list_is_near(word)) {
        for (unsigned i = 0; i < 3; i++) {
            index[i] = prev[i] + v3d_list_diff(word, 4 + 4 * i, 4);
        }
        return 2;
    }
    v3d_list_near(index, word);
    return 4;
}

static unsigned read_line(uint32_t index[3], const uint32_t prev[3],
                          uint32_t word)
{
    switch (word & 3) {
    case 0:
    case 1:
        index[0] = word & 1 ? prev[0] : prev[1];
        index[1] = prev[1] + v3d_list_diff(word, 2, 6);
        return 1;
    case 2:
        index[0] = word >> 8;
        index[1] = index[0] + v3d_list_diff(word, 2, 6);
        return 3;
    default:
        index[0] = prev[0] + v3d_list_diff(word, 4, 4);
        index[1] = prev[1] + v3d_list_diff(word, 8, 4);
        return 2;
    }
}

static unsigned read_point(uint32_t index[3], const uint32_t prev[3],
                           uint32_t word)
{
    bool two = (word & 3) == 3;

    index[0] = prev[0] + v3d_list_diff(word, 2, two ? 14 : 6);
    return two ? 2 : 1;
}

static ReadFn *const read_fn[3] = {
    [V3D_PRIM_POINT] = read_point,
    [V3D_PRIM_LINE] = read_line,
    [V3D_PRIM_TRIANGLE] = read_triangle,
};

/* The four bytes at @addr; outside memory is the list's end. */
static uint32_t load_word(V3dMemory *mem, uint32_t addr)
{
    const uint8_t *data = v3d_memory_peek(mem, addr, 4);
    uint32_t word;

    if (data) {
        return gpu_load_le_4(data);
    }
    /* The last bytes of memory may be a short coding. */
    data = v3d_memory_read(mem, addr, 1);
    word = data ? *data : V3D_LIST_ESCAPE;
    for (unsigned i = 1; i < 4; i++) {
        data = v3d_memory_peek(mem, addr + i, 1);
        word |= data ? (uint32_t)*data << 8 * i : 0;
    }
    return word;
}

static V3dListNext read_relative(V3dListPlace *place, uint32_t word,
                                 unsigned type)
{
    uint32_t prev[3];

    memcpy(prev, place->index, sizeof(prev));
    place->ca += read_fn[type](place->index, prev, word);
    for (unsigned i = 0; i < 3; i++) {
        place->index[i] &= 0xffff;
    }
    return V3D_LIST_PRIM;
}

static V3dListNext read_absolute(V3dListPlace *place, V3dMemory *mem,
                                 unsigned type)
{
    for (unsigned i = 0; i <= type; i++) {
        place->index[i] = v3d_load_16(mem, place->ca + 1 + 2 * i);
    }
    place->ca += 1 + 2 * (type + 1);
    return V3D_LIST_PRIM;
}

V3dListNext v3d_list_next_any(V3dListPlace *place, V3dMemory *mem,
                              unsigned type)
{
    uint32_t word = load_word(mem, place->ca);

    switch (word & 0xff) {
    case V3D_LIST_ESCAPE:
        place->ca++;
        return V3D_LIST_END;
    case V3D_LIST_ABSOLUTE:
        return read_absolute(place, mem, type);
    case V3D_LIST_BRANCH:
        /* M: from where it counts */
        place->ca = (place->ca & ~31u) +
                    32 * (int16_t)v3d_load_16(mem, place->ca + 1);
        return V3D_LIST_MOVED;
    default:
        return read_relative(place, word, type);
    }
}

static bool fits(int32_t value)
{
    return value >= -32 && value < 32;
}

static unsigned encode_near(uint8_t *data, uint32_t one, uint32_t two,
                            uint32_t zero)
{
    data[0] = 15 | one << 4;
    data[1] = (one >> 4 & 3) | two << 2;
    data[2] = zero;
    data[3] = zero >> 8;
    return 4;
}

unsigned v3d_list_encode(uint8_t *data, unsigned type, const uint32_t *index)
{
    int32_t one = index[1] - index[0], two = index[2] - index[0];

    if (type == V3D_PRIM_TRIANGLE && fits(one) && fits(two)) {
        return encode_near(data, one, two, index[0]);
    }
    data[0] = V3D_LIST_ABSOLUTE;
    for (unsigned i = 0; i <= type; i++) {
        data[1 + 2 * i] = index[i];
        data[2 + 2 * i] = index[i] >> 8;
    }
    return 1 + 2 * (type + 1);
}
