/*
 * Tegra20 GR3D engine: vertex program decoder
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <stddef.h>
#include <string.h>
#include "num.h"
#include "regs.h"
#include "vp_decode.h"

enum { VP_A = 1, VP_B = 2, VP_C = 4 };

#define VALUE(op, n, r)         [op] = { n, GR3D_VP_VALUE, r },

#define VP_VEC_MAP(op, n, r, e)                 VALUE(op, #n, r)
#define VP_VEC_ALL(op, n, r, e)                 VALUE(op, #n, r)
#define VP_VEC_EACH(op, n, r, x, y, z, w)       VALUE(op, #n, r)
#define VP_VEC_ADDR(op, n, r, e)                [op] = { #n, GR3D_VP_ADDR, r },
#define VP_VEC_DO(op, n, act)                   [op] = { #n, GR3D_VP_##act },

const Gr3dVpOp gr3d_vp_vec_ops[32] = {
#include "vp_ops.def"
};

#define VP_SCL_MAP(op, n, e)                    VALUE(op, #n, VP_C)
#define VP_SCL_ALL(op, n, e)                    VALUE(op, #n, VP_C)
#define VP_SCL_EACH(op, n, x, y, z, w)          VALUE(op, #n, VP_C)
#define VP_SCL_DO(op, n, act)                   [op] = { #n, GR3D_VP_##act },

const Gr3dVpOp gr3d_vp_scl_ops[32] = {
#include "vp_ops.def"
};

const char *gr3d_vp_vec_name(unsigned op)
{
    return op < 32 ? gr3d_vp_vec_ops[op].name : NULL;
}

const char *gr3d_vp_scl_name(unsigned op)
{
    return op < 32 ? gr3d_vp_scl_ops[op].name : NULL;
}

/* Return a field, which may lie in two of the uploaded words. */
static uint32_t get_field(const uint32_t word[4], unsigned low, unsigned len)
{
    unsigned i = 3 - low / 32, shift = low % 32;
    uint64_t pair = word[i];

    if (i > 0) {
        pair |= (uint64_t)word[i - 1] << 32;
    }
    return (pair >> shift) & ((1u << len) - 1);
}

enum {
#define VP_FIELD(name, low, len) LOW_##name = low, LEN_##name = len,
#include "vp_fields.def"
};

static uint8_t reverse_mask(uint8_t mask)   /* fields have x in bit 3 */
{
    return (mask & 1) << 3 | (mask & 2) << 1 | (mask & 4) >> 1 |
           (mask & 8) >> 3;
}

static void split_swizzle(uint8_t out[4], uint8_t field)
{
    for (int i = 0; i < 4; i++) {
        out[i] = (field >> (6 - 2 * i)) & 3;
    }
}

static bool temp_is_illegal(unsigned rd)
{
    return rd >= GR3D_VP_TEMPS && rd != 63;
}

/* Is a field illegal, whether or not an opcode uses it? [Vertex processor] */
static bool insn_is_illegal(const Gr3dVpFields *f)
{
    return f->index_a >= GR3D_VP_TEMPS || f->index_b >= GR3D_VP_TEMPS ||
           f->index_c >= GR3D_VP_TEMPS || temp_is_illegal(f->vec_rd) ||
           temp_is_illegal(f->scl_rd) ||
           (f->export_index >= GR3D_VP_EXPORTS && f->export_index != 31);
}

static void decode_src(Gr3dVpSrc *src, unsigned type, unsigned temp,
                       unsigned swizzle, bool neg, bool abs)
{
    src->type = type;
    src->temp = temp % GR3D_VP_TEMPS;
    split_swizzle(src->swizzle, swizzle);
    src->neg = neg;
    src->abs = abs;
}

static void decode_sources(Gr3dVpInsn *insn, unsigned reads)
{
    const Gr3dVpFields *f = &insn->raw;

    decode_src(&insn->src[0], f->type_a, f->index_a, f->swizzle_a, f->neg_a,
               f->abs_a);
    decode_src(&insn->src[1], f->type_b, f->index_b, f->swizzle_b, f->neg_b,
               f->abs_b);
    decode_src(&insn->src[2], f->type_c, f->index_c, f->swizzle_c, f->neg_c,
               f->abs_c);
    for (int i = 0; i < 3; i++) {
        insn->src[i].used = (reads >> i) & 1;
    }
}

