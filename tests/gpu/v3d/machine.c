/*
 * Tests of the V3D engine: memory, and control lists in it
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <string.h>
#include "hw/gpu/lib/bits.h"
#include "hw/gpu/lib/le.h"
#include "machine.h"

Machine *machine_new(void)
{
    Machine *m = g_new0(Machine, 1);

    m->v3d = v3d_new();
    m->ram = g_malloc0(RAM_SIZE);
    v3d_set_memory(m->v3d, m->ram, RAM_SIZE);
    return m;
}

void machine_free(Machine *m)
{
    v3d_free(m->v3d);
    g_free(m->ram);
    g_free(m);
}

uint32_t machine_word(const Machine *m, uint32_t addr)
{
    return gpu_load_le_4(m->ram + addr);
}

void machine_set_word(Machine *m, uint32_t addr, uint32_t value)
{
    gpu_store_le_4(m->ram + addr, value);
}

void machine_set_float(Machine *m, uint32_t addr, float value)
{
    machine_set_word(m, addr, gpu_float_to_bits(value));
}

void machine_words(Machine *m, uint32_t addr, const uint32_t *words,
                   unsigned num)
{
    for (unsigned i = 0; i < num; i++) {
        machine_set_word(m, addr + 4 * i, words[i]);
    }
}

void machine_floats(Machine *m, uint32_t addr, const float *values,
                    unsigned num)
{
    for (unsigned i = 0; i < num; i++) {
        machine_set_float(m, addr + 4 * i, values[i]);
    }
}

void machine_record(Machine *m, V3dRecord record)
{
    m->at += v3d_record_encode(&record, m->ram + m->at);
}

void machine_code(Machine *m, uint8_t code)
{
    machine_record(m, (V3dRecord) { .code = code });
}

void machine_run(Machine *m, unsigned thread, uint32_t start,
                 V3dClResult result)
{
    v3d_cl_start(m->v3d, thread, BUS | start, BUS | m->at);
    g_assert_cmpuint(v3d_cl_run(m->v3d, thread, UINT64_MAX), ==, result);
}

void machine_move_on(Machine *m)
{
    g_autofree uint32_t *words = g_new(uint32_t, V3D_STATE_WORDS);

    v3d_save(m->v3d, words);
    v3d_free(m->v3d);
    m->v3d = v3d_new();
    v3d_set_memory(m->v3d, m->ram, RAM_SIZE);
    g_assert_true(v3d_load(m->v3d, words));
}

static void note_pages(void *opaque, uint64_t offset, uint64_t size)
{
    memset((uint8_t *)opaque + offset / V3D_MEMORY_PAGE, 1,
           size / V3D_MEMORY_PAGE);
}

void machine_assert_same_touched(const Machine *a, const Machine *b)
{
    uint8_t x[RAM_SIZE / V3D_MEMORY_PAGE] = { };
    uint8_t y[RAM_SIZE / V3D_MEMORY_PAGE] = { };

    v3d_take_touched(a->v3d, note_pages, x);
    v3d_take_touched(b->v3d, note_pages, y);
    g_assert_cmpmem(x, sizeof(x), y, sizeof(y));
}

void machine_assert_quiet(Machine *m)
{
    unsigned num;
    const GpuEventCount *events = v3d_events(m->v3d, &num);

    for (unsigned i = 0; i < num; i++) {
        g_test_message("%s 0x%x", events[i].text, events[i].value);
    }
    g_assert_cmpuint(num, ==, 0);
}

static void clear(Machine *m, const Frame *frame)
{
    machine_record(m, (V3dRecord) {
        .code = V3D_REC_CLEAR_COLOURS,
        .clear_colours = {
            .even = frame->colour,
            .odd = frame->colour_64 ? frame->colour_second : frame->colour,
            .z = frame->z,
            .stencil = frame->stencil,
        },
    });
    machine_code(m, V3D_REC_TILE_COORDINATES);
    machine_code(m, V3D_REC_STORE_GENERAL);
    machine_record(m, (V3dRecord) {
        .code = V3D_REC_TILE_RENDERING_MODE,
        .tile_rendering_mode = {
            .address = BUS | (frame->frame_at ? frame->frame_at : FRAME),
            .width = frame->width,
            .height = frame->height,
            .frame_format = frame->format,
            .layout = frame->layout,
            .multisample = frame->multisample,
            .colour_64 = frame->colour_64,
            .decimate = frame->decimate,
        },
    });
}

static void tile_coordinates(Machine *m, unsigned x, unsigned y)
{
    machine_record(m, (V3dRecord) {
        .code = V3D_REC_TILE_COORDINATES,
        .tile_coordinates = { .column = x, .row = y },
    });
}

static void store_depth(Machine *m, const Frame *frame)
{
    machine_record(m, (V3dRecord) {
        .code = V3D_REC_STORE_GENERAL,
        .store_general = {
            .address = BUS | (frame->depth_at ? frame->depth_at : DEPTH),
            .buffer = 2,
            .disable_colour_clear = 1,
            .disable_zs_clear = 1,
            .disable_mask_clear = 1,
        },
    });
}

void machine_render_list(Machine *m, const Frame *frame, bool lists,
                         bool depth)
{
    unsigned size = frame->multisample ? 32 : 64;
    unsigned height = size >> frame->colour_64;
    unsigned columns = (frame->width + size - 1) / size;
    unsigned rows = (frame->height + height - 1) / height;
    uint32_t list = BUS | (frame->lists_at ? frame->lists_at : TILE_ALLOC);

    m->at = RENDER_LIST;
    clear(m, frame);
    for (unsigned n = 0; n < columns * rows; n++) {
        tile_coordinates(m, n % columns, n / columns);
        if (lists) {
            if (n == 0) {
                machine_code(m, V3D_REC_WAIT_ON_SEMAPHORE);
            }
            machine_record(m, (V3dRecord) {
                .code = V3D_REC_BRANCH_TO_SUB_LIST,
                .branch_to_sub_list.address = list + 32 * n,
            });
        }
        if (depth) {
            store_depth(m, frame);
            tile_coordinates(m, n % columns, n / columns);
        }
        machine_code(m, n + 1 == columns * rows ?
                     V3D_REC_STORE_MS_RESOLVED_EOF : V3D_REC_STORE_MS_RESOLVED);
    }
}

void machine_render(Machine *m, const Frame *frame, bool lists, bool depth)
{
    machine_render_list(m, frame, lists, depth);
    machine_run(m, V3D_RENDER, RENDER_LIST, V3D_CL_DONE);
}
