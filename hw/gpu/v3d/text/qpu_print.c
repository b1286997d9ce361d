/*
 * VideoCore IV 3D engine: QPU instructions to text
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <inttypes.h>
#include "hw/gpu/v3d/isa/num.h"
#include "qpu_names.h"

/* What has been said so far */
typedef struct Print {
    GString *out;
    const V3dQpuInst *inst;
    bool any;                   /* element of the line */
    bool read_a, read_b, unpacked;
} Print;

/* Begin an element. */
static void element(Print *p, const char *name)
{
    g_string_append_printf(p->out, "%s%s", p->any ? " ; " : "", name);
    p->any = true;
}

static void extra(Print *p, const char *name, unsigned value)
{
    element(p, name);
    g_string_append_printf(p->out, " %u", value);
}

static void suffix(GString *out, const char *name)
{
    if (*name) {
        g_string_append_printf(out, ".%s", name);
    }
}

/*
 * Registers
 */

static void print_file(GString *out, const V3dRegName *names, bool file_a,
                       unsigned addr)
{
    if (addr < 32) {
        g_string_append_printf(out, "r%c%u", file_a ? 'a' : 'b', addr);
    } else {
        g_string_append(out, file_a ? names[addr - 32].a : names[addr - 32].b);
    }
}

static void print_small(GString *out, unsigned code)
{
    uint32_t value = v3d_small_value(code);
    char text[G_ASCII_DTOSTR_BUF_SIZE];

    if (code < 32 || code >= V3D_SMALL_ROTATE_R5) {
        g_string_append_printf(out, "%d", (int)value);
        return;
    }
    g_ascii_formatd(text, sizeof(text), code < 40 ? "%.1f" : "%.9g",
                    gpu_float_from_bits(value));
    g_string_append(out, text);
}

static void print_source(Print *p, unsigned mux)
{
    const V3dQpuInst *inst = p->inst;

    if (mux < V3D_MUX_A) {
        g_string_append_printf(p->out, "r%u", mux);
    } else if (mux == V3D_MUX_A) {
        print_file(p->out, v3d_read_names, true, inst->raddr_a);
        p->read_a = true;
    } else if (inst->small) {
        print_small(p->out, inst->raddr_b);
        p->read_b = true;
    } else {
        print_file(p->out, v3d_read_names, false, inst->raddr_b);
        p->read_b = true;
    }
    if (inst->unpack && mux == (inst->pm ? 4 : V3D_MUX_A)) {
        suffix(p->out, v3d_unpack_names[inst->unpack]);
        p->unpacked = true;
    }
}

/* Whose destination the pack mode is with */
static bool packs_mul(const V3dQpuInst *inst)
{
    return inst->pm || inst->ws;
}

static void print_dest(Print *p, bool mul)
{
    const V3dQpuInst *inst = p->inst;

    print_file(p->out, v3d_write_names, v3d_writes_file_a(inst, mul),
               mul ? inst->waddr_mul : inst->waddr_add);
    if (packs_mul(inst) == mul) {
        suffix(p->out, v3d_pack_names[inst->pack]);
    }
}

/*
 * Operations
 */

static bool is_move(const V3dQpuInst *inst, bool mul)
{
    return mul ? inst->op_mul == V3D_MUL_V8MIN && inst->mul_a == inst->mul_b :
           inst->op_add == V3D_ADD_OR && inst->add_a == inst->add_b;
}

/* Is there nothing to say but "nop"? */
static bool is_plain_nop(const V3dQpuInst *inst, bool mul)
{
    return (mul ? !inst->op_mul : !inst->op_add) &&
           !(mul ? inst->mul_a | inst->mul_b : inst->add_a | inst->add_b) &&
           (mul ? inst->waddr_mul : inst->waddr_add) == V3D_WRITE_NOP &&
           !(mul ? inst->cond_mul : inst->cond_add) &&
           !(packs_mul(inst) == mul && inst->pack);
}

static void print_name(Print *p, bool mul)
{
    const V3dQpuInst *inst = p->inst;
    unsigned op = mul ? inst->op_mul : inst->op_add;
    const char *name = (mul ? v3d_mul_ops : v3d_add_ops)[op].name;

    if (is_move(inst, mul)) {
        element(p, "mov");
    } else if (name) {
        element(p, name);
    } else {
        element(p, "op");
        g_string_append_printf(p->out, "%u", op);
    }
}

/* One source stands for two that are the same. */
static void print_sources(Print *p, bool mul)
{
    const V3dQpuInst *inst = p->inst;
    unsigned a = mul ? inst->mul_a : inst->add_a;
    unsigned b = mul ? inst->mul_b : inst->add_b;

    g_string_append(p->out, ", ");
    print_source(p, a);
    if (a != b) {
        g_string_append(p->out, ", ");
        print_source(p, b);
    }
}

