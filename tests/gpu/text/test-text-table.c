/*
 * Assembler and disassembler: each opcode, modifier, register class and flag,
 * as text written by hand and as word by the bit positions that
 * docs/specs/tegra-gr3d-isa.rst gives
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <glib.h>
#include <string.h>
#include "fp-test.h"
#include "text-port.h"
#include "vp-word.h"

/*
 * Vertex instructions.  What a text does not mention is as in the vendor's
 * words: no destination, no export, operands are attributes with swizzle xyzw.
 */

typedef struct VpCase {
    const char *text;           /* as the disassembler writes it */
    struct {
        uint8_t high, low;
        uint16_t value;
    } bits[16];                 /* the list ends with 0, 0, 0 */
} VpCase;

/* Pieces of the lists; a result without a mask is for all components */
#define VEC(op)         { 90, 86, op }
#define SCL(op)         { 95, 91, op }
#define VMASK(m)        { 16, 13, m }
#define SMASK(m)        { 20, 17, m }
#define VRD(n)          { 116, 111, n }
#define SRD(n)          { 12, 7, n }
#define TEMP_A(n)       { 62, 55, (n) << 2 | 1 }
#define TEMP_B(n)       { 45, 38, (n) << 2 | 1 }
#define TEMP_C(n)       { 28, 21, (n) << 2 | 1 }
#define EXPORT(n)       { 6, 2, n }
#define VEC_EXPORTS     { 126, 126, 1 }
#define TARGET(n)       { 36, 29, n }

