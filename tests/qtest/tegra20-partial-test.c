/*
 * QTest of Tegra20 engines of which a migration stream brought only a part
 *
 * A stream that is cut, or that has a subsection which nobody knows, fails
 * before the engine has checked what came before.  QEMU goes on if it is told
 * to (exit-on-error): what it then shows or resets must not be that.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "hw/gpu/tegra_gr2d_regs.h"
#include "tegra20-gr3d-targets.h"
#include "tegra20-stream.h"

#define GR2D            "/machine/soc/gr2d"
#define TOO_MANY        257     /* late increments: 256 can be */
#define HUNG_S          60

typedef struct Saved {
    uint8_t *data;
    gsize size;
    char *path;
} Saved;

/* An operation and a draw in flight, engines that do not go on */
static void fill(QTestState *qts)
{
    static const uint32_t words[][2] = {
        { R_GR2D_TRIGGER, R_GR2D_DSTPS }, { R_GR2D_CONTROLSECOND, 0 },
        { R_GR2D_CONTROLMAIN, 1 << 6 | 1 << 2 | 2 << 16 },
        { R_GR2D_ROPFADE, 0xcc }, { R_GR2D_DSTBA, TARGET },
        { R_GR2D_DSTST, 256 }, { R_GR2D_DSTSIZE, 8 << 16 | 8 },
        { R_GR2D_DSTPS, 0 },
    };

    tegra20_set_bool(qts, GR2D, "wedged", true);
    tegra20_set_bool(qts, GR3D, "wedged", true);
    for (unsigned int i = 0; i < ARRAY_SIZE(words); i++) {
        qtest_writel(qts, GR2D_BASE + 4 * words[i][0], words[i][1]);
    }
}

static Saved save(void)
{
    QTestState *qts = qtest_init("-machine trimslice -m 256M");
    Saved saved = { .path = stream_path() };

    host1x_enable(qts);
    fill(qts);
    save_machine(qts, saved.path);
    g_assert_true(g_file_get_contents(saved.path, (char **)&saved.data,
                                      &saved.size, NULL));
    return saved;
}

static void saved_free(Saved *saved)
{
    unlink(saved->path);
    g_free(saved->path);
    g_free(saved->data);
}

/* Where the fields of a subsection begin: behind its name and version */
static size_t subsection(const Saved *saved, const char *name)
{
    size_t len = strlen(name);
    const uint8_t *p = saved->data, *end = p + saved->size - len;

    while (p < end && (p[0] != STREAM_SUB || p[1] != len ||
                       memcmp(p + 2, name, len))) {
        p++;
    }
    g_assert_true(p < end);
    return p - saved->data + 2 + len + 4;
}

/* The machine after these bytes: it has refused them. */
static QTestState *load(const Saved *saved, const uint8_t *data, size_t size)
{
    QTestState *qts = qtest_init("-machine trimslice -m 256M -incoming defer "
                                 "-trace tegra_gr2d_end");

    g_assert_true(g_file_set_contents(saved->path, (const char *)data, size,
                                      NULL));
    g_assert_false(stream_load(qts, saved->path));
    return qts;
}

static void reset(QTestState *qts)
{
    qtest_system_reset_nowait(qts);
    qtest_qmp_eventwait(qts, "RESET");
}

/* Registers, class, and that there is an operation; not which step is next */
static QTestState *load_cut(Saved *saved)
{
    size_t at = subsection(saved, "tegra-gr2d/operation") +
                4 * TEGRA_GR2D_NUM_REGS + 2;

    g_assert_cmphex(saved->data[at], ==, true);
    return load(saved, saved->data, at + 1);
}

static void test_cut(void)
{
    Saved saved = save();
    QTestState *qts = load_cut(&saved);
    g_autofree char *registers = tegra20_get_str(qts, GR2D, "registers");

    g_assert_null(strstr(registers, "step"));
    reset(qts);
    qtest_quit(qts);
    saved_free(&saved);
}

/* Reset as the first thing that happens */
static void test_reset(void)
{
    Saved saved = save();
    QTestState *qts = load_cut(&saved);
    g_autofree char *registers = NULL;

    reset(qts);
    registers = tegra20_get_str(qts, GR2D, "registers");
    g_assert_null(strstr(registers, "step"));
    qtest_quit(qts);
    saved_free(&saved);
}

static void check_late(QTestState *qts)
{
    g_autofree char *queue = tegra20_get_str(qts, GR3D, "queue");

    g_assert_nonnull(strstr(queue, "late increments: 0\n"));
    g_assert_false(tegra20_get_bool(qts, GR3D, "wedged"));
    reset(qts);
    qtest_quit(qts);
}

/* More late increments than there can be, and a subsection behind them */
static void test_unknown(void)
{
    static const char name[] = "tegra-engine/unknown";
    const uint8_t head[2] = { STREAM_SUB, sizeof(name) - 1 };
    g_autoptr(GByteArray) bytes = g_byte_array_new();
    Saved saved = save();
    g_autoptr(GArray) sections = stream_sections(saved.data, saved.size,
                                                 false);
    size_t end = stream_section(sections, "tegra-gr3d")->end;

    g_assert_cmpuint(subsection(&saved, "tegra-gr3d/engine"), <, end);
    g_assert_cmphex(ldl_be_p(saved.data + end - 4), ==, 0);
    stl_be_p(saved.data + end - 4, TOO_MANY);
    g_byte_array_append(bytes, saved.data, end);
    g_byte_array_append(bytes, head, sizeof(head));
    g_byte_array_append(bytes, (const uint8_t *)name, sizeof(name) - 1);
    g_byte_array_append(bytes, (const uint8_t []){ 0, 0, 0, 1 }, 4);
    g_byte_array_append(bytes, saved.data + end, saved.size - end);
    check_late(load(&saved, bytes->data, bytes->len));
    saved_free(&saved);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    alarm(HUNG_S);
    qtest_add_func("/tegra20/partial/cut", test_cut);
    qtest_add_func("/tegra20/partial/reset", test_reset);
    qtest_add_func("/tegra20/partial/unknown", test_unknown);
    return g_test_run();
}
