/*
 * kms-check: pictures made of planes
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <string.h>

#include "kms-check.h"

#define ARRAY_SIZE(a)   (sizeof(a) / sizeof((a)[0]))

/* Where three small planes do not overlap */
static const KmsRect apart[KMS_NUM_PLANES] = {
    { 13, 9, 0, 0 }, { 227, 171, 0, 0 }, { 431, 317, 0, 0 },
};

/* All the driver can do but none; combinations are other names for these. */
static const uint8_t rotations[] = {
    DRM_MODE_ROTATE_180,
    DRM_MODE_ROTATE_0 | DRM_MODE_REFLECT_X,
    DRM_MODE_ROTATE_0 | DRM_MODE_REFLECT_Y,
    DRM_MODE_ROTATE_180 | DRM_MODE_REFLECT_X,
};

/*
 * The formats that a plane offers, without the one that the driver offers but
 * refuses; planes-refused looks at that.
 */
typedef struct Formats {
    uint32_t list[KMS_MAX_FORMATS];
    unsigned num;
} Formats;

static Formats plane_formats(const Kms *k, unsigned plane)
{
    const KmsPlane *p = &k->head[k->on].plane[plane];
    Formats f = { .num = 0 };

    for (unsigned i = 0; i < p->num_formats; i++) {
        if (p->formats[i] != DRM_FORMAT_ARGB4444) {
            f.list[f.num++] = p->formats[i];
        }
    }
    return f;
}

static uint32_t pick(const Kms *k, unsigned plane, unsigned i)
{
    Formats f = plane_formats(k, plane);

    return f.list[i % f.num];
}

/* A layer that shows all of a buffer where it belongs */
static KmsLayer layer(unsigned plane, uint32_t format, unsigned w, unsigned h,
                      unsigned pattern)
{
    return (KmsLayer) {
        .fb = { .format = format, .w = w, .h = h, .pattern = pattern },
        .src = { 0, 0, w, h },
        .dst = { apart[plane].x, apart[plane].y, w, h },
        .zpos = plane,
    };
}

/* ---- formats: the i-th picture has the i-th format of each plane */

static unsigned num_formats(const Kms *k)
{
    return plane_formats(k, PLANE_B).num;
}

static KmsPicture format_picture(const Kms *k, unsigned i, unsigned w,
                                 unsigned h)
{
    KmsPicture p = { 0 };

    for (unsigned n = 0; n < KMS_NUM_PLANES; n++) {
        /* different ones side by side */
        p.layer[n] = layer(n, pick(k, n, i + 5 * n), w, h, i + n);
    }
    return p;
}

static void test_formats(Kms *k)
{
    for (unsigned i = 0; kms_small_mode(k) && i < num_formats(k); i++) {
        KmsPicture p = format_picture(k, i, 80, 48);

        picture_show(k, &p, "format-%02u", i);
    }
}

static void test_rotation(Kms *k)
{
    unsigned num = k->brief ? 1 : num_formats(k);

    for (unsigned r = 0; kms_small_mode(k) && r < ARRAY_SIZE(rotations); r++) {
        for (unsigned i = 0; i < num; i++) {
            KmsPicture p = format_picture(k, i + 9 * k->brief + r, 80, 48);

            for (unsigned n = 0; n < KMS_NUM_PLANES; n++) {
                p.layer[n].rotation = rotations[(r + n) % 4];
                /* a part of the buffer */
                p.layer[n].src = (KmsRect) { 8, 6, 54, 36 };
                p.layer[n].dst.w = 54;
                p.layer[n].dst.h = 36;
            }
            picture_show(k, &p, "rotation-%u-%02u", r, i);
        }
    }
}

/*
 * Only window A's plane announces tiles, but the driver takes them in all
 * windows, unless they are YUV in several planes.
 */
static uint32_t pick_tiled(const Kms *k, unsigned plane, unsigned i)
{
    uint32_t format = pick(k, plane, i);

    return format == DRM_FORMAT_YUV420 || format == DRM_FORMAT_YUV422 ?
        DRM_FORMAT_UYVY : format;
}

static KmsLayer tiled_layer(const Kms *k, unsigned plane, unsigned i)
{
    /* no multiple of a tile; half a pair of pixels is nothing for YUV */
    KmsLayer l = layer(plane, pick_tiled(k, plane, i / 4), 84, 37, i);

    l.fb.tiled = true;
    if (i % 4) {
        l.rotation = rotations[i % 4 - 1];
        l.src = (KmsRect) { 18, 17, 62, 19 };
        l.dst.w = 62;
        l.dst.h = 19;
    }
    return l;
}