static const VpCase vp_cases[] = {
    /* all vector opcodes */
    { "NOP" },
    { "MOV r1, r2", { VEC(1), VRD(1), TEMP_A(2) } },
    { "MUL r1, r2, r3", { VEC(2), VRD(1), TEMP_A(2), TEMP_B(3) } },
    { "ADD r1, r2, r3", { VEC(3), VRD(1), TEMP_A(2), TEMP_C(3) } },
    { "MAD r1, r2, r3, r4",
      { VEC(4), VRD(1), TEMP_A(2), TEMP_B(3), TEMP_C(4) } },
    { "DP3 r1, r2, r3", { VEC(5), VRD(1), TEMP_A(2), TEMP_B(3) } },
    { "DPH r1, r2, r3", { VEC(6), VRD(1), TEMP_A(2), TEMP_B(3) } },
    { "DP4 r1, r2, r3", { VEC(7), VRD(1), TEMP_A(2), TEMP_B(3) } },
    { "DST r1, r2, r3", { VEC(8), VRD(1), TEMP_A(2), TEMP_B(3) } },
    { "MIN r1, r2, r3", { VEC(9), VRD(1), TEMP_A(2), TEMP_B(3) } },
    { "MAX r1, r2, r3", { VEC(10), VRD(1), TEMP_A(2), TEMP_B(3) } },
    { "SLT r1, r2, r3", { VEC(11), VRD(1), TEMP_A(2), TEMP_B(3) } },
    { "SGE r1, r2, r3", { VEC(12), VRD(1), TEMP_A(2), TEMP_B(3) } },
    { "ARL A0, r2", { VEC(13), VRD(0), TEMP_A(2) } },
    { "FRC r1, r2", { VEC(14), VRD(1), TEMP_A(2) } },
    { "FLR r1, r2", { VEC(15), VRD(1), TEMP_A(2) } },
    { "SEQ r1, r2, r3", { VEC(16), VRD(1), TEMP_A(2), TEMP_B(3) } },
    { "SFL r1", { VEC(17), VRD(1) } },
    { "SGT r1, r2, r3", { VEC(18), VRD(1), TEMP_A(2), TEMP_B(3) } },
    { "SLE r1, r2, r3", { VEC(19), VRD(1), TEMP_A(2), TEMP_B(3) } },
    { "SNE r1, r2, r3", { VEC(20), VRD(1), TEMP_A(2), TEMP_B(3) } },
    { "STR r1", { VEC(21), VRD(1) } },
    { "SSG r1, r2", { VEC(22), VRD(1), TEMP_A(2) } },
    { "ARR A0.xz, r2", { VEC(23), VRD(0), VMASK(10), TEMP_A(2) } },
    { "ARA A0", { VEC(24), VRD(0) } },
    { "TXL  # unknown: vec_op", { VEC(25) } },
    { "PUSHA", { VEC(26) } },
    { "POPA", { VEC(27) } },
    { "OP28  # unknown: vec_op", { VEC(28) } },
    { "OP31  # unknown: vec_op", { VEC(31) } },
    /* all scalar opcodes */
    { "NOP ; MOV r1, r2", { SCL(1), SRD(1), TEMP_C(2) } },
    { "RCP r1, r2", { SCL(2), SRD(1), TEMP_C(2) } },
    { "RCC r1, r2", { SCL(3), SRD(1), TEMP_C(2) } },
    { "RSQ r1, r2", { SCL(4), SRD(1), TEMP_C(2) } },
    { "EXP r1, r2", { SCL(5), SRD(1), TEMP_C(2) } },
    { "LOG r1, r2", { SCL(6), SRD(1), TEMP_C(2) } },
    { "LIT r1, r2", { SCL(7), SRD(1), TEMP_C(2) } },
    { "BRA  # unknown: scl_op", { SCL(8) } },
    { "BRI 5", { SCL(9), TARGET(5) } },
    { "CLA  # unknown: scl_op", { SCL(10) } },
    { "CLI 255", { SCL(11), TARGET(255) } },
    { "RET", { SCL(12) } },
    { "LG2 r1, r2", { SCL(13), SRD(1), TEMP_C(2) } },
    { "EX2 r1, r2", { SCL(14), SRD(1), TEMP_C(2) } },
    { "SIN r1, r2", { SCL(15), SRD(1), TEMP_C(2) } },
    { "COS r1, r2", { SCL(16), SRD(1), TEMP_C(2) } },
    { "BRB  # unknown: scl_op", { SCL(17) } },
    { "CLB  # unknown: scl_op", { SCL(18) } },
    { "NOP ; PUSHA", { SCL(19) } },
    { "NOP ; POPA", { SCL(20) } },
    { "NOP ; OP21  # unknown: scl_op", { SCL(21) } },
    /* operands */
    { "MOV r0, none", { VEC(1), VRD(0), { 56, 55, 0 } } },
    { "MOV r0, r31", { VEC(1), VRD(0), TEMP_A(31) } },
    { "MOV r0, a15", { VEC(1), VRD(0), { 75, 72, 15 } } },
    { "MOV r0, c1023", { VEC(1), VRD(0), { 56, 55, 3 }, { 85, 76, 1023 } } },
    { "MOV r0, a[A0.y+3]",
      { VEC(1), VRD(0), { 75, 72, 3 }, { 123, 123, 1 }, { 97, 96, 1 } } },
    { "MOV r0, c[A0.w+300]",
      { VEC(1), VRD(0), { 56, 55, 3 }, { 85, 76, 300 }, { 1, 1, 1 },
        { 97, 96, 3 } } },
    { "MOV r0, c[A1.z]",
      { VEC(1), VRD(0), { 56, 55, 3 }, { 1, 1, 1 }, { 97, 96, 2 },
        { 120, 120, 1 } } },
    { "MUL r0, a1, c2",
      { VEC(2), VRD(0), { 75, 72, 1 }, { 39, 38, 3 }, { 85, 76, 2 } } },
    { "MAD r0, a1, a1.w, a1.yzxw",
      { VEC(4), VRD(0), { 75, 72, 1 }, { 53, 46, 0xff },
        { 36, 29, 1 << 6 | 2 << 4 | 0 << 2 | 3 } } },
    { "MAD r0, -r1, |r2|, -|r3.x|",
      { VEC(4), VRD(0), TEMP_A(1), TEMP_B(2), TEMP_C(3), { 71, 71, 1 },
        { 118, 118, 1 }, { 119, 119, 1 }, { 37, 37, 1 }, { 36, 29, 0 } } },
    { "MAD r0, |r1|, -r2, r3",
      { VEC(4), VRD(0), TEMP_A(1), TEMP_B(2), TEMP_C(3), { 117, 117, 1 },
        { 54, 54, 1 } } },
    /* results */
    { "MOV _, a0", { VEC(1), VMASK(15) } },
    { "MOV r31.x, a0", { VEC(1), VRD(31), VMASK(8) } },
    { "MOV r3.yw, a0", { VEC(1), VRD(3), VMASK(5) } },
    { "MOV o15.xyz, a0", { VEC(1), VEC_EXPORTS, EXPORT(15), VMASK(14) } },
    { "MOV r7+o2, a0", { VEC(1), VRD(7), VEC_EXPORTS, EXPORT(2) } },
    { "MOV o[A0.x+4], a0",
      { VEC(1), VEC_EXPORTS, EXPORT(4), { 124, 124, 1 } } },
    { "RCP o3.w, r1.w",
      { SCL(2), EXPORT(3), SMASK(1), TEMP_C(1), { 36, 29, 0xff } } },
    { "RCP r2+o3, r1", { SCL(2), SRD(2), EXPORT(3), TEMP_C(1) } },
    { "ARL A1.w, r2", { VEC(13), VRD(1), VMASK(1), TEMP_A(2) } },
    /* both units */
    { "MUL r1, r2, r3 ; RSQ r4.x, r5.y",
      { VEC(2), VRD(1), TEMP_A(2), TEMP_B(3), SCL(4), SRD(4), SMASK(8),
        TEMP_C(5), { 36, 29, 0x55 } } },
    { "ADD o1, r2, r3 ; MOV r4, r3",
      { VEC(3), VEC_EXPORTS, EXPORT(1), TEMP_A(2), TEMP_C(3), SCL(1),
        SRD(4) } },
    { "ARL A0.x, c0 ; BRI 9",
      { VEC(13), VRD(0), VMASK(8), { 56, 55, 3 }, SCL(9),
        TARGET(9) } },
    { "PUSHA ; POPA", { VEC(26), SCL(20) } },
    /* flags */
    { "NOP [end]", { { 0, 0, 1 } } },
    { "MOV r0, a0 [sat]", { VEC(1), VRD(0), { 122, 122, 1 } } },
    { "MOV _, a0 [set]",
      { VEC(1), VMASK(15), { 110, 110, 1 }, { 125, 125, 1 } } },
    { "MOV _, a0 [set, cc=1]",
      { VEC(1), VMASK(15), { 110, 110, 1 }, { 125, 125, 1 },
        { 121, 121, 1 } } },
    { "MOV r0, a0 [cond_set]", { VEC(1), VRD(0), { 110, 110, 1 } } },
    { "MOV r0, a0 [cc_write]", { VEC(1), VRD(0), { 125, 125, 1 } } },
    { "MOV r0, a0 [if gt]",
      { VEC(1), VRD(0), { 109, 109, 1 }, { 108, 106, 4 } } },
    { "MOV r0, a0 [if lt.x, cc=1, sat, end]",
      { VEC(1), VRD(0), { 109, 109, 1 }, { 108, 106, 1 }, { 105, 98, 0 },
        { 121, 121, 1 }, { 122, 122, 1 }, { 0, 0, 1 } } },
    { "MOV r0, a0 [if eq.wzyx]",
      { VEC(1), VRD(0), { 109, 109, 1 }, { 108, 106, 2 },
        { 105, 98, 0xe4 } } },
    { "MOV r0, a0 [if lteq]",
      { VEC(1), VRD(0), { 109, 109, 1 }, { 108, 106, 3 } } },
    { "MOV r0, a0 [if ltgt]",
      { VEC(1), VRD(0), { 109, 109, 1 }, { 108, 106, 5 } } },
    { "MOV r0, a0 [if eqgt]",
      { VEC(1), VRD(0), { 109, 109, 1 }, { 108, 106, 6 } } },
    { "MOV r0, a0 [if lteqgt]", { VEC(1), VRD(0), { 109, 109, 1 } } },
    { "MOV r0, a0 [if never]",
      { VEC(1), VRD(0), { 109, 109, 1 }, { 108, 106, 0 } } },
    /* a jump tests without bit 109 */
    { "BRI 7 [if ltgt.x]",
      { SCL(9), TARGET(7), { 108, 106, 5 }, { 105, 98, 0 } } },
    { "RET [if eq, cond_check]",
      { SCL(12), { 108, 106, 2 }, { 109, 109, 1 } } },
    /* what has no readable form */
    { "NOP [unused]  # unknown: unused", { { 127, 127, 1 } } },
    { "NOP [addr_comp=2, addr_reg]", { { 97, 96, 2 }, { 120, 120, 1 } } },
    { "NOP [export_index=4, export_vec]",
      { VEC_EXPORTS, EXPORT(4), VMASK(0) } },
    { "NOP [attr_index=3, const_index=0x40]",
      { { 75, 72, 3 }, { 85, 76, 64 } } },
    { "MOV r0, a0 [type_b=3, index_b=9]",
      { VEC(1), VRD(0), { 39, 38, 3 }, { 45, 40, 9 } } },
    { "MOV r0, a0 [vec_mask=0]", { VEC(1), VRD(0), VMASK(0) } },
    { "MOV r40, a0  # unknown: vec_rd", { VEC(1), VRD(40) } },
    { "MOV o16, a0  # unknown: export_index",
      { VEC(1), VEC_EXPORTS, EXPORT(16) } },
    { "MOV r0, r32  # unknown: index_a", { VEC(1), VRD(0), TEMP_A(32) } },
    { "ARL A0, r2 [vec_rd=63]",
      { VEC(13), VRD(63), TEMP_A(2) } },
};

