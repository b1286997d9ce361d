/*
 * A tegra DRM device in the process: channels and jobs
 *
 * A job's words are executed by the thread that submits it, or by the one that
 * counts a sync point up which the channel waits for.  A job's slots are what
 * the kernel writes into the push buffer.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include <errno.h>
#include <time.h>
#include "hw/gpu/tegra_host1x_cmdproc.h"
#include "hw/gpu/tegra_host1x_regs.h"
#include "replay/recorder.h"
#include "tegra.h"

#define NUM_CHANNELS    (2 * TEGRA_NUM_CLIENTS)
#define RING_SLOTS      511
#define NOP             0x20000000
#define WAIT_SYNCPT     0x00080041      /* SETCL host1x, offset, 1 */
#define LOAD_BASE       0x000b0041

typedef struct Channel {
    /* as the kernel sees it */
    GQueue jobs;                /* submitted and not done */
    unsigned slots;             /* of these */
    unsigned position;          /* slot of the next job */
    const TegraJob *timed;      /* its time runs; NULL: none */
    int64_t timeout_at;

    /* as host1x sees it */
    GQueue todo;                /* jobs to be executed */
    TegraJob *job;              /* that one is being executed, or NULL */
    unsigned word;              /* of its slots */
    TegraHost1xCmdproc cp;
    enum { RUNS, WAITS, LOCKED } state;
    unsigned wait_id;
    uint32_t wait_value;
} Channel;

static Channel channels[NUM_CHANNELS];
static uint32_t bases[TEGRA_HOST1X_NUM_BASES];
static const Channel *locks[TEGRA_HOST1X_NUM_MLOCKS];
static bool progress;           /* a word was executed */

/* ---- Jobs ---- */

TegraJob *tegra_job_new(TegraClient *client, bool new_uapi)
{
    TegraJob *job = g_new0(TegraJob, 1);

    job->refs = 1;
    job->client = client;
    job->new_uapi = new_uapi;
    job->cmds = g_array_new(false, false, sizeof(TegraCmd));
    job->slots = g_array_new(false, false, sizeof(uint32_t));
    return job;
}

void tegra_job_unref(TegraJob *job)
{
    if (!job || --job->refs) {
        return;
    }
    if (job->bos) {
        g_ptr_array_unref(job->bos);
    }
    g_array_unref(job->cmds);
    g_array_unref(job->slots);
    g_free(job->data);
    g_free(job);
}

void tegra_job_gather(TegraJob *job, uint32_t at, uint32_t words)
{
    TegraCmd cmd = { .value = at, .words = words };

    g_array_append_val(job->cmds, cmd);
}

void tegra_job_keep(TegraJob *job, DrmBo *bo)
{
    if (!job->bos) {
        job->bos = g_ptr_array_new_with_free_func(
            (GDestroyNotify)drm_bo_unref);
    }
    bo->refs++;
    g_ptr_array_add(job->bos, bo);
}

static void push(TegraJob *job, uint32_t a, uint32_t b)
{
    const uint32_t slot[] = { a, b };

    g_array_append_vals(job->slots, slot, 2);
}

static void push_class(TegraJob *job, uint32_t class_id)
{
    push(job, class_id << 6, NOP);
}

static void push_cmd(TegraJob *job, const TegraCmd *cmd, uint32_t begin)
{
    uint32_t value = cmd->value + (cmd->relative ? begin : 0);

    if (cmd->wait) {
        push(job, WAIT_SYNCPT, cmd->id << 24 | (value & 0xffffff));
        push_class(job, cmd->class_id);
    } else {
        push(job, 0x60000000 | cmd->words, cmd->value * 4);
    }
}

