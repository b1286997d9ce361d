/*
 * What the tests of the device's worker have in place of QEMU and of a guest
 *
 * Without QEMU (see qemu/osdep.h here), so that ThreadSanitizer can watch.
 * The thread that calls these has the part of the one that holds the BQL.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef DEVICE_MACHINE_H
#define DEVICE_MACHINE_H

#include "hw/gpu/gr3d/text/stream.h"
#include "hw/gpu/tegra_gr3d_worker.h"

#define SIZE        128         /* of the target, each way */

typedef struct Machine {
    Gr3dStream *stream;
    Gr3dReplay replay;
    Gr3dCache *cache;
    uint64_t number;
    TegraGR3DWorker *worker;
    const Gr3dExec *exec;       /* NULL: the reference */
} Machine;

/* Written by the worker's thread only while it has a draw */
extern uint64_t last_run;       /* the last draw's number */
extern GString *calls;          /* of how many draws */
extern unsigned most;           /* that the engine runs together */

/* The bottom half */
bool bh_came(void);
void bh_wait(void);

/* Where the worker's thread stops before it renders */
void gate_close(void);
void gate_wait(void);
/* It closes behind the next one. */
void gate_let_one(void);
void gate_open(void);

Machine *machine_new(unsigned threads);
void machine_free(Machine *m);
/* The target's pixels that a quad over all of it has coloured */
unsigned coloured(const Machine *m);

TegraGR3DJob *job_new(Machine *m);
void job_free(TegraGR3DJob *job);
bool is_done(Machine *m, TegraGR3DJob *job);
void wait_done(Machine *m, TegraGR3DJob *job);
/* Without taking from what bh_wait() waits for */
void wait_all(Machine *m, TegraGR3DJob **job, unsigned num);

typedef struct MachineTest {
    const char *name;           /* NULL: the end */
    void (*run)(gconstpointer threads);
} MachineTest;

/* The tests of a program, each with 1 to 3 threads */
int machine_main(int argc, char **argv, const char *program,
                 const MachineTest *tests);

#endif
