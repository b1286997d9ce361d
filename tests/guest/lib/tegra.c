/*
 * The tegra DRM driver: buffers, channels, jobs, sync points
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include <drm/drm.h>
#include <drm/tegra_drm.h>

#include "tegra.h"

#define LONGEST_JOB_MS  9999    /* that the legacy interface takes */
#define COMMAND_BYTES   (STREAM_MAX_WORDS * sizeof(uint32_t))

int tegra_ioctl(int fd, unsigned long request, void *arg)
{
    int ret;

    do {
        ret = ioctl(fd, request, arg);
    } while (ret < 0 && errno == EINTR);
    return ret < 0 ? -errno : 0;
}

int tegra_open(void)
{
    int fd = open("/dev/dri/card0", O_RDWR | O_CLOEXEC);

    return fd < 0 ? -errno : fd;
}

/* ---- buffers */

static int bo_map(TegraBo *bo)
{
    struct drm_tegra_gem_mmap arg = { .handle = bo->handle };
    int ret = tegra_ioctl(bo->fd, DRM_IOCTL_TEGRA_GEM_MMAP, &arg);

    if (ret < 0) {
        return ret;
    }
    bo->map = mmap(NULL, bo->size, PROT_READ | PROT_WRITE, MAP_SHARED,
                   bo->fd, arg.offset);
    if (bo->map == MAP_FAILED) {
        bo->map = NULL;
        return -errno;
    }
    return 0;
}

int tegra_bo_new(TegraBo *bo, int fd, size_t size)
{
    struct drm_tegra_gem_create arg = { .size = size };
    int ret = tegra_ioctl(fd, DRM_IOCTL_TEGRA_GEM_CREATE, &arg);

    memset(bo, 0, sizeof(*bo));
    if (ret < 0) {
        return ret;
    }
    bo->fd = fd;
    bo->handle = arg.handle;
    bo->size = size;
    ret = bo_map(bo);
    if (ret < 0) {
        tegra_bo_free(bo);
    }
    return ret;
}

void tegra_bo_free(TegraBo *bo)
{
    struct drm_gem_close arg = { .handle = bo->handle };

    if (bo->map) {
        munmap(bo->map, bo->size);
    }
    if (bo->handle) {
        tegra_ioctl(bo->fd, DRM_IOCTL_GEM_CLOSE, &arg);
    }
    memset(bo, 0, sizeof(*bo));
}

/* ---- legacy interface */

static int legacy_open(TegraChannel *ch, uint32_t class_id)
{
    struct drm_tegra_open_channel open = { .client = class_id };
    struct drm_tegra_get_syncpt syncpt = { .index = 0 };
    int ret = tegra_ioctl(ch->fd, DRM_IOCTL_TEGRA_OPEN_CHANNEL, &open);

    if (ret < 0) {
        return ret;
    }
    ch->context = open.context;
    syncpt.context = open.context;
    ret = tegra_ioctl(ch->fd, DRM_IOCTL_TEGRA_GET_SYNCPT, &syncpt);
    ch->syncpt = syncpt.id;
    return ret;
}

static void legacy_close(TegraChannel *ch)
{
    struct drm_tegra_close_channel arg = { .context = ch->context };

    tegra_ioctl(ch->fd, DRM_IOCTL_TEGRA_CLOSE_CHANNEL, &arg);
    for (unsigned i = 0; i < TEGRA_LEGACY_JOBS; i++) {
        tegra_bo_free(&ch->job[i].commands);
    }
}

/* Relocations go in the order of the words they patch. */
static void legacy_relocs(const TegraBo *commands, const Stream *s,
                          const TegraBuffers *bufs,
                          struct drm_tegra_reloc *relocs)
{
    for (unsigned i = 0; i < s->num_relocs; i++) {
        const StreamReloc *r = &s->relocs[i];

        relocs[i] = (struct drm_tegra_reloc) {
            .cmdbuf.handle = commands->handle,
            .cmdbuf.offset = r->word * sizeof(uint32_t),
            .target.handle = bufs->bo[r->buffer]->handle,
            .target.offset = r->offset,
        };
    }
}

/* The buffer of the next job's words, once its last job has read them */
static int legacy_commands(TegraChannel *ch, TegraBo **commands)
{
    unsigned i = ch->num_jobs % TEGRA_LEGACY_JOBS;

    *commands = &ch->job[i].commands;
    return (*commands)->map
        ? tegra_wait(ch, ch->job[i].fence, LONGEST_JOB_MS, NULL)
        : tegra_bo_new(*commands, ch->fd, COMMAND_BYTES);
}

