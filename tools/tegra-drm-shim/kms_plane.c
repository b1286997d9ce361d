/*
 * A tegra DRM device in the process: a plane and the registers of its window
 *
 * What Linux's driver works out for Tegra20, oddities included.  [Linux, dc.c,
 * plane.c; docs/guest-programs.rst, What the driver does]
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <errno.h>
#include "kms.h"

#define ONE 0x1000u             /* steps of a window are 4.12 */

/* ---- Checks ---- */

int kms_plane_check(KmsState *s, uint32_t id)
{
    const KmsObject *fb = kms_find(*kms_value(s, id, P_FB_ID),
                                   DRM_MODE_OBJECT_FB);

    if (fb->format->code < 0 ||
        (fb->modifier && fb->modifier != DRM_FORMAT_MOD_NVIDIA_TEGRA_TILED)) {
        return -EINVAL;
    }
    if (fb->format->planes > 2 && fb->pitch[2] != fb->pitch[1]) {
        tegra_log("[drm:tegra_plane_atomic_check] *ERROR* unsupported UV-plane "
                  "configuration");
        return -EINVAL;
    }
    return 0;
}

/* ---- The order of planes ---- */

static const KmsObject *fb_of(const KmsState *s, uint32_t id)
{
    return kms_find(s->value[id - KMS_PLANE][P_FB_ID], DRM_MODE_OBJECT_FB);
}

/* Planes with a frame buffer that are below @id, by zpos, then by number */
static uint8_t level_of(const KmsState *s, unsigned head, uint32_t id)
{
    uint64_t zpos = s->value[id - KMS_PLANE][P_ZPOS];
    uint8_t level = 0;

    for (unsigned w = 0; w < KMS_NUM_WINDOWS; w++) {
        uint32_t other = kms_plane_id(head, w);
        uint64_t z = s->value[other - KMS_PLANE][P_ZPOS];

        level += fb_of(s, other) &&
                 (z < zpos || (z == zpos && other < id));
    }
    return level;
}

/* What @id has to know of the two others */
static void look_at_others(KmsState *s, unsigned head, uint32_t id)
{
    KmsPlane *p = &s->plane[id - KMS_PLANE];
    unsigned index = 0;

    for (unsigned w = 0; w < KMS_NUM_WINDOWS; w++) {
        uint32_t other = kms_plane_id(head, w);
        const KmsObject *fb = fb_of(s, other);

        if (other != id) {
            p->other[index].alpha = fb && fb->format->alpha;
            p->other[index].top = fb ? s->plane[other - KMS_PLANE].level >
                                       p->level : index == 1;
            index++;
        }
    }
}

/* Only if level or opacity of one that is on are not what it had at last. */
void kms_planes_order(KmsState *s, unsigned head)
{
    bool changed = false;

    for (unsigned w = 0; w < KMS_NUM_WINDOWS; w++) {
        uint32_t id = kms_plane_id(head, w);
        const KmsObject *fb = fb_of(s, id);
        KmsPlane *p = &s->plane[id - KMS_PLANE], was = *p;

        if (fb) {
            p->level = level_of(s, head, id);
            p->opaque = !fb->format->alpha;
            changed |= p->level != was.level || p->opaque != was.opaque;
        }
    }
    for (unsigned w = 0; w < KMS_NUM_WINDOWS && changed; w++) {
        if (fb_of(s, kms_plane_id(head, w))) {
            look_at_others(s, head, kms_plane_id(head, w));
        }
    }
}

/* ---- Weights: [tegra-dc.rst, Blending] ---- */

static uint32_t weight(uint32_t control, uint32_t full)
{
    uint32_t reg = SHARED_FIELD_DP32(0, WIN_BLEND_CONTROL, control);

    reg = SHARED_FIELD_DP32(reg, WIN_BLEND_WEIGHT0, full);
    return SHARED_FIELD_DP32(reg, WIN_BLEND_WEIGHT1, full);
}

/* Where one other plane covers it: what that leaves, or nothing */
static uint32_t below_one(const KmsPlane *p, unsigned i)
{
    bool left = p->opaque || (p->other[i].alpha && p->other[i].top);

    return weight(left ? DC_BLEND_DEPENDENT : DC_BLEND_FIX, 0);
}

static uint32_t below_two(const KmsPlane *p)
{
    bool all = p->other[0].alpha && p->other[1].alpha;
    bool any = (p->other[0].alpha && p->other[0].top) ||
               (p->other[1].alpha && p->other[1].top);

    if (p->level == 0) {
        return weight(all ? DC_BLEND_DEPENDENT : DC_BLEND_FIX, 0);
    }
    return weight(p->opaque ? DC_BLEND_DEPENDENT :
                  any ? DC_BLEND_ALPHA : DC_BLEND_FIX, 0);
}

typedef struct Weights {
    uint32_t alone, x, y, xy;
} Weights;

