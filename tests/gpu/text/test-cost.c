/*
 * Tests of the cost model: hand-worked programs, draws, published figures
 *
 * docs/specs/tegra-gr3d-cost.rst has the rules and the working.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <glib.h>
#include <math.h>
#include "hw/gpu/gr3d/isa/regs.h"
#include "hw/gpu/gr3d/run/draw_cost.h"
#include "hw/gpu/gr3d/text/asm.h"
#include "hw/gpu/gr3d/text/cost_text.h"
#include "../fp-random.h"
#include "cost-programs.h"

static void put_uploads(Gr3dRegs *regs, const Gr3dAsmUpload *u, unsigned num)
{
    for (; num--; u++) {
        for (unsigned i = 0; i < u->num; i++) {
            gr3d_regs_write(regs, u->reg + (u->incr ? i : 0), u->words[i]);
        }
    }
}

static void put_fp(Gr3dRegs *regs, const char *text)
{
    Gr3dAsmUpload upload[GR3D_ASM_FP_UPLOADS];
    g_autofree Gr3dAsmFp *fp = g_new(Gr3dAsmFp, 1);
    char *error;

    gr3d_asm_fp(text, fp, &error);
    g_assert_cmpstr(error, ==, NULL);
    gr3d_asm_fp_uploads(fp, upload);
    put_uploads(regs, upload, GR3D_ASM_FP_UPLOADS);
    regs->reg[GR3D_R_PSEQ_COMMAND_EVEN] = fp->num_execs;
}

static void put_vp(Gr3dRegs *regs, const char *text)
{
    unsigned num;
    char *error;

    gr3d_asm_vp(text, regs->vp_inst, &num, &error);
    g_assert_cmpstr(error, ==, NULL);
}

static Gr3dRegs *new_regs(void)
{
    Gr3dRegs *regs = g_new(Gr3dRegs, 1);

    gr3d_regs_reset(regs);
    return regs;
}

static void cost_fp(const char *chip, const char *text, Gr3dCostFp *cost)
{
    g_autofree Gr3dRegs *regs = new_regs();
    g_autofree Gr3dFp *fp = g_new(Gr3dFp, 1);
    GpuEvents events = { 0 };

    put_fp(regs, text);
    gr3d_fp_decode(fp, regs, &events);
    gr3d_cost_fp(gr3d_cost_chip(chip), fp, NULL, cost);
}

static char *unit_names(unsigned set)
{
    GString *text = g_string_new("");

    for (unsigned i = 0; i < GR3D_NUM_UNITS; i++) {
        if (set >> i & 1) {
            g_string_append_printf(text, "%s%s", text->len ? " " : "",
                                   gr3d_unit_names[i]);
        }
    }
    return g_string_free(text, FALSE);
}

/*
 * Programs
 */

static void test_programs(void)
{
    for (unsigned i = 0; i < G_N_ELEMENTS(cost_programs); i++) {
        const CostProgram *p = &cost_programs[i];
        g_autofree char *limit = NULL;
        Gr3dCostFp cost;

        g_test_message("%s", p->name);
        cost_fp("ap20", p->text, &cost);
        limit = unit_names(cost.limit);
        g_assert_cmpfloat(cost.clocks, ==, p->clocks);
        g_assert_cmpfloat(cost.alone, ==, p->alone);
        g_assert_cmpstr(limit, ==, p->limit);
        cost_fp("nv30", p->text, &cost);
        g_assert_cmpuint(cost.passes, ==, p->passes);
        g_assert_cmpfloat(cost.clocks, ==, p->quad);
    }
}

/* No EXEC at all takes no time. */
static void test_nothing(void)
{
    Gr3dCostFp cost;

    cost_fp("ap20", "exec\n", &cost);
    g_assert_cmpfloat(cost.clocks, ==, 1);
    g_assert_cmpfloat(cost.alone, ==, 5);
    g_assert_cmpuint(cost.limit, ==, 0);
    cost_fp("nv30", "exec\n", &cost);
    g_assert_cmpfloat(cost.clocks, ==, 1);
    g_assert_cmpuint(cost.passes, ==, 0);
    cost_fp("ap20", "", &cost);
    g_assert_cmpfloat(cost.clocks, ==, 0);
    g_assert_cmpuint(cost.limit, ==, 0);
}

