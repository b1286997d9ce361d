/*
 * Tests of the V3D engine's control lists: order, waits, bounds; frames that
 * are only cleared
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <string.h>
#include "../machine.h"

/*
 * Cleared frames
 */

static void test_clear(void)
{
    Machine *m = machine_new();
    const Frame frame = { 100, 70, 1, 0, .colour = 0x80402010 };
    V3dDone done;

    memset(m->ram + FRAME, 0x55, 0x100000);
    machine_render(m, &frame, false, false);
    for (unsigned y = 0; y < 72; y++) {
        for (unsigned x = 0; x < 100; x++) {
            g_assert_cmphex(machine_word(m, FRAME + 400 * y + 4 * x), ==,
                            y < 70 ? 0x80402010 : 0x55555555);
        }
    }
    done = v3d_take_done(m->v3d);
    g_assert_cmpuint(done.frames, ==, 1);
    g_assert_cmpuint(done.flushes, ==, 0);
    g_assert_cmpuint(v3d_take_done(m->v3d).frames, ==, 0);
    machine_assert_quiet(m);
    machine_free(m);
}

/* Rows of 565 are padded to 16 bytes. */
static void test_clear_565(void)
{
    Machine *m = machine_new();
    const Frame frame = { 3, 2, 2, 0, .colour = 0xff0f87ff };

    memset(m->ram + FRAME, 0x55, 0x1000);
    machine_render(m, &frame, false, false);
    /* R 0xff: 31, G 0x87: 33, B 0x0f: 1 */
    g_assert_cmphex(machine_word(m, FRAME), ==, 0xfc21fc21);
    g_assert_cmphex(machine_word(m, FRAME + 4), ==, 0x5555fc21);
    g_assert_cmphex(machine_word(m, FRAME + 8), ==, 0x55555555);
    g_assert_cmphex(machine_word(m, FRAME + 16), ==, 0xfc21fc21);
    machine_free(m);
}

static void test_clear_depth(void)
{
    Machine *m = machine_new();
    const Frame frame = { 64, 64, 1, 0, .z = 0x123456, .stencil = 0x9a };

    machine_render(m, &frame, false, true);
    g_assert_cmphex(machine_word(m, DEPTH), ==, 0x1234569a);
    g_assert_cmphex(machine_word(m, DEPTH + 64 * 64 * 4 - 4), ==, 0x1234569a);
    machine_free(m);
}

typedef struct Touched {
    uint64_t start, end;
} Touched;

static void note(void *opaque, uint64_t offset, uint64_t size)
{
    Touched *t = opaque;

    g_assert_cmpuint(t->end, ==, 0);
    t->start = offset;
    t->end = offset + size;
}

static void test_touched(void)
{
    Machine *m = machine_new();
    const Frame frame = { 1024, 64, 1, 0 };
    Touched t = { };

    machine_render(m, &frame, false, false);
    v3d_take_touched(m->v3d, note, &t);
    g_assert_cmphex(t.start, ==, FRAME);
    g_assert_cmphex(t.end, ==, FRAME + 1024 * 64 * 4);
    machine_free(m);
}

/*
 * Flow
 */

static V3dRecord branch(uint8_t code, uint32_t addr)
{
    return (V3dRecord) { .code = code, .branch.address = addr };
}

