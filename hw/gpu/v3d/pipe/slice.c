/*
 * VideoCore IV 3D engine: programs that a slice of work may end in
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "slice.h"

/* Units of work between two looks at the stop flag */
#define PIECE   8192

static uint64_t min_64(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

/* One unit at least: each slice gets on. */
static uint64_t piece(const V3dQpu *qpu, const V3dCore *core)
{
    uint64_t left = core->limit > core->work ? core->limit - core->work : 1;

    return min_64(min_64(left, PIECE), V3D_QPU_LIMIT - qpu->cost);
}

bool v3d_run_program(V3dQpu *qpu, V3dCore *core, uint32_t code)
{
    while (qpu->cost < V3D_QPU_LIMIT) {
        uint64_t before = qpu->cost;
        V3dQpuResult result = v3d_qpu_run(qpu, piece(qpu, core));

        core->work += qpu->cost - before;
        if (result == V3D_QPU_END) {
            return true;
        }
        if (v3d_slice_over(core)) {
            return false;
        }
    }
    v3d_report(core, V3D_EV_PROGRAM_LIMIT, code);
    return true;
}
