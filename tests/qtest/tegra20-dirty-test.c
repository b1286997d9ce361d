/*
 * QTest testcase for Tegra20 engines that draw over the CPU's code
 *
 * The CPU executes an instruction in each 4 MiB, then an engine writes a few
 * pixels in all of the memory: as it has to say which code is void now, it
 * must not take much longer than where no code is.  The code is executed again
 * as the engine has left it.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qemu/units.h"
#include "hw/gpu/tegra_gr2d_regs.h"
#include "tegra20-gr3d-job.h"

#define MAILBOX     0x4000      /* a number to be answered, the answer */
#define ENTRY       0x18        /* where the CPU answers */
#define STEP        (4 * MiB)
#define STEPS       255
#define STEP_AT     0x8000      /* in each 64 KiB no pixel is below 0xc000 */
#define WIDE        0x10000     /* address of the surfaces */
#define ROUNDS      20
/*
 * How many times as long as without code, at most.  It was 160 times with each
 * page of the GiB being looked at; to give up 255 pieces of code, and what is
 * around them, takes 6 to 16 times as long as to draw where no code is.
 */
#define FACTOR      40

/* ------------------------------------------------------------------ */
/* The CPU                                                            */

static const uint32_t waits[] = {
    0xe59f0018,                 /*    ldr r0, [pc, #24] */
    0xe5901000,                 /* 1: ldr r1, [r0] */
    0xe5902004,                 /*    ldr r2, [r0, #4] */
    0xe1510002,                 /*    cmp r1, r2 */
    0x0afffffb,                 /*    beq 1b */
    0xea000000 | (STEP + STEP_AT - 0x14 - 8) / 4,   /* b to the first step */
    0xe5801004,                 /*    str r1, [r0, #4] */
    0xeafffff8,                 /*    b 1b */
    MAILBOX,
};

static uint32_t step_addr(unsigned int n)
{
    return (n + 1) * STEP + STEP_AT;
}

static void write_code(QTestState *qts)
{
    write_words(qts, 0, waits, ARRAY_SIZE(waits));
    for (unsigned int n = 0; n < STEPS - 1; n++) {
        qtest_writel(qts, step_addr(n), 0xea000000 | (STEP - 8) / 4);
    }
    /* ldr pc, [pc, #-4] */
    WRITE_WORDS(qts, step_addr(STEPS - 1), 0xe51ff004, ENTRY);
}

static void execute(QTestState *qts)
{
    uint32_t number = qtest_readl(qts, MAILBOX) + 1;
    gint64 end = g_get_monotonic_time() + PATIENCE;

    qtest_writel(qts, MAILBOX, number);
    while (qtest_readl(qts, MAILBOX + 4) != number) {
        g_assert_cmpint(g_get_monotonic_time(), <, end);
    }
}

/* ------------------------------------------------------------------ */
/* The engines                                                        */

/* Set up a column of pixels: 16384 lines of 65535 bytes [tegra-gr2d.rst] */
static void setup_gr2d(QTestState *qts)
{
    static const uint32_t words[][2] = {
        { R_GR2D_TRIGGER, R_GR2D_DSTPS }, { R_GR2D_CONTROLSECOND, 0 },
        { R_GR2D_CONTROLMAIN, 1 << 6 | 1 << 2 | 2 << 16 },
        { R_GR2D_ROPFADE, 0xcc }, { R_GR2D_SRCFGC, 0x1234 },
        { R_GR2D_DSTBA, WIDE }, { R_GR2D_DSTST, 0xffff },
        { R_GR2D_DSTSIZE, 16352 << 16 | 1 },
    };

    for (unsigned int i = 0; i < ARRAY_SIZE(words); i++) {
        qtest_writel(qts, GR2D_BASE + 4 * words[i][0], words[i][1]);
    }
}

static void draw_gr2d(QTestState *qts)
{
    qtest_writel(qts, GR2D_BASE + 4 * R_GR2D_DSTPS, 0);
    qtest_writel(qts, GR2D_BASE, OP_DONE << 8 | SYNCPT);
}

/* Set up a triangle as narrow: 8191 lines (13 bits) of 131068 bytes */
static void setup_gr3d(QTestState *qts)
{
    const float position[3][4] = {
        { -1, -1, 0, 1 }, { -0.9995, -1, 0, 1 }, { -1, 1, 0, 1 },
    };
    Stream s = { .qts = qts };

    engine_setup(qts);
    qtest_memwrite(qts, POSITIONS, position, sizeof(position));
    big_target(&s, 8190, 131068, WIDE);
}

static void draw_gr3d(QTestState *qts)
{
    Stream s = { .qts = qts };

    put(&s, 0x123, draw_prim(3));
    put_incr(&s, OP_DONE);
}

typedef struct Engine {
    const char *name;
    void (*setup)(QTestState *qts);
    void (*draw)(QTestState *qts);
    uint32_t last;              /* a pixel far down */
} Engine;

static const Engine engines[] = {
    { "gr2d", setup_gr2d, draw_gr2d, WIDE + 16351 * 65535 },
    { "gr3d", setup_gr3d, draw_gr3d, WIDE + 4000 * 131068 },
};

/* Draw; return how long it took, in us. */
static gint64 draw(QTestState *qts, const Engine *engine)
{
    uint32_t count = syncpt(qts, SYNCPT);
    gint64 start = g_get_monotonic_time();

    engine->draw(qts);
    while (syncpt(qts, SYNCPT) == count) {
        g_assert_cmpint(g_get_monotonic_time(), <, start + PATIENCE);
    }
    return g_get_monotonic_time() - start;
}

static void test_time(const void *data)
{
    const Engine *engine = data;
    QTestState *qts = qtest_init("-machine trimslice -accel tcg -S");
    gint64 with = INT64_MAX, without = INT64_MAX;

    write_code(qts);
    host1x_enable(qts);
    engine->setup(qts);
    set_syncpt(qts, SYNCPT, 0);
    qtest_qmp_assert_success(qts, "{ 'execute': 'cont' }");
    for (int i = 0; i < ROUNDS; i++) {
        execute(qts);
        with = MIN(with, draw(qts, engine));
        without = MIN(without, draw(qts, engine));
    }
    g_assert_cmphex(qtest_readl(qts, engine->last), !=, 0);
    g_test_message("%s: %" PRId64 " us over code, %" PRId64 " us elsewhere",
                   engine->name, with, without);
    g_assert_cmpint(with, <, FACTOR * without);
    qtest_quit(qts);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    if (!qtest_has_accel("tcg")) {
        g_test_skip("no TCG");
        return g_test_run();
    }
    for (size_t i = 0; i < ARRAY_SIZE(engines); i++) {
        g_autofree char *path = g_strdup_printf("/tegra20/dirty/%s",
                                                engines[i].name);

        qtest_add_data_func(path, &engines[i], test_time);
    }
    return g_test_run();
}
