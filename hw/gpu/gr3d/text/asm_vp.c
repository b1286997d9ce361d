/*
 * Tegra20 GR3D engine: vertex program assembler
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <string.h>
#include "text.h"

typedef struct VpLabel {
    char name[GR3D_ASM_WORD];
    unsigned pc;
} VpLabel;

typedef struct VpAsm {
    Gr3dAsm as;
    GArray *labels;             /* of VpLabel */
    uint16_t value[GR3D_NUM_VPF];
    bool set[GR3D_NUM_VPF];     /* said by the readable form of this line */
    bool flow;                  /* it jumps, calls or returns */
} VpAsm;

/* What a word holds if the text does not say it: as in vendor programs */
static const uint16_t defaults[GR3D_NUM_VPF] = {
    [GR3D_VPF_vec_rd] = 63,
    [GR3D_VPF_scl_rd] = 63,
    [GR3D_VPF_export_index] = 31,
    [GR3D_VPF_type_a] = GR3D_VP_SRC_ATTR,
    [GR3D_VPF_type_b] = GR3D_VP_SRC_ATTR,
    [GR3D_VPF_type_c] = GR3D_VP_SRC_ATTR,
    [GR3D_VPF_swizzle_a] = 0x1b,
    [GR3D_VPF_swizzle_b] = 0x1b,
    [GR3D_VPF_swizzle_c] = 0x1b,
    [GR3D_VPF_pred_swizzle] = 0x1b,
    [GR3D_VPF_pred_lt] = 1,
    [GR3D_VPF_pred_eq] = 1,
    [GR3D_VPF_pred_gt] = 1,
};

/* Set a field; both halves may say the same of one that they share. */
static void put(VpAsm *vp, unsigned field, unsigned value)
{
    if (vp->set[field] && vp->value[field] != value) {
        gr3d_asm_fail(&vp->as, "an instruction has one %s, not %u and %u",
                      gr3d_fields_vp.field[field].name, vp->value[field],
                      value);
    }
    vp->value[field] = value;
    vp->set[field] = true;
}

/*
 * Operands
 */

static unsigned parse_component(Gr3dAsm *as, char c)
{
    const char *p = c ? strchr("xyzw", c) : NULL;

    if (!p) {
        gr3d_asm_fail(as, "components are x, y, z and w");
        return 0;
    }
    return p - "xyzw";
}

/* Parse "5" or "A0.x+5". */
static unsigned parse_relative(VpAsm *vp, unsigned max)
{
    Gr3dAsm *as = &vp->as;
    char comp[GR3D_ASM_WORD];
    unsigned reg;

    if (!gr3d_asm_numbered(as, "A", 1, &reg)) {
        gr3d_asm_fail(as, "expected A0 and a component, such as A0.x+1");
        return 0;
    }
    put(vp, GR3D_VPF_addr_reg, reg);
    gr3d_asm_need(as, ".");
    if (!gr3d_asm_word(as, comp) || comp[1]) {
        gr3d_asm_fail(as, "expected one component of the address");
        return 0;
    }
    put(vp, GR3D_VPF_addr_comp, parse_component(as, comp[0]));
    return gr3d_asm_try(as, "+") ? gr3d_asm_uint(as, max) : 0;
}

/* Parse NAME5, NAME[5] or NAME[A0.x+5]; false: something else is here. */
static bool parse_indexed(VpAsm *vp, const char *name, unsigned max,
                          unsigned rel_field, unsigned *index)
{
    Gr3dAsm *as = &vp->as;
    bool relative = false;

    if (!gr3d_asm_numbered(as, name, max, index)) {
        if (!gr3d_asm_keyword(as, name)) {
            return false;
        }
        gr3d_asm_need(as, "[");
        relative = !gr3d_asm_at_digit(as);
        *index = relative ? parse_relative(vp, max) : gr3d_asm_uint(as, max);
        gr3d_asm_need(as, "]");
    }
    put(vp, rel_field, relative);
    return true;
}

/* Parse ".wzyx"; one letter stands for all four. */
static unsigned parse_swizzle(Gr3dAsm *as)
{
    char word[GR3D_ASM_WORD];
    unsigned field = 0;
    size_t len;

    if (!gr3d_asm_try(as, ".")) {
        return 0x1b;
    }
    len = gr3d_asm_word(as, word) ? strlen(word) : 0;
    if (len != 1 && len != 4) {
        gr3d_asm_fail(as, "a swizzle has one or four components");
        return 0;
    }
    for (unsigned i = 0; i < 4; i++) {
        field = field << 2 | parse_component(as, word[len == 4 ? i : 0]);
    }
    return field;
}

