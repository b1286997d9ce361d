/*
 * Tegra20 GR3D engine: register shadow and upload ports
 *
 * A port is an index register with a memory behind a data register
 * [tegra-gr3d.rst, Registers and ports].  Writing or reading the data register
 * moves one entry and advances the index, which wraps at the memory's size.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <stddef.h>
#include <string.h>
#include "regs.h"

typedef enum RegKind {
    REG_NONE,
    REG_STORE,
    REG_SYNCPT,
    REG_DRAW,
    REG_FDC,
    REG_STATUS,
    REG_COMMON,
    REG_DATA,
    REG_DATA4,
    REG_INTERNAL,
    REG_OTHER,
} RegKind;

typedef struct RegInfo {
    const char *name;           /* NULL: not a register of Tegra20 */
    uint8_t kind;
} RegInfo;

/* One element of a register array, and arrays of the sizes that occur. */
#define ITEM(o, s, n, k, i) [(o) + (i) * (s)] = { n "[" #i "]", k },
#define ITEMS_8(o, s, n, k, a, b, c, d, e, f, g, h)             \
    ITEM(o, s, n, k, a) ITEM(o, s, n, k, b) ITEM(o, s, n, k, c) \
    ITEM(o, s, n, k, d) ITEM(o, s, n, k, e) ITEM(o, s, n, k, f) \
    ITEM(o, s, n, k, g) ITEM(o, s, n, k, h)
#define ROW_1(o, s, n, k)   [o] = { n, k },
#define ROW_2(o, s, n, k)   ITEM(o, s, n, k, 0) ITEM(o, s, n, k, 1)
#define ROW_4(o, s, n, k)                       \
    ROW_2(o, s, n, k) ITEM(o, s, n, k, 2) ITEM(o, s, n, k, 3)
#define ROW_16(o, s, n, k)                                      \
    ITEMS_8(o, s, n, k, 0, 1, 2, 3, 4, 5, 6, 7)                 \
    ITEMS_8(o, s, n, k, 8, 9, 10, 11, 12, 13, 14, 15)
#define ROW_32(o, s, n, k)  ROW_16(o, s, n, k)                  \
    ITEMS_8(o, s, n, k, 16, 17, 18, 19, 20, 21, 22, 23)         \
    ITEMS_8(o, s, n, k, 24, 25, 26, 27, 28, 29, 30, 31)

/* Registers of other chips have no name; their stride is one. */
#define OTHERS(count, o)    [(o) ... (o) + (count) - 1] = { NULL, REG_OTHER },

#define INFO_STORE(count, o, s, n)  ROW_##count(o, s, n, REG_STORE)
#define INFO_SYNCPT(count, o, s, n) ROW_##count(o, s, n, REG_SYNCPT)
#define INFO_DRAW(count, o, s, n)   ROW_##count(o, s, n, REG_DRAW)
#define INFO_FDC(count, o, s, n)    ROW_##count(o, s, n, REG_FDC)
#define INFO_STATUS(count, o, s, n) ROW_##count(o, s, n, REG_STATUS)
#define INFO_PORT(count, o, s, n)   ROW_##count(o, s, n, REG_STORE)
#define INFO_COMMON(count, o, s, n) ROW_##count(o, s, n, REG_COMMON)
#define INFO_DATA(count, o, s, n)   ROW_##count(o, s, n, REG_DATA)
#define INFO_DATA4(count, o, s, n)  ROW_##count(o, s, n, REG_DATA4)
#define INFO_INTERNAL(count, o, s, n) ROW_##count(o, s, n, REG_INTERNAL)
#define INFO_OTHER(count, o, s, n)  OTHERS(count, o)

static const RegInfo reg_info[GR3D_NUM_REGS] = {
#define GR3D_REG(offset, count, stride, name, kind, source, fields) \
    INFO_##kind(count, offset, stride, #name)
#include "regs.def"
#undef GR3D_REG
};

const char *gr3d_reg_name(uint32_t offset)
{
    return offset < GR3D_NUM_REGS ? reg_info[offset].name : NULL;
}

