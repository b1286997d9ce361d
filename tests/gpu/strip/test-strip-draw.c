/*
 * GR3D draws with random fragment programs leave in strips what they leave by
 * the reference: textures, loads and stores of pixels, dead fragments
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <glib.h>
#include <string.h>
#include "hw/gpu/gr3d/pipe/exec.h"
#include "hw/gpu/gr3d/text/asm.h"
#include "env-number.h"
#include "fp-random.h"

#define ROUNDS      200
#define COLS        72
#define ROWS        40
#define VERTICES    72
#define SURFACES    4
#define TEXTURES    4
#define TEXTURE     4096        /* bytes: more than 16 x 16 with levels */
#define PITCH       (COLS * 4)

typedef struct Memory {
    uint8_t surface[SURFACES][ROWS * PITCH];
    uint8_t texture[TEXTURES][TEXTURE];
    float vertex[VERTICES][4 + 4 * 4];  /* position, four rows */
} Memory;

typedef struct Round {
    Rng rng;
    Gr3dRegs regs;
    Memory before, after[2];
} Round;

static Gr3dCache *cache;        /* of all draws: they use the same memory */

static uint32_t below(Round *r, uint32_t n)
{
    return rng_below(&r->rng, n);
}

/*
 * State
 */

static void set_float(Gr3dRegs *regs, unsigned reg, float v)
{
    memcpy(&regs->reg[reg], &v, sizeof(v));
}

static void set_geometry(Gr3dRegs *regs)
{
    static const char vp[] = "MOV o0, a0\nMOV o1, a1\nMOV o2, a2\n"
                             "MOV o3, a3\nMOV o4, a4 [end]\n";
    static const char link[] =
        "link v1, t0: x->0 fp20, y->1 fp20, z->2 fp20, w->3 fp20\n"
        "link v2, t1: x->0 low, y->0 high, z->1 low, w->1 high\n"
        "link v3, t1: x->2 low, y->2 high, z->3 low, w->3 high\n"
        "link v4, t2: x->0 fp20, y->1 fp20, z->2 low, w->3 high\n";
    unsigned num;
    char *error;

    g_assert_true(gr3d_asm_vp(vp, regs->vp_inst, &num, &error));
    g_assert_true(gr3d_asm_linker(link, &regs->reg[0x300], &num, &error));
    for (unsigned i = 0; i < 5; i++) {
        regs->reg[0x101 + 2 * i] = 80 << 8 | 0x4d;      /* f32 x 4 */
    }
    regs->reg[0x120] = 0x1f001f;
    regs->reg[0x123] = (VERTICES - 1) << 20;
    regs->reg[0x201] = 0xffff;
    regs->reg[0x343] = 0xb8e00000 | (num / 2 - 1) << 5;
    regs->reg[0x350] = COLS;
    regs->reg[0x351] = ROWS;
    set_float(regs, 0x354, 0.5f);
    set_float(regs, 0x355, 16);
    set_float(regs, 0x356, 16);
    set_float(regs, 0x357, 0.5f);
    set_float(regs, 0x358, 4096);
    set_float(regs, 0x359, 4096);
    set_float(regs, 0x35a, 6.99f);
    regs->reg[0x405] = 0xfffff;
}

/* Set memory, one format for a surface: what is stored can be loaded. */
static void set_memory(Round *r)
{
    static const uint8_t formats[] = { 13, 14, 6, 8, 13, 14, 1, 4, 7, 34 };
    uint32_t *reg = r->regs.reg;

    for (unsigned i = 0; i < SURFACES; i++) {
        reg[0xe10 + i] = PITCH << 8 | below(r, 2) |
                         formats[below(r, G_N_ELEMENTS(formats))] << 2;
    }
    reg[0x903] = below(r, 8) ? 0xf : below(r, 16);
    reg[0xe26] = rng_any(&r->rng) & 0x1fff;
    for (unsigned i = 0; i < TEXTURES; i++) {
        unsigned log2 = below(r, 5);

        reg[0x720 + 2 * i] = formats[below(r, G_N_ELEMENTS(formats))] << 8 |
                             below(r, 16) | below(r, 8) << 27 |
                             below(r, 512) << 18;
        reg[0x721 + 2 * i] = log2 << 28 | below(r, 5) << 24 |
                             (below(r, 2) ? 0x80 : 0xff << 8);
    }
}

