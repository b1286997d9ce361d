/*
 * NVIDIA Tegra20 GR2D: bit block transfer
 *
 * Fills and copies with raster operations, patterns, mono expansion, colour
 * keys, clipping and alpha.  A line is read as a whole before it is written.
 * [tegra-gr2d.rst, Blits]
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qemu/log.h"
#include "tegra_gr2d_alpha.h"
#include "tegra_gr2d_op.h"
#include "tegra_gr2d_surface.h"

#define ROP_COPY    0xcc
#define TILE_PIXELS 16          /* a pattern tile is 16 by 16 */

/* ---- One line ---- */

/* Leave out pixels of @px by SRCT, PATT or DSTT */
static void key_out(bool *draw, const uint32_t *px, uint32_t key, uint8_t mode,
                    uint32_t n)
{
    if (mode < GR2D_TRANSP_KEY) {
        return;
    }
    for (uint32_t i = 0; i < n; i++) {
        draw[i] &= (px[i] == key) == (mode == GR2D_TRANSP_OTHERS);
    }
}

static bool mono_bit(const uint8_t *raw, uint32_t n, bool lsb_first)
{
    return raw[n / 8] & (lsb_first ? 1 << n % 8 : 0x80 >> n % 8);
}

static void expand_mono(uint32_t *px, const uint8_t *raw, bool lsb_first,
                        uint32_t foreground, uint32_t background, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) {
        px[i] = mono_bit(raw, i, lsb_first) ? foreground : background;
    }
}

/* Leave out bits: the key is the background, whatever the colours are. */
static void key_out_mono(bool *draw, const uint8_t *raw, bool lsb_first,
                         uint8_t mode, uint32_t n)
{
    if (mode < GR2D_TRANSP_KEY) {
        return;
    }
    for (uint32_t i = 0; i < n; i++) {
        draw[i] &= mono_bit(raw, i, lsb_first) == (mode == GR2D_TRANSP_KEY);
    }
}

static void fill(uint32_t *px, uint32_t value, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) {
        px[i] = value;
    }
}

static uint32_t depth_mask(unsigned int bytes)
{
    return MAKE_64BIT_MASK(0, 8 * bytes);
}

static int line_of(const TegraGR2DRect *rect, uint32_t n)
{
    return rect->first + rect->next * (int)n;
}

/* Fetch whole bytes of bits, ignoring the position's low three bits. */
static void fetch_mono(TegraGR2DOp *op, TegraGR2DLine *line, uint32_t n)
{
    const TegraGR2DBlit *b = &op->blit;

    tegra_gr2d_surface_read(&op->surface[TEGRA_GR2D_SRC], b->src.left / 8,
                            line_of(&b->src, n), line->raw,
                            DIV_ROUND_UP(op->width, 8));
    expand_mono(line->src, line->raw, b->lsb_first, op->regs[R_GR2D_SRCFGC],
                op->regs[R_GR2D_SRCBGC], op->width);
    key_out_mono(line->draw, line->raw, b->lsb_first, b->src_transp,
                 op->width);
}

static void fetch_colour(TegraGR2DOp *op, TegraGR2DLine *line, uint32_t n)
{
    const TegraGR2DBlit *b = &op->blit;

    tegra_gr2d_surface_read(&op->surface[TEGRA_GR2D_SRC],
                            (int64_t)b->src.left * b->src_bytes,
                            line_of(&b->src, n), line->raw,
                            op->width * b->src_bytes);
    tegra_gr2d_unpack(line->src, line->raw, b->src_bytes, op->width);
    key_out(line->draw, line->src,
            op->regs[R_GR2D_SRCKEY] & depth_mask(b->src_bytes), b->src_transp,
            op->width);
}

static void fetch_src(TegraGR2DOp *op, TegraGR2DLine *line, uint32_t n)
{
    if (op->blit.solid) {
        fill(line->src, op->regs[R_GR2D_SRCFGC], op->width);
    } else if (op->blit.mono) {
        fetch_mono(op, line, n);
    } else {
        fetch_colour(op, line, n);
    }
}

