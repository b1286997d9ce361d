/*
 * VideoCore IV 3D engine: the addresses from 32 on of a QPU's register files
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef V3D_QPU_IO_H
#define V3D_QPU_IO_H

#include "qpu.h"

/* Which of the register files */
typedef enum V3dQpuFile {
    V3D_FILE_A,
    V3D_FILE_B,
} V3dQpuFile;

/* C of the varying that was read, for r5 */
typedef struct V3dQpuVarying {
    bool read;
    uint32_t c[V3D_LANES];
} V3dQpuVarying;

/* Do both files mean the same, and is it read once where both read it? */
bool v3d_qpu_read_is_shared(unsigned addr);
/* Where the value is: in the register file or in @room */
const uint32_t *v3d_qpu_read(V3dQpu *qpu, V3dQpuFile file, unsigned addr,
                             uint32_t room[V3D_LANES], V3dQpuVarying *varying);
/*
 * @addr is 36 or above.  FIFOs and counters advance even where @mask is 0: the
 * condition is not "never".
 */
void v3d_qpu_write_io(V3dQpu *qpu, V3dQpuFile file, unsigned addr,
                      const uint32_t value[V3D_LANES], unsigned mask);
/* Is a physical register or an accumulator, else NULL */
uint32_t *v3d_qpu_register(V3dQpu *qpu, V3dQpuFile file, unsigned addr);
void v3d_qpu_set(uint32_t *lanes, const uint32_t value[V3D_LANES],
                 unsigned mask);
uint32_t v3d_qpu_uniform(V3dQpu *qpu);
void v3d_qpu_load_tlb(V3dQpu *qpu, V3dTlbRead what);

#endif /* V3D_QPU_IO_H */
