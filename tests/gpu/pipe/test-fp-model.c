/*
 * Tests of the GR3D fragment pipe against a second, independent one
 * (fp-model.c): each field of each instruction word with all its values, then
 * random packets and whole programs of several EXECs, rows and passes
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <glib.h>
#include "hw/gpu/gr3d/isa/num.h"
#include "hw/gpu/gr3d/pipe/frag.h"
#include "fp-model.h"
#include "fp-test.h"
#include "tile-run.h"

typedef struct Fixture {
    Gr3dDraw draw;
    Gr3dRegs regs;
    Gr3dFp fp;
    Gr3dPrim prim;
    Gr3dFrag frag;
    FpModel model;
    double q[3];                /* 1/w of the vertices */
    uint8_t surface[2][16][MODEL_SURFACE];  /* the engine's, the model's */
    uint8_t texture[16][64];
    char what[100];
} Fixture;

static unsigned below(unsigned n)
{
    return (unsigned)g_test_rand_int_range(0, n);
}

/* Return register contents: moderate numbers, pairs of fx10, odd cases. */
static uint32_t random_value(void)
{
    static const uint32_t odd[] = {
        0, 0x80000, 0x3e000, 0xbe000, 0x7e000, 0xfe000, 0x7e001, 0x00001,
        0x80001, 0x7dfff, 0x00100, 0x40100, 0xc0300, 0x3c000, 0x40000,
    };

    switch (below(8)) {
    case 0:
        return odd[below(G_N_ELEMENTS(odd))];
    case 1:
        return below(1 << 20);
    case 2:
    case 3:
        return below(1 << 20) & 0x6fdbf;
    default:
        return below(2) << 19 | (27 + below(8)) << 13 | below(1 << 13);
    }
}

/* Return a register to read, of all classes. */
static unsigned random_register(void)
{
    static const uint8_t class[][2] = {
        { 0, 16 }, { 0, 16 }, { 0, 16 }, { 16, 8 }, { 24, 4 }, { 24, 4 },
        { 31, 1 }, { 31, 1 }, { 32, 32 }, { 64, 8 }, { 72, 4 }, { 0, 128 },
    };
    const uint8_t *c = class[below(G_N_ELEMENTS(class))];

    return c[0] + below(c[1]);
}

static unsigned random_target(void)
{
    return below(8) == 0 ? below(128) : below(8) == 0 ? 64 + below(8) :
           below(8) == 0 ? 16 + below(8) : below(16);
}

static uint64_t random_operand(void)
{
    uint64_t mods = below(2) ? FX * below(2) | HI * below(2) : below(64);

    return REG(random_register()) | mods;
}

static uint64_t random_slot(void)
{
    uint64_t word = SLOT(below(4), random_target(), below(4),
                         random_operand(), random_operand(), random_operand(),
                         below(2) ? 0 : below(64));

    word |= below(3) ? 0 : SCALE(below(4));
    word |= below(3) ? 0 : CC(below(4));
    word |= below(3) ? 0 : SAT;
    word |= below(6) ? 0 : NO_ADD;
    word |= below(4) ? 0 : SEND;
    word |= below(4) ? 0 : RECV;
    /* killed fragments store nothing: not too many */
    if ((word >> 47 & 127) == KILL && below(4)) {
        word &= ~(127ull << 47);
    }
    return word;
}

static void put(Fixture *f, unsigned packet, unsigned slot, uint64_t word)
{
    put_slot(&f->regs, packet, slot, word);
}

static void put_mfu(Fixture *f, unsigned at, uint64_t word)
{
    put_instruction(&f->regs, at, word);
}