/* Parse a mask with x in bit 3; components in their order, each at most once */
static unsigned parse_mask(Gr3dAsm *as)
{
    char word[GR3D_ASM_WORD];
    unsigned mask = 0;

    if (!gr3d_asm_try(as, ".")) {
        return 15;
    }
    if (!gr3d_asm_word(as, word)) {
        gr3d_asm_fail(as, "expected components after \".\"");
        return 0;
    }
    for (const char *p = word; *p; p++) {
        unsigned bit = 8 >> parse_component(as, *p);

        if (mask & (bit | (bit - 1))) {
            gr3d_asm_fail(as, "mask \".%s\": write components in the order "
                          "xyzw", word);
        }
        mask |= bit;
    }
    return mask;
}

static const struct {
    uint8_t type, index, swizzle, neg, abs;
} operands[3] = {
    { GR3D_VPF_type_a, GR3D_VPF_index_a, GR3D_VPF_swizzle_a, GR3D_VPF_neg_a,
      GR3D_VPF_abs_a },
    { GR3D_VPF_type_b, GR3D_VPF_index_b, GR3D_VPF_swizzle_b, GR3D_VPF_neg_b,
      GR3D_VPF_abs_b },
    { GR3D_VPF_type_c, GR3D_VPF_index_c, GR3D_VPF_swizzle_c, GR3D_VPF_neg_c,
      GR3D_VPF_abs_c },
};

static Gr3dVpSrcType parse_register(VpAsm *vp, unsigned *temp)
{
    unsigned index = 0;

    *temp = 0;
    if (gr3d_asm_keyword(&vp->as, "none")) {
        return GR3D_VP_SRC_NONE;
    }
    if (gr3d_asm_numbered(&vp->as, "r", 63, temp)) {
        return GR3D_VP_SRC_TEMP;
    }
    if (parse_indexed(vp, "a", 15, GR3D_VPF_attr_rel, &index)) {
        put(vp, GR3D_VPF_attr_index, index);
        return GR3D_VP_SRC_ATTR;
    }
    if (parse_indexed(vp, "c", 1023, GR3D_VPF_const_rel, &index)) {
        put(vp, GR3D_VPF_const_index, index);
        return GR3D_VP_SRC_CONST;
    }
    gr3d_asm_fail(&vp->as, "expected an operand: r0 to r31, a0 to a15, c0 to "
                  "c1023 or none");
    return GR3D_VP_SRC_NONE;
}

static void parse_source(VpAsm *vp, unsigned i)
{
    Gr3dAsm *as = &vp->as;
    bool neg = gr3d_asm_try(as, "-"), abs = gr3d_asm_try(as, "|");
    unsigned temp;

    put(vp, operands[i].type, parse_register(vp, &temp));
    put(vp, operands[i].index, temp);
    put(vp, operands[i].swizzle, parse_swizzle(as));
    if (abs) {
        gr3d_asm_need(as, "|");
    }
    put(vp, operands[i].neg, neg);
    put(vp, operands[i].abs, abs);
}

static void parse_export(VpAsm *vp, bool vec)
{
    unsigned index = 31;

    if (!parse_indexed(vp, "o", 30, GR3D_VPF_export_rel, &index)) {
        gr3d_asm_fail(&vp->as, "expected a destination: r0 to r31, o0 to o15 "
                      "or _");
    }
    put(vp, GR3D_VPF_export_index, index);
    put(vp, GR3D_VPF_export_vec, vec);
}

/* Parse r1, o2, r1+o2 or _ (neither), with a mask. */
static void parse_result(VpAsm *vp, bool vec)
{
    Gr3dAsm *as = &vp->as;
    unsigned rd = 63;

    if (gr3d_asm_numbered(as, "r", 62, &rd)) {
        if (gr3d_asm_try(as, "+")) {
            parse_export(vp, vec);
        }
    } else if (!gr3d_asm_keyword(as, "_")) {
        parse_export(vp, vec);
    }
    put(vp, vec ? GR3D_VPF_vec_rd : GR3D_VPF_scl_rd, rd);
    put(vp, vec ? GR3D_VPF_vec_mask : GR3D_VPF_scl_mask, parse_mask(as));
}

/* Parse A0 or A1, the number in rD; A1 does not exist. */
static void parse_address(VpAsm *vp)
{
    unsigned reg = 0;

    if (!gr3d_asm_numbered(&vp->as, "A", 1, &reg)) {
        gr3d_asm_fail(&vp->as, "expected the destination A0");
    }
    put(vp, GR3D_VPF_vec_rd, reg);
    put(vp, GR3D_VPF_vec_mask, parse_mask(&vp->as));
}

