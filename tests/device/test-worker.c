/*
 * The device's worker: order, what runs together, waiting, taking back,
 * cancelling
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "machine.h"

/* ---- tests */

#define MANY    32

/* Somebody waits for one of them, before it is given or afterwards. */
static void test_tell(gconstpointer threads)
{
    Machine *m = machine_new(GPOINTER_TO_UINT(threads));
    TegraGR3DJob *job[MANY];

    for (unsigned i = 0; i < MANY; i++) {
        job[i] = job_new(m);
        job[i]->tell = i == MANY / 4;
        tegra_gr3d_worker_give(m->worker, job[i]);
    }
    wait_done(m, job[MANY / 4]);
    tegra_gr3d_worker_tell(m->worker, job[MANY / 2]);
    wait_done(m, job[MANY / 2]);
    /* one that is done already */
    tegra_gr3d_worker_tell(m->worker, job[0]);
    bh_wait();
    wait_all(m, job, MANY);
    for (unsigned i = 0; i < MANY; i++) {
        g_assert_cmpuint(gr3d_draw_stats(job[i]->draw)->fragments, ==,
                         SIZE * SIZE);
        job_free(job[i]);
    }
    g_assert_cmpuint(coloured(m), >, SIZE * SIZE / 2);
    g_assert_cmpuint(last_run, ==, MANY);
    machine_free(m);
}

/* Without any wish there is a word when none is left. */
static void test_last(gconstpointer threads)
{
    Machine *m = machine_new(GPOINTER_TO_UINT(threads));
    TegraGR3DJob *job = job_new(m);

    tegra_gr3d_worker_give(m->worker, job);
    wait_done(m, job);
    job_free(job);
    machine_free(m);
}

/* Those that have not begun come back, and nothing of them has run. */
static void withdraw(Machine *m, bool cancel)
{
    TegraGR3DJob *job[MANY];
    unsigned done = 0;

    for (unsigned i = 0; i < MANY; i++) {
        job[i] = job_new(m);
        tegra_gr3d_worker_give(m->worker, job[i]);
    }
    tegra_gr3d_worker_withdraw(m->worker);
    if (cancel) {
        tegra_gr3d_worker_cancel(m->worker);
    } else {
        g_assert_true(tegra_gr3d_worker_halt(m->worker, INT64_MAX));
    }
    for (unsigned i = 0; i < MANY; i++) {
        TegraGR3DJobState state = tegra_gr3d_worker_state(m->worker, job[i]);
        const Gr3dDrawStats *stats = gr3d_draw_stats(job[i]->draw);

        if (state == TEGRA_GR3D_JOB_DONE) {
            g_assert_cmpuint(done++, ==, i);
        } else {
            g_assert_cmpuint(state, ==, TEGRA_GR3D_JOB_NEW);
            g_assert_cmpuint(stats->vertices, ==, 0);
        }
        job_free(job[i]);
    }
    g_assert_cmpuint(done, <, MANY);
}

static void test_withdraw(gconstpointer threads)
{
    Machine *m = machine_new(GPOINTER_TO_UINT(threads));

    for (unsigned i = 0; i < 40; i++) {
        withdraw(m, i & 1);
    }
    machine_free(m);
}

/* ---- tests: what is taken at a time */

/* The thread has the first, alone; the others are ready. */
static void give_behind(Machine *m, TegraGR3DJob **job, unsigned num)
{
    gate_close();
    job[0] = job_new(m);
    tegra_gr3d_worker_give(m->worker, job[0]);
    gate_wait();
    for (unsigned i = 1; i < num; i++) {
        job[i] = job_new(m);
        tegra_gr3d_worker_give(m->worker, job[i]);
    }
}

static void end_all(Machine *m, TegraGR3DJob **job, unsigned num)
{
    gate_open();
    wait_all(m, job, num);
    for (unsigned i = 0; i < num; i++) {
        g_assert_cmpuint(gr3d_draw_stats(job[i]->draw)->fragments, ==,
                         SIZE * SIZE);
        job_free(job[i]);
    }
    g_assert_cmpuint(last_run, ==, num);
}

/* One call goes through, whose last draw is @job; the next one is there. */
static void gate_step(Machine *m, TegraGR3DJob *job)
{
    gate_let_one();
    while (!is_done(m, job)) {
        g_thread_yield();
    }
    gate_wait();
}

