/*
 * QTest testcase for the NVIDIA Tegra20 GR3D
 *
 * One triangle with three colours, driven by MMIO or through a host1x channel,
 * compared with the colours a hand calculation gives; then what a careless
 * guest may do to the engine.  Program words are assembled here from the field
 * tables of docs/specs/tegra-gr3d.rst.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include <math.h>
#include "qemu/bitops.h"
#include "tegra20-qtest.h"

#define HOST1X_SYNCPT(n) (TEGRA20_HOST1X_BASE + 0x3400 + 4 * (n))

/* Guest memory used by the tests */
#define SIZE            64                      /* target: SIZE x SIZE */
#define STRIDE          (SIZE * 4)
#define TARGET          0x01000000
#define TARGET_BYTES    (STRIDE * SIZE)
#define DEPTH           0x01100000
#define DEPTH_STRIDE    (SIZE * 2)
#define POSITIONS       0x01200000
#define COLOURS         0x01201000
#define PUSHBUF         0x01300000
#define UNTOUCHED       0xa5a5a5a5u
#define NO_MEMORY       0x48000000              /* above 1 GiB of RAM */

#define SYNCPT          7

typedef struct Stream {
    QTestState *qts;
    bool channel;               /* collect words instead of MMIO writes */
    uint32_t words[4096];
    unsigned int num;
} Stream;

static void put(Stream *s, uint32_t offset, uint32_t value)
{
    if (!s->channel) {
        qtest_writel(s->qts, TEGRA20_GR3D_BASE + 4 * offset, value);
        return;
    }
    g_assert_cmpuint(s->num + 2, <=, ARRAY_SIZE(s->words));
    s->words[s->num++] = 0x20000000 | offset << 16 | 1;     /* NONINCR, 1 */
    s->words[s->num++] = value;
}

static void putf(Stream *s, uint32_t offset, float value)
{
    uint32_t bits;

    memcpy(&bits, &value, sizeof(bits));
    put(s, offset, bits);
}

static void put_all(Stream *s, uint32_t offset, const uint32_t *value,
                    unsigned int num)
{
    for (unsigned int i = 0; i < num; i++) {
        put(s, offset, value[i]);
    }
}

/* Power, clock, reset: what the kernel's driver does before first use. */
static void power_up(QTestState *qts)
{
    tegra20_toggle_power(qts, TEGRA20_POWER_3D);
    tegra20_enable(qts, TEGRA20_PERIPH_HOST1X);
    tegra20_enable(qts, TEGRA20_PERIPH_GR3D);
}

static QTestState *start(const char *extra)
{
    QTestState *qts = qtest_initf("-machine trimslice "
                                  "-global tegra-gr3d.threads=0 %s", extra);

    power_up(qts);
    return qts;
}

/* Increments come from a bottom half: wait for it, but not for ever. */
static void wait_syncpt(QTestState *qts, uint32_t value)
{
    for (int i = 0; i < 10000; i++) {
        if (qtest_readl(qts, HOST1X_SYNCPT(SYNCPT)) == value) {
            return;
        }
        g_usleep(100);
    }
    g_assert_cmphex(qtest_readl(qts, HOST1X_SYNCPT(SYNCPT)), ==, value);
}

/* ALU slot: dst half := A (fp20 register) * 1 + 0 */
static void alu_to_fx10(uint32_t *word, unsigned int dst, bool high,
                        unsigned int a)
{
    const uint32_t one = 31 << 6 | 1 << 5 | 1 << 3;     /* r31.h, fx10 */
    const uint32_t zero = 31 << 6 | 1 << 3;             /* r31.l, fx10 */

    word[0] = dst << 15 | high << 14 | !high << 13 | a << 6;
    word[1] = one << 19 | zero << 6;
}

