/*
 * NVIDIA Tegra20 GR2D: the register file
 *
 * All registers are storage; what a write starts besides operations is in
 * tegra_gr2d.c.
 * [tegra-gr2d.rst, Registers]
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "tegra_gr2d_regfile.h"

/* Low bits of a trigger that are compared with a method's offset */
#define TRIGGER_MASK    0x7f

#define BITS_NONE(fields)   0
#define BITS_FIELDS(fields) (0 fields)
#define BITS_LOW16(fields)  0xffff
#define BITS_LOW24(fields)  0xffffff
#define BITS_SIZE(fields)   GR2D_SIZE_MASK
#define BITS_ALL(fields)    UINT32_MAX

/* By offset, not to be searched: every word of a stream is looked up */
static const TegraRegRange regs[TEGRA_GR2D_NUM_REGS] = {
#define F(reg, field, low, len) | MAKE_64BIT_MASK(low, len)
#define GR2D_REG(offset, reg, bits, fields) \
    [offset] = { .name = #reg, .rw = BITS_##bits(fields) },
#define GR2D_W1C(offset, reg) [offset] = { .name = #reg, .w1c = UINT32_MAX },
#include "hw/gpu/tegra_gr2d_regs.def"
};

static const TegraRegRange switch_regs[TEGRA_GR2D_NUM_SWITCH] = {
#define F(reg, field, low, len) | MAKE_64BIT_MASK(low, len)
#define GR2D_SW(offset, reg, bits, value, fields) \
    [(offset) - TEGRA_GR2D_SWITCH] = { \
        .name = "SWITCH_" #reg, .rw = BITS_##bits(fields), .reset = value },
#include "hw/gpu/tegra_gr2d_regs.def"
};

static bool is_switch(uint32_t offset)
{
    return offset >= TEGRA_GR2D_SWITCH &&
           offset - TEGRA_GR2D_SWITCH < TEGRA_GR2D_NUM_SWITCH;
}

const TegraRegRange *tegra_gr2d_reg_info(uint32_t offset)
{
    if (is_switch(offset)) {
        return &switch_regs[offset - TEGRA_GR2D_SWITCH];
    }
    if (offset < TEGRA_GR2D_NUM_REGS && regs[offset].name) {
        return &regs[offset];
    }
    return NULL;
}

const char *tegra_gr2d_reg_name(uint32_t offset)
{
    const TegraRegRange *info = tegra_gr2d_reg_info(offset);

    return info ? info->name : NULL;
}

uint32_t *tegra_gr2d_reg(TegraGR2DState *s, uint32_t offset)
{
    return is_switch(offset) ? &s->switch_regs[offset - TEGRA_GR2D_SWITCH]
                             : &s->regs[offset];
}

bool tegra_gr2d_launches(const TegraGR2DState *s, uint32_t offset,
                         uint32_t value)
{
    for (uint32_t r = R_GR2D_TRIGGER; r <= R_GR2D_TRIGGER2; r++) {
        uint32_t trigger = r == offset ? value : s->regs[r];

        if (offset && (trigger & TRIGGER_MASK) == offset) {
            return true;
        }
    }
    return false;
}

bool tegra_gr2d_reg_store(TegraGR2DState *s, uint32_t offset, uint32_t value)
{
    uint32_t *reg = tegra_gr2d_reg(s, offset);

    *reg = tegra_reg_merge(tegra_gr2d_reg_info(offset), *reg, value);
    return tegra_gr2d_launches(s, offset, value);
}

void tegra_gr2d_regs_reset(TegraGR2DState *s)
{
    for (int i = 0; i < TEGRA_GR2D_NUM_REGS; i++) {
        s->regs[i] = regs[i].reset;
    }
    for (int i = 0; i < TEGRA_GR2D_NUM_SWITCH; i++) {
        s->switch_regs[i] = switch_regs[i].reset;
    }
}

static void dump(GString *text, const TegraRegRange *info, uint32_t first,
                 const uint32_t *value, unsigned int num)
{
    for (unsigned int i = 0; i < num; i++) {
        if (info[i].name) {
            g_string_append_printf(text, "0x%04x %-21s 0x%08" PRIx32 "\n",
                                   first + i, info[i].name, value[i]);
        }
    }
}

void tegra_gr2d_regs_dump(TegraGR2DState *s, GString *text)
{
    dump(text, regs, 0, s->regs, TEGRA_GR2D_NUM_REGS);
    dump(text, switch_regs, TEGRA_GR2D_SWITCH, s->switch_regs,
         TEGRA_GR2D_NUM_SWITCH);
}
