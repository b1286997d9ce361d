/*
 * QTest testcase for the NVIDIA Tegra20 GR2D: fast rotate and stretch blits
 *
 * The models work pixel by pixel, from the tables of docs/specs/tegra-gr2d.rst.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include <math.h>
#include "tegra20-gr2d.h"

/* ---- fast rotate ---- */

typedef struct Rotation {
    unsigned int type, mode, bytes;
    Surface src, dst;
    int w, h;                   /* of the source */
} Rotation;

/* Return out(x, y) = in(...) by the table of [tegra-gr2d.rst, Fast rotate] */
static uint32_t rotated(Gr2d *g, const Rotation *r, int x, int y)
{
    const int w = r->w, h = r->h;
    const int in[8][2] = {
        { w - 1 - x, y }, { x, h - 1 - y }, { y, x },
        { w - 1 - y, h - 1 - x }, { w - 1 - y, x }, { w - 1 - x, h - 1 - y },
        { y, h - 1 - x }, { x, y },
    };

    return get_pixel(g, &r->src, r->bytes, in[r->type][0], in[r->type][1]);
}

static bool turned(const Rotation *r)
{
    return r->type == 2 || r->type == 3 || r->type == 4 || r->type == 6;
}

static void rotate_model(Gr2d *g, const Rotation *r)
{
    int w = turned(r) ? r->h : r->w, h = turned(r) ? r->w : r->h;
    g_autofree uint32_t *out = g_new(uint32_t, w * h);

    for (int n = 0; n < w * h; n++) {
        out[n] = rotated(g, r, n % w, n / w);
    }
    for (int n = 0; n < w * h; n++) {
        put_pixel(g, &r->dst, r->bytes, n % w, n / w, out[n]);
    }
}

static void rotate_run(Gr2d *g, const Rotation *r, uint32_t main)
{
    g_autofree char *what = g_strdup_printf(
        "fast rotate %u, mode %u, %u bytes, %ux%u, tiled %d %d", r->type,
        r->mode, r->bytes, r->w, r->h, r->src.tiled, r->dst.tiled);

    area_random(g);
    area_send(g);
    reg_write(g, R_GR2D_TRIGGER, R_GR2D_SRCSIZE);
    reg_write(g, R_GR2D_CMDSEL, 0);
    reg_write(g, R_GR2D_CONTROLSECOND, r->type << 26 | r->mode << 24);
    reg_write(g, R_GR2D_ROPFADE, 0xcc);
    reg_write(g, R_GR2D_TILEMODE, r->dst.tiled << 20 | r->src.tiled);
    reg_write(g, R_GR2D_DSTST, r->dst.stride);
    reg_write(g, R_GR2D_SRCST, r->src.stride);
    reg_write(g, R_GR2D_DSTBA, AREA + r->dst.base);
    reg_write(g, R_GR2D_SRCBA, AREA + r->src.base);
    reg_write(g, R_GR2D_CONTROLMAIN, main | 1 << 20 |
              (r->bytes == 4 ? 2 : r->bytes - 1) << 16);
    reg_write(g, R_GR2D_SRCSIZE, xy(r->w - 1, r->h - 1));
    wait_done(g);
    rotate_model(g, r);
    area_check(g, what);
}

static void test_rotate(void)
{
    Gr2d *g = gr2d_start();

    for (int n = 0; n < 8 * 3 * 4; n++) {
        Rotation r = {
            .type = n % 8,
            .mode = 1,
            .bytes = 1 << n / 8 % 3,
            .src = { SRC, 256, n / 24 & 1 },
            .dst = { DST, 256, n / 24 & 2 },
        };

        r.w = 3 * (16 / r.bytes);
        r.h = 2 * (16 / r.bytes);
        rotate_run(g, &r, 0);
        r.w = 37;               /* not whole blocks: logged and drawn */
        r.h = 21;
        rotate_run(g, &r, 1 << 29);
    }
    gr2d_end(g);
}

static void test_rotate_in_place(void)
{
    Gr2d *g = gr2d_start();

    for (int n = 0; n < 8 * 3 * 2; n++) {
        Surface s = { DST, 256, n / 24 };
        Rotation r = {
            .type = n % 8,
            .mode = 2,
            .bytes = 1 << n / 8 % 3,
            .src = s,
            .dst = s,
        };

        r.w = r.h = 2 * (16 / r.bytes);
        rotate_run(g, &r, 0);
        r.w = r.h = 17;
        rotate_run(g, &r, 0);
        if (!turned(&r)) {
            r.h = 12;
            rotate_run(g, &r, 0);
        }
    }
    gr2d_end(g);
}

