/*
 * tegra-soak: very many jobs from several processes
 *
 * Each process has a sync point of its own and knows what it must count to:
 * the fence of each job is exactly as many increments ahead as the job has,
 * after a wait the counter is between that fence and what was submitted, and
 * in the end it is what was submitted, no more and no less.  So no completion
 * is lost, and none comes twice.
 *
 * The processes end and begin anew in each of ROUNDS rounds, and the memory of
 * the kernel (and, on request, of the emulator) is looked at in between.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tegra-recovery/host.h"
#include "tegra-uapi/new.h"

#define PROCESSES       4
#define ROUNDS          10
#define IN_FLIGHT       64      /* jobs of a process, at most */
#define LONGEST_MS      60000   /* a wait: the kernel's time-out is 10 s */
#define MAX_INCRS       4
#define PICTURE         12      /* pixels each way */

typedef enum Interfaces {
    ONLY_LEGACY,
    ONLY_NEW,
    BOTH,                       /* processes 0 and 2 the legacy one */
} Interfaces;

static const char *const interface_names[] = { "legacy", "new", "both" };

typedef struct Options {
    uint64_t submits;
    Interfaces interfaces;
    bool host;                  /* ask for the emulator's memory */
} Options;

/* What a process has done; the parent reads it */
typedef struct Done {
    uint64_t jobs, increments, draws, waits, engine_waits, syncobjs;
} Done;

typedef struct Client {
    TegraChannel ch;
    bool draws;
    uint32_t fence[IN_FLIGHT];  /* of jobs nobody has waited for; a ring */
    unsigned first, num;
    uint32_t submitted;         /* what the sync point will be */
    uint32_t seen;              /* what it has been */
    uint32_t syncobj;
    Picture picture;
    uint32_t pixel;             /* it will have ... */
    uint32_t drawn;             /* ... when this fence is reached */
    bool drawing;
    Done *done;
} Client;

static Stream stream;
static NewJob job;

static unsigned below(unsigned n)
{
    return (unsigned)random() % n;
}

/* ---- fences */

static void look_at(Client *c, uint32_t value, const char *what)
{
    check((int32_t)(value - c->seen) >= 0 &&
          (int32_t)(c->submitted - value) >= 0,
          "%s: sync point %u is 0x%x, was 0x%x, 0x%x are submitted", what,
          c->ch.syncpt, value, c->seen, c->submitted);
    c->seen = value;
}

static void check_picture(Client *c)
{
    if (c->drawing && (int32_t)(c->seen - c->drawn) >= 0) {
        picture_check(&c->picture, c->pixel, "a draw");
        c->drawing = false;
    }
}

/*
 * Wait for one of the oldest @of jobs; those before it are done, too.  What the
 * wait itself says may be older than the counter by which it ended: the kernel
 * reads the counter first, then what another processor has read of it
 * [linux: drivers/gpu/host1x/syncpt.c, host1x_syncpt_wait()].
 */
static void wait_for_one(Client *c, unsigned of)
{
    unsigned n = below(of);
    uint32_t fence = c->fence[(c->first + n) % IN_FLIGHT], value;

    check_ret("wait", tegra_wait(&c->ch, fence, LONGEST_MS, NULL), 0);
    value = syncpt_value(c->ch.fd, c->ch.syncpt);
    check((int32_t)(value - fence) >= 0, "after a wait for 0x%x: 0x%x", fence,
          value);
    look_at(c, value, "wait");
    check_picture(c);
    c->first = (c->first + n + 1) % IN_FLIGHT;
    c->num -= n + 1;
    c->done->waits++;
}

static void submitted(Client *c, unsigned incrs, uint32_t fence)
{
    c->submitted += incrs;
    check_u32("fence", fence, c->submitted);
    c->fence[(c->first + c->num++) % IN_FLIGHT] = fence;
    c->done->jobs++;
    c->done->increments += incrs;
}

/* ---- jobs */

static void submit_empty(Client *c)
{
    unsigned incrs = 1 + below(MAX_INCRS);

    submitted(c, incrs, job_incrs(&c->ch, incrs));
}

