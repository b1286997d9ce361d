/*
 * QTest testcase for the NVIDIA Tegra20 GR2D: blits
 *
 * The model here works pixel by pixel and bit by bit, straight from the tables
 * of docs/specs/tegra-gr2d.rst.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "tegra20-gr2d.h"

/* CONTROLMAIN */
#define TURBO   (1u << 2)
#define ALPEN   (1u << 5)
#define SRCSLD  (1u << 6)
#define PATSLD  (1u << 7)
#define PATFL   (1u << 8)
#define XDIR    (1u << 9)
#define YDIR    (1u << 10)
#define XYTDW   (1u << 11)
#define YFLIP   (1u << 14)
#define SRCCD   (1u << 20)
#define LSB     (1u << 21)
#define SRCBAS  (1u << 24)
#define SRCDIR  (1u << 27)
#define DSTDIR  (1u << 28)

typedef struct Blit {
    uint32_t main;              /* CONTROLMAIN but for the fields below */
    unsigned int bytes;         /* 1, 2, 4 */
    uint8_t rop;
    Surface src, dst, pat;
    int sx, sy, dx, dy, w, h;   /* as in the registers */
    uint32_t fg, bg;
    unsigned int srct, dstt, patt, clipc;
    uint32_t srckey, patkey, patfg, patbg;
    bool pattern;               /* the model takes it into account */
    bool pat_colour;
    unsigned int px, py;        /* offsets in a tile */
    int left, top, right, bottom;
    const char *what;
} Blit;

static Blit new_blit(const char *what, unsigned int bytes)
{
    return (Blit) {
        .what = what,
        .bytes = bytes,
        .main = SRCCD,
        .rop = 0xcc,
        .src = { SRC, 320, false },
        .dst = { DST, 336, false },
        .pat = { PAT, 160, false },
        .sx = 5, .sy = 3, .dx = 7, .dy = 4, .w = 21, .h = 13,
        .fg = 0x89abcdef, .bg = 0x12345678,
        .patfg = 0xfedcba98, .patbg = 0x3c5aa569,
    };
}

/* ---- registers ---- */

static void program(Gr2d *g, const Blit *b)
{
    uint32_t depth = b->bytes == 4 ? 2 : b->bytes - 1;

    reg_write(g, R_GR2D_TRIGGER, R_GR2D_DSTPS);
    reg_write(g, R_GR2D_CMDSEL, 0);
    reg_write(g, R_GR2D_CONTROLSECOND, b->clipc << 21);
    reg_write(g, R_GR2D_CONTROLMAIN, b->main | depth << 16 | b->dstt << 18 |
              b->srct << 22);
    reg_write(g, R_GR2D_ROPFADE, b->rop);
    reg_write(g, R_GR2D_CLIPLEFTTOP, xy(b->left, b->top));
    reg_write(g, R_GR2D_CLIPRIGHTBOT, xy(b->right, b->bottom));
    reg_write(g, R_GR2D_PATBA, AREA + b->pat.base);
    reg_write(g, R_GR2D_PATOS, b->pat.stride | b->pat_colour << 16 |
              b->patt << 21 | b->px << 24 | b->py << 28);
    reg_write(g, R_GR2D_PATBGC, b->patbg);
    reg_write(g, R_GR2D_PATFGC, b->patfg);
    reg_write(g, R_GR2D_PATKEY, b->patkey);
    reg_write(g, R_GR2D_DSTBA, AREA + b->dst.base);
    reg_write(g, R_GR2D_DSTST, b->dst.stride);
    reg_write(g, R_GR2D_SRCBA, AREA + b->src.base);
    reg_write(g, R_GR2D_SRCST, b->src.stride);
    reg_write(g, R_GR2D_SRCBGC, b->bg);
    reg_write(g, R_GR2D_SRCFGC, b->fg);
    reg_write(g, R_GR2D_SRCKEY, b->srckey);
    reg_write(g, R_GR2D_TILEMODE, b->src.tiled | b->pat.tiled << 8 |
              b->dst.tiled << 16 | b->dst.tiled << 20);
}