static int legacy_submit(TegraChannel *ch, const Stream *s,
                         const TegraBuffers *bufs, uint32_t *fence)
{
    TegraBo *commands;
    int ret = legacy_commands(ch, &commands);
    struct drm_tegra_reloc relocs[STREAM_MAX_RELOCS];
    struct drm_tegra_syncpt syncpt = { ch->syncpt, s->incrs };
    struct drm_tegra_cmdbuf cmdbuf = {
        .handle = commands->handle,
        .words = s->num_words,
    };
    struct drm_tegra_submit arg = {
        .context = ch->context,
        .num_syncpts = 1,
        .num_cmdbufs = 1,
        .num_relocs = s->num_relocs,
        .timeout = ch->job_ms ? ch->job_ms : LONGEST_JOB_MS,
        .syncpts = (uintptr_t)&syncpt,
        .cmdbufs = (uintptr_t)&cmdbuf,
        .relocs = (uintptr_t)relocs,
    };

    if (ret < 0) {
        return ret;
    }
    memcpy(commands->map, s->words, s->num_words * sizeof(uint32_t));
    legacy_relocs(commands, s, bufs, relocs);
    ret = tegra_ioctl(ch->fd, DRM_IOCTL_TEGRA_SUBMIT, &arg);
    *fence = arg.fence;
    if (ret == 0) {
        ch->job[ch->num_jobs++ % TEGRA_LEGACY_JOBS].fence = arg.fence;
    }
    return ret;
}

static int legacy_wait(TegraChannel *ch, uint32_t threshold,
                       unsigned timeout_ms, uint32_t *value)
{
    struct drm_tegra_syncpt_wait arg = {
        .id = ch->syncpt,
        .thresh = threshold,
        .timeout = timeout_ms,
    };
    int ret = tegra_ioctl(ch->fd, DRM_IOCTL_TEGRA_SYNCPT_WAIT, &arg);

    *value = arg.value;
    return ret;
}

/* ---- new interface */

static int new_open(TegraChannel *ch, uint32_t class_id)
{
    struct drm_tegra_channel_open open = { .host1x_class = class_id };
    struct drm_tegra_syncpoint_allocate syncpt = { 0 };
    int ret = tegra_ioctl(ch->fd, DRM_IOCTL_TEGRA_CHANNEL_OPEN, &open);

    if (ret < 0) {
        return ret;
    }
    ch->context = open.context;
    ret = tegra_ioctl(ch->fd, DRM_IOCTL_TEGRA_SYNCPOINT_ALLOCATE, &syncpt);
    ch->syncpt = syncpt.id;
    return ret;
}

static void new_close(TegraChannel *ch)
{
    struct drm_tegra_channel_close close = { .context = ch->context };
    struct drm_tegra_syncpoint_free syncpt = { .id = ch->syncpt };

    tegra_ioctl(ch->fd, DRM_IOCTL_TEGRA_CHANNEL_CLOSE, &close);
    tegra_ioctl(ch->fd, DRM_IOCTL_TEGRA_SYNCPOINT_FREE, &syncpt);
}

static void new_unmap(TegraChannel *ch, uint32_t mapping)
{
    struct drm_tegra_channel_unmap arg = {
        .context = ch->context,
        .mapping = mapping,
    };

    tegra_ioctl(ch->fd, DRM_IOCTL_TEGRA_CHANNEL_UNMAP, &arg);
}

static void new_unmap_all(TegraChannel *ch)
{
    while (ch->num_mapped) {
        new_unmap(ch, ch->mapped[--ch->num_mapped].mapping);
    }
}

static int new_map(TegraChannel *ch, const TegraBo *bo, uint32_t *mapping)
{
    struct drm_tegra_channel_map arg = {
        .context = ch->context,
        .handle = bo->handle,
        .flags = DRM_TEGRA_CHANNEL_MAP_READ_WRITE,
    };
    int ret;

    for (unsigned i = 0; i < ch->num_mapped; i++) {
        if (ch->mapped[i].handle == bo->handle) {
            *mapping = ch->mapped[i].mapping;
            return 0;
        }
    }
    if (ch->num_mapped == TEGRA_MAX_BUFFERS) {
        return -ENOSPC;
    }
    ret = tegra_ioctl(ch->fd, DRM_IOCTL_TEGRA_CHANNEL_MAP, &arg);
    if (ret == 0) {
        ch->mapped[ch->num_mapped].handle = bo->handle;
        ch->mapped[ch->num_mapped++].mapping = *mapping = arg.mapping;
    }
    return ret;
}

static int new_bufs(TegraChannel *ch, const Stream *s,
                    const TegraBuffers *bufs,
                    struct drm_tegra_submit_buf *out)
{
    for (unsigned i = 0; i < s->num_relocs; i++) {
        const StreamReloc *r = &s->relocs[i];
        int ret;

        memset(&out[i], 0, sizeof(out[i]));
        ret = new_map(ch, bufs->bo[r->buffer], &out[i].mapping);
        if (ret < 0) {
            return ret;
        }
        out[i].reloc.target_offset = r->offset;
        out[i].reloc.gather_offset_words = r->word;
    }
    return 0;
}

