/*
 * A vc4 render node in the process: performance monitors
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <errno.h>
#include <string.h>
#include "vc4.h"

GHashTable *vc4_perfmons(DrmFile *file)
{
    if (!file->driver) {
        file->driver = g_hash_table_new_full(NULL, NULL, NULL, g_free);
    }
    return file->driver;
}

static Vc4Perfmon *perfmon_find(DrmFile *file, uint32_t id)
{
    return g_hash_table_lookup(vc4_perfmons(file), GUINT_TO_POINTER(id));
}

int vc4_perfmon_create(DrmFile *file, void *arg)
{
    struct drm_vc4_perfmon_create *args = arg;
    Vc4Perfmon *perfmon;

    if (!args->ncounters || args->ncounters > DRM_VC4_MAX_PERF_COUNTERS) {
        return -EINVAL;
    }
    for (unsigned i = 0; i < args->ncounters; i++) {
        if (args->events[i] >= VC4_PERFCNT_NUM_EVENTS) {
            return -EINVAL;
        }
    }
    perfmon = g_new0(Vc4Perfmon, 1);
    perfmon->num = args->ncounters;
    memcpy(perfmon->events, args->events, sizeof(perfmon->events));
    args->id = drm_new_handle(vc4_perfmons(file));
    g_hash_table_insert(vc4_perfmons(file), GUINT_TO_POINTER(args->id),
                        perfmon);
    return 0;
}

int vc4_perfmon_destroy(DrmFile *file, void *arg)
{
    struct drm_vc4_perfmon_destroy *args = arg;

    return g_hash_table_remove(vc4_perfmons(file), GUINT_TO_POINTER(args->id))
           ? 0 : -EINVAL;
}

int vc4_perfmon_get_values(DrmFile *file, void *arg)
{
    struct drm_vc4_perfmon_get_values *args = arg;
    Vc4Perfmon *perfmon = perfmon_find(file, args->id);

    if (!perfmon) {
        return -EINVAL;
    }
    return drm_copy_to(args->values_ptr, perfmon->values,
                       perfmon->num * sizeof(perfmon->values[0]));
}
