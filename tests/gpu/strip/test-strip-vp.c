/*
 * Vertices in strips leave what the reference leaves, bit by bit
 *
 * Random programs over random attributes: all exports, events and counts, with
 * every backend of this host, and for programs that never leave the strips.
 *
 * GR3D_TEST_PROGRAMS sets the number of programs.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <string.h>
#include "hw/gpu/gr3d/lower/vp_lower.h"
#include "hw/gpu/gr3d/pipe/exec.h"
#include "env-number.h"
#include "vp-random.h"
#include "vp-run.h"

#ifdef INSTRUMENTED
#define PROGRAMS    5000
#else
#define PROGRAMS    40000
#endif

#define MAX_VERTICES    150
#define MEMORY          16384

/* Floats of as many blocks as it takes */
#define ROWS    ((MAX_VERTICES / GR3D_VERTEX_GROUP + 1) * \
                 GR3D_VERTEX_ROWS * 4 * GR3D_VERTEX_GROUP)

/* Pick what never aborts, jumps or reads outside: it goes through strips. */
static VpWord pick_straight(GRand *rand, unsigned length)
{
    VpWord word = pick_word(rand, length);
    const unsigned scl_op = pick(rand, 0, 3);
    static const uint8_t scl_ops[] = { 0, 1, 2, 3, 4, 5, 6, 7, 13, 14, 15, 16 };

    vp_set(&word, 62, 57, pick(rand, 0, 7));
    vp_set(&word, 45, 40, pick(rand, 0, 7));
    vp_set(&word, 28, 23, pick(rand, 0, 7));
    vp_set(&word, 116, 111, one_in(rand, 3) ? 63 : pick(rand, 0, 7));
    vp_set(&word, 12, 7, one_in(rand, 3) ? 63 : pick(rand, 0, 7));
    vp_set(&word, 6, 2, one_in(rand, 3) ? 31 : pick(rand, 0, 15));
    vp_set(&word, 90, 86, pick(rand, 0, 24));
    vp_set(&word, 95, 91, scl_op ? scl_ops[pick(rand, 0, 11)] : 0);
    vp_set(&word, 85, 76, pick(rand, 0, 15));
    vp_set(&word, 1, 1, 0);
    vp_set(&word, 124, 123, 0);
    return word;
}

/* Pick relative accesses by small numbers: some outside, most not. */
static VpWord pick_relative(GRand *rand, unsigned length)
{
    VpWord word = pick_straight(rand, length);

    vp_set(&word, 85, 76, pick(rand, 4, 11));
    vp_set(&word, 75, 72, pick(rand, 4, 11));
    vp_set(&word, 6, 2, one_in(rand, 3) ? 31 : pick(rand, 4, 11));
    vp_set(&word, 120, 120, one_in(rand, 10));
    vp_set(&word, 1, 1, one_in(rand, 3));
    vp_set(&word, 124, 123, one_in(rand, 3) ? pick(rand, 0, 3) : 0);
    vp_set(&word, 122, 122, 1);     /* saturated: addresses are 0 or 1 */
    return word;
}

/* Pick one operation of each unit, exported, at every number there is. */
static VpWord pick_function(GRand *rand, unsigned length)
{
    VpWord word = pick_straight(rand, length);
    const bool vec = one_in(rand, 2);

    for (unsigned i = 0; i < 3; i++) {
        vp_src(&word, i, VP_ATTR, 0);
    }
    vp_set(&word, vec ? 90 : 95, vec ? 86 : 91, 0);
    vp_set(&word, 109, 109, 0);
    vp_set(&word, 122, 122, 0);
    vp_set(&word, 16, 13, VP_XYZW);
    vp_set(&word, 20, 17, VP_XYZW);
    vp_export(&word, !vec, pick(rand, 0, 15));
    return word;
}

typedef VpWord PickFn(GRand *rand, unsigned length);

typedef struct Mix {
    const char *name;
    PickFn *pick;
    unsigned in_strips;         /* at least this many of ten programs */
    bool bits;                  /* memory holds random bits */
} Mix;

