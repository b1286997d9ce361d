/*
 * VideoCore IV 3D engine: user programs
 *
 * Each takes a QPU.  They run in turns, so that they may wait for each other
 * by semaphores and the mutex, and share one window of the VPM.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <glib.h>
#include <string.h>
#include "engine.h"

/* Work of a program until the next has its turn */
#define TURN    1024

/*
 * Ports
 */

static bool semaphore(void *opaque, unsigned number, bool decrement)
{
    V3d *v3d = opaque;
    uint32_t *count = &v3d->s.user.semaphore[number % V3D_NUM_SEMAPHORES];

    if (decrement ? *count == 0 : *count == 15) {
        return false;
    }
    *count += decrement ? -1 : 1;
    return true;
}

static bool mutex(void *opaque, bool acquire)
{
    V3d *v3d = opaque;
    uint32_t *holder = &v3d->s.user.mutex, self = v3d->s.user.turn + 1;

    if (acquire && *holder && *holder != self) {
        return false;
    }
    *holder = acquire ? self : 0;
    return true;
}

static void interrupt(void *opaque, uint32_t value)
{
    V3d *v3d = opaque;

    v3d->s.user.interrupts |= 1u << v3d->s.user.turn;
}

static const V3dQpuPorts ports = {
    .semaphore = semaphore,
    .mutex = mutex,
    .interrupt = interrupt,
};

/*
 * Queue
 */

bool v3d_user_request(V3d *v3d, uint32_t code, uint32_t uniforms,
                      uint32_t length)
{
    V3dUserState *u = &v3d->s.user;

    if (u->queued == V3D_USER_QUEUE) {
        return false;
    }
    u->queue[u->queued++] = (V3dUserRequest) {
        .code = code,
        .uniforms = uniforms,
        .length = !uniforms ? 0 : length > 1023 ? V3D_QPU_UNLIMITED : length,
    };
    return true;
}

void v3d_user_clear(V3d *v3d)
{
    v3d->s.user.queued = 0;
}

unsigned v3d_user_queued(const V3d *v3d)
{
    return v3d->s.user.queued;
}

bool v3d_user_runs(const V3d *v3d)
{
    return v3d->s.user.busy != 0;
}

void v3d_set_vpmbase(V3d *v3d, uint32_t value)
{
    v3d->s.user.vpmbase = value;
}

void v3d_user_connect(V3d *v3d, unsigned n)
{
    V3dQpu *qpu = &v3d->qpu[n];

    qpu->mem = &v3d->core.mem;
    qpu->program = NULL;
    qpu->vpm_in = qpu->vpm_out = &v3d->user_vpm;
    qpu->ports = &ports;
    qpu->opaque = v3d;
}

static void start_next(V3d *v3d, unsigned n)
{
    V3dUserState *u = &v3d->s.user;
    V3dUserRequest *r = &u->queue[0];

    v3d_qpu_start(&v3d->qpu[n], &v3d->core.mem, NULL, r->code, r->uniforms);
    v3d->qpu[n].uniforms_left = r->length;
    v3d->qpu[n].number = n;
    v3d_user_connect(v3d, n);
    u->busy |= 1u << n;
    u->queued--;
    memmove(&u->queue[0], &u->queue[1], u->queued * sizeof(u->queue[0]));
}

/*
 * Turns
 */

/* True: something has moved. */
static bool run_turn(V3d *v3d, unsigned n)
{
    V3dUserState *u = &v3d->s.user;
    V3dQpu *qpu = &v3d->qpu[n];
    uint64_t instructions = qpu->instructions, cost = qpu->cost;
    V3dQpuResult result;

    u->turn = n;
    result = v3d_qpu_run(qpu, TURN);
    v3d->core.work += qpu->cost - cost;
    if (result == V3D_QPU_END) {
        u->busy &= ~(1u << n);
        u->programs++;
    }
    return result != V3D_QPU_WAIT || qpu->instructions != instructions;
}

static bool run_round(V3d *v3d)
{
    V3dUserState *u = &v3d->s.user;
    bool moved = false;

    for (unsigned n = 0; n < V3D_NUM_QPUS; n++) {
        if (!(u->busy >> n & 1) && u->queued) {
            start_next(v3d, n);
        }
        if (u->busy >> n & 1) {
            moved |= run_turn(v3d, n);
        }
    }
    return moved;
}

V3dUserResult v3d_user_run(V3d *v3d, uint64_t budget)
{
    const V3dUserState *u = &v3d->s.user;

    v3d_set_budget(&v3d->core, budget);
    while (u->busy || u->queued) {
        if (v3d_slice_over(&v3d->core)) {
            return V3D_USER_MORE;
        }
        if (!run_round(v3d)) {
            return V3D_USER_WAIT;
        }
    }
    return V3D_USER_DONE;
}

V3dUserDone v3d_user_take_done(V3d *v3d)
{
    V3dUserState *u = &v3d->s.user;
    V3dUserDone done = { u->programs, u->interrupts };

    u->programs = 0;
    u->interrupts = 0;
    return done;
}
