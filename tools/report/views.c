/*
 * Where the primitives of a draw are: its wireframe and its overdraw
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <glib.h>
#include <math.h>
#include <string.h>
#include "hw/gpu/gr3d/pipe/frozen.h"
#include "views.h"

const uint32_t views_colour[VIEWS_COLOURS] = {
    0x1c3f95, 0x1b7fbd, 0x22b573, 0xa6ce39, 0xffe14d, 0xfdae3c, 0xf0592b,
    0xffffff,
};

/* What the rasteriser calls for each primitive of a band of a tile */
typedef struct ViewsPass {
    Gr3dReference reference;    /* the first: draw->reference leads here */
    Views *views;
    unsigned width, height, thick;
    uint16_t *count;            /* primitives on each pixel */
    uint8_t *edge;              /* is it on an edge of one? */
} ViewsPass;

static bool is_covered(int64_t e, const GpuEdge *edge)
{
    return e > 0 || (e == 0 && gpu_edge_owns_zero(edge));
}

/* Is the pixel covered?  *@near: and an edge's function below its @limit? */
static bool is_pixel_covered(const Gr3dPrim *prim, const double limit[4],
                             int32_t col, int32_t row, bool *near)
{
    *near = false;
    for (unsigned i = 0; i < prim->num_edges; i++) {
        int64_t e = gpu_edge_at(&prim->edge[i], col, row);

        if (!is_covered(e, &prim->edge[i])) {
            return false;
        }
        *near |= e < limit[i];
    }
    return true;
}

static void count_pixel(ViewsPass *s, size_t at, bool near)
{
    s->views->covered += !s->count[at];
    s->views->fragments++;
    s->count[at] += s->count[at] < UINT16_MAX;
    s->views->most = MAX(s->views->most, s->count[at]);
    s->edge[at] |= near;
}

static uint64_t count_prim(const Gr3dDraw *draw, Gr3dTile *tile,
                           const Gr3dPrim *prim, const Gr3dRect *rect)
{
    ViewsPass *s = (ViewsPass *)draw->reference;
    int32_t col_max = MIN(rect->col_max, (int32_t)s->width);
    int32_t row_max = MIN(rect->row_max, (int32_t)s->height);
    double limit[4];
    bool near;

    for (unsigned i = 0; i < prim->num_edges; i++) {
        limit[i] = s->thick * hypot(prim->edge[i].dx, prim->edge[i].dy);
    }
    for (int32_t row = rect->row_min; row < row_max; row++) {
        for (int32_t col = rect->col_min; col < col_max; col++) {
            if (is_pixel_covered(prim, limit, col, row, &near)) {
                count_pixel(s, (size_t)row * s->width + col, near);
            }
        }
    }
    return 1;
}

static void put(uint8_t *rgba, uint32_t colour, uint8_t alpha)
{
    rgba[0] = colour >> 16;
    rgba[1] = colour >> 8;
    rgba[2] = colour;
    rgba[3] = alpha;
}

static void paint(const ViewsPass *s)
{
    for (size_t i = 0; i < (size_t)s->width * s->height; i++) {
        unsigned n = MIN(s->count[i], VIEWS_COLOURS);

        put(s->views->wire.rgba + 4 * i, s->edge[i] ? 0xffffff : 0,
            s->edge[i] ? 255 : 0);
        put(s->views->overdraw.rgba + 4 * i, n ? views_colour[n - 1] : 0, 255);
    }
}

void views_draw(Views *views, Gr3dDraw *draw, unsigned width, unsigned height,
                unsigned thick)
{
    size_t num = (size_t)width * height;
    g_autofree uint16_t *count = g_new0(uint16_t, num);
    g_autofree uint8_t *edge = g_new0(uint8_t, num);
    ViewsPass s = {
        .reference = { gr3d_reference.vertex, count_prim }, .views = views,
        .width = width, .height = height, .thick = thick,
        .count = count, .edge = edge,
    };

    *views = (Views) {
        .wire = { width, height, g_malloc_n(num, 4) },
        .overdraw = { width, height, g_malloc_n(num, 4) },
    };
    draw->reference = &s.reference;
    gr3d_draw_set_exec(draw, NULL);
    gr3d_draw_set_executor(draw, NULL);
    gr3d_draw_run(draw);
    draw->reference = &gr3d_reference;
    paint(&s);
}

void views_clear(Views *views)
{
    picture_clear(&views->wire);
    picture_clear(&views->overdraw);
}
