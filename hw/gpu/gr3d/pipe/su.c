/*
 * Tegra20 GR3D engine: viewport, snapping, culling, edges and planes
 *
 * Positions become integers in 1/16 pixel, edge functions exact integers
 * [tegra-gr3d.rst, Set-up].
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <string.h>
#include "hw/gpu/gr3d/isa/num.h"
#include "hw/gpu/gr3d/isa/regs.h"
#include "su.h"

#define HALF_MAX        1024.0      /* half size of lines and points */

/* Return the smaller number; if one is a NaN, the second. */
static double least(double a, double b)
{
    return a < b ? a : b;
}

/* Return a guard band that keeps coordinates inside the limit. */
static double coord_guard(double scale, double bias)
{
    double room = GR3D_SU_COORD_LIMIT - (bias < 0 ? -bias : bias);

    return room / (scale < 0 ? -scale : scale);
}

static void decode_clip(Gr3dClip *clip, const Gr3dSu *su, const Gr3dRegs *regs,
                        bool guard)
{
    uint32_t param = regs->reg[GR3D_R_SU_PARAM];
    uint32_t user = regs->reg[GR3D_R_UCPLANE];
    double x_max = coord_guard(su->scale[0], su->bias[0]);
    double y_max = coord_guard(su->scale[1], su->bias[1]);

    clip->gx = x_max;
    clip->gy = y_max;
    clip->user_row = GR3D_GET(user, UCPLANE, VTX_OFFS);
    clip->user_comp = GR3D_GET(user, UCPLANE, ATTR_COMP);
    clip->depth = clip->user = false;
    if (GR3D_GET(param, SU_PARAM, CLIP_ENABLE)) {
        double gx = gr3d_reg_float(regs, GR3D_R_GUARDBAND_W);
        double gy = gr3d_reg_float(regs, GR3D_R_GUARDBAND_H);

        clip->gx = least(guard ? gx : 1, x_max);
        clip->gy = least(guard ? gy : 1, y_max);
        clip->gz = gr3d_reg_float(regs, GR3D_R_GUARDBAND_D);
        clip->depth = true;
        clip->user = GR3D_GET(user, UCPLANE, ENABLE);
    }
}

static int32_t sext6(uint32_t field)
{
    return (int32_t)(field ^ 0x20) - 0x20;
}

static void decode_viewport(Gr3dSu *su, const Gr3dRegs *regs)
{
    uint32_t param = regs->reg[GR3D_R_SU_PARAM];

    for (unsigned i = 0; i < 3; i++) {
        su->bias[i] = gr3d_reg_float(regs, GR3D_R_VIEWPORT_X + i);
        su->scale[i] = gr3d_reg_float(regs, GR3D_R_VIEWPORT_W + i);
    }
    su->subpix[0] = sext6(GR3D_GET(param, SU_PARAM, SUBPIX_XOFF));
    su->subpix[1] = sext6(GR3D_GET(param, SU_PARAM, SUBPIX_YOFF));
    su->transpose = GR3D_GET(param, SU_PARAM, TRANSPOSE_XY);
    su->cull = GR3D_GET(param, SU_PARAM, CULL);
    su->front_cw = GR3D_GET(param, SU_PARAM, FRONT_CW);
    su->triangles = GR3D_GET(regs->reg[GR3D_R_SET_PRIM], SET_PRIM,
                             PRIM_TYPE) >= GR3D_TRIANGLES;
}

static void decode_scissor(Gr3dRect *rect, const Gr3dRegs *regs)
{
    uint32_t x = regs->reg[GR3D_R_SCISSOR_X];
    uint32_t y = regs->reg[GR3D_R_SCISSOR_Y];

    rect->col_min = GR3D_GET(x, SCISSOR_X, MIN);
    rect->col_max = GR3D_GET(x, SCISSOR_X, MAX);
    rect->row_min = GR3D_GET(y, SCISSOR_Y, MIN);
    rect->row_max = GR3D_GET(y, SCISSOR_Y, MAX);
}

static void decode_offset(Gr3dSu *su, const Gr3dRegs *regs, GpuEvents *events)
{
    uint32_t units = regs->reg[GR3D_R_SU_ZBIAS];

    su->z_units = gr3d_reg_float(regs, GR3D_R_SU_ZBIAS);
    su->z_factor = gr3d_reg_float(regs, GR3D_R_SU_ZFACTOR);
    if (units << 1) {
        gr3d_event(events, GR3D_EV_ZBIAS, units);
    }
}

static void decode_lines(Gr3dSu *su, const Gr3dRegs *regs)
{
    uint32_t param = regs->reg[GR3D_R_LINE_PARAM];

    su->line_square = GR3D_GET(param, LINE_PARAM, CUT);
    su->line_half = gr3d_reg_float(regs, GR3D_R_LINE_WIDTH_2);
    decode_clip(&su->clip[1], su, regs,
                GR3D_GET(param, LINE_PARAM, CLIP_GUARD));
}