static VpWord vp_case_word(const VpCase *c)
{
    VpWord word = vp_nop();

    for (unsigned i = 0; i < 3; i++) {
        vp_src(&word, i, VP_ATTR, 0);
    }
    for (unsigned i = 0; c->bits[i].high || c->bits[i].value; i++) {
        if (c->bits[i].high == 116 || c->bits[i].high == 126) {
            vp_set(&word, 16, 13, 15);
        } else if (c->bits[i].high == 12) {
            vp_set(&word, 20, 17, 15);
        }
        vp_set(&word, c->bits[i].high, c->bits[i].low, c->bits[i].value);
    }
    return word;
}

static void test_vp(void)
{
    for (unsigned i = 0; i < G_N_ELEMENTS(vp_cases); i++) {
        g_autoptr(GString) text = g_string_new("");
        VpWord word = vp_case_word(&vp_cases[i]);
        uint32_t words[1024];
        unsigned num, unknown;
        char *error;

        if (!gr3d_asm_vp(vp_cases[i].text, words, &num, &error)) {
            g_error("%s: %s", vp_cases[i].text, error);
        }
        if (num != 4 || memcmp(words, word.w, 16)) {
            g_error("%s: %08x %08x %08x %08x", vp_cases[i].text, words[0],
                    words[1], words[2], words[3]);
        }
        unknown = gr3d_disasm_vp_insn(text, word.w);
        g_assert_cmpstr(text->str, ==, vp_cases[i].text);
        g_assert_true((unknown > 0) == !!strchr(text->str, '#'));
    }
}

