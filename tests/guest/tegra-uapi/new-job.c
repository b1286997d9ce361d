/*
 * tegra-uapi: submits of the newer interface, open to mistakes
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <string.h>

#include "new.h"

void new_begin(NewJob *j, TegraChannel *ch, unsigned incrs)
{
    memset(j->cmd, 0, sizeof(j->cmd));
    memset(j->buf, 0, sizeof(j->buf));
    j->ch = ch;
    j->arg = (struct drm_tegra_channel_submit) {
        .context = ch->context,
        .bufs_ptr = (uintptr_t)j->buf,
        .cmds_ptr = (uintptr_t)j->cmd,
        .gather_data_ptr = (uintptr_t)j->word,
        .syncpt = { .id = ch->syncpt, .increments = incrs },
    };
}

void new_gather(NewJob *j, const uint32_t *word, unsigned words)
{
    struct drm_tegra_submit_cmd *c = &j->cmd[j->arg.num_cmds++];

    memcpy(j->word + j->arg.gather_data_words, word, words * sizeof(*word));
    j->arg.gather_data_words += words;
    c->type = DRM_TEGRA_SUBMIT_CMD_GATHER_UPTR;
    c->gather_uptr.words = words;
}

void new_incr(NewJob *j)
{
    const uint32_t word[] = {
        op_nonincr(0, 1), COND_OP_DONE << 8 | j->ch->syncpt,
    };

    new_gather(j, word, ARRAY_LENGTH(word));
}

void new_wait(NewJob *j, uint32_t id, uint32_t value)
{
    struct drm_tegra_submit_cmd *c = &j->cmd[j->arg.num_cmds++];

    c->type = DRM_TEGRA_SUBMIT_CMD_WAIT_SYNCPT;
    c->wait_syncpt.id = id;
    c->wait_syncpt.value = value;
}

void new_wait_relative(NewJob *j, uint32_t id, uint32_t value)
{
    new_wait(j, id, value);
    j->cmd[j->arg.num_cmds - 1].type =
        DRM_TEGRA_SUBMIT_CMD_WAIT_SYNCPT_RELATIVE;
}

void new_buf(NewJob *j, uint32_t mapping, unsigned word, uint64_t offset)
{
    struct drm_tegra_submit_buf *b = &j->buf[j->arg.num_bufs++];

    b->mapping = mapping;
    b->reloc.gather_offset_words = word;
    b->reloc.target_offset = offset;
}

int new_submit(NewJob *j, uint32_t *fence)
{
    int ret = tegra_ioctl(j->ch->fd, DRM_IOCTL_TEGRA_CHANNEL_SUBMIT, &j->arg);

    *fence = j->arg.syncpt.value;
    return ret;
}

void new_run(NewJob *j, const char *what)
{
    uint32_t before = syncpt_value(j->ch->fd, j->ch->syncpt), fence;

    if (check_ret(what, new_submit(j, &fence), 0)) {
        check_u32(what, fence, before + j->arg.syncpt.increments);
        fence_done(j->ch, fence, what);
    }
}

int new_map(TegraChannel *ch, uint32_t handle, uint32_t flags,
            uint32_t *mapping)
{
    struct drm_tegra_channel_map arg = {
        .context = ch->context,
        .handle = handle,
        .flags = flags,
    };
    int ret = tegra_ioctl(ch->fd, DRM_IOCTL_TEGRA_CHANNEL_MAP, &arg);

    *mapping = arg.mapping;
    return ret;
}

int new_unmap(TegraChannel *ch, uint32_t mapping)
{
    struct drm_tegra_channel_unmap arg = {
        .context = ch->context,
        .mapping = mapping,
    };

    return tegra_ioctl(ch->fd, DRM_IOCTL_TEGRA_CHANNEL_UNMAP, &arg);
}

uint32_t must_map(TegraChannel *ch, const TegraBo *bo)
{
    uint32_t mapping;

    must("CHANNEL_MAP", new_map(ch, bo->handle,
                                DRM_TEGRA_CHANNEL_MAP_READ_WRITE, &mapping));
    return mapping;
}
