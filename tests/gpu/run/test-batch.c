/*
 * GR3D draws that run together leave what they leave one after the other
 *
 * All memory of the draws is one block, as a guest's is: surfaces that later
 * draws read as textures and as vertices, surfaces that lie in one another, and
 * spans of attributes that end with the memory.  The reference runs each draw
 * on its own; every backend runs them together, on any number of threads.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <math.h>
#include <string.h>
#include "hw/gpu/gr3d/text/stream.h"
#include "batch-scene.h"
#include "env-number.h"
#include "executor.h"
#include "hostile-rng.h"

#ifdef INSTRUMENTED
#define ROUNDS      1
#define DRAWS       24
static const unsigned threads[] = { 2, 8 };
#else
#define ROUNDS      3
#define DRAWS       40
static const unsigned threads[] = { 1, 2, 3, 8 };
#endif
#define KNOWN_SEED  2
#define VERTICES    4096
#define STRIDE      24          /* x, y, z; colour; s, t */

/* ---- running the draws of a stream */

typedef struct Run {
    GPtrArray *draws;           /* Gr3dDraw, until they have been compared */
    uint8_t *ram;
    unsigned together;          /* draws that were not the first of theirs */
} Run;

typedef struct How {
    const Gr3dExec *exec;
    const GpuExecutor *executor;
    unsigned ahead;             /* 0: one after the other */
    uint64_t cancel;            /* bit n: of draw n, before it runs */
} How;

static Gr3dStream *parse(const char *text)
{
    char *error = NULL;
    Gr3dStream *s = gr3d_stream_parse(text, strlen(text), &error);

    g_assert_cmpstr(error, ==, NULL);
    return s;
}

static void bind(Gr3dDraw *draw, const Gr3dMemory *m)
{
    for (unsigned slot = 0; slot < GR3D_NUM_SPANS; slot++) {
        const Gr3dSpanRequest *r = gr3d_draw_request(draw, slot);
        uint64_t offset = (uint64_t)r->addr - m->addr;

        if (r->size && offset < m->size) {
            gr3d_draw_bind(draw, slot, m->data + offset,
                           MIN(r->size, m->size - offset));
        }
    }
}

/* Those that wait, from @first on: all of them, or until few are left */
static unsigned run_waiting(Run *run, unsigned first, unsigned left)
{
    Gr3dDraw **draw = (Gr3dDraw **)run->draws->pdata;
    unsigned num = run->draws->len;

    while (num - first > left) {
        unsigned ran = gr3d_draws_run(draw + first, num - first);

        g_assert_cmpuint(ran, >=, 1);
        g_assert_cmpuint(ran, <=, num - first);
        run->together += ran - 1;
        first += ran;
    }
    return first;
}

static Run run_stream(const char *text, const uint8_t *ram, const How *how)
{
    Gr3dStream *s = parse(text);
    Gr3dCache *cache = gr3d_cache_new();
    Run run = { .draws = g_ptr_array_new() };
    unsigned first = 0;
    Gr3dRegs regs;

    gr3d_regs_reset(&regs);
    memcpy(s->memory[0].data, ram, RAM);
    for (unsigned i = 0; i < s->writes->len; i++) {
        const Gr3dStreamWrite *w = &g_array_index(s->writes,
                                                  Gr3dStreamWrite, i);
        Gr3dDraw *draw;

        if (gr3d_regs_write(&regs, w->reg, w->value) != GR3D_WRITE_DRAW) {
            continue;
        }
        draw = gr3d_draw_new_cached(&regs, cache);
        bind(draw, &s->memory[0]);
        gr3d_draw_set_exec(draw, how->exec);
        gr3d_draw_set_executor(draw, how->executor);
        if (how->cancel >> run.draws->len & 1) {
            gr3d_draw_cancel(draw);
        }
        g_ptr_array_add(run.draws, draw);
        if (!how->ahead) {
            gr3d_draw_run(draw);
        } else if (run.draws->len - first == how->ahead) {
            first = run_waiting(&run, first, how->ahead / 2);
        }
    }
    run_waiting(&run, how->ahead ? first : run.draws->len, 0);
    run.ram = g_memdup2(s->memory[0].data, RAM);
    /* scratch memory goes to the cache with the last draw that runs */
    g_ptr_array_set_free_func(run.draws, (GDestroyNotify)gr3d_draw_free);
    gr3d_cache_free(cache);
    gr3d_stream_free(s);
    return run;
}

