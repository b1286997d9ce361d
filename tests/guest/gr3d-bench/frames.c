/*
 * Recorded frames drawn by GR3D, with and without the display
 *
 * Without it, a frame is submitted while the one before is drawn.  With it,
 * two buffers are shown in turn, each from a vertical blank on.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"
#include "kms.h"

#define WAIT_MS     60000

typedef struct Player {
    const Record *record;
    int fd;
    TegraChannel channel;
    TegraBo bo[RECORD_BUFFERS];
    TegraBo other;              /* with the display: the second picture */
    KmsOutput output;
    uint32_t fb[2];
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

static void open_display(Player *p)
{
    const TegraBo *color = &p->bo[RECORD_COLOR];
    unsigned pitch = 4 * p->record->header.width;

    must("no connected output", kms_find_output(&p->output, p->fd));
    must("buffer", tegra_bo_new(&p->other, p->fd, color->size));
    memset(p->other.map, 0, p->other.size);
    must("frame buffer", kms_add_fb(&p->output, color->handle, pitch,
                                    &p->fb[0]));
    must("frame buffer", kms_add_fb(&p->output, p->other.handle, pitch,
                                    &p->fb[1]));
    must("mode set", kms_set_mode(&p->output, p->fb[1]));
}

static void close_player(Player *p)
{
    tegra_channel_close(&p->channel);
    for (unsigned i = 0; i < RECORD_BUFFERS; i++) {
        tegra_bo_free(&p->bo[i]);
    }
    tegra_bo_free(&p->other);
}

/*
 * The jobs of a frame; returns the last one's fence.  The old interface has one
 * buffer for the words of a job: it is waited for before the next one.
 */
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
        if (p->channel.uapi == TEGRA_UAPI_LEGACY) {
            must("wait", tegra_wait(&p->channel, fence, WAIT_MS, NULL));
        }
    }
    return fence;
}

static double offscreen(Player *p, double seconds)
{
    uint32_t fence, before = submit(p, &p->bo[RECORD_COLOR]);
    double start, took;
    unsigned frames = 0;

    must("wait", tegra_wait(&p->channel, before, WAIT_MS, NULL));
    start = now();
    do {
        fence = submit(p, &p->bo[RECORD_COLOR]);
        must("wait", tegra_wait(&p->channel, before, WAIT_MS, NULL));
        before = fence;
        frames++;
        took = now() - start;
    } while (took < seconds);
    must("wait", tegra_wait(&p->channel, fence, WAIT_MS, NULL));
    return frames / (now() - start);
}

static double displayed(Player *p, double seconds)
{
    const TegraBo *bo[2] = { &p->bo[RECORD_COLOR], &p->other };
    double start = now(), took;
    unsigned frames = 0;

    do {
        uint32_t fence = submit(p, bo[frames % 2]);

        must("wait", tegra_wait(&p->channel, fence, WAIT_MS, NULL));
        must("page flip", kms_flip(&p->output, p->fb[frames % 2]));
        frames++;
        took = now() - start;
    } while (took < seconds);
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
    must("wait", tegra_wait(&p.channel, submit(&p, &p.bo[RECORD_COLOR]),
                            WAIT_MS, NULL));
    memcpy(copy, p.bo[RECORD_COLOR].map, size);
    close_player(&p);
    return copy;
}
