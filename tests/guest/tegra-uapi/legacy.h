/*
 * tegra-uapi: submits of the legacy interface, open to mistakes
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef TEGRA_UAPI_LEGACY_H
#define TEGRA_UAPI_LEGACY_H

#include "uapi.h"

#define LEGACY_BUFFERS  4       /* command buffers of a job */
#define LEGACY_RELOCS   8
#define LEGACY_BYTES    65536   /* each */

typedef struct Legacy {
    TegraChannel ch;
    TegraBo commands[LEGACY_BUFFERS];
    TegraBo target;             /* of relocations */
    struct drm_tegra_submit submit;
    struct drm_tegra_syncpt syncpt;
    struct drm_tegra_cmdbuf cmdbuf[LEGACY_BUFFERS];
    struct drm_tegra_reloc reloc[LEGACY_RELOCS];
} Legacy;

void legacy_open(Legacy *l, uint32_t class_id);
void legacy_close(Legacy *l);
/* A job of one increment without relocations, in command buffer 0 */
void legacy_simple(Legacy *l);
/* Append a command buffer to the job: @words of them in commands[@index] */
void legacy_add(Legacy *l, unsigned index, const uint32_t *word,
                unsigned words);
/* Append a relocation of a word of commands[@index] to the target. */
void legacy_reloc(Legacy *l, unsigned index, unsigned word);
/* Returns 0 or -errno. */
int legacy_submit(Legacy *l, uint32_t *fence);

#endif
