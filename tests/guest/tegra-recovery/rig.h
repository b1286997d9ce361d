/*
 * A small target, a channel to GR3D, and jobs whose pictures are known
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef RECOVERY_RIG_H
#define RECOVERY_RIG_H

#include "check.h"
#include "r3d.h"
#include "tegra.h"

#define PATH_GR3D       "/machine/soc/gr3d"
#define PATH_HOST1X     "/machine/soc/host1x"
#define WAIT_MS         5000    /* for a job that is expected to end */

typedef struct Rig {
    int fd;
    TegraChannel ch;
    TegraBo color, geometry;
    TegraBuffers bufs;
    R3dTarget target;
    Stream s;
    unsigned number;            /* of the job in the stream */
} Rig;

/* Counts and says what is wrong; @format says what was expected. */
bool expect(bool ok, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
unsigned expect_failures(void);

void rig_open(Rig *r, TegraUapi uapi, unsigned job_ms);
void rig_close(Rig *r);
void rig_open_channel(Rig *r, TegraUapi uapi, unsigned job_ms);
/* New interface: another sync point in place of the channel's */
void rig_fresh_syncpt(Rig *r);

/*
 * Before a job that hangs: no job is near the end of the kernel's push buffer
 * [ring.h].  The engine must work.
 */
void rig_make_room(Rig *r);
/* Clear the target; the stream then draws a picture that no other job draws. */
void rig_job(Rig *r);
/* Hand the stream to the kernel; its fence. */
uint32_t rig_submit(Rig *r);
/* One wait for the whole time, unlike tegra_wait() */
int rig_wait_whole(Rig *r, uint32_t fence, unsigned ms);
/* The picture that the stream draws, all of it, and nothing else */
void rig_expect_picture(const Rig *r);
/* Nothing was drawn. */
void rig_expect_untouched(const Rig *r);
/* A new job ends well and soon. */
void rig_expect_works(Rig *r);

/* Is the engine's device "active", "suspended"? Waits up to @ms for it. */
bool rig_power_becomes(const char *state, unsigned ms);

double seconds(void);

#endif