static void launch(Gr2d *g, const Blit *b)
{
    reg_write(g, R_GR2D_DSTSIZE, xy(b->w, b->h));
    reg_write(g, R_GR2D_SRCPS, xy(b->sx, b->sy));
    reg_write(g, R_GR2D_DSTPS, xy(b->dx, b->dy));
}

/* ---- the model ---- */

typedef struct Input {
    uint32_t value;
    bool drawn;
} Input;

/* Return whether a pixel is drawn: mode 2 leaves out the key, 3 all else. */
static bool key_drawn(unsigned int mode, bool is_key)
{
    return mode < 2 || (mode == 2 ? !is_key : is_key);
}

static uint32_t low(const Blit *b, uint32_t value)
{
    return b->bytes == 4 ? value : value & ((1u << 8 * b->bytes) - 1);
}

static bool bit_at(Gr2d *g, const Blit *b, const Surface *s, int x, int y)
{
    uint8_t byte = g->mem[s->base + y * s->stride + x / 8];

    return byte >> (b->main & LSB ? x % 8 : 7 - x % 8) & 1;
}

static Input source(Gr2d *g, const Blit *b, int i, int j)
{
    int x = b->sx + (b->main & XDIR ? -i : i);
    int y = b->sy + (b->main & YDIR ? -j : j);
    uint32_t value;
    bool bit;

    if (b->main & SRCSLD) {
        return (Input) { low(b, b->fg), true };
    }
    if (!(b->main & SRCCD)) {
        bit = bit_at(g, b, &b->src, b->sx / 8 * 8 + i, y);
        return (Input) { low(b, bit ? b->fg : b->bg),
                         key_drawn(b->srct, !bit) };
    }
    value = get_pixel(g, &b->src, b->bytes, x, y);
    return (Input) { value, key_drawn(b->srct, value == low(b, b->srckey)) };
}

/* Return the pattern's pixel @i, @j from the rectangle's upper left corner */
static Input pattern(Gr2d *g, const Blit *b, int i, int j)
{
    bool tile = b->main & PATFL;
    Surface tile_of = { b->pat.base, b->pat_colour ? 16 * b->bytes : 2 };
    const Surface *s = tile ? &tile_of : &b->pat;
    uint32_t value;
    bool bit;

    if (b->main & PATSLD) {
        return (Input) { low(b, b->patbg), true };
    }
    if (tile) {
        i = (i + b->px) % 16;
        j = (j + b->py) % 16;
    }
    if (!b->pat_colour) {
        bit = bit_at(g, b, s, i, j);
        return (Input) { low(b, bit ? b->patfg : b->patbg),
                         key_drawn(b->patt, !bit) };
    }
    value = get_pixel(g, s, b->bytes, i, j);
    return (Input) { value, key_drawn(b->patt, value == low(b, b->patkey)) };
}

static uint32_t rop3(const Blit *b, uint32_t p, uint32_t s, uint32_t d)
{
    uint32_t out = 0;

    for (unsigned int n = 0; n < 8 * b->bytes; n++) {
        unsigned int which = (p >> n & 1) << 2 | (s >> n & 1) << 1 |
                             (d >> n & 1);

        out |= (uint32_t)(b->rop >> which & 1) << n;
    }
    return out;
}

static bool clip_drawn(const Blit *b, int x, int y)
{
    bool inside = x >= b->left && x <= b->right && y >= b->top &&
                  y <= b->bottom;

    return b->clipc < 2 || (b->clipc == 2 ? inside : !inside);
}

static void model_pixel(Gr2d *g, const Blit *b, int i, int j)
{
    bool up = b->main & (YDIR | YFLIP);
    int right = b->main & XDIR ? -i : i, down = up ? -j : j;
    int x = b->dx + (b->main & XYTDW ? down : right);
    int y = b->dy + (b->main & XYTDW ? right : down);
    Input s = source(g, b, i, j), p = { 0, true };
    uint32_t d = get_pixel(g, &b->dst, b->bytes, x, y);

    if (b->pattern) {
        p = pattern(g, b, b->main & XDIR ? b->w - 1 - i : i,
                    up ? b->h - 1 - j : j);
    }
    if (s.drawn && p.drawn && clip_drawn(b, x, y) &&
        key_drawn(b->dstt, d == low(b, b->srckey))) {
        put_pixel(g, &b->dst, b->bytes, x, y, rop3(b, p.value, s.value, d));
    }
}