/* By name: the EXEC, its MFU instructions' parts, its packets' slots */
static const struct {
    const char *name;
    unsigned exec;
    uint8_t mfu[3], alu[3];
} slots[] = {
    { "flat", 0, { 0 }, { 0xf } },
    { "colour", 0, { 0x7f }, { 0xf } },
    { "batch", 0, { 0x1f, 1, 1 }, { 0xf, 0xf, 0xf } },
    { "normalise", 0, { 0x3f }, { 0xf } },      /* slot 3 is summed up */
    { "normalise", 1, { 1 }, { 7 } },
    { "power", 0, { 1, 2, 1 }, { 0 } },
    { "power", 1, { 1 }, { 1 } },
    { "kill", 0, { 0x1f }, { 1 } },
    { "long", 2, { 0x60 }, { 0xf, 0xf, 0xf } },
};

static const char *program_text(const char *name)
{
    const CostProgram *p = cost_programs;

    while (strcmp(p->name, name)) {
        p++;
    }
    return p->text;
}

static void test_slots(void)
{
    for (unsigned i = 0; i < G_N_ELEMENTS(slots); i++) {
        Gr3dCostFp cost;

        g_test_message("%s", slots[i].name);
        cost_fp("ap20", program_text(slots[i].name), &cost);
        for (unsigned j = 0; j < 3; j++) {
            const Gr3dCostExec *exec = &cost.exec[slots[i].exec];

            g_assert_cmphex(exec->mfu[j], ==, slots[i].mfu[j]);
            g_assert_cmphex(exec->alu[j], ==, slots[i].alu[j]);
        }
    }
}

/* A result that only the next packet reads is used; constants fill a slot. */
static void test_forwarded(void)
{
    Gr3dCostFp cost;

    cost_fp("ap20",
            "exec\n"
            FOUR("mad _, r0, r0, 0", "mad _, r1, r1, 0",
                 "mad _, r2, r2, 0", "nop")
            "alu\n"
            "mad r0, alu0, imm0, alu2\n"
            "imm 2.0\n", &cost);
    g_assert_cmphex(cost.exec[0].alu[0], ==, 5);
    g_assert_cmphex(cost.exec[0].alu[1], ==, 9);
}

/* The Tegra20's words ask for no more than a pass can do. */
static void test_one_pass(void)
{
    g_autofree Gr3dRegs *regs = g_new0(Gr3dRegs, 1);
    g_autofree Gr3dFp *fp = g_new(Gr3dFp, 1);
    GpuEvents events = { 0 };
    Rng r = { 1 };

    for (unsigned i = 0; i < 500; i++) {
        Gr3dCostFp cost;

        random_program(&r, regs);
        random_words(&r, regs->tex_inst, 64);
        gr3d_fp_decode(fp, regs, &events);
        gr3d_cost_fp(gr3d_cost_chip("ap20"), fp, NULL, &cost);
        for (unsigned e = 0; e < fp->num_execs; e++) {
            g_assert_cmpuint(cost.exec[e].passes, ==, fp->exec[e].num_mfu +
                             fp->exec[e].num_packets);
        }
    }
}

/*
 * The CineFX core's passes, as the article's third page lists them for
 * instructions of four components
 */
#define EACH(a, b)  FOUR("mad r0.l, " a "r0.l" b "r2.l", \
                         "mad r0.h, " a "r0.h" b "r2.h", \
                         "mad r1.l, " a "r1.l" b "r3.l", \
                         "mad r1.h, " a "r1.h" b "r3.h")

