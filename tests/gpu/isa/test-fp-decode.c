/*
 * Tests of the GR3D fragment program decoder and encoder
 *
 * Expected fields are those that docs/specs/tegra-gr3d.rst (Fragment pipe)
 * gives for the words of known programs.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <glib.h>
#include "hw/gpu/gr3d/isa/fp_decode.h"
#include "hw/gpu/gr3d/isa/regs.h"

static uint64_t random_word(void)
{
    return (uint64_t)(uint32_t)g_test_rand_int() << 32 |
           (uint32_t)g_test_rand_int();
}

/*
 * Whole programs: what was uploaded through the ports comes back from the
 * decoded words of each EXEC, each instruction and each packet, slot 3 as
 * constants where the packet has them
 */

static void upload(Gr3dRegs *regs, uint32_t port, const uint32_t *words,
                   unsigned num)
{
    for (unsigned i = 0; i < num; i++) {
        gr3d_regs_write(regs, port, words[i]);
    }
}

static void random_upload(Gr3dRegs *regs, uint32_t port, uint32_t *words,
                          unsigned num, uint32_t mask)
{
    for (unsigned i = 0; i < num; i++) {
        words[i] = g_test_rand_int() & mask;
    }
    upload(regs, port, words, num);
}

static void check_packet(const uint32_t uploaded[8])
{
    Gr3dFpSlot in[4];
    uint32_t again[8];
    uint64_t word;

    for (unsigned i = 0; i < 4; i++) {
        in[i] = gr3d_fp_decode_slot((uint64_t)uploaded[2 * i] << 32 |
                                    uploaded[2 * i + 1]);
        word = gr3d_fp_encode_slot(&in[i]);
        again[2 * i] = word >> 32;
        again[2 * i + 1] = word;
    }
    if (gr3d_fp_has_constants(in)) {
        Gr3dFpConst imm = gr3d_fp_decode_const((uint64_t)uploaded[7] << 32 |
                                               uploaded[6]);

        word = gr3d_fp_encode_const(&imm);
        again[6] = word;
        again[7] = word >> 32;
    }
    g_assert_cmpmem(again, sizeof(again), uploaded, 32);
}

static void check_exec(const Gr3dRegs *regs, unsigned e, const uint32_t *pseq,
                       const uint32_t *tex, const uint32_t *dw)
{
    Gr3dFpPseq p = gr3d_fp_decode_pseq(regs->pseq_inst[e]);
    Gr3dFpTex t = gr3d_fp_decode_tex(regs->tex_inst[e]);
    Gr3dFpDw d = gr3d_fp_decode_dw(regs->dw_inst[e]);
    Gr3dFpSched mfu = gr3d_fp_decode_sched(regs->mfu_sched[e]);
    Gr3dFpSched alu = gr3d_fp_decode_sched(regs->alu_sched[e]);

    g_assert_cmphex(gr3d_fp_encode_pseq(&p), ==, pseq[e]);
    g_assert_cmphex(gr3d_fp_encode_tex(&t), ==, tex[e]);
    g_assert_cmphex(gr3d_fp_encode_dw(&d), ==, dw[e]);
    g_assert_cmphex(gr3d_fp_encode_sched(&mfu), ==, pseq[e] & 0xff);
    g_assert_cmphex(gr3d_fp_encode_sched(&alu), ==, tex[e] & 0xff);
}

static void test_programs(void)
{
    for (unsigned i = 0; i < 200; i++) {
        g_autofree Gr3dRegs *regs = g_new0(Gr3dRegs, 1);
        uint32_t pseq[64], tex[64], dw[64], mfu[128], alu[512];

        gr3d_regs_write(regs, 0xe22, 0);
        random_upload(regs, 0x541, pseq, 64, ~0u);
        random_upload(regs, 0x701, tex, 64, ~0u);
        random_upload(regs, 0x901, dw, 64, ~0u);
        random_upload(regs, 0x604, mfu, 128, ~0u);
        random_upload(regs, 0x804, alu, 512, ~0u);
        upload(regs, 0x601, pseq, 64);
        upload(regs, 0x801, tex, 64);
        for (unsigned j = 0; j < 64; j++) {
            Gr3dFpMfu m = gr3d_fp_decode_mfu(
                (uint64_t)regs->mfu_inst[2 * j] << 32 |
                regs->mfu_inst[2 * j + 1]);

            g_assert_cmphex(gr3d_fp_encode_mfu(&m), ==,
                            (uint64_t)mfu[2 * j] << 32 | mfu[2 * j + 1]);
            check_exec(regs, j, pseq, tex, dw);
            check_packet(&alu[8 * j]);
        }
    }
}