/* Return the position of pixel @i of step @n in the destination */
static int dst_x(const TegraGR2DOp *op, uint32_t i, uint32_t n)
{
    const TegraGR2DBlit *b = &op->blit;

    return b->transpose ? line_of(&b->dst, n) : b->dst.left + (int)i;
}

static int dst_y(const TegraGR2DOp *op, uint32_t i, uint32_t n)
{
    const TegraGR2DBlit *b = &op->blit;

    return b->transpose ? b->dst.left + (int)i : line_of(&b->dst, n);
}

static void fetch_dst(TegraGR2DOp *op, TegraGR2DLine *line, uint32_t n)
{
    const TegraGR2DBlit *b = &op->blit;
    TegraGR2DSurface *surf = &op->surface[TEGRA_GR2D_DST_RD];

    if (b->transpose) {
        for (uint32_t i = 0; i < op->width; i++) {
            line->dst[i] = tegra_gr2d_load(surf, b->bytes, dst_x(op, i, n),
                                           dst_y(op, i, n));
        }
    } else {
        tegra_gr2d_surface_read(surf, (int64_t)b->dst.left * b->bytes,
                                line_of(&b->dst, n), line->raw,
                                op->width * b->bytes);
        tegra_gr2d_unpack(line->dst, line->raw, b->bytes, op->width);
    }
    key_out(line->draw, line->dst,
            op->regs[R_GR2D_SRCKEY] & depth_mask(b->bytes), b->dst_transp,
            op->width);
}

/* Fetch the pattern's pixels; @draw says which of them are to be drawn. */
static void fetch_pat_pixels(TegraGR2DOp *op, TegraGR2DLine *line,
                             uint32_t *px, bool *draw, uint32_t y, uint32_t n)
{
    const TegraGR2DBlit *b = &op->blit;

    tegra_gr2d_surface_read(&op->surface[TEGRA_GR2D_PAT], 0, y, line->raw,
                            b->pat.mono ? DIV_ROUND_UP(n, 8) : n * b->bytes);
    if (b->pat.mono) {
        expand_mono(px, line->raw, b->lsb_first, op->regs[R_GR2D_PATFGC],
                    op->regs[R_GR2D_PATBGC], n);
        key_out_mono(draw, line->raw, b->lsb_first, b->pat_transp, n);
    } else {
        tegra_gr2d_unpack(px, line->raw, b->bytes, n);
        key_out(draw, px, op->regs[R_GR2D_PATKEY] & depth_mask(b->bytes),
                b->pat_transp, n);
    }
}

static void fetch_tile(TegraGR2DOp *op, TegraGR2DLine *line, uint32_t y)
{
    const TegraGR2DBlit *b = &op->blit;
    uint32_t px[TILE_PIXELS];
    bool draw[TILE_PIXELS];

    memset(draw, true, sizeof(draw));
    fetch_pat_pixels(op, line, px, draw, (y + b->pat.yoffset) % TILE_PIXELS,
                     TILE_PIXELS);
    for (uint32_t i = 0; i < op->width; i++) {
        uint32_t from = (i + b->pat.xoffset) % TILE_PIXELS;

        line->pat[i] = px[from];
        line->draw[i] &= draw[from];
    }
}

/* Fetch the pattern, whose origin is where both coordinates are lowest. */
static void fetch_pat(TegraGR2DOp *op, TegraGR2DLine *line, uint32_t n)
{
    const TegraGR2DBlit *b = &op->blit;
    uint32_t y = b->dst.next > 0 ? n : op->steps - 1 - n;

    if (b->pat.solid) {
        fill(line->pat, op->regs[R_GR2D_PATBGC], op->width);
    } else if (b->pat.tile) {
        fetch_tile(op, line, y);
    } else {
        fetch_pat_pixels(op, line, line->pat, line->draw, y, op->width);
    }
}

/* Apply the code; its bit k is for pattern, source and destination of k. */
static void raster_op(TegraGR2DLine *line, uint8_t rop, uint32_t n)
{
    uint32_t when[8];

    for (int k = 0; k < 8; k++) {
        when[k] = -(uint32_t)extract32(rop, k, 1);
    }
    for (uint32_t i = 0; i < n; i++) {
        uint32_t p = line->pat[i], s = line->src[i], d = line->dst[i];

        line->dst[i] =
            (~p & ((~s & ((~d & when[0]) | (d & when[1]))) |
                   (s & ((~d & when[2]) | (d & when[3]))))) |
            (p & ((~s & ((~d & when[4]) | (d & when[5]))) |
                  (s & ((~d & when[6]) | (d & when[7])))));
    }
}

