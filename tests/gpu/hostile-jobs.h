/*
 * Random streams in processes: what gr3d-hostile and v3d-hostile share
 *
 * Streams run in child processes, so that none ends the run.  A stream is made
 * from its number, the seed.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HOSTILE_JOBS_H
#define HOSTILE_JOBS_H

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

/* What a child tells its parent, in shared memory; more may follow it */
typedef struct HostileJob {
    uint64_t seed;              /* of the stream that runs */
    uint64_t streams;
    gint64 started;             /* when, in microseconds */
    gint64 longest;             /* stream, in microseconds */
    char finding[128];
    pid_t pid;
    bool ended;
} HostileJob;

typedef struct HostileProgram {
    const char *name;
    size_t job_size;
    /* Take a backend; false: it is none of this processor. */
    bool (*add_exec)(const char *name);
    /* Options are known; may be NULL. */
    void (*init)(void);
    /* A child begins. */
    void (*begin)(void);
    void (*stream)(HostileJob *job);
    /* Add what follows HostileJob. */
    void (*add)(HostileJob *sum, const HostileJob *job);
    /* Print it. */
    void (*summary)(const HostileJob *sum);
} HostileProgram;

/* --print, --change; --lie: bytes */
extern gboolean hostile_print, hostile_change;
extern int hostile_lie;

/* End the child: this is a finding. */
G_GNUC_NORETURN void hostile_finding(HostileJob *job, const char *what);

/* Return the exit status: 0 without findings. */
int hostile_main(const HostileProgram *program, int argc, char **argv);

#endif /* HOSTILE_JOBS_H */
