/*
 * Tegra20 GR3D engine: reference interpreter of the fragment pipe
 *
 * It is scalar, and the definition: backends must give the same bits.
 *
 * [tegra-gr3d.rst, Fragment pipe]
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "hw/gpu/gr3d/isa/num.h"
#include "hw/gpu/gr3d/isa/table_coverage.h"
#include "frag.h"

/*
 * The primitives of fp_ops.def
 */

static inline double prim_min(double a, double b)
{
    return gr3d_isnan(a) ? b : gr3d_isnan(b) ? a : a < b ? a : b;
}

static inline double prim_max(double a, double b)
{
    return gr3d_isnan(a) ? b : gr3d_isnan(b) ? a : a > b ? a : b;
}

static inline double prim_abs(double a)
{
    return gpu_double_from_bits(gpu_double_to_bits(a) << 1 >> 1);
}

/* Clamp to 0..1; a NaN gives 0. */
static inline double prim_clamp01(double a)
{
    return a > 0 ? (a < 1 ? a : 1) : 0;
}

#define P_K(c)              ((double)(c))
#define P_ADD(a, b)         ((a) + (b))
#define P_SUB(a, b)         ((a) - (b))
#define P_MUL(a, b)         ((a) * (b))
#define P_MIN(a, b)         prim_min(a, b)
#define P_MAX(a, b)         prim_max(a, b)
#define P_ABS(a)            prim_abs(a)
#define P_NEG(a)            (-(a))
#define P_SEL(cond, a, b)   ((cond) ? (a) : (b))
#define P_LT0(a)            ((a) < 0)
#define P_EQ0(a)            ((a) == 0)
#define P_GT0(a)            ((a) > 0)
#define P_GE0(a)            ((a) >= 0)
#define P_BOOL(cond)        ((cond) ? 1.0 : 0.0)
#define P_CLAMP01(a)        prim_clamp01(a)

/*
 * MFU: single precision
 */

#define P_RCP(a)            (1.0f / (a))
#define P_RSQ(a)            ((float)gr3d_rsq(a))
#define P_SQRT(a)           ((float)gr3d_sqrt(a))
#define P_LG2(a)            ((float)gr3d_lg2(a))
#define P_EX2(a)            ((float)gr3d_ex2(a))
#define P_SIN(a)            ((float)gr3d_sin(a))
#define P_COS(a)            ((float)gr3d_cos(a))
#define P_FLOOR(a)          ((float)gr3d_floor(a))

static float special(unsigned op, float X)
{
    switch (op) {
#define FP_SFU(code, name, text, expr)         \
    case code:                                 \
        return GR3D_COVER(SFU, code), expr;
#include "hw/gpu/gr3d/isa/fp_ops.def"
    default:
        return 0;
    }
}

static float mfu_source(const Gr3dFrag *frag, unsigned src, unsigned base)
{
    return src < GR3D_FP_SRC_R4 ? gr3d_fp20_to_float(frag->file[base + src]) :
           frag->source[src];
}

/* Interpolate; this form is exact where the three vertices agree. */
static float interpolate(const Gr3dFrag *frag, float v0, float v1, float v2)
{
    return v2 + frag->weight[0] * (v0 - v2) + frag->weight[1] * (v1 - v2);
}

static uint32_t var_fp20(const Gr3dFrag *frag, const uint32_t v[3],
                         bool saturate)
{
    float x = interpolate(frag, gr3d_fp20_to_float(v[0]),
                          gr3d_fp20_to_float(v[1]),
                          gr3d_fp20_to_float(v[2]));

    return gr3d_fp20_from_double(saturate ? P_CLAMP01(x) : x);
}

static uint32_t var_fx10(const Gr3dFrag *frag, const uint32_t v[3],
                         bool saturate, unsigned shift)
{
    float x = interpolate(frag, gr3d_fx10_to_float(v[0] >> shift),
                          gr3d_fx10_to_float(v[1] >> shift),
                          gr3d_fx10_to_float(v[2] >> shift));

    return gr3d_fx10_from_double(saturate ? P_CLAMP01(x) : x) << shift;
}