static RegKind find_kind(uint32_t offset)
{
    return offset < GR3D_NUM_REGS ? reg_info[offset].kind : REG_NONE;
}

/* regfile.h names two of the table's registers. */
_Static_assert(GR3D_R_SET_PRIM == GR3D_SET_PRIM, "SET_PRIM");
_Static_assert(GR3D_R_DRAW_PRIM == GR3D_DRAW_PRIM, "DRAW_PRIM");

#define MEMORY(member)  offsetof(Gr3dRegs, member)

const Gr3dPort gr3d_ports[GR3D_NUM_PORTS] = {
    { GR3D_R_INST_DATA, 0, GR3D_R_INST_OFFSET, 1024, ~0u, MEMORY(vp_inst) },
    { GR3D_R_CONST_DATA, 0, GR3D_R_CONST_OFFSET, 1024, ~0u,
      MEMORY(vp_const) },
    { GR3D_R_PSEQ_INST_DATA, 0, GR3D_R_PSEQ_INST_OFFSET, 64, ~0u,
      MEMORY(pseq_inst) },
    { GR3D_R_AT_REMAP_DATA, GR3D_R_AT_REMAP_DATA_4X, GR3D_R_AT_REMAP_OFFSET,
      64, 0xff, MEMORY(mfu_sched) },
    { GR3D_R_AT_INST_DATA, 0, GR3D_R_AT_INST_OFFSET, 128, ~0u,
      MEMORY(mfu_inst) },
    { GR3D_R_TEX_INST_DATA, 0, GR3D_R_TEX_INST_OFFSET, 64, ~0u,
      MEMORY(tex_inst) },
    { GR3D_R_ALU_REMAP_DATA, GR3D_R_ALU_REMAP_DATA_4X,
      GR3D_R_ALU_REMAP_OFFSET, 64, 0xff, MEMORY(alu_sched) },
    { GR3D_R_ALU_INST_DATA, 0, GR3D_R_ALU_INST_OFFSET, 512, ~0u,
      MEMORY(alu_inst) },
    { GR3D_R_ALU_P2CX_DATA, 0, GR3D_R_ALU_P2CX_OFFSET, 64, ~0u,
      MEMORY(alu_comp) },
    { GR3D_R_DW_INST_DATA, 0, GR3D_R_DW_INST_OFFSET, 64, ~0u,
      MEMORY(dw_inst) },
};

/* Start indices of all memories with one entry per EXEC */
static const uint16_t common_index[] = {
    GR3D_R_PSEQ_INST_OFFSET, GR3D_R_AT_REMAP_OFFSET, GR3D_R_TEX_INST_OFFSET,
    GR3D_R_ALU_REMAP_OFFSET, GR3D_R_ALU_P2CX_OFFSET, GR3D_R_DW_INST_OFFSET,
};

const Gr3dPort *gr3d_port(uint32_t offset)
{
    for (unsigned i = 0; i < GR3D_NUM_PORTS; i++) {
        const Gr3dPort *port = &gr3d_ports[i];

        if (port->data == offset || (port->data4 && port->data4 == offset)) {
            return port;
        }
    }
    return NULL;
}

/* Return the entry that the index register names, and advance the index. */
static uint32_t *port_next(Gr3dRegs *regs, const Gr3dPort *port)
{
    uint32_t *memory = (uint32_t *)((char *)regs + port->memory);
    uint32_t *index = &regs->reg[port->index];
    uint32_t wrap = port->entries - 1;
    uint32_t at = *index & wrap;

    *index = (*index & ~wrap) | ((at + 1) & wrap);
    return &memory[at];
}

/* Count a port, and its index if that is not 0. */
static void cover_port(const Gr3dRegs *regs, const Gr3dPort *port,
                       uint32_t offset)
{
    GR3D_COVER(REG, offset);
    gr3d_cover_read(port->index, regs->reg[port->index]);
}