static Weights weights_of(const KmsPlane *p)
{
    uint32_t full = weight(p->opaque ? DC_BLEND_FIX : DC_BLEND_ALPHA, 255);
    Weights w = {
        .alone = weight(DC_BLEND_FIX, 255), .x = below_one(p, 0),
        .y = below_one(p, 1), .xy = below_two(p),
    };

    if (p->level == 1 && !p->other[0].top && p->other[1].top) {
        w.x = full;
    } else if (p->level == 1) {
        w.y = full;
    } else if (p->level == 2) {
        w.x = w.y = w.xy = full;
    }
    return w;
}

/* ---- What is seen of it ---- */

/* One direction: source in 16.16, place in pixels */
typedef struct Axis {
    int64_t src, src_len, dst, dst_len;
} Axis;

/* [Linux, drm_rect_clip_scaled()]: what @cut pixels of the place are */
static int64_t cut_source(const Axis *a, int64_t cut)
{
    int64_t left = a->dst_len - cut, exact = a->src_len * left;
    bool larger = a->src_len < a->dst_len << 16;

    return a->dst_len ? (exact + (larger ? a->dst_len - 1 : 0)) / a->dst_len
                      : 0;
}

/* @size is the frame buffer's. */
static void clip(Axis *a, int64_t screen, int64_t size, bool reversed)
{
    int64_t low, high, len;

    a->src = reversed ? (size << 16) - a->src - a->src_len : a->src;
    low = MIN(MAX(-a->dst, 0), a->dst_len);
    if (low) {
        len = cut_source(a, low);
        a->src += a->src_len - len;
        a->src_len = len;
        a->dst += low;
        a->dst_len -= low;
    }
    high = MIN(MAX(a->dst + a->dst_len - screen, 0), a->dst_len);
    if (high) {
        a->src_len = cut_source(a, high);
        a->dst_len -= high;
    }
    a->src = reversed ? (size << 16) - a->src - a->src_len : a->src;
}

/* Whole pixels of the source from here on */
static void to_pixels(Axis *a)
{
    a->src >>= 16;
    a->src_len >>= 16;
}

typedef struct View {
    Axis x, y;
    bool reflect_x, reflect_y;
} View;

/* Half a turn is both reflections; a buffer that is upside down, another. */
static View view_of(const uint64_t *v, const KmsObject *fb,
                    const struct drm_mode_modeinfo *mode)
{
    bool half = v[P_ROTATION] & DRM_MODE_ROTATE_180;
    bool mirror_x = v[P_ROTATION] & DRM_MODE_REFLECT_X;
    bool mirror_y = v[P_ROTATION] & DRM_MODE_REFLECT_Y;
    bool up = fb->bo[0]->flags & DRM_TEGRA_GEM_BOTTOM_UP;
    View view = {
        .x = { v[P_SRC_X], v[P_SRC_W], v[P_CRTC_X], v[P_CRTC_W] },
        .y = { v[P_SRC_Y], v[P_SRC_H], v[P_CRTC_Y], v[P_CRTC_H] },
        .reflect_x = half != mirror_x, .reflect_y = half != (mirror_y || up),
    };

    clip(&view.x, mode->hdisplay, fb->width, half != mirror_x);
    clip(&view.y, mode->vdisplay, fb->height, half != mirror_y);
    to_pixels(&view.x);
    to_pixels(&view.y);
    return view;
}

/* ---- Registers: [tegra-dc.rst, Windows, Scaling] ---- */

static void set(KmsHead *h, unsigned window, uint32_t reg, uint32_t value)
{
    tegra_dc_regs_store(&h->dc, TEGRA_DC_WIN(window, reg), value);
}

/* Rounded; a source of no pixel is the longest step, as in the driver. */
static uint32_t step(const Axis *a, uint32_t max)
{
    uint32_t out = MAX((uint32_t)a->dst_len * ONE - ONE, ONE);
    uint32_t in = (uint32_t)a->src_len * ONE - ONE;
    uint64_t inc = (((uint64_t)in << 13) / out + 1) / 2;

    return MIN(inc, max * ONE);
}

/* The driver's, which are "default values of the TRM" */
static void set_filters(KmsHead *h, unsigned window)
{
    static const uint32_t taps[TEGRA_DC_FILTER_PHASES] = {
        0x00008000, 0x3e087ce1, 0x3b117ac1, 0x591b73aa, 0x57256d9a, 0x552f668b,
        0x73385e8b, 0x72435583, 0x714c4c8b, 0x70554393, 0x715e389b, 0x71662faa,
        0x536d25ba, 0x55731bca, 0x387a11d9, 0x3c7c08f1,
    };

    for (unsigned i = 0; i < TEGRA_DC_FILTER_PHASES; i++) {
        set(h, window, R_WIN_H_FILTER + i, taps[i]);
        set(h, window, R_WIN_V_FILTER + i, 128 - 8 * i);
    }
}

