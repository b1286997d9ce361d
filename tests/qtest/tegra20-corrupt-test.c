/*
 * QTest of the Tegra20 machine with snapshots and migration streams that
 * something has changed
 *
 * Bytes of the devices' sections are changed at random.  QEMU either refuses
 * what comes of it or loads it; then it runs, is looked at and is reset.  It
 * may never crash or hang, and after a reset it has to draw as ever.
 * TEGRA20_CORRUPT_ROUNDS: how many; TEGRA20_CORRUPT_ALL=1: also the sections
 * of QEMU's own devices.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include <sys/stat.h>
#include "hw/arm/tegra/tegra20_map.h"
#include "tegra20-soak.h"
#include "tegra20-stream.h"

#define MAX_CHANGES     8
#define PATIENCE_S      120     /* for a whole round */
#define GR2D            "/machine/soc/gr2d"

typedef struct Change {
    const char *section;
    size_t at;
    uint8_t good, bad;
} Change;

static GRand *rng;
static char *dir, *disk;
static Change change[MAX_CHANGES];
static unsigned int num_changes;
static unsigned int refused, loaded;

/* ------------------------------------------------------------------ */
/* If it goes wrong: what was changed?                                */

static void tell(void *data)
{
    for (unsigned int i = 0; i < num_changes; i++) {
        fprintf(stderr, "# %s: byte 0x%zx: 0x%02x -> 0x%02x\n",
                change[i].section, change[i].at, change[i].good,
                change[i].bad);
    }
}

static void hangs(int signal)
{
    fprintf(stderr, "# QEMU hangs\n");
    tell(NULL);
    abort();
}

static void set_signal(int signal, void (*handler)(int))
{
    const struct sigaction action = { .sa_handler = handler };

    g_assert_cmpint(sigaction(signal, &action, NULL), ==, 0);
}

/* ------------------------------------------------------------------ */
/* A machine with something in every section and subsection           */

static QTestState *start_machine(const char *args)
{
    return qtest_initf("-machine trimslice -m 256M "
                       "-drive if=none,format=qcow2,file=%s "
                       "-global tegra-gr3d.threads=2 %s", disk, args);
}

/* Draws and increments in the queue of an engine that does not go on */
static void fill_queue(QTestState *qts)
{
    tegra20_set_bool(qts, GR3D, "wedged", true);
    ch_start(qts, 1, 0);
    for (int i = 0; i < 5; i++) {
        PUSH(qts, 1, SETCL(0x60, 0, 0), NONINCR(0x123, 1), draw_prim(3),
             NONINCR(0, 1), OP_DONE << 8 | SYNCPT);
    }
}

/* An increment that is late, and one the engine does not make */
static void fill_gr2d(QTestState *qts)
{
    tegra20_set_uint(qts, GR2D, "delay-completion", 1000 * 1000);
    ch_start(qts, 4, 0);
    PUSH(qts, 4, SETCL(0x51, 0, 0), NONINCR(0, 1), OP_DONE << 8 | OTHER);
}

static void fill_channels(QTestState *qts)
{
    sync_read(qts, A_H1X_MLOCK + 4 * 2);
    ch_start(qts, 5, 0);
    PUSH(qts, 5, HOST(0x10, 1), 1000000);       /* a delay */
    ch_start(qts, 6, 0);
    PUSH(qts, 6, ACQUIRE(2));                   /* a lock that is taken */
    sync_write(qts, A_H1X_IP_BUSY_TIMEOUT, 0xffff);
    tegra20_clock(qts, TEGRA20_PERIPH_GR2D, false);
    ch_start(qts, 0, 0);
    PUSH(qts, 0, SETCL(0x51, 0, 0), IMM(0x0c, 1));  /* an engine that is off */
    tegra20_set_uint(qts, HOST1X_PATH, "lost-interrupt", 5);
}

static void fill_machine(QTestState *qts)
{
    soak_prepare(qts);
    qtest_clock_step(qts, FRAME_NS);
    soak_window(qts, SHOWN + 1);
    soak_submit(qts);
    wait_syncpt(qts, HALF);
    fill_queue(qts);
    fill_gr2d(qts);
    fill_channels(qts);
}

/* ------------------------------------------------------------------ */
/* What is done with a machine that may be anything                   */

static void read_texts(QTestState *qts)
{
    static const char * const commands[] = {
        "info host1x", "info gr3d", "qom-get /machine/soc/dc0 windows",
        "qom-get /machine/soc/dc1 windows", "qom-get /machine/soc/hdmi name",
        "qom-get /machine/soc/gr2d registers",
    };

    for (size_t i = 0; i < ARRAY_SIZE(commands); i++) {
        g_free(qtest_hmp(qts, "%s", commands[i]));
    }
}

