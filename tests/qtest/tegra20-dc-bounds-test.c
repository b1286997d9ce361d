/*
 * QTest of the NVIDIA Tegra20 display controller: the edges of memory
 *
 * Cursors and windows that begin before the start of RAM, end beyond its end,
 * or are not in it at all.  What is not in memory is black, a cursor that is
 * not is not shown.  [tegra-dc.rst, Windows and Cursor]
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "tegra20-dc-qtest.h"

#define BORDER      0x00445566  /* blue, green, red */
#define BORDER_RGB  0x665544
#define CURSOR_RGB  0x00ff00
#define CURSOR_X    10
#define CURSOR_Y    20

static QTestState *start_bordered(uint32_t *want)
{
    QTestState *qts = start_crtc();

    dc_write(qts, R_DC_BORDER_COLOR, BORDER);
    show(qts, 0);
    for (int i = 0; i < WIDTH * HEIGHT; i++) {
        want[i] = BORDER_RGB;
    }
    return qts;
}

/* ---- The cursor ---- */

/* Set a cursor of the background's colour, as both planes are 0 */
static void set_cursor(QTestState *qts, uint32_t addr, bool large)
{
    dc_write(qts, R_DC_CURSOR_FOREGROUND, 0xff0000);
    dc_write(qts, R_DC_CURSOR_BACKGROUND, 0x00ff00);
    dc_write(qts, R_DC_CURSOR_START_ADDR, addr >> 10 | (uint32_t)large << 24);
    dc_write(qts, R_DC_CURSOR_POSITION, CURSOR_Y << 16 | CURSOR_X);
    dc_write(qts, R_DC_DISP_WIN_OPTIONS,
             R_DC_DISP_WIN_OPTIONS_CURSOR_ENABLE_MASK);
    show(qts, 0);
}

static void want_cursor(uint32_t *want, int size, bool shown)
{
    for (int y = CURSOR_Y; y < MIN(CURSOR_Y + size, HEIGHT); y++) {
        for (int x = CURSOR_X; x < MIN(CURSOR_X + size, WIDTH); x++) {
            want[y * WIDTH + x] = shown ? CURSOR_RGB : BORDER_RGB;
        }
    }
}

/*
 * The large one's 1024 bytes are the granule of its address, so it ends where
 * memory does or is not there at all.
 */
static void test_cursor(void)
{
    static const struct {
        uint32_t addr;
        bool there;
    } rows[] = {
        { 0, true }, { TEGRA20_RAM_END - 0x400, true },
        { TEGRA20_RAM_END, false }, { TEGRA20_DC_BASE, false },
        { FB, true }, { 0xfffffc00, false },
    };
    uint32_t want[WIDTH * HEIGHT];
    QTestState *qts = start_bordered(want);

    for (int i = 0; i < ARRAY_SIZE(rows); i++) {
        for (int large = 0; large < 2; large++) {
            int size = large ? 64 : 32;

            set_cursor(qts, rows[i].addr, large);
            want_cursor(want, size, rows[i].there);
            check_screen(qts, want);
            want_cursor(want, size, false);
        }
    }
    qtest_quit(qts);
}

/* ---- Windows ---- */

/* Fill a page, so that lines that are in memory are not black either */
static void fill_page(QTestState *qts, uint64_t addr)
{
    qtest_memset(qts, addr, 0x77, 0x1000);
}

typedef struct Edge {
    const char *what;
    uint32_t start, options;
    uint16_t h_offset, v_offset;
    int first, end;             /* the lines that are there */
} Edge;

#define EDGE_W      16
#define EDGE_H      8
#define EDGE_STRIDE (EDGE_W * 4)

static void check_edge(QTestState *qts, const Edge *e, uint32_t *want)
{
    g_test_message("%s", e->what);
    set_window(qts, WIN_A, e->start, DC_FORMAT_B8G8R8A8, 4, EDGE_STRIDE, 0, 0,
               EDGE_W, EDGE_H);
    win_write(qts, WIN_A, R_WIN_OPTIONS, e->options |
              R_WIN_OPTIONS_WIN_ENABLE_MASK);
    win_write(qts, WIN_A, R_WINBUF_ADDR_H_OFFSET, e->h_offset);
    win_write(qts, WIN_A, R_WINBUF_ADDR_V_OFFSET, e->v_offset);
    show(qts, DC_STATE_WIN(WIN_A));
    for (int y = 0; y < EDGE_H; y++) {
        for (int x = 0; x < EDGE_W; x++) {
            want[y * WIDTH + x] = y >= e->first && y < e->end ? 0x777777 : 0;
        }
    }
    check_screen(qts, want);
}

