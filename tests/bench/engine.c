/*
 * The benchmark's side that is measured: the GR3D engine
 *
 * Command streams are built once, as a driver that keeps them would; a frame
 * decodes and runs them.  The hardware draws 4096 vertices at a time
 * [tegra-gr3d-registers.rst, DRAW_PRIM].
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <string.h>

#include "asm.h"
#include "backend.h"
#include "executor.h"
#include "r3d.h"
#include "side.h"
#include "stream-machine.h"

enum {
    BUFFER_COLOR,
    BUFFER_DEPTH,
    BUFFER_VERTEX,
    BUFFER_INDEX,
    BUFFER_TEXTURE,             /* and the next ones */
};

#define MAX_INDICES     4095    /* a multiple of 3 */
#define MAX_STRIP       4096    /* two of them are those of the next piece */

/* Room for the state of a draw and its program */
#define DRAW_WORDS      1024
#define DRAW_RELOCS     16

static struct {
    const BenchWork *work;
    StreamMachine machine;
    Executor *executor;
    R3dTarget target;
    GPtrArray *streams;         /* of Stream */
} side;

/* ---- memory */

static uint8_t *add_buffer(unsigned which, const void *data, size_t size)
{
    Gr3dMemory *m = &side.machine.buf[which];

    m->addr = 0x10000000 * (which + 1);
    m->size = size;
    m->data = g_malloc0(size);
    if (data) {
        memcpy(m->data, data, size);
    }
    return m->data;
}