/* Other ways to write the same, which the disassembler does not choose */
static const char *const vp_same[][2] = {
    { "mov r0, a0", "MOV r0, a0" },
    { "MOV r0.xyzw, a0.xyzw", "MOV r0, a0" },
    { "MOV r0, a[5]", "MOV r0, a5" },
    { "MOV r0, c[A0.x+0].xxxx", "MOV r0, c[A0.x].x" },
    { "s: MOV r1, r2", "NOP ; MOV r1, r2" },
    { "NOP ; RCP r1, r2", "RCP r1, r2" },
    { "MOV r0,a0[sat,end]", "  MOV  r0 , a0  [ sat , end ]  # twice" },
    { "MOV r0, a0 [saturate=1]", "MOV r0, a0 [sat]" },
    { "MOV r0, a0 [end=0]", "MOV r0, a0" },
    { "BRI 0x10", "BRI 16" },
    { "MOV r0, a0 [if gt.xyzw]", "MOV r0, a0 [if gt]" },
    { "MOV r0, a0\nloop: MOV r1, a0\nBRI loop",
      "MOV r0, a0\nMOV r1, a0\nBRI 1" },
    { "CLI sub\nNOP [end]\nsub:\n other: s: RET\n",
      "CLI 2\nNOP [end]\nRET" },
};

static void test_vp_same(void)
{
    for (unsigned i = 0; i < G_N_ELEMENTS(vp_same); i++) {
        uint32_t a[1024], b[1024];
        unsigned num_a, num_b;
        char *error;

        g_assert_true(gr3d_asm_vp(vp_same[i][0], a, &num_a, &error));
        g_assert_true(gr3d_asm_vp(vp_same[i][1], b, &num_b, &error));
        g_assert_cmpmem(a, 4 * num_a, b, 4 * num_b);
    }
}

/*
 * Fragment words
 */

typedef struct FpCase {
    const char *text;
    uint64_t word;
} FpCase;

