/*
 * The vertex and fragment programs of the scenes
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <stddef.h>
#include <string.h>

#include "gr3d-asm.h"
#include "r3d.h"
#include "r3d-program.h"

enum {
    EXPORT_POSITION,
    EXPORT_FIRST,               /* colour or texture coordinates */
    EXPORT_LIGHT,
};

enum {
    CONST_MATRIX = 0,
    CONST_NORMAL = 4,
    CONST_DIRECTION = 7,
    CONST_AMBIENT = 8,
    CONST_MATERIAL = 9,
    CONST_SPRITE = 4,
};

typedef struct Exec {
    uint32_t pseq, tex, dw;
    bool has_mfu;
    FpWord64 mfu;
    unsigned num_packets;
    FpWord64 alu[3][4];
} Exec;

typedef struct Program {
    VpInst vp[16];
    unsigned num_vp;
    uint32_t in_out;            /* attributes, exports: a bit each */
    FpWord64 link[R3D_NUM_LINKS];
    Exec exec[2];
    unsigned num_execs;
} Program;

/* ---- vertex programs */

static VpInst *add_vp(Program *p, VpInst inst)
{
    p->vp[p->num_vp] = inst;
    return &p->vp[p->num_vp++];
}

static void vp_position(Program *p)
{
    static const unsigned mask[4] = { VP_X, VP_Y, VP_Z, VP_W };

    for (unsigned n = 0; n < 4; n++) {
        VpInst *i = add_vp(p, vp_export(VP_DP4, EXPORT_POSITION, mask[n]));

        vp_src(i, VP_SRC_A, VP_ATTRIB, 0, VP_IDENTITY);
        vp_src(i, VP_SRC_B, VP_CONST, CONST_MATRIX + n, VP_IDENTITY);
    }
    p->in_out = 0x00010001;
}

static void vp_copy(Program *p, unsigned row, unsigned attrib)
{
    VpInst *i = add_vp(p, vp_export(VP_MOV, row, VP_XYZW));

    vp_src(i, VP_SRC_A, VP_ATTRIB, attrib, VP_IDENTITY);
    p->in_out |= 0x10000u << attrib | 1u << row;
}

/* R0.xyz <- normal matrix * attribute 1; R1.x <- max(R0 . light, ambient) */
static void vp_brightness(Program *p)
{
    static const unsigned mask[3] = { VP_X, VP_Y, VP_Z };
    VpInst *i;

    for (unsigned n = 0; n < 3; n++) {
        i = add_vp(p, vp_temp(VP_DP3, 0, mask[n]));
        vp_src(i, VP_SRC_A, VP_ATTRIB, 1, VP_IDENTITY);
        vp_src(i, VP_SRC_B, VP_CONST, CONST_NORMAL + n, VP_IDENTITY);
    }
    i = add_vp(p, vp_temp(VP_DP3, 1, VP_X));
    vp_src(i, VP_SRC_A, VP_TEMP, 0, VP_IDENTITY);
    vp_src(i, VP_SRC_B, VP_CONST, CONST_DIRECTION, VP_IDENTITY);
    i = add_vp(p, vp_temp(VP_MAX, 1, VP_X));
    vp_src(i, VP_SRC_A, VP_TEMP, 1, VP_IDENTITY);
    vp_src(i, VP_SRC_B, VP_CONST, CONST_AMBIENT, VP_IDENTITY);
}

static void vp_light(Program *p)
{
    VpInst *i;

    vp_brightness(p);
    i = add_vp(p, vp_export(VP_MUL, EXPORT_LIGHT, VP_X | VP_Y | VP_Z));
    vp_src(i, VP_SRC_A, VP_TEMP, 1, VP_ALL(0));
    vp_src(i, VP_SRC_B, VP_CONST, CONST_MATERIAL, VP_IDENTITY);
    i = add_vp(p, vp_export(VP_MUL, EXPORT_LIGHT, VP_W));
    vp_src(i, VP_SRC_A, VP_ATTRIB, 1, VP_IDENTITY);
    vp_src(i, VP_SRC_B, VP_CONST, CONST_MATERIAL, VP_IDENTITY);
    p->in_out |= 0x10000u << 1 | 1u << EXPORT_LIGHT;
}

/* ---- fragment programs; R, G, B, A end in r0.l, r0.h, r1.l, r1.h */

static Exec *add_exec(Program *p)
{
    return &p->exec[p->num_execs++];
}

