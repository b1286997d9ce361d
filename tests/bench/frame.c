/*
 * A frame of a workload as GR3D sees it: memory and command streams
 *
 * The hardware draws 4096 vertices at a time [tegra-gr3d-registers.rst,
 * DRAW_PRIM].
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <string.h>

#include "hw/gpu/gr3d/text/asm.h"
#include "frame.h"

#define MAX_INDICES     4095    /* a multiple of 3 */
#define MAX_STRIP       4096    /* two of them are those of the next piece */

/* Room for the state of a draw and its program */
#define DRAW_WORDS      1024
#define DRAW_RELOCS     16

/* ---- memory */

static uint8_t *add_buffer(BenchFrame *f, unsigned which, const void *data,
                           size_t size)
{
    uint8_t *copy = g_malloc0(size);

    if (data) {
        memcpy(copy, data, size);
    }
    f->buffer[which].data = copy;
    f->buffer[which].size = size;
    return copy;
}

/* Rows of a level end at 16 bytes [tegra-gr3d.rst, Textures]. */
static void add_levels(BenchFrame *f, unsigned which, const BenchTexture *t)
{
    uint8_t *to = add_buffer(f, which, NULL, t->data->len + 256);
    const uint8_t *from = t->data->data;

    for (unsigned l = 0; l < t->levels; l++) {
        unsigned size = 1 << (t->log2_size - l), row = 4 * size;

        for (unsigned j = 0; j < size; j++) {
            memcpy(to, from, row);
            from += row;
            to += (row + 15) & ~15u;
        }
    }
}

/* ETC1 blocks lie in memory from their last byte on. */
static void add_blocks(BenchFrame *f, unsigned which, const BenchTexture *t)
{
    uint8_t *to = add_buffer(f, which, t->data->data, t->data->len);

    for (unsigned i = 0; t->format == BENCH_ETC1 && i < t->data->len; i++) {
        to[i ^ 7] = t->data->data[i];
    }
}

static void add_textures(BenchFrame *f, const BenchWork *b)
{
    for (unsigned i = 0; i < b->num_textures; i++) {
        const BenchTexture *t = &b->texture[i];

        if (t->format == BENCH_RGBA) {
            add_levels(f, BENCH_BUFFER_TEXTURE + i, t);
        } else {
            add_blocks(f, BENCH_BUFFER_TEXTURE + i, t);
        }
    }
}

static void add_memory(BenchFrame *f, const BenchWork *b)
{
    add_buffer(f, BENCH_BUFFER_COLOR, NULL, 4 * b->width * b->height);
    add_buffer(f, BENCH_BUFFER_DEPTH, NULL, 2 * b->width * b->height);
    add_buffer(f, BENCH_BUFFER_VERTEX, b->vertex->data,
               b->vertex->len * sizeof(BenchVertex));
    add_buffer(f, BENCH_BUFFER_INDEX, b->index->data,
               b->index->len * sizeof(uint32_t));
    add_textures(f, b);
}

/* ---- streams */

static void add_attributes(Stream *s)
{
    const size_t offset[] = {
        offsetof(BenchVertex, pos),
        offsetof(BenchVertex, color),
        offsetof(BenchVertex, uv),
    };

    for (unsigned i = 0; i < G_N_ELEMENTS(offset); i++) {
        r3d_attrib(s, i, 4, sizeof(BenchVertex), BENCH_BUFFER_VERTEX,
                   offset[i]);
    }
}

/* Each is a job, and begins with the state of all draws. */
static Stream *add_stream(BenchFrame *f)
{
    Stream *s = g_new(Stream, 1);

    stream_init(s, 0);
    r3d_begin(s, &f->target);
    add_attributes(s);
    g_ptr_array_add(f->streams, s);
    f->program = -1;
    return s;
}

/* What the next draw goes to: the last one, or a new one if that is full */
static Stream *room(BenchFrame *f)
{
    Stream *s = f->streams->len ?
        g_ptr_array_index(f->streams, f->streams->len - 1) : NULL;

    if (!s || s->num_words + DRAW_WORDS > STREAM_MAX_WORDS ||
        s->num_relocs + DRAW_RELOCS > STREAM_MAX_RELOCS) {
        s = add_stream(f);
    }
    return s;
}

