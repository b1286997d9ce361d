/*
 * Benchmark of the V3D engine: frames of programs like those of Mesa's vc4
 *
 *   bench-v3d [ROUNDS [REGEX [BACKEND...]]]
 *
 * A frame is a binning list and a rendering list of 640 x 480 pixels, built
 * once, as a driver's would be; the caches are cleared before each, as Linux
 * does.  Prints the median of the rounds, the smallest and the largest.  The
 * backends take turns, and must draw the same.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "gl.h"
#include "hw/gpu/lib/le.h"
#include "hw/gpu/v3d/text/qpu_text.h"

#define WIDTH       640
#define HEIGHT      480
#define PIXELS      (WIDTH * HEIGHT * 1e-6)
#define LAYERS      8
#define SECONDS     0.2         /* of a sample, about */
#define MAX_ROUNDS  99

enum {
    FS = PROGRAMS,
    VS = PROGRAMS + 0x1000,
    CS = PROGRAMS + 0x2000,
    FS_UNIFORMS = UNIFORMS,     /* of each layer, 64 bytes */
    VS_UNIFORMS = UNIFORMS + 0x1000,
    INDICES = SPILL,
    TEXTURE = 0x300000,
    TEXTURE_SIZE = 512,
};

static const Scene scene = { .width = WIDTH, .height = HEIGHT };
static const Frame frame = {
    .width = WIDTH, .height = HEIGHT, .format = 1,
    .colour = 0xff402010, .z = 0xffffff,
};

/*
 * Programs
 */

static const char fs_flat[] =
    "mov tlb_z, rb15 ; nop ; sbwait\n"
    "mov tlb_c, unif ; nop\n"
    "nop ; nop ; end\nnop\nnop ; nop ; sbdone\n";

#define VARYINGS \
    "nop ; fmul r0, ra15, varyb\n" \
    "fadd r0, r0, r5 ; fmul r1, ra15, varyb\n" \
    "fadd r1, r1, r5 ; fmul r2, ra15, varyb\n" \
    "fadd r2, r2, r5 ; nop\n"

/* Red, green, blue */
static const char fs_colour[] =
    VARYINGS
    "nop -, -, 1.0 ; fmul r3.8d, 1.0, 1.0 ; pm\n"
    "nop -, -, 1.0 ; fmul r3.8a, r0, 1.0 ; pm\n"
    "nop -, -, 1.0 ; fmul r3.8b, r1, 1.0 ; pm\n"
    "nop -, -, 1.0 ; fmul r3.8c, r2, 1.0 ; pm\n"
    "mov tlb_z, rb15 ; nop ; sbwait\n"
    "mov tlb_c, r3 ; nop\n"
    "nop ; nop ; end\nnop\nnop ; nop ; sbdone\n";

/* The texture at the first two, times the third, but for alpha */
#define MODULATE \
    VARYINGS \
    "mov t0t, r1 ; nop\n" \
    "mov t0s, r0 ; nop ; thrsw\n" \
    "nop\nnop\n" \
    "nop ; nop ; ldtmu0\n" \
    "nop -, r4.8a ; fmul r0, r4.8a, r2 ; pm\n" \
    "nop -, r4.8b ; fmul r1, r4.8b, r2 ; pm\n" \
    "nop -, r4.8c ; fmul r2, r4.8c, r2 ; pm\n" \
    "mov ra1, r4 ; nop\n" \
    "nop -, -, 1.0 ; fmul ra1.8a, r0, 1.0 ; pm\n" \
    "nop -, -, 1.0 ; fmul ra1.8b, r1, 1.0 ; pm\n" \
    "nop -, -, 1.0 ; fmul ra1.8c, r2, 1.0 ; pm\n"

static const char fs_texture[] =
    MODULATE
    "mov tlb_z, rb15 ; nop ; sbwait\n"
    "mov tlb_c, ra1 ; nop\n"
    "nop ; nop ; end\nnop\nnop ; nop ; sbdone\n";

/* Over what is there, as alpha says */
static const char fs_blend[] =
    MODULATE
    "mov tlb_z, rb15 ; nop ; sbwait\n"
    "mov r0, ra1.8dr ; nop ; loadc\n"
    "not r1, r0 ; v8muld r2, ra1, r0\n"
    "nop ; v8muld r1, r4, r1\n"
    "nop ; v8adds r0, r1, r2\n"
    "mov tlb_c, r0 ; nop\n"
    "nop ; nop ; end\nnop\nnop ; nop ; sbdone\n";