static void touch_registers(QTestState *qts)
{
    static const struct {
        uint64_t base;
        uint32_t size;
    } regs[] = {
        { TEGRA20_HOST1X_BASE, 0x24000 },
        { TEGRA20_HOST1X_BASE + TEGRA_HOST1X_SYNC, 0x800 },
        { TEGRA20_GR2D_BASE, 0x200 }, { TEGRA20_GR3D_BASE, 0x4000 },
        { TEGRA20_DC_BASE, 0x3000 }, { TEGRA20_HDMI_BASE, 0x400 },
        { TEGRA20_RTC_BASE, 0x40 }, { TEGRA20_TIMER_BASE, 0x80 },
        { TEGRA20_CAR_BASE, 0x400 }, { TEGRA20_PMC_BASE, 0x400 },
    };

    for (int i = 0; i < 100; i++) {
        int n = g_rand_int_range(rng, 0, ARRAY_SIZE(regs));
        uint32_t at = g_rand_int_range(rng, 0, regs[n].size) & ~3u;

        if (g_rand_int_range(rng, 0, 4)) {
            qtest_readl(qts, regs[n].base + at);
        } else {
            qtest_writel(qts, regs[n].base + at, g_rand_int(rng));
        }
    }
}

static void use_machine(QTestState *qts)
{
    settle(qts);
    read_texts(qts);
    qtest_clock_step(qts, 3 * FRAME_NS);
    soak_open(qts);
    settle(qts);
    touch_registers(qts);
    if (!g_rand_int_range(rng, 0, 4)) {
        g_free(dump_file(qts, NULL));
    }
    read_texts(qts);
}

static void reset_machine(QTestState *qts)
{
    qtest_system_reset_nowait(qts);
    qtest_qmp_eventwait(qts, "RESET");
}

/* Whatever it was: after a reset it draws. */
static void check_whole(QTestState *qts)
{
    static const char * const engines[] = { GR3D, GR2D };

    reset_machine(qts);
    for (int i = 0; i < 2; i++) {
        tegra20_set_uint(qts, engines[i], "delay-completion", 0);
        tegra20_set_uint(qts, engines[i], "lost-completion", 0);
    }
    tegra20_set_uint(qts, HOST1X_PATH, "lost-interrupt", 0);
    tegra20_set_uint(qts, HOST1X_PATH, "stuck-syncpts", 0);
    soak_prepare(qts);
    soak_open(qts);
    soak_submit(qts);
    wait_syncpt(qts, DRAWS);
    check_triangle(qts);
}

/* ------------------------------------------------------------------ */
/* Changing bytes                                                     */

static uint8_t other_byte(uint8_t byte)
{
    static const uint8_t edge[] = { 0x00, 0x01, 0x7f, 0x80, 0xff };
    uint8_t bad = byte;

    while (bad == byte) {
        switch (g_rand_int_range(rng, 0, 3)) {
        case 0:
            bad = byte ^ 1u << g_rand_int_range(rng, 0, 8);
            break;
        case 1:
            bad = edge[g_rand_int_range(rng, 0, ARRAY_SIZE(edge))];
            break;
        default:
            bad = g_rand_int(rng);
        }
    }
    return bad;
}

static void choose_changes(const GArray *sections, const uint8_t *data)
{
    num_changes = g_rand_boolean(rng) ? 1
                                      : g_rand_int_range(rng, 2, MAX_CHANGES);
    for (unsigned int i = 0; i < num_changes; i++) {
        guint n = g_rand_int_range(rng, 0, sections->len);
        const Section *s = &g_array_index(sections, Section, n);
        size_t at = g_rand_int_range(rng, s->start, s->end + 5);

        change[i] = (Change) { s->name, at, data[at], other_byte(data[at]) };
    }
}

static void write_changes(int fd, bool bad)
{
    for (unsigned int i = 0; i < num_changes; i++) {
        const Change *c = &change[i];

        g_assert_cmpint(pwrite(fd, bad ? &c->bad : &c->good, 1, c->at), ==, 1);
    }
}

/* The whole file: the snapshot's sections lie in it as they are. */
static GArray *read_sections(const char *path, uint8_t **data)
{
    bool all = tegra20_number("TEGRA20_CORRUPT_ALL", 0);
    GArray *sections;
    gsize size;

    g_assert_true(g_file_get_contents(path, (char **)data, &size, NULL));
    sections = stream_sections(*data, size, all);
    g_assert_cmpuint(sections->len, >=, 20);
    return sections;
}

/* ------------------------------------------------------------------ */
/* Snapshots                                                          */