static FpWord64 *add_packet(Exec *e)
{
    FpWord64 *slot = e->alu[e->num_packets++];

    for (unsigned i = 0; i < 4; i++) {
        slot[i] = alu_nop();
    }
    return slot;
}

static void set_mfu(Exec *e, MfuOp a, MfuOp b, MfuOp c, MfuOp d)
{
    const MfuOp op[4] = { a, b, c, d };

    e->mfu = mfu_varyings(0, op);
    e->has_mfu = true;
}

static AluOperand half(unsigned reg, unsigned i)
{
    return i & 1 ? alu_high(reg + i / 2) : alu_low(reg + i / 2);
}

static unsigned halves(unsigned i)
{
    return i & 1 ? ALU_HIGH : ALU_LOW;
}

static void constant(Program *p)
{
    Exec *e = add_exec(p);
    FpWord64 *slot = add_packet(e);

    vp_position(p);
    for (unsigned i = 0; i < 4; i++) {
        slot[i] = alu_mov(i / 2, halves(i), half(ALU_REG_UNIFORM, i));
    }
    e->dw = dw_store(R3D_SURFACE_COLOR, 0);
}

/*
 * r0..r3 hold the four interpolated components; each slot reads a register
 * before a later one overwrites a half of it.
 */
static void colour(Program *p)
{
    Exec *e = add_exec(p);
    FpWord64 *slot = add_packet(e);

    vp_position(p);
    vp_copy(p, EXPORT_FIRST, 1);
    p->link[0] = linker_fp20(EXPORT_FIRST, 0);
    set_mfu(e, MFU_FP20, MFU_FP20, MFU_FP20, MFU_FP20);
    for (unsigned i = 0; i < 4; i++) {
        slot[i] = alu_mov(i / 2, halves(i), alu_fp20(i));
    }
    e->dw = dw_store(R3D_SURFACE_COLOR, 0);
}

/* Load the pixel to r2, r3; then r0, r1 over it: c * a + (-d) * (a - 1). */
static void over(Exec *e)
{
    FpWord64 *slot = add_packet(e);

    e->pseq = pseq_load(R3D_SURFACE_COLOR, 1);
    for (unsigned i = 0; i < 3; i++) {
        slot[i] = alu_mad(i / 2, halves(i), half(0, i), alu_high(1),
                          alu_neg(half(2, i)));
        slot[i] = alu_with_d(slot[i], ALU_D_HIGH_MINUS_ONE);
    }
    slot[3] = alu_mov(1, ALU_HIGH, alu_high(ALU_REG_CONST));
    e->dw = dw_store(R3D_SURFACE_COLOR, 0);
}

static void colour_over(Program *p)
{
    Exec *e = add_exec(p);

    vp_position(p);
    vp_copy(p, EXPORT_FIRST, 1);
    p->link[0] = linker_route(EXPORT_FIRST, 0,
                              LINK_ROUTE(LINK_LOW(0), LINK_HIGH(0),
                                         LINK_LOW(1), LINK_HIGH(1)));
    set_mfu(e, MFU_FX10, MFU_FX10, MFU_NOTHING, MFU_NOTHING);
    over(e);
}

/* Coordinates in r0, r1 become the texel; the light is in r2, r3. */
static Exec *lit_texel(Program *p)
{
    Exec *e = add_exec(p);
    FpWord64 *slot = add_packet(e);

    vp_position(p);
    vp_copy(p, EXPORT_FIRST, 2);
    vp_light(p);
    p->link[0] = linker_route(EXPORT_FIRST, 0,
                              LINK_ROUTE(LINK_FP20(0), LINK_FP20(1), 0, 0));
    p->link[1] = linker_route(EXPORT_LIGHT, 0,
                              LINK_ROUTE(LINK_LOW(2), LINK_HIGH(2),
                                         LINK_LOW(3), LINK_HIGH(3)));
    set_mfu(e, MFU_FP20, MFU_FP20, MFU_FX10, MFU_FX10);
    e->tex = tex_fetch(0, 0, 0);
    for (unsigned i = 0; i < 4; i++) {
        slot[i] = alu_mad(i / 2, halves(i), half(0, i), half(2, i),
                          alu_low(ALU_REG_CONST));
    }
    return e;
}

static void lit(Program *p)
{
    lit_texel(p)->dw = dw_store(R3D_SURFACE_COLOR, 0);
}

static void lit_over(Program *p)
{
    lit_texel(p);
    over(add_exec(p));
}

/*
 * r0 = S, r1 = T, r2 and r3 the colour; u0 = 1/8, u1 = 1/4, u2 = 3/4.
 * g0 = S^2 + T^2, g1 the brightness.
 */
