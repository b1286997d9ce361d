/*
 * A triangle over half of a small target, for tests of what disturbs a picture
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef TESTS_GPU_HALF_PICTURE_H
#define TESTS_GPU_HALF_PICTURE_H

#include <glib.h>
#include "hw/gpu/gr3d/gr3d.h"

#define HALF_SIZE   16          /* pixels, square */
#define HALF_BYTES  (HALF_SIZE * HALF_SIZE * 4)
#define HALF_COLOR  0xff40bfff

/* HALF_COLOR to surface 1 by the program's one EXEC */
static const uint32_t half_state[][2] = {
    { 0x101, 0x104d }, { 0x120, 0x00010001 }, { 0x122, 0x04000000 },
    { 0x201, 0xffff }, { 0x202, 0x00ff0000 },
    { 0x206, 0x401f9c6c }, { 0x206, 0x0040000d }, { 0x206, 0x8106c083 },
    { 0x206, 0x6041ff81 }, { 0x343, 0xb8e00000 },
    { 0x350, HALF_SIZE }, { 0x351, HALF_SIZE },
    { 0x352, 0x43000000 }, { 0x353, 0x43000000 },
    { 0x355, 0x43000000 }, { 0x356, 0x43000000 }, { 0x358, 0x41f80000 },
    { 0x359, 0x41f80000 }, { 0x35a, 0x40dffe00 }, { 0x405, 0xfffff },
    { 0x520, 1 }, { 0x801, 1 },
    { 0x804, 0x00012808 }, { 0x804, 0x3f41f200 }, { 0x804, 0x00014828 },
    { 0x804, 0x3f41f200 }, { 0x804, 0x0001a848 }, { 0x804, 0x3f41f200 },
    { 0x804, 0x0001c868 }, { 0x804, 0x3f41f200 }, { 0x820, 0x00030100 },
    { 0x821, 0x00040040 }, { 0x901, 0x00028005 }, { 0x903, 2 },
    { 0xe11, 13 << 2 | (4 * HALF_SIZE) << 8 },
};

static const float half_vertex[3][4] = {
    { -1, -1, 0, 1 }, { 1, -1, 0, 1 }, { -1, 1, 0, 1 },
};

static inline void half_write_state(Gr3dRegs *regs)
{
    for (unsigned i = 0; i < G_N_ELEMENTS(half_state); i++) {
        gr3d_regs_write(regs, half_state[i][0], half_state[i][1]);
    }
}

/* Check that pixels left of and above the falling diagonal are drawn. */
static inline void half_check(const uint32_t *target, bool drawn,
                              unsigned bytes)
{
    for (int i = 0; i < HALF_SIZE * HALF_SIZE; i++) {
        int row = i / HALF_SIZE, col = i % HALF_SIZE;
        bool in = drawn && row + col < HALF_SIZE - 1 && 4 * i < bytes;

        if (row + col != HALF_SIZE - 1) {       /* the edge */
            g_assert_cmphex(target[i], ==, in ? HALF_COLOR : 0);
        }
    }
}

#endif /* TESTS_GPU_HALF_PICTURE_H */