/* Canonical texts of the disassembler, with comment */
static const FpCase slot_cases[] = {
    { "nop", SLOT(MAD, 31, 3, ONE, ZERO, ZERO, 0) },
    /* opcodes */
    { "mad r0, r1, r2, r3", SLOT(MAD, 0, 3, REG(1), REG(2), REG(3), 0) },
    { "min r0, r1, r2, r3", SLOT(MIN_, 0, 3, REG(1), REG(2), REG(3), 0) },
    { "max r0, r1, r2, r3", SLOT(MAX_, 0, 3, REG(1), REG(2), REG(3), 0) },
    { "csel r0, r1, r2, r3", SLOT(CSEL, 0, 3, REG(1), REG(2), REG(3), 0) },
    /* suffixes */
    { "mad.x2 r0, r1, 1, 0", SLOT(MAD, 0, 3, REG(1), ONE, ZERO, 0) | SCALE(1) },
    { "mad.x4 r0, r1, 1, 0", SLOT(MAD, 0, 3, REG(1), ONE, ZERO, 0) | SCALE(2) },
    { "mad.d2 r0, r1, 1, 0", SLOT(MAD, 0, 3, REG(1), ONE, ZERO, 0) | SCALE(3) },
    { "mad.eq r0, r1, 1, 0", SLOT(MAD, 0, 3, REG(1), ONE, ZERO, 0) | CC(1) },
    { "mad.gt r0, r1, 1, 0", SLOT(MAD, 0, 3, REG(1), ONE, ZERO, 0) | CC(2) },
    { "mad.ge r0, r1, 1, 0", SLOT(MAD, 0, 3, REG(1), ONE, ZERO, 0) | CC(3) },
    { "mad.sat r0, r1, 1, 0", SLOT(MAD, 0, 3, REG(1), ONE, ZERO, 0) | SAT },
    { "mad.noadd r0, r1, 1, 0",
      SLOT(MAD, 0, 3, REG(1), ONE, ZERO, 0) | NO_ADD },
    { "mad.recv r0, r1, 1, 0", SLOT(MAD, 0, 3, REG(1), ONE, ZERO, 0) | RECV },
    { "mad.send r0, r1, 1, 0", SLOT(MAD, 0, 3, REG(1), ONE, ZERO, 0) | SEND },
    { "csel.d2.ge.sat.noadd.recv.send r0, r1, 1, 0",
      SLOT(CSEL, 0, 3, REG(1), ONE, ZERO, 0) | SCALE(3) | CC(3) | SAT |
      NO_ADD | RECV | SEND },
    /* destinations */
    { "mad r15.l, r1, 1, 0", MOV(15, 1, REG(1)) },
    { "mad g7.h, r1, 1, 0", MOV(23, 2, REG(1)) },
    { "mad cr0.l, r1, 1, 0", MOV(CR0, 1, REG(1)) },
    { "mad cr7.h, r1, 1, 0", MOV(CR0 + 7, 2, REG(1)) },
    { "mad kill, r1, 1, 0", MOV(KILL, 3, REG(1)) },
    { "mad _, r1, 1, 0", MOV(31, 3, REG(1)) },
    { "mad _.h, r1, 1, 0", MOV(31, 2, REG(1)) },
    { "mad r0, r1, 1, 0 [write_low=0, write_high=0]", MOV(0, 0, REG(1)) },
    { "mad u0, r1, 1, 0  # unknown: dst", MOV(32, 3, REG(1)) },
    { "mad R127, r1, 1, 0  # unknown: dst", MOV(127, 3, REG(1)) },
    /* sources */
    { "mad r0, r15, 1, 0", MOV(0, 3, REG(15)) },
    { "mad r0, g0, 1, 0", MOV(0, 3, REG(16)) },
    { "mad r0, alu3, 1, 0", MOV(0, 3, REG(27)) },
    { "mad r0, u31, 1, 0", MOV(0, 3, REG(63)) },
    { "mad r0, cr0.l, 1, 0", MOV(0, 3, REG(CR0) | FX) },
    { "mad r0, cr7.h, 1, 0", MOV(0, 3, REG(CR0 + 7) | FX | HI) },
    { "mad r0, posx, 1, 0", MOV(0, 3, REG(POS_X)) },
    { "mad r0, posy, 1, 0", MOV(0, 3, REG(POS_Y)) },
    { "mad r0, coverage, 1, 0", MOV(0, 3, REG(COVERAGE)) },
    { "mad r0, face, 1, 0", MOV(0, 3, REG(FACE)) },
    { "mad r0, R31, 1, 0", MOV(0, 3, REG(31)) },
    { "mad r0, R77, 1, 0  # unknown: abc[0].reg", MOV(0, 3, REG(77)) },
    { "mad r0, r1.l, r2.h, 0",
      SLOT(MAD, 0, 3, REG(1) | FX, REG(2) | FX | HI, ZERO, 0) },
    { "mad r0, r1, 1, 0 [abc[0].high]", MOV(0, 3, REG(1) | HI) },
    /* modifiers, on each operand */
    { "mad r0, r1*2, r2*2, r3*2",
      SLOT(MAD, 0, 3, REG(1) | X2, REG(2) | X2, REG(3) | X2, 0) },
    { "mad r0, -r1, -r2, -r3",
      SLOT(MAD, 0, 3, REG(1) | NEG, REG(2) | NEG, REG(3) | NEG, 0) },
    { "mad r0, |r1|, |r2.l|, |r3.h|",
      SLOT(MAD, 0, 3, REG(1) | ABS_, REG(2) | ABS_ | FX,
           REG(3) | ABS_ | FX | HI, 0) },
    { "mad r0, r1-1, r2-1, r3-1",
      SLOT(MAD, 0, 3, REG(1) | M1, REG(2) | M1, REG(3) | M1, 0) },
    { "mad r0, 1-r1, 1-r2.l, 1-|r3.h|*2",
      SLOT(MAD, 0, 3, REG(1) | M1 | NEG, REG(2) | M1 | NEG | FX,
           REG(3) | M1 | NEG | FX | HI | ABS_ | X2, 0) },
    { "mad r0, -|r1|*2, r2*2-1, |r3|-1",
      SLOT(MAD, 0, 3, REG(1) | NEG | ABS_ | X2, REG(2) | X2 | M1,
           REG(3) | ABS_ | M1, 0) },
    { "mad r0, -1, 1-1, -(1-1)",
      SLOT(MAD, 0, 3, ONE | NEG, ONE | M1, ONE | M1 | NEG, 0) },
    { "mad r0, 0*2, -(0*2-1), 1-|1|",
      SLOT(MAD, 0, 3, ZERO | X2, ZERO | X2 | M1 | NEG, ONE | ABS_ | M1 | NEG,
           0) },
    /* the fourth operand */
    { "mad r0, r1, r2, r3, b",
      SLOT(MAD, 0, 3, REG(1), REG(2), REG(3), D_ON) },
    { "mad r0, r1, r2, r3, c",
      SLOT(MAD, 0, 3, REG(1), REG(2), REG(3), D_ON | D_C) },
    { "mad r0, r1, r2, r3, c.l",
      SLOT(MAD, 0, 3, REG(1), REG(2), REG(3), D_ON | D_C | D_FX) },
    { "mad r0, r1, r2, r3, b.h",
      SLOT(MAD, 0, 3, REG(1), REG(2), REG(3), D_ON | D_FX | D_HI) },
    { "mad r0, r1, r2, r3, |c|-1",
      SLOT(MAD, 0, 3, REG(1), REG(2), REG(3), D_ON | D_C | D_ABS | D_M1) },
    { "mad r0, r1, r2, r3, |b.h|",
      SLOT(MAD, 0, 3, REG(1), REG(2), REG(3), D_ON | D_FX | D_HI | D_ABS) },
    { "mad r0, r1, r2, r3 [d.fx10, d.from_c]",
      SLOT(MAD, 0, 3, REG(1), REG(2), REG(3), D_FX | D_C) },
};