static void port_write(Gr3dRegs *regs, uint32_t offset, uint32_t value)
{
    const Gr3dPort *port = gr3d_port(offset);

    cover_port(regs, port, offset);
    *port_next(regs, port) = value & port->mask;
}

static void port_write4(Gr3dRegs *regs, uint32_t offset, uint32_t value)
{
    const Gr3dPort *port = gr3d_port(offset);

    cover_port(regs, port, offset);
    for (int i = 0; i < 4; i++) {
        *port_next(regs, port) = (value >> (8 * i)) & 0xff;
    }
}

static uint32_t port_read4(Gr3dRegs *regs, uint32_t offset)
{
    const Gr3dPort *port = gr3d_port(offset);
    uint32_t value = 0;

    for (int i = 0; i < 4; i++) {
        value |= (*port_next(regs, port) & 0xff) << (8 * i);
    }
    return value;
}

static void write_common_index(Gr3dRegs *regs, uint32_t value)
{
    for (unsigned i = 0; i < sizeof(common_index) / sizeof(uint16_t); i++) {
        uint32_t *index = &regs->reg[common_index[i]];

        *index = (*index & ~0x3fu) | (value & 0x3f);
    }
}

void gr3d_regs_reset(Gr3dRegs *regs)
{
    memset(regs, 0, sizeof(*regs));
}

Gr3dWrite gr3d_regs_write(Gr3dRegs *regs, uint32_t offset, uint32_t value)
{
    RegKind kind = find_kind(offset);

    switch (kind) {
    case REG_NONE:
        return GR3D_WRITE_UNKNOWN;
    case REG_STATUS:
    case REG_INTERNAL:
    case REG_OTHER:
        GR3D_COVER(REG, offset);
        return GR3D_WRITE_STORED;
    case REG_DATA:
        port_write(regs, offset, value);
        return GR3D_WRITE_STORED;
    case REG_DATA4:
        port_write4(regs, offset, value);
        return GR3D_WRITE_STORED;
    case REG_FDC:
        value &= ~1u;
        break;
    case REG_COMMON:
        GR3D_COVER(REG, offset);
        write_common_index(regs, value);
        break;
    default:
        break;
    }
    if (kind == REG_SYNCPT || kind == REG_DRAW) {
        GR3D_COVER(REG, offset);
    }
    regs->reg[offset] = value;
    return kind == REG_SYNCPT ? GR3D_WRITE_INCR_SYNCPT :
           kind == REG_DRAW ? GR3D_WRITE_DRAW : GR3D_WRITE_STORED;
}

static unsigned write_neighbours(Gr3dRegs *regs, uint32_t offset,
                                 const uint32_t *word, unsigned num)
{
    unsigned i = 0;

    while (i < num && find_kind(offset + i) == REG_STORE) {
        regs->reg[offset + i] = word[i];
        i++;
    }
    return i;
}

static unsigned write_data(Gr3dRegs *regs, uint32_t offset,
                           const uint32_t *word, unsigned num)
{
    const Gr3dPort *port = gr3d_port(offset);

    for (unsigned i = 0; i < num; i++) {
        cover_port(regs, port, offset);
        *port_next(regs, port) = word[i] & port->mask;
    }
    return num;
}

unsigned gr3d_regs_write_run(Gr3dRegs *regs, uint32_t offset, bool incr,
                             const uint32_t *word, unsigned num)
{
    if (incr) {
        return write_neighbours(regs, offset, word, num);
    }
    return find_kind(offset) == REG_DATA ?
           write_data(regs, offset, word, num) : 0;
}

uint32_t gr3d_regs_read(Gr3dRegs *regs, uint32_t offset)
{
    switch (find_kind(offset)) {
    case REG_NONE:
    case REG_OTHER:
        return 0;
    case REG_STATUS:
        return 1;
    case REG_DATA:
        return *port_next(regs, gr3d_port(offset));
    case REG_DATA4:
        return port_read4(regs, offset);
    default:
        return gr3d_reg_word(regs, offset);
    }
}
