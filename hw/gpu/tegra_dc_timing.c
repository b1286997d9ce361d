/*
 * NVIDIA Tegra20 display controller: whether and how fast frames are shown
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "hw/core/clock.h"
#include "tegra_dc_regfile.h"
#include "tegra_dc_timing.h"

/* Highest frame rate: what the guest's timing registers ask for is cut */
#define TEGRA_DC_MAX_HZ     240
#define TEGRA_DC_DEFAULT_HZ 60

bool tegra_dc_is_showing(const TegraDCState *s)
{
    return !s->in_reset &&
           FIELD_EX32(tegra_dc_active(s, R_DC_DISPLAY_COMMAND),
                      DC_DISPLAY_COMMAND, MODE) != DC_MODE_STOP &&
           FIELD_EX32(tegra_dc_active(s, R_DC_DISPLAY_POWER_CONTROL),
                      DC_DISPLAY_POWER_CONTROL, PW0);
}

bool tegra_dc_is_scanning(const TegraDCState *s)
{
    return tegra_dc_is_showing(s) &&
           (FIELD_EX32(tegra_dc_active(s, R_DC_DISPLAY_COMMAND),
                       DC_DISPLAY_COMMAND, MODE) != DC_MODE_NC_DISPLAY ||
            s->nc_trigger);
}

bool tegra_dc_clocked(const TegraDCState *s)
{
    return !clock_has_source(s->clk) || clock_is_enabled(s->clk);
}

static uint64_t tegra_dc_sum(const TegraDCState *s, bool vertical)
{
    static const uint16_t regs[] = {
        R_DC_SYNC_WIDTH, R_DC_BACK_PORCH, R_DC_DISP_ACTIVE, R_DC_FRONT_PORCH,
    };
    uint64_t sum = 0;

    for (int i = 0; i < ARRAY_SIZE(regs); i++) {
        uint32_t value = tegra_dc_active(s, regs[i]);

        sum += vertical ? SHARED_FIELD_EX32(value, DC_TIMING_V)
                        : SHARED_FIELD_EX32(value, DC_TIMING_H);
    }
    return sum;
}

/* Return the module clocks of a frame.  [tegra-dc.rst, Frame rate] */
static uint64_t tegra_dc_frame_ticks(const TegraDCState *s)
{
    /* The pixel clock divider by its code, times two */
    static const uint8_t twice[16] = {
        2, 3, 4, 6, 8, 12, 16, 18, 24, 32, 36, 48, 26, 2, 2, 2
    };
    uint32_t div = tegra_dc_active(s, R_DC_DISP_CLOCK_CONTROL);
    uint64_t shift = FIELD_EX32(div, DC_DISP_CLOCK_CONTROL, SHIFT_DIV) + 2;
    uint64_t pixel = twice[FIELD_EX32(div, DC_DISP_CLOCK_CONTROL, PIXEL_DIV)];

    return tegra_dc_sum(s, false) * tegra_dc_sum(s, true) * shift * pixel / 4;
}

int64_t tegra_dc_frame_ns(const TegraDCState *s)
{
    uint64_t ns;

    if (!clock_has_source(s->clk)) {
        return NANOSECONDS_PER_SECOND / TEGRA_DC_DEFAULT_HZ;
    }
    ns = clock_ticks_to_ns(s->clk, tegra_dc_frame_ticks(s));
    return MIN(MAX(ns, NANOSECONDS_PER_SECOND / TEGRA_DC_MAX_HZ),
               TEGRA_DC_MAX_FRAME_NS);
}