#define ROW(to) \
    "nop ; fmul r0, ra0, unifb\n" \
    "nop ; fmul r1, ra1, unifb\n" \
    "fadd r0, r0, r1 ; fmul r1, ra2, unifb\n" \
    "fadd r0, r0, r1 ; fmul r1, ra3, unifb\n" \
    "fadd " to ", r0, r1 ; nop\n"

/* A matrix, its rows in uniforms, then scales of X, Y and Z, an offset of Z */
#define TRANSFORM \
    "mov ra0, vpm ; nop\nmov ra1, vpm ; nop\n" \
    "mov ra2, vpm ; nop\nmov ra3, vpm ; nop\n" \
    ROW("rb0") ROW("rb1") ROW("rb2") ROW("rb3") \
    "mov recip, rb3 ; nop\nnop\nnop\n" \
    "mov ra4, r4 ; nop\n"
#define SCREEN \
    "nop ; fmul r0, ra4, rb0\n" \
    "nop ; fmul r0, r0, unif\n" \
    "ftoi ra5.16a, r0 ; fmul r1, ra4, rb1\n" \
    "nop ; fmul r1, r1, unif\n" \
    "ftoi ra5.16b, r1 ; fmul r2, ra4, rb2\n" \
    "nop ; fmul r2, r2, unif\n" \
    "mov vpm, ra5 ; nop\n" \
    "fadd vpm, r2, unif ; nop\n" \
    "mov vpm, ra4 ; nop\n"
#define END     "nop ; nop ; end\nnop\nnop\n"

static const char cs_matrix[] =
    "ldi vr_setup, 0x00401a00\nldi vw_setup, 0x00001a00\n"
    TRANSFORM
    "mov vpm, rb0 ; nop\nmov vpm, rb1 ; nop\n"
    "mov vpm, rb2 ; nop\nmov vpm, rb3 ; nop\n"
    SCREEN END;

static const char vs_matrix[] =
    "ldi vr_setup, 0x00701a00\nldi vw_setup, 0x00001a00\n"
    TRANSFORM SCREEN
    "mov vpm, vpm ; nop\nmov vpm, vpm ; nop\nmov vpm, vpm ; nop\n" END;

static void put_program(Machine *m, uint32_t at, const char *text)
{
    g_autoptr(GArray) words = g_array_new(false, false, sizeof(uint64_t));
    char *error = NULL;

    if (!v3d_qpu_assemble(text, words, &error)) {
        g_error("%s", error);
    }
    for (unsigned i = 0; i < words->len; i++) {
        uint64_t word = g_array_index(words, uint64_t, i);

        machine_set_word(m, at + 8 * i, word);
        machine_set_word(m, at + 8 * i + 4, word >> 32);
    }
}

/*
 * Frames
 */

typedef struct Bench {
    Machine *m;
    uint32_t bin_end, render_end;
    unsigned vertices, indices;
} Bench;

/* Position, three varyings */
static void vertex(Bench *b, float x, float y, float z, float s, float t,
                   float c)
{
    const float v[7] = { x, y, z, 1, s, t, c };

    machine_floats(b->m, VERTICES + 28 * b->vertices++, v, 7);
    g_assert_cmpuint(28 * b->vertices, <=, TILE_STATE - VERTICES);
}

static void index_of(Bench *b, unsigned index)
{
    gpu_store_le(b->m->ram + INDICES + 2 * b->indices++, 2, index);
    g_assert_cmpuint(2 * b->indices, <=, TEXTURE - INDICES);
}

/* Over the screen but for @left pixels */
static void add_quad(Bench *b, float left, float z)
{
    for (unsigned i = 0; i < 4; i++) {
        float x = i & 1 ? 1 : left * 2 / WIDTH - 1, y = i & 2 ? 1 : -1;

        vertex(b, x, y, z, 0.6f * x + 0.6f, 0.5f * y + 0.5f,
               0.75f + 0.25f * x * y);
    }
}

static void record(Bench *b, unsigned n, uint32_t uniforms)
{
    const uint32_t words[13] = {
        5 | 3 << 24, BUS | FS, BUS | uniforms,
        1 << 16 | 28u << 24, BUS | VS, BUS | VS_UNIFORMS,
        1 << 16 | 16u << 24, BUS | CS, BUS | VS_UNIFORMS,
        BUS | VERTICES, 27 | 28 << 8,
    };

    machine_words(b->m, SHADER_RECORD + 64 * n, words, 13);
}