static void parse_target(VpAsm *vp)
{
    Gr3dAsm *as = &vp->as;
    char word[GR3D_ASM_WORD];

    if (gr3d_asm_at_digit(as)) {
        put(vp, GR3D_VPF_swizzle_c, gr3d_asm_uint(as, 255));
        return;
    }
    if (!gr3d_asm_word(as, word)) {
        gr3d_asm_fail(as, "expected a label or an instruction's number");
        return;
    }
    for (unsigned i = 0; vp->labels && i < vp->labels->len; i++) {
        const VpLabel *label = &g_array_index(vp->labels, VpLabel, i);

        if (!strcmp(label->name, word)) {
            put(vp, GR3D_VPF_swizzle_c, label->pc);
            return;
        }
    }
    gr3d_asm_fail(as, "there is no label \"%s\"", word);
}

/*
 * Instructions
 */

static int find_op(const Gr3dVpOp ops[32], const char *word)
{
    for (int i = 0; i < 32; i++) {
        if (ops[i].name && !g_ascii_strcasecmp(ops[i].name, word)) {
            return i;
        }
    }
    return -1;
}

static void parse_operands(VpAsm *vp, const Gr3dVpOp *op, bool vec)
{
    bool first = true;

    if (op->action == GR3D_VP_JUMP || op->action == GR3D_VP_CALL) {
        parse_target(vp);
    } else if (op->action == GR3D_VP_VALUE) {
        parse_result(vp, vec);
        first = false;
    } else if (op->action == GR3D_VP_ADDR) {
        parse_address(vp);
        first = false;
    }
    for (unsigned i = 0; i < 3; i++) {
        if (op->reads >> i & 1) {
            if (!first) {
                gr3d_asm_need(&vp->as, ",");
            }
            parse_source(vp, i);
            first = false;
        }
    }
}

static void parse_op(VpAsm *vp, unsigned op, bool vec)
{
    const Gr3dVpOp *info = vec ? &gr3d_vp_vec_ops[op] : &gr3d_vp_scl_ops[op];

    put(vp, vec ? GR3D_VPF_vec_op : GR3D_VPF_scl_op, op);
    vp->flow |= info->action >= GR3D_VP_JUMP;
    parse_operands(vp, info, vec);
}

/* Try an opcode; one without a name is OP and its number. */
static bool try_op(VpAsm *vp, bool vec)
{
    const Gr3dVpOp *ops = vec ? gr3d_vp_vec_ops : gr3d_vp_scl_ops;
    char word[GR3D_ASM_WORD];
    unsigned number = 0;
    int op;

    if (!gr3d_asm_peek(&vp->as, word)) {
        return false;
    }
    if (gr3d_asm_numbered(&vp->as, "OP", 31, &number)) {
        parse_op(vp, number, vec);
        return true;
    }
    op = find_op(ops, word);
    if (op < 0) {
        return false;
    }
    gr3d_asm_word(&vp->as, word);
    parse_op(vp, op, vec);
    return true;
}

/* Is "s:" here, or a label?  Then both tokens are skipped. */
static bool try_name_colon(Gr3dAsm *as, char word[GR3D_ASM_WORD])
{
    const char *at = as->at;

    if (gr3d_asm_word(as, word) && gr3d_asm_try(as, ":")) {
        return true;
    }
    as->at = at;
    return false;
}

static void fail_op(Gr3dAsm *as)
{
    char word[GR3D_ASM_WORD] = "";

    gr3d_asm_peek(as, word);
    gr3d_asm_fail(as, "there is no vertex instruction \"%s\"", word);
}

static void parse_halves(VpAsm *vp, bool scalar)
{
    if (!scalar && try_op(vp, true)) {
        if (gr3d_asm_try(&vp->as, ";") && !try_op(vp, false)) {
            fail_op(&vp->as);
        }
    } else if (!try_op(vp, false)) {
        fail_op(&vp->as);
    }
}

/*
 * Flags
 */

/* Parse "ltgt.xyzw", the conditions in this order, "never" for none of them. */
static void parse_condition(VpAsm *vp)
{
    char word[GR3D_ASM_WORD];
    const char *p = word;

    if (!gr3d_asm_word(&vp->as, word)) {
        word[0] = '\0';
    }
    p += strcmp(word, "never") ? 0 : strlen("never");
    for (unsigned i = 0; i < 3; i++) {
        static const char names[3][3] = { "lt", "eq", "gt" };
        static const uint8_t fields[3] = {
            GR3D_VPF_pred_lt, GR3D_VPF_pred_eq, GR3D_VPF_pred_gt,
        };
        bool found = !strncmp(p, names[i], 2);

        p += found ? 2 : 0;
        vp->value[fields[i]] = found;
    }
    if (p == word || *p) {
        gr3d_asm_fail(&vp->as, "a condition is lt, eq, gt, two or three of "
                      "them in this order, or never");
    }
    vp->value[GR3D_VPF_pred_swizzle] = parse_swizzle(&vp->as);
    /* a flow instruction is always conditional */
    vp->value[GR3D_VPF_cond_check] = !vp->flow;
}

