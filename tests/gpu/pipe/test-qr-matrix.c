/*
 * Tests of the GR3D stencil and depth tests in all their combinations: every
 * pair of functions, each with smaller, equal and larger operands, stencil
 * operations and masks, early and late writes, kill, failed fragments that go
 * on, both faces
 *
 * [tegra-gr3d.rst, Raster and tests]
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <glib.h>
#include "qr-run.h"

#define SIZE 4          /* pixels, square */

typedef struct Case {
    bool s_on, z_on, z_write, early, go_on, kill, late_word, back;
    unsigned s_func, z_func;
    uint8_t s_mask, s_ref, s_stored, s_write;
    unsigned op[3];             /* fail, z fail, z pass */
    unsigned z20, z_stored;
} Case;

typedef struct Result {
    bool color;
    uint8_t stencil;
    unsigned depth;
} Result;

/*
 * The model
 */

static bool compare(unsigned func, unsigned a, unsigned b)
{
    switch (func) {
    case 0:
        return false;
    case 1:
        return a < b;
    case 2:
        return a == b;
    case 3:
        return a <= b;
    case 4:
        return a > b;
    case 5:
        return a != b;
    case 6:
        return a >= b;
    default:
        return true;
    }
}

static uint8_t operate(unsigned op, int stored, int ref)
{
    const int result[8] = {
        0, stored, ref, MIN(stored + 1, 255), MAX(stored - 1, 0),
        255 - stored, (stored + 1) % 256, (stored + 255) % 256,
    };

    return result[op];
}

static Result expected(const Case *k)
{
    bool s_pass = !k->s_on || compare(k->s_func, k->s_ref & k->s_mask,
                                      k->s_stored & k->s_mask);
    bool z_pass = !k->z_on || compare(k->z_func, k->z20 / 16, k->z_stored);
    bool passed = s_pass && z_pass;
    unsigned op = !s_pass ? k->op[0] : !z_pass ? k->op[1] : k->op[2];
    uint8_t new = (operate(op, k->s_stored, k->s_ref) & k->s_write) |
                  (k->s_stored & ~k->s_write);
    bool runs = passed || (k->s_on && !k->early && k->go_on);
    Result r = { .stencil = k->s_stored, .depth = k->z_stored };

    r.color = passed && !k->kill;
    if (k->z_on && k->z_write && passed) {
        r.depth = k->z20 / 16;
    }
    if (k->s_on && (k->early || (runs && k->late_word && !k->kill))) {
        r.stencil = new;
    }
    return r;
}

/*
 * The engine: one pixel
 */

static Fixture *fixture(void)
{
    Fixture *f = new_fixture(SIZE);

    f->regs.reg[0x520] = 2;
    /* three planes that are 1 everywhere: all samples are inside */
    f->prim.num_edges = 3;
    for (unsigned i = 0; i < 3; i++) {
        f->prim.edge[i].c = 1;
        f->prim.k[i] = 1 / 3.f;
    }
    return f;
}

static void set_state(Fixture *f, const Case *k)
{
    uint32_t *reg = f->regs.reg;
    uint32_t test = k->s_func << 8 | k->s_mask;
    uint32_t ops = k->op[0] | k->op[1] << 3 | k->op[2] << 6 |
                   k->s_write << 9 | k->s_ref << 17;

    reg[0x402] = 2 << 2 | k->s_on << 5 | k->early << 6;
    reg[0x403] = 0x200 | k->z_on << 3 | k->z_func << 4 | k->z_write << 8;
    reg[0x40f] = 0x48 | k->go_on << 5;
    /* the other face has the opposite of everything */
    reg[0x400 + k->back] = test;
    reg[0xe28 + k->back] = ops;
    reg[0x401 - k->back] = ~test;
    reg[0xe29 - k->back] = ~ops;
    f->regs.dw_inst[1] = k->late_word ? 0x00020409 : 0;
    put(f, 0, MOV(0, 1, ONE));
    put(f, 1, k->kill ? MOV(KILL, 3, ONE) : 0);
    f->prim.front = !k->back;
    f->prim.zb = k->z20;
}

