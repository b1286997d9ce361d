/*
 * A tegra DRM device in the process: mode setting
 *
 * Two display controllers of three windows each, and one monitor on HDMI.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef DRM_SHIM_KMS_H
#define DRM_SHIM_KMS_H

/* QEMU's names, before headers of devices */
#include "qemu/osdep.h"
#include "tegra_dc_regfile.h"
#include <drm_fourcc.h>
#include "tegra.h"

#define KMS_NUM_HEADS   2
#define KMS_NUM_WINDOWS TEGRA_DC_NUM_WINDOWS
#define KMS_NUM_PLANES  (KMS_NUM_HEADS * KMS_NUM_WINDOWS)
#define KMS_MAX_SIZE    4096    /* pixels each way */

/* Numbers of objects; those that clients make come behind. */
enum {
    KMS_PLANE = 1,              /* windows A, B, C of each head */
    KMS_CRTC = KMS_PLANE + KMS_NUM_PLANES,
    KMS_CONNECTOR = KMS_CRTC + KMS_NUM_HEADS,
    KMS_ENCODER,
    KMS_PROP,
};

/* Objects with properties, from KMS_PLANE on: planes, heads, the connector */
#define KMS_NUM_OBJECTS (KMS_ENCODER - KMS_PLANE)

/* Values of the property "type"; libdrm's are not the kernel's headers'. */
enum { KMS_OVERLAY, KMS_PRIMARY, KMS_CURSOR };

/* Their numbers are from KMS_PROP on.  [kms_prop.c] */
typedef enum KmsProp {
    P_TYPE, P_FB_ID, P_IN_FENCE_FD, P_CRTC_ID, P_CRTC_X, P_CRTC_Y, P_CRTC_W,
    P_CRTC_H, P_SRC_X, P_SRC_Y, P_SRC_W, P_SRC_H, P_IN_FORMATS, P_ZPOS,
    P_ROTATION,
    P_ACTIVE, P_MODE_ID, P_OUT_FENCE_PTR, P_VRR_ENABLED,
    P_EDID, P_DPMS, P_LINK_STATUS, P_NON_DESKTOP, P_TILE,
    KMS_NUM_PROPS
} KmsProp;

#define KMS_FIRST_ID    (KMS_PROP + KMS_NUM_PROPS)

/* Pixels of windows: [tegra-dc.rst, Pixel formats] */
typedef struct KmsFormat {
    uint32_t fourcc;
    int code;                   /* DC_FORMAT_*; -1: the driver refuses it */
    uint8_t bytes;              /* of a pixel in the first plane */
    uint8_t planes;             /* of YUV, 0: it is RGB */
    uint8_t hsub, vsub;         /* chroma for so many pixels, lines; 0: RGB */
    bool alpha;
    uint8_t swap;               /* WIN_BYTE_SWAP */
} KmsFormat;

/* The first so many are window A's. */
#define KMS_NUM_RGB     10
#define KMS_NUM_FORMATS 14

extern const KmsFormat kms_formats[KMS_NUM_FORMATS];

static inline unsigned kms_num_formats(unsigned window)
{
    return window ? KMS_NUM_FORMATS : KMS_NUM_RGB;
}

/* What clients make: it goes when it has no file and nothing refers to it. */
typedef struct KmsObject {
    uint32_t type;              /* DRM_MODE_OBJECT_FB or _BLOB */
    DrmFile *file;
    /* a frame buffer */
    const KmsFormat *format;
    TegraBo *bo[3];
    uint32_t width, height, pitch[3], offset[3];
    uint64_t modifier;
    /* a blob */
    uint32_t length;
    uint8_t *data;
} KmsObject;

/* What the driver keeps of a plane, besides its properties */
typedef struct KmsPlane {
    uint8_t level;              /* from below, of its head's planes */
    bool opaque;
    struct {                    /* the two others, in the order of windows */
        bool alpha, top;
    } other[2];
} KmsPlane;

typedef struct KmsState {
    uint64_t value[KMS_NUM_OBJECTS][KMS_NUM_PROPS];
    KmsPlane plane[KMS_NUM_PLANES];
    struct drm_mode_modeinfo mode[KMS_NUM_HEADS];
} KmsState;

extern KmsState kms_state;

typedef struct KmsHead {
    TegraDCState dc;
    bool on;
    int64_t frame_ns;           /* the last one's, when it is off */
    int64_t start;              /* of frame @first */
    uint64_t first;             /* the last one, when it is off */
    int64_t latch_at;           /* when registers become active, or never */
    int64_t flip_at;            /* the last commit is done from there on */
    int32_t cursor_x, cursor_y;
} KmsHead;

extern KmsHead kms_heads[KMS_NUM_HEADS];

/* ---- kms.c: objects */

DrmIoctlFn kms_set_client_cap, kms_get_resources, kms_get_crtc,
           kms_get_encoder, kms_get_connector, kms_get_planes, kms_get_plane;

/* The value of a property; @id and @prop are that. */
static inline uint64_t *kms_value(KmsState *s, uint32_t id, KmsProp prop)
{
    return &s->value[id - KMS_PLANE][prop];
}

/* The head that has it, or 0 */
static inline uint32_t kms_connector_head(void)
{
    return *kms_value(&kms_state, KMS_CONNECTOR, P_CRTC_ID);
}