static void model(Gr2d *g, const Blit *b)
{
    for (int j = 0; j < b->h; j++) {
        for (int i = 0; i < b->w; i++) {
            model_pixel(g, b, i, j);
        }
    }
}

static void draw_and_check(Gr2d *g, const Blit *b)
{
    area_send(g);
    program(g, b);
    launch(g, b);
    wait_done(g);
    model(g, b);
    area_check(g, b->what);
}

static void run(Gr2d *g, const Blit *b)
{
    area_random(g);
    draw_and_check(g, b);
}

static const unsigned int depths[] = { 1, 2, 4 };

/* ---- tests ---- */

static void test_fill(void)
{
    Gr2d *g = gr2d_start();

    for (int i = 0; i < 3; i++) {
        Blit b = new_blit("fill", depths[i]);

        b.main = SRCSLD | TURBO;
        run(g, &b);
        b.main = SRCSLD;
        b.what = "fill without turbo";
        run(g, &b);
        b.w = b.h = 1;
        b.what = "fill of one pixel";
        run(g, &b);
        b.main |= DSTDIR;
        b.what = "fill, direct addressing";
        area_random(g);
        area_send(g);
        program(g, &b);
        launch(g, &b);
        wait_done(g);
        b.dx = b.dy = 0;        /* the base is the first pixel */
        model(g, &b);
        area_check(g, b.what);
    }
    gr2d_end(g);
}

/* Name the rectangle by its last pixel and line where it goes backwards */
static void turn_back(Blit *b)
{
    if (b->main & XDIR) {
        b->sx += b->w - 1;
        b->dx += b->w - 1;
    }
    if (b->main & YDIR) {
        b->sy += b->h - 1;
    }
    if (b->main & (YDIR | YFLIP)) {
        b->dy += b->h - 1;
    }
}

static void test_copy(void)
{
    static const uint32_t dirs[] = {
        0, XDIR, YDIR, XDIR | YDIR, YFLIP, XDIR | YFLIP, YDIR | YFLIP,
    };
    Gr2d *g = gr2d_start();

    for (int i = 0; i < 3 * ARRAY_SIZE(dirs); i++) {
        g_autofree char *what = g_strdup_printf("copy %x, %u bytes",
                                                dirs[i / 3], depths[i % 3]);
        Blit b = new_blit(what, depths[i % 3]);

        b.main |= dirs[i / 3];
        turn_back(&b);
        run(g, &b);
    }
    gr2d_end(g);
}

/* One surface, moved by a few pixels in each of eight directions */
static void test_overlap(void)
{
    Gr2d *g = gr2d_start();

    for (int n = 0; n < 27; n++) {
        int right = n % 3 - 1, down = n / 3 % 3 - 1;
        g_autofree char *what = g_strdup_printf("overlap %d %d", right, down);
        Blit b = new_blit(what, depths[n / 9]);

        b.dst = b.src;
        b.sx = b.sy = 9;
        b.dx = b.sx + 3 * right;
        b.dy = b.sy + 2 * down;
        b.main |= (right > 0 ? XDIR : 0) | (down > 0 ? YDIR : 0);
        turn_back(&b);
        run(g, &b);
        b.main |= SRCBAS;       /* the source's base is the destination's */
        b.src.base = DST;
        area_random(g);
        area_send(g);
        program(g, &b);
        launch(g, &b);
        wait_done(g);
        b.src.base = SRC;
        model(g, &b);
        area_check(g, what);
    }
    gr2d_end(g);
}

static void test_rop(void)
{
    Gr2d *g = gr2d_start();
    Blit b = new_blit(NULL, 4);

    area_random(g);
    for (int rop = 0; rop < 3 * 256; rop++) {
        g_autofree char *what = g_strdup_printf("ROP %02x", rop & 0xff);

        b.what = what;
        b.bytes = depths[rop / 256];
        b.rop = rop;
        b.w = 9;
        b.h = 2;
        b.main = SRCCD | (rop & 1 ? PATSLD : 0);
        b.pattern = true;
        b.pat_colour = true;
        draw_and_check(g, &b);
    }
    gr2d_end(g);
}