#define CHECK_INVERSE(type, kind, word) do {                        \
        type in_ = gr3d_fp_decode_##kind(word);                     \
        g_assert_cmphex(gr3d_fp_encode_##kind(&in_), ==, word);     \
    } while (0)

static void test_inverse(void)
{
    for (unsigned i = 0; i < 200000; i++) {
        uint64_t word = i < 64 ? 1ull << i : random_word();
        uint32_t half = i < 32 ? 1u << i : word;

        CHECK_INVERSE(Gr3dFpMfu, mfu, word);
        CHECK_INVERSE(Gr3dFpSlot, slot, word);
        CHECK_INVERSE(Gr3dFpConst, const, word);
        CHECK_INVERSE(Gr3dFpPseq, pseq, half);
        CHECK_INVERSE(Gr3dFpTex, tex, half);
        CHECK_INVERSE(Gr3dFpDw, dw, half);
        CHECK_INVERSE(Gr3dFpSched, sched, half & 0xff);
    }
}

static void test_dw(void)
{
    Gr3dFpDw color = gr3d_fp_decode_dw(0x00028005);
    Gr3dFpDw first = gr3d_fp_decode_dw(0x00020005);
    Gr3dFpDw stencil = gr3d_fp_decode_dw(0x00020409);

    g_assert_cmpuint(color.op, ==, 1);
    g_assert_cmpuint(color.surf, ==, 1);
    g_assert_cmpuint(color.pair, ==, 1);
    g_assert_cmpuint(color.always, ==, 1);
    g_assert_cmpuint(color.stencil, ==, 0);
    g_assert_cmpuint(color.killed, ==, 0);
    g_assert_cmpuint(first.pair, ==, 0);
    g_assert_cmpuint(stencil.op, ==, 1);
    g_assert_cmpuint(stencil.surf, ==, 2);
    g_assert_cmpuint(stencil.stencil, ==, 1);
}

static void test_pseq(void)
{
    Gr3dFpPseq pseq = gr3d_fp_decode_pseq(0x0081000a);

    g_assert_cmpuint(pseq.op, ==, 1);
    g_assert_cmpuint(pseq.surf, ==, 1);
    g_assert_cmpuint(pseq.pair, ==, 1);
    g_assert_cmpuint(pseq.killed, ==, 0);
    g_assert_cmpuint(pseq.rest, ==, 0);
    pseq = gr3d_fp_decode_pseq(0x01a70008);
    g_assert_cmpuint(pseq.op, ==, 3);
    g_assert_cmpuint(pseq.surf, ==, 7);
    g_assert_cmpuint(pseq.pair, ==, 0);
    g_assert_cmpuint(pseq.killed, ==, 1);
}

static void test_tex(void)
{
    Gr3dFpTex tex = gr3d_fp_decode_tex(0x00000420);

    g_assert_cmpuint(tex.enable, ==, 1);
    g_assert_cmpuint(tex.index, ==, 0);
    g_assert_cmpuint(tex.src_pair, ==, 0);
    g_assert_cmpuint(tex.dst_pair, ==, 1);
    tex = gr3d_fp_decode_tex(0x00003c5f);
    g_assert_cmpuint(tex.index, ==, 15);
    g_assert_cmpuint(tex.src_pair, ==, 1);
    g_assert_cmpuint(tex.dst_pair, ==, 0);
    g_assert_cmpuint(tex.color_key, ==, 1);
    g_assert_cmpuint(tex.killed, ==, 1);
    g_assert_cmpuint(tex.lod_bias, ==, 1);
    g_assert_cmpuint(tex.lod, ==, 1);
}

