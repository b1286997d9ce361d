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
 * Streams run in child processes, so that none ends the run:
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
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "hostile-memory.h"
#include "hostile-state.h"

#define MAX_JOBS        64
#define MAX_FINDINGS    20
#define HANG_SECONDS    60
#define EXIT_FINDING    3

/* What a child tells its parent, in shared memory */
typedef struct Job {
    uint64_t seed;              /* of the stream that runs */
    gint64 started;             /* when, in microseconds */
    uint64_t streams, draws, shaded, fragments, cancelled;
    uint64_t digest;            /* of the streams that were run twice */
    uint64_t repeated, changed;
    uint64_t by_exec[4];        /* draws */
    uint64_t most_work;         /* between two cancel points */
    gint64 longest;             /* stream, in microseconds */
    char finding[128];
    uint8_t hit[HOSTILE_NUM_WORDS];
    pid_t pid;
    bool ended;
} Job;

static gint64 opt_streams = 100000, opt_seconds = G_MAXINT32, opt_seed = 1;
static int opt_jobs = 1, opt_lie;
static gboolean opt_print, opt_change;
static const char *opt_exec;

/* What the processor has; NULL is the reference */
static const Gr3dExec *execs[4];
static unsigned num_execs;

/* Return options: the defaults keep 256 MiB of freed memory, which is slow. */
const char *__asan_default_options(void);
const char *__asan_default_options(void)
{
    return "quarantine_size_mb=4:thread_local_quarantine_size_kb=256:"
           "malloc_context_size=8:detect_leaks=0";
}

/* ---- one draw */

