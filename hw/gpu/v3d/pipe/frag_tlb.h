/*
 * VideoCore IV 3D engine: a QPU's access to the tile buffer
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef V3D_FRAG_TLB_H
#define V3D_FRAG_TLB_H

#include "qpu.h"

/* Ports of a QPU, for a V3dFrag */
void v3d_frag_tlb_write(void *opaque, V3dQpu *qpu, V3dTlbWrite reg,
                        const uint32_t value[V3D_LANES], unsigned mask);
void v3d_frag_tlb_read(void *opaque, V3dQpu *qpu, V3dTlbRead what,
                       uint32_t value[V3D_LANES]);

#endif /* V3D_FRAG_TLB_H */