static void sprite_brightness(Exec *e)
{
    const unsigned g0 = ALU_REG_GLOBAL, g1 = g0 + 1, u0 = ALU_REG_UNIFORM;
    FpWord64 *slot = add_packet(e);

    slot[0] = alu_mad(g0, ALU_WHOLE, alu_fp20(0), alu_fp20(0), alu_fp20(1));
    /* the register of D is that of C */
    slot[0] = alu_with_d(slot[0], ALU_D_FP20 | ALU_D_FROM_C);
    slot[1] = alu_mad(g1, ALU_WHOLE, alu_fp20(0), alu_fp20(u0),
                      alu_fp20(u0 + 2));
    slot = add_packet(e);
    slot[0] = alu_mad(ALU_REG_KILL, ALU_WHOLE, alu_minus_one(alu_fp20(g0)),
                      alu_high(ALU_REG_CONST), alu_low(ALU_REG_CONST));
    slot[0] = alu_not_negative(slot[0]);
    slot[1] = alu_mad(g1, ALU_WHOLE, alu_fp20(1), alu_fp20(u0 + 1),
                      alu_fp20(g1));
    slot = add_packet(e);
    slot[0] = alu_mad(g1, ALU_WHOLE, alu_neg(alu_fp20(g0)), alu_fp20(u0 + 1),
                      alu_fp20(g1));
}

static void sprite_vertex(Program *p)
{
    VpInst *i;

    vp_position(p);
    i = add_vp(p, vp_export(VP_MUL, EXPORT_FIRST, VP_XYZW));
    vp_src(i, VP_SRC_A, VP_ATTRIB, 1, VP_IDENTITY);
    vp_src(i, VP_SRC_B, VP_CONST, CONST_SPRITE, VP_IDENTITY);
    p->in_out |= 0x10000u << 1 | 1u << EXPORT_FIRST;
    p->link[0] = linker_sprite(
        linker_route(EXPORT_POSITION, 0,
                     LINK_ROUTE(LINK_FP20(0), LINK_FP20(1), 0, 0)));
    p->link[1] = linker_route(EXPORT_FIRST, 0,
                              LINK_ROUTE(LINK_LOW(2), LINK_HIGH(2),
                                         LINK_LOW(3), 0));
}

static void sprite(Program *p)
{
    const unsigned g1 = ALU_REG_GLOBAL + 1;
    Exec *e = add_exec(p);
    FpWord64 *slot;

    sprite_vertex(p);
    set_mfu(e, MFU_FP20, MFU_FP20, MFU_FX10, MFU_FX10);
    sprite_brightness(e);
    e = add_exec(p);
    slot = add_packet(e);
    for (unsigned i = 0; i < 3; i++) {
        slot[i] = alu_mad(i / 2, halves(i), half(2, i), alu_fp20(g1),
                          alu_low(ALU_REG_CONST));
    }
    slot[3] = alu_mov(1, ALU_HIGH, alu_high(ALU_REG_CONST));
    e->dw = dw_store(R3D_SURFACE_COLOR, 0);
}

/* ---- upload */

static void upload_vertex_program(Stream *s, Program *p)
{
    vp_end(&p->vp[p->num_vp - 1]);
    stream_reg(s, 0x205, 0);
    stream_port(s, 0x206, p->vp[0].w, 4 * p->num_vp);
    stream_reg(s, 0x120, p->in_out);
}

/* The word at @offset of each EXEC */
static void upload_execs(Stream *s, uint32_t port, const Program *p,
                         size_t offset)
{
    uint32_t v[2];

    for (unsigned i = 0; i < p->num_execs; i++) {
        memcpy(&v[i], (const char *)&p->exec[i] + offset, sizeof(v[i]));
    }
    stream_port(s, port, v, p->num_execs);
}

static void upload_mfu(Stream *s, const Program *p)
{
    uint32_t sched[2];
    unsigned n = 0;

    for (unsigned i = 0; i < p->num_execs; i++) {
        sched[i] = fp_schedule(n, p->exec[i].has_mfu);
        n += p->exec[i].has_mfu;
    }
    stream_port(s, 0x601, sched, p->num_execs);
    for (unsigned i = 0; i < p->num_execs; i++) {
        if (p->exec[i].has_mfu) {
            stream_port(s, 0x604, &p->exec[i].mfu.hi, 2);
        }
    }
}

