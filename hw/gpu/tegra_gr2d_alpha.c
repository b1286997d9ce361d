/*
 * NVIDIA Tegra20 GR2D: alpha blending of a blit
 *
 * [tegra-gr2d.rst, Alpha]
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "tegra_gr2d_alpha.h"

enum { A, R, G, B };

static const TegraGR2DLayout rgb565 = {
    { { 0, 0 }, { 11, 5 }, { 5, 6 }, { 0, 5 } },
};
static const TegraGR2DLayout argb1555 = {
    { { 15, 1 }, { 10, 5 }, { 5, 5 }, { 0, 5 } },
};
static const TegraGR2DLayout rgba5551 = {
    { { 0, 1 }, { 11, 5 }, { 6, 5 }, { 1, 5 } },
};
static const TegraGR2DLayout argb4444 = {
    { { 12, 4 }, { 8, 4 }, { 4, 4 }, { 0, 4 } },
};
static const TegraGR2DLayout rgba4444 = {
    { { 0, 4 }, { 12, 4 }, { 8, 4 }, { 4, 4 } },
};
static const TegraGR2DLayout argb8888 = {
    { { 24, 8 }, { 16, 8 }, { 8, 8 }, { 0, 8 } },
};

/* Types 1 to 5 take alpha from a plane of its own. */
static const TegraGR2DAlpha types[] = {
    [0] = { "565 fixed alpha", 2, 2, &rgb565, &rgb565 },
    [6] = { "1555", 2, 2, &argb1555, &rgb565 },
    [7] = { "4444, alpha last", 2, 2, &rgba4444, &rgb565 },
    [8] = { "4444, alpha first", 2, 2, &argb4444, &rgb565 },
    [9] = { "8888", 4, 4, &argb8888, &argb8888 },
    [10] = { "8888 to 565", 4, 2, &argb8888, &rgb565 },
    [11] = { "5551", 2, 2, &rgba5551, &rgb565 },
};

const TegraGR2DAlpha *tegra_gr2d_alpha(uint32_t type)
{
    return type < ARRAY_SIZE(types) && types[type].name ? &types[type] : NULL;
}

/* Widen to 8 bits, repeating the high bits in the low ones; no bits give 0. */
static uint32_t widen(uint32_t px, TegraGR2DChannel c)
{
    uint32_t value = 0;

    for (int have = 8 - c.bits; c.bits && have > -c.bits; have -= c.bits) {
        uint32_t v = extract32(px, c.shift, c.bits);

        value |= have >= 0 ? v << have : v >> -have;
    }
    return value;
}

static uint32_t narrow(uint32_t value, TegraGR2DChannel c)
{
    return c.bits ? value >> (8 - c.bits) << c.shift : 0;
}

static uint32_t alpha_of(const TegraGR2DOp *op, uint32_t px)
{
    const uint32_t *regs = op->regs;
    TegraGR2DChannel c = op->blit.alpha->src->channel[A];
    uint32_t alpha;

    if (!c.bits) {
        alpha = ARRAY_FIELD_EX32(regs, GR2D_ALPHABLEND, ALPHA);
    } else if (c.bits == 1) {
        alpha = extract32(px, c.shift, 1)
                ? ARRAY_FIELD_EX32(regs, GR2D_ALPHABLEND, ALPHA1)
                : ARRAY_FIELD_EX32(regs, GR2D_ALPHABLEND, ALPHA0);
    } else {
        alpha = widen(px, c);
    }
    return ARRAY_FIELD_EX32(regs, GR2D_ALPHABLEND, INVERT) ? 255 - alpha
                                                           : alpha;
}

static uint32_t blend_pixel(const TegraGR2DOp *op, uint32_t src, uint32_t dst)
{
    const TegraGR2DAlpha *t = op->blit.alpha;
    uint32_t alpha = alpha_of(op, src);
    bool keep = ARRAY_FIELD_EX32(op->regs, GR2D_CONTROLSECOND, ALPSRCORDST);
    uint32_t px = keep ? narrow(widen(dst, t->dst->channel[A]),
                                t->dst->channel[A])
                       : narrow(widen(src, t->src->channel[A]),
                                t->dst->channel[A]);

    for (int c = R; c <= B; c++) {
        uint32_t s = widen(src, t->src->channel[c]);
        uint32_t d = widen(dst, t->dst->channel[c]);

        px |= narrow((s * alpha + d * (255 - alpha) + 127) / 255,
                     t->dst->channel[c]);
    }
    return px;
}

void tegra_gr2d_blend(const TegraGR2DOp *op, uint32_t *src,
                      const uint32_t *dst, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) {
        src[i] = blend_pixel(op, src[i], dst[i]);
    }
}