static void test_batch(gconstpointer threads)
{
    Machine *m = machine_new(GPOINTER_TO_UINT(threads));
    TegraGR3DJob *job[MANY];

    give_behind(m, job, MANY);
    end_all(m, job, MANY);
    g_assert_cmpstr(calls->str, ==, "1 16 15 ");
    machine_free(m);
}

/* Increments behind draws, known late or not, and somebody who waits */
static void check_increments(unsigned threads, const Gr3dExec *exec,
                             const char *wanted)
{
    Machine *m = machine_new(threads);
    TegraGR3DJob *job[MANY];

    m->exec = exec;
    give_behind(m, job, 10);
    tegra_gr3d_worker_incr(m->worker, job[0]);
    tegra_gr3d_worker_incr(m->worker, job[4]);
    tegra_gr3d_worker_incr(m->worker, job[5]);
    tegra_gr3d_worker_tell(m->worker, job[7]);
    for (unsigned i = 10; i < 14; i++) {
        job[i] = job_new(m);
        job[i]->incr = i == 11;
        tegra_gr3d_worker_give(m->worker, job[i]);
    }
    end_all(m, job, 14);
    g_assert_cmpstr(calls->str, ==, wanted);
    machine_free(m);
}

/* They are short; the reference lets no increment wait. */
static void test_increments(gconstpointer threads)
{
    check_increments(GPOINTER_TO_UINT(threads), gr3d_exec_best(), "1 7 6 ");
    check_increments(GPOINTER_TO_UINT(threads), NULL, "1 7 3 2 6 2 ");
}

/* What the engine leaves is first in the next call, with those behind it. */
static void test_rest(gconstpointer threads)
{
    Machine *m = machine_new(GPOINTER_TO_UINT(threads));
    TegraGR3DJob *job[MANY];

    most = 5;
    give_behind(m, job, 24);
    tegra_gr3d_worker_tell(m->worker, job[17]);
    end_all(m, job, 24);
    g_assert_cmpstr(calls->str, ==, "1 16 12 7 2 6 1 ");
    machine_free(m);
}

/*
 * One word when few are left, though their number was never that of the mark:
 * where others help, not before they do so in the next batch.  One when none
 * is.
 */
static void test_few_left(gconstpointer threads)
{
    Machine *m = machine_new(GPOINTER_TO_UINT(threads));
    unsigned late = GPOINTER_TO_UINT(threads) > 1 ? 4 : 0;
    TegraGR3DJob *job[MANY];

    most = 4;
    give_behind(m, job, MANY);
    bh_came();
    for (unsigned left = MANY - 1; left; left = left > 4 ? left - 4 : 0) {
        gate_step(m, job[MANY - left - 1]);
        g_assert_cmpint(bh_came(), ==,
                        left + late <= 16 && left + late + 4 > 16);
    }
    end_all(m, job, MANY);
    g_assert_true(bh_came());
    machine_free(m);
}

/* ---- tests: taken, and then not wanted */

static void check_taken_back(Machine *m, TegraGR3DJob **job, unsigned num)
{
    for (unsigned i = 0; i < num; i++) {
        g_assert_cmpuint(tegra_gr3d_worker_state(m->worker, job[i]), ==,
                         TEGRA_GR3D_JOB_NEW);
        g_assert_cmpuint(gr3d_draw_stats(job[i]->draw)->vertices, ==, 0);
        job_free(job[i]);
    }
}

/* Those that are taken are rendered, also those that the engine leaves. */
static void test_withdraw_batch(gconstpointer threads)
{
    Machine *m = machine_new(GPOINTER_TO_UINT(threads));
    TegraGR3DJob *job[MANY];

    most = 3;
    give_behind(m, job, 10);
    tegra_gr3d_worker_tell(m->worker, job[7]);
    gate_step(m, job[0]);
    tegra_gr3d_worker_withdraw(m->worker);
    g_assert_cmpuint(tegra_gr3d_worker_state(m->worker, job[7]), ==,
                     TEGRA_GR3D_JOB_RUNS);
    end_all(m, job, 8);
    g_assert_cmpstr(calls->str, ==, "1 7 4 1 ");
    check_taken_back(m, job + 8, 2);
    machine_free(m);
}

static void *open_later(void *opaque)
{
    g_usleep(20000);
    gate_open();
    return NULL;
}

