/*
 * Assembler and disassembler: programs whose words are known, register
 * writes, and what the assembler says of bad text
 *
 * The words are those of the worked examples in
 * docs/specs/tegra-gr3d-programming.rst and of the instruction layouts.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <glib.h>
#include <string.h>
#include "hw/gpu/gr3d/text/asm.h"
#include "hw/gpu/gr3d/text/disasm.h"
#include "hw/gpu/gr3d/text/stream.h"

static void check_words(const uint32_t *words, unsigned num,
                        const uint32_t *expected, unsigned num_expected)
{
    g_assert_cmpuint(num, ==, num_expected);
    for (unsigned i = 0; i < num; i++) {
        g_assert_cmphex(words[i], ==, expected[i]);
    }
}

#define CHECK_WORDS(words, num, ...) do {                           \
        static const uint32_t expected_[] = { __VA_ARGS__ };        \
        check_words(words, num, expected_, G_N_ELEMENTS(expected_)); \
    } while (0)

/* The two programs of the worked examples, and their linker words */
static void test_vp_example(void)
{
    uint32_t words[1024];
    unsigned num;
    char *error;

    g_assert_true(gr3d_asm_vp("MOV o0, a0 [end]\n", words, &num, &error));
    g_assert_null(error);
    CHECK_WORDS(words, num, 0x401f9c6c, 0x0040000d, 0x8106c083, 0x6041ff81);
    g_assert_true(gr3d_asm_vp("# captured\n\n"
                              "  MOV o0, a0   # position\n"
                              "  MOV o7, a1 [end]", words, &num, &error));
    CHECK_WORDS(words, num, 0x401f9c6c, 0x0040000d, 0x8106c083, 0x6041ff80,
                0x401f9c6c, 0x0040010d, 0x8106c083, 0x6041ff9d);
}

static void test_link_example(void)
{
    uint32_t words[64];
    unsigned num;
    char *error;

    g_assert_true(gr3d_asm_linker(
        "link v1, t0: x->1 fp20, y->0 fp20, z->2 fp20, w->3 fp20\n"
        "link v1, t0\n"
        "link v0, t0: none\n", words, &num, &error));
    CHECK_WORDS(words, num, 0x00000008, 0x0000fecd, 0x00000008, 0x0000fedc,
                0, 0);
}

static void test_fp_clear(void)
{
    Gr3dAsmFp fp;
    char *error;

    g_assert_true(gr3d_asm_fp("exec\n"
                              "  alu\n"
                              "    mad r2.l, u0.l, 1, 0\n"
                              "    mad r2.h, u0.h, 1, 0\n"
                              "    mad r3.l, u1.l, 1, 0\n"
                              "    mad r3.h, u1.h, 1, 0\n"
                              "  dw store s1, r2\n", &fp, &error));
    CHECK_WORDS(fp.pseq, fp.num_execs, 0);
    CHECK_WORDS(fp.mfu_sched, fp.num_execs, 0);
    CHECK_WORDS(fp.tex, fp.num_execs, 0);
    CHECK_WORDS(fp.alu_sched, fp.num_execs, 1);
    CHECK_WORDS(fp.alu, 8 * fp.num_packets, 0x00012808, 0x3f41f200,
                0x00014828, 0x3f41f200, 0x0001a848, 0x3f41f200,
                0x0001c868, 0x3f41f200);
    CHECK_WORDS(fp.dw, fp.num_execs, 0x00028005);
    g_assert_cmpuint(fp.num_mfu, ==, 0);
}

static void test_fp_triangle(void)
{
    Gr3dAsmFp fp;
    char *error;

    g_assert_true(gr3d_asm_fp(
        "exec\n"
        "  mfu sfu rcp r4; mul0 w, sfu, coef0; mul1 w, sfu, coef1; "
        "var0 fp20 t0; var1 fp20 t0; var2 fp20 t0; var3 fp20 t0\n"
        "  alu\n"
        "    mad r3.h, r3, 1, 0\n"
        "    mad r3.l, r2, 1, 0\n"
        "    mad r2.h, r0, 1, 0\n"
        "    mad r2.l, r1, 1, 0\n"
        "  dw store s1, r2\n", &fp, &error));
    CHECK_WORDS(fp.mfu_sched, fp.num_execs, 1);
    CHECK_WORDS(fp.mfu, 2 * fp.num_mfu, 0x104e51ba, 0x00408102);
    CHECK_WORDS(fp.alu_sched, fp.num_execs, 1);
    CHECK_WORDS(fp.alu, 8 * fp.num_packets, 0x0001c0c0, 0x3f41f200,
                0x0001a080, 0x3f41f200, 0x00014000, 0x3f41f200,
                0x00012040, 0x3f41f200);
    CHECK_WORDS(fp.dw, fp.num_execs, 0x00028005);
}