static void test_pattern(void)
{
    Gr2d *g = gr2d_start();

    for (int n = 0; n < 3 * 2 * 2 * 4; n++) {
        Blit b = new_blit("pattern", depths[n % 3]);

        b.pattern = true;
        b.pat_colour = n / 3 % 2;
        b.main |= n / 6 % 2 ? PATFL : 0;
        b.patt = n / 12;
        b.rop = n / 12 ? 0xf0 : 0x5a;       /* P, or P ^ D */
        b.px = n % 16;
        b.py = (n * 7) % 16;
        b.h = 29;
        b.w = 19;
        area_random(g);
        b.patkey = get_pixel(g, &b.pat, b.bytes, 3, 0);
        draw_and_check(g, &b);
    }
    gr2d_end(g);
}

static void test_mono(void)
{
    Gr2d *g = gr2d_start();

    for (int n = 0; n < 3 * 2 * 4; n++) {
        Blit b = new_blit("mono", depths[n % 3]);

        b.main = n / 3 % 2 ? LSB : 0;
        b.srct = n / 6;
        b.sx = 8 + n % 8;       /* the low three bits do not count */
        run(g, &b);
    }
    gr2d_end(g);
}

static void test_keys(void)
{
    Gr2d *g = gr2d_start();

    for (int n = 0; n < 3 * 16; n++) {
        Blit b = new_blit("colour keys", depths[n % 3]);

        b.srct = n / 3 % 4;
        b.dstt = n / 12;
        area_random(g);
        b.srckey = 0x5a5a5a5a;
        for (int i = 0; i < 200; i++) {
            put_pixel(g, &b.src, b.bytes, b.sx + g_rand_int_range(g->rand, 0,
                                                                  b.w),
                      b.sy + g_rand_int_range(g->rand, 0, b.h), b.srckey);
            put_pixel(g, &b.dst, b.bytes, b.dx + g_rand_int_range(g->rand, 0,
                                                                  b.w),
                      b.dy + g_rand_int_range(g->rand, 0, b.h), b.srckey);
        }
        draw_and_check(g, &b);
    }
    gr2d_end(g);
}

static void test_clip(void)
{
    Gr2d *g = gr2d_start();

    for (int n = 0; n < 3 * 4; n++) {
        Blit b = new_blit("clip", depths[n % 3]);

        b.clipc = n / 3;
        b.left = 10;
        b.top = 6;
        b.right = 19;
        b.bottom = 11;
        run(g, &b);
        b.left = 20;            /* nothing is inside */
        b.right = 10;
        run(g, &b);
    }
    gr2d_end(g);
}

static void test_transpose(void)
{
    Gr2d *g = gr2d_start();

    for (int n = 0; n < 3 * 4; n++) {
        Blit b = new_blit("transpose", depths[n % 3]);

        b.main |= XYTDW | (n / 3 & 1 ? XDIR : 0) | (n / 6 ? YDIR : 0);
        if (b.main & XDIR) {
            b.sx += b.w - 1;
            b.dy += b.w - 1;
        }
        if (b.main & YDIR) {
            b.sy += b.h - 1;
            b.dx += b.h - 1;
        }
        run(g, &b);
        b.rop = 0x66;
        run(g, &b);
    }
    gr2d_end(g);
}

/* Tiled on either side and on both; an edge of a tile on every side */
static void test_tiled(void)
{
    Gr2d *g = gr2d_start();

    for (int n = 0; n < 3 * 4 * 4; n++) {
        Blit b = new_blit("tiled", depths[n % 3]);

        b.src = (Surface) { SRC, 320, n / 3 & 1 };
        b.dst = (Surface) { DST, 336, n / 6 & 1 };
        b.w = 37;
        b.h = 35;
        b.main |= (n / 12 & 1 ? XDIR : 0) | (n / 12 & 2 ? YDIR : 0);
        b.rop = n % 2 ? 0xcc : 0x66;
        turn_back(&b);
        run(g, &b);
    }
    gr2d_end(g);
}

