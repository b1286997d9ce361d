/*
 * kms-check: formats, patterns, frame buffers
 *
 * The patterns are described in docs/guest-programs.rst; the program that
 * computes the expected pictures knows them from there.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <errno.h>
#include <string.h>

#include <drm/tegra_drm.h>

#include "kms-check.h"

#define LINE_ALIGN  64          /* and so much is left over after a line */
#define TILE        16          /* bytes, lines */

/* Of a pixel: red or Y, green or U, blue or V, alpha */
enum { RED, GREEN, BLUE, ALPHA, NUM_COMPONENTS };
enum { LUMA = RED, CB = GREEN, CR = BLUE };

static const uint8_t pattern_factors[NUM_COMPONENTS][4] = {
    /* column, line, n, and what is added */
    [RED] = { 7, 3, 41, 0 },
    [GREEN] = { 3, 11, 83, 85 },
    [BLUE] = { 13, 5, 127, 170 },
    [ALPHA] = { 9, 7, 29, 60 },
};

static uint8_t pattern(const KmsFb *fb, unsigned component, unsigned x,
                       unsigned y)
{
    const uint8_t *f = pattern_factors[component];

    if (fb->solid) {
        return component == ALPHA ? 255 : fb->pattern >> (16 - 8 * component);
    }
    return f[0] * x + f[1] * y + f[2] * fb->pattern + f[3];
}

/* ---- formats */

typedef struct Field {
    uint8_t shift, bits;
} Field;

typedef struct Format {
    uint32_t fourcc;
    uint8_t bytes;              /* of a pixel in the first plane */
    uint8_t planes;
    uint8_t hsub, vsub;         /* logarithms */
    Field field[NUM_COMPONENTS];
    uint8_t order[4];           /* packed YUV: where Y, U, Y, V are */
} Format;

#define RGB32(name, r, g, b) { \
    .fourcc = DRM_FORMAT_##name, .bytes = 4, .planes = 1, \
    .field = { { r, 8 }, { g, 8 }, { b, 8 }, { 24, 8 } } }
#define RGB16(name, ...) { \
    .fourcc = DRM_FORMAT_##name, .bytes = 2, .planes = 1, \
    .field = { __VA_ARGS__ } }
#define PACKED(name, ...) { \
    .fourcc = DRM_FORMAT_##name, .bytes = 2, .planes = 1, .hsub = 1, \
    .order = { __VA_ARGS__ } }
#define PLANAR(name, v) { \
    .fourcc = DRM_FORMAT_##name, .bytes = 1, .planes = 3, .hsub = 1, \
    .vsub = v }

/* The unused bits of the X formats hold what alpha would be. */
static const Format formats[] = {
    RGB32(XRGB8888, 16, 8, 0),
    RGB32(ARGB8888, 16, 8, 0),
    RGB32(XBGR8888, 0, 8, 16),
    RGB32(ABGR8888, 0, 8, 16),
    RGB16(RGB565, { 11, 5 }, { 5, 6 }, { 0, 5 }),
    RGB16(XRGB1555, { 10, 5 }, { 5, 5 }, { 0, 5 }, { 15, 1 }),
    RGB16(ARGB1555, { 10, 5 }, { 5, 5 }, { 0, 5 }, { 15, 1 }),
    RGB16(RGBX5551, { 11, 5 }, { 6, 5 }, { 1, 5 }, { 0, 1 }),
    RGB16(RGBA5551, { 11, 5 }, { 6, 5 }, { 1, 5 }, { 0, 1 }),
    RGB16(ARGB4444, { 8, 4 }, { 4, 4 }, { 0, 4 }, { 12, 4 }),
    PACKED(UYVY, 1, 0, 3, 2),
    PACKED(YUYV, 0, 1, 2, 3),
    PLANAR(YUV420, 1),
    PLANAR(YUV422, 0),
};

static const Format *find_format(uint32_t fourcc)
{
    for (unsigned i = 0; i < sizeof(formats) / sizeof(formats[0]); i++) {
        if (formats[i].fourcc == fourcc) {
            return &formats[i];
        }
    }
    return NULL;
}

static bool is_packed_yuv(const Format *f)
{
    return f->planes == 1 && f->hsub;
}

bool format_is_yuv(uint32_t format)
{
    const Format *f = find_format(format);

    return f && f->hsub;
}

const char *format_name(uint32_t format)
{
    static char text[4][5];
    static unsigned n;
    char *s = text[n++ % 4];

    memcpy(s, &format, 4);
    return s;
}

/* ---- one buffer's layout */

typedef struct Surface {
    uint8_t *start;
    unsigned pitch;
    bool tiled;
} Surface;

static void put(const Surface *s, unsigned x, unsigned y, uint8_t byte)
{
    size_t at = (size_t)y * s->pitch + x;

    if (s->tiled) {
        at = (size_t)(y / TILE) * TILE * s->pitch + x / TILE * TILE * TILE +
             y % TILE * TILE + x % TILE;
    }
    s->start[at] = byte;
}

