/*
 * What the tests of the device's worker have in place of QEMU and of a guest
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qemu/main-loop.h"
#include "qemu/lockable.h"
#include "machine.h"

static const char text[] =
    "gr3d-stream 1\n"
    "memory verts 0x8000\n"
    "memory color 0x10000\n"
    "write VPE_MODE 0x11\n"
    "write VPE_TIMEOUT 0xffff\n"
    "write CONST_READ_LIMIT MAX=255\n"
    "write SCISSOR_X MIN=0 MAX=128\n"
    "write SCISSOR_Y MIN=0 MAX=128\n"
    "write VIEWPORT_X 1024.0f\n"
    "write VIEWPORT_Y 1024.0f\n"
    "write VIEWPORT_Z 0x3efffff0\n"
    "write VIEWPORT_W 1024.0f\n"
    "write VIEWPORT_H 1024.0f\n"
    "write VIEWPORT_D 0x3efffff0\n"
    "write GUARDBAND_W 31.0f\n"
    "write GUARDBAND_H 31.0f\n"
    "write GUARDBAND_D 0x40dffe00\n"
    "write Z_TEST KILL=1\n"
    "write Z_MAX 0xfffff\n"
    "write SURFDESC[1] FORMAT=13 STRIDE=512\n"
    "write SURFADDR[1] &color\n"
    "write DW_ST_ENABLE SURF=2\n"
    "vp {\n    MOV o0, a0\n    MOV o1, a0 [end]\n}\n"
    "link {\n    link v1, t0: x->0 fp20, y->1 fp20\n}\n"
    "write SU_PARAM CLIP_ENABLE=1 SUBPIX_XOFF=56 SUBPIX_YOFF=56\n"
    "write TRI_ATTR 0x140\n"
    "write PIX_ATTR 0x4a000000\n"
    "write PSEQ_COMMAND_EVEN[0] 0x20006001\n"
    "write ATTR_BASE[0] &verts\n"
    "write ATTR_MODE[0] FMT=13 SIZE=2 STRIDE=8\n"
    "write ATTR_MASK OUTPUT=3 INPUT=1\n"
    "write SET_PRIM 0x05000000\n"
    "fp {\n    exec\n"
    "        mfu sfu rcp r4; mul0 w, sfu, coef0; mul1 w, sfu, coef1; "
    "var0 fp20 t0; var1 fp20 t0\n"
    "        dw store s1, r0\n}\n";

/* ---- what QEMU would have */

struct QEMUBH {
    QemuMutex lock;
    QemuCond cond;
    bool scheduled;
};

static QEMUBH bh = { PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER };

void qemu_bh_schedule(QEMUBH *b)
{
    QEMU_LOCK_GUARD(&b->lock);
    b->scheduled = true;
    qemu_cond_signal(&b->cond);
}

bool bh_came(void)
{
    QEMU_LOCK_GUARD(&bh.lock);
    bool came = bh.scheduled;

    bh.scheduled = false;
    return came;
}

void bh_wait(void)
{
    QEMU_LOCK_GUARD(&bh.lock);
    while (!bh.scheduled) {
        qemu_cond_wait(&bh.cond, &bh.lock);
    }
    bh.scheduled = false;
}

/* Where the worker's thread stops before it renders */
typedef struct Gate {
    QemuMutex lock;
    QemuCond cond;
    bool closed;
    bool once;                  /* one may pass */
    bool waits;                 /* it is there */
} Gate;

static Gate gate = { PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER };

static void gate_pass(void)
{
    QEMU_LOCK_GUARD(&gate.lock);
    gate.waits = gate.closed;
    qemu_cond_broadcast(&gate.cond);
    while (gate.closed && !gate.once) {
        qemu_cond_wait(&gate.cond, &gate.lock);
    }
    gate.once = gate.waits = false;
}

void gate_close(void)
{
    QEMU_LOCK_GUARD(&gate.lock);
    gate.closed = true;
}

void gate_wait(void)
{
    QEMU_LOCK_GUARD(&gate.lock);
    while (!gate.waits) {
        qemu_cond_wait(&gate.cond, &gate.lock);
    }
}

/* It closes behind the next one. */
void gate_let_one(void)
{
    QEMU_LOCK_GUARD(&gate.lock);
    gate.waits = false;
    gate.once = true;
    qemu_cond_broadcast(&gate.cond);
}

void gate_open(void)
{
    QEMU_LOCK_GUARD(&gate.lock);
    gate.closed = false;
    qemu_cond_broadcast(&gate.cond);
}

