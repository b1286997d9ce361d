/*
 * Tegra20 GR3D engine: which draws may run together
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <glib.h>
#include "geometry.h"
#include "hazard.h"

bool gr3d_pixels_same(const Gr3dDraw *a, unsigned a_surf,
                      const Gr3dDraw *b, unsigned b_surf)
{
    const Gr3dSurfDesc *first = &a->surf[a_surf], *second = &b->surf[b_surf];

    return a->span[GR3D_SPAN_SURFACE + a_surf].data ==
           b->span[GR3D_SPAN_SURFACE + b_surf].data &&
           first->format && second->format &&
           !first->format->pair && !second->format->pair &&
           first->format->bytes == second->format->bytes &&
           first->stride == second->stride && first->tiled == second->tiled;
}

static const GpuSpan *span_of(Gr3dUse use)
{
    return &use.draw->span[use.slot];
}

static bool is_surface(Gr3dUse use)
{
    return use.slot < GR3D_SPAN_TEXTURE;
}

/*
 * Tiles and tiles
 */

static bool same_pixels(Gr3dUse a, Gr3dUse b)
{
    return is_surface(a) && is_surface(b) &&
           gr3d_pixels_same(a.draw, a.slot - GR3D_SPAN_SURFACE,
                            b.draw, b.slot - GR3D_SPAN_SURFACE);
}

static bool in_order(Gr3dUse a, Gr3dUse b)
{
    return (!span_of(a)->writable && !span_of(b)->writable) ||
           !gpu_spans_overlap(span_of(a), span_of(b)) || same_pixels(a, b);
}

/* Tell whether a use that is in order with @a is so with @b, too. */
static bool covers(Gr3dUse a, Gr3dUse b)
{
    const GpuSpan *first = span_of(a), *second = span_of(b);

    return first->data == second->data && first->size >= second->size &&
           first->writable >= second->writable &&
           is_surface(a) == is_surface(b) &&
           (!is_surface(a) || same_pixels(a, b));
}

static bool add_use(Gr3dHazards *h, unsigned num_before, Gr3dUse use)
{
    bool known = false;

    for (unsigned i = 0; i < h->num; i++) {
        if (i < num_before && !in_order(h->use[i], use)) {
            return false;
        }
        known |= covers(h->use[i], use);
    }
    if (!known && h->num == GR3D_MAX_USES) {
        return false;
    }
    if (!known) {
        h->use[h->num++] = use;
    }
    return true;
}

static bool add_uses(Gr3dHazards *h, const Gr3dDraw *draw)
{
    unsigned num_before = h->num;

    for (unsigned i = GR3D_SPAN_SURFACE; i < GR3D_NUM_SPANS; i++) {
        if (draw->span[i].size &&
            !add_use(h, num_before, (Gr3dUse) { draw, i })) {
            return false;
        }
    }
    return true;
}

/*
 * Vertices and tiles
 */

static bool is_written(const Gr3dHazards *h, const GpuSpan *span)
{
    for (unsigned i = 0; i < h->num; i++) {
        if (span_of(h->use[i])->writable &&
            gpu_spans_overlap(span_of(h->use[i]), span)) {
            return true;
        }
    }
    return false;
}

/* Look how far indices reach: a span is that of all that they could be. */
static bool reads_written(const Gr3dHazards *h, const Gr3dDraw *draw,
                          unsigned attr, uint64_t *highest)
{
    const Gr3dIdx *idx = &draw->geometry->idx;
    GpuSpan span = draw->span[GR3D_SPAN_ATTRIB + attr];

    if (!is_written(h, &span)) {
        return false;
    }
    if (*highest == UINT64_MAX) {
        *highest = gr3d_idx_highest(idx, &draw->span[GR3D_SPAN_INDEX]);
    }
    span.size = MIN(span.size, gr3d_idx_reach(&idx->attr[attr], *highest));
    return is_written(h, &span);
}

/* Tell whether no draw that has been added writes what the vertices read. */
static bool vertices_first(const Gr3dHazards *h, const Gr3dDraw *draw)
{
    uint64_t highest = UINT64_MAX;

    if (is_written(h, &draw->span[GR3D_SPAN_INDEX])) {
        return false;
    }
    for (unsigned i = 0; i < GR3D_NUM_ATTRIBS; i++) {
        if (draw->span[GR3D_SPAN_ATTRIB + i].size &&
            reads_written(h, draw, i, &highest)) {
            return false;
        }
    }
    return true;
}

bool gr3d_hazards_add(Gr3dHazards *h, const Gr3dDraw *draw)
{
    return vertices_first(h, draw) && add_uses(h, draw);
}
