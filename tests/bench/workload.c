/*
 * What the benchmark draws
 *
 * Sizes are those of a picture of 1280 x 720; the meshes of a smaller one have
 * fewer cells of the same size.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <string.h>

#include "mesh.h"

#define MEGA    1e6

/* A quad over the whole screen, and nothing of a texture */
static BenchQuad screen(const BenchWork *b)
{
    const BenchQuad q = {
        .x1 = b->width, .y1 = b->height, .w_bottom = 1, .w_top = 1,
        .low = 0.125f, .high = 0.875f, .alpha = 1,
    };

    return q;
}

/* ---- fill */

#define LAYERS  8
#define STEP    8               /* pixels that the next layer leaves free */

static const float layer_color[LAYERS][4] = {
    { 0.75f, 0.125f, 0.125f, 1 }, { 0.125f, 0.5f, 0.25f, 1 },
    { 0.25f, 0.25f, 0.875f, 1 }, { 0.75f, 0.625f, 0.125f, 1 },
    { 0.5f, 0.125f, 0.625f, 1 }, { 0.125f, 0.625f, 0.75f, 1 },
    { 0.875f, 0.875f, 0.875f, 1 }, { 0.25f, 0.1875f, 0.125f, 1 },
};

static void add_layers(BenchWork *b, bool depth, bool front_first)
{
    b->clear = true;
    for (unsigned i = 0; i < LAYERS; i++) {
        unsigned layer = front_first ? LAYERS - 1 - i : i;
        BenchQuad q = screen(b);
        BenchDraw *d;

        q.x0 = STEP * layer;
        q.z = 0.75 - layer * 0.1875;
        d = bench_add_quad(b, BENCH_FLAT, &q);
        d->depth = depth;
        memcpy(d->uniform, layer_color[layer], sizeof(d->uniform));
    }
}

static void build_flat(BenchWork *b)
{
    add_layers(b, false, false);
}

static void build_depth_front(BenchWork *b)
{
    add_layers(b, true, true);
}

static void build_depth_back(BenchWork *b)
{
    add_layers(b, true, false);
}

static void build_colour(BenchWork *b)
{
    BenchQuad q = screen(b);

    q.w_top = 3;
    bench_add_quad(b, BENCH_COLOUR, &q);
}

/* ---- textures */

#define TEXTURE_LOG2    9
#define TEXELS          512.0

/* Half of a texture over the screen; beside that texel by texel */
static void add_texture_layers(BenchWork *b, unsigned texture)
{
    BenchQuad q = screen(b);

    q.u1 = q.v1 = 0.5;
    bench_add_quad(b, BENCH_TEXTURE, &q)->texture[0] = texture;
    q.x0 = b->width / 4;
    q.u0 = (q.x0 + 0.25) / TEXELS;
    q.v0 = 0.25 / TEXELS;
    q.u1 = (q.x1 + 0.25) / TEXELS;
    q.v1 = (q.y1 + 0.25) / TEXELS;
    bench_add_quad(b, BENCH_TEXTURE, &q)->texture[0] = texture;
}

static void build_bilinear(BenchWork *b)
{
    add_texture_layers(b, bench_add_texture(b, TEXTURE_LOG2, 1, 255));
}

static void build_dxt1(BenchWork *b)
{
    add_texture_layers(b, bench_add_blocks(b, BENCH_DXT1, TEXTURE_LOG2));
}

static void build_etc1(BenchWork *b)
{
    add_texture_layers(b, bench_add_blocks(b, BENCH_ETC1, TEXTURE_LOG2));
}

/* A pixel has from half a texel below to 13 above. */
static void build_trilinear(BenchWork *b)
{
    BenchQuad q = screen(b);

    bench_add_texture(b, TEXTURE_LOG2, TEXTURE_LOG2 + 1, 255);
    q.w_top = 6;
    q.u0 = -0.625;
    q.u1 = 0.625;
    q.v1 = 3;
    bench_add_quad(b, BENCH_TEXTURE, &q);
}

static void build_blend(BenchWork *b)
{
    bench_add_texture(b, TEXTURE_LOG2, 1, 96);
    for (unsigned i = 0; i < 4; i++) {
        BenchQuad q = screen(b);

        q.x0 = i ? 4 * STEP * i : 0;
        q.u0 = 0.125 * i;
        q.u1 = q.u0 + 0.75;
        q.v1 = 0.5 + 0.125 * i;
        q.alpha = i ? 0.625f : 1;
        bench_add_quad(b, i ? BENCH_BLEND : BENCH_MODULATE, &q);
    }
}

