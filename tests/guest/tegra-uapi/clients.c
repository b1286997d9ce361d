/*
 * tegra-uapi: several processes at once, some of which are killed
 *
 * Only one of an engine's two channels draws at a time: the registers of an
 * engine are shared, and nothing keeps two channels from taking turns within a
 * job.  The other one counts.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "uapi.h"

#define JOBS            40      /* of each client */
#define IN_FLIGHT       6       /* at most */
#define FREE_SYNCPTS    27

typedef struct Kind {
    const char *name;
    TegraUapi uapi;
    uint32_t class_id;
    bool own;                   /* legacy: a sync point of its own */
    bool draws;
} Kind;

static const Kind kinds[] = {
    { "draws, GR3D", TEGRA_UAPI_NEW, CLASS_GR3D, false, true },
    { "draws, GR3D", TEGRA_UAPI_NEW, CLASS_GR3D, false, true },
    { "counts, GR3D", TEGRA_UAPI_NEW, CLASS_GR3D, false, false },
    { "counts, GR3D, legacy", TEGRA_UAPI_LEGACY, CLASS_GR3D, true, false },
    { "shares, GR3D, legacy", TEGRA_UAPI_LEGACY, CLASS_GR3D, false, false },
    { "shares, GR3D, legacy", TEGRA_UAPI_LEGACY, CLASS_GR3D, false, false },
    { "draws, GR2D, legacy", TEGRA_UAPI_LEGACY, CLASS_GR2D, true, true },
    { "draws, GR2D, legacy", TEGRA_UAPI_LEGACY, CLASS_GR2D, true, true },
    { "counts, GR2D", TEGRA_UAPI_NEW, CLASS_GR2D, false, false },
};

#define CLIENTS ARRAY_LENGTH(kinds)

/* What the clients tell: how often they counted the shared sync point up */
static uint32_t *shared_incrs;

static void client_open(const Kind *k, TegraChannel *ch)
{
    channel_open(ch, card_open(), k->uapi, k->class_id);
    if (k->own) {
        channel_own_syncpt(ch);
    }
}

/* Run jobs in flight; fences are exact unless the sync point is shared */
static void client_counts(const Kind *k, TegraChannel *ch, unsigned client)
{
    bool shared = k->uapi == TEGRA_UAPI_LEGACY && !k->own;
    unsigned num = 1 + rand() % IN_FLIGHT;
    uint32_t value = syncpt_value(ch->fd, ch->syncpt), fence = 0;

    for (unsigned i = 0; i < num; i++) {
        unsigned incrs = 1 + rand() % 20;

        fence = job_incrs(ch, incrs);
        value += incrs;
        if (shared) {
            shared_incrs[client] += incrs;
        } else {
            check_u32(k->name, fence, value);
        }
    }
    if (shared) {
        check_ret(k->name, tegra_wait(ch, fence, WAIT_MS, NULL), 0);
    } else {
        fence_done(ch, fence, k->name);
    }
}

static void client_draws(const Kind *k, TegraChannel *ch, Picture *p)
{
    static Stream s;
    uint32_t fence, value, before = syncpt_value(ch->fd, ch->syncpt);

    picture_fill(p, UNTOUCHED);
    if (k->class_id == CLASS_GR3D) {
        unsigned bright = rand() % 16;

        draw_gr3d(&s, p, ch->syncpt, bright);
        value = bright_pixel(bright);
    } else {
        value = rand();
        draw_gr2d_fill(&s, BUF_TARGET, p->width, p->height, ch->syncpt,
                       value);
    }
    must("submit", tegra_submit(ch, &s, &p->bufs, &fence));
    check_u32(k->name, fence, before + 1);
    fence_done(ch, fence, k->name);
    picture_check(p, value, k->name);
}

static void client_run(unsigned client, unsigned jobs)
{
    const Kind *k = &kinds[client];
    TegraChannel ch;
    Picture p;

    srand(client);
    client_open(k, &ch);
    picture_new(&p, ch.fd, 8 + 4 * client, 8 + client);
    for (unsigned i = 0; i < jobs && !check_failures(); i++) {
        if (k->draws) {
            client_draws(k, &ch, &p);
        } else {
            client_counts(k, &ch, client);
        }
    }
}

static pid_t client_start(unsigned client, unsigned jobs)
{
    pid_t pid = check_fork();

    if (pid == 0) {
        client_run(client, jobs);
        exit(check_failures() != 0);
    }
    return pid;
}

