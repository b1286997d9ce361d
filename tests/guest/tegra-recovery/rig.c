/*
 * A small target, a channel to GR3D, and jobs whose pictures are known
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

#include <drm/drm.h>
#include <drm/tegra_drm.h>

#include "kmsg.h"
#include "rig.h"
#include "ring.h"

#define SIZE            64      /* of the square target */
#define UNTOUCHED       0x5a5a5a5a
#define SOON_MS         900     /* less than any way round a lost interrupt */
#define POWER_STATE     "/sys/bus/platform/devices/54180000.gr3d/power/" \
                        "runtime_status"

static unsigned failures;

bool expect(bool ok, const char *format, ...)
{
    va_list args;

    if (!ok) {
        printf("    WRONG: expected: ");
        va_start(args, format);
        vprintf(format, args);
        va_end(args);
        printf("\n");
        failures++;
    }
    return ok;
}

unsigned expect_failures(void)
{
    return failures;
}

double seconds(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec + now.tv_nsec * 1e-9;
}

/* ---- set-up */

void rig_open_channel(Rig *r, TegraUapi uapi, unsigned job_ms)
{
    must("GR3D channel", tegra_channel_open(&r->ch, r->fd, uapi,
                                            HOST1X_CLASS_GR3D));
    r->ch.job_ms = job_ms;
}

void rig_open(Rig *r, TegraUapi uapi, unsigned job_ms)
{
    memset(r, 0, sizeof(*r));
    r->fd = tegra_open();
    must("/dev/dri/card0", r->fd);
    rig_open_channel(r, uapi, job_ms);
    must("target", tegra_bo_new(&r->color, r->fd, SIZE * SIZE * 4));
    must("geometry", tegra_bo_new(&r->geometry, r->fd, 4096));
    r->bufs.bo[0] = &r->color;
    r->bufs.bo[1] = &r->geometry;
    r->target = (R3dTarget) {
        .width = SIZE,
        .height = SIZE,
        .format = R3D_FORMAT_RGBA8888,
        .color = 0,
        .color_pitch = SIZE * 4,
        .depth = R3D_NO_BUFFER,
        .depth_pitch = SIZE * 2,
    };
}

void rig_close(Rig *r)
{
    tegra_channel_close(&r->ch);
    tegra_bo_free(&r->geometry);
    tegra_bo_free(&r->color);
    close(r->fd);
}

void rig_fresh_syncpt(Rig *r)
{
    struct drm_tegra_syncpoint_free old = { .id = r->ch.syncpt };
    struct drm_tegra_syncpoint_allocate fresh = { 0 };

    must("free", tegra_ioctl(r->fd, DRM_IOCTL_TEGRA_SYNCPOINT_FREE, &old));
    must("allocate", tegra_ioctl(r->fd, DRM_IOCTL_TEGRA_SYNCPOINT_ALLOCATE,
                                 &fresh));
    r->ch.syncpt = fresh.id;
}

void rig_make_room(Rig *r)
{
    must("ring", ring_make_room(&r->ch, HOST1X_CLASS_GR3D));
}

/* ---- the picture of a job: a rectangle, its place and colour by number */

static unsigned job_left(const Rig *r)
{
    return r->number % 32;
}

static unsigned job_top(const Rig *r)
{
    return r->number / 32 % 32;
}

/* Red and green in steps of 1/256, blue and alpha 1.0 */
static void job_color(const Rig *r, unsigned fx10[4])
{
    fx10[0] = r->number * 37 % 256;
    fx10[1] = r->number * 101 % 256;
    fx10[2] = fx10[3] = 0x100;
}

/* fx10 to a byte [tegra-gr3d.rst, Pixel formats]: (v * 255 + 127) >> 8 */
static uint32_t job_pixel(const Rig *r)
{
    unsigned fx10[4];
    uint32_t pixel = 0;

    job_color(r, fx10);
    for (unsigned i = 0; i < 4; i++) {
        pixel |= (fx10[i] * 255 + 127) >> 8 << 8 * i;
    }
    return pixel;
}