/* The programs are ours: an error is one of this file. */
static void must(bool ok, char **error)
{
    if (!ok) {
        g_error("%s", *error);
    }
}

static void set_fragment_program(Stream *s, const BenchProgramText *p)
{
    Gr3dAsmUpload upload[GR3D_ASM_FP_UPLOADS];
    char *error = NULL;
    Gr3dAsmFp fp;

    must(gr3d_asm_fp(p->fp, &fp, &error), &error);
    gr3d_asm_fp_uploads(&fp, upload);
    for (unsigned i = 0; i < GR3D_ASM_FP_UPLOADS; i++) {
        if (upload[i].num) {
            stream_port(s, upload[i].reg, upload[i].words, upload[i].num);
        }
    }
    stream_reg(s, 0xe20, 0x58000000);       /* one register row */
    stream_reg(s, 0xe21, 0x140);            /* one TRAM row */
    stream_reg(s, 0x546, fp.num_execs << 6);
    stream_reg(s, 0x520, 0x20006000 | fp.num_execs);
}

static void set_program(Stream *s, BenchProgram program)
{
    const BenchProgramText *p = &bench_programs[program];
    uint32_t vp[1024], link[64] = { 0 };
    char *error = NULL;
    unsigned num;

    must(gr3d_asm_vp(p->vp, vp, &num, &error), &error);
    stream_reg(s, 0x205, 0);
    stream_port(s, 0x206, vp, num);
    stream_reg(s, 0x120, p->in_out);
    must(gr3d_asm_linker(p->link, link, &num, &error), &error);
    stream_regs(s, 0x300, link, 2 * R3D_NUM_LINKS);
    set_fragment_program(s, p);
    r3d_vertex_constants(s, BENCH_FIRST_CONSTANT, bench_constants, 6);
    r3d_vertex_constants(s, BENCH_FIRST_CONSTANT + 6, bench_constants + 6,
                         BENCH_NUM_CONSTANTS - 6);
}

static void set_matrix(Stream *s, unsigned first, Matrix m, unsigned rows)
{
    float f[4][4];

    for (unsigned i = 0; i < 16; i++) {
        f[i / 4][i % 4] = m.m[i / 4][i % 4];
    }
    r3d_vertex_constants(s, first, f, rows);
}

static void set_uniform(Stream *s, const float u[4])
{
    unsigned fx10[4];

    for (unsigned i = 0; i < 4; i++) {
        fx10[i] = u[i] * 256 + 0.5f;
    }
    r3d_constant(s, fx10);
}

static void set_texture(const BenchFrame *f, Stream *s, unsigned unit,
                        unsigned which)
{
    static const uint8_t format[] = { R3D_FORMAT_RGBA8888, 22, 26 };
    const BenchTexture *t = &f->work->texture[which];
    const R3dTexture r = {
        .buffer = BENCH_BUFFER_TEXTURE + which,
        .format = format[t->format],
        .log2_width = t->log2_size,
        .log2_height = t->log2_size,
        .levels = t->levels,
        .linear = true,
        .blend_levels = t->levels > 1,
    };

    r3d_texture(s, unit, &r);
    if (t->format != BENCH_RGBA) {
        /* blocks in rows: layout 1 */
        stream_reg(s, 0x720 + 2 * unit, 3 << 28 | r.format << 8 | 1 << 4);
    }
}

/* @last: the draw before with the same program, or NULL */
static void set_constants(Stream *s, const BenchDraw *d, const BenchDraw *last)
{
    const BenchProgramText *p = &bench_programs[d->program];

    if (!last || memcmp(&d->matrix, &last->matrix, sizeof(d->matrix))) {
        set_matrix(s, 0, d->matrix, 4);
    }
    if (p->turns &&
        (!last || memcmp(&d->turn, &last->turn, sizeof(d->turn)))) {
        set_matrix(s, 4, d->turn, 3);
    }
    if (p->textures != 1 &&
        (!last || memcmp(d->uniform, last->uniform, sizeof(d->uniform)))) {
        set_uniform(s, d->uniform);
    }
}

