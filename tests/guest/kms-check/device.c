/*
 * kms-check: what the driver says of the device, and what it logs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "kms-check.h"

#define ARRAY_SIZE(a)   (sizeof(a) / sizeof((a)[0]))

/* ---- planes: what Tegra20's windows have in the driver */

static const uint32_t rgb_formats[] = {
    DRM_FORMAT_ARGB4444, DRM_FORMAT_ARGB1555, DRM_FORMAT_RGB565,
    DRM_FORMAT_RGBA5551, DRM_FORMAT_ABGR8888, DRM_FORMAT_ARGB8888,
    DRM_FORMAT_XRGB1555, DRM_FORMAT_RGBX5551, DRM_FORMAT_XBGR8888,
    DRM_FORMAT_XRGB8888,
};

static const uint32_t yuv_formats[] = {
    DRM_FORMAT_UYVY, DRM_FORMAT_YUYV, DRM_FORMAT_YUV420, DRM_FORMAT_YUV422,
};

static bool has_format(const KmsPlane *p, uint32_t format)
{
    for (unsigned i = 0; i < p->num_formats; i++) {
        if (p->formats[i] == format) {
            return true;
        }
    }
    return false;
}

static void expect_formats(Kms *k, const KmsPlane *p, char window, bool yuv)
{
    unsigned num = ARRAY_SIZE(rgb_formats);

    for (unsigned i = 0; i < ARRAY_SIZE(rgb_formats); i++) {
        expect(k, has_format(p, rgb_formats[i]), "window %c: no %s", window,
               format_name(rgb_formats[i]));
    }
    for (unsigned i = 0; yuv && i < ARRAY_SIZE(yuv_formats); i++, num++) {
        expect(k, has_format(p, yuv_formats[i]), "window %c: no %s", window,
               format_name(yuv_formats[i]));
    }
    expect(k, p->num_formats == num, "window %c: %u formats, not %u", window,
           p->num_formats, num);
}

static void test_formats(Kms *k)
{
    for (unsigned h = 0; h < KMS_NUM_HEADS; h++) {
        for (unsigned n = 0; n < KMS_NUM_PLANES; n++) {
            expect_formats(k, &k->head[h].plane[n], 'A' + n, n != PLANE_A);
        }
    }
}

/* ---- modifiers */

static bool has_modifier(const void *blob, uint64_t modifier)
{
    const struct drm_format_modifier_blob *head = blob;
    const struct drm_format_modifier *m = (const void *)
        ((const char *)blob + head->modifiers_offset);

    for (unsigned i = 0; i < head->count_modifiers; i++) {
        if (m[i].modifier == modifier && m[i].formats) {
            return true;
        }
    }
    return false;
}

static void expect_modifiers(Kms *k, const KmsPlane *p, bool tiled)
{
    uint64_t data[128];
    struct drm_mode_get_blob get = { .blob_id = p->value[PLANE_IN_FORMATS] };

    /* The kernel copies only if the length is right: it says it first. */
    expect_ok(k, tegra_ioctl(k->fd, DRM_IOCTL_MODE_GETPROPBLOB, &get),
              "ask for IN_FORMATS");
    get.data = (uintptr_t)data;
    if (expect(k, get.length && get.length <= sizeof(data),
               "IN_FORMATS has %u bytes", get.length) &&
        expect_ok(k, tegra_ioctl(k->fd, DRM_IOCTL_MODE_GETPROPBLOB, &get),
                  "read IN_FORMATS")) {
        expect(k, has_modifier(data, DRM_FORMAT_MOD_LINEAR),
               "plane %u: not linear", p->id);
        expect(k, has_modifier(data, DRM_FORMAT_MOD_NVIDIA_TEGRA_TILED) ==
               tiled, "plane %u: tiles", p->id);
    }
}

static void test_modifiers(Kms *k)
{
    for (unsigned h = 0; h < KMS_NUM_HEADS; h++) {
        for (unsigned n = 0; n < KMS_NUM_PLANES; n++) {
            expect_modifiers(k, &k->head[h].plane[n], n == PLANE_A);
        }
    }
}

/* ---- properties */