/* RCP r4; weights from SFU * coef 0 and 1; four fp20 columns of row 0 */
static void test_mfu(void)
{
    Gr3dFpMfu mfu = gr3d_fp_decode_mfu(0x104e51ba00408102);

    g_assert_cmpuint(mfu.sfu_op, ==, 1);
    g_assert_cmpuint(mfu.sfu_reg, ==, 4);
    for (unsigned i = 0; i < 2; i++) {
        unsigned sfu = mfu.mul[i].src[0] == 10 ? 0 : 1;

        g_assert_cmpuint(mfu.mul[i].src[sfu], ==, 10);
        g_assert_cmpuint(mfu.mul[i].src[1 - sfu], ==, 11 + i);
        g_assert_cmpuint(mfu.mul[i].dst, ==, 1);
    }
    for (unsigned i = 0; i < 4; i++) {
        g_assert_cmpuint(mfu.var[i].op, ==, 1);
        g_assert_cmpuint(mfu.var[i].row, ==, 0);
        g_assert_cmpuint(mfu.var[i].saturate, ==, 0);
    }
    /* s, t fp20 from row 0; colour as pairs from row 1 */
    mfu = gr3d_fp_decode_mfu(0x104e51ba01830102);
    g_assert_cmpuint(mfu.var[1].op, ==, 1);
    g_assert_cmpuint(mfu.var[1].row, ==, 0);
    g_assert_cmpuint(mfu.var[2].op, ==, 2);
    g_assert_cmpuint(mfu.var[2].row, ==, 1);
    g_assert_cmpuint(mfu.var[3].op, ==, 2);
    g_assert_cmpuint(mfu.var[3].row, ==, 1);
}

static Gr3dFpSlot slot(uint32_t high, uint32_t low)
{
    return gr3d_fp_decode_slot((uint64_t)high << 32 | low);
}

/* 31 <- 1 * 0 + 0 in both halves */
static void test_filler(void)
{
    Gr3dFpSlot in = slot(0x000fe7e8, 0x3e41f200);

    g_assert_cmpuint(in.opcode, ==, 0);
    g_assert_cmpuint(in.dst, ==, 31);
    g_assert_true(in.write_high && in.write_low);
    for (unsigned i = 0; i < 3; i++) {
        g_assert_cmpuint(in.abc[i].reg, ==, 31);
        g_assert_true(in.abc[i].fx10);
        g_assert_false(in.abc[i].negate || in.abc[i].abs || in.abc[i].x2);
    }
    g_assert_true(in.abc[0].high);
    g_assert_false(in.abc[1].high || in.abc[2].high || in.d.enable);
}

static void test_slots(void)
{
    /* r2.l <- r0.l * r2.l + 0 of the texture example's first slot: r0.l */
    Gr3dFpSlot in = slot(0x00002008, 0x0441f200);

    g_assert_cmpuint(in.dst, ==, 0);
    g_assert_true(in.write_low && !in.write_high);
    g_assert_cmpuint(in.abc[0].reg, ==, 0);
    g_assert_true(in.abc[0].fx10 && !in.abc[0].high);
    g_assert_cmpuint(in.abc[1].reg, ==, 2);
    g_assert_true(in.abc[1].fx10 && !in.abc[1].high);
    /* r3.h <- r3 * 1 + 0 */
    in = slot(0x0001c0c0, 0x3f41f200);
    g_assert_cmpuint(in.dst, ==, 3);
    g_assert_true(in.write_high && !in.write_low);
    g_assert_cmpuint(in.abc[0].reg, ==, 3);
    g_assert_false(in.abc[0].fx10);
    g_assert_cmpuint(in.abc[1].reg, ==, 31);
    g_assert_true(in.abc[1].high && in.abc[1].fx10);
    /* kill <- r1.h * 1 + 0, "= 0" */
    in = slot(0x00666068, 0x3f41f200);
    g_assert_cmpuint(in.dst, ==, 76);
    g_assert_cmpuint(in.cc, ==, 1);
    g_assert_cmpuint(in.abc[0].reg, ==, 1);
    g_assert_true(in.abc[0].high);
    /* kill <- r0 < 0 ? 1 : 0 */
    in = slot(0xc0266000, 0x3f41f200);
    g_assert_cmpuint(in.opcode, ==, 3);
    g_assert_cmpuint(in.dst, ==, 76);
    /* kill <- r0 * 1 - 1, "> 0" */
    in = slot(0x00a66000, 0x3f41fa80);
    g_assert_cmpuint(in.cc, ==, 2);
    g_assert_true(in.abc[2].negate && in.abc[2].high);
}