static void run_clear(Run *run)
{
    g_ptr_array_free(run->draws, TRUE);
    g_free(run->ram);
}

/* ---- comparing */

static void check_events(const Gr3dDraw *a, const Gr3dDraw *b)
{
    unsigned num_a, num_b;
    const GpuEventCount *ea = gr3d_draw_events(a, &num_a);
    const GpuEventCount *eb = gr3d_draw_events(b, &num_b);

    g_assert_cmpuint(num_a, ==, num_b);
    for (unsigned i = 0; i < num_a; i++) {
        g_assert_true(ea[i].text == eb[i].text);
        g_assert_cmpuint(ea[i].count, ==, eb[i].count);
        g_assert_cmphex(ea[i].value, ==, eb[i].value);
    }
}

static void check_touched(const Gr3dDraw *a, const Gr3dDraw *b)
{
    for (unsigned i = 0; i < GR3D_NUM_SPANS; i++) {
        uint64_t a0, a1, b0, b1;

        g_assert_true(gr3d_draw_touched(a, i, &a0, &a1) ==
                      gr3d_draw_touched(b, i, &b0, &b1));
        g_assert_cmphex(a0, ==, b0);
        g_assert_cmphex(a1, ==, b1);
    }
}

static void check_draw(const Gr3dDraw *a, const Gr3dDraw *b)
{
    const Gr3dDrawStats *sa = gr3d_draw_stats(a), *sb = gr3d_draw_stats(b);

    g_assert_cmpuint(sa->vertices, ==, sb->vertices);
    g_assert_cmpuint(sa->primitives, ==, sb->primitives);
    g_assert_cmpuint(sa->rasterised, ==, sb->rasterised);
    g_assert_cmpuint(sa->fragments, ==, sb->fragments);
    g_assert_cmpuint(sa->work, ==, sb->work);
    check_events(a, b);
    check_touched(a, b);
}

static void check_ram(const Run *want, const Run *got)
{
    for (unsigned i = 0; i < RAM; i++) {
        if (want->ram[i] != got->ram[i]) {
            g_error("byte 0x%x is 0x%02x, not 0x%02x", i, got->ram[i],
                    want->ram[i]);
        }
    }
}

static void check_run(const Run *want, const Run *got)
{
    g_assert_cmpuint(want->draws->len, ==, got->draws->len);
    check_ram(want, got);
    for (unsigned i = 0; i < want->draws->len; i++) {
        check_draw(want->draws->pdata[i], got->draws->pdata[i]);
    }
}

/* ---- random draws */

static const uint32_t targets[] = {
    COLOR_A, COLOR_A, COLOR_A, COLOR_A, COLOR_B, COLOR_B, COLOR_C, COLOR_C,
    COLOR_A + 0x200, COLOR_SHORT, DEPTH,
};

static const uint32_t textures[] = {
    TEXELS, TEXELS, TEXELS, TEXELS, COLOR_A, COLOR_B, COLOR_C, STENCIL,
};

#define PICK(rng, list) (list)[rng_below(rng, G_N_ELEMENTS(list))]

static void add_targets(GString *out, Rng *rng)
{
    bool depth = rng_below(rng, 2);

    g_string_append_printf(out, "write SURFADDR[1] &ram+0x%x\n",
                           PICK(rng, targets));
    g_string_append_printf(out, "write SURFADDR[3] &ram+0x%x\n",
                           PICK(rng, targets));
    g_string_append_printf(out, "write SURFDESC[1] FORMAT=13 STRIDE=%u%s\n",
                           rng_once_in(rng, 8) ? 256 : 512,
                           rng_once_in(rng, 8) ? " STRUCTURE=2" : "");
    g_string_append_printf(out, "write Z_TEST KILL=1 ENABLE=%u WRITE=%u "
                           "FUNC=%u\n", depth, rng_below(rng, 4) > 0,
                           1 + rng_below(rng, 7));
    g_string_append_printf(out, "write S_CTRL SURF=2 ENABLE=%u "
                           "EARLY_WRITE=1\n", rng_once_in(rng, 4));
    if (rng_once_in(rng, 4)) {
        g_string_append_printf(out, "write SCISSOR_X MIN=%u MAX=%u\n",
                               rng_below(rng, 64), 65 + rng_below(rng, 64));
    }
}