/* A loaded pixel, a texture, a stencil store, discard, fillers */
static void test_fp_known(void)
{
    Gr3dAsmFp fp;
    char *error;

    g_assert_true(gr3d_asm_fp(
        "exec\n"
        "  pseq ld r2, s1\n"
        "  mfu sfu rcp r4; mul0 w, sfu, coef0; mul1 w, sfu, coef1; "
        "var0 fp20 t0; var1 fp20 t0; var2 fx10 t1; var3 fx10 t1\n"
        "  tex r0, tex0, r0\n"
        "  alu\n"
        "    mad.eq kill, r1.h, 1, 0\n"
        "    csel kill, r0, 1, 0\n"
        "    mad.gt kill, r0, 1, -1\n"
        "  dw stencil s2\n"
        "exec\n"
        "  tex r2, tex0, r0\n"
        "  alu\n"
        "  dw store s1, r0\n", &fp, &error));
    CHECK_WORDS(fp.pseq, fp.num_execs, 0x0081000a, 0);
    CHECK_WORDS(fp.mfu_sched, fp.num_execs, 1, 0);
    CHECK_WORDS(fp.mfu, 2 * fp.num_mfu, 0x104e51ba, 0x01830102);
    CHECK_WORDS(fp.tex, fp.num_execs, 0x00000400, 0x00000420);
    CHECK_WORDS(fp.alu_sched, fp.num_execs, 1, 1 << 2 | 1);
    CHECK_WORDS(fp.alu, 8 * fp.num_packets,
                0x00666068, 0x3f41f200, 0xc0266000, 0x3f41f200,
                0x00a66000, 0x3f41fa80, 0x000fe7e8, 0x3e41f200,
                0x000fe7e8, 0x3e41f200, 0x000fe7e8, 0x3e41f200,
                0x000fe7e8, 0x3e41f200, 0x000fe7e8, 0x3e41f200);
    CHECK_WORDS(fp.dw, fp.num_execs, 0x00020409, 0x00020005);
}

/*
 * Whole programs as text
 */

static void test_disasm_vp(void)
{
    static const char text[] =
        "    ARL A0.x, c0\n"
        "    L1:\n"
        "    MOV o0, a[A0.x+1] ; RCP r1, r2\n"
        "    BRI L1 [if lt.x]\n"
        "    CLI L4\n"
        "    L4:\n"
        "    NOP [end]\n";
    g_autofree Gr3dRegs *regs = g_new0(Gr3dRegs, 1);
    g_autoptr(GString) out = g_string_new("");
    unsigned num;
    char *error;

    g_assert_true(gr3d_asm_vp(text, regs->vp_inst, &num, &error));
    g_assert_cmpuint(num, ==, 20);
    g_assert_cmpuint(gr3d_disasm_vp(out, 4, regs), ==, 0);
    g_assert_cmpstr(out->str, ==, text);
    /* from the middle: what is before is there to keep the numbers */
    regs->reg[0x204] = 3;
    g_string_truncate(out, 0);
    gr3d_disasm_vp(out, 4, regs);
    g_assert_true(g_str_has_prefix(out->str, "    # starts at 3\n"));
    g_assert_true(g_str_has_suffix(out->str, text));
    /* a branch from the middle of straight code to far away */
    regs->reg[0x204] = 0;
    g_assert_true(gr3d_asm_vp("BRI 2\nNOP [end]\nBRI 0xff", regs->vp_inst,
                              &num, &error));
    regs->vp_inst[4 * 255 + 3] = 1;
    g_string_truncate(out, 0);
    gr3d_disasm_vp(out, 0, regs);
    g_assert_nonnull(strstr(out->str, "BRI L255\n"));
}

