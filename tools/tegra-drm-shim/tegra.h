/*
 * A tegra DRM device in the process: Tegra20's host1x, GR2D, GR3D and display
 *
 * It takes and refuses what Linux 6.1's driver does on a 32-bit kernel, with
 * its errors and its messages.  Words go through the command processor of the
 * device model and draw with its engines, on the caller's thread.  [Linux,
 * drivers/gpu/drm/tegra, drivers/gpu/host1x; include/uapi/drm/tegra_drm.h]
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef DRM_SHIM_TEGRA_H
#define DRM_SHIM_TEGRA_H

#include <tegra_drm.h>
#include "node.h"

#define TEGRA_MEMORY        (512u << 20)
#define TEGRA_RESERVED      (1u << 20)  /* no buffer has address 0 */

#define TEGRA_NUM_SYNCPTS   32
#define TEGRA_MAX_GATHER    16383       /* words */
#define TEGRA_CLASS_HOST1X  0x01
#define TEGRA_CLASS_GR2D    0x51
#define TEGRA_CLASS_GR2D_SB 0x52
#define TEGRA_CLASS_GR3D    0x60

#define MS                  1000000ll   /* in nanoseconds */

typedef struct TegraBo {
    DrmBo drm;
    uint32_t tiling_mode, tiling_value;
    uint32_t flags;             /* DRM_TEGRA_GEM_* */
} TegraBo;

/* ---- tegra.c */

/* What a file has of the driver's */
typedef struct TegraFile {
    GHashTable *legacy;         /* contexts of the old interface, by number */
    GHashTable *contexts;       /* those of the new one */
    uint32_t syncpts;           /* a bit for each that it has allocated */
    bool universal, atomic;     /* what it has said that it knows of */
} TegraFile;

TegraFile *tegra_file(DrmFile *file);

/*
 * What the kernel would log: for readers of /dev/kmsg, and on standard error
 * if TEGRA_DRM_SHIM_DEBUG is set.
 */
void tegra_log(const char *format, ...) G_GNUC_PRINTF(1, 2);
/* Only on standard error */
void tegra_debug(const char *format, ...) G_GNUC_PRINTF(1, 2);

/* ---- tegra_syncpt.c: sync points */

typedef struct TegraSyncpt {
    unsigned refs;              /* 0: free */
    bool client_managed;
    bool locked;                /* a job of the new interface timed out */
    uint32_t value;             /* the counter */
    uint32_t cached;            /* ... when the kernel last looked */
    uint32_t max;               /* ... when all jobs are done */
} TegraSyncpt;

extern TegraSyncpt tegra_syncpts[TEGRA_NUM_SYNCPTS];

/* Does the kernel's idea of @sync, @cached, reach @threshold? */
bool tegra_syncpt_reached(uint32_t value, uint32_t threshold);
void tegra_syncpt_put(unsigned id);
/* Sync points of a file that is closed */
void tegra_syncpts_put(uint32_t syncpts);
/* A fence for a value; it fails after 30 s. */
DrmFence *tegra_fence_new(unsigned id, uint32_t threshold);
/* Signal what is reached; returns when the next one will fail. */
int64_t tegra_fences_look(int64_t now);

DrmIoctlFn tegra_syncpt_read, tegra_syncpt_incr, tegra_syncpt_wait,
           tegra_syncpoint_allocate, tegra_syncpoint_free,
           tegra_syncpoint_wait;

/* ---- tegra_engine.c: clients of host1x */

typedef struct TegraClient {
    const char *name;
    uint32_t class_id;
    unsigned syncpt, base;      /* of the old interface */
    unsigned users;             /* contexts and jobs that keep it on */
    int64_t busy_at;            /* when it last was */
} TegraClient;

#define TEGRA_NUM_CLIENTS   2

extern TegraClient tegra_clients[TEGRA_NUM_CLIENTS];

TegraClient *tegra_client_find(uint32_t class_id);
/* Both know when an engine has been off, and has lost its registers. */
void tegra_client_get(TegraClient *client);
void tegra_client_put(TegraClient *client);
bool tegra_client_is_on(const TegraClient *client);
void tegra_engine_write(uint32_t class_id, uint32_t offset, uint32_t value);
/* Of the capture, if TEGRA_DRM_SHIM_CAPTURE names a file, or NULL */
struct Recorder *tegra_recorder(void);

/* ---- tegra_firewall.c */

bool tegra_is_address(uint32_t class_id, uint32_t offset);
bool tegra_class_is_valid(const TegraClient *client, uint32_t class_id);

/* ---- tegra_host1x.c: channels and jobs */

/* A gather of @words at word @value of the job's data, or a wait */
typedef struct TegraCmd {
    bool wait, relative;
    uint32_t id, value;
    uint32_t class_id;          /* after a wait */
    uint32_t words;
} TegraCmd;

typedef struct TegraJob {
    unsigned refs;
    TegraClient *client;
    bool new_uapi;
    unsigned syncpt;            /* it has a reference to that */
    uint32_t incrs, end;        /* increments, and the value at the end */
    unsigned timeout;           /* ms; 0: none */
    bool cancelled;
    uint32_t *data;             /* words of all gathers */
    uint32_t data_words;
    GArray *cmds;               /* TegraCmd */
    GPtrArray *bos;             /* DrmBo, that it has references to */
    GArray *slots;              /* of the push buffer: uint32_t pairs */
} TegraJob;

TegraJob *tegra_job_new(TegraClient *client, bool new_uapi);
void tegra_job_unref(TegraJob *job);
void tegra_job_gather(TegraJob *job, uint32_t at, uint32_t words);
void tegra_job_keep(TegraJob *job, DrmBo *bo);
/* 0 or an error; the job keeps itself then. */
int tegra_job_submit(TegraJob *job);
/* Let channels go on, as far as they can. */
void tegra_host1x_run(void);
int64_t tegra_host1x_due(int64_t now);
/* As the file "status" of the kernel's debugfs, to be freed */
char *tegra_host1x_status(void);

/* ---- tegra_legacy.c, tegra_new.c: interfaces */

DrmIoctlFn tegra_open_channel, tegra_close_channel, tegra_get_syncpt,
           tegra_get_syncpt_base, tegra_submit;
DrmIoctlFn tegra_channel_open, tegra_channel_close, tegra_channel_map,
           tegra_channel_unmap, tegra_channel_submit;

void tegra_legacy_free(void *context);
void tegra_context_free(void *context);

#endif /* DRM_SHIM_TEGRA_H */
