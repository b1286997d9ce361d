/*
 * QTest of the NVIDIA Tegra20 display controller: every register
 *
 * A table of the registers with the bits that keep what is written, the value
 * after reset and the number of copies, made from the description of the chip.
 * Each is tried in ASSEMBLY, ARM and ACTIVE; what is not in the table must
 * read 0 whatever is written.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "tegra20-dc-qtest.h"

/* The number of copies: [tegra-dc.rst, Register buffering] */
typedef enum Kind {
    NONE, IMM, DBL, TRI,
    SHADOW,             /* shows the ARM copy of the one before */
    SPECIAL,            /* has a test of its own */
} Kind;

typedef struct Row {
    uint32_t first, last;
    Kind kind;
    uint32_t mask, reset;
} Row;

#define ALL 0xffffffff
#define RGB 0x00ffffff
#define HV  0x1fff1fff          /* two numbers of 13 bits */

static const Row common_rows[] = {
    { 0x000, 0x000, SPECIAL }, { 0x008, 0x008, SPECIAL },
    { 0x010, 0x010, SPECIAL }, { 0x018, 0x018, SPECIAL },
    { 0x001, 0x001, IMM, 0x101 }, { 0x009, 0x009, IMM, 0x101 },
    { 0x011, 0x011, IMM, 0x101 }, { 0x019, 0x019, IMM, 0x101 },
    { 0x028, 0x028, IMM, 0x1ff },               /* CONT_SYNCPT_VSYNC */
    { 0x030, 0x030, IMM, 0xf3fffbff, 0xf800 },  /* CTXSW */
    { 0x031, 0x031, DBL, ALL },
    { 0x032, 0x032, DBL, ALL },                 /* DISPLAY_COMMAND */
    { 0x033, 0x033, IMM, ALL },
    { 0x036, 0x036, DBL, 0x03050155 },          /* power: PW, PM, SPI */
    { 0x037, 0x037, SPECIAL },
    { 0x038, 0x038, IMM, 0x001dff9f },          /* the events there are */
    { 0x039, 0x039, IMM, 0x001dff9f, 1 },
    { 0x03a, 0x03b, IMM, 0x001dff9f },
    { 0x03c, 0x03e, IMM, ALL },
    { 0x040, 0x041, SPECIAL },
    { 0x042, 0x042, IMM, 0x70 },
    { 0x043, 0x043, IMM, 0x55 },

    { 0x300, 0x300, IMM, 0xf },
    { 0x302, 0x303, DBL, ALL },
    { 0x304, 0x304, DBL, ALL, 0x00510104 },
    { 0x305, 0x305, DBL, ALL, 0x00000555 },
    { 0x306, 0x311, DBL, ALL },
    { 0x314, 0x324, DBL, ALL },
    { 0x325, 0x327, IMM, ALL },                 /* scratch, GPIO */
    { 0x328, 0x328, IMM, ALL, 0x400 },

    { 0x400, 0x401, DBL, ALL },
    { 0x402, 0x402, DBL, 0x70010000 },          /* HDMI DSI TVO, cursor */
    { 0x403, 0x404, DBL, ALL },
    { 0x405, 0x405, DBL, 0x1fff },
    { 0x406, 0x40a, DBL, HV },
    { 0x40b, 0x42d, DBL, ALL },
    { 0x42e, 0x42e, DBL, 0xfff, 6 },
    { 0x42f, 0x42f, DBL, 0x30f },
    { 0x430, 0x430, DBL, 0x0f07330f },
    { 0x431, 0x434, DBL, ALL },
    { 0x435, 0x439, DBL, RGB },                 /* border, keys */
    { 0x43c, 0x43d, DBL, RGB },
    { 0x43e, 0x43e, TRI, 0x313fffff },          /* cursor */
    { 0x43f, 0x43f, SHADOW, 0x313fffff },
    { 0x440, 0x440, TRI, 0x3fff3fff },
    { 0x441, 0x441, SHADOW, 0x3fff3fff },
    { 0x442, 0x446, DBL, ALL },
    { 0x480, 0x480, IMM, ALL },
    { 0x481, 0x481, IMM, ALL, 0xcf401f1f },
    { 0x482, 0x484, IMM, ALL, 0xcf081f1f },
    { 0x4c0, 0x4c0, DBL, ALL },
    { 0x4c1, 0x4c1, DBL, ALL, 2 },
};

