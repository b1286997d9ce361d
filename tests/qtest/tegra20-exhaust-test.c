/*
 * QTest testcase for a guest that asks the Tegra20 for as much as it can
 *
 * The largest surfaces, the longest programs, the most vertices, endless
 * branches, a push buffer that gathers itself, the largest display and blits,
 * registers that change all the time, interrupts as fast as a CPU makes them.
 * Meanwhile the monitor has to answer and QEMU must not grow; then the guest is
 * still at it, does what its kernel's time-out does, and the engine draws.
 *
 * Virtual time is the host's, as in use: the CPU runs under TCG, and sleeps
 * where it is not what is tested.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "tegra20-dc-setup.h"
#include "tegra20-gr3d-targets.h"
#include "tegra20-soak.h"

/*
 * What a run by itself must keep [design: the monitor answers within 100 ms],
 * and what one must on a host that does much else at the same time.
 */
#define STRICT_MS       100
#define ANSWER_MS       1000
/* Queued draws and the threads' memory [tegra-gr3d.rst, Bounds on a guest] */
#define GROWTH_KIB      (64 * 1024)

/* Time for a load's next step, and for all of a load but its watch */
#define STEP_US         (30 * G_USEC_PER_SEC)
#define PATIENCE_S      120

#define RING_CH         4
#define RING_PUT        0xff0   /* that no ring here reaches */
#define WIDE            8191    /* the scissor's 13 bits */
#define WIDE_STRIDE     0x8000
#define WIDE_TARGET     0x10000000
#define MANY_DRAWS      1000
#define MOST_VERTICES   4096
#define MOST_STEPS      65535ULL    /* of a vertex's program: VPE_TIMEOUT */
#define SAMPLES         64          /* pixels of the wide target */
#define HUGE            4096    /* pixels each way of the display */
#define HUGE_FB         0x20000000
#define CHANGES         0x3e0   /* of a register, before the ring restarts */
#define STOPS           10

typedef struct Load {
    const char *name;
    unsigned int threads;
    void (*begin)(QTestState *qts);
    void (*check)(QTestState *qts);     /* that it is under way */
    void (*end)(QTestState *qts);
    bool busy;                  /* the CPU makes interrupts */
} Load;

/* ------------------------------------------------------------------ */
/* The machine                                                        */

/* wfi; b . - 4 */
static const uint32_t sleeps[] = { 0xe320f003, 0xeafffffd };

/* Count a sync point up, and clear its interrupt: two stores and a branch */
static const uint32_t interrupts[] = {
    0xe59f000c,                 /*    ldr r0, [pc, #12] */
    0xe59f100c,                 /*    ldr r1, [pc, #12] */
    0xe5801000 | A_H1X_SYNCPT_CPU_INCR,         /* 1: str r1, [r0, #...] */
    0xe5801000 | A_H1X_THRESH_CPU0_INT_STATUS,  /*    str r1, [r0, #...] */
    0xeafffffc,                 /*    b 1b */
    HOST1X_BASE + TEGRA_HOST1X_SYNC,
    1u << OTHER,
};

static void write_code(QTestState *qts, const uint32_t *code, size_t num)
{
    write_words(qts, 0, code, num);
}

/* Start QEMU; guest memory, in a file, does not count as QEMU's own. */
static QTestState *exhaust_start(const Load *load)
{
    QTestState *qts = qtest_initf(
        "-object memory-backend-memfd,id=ram,size=1G "
        "-machine trimslice,memory-backend=ram -accel tcg -S "
        "-global tegra-gr3d.threads=%u", load->threads);

    if (load->busy) {
        write_code(qts, interrupts, ARRAY_SIZE(interrupts));
    } else {
        write_code(qts, sleeps, ARRAY_SIZE(sleeps));
    }
    host1x_enable(qts);
    tegra20_enable(qts, TEGRA20_PERIPH_DISP1);
    tegra20_enable(qts, TEGRA20_PERIPH_DISP2);
    ch_start(qts, CH, 0);
    ch_start(qts, RING_CH, 0);
    engine_setup(qts);
    return qts;
}

static uint64_t own_memory(QTestState *qts)
{
    return soak_memory_kib(qtest_pid(qts), "RssAnon");
}

/* ------------------------------------------------------------------ */
/* Is it under way?                                                   */