static void set_uniforms(Bench *b)
{
    const float matrix[20] = {
        1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1,
        WIDTH * 8, HEIGHT * -8, 0.5f, 0.5f,
    };

    machine_floats(b->m, VS_UNIFORMS, matrix, 20);
    for (unsigned i = 0; i < LAYERS; i++) {
        machine_set_word(b->m, FS_UNIFORMS + 64 * i, 0xff000000 + i * 0x1f2f3f);
    }
}

/* RGBA8888, T format, linear, repeated */
static void set_texture(Bench *b)
{
    for (unsigned i = 0; i < TEXTURE_SIZE * TEXTURE_SIZE; i++) {
        machine_set_word(b->m, TEXTURE + 4 * i, i * 2654435761u);
    }
    for (unsigned i = 0; i < LAYERS; i++) {
        machine_set_word(b->m, FS_UNIFORMS + 64 * i, BUS | TEXTURE);
        machine_set_word(b->m, FS_UNIFORMS + 64 * i + 4,
                         TEXTURE_SIZE << 20 | TEXTURE_SIZE << 8);
    }
}

static void begin(Bench *b, const char *fs, uint32_t config)
{
    Scene centred = scene;

    put_program(b->m, FS, fs);
    put_program(b->m, VS, vs_matrix);
    put_program(b->m, CS, cs_matrix);
    set_uniforms(b);
    centred.centred = true;
    scene_begin(b->m, &centred);
    scene_config(b->m, config);
}

static void end(Bench *b)
{
    machine_code(b->m, V3D_REC_INCREMENT_SEMAPHORE);
    machine_code(b->m, V3D_REC_FLUSH);
    b->bin_end = b->m->at;
    machine_render_list(b->m, &frame, true, false);
    b->render_end = b->m->at;
}

static void draw_layers(Bench *b, unsigned num)
{
    for (unsigned i = 0; i < num; i++) {
        add_quad(b, 8 * i, 0.75f - 0.125f * i);
        record(b, i, FS_UNIFORMS + 64 * i);
        scene_shader(b->m, V3D_REC_GL_SHADER_STATE, SHADER_RECORD + 64 * i, 1);
        scene_arrays(b->m, 5, 4 * i, 4);
    }
}

/* Cells of @size pixels, two triangles each; @shift clips all of them. */
static void draw_mesh(Bench *b, float size, float shift)
{
    unsigned columns = WIDTH / size, rows = HEIGHT / size;

    for (unsigned y = 0; y <= rows; y++) {
        for (unsigned x = 0; x <= columns; x++) {
            vertex(b, (x * size + 0.3f) * 2 / WIDTH - 1 + shift,
                   (y * size + 0.3f) * 2 / HEIGHT - 1, 0,
                   x % 2, y % 2, (x + y) % 2);
        }
    }
    for (unsigned i = 0; i < rows * columns; i++) {
        unsigned v = i / columns * (columns + 1) + i % columns;
        const unsigned corner[6] = {
            v, v + 1, v + columns + 1, v + 1, v + columns + 2, v + columns + 1,
        };

        for (unsigned j = 0; j < 6; j++) {
            index_of(b, corner[j]);
        }
    }
    record(b, 0, FS_UNIFORMS);
    scene_shader(b->m, V3D_REC_GL_SHADER_STATE, SHADER_RECORD, 1);
    scene_indices(b->m, 4, 2, INDICES, b->indices);
}

#define DEPTH_LESS  (CONFIG_BOTH_FACES | CONFIG_DEPTH(1, 1))
#define DEPTH_OFF   (CONFIG_BOTH_FACES | CONFIG_ALWAYS)

static double build_fill(Bench *b)
{
    begin(b, fs_flat, DEPTH_OFF);
    draw_layers(b, LAYERS);
    return LAYERS * PIXELS;
}

static double build_colour(Bench *b)
{
    begin(b, fs_colour, DEPTH_OFF);
    draw_layers(b, 2);
    return 2 * PIXELS;
}

static double build_texture(Bench *b)
{
    begin(b, fs_texture, DEPTH_OFF);
    set_texture(b);
    draw_layers(b, 1);
    return PIXELS;
}

static double build_blend(Bench *b)
{
    begin(b, fs_blend, DEPTH_OFF);
    set_texture(b);
    draw_layers(b, 2);
    return 2 * PIXELS;
}

static double build_depth(Bench *b)
{
    begin(b, fs_flat, DEPTH_LESS);
    draw_layers(b, LAYERS);
    return LAYERS * PIXELS;
}

static double build_triangles(Bench *b)
{
    begin(b, fs_colour, DEPTH_LESS);
    draw_mesh(b, 6.4f, 0);
    return b->indices / 3 * 1e-6;
}

