/*
 * NVIDIA Tegra20 GR2D: the stretch blit engine, SB
 *
 * [tegra-gr2d.rst, Stretch blits]
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qemu/log.h"
#include "tegra_gr2d_format.h"
#include "tegra_gr2d_op.h"
#include "tegra_gr2d_surface.h"

#define SB(field)       ARRAY_FIELD_EX32(op->regs, GR2D_CONTROLSB, field)
#define MAIN(field)     ARRAY_FIELD_EX32(op->regs, GR2D_CONTROLMAIN, field)
#define TILED(field)    ARRAY_FIELD_EX32(op->regs, GR2D_TILEMODE, field)

/* A step of a DDA is 6.12, its start a fraction of 256. */
#define DDA_FRACTION    12

/* Where output pixel or line @n falls in the source */
typedef struct Sample {
    uint32_t at, next;          /* the two neighbours */
    uint32_t weight;            /* of the second, of 256 */
} Sample;

static Sample sample(uint32_t start, uint32_t step, uint32_t n, uint32_t size)
{
    uint64_t pos = ((uint64_t)start << (DDA_FRACTION - 8)) +
                   (uint64_t)step * n;
    uint64_t at = pos >> DDA_FRACTION;

    return (Sample) {
        .at = MIN(at, size - 1),
        .next = MIN(at + 1, size - 1),
        .weight = extract64(pos, DDA_FRACTION - 8, 8),
    };
}

static uint32_t mix(uint32_t a, uint32_t b, uint32_t weight)
{
    return (a * (256 - weight) + b * weight + 128) >> 8;
}

/* Mix two pixels; without @alpha the alpha is that of @a. */
static uint32_t mix_pixel(uint32_t a, uint32_t b, uint32_t weight, bool alpha)
{
    uint32_t px = alpha ? 0 : a & 0xff000000;

    for (int shift = 0; shift < (alpha ? 32 : 24); shift += 8) {
        px |= mix(extract32(a, shift, 8), extract32(b, shift, 8), weight)
              << shift;
    }
    return px;
}

/* ---- Colour space conversion ---- */

typedef struct Csc {
    int yos, cyx, cur, cvr, cug, cvg, cub, cvb;
} Csc;

static Csc csc_of(const TegraGR2DOp *op)
{
    uint32_t first = op->regs[R_GR2D_CSCFIRST];
    uint32_t second = op->regs[R_GR2D_CSCSECOND];
    uint32_t third = op->regs[R_GR2D_CSCTHIRD];

    return (Csc) {
        .yos = sextract32(first, 24, 8),
        .cyx = extract32(second, 24, 8),
        .cur = sextract32(second, 12, 10),
        .cvr = sextract32(first, 12, 10),
        .cug = sextract32(second, 0, 9),
        .cvg = sextract32(third, 0, 9),
        .cub = sextract32(first, 0, 10),
        .cvb = sextract32(third, 16, 10),
    };
}

/* Round off seven bits behind the point; return an 8-bit channel at @shift */
static uint32_t channel(int sum, int shift)
{
    int value = (sum + 64) >> 7;

    return (uint32_t)(value < 0 ? 0 : MIN(value, 255)) << shift;
}

static uint32_t yuv_to_rgb(const Csc *c, uint32_t px)
{
    int y = c->cyx * ((int)extract32(px, 8, 8) + c->yos);
    int u = (int)extract32(px, 0, 8) - 128;
    int v = (int)extract32(px, 16, 8) - 128;

    return (px & 0xff000000) | channel(y + c->cur * u + c->cvr * v, 16) |
           channel(y + c->cug * u + c->cvg * v, 8) |
           channel(y + c->cub * u + c->cvb * v, 0);
}

static uint32_t rgb_gain(const Csc *c, uint32_t px)
{
    return (px & 0xff000000) |
           channel(c->cvr * (int)extract32(px, 16, 8), 16) |
           channel(c->cyx * (int)extract32(px, 8, 8), 8) |
           channel(c->cub * (int)extract32(px, 0, 8), 0);
}