static int get_property(const Kms *k, uint32_t id, uint64_t *values,
                        struct drm_mode_property_enum *enums,
                        struct drm_mode_get_property *get)
{
    memset(get, 0, sizeof(*get));
    get->prop_id = id;
    get->values_ptr = (uintptr_t)values;
    get->count_values = 16;
    get->enum_blob_ptr = (uintptr_t)enums;
    get->count_enum_blobs = enums ? 16 : 0;
    return tegra_ioctl(k->fd, DRM_IOCTL_MODE_GETPROPERTY, get);
}

static void expect_plane_props(Kms *k, const KmsPlane *p, unsigned window)
{
    struct drm_mode_property_enum enums[16];
    struct drm_mode_get_property get;
    uint64_t values[16];
    unsigned mask = 0;

    expect_ok(k, get_property(k, p->prop[PLANE_ZPOS], values, NULL, &get),
              "read zpos");
    expect(k, get.count_values == 2 && values[0] == 0 && values[1] == 255 &&
           !(get.flags & DRM_MODE_PROP_IMMUTABLE), "plane %u: zpos", p->id);
    expect(k, p->value[PLANE_ZPOS] == window, "plane %u: zpos is %u", p->id,
           (unsigned)p->value[PLANE_ZPOS]);
    expect_ok(k, get_property(k, p->prop[PLANE_ROTATION], values, enums, &get),
              "read rotation");
    for (unsigned i = 0; i < get.count_enum_blobs; i++) {
        mask |= 1u << enums[i].value;
    }
    expect(k, mask == (DRM_MODE_ROTATE_0 | DRM_MODE_ROTATE_180 |
                       DRM_MODE_REFLECT_X | DRM_MODE_REFLECT_Y),
           "plane %u: rotations 0x%x", p->id, mask);
}

static void test_properties(Kms *k)
{
    for (unsigned h = 0; h < KMS_NUM_HEADS; h++) {
        for (unsigned n = 0; n < KMS_NUM_PLANES; n++) {
            const KmsPlane *p = &k->head[h].plane[n];

            for (unsigned i = 0; i < PLANE_NUM_PROPS; i++) {
                expect(k, p->prop[i], "plane %u lacks property %u", p->id, i);
            }
            expect_plane_props(k, p, n);
        }
    }
}

static void expect_cap(Kms *k, const char *name, uint64_t cap, uint64_t value)
{
    struct drm_get_cap get = { .capability = cap };

    if (expect_ok(k, tegra_ioctl(k->fd, DRM_IOCTL_GET_CAP, &get), name)) {
        expect(k, get.value == value, "%s is %llu", name,
               (unsigned long long)get.value);
    }
}

static void test_caps(Kms *k)
{
    struct drm_mode_card_res res = { 0 };

    expect_cap(k, "dumb buffers", DRM_CAP_DUMB_BUFFER, 1);
    expect_cap(k, "flips at once", DRM_CAP_ASYNC_PAGE_FLIP, 0);
    expect_cap(k, "modifiers", DRM_CAP_ADDFB2_MODIFIERS, 1);
    expect_cap(k, "monotonic times", DRM_CAP_TIMESTAMP_MONOTONIC, 1);
    expect_cap(k, "CRTC in events", DRM_CAP_CRTC_IN_VBLANK_EVENT, 1);
    expect_ok(k, tegra_ioctl(k->fd, DRM_IOCTL_MODE_GETRESOURCES, &res),
              "resources");
    expect(k, res.max_width == 4096 && res.max_height == 4096,
           "the largest frame buffer is %ux%u", res.max_width, res.max_height);
}

/* ---- modes of the EDID */

static void expect_sane(Kms *k, const struct drm_mode_modeinfo *m)
{
    double rate = m->clock * 1000.0 / (m->htotal * m->vtotal);

    expect(k, m->hdisplay <= m->hsync_start && m->hsync_start < m->hsync_end &&
           m->hsync_end <= m->htotal && m->vdisplay <= m->vsync_start &&
           m->vsync_start < m->vsync_end && m->vsync_end <= m->vtotal,
           "mode %s: wrong order", m->name);
    expect(k, rate > m->vrefresh - 0.51 && rate < m->vrefresh + 0.51,
           "mode %s: %.2f frames a second, %u claimed", m->name, rate,
           m->vrefresh);
}

