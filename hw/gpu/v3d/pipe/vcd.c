/*
 * VideoCore IV 3D engine: vertex cache and vertex DMA (VCM, VCD)
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <string.h>
#include "clip.h"
#include "hw/gpu/lib/bits.h"
#include "hw/gpu/lib/le.h"
#include "slice.h"
#include "vcd.h"

void v3d_vcd_clear(V3dVcd *vcd)
{
    memset(vcd->key, 0, sizeof(vcd->key));
}

/*
 * NV: what a shader would have written is in memory.
 */

static void fetch_nv(V3dVcd *vcd, V3dCore *core, const V3dShader *shader,
                     unsigned stage, uint32_t index)
{
    uint32_t *word = v3d_vcd_put(vcd, shader, index)->word;
    uint32_t addr = shader->array[0].base + index * shader->array[0].stride;
    unsigned header = stage == V3D_STAGE_COORDINATE ? 4 : 0;
    unsigned num = header + 3 + shader->point_size + shader->varyings;
    unsigned first = 0;

    if (header && !shader->clip_header) {
        memset(word, 0, 4 * header);
        first = header;
    } else if (!header && shader->clip_header) {
        addr += 16;
    }
    for (unsigned i = first; i < num && i < V3D_VERTEX_WORDS; i++) {
        word[i] = v3d_load_32(&core->mem, addr + 4 * (i - first));
    }
}

/*
 * GL: elements of arrays go to the vertex's column of the VPM.
 */

static void put_bytes(V3dVpm *vpm, unsigned lane, unsigned first,
                      const uint8_t *data, unsigned bytes)
{
    for (unsigned i = 0; i < bytes && first + i < 4 * V3D_VPM_ROWS; i++) {
        uint32_t *word = &vpm->row[(first + i) / 4][lane];
        unsigned shift = (first + i) % 4 * 8;

        *word = (*word & ~(0xffu << shift)) | (uint32_t)data[i] << shift;
    }
}

static void put_words(uint32_t *to, const uint8_t *data, unsigned num)
{
    for (unsigned i = 0; i < num; i++) {
        to[V3D_LANES * i] = gpu_load_le_4(data + 4 * i);
    }
}

static void fetch_array(V3dVpm *in, V3dCore *core, const V3dArray *array,
                        unsigned first, const uint32_t *index, unsigned num)
{
    unsigned row = first / 4, words = array->bytes / 4;
    bool whole = first % 4 == 0 && array->bytes % 4 == 0;

    words = words < V3D_VPM_ROWS - row ? words : V3D_VPM_ROWS - row;
    for (unsigned lane = 0; lane < num; lane++) {
        uint32_t addr = array->base + index[lane] * array->stride;
        const uint8_t *data = v3d_memory_read(&core->mem, addr, array->bytes);

        if (data && whole) {
            put_words(&in->row[row][lane], data, words);
        } else if (data) {
            put_bytes(in, lane, first, data, array->bytes);
        }
    }
}

void v3d_vcd_fetch(V3dVpm *in, V3dCore *core, const V3dShader *shader,
                   unsigned stage, const uint32_t *index, unsigned num)
{
    for (unsigned n = 0; n < shader->arrays; n++) {
        if (shader->stage[stage].select >> n & 1) {
            fetch_array(in, core, &shader->array[n],
                        shader->array[n].vpm[stage], index, num);
        }
    }
}

void v3d_vcd_count(V3dCore *core, uint64_t instructions, uint64_t lookups)
{
    uint64_t clocks = V3D_QPU_CLOCKS * instructions;

    core->counter[V3D_PCTR_CLOCKS_VERTEX] += clocks;
    core->counter[V3D_PCTR_CLOCKS_INSTRUCTIONS] += clocks;
    core->counter[V3D_PCTR_TEXTURE_QUADS] += lookups * V3D_LANES / 4;
}

static void connect(V3dVcd *vcd, V3dCore *core, const V3dQpuProgram *program)
{
    static const V3dQpuPorts no_ports;
    V3dQpu *qpu = &vcd->qpu;

    qpu->mem = &core->mem;
    qpu->program = program;
    qpu->vpm_in = &vcd->in;
    qpu->vpm_out = &vcd->out;
    qpu->ports = &no_ports;
}

void v3d_vcd_start(V3dVcd *vcd, V3dCore *core, const V3dShader *shader,
                   unsigned stage, const uint32_t *index, unsigned num)
{
    if (!shader->nv) {
        memset(&vcd->in, 0, sizeof(vcd->in));
        v3d_vcd_fetch(&vcd->in, core, shader, stage, index, num);
        memset(&vcd->out, 0, sizeof(vcd->out));
        v3d_qpu_start(&vcd->qpu, &core->mem, NULL, shader->stage[stage].code,
                      shader->stage[stage].uniforms);
    }
}

void v3d_vcd_take(V3dVcd *vcd, const V3dVpm *out, const V3dShader *shader,
                  unsigned words, const uint32_t *index, unsigned num)
{
    for (unsigned lane = 0; lane < num; lane++) {
        V3dVertex *vertex = v3d_vcd_put(vcd, shader, index[lane]);

        vertex->part = words == 1;
        for (unsigned i = 0; i < words; i++) {
            vertex->word[i] = out->row[i][lane];
        }
    }
}

void v3d_vcd_set_inside(V3dVcd *vcd, const V3dVpm *out, const V3dShader *shader,
                        const uint32_t *index, unsigned num)
{
    const uint32_t (*row)[V3D_LANES] = out->row;

    for (unsigned i = 0; i < num; i++) {
        V3dVertex *vertex = v3d_vcd_find(vcd, shader, index[i]);

        /* Another one may have taken its place. */
        if (vertex) {
            vertex->inside = v3d_clip_inside(
                gpu_float_from_bits(row[0][i]), gpu_float_from_bits(row[1][i]),
                gpu_float_from_bits(row[2][i]), gpu_float_from_bits(row[3][i]));
        }
    }
}

bool v3d_vcd_shade(V3dVcd *vcd, V3dCore *core, V3dPrograms *programs,
                   const V3dShader *shader, unsigned stage,
                   const uint32_t *index, unsigned num)
{
    uint32_t code = shader->stage[stage].code;

    if (shader->nv) {
        fetch_nv(vcd, core, shader, stage, index[num - 1]);
        return true;
    }
    connect(vcd, core, v3d_programs_find(programs, &core->mem, code));
    if (!v3d_run_program(&vcd->qpu, core, code)) {
        return false;
    }
    v3d_vcd_count(core, vcd->qpu.instructions, vcd->qpu.lookups);
    v3d_vcd_take(vcd, &vcd->out, shader, v3d_vertex_words(shader, stage),
                 index, num);
    return true;
}