/* Bits [23:4], [43:24], [63:44] */
static void test_constants(void)
{
    Gr3dFpConst imm = gr3d_fp_decode_const(0xabcde123456789af);

    g_assert_cmphex(imm.imm[2], ==, 0xabcde);
    g_assert_cmphex(imm.imm[1], ==, 0x12345);
    g_assert_cmphex(imm.imm[0], ==, 0x6789a);
    g_assert_cmphex(imm.rest, ==, 0xf);
}

/*
 * Programs
 */

typedef struct Fixture {
    Gr3dRegs regs;
    Gr3dFp fp;
    GpuEvents events;
} Fixture;

static Fixture *fixture(unsigned execs, unsigned rows)
{
    Fixture *f = g_new0(Fixture, 1);

    f->regs.reg[0x520] = 0x20006000 | execs;
    f->regs.reg[0xe20] = rows - 1;
    return f;
}

static void put_slot(Fixture *f, unsigned packet, unsigned slot_nr,
                     uint32_t high, uint32_t low)
{
    f->regs.alu_inst[8 * packet + 2 * slot_nr] = high;
    f->regs.alu_inst[8 * packet + 2 * slot_nr + 1] = low;
}

static void decode(Fixture *f)
{
    gr3d_fp_decode(&f->fp, &f->regs, &f->events);
}

static void test_num_execs(void)
{
    g_autofree Fixture *f = fixture(64, 4);

    decode(f);
    g_assert_cmpuint(f->fp.num_execs, ==, 64);
    g_assert_cmpuint(f->fp.num_rows, ==, 4);
    g_assert_cmpuint(f->events.num, ==, 0);
    f->regs.reg[0x520] = 0x2000607f;
    decode(f);
    g_assert_cmpuint(f->fp.num_execs, ==, 64);
    g_assert_cmpuint(f->events.num, ==, 1);
    g_assert_cmpuint(f->events.list[0].value, ==, 127);
}

/* PSEQ_PC names the one of 16 commands that counts */
static void test_command(void)
{
    for (unsigned i = 0; i < 16; i++) {
        g_autofree Fixture *f = fixture(1, 1);

        for (unsigned j = 0; j < 16; j++) {
            f->regs.reg[0x520 + 2 * j] = 0x20006000 | (10 + j);
            f->regs.reg[0x521 + 2 * j] = 0x3f;
        }
        f->regs.reg[0x503] = 0xfffffff0 | i;
        decode(f);
        g_assert_cmpuint(f->fp.num_execs, ==, 10 + i);
    }
}

/* Constants iff slots 0..2 name 28..30; the low word is uploaded first */
static void test_immediate_slot(void)
{
    g_autofree Fixture *f = fixture(1, 1);

    f->regs.alu_sched[0] = 1;
    put_slot(f, 0, 3, 0x456789af, 0xabcde123);
    decode(f);
    g_assert_false(f->fp.packet[0][0].constants);
    for (unsigned reg = 27; reg <= 31; reg++) {
        for (unsigned operand = 0; operand < 3; operand++) {
            bool want = reg >= 28 && reg <= 30;
            Gr3dFpSlot in = { 0 };
            uint64_t word;

            in.abc[operand].reg = reg;
            word = gr3d_fp_encode_slot(&in);
            put_slot(f, 0, operand, word >> 32, word);
            decode(f);
            g_assert_cmpint(f->fp.packet[0][0].constants, ==, want);
            put_slot(f, 0, operand, 0, 0);
            if (want) {
                g_assert_cmphex(f->fp.packet[0][0].imm[0], ==, 0x6789a);
                g_assert_cmphex(f->fp.packet[0][0].imm[1], ==, 0x12345);
                g_assert_cmphex(f->fp.packet[0][0].imm[2], ==, 0xabcde);
            }
        }
    }
    /* slot 3 naming an immediate does not make itself one */
    put_slot(f, 0, 3, 28 << 6, 0);
    decode(f);
    g_assert_false(f->fp.packet[0][0].constants);
}

