/*
 * kms-check: what its parts share
 *
 * Functions return 0 or -errno unless their comment says otherwise.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef GUEST_KMS_CHECK_H
#define GUEST_KMS_CHECK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <drm/drm.h>
#include <drm/drm_fourcc.h>
#include <drm/drm_mode.h>

#include "tegra.h"

#define KMS_NUM_HEADS   2       /* display controllers */
#define KMS_NUM_PLANES  3       /* windows A, B, C of each */
#define KMS_MAX_MODES   64
#define KMS_MAX_FORMATS 32

/* Planes in the order of the windows: KmsHead.plane[] */
enum { PLANE_A, PLANE_B, PLANE_C };

typedef enum PlaneProp {
    PLANE_FB_ID, PLANE_CRTC_ID,
    PLANE_SRC_X, PLANE_SRC_Y, PLANE_SRC_W, PLANE_SRC_H,
    PLANE_CRTC_X, PLANE_CRTC_Y, PLANE_CRTC_W, PLANE_CRTC_H,
    PLANE_ROTATION, PLANE_ZPOS, PLANE_TYPE, PLANE_IN_FORMATS,
    PLANE_NUM_PROPS
} PlaneProp;

typedef struct KmsPlane {
    uint32_t id;
    uint32_t possible_crtcs;
    uint32_t num_formats;
    uint32_t formats[KMS_MAX_FORMATS];
    uint32_t prop[PLANE_NUM_PROPS];     /* ids; 0: there is no such property */
    uint64_t value[PLANE_NUM_PROPS];    /* as found at the start */
} KmsPlane;

typedef struct KmsHead {
    uint32_t crtc;
    uint32_t prop_active, prop_mode;
    KmsPlane plane[KMS_NUM_PLANES];
} KmsHead;

typedef struct Kms {
    int fd;
    bool host;                  /* somebody follows the console */
    bool brief;                 /* fewer set-ups */
    unsigned failures;          /* of the test that runs */
    const char *skipped;        /* why the test that runs could not */
    unsigned pictures;          /* shown by the test that runs */
    KmsHead head[KMS_NUM_HEADS];
    uint32_t connector, prop_connector_crtc;
    bool connected;
    unsigned num_modes;
    struct drm_mode_modeinfo modes[KMS_MAX_MODES];

    /* what is on the screen; a mode of size 0: nothing */
    unsigned on;                /* the head that drives the connector */
    struct drm_mode_modeinfo mode;
    uint32_t mode_blob;
    TegraBo bo[KMS_NUM_PLANES];
    uint32_t fb[KMS_NUM_PLANES];
} Kms;

/* ---- kms-check.c: judging */

typedef struct KmsTest {
    const char *name;
    void (*run)(Kms *k);
    const char *what;
} KmsTest;