static void must_leave(QTestState *qts, uint64_t (*number)(QTestState *qts),
                       uint64_t value)
{
    gint64 end = g_get_monotonic_time() + STEP_US;

    while (number(qts) == value) {
        if (g_get_monotonic_time() > end) {
            g_error("the load does nothing: still %" PRIu64, value);
        }
        g_usleep(100);
    }
}

static void must_change(QTestState *qts, uint64_t (*number)(QTestState *qts))
{
    must_leave(qts, number, number(qts));
}

static uint64_t count_other(QTestState *qts)
{
    return syncpt(qts, OTHER);
}

static uint64_t count_rendered(QTestState *qts)
{
    return counter(qts, "rendered");
}

static uint32_t sample(unsigned int n)
{
    return WIDE_TARGET + n * (WIDE / SAMPLES) * WIDE_STRIDE;
}

/* Count samples of the first column: each triangle and fill writes it anew. */
static uint64_t count_samples(QTestState *qts)
{
    uint64_t num = 0;

    for (unsigned int i = 0; i < SAMPLES; i++) {
        num += qtest_readl(qts, sample(i)) != 0;
    }
    return num;
}

static uint64_t first_line_end(QTestState *qts)
{
    return qtest_readl(qts, WIDE_TARGET + 4 * (WIDE - 64));
}

/*
 * Check that the samples are written again, and the first line to its end: on
 * a slow host the first triangle may be on its way there only now.
 */
static void check_wide(QTestState *qts)
{
    for (unsigned int i = 0; i < SAMPLES; i++) {
        qtest_writel(qts, sample(i), 0);
    }
    must_change(qts, count_samples);
    must_leave(qts, first_line_end, 0);
}

/* ------------------------------------------------------------------ */
/* Draws                                                              */

static void wide_target(QTestState *qts)
{
    Stream s = { .qts = qts };

    big_target(&s, WIDE, WIDE_STRIDE, WIDE_TARGET);
}

/* Submit more draws than are queued, again and again */
static void begin_vertices(QTestState *qts)
{
    busy_vertices(qts);
    submit_busy(qts, MANY_DRAWS, MOST_VERTICES);
    qtest_writel(qts, pb(CH) + ch_read(qts, CH, A_H1X_DMAPUT), RESTART(0));
    ch_write(qts, CH, A_H1X_DMAPUT, RING_PUT);
}

static void begin_surfaces(QTestState *qts)
{
    wide_target(qts);
    begin_vertices(qts);
}

/* 64 EXECs of three instructions and three packets; the last one stores. */
static void begin_program(QTestState *qts)
{
    Stream s = { .qts = qts };

    put(&s, 0x520, 0x20006040);
    put(&s, 0xe22, 0);
    for (int i = 0; i < 64; i++) {
        put(&s, 0x541, 0);
        put(&s, 0x601, 3);
        put(&s, 0x701, 0);
        put(&s, 0x801, 3);
        put(&s, 0x901, i < 63 ? 0 : 0x00020005);
    }
    begin_surfaces(qts);
}

/* "loop: BRI loop" [tegra-gr3d-isa.rst]: a branch to 0 in a NOP */
static void begin_branches(QTestState *qts)
{
    static const uint32_t vp[] = {
        0x001f9c6c, 0x4800000d, 0x8106c080, 0x00401ffc,
    };
    Stream s = { .qts = qts };

    put(&s, 0x205, 0);
    put_all(&s, 0x206, vp, ARRAY_SIZE(vp));
    begin_vertices(qts);
}

static void check_draws(QTestState *qts)
{
    g_autofree char *queue = tegra20_get_str(qts, GR3D, "queue");

    g_assert_null(strstr(queue, "queue: 0 of "));
    g_assert_cmpuint(count_rendered(qts), <, counter(qts, "draws"));
}

static void check_surfaces(QTestState *qts)
{
    check_draws(qts);
    check_wide(qts);
}

static void check_vertices(QTestState *qts)
{
    check_draws(qts);
    must_change(qts, count_rendered);
    g_assert_cmpuint(counter(qts, "fragments"), >, 0);
}

/* Check that draws are under way; one may take longer than the watch. */
static void check_branches(QTestState *qts)
{
    uint64_t rendered = count_rendered(qts);

    check_draws(qts);
    g_assert_cmpuint(counter(qts, "work"), >=,
                     rendered * MOST_VERTICES * MOST_STEPS);
}

