/*
 * Disassembler and assembler, decoders and encoders: random words of every
 * kind, reserved bits included, come back as they were
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <glib.h>
#include <string.h>
#include "hw/gpu/gr3d/isa/fp_decode.h"
#include "hw/gpu/gr3d/isa/vp_decode.h"
#include "text-port.h"

#ifdef INSTRUMENTED                /* ten times as slow */
#define NUM_WORDS       20000
#else
#define NUM_WORDS       100000
#endif
#define NUM_PROGRAMS    2000

/* A generator of our own: the same words on every host */
static uint64_t seed = 0x9e3779b97f4a7c15ull;

static uint32_t rnd(void)
{
    seed = seed * 6364136223846793005ull + 1442695040888963407ull;
    return seed >> 32;
}

/*
 * Return a word; every third has few bits set, every third few clear: a field
 * is then alone against an otherwise usual word.
 */
static uint64_t rnd_word(void)
{
    uint64_t a = (uint64_t)rnd() << 32 | rnd();
    uint64_t b = (uint64_t)rnd() << 32 | rnd();
    uint64_t c = (uint64_t)rnd() << 32 | rnd();

    switch (rnd() % 3) {
    case 0:
        return a & b & c;
    case 1:
        return a | b | c;
    default:
        return a;
    }
}

static bool same(const uint32_t *a, const uint32_t *b, unsigned num)
{
    return memcmp(a, b, 4 * num) == 0;
}

static void check_vp(const uint32_t word[4])
{
    g_autoptr(GString) text = g_string_new("");
    uint32_t words[1024];
    unsigned num;
    Gr3dVpInsn insn;
    char *error;

    gr3d_vp_decode_insn(&insn, word);
    gr3d_vp_encode_insn(&insn, words);
    g_assert_true(same(words, word, 4));
    gr3d_disasm_vp_insn(text, word);
    memset(words, 0, sizeof(words));
    if (!gr3d_asm_vp(text->str, words, &num, &error) || num != 4 ||
        !same(words, word, 4)) {
        g_error("%08x %08x %08x %08x: %s: %s", word[0], word[1], word[2],
                word[3], text->str, error);
    }
}

static void test_vp(void)
{
    for (unsigned i = 0; i < NUM_WORDS; i++) {
        uint64_t high = rnd_word(), low = rnd_word();
        const uint32_t word[4] = { high >> 32, high, low >> 32, low };

        check_vp(word);
    }
}

/* A usual instruction with one bit flipped, for each of its bits */
static void test_vp_bits(void)
{
    static const uint32_t usual[][4] = {
        { 0x401f9c6c, 0x0040000d, 0x8106c083, 0x6041ff80 },     /* MOV */
        { 0x401f9c6c, 0x4840000d, 0x8106c083, 0x604dff80 },     /* BRI */
        { 0x00001c6c, 0x03400000, 0x8106c083, 0x6041fffc },     /* ARL */
        { 0x001f9c6c, 0x11000000, 0x8106c083, 0x609dc07c },     /* RCP; MAD */
    };

    for (unsigned i = 0; i < G_N_ELEMENTS(usual); i++) {
        check_vp(usual[i]);
        for (unsigned bit = 0; bit < 128; bit++) {
            uint32_t word[4];

            memcpy(word, usual[i], sizeof(word));
            word[bit / 32] ^= 1u << (bit % 32);
            check_vp(word);
        }
    }
}

static void check_link(uint32_t even, uint32_t odd)
{
    g_autoptr(GString) text = g_string_new("");
    uint32_t words[64];
    unsigned num;
    char *error;

    gr3d_disasm_link(text, even, odd);
    if (!gr3d_asm_linker(text->str, words, &num, &error) || num != 2 ||
        words[0] != even || words[1] != odd) {
        g_error("%08x %08x: %s: %s", even, odd, text->str, error);
    }
}

static void test_link(void)
{
    for (unsigned i = 0; i < NUM_WORDS; i++) {
        uint64_t word = rnd_word();

        check_link(word, word >> 32);
    }
    for (unsigned bit = 0; bit < 64; bit++) {
        uint64_t word = 0x0000fedc00000008ull ^ 1ull << bit;

        check_link(word, word >> 32);
    }
}

/*
 * Fragment words, one kind after the other, in an EXEC of their own
 */

typedef struct Kind {
    const char *name;
    const char *before;         /* the text around it */
    unsigned bits;
    uint64_t usual;
    uint64_t (*recode)(uint64_t word);
    unsigned (*disasm)(GString *text, uint64_t word);
    uint64_t (*from)(const Gr3dAsmFp *fp);
} Kind;

static uint64_t recode_pseq(uint64_t word)
{
    Gr3dFpPseq pseq = gr3d_fp_decode_pseq(word);

    return gr3d_fp_encode_pseq(&pseq);
}

static uint64_t recode_mfu(uint64_t word)
{
    Gr3dFpMfu mfu = gr3d_fp_decode_mfu(word);

    return gr3d_fp_encode_mfu(&mfu);
}