static bool is_value(uint8_t action)
{
    return action == GR3D_VP_VALUE;
}

static bool is_stack(uint8_t action)
{
    return action == GR3D_VP_PUSH || action == GR3D_VP_POP;
}

/* Decode destinations; a vector write drops a scalar one of the same. */
static void decode_results(Gr3dVpInsn *insn)
{
    const Gr3dVpFields *f = &insn->raw;
    bool vec = is_value(insn->vec_action), scl = is_value(insn->scl_action);
    bool clash = f->vec_op != 0 && f->vec_rd == f->scl_rd;

    insn->vec_temp = vec && f->vec_rd < GR3D_VP_TEMPS ? f->vec_rd
                                                      : GR3D_VP_NONE;
    insn->scl_temp = scl && f->scl_rd < GR3D_VP_TEMPS && !clash ? f->scl_rd
                                                                : GR3D_VP_NONE;
    insn->export_index = f->export_index;
    if (f->export_index < GR3D_VP_EXPORTS) {
        insn->export_unit = f->export_vec ? (vec ? GR3D_VP_UNIT_VEC : 0)
                                          : (scl ? GR3D_VP_UNIT_SCL : 0);
    }
    if (f->cond_set && f->cc_write) {
        insn->cc_unit = vec ? GR3D_VP_UNIT_VEC : scl ? GR3D_VP_UNIT_SCL : 0;
    }
    if (insn->vec_action == GR3D_VP_ADDR && f->vec_rd % 2 == 0) {
        insn->addr_mask = insn->vec_mask;       /* odd is A1: absent */
    }
}

/* Merge the units' stack operations: equal ones are one, opposite ones none. */
static uint8_t merge_stack(uint8_t vec, uint8_t scl)
{
    vec = is_stack(vec) ? vec : GR3D_VP_NOTHING;
    scl = is_stack(scl) ? scl : GR3D_VP_NOTHING;
    if (vec == GR3D_VP_NOTHING) {
        return scl;
    }
    return scl == GR3D_VP_NOTHING || scl == vec ? vec : GR3D_VP_NOTHING;
}

static void decode_control(Gr3dVpInsn *insn)
{
    const Gr3dVpFields *f = &insn->raw;

    insn->stack = merge_stack(insn->vec_action, insn->scl_action);
    insn->flow = insn->scl_action >= GR3D_VP_JUMP ? insn->scl_action
                                                  : GR3D_VP_NOTHING;
    insn->target = f->swizzle_c;
    insn->test = (f->pred_lt ? GR3D_VP_LT : 0) |
                 (f->pred_eq ? GR3D_VP_EQ : 0) |
                 (f->pred_gt ? GR3D_VP_GT : 0);
    split_swizzle(insn->test_swizzle, f->pred_swizzle);
    insn->gated = f->cond_check;
    insn->end = f->end;
}

void gr3d_vp_decode_insn(Gr3dVpInsn *insn, const uint32_t word[4])
{
    const Gr3dVpOp *vec, *scl;

    memset(insn, 0, sizeof(*insn));
#define VP_FIELD(name, low, len) insn->raw.name = get_field(word, low, len);
#include "vp_fields.def"
    vec = &gr3d_vp_vec_ops[insn->raw.vec_op];
    scl = &gr3d_vp_scl_ops[insn->raw.scl_op];
    insn->vec_op = insn->raw.vec_op;
    insn->scl_op = insn->raw.scl_op;
    insn->vec_action = vec->action;
    insn->scl_action = scl->action;
    insn->vec_mask = reverse_mask(insn->raw.vec_mask);
    insn->scl_mask = reverse_mask(insn->raw.scl_mask);
    insn->abort = insn_is_illegal(&insn->raw);
    insn->unknown = vec->action == GR3D_VP_UNKNOWN ||
                    scl->action == GR3D_VP_UNKNOWN;
    decode_sources(insn, vec->reads | scl->reads);
    decode_results(insn);
    decode_control(insn);
}

static unsigned start_of(const Gr3dRegs *regs)
{
    return GR3D_GET(regs->reg[GR3D_R_VPE_START], VPE_START, ADDR);
}

static unsigned exports_of(const Gr3dRegs *regs)
{
    return GR3D_GET(regs->reg[GR3D_R_ATTR_MASK], ATTR_MASK, OUTPUT);
}