static const struct {
    const char *name, *text;
    unsigned passes;
} cinefx[] = {
    { "nop", "alu\nnop\n", 1 },
    { "mov", FOUR("mad r0.l, r2.l, 1, 0", "mad r0.h, r2.h, 1, 0",
                  "mad r1.l, r3.l, 1, 0", "mad r1.h, r3.h, 1, 0"), 1 },
    { "add", EACH("", ", 1, "), 1 },
    { "mad", FOUR("mad r0.l, r0.l, r2.l, g0.l", "mad r0.h, r0.h, r2.h, g0.h",
                  "mad r1.l, r1.l, r3.l, g1.l", "mad r1.h, r1.h, r3.h, g1.h"),
      1 },
    { "mul", FOUR("mad r0.l, r0.l, r2.l, 0", "mad r0.h, r0.h, r2.h, 0",
                  "mad r1.l, r1.l, r3.l, 0", "mad r1.h, r1.h, r3.h, 0"), 1 },
    { "rcp", "mfu sfu rcp r0\n", 1 },
    { "rsq16", "mfu sfu rsq r0\n", 1 },
    { "dp3", FOUR("mad.recv r0, r0, r4, 0", "mad.send _, r1, r5, 0",
                  "mad.send _, r2, r6, 0", "nop"), 1 },
    { "dp4", FOUR("mad.recv r0, r0, r4, 0", "mad.send _, r1, r5, 0",
                  "mad.send _, r2, r6, 0", "mad _, r3, r7, 0"), 1 },
    { "min", FOUR("min r0.l, r0.l, 1, r2.l", "min r0.h, r0.h, 1, r2.h",
                  "min r1.l, r1.l, 1, r3.l", "min r1.h, r1.h, 1, r3.h"), 1 },
    { "max", FOUR("max r0.l, r0.l, 1, r2.l", "max r0.h, r0.h, 1, r2.h",
                  "max r1.l, r1.l, 1, r3.l", "max r1.h, r1.h, 1, r3.h"), 1 },
    { "slt", FOUR("mad.gt r0.l, -r0.l, 1, r2.l", "mad.gt r0.h, -r0.h, 1, r2.h",
                  "mad.gt r1.l, -r1.l, 1, r3.l",
                  "mad.gt r1.h, -r1.h, 1, r3.h"), 1 },
    { "sge", FOUR("mad.ge r0.l, r0.l, 1, -r2.l", "mad.ge r0.h, r0.h, 1, -r2.h",
                  "mad.ge r1.l, r1.l, 1, -r3.l",
                  "mad.ge r1.h, r1.h, 1, -r3.h"), 1 },
    { "exp", "mfu sfu ex2 r0\n", 1 },
    { "log", "mfu sfu lg2 r0\n", 1 },
    { "frc", "mfu sfu frc r0\n", 1 },
    { "dst", FOUR("mad r0.l, 1, 1, 0", "mad r0.h, r0.h, r2.h, 0",
                  "mad r1.l, r1.l, 1, 0", "mad r1.h, r3.h, 1, 0"), 1 },
    { "lrp", FOUR("mad r0.l, r0.l, g0.l, -r2.l, b.l-1",
                  "mad r0.h, r0.h, g0.h, -r2.h, b.h-1",
                  "mad r1.l, r1.l, g1.l, -r3.l, b.l-1",
                  "mad r1.h, r1.h, g1.h, -r3.h, b.h-1"), 2 },
    { "texcoord", WEIGHTS "; var0 fp20 t0; var1 fp20 t0; var2 fp20 t0; "
      "var3 fp20 t0\n", 1 },
    { "texkill", "alu\ncsel kill, r0, 1, 0\n", 1 },
    { "2d texture read", "tex r0, tex0, r0\n", 1 },
};

static void test_cinefx(void)
{
    for (unsigned i = 0; i < G_N_ELEMENTS(cinefx); i++) {
        g_autofree char *text = g_strconcat("exec\n", cinefx[i].text, NULL);
        Gr3dCostFp cost;

        g_test_message("%s", cinefx[i].name);
        cost_fp("nv30", text, &cost);
        g_assert_cmpuint(cost.passes, ==, cinefx[i].passes);
    }
}