static void test_sub_list(void)
{
    Machine *m = machine_new();
    V3dClRegs regs;

    m->at = 0x2000;
    machine_record(m, branch(V3D_REC_BRANCH, BUS | 0x3000));
    m->at = 0x3000;
    machine_code(m, V3D_REC_HALT);
    machine_code(m, V3D_REC_RETURN_FROM_SUB_LIST);
    m->at = RENDER_LIST;
    machine_record(m, branch(V3D_REC_BRANCH_TO_SUB_LIST, 0x40002000));
    machine_code(m, V3D_REC_RETURN_FROM_SUB_LIST);
    machine_run(m, V3D_RENDER, RENDER_LIST, V3D_CL_HALT);
    regs = v3d_cl_regs(m->v3d, V3D_RENDER);
    g_assert_true(regs.halted && !regs.running && !regs.error);
    g_assert_cmphex(regs.ca, ==, BUS | 0x3001);
    g_assert_cmphex(regs.ra0, ==, BUS | (RENDER_LIST + 5));
    g_assert_cmpuint(regs.depth, ==, 1);
    g_assert_cmpuint(v3d_cl_run(m->v3d, V3D_RENDER, 100), ==, V3D_CL_DONE);
    regs = v3d_cl_regs(m->v3d, V3D_RENDER);
    g_assert_cmphex(regs.ca, ==, regs.ea);
    /* Both returns count, the second does nothing. */
    g_assert_cmphex(regs.lc, ==, 2);
    v3d_cl_clear_lc(m->v3d, V3D_RENDER, 0x10000);
    g_assert_cmphex(v3d_cl_regs(m->v3d, V3D_RENDER).lc, ==, 2);
    v3d_cl_clear_lc(m->v3d, V3D_RENDER, 1);
    g_assert_cmphex(v3d_cl_regs(m->v3d, V3D_RENDER).lc, ==, 0);
    machine_free(m);
}

static void note_record(void *opaque, unsigned thread, uint32_t ca,
                        const V3dRecord *record)
{
    g_string_append_printf(opaque, "%u %x %s, ", thread, ca,
                           v3d_record_row(record->code)->name);
}

static void test_hook(void)
{
    g_autoptr(GString) s = g_string_new(NULL);
    Machine *m = machine_new();

    m->at = 0x2000;
    machine_code(m, V3D_REC_NOP);
    machine_code(m, V3D_REC_RETURN_FROM_SUB_LIST);
    m->at = BIN_LIST;
    machine_record(m, branch(V3D_REC_BRANCH_TO_SUB_LIST, 0x2000));
    v3d_set_record_hook(m->v3d, note_record, s);
    machine_run(m, V3D_BIN, BIN_LIST, V3D_CL_DONE);
    v3d_set_record_hook(m->v3d, NULL, NULL);
    machine_run(m, V3D_BIN, BIN_LIST, V3D_CL_DONE);
    g_assert_cmpstr(s->str, ==, "0 c0001000 BRANCH_TO_SUB_LIST, 0 2000 NOP, "
                    "0 2001 RETURN_FROM_SUB_LIST, ");
    machine_free(m);
}

static void test_nesting(void)
{
    Machine *m = machine_new();

    m->at = RENDER_LIST;
    machine_record(m, branch(V3D_REC_BRANCH_TO_SUB_LIST, BUS | RENDER_LIST));
    machine_run(m, V3D_RENDER, RENDER_LIST, V3D_CL_ERROR);
    g_assert_true(v3d_cl_regs(m->v3d, V3D_RENDER).error);
    machine_free(m);
}

/* A list without end ends each call. */
static void test_loop(void)
{
    Machine *m = machine_new();

    m->at = RENDER_LIST;
    machine_record(m, branch(V3D_REC_BRANCH, BUS | RENDER_LIST));
    v3d_cl_start(m->v3d, V3D_RENDER, BUS | RENDER_LIST, BUS | m->at);
    for (unsigned i = 0; i < 3; i++) {
        g_assert_cmpuint(v3d_cl_run(m->v3d, V3D_RENDER, 10000), ==,
                         V3D_CL_MORE);
    }
    v3d_stop(m->v3d, true);
    g_assert_cmpuint(v3d_cl_run(m->v3d, V3D_RENDER, UINT64_MAX), ==,
                     V3D_CL_MORE);
    v3d_cl_start(m->v3d, V3D_RENDER, 0, 0);
    g_assert_cmpuint(v3d_cl_run(m->v3d, V3D_RENDER, UINT64_MAX), ==,
                     V3D_CL_DONE);
    machine_free(m);
}