static void put_vertex_program(Stream *s)
{
    /* MOV o0, a0; MOV o7, a1 and end */
    static const uint32_t vp[] = {
        0x401f9c6c, 0x0040000d, 0x8106c083, 0x6041ff80,
        0x401f9c6c, 0x0040010d, 0x8106c083, 0x6041ff9d,
    };

    put(s, 0x200, 0x11);
    put(s, 0x201, 0xffff);
    put(s, 0x202, 0x00ff0000);
    put(s, 0x204, 0);
    put(s, 0x205, 0);
    put_all(s, 0x206, vp, ARRAY_SIZE(vp));
    put(s, 0x120, 0x00030081);          /* outputs 0 and 7, inputs 0 and 1 */
    put(s, 0x300, 0x00000008);          /* row 1 -> TRAM row 0, ... */
    put(s, 0x301, 0x0000fedc);          /* ... straight, fp20 */
}

static void put_fragment_program(Stream *s)
{
    uint32_t alu[8];

    alu_to_fx10(alu + 0, 0, false, 0);
    alu_to_fx10(alu + 2, 0, true, 1);
    alu_to_fx10(alu + 4, 1, false, 2);
    alu_to_fx10(alu + 6, 1, true, 3);

    put(s, 0xe20, 0x4a000000);
    put(s, 0xe21, 0x00000140);
    put(s, 0x520, 0x20006001);          /* one EXEC */
    put(s, 0xe22, 0);
    put(s, 0x603, 0);
    put(s, 0x803, 0);
    put(s, 0x541, 0);
    put(s, 0x601, 1);                   /* one MFU instruction at 0 */
    put(s, 0x604, 0x104e51ba);          /* RCP r4; weights */
    put(s, 0x604, 0x00408102);          /* r0..r3 := TRAM row 0, fp20 */
    put(s, 0x701, 0);
    put(s, 0x801, 1);                   /* one ALU packet at 0 */
    put_all(s, 0x804, alu, ARRAY_SIZE(alu));
    put(s, 0x806, 0);
    put(s, 0x901, 0x00020005);          /* store r0, r1 to surface 1 */
}

static void put_state(Stream *s)
{
    put(s, 0x343, 0xb8e00000);
    put(s, 0x350, SIZE);                /* scissor, 0 .. SIZE - 1 */
    put(s, 0x351, SIZE);
    putf(s, 0x352, 8 * SIZE);           /* viewport, 1/16 pixel */
    putf(s, 0x353, 8 * SIZE);
    put(s, 0x354, 0x3efffff0);
    putf(s, 0x355, 8 * SIZE);
    putf(s, 0x356, 8 * SIZE);
    put(s, 0x357, 0x3efffff0);
    putf(s, 0x358, 1);
    putf(s, 0x359, 1);
    putf(s, 0x35a, 1);
    put(s, 0x400, 0x7ff);
    put(s, 0x401, 0x7ff);
    put(s, 0x402, 8);
    put(s, 0x403, 0x200);
    put(s, 0x404, 0);
    put(s, 0x405, 0xfffff);
    put(s, 0x40f, 0x48);
}

static void put_surfaces(Stream *s, uint32_t target)
{
    put(s, 0xe10, 11 << 2 | DEPTH_STRIDE << 8);     /* Z16 */
    put(s, 0xe00, DEPTH);
    put(s, 0xe11, 13 << 2 | STRIDE << 8);           /* RGBA8888 */
    put(s, 0xe01, target);
    put(s, 0x903, BIT(0) | BIT(1));
}

static void put_draw(Stream *s, uint32_t positions, uint32_t set_prim,
                     unsigned int count)
{
    put(s, 0x100, positions);
    put(s, 0x101, 0x104d);              /* f32 x 4, stride 16 */
    put(s, 0x102, COLOURS);
    put(s, 0x103, 0x104d);
    put(s, 0x122, set_prim);
    put(s, 0x123, (count - 1) << 20);
}

static void put_setup(Stream *s, uint32_t target)
{
    put_state(s);
    put_surfaces(s, target);
    put_vertex_program(s);
    put_fragment_program(s);
}

static void put_incr(Stream *s, unsigned int cond)
{
    put(s, 0x000, cond << 8 | SYNCPT);
}

#define TRIANGLES (4u << 24)

/* Lower left half of the target at depth @z: red, green, blue corners. */
static void write_vertices(QTestState *qts, float z)
{
    const float position[3][4] = {
        { -1, -1, z, 1 }, { 1, -1, z, 1 }, { -1, 1, z, 1 },
    };
    const float colour[3][4] = {
        { 1, 0, 0, 1 }, { 0, 1, 0, 1 }, { 0, 0, 1, 1 },
    };

    qtest_memwrite(qts, POSITIONS, position, sizeof(position));
    qtest_memwrite(qts, COLOURS, colour, sizeof(colour));
}