/* What each stage of the core can do in a pass, and one more of it */
static void test_stages(void)
{
    static const struct {
        Gr3dCostNeed need;
        unsigned passes, stages;
    } row[] = {
        { { .interpolants = 6 }, 1, 0 },
        { { .interpolants = 7 }, 2,
          1 << GR3D_STAGE_SELECT | 1 << GR3D_STAGE_INTERPOLATE },
        { { .registers = 12 }, 1, 0 },
        { { .registers = 13 }, 2, 1 << GR3D_STAGE_MUX1 },
        { { .rcp = 2, .rsq = 1 }, 1, 0 },
        { { .rcp = 3, .rsq = 1 }, 2, 1 << GR3D_STAGE_RECIPROCAL },
        { { .rcp = 2, .rsq = 2 }, 2, 1 << GR3D_STAGE_RECIPROCAL },
        { { .mul = 4 }, 1, 0 },
        { { .mul = 9 }, 3, 1 << GR3D_STAGE_MULTIPLY },
        { { .add = { [2] = 4 } }, 1, 0 },
        { { .add = { [2] = 5 } }, 2, 1 << GR3D_STAGE_ADD },
        { { .add = { [3] = 2 } }, 1, 0 },
        { { .add = { [3] = 3 } }, 2, 1 << GR3D_STAGE_ADD },
        { { .add = { [4] = 1 } }, 1, 0 },
        { { .add = { [4] = 2 } }, 2, 1 << GR3D_STAGE_ADD },
        { { .add = { [3] = 1, [2] = 1 } }, 1, 0 },  /* two of three at most */
        { { .add = { [3] = 1, [2] = 5 } }, 2, 1 << GR3D_STAGE_ADD },
        { { .add = { [4] = 1, [2] = 1 } }, 2, 1 << GR3D_STAGE_ADD },
        { { .add = { [4] = 1, [3] = 1, [2] = 2 } }, 3, 1 << GR3D_STAGE_ADD },
        { { .complex = 2 }, 2, 1 << GR3D_STAGE_COMPLEX },
        { { .results = 5 }, 2, 1 << GR3D_STAGE_OUTPUT },
        { { .sets = 2 }, 1, 0 },
        { { .sets = 3 }, 2, 1 << GR3D_STAGE_OUTPUT },
    };

    for (unsigned i = 0; i < G_N_ELEMENTS(row); i++) {
        uint16_t stages = 0;

        g_assert_cmpuint(gr3d_cost_passes(gr3d_cost_chip("nv30"),
                                          &row[i].need, &stages), ==,
                         row[i].passes);
        g_assert_cmphex(stages, ==, row[i].stages);
    }
}

/*
 * Vertices
 */

#define POSITION \
    "DP4 o0.x, a0, c0\n" \
    "DP4 o0.y, a0, c1\n" \
    "DP4 o0.z, a0, c2\n" \
    "DP4 o0.w, a0, c3\n"

static void cost_vp(const char *text, Gr3dCostVp *cost)
{
    g_autofree Gr3dRegs *regs = new_regs();
    g_autofree Gr3dVpInsn *insn = g_new0(Gr3dVpInsn, GR3D_VP_INSNS);

    put_vp(regs, text);
    gr3d_vp_decode_program(insn, regs);
    gr3d_cost_vp(gr3d_cost_chip("ap20"), insn, 0, cost);
}

static void test_vertex(void)
{
    Gr3dCostVp cost;

    cost_vp(POSITION "MOV o1, a1 [end]\n", &cost);
    g_assert_cmpuint(cost.num_insns, ==, 5);
    g_assert_cmpuint(cost.num_vec, ==, 5);
    g_assert_cmpuint(cost.num_scl, ==, 0);
    g_assert_false(cost.flow);
    g_assert_cmpfloat(cost.clocks, ==, 5);
    cost_vp("MOV o0, a0\nRSQ r1.x, a1.x\nBRI 0 [if gt]\nNOP [end]\n", &cost);
    g_assert_cmpuint(cost.num_insns, ==, 4);
    g_assert_cmpuint(cost.num_vec, ==, 1);
    g_assert_cmpuint(cost.num_scl, ==, 2);
    g_assert_true(cost.flow);
}

/*
 * Draws
 */

