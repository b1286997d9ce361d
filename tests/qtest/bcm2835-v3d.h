/*
 * What the tests of VideoCore IV 3D have in common: a list that covers a tile
 * with a triangle
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef TESTS_QTEST_BCM2835_V3D_H
#define TESTS_QTEST_BCM2835_V3D_H

#include "hw/arm/raspberrypi-fw-defs.h"
#include "hw/gpu/bcm2835_v3d_regs.h"
#include "bcm2835-qtest.h"

#define DOMAIN_V3D  11
#define RENDER      4       /* from a register of thread 0 to that of 1 */

enum {
    LIST = 0x02000000,
    SHADER = 0x02001000,
    PROGRAM = 0x02002000,
    UNIFORMS = 0x02003000,
    VERTICES = 0x02004000,
    TARGET = 0x02100000,
};
#define TILE        64
#define COLOUR      0xff336699

static inline uint32_t v3d_read(QTestState *qts, uint32_t reg)
{
    return qtest_readl(qts, BCM2835_V3D_REGS + reg);
}

static inline void v3d_write(QTestState *qts, uint32_t reg, uint32_t value)
{
    qtest_writel(qts, BCM2835_V3D_REGS + reg, value);
}

static inline void set_power(QTestState *qts, uint32_t on)
{
    uint32_t arg[2] = { DOMAIN_V3D, on };

    bcm2835_property(qts, RPI_FWREQ_SET_DOMAIN_STATE, arg, 2);
}

/* ---- Programs ---- */

/* A colour after so many rounds of five instructions */
#define COLOUR_AFTER(rounds) {                                          \
    0xe002006700000000 | (rounds),  /* ldi ra1, rounds */               \
    0xd00220670d041dc0,             /* again: sub.sf ra1, ra1, 1 */     \
    0xf01809e7ffffffd8,             /* brr.allzc -, -, again */         \
    0x100009e7009e7000,             /* nop */                           \
    0x100009e7009e7000,             /* nop */                           \
    0x100009e7009e7000,             /* nop */                           \
    0x10020ba715827d80,             /* mov tlb_c, unif */               \
    0x300009e7009e7000,             /* nop ; nop ; end */               \
    0x100009e7009e7000,             /* nop */                           \
    0x100009e7009e7000,             /* nop */                           \
}

static const uint64_t endless[] = {
    0x100009e7009e7000,             /* again: nop */
    0xf0f809e7ffffffd8,             /* brr -, -, again */
    0x100009e7009e7000,             /* nop */
    0x100009e7009e7000,             /* nop */
    0x100009e7009e7000,             /* nop */
};

/* ---- The scene ---- */

/* Clear a tile, cover it by a triangle, store it. */
static const uint8_t v3d_list[] = {
    114, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff, 0xff, 0, 0,
    115, 0, 0,
    28, 0, 0, 0, 0, 0, 0,
    113, 0x00, 0x00, 0x10, TARGET >> 24, TILE, 0, TILE, 0, 4, 0,
    115, 0, 0,
    102, 0, 0, 0, 0, TILE, 0, TILE, 0,
    103, 0, 0, 0, 0,
    96, 3, 0x70, 0,
    65, 0x00, SHADER >> 8 & 0xff, 0x00, SHADER >> 24,
    33, 4, 3, 0, 0, 0, 0, 0, 0, 0,
    25,
};

static inline void put_words(QTestState *qts, uint32_t addr,
                             const uint32_t *word, unsigned int num)
{
    for (unsigned int i = 0; i < num; i++) {
        qtest_writel(qts, addr + 4 * i, word[i]);
    }
}

static inline void put_program(QTestState *qts, const uint64_t *inst,
                               unsigned int num)
{
    for (unsigned int i = 0; i < num; i++) {
        qtest_writeq(qts, PROGRAM + 8 * i, inst[i]);
    }
}

static inline void put_scene(QTestState *qts)
{
    static const uint32_t shader[4] = {
        12 << 8, BCM2835_BUS | PROGRAM, BCM2835_BUS | UNIFORMS,
        BCM2835_BUS | VERTICES,
    };
    /* {Ys, Xs} in 1/16 pixel, Zs, 1/Wc */
    static const uint32_t vertices[9] = {
        0, 0, 0x3f800000,
        200 * 16, 0, 0x3f800000,
        200 * 16 << 16, 0, 0x3f800000,
    };

    put_words(qts, SHADER, shader, ARRAY_SIZE(shader));
    put_words(qts, VERTICES, vertices, ARRAY_SIZE(vertices));
    qtest_writel(qts, UNIFORMS, COLOUR);
    qtest_memwrite(qts, LIST, v3d_list, sizeof(v3d_list));
}

static inline void render(QTestState *qts)
{
    v3d_write(qts, A_V3D_CT0CA + RENDER, BCM2835_BUS | LIST);
    v3d_write(qts, A_V3D_CT0EA + RENDER,
              BCM2835_BUS | (LIST + sizeof(v3d_list)));
}

#endif /* TESTS_QTEST_BCM2835_V3D_H */
