/*
 * tegra-uapi: sync points through both interfaces
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <errno.h>
#include <time.h>

#include "uapi.h"

int syncpt_alloc(int fd, uint32_t *id)
{
    struct drm_tegra_syncpoint_allocate arg = { .id = 0 };
    int ret = tegra_ioctl(fd, DRM_IOCTL_TEGRA_SYNCPOINT_ALLOCATE, &arg);

    *id = arg.id;
    return ret;
}

int syncpt_free(int fd, uint32_t id)
{
    struct drm_tegra_syncpoint_free arg = { .id = id };

    return tegra_ioctl(fd, DRM_IOCTL_TEGRA_SYNCPOINT_FREE, &arg);
}

int syncpt_incr(int fd, uint32_t id)
{
    struct drm_tegra_syncpt_incr arg = { .id = id };

    return tegra_ioctl(fd, DRM_IOCTL_TEGRA_SYNCPT_INCR, &arg);
}

int syncpt_read(int fd, uint32_t id, uint32_t *value)
{
    struct drm_tegra_syncpt_read arg = { .id = id };
    int ret = tegra_ioctl(fd, DRM_IOCTL_TEGRA_SYNCPT_READ, &arg);

    *value = arg.value;
    return ret;
}

int syncpt_wait(int fd, uint32_t id, uint32_t threshold, uint32_t timeout_ms,
                uint32_t *value)
{
    struct drm_tegra_syncpt_wait arg = {
        .id = id,
        .thresh = threshold,
        .timeout = timeout_ms,
    };
    int ret = tegra_ioctl(fd, DRM_IOCTL_TEGRA_SYNCPT_WAIT, &arg);

    if (value) {
        *value = arg.value;
    }
    return ret;
}

int syncpt_wait_until(int fd, uint32_t id, uint32_t threshold,
                      int64_t deadline, uint32_t *value)
{
    struct drm_tegra_syncpoint_wait arg = {
        .timeout_ns = deadline,
        .id = id,
        .threshold = threshold,
    };
    int ret = tegra_ioctl(fd, DRM_IOCTL_TEGRA_SYNCPOINT_WAIT, &arg);

    if (value) {
        *value = arg.value;
    }
    return ret;
}

/* A wait that does not wait reads the register, reached or not. */
uint32_t syncpt_value(int fd, uint32_t id)
{
    uint32_t value;
    int ret = syncpt_wait(fd, id, 0, 0, &value);

    must("poll of a sync point", ret == -EAGAIN ? 0 : ret);
    return value;
}

uint32_t must_alloc(int fd)
{
    uint32_t id;

    must("a sync point", syncpt_alloc(fd, &id));
    return id;
}

int64_t now_ns(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1000000000LL + now.tv_nsec;
}

void sleep_ms(unsigned ms)
{
    struct timespec left = { ms / 1000, ms % 1000 * 1000000L };

    while (nanosleep(&left, &left) < 0 && errno == EINTR) {
        /* the rest */
    }
}
