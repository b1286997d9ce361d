/*
 * What a stream leaves behind does not depend on the number of threads
 *
 * All golden scenes, and streams in which tiles would disturb each other: a
 * texture that is drawn into, rows that lie in one another, surfaces that do.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <string.h>
#include "hw/gpu/gr3d/text/stream.h"
#include "backend.h"
#include "executor.h"

static const unsigned thread_counts[] = { 2, 3, 8 };

/* What the run was asked to do side by side */
typedef struct Counted {
    GpuExecutor engine;
    const GpuExecutor *real;
    unsigned runs;
} Counted;

static void counted_run(void *opaque, GpuTask *task, void *arg)
{
    Counted *c = opaque;

    c->runs++;
    c->real->run(c->real->opaque, task, arg);
}

static Gr3dStream *parse(const char *text, size_t len)
{
    char *error = NULL;
    Gr3dStream *s = gr3d_stream_parse(text, len, &error);

    g_assert_cmpstr(error, ==, NULL);
    return s;
}

/* Everything that can be seen after a run, as text */
static char *result(const char *text, size_t len, const GpuExecutor *executor,
                    const Gr3dExec *exec)
{
    Gr3dStream *s = parse(text, len);
    GString *out = g_string_new(NULL);
    Gr3dReplay replay;
    const char *name;

    gr3d_stream_run(s, &replay, 0, executor, exec);
    for (unsigned i = 0; i < s->num_memories; i++) {
        g_autofree char *hash = gr3d_stream_hash(&s->memory[i]);

        g_string_append_printf(out, "%s %s\n", s->memory[i].name, hash);
    }
    for (unsigned i = 0; (name = gr3d_stream_counter_name(i)) != NULL; i++) {
        g_string_append_printf(out, "%s %" G_GUINT64_FORMAT "\n", name,
                               gr3d_stream_counter_value(&replay, i));
    }
    for (unsigned i = 0; i < replay.events->len; i++) {
        const Gr3dReplayEvent *e =
            &g_array_index(replay.events, Gr3dReplayEvent, i);

        g_string_append_printf(out, "draw %u %s 0x%x %" G_GUINT64_FORMAT "\n",
                               e->draw, e->event.text, e->event.value,
                               e->event.count);
    }
    gr3d_replay_clear(&replay);
    gr3d_stream_free(s);
    return g_string_free(out, FALSE);
}

static const char *const backends[] = { "base", "avx2", "avx512" };

/* Each backend of this host gives @wanted. */
static void check_backends(const char *text, size_t len, const char *wanted)
{
    const Gr3dExec *exec;
    const char *why;

    for (unsigned i = 0; i < G_N_ELEMENTS(backends); i++) {
        if (gr3d_exec_find(backends[i], &exec, &why)) {
            g_autofree char *got = result(text, len, NULL, exec);

            g_assert_cmpstr(wanted, ==, got);
        }
    }
}

/* So that one can see which of them there were */
static void test_backend(gconstpointer name)
{
    const Gr3dExec *exec;
    const char *why;

    if (!gr3d_exec_find(name, &exec, &why)) {
        g_test_skip(why);
    }
}

/*
 * The same by the reference on one thread, by every backend, and by the chosen
 * one on any number of threads; returns how often threads were used.
 */
static unsigned check(const char *text, size_t len)
{
    g_autofree char *one = result(text, len, NULL, NULL);
    const char *why = NULL;
    const Gr3dExec *exec;
    unsigned runs = 0;

    if (!backend_choose(NULL, &exec, &why)) {
        g_error("GR3D_EXEC: %s", why);
    }
    check_backends(text, len, one);

    for (unsigned i = 0; i < G_N_ELEMENTS(thread_counts); i++) {
        Executor *ex = executor_new(thread_counts[i]);
        Counted c = {
            .engine = { thread_counts[i], counted_run, &c },
            .real = executor_engine(ex),
        };
        g_autofree char *many = result(text, len, &c.engine, exec);

        g_assert_cmpstr(one, ==, many);
        executor_free(ex);
        runs += c.runs;
    }
    return runs;
}

/* Scenes */

static void test_scene(gconstpointer path)
{
    g_autofree char *text = NULL;
    gsize len;

    g_assert_true(g_file_get_contents(path, &text, &len, NULL));
    g_test_message("%u runs on threads", check(text, len));
}

static void add_scenes(void)
{
    g_autoptr(GDir) dir = g_dir_open(GPU_TESTS "/scenes", 0, NULL);
    const char *name;

    g_assert_nonnull(dir);
    while ((name = g_dir_read_name(dir)) != NULL) {
        if (g_str_has_suffix(name, ".gr3d")) {
            g_autofree char *test = g_strdup_printf("/threads/scene/%s", name);

            g_test_add_data_func_full(test,
                                      g_build_filename(GPU_TESTS, "scenes",
                                                       name, NULL),
                                      test_scene, g_free);
        }
    }
}

/*
 * Hazards: a gradient, then the picture with its corners exchanged, drawn as a
 * texture, so that each tile reads what another one writes or has written
 */