/* ---- stretch blits ---- */

#define PLANAR      (1u << 5)
#define PLANAR_422  (1u << 4)
#define ENAVF       (1u << 6)
#define ENAHF       (1u << 7)
#define VFTYPE(n)   ((n) << 16)
#define VFEN        (1u << 18)
#define DISCSC      (1u << 19)
#define HFTYPE(n)   ((n) << 20)
#define SBSEL       (1u << 25)
#define DBSEL       (1u << 26)

/* Y = 1.164 (Y - 16), R += 1.596 V, ...: BT.601, sevenths of a bit */
#define CSC601_FIRST    (0xf0u << 24 | 204 << 12 | 258)
#define CSC601_SECOND   (149u << 24 | 0 << 12 | (-50 & 0x1ff))
#define CSC601_THIRD    (0u << 16 | (-104 & 0x1ff))
/* Gains of 1 */
#define CSC_ONE_FIRST   (0x080 << 12 | 0x080)
#define CSC_ONE_SECOND  (0x80u << 24)

typedef struct Stretch {
    const char *what;
    unsigned int sfmt, dfmt;
    uint32_t control;           /* CONTROLSB */
    Surface src, u, v, dst;
    int sw, sh, dw, dh;         /* real sizes */
    uint32_t hdda, vdda, hini, vini;
    bool yflip;
    uint32_t csc[3];
} Stretch;

typedef struct Colour {
    int a, r, g, b;             /* or a, v, y, u */
} Colour;

static unsigned int format_bytes(unsigned int format)
{
    return format >= 14 ? 4 : 2;
}

static bool is_yuv(unsigned int format)
{
    return format < 8;
}

static int up(unsigned int value, int bits)
{
    return value << (8 - bits) | value >> (2 * bits - 8);
}

static Colour from_packed(Gr2d *g, const Stretch *s, int x, int y)
{
    static const char order[4][5] = { "UYVY", "YUYV", "YVYU", "VYUY" };
    const uint8_t *p = pixel_at(g, &s->src, 2, x & ~1, y);
    Colour c = { .a = 255 };

    for (int i = 0; i < 4; i++) {
        int value = p[i] ^ (s->sfmt & 4 && order[s->sfmt % 4][i] != 'Y' ? 0x80
                                                                      : 0);

        switch (order[s->sfmt % 4][i]) {
        case 'U':
            c.b = value;
            break;
        case 'V':
            c.r = value;
            break;
        default:
            if (i / 2 == (x & 1)) {
                c.g = value;
            }
        }
    }
    return c;
}

static Colour from_planes(Gr2d *g, const Stretch *s, int x, int y)
{
    int cy = s->control & PLANAR_422 ? y : y / 2;
    int flip = s->sfmt & 4 ? 0x80 : 0;

    return (Colour) {
        255, get_pixel(g, &s->v, 1, x / 2, cy) ^ flip,
        get_pixel(g, &s->src, 1, x, y),
        get_pixel(g, &s->u, 1, x / 2, cy) ^ flip,
    };
}

static Colour source(Gr2d *g, const Stretch *s, int x, int y)
{
    uint32_t v;

    x = MIN(x, s->sw - 1);
    y = MIN(y, s->sh - 1);
    if (s->control & PLANAR) {
        return from_planes(g, s, x, y);
    }
    if (is_yuv(s->sfmt)) {
        return from_packed(g, s, x, y);
    }
    v = get_pixel(g, &s->src, format_bytes(s->sfmt), x, y);
    switch (s->sfmt) {
    case 14:
        return (Colour) { v >> 24, v >> 16 & 255, v >> 8 & 255, v & 255 };
    case 15:
        return (Colour) { v >> 24, v & 255, v >> 8 & 255, v >> 16 & 255 };
    case 12:
        v = (v >> 8 | v << 8) & 0xffff;
        /* fall through */
    default:
        return (Colour) { 255, up(v >> 11, 5), up(v >> 5 & 63, 6),
                          up(v & 31, 5) };
    }
}

/* Interpolate between a and b, to the nearest, halves up */
static int between(int a, int b, int weight)
{
    return floor((a * (256 - weight) + b * weight) / 256.0 + 0.5);
}

static Colour blend(Colour a, Colour b, int weight, bool alpha)
{
    return (Colour) {
        alpha ? between(a.a, b.a, weight) : a.a,
        between(a.r, b.r, weight), between(a.g, b.g, weight),
        between(a.b, b.b, weight),
    };
}