static Fixture *fixture(void)
{
    Fixture *f = g_new0(Fixture, 1);
    uint32_t *reg = f->regs.reg;

    reg[0x350] = reg[0x351] = 8;
    reg[0x520] = 1;
    for (unsigned i = 0; i < 16; i++) {
        reg[0xe10 + i] = MODEL_PITCH << 8 | 13 << 2;
        reg[0x720 + 2 * i] = 13 << 8;
        reg[0x721 + 2 * i] = 2u << 28 | 2 << 24 | 0x80;
        f->draw.span[GR3D_SPAN_SURFACE + i] = (GpuSpan) {
            .data = f->surface[0][i], .size = MODEL_SURFACE, .writable = true,
        };
        f->draw.span[GR3D_SPAN_TEXTURE + i] = (GpuSpan) {
            .data = f->texture[i], .size = 64,
        };
    }
    f->model.regs = &f->regs;
    f->model.surface = f->surface[1];
    f->model.texture = f->texture;
    return f;
}

/* Make new random uniforms, constants, memory and primitive. */
static void randomise(Fixture *f)
{
    Gr3dRegs *regs = &f->regs;

    regs->reg[0x903] = g_test_rand_int();
    for (unsigned i = 0; i < 32; i++) {
        regs->reg[0x820 + i] = random_value() | 0xfff00000 * below(2);
    }
    for (unsigned i = 0; i < 4; i++) {
        regs->reg[0x608 + i] = random_value();
    }
    for (unsigned i = 0; i < 16; i++) {
        for (unsigned j = 0; j < MODEL_SURFACE; j++) {
            f->surface[0][i][j] = f->surface[1][i][j] = below(256);
        }
        for (unsigned j = 0; j < 64; j++) {
            f->texture[i][j] = below(256);
        }
    }
    for (unsigned i = 0; i < 16 * 4 * 3; i++) {
        f->prim.tram[i / 12][i / 3 % 4][i % 3] = random_value();
    }
    for (unsigned i = 0; i < 3; i++) {
        f->q[i] = (1 + below(1000)) / 256.0;
    }
    f->prim.front = below(2);
}

/* Both from the same random registers */
static void start(Fixture *f)
{
    double l0 = below(257) / 256.0, l1 = (1 - l0) * below(257) / 256.0;
    const double l[3] = { l0, l1, 1 - l0 - l1 };
    FpModel *m = &f->model;
    uint32_t *file = f->frag.file;

    freeze_draw(&f->draw, &f->regs, &f->fp);
    m->col = below(8);
    m->row = below(8);
    m->front = f->prim.front;
    m->z20 = below(1 << 20);
    for (unsigned i = 0; i < 3; i++) {
        m->coef[i] = (float)(l[i] * f->q[i]);
    }
    memcpy(m->tram, f->prim.tram, sizeof(m->tram));
    model_start(m);
    gr3d_frag_init(&f->frag, &f->draw, &f->prim, m->col, m->row,
                   m->coef);
    f->frag.z20 = m->z20;
    for (unsigned i = 0; i < 24; i++) {
        file[i] = random_value();
        *(i < 16 ? &m->r[i] : &m->g[i - 16]) = file[i];
    }
    for (unsigned i = 0; i < 8; i++) {
        m->cr[i][0] = below(2);
        m->cr[i][1] = below(2);
        file[64 + i] = m->cr[i][0] * 0x100 | m->cr[i][1] * 0x40000;
    }
}

static void check_register(const Fixture *f, const char *kind, unsigned i,
                           uint32_t got, uint32_t want)
{
    if (got != want) {
        g_error("%s: %s%u is 0x%05x, expected 0x%05x", f->what, kind, i, got,
                want);
    }
}

static void run_both(Fixture *f)
{
    const uint32_t *file = f->frag.file;
    const FpModel *m = &f->model;

    tile_frag(&f->draw, &f->prim, &f->frag, 1);
    model_run(&f->model);
    for (unsigned i = 0; i < 16; i++) {
        check_register(f, "r", i, file[i], m->r[i]);
    }
    for (unsigned i = 0; i < 8; i++) {
        check_register(f, "g", i, file[16 + i], m->g[i]);
        check_register(f, "cr", i, file[64 + i], m->cr[i][0] * 0x100 |
                       m->cr[i][1] * 0x40000);
    }
    check_register(f, "kill", 0, f->frag.killed, m->killed);
    for (unsigned i = 0; i < 16; i++) {
        if (memcmp(f->surface[0][i], f->surface[1][i], MODEL_SURFACE)) {
            g_error("%s: surface %u differs", f->what, i);
        }
    }
}

