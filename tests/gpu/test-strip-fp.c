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
#include <stdlib.h>
#include "exec.h"
#include "fp_lower.h"
#include "fp-test.h"
#include "frag.h"
#include "hostile-rng.h"
#include "num.h"
#include "tile-run.h"

#define PROGRAMS    3000
#define STRIPS      3           /* of each program */

typedef struct Fixture {
    Rng rng;
    Gr3dDraw draw;
    Gr3dRegs regs;
    Gr3dFp fp;
    Gr3dPrim prim;
    Gr3dTile tile;
    Gr3dStrip *strip;
    Gr3dStripProgram *program;
    uint16_t raw[GR3D_FP_FILE_SIZE];
} Fixture;

static uint32_t below(Fixture *f, uint32_t n)
{
    return rng_below(&f->rng, n);
}

/* Numbers of moderate size, pairs of fx10, and what makes trouble */
static uint32_t random_value(Fixture *f)
{
    static const uint32_t odd[] = {
        0, 0x80000, 0x3e000, 0xbe000, 0x7e000, 0xfe000, 0x7e001, 0x00001,
        0x80001, 0x7dfff, 0x00100, 0x40100, 0xc0300, 0x3c000, 0x40000,
        0x80200, 0x7fdff, 0x7ffff, 0xfe001,
    };

    switch (below(f, 8)) {
    case 0:
        return odd[below(f, G_N_ELEMENTS(odd))];
    case 1:
        return below(f, 1 << 20);
    case 2:
    case 3:
        return below(f, 1 << 20) & 0x6fdbf;
    default:
        return below(f, 2) << 19 | (27 + below(f, 8)) << 13 |
               below(f, 1 << 13);
    }
}

/*
 * Programs
 */

/* A register to read, all classes */
static unsigned random_register(Fixture *f)
{
    static const uint8_t class[][2] = {
        { 0, 16 }, { 0, 4 }, { 0, 4 }, { 16, 8 }, { 24, 4 }, { 24, 4 },
        { 28, 3 }, { 31, 1 }, { 31, 1 }, { 32, 32 }, { 64, 8 }, { 72, 4 },
        { 0, 128 },
    };
    const uint8_t *c = class[below(f, G_N_ELEMENTS(class))];

    return c[0] + below(f, c[1]);
}

static unsigned random_target(Fixture *f)
{
    return below(f, 12) == 0 ? below(f, 128) : below(f, 8) == 0 ?
           64 + below(f, 8) : below(f, 8) == 0 ? 16 + below(f, 8) :
           below(f, 2) ? below(f, 16) : below(f, 4);
}

/* As clients use them: fx10 in and out, or numbers; with 0 and 1 */
static uint64_t random_operand(Fixture *f, bool fx10)
{
    switch (below(f, 8)) {
    case 0:
        return ZERO;
    case 1:
        return ONE;
    case 2:
        return REG(random_register(f)) | below(f, 64);
    case 3:
        return REG(random_register(f)) | (fx10 ? FX : 0) |
               (below(f, 64) & ~FX);
    default:
        return REG(random_register(f)) | (fx10 ? FX | HI * below(f, 2) : 0);
    }
}

static uint64_t random_slot(Fixture *f)
{
    bool fx10 = below(f, 4);
    unsigned write = fx10 ? 1 + below(f, 2) : below(f, 3) ? 3 : below(f, 4);
    uint64_t d = below(f, 2) ? 0 : (fx10 ? D_FX : 0) | below(f, 64);
    uint64_t word = SLOT(below(f, 3) ? 0 : below(f, 4), random_target(f),
                         write, random_operand(f, fx10),
                         random_operand(f, fx10), random_operand(f, fx10), d);

    word |= below(f, 3) ? 0 : SCALE(below(f, 4));
    word |= below(f, 4) ? 0 : CC(below(f, 4));
    word |= below(f, 3) ? 0 : SAT;
    word |= below(f, 8) ? 0 : NO_ADD;
    word |= below(f, 8) ? 0 : SEND;
    word |= below(f, 8) ? 0 : RECV;
    return word;
}

static uint64_t random_mfu(Fixture *f)
{
    uint64_t word = (uint64_t)rng_any(&f->rng) << 32 | rng_any(&f->rng);

    if (below(f, 3)) {
        word = CANONICAL | (word & 0xfffffff);
    }
    return word;
}

static void random_words(Fixture *f, uint32_t *word, unsigned num)
{
    for (unsigned i = 0; i < num; i++) {
        word[i] = rng_any(&f->rng);
    }
}

/* Four columns, and copies of them beyond the reach of the MFU */
static void random_prelude(Fixture *f, unsigned exec)
{
    Gr3dRegs *regs = &f->regs;
    unsigned at = 60 + exec % 4;

    put_instruction(regs, at, CANONICAL | (rng_any(&f->rng) & 0xfffffff));
    regs->mfu_sched[exec] = SCHED(at, 1);
    regs->alu_sched[exec] = SCHED(at, 1);
    for (unsigned i = 0; i < 4; i++) {
        put_slot(regs, at, i, MOV(4 + 4 * exec + i, 3, REG(i)));
    }
}

