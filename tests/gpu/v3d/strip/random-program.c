/*
 * Random QPU programs whose results depend on all that they compute
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "hw/gpu/lib/bits.h"
#include "hw/gpu/v3d/pipe/qpu.h"
#include "random-program.h"

static const V3dQpuInst nothing = {
    .sig = V3D_SIG_NONE,
    .waddr_add = V3D_WRITE_NOP,
    .waddr_mul = V3D_WRITE_NOP,
    .raddr_a = V3D_READ_NOP,
    .raddr_b = V3D_READ_NOP,
};

static unsigned below(RandomProgram *r, unsigned limit)
{
    return g_rand_int(r->rand) % limit;
}

uint32_t random_operand(GRand *rand)
{
    static const uint32_t unusual[] = {
        0, 0x80000000, 1, 0x807fffff, 0x00800000, 0x7f7fffff, 0xff7fffff,
        0x7f800000, 0xff800000, 0x7fc00000, 0xffffffff, 0x3f800000, 0x4f000000,
        0x7effffff, 0xfe812345, 0x3effffff, 0x3f7fffff,
    };

    switch (g_rand_int(rand) % 4) {
    case 0:
        return unusual[g_rand_int(rand) % G_N_ELEMENTS(unusual)];
    case 1:
        return g_rand_int(rand);
    default:
        return gpu_float_to_bits(g_rand_double_range(rand, -1.5, 1.5));
    }
}

static void put_uniform(RandomProgram *r, uint32_t value)
{
    machine_set_word(r->p.m, r->uniforms, value);
    r->uniforms += 4;
}

/*
 * Instructions of any kind
 */

static unsigned random_read(RandomProgram *r, bool file_b)
{
    switch (below(r, 8)) {
    case 0:
        return V3D_READ_UNIFORM;
    case 1:
        return V3D_READ_COORD;
    case 2:
        return V3D_READ_FLAGS;
    case 3:
        if (r->varyings) {
            r->varyings--;
            return V3D_READ_VARYING;
        }
        if (r->attributes) {
            r->attributes--;
            return V3D_READ_VPM;
        }
        return r->odd ? V3D_READ_NUMBER : 15;
    default:
        return below(r, 4) ? below(r, 4) : 12 + below(r, 4);
    }
}

static unsigned random_write(RandomProgram *r)
{
    switch (below(r, 8)) {
    case 0:
        return V3D_WRITE_SFU + below(r, 4);
    case 1:
        return r->odd ? V3D_WRITE_R5 + below(r, 2) * 5 :
               V3D_WRITE_NOP;
    case 2:
    case 3:
    case 4:
        return V3D_WRITE_R0 + below(r, 4);
    default:
        return below(r, 4);
    }
}

static unsigned random_op(RandomProgram *r)
{
    for (;;) {
        unsigned op = below(r, V3D_NUM_ADD_OPS);

        if (v3d_add_ops[op].name) {
            return op;
        }
    }
}

static unsigned random_cond(RandomProgram *r)
{
    return below(r, 2) ? V3D_COND_ALWAYS : below(r, 8);
}

static void set_small(RandomProgram *r, V3dQpuInst *inst)
{
    inst->sig = V3D_SIG_SMALL_IMM;
    inst->raddr_b = below(r, 48);
    if (below(r, 3) == 0) {
        inst->raddr_b = V3D_SMALL_ROTATE_R5 + 1 + below(r, 15);
        inst->mul_a = r->odd ? inst->mul_a : 4;
        inst->sf = false;
    }
}

/* As the reference reads them */
static void count_uniforms(RandomProgram *r, const V3dQpuInst *inst)
{
    if (inst->raddr_a == V3D_READ_UNIFORM ||
        (inst->sig != V3D_SIG_SMALL_IMM &&
         inst->raddr_b == V3D_READ_UNIFORM)) {
        put_uniform(r, random_operand(r->rand));
    }
}