/* Bilinear, four bytes; trilinear, blocks; loads, stores, tests depth */
static void put_draw(Gr3dRegs *regs)
{
    put_vp(regs, "MOV o0, a0\nMOV o1, a1 [end]\n");
    put_fp(regs,
           "exec\n"
           WEIGHTS "; var0 fp20 t0; var1 fp20 t0\n"
           "tex r2, tex0, r0\n"
           "exec\n"
           "pseq ld r2, s1\n"
           "tex r0, tex1, r0\n"
           "dw store s1, r0\n");
    regs->reg[GR3D_R_ATTR_MODE] = 0x104d;       /* four singles */
    regs->reg[GR3D_R_ATTR_MODE + 2] = 0x441;    /* four bytes */
    regs->reg[GR3D_R_ATTR_MASK] = 0x00030003;
    regs->reg[GR3D_R_SET_PRIM] = 4 << 24;
    regs->reg[GR3D_R_DRAW_PRIM] = 2 << 20;
    regs->reg[GR3D_R_SCISSOR_X] = regs->reg[GR3D_R_SCISSOR_Y] = 64;
    regs->reg[GR3D_R_SURFDESC] = 11 << 2 | 128 << 8;
    regs->reg[GR3D_R_SURFDESC + 1] = 13 << 2 | 256 << 8;
    regs->reg[GR3D_R_DW_ST_ENABLE] = 3;
    regs->reg[GR3D_R_Z_TEST] = 1 << 8 | 1 << 3;
    regs->reg[GR3D_R_TEXDESC_LO] = 3 << 28 | 13 << 8;
    regs->reg[GR3D_R_TEXDESC_HI] = 6 << 28 | 6 << 24 | 1 << 7;
    regs->reg[GR3D_R_TEXDESC_LO + 2] = 7 << 27 | 22 << 8 | 1 << 4;
    regs->reg[GR3D_R_TEXDESC_HI + 2] = 6 << 28 | 6 << 24 | 0x60 << 8;
}

/* The first EXEC waits for MFU and TEX, the second one for its texture. */
static const char draw_text[] =
    "chip ap20\n"
    "clocks 444, 1.48 us at 300 MHz\n"
    "limit memory\n"
    "vertex 6\n"
    "setup 1\n"
    "raster 25\n"
    "fragment 300\n"
    "memory 444\n"
    "lines 111\n"
    "vertex program 2\n"
    "fragment program 3, limit TEX\n";

static void test_draw(void)
{
    static const Gr3dDrawStats stats = {
        .vertices = 3, .primitives = 1, .rasterised = 1, .fragments = 100,
    };
    g_autofree Gr3dRegs *regs = new_regs();
    g_autoptr(GString) text = g_string_new(NULL);
    Gr3dDrawCost cost;
    Gr3dDraw *draw;

    put_draw(regs);
    draw = gr3d_draw_new(regs);
    gr3d_draw_cost(draw, &stats, gr3d_cost_chip("ap20"), &cost);
    /* 3 * (16 + 4); 100 * (4 + 2 * 8 / 16); 100 * 8 + (4 * 25 + 100) * 2 */
    g_assert_cmpuint(cost.counts.vertex_bytes, ==, 60);
    g_assert_cmpuint(cost.counts.texel_bytes, ==, 500);
    g_assert_cmpuint(cost.counts.target_bytes, ==, 1200);
    g_assert_cmpuint(cost.counts.quads, ==, 25);
    g_assert_cmpuint(cost.draw.lines, ==, 4 + 32 + 75);
    /* The second EXEC's eight texels take two clocks. */
    g_assert_cmpfloat(cost.draw.part[GR3D_PART_VERTEX], ==, 6);
    g_assert_cmpfloat(cost.draw.part[GR3D_PART_SETUP], ==, 1);
    g_assert_cmpfloat(cost.draw.part[GR3D_PART_RASTER], ==, 25);
    g_assert_cmpfloat(cost.draw.part[GR3D_PART_FRAGMENT], ==, 100 * (1 + 2));
    g_assert_cmpfloat(cost.draw.part[GR3D_PART_MEMORY], ==, 111 * 16 / 4);
    g_assert_cmpfloat(cost.draw.clocks, ==, 444);
    g_assert_cmpuint(cost.draw.limit, ==, GR3D_PART_MEMORY);
    gr3d_cost_print_draw(text, gr3d_cost_chip("ap20"), &cost.vp, &cost.fp,
                         &cost.draw);
    g_assert_cmpstr(text->str, ==, draw_text);
    gr3d_draw_free(draw);
}