static void random_program(Fixture *f)
{
    Gr3dRegs *regs = &f->regs;
    unsigned execs = 5 + below(f, 4);

    regs->reg[0x520] = execs;
    regs->reg[0xe20] = below(f, 4) ? 0 : below(f, 4);
    for (unsigned i = 0; i < execs; i++) {
        regs->mfu_sched[i] = SCHED(below(f, 60), below(f, 4));
        regs->alu_sched[i] = SCHED(below(f, 60), below(f, 4));
    }
    for (unsigned i = 0; i < 64; i++) {
        put_instruction(regs, i, random_mfu(f));
        for (unsigned j = 0; j < 4; j++) {
            put_slot(regs, i, j, random_slot(f));
        }
    }
    if (!below(f, 4)) {
        random_words(f, regs->alu_inst, G_N_ELEMENTS(regs->alu_inst));
    }
    for (unsigned i = 0; i < 4; i++) {
        random_prelude(f, i);
    }
}

/*
 * State
 */

static void random_state(Fixture *f)
{
    Gr3dRegs *regs = &f->regs;

    for (unsigned i = 0; i < 32; i++) {
        regs->reg[0x820 + i] = random_value(f) | 0xfff00000 * below(f, 2);
    }
    for (unsigned i = 0; i < 4; i++) {
        regs->reg[0x608 + i] = random_value(f);
    }
}

static double signed_fraction(Fixture *f)
{
    return (int32_t)rng_any(&f->rng) / 0x1p31;
}

static void random_prim(Fixture *f)
{
    Gr3dPrim *prim = &f->prim;
    unsigned bits = below(f, 4) ? 16 : 24 + below(f, 20);

    memset(prim, 0, sizeof(*prim));
    prim->kind = below(f, 4) ? GR3D_PRIM_TRIANGLE : below(f, 3);
    prim->front = below(f, 2);
    prim->shift = below(f, 4) ? 0 : below(f, 20);
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
                prim->tram[i / 4][i % 4][0] : random_value(f);
        }
    }
}

/* A line of quads, or quads anywhere */
static void random_strip(Fixture *f)
{
    Gr3dStrip *s = f->strip;
    unsigned half;

    s->prim = &f->prim;
    s->line = below(f, 2);
    s->lanes = s->line ? 64 : 16 * (1 + below(f, 4));
    s->num_quads = s->lanes / 4;
    s->live = (uint64_t)rng_any(&f->rng) << 32 | rng_any(&f->rng);
    half = s->lanes / 2;
    for (unsigned q = 0; q < s->num_quads; q++) {
        s->col[q] = s->line && q ? s->col[0] + 2 * q : 2 * below(f, 4096);
        s->row[q] = s->line && q ? s->row[0] : 2 * below(f, 4096);
        for (unsigned i = 0; i < 4; i++) {
            unsigned lane = (i >> 1) * half + 2 * q + (i & 1);

            s->x.i[lane] = s->col[q] + (i & 1);
            s->y.i[lane] = s->row[q] + (i >> 1);
            s->z.i[lane] = s->live >> lane & 1 ? below(f, 1 << 20) : 0;
        }
    }
}

/*
 * Comparison
 */

static void run_reference(Fixture *f, unsigned lane, Gr3dFrag *frag)
{
    int32_t col = f->strip->x.i[lane], row = f->strip->y.i[lane];
    float coef[3];

    gr3d_prim_coefs(&f->prim, col, row, coef);
    gr3d_frag_init(frag, &f->draw, &f->prim, col, row, coef);
    frag->tile = &f->tile;
    frag->z20 = f->strip->z.i[lane];
    gr3d_fp_run(&f->draw, &f->prim, frag, 1);
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
    random_prim(f);
    random_strip(f);
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
    random_program(f);
    random_state(f);
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

static unsigned num_programs(void)
{
    const char *env = g_getenv("GR3D_TEST_PROGRAMS");

    return env ? g_ascii_strtoull(env, NULL, 0) : PROGRAMS;
}

static void test_backend(gconstpointer name)
{
    g_autofree Fixture *f = g_new0(Fixture, 1);
    const char *only = g_getenv("GR3D_TEST_ONLY"), *why;
    uint32_t seed = g_test_rand_int();
    const Gr3dExec *exec;

    if (!gr3d_exec_find(name, &exec, &why)) {
        g_test_skip(why);
        return;
    }
    if (only) {
        seed = g_ascii_strtoull(only, NULL, 0);
    }
    f->strip = aligned_alloc(64, sizeof(*f->strip));
    for (unsigned i = 0; i < num_programs(); i++) {
        f->rng = rng_new(seed + i);
        check_program(f, exec, seed + i);
    }
    free(f->strip);
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