/* The engine waits for one of this process's jobs first. */
static void submit_waiting(Client *c)
{
    unsigned incrs = 1 + below(MAX_INCRS);
    uint32_t value = c->submitted - below(100);

    if (c->ch.uapi == TEGRA_UAPI_LEGACY) {
        submit_empty(c);
        return;
    }
    submitted(c, incrs, job_incrs_after(&c->ch, incrs, c->ch.syncpt, value));
    c->done->engine_waits++;
}

/* The kernel's fence is waited for, not the sync point. */
static void submit_syncobj(Client *c)
{
    struct drm_syncobj_wait wait = {
        .handles = (uintptr_t)&c->syncobj,
        .timeout_nsec = now_ns() + LONGEST_MS * 1000000LL,
        .count_handles = 1,
    };
    uint32_t fence;

    if (c->ch.uapi == TEGRA_UAPI_LEGACY) {
        submit_empty(c);
        return;
    }
    new_begin(&job, &c->ch, 1);
    new_incr(&job);
    job.arg.syncobj_out = c->syncobj;
    must("submit", new_submit(&job, &fence));
    submitted(c, 1, fence);
    check_ret("sync object",
              tegra_ioctl(c->ch.fd, DRM_IOCTL_SYNCOBJ_WAIT, &wait), 0);
    look_at(c, syncpt_value(c->ch.fd, c->ch.syncpt), "sync object");
    check_u32("after the sync object", c->seen, fence);
    check_picture(c);
    c->num = 0;
    c->done->syncobjs++;
}

/* One at a time: the picture is looked at before the next one */
static void submit_draw(Client *c)
{
    unsigned bright = below(16);
    uint32_t fence;

    if (!c->draws || c->drawing) {
        submit_empty(c);
        return;
    }
    picture_fill(&c->picture, UNTOUCHED);
    draw_gr3d(&stream, &c->picture, c->ch.syncpt, bright);
    must("submit", tegra_submit(&c->ch, &stream, &c->picture.bufs, &fence));
    submitted(c, stream.incrs, fence);
    c->pixel = bright_pixel(bright);
    c->drawn = fence;
    c->drawing = true;
    c->done->draws++;
}

static const struct {
    unsigned of_128;
    void (*submit)(Client *c);
} mix[] = {
    { 4, submit_draw },
    { 4, submit_syncobj },
    { 8, submit_waiting },
    { 112, submit_empty },
};

static void submit_any(Client *c)
{
    unsigned n = below(128), kind = 0;

    while (n >= mix[kind].of_128) {
        n -= mix[kind++].of_128;
    }
    mix[kind].submit(c);
}

/* ---- processes */

static uint32_t syncobj_new(int fd)
{
    struct drm_syncobj_create arg = { 0 };

    must("SYNCOBJ_CREATE", tegra_ioctl(fd, DRM_IOCTL_SYNCOBJ_CREATE, &arg));
    return arg.handle;
}

/*
 * Nothing keeps an engine's two channels from taking turns within a job: only
 * one of them draws, and the other one leaves the registers alone.
 */
static void client_open(Client *c, Interfaces interfaces, unsigned number)
{
    bool legacy = interfaces == ONLY_LEGACY ||
                  (interfaces == BOTH && number % 2 == 0);

    channel_open(&c->ch, card_open(),
                 legacy ? TEGRA_UAPI_LEGACY : TEGRA_UAPI_NEW, CLASS_GR3D);
    if (legacy) {
        channel_own_syncpt(&c->ch);
    }
    c->draws = interfaces != BOTH || !legacy;
    c->syncobj = syncobj_new(c->ch.fd);
    c->submitted = c->seen = syncpt_value(c->ch.fd, c->ch.syncpt);
    picture_new(&c->picture, c->ch.fd, PICTURE, PICTURE);
}

static void client_end(Client *c)
{
    while (c->num) {
        wait_for_one(c, c->num);
    }
    check(!c->drawing, "the last draw was not waited for");
    sleep_ms(5);
    check_u32("in the end", syncpt_value(c->ch.fd, c->ch.syncpt),
              c->submitted);
    picture_free(&c->picture);
    tegra_channel_close(&c->ch);
}