static void test_window(void)
{
    static const Edge rows[] = {
        { "ends at the end", TEGRA20_RAM_END - EDGE_H * EDGE_STRIDE, 0, 0, 0,
          0, EDGE_H },
        { "the last line ends beyond the end",
          TEGRA20_RAM_END - EDGE_H * EDGE_STRIDE + 4, 0, 0, 0, 0, EDGE_H - 1 },
        { "... by its offset", TEGRA20_RAM_END - EDGE_H * EDGE_STRIDE, 0, 4, 0,
          0, EDGE_H - 1 },
        { "three lines are there", TEGRA20_RAM_END - 3 * EDGE_STRIDE, 0, 0, 0,
          0, 3 },
        { "upwards from beyond the end", TEGRA20_RAM_END - 3 * EDGE_STRIDE,
          R_WIN_OPTIONS_V_DIRECTION_MASK, 0, 5, 3, EDGE_H },
        { "begins at the end", TEGRA20_RAM_END, 0, 0, 0, 0, 0 },
        { "registers are not memory", TEGRA20_DC_BASE, 0, 0, 0, 0, 0 },
        { "upwards to before the start", 0, R_WIN_OPTIONS_V_DIRECTION_MASK,
          0, 2, 0, 3 },
        { "the first line begins before the start", 0,
          R_WIN_OPTIONS_H_DIRECTION_MASK, EDGE_STRIDE - 8, 0, 1, EDGE_H },
        { "does not go on at 0", 0xffffff80, 0, 0, 0, 0, 0 },
    };
    uint32_t want[WIDTH * HEIGHT];
    QTestState *qts = start_bordered(want);

    fill_page(qts, 0);
    fill_page(qts, TEGRA20_RAM_END - 0x1000);
    for (int i = 0; i < ARRAY_SIZE(rows); i++) {
        check_edge(qts, &rows[i], want);
    }
    qtest_quit(qts);
}

/* Luma, U, V: where a plane is, and the lines of the window that it has */
typedef struct Planes {
    uint32_t addr[3];
    int lines[3];
} Planes;

/* Return a pixel: V, Y and U, unconverted, are red, green and blue. */
static uint32_t want_yuv(const Planes *p, int y)
{
    return (y < p->lines[2] ? 0x770000 : 0) | (y < p->lines[0] ? 0x7700 : 0) |
           (y < p->lines[1] ? 0x77 : 0);
}

static void check_planes(QTestState *qts, const Planes *p, uint32_t *want)
{
    set_window(qts, WIN_B, p->addr[0], DC_FORMAT_YCBCR420P, 1,
               EDGE_W | EDGE_W / 2 << 16, 0, 0, EDGE_W, EDGE_H);
    win_write(qts, WIN_B, R_WINBUF_START_ADDR_U, p->addr[1]);
    win_write(qts, WIN_B, R_WINBUF_START_ADDR_V, p->addr[2]);
    show(qts, DC_STATE_WIN(WIN_B));
    for (int y = 0; y < EDGE_H; y++) {
        for (int x = 0; x < EDGE_W; x++) {
            want[y * WIDTH + x] = want_yuv(p, y);
        }
    }
    check_screen(qts, want);
}

/* A plane that leaves memory does not take the others with it. */
static void test_planes(void)
{
    static const Planes rows[] = {
        { { FB, FB, FB }, { EDGE_H, EDGE_H, EDGE_H } },
        { { TEGRA20_RAM_END - 5 * EDGE_W, FB, FB }, { 5, EDGE_H, EDGE_H } },
        { { FB, TEGRA20_RAM_END - 3 * EDGE_W / 2, FB }, { EDGE_H, 6, EDGE_H } },
        { { FB, FB, TEGRA20_RAM_END - EDGE_W / 2 }, { EDGE_H, EDGE_H, 2 } },
        { { FB, FB, TEGRA20_RAM_END - EDGE_W / 2 + 1 }, { EDGE_H, EDGE_H, 0 } },
        { { FB, TEGRA20_RAM_END, FB }, { EDGE_H, 0, EDGE_H } },
        { { FB, FB, 0xfffffff8 }, { EDGE_H, EDGE_H, 0 } },
        { { TEGRA20_RAM_END - 5 * EDGE_W, TEGRA20_RAM_END - EDGE_W,
            TEGRA20_RAM_END - 3 * EDGE_W / 2 }, { 5, 4, 6 } },
    };
    uint32_t want[WIDTH * HEIGHT];
    QTestState *qts = start_bordered(want);

    fill_page(qts, 0);
    fill_page(qts, FB);
    fill_page(qts, TEGRA20_RAM_END - 0x1000);
    for (int i = 0; i < ARRAY_SIZE(rows); i++) {
        check_planes(qts, &rows[i], want);
    }
    qtest_quit(qts);
}

#define TEST(path, f) qtest_add_func("/tegra20-dc-bounds/" path, f)

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    TEST("cursor", test_cursor);
    TEST("window", test_window);
    TEST("planes", test_planes);
    return g_test_run();
}
