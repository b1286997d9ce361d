/*
 * Tegra20 GR3D engine: fragment programs for strips
 *
 * Runs the program once over values instead of numbers: what pipe/fp.c
 * does for a fragment becomes operations.  fp_regs.c holds the registers,
 * fp_lower_alu.c does the ALU, fp_ssa.c makes the list.
 *
 * [tegra-gr3d.rst, Fragment pipe]
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <glib.h>
#include "hw/gpu/gr3d/isa/num.h"
#include "fp_lower.h"
#include "fp_regs.h"

/*
 * MFU
 */

static Gr3dVal planes(Gr3dLower *l, unsigned i)
{
    if (!l->planes) {
        l->planes = gr3d_op1(l->ssa, GR3D_STRIP_PLANES, 0);
    }
    return l->planes + i;
}

static Gr3dVal mfu_source(Gr3dLower *l, unsigned src, unsigned base)
{
    if (src < GR3D_FP_SRC_R4) {
        return gr3d_fp_reg_number(l->ssa, &l->file[base + src]);
    }
    if (src >= GR3D_FP_SRC_CONST) {
        return gr3d_ssa_const(l->ssa, (Gr3dStripConst) {
            .kind = GR3D_STRIP_MFU_CONST, .at = src - GR3D_FP_SRC_CONST,
        });
    }
    switch (src) {
    case GR3D_FP_SRC_R4:
        return planes(l, 2);
    case GR3D_FP_SRC_SFU:
        return l->sfu;
    case GR3D_FP_SRC_COEF0:
        return planes(l, 0);
    case GR3D_FP_SRC_COEF1:
        return planes(l, 1);
    default:
        return gr3d_const_float(l->ssa, src == GR3D_FP_SRC_ONE);
    }
}

/* Set a register to a number that is not rounded yet. */
static void set_number(Gr3dLower *l, unsigned at, Gr3dVal val)
{
    l->file[at] = (Gr3dFpReg) {
        .number = gr3d_op1(l->ssa, GR3D_STRIP_F20, val),
    };
}

/* Operations by FP_SFU code; 0: the identity */
static const uint8_t sfu_code[16] = {
    [1] = GR3D_STRIP_RCP, [2] = GR3D_STRIP_RSQ, [3] = GR3D_STRIP_LG2,
    [4] = GR3D_STRIP_EX2, [5] = GR3D_STRIP_SQRT, [6] = GR3D_STRIP_SIN,
    [7] = GR3D_STRIP_COS, [8] = GR3D_STRIP_FRC,
};

static void lower_sfu(Gr3dLower *l, const Gr3dFpMfuStep *step, unsigned base)
{
    Gr3dVal x = mfu_source(l, step->a, base);
    unsigned code = sfu_code[step->b];

    l->sfu = code ? gr3d_op1(l->ssa, code, x) : x;
    if (step->a < GR3D_FP_SRC_R4) {
        set_number(l, base + step->a, l->sfu);
    }
}

/* Return a product's number among the weights made at once; 2: none. */
static unsigned weight_of(Gr3dLower *l, Gr3dVal a, Gr3dVal b)
{
    if (l->planes &&
        a == gr3d_op1(l->ssa, GR3D_STRIP_RCP, l->planes + 2)) {
        return b == l->planes ? 0 : b == l->planes + 1 ? 1 : 2;
    }
    return 2;
}

static Gr3dVal product(Gr3dLower *l, Gr3dVal a, Gr3dVal b)
{
    Gr3dVal one = gr3d_const_float(l->ssa, 1);
    unsigned weight = MIN(weight_of(l, a, b), weight_of(l, b, a));

    if (weight < 2) {
        return gr3d_op1(l->ssa, GR3D_STRIP_WEIGHTS, 0) + weight;
    }
    return a == one ? b : b == one ? a :
           gr3d_op2(l->ssa, GR3D_STRIP_MUL, a, b);
}

static Gr3dVal lower_var(Gr3dLower *l, const Gr3dFpMfuStep *step,
                         Gr3dStripCode code)
{
    return gr3d_ssa_add(l->ssa, (Gr3dStripOp) {
        .code = code, .src = { l->weight[0], l->weight[1] }, .unit = step->a,
        .k = { step->unit }, .flags = step->b ? GR3D_STRIP_SAT : 0,
    });
}