static void test_disasm_fp(void)
{
    static const char text[] =
        "exec\n"
        "    pseq ld r2, s1\n"
        "    mfu sfu rcp r4; mul0 w, sfu, coef0; mul1 w, sfu, coef1; "
        "var0 fp20 t0; var1 fp20 t0\n"
        "    mfu var2 fx10 t1; var3 fx10 t1\n"
        "    tex r0, tex0, r0 [bias]\n"
        "    alu\n"
        "        mad r2.l, r2.l, 1-r1.h, r0.l\n"
        "        nop\n"
        "        mad.sat r2.h, r2.h, imm0, imm1.h\n"
        "        imm 0.5, (0.25, -1.0), 0.0\n"
        "    alu\n"
        "    dw store s1, r2\n"
        "exec [mfu_first=1, alu_first=1]\n"
        "    mfu var2 fx10 t1; var3 fx10 t1\n"
        "    alu\n"
        "    p2cx 0x10001  # unknown\n"
        "exec\n"
        "    mfu nop\n"
        "    dw stencil s2\n";
    g_autofree Gr3dRegs *regs = g_new0(Gr3dRegs, 1);
    g_autoptr(GString) out = g_string_new("");
    Gr3dAsmFp fp;
    char *error;

    if (!gr3d_asm_fp(text, &fp, &error)) {
        g_error("%s", error);
    }
    g_assert_cmpuint(fp.num_mfu, ==, 3);
    g_assert_cmpuint(fp.num_packets, ==, 2);
    CHECK_WORDS(fp.mfu_sched, 3, 2, 1 << 2 | 1, 2 << 2 | 1);
    CHECK_WORDS(fp.alu_sched, 3, 2, 1 << 2 | 1, 0);
    /* constants: 0x3c000; low half 0x040, high 0x300; low word first */
    CHECK_WORDS(&fp.alu[6], 2, 0x40000000 | 0x3c000 << 4, 0xc0040 >> 8);
    regs->reg[0x520] = fp.num_execs;
    memcpy(regs->pseq_inst, fp.pseq, sizeof(fp.pseq));
    memcpy(regs->mfu_sched, fp.mfu_sched, sizeof(fp.mfu_sched));
    memcpy(regs->mfu_inst, fp.mfu, sizeof(fp.mfu));
    memcpy(regs->tex_inst, fp.tex, sizeof(fp.tex));
    memcpy(regs->alu_sched, fp.alu_sched, sizeof(fp.alu_sched));
    memcpy(regs->alu_inst, fp.alu, sizeof(fp.alu));
    memcpy(regs->alu_comp, fp.alu_comp, sizeof(fp.alu_comp));
    memcpy(regs->dw_inst, fp.dw, sizeof(fp.dw));
    g_assert_cmpuint(gr3d_disasm_fp(out, 0, regs), ==, 1);
    g_assert_cmpstr(out->str, ==, text);
}

static void test_disasm_linker(void)
{
    g_autofree Gr3dRegs *regs = g_new0(Gr3dRegs, 1);
    g_autoptr(GString) out = g_string_new("");

    regs->reg[0x343] = 1 << 5;
    regs->reg[0x300] = 8;
    regs->reg[0x301] = 0xfecd;
    regs->reg[0x303] = 0xfedc;
    g_assert_cmpuint(gr3d_disasm_linker(out, 2, regs), ==, 0);
    g_assert_cmpstr(out->str, ==,
                    "  link v1, t0: x->1 fp20, y->0 fp20, z->2 fp20, "
                    "w->3 fp20\n"
                    "  link v0, t0\n");
    regs->reg[0x343] = 1 << 5 | 1;
    g_string_truncate(out, 0);
    gr3d_disasm_linker(out, 0, regs);
    g_assert_cmpstr(out->str, ==, "# starts at 1\nlink v0, t0\n");
}

/*
 * Register writes
 */

