/*
 * A tegra DRM device in the process: mode setting
 *
 * One display controller with one monitor on HDMI, and the ioctls from before
 * atomic commits.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef DRM_SHIM_KMS_H
#define DRM_SHIM_KMS_H

#include "tegra.h"

/* Numbers of objects; frame buffers come behind them. */
enum { KMS_CRTC = 1, KMS_ENCODER, KMS_CONNECTOR, KMS_FIRST_FB };

#define KMS_MAX_SIZE    4096    /* pixels each way */

typedef struct KmsFb {
    unsigned refs;
    uint32_t id;
    DrmFile *file;              /* that made it */
    TegraBo *bo;
    uint32_t width, height, pitch, offset, format;
    bool tiled;
} KmsFb;

/* What is on the screen */
typedef struct KmsScreen {
    KmsFb *fb;                  /* NULL: it is off */
    uint32_t x, y;
    struct drm_mode_modeinfo mode;
    int64_t start;              /* of frame 0 */
    int64_t flip_at;            /* the last flip is on screen from there on */
} KmsScreen;

extern KmsScreen kms_screen;

/* ---- kms.c: objects */

DrmIoctlFn kms_get_resources, kms_get_crtc, kms_set_crtc, kms_get_encoder,
           kms_get_connector, kms_no_objects, kms_page_flip;

/* ---- kms_fb.c: frame buffers */

DrmIoctlFn kms_add_fb, kms_add_fb2, kms_rm_fb;

KmsFb *kms_fb_find(uint32_t id);
void kms_fb_unref(KmsFb *fb);
/* A file is closed. */
void kms_fbs_free(DrmFile *file);
/* NULL: nothing; keeps a reference. */
void kms_show(KmsFb *fb);

/* ---- kms_event.c: time */

DrmIoctlFn kms_wait_vblank;

/* The number of the frame that is on, and when frame @sequence begins */
uint32_t kms_sequence(int64_t now);
int64_t kms_frame_at(uint32_t sequence);
void kms_event_add(DrmFile *file, uint32_t type, uint64_t cookie,
                   uint32_t sequence);
void kms_events_free(DrmFile *file);
int kms_read(DrmFile *file, void *data, size_t size);
int64_t kms_due(int64_t now);

#endif /* DRM_SHIM_KMS_H */
