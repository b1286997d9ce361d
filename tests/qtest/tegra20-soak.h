/*
 * Helpers of the Tegra20 qtests that interrupt a machine again and again: a
 * stream of draws with a channel that waits in its middle, another one that
 * waits for its end, and a flip that waits for a frame
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef TESTS_QTEST_TEGRA20_SOAK_H
#define TESTS_QTEST_TEGRA20_SOAK_H

#include "tegra20-dc-setup.h"
#include "tegra20-gr3d-targets.h"

#define DRAWS       400         /* ... and so many increments of SYNCPT */
#define HALF        (DRAWS / 2)
#define SECOND      (DATA + 0x10000)    /* the second half's gather */
#define GATE        10          /* what CH waits for between the halves */
#define WAITER      3           /* the channel that waits for all draws ... */
#define WAITED      11          /* ... and then counts this */
#define SHOWN       (TARGETS - 2)       /* the window's target; then the next */

/*
 * Each tenth draw, the last of a half too, is a long one: the same triangle so
 * often that an engine without threads has one turn of QEMU's main loop for it
 * and no more.  All others of a half are drawn within some milliseconds.
 */
#define LONG_EACH   10
#define LONG        120                 /* vertices */

/* Return random numbers; TEGRA20_SOAK_SEED, as logged, repeats a run. */
static inline GRand *soak_rand(void)
{
    uint32_t seed = tegra20_number("TEGRA20_SOAK_SEED", g_random_int());

    g_test_message("TEGRA20_SOAK_SEED=%u", seed);
    return g_rand_new_with_seed(seed);
}

/* ------------------------------------------------------------------ */
/* Patience                                                           */

static inline void soak_hangs(int signal)
{
    fprintf(stderr, "# QEMU hangs: no end in sight of what it was given\n");
    abort();
}

/* Let the test fail, and say why, if it goes on after so many seconds. */
static inline void soak_limit(unsigned int seconds)
{
    const struct sigaction action = { .sa_handler = soak_hangs };

    g_assert_cmpint(sigaction(SIGALRM, &action, NULL), ==, 0);
    alarm(seconds);
}

/* ------------------------------------------------------------------ */
/* The display                                                        */

/* Flip to the picture at @addr with the next frame. */
static inline void soak_flip(QTestState *qts, uint32_t addr)
{
    set_window(qts, WIN_A, addr, DC_FORMAT_B8G8R8A8, 4, STRIDE, 0, 0, WIDTH,
               HEIGHT);
    commit(qts, DC_STATE_WIN(WIN_A) | DC_STATE_GENERAL);
}

static inline void soak_window(QTestState *qts, unsigned int n)
{
    soak_flip(qts, target(n));
}

static inline bool soak_flip_waits(QTestState *qts)
{
    return dc_read(qts, R_DC_STATE_CONTROL) ==
           (DC_STATE_WIN(WIN_A) | DC_STATE_GENERAL);
}

static inline void soak_display(QTestState *qts)
{
    tegra20_enable(qts, TEGRA20_PERIPH_DISP1);
    tegra20_enable(qts, TEGRA20_PERIPH_HDMI);
    enable_crtc(qts);
    soak_window(qts, SHOWN);
}

/* ------------------------------------------------------------------ */
/* The stream                                                         */

/* Repeat what three vertices hold, for the long draws */
static inline void soak_repeat(QTestState *qts, uint32_t addr)
{
    uint8_t data[16 * LONG];

    qtest_memread(qts, addr, data, 48);
    for (size_t i = 48; i < sizeof(data); i++) {
        data[i] = data[i - 48];
    }
    qtest_memwrite(qts, addr, data, sizeof(data));
}

/* Set up all devices as a driver does; virtual time does not move. */
static inline void soak_prepare(QTestState *qts)
{
    host1x_enable(qts);
    ch_start(qts, CH, 0);
    ch_start(qts, WAITER, 0);
    engine_setup(qts);
    set_syncpt(qts, SYNCPT, 0);
    set_syncpt(qts, GATE, 0);
    set_syncpt(qts, WAITED, 0);
    write_white(qts);
    soak_repeat(qts, POSITIONS);
    soak_repeat(qts, COLOURS);
    soak_repeat(qts, WHITE);
    clear_targets(qts);
    soak_display(qts);
}