/* What the kernel puts around the client's words [tegra-host1x.rst] */
static void push_all(TegraJob *job)
{
    TegraSyncpt *sp = &tegra_syncpts[job->syncpt];
    uint32_t begin = sp->max;

    push(job, WAIT_SYNCPT, job->syncpt << 24 | (begin & 0xffffff));
    for (unsigned i = 0; i < TEGRA_NUM_CLIENTS; i++) {
        if (tegra_clients[i].syncpt == job->syncpt) {
            push(job, LOAD_BASE, tegra_clients[i].base << 24 |
                 (begin & 0xffffff));
        }
    }
    push_class(job, job->client->class_id);
    job->end = sp->max = begin + job->incrs;
    for (unsigned i = 0; i < job->cmds->len; i++) {
        push_cmd(job, &g_array_index(job->cmds, TegraCmd, i), begin);
    }
}

/* ---- The command processor ---- */

static TegraHost1xCmdResult host_method(Channel *ch, uint16_t offset,
                                        uint32_t value)
{
    unsigned id = value >> 24;

    if (offset == TEGRA_HOST1X_LOAD_SYNCPT_BASE &&
        id < TEGRA_HOST1X_NUM_BASES) {
        bases[id] = value & 0xffff;
    }
    if (offset != TEGRA_HOST1X_WAIT_SYNCPT || id >= TEGRA_NUM_SYNCPTS) {
        return TEGRA_HOST1X_CMD_NEXT;
    }
    ch->state = WAITS;
    ch->wait_id = id;
    ch->wait_value = value & 0xffffff;
    return TEGRA_HOST1X_CMD_PARK;
}

/* Draws are done by then, whatever the condition. */
static void increment(uint32_t value)
{
    Recorder *r = tegra_recorder();
    unsigned id = value & 0xff;

    if (id < TEGRA_NUM_SYNCPTS) {
        tegra_syncpts[id].value++;
        if (r) {
            recorder_incr(r, id, tegra_syncpts[id].value);
        }
    }
}

static TegraHost1xCmdResult on_method(void *opaque, uint16_t class_id,
                                      uint16_t offset, uint32_t value)
{
    if (class_id == TEGRA_CLASS_HOST1X) {
        return host_method(opaque, offset, value);
    }
    if (offset == TEGRA_HOST1X_INCR_SYNCPT) {
        increment(value);
    } else if (offset > TEGRA_HOST1X_INCR_SYNCPT_ERROR) {
        tegra_engine_write(class_id, offset, value);
    }
    return TEGRA_HOST1X_CMD_NEXT;
}

static void on_restart(void *opaque, uint32_t offset)
{
}

static TegraHost1xCmdResult on_mlock(void *opaque, bool acquire, uint8_t index)
{
    Channel *ch = opaque;
    const Channel **lock = &locks[index % TEGRA_HOST1X_NUM_MLOCKS];

    if (!acquire) {
        *lock = *lock == ch ? NULL : *lock;
    } else if (*lock && *lock != ch) {
        ch->state = LOCKED;
        return TEGRA_HOST1X_CMD_RETRY;
    } else {
        *lock = ch;
    }
    return TEGRA_HOST1X_CMD_NEXT;
}

static void on_error(void *opaque, TegraHost1xCmdError error, uint32_t word)
{
    tegra_debug("host1x: word 0x%08x is no opcode here", word);
}

static const TegraHost1xCmdprocOps ops = {
    .method = on_method,
    .restart = on_restart,
    .mlock = on_mlock,
    .error = on_error,
};

/* False: it has to be fed again. */
static bool feed(Channel *ch, bool in_gather, uint32_t word)
{
    bool taken = tegra_host1x_cmdproc_feed(&ch->cp, &ops, ch, in_gather,
                                           word) != TEGRA_HOST1X_CMD_RETRY;

    progress = progress || taken;
    if (!taken && tegra_recorder()) {
        recorder_word_refused(tegra_recorder());
    }
    return taken;
}

static void record(const Channel *ch, uint32_t addr, uint32_t word)
{
    if (tegra_recorder()) {
        recorder_word(tegra_recorder(), ch - channels, &ch->cp, addr, word);
    }
}

static void run_gather(Channel *ch)
{
    TegraHost1xCmdproc *cp = &ch->cp;
    uint32_t word = ch->job->data[cp->gather_addr / 4];

    record(ch, cp->gather_addr, word);
    cp->gather_addr += 4;
    cp->gather_left--;
    if (!feed(ch, true, word)) {
        cp->gather_addr -= 4;
        cp->gather_left++;
    }
}

