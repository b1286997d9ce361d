/*
 * Tests of V3D's thread, without QEMU: who has the engine, and when
 *
 * The main thread has the part of the one that holds the BQL.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qemu/main-loop.h"
#include "qemu/timer.h"
#include "hw/gpu/lib/le.h"
#include "hw/gpu/v3d/text/qpu_text.h"
#include "hw/gpu/bcm2835_v3d_run.h"

#define RAM_SIZE    (1u << 20)
#define ROUNDS      200

enum {
    LIST = 0x1000,
    PROGRAM = 0x2000,
    TARGET = 0x4000,
};

/* A bottom half is run when the test says so. */
struct QEMUBH {
    void (*cb)(void *opaque);
    void *opaque;
};

QEMUBH *qemu_bh_new(void (*cb)(void *opaque), void *opaque)
{
    QEMUBH *bh = g_new0(QEMUBH, 1);

    bh->cb = cb;
    bh->opaque = opaque;
    return bh;
}

void qemu_bh_delete(QEMUBH *bh)
{
    g_free(bh);
}

typedef struct Machine {
    uint8_t *ram;
    BCM2835V3DRunner *runner;
    V3dDone done;
    uint32_t programs;
    unsigned calls;
} Machine;

static QEMUBH *pending;         /* atomic */

void qemu_bh_schedule(QEMUBH *bh)
{
    __atomic_store_n(&pending, bh, __ATOMIC_RELEASE);
}

static void poll_bh(void)
{
    QEMUBH *bh = __atomic_exchange_n(&pending, NULL, __ATOMIC_ACQUIRE);

    if (bh) {
        bh->cb(bh->opaque);
    }
}

static void done(void *opaque)
{
    Machine *m = opaque;
    V3d *engine = bcm2835_v3d_hold(m->runner);
    V3dDone d = v3d_take_done(engine);

    m->done.frames += d.frames;
    m->programs += v3d_user_take_done(engine).programs;
    m->calls++;
    v3d_clear_events(engine);
    bcm2835_v3d_release(m->runner);
}

static void machine_init(Machine *m, unsigned threads)
{
    m->ram = g_malloc0(RAM_SIZE);
    m->runner = bcm2835_v3d_runner_new(threads, done, m);
    v3d_set_memory(bcm2835_v3d_hold(m->runner), m->ram, RAM_SIZE);
    bcm2835_v3d_release(m->runner);
}

static void machine_clear(Machine *m)
{
    bcm2835_v3d_runner_free(m->runner);
    __atomic_store_n(&pending, NULL, __ATOMIC_RELAXED);
    g_free(m->ram);
}

static void start_list(Machine *m, const uint8_t *list, size_t size)
{
    V3d *engine = bcm2835_v3d_hold(m->runner);

    memcpy(m->ram + LIST, list, size);
    v3d_cl_start(engine, V3D_RENDER, LIST, LIST + size);
    bcm2835_v3d_set_ready(m->runner, V3D_RUN_RENDER, true);
    bcm2835_v3d_release(m->runner);
}

static void start_program(Machine *m, const char *text)
{
    g_autoptr(GArray) words = g_array_new(false, false, sizeof(uint64_t));
    g_autofree char *error = NULL;
    V3d *engine = bcm2835_v3d_hold(m->runner);

    v3d_qpu_assemble(text, words, &error);
    g_assert_cmpstr(error, ==, NULL);
    for (unsigned i = 0; i < words->len; i++) {
        gpu_store_le(m->ram + PROGRAM + 8 * i, 8,
                     g_array_index(words, uint64_t, i));
    }
    v3d_user_request(engine, PROGRAM, 0, 0);
    bcm2835_v3d_set_ready(m->runner, V3D_RUN_USER, true);
    bcm2835_v3d_release(m->runner);
}

/* One frame after the other, each seen once, with its pixels */
static void test_frames(void)
{
    static const uint8_t list[] = {
        114, 1, 2, 3, 4, 1, 2, 3, 4, 0, 0, 0, 0, 0,
        113, 0x00, TARGET >> 8, 0, 0, 64, 0, 64, 0, 4, 0,
        115, 0, 0, 24, 115, 0, 0, 25,
    };
    Machine m = { 0 };

    machine_init(&m, 1);
    for (unsigned n = 1; n <= ROUNDS; n++) {
        memset(m.ram + TARGET, 0, 64 * 64 * 4);
        start_list(&m, list, sizeof(list));
        while (m.done.frames < n) {
            poll_bh();
        }
        g_assert_cmpuint(m.done.frames, ==, n);
        g_assert_cmphex(gpu_load_le_4(m.ram + TARGET + 64 * 64 * 4 - 4), ==,
                        0x04030201);
    }
    machine_clear(&m);
}

