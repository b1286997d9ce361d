/*
 * A tegra DRM device in the process: frame buffers, and a file of the screen
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include <errno.h>
#include <stdio.h>
#include <drm_fourcc.h>
#include "hw/gpu/tegra_dc_regs.h"
#include "replay/recorder.h"
#include "kms.h"

static GHashTable *fbs;         /* by number */

/* Where the colours of a pixel are: bits from the lowest on, and how many */
typedef struct Format {
    uint32_t fourcc, bytes, window;     /* the latter as in WIN_COLOR_DEPTH */
    uint8_t shift[3], bits[3];  /* red, green, blue */
} Format;

static const Format formats[] = {
    { DRM_FORMAT_XRGB8888, 4, DC_FORMAT_B8G8R8A8,
      { 16, 8, 0 }, { 8, 8, 8 } },
    { DRM_FORMAT_ARGB8888, 4, DC_FORMAT_B8G8R8A8,
      { 16, 8, 0 }, { 8, 8, 8 } },
    { DRM_FORMAT_XBGR8888, 4, DC_FORMAT_R8G8B8A8,
      { 0, 8, 16 }, { 8, 8, 8 } },
    { DRM_FORMAT_ABGR8888, 4, DC_FORMAT_R8G8B8A8,
      { 0, 8, 16 }, { 8, 8, 8 } },
    { DRM_FORMAT_RGB565, 2, DC_FORMAT_B5G6R5, { 11, 5, 0 }, { 5, 6, 5 } },
};

static const Format *format_find(uint32_t fourcc)
{
    for (unsigned i = 0; i < G_N_ELEMENTS(formats); i++) {
        if (formats[i].fourcc == fourcc) {
            return &formats[i];
        }
    }
    return NULL;
}

/* ---- A picture of the screen, if TEGRA_DRM_SHIM_SCREEN names a file ---- */

/* Tiles have 16 lines of 16 bytes each [tegra-dc.rst, Surfaces]. */
static uint32_t byte_at(const KmsFb *fb, uint32_t x, uint32_t y)
{
    return fb->tiled ? y / 16 * 16 * fb->pitch + x / 16 * 256 + y % 16 * 16 +
                       x % 16 : y * fb->pitch + x;
}

static void save_pixel(FILE *f, const KmsFb *fb, const Format *format,
                       uint32_t x, uint32_t y)
{
    const uint8_t *from = drm_memory + fb->bo->drm.offset + fb->offset +
                          byte_at(fb, x * format->bytes, y);
    uint32_t pixel = from[0] | from[1] << 8;

    if (format->bytes == 4) {
        pixel |= from[2] << 16 | (uint32_t)from[3] << 24;
    }
    for (unsigned i = 0; i < 3; i++) {
        uint32_t max = (1 << format->bits[i]) - 1;
        uint32_t value = pixel >> format->shift[i] & max;

        fputc((value * 255 + max / 2) / max, f);
    }
}

static void screen_save(void)
{
    const char *name = g_getenv("TEGRA_DRM_SHIM_SCREEN");
    const KmsFb *fb = kms_screen.fb;
    uint32_t w = kms_screen.mode.hdisplay, h = kms_screen.mode.vdisplay;
    FILE *f = name && fb ? fopen(name, "wb") : NULL;

    if (!f) {
        return;
    }
    fprintf(f, "P6\n%u %u\n255\n", w, h);
    for (uint32_t y = 0; y < h; y++) {
        bool flip = fb->bo->flags & DRM_TEGRA_GEM_BOTTOM_UP;

        for (uint32_t x = 0; x < w; x++) {
            save_pixel(f, fb, format_find(fb->format), kms_screen.x + x,
                       kms_screen.y + (flip ? h - 1 - y : y));
        }
    }
    fclose(f);
}

/* What is on the screen from now on is a frame of the capture. */
static void screen_record(Recorder *r)
{
    const KmsFb *fb = kms_screen.fb;
    const Format *format = format_find(fb->format);
    uint32_t w = kms_screen.mode.hdisplay, h = kms_screen.mode.vdisplay;
    bool flip = fb->bo->flags & DRM_TEGRA_GEM_BOTTOM_UP && !fb->tiled;
    const uint32_t window[GPU_CAPTURE_WIN_WORDS] = {
        [GPU_CAPTURE_WIN_FORMAT] = format->window,
        [GPU_CAPTURE_WIN_ADDR] = fb->bo->drm.offset + fb->offset +
            byte_at(fb, kms_screen.x * format->bytes,
                    kms_screen.y + (flip ? h - 1 : 0)),
        [GPU_CAPTURE_WIN_STRIDE] = flip ? -fb->pitch : fb->pitch,
        [GPU_CAPTURE_WIN_TILED] = fb->tiled,
        [GPU_CAPTURE_WIN_WIDTH] = w,
        [GPU_CAPTURE_WIN_HEIGHT] = h,
        [GPU_CAPTURE_WIN_SRC_WIDTH] = w,
        [GPU_CAPTURE_WIN_SRC_HEIGHT] = h,
    };

    recorder_memory(r, fb->bo->drm.offset, fb->bo->drm.size);
    recorder_frame(r, window);
}

