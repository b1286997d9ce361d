/*
 * A vc4 render node in the process: what a shader reads
 *
 * A walk over the program tells where in the uniforms textures and limits are,
 * and whether it does something that the kernel does not allow.  Where another
 * path may join, what is known of registers is forgotten, and uniforms may be
 * read only when their address has been set.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <string.h>
#include "vc4.h"
#include "hw/gpu/v3d/isa/qpu.h"

/* Registers that are followed: A, B, r0 to r3 */
#define NUM_REGS    68
#define FIRST_ACC   64
#define NO_REG      UINT32_MAX

/* What is known of a register */
typedef struct Reg {
    bool positive;              /* at least 0 */
    uint32_t limit;             /* offset of the uniform it is at most */
    uint32_t immediate;
} Reg;

typedef struct Walk {
    Vc4Shader *shader;
    const uint64_t *code;
    uint32_t at, end;
    V3dQpuInst inst;
    Vc4Sample setup[2];         /* of each TMU */
    unsigned writes[2];
    Reg reg[NUM_REGS];
    bool *target;               /* may be reached by a branch */
    bool no_address;            /* of uniforms */
    bool loop_needs_address;
    bool all_registers;
} Walk;

void vc4_shader_free(Vc4Shader *shader)
{
    g_array_unref(shader->samples);
    g_array_unref(shader->addresses);
    g_free(shader);
}

static void forget_regs(Walk *w, unsigned first)
{
    for (unsigned i = first; i < NUM_REGS; i++) {
        w->reg[i] = (Reg) { .limit = VC4_NONE, .immediate = VC4_NONE };
    }
}

static void forget_setup(Vc4Sample *setup)
{
    *setup = (Vc4Sample) {
        .param = { VC4_NONE, VC4_NONE, VC4_NONE, VC4_NONE },
    };
}

static uint32_t written_reg(const Walk *w, bool mul)
{
    unsigned addr = mul ? w->inst.waddr_mul : w->inst.waddr_add;

    if (addr < 32) {
        return v3d_writes_file_a(&w->inst, mul) ? addr : 32 + addr;
    }
    return addr < V3D_WRITE_R0 + 4 ? FIRST_ACC + addr - V3D_WRITE_R0 : NO_REG;
}

static uint32_t reg_of_add_a(const V3dQpuInst *inst)
{
    switch (inst->add_a) {
    case 0 ... 3:
        return FIRST_ACC + inst->add_a;
    case V3D_MUX_A:
        return inst->raddr_a < 32 ? inst->raddr_a : NO_REG;
    case V3D_MUX_B:
        return !inst->small && inst->raddr_b < 32 ? 32 + inst->raddr_b : NO_REG;
    default:
        return NO_REG;
    }
}

static bool reads_uniform(const V3dQpuInst *inst)
{
    return inst->raddr_a == V3D_READ_UNIFORM ||
           (!inst->small && inst->raddr_b == V3D_READ_UNIFORM);
}

static bool add_b_is_uniform(const V3dQpuInst *inst)
{
    return (inst->add_b == V3D_MUX_A && inst->raddr_a == V3D_READ_UNIFORM) ||
           (inst->add_b == V3D_MUX_B && inst->raddr_b == V3D_READ_UNIFORM &&
            !inst->small);
}

/* ---- Textures ---- */

/* A read of memory is limited register + base. */
static bool tmu_direct(Walk *w, Vc4Sample *setup, bool mul)
{
    uint32_t reg = reg_of_add_a(&w->inst);

    if (mul || w->inst.small || w->inst.op_add != V3D_ADD_ADD ||
        reg == NO_REG || w->reg[reg].limit == VC4_NONE ||
        !add_b_is_uniform(&w->inst)) {
        vc4_debug("shader: %u: read of memory without a limit\n", w->at);
        return false;
    }
    setup->direct = true;
    setup->param[1] = w->reg[reg].limit;
    return true;
}

static bool tmu_write(Walk *w, unsigned addr, bool mul)
{
    unsigned tmu = addr >= V3D_WRITE_TMU1;
    bool last = addr == V3D_WRITE_TMU0 || addr == V3D_WRITE_TMU1;
    Vc4Sample *setup = &w->setup[tmu];
    bool direct = last && !w->writes[tmu];

    if (w->writes[tmu] >= 4 ||
        (direct ? !tmu_direct(w, setup, mul)
                : reads_uniform(&w->inst) || w->no_address)) {
        return false;
    }
    setup->param[w->writes[tmu]++] = w->shader->uniforms_size;
    if (!direct) {
        w->shader->uniforms_size += 4;
    }
    if (last) {
        g_array_append_val(w->shader->samples, *setup);
        forget_setup(setup);
        w->writes[tmu] = 0;
    }
    return true;
}

