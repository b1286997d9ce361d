/*
 * Recorded frames drawn by GR3D, with and without the display
 *
 * Without it two frames are submitted ahead, as drivers let their clients do:
 * the engine does not wait for a guest that is late.  With the display, a frame
 * is submitted while the one before is drawn, and there are three buffers, as a
 * compositor has them: one is shown, one waits for the next vertical blank or
 * is drawn, into the third one the next frame is drawn.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"
#include "kms.h"

#define WAIT_MS     60000
#define SCREENS     3
#define AHEAD       2           /* frames submitted that may not be drawn yet */

typedef struct Player {
    const Record *record;
    int fd;
    TegraChannel channel;
    TegraBo bo[RECORD_BUFFERS];
    TegraBo screen[SCREENS];    /* with the display */
    KmsOutput output;
    uint32_t fb[SCREENS];
} Player;

static void open_buffers(Player *p)
{
    for (unsigned i = 0; i < p->record->header.num_buffers; i++) {
        size_t size = p->record->buffer[i].size;

        if (!size) {
            continue;
        }
        must("buffer", tegra_bo_new(&p->bo[i], p->fd, size));
        if (p->record->buffer[i].data) {
            memcpy(p->bo[i].map, p->record->buffer[i].data, size);
        } else {
            memset(p->bo[i].map, 0, size);
        }
    }
}

static void open_player(Player *p, const Options *o, const Record *r)
{
    memset(p, 0, sizeof(*p));
    p->record = r;
    p->fd = tegra_open();
    must("/dev/dri/card0", p->fd);
    must("GR3D channel", tegra_channel_open(&p->channel, p->fd, o->uapi,
                                            HOST1X_CLASS_GR3D));
    open_buffers(p);
    for (unsigned i = 0; i < r->header.num_streams; i++) {
        stream_set_syncpt(&r->stream[i], p->channel.syncpt);
    }
}

static void open_screen(Player *p, unsigned i)
{
    TegraBo *bo = &p->screen[i];

    must("buffer", tegra_bo_new(bo, p->fd, p->bo[RECORD_COLOR].size));
    memset(bo->map, 0, bo->size);
    must("frame buffer", kms_add_fb(&p->output, bo->handle,
                                    4 * p->record->header.width, &p->fb[i]));
}

static void open_display(Player *p)
{
    must("no connected output", kms_find_output(&p->output, p->fd));
    for (unsigned i = 0; i < SCREENS; i++) {
        open_screen(p, i);
    }
    must("mode set", kms_set_mode(&p->output, p->fb[SCREENS - 1]));
}

static void close_player(Player *p)
{
    tegra_channel_close(&p->channel);
    for (unsigned i = 0; i < RECORD_BUFFERS; i++) {
        tegra_bo_free(&p->bo[i]);
    }
    for (unsigned i = 0; i < SCREENS; i++) {
        tegra_bo_free(&p->screen[i]);
    }
}

static void wait_for(Player *p, uint32_t fence)
{
    must("wait", tegra_wait(&p->channel, fence, WAIT_MS, NULL));
}

/* The jobs of a frame; returns the last one's fence. */
static uint32_t submit(Player *p, const TegraBo *color)
{
    TegraBuffers bufs = { .bo = { [RECORD_COLOR] = color } };
    uint32_t fence = 0;

    for (unsigned i = RECORD_COLOR + 1; i < RECORD_BUFFERS; i++) {
        bufs.bo[i] = &p->bo[i];
    }
    for (unsigned i = 0; i < p->record->header.num_streams; i++) {
        must("submit", tegra_submit(&p->channel, &p->record->stream[i],
                                    &bufs, &fence));
    }
    return fence;
}

static uint32_t submit_offscreen(Player *p)
{
    return submit(p, &p->bo[RECORD_COLOR]);
}

static double offscreen(Player *p, double seconds)
{
    uint32_t fence[AHEAD];
    unsigned frames = 0;
    double start;

    wait_for(p, submit_offscreen(p));
    start = now();
    for (unsigned i = 0; i < AHEAD; i++) {
        fence[i] = submit_offscreen(p);
    }
    do {
        wait_for(p, fence[frames % AHEAD]);
        fence[frames++ % AHEAD] = submit_offscreen(p);
    } while (now() - start < seconds);
    wait_for(p, fence[(frames - 1) % AHEAD]);
    return (frames + AHEAD) / (now() - start);
}

/* Wait until frame @n, whose fence is @fence, is drawn, and let it be shown. */
static void show(Player *p, unsigned n, uint32_t fence)
{
    wait_for(p, fence);
    must("page flip", kms_flip_begin(&p->output, p->fb[n % SCREENS]));
}

/*
 * Frame n goes where frame n - 3 was: that is off the screen when frame n - 2
 * is on it.  Its drawing does not wait for the end of frame n - 1.
 */
static double displayed(Player *p, double seconds)
{
    uint32_t fence, before = submit(p, &p->screen[0]);
    double start = now(), took;
    unsigned frames = 0;

    do {
        fence = submit(p, &p->screen[(frames + 1) % SCREENS]);
        show(p, frames, before);
        must("page flip", kms_flip_end(&p->output));
        before = fence;
        frames++;
        took = now() - start;
    } while (took < seconds);
    wait_for(p, before);
    return frames / took;
}

void bench_frames(const Options *o, const Record *r)
{
    double rate;
    Player p;

    open_player(&p, o, r);
    if (o->display) {
        open_display(&p);
        rate = displayed(&p, o->seconds);
    } else {
        rate = offscreen(&p, o->seconds);
    }
    tell(o->display ? "frames-shown" : "frames", rate, "frame/s");
    close_player(&p);
}

void *frames_picture(const Options *o, const Record *r)
{
    size_t size = r->buffer[RECORD_COLOR].size;
    void *copy = malloc(size);
    Player p;

    must("picture", copy ? 0 : -ENOMEM);
    open_player(&p, o, r);
    wait_for(&p, submit_offscreen(&p));
    memcpy(copy, p.bo[RECORD_COLOR].map, size);
    close_player(&p);
    return copy;
}