static G_GNUC_NORETURN void finding(Job *job, const char *what)
{
    g_strlcpy(job->finding, what, sizeof(job->finding));
    _exit(EXIT_FINDING);
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

    hostile_memory_bind(m, draw, opt_lie);
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
    job->digest ^= want * (2 * job->seed + 1);
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
    Changer c = { .m = m, .rng = rng_new(job->seed) };
    Gr3dDraw *draw = gr3d_draw_new(regs);
    const char *wrong;
    pthread_t thread;

    hostile_memory_bind(m, draw, opt_lie);
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
    Gr3dDraw *draw = gr3d_draw_new(regs);
    HostileMemory m;
    const char *wrong;
    uint64_t fragments, result = 0;

    hostile_memory_place(&m, draw, rng);
    if (!sample && !again && !entire) {
        hostile_memory_dirty(&m, rng, rng_small(rng, 16));
    }
    hostile_memory_bind(&m, draw, opt_lie);
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
    if (opt_change && done) {
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

static void one_stream(Job *job)
{
    static Gr3dRegs regs;
    Rng rng = rng_new(job->seed);
    unsigned draws = rng_once_in(&rng, 16) ? 2 : 1;

    hostile_state_valid(&regs, &rng);
    while (draws--) {
        hostile_state_spoil(&regs, &rng, job->hit);
        if (opt_print) {
            print_stream(&regs);
        }
        one_draw(job, &regs, &rng);
    }
    job->streams++;
}

/* Run seeds opt_seed + i with i = number, number + jobs, ... */
static void run_streams(Job *job, unsigned number, gint64 end)
{
    gint64 now = g_get_monotonic_time();

    for (gint64 i = number + job->streams * opt_jobs; i < opt_streams;
         i += opt_jobs) {
        gint64 then = now;

        job->seed = opt_seed + i;
        job->started = now;
        one_stream(job);
        now = g_get_monotonic_time();
        job->longest = MAX(job->longest, now - then);
        if (now >= end) {
            break;
        }
    }
}

/* ---- the parent */

static void start(Job *job, unsigned number, gint64 end)
{
    pid_t pid;

    job->started = g_get_monotonic_time();
    pid = fork();
    if (pid < 0) {
        perror("fork");
        exit(2);
    }
    if (pid == 0) {
        hostile_memory_init();      /* each has its own */
        run_streams(job, number, end);
        _exit(0);
    }
    job->pid = pid;
}

static void report(const Job *job, int status)
{
    g_autofree char *how = WIFSIGNALED(status) ?
        g_strdup_printf("signal %d", WTERMSIG(status)) :
        g_strdup_printf("status %d", WEXITSTATUS(status));

    printf("FINDING: seed %" G_GUINT64_FORMAT ": %s\n"
           "  repeat: gr3d-hostile --seed %" G_GUINT64_FORMAT
           " --streams 1 --print\n", job->seed,
           job->finding[0] ? job->finding : how, job->seed);
    fflush(stdout);
}

static void watch(Job *job)
{
    if (g_get_monotonic_time() - job->started >
        HANG_SECONDS * G_TIME_SPAN_SECOND) {
        g_strlcpy(job->finding, "a stream does not end", sizeof(job->finding));
        kill(job->pid, SIGKILL);
    }
}

/* Run all jobs; returns the number of findings. */
static unsigned run_jobs(Job *jobs, gint64 end)
{
    unsigned findings = 0, running = opt_jobs;

    for (int i = 0; i < opt_jobs; i++) {
        start(&jobs[i], i, end);
    }
    while (running) {
        for (int i = 0; i < opt_jobs; i++) {
            Job *job = &jobs[i];
            int status;

            if (job->ended) {
                continue;
            }
            if (waitpid(job->pid, &status, WNOHANG) != job->pid) {
                watch(job);
            } else if (status == 0 || findings >= MAX_FINDINGS) {
                job->ended = true;
                running--;
            } else {
                report(job, status);
                findings++;
                job->finding[0] = 0;
                job->streams++;         /* the next one */
                start(job, i, end);
            }
        }
        g_usleep(20000);
    }
    return findings;
}

static void add(Job *sum, const Job *job)
{
    sum->streams += job->streams;
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
    sum->longest = MAX(sum->longest, job->longest);
    for (unsigned i = 0; i < HOSTILE_NUM_WORDS; i++) {
        sum->hit[i] |= job->hit[i];
    }
}

static void summary(const Job *sum, unsigned findings, gint64 time)
{
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
           " units between cancel points (%d allowed), %" G_GINT64_FORMAT
           " ms a stream\n"
           "%" G_GUINT64_FORMAT " draws again while memory changed, %"
           G_GUINT64_FORMAT " repeated, digest %016" PRIx64 "\n",
           hit, words, sum->shaded, sum->cancelled, sum->most_work,
           GR3D_MAX_STEP, sum->longest / 1000, sum->changed, sum->repeated,
           sum->digest);
    printf("%" G_GUINT64_FORMAT " streams, %" G_GUINT64_FORMAT " draws, %"
           G_GUINT64_FORMAT " fragments, %u findings, %" G_GINT64_FORMAT
           " s\n", sum->streams, sum->draws, sum->fragments, findings,
           time / G_TIME_SPAN_SECOND);
}

static const GOptionEntry options[] = {
    { "streams", 0, 0, G_OPTION_ARG_INT64, &opt_streams,
      "how many streams (100000)", "N" },
    { "seconds", 0, 0, G_OPTION_ARG_INT64, &opt_seconds,
      "end after this time", "S" },
    { "jobs", 0, 0, G_OPTION_ARG_INT, &opt_jobs, "processes (1)", "J" },
    { "seed", 0, 0, G_OPTION_ARG_INT64, &opt_seed,
      "number of the first stream (1)", "N" },
    { "change", 0, 0, G_OPTION_ARG_NONE, &opt_change,
      "draw again while another thread changes the memory; a finding may not "
      "come again", NULL },
    { "print", 0, 0, G_OPTION_ARG_NONE, &opt_print,
      "print the registers of each draw", NULL },
    { "lie", 0, 0, G_OPTION_ARG_INT, &opt_lie,
      "give spans as larger than they are: has to lead to findings", "BYTES" },
    { "exec", 0, 0, G_OPTION_ARG_STRING, &opt_exec,
      "only this backend (each one by turns)", "NAME" },
    { NULL }
};

static void parse_options(int argc, char **argv)
{
    g_autoptr(GOptionContext) context = g_option_context_new(NULL);
    g_autoptr(GError) error = NULL;

    g_option_context_add_main_entries(context, options, NULL);
    if (!g_option_context_parse(context, &argc, &argv, &error)) {
        fprintf(stderr, "gr3d-hostile: %s\n", error->message);
        exit(2);
    }
    if (argc > 1 || opt_lie < 0 || opt_jobs < 1 || opt_jobs > MAX_JOBS ||
        opt_streams < 1 || opt_seconds < 1) {
        fprintf(stderr, "gr3d-hostile: bad option, see --help\n");
        exit(2);
    }
}

/* Find all backends of this processor, or the one that was asked for. */
static void find_execs(void)
{
    static const char *const names[] = { "ref", "base", "avx2", "avx512" };
    const char *why;

    for (unsigned i = 0; i < G_N_ELEMENTS(names); i++) {
        if ((!opt_exec || !strcmp(opt_exec, names[i])) &&
            gr3d_exec_find(names[i], &execs[num_execs], &why)) {
            num_execs++;
        }
    }
    if (!num_execs) {
        fprintf(stderr, "gr3d-hostile: there is no backend %s here\n",
                opt_exec);
        exit(2);
    }
}

int main(int argc, char **argv)
{
    gint64 begin = g_get_monotonic_time();
    unsigned findings;
    Job *jobs, *sum;

    parse_options(argc, argv);
    find_execs();
    jobs = mmap(NULL, (opt_jobs + 1) * sizeof(*jobs), PROT_READ | PROT_WRITE,
                MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (jobs == MAP_FAILED) {
        perror("gr3d-hostile: mmap");
        return 2;
    }
    hostile_state_init();
    findings = run_jobs(jobs, begin + opt_seconds * G_TIME_SPAN_SECOND);
    sum = &jobs[opt_jobs];
    for (int i = 0; i < opt_jobs; i++) {
        add(sum, &jobs[i]);
    }
    summary(sum, findings, g_get_monotonic_time() - begin);
    return findings > 0;
}