static bool clipped(const TegraGR2DOp *op, int x, int y)
{
    uint32_t lt = op->regs[R_GR2D_CLIPLEFTTOP];
    uint32_t rb = op->regs[R_GR2D_CLIPRIGHTBOT];
    bool inside = x >= extract32(lt, 0, 15) && x <= extract32(rb, 0, 15) &&
                  y >= extract32(lt, 16, 15) && y <= extract32(rb, 16, 15);

    return inside == (op->blit.clip == GR2D_CLIP_OUTSIDE);
}

static void clip(TegraGR2DOp *op, TegraGR2DLine *line, uint32_t n)
{
    if (op->blit.clip < GR2D_CLIP_INSIDE) {
        return;
    }
    for (uint32_t i = 0; i < op->width; i++) {
        line->draw[i] &= !clipped(op, dst_x(op, i, n), dst_y(op, i, n));
    }
}

static void store_run(TegraGR2DOp *op, TegraGR2DLine *line, uint32_t n,
                      uint32_t first, uint32_t count)
{
    const TegraGR2DBlit *b = &op->blit;

    tegra_gr2d_surface_write(&op->surface[TEGRA_GR2D_DST],
                             ((int64_t)b->dst.left + first) * b->bytes,
                             line_of(&b->dst, n),
                             line->raw + first * b->bytes, count * b->bytes);
}

/* Store only the pixels that are drawn: the others are the guest's. */
static void store_line(TegraGR2DOp *op, TegraGR2DLine *line, uint32_t n)
{
    uint32_t end;

    tegra_gr2d_pack(line->raw, line->dst, op->blit.bytes, op->width);
    for (uint32_t i = 0; i < op->width; i = end) {
        end = i + 1;
        if (line->draw[i]) {
            while (end < op->width && line->draw[end]) {
                end++;
            }
            store_run(op, line, n, i, end - i);
        }
    }
}

static void store_column(TegraGR2DOp *op, TegraGR2DLine *line, uint32_t n)
{
    for (uint32_t i = 0; i < op->width; i++) {
        if (line->draw[i]) {
            tegra_gr2d_store(&op->surface[TEGRA_GR2D_DST], op->blit.bytes,
                             dst_x(op, i, n), dst_y(op, i, n), line->dst[i]);
        }
    }
}

/* Copy bytes from here to there, which is what nearly all clients do */
static void copy_line(TegraGR2DOp *op, TegraGR2DLine *line, uint32_t n)
{
    const TegraGR2DBlit *b = &op->blit;

    if (b->solid) {
        fill(line->src, op->regs[R_GR2D_SRCFGC], op->width);
        tegra_gr2d_pack(line->raw, line->src, b->bytes, op->width);
    } else {
        tegra_gr2d_surface_read(&op->surface[TEGRA_GR2D_SRC],
                                (int64_t)b->src.left * b->bytes,
                                line_of(&b->src, n), line->raw,
                                op->width * b->bytes);
    }
    store_run(op, line, n, 0, op->width);
}

static void blit_step(TegraGR2DOp *op, TegraGR2DLine *line, uint32_t n)
{
    const TegraGR2DBlit *b = &op->blit;

    if (b->plain) {
        copy_line(op, line, n);
        return;
    }
    memset(line->draw, true, op->width);
    if (b->needs_src) {
        fetch_src(op, line, n);
    }
    if (b->needs_dst) {
        fetch_dst(op, line, n);
    }
    if (b->needs_pat) {
        fetch_pat(op, line, n);
    }
    if (b->alpha) {
        tegra_gr2d_blend(op, line->src, line->dst, op->width);
    }
    raster_op(line, b->rop, op->width);
    clip(op, line, n);
    if (b->transpose) {
        store_column(op, line, n);
    } else {
        store_line(op, line, n);
    }
}

