/*
 * Drawing with GR3D
 *
 * Register numbers and values: [tegra-gr3d.rst, Registers].
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <stddef.h>

#include "gr3d-asm.h"
#include "r3d.h"

#define ARRAY_SIZE(a) (sizeof(a) / sizeof((a)[0]))

enum {
    SURFACE_DEPTH = 0,
    SURFACE_COLOR = 1,
};

/* ---- state that no draw here needs to be different */

typedef struct RegRun {
    uint16_t reg, num;
    uint32_t value[18];
} RegRun;

static const RegRun reset_runs[] = {
    { 0x124, 3, { 7 } },                        /* index and vertex fetch */
    { 0x200, 5, { 0x11, 0xffff, 0x00ff0000 } }, /* vertex program engine */
    { 0x209, 3, { 0, 0, 3 } },
    /* set-up: no polygon offset, 1-pixel points and lines */
    { 0x344, 8, { 0, 0, 0x105, 0x3f000000, 0x3f800000, 0x3f800000 } },
    { 0x34c, 4, { 0, 0x3f000000, 0x3f800000, 0 } },
    { 0x35b, 1, { 0x205 } },                    /* no user clip plane */
    { 0x363, 2, { 0 } },
    /* rasteriser: stencil off, full depth range, both snap and bbox idle */
    { 0x400, 3, { 0x7ff, 0x7ff, 0x48 } },
    { 0x404, 14, { 0, 0xfffff, 1, 0, 0, 0, 0x1fff1fff, 0, 6, 0, 8, 0x48 } },
    { 0x500, 4, { 0, 0x223212cf, 0, 0 } },      /* pixel sequencer */
    { 0x542, 4, { 0 } },
    { 0x60e, 1, { 0 } },
    { 0x702, 1, { 0 } },
    { 0x740, 3, { 0x35, 0, 0 } },
    { 0x902, 1, { 0 } },
    /* fragment data cache: sizes, then invalidate */
    { 0xa02, 10, { 0x1ff, 0x1ff, 0x1ff, 0x30, 0x20, 0x30, 0x100,
                   0x0f0f0f0f } },
    { 0xa00, 1, { 0xe01 } },
    { 0xe25, 5, { 0, 0x779, 1, 0x1fe00, 0x1fe00 } },
};

static void reset_state(Stream *s)
{
    for (size_t i = 0; i < ARRAY_SIZE(reset_runs); i++) {
        const RegRun *r = &reset_runs[i];

        if (r->num == 1) {
            stream_reg(s, r->reg, r->value[0]);
        } else {
            stream_regs(s, r->reg, r->value, r->num);
        }
    }
    stream_fill(s, 0x00c, 0, 10);       /* statistics off */
    stream_fill(s, 0x520, 0, 32);       /* sequencer commands */
    stream_fill(s, 0x300, 0, 64);       /* linker */
    stream_fill(s, 0x820, 0, 32);       /* fragment constants */
}

/* ---- target */

static uint32_t surface_desc(unsigned format, unsigned pitch)
{
    return pitch << 8 | format << 2;
}

static void set_surface(Stream *s, unsigned surface, unsigned format,
                        unsigned pitch, unsigned buffer)
{
    stream_reg(s, 0xe10 + surface, surface_desc(format, pitch));
    stream_addr(s, 0xe00 + surface, buffer, 0);
}

void r3d_begin(Stream *s, const R3dTarget *t)
{
    const R3dRect all = { 0, 0, t->width, t->height };
    uint32_t enable = 1 << SURFACE_COLOR;

    stream_setclass(s, HOST1X_CLASS_GR3D);
    reset_state(s);
    set_surface(s, SURFACE_COLOR, t->format, t->color_pitch, t->color);
    if (t->depth != R3D_NO_BUFFER) {
        set_surface(s, SURFACE_DEPTH, R3D_FORMAT_Z16, t->depth_pitch,
                    t->depth);
        enable |= 1 << SURFACE_DEPTH | 1 << 16;
    }
    stream_reg(s, 0x903, enable);
    r3d_viewport(s, t, &all);
    r3d_scissor(s, &all);
    r3d_depth(s, false, R3D_ALWAYS, false);
}