static void test_tiled(Kms *k)
{
    for (unsigned i = 0; kms_small_mode(k) && i < num_formats(k) * 4;
         i += k->brief ? 13 : 1) {
        KmsPicture p = { 0 };

        for (unsigned n = 0; n < KMS_NUM_PLANES; n++) {
            p.layer[n] = tiled_layer(k, n, i + 9 * n);
        }
        picture_show(k, &p, "tiled-%02u", i);
    }
}

/* Buffers with the flag that turns them over, alone and with a rotation */
static void test_bottom_up(Kms *k)
{
    for (unsigned r = 0; kms_small_mode(k) && r <= ARRAY_SIZE(rotations);
         r += k->brief ? 4 : 1) {
        KmsPicture p = format_picture(k, 8 + r, 70, 46);

        for (unsigned n = 0; n < KMS_NUM_PLANES; n++) {
            p.layer[n].fb.bottom_up = true;
            p.layer[n].rotation = r ? rotations[r - 1] : 0;
        }
        picture_show(k, &p, "bottom-up-%u", r);
    }
}

/* ---- positions: partly and wholly off the screen */

static const KmsRect positions[] = {
    { -30, 20, 0, 0 }, { 600, 100, 0, 0 }, { 100, -18, 0, 0 },
    { 300, 460, 0, 0 }, { -40, -24, 0, 0 }, { 610, 468, 0, 0 },
    { -78, 434, 0, 0 }, { 638, 478, 0, 0 }, { -80, 0, 0, 0 },
    { 640, 300, 0, 0 }, { 0, 0, 0, 0 }, { 560, 432, 0, 0 },
};

static void position_picture(Kms *k, unsigned i, unsigned r)
{
    KmsPicture p = format_picture(k, i, 80, 48);

    for (unsigned n = 0; n < KMS_NUM_PLANES; n++) {
        const KmsRect *at = &positions[(i + 3 * n) % ARRAY_SIZE(positions)];

        p.layer[n].dst.x = at->x;
        p.layer[n].dst.y = at->y;
        p.layer[n].rotation = r ? rotations[r - 1] : 0;
    }
    picture_show(k, &p, "position-%02u-%u", i, r);
}

static void test_position(Kms *k)
{
    for (unsigned i = 0; kms_small_mode(k) && i < ARRAY_SIZE(positions);
         i += k->brief ? 5 : 1) {
        position_picture(k, i, 0);
        if (!k->brief) {
            position_picture(k, i, 1 + i % 3);
        }
    }
}

/* ---- scaling */

static const struct {
    uint8_t src_w, src_h, dst_w, dst_h;
} scales[] = {
    { 40, 30, 80, 60 },         /* twice */
    { 120, 80, 60, 40 },        /* half */
    { 34, 22, 110, 70 },
    { 120, 40, 70, 98 },
    { 50, 40, 132, 40 },        /* one direction */
    { 50, 40, 50, 111 },
    { 200, 100, 51, 25 },       /* nearly a quarter */
    { 250, 60, 40, 20 },        /* more than the windows can: cut */
    { 16, 128, 16, 7 },
    { 2, 2, 64, 64 },
    { 64, 2, 2, 64 },
    { 1, 1, 40, 30 },
};

static const uint32_t scaled_formats[] = {
    DRM_FORMAT_XRGB8888, DRM_FORMAT_RGB565, DRM_FORMAT_UYVY,
    DRM_FORMAT_YUV420, DRM_FORMAT_YUV422,
};

static KmsPicture scale_picture(unsigned s, uint32_t format, unsigned pattern)
{
    KmsPicture p = { 0 };

    for (unsigned n = 0; n < KMS_NUM_PLANES; n++) {
        KmsLayer *l = &p.layer[n];

        if (n == PLANE_A && format_is_yuv(format)) {
            continue;
        }
        *l = layer(n, format, 254, 134, pattern + n);
        l->src = (KmsRect) { 4, 6, scales[s].src_w, scales[s].src_h };
        l->dst.w = scales[s].dst_w;
        l->dst.h = scales[s].dst_h;
    }
    return p;
}

static void test_scale(Kms *k)
{
    unsigned num = ARRAY_SIZE(scales) * ARRAY_SIZE(scaled_formats);

    for (unsigned i = 0; kms_small_mode(k) && i < num;
         i += k->brief ? 13 : 1) {
        unsigned s = i % ARRAY_SIZE(scales);
        uint32_t format = scaled_formats[i / ARRAY_SIZE(scales)];
        KmsPicture p = scale_picture(s, format, i);

        picture_show(k, &p, "scale-%02u", i);
    }
}

