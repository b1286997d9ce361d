/*
 * A tegra DRM device in the process: GR3D and GR2D
 *
 * A draw or an operation is done when the word that triggers it is.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include <errno.h>
#include <stdio.h>
#include <unistd.h>
#include "backend.h"
#include "executor.h"
#include "replay/engines.h"
#include "tegra.h"

#define SUSPEND_NS  (200 * MS)  /* without work [drm: gr3d.c] */

TegraClient tegra_clients[TEGRA_NUM_CLIENTS] = {
    { .name = "54140000.gr2d", TEGRA_CLASS_GR2D, .syncpt = 3, .base = 0 },
    { .name = "54180000.gr3d", TEGRA_CLASS_GR3D, .syncpt = 4, .base = 1 },
};

static Engines engines;
static FILE *file;              /* of the capture, or NULL */

TegraClient *tegra_client_find(uint32_t class_id)
{
    for (unsigned i = 0; i < TEGRA_NUM_CLIENTS; i++) {
        if (tegra_clients[i].class_id == class_id) {
            return &tegra_clients[i];
        }
    }
    return NULL;
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

static bool output(void *opaque, const void *data, size_t size)
{
    return fwrite(data, 1, size, file) == size;
}

static void capture_begin(void)
{
    const char *name = g_getenv("TEGRA_DRM_SHIM_CAPTURE");

    if (!name || !*name) {
        return;
    }
    file = fopen(name, "wb");
    if (!file) {
        g_error("TEGRA_DRM_SHIM_CAPTURE=%s: %s", name, g_strerror(errno));
    }
    setvbuf(file, NULL, _IONBF, 0);
    engines.recorder = recorder_new(output, NULL, &engines.ram,
                                    "tegra-drm-shim");
}

static void __attribute__((destructor)) capture_end(void)
{
    if (drm_process_is_child()) {
        return;
    }
    drm_lock();
    if (engines.recorder) {
        recorder_free(engines.recorder, "the program ends");
        engines.recorder = NULL;
        if (fclose(file)) {
            g_warning("the capture cannot be written");
        }
    }
    drm_unlock();
}

static void init(void)
{
    const char *threads = g_getenv("TEGRA_DRM_SHIM_THREADS");
    const char *name = g_getenv("TEGRA_DRM_SHIM_EXEC"), *why;

    if (engines.cache) {
        return;
    }
    engines_init(&engines);
    engines.drawn = show_events;
    if (!backend_choose(name, &engines.exec, &why)) {
        g_error("TEGRA_DRM_SHIM_EXEC=%s: %s", name, why);
    }
    if (threads && atoi(threads) > 1) {
        engines.executor = executor_engine(executor_new(atoi(threads)));
    }
    drm_memory_init();
    engines.ram.data = drm_memory;
    engines.ram.size = TEGRA_MEMORY;
    capture_begin();
}

bool tegra_client_is_on(const TegraClient *client)
{
    return client->users || drm_now() - client->busy_at < SUSPEND_NS;
}

/* GR3D's registers are lost without power, GR2D's are not. */
void tegra_client_get(TegraClient *client)
{
    init();
    if (!client->users && !tegra_client_is_on(client)) {
        client->busy_at = drm_now();
        if (client->class_id == TEGRA_CLASS_GR3D) {
            engines_reset_gr3d(&engines);
        }
    }
    client->users++;
}

void tegra_client_put(TegraClient *client)
{
    client->users--;
}

Recorder *tegra_recorder(void)
{
    return engines.recorder;
}

void tegra_engine_write(uint32_t class_id, uint32_t offset, uint32_t value)
{
    engines_write(&engines, class_id, offset, value);
}