#define COLUMNS     8
#define ROWS        4

/* Clear, then each tile; returns the end. */
static uint8_t *put_tiles(uint8_t *p)
{
    static const uint8_t head[] = {
        114, 1, 2, 3, 4, 1, 2, 3, 4, 0, 0, 0, 0, 0,
        115, 0, 0, 28, 0, 0, 0, 0, 0, 0,
        113, 0x00, TARGET >> 8, 0, 0, COLUMNS * 64 % 256, COLUMNS * 64 / 256,
        ROWS * 64 % 256, ROWS * 64 / 256, 4, 0,
    };

    memcpy(p, head, sizeof(head));
    p += sizeof(head);
    for (unsigned n = 0; n < COLUMNS * ROWS; n++) {
        *p++ = 115;
        *p++ = n % COLUMNS;
        *p++ = n / COLUMNS;
        *p++ = n == COLUMNS * ROWS - 1 ? 25 : 24;
    }
    return p;
}

/* Tiles on three threads, while registers are read */
static void test_tiles(void)
{
    uint8_t list[14 + 10 + 11 + 4 * COLUMNS * ROWS];
    Machine m = { 0 };

    g_assert_true(put_tiles(list) == list + sizeof(list));
    machine_init(&m, 3);
    for (unsigned n = 1; n <= ROUNDS / 4; n++) {
        memset(m.ram + TARGET, 0, COLUMNS * ROWS * 64 * 64 * 4);
        start_list(&m, list, sizeof(list));
        while (m.done.frames < n) {
            v3d_cl_regs(bcm2835_v3d_peek(m.runner), V3D_RENDER);
            if (n % 2) {
                v3d_pool(bcm2835_v3d_hold(m.runner));
                bcm2835_v3d_release(m.runner);
            }
            poll_bh();
        }
        g_assert_cmpuint(m.done.frames, ==, n);
        for (unsigned i = 0; i < COLUMNS * ROWS * 64 * 64; i++) {
            g_assert_cmphex(gpu_load_le_4(m.ram + TARGET + 4 * i), ==,
                            0x04030201);
        }
    }
    machine_clear(&m);
}

/* While it runs without end, all that registers do meanwhile */
static void test_endless(void)
{
    static const uint8_t loop[] = { 16, LIST & 0xff, LIST >> 8, 0, 0, 0 };
    Machine m = { 0 };

    machine_init(&m, 3);
    start_program(&m, "again: brr -, -, again\nnop\nnop\nnop\n");
    start_list(&m, loop, sizeof(loop));
    for (unsigned n = 0; n < ROUNDS; n++) {
        V3d *engine;

        g_assert_true(v3d_cl_regs(bcm2835_v3d_peek(m.runner),
                                  V3D_RENDER).running);
        engine = bcm2835_v3d_hold(m.runner);
        g_assert_cmpuint(v3d_user_queued(engine), <, 2);
        g_assert_true(bcm2835_v3d_hold(m.runner) == engine);
        v3d_clear_caches(engine);
        v3d_give_memory(engine, 0x80000, n);
        bcm2835_v3d_release(m.runner);
        bcm2835_v3d_release(m.runner);
        poll_bh();
        if (n % 16 == 0) {
            g_usleep(1000);
        }
    }
    g_assert_cmpuint(m.programs, ==, 0);
    machine_clear(&m);
}

/* A reset ends it, and the next one runs. */
static void test_reset(void)
{
    Machine m = { 0 };

    machine_init(&m, 3);
    for (unsigned n = 1; n <= ROUNDS / 4; n++) {
        start_program(&m, "again: brr -, -, again\nnop\nnop\nnop\n");
        g_usleep(n % 3 * 500);
        v3d_reset(bcm2835_v3d_hold(m.runner));
        bcm2835_v3d_set_ready(m.runner, V3D_RUN_USER, false);
        bcm2835_v3d_release(m.runner);
        start_program(&m, "nop ; nop ; end\nnop\nnop\n");
        while (m.programs < n) {
            poll_bh();
        }
        g_assert_cmpuint(m.programs, ==, n);
    }
    machine_clear(&m);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/v3d/device/frames", test_frames);
    g_test_add_func("/v3d/device/tiles", test_tiles);
    g_test_add_func("/v3d/device/endless", test_endless);
    g_test_add_func("/v3d/device/reset", test_reset);
    return g_test_run();
}
