/*
 * Test of textures in strips: every backend that this processor can run gives
 * what gr3d_tex_sample() gives, lane by lane, for random descriptors, texels
 * and coordinates, and reads nothing beyond the texture
 *
 * [tegra-gr3d.rst, Textures]
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#define _GNU_SOURCE
#include <glib.h>
#include <math.h>
#include <sys/mman.h>
#include "hw/gpu/gr3d/isa/num.h"
#include "hw/gpu/gr3d/pipe/exec.h"
#include "hw/gpu/gr3d/run/strips.h"
#include "hw/gpu/gr3d/strip/strip.h"

#define MEMORY  (4u << 20)
#define GUARD   65536           /* pages of all hosts divide it */

enum { SRC_S, SRC_T, SRC_LOD, DST = 4 };

typedef struct Fixture {
    Gr3dDraw *draw;
    Gr3dTile *tile;
    Gr3dStripOp op;             /* the program */
    Gr3dStripProgram program;
    Gr3dStrip *strip;
    uint8_t *end;               /* of MEMORY bytes; what follows faults */
} Fixture;

static unsigned below(unsigned n)
{
    return (unsigned)g_test_rand_int_range(0, n);
}

static uint32_t word(void)
{
    return (uint32_t)g_test_rand_int();
}

static void set_up(Fixture *f)
{
    static const Gr3dFp nothing;

    f->draw = g_new0(Gr3dDraw, 1);
    f->draw->fp = &nothing;
    f->tile = g_new0(Gr3dTile, 1);
    f->program = (Gr3dStripProgram) { .num_ops = 1, .op = &f->op };
    f->draw->strip_program = &f->program;
    f->strip = gr3d_strip_new();
    f->end = mmap(NULL, MEMORY + GUARD, PROT_READ | PROT_WRITE,
                  MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    g_assert_true(f->end != MAP_FAILED);
    f->end += MEMORY;
    g_assert_false(mprotect(f->end, GUARD, PROT_NONE));
    for (unsigned i = 0; i < MEMORY; i += 4) {
        uint32_t v = word();

        memcpy(f->end - MEMORY + i, &v, 4);
    }
}

static void tear_down(Fixture *f)
{
    munmap(f->end - MEMORY, MEMORY + GUARD);
    gr3d_strip_free(f->strip);
    g_free(f->draw);
    g_free(f->tile);
}

/*
 * Descriptors: TEXDESC_LO has wraps in bits 0-3, the format in 8-13, the
 * layout in 14-16, the bias in 18-26, filters in 27-29; TEXDESC_HI sizes.
 */

static uint32_t random_hi(void)
{
    uint32_t hi = word();

    if (below(3) == 0) {        /* not a power of two: 20-31, 8-19 */
        return (1 + below(below(2) ? 40 : 400)) << 20 |
               (1 + below(below(2) ? 40 : 400)) << 8 | 0x40 | (hi & 0x80);
    }
    if (below(2)) {             /* all levels can be chosen */
        hi = (hi & ~0xff7fffu) | 0xff00;
    }
    return (hi & 0x00ffffff & ~0x40u) | below(11) << 28 | below(11) << 24;
}

static void random_texture(Fixture *f, unsigned unit, unsigned format)
{
    Gr3dTexDesc *tex = &f->draw->tex[unit];
    GpuSpan *span = &f->draw->span[GR3D_SPAN_TEXTURE + unit];
    GpuEvents events = { 0 };

    do {
        uint32_t lo = (word() & ~0x40003f00u) | format << 8;

        if (below(2)) {
            lo &= ~(0x1ffu << 18);      /* no bias */
        }
        gr3d_tex_decode(tex, 0, lo, random_hi(), &events);
    } while (tex->size > MEMORY);
    span->size = tex->size;
    span->data = f->end - tex->size;
}

/*
 * Coordinates
 */

/* Return what an fp20 register can hold. */
static float as_fp20(double v)
{
    return gr3d_fp20_to_double(gr3d_fp20_from_double(v));
}

static float hostile(void)
{
    static const float values[] = {
        0, -0.0f, 1, -1, 0.5f, 0x1p-31f, -0x1p-31f, 0x1p31f, -0x1p31f,
        INFINITY, -INFINITY, NAN, 0x1p22f, -0x1p22f, 0x1p21f, 0x1p15f,
    };

    return below(2) ? values[below(G_N_ELEMENTS(values))] :
           (float)gr3d_fp20_to_double(word());
}

static double real(double min, double max)
{
    return g_test_rand_double_range(min, max);
}

typedef struct Plane {
    double base, dx, dy;
} Plane;

/* Make a few texels per pixel, now and then many or along the axes. */
static Plane random_plane(const Gr3dTexDesc *tex, unsigned axis)
{
    double size = !tex->format || !tex->normalized ? 1 :
                  axis ? tex->level[0].height : tex->level[0].width;
    double scale = exp2(real(-4, below(4) ? 2 : 8)) / size;
    Plane p = { real(-2, 2) * (below(2) ? 1 : 50 * scale),
                real(-1, 1) * scale, real(-1, 1) * scale };

    if (below(2)) {
        *(below(2) ? &p.dx : &p.dy) = 0;
    }
    return p;
}

static void fill_plane(Gr3dStrip *s, unsigned vec, Plane p)
{
    unsigned n = s->lanes / 2;

    for (unsigned i = 0; i < s->lanes; i++) {
        s->vec[vec].f[i] = as_fp20(p.base + p.dx * (i % n) + p.dy * (i / n));
    }
}

static void random_lanes(Gr3dStrip *s, const Gr3dTexDesc *tex)
{
    unsigned mode = below(8);

    s->lanes = 16 * (1 + below(4));
    s->num_quads = s->lanes / 4 - (below(2) ? 0 : below(4));
    fill_plane(s, SRC_S, random_plane(tex, 0));
    fill_plane(s, SRC_T, random_plane(tex, 1));
    fill_plane(s, SRC_LOD, (Plane) { real(-2, 10), real(-0.1, 0.1),
                                     real(-0.2, 0.2) });
    for (unsigned i = 0; i < s->lanes; i++) {
        bool padding = i % (s->lanes / 2) >= 2 * s->num_quads;

        for (unsigned j = 0; j < 3; j++) {
            if (padding || mode == 0 || (mode == 1 && below(16) == 0)) {
                s->vec[j].f[i] = hostile();
            }
        }
    }
}

/*
 * What the reference does
 */

typedef struct Expected {
    int32_t c[4][GR3D_LANES];
} Expected;

static double quad_lod(const Gr3dStrip *s, const Gr3dTexDesc *tex,
                       unsigned flags, unsigned quad)
{
    unsigned lane[3] = { 2 * quad, 2 * quad + 1, 2 * quad + s->lanes / 2 };
    double u[3], v[3], lod;

    if (!tex->needs_lod) {
        return 0;
    }
    for (unsigned i = 0; i < 3; i++) {
        u[i] = s->vec[SRC_S].f[lane[i]];
        v[i] = s->vec[SRC_T].f[lane[i]];
    }
    lod = gr3d_tex_lod(tex, u, v);
    return flags & GR3D_STRIP_BIAS ? lod + s->vec[SRC_LOD].f[lane[0]] : lod;
}

static void reference(const Fixture *f, unsigned unit, unsigned flags,
                      Expected *e)
{
    const Gr3dTexDesc *tex = &f->draw->tex[unit];
    const Gr3dStrip *s = f->strip;

    for (unsigned i = 0; i < s->lanes; i++) {
        unsigned quad = i % (s->lanes / 2) / 2;
        double lod = flags & GR3D_STRIP_LOD ? s->vec[SRC_LOD].f[i] :
                     quad_lod(s, tex, flags, quad);
        uint32_t c[4];

        if (quad >= s->num_quads) {
            continue;
        }
        g_assert_true(gr3d_tex_sample(
            tex, &f->draw->span[GR3D_SPAN_TEXTURE + unit],
            s->vec[SRC_S].f[i], s->vec[SRC_T].f[i], lod, c));
        for (unsigned j = 0; j < 4; j++) {
            e->c[j][i] = gr3d_fx10_to_int(c[j]);
        }
    }
}

static void compare(const Fixture *f, const char *name, unsigned unit,
                    const Expected *e)
{
    const Gr3dStrip *s = f->strip;
    const Gr3dTexDesc *tex = &f->draw->tex[unit];

    for (unsigned i = 0; i < s->lanes; i++) {
        if (i % (s->lanes / 2) >= 2 * s->num_quads) {
            continue;
        }
        for (unsigned j = 0; j < 4; j++) {
            if (gr3d_vec_x(&s->vec[DST + j], i) != e->c[j][i]) {
                g_error("%s: format %u %ux%u levels %u tiled %d wrap %d%d %d%d "
                        "filter %d%d%d lane %u of %u (%g, %g) component %u: "
                        "%d, expected %d", name, tex->number,
                        tex->level[0].width, tex->level[0].height,
                        tex->num_levels, tex->tiled, tex->clamp[0],
                        tex->mirror[0], tex->clamp[1], tex->mirror[1],
                        tex->lerp_mag, tex->lerp_min, tex->lerp_mip, i,
                        s->lanes, s->vec[SRC_S].f[i], s->vec[SRC_T].f[i], j,
                        gr3d_vec_x(&s->vec[DST + j], i), e->c[j][i]);
            }
        }
    }
}

static void set_op(Fixture *f, unsigned unit, unsigned flags)
{
    f->op = (Gr3dStripOp) {
        .code = GR3D_STRIP_TEX, .sequence = 1, .unit = unit, .flags = flags,
        .dst = { DST, DST + 1, DST + 2, DST + 3 },
        .src = { SRC_S, SRC_T, SRC_LOD },
    };
}

static void check(Fixture *f, const Gr3dExec *exec)
{
    Expected e;

    reference(f, f->op.unit, f->op.flags, &e);
    exec->shade(f->strip);
    compare(f, exec->name, f->op.unit, &e);
}

static void run_strip(Fixture *f, const Gr3dExec *exec, unsigned unit)
{
    set_op(f, unit, below(3));
    random_lanes(f->strip, &f->draw->tex[unit]);
    check(f, exec);
}

/* As a tile would: several textures, nothing forgotten in between */
static void run_tile(Fixture *f, const Gr3dExec *exec, unsigned format)
{
    unsigned units = 1 + below(3), unit[3];

    for (unsigned i = 0; i < units; i++) {
        unit[i] = below(GR3D_NUM_TEXTURES);
        random_texture(f, unit[i], i ? below(36) : format);
    }
    /* begin() looks at the program */
    set_op(f, unit[0], 0);
    exec->begin(f->strip, f->draw, f->tile);
    for (unsigned i = 0; i < 24; i++) {
        run_strip(f, exec, unit[below(units)]);
    }
}

/*
 * A level of detail that is 2^-36 above 177/256: log2 hypot(1 + 749/8192,
 * 1 + 1558/8192).  A few terms of a series put it below.
 */
static void test_near(gconstpointer data)
{
    const Gr3dExec *exec = data;
    const float texel = 1 / 256.0f;
    GpuEvents events = { 0 };
    Gr3dTexDesc *tex;
    Gr3dStrip *s;
    Fixture f;

    set_up(&f);
    tex = &f.draw->tex[0];
    s = f.strip;
    gr3d_tex_decode(tex, 0, 13 << 8 | 7 << 27, 8u << 28 | 8 << 24 | 0xff00,
                    &events);
    f.draw->span[GR3D_SPAN_TEXTURE].size = tex->size;
    s->lanes = 64;
    s->num_quads = 16;
    for (unsigned i = 0; i < 64; i++) {
        bool moved = i < 32 && i & 1;

        s->vec[SRC_S].f[i] = moved ? (1 + 749 / 8192.0f) * texel : 0;
        s->vec[SRC_T].f[i] = moved ? (1 + 1558 / 8192.0f) * texel : 0;
    }
    set_op(&f, 0, 0);
    for (unsigned i = 0; i < 64; i++) {
        f.draw->span[GR3D_SPAN_TEXTURE].data = f.end - tex->size - 16 * i;
        exec->begin(s, f.draw, f.tile);
        check(&f, exec);
    }
    tear_down(&f);
}

static void test_backend(gconstpointer data)
{
    const Gr3dExec *exec = data;
    unsigned rounds = g_test_slow() ? 2000 : 60;
    Fixture f;

    set_up(&f);
    for (unsigned i = 0; i < rounds; i++) {
        for (unsigned format = 0; format < 37; format++) {
            run_tile(&f, exec, format);
        }
    }
    tear_down(&f);
}

int main(int argc, char **argv)
{
    static const char *const names[] = { "base", "avx2", "avx512" };

    g_test_init(&argc, &argv, NULL);
    for (unsigned i = 0; i < G_N_ELEMENTS(names); i++) {
        g_autofree char *path = g_strdup_printf("/strip-tex/%s", names[i]);
        g_autofree char *near = g_strdup_printf("%s/near-level", path);
        const Gr3dExec *exec;
        const char *why;

        if (gr3d_exec_find(names[i], &exec, &why)) {
            g_test_add_data_func(path, exec, test_backend);
            g_test_add_data_func(near, exec, test_near);
        }
    }
    return g_test_run();
}
