/*
 * Scenes of v3d-hostile: programs
 *
 * Each field of an instruction is mostly what programs have in it, else
 * anything.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "hostile-scene.h"
#include "hw/gpu/v3d/isa/qpu.h"

static void put(HostileScene *s, const V3dQpuInst *inst)
{
    uint64_t word = v3d_qpu_encode(inst);

    hostile_set_word(s, s->at, word);
    hostile_set_word(s, s->at + 4, word >> 32);
    s->at += 8;
}

static unsigned any_read(Rng *rng)
{
    static const uint8_t ports[] = {
        V3D_READ_UNIFORM, V3D_READ_UNIFORM, V3D_READ_VARYING, V3D_READ_NUMBER,
        V3D_READ_COORD, V3D_READ_FLAGS, V3D_READ_VPM, 15,
    };

    return rng_once_in(rng, 3) ? ports[rng_below(rng, sizeof(ports))] :
           rng_once_in(rng, 16) ? rng_below(rng, 64) : rng_below(rng, 32);
}

static unsigned any_write(Rng *rng)
{
    static const uint8_t ports[] = {
        V3D_WRITE_TMU0, V3D_WRITE_TMU0 + 1, V3D_WRITE_TMU0 + 2,
        V3D_WRITE_TMU0 + 3, V3D_WRITE_TMU1, V3D_WRITE_TMU1 + 1,
        V3D_WRITE_SFU, V3D_WRITE_SFU + 3, V3D_WRITE_TLB, V3D_WRITE_TLB + 1,
        V3D_WRITE_TLB + 2, V3D_WRITE_TLB + 3, V3D_WRITE_VPM,
        V3D_WRITE_VPM_SETUP, V3D_WRITE_VPM_ADDR, V3D_WRITE_R5,
    };

    switch (rng_below(rng, 8)) {
    case 0:
        return rng_below(rng, 64);
    case 1:
    case 2:
        return ports[rng_below(rng, sizeof(ports))];
    case 3:
    case 4:
        return V3D_WRITE_R0 + rng_below(rng, 4);
    default:
        return rng_below(rng, 32);
    }
}

static unsigned any_signal(Rng *rng)
{
    static const uint8_t usual[] = {
        V3D_SIG_LOAD_TMU0, V3D_SIG_LOAD_TMU0, V3D_SIG_LOAD_TMU1,
        V3D_SIG_LOAD_COLOUR, V3D_SIG_SMALL_IMM, V3D_SIG_THREAD_SWITCH,
    };

    return rng_once_in(rng, 32) ? rng_below(rng, V3D_SIG_LOAD_IMM) :
           rng_once_in(rng, 4) ? usual[rng_below(rng, sizeof(usual))] :
           V3D_SIG_NONE;
}

static unsigned any_condition(Rng *rng)
{
    return rng_below(rng, 4) ? V3D_COND_ALWAYS : rng_below(rng, 8);
}

static V3dQpuInst any_alu(Rng *rng)
{
    V3dQpuInst inst = { .kind = V3D_QPU_ALU };

    inst.sig = any_signal(rng);
    inst.unpack = rng_below(rng, 3) ? 0 : rng_below(rng, 8);
    inst.pack = rng_below(rng, 4) ? 0 : rng_below(rng, 16);
    inst.pm = rng_below(rng, 2);
    inst.sf = rng_once_in(rng, 3);
    inst.ws = rng_below(rng, 2);
    inst.cond_add = any_condition(rng);
    inst.cond_mul = any_condition(rng);
    inst.waddr_add = any_write(rng);
    inst.waddr_mul = any_write(rng);
    inst.op_add = rng_below(rng, V3D_NUM_ADD_OPS);
    inst.op_mul = rng_below(rng, V3D_NUM_MUL_OPS);
    inst.raddr_a = any_read(rng);
    inst.raddr_b = any_read(rng);
    inst.add_a = rng_below(rng, 8);
    inst.add_b = rng_below(rng, 8);
    inst.mul_a = rng_below(rng, 8);
    inst.mul_b = rng_below(rng, 8);
    return inst;
}

/* Load an immediate, which may set up the VPM. */
static V3dQpuInst any_load(Rng *rng)
{
    V3dQpuInst inst = { .kind = V3D_QPU_LOAD_IMM, .sig = V3D_SIG_LOAD_IMM };

    inst.unpack = rng_once_in(rng, 4) ? rng_below(rng, 8) : V3D_LOAD_32;
    if (inst.unpack == V3D_LOAD_SEMAPHORE) {
        inst.kind = V3D_QPU_SEMAPHORE;
    }
    inst.cond_add = any_condition(rng);
    inst.cond_mul = any_condition(rng);
    inst.ws = rng_below(rng, 2);
    inst.waddr_add = rng_below(rng, 2) ? V3D_WRITE_VPM_SETUP : any_write(rng);
    inst.waddr_mul = rng_below(rng, 2) ? V3D_WRITE_NOP : any_write(rng);
    inst.imm = hostile_word(rng);
    return inst;
}

