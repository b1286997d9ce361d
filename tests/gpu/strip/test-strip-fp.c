/*
 * GR3D fragment programs in strips leave what the reference leaves
 *
 * Random programs, state and primitives.  Every register of every fragment is
 * compared, bit for bit, and which fragments are dead.  GR3D_TEST_PROGRAMS is
 * the number of programs.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <glib.h>
#include <math.h>
#include "hw/gpu/gr3d/isa/num.h"
#include "hw/gpu/gr3d/lower/fp_lower.h"
#include "hw/gpu/gr3d/pipe/exec.h"
#include "hw/gpu/gr3d/pipe/frag.h"
#include "hw/gpu/gr3d/run/strips.h"
#include "env-number.h"
#include "fp-random.h"
#include "tile-run.h"

#define PROGRAMS    3000
#define STRIPS      3           /* of each program */

typedef struct Fixture {
    Rng rng;
    Gr3dDraw draw;
    Gr3dRegs regs;
    Gr3dFp fp;
    Gr3dPrim prim[GR3D_STRIP_PRIMS(16)];
    Gr3dTile tile;
    Gr3dStrip *strip;
    Gr3dStripProgram *program;
    uint16_t raw[GR3D_FP_FILE_SIZE];
} Fixture;

static uint32_t below(Fixture *f, uint32_t n)
{
    return rng_below(&f->rng, n);
}

/*
 * State
 */

static double signed_fraction(Fixture *f)
{
    return (int32_t)rng_any(&f->rng) / 0x1p31;
}

static void random_prim(Fixture *f, Gr3dPrim *prim, bool plain)
{
    unsigned bits = below(f, 4) ? 16 : 24 + below(f, 20);

    memset(prim, 0, sizeof(*prim));
    prim->kind = plain || below(f, 4) ? GR3D_PRIM_TRIANGLE : below(f, 3);
    prim->front = below(f, 2);
    prim->shift = plain || below(f, 4) ? 0 : below(f, 20);
    for (unsigned i = 0; i < 3; i++) {
        prim->edge[i].dx = below(f, 1 << 12) - 2048;
        prim->edge[i].dy = below(f, 1 << 12) - 2048;
        prim->edge[i].c = rng_any(&f->rng) & ((1ull << bits) - 1);
        prim->q[i] = (1 + below(f, 1000)) / 256.0;
        prim->k[i] = prim->q[i] / (1 << 20);
    }
    if (!below(f, 16)) {
        prim->k[below(f, 3)] = below(f, 2) ? 0 : INFINITY;
    }
    for (unsigned i = 0; i < 2; i++) {
        prim->wc[i] = signed_fraction(f);
        prim->wx[i] = signed_fraction(f) / 64;
        prim->wy[i] = signed_fraction(f) / 64;
    }
    for (unsigned i = 0; i < GR3D_TRAM_ROWS * 4; i++) {
        for (unsigned j = 0; j < 3; j++) {
            prim->tram[i / 4][i % 4][j] = j && !below(f, 8) ?
                prim->tram[i / 4][i % 4][0] : random_value(&f->rng);
        }
    }
}

static void next_prim(Fixture *f, bool plain)
{
    Gr3dStrip *s = f->strip;

    random_prim(f, &f->prim[s->num_prims], plain);
    s->of[s->num_prims] = &f->prim[s->num_prims];
    s->num_prims++;
}

/* Return the lane that begins a pixel or quad. */
static unsigned first_lane(const Gr3dStrip *s, unsigned i)
{
    return s->pixels ? i : i % (s->lanes / 2) & ~1u;
}

/* Make a primitive for all lanes, or up to one for each pixel or quad. */
static void random_prims(Fixture *f, const Gr3dExec *exec)
{
    Gr3dStrip *s = f->strip;

    s->num_prims = 0;
    s->prim = s->line || (!s->pixels && s->lanes % 32) || below(f, 2) ?
              &f->prim[0] : NULL;
    next_prim(f, !s->prim);
    for (unsigned i = 0; i < s->lanes; i++) {
        unsigned first = first_lane(s, i);

        if (i && i == first && !s->prim && below(f, 2) &&
            s->num_prims < GR3D_STRIP_PRIMS(exec->lanes)) {
            next_prim(f, true);
        }
        s->owner.i[i] = i == first ? s->num_prims - 1 : s->owner.i[first];
    }
}

static void random_pixels(Fixture *f)
{
    Gr3dStrip *s = f->strip;

    for (unsigned i = 0; i < s->lanes; i++) {
        s->x.i[i] = below(f, 8192);
        s->y.i[i] = below(f, 8192);
    }
}