static void add_alu(RandomProgram *r)
{
    V3dQpuInst inst = {
        .sig = !r->vertex && below(r, 12) == 0 ? V3D_SIG_LOAD_COLOUR :
               V3D_SIG_NONE,
        .unpack = below(r, 3) ? 0 : below(r, 8),
        .pm = below(r, 2),
        .sf = below(r, 3) == 0,
        .ws = below(r, 2),
        .cond_add = random_cond(r), .cond_mul = random_cond(r),
        .waddr_add = random_write(r), .waddr_mul = random_write(r),
        .op_add = random_op(r), .op_mul = below(r, V3D_NUM_MUL_OPS),
        .raddr_a = random_read(r, false), .raddr_b = random_read(r, true),
        .add_a = below(r, 8), .add_b = below(r, 8),
        .mul_a = below(r, 8), .mul_b = below(r, 8),
    };

    if (below(r, 3) == 0) {
        inst.pack = below(r, inst.pm || r->odd ? 16 : 8);
    }
    if (inst.sig == V3D_SIG_NONE && below(r, 4) == 0) {
        set_small(r, &inst);
    }
    count_uniforms(r, &inst);
    program_add(&r->p, inst);
}

static void add_load(RandomProgram *r)
{
    V3dQpuInst inst = {
        .kind = V3D_QPU_LOAD_IMM,
        .sig = V3D_SIG_LOAD_IMM,
        .unpack = r->odd ? V3D_LOAD_SIGNED : V3D_LOAD_32,
        .sf = below(r, 4) == 0,
        .cond_add = random_cond(r), .cond_mul = random_cond(r),
        .waddr_add = random_write(r), .waddr_mul = random_write(r),
        .imm = random_operand(r->rand),
    };

    program_add(&r->p, inst);
}

/*
 * Textures
 */

static void write_coord(RandomProgram *r, unsigned unit, unsigned reg,
                        uint32_t config)
{
    program_mov_r(&r->p, V3D_WRITE_TMU0 + 4 * unit + reg, below(r, 4));
    put_uniform(r, config);
}

/* A base that leaves room for levels below it, sizes up to 127 */
static void add_lookup(RandomProgram *r)
{
    static const uint8_t types[] = { 0, 0, 1, 2, 3, 4, 5, 7, 8, 9, 12, 16, 17 };
    unsigned type = types[below(r, G_N_ELEMENTS(types))], unit = below(r, 2);
    uint32_t p0 = BUS | RANDOM_TEXTURE | (type & 15) << 4 |
                  (below(r, 2) ? 0 : below(r, 7)) | below(r, 2) << 8;
    uint32_t p1 = (type >> 4) << 31 | (1 + below(r, 127)) << 20 |
                  (1 + below(r, 127)) << 8 | below(r, 256) | below(r, 2) << 19;

    if (below(r, 3) == 0) {
        write_coord(r, unit, 3, p0);
        write_coord(r, unit, 1, p1);
        write_coord(r, unit, 0, below(r, 2) ? 0 : 1 << 30 | 1);
    } else {
        write_coord(r, unit, 1, p0);
        write_coord(r, unit, 0, p1);
    }
    program_nop(&r->p, V3D_SIG_LOAD_TMU0 + unit);
}

/*
 * Programs
 */

/* r3 = a mix of what there is */
static void mix(RandomProgram *r)
{
    for (unsigned i = 0; i < 4; i++) {
        V3dQpuInst inst = nothing;

        inst.op_add = V3D_ADD_XOR;
        inst.cond_add = V3D_COND_ALWAYS;
        inst.waddr_add = V3D_WRITE_R0 + 3;
        inst.raddr_a = i;
        inst.raddr_b = i;
        inst.add_a = below(r, 2) ? V3D_MUX_A : below(r, 6);
        inst.add_b = below(r, 2) ? V3D_MUX_B : 3;
        program_add(&r->p, inst);
    }
}

/* TLB writes of what is in r3, in some lanes */
static void write_tile(RandomProgram *r, unsigned waddr)
{
    V3dQpuInst inst = nothing;

    inst.op_add = V3D_ADD_OR;
    inst.cond_add = random_cond(r);
    inst.waddr_add = waddr;
    inst.add_a = inst.add_b = 3;
    if (waddr == V3D_WRITE_TLB + 1 && below(r, 3)) {
        inst.add_a = inst.add_b = V3D_MUX_B;
        inst.raddr_b = 15;
    }
    program_add(&r->p, inst);
}

static void set_stencil(RandomProgram *r)
{
    for (unsigned i = below(r, 3); i < 3; i++) {
        program_mov(&r->p, V3D_WRITE_TLB, V3D_READ_UNIFORM);
        put_uniform(r, g_rand_int(r->rand));
    }
}

