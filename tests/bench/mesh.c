/*
 * Parts of the benchmark's workloads: geometry
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "mesh.h"

uint32_t bench_hash(uint32_t n)
{
    n = (n ^ n >> 16) * 0x7feb352d;
    n = (n ^ n >> 15) * 0x846ca68b;
    return n ^ n >> 16;
}

static void set_position(const BenchWork *b, BenchVertex *v, double x,
                         double y, double z, double w)
{
    v->pos[0] = (2 * x / b->width - 1) * w;
    v->pos[1] = (2 * y / b->height - 1) * w;
    v->pos[2] = z * w;
    v->pos[3] = w;
}

/* ---- draws */

static unsigned end_of_draws(const BenchWork *b, bool strip)
{
    unsigned end = strip ? 4 : 0;       /* after the screen */

    for (unsigned i = 0; i < b->draw->len; i++) {
        const BenchDraw *d = &g_array_index(b->draw, BenchDraw, i);

        end = d->strip == strip ? d->first + d->count : end;
    }
    return end;
}

BenchDraw *bench_add_draw(BenchWork *b, BenchProgram program, bool strip)
{
    unsigned first = end_of_draws(b, strip);
    const BenchDraw d = {
        .program = program,
        .strip = strip,
        .first = first,
        .count = (strip ? b->vertex->len : b->index->len) - first,
        .matrix = matrix_one(),
        .turn = matrix_one(),
    };

    g_array_append_val(b->draw, d);
    return &g_array_index(b->draw, BenchDraw, b->draw->len - 1);
}

/* A plane in space: w times wider there */
static void add_corner(BenchWork *b, const BenchQuad *q, unsigned i)
{
    double w = i & 2 ? q->w_top : q->w_bottom;
    BenchVertex v = {
        .uv = { (i & 1 ? q->u1 : q->u0) * w, i & 2 ? q->v1 : q->v0 },
    };

    for (unsigned c = 0; c < 3; c++) {
        v.color[c] = (i + c) & 1 || (c == 2 && i == 3) ? q->high : q->low;
    }
    v.color[3] = q->alpha;
    set_position(b, &v, i & 1 ? q->x1 : q->x0, i & 2 ? q->y1 : q->y0, q->z,
                 w);
    g_array_append_val(b->vertex, v);
}

BenchDraw *bench_add_quad(BenchWork *b, BenchProgram program,
                          const BenchQuad *q)
{
    for (unsigned i = 0; i < 4; i++) {
        add_corner(b, q, i);
    }
    b->work += (q->x1 - q->x0) * (q->y1 - q->y0);
    return bench_add_draw(b, program, true);
}

/* ---- grids */

/* Two triangles, counter-clockwise; corners as of a strip */
static void add_cell(BenchWork *b, const uint32_t corner[4])
{
    static const uint8_t order[6] = { 0, 1, 2, 2, 1, 3 };

    for (unsigned i = 0; i < 6; i++) {
        g_array_append_val(b->index, corner[order[i]]);
    }
}

static void sheet_vertex(BenchWork *b, const BenchSheet *s, unsigned i,
                         unsigned j)
{
    uint32_t h = bench_hash(s->seed + 65536 * j + i);
    BenchVertex v = {
        .color = { (h & 255) / 256.0f, (h >> 8 & 255) / 256.0f,
                   (h >> 16 & 255) / 256.0f, 1 },
    };

    set_position(b, &v, s->x + i * s->dx, s->y + j * s->dy, 0, 1);
    g_array_append_val(b->vertex, v);
}

void bench_add_sheet(BenchWork *b, const BenchSheet *s)
{
    const unsigned pitch = s->columns + 1, base = b->vertex->len;

    for (unsigned j = 0; j <= s->rows; j++) {
        for (unsigned i = 0; i <= s->columns; i++) {
            sheet_vertex(b, s, i, j);
        }
    }
    for (unsigned j = 0; j < s->rows; j++) {
        for (unsigned i = 0; i < s->columns; i++) {
            const uint32_t n = base + j * pitch + i;

            add_cell(b, (uint32_t[4]) { n, n + 1, n + pitch, n + pitch + 1 });
        }
    }
}

/* Waves: a normal that need not have length 1 */
static void strip_vertex(BenchWork *b, const BenchSheet *s, unsigned i,
                         unsigned j)
{
    BenchVertex v = {
        .color = { turn_sin(3 * i % TURN), turn_cos(40 * j % TURN), 1.5f },
    };

    set_position(b, &v, s->x + i * s->dx, s->y + j * s->dy, 0, 1);
    g_array_append_val(b->vertex, v);
}

/*
 * An even number of vertices in a row, first and last twice: joined rows.  The
 * triangle that a row's second vertex begins is the strip's second one: those
 * are turned round.
 */
void bench_add_strip(BenchWork *b, const BenchSheet *s, bool back)
{
    for (unsigned j = 0; j < s->rows; j++) {
        strip_vertex(b, s, 0, j + back);
        for (unsigned i = 0; i <= s->columns; i++) {
            strip_vertex(b, s, i, j + back);
            strip_vertex(b, s, i, j + !back);
        }
        strip_vertex(b, s, s->columns, j + !back);
    }
}

/* ---- rings */

static void ring_vertex(BenchWork *b, unsigned i, unsigned around, unsigned j,
                        unsigned across, bool normals)
{
    unsigned a = i * TURN / around % TURN, c = j * TURN / across % TURN;
    double r = 1 + 0.4 * turn_cos(c);
    BenchVertex v = {
        .pos = { r * turn_cos(a), 0.4 * turn_sin(c), r * turn_sin(a), 1 },
        .uv = { 6.0 * i / around, 2.0 * j / across },
    };

    v.color[0] = turn_cos(c) * turn_cos(a);
    v.color[1] = turn_sin(c);
    v.color[2] = turn_cos(c) * turn_sin(a);
    for (unsigned n = 0; !normals && n < 3; n++) {
        v.color[n] = 0.5f + v.color[n] * 0.46875f;
    }
    v.color[3] = normals ? 0 : 0.75f;
    g_array_append_val(b->vertex, v);
}

void bench_add_ring(BenchWork *b, unsigned around, unsigned across,
                    bool normals)
{
    const unsigned pitch = across + 1, base = b->vertex->len;

    for (unsigned i = 0; i <= around; i++) {
        for (unsigned j = 0; j <= across; j++) {
            ring_vertex(b, i, around, j, across, normals);
        }
    }
    for (unsigned i = 0; i < around; i++) {
        for (unsigned j = 0; j < across; j++) {
            const uint32_t n = base + i * pitch + j;

            add_cell(b, (uint32_t[4]) { n, n + 1, n + pitch, n + pitch + 1 });
        }
    }
}