static void random_quads(Fixture *f)
{
    Gr3dStrip *s = f->strip;
    unsigned half = s->lanes / 2;

    for (unsigned q = 0; q < s->num_quads; q++) {
        s->col[q] = s->line && q ? s->col[0] + 2 * q : 2 * below(f, 4096);
        s->row[q] = s->line && q ? s->row[0] : 2 * below(f, 4096);
        for (unsigned i = 0; i < 4; i++) {
            unsigned lane = (i >> 1) * half + 2 * q + (i & 1);

            s->x.i[lane] = s->col[q] + (i & 1);
            s->y.i[lane] = s->row[q] + (i >> 1);
        }
    }
}

/* Make a line of quads, quads anywhere, or pixels anywhere. */
static void random_strip(Fixture *f)
{
    Gr3dStrip *s = f->strip;

    s->line = below(f, 3) == 0;
    s->pixels = !s->line && below(f, 2);
    s->lanes = s->line && below(f, 2) ? 64 : 16 * (1 + below(f, 4));
    s->num_quads = s->lanes / 4;
    s->placed = s->pixels;
    s->live = (uint64_t)rng_any(&f->rng) << 32 | rng_any(&f->rng);
    (s->pixels ? random_pixels : random_quads)(f);
    for (unsigned i = 0; i < s->lanes; i++) {
        s->z.i[i] = s->live >> i & 1 ? below(f, 1 << 20) : 0;
    }
}

/*
 * Comparison
 */

static void run_reference(Fixture *f, unsigned lane, Gr3dFrag *frag)
{
    const Gr3dPrim *prim = &f->prim[f->strip->owner.i[lane]];
    int32_t col = f->strip->x.i[lane], row = f->strip->y.i[lane];
    float coef[3];

    gr3d_prim_coefs(prim, col, row, coef);
    gr3d_frag_init(frag, &f->draw, prim, col, row, coef);
    frag->tile = &f->tile;
    frag->z20 = f->strip->z.i[lane];
    gr3d_fp_run(&f->draw, prim, frag, 1);
}

static void compare(const Fixture *f, const Gr3dFrag *frag, unsigned lane,
                    const char *what)
{
    const Gr3dStrip *s = f->strip;

    for (unsigned i = 0; i < GR3D_FP_OWN; i++) {
        uint32_t got = s->vec[f->raw[i]].i[lane];

        if (got != frag->file[i]) {
            g_error("%s, lane %u: register %u is 0x%05x, expected 0x%05x",
                    what, lane, i, got, frag->file[i]);
        }
    }
    if ((s->killed >> lane & 1) != frag->killed) {
        g_error("%s, lane %u: dead or not", what, lane);
    }
}

static void check_strip(Fixture *f, const Gr3dExec *exec, const char *what)
{
    Gr3dFrag frag;

    exec->begin(f->strip, &f->draw, &f->tile);
    random_strip(f);
    random_prims(f, exec);
    exec->shade(f->strip);
    for (unsigned lane = 0; lane < f->strip->lanes; lane++) {
        run_reference(f, lane, &frag);
        compare(f, &frag, lane, what);
    }
}

static void check_program(Fixture *f, const Gr3dExec *exec, unsigned n)
{
    g_autofree char *what = g_strdup_printf("program %u", n);

    memset(&f->draw, 0, sizeof(f->draw));
    memset(&f->regs, 0, sizeof(f->regs));
    random_program(&f->rng, &f->regs);
    random_constants(&f->rng, &f->regs);
    freeze_draw(&f->draw, &f->regs, &f->fp);
    f->program = gr3d_fp_lower_all(&f->fp, f->raw);
    if (!f->program) {
        return;
    }
    f->draw.strip_program = f->program;
    gr3d_tile_begin(&f->tile, &f->draw);
    for (unsigned i = 0; i < STRIPS; i++) {
        check_strip(f, exec, what);
    }
    gr3d_strip_program_free(f->program);
}

static void test_backend(gconstpointer name)
{
    g_autofree Fixture *f = g_new0(Fixture, 1);
    unsigned num = env_number("GR3D_TEST_PROGRAMS", PROGRAMS);
    uint32_t seed = env_number("GR3D_TEST_ONLY", g_test_rand_int());
    const char *why;
    const Gr3dExec *exec;

    if (!gr3d_exec_find(name, &exec, &why)) {
        g_test_skip(why);
        return;
    }
    f->strip = gr3d_strip_new();
    for (unsigned i = 0; i < num; i++) {
        f->rng = rng_new(seed + i);
        check_program(f, exec, seed + i);
    }
    gr3d_strip_free(f->strip);
}

int main(int argc, char *argv[])
{
    static const char *const name[] = { "base", "avx2", "avx512" };

    g_test_init(&argc, &argv, NULL);
    for (unsigned i = 0; i < G_N_ELEMENTS(name); i++) {
        g_autofree char *path = g_strdup_printf("/strip-fp/%s", name[i]);

        g_test_add_data_func(path, name[i], test_backend);
    }
    return g_test_run();
}
