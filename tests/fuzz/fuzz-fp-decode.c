/*
 * Fuzzer: the words of a fragment program, decoded, encoded, as text and back
 *
 * Input: decode.h
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <glib.h>
#include "hw/gpu/gr3d/isa/fp_decode.h"
#include "hw/gpu/gr3d/text/asm.h"
#include "hw/gpu/gr3d/text/disasm.h"
#include "decode.h"
#include "fp-upload.h"

/* ---- words and their inverses */

static void check_slots(const Gr3dRegs *regs)
{
    for (unsigned i = 0; i < 512; i += 2) {
        uint64_t high = regs->alu_inst[i], low = regs->alu_inst[i + 1];
        uint64_t word = high << 32 | low;
        Gr3dFpSlot slot = gr3d_fp_decode_slot(word);
        Gr3dFpConst imm = gr3d_fp_decode_const(word);

        must(gr3d_fp_encode_slot(&slot) == word);
        must(gr3d_fp_encode_const(&imm) == word);
    }
}

static void check_instructions(const Gr3dRegs *regs)
{
    for (unsigned i = 0; i < GR3D_NUM_EXECS; i++) {
        uint64_t mfu = (uint64_t)regs->mfu_inst[2 * i] << 32 |
                       regs->mfu_inst[2 * i + 1];
        Gr3dFpMfu m = gr3d_fp_decode_mfu(mfu);
        Gr3dFpPseq pseq = gr3d_fp_decode_pseq(regs->pseq_inst[i]);
        Gr3dFpTex tex = gr3d_fp_decode_tex(regs->tex_inst[i]);
        Gr3dFpDw dw = gr3d_fp_decode_dw(regs->dw_inst[i]);
        Gr3dFpSched sched = gr3d_fp_decode_sched(regs->alu_sched[i]);

        must(gr3d_fp_encode_mfu(&m) == mfu);
        must(gr3d_fp_encode_pseq(&pseq) == regs->pseq_inst[i]);
        must(gr3d_fp_encode_tex(&tex) == regs->tex_inst[i]);
        must(gr3d_fp_encode_dw(&dw) == regs->dw_inst[i]);
        must(sched.count <= 3 && sched.first < 64);
    }
}

/* ---- what an executor takes as an index, or as one of few */

static void check_alu(const Gr3dFpAlu *alu)
{
    for (unsigned i = 0; i < 4; i++) {
        const Gr3dFpSource *src = &alu->src[i];

        must(src->at < GR3D_FP_FILE_SIZE && src->type <= GR3D_FP_ALU_FX10);
        must(src->shift == 0 || src->shift == 10);
    }
    must(alu->target <= GR3D_FP_TO_KILL && alu->sum < 16);
    must(alu->target != GR3D_FP_TO_REG || alu->dst < GR3D_FP_ALU);
    must(alu->target != GR3D_FP_TO_CR || (alu->dst >= GR3D_FP_CR &&
                                          alu->dst < GR3D_FP_CR + 8));
    must(alu->shift <= 10 && alu->shift2 <= 10 && alu->mask < 1u << 20);
}

static void check_packet(const Gr3dFpPacket *packet)
{
    must(packet->num_steps <= 16);
    for (unsigned i = 0; i < packet->num_steps; i++) {
        must(packet->step[i].kind <= GR3D_FP_RESULT);
        must(packet->step[i].slot < 4);
    }
    for (unsigned i = 0; i < 4; i++) {
        check_alu(&packet->slot[i]);
    }
}

static void check_mfu(const Gr3dFpMfuSteps *mfu)
{
    must(mfu->num_steps <= G_N_ELEMENTS(mfu->step) && mfu->columns < 16);
    for (unsigned i = 0; i < mfu->num_steps; i++) {
        const Gr3dFpMfuStep *step = &mfu->step[i];

        must(step->kind <= GR3D_FP_MFU_DEPTH && step->unit < 4);
        must(step->kind != GR3D_FP_MFU_SFU || step->b < 16);
        must(step->kind != GR3D_FP_MFU_MUL ||
             (step->a < GR3D_FP_NUM_SRC && step->b < GR3D_FP_NUM_SRC));
        must((step->kind != GR3D_FP_MFU_VAR_FP20 &&
              step->kind != GR3D_FP_MFU_VAR_FX10) || step->a < 16);
    }
}