/* Set words of the units around the ALU: mostly those that a client uses. */
static void set_units(Round *r, unsigned execs)
{
    bool textures = below(r, 4);

    for (unsigned i = 0; i < execs; i++) {
        r->regs.tex_inst[i] = !textures || below(r, 2) ? 0 : 1 << 10 |
                              below(r, TEXTURES) | below(r, 4) << 4 |
                              (below(r, 2) ? 0 : below(r, 4) << 12);
        r->regs.pseq_inst[i] = below(r, 3) ? 0 : 1 << 23 | below(r, 2) << 1 |
                               below(r, SURFACES) << 16 | below(r, 2) << 21;
        r->regs.dw_inst[i] = below(r, 2) ? 0 : 1 | below(r, SURFACES) << 2 |
                             below(r, 2) << 15 | (below(r, 3) == 0) << 6;
    }
    r->regs.dw_inst[execs - 1] |= 1;
    /* killed fragments store nothing: not too many */
    for (unsigned i = 0; i < 512; i += 2) {
        if ((r->regs.alu_inst[i] >> 15 & 127) == KILL && below(r, 4)) {
            r->regs.alu_inst[i] ^= 64 << 15;
        }
    }
}

static void set_vertices(Round *r)
{
    bool crowd = below(r, 3) == 0;
    double size = crowd ? 3 : below(r, 2) ? 100 : 8;
    unsigned cols = crowd ? 8 : COLS, rows = crowd ? 8 : ROWS;

    for (unsigned i = 0; i < VERTICES; i++) {
        float *v = r->before.vertex[i];
        double w = below(r, 2) ? 1 : 0.5 + below(r, 1000) / 500.;
        double near = i % 3 ? size * (below(r, 2000) / 1000. - 1) : 0;
        const float *first = r->before.vertex[i - i % 3];

        v[3] = w;
        v[0] = i % 3 ? (first[0] / first[3] + near) * w : below(r, cols) * w;
        near = i % 3 ? size * (below(r, 2000) / 1000. - 1) : 0;
        v[1] = i % 3 ? (first[1] / first[3] + near) * w : below(r, rows) * w;
        v[2] = (below(r, 1000) / 600. - 0.8) * w;
        for (unsigned j = 4; j < 20; j++) {
            v[j] = below(r, 8) ? below(r, 2000) / 1000. - 0.5 :
                   (int)below(r, 1000) - 500;
        }
    }
}

static void make_round(Round *r, unsigned seed)
{
    uint32_t *words = (uint32_t *)&r->before;

    r->rng = rng_new(seed);
    memset(&r->regs, 0, sizeof(r->regs));
    random_words(&r->rng, words, sizeof(r->before) / 4);
    set_geometry(&r->regs);
    set_memory(r);
    r->regs.reg[0x122] = (below(r, 4) ? 4 : below(r, 7)) << 24;
    r->regs.reg[0x346] = 1 << 12;
    set_float(&r->regs, 0x347, 0.5f + below(r, 12));
    r->regs.reg[0x34c] = 2;
    set_float(&r->regs, 0x34d, 0.5f + below(r, 6));
    random_constants(&r->rng, &r->regs);
    set_units(r, random_program(&r->rng, &r->regs));
    set_vertices(r);
    /* rows that the linker fills */
    for (unsigned i = 0; i < 128; i += 2) {
        r->regs.mfu_inst[i + 1] &= ~(0xcu << 3 | 0xcu << 10 | 0xcu << 17 |
                                     0xcu << 24);
    }
}

/*
 * Drawing
 */