static bool is_flow(const uint32_t word[4])
{
    unsigned op = get_field(word, LOW_scl_op, LEN_scl_op);

    return gr3d_vp_scl_ops[op].action >= GR3D_VP_JUMP;
}

static bool is_end(const uint32_t word[4])
{
    return get_field(word, LOW_end, LEN_end);
}

/*
 * Return how many instructions from the start on can be reached.  Straight
 * programs stop at their first END.  With a jump any may be reached, without
 * END the rest of the memory is.
 */
static unsigned program_length(const uint32_t *words, unsigned start)
{
    for (unsigned i = 0; i < GR3D_VP_INSNS; i++) {
        const uint32_t *word = &words[(start + i) % GR3D_VP_INSNS * 4];

        if (is_flow(word)) {
            break;
        }
        if (is_end(word)) {
            return i + 1;
        }
    }
    return GR3D_VP_INSNS;
}

void gr3d_vp_decode_program(Gr3dVpInsn *insn, const Gr3dRegs *regs)
{
    unsigned start = start_of(regs);
    unsigned num = program_length(regs->vp_inst, start);

    for (unsigned i = 0; i < num; i++) {
        unsigned pc = (start + i) % GR3D_VP_INSNS;

        gr3d_vp_decode_insn(&insn[pc], &regs->vp_inst[4 * pc]);
    }
}

/* Add an instruction to those whose successors are to be found, once. */
static unsigned reach(bool *reached, uint8_t *todo, unsigned num, uint8_t pc)
{
    if (!reached[pc]) {
        reached[pc] = true;
        todo[num++] = pc;
    }
    return num;
}

unsigned gr3d_vp_reach(const uint32_t *words, unsigned start,
                       bool reached[GR3D_VP_INSNS])
{
    uint8_t todo[GR3D_VP_INSNS];
    unsigned num, end = 0;

    memset(reached, 0, GR3D_VP_INSNS * sizeof(reached[0]));
    num = reach(reached, todo, 0, start);
    while (num > 0) {
        unsigned pc = todo[--num];
        Gr3dVpInsn insn;

        gr3d_vp_decode_insn(&insn, &words[4 * pc]);
        end = pc + 1 > end ? pc + 1 : end;
        if (!insn.end) {
            num = reach(reached, todo, num, pc + 1);
        }
        if (insn.flow == GR3D_VP_JUMP || insn.flow == GR3D_VP_CALL) {
            num = reach(reached, todo, num, insn.target);
        }
    }
    return end;
}

unsigned gr3d_vp_words(const Gr3dRegs *regs, uint32_t *word)
{
    unsigned start = start_of(regs);
    unsigned num = program_length(regs->vp_inst, start);
    unsigned before = GR3D_VP_INSNS - start;

    before = num < before ? num : before;
    word[0] = start | exports_of(regs) << 16;
    memcpy(&word[1], &regs->vp_inst[4 * start], 16 * before);
    memcpy(&word[1 + 4 * before], regs->vp_inst, 16 * (num - before));
    return 1 + 4 * num;
}

/* Flush denormals; calls of gr3d_flush() would take longer than the copy. */
static void decode_constants(float *to, const uint32_t *from)
{
    for (unsigned i = 0; i < 4 * GR3D_VP_CONSTS; i++) {
        uint32_t bits = from[i];

        bits &= bits & 0x7f800000 ? 0xffffffff : 0x80000000;
        memcpy(&to[i], &bits, sizeof(bits));
    }
}

void gr3d_vp_decode_state(Gr3dVp *vp, const Gr3dRegs *regs)
{
    vp->start = start_of(regs);
    vp->exports = exports_of(regs);
    vp->limit = GR3D_GET(regs->reg[GR3D_R_VPE_TIMEOUT], VPE_TIMEOUT, MAX_INSN);
    vp->const_min = GR3D_GET(regs->reg[GR3D_R_CONST_READ_LIMIT],
                             CONST_READ_LIMIT, MIN);
    vp->const_max = GR3D_GET(regs->reg[GR3D_R_CONST_READ_LIMIT],
                             CONST_READ_LIMIT, MAX);
    vp->zero_mode = GR3D_GET(regs->reg[GR3D_R_VPE_MODE], VPE_MODE, ZERO_MODE);
    decode_constants(&vp->constant[0][0], regs->vp_const);
}
