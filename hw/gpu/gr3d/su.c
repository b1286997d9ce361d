/*
 * Tegra20 GR3D engine: viewport, snapping, culling, edges and planes
 *
 * Positions become integers in 1/16 pixel, edge functions exact integers
 * [tegra-gr3d.rst, Set-up].
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <string.h>
#include "num.h"
#include "regs.h"
#include "su.h"

#define COORD_LIMIT     0x1p18      /* largest |x|, |y| in 1/16 pixel */
#define HALF_MAX        1024.0      /* half size of lines and points */

/* The smaller one; if one is no number, the second. */
static double least(double a, double b)
{
    return a < b ? a : b;
}

/* Keeps coordinates inside COORD_LIMIT whatever the viewport is. */
static double coord_guard(double scale, double bias)
{
    double room = COORD_LIMIT - (bias < 0 ? -bias : bias);

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

static void decode_offset(Gr3dSu *su, const Gr3dRegs *regs, Gr3dEvents *events)
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
    decode_clip(&su->clip_line, su, regs,
                GR3D_GET(param, LINE_PARAM, CLIP_GUARD));
}

static void decode_points(Gr3dSu *su, const Gr3dRegs *regs, Gr3dEvents *events)
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
    decode_clip(&su->clip_point, su, regs,
                GR3D_GET(param, POINT_PARAM, CLIP_GUARD));
    if (mode > 1 && !GR3D_GET(regs->reg[GR3D_R_SET_PRIM], SET_PRIM,
                              PRIM_TYPE)) {
        gr3d_event(events, GR3D_EV_POINT_SIZE_MODE, mode);
    }
}

void gr3d_su_decode(Gr3dSu *su, const Gr3dRegs *regs, Gr3dEvents *events)
{
    uint32_t outputs = GR3D_GET(regs->reg[GR3D_R_ATTR_MASK], ATTR_MASK,
                                OUTPUT);

    memset(su, 0, sizeof(*su));
    for (; outputs; outputs &= outputs - 1) {
        su->num_rows++;
    }
    decode_viewport(su, regs);
    decode_clip(&su->clip_tri, su, regs, true);
    decode_scissor(&su->scissor, regs);
    decode_offset(su, regs, events);
    decode_lines(su, regs);
    decode_points(su, regs, events);
    gr3d_su_decode_links(su, regs, events);
}

/* A corner in window space. */
typedef struct Window {
    int64_t x, y;               /* 1/16 pixel, sub-pixel offset added */
    double z, q;
} Window;

/* False: no such place, for instance with an infinite viewport. */
static bool snap(double v, int32_t subpix, int64_t *out)
{
    double rounded = gr3d_floor(v + 0.5);

    /* the clipper leaves rounding errors of single precision */
    if (!(rounded >= -2 * COORD_LIMIT && rounded <= 2 * COORD_LIMIT)) {
        return false;
    }
    *out = (int64_t)rounded + subpix;
    return true;
}

static bool to_window(const Gr3dSu *su, const Gr3dVertex *v, Window *out)
{
    const float *pos = v->row[0];
    double w = pos[3], place[2];

    out->q = 1 / w;
    out->z = gr3d_su_depth((pos[2] / w * su->scale[2] + su->bias[2]) *
                           0x1p20);
    for (unsigned i = 0; i < 2; i++) {
        place[i ^ su->transpose] = pos[i] / w * su->scale[i] + su->bias[i];
    }
    return snap(place[0], su->subpix[0], &out->x) &&
           snap(place[1], su->subpix[1], &out->y);
}

/*
 * Covered to the left of a -> b (s = 1) or to its right (s = -1).  On the
 * edge itself: the primitive on the larger-column side owns the sample, along
 * a row the one on the larger-row side.
 */
static void set_edge(Gr3dEdge *edge, const Window *a, const Window *b, int s)
{
    int64_t dx = s * (b->x - a->x), dy = s * (b->y - a->y);

    edge->dx = -16 * dy;
    edge->dy = 16 * dx;
    edge->c = a->x * dy - a->y * dx;
    edge->owns_zero = dy < 0 || (dy == 0 && dx > 0);
}

static int32_t floor_div16(int64_t v)
{
    return (int32_t)((v - (v & 15)) / 16);
}

