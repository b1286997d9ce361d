/*
 * The same frame drawn by the CPU: a plain rasteriser
 *
 * What one would write in C for a Cortex-A9 whose GPU has no driver: vertices
 * are transformed once, triangles are filled by rows, depth comes first, a
 * pixel costs one division, texels are filtered with integers.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"

/* What is linear in the window: depth, 1/w, and the rest divided by w */
enum { Z, Q, U, V, R, G, B, A, NUM };

typedef struct Corner {
    float x, y;                 /* pixels, y down */
    float v[NUM];
    bool behind;                /* of the eye */
} Corner;

typedef struct Plane {          /* value at (0, 0), steps to the right, down */
    float at, dx, dy;
} Plane;

typedef struct Triangle {
    const Corner *c[3];         /* from the top */
    Plane plane[NUM];
} Triangle;

typedef struct Texture {
    const uint32_t *texel;
    unsigned log2_size, mask;
    float scale;                /* 256ths of a texel */
} Texture;

static int round_down(float x)
{
    int i = (int)x;

    return i - (i > x);
}

/* The first pixel whose centre is at @x or behind */
static int first_pixel(float x, int end)
{
    int i = -round_down(0.5f - x);

    return i < 0 ? 0 : i > end ? end : i;
}

/* ---- vertices */

static float row(const float m[4], const float v[4])
{
    return m[0] * v[0] + m[1] * v[1] + m[2] * v[2] + m[3] * v[3];
}

static void transform(Corner *c, const SoftTarget *t, const RecordDraw *d,
                      const RecordVertex *v)
{
    float w = row(d->matrix[3], v->pos), q = 1.0f / w;

    c->behind = w <= 0;
    c->x = (row(d->matrix[0], v->pos) * q + 1) * 0.5f * t->width;
    c->y = (1 - row(d->matrix[1], v->pos) * q) * 0.5f * t->height;
    c->v[Z] = (row(d->matrix[2], v->pos) * q + 1) * 32767.5f;
    c->v[Q] = q;
    c->v[U] = v->uv[0] * q;
    c->v[V] = v->uv[1] * q;
    for (unsigned i = 0; i < 4; i++) {
        c->v[R + i] = v->color[i] * 256 * q;
    }
}

/* ---- set-up */

static void swap(const Corner **a, const Corner **b)
{
    const Corner *c = *a;

    *a = *b;
    *b = c;
}

static void sort(Triangle *t)
{
    if (t->c[1]->y < t->c[0]->y) {
        swap(&t->c[0], &t->c[1]);
    }
    if (t->c[2]->y < t->c[1]->y) {
        swap(&t->c[1], &t->c[2]);
    }
    if (t->c[1]->y < t->c[0]->y) {
        swap(&t->c[0], &t->c[1]);
    }
}

/* Twice the area; positive if clockwise on the screen, where y is down */
static float area_of(const Triangle *t)
{
    const Corner *a = t->c[0], *b = t->c[1], *c = t->c[2];

    return (b->x - a->x) * (c->y - a->y) - (c->x - a->x) * (b->y - a->y);
}

static void set_planes(Triangle *t)
{
    const Corner *a = t->c[0], *b = t->c[1], *c = t->c[2];
    float scale = 1 / area_of(t);
    float bx = (b->x - a->x) * scale, by = (b->y - a->y) * scale;
    float cx = (c->x - a->x) * scale, cy = (c->y - a->y) * scale;

    for (unsigned i = 0; i < NUM; i++) {
        float db = b->v[i] - a->v[i], dc = c->v[i] - a->v[i];
        Plane *p = &t->plane[i];

        p->dx = db * cy - dc * by;
        p->dy = dc * bx - db * cx;
        p->at = a->v[i] - a->x * p->dx - a->y * p->dy;
    }
}

/* ---- pixels */

/* Two channels at a time, weights of 256ths */
static uint32_t mix(uint32_t a, uint32_t b, unsigned f)
{
    uint32_t low = (a & 0xff00ff) * (256 - f) + (b & 0xff00ff) * f;
    uint32_t high = (a >> 8 & 0xff00ff) * (256 - f) + (b >> 8 & 0xff00ff) * f;

    return (low >> 8 & 0xff00ff) | (high & 0xff00ff00);
}

static uint32_t fetch(const Texture *t, float u, float v)
{
    int s = round_down(u * t->scale) - 128, r = round_down(v * t->scale) - 128;
    unsigned s0 = s >> 8 & t->mask, s1 = (s0 + 1) & t->mask;
    const uint32_t *row0 = t->texel + ((r >> 8 & t->mask) << t->log2_size);
    const uint32_t *row1 = t->texel +
        ((((r >> 8) + 1) & t->mask) << t->log2_size);

    return mix(mix(row0[s0], row0[s1], s & 255),
               mix(row1[s0], row1[s1], s & 255), r & 255);
}

static uint32_t times(uint32_t texel, float r, float g, float b, float a)
{
    uint32_t red = (texel & 255) * (int)r >> 8;
    uint32_t green = (texel >> 8 & 255) * (int)g >> 8;
    uint32_t blue = (texel >> 16 & 255) * (int)b >> 8;
    uint32_t alpha = (texel >> 24) * (int)a >> 8;

    return red | green << 8 | blue << 16 | alpha << 24;
}

