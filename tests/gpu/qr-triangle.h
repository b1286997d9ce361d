/*
 * A triangle on a small target, for tests of the rasteriser: built here from
 * the set-up rules of docs/specs/tegra-gr3d.rst
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef TESTS_GPU_QR_TRIANGLE_H
#define TESTS_GPU_QR_TRIANGLE_H

#include <glib.h>
#include "qr-run.h"

#define SIZE MAX_SIZE

/* Make a target with all tests off; the program stores white. */
static inline Fixture *fixture(void)
{
    Fixture *f = new_fixture(SIZE);
    uint32_t *reg = f->regs.reg;

    reg[0x403] = 0x200;
    reg[0x402] = 0x48;
    reg[0x400] = reg[0x401] = 0x7ff;
    put(f, 0, MOV(0, 1, ONE));
    put(f, 1, MOV(0, 2, ONE));
    put(f, 2, MOV(1, 1, ONE));
    put(f, 3, MOV(1, 2, ONE));
    return f;
}

static inline void set_edge(GpuEdge *e, const int64_t a[2], const int64_t b[2],
                            int64_t sign)
{
    int64_t dx = b[0] - a[0], dy = b[1] - a[1];

    e->dx = -16 * dy * sign;
    e->dy = 16 * dx * sign;
    e->c = (a[0] * dy - a[1] * dx) * sign;
}

/* Set up a triangle, in 1/16 pixel; samples are at 16 * (col, row). */
static inline void triangle(Fixture *f, int64_t x0, int64_t y0, int64_t x1,
                            int64_t y1, int64_t x2, int64_t y2)
{
    const int64_t v[3][2] = { { x0, y0 }, { x1, y1 }, { x2, y2 } };
    int64_t area = (x1 - x0) * (y2 - y0) - (x2 - x0) * (y1 - y0);
    int64_t sign = area < 0 ? -1 : 1;
    Gr3dPrim *p = &f->prim;

    memset(p, 0, sizeof(*p));
    p->kind = GR3D_PRIM_TRIANGLE;
    p->front = true;
    p->num_edges = 3;
    for (unsigned i = 0; i < 3; i++) {
        set_edge(&p->edge[i], v[(i + 1) % 3], v[(i + 2) % 3], sign);
        p->k[i] = 1 / (float)(area * sign);
    }
    p->zb = 0x80000;
    p->box = (Gr3dRect) { 0, SIZE, 0, SIZE };
}

/* Cover the whole target with a large triangle. */
static inline void everything(Fixture *f)
{
    triangle(f, -1000, -1000, 3000, -1000, -1000, 3000);
}

static inline void freeze(Fixture *f)
{
    freeze_draw(&f->draw, &f->regs, &f->fp);
}

static inline void draw_rect(Fixture *f, int32_t col0, int32_t row0,
                             int32_t col1, int32_t row1)
{
    const Gr3dRect rect = { col0, col1, row0, row1 };

    tile_prim(&f->draw, &f->prim, &rect);
}

static inline void draw(Fixture *f)
{
    draw_rect(f, 0, 0, SIZE, SIZE);
}

static inline unsigned pixel(const Fixture *f, unsigned col, unsigned row)
{
    return f->color[(row * SIZE + col) * 4];
}

static inline unsigned depth_at(const Fixture *f, unsigned col, unsigned row)
{
    const uint8_t *p = &f->depth[(row * SIZE + col) * 2];

    return p[0] | p[1] << 8;
}

static inline void fill_depth(Fixture *f, unsigned value)
{
    for (unsigned i = 0; i < SIZE * SIZE; i++) {
        f->depth[2 * i] = value;
        f->depth[2 * i + 1] = value >> 8;
    }
}

static inline void set_depth(Fixture *f, double z)
{
    f->prim.zb = z;
}

/* Count by stencil INCR_WRAP how often each pixel is drawn. */
static inline void count_pixels(Fixture *f)
{
    f->regs.reg[0x402] = 0x48 | 0x20;
    f->regs.reg[0xe28] = 0x1fe00 | 6 << 6;
}

#endif /* TESTS_GPU_QR_TRIANGLE_H */