static void decode_points(Gr3dSu *su, const Gr3dRegs *regs, GpuEvents *events)
{
    uint32_t param = regs->reg[GR3D_R_POINT_PARAM];
    unsigned mode = GR3D_GET(param, POINT_PARAM, SIZE_MODE);
    float min_s = gr3d_reg_float(regs, GR3D_R_POINT_MIN_S);
    float min_t = gr3d_reg_float(regs, GR3D_R_POINT_MIN_T);
    const float s[3] = { min_s, gr3d_reg_float(regs, GR3D_R_POINT_MAX_S),
                         min_s };
    const float t[3] = { min_t, min_t,
                         gr3d_reg_float(regs, GR3D_R_POINT_MAX_T) };

    su->point_varies = mode == 1;
    su->point_row = GR3D_GET(param, POINT_PARAM, VTX_OFFS);
    su->point_comp = GR3D_GET(param, POINT_PARAM, ATTR_COMP);
    su->point_half = gr3d_reg_float(regs, GR3D_R_POINT_WIDTH_2);
    memcpy(su->sprite[0], s, sizeof(s));
    memcpy(su->sprite[1], t, sizeof(t));
    decode_clip(&su->clip[0], su, regs,
                GR3D_GET(param, POINT_PARAM, CLIP_GUARD));
    if (mode > 1 && !GR3D_GET(regs->reg[GR3D_R_SET_PRIM], SET_PRIM,
                              PRIM_TYPE)) {
        gr3d_event(events, GR3D_EV_POINT_SIZE_MODE, mode);
    }
}

void gr3d_su_decode(Gr3dSu *su, const Gr3dRegs *regs, GpuEvents *events)
{
    uint32_t outputs = GR3D_GET(regs->reg[GR3D_R_ATTR_MASK], ATTR_MASK,
                                OUTPUT);

    memset(su, 0, sizeof(*su));
    for (; outputs; outputs &= outputs - 1) {
        su->num_rows++;
    }
    decode_viewport(su, regs);
    decode_clip(&su->clip[2], su, regs, true);
    decode_scissor(&su->scissor, regs);
    decode_offset(su, regs, events);
    decode_lines(su, regs);
    decode_points(su, regs, events);
    gr3d_su_decode_links(su, regs, events);
}

/* Cover what is to the left of a -> b (s = 1) or to its right (s = -1). */
static void set_edge(GpuEdge *edge, Gr3dPosition a, Gr3dPosition b, int64_t s)
{
    int64_t dx = s * (b.x - a.x), dy = s * (b.y - a.y);

    edge->dx = -16 * dy;
    edge->dy = 16 * dx;
    edge->c = a.x * dy - a.y * dx;
}

static int32_t lower(int32_t a, int32_t b)
{
    return a < b ? a : b;
}

static int32_t upper(int32_t a, int32_t b)
{
    return a > b ? a : b;
}

/* Set the pixels whose samples can be between the extremes, scissored. */
static bool set_box(Gr3dRect *box, Gr3dPosition min, Gr3dPosition max,
                    const Gr3dRect *scissor)
{
    box->col_min = upper((min.x + 15) >> 4, scissor->col_min);
    box->col_max = lower((max.x >> 4) + 1, scissor->col_max);
    box->row_min = upper((min.y + 15) >> 4, scissor->row_min);
    box->row_max = lower((max.y >> 4) + 1, scissor->row_max);
    return box->col_min < box->col_max && box->row_min < box->row_max;
}

static int64_t twice_area(Gr3dPosition a, Gr3dPosition b, Gr3dPosition c)
{
    int64_t bx = b.x - a.x, by = b.y - a.y, cx = c.x - a.x, cy = c.y - a.y;

    return bx * cy - cx * by;
}

static double magnitude(double v)
{
    return v < 0 ? -v : v;
}

/* Set up a triangle, with the cheap tests first: many fail them. */
static bool set_triangle(const Gr3dSu *su, const Gr3dCorner *const c[3],
                         Gr3dPrim *prim)
{
    const Gr3dPosition p[3] = { c[0]->at, c[1]->at, c[2]->at };
    int64_t area = twice_area(p[0], p[1], p[2]);
    bool ccw = area > 0;
    int64_t s = ccw ? 1 : -1;
    const Gr3dPosition min = {
        lower(lower(p[0].x, p[1].x), p[2].x),
        lower(lower(p[0].y, p[1].y), p[2].y),
    };
    const Gr3dPosition max = {
        upper(upper(p[0].x, p[1].x), p[2].x),
        upper(upper(p[0].y, p[1].y), p[2].y),
    };

    if (area == 0 || (su->cull & (ccw ? 1 : 2)) ||
        !set_box(&prim->box, min, max, &su->scissor)) {
        return false;
    }
    prim->kind = GR3D_PRIM_TRIANGLE;
    prim->front = ccw != su->front_cw;
    prim->num_edges = 3;
    set_edge(&prim->edge[0], p[1], p[2], s);
    set_edge(&prim->edge[1], p[2], p[0], s);
    set_edge(&prim->edge[2], p[0], p[1], s);
    gr3d_su_planes(su, prim, c, s * area);
    return true;
}