static inline uint32_t kms_plane_id(unsigned head, unsigned window)
{
    return KMS_PLANE + head * KMS_NUM_WINDOWS + window;
}

static inline bool kms_is_head(uint32_t id)
{
    return id >= KMS_CRTC && id < KMS_CRTC + KMS_NUM_HEADS;
}

static inline bool kms_is_plane(uint32_t id)
{
    return id >= KMS_PLANE && id < KMS_PLANE + KMS_NUM_PLANES;
}

int kms_give_ids(uint64_t to, uint32_t *count, const uint32_t *ids,
                 uint32_t num);
bool kms_mode_is_valid(const struct drm_mode_modeinfo *mode);

/* ---- kms_prop.c: properties and blobs */

DrmIoctlFn kms_get_property, kms_obj_get_properties, kms_get_blob,
           kms_create_blob, kms_destroy_blob;

/* -1: it has none with the number @prop */
int kms_prop_of(uint32_t object, uint32_t prop);
bool kms_prop_takes(KmsProp prop, uint64_t value);
bool kms_is_referred_to(uint32_t id);
/* Properties for @count_props, as the connector gives them */
int kms_give_props(DrmFile *file, uint32_t object, uint64_t props,
                   uint64_t values, uint32_t *count);

/* ---- kms_fb.c: what clients make */

DrmIoctlFn kms_add_fb, kms_add_fb2, kms_rm_fb;

KmsObject *kms_find(uint32_t id, uint32_t type);
/* Takes over what is in @o; returns its number. */
uint32_t kms_add(KmsObject *o);
int kms_fb_new(DrmFile *file, const struct drm_mode_fb_cmd2 *args,
               DrmFile *owner, uint32_t *id);
/* Free what nothing refers to any more. */
void kms_sweep(void);
void kms_file_free(DrmFile *file);

/* ---- kms_commit.c */

/* A commit under construction */
typedef struct KmsCommit {
    KmsState state;             /* the new one */
    uint32_t objects;           /* whose properties it sets: bits */
    uint32_t heads;             /* that it is about: bits */
    bool allow_modeset, nonblock;
    bool unsynced;              /* waits for nothing, as the old cursor's */
    DrmFile *event_file;        /* gets events, or NULL */
    uint64_t cookie;
    DrmFence *fence[KMS_NUM_PLANES];    /* to be waited for, or NULL */
} KmsCommit;

KmsCommit kms_commit_new(void);
/* What the atomic ioctl does with a property's number: 0 or -errno */
int kms_commit_set(KmsCommit *c, uint32_t object, uint32_t prop,
                   uint64_t value);
/* ... with one that the object has, and a value that is right */
void kms_commit_put(KmsCommit *c, uint32_t object, KmsProp prop,
                    uint64_t value);
void kms_commit_plane_off(KmsCommit *c, uint32_t plane);
int kms_commit_check(KmsCommit *c);
/* Is what a plane with these values shows within @fb? */
bool kms_source_fits(const uint64_t *value, const KmsObject *fb);
bool kms_shows_anything(const KmsState *s, unsigned head);
/* Check it, wait for what it waits for, put it in place and free it. */
int kms_commit(KmsCommit *c);
void kms_commit_free(KmsCommit *c);

/* ---- kms_atomic.c, kms_legacy.c: ways to make one */

DrmIoctlFn kms_atomic, kms_obj_set_property, kms_set_property;
DrmIoctlFn kms_set_crtc, kms_set_plane, kms_page_flip, kms_cursor,
           kms_cursor2;

/* ---- kms_plane.c: a plane and the registers of its window */

/* Is the frame buffer, which it has, one that the driver takes? */
int kms_plane_check(KmsState *s, uint32_t id);
/* Work out the order of @head's planes and their weights. */
void kms_planes_order(KmsState *s, unsigned head);
void kms_plane_program(unsigned head, unsigned window);

/* ---- kms_screen.c: heads and pictures */

/* Make the registers of a commit active whose frame has come by @now. */
void kms_latch(KmsHead *h, int64_t now);
/* Save what is on the screen, if that is wanted. */
void kms_screen_save(unsigned head);
/* The ARM registers are a frame of the capture: @flipped windows are named. */
void kms_screen_record(KmsHead *h, uint32_t flipped);
/* Files of debugfs, or NULL */
char *kms_text(const char *path);

/* ---- kms_event.c: time */

DrmIoctlFn kms_wait_vblank, kms_get_sequence, kms_queue_sequence;

/* The number of the frame that is on, and when frame @sequence begins */
uint64_t kms_sequence(const KmsHead *h, int64_t now);
int64_t kms_frame_at(const KmsHead *h, uint64_t sequence);
/* Switch it on with a mode, or off: events that are waited for come. */
void kms_head_on(KmsHead *h, const struct drm_mode_modeinfo *mode);
void kms_head_off(KmsHead *h);
/* Wait for a time, whatever happens. */
void kms_wait_until(int64_t at);
/* Is there room for one more? */
bool kms_event_fits(const DrmFile *file);
void kms_event_add(DrmFile *file, KmsHead *h, uint32_t type, uint64_t cookie,
                   uint64_t sequence);
void kms_events_free(DrmFile *file);
int kms_read(DrmFile *file, void *data, size_t size);
int64_t kms_due(int64_t now);

#endif /* DRM_SHIM_KMS_H */