static const Mix mixes[] = {
    { "any", pick_word, 0 },
    { "straight", pick_straight, 9 },
    { "relative", pick_relative, 3 },
    { "function", pick_function, 9, true },
};

typedef struct Case {
    Gr3dDraw draw;
    Gr3dRegs regs;
    Gr3dVpInsn insn[GR3D_VP_INSNS];
    Gr3dIdx idx;
    uint8_t memory[MEMORY];
    uint32_t number[MAX_VERTICES];
    unsigned num;
} Case;

static void set_float(uint32_t *word, float v)
{
    memcpy(word, &v, sizeof(v));
}

static void pick_state(GRand *rand, Gr3dRegs *regs, unsigned length)
{
    regs->reg[0x200] = pick(rand, 0, 1) << 4 | 1;
    regs->reg[0x201] = one_in(rand, 20) ? pick(rand, 0, 20) : 1000;
    regs->reg[0x202] = one_in(rand, 8) ? pick(rand, 0, 300) << 16 |
                                         pick(rand, 0, 5) : 0x00ff0000;
    regs->reg[0x204] = one_in(rand, 8) ? pick(rand, 0, length - 1) : 0;
    regs->reg[0x120] = one_in(rand, 4) ? g_rand_int(rand) : 0xffffffff;
    for (unsigned i = 0; i < 16 * 4; i++) {
        set_float(&regs->vp_const[i], pick_float(rand));
    }
}

/* Pick formats, components and strides; mostly floats, close together. */
static void pick_attrs(GRand *rand, Gr3dRegs *regs)
{
    for (unsigned i = 0; i < GR3D_NUM_ATTRIBS; i++) {
        unsigned format = one_in(rand, 3) ? pick(rand, 0, 15) : 13;
        unsigned size = one_in(rand, 40) ? pick(rand, 0, 7) : pick(rand, 1, 4);
        unsigned stride = one_in(rand, 4) ? pick(rand, 0, 70) :
                          4 * pick(rand, 0, 8);

        regs->reg[0x101 + 2 * i] = format | size << 4 | stride << 8 |
                                   (uint32_t)pick(rand, 0, 1) << 20;
    }
}

static void fill_memory(GRand *rand, Case *c, bool bits)
{
    for (unsigned i = 0; i < MEMORY; i += 4) {
        uint32_t word = g_rand_int(rand);

        if (!bits) {
            set_float(&word, pick_float(rand));
        }
        memcpy(&c->memory[i], &word, sizeof(word));
    }
}

static void pick_spans(GRand *rand, Case *c)
{
    for (unsigned i = 0; i < GR3D_NUM_ATTRIBS; i++) {
        unsigned at = one_in(rand, 4) ? pick(rand, 0, 1000) :
                      4 * pick(rand, 0, 250);
        bool none = one_in(rand, 2000);

        c->draw.span[i].data = none ? NULL : c->memory + at;
        c->draw.span[i].size = none ? 0 : one_in(rand, 500) ?
                               pick(rand, 0, 1000) : MEMORY - at;
    }
    c->num = one_in(rand, 4) ? pick(rand, 1, MAX_VERTICES) : pick(rand, 1, 20);
    for (unsigned i = 0; i < c->num; i++) {
        c->number[i] = one_in(rand, 5000) ? g_rand_int(rand) :
                       pick(rand, 0, 200);
    }
}

static void pick_case(GRand *rand, const Mix *mix, Case *c)
{
    unsigned length = pick(rand, 1, 24);
    Gr3dRegs *regs = &c->regs;

    memset(&c->draw, 0, sizeof(c->draw));
    c->draw.reference = &gr3d_reference;
    memset(&c->regs, 0, sizeof(c->regs));
    for (unsigned i = 0; i < length; i++) {
        VpWord word = mix->pick(rand, length);

        vp_set(&word, 0, 0, i == length - 1 || one_in(rand, 2 * length));
        memcpy(&regs->vp_inst[4 * i], word.w, sizeof(word.w));
    }
    pick_state(rand, regs, length);
    pick_attrs(rand, regs);
    if (one_in(rand, 10)) {
        fill_memory(rand, c, mix->bits);
    }
    pick_spans(rand, c);
    gr3d_vp_decode_state(&c->draw.vp, regs);
    gr3d_vp_decode_program(c->insn, regs);
    c->draw.vp.insn = c->insn;
    gr3d_idx_decode(&c->idx, regs, &c->draw.events);
}