static void lower_mfu(Gr3dLower *l, const Gr3dFpMfuSteps *mfu, unsigned base)
{
    for (unsigned i = 0; i < mfu->num_steps; i++) {
        const Gr3dFpMfuStep *step = &mfu->step[i];
        Gr3dFpReg *reg = &l->file[base + step->unit];
        Gr3dVal val;

        switch ((Gr3dFpMfuKind)step->kind) {
        case GR3D_FP_MFU_SFU:
            lower_sfu(l, step, base);
            break;
        case GR3D_FP_MFU_MUL:
            l->product[step->unit] = product(l, mfu_source(l, step->a, base),
                                             mfu_source(l, step->b, base));
            break;
        case GR3D_FP_MFU_WEIGHT:
            l->weight[step->unit] = l->product[step->unit];
            break;
        case GR3D_FP_MFU_STORE:
            set_number(l, base + step->a, l->product[step->unit]);
            break;
        case GR3D_FP_MFU_VAR_FP20:
            val = lower_var(l, step, GR3D_STRIP_VAR_F);
            *reg = (Gr3dFpReg) { .number = val };
            break;
        case GR3D_FP_MFU_VAR_FX10:
            val = lower_var(l, step, GR3D_STRIP_VAR_X);
            *reg = (Gr3dFpReg) { .low = val, .high = val + 1 };
            break;
        case GR3D_FP_MFU_DEPTH:
            val = gr3d_op1(l->ssa, GR3D_STRIP_DEPTH, 0);
            *reg = (Gr3dFpReg) { .raw = val };
            break;
        }
    }
}

/*
 * Memory
 */

static void set_colour(Gr3dFpReg *reg, Gr3dVal val)
{
    reg[0] = (Gr3dFpReg) { .low = val, .high = val + 1 };
    reg[1] = (Gr3dFpReg) { .low = val + 2, .high = val + 3 };
}

static void get_colour(Gr3dLower *l, Gr3dFpReg *reg, uint16_t src[4])
{
    for (unsigned i = 0; i < 4; i++) {
        src[i] = gr3d_fp_reg_half(l->ssa, &reg[i / 2], i % 2);
    }
}

/* Lower a load.  The registers' old values matter where a lane may not load. */
static void lower_pseq(Gr3dLower *l, const Gr3dFp *fp, const Gr3dFpExec *exec,
                       unsigned base)
{
    const Gr3dFpPseq *pseq = &exec->pseq;
    Gr3dFpReg *reg = &l->file[base + 2 * pseq->pair];
    Gr3dStripOp op = {
        .code = GR3D_STRIP_LOAD, .unit = pseq->surf,
        .flags = pseq->killed ? GR3D_STRIP_KILLED : 0,
    };

    if (pseq->op != 1) {
        return;
    }
    if (exec < &fp->exec[l->derivatives] || (l->kills && !pseq->killed)) {
        get_colour(l, reg, op.src);
    }
    set_colour(reg, gr3d_ssa_add(l->ssa, op));
}

/* Return coordinate @i of S, T, R, LOD. */
static Gr3dVal tex_coord(Gr3dLower *l, const Gr3dFpTex *tex, unsigned base,
                         unsigned i)
{
    unsigned reg = (2 * tex->src_pair + i) & 3;

    return gr3d_fp_reg_number(l->ssa, &l->file[base + reg]);
}

static void lower_tex(Gr3dLower *l, const Gr3dFpTex *tex, unsigned base)
{
    Gr3dStripOp op = { .code = GR3D_STRIP_TEX, .unit = tex->index };

    if (!tex->enable) {
        return;
    }
    op.flags = tex->lod ? GR3D_STRIP_LOD : tex->lod_bias ? GR3D_STRIP_BIAS : 0;
    op.src[0] = tex_coord(l, tex, base, 0);
    op.src[1] = tex_coord(l, tex, base, 1);
    if (op.flags) {
        op.src[2] = tex_coord(l, tex, base, 3);
    }
    set_colour(&l->file[base + 2 * tex->dst_pair], gr3d_ssa_add(l->ssa, op));
}

static void lower_dw(Gr3dLower *l, const Gr3dFpDw *dw, unsigned base)
{
    Gr3dStripOp op = {
        .code = GR3D_STRIP_STORE, .unit = dw->surf,
        .flags = dw->killed ? GR3D_STRIP_KILLED : 0,
    };

    if (dw->op == 1 && !dw->stencil) {
        get_colour(l, &l->file[base + 2 * dw->pair], op.src);
        gr3d_ssa_add(l->ssa, op);
    }
}

/*
 * The program
 */

static void copy_columns(Gr3dLower *l, const Gr3dFpExec *exec, unsigned base)
{
    for (unsigned i = 0; i < 4; i++) {
        if (exec->copy_columns >> i & 1) {
            l->file[base + i] = l->file[4 * exec->copy_row + i];
        }
    }
}

static void lower_inputs(Gr3dLower *l, const Gr3dFp *fp,
                         const Gr3dFpExec *exec, unsigned base)
{
    lower_pseq(l, fp, exec, base);
    for (unsigned i = 0; i < exec->num_mfu; i++) {
        lower_mfu(l, &fp->mfu[exec->mfu[i]], base);
    }
    copy_columns(l, exec, base);
    lower_tex(l, &exec->tex, base);
}