/* Whatever the registers hold, a draw has a cost. */
static void test_random_draws(void)
{
    static const Gr3dDrawStats stats = {
        .vertices = UINT32_MAX, .primitives = 4096, .fragments = UINT32_MAX,
    };
    g_autofree Gr3dRegs *regs = g_new0(Gr3dRegs, 1);
    Rng r = { 2 };

    for (unsigned i = 0; i < 100; i++) {
        Gr3dDrawCost cost;
        Gr3dDraw *draw;

        random_words(&r, (uint32_t *)regs, sizeof(*regs) / 4);
        draw = gr3d_draw_new(regs);
        gr3d_draw_cost(draw, &stats, gr3d_cost_chip(i % 2 ? "nv30" : "ap20"),
                       &cost);
        g_assert_true(isfinite(cost.draw.clocks));
        gr3d_draw_free(draw);
    }
}

static void test_fetch(void)
{
    const Gr3dCostChip *chip = gr3d_cost_chip("ap20");

    g_assert_cmpfloat(gr3d_cost_fetch(chip, 1, 4), ==, 1);
    g_assert_cmpfloat(gr3d_cost_fetch(chip, 4, 2), ==, 1);
    g_assert_cmpfloat(gr3d_cost_fetch(chip, 4, 8), ==, 2);
    g_assert_cmpfloat(gr3d_cost_fetch(chip, 8, 2), ==, 2);
    g_assert_cmpfloat(gr3d_cost_fetch(chip, 8, 8), ==, 4);
}

/*
 * The chip's published figures (docs/bench.md), in millions a second, and what
 * the model says of a plain workload of that name, worked by hand; of a million
 * times as many clocks as MHz
 */

#define FACTOR  2.5             /* between the two, at most */

static const struct {
    const char *name, *vp, *fp;
    Gr3dCostCounts counts;
    double units, published, clocks;
} figures[] = {
    {
        "fill with Z reject: four pixels a clock, depth is in the cache",
        "NOP [end]\n", "exec\n", { .quads = 1000 }, 4000, 1200, 1000,
    }, {
        "bilinear texels: four bytes read, four written for each",
        "NOP [end]\n",
        "exec\n" WEIGHTS "; var0 fp20 t0; var1 fp20 t0\n"
        "tex r2, tex0, r0\ndw store s1, r2\n",
        { .quads = 250, .fragments = 1000, .texel_bytes = 4000,
          .target_bytes = 4000 }, 1000, 130, 2000,
    }, {
        "textured triangles of 2 pixels, three vertices each",
        POSITION "MOV o1, a1 [end]\n",
        "exec\n" WEIGHTS "; var0 fp20 t0; var1 fp20 t0\n"
        "tex r2, tex0, r0\ndw store s1, r2\n",
        { .vertices = 3000, .primitives = 1000, .quads = 1000,
          .fragments = 2000, .vertex_bytes = 3000 * 20, .texel_bytes = 8000,
          .target_bytes = 8000 }, 1000, 15.1, 19000,
    }, {
        "the same in strips, one vertex each",
        POSITION "MOV o1, a1 [end]\n",
        "exec\n" WEIGHTS "; var0 fp20 t0; var1 fp20 t0\n"
        "tex r2, tex0, r0\ndw store s1, r2\n",
        { .vertices = 1000, .primitives = 1000, .quads = 1000,
          .fragments = 2000, .vertex_bytes = 1000 * 20, .texel_bytes = 8000,
          .target_bytes = 8000 }, 1000, 27, 9000,
    }, {
        "triangles of 2 pixels lit by the fragment, three vertices each",
        POSITION "DP3 o1.x, a1, c4\nDP3 o1.y, a1, c5\n"
        "DP3 o1.z, a1, c6 [end]\n",
        "exec\n"
        WEIGHTS "; var0 fp20 t0; var1 fp20 t0; var2 fp20 t0\n"
        FOUR("mad.recv r3, r0, r0, 0", "mad.send _, r1, r1, 0",
             "mad.send _, r2, r2, 0", "nop")
        "exec\n"
        "mfu sfu rsq r3\n"
        FOUR("mad.recv r0, r0, u0, 0", "mad.send _, r1, u1, 0",
             "mad.send _, r2, u2, 0", "nop")
        FOUR("mad.sat r0, r0, r3, 0", "nop", "nop", "nop")
        FOUR("mad r2.l, r0, u3, u6", "mad r2.h, r0, u4, u6",
             "mad r3.l, r0, u5, u6", "mad r3.h, 1, 1, 0")
        "dw store s1, r2\n",
        { .vertices = 3000, .primitives = 1000, .quads = 1000,
          .fragments = 2000, .vertex_bytes = 3000 * 24,
          .target_bytes = 8000 }, 1000, 8.5, 21000,
    },
};