/* Pixels whose samples can lie in the polygon, inside the scissor. */
static bool set_box(Gr3dPrim *prim, const Window *p, unsigned num,
                    const Gr3dRect *scissor)
{
    int64_t x_min = p[0].x, x_max = p[0].x, y_min = p[0].y, y_max = p[0].y;
    Gr3dRect *box = &prim->box;

    for (unsigned i = 1; i < num; i++) {
        x_min = p[i].x < x_min ? p[i].x : x_min;
        x_max = p[i].x > x_max ? p[i].x : x_max;
        y_min = p[i].y < y_min ? p[i].y : y_min;
        y_max = p[i].y > y_max ? p[i].y : y_max;
    }
    box->col_min = floor_div16(x_min + 15);
    box->col_max = floor_div16(x_max) + 1;
    box->row_min = floor_div16(y_min + 15);
    box->row_max = floor_div16(y_max) + 1;
    if (box->col_min < scissor->col_min) {
        box->col_min = scissor->col_min;
    }
    if (box->col_max > scissor->col_max) {
        box->col_max = scissor->col_max;
    }
    if (box->row_min < scissor->row_min) {
        box->row_min = scissor->row_min;
    }
    if (box->row_max > scissor->row_max) {
        box->row_max = scissor->row_max;
    }
    return box->col_min < box->col_max && box->row_min < box->row_max;
}

static int64_t twice_area(const Window *a, const Window *b, const Window *c)
{
    return (b->x - a->x) * (c->y - a->y) - (c->x - a->x) * (b->y - a->y);
}

static double magnitude(double v)
{
    return v < 0 ? -v : v;
}

static void set_corners(Gr3dPrim *prim, const Window *a, const Window *b,
                        const Window *c)
{
    const Window *const w[3] = { a, b, c };

    for (unsigned i = 0; i < 3; i++) {
        prim->q[i] = w[i]->q;
        prim->z[i] = w[i]->z;
    }
}

/* One triangle of the clipped polygon; false: nothing to rasterise. */
static bool set_triangle(const Gr3dSu *su, const Window w[3], Gr3dPrim *prim)
{
    int64_t area = twice_area(&w[0], &w[1], &w[2]);
    bool ccw = area > 0;
    int s = ccw ? 1 : -1;

    if (area == 0 || (su->cull & (ccw ? 1 : 2))) {
        return false;
    }
    prim->kind = GR3D_PRIM_TRIANGLE;
    prim->front = ccw != su->front_cw;
    prim->num_edges = 3;
    prim->area = s * area;
    for (unsigned i = 0; i < 3; i++) {
        set_edge(&prim->edge[i], &w[(i + 1) % 3], &w[(i + 2) % 3], s);
    }
    if (!set_box(prim, w, 3, &su->scissor)) {
        return false;
    }
    set_corners(prim, &w[0], &w[1], &w[2]);
    gr3d_su_planes(su, prim, w[2].x, w[2].y);
    return true;
}

static unsigned setup_polygon(const Gr3dSu *su, const Gr3dVertex *const *v,
                              unsigned num, const Gr3dVertex *flat,
                              Gr3dPrim *out)
{
    Window w[GR3D_SU_CORNERS];
    unsigned made = 0;

    for (unsigned i = 0; i < num; i++) {
        if (!to_window(su, v[i], &w[i])) {
            return 0;
        }
    }
    for (unsigned k = 1; k + 1 < num; k++) {
        const Window tri[3] = { w[0], w[k], w[k + 1] };
        const Gr3dVertex *const corner[3] = { v[0], v[k], v[k + 1] };

        if (set_triangle(su, tri, &out[made])) {
            gr3d_su_link(su, corner, flat, &out[made++]);
        }
    }
    return made;
}

/* A convex quadrilateral of either orientation, for lines and points. */
static bool set_quad(const Gr3dSu *su, const Window p[4], Gr3dPrim *prim)
{
    int64_t area = twice_area(&p[0], &p[1], &p[2]) +
                   twice_area(&p[0], &p[2], &p[3]);

    if (area == 0) {
        return false;
    }
    prim->front = true;
    prim->num_edges = 4;
    prim->z_offset = 0;
    prim->area = area < 0 ? -area : area;
    for (unsigned i = 0; i < 4; i++) {
        set_edge(&prim->edge[i], &p[i], &p[(i + 1) % 4], area > 0 ? 1 : -1);
    }
    return set_box(prim, p, 4, &su->scissor);
}

/* Corner at an offset in pixels; both are small, nothing overflows. */
static Window corner_at(const Window *p, double dx, double dy)
{
    Window c = *p;

    c.x = (int64_t)gr3d_floor((double)p->x + 16 * dx + 0.5);
    c.y = (int64_t)gr3d_floor((double)p->y + 16 * dy + 0.5);
    return c;
}