static void client_ends(pid_t pid, const char *name)
{
    int status;

    must("waitpid", waitpid(pid, &status, 0));
    check(status == 0, "%s: status 0x%x", name, status);
}

static void shared_new(void)
{
    shared_incrs = mmap(NULL, CLIENTS * sizeof(uint32_t),
                        PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS,
                        -1, 0);
    must("memory", shared_incrs == MAP_FAILED ? -1 : 0);
}

static unsigned rounds(unsigned as_checked)
{
    return uapi_rounds ? uapi_rounds : as_checked;
}

static void test_together(void)
{
    TegraChannel ch;
    pid_t pid[CLIENTS];
    uint32_t begin, incrs = 0;

    shared_new();
    channel_open(&ch, card_open(), TEGRA_UAPI_LEGACY, CLASS_GR3D);
    begin = syncpt_value(ch.fd, ch.syncpt);
    for (unsigned i = 0; i < CLIENTS; i++) {
        pid[i] = client_start(i, rounds(JOBS));
    }
    for (unsigned i = 0; i < CLIENTS; i++) {
        client_ends(pid[i], kinds[i].name);
        incrs += shared_incrs[i];
    }
    check_u32("the shared sync point", syncpt_value(ch.fd, ch.syncpt),
              begin + incrs);
    channel_alive(&ch, "all clients");
    tegra_channel_close(&ch);
}

/* What a client had is free again once its jobs are done. */
static void check_all_free(void)
{
    unsigned n = 0;
    uint32_t id;

    for (unsigned tries = 0; tries < 50 && n != FREE_SYNCPTS; tries++) {
        int fd = card_open();

        n = 0;
        while (syncpt_alloc(fd, &id) == 0) {
            n++;
        }
        close(fd);
        sleep_ms(20);
    }
    check_u32("free sync points", n, FREE_SYNCPTS);
}

static void all_alive(void)
{
    int fd = card_open();

    for (TegraUapi u = TEGRA_UAPI_LEGACY; u <= TEGRA_UAPI_NEW; u++) {
        TegraChannel gr2d, gr3d;

        channel_open(&gr2d, fd, u, CLASS_GR2D);
        channel_open(&gr3d, fd, u, CLASS_GR3D);
        channel_alive(&gr2d, "clients were killed");
        channel_alive(&gr3d, "clients were killed");
        tegra_channel_close(&gr3d);
        tegra_channel_close(&gr2d);
    }
    close(fd);
}

/* Each second one is killed in the middle; the others must not notice. */
static void killed_round(unsigned round)
{
    pid_t pid[CLIENTS];

    for (unsigned i = 0; i < CLIENTS; i++) {
        pid[i] = client_start(i, (i + round) & 1 ? 1000000 : JOBS / 2);
    }
    for (unsigned i = 0; i < CLIENTS; i++) {
        if ((i + round) & 1) {
            sleep_ms(10 + rand() % 30);
            kill(pid[i], SIGKILL);
            must("waitpid", waitpid(pid[i], NULL, 0));
        }
    }
    for (unsigned i = 0; i < CLIENTS; i++) {
        if (!((i + round) & 1)) {
            client_ends(pid[i], kinds[i].name);
        }
    }
}

static void test_killed(void)
{
    shared_new();
    for (unsigned i = 0; i < rounds(4); i++) {
        killed_round(i);
        all_alive();
    }
    check_all_free();
}

/* A mapping would keep the file open. */
static void client_closes(TegraChannel *ch)
{
    for (unsigned i = 0; i < TEGRA_LEGACY_JOBS; i++) {
        TegraBo *commands = &ch->job[i].commands;

        if (commands->map) {
            munmap(commands->map, commands->size);
        }
    }
    close(ch->fd);
}

/* A file is closed while its jobs are on their way. */
static void test_closed(void)
{
    for (unsigned round = 0; round < rounds(4); round++) {
        TegraChannel ch;

        for (unsigned i = 0; i < CLIENTS; i++) {
            client_open(&kinds[i], &ch);
            for (unsigned n = 0; n < IN_FLIGHT; n++) {
                job_incrs(&ch, 200);
            }
            client_closes(&ch);
        }
        check_all_free();
    }
    all_alive();
}

const UapiTest client_tests[] = {
    TEST("clients/together", test_together),
    /* what waits for its turn, or for memory, is interrupted */
    TEST_MAY_LOG("clients/killed", test_killed,
                 "host1x job submission failed: -4|cma_alloc: .* ret: -4|"
                 "failed to allocate (buffer|memory)"),
    TEST("clients/closed", test_closed),
    TESTS_END
};