static void test_figures(void)
{
    const Gr3dCostChip *chip = gr3d_cost_chip("ap20");

    for (unsigned i = 0; i < G_N_ELEMENTS(figures); i++) {
        Gr3dCostDraw draw;
        Gr3dCostVp vp;
        Gr3dCostFp fp;
        double ratio;

        g_test_message("%s", figures[i].name);
        cost_vp(figures[i].vp, &vp);
        cost_fp("ap20", figures[i].fp, &fp);
        gr3d_cost_draw(chip, &vp, &fp, &figures[i].counts, &draw);
        g_assert_cmpfloat(draw.clocks, ==, figures[i].clocks);
        ratio = figures[i].units * chip->value[GR3D_COST_CLOCK] /
                draw.clocks / figures[i].published;
        g_assert_cmpfloat(ratio, <, FACTOR);
        g_assert_cmpfloat(ratio, >, 1 / FACTOR);
    }
}

/* Quads go through the CineFX core whole. */
static void test_quads(void)
{
    const Gr3dCostCounts counts = { .quads = 10, .fragments = 16 };
    Gr3dCostVp vp = { 0 };
    Gr3dCostDraw draw;
    Gr3dCostFp fp;

    cost_fp("nv30", program_text("modulate"), &fp);
    gr3d_cost_draw(gr3d_cost_chip("nv30"), &vp, &fp, &counts, &draw);
    g_assert_cmpfloat(draw.part[GR3D_PART_FRAGMENT], ==, 10 * 3);
    cost_fp("ap20", program_text("modulate"), &fp);
    gr3d_cost_draw(gr3d_cost_chip("ap20"), &vp, &fp, &counts, &draw);
    g_assert_cmpfloat(draw.part[GR3D_PART_FRAGMENT], ==, 16 * 1);
}

/*
 * Tables and files
 */

static void test_chips(void)
{
    static const char *const names[] = { "ap20", "nv30" };

    for (unsigned i = 0; i < G_N_ELEMENTS(names); i++) {
        const Gr3dCostChip *chip = gr3d_cost_chip(names[i]);

        g_assert_cmpstr(chip->name, ==, names[i]);
        for (unsigned j = 0; j < GR3D_NUM_COSTS; j++) {
            g_test_message("%s %s", names[i], gr3d_cost_rows[j].name);
            g_assert_nonnull(chip->source[j]);
            g_assert_cmpfloat(chip->value[j], >=, gr3d_cost_rows[j].least);
        }
    }
    g_assert_null(gr3d_cost_chip("nv40"));
}

static void test_read(void)
{
    Gr3dCostChip chip = *gr3d_cost_chip("ap20");
    char *error;

    g_assert_true(gr3d_cost_read(&chip, "# of my board\n\n  memory_bytes 2.5\n"
                                 "tex_clocks 2   # measured\n", &error));
    g_assert_null(error);
    g_assert_cmpfloat(chip.value[GR3D_COST_MEMORY], ==, 2.5);
    g_assert_cmpfloat(chip.value[GR3D_COST_TEX], ==, 2);
    g_assert_cmpstr(chip.source[GR3D_COST_TEX], ==, "measured");
    g_assert_cmpfloat(chip.value[GR3D_COST_DW], ==, 1);
}

