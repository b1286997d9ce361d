/*
 * kms-check: modes, both heads, hot plug
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <errno.h>
#include <linux/netlink.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "kms-check.h"

#define NUM_FRAMES          31
#define HDMI_MAX_KHZ        148500
#define UEVENT_TIMEOUT_MS   10000
#define KERNEL_GROUP        1

/* ---- modes */

static bool same_timing(const struct drm_mode_modeinfo *a,
                        const struct drm_mode_modeinfo *b)
{
    return a->clock == b->clock && a->hdisplay == b->hdisplay &&
           a->htotal == b->htotal && a->vdisplay == b->vdisplay &&
           a->vtotal == b->vtotal && a->flags == b->flags;
}

/* Check that the kernel says that @mode is on */
static void expect_mode(Kms *k, const struct drm_mode_modeinfo *mode)
{
    struct drm_mode_crtc get = { .crtc_id = k->head[k->on].crtc };

    expect_ok(k, tegra_ioctl(k->fd, DRM_IOCTL_MODE_GETCRTC, &get),
              "ask for the mode");
    expect(k, get.mode_valid && same_timing(&get.mode, mode),
           "%ux%u is not what was set", get.mode.hdisplay, get.mode.vdisplay);
}

/* Return small planes in two corners: where the picture begins and ends */
static KmsPicture corners(const struct drm_mode_modeinfo *mode)
{
    KmsPicture p = { 0 };

    for (unsigned n = PLANE_B; n <= PLANE_C; n++) {
        p.layer[n] = (KmsLayer) {
            .fb = { .format = DRM_FORMAT_XRGB8888, .w = 48, .h = 40,
                    .pattern = n },
            .src = { 0, 0, 48, 40 }, .dst = { 0, 0, 48, 40 }, .zpos = n,
        };
    }
    p.layer[PLANE_C].dst.x = mode->hdisplay - 48;
    p.layer[PLANE_C].dst.y = mode->vdisplay - 40;
    return p;
}

static void collect(Kms *k, const char *what)
{
    KmsEvent e[NUM_FRAMES];

    for (unsigned i = 0; i < NUM_FRAMES; i++) {
        if (!expect_ok(k, event_wait(k, k->on, true, 1, &e[i]), "a frame")) {
            return;
        }
        expect(k, !i || e[i].sequence == e[i - 1].sequence + 1,
               "%s: a frame was lost", what);
    }
    expect_spacing(k, what, e, NUM_FRAMES);
}

static void try_mode(Kms *k, unsigned head,
                     const struct drm_mode_modeinfo *mode, const char *name)
{
    KmsPicture p = corners(mode);

    if (expect_ok(k, kms_mode_on(k, head, mode), "set the mode")) {
        expect_mode(k, mode);
        picture_show(k, &p, "%s", name);
        collect(k, name);
    }
}

/* The driver lets faster modes pass and then fails to set HDMI's clock. */
static bool is_wanted(const Kms *k, const struct drm_mode_modeinfo *m)
{
    if (m->clock > HDMI_MAX_KHZ) {
        return false;
    }
    return !k->brief || m == kms_preferred(k) ||
           m == kms_find_mode(k, 800, 600);
}

static void test_modes(Kms *k)
{
    unsigned done = 0;

    for (unsigned i = 0; i < k->num_modes; i++) {
        struct drm_mode_modeinfo mode = k->modes[i];
        char name[64];

        if (is_wanted(k, &k->modes[i])) {
            snprintf(name, sizeof(name), "mode-%02u-%ux%u", i, mode.hdisplay,
                     mode.vdisplay);
            try_mode(k, 0, &mode, name);
            done++;
        }
    }
    expect(k, done, "no mode was tried");
}

/* A picture scaled up to the whole screen of the preferred mode */
static void test_full(Kms *k)
{
    const struct drm_mode_modeinfo *mode = kms_preferred(k);
    KmsPicture p = { 0 };

    if (!expect(k, mode, "no preferred mode") ||
        !expect_ok(k, kms_mode_on(k, 0, mode), "set the mode")) {
        return;
    }
    p.layer[PLANE_A] = (KmsLayer) {
        .fb = { .format = DRM_FORMAT_RGB565, .w = 320, .h = 180,
                .pattern = 5 },
        .src = { 0, 0, 320, 180 },
        .dst = { 0, 0, k->mode.hdisplay, k->mode.vdisplay },
    };
    picture_show(k, &p, "full");
}

