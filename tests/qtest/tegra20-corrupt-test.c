/*
 * QTest of the Tegra20 machine with snapshots and migration streams that
 * something has changed
 *
 * Bytes of the devices' sections are changed at random, in each section in
 * turn.  QEMU either refuses what comes of it or loads it; then it runs, is
 * looked at and is reset.  It may never crash or hang, and after a reset it has
 * to draw as ever.  What ends in the middle of a section is refused, and so is
 * each value that a device does not have.
 * TEGRA20_CORRUPT_ROUNDS: how many; TEGRA20_CORRUPT_ALL=1: also the sections
 * of QEMU's own devices.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include <sys/stat.h>
#include "hw/arm/tegra/tegra20_map.h"
#include "hw/arm/tegra/tegra20_mc.h"
#include "tegra20-corrupt-cases.h"
#include "tegra20-soak.h"
#include "tegra20-stream.h"

#define MAX_CHANGES     8
#define PATIENCE_S      120     /* for a whole round */
#define GR2D            "/machine/soc/gr2d"

/* A picture whose checksum takes two parts */
#define SUM_WIDTH       2048
#define SUM_HEIGHT      768
#define FILLED          0x08000000      /* ... by the 2D engine */
#define FILLED_LINES    512

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

/*
 * Latch the large picture at the first frame boundary; at the second one the
 * first part of its checksum is made, and the other part 200 us later.
 */
static void begin_checksum(QTestState *qts)
{
    tegra20_enable(qts, TEGRA20_PERIPH_DISP2);
    dc_base = TEGRA20_DCB_BASE;
    enable_crtc(qts);
    dc_write(qts, R_DC_DISP_ACTIVE, SUM_HEIGHT << 16 | SUM_WIDTH);
    dc_write(qts, R_DC_CRC_CONTROL, 1);
    commit(qts, DC_STATE_GENERAL);
    dc_base = TEGRA20_DC_BASE;
    frames(qts, 2);
    qtest_clock_step(qts, 20 * 1000);
}

/* Put draws and increments into the queue of an engine that stands still */
static void fill_queue(QTestState *qts)
{
    tegra20_set_bool(qts, GR3D, "wedged", true);
    ch_start(qts, 1, 0);
    for (int i = 0; i < 5; i++) {
        PUSH(qts, 1, SETCL(0x60, 0, 0), NONINCR(0x123, 1), draw_prim(3),
             NONINCR(0, 1), OP_DONE << 8 | SYNCPT);
    }
}