static void run_sfu(const Gr3dFpMfuStep *step, Gr3dFrag *frag, unsigned base)
{
    float x = special(step->b, mfu_source(frag, step->a, base));

    frag->source[GR3D_FP_SRC_SFU] = x;
    if (step->a < GR3D_FP_SRC_R4) {
        frag->file[base + step->a] = gr3d_fp20_from_double(x);
    }
}

/* Interpolate; @step is one of the VAR kinds: @a is a TRAM row. */
static uint32_t run_var(const Gr3dFpMfuStep *step, const Gr3dPrim *prim,
                        const Gr3dFrag *frag)
{
    const uint32_t *tram = prim->tram[step->a][step->unit];

    return step->kind == GR3D_FP_MFU_VAR_FP20 ?
           var_fp20(frag, tram, step->b) :
           var_fx10(frag, tram, step->b, 0) | var_fx10(frag, tram, step->b, 10);
}

void gr3d_mfu_run(const Gr3dFpMfuSteps *mfu, const Gr3dPrim *prim,
                  Gr3dFrag *frag, unsigned base)
{
    for (unsigned i = 0; i < mfu->num_steps; i++) {
        const Gr3dFpMfuStep *step = &mfu->step[i];
        unsigned unit = step->unit;

        switch ((Gr3dFpMfuKind)step->kind) {
        case GR3D_FP_MFU_SFU:
            run_sfu(step, frag, base);
            break;
        case GR3D_FP_MFU_MUL:
            frag->product[unit] = mfu_source(frag, step->a, base) *
                                  mfu_source(frag, step->b, base);
            break;
        case GR3D_FP_MFU_WEIGHT:
            frag->weight[unit] = frag->product[unit];
            break;
        case GR3D_FP_MFU_STORE:
            frag->file[base + step->a] =
                gr3d_fp20_from_double(frag->product[unit]);
            break;
        case GR3D_FP_MFU_VAR_FP20:
        case GR3D_FP_MFU_VAR_FX10:
            frag->file[base + unit] = run_var(step, prim, frag);
            break;
        case GR3D_FP_MFU_DEPTH:
            frag->file[base + unit] = frag->z20;
            break;
        }
    }
}

/*
 * ALU
 */

static double modify(double V, const Gr3dFpSource *src)
{
#define FP_MOD(bit, name, member, low, d, before, after, fx10, expr) \
    if (src->mods >> (bit) & 1) {     \
        GR3D_COVER(MOD, bit);         \
        V = expr;                     \
    }
#include "hw/gpu/gr3d/isa/fp_ops.def"
    /* fixed point has no -0 */
    return src->type == GR3D_FP_FP20 ? V : V + 0.0;
}

static double operand(const Gr3dFpSource *src, const uint32_t *file)
{
    uint32_t raw = file[src->at];
    double v;

    switch ((Gr3dFpType)src->type) {
    case GR3D_FP_FX10:
        v = gr3d_fx10_to_double(raw >> src->shift);
        break;
    case GR3D_FP_ALU_FX10:
        v = gr3d_fx10_to_double(
                gr3d_fx10_from_double(gr3d_fp20_to_double(raw)));
        break;
    default:
        v = gr3d_fp20_to_double(raw);
        break;
    }
    return src->mods ? modify(v, src) : v;
}

static double evaluate(unsigned opcode, const double v[4])
{
    const double A = v[0], B = v[1], C = v[2], D = v[3];

    switch (opcode) {
#define FP_ALU(code, name, text, expr)         \
    case code:                                 \
        return GR3D_COVER(ALU, code), expr;
#include "hw/gpu/gr3d/isa/fp_ops.def"
    default:
        return 0;
    }
}

static double scaled(unsigned scale, double T)
{
    switch (scale) {
#define FP_SCALE(code, name, text, expr)       \
    case code:                                 \
        return GR3D_COVER(SCALE, code), expr;
#include "hw/gpu/gr3d/isa/fp_ops.def"
    default:
        return T;
    }
}

static double compared(unsigned cc, double T)
{
    switch (cc) {
#define FP_CC(code, name, text, expr)          \
    case code:                                 \
        return GR3D_COVER(CC, code), expr;
#include "hw/gpu/gr3d/isa/fp_ops.def"
    default:
        return T;
    }
}