static const FpCase mfu_cases[] = {
    { "nop", 0 },
    { "sfu rcp r4; mul0 w, sfu, coef0; mul1 w, sfu, coef1", CANONICAL },
    { "sfu rcp r0", SFU(1, 0) },
    { "sfu rsq r1", SFU(2, 1) },
    { "sfu lg2 r2", SFU(3, 2) },
    { "sfu ex2 r3", SFU(4, 3) },
    { "sfu sqrt r4", SFU(5, 4) },
    { "sfu sin r0", SFU(6, 0) },
    { "sfu cos r0", SFU(7, 0) },
    { "sfu frc r0", SFU(8, 0) },
    { "sfu preex2 r0", SFU(9, 0) },
    { "sfu presin r0", SFU(10, 0) },
    { "sfu precos r0", SFU(11, 0) },
    { "sfu OP12 r0  # unknown: sfu_op", SFU(12, 0) },
    { "sfu rcp r63  # unknown: sfu_reg", SFU(1, 63) },
    { "nop [sfu_reg=2]", SFU(0, 2) },
    { "mul0 r0, r1, r2", MUL(0, 4, 1, 2) },
    { "mul1 r3, r3, k3", MUL(1, 7, 3, 7) },
    { "mul0 w, 1, k0; mul1 r1, coef1, sfu", MUL(0, 1, 13, 4) |
      MUL(1, 5, 12, 10) },
    { "mul0 _, r1, r0", MUL(0, 0, 1, 0) },
    { "mul1 D2, r0, r0  # unknown: mul1", MUL(1, 2, 0, 0) },
    { "mul0 w, S9, S15  # unknown: mul0", MUL(0, 1, 9, 15) },
    { "var0 fp20 t0", VAR(0, 0, 1, 0) },
    { "var0 fp20 t15 sat; var1 fx10 t1; var2 fx10 t2 sat; var3 fp20 t3",
      VAR(0, 15, 1, 1) | VAR(1, 1, 2, 0) | VAR(2, 2, 2, 1) |
      VAR(3, 3, 1, 0) },
    { "var3 depth", VAR(3, 0, 0, 1) },
    { "nop [var[0].saturate]  # unknown: var0", VAR(0, 0, 0, 1) },
    { "var1 OP3 t4  # unknown: var1", VAR(1, 4, 3, 0) },
    { "nop [rest=9]  # unknown: rest", 9ull << 28 },
};

static const FpCase pseq_cases[] = {
    { "ld r2, s1", 0x0081000a },
    { "ld r0, s15", 1 << 23 | 15 << 16 | 8 },
    { "ld r2, s1 [killed]", 0x0081000a | 1 << 21 },
    { "ld r2, s1 [non_center]", 0x0081000a | 1 << 20 },
    { "ld r2, s1 [persistent]", 0x0081000a | 1 << 22 },
    { "ld_r20 r0, s3  # unknown: op", 2 << 23 | 3 << 16 },
    { "ld_r80 r2, s3  # unknown: op", 3 << 23 | 3 << 16 | 2 },
    { "none r0, s2", 2 << 16 },
    { "ld r0, s0 [args_2=0x0]  # unknown: args_2", 1 << 23 },
    { "ld r0, s0 [args_0, rest=0x40]  # unknown: args_0, rest",
      1u << 31 | 1 << 23 | 8 | 1 },
};