static unsigned setup_polygon(const Gr3dSu *su, const Gr3dCorner *const *c,
                              unsigned num, const Gr3dCorner *flat,
                              Gr3dPrim *out)
{
    unsigned made = 0;

    for (unsigned k = 1; k + 1 < num; k++) {
        const Gr3dCorner *const tri[3] = { c[0], c[k], c[k + 1] };
        Gr3dPrim *prim = gr3d_su_prim_at(su, out, made);

        if (set_triangle(su, tri, prim)) {
            gr3d_su_link(su, tri, flat, prim);
            made++;
        }
    }
    return made;
}

/* Set the vertices' values of a line or point. */
static void set_values(Gr3dPrim *prim, const Gr3dCorner *const c[3])
{
    for (unsigned i = 0; i < 3; i++) {
        prim->q[i] = c[i]->q;
        prim->z[i] = c[i]->z;
    }
}

/* Set the edges of a line or point, which may have any orientation. */
static bool set_quad(const Gr3dSu *su, const Gr3dPosition p[4], Gr3dPrim *prim)
{
    int64_t area = twice_area(p[0], p[1], p[2]) +
                   twice_area(p[0], p[2], p[3]);
    Gr3dPosition min = p[0], max = p[0];

    if (area == 0) {
        return false;
    }
    prim->front = true;
    prim->num_edges = 4;
    for (unsigned i = 0; i < 4; i++) {
        set_edge(&prim->edge[i], p[i], p[(i + 1) % 4], area > 0 ? 1 : -1);
        min = (Gr3dPosition) { lower(min.x, p[i].x), lower(min.y, p[i].y) };
        max = (Gr3dPosition) { upper(max.x, p[i].x), upper(max.y, p[i].y) };
    }
    return set_box(&prim->box, min, max, &su->scissor);
}

/* Move a corner by an offset in pixels; both are small, nothing overflows. */
static Gr3dPosition moved(Gr3dPosition p, double dx, double dy)
{
    return (Gr3dPosition) {
        (int32_t)gr3d_floor(p.x + 16 * dx + 0.5),
        (int32_t)gr3d_floor(p.y + 16 * dy + 0.5),
    };
}

/* Set half a line's width: along the minor axis, or square to the line. */
static void line_offset(const Gr3dSu *su, Gr3dPosition a, Gr3dPosition b,
                        double half, double off[2])
{
    double dx = b.x - a.x, dy = b.y - a.y;
    bool flat = magnitude(dx) >= magnitude(dy);

    if (su->line_square) {
        double len = gr3d_sqrt(dx * dx + dy * dy);

        off[0] = -dy / len * half;
        off[1] = dx / len * half;
    } else {
        off[0] = flat ? 0 : half;
        off[1] = flat ? half : 0;
    }
}

/* Set lambda1: from 0 at a to 1 at b, on the line or its major axis. */
static void line_plane(const Gr3dSu *su, Gr3dPrim *prim, Gr3dPosition a,
                       Gr3dPosition b)
{
    double dx = b.x - a.x, dy = b.y - a.y;

    if (!su->line_square) {
        dx = magnitude(dx) >= magnitude(dy) ? dx : 0;
        dy = dx != 0 ? 0 : dy;
    }
    prim->wx[0] = 16 * dx / (dx * dx + dy * dy);
    prim->wy[0] = 16 * dy / (dx * dx + dy * dy);
    prim->wc[0] = -(a.x * dx + a.y * dy) /
                  (dx * dx + dy * dy);
}

static unsigned setup_line(const Gr3dSu *su, const Gr3dCorner *const c[2],
                           const Gr3dCorner *flat, Gr3dPrim *prim)
{
    const Gr3dCorner *const corner[3] = { c[0], c[1], c[1] };
    double half = least(su->line_half, HALF_MAX), off[2];
    Gr3dPosition a = c[0]->at, b = c[1]->at, p[4];

    if (!(su->line_half > 0) || (a.x == b.x && a.y == b.y)) {
        return 0;
    }
    line_offset(su, a, b, half, off);
    p[0] = moved(a, -off[0], -off[1]);
    p[1] = moved(b, -off[0], -off[1]);
    p[2] = moved(b, off[0], off[1]);
    p[3] = moved(a, off[0], off[1]);
    prim->kind = GR3D_PRIM_LINE;
    if (!set_quad(su, p, prim)) {
        return 0;
    }
    line_plane(su, prim, a, b);
    set_values(prim, corner);
    gr3d_su_link(su, corner, flat, prim);
    return 1;
}