/*
 * Window coordinates are in 1/16 pixel: scale = half the extent * 16.  The
 * two depth words end at 0xfffff, not at 2^20 [tegra-gr3d.rst, Viewport].
 */
void r3d_viewport(Stream *s, const R3dTarget *t, const R3dRect *r)
{
    float sx = 8.0f * r->width, sy = 8.0f * r->height;
    const uint32_t xy[4] = {
        float_bits(16.0f * r->x + sx),
        float_bits(16.0f * r->y + sy),
        float_bits(sx),
        float_bits(t->top_down ? -sy : sy),
    };
    const uint32_t z[2] = { 0x3efffff0, 0x3efffff0 };
    const uint32_t guard[3] = {
        float_bits((4096.0f - r->width * 0.5f) / (r->width * 0.5f)),
        float_bits((4096.0f - r->height * 0.5f) / (r->height * 0.5f)),
        0x40dffe00,                     /* 7 - 2^-12 */
    };

    stream_mask(s, 0x352, 0x1b, xy);    /* 0x352, 0x353, 0x355, 0x356 */
    stream_mask(s, 0x354, 0x9, z);      /* 0x354, 0x357 */
    stream_regs(s, 0x358, guard, 3);
}

void r3d_scissor(Stream *s, const R3dRect *r)
{
    const uint32_t v[2] = {
        r->x << 16 | (r->x + r->width),
        r->y << 16 | (r->y + r->height),
    };

    stream_regs(s, 0x350, v, 2);
}

/* Outside the depth range fragments are dropped (bit 9). */
void r3d_depth(Stream *s, bool enable, R3dFunc func, bool write)
{
    stream_reg(s, 0x403, 0x200 | func << 4 | enable << 3 | write << 8);
}

/* ---- programs */

static void upload_vertex_program(Stream *s, bool colours)
{
    static const unsigned mask[4] = { VP_X, VP_Y, VP_Z, VP_W };
    VpInst p[5];
    unsigned n;

    for (n = 0; n < 4; n++) {
        p[n] = vp_export(VP_DP4, 0, mask[n]);
        vp_src(&p[n], VP_SRC_A, VP_ATTRIB, 0, VP_IDENTITY);
        vp_src(&p[n], VP_SRC_B, VP_CONST, n, VP_IDENTITY);
    }
    if (colours) {
        p[n] = vp_export(VP_MOV, 1, VP_XYZW);
        vp_src(&p[n], VP_SRC_A, VP_ATTRIB, 1, VP_IDENTITY);
        n++;
    }
    vp_end(&p[n - 1]);
    stream_reg(s, 0x205, 0);
    stream_port(s, 0x206, p[0].w, 4 * n);
    stream_reg(s, 0x120, colours ? 0x00030003 : 0x00010001);
}

void r3d_matrix(Stream *s, const float m[4][4])
{
    uint32_t v[16];

    for (unsigned i = 0; i < 16; i++) {
        v[i] = float_bits(m[i / 4][i % 4]);
    }
    stream_reg(s, 0x207, 0);
    stream_port(s, 0x208, v, 16);
}

typedef struct FragmentProgram {    /* one EXEC */
    const FpWord64 *mfu;            /* may be NULL */
    FpWord64 alu[4];
    uint32_t dw;
} FragmentProgram;

