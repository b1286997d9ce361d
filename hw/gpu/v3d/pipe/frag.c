/*
 * VideoCore IV 3D engine: rasteriser (FEP) and batches of four quads
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <stddef.h>
#include <string.h>
#include "frag.h"
#include "frag_tlb.h"
#include "hw/gpu/lib/bits.h"
#include "hw/gpu/v3d/isa/num.h"
#include "slice.h"

/* M: a rotated grid */
const uint8_t v3d_sample_x[4] = { 6, 14, 2, 10 };
const uint8_t v3d_sample_y[4] = { 2, 6, 10, 14 };

/*
 * Varyings, as a QPU reads them
 */

static uint32_t product(float a, float b)
{
    return v3d_fmul(gpu_float_to_bits(a), gpu_float_to_bits(b));
}

/* M: with the QPU's arithmetic */
static uint32_t plane_at(const V3dFrag *frag, const V3dPlane *plane,
                         unsigned lane)
{
    return v3d_fadd(v3d_fadd(product(plane->a, frag->dx[lane]),
                             product(plane->b, frag->dy[lane])),
                    gpu_float_to_bits(plane->v));
}

static void read_varying(void *opaque, uint32_t v[V3D_LANES],
                         uint32_t c[V3D_LANES])
{
    V3dFrag *frag = opaque;
    const V3dPlane *plane = &frag->setup->plane[frag->run.varying];

    if (frag->run.varying >= frag->setup->planes) {
        v3d_report(frag->core, V3D_EV_VARYING, frag->run.varying);
        memset(v, 0, 4 * V3D_LANES);
        memset(c, 0, 4 * V3D_LANES);
        return;
    }
    frag->run.varying++;
    for (unsigned lane = 0; lane < V3D_LANES; lane++) {
        v[lane] = plane_at(frag, plane, lane);
        c[lane] = gpu_float_to_bits(plane->c);
    }
}

static const V3dQpuPorts ports = {
    .varying = read_varying,
    .tlb_write = v3d_frag_tlb_write,
    .tlb_read = v3d_frag_tlb_read,
};

/*
 * Batches
 */

/* M: so, too */
static uint32_t w_at(const V3dFrag *frag, unsigned lane)
{
    return v3d_sfu(V3D_SFU_RECIP, plane_at(frag, &frag->setup->rw, lane));
}

static uint32_t depth_at(const V3dFrag *frag, unsigned lane)
{
    double z = v3d_setup_z(frag->setup, frag->dx[lane], frag->dy[lane]);

    /* Not a number: 0 */
    return z > 0 ? z < 0xffffff ? z : 0xffffff : 0;
}

static void start_lane(V3dFrag *frag, unsigned lane)
{
    V3dQpu *qpu = &frag->qpu;

    qpu->x[lane] = frag->x[lane];
    qpu->y[lane] = frag->y[lane];
    qpu->ms_flags[lane] = frag->samples[lane];
    qpu->a[V3D_QPU_W][lane] = w_at(frag, lane);
    qpu->b[V3D_QPU_Z][lane] = depth_at(frag, lane);
    qpu->rev_flag[lane] = frag->setup->reverse;
}

static void start_program(V3dFrag *frag)
{
    const V3dShader *shader = frag->shader;

    v3d_qpu_start(&frag->qpu, &frag->core->mem, frag->program, shader->fs_code,
                  shader->fs_uniforms);
    frag->run = (V3dFragProgram) { };
    for (unsigned lane = 0; lane < V3D_LANES; lane++) {
        start_lane(frag, lane);
    }
}

