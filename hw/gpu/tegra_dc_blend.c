/*
 * NVIDIA Tegra20 display controller: blending of windows
 *
 * Each window covering a pixel gives it a weight; which register holds that
 * weight depends on which other windows cover the pixel.
 * [tegra-dc.rst, Blending]
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "tegra_dc_blend.h"

/* The two other windows, X then Y */
static const uint8_t others[TEGRA_DC_NUM_WINDOWS][2] = {
    { 1, 2 }, { 0, 2 }, { 0, 1 },
};

static uint32_t blend_reg(const uint32_t *regs, int n, unsigned int set)
{
    bool x = set & 1 << others[n][0];
    bool y = set & 1 << others[n][1];

    if (x && y) {
        return regs[R_WIN_BLEND_3WIN_XY];
    }
    if (x) {
        return regs[R_WIN_BLEND_2WIN_X];
    }
    if (y) {
        return regs[R_WIN_BLEND_2WIN_Y];
    }
    /* One window has one bit of control: there is nothing to depend on */
    return regs[R_WIN_BLEND_1WIN] & ~(DC_BLEND_DEPENDENT <<
                                      WIN_BLEND_CONTROL_SHIFT);
}

static bool is_fixed(uint32_t reg, uint32_t weight)
{
    return SHARED_FIELD_EX32(reg, WIN_BLEND_KEY) == 0 &&
           SHARED_FIELD_EX32(reg, WIN_BLEND_CONTROL) == DC_BLEND_FIX &&
           SHARED_FIELD_EX32(reg, WIN_BLEND_WEIGHT0) == weight;
}

/* Return true if a window adds nothing where another one has full weight */
static bool is_hidden(uint32_t reg)
{
    return is_fixed(reg, 0) ||
           (SHARED_FIELD_EX32(reg, WIN_BLEND_KEY) == 0 &&
            SHARED_FIELD_EX32(reg, WIN_BLEND_CONTROL) == DC_BLEND_DEPENDENT);
}

static int find_top(const TegraDCBlend *b, unsigned int set)
{
    int top = -1;

    for (int n = 0; n < TEGRA_DC_NUM_WINDOWS; n++) {
        if (!(set & 1 << n) || is_hidden(b->reg[set][n])) {
            continue;
        }
        if (top >= 0 || !is_fixed(b->reg[set][n], 255)) {
            return -1;
        }
        top = n;
    }
    return top;
}

void tegra_dc_blend_setup(TegraDCState *s, TegraDCBlend *b,
                          const TegraDCWindow *win)
{
    for (int n = 0; n < TEGRA_DC_NUM_WINDOWS; n++) {
        const uint32_t *regs = s->regs[TEGRA_DC_ACTIVE].win[n];

        b->nokey[n] = regs[R_WIN_BLEND_NOKEY];
        b->alpha1[n] = win[n].enabled && win[n].fmt->alpha_bits == 1;
        for (unsigned int set = 0; set < ARRAY_SIZE(b->reg); set++) {
            b->reg[set][n] = set & 1 << n ? blend_reg(regs, n, set) : 0;
        }
    }
    for (unsigned int set = 0; set < ARRAY_SIZE(b->reg); set++) {
        b->top[set] = find_top(b, set);
    }
}

/*
 * Return the weight of window @n's pixel, or -1 if it is what the others
 * leave. @keys has a bit for each colour key the pixel matches.
 */
static int weight_of(const TegraDCBlend *b, unsigned int set, int n,
                     uint32_t px, uint8_t keys)
{
    uint32_t reg = b->reg[set][n];
    uint32_t enabled = SHARED_FIELD_EX32(reg, WIN_BLEND_KEY);
    uint32_t control = SHARED_FIELD_EX32(reg, WIN_BLEND_CONTROL);
    uint32_t matched = keys & enabled;
    uint32_t weight0, weight1;

    if (enabled && !matched) {
        reg = b->nokey[n];
        control = FIELD_EX32(reg, WIN_BLEND_NOKEY, CONTROL);
    }
    weight0 = SHARED_FIELD_EX32(reg, WIN_BLEND_WEIGHT0);
    weight1 = SHARED_FIELD_EX32(reg, WIN_BLEND_WEIGHT1);
    switch (control) {
    case DC_BLEND_FIX:
        return matched == 2 ? weight1 : weight0;
    case DC_BLEND_ALPHA:
        if (b->alpha1[n]) {
            return px >> 24 ? weight1 : weight0;
        }
        return px >> 24;
    default:
        return -1;
    }
}

static void add_weighted(uint32_t sum[3], uint32_t px, uint32_t weight)
{
    sum[0] += (px & 0xff) * weight;
    sum[1] += (px >> 8 & 0xff) * weight;
    sum[2] += (px >> 16 & 0xff) * weight;
}

static uint32_t blend_pixel(const TegraDCBlend *b, unsigned int set,
                            const uint32_t px[TEGRA_DC_NUM_WINDOWS],
                            const uint8_t keys[TEGRA_DC_NUM_WINDOWS])
{
    uint32_t sum[3] = { 127, 127, 127 };
    int left = 255, weight;
    unsigned int dependent = 0;

    for (int n = 0; n < TEGRA_DC_NUM_WINDOWS; n++) {
        if (!(set & 1 << n)) {
            continue;
        }
        weight = weight_of(b, set, n, px[n], keys[n]);
        if (weight < 0) {
            dependent |= 1 << n;
            continue;
        }
        add_weighted(sum, px[n], weight);
        left -= weight;
    }
    for (int n = 0; n < TEGRA_DC_NUM_WINDOWS; n++) {
        if (dependent & 1 << n) {
            add_weighted(sum, px[n], MAX(left, 0));
        }
    }
    return 0xff000000 | MIN(sum[2] / 255, 255) << 16 |
           MIN(sum[1] / 255, 255) << 8 | MIN(sum[0] / 255, 255);
}

void tegra_dc_blend_span(const TegraDCBlend *b, unsigned int set,
                         const uint32_t *const px[TEGRA_DC_NUM_WINDOWS],
                         const uint8_t *const keys[TEGRA_DC_NUM_WINDOWS],
                         uint32_t *dst, int n)
{
    uint32_t p[TEGRA_DC_NUM_WINDOWS] = { 0 };
    uint8_t k[TEGRA_DC_NUM_WINDOWS] = { 0 };

    if (b->top[set] >= 0) {
        memcpy(dst, px[b->top[set]], n * sizeof(*dst));
        return;
    }
    for (int i = 0; i < n; i++) {
        for (int w = 0; w < TEGRA_DC_NUM_WINDOWS; w++) {
            if (set & 1 << w) {
                p[w] = px[w][i];
                k[w] = keys[w][i];
            }
        }
        dst[i] = blend_pixel(b, set, p, k);
    }
}
