/*
 * tegra-uapi: GR2D and GR3D waiting for each other
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <errno.h>
#include <string.h>

#include "new.h"

#define LINKS       50      /* jobs of each engine that are queued at once */
#define ROUNDS      8
#define SOURCE_SIZE 16      /* pixels each way */

static Stream stream;

typedef struct Engines {
    int fd;
    TegraChannel gr2d, gr3d;
    uint32_t begin2d, begin3d;
} Engines;

static void engines_open(Engines *e)
{
    e->fd = card_open();
    channel_open(&e->gr2d, e->fd, TEGRA_UAPI_NEW, CLASS_GR2D);
    channel_open(&e->gr3d, e->fd, TEGRA_UAPI_NEW, CLASS_GR3D);
    e->begin2d = syncpt_value(e->fd, e->gr2d.syncpt);
    e->begin3d = syncpt_value(e->fd, e->gr3d.syncpt);
}

static void engines_close(Engines *e)
{
    tegra_channel_close(&e->gr3d);
    tegra_channel_close(&e->gr2d);
}

/* Let @first wait for what @second does; with @late it is submitted before. */
static void one_waits(TegraChannel *first, TegraChannel *second, bool late)
{
    uint32_t value = syncpt_value(second->fd, second->syncpt) + 1, fence;

    if (!late) {
        check_u32("fence", job_incrs(second, 1), value);
    }
    fence = job_incrs_after(first, 1, second->syncpt, value);
    if (late) {
        sleep_ms(30);
        check_ret("it waits", tegra_wait(first, fence, 0, NULL), -EAGAIN);
        check_u32("fence", job_incrs(second, 1), value);
    }
    fence_done(first, fence, "who waits");
    fence_done(second, value, "who is waited for");
}

static void test_orders(void)
{
    Engines e;

    engines_open(&e);
    for (unsigned i = 0; i < ROUNDS; i++) {
        one_waits(&e.gr3d, &e.gr2d, i & 1);
        one_waits(&e.gr2d, &e.gr3d, i & 1);
    }
    engines_close(&e);
}

/*
 * Each job of GR3D waits for one of GR2D, which waits for the previous one of
 * GR3D; all of GR3D's are queued before the first of GR2D.
 */
static void test_chain(void)
{
    Engines e;
    uint32_t fence2d = 0, fence3d = 0;

    engines_open(&e);
    for (unsigned i = 0; i < LINKS; i++) {
        fence3d = job_incrs_after(&e.gr3d, 1, e.gr2d.syncpt,
                                  e.begin2d + i + 1);
    }
    check_u32("nothing yet", syncpt_value(e.fd, e.gr3d.syncpt), e.begin3d);
    for (unsigned i = 0; i < LINKS; i++) {
        fence2d = job_incrs_after(&e.gr2d, 1, e.gr3d.syncpt, e.begin3d + i);
    }
    fence_done(&e.gr3d, fence3d, "GR3D");
    fence_done(&e.gr2d, fence2d, "GR2D");
    check_u32("jobs", fence3d - e.begin3d, LINKS);
    engines_close(&e);
}

/* The legacy interface has another channel to the same engine. */
static void test_other_channel(void)
{
    static const uint32_t classes[] = { CLASS_GR2D, CLASS_GR3D };
    int fd = card_open();

    for (unsigned i = 0; i < 2; i++) {
        TegraChannel parked, legacy;
        uint32_t gate = must_alloc(fd), now = syncpt_value(fd, gate), fence;

        channel_open(&parked, fd, TEGRA_UAPI_NEW, classes[i]);
        channel_open(&legacy, fd, TEGRA_UAPI_LEGACY, classes[i]);
        fence = job_incrs_after(&parked, 2, gate, now + 1);
        for (unsigned n = 0; n < ROUNDS; n++) {
            channel_alive(&legacy, "the other channel parks");
        }
        check_ret("parked", tegra_wait(&parked, fence, 0, NULL), -EAGAIN);
        check_ret("increment", syncpt_incr(fd, gate), 0);
        fence_done(&parked, fence, "the parked job");
        tegra_channel_close(&legacy);
        tegra_channel_close(&parked);
    }
}

/* ---- pictures */

/* GR3D's colour is what GR2D writes into the source: four floats. */
static const struct {
    uint32_t word, pixel;
} colors[] = {
    { 0x3f800000, 0xffffffff },     /* 1.0 */
    { 0x00000000, 0x00000000 },
};

/*
 * GR2D fills the source, GR3D draws with it, GR2D copies what GR3D drew.  The
 * jobs are submitted forwards or backwards.
 */
static void fill_draw_copy(Engines *e, Picture *p, Picture *copy,
                           const TegraBuffers *bufs2d, unsigned round)
{
    const uint32_t fill = syncpt_value(e->fd, e->gr2d.syncpt) + 1;
    const uint32_t draw = syncpt_value(e->fd, e->gr3d.syncpt) + 1;
    const bool backwards = round >> 1 & 1;
    uint32_t fence;

    picture_fill(p, UNTOUCHED);
    picture_fill(copy, UNTOUCHED);
    for (unsigned step = 0; step < 2; step++) {
        if (step == backwards) {
            draw_gr2d_fill(&stream, BUF_SOURCE, SOURCE_SIZE, 1,
                           e->gr2d.syncpt, colors[round & 1].word);
            must("fill", tegra_submit(&e->gr2d, &stream, bufs2d, &fence));
            check_u32("fill", fence, fill);
        } else {
            draw_gr3d_from_source(&stream, p, e->gr3d.syncpt);
            must("draw", tegra_submit_after(&e->gr3d, &stream, &p->bufs,
                                            e->gr2d.syncpt, fill, &fence));
            check_u32("draw", fence, draw);
        }
    }
    draw_gr2d_copy(&stream, BUF_TARGET, BUF_GEOMETRY, p->width, p->height,
                   e->gr2d.syncpt);
    must("copy", tegra_submit_after(&e->gr2d, &stream, bufs2d, e->gr3d.syncpt,
                                    draw, &fence));
    fence_done(&e->gr2d, fence, "copy");
    picture_check(p, colors[round & 1].pixel, "GR3D's picture");
    picture_check(copy, colors[round & 1].pixel, "GR2D's copy");
}

static void test_pictures(void)
{
    Engines e;
    Picture p, copy;
    TegraBo source;
    TegraBuffers bufs2d;

    engines_open(&e);
    picture_new(&p, e.fd, 32, 24);
    picture_new(&copy, e.fd, 32, 24);
    bo_new(&source, e.fd, 4096);
    p.bufs.bo[BUF_SOURCE] = &source;
    bufs2d = p.bufs;
    bufs2d.bo[BUF_GEOMETRY] = &copy.target;
    for (unsigned i = 0; i < ROUNDS; i++) {
        fill_draw_copy(&e, &p, &copy, &bufs2d, i);
    }
    engines_close(&e);
}

const UapiTest engine_tests[] = {
    TEST("engines/orders", test_orders),
    TEST("engines/chain", test_chain),
    TEST("engines/other-channel", test_other_channel),
    TEST("engines/pictures", test_pictures),
    TESTS_END
};
