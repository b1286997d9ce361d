/*
 * A tegra DRM device in the process: heads, and pictures of the screen
 *
 * The registers and the lines are the device model's.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <stdio.h>
#include <zlib.h>
#include "replay/recorder.h"
#include "kms.h"
#include "tegra_dc_picture.h"

KmsHead kms_heads[KMS_NUM_HEADS];

static MemoryRegion memory = { TEGRA_MEMORY };

static void __attribute__((constructor)) init(void)
{
    for (unsigned i = 0; i < KMS_NUM_HEADS; i++) {
        TegraDCState *dc = &kms_heads[i].dc;

        kms_heads[i].latch_at = INT64_MAX;
        dc->head = i;
        dc->dma_mr = &memory;
        tegra_dc_regs_reset(dc);
    }
}

void kms_latch(KmsHead *h, int64_t now)
{
    if (now >= h->latch_at) {
        tegra_dc_regs_activate(&h->dc, DC_STATE_ALL);
        h->latch_at = INT64_MAX;
    }
}

/* ---- Pictures ---- */

typedef struct Image {
    int width, height;
    uint8_t *rgb;               /* to be freed */
} Image;

static size_t image_bytes(const Image *image)
{
    return 3 * (size_t)image->width * image->height;
}

static Image draw(KmsHead *h)
{
    g_autofree TegraDCPicture *p = g_new0(TegraDCPicture, 1);
    g_autofree uint32_t *line = g_new(uint32_t, KMS_MAX_SIZE);
    Image image;

    drm_memory_init();
    h->dc.dma_as = (AddressSpace) { drm_memory, TEGRA_MEMORY };
    tegra_dc_picture_setup(&h->dc, p, true);
    image = (Image) { .width = p->width, .height = p->height };
    image.rgb = g_malloc(image_bytes(&image));
    tegra_dc_picture_begin(&h->dc, p);
    for (int y = 0; y < p->height; y++) {
        tegra_dc_picture_line(p, y, line);
        tegra_dc_picture_rgb(p, line, image.rgb + 3 * (size_t)p->width * y);
    }
    tegra_dc_picture_end(&h->dc, p);
    tegra_dc_picture_free(p);
    return image;
}

static void image_save(const Image *image, const char *name)
{
    FILE *f = fopen(name, "wb");

    if (f) {
        fprintf(f, "P6\n%d %d\n255\n", image->width, image->height);
        fwrite(image->rgb, 1, image_bytes(image), f);
        fclose(f);
    }
}

void kms_screen_save(unsigned head)
{
    const char *name = g_getenv("TEGRA_DRM_SHIM_SCREEN");
    KmsHead *h = &kms_heads[head];

    if (name && h->on) {
        Image image;

        kms_latch(h, INT64_MAX);
        image = draw(h);
        image_save(&image, name);
        g_free(image.rgb);
    }
}

static void __attribute__((destructor)) end(void)
{
    if (drm_process_is_child()) {
        return;
    }
    drm_lock();
    for (unsigned i = 0; i < KMS_NUM_HEADS; i++) {
        if (kms_shows_anything(&kms_state, i)) {
            kms_screen_save(i);
        }
    }
    drm_unlock();
}

/* ---- Frames of the capture ---- */

static void record_memory(Recorder *r, const TegraDCWindow *w)
{
    for (int i = 0; i < w->num_planes; i++) {
        recorder_memory(r, w->plane[i].lo, w->plane[i].hi - w->plane[i].lo);
    }
}

static void record(Recorder *r, TegraDCState *dc, uint32_t flipped)
{
    g_autofree TegraDCPicture *p = g_new0(TegraDCPicture, 1);
    uint32_t word[TEGRA_DC_FRAME_WORDS], num;

    tegra_dc_picture_setup(dc, p, true);
    for (unsigned n = 0; n < KMS_NUM_WINDOWS; n++) {
        record_memory(r, &p->win[n]);
    }
    num = tegra_dc_picture_frame(dc, p, flipped, word);
    if (num > GPU_CAPTURE_FRAME_HEAD) {
        recorder_windows(r, word, num);
    }
    tegra_dc_picture_free(p);
}

void kms_screen_record(KmsHead *h, uint32_t flipped)
{
    if (tegra_recorder() && h->on && flipped) {
        g_autofree TegraDCState *dc = g_memdup2(&h->dc, sizeof(h->dc));

        tegra_dc_regs_activate(dc, DC_STATE_ALL);
        record(tegra_recorder(), dc, flipped);
    }
}

/* ---- Files of debugfs ---- */

/* As the driver, which takes the checksum of a whole frame from now on */
static char *crc_text(KmsHead *h)
{
    const char *directory = g_getenv("TEGRA_DRM_SHIM_PICTURES");
    char *text;
    Image image;

    if (!h->on) {
        return NULL;
    }
    if (h->latch_at != INT64_MAX) {
        kms_wait_until(h->latch_at);
    }
    kms_latch(h, drm_now());
    image = draw(h);
    text = g_strdup_printf("%08lx\n", crc32(0, image.rgb, image_bytes(&image)));
    if (directory) {
        g_autofree char *name = g_strdup_printf("%s/%.8s.ppm", directory,
                                                text);

        image_save(&image, name);
    }
    g_free(image.rgb);
    return text;
}

static char *stats_text(KmsHead *h)
{
    unsigned long frames = kms_sequence(h, drm_now());

    return g_strdup_printf(
        "frames: %lu\nvblank: %lu\nunderflow: 0\noverflow: 0\n"
        "frames total: %lu\nvblank total: %lu\nunderflow total: 0\n"
        "overflow total: 0\n", frames, frames, frames, frames);
}

char *kms_text(const char *path)
{
    static char *(*const files[])(KmsHead *h) = { crc_text, stats_text };
    static const char *const names[] = { "crc", "stats" };

    for (unsigned i = 0; i < KMS_NUM_HEADS * G_N_ELEMENTS(files); i++) {
        unsigned file = i / KMS_NUM_HEADS, head = i % KMS_NUM_HEADS;
        g_autofree char *own = g_strdup_printf(
            "/sys/kernel/debug/dri/0/crtc-%u/%s", head, names[file]);

        if (!strcmp(path, own)) {
            return files[file](&kms_heads[head]);
        }
    }
    return NULL;
}