/* Return the source column @x of output line @n */
static Colour column(Gr2d *g, const Stretch *s, int x, int n)
{
    static const int average[] = { 0, 64, 128, 256 };
    double at = s->vini / 256.0 + n * (s->vdda / 4096.0);
    int line = floor(at), weight = floor((at - line) * 256);
    Colour c = source(g, s, x, line);

    if (!(s->control & VFEN)) {
        return c;
    }
    weight = between(weight, 128, average[s->control >> 16 & 3]);
    return blend(c, source(g, s, x, line + 1), weight, s->control & ENAVF);
}

static Colour sampled(Gr2d *g, const Stretch *s, int i, int j)
{
    double at = s->hini / 256.0 + i * (s->hdda / 4096.0);
    int x = floor(at), weight = floor((at - x) * 256);
    Colour c = column(g, s, x, j);

    if ((s->control >> 20 & 7) == 7) {
        return c;
    }
    return blend(c, column(g, s, x + 1, j), weight, s->control & ENAHF);
}

static int field(uint32_t reg, int shift, int bits)
{
    int v = reg >> shift & ((1 << bits) - 1);

    return v >> (bits - 1) ? v - (1 << bits) : v;
}

static int clamped(double v)
{
    v = floor(v + 0.5);
    return v < 0 ? 0 : v > 255 ? 255 : v;
}

static Colour converted(const Stretch *s, Colour c)
{
    double cyx = (s->csc[1] >> 24) / 128.0;
    double cub = field(s->csc[0], 0, 10) / 128.0;
    double cvr = field(s->csc[0], 12, 10) / 128.0;
    double y, u = c.b - 128, v = c.r - 128;

    if (s->control & DISCSC || is_yuv(s->dfmt)) {
        return c;
    }
    if (!is_yuv(s->sfmt)) {
        return (Colour) { c.a, clamped(c.r * cvr), clamped(c.g * cyx),
                          clamped(c.b * cub) };
    }
    y = cyx * (c.g + field(s->csc[0], 24, 8));
    return (Colour) {
        c.a,
        clamped(y + field(s->csc[1], 12, 10) / 128.0 * u + cvr * v),
        clamped(y + field(s->csc[1], 0, 9) / 128.0 * u +
                field(s->csc[2], 0, 9) / 128.0 * v),
        clamped(y + cub * u + field(s->csc[2], 16, 10) / 128.0 * v),
    };
}

static void put_packed(Gr2d *g, const Stretch *s, int x, int y, Colour c)
{
    static const char order[4][5] = { "UYVY", "YUYV", "YVYU", "VYUY" };
    int flip = s->dfmt & 4 ? 0x80 : 0;

    /* Of two pixels, bytes 0 and 1 belong to the first. */
    for (int i = 0; i < 4; i++) {
        char what = order[s->dfmt % 4][i];
        bool second_half = i / 2;

        if (what == 'Y' ? second_half == (x & 1)
                        : !(x & 1) && (!second_half || x + 1 < s->dw)) {
            put_pixel(g, &s->dst, 1, (x & ~1) * 2 + i, y,
                      what == 'Y' ? c.g : (what == 'U' ? c.b : c.r) ^ flip);
        }
    }
}

static void put_colour(Gr2d *g, const Stretch *s, int x, int y, Colour c)
{
    uint32_t v = (c.r >> 3) << 11 | (c.g >> 2) << 5 | c.b >> 3;

    if (is_yuv(s->dfmt)) {
        put_packed(g, s, x, y, c);
        return;
    }
    switch (s->dfmt) {
    case 12:
        v = (v >> 8 | v << 8) & 0xffff;
        break;
    case 14:
        v = (uint32_t)c.a << 24 | c.r << 16 | c.g << 8 | c.b;
        break;
    case 15:
        v = (uint32_t)c.a << 24 | c.b << 16 | c.g << 8 | c.r;
        break;
    }
    put_pixel(g, &s->dst, format_bytes(s->dfmt), x, y, v);
}

static void stretch_model(Gr2d *g, const Stretch *s)
{
    for (int j = 0; j < s->dh; j++) {
        for (int i = 0; i < s->dw; i++) {
            put_colour(g, s, i, s->yflip ? s->dh - 1 - j : j,
                       converted(s, sampled(g, s, i, j)));
        }
    }
}

