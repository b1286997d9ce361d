/*
 * Helpers of the Tegra20 GR2D qtests
 *
 * Pictures live in an area of guest memory of which the test has a copy.  A
 * test lets the engine draw in the one and its own small model in the other;
 * then all of both must be the same, so that a pixel beside a rectangle is
 * seen as well as one in it.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef TEGRA20_GR2D_H
#define TEGRA20_GR2D_H

#include "qemu/bswap.h"
#include "hw/gpu/tegra_gr2d_regs.h"
#include "tegra20-host1x.h"

#define GR2D_PATH   "/machine/soc/gr2d"

#define AREA        0x01000000
#define AREA_BYTES  0x10000
/* Surfaces, as offsets in the area */
#define SRC         0x0800
#define DST         0x7000
#define PAT         0xe000

#define SYNCPT      7
#define OP_DONE     (1 << 8 | SYNCPT)

typedef struct Gr2d {
    QTestState *qts;
    uint32_t done;              /* the sync point's value when all is done */
    GRand *rand;
    uint8_t mem[AREA_BYTES];    /* what the area has to be */
    uint8_t got[AREA_BYTES];
} Gr2d;

static inline uint32_t reg_read(Gr2d *g, uint32_t reg)
{
    return qtest_readl(g->qts, GR2D_BASE + 4 * reg);
}

static inline void reg_write(Gr2d *g, uint32_t reg, uint32_t value)
{
    qtest_writel(g->qts, GR2D_BASE + 4 * reg, value);
}

static inline void gr2d_open(Gr2d *g, const char *args)
{
    g->qts = qtest_initf(HOST1X_MACHINE "%s", args);
    host1x_enable(g->qts);
    set_syncpt(g->qts, SYNCPT, 0);
    g->done = 0;
    g->rand = g_rand_new_with_seed(20);
}

static inline Gr2d *gr2d_start(void)
{
    Gr2d *g = g_new0(Gr2d, 1);

    gr2d_open(g, "");
    return g;
}

static inline void gr2d_end(Gr2d *g)
{
    qtest_quit(g->qts);
    g_rand_free(g->rand);
    g_free(g);
}

/* Drawing happens in a bottom half: wait for it, but not for ever. */
static inline void wait_syncpt(Gr2d *g, uint32_t value)
{
    for (int i = 0; i < 20000 && syncpt(g->qts, SYNCPT) != value; i++) {
        if (i > 50) {
            g_usleep(500);
        }
    }
    g_assert_cmphex(syncpt(g->qts, SYNCPT), ==, value);
}

static inline void wait_done(Gr2d *g)
{
    reg_write(g, R_GR2D_INCR_SYNCPT, OP_DONE);
    wait_syncpt(g, ++g->done);
}

/* ---- the area ---- */

static inline void area_random(Gr2d *g)
{
    for (int i = 0; i < AREA_BYTES; i += 4) {
        stl_le_p(g->mem + i, g_rand_int(g->rand));
    }
}

static inline void area_send(Gr2d *g)
{
    qtest_bufwrite(g->qts, AREA, g->mem, AREA_BYTES);
}

static inline void area_check(Gr2d *g, const char *what)
{
    qtest_bufread(g->qts, AREA, g->got, AREA_BYTES);
    for (int i = 0; i < AREA_BYTES; i++) {
        if (g->got[i] != g->mem[i]) {
            g_error("%s: byte 0x%x: got %02x, want %02x", what, i, g->got[i],
                    g->mem[i]);
        }
    }
}

/* ---- the model's surfaces [tegra-gr2d.rst, Surfaces] ---- */

typedef struct Surface {
    uint32_t base;              /* in the area */
    uint32_t stride;
    bool tiled;
} Surface;

static inline uint8_t *pixel_at(Gr2d *g, const Surface *s, unsigned int bytes,
                                int x, int y)
{
    int xb = x * (int)bytes;
    int at = s->tiled ? (y / 16) * (int)(s->stride * 16) + (xb / 16) * 256 +
                        (y % 16) * 16 + xb % 16
                      : y * (int)s->stride + xb;

    g_assert(at + (int)s->base >= 0 && at + s->base + bytes <= AREA_BYTES);
    return g->mem + s->base + at;
}

static inline uint32_t get_pixel(Gr2d *g, const Surface *s,
                                 unsigned int bytes, int x, int y)
{
    return ldn_le_p(pixel_at(g, s, bytes, x, y), bytes);
}

static inline void put_pixel(Gr2d *g, const Surface *s, unsigned int bytes,
                             int x, int y, uint32_t value)
{
    stn_le_p(pixel_at(g, s, bytes, x, y), bytes, value);
}

static inline uint32_t xy(uint32_t x, uint32_t y)
{
    return y << 16 | x;
}

#endif /* TEGRA20_GR2D_H */