/* Give the draw many vertices, by its last word but two, which count it. */
static inline void soak_lengthen(GArray *words)
{
    uint32_t *word = &g_array_index(words, uint32_t, words->len - 3);

    g_assert_cmphex(*word, ==, cpu_to_le32(draw_prim(3)));
    *word = cpu_to_le32(draw_prim(LONG));
}

static inline uint32_t soak_gather(QTestState *qts, uint32_t addr,
                                   unsigned int first, unsigned int end)
{
    g_autoptr(GArray) words = g_array_new(false, false, 4);

    for (unsigned int n = first; n < end; n++) {
        put_draws(words, n, n + 1, DRAWS, 1);
        if ((n + 1) % LONG_EACH == 0) {
            soak_lengthen(words);
        }
    }
    qtest_bufwrite(qts, addr, words->data, 4 * words->len);
    return words->len;
}

/*
 * Submit the stream, up to the point where it waits for soak_open().  Not by
 * PUSH(), which gives QEMU time to draw most of it.
 */
static inline void soak_submit(QTestState *qts)
{
    const uint32_t words[] = {
        SETCL(0x60, 0, 0), GATHER_OP(soak_gather(qts, DATA, 0, HALF)), DATA,
        WAIT, AT(GATE, 1), SETCL(0x60, 0, 0),
        GATHER_OP(soak_gather(qts, SECOND, HALF, DRAWS)), SECOND,
    };
    uint32_t put = ch_read(qts, CH, A_H1X_DMAPUT);

    PUSH(qts, WAITER, WAIT, AT(SYNCPT, DRAWS), IMM(0, WAITED));
    write_words(qts, pb(CH) + put, words, ARRAY_SIZE(words));
    ch_write(qts, CH, A_H1X_DMAPUT, put + sizeof(words));
}

static inline void soak_open(QTestState *qts)
{
    sync_write(qts, A_H1X_SYNCPT_CPU_INCR, 1u << GATE);
}

/* Return the memory of a process in KiB: "VmRSS" and the like [man 5 proc] */
static inline uint64_t soak_memory_kib(pid_t pid, const char *kind)
{
    g_autofree char *path = g_strdup_printf("/proc/%d/status", (int)pid);
    g_autofree char *name = g_strdup_printf("\n%s:", kind);
    g_autofree char *text = NULL;
    const char *line;

    g_assert_true(g_file_get_contents(path, &text, NULL, NULL));
    line = strstr(text, name);
    g_assert_nonnull(line);
    return g_ascii_strtoull(line + strlen(name), NULL, 10);
}

/* ------------------------------------------------------------------ */
/* A disk for savevm                                                  */

#define SOAK_CLUSTER    65536

static inline void soak_put(uint8_t *image, size_t at, uint64_t value,
                            unsigned int bytes)
{
    stn_be_p(image + at, bytes, value);
}

/*
 * Write an empty qcow2 image of 1 MiB [QEMU, docs/interop/qcow2.txt]: header,
 * table of reference counts, their first block, L1 table, a cluster each.
 */
static inline void soak_write_disk(const char *path)
{
    g_autofree uint8_t *image = g_malloc0(4 * SOAK_CLUSTER);

    soak_put(image, 0, 0x514649fb, 4);
    soak_put(image, 4, 2, 4);                   /* version */
    soak_put(image, 20, 16, 4);                 /* log2 of the cluster size */
    soak_put(image, 24, 1 << 20, 8);            /* size */
    soak_put(image, 36, 1, 4);                  /* entries of the L1 table */
    soak_put(image, 40, 3 * SOAK_CLUSTER, 8);
    soak_put(image, 48, SOAK_CLUSTER, 8);       /* table of counts */
    soak_put(image, 56, 1, 4);                  /* its clusters */
    soak_put(image, SOAK_CLUSTER, 2 * SOAK_CLUSTER, 8);
    for (int i = 0; i < 4; i++) {
        soak_put(image, 2 * SOAK_CLUSTER + 2 * i, 1, 2);
    }
    g_assert_true(g_file_set_contents(path, (char *)image, 4 * SOAK_CLUSTER,
                                      NULL));
}

/* Run a monitor command that says nothing when all is well */
static inline void soak_hmp_ok(QTestState *qts, const char *command)
{
    g_autofree char *answer = qtest_hmp(qts, "%s", command);

    g_assert_cmpstr(answer, ==, "");
}

#endif /* TESTS_QTEST_TEGRA20_SOAK_H */