static double build_vertex(Bench *b)
{
    begin(b, fs_colour, DEPTH_LESS);
    draw_mesh(b, 4, 8);
    return b->vertices * 1e-6;
}

typedef struct Workload {
    const char *name, *unit, *text;
    /* Returns the work of a frame in the unit. */
    double (*build)(Bench *b);
} Workload;

static const Workload workloads[] = {
    { "fill", "Mpixel/s", "8 layers of one colour each", build_fill },
    { "colour", "Mpixel/s", "a colour interpolated, 2 layers", build_colour },
    { "texture", "Mpixel/s", "bilinear times a varying", build_texture },
    { "blend", "Mpixel/s", "the same blended, 2 layers", build_blend },
    { "depth", "Mpixel/s", "8 layers, depth test, all pass", build_depth },
    { "triangles", "Mtri/s", "of 20 pixels", build_triangles },
    { "vertex", "Mvertex/s", "a matrix; all is clipped", build_vertex },
};

/*
 * Measuring
 */

static void draw_frame(Bench *b)
{
    v3d_clear_caches(b->m->v3d);
    b->m->at = b->bin_end;
    machine_run(b->m, V3D_BIN, BIN_LIST, V3D_CL_DONE);
    b->m->at = b->render_end;
    machine_run(b->m, V3D_RENDER, RENDER_LIST, V3D_CL_DONE);
}

static double seconds_of(Bench *b, unsigned frames)
{
    int64_t start = g_get_monotonic_time();

    while (frames--) {
        draw_frame(b);
    }
    return (g_get_monotonic_time() - start) * 1e-6;
}

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

/* One workload on each backend, in turns */
typedef struct Side {
    Bench bench;
    const char *exec;
    unsigned frames;
    double work, sample[MAX_ROUNDS];
} Side;

static void open_side(Side *side, const Workload *w)
{
    Machine *m = machine_new();
    const V3dExec *exec;
    const char *why;

    if (!v3d_exec_find(side->exec, &exec, &why)) {
        g_printerr("%s: %s\n", side->exec, why);
        exit(1);
    }
    v3d_set_exec(m->v3d, exec);
    side->bench = (Bench) { .m = m };
    side->work = w->build(&side->bench);
    end(&side->bench);
    draw_frame(&side->bench);
    machine_assert_quiet(m);
    side->frames = 1 + SECONDS / seconds_of(&side->bench, 1);
}

static void report(Side *side, const Workload *w, unsigned rounds)
{
    const double *sample = side->sample;

    qsort(side->sample, rounds, sizeof(sample[0]), compare);
    printf("%-10s %-6s %9.3f (%.3f..%.3f) %s  %s\n", w->name, side->exec,
           sample[rounds / 2], sample[0], sample[rounds - 1], w->unit, w->text);
    machine_free(side->bench.m);
}

static void measure(const Workload *w, Side *side, unsigned num,
                    unsigned rounds)
{
    for (unsigned n = 0; n < num; n++) {
        open_side(&side[n], w);
        g_assert_cmpmem(side[n].bench.m->ram + FRAME, 4 * WIDTH * HEIGHT,
                        side[0].bench.m->ram + FRAME, 4 * WIDTH * HEIGHT);
    }
    for (unsigned i = 0; i < rounds; i++) {
        for (unsigned n = 0; n < num; n++) {
            side[n].sample[i] = side[n].frames * side[n].work /
                                seconds_of(&side[n].bench, side[n].frames);
        }
    }
    for (unsigned n = 0; n < num; n++) {
        report(&side[n], w, rounds);
    }
}

int main(int argc, char **argv)
{
    int rounds = argc > 1 ? atoi(argv[1]) : 5;
    const char *names = argc > 2 ? argv[2] : "";
    unsigned num = argc > 3 ? argc - 3 : 1;
    g_autofree Side *side = g_new0(Side, num);

    if (rounds < 1 || rounds > MAX_ROUNDS) {
        fprintf(stderr, "usage: %s [ROUNDS [REGEX [BACKEND...]]]\n", argv[0]);
        return 1;
    }
    setvbuf(stdout, NULL, _IOLBF, 0);
    for (unsigned n = 0; n < num; n++) {
        side[n].exec = argc > 3 ? argv[3 + n] : v3d_exec_name(v3d_exec_best());
    }
    for (unsigned i = 0; i < G_N_ELEMENTS(workloads); i++) {
        if (g_regex_match_simple(names, workloads[i].name, 0, 0)) {
            measure(&workloads[i], side, num, rounds);
        }
    }
    return 0;
}