static void check_rows(const Case *c, const char *name, unsigned n,
                       const float *got, const float *want)
{
    for (unsigned i = 0; i < c->num; i++) {
        Gr3dVertex v, w;

        gr3d_vertex_get(got, GR3D_VERTEX_ROWS, i, &v);
        gr3d_vertex_get(want, GR3D_VERTEX_ROWS, i, &w);
        for (unsigned j = 0; j < 4 * GR3D_VERTEX_ROWS; j++) {
            float a = v.row[j / 4][j % 4], b = w.row[j / 4][j % 4];

            if (isnan(b) ? !isnan(a) : memcmp(&a, &b, sizeof(a)) != 0) {
                g_error("%s, program %u, vertex %u of %u: row %u.%u is %a, "
                        "expected %a", name, n, i, c->num, j / 4, j % 4, a, b);
            }
        }
    }
}

static void check_count(const Gr3dVpeCount *got, const Gr3dVpeCount *want)
{
    g_assert_cmpuint(got->vertices, ==, want->vertices);
    g_assert_cmpuint(got->work, ==, want->work);
    g_assert_cmpmem(&got->events, sizeof(got->events), &want->events,
                    sizeof(want->events));
}

/* Did strips run it? */
static bool check_case(Case *c, const char *name, unsigned n)
{
    static float want[ROWS], got[ROWS];
    Gr3dVpLanes *lanes = gr3d_vp_lower(&c->draw.vp, c->draw.vp.exports);
    Gr3dVpeCount expected = { 0 }, count = { 0 };
    bool strips;
    Gr3dVpe vpe;

    g_assert_true(gr3d_exec_find(name, &c->draw.exec, &(const char *) { 0 }));
    c->draw.vp_lanes = lanes && lanes->executed <= c->draw.vp.limit ? lanes
                                                                    : NULL;
    gr3d_vpe_open(&vpe, &c->draw, &c->idx, GR3D_VERTEX_ROWS);
    gr3d_vpe_run_list(&vpe, c->number, c->num, want, &expected);
    memset(got, 0xa5, sizeof(got));
    gr3d_vpe_run(&vpe, c->number, c->num, got, &count);
    check_rows(c, name, n, got, want);
    check_count(&count, &expected);
    strips = vpe.lanes && !count.events.num;
    gr3d_vp_lanes_free(lanes);
    return strips;
}

static unsigned num_programs(void)
{
    return env_number("GR3D_TEST_PROGRAMS", PROGRAMS) / G_N_ELEMENTS(mixes);
}

static void check_mix(const char *name, const Mix *mix)
{
    unsigned num = num_programs(), in_strips = 0;
    GRand *rand = g_rand_new_with_seed(7);
    g_autofree Case *c = g_new(Case, 1);

    fill_memory(rand, c, mix->bits);
    for (unsigned n = 0; n < num; n++) {
        pick_case(rand, mix, c);
        in_strips += check_case(c, name, n);
    }
    g_rand_free(rand);
    g_test_message("%s: %u %s programs, %u in strips", name, num, mix->name,
                   in_strips);
    g_assert_cmpuint(10 * in_strips, >=, mix->in_strips * num);
}

static void test_backend(gconstpointer name)
{
    const Gr3dExec *exec;
    const char *why;

    if (!gr3d_exec_find(name, &exec, &why)) {
        g_test_skip(why);
        return;
    }
    for (unsigned i = 0; i < G_N_ELEMENTS(mixes); i++) {
        check_mix(name, &mixes[i]);
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_data_func("/strip-vp/base", "base", test_backend);
    g_test_add_data_func("/strip-vp/avx2", "avx2", test_backend);
    g_test_add_data_func("/strip-vp/avx512", "avx512", test_backend);
    return g_test_run();
}