/* Bytes that were drawn may be positions: all between 0 and 1 */
static void add_vertices(GString *out, Rng *rng)
{
    if (rng_once_in(rng, 6)) {
        g_string_append_printf(out, "write ATTR_BASE[0] &ram+0x%x\n"
                               "write ATTR_MODE[0] FMT=1 SIZE=4 STRIDE=4\n",
                               PICK(rng, textures));
    } else {
        g_string_append(out, "write ATTR_BASE[0] &ram\n"
                        "write ATTR_MODE[0] FMT=13 SIZE=3 STRIDE=24\n");
    }
    g_string_append_printf(out, "write INDEX_BASE &ram+0x%x\n",
                           rng_once_in(rng, 12) ? COLOR_C :
                           rng_once_in(rng, 12) ? RAM - 64 : INDEX);
}

static void add_culling(GString *out, Rng *rng)
{
    g_string_append(out, PICK(rng, vertex_programs));
    g_string_append_printf(out, "write SU_PARAM CLIP_ENABLE=1 SUBPIX_XOFF=56 "
                           "SUBPIX_YOFF=56 LAST_INST=1 FRONT_CW=%u CULL=%u\n",
                           rng_below(rng, 2), rng_below(rng, 4));
    g_string_append_printf(out, "write GUARDBAND_W %u.5f\n",
                           rng_once_in(rng, 3) ? 1 : 31);
    g_string_append_printf(out, "write UCPLANE VTX_OFFS=%u ENABLE=%u\n",
                           rng_below(rng, 3), rng_once_in(rng, 4));
}

static void add_draw(GString *out, Rng *rng)
{
    static const uint8_t types[] = { 4, 4, 4, 5, 6, 0, 1 };
    unsigned count = rng_once_in(rng, 8) ? 1 + rng_below(rng, 4096) :
                     3 + rng_below(rng, 60);

    if (rng_below(rng, 2)) {
        g_string_append(out, PICK(rng, programs));
    }
    if (rng_below(rng, 2)) {
        add_targets(out, rng);
    }
    if (rng_below(rng, 3) == 0) {
        add_vertices(out, rng);
    }
    if (rng_below(rng, 3) == 0) {
        add_culling(out, rng);
    }
    g_string_append_printf(out, "write TEXADDR[0] &ram+0x%x\n",
                           PICK(rng, textures));
    g_string_append_printf(out, "write SET_PRIM PRIM_TYPE=%u DRAW_MODE=%u\n",
                           PICK(rng, types), rng_below(rng, 2) * 2);
    g_string_append_printf(out, "write DRAW_PRIM START_VTX=%u COUNT_1=%u\n",
                           rng_below(rng, 4097 - count), count - 1);
}

static char *random_text(Rng *rng)
{
    GString *out = g_string_new(head);

    for (unsigned i = 0; i < DRAWS; i++) {
        add_draw(out, rng);
    }
    return g_string_free(out, FALSE);
}

static float clip_place(Rng *rng, float near)
{
    float v = rng_once_in(rng, 50) ? (int)rng_below(rng, 200) - 100 :
              rng_below(rng, 2000) / 1000.f - 1;

    return rng_once_in(rng, 3) ? v :
           near + (int)rng_below(rng, 200) / 1000.f - 0.1f;
}

static uint8_t *random_ram(Rng *rng)
{
    uint32_t *ram = g_malloc(RAM);
    float near[3] = { 0 };

    for (unsigned i = 0; i < RAM / 4; i++) {
        ram[i] = rng_any(rng);
    }
    for (unsigned i = 0; i < VERTICES; i++) {
        float *v = (float *)ram + i * STRIDE / 4;

        for (unsigned j = 0; j < 3; j++) {
            near[j] = v[j] = clip_place(rng, near[j]);
        }
        v[4] = rng_below(rng, 3000) / 1000.f - 1;
        v[5] = rng_below(rng, 3000) / 1000.f - 1;
        ((uint16_t *)ram)[INDEX / 2 + i] = rng_small(rng, VERTICES);
    }
    return (uint8_t *)ram;
}

static const char *const backends[] = { "ref", "base", "avx2", "avx512" };

