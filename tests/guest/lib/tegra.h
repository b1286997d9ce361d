/*
 * The tegra DRM driver: buffers, channels, jobs, sync points
 *
 * One interface over the two command submission interfaces of the kernel:
 * the old "staging" one and the newer one of explicit mappings.
 *
 * Functions return 0 or -errno unless their comment says otherwise.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef GUEST_TEGRA_H
#define GUEST_TEGRA_H

#include <stddef.h>
#include <stdint.h>

#include "stream.h"

typedef enum TegraUapi {
    TEGRA_UAPI_LEGACY,
    TEGRA_UAPI_NEW,
} TegraUapi;

typedef struct TegraBo {
    int fd;                     /* of the device */
    uint32_t handle;            /* GEM handle; 0: no buffer */
    size_t size;
    void *map;
} TegraBo;

#define TEGRA_MAX_BUFFERS   8
#define TEGRA_LEGACY_JOBS   64

/* A channel to one engine with one sync point */
typedef struct TegraChannel {
    int fd;
    TegraUapi uapi;
    uint64_t context;
    uint32_t syncpt;
    struct {                    /* legacy: the words of a job, and its end */
        TegraBo commands;
        uint32_t fence;
    } job[TEGRA_LEGACY_JOBS];
    unsigned num_jobs;          /* legacy: submitted so far */
    unsigned job_ms;            /* legacy: time-out, below 10000; 0: longest */
    struct {                    /* new: mappings made so far */
        uint32_t handle, mapping;
    } mapped[TEGRA_MAX_BUFFERS];
    unsigned num_mapped;
} TegraChannel;

/* The buffers that a stream names, by number. */
typedef struct TegraBuffers {
    const TegraBo *bo[TEGRA_MAX_BUFFERS];
} TegraBuffers;

/* ioctl() that repeats after a signal; -errno on error. */
int tegra_ioctl(int fd, unsigned long request, void *arg);

/* The file descriptor of the card, or -errno. */
int tegra_open(void);

int tegra_bo_new(TegraBo *bo, int fd, size_t size);
void tegra_bo_free(TegraBo *bo);

int tegra_channel_open(TegraChannel *ch, int fd, TegraUapi uapi,
                       uint32_t class_id);
void tegra_channel_close(TegraChannel *ch);

/*
 * Submit; @fence is the sync point's value when the job is complete.  With the
 * old interface this waits when TEGRA_LEGACY_JOBS are not.
 */
int tegra_submit(TegraChannel *ch, const Stream *s, const TegraBuffers *bufs,
                 uint32_t *fence);
/*
 * The same; the engine begins when sync point @id has reached @value.  Only
 * the newer interface can: -EOPNOTSUPP.
 */
int tegra_submit_after(TegraChannel *ch, const Stream *s,
                       const TegraBuffers *bufs, uint32_t id, uint32_t value,
                       uint32_t *fence);
/* -EAGAIN when @timeout_ms have passed first. @value may be NULL. */
int tegra_wait(TegraChannel *ch, uint32_t threshold, unsigned timeout_ms,
               uint32_t *value);
/* Submit and wait. */
int tegra_run(TegraChannel *ch, const Stream *s, const TegraBuffers *bufs,
              unsigned timeout_ms);

#endif