/* As offsets into the block of a window */
static const Row window_rows[] = {
    { 0x000, 0x0ff, TRI, RGB },                 /* palette */
    { 0x100, 0x100, TRI, 0xfe },
    { 0x101, 0x110, TRI, ALL },                 /* horizontal filter */
    { 0x111, 0x111, TRI, 0xff },                /* YOF */
    { 0x112, 0x112, TRI, 0x3ff },               /* KYRGB */
    { 0x113, 0x114, TRI, 0x7ff },               /* KUR, KVR */
    { 0x115, 0x116, TRI, 0x3ff },               /* KUG, KVG */
    { 0x117, 0x118, TRI, 0x7ff },               /* KUB, KVB */
    { 0x119, 0x128, TRI, 0xff },                /* vertical filter */
    { 0x180, 0x180, TRI, 0x40555545 },          /* every other bit */
    { 0x181, 0x181, TRI, 0x3 },
    { 0x182, 0x182, TRI, 0x7 },
    { 0x183, 0x183, TRI, 0x1f },
    { 0x184, 0x185, TRI, HV },
    { 0x186, 0x186, TRI, 0x1fff7fff },
    { 0x187, 0x188, TRI, 0xffff },
    { 0x189, 0x18c, TRI, ALL },
    { 0x18d, 0x18d, TRI, 0x10001 },
    { 0x18e, 0x18e, TRI, 0x70707 },
    { 0x18f, 0x18f, TRI, 0xffff01 },
    { 0x190, 0x190, TRI, 0xffff07 },
    { 0x191, 0x193, TRI, 0xffff0f },
    { 0x194, 0x194, TRI, ALL },
    { 0x1c0, 0x1c0, TRI, ALL }, { 0x1c1, 0x1c1, SHADOW, ALL },
    { 0x1c2, 0x1c2, TRI, ALL }, { 0x1c3, 0x1c3, SHADOW, ALL },
    { 0x1c4, 0x1c4, TRI, ALL }, { 0x1c5, 0x1c5, SHADOW, ALL },
    { 0x1c6, 0x1c6, TRI, 0x7fff }, { 0x1c7, 0x1c7, SHADOW, 0x7fff },
    { 0x1c8, 0x1c8, TRI, 0x1fff }, { 0x1c9, 0x1c9, SHADOW, 0x1fff },
};

static Row find(const Row *rows, int n, uint32_t reg)
{
    for (int i = 0; i < n; i++) {
        if (reg >= rows[i].first && reg <= rows[i].last) {
            return rows[i];
        }
    }
    return (Row) { reg, reg, NONE };
}

/* Return what register @reg of the 4096 should be */
static Row row_of(uint32_t reg)
{
    if (reg < 0x500) {
        return find(common_rows, ARRAY_SIZE(common_rows), reg);
    }
    /* The older ranges stand for no window after reset */
    if (reg < 0xa00) {
        return (Row) { reg, reg, NONE };
    }
    return find(window_rows, ARRAY_SIZE(window_rows), reg % 0x200);
}

static uint32_t group_of(uint32_t reg)
{
    return reg < 0x500 ? DC_STATE_GENERAL : DC_STATE_WIN((reg - 0xa00) / 0x200);
}

/* Return whether @reg is storage of its own, not another name of some */
static bool is_storage(uint32_t reg)
{
    Row row = row_of(reg);

    return row.kind != SPECIAL && row.kind != SHADOW &&
           (reg < 0x500 || reg >= 0xa00);
}

/* Return @value without the bits that start the controller or an increment */
static uint32_t safe(uint32_t reg, uint32_t value)
{
    return reg == 0x032 ? value & ~0x60u : value;
}

