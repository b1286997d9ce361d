/*
 * GR3D and GR2D, which draw at once, without QEMU
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "hw/gpu/tegra_host1x_regs.h"
#include "engines.h"

void engines_init(Engines *e)
{
    *e = (Engines) { .cache = gr3d_cache_new(), .gr2d = player_gr2d_new() };
    gr3d_regs_reset(&e->regs);
}

void engines_clear(Engines *e)
{
    gr3d_cache_free(e->cache);
    player_gr2d_free(e->gr2d);
}

void engines_reset_gr3d(Engines *e)
{
    gr3d_regs_reset(&e->regs);
    if (e->recorder) {
        recorder_reset(e->recorder, TEGRA_HOST1X_CLASS_GR3D);
    }
}

static void run_draw(Engines *e)
{
    Gr3dDraw *draw = gr3d_draw_new_cached(&e->regs, e->cache);

    gr3d_replay_bind(draw, &e->ram, 1);
    gr3d_draw_set_executor(draw, e->executor);
    gr3d_draw_set_exec(draw, e->exec);
    if (e->recorder) {
        recorder_draw(e->recorder, draw);
    }
    gr3d_draw_run(draw);
    if (e->recorder) {
        recorder_drawn(e->recorder, draw);
    }
    if (e->drawn) {
        e->drawn(draw);
    }
    gr3d_draw_free(draw);
}

/* Run what was launched, if something was. */
static void run_operation(Engines *e)
{
    uint64_t start = 0, end = 0;
    unsigned i = 0;

    /* the last one is written */
    while (e->recorder && player_gr2d_span(e->gr2d, i++, &start, &end)) {
        recorder_memory(e->recorder, start, end - start);
    }
    if (player_gr2d_run(e->gr2d, &e->ram, false) && e->recorder) {
        recorder_operation(e->recorder, start, end - start);
    }
}

void engines_write(Engines *e, uint32_t class_id, uint32_t offset,
                   uint32_t value)
{
    if (class_id == TEGRA_HOST1X_CLASS_GR3D) {
        if (gr3d_regs_write(&e->regs, offset, value) == GR3D_WRITE_DRAW) {
            run_draw(e);
        }
    } else if (player_gr2d_is_class(class_id)) {
        player_gr2d_write(e->gr2d, class_id, offset, value);
        run_operation(e);
    }
}