static void test_schedule(void)
{
    g_autofree Fixture *f = fixture(2, 1);

    f->regs.alu_sched[0] = 62 << 2 | 3;
    f->regs.mfu_sched[1] = 63 << 2 | 2;
    decode(f);
    g_assert_cmpuint(f->fp.exec[0].num_packets, ==, 3);
    g_assert_cmpuint(f->fp.exec[0].packet[0], ==, 62);
    g_assert_cmpuint(f->fp.exec[0].packet[2], ==, 0);
    g_assert_cmpuint(f->fp.exec[0].num_mfu, ==, 0);
    g_assert_cmpuint(f->fp.exec[1].num_packets, ==, 0);
    g_assert_cmpuint(f->fp.exec[1].mfu[0], ==, 63);
    g_assert_cmpuint(f->fp.exec[1].mfu[1], ==, 0);
}

/* Rows without MFU work take the columns of the nearest earlier row with */
static void test_inherit(void)
{
    g_autofree Fixture *f = fixture(7, 4);

    /* row 0: columns 0..3; row 1: nothing; row 2: column 1; row 3: nothing */
    f->regs.mfu_inst[1] = 0x00408102;
    f->regs.mfu_inst[3] = 0x00000100;
    f->regs.mfu_sched[0] = 0 << 2 | 1;
    f->regs.mfu_sched[2] = 1 << 2 | 1;
    decode(f);
    g_assert_cmpuint(f->fp.exec[0].copy_columns, ==, 0);
    g_assert_cmpuint(f->fp.exec[1].copy_columns, ==, 0xf);
    g_assert_cmpuint(f->fp.exec[1].copy_row, ==, 0);
    g_assert_cmpuint(f->fp.exec[2].copy_columns, ==, 0);
    g_assert_cmpuint(f->fp.exec[3].copy_columns, ==, 0x2);
    g_assert_cmpuint(f->fp.exec[3].copy_row, ==, 2);
    /* the next pass does not look back into this one */
    g_assert_cmpuint(f->fp.exec[4].copy_columns, ==, 0);
    g_assert_cmpuint(f->fp.exec[5].copy_columns, ==, 0);
}

static void test_sets(void)
{
    g_autofree Fixture *f = fixture(3, 1);

    f->regs.tex_inst[0] = 0x403;
    f->regs.tex_inst[1] = 0x00f;            /* not enabled */
    f->regs.pseq_inst[1] = 0x0081000a;
    f->regs.dw_inst[0] = 0x00020409;
    f->regs.dw_inst[2] = 0x00028005;
    f->regs.dw_inst[3] = 0x00028009;        /* beyond the last EXEC */
    decode(f);
    g_assert_cmphex(f->fp.textures, ==, 1 << 3);
    g_assert_cmphex(f->fp.loads, ==, 1 << 1);
    g_assert_cmphex(f->fp.stores, ==, 1 << 1);
    g_assert_true(f->fp.stencil_store);
    g_assert_cmpuint(f->events.num, ==, 0);
}

