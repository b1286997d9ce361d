/*
 * Tests of the V3D engine: programs, one instruction after the other
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "hw/gpu/v3d/text/qpu_text.h"
#include "program.h"

#define R3  35                  /* to write */
#define ONE 32                  /* small immediate */

static const V3dQpuInst nothing = {
    .sig = V3D_SIG_NONE,
    .waddr_add = V3D_WRITE_NOP,
    .waddr_mul = V3D_WRITE_NOP,
    .raddr_a = V3D_READ_NOP,
    .raddr_b = V3D_READ_NOP,
};

void program_add(Program *p, V3dQpuInst inst)
{
    uint64_t word = v3d_qpu_encode(&inst);

    machine_set_word(p->m, p->at, word);
    machine_set_word(p->m, p->at + 4, word >> 32);
    p->at += 8;
}

void program_nop(Program *p, unsigned sig)
{
    V3dQpuInst inst = nothing;

    inst.sig = sig;
    program_add(p, inst);
}

void program_end(Program *p)
{
    program_nop(p, V3D_SIG_PROGRAM_END);
    program_nop(p, V3D_SIG_NONE);
    program_nop(p, V3D_SIG_SCOREBOARD_UNLOCK);
}

static void mov(Program *p, unsigned waddr, unsigned mux, unsigned raddr)
{
    V3dQpuInst inst = nothing;

    inst.op_add = V3D_ADD_OR;
    inst.cond_add = V3D_COND_ALWAYS;
    inst.waddr_add = waddr;
    inst.add_a = inst.add_b = mux;
    inst.raddr_a = raddr;
    program_add(p, inst);
}

void program_mov(Program *p, unsigned waddr, unsigned raddr)
{
    mov(p, waddr, V3D_MUX_A, raddr);
}

void program_mov_r(Program *p, unsigned waddr, unsigned r)
{
    mov(p, waddr, r, V3D_READ_NOP);
}

void program_load(Program *p, unsigned waddr, bool file_b, uint32_t imm)
{
    V3dQpuInst inst = nothing;

    inst.kind = V3D_QPU_LOAD_IMM;
    inst.sig = V3D_SIG_LOAD_IMM;
    inst.cond_add = V3D_COND_ALWAYS;
    inst.waddr_add = waddr;
    inst.ws = file_b;
    inst.imm = imm;
    program_add(p, inst);
}

/* mov tlb_z, rb15 */
static void write_z(Program *p)
{
    V3dQpuInst inst = nothing;

    inst.op_add = V3D_ADD_OR;
    inst.cond_add = V3D_COND_ALWAYS;
    inst.waddr_add = V3D_WRITE_TLB + 1;
    inst.add_a = inst.add_b = V3D_MUX_B;
    inst.raddr_b = 15;
    program_add(p, inst);
}

void program_uniform_colour(Program *p, bool z)
{
    if (z) {
        write_z(p);
    }
    program_mov(p, V3D_WRITE_TLB + 3, V3D_READ_UNIFORM);
    program_end(p);
}

/* fadd r@r, r@r, r5; both may be left out: fmul r@next, vary, ra15 */
static void interpolate(Program *p, int r, int next)
{
    V3dQpuInst inst = nothing;

    if (r >= 0) {
        inst.op_add = V3D_ADD_FADD;
        inst.cond_add = V3D_COND_ALWAYS;
        inst.waddr_add = V3D_WRITE_R0 + r;
        inst.add_a = r;
        inst.add_b = 5;
    }
    if (next >= 0) {
        inst.op_mul = V3D_MUL_FMUL;
        inst.cond_mul = V3D_COND_ALWAYS;
        inst.waddr_mul = V3D_WRITE_R0 + next;
        inst.raddr_a = 15;
        inst.raddr_b = V3D_READ_VARYING;
        inst.mul_a = V3D_MUX_B;
        inst.mul_b = V3D_MUX_A;
    }
    program_add(p, inst);
}

/* fmul r3.8x, @mux, 1.0 */
static void pack_byte(Program *p, unsigned byte, unsigned mux)
{
    V3dQpuInst inst = nothing;

    inst.sig = V3D_SIG_SMALL_IMM;
    inst.pm = true;
    inst.pack = 4 + byte;
    inst.op_mul = V3D_MUL_FMUL;
    inst.cond_mul = V3D_COND_ALWAYS;
    inst.waddr_mul = R3;
    inst.raddr_b = ONE;
    inst.mul_a = mux;
    inst.mul_b = V3D_MUX_B;
    program_add(p, inst);
}

void program_varying_colour(Program *p, unsigned skip, bool z)
{
    for (unsigned i = 0; i < skip; i++) {
        interpolate(p, -1, 0);
    }
    interpolate(p, -1, 0);
    interpolate(p, 0, 1);
    interpolate(p, 1, 2);
    interpolate(p, 2, -1);
    pack_byte(p, 3, V3D_MUX_B);
    for (unsigned i = 0; i < 3; i++) {
        pack_byte(p, i, i);
    }
    if (z) {
        write_z(p);
    }
    program_mov_r(p, V3D_WRITE_TLB + 3, 3);
    program_end(p);
}

void program_copy(Program *p, unsigned rows)
{
    program_load(p, V3D_WRITE_VPM_SETUP, false,
                 0x1a00 | (rows % 16) << 20);
    program_load(p, V3D_WRITE_VPM_SETUP, true, 0x1a00);
    for (unsigned i = 0; i < rows; i++) {
        program_mov(p, V3D_WRITE_VPM, V3D_READ_VPM);
    }
    program_end(p);
}

void program_assemble(Machine *m, uint32_t addr, const char *text)
{
    g_autoptr(GArray) words = g_array_new(false, false, sizeof(uint64_t));
    g_autofree char *error = NULL;

    v3d_qpu_assemble(text, words, &error);
    g_assert_cmpstr(error, ==, NULL);
    for (unsigned i = 0; i < words->len; i++) {
        uint64_t word = g_array_index(words, uint64_t, i);

        machine_set_word(m, addr + 8 * i, word);
        machine_set_word(m, addr + 8 * i + 4, word >> 32);
    }
}
