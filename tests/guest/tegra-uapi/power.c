/*
 * tegra-uapi: the engines are switched off between jobs, and on again
 *
 * The driver suspends an engine 200 ms after the last job of the newer
 * interface (500 ms in later kernels), or with the last channel of the legacy
 * one.  GR3D loses its registers.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "uapi.h"

#define ROUNDS          20
#define PAUSE_MS        300

static Stream stream;

typedef struct Engine {
    const char *name;
    uint32_t class_id;
    const char *status;
} Engine;

#define STATUS(device)  "/sys/bus/platform/devices/" device \
                        "/power/runtime_status"

static const Engine engines[] = {
    { "gr2d", CLASS_GR2D, STATUS("54140000.gr2d") },
    { "gr3d", CLASS_GR3D, STATUS("54180000.gr3d") },
};

static bool status_is(const Engine *e, const char *want)
{
    char text[32] = "";
    FILE *f = fopen(e->status, "r");

    must(e->status, f ? 0 : -errno);
    if (fgets(text, sizeof(text), f)) {
        text[strcspn(text, "\n")] = '\0';
    }
    fclose(f);
    return strcmp(text, want) == 0;
}

/* Return whether it suspends after the pause or, on a busy machine, later */
static bool suspends(const Engine *e)
{
    for (unsigned tries = 0; tries < 50; tries++) {
        if (status_is(e, "suspended")) {
            return true;
        }
        sleep_ms(20);
    }
    return check(false, "%s is suspended", e->name);
}

static uint32_t draw(const Engine *e, TegraChannel *ch, Picture *p)
{
    uint32_t value = rand(), fence;

    picture_fill(p, UNTOUCHED);
    if (e->class_id == CLASS_GR3D) {
        draw_gr3d(&stream, p, ch->syncpt, value & 15);
        value = bright_pixel(value & 15);
    } else {
        draw_gr2d_fill(&stream, BUF_TARGET, p->width, p->height, ch->syncpt,
                       value);
    }
    must("submit", tegra_submit(ch, &stream, &p->bufs, &fence));
    fence_done(ch, fence, e->name);
    return value;
}

static void test_pauses(void)
{
    unsigned rounds = uapi_rounds ? uapi_rounds : ROUNDS;
    int fd = card_open();
    TegraChannel ch[2];
    Picture p;

    picture_new(&p, fd, 48, 24);
    for (unsigned i = 0; i < 2; i++) {
        channel_open(&ch[i], fd, TEGRA_UAPI_NEW, engines[i].class_id);
    }
    for (unsigned round = 0; round < rounds && !check_failures(); round++) {
        sleep_ms(PAUSE_MS);
        for (unsigned i = 0; i < 2; i++) {
            suspends(&engines[i]);
        }
        for (unsigned i = 0; i < 2; i++) {
            unsigned which = (i + round) & 1;
            uint32_t value = draw(&engines[which], &ch[which], &p);

            picture_check(&p, value, engines[which].name);
        }
    }
}

/* A job that waits keeps the engine on; so does a legacy channel. */
static void test_kept_on(void)
{
    for (unsigned i = 0; i < 2; i++) {
        const Engine *e = &engines[i];
        int fd = card_open();
        uint32_t gate = must_alloc(fd), now = syncpt_value(fd, gate), fence;
        TegraChannel ch, legacy;

        suspends(e);
        channel_open(&ch, fd, TEGRA_UAPI_NEW, e->class_id);
        check(status_is(e, "suspended"), "%s: a channel is not a job",
              e->name);
        fence = job_incrs_after(&ch, 1, gate, now + 1);
        sleep_ms(2 * PAUSE_MS);
        check(status_is(e, "active"), "%s: on for a job that waits", e->name);
        check_ret("increment", syncpt_incr(fd, gate), 0);
        fence_done(&ch, fence, e->name);
        suspends(e);

        channel_open(&legacy, fd, TEGRA_UAPI_LEGACY, e->class_id);
        sleep_ms(2 * PAUSE_MS);
        check(status_is(e, "active"), "%s: on for a legacy channel", e->name);
        channel_alive(&legacy, "a pause");
        tegra_channel_close(&legacy);
        suspends(e);
        channel_alive(&ch, "the legacy channel was closed");
        tegra_channel_close(&ch);
    }
}

static void draw_again(TegraChannel *ch, Picture *p)
{
    uint32_t fence;

    picture_fill(p, UNTOUCHED);
    draw_gr3d_again(&stream, ch->syncpt);
    must("submit", tegra_submit(ch, &stream, &p->bufs, &fence));
    fence_done(ch, fence, "only a draw");
}

/* GR3D's registers hold from job to job, but not without power. */
static void test_state(void)
{
    const Engine *e = &engines[1];
    int fd = card_open();
    TegraChannel ch, legacy;
    Picture p;
    uint32_t value;

    channel_open(&ch, fd, TEGRA_UAPI_NEW, e->class_id);
    channel_open(&legacy, fd, TEGRA_UAPI_LEGACY, e->class_id);
    picture_new(&p, fd, 48, 24);
    value = draw(e, &ch, &p);
    picture_check(&p, value, "the first draw");
    draw_again(&ch, &p);
    picture_check(&p, value, "state holds with power");
    tegra_channel_close(&legacy);
    suspends(e);
    draw_again(&ch, &p);
    picture_check(&p, UNTOUCHED, "state is lost without power");
    value = draw(e, &ch, &p);
    picture_check(&p, value, "the last draw");
    tegra_channel_close(&ch);
}

const UapiTest power_tests[] = {
    TEST("power/pauses", test_pauses),
    TEST("power/kept-on", test_kept_on),
    TEST("power/state", test_state),
    TESTS_END
};
