/*
 * v3d-hostile: random control lists through the V3D engine
 *
 * Each stream is made from a number, its seed: a scene in memory of which some
 * words are anything (tests/gpu/v3d/hostile-scene.c), a binning list, a
 * rendering list, user programs.  RAM ends at a page without access, or begins
 * behind one.  A finding is: a signal, a sanitizer's report, a page that was
 * changed and not reported, more work in a slice than documented, another
 * result than the reference's in one slice (unless a scene reads what it
 * writes), a state that was saved and is
 * refused, or a stream without an end.
 *
 *   v3d-hostile [--streams N] [--seconds S] [--jobs J] [--seed S] [--print]
 * and a finding is repeated with --seed N --streams 1.  With --change, lists
 * run again while another thread changes their memory.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "../hostile-jobs.h"
#include "hostile-scene.h"
#include "hw/gpu/v3d/run/engine.h"
#include "hw/gpu/v3d/text/state_print.h"

#ifdef SANITIZED
#include <sanitizer/asan_interface.h>
#else
#define ASAN_POISON_MEMORY_REGION(p, n)     ((void)(p), (void)(n))
#define ASAN_UNPOISON_MEMORY_REGION(p, n)   ((void)(p), (void)(n))
#endif

#define GUARD   4096

typedef struct Job {
    HostileJob job;
    uint64_t by_exec[4];        /* streams */
    uint64_t done, drew, saved, repeated, unsteady, changed, user;
    uint64_t most_work;         /* beyond the budget of a slice */
    uint8_t record[2][256];     /* that a thread has executed */
} Job;

static const V3dExec *execs[4];
static unsigned num_execs;

/* The engine's RAM, of any size up to HOSTILE_RAM, in @room */
static uint8_t *room, *ram, *first, *last;
static uint32_t ram_size;

/* Streams have the same ones, which are reset between them. */
static V3d *tested, *reference;

/*
 * Memory
 */