/* The head is off by the connector and by DPMS; DPMS keeps the picture. */
static void test_off(Kms *k)
{
    KmsPicture p;
    uint32_t before, after;

    if (!kms_small_mode(k)) {
        return;
    }
    p = corners(&k->mode);
    if (!picture_commit(k, &p) || !picture_crc(k, 0, &before)) {
        return;
    }
    for (unsigned i = 0; i < 3; i++) {
        expect_ok(k, kms_active(k, false), "switch off");
        expect_ok(k, kms_active(k, true), "switch on");
    }
    if (picture_crc(k, 0, &after)) {
        expect(k, before == after, "checksum %08x before, %08x after", before,
               after);
    }
    picture_dump(k, &p, "dpms");
}

/* As a program from before atomic commits does it */
static int set_dpms(const Kms *k, uint32_t prop, uint64_t value)
{
    struct drm_mode_connector_set_property set = {
        .connector_id = k->connector, .prop_id = prop, .value = value,
    };

    return tegra_ioctl(k->fd, DRM_IOCTL_MODE_SETPROPERTY, &set);
}

/* All levels but On are Off, and say so; so is what is no level. */
static void test_dpms(Kms *k)
{
    uint32_t prop;
    uint64_t is;

    if (!kms_small_mode(k) ||
        !expect_ok(k, kms_prop(k, k->connector, DRM_MODE_OBJECT_CONNECTOR,
                               "DPMS", &prop, &is), "find DPMS")) {
        return;
    }
    for (unsigned i = DRM_MODE_DPMS_STANDBY; i <= DRM_MODE_DPMS_OFF + 1; i++) {
        const unsigned both[2] = { i, DRM_MODE_DPMS_ON };

        for (unsigned n = 0; n < 2; n++) {
            expect_ok(k, set_dpms(k, prop, both[n]), "set DPMS");
            kms_prop(k, k->connector, DRM_MODE_OBJECT_CONNECTOR, "DPMS", &prop,
                     &is);
            expect(k, is == (n ? DRM_MODE_DPMS_ON : DRM_MODE_DPMS_OFF),
                   "DPMS is %u after %u", (unsigned)is, both[n]);
            kms_prop(k, k->head[k->on].crtc, DRM_MODE_OBJECT_CRTC, "ACTIVE",
                     &(uint32_t) { 0 }, &is);
            expect(k, is == n, "ACTIVE is %u after %u", (unsigned)is, both[n]);
        }
    }
}

/* ---- display B */

static void test_heads(Kms *k)
{
    const struct drm_mode_modeinfo *mode = kms_find_mode(k, 640, 480);

    if (expect(k, mode, "the monitor offers no 640x480")) {
        struct drm_mode_modeinfo wanted = *mode;

        try_mode(k, 1, &wanted, "head-b");
        try_mode(k, 0, &wanted, "head-a");
        try_mode(k, 1, &wanted, "head-b-again");
        kms_mode_off(k);
    }
}

/* ---- hot plug */

static int uevent_socket(void)
{
    struct sockaddr_nl addr = {
        .nl_family = AF_NETLINK, .nl_groups = KERNEL_GROUP,
    };
    int fd = socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC,
                    NETLINK_KOBJECT_UEVENT);

    if (fd >= 0 && bind(fd, (struct sockaddr *)&addr, sizeof(addr)) < 0) {
        close(fd);
        fd = -1;
    }
    return fd;
}

/* The message is strings, each with its end. */
static bool is_hotplug(const char *message, size_t n)
{
    bool drm = false, hotplug = false;

    for (size_t at = 0; at < n; at += strlen(message + at) + 1) {
        drm |= !strcmp(message + at, "DEVTYPE=drm_minor");
        hotplug |= !strcmp(message + at, "HOTPLUG=1");
    }
    return drm && hotplug;
}

static bool wait_hotplug(int fd)
{
    char message[4096];
    struct pollfd p = { .fd = fd, .events = POLLIN };

    while (poll(&p, 1, UEVENT_TIMEOUT_MS) > 0) {
        ssize_t n = recv(fd, message, sizeof(message) - 1, 0);

        if (n > 0) {
            message[n] = 0;
            if (is_hotplug(message, n)) {
                return true;
            }
        }
    }
    return false;
}