/* Counts a failure of the test that runs and says so unless @ok; gives @ok */
bool expect(Kms *k, bool ok, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* An ioctl that must work */
bool expect_ok(Kms *k, int ret, const char *what);
/* ... and one that must fail so */
bool expect_error(Kms *k, int ret, int error, const char *what);
void skip(Kms *k, const char *why);
/* A line for the log */
void note(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* ---- dev.c: objects, properties, atomic commits */

#define REQ_MAX_OBJECTS 16
#define REQ_MAX_PROPS   128

/*
 * An atomic commit under construction; the properties of an object follow
 * each other.
 */
typedef struct KmsReq {
    unsigned num_objects, num_props;
    uint32_t object[REQ_MAX_OBJECTS], count[REQ_MAX_OBJECTS];
    uint32_t prop[REQ_MAX_PROPS];
    uint64_t value[REQ_MAX_PROPS];
} KmsReq;

int kms_check_open(Kms *k);
/* Reads the connector again */
int kms_probe(Kms *k);
/* The mode of the monitor, or NULL */
const struct drm_mode_modeinfo *kms_preferred(const Kms *k);
const struct drm_mode_modeinfo *kms_find_mode(const Kms *k, unsigned width,
                                              unsigned height);
/* The id and the value of a property; -ENOENT */
int kms_prop(const Kms *k, uint32_t object, uint32_t type, const char *name,
             uint32_t *id, uint64_t *value);
void req_add(KmsReq *r, uint32_t object, uint32_t prop, uint64_t value);
/* @flags of DRM_IOCTL_MODE_ATOMIC */
int req_commit(const Kms *k, const KmsReq *r, uint32_t flags, uint64_t cookie);
int kms_blob(const Kms *k, const void *data, size_t size, uint32_t *id);

/*
 * Head @head shows @mode on the connector and no plane; leaves the other head
 * off.
 */
int kms_mode_on(Kms *k, unsigned head, const struct drm_mode_modeinfo *mode);
/* The connector and both heads off */
int kms_mode_off(Kms *k);
/* Only the ACTIVE property, as DPMS does */
int kms_active(Kms *k, bool on);
/* Makes sure that the picture size is at hand for tests of planes */
bool kms_small_mode(Kms *k);

/* ---- fb.c: formats, patterns, frame buffers */

typedef struct KmsFb {
    uint32_t format;
    bool tiled;
    bool bottom_up;             /* the buffer has the flag */
    bool tight;                 /* nothing is left over after a line */
    uint16_t w, h;
    bool solid;                 /* all of it is the colour @pattern, RGB */
    uint32_t pattern;
} KmsFb;

/* Fills @bo and makes a frame buffer of it. */
int fb_new(const Kms *k, const TegraBo *bo, const KmsFb *fb, uint32_t *id);
void fb_free(const Kms *k, uint32_t id);
/* Only fills it. */
void fb_fill(const TegraBo *bo, const KmsFb *fb);
/* The description of an ADDFB2 for @fb in @bo */
void fb_describe(const TegraBo *bo, const KmsFb *fb,
                 struct drm_mode_fb_cmd2 *cmd);
bool format_is_yuv(uint32_t format);
/* The four letters */
const char *format_name(uint32_t format);

/* ---- show.c: set-ups of planes that the host compares */

typedef struct KmsRect {
    int16_t x, y, w, h;
} KmsRect;

typedef struct KmsLayer {
    KmsFb fb;                   /* no format: the plane is off */
    KmsRect src, dst;
    uint8_t rotation;           /* DRM_MODE_ROTATE_*, 0: ROTATE_0 */
    uint8_t zpos;
} KmsLayer;

typedef struct KmsPicture {
    KmsLayer layer[KMS_NUM_PLANES];
} KmsPicture;

/* Add all of a layer of the head that is on; @fb is 0: off */
void req_layer(const Kms *k, KmsReq *r, const KmsPlane *p, const KmsLayer *l,
               uint32_t fb);
/* Shows it; what was shown before is gone */
bool picture_commit(Kms *k, const KmsPicture *p);
/* ... and asks the host for a screen dump with the name @format makes */
bool picture_show(Kms *k, const KmsPicture *p, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* Describe and dump what is on the screen anyway */
void picture_dump(Kms *k, const KmsPicture *p, const char *name);
/* Only the line for the host */
void picture_describe(Kms *k, const KmsPicture *p, const char *name,
                      uint32_t crc);
/* All of the screen in one colour, in window A */
KmsPicture picture_solid(const Kms *k, uint32_t rgb);
/*
 * The checksum of the display controller's debugfs file; false if there is
 * none.
 */
bool picture_crc(Kms *k, unsigned head, uint32_t *crc);
/* A line to the host, and its answer */
bool host_ask(Kms *k, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* ---- event.c: events with time stamps */

typedef struct KmsEvent {
    uint32_t type;              /* DRM_EVENT_* */
    uint64_t cookie;
    uint64_t sequence;
    int64_t ns;
    uint32_t crtc;              /* 0 where the event does not say */
} KmsEvent;

/* -ETIMEDOUT after five seconds */
int event_read(const Kms *k, KmsEvent *e);
/* An event at the frame @sequence, or that many from now */
int event_queue(const Kms *k, unsigned head, bool relative, uint64_t sequence,
                uint64_t cookie);
/* Queue and read */
int event_wait(const Kms *k, unsigned head, bool relative, uint64_t sequence,
               KmsEvent *e);
int event_now(const Kms *k, unsigned head, uint64_t *sequence, int64_t *ns);
/* What a frame of @mode takes */
double frame_ns(const struct drm_mode_modeinfo *mode);
/* Are @n events one frame apart, each? Says what the mean and the worst were */
void expect_spacing(Kms *k, const char *what, const KmsEvent *e, unsigned n);

/* ---- the tests, in the order in which they run */

extern const KmsTest kms_tests_device[];        /* device.c */
extern const KmsTest kms_tests_time[];          /* time.c */
extern const KmsTest kms_tests_flip[];          /* flip.c */
extern const KmsTest kms_tests_wait[];          /* wait.c */
extern const KmsTest kms_tests_planes[];        /* planes.c */
extern const KmsTest kms_tests_mode[];          /* mode.c */
extern const KmsTest kms_tests_errors[];        /* errors.c */
extern const KmsTest kms_tests_log[];           /* device.c */

#endif
