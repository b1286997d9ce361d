/*
 * NVIDIA Tegra20 GR3D: draws in a capture
 *
 * One draw is in flight at a time then, so that memory is as the draws before
 * have left it when its pages are captured [tegra-capture.rst].
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "hw/gpu/tegra_gr3d.h"
#include "hw/gpu/tegra_host1x_capture.h"
#include "hw/gpu/tegra_host1x_regs.h"

/* The class that a record names */

void tegra_gr3d_capture_state(TegraHost1xClient *client)
{
    TegraGR3DState *s = TEGRA_GR3D(client);

    QEMU_BUILD_BUG_ON(sizeof(s->regs) % 4);
    tegra_host1x_capture_words(s->host1x, GPU_CAPTURE_GR3D,
                               (const uint32_t *)&s->regs,
                               sizeof(s->regs) / 4);
    s->queue.uncaptured = s->queue.num[TEGRA_GR3D_WAITING] +
                          s->queue.num[TEGRA_GR3D_RUNNING];
}

void tegra_gr3d_capture_start(TegraGR3DQueue *q, TegraGR3DJob *job)
{
    for (unsigned int slot = 0; slot < GR3D_NUM_SPANS; slot++) {
        const Gr3dSpanRequest *req = gr3d_draw_request(job->draw, slot);

        if (!q->uncaptured) {
            tegra_host1x_capture_memory(q->engine->host1x, req->addr,
                                        req->size);
        }
    }
}

static void capture_surfaces(TegraHost1xState *host1x, TegraGR3DJob *job)
{
    for (unsigned int slot = 0; slot < GR3D_NUM_SPANS; slot++) {
        uint64_t start, end;

        if (gr3d_draw_touched(job->draw, slot, &start, &end)) {
            hwaddr addr = gr3d_draw_request(job->draw, slot)->addr + start;

            tegra_host1x_capture_done_wrote(host1x, slot, addr, end - start);
        }
    }
}

void tegra_gr3d_capture_end(TegraGR3DQueue *q, uint64_t number,
                            TegraGR3DJob *job, bool cancelled)
{
    TegraHost1xState *host1x = q->engine->host1x;

    if (q->uncaptured) {
        q->uncaptured--;
        return;
    }
    tegra_host1x_capture_done_begin(host1x, GPU_CAPTURE_DRAW, number,
                                    cancelled);
    if (job) {
        capture_surfaces(host1x, job);
    }
    tegra_host1x_capture_done_end(host1x);
}

void tegra_gr3d_capture_reset(TegraGR3DState *s)
{
    const uint32_t word = TEGRA_HOST1X_CLASS_GR3D;

    tegra_host1x_capture_words(s->host1x, GPU_CAPTURE_RESET, &word, 1);
}

void tegra_gr3d_capture_read(TegraGR3DState *s, uint32_t offset)
{
    const uint32_t word[] = { TEGRA_HOST1X_CLASS_GR3D, offset };

    tegra_host1x_capture_words(s->host1x, GPU_CAPTURE_READ, word, 2);
}