static void build_long(BenchWork *b)
{
    static const float uniform[4] = { 0.25f, 0.3125f, 0.1875f, 0.25f };
    BenchQuad q = screen(b);
    BenchDraw *d;

    bench_add_texture(b, TEXTURE_LOG2, 1, 255);
    bench_add_texture(b, TEXTURE_LOG2 - 1, 1, 128);
    q.u1 = 1.5;
    q.v1 = 0.75;
    q.low = 0.25f;
    q.high = 0.5f;
    q.alpha = 0.5f;
    d = bench_add_quad(b, BENCH_LONG, &q);
    d->texture[1] = 1;
    memcpy(d->uniform, uniform, sizeof(uniform));
}

/* ---- triangles */

/* Edges lie off pixel centres, on the sixteenths that GR3D knows. */
static void add_sheets(BenchWork *b, BenchSheet s, unsigned num)
{
    b->clear = true;
    s.columns = s.columns * b->width / 1280;
    s.rows = s.rows * b->height / 720;
    for (unsigned i = 0; i < num; i++) {
        s.seed = i << 24;
        s.x += 0.125;
        bench_add_sheet(b, &s);
    }
    b->work = b->index->len / 3;
    bench_add_draw(b, BENCH_COLOUR, false);
}

static void build_triangles_2(BenchWork *b)
{
    const BenchSheet s = { 2.1875, 3.3125, 2, 2, 400, 250 };

    add_sheets(b, s, 1);
}

static void build_triangles_20(BenchWork *b)
{
    const BenchSheet s = { 1.1875, 2.3125, 6.375, 7.125, 200, 100 };

    add_sheets(b, s, 5);
}

/* Of sixteen rows fifteen are seen from behind: hardly a pixel is drawn. */
static void build_vertex(BenchWork *b)
{
    const unsigned rows = MAX(7 * b->height / 720, 1);
    BenchSheet s = { 4.1875, 6.3125, 3, 5, 400 * b->width / 1280, 15 * rows };

    b->clear = true;
    bench_add_strip(b, &s, true);
    bench_add_draw(b, BENCH_LIT, true)->cull = true;
    s.rows = rows;
    bench_add_strip(b, &s, false);
    bench_add_draw(b, BENCH_LIT, true)->cull = true;
    b->work = b->vertex->len - 4;
    b->culled = true;
}

/* ---- a scene: rows of rings, from the back to the front */

#define RINGS_ACROSS    10
#define RINGS           60

static const BenchProgram ring_program[4] = {
    BENCH_LIT, BENCH_MODULATE, BENCH_COLOUR, BENCH_BLEND,
};

static void place_ring(const BenchWork *b, BenchDraw *d, unsigned i)
{
    double aspect = (double)b->width / b->height;
    double x = i % RINGS_ACROSS - 4.5, row = i / RINGS_ACROSS;
    Matrix view = matrix_mul(matrix_move(0, -1.5, -16 + row),
                             matrix_turn(0, 40));

    d->turn = matrix_mul(matrix_turn(0, 32 + 17 * i % TURN),
                         matrix_turn(2, 41 * i % TURN));
    d->matrix = matrix_mul(view, matrix_mul(
        matrix_move(2.5 * x, 2.25 * row - 6, 0), d->turn));
    d->matrix = matrix_mul(matrix_perspective(aspect, 4, 32), d->matrix);
}

static void add_rings(BenchWork *b, unsigned num)
{
    bench_add_texture(b, TEXTURE_LOG2, TEXTURE_LOG2 + 1, 128);
    bench_add_texture(b, TEXTURE_LOG2 - 2, 1, 192);
    b->clear = true;
    for (unsigned i = 0; i < num; i++) {
        BenchProgram program = ring_program[i % 4];
        BenchDraw *d;

        bench_add_ring(b, 25, 10, program == BENCH_LIT);
        d = bench_add_draw(b, program, false);
        d->depth = d->cull = true;
        d->texture[0] = i / 4 % 2;
        place_ring(b, d, i);
    }
    b->work = 1;
}

static void build_scene(BenchWork *b)
{
    add_rings(b, RINGS);
}

/* With the clear, 32 draws */
static void build_jobs(BenchWork *b)
{
    b->apart = true;
    add_rings(b, 31);
}

/* A textured quad by index, with depth test */
static BenchDraw *add_wall(BenchWork *b, const BenchQuad *q)
{
    static const uint8_t corner[6] = { 0, 1, 2, 2, 1, 3 };
    uint32_t base = b->vertex->len;
    BenchDraw *d = bench_add_quad(b, BENCH_MODULATE, q);

    d->strip = false;
    d->first = b->index->len;
    d->count = G_N_ELEMENTS(corner);
    d->depth = d->cull = true;
    for (unsigned i = 0; i < G_N_ELEMENTS(corner); i++) {
        uint32_t index = base + corner[i];

        g_array_append_val(b->index, index);
    }
    return d;
}