static const struct {
    uint32_t offset, value;
    const char *text;
} writes[] = {
    { 0x000, 0x112, "write INCR_SYNCPT INDEX=18 COND=1" },
    { 0x102, 0x1000, "write ATTR_BASE[1] 0x1000" },
    { 0x103, 0x104d, "write ATTR_MODE[1] FMT=13 SIZE=4 STRIDE=16" },
    { 0x120, 0x00030081, "write ATTR_MASK OUTPUT=129 INPUT=3" },
    { 0x122, 0xec000000, "write SET_PRIM PRIM_TYPE=4 FLAT_LAST=1 DRAW_MODE=2 "
      "INVALIDATE_DMACACHE=1 INVALIDATE_VTXCACHE=1" },
    { 0x123, 0x00200000, "write DRAW_PRIM COUNT_1=2" },
    { 0x124, 7, "write IDX_CTL 0x7" },
    { 0x202, 0x00ff0000, "write CONST_READ_LIMIT MAX=255" },
    { 0x343, 0xb8e00000,
      "write SU_PARAM SUBPIX_XOFF=56 SUBPIX_YOFF=56 CLIP_ENABLE=1" },
    { 0x343, 0x4000, "write SU_PARAM rest=0x4000" },
    { 0x344, 0, "write SU_ZBIAS 0.0f" },
    { 0x347, 0x3f000000, "write POINT_WIDTH_2 0.5f" },
    { 0x352, 0x45000000, "write VIEWPORT_X 2048.0f" },
    { 0x354, 0x3efffff0, "write VIEWPORT_Z 0.499999523f" },
    { 0x356, 0xc5000000, "write VIEWPORT_H -2048.0f" },
    { 0x357, 0x7f800000, "write VIEWPORT_D 0x7f800000" },
    { 0x35a, 1, "write GUARDBAND_D 0x1" },
    { 0x405, 0xfffff, "write Z_MAX VAL=0xfffff" },
    { 0x520, 0x20006001, "write PSEQ_COMMAND_EVEN[0] NUM_EXECS=1 "
      "rest=0x20006000" },
    { 0x723, 0x00000040, "write TEXDESC_HI[1] NPOT=1" },
    { 0x723, 0x080010c0, "write TEXDESC_HI[1] NPOT_NORMALIZE=1 "
      "NPOT_HEIGHT=16 NPOT_WIDTH=128 NPOT=1" },
    { 0x723, 0x77000080, "write TEXDESC_HI[1] BASE_LEVEL_ONLY=1 LOG2_H=7 "
      "LOG2_W=7" },
    { 0x821, 0x00040040, "write ALU_GLOBALS[1] VAL=0x40040" },
    { 0xe11, 0x00040034, "write SURFDESC[1] FORMAT=13 STRIDE=0x400" },
    { 0x207, 0, "write CONST_OFFSET 0" },
    { 0x120, 0, "write ATTR_MASK 0" },
    { 0x750, 5, "write 0x750 0x5  # no register of Tegra20" },
    { 0xfff, 5, "write 0xfff 0x5  # no register of Tegra20" },
};

static void test_writes(void)
{
    for (unsigned i = 0; i < G_N_ELEMENTS(writes); i++) {
        g_autoptr(GString) out = g_string_new("");

        gr3d_disasm_write(out, writes[i].offset, writes[i].value);
        g_assert_cmpstr(out->str, ==, writes[i].text);
    }
}

/* Check the other direction, by the reader of command streams. */
static void check_write(uint32_t offset, uint32_t value)
{
    g_autoptr(GString) out = g_string_new("gr3d-stream 1\n");
    const Gr3dStreamWrite *write;
    Gr3dStream *stream;
    char *error;

    gr3d_disasm_write(out, offset, value);
    stream = gr3d_stream_parse(out->str, out->len, &error);
    if (!stream || stream->writes->len != 1) {
        g_error("%s: %s", out->str, error);
    }
    write = &g_array_index(stream->writes, Gr3dStreamWrite, 0);
    g_assert_cmphex(write->reg, ==, offset);
    if (write->value != value) {
        g_error("%s: 0x%08x", out->str, value);
    }
    gr3d_stream_free(stream);
}

static void test_write_back(void)
{
    uint32_t value = 1;

    for (uint32_t offset = 0; offset < GR3D_NUM_REGS; offset++) {
        for (unsigned bit = 0; bit < 32; bit++) {
            check_write(offset, 1u << bit);
        }
        for (unsigned i = 0; gr3d_reg_name(offset) && i < 32; i++) {
            value = value * 1664525 + 1013904223;
            check_write(offset, value);
        }
        check_write(offset, 0);
        check_write(offset, ~0u);
    }
}

/*
 * Errors
 */

typedef struct BadText {
    const char *text, *error;
} BadText;