/* Order of the uploads: [tegra-gr3d.rst, Fragment program upload]. */
static void upload_fragment_program(Stream *s, const FragmentProgram *p)
{
    stream_reg(s, 0xe20, 0x58000000);       /* one register row */
    stream_reg(s, 0xe21, 0x140);            /* one TRAM row, 64 triangles */
    stream_reg(s, 0x546, 0x40);
    stream_reg(s, 0x520, 0x20006000 | 1);   /* one EXEC */
    stream_reg(s, 0xe22, 0);
    stream_reg(s, 0x603, 0);
    stream_reg(s, 0x803, 0);
    stream_port(s, 0x541, (uint32_t[]) { 0 }, 1);
    stream_reg(s, 0x500, 0);
    stream_port(s, 0x601, (uint32_t[]) { fp_schedule(0, !!p->mfu) }, 1);
    if (p->mfu) {
        stream_port(s, 0x604, &p->mfu->hi, 2);
    }
    stream_port(s, 0x701, (uint32_t[]) { 0 }, 1);
    stream_port(s, 0x801, (uint32_t[]) { fp_schedule(0, 1) }, 1);
    stream_port(s, 0x804, &p->alu[0].hi, 8);
    stream_port(s, 0x806, (uint32_t[]) { 0 }, 1);
    stream_port(s, 0x901, &p->dw, 1);
}

/* One linker instruction (a zero one stores nothing), no culling. */
static void set_linker(Stream *s, FpWord64 link)
{
    stream_regs(s, 0x300, &link.hi, 2);
    stream_reg(s, 0x343, 0xb8e00000);
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
    const unsigned u0 = ALU_REG_UNIFORM, u1 = ALU_REG_UNIFORM + 1;
    const FragmentProgram p = {
        .alu = {
            alu_mov(0, ALU_LOW, alu_low(u0)),
            alu_mov(0, ALU_HIGH, alu_high(u0)),
            alu_mov(1, ALU_LOW, alu_low(u1)),
            alu_mov(1, ALU_HIGH, alu_high(u1)),
        },
        .dw = dw_store(SURFACE_COLOR, 0),
    };

    upload_vertex_program(s, false);
    upload_fragment_program(s, &p);
    set_linker(s, (FpWord64) { 0, 0 });
    r3d_constant(s, fx10);
}

/*
 * r0..r3 hold the four interpolated components; each slot reads a register
 * before a later one overwrites a half of it.
 */
void r3d_program_colour(Stream *s)
{
    const FpWord64 mfu = mfu_perspective(0, 4);
    const FragmentProgram p = {
        .mfu = &mfu,
        .alu = {
            alu_mov(0, ALU_LOW, alu_fp20(0)),
            alu_mov(0, ALU_HIGH, alu_fp20(1)),
            alu_mov(1, ALU_LOW, alu_fp20(2)),
            alu_mov(1, ALU_HIGH, alu_fp20(3)),
        },
        .dw = dw_store(SURFACE_COLOR, 0),
    };

    upload_vertex_program(s, true);
    upload_fragment_program(s, &p);
    set_linker(s, linker_fp20(1, 0));
}

/* ---- draws */

void r3d_attrib(Stream *s, unsigned i, unsigned components, unsigned stride,
                unsigned buffer, uint32_t offset)
{
    stream_reg(s, 0x101 + 2 * i, stride << 8 | components << 4 | 13);
    stream_addr(s, 0x100 + 2 * i, buffer, offset);
}

static void draw(Stream *s, R3dPrim prim, R3dIndex type, unsigned first,
                 unsigned count)
{
    const uint32_t v[2] = {
        /* invalidate both fetch caches */
        3u << 30 | type << 28 | prim << 24,
        (count - 1) << 20 | first,
    };

    stream_regs(s, 0x122, v, 2);
    stream_incr(s, COND_OP_DONE);
}

void r3d_draw_arrays(Stream *s, R3dPrim prim, unsigned first, unsigned count)
{
    draw(s, prim, R3D_ARRAY, first, count);
}

void r3d_draw_indexed(Stream *s, R3dPrim prim, R3dIndex type,
                      unsigned buffer, uint32_t offset, unsigned count)
{
    stream_addr(s, 0x121, buffer, offset);
    draw(s, prim, type, 0, count);
}