static void stretch_program(Gr2d *g, const Stretch *s)
{
    reg_write(g, R_GR2D_TRIGGER, R_GR2D_DSTSIZE);
    reg_write(g, R_GR2D_CMDSEL, 1);
    reg_write(g, R_GR2D_VDDA, s->vdda);
    reg_write(g, R_GR2D_VDDAINI, s->vini);
    reg_write(g, R_GR2D_HDDA, s->hdda);
    reg_write(g, R_GR2D_HDDAINILS, s->hini);
    reg_write(g, R_GR2D_CSCFIRST, s->csc[0]);
    reg_write(g, R_GR2D_CSCSECOND, s->csc[1]);
    reg_write(g, R_GR2D_CSCTHIRD, s->csc[2]);
    reg_write(g, R_GR2D_SBFORMAT, s->dfmt << 8 | s->sfmt);
    reg_write(g, R_GR2D_CONTROLSB, s->control);
    reg_write(g, R_GR2D_CONTROLSECOND, 0);
    reg_write(g, R_GR2D_CONTROLMAIN, 1 << 28 | 1 << 27 | s->yflip << 14 |
              (format_bytes(s->dfmt) == 4 ? 2 : 1) << 16);
    reg_write(g, R_GR2D_TILEMODE, s->src.tiled | s->u.tiled << 4 |
              s->dst.tiled << 20);
    reg_write(g, R_GR2D_UBA_A, AREA + s->u.base);
    reg_write(g, R_GR2D_VBA_A, AREA + s->v.base);
    reg_write(g, R_GR2D_UVSTRIDE, s->u.stride);
}

static uint32_t first_line(const Stretch *s)
{
    int y = s->yflip ? s->dh - 1 : 0;

    return s->dst.base + (s->dst.tiled ? y / 16 * s->dst.stride * 16 +
                          y % 16 * 16 : y * s->dst.stride);
}

static void stretch_run(Gr2d *g, const Stretch *s)
{
    int more = s->control & VFEN ? 2 : 1;
    bool b = s->control & SBSEL;

    area_random(g);
    area_send(g);
    stretch_program(g, s);
    reg_write(g, s->control & DBSEL ? R_GR2D_DSTBA_B : R_GR2D_DSTBA,
              AREA + first_line(s));
    reg_write(g, R_GR2D_DSTST, s->dst.stride);
    reg_write(g, b ? R_GR2D_SRCBA_B : R_GR2D_SRCBA, AREA + s->src.base);
    reg_write(g, b ? R_GR2D_SRCST_B : R_GR2D_SRCST, s->src.stride);
    reg_write(g, R_GR2D_SRCSIZE, xy(s->sw, s->sh - more));
    reg_write(g, R_GR2D_DSTSIZE, xy(s->dw, s->dh - more));
    wait_done(g);
    stretch_model(g, s);
    area_check(g, s->what);
}

static Stretch new_stretch(const char *what, unsigned int sfmt,
                           unsigned int dfmt)
{
    return (Stretch) {
        .what = what,
        .sfmt = sfmt,
        .dfmt = dfmt,
        .control = HFTYPE(7) | DISCSC,
        .src = { SRC, 256 },
        .dst = { DST, 256 },
        .u = { 0x5000, 128 },
        .v = { 0x6000, 128 },
        .sw = 24, .sh = 18, .dw = 24, .dh = 18,
        .hdda = 0x1000, .vdda = 0x1000,
        .csc = { CSC_ONE_FIRST, CSC_ONE_SECOND, 0 },
    };
}

/* grate: (source - 1) / (destination - 1), 6.12 */
static void scale(Stretch *s, int dw, int dh)
{
    s->dw = dw;
    s->dh = dh;
    s->hdda = ((s->sw - 1) << 12) / (dw - 1);
    s->vdda = ((s->sh - 1) << 12) / (dh - 1);
}

static void test_formats(void)
{
    static const unsigned int formats[] = {
        0, 1, 2, 3, 4, 5, 6, 7, 8, 12, 14, 15,
    };
    const int num = ARRAY_SIZE(formats);
    Gr2d *g = gr2d_start();

    for (int n = 0; n < num * num * 2; n++) {
        unsigned int from = formats[n % num], to = formats[n / num % num];
        g_autofree char *what = g_strdup_printf("%u to %u", from, to);
        Stretch s = new_stretch(what, from, to);

        if (is_yuv(to) && !is_yuv(from)) {
            continue;
        }
        s.dw = n % 3 ? 24 : 23; /* an odd width ends within a pair */
        if (n / num / num) {
            s.control &= ~DISCSC;
            if (is_yuv(from)) {
                s.csc[0] = CSC601_FIRST;
                s.csc[1] = CSC601_SECOND;
                s.csc[2] = CSC601_THIRD;
            }
        }
        stretch_run(g, &s);
    }
    gr2d_end(g);
}