/* Check a packet with the word in one slot and fillers, or random ones. */
static void check_slot(Fixture *f, unsigned slot, uint64_t word, bool beside)
{
    for (unsigned i = 0; i < 4; i++) {
        put(f, 0, i, i == slot ? word : beside ? random_slot() : 0);
    }
    f->regs.alu_sched[0] = SCHED(0, 1);
    start(f);
    run_both(f);
}

/*
 * One field after the other
 */

static void test_modifiers(void)
{
    g_autofree Fixture *f = fixture();

    randomise(f);
    for (unsigned op = 0; op < 4; op++) {
        for (unsigned i = 0; i < 3 * 64; i++) {
            unsigned mods = i % 64;

            g_snprintf(f->what, sizeof(f->what), "opcode %u, %c, mods 0x%x",
                       op, 'A' + i / 64, mods);
            for (unsigned j = 0; j < 16; j++) {
                uint64_t o[3] = { REG(below(16)), REG(below(16)),
                                  REG(below(16)) };

                o[i / 64] |= mods;
                check_slot(f, j % 4, SLOT(op, 15, 3, o[0], o[1], o[2], 0),
                           false);
            }
        }
        for (unsigned d = 0; d < 64; d++) {
            g_snprintf(f->what, sizeof(f->what), "opcode %u, D 0x%x", op, d);
            for (unsigned j = 0; j < 16; j++) {
                check_slot(f, j % 4, SLOT(op, 15, 3, REG(below(16)),
                                          REG(below(16)) | below(64),
                                          REG(below(16)) | below(64), d),
                           false);
            }
        }
    }
}

static void test_results(void)
{
    g_autofree Fixture *f = fixture();

    randomise(f);
    for (unsigned i = 0; i < 4 * 4 * 4 * 2 * 4 * 2; i++) {
        unsigned op = i % 4, scale = i / 4 % 4, cc = i / 16 % 4;
        unsigned sat = i / 64 % 2, write = i / 128 % 4, no_add = i / 512;

        g_snprintf(f->what, sizeof(f->what), "opcode %u, scale %u, cc %u, "
                   "sat %u, write %u, no_add %u", op, scale, cc, sat, write,
                   no_add);
        for (unsigned j = 0; j < 12; j++) {
            check_slot(f, j % 4, SLOT(op, below(24), write, random_operand(),
                                      random_operand(), random_operand(), 0) |
                       SCALE(scale) | CC(cc) | (sat ? SAT : 0) |
                       (no_add ? NO_ADD : 0), false);
        }
    }
}

/* Every register number as each operand and as destination */
static void test_registers(void)
{
    g_autofree Fixture *f = fixture();

    for (unsigned i = 0; i < 128 * 4; i++) {
        randomise(f);
        for (unsigned slot = 0; slot < 4; slot++) {
            for (unsigned mods = 0; mods < 4; mods++) {
                uint64_t o[3] = { ONE, ONE, ONE };
                uint64_t reg = REG(i % 128) | FX * (mods & 1) |
                               HI * (mods >> 1);
                unsigned dst = i / 128 < 3 ? 15 : i % 128;

                g_snprintf(f->what, sizeof(f->what),
                           "register %u, place %u, slot %u, mods %u", i % 128,
                           i / 128, slot, mods);
                if (i / 128 < 3) {
                    o[i / 128] = reg;
                } else {
                    o[0] = random_operand();
                }
                check_slot(f, slot, SLOT(MAD, dst, i / 128 < 3 ? 3 : mods,
                                         o[0], o[1], o[2], 0), true);
            }
        }
    }
}