/* What is printed is read, and is the same. */
static void test_read_back(void)
{
    const Gr3dCostChip *nv30 = gr3d_cost_chip("nv30");
    Gr3dCostChip chip = *gr3d_cost_chip("ap20");
    g_autoptr(GString) text = g_string_new(NULL);
    char *error;

    gr3d_cost_print_chip(text, nv30);
    g_assert_true(gr3d_cost_read(&chip, text->str, &error));
    for (unsigned i = 0; i < GR3D_NUM_COSTS; i++) {
        g_assert_cmpfloat(chip.value[i], ==, nv30->value[i]);
    }
}

static const struct {
    const char *text, *error;
} bad[] = {
    { "clok 300\n", "line 1: there is no constant \"clok\"" },
    { "\nclock\n", "line 2: expected a number before the end of the line" },
    { "clock fast\n", "line 1: expected a number before \"fast\"" },
    { "clock 1 2\n", "line 1: expected the end of the line before \"2\"" },
    { "rcp 0\n", "line 1: rcp is from 0.01 to 1000000" },
    { "dw_clocks -1\n", "line 1: dw_clocks is from 0 to 1000000" },
    { "mul 1e9\n", "line 1: mul is from 0.01 to 1000000" },
    { "300\n", "line 1: there is no constant \"300\"" },
    { "= 3\n", "line 1: there is no constant \"\"" },
};

static void test_read_errors(void)
{
    for (unsigned i = 0; i < G_N_ELEMENTS(bad); i++) {
        Gr3dCostChip chip = *gr3d_cost_chip("ap20");
        g_autofree char *error = NULL;

        g_assert_false(gr3d_cost_read(&chip, bad[i].text, &error));
        g_assert_cmpstr(error, ==, bad[i].error);
    }
}

/* The page has each chip's table, and the ten programs' costs. */
static void test_page(void)
{
    g_autofree char *path = g_build_filename(GPU_TESTS, "..", "..", "docs",
                                             "specs", "tegra-gr3d-cost.rst",
                                             NULL);
    static const char *const names[] = { "ap20", "nv30" };
    g_autofree char *page = NULL;

    g_assert_true(g_file_get_contents(path, &page, NULL, NULL));
    for (unsigned i = 0; i < G_N_ELEMENTS(names); i++) {
        g_autoptr(GString) text = g_string_new(NULL);
        g_auto(GStrv) line = NULL;

        gr3d_cost_print_chip(text, gr3d_cost_chip(names[i]));
        line = g_strsplit(text->str, "\n", -1);
        for (unsigned j = 0; line[j] && *line[j]; j++) {
            g_test_message("%s", line[j]);
            g_assert_nonnull(strstr(page, line[j]));
        }
    }
    for (unsigned i = 0; i < G_N_ELEMENTS(cost_programs); i++) {
        const CostProgram *p = &cost_programs[i];
        g_autofree char *row = g_strdup_printf(
            "%-10s %-6u  %-5u  %-14s  %-6u  %u\n", p->name, p->clocks,
            p->alone, p->limit, p->passes, p->quad);

        g_test_message("%s", row);
        g_assert_nonnull(strstr(page, row));
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/cost/programs", test_programs);
    g_test_add_func("/cost/nothing", test_nothing);
    g_test_add_func("/cost/slots", test_slots);
    g_test_add_func("/cost/forwarded", test_forwarded);
    g_test_add_func("/cost/one-pass", test_one_pass);
    g_test_add_func("/cost/cinefx", test_cinefx);
    g_test_add_func("/cost/stages", test_stages);
    g_test_add_func("/cost/vertex", test_vertex);
    g_test_add_func("/cost/draw", test_draw);
    g_test_add_func("/cost/random-draws", test_random_draws);
    g_test_add_func("/cost/fetch", test_fetch);
    g_test_add_func("/cost/figures", test_figures);
    g_test_add_func("/cost/quads", test_quads);
    g_test_add_func("/cost/chips", test_chips);
    g_test_add_func("/cost/read", test_read);
    g_test_add_func("/cost/read-back", test_read_back);
    g_test_add_func("/cost/read-errors", test_read_errors);
    g_test_add_func("/cost/page", test_page);
    return g_test_run();
}
