/*
 * Random registers, programs and memory through the GR3D engine
 *
 * Nothing is expected of the image: no access outside the memory that was
 * bound (allocated to size, for the address sanitizer, and with a guard),
 * no write to what was not asked for writing, and an end.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <glib.h>
#include <string.h>
#include "hw/gpu/gr3d/gr3d.h"

#define GUARD   64

#ifdef INSTRUMENTED             /* scripts/hostile draws more of them */
#define DRAWS   100
#else
#define DRAWS   300
#endif

static uint32_t any(void)
{
    return g_test_rand_int();
}

static uint32_t below(uint32_t n)
{
    return any() % n;
}

static void fill(uint32_t *words, size_t num)
{
    for (size_t i = 0; i < num; i++) {
        words[i] = any();
    }
}

/* A float register: mostly something sensible */
static uint32_t any_float(void)
{
    float f = ((int)below(4001) - 2000) / 8.0f;
    uint32_t word;

    memcpy(&word, &f, 4);
    return below(8) ? word : any();
}

/* Position and one varying from attributes 0 and 1; a usual viewport */
static void plain_geometry(Gr3dRegs *regs)
{
    static const uint32_t program[8] = {
        0x401f9c6c, 0x0040000d, 0x8106c083, 0x6041ff80,
        0x401f9c6c, 0x0040010d, 0x8106c083, 0x6041ff9d,
    };
    uint32_t *reg = regs->reg;

    memcpy(regs->vp_inst, program, sizeof(program));
    reg[0x120] = 0x00030081;
    if (below(4)) {
        reg[0x122] &= ~0x30000000;      /* no indices */
    }
    reg[0x204] = 0;
    reg[0x343] = (reg[0x343] & ~0x30000) | 0x80000000;
    reg[0x352] = reg[0x353] = reg[0x355] = reg[0x356] = 0x44480000;
    reg[0x354] = reg[0x357] = 0x3efffff0;
    reg[0x358] = reg[0x359] = 0x41f80000;
    reg[0x35a] = 0x40dffe00;
    reg[0x35b] &= ~0x400;
    for (unsigned i = 0; i < 2; i++) {
        reg[0x101 + 2 * i] = 13 | 4 << 4 | 16 << 8;
    }
}

/* State under which something is drawn often, and not for hours */
static void tame(Gr3dRegs *regs)
{
    uint32_t *reg = regs->reg;

    for (unsigned i = 0x344; i <= 0x35a; i++) {
        reg[i] = any_float();
    }
    reg[0x350] = below(100);
    reg[0x351] = below(100);
    reg[0x404] = below(8) ? 0 : any();
    reg[0x405] = below(8) ? 0xfffff : any();
    reg[0x122] = any();
    reg[0x123] = (2 + below(12)) << 20 | below(8);
    reg[0x201] = 100;
    reg[0x120] |= 1;
    reg[0x520] = below(6) ? below(8) : any();
    if (below(2)) {
        reg[0x403] &= ~0x200;
    }
    for (unsigned i = 0; i < GR3D_NUM_SURFACES; i++) {
        if (below(4)) {
            /* a known format, a stride that fits the memory */
            reg[0xe10 + i] = below(15) << 2 | below(512) << 8 |
                             below(3) << 25 | below(2);
        }
    }
    for (unsigned i = 0; i < GR3D_NUM_ATTRIBS; i++) {
        if (below(2)) {
            reg[0x101 + 2 * i] = 13 | 4 << 4 | below(64) << 8;
        }
    }
    if (below(4)) {
        plain_geometry(regs);
    }
}

static Gr3dRegs *random_regs(void)
{
    Gr3dRegs *regs = g_new(Gr3dRegs, 1);

    fill((uint32_t *)regs, sizeof(*regs) / 4);
    for (unsigned i = 0; i < 64; i++) {
        regs->mfu_sched[i] &= 0xff;
        regs->alu_sched[i] &= 0xff;
        /* plain stores and loads more often than one in a hundred */
        if (below(2)) {
            regs->dw_inst[i] = 0x00020001 | below(16) << 2 | below(2) << 15;
        }
    }
    tame(regs);
    return regs;
}