/* ---- From registers ---- */

static const TegraGR2DLimit limits[] = {
    { R_GR2D_CONTROLMAIN, R_GR2D_CONTROLMAIN_CMDT_MASK,
      "only bit block transfers are modelled, no lines and no VCAA" },
    { R_GR2D_CONTROLMAIN, R_GR2D_CONTROLMAIN_FADEN_MASK,
      "fading is not modelled" },
    { R_GR2D_CONTROLMAIN, R_GR2D_CONTROLMAIN_SRCPACK_MASK |
      R_GR2D_CONTROLMAIN_PATPACK_MASK, "packed bits are not modelled" },
    { R_GR2D_CONTROLMAIN, R_GR2D_CONTROLMAIN_SRCSEL_MASK |
      R_GR2D_CONTROLMAIN_PATSEL_MASK, "data from the host is not modelled" },
    { R_GR2D_CONTROLMAIN, R_GR2D_CONTROLMAIN_GCSW_MASK,
      "switching display buffers is not modelled" },
    { R_GR2D_CONTROLSECOND, R_GR2D_CONTROLSECOND_PXLREP_MASK |
      R_GR2D_CONTROLSECOND_SWAPBLT_MASK,
      "pixel replication and swapping are not modelled" },
};

/* Return true if exchanging 0 and 1 of an input changes the code's result */
static bool rop_uses_pat(uint8_t rop)
{
    return (rop >> 4 ^ rop) & 0x0f;
}

static bool rop_uses_src(uint8_t rop)
{
    return (rop >> 2 ^ rop) & 0x33;
}

static bool rop_uses_dst(uint8_t rop)
{
    return (rop >> 1 ^ rop) & 0x55;
}

#define MAIN(field)     ARRAY_FIELD_EX32(op->regs, GR2D_CONTROLMAIN, field)
#define SECOND(field)   ARRAY_FIELD_EX32(op->regs, GR2D_CONTROLSECOND, field)
#define TILED(field)    ARRAY_FIELD_EX32(op->regs, GR2D_TILEMODE, field)

static bool decode_size(TegraGR2DOp *op)
{
    op->width = extract32(op->regs[R_GR2D_DSTSIZE], 0, 15);
    op->height = extract32(op->regs[R_GR2D_DSTSIZE], 16, 15);
    op->steps = op->height;
    op->cost = op->width;
    if (!op->width || !op->height) {
        return tegra_gr2d_refuse(op, R_GR2D_DSTSIZE, "nothing to draw");
    }
    op->blit.bytes = tegra_gr2d_op_depth(op);
    return op->blit.bytes;
}

/* Decode the source's fields, before it is known whether it is needed */
static bool decode_source(TegraGR2DOp *op)
{
    TegraGR2DBlit *b = &op->blit;

    b->solid = MAIN(SRCSLD);
    b->mono = !b->solid && !MAIN(SRCCD);
    b->lsb_first = MAIN(HLMONO);
    b->src_transp = b->solid ? 0 : MAIN(SRCT);
    b->src_bytes = b->bytes;
    op->src_format = b->solid ? "solid" : b->mono ? "mono" : op->dst_format;
    if (b->mono && (MAIN(XDIR) || MAIN(YDIR))) {
        return tegra_gr2d_refuse(op, R_GR2D_CONTROLMAIN,
                                 "a mono source goes right and down only");
    }
    if (MAIN(TURBOFILL) && !b->solid) {
        tegra_gr2d_op_log(op, LOG_GUEST_ERROR, R_GR2D_CONTROLMAIN,
                          "turbo fill without a solid source");
    }
    return true;
}

static bool decode_alpha(TegraGR2DOp *op)
{
    TegraGR2DBlit *b = &op->blit;

    b->alpha = NULL;
    if (!MAIN(ALPEN)) {
        return true;
    }
    b->alpha = tegra_gr2d_alpha(SECOND(ALPTYPE));
    if (!b->alpha) {
        tegra_gr2d_op_log(op, LOG_UNIMP, R_GR2D_CONTROLSECOND,
                          "this ALPTYPE is not modelled");
        return false;
    }
    if (b->alpha->dst_bytes != b->bytes) {
        return tegra_gr2d_refuse(op, R_GR2D_CONTROLMAIN,
                                 "wrong depth for this ALPTYPE");
    }
    b->src_bytes = b->alpha->src_bytes;
    op->src_format = b->alpha->name;
    return true;
}

