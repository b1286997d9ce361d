/*
 * Drawing with GR3D
 *
 * Register numbers and values: [tegra-gr3d.rst, Registers].
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <stddef.h>

#include "r3d.h"

#define ARRAY_SIZE(a) (sizeof(a) / sizeof((a)[0]))

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

static void set_surface(Stream *s, unsigned surface, unsigned format,
                        unsigned structure, unsigned pitch, unsigned buffer)
{
    stream_reg(s, 0xe10 + surface, structure << 25 | pitch << 8 | format << 2);
    stream_addr(s, 0xe00 + surface, buffer, 0);
}

/* A linear stencil surface is said to be distorted on hardware: tiles (2). */
void r3d_target(Stream *s, const R3dTarget *t)
{
    const R3dRect all = { 0, 0, t->width, t->height };
    uint32_t enable = 1 << R3D_SURFACE_COLOR;

    set_surface(s, R3D_SURFACE_COLOR, t->format, 0, t->color_pitch, t->color);
    if (t->depth != R3D_NO_BUFFER) {
        set_surface(s, R3D_SURFACE_DEPTH, R3D_FORMAT_Z16, 0, t->depth_pitch,
                    t->depth);
        enable |= 1 << R3D_SURFACE_DEPTH | 1 << 16;
    }
    if (t->stencil_pitch) {
        set_surface(s, R3D_SURFACE_STENCIL, R3D_FORMAT_S8, 2, t->stencil_pitch,
                    t->stencil);
        enable |= 1 << R3D_SURFACE_STENCIL;
    }
    stream_reg(s, 0x903, enable);
    r3d_viewport(s, t, &all);
    r3d_scissor(s, &all);
}

void r3d_begin(Stream *s, const R3dTarget *t)
{
    stream_setclass(s, HOST1X_CLASS_GR3D);
    reset_state(s);
    r3d_target(s, t);
    r3d_depth(s, false, R3D_ALWAYS, false);
    r3d_cull(s, R3D_CULL_NONE);
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

void r3d_stencil(Stream *s, bool enable, R3dFunc func, unsigned ref,
                 R3dStencilOp pass)
{
    uint32_t test = 0xff | func << 8;
    uint32_t op = R3D_KEEP | R3D_KEEP << 3 | pass << 6 | 0xff << 9 | ref << 17;
    const uint32_t tests[2] = { test, test }, ops[2] = { op, op };

    stream_regs(s, 0x400, tests, 2);
    /* written at the time of the test (bit 6) */
    stream_reg(s, 0x402, R3D_SURFACE_STENCIL << 2 | enable << 5 | 1 << 6);
    stream_regs(s, 0xe28, ops, 2);
}

/*
 * The number of linker instructions is here, too; those that a program does
 * not need are zero and store nothing.
 */
void r3d_cull(Stream *s, R3dCull cull)
{
    stream_reg(s, 0x343, 0xb8e00000 | cull << 16 | (R3D_NUM_LINKS - 1) << 5);
}

void r3d_line(Stream *s, float half_width, bool square_ends)
{
    /* clipped at the guard band (bit 1) */
    stream_reg(s, 0x34c, 2 | square_ends);
    stream_float(s, 0x34d, half_width);
}

/* Rows one after the other, powers of two [tegra-gr3d.rst, Textures] */
void r3d_texture(Stream *s, unsigned unit, const R3dTexture *t)
{
    const uint32_t desc[2] = {
        t->clamp << 0 | t->clamp << 1 | t->format << 8 |
        t->blend_levels << 27 | t->linear << 28 | t->linear << 29,
        t->log2_width << 28 | t->log2_height << 24 |
        (t->levels > 1 ? (t->levels - 1) << 12 : 1 << 7),
    };

    stream_regs(s, 0x720 + 2 * unit, desc, 2);
    stream_addr(s, 0x710 + unit, t->buffer, t->offset);
    stream_reg(s, 0xe27, 1);            /* what the cache holds is old */
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