static void parse_flag(VpAsm *vp)
{
    const Gr3dField *f;
    unsigned value;

    if (gr3d_asm_keyword(&vp->as, "if")) {
        parse_condition(vp);
    } else if (gr3d_asm_keyword(&vp->as, "set")) {
        vp->value[GR3D_VPF_cond_set] = 1;
        vp->value[GR3D_VPF_cc_write] = 1;
    } else if (gr3d_asm_keyword(&vp->as, "cc")) {
        gr3d_asm_need(&vp->as, "=");
        vp->value[GR3D_VPF_cc_index] = gr3d_asm_uint(&vp->as, 1);
    } else {
        f = gr3d_asm_field(&vp->as, &gr3d_fields_vp, &value);
        if (f) {
            vp->value[f - gr3d_fields_vp.field] = value;
        }
    }
}

static void parse_flags(VpAsm *vp)
{
    if (gr3d_asm_try(&vp->as, "[")) {
        do {
            parse_flag(vp);
        } while (gr3d_asm_try(&vp->as, ","));
        gr3d_asm_need(&vp->as, "]");
    }
    gr3d_asm_need_end(&vp->as);
}

static void parse_insn(VpAsm *vp, bool scalar, uint32_t word[4])
{
    Gr3dVpInsn insn = { 0 };

    memcpy(vp->value, defaults, sizeof(defaults));
    memset(vp->set, 0, sizeof(vp->set));
    vp->flow = false;
    parse_halves(vp, scalar);
    parse_flags(vp);
#define VP_FIELD(name, low, len) insn.raw.name = vp->value[GR3D_VPF_##name];
#include "hw/gpu/gr3d/isa/vp_fields.def"
    gr3d_vp_encode_insn(&insn, word);
}

/*
 * Programs
 */

static void add_label(VpAsm *vp, const char *name, unsigned pc)
{
    VpLabel label = { .pc = pc };

    for (unsigned i = 0; i < vp->labels->len; i++) {
        if (!strcmp(g_array_index(vp->labels, VpLabel, i).name, name)) {
            gr3d_asm_fail(&vp->as, "label \"%s\" is there twice", name);
            return;
        }
    }
    if (vp->labels->len >= GR3D_VP_INSNS) {
        gr3d_asm_fail(&vp->as, "more than %u labels", GR3D_VP_INSNS);
        return;
    }
    g_strlcpy(label.name, name, sizeof(label.name));
    g_array_append_val(vp->labels, label);
}

static bool skip_labels(VpAsm *vp, bool add, unsigned pc)
{
    char word[GR3D_ASM_WORD];

    while (try_name_colon(&vp->as, word)) {
        if (!strcmp(word, "s")) {
            return true;
        }
        if (add) {
            add_label(vp, word, pc);
        }
    }
    return false;
}

static void find_labels(VpAsm *vp, const char *text)
{
    unsigned pc = 0;

    gr3d_asm_start(&vp->as, text);
    while (gr3d_asm_line(&vp->as)) {
        bool scalar = skip_labels(vp, true, pc);

        if ((scalar || !gr3d_asm_at_end(&vp->as)) && ++pc > GR3D_VP_INSNS) {
            gr3d_asm_fail(&vp->as, "more than %u instructions", GR3D_VP_INSNS);
        }
    }
}

bool gr3d_asm_vp(const char *text, uint32_t words[1024], unsigned *num_words,
                 char **error)
{
    VpAsm vp = { .labels = g_array_new(false, false, sizeof(VpLabel)) };
    unsigned pc = 0;

    find_labels(&vp, text);
    if (!vp.as.error) {
        gr3d_asm_start(&vp.as, text);
    }
    while (gr3d_asm_line(&vp.as)) {
        bool scalar = skip_labels(&vp, false, 0);

        if (scalar || !gr3d_asm_at_end(&vp.as)) {
            parse_insn(&vp, scalar, &words[4 * pc++]);
        }
    }
    *num_words = 4 * pc;
    g_array_free(vp.labels, true);
    return gr3d_asm_finish(&vp.as, error);
}

bool gr3d_asm_vp_insn(const char *text, uint32_t word[4])
{
    VpAsm vp = { 0 };

    gr3d_asm_start(&vp.as, text);
    if (gr3d_asm_line(&vp.as)) {
        parse_insn(&vp, false, word);
    }
    g_free(vp.as.error);
    return !vp.as.error;
}