/* As @how, but by each backend; returns how many ran together. */
static unsigned check_backends(const char *text, const uint8_t *ram,
                               const Run *want, How how)
{
    unsigned together = 0;
    const char *why;

    for (unsigned i = 0; i < G_N_ELEMENTS(backends); i++) {
        if (gr3d_exec_find(backends[i], &how.exec, &why)) {
            Run got = run_stream(text, ram, &how);

            check_run(want, &got);
            together += got.together;
            run_clear(&got);
        }
    }
    return together;
}

static unsigned check_random(uint32_t seed, const GpuExecutor *executor)
{
    Rng rng = rng_new(seed);
    g_autofree char *text = random_text(&rng);
    g_autofree uint8_t *ram = random_ram(&rng);
    How how = { 0 };
    unsigned together;
    Run want;

    if (rng_below(&rng, 2)) {
        how.cancel = 1ull << rng_below(&rng, 64) | 1ull << rng_below(&rng, 64);
    }
    want = run_stream(text, ram, &how);
    how.ahead = 1 + rng_below(&rng, 40);
    how.executor = executor;
    together = check_backends(text, ram, &want, how);
    run_clear(&want);
    return together;
}

static void test_random(gconstpointer data)
{
    unsigned rounds = env_number("GR3D_TEST_BATCHES", ROUNDS);
    uint32_t seed = env_number("GR3D_TEST_ONLY", g_test_rand_int());
    Executor *executor = executor_new(GPOINTER_TO_UINT(data));

    for (unsigned i = 0; i < rounds; i++) {
        g_test_message("seed %u", seed + i);
        check_random(seed + i, executor_engine(executor));
    }
    executor_free(executor);
}

/*
 * Draws by chance may all be of a kind that runs alone, or only one of them
 * waits at a time; those of this seed are known not to be.
 */
static void test_known(gconstpointer data)
{
    Executor *executor = executor_new(GPOINTER_TO_UINT(data));
    unsigned together = check_random(KNOWN_SEED, executor_engine(executor));

    g_test_message("%u draws together with the one before", together);
    g_assert_cmpuint(together, >=, DRAWS);
    executor_free(executor);
}

/* ---- who may run together */

typedef struct Pair {
    const char *name, *first, *second;  /* state of the draws */
    bool together;
} Pair;

#define TEX_A   "write TEXADDR[0] &ram+0x20000\n"
#define TEX_B   "write TEXADDR[0] &ram+0x30000\n"
#define TO_B    "write SURFADDR[1] &ram+0x30000\n"
#define TO_C    "write SURFADDR[1] &ram+0x40000\n"
#define Z       "write Z_TEST KILL=1 ENABLE=1 WRITE=1 FUNC=4\n"
#define BYTES   "write ATTR_MODE[0] FMT=1 SIZE=4 STRIDE=4\n"
#define INDEXED "write SET_PRIM PRIM_TYPE=5 DRAW_MODE=2\n"
#define LOAD    "write SURFADDR[3] &ram+0x30000\n"

static const Pair pairs[] = {
    { "same", "", "", true },
    { "other-surface", "", TO_B, true },
    { "texture", TEX_B, TEX_B, true },
    { "same-depth", Z, Z, true },
    { "written-texture", "", TO_B TEX_A, false },
    { "texture-written", TEX_B, TO_B, false },
    { "feedback", "", TEX_A, false },
    { "shifted", "", "write SURFADDR[1] &ram+0x20200\n", false },
    { "stride", "", "write SURFDESC[1] FORMAT=13 STRIDE=1024\n", false },
    { "bytes", "", "write SURFDESC[1] FORMAT=10 STRIDE=512\n", false },
    { "tiled", "", "write SURFDESC[1] FORMAT=13 STRIDE=512 STRUCTURE=2\n",
      false },
    { "colour-as-depth", "", TO_B Z "write SURFADDR[0] &ram+0x20000\n",
      false },
    { "load-written", TO_B, LOAD, true },       /* the same pixels */
    { "load-shifted", "write SURFADDR[1] &ram+0x30200\n", LOAD, false },
    { "written-load", LOAD, "write SURFADDR[1] &ram+0x30200\n", false },
    { "vertices", TO_C, "write ATTR_BASE[0] &ram+0x40000\n" BYTES, false },
    { "vertices-written", "write ATTR_BASE[0] &ram+0x40000\n" BYTES, TO_C,
      true },
    { "indices", TO_C, INDEXED "write INDEX_BASE &ram+0x40000\n", false },
    /* numbers of 16 bits could reach the surface, but do not */
    { "indexed", "", INDEXED "write INDEX_BASE &ram+0x18000\n", true },
    /* from 0xffff on, there is one that does */
    { "indexed-far", "", INDEXED "write INDEX_BASE &ram+0x18008\n", false },
};