/* ---- Uniforms' address ---- */

static void need_address(Walk *w)
{
    uint32_t offset = w->shader->uniforms_size;

    g_array_append_val(w->shader->addresses, offset);
}

/* It is set to what follows the uniform that says where uniforms begin. */
static bool uniforms_write(Walk *w, bool mul)
{
    const V3dQpuInst *inst = &w->inst;
    uint32_t reg = reg_of_add_a(inst);

    if (mul || !v3d_writes_file_a(inst, mul) || inst->kind != V3D_QPU_ALU ||
        inst->small || inst->op_add != V3D_ADD_ADD ||
        inst->cond_add != V3D_COND_ALWAYS || (inst->pack && !inst->pm) ||
        reg == NO_REG || !add_b_is_uniform(inst) ||
        w->reg[reg].immediate != w->shader->uniforms_size + 4) {
        return false;
    }
    w->no_address = false;
    w->loop_needs_address = false;
    need_address(w);
    return true;
}

/* ---- Instructions ---- */

static bool address_allowed(Walk *w, unsigned addr, bool mul)
{
    switch (addr) {
    case V3D_WRITE_UNIFORMS:
        return uniforms_write(w, mul);
    case V3D_WRITE_TMU0 ... V3D_WRITE_TMU1 + 3:
        return tmu_write(w, addr, mul);
    case V3D_WRITE_HOST_INT:
    case V3D_WRITE_TMU_NOSWAP:
    case V3D_WRITE_TLB_LAST:
    case V3D_WRITE_MUTEX:
    case V3D_WRITE_VPM_ADDR:
        return false;
    default:
        return true;
    }
}

static bool check_write(Walk *w, bool mul)
{
    const V3dQpuInst *inst = &w->inst;
    unsigned cond = mul ? inst->cond_mul : inst->cond_add;
    uint32_t reg = written_reg(w, mul);

    if (reg != NO_REG) {
        w->reg[reg].immediate =
            inst->kind == V3D_QPU_LOAD_IMM && !inst->pack &&
            cond == V3D_COND_ALWAYS ? inst->imm : VC4_NONE;
        w->all_registers |= reg < FIRST_ACC && reg % 32 >= 16;
    }
    return address_allowed(w, mul ? inst->waddr_mul : inst->waddr_add, mul);
}

/* Follow max(x, 0), then min(that, uniform). */
static void follow_limits(Walk *w)
{
    const V3dQpuInst *inst = &w->inst;
    uint32_t source = reg_of_add_a(inst);
    bool positive = source != NO_REG && w->reg[source].positive;
    uint32_t add = written_reg(w, false), mul = written_reg(w, true);

    if (mul != NO_REG) {
        w->reg[mul].positive = false;
        w->reg[mul].limit = VC4_NONE;
    }
    if (add == NO_REG) {
        return;
    }
    w->reg[add].positive = false;
    w->reg[add].limit = VC4_NONE;
    if (inst->kind != V3D_QPU_ALU || inst->cond_add != V3D_COND_ALWAYS) {
        return;
    }
    if (inst->op_add == V3D_ADD_MAX) {
        w->reg[add].positive = inst->small && !inst->small_value &&
                               (inst->add_a == V3D_MUX_B ||
                                inst->add_b == V3D_MUX_B);
    } else if (inst->op_add == V3D_ADD_MIN && positive &&
               add_b_is_uniform(inst)) {
        w->reg[add].limit = w->shader->uniforms_size;
    }
}

static bool is_tmu(unsigned addr)
{
    return addr >= V3D_WRITE_TMU0;
}

static bool check_writes(Walk *w)
{
    bool ok = !(is_tmu(w->inst.waddr_add) && is_tmu(w->inst.waddr_mul)) &&
              check_write(w, false) && check_write(w, true);

    follow_limits(w);
    return ok;
}

static bool check_reads(Walk *w)
{
    const V3dQpuInst *inst = &w->inst;

    w->all_registers |= (inst->raddr_a >= 16 && inst->raddr_a < 32) ||
                        (!inst->small && inst->raddr_b >= 16 &&
                         inst->raddr_b < 32);
    if (!reads_uniform(inst)) {
        return true;
    }
    w->shader->uniforms_size += 4;
    return !w->no_address;
}

