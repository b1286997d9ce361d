/*
 * VideoCore IV 3D engine: its state as numbers
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <glib.h>
#include <string.h>
#include "engine.h"

/* Which bytes of a QPU are state */
#define QPU_BYTES   offsetof(V3dQpu, mem)

typedef struct Part {
    void *data;
    size_t size;
} Part;

/* What is state, in the order in which it is saved */
static unsigned list_parts(V3d *v3d, Part *part)
{
    unsigned num = 0;

    part[num++] = (Part) { &v3d->s, sizeof(v3d->s) };
    part[num++] = (Part) { &v3d->user_vpm, sizeof(v3d->user_vpm) };
    for (unsigned n = 0; n < V3D_NUM_QPUS; n++) {
        part[num++] = (Part) { &v3d->qpu[n], QPU_BYTES };
    }
    for (unsigned n = 0; n < V3D_NUM_THREADS; n++) {
        V3dVcd *vcd = &v3d->thread[n].vcd;

        part[num++] = (Part) { &vcd->qpu, QPU_BYTES };
        part[num++] = (Part) { &vcd->in, sizeof(vcd->in) };
        part[num++] = (Part) { &vcd->out, sizeof(vcd->out) };
    }
    part[num++] = (Part) { &v3d->frag.qpu, QPU_BYTES };
    part[num++] = (Part) { &v3d->frag.run, sizeof(v3d->frag.run) };
    return num;
}

#define NUM_PARTS   (2 + V3D_NUM_QPUS + 3 * V3D_NUM_THREADS + 2)

_Static_assert(sizeof(V3dState) + sizeof(V3dVpm) * (1 + 2 * V3D_NUM_THREADS) +
               QPU_BYTES * (V3D_NUM_QPUS + V3D_NUM_THREADS + 1) +
               sizeof(V3dFragProgram) <= 4 * V3D_STATE_WORDS, "state");

void v3d_save(const V3d *v3d, uint32_t *words)
{
    Part part[NUM_PARTS];
    unsigned num = list_parts((V3d *)v3d, part);

    memset(words, 0, 4 * V3D_STATE_WORDS);
    for (unsigned i = 0; i < num; i++) {
        memcpy(words, part[i].data, part[i].size);
        words += part[i].size / 4;
    }
}

static bool qpu_valid(const V3dQpu *qpu)
{
    return qpu->vpm.num_reads <= V3D_VPM_READS &&
           qpu->tmu[0].first < V3D_TMU_FIFO && qpu->tmu[0].writes <= 4 &&
           qpu->tmu[1].first < V3D_TMU_FIFO && qpu->tmu[1].writes <= 4 &&
           qpu->tmu[0].num <= V3D_TMU_FIFO && qpu->tmu[1].num <= V3D_TMU_FIFO;
}

static bool user_valid(const V3dUserState *u)
{
    return u->queued <= V3D_USER_QUEUE && u->busy < 1u << V3D_NUM_QPUS &&
           u->turn < V3D_NUM_QPUS;
}

static bool valid(const V3d *v3d)
{
    for (unsigned n = 0; n < V3D_NUM_QPUS; n++) {
        if (!qpu_valid(&v3d->qpu[n])) {
            return false;
        }
    }
    return v3d_state_valid(&v3d->s) && user_valid(&v3d->s.user) &&
           qpu_valid(&v3d->thread[V3D_BIN].vcd.qpu) &&
           qpu_valid(&v3d->thread[V3D_RENDER].vcd.qpu) &&
           qpu_valid(&v3d->frag.qpu);
}

bool v3d_load(V3d *v3d, const uint32_t *words)
{
    Part part[NUM_PARTS];
    unsigned num = list_parts(v3d, part);

    v3d_reset(v3d);
    for (unsigned i = 0; i < num; i++) {
        memcpy(part[i].data, words, part[i].size);
        words += part[i].size / 4;
    }
    for (unsigned n = 0; n < V3D_NUM_QPUS; n++) {
        v3d_user_connect(v3d, n);
    }
    if (!valid(v3d)) {
        v3d_reset(v3d);
        return false;
    }
    return true;
}