/* Relative, a few instructions back or forth */
static V3dQpuInst any_branch(Rng *rng)
{
    V3dQpuInst inst = { .kind = V3D_QPU_BRANCH, .sig = V3D_SIG_BRANCH };

    inst.cond_branch = rng_below(rng, 16);
    inst.rel = rng_below(rng, 16);
    inst.reg = rng_once_in(rng, 16);
    inst.raddr_a = rng_below(rng, 32);
    inst.waddr_add = inst.waddr_mul = V3D_WRITE_NOP;
    inst.imm = inst.rel ? 8 * (rng_below(rng, 16) - 8) : hostile_word(rng);
    return inst;
}

static void put_signal(HostileScene *s, unsigned sig)
{
    put(s, &(V3dQpuInst) {
        .sig = sig, .waddr_add = V3D_WRITE_NOP, .waddr_mul = V3D_WRITE_NOP,
        .raddr_a = V3D_READ_NOP, .raddr_b = V3D_READ_NOP,
    });
}

/* Move an accumulator; conditions are random, as for discarded pixels. */
static void put_move(HostileScene *s, unsigned waddr)
{
    V3dQpuInst inst = {
        .sig = V3D_SIG_NONE, .op_add = V3D_ADD_OR, .waddr_mul = V3D_WRITE_NOP,
        .raddr_a = V3D_READ_NOP, .raddr_b = V3D_READ_NOP,
    };

    inst.waddr_add = waddr;
    inst.cond_add = any_condition(s->rng);
    inst.add_a = inst.add_b = rng_below(s->rng, 6);
    put(s, &inst);
}

/* Vertex programs read rows of attributes and write as many. */
static void put_rows(HostileScene *s)
{
    unsigned rows = rng_below(s->rng, 12);

    for (unsigned file = 0; file < 2; file++) {
        put(s, &(V3dQpuInst) {
            .kind = V3D_QPU_LOAD_IMM, .sig = V3D_SIG_LOAD_IMM, .ws = file,
            .cond_add = V3D_COND_ALWAYS, .waddr_add = V3D_WRITE_VPM_SETUP,
            .waddr_mul = V3D_WRITE_NOP,
            .imm = 0x1a00 | (file ? 0 : rows << 20),
        });
    }
    while (rows--) {
        put(s, &(V3dQpuInst) {
            .sig = V3D_SIG_NONE, .op_add = V3D_ADD_OR,
            .cond_add = V3D_COND_ALWAYS, .waddr_add = V3D_WRITE_VPM,
            .waddr_mul = V3D_WRITE_NOP, .raddr_a = V3D_READ_VPM,
            .raddr_b = V3D_READ_NOP, .add_a = V3D_MUX_A, .add_b = V3D_MUX_A,
        });
    }
}

static void put_any(HostileScene *s, unsigned num)
{
    while (num--) {
        unsigned kind = rng_below(s->rng, 32);
        V3dQpuInst inst = kind == 0 ? any_branch(s->rng) :
                          kind < 4 ? any_load(s->rng) : any_alu(s->rng);

        put(s, &inst);
    }
}

/* Look something up in a texture: T, S, and wait for it. */
static void put_lookup(HostileScene *s)
{
    unsigned unit = rng_below(s->rng, 2);

    put_move(s, V3D_WRITE_TMU0 + 4 * unit + 1);
    put_move(s, V3D_WRITE_TMU0 + 4 * unit);
    put_signal(s, V3D_SIG_LOAD_TMU0 + unit);
}

void hostile_program(HostileScene *s, uint32_t at, bool fragment)
{
    s->at = at;
    if (fragment || rng_below(s->rng, 2)) {
        put_any(s, rng_small(s->rng, 20));
    }
    if (fragment) {
        if (rng_below(s->rng, 2)) {
            put_lookup(s);
        }
        put_move(s, V3D_WRITE_TLB + 1 + rng_below(s->rng, 2));
        put_move(s, V3D_WRITE_TLB + 3);
    } else if (rng_below(s->rng, 8)) {
        put_rows(s);
    }
    put_signal(s, V3D_SIG_PROGRAM_END);
    put_signal(s, V3D_SIG_NONE);
    put_signal(s, V3D_SIG_SCOREBOARD_UNLOCK);
}
