/*
 * gr3d-hostile: random command streams through the GR3D engine
 *
 * Each stream is made from a number, its seed: valid state, random words in
 * it, memory that ends at a page without access, one or two draws.
 * Nothing is expected of the image.  A finding is: a signal, a sanitizer's
 * report, an access outside the given spans, a byte changed outside the range
 * that the engine reports, more work between two cancel points than
 * documented, another result than the reference's or with threads, or a stream
 * without an end.
 *
 *   gr3d-hostile [--streams N] [--seconds S] [--jobs J] [--seed S] [--print]
 * and a finding is repeated with --seed N --streams 1 --print, in the same
 * build: C leaves the order of random numbers within an expression open.  With
 * --change, draws run again while another thread changes their memory.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <glib.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>

#include "hostile-jobs.h"
#include "hostile-memory.h"
#include "hostile-state.h"

typedef struct Job {
    HostileJob job;
    uint64_t draws, shaded, fragments, cancelled;
    uint64_t digest;            /* of the streams that were run twice */
    uint64_t repeated, changed;
    uint64_t by_exec[4];        /* draws */
    uint64_t most_work;         /* between two cancel points */
    uint8_t hit[HOSTILE_NUM_WORDS];
} Job;

/* What the processor has; NULL is the reference */
static const Gr3dExec *execs[4];
static unsigned num_execs;
static Gr3dCache *cache;        /* of all draws but repeated ones */

/* ---- one draw */

static G_GNUC_NORETURN void finding(Job *job, const char *what)
{
    hostile_finding(&job->job, what);
}

static void check_events(Job *job, const Gr3dDraw *draw)
{
    unsigned num;
    const GpuEventCount *e = gr3d_draw_events(draw, &num);

    for (unsigned i = 0; i < num; i++) {
        if (!e[i].text || !e[i].count) {
            finding(job, "an event without text or count");
        }
    }
}

/* What a draw's wait has seen */
typedef struct Steps {
    Job *job;
    Gr3dDraw *draw;
    uint64_t work, limit;
    bool cancelled;
} Steps;

static void note_step(Steps *s, uint64_t work)
{
    uint64_t step = work - s->work;

    s->job->most_work = MAX(s->job->most_work, step);
    if (work < s->work || step > GR3D_MAX_STEP) {
        finding(s->job, "more work between two cancel points than stated");
    }
    s->work = work;
}

static void take_step(void *opaque, uint64_t work)
{
    Steps *s = opaque;

    note_step(s, work);
    if (work >= s->limit) {
        s->cancelled = true;
        gr3d_draw_cancel(s->draw);
    }
}

/* Run until @limit units; true: the draw has ended. */
static bool run_limited(Job *job, Gr3dDraw *draw, uint64_t limit)
{
    Steps s = { .job = job, .draw = draw, .limit = limit };

    gr3d_draw_set_wait(draw, take_step, &s);
    gr3d_draw_pause(draw, true);
    gr3d_draw_run(draw);
    note_step(&s, gr3d_draw_stats(draw)->work);
    job->cancelled += s.cancelled;
    return !s.cancelled;
}

static uint64_t digest(const HostileMemory *m, const Gr3dDraw *draw)
{
    const Gr3dDrawStats *s = gr3d_draw_stats(draw);
    unsigned num;
    const GpuEventCount *e = gr3d_draw_events(draw, &num);
    uint64_t d = hostile_memory_digest(m, draw) + s->vertices * 3 +
                 s->primitives * 5 + s->rasterised * 7 + s->fragments * 11 +
                 s->work * 13;

    for (unsigned i = 0; i < num; i++) {
        d = d * 31 + e[i].value + e[i].count;
    }
    return d;
}

/* Run it again in another way: the result must be the same. */
static void repeat(Job *job, const Gr3dRegs *regs, HostileMemory *m,
                   const Gr3dExec *exec, const GpuExecutor *executor,
                   uint64_t want)
{
    Gr3dDraw *draw = gr3d_draw_new(regs);

    hostile_memory_bind(m, draw, hostile_lie);
    gr3d_draw_set_exec(draw, exec);
    gr3d_draw_set_executor(draw, executor);
    gr3d_draw_run(draw);
    if (digest(m, draw) != want) {
        finding(job, executor ? "another result with threads" :
                     "another result than the reference");
    }
    hostile_memory_restore(m, draw);
    hostile_memory_unbind(m);
    gr3d_draw_free(draw);
    job->digest ^= want * (2 * job->job.seed + 1);
    job->repeated++;
}