static bool check_inst(Walk *w)
{
    switch (w->inst.sig) {
    case V3D_SIG_BREAKPOINT:
    case V3D_SIG_LOAD_COVERAGE:
    case V3D_SIG_LOAD_COLOUR_END:
    case V3D_SIG_LOAD_ALPHA:
        return false;
    case V3D_SIG_LOAD_IMM:
        return check_writes(w);
    case V3D_SIG_BRANCH:
        w->loop_needs_address |= (int32_t)w->inst.imm < 0;
        return w->inst.waddr_add == V3D_WRITE_NOP &&
               w->inst.waddr_mul == V3D_WRITE_NOP;
    default:
        return check_writes(w) && check_reads(w);
    }
}

/* ---- The program ---- */

/* Mark where branches go; they stay in the program, which ends at an end. */
static bool find_targets(Walk *w)
{
    uint32_t last = 0, furthest = 0;

    for (uint32_t at = 0; at < w->end; at++) {
        V3dQpuInst inst;
        uint32_t target;

        v3d_qpu_decode(&inst, w->code[at]);
        if (inst.sig == V3D_SIG_PROGRAM_END) {
            w->end = MIN(w->end, at + 3);
        }
        if (inst.sig != V3D_SIG_BRANCH) {
            continue;
        }
        target = at + 4 + ((int32_t)inst.imm >> 3);
        if ((last && at + 1 - last < 4) || inst.reg || !inst.rel ||
            inst.imm % 8 || target >= w->end || at + 4 >= w->end) {
            return false;
        }
        last = at + 1;
        w->target[target] = true;
        w->target[at + 4] = true;
        furthest = MAX(furthest, at + 4);
    }
    return furthest <= w->end - 3;
}

static bool enter_block(Walk *w)
{
    if (!w->target[w->at]) {
        return true;
    }
    if (w->writes[0] || w->writes[1]) {
        return false;
    }
    forget_regs(w, 0);
    w->no_address = true;
    return true;
}

static bool is_switch(const V3dQpuInst *inst)
{
    return inst->sig == V3D_SIG_THREAD_SWITCH ||
           inst->sig == V3D_SIG_LAST_THREAD_SWITCH;
}

static bool walk_program(Walk *w)
{
    int64_t last_switch = -3;
    uint32_t end = UINT32_MAX;

    for (w->at = 0; w->at < w->end; w->at++) {
        v3d_qpu_decode(&w->inst, w->code[w->at]);
        if (w->at == last_switch + 3) {
            forget_regs(w, FIRST_ACC);
        }
        if (!enter_block(w) || !check_inst(w)) {
            return false;
        }
        if (is_switch(&w->inst) || w->inst.sig == V3D_SIG_BRANCH) {
            if (w->at < last_switch + 3) {
                return false;
            }
        }
        if (is_switch(&w->inst)) {
            w->shader->threaded = true;
            last_switch = w->at;
        }
        if (w->inst.sig == V3D_SIG_PROGRAM_END) {
            end = w->at;
        }
        if (end != UINT32_MAX && w->at == end + 2) {
            return true;
        }
    }
    return false;
}

static bool walk(Walk *w)
{
    if (w->end < 3 || !find_targets(w) || !walk_program(w)) {
        vc4_debug("shader: instruction %u is not allowed\n", w->at);
        return false;
    }
    if (w->shader->threaded && w->all_registers) {
        return false;
    }
    if (w->loop_needs_address) {
        need_address(w);
        w->shader->uniforms_size += 4;
    }
    return true;
}

Vc4Shader *vc4_shader_new(const uint64_t *code, uint32_t num)
{
    Vc4Shader *shader = g_new0(Vc4Shader, 1);
    Walk *w = g_new0(Walk, 1);
    bool ok;

    shader->samples = g_array_new(false, false, sizeof(Vc4Sample));
    shader->addresses = g_array_new(false, false, sizeof(uint32_t));
    w->shader = shader;
    w->code = code;
    w->end = num;
    w->target = g_new0(bool, num);
    forget_setup(&w->setup[0]);
    forget_setup(&w->setup[1]);
    forget_regs(w, 0);
    ok = walk(w);
    g_free(w->target);
    g_free(w);
    if (!ok) {
        vc4_shader_free(shader);
        return NULL;
    }
    return shader;
}
