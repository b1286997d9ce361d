/*
 * Registers that the engine stores and never looks at, and those it drops
 *
 * A case for each: the register keeps its value, or does not, no other one
 * changes, and a picture drawn with it is the one drawn without it.  Values
 * are those that clients send where some client does, else all ones
 * [tegra-gr3d.rst, Registers and ports].
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <glib.h>
#include <string.h>
#include "half-picture.h"

#define ALL     0xffffffff

typedef struct Idle {
    const char *name;
    uint16_t offset, count;
    uint32_t value;
    enum { KEEPS, READS_ZERO, NO_NAME } how;
} Idle;

static const Idle idles[] = {
    { "INCR_SYNCPT_CNTRL", 0x001, 1, 0x101, KEEPS },
    { "INCR_SYNCPT_ERROR", 0x002, 1, ALL, KEEPS },
    { "INTSTATUS", 0x008, 1, ALL, KEEPS },
    { "INTENABLE", 0x009, 1, ALL, KEEPS },
    { "CTXSW", 0x00a, 1, ALL, KEEPS },
    { "CTL_STAT", 0x00c, 2, ALL, KEEPS },
    { "CTL_STAT_CLK_COUNT", 0x00e, 2, ALL, KEEPS },
    { "CTL_STAT_XFER_COUNT", 0x010, 2, ALL, KEEPS },
    { "CTL_STAT_WAIT_COUNT", 0x012, 2, ALL, KEEPS },
    { "CTL_STAT_EN_COUNT", 0x014, 2, ALL, KEEPS },
    { "IDX_CTL", 0x124, 1, 7, KEEPS },
    { "IDX_STAT", 0x125, 1, ALL, KEEPS },
    { "IDX_MCCIF_FIFOCTRL", 0x126, 1, ALL, KEEPS },
    { "BRANCHBITS", 0x203, 1, ALL, KEEPS },
    { "GEOM_STALL", 0x209, 1, ALL, KEEPS },
    { "VPE_CTRL", 0x20a, 1, ALL, KEEPS },
    { "VPE_DEBUG", 0x20b, 1, 3, KEEPS },
    { "DRAW_POINT", 0x340, 1, ALL, READS_ZERO },
    { "DRAW_LINE", 0x341, 1, ALL, READS_ZERO },
    { "DRAW_TRI", 0x342, 1, ALL, READS_ZERO },
    { "LINE_MAX_ATTR_W", 0x34e, 1, 0x3f800000, KEEPS },
    { "LINE_MIN_ATTR_W", 0x34f, 1, 0x3f800000, KEEPS },
    { "SU_CLKEN_OVERRIDE", 0x363, 1, ALL, KEEPS },
    { "SU_CLIP_CLKEN_OVERRIDE", 0x364, 1, ALL, KEEPS },
    { "OUTER_SLI_SCISSOR", 0x365, 2, ALL, KEEPS },
    { "RAST_OPERATION", 0x406, 1, 1, KEEPS },
    { "RAST_SCISSOR_SNAP", 0x407, 1, ALL, KEEPS },
    { "RAST_SCISSOR_MIN", 0x408, 1, ALL, KEEPS },
    { "RAST_SCISSOR_MAX", 0x409, 1, 0x00010001, KEEPS },
    { "RAST_BBOX_MIN", 0x40a, 1, 0x1fff1fff, KEEPS },
    { "RAST_BBOX_MAX", 0x40b, 1, ALL, KEEPS },
    { "SB_OPERATION", 0x40c, 1, 6, KEEPS },
    { "QRAST_CLKEN_OVERRIDE", 0x40d, 1, ALL, KEEPS },
    { "VCAA_OPERATION", 0x40e, 1, 8, KEEPS },
    { "QRAST_DEBUG", 0x410, 1, ALL, KEEPS },
    { "QRAST_LIMITS", 0x411, 1, ALL, KEEPS },
    { "QR_ZTAG_ADDR", 0x415, 1, ALL, NO_NAME },
    { "QR_CTAG_ADDR", 0x417, 1, ALL, NO_NAME },
    { "QR_CZ_ADDR", 0x419, 1, ALL, NO_NAME },
    { "PSEQ_FLUSH", 0x500, 1, ALL, KEEPS },
    { "PSEQ_CTL", 0x501, 1, 0x223212cf, KEEPS },
    { "PSEQ_TIMEOUT", 0x502, 1, 1, KEEPS },
    { "PSEQ_COMMAND_ODD", 0x521, 1, ALL, KEEPS },
    { "PSEQ_DBG_X", 0x542, 1, ALL, KEEPS },
    { "PSEQ_DBG_Y", 0x543, 1, ALL, KEEPS },
    { "PSEQ_DBG_CTL", 0x544, 1, ALL, KEEPS },
    { "PSEQ_QUAD_ID", 0x545, 1, ALL, KEEPS },
    { "PSEQ_DWR_IF_STATE", 0x546, 1, 0x40, KEEPS },
    { "AT_TRAM_OFFSET", 0x60c, 1, ALL, KEEPS },
    { "AT_TRAM_DATA", 0x60d, 1, ALL, KEEPS },
    { "AT_CLKEN_OVERRIDE", 0x60e, 1, ALL, KEEPS },
    { "TEX_COLORKEY", 0x702, 1, ALL, KEEPS },
    { "TEXCTL", 0x740, 1, 0x35, KEEPS },
    { "TEX_CLKEN_OVERRIDE", 0x741, 1, ALL, KEEPS },
    { "TEX_MCCIF_FIFOCTRL", 0x742, 1, ALL, KEEPS },
    { "DW_LOGIC_OP", 0x902, 1, ALL, KEEPS },
    { "DW_MEMORY_OUTPUT_ADDRESS", 0x904, 1, ALL, KEEPS },
    { "DW_MEMORY_OUTPUT_DATA", 0x905, 1, ALL, KEEPS },
    { "DW_MEMORY_OUTPUT_INCR", 0x906, 1, ALL, KEEPS },
    { "FDC_MAX_QZ_LINES", 0xa02, 1, ALL, KEEPS },
    { "FDC_MAX_QV_LINES", 0xa03, 1, ALL, KEEPS },
    { "FDC_MAX_QS_LINES", 0xa04, 1, ALL, KEEPS },
    { "FDC_MAX_PS_LINES", 0xa05, 1, ALL, KEEPS },
    { "FDC_MAX_Q_LINES", 0xa06, 1, ALL, KEEPS },
    { "FDC_MAX_Q_P_LINES", 0xa07, 1, ALL, KEEPS },
    { "FDC_FLUSH_CTL", 0xa08, 1, ALL, KEEPS },
    { "FDC_L1_TIMEOUT", 0xa09, 1, ALL, KEEPS },
    { "FDC_INSTRUMENT", 0xa0a, 1, ALL, KEEPS },
    { "FDC_CLKEN_OVERRIDE", 0xa0b, 1, ALL, KEEPS },
    { "FDC_MCCIF_FIFOCTRL", 0xa0c, 1, ALL, KEEPS },
    { "TRI_ATTR", 0xe21, 1, 0x140, KEEPS },
    { "RAISE", 0xe23, 1, ALL, KEEPS },
    { "REFCNT", 0xe24, 1, ALL, KEEPS },
    { "GLOBAL_INSTRUMENT", 0xe25, 1, ALL, KEEPS },
    { "GLOBAL_FLUSH", 0xe27, 1, 1, KEEPS },
    { "SPILLSURFADDR", 0xe2a, 1, ALL, KEEPS },
    { "SAMPSURFADDR", 0xe50, 32, ALL, NO_NAME },
};

static void draw(Gr3dRegs *regs, uint32_t *target)
{
    float copy[3][4];
    unsigned events;
    Gr3dDraw *d;

    g_assert_cmpint(gr3d_regs_write(regs, 0x123, 2 << 20), ==,
                    GR3D_WRITE_DRAW);
    memcpy(copy, half_vertex, sizeof(copy));
    memset(target, 0, HALF_BYTES);
    d = gr3d_draw_new(regs);
    gr3d_draw_bind(d, GR3D_SPAN_ATTRIB, copy, sizeof(copy));
    gr3d_draw_bind(d, GR3D_SPAN_SURFACE + 1, target, HALF_BYTES);
    gr3d_draw_run(d);
    gr3d_draw_events(d, &events);
    g_assert_cmpint(events, ==, 0);
    gr3d_draw_free(d);
}

static Gr3dRegs *drawing(void)
{
    Gr3dRegs *regs = g_new(Gr3dRegs, 1);

    gr3d_regs_reset(regs);
    half_write_state(regs);
    return regs;
}

static void test_idle(gconstpointer data)
{
    const Idle *idle = data;
    g_autofree Gr3dRegs *regs = drawing();
    g_autofree Gr3dRegs *want = drawing();
    uint32_t with[HALF_SIZE * HALF_SIZE], without[HALF_SIZE * HALF_SIZE];

    draw(want, without);
    half_check(without, true, HALF_BYTES);
    for (unsigned i = 0; i < idle->count; i++) {
        uint32_t value = idle->value - i, offset = idle->offset + i;
        const char *name = gr3d_reg_name(offset);

        g_assert_cmpint(gr3d_regs_write(regs, offset, value), ==,
                        GR3D_WRITE_STORED);
        g_assert_cmphex(gr3d_regs_read(regs, offset), ==,
                        idle->how == KEEPS ? value : 0);
        want->reg[offset] = idle->how == KEEPS ? value : 0;
        if (idle->how == NO_NAME) {
            g_assert_null(name);
        } else {
            g_assert_true(g_str_has_prefix(name, idle->name));
        }
    }
    draw(regs, with);
    g_assert_cmpmem(with, sizeof(with), without, sizeof(without));
    g_assert_cmpmem(regs, sizeof(*regs), want, sizeof(*want));
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    for (unsigned i = 0; i < G_N_ELEMENTS(idles); i++) {
        g_autofree char *path = g_strconcat("/regs/idle/", idles[i].name,
                                            NULL);

        g_test_add_data_func(path, &idles[i], test_idle);
    }
    return g_test_run();
}