static void __attribute__((destructor)) end(void)
{
    screen_save();
}

/* ---- Frame buffers ---- */

KmsFb *kms_fb_find(uint32_t id)
{
    return fbs ? g_hash_table_lookup(fbs, GUINT_TO_POINTER(id)) : NULL;
}

void kms_fb_unref(KmsFb *fb)
{
    if (!--fb->refs) {
        drm_bo_unref(&fb->bo->drm);
        g_free(fb);
    }
}

void kms_show(KmsFb *fb)
{
    if (!fb) {
        screen_save();
        kms_screen.mode = (struct drm_mode_modeinfo) { };
    } else {
        fb->refs++;
    }
    if (kms_screen.fb) {
        kms_fb_unref(kms_screen.fb);
    }
    kms_screen.fb = fb;
    if (fb && tegra_recorder()) {
        screen_record(tegra_recorder());
    }
}

static uint32_t new_id(void)
{
    uint32_t id = KMS_FIRST_FB;

    while (kms_fb_find(id)) {
        id++;
    }
    return id;
}

/* Bytes from the first pixel to the last one */
static uint64_t fb_bytes(const KmsFb *fb, const Format *format)
{
    uint64_t height = fb->tiled ? (fb->height + 15u) & -16u : fb->height;

    return (height - 1) * fb->pitch + fb->width * format->bytes + fb->offset;
}

static int check_modifier(const struct drm_mode_fb_cmd2 *args, bool *tiled)
{
    if (args->flags & ~(DRM_MODE_FB_INTERLACED | DRM_MODE_FB_MODIFIERS)) {
        return -EINVAL;
    }
    *tiled = args->flags & DRM_MODE_FB_MODIFIERS &&
             args->modifier[0] == DRM_FORMAT_MOD_NVIDIA_TEGRA_TILED;
    return *tiled || !(args->flags & DRM_MODE_FB_MODIFIERS) ||
           args->modifier[0] == DRM_FORMAT_MOD_LINEAR ? 0 : -EINVAL;
}

static int check(const struct drm_mode_fb_cmd2 *args, const Format *format,
                 bool tiled)
{
    uint32_t step = tiled ? 16 : 1;

    if (!format || !args->width || !args->height ||
        args->width > KMS_MAX_SIZE || args->height > KMS_MAX_SIZE ||
        !args->handles[0] || args->pitches[0] % step ||
        args->pitches[0] < args->width * format->bytes) {
        return -EINVAL;
    }
    return 0;
}

int kms_add_fb2(DrmFile *file, void *arg)
{
    struct drm_mode_fb_cmd2 *args = arg;
    const Format *format = format_find(args->pixel_format);
    TegraBo *bo = (TegraBo *)drm_bo_find(file, args->handles[0]);
    KmsFb fb = {
        .refs = 1, .file = file, .bo = bo, .width = args->width,
        .height = args->height, .pitch = args->pitches[0],
        .offset = args->offsets[0], .format = args->pixel_format,
    };
    int ret = check_modifier(args, &fb.tiled);

    ret = ret ? ret : check(args, format, fb.tiled);
    if (ret || !bo) {
        return ret ? ret : -ENXIO;
    }
    if (fb_bytes(&fb, format) > bo->drm.size) {
        return -EINVAL;
    }
    fb.id = args->fb_id = new_id();
    bo->drm.refs++;
    fbs = fbs ? fbs : g_hash_table_new(NULL, NULL);
    g_hash_table_insert(fbs, GUINT_TO_POINTER(fb.id),
                        g_memdup2(&fb, sizeof(fb)));
    return 0;
}

int kms_add_fb(DrmFile *file, void *arg)
{
    struct drm_mode_fb_cmd *args = arg;
    struct drm_mode_fb_cmd2 cmd = {
        .width = args->width, .height = args->height,
        .pixel_format = args->bpp == 16 ? DRM_FORMAT_RGB565 :
                        args->depth == 32 ? DRM_FORMAT_ARGB8888
                                          : DRM_FORMAT_XRGB8888,
        .handles = { args->handle }, .pitches = { args->pitch },
    };
    int ret;

    if (!(args->bpp == 16 && args->depth == 16) &&
        !(args->bpp == 32 && (args->depth == 24 || args->depth == 32))) {
        return -EINVAL;
    }
    ret = kms_add_fb2(file, &cmd);
    args->fb_id = cmd.fb_id;
    return ret;
}

static void fb_remove(KmsFb *fb)
{
    if (kms_screen.fb == fb) {
        kms_show(NULL);
    }
    g_hash_table_remove(fbs, GUINT_TO_POINTER(fb->id));
    kms_fb_unref(fb);
}

int kms_rm_fb(DrmFile *file, void *arg)
{
    KmsFb *fb = kms_fb_find(*(uint32_t *)arg);

    if (!fb || fb->file != file) {
        return -ENOENT;
    }
    fb_remove(fb);
    return 0;
}

void kms_fbs_free(DrmFile *file)
{
    GList *all = fbs ? g_hash_table_get_values(fbs) : NULL;

    for (GList *l = all; l; l = l->next) {
        KmsFb *fb = l->data;

        if (fb->file == file) {
            fb_remove(fb);
        }
    }
    g_list_free(all);
}
