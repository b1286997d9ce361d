/*
 * VideoCore IV 3D engine: the QPU's ALUs, packing and unpacking
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef V3D_QPU_ALU_H
#define V3D_QPU_ALU_H

#include "hw/gpu/v3d/isa/qpu.h"

/* Operation @op of 16 lanes.  Returns flag C, one bit per lane. */
uint32_t v3d_alu_add(unsigned op, const uint32_t a[V3D_LANES],
                     const uint32_t b[V3D_LANES], uint32_t r[V3D_LANES]);
uint32_t v3d_alu_mul(unsigned op, const uint32_t a[V3D_LANES],
                     const uint32_t b[V3D_LANES], uint32_t r[V3D_LANES]);
/* Lanes in which the add ALU's signed result overflows */
uint32_t v3d_alu_overflow(unsigned op, const uint32_t a[V3D_LANES],
                          const uint32_t b[V3D_LANES],
                          const uint32_t r[V3D_LANES]);

/* pm = 0: of register file A; @as_float: a float operation consumes it */
uint32_t v3d_unpack_a(unsigned unpack, bool as_float, uint32_t value);
/* pm = 1: of r4 */
uint32_t v3d_unpack_r4(unsigned unpack, uint32_t value);
/* pm = 0: what is written over @old in register file A */
uint32_t v3d_pack_a(unsigned pack, bool is_float, bool overflow, uint32_t old,
                    uint32_t value);
/* pm = 1: of the mul ALU */
uint32_t v3d_pack_mul(unsigned pack, uint32_t old, uint32_t value);

#endif /* V3D_QPU_ALU_H */