static void test_error(void)
{
    static const uint8_t codes[] = { 2, 255, V3D_REC_FLUSH };
    Machine *m = machine_new();

    for (unsigned i = 0; i < G_N_ELEMENTS(codes); i++) {
        m->ram[RENDER_LIST] = codes[i];
        m->at = RENDER_LIST + 1;
        machine_run(m, V3D_RENDER, RENDER_LIST, V3D_CL_ERROR);
        g_assert_cmphex(v3d_cl_regs(m->v3d, V3D_RENDER).ca, ==,
                        BUS | RENDER_LIST);
    }
    machine_free(m);
}

/* What draws nothing is no state: whoever loads it would refuse it. */
static void test_unknown_mode(void)
{
    for (unsigned thread = 0; thread < V3D_NUM_THREADS; thread++) {
        Machine *m = machine_new();

        m->at = BIN_LIST;
        machine_record(m, (V3dRecord) {
            .code = V3D_REC_NV_SHADER_STATE,
            .nv_shader_state.address = BUS | SHADER_RECORD,
        });
        machine_code(m, V3D_REC_START_TILE_BINNING);
        m->at -= thread == V3D_RENDER;
        machine_record(m, (V3dRecord) {
            .code = V3D_REC_ARRAY_PRIMITIVES,
            .array_primitives = { .mode = 7, .length = 3 },
        });
        machine_run(m, thread, BIN_LIST, V3D_CL_DONE);
        machine_move_on(m);
        machine_free(m);
    }
}

/* The rendering thread waits until the binning thread's flush. */
static void test_semaphore(void)
{
    Machine *m = machine_new();

    m->at = RENDER_LIST;
    machine_code(m, V3D_REC_WAIT_ON_SEMAPHORE);
    machine_run(m, V3D_RENDER, RENDER_LIST, V3D_CL_SEMAPHORE);
    g_assert_true(v3d_cl_regs(m->v3d, V3D_RENDER).waiting);
    g_assert_cmphex(v3d_cl_regs(m->v3d, V3D_RENDER).ca, ==, BUS | RENDER_LIST);

    m->at = BIN_LIST;
    machine_code(m, V3D_REC_INCREMENT_SEMAPHORE);
    machine_run(m, V3D_BIN, BIN_LIST, V3D_CL_DONE);
    g_assert_cmpuint(v3d_cl_run(m->v3d, V3D_RENDER, 100), ==,
                     V3D_CL_SEMAPHORE);
    machine_code(m, V3D_REC_FLUSH);
    v3d_cl_set_end(m->v3d, V3D_BIN, BUS | m->at);
    g_assert_cmpuint(v3d_cl_run(m->v3d, V3D_BIN, 100), ==, V3D_CL_DONE);
    g_assert_cmphex(v3d_cl_regs(m->v3d, V3D_BIN).lc, ==, 0x10000);
    g_assert_cmpuint(v3d_take_done(m->v3d).flushes, ==, 1);
    g_assert_cmpuint(v3d_cl_regs(m->v3d, V3D_RENDER).semaphore, ==, 1);
    g_assert_cmpuint(v3d_cl_run(m->v3d, V3D_RENDER, 100), ==, V3D_CL_DONE);
    g_assert_cmpuint(v3d_cl_regs(m->v3d, V3D_RENDER).semaphore, ==, 0);
    machine_free(m);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/v3d/lists/clear", test_clear);
    g_test_add_func("/v3d/lists/clear-565", test_clear_565);
    g_test_add_func("/v3d/lists/clear-depth", test_clear_depth);
    g_test_add_func("/v3d/lists/touched", test_touched);
    g_test_add_func("/v3d/lists/sub-list", test_sub_list);
    g_test_add_func("/v3d/lists/hook", test_hook);
    g_test_add_func("/v3d/lists/nesting", test_nesting);
    g_test_add_func("/v3d/lists/loop", test_loop);
    g_test_add_func("/v3d/lists/error", test_error);
    g_test_add_func("/v3d/lists/unknown-mode", test_unknown_mode);
    g_test_add_func("/v3d/lists/semaphore", test_semaphore);
    return g_test_run();
}
