/*
 * Tegra20 GR3D engine: register numbers and fields, made from regs.def
 *
 *   GR3D_R_SET_PRIM                        offset of the (first) register
 *   GR3D_GET(word, SET_PRIM, PRIM_TYPE)    a field of a register's value
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef GR3D_REGS_H
#define GR3D_REGS_H

#include <stddef.h>
#include <string.h>
#include "regfile.h"
#include "table_coverage.h"

enum {
#define GR3D_REG(offset, count, stride, name, kind, source, fields) \
    GR3D_R_##name = offset,
#include "regs.def"
#undef GR3D_REG
};

enum {
#define F(reg, field, low, len)                 \
    GR3D_##reg##_##field##_LOW = low,           \
    GR3D_##reg##_##field##_LEN = len,
#define GR3D_REG(offset, count, stride, name, kind, source, fields) fields
#include "regs.def"
#undef GR3D_REG
#undef F
};

static inline uint32_t gr3d_bits(uint32_t word, unsigned low, unsigned len)
{
    return (word >> low) & (uint32_t)((1ull << len) - 1);
}

#define GR3D_GET(word, reg, field)                                      \
    gr3d_bits(gr3d_cover_read(GR3D_R_##reg, word),                      \
              GR3D_##reg##_##field##_LOW, GR3D_##reg##_##field##_LEN)

/* A memory that is filled through a port; an upload advances the index */
typedef struct Gr3dPort {
    uint16_t data, data4;       /* registers; 0: no port of four bytes */
    uint16_t index;
    uint16_t entries;           /* a power of two */
    uint32_t mask;              /* of an entry */
    size_t memory;              /* offset in Gr3dRegs */
} Gr3dPort;

#define GR3D_NUM_PORTS  10
extern const Gr3dPort gr3d_ports[GR3D_NUM_PORTS];

/* Return the port whose data register is at @offset, NULL: it is none. */
const Gr3dPort *gr3d_port(uint32_t offset);

/* Return a register that is one field. */
static inline uint32_t gr3d_reg_word(const Gr3dRegs *regs, uint32_t offset)
{
    return gr3d_cover_read(offset, regs->reg[offset]);
}

/* Return a register that holds an IEEE single. */
static inline float gr3d_reg_float(const Gr3dRegs *regs, uint32_t offset)
{
    uint32_t word = gr3d_reg_word(regs, offset);
    float value;

    memcpy(&value, &word, sizeof(value));
    return value;
}

#endif /* GR3D_REGS_H */