static void clear_target(QTestState *qts)
{
    qtest_memset(qts, TARGET - STRIDE, UNTOUCHED & 0xff,
                 TARGET_BYTES + 2 * STRIDE);
}

/*
 * Pixel (col, row) is covered iff its centre is left of and below the line
 * from (SIZE, 0) to (0, SIZE); centres on that line belong to the other side.
 */
static bool covered(int col, int row)
{
    return col >= 0 && row >= 0 && col + row < SIZE - 1;
}

/* fx10 rounding and the store's rounding: half a step each */
#define TOLERANCE 1.25

static void check_pixel(uint32_t pixel, int col, int row)
{
    double green = (col + 0.5) / SIZE;
    double blue = (row + 0.5) / SIZE;
    double want[4] = { 1 - green - blue, green, blue, 1 };

    for (int i = 0; i < 4; i++) {
        double got = extract32(pixel, 8 * i, 8);

        if (fabs(got - 255 * want[i]) > TOLERANCE) {
            g_error("pixel (%d, %d) component %d: got %g, want %g",
                    col, row, i, got, 255 * want[i]);
        }
    }
}

/* All of the target, and one row before and behind it. */
static void check_triangle(QTestState *qts)
{
    g_autofree uint32_t *pixel = g_malloc(TARGET_BYTES + 2 * STRIDE);

    qtest_memread(qts, TARGET - STRIDE, pixel, TARGET_BYTES + 2 * STRIDE);
    for (int row = -1; row <= SIZE; row++) {
        for (int col = 0; col < SIZE; col++) {
            uint32_t value = le32_to_cpu(pixel[(row + 1) * SIZE + col]);

            if (covered(col, row)) {
                check_pixel(value, col, row);
            } else {
                g_assert_cmphex(value, ==, UNTOUCHED);
            }
        }
    }
}

static void check_untouched(QTestState *qts)
{
    g_autofree uint32_t *pixel = g_malloc(TARGET_BYTES);

    qtest_memread(qts, TARGET, pixel, TARGET_BYTES);
    for (int i = 0; i < SIZE * SIZE; i++) {
        g_assert_cmphex(le32_to_cpu(pixel[i]), ==, UNTOUCHED);
    }
}

static void run_channel(Stream *s)
{
    const uint64_t chan = TEGRA20_HOST1X_BASE;

    s->words[s->num++] = 0;             /* room for nothing to follow */
    for (unsigned int i = 0; i < s->num; i++) {
        s->words[i] = cpu_to_le32(s->words[i]);
    }
    qtest_memwrite(s->qts, PUSHBUF, s->words, s->num * 4);
    qtest_writel(s->qts, chan + 0x24, 1);
    qtest_writel(s->qts, chan + 0x14, PUSHBUF);
    qtest_writel(s->qts, chan + 0x18, 0);
    qtest_writel(s->qts, chan + 0x20, sizeof(s->words));
    qtest_writel(s->qts, chan + 0x24, 7);
    qtest_writel(s->qts, chan + 0x24, 0);
    qtest_writel(s->qts, chan + 0x18, (s->num - 1) * 4);
}

static void draw_triangle(Stream *s, uint32_t target)
{
    put_setup(s, target);
    put_draw(s, POSITIONS, TRIANGLES, 3);
    put_incr(s, 1);
}

static void test_triangle_mmio(void)
{
    Stream s = { .qts = start("") };

    write_vertices(s.qts, 0);
    clear_target(s.qts);
    qtest_writel(s.qts, HOST1X_SYNCPT(SYNCPT), 0);
    draw_triangle(&s, TARGET);
    wait_syncpt(s.qts, 1);
    check_triangle(s.qts);
    qtest_quit(s.qts);
}