/* TILEMODE has a bit for reading the destination and one for writing it. */
static void test_read_tiling(void)
{
    Gr2d *g = gr2d_start();

    for (int tiled = 0; tiled < 2; tiled++) {
        Blit b = new_blit("read linear, written tiled or the reverse", 4);
        Surface read = b.dst, written = b.dst;

        read.tiled = !tiled;
        written.tiled = tiled;
        b.rop = 0x66;
        b.w = 4;
        b.h = 1;
        area_random(g);
        area_send(g);
        program(g, &b);
        reg_write(g, R_GR2D_TILEMODE, tiled ? 1 << 20 : 1 << 16);
        launch(g, &b);
        wait_done(g);
        for (int i = 0; i < b.w; i++) {
            put_pixel(g, &written, 4, b.dx + i, b.dy,
                      get_pixel(g, &read, 4, b.dx + i, b.dy) ^
                      get_pixel(g, &b.src, 4, b.sx + i, b.sy));
        }
        area_check(g, b.what);
    }
    gr2d_end(g);
}

/* All at once */
static void test_random(void)
{
    Gr2d *g = gr2d_start();

    for (int n = 0; n < 300; n++) {
        g_autofree char *what = g_strdup_printf("random %d", n);
        uint32_t r = g_rand_int(g->rand);
        Blit b = new_blit(what, depths[r % 3]);

        b.main = (r >> 2 & 3 ? SRCCD : 0) | (r >> 4 & 7 ? 0 : SRCSLD) |
                 (r >> 7 & 1 ? PATFL : PATSLD) | (r >> 8 & 1 ? LSB : 0) |
                 (r >> 9 & 1 ? YFLIP : 0);
        if (b.main & SRCCD) {
            b.main |= (r >> 10 & 1 ? XDIR : 0) | (r >> 11 & 1 ? YDIR : 0);
            b.src.tiled = r >> 12 & 1;
        }
        b.dst.tiled = r >> 13 & 1;
        b.pattern = true;
        b.pat_colour = r >> 14 & 1;
        b.srct = r >> 15 & 3;
        b.clipc = r >> 17 & 3;
        b.patt = r >> 19 & 3;
        b.rop = g_rand_int(g->rand);
        b.w = g_rand_int_range(g->rand, 1, 40);
        b.h = g_rand_int_range(g->rand, 1, 40);
        b.sx = g_rand_int_range(g->rand, 0, 30);
        b.dx = g_rand_int_range(g->rand, 0, 30);
        b.sy = g_rand_int_range(g->rand, 0, 20);
        b.dy = g_rand_int_range(g->rand, 0, 20);
        b.left = b.dx + 3;
        b.right = b.dx + 20;
        b.top = b.dy + 2;
        b.bottom = b.dy + 12;
        if (b.main & PATSLD) {
            b.patt = 0;
        }
        turn_back(&b);
        run(g, &b);
    }
    gr2d_end(g);
}

/* ---- alpha ---- */

typedef struct Alpha {
    unsigned int type;
    unsigned int src_bytes, bytes;
    int a, r, g, b;             /* lowest bit of each in a source pixel */
    int ab, rb, gb, bb;         /* bits of each */
} Alpha;

static const Alpha alphas[] = {
    { 0, 2, 2, 0, 11, 5, 0, 0, 5, 6, 5 },
    { 6, 2, 2, 15, 10, 5, 0, 1, 5, 5, 5 },
    { 7, 2, 2, 0, 12, 8, 4, 4, 4, 4, 4 },
    { 8, 2, 2, 12, 8, 4, 0, 4, 4, 4, 4 },
    { 9, 4, 4, 24, 16, 8, 0, 8, 8, 8, 8 },
    { 10, 4, 2, 24, 16, 8, 0, 8, 8, 8, 8 },
    { 11, 2, 2, 0, 11, 6, 1, 1, 5, 5, 5 },
};

/* Widen to 8 bits by repeating the pattern [tegra-gr2d.rst, Alpha] */
static unsigned int eight(uint32_t px, int shift, int bits)
{
    unsigned int v = px >> shift & ((1u << bits) - 1), out = 0;

    for (int n = 7; n >= 0; n--) {
        out |= (v >> (bits - 1 - (7 - n) % bits) & 1) << n;
    }
    return out;
}