static void count_batch(V3dFrag *frag)
{
    uint64_t *counter = frag->core->counter;
    uint64_t clocks = V3D_QPU_CLOCKS * frag->qpu.instructions;

    counter[V3D_PCTR_QUADS] += frag->quads;
    counter[V3D_PCTR_QUADS_PASS] +=
        __builtin_popcount(frag->run.passed | frag->run.coloured);
    counter[V3D_PCTR_QUADS_COLOUR] += __builtin_popcount(frag->run.coloured);
    counter[V3D_PCTR_CLOCKS_FRAGMENT] += clocks;
    counter[V3D_PCTR_CLOCKS_INSTRUCTIONS] += clocks;
    counter[V3D_PCTR_TEXTURE_QUADS] += frag->qpu.lookups * frag->quads;
    frag->drew = true;
}

/* Lanes of quads that are not there are as the first lane but have no pixel. */
static void fill_lanes(V3dFrag *frag)
{
    for (unsigned lane = 4 * frag->quads; lane < V3D_LANES; lane++) {
        frag->x[lane] = frag->x[lane % 4];
        frag->y[lane] = frag->y[lane % 4];
        frag->samples[lane] = 0;
        frag->place[lane] = frag->place[lane % 4];
    }
    for (unsigned lane = 0; lane < V3D_LANES; lane++) {
        frag->dx[lane] = frag->x[lane] + 0.5f - frag->setup->x0;
        frag->dy[lane] = frag->y[lane] + 0.5f - frag->setup->y0;
    }
}

static void connect(V3dFrag *frag)
{
    frag->qpu.mem = &frag->core->mem;
    frag->qpu.program = frag->program;
    frag->qpu.ports = &ports;
    frag->qpu.opaque = frag;
}

/* False: stopped in its program */
static bool run_batch(V3dFrag *frag)
{
    fill_lanes(frag);
    if (!frag->running) {
        start_program(frag);
    }
    connect(frag);
    frag->running = !v3d_run_program(&frag->qpu, frag->core,
                                     frag->shader->fs_code);
    if (!frag->running) {
        count_batch(frag);
    }
    return !frag->running;
}

/* False: stopped before its end */
static bool end_batch(V3dFrag *frag)
{
    if (frag->done >= frag->skip) {
        /* One at least */
        if (frag->done > frag->skip && v3d_slice_over(frag->core)) {
            return false;
        }
        if (!run_batch(frag)) {
            return false;
        }
    }
    frag->done++;
    frag->quads = 0;
    return true;
}

/*
 * Coverage
 */

static int64_t edge_at(const V3dSetup *s, unsigned n, int64_t x, int64_t y)
{
    return s->a[n] * x + s->b[n] * y + s->c[n];
}

/* The sign, 1 if negative */
static unsigned negative(int64_t e)
{
    return (uint64_t)e >> 63;
}

/*
 * Which of a quad's pixels are inside all edges, at the same place of each;
 * that of the first is (@x, @y), in 1/16 pixel.
 */
static unsigned inside_edges(const V3dSetup *s, int64_t x, int64_t y)
{
    unsigned outside = 0;

    for (unsigned n = 0; n < s->edges; n++) {
        int64_t e = edge_at(s, n, x, y);
        int64_t dx = 16 * s->a[n], dy = 16 * s->b[n];

        outside |= negative(e) | negative(e + dx) << 1 |
                   negative(e + dy) << 2 | negative(e + dx + dy) << 3;
    }
    return ~outside & 15;
}

static unsigned inside_box(const V3dFrag *frag, int32_t x, int32_t y)
{
    unsigned columns = (x >= frag->left && x < frag->right) |
                       (x + 1 >= frag->left && x + 1 < frag->right) << 1;
    unsigned rows = (y >= frag->top && y < frag->bottom ? 3 : 0) |
                    (y + 1 >= frag->top && y + 1 < frag->bottom ? 12 : 0);

    return (columns | columns << 2) & rows;
}

