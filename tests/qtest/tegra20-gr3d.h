/*
 * Helpers of the Tegra20 GR3D qtests: a triangle with three colours
 *
 * Program words are assembled here from the field tables of
 * docs/specs/tegra-gr3d.rst; what must be seen is a hand calculation.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef TESTS_QTEST_TEGRA20_GR3D_H
#define TESTS_QTEST_TEGRA20_GR3D_H

#include <math.h>
#include "qemu/bitops.h"
#include "qemu/bswap.h"
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

static inline void put(Stream *s, uint32_t offset, uint32_t value)
{
    if (!s->channel) {
        qtest_writel(s->qts, TEGRA20_GR3D_BASE + 4 * offset, value);
        return;
    }
    g_assert_cmpuint(s->num + 2, <=, ARRAY_SIZE(s->words));
    s->words[s->num++] = 0x20000000 | offset << 16 | 1;     /* NONINCR, 1 */
    s->words[s->num++] = value;
}

static inline void putf(Stream *s, uint32_t offset, float value)
{
    uint32_t bits;

    memcpy(&bits, &value, sizeof(bits));
    put(s, offset, bits);
}

static inline void put_all(Stream *s, uint32_t offset, const uint32_t *value,
                           unsigned int num)
{
    for (unsigned int i = 0; i < num; i++) {
        put(s, offset, value[i]);
    }
}

/* Execute the words that were collected in @s on channel 0. */
static inline void run_channel(Stream *s)
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

/* Switch on power and clock and release the reset, as the kernel's driver. */
static inline void power_up(QTestState *qts)
{
    tegra20_toggle_power(qts, TEGRA20_POWER_3D);
    tegra20_enable(qts, TEGRA20_PERIPH_HOST1X);
    tegra20_enable(qts, TEGRA20_PERIPH_GR3D);
}

static inline QTestState *start(const char *extra)
{
    QTestState *qts = qtest_initf("-machine trimslice "
                                  "-global tegra-gr3d.threads=0 %s", extra);

    power_up(qts);
    return qts;
}

/* Far more than anything takes on a busy host */
#define PATIENCE        (120 * G_USEC_PER_SEC)

/* Wait for an increment, which comes from a bottom half, but not for ever. */
static inline void wait_syncpt(QTestState *qts, uint32_t value)
{
    gint64 end = g_get_monotonic_time() + PATIENCE;

    while (g_get_monotonic_time() < end) {
        if (qtest_readl(qts, HOST1X_SYNCPT(SYNCPT)) == value) {
            return;
        }
        g_usleep(100);
    }
    g_assert_cmphex(qtest_readl(qts, HOST1X_SYNCPT(SYNCPT)), ==, value);
}

/* Make an ALU slot: dst half := A (fp20 register) * 1 + 0 */
static inline void alu_to_fx10(uint32_t *word, unsigned int dst, bool high,
                               unsigned int a)
{
    const uint32_t one = 31 << 6 | 1 << 5 | 1 << 3;     /* r31.h, fx10 */
    const uint32_t zero = 31 << 6 | 1 << 3;             /* r31.l, fx10 */

    word[0] = dst << 15 | high << 14 | !high << 13 | a << 6;
    word[1] = one << 19 | zero << 6;
}

static inline void put_vertex_program(Stream *s)
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

static inline void put_fragment_program(Stream *s)
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

static inline void put_state(Stream *s)
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

static inline void put_surfaces(Stream *s, uint32_t target)
{
    put(s, 0xe10, 11 << 2 | DEPTH_STRIDE << 8);     /* Z16 */
    put(s, 0xe00, DEPTH);
    put(s, 0xe11, 13 << 2 | STRIDE << 8);           /* RGBA8888 */
    put(s, 0xe01, target);
    put(s, 0x903, BIT(0) | BIT(1));
}

static inline void put_arrays(Stream *s, uint32_t positions, uint32_t set_prim)
{
    put(s, 0x100, positions);
    put(s, 0x101, 0x104d);              /* f32 x 4, stride 16 */
    put(s, 0x102, COLOURS);
    put(s, 0x103, 0x104d);
    put(s, 0x122, set_prim);
}

static inline uint32_t draw_prim(unsigned int count)
{
    return (count - 1) << 20;
}

static inline void put_draw(Stream *s, uint32_t positions, uint32_t set_prim,
                            unsigned int count)
{
    put_arrays(s, positions, set_prim);
    put(s, 0x123, draw_prim(count));
}

static inline void put_setup(Stream *s, uint32_t target)
{
    put_state(s);
    put_surfaces(s, target);
    put_vertex_program(s);
    put_fragment_program(s);
}

static inline void put_incr(Stream *s, unsigned int cond)
{
    put(s, 0x000, cond << 8 | SYNCPT);
}

#define TRIANGLES (4u << 24)

/* Write the lower left half of the target at @z: red, green, blue corners. */
static inline void write_vertices(QTestState *qts, float z)
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

static inline void clear_target(QTestState *qts)
{
    qtest_memset(qts, TARGET - STRIDE, UNTOUCHED & 0xff,
                 TARGET_BYTES + 2 * STRIDE);
}

/*
 * Return whether pixel (col, row) is covered: its centre is left of and below
 * the line from (SIZE, 0) to (0, SIZE), and not on it.
 */
static inline bool covered(int col, int row)
{
    return col >= 0 && row >= 0 && col + row < SIZE - 1;
}

/* fx10 rounding and the store's rounding: half a step each */
#define TOLERANCE 1.25

static inline void check_pixel(uint32_t pixel, int col, int row)
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

/* Check all of the target, and one row before and behind it. */
static inline void check_triangle(QTestState *qts)
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

static inline void check_untouched(QTestState *qts)
{
    g_autofree uint32_t *pixel = g_malloc(TARGET_BYTES);

    qtest_memread(qts, TARGET, pixel, TARGET_BYTES);
    for (int i = 0; i < SIZE * SIZE; i++) {
        g_assert_cmphex(le32_to_cpu(pixel[i]), ==, UNTOUCHED);
    }
}

static inline void draw_triangle(Stream *s, uint32_t target)
{
    put_setup(s, target);
    put_draw(s, POSITIONS, TRIANGLES, 3);
    put_incr(s, 1);
}

#endif /* TESTS_QTEST_TEGRA20_GR3D_H */