static uint64_t recode_tex(uint64_t word)
{
    Gr3dFpTex tex = gr3d_fp_decode_tex(word);

    return gr3d_fp_encode_tex(&tex);
}

static uint64_t recode_slot(uint64_t word)
{
    Gr3dFpSlot slot = gr3d_fp_decode_slot(word);

    return gr3d_fp_encode_slot(&slot);
}

static uint64_t recode_const(uint64_t word)
{
    Gr3dFpConst imm = gr3d_fp_decode_const(word);

    return gr3d_fp_encode_const(&imm);
}

static uint64_t recode_dw(uint64_t word)
{
    Gr3dFpDw dw = gr3d_fp_decode_dw(word);

    return gr3d_fp_encode_dw(&dw);
}

/* Return the last slot, which does not ask for an imm line. */
static uint64_t from_slot(const Gr3dAsmFp *fp)
{
    return pair(fp->alu[6], fp->alu[7]);
}

static const Kind kinds[] = {
    { "pseq", "exec\npseq ", 32, 0x0081000a, recode_pseq, disasm_pseq,
      from_pseq },
    { "mfu", "exec\nmfu ", 64, 0x104e51ba00408102ull, recode_mfu,
      gr3d_disasm_mfu, from_mfu },
    { "tex", "exec\ntex ", 32, 0x00000400, recode_tex, disasm_tex, from_tex },
    { "slot", "exec\nalu\nnop\nnop\nnop\n", 64, 0x000128083f41f200ull,
      recode_slot, gr3d_disasm_slot, from_slot },
    { "const", "exec\nalu\nmad r0, imm0, 1, 0\nimm ", 64,
      0x3e0003e0003e0000ull, recode_const, gr3d_disasm_const, from_const },
    { "dw", "exec\ndw ", 32, 0x00028005, recode_dw, disasm_dw, from_dw },
};

static void check_kind(const Kind *kind, uint64_t word)
{
    g_autoptr(GString) text = g_string_new(kind->before);
    Gr3dAsmFp fp;
    char *error;

    g_assert_cmphex(kind->recode(word), ==, word);
    kind->disasm(text, word);
    if (!gr3d_asm_fp(text->str, &fp, &error) || kind->from(&fp) != word) {
        g_error("%s %08x %08x: %s: %s", kind->name, (uint32_t)(word >> 32),
                (uint32_t)word, text->str, error);
    }
}

static void test_kind(gconstpointer data)
{
    const Kind *kind = data;
    uint64_t mask = kind->bits == 64 ? ~0ull : (1ull << kind->bits) - 1;

    for (unsigned i = 0; i < NUM_WORDS; i++) {
        check_kind(kind, rnd_word() & mask);
    }
    for (unsigned bit = 0; bit < kind->bits; bit++) {
        check_kind(kind, kind->usual ^ 1ull << bit);
        check_kind(kind, 1ull << bit);
    }
}

/* All schedule words; an EXEC's own is told apart from where it would be */
static void test_sched(void)
{
    g_autofree Gr3dRegs *regs = g_new0(Gr3dRegs, 1);

    for (unsigned word = 0; word < 256; word++) {
        g_autoptr(GString) text = g_string_new("");
        Gr3dFpSched sched = gr3d_fp_decode_sched(word);
        Gr3dAsmFp fp;
        char *error;

        g_assert_cmphex(gr3d_fp_encode_sched(&sched), ==, word);
        regs->reg[0x520] = 1;
        regs->mfu_sched[0] = word;
        regs->alu_sched[0] = word * 7 % 256;
        gr3d_disasm_fp(text, 0, regs);
        g_assert_true(gr3d_asm_fp(text->str, &fp, &error));
        g_assert_cmphex(fp.mfu_sched[0], ==, word);
        g_assert_cmphex(fp.alu_sched[0], ==, word * 7 % 256);
    }
}

/*
 * Programs
 */

static void fill(uint32_t *words, unsigned num)
{
    for (unsigned i = 0; i < num; i++) {
        words[i] = rnd_word();
    }
}

/* Check the instructions and packets that some EXEC names. */
static void check_used(const uint32_t *words, const uint32_t *expected,
                       const uint32_t *sched, unsigned num_execs,
                       unsigned size)
{
    for (unsigned e = 0; e < num_execs; e++) {
        for (unsigned i = 0; i < (sched[e] & 3); i++) {
            unsigned at = ((sched[e] >> 2) + i) % 64;

            g_assert_true(same(&words[size * at], &expected[size * at],
                               size));
        }
    }
}