/* r0 to r3 = a varying as most programs interpolate it: by W, and C is added */
static void add_varying(RandomProgram *r)
{
    V3dQpuInst product = nothing, sum = nothing;
    unsigned to = below(r, 4), w = below(r, 2);

    r->varyings--;
    product.op_mul = V3D_MUL_FMUL;
    product.cond_mul = V3D_COND_ALWAYS;
    product.waddr_mul = V3D_WRITE_R0 + to;
    product.raddr_a = V3D_QPU_W;
    product.raddr_b = V3D_READ_VARYING;
    product.mul_a = V3D_MUX_A + w;
    product.mul_b = V3D_MUX_B - w;
    program_add(&r->p, product);
    sum.op_add = V3D_ADD_FADD;
    sum.cond_add = V3D_COND_ALWAYS;
    sum.waddr_add = V3D_WRITE_R0 + to;
    sum.add_a = to;
    sum.add_b = 5;
    program_add(&r->p, sum);
}

/* The bytes of rb1 = r0 to r3 in any order, one maybe twice, or not at all */
static void add_packing(RandomProgram *r)
{
    unsigned first = below(r, 4), odd = below(r, 4) ? 4 : below(r, 4);

    for (unsigned i = 0; i < 4; i++) {
        V3dQpuInst inst = nothing;

        inst.sig = V3D_SIG_SMALL_IMM;
        inst.raddr_b = 32;                      /* 1.0 */
        inst.pm = true;
        inst.pack = 4 + (i == odd ? below(r, 4) : (first + i) % 4);
        inst.op_mul = V3D_MUL_FMUL;
        inst.cond_mul = V3D_COND_ALWAYS;
        inst.waddr_mul = 1;
        inst.mul_a = (first + i) % 4;
        inst.mul_b = V3D_MUX_B;
        program_add(&r->p, inst);
    }
}

static void add_any(RandomProgram *r)
{
    switch (below(r, 16)) {
    case 2:
        if (r->varyings) {
            add_varying(r);
        }
        break;
    case 3:
        add_packing(r);
        break;
    case 0:
        add_load(r);
        break;
    case 1:
        add_lookup(r);
        break;
    default:
        add_alu(r);
        break;
    }
}

void random_fragment_program(RandomProgram *r, unsigned length)
{
    r->p.at = PROGRAMS;
    r->uniforms = UNIFORMS;
    while (length--) {
        add_any(r);
    }
    if (below(r, 4) == 0) {
        set_stencil(r);
    }
    if (below(r, 4)) {
        write_tile(r, V3D_WRITE_TLB + 1);
    }
    mix(r);
    for (unsigned i = 0; i <= below(r, 3); i++) {
        write_tile(r, V3D_WRITE_TLB + 2 + below(r, 2));
        mix(r);
    }
    write_tile(r, V3D_WRITE_TLB + 3);
    program_end(&r->p);
}

/* r3 to the VPM, in some lanes */
static void write_vpm(RandomProgram *r)
{
    V3dQpuInst inst = nothing;

    inst.op_add = V3D_ADD_OR;
    inst.cond_add = random_cond(r);
    inst.waddr_add = V3D_WRITE_VPM;
    inst.add_a = inst.add_b = 3;
    program_add(&r->p, inst);
}

/* Rows of words; the odd may be anything. */
static void set_up_vpm(RandomProgram *r, unsigned first)
{
    uint32_t any = r->odd && below(r, 2) ? g_rand_int(r->rand) >> 2 : 0;

    program_load(&r->p, V3D_WRITE_VPM_SETUP, false, any ? any : 0x1a00 | first);
    program_load(&r->p, V3D_WRITE_VPM_SETUP, true, 0x1a00);
}

void random_vertex_program(RandomProgram *r, unsigned first, unsigned copied,
                           unsigned computed, unsigned length)
{
    r->vertex = true;
    set_up_vpm(r, first);
    for (unsigned i = 0; i < copied; i++) {
        program_mov(&r->p, V3D_WRITE_VPM, V3D_READ_VPM);
    }
    r->attributes = 14 - copied;
    while (length--) {
        add_any(r);
    }
    r->attributes = 0;
    for (unsigned i = 0; i < computed; i++) {
        mix(r);
        write_vpm(r);
    }
    program_end(&r->p);
    r->vertex = false;
}
