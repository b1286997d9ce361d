/*
 * QTest testcase for the registers of the NVIDIA Tegra20 GR3D, all of them
 *
 * The rows are the engine's own (regs.def); what a kind of register does is
 * written here once more, from docs/specs/tegra-gr3d-registers.rst.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "tegra20-gr3d.h"

#define NUM_REGS        0x1000

typedef enum Kind {
    KIND_NONE,                  /* no register: reads 0 */
    KIND_STORE,
    KIND_SYNCPT,
    KIND_DRAW,
    KIND_FDC,
    KIND_STATUS,
    KIND_PORT,
    KIND_COMMON,
    KIND_DATA,
    KIND_DATA4,
    KIND_INTERNAL,
    KIND_OTHER,
} Kind;

typedef struct Row {
    uint16_t offset, count, stride;
    Kind kind;
} Row;

static const Row rows[] = {
#define GR3D_REG(offset, count, stride, name, kind, source, fields) \
    { offset, count, stride, KIND_##kind },
#include "hw/gpu/gr3d/isa/regs.def"
#undef GR3D_REG
};

static Kind kinds[NUM_REGS];

static void fill_kinds(void)
{
    for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
        for (unsigned int n = 0; n < rows[i].count; n++) {
            uint32_t reg = rows[i].offset + n * rows[i].stride;

            g_assert_cmpuint(reg, <, NUM_REGS);
            g_assert_cmpint(kinds[reg], ==, KIND_NONE);
            kinds[reg] = rows[i].kind;
        }
    }
}

static uint32_t reg_read(QTestState *qts, uint32_t reg)
{
    return qtest_readl(qts, TEGRA20_GR3D_BASE + 4 * reg);
}

/* Return whether @reg is no data port: reading moves a port's index. */
static bool is_plain(uint32_t reg)
{
    return kinds[reg] != KIND_DATA && kinds[reg] != KIND_DATA4;
}

/* What all registers must read now */
typedef struct Model {
    uint32_t value[NUM_REGS];
} Model;

/* Model INST_OFFSET_COMMON, which sets the indices of six memories. */
static void model_common(Model *m, uint32_t value)
{
    static const uint16_t index[] = {
        0x540, 0x600, 0x700, 0x800, 0x805, 0x900,
    };

    for (size_t i = 0; i < ARRAY_SIZE(index); i++) {
        m->value[index[i]] = deposit32(m->value[index[i]], 0, 6, value);
    }
}

static void model_write(Model *m, uint32_t reg, uint32_t value)
{
    switch (kinds[reg]) {
    case KIND_STORE:
    case KIND_SYNCPT:
    case KIND_DRAW:
    case KIND_PORT:
        m->value[reg] = value;
        break;
    case KIND_COMMON:
        m->value[reg] = value;
        model_common(m, value);
        break;
    case KIND_FDC:
        m->value[reg] = value & ~1u;
        break;
    default:
        break;
    }
}

static void check(QTestState *qts, const Model *m)
{
    for (uint32_t reg = 0; reg < NUM_REGS; reg++) {
        uint32_t want = kinds[reg] == KIND_STATUS ? 1 : m->value[reg];

        if (is_plain(reg) && reg_read(qts, reg) != want) {
            g_error("register 0x%03x: 0x%08x, expected 0x%08x", reg,
                    reg_read(qts, reg), want);
        }
    }
}

/* Return what differs between registers, and in all bits between rounds */
static uint32_t pattern(uint32_t reg, unsigned int round)
{
    uint32_t value = 0x9e3779b9 * (reg + 1);

    return round & 1 ? ~value : value;
}

/*
 * Write every offset in order, except for what starts a draw or fills a
 * memory; an increment is one of a sync point that exists.
 */
static void write_all(Stream *s, Model *m, unsigned int round)
{
    for (uint32_t reg = 0; reg < NUM_REGS; reg++) {
        uint32_t value = kinds[reg] == KIND_SYNCPT ? SYNCPT
                                                   : pattern(reg, round);

        if (is_plain(reg) && kinds[reg] != KIND_DRAW &&
            (!s->channel || kinds[reg] != KIND_NONE)) {
            put(s, reg, value);
            model_write(m, reg, value);
        }
    }
}

/* Reset values, what is kept of ones and zeros, and that nothing overlaps */
static void test_mmio(void)
{
    Stream s = { .qts = start("") };
    g_autofree Model *m = g_new0(Model, 1);

    check(s.qts, m);
    for (unsigned int round = 0; round < 2; round++) {
        write_all(&s, m, round);
        check(s.qts, m);
    }
    qtest_quit(s.qts);
}

/* Methods reach the same registers. */
static void test_channel(void)
{
    g_autofree Stream *s = g_new0(Stream, 1);
    g_autofree Model *m = g_new0(Model, 1);

    s->qts = start("");
    s->channel = true;
    s->words[s->num++] = 0x60 << 6;     /* SETCL GR3D */
    write_all(s, m, 0);
    put(s, 0, 1 << 8 | SYNCPT);         /* the last one, when all is done */
    model_write(m, 0, 1 << 8 | SYNCPT);
    qtest_writel(s->qts, HOST1X_SYNCPT(SYNCPT), 0);
    run_channel(s);
    wait_syncpt(s->qts, 2);
    check(s->qts, m);
    qtest_quit(s->qts);
}