static void client_run(const Options *o, unsigned number, uint64_t jobs,
                       Done *done)
{
    static Client c;

    c.done = done;
    client_open(&c, o->interfaces, number);
    for (uint64_t i = 0; i < jobs && !check_failures(); i++) {
        if (c.num == IN_FLIGHT) {
            wait_for_one(&c, IN_FLIGHT / 2);
        } else if (c.num && below(8) == 0) {
            wait_for_one(&c, c.num);
        }
        submit_any(&c);
    }
    client_end(&c);
}

/* ---- memory */

typedef enum Kind {
    MEM_FREE,
    SLAB,
    EMULATOR,
    KINDS,
} Kind;

/* Growth in KiB from the first round to the last that is accepted */
static const struct {
    const char *name;
    int sign;                   /* of growth in use */
    int limit;
} kinds[KINDS] = {
    [MEM_FREE] = { "MemFree:", -1, 512 },
    [SLAB] = { "Slab:", 1, 1024 },
    [EMULATOR] = { "emulator", 1, 16384 },
};

typedef struct Memory {
    long kib[KINDS];
} Memory;

static void memory_line(Memory *m, const char *line)
{
    for (unsigned i = 0; i < EMULATOR; i++) {
        size_t len = strlen(kinds[i].name);

        if (!strncmp(line, kinds[i].name, len)) {
            m->kib[i] = atol(line + len);
        }
    }
}

/*
 * MemFree (and CmaFree) lack free pages that wait in a list of their CPU, up to
 * some megabytes [mm/page_alloc.c: free_unref_page()].
 */
static void memory_zone_line(Memory *m, const char *line)
{
    long pages;                 /* of 4 KiB */

    if (sscanf(line, " count: %ld", &pages) == 1) {
        m->kib[MEM_FREE] += 4 * pages;
    }
}

static void memory_read(Memory *m, const char *path,
                        void (*each)(Memory *m, const char *line))
{
    FILE *f = fopen(path, "r");
    char line[128];

    must(path, f ? 0 : -1);
    while (fgets(line, sizeof(line), f)) {
        each(m, line);
    }
    fclose(f);
}

/* Return the memory after what the kernel does late: deferred frees, power */
static Memory memory_now(const Options *o)
{
    Memory m = { 0 };

    sleep_ms(400);
    memory_read(&m, "/proc/meminfo", memory_line);
    memory_read(&m, "/proc/zoneinfo", memory_zone_line);
    if (o->host && check(host_ask("memory"), "the host's answer")) {
        m.kib[EMULATOR] = atol(host_value());
    }
    return m;
}

static void memory_print(const Memory *m, const char *when)
{
    printf("tegra-soak: memory %s: free %ld, Slab %ld, emulator %ld KiB\n",
           when, m->kib[MEM_FREE], m->kib[SLAB], m->kib[EMULATOR]);
}

/*
 * Linux 6.1 never lets go of the fence that it makes for a sync object
 * [drivers/gpu/drm/tegra/submit.c: drm_syncobj_replace_fence() takes a
 * reference of its own]: one of kmalloc-192 each.
 */
static void memory_compare(const Memory *before, const Memory *after,
                           uint64_t syncobjs)
{
    long lost = syncobjs * 192 / 1024;

    for (unsigned i = 0; i < KINDS; i++) {
        long growth = kinds[i].sign * (after->kib[i] - before->kib[i]);
        long limit = kinds[i].limit + (i == SLAB || i == MEM_FREE ? lost : 0);

        check(growth <= limit, "%s %ld KiB, was %ld: %ld KiB more in use, at "
              "most %ld", kinds[i].name, after->kib[i], before->kib[i], growth,
              limit);
    }
}

/* ---- all */

static bool reap(pid_t pid)
{
    int status;

    must("waitpid", waitpid(pid, &status, 0));
    return check(status == 0, "a process ended with status 0x%x", status);
}

/* The n-th of PROCESSES * ROUNDS shares, which add up to all */
static uint64_t share(const Options *o, unsigned n)
{
    const unsigned shares = PROCESSES * ROUNDS;

    return o->submits * (n + 1) / shares - o->submits * n / shares;
}

