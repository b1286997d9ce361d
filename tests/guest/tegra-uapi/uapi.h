/*
 * tegra-uapi: what its tests share
 *
 * Each test runs in a process of its own.  It checks with check() and its
 * relatives, which count what is wrong, and goes on; must() ends it.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef TEGRA_UAPI_H
#define TEGRA_UAPI_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include <drm/drm.h>
#include <drm/tegra_drm.h>

#include "check.h"
#include "tegra.h"

#define ARRAY_LENGTH(a)     (sizeof(a) / sizeof((a)[0]))

enum {
    CLASS_HOST1X = 0x01,
    CLASS_GR2D = 0x51,
    CLASS_GR2D_SB = 0x52,
    CLASS_GR3D = HOST1X_CLASS_GR3D,
};

#define NUM_SYNCPTS     32      /* of host1x */
#define WAIT_MS         1900    /* the kernel complains of waits from 2 s on */
#define NO_HANDLE       0x7fffffff

typedef struct UapiTest {
    const char *name;
    void (*run)(void);
    /*
     * Warnings and errors that the kernel logs because of this test, as an
     * extended regular expression.  Any other one is a failure, and so is
     * none of these.
     */
    const char *logs;
    const char *may_log;        /* the same, but need not come */
    bool slow;                  /* only with --slow */
} UapiTest;

#define TEST(n, f)              { .name = (n), .run = (f) }
#define TEST_LOGS(n, f, l)      { .name = (n), .run = (f), .logs = (l) }
#define TEST_MAY_LOG(n, f, l)   { .name = (n), .run = (f), .may_log = (l) }
#define TEST_SLOW(n, f, l)      { .name = (n), .run = (f), .logs = (l), \
                                  .slow = true }
#define TESTS_END               { .name = NULL }

extern const UapiTest gem_tests[];
extern const UapiTest syncpt_tests[];
extern const UapiTest wrap_tests[];
extern const UapiTest legacy_tests[];
extern const UapiTest legacy_bad_tests[];
extern const UapiTest new_tests[];
extern const UapiTest new_bad_tests[];
extern const UapiTest picture_tests[];
extern const UapiTest fence_tests[];
extern const UapiTest engine_tests[];
extern const UapiTest client_tests[];
extern const UapiTest hang_tests[];
extern const UapiTest power_tests[];

extern unsigned uapi_rounds;    /* --rounds; 0: as the check has it */

/* ---- log.c */

/* Warnings of the kernel's log: from now on */
void log_open(void);
/* Read what came since the last call; returns how many lines are wrong. */
unsigned log_check(const UapiTest *t);

/* ---- sync.c: sync points; functions return 0 or -errno */

int syncpt_alloc(int fd, uint32_t *id);
int syncpt_free(int fd, uint32_t id);
int syncpt_incr(int fd, uint32_t id);
/* The kernel's copy of the counter */
int syncpt_read(int fd, uint32_t id, uint32_t *value);
int syncpt_wait(int fd, uint32_t id, uint32_t threshold, uint32_t timeout_ms,
                uint32_t *value);
/* The newer wait; @deadline in nanoseconds of CLOCK_MONOTONIC */
int syncpt_wait_until(int fd, uint32_t id, uint32_t threshold,
                      int64_t deadline, uint32_t *value);
/* The counter itself */
uint32_t syncpt_value(int fd, uint32_t id);
uint32_t must_alloc(int fd);

int64_t now_ns(void);
void sleep_ms(unsigned ms);

/* ---- jobs.c */

/* Ends the test on failure. */
int card_open(void);
void channel_open(TegraChannel *ch, int fd, TegraUapi uapi, uint32_t class_id);
void bo_new(TegraBo *bo, int fd, size_t size);
/* Jobs of this legacy channel count a new sync point, not the engine's. */
void channel_own_syncpt(TegraChannel *ch);

const char *uapi_name(TegraUapi uapi);
const char *class_name(uint32_t class_id);

/* A job of @incrs increments when the engine is idle; returns its fence. */
uint32_t job_incrs(TegraChannel *ch, unsigned incrs);
/* The same after sync point @id has reached @value; new interface only */
uint32_t job_incrs_after(TegraChannel *ch, unsigned incrs, uint32_t id,
                         uint32_t value);
/* Does the engine still do what it is told, and nothing else? */
bool channel_alive(TegraChannel *ch, const char *after);
/* Wait for a fence that must be reached, exactly. */
bool fence_done(TegraChannel *ch, uint32_t fence, const char *what);

uint32_t op_incr(uint32_t reg, uint32_t count);
uint32_t op_nonincr(uint32_t reg, uint32_t count);
uint32_t op_mask(uint32_t reg, uint32_t mask);
uint32_t op_imm(uint32_t reg, uint32_t data);
uint32_t op_setclass(uint32_t class_id, uint32_t reg, uint32_t mask);

/* ---- draw.c: pictures of 32 bits a pixel */

enum {
    BUF_TARGET,
    BUF_SOURCE,
    BUF_GEOMETRY,
};

typedef struct Picture {
    unsigned width, height;     /* of the target, without padding */
    TegraBo target;
    TegraBo geometry;           /* GR3D: vertices */
    TegraBuffers bufs;
} Picture;

#define UNTOUCHED   0x5a5a5a5a

void picture_new(Picture *p, int fd, unsigned width, unsigned height);
void picture_free(Picture *p);
void picture_fill(Picture *p, uint32_t value);
/* All pixels are @value, and nothing behind the width of a row is touched. */
bool picture_check(const Picture *p, uint32_t value, const char *what);
/* The same, of @rows rows; the others are untouched. */
bool picture_check_rows(const Picture *p, unsigned from, unsigned rows,
                        uint32_t value, const char *what);

/*
 * Streams that program everything they need and end with one increment of
 * sync point s->syncpt when the engine is idle.  GR3D: @bright has bits 0 to
 * 3 for red, green, blue, alpha; see bright_pixel().
 */
void draw_gr3d(Stream *s, Picture *p, uint32_t syncpt, unsigned bright);
uint32_t bright_pixel(unsigned bright);
/* Move the target @rows rows down in its buffer. */
void draw_lower(Stream *s, unsigned rows);
/* Only the draw: whatever the registers hold */
void draw_gr3d_again(Stream *s, uint32_t syncpt);
/* GR3D takes the colour, four floats at offset 0, from BUF_SOURCE. */
void draw_gr3d_from_source(Stream *s, Picture *p, uint32_t syncpt);
void draw_gr2d_fill(Stream *s, unsigned buffer, unsigned width,
                    unsigned height, uint32_t syncpt, uint32_t color);
void draw_gr2d_copy(Stream *s, unsigned from, unsigned to, unsigned width,
                    unsigned height, uint32_t syncpt);

#endif