static void test_triangle_channel(void)
{
    g_autofree Stream *s = g_new0(Stream, 1);

    s->qts = start("");
    s->channel = true;
    write_vertices(s->qts, 0);
    clear_target(s->qts);
    qtest_writel(s->qts, HOST1X_SYNCPT(SYNCPT), 0);
    s->words[s->num++] = 0x60 << 6;     /* SETCL GR3D */
    draw_triangle(s, TARGET);
    put_incr(s, 2);                     /* RD_DONE counts once as well */
    run_channel(s);
    wait_syncpt(s->qts, 2);
    check_triangle(s->qts);
    qtest_quit(s->qts);
}

/* The default: a thread renders, increments still come after the pixels. */
static void test_triangle_thread(void)
{
    Stream s = { .qts = qtest_init("-machine trimslice") };

    power_up(s.qts);
    write_vertices(s.qts, 0);
    clear_target(s.qts);
    qtest_writel(s.qts, HOST1X_SYNCPT(SYNCPT), 0);
    put_setup(&s, TARGET);
    for (int i = 0; i < 100; i++) {
        put_draw(&s, POSITIONS, TRIANGLES, 3);
        put_incr(&s, 1);
    }
    wait_syncpt(s.qts, 100);
    check_triangle(s.qts);
    qtest_quit(s.qts);
}

/*
 * Depth LESS with write: z = 0 first, then z = 0.5 (behind) must not show, and
 * z = -0.5 (in front) must.  Z16 = floor(Z20 / 16), Z20 = round((z * (0.5 -
 * 2^-21) + 0.5 - 2^-21) * 2^20).
 */
static void test_depth(void)
{
    static const struct {
        float z;
        bool passes;
        uint16_t z16;
    } step[] = {
        { 0, true, 0x8000 }, { 0.5, false, 0x8000 }, { -0.5, true, 0x4000 },
    };
    Stream s = { .qts = start("") };
    uint16_t stored;

    qtest_memset(s.qts, DEPTH, 0xff, DEPTH_STRIDE * SIZE);
    qtest_writel(s.qts, HOST1X_SYNCPT(SYNCPT), 0);
    put_setup(&s, TARGET);
    put(&s, 0x403, 0x200 | 1 << 8 | 1 << 4 | 1 << 3);
    for (unsigned int i = 0; i < ARRAY_SIZE(step); i++) {
        write_vertices(s.qts, step[i].z);
        clear_target(s.qts);
        put_draw(&s, POSITIONS, TRIANGLES, 3);
        put_incr(&s, 1);
        wait_syncpt(s.qts, i + 1);
        if (step[i].passes) {
            check_triangle(s.qts);
        } else {
            check_untouched(s.qts);
        }
        qtest_memread(s.qts, DEPTH, &stored, sizeof(stored));
        g_assert_cmphex(le16_to_cpu(stored), ==, step[i].z16);
    }
    qtest_quit(s.qts);
}

/* Upload ports: the pointer advances on writes and on reads, and wraps. */
static void test_ports(void)
{
    static const struct {
        uint32_t index, data, size;
    } port[] = {
        { 0x205, 0x206, 1024 }, { 0x207, 0x208, 1024 },
        { 0x540, 0x541, 64 }, { 0x603, 0x604, 128 }, { 0x700, 0x701, 64 },
        { 0x803, 0x804, 512 }, { 0x805, 0x806, 64 }, { 0x900, 0x901, 64 },
    };
    Stream s = { .qts = start("") };

    for (unsigned int i = 0; i < ARRAY_SIZE(port); i++) {
        uint64_t data = TEGRA20_GR3D_BASE + 4 * port[i].data;

        put(&s, port[i].index, port[i].size - 2);
        for (uint32_t j = 0; j < 4; j++) {
            put(&s, port[i].data, 0x1000 + j);
        }
        put(&s, port[i].index, 0);
        g_assert_cmphex(qtest_readl(s.qts, data), ==, 0x1002);
        g_assert_cmphex(qtest_readl(s.qts, data), ==, 0x1003);
        put(&s, port[i].index, port[i].size - 2);
        g_assert_cmphex(qtest_readl(s.qts, data), ==, 0x1000);
        g_assert_cmphex(qtest_readl(s.qts, data), ==, 0x1001);
    }
    qtest_quit(s.qts);
}