static void load_changed(QTestState *qts)
{
    g_autofree char *answer = qtest_hmp(qts, "loadvm soak");

    if (*answer == '\0') {
        loaded++;
        return;
    }
    refused++;
    if (num_changes > 1 && g_rand_boolean(rng)) {
        reset_machine(qts);
    }
    qtest_qmp_assert_success(qts, "{ 'execute': 'cont' }");
}

static void snapshot_round(QTestState *qts, const GArray *sections,
                           const uint8_t *data, int fd)
{
    alarm(PATIENCE_S);
    choose_changes(sections, data);
    write_changes(fd, true);
    load_changed(qts);
    write_changes(fd, false);
    use_machine(qts);
    /* else stopping would wait for draws with registers out of nowhere */
    reset_machine(qts);
}

static void test_snapshots(void)
{
    unsigned int rounds = tegra20_number("TEGRA20_CORRUPT_ROUNDS", 50);
    g_autoptr(GArray) sections = NULL;
    g_autofree uint8_t *data = NULL;
    QTestState *qts;
    int fd;

    soak_write_disk(disk);
    qts = start_machine("");
    fill_machine(qts);
    soak_hmp_ok(qts, "savevm soak");
    sections = read_sections(disk, &data);
    fd = open(disk, O_RDWR);
    for (unsigned int i = 0; i < rounds; i++) {
        snapshot_round(qts, sections, data, fd);
        if ((i + 1) % 25 == 0) {
            check_whole(qts);
        }
        if ((i + 1) % 500 == 0) {
            g_test_message("%u of %u rounds", i + 1, rounds);
        }
    }
    alarm(0);
    num_changes = 0;
    g_test_message("%u snapshots were refused, %u loaded", refused, loaded);
    g_assert_cmpuint(refused, >, 0);
    g_assert_cmpuint(loaded, >, 0);
    soak_hmp_ok(qts, "loadvm soak");
    close(fd);
    qtest_quit(qts);
}

/* ------------------------------------------------------------------ */
/* Streams                                                            */

static void stream_round(const char *path, const GArray *sections,
                         const uint8_t *data, int fd)
{
    QTestState *qts;

    alarm(PATIENCE_S);
    choose_changes(sections, data);
    write_changes(fd, true);
    qts = start_machine("-incoming defer");
    if (stream_load(qts, path)) {
        loaded++;
        use_machine(qts);
    } else {
        refused++;
    }
    write_changes(fd, false);
    qtest_quit(qts);
}

static char *save_full_machine(void)
{
    char *path = g_build_filename(dir, "stream", NULL);
    QTestState *qts;

    soak_write_disk(disk);
    qts = start_machine("");
    fill_machine(qts);
    save_machine(qts, path);
    return path;
}

static void test_streams(void)
{
    unsigned int rounds = tegra20_number("TEGRA20_CORRUPT_ROUNDS", 50) / 10;
    g_autofree char *path = save_full_machine();
    g_autoptr(GArray) sections = NULL;
    g_autofree uint8_t *data = NULL;
    int fd = open(path, O_RDWR);

    refused = loaded = 0;
    sections = read_sections(path, &data);
    for (unsigned int i = 0; i < rounds; i++) {
        stream_round(path, sections, data, fd);
    }
    alarm(0);
    num_changes = 0;
    g_test_message("%u streams were refused, %u loaded", refused, loaded);
    close(fd);
    unlink(path);
}

/* ------------------------------------------------------------------ */
/* What was found                                                     */

/* Bytes from the end of a section, and what no machine saves there */
static const struct {
    const char *section;
    size_t from_end;
    uint8_t value;
    const char *what;
} nonsense[] = {
    { "tegra20-rtc", 8, 0x7f, "counter far ahead: an alarm rang for ever" },
    { "tegra20-rtc", 8, 0x80, "... or far behind" },
    { "em3027", 12, 0x7f, "clock ahead by more than there are years" },
    { "em3027", 12, 0x80, "... or behind" },
};

static void test_nonsense(void)
{
    g_autofree char *path = save_full_machine();
    g_autoptr(GArray) sections = NULL;
    g_autofree uint8_t *data = NULL;
    int fd = open(path, O_RDWR);

    sections = read_sections(path, &data);
    num_changes = 1;
    for (size_t i = 0; i < ARRAY_SIZE(nonsense); i++) {
        const Section *s = stream_section(sections, nonsense[i].section);
        size_t at = s->end - nonsense[i].from_end;
        QTestState *qts = start_machine("-incoming defer");

        alarm(PATIENCE_S);
        g_test_message("%s: %s", s->name, nonsense[i].what);
        change[0] = (Change) { s->name, at, data[at], nonsense[i].value };
        write_changes(fd, true);
        g_assert_false(stream_load(qts, path));
        write_changes(fd, false);
        qtest_quit(qts);
    }
    alarm(0);
    num_changes = 0;
    close(fd);
    unlink(path);
}