/* Write what Linux' timeout handler writes, then reset the engine */
static void end_channel(QTestState *qts, unsigned int ch)
{
    sync_write(qts, A_H1X_CMDPROC_STOP, 1u << ch);
    ch_write(qts, ch, A_H1X_DMACTRL, 1);
    sync_write(qts, A_H1X_CH_TEARDOWN, 1u << ch);
    cpu_incr(qts);
    sync_write(qts, A_H1X_CMDPROC_STOP, 0);
    ch_start(qts, ch, 0);
}

static void end_engine(QTestState *qts)
{
    end_channel(qts, CH);
    tegra20_hold(qts, TEGRA20_PERIPH_GR3D, true);
    tegra20_hold(qts, TEGRA20_PERIPH_GR3D, false);
}

/* ------------------------------------------------------------------ */
/* Rings without end                                                  */

static void ring(QTestState *qts, const uint32_t *words, size_t num)
{
    write_words(qts, pb(RING_CH), words, num);
    ch_write(qts, RING_CH, A_H1X_DMAPUT, RING_PUT);
}

#define RING(qts, ...) \
    ring(qts, (const uint32_t []){ __VA_ARGS__ }, \
         sizeof((const uint32_t []){ __VA_ARGS__ }) / 4)

/* Begin a ring that gathers itself, counts, and begins anew. */
static void begin_ring(QTestState *qts)
{
    RING(qts, HOST(0, 0), GATHER_OP(0x3ff), pb(RING_CH), IMM(0, OTHER),
         RESTART(0));
}

static void check_ring(QTestState *qts)
{
    must_change(qts, count_other);
}

static void end_ring(QTestState *qts)
{
    uint32_t count;

    end_channel(qts, RING_CH);
    count = syncpt(qts, OTHER);
    settle(qts);
    g_assert_cmpuint(syncpt(qts, OTHER), ==, count);
}

/* Fill 8191 x 8191 pixels of 32 bits [tegra-gr2d.rst, the solid fill] */
static void begin_fills(QTestState *qts)
{
    RING(qts, SETCL(0x51, 0, 0), IMM(0x09, 0x3a), IMM(0x0c, 0), IMM(0x1e, 0),
         NONINCR(0x1f, 1), 1 << 6 | 1 << 2 | 2 << 16, IMM(0x20, 0xcc),
         IMM(0x46, 0), IMM(0x35, 0x1234), NONINCR(0x2b, 1), WIDE_TARGET,
         NONINCR(0x2e, 1), WIDE_STRIDE, NONINCR(0x38, 1), WIDE << 16 | WIDE,
         IMM(0x3a, 0), IMM(0, OP_DONE << 8 | OTHER), RESTART(0));
}

static void check_fills(QTestState *qts)
{
    check_wide(qts);
    must_change(qts, count_other);
}

static void end_fills(QTestState *qts)
{
    end_channel(qts, RING_CH);
    tegra20_hold(qts, TEGRA20_PERIPH_GR2D, true);
    tegra20_hold(qts, TEGRA20_PERIPH_GR2D, false);
}

/* ------------------------------------------------------------------ */
/* The display                                                        */

static void huge_window(QTestState *qts, int n)
{
    set_window(qts, n, HUGE_FB + n * 0x04000000, DC_FORMAT_B8G8R8A8, 4,
               HUGE * 4, 0, 0, HUGE, HUGE);
    win_write(qts, n, R_WIN_DDA_INCREMENT, 0x0fff0fff);
    win_write(qts, n, R_WIN_OPTIONS, R_WIN_OPTIONS_WIN_ENABLE_MASK |
              R_WIN_OPTIONS_H_FILTER_MASK | R_WIN_OPTIONS_V_FILTER_MASK);
    win_write(qts, n, R_WIN_BLEND_3WIN_XY, 0x00555500);
}

/* Return the sync point that counts a controller's frames */
static unsigned int vsync_syncpt(uint64_t base)
{
    return base == TEGRA20_DC_BASE ? SYNCPT_ID : SYNCPT_ID + 1;
}

/* Show three filtered windows of 4096 x 4096 pixels, with checksums */
static void huge_display(QTestState *qts, uint64_t base, uint32_t crc)
{
    dc_base = base;
    enable_crtc(qts);
    dc_write(qts, R_DC_CONT_SYNCPT_VSYNC, 0x100 | vsync_syncpt(base));
    dc_write(qts, R_DC_DISP_ACTIVE, HUGE << 16 | HUGE);
    dc_write(qts, R_DC_CRC_CONTROL, crc);
    for (int n = 0; n < TEGRA_DC_NUM_WINDOWS; n++) {
        huge_window(qts, n);
    }
    commit(qts, DC_STATE_ALL);
}

