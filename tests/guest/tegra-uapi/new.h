/*
 * tegra-uapi: submits of the newer interface, open to mistakes
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef TEGRA_UAPI_NEW_H
#define TEGRA_UAPI_NEW_H

#include "uapi.h"

#define NEW_COMMANDS    8
#define NEW_BUFS        8
#define NEW_WORDS       32768

typedef struct NewJob {
    TegraChannel *ch;
    struct drm_tegra_channel_submit arg;
    struct drm_tegra_submit_cmd cmd[NEW_COMMANDS];
    struct drm_tegra_submit_buf buf[NEW_BUFS];
    uint32_t word[NEW_WORDS];
} NewJob;

/* An empty job that declares @incrs increments of the channel's sync point */
void new_begin(NewJob *j, TegraChannel *ch, unsigned incrs);
/* Append a gather of these words. */
void new_gather(NewJob *j, const uint32_t *word, unsigned words);
/* Append a gather of one increment. */
void new_incr(NewJob *j);
void new_wait(NewJob *j, uint32_t id, uint32_t value);
/* @value counts from the beginning of the job. */
void new_wait_relative(NewJob *j, uint32_t id, uint32_t value);
/* Word @word, counted over all gathers, becomes an address. */
void new_buf(NewJob *j, uint32_t mapping, unsigned word, uint64_t offset);
/* Returns 0 or -errno. */
int new_submit(NewJob *j, uint32_t *fence);
/* Submit and wait; the fence must be the right one. */
void new_run(NewJob *j, const char *what);

int new_map(TegraChannel *ch, uint32_t handle, uint32_t flags,
            uint32_t *mapping);
int new_unmap(TegraChannel *ch, uint32_t mapping);
uint32_t must_map(TegraChannel *ch, const TegraBo *bo);

#endif