static Gr3dDraw *draw(Round *r, Memory *m, const Gr3dExec *exec)
{
    Gr3dDraw *d = gr3d_draw_new_cached(&r->regs, cache);

    *m = r->before;
    for (unsigned i = 0; i < 5; i++) {
        gr3d_draw_bind(d, i, &m->vertex[0][4 * i],
                       sizeof(m->vertex) - 16 * i);
    }
    for (unsigned i = 0; i < SURFACES; i++) {
        gr3d_draw_bind(d, GR3D_SPAN_SURFACE + i, m->surface[i],
                       sizeof(m->surface[i]));
    }
    for (unsigned i = 0; i < TEXTURES; i++) {
        gr3d_draw_bind(d, GR3D_SPAN_TEXTURE + i, m->texture[i],
                       sizeof(m->texture[i]));
    }
    gr3d_draw_set_exec(d, exec);
    gr3d_draw_run(d);
    return d;
}

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

static void check_memory(const Round *r, unsigned seed)
{
    for (unsigned i = 0; i < SURFACES; i++) {
        const uint8_t *a = r->after[0].surface[i], *b = r->after[1].surface[i];

        for (unsigned at = 0; at < sizeof(r->after[0].surface[i]); at++) {
            if (a[at] != b[at]) {
                g_error("round %u: surface %u, row %u, byte %u is 0x%02x, "
                        "expected 0x%02x", seed, i, at / PITCH, at % PITCH,
                        b[at], a[at]);
            }
        }
    }
}

static bool changed(const Round *r)
{
    return memcmp(r->before.surface, r->after[0].surface,
                  sizeof(r->before.surface));
}

/* The backend under test, and how often it was asked for a primitive */
static const Gr3dExec *real;
static unsigned calls;

static uint64_t counted_prim(Gr3dStrip *s, const Gr3dPrim *prim,
                             const Gr3dRect *rect)
{
    calls++;
    return real->prim(s, prim, rect);
}

static void test_backend(gconstpointer name)
{
    unsigned rounds = env_number("GR3D_TEST_PROGRAMS", ROUNDS);
    unsigned used = 0, drawn = 0;
    uint32_t seed = env_number("GR3D_TEST_ONLY", g_test_rand_int());
    g_autofree Round *r = g_new0(Round, 1);
    const char *why;
    Gr3dExec exec;

    if (!gr3d_exec_find(name, &real, &why)) {
        g_test_skip(why);
        return;
    }
    exec = *real;
    exec.prim = counted_prim;
    for (unsigned i = 0; i < rounds; i++) {
        Gr3dDraw *want, *got;

        make_round(r, seed + i);
        want = draw(r, &r->after[0], NULL);
        calls = 0;
        got = draw(r, &r->after[1], &exec);
        used += calls > 0;
        check_memory(r, seed + i);
        check_events(want, got);
        g_assert_cmpuint(gr3d_draw_stats(want)->fragments, ==,
                         gr3d_draw_stats(got)->fragments);
        g_assert_cmpuint(gr3d_draw_stats(want)->work, ==,
                         gr3d_draw_stats(got)->work);
        drawn += changed(r);
        gr3d_draw_free(want);
        gr3d_draw_free(got);
    }
    g_test_message("%u of %u rounds in strips, %u changed a pixel", used,
                   rounds, drawn);
    g_assert_cmpuint(used, >=, rounds / 2);
    g_assert_cmpuint(drawn, >=, rounds / 2);
}

int main(int argc, char *argv[])
{
    static const char *const name[] = { "base", "avx2", "avx512" };
    int status;

    g_test_init(&argc, &argv, NULL);
    cache = gr3d_cache_new();
    for (unsigned i = 0; i < G_N_ELEMENTS(name); i++) {
        g_autofree char *path = g_strdup_printf("/strip-draw/%s", name[i]);

        g_test_add_data_func(path, name[i], test_backend);
    }
    status = g_test_run();
    gr3d_cache_free(cache);
    return status;
}
