/*
 * kms-check: set-ups of planes that the host compares
 *
 * A set-up is described in one line on the console, which is all that the
 * program on the host knows of it; docs/guest-programs.rst has the words.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <poll.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "kms-check.h"

#define MAX_LINE    1024

/* ---- the host */

/*
 * Waiting without sleep: while a guest that counts instructions sleeps, no time
 * passes until the next frame, and what the host then sees is that frame.
 */
static void spin_until_input(void)
{
    struct pollfd p = { .fd = STDIN_FILENO, .events = POLLIN };
    int ready;

    do {
        ready = poll(&p, 1, 0);
    } while (ready == 0);
}

bool host_ask(Kms *k, const char *format, ...)
{
    char answer[512];
    va_list args;

    if (!k->host) {
        return false;
    }
    fputs("host: ", stdout);
    va_start(args, format);
    vprintf(format, args);
    va_end(args);
    putchar('\n');
    fflush(stdout);
    spin_until_input();
    return expect(k, fgets(answer, sizeof(answer), stdin) &&
                  !strncmp(answer, "ok", 2), "the host does not say ok");
}

/* ---- the commit */

void req_layer(const Kms *k, KmsReq *r, const KmsPlane *p, const KmsLayer *l,
               uint32_t fb)
{
    const struct {
        PlaneProp prop;
        int value;
    } values[] = {
        { PLANE_FB_ID, fb },
        { PLANE_CRTC_ID, fb ? k->head[k->on].crtc : 0 },
        { PLANE_SRC_X, l->src.x << 16 }, { PLANE_SRC_Y, l->src.y << 16 },
        { PLANE_SRC_W, l->src.w << 16 }, { PLANE_SRC_H, l->src.h << 16 },
        { PLANE_CRTC_X, l->dst.x }, { PLANE_CRTC_Y, l->dst.y },
        { PLANE_CRTC_W, l->dst.w }, { PLANE_CRTC_H, l->dst.h },
        { PLANE_ROTATION, l->rotation ? l->rotation : DRM_MODE_ROTATE_0 },
        { PLANE_ZPOS, l->zpos },
    };

    for (unsigned i = 0; i < sizeof(values) / sizeof(values[0]); i++) {
        req_add(r, p->id, p->prop[values[i].prop], (int64_t)values[i].value);
    }
}

bool picture_commit(Kms *k, const KmsPicture *p)
{
    uint32_t fb[KMS_NUM_PLANES] = { 0 };
    KmsReq r = { 0 };

    for (unsigned i = 0; i < KMS_NUM_PLANES; i++) {
        if (p->layer[i].fb.format &&
            !expect_ok(k, fb_new(k, &k->bo[i], &p->layer[i].fb, &fb[i]),
                       "make a frame buffer")) {
            return false;
        }
        req_layer(k, &r, &k->head[k->on].plane[i], &p->layer[i], fb[i]);
    }
    if (!expect_ok(k, req_commit(k, &r, 0, 0), "commit the planes")) {
        return false;
    }
    for (unsigned i = 0; i < KMS_NUM_PLANES; i++) {
        fb_free(k, k->fb[i]);
        k->fb[i] = fb[i];
    }
    return true;
}

/* ---- the description */

static int describe_layer(char *s, size_t room, char window,
                          const KmsLayer *l)
{
    const KmsFb *fb = &l->fb;

    return snprintf(s, room, " %c:%s,%s,%s,%ux%u,%s%x,%d/%d/%d/%d,"
                    "%d/%d/%d/%d,%x,%u", window, format_name(fb->format),
                    fb->tiled ? "tiled" : "linear",
                    fb->bottom_up ? "up" : "down", fb->w, fb->h,
                    fb->solid ? "#" : "p", (unsigned)fb->pattern,
                    l->src.x, l->src.y, l->src.w, l->src.h,
                    l->dst.x, l->dst.y, l->dst.w, l->dst.h,
                    l->rotation ? l->rotation : DRM_MODE_ROTATE_0, l->zpos);
}

void picture_describe(Kms *k, const KmsPicture *p, const char *name,
                      uint32_t crc)
{
    char line[MAX_LINE];
    size_t n = 0;

    for (unsigned i = 0; i < KMS_NUM_PLANES; i++) {
        if (p->layer[i].fb.format) {
            n += describe_layer(line + n, sizeof(line) - n, 'A' + i,
                                &p->layer[i]);
        }
    }
    line[n] = 0;
    printf("kms-check: picture %s %ux%u %08x%s\n", name, k->mode.hdisplay,
           k->mode.vdisplay, crc, line);
    k->pictures++;
}

void picture_dump(Kms *k, const KmsPicture *p, const char *name)
{
    uint32_t crc;

    /* first the dump: reading the checksum takes two frames */
    if (k->host) {
        host_ask(k, "screendump %s", name);
    }
    if (picture_crc(k, k->on, &crc)) {
        picture_describe(k, p, name, crc);
    }
}

bool picture_show(Kms *k, const KmsPicture *p, const char *format, ...)
{
    char name[64];
    va_list args;

    va_start(args, format);
    vsnprintf(name, sizeof(name), format, args);
    va_end(args);
    if (!picture_commit(k, p)) {
        note("in picture %s", name);
        return false;
    }
    picture_dump(k, p, name);
    return true;
}

KmsPicture picture_solid(const Kms *k, uint32_t rgb)
{
    KmsRect all = { 0, 0, k->mode.hdisplay, k->mode.vdisplay };
    KmsPicture p = { 0 };

    p.layer[PLANE_A] = (KmsLayer) {
        .fb = { .format = DRM_FORMAT_XRGB8888, .w = all.w, .h = all.h,
                .solid = true, .pattern = rgb },
        .src = all, .dst = all,
    };
    return p;
}

bool picture_crc(Kms *k, unsigned head, uint32_t *crc)
{
    char path[64];
    FILE *f;
    bool ok;

    snprintf(path, sizeof(path), "/sys/kernel/debug/dri/0/crtc-%u/crc", head);
    f = fopen(path, "r");
    ok = f && fscanf(f, "%x", crc) == 1;
    if (f) {
        fclose(f);
    }
    return expect(k, ok, "no checksum in %s", path);
}