static void check(Fixture *f, const Case *k)
{
    unsigned at = g_test_rand_int_range(0, SIZE * SIZE);
    const Gr3dRect rect = { at % SIZE, at % SIZE + 1, at / SIZE,
                            at / SIZE + 1 };
    Result want = expected(k);

    set_state(f, k);
    memset(f->color, 0, sizeof(f->color));
    f->stencil[at] = k->s_stored;
    f->depth[2 * at] = k->z_stored;
    f->depth[2 * at + 1] = k->z_stored >> 8;
    freeze_draw(&f->draw, &f->regs, &f->fp);
    tile_prim(&f->draw, &f->prim, &rect);
    if ((f->color[4 * at] == 0xff) != want.color ||
        f->stencil[at] != want.stencil ||
        (f->depth[2 * at] | f->depth[2 * at + 1] << 8) != want.depth) {
        g_error("stencil %d func %u ref %02x mask %02x stored %02x ops %u%u%u "
                "early %d, depth %d func %u new %05x stored %04x write %d, "
                "kill %d, go on %d, back %d: color %02x stencil %02x, "
                "expected %d %02x %04x", k->s_on, k->s_func, k->s_ref,
                k->s_mask, k->s_stored, k->op[0], k->op[1], k->op[2],
                k->early, k->z_on, k->z_func, k->z20, k->z_stored, k->z_write,
                k->kill, k->go_on, k->back, f->color[4 * at], f->stencil[at],
                want.color, want.stencil, want.depth);
    }
    g_assert_cmpuint(f->draw.events.num, ==, 0);
}

static unsigned below(unsigned n)
{
    return (unsigned)g_test_rand_int_range(0, n);
}

/* Set a pair of operands: smaller, equal, larger. */
static void stencil_operands(Case *k, unsigned relation)
{
    k->s_mask = below(2) ? 0xff : 1 + below(255);
    do {
        k->s_ref = below(256);
        k->s_stored = relation == 1 ? (k->s_ref & k->s_mask) |
                      (below(256) & ~k->s_mask) : below(256);
    } while (relation != 1 && ((k->s_ref & k->s_mask) ==
                               (k->s_stored & k->s_mask) ||
                               ((k->s_ref & k->s_mask) >
                                (k->s_stored & k->s_mask)) !=
                               (relation == 2)));
}

static void depth_operands(Case *k, unsigned relation)
{
    unsigned new = 1 + below(0xfffe);

    /* the low four bits do not count */
    k->z20 = new << 4 | below(16);
    k->z_stored = relation == 1 ? new : relation == 0 ?
                  new + 1 + below(0xffff - new) : below(new);
}

/* Run a case; bits of @flags: its flags. */
static void run_case(Fixture *f, unsigned flags, unsigned func,
                     unsigned relation)
{
    Case k = {
        .s_on = flags & 1, .z_on = flags & 2, .z_write = flags & 4,
        .early = flags & 8, .go_on = flags & 16, .kill = flags & 32,
        .late_word = flags & 64, .back = below(2),
        .s_func = func % 8, .z_func = func / 8,
        .op = { below(8), below(8), below(8) },
        .s_write = below(2) ? 0xff : below(256),
    };

    stencil_operands(&k, relation % 3);
    depth_operands(&k, relation / 3);
    check(f, &k);
}

static void test_matrix(void)
{
    g_autofree Fixture *f = fixture();

    for (unsigned flags = 0; flags < 1 << 7; flags++) {
        for (unsigned func = 0; func < 8 * 8; func++) {
            for (unsigned relation = 0; relation < 3 * 3; relation++) {
                run_case(f, flags, func, relation);
            }
        }
    }
}

/* Each operation in each of its three places, on every stored value */
static void test_operations(void)
{
    g_autofree Fixture *f = fixture();

    for (unsigned i = 0; i < 8 * 3 * 2; i++) {
        unsigned place = i / 8 % 3;

        for (unsigned stored = 0; stored < 256; stored++) {
            Case k = {
                .s_on = true, .z_on = true, .early = i / 24, .go_on = true,
                .late_word = true, .back = below(2), .s_mask = 0xff,
                .s_func = place == 0 ? 0 : 7, .z_func = place == 1 ? 0 : 7,
                .op = { below(8), below(8), below(8) }, .s_stored = stored,
                .s_ref = below(256), .s_write = below(2) ? 0xff : below(256),
            };

            k.op[place] = i % 8;
            check(f, &k);
        }
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/qr-matrix/matrix", test_matrix);
    g_test_add_func("/qr-matrix/operations", test_operations);
    return g_test_run();
}