static void set_place(KmsHead *h, unsigned window, const View *v,
                      const KmsFormat *f)
{
    uint32_t dda_bytes = f->planes > 1 ? 2 : f->bytes;
    uint32_t first_x = v->x.src + (v->reflect_x ? v->x.src_len - 1 : 0);
    uint32_t first_y = v->y.src + (v->reflect_y ? v->y.src_len - 1 : 0);

    set(h, window, R_WIN_POSITION, v->y.dst << 16 | v->x.dst);
    set(h, window, R_WIN_SIZE, v->y.dst_len << 16 | v->x.dst_len);
    set(h, window, R_WIN_PRESCALED_SIZE,
        v->y.src_len << 16 | v->x.src_len * f->bytes);
    set(h, window, R_WIN_DDA_INCREMENT,
        step(&v->y, 15) << 16 | step(&v->x, dda_bytes == 2 ? 8 : 4));
    set(h, window, R_WINBUF_ADDR_H_OFFSET, first_x * f->bytes);
    set(h, window, R_WINBUF_ADDR_V_OFFSET, first_y);
}

static void set_memory(KmsHead *h, unsigned window, const KmsObject *fb)
{
    static const uint32_t start[] = {
        R_WINBUF_START_ADDR, R_WINBUF_START_ADDR_U, R_WINBUF_START_ADDR_V,
    };
    uint32_t uv = fb->format->planes > 1 ? fb->pitch[1] << 16 : 0;

    for (unsigned i = 0; i < 3 && fb->bo[i]; i++) {
        set(h, window, start[i], fb->bo[i]->drm.offset + fb->offset[i]);
    }
    set(h, window, R_WIN_LINE_STRIDE, uv | fb->pitch[0]);
    set(h, window, R_WIN_BUFFER_ADDR_MODE, fb->modifier ? 0x00010001 : 0);
    set(h, window, R_WIN_COLOR_DEPTH, fb->format->code);
    set(h, window, R_WIN_BYTE_SWAP, fb->format->swap);
}

/* YUV by ITU-R BT.601, as the driver rounds it */
static void set_colours(KmsHead *h, unsigned window)
{
    static const uint16_t csc[] = {
        0x00f0, 0x012a, 0x0000, 0x0198, 0x039b, 0x032f, 0x0204, 0x0000,
    };

    for (unsigned i = 0; i < G_N_ELEMENTS(csc); i++) {
        set(h, window, R_WIN_CSC_YOF + i, csc[i]);
    }
}

static void set_weights(KmsHead *h, unsigned window, const KmsPlane *p)
{
    Weights w = weights_of(p);

    set(h, window, R_WIN_BLEND_NOKEY, w.alone);
    set(h, window, R_WIN_BLEND_1WIN, w.alone);
    set(h, window, R_WIN_BLEND_2WIN_X, w.x);
    set(h, window, R_WIN_BLEND_2WIN_Y, w.y);
    set(h, window, R_WIN_BLEND_3WIN_XY, w.xy);
}

static uint32_t options(unsigned window, const View *v, const KmsFormat *f)
{
    uint32_t o = FIELD_DP32(0, WIN_OPTIONS, WIN_ENABLE, 1);

    o = FIELD_DP32(o, WIN_OPTIONS, CSC_ENABLE, f->planes > 0);
    o = FIELD_DP32(o, WIN_OPTIONS, COLOR_EXPAND, !f->planes && f->bytes == 2);
    o = FIELD_DP32(o, WIN_OPTIONS, H_DIRECTION, v->reflect_x);
    o = FIELD_DP32(o, WIN_OPTIONS, V_DIRECTION, v->reflect_y);
    o = FIELD_DP32(o, WIN_OPTIONS, H_FILTER,
                   window > 0 && v->x.src_len != v->x.dst_len);
    return FIELD_DP32(o, WIN_OPTIONS, V_FILTER,
                      window == 1 && v->y.src_len != v->y.dst_len);
}

void kms_plane_program(unsigned head, unsigned window)
{
    KmsHead *h = &kms_heads[head];
    uint32_t id = kms_plane_id(head, window);
    const KmsObject *fb = fb_of(&kms_state, id);
    View v;

    if (fb) {
        v = view_of(kms_state.value[id - KMS_PLANE], fb,
                    &kms_state.mode[head]);
    }
    if (!fb || v.x.dst_len <= 0 || v.y.dst_len <= 0) {
        set(h, window, R_WIN_OPTIONS, 0);
        return;
    }
    set_place(h, window, &v, fb->format);
    set_memory(h, window, fb);
    set_colours(h, window);
    set_filters(h, window);
    set_weights(h, window, &kms_state.plane[id - KMS_PLANE]);
    set(h, window, R_WIN_OPTIONS, options(window, &v, fb->format));
}
