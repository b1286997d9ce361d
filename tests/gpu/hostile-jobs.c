/*
 * Random streams in processes: what gr3d-hostile and v3d-hostile share
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "hostile-jobs.h"

#define MAX_JOBS        64
#define MAX_FINDINGS    20
#define HANG_SECONDS    60
#define EXIT_FINDING    3

gboolean hostile_print, hostile_change;
int hostile_lie;

static gint64 opt_streams = 100000, opt_seconds = G_MAXINT32, opt_seed = 1;
static int opt_jobs = 1;
static const char *opt_exec;
static const HostileProgram *program;
static uint8_t *jobs;           /* opt_jobs, and the sum of all */

/* Return options: the defaults keep 256 MiB of freed memory, which is slow. */
const char *__asan_default_options(void);
const char *__asan_default_options(void)
{
    return "quarantine_size_mb=4:thread_local_quarantine_size_kb=256:"
           "malloc_context_size=8:detect_leaks=0";
}

static HostileJob *job_number(unsigned n)
{
    return (HostileJob *)(jobs + n * program->job_size);
}

/* ---- a child */

void hostile_finding(HostileJob *job, const char *what)
{
    g_strlcpy(job->finding, what, sizeof(job->finding));
    _exit(EXIT_FINDING);
}

/* Run seeds opt_seed + i with i = number, number + jobs, ... */
static void run_streams(HostileJob *job, unsigned number, gint64 end)
{
    gint64 now = g_get_monotonic_time();

    for (gint64 i = number + job->streams * opt_jobs; i < opt_streams;
         i += opt_jobs) {
        gint64 then = now;

        job->seed = opt_seed + i;
        job->started = now;
        program->stream(job);
        job->streams++;
        now = g_get_monotonic_time();
        job->longest = MAX(job->longest, now - then);
        if (now >= end) {
            break;
        }
    }
}

/* ---- the parent */

static void start(unsigned number, gint64 end)
{
    HostileJob *job = job_number(number);
    pid_t pid;

    job->started = g_get_monotonic_time();
    pid = fork();
    if (pid < 0) {
        perror("fork");
        exit(2);
    }
    if (pid == 0) {
        program->begin();
        run_streams(job, number, end);
        _exit(0);
    }
    job->pid = pid;
}

static void report(const HostileJob *job, int status)
{
    g_autofree char *how = WIFSIGNALED(status) ?
        g_strdup_printf("signal %d", WTERMSIG(status)) :
        g_strdup_printf("status %d", WEXITSTATUS(status));

    printf("FINDING: seed %" G_GUINT64_FORMAT ": %s\n"
           "  repeat: %s --seed %" G_GUINT64_FORMAT " --streams 1 --print\n",
           job->seed, job->finding[0] ? job->finding : how, program->name,
           job->seed);
    fflush(stdout);
}

static void watch(HostileJob *job)
{
    if (g_get_monotonic_time() - job->started >
        HANG_SECONDS * G_TIME_SPAN_SECOND) {
        g_strlcpy(job->finding, "a stream does not end", sizeof(job->finding));
        kill(job->pid, SIGKILL);
    }
}

/* Look at a child that has not ended; true: it has now, maybe by a finding. */
static bool look_at(unsigned number, gint64 end, unsigned *findings)
{
    HostileJob *job = job_number(number);
    int status;

    if (waitpid(job->pid, &status, WNOHANG) != job->pid) {
        watch(job);
        return false;
    }
    job->ended = status == 0 || *findings >= MAX_FINDINGS;
    if (!job->ended) {
        report(job, status);
        ++*findings;
        job->finding[0] = 0;
        job->streams++;         /* the next one */
        start(number, end);
    }
    return job->ended;
}

/* Run all jobs; returns the number of findings. */
static unsigned run_jobs(gint64 end)
{
    unsigned findings = 0, running = opt_jobs;

    for (int i = 0; i < opt_jobs; i++) {
        start(i, end);
    }
    while (running) {
        for (int i = 0; i < opt_jobs; i++) {
            if (!job_number(i)->ended) {
                running -= look_at(i, end, &findings);
            }
        }
        g_usleep(20000);
    }
    return findings;
}

static void summary(unsigned findings, gint64 time)
{
    HostileJob *sum = job_number(opt_jobs);

    for (int i = 0; i < opt_jobs; i++) {
        const HostileJob *job = job_number(i);

        sum->streams += job->streams;
        sum->longest = MAX(sum->longest, job->longest);
        program->add(sum, job);
    }
    program->summary(sum);
    printf("%" G_GUINT64_FORMAT " streams, at most %" G_GINT64_FORMAT
           " ms each, %u findings, %" G_GINT64_FORMAT " s\n", sum->streams,
           sum->longest / 1000, findings, time / G_TIME_SPAN_SECOND);
}

static const GOptionEntry options[] = {
    { "streams", 0, 0, G_OPTION_ARG_INT64, &opt_streams,
      "how many streams (100000)", "N" },
    { "seconds", 0, 0, G_OPTION_ARG_INT64, &opt_seconds,
      "end after this time", "S" },
    { "jobs", 0, 0, G_OPTION_ARG_INT, &opt_jobs, "processes (1)", "J" },
    { "seed", 0, 0, G_OPTION_ARG_INT64, &opt_seed,
      "number of the first stream (1)", "N" },
    { "print", 0, 0, G_OPTION_ARG_NONE, &hostile_print,
      "print what each stream is", NULL },
    { "change", 0, 0, G_OPTION_ARG_NONE, &hostile_change,
      "run again while another thread changes the memory; a finding may not "
      "come again", NULL },
    { "lie", 0, 0, G_OPTION_ARG_INT, &hostile_lie,
      "give memory as larger than it is: has to lead to findings", "BYTES" },
    { "exec", 0, 0, G_OPTION_ARG_STRING, &opt_exec,
      "only this backend (each one by turns)", "NAME" },
    { NULL }
};

/* Take all backends of this processor, or the one that was asked for. */
static bool find_execs(void)
{
    static const char *const names[] = { "ref", "base", "avx2", "avx512" };
    bool any = false;

    for (unsigned i = 0; i < G_N_ELEMENTS(names); i++) {
        if (!opt_exec || !strcmp(opt_exec, names[i])) {
            any |= program->add_exec(names[i]);
        }
    }
    return any;
}

static void parse_options(int argc, char **argv)
{
    g_autoptr(GOptionContext) context = g_option_context_new(NULL);
    g_autoptr(GError) error = NULL;

    g_option_context_add_main_entries(context, options, NULL);
    if (!g_option_context_parse(context, &argc, &argv, &error)) {
        fprintf(stderr, "%s: %s\n", program->name, error->message);
        exit(2);
    }
    if (argc > 1 || opt_jobs < 1 || opt_jobs > MAX_JOBS || opt_streams < 1 ||
        opt_seconds < 1 || hostile_lie < 0 || !find_execs()) {
        fprintf(stderr, "%s: bad option, see --help\n", program->name);
        exit(2);
    }
    if (program->init) {
        program->init();
    }
}

int hostile_main(const HostileProgram *p, int argc, char **argv)
{
    gint64 begin = g_get_monotonic_time();
    unsigned findings;

    program = p;
    parse_options(argc, argv);
    jobs = mmap(NULL, (opt_jobs + 1) * p->job_size, PROT_READ | PROT_WRITE,
                MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (jobs == MAP_FAILED) {
        perror("mmap");
        return 2;
    }
    findings = run_jobs(begin + opt_seconds * G_TIME_SPAN_SECOND);
    summary(findings, g_get_monotonic_time() - begin);
    return findings > 0;
}