static const BadText bad_vp[] = {
    { "FOO r0, a0", "line 1: there is no vertex instruction \"FOO\"" },
    { "\n\n  MOV r0 a0", "line 3: expected \",\" before \"a0\"" },
    { "MOV r0", "line 1: expected \",\" before the end of the line" },
    { "MOV r0, a0 a1", "line 1: expected the end of the line before \"a1\"" },
    { "MOV r63, a0", "line 1: \"r63\": r0 to r62 exist" },
    { "MOV r0, a16", "line 1: \"a16\": a0 to a15 exist" },
    { "MOV r0, c1024", "line 1: \"c1024\": c0 to c1023 exist" },
    { "MOV r0, x0", "line 1: expected an operand: r0 to r31, a0 to a15, c0 to "
      "c1023 or none" },
    { "MOV a0, a0",
      "line 1: expected a destination: r0 to r31, o0 to o15 or _" },
    { "MOV r0.yx, a0",
      "line 1: mask \".yx\": write components in the order xyzw" },
    { "MOV r0.xx, a0",
      "line 1: mask \".xx\": write components in the order xyzw" },
    { "MOV r0.q, a0", "line 1: components are x, y, z and w" },
    { "MOV r0, a0.xy", "line 1: a swizzle has one or four components" },
    { "MUL r0, a0, a1",
      "line 1: an instruction has one attr_index, not 0 and 1" },
    { "MUL r0, c[A0.x], c[A0.y]",
      "line 1: an instruction has one addr_comp, not 0 and 1" },
    { "MOV o0, a0 ; MOV o1, a0",
      "line 1: an instruction has one export_index, not 0 and 1" },
    { "MOV o0, a0 ; MOV o0, a0",
      "line 1: an instruction has one export_vec, not 1 and 0" },
    { "ADD r0, r1, r2 ; RCP r3, r4",
      "line 1: an instruction has one index_c, not 2 and 4" },
    { "ADD r0, r1, r2 ; BRI 1",
      "line 1: an instruction has one swizzle_c, not 27 and 1" },
    { "MOV r0, c[r0]",
      "line 1: expected A0 and a component, such as A0.x+1" },
    { "MOV r0, c[A0.xy]", "line 1: expected one component of the address" },
    { "NOP\nBRI nowhere", "line 2: there is no label \"nowhere\"" },
    { "l:\nNOP\nl: NOP", "line 3: label \"l\" is there twice" },
    { "BRI 256", "line 1: expected a number from 0 to 255 before \"256\"" },
    { "BRI", "line 1: expected a label or an instruction's number" },
    { "NOP [foo]", "line 1: there is no field or flag \"foo\" here" },
    { "NOP [=1]", "line 1: expected the name of a field before \"=1]\"" },
    { "NOP [a_name_that_is_longer_than_any_name]", "line 1: expected the name "
      "of a field before \"a_name_that_is_longer_than_an\"" },
    { "NOP [if ]", "line 1: a condition is lt, eq, gt, two or three of them "
      "in this order, or never" },
    { "MOV r0., a0", "line 1: expected components after \".\"" },
    { "NOP [vec_rd]", "line 1: vec_rd needs a value" },
    { "NOP [vec_rd=64]",
      "line 1: expected a number from 0 to 63 before \"64]\"" },
    { "NOP [end", "line 1: expected \"]\" before the end of the line" },
    { "NOP [if gtlt]", "line 1: a condition is lt, eq, gt, two or three of "
      "them in this order, or never" },
    { "NOP ; MUL r0, r1, r2",
      "line 1: there is no vertex instruction \"MUL\"" },
    { "RCP r0, r1 ; NOP",
      "line 1: expected the end of the line before \"; NOP\"" },
    { "ARL r0, a0", "line 1: expected the destination A0" },
};