static void decode_pattern(TegraGR2DOp *op)
{
    TegraGR2DBlit *b = &op->blit;

    b->pat.solid = MAIN(PATSLD);
    b->pat.tile = MAIN(PATFL);
    b->pat.mono = !ARRAY_FIELD_EX32(op->regs, GR2D_PATOS, PATCD);
    b->pat.xoffset = ARRAY_FIELD_EX32(op->regs, GR2D_PATOS, XOFFSET);
    b->pat.yoffset = ARRAY_FIELD_EX32(op->regs, GR2D_PATOS, YOFFSET);
    b->pat_transp = ARRAY_FIELD_EX32(op->regs, GR2D_PATOS, PATT);
}

static void decode_needs(TegraGR2DOp *op)
{
    TegraGR2DBlit *b = &op->blit;

    b->rop = ARRAY_FIELD_EX32(op->regs, GR2D_ROPFADE, ROP);
    b->dst_transp = MAIN(DSTT);
    b->clip = SECOND(CLIPC);
    b->transpose = MAIN(XYTDW);
    b->needs_src = rop_uses_src(b->rop) || b->src_transp >= GR2D_TRANSP_KEY;
    b->needs_pat = rop_uses_pat(b->rop) ||
                   (b->pat.tile && b->pat_transp >= GR2D_TRANSP_KEY);
    b->needs_dst = rop_uses_dst(b->rop) || b->alpha ||
                   b->dst_transp >= GR2D_TRANSP_KEY;
    b->plain = b->rop == ROP_COPY && !b->needs_pat && !b->needs_dst &&
               !b->mono && !b->transpose &&
               b->src_transp < GR2D_TRANSP_KEY && b->clip < GR2D_CLIP_INSIDE;
}

/* Set a rectangle whose first drawn pixel is at @x, @y */
static TegraGR2DRect rect(const TegraGR2DOp *op, int x, int y, bool up)
{
    return (TegraGR2DRect) {
        .left = MAIN(XDIR) ? x - ((int)op->width - 1) : x,
        .first = y,
        .next = up ? -1 : 1,
    };
}

/* Decode direct addressing: the base names the pixel that is drawn first. */
static void decode_rects(TegraGR2DOp *op)
{
    TegraGR2DBlit *b = &op->blit;
    uint32_t src = MAIN(SRCDIR) ? 0 : op->regs[R_GR2D_SRCPS];
    uint32_t dst = MAIN(DSTDIR) ? 0 : op->regs[R_GR2D_DSTPS];
    int along = extract32(dst, b->transpose ? 16 : 0, 16);
    int across = extract32(dst, b->transpose ? 0 : 16, 16);

    b->src = rect(op, extract32(src, 0, 16), extract32(src, 16, 16),
                  MAIN(YDIR));
    b->dst = rect(op, along, across, MAIN(YDIR) || MAIN(YFLIP));
}

static int last_line(const TegraGR2DOp *op, const TegraGR2DRect *r)
{
    return line_of(r, op->steps - 1);
}

static bool reach_src(TegraGR2DOp *op)
{
    const TegraGR2DBlit *b = &op->blit;
    TegraGR2DSurface *surf = &op->surface[TEGRA_GR2D_SRC];
    int last = last_line(op, &b->src);
    int64_t x0 = (int64_t)b->src.left * b->src_bytes;
    int64_t x1 = x0 + op->width * b->src_bytes - 1;

    if (!b->needs_src || b->solid) {
        return true;
    }
    surf->base = op->regs[MAIN(SRCBAS) ? R_GR2D_DSTBA : R_GR2D_SRCBA];
    surf->stride = op->regs[R_GR2D_SRCST];
    surf->tiled = TILED(SRC);
    if (b->mono) {
        x0 = b->src.left / 8;
        x1 = x0 + (op->width - 1) / 8;
    }
    if (!MAIN(SRCDIR) && MIN(b->src.left, last) < 0) {
        return tegra_gr2d_refuse(op, R_GR2D_SRCPS, "source left of or above 0");
    }
    return tegra_gr2d_surface_reach(surf, x0, x1, MIN(b->src.first, last),
                                    MAX(b->src.first, last)) ||
           tegra_gr2d_refuse(op, R_GR2D_SRCBA, "source below address 0");
}