static void test_pair(gconstpointer data)
{
    const Pair *p = data;
    const char *draw = "write DRAW_PRIM COUNT_1=3\n";
    const char *program = strstr(p->name, "load") ? programs[3] : programs[1];
    g_autofree char *text = g_strconcat(head, "write SET_PRIM PRIM_TYPE=5\n"
                                        "write SURFADDR[3] &ram+0x60000\n",
                                        program, p->first, draw,
                                        strstr(p->name, "load") ?
                                        "write SURFADDR[1] &ram+0x20000\n" :
                                        "", p->second, draw, NULL);
    Rng rng = rng_new(1);
    g_autofree uint8_t *ram = random_ram(&rng);
    static const uint16_t index[] = { 0, 1, 2, 3, 0, 1, 0xffff, 2 };
    Run want, got;

    memcpy(ram + INDEX, index, sizeof(index));
    want = run_stream(text, ram, &(How) { 0 });
    got = run_stream(text, ram, &(How) { .ahead = 2 });
    g_assert_cmpuint(got.together, ==, p->together);
    check_run(&want, &got);
    run_clear(&want);
    run_clear(&got);
}

/* ---- a draw that leaves so much that it has to wait */

static const char wide[] =
    "link {\n    link v1, t15: x->0 low, y->0 high, z->3 low, w->3 high\n}\n"
    "write SU_PARAM CLIP_ENABLE=1 SUBPIX_XOFF=56 SUBPIX_YOFF=56\n"
    "fp {\n    exec\n" WEIGHTS "var0 fx10 t15; var3 fx10 t15\n"
    "        dw store s1, r0\n}\n";

#define CROWD       3200
#define CROWD_DRAW  "write DRAW_PRIM COUNT_1=3201\n"

static unsigned run_crowd(const char *text, const uint8_t *ram,
                          const Run *want, const GpuExecutor *executor)
{
    How how = { .ahead = 3, .executor = executor, .exec = gr3d_exec_best() };
    Run got = run_stream(text, ram, &how);
    unsigned together = got.together;

    check_run(want, &got);
    run_clear(&got);
    return together;
}

static void check_crowd(const char *program, const uint8_t *ram, bool fits)
{
    g_autofree char *text = g_strconcat(head, program,
                                        "write DRAW_PRIM COUNT_1=2\n"
                                        "write SET_PRIM PRIM_TYPE=5\n"
                                        CROWD_DRAW
                                        "write DRAW_PRIM COUNT_1=2\n", NULL);
    Run want = run_stream(text, ram, &(How) { 0 });

    g_assert_cmpuint(gr3d_draw_stats(want.draws->pdata[1])->rasterised, >,
                     2 * CROWD);
    g_assert_true(fits || run_crowd(text, ram, &want, NULL) == 0);
    for (unsigned i = 0; i < G_N_ELEMENTS(threads); i++) {
        Executor *executor = executor_new(threads[i]);
        unsigned together = run_crowd(text, ram, &want,
                                      executor_engine(executor));

        g_assert_true(together > 0 || !fits);
        executor_free(executor);
    }
    run_clear(&want);
}

/* Triangles around the picture, whose edges cut its corners */
static void set_crowd(uint8_t *ram, Rng *rng)
{
    for (unsigned i = 0; i < VERTICES; i++) {
        double turn = i % 3 * 2.0944 + rng_below(rng, 100) / 100.;
        float *v = (float *)ram + i * STRIDE / 4;

        v[0] = 3.6 * cos(turn);
        v[1] = 3.6 * sin(turn);
        v[2] = 0;
    }
}

/* All are clipped, and the scissor leaves little to draw. */
static void test_crowd(gconstpointer data)
{
    const char *program = data;
    Rng rng = rng_new(3);
    g_autofree uint8_t *ram = random_ram(&rng);
    g_autofree char *text = g_strconcat("write SCISSOR_X MIN=60 MAX=68\n",
                                        program, NULL);

    set_crowd(ram, &rng);
    check_crowd(text, ram, program != wide);
}