/* All 256 combinations of send and receive, with and without constants */
static void test_sums(void)
{
    g_autofree Fixture *f = fixture();

    randomise(f);
    f->regs.alu_sched[0] = SCHED(0, 1);
    for (unsigned i = 0; i < 512 * 8; i++) {
        for (unsigned slot = 0; slot < 4; slot++) {
            uint64_t word = random_slot() & ~(SEND | RECV);

            word |= i >> slot & 1 ? SEND : 0;
            word |= i >> (4 + slot) & 1 ? RECV : 0;
            if (i & 256 && slot == 2) {
                word = (word & ~(127ull << 38)) |
                       (uint64_t)(28 + below(3)) << 38;
            }
            put(f, 0, slot, word);
        }
        g_snprintf(f->what, sizeof(f->what), "send %x, recv %x", i & 15,
                   i >> 4 & 15);
        start(f);
        run_both(f);
    }
}

/* Three constants, each as number, low and high half */
static void test_constants(void)
{
    g_autofree Fixture *f = fixture();

    randomise(f);
    f->regs.alu_sched[0] = SCHED(0, 1);
    for (unsigned i = 0; i < 3 * 3 * 3 * 4 * 16; i++) {
        uint64_t o[3] = { ONE, ONE, ZERO };

        o[i / 3 % 3] = REG(28 + i % 3) | (FX * (i / 9 % 3 > 0)) |
                       (HI * (i / 9 % 3 > 1));
        for (unsigned slot = 0; slot < 3; slot++) {
            put(f, 0, slot, slot == i / 27 % 3 ?
                SLOT(MAD, 8 + slot, 3, o[0], o[1], o[2], 0) : 0);
        }
        f->regs.alu_inst[6] = g_test_rand_int();
        f->regs.alu_inst[7] = g_test_rand_int();
        g_snprintf(f->what, sizeof(f->what), "constants %u", i);
        start(f);
        run_both(f);
    }
}

static void check_mfu(Fixture *f, uint64_t word)
{
    put_mfu(f, 0, word);
    f->regs.mfu_sched[0] = SCHED(0, 1);
    start(f);
    run_both(f);
}

static uint64_t random_mfu(void)
{
    uint64_t word = below(2) ? CANONICAL :
                    SFU(below(16), below(4) ? below(5) : below(64)) |
                    MUL(0, below(8), below(16), below(16)) |
                    MUL(1, below(8), below(16), below(16));

    for (unsigned j = 0; j < 4; j++) {
        word |= below(3) ? VAR(j, below(16), below(4), below(2)) : 0;
    }
    return word;
}

static void test_mfu(void)
{
    g_autofree Fixture *f = fixture();

    randomise(f);
    /* every function on every register */
    for (unsigned i = 0; i < 16 * 64 * 4; i++) {
        g_snprintf(f->what, sizeof(f->what), "sfu %u, reg %u", i % 16,
                   i / 16 % 64);
        check_mfu(f, SFU(i % 16, i / 16 % 64) | MUL(0, 7, 10, 13));
    }
    /* every source and destination of both multipliers */
    for (unsigned i = 0; i < 2 * 16 * 16 * 8; i++) {
        g_snprintf(f->what, sizeof(f->what), "mul %u: %u * %u to %u", i % 2,
                   i / 2 % 16, i / 32 % 16, i / 512);
        check_mfu(f, SFU(1, 4) | MUL(i % 2, i / 512, i / 2 % 16,
                                     i / 32 % 16) |
                  MUL(1 - i % 2, 1, 10, 11) |
                  VAR(below(4), below(16), 1 + below(2), 0));
    }
    /* every operation of every column and row */
    for (unsigned i = 0; i < 4 * 16 * 4 * 2; i++) {
        g_snprintf(f->what, sizeof(f->what), "var%u, row %u, op %u, sat %u",
                   i % 4, i / 4 % 16, i / 64 % 4, i / 256);
        for (unsigned j = 0; j < 8; j++) {
            randomise(f);
            check_mfu(f, CANONICAL | VAR(i % 4, i / 4 % 16, i / 64 % 4,
                                         i / 256));
        }
    }
}