static void check_lost(QTestState *qts)
{
    g_assert_cmphex(qtest_readl(qts, TEGRA20_GR3D_BASE + 4 * 0x405), ==, 0);
    qtest_writel(qts, TEGRA20_GR3D_BASE + 4 * 0x207, 0);
    g_assert_cmphex(qtest_readl(qts, TEGRA20_GR3D_BASE + 4 * 0x208), ==, 0);
}

static void set_state(Stream *s)
{
    put(s, 0x405, 0x12345);
    put(s, 0x207, 0);
    put(s, 0x208, 0x3f800000);
    g_assert_cmphex(qtest_readl(s->qts, TEGRA20_GR3D_BASE + 4 * 0x405), ==,
                    0x12345);
}

/* The CAR's reset line clears the engine and makes it deaf. */
static void test_car_reset(void)
{
    Stream s = { .qts = start("") };

    set_state(&s);
    tegra20_hold(s.qts, TEGRA20_PERIPH_GR3D, true);
    put(&s, 0x405, 0x54321);
    qtest_writel(s.qts, HOST1X_SYNCPT(SYNCPT), 0);
    put_incr(&s, 0);
    tegra20_hold(s.qts, TEGRA20_PERIPH_GR3D, false);
    g_assert_cmphex(qtest_readl(s.qts, HOST1X_SYNCPT(SYNCPT)), ==, 0);
    check_lost(s.qts);
    qtest_quit(s.qts);
}

/* Power off and on again: state is gone. */
static void test_power_gate(void)
{
    Stream s = { .qts = start("") };

    set_state(&s);
    tegra20_toggle_power(s.qts, TEGRA20_POWER_3D);
    put(&s, 0x405, 0x54321);
    g_assert_cmphex(qtest_readl(s.qts, TEGRA20_GR3D_BASE + 4 * 0x405), ==, 0);
    tegra20_toggle_power(s.qts, TEGRA20_POWER_3D);
    check_lost(s.qts);
    set_state(&s);
    qtest_quit(s.qts);
}

/* Whatever went wrong before, the next good draw is right. */
static void check_alive(Stream *s)
{
    QTestState *qts = s->qts;
    uint32_t count = qtest_readl(qts, HOST1X_SYNCPT(SYNCPT));

    write_vertices(qts, 0);
    clear_target(qts);
    draw_triangle(s, TARGET);
    wait_syncpt(qts, count + 1);
    check_triangle(qts);
}

/* One line of the log names what is wrong; see the table in test_bad_input. */
typedef struct BadInput {
    const char *name;
    void (*run)(Stream *s);
    const char *log;
} BadInput;

static void bad_register(Stream *s)
{
    put(s, 0xfff, 0xdeadbeef);
}

static void bad_condition(Stream *s)
{
    put(s, 0x000, 9 << 8 | SYNCPT);
    qtest_writel(s->qts, HOST1X_SYNCPT(SYNCPT), 0);
}

static void bad_syncpt(Stream *s)
{
    put(s, 0x000, 200);
}

static void bad_surface(Stream *s)
{
    draw_triangle(s, NO_MEMORY);
    wait_syncpt(s->qts, 1);
}

static void bad_positions(Stream *s)
{
    put_setup(s, TARGET);
    put_draw(s, NO_MEMORY, TRIANGLES, 3);
    put_incr(s, 1);
    wait_syncpt(s->qts, 1);
    check_untouched(s->qts);
}

static void bad_primitive(Stream *s)
{
    put_setup(s, TARGET);
    put_draw(s, POSITIONS, 7u << 24, 3);
    put_incr(s, 1);
    wait_syncpt(s->qts, 1);
    check_untouched(s->qts);
}

static char *read_log(const char *path)
{
    char *text;

    g_assert(g_file_get_contents(path, &text, NULL, NULL));
    return text;
}

