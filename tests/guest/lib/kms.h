/*
 * Kernel mode setting: one connector, one mode, page flips
 *
 * Functions return 0 or -errno.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef GUEST_KMS_H
#define GUEST_KMS_H

#include <stdint.h>
#include <drm/drm_mode.h>

typedef struct KmsOutput {
    int fd;
    uint32_t connector, crtc;
    struct drm_mode_modeinfo mode;      /* the preferred one */
} KmsOutput;

/* The first connected connector, its preferred mode and a CRTC for it. */
int kms_find_output(KmsOutput *out, int fd);
/* A frame buffer of bytes R, G, B, X over a GEM handle. */
int kms_add_fb(const KmsOutput *out, uint32_t handle, uint32_t pitch,
               uint32_t *fb);
int kms_set_mode(const KmsOutput *out, uint32_t fb);
/* Show @fb from the next vertical blank on; returns when it is on screen. */
int kms_flip(const KmsOutput *out, uint32_t fb);
/* The same in two parts; one flip at a time. */
int kms_flip_begin(const KmsOutput *out, uint32_t fb);
int kms_flip_end(const KmsOutput *out);

#endif
