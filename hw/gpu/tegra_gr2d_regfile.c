/*
 * NVIDIA Tegra20 GR2D: the register file
 *
 * All registers are storage; what a write starts is in tegra_gr2d.c.
 * [tegra-gr2d.rst, Registers]
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "tegra_gr2d_regfile.h"

#define ALL     0xffffffffu

/* The bits of fields F of register R */
#define M1(r, a)        R_##r##_##a##_MASK
#define M2(r, a, b)     (M1(r, a) | M1(r, b))
#define M3(r, a, b, c)  (M2(r, a, b) | M1(r, c))

#define ROW(r, writable) \
    [R_GR2D_##r] = { .name = #r, .rw = (writable) }

/* By offset, not to be searched: every word of a stream is looked up */
static const TegraRegRange regs[TEGRA_GR2D_NUM_REGS] = {
    ROW(INCR_SYNCPT, 0),
    ROW(INCR_SYNCPT_CNTRL,
        M2(GR2D_INCR_SYNCPT_CNTRL, SOFT_RESET, NO_STALL)),
    [R_GR2D_INCR_SYNCPT_ERROR] = { .name = "INCR_SYNCPT_ERROR", .w1c = ALL },
    ROW(CLASSCHANNEL, M3(GR2D_CLASSCHANNEL, CLASS, CHANNEL, VALID)),
    ROW(TRIGGER, M1(GR2D_TRIGGER, OFFSET)),
    ROW(TRIGGER1, M1(GR2D_TRIGGER, OFFSET)),
    ROW(TRIGGER2, M1(GR2D_TRIGGER, OFFSET)),
    ROW(CMDSEL, M3(GR2D_CMDSEL, SB, BUFFER, OUTPUT) |
        M3(GR2D_CMDSEL, TEST, LINK_WAIT, FRAME) |
        M2(GR2D_CMDSEL, BUFFER_INDEX, LINK)),
    ROW(RAISE, M2(GR2D_RAISE, VALUE, CHANNEL)),
    ROW(HOSTSET, M2(GR2D_HOSTSET, LINE_GAP, FIRST)),
    ROW(HOSTFIFO, 0),
    ROW(VDDA, ALL),
    ROW(VDDAINI, M2(GR2D_VDDAINI, TOP, BOTTOM)),
    ROW(HDDA, ALL),
    ROW(HDDAINILS, M1(GR2D_HDDAINILS, FRACTION)),
    ROW(CSCFIRST, M3(GR2D_CSCFIRST, CUB, CVR, YOS)),
    ROW(CSCSECOND, M3(GR2D_CSCSECOND, CUG, CUR, CYX)),
    ROW(CSCTHIRD, M2(GR2D_CSCTHIRD, CVG, CVB)),
    ROW(CMKEYL, 0xffffff),
    ROW(CMKEYU, 0xffffff),
    ROW(UBA_A, ALL),
    ROW(VBA_A, ALL),
    ROW(SBFORMAT, M2(GR2D_SBFORMAT, SRC, DST)),
    ROW(CONTROLSB, M3(GR2D_CONTROLSB, PLANAR_422, IMODE, ENAVF) |
        M3(GR2D_CONTROLSB, ENAHF, UVST, LINE_PAIRING) |
        M3(GR2D_CONTROLSB, HOST, VI, VFTYPE) |
        M3(GR2D_CONTROLSB, VFEN, DISCSC, HFTYPE) |
        M3(GR2D_CONTROLSB, RANGE_REDUCE, BOTTOM_FIELD, SBSEL) |
        M3(GR2D_CONTROLSB, DBSEL, KEYEN, KPOL) |
        M2(GR2D_CONTROLSB, DITHER, NO_WRITE)),
    ROW(CONTROLSECOND, M3(GR2D_CONTROLSECOND, SWAP, ALPTYPE, ALPSRCORDST) |
        M3(GR2D_CONTROLSECOND, PXLREP, SWAPBLT, VCAA_SAFE) |
        M3(GR2D_CONTROLSECOND, NOSTOP, CLIPC, FR_MODE) |
        M2(GR2D_CONTROLSECOND, FR_TYPE, FR_READWAIT)),
    ROW(CONTROLMAIN, 0x7fffffff),       /* every bit below 31 has a name */
    ROW(ROPFADE, M3(GR2D_ROPFADE, ROP, FADE_COEFFICIENT, FADE_OFFSET)),
    ROW(ALPHABLEND, M2(GR2D_ALPHABLEND, ALPHA, INVERT) |
        M2(GR2D_ALPHABLEND, ALPHA0, ALPHA1)),
    ROW(CLIPLEFTTOP, GR2D_SIZE_MASK),
    ROW(CLIPRIGHTBOT, GR2D_SIZE_MASK),
    ROW(PATPACK, ALL),
    ROW(PATPACK_SIZE, ALL),
    ROW(PATBA, ALL),
    ROW(PATOS, M3(GR2D_PATOS, STRIDE, PATCD, PATT) |
        M2(GR2D_PATOS, XOFFSET, YOFFSET)),
    ROW(PATBGC, ALL),
    ROW(PATFGC, ALL),
    ROW(PATKEY, ALL),
    ROW(DSTBA, ALL),
    ROW(DSTBA_B, ALL),
    ROW(DSTBA_C, ALL),
    ROW(DSTST, 0xffff),
    ROW(SRCPACK, ALL),
    ROW(SRCPACK_SIZE, ALL),
    ROW(SRCBA, ALL),
    ROW(SRCBA_B, ALL),
    ROW(SRCST, 0xffff),
    ROW(SRCBGC, ALL),
    ROW(SRCFGC, ALL),
    ROW(SRCKEY, ALL),
    ROW(SRCSIZE, GR2D_SIZE_MASK),
    ROW(DSTSIZE, GR2D_SIZE_MASK),
    ROW(SRCPS, ALL),
    ROW(DSTPS, ALL),
    ROW(CBDES, ALL),
    ROW(CBSTRIDE, ALL),
    ROW(LINESETTING, M3(GR2D_LINESETTING, GAMMA, MAJOR, XDIR) |
        M3(GR2D_LINESETTING, YDIR, DROPLAST, OCTANT)),
    ROW(LINEDELTAN, ALL),
    ROW(LINEDELTAM, ALL),
    ROW(LINEPOS, ALL),
    ROW(LINELEN, ALL),
    ROW(CSCFOURTH, ALL),
    ROW(SRCST_B, 0xffff),
    ROW(UVSTRIDE, 0xffff),
    ROW(CBDES2, ALL),
    ROW(TILEMODE, M3(GR2D_TILEMODE, SRC, SRC_UV, PAT) |
        M3(GR2D_TILEMODE, PAT_UV, DST_RD, DST_WR)),
    ROW(PATBASE, ALL),
    ROW(SRCBA_SB_SURFBASE, ALL),
    ROW(DSTBA_SB_SURFBASE, ALL),
    ROW(DSTBA_B_SB_SURFBASE, ALL),
    ROW(VBA_A_SB_SURFBASE, ALL),
    ROW(UBA_A_SB_SURFBASE, ALL),
};

#define SW_ROW(sw, writable, initial) \
    [R_GR2D_SW_##sw - TEGRA_GR2D_SWITCH] = \
        { .name = "SWITCH_" #sw, .rw = (writable), .reset = (initial) }

static const TegraRegRange switch_regs[TEGRA_GR2D_NUM_SWITCH] = {
    SW_ROW(INTERRUPT, 0, 0),            /* no interrupt is ever pending */
    SW_ROW(INTENABLE, M1(GR2D_SW_INTENABLE, ENABLE), 0),
    SW_ROW(CURRENTCONTEXT, ALL, 0),
    SW_ROW(NXTCXTSWITCH, ALL, 0),
    SW_ROW(GLOBALCONTROL, ALL, 0),
    SW_ROW(GLOBALCONTROLB, ALL, 0xe1),
    SW_ROW(WORKINGSTAT, 0, 0),
    SW_ROW(BUFTHRESHOLD, ALL, 0),
    SW_ROW(CLKEN_OVERRIDE, ALL, 0),
    SW_ROW(MCCIF, ALL, 0),
    SW_ROW(TIMEOUT_WCOAL, ALL, 0),
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