static double finish(const Gr3dFpAlu *alu, double t)
{
    t = compared(alu->cc, scaled(alu->scale, t));
    return alu->saturate ? P_CLAMP01(t) : t;
}

typedef struct Work {           /* of one slot */
    double v[4];                /* operands */
    double own;                 /* result without the neighbours' */
    double result, second;      /* second: of two products */
} Work;

static double first_product(const Gr3dFpAlu *alu, Work *work)
{
    if (alu->two_products) {
        work->second = finish(alu, work->v[2] * work->v[3]);
        return work->v[0] * work->v[1];
    }
    return evaluate(alu->opcode, work->v);
}

/* Return a slot's result as the register alu0..alu3 has it: an fp20 number. */
static uint32_t as_number(const Gr3dFpAlu *alu, double t)
{
    if (alu->fx10) {
        t = gr3d_fx10_to_double(gr3d_fx10_from_double(t));
    }
    return gr3d_fp20_from_double(t);
}

static void eval_slot(const Gr3dFpPacket *packet, unsigned slot, Work *work,
                      Gr3dFrag *frag)
{
    const Gr3dFpAlu *alu = &packet->slot[slot];

    for (unsigned i = 0; i < 4; i++) {
        work[slot].v[i] = operand(&alu->src[i], frag->file);
    }
    work[slot].own = finish(alu, first_product(alu, &work[slot]));
    work[slot].result = work[slot].own;
    if (packet->forwards) {
        frag->file[GR3D_FP_OWN + slot] = as_number(alu, work[slot].own);
    }
}

static void sum_slot(const Gr3dFpAlu *alu, unsigned slot, Work *work)
{
    double sum = 0, t;

    for (unsigned i = 0; i < 4; i++) {
        if (alu->sum >> i & 1) {
            sum += work[i].own;
        }
    }
    if (alu->recv) {
        work[slot].v[2] = modify(sum, &alu->src[2]);
        t = first_product(alu, &work[slot]);
    } else {
        t = first_product(alu, &work[slot]) + sum;
    }
    work[slot].result = finish(alu, t);
}

static void write_reg(const Gr3dFpAlu *alu, const Work *work, uint32_t *reg)
{
    uint32_t bits;

    if (alu->two_products) {
        bits = gr3d_fx10_from_double(work->result) << alu->shift |
               gr3d_fx10_from_double(work->second) << alu->shift2;
    } else if (alu->fx10) {
        bits = gr3d_fx10_from_double(work->result) << alu->shift;
    } else {
        bits = gr3d_fp20_from_double(work->result);
    }
    *reg = (*reg & ~alu->mask) | (bits & alu->mask);
}

static void write_slot(const Gr3dFpAlu *alu, unsigned slot, const Work *work,
                       Gr3dFrag *frag)
{
    double t = work[slot].result;
    uint32_t *reg = &frag->file[alu->dst];

    switch ((Gr3dFpTarget)alu->target) {
    case GR3D_FP_TO_REG:
        write_reg(alu, &work[slot], reg);
        break;
    case GR3D_FP_TO_CR:
        *reg = (*reg & ~alu->mask) |
               (t != 0 ? GR3D_FX10_ONE << alu->shift : 0);
        break;
    case GR3D_FP_TO_KILL:
        frag->killed |= t != 0;
        break;
    case GR3D_FP_TO_NOTHING:
        break;
    }
}

void gr3d_alu_run(const Gr3dFpPacket *packet, Gr3dFrag *frag)
{
    Work work[4];

    if (packet->constants) {
        memcpy(&frag->file[GR3D_FP_IMM], packet->imm, sizeof(packet->imm));
    }
    for (unsigned i = 0; i < packet->num_steps; i++) {
        unsigned slot = packet->step[i].slot;

        switch ((Gr3dFpStepKind)packet->step[i].kind) {
        case GR3D_FP_EVAL:
            eval_slot(packet, slot, work, frag);
            break;
        case GR3D_FP_SUM:
            sum_slot(&packet->slot[slot], slot, work);
            break;
        case GR3D_FP_WRITE:
            write_slot(&packet->slot[slot], slot, work, frag);
            break;
        case GR3D_FP_RESULT:
            frag->file[GR3D_FP_ALU + slot] =
                as_number(&packet->slot[slot], work[slot].result);
            break;
        }
    }
    if (packet->constants) {
        frag->file[GR3D_FP_ALU + 3] = 0;
    }
}