static void begin_display(QTestState *qts)
{
    huge_display(qts, TEGRA20_DC_BASE, 1);
    huge_display(qts, TEGRA20_DCB_BASE, 1);
}

static uint64_t count_frames(QTestState *qts)
{
    return syncpt(qts, vsync_syncpt(dc_base));
}

/* Check that the last checksum is one of the windows. */
static void check_controller(QTestState *qts, uint64_t base)
{
    dc_base = base;
    must_change(qts, count_frames);
    g_assert_cmphex(dc_read(qts, R_DC_CRC_CHECKSUM), !=, 0);
}

static void check_display(QTestState *qts)
{
    check_controller(qts, TEGRA20_DC_BASE);
    check_controller(qts, TEGRA20_DCB_BASE);
}

static void stop_display(QTestState *qts, uint64_t base)
{
    dc_base = base;
    dc_write(qts, R_DC_DISPLAY_COMMAND, 0);
    commit(qts, DC_STATE_GENERAL);
    tegra20_hold(qts, base == TEGRA20_DC_BASE ? TEGRA20_PERIPH_DISP1
                                              : TEGRA20_PERIPH_DISP2, true);
}

static void end_display(QTestState *qts)
{
    stop_display(qts, TEGRA20_DC_BASE);
    stop_display(qts, TEGRA20_DCB_BASE);
}

/* Write 0, @step, up to @last steps, each with effect at once (WRITE_MUX). */
static void write_often(QTestState *qts, uint32_t reg, uint32_t step,
                        uint32_t last)
{
    g_autoptr(GArray) words = g_array_new(false, false, 4);

    dc_write(qts, R_DC_STATE_ACCESS, R_DC_STATE_ACCESS_WRITE_MUX_MASK |
             R_DC_STATE_ACCESS_READ_MUX_MASK);
    put_word(words, SETCL(0x70, 0, 0));
    put_word(words, NONINCR(reg, CHANGES));
    for (uint32_t i = 0; i < CHANGES; i++) {
        put_word(words, i % (last + 1) * step);
    }
    put_word(words, RESTART(0));
    qtest_bufwrite(qts, pb(RING_CH), words->data, 4 * words->len);
    ch_write(qts, RING_CH, A_H1X_DMAPUT, RING_PUT);
}

static void begin_registers(QTestState *qts)
{
    huge_display(qts, TEGRA20_DC_BASE, 0);
    write_often(qts, R_DC_BORDER_COLOR, 1, CHANGES);
}

static uint64_t border_colour(QTestState *qts)
{
    return dc_read(qts, R_DC_BORDER_COLOR);
}

static void check_registers(QTestState *qts)
{
    must_change(qts, border_colour);
    must_change(qts, count_frames);
}

static void end_registers(QTestState *qts)
{
    end_channel(qts, RING_CH);
    stop_display(qts, TEGRA20_DC_BASE);
}

/* Start and stop the display all the time: the memory that it shows changes. */
static void begin_toggle(QTestState *qts)
{
    dc_base = TEGRA20_DC_BASE;
    dc_write(qts, R_DC_DISPLAY_POWER_CONTROL, 1);
    commit(qts, DC_STATE_GENERAL);
    write_often(qts, R_DC_DISPLAY_COMMAND, 0x20, 1);
}

static uint64_t display_command(QTestState *qts)
{
    return dc_read(qts, R_DC_DISPLAY_COMMAND);
}

static void check_toggle(QTestState *qts)
{
    must_change(qts, display_command);
}

/* ------------------------------------------------------------------ */
/* Interrupts                                                         */

static void begin_interrupts(QTestState *qts)
{
    sync_write(qts, A_H1X_SYNCPT_INT_THRESH + 4 * OTHER, 1);
    sync_write(qts, A_H1X_THRESH_INT_ENABLE_CPU0, 1u << OTHER);
}

static uint64_t threshold_status(QTestState *qts)
{
    return sync_read(qts, A_H1X_THRESH_CPU0_INT_STATUS);
}

static void check_interrupts(QTestState *qts)
{
    must_change(qts, count_other);
    must_change(qts, threshold_status);
}

static void end_interrupts(QTestState *qts)
{
    sync_write(qts, A_H1X_THRESH_INT_DISABLE, 1u << OTHER);
    must_change(qts, count_other);
}