/* A nop is taken for one that never writes. */
static const char *condition(const V3dQpuInst *inst, bool mul)
{
    unsigned cond = mul ? inst->cond_mul : inst->cond_add;

    if (mul ? inst->op_mul : inst->op_add) {
        return v3d_cond_names[cond];
    }
    return cond == V3D_COND_NEVER ? "" :
           cond == V3D_COND_ALWAYS ? "always" : v3d_cond_names[cond];
}

static void print_alu(Print *p, bool mul)
{
    const V3dQpuInst *inst = p->inst;

    print_name(p, mul);
    if (inst->sf && !mul) {
        suffix(p->out, "sf");
    }
    if (is_plain_nop(inst, mul)) {
        return;
    }
    suffix(p->out, condition(inst, mul));
    g_string_append_c(p->out, ' ');
    print_dest(p, mul);
    print_sources(p, mul);
}

/* Addresses that no operand names are read all the same. */
static void print_unread(Print *p)
{
    const V3dQpuInst *inst = p->inst;

    if (!p->read_a && inst->raddr_a != V3D_READ_NOP) {
        element(p, "reada ");
        print_file(p->out, v3d_read_names, true, inst->raddr_a);
    }
    if (inst->rotation_by_r5) {
        element(p, "rot r5");
    } else if (inst->rotation) {
        extra(p, "rot", inst->rotation);
    } else if (inst->small && !p->read_b) {
        element(p, "imm ");
        print_small(p->out, inst->raddr_b);
    } else if (!p->read_b && inst->raddr_b != V3D_READ_NOP) {
        element(p, "readb ");
        print_file(p->out, v3d_read_names, false, inst->raddr_b);
    }
    if (inst->unpack && !p->unpacked) {
        extra(p, "unpack", inst->unpack);
    }
}

static void print_common(Print *p)
{
    const V3dQpuInst *inst = p->inst;

    if (inst->pm) {
        element(p, "pm");
    }
    if (inst->ws && !v3d_write_has_file(inst->waddr_add) &&
        !v3d_write_has_file(inst->waddr_mul)) {
        element(p, "ws");
    }
    if (*v3d_sig_names[inst->sig]) {
        element(p, v3d_sig_names[inst->sig]);
    }
}

static void print_half_load(Print *p, bool mul)
{
    const V3dQpuInst *inst = p->inst;

    element(p, v3d_load_names[inst->unpack]);
    if (inst->sf && !mul) {
        suffix(p->out, "sf");
    }
    suffix(p->out, v3d_cond_names[mul ? inst->cond_mul : inst->cond_add]);
    g_string_append_c(p->out, ' ');
    print_dest(p, mul);
    if (!mul) {
        g_string_append_printf(p->out, ", 0x%08x", inst->imm);
    }
}

static void print_load(Print *p)
{
    const V3dQpuInst *inst = p->inst;

    print_half_load(p, false);
    if (inst->waddr_mul != V3D_WRITE_NOP || inst->cond_mul ||
        (packs_mul(inst) && inst->pack)) {
        print_half_load(p, true);
    }
}

static void print_branch(Print *p)
{
    const V3dQpuInst *inst = p->inst;

    element(p, inst->rel ? "brr" : "bra");
    suffix(p->out, v3d_branch_names[inst->cond_branch]);
    g_string_append_c(p->out, ' ');
    print_dest(p, false);
    g_string_append(p->out, ", ");
    print_dest(p, true);
    if (inst->reg) {
        g_string_append_printf(p->out, ", ra%u + 0x%08x", inst->raddr_a,
                               inst->imm);
    } else if (inst->rel) {
        g_string_append_printf(p->out, ", %d", (int32_t)inst->imm);
    } else {
        g_string_append_printf(p->out, ", 0x%08x", inst->imm);
    }
    if (!inst->reg && inst->raddr_a) {
        extra(p, "addr", inst->raddr_a);
    }
}

void v3d_qpu_print(GString *out, uint64_t word)
{
    V3dQpuInst inst;
    Print p = { .out = out, .inst = &inst };

    v3d_qpu_decode(&inst, word);
    if (inst.kind == V3D_QPU_ALU) {
        print_alu(&p, false);
        print_alu(&p, true);
        print_unread(&p);
    } else if (inst.kind == V3D_QPU_BRANCH) {
        print_branch(&p);
    } else {
        print_load(&p);
    }
    print_common(&p);
}

static void print_target(GString *out, uint64_t word, uint32_t addr)
{
    V3dQpuInst inst;

    v3d_qpu_decode(&inst, word);
    if (inst.kind == V3D_QPU_BRANCH && inst.rel && !inst.reg) {
        g_string_append_printf(out, " -> %08x",
                               addr + 4 * V3D_QPU_BYTES + inst.imm);
    }
}

void v3d_qpu_print_program(GString *out, const uint64_t *words, unsigned num,
                           uint32_t addr)
{
    for (unsigned i = 0; i < num; i++, addr += V3D_QPU_BYTES) {
        g_string_append_printf(out, "%08x: %016" PRIx64 "  ", addr, words[i]);
        v3d_qpu_print(out, words[i]);
        print_target(out, words[i], addr);
        g_string_append_c(out, '\n');
    }
}