/*
 * TEX
 */

float gr3d_fp_tex_coord(const Gr3dFpTex *tex, const Gr3dFrag *frag,
                        unsigned base, unsigned i)
{
    unsigned reg = (2 * tex->src_pair + i) & 3;

    return gr3d_fp20_to_float(frag->file[base + reg]);
}

static double quad_lod(const Gr3dTexDesc *desc, const Gr3dFpTex *tex,
                       const Gr3dFrag *frag, unsigned base)
{
    double s[3], t[3], lod;

    for (unsigned i = 0; i < 3; i++) {
        s[i] = gr3d_fp_tex_coord(tex, &frag[i], base, 0);
        t[i] = gr3d_fp_tex_coord(tex, &frag[i], base, 1);
    }
    lod = gr3d_tex_lod(desc, s, t);
    return tex->lod_bias ? lod + gr3d_fp_tex_coord(tex, frag, base, 3) : lod;
}

static void sample(const Gr3dDraw *draw, const Gr3dFpTex *tex, Gr3dFrag *frag,
                   unsigned base, double lod)
{
    uint32_t *reg = &frag->file[base + 2 * tex->dst_pair];
    uint32_t c[4];

    if (!gr3d_tex_sample(&draw->tex[tex->index],
                         &draw->span[GR3D_SPAN_TEXTURE + tex->index],
                         gr3d_fp_tex_coord(tex, frag, base, 0),
                         gr3d_fp_tex_coord(tex, frag, base, 1), lod, c)) {
        gr3d_event(&frag->tile->events, GR3D_EV_TEX_RANGE, tex->index);
    }
    reg[0] = c[0] | c[1] << 10;
    reg[1] = c[2] | c[3] << 10;
}

/* Return a fragment's level of detail: one per quad; alone, there is none. */
double gr3d_fp_lod(const Gr3dDraw *draw, const Gr3dFpTex *tex,
                   const Gr3dFrag *frag, unsigned i, unsigned num,
                   unsigned base)
{
    const Gr3dTexDesc *desc = &draw->tex[tex->index];

    if (tex->lod) {
        return gr3d_fp_tex_coord(tex, &frag[i], base, 3);
    }
    return desc->needs_lod && num == 4 ? quad_lod(desc, tex, frag, base) : 0;
}

static void run_tex(const Gr3dDraw *draw, const Gr3dFpTex *tex, Gr3dFrag *frag,
                    unsigned num, unsigned base)
{
    double lod[4];

    for (unsigned i = 0; tex->enable && i < num; i++) {
        lod[i] = i && !tex->lod ? lod[0] :
                 gr3d_fp_lod(draw, tex, frag, i, num, base);
    }
    for (unsigned i = 0; tex->enable && i < num; i++) {
        sample(draw, tex, &frag[i], base, lod[i]);
    }
}

/*
 * The program
 */

static void copy_columns(const Gr3dFpExec *exec, Gr3dFrag *frag, unsigned base)
{
    for (unsigned i = 0; i < 4; i++) {
        if (exec->copy_columns >> i & 1) {
            frag->file[base + i] = frag->file[4 * exec->copy_row + i];
        }
    }
}

static void run_row_inputs(const Gr3dDraw *draw, const Gr3dFpExec *exec,
                           const Gr3dPrim *prim, Gr3dFrag *frag, unsigned num,
                           unsigned base)
{
    for (unsigned i = 0; i < num; i++) {
        gr3d_pseq_run(draw, &exec->pseq, &frag[i], base);
        for (unsigned j = 0; j < exec->num_mfu; j++) {
            gr3d_mfu_run(&draw->fp->mfu[exec->mfu[j]], prim, &frag[i], base);
        }
        copy_columns(exec, &frag[i], base);
    }
    run_tex(draw, &exec->tex, frag, num, base);
}