static void make_machines(void)
{
    room = mmap(NULL, HOSTILE_RAM + 2 * GUARD, PROT_NONE,
                MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (room == MAP_FAILED ||
        mprotect(room + GUARD, HOSTILE_RAM, PROT_READ | PROT_WRITE)) {
        perror("mmap");
        exit(2);
    }
    first = malloc(HOSTILE_RAM);
    last = malloc(HOSTILE_RAM);
    tested = v3d_new();
    reference = v3d_new();
}

/* Choose size and place of RAM. */
static void place_memory(Rng *rng)
{
    ASAN_UNPOISON_MEMORY_REGION(room + GUARD, HOSTILE_RAM);
    ram_size = HOSTILE_RAM - (rng_below(rng, 2) ? 0 : rng_small(rng, 0x20000));
    ram = room + GUARD + (rng_below(rng, 2) ? 0 : HOSTILE_RAM - ram_size);
    ASAN_POISON_MEMORY_REGION(room + GUARD, HOSTILE_RAM);
    ASAN_UNPOISON_MEMORY_REGION(ram, ram_size);
}

/* Pages that were reported are now as they should be in @first. */
static void take_range(void *opaque, uint64_t offset, uint64_t size)
{
    if (offset < ram_size) {
        memcpy(first + offset, ram + offset, MIN(size, ram_size - offset));
    }
}

static void check_pages(Job *job, V3d *v3d)
{
    v3d_take_touched(v3d, take_range, NULL);
    if (memcmp(first, ram, ram_size)) {
        hostile_finding(&job->job, "a page was changed and not reported");
    }
}

/*
 * Slices
 */

typedef struct Run {
    Job *job;
    V3d *v3d;
    Rng rng;
    bool slices;                /* random ones */
    bool saves;                 /* between them */
    uint64_t limit;             /* of work in all */
    bool ended;                 /* nothing was cut off */
} Run;

static void note_record(void *opaque, unsigned thread, uint32_t ca,
                        const V3dRecord *record)
{
    Job *job = opaque;

    job->record[thread][record->code] = 1;
}

/* Another engine goes on, with the counters of the one before. */
static void move_on(Run *r)
{
    static uint32_t words[V3D_STATE_WORDS];

    v3d_save(r->v3d, words);
    if (!v3d_load(r->v3d, words)) {
        hostile_finding(&r->job->job, "a saved state is refused");
    }
    r->job->saved++;
}

static void print_state(Run *r)
{
    g_autoptr(GString) text = g_string_new(NULL);

    v3d_print_threads(text, r->v3d);
    v3d_print_pool(text, r->v3d);
    v3d_print_user(text, r->v3d);
    v3d_print_lists(text, r->v3d);
    v3d_print_programs(text, r->v3d);
}

static uint64_t slice_budget(Run *r)
{
    return r->slices ? 1 + rng_small(&r->rng, 4000) : r->limit;
}

static void end_slice(Run *r, uint64_t before, uint64_t budget)
{
    uint64_t work = r->v3d->core.work - before;
    uint64_t over = work > budget ? work - budget : 0;

    r->job->most_work = MAX(r->job->most_work, over);
    if (over > V3D_MAX_STEP) {
        hostile_finding(&r->job->job, "more work in a slice than documented");
    }
    r->limit -= MIN(r->limit, work);
    if (r->saves && rng_once_in(&r->rng, 8)) {
        move_on(r);
    }
    if (r->slices && rng_once_in(&r->rng, 64)) {
        print_state(r);
    }
}

static V3dClResult list_slice(Run *r, unsigned thread)
{
    uint64_t budget = slice_budget(r), before = r->v3d->core.work;
    V3dClResult result = v3d_cl_run(r->v3d, thread, budget);

    end_slice(r, before, budget);
    return result;
}

static void run_list(Run *r, unsigned thread, uint32_t start, uint32_t end,
                     uint64_t limit)
{
    V3dClResult result = V3D_CL_MORE;
    unsigned given = 0;

    r->limit = limit;
    v3d_cl_start(r->v3d, thread, start, end);
    while (result == V3D_CL_MORE && r->limit) {
        result = list_slice(r, thread);
        if (result == V3D_CL_MEMORY && given++ < 4) {
            v3d_give_memory(r->v3d, HOSTILE_SPILL, 0x1000);
            result = V3D_CL_MORE;
        } else if (result == V3D_CL_HALT) {
            result = V3D_CL_MORE;
        }
    }
    r->ended &= result != V3D_CL_MORE;
    r->job->done += result == V3D_CL_DONE;
}

static void run_user(Run *r, uint64_t limit, Rng *rng)
{
    V3dUserResult result = V3D_USER_MORE;

    r->limit = limit;
    for (unsigned i = rng_small(rng, 20); i > 0; i--) {
        v3d_user_request(r->v3d, HOSTILE_PROGRAMS + 0x400 * rng_below(rng, 4),
                         HOSTILE_UNIFORMS, rng_below(rng, 2048));
    }
    while (result == V3D_USER_MORE && r->limit) {
        uint64_t budget = slice_budget(r), before = r->v3d->core.work;

        result = v3d_user_run(r->v3d, budget);
        end_slice(r, before, budget);
    }
    r->ended &= result != V3D_USER_MORE;
}

/*
 * Streams
 */

/* What a run has to do, the same for each run of the stream */
typedef struct Plan {
    HostileScene scene;
    uint64_t limit[3];          /* of binning, rendering, user programs */
    uint32_t vpmbase, bxcf;
    unsigned damage;            /* words of what the binner wrote */
    bool user;
    Rng rng;
} Plan;

/* Mostly small ones: ten million streams have to end, too. */
static uint64_t choose_limit(Rng *rng, uint64_t usual)
{
    uint32_t n = rng_below(rng, 8192);

    return n == 0 ? 3000000 : n < 64 ? 10 * usual : usual;
}

static void make_plan(Plan *plan, Rng *rng)
{
    hostile_scene_make(&plan->scene, last, rng);
    plan->limit[0] = choose_limit(rng, 4000);
    plan->limit[1] = choose_limit(rng, 30000);
    plan->limit[2] = choose_limit(rng, 2000);
    plan->vpmbase = rng_below(rng, 4) ? 16 : rng_below(rng, 32);
    plan->bxcf = rng_once_in(rng, 16) << 1;
    plan->damage = rng_once_in(rng, 4) ? rng_small(rng, 16) : 0;
    plan->user = rng_once_in(rng, 4);
    plan->rng = *rng;
    place_memory(rng);
}

/* As after the machine's reset, and nothing is counted */
static void start_anew(V3d *v3d, const V3dExec *exec)
{
    v3d_reset(v3d);
    memset(v3d->core.counter, 0, sizeof(v3d->core.counter));
    memset(v3d->core.mem.touched, 0, sizeof(v3d->core.mem.touched));
    v3d_clear_events(v3d);
    v3d_set_exec(v3d, exec);
}

/* Damage what the binner has written, as a guest may. */
static void damage(const Plan *plan, Rng *rng)
{
    for (unsigned i = 0; i < plan->damage; i++) {
        uint32_t at = (rng_below(rng, 2) ? HOSTILE_TILE_ALLOC :
                       HOSTILE_TILE_STATE) + rng_below(rng, 0x100);

        ram[at] = first[at] = rng_any(rng);
    }
}

/* @from: what is in memory */
static void run_plan(Run *r, const Plan *plan, const uint8_t *from,
                     const V3dExec *exec)
{
    const HostileScene *s = &plan->scene;
    Rng rng = plan->rng;

    memcpy(ram, from, ram_size);
    memcpy(first, from, ram_size);
    r->ended = true;
    start_anew(r->v3d, exec);
    v3d_set_memory(r->v3d, ram, ram_size + hostile_lie);
    v3d_set_record_hook(r->v3d, note_record, r->job);
    v3d_set_vpmbase(r->v3d, plan->vpmbase);
    v3d_set_bxcf(r->v3d, plan->bxcf);
    run_list(r, V3D_BIN, HOSTILE_BIN_LIST, s->bin_end, plan->limit[0]);
    check_pages(r->job, r->v3d);
    damage(plan, &rng);
    run_list(r, V3D_RENDER, HOSTILE_RENDER_LIST, s->render_end,
             plan->limit[1]);
    if (plan->user) {
        run_user(r, plan->limit[2], &rng);
        r->job->user++;
    }
    check_pages(r->job, r->v3d);
}

/* Run once by the reference in one slice; returns whether it ended. */
static bool run_reference(Job *job, const Plan *plan, const uint8_t *from,
                          uint64_t counter[V3D_NUM_COUNTERS])
{
    Run r = { .job = job, .v3d = reference };

    run_plan(&r, plan, from, NULL);
    memcpy(counter, v3d_counters(reference),
           V3D_NUM_COUNTERS * sizeof(counter[0]));
    return r.ended;
}

/*
 * Does the scene read what it writes?  Then its result may depend on slices.
 * @image: what it has written; the reference has left what is in memory now,
 * and @counter.
 */
static bool reads_own_output(Job *job, const Plan *plan, const uint8_t *image,
                             const uint64_t counter[V3D_NUM_COUNTERS])
{
    static uint8_t once[HOSTILE_RAM];
    uint64_t again[V3D_NUM_COUNTERS];

    if (memcmp(image, last, HOSTILE_TILE_STATE) ||
        memcmp(image + HOSTILE_TEXTURE, last + HOSTILE_TEXTURE, 0x1000)) {
        return true;
    }
    memcpy(once, ram, ram_size);
    run_reference(job, plan, once, again);
    return memcmp(once, ram, ram_size) ||
           memcmp(counter, again, sizeof(again));
}

/* Run again by the reference in one slice: the result must be the same. */
static void repeat(Job *job, const Plan *plan, bool slices)
{
    static uint8_t image[HOSTILE_RAM];
    uint64_t counter[V3D_NUM_COUNTERS];
    bool other_counts;

    memcpy(image, ram, ram_size);
    job->repeated++;
    if (!run_reference(job, plan, last, counter)) {
        return;
    }
    other_counts = memcmp(counter, v3d_counters(tested), sizeof(counter));
    if (!other_counts && !memcmp(image, ram, ram_size)) {
        return;
    }
    if (slices && reads_own_output(job, plan, image, counter)) {
        job->unsteady++;
        return;
    }
    hostile_finding(&job->job, other_counts ? "other counts than the reference"
                                            : "another result than the "
                                              "reference");
}

/* Another processor of the guest, which writes what the engine reads */
typedef struct Changer {
    Rng rng;
    bool end;                   /* atomic */
} Changer;

static void *change(void *opaque)
{
    Changer *c = opaque;

    while (!__atomic_load_n(&c->end, __ATOMIC_RELAXED)) {
        ram[rng_below(&c->rng, MIN(ram_size, HOSTILE_TEXTURE))] =
            rng_any(&c->rng);
    }
    return NULL;
}

/* Not under ThreadSanitizer: this is a race. */
static void changed(Job *job, const Plan *plan, const V3dExec *exec)
{
    Changer c = { .rng = plan->rng };
    pthread_t thread;

    if (pthread_create(&thread, NULL, change, &c)) {
        hostile_finding(&job->job, "no thread");
    }
    memcpy(ram, last, ram_size);
    start_anew(tested, exec);
    v3d_set_memory(tested, ram, ram_size);
    v3d_cl_start(tested, V3D_BIN, HOSTILE_BIN_LIST, plan->scene.bin_end);
    v3d_cl_run(tested, V3D_BIN, plan->limit[0]);
    v3d_cl_start(tested, V3D_RENDER, HOSTILE_RENDER_LIST,
                 plan->scene.render_end);
    v3d_cl_run(tested, V3D_RENDER, plan->limit[1]);
    __atomic_store_n(&c.end, true, __ATOMIC_RELAXED);
    pthread_join(thread, NULL);
    job->changed++;
}

static void one_stream(HostileJob *opaque)
{
    Job *job = (Job *)opaque;
    Rng rng = rng_new(job->job.seed);
    unsigned exec = rng_below(&rng, num_execs);
    Run r = { .job = job, .v3d = tested, .slices = rng_below(&rng, 4) };
    Plan plan;

    make_plan(&plan, &rng);
    if (hostile_print) {
        printf("seed %" PRIu64 ": %s, RAM of 0x%x bytes, lists to 0x%x and "
               "0x%x\n", job->job.seed, v3d_exec_name(execs[exec]), ram_size,
               plan.scene.bin_end, plan.scene.render_end);
        fflush(stdout);
    }
    r.saves = r.slices && rng_once_in(&rng, 4);
    r.rng = rng;
    run_plan(&r, &plan, last, execs[exec]);
    job->by_exec[exec]++;
    job->drew += v3d_counters(tested)[V3D_PCTR_QUADS] > 0;
    /* A load forgets programs and vertices, which may be others now. */
    if (r.ended && !r.saves) {
        repeat(job, &plan, r.slices);
    }
    if (hostile_change) {
        changed(job, &plan, execs[exec]);
    }
}

/*
 * All of them
 */

static void add(HostileJob *opaque_sum, const HostileJob *opaque)
{
    Job *sum = (Job *)opaque_sum;
    const Job *job = (const Job *)opaque;

    for (unsigned i = 0; i < num_execs; i++) {
        sum->by_exec[i] += job->by_exec[i];
    }
    sum->done += job->done;
    sum->drew += job->drew;
    sum->saved += job->saved;
    sum->repeated += job->repeated;
    sum->unsteady += job->unsteady;
    sum->changed += job->changed;
    sum->user += job->user;
    sum->most_work = MAX(sum->most_work, job->most_work);
    for (unsigned i = 0; i < 256; i++) {
        sum->record[V3D_BIN][i] |= job->record[V3D_BIN][i];
        sum->record[V3D_RENDER][i] |= job->record[V3D_RENDER][i];
    }
}

static void count_records(const Job *sum, unsigned *hit, unsigned *all)
{
    for (unsigned i = 0; i < 256; i++) {
        unsigned threads = v3d_record_row(i)->size ?
                           v3d_record_row(i)->threads : 0;

        for (unsigned n = 0; n < V3D_NUM_THREADS; n++) {
            *all += threads >> n & 1;
            *hit += (threads >> n & 1) && sum->record[n][i];
        }
    }
}

static void summary(const HostileJob *opaque)
{
    const Job *sum = (const Job *)opaque;
    unsigned hit = 0, all = 0;

    count_records(sum, &hit, &all);
    for (unsigned i = 0; i < num_execs; i++) {
        printf("%" PRIu64 " by %s\n", sum->by_exec[i],
               v3d_exec_name(execs[i]));
    }
    printf("%u of %u records of both threads were executed\n"
           "%" PRIu64 " lists ended, %" PRIu64 " streams drew, %" PRIu64
           " ran user programs, %" PRIu64 " were repeated (%" PRIu64
           " read what they write), %" PRIu64 " again while memory changed\n"
           "%" PRIu64 " states were saved; at most %" PRIu64
           " units beyond a slice (%u allowed)\n", hit, all, sum->done,
           sum->drew, sum->user, sum->repeated, sum->unsteady, sum->changed,
           sum->saved, sum->most_work, V3D_MAX_STEP);
}

static bool add_exec(const char *name)
{
    const char *why;
    bool found = v3d_exec_find(name, &execs[num_execs], &why);

    num_execs += found;
    return found;
}

int main(int argc, char **argv)
{
    static const HostileProgram program = {
        .name = "v3d-hostile",
        .job_size = sizeof(Job),
        .add_exec = add_exec,
        .begin = make_machines,
        .stream = one_stream,
        .add = add,
        .summary = summary,
    };

    return hostile_main(&program, argc, argv);
}
