/*
 * tegra-uapi: small pictures by GR3D and GR2D
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <string.h>

#include "r3d.h"
#include "uapi.h"

#define GEOMETRY_BYTES  4096
#define COLOUR_OFFSET   256     /* in BUF_GEOMETRY, behind the positions */
#define PITCH           1024    /* bytes; of every picture here */

/* GR2D's registers [tegra-gr2d.rst] */
enum {
    G2_TRIGGER = 0x09,
    G2_CMDSEL = 0x0c,
    G2_CONTROLSECOND = 0x1e,
    G2_CONTROLMAIN = 0x1f,
    G2_ROPFADE = 0x20,
    G2_DSTBA = 0x2b,
    G2_DSTST = 0x2e,
    G2_SRCBA = 0x31,
    G2_SRCST = 0x33,
    G2_SRCFGC = 0x35,
    G2_DSTSIZE = 0x38,
    G2_SRCPS = 0x39,
    G2_DSTPS = 0x3a,
    G2_TILEMODE = 0x46,
    MAIN_TURBOFILL = 1 << 2,
    MAIN_SOLID = 1 << 6,
    MAIN_32BPP = 2 << 16,
    MAIN_COLOUR = 1 << 20,
    ROP_COPY = 0xcc,
};

void picture_new(Picture *p, int fd, unsigned width, unsigned height)
{
    memset(p, 0, sizeof(*p));
    p->width = width;
    p->height = height;
    bo_new(&p->target, fd, PITCH * height);
    bo_new(&p->geometry, fd, GEOMETRY_BYTES);
    p->bufs.bo[BUF_TARGET] = &p->target;
    p->bufs.bo[BUF_GEOMETRY] = &p->geometry;
    picture_fill(p, UNTOUCHED);
}

void picture_free(Picture *p)
{
    tegra_bo_free(&p->geometry);
    tegra_bo_free(&p->target);
}

void picture_fill(Picture *p, uint32_t value)
{
    uint32_t *pixel = p->target.map;

    for (size_t i = 0; i < p->target.size / 4; i++) {
        pixel[i] = value;
    }
}

/*
 * Count words that are not as they should be; what is not drawn is untouched.
 */
static unsigned picture_wrong(const Picture *p, unsigned from, unsigned rows,
                              uint32_t value)
{
    const volatile uint32_t *word = p->target.map;
    unsigned n = 0;

    for (size_t i = 0; i < p->target.size / 4; i++) {
        unsigned row = i / (PITCH / 4);
        bool drawn = i % (PITCH / 4) < p->width &&
            row >= from && row - from < rows;

        n += word[i] != (drawn ? value : UNTOUCHED);
    }
    return n;
}

bool picture_check_rows(const Picture *p, unsigned from, unsigned rows,
                        uint32_t value, const char *what)
{
    const volatile uint32_t *word = p->target.map;
    unsigned wrong = picture_wrong(p, from, rows, value);

    return check(wrong == 0, "%s: %u words of %zu are wrong; the first pixel "
                 "is %08x, expected %08x", what, wrong, p->target.size / 4,
                 word[from * (PITCH / 4)], value);
}

bool picture_check(const Picture *p, uint32_t value, const char *what)
{
    return picture_check_rows(p, 0, p->height, value, what);
}

void draw_lower(Stream *s, unsigned rows)
{
    for (unsigned i = 0; i < s->num_relocs; i++) {
        if (s->relocs[i].buffer == BUF_TARGET) {
            s->relocs[i].offset += rows * PITCH;
        }
    }
}

/* ---- GR3D */

static void put_quad(Picture *p, const float color[4])
{
    static const float corners[4][4] = {
        { -1, -1, 0, 1 }, { 1, -1, 0, 1 }, { -1, 1, 0, 1 }, { 1, 1, 0, 1 },
    };
    char *at = p->geometry.map;

    memcpy(at, corners, sizeof(corners));
    memcpy(at + COLOUR_OFFSET, color, 4 * sizeof(float));
}