/* Run a task as if three threads came one after the other, last first. */
static void run_thrice(void *opaque, GpuTask *task, void *arg)
{
    for (unsigned i = 3; i-- > 0; ) {
        task(arg, i);
    }
}

static const GpuExecutor thrice = { .threads = 3, .run = run_thrice };

/* Another processor of the guest, which writes what the engine reads */
typedef struct Changer {
    HostileMemory *m;
    Rng rng;
    bool begun, end;            /* atomic */
} Changer;

static void *change(void *opaque)
{
    Changer *c = opaque;

    while (!__atomic_load_n(&c->end, __ATOMIC_RELAXED)) {
        hostile_memory_dirty(c->m, &c->rng, 4);
        __atomic_store_n(&c->begun, true, __ATOMIC_RELAXED);
    }
    return NULL;
}

static void start_changer(Job *job, Changer *c, pthread_t *thread)
{
    if (pthread_create(thread, NULL, change, c)) {
        finding(job, "no thread");
    }
    while (!__atomic_load_n(&c->begun, __ATOMIC_RELAXED)) {
        g_thread_yield();
    }
}

/*
 * Repeat a draw that has ended while its memory changes: the result is any one,
 * inside the spans.  Not under ThreadSanitizer: this is a race.
 */
static void changed(Job *job, const Gr3dRegs *regs, HostileMemory *m,
                    const Gr3dExec *exec)
{
    Changer c = { .m = m, .rng = rng_new(job->job.seed) };
    Gr3dDraw *draw = gr3d_draw_new_cached(regs, cache);
    const char *wrong;
    pthread_t thread;

    hostile_memory_bind(m, draw, hostile_lie);
    gr3d_draw_set_exec(draw, exec);
    start_changer(job, &c, &thread);
    gr3d_draw_run(draw);
    __atomic_store_n(&c.end, true, __ATOMIC_RELAXED);
    pthread_join(thread, NULL);
    hostile_memory_unbind(m);
    wrong = hostile_memory_check(m, draw, false);
    if (wrong) {
        finding(job, wrong);
    }
    hostile_memory_restore(m, draw);
    gr3d_draw_free(draw);
    job->changed++;
}

/* Choose a limit, mostly a small one: ten million streams have to end, too. */
static uint64_t choose_limit(Rng *rng)
{
    uint32_t n = rng_below(rng, 8192);

    return n == 0 ? 3000000 : n < 64 ? 30000 : 200 + rng_below(rng, 800);
}

static void one_draw(Job *job, const Gr3dRegs *regs, Rng *rng)
{
    unsigned exec = rng_below(rng, num_execs);
    bool sample = rng_once_in(rng, 16), again = rng_once_in(rng, 8);
    bool entire = rng_once_in(rng, 2), done;
    uint64_t limit = choose_limit(rng);
    Gr3dDraw *draw = gr3d_draw_new_cached(regs, cache);
    HostileMemory m;
    const char *wrong;
    uint64_t fragments, result = 0;

    hostile_memory_place(&m, draw, rng);
    if (!sample && !again && !entire) {
        hostile_memory_dirty(&m, rng, rng_small(rng, 16));
    }
    hostile_memory_bind(&m, draw, hostile_lie);
    gr3d_draw_set_exec(draw, execs[exec]);
    done = run_limited(job, draw, limit);
    hostile_memory_unbind(&m);
    wrong = hostile_memory_check(&m, draw, sample);
    if (wrong) {
        finding(job, wrong);
    }
    check_events(job, draw);
    fragments = gr3d_draw_stats(draw)->fragments;
    result = again || entire ? digest(&m, draw) : 0;
    hostile_memory_restore(&m, draw);
    gr3d_draw_free(draw);
    if (again && done) {
        repeat(job, regs, &m, NULL, NULL, result);
    }
    if (entire && done) {
        repeat(job, regs, &m, execs[exec], &thrice, result);
    }
    if (hostile_change && done) {
        changed(job, regs, &m, execs[exec]);
    }
    job->draws++;
    job->by_exec[exec]++;
    job->shaded += fragments > 0;
    job->fragments += fragments;
}