static const BadText bad_fp[] = {
    { "alu", "line 1: alu before the first exec" },
    { "exec\nfoo", "line 2: \"foo\" is no line of an exec, and outside an alu "
      "packet" },
    { "exec\nalu\nfoo r0", "line 3: expected mad, min, max, csel or nop before "
      "\"foo r0\"" },
    { "exec\nalu\nmad.foo r0, r1, 1, 0", "line 3: there is no suffix "
      "\".foo\"" },
    { "exec\nalu\nmad r0, r1, 1",
      "line 3: expected \",\" before the end of the line" },
    { "exec\nalu\nmad r0, r1, 2, 0",
      "line 3: expected a number from 0 to 1 before \"2, 0\"" },
    { "exec\nalu\nmad r0, -r1-1, 1, 0",
      "line 3: expected \",\" before \"-1, 1, 0\"" },
    { "exec\nalu\nmad r0, r16, 1, 0", "line 3: \"r16\": r0 to r15 exist" },
    { "exec\nalu\nmad r0, foo, 1, 0", "line 3: expected R0 to R127" },
    { "exec\nalu\nmad r0, r1, 1, 0, a",
      "line 3: the fourth operand is b or c, the register of that operand" },
    { "exec\nalu\nnop\nnop\nnop\nnop\nnop",
      "line 7: more than 4 slots in this packet" },
    { "exec\nalu\nmad r0, imm0, 1, 0\ndw store s1, r0",
      "line 2: imm0 to imm2 are read, but this packet has no imm line" },
    { "exec\n\nalu\nmad r0, r1, 1, 0\nimm 1.0",
      "line 3: no slot reads imm0 to imm2: they would execute as slot 3" },
    { "exec\nalu\nmad r0, imm0, 1, 0\nnop\nnop\nnop\nimm 1.0",
      "line 7: slot 3 of this packet is taken" },
    { "exec\nalu\nmad r0, imm0, 1, 0\nimm 1.0\nnop\nnop\nnop",
      "line 7: more than 3 slots in this packet" },
    { "exec\nimm 1.0", "line 2: imm outside an alu packet" },
    { "exec\nalu\nmad r0, imm0, 1, 0\nimm 0x100000", "line 4: expected a "
      "number from 0 to 1048575 before \"0x100000\"" },
    { "exec\nalu\nmad r0, imm0, 1, 0\nimm inf",
      "line 4: expected a number before \"inf\"" },
    { "exec\nalu\nalu\nalu\nalu", "line 5: more than 3 ALU packets in one "
      "exec" },
    { "exec\nmfu nop\nmfu nop\nmfu nop\nmfu nop",
      "line 5: more than 3 MFU instructions in one exec" },
    { "exec\nmfu var4 fp20 t0", "line 2: \"var4\": var0 to var3 exist" },
    { "exec\nmfu var0 fp20 t16", "line 2: \"t16\": t0 to t15 exist" },
    { "exec\nmfu sfu foo r0", "line 2: expected a special function before "
      "\"foo r0\"" },
    { "exec\nmfu mul0 x, r0, r0",
      "line 2: expected w, r0 to r3 or _ before \"x, r0, r0\"" },
    { "exec\nmfu foo",
      "line 2: expected sfu, mul0, mul1, or var0 to var3" },
    { "exec\ntex r1, tex0, r0",
      "line 2: expected a pair of registers: r0 or r2" },
    { "exec\ntex r0, tex0, r0\ntex r0, tex0, r0",
      "line 3: a second tex line in one exec" },
    { "exec\npseq foo r0, s1", "line 2: expected ld before \"foo r0, s1\"" },
    { "exec\npseq ld r0, s16", "line 2: \"s16\": s0 to s15 exist" },
    { "exec\ndw foo", "line 2: expected store or stencil before \"foo\"" },
    { "exec [mfu_first=64]",
      "line 1: expected a number from 0 to 63 before \"64]\"" },
    { "exec\nmfu nop\nexec [mfu_first=0]\nmfu sfu rcp r4",
      "line 4: MFU instruction 0 is already another one" },
};

static const BadText bad_link[] = {
    { "move", "line 1: expected a line such as: link v1, t0" },
    { "link v16, t0", "line 1: \"v16\": v0 to v15 exist" },
    { "link o1, t0", "line 1: expected the source: v0 to v15, or z" },
    { "link v0, t64", "line 1: \"t64\": t0 to t63 exist" },
    { "link v0, r0", "line 1: expected the TRAM row: t0 to t63" },
    { "link v0, t0: q->0 fp20",
      "line 1: expected x, y, z, w or none before \"q->0 fp20\"" },
    { "link v0, t0: x->4 fp20",
      "line 1: expected a number from 0 to 3 before \"4 fp20\"" },
    { "link v0, t0: x->0 fp32",
      "line 1: expected fp20, low, high or none before \"fp32\"" },
    { "link v0, t0: x->0 low, x->1 low",
      "line 1: component x is there twice" },
};

static void check_error(bool ok, char *error, const BadText *bad)
{
    if (ok) {
        g_error("no error in: %s", bad->text);
    }
    g_assert_cmpstr(error, ==, bad->error);
    g_free(error);
}