/* Make a late increment, and one behind a fill that does not begin */
static void fill_gr2d(QTestState *qts)
{
    tegra20_set_uint(qts, GR2D, "delay-completion", 1000 * 1000);
    ch_start(qts, 4, 0);
    PUSH(qts, 4, SETCL(0x51, 0, 0), NONINCR(0, 1), OP_DONE << 8 | OTHER);
    tegra20_set_bool(qts, GR2D, "wedged", true);
    PUSH(qts, 4, IMM(0x09, 0x3a), IMM(0x0c, 0), IMM(0x1e, 0), NONINCR(0x1f, 1),
         1 << 6 | 1 << 2 | 2 << 16, IMM(0x20, 0xcc), IMM(0x46, 0),
         IMM(0x35, 0x1234), NONINCR(0x2b, 1), FILLED, NONINCR(0x2e, 1), 4096,
         NONINCR(0x38, 1), FILLED_LINES << 16 | 1024, IMM(0x3a, 0),
         NONINCR(0, 1), OP_DONE << 8 | OTHER);
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

/* Let these clients read and write memory */
static void open_memory(QTestState *qts, uint32_t clients)
{
    qtest_writel(qts, TEGRA20_MC_BASE + A_MC_CLIENT_CTRL, clients);
}

static void fill_machine(QTestState *qts)
{
    soak_prepare(qts);
    begin_checksum(qts);
    soak_window(qts, SHOWN + 1);
    soak_submit(qts);
    wait_syncpt(qts, HALF);
    fill_queue(qts);
    fill_gr2d(qts);
    fill_channels(qts);
    open_memory(qts, MC_ALL_CLIENTS & ~(1u << TEGRA20_MC_CLIENT_HC));
}

static unsigned int count_ours(const SavedStream *saved)
{
    unsigned int num = 0;

    for (guint i = 0; i < saved->sections->len; i++) {
        num += stream_is_ours(stream_at(saved, i)->name);
    }
    return num;
}

/* Read @path; check that it has all sections of our devices and no other. */
static SavedStream *read_full(const char *path)
{
    bool all = tegra20_number("TEGRA20_CORRUPT_ALL", 0);
    SavedStream *saved = stream_read(path, all);
    unsigned int sum = 0;

    for (size_t i = 0; i < ARRAY_SIZE(ours); i++) {
        unsigned int num = stream_count(saved, ours[i].name);

        if (num != ours[i].num) {
            g_error("%u sections %s, not %u", num, ours[i].name, ours[i].num);
        }
        sum += num;
    }
    g_assert_cmpuint(count_ours(saved), ==, sum);
    return saved;
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
        { TEGRA20_L2_BASE, 0x1000 },
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

/* Undo what holds the machine back, in half of all cases the engines as well */
static void let_go(QTestState *qts)
{
    open_memory(qts, MC_ALL_CLIENTS);
    if (g_rand_boolean(rng)) {
        tegra20_clock(qts, TEGRA20_PERIPH_GR2D, true);
        tegra20_set_bool(qts, GR2D, "wedged", false);
        tegra20_set_bool(qts, GR3D, "wedged", false);
    }
}

static void use_machine(QTestState *qts)
{
    settle(qts);
    let_go(qts);
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

/* Check that the machine, whatever its state was, draws after a reset. */
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

static void change_byte(const SavedStream *saved, unsigned int n, Section *s)
{
    size_t end = s->end + (s->inner ? 0 : 5);
    size_t at = g_rand_int_range(rng, s->start, end);

    change[n] = (Change) { s->name, at, saved->data[at],
                           other_byte(saved->data[at]) };
    s->hits++;
}

/* Choose a byte in the section whose turn it is, and maybe some anywhere */
static void choose_changes(const SavedStream *saved, unsigned int turn)
{
    guint len = saved->sections->len;

    num_changes = g_rand_boolean(rng) ? 1
                                      : g_rand_int_range(rng, 2, MAX_CHANGES);
    change_byte(saved, 0, stream_at(saved, turn % len));
    for (unsigned int i = 1; i < num_changes; i++) {
        change_byte(saved, i,
                    stream_at(saved, g_rand_int_range(rng, 0, len)));
    }
}

static unsigned int fewest_hits(const SavedStream *saved)
{
    unsigned int fewest = UINT_MAX;

    for (guint i = 0; i < saved->sections->len; i++) {
        fewest = MIN(fewest, stream_at(saved, i)->hits);
    }
    return fewest;
}

static void check_hits(const SavedStream *saved, unsigned int rounds)
{
    unsigned int fewest = fewest_hits(saved);
    g_autoptr(GString) names = g_string_new(NULL);

    for (guint i = 0; i < saved->sections->len; i++) {
        const Section *s = stream_at(saved, i);

        if (s->hits == fewest) {
            g_string_append_printf(names, " %s.%u", s->name, s->instance);
        }
    }
    g_test_message("of %u sections the fewest changes, %u, were in%s",
                   saved->sections->len, fewest, names->str);
    g_assert_cmpuint(fewest, >=, rounds / saved->sections->len);
}

static void write_changes(int fd, bool bad)
{
    for (unsigned int i = 0; i < num_changes; i++) {
        const Change *c = &change[i];

        g_assert_cmpint(pwrite(fd, bad ? &c->bad : &c->good, 1, c->at), ==, 1);
    }
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

static void snapshot_round(QTestState *qts, const SavedStream *saved,
                           unsigned int turn, int fd)
{
    alarm(PATIENCE_S);
    choose_changes(saved, turn);
    write_changes(fd, true);
    load_changed(qts);
    write_changes(fd, false);
    use_machine(qts);
    /* loadvm stops the machine, and would wait for draws by random registers */
    reset_machine(qts);
}

static void snapshot_rounds(QTestState *qts, const SavedStream *saved, int fd,
                            unsigned int rounds)
{
    refused = loaded = 0;
    for (unsigned int i = 0; i < rounds; i++) {
        snapshot_round(qts, saved, i, fd);
        if ((i + 1) % 25 == 0) {
            check_whole(qts);
        }
        if ((i + 1) % 500 == 0) {
            g_test_message("%u of %u rounds", i + 1, rounds);
        }
    }
    alarm(0);
    num_changes = 0;
}

/* Return a machine with all sections, and its snapshot in the file "disk" */
static QTestState *start_saved(SavedStream **saved, int *fd)
{
    QTestState *qts;

    soak_write_disk(disk);
    qts = start_machine("");
    fill_machine(qts);
    soak_hmp_ok(qts, "savevm soak");
    *saved = read_full(disk);
    *fd = open(disk, O_RDWR);
    return qts;
}

static void test_snapshots(void)
{
    unsigned int rounds = tegra20_number("TEGRA20_CORRUPT_ROUNDS", 50);
    g_autoptr(SavedStream) saved = NULL;
    int fd;
    QTestState *qts = start_saved(&saved, &fd);

    snapshot_rounds(qts, saved, fd, rounds);
    g_test_message("%u snapshots were refused, %u loaded", refused, loaded);
    g_assert_cmpuint(refused, >, 0);
    g_assert_cmpuint(loaded, >, 0);
    check_hits(saved, rounds);
    soak_hmp_ok(qts, "loadvm soak");
    close(fd);
    qtest_quit(qts);
}

/* ------------------------------------------------------------------ */
/* Streams                                                            */

static void stream_round(const char *path, const SavedStream *saved,
                         unsigned int turn, int fd)
{
    QTestState *qts;

    alarm(PATIENCE_S);
    choose_changes(saved, turn);
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
    unsigned int first = g_rand_int(rng);
    g_autofree char *path = save_full_machine();
    g_autoptr(SavedStream) saved = read_full(path);
    int fd = open(path, O_RDWR);

    refused = loaded = 0;
    for (unsigned int i = 0; i < rounds; i++) {
        stream_round(path, saved, first + i, fd);
    }
    alarm(0);
    num_changes = 0;
    g_test_message("%u streams were refused, %u loaded", refused, loaded);
    close(fd);
    unlink(path);
}

/* Cut the stream in @s: QEMU refuses it, waits for no rest, and answers. */
static void cut_in(const Section *s, const char *path, const SavedStream *saved)
{
    size_t size = (s->start + s->end) / 2;
    QTestState *qts;

    alarm(PATIENCE_S);
    g_test_message("cut in %s", s->name);
    g_assert_true(g_file_set_contents(path, (char *)saved->data, size, NULL));
    qts = start_machine("-incoming defer");
    g_assert_false(stream_load(qts, path));
    read_texts(qts);
    qtest_quit(qts);
}

/* Sections of the same name are read by the same code. */
static void test_cut(void)
{
    g_autofree char *path = save_full_machine();
    g_autoptr(SavedStream) saved = read_full(path);

    for (guint i = 0; i < saved->sections->len; i++) {
        const Section *s = stream_at(saved, i);

        if (stream_is_ours(s->name) && !s->instance) {
            cut_in(s, path, saved);
        }
    }
    alarm(0);
    unlink(path);
}

/* ------------------------------------------------------------------ */
/* What no machine saves                                              */

static void choose_nonsense(const SavedStream *saved, const Nonsense *n)
{
    Field f = stream_field(saved, n->field);
    unsigned int bytes = n->bytes ?: f.size;

    num_changes = bytes;
    for (unsigned int i = 0; i < bytes; i++) {
        size_t at = f.at + n->at + i;

        change[i] = (Change) { n->field, at, saved->data[at],
                               n->value >> 8 * (bytes - 1 - i) };
    }
}

static void load_nonsense(QTestState *qts, int fd, const Nonsense *n)
{
    g_autofree char *name = g_strndup(n->field, strcspn(n->field, ".:"));
    g_autofree char *device = g_strdup_printf("'%s'", name);
    g_autofree char *answer = NULL;

    write_changes(fd, true);
    answer = qtest_hmp(qts, "loadvm soak");
    write_changes(fd, false);
    if (!strstr(answer, device)) {
        g_test_message("not refused: %s = 0x%" PRIx64 ": \"%s\"", n->field,
                       n->value, answer);
        g_test_fail();
    }
}

/*
 * Load the value and let QEMU go on after it has refused the snapshot.  It
 * must not go on with what was refused: some of it is looked up in tables.
 */
static void check_nonsense(QTestState *qts, const SavedStream *saved, int fd,
                           const Nonsense *n)
{
    alarm(PATIENCE_S);
    choose_nonsense(saved, n);
    load_nonsense(qts, fd, n);
    qtest_qmp_assert_success(qts, "{ 'execute': 'cont' }");
    read_texts(qts);
    settle(qts);
}

static void test_nonsense(void)
{
    g_autoptr(SavedStream) saved = NULL;
    int fd;
    QTestState *qts = start_saved(&saved, &fd);

    for (size_t i = 0; i < ARRAY_SIZE(nonsense); i++) {
        check_nonsense(qts, saved, fd, &nonsense[i]);
    }
    alarm(0);
    num_changes = 0;
    soak_hmp_ok(qts, "loadvm soak");
    check_whole(qts);
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
    g_autoptr(SavedStream) saved = read_full(path);
    Field f = stream_field(saved, "tegra-gr3d:/queued:queue:entries");
    const uint8_t *data = saved->data;
    size_t end = f.at + f.size - 1;
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
    qtest_add_func("/tegra20/corrupt/cut", test_cut);
    qtest_add_func("/tegra20/corrupt/snapshots", test_snapshots);
    qtest_add_func("/tegra20/corrupt/streams", test_streams);
    result = g_test_run();
    unlink(disk);
    rmdir(dir);
    return result;
}