static void test_bad_input(void)
{
    static const BadInput bad[] = {
        { "register", bad_register, "no register 0xfff" },
        { "condition", bad_condition, "unknown condition 0x9" },
        { "sync point", bad_syncpt, "200" },
        { "surface", bad_surface, "no memory at 0x48000000" },
        { "positions", bad_positions, "no memory at 0x48000000" },
        { "primitive", bad_primitive, "primitive" },
    };

    for (unsigned int i = 0; i < ARRAY_SIZE(bad); i++) {
        g_autofree char *path = g_strdup_printf("%s/gr3d-%d-%u.log",
                                                g_get_tmp_dir(), getpid(), i);
        g_autofree char *args = g_strdup_printf("-d guest_errors,unimp -D %s",
                                                path);
        g_autofree char *log = NULL;
        Stream s = { .qts = start(args) };

        write_vertices(s.qts, 0);
        clear_target(s.qts);
        qtest_writel(s.qts, HOST1X_SYNCPT(SYNCPT), 0);
        bad[i].run(&s);
        check_alive(&s);
        qtest_quit(s.qts);
        log = read_log(path);
        if (!strstr(log, bad[i].log)) {
            g_error("%s: no line with '%s' in:\n%s", bad[i].name, bad[i].log,
                    log);
        }
        unlink(path);
    }
}

/* Random words everywhere, then a good draw. */
static void test_random_registers(void)
{
    Stream s = { .qts = start("") };
    g_autoptr(GRand) rand = g_rand_new_with_seed(20);

    for (int i = 0; i < 20000; i++) {
        uint32_t offset = g_rand_int_range(rand, 1, 0x1000);

        /* Draws only now and then, and small ones: this is not a fuzzer. */
        if (offset == 0x123 || offset == 0x350 || offset == 0x351) {
            continue;
        }
        put(&s, offset, g_rand_int(rand));
        if (i % 500 == 0) {
            put(&s, 0x350, SIZE);
            put(&s, 0x351, SIZE);
            put(&s, 0x201, 256);
            put(&s, 0x123, 5u << 20);
        }
    }
    qtest_system_reset(s.qts);
    power_up(s.qts);
    qtest_writel(s.qts, HOST1X_SYNCPT(SYNCPT), 0);
    check_alive(&s);
    qtest_quit(s.qts);
}

static void migrate(QTestState *from, const char *uri)
{
    QDict *rsp;

    rsp = qtest_qmp(from, "{ 'execute': 'migrate',"
                    " 'arguments': { 'uri': %s } }", uri);
    g_assert(qdict_haskey(rsp, "return"));
    qobject_unref(rsp);
    qtest_qmp_eventwait(from, "STOP");
}

/* Registers, port memories and port pointers reach the other side. */
static void test_migrate(void)
{
    g_autofree char *path = g_strdup_printf("%s/gr3d-%d.mig",
                                            g_get_tmp_dir(), getpid());
    g_autofree char *uri = g_strdup_printf("exec:cat > %s", path);
    g_autofree char *incoming = g_strdup_printf("-incoming 'exec:cat %s'",
                                                path);
    Stream s = { .qts = start("") };

    write_vertices(s.qts, 0);
    clear_target(s.qts);
    qtest_writel(s.qts, HOST1X_SYNCPT(SYNCPT), 41);
    put_setup(&s, TARGET);
    migrate(s.qts, uri);
    qtest_quit(s.qts);

    s.qts = qtest_initf("-machine trimslice -global tegra-gr3d.threads=0 %s",
                        incoming);
    qtest_qmp_eventwait(s.qts, "RESUME");
    put_draw(&s, POSITIONS, TRIANGLES, 3);
    put_incr(&s, 1);
    wait_syncpt(s.qts, 42);
    check_triangle(s.qts);
    qtest_quit(s.qts);
    unlink(path);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);

    qtest_add_func("/tegra20/gr3d/triangle/mmio", test_triangle_mmio);
    qtest_add_func("/tegra20/gr3d/triangle/channel", test_triangle_channel);
    qtest_add_func("/tegra20/gr3d/triangle/thread", test_triangle_thread);
    qtest_add_func("/tegra20/gr3d/depth", test_depth);
    qtest_add_func("/tegra20/gr3d/ports", test_ports);
    qtest_add_func("/tegra20/gr3d/car-reset", test_car_reset);
    qtest_add_func("/tegra20/gr3d/power-gate", test_power_gate);
    qtest_add_func("/tegra20/gr3d/bad-input", test_bad_input);
    qtest_add_func("/tegra20/gr3d/random-registers", test_random_registers);
    qtest_add_func("/tegra20/gr3d/migrate", test_migrate);

    return g_test_run();
}