/*
 * QEMU goes on after a refused snapshot if it is told so.  That channel 7 is
 * parked for a reason that does not exist must not be what it goes on with:
 * its name and its test are looked up in tables.
 */
static void test_refused(void)
{
    enum { PARK_KIND = 139 };       /* behind MAGIC, as in the job test */
    const uint32_t magic = 0xfeedc0d0;
    g_autoptr(GArray) sections = NULL;
    g_autofree uint8_t *data = NULL;
    const Section *s;
    QTestState *qts;
    size_t at;
    int fd;

    soak_write_disk(disk);
    qts = start_machine("");
    fill_machine(qts);
    ch_write(qts, 7, A_H1X_FBBUFBASE, magic);
    soak_hmp_ok(qts, "savevm soak");
    sections = read_sections(disk, &data);
    s = stream_section(sections, "tegra-host1x");
    for (at = s->start; ldl_be_p(data + at) != magic; at++) {
        g_assert_cmpuint(at, <, s->end);
    }
    at += PARK_KIND;
    g_assert_cmpuint(data[at], ==, 0);
    change[0] = (Change) { s->name, at, 0, 0x20 };
    num_changes = 1;
    fd = open(disk, O_RDWR);
    write_changes(fd, true);
    refused = 0;
    load_changed(qts);
    g_assert_cmpuint(refused, ==, 1);
    read_texts(qts);
    settle(qts);
    check_whole(qts);
    num_changes = 0;
    close(fd);
    qtest_quit(qts);
}

static void write_fully(int fd, const void *data, size_t size)
{
    const char *p = data;

    while (size) {
        ssize_t done = write(fd, p, size);

        if (done < 0) {
            g_assert_cmpint(errno, ==, EPIPE);      /* refused already */
            return;
        }
        p += done;
        size -= done;
    }
}

/*
 * Entries of the 3D engine's queue without end: refused when there are more
 * than it holds, not when the memory is full.  The writer keeps its end open:
 * QEMU must not wait for more.
 */
static void test_endless_queue(void)
{
    enum { ENTRY = 12, TIMES = 10000 };
    g_autofree char *path = save_full_machine();
    g_autofree char *fifo = g_build_filename(dir, "fifo", NULL);
    g_autofree char *uri = g_strdup_printf("exec:cat %s", fifo);
    g_autofree uint8_t *data = NULL;
    g_autoptr(GArray) sections = read_sections(path, &data);
    size_t end = stream_section(sections, "tegra-gr3d")->end - 1;
    QTestState *qts = start_machine("-incoming defer");
    int fd;

    g_assert_cmphex(data[end], ==, 0);              /* no further entry */
    g_assert_cmphex(data[end - ENTRY], ==, 1);      /* an entry ... */
    g_assert_cmphex(data[end - ENTRY + 1], ==, 0);  /* ... an increment */
    g_assert_cmphex(data[end - ENTRY + 2], ==, SYNCPT);
    g_assert_cmpint(mkfifo(fifo, 0600), ==, 0);
    alarm(PATIENCE_S);
    qtest_set_expected_status(qts, EXIT_FAILURE);
    qtest_qmp_send(qts, "{ 'execute': 'migrate-incoming',"
                   "  'arguments': { 'uri': %s } }", uri);
    fd = open(fifo, O_WRONLY);
    write_fully(fd, data, end);
    for (int i = 0; i < TIMES; i++) {
        write_fully(fd, data + end - ENTRY, ENTRY);
    }
    qtest_wait_qemu(qts);
    alarm(0);
    close(fd);
    qtest_quit(qts);
    unlink(fifo);
    unlink(path);
}

int main(int argc, char **argv)
{
    int result;

    g_test_init(&argc, &argv, NULL);
    rng = soak_rand();
    dir = g_dir_make_tmp("tegra20-corrupt-XXXXXX", NULL);
    disk = g_build_filename(dir, "disk", NULL);
    set_signal(SIGALRM, hangs);
    set_signal(SIGPIPE, SIG_IGN);
    qtest_add_abrt_handler((GHookFunc)tell, NULL);
    qtest_add_func("/tegra20/corrupt/nonsense", test_nonsense);
    qtest_add_func("/tegra20/corrupt/endless-queue", test_endless_queue);
    qtest_add_func("/tegra20/corrupt/refused", test_refused);
    qtest_add_func("/tegra20/corrupt/snapshots", test_snapshots);
    qtest_add_func("/tegra20/corrupt/streams", test_streams);
    result = g_test_run();
    unlink(disk);
    rmdir(dir);
    return result;
}