static void test_errors(void)
{
    uint32_t words[1024];
    Gr3dAsmFp fp;
    unsigned num;
    char *error;

    for (unsigned i = 0; i < G_N_ELEMENTS(bad_vp); i++) {
        bool ok = gr3d_asm_vp(bad_vp[i].text, words, &num, &error);

        check_error(ok, error, &bad_vp[i]);
    }
    for (unsigned i = 0; i < G_N_ELEMENTS(bad_fp); i++) {
        bool ok = gr3d_asm_fp(bad_fp[i].text, &fp, &error);

        check_error(ok, error, &bad_fp[i]);
    }
    for (unsigned i = 0; i < G_N_ELEMENTS(bad_link); i++) {
        bool ok = gr3d_asm_linker(bad_link[i].text, words, &num, &error);

        check_error(ok, error, &bad_link[i]);
    }
}

/* Repeat once more than fits. */
static char *repeat(const char *first, const char *text, unsigned num)
{
    GString *out = g_string_new(first);

    for (unsigned i = 0; i < num; i++) {
        g_string_append_printf(out, text, i);
    }
    return g_string_free(out, false);
}

static const struct {
    const char *text;
    unsigned max;
    const char *error;
} limits[] = {
    { "NOP # %u\n", 256, "line 257: more than 256 instructions" },
    { "l%u:\n", 256, "line 257: more than 256 labels" },
    { "link v0, t0 # %u\n", 32,
      "line 33: more than 32 linker instructions" },
    { "exec # %u\n", 64, "line 65: more than 64 execs" },
};

static bool assemble(unsigned limit, const char *text, char **error)
{
    uint32_t words[1024];
    Gr3dAsmFp fp;
    unsigned num;

    return limit < 2 ? gr3d_asm_vp(text, words, &num, error) :
           limit == 2 ? gr3d_asm_linker(text, words, &num, error) :
           gr3d_asm_fp(text, &fp, error);
}

static void test_limits(void)
{
    char *error;

    for (unsigned i = 0; i < G_N_ELEMENTS(limits); i++) {
        g_autofree char *fits = repeat("", limits[i].text, limits[i].max);
        g_autofree char *more = repeat("", limits[i].text, limits[i].max + 1);

        g_assert_true(assemble(i, fits, &error));
        g_assert_false(assemble(i, more, &error));
        g_assert_cmpstr(error, ==, limits[i].error);
        g_free(error);
    }
}

/* 64 of each: 21 EXECs with three and one with one, and then one more */
static void test_fp_limits(void)
{
    static const char three[] = "exec # %u\nmfu nop\nmfu nop\nmfu nop\n"
                                "alu\nalu\nalu\n";
    g_autofree char *fits = repeat("exec\nmfu nop\nalu\n", three, 21);
    g_autofree char *mfu = g_strconcat(fits, "exec\nmfu nop\n", NULL);
    g_autofree char *alu = g_strconcat(fits, "exec\nalu\n", NULL);
    Gr3dAsmFp fp;
    char *error;

    g_assert_true(gr3d_asm_fp(fits, &fp, &error));
    g_assert_cmpuint(fp.num_mfu, ==, 64);
    g_assert_cmpuint(fp.num_packets, ==, 64);
    g_assert_false(gr3d_asm_fp(mfu, &fp, &error));
    g_assert_cmpstr(error, ==, "line 152: more than 64 MFU instructions");
    g_free(error);
    g_assert_false(gr3d_asm_fp(alu, &fp, &error));
    g_assert_cmpstr(error, ==, "line 152: more than 64 ALU packets");
    g_free(error);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/text/example/vp", test_vp_example);
    g_test_add_func("/text/example/linker", test_link_example);
    g_test_add_func("/text/example/clear", test_fp_clear);
    g_test_add_func("/text/example/triangle", test_fp_triangle);
    g_test_add_func("/text/example/known", test_fp_known);
    g_test_add_func("/text/disasm/vp", test_disasm_vp);
    g_test_add_func("/text/disasm/fp", test_disasm_fp);
    g_test_add_func("/text/disasm/linker", test_disasm_linker);
    g_test_add_func("/text/writes/table", test_writes);
    g_test_add_func("/text/writes/back", test_write_back);
    g_test_add_func("/text/errors", test_errors);
    g_test_add_func("/text/limits", test_limits);
    g_test_add_func("/text/fp-limits", test_fp_limits);
    return g_test_run();
}