static void run_slots(Channel *ch)
{
    uint32_t word = g_array_index(ch->job->slots, uint32_t, ch->word);

    record(ch, ch->word * 4, word);
    ch->word += feed(ch, false, word);
}

static void begin_next(Channel *ch)
{
    tegra_job_unref(ch->job);
    ch->job = g_queue_pop_head(&ch->todo);
    ch->word = 0;
}

/* Until there is nothing to do, or it has to wait */
static void channel_run(Channel *ch)
{
    while (ch->state == RUNS) {
        if (tegra_host1x_cmdproc_in_gather(&ch->cp)) {
            run_gather(ch);
        } else if (ch->job && ch->word < ch->job->slots->len) {
            run_slots(ch);
        } else if (ch->job || ch->todo.length) {
            begin_next(ch);
        } else {
            break;
        }
    }
}

/* Comparators have 16 bits [tegra-host1x.rst, Sync points]. */
static bool can_run(const Channel *ch)
{
    uint16_t ahead = tegra_syncpts[ch->wait_id].value - ch->wait_value;

    return ch->state == RUNS ? ch->job || ch->todo.length :
           ch->state == LOCKED || ahead < 0x8000;
}

/* ---- Jobs that are done ---- */

static void job_done(Channel *ch, TegraJob *job)
{
    tegra_syncpts[job->syncpt].cached = tegra_syncpts[job->syncpt].value;
    ch->slots -= job->slots->len / 2;
    if (ch->timed == job) {
        ch->timed = NULL;
    }
    if (job->new_uapi) {
        job->client->busy_at = drm_now();
        tegra_client_put(job->client);
    }
    tegra_syncpt_put(job->syncpt);
    tegra_job_unref(job);
}

static void start_timer(Channel *ch, const TegraJob *job)
{
    if (!ch->timed && job->timeout) {
        ch->timed = job;
        ch->timeout_at = drm_now() + job->timeout * MS;
    }
}

static void channel_look(Channel *ch)
{
    TegraJob *job;

    while ((job = g_queue_peek_head(&ch->jobs))) {
        if (!job->cancelled &&
            !tegra_syncpt_reached(tegra_syncpts[job->syncpt].value,
                                  job->end)) {
            start_timer(ch, job);
            break;
        }
        g_queue_pop_head(&ch->jobs);
        job_done(ch, job);
    }
}

void tegra_host1x_run(void)
{
    do {
        progress = false;
        for (unsigned i = 0; i < NUM_CHANNELS; i++) {
            if (can_run(&channels[i])) {
                channels[i].state = RUNS;
                channel_run(&channels[i]);
            }
        }
    } while (progress);
    for (unsigned i = 0; i < NUM_CHANNELS; i++) {
        channel_look(&channels[i]);
    }
    tegra_fences_look(drm_now());
    drm_changed();
}

/* ---- Time-outs [cdma_timeout_handler()] ---- */

/* Everything half done is thrown away. */
static void teardown(Channel *ch)
{
    tegra_host1x_cmdproc_reset(&ch->cp);
    tegra_job_unref(ch->job);
    ch->job = NULL;
    ch->state = RUNS;
    g_queue_clear_full(&ch->todo, (GDestroyNotify)tegra_job_unref);
}

/* Jobs with the same sync point shall do nothing. */
static void cancel(Channel *ch, TegraJob *failed)
{
    tegra_syncpts[failed->syncpt].locked = true;
    for (GList *l = ch->jobs.head; l; l = l->next) {
        TegraJob *job = l->data;

        job->cancelled = job->cancelled || job->syncpt == failed->syncpt;
    }
}

/* Begin again behind @failed, whatever has been executed of that. */
static void begin_again(Channel *ch, const TegraJob *failed)
{
    for (GList *l = g_queue_find(&ch->jobs, failed)->next; l; l = l->next) {
        TegraJob *job = l->data;

        if (!job->cancelled) {
            job->refs++;
            g_queue_push_tail(&ch->todo, job);
        }
    }
}

