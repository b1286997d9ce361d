/*
 * A tegra DRM device in the process: GR3D and GR2D
 *
 * A draw or an operation is done when the word that triggers it is.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "backend.h"
#include "executor.h"
#include "replay/player-gr2d.h"
#include "tegra.h"

#define SUSPEND_NS  (200 * MS)  /* without work [drm: gr3d.c] */

TegraClient tegra_clients[TEGRA_NUM_CLIENTS] = {
    { .name = "54140000.gr2d", TEGRA_CLASS_GR2D, .syncpt = 3, .base = 0 },
    { .name = "54180000.gr3d", TEGRA_CLASS_GR3D, .syncpt = 4, .base = 1 },
};

static struct {
    bool ready;
    Gr3dMemory ram;
    Gr3dRegs regs;
    Gr3dCache *cache;
    const Gr3dExec *exec;
    const GpuExecutor *executor;    /* NULL: the caller's thread alone */
    PlayerGr2d *gr2d;
} engine;

TegraClient *tegra_client_find(uint32_t class_id)
{
    for (unsigned i = 0; i < TEGRA_NUM_CLIENTS; i++) {
        if (tegra_clients[i].class_id == class_id) {
            return &tegra_clients[i];
        }
    }
    return NULL;
}

static void engine_init(void)
{
    const char *threads = g_getenv("TEGRA_DRM_SHIM_THREADS");
    const char *name = g_getenv("TEGRA_DRM_SHIM_EXEC"), *why;

    if (engine.ready) {
        return;
    }
    if (!backend_choose(name, &engine.exec, &why)) {
        g_error("TEGRA_DRM_SHIM_EXEC=%s: %s", name, why);
    }
    if (threads && atoi(threads) > 1) {
        engine.executor = executor_engine(executor_new(atoi(threads)));
    }
    drm_memory_init();
    engine.ram.data = drm_memory;
    engine.ram.size = TEGRA_MEMORY;
    engine.cache = gr3d_cache_new();
    engine.gr2d = player_gr2d_new();
    gr3d_regs_reset(&engine.regs);
    engine.ready = true;
}

bool tegra_client_is_on(const TegraClient *client)
{
    return client->users || drm_now() - client->busy_at < SUSPEND_NS;
}

/* GR3D's registers are lost without power, GR2D's are not. */
void tegra_client_get(TegraClient *client)
{
    engine_init();
    if (!client->users && !tegra_client_is_on(client)) {
        client->busy_at = drm_now();
        if (client->class_id == TEGRA_CLASS_GR3D) {
            gr3d_regs_reset(&engine.regs);
        }
    }
    client->users++;
}

void tegra_client_put(TegraClient *client)
{
    client->users--;
}

static void show_events(const Gr3dDraw *draw)
{
    const GpuEventCount *event;
    unsigned num;

    for (event = gr3d_draw_events(draw, &num); num; num--, event++) {
        tegra_debug("gr3d: %s 0x%x (%" G_GUINT64_FORMAT " times)",
                    event->text, event->value, event->count);
    }
}

static void run_draw(void)
{
    Gr3dDraw *draw = gr3d_draw_new_cached(&engine.regs, engine.cache);

    gr3d_replay_bind(draw, &engine.ram, 1);
    gr3d_draw_set_executor(draw, engine.executor);
    gr3d_draw_set_exec(draw, engine.exec);
    gr3d_draw_run(draw);
    show_events(draw);
    gr3d_draw_free(draw);
}

void tegra_engine_write(uint32_t class_id, uint32_t offset, uint32_t value)
{
    if (class_id == TEGRA_CLASS_GR3D) {
        if (gr3d_regs_write(&engine.regs, offset, value) == GR3D_WRITE_DRAW) {
            run_draw();
        }
    } else {
        player_gr2d_write(engine.gr2d, class_id, offset, value);
        player_gr2d_run(engine.gr2d, &engine.ram, false);
    }
}
