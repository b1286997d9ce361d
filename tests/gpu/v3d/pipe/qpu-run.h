/*
 * A QPU and its memory, for tests
 *
 * Programs are text (hw/gpu/v3d/text/qpu_text.h).  Memory has the program at
 * QPU_CODE, uniforms at QPU_UNIFORMS, and is otherwise the test's.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef TESTS_V3D_QPU_RUN_H
#define TESTS_V3D_QPU_RUN_H

#include <glib.h>
#include <string.h>
#include "hw/gpu/lib/le.h"
#include "hw/gpu/v3d/pipe/qpu.h"
#include "hw/gpu/v3d/text/qpu_text.h"

#define QPU_MEMORY      0x10000
#define QPU_CODE        0x1000
#define QPU_UNIFORMS    0x4000

#define QPU_END_TEXT    "nop ; nop ; end\nnop\nnop\n"

typedef struct QpuRun {
    V3dMemory mem;
    GpuEvents events;
    uint8_t data[QPU_MEMORY];
    V3dQpuProgram program;
    V3dQpu qpu;
} QpuRun;

static inline void qpu_run_init(QpuRun *r, const char *text)
{
    g_autoptr(GArray) words = g_array_new(false, false, sizeof(uint64_t));
    g_autofree char *error = NULL;

    v3d_qpu_assemble(text, words, &error);
    g_assert_cmpstr(error, ==, NULL);
    memset(r, 0, sizeof(*r));
    r->mem = (V3dMemory) {
        .data = r->data, .size = QPU_MEMORY, .events = &r->events,
    };
    for (unsigned i = 0; i < words->len; i++) {
        gpu_store_le(r->data + QPU_CODE + 8 * i, 8,
                     g_array_index(words, uint64_t, i));
    }
    v3d_qpu_program_init(&r->program, &r->mem, QPU_CODE);
    v3d_qpu_start(&r->qpu, &r->mem, &r->program, QPU_CODE, QPU_UNIFORMS);
}

static inline void qpu_run_clear(QpuRun *r)
{
    v3d_qpu_program_clear(&r->program);
}

static inline void qpu_run_uniform(QpuRun *r, unsigned i, uint32_t value)
{
    gpu_store_le(r->data + QPU_UNIFORMS + 4 * i, 4, value);
}

/* To its end, without events */
static inline void qpu_run_whole(QpuRun *r)
{
    g_assert_cmpint(v3d_qpu_run(&r->qpu, 1000), ==, V3D_QPU_END);
    g_assert_cmpuint(r->events.num, ==, 0);
}

#endif /* TESTS_V3D_QPU_RUN_H */