static bool samples_of(const V3dFrag *frag, int32_t x, int32_t y,
                       unsigned samples[4])
{
    bool ms = v3d_frag_oversamples(frag);
    unsigned each = frag->tile->multisample && !ms ? 15 : 1;
    unsigned box = inside_box(frag, x, y), any = 0;

    memset(samples, 0, 4 * sizeof(samples[0]));
    for (unsigned s = 0; box && s < (ms ? 4 : 1); s++) {
        unsigned in = box & inside_edges(
            frag->setup, 16 * (int64_t)x + (ms ? v3d_sample_x[s] : 8),
            16 * (int64_t)y + (ms ? v3d_sample_y[s] : 8));

        for (unsigned i = 0; i < 4; i++) {
            samples[i] |= (in >> i & 1) * each << s;
        }
        any |= in;
    }
    return any;
}

/* False: stopped */
static bool add_quad(V3dFrag *frag, int32_t x, int32_t y,
                     const unsigned samples[4])
{
    unsigned width = v3d_tile_size(frag->tile);
    unsigned height = v3d_tile_height(frag->tile);

    for (unsigned i = 0; i < 4; i++) {
        unsigned lane = 4 * frag->quads + i;
        int32_t px = x + (i & 1), py = y + (i >> 1);

        frag->x[lane] = px;
        frag->y[lane] = py;
        frag->samples[lane] = samples[i];
        frag->place[lane] = v3d_tile_place(frag->tile, px % width,
                                           py % height);
    }
    return ++frag->quads < 4 || end_batch(frag);
}

static bool draw_quad(V3dFrag *frag, int32_t x, int32_t y)
{
    unsigned samples[4];

    return !samples_of(frag, x, y, samples) ||
           add_quad(frag, x, y, samples);
}

static bool block_outside(const V3dSetup *s, int32_t x, int32_t y,
                          unsigned size)
{
    for (unsigned n = 0; n < s->edges; n++) {
        int64_t px = 16 * (int64_t)(s->a[n] > 0 ? x + (int32_t)size : x);
        int64_t py = 16 * (int64_t)(s->b[n] > 0 ? y + (int32_t)size : y);

        if (edge_at(s, n, px, py) < 0) {
            return true;
        }
    }
    return false;
}

#define BLOCK   8

static bool draw_block(V3dFrag *frag, int32_t bx, int32_t by)
{
    if (block_outside(frag->setup, bx, by, BLOCK)) {
        return true;
    }
    for (int32_t y = by; y < by + BLOCK; y += 2) {
        for (int32_t x = bx; x < bx + BLOCK; x += 2) {
            if (!draw_quad(frag, x, y)) {
                return false;
            }
        }
    }
    return true;
}

static bool draw_blocks(V3dFrag *frag)
{
    for (int32_t y = frag->top & ~(BLOCK - 1); y < frag->bottom; y += BLOCK) {
        for (int32_t x = frag->left & ~(BLOCK - 1); x < frag->right;
             x += BLOCK) {
            if (!draw_block(frag, x, y)) {
                return false;
            }
        }
    }
    return frag->quads == 0 || end_batch(frag);
}

static int32_t max_3(int32_t a, int32_t b, int32_t c)
{
    int32_t d = a > b ? a : b;

    return d > c ? d : c;
}

void v3d_frag_set_box(V3dFrag *frag, int32_t x, int32_t y)
{
    int32_t width = v3d_tile_size(frag->tile);
    int32_t height = v3d_tile_height(frag->tile);
    const V3dItems *items = frag->items;
    const V3dSetup *s = frag->setup;

    frag->left = max_3(x, s->left, items->clip_left);
    frag->top = max_3(y, s->top, items->clip_top);
    frag->right = -max_3(-(x + width), -s->right,
                         -(int32_t)items->clip_right);
    frag->bottom = -max_3(-(y + height), -s->bottom,
                          -(int32_t)items->clip_bottom);
}

bool v3d_frag_draw(V3dFrag *frag, uint32_t x, uint32_t y)
{
    v3d_frag_set_box(frag, x, y);
    frag->done = 0;
    frag->drew = false;
    frag->quads = 0;
    if (!draw_blocks(frag)) {
        return false;
    }
    frag->core->counter[frag->drew ? V3D_PCTR_PRIMS :
                        V3D_PCTR_PRIMS_NO_PIXELS]++;
    return true;
}