static void timed_out(Channel *ch)
{
    TegraJob *job = g_queue_peek_head(&ch->jobs);
    TegraSyncpt *sp = &tegra_syncpts[job->syncpt];

    tegra_log("host1x 50000000.host1x: cdma_timeout_handler: timeout: %u "
              "(%s), HW thresh %u, done %u", job->syncpt, job->client->name,
              sp->value, job->end);
    ch->timed = NULL;
    teardown(ch);
    if (job->new_uapi) {
        cancel(ch, job);
    } else {
        sp->value = job->end;
    }
    begin_again(ch, job);
    tegra_host1x_run();
}

int64_t tegra_host1x_due(int64_t now)
{
    int64_t next = INT64_MAX;

    for (unsigned i = 0; i < NUM_CHANNELS; i++) {
        Channel *ch = &channels[i];

        if (ch->timed && now >= ch->timeout_at) {
            timed_out(ch);
        }
    }
    for (unsigned i = 0; i < NUM_CHANNELS; i++) {
        if (channels[i].timed) {
            next = MIN(next, channels[i].timeout_at);
        }
    }
    return next;
}

/* ---- Submits ---- */

/* Behind a job that waits the ring fills up: then the client waits. */
static int wait_for_slots(const Channel *ch, const TegraJob *job)
{
    unsigned slots = 3 + 2 * job->cmds->len;
    int ret = 0;

    while (ch->jobs.length && ch->slots + slots > RING_SLOTS && !ret) {
        ret = drm_wait(INT64_MAX);
    }
    return ret;
}

int tegra_job_submit(TegraJob *job)
{
    Channel *ch = &channels[2 * (job->client - tegra_clients) + job->new_uapi];
    TegraSyncpt *sp = &tegra_syncpts[job->syncpt];
    int ret = wait_for_slots(ch, job);

    if (ret) {
        return ret;
    }
    if (sp->locked) {
        return -EPERM;
    }
    push_all(job);
    ch->slots += job->slots->len / 2;
    ch->position = (ch->position + job->slots->len / 2) % RING_SLOTS;
    sp->refs++;
    if (job->new_uapi) {
        tegra_client_get(job->client);
    }
    job->refs += 2;
    g_queue_push_tail(&ch->jobs, job);
    g_queue_push_tail(&ch->todo, job);
    if (tegra_recorder()) {
        recorder_flush(tegra_recorder());
    }
    tegra_host1x_run();
    return 0;
}

/* ---- debugfs ---- */

static void show_channel(GString *text, const Channel *ch, unsigned number)
{
    const TegraClient *client = &tegra_clients[number / 2];

    g_string_append_printf(text, "%u-%s:", number, client->name);
    if (ch->state == WAITS) {
        g_string_append_printf(text, " waiting on syncpt %u val %u",
                               ch->wait_id, ch->wait_value);
    } else {
        g_string_append_printf(text, " active class %02x, offset %04x",
                               ch->cp.class_id, ch->cp.offset);
    }
    g_string_append_printf(text, "\nDMAPUT %08x, jobs %u\n",
                           ch->position * 8, ch->jobs.length);
}

char *tegra_host1x_status(void)
{
    GString *text = g_string_new("---- syncpts ----\n");

    for (unsigned i = 0; i < TEGRA_NUM_SYNCPTS; i++) {
        const TegraSyncpt *sp = &tegra_syncpts[i];

        if (sp->max || sp->value) {
            g_string_append_printf(text, "id %u min %u max %u\n", i,
                                   sp->value, sp->max);
        }
    }
    for (unsigned i = 0; i < TEGRA_HOST1X_NUM_BASES; i++) {
        if (bases[i]) {
            g_string_append_printf(text, "waitbase id %u val %u\n", i,
                                   bases[i]);
        }
    }
    g_string_append(text, "---- channels ----\n");
    for (unsigned i = 0; i < NUM_CHANNELS; i++) {
        show_channel(text, &channels[i], i);
    }
    return g_string_free(text, false);
}
