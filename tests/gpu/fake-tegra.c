/*
 * The tegra ioctls of the guest programs, played by the engine itself
 *
 * Linked with gr3d-smoke instead of tests/guest/lib/tegra.c: the same tests
 * run without kernel and QEMU.  Every job is complete when it is submitted.
 * Register state does not survive a job, as on a machine whose kernel
 * switches the engine off in between.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "stream-machine.h"
#include "tegra.h"

/* One megabyte of bus addresses for each buffer, by handle */
#define BUS_BASE    0x10000000u
#define BUS_STEP    0x00100000u

static uint32_t counter;

int tegra_open(void)
{
    return 100;                 /* gr3d-smoke closes it: no real file */
}

int tegra_bo_new(TegraBo *bo, int fd, size_t size)
{
    static uint32_t handles;

    bo->fd = fd;
    bo->handle = ++handles;
    bo->size = size;
    bo->map = calloc(1, size);
    return bo->map ? 0 : -ENOMEM;
}

void tegra_bo_free(TegraBo *bo)
{
    free(bo->map);
    memset(bo, 0, sizeof(*bo));
}

int tegra_channel_open(TegraChannel *ch, int fd, TegraUapi uapi,
                       uint32_t class_id)
{
    memset(ch, 0, sizeof(*ch));
    ch->fd = fd;
    ch->uapi = uapi;
    ch->syncpt = 4;
    return class_id == HOST1X_CLASS_GR3D ? 0 : -ENODEV;
}

void tegra_channel_close(TegraChannel *ch)
{
    memset(ch, 0, sizeof(*ch));
}

static void attach(StreamMachine *m, const TegraBuffers *bufs)
{
    for (unsigned i = 0; i < TEGRA_MAX_BUFFERS; i++) {
        const TegraBo *bo = bufs->bo[i];

        if (bo) {
            m->buf[i].addr = BUS_BASE + bo->handle * BUS_STEP;
            m->buf[i].data = bo->map;
            m->buf[i].size = bo->size;
        }
    }
}

int tegra_submit(TegraChannel *ch, const Stream *s, const TegraBuffers *bufs,
                 uint32_t *fence)
{
    static StreamMachine m;
    static Stream copy;

    if (s->overflow) {
        return -ENOSPC;
    }
    stream_machine_init(&m);
    attach(&m, bufs);
    copy = *s;
    stream_machine_run(&m, &copy);
    counter += m.replay.incrs;
    stream_machine_clear(&m);
    *fence = counter;
    return 0;
}

int tegra_wait(TegraChannel *ch, uint32_t threshold, unsigned timeout_ms,
               uint32_t *value)
{
    if (value) {
        *value = counter;
    }
    return (int32_t)(counter - threshold) >= 0 ? 0 : -EAGAIN;
}

int tegra_run(TegraChannel *ch, const Stream *s, const TegraBuffers *bufs,
              unsigned timeout_ms)
{
    uint32_t fence;
    int ret = tegra_submit(ch, s, bufs, &fence);

    return ret < 0 ? ret : tegra_wait(ch, fence, timeout_ms, NULL);
}