/* ---- an end before its time */

#define CANCELLED   1           /* of three draws, each to its own surface */

typedef struct Canceller {
    GpuExecutor engine;
    const GpuExecutor *real;
    Gr3dDraw *draw;
    unsigned rounds, when;
} Canceller;

static void cancel_run(void *opaque, GpuTask *task, void *arg)
{
    Canceller *c = opaque;

    if (c->rounds++ == c->when) {
        gr3d_draw_cancel(c->draw);
    }
    c->real->run(c->real->opaque, task, arg);
}

static void draw_three(Gr3dStream *s, Canceller *c, const Gr3dExec *exec)
{
    Gr3dDraw *draw[3];
    unsigned num = 0;
    Gr3dRegs regs;

    gr3d_regs_reset(&regs);
    for (unsigned i = 0; i < s->writes->len; i++) {
        const Gr3dStreamWrite *w = &g_array_index(s->writes,
                                                  Gr3dStreamWrite, i);

        if (gr3d_regs_write(&regs, w->reg, w->value) == GR3D_WRITE_DRAW) {
            draw[num] = gr3d_draw_new(&regs);
            bind(draw[num], &s->memory[0]);
            gr3d_draw_set_exec(draw[num], exec);
            gr3d_draw_set_executor(draw[num++], &c->engine);
        }
    }
    g_assert_cmpuint(num, ==, 3);
    c->draw = draw[CANCELLED];
    g_assert_cmpuint(gr3d_draws_run(draw, 3), ==, 3);
    for (unsigned i = 0; i < num; i++) {
        g_assert_true((gr3d_draw_stats(draw[i])->fragments > 1000) ==
                      (i != CANCELLED || c->rounds <= c->when));
        gr3d_draw_free(draw[i]);
    }
}

static uint8_t *three_surfaces(const GpuExecutor *real, unsigned when,
                               const Gr3dExec *exec)
{
    const char *draw = "write DRAW_PRIM COUNT_1=299\n";
    g_autofree char *text = g_strconcat(head, programs[0], draw, TO_B, draw,
                                        TO_C, draw, NULL);
    Canceller c = {
        .engine = { 2, cancel_run, &c }, .real = real, .when = when,
    };
    Rng rng = rng_new(2);
    g_autofree uint8_t *ram = random_ram(&rng);
    Gr3dStream *s = parse(text);
    uint8_t *after;

    memcpy(s->memory[0].data, ram, RAM);
    draw_three(s, &c, exec);
    after = g_memdup2(s->memory[0].data, RAM);
    memcpy(after + COLOR_B, ram + COLOR_B, COLOR_C - COLOR_B);
    gr3d_stream_free(s);
    return after;
}

/* In its front end, or in its tiles: the others do not notice. */
static void test_cancel(void)
{
    Executor *executor = executor_new(2);
    const Gr3dExec *exec = gr3d_exec_best();
    g_autofree uint8_t *want = three_surfaces(executor_engine(executor), 99,
                                              exec);

    for (unsigned when = 0; when < 4; when++) {
        g_autofree uint8_t *got = three_surfaces(executor_engine(executor),
                                                 when, exec);

        g_assert_cmpmem(want, RAM, got, RAM);
    }
    executor_free(executor);
}

static void add_threads(const char *name, GTestDataFunc test)
{
    for (unsigned i = 0; i < G_N_ELEMENTS(threads); i++) {
        g_autofree char *path = g_strdup_printf("/batch/%s/%u", name,
                                                threads[i]);

        g_test_add_data_func(path, GUINT_TO_POINTER(threads[i]), test);
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    add_threads("known", test_known);
    add_threads("random", test_random);
    for (unsigned i = 0; i < G_N_ELEMENTS(pairs); i++) {
        g_autofree char *name = g_strdup_printf("/batch/pair/%s",
                                                pairs[i].name);

        g_test_add_data_func(name, &pairs[i], test_pair);
    }
    g_test_add_data_func("/batch/crowd/fits", programs[0], test_crowd);
    g_test_add_data_func("/batch/crowd/waits", wide, test_crowd);
    g_test_add_func("/batch/cancel", test_cancel);
    return g_test_run();
}