static void test_edid(Kms *k)
{
    unsigned preferred = 0;

    expect(k, k->connected, "no monitor");
    for (unsigned i = 0; i < k->num_modes; i++) {
        const struct drm_mode_modeinfo *m = &k->modes[i];

        note("mode %u: %ux%u, %u Hz%s", i, m->hdisplay, m->vdisplay,
             m->vrefresh, m->type & DRM_MODE_TYPE_PREFERRED ? ", preferred" :
             "");
        preferred += !!(m->type & DRM_MODE_TYPE_PREFERRED);
        expect_sane(k, m);
    }
    expect(k, preferred == 1, "%u preferred modes", preferred);
    expect(k, kms_find_mode(k, 640, 480), "no 640x480");
}

const KmsTest kms_tests_device[] = {
    { "caps", test_caps, "the driver's capabilities" },
    { "formats", test_formats, "the formats of each plane" },
    { "modifiers", test_modifiers, "the modifiers of each plane" },
    { "properties", test_properties, "rotation, zpos and so on" },
    { "edid", test_edid, "the monitor's modes" },
    { 0 }
};

/* ---- what is left behind */

static const char *const bad_messages[] = {
    "vblank wait timed out", "flip_done timed out", "commit wait timed out",
    "WARNING:", "BUG:", "Oops", "underflow", "failed to", "*ERROR*",
    "timeout",
};

/* The driver says these itself about the commits that refused-... makes. */
static const char *const own_messages[] = {
    "unsupported UV-plane configuration",
};

static bool matches(const char *text, const char *const *list, unsigned num)
{
    for (unsigned i = 0; i < num; i++) {
        if (strstr(text, list[i])) {
            return true;
        }
    }
    return false;
}

/* A read gives one record: "level,number,time,flags;text" */
static void test_kernel_log(Kms *k)
{
    int fd = open("/dev/kmsg", O_RDONLY | O_NONBLOCK);
    char record[2048];
    unsigned lines = 0;
    ssize_t n;

    if (!expect(k, fd >= 0, "no /dev/kmsg")) {
        return;
    }
    while ((n = read(fd, record, sizeof(record) - 1)) > 0 || errno == EPIPE) {
        record[n > 0 ? n : 0] = 0;
        lines++;
        record[strcspn(record, "\n")] = 0;
        expect(k, !matches(record, bad_messages, ARRAY_SIZE(bad_messages)) ||
               matches(record, own_messages, ARRAY_SIZE(own_messages)),
               "the kernel says: %s", record);
        errno = 0;
    }
    note("%u lines of the kernel's log read", lines);
    expect(k, lines > 20, "only %u lines", lines);
    close(fd);
}

static bool read_total(Kms *k, const char *name, unsigned long *value)
{
    FILE *f = fopen("/sys/kernel/debug/dri/0/crtc-0/stats", "r");
    size_t len = strlen(name);
    char line[128];
    bool found = false;

    while (f && fgets(line, sizeof(line), f)) {
        if (!strncmp(line, name, len)) {
            *value = strtoul(line + len, NULL, 10);
            found = true;
        }
    }
    if (f) {
        fclose(f);
    }
    return expect(k, found, "no \"%s\" in the statistics", name);
}

static const char *const never[] = { "underflow total:", "overflow total:" };

static void test_stats(Kms *k)
{
    unsigned long value;

    for (unsigned i = 0; i < ARRAY_SIZE(never); i++) {
        if (read_total(k, never[i], &value)) {
            expect(k, value == 0, "%s %lu", never[i], value);
        }
    }
    if (read_total(k, "vblank total:", &value)) {
        note("%lu vertical blanks served", value);
        expect(k, value > 0, "no vertical blank was counted");
    }
}

/* One frame without its pixels, on purpose: the driver counts it. */
static void test_underflow(Kms *k)
{
    unsigned long before = 0, after = 0;
    KmsPicture p;
    KmsEvent e;

    if (!k->host) {
        skip(k, "needs the host");
        return;
    }
    if (!kms_small_mode(k)) {
        return;
    }
    p = picture_solid(k, 0x808080);
    if (picture_commit(k, &p) && read_total(k, never[0], &before)) {
        host_ask(k, "qom-set /machine/soc/dc0 underflow 1");
        expect_ok(k, event_wait(k, 0, true, 3, &e), "wait for three frames");
        read_total(k, never[0], &after);
        expect(k, after == before + 1, "%s %lu before, %lu after", never[0],
               before, after);
    }
}

const KmsTest kms_tests_log[] = {
    { "statistics", test_stats, "no window ran dry" },
    { "underflow", test_underflow, "... but on purpose" },
    { "kernel-log", test_kernel_log, "nothing timed out" },
    { 0 }
};
