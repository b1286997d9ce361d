/*
 * VideoCore IV 3D engine: which samples of a block a primitive covers
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <glib.h>
#include "cover.h"

#define LAST    (V3D_STRIP_BLOCK - 1)

/* Edges that some pixel of the block is outside of */
typedef struct Edges {
    bool outside;               /* all pixels are, of one of them */
    unsigned num;
    V3dStripEdge edge[8];
} Edges;

/*
 * A step to the next pixel is less than 2^24, since a corner's place has less
 * than 20 bits.
 */
static void add(Edges *e, int64_t a, int64_t b, int64_t c)
{
    int64_t least = c + MIN(a, 0) * LAST + MIN(b, 0) * LAST;
    int64_t most = c + MAX(a, 0) * LAST + MAX(b, 0) * LAST;

    e->outside |= most < 0;
    if (most >= 0 && least < 0) {
        e->edge[e->num++] = (V3dStripEdge) { .a = a, .b = b, .c = c };
    }
}

/* At the same place of each pixel, in 1/16 pixel */
static void add_edges(Edges *e, const V3dSetup *s, int32_t x, int32_t y,
                      unsigned place_x, unsigned place_y)
{
    for (unsigned n = 0; n < s->edges; n++) {
        add(e, 16 * s->a[n], 16 * s->b[n],
            s->a[n] * (16 * (int64_t)x + place_x) +
            s->b[n] * (16 * (int64_t)y + place_y) + s->c[n]);
    }
}

static void add_box(Edges *e, const V3dFrag *frag, int32_t x, int32_t y)
{
    add(e, 1, 0, (int64_t)x - frag->left);
    add(e, -1, 0, (int64_t)frag->right - 1 - x);
    add(e, 0, 1, (int64_t)y - frag->top);
    add(e, 0, -1, (int64_t)frag->bottom - 1 - y);
}

bool v3d_cover(V3dCover *cover, const V3dExec *exec, const V3dFrag *frag,
               int32_t x, int32_t y)
{
    bool any = false;

    for (unsigned i = 0; i < cover->samples; i++) {
        Edges e = { };

        add_box(&e, frag, x, y);
        add_edges(&e, &frag->setup, x, y,
                  cover->samples > 1 ? v3d_sample_x[i] : 8,
                  cover->samples > 1 ? v3d_sample_y[i] : 8);
        cover->pixels[i] = e.outside ? 0 : e.num ? exec->cover(e.edge, e.num) :
                           UINT64_MAX;
        any |= cover->pixels[i] != 0;
    }
    return any;
}