static void check_fp(const Gr3dRegs *regs, unsigned num)
{
    g_autoptr(GString) text = g_string_new("");
    Gr3dAsmFp fp;
    char *error;

    gr3d_disasm_fp(text, rnd() % 9, regs);
    if (!gr3d_asm_fp(text->str, &fp, &error)) {
        g_error("%s\n%s", text->str, error);
    }
    g_assert_cmpuint(fp.num_execs, ==, num);
    g_assert_true(same(fp.pseq, regs->pseq_inst, num));
    g_assert_true(same(fp.mfu_sched, regs->mfu_sched, num));
    g_assert_true(same(fp.tex, regs->tex_inst, num));
    g_assert_true(same(fp.alu_sched, regs->alu_sched, num));
    g_assert_true(same(fp.alu_comp, regs->alu_comp, num));
    g_assert_true(same(fp.dw, regs->dw_inst, num));
    check_used(fp.mfu, regs->mfu_inst, regs->mfu_sched, num, 2);
    check_used(fp.alu, regs->alu_inst, regs->alu_sched, num, 8);
}

/* Whatever the memories hold, in any sequence, shared or not */
static void test_fp_program(void)
{
    g_autofree Gr3dRegs *regs = g_new0(Gr3dRegs, 1);

    for (unsigned n = 0; n < NUM_PROGRAMS; n++) {
        unsigned num = n < 65 ? n : rnd() % 8;

        regs->reg[0x503] = rnd() % 16;
        regs->reg[0x520 + 2 * regs->reg[0x503]] = 0x20006000 | num;
        fill(regs->pseq_inst, 64);
        fill(regs->mfu_inst, 128);
        fill(regs->tex_inst, 64);
        fill(regs->alu_inst, 512);
        fill(regs->alu_comp, 64);
        fill(regs->dw_inst, 64);
        for (unsigned i = 0; i < 64; i++) {
            regs->mfu_sched[i] = rnd_word() & 0xff;
            regs->alu_sched[i] = rnd_word() & 0xff;
        }
        check_fp(regs, num);
    }
}

/* All branches have somewhere to go: to a label or, far away, to a number */
static void test_vp_program(void)
{
    for (unsigned n = 0; n < NUM_PROGRAMS; n++) {
        g_autoptr(GString) text = g_string_new("");
        unsigned num, num_insns = 1 + rnd() % (n < 20 ? 256 : 16);
        uint32_t words[1024], again[1024];
        char *error;

        fill(words, 4 * num_insns);
        for (unsigned i = 0; i < num_insns; i += 2) {
            words[4 * i + 1] &= ~(31u << 27);
            words[4 * i + 1] |= (rnd() & 1 ? 9u : 11u) << 27;
        }
        gr3d_disasm_vp_words(text, 4, words, num_insns);
        if (!gr3d_asm_vp(text->str, again, &num, &error)) {
            g_error("%s\n%s", text->str, error);
        }
        g_assert_cmpuint(num, ==, 4 * num_insns);
        g_assert_true(same(again, words, num));
    }
}

/* Text that no one wrote: an error or not, but an end */
static void test_garbage(void)
{
    static const char *const pieces[] = {
        "exec", "alu", "mad", "imm", "mfu", "tex", "dw", "pseq", "\n", " ",
        "[", "]", ",", ".", "r0", "a0", "c[A0.x+3]", "MOV", "BRI", "L0:",
        "0x", "1", "-", "|", "(", ")", "link", "v1", "t0", ":", "->", "=",
        "999999999999999999999", "imm0", ";", "#", "s:", "\x80", "if", "abc[",
        "mul[0].src[1]", "exec [mfu_first=63]", "1e999", "nan", "0x1p3",
        "var4", "mul9", "r99", "t77", "_", "w", "coef0", "fp20", "x", "fp99",
    };

    for (unsigned n = 0; n < NUM_WORDS; n++) {
        g_autoptr(GString) text = g_string_new("");
        uint32_t words[1024];
        unsigned num;
        Gr3dAsmFp fp;
        char *error;

        for (unsigned i = rnd() % 20; i > 0; i--) {
            g_string_append(text, pieces[rnd() % G_N_ELEMENTS(pieces)]);
            g_string_append(text, rnd() & 1 ? " " : "");
        }
        g_assert_true(gr3d_asm_vp(text->str, words, &num, &error) == !error);
        g_free(error);
        g_assert_true(gr3d_asm_fp(text->str, &fp, &error) == !error);
        g_free(error);
        g_assert_true(gr3d_asm_linker(text->str, words, &num, &error) ==
                      !error);
        g_free(error);
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/text-random/vp", test_vp);
    g_test_add_func("/text-random/vp-bits", test_vp_bits);
    g_test_add_func("/text-random/link", test_link);
    for (unsigned i = 0; i < G_N_ELEMENTS(kinds); i++) {
        g_autofree char *path = g_strdup_printf("/text-random/%s",
                                                kinds[i].name);

        g_test_add_data_func(path, &kinds[i], test_kind);
    }
    g_test_add_func("/text-random/sched", test_sched);
    g_test_add_func("/text-random/fp-program", test_fp_program);
    g_test_add_func("/text-random/vp-program", test_vp_program);
    g_test_add_func("/text-random/garbage", test_garbage);
    return g_test_run();
}