static void plug(Kms *k, int uevents, bool on)
{
    host_ask(k, "monitor %s", on ? "on" : "off");
    expect(k, wait_hotplug(uevents), "no uevent, monitor %s",
           on ? "on" : "off");
    expect_ok(k, kms_probe(k), "probe");
    expect(k, k->connected == on, "the connector is %sconnected",
           k->connected ? "" : "not ");
    /* without a monitor the kernel knows no mode */
    expect(k, on ? k->num_modes > 0 : !k->num_modes, "%u modes",
           k->num_modes);
}

static void test_plug(Kms *k)
{
    int uevents;
    const struct drm_mode_modeinfo *mode;

    if (!k->host) {
        skip(k, "needs the host");
        return;
    }
    uevents = uevent_socket();
    if (!expect(k, uevents >= 0, "no uevents")) {
        return;
    }
    for (unsigned i = 0; i < (k->brief ? 1 : 3); i++) {
        plug(k, uevents, false);
        plug(k, uevents, true);
    }
    mode = kms_find_mode(k, 640, 480);
    if (expect(k, mode, "the monitor offers no 640x480")) {
        struct drm_mode_modeinfo wanted = *mode;

        try_mode(k, 0, &wanted, "plugged");
    }
    close(uevents);
}

/* ---- another monitor, with another EDID */

typedef struct Monitor {
    unsigned width, height, refresh;
} Monitor;

static bool is_preferred(const Kms *k, const Monitor *m)
{
    const struct drm_mode_modeinfo *p = kms_preferred(k);

    return p && p->hdisplay == m->width && p->vdisplay == m->height &&
           p->vrefresh == m->refresh;
}

/* Wait until the monitor goes and comes, maybe once for each property. */
static bool wait_monitor(Kms *k, int uevents, const Monitor *m)
{
    for (unsigned i = 0; i < 8; i++) {
        if (!expect(k, wait_hotplug(uevents), "no uevent of a new monitor") ||
            !expect_ok(k, kms_probe(k), "probe")) {
            return false;
        }
        if (k->connected && is_preferred(k, m)) {
            return true;
        }
    }
    return expect(k, false, "the preferred mode is not %ux%u, %u Hz", m->width,
                  m->height, m->refresh);
}

static void set_monitor(Kms *k, int uevents, const Monitor *m)
{
    host_ask(k, "qom-set /machine/soc/hdmi xres %u", m->width);
    host_ask(k, "qom-set /machine/soc/hdmi yres %u", m->height);
    host_ask(k, "qom-set /machine/soc/hdmi refresh %u", m->refresh);
    if (wait_monitor(k, uevents, m)) {
        struct drm_mode_modeinfo mode = *kms_preferred(k);
        char name[64];

        snprintf(name, sizeof(name), "monitor-%ux%u-%u", m->width, m->height,
                 m->refresh);
        try_mode(k, 0, &mode, name);
    }
}

static void test_monitor(Kms *k)
{
    static const Monitor monitors[] = {
        { 1024, 768, 60 }, { 800, 480, 60 }, { 720, 576, 50 },
        { 1280, 720, 60 },      /* as the machine starts */
    };
    unsigned n = sizeof(monitors) / sizeof(monitors[0]);
    int uevents;

    if (!k->host) {
        skip(k, "needs the host");
        return;
    }
    uevents = uevent_socket();
    if (expect(k, uevents >= 0, "no uevents")) {
        for (unsigned i = k->brief ? n - 2 : 0; i < n; i++) {
            set_monitor(k, uevents, &monitors[i]);
        }
        close(uevents);
    }
}

const KmsTest kms_tests_mode[] = {
    { "modes", test_modes, "the monitor's modes: picture and frame rate" },
    { "mode-full", test_full, "the preferred mode's whole screen" },
    { "mode-off", test_off, "DPMS keeps the picture" },
    { "mode-dpms", test_dpms, "its levels by the connector's property" },
    { "mode-heads", test_heads, "display B takes the connector, and back" },
    { "hot-plug", test_plug, "the monitor goes and comes" },
    { "monitor", test_monitor, "another one, with another EDID" },
    { 0 }
};