static void check_exec(const Gr3dFpExec *exec)
{
    must(exec->num_mfu <= 3 && exec->num_packets <= 3 && exec->copy_row < 4);
    for (unsigned i = 0; i < 3; i++) {
        must(exec->mfu[i] < 64 && exec->packet[i] < 64);
    }
}

static void check_program(const Gr3dFp *fp)
{
    must(fp->num_execs <= GR3D_NUM_EXECS);
    must(fp->num_rows >= 1 && fp->num_rows <= 4);
    for (unsigned i = 0; i < fp->num_execs; i++) {
        check_exec(&fp->exec[i]);
    }
    for (unsigned i = 0; i < 64; i++) {
        check_mfu(&fp->mfu[i]);
        check_packet(&fp->packet[0][i]);
        check_packet(&fp->packet[1][i]);
    }
}

/* ---- programs that must be the same */

static void same_program(const Gr3dFp *a, const Gr3dFp *b)
{
    must(a->num_execs == b->num_execs && a->num_rows == b->num_rows);
    must(a->columns == b->columns && a->textures == b->textures);
    must(a->loads == b->loads && a->stores == b->stores);
    must(a->stencil_store == b->stencil_store && a->cost == b->cost);
    for (unsigned i = 0; i < a->num_execs; i++) {
        const Gr3dFpExec *x = &a->exec[i], *y = &b->exec[i];

        must(x->num_mfu == y->num_mfu && x->num_packets == y->num_packets);
        must(x->copy_row == y->copy_row);
        must(x->copy_columns == y->copy_columns);
        must(!memcmp(x->write_mask, y->write_mask, sizeof(x->write_mask)));
    }
}

/*
 * The program's text gives the same program, wherever its words then are.  Not
 * of more EXECs than there are: the text has fewer.
 */
static void check_text(const Gr3dRegs *regs, const Gr3dFp *fp)
{
    static Gr3dRegs again;
    static Gr3dAsmFp out;
    static Gr3dFp fp_again;
    g_autoptr(GString) text = g_string_new("");
    g_autofree char *error = NULL;
    GpuEvents events = { 0 };

    gr3d_disasm_fp(text, 0, regs);
    must(gr3d_asm_fp(text->str, &out, &error));
    must(out.num_execs == fp->num_execs);
    again = *regs;
    fp_upload(&again, &out);
    gr3d_fp_decode(&fp_again, &again, &events);
    if (fp_again.num_execs == fp->num_execs) {
        same_program(fp, &fp_again);
    }
}

/* What has the same words is the same program: the cache relies on it. */
static void check_words(const Gr3dRegs *regs, const Gr3dFp *fp,
                        const Gr3dRegs *other)
{
    static uint32_t words[2][GR3D_FP_MAX_WORDS];
    static Gr3dFp fp_other;
    unsigned num = gr3d_fp_words(regs, words[0]);
    GpuEvents events = { 0 };

    must(num <= GR3D_FP_MAX_WORDS);
    gr3d_fp_decode(&fp_other, other, &events);
    if (gr3d_fp_words(other, words[1]) == num &&
        !memcmp(words[0], words[1], 4 * num)) {
        same_program(fp, &fp_other);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static Gr3dRegs regs, other;
    static Gr3dFp fp;
    GpuEvents events = { 0 };

    decode_input(&regs, &other, data, size);
    check_instructions(&regs);
    check_slots(&regs);
    gr3d_fp_decode(&fp, &regs, &events);
    check_program(&fp);
    check_text(&regs, &fp);
    check_words(&regs, &fp, &other);
    return 0;
}