/* A floor up to two thirds of the picture, and a wall behind the rest */
static void add_room(BenchWork *b)
{
    BenchQuad floor = screen(b), wall = screen(b);

    floor.y1 = wall.y0 = b->height * 2 / 3;
    floor.z = wall.z = 0.96875;
    floor.w_top = 6;
    floor.u1 = floor.v1 = 4;
    wall.u1 = 2;
    wall.v1 = 0.5;
    add_wall(b, &floor);
    add_wall(b, &wall)->texture[0] = 1;
}

/* What a plain software rasteriser can draw, too (tests/guest/gr3d-bench) */
static void build_textured(BenchWork *b)
{
    bench_add_texture(b, TEXTURE_LOG2, 1, 255);
    bench_add_texture(b, TEXTURE_LOG2 - 2, 1, 255);
    b->clear = true;
    add_room(b);
    for (unsigned i = 0; i < RINGS; i++) {
        BenchDraw *d;

        bench_add_ring(b, 25, 10, false);
        d = bench_add_draw(b, BENCH_MODULATE, false);
        d->depth = d->cull = true;
        d->texture[0] = i % 2;
        place_ring(b, d, i);
    }
    b->work = 1;
}

/* ---- the table */

const BenchWorkload bench_workloads[] = {
    { "fill-flat", "Mpixel/s", MEGA, "1200 (peak with Z reject)",
      "clear, then 8 layers of one colour each", build_flat },
    { "fill-colour", "Mpixel/s", MEGA, "",
      "a colour interpolated with perspective", build_colour },
    { "bilinear", "Mtexel/s", MEGA, "130",
      "512 x 512 texture, bilinear: magnified, and 1:1", build_bilinear },
    { "trilinear", "Mtexel/s", MEGA, "",
      "the same with mip maps on a floor in perspective", build_trilinear },
    { "blend", "Mpixel/s", MEGA, "",
      "texture times colour, 4 layers, 3 blended", build_blend },
    { "depth-front", "Mpixel/s", MEGA, "",
      "8 layers with depth test, front to back", build_depth_front },
    { "depth-back", "Mpixel/s", MEGA, "",
      "8 layers with depth test, back to front", build_depth_back },
    { "long-program", "Mpixel/s", MEGA, "",
      "fragment program of 12 ALU packets, 2 textures", build_long },
    { "triangles-2", "Mtri/s", MEGA, "15.1 textured, 8.5 fragment-lit",
      "200,000 indexed triangles of 2 pixels", build_triangles_2 },
    { "triangles-20", "Mtri/s", MEGA, "15.1 textured, 8.5 fragment-lit",
      "200,000 indexed triangles of 23 pixels", build_triangles_20 },
    { "vertex", "Mvertex/s", MEGA, "27 Mtri/s in strips",
      "40-instruction lighting in strips, 15 of 16 culled", build_vertex },
    { "scene", "frame/s", 1, "24 (a 720p game benchmark of its day)",
      "60 draws of mixed state, 30,000 triangles", build_scene },
    { "dxt1", "Mtexel/s", MEGA, "", "bilinear, of DXT1", build_dxt1 },
    { "etc1", "Mtexel/s", MEGA, "", "bilinear, of ETC1", build_etc1 },
    { NULL },
};

/* Not of the table that scripts/bench prints */
static const BenchWorkload guest_workloads[] = {
    { "textured", "frame/s", 1, "", "a room with 30,000 textured triangles",
      build_textured },
    { "jobs", "frame/s", 1, "", "32 draws, each a job of its own", build_jobs },
    { NULL },
};

static const BenchWorkload *find_in(const BenchWorkload *w, const char *name)
{
    while (w->name && strcmp(w->name, name)) {
        w++;
    }
    return w->name ? w : NULL;
}

const BenchWorkload *bench_find(const char *name)
{
    const BenchWorkload *w = find_in(bench_workloads, name);

    return w ? w : find_in(guest_workloads, name);
}

/* For clearing: the largest depth */
static void add_screen(BenchWork *b)
{
    for (unsigned i = 0; i < 4; i++) {
        const BenchVertex v = {
            .pos = { i & 1 ? 1 : -1, i & 2 ? 1 : -1, 1, 1 },
        };

        g_array_append_val(b->vertex, v);
    }
}

BenchWork *bench_new(const BenchWorkload *workload, unsigned width,
                     unsigned height)
{
    BenchWork *b = g_new0(BenchWork, 1);

    b->width = width;
    b->height = height;
    b->vertex = g_array_new(FALSE, FALSE, sizeof(BenchVertex));
    b->index = g_array_new(FALSE, FALSE, sizeof(uint32_t));
    b->draw = g_array_new(FALSE, FALSE, sizeof(BenchDraw));
    add_screen(b);
    workload->build(b);
    return b;
}

void bench_free(BenchWork *b)
{
    for (unsigned i = 0; i < b->num_textures; i++) {
        g_byte_array_unref(b->texture[i].data);
    }
    g_array_unref(b->vertex);
    g_array_unref(b->index);
    g_array_unref(b->draw);
    g_free(b);
}
