/*
 * VideoCore IV 3D engine: the addresses from 32 on of a QPU's register files
 * [VideoCore IV 3D Architecture Reference Guide, table 14]
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "hw/gpu/v3d/isa/num.h"
#include "qpu_io.h"

/* What takes as long as one instruction: numbers of DMA */
#define COST_DMA        16

static void no_port(V3dQpu *qpu)
{
    v3d_event(qpu->mem->events, V3D_EV_QPU_PORT, qpu->pc);
}

void v3d_qpu_set(uint32_t *lanes, const uint32_t value[V3D_LANES],
                 unsigned mask)
{
    for (unsigned i = 0; i < V3D_LANES; i++) {
        lanes[i] = mask >> i & 1 ? value[i] : lanes[i];
    }
}

static void fill(uint32_t *lanes, uint32_t value)
{
    for (unsigned i = 0; i < V3D_LANES; i++) {
        lanes[i] = value;
    }
}

uint32_t *v3d_qpu_register(V3dQpu *qpu, V3dQpuFile file, unsigned addr)
{
    if (addr < 32) {
        return file == V3D_FILE_A ? qpu->a[addr] : qpu->b[addr];
    }
    return addr < V3D_WRITE_R0 + 4 ? qpu->r[addr - V3D_WRITE_R0] : NULL;
}

/*
 * Reading
 */

uint32_t v3d_qpu_uniform(V3dQpu *qpu)
{
    uint32_t addr = qpu->uniforms;

    if (!qpu->uniforms_left) {
        return 0;
    }
    qpu->uniforms += 4;
    qpu->uniforms_left -= qpu->uniforms_left != V3D_QPU_UNLIMITED;
    return v3d_load_32(qpu->mem, addr);
}

static void read_varying(V3dQpu *qpu, uint32_t *v, V3dQpuVarying *varying)
{
    varying->read = true;
    if (qpu->ports->varying) {
        qpu->ports->varying(qpu->opaque, v, varying->c);
        return;
    }
    no_port(qpu);
    fill(v, 0);
    fill(varying->c, 0);
}

static void read_vpm(V3dQpu *qpu, uint32_t *value)
{
    if (qpu->vpm_in) {
        v3d_vpm_read(&qpu->vpm, qpu->mem, qpu->vpm_in, value);
        return;
    }
    no_port(qpu);
    fill(value, 0);
}

/* What addresses without a meaning read, the mutex too */
static void read_number(V3dQpu *qpu, V3dQpuFile file, uint32_t *value)
{
    for (unsigned i = 0; i < V3D_LANES; i++) {
        value[i] = file == V3D_FILE_A ? i : qpu->number;
    }
}

bool v3d_qpu_read_is_shared(unsigned addr)
{
    return addr == V3D_READ_UNIFORM || addr == V3D_READ_VARYING ||
           addr == V3D_READ_VPM;
}

const uint32_t *v3d_qpu_read(V3dQpu *qpu, V3dQpuFile file, unsigned addr,
                             uint32_t room[V3D_LANES], V3dQpuVarying *varying)
{
    static const uint32_t zeros[V3D_LANES];

    if (addr < 32) {
        return v3d_qpu_register(qpu, file, addr);
    }
    switch (addr) {
    case V3D_READ_UNIFORM:
        fill(room, v3d_qpu_uniform(qpu));
        return room;
    case V3D_READ_VARYING:
        read_varying(qpu, room, varying);
        return room;
    case V3D_READ_COORD:
        return file == V3D_FILE_A ? qpu->x : qpu->y;
    case V3D_READ_FLAGS:
        return file == V3D_FILE_A ? qpu->ms_flags : qpu->rev_flag;
    case V3D_READ_VPM:
        read_vpm(qpu, room);
        return room;
    case V3D_READ_NOP:          /* [M] */
    case V3D_READ_VPM_BUSY:
    case V3D_READ_VPM_WAIT:
        return zeros;
    default:
        read_number(qpu, file, room);
        return room;
    }
}

void v3d_qpu_load_tlb(V3dQpu *qpu, V3dTlbRead what)
{
    if (qpu->ports->tlb_read) {
        qpu->ports->tlb_read(qpu->opaque, qpu, what, qpu->r[4]);
        return;
    }
    no_port(qpu);
    fill(qpu->r[4], 0);
}

/*
 * Writing
 */

/* File A: pixel 0 of each quad, B: element 0 */
static void write_r5(V3dQpu *qpu, V3dQpuFile file, const uint32_t *value,
                     unsigned mask)
{
    uint32_t copied[V3D_LANES];

    for (unsigned i = 0; i < V3D_LANES; i++) {
        copied[i] = value[file == V3D_FILE_A ? i & ~3u : 0];
    }
    v3d_qpu_set(qpu->r[5], copied, mask);
}

/* Only a number other than 0 interrupts. */
static void write_host_int(V3dQpu *qpu, uint32_t value)
{
    if (!qpu->ports->interrupt) {
        no_port(qpu);
    } else if (value) {
        qpu->ports->interrupt(qpu->opaque, value);
    }
}