/* @wait: a command that goes before the stream, or NULL */
static int new_submit(TegraChannel *ch, const Stream *s,
                      const TegraBuffers *bufs,
                      const struct drm_tegra_submit_cmd *wait, uint32_t *fence)
{
    struct drm_tegra_submit_buf out[STREAM_MAX_RELOCS];
    struct drm_tegra_submit_cmd cmds[2] = { 0 };
    unsigned num_cmds = 0;
    struct drm_tegra_channel_submit arg = {
        .context = ch->context,
        .num_bufs = s->num_relocs,
        .gather_data_words = s->num_words,
        .bufs_ptr = (uintptr_t)out,
        .cmds_ptr = (uintptr_t)cmds,
        .gather_data_ptr = (uintptr_t)s->words,
        .syncpt = { .id = ch->syncpt, .increments = s->incrs },
    };
    int ret = new_bufs(ch, s, bufs, out);

    if (wait) {
        cmds[num_cmds++] = *wait;
    }
    cmds[num_cmds].type = DRM_TEGRA_SUBMIT_CMD_GATHER_UPTR;
    cmds[num_cmds++].gather_uptr.words = s->num_words;
    arg.num_cmds = num_cmds;
    if (ret == 0) {
        ret = tegra_ioctl(ch->fd, DRM_IOCTL_TEGRA_CHANNEL_SUBMIT, &arg);
    }
    *fence = arg.syncpt.value;
    return ret;
}

static int64_t deadline_ns(unsigned ms)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1000000000LL + now.tv_nsec + ms * 1000000LL;
}

static int new_wait(TegraChannel *ch, uint32_t threshold, unsigned timeout_ms,
                    uint32_t *value)
{
    struct drm_tegra_syncpoint_wait arg = {
        .timeout_ns = deadline_ns(timeout_ms),
        .id = ch->syncpt,
        .threshold = threshold,
    };
    int ret = tegra_ioctl(ch->fd, DRM_IOCTL_TEGRA_SYNCPOINT_WAIT, &arg);

    *value = arg.value;
    return ret;
}

/* ---- either */

int tegra_channel_open(TegraChannel *ch, int fd, TegraUapi uapi,
                       uint32_t class_id)
{
    memset(ch, 0, sizeof(*ch));
    ch->fd = fd;
    ch->uapi = uapi;
    return uapi == TEGRA_UAPI_LEGACY ? legacy_open(ch, class_id)
                                     : new_open(ch, class_id);
}

void tegra_channel_close(TegraChannel *ch)
{
    if (ch->uapi == TEGRA_UAPI_LEGACY) {
        legacy_close(ch);
    } else {
        new_unmap_all(ch);
        new_close(ch);
    }
}

int tegra_submit(TegraChannel *ch, const Stream *s, const TegraBuffers *bufs,
                 uint32_t *fence)
{
    if (s->overflow) {
        return -ENOSPC;
    }
    return ch->uapi == TEGRA_UAPI_LEGACY
        ? legacy_submit(ch, s, bufs, fence)
        : new_submit(ch, s, bufs, NULL, fence);
}

int tegra_submit_after(TegraChannel *ch, const Stream *s,
                       const TegraBuffers *bufs, uint32_t id, uint32_t value,
                       uint32_t *fence)
{
    const struct drm_tegra_submit_cmd wait = {
        .type = DRM_TEGRA_SUBMIT_CMD_WAIT_SYNCPT,
        .wait_syncpt = { .id = id, .value = value },
    };

    if (s->overflow) {
        return -ENOSPC;
    }
    return ch->uapi == TEGRA_UAPI_LEGACY
        ? -EOPNOTSUPP : new_submit(ch, s, bufs, &wait, fence);
}

static int wait_once(TegraChannel *ch, uint32_t threshold,
                     unsigned timeout_ms, uint32_t *value)
{
    return ch->uapi == TEGRA_UAPI_LEGACY
        ? legacy_wait(ch, threshold, timeout_ms, value)
        : new_wait(ch, threshold, timeout_ms, value);
}

/*
 * In parts of a second: the kernel calls a sync point stuck when somebody has
 * waited two seconds for it, which an emulated engine may need for a frame.
 */
int tegra_wait(TegraChannel *ch, uint32_t threshold, unsigned timeout_ms,
               uint32_t *value)
{
    const unsigned part = 1000;
    uint32_t ignored;
    int ret;

    value = value ? value : &ignored;
    while (timeout_ms > part) {
        ret = wait_once(ch, threshold, part, value);
        if (ret != -EAGAIN && ret != -ETIMEDOUT) {
            return ret;
        }
        timeout_ms -= part;
    }
    return wait_once(ch, threshold, timeout_ms, value);
}

int tegra_run(TegraChannel *ch, const Stream *s, const TegraBuffers *bufs,
              unsigned timeout_ms)
{
    uint32_t fence;
    int ret = tegra_submit(ch, s, bufs, &fence);

    return ret < 0 ? ret : tegra_wait(ch, fence, timeout_ms, NULL);
}