/* Scaled and turned round; scaled and partly off the screen */
static void test_scale_more(Kms *k)
{
    for (unsigned s = 0; kms_small_mode(k) && s < ARRAY_SIZE(scales);
         s += k->brief ? 4 : 1) {
        KmsPicture p = scale_picture(s, scaled_formats[s % 4], s);

        for (unsigned n = 0; n < KMS_NUM_PLANES; n++) {
            p.layer[n].rotation = rotations[(s + n) % 4];
        }
        picture_show(k, &p, "scale-rotation-%02u", s);
    }
    for (unsigned s = 0; s < 2; s++) {      /* where halves remain integers */
        KmsPicture p = scale_picture(s, DRM_FORMAT_XBGR8888, s);

        p.layer[PLANE_A].dst.x = -20;
        p.layer[PLANE_A].dst.y = -8;
        p.layer[PLANE_B].dst.x = 640 - 24;
        p.layer[PLANE_C].dst.y = 480 - 32;
        picture_show(k, &p, "scale-position-%u", s);
    }
}

/* ---- zpos and alpha: three planes that overlap in every way */

static const KmsRect overlapping[KMS_NUM_PLANES] = {
    { 100, 100, 100, 70 }, { 150, 130, 100, 70 }, { 120, 150, 100, 70 },
};

/* zpos of A, B, C */
static const uint8_t orders[][KMS_NUM_PLANES] = {
    { 0, 1, 2 }, { 0, 2, 1 }, { 1, 0, 2 }, { 1, 2, 0 }, { 2, 0, 1 },
    { 2, 1, 0 },
    { 7, 7, 7 },                /* equal: in the order of the planes */
    { 255, 0, 17 },
};

/* @alpha, @off: a bit for each plane */
static KmsPicture zpos_picture(unsigned order, unsigned alpha, unsigned off)
{
    static const uint32_t solid[KMS_NUM_PLANES] = {
        DRM_FORMAT_XRGB8888, DRM_FORMAT_RGB565, DRM_FORMAT_XBGR8888,
    };
    static const uint32_t blended[KMS_NUM_PLANES] = {
        DRM_FORMAT_ARGB8888, DRM_FORMAT_ABGR8888, DRM_FORMAT_ARGB8888,
    };
    KmsPicture p = { 0 };

    for (unsigned n = 0; n < KMS_NUM_PLANES; n++) {
        KmsLayer *l = &p.layer[n];

        if (!(off & 1u << n)) {
            *l = layer(n, alpha & 1u << n ? blended[n] : solid[n], 100, 70,
                       order * 8 + alpha + n);
            l->dst = overlapping[n];
            l->zpos = orders[order][n];
        }
    }
    return p;
}

static bool is_opaque(uint32_t format)
{
    return format != DRM_FORMAT_ARGB8888 && format != DRM_FORMAT_ABGR8888 &&
           format != DRM_FORMAT_ARGB1555 && format != DRM_FORMAT_RGBA5551;
}

/*
 * The driver works out the weights of all planes when the zpos or the opacity
 * of one changes, against what that plane had when it was on last.  A plane
 * that comes back as it went can so leave the others with weights for a
 * neighbour that is no longer there.  To test the pictures and not that,
 * change the opacity of one plane on the way.
 */
static void show_blended(Kms *k, const KmsPicture *p, const char *name,
                         unsigned i)
{
    KmsPicture first = *p;

    for (unsigned n = 0; n < KMS_NUM_PLANES; n++) {
        KmsFb *fb = &first.layer[n].fb;

        if (fb->format) {
            fb->format = is_opaque(p->layer[n].fb.format) ?
                DRM_FORMAT_ARGB8888 : DRM_FORMAT_XRGB8888;
            break;
        }
    }
    if (picture_commit(k, &first)) {
        picture_show(k, p, "%s-%03u", name, i);
    }
}

static void test_zpos(Kms *k)
{
    for (unsigned i = 0; kms_small_mode(k) && i < ARRAY_SIZE(orders) * 8;
         i += k->brief ? 7 : 1) {
        KmsPicture p = zpos_picture(i / 8, i % 8, 0);

        show_blended(k, &p, "zpos", i);
    }
}

/* One plane off: the weights of the two others change registers. */
static void test_zpos_two(Kms *k)
{
    for (unsigned i = 0; kms_small_mode(k) && i < 6 * 8 * 3;
         i += k->brief ? 29 : 1) {
        unsigned off = i % 3, alpha = i / 3 % 8;

        if (!(alpha & 1u << off)) {
            KmsPicture p = zpos_picture(i / 24, alpha, 1u << off);

            show_blended(k, &p, "zpos-two", i);
        }
    }
}

/* One bit of alpha is not seen: both of its weights are the same. */
static void test_alpha_bit(Kms *k)
{
    static const uint32_t formats[] = {
        DRM_FORMAT_ARGB1555, DRM_FORMAT_RGBA5551,
    };

    for (unsigned i = 0; kms_small_mode(k) && i < (k->brief ? 1 : 6); i++) {
        KmsPicture p = zpos_picture(i, 7, 0);

        p.layer[i % 3].fb.format = formats[i % 2];
        show_blended(k, &p, "alpha-bit", i);
    }
}