typedef struct Memory {
    uint8_t *data, *copy;
    size_t size;
} Memory;

/* Vertices: floats around the clip volume; all else: anything */
static Memory *bind_all(Gr3dDraw *d)
{
    Memory *m = g_new0(Memory, GR3D_NUM_SPANS);

    for (unsigned i = 0; i < GR3D_NUM_SPANS; i++) {
        const Gr3dSpanRequest *r = gr3d_draw_request(d, i);

        if (!r->size || !below(10)) {
            continue;
        }
        /* sometimes less than asked for */
        m[i].size = MIN(r->size, below(4) ? 65536 : below(3000));
        m[i].data = g_malloc(m[i].size + GUARD);
        for (size_t j = 0; j < m[i].size + GUARD; j++) {
            m[i].data[j] = any();
        }
        for (size_t j = 0; i < GR3D_NUM_ATTRIBS && j + 4 <= m[i].size;
             j += 4) {
            float f = ((int)below(401) - 200) / 100.0f;

            /* w of a plain layout in front of the eye */
            f = j % 16 == 12 && f < 0.1f ? 1 : f;
            memcpy(&m[i].data[j], &f, 4);
        }
        m[i].copy = g_memdup2(m[i].data, m[i].size + GUARD);
        gr3d_draw_bind(d, i, m[i].data, m[i].size);
    }
    return m;
}

static void check_memory(Gr3dDraw *d, const Memory *m)
{
    for (unsigned i = 0; i < GR3D_NUM_SPANS; i++) {
        uint64_t start = 0, end = 0;

        if (!m[i].data) {
            continue;
        }
        if (gr3d_draw_touched(d, i, &start, &end)) {
            g_assert_true(gr3d_draw_request(d, i)->write);
            g_assert_true(start < end && end <= m[i].size);
        } else {
            start = end = 0;
        }
        g_assert_cmpmem(m[i].data, start, m[i].copy, start);
        g_assert_cmpmem(m[i].data + end, m[i].size + GUARD - end,
                        m[i].copy + end, m[i].size + GUARD - end);
    }
}

static void free_memory(Memory *m)
{
    for (unsigned i = 0; i < GR3D_NUM_SPANS; i++) {
        g_free(m[i].data);
        g_free(m[i].copy);
    }
    g_free(m);
}

/* Give it up when it is too long: a reset does the same. */
static void limit_work(void *draw, uint64_t work)
{
    if (work > 10000000) {
        gr3d_draw_cancel(draw);
    }
}

static uint64_t one_draw(void)
{
    g_autofree Gr3dRegs *regs = random_regs();
    Gr3dDraw *d = gr3d_draw_new(regs);
    Memory *m = bind_all(d);
    unsigned num_events;
    uint64_t fragments;

    gr3d_draw_set_wait(d, limit_work, d);
    gr3d_draw_pause(d, true);
    gr3d_draw_run(d);
    check_memory(d, m);
    gr3d_draw_events(d, &num_events);
    fragments = gr3d_draw_stats(d)->fragments;
    gr3d_draw_free(d);
    free_memory(m);
    return fragments;
}

static void test_random(void)
{
    unsigned draws = g_test_slow() ? 5000 : DRAWS, shaded = 0;
    uint64_t fragments = 0;

    for (unsigned i = 0; i < draws; i++) {
        uint64_t n = one_draw();

        shaded += n > 0;
        fragments += n;
    }
    g_test_message("%u of %u draws shaded, %" G_GUINT64_FORMAT " fragments",
                   shaded, draws, fragments);
    /* a test that never gets to the pixels would be none */
    g_assert_cmpuint(shaded, >, draws / 20);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/hostile/random", test_random);
    return g_test_run();
}