static void write_flags(V3dQpu *qpu, V3dQpuFile file, const uint32_t *value,
                        unsigned mask)
{
    uint32_t masked[V3D_LANES];

    for (unsigned i = 0; i < V3D_LANES; i++) {
        masked[i] = value[i] & (file == V3D_FILE_A ? 15 : 1);
    }
    v3d_qpu_set(file == V3D_FILE_A ? qpu->ms_flags : qpu->rev_flag, masked,
                mask);
}

static void write_tlb(V3dQpu *qpu, unsigned addr, const uint32_t *value,
                      unsigned mask)
{
    if (qpu->ports->tlb_write) {
        qpu->ports->tlb_write(qpu->opaque, qpu, addr - V3D_WRITE_TLB, value,
                              mask);
    } else {
        no_port(qpu);
    }
}

static void write_vpm(V3dQpu *qpu, const uint32_t *value, unsigned mask)
{
    if (qpu->vpm_out) {
        v3d_vpm_write(&qpu->vpm, qpu->vpm_out, value, mask);
    } else {
        no_port(qpu);
    }
}

static void write_vpm_setup(V3dQpu *qpu, V3dQpuFile file, uint32_t word)
{
    if (file == V3D_FILE_A) {
        v3d_vpm_read_setup(&qpu->vpm, qpu->mem, word);
    } else {
        v3d_vpm_write_setup(&qpu->vpm, qpu->mem, word);
    }
}

static void write_vpm_addr(V3dQpu *qpu, V3dQpuFile file, uint32_t addr)
{
    unsigned moved = 0;

    if (!qpu->vpm_in || !qpu->vpm_out) {
        no_port(qpu);
    } else if (file == V3D_FILE_A) {
        moved = v3d_vpm_dma_load(&qpu->vpm, qpu->mem, qpu->vpm_in, addr);
    } else {
        moved = v3d_vpm_dma_store(&qpu->vpm, qpu->mem, qpu->vpm_out, addr);
    }
    qpu->cost += moved / COST_DMA;
}

static void release_mutex(V3dQpu *qpu)
{
    if (qpu->ports->mutex) {
        qpu->ports->mutex(qpu->opaque, false);
    } else {
        no_port(qpu);
    }
}

static void write_sfu(V3dQpu *qpu, V3dSfu function, const uint32_t *value,
                      unsigned mask)
{
    for (unsigned i = 0; i < V3D_LANES; i++) {
        if (mask >> i & 1) {
            qpu->r[4][i] = v3d_sfu(function, value[i]);
        }
    }
}

/* Lanes that the condition excludes are written all the same. */
static void write_tmu(V3dQpu *qpu, unsigned addr, const uint32_t *value)
{
    V3dTmu *tmu = &qpu->tmu[addr >= V3D_WRITE_TMU1];
    unsigned reg = addr & 3;
    uint32_t config = 0;

    if (v3d_tmu_takes_config(tmu, reg)) {
        config = v3d_qpu_uniform(qpu);
        qpu->lookups += reg == V3D_TMU_S;
    }
    v3d_tmu_write(tmu, qpu->mem, reg, value, config);
    qpu->cost += reg == V3D_TMU_S ? V3D_QPU_COST_LOOKUP : 0;
}

/* Where each lane has its own */
static void write_lanes(V3dQpu *qpu, V3dQpuFile file, unsigned addr,
                        const uint32_t *value, unsigned mask)
{
    switch (addr) {
    case V3D_WRITE_R5:
        write_r5(qpu, file, value, mask);
        break;
    case V3D_WRITE_QUAD:        /* [M] */
        v3d_qpu_set(file == V3D_FILE_A ? qpu->x : qpu->y, value, mask);
        break;
    case V3D_WRITE_FLAGS:
        write_flags(qpu, file, value, mask);
        break;
    }
}

/* Where element 0 counts */
static void write_first(V3dQpu *qpu, V3dQpuFile file, unsigned addr,
                        uint32_t value, unsigned mask)
{
    if (!(mask & 1)) {
        return;
    }
    switch (addr) {
    case V3D_WRITE_HOST_INT:
        write_host_int(qpu, value);
        break;
    case V3D_WRITE_UNIFORMS:
        qpu->uniforms = value;
        break;
    case V3D_WRITE_VPM_SETUP:
        write_vpm_setup(qpu, file, value);
        break;
    case V3D_WRITE_VPM_ADDR:
        write_vpm_addr(qpu, file, value);
        break;
    case V3D_WRITE_MUTEX:
        release_mutex(qpu);
        break;
    }
}

void v3d_qpu_write_io(V3dQpu *qpu, V3dQpuFile file, unsigned addr,
                      const uint32_t value[V3D_LANES], unsigned mask)
{
    if (addr >= V3D_WRITE_TMU0) {
        write_tmu(qpu, addr, value);
    } else if (addr >= V3D_WRITE_SFU) {
        write_sfu(qpu, addr - V3D_WRITE_SFU, value, mask);
    } else if (addr >= V3D_WRITE_TLB && addr <= V3D_WRITE_TLB_LAST) {
        write_tlb(qpu, addr, value, mask);
    } else if (addr == V3D_WRITE_VPM) {
        write_vpm(qpu, value, mask);
    } else {
        write_lanes(qpu, file, addr, value, mask);
        write_first(qpu, file, addr, value[0], mask);
    }
}
