/*
 * VideoCore IV 3D engine: decoded programs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <glib.h>
#include "hw/gpu/lib/le.h"
#include "qpu.h"

uint64_t v3d_qpu_word(const uint8_t *data)
{
    return gpu_load_le(data, V3D_QPU_BYTES);
}

/* Instructions from @addr on that are in memory, V3D_QPU_MAX_LENGTH at most */
static const uint8_t *find(V3dMemory *mem, uint32_t addr, unsigned *num)
{
    uint64_t offset = addr & V3D_ADDR_MASK & ~7u;
    uint64_t left = offset < mem->size ? mem->size - offset : 0;

    *num = MIN(left / V3D_QPU_BYTES, V3D_QPU_MAX_LENGTH);
    return mem->data + offset;
}

static bool ends(const V3dQpuInst *inst)
{
    return inst->sig == V3D_SIG_PROGRAM_END ||
           inst->sig == V3D_SIG_LOAD_COLOUR_END ||
           inst->sig == V3D_SIG_BREAKPOINT;
}

/* Where a branch at instruction @i leads to, if that is known */
static uint64_t branch_target(const V3dQpuInst *inst, unsigned i)
{
    int64_t target = (int64_t)i + 4 + (int32_t)inst->imm / V3D_QPU_BYTES;

    return inst->kind == V3D_QPU_BRANCH && inst->rel && !inst->reg &&
           target > 0 ? target : 0;
}

/* The first end that no branch before it passes by, and its delay slots */
static unsigned length_of(const uint8_t *data, unsigned num)
{
    uint64_t reached = 0;

    for (unsigned i = 0; i < num; i++) {
        V3dQpuInst inst;

        v3d_qpu_decode(&inst, v3d_qpu_word(data + i * V3D_QPU_BYTES));
        reached = MAX(reached, branch_target(&inst, i));
        if (ends(&inst) && i >= reached) {
            return MIN(i + 3, num);
        }
    }
    return num;
}

unsigned v3d_qpu_length(V3dMemory *mem, uint32_t addr)
{
    unsigned num;
    const uint8_t *data = find(mem, addr, &num);

    return length_of(data, num);
}

void v3d_qpu_program_init(V3dQpuProgram *program, V3dMemory *mem,
                          uint32_t addr)
{
    unsigned num;
    const uint8_t *data = find(mem, addr, &num);

    program->addr = addr & ~7u;
    program->num = length_of(data, num);
    program->inst = g_new(V3dQpuInst, program->num);
    for (unsigned i = 0; i < program->num; i++) {
        v3d_qpu_decode(&program->inst[i],
                       v3d_qpu_word(data + i * V3D_QPU_BYTES));
    }
}

void v3d_qpu_program_clear(V3dQpuProgram *program)
{
    g_free(program->inst);
    for (unsigned i = 0; i < G_N_ELEMENTS(program->lowered); i++) {
        if (program->lowered[i]) {
            g_rc_box_release(program->lowered[i]);
        }
    }
    *program = (V3dQpuProgram) { };
}