static const FpCase tex_cases[] = {
    { "r0, tex0, r0", 0x400 },
    { "r2, tex0, r0", 0x420 },
    { "r0, tex15, r2", 0x41f },
    { "r0, tex0, r0 [bias]", 0x400 | 1 << 12 },
    { "r0, tex0, r0 [lod]", 0x400 | 1 << 13 },
    { "r0, tex0, r0 [killed]", 0x400 | 1 << 11 },
    { "r0, tex0, r0 [color_key]  # unknown: color_key", 0x440 },
    { "r0, tex0, r0 [comp_sel]  # unknown: comp_sel", 0x480 },
    { "r0, tex3, r0 [enable=0]", 3 },
    { "r0, tex0, r0 [rest_8=3, rest_14=0x20000]  # unknown: rest_8, rest_14",
      1u << 31 | 0x700 },
};

static const FpCase dw_cases[] = {
    { "store s1, r2", 0x00028005 },
    { "store s1, r0", 0x00020005 },
    { "store s15, r0", 0x2003d },
    { "stencil s2", 0x00020409 },
    { "store s1, r0 [killed]", 0x00020045 },
    { "store s1, r0 [non_center]", 0x00020085 },
    { "store s1, r0 [persistent]", 0x00020105 },
    { "store s1, r0 [read_clean]", 0x00020205 },
    { "stencil s2 [pair]", 0x00028409 },
    { "store_r20 s4, r0  # unknown: op", 0x20012 },
    { "store_r80 s4, r2 [stencil]  # unknown: op", 0x28413 },
    { "store s1, r0 [always=0]  # unknown: always", 5 },
    { "none s1, r0", 4 },
    { "store s1, r0 [rest_11=15, rest_16, rest_18=0x2000]  "
      "# unknown: rest_11, rest_16, rest_18",
      1u << 31 | 1 << 16 | 15 << 11 | 0x20005 },
};

/* Constants in bits 23:4, 43:24, 63:44 */
#define IMM(a, b, c)    ((uint64_t)(c) << 44 | (uint64_t)(b) << 24 | (a) << 4)

static const FpCase const_cases[] = {
    { "1.0, 0.0, 0.0", IMM(0x3e000, 0, 0) },
    { "0.5, -1.0, 2.0", IMM(0x3c000, 0xbe000, 0x40000) },
    { "0.99609375, 8192.0, -0.0", IMM(0x3dfc0, 0x58000, 0x80000) },
    { "0x7e000, 0x7e001, 0xfe000", IMM(0x7e000, 0x7e001, 0xfe000) },
    { "0.0, 0.0, 0.0 [rest=5]  # unknown: rest", 5 },
};

typedef struct FpKind {
    const char *name;
    const char *before;
    const FpCase *cases;
    unsigned num;
    unsigned (*disasm)(GString *text, uint64_t word);
    uint64_t (*from)(const Gr3dAsmFp *fp);
} FpKind;

static uint64_t from_slot(const Gr3dAsmFp *fp)
{
    return pair(fp->alu[0], fp->alu[1]);
}

#define CASES(name)     name, G_N_ELEMENTS(name)

static const FpKind fp_kinds[] = {
    { "slot", "exec\nalu\n", CASES(slot_cases), gr3d_disasm_slot, from_slot },
    { "const", "exec\nalu\nmad r0, imm0, 1, 0\nimm ", CASES(const_cases),
      gr3d_disasm_const, from_const },
    { "mfu", "exec\nmfu ", CASES(mfu_cases), gr3d_disasm_mfu, from_mfu },
    { "pseq", "exec\npseq ", CASES(pseq_cases), disasm_pseq, from_pseq },
    { "tex", "exec\ntex ", CASES(tex_cases), disasm_tex, from_tex },
    { "dw", "exec\ndw ", CASES(dw_cases), disasm_dw, from_dw },
};

static void test_fp(gconstpointer data)
{
    const FpKind *kind = data;

    for (unsigned i = 0; i < kind->num; i++) {
        const FpCase *c = &kind->cases[i];
        g_autoptr(GString) text = g_string_new("");
        g_autofree char *source = g_strconcat(kind->before, c->text, NULL);
        Gr3dAsmFp fp;
        unsigned unknown;
        char *error;

        if (!gr3d_asm_fp(source, &fp, &error)) {
            g_error("%s: %s", c->text, error);
        }
        if (kind->from(&fp) != c->word) {
            g_error("%s: %08x %08x", c->text,
                    (uint32_t)(kind->from(&fp) >> 32),
                    (uint32_t)kind->from(&fp));
        }
        unknown = kind->disasm(text, c->word);
        g_assert_cmpstr(text->str, ==, c->text);
        g_assert_true((unknown > 0) == !!strchr(text->str, '#'));
    }
}

/*
 * Linker: even word 1:0 source, 6:3 row, 14:9 TRAM row, 16+4n line, 18+4n
 * point; odd word 4n column, 4n+2 format, 16+n flat
 */