static void hold(QTestState *qts, bool on)
{
    tegra20_hold(qts, TEGRA20_PERIPH_GR3D, on);
}

/* The CAR's reset and the power gate clear every register. */
static void test_cleared(const void *gate)
{
    Stream s = { .qts = start("") };
    g_autofree Model *m = g_new0(Model, 1);

    write_all(&s, m, 0);
    check(s.qts, m);
    if (GPOINTER_TO_INT(gate)) {
        tegra20_toggle_power(s.qts, TEGRA20_POWER_3D);
        tegra20_toggle_power(s.qts, TEGRA20_POWER_3D);
    } else {
        hold(s.qts, true);
        hold(s.qts, false);
    }
    memset(m, 0, sizeof(*m));
    check(s.qts, m);
    qtest_quit(s.qts);
}

/* The trigger keeps its value, too; a draw of nothing it can draw ends. */
static void test_trigger(void)
{
    Stream s = { .qts = start("") };

    put(&s, 0x123, 0x00512345);
    g_assert_cmphex(reg_read(s.qts, 0x123), ==, 0x00512345);
    qtest_writel(s.qts, HOST1X_SYNCPT(SYNCPT), 0);
    put_incr(&s, 1);
    wait_syncpt(s.qts, 1);
    qtest_quit(s.qts);
}

typedef struct Upload {
    uint16_t index, data, data4;    /* 0: no port of four bytes */
    uint16_t entries;
    uint32_t mask;                  /* of an entry */
} Upload;

/* [tegra-gr3d-registers.rst]: every data port */
static const Upload uploads[] = {
    { 0x205, 0x206, 0, 1024, UINT32_MAX },
    { 0x207, 0x208, 0, 1024, UINT32_MAX },
    { 0x540, 0x541, 0, 64, UINT32_MAX },
    { 0x600, 0x601, 0x602, 64, 0xff },
    { 0x603, 0x604, 0, 128, UINT32_MAX },
    { 0x700, 0x701, 0, 64, UINT32_MAX },
    { 0x800, 0x801, 0x802, 64, 0xff },
    { 0x803, 0x804, 0, 512, UINT32_MAX },
    { 0x805, 0x806, 0, 64, UINT32_MAX },
    { 0x900, 0x901, 0, 64, UINT32_MAX },
};

/* Check that no port of the table is left out. */
static void check_ports_known(void)
{
    unsigned int known = 0, num = 0;

    for (size_t i = 0; i < ARRAY_SIZE(uploads); i++) {
        g_assert_cmpint(kinds[uploads[i].data], ==, KIND_DATA);
        known += uploads[i].data4 ? 2 : 1;
    }
    for (uint32_t reg = 0; reg < NUM_REGS; reg++) {
        num += !is_plain(reg);
    }
    g_assert_cmpuint(num, ==, known);
}

/* Upload the whole memory, from the index on and around its end */
static void check_upload(Stream *s, const Upload *u)
{
    uint32_t first = u->entries - 3;

    put(s, u->index, first);
    for (uint32_t i = 0; i < u->entries; i++) {
        put(s, u->data, pattern(u->data + i, 0));
    }
    g_assert_cmphex(reg_read(s->qts, u->index), ==, first);
    for (uint32_t i = 0; i < u->entries; i++) {
        g_assert_cmphex(reg_read(s->qts, u->data), ==,
                        pattern(u->data + i, 0) & u->mask);
    }
    g_assert_cmphex(reg_read(s->qts, u->index), ==, first);
}

/* Upload four entries in one word, the first in the lowest byte */
static void check_upload4(Stream *s, const Upload *u)
{
    put(s, u->index, u->entries - 2);
    put(s, u->data4, 0x44332211);
    g_assert_cmphex(reg_read(s->qts, u->index), ==, 2);
    put(s, u->index, u->entries - 2);
    g_assert_cmphex(reg_read(s->qts, u->data), ==, 0x11);
    g_assert_cmphex(reg_read(s->qts, u->data), ==, 0x22);
    g_assert_cmphex(reg_read(s->qts, u->data), ==, 0x33);
    g_assert_cmphex(reg_read(s->qts, u->data), ==, 0x44);
    put(s, u->index, u->entries - 2);
    g_assert_cmphex(reg_read(s->qts, u->data4), ==, 0x44332211);
}

static void test_uploads(void)
{
    Stream s = { .qts = start("") };

    check_ports_known();
    for (size_t i = 0; i < ARRAY_SIZE(uploads); i++) {
        check_upload(&s, &uploads[i]);
        if (uploads[i].data4) {
            check_upload4(&s, &uploads[i]);
        }
    }
    qtest_quit(s.qts);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    fill_kinds();

    qtest_add_func("/tegra20/gr3d-regs/mmio", test_mmio);
    qtest_add_func("/tegra20/gr3d-regs/channel", test_channel);
    qtest_add_data_func("/tegra20/gr3d-regs/car-reset", GINT_TO_POINTER(0),
                        test_cleared);
    qtest_add_data_func("/tegra20/gr3d-regs/power-gate", GINT_TO_POINTER(1),
                        test_cleared);
    qtest_add_func("/tegra20/gr3d-regs/trigger", test_trigger);
    qtest_add_func("/tegra20/gr3d-regs/uploads", test_uploads);

    return g_test_run();
}