static void put_rectangle(Rig *r)
{
    const float scale = 2.0f / SIZE;
    const float x = job_left(r) * scale - 1, y = job_top(r) * scale - 1;
    const float v[16] = {
        x, y, 0, 1,  x + 1, y, 0, 1,  x, y + 1, 0, 1,  x + 1, y + 1, 0, 1,
    };

    memcpy(r->geometry.map, v, sizeof(v));
}

static void clear_target(Rig *r)
{
    volatile uint32_t *p = r->color.map;

    for (unsigned i = 0; i < SIZE * SIZE; i++) {
        p[i] = UNTOUCHED;
    }
}

void rig_job(Rig *r)
{
    static const float one[4][4] = {
        { 1, 0, 0, 0 }, { 0, 1, 0, 0 }, { 0, 0, 1, 0 }, { 0, 0, 0, 1 },
    };
    unsigned fx10[4];

    r->number++;
    clear_target(r);
    put_rectangle(r);
    job_color(r, fx10);
    stream_init(&r->s, r->ch.syncpt);
    r3d_begin(&r->s, &r->target);
    r3d_matrix(&r->s, one);
    r3d_program_constant(&r->s, fx10);
    r3d_attrib(&r->s, 0, 4, 16, 1, 0);
    r3d_draw_arrays(&r->s, R3D_TRIANGLE_STRIP, 0, 4);
}

uint32_t rig_submit(Rig *r)
{
    uint32_t fence;

    must("submit", tegra_submit(&r->ch, &r->s, &r->bufs, &fence));
    return fence;
}

int rig_wait_whole(Rig *r, uint32_t fence, unsigned ms)
{
    struct drm_tegra_syncpt_wait arg = {
        .id = r->ch.syncpt,
        .thresh = fence,
        .timeout = ms,
    };

    return tegra_ioctl(r->fd, DRM_IOCTL_TEGRA_SYNCPT_WAIT, &arg);
}

/* ---- what came of it */

static bool inside(const Rig *r, unsigned col, unsigned row)
{
    return col - job_left(r) < SIZE / 2 && row - job_top(r) < SIZE / 2;
}

static unsigned count_wrong(const Rig *r, uint32_t want)
{
    const volatile uint32_t *p = r->color.map;
    unsigned wrong = 0;

    for (unsigned i = 0; i < SIZE * SIZE; i++) {
        wrong += p[i] != (inside(r, i % SIZE, i / SIZE) ? want : UNTOUCHED);
    }
    return wrong;
}

void rig_expect_picture(const Rig *r)
{
    unsigned wrong = count_wrong(r, job_pixel(r));

    expect(wrong == 0, "picture %u right, %u pixels are not", r->number,
           wrong);
}

void rig_expect_untouched(const Rig *r)
{
    unsigned wrong = count_wrong(r, UNTOUCHED);

    expect(wrong == 0, "picture %u not drawn, %u pixels are", r->number,
           wrong);
}

void rig_expect_works(Rig *r)
{
    double begun = seconds();
    int ret;

    kmsg_mark();
    rig_job(r);
    ret = tegra_run(&r->ch, &r->s, &r->bufs, WAIT_MS);
    if (expect(ret == 0, "the next job ends: %s", strerror(-ret))) {
        double took = seconds() - begun;

        expect(took < SOON_MS * 1e-3, "the next job ends soon, took %.3f s",
               took);
        expect(!kmsg_seen(KMSG_TIMEOUT), "no help by a time-out");
        rig_expect_picture(r);
    }
}

static bool power_is(const char *state)
{
    char now[32] = "";
    FILE *f = fopen(POWER_STATE, "r");

    if (f) {
        if (fgets(now, sizeof(now), f)) {
            now[strcspn(now, "\n")] = '\0';
        }
        fclose(f);
    }
    return !strcmp(now, state);
}

bool rig_power_becomes(const char *state, unsigned ms)
{
    for (unsigned i = 0; i < ms; i += 10) {
        if (power_is(state)) {
            return true;
        }
        usleep(10000);
    }
    return power_is(state);
}