/* Pixels whose centres lie between */
static void fill_row(const SoftTarget *target, const Triangle *t,
                     const Texture *texture, unsigned y, int x0, int x1)
{
    uint32_t *color = target->color + y * target->width;
    uint16_t *depth = target->depth + y * target->width;
    float v[NUM];

    for (unsigned i = 0; i < NUM; i++) {
        const Plane *p = &t->plane[i];

        v[i] = p->at + (x0 + 0.5f) * p->dx + (y + 0.5f) * p->dy;
    }
    for (int x = x0; x < x1; x++) {
        int z = (int)(v[Z] + 0.5f);

        if (z < depth[x]) {
            float w = 1 / v[Q];

            depth[x] = z < 0 ? 0 : z;
            color[x] = times(fetch(texture, v[U] * w, v[V] * w), v[R] * w,
                             v[G] * w, v[B] * w, v[A] * w);
        }
        for (unsigned i = 0; i < NUM; i++) {
            v[i] += t->plane[i].dx;
        }
    }
}

/* Where the edge from @a to @b is at the height of a row's centres */
static float cross(const Corner *a, const Corner *b, float y)
{
    return a->x + (b->x - a->x) * (y - a->y) / (b->y - a->y);
}

static void fill_rows(const SoftTarget *target, const Triangle *t,
                      const Texture *texture, const Corner *a, const Corner *b)
{
    int y0 = first_pixel(a->y, target->height);
    int y1 = first_pixel(b->y, target->height);

    for (int y = y0; y < y1; y++) {
        float l = cross(a, b, y + 0.5f);
        float r = cross(t->c[0], t->c[2], y + 0.5f);
        int x0 = first_pixel(l < r ? l : r, target->width);
        int x1 = first_pixel(l < r ? r : l, target->width);

        if (x0 < x1) {
            fill_row(target, t, texture, y, x0, x1);
        }
    }
}

static void draw_triangle(const SoftTarget *target, const Texture *texture,
                          const Corner *a, const Corner *b, const Corner *c)
{
    Triangle t = { .c = { a, b, c } };

    if (a->behind || b->behind || c->behind || area_of(&t) >= 0) {
        return;
    }
    sort(&t);
    set_planes(&t);
    fill_rows(target, &t, texture, t.c[0], t.c[1]);
    fill_rows(target, &t, texture, t.c[1], t.c[2]);
}

/* ---- draws */

static void range(const uint32_t *index, unsigned count, uint32_t *first,
                  uint32_t *last)
{
    *first = *last = index[0];
    for (unsigned i = 1; i < count; i++) {
        *first = index[i] < *first ? index[i] : *first;
        *last = index[i] > *last ? index[i] : *last;
    }
}

static void draw(const SoftTarget *target, const Record *r,
                 const RecordDraw *d, Corner *corner)
{
    const RecordVertex *vertex = r->buffer[RECORD_VERTEX].data;
    const uint32_t *index = r->buffer[RECORD_INDEX].data;
    const Texture texture = {
        .texel = r->buffer[RECORD_TEXTURE + d->texture].data,
        .log2_size = d->log2_size,
        .mask = (1u << d->log2_size) - 1,
        .scale = 256 << d->log2_size,
    };
    uint32_t first, last;

    index += d->first;
    range(index, d->count, &first, &last);
    for (uint32_t i = first; i <= last; i++) {
        transform(&corner[i], target, d, &vertex[i]);
    }
    for (unsigned i = 0; i + 2 < d->count; i += 3) {
        draw_triangle(target, &texture, &corner[index[i]],
                      &corner[index[i + 1]], &corner[index[i + 2]]);
    }
}

void soft_frame(const SoftTarget *t, const Record *r)
{
    unsigned num = r->buffer[RECORD_VERTEX].size / sizeof(RecordVertex);
    Corner *corner = malloc(num * sizeof(*corner));
    size_t pixels = (size_t)t->width * t->height;

    must("vertices", corner ? 0 : -ENOMEM);
    memset(t->color, 0, pixels * sizeof(t->color[0]));
    memset(t->depth, 0xff, pixels * sizeof(t->depth[0]));
    for (unsigned i = 0; i < r->header.num_draws; i++) {
        draw(t, r, &r->draw[i], corner);
    }
    free(corner);
}

/* ---- the test */

static double psnr(const uint8_t *a, const uint8_t *b, size_t bytes)
{
    double sum = 0;

    for (size_t i = 0; i < bytes; i++) {
        sum += (a[i] - b[i]) * (a[i] - b[i]);
    }
    return sum ? 10 * log10(255.0 * 255.0 * bytes / sum) : 99;
}

static void open_target(SoftTarget *t, const Record *r)
{
    t->width = r->header.width;
    t->height = r->header.height;
    t->color = malloc((size_t)t->width * t->height * sizeof(t->color[0]));
    t->depth = malloc((size_t)t->width * t->height * sizeof(t->depth[0]));
    must("picture", t->color && t->depth ? 0 : -ENOMEM);
    must("draws of this kind", r->header.num_draws ? 0 : -EINVAL);
}

void bench_soft(const Options *o, const Record *r)
{
    void *wanted = frames_picture(o, r);
    unsigned frames = 0;
    double start, took;
    SoftTarget t;

    open_target(&t, r);
    start = now();
    do {
        soft_frame(&t, r);
        frames++;
        took = now() - start;
    } while (took < o->seconds);
    tell("software", frames / took, "frame/s");
    tell("software-like-gr3d",
         psnr(wanted, (uint8_t *)t.color, r->buffer[RECORD_COLOR].size), "dB");
    free(wanted);
    free(t.color);
    free(t.depth);
}