static void lower_packets(Gr3dLower *l, const Gr3dFp *fp,
                          const Gr3dFpExec *exec)
{
    for (unsigned i = 0; i < exec->num_packets; i++) {
        gr3d_lower_packet(l, &fp->packet[i > 0][exec->packet[i]]);
    }
}

/* Set @reg to what a row has written to @from, as halves. */
static void merge(Gr3dLower *l, Gr3dFpReg *reg, Gr3dFpReg *from, uint32_t mask)
{
    if (mask == GR3D_FP20_MASK) {
        *reg = *from;
    } else if (mask) {
        bool high = mask >> 10;

        gr3d_fp_reg_set_half(l->ssa, reg, high,
                             gr3d_fp_reg_half(l->ssa, from, high));
    }
}

/*
 * Lower the ALU work: all rows start from the same registers; what they wrote
 * is merged afterwards, later rows last.
 */
static void lower_alu(Gr3dLower *l, const Gr3dFp *fp, const Gr3dFpExec *exec,
                      unsigned rows)
{
    Gr3dFpReg before[GR3D_FP_ROW_REGS], merged[GR3D_FP_ROW_REGS];

    if (rows == 1) {
        lower_packets(l, fp, exec);
        return;
    }
    memcpy(before, l->file, sizeof(before));
    memcpy(merged, l->file, sizeof(merged));
    for (unsigned row = 0; row < rows; row++) {
        memcpy(l->file, before, sizeof(before));
        lower_packets(l, fp, &exec[row]);
        for (unsigned i = 0; i < GR3D_FP_ROW_REGS; i++) {
            merge(l, &merged[i], &l->file[i], exec[row].write_mask[i]);
        }
    }
    memcpy(l->file, merged, sizeof(merged));
}

static void lower_pass(Gr3dLower *l, const Gr3dFp *fp, const Gr3dFpExec *exec,
                       unsigned rows)
{
    for (unsigned row = 0; row < rows; row++) {
        lower_inputs(l, fp, &exec[row], 4 * row);
    }
    lower_alu(l, fp, exec, rows);
    for (unsigned row = 0; row < rows; row++) {
        lower_dw(l, &exec[row].dw, 4 * row);
    }
}

static void start(Gr3dLower *l, const Gr3dFp *fp)
{
    memset(l, 0, sizeof(*l));
    l->ssa = gr3d_ssa_new();
    for (unsigned i = 0; i < GR3D_FP_FILE_SIZE; i++) {
        gr3d_fp_reg_start(&l->file[i], i);
    }
    l->file[GR3D_FP_POS_X] = (Gr3dFpReg) {
        .raw = gr3d_op1(l->ssa, GR3D_STRIP_POS_X, 0),
    };
    l->file[GR3D_FP_POS_Y] = (Gr3dFpReg) {
        .raw = gr3d_op1(l->ssa, GR3D_STRIP_POS_Y, 0),
    };
    l->file[GR3D_FP_FACE] = (Gr3dFpReg) {
        .raw = gr3d_op1(l->ssa, GR3D_STRIP_FACE, 0),
    };
    l->sfu = l->weight[0] = l->weight[1] = gr3d_const_float(l->ssa, 0);
    for (unsigned e = 0; e < fp->num_execs; e++) {
        if (fp->exec[e].tex.enable && !fp->exec[e].tex.lod) {
            l->derivatives = e + 1;
        }
    }
}

static void lower_execs(Gr3dLower *l, const Gr3dFp *fp)
{
    for (unsigned e = 0; e < fp->num_execs; e += fp->num_rows) {
        lower_pass(l, fp, &fp->exec[e], MIN(fp->num_execs - e, fp->num_rows));
    }
}

Gr3dStripProgram *gr3d_fp_lower(const Gr3dFp *fp)
{
    Gr3dStripProgram *program;
    Gr3dLower l;

    start(&l, fp);
    lower_execs(&l, fp);
    program = gr3d_ssa_emit(l.ssa);
    gr3d_ssa_free(l.ssa);
    return program;
}

Gr3dStripProgram *gr3d_fp_lower_all(const Gr3dFp *fp, uint16_t *raw)
{
    Gr3dVal val[GR3D_FP_FILE_SIZE];
    Gr3dStripProgram *program;
    Gr3dLower l;

    start(&l, fp);
    lower_execs(&l, fp);
    for (unsigned i = 0; i < GR3D_FP_FILE_SIZE; i++) {
        val[i] = gr3d_fp_reg_raw(l.ssa, &l.file[i]);
        gr3d_ssa_keep(l.ssa, val[i]);
    }
    program = gr3d_ssa_emit(l.ssa);
    for (unsigned i = 0; i < GR3D_FP_FILE_SIZE; i++) {
        raw[i] = gr3d_ssa_vec(l.ssa, val[i]);
    }
    gr3d_ssa_free(l.ssa);
    return program;
}
