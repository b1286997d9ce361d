/*
 * Tegra20 GR3D engine: which rows of the tables a test reaches
 *
 * Empty unless the tests' coverage build defines GR3D_COVERAGE and links
 * tests/gpu/cover.c.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef GR3D_COVER_H
#define GR3D_COVER_H

#include <stdint.h>

typedef enum Gr3dCoverTable {
    GR3D_COVER_REG,             /* row: offset of the register */
    GR3D_COVER_VEC,             /* vp_ops.def, row: opcode */
    GR3D_COVER_SCL,
    GR3D_COVER_MOD,             /* fp_ops.def, row: bit or code */
    GR3D_COVER_ALU,
    GR3D_COVER_SCALE,
    GR3D_COVER_CC,
    GR3D_COVER_SFU,
    GR3D_COVER_TABLES
} Gr3dCoverTable;

#ifdef GR3D_COVERAGE
void gr3d_cover(Gr3dCoverTable table, unsigned row);
#define GR3D_COVER(table, row)  gr3d_cover(GR3D_COVER_##table, row)
#else
#define GR3D_COVER(table, row)  ((void)0)
#endif

/* Count a register if a draw reads another value than that of reset. */
static inline uint32_t gr3d_cover_read(uint32_t row, uint32_t word)
{
    if (word) {
        GR3D_COVER(REG, row);
    }
    return word;
}

#endif /* GR3D_COVER_H */