static const char hazard_head[] =
    "gr3d-stream 1\n"
    "memory color 0x40000\n"
    "memory other 0x40000\n"
    "fill other 0 u32 0xff336699 0x8000\n"
    "memory depth 0x20000\n"
    "fill depth 0 u32 0xffffffff 0x8000\n"
    "memory verts 256\n"
    /* x, y, z, s, t; s and t are the first picture's red and green, too */
    "data verts 0 f32 -1 -1 0 1 1  1 -1 0.5 0 1  -1 1 0.5 1 0  1 1 1 0 0\n"
    "write VPE_MODE 0x11\n"
    "write VPE_TIMEOUT 0xffff\n"
    "write CONST_READ_LIMIT MAX=255\n"
    "write SCISSOR_X MAX=256\n"
    "write SCISSOR_Y MAX=256\n"
    "write VIEWPORT_X 2048.0f\n"
    "write VIEWPORT_Y 2048.0f\n"
    "write VIEWPORT_Z 0x3efffff0\n"
    "write VIEWPORT_W 2048.0f\n"
    "write VIEWPORT_H 2048.0f\n"
    "write VIEWPORT_D 0x3efffff0\n"
    "write GUARDBAND_W 31.0f\n"
    "write GUARDBAND_H 31.0f\n"
    "write GUARDBAND_D 0x40dffe00\n"
    "write Z_TEST KILL=1\n"
    "write Z_MAX 0xfffff\n"
    "write SURFDESC[1] FORMAT=13 STRIDE=1024\n"
    "write SURFADDR[1] &color\n"
    "write DW_ST_ENABLE SURF=2\n"
    "vp {\n    MOV o0, a0\n    MOV o1, a1 [end]\n}\n"
    "link {\n    link v1, t0: x->0 fp20, y->1 fp20\n}\n"
    "write SU_PARAM CLIP_ENABLE=1 SUBPIX_XOFF=56 SUBPIX_YOFF=56\n"
    "write TRI_ATTR 0x140\n"
    "write PIX_ATTR 0x4a000000\n"
    "write PSEQ_COMMAND_EVEN[0] 0x20006001\n"
    "write ATTR_BASE[0] &verts\n"
    "write ATTR_MODE[0] FMT=13 SIZE=3 STRIDE=20\n"
    "write ATTR_BASE[1] &verts+12\n"
    "write ATTR_MODE[1] FMT=13 SIZE=2 STRIDE=20\n"
    "write ATTR_MASK OUTPUT=3 INPUT=3\n"
    "write SET_PRIM PRIM_TYPE=5\n"
    "fp {\n    exec\n"
    "        mfu sfu rcp r4; mul0 w, sfu, coef0; mul1 w, sfu, coef1; "
    "var0 fp20 t0; var1 fp20 t0\n"
    "        dw store s1, r0\n}\n"
    "write DRAW_PRIM COUNT_1=3\n"
    "write TEXDESC_LO[0] FORMAT=13 CLAMP_S=1 CLAMP_T=1\n"
    "write TEXDESC_HI[0] LOG2_W=8 LOG2_H=8 BASE_LEVEL_ONLY=1\n"
    "fp {\n    exec\n"
    "        mfu sfu rcp r4; mul0 w, sfu, coef0; mul1 w, sfu, coef1; "
    "var0 fp20 t0; var1 fp20 t0\n"
    "        tex r2, tex0, r0\n"
    "        dw store s1, r2\n}\n";

typedef struct Hazard {
    const char *name;
    const char *writes;         /* between the draws */
    unsigned draws;             /* that may use threads, of the two */
} Hazard;

static const Hazard hazards[] = {
    { "none", "write TEXADDR[0] &other\n", 2 },
    { "feedback", "write TEXADDR[0] &color\n", 1 },
    { "feedback-part", "write TEXADDR[0] &color+0x3fffc\n", 1 },
    { "rows", "write TEXADDR[0] &other\n"
      "write SURFDESC[1] FORMAT=13 STRIDE=1008\n", 1 },
    { "tiled-rows", "write TEXADDR[0] &other\n"
      "write SURFDESC[1] FORMAT=13 STRIDE=1008 STRUCTURE=2\n", 1 },
    { "tiled", "write TEXADDR[0] &other\n"
      "write SURFDESC[1] FORMAT=13 STRIDE=1024 STRUCTURE=2\n", 2 },
    { "depth", "write TEXADDR[0] &other\nwrite SURFADDR[0] &depth\n"
      "write SURFDESC[0] FORMAT=11 STRIDE=512\nwrite DW_ST_ENABLE SURF=3\n"
      "write Z_TEST KILL=1 ENABLE=1 WRITE=1 FUNC=3\n", 2 },
    { "depth-in-colour", "write TEXADDR[0] &other\n"
      "write SURFADDR[0] &color+0x10000\n"
      "write SURFDESC[0] FORMAT=11 STRIDE=512\nwrite DW_ST_ENABLE SURF=3\n"
      "write Z_TEST KILL=1 ENABLE=1 WRITE=1 FUNC=3\n", 1 },
};

static void test_hazard(gconstpointer data)
{
    const Hazard *h = data;
    g_autofree char *text = g_strconcat(hazard_head, h->writes,
                                        "write DRAW_PRIM COUNT_1=3\n", NULL);

    g_assert_cmpuint(check(text, strlen(text)), ==,
                     h->draws * G_N_ELEMENTS(thread_counts));
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    for (unsigned i = 0; i < G_N_ELEMENTS(backends); i++) {
        g_autofree char *test = g_strconcat("/threads/backend/", backends[i],
                                            NULL);

        g_test_add_data_func(test, backends[i], test_backend);
    }
    add_scenes();
    for (unsigned i = 0; i < G_N_ELEMENTS(hazards); i++) {
        g_autofree char *test = g_strconcat("/threads/hazard/",
                                            hazards[i].name, NULL);

        g_test_add_data_func(test, &hazards[i], test_hazard);
    }
    return g_test_run();
}