static void set_tests(const BenchFrame *f, Stream *s, const BenchDraw *d,
                      const BenchDraw *last)
{
    if (!last || d->depth != last->depth) {
        r3d_depth(s, d->depth, d->depth ? R3D_LESS : R3D_ALWAYS, d->depth);
    }
    if (!last || d->cull != last->cull) {
        r3d_cull(s, !d->cull ? R3D_CULL_NONE :
                 f->target.top_down ? R3D_CULL_CCW : R3D_CULL_CW);
    }
}

/* What is in force already is not said again, as a driver would. */
static void set_state(const BenchFrame *f, Stream *s, const BenchDraw *d)
{
    const BenchDraw *last = f->draw;

    set_constants(s, d, last);
    for (unsigned i = 0; i < bench_programs[d->program].textures; i++) {
        if (!last || d->texture[i] != last->texture[i]) {
            set_texture(f, s, i, d->texture[i]);
        }
    }
    set_tests(f, s, d, last);
}

/* A stream to draw to: in a new one everything has to be set again. */
static Stream *prepare(BenchFrame *f, const BenchDraw *d)
{
    Stream *s = room(f);

    if (f->program != d->program) {
        set_program(s, d->program);
        f->program = d->program;
        f->draw = NULL;
    }
    if (f->draw != d) {
        set_state(f, s, d);
        f->draw = d;
    }
    return s;
}

static void add_indexed(BenchFrame *f, const BenchDraw *d)
{
    for (unsigned done = 0; done < d->count; done += MAX_INDICES) {
        r3d_draw_indexed(prepare(f, d), R3D_TRIANGLES, R3D_INDEX_U32,
                         BENCH_BUFFER_INDEX, 4 * (d->first + done),
                         MIN(d->count - done, MAX_INDICES));
    }
}

/* Pieces of even length keep the winding. */
static void add_strip(BenchFrame *f, const BenchDraw *d)
{
    for (unsigned done = 0; done + 2 < d->count; done += MAX_STRIP - 2) {
        r3d_draw_arrays(prepare(f, d), R3D_TRIANGLE_STRIP, d->first + done,
                        MIN(d->count - done, MAX_STRIP));
    }
}

/* The largest depth, colour 0 */
static void add_clear(BenchFrame *f)
{
    const BenchDraw d = { .program = BENCH_FLAT, .matrix = matrix_one() };
    Stream *s = room(f);

    set_program(s, d.program);
    set_matrix(s, 0, d.matrix, 4);
    set_uniform(s, d.uniform);
    r3d_depth(s, true, R3D_ALWAYS, true);
    r3d_draw_arrays(s, R3D_TRIANGLE_STRIP, 0, 4);
}

static void add_draws(BenchFrame *f, const BenchWork *b)
{
    if (b->clear) {
        add_clear(f);
    }
    for (unsigned i = 0; i < b->draw->len; i++) {
        const BenchDraw *d = &g_array_index(b->draw, BenchDraw, i);

        if (b->apart) {
            add_stream(f);
        }
        (d->strip ? add_strip : add_indexed)(f, d);
    }
}

/* ---- the frame */

void bench_frame_init(BenchFrame *f, const BenchWork *b, bool top_down)
{
    memset(f, 0, sizeof(*f));
    f->work = b;
    f->target = (R3dTarget) {
        .width = b->width,
        .height = b->height,
        .format = R3D_FORMAT_RGBA8888,
        .color = BENCH_BUFFER_COLOR,
        .color_pitch = 4 * b->width,
        .depth = BENCH_BUFFER_DEPTH,
        .depth_pitch = 2 * b->width,
        .top_down = top_down,
    };
    add_memory(f, b);
    f->streams = g_ptr_array_new_with_free_func(g_free);
    add_draws(f, b);
}

void bench_frame_clear(BenchFrame *f)
{
    g_ptr_array_unref(f->streams);
    for (unsigned i = 0; i < BENCH_BUFFERS; i++) {
        g_free(f->buffer[i].data);
    }
}
