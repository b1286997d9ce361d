/*
 * VideoCore IV 3D engine: which samples of a block a primitive covers
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <glib.h>
#include <string.h>
#include "cover.h"

#define LAST    (V3D_STRIP_BLOCK - 1)

static void add(V3dCover *cover, int32_t a, int32_t b, int64_t c)
{
    V3dCoverEdge *e = &cover->edge[cover->num++];

    e->c = c;
    e->a = a;
    e->b = b;
    e->max = (MAX(a, 0) + MAX(b, 0)) * LAST;
    e->min = (a + b) * LAST - e->max;
    memset(e->sample, 0, sizeof(e->sample));
}

/* A side of the box; one block may begin with any quad that is in the tile. */
static int32_t first_block(int32_t first, int32_t end, int32_t tile,
                           bool aligned)
{
    int32_t quad = first & ~1, last = (first | (tile - 1)) - LAST;

    return aligned || end - quad > V3D_STRIP_BLOCK ? first & ~LAST :
           MIN(quad, last);
}

static void set_blocks(V3dCover *cover, const V3dFrag *f, bool aligned)
{
    int32_t size = v3d_tile_size(f->tile);

    cover->left = first_block(f->left, f->right, size, aligned);
    cover->top = first_block(f->top, f->bottom, size, aligned);
    cover->right = cover->left + ((f->right - 1 - cover->left) | LAST) + 1;
    cover->bottom = cover->top + ((f->bottom - 1 - cover->top) | LAST) + 1;
}

/*
 * The clip window begins or ends inside a block.  The primitive's own edges do
 * without its box, and a tile is made of blocks.
 */
static void add_window(V3dCover *cover, const V3dFrag *f)
{
    const V3dItems *items = f->items;

    if (cover->left < f->left && f->left == (int32_t)items->clip_left) {
        add(cover, 1, 0, -f->left);
    }
    if (cover->right > f->right && f->right == (int32_t)items->clip_right) {
        add(cover, -1, 0, f->right - 1);
    }
    if (cover->top < f->top && f->top == (int32_t)items->clip_top) {
        add(cover, 0, 1, -f->top);
    }
    if (cover->bottom > f->bottom && f->bottom == (int32_t)items->clip_bottom) {
        add(cover, 0, -1, f->bottom - 1);
    }
}

/* Are all of the blocks inside edge @n? */
static bool blocks_inside(const V3dCover *cover, const V3dSetup *s, unsigned n)
{
    int64_t x = s->a[n] > 0 ? cover->left : cover->right;
    int64_t y = s->b[n] > 0 ? cover->top : cover->bottom;

    return s->a[n] * 16 * x + s->b[n] * 16 * y + s->c[n] >= 0;
}

static void add_edge(V3dCover *cover, const V3dSetup *s, unsigned n)
{
    V3dCoverEdge *e = &cover->edge[cover->num];
    int32_t a = s->a[n], b = s->b[n];

    add(cover, 16 * a, 16 * b, s->c[n]);
    e->sample[0] = 8 * a + 8 * b;
    for (unsigned i = 0; cover->samples > 1 && i < 4; i++) {
        e->sample[i] = v3d_sample_x[i] * a + v3d_sample_y[i] * b;
    }
}

void v3d_cover_init(V3dCover *cover, const V3dFrag *frag, bool aligned)
{
    cover->samples = v3d_frag_oversamples(frag) ? 4 : 1;
    cover->num = 0;
    set_blocks(cover, frag, aligned);
    add_window(cover, frag);
    for (unsigned n = 0; n < frag->setup->edges; n++) {
        if (!blocks_inside(cover, frag->setup, n)) {
            add_edge(cover, frag->setup, n);
        }
    }
}

/* An edge that cuts the block fits 32 bits. */
static uint64_t pixels_of(const V3dCover *cover, const V3dExec *exec,
                          unsigned sample, int32_t x, int32_t y)
{
    V3dStripEdge edge[8];
    unsigned num = 0;

    for (unsigned n = 0; n < cover->num; n++) {
        const V3dCoverEdge *e = &cover->edge[n];
        int64_t c = (int64_t)e->a * x + (int64_t)e->b * y + e->c +
                    e->sample[sample];

        if (c + e->max < 0) {
            return 0;
        }
        if (c + e->min < 0) {
            edge[num++] = (V3dStripEdge) { .a = e->a, .b = e->b, .c = c };
        }
    }
    return num ? exec->cover(edge, num) : UINT64_MAX;
}

bool v3d_cover(V3dCover *cover, const V3dExec *exec, int32_t x, int32_t y)
{
    bool any = false;

    for (unsigned i = 0; i < cover->samples; i++) {
        cover->pixels[i] = pixels_of(cover, exec, i, x, y);
        any |= cover->pixels[i] != 0;
    }
    return any;
}