static void convert(const TegraGR2DOp *op, uint32_t *px, uint32_t n)
{
    const TegraGR2DStretch *s = &op->stretch;
    Csc csc = csc_of(op);

    for (uint32_t i = 0; s->csc && i < n; i++) {
        px[i] = s->src->yuv ? yuv_to_rgb(&csc, px[i]) : rgb_gain(&csc, px[i]);
    }
}

/* ---- One line ---- */

/* Count the bytes of a line that are read: whole pairs of YUV pixels */
static uint32_t src_bytes(const TegraGR2DStretch *s)
{
    return s->src->bytes * (s->src->yuv ? ROUND_UP(s->src_width, 2)
                                        : s->src_width);
}

static void fetch_planar(TegraGR2DOp *op, TegraGR2DLine *line, uint32_t *px,
                         uint32_t y)
{
    const TegraGR2DStretch *s = &op->stretch;
    uint32_t half = DIV_ROUND_UP(s->src_width, 2);
    uint8_t *u = line->raw + TEGRA_GR2D_MAX_LINE;
    uint8_t *v = u + TEGRA_GR2D_MAX_LINE;

    tegra_gr2d_surface_read(&op->surface[TEGRA_GR2D_SRC], 0, y, line->raw,
                            s->src_width);
    tegra_gr2d_surface_read(&op->surface[TEGRA_GR2D_SRC_U], 0,
                            y >> s->chroma_y, u, half);
    tegra_gr2d_surface_read(&op->surface[TEGRA_GR2D_SRC_V], 0,
                            y >> s->chroma_y, v, half);
    tegra_gr2d_decode_planar(s->src, px, line->raw, u, v, s->src_width);
}

static void fetch(TegraGR2DOp *op, TegraGR2DLine *line, uint32_t *px,
                  uint32_t y)
{
    const TegraGR2DStretch *s = &op->stretch;

    if (s->planar) {
        fetch_planar(op, line, px, y);
        return;
    }
    tegra_gr2d_surface_read(&op->surface[TEGRA_GR2D_SRC], 0, y, line->raw,
                            src_bytes(s));
    s->src->decode(s->src, px, line->raw, s->src_width);
}

/* Make the source line for output line @n, in line->src */
static void vertical(TegraGR2DOp *op, TegraGR2DLine *line, uint32_t n)
{
    const TegraGR2DStretch *s = &op->stretch;
    Sample at = sample(ARRAY_FIELD_EX32(op->regs, GR2D_VDDAINI, TOP),
                       op->regs[R_GR2D_VDDA], n, s->src_height);
    uint32_t weight = mix(at.weight, 128, s->vaverage);

    fetch(op, line, line->src, at.at);
    if (!s->vfilter) {
        return;
    }
    fetch(op, line, line->dst, at.next);
    for (uint32_t i = 0; i < s->src_width; i++) {
        line->src[i] = mix_pixel(line->src[i], line->dst[i], weight,
                                 s->alpha_vfilter);
    }
}

/* Turn line->src into output pixels in line->dst */
static void horizontal(TegraGR2DOp *op, TegraGR2DLine *line)
{
    const TegraGR2DStretch *s = &op->stretch;
    uint32_t start = ARRAY_FIELD_EX32(op->regs, GR2D_HDDAINILS, FRACTION);

    for (uint32_t i = 0; i < op->width; i++) {
        Sample at = sample(start, op->regs[R_GR2D_HDDA], i, s->src_width);

        line->dst[i] = s->hfilter
                       ? mix_pixel(line->src[at.at], line->src[at.next],
                                   at.weight, s->alpha_hfilter)
                       : line->src[at.at];
    }
}

static void stretch_step(TegraGR2DOp *op, TegraGR2DLine *line, uint32_t n)
{
    const TegraGR2DStretch *s = &op->stretch;

    vertical(op, line, n);
    horizontal(op, line);
    convert(op, line->dst, op->width);
    s->dst->encode(s->dst, line->raw, line->dst, op->width);
    tegra_gr2d_surface_write(&op->surface[TEGRA_GR2D_DST], 0,
                             (int64_t)s->dst_next * n, line->raw,
                             op->width * s->dst->bytes);
}