/* Half a line's width as a vector: along the minor axis, or square to it. */
static void line_offset(const Gr3dSu *su, const Window *a, const Window *b,
                        double half, double off[2])
{
    double dx = (double)(b->x - a->x), dy = (double)(b->y - a->y);
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

/* lambda1 runs from 0 at a to 1 at b, on the line or on its major axis. */
static void line_plane(const Gr3dSu *su, Gr3dPrim *prim, const Window *a,
                       const Window *b)
{
    double dx = (double)(b->x - a->x), dy = (double)(b->y - a->y);

    if (!su->line_square) {
        dx = magnitude(dx) >= magnitude(dy) ? dx : 0;
        dy = dx != 0 ? 0 : dy;
    }
    prim->wx[0] = 16 * dx / (dx * dx + dy * dy);
    prim->wy[0] = 16 * dy / (dx * dx + dy * dy);
    prim->wc[0] = -((double)a->x * dx + (double)a->y * dy) /
                  (dx * dx + dy * dy);
}

static unsigned setup_line(const Gr3dSu *su, const Gr3dVertex *const v[2],
                           const Gr3dVertex *flat, Gr3dPrim *prim)
{
    const Gr3dVertex *const corner[3] = { v[0], v[1], v[1] };
    double half = least(su->line_half, HALF_MAX), off[2];
    Window a, b, p[4];

    if (!(su->line_half > 0) || !to_window(su, v[0], &a) ||
        !to_window(su, v[1], &b) || (a.x == b.x && a.y == b.y)) {
        return 0;
    }
    line_offset(su, &a, &b, half, off);
    p[0] = corner_at(&a, -off[0], -off[1]);
    p[1] = corner_at(&b, -off[0], -off[1]);
    p[2] = corner_at(&b, off[0], off[1]);
    p[3] = corner_at(&a, off[0], off[1]);
    prim->kind = GR3D_PRIM_LINE;
    if (!set_quad(su, p, prim)) {
        return 0;
    }
    line_plane(su, prim, &a, &b);
    set_corners(prim, &a, &b, &b);
    gr3d_su_link(su, corner, flat, prim);
    return 1;
}

static unsigned setup_point(const Gr3dSu *su, const Gr3dVertex *v,
                            const Gr3dVertex *flat, Gr3dPrim *prim)
{
    const Gr3dVertex *const corner[3] = { v, v, v };
    double size = su->point_varies ? v->row[su->point_row][su->point_comp] / 2.
                                   : su->point_half;
    double half = least(size, HALF_MAX);
    Window c, p[4];

    if (!(size > 0) || !to_window(su, v, &c)) {
        return 0;
    }
    p[0] = corner_at(&c, -half, -half);
    p[1] = corner_at(&c, half, -half);
    p[2] = corner_at(&c, half, half);
    p[3] = corner_at(&c, -half, half);
    prim->kind = GR3D_PRIM_POINT;
    if (!set_quad(su, p, prim)) {
        return 0;
    }
    prim->wx[0] = prim->wy[1] = 1 / (2 * half);
    prim->wy[0] = prim->wx[1] = 0;
    prim->wc[0] = -((double)c.x / 16 - half) / (2 * half);
    prim->wc[1] = -((double)c.y / 16 - half) / (2 * half);
    set_corners(prim, &c, &c, &c);
    gr3d_su_link(su, corner, flat, prim);
    return 1;
}

static unsigned setup(const Gr3dSu *su, const Gr3dVertex *const *v,
                      unsigned num, unsigned kind, const Gr3dVertex *flat,
                      Gr3dPrim *out)
{
    switch (kind) {
    case 1:
        return setup_point(su, v[0], flat, out);
    case 2:
        return setup_line(su, v, flat, out);
    default:
        return setup_polygon(su, v, num, flat, out);
    }
}

/* The slow way: some corner is outside of some plane. */
static unsigned clip_and_setup(const Gr3dSu *su, const Gr3dClip *clip,
                               const Gr3dVertex *const *v, unsigned num,
                               const Gr3dVertex *flat, Gr3dPrim *out)
{
    Gr3dVertex corner[GR3D_SU_CORNERS];
    const Gr3dVertex *list[GR3D_SU_CORNERS];
    unsigned left;

    if (num == 1) {
        return 0;
    }
    for (unsigned i = 0; i < num; i++) {
        corner[i] = *v[i];
    }
    left = gr3d_su_clip(clip, su->num_rows, corner, num);
    for (unsigned i = 0; i < left; i++) {
        list[i] = &corner[i];
    }
    return left ? setup(su, list, left, num, flat, out) : 0;
}

unsigned gr3d_su_prim(const Gr3dSu *su, const Gr3dVertex *const *v,
                      unsigned num, const Gr3dVertex *flat, Gr3dPrim *out,
                      Gr3dEvents *events)
{
    const Gr3dClip *clip = num == 1 ? &su->clip_point :
                           num == 2 ? &su->clip_line : &su->clip_tri;
    bool inside = true;

    for (unsigned i = 0; i < num; i++) {
        if (!gr3d_su_finite(clip, v[i])) {
            gr3d_event(events, GR3D_EV_POSITION, num);
            return 0;
        }
        inside &= gr3d_su_inside(clip, v[i]);
    }
    return inside ? setup(su, v, num, num, flat, out)
                  : clip_and_setup(su, clip, v, num, flat, out);
}
