/*
 * VideoCore IV 3D engine: vertex pipe memory and its DMA
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef V3D_VPM_H
#define V3D_VPM_H

#include "hw/gpu/v3d/isa/memory.h"
#include "hw/gpu/v3d/isa/qpu.h"

#define V3D_VPM_ROWS    64
#define V3D_VPM_READS   4               /* queued read set-ups */

/* What one QPU can address: one column per lane */
typedef struct V3dVpm {
    uint32_t row[V3D_VPM_ROWS][V3D_LANES];
} V3dVpm;

/* One QPU's set-up words.  All zero at start.  Numbers only. */
typedef struct V3dVpmAccess {
    uint32_t write;                     /* generic block write, advancing */
    uint32_t read[V3D_VPM_READS];       /* the first advances */
    uint32_t num_reads, left;           /* vectors of the first */
    uint32_t dma_load, dma_load_pitch;
    uint32_t dma_store, dma_store_stride;
} V3dVpmAccess;

/* VPMVCD_WR_SETUP, VPMVCD_RD_SETUP */
void v3d_vpm_write_setup(V3dVpmAccess *access, V3dMemory *mem, uint32_t word);
void v3d_vpm_read_setup(V3dVpmAccess *access, V3dMemory *mem, uint32_t word);

/* VPM_WRITE of the lanes in @mask, VPM_READ */
void v3d_vpm_write(V3dVpmAccess *access, V3dVpm *vpm,
                   const uint32_t value[V3D_LANES], unsigned mask);
void v3d_vpm_read(V3dVpmAccess *access, V3dMemory *mem, const V3dVpm *vpm,
                  uint32_t value[V3D_LANES]);

/*
 * The row that the next vector is all of, a word in each lane, and which is
 * then behind; -1: it is none.
 */
int v3d_vpm_write_row(V3dVpmAccess *access);
int v3d_vpm_read_row(V3dVpmAccess *access);

/*
 * VPM_LD_ADDR, VPM_ST_ADDR: done when they return.  They return how many
 * numbers were moved, at most 16384.
 */
unsigned v3d_vpm_dma_load(const V3dVpmAccess *access, V3dMemory *mem,
                          V3dVpm *vpm, uint32_t addr);
unsigned v3d_vpm_dma_store(const V3dVpmAccess *access, V3dMemory *mem,
                           const V3dVpm *vpm, uint32_t addr);

#endif /* V3D_VPM_H */