/* ---- From registers ---- */

static const TegraGR2DLimit limits[] = {
    { R_GR2D_CONTROLSB, R_GR2D_CONTROLSB_LINE_PAIRING_MASK |
      R_GR2D_CONTROLSB_BOTTOM_FIELD_MASK, "fields are not modelled" },
    { R_GR2D_CONTROLSB, R_GR2D_CONTROLSB_HOST_MASK |
      R_GR2D_CONTROLSB_VI_MASK, "data from host or VI is not modelled" },
    { R_GR2D_CONTROLSB, R_GR2D_CONTROLSB_RANGE_REDUCE_MASK,
      "range reduction is not modelled" },
    { R_GR2D_CONTROLSB, R_GR2D_CONTROLSB_KEYEN_MASK,
      "the colour key of a stretch blit is not modelled" },
    { R_GR2D_CONTROLSB, R_GR2D_CONTROLSB_NO_WRITE_MASK,
      "output to EPP is not modelled" },
    { R_GR2D_CONTROLMAIN, R_GR2D_CONTROLMAIN_XYTDW_MASK,
      "a stretch blit does not transpose" },
};

/* Decode the sizes; heights count from 0, without the line a filter needs. */
static bool decode_size(TegraGR2DOp *op)
{
    TegraGR2DStretch *s = &op->stretch;
    uint32_t more = 1 + SB(VFEN);

    s->src_width = extract32(op->regs[R_GR2D_SRCSIZE], 0, 15);
    s->src_height = extract32(op->regs[R_GR2D_SRCSIZE], 16, 15) + more;
    op->width = extract32(op->regs[R_GR2D_DSTSIZE], 0, 15);
    op->height = extract32(op->regs[R_GR2D_DSTSIZE], 16, 15) + more;
    op->steps = op->height;
    op->cost = 2 * s->src_width + 2 * op->width;
    if (!s->src_width || !op->width) {
        return tegra_gr2d_refuse(op, s->src_width ? R_GR2D_DSTSIZE
                                                  : R_GR2D_SRCSIZE,
                                 "nothing to draw");
    }
    return true;
}

static bool decode_formats(TegraGR2DOp *op)
{
    TegraGR2DStretch *s = &op->stretch;

    s->src = tegra_gr2d_format(ARRAY_FIELD_EX32(op->regs, GR2D_SBFORMAT, SRC));
    s->dst = tegra_gr2d_format(ARRAY_FIELD_EX32(op->regs, GR2D_SBFORMAT, DST));
    if (!s->src || !s->dst) {
        return tegra_gr2d_refuse(op, R_GR2D_SBFORMAT, "reserved format");
    }
    if (s->dst->yuv && !s->src->yuv) {
        return tegra_gr2d_refuse(op, R_GR2D_SBFORMAT, "RGB cannot become YUV");
    }
    op->src_format = s->src->name;
    op->dst_format = s->dst->name;
    s->planar = SB(IMODE);
    s->chroma_y = !SB(PLANAR_422);
    if (s->planar && !s->src->yuv) {
        return tegra_gr2d_refuse(op, R_GR2D_CONTROLSB, "RGB has no planes");
    }
    if (s->dst->bytes != 1 << MAIN(DSTCD)) {
        tegra_gr2d_op_log(op, LOG_GUEST_ERROR, R_GR2D_CONTROLMAIN,
                          "the depth is not that of the format");
    }
    return true;
}

