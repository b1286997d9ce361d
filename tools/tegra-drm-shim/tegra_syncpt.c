/*
 * A tegra DRM device in the process: sync points
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <errno.h>
#include "tegra.h"

#define FENCE_NS    (30000 * MS)

/*
 * As after the usual boot: 0 is the kernel's, 1 and 2 are the displays', 3 and
 * 4 the engines' [tegra-host1x.rst, Linux].
 */
TegraSyncpt tegra_syncpts[TEGRA_NUM_SYNCPTS] = {
    [0] = { .refs = 1 },
    [1] = { .refs = 1, .client_managed = true },
    [2] = { .refs = 1, .client_managed = true },
    [3] = { .refs = 1 },
    [4] = { .refs = 1 },
};

typedef struct Fence {
    DrmFence *fence;
    unsigned id;
    uint32_t threshold;
    int64_t end;
} Fence;

static GArray *fences;          /* that are not signalled */

bool tegra_syncpt_reached(uint32_t value, uint32_t threshold)
{
    return (int32_t)(value - threshold) >= 0;
}

/* ---- Fences ---- */

DrmFence *tegra_fence_new(unsigned id, uint32_t threshold)
{
    Fence f = {
        .fence = drm_fence_new(false),
        .id = id,
        .threshold = threshold,
        .end = drm_now() + FENCE_NS,
    };

    if (!fences) {
        fences = g_array_new(false, false, sizeof(Fence));
    }
    f.fence->refs++;
    g_array_append_val(fences, f);
    tegra_fences_look(drm_now());
    return f.fence;
}

/* Take it off the list if it is signalled, or nobody has it any more */
static bool fence_ends(const Fence *f, int64_t now)
{
    TegraSyncpt *sp = &tegra_syncpts[f->id];
    bool reached = tegra_syncpt_reached(sp->value, f->threshold);

    if (!reached && now < f->end && f->fence->refs > 1) {
        return false;
    }
    if (reached) {
        sp->cached = sp->value;
    }
    drm_fence_signal(f->fence, reached ? 0 : -ETIMEDOUT);
    drm_fence_unref(f->fence);
    drm_changed();
    return true;
}

int64_t tegra_fences_look(int64_t now)
{
    int64_t next = INT64_MAX;

    for (unsigned i = fences ? fences->len : 0; i-- > 0;) {
        const Fence *f = &g_array_index(fences, Fence, i);

        if (fence_ends(f, now)) {
            g_array_remove_index_fast(fences, i);
        } else {
            next = MIN(next, f->end);
        }
    }
    return next;
}

/* ---- Whose they are ---- */

void tegra_syncpt_put(unsigned id)
{
    TegraSyncpt *sp = &tegra_syncpts[id];

    if (!--sp->refs) {
        sp->max = sp->cached = sp->value;
        sp->locked = sp->client_managed = false;
    }
}

void tegra_syncpts_put(uint32_t syncpts)
{
    for (; syncpts; syncpts &= syncpts - 1) {
        tegra_syncpt_put(__builtin_ctz(syncpts));
    }
}

int tegra_syncpoint_allocate(DrmFile *file, void *arg)
{
    struct drm_tegra_syncpoint_allocate *args = arg;

    if (args->id) {
        return -EINVAL;
    }
    for (unsigned i = 0; i < TEGRA_NUM_SYNCPTS; i++) {
        TegraSyncpt *sp = &tegra_syncpts[i];

        if (!sp->refs) {
            sp->refs = 1;
            sp->client_managed = true;
            args->id = i;
            tegra_file(file)->syncpts |= 1u << i;
            return 0;
        }
    }
    return -EBUSY;
}

int tegra_syncpoint_free(DrmFile *file, void *arg)
{
    struct drm_tegra_syncpoint_free *args = arg;
    TegraFile *f = tegra_file(file);

    if (args->id >= TEGRA_NUM_SYNCPTS || !(f->syncpts >> args->id & 1)) {
        return -EINVAL;
    }
    f->syncpts &= ~(1u << args->id);
    tegra_syncpt_put(args->id);
    return 0;
}

/* ---- Values ---- */

int tegra_syncpt_read(DrmFile *file, void *arg)
{
    struct drm_tegra_syncpt_read *args = arg;

    if (args->id >= TEGRA_NUM_SYNCPTS) {
        return -EINVAL;
    }
    args->value = tegra_syncpts[args->id].cached;
    return 0;
}

int tegra_syncpt_incr(DrmFile *file, void *arg)
{
    struct drm_tegra_syncpt_incr *args = arg;
    TegraSyncpt *sp = &tegra_syncpts[args->id % TEGRA_NUM_SYNCPTS];

    if (args->id >= TEGRA_NUM_SYNCPTS ||
        (!sp->client_managed && sp->cached == sp->max)) {
        return -EINVAL;
    }
    sp->value++;
    tegra_host1x_run();
    return 0;
}

/* @deadline 0: do not wait */
static int wait_until(uint32_t id, uint32_t threshold, int64_t deadline,
                      uint32_t *value)
{
    TegraSyncpt *sp = &tegra_syncpts[id % TEGRA_NUM_SYNCPTS];
    int ret = 0;

    if (id >= TEGRA_NUM_SYNCPTS) {
        return -EINVAL;
    }
    *value = sp->value;
    while (sp->cached = sp->value,
           !tegra_syncpt_reached(sp->value, threshold)) {
        ret = ret ? ret : deadline ? drm_wait(deadline) : -ETIME;
        if (ret) {
            return ret == -ETIME ? -EAGAIN : ret;
        }
    }
    *value = sp->value;
    return 0;
}

int tegra_syncpt_wait(DrmFile *file, void *arg)
{
    struct drm_tegra_syncpt_wait *args = arg;
    int64_t deadline = args->timeout == DRM_TEGRA_NO_TIMEOUT ? INT64_MAX :
                       args->timeout ? drm_now() + args->timeout * MS : 0;

    return wait_until(args->id, args->thresh, deadline, &args->value);
}

int tegra_syncpoint_wait(DrmFile *file, void *arg)
{
    struct drm_tegra_syncpoint_wait *args = arg;

    if (args->padding) {
        return -EINVAL;
    }
    return wait_until(args->id, args->threshold, MAX(args->timeout_ns, 0),
                      &args->value);
}