static bool reach_dst(TegraGR2DOp *op, int which)
{
    const TegraGR2DBlit *b = &op->blit;
    TegraGR2DSurface *surf = &op->surface[which];
    int last = last_line(op, &b->dst);
    int low = MIN(b->dst.first, last), high = MAX(b->dst.first, last);
    int right = b->dst.left + op->width - 1;
    int x0 = b->transpose ? low : b->dst.left;
    int x1 = b->transpose ? high : right;

    if (!MAIN(DSTDIR) && MIN(b->dst.left, low) < 0) {
        return tegra_gr2d_refuse(op, R_GR2D_DSTPS,
                                 "destination left of or above 0");
    }
    surf->base = op->regs[R_GR2D_DSTBA];
    surf->stride = op->regs[R_GR2D_DSTST];
    surf->tiled = which == TEGRA_GR2D_DST ? TILED(DST_WR) : TILED(DST_RD);
    surf->write = which == TEGRA_GR2D_DST;
    return tegra_gr2d_surface_reach(surf, (int64_t)x0 * b->bytes,
                                    ((int64_t)x1 + 1) * b->bytes - 1,
                                    b->transpose ? b->dst.left : low,
                                    b->transpose ? right : high) ||
           tegra_gr2d_refuse(op, R_GR2D_DSTBA, "destination below address 0");
}

/* Reach the pattern; a tile's lines follow each other, others have a stride. */
static void reach_pat(TegraGR2DOp *op)
{
    const TegraGR2DBlit *b = &op->blit;
    TegraGR2DSurface *surf = &op->surface[TEGRA_GR2D_PAT];
    uint32_t width = b->pat.tile ? TILE_PIXELS : op->width;
    uint32_t lines = b->pat.tile ? TILE_PIXELS : op->steps;
    uint32_t bytes = b->pat.mono ? DIV_ROUND_UP(width, 8) : width * b->bytes;

    if (!b->needs_pat || b->pat.solid) {
        return;
    }
    surf->base = op->regs[R_GR2D_PATBA];
    surf->tiled = !b->pat.tile && TILED(PAT);
    surf->stride = b->pat.tile ? bytes
                               : ARRAY_FIELD_EX32(op->regs, GR2D_PATOS,
                                                  STRIDE);
    tegra_gr2d_surface_reach(surf, 0, bytes - 1, 0, lines - 1);
}

static void check_read(const TegraGR2DOp *op)
{
    if (op->blit.needs_dst && TILED(DST_RD) != TILED(DST_WR)) {
        tegra_gr2d_op_log(op, LOG_GUEST_ERROR, R_GR2D_TILEMODE,
                          "the destination is read and written differently");
    }
    if (op->blit.needs_dst && MAIN(DST_RD_WR_SEP)) {
        tegra_gr2d_op_log(op, LOG_UNIMP, R_GR2D_CONTROLMAIN,
                          "the destination is read where it is written");
    }
}

static bool blit_decode(TegraGR2DOp *op)
{
    memset(&op->blit, 0, sizeof(op->blit));
    if (!tegra_gr2d_op_within(op, limits, ARRAY_SIZE(limits)) ||
        !decode_size(op) || !decode_source(op) || !decode_alpha(op)) {
        return false;
    }
    decode_pattern(op);
    decode_needs(op);
    decode_rects(op);
    check_read(op);
    reach_pat(op);
    return reach_src(op) && reach_dst(op, TEGRA_GR2D_DST) &&
           (!op->blit.needs_dst || reach_dst(op, TEGRA_GR2D_DST_RD));
}

const TegraGR2DKind tegra_gr2d_blit = {
    .name = "blit",
    .decode = blit_decode,
    .step = blit_step,
};