/* Written by the worker's thread only while it has a draw */
uint64_t last_run;
GString *calls;
unsigned most = UINT_MAX;

/* As in tegra_gr3d_job.c; draws come in order. */
unsigned int tegra_gr3d_jobs_run(TegraGR3DJob *const *job, unsigned int num)
{
    Gr3dDraw *draw[TEGRA_GR3D_BATCH_MAX];

    g_assert_cmpuint(num, <=, TEGRA_GR3D_BATCH_MAX);
    g_string_append_printf(calls, "%u ", num);
    gate_pass();
    for (unsigned i = 0; i < num; i++) {
        draw[i] = job[i]->draw;
        g_assert_cmpuint(job[i]->number, ==, job[0]->number + i);
    }
    g_assert_cmpuint(job[0]->number, >, last_run);
    num = gr3d_draws_run(draw, MIN(num, most));
    last_run = job[num - 1]->number;
    return num;
}

void tegra_gr3d_jobs_share(TegraGR3DJob *const *job, unsigned int num,
                           int64_t ns)
{
}

/* ---- draws */

Machine *machine_new(unsigned threads)
{
    static const float corner[4][2] = {
        { -1, -1 }, { 1, -1 }, { -1, 1 }, { 1, 1 },
    };
    Machine *m = g_new0(Machine, 1);
    char *error = NULL;

    m->stream = gr3d_stream_parse(text, strlen(text), &error);
    g_assert_cmpstr(error, ==, NULL);
    gr3d_stream_run(m->stream, &m->replay, 0, NULL, NULL);
    for (unsigned i = 0; i < m->stream->memory[0].size; i += sizeof(corner)) {
        memcpy(m->stream->memory[0].data + i, corner, sizeof(corner));
    }
    m->cache = gr3d_cache_new();
    m->worker = tegra_gr3d_worker_new(threads, &bh);
    m->replay.regs.reg[0x123] = 3 << 20;    /* four vertices */
    last_run = 0;
    most = UINT_MAX;
    calls = g_string_new("");
    return m;
}

void machine_free(Machine *m)
{
    tegra_gr3d_worker_free(m->worker);
    gr3d_cache_free(m->cache);
    gr3d_replay_clear(&m->replay);
    gr3d_stream_free(m->stream);
    g_string_free(calls, true);
    g_free(m);
}

/* The target's pixels that a quad over all of it has coloured */
unsigned coloured(const Machine *m)
{
    const uint32_t *pixel = (const uint32_t *)m->stream->memory[1].data;
    unsigned num = 0;

    for (unsigned i = 0; i < SIZE * SIZE; i++) {
        num += pixel[i] != 0;
    }
    return num;
}

TegraGR3DJob *job_new(Machine *m)
{
    TegraGR3DJob *job = g_new0(TegraGR3DJob, 1);
    const Gr3dMemory *memory = m->stream->memory;

    job->number = ++m->number;
    job->draw = gr3d_draw_new_cached(&m->replay.regs, m->cache);
    gr3d_draw_set_exec(job->draw, m->exec);
    gr3d_draw_bind(job->draw, GR3D_SPAN_ATTRIB, memory[0].data,
                   memory[0].size);
    gr3d_draw_bind(job->draw, GR3D_SPAN_SURFACE + 1, memory[1].data,
                   memory[1].size);
    return job;
}

void job_free(TegraGR3DJob *job)
{
    gr3d_draw_free(job->draw);
    g_free(job);
}

bool is_done(Machine *m, TegraGR3DJob *job)
{
    return tegra_gr3d_worker_state(m->worker, job) == TEGRA_GR3D_JOB_DONE;
}

void wait_done(Machine *m, TegraGR3DJob *job)
{
    while (!is_done(m, job)) {
        bh_wait();
    }
}

/* Without taking from what bh_wait() waits for */
void wait_all(Machine *m, TegraGR3DJob **job, unsigned num)
{
    for (unsigned i = 0; i < num; i++) {
        while (!is_done(m, job[i])) {
            g_thread_yield();
        }
    }
}

/* ---- programs */

int machine_main(int argc, char **argv, const char *program,
                 const MachineTest *tests)
{
    g_test_init(&argc, &argv, NULL);
    for (unsigned threads = 1; threads <= 3; threads++) {
        for (const MachineTest *t = tests; t->name; t++) {
            g_autofree char *path = g_strdup_printf("/gr3d/%s/%u/%s", program,
                                                    threads, t->name);

            g_test_add_data_func(path, GUINT_TO_POINTER(threads), t->run);
        }
    }
    return g_test_run();
}