static void test_reset_values(void)
{
    static const uint64_t base[] = { TEGRA20_DC_BASE, TEGRA20_DCB_BASE };
    QTestState *qts = start();

    for (int i = 0; i < 2; i++) {
        dc_base = base[i];
        for (uint32_t reg = 0; reg < 0x1000; reg++) {
            g_assert_cmphex(dc_read(qts, reg), ==, row_of(reg).reset);
            if (reg != R_DC_STATE_ACCESS) {
                g_assert_cmphex(read_active(qts, reg), ==, row_of(reg).reset);
            }
        }
    }
    qtest_quit(qts);
}

static void test_masks(void)
{
    QTestState *qts = start();

    for (uint32_t reg = 0; reg < 0x1000; reg++) {
        Row row = row_of(reg);

        if (row.kind == SPECIAL || row.kind == SHADOW) {
            continue;
        }
        dc_write(qts, reg, safe(reg, ALL));
        g_assert_cmphex(dc_read(qts, reg), ==, safe(reg, row.mask));
        dc_write(qts, reg, 0);
        g_assert_cmphex(dc_read(qts, reg), ==, 0);
    }
    qtest_quit(qts);
}

/* They are all different registers, and a reset puts every one back */
static void test_independent(void)
{
    QTestState *qts = start();

    for (uint32_t reg = 0; reg < 0x1000; reg++) {
        if (is_storage(reg)) {
            dc_write(qts, reg, noise(reg));
        }
    }
    for (uint32_t reg = 0; reg < 0x1000; reg++) {
        if (is_storage(reg)) {
            g_assert_cmphex(dc_read(qts, reg), ==,
                            noise(reg) & row_of(reg).mask);
        }
    }
    dc_write(qts, 0x032, 0);
    commit(qts, DC_STATE_ALL);
    tegra20_hold(qts, TEGRA20_PERIPH_DISP1, true);
    tegra20_hold(qts, TEGRA20_PERIPH_DISP1, false);
    for (uint32_t reg = 0; reg < 0x1000; reg++) {
        g_assert_cmphex(dc_read(qts, reg), ==, row_of(reg).reset);
        if (reg != R_DC_STATE_ACCESS) {
            g_assert_cmphex(read_active(qts, reg), ==, row_of(reg).reset);
        }
    }
    qtest_quit(qts);
}

/*
 * Write 1, update, write 2, request: a register with one copy has 2 at once,
 * with two it has 2 in ACTIVE after the request, with three 1.  The request of
 * one group moves no other.
 */
static void check_copies(QTestState *qts, uint32_t reg, const Row *row)
{
    uint32_t one = safe(reg, noise(reg) & row->mask);
    uint32_t two = safe(reg, ~noise(reg) & row->mask);
    uint32_t group = group_of(reg);
    uint32_t before = read_active(qts, reg);

    dc_write(qts, reg, one);
    dc_write(qts, R_DC_STATE_CONTROL, group << 8);
    dc_write(qts, reg, two);
    g_assert_cmphex(dc_read(qts, reg), ==, two);
    g_assert_cmphex(read_active(qts, reg), ==,
                    row->kind == IMM ? two : before);
    if (row_of(reg + 1).kind == SHADOW) {
        g_assert_cmphex(dc_read(qts, reg + 1), ==, one);
    }
    dc_write(qts, R_DC_STATE_CONTROL, DC_STATE_ALL & ~group);
    g_assert_cmphex(read_active(qts, reg), ==,
                    row->kind == IMM ? two : before);
    dc_write(qts, R_DC_STATE_CONTROL, group);
    g_assert_cmphex(dc_read(qts, R_DC_STATE_CONTROL), ==, 0);
    g_assert_cmphex(dc_read(qts, reg), ==, two);
    g_assert_cmphex(read_active(qts, reg), ==, row->kind == TRI ? one : two);
}

static void test_copies(void)
{
    QTestState *qts = start();

    for (uint32_t reg = 0; reg < 0x1000; reg++) {
        Row row = row_of(reg);

        if (row.kind == IMM || row.kind == DBL || row.kind == TRI) {
            check_copies(qts, reg, &row);
        }
    }
    qtest_quit(qts);
}