/* The all-zero and the vendor filler are known; unknown things are events */
static void test_events(void)
{
    static const struct {
        size_t word;
        uint32_t value;
    } odd[] = {
        { G_STRUCT_OFFSET(Gr3dRegs, pseq_inst), 0x01000000 },
        { G_STRUCT_OFFSET(Gr3dRegs, tex_inst), 0x00000440 },
        { G_STRUCT_OFFSET(Gr3dRegs, dw_inst), 0x00000002 },
        { G_STRUCT_OFFSET(Gr3dRegs, alu_comp), 0x00010000 },
        { G_STRUCT_OFFSET(Gr3dRegs, mfu_inst), 12 << 22 },      /* op 12 */
        { G_STRUCT_OFFSET(Gr3dRegs, mfu_inst), 5u << 26 | 1 << 22 },
        { G_STRUCT_OFFSET(Gr3dRegs, mfu_inst), 0x118 },         /* source 8 */
        { G_STRUCT_OFFSET(Gr3dRegs, mfu_inst), 0x2bb },         /* target 2 */
        { G_STRUCT_OFFSET(Gr3dRegs, mfu_inst) + 4, 0x10000000 },
        { G_STRUCT_OFFSET(Gr3dRegs, mfu_inst) + 4, 3 << 1 },
        { G_STRUCT_OFFSET(Gr3dRegs, alu_inst) + 8, 1 << 28 },   /* recv 1 */
    };

    for (unsigned i = 0; i < G_N_ELEMENTS(odd); i++) {
        g_autofree Fixture *f = fixture(1, 1);

        f->regs.alu_sched[0] = f->regs.mfu_sched[0] = 1;
        put_slot(f, 0, 0, 0x000fe7e8, 0x3e41f200);
        decode(f);
        g_assert_cmpuint(f->events.num, ==, 0);
        G_STRUCT_MEMBER(uint32_t, &f->regs, odd[i].word) = odd[i].value;
        decode(f);
        g_assert_cmpuint(f->events.num, ==, 1);
    }
}

static void put_sfu(Fixture *f, unsigned at, unsigned op, unsigned reg)
{
    f->regs.mfu_inst[2 * at] = reg << 26 | op << 22;
}

/* Two MFU instructions of one EXEC, or of two: rows keep their registers */
static void test_steps(void)
{
    static const struct {
        uint8_t op[2], reg[2], rows;    /* rows 0: one EXEC */
        bool known;
    } row[] = {
        { { 9, 4 }, { 2, 2 }, 0, true },        /* PREEX2, EX2 */
        { { 10, 6 }, { 0, 0 }, 0, true },       /* PRESIN, SIN */
        { { 11, 7 }, { 3, 3 }, 0, true },       /* PRECOS, COS */
        { { 9, 4 }, { 2, 2 }, 1, true },
        { { 9, 4 }, { 2, 2 }, 2, false },       /* r2 of another row */
        { { 9, 4 }, { 2, 1 }, 0, false },
        { { 9, 6 }, { 2, 2 }, 0, false },
        { { 10, 7 }, { 2, 2 }, 0, false },
        { { 1, 4 }, { 2, 2 }, 0, false },
        { { 4, 9 }, { 2, 2 }, 0, false },
        { { 9, 4 }, { 4, 4 }, 0, false },       /* r4 is read-only */
    };

    for (unsigned i = 0; i < G_N_ELEMENTS(row); i++) {
        bool one = !row[i].rows;
        g_autofree Fixture *f = fixture(one ? 1 : 2, one ? 1 : row[i].rows);

        put_sfu(f, 0, row[i].op[0], row[i].reg[0]);
        put_sfu(f, 1, row[i].op[1], row[i].reg[1]);
        f->regs.mfu_sched[0] = one ? 2 : 1;
        f->regs.mfu_sched[1] = 1 << 2 | 1;
        decode(f);
        g_assert_cmpuint(f->events.num, ==, !row[i].known);
        if (!row[i].known) {
            g_assert_cmpuint(f->events.list[0].value, ==, row[i].op[0] != 4);
            g_assert_cmpint(f->events.list[0].kind, ==, GPU_EVENT_UNKNOWN);
        }
    }
}