/* Every texture unit, pair of coordinates and of results */
static void test_tex(void)
{
    g_autofree Fixture *f = fixture();

    randomise(f);
    for (unsigned i = 0; i < 1 << 14; i++) {
        /* no level of detail matters here; colour key and bit 7 are noted */
        g_snprintf(f->what, sizeof(f->what), "tex 0x%04x", i);
        f->regs.tex_inst[0] = i;
        start(f);
        run_both(f);
    }
}

/* Every surface, pair and flag of loads and stores */
static void test_memory(void)
{
    g_autofree Fixture *f = fixture();
    Gr3dRegs *regs = &f->regs;

    regs->reg[0x520] = 2;
    regs->alu_sched[1] = SCHED(0, 1);
    for (unsigned i = 0; i < 4096; i++) {
        randomise(f);
        regs->pseq_inst[0] = (g_test_rand_int() & ~(15u << 16)) | i % 16 << 16;
        regs->pseq_inst[1] = (g_test_rand_int() & ~(3u << 23)) | 1 << 23;
        /* bit 10 is a stencil store */
        regs->dw_inst[0] = (g_test_rand_int() & ~0x43cu) | i % 16 << 2;
        regs->dw_inst[1] = (g_test_rand_int() & ~0x403u) | 1;
        put(f, 0, 0, MOV(KILL, 0, REG(below(16))) | CC(1 + below(3)));
        g_snprintf(f->what, sizeof(f->what), "pseq %08x, %08x, dw %08x, %08x",
                   regs->pseq_inst[0], regs->pseq_inst[1], regs->dw_inst[0],
                   regs->dw_inst[1]);
        start(f);
        f->frag.killed = f->model.killed = below(3) == 0;
        run_both(f);
    }
}

/*
 * Everything at once
 */

static void random_program(Fixture *f, unsigned execs, unsigned rows)
{
    Gr3dRegs *regs = &f->regs;
    unsigned entry = below(16);

    regs->reg[0x503] = entry;
    regs->reg[0x520 + 2 * entry] = 0x20006000 | execs;
    regs->reg[0xe20] = rows - 1;
    for (unsigned i = 0; i < 64; i++) {
        regs->alu_sched[i] = SCHED(below(64), below(4));
        regs->mfu_sched[i] = below(2) ? SCHED(below(64), below(4)) : 0;
        regs->pseq_inst[i] = below(3) ? 0 : g_test_rand_int() | 1 << 23;
        regs->tex_inst[i] = below(3) ? 0 : 0x400 | below(64);
        regs->dw_inst[i] = below(3) ? 0 : (g_test_rand_int() & ~0x402u) | 1;
        put_mfu(f, i, random_mfu());
        for (unsigned slot = 0; slot < 4; slot++) {
            put(f, i, slot, random_slot());
        }
        if (below(4) == 0) {
            /* constants */
            put(f, i, 0, MOV(below(16), 3, REG(28 + below(3))));
        }
    }
}

static void check_programs(unsigned num, unsigned max_execs)
{
    g_autofree Fixture *f = fixture();

    for (unsigned i = 0; i < num; i++) {
        unsigned execs = 1 + below(max_execs), rows = 1 + below(4);

        g_snprintf(f->what, sizeof(f->what), "program %u: %u EXECs, %u rows",
                   i, execs, rows);
        random_program(f, execs, rows);
        randomise(f);
        start(f);
        run_both(f);
    }
}

static void test_short_programs(void)
{
    check_programs(3000, 4);
}

static void test_long_programs(void)
{
    check_programs(1000, 64);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/fp-model/modifiers", test_modifiers);
    g_test_add_func("/fp-model/results", test_results);
    g_test_add_func("/fp-model/registers", test_registers);
    g_test_add_func("/fp-model/sums", test_sums);
    g_test_add_func("/fp-model/constants", test_constants);
    g_test_add_func("/fp-model/mfu", test_mfu);
    g_test_add_func("/fp-model/tex", test_tex);
    g_test_add_func("/fp-model/memory", test_memory);
    g_test_add_func("/fp-model/short-programs", test_short_programs);
    g_test_add_func("/fp-model/long-programs", test_long_programs);
    return g_test_run();
}