/* With WRITE_MUX all copies get the value at once; "_NS" writes ARM only */
static void test_write_active(void)
{
    QTestState *qts = start();

    for (uint32_t reg = 0; reg < 0x1000; reg++) {
        Row row = row_of(reg);
        uint32_t value = safe(reg, noise(reg + 7) & row.mask);

        if (row.kind == DBL || row.kind == TRI) {
            dc_write(qts, R_DC_STATE_ACCESS,
                     R_DC_STATE_ACCESS_WRITE_MUX_MASK);
            dc_write(qts, reg, value);
            dc_write(qts, R_DC_STATE_ACCESS, 0);
            g_assert_cmphex(dc_read(qts, reg), ==, value);
            g_assert_cmphex(read_active(qts, reg), ==, value);
        }
        if (row.kind == SHADOW) {
            uint32_t assembly = dc_read(qts, reg - 1);
            uint32_t active = read_active(qts, reg - 1);

            dc_write(qts, reg, ~active);
            g_assert_cmphex(dc_read(qts, reg), ==, ~active & row.mask);
            g_assert_cmphex(dc_read(qts, reg - 1), ==, assembly);
            g_assert_cmphex(read_active(qts, reg - 1), ==, active);
        }
    }
    qtest_quit(qts);
}

/* The older ranges, for each set of windows */
static void test_legacy(void)
{
    static const struct {
        uint32_t first, last, block;
    } ranges[] = {
        { 0x500, 0x638, 0x000 }, { 0x700, 0x719, 0x180 },
        { 0x800, 0x839, 0x1c0 },
    };
    QTestState *qts = start();

    for (uint32_t set = 1; set < 8; set++) {
        dc_write(qts, R_DC_DISPLAY_WINDOW_HEADER, set << 4);
        for (uint32_t reg = 0x500; reg < 0xa00; reg++) {
            uint32_t value = noise(reg + set * 4096), idx = 0xfff;

            for (int i = 0; i < ARRAY_SIZE(ranges); i++) {
                if (reg >= ranges[i].first && reg <= ranges[i].last) {
                    idx = reg - ranges[i].first + ranges[i].block;
                }
            }
            if (idx != 0xfff && row_of(0xa00 + idx).kind == SHADOW) {
                continue;
            }
            dc_write(qts, reg, value);
            if (idx == 0xfff || row_of(0xa00 + idx).kind == NONE) {
                g_assert_cmphex(dc_read(qts, reg), ==, 0);
                continue;
            }
            value &= row_of(0xa00 + idx).mask;
            g_assert_cmphex(dc_read(qts, reg), ==, value);
            for (int n = 0; n < 3; n++) {
                if (set & 1 << n) {
                    g_assert_cmphex(dc_read(qts, TEGRA_DC_WIN(n, idx)), ==,
                                    value);
                }
            }
        }
    }
    qtest_quit(qts);
}

/* Registers that only the controller writes */
static void test_read_only(void)
{
    static const uint32_t regs[] = {
        R_DC_CRC_CHECKSUM, R_DC_CRC_CHECKSUM_LATCHED, R_DC_PIN_INPUT_DATA0,
        R_DC_PIN_INPUT_DATA1,
    };
    QTestState *qts = start_crtc();
    uint32_t px[WIDTH * HEIGHT];

    show_pattern(qts, px);
    dc_write(qts, R_DC_CRC_CONTROL, 1);
    frames(qts, 1);
    dc_write(qts, R_DC_CRC_CONTROL, 0);
    g_assert_cmphex(dc_read(qts, R_DC_CRC_CHECKSUM), !=, 0);
    for (int i = 0; i < ARRAY_SIZE(regs); i++) {
        uint32_t value = dc_read(qts, regs[i]);

        dc_write(qts, regs[i], ~value);
        g_assert_cmphex(dc_read(qts, regs[i]), ==, value);
    }
    qtest_quit(qts);
}

#define TEST(path, f) qtest_add_func("/tegra20-dc-regs/" path, f)

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    TEST("reset-values", test_reset_values);
    TEST("masks", test_masks);
    TEST("independent", test_independent);
    TEST("copies", test_copies);
    TEST("write-active", test_write_active);
    TEST("legacy", test_legacy);
    TEST("read-only", test_read_only);
    return g_test_run();
}