static void upload_alu(Stream *s, const Program *p)
{
    static const uint32_t complement[2];
    uint32_t sched[2];
    unsigned n = 0;

    for (unsigned i = 0; i < p->num_execs; i++) {
        sched[i] = fp_schedule(n, p->exec[i].num_packets);
        n += p->exec[i].num_packets;
    }
    stream_port(s, 0x801, sched, p->num_execs);
    for (unsigned i = 0; i < p->num_execs; i++) {
        stream_port(s, 0x804, &p->exec[i].alu[0][0].hi,
                    8 * p->exec[i].num_packets);
    }
    stream_port(s, 0x806, complement, p->num_execs);
}

/* Order of the uploads: [tegra-gr3d.rst, Fragment program upload]. */
static void upload_fragment_program(Stream *s, const Program *p)
{
    unsigned n = p->num_execs;

    stream_reg(s, 0xe20, 0x58000000);       /* one register row */
    stream_reg(s, 0xe21, 0x140);            /* one TRAM row, 64 triangles */
    stream_reg(s, 0x546, n << 6);
    stream_reg(s, 0x520, 0x20006000 | n);
    stream_reg(s, 0xe22, 0);
    stream_reg(s, 0x603, 0);
    stream_reg(s, 0x803, 0);
    upload_execs(s, 0x541, p, offsetof(Exec, pseq));
    stream_reg(s, 0x500, 0);
    upload_mfu(s, p);
    upload_execs(s, 0x701, p, offsetof(Exec, tex));
    upload_alu(s, p);
    upload_execs(s, 0x901, p, offsetof(Exec, dw));
}

void r3d_program(Stream *s, R3dProgram program)
{
    static void (*const build[R3D_NUM_PROGRAMS])(Program *) = {
        [R3D_CONSTANT] = constant,
        [R3D_COLOUR] = colour,
        [R3D_COLOUR_OVER] = colour_over,
        [R3D_LIT] = lit,
        [R3D_LIT_OVER] = lit_over,
        [R3D_SPRITE] = sprite,
    };
    Program p;

    memset(&p, 0, sizeof(p));
    build[program](&p);
    upload_vertex_program(s, &p);
    upload_fragment_program(s, &p);
    stream_regs(s, 0x300, &p.link[0].hi, 2 * R3D_NUM_LINKS);
}

/* ---- constants */

void r3d_vertex_constants(Stream *s, unsigned first, const float (*v)[4],
                          unsigned num)
{
    uint32_t bits[4 * 8];

    for (unsigned i = 0; i < 4 * num; i++) {
        bits[i] = float_bits(v[i / 4][i % 4]);
    }
    stream_reg(s, 0x207, 4 * first);
    stream_port(s, 0x208, bits, 4 * num);
}

void r3d_matrix(Stream *s, const float m[4][4])
{
    r3d_vertex_constants(s, CONST_MATRIX, m, 4);
}

void r3d_light(Stream *s, const R3dLight *light)
{
    r3d_vertex_constants(s, CONST_NORMAL, light->normal, 3);
    r3d_vertex_constants(s, CONST_DIRECTION, &light->direction, 1);
    r3d_vertex_constants(s, CONST_AMBIENT, &light->ambient, 1);
    r3d_vertex_constants(s, CONST_MATERIAL, &light->material, 1);
}

/* The diameter is component w (3) of row 1, clipped at the guard band. */
void r3d_sprites(Stream *s, float pixels)
{
    const float scale[4] = { 1, 1, 1, pixels };
    const uint32_t range[4] = {
        float_bits(1), float_bits(1), float_bits(-1), float_bits(-1),
    };
    /* 1/8, 1/4, 3/4 as fp20 [tegra-gr3d.rst, fp20] */
    const uint32_t uniform[3] = { 28 << 13, 29 << 13, 30 << 13 | 4096 };

    r3d_vertex_constants(s, CONST_SPRITE, &scale, 1);
    stream_regs(s, 0x820, uniform, 3);
    stream_reg(s, 0x346, 1 << 12 | 1 << 10 | 3 << 8 | EXPORT_FIRST);
    stream_regs(s, 0x348, range, 4);
}

void r3d_constant(Stream *s, const unsigned fx10[4])
{
    const uint32_t v[2] = {
        fx10[1] << 10 | fx10[0],
        fx10[3] << 10 | fx10[2],
    };

    stream_regs(s, 0x820, v, 2);
}

void r3d_program_constant(Stream *s, const unsigned fx10[4])
{
    r3d_program(s, R3D_CONSTANT);
    r3d_constant(s, fx10);
}

void r3d_program_colour(Stream *s)
{
    r3d_program(s, R3D_COLOUR);
}