static unsigned int mixed(unsigned int s, unsigned int d, unsigned int a)
{
    return (s * a + d * (255 - a) + 127) / 255;
}

static unsigned int alpha_value(const Alpha *t, uint32_t s, uint32_t blend)
{
    unsigned int a = t->ab == 0 ? blend & 0xff :
                     t->ab == 1 ? (s >> t->a & 1 ? blend >> 24
                                                 : blend >> 16 & 0xff) :
                     eight(s, t->a, t->ab);

    return blend & 0x100 ? 255 - a : a;
}

static uint32_t blended(const Alpha *t, uint32_t s, uint32_t d, uint32_t blend,
                        bool dst_alpha)
{
    unsigned int a = alpha_value(t, s, blend);
    unsigned int r = eight(s, t->r, t->rb), g = eight(s, t->g, t->gb);
    unsigned int b = eight(s, t->b, t->bb);

    if (t->bytes == 4) {
        return (dst_alpha ? d >> 24 : s >> 24) << 24 |
               mixed(r, d >> 16 & 0xff, a) << 16 |
               mixed(g, d >> 8 & 0xff, a) << 8 | mixed(b, d & 0xff, a);
    }
    return mixed(r, eight(d, 11, 5), a) >> 3 << 11 |
           mixed(g, eight(d, 5, 6), a) >> 2 << 5 |
           mixed(b, eight(d, 0, 5), a) >> 3;
}

static void check_alpha(Gr2d *g, const Alpha *t, uint32_t blend, bool dst_alpha)
{
    g_autofree char *what = g_strdup_printf("alpha %u", t->type);
    Blit b = new_blit(what, t->bytes);

    b.main |= ALPEN;
    area_random(g);
    area_send(g);
    program(g, &b);
    reg_write(g, R_GR2D_ALPHABLEND, blend);
    reg_write(g, R_GR2D_CONTROLSECOND, t->type << 4 | dst_alpha << 9);
    launch(g, &b);
    wait_done(g);
    for (int j = 0; j < b.h; j++) {
        for (int i = 0; i < b.w; i++) {
            uint32_t s = get_pixel(g, &b.src, t->src_bytes, b.sx + i,
                                   b.sy + j);
            uint32_t d = get_pixel(g, &b.dst, b.bytes, b.dx + i, b.dy + j);

            put_pixel(g, &b.dst, b.bytes, b.dx + i, b.dy + j,
                      blended(t, s, d, blend, dst_alpha));
        }
    }
    area_check(g, what);
}

static void test_alpha(void)
{
    static const uint32_t blend[] = { 0x00ff0080, 0xc03001ff, 0x80400100 };
    Gr2d *g = gr2d_start();

    for (int i = 0; i < ARRAY_SIZE(alphas); i++) {
        for (int n = 0; n < ARRAY_SIZE(blend); n++) {
            check_alpha(g, &alphas[i], blend[n], n == 1);
        }
    }
    gr2d_end(g);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    qtest_add_func("tegra20/gr2d/blit/fill", test_fill);
    qtest_add_func("tegra20/gr2d/blit/copy", test_copy);
    qtest_add_func("tegra20/gr2d/blit/overlap", test_overlap);
    qtest_add_func("tegra20/gr2d/blit/rop", test_rop);
    qtest_add_func("tegra20/gr2d/blit/pattern", test_pattern);
    qtest_add_func("tegra20/gr2d/blit/mono", test_mono);
    qtest_add_func("tegra20/gr2d/blit/keys", test_keys);
    qtest_add_func("tegra20/gr2d/blit/clip", test_clip);
    qtest_add_func("tegra20/gr2d/blit/transpose", test_transpose);
    qtest_add_func("tegra20/gr2d/blit/tiled", test_tiled);
    qtest_add_func("tegra20/gr2d/blit/read-tiling", test_read_tiling);
    qtest_add_func("tegra20/gr2d/blit/random", test_random);
    qtest_add_func("tegra20/gr2d/blit/alpha", test_alpha);
    return g_test_run();
}
