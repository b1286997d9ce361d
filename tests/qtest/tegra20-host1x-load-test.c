/*
 * QTest of the Tegra20 host1x: snapshots whose load ends in the middle of the
 * device, behind fields that were not looked at yet
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qemu/timer.h"
#include "tegra20-soak.h"

#define MAGIC       0xfeedc0d0u     /* in channel 0's FBBUFBASE */
#define BUSY        "tegra-host1x-channel/busy"
#define TIMEOUT_NS  (6 * SCALE_MS)  /* 0xffff clocks of 12 MHz are 5.5 ms */

static char *dir, *disk;

/* Bytes behind MAGIC that no channel has, and what was looked up by them */
typedef struct Field {
    const char *name;
    size_t at;
    uint8_t good;
} Field;

static const Field fields[] = {
    { "class: the engine, its method", 120, 0 },
    { "mode: what the next word is", 124, 0 },
    { "park: its text, its test", 139, 4 },
};

/* Save a machine whose channel 0 is parked with a time limit. */
static QTestState *start_saved(void)
{
    QTestState *qts;

    soak_write_disk(disk);
    qts = qtest_initf("-machine trimslice -m 256M "
                      "-drive if=none,format=qcow2,file=%s", disk);
    soak_prepare(qts);
    sync_write(qts, A_H1X_IP_BUSY_TIMEOUT, 0xffff);
    tegra20_clock(qts, TEGRA20_PERIPH_GR2D, false);
    ch_start(qts, 0, 0);
    ch_write(qts, 0, A_H1X_FBBUFBASE, MAGIC);
    PUSH(qts, 0, SETCL(0x51, 0, 0), IMM(0x0c, 1));
    soak_hmp_ok(qts, "savevm soak");
    return qts;
}

static size_t find(const char *data, size_t size, size_t from,
                   const void *what, size_t length)
{
    const char *at = memmem(data + from, size - from, what, length);

    g_assert_nonnull(at);
    return at - data;
}

static void put_byte(int fd, size_t at, uint8_t value)
{
    g_assert_cmpint(pwrite(fd, &value, 1, at), ==, 1);
}

/* Change the field, and make the version of what comes behind it too new. */
static void change(const Field *field)
{
    int fd = open(disk, O_RDWR);
    g_autofree char *data = NULL;
    size_t at, busy;
    uint32_t magic;
    gsize size;

    stl_be_p(&magic, MAGIC);
    g_assert_true(g_file_get_contents(disk, &data, &size, NULL));
    at = find(data, size, 0, &magic, sizeof(magic));
    busy = find(data, size, at, BUSY, strlen(BUSY));
    g_assert_cmphex(data[at + field->at], ==, field->good);
    put_byte(fd, at + field->at, 0xff);
    put_byte(fd, busy + strlen(BUSY) + 3, 0x7f);
    close(fd);
}

/* Reset and enable host1x: whether its clock was loaded is not known. */
static void enable(QTestState *qts)
{
    tegra20_clock(qts, TEGRA20_PERIPH_HOST1X, false);
    tegra20_hold(qts, TEGRA20_PERIPH_HOST1X, true);
    tegra20_enable(qts, TEGRA20_PERIPH_HOST1X);
}

/* Check that what was loaded so far is not used, and has no text. */
static void look(QTestState *qts, bool state)
{
    g_autofree char *text = qtest_hmp(qts, "info host1x");

    g_assert_nonnull(strstr(text, "sync points"));
    g_assert_cmpint(!strstr(text, "could not be loaded"), ==, state);
    sync_read(qts, A_H1X_REGF_ADDR);
    cbstat(qts, 0);
    ch_read(qts, 0, A_H1X_FIFOSTAT);
    ch_read(qts, 0, A_H1X_INDDATA);
}

static void check_draws(QTestState *qts)
{
    soak_prepare(qts);
    soak_open(qts);
    soak_submit(qts);
    wait_syncpt(qts, DRAWS);
    check_triangle(qts);
}

/* Let the machine go on: what was cut off is as after a reset. */
static void go_on(QTestState *qts)
{
    qtest_qmp_assert_success(qts, "{ 'execute': 'cont' }");
    qtest_clock_step(qts, TIMEOUT_NS);
    settle(qts);
    look(qts, true);
    enable(qts);
    g_assert_cmphex(ch_read(qts, 0, A_H1X_DMACTRL), ==, 1);
    g_assert_cmphex(ch_read(qts, 0, A_H1X_FBBUFBASE), ==, 0);
    g_assert_cmphex(sync_read(qts, A_H1X_HINTSTATUS_EXT), ==, 0);
}

static void reset(QTestState *qts)
{
    qtest_system_reset_nowait(qts);
    qtest_qmp_eventwait(qts, "RESET");
}

static void test_field(const Field *field, bool cont)
{
    QTestState *qts = start_saved();
    g_autofree char *answer = NULL;

    g_test_message("%s", field->name);
    change(field);
    answer = qtest_hmp(qts, "loadvm soak");
    g_assert_nonnull(strstr(answer, "too new"));
    look(qts, false);
    qtest_clock_step(qts, TIMEOUT_NS);
    if (cont) {
        go_on(qts);
    }
    reset(qts);
    if (!cont) {
        qtest_qmp_assert_success(qts, "{ 'execute': 'cont' }");
    }
    check_draws(qts);
    qtest_quit(qts);
}

static void test_cont(void)
{
    for (size_t i = 0; i < ARRAY_SIZE(fields); i++) {
        test_field(&fields[i], true);
    }
}

static void test_reset(void)
{
    for (size_t i = 0; i < ARRAY_SIZE(fields); i++) {
        test_field(&fields[i], false);
    }
}

int main(int argc, char **argv)
{
    int rc;

    g_test_init(&argc, &argv, NULL);
    dir = g_dir_make_tmp("tegra20-host1x-load-XXXXXX", NULL);
    g_assert_nonnull(dir);
    disk = g_build_filename(dir, "disk", NULL);
    qtest_add_func("/tegra20/host1x/load/cont", test_cont);
    qtest_add_func("/tegra20/host1x/load/reset", test_reset);
    rc = g_test_run();
    unlink(disk);
    rmdir(dir);
    return rc;
}
