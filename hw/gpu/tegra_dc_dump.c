/*
 * NVIDIA Tegra20 display controller: its state as text
 *
 * What the ACTIVE registers say, for a person.  [tegra-dc.rst, Debugging]
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "tegra_dc_dump.h"
#include "tegra_dc_format.h"
#include "tegra_dc_regfile.h"
#include "tegra_dc_scanout.h"
#include "tegra_dc_timing.h"

static const char *const mode_names[4] = {
    "stopped", "continuous", "one-shot", "mode 3",
};

static void dump_mode(TegraDCState *s, GString *out)
{
    uint32_t active = tegra_dc_active(s, R_DC_DISP_ACTIVE);
    uint32_t mode = FIELD_EX32(tegra_dc_active(s, R_DC_DISPLAY_COMMAND),
                               DC_DISPLAY_COMMAND, MODE);
    uint64_t mhz = NANOSECONDS_PER_SECOND * 1000ULL / tegra_dc_frame_ns(s);

    g_string_append_printf(out, "display %c: %s, ", 'A' + s->head,
                           s->in_reset ? "in reset" :
                           !tegra_dc_clocked(s) ? "not clocked" :
                           !tegra_dc_is_showing(s) ? "off" : "on");
    g_string_append_printf(out, "%s, %ux%u, %" PRIu64 ".%03" PRIu64 " Hz, "
                           "frame %" PRIu64 "\n", mode_names[mode],
                           SHARED_FIELD_EX32(active, DC_TIMING_H),
                           SHARED_FIELD_EX32(active, DC_TIMING_V),
                           mhz / 1000, mhz % 1000, s->frames);
}

static void dump_requests(TegraDCState *s, GString *out)
{
    static const char *const names[] = { "general", "A", "B", "C" };

    g_string_append(out, "requests:");
    for (int i = 0; i < ARRAY_SIZE(names); i++) {
        if (s->act_req & 1 << i) {
            g_string_append_printf(out, " %s", names[i]);
        }
    }
    g_string_append(out, s->act_req ? "\n" : " none\n");
}

static void dump_events(TegraDCState *s, GString *out)
{
    g_string_append_printf(out, "interrupts: status 0x%08x enable 0x%08x mask "
                           "0x%08x, vblank sync point 0x%03x\n",
                           tegra_dc_active(s, R_DC_INT_STATUS),
                           tegra_dc_active(s, R_DC_INT_ENABLE),
                           tegra_dc_active(s, R_DC_INT_MASK),
                           tegra_dc_active(s, R_DC_CONT_SYNCPT_VSYNC));
}

static void dump_planes(const uint32_t *regs, const TegraDCFormat *fmt,
                        GString *out)
{
    uint32_t stride = regs[R_WIN_LINE_STRIDE];
    uint32_t mode = regs[R_WIN_BUFFER_ADDR_MODE];

    g_string_append_printf(out, "  address 0x%08x + line %u byte %u, stride "
                           "%u, %s\n", regs[R_WINBUF_START_ADDR],
                           regs[R_WINBUF_ADDR_V_OFFSET],
                           regs[R_WINBUF_ADDR_H_OFFSET],
                           FIELD_EX32(stride, WIN_LINE_STRIDE, Y),
                           FIELD_EX32(mode, WIN_BUFFER_ADDR_MODE, TILED)
                           ? "tiled" : "linear");
    if (fmt && fmt->planes == 3) {
        g_string_append_printf(out, "  chroma U 0x%08x V 0x%08x, stride %u, "
                               "%s\n", regs[R_WINBUF_START_ADDR_U],
                               regs[R_WINBUF_START_ADDR_V],
                               FIELD_EX32(stride, WIN_LINE_STRIDE, UV),
                               FIELD_EX32(mode, WIN_BUFFER_ADDR_MODE, TILED_UV)
                               ? "tiled" : "linear");
    }
}

static void dump_options(const uint32_t *regs, GString *out)
{
    static const struct {
        uint32_t mask;
        const char *name;
    } rows[] = {
        { R_WIN_OPTIONS_H_DIRECTION_MASK, "right-to-left" },
        { R_WIN_OPTIONS_V_DIRECTION_MASK, "bottom-up" },
        { R_WIN_OPTIONS_COLOR_EXPAND_MASK, "expand" },
        { R_WIN_OPTIONS_H_FILTER_MASK, "h-filter" },
        { R_WIN_OPTIONS_V_FILTER_MASK, "v-filter" },
        { R_WIN_OPTIONS_V_FILTER_OPT_MASK, "v-filter-opt" },
        { R_WIN_OPTIONS_UV_ALIGN_MASK, "uv-align" },
        { R_WIN_OPTIONS_CP_ENABLE_MASK, "palette" },
        { R_WIN_OPTIONS_CSC_ENABLE_MASK, "csc" },
        { R_WIN_OPTIONS_DV_ENABLE_MASK, "vibrance" },
        { R_WIN_OPTIONS_YUV_EXPAND_MASK, "yuv-expand" },
    };

    g_string_append_printf(out, "  options 0x%08x", regs[R_WIN_OPTIONS]);
    for (int i = 0; i < ARRAY_SIZE(rows); i++) {
        if (regs[R_WIN_OPTIONS] & rows[i].mask) {
            g_string_append_printf(out, " %s", rows[i].name);
        }
    }
    g_string_append_printf(out, ", byte swap %u\n", regs[R_WIN_BYTE_SWAP]);
}

static void dump_blend(const uint32_t *regs, GString *out)
{
    static const struct {
        const char *name;
        uint16_t reg;
        bool nokey;
    } rows[] = {
        { "nokey", R_WIN_BLEND_NOKEY, true },
        { "1win", R_WIN_BLEND_1WIN },
        { "2win-x", R_WIN_BLEND_2WIN_X },
        { "2win-y", R_WIN_BLEND_2WIN_Y },
        { "3win", R_WIN_BLEND_3WIN_XY },
    };
    static const char *const control[4] = {
        "fix", "alpha", "dependent", "reserved",
    };

    g_string_append(out, "  blend");
    for (int i = 0; i < ARRAY_SIZE(rows); i++) {
        uint32_t reg = regs[rows[i].reg];
        uint32_t how = rows[i].nokey
                       ? FIELD_EX32(reg, WIN_BLEND_NOKEY, CONTROL)
                       : SHARED_FIELD_EX32(reg, WIN_BLEND_CONTROL);
        uint32_t keys = rows[i].nokey ? 0
                                      : SHARED_FIELD_EX32(reg, WIN_BLEND_KEY);

        g_string_append_printf(out, "%s %s %s(%u,%u)", i ? "," : "",
                               rows[i].name, control[how],
                               SHARED_FIELD_EX32(reg, WIN_BLEND_WEIGHT0),
                               SHARED_FIELD_EX32(reg, WIN_BLEND_WEIGHT1));
        if (keys) {
            g_string_append_printf(out, " keys 0x%x", keys);
        }
    }
    g_string_append_c(out, '\n');
}

static void dump_window(TegraDCState *s, int n, GString *out)
{
    const uint32_t *regs = s->regs[TEGRA_DC_ACTIVE].win[n];
    const TegraDCWindow *w = &tegra_dc_scanout_picture(s)->win[n];
    const TegraDCFormat *fmt = tegra_dc_format(regs[R_WIN_COLOR_DEPTH]);
    uint32_t pos = regs[R_WIN_POSITION], size = regs[R_WIN_SIZE];
    uint32_t from = regs[R_WIN_PRESCALED_SIZE], inc = regs[R_WIN_DDA_INCREMENT];

    if (!FIELD_EX32(regs[R_WIN_OPTIONS], WIN_OPTIONS, WIN_ENABLE)) {
        g_string_append_printf(out, "window %c: off\n", 'A' + n);
        return;
    }
    g_string_append_printf(out, "window %c: %s, %s, at %u,%u size %ux%u from "
                           "%u bytes x %u lines, step 0x%04x,0x%04x, "
                           "underflows 0x%08x\n", 'A' + n,
                           w->enabled ? "shown" : "not shown",
                           fmt ? fmt->name : "no such format",
                           FIELD_EX32(pos, WIN_POSITION, H),
                           FIELD_EX32(pos, WIN_POSITION, V),
                           FIELD_EX32(size, WIN_SIZE, H),
                           FIELD_EX32(size, WIN_SIZE, V),
                           FIELD_EX32(from, WIN_PRESCALED_SIZE, H_BYTES),
                           FIELD_EX32(from, WIN_PRESCALED_SIZE, V),
                           FIELD_EX32(inc, WIN_DDA_INCREMENT, H),
                           FIELD_EX32(inc, WIN_DDA_INCREMENT, V),
                           regs[R_WINBUF_UFLOW_STATUS]);
    dump_planes(regs, fmt, out);
    dump_options(regs, out);
    dump_blend(regs, out);
}

static void dump_cursor(TegraDCState *s, GString *out)
{
    uint32_t start = tegra_dc_active(s, R_DC_CURSOR_START_ADDR);
    uint32_t pos = tegra_dc_active(s, R_DC_CURSOR_POSITION);
    int size = FIELD_EX32(start, DC_CURSOR_START_ADDR, SIZE) ? 64 : 32;

    if (!FIELD_EX32(tegra_dc_active(s, R_DC_DISP_WIN_OPTIONS),
                    DC_DISP_WIN_OPTIONS, CURSOR_ENABLE)) {
        g_string_append(out, "cursor: off\n");
        return;
    }
    g_string_append_printf(out, "cursor: at %d,%d size %dx%d, address 0x%08x\n",
                           sextract32(pos, R_DC_CURSOR_POSITION_X_SHIFT, 14),
                           sextract32(pos, R_DC_CURSOR_POSITION_Y_SHIFT, 14),
                           size, size,
                           FIELD_EX32(start, DC_CURSOR_START_ADDR, ADDR) << 10);
}

char *tegra_dc_dump(TegraDCState *s)
{
    GString *out = g_string_new(NULL);

    dump_mode(s, out);
    dump_requests(s, out);
    dump_events(s, out);
    g_string_append_printf(out, "outputs: DISP_WIN_OPTIONS 0x%08x, "
                           "DISP_COLOR_CONTROL 0x%08x, border 0x%06x\n",
                           tegra_dc_active(s, R_DC_DISP_WIN_OPTIONS),
                           tegra_dc_active(s, R_DC_DISP_COLOR_CONTROL),
                           tegra_dc_active(s, R_DC_BORDER_COLOR));
    for (int n = 0; n < TEGRA_DC_NUM_WINDOWS; n++) {
        dump_window(s, n, out);
    }
    dump_cursor(s, out);
    return g_string_free(out, false);
}