/* ---- the cursor: the old ioctls, which move window C's plane */

static int cursor(Kms *k, uint32_t flags, int x, int y, uint32_t handle)
{
    struct drm_mode_cursor c = {
        .flags = flags, .crtc_id = k->head[k->on].crtc, .x = x, .y = y,
        .width = 64, .height = 64, .handle = handle,
    };
    KmsEvent e;
    int ret = tegra_ioctl(k->fd, DRM_IOCTL_MODE_CURSOR, &c);

    /* the ioctl does not wait until it is seen */
    return ret < 0 ? ret : event_wait(k, k->on, true, 2, &e);
}

static void move_cursor(Kms *k, KmsPicture *p, unsigned i)
{
    static const KmsRect at[] = {
        { 100, 90, 0, 0 }, { -33, 200, 0, 0 }, { 310, -20, 0, 0 },
        { 620, 470, 0, 0 }, { 60, 60, 0, 0 },
    };
    KmsLayer *c = &p->layer[PLANE_C];
    char name[] = "cursor-0";

    c->dst.x = at[i % ARRAY_SIZE(at)].x;
    c->dst.y = at[i % ARRAY_SIZE(at)].y;
    expect_ok(k, cursor(k, DRM_MODE_CURSOR_MOVE, c->dst.x, c->dst.y, 0),
              "move the cursor");
    name[7] += i;
    picture_dump(k, p, name);
}

static void test_cursor(Kms *k)
{
    KmsPicture p = { 0 };
    KmsLayer *c = &p.layer[PLANE_C];

    if (!kms_small_mode(k)) {
        return;
    }
    p.layer[PLANE_A] = layer(PLANE_A, DRM_FORMAT_XRGB8888, 120, 100, 3);
    picture_commit(k, &p);
    *c = layer(PLANE_C, DRM_FORMAT_ARGB8888, 64, 64, 9);
    c->fb.tight = true;
    fb_fill(&k->bo[PLANE_C], &c->fb);
    expect_ok(k, cursor(k, DRM_MODE_CURSOR_BO, 0, 0, k->bo[PLANE_C].handle),
              "show the cursor");
    for (unsigned i = 0; i < 5; i += k->brief ? 4 : 1) {
        move_cursor(k, &p, i);
    }
    expect_ok(k, cursor(k, DRM_MODE_CURSOR_BO, 0, 0, 0), "hide the cursor");
    memset(c, 0, sizeof(*c));
    picture_dump(k, &p, "cursor-hidden");
}

/* ---- the checksum */

static void test_crc(Kms *k)
{
    KmsPicture p = { 0 };
    uint32_t first, again, changed, restored;
    uint8_t *pixel = k->bo[PLANE_A].map;

    if (!kms_small_mode(k)) {
        return;
    }
    p.layer[PLANE_A] = layer(PLANE_A, DRM_FORMAT_XRGB8888, 80, 48, 1);
    if (!picture_commit(k, &p) || !picture_crc(k, 0, &first) ||
        !picture_crc(k, 0, &again)) {
        return;
    }
    pixel[0] ^= 1;
    picture_crc(k, 0, &changed);
    pixel[0] ^= 1;
    picture_crc(k, 0, &restored);
    expect(k, again == first && restored == first,
           "one picture has checksums %08x, %08x, %08x", first, again,
           restored);
    expect(k, changed != first, "another picture has checksum %08x too",
           changed);
    /* the same picture out of another window and format */
    p.layer[PLANE_B] = p.layer[PLANE_A];
    p.layer[PLANE_B].fb.format = DRM_FORMAT_ABGR8888;
    memset(&p.layer[PLANE_A], 0, sizeof(p.layer[PLANE_A]));
    if (picture_commit(k, &p) && picture_crc(k, 0, &again)) {
        expect(k, again == first, "window A gives %08x, window B %08x", first,
               again);
    }
}

const KmsTest kms_tests_planes[] = {
    { "plane-formats", test_formats, "every format of every plane" },
    { "plane-rotation", test_rotation, "turned and reflected" },
    { "plane-tiled", test_tiled, "tiled buffers" },
    { "plane-bottom-up", test_bottom_up, "buffers that are upside down" },
    { "plane-position", test_position, "partly and wholly off the screen" },
    { "plane-scale", test_scale, "larger and smaller" },
    { "plane-scale-more", test_scale_more, "... and turned, and off" },
    { "plane-zpos", test_zpos, "three planes in all orders, with alpha" },
    { "plane-zpos-two", test_zpos_two, "the same with two" },
    { "plane-alpha-bit", test_alpha_bit, "one bit of alpha" },
    { "plane-cursor", test_cursor, "the cursor's ioctls" },
    { "crc", test_crc, "equal pictures, equal checksums" },
    { 0 }
};