/* A pixel of N rows has 4 N registers */
static void test_row_registers(void)
{
    for (unsigned rows = 1; rows <= 4; rows++) {
        for (unsigned reg = 0; reg < 16; reg++) {
            const bool beyond = reg >= 4 * rows;
            const uint32_t word[][2] = {
                { reg << 15 | 1 << 14 | 31 << 6, 0x3e41f200 },  /* result */
                { (0x000fe7e8 & ~(127u << 6)) | reg << 6, 0x3e41f200 },
                { 0x000fe7e8, (0x3e41f200 & ~(127u << 25)) | reg << 25 },
                { 0x000fe7e8, (0x3e41f200 & ~(127u << 12)) | reg << 12 },
            };

            for (unsigned i = 0; i < G_N_ELEMENTS(word); i++) {
                g_autofree Fixture *f = fixture(1, rows);

                f->regs.alu_sched[0] = 1;
                put_slot(f, 0, 2, word[i][0], word[i][1]);
                decode(f);
                g_assert_cmpuint(f->events.num, ==, beyond);
            }
        }
    }
}

/* Check that all that the interpreter indexes with is in range. */
static void check_ranges(const Gr3dFp *fp)
{
    for (unsigned e = 0; e < fp->num_execs; e++) {
        const Gr3dFpExec *exec = &fp->exec[e];

        g_assert_true(exec->num_mfu <= 3 && exec->num_packets <= 3);
        g_assert_true(exec->copy_row < fp->num_rows);
        for (unsigned i = 0; i < exec->num_mfu; i++) {
            const Gr3dFpMfuSteps *mfu = &fp->mfu[exec->mfu[i]];

            g_assert_true(mfu->decoded && mfu->num_steps <= 9);
            for (unsigned j = 0; j < mfu->num_steps; j++) {
                g_assert_true(mfu->step[j].unit < 4 && mfu->step[j].a < 20);
            }
        }
        for (unsigned i = 0; i < exec->num_packets; i++) {
            const Gr3dFpPacket *p = &fp->packet[i > 0][exec->packet[i]];

            g_assert_true(p->decoded && p->num_steps <= 16);
            for (unsigned j = 0; j < 16; j++) {
                const Gr3dFpAlu *alu = &p->slot[j / 4];

                g_assert_true(alu->src[j % 4].at < GR3D_FP_FILE_SIZE);
                g_assert_true(alu->dst < GR3D_FP_FILE_SIZE);
            }
        }
    }
}

static void test_random(void)
{
    for (unsigned i = 0; i < 300; i++) {
        g_autofree Fixture *f = g_new0(Fixture, 1);
        uint32_t *word = (uint32_t *)&f->regs;

        for (size_t j = 0; j < sizeof(f->regs) / 4; j++) {
            word[j] = g_test_rand_int();
        }
        for (unsigned j = 0; j < 64; j++) {
            f->regs.alu_sched[j] &= 0xff;
            f->regs.mfu_sched[j] &= 0xff;
        }
        decode(f);
        check_ranges(&f->fp);
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/fp-decode/inverse", test_inverse);
    g_test_add_func("/fp-decode/programs", test_programs);
    g_test_add_func("/fp-decode/dw", test_dw);
    g_test_add_func("/fp-decode/pseq", test_pseq);
    g_test_add_func("/fp-decode/tex", test_tex);
    g_test_add_func("/fp-decode/mfu", test_mfu);
    g_test_add_func("/fp-decode/filler", test_filler);
    g_test_add_func("/fp-decode/slots", test_slots);
    g_test_add_func("/fp-decode/constants", test_constants);
    g_test_add_func("/fp-decode/num-execs", test_num_execs);
    g_test_add_func("/fp-decode/command", test_command);
    g_test_add_func("/fp-decode/immediate-slot", test_immediate_slot);
    g_test_add_func("/fp-decode/schedule", test_schedule);
    g_test_add_func("/fp-decode/inherit", test_inherit);
    g_test_add_func("/fp-decode/sets", test_sets);
    g_test_add_func("/fp-decode/events", test_events);
    g_test_add_func("/fp-decode/steps", test_steps);
    g_test_add_func("/fp-decode/row-registers", test_row_registers);
    g_test_add_func("/fp-decode/random", test_random);
    return g_test_run();
}
