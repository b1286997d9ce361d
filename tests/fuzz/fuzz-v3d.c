/*
 * Fuzzer: V3D's memory: control lists, shader records, programs
 *
 * The input is what lies at the start of RAM.  Its first words say where the
 * two lists and a user program start; the binner gets more memory once.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <glib.h>
#include <string.h>
#include "hw/gpu/lib/le.h"
#include "hw/gpu/v3d/v3d.h"
#include "input.h"

#define RAM_SIZE    (1u << 20)
#define HEADER      16
#define SLICES      4
#define BUDGET      30000

static void run_list(V3d *v3d, unsigned thread, uint32_t start, uint32_t end)
{
    V3dClResult result = V3D_CL_MORE;

    v3d_cl_start(v3d, thread, start, end);
    for (unsigned n = 0; n < SLICES && result == V3D_CL_MORE; n++) {
        result = v3d_cl_run(v3d, thread, BUDGET);
        if (result == V3D_CL_MEMORY) {
            v3d_give_memory(v3d, RAM_SIZE / 2, 4096);
            result = V3D_CL_MORE;
        }
    }
}

static void run(V3d *v3d, const uint8_t *ram, uint32_t size)
{
    uint32_t word[3];

    for (unsigned i = 0; i < 3; i++) {
        word[i] = HEADER + gpu_load_le_4(ram + 4 * i) % size;
    }
    run_list(v3d, V3D_BIN, word[0], HEADER + size);
    run_list(v3d, V3D_RENDER, word[1], HEADER + size);
    v3d_user_request(v3d, word[2], HEADER, 1024);
    v3d_user_run(v3d, BUDGET);
}

/* Inputs have the same engine and RAM: making those takes longer. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static uint8_t ram[RAM_SIZE];
    static V3d *v3d;

    if (size <= HEADER || size > RAM_SIZE) {
        return 0;
    }
    if (!v3d) {
        v3d = v3d_new();
        v3d_set_memory(v3d, ram, RAM_SIZE);
    }
    memset(ram, 0, RAM_SIZE);
    memcpy(ram, data, size);
    v3d_reset(v3d);
    v3d_clear_events(v3d);
    run(v3d, ram, size - HEADER);
    return 0;
}