/* Halted, it renders what the engine has; what that leaves has not begun. */
static void test_halt(gconstpointer threads)
{
    Machine *m = machine_new(GPOINTER_TO_UINT(threads));
    TegraGR3DJob *job[MANY];
    GThread *other;

    most = 3;
    give_behind(m, job, 20);
    gate_step(m, job[0]);
    other = g_thread_new("open", open_later, NULL);
    g_assert_true(tegra_gr3d_worker_halt(m->worker, INT64_MAX));
    g_thread_join(other);
    end_all(m, job, 4);
    check_taken_back(m, job + 4, 16);
    g_assert_cmpstr(calls->str, ==, "1 16 ");
    /* and what comes next is rendered */
    m->number = last_run = 0;
    give_behind(m, job, 10);
    end_all(m, job, 10);
    machine_free(m);
}

/* A draw that takes seconds, and @num others behind it */
#define LONG_VERTICES   4096

static void give_long(Machine *m, TegraGR3DJob **job, unsigned num)
{
    m->replay.regs.reg[0x123] = (LONG_VERTICES - 1u) << 20;
    job[1] = job_new(m);
    m->replay.regs.reg[0x123] = 3 << 20;
    tegra_gr3d_worker_give(m->worker, job[1]);
    for (unsigned i = 2; i < num; i++) {
        job[i] = job_new(m);
        tegra_gr3d_worker_give(m->worker, job[i]);
    }
}

/* No increment waits for it: what is before it is done in a call of its own. */
static void check_long(unsigned threads, bool incr, const char *wanted)
{
    Machine *m = machine_new(threads);
    TegraGR3DJob *job[6];

    m->exec = gr3d_exec_best();
    give_behind(m, job, 1);
    for (unsigned i = 1; i < 6; i++) {
        m->replay.regs.reg[0x123] = (i == 5 ? LONG_VERTICES - 1u : 3) << 20;
        job[i] = job_new(m);
        job[i]->incr = incr && i == 2;
        tegra_gr3d_worker_give(m->worker, job[i]);
    }
    gate_open();
    wait_all(m, job, 6);
    g_assert_cmpuint(last_run, ==, 6);
    g_assert_cmpstr(calls->str, ==, wanted);
    for (unsigned i = 0; i < 6; i++) {
        job_free(job[i]);
    }
    machine_free(m);
}

/* Without an increment it is drawn with those before it. */
static void test_long(gconstpointer threads)
{
    check_long(GPOINTER_TO_UINT(threads), true, "1 5 1 ");
    check_long(GPOINTER_TO_UINT(threads), false, "1 5 ");
}

/*
 * All that are taken stop, whether the engine has them or, with more than
 * @together, left them for the next call.
 */
static void cancel(Machine *m, unsigned together, gulong after_us)
{
    TegraGR3DJob *job[MANY];

    most = together;
    m->number = last_run = 0;
    give_behind(m, job, 1);
    give_long(m, job, 12);
    tegra_gr3d_worker_tell(m->worker, job[9]);
    gate_step(m, job[0]);
    gate_open();
    g_usleep(after_us);
    tegra_gr3d_worker_withdraw(m->worker);
    tegra_gr3d_worker_cancel(m->worker);
    for (unsigned i = 0; i < 10; i++) {
        const Gr3dDrawStats *stats = gr3d_draw_stats(job[i]->draw);

        g_assert_true(is_done(m, job[i]));
        if (i == 1) {
            g_assert_cmpuint(stats->fragments, <,
                             LONG_VERTICES * SIZE * SIZE / 4);
        } else if (i > together) {
            g_assert_cmpuint(stats->fragments, ==, 0);
        }
        job_free(job[i]);
    }
    check_taken_back(m, job + 10, 2);
}

static void test_cancel(gconstpointer threads)
{
    Machine *m = machine_new(GPOINTER_TO_UINT(threads));
    TegraGR3DJob *job[MANY];

    cancel(m, UINT_MAX, 0);
    cancel(m, UINT_MAX, 20000);
    cancel(m, 1, 20000);
    cancel(m, 4, 0);
    /* what comes next is not touched by it */
    most = UINT_MAX;
    m->number = last_run = 0;
    give_behind(m, job, MANY);
    end_all(m, job, MANY);
    machine_free(m);
}

int main(int argc, char **argv)
{
    static const MachineTest tests[] = {
        { "tell", test_tell }, { "last", test_last },
        { "withdraw", test_withdraw }, { "batch", test_batch },
        { "increments", test_increments }, { "rest", test_rest },
        { "long", test_long },
        { "few-left", test_few_left }, { "cancel", test_cancel },
        { "withdraw-batch", test_withdraw_batch }, { "halt", test_halt },
        { NULL },
    };

    return machine_main(argc, argv, "worker", tests);
}