static void decode_filters(TegraGR2DOp *op)
{
    static const uint16_t average[] = { 0, 64, 128, 256 };
    TegraGR2DStretch *s = &op->stretch;

    s->hfilter = SB(HFTYPE) != 7;
    s->vfilter = SB(VFEN);
    s->vaverage = average[SB(VFTYPE)];
    s->alpha_hfilter = SB(ENAHF);
    s->alpha_vfilter = SB(ENAVF);
    s->csc = !SB(DISCSC) && !s->dst->yuv;
    s->dst_next = MAIN(YFLIP) ? -1 : 1;
    if (SB(DISCSC) && s->src->yuv && !s->dst->yuv) {
        tegra_gr2d_op_log(op, LOG_GUEST_ERROR, R_GR2D_CONTROLSB,
                          "YUV to RGB without conversion");
    }
    if (SB(DITHER)) {
        tegra_gr2d_op_log(op, LOG_UNIMP, R_GR2D_CONTROLSB,
                          "drawn without dither");
    }
    if (!MAIN(SRCDIR) || !MAIN(DSTDIR)) {
        tegra_gr2d_op_log(op, LOG_UNIMP, R_GR2D_CONTROLMAIN,
                          "positions of a stretch blit are ignored");
    }
}

static uint32_t chroma_stride(const TegraGR2DOp *op, uint32_t stride)
{
    const uint32_t strides[] = {
        stride / 2, stride, stride / 4, op->regs[R_GR2D_UVSTRIDE],
    };

    return strides[SB(UVST)];
}

static void reach_chroma(TegraGR2DOp *op, int which, uint32_t base)
{
    const TegraGR2DStretch *s = &op->stretch;
    TegraGR2DSurface *surf = &op->surface[which];

    surf->base = base;
    surf->stride = chroma_stride(op, op->surface[TEGRA_GR2D_SRC].stride);
    surf->tiled = TILED(SRC_UV);
    tegra_gr2d_surface_reach(surf, 0, (s->src_width - 1) / 2, 0,
                             (s->src_height - 1) >> s->chroma_y);
}

static void reach_src(TegraGR2DOp *op)
{
    const TegraGR2DStretch *s = &op->stretch;
    TegraGR2DSurface *surf = &op->surface[TEGRA_GR2D_SRC];
    uint32_t bytes = s->planar ? s->src_width : src_bytes(s);

    surf->base = op->regs[SB(SBSEL) ? R_GR2D_SRCBA_B : R_GR2D_SRCBA];
    surf->stride = op->regs[SB(SBSEL) ? R_GR2D_SRCST_B : R_GR2D_SRCST];
    surf->tiled = TILED(SRC);
    tegra_gr2d_surface_reach(surf, 0, bytes - 1, 0, s->src_height - 1);
    if (s->planar) {
        reach_chroma(op, TEGRA_GR2D_SRC_U, op->regs[R_GR2D_UBA_A]);
        reach_chroma(op, TEGRA_GR2D_SRC_V, op->regs[R_GR2D_VBA_A]);
    }
}

static bool reach_dst(TegraGR2DOp *op)
{
    const TegraGR2DStretch *s = &op->stretch;
    TegraGR2DSurface *surf = &op->surface[TEGRA_GR2D_DST];
    int64_t last = (int64_t)s->dst_next * (op->steps - 1);

    surf->base = op->regs[SB(DBSEL) ? R_GR2D_DSTBA_B : R_GR2D_DSTBA];
    surf->stride = op->regs[R_GR2D_DSTST];
    surf->tiled = TILED(DST_WR);
    surf->write = true;
    return tegra_gr2d_surface_reach(surf, 0, op->width * s->dst->bytes - 1,
                                    MIN(0, last), MAX(0, last)) ||
           tegra_gr2d_refuse(op, R_GR2D_DSTBA, "destination below address 0");
}

static bool stretch_decode(TegraGR2DOp *op)
{
    memset(&op->stretch, 0, sizeof(op->stretch));
    if (!tegra_gr2d_op_within(op, limits, ARRAY_SIZE(limits)) ||
        !decode_size(op) || !decode_formats(op)) {
        return false;
    }
    decode_filters(op);
    reach_src(op);
    return reach_dst(op);
}

const TegraGR2DKind tegra_gr2d_stretch = {
    .name = "stretch blit",
    .decode = stretch_decode,
    .step = stretch_step,
};