/* ------------------------------------------------------------------ */
/* The watch                                                          */

typedef struct Watch {
    unsigned int answers, late; /* late: after STRICT_MS */
    gint64 longest, stop;       /* us; stop: that "stop" took */
    uint64_t first, most;       /* KiB */
} Watch;

static void watch_once(QTestState *qts, Watch *w)
{
    gint64 asked = g_get_monotonic_time(), took;

    qtest_qmp_assert_success(qts, "{ 'execute': 'query-status' }");
    took = g_get_monotonic_time() - asked;
    w->longest = MAX(w->longest, took);
    w->late += took > STRICT_MS * 1000;
    w->most = MAX(w->most, own_memory(qts));
    w->answers++;
}

/* Stop the machine ten times, whatever runs, and let it go on. */
static void stop_often(QTestState *qts, Watch *w)
{
    for (int i = 0; i < STOPS; i++) {
        gint64 asked = g_get_monotonic_time();

        qtest_qmp_assert_success(qts, "{ 'execute': 'stop' }");
        w->stop = MAX(w->stop, g_get_monotonic_time() - asked);
        qtest_qmp_assert_success(qts, "{ 'execute': 'cont' }");
        g_usleep(5000);
    }
}

static unsigned int watch_ms(void)
{
    return tegra20_number("TEGRA20_EXHAUST_MS", 700);
}

static void watch(QTestState *qts, const char *name, Watch *w)
{
    unsigned int limit = tegra20_number("TEGRA20_EXHAUST_ANSWER_MS", ANSWER_MS);
    gint64 end = g_get_monotonic_time() + watch_ms() * 1000;

    while (g_get_monotonic_time() < end) {
        watch_once(qts, w);
        g_usleep(2000);
    }
    stop_often(qts, w);
    g_test_message("%s: %u answers, the latest after %.1f ms at most, %u after "
                   "more than %d; stopped in %.1f ms at most; memory %" PRIu64
                   " KiB, at most %" PRIu64, name, w->answers,
                   w->longest / 1000.0, w->late, STRICT_MS, w->stop / 1000.0,
                   w->first, w->most);
    if (MAX(w->longest, w->stop) > 1000 * limit) {
        g_test_fail();
    }
    g_assert_cmpuint(w->most, <=, w->first + GROWTH_KIB);
}

static void test_load(const void *data)
{
    const Load *load = data;
    QTestState *qts = exhaust_start(load);
    Watch w = { .first = own_memory(qts) };

    soak_limit(watch_ms() / 1000 + PATIENCE_S);
    qtest_qmp_assert_success(qts, "{ 'execute': 'cont' }");
    load->begin(qts);
    watch(qts, load->name, &w);
    load->check(qts);
    load->end(qts);
    engine_setup(qts);
    good_job(qts);
    qtest_quit(qts);
    alarm(0);
}

/* A load that shows what the host itself adds */
static void nothing(QTestState *qts)
{
}

static const Load loads[] = {
    { "nothing", 2, nothing, nothing, nothing },
    { "surfaces", 2, begin_surfaces, check_surfaces, end_engine },
    { "surfaces/inline", 0, begin_surfaces, check_surfaces, end_engine },
    { "program", 2, begin_program, check_surfaces, end_engine },
    { "program/inline", 0, begin_program, check_surfaces, end_engine },
    { "vertices", 2, begin_vertices, check_vertices, end_engine },
    { "vertices/inline", 0, begin_vertices, check_vertices, end_engine },
    { "branches", 2, begin_branches, check_branches, end_engine },
    { "branches/inline", 0, begin_branches, check_branches, end_engine },
    { "ring", 2, begin_ring, check_ring, end_ring },
    { "fills", 2, begin_fills, check_fills, end_fills },
    { "display", 2, begin_display, check_display, end_display },
    { "registers", 2, begin_registers, check_registers, end_registers },
    { "toggle", 2, begin_toggle, check_toggle, end_registers },
    { "interrupts", 2, begin_interrupts, check_interrupts, end_interrupts,
      true },
};

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    for (size_t i = 0; i < ARRAY_SIZE(loads); i++) {
        g_autofree char *path = g_strdup_printf("/tegra20/exhaust/%s",
                                                loads[i].name);

        qtest_add_data_func(path, &loads[i], test_load);
    }
    return g_test_run();
}