/* ---- streams */

static void print_stream(const Gr3dRegs *regs)
{
    const uint32_t *words = (const uint32_t *)regs;

    for (unsigned i = 0; i < HOSTILE_NUM_WORDS; i++) {
        if (words[i]) {
            printf("%s %s 0x%03x 0x%08x\n",
                   i < GR3D_NUM_REGS ? "reg" : "memory",
                   i < GR3D_NUM_REGS && gr3d_reg_name(i) ?
                   gr3d_reg_name(i) : "-",
                   i < GR3D_NUM_REGS ? i : i - GR3D_NUM_REGS, words[i]);
        }
    }
    fflush(stdout);
}

static void one_stream(HostileJob *opaque)
{
    static Gr3dRegs regs;
    Job *job = (Job *)opaque;
    Rng rng = rng_new(job->job.seed);
    unsigned draws = rng_once_in(&rng, 16) ? 2 : 1;

    hostile_state_valid(&regs, &rng);
    while (draws--) {
        hostile_state_spoil(&regs, &rng, job->hit);
        if (hostile_print) {
            print_stream(&regs);
        }
        one_draw(job, &regs, &rng);
    }
}

/* ---- all of them */

static void add(HostileJob *opaque_sum, const HostileJob *opaque)
{
    Job *sum = (Job *)opaque_sum;
    const Job *job = (const Job *)opaque;

    sum->draws += job->draws;
    for (unsigned i = 0; i < num_execs; i++) {
        sum->by_exec[i] += job->by_exec[i];
    }
    sum->shaded += job->shaded;
    sum->fragments += job->fragments;
    sum->cancelled += job->cancelled;
    sum->repeated += job->repeated;
    sum->changed += job->changed;
    sum->digest ^= job->digest;
    sum->most_work = MAX(sum->most_work, job->most_work);
    for (unsigned i = 0; i < HOSTILE_NUM_WORDS; i++) {
        sum->hit[i] |= job->hit[i];
    }
}

static void summary(const HostileJob *opaque)
{
    const Job *sum = (const Job *)opaque;
    unsigned hit = 0, words = 0;

    for (unsigned i = 0; i < HOSTILE_NUM_WORDS; i++) {
        words += hostile_word_reachable(i);
        hit += hostile_word_reachable(i) && sum->hit[i];
    }
    for (unsigned i = 0; i < num_execs; i++) {
        printf("%" G_GUINT64_FORMAT " draws by %s\n", sum->by_exec[i],
               gr3d_exec_name(execs[i]));
    }
    printf("%u of %u registers and program words were set\n"
           "%" G_GUINT64_FORMAT " draws shaded, %" G_GUINT64_FORMAT
           " were cancelled; at most %" G_GUINT64_FORMAT
           " units between cancel points (%d allowed)\n"
           "%" G_GUINT64_FORMAT " draws again while memory changed, %"
           G_GUINT64_FORMAT " repeated, digest %016" PRIx64 "\n"
           "%" G_GUINT64_FORMAT " draws, %" G_GUINT64_FORMAT " fragments\n",
           hit, words, sum->shaded, sum->cancelled, sum->most_work,
           GR3D_MAX_STEP, sum->changed, sum->repeated, sum->digest,
           sum->draws, sum->fragments);
}

static bool add_exec(const char *name)
{
    const char *why;
    bool found = gr3d_exec_find(name, &execs[num_execs], &why);

    num_execs += found;
    return found;
}

static void begin(void)
{
    hostile_memory_init();
    cache = gr3d_cache_new();
}

int main(int argc, char **argv)
{
    static const HostileProgram program = {
        .name = "gr3d-hostile",
        .job_size = sizeof(Job),
        .add_exec = add_exec,
        .init = hostile_state_init,
        .begin = begin,
        .stream = one_stream,
        .add = add,
        .summary = summary,
    };

    return hostile_main(&program, argc, argv);
}