static void run_round(const Options *o, unsigned r, Done *done)
{
    pid_t pid[PROCESSES];

    for (unsigned i = 0; i < PROCESSES; i++) {
        pid[i] = check_fork();
        if (pid[i] == 0) {
            srandom(r * PROCESSES + i);
            client_run(o, i, share(o, r * PROCESSES + i), &done[i]);
            exit(check_failures() != 0);
        }
    }
    for (unsigned i = 0; i < PROCESSES; i++) {
        reap(pid[i]);
    }
}

static Done sum(const Done *done)
{
    Done all = { 0 };

    for (unsigned i = 0; i < PROCESSES; i++) {
        all.jobs += done[i].jobs;
        all.increments += done[i].increments;
        all.draws += done[i].draws;
        all.waits += done[i].waits;
        all.engine_waits += done[i].engine_waits;
        all.syncobjs += done[i].syncobjs;
    }
    return all;
}

static void print_done(const Done *d, double seconds)
{
    printf("tegra-soak: %llu submits, %llu increments, %llu draws, %llu waits, "
           "%llu by the engine, %llu sync objects; %.0f s, %.0f/s\n",
           (unsigned long long)d->jobs, (unsigned long long)d->increments,
           (unsigned long long)d->draws, (unsigned long long)d->waits,
           (unsigned long long)d->engine_waits,
           (unsigned long long)d->syncobjs, seconds, d->jobs / seconds);
}

static void *shared(size_t size)
{
    void *p = mmap(NULL, size, PROT_READ | PROT_WRITE,
                   MAP_SHARED | MAP_ANONYMOUS, -1, 0);

    must("mmap", p == MAP_FAILED ? -1 : 0);
    return p;
}

static void run_all(const Options *o)
{
    static const UapiTest quiet = { .name = "soak" };
    Done *done = shared(PROCESSES * sizeof(*done)), all;
    Memory first = memory_now(o), now;
    int64_t took = 0;

    memory_print(&first, "before");
    for (unsigned r = 0; r < ROUNDS && !check_failures(); r++) {
        took -= now_ns();
        run_round(o, r, done);
        took += now_ns();
        all = sum(done);
        print_done(&all, took / 1e9);
        now = memory_now(o);
        memory_print(&now, "now");
        first = r ? first : now;
        log_check(&quiet);
    }
    check(all.jobs == o->submits, "%llu submits",
          (unsigned long long)all.jobs);
    memory_compare(&first, &now, all.syncobjs);
}

static const char usage[] =
    "usage: tegra-soak [--submits N] [--uapi legacy|new|both] [--host]\n"
    "Jobs from four processes at once, each fence checked; exit status 0 if\n"
    "all counters, pictures, the kernel's log and memory are right.\n"
    "  --submits N  how many (2000)\n"
    "  --uapi U     the kernel's interface, or half of the processes each\n"
    "               (both)\n"
    "  --host       ask the host for the emulator's memory, too\n";

static bool parse_interfaces(Options *o, const char *name)
{
    for (unsigned i = 0; i < ARRAY_LENGTH(interface_names); i++) {
        if (!strcmp(name, interface_names[i])) {
            o->interfaces = i;
            return true;
        }
    }
    return false;
}

static bool parse(Options *o, int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        const char *value = i + 1 < argc ? argv[i + 1] : NULL;

        if (!strcmp(argv[i], "--host")) {
            o->host = true;
        } else if (!strcmp(argv[i], "--submits") && value) {
            o->submits = strtoul(argv[++i], NULL, 10);
        } else if (!strcmp(argv[i], "--uapi") && value &&
                   parse_interfaces(o, value)) {
            i++;
        } else {
            return false;
        }
    }
    return o->submits >= PROCESSES * ROUNDS;
}

int main(int argc, char **argv)
{
    Options o = { .submits = 2000, .interfaces = BOTH };

    setlinebuf(stdout);
    if (!parse(&o, argc, argv)) {
        bool help = argc == 2 && !strcmp(argv[1], "--help");

        fputs(usage, help ? stdout : stderr);
        return help ? 0 : 2;
    }
    log_open();
    /* Never closed, or the kernel sets the console's mode again and again. */
    card_open();
    run_all(&o);
    printf("tegra-soak: %s: %u passed, %u failed\n",
           interface_names[o.interfaces], check_failures() == 0,
           check_failures() != 0);
    return check_failures() != 0;
}