static void run_packets(const Gr3dFp *fp, const Gr3dFpExec *exec,
                        Gr3dFrag *frag)
{
    for (unsigned i = 0; i < exec->num_packets; i++) {
        gr3d_alu_run(&fp->packet[i > 0][exec->packet[i]], frag);
    }
}

/*
 * Do the ALU work of a pass: all rows start from the same registers; what they
 * wrote is merged afterwards, later rows last.
 */
static void run_pass_alu(const Gr3dFp *fp, const Gr3dFpExec *exec,
                         unsigned rows, Gr3dFrag *frag)
{
    uint32_t before[GR3D_FP_ROW_REGS], merged[GR3D_FP_ROW_REGS];

    if (rows == 1) {
        run_packets(fp, exec, frag);
        return;
    }
    memcpy(before, frag->file, sizeof(before));
    memcpy(merged, frag->file, sizeof(merged));
    for (unsigned row = 0; row < rows; row++) {
        memcpy(frag->file, before, sizeof(before));
        run_packets(fp, &exec[row], frag);
        for (unsigned i = 0; i < GR3D_FP_ROW_REGS; i++) {
            uint32_t mask = exec[row].write_mask[i];

            merged[i] = (merged[i] & ~mask) | (frag->file[i] & mask);
        }
    }
    memcpy(frag->file, merged, sizeof(merged));
}

static void run_pass(const Gr3dDraw *draw, const Gr3dFpExec *exec,
                     unsigned rows, const Gr3dPrim *prim, Gr3dFrag *frag,
                     unsigned num)
{
    for (unsigned row = 0; row < rows; row++) {
        run_row_inputs(draw, &exec[row], prim, frag, num, 4 * row);
    }
    for (unsigned i = 0; i < num; i++) {
        run_pass_alu(draw->fp, exec, rows, &frag[i]);
    }
    for (unsigned row = 0; row < rows; row++) {
        for (unsigned i = 0; i < num; i++) {
            gr3d_dw_run(draw, &exec[row].dw, &frag[i], 4 * row);
        }
    }
}

void gr3d_fp_run(const Gr3dDraw *draw, const Gr3dPrim *prim, Gr3dFrag *frag,
                 unsigned num)
{
    const Gr3dFp *fp = draw->fp;

    for (unsigned e = 0; e < fp->num_execs; e += fp->num_rows) {
        unsigned left = fp->num_execs - e;

        run_pass(draw, &fp->exec[e], left < fp->num_rows ? left : fp->num_rows,
                 prim, frag, num);
    }
}

void gr3d_frag_init(Gr3dFrag *frag, const Gr3dDraw *draw,
                    const Gr3dPrim *prim, int32_t col, int32_t row,
                    const float coef[3])
{
    frag->col = col;
    frag->row = row;
    frag->helper = frag->killed = frag->failed = false;
    frag->source[GR3D_FP_SRC_R4] = coef[0] + coef[1] + coef[2];
    frag->source[GR3D_FP_SRC_SFU] = 0;
    frag->source[GR3D_FP_SRC_COEF0] = coef[0];
    frag->source[GR3D_FP_SRC_COEF1] = coef[1];
    frag->source[GR3D_FP_SRC_ONE] = 1;
    frag->source[GR3D_FP_SRC_ZERO] = 0;
    memcpy(&frag->source[GR3D_FP_SRC_CONST], draw->qr.mfu_const,
           sizeof(draw->qr.mfu_const));
    frag->weight[0] = frag->weight[1] = 0;
    memcpy(frag->file, draw->qr.file, sizeof(frag->file));
    /* this is exactly 8192 + n as fp20 */
    frag->file[GR3D_FP_POS_X] = 0x58000 | (col & 0x1fff);
    frag->file[GR3D_FP_POS_Y] = 0x58000 | (row & 0x1fff);
    frag->file[GR3D_FP_FACE] = prim->front ? GR3D_FP20_ONE :
                               GR3D_FP20_ONE | 0x80000;
}