/* Rows of a level end at 16 bytes [tegra-gr3d.rst, Textures]. */
static void add_levels(unsigned which, const BenchTexture *t)
{
    uint8_t *to = add_buffer(which, NULL, t->data->len + 256);
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
static void add_blocks(unsigned which, const BenchTexture *t)
{
    uint8_t *to = add_buffer(which, t->data->data, t->data->len);

    for (unsigned i = 0; t->format == BENCH_ETC1 && i < t->data->len; i++) {
        to[i ^ 7] = t->data->data[i];
    }
}

static void add_textures(const BenchWork *b)
{
    for (unsigned i = 0; i < b->num_textures; i++) {
        const BenchTexture *t = &b->texture[i];

        if (t->format == BENCH_RGBA) {
            add_levels(BUFFER_TEXTURE + i, t);
        } else {
            add_blocks(BUFFER_TEXTURE + i, t);
        }
    }
}

static void add_memory(const BenchWork *b)
{
    add_buffer(BUFFER_COLOR, NULL, 4 * b->width * b->height);
    add_buffer(BUFFER_DEPTH, NULL, 2 * b->width * b->height);
    add_buffer(BUFFER_VERTEX, b->vertex->data,
               b->vertex->len * sizeof(BenchVertex));
    add_buffer(BUFFER_INDEX, b->index->data, b->index->len * sizeof(uint32_t));
    add_textures(b);
}

/* ---- streams */

/* What the next draw goes to: the last one, or a new one if that is full */
static Stream *room(void)
{
    Stream *s = side.streams->len ?
        g_ptr_array_index(side.streams, side.streams->len - 1) : NULL;

    if (!s || s->num_words + DRAW_WORDS > STREAM_MAX_WORDS ||
        s->num_relocs + DRAW_RELOCS > STREAM_MAX_RELOCS) {
        s = g_new(Stream, 1);
        stream_init(s, 0);
        g_ptr_array_add(side.streams, s);
    }
    return s;
}

static void must(bool ok, char *error)
{
    if (!ok) {
        bench_cannot(error);
    }
}

static void set_fragment_program(Stream *s, const BenchProgramText *p)
{
    Gr3dAsmUpload upload[GR3D_ASM_FP_UPLOADS];
    char *error = NULL;
    Gr3dAsmFp fp;

    must(gr3d_asm_fp(p->fp, &fp, &error), error);
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

    must(gr3d_asm_vp(p->vp, vp, &num, &error), error);
    stream_reg(s, 0x205, 0);
    stream_port(s, 0x206, vp, num);
    stream_reg(s, 0x120, p->in_out);
    must(gr3d_asm_linker(p->link, link, &num, &error), error);
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

static void set_texture(Stream *s, unsigned unit, unsigned which)
{
    static const uint8_t format[] = { R3D_FORMAT_RGBA8888, 22, 26 };
    const BenchTexture *t = &side.work->texture[which];
    const R3dTexture r = {
        .buffer = BUFFER_TEXTURE + which,
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

static void add_indexed(unsigned first, unsigned count)
{
    for (unsigned done = 0; done < count; done += MAX_INDICES) {
        r3d_draw_indexed(room(), R3D_TRIANGLES, R3D_INDEX_U32, BUFFER_INDEX,
                         4 * (first + done), MIN(count - done, MAX_INDICES));
    }
}

/* Pieces of even length keep the winding. */
static void add_strip(unsigned first, unsigned count)
{
    for (unsigned done = 0; done + 2 < count; done += MAX_STRIP - 2) {
        r3d_draw_arrays(room(), R3D_TRIANGLE_STRIP, first + done,
                        MIN(count - done, MAX_STRIP));
    }
}

static void add_draw(const BenchDraw *d, bool new_program)
{
    const BenchProgramText *p = &bench_programs[d->program];
    Stream *s = room();

    if (new_program) {
        set_program(s, d->program);
    }
    set_matrix(s, 0, d->matrix, 4);
    set_matrix(s, 4, d->turn, 3);
    if (!p->textures || p->textures > 1) {
        set_uniform(s, d->uniform);
    }
    for (unsigned i = 0; i < p->textures; i++) {
        set_texture(s, i, d->texture[i]);
    }
    r3d_depth(s, d->depth, d->depth ? R3D_LESS : R3D_ALWAYS, d->depth);
    r3d_cull(s, d->cull ? R3D_CULL_CW : R3D_CULL_NONE);
    if (d->strip) {
        add_strip(d->first, d->count);
    } else {
        add_indexed(d->first, d->count);
    }
}

/* The largest depth, colour 0 */
static void add_clear(void)
{
    const BenchDraw d = { .program = BENCH_FLAT, .matrix = matrix_one() };
    Stream *s = room();

    set_program(s, d.program);
    set_matrix(s, 0, d.matrix, 4);
    set_uniform(s, d.uniform);
    r3d_depth(s, true, R3D_ALWAYS, true);
    r3d_draw_arrays(s, R3D_TRIANGLE_STRIP, 0, 4);
}

static void add_attributes(Stream *s)
{
    const size_t offset[] = {
        offsetof(BenchVertex, pos),
        offsetof(BenchVertex, color),
        offsetof(BenchVertex, uv),
    };

    for (unsigned i = 0; i < G_N_ELEMENTS(offset); i++) {
        r3d_attrib(s, i, 4, sizeof(BenchVertex), BUFFER_VERTEX, offset[i]);
    }
}

static void add_frame(const BenchWork *b)
{
    int program = -1;

    r3d_begin(room(), &side.target);
    add_attributes(room());
    if (b->clear) {
        add_clear();
    }
    for (unsigned i = 0; i < b->draw->len; i++) {
        const BenchDraw *d = &g_array_index(b->draw, BenchDraw, i);

        add_draw(d, d->program != program);
        program = d->program;
    }
}

/* ---- the side */

/* Before the machine chooses: a line of its own, if there is no such backend */
static const char *name_backend(void)
{
    const Gr3dExec *exec;
    const char *why;

    if (!backend_choose(NULL, &exec, &why)) {
        bench_cannot(why);
    }
    return g_strdup_printf("GR3D engine, %s", backend_name(exec));
}

const char *side_open(const BenchWork *b, unsigned threads)
{
    const char *text = name_backend();

    side.work = b;
    side.target = (R3dTarget) {
        .width = b->width,
        .height = b->height,
        .format = R3D_FORMAT_RGBA8888,
        .color = BUFFER_COLOR,
        .color_pitch = 4 * b->width,
        .depth = BUFFER_DEPTH,
        .depth_pitch = 2 * b->width,
    };
    stream_machine_init(&side.machine);
    side.executor = executor_new(threads);
    side.machine.replay.executor = executor_engine(side.executor);
    add_memory(b);
    side.streams = g_ptr_array_new_with_free_func(g_free);
    add_frame(b);
    return text;
}

void side_frame(void)
{
    for (unsigned i = 0; i < side.streams->len; i++) {
        stream_machine_run(&side.machine,
                           g_ptr_array_index(side.streams, i));
    }
    if (side.machine.replay.unknown || side.machine.replay.events->len) {
        bench_cannot("the engine met something that no workload asks for");
    }
}

void side_finish(void)
{
}

void side_read(uint8_t *rgba)
{
    const Gr3dMemory *m = &side.machine.buf[BUFFER_COLOR];

    memcpy(rgba, m->data, m->size);
}

void side_close(void)
{
    g_ptr_array_unref(side.streams);
    stream_machine_clear(&side.machine);
    executor_free(side.executor);
    for (unsigned i = 0; i < STREAM_MACHINE_BUFFERS; i++) {
        g_free(side.machine.buf[i].data);
    }
}