static void test_planar(void)
{
    static const uint32_t strides[] = { 128, 256, 64, 112 };
    Gr2d *g = gr2d_start();

    for (int n = 0; n < 4 * 2 * 2 * 2; n++) {
        Stretch s = new_stretch("planes", n / 4 & 1 ? 4 : 0, 14);

        s.control = PLANAR | HFTYPE(7) | (n & 3) << 8 |
                    (n / 8 & 1 ? PLANAR_422 : 0);
        s.u.stride = strides[n & 3];
        s.v.stride = s.u.stride;
        s.u.tiled = s.v.tiled = n / 16 && s.u.stride % 16 == 0;
        s.csc[0] = CSC601_FIRST;
        s.csc[1] = CSC601_SECOND;
        s.csc[2] = CSC601_THIRD;
        stretch_run(g, &s);
    }
    gr2d_end(g);
}

static void test_scale(void)
{
    static const int sizes[][2] = {
        { 24, 18 }, { 48, 36 }, { 12, 9 }, { 47, 35 }, { 7, 50 }, { 60, 5 },
    };
    static const uint32_t controls[] = {
        HFTYPE(7), HFTYPE(0), HFTYPE(7) | VFEN, HFTYPE(0) | VFEN,
        HFTYPE(3) | VFEN | VFTYPE(1) | ENAVF | ENAHF,
        HFTYPE(0) | VFEN | VFTYPE(2) | ENAVF,
        HFTYPE(6) | VFEN | VFTYPE(3) | ENAHF,
        HFTYPE(7) | SBSEL | DBSEL,
    };
    Gr2d *g = gr2d_start();

    for (int n = 0; n < ARRAY_SIZE(sizes) * ARRAY_SIZE(controls); n++) {
        const int *size = sizes[n % ARRAY_SIZE(sizes)];
        g_autofree char *what = g_strdup_printf("scale %d", n);
        Stretch s = new_stretch(what, n % 2 ? 15 : 8, 14);

        s.control = controls[n / ARRAY_SIZE(sizes)] | DISCSC;
        scale(&s, size[0], size[1]);
        s.hini = n * 37 % 256;
        s.vini = n * 91 % 256;
        stretch_run(g, &s);
    }
    gr2d_end(g);
}

static uint32_t argb(Gr2d *g, const Surface *s, int x, int y)
{
    return get_pixel(g, s, 4, x, y);
}

/* Twice as wide and half as wide: what comes out needs no model. */
static void test_exact(void)
{
    Gr2d *g = gr2d_start();
    Stretch s = new_stretch("twice", 14, 14);

    s.hdda = 0x800;
    s.vdda = 0x800;
    s.dw = 48;
    s.dh = 36;
    stretch_run(g, &s);
    for (int i = 0; i < s.dw * s.dh; i++) {
        int x = i % s.dw, y = i / s.dw;

        g_assert_cmphex(argb(g, &s.dst, x, y), ==,
                        argb(g, &s.src, x / 2, y / 2));
    }
    s.what = "half";
    s.hdda = s.vdda = 0x2000;
    s.dw = 12;
    s.dh = 9;
    stretch_run(g, &s);
    for (int i = 0; i < s.dw * s.dh; i++) {
        int x = i % s.dw, y = i / s.dw;

        g_assert_cmphex(argb(g, &s.dst, x, y), ==,
                        argb(g, &s.src, 2 * x, 2 * y));
    }
    gr2d_end(g);
}

static void test_stretch_tiled(void)
{
    Gr2d *g = gr2d_start();

    for (int n = 0; n < 8; n++) {
        Stretch s = new_stretch("stretch, tiled or upwards", 15, 14);

        s.src.tiled = n & 1;
        s.dst.tiled = n & 2;
        s.yflip = n & 4;
        scale(&s, 45, 40);
        s.control = HFTYPE(0) | VFEN;
        stretch_run(g, &s);
    }
    gr2d_end(g);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    qtest_add_func("tegra20/gr2d/rotate/copy", test_rotate);
    qtest_add_func("tegra20/gr2d/rotate/in-place", test_rotate_in_place);
    qtest_add_func("tegra20/gr2d/stretch/formats", test_formats);
    qtest_add_func("tegra20/gr2d/stretch/planar", test_planar);
    qtest_add_func("tegra20/gr2d/stretch/scale", test_scale);
    qtest_add_func("tegra20/gr2d/stretch/exact", test_exact);
    qtest_add_func("tegra20/gr2d/stretch/tiled", test_stretch_tiled);
    return g_test_run();
}