static void put_rgb(const Surface *s, const Format *f, const KmsFb *fb,
                    unsigned x, unsigned y)
{
    uint32_t v = 0;

    for (unsigned c = 0; c < NUM_COMPONENTS; c++) {
        Field field = f->field[c];

        v |= (uint32_t)(pattern(fb, c, x, y) >> (8 - field.bits)) <<
             field.shift;
    }
    for (unsigned i = 0; i < f->bytes; i++) {
        put(s, x * f->bytes + i, y, v >> 8 * i);
    }
}

/* Two pixels of a line share the chroma of the first. */
static void put_packed(const Surface *s, const Format *f, const KmsFb *fb,
                       unsigned x, unsigned y)
{
    static const uint8_t component[4] = { LUMA, CB, LUMA, CR };

    for (unsigned i = 0; x % 2 == 0 && i < 4; i++) {
        put(s, x * 2 + f->order[i], y,
            pattern(fb, component[i], x + (i == 2), y));
    }
}

static void fill_plane(const Surface *s, const Format *f, const KmsFb *fb,
                       unsigned plane)
{
    unsigned hsub = plane ? f->hsub : 0, vsub = plane ? f->vsub : 0;
    unsigned w = fb->w >> hsub, h = fb->h >> vsub;

    for (unsigned y = 0; y < h; y++) {
        for (unsigned x = 0; x < w; x++) {
            if (f->planes > 1) {
                put(s, x, y, pattern(fb, plane, x << hsub, y << vsub));
            } else if (is_packed_yuv(f)) {
                put_packed(s, f, fb, x, y);
            } else {
                put_rgb(s, f, fb, x, y);
            }
        }
    }
}

/* ---- frame buffers */

static unsigned line_bytes(const Format *f, const KmsFb *fb, unsigned plane)
{
    unsigned w = fb->w >> (plane ? f->hsub : 0);

    if (fb->tight) {
        return w * f->bytes;
    }
    return (w * f->bytes + 2 * LINE_ALIGN - 1) / LINE_ALIGN * LINE_ALIGN;
}

void fb_describe(const TegraBo *bo, const KmsFb *fb,
                 struct drm_mode_fb_cmd2 *cmd)
{
    const Format *f = find_format(fb->format);
    unsigned offset = 0;

    memset(cmd, 0, sizeof(*cmd));
    cmd->width = fb->w;
    cmd->height = fb->h;
    cmd->pixel_format = fb->format;
    for (unsigned i = 0; i < f->planes; i++) {
        unsigned lines = fb->h >> (i ? f->vsub : 0);

        cmd->handles[i] = bo->handle;
        cmd->offsets[i] = offset;
        cmd->pitches[i] = line_bytes(f, fb, i);
        offset += (lines + TILE - 1) / TILE * TILE * cmd->pitches[i];
    }
    if (fb->tiled) {
        cmd->flags = DRM_MODE_FB_MODIFIERS;
        for (unsigned i = 0; i < f->planes; i++) {
            cmd->modifier[i] = DRM_FORMAT_MOD_NVIDIA_TEGRA_TILED;
        }
    }
}

/* Four bytes at a time: a whole screen takes a while otherwise */
static void fill_solid(const TegraBo *bo, const KmsFb *fb, unsigned pitch)
{
    uint32_t *words = bo->map;

    for (size_t i = 0; i < (size_t)pitch / 4 * fb->h; i++) {
        words[i] = fb->pattern | 0xff000000;
    }
}

void fb_fill(const TegraBo *bo, const KmsFb *fb)
{
    const Format *f = find_format(fb->format);
    struct drm_mode_fb_cmd2 cmd;

    fb_describe(bo, fb, &cmd);
    if (fb->solid && fb->format == DRM_FORMAT_XRGB8888) {
        fill_solid(bo, fb, cmd.pitches[0]);
        return;
    }
    for (unsigned i = 0; i < f->planes; i++) {
        Surface s = {
            .start = (uint8_t *)bo->map + cmd.offsets[i],
            .pitch = cmd.pitches[i],
            .tiled = fb->tiled,
        };

        fill_plane(&s, f, fb, i);
    }
}

static int set_bottom_up(const TegraBo *bo, bool bottom_up)
{
    struct drm_tegra_gem_set_flags arg = {
        .handle = bo->handle,
        .flags = bottom_up ? DRM_TEGRA_GEM_BOTTOM_UP : 0,
    };

    return tegra_ioctl(bo->fd, DRM_IOCTL_TEGRA_GEM_SET_FLAGS, &arg);
}

int fb_new(const Kms *k, const TegraBo *bo, const KmsFb *fb, uint32_t *id)
{
    struct drm_mode_fb_cmd2 cmd;
    int ret;

    if (!find_format(fb->format)) {
        return -EINVAL;
    }
    fb_describe(bo, fb, &cmd);
    ret = tegra_ioctl(k->fd, DRM_IOCTL_MODE_ADDFB2, &cmd);
    *id = cmd.fb_id;
    if (ret == 0) {
        ret = set_bottom_up(bo, fb->bottom_up);
    }
    if (ret == 0) {
        fb_fill(bo, fb);
    }
    return ret;
}

void fb_free(const Kms *k, uint32_t id)
{
    if (id) {
        tegra_ioctl(k->fd, DRM_IOCTL_MODE_RMFB, &id);
    }
}