static unsigned setup_point(const Gr3dSu *su, const Gr3dVertex *v,
                            const Gr3dCorner *c, Gr3dPrim *prim)
{
    const Gr3dCorner *const corner[3] = { c, c, c };
    double size = su->point_varies ? v->row[su->point_row][su->point_comp] / 2.
                                   : su->point_half;
    double half = least(size, HALF_MAX);
    Gr3dPosition p[4];

    if (!(size > 0)) {
        return 0;
    }
    p[0] = moved(c->at, -half, -half);
    p[1] = moved(c->at, half, -half);
    p[2] = moved(c->at, half, half);
    p[3] = moved(c->at, -half, half);
    prim->kind = GR3D_PRIM_POINT;
    if (!set_quad(su, p, prim)) {
        return 0;
    }
    prim->wx[0] = prim->wy[1] = 1 / (2 * half);
    prim->wy[0] = prim->wx[1] = 0;
    prim->wc[0] = -((double)c->at.x / 16 - half) / (2 * half);
    prim->wc[1] = -((double)c->at.y / 16 - half) / (2 * half);
    set_values(prim, corner);
    if (su->sprites) {
        gr3d_su_link_point(su, v, prim);
    } else {
        gr3d_su_link(su, corner, c, prim);
    }
    return 1;
}

/* Set up a primitive whose corners are all inside. */
static unsigned setup(const Gr3dSu *su, const Gr3dVertex *const *v,
                      const Gr3dCorner *const *c, unsigned num, unsigned kind,
                      const Gr3dCorner *flat, Gr3dPrim *out)
{
    for (unsigned i = 0; i < num; i++) {
        if (c[i]->flags & GR3D_CORNER_NOWHERE) {
            return 0;
        }
    }
    switch (kind) {
    case 1:
        return setup_point(su, v[0], c[0], out);
    case 2:
        return setup_line(su, c, flat, out);
    default:
        return setup_polygon(su, c, num, flat, out);
    }
}

/* Clip and set up a primitive with a corner outside of a plane. */
static unsigned clip_and_setup(const Gr3dSu *su, const Gr3dVertex *const *v,
                               unsigned num, const Gr3dCorner *flat,
                               Gr3dPrim *out)
{
    const Gr3dVertex *vertex[GR3D_SU_CORNERS];
    const Gr3dCorner *corner[GR3D_SU_CORNERS];
    Gr3dVertex clipped[GR3D_SU_CORNERS];
    Gr3dCorner made[GR3D_SU_CORNERS];
    unsigned left;

    for (unsigned i = 0; i < num; i++) {
        clipped[i] = *v[i];
    }
    left = gr3d_su_clip(&su->clip[num - 1], su->num_rows, clipped, num);
    for (unsigned i = 0; i < left; i++) {
        vertex[i] = &clipped[i];
        corner[i] = &made[i];
        gr3d_su_cut_corner(su, vertex[i], &made[i]);
    }
    return left ? setup(su, vertex, corner, left, num, flat, out) : 0;
}

unsigned gr3d_su_corners(const Gr3dSu *su, const Gr3dVertex *const *v,
                         const Gr3dCorner *const *c, unsigned num,
                         const Gr3dCorner *flat, Gr3dPrim *out,
                         GpuEvents *events)
{
    uint32_t any = 0, all = GR3D_CORNER_OUTSIDE;

    for (unsigned i = 0; i < num; i++) {
        any |= c[i]->flags;
        all &= c[i]->flags;
    }
    if (any & GR3D_CORNER_INFINITE) {
        gr3d_event(events, GR3D_EV_POSITION, num);
        return 0;
    }
    if (!(any & GR3D_CORNER_OUTSIDE)) {
        return setup(su, v, c, num, num, flat, out);
    }
    return all ? 0 : clip_and_setup(su, v, num, flat, out);
}

unsigned gr3d_su_prim(const Gr3dSu *su, const Gr3dVertex *const *v,
                      unsigned num, const Gr3dVertex *flat, Gr3dPrim *out,
                      GpuEvents *events)
{
    const Gr3dCorner *corner[3];
    Gr3dCorner made[4];

    for (unsigned i = 0; i < num; i++) {
        gr3d_su_corner(su, num, v[i], &made[i]);
        corner[i] = &made[i];
    }
    gr3d_su_corner(su, num, flat, &made[3]);
    return gr3d_su_corners(su, v, corner, num, &made[3], out, events);
}
