/*
 * The device's worker paused in the middle of draws: nobody writes, nothing is
 * lost
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qemu/timer.h"
#include "machine.h"

/* Draws that take some milliseconds each by the reference */
#define SLOW            4
#define SLOW_VERTICES   60

static void give_slow(Machine *m, TegraGR3DJob **job)
{
    m->number = last_run = 0;
    m->replay.regs.reg[0x123] = (SLOW_VERTICES - 1u) << 20;
    for (unsigned i = 0; i < SLOW; i++) {
        job[i] = job_new(m);
        tegra_gr3d_worker_give(m->worker, job[i]);
    }
}

static void end_slow(Machine *m, TegraGR3DJob **job)
{
    wait_all(m, job, SLOW);
    for (unsigned i = 0; i < SLOW; i++) {
        const Gr3dDrawStats *stats = gr3d_draw_stats(job[i]->draw);

        g_assert_cmpuint(stats->vertices, ==, SLOW_VERTICES);
        /* two triangles in a strip make a square */
        g_assert_cmpuint(stats->fragments, ==,
                         (SLOW_VERTICES - 2) * SIZE * SIZE / 2);
        job_free(job[i]);
    }
}

static void clear(Machine *m)
{
    memset(m->stream->memory[1].data, 0, m->stream->memory[1].size);
}

/* Nobody writes; ThreadSanitizer sees who would write the same. */
static void check_still(Machine *m)
{
    clear(m);
    g_usleep(300);
    g_assert_cmpuint(coloured(m), ==, 0);
}

static void test_pause(gconstpointer threads)
{
    Machine *m = machine_new(GPOINTER_TO_UINT(threads));
    TegraGR3DJob *job[SLOW];
    unsigned middle = 0;

    give_slow(m, job);
    while (!is_done(m, job[SLOW - 1])) {
        g_usleep(g_random_int_range(0, 1000));
        middle += tegra_gr3d_worker_pause(m->worker) > 0;
        g_assert_cmpuint(tegra_gr3d_worker_pause(m->worker), <=, SLOW);
        check_still(m);
        tegra_gr3d_worker_resume(m->worker);
    }
    g_assert_cmpuint(middle, >, 1);
    end_slow(m, job);
    machine_free(m);
}

/* Paused draws are cancelled, later ones do not begin. */
static void test_pause_cancel(gconstpointer threads)
{
    Machine *m = machine_new(GPOINTER_TO_UINT(threads));
    TegraGR3DJob *job[SLOW];

    give_slow(m, job);
    tegra_gr3d_worker_pause(m->worker);
    tegra_gr3d_worker_withdraw(m->worker);
    tegra_gr3d_worker_cancel(m->worker);
    for (unsigned i = 0; i < SLOW; i++) {
        g_assert_cmpuint(gr3d_draw_stats(job[i]->draw)->fragments, <,
                         (SLOW_VERTICES - 2) * SIZE * SIZE / 2);
        job_free(job[i]);
    }
    give_slow(m, job);
    check_still(m);
    g_assert_cmpuint(tegra_gr3d_worker_state(m->worker, job[0]), ==,
                     TEGRA_GR3D_JOB_READY);
    tegra_gr3d_worker_resume(m->worker);
    end_slow(m, job);
    machine_free(m);
}

/* They are given some time to end; if that is not enough they stay paused. */
static void test_pause_halt(gconstpointer threads)
{
    Machine *m = machine_new(GPOINTER_TO_UINT(threads));
    TegraGR3DJob *job[SLOW];

    give_slow(m, job);
    while (tegra_gr3d_worker_state(m->worker, job[0]) ==
           TEGRA_GR3D_JOB_READY) {
        g_thread_yield();
    }
    tegra_gr3d_worker_pause(m->worker);
    for (unsigned i = 0; i < 3; i++) {
        g_assert_false(tegra_gr3d_worker_halt(m->worker,
                                              get_clock() + i * SCALE_MS / 2));
        check_still(m);
    }
    g_assert_true(tegra_gr3d_worker_halt(m->worker, INT64_MAX));
    g_assert_true(is_done(m, job[0]));
    check_still(m);
    g_assert_cmpuint(tegra_gr3d_worker_pause(m->worker), ==, 0);
    for (unsigned i = 0; i < SLOW; i++) {
        g_assert_cmpuint(tegra_gr3d_worker_state(m->worker, job[i]), !=,
                         TEGRA_GR3D_JOB_RUNS);
        job_free(job[i]);
    }
    tegra_gr3d_worker_resume(m->worker);
    machine_free(m);
}

int main(int argc, char **argv)
{
    static const MachineTest tests[] = {
        { "still", test_pause }, { "cancel", test_pause_cancel },
        { "halt", test_pause_halt }, { NULL },
    };

    return machine_main(argc, argv, "pause", tests);
}
