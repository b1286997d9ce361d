/*
 * NVIDIA Tegra20 GR2D: fast rotate
 *
 * [tegra-gr2d.rst, Fast rotate]
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qemu/log.h"
#include "tegra_gr2d_op.h"
#include "tegra_gr2d_surface.h"

/* Where a destination pixel comes from: exchange x and y, then mirror */
typedef struct FastRotate {
    const char *name;
    bool swap, flip_x, flip_y;
} FastRotate;

static const FastRotate fast_rotate[] = {
    [GR2D_FR_FLIP_X]   = { "FLIP_X", false, true, false },
    [GR2D_FR_FLIP_Y]   = { "FLIP_Y", false, false, true },
    [GR2D_FR_TRANS_LR] = { "TRANS_LR", true, false, false },
    [GR2D_FR_TRANS_RL] = { "TRANS_RL", true, true, true },
    [GR2D_FR_ROT_90]   = { "ROT_90", true, true, false },
    [GR2D_FR_ROT_180]  = { "ROT_180", false, true, true },
    [GR2D_FR_ROT_270]  = { "ROT_270", true, false, true },
    [GR2D_FR_IDENTITY] = { "IDENTITY", false, false, false },
};

typedef struct Pixel {
    uint32_t x, y;
} Pixel;

static Pixel source_of(const TegraGR2DRotate *r, Pixel p)
{
    Pixel from = r->swap ? (Pixel) { p.y, p.x } : p;

    if (r->flip_x) {
        from.x = r->src_width - 1 - from.x;
    }
    if (r->flip_y) {
        from.y = r->src_height - 1 - from.y;
    }
    return from;
}

static void rotate_step(TegraGR2DOp *op, TegraGR2DLine *line, uint32_t y)
{
    const TegraGR2DRotate *r = &op->rotate;

    for (uint32_t x = 0; x < op->width; x++) {
        Pixel from = source_of(r, (Pixel) { x, y });

        line->dst[x] = tegra_gr2d_load(&op->surface[TEGRA_GR2D_SRC], r->bytes,
                                       from.x, from.y);
    }
    tegra_gr2d_pack(line->raw, line->dst, r->bytes, op->width);
    tegra_gr2d_surface_write(&op->surface[TEGRA_GR2D_DST], 0, y, line->raw,
                             op->width * r->bytes);
}

static bool same(Pixel a, Pixel b)
{
    return a.x == b.x && a.y == b.y;
}

static bool before(Pixel a, Pixel b)
{
    return a.y != b.y ? a.y < b.y : a.x < b.x;
}

/*
 * Return true if this pixel is the first one of its circle in reading order.
 * Rotating in place exchanges pixels in circles of one, two or four.
 */
static bool first_of_circle(const TegraGR2DRotate *r, Pixel start)
{
    for (Pixel p = source_of(r, start); !same(p, start);
         p = source_of(r, p)) {
        if (before(p, start)) {
            return false;
        }
    }
    return true;
}

static void rotate_circle(TegraGR2DOp *op, Pixel start)
{
    const TegraGR2DRotate *r = &op->rotate;
    TegraGR2DSurface *surf = &op->surface[TEGRA_GR2D_DST];
    uint32_t saved = tegra_gr2d_load(surf, r->bytes, start.x, start.y);
    Pixel to = start;

    for (Pixel from = source_of(r, to); !same(from, start);
         from = source_of(r, to)) {
        tegra_gr2d_store(surf, r->bytes, to.x, to.y,
                         tegra_gr2d_load(surf, r->bytes, from.x, from.y));
        to = from;
    }
    tegra_gr2d_store(surf, r->bytes, to.x, to.y, saved);
}

static void square_step(TegraGR2DOp *op, TegraGR2DLine *line, uint32_t y)
{
    for (uint32_t x = 0; x < op->width; x++) {
        Pixel p = { x, y };

        if (first_of_circle(&op->rotate, p)) {
            rotate_circle(op, p);
        }
    }
}

/*
 * Log what the hardware cannot rotate: it works in blocks of 16 bytes by as
 * many lines as pixels.
 */
static void check_blocks(const TegraGR2DOp *op)
{
    uint32_t block = 16 / op->rotate.bytes;

    if (op->rotate.src_width % block || op->rotate.src_height % block) {
        tegra_gr2d_op_log(op, LOG_GUEST_ERROR, R_GR2D_SRCSIZE,
                          "not whole blocks for fast rotate");
    }
    if (op->regs[R_GR2D_DSTBA] % 16 || op->regs[R_GR2D_SRCBA] % 16) {
        tegra_gr2d_op_log(op, LOG_GUEST_ERROR, R_GR2D_DSTBA,
                          "fast rotate needs bases aligned to 16");
    }
}

static bool decode_size(TegraGR2DOp *op)
{
    const FastRotate *fr = &fast_rotate[
        ARRAY_FIELD_EX32(op->regs, GR2D_CONTROLSECOND, FR_TYPE)];
    TegraGR2DRotate *r = &op->rotate;

    r->bytes = tegra_gr2d_op_depth(op);
    r->swap = fr->swap;
    r->flip_x = fr->flip_x;
    r->flip_y = fr->flip_y;
    r->src_width = extract32(op->regs[R_GR2D_SRCSIZE], 0, 15) + 1;
    r->src_height = extract32(op->regs[R_GR2D_SRCSIZE], 16, 15) + 1;
    op->width = fr->swap ? r->src_height : r->src_width;
    op->height = fr->swap ? r->src_width : r->src_height;
    op->src_format = fr->name;
    op->steps = op->height;
    op->cost = op->width;
    return r->bytes;
}

static void decode_dst(TegraGR2DOp *op)
{
    TegraGR2DSurface *dst = &op->surface[TEGRA_GR2D_DST];

    dst->base = op->regs[R_GR2D_DSTBA];
    dst->stride = op->regs[R_GR2D_DSTST];
    dst->tiled = ARRAY_FIELD_EX32(op->regs, GR2D_TILEMODE, DST_WR);
    dst->write = true;
    tegra_gr2d_surface_reach(dst, 0, op->width * op->rotate.bytes - 1, 0,
                             op->height - 1);
}

static bool rotate_decode(TegraGR2DOp *op)
{
    TegraGR2DSurface *src = &op->surface[TEGRA_GR2D_SRC];
    TegraGR2DRotate *r = &op->rotate;

    if (!decode_size(op)) {
        return false;
    }
    check_blocks(op);
    decode_dst(op);
    src->base = op->regs[R_GR2D_SRCBA];
    src->stride = op->regs[R_GR2D_SRCST];
    src->tiled = ARRAY_FIELD_EX32(op->regs, GR2D_TILEMODE, SRC);
    tegra_gr2d_surface_reach(src, 0, r->src_width * r->bytes - 1, 0,
                             r->src_height - 1);
    return true;
}

/* Decode a rotation in place: SRCBA and SRCST do not matter. */
static bool square_decode(TegraGR2DOp *op)
{
    if (!decode_size(op)) {
        return false;
    }
    if (op->rotate.swap && op->width != op->height) {
        return tegra_gr2d_refuse(op, R_GR2D_SRCSIZE,
                                 "only a square can be rotated in place");
    }
    check_blocks(op);
    decode_dst(op);
    return true;
}

const TegraGR2DKind tegra_gr2d_rotate = {
    .name = "fast rotate",
    .decode = rotate_decode,
    .step = rotate_step,
};

const TegraGR2DKind tegra_gr2d_rotate_square = {
    .name = "fast rotate in place",
    .decode = square_decode,
    .step = square_step,
};