static const struct {
    const char *text;
    uint32_t even, odd;
} link_cases[] = {
    { "link v1, t0", 0x00000008, 0x0000fedc },
    { "link v15, t63", 15 << 3 | 63 << 9, 0x0000fedc },
    { "link v1, t0: x->1 fp20, y->0 fp20, z->2 fp20, w->3 fp20", 0x00000008,
      0x0000fecd },
    { "link v0, t0: none", 0, 0 },
    { "link v2, t3: x->2 low, y->2 high", 2 << 3 | 3 << 9, 0x000000a6 },
    { "link v0, t0: x->0 fp20 flat, w->3 fp20 flat", 0, 0x0009f00c },
    { "link v0, t1: x->0 fp20 point=s, y->1 fp20 point=t",
      1 << 9 | 1 << 18 | 2 << 22, 0x000000dc },
    { "link v0, t1: z->2 fp20 width, w->3 fp20 length",
      1 << 9 | 1 << 24 | 1 << 29, 0x0000fe00 },
    { "link v0, t0: x->1 none, y->0 none flat, w->0 none point=3",
      3u << 30, 0x00020001 },
    { "link z, t0: x->3 fp20", 1, 0x0000000f },
    { "link v0, t0: none [src=2]  # unknown: src", 2, 0 },
    { "link z, t0: none [row=4]", 1 | 4 << 3, 0 },
    { "link v0, t0: none [rest_2, rest_7=3, rest_15, rest_52=0x801]  "
      "# unknown: rest_2, rest_7, rest_15, rest_52",
      1 << 2 | 3 << 7 | 1 << 15, 0x801u << 20 },
};

static void test_link(void)
{
    for (unsigned i = 0; i < G_N_ELEMENTS(link_cases); i++) {
        g_autoptr(GString) text = g_string_new("");
        uint32_t words[64];
        unsigned num;
        char *error;

        if (!gr3d_asm_linker(link_cases[i].text, words, &num, &error)) {
            g_error("%s: %s", link_cases[i].text, error);
        }
        g_assert_cmpuint(num, ==, 2);
        g_assert_cmphex(words[0], ==, link_cases[i].even);
        g_assert_cmphex(words[1], ==, link_cases[i].odd);
        gr3d_disasm_link(text, words[0], words[1]);
        g_assert_cmpstr(text->str, ==, link_cases[i].text);
    }
}

/*
 * Every row of the tables of operations is in a case above
 */

static bool vp_has(unsigned low, unsigned op)
{
    for (unsigned i = 0; i < G_N_ELEMENTS(vp_cases); i++) {
        VpWord word = vp_case_word(&vp_cases[i]);

        if ((word.w[1] >> (low - 64) & 31) == op) {
            return true;
        }
    }
    return false;
}

static bool fp_has(const FpCase *cases, unsigned num, unsigned low,
                   unsigned mask, unsigned code)
{
    for (unsigned i = 0; i < num; i++) {
        if ((cases[i].word >> low & mask) == code) {
            return true;
        }
    }
    return false;
}

static void test_rows(void)
{
#define VP_VEC_MAP(op, n, r, e)             g_assert_true(vp_has(86, op));
#define VP_VEC_ALL(op, n, r, e)             g_assert_true(vp_has(86, op));
#define VP_VEC_EACH(op, n, r, x, y, z, w)   g_assert_true(vp_has(86, op));
#define VP_VEC_ADDR(op, n, r, e)            g_assert_true(vp_has(86, op));
#define VP_VEC_DO(op, n, act)               g_assert_true(vp_has(86, op));
#define VP_SCL_MAP(op, n, e)                g_assert_true(vp_has(91, op));
#define VP_SCL_ALL(op, n, e)                g_assert_true(vp_has(91, op));
#define VP_SCL_EACH(op, n, x, y, z, w)      g_assert_true(vp_has(91, op));
#define VP_SCL_DO(op, n, act)               g_assert_true(vp_has(91, op));
#include "hw/gpu/gr3d/isa/vp_ops.def"
#define FP_ALU(code, name, text, expr)                              \
    g_assert_true(fp_has(CASES(slot_cases), 62, 3, code));
#define FP_SCALE(code, name, text, expr)                            \
    g_assert_true(fp_has(CASES(slot_cases), 57, 3, code));
#define FP_CC(code, name, text, expr)                               \
    g_assert_true(fp_has(CASES(slot_cases), 54, 3, code));
#define FP_SFU(code, name, text, expr)                              \
    g_assert_true(fp_has(CASES(mfu_cases), 54, 15, code));
#include "hw/gpu/gr3d/isa/fp_ops.def"
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/text-table/vp", test_vp);
    g_test_add_func("/text-table/vp-same", test_vp_same);
    for (unsigned i = 0; i < G_N_ELEMENTS(fp_kinds); i++) {
        g_autofree char *path = g_strdup_printf("/text-table/%s",
                                                fp_kinds[i].name);

        g_test_add_data_func(path, &fp_kinds[i], test_fp);
    }
    g_test_add_func("/text-table/link", test_link);
    g_test_add_func("/text-table/rows", test_rows);
    return g_test_run();
}