/* All four corners read the same colour: a stride of 0. */
static void draw_quad(Stream *s, const Picture *p, uint32_t syncpt,
                      unsigned color_buffer, uint32_t color_offset)
{
    static const float one[4][4] = {
        { 1, 0, 0, 0 }, { 0, 1, 0, 0 }, { 0, 0, 1, 0 }, { 0, 0, 0, 1 },
    };
    const R3dTarget target = {
        .width = p->width,
        .height = p->height,
        .format = R3D_FORMAT_RGBA8888,
        .color = BUF_TARGET,
        .color_pitch = PITCH,
        .depth = R3D_NO_BUFFER,
    };

    stream_init(s, syncpt);
    r3d_begin(s, &target);
    r3d_matrix(s, one);
    r3d_program_colour(s);
    r3d_attrib(s, 0, 4, 16, BUF_GEOMETRY, 0);
    r3d_attrib(s, 1, 4, 0, color_buffer, color_offset);
    r3d_draw_arrays(s, R3D_TRIANGLE_STRIP, 0, 4);
}

void draw_gr3d(Stream *s, Picture *p, uint32_t syncpt, unsigned bright)
{
    float color[4];

    for (unsigned i = 0; i < 4; i++) {
        color[i] = bright >> i & 1;
    }
    put_quad(p, color);
    draw_quad(s, p, syncpt, BUF_GEOMETRY, COLOUR_OFFSET);
}

void draw_gr3d_again(Stream *s, uint32_t syncpt)
{
    stream_init(s, syncpt);
    r3d_draw_arrays(s, R3D_TRIANGLE_STRIP, 0, 4);
}

uint32_t bright_pixel(unsigned bright)
{
    uint32_t pixel = 0;

    for (unsigned i = 0; i < 4; i++) {
        pixel |= (bright >> i & 1 ? 0xffu : 0) << 8 * i;
    }
    return pixel;
}

void draw_gr3d_from_source(Stream *s, Picture *p, uint32_t syncpt)
{
    static const float none[4];

    put_quad(p, none);
    draw_quad(s, p, syncpt, BUF_SOURCE, 0);
}

/* ---- GR2D [tegra-gr2d.rst] */

static void gr2d_begin(Stream *s, uint32_t syncpt, uint32_t main)
{
    stream_init(s, syncpt);
    stream_setclass(s, CLASS_GR2D);
    stream_reg(s, G2_TRIGGER, G2_DSTPS);
    stream_reg(s, G2_CMDSEL, 0);
    stream_reg(s, G2_CONTROLSECOND, 0);
    stream_reg(s, G2_CONTROLMAIN, main | MAIN_32BPP);
    stream_reg(s, G2_ROPFADE, ROP_COPY);
    stream_reg(s, G2_TILEMODE, 0);
}

static void gr2d_end(Stream *s, unsigned to, unsigned width, unsigned height)
{
    stream_addr(s, G2_DSTBA, to, 0);
    stream_reg(s, G2_DSTST, PITCH);
    stream_reg(s, G2_DSTSIZE, height << 16 | width);
    stream_reg(s, G2_DSTPS, 0);
    stream_incr(s, COND_OP_DONE);
}

void draw_gr2d_fill(Stream *s, unsigned buffer, unsigned width,
                    unsigned height, uint32_t syncpt, uint32_t color)
{
    gr2d_begin(s, syncpt, MAIN_SOLID | MAIN_TURBOFILL);
    stream_reg(s, G2_SRCFGC, color);
    gr2d_end(s, buffer, width, height);
}

void draw_gr2d_copy(Stream *s, unsigned from, unsigned to, unsigned width,
                    unsigned height, uint32_t syncpt)
{
    gr2d_begin(s, syncpt, MAIN_COLOUR);
    stream_addr(s, G2_SRCBA, from, 0);
    stream_reg(s, G2_SRCST, PITCH);
    stream_reg(s, G2_SRCPS, 0);
    gr2d_end(s, to, width, height);
}
