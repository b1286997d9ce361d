/*
 * Where a job lies in the kernel's push buffer
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "ring.h"

#define STATUS      "/sys/kernel/debug/tegra-host1x/status"
#define SLOT_BYTES  8
#define JOB_SLOTS   3           /* at least */
#define MAX_TRIES   8
#define WAIT_MS     1900
#define HANDLER_US  20000

/* "2-54180000.gr3d: active class 60, ..." */
static bool is_channel_of(const char *line, const char *engine)
{
    char name[32];

    return sscanf(line, "%*u-%31[^:]:", name) == 1 && strstr(name, engine);
}

/*
 * The slot of the next job, or -errno; -ENODATA: the channel is stopped.  An
 * engine has two channels, the first one for the legacy interface.
 */
static int ring_next_slot(const TegraChannel *ch, const char *engine)
{
    const int which = ch->uapi == TEGRA_UAPI_LEGACY ? 1 : 2;
    FILE *f = fopen(STATUS, "r");
    char line[256];
    int slot = -ENODATA, channel = 0;
    unsigned put;

    if (!f) {
        return -errno;
    }
    while (fgets(line, sizeof(line), f) && channel <= which) {
        channel += is_channel_of(line, engine);
        if (channel == which && sscanf(line, "DMAPUT %x", &put) == 1) {
            slot = put / SLOT_BYTES;
        }
    }
    fclose(f);
    return slot;
}

static int run_increments(TegraChannel *ch, unsigned jobs)
{
    static const TegraBuffers none;
    static Stream s;
    int ret = 0;

    stream_init(&s, ch->syncpt);
    stream_incr(&s, COND_OP_DONE);
    for (unsigned i = 0; i < jobs && ret == 0; i++) {
        ret = tegra_run(ch, &s, &none, WAIT_MS);
    }
    /* The value is reached before the interrupt's handler has run. */
    usleep(HANDLER_US);
    return ret;
}

/*
 * The status file prints the queue, too: it is read only where the job before
 * is off it, and not on the way over the end.
 */
int ring_make_room(TegraChannel *ch, uint32_t class_id)
{
    const char *engine = class_id == HOST1X_CLASS_GR3D ? "gr3d" : "gr2d";
    unsigned jobs = 1;

    for (unsigned i = 0; i < MAX_TRIES; i++) {
        int ret = run_increments(ch, jobs);
        int slot = ret ? ret : ring_next_slot(ch, engine);

        if (slot >= 0 && slot + RING_ROOM <= RING_SLOTS) {
            return 0;
        }
        if (slot < 0 && slot != -ENODATA) {
            return slot;
        }
        jobs = slot < 0 ? 1 : (RING_SLOTS - slot) / JOB_SLOTS + 1;
    }
    return -EBUSY;
}
