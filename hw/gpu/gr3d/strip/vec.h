/*
 * Tegra20 GR3D engine: vectors of the host, for strips
 *
 * Short names for the types of the library: kernels are formulas.  Included by
 * strip/backend.c.inc only.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef GR3D_STRIP_VEC_H
#define GR3D_STRIP_VEC_H

#include "hw/gpu/lib/vec.h"

#define VLEN    VEC_LANES
#define HLEN    (VLEN / 2)      /* of doubles */

typedef VecI vi;
typedef VecU vu;
typedef VecF vf;
typedef VecS vs;
typedef VecH vh;
typedef VecHalfI hi;
typedef VecHalfF hf;
typedef VecL hl;
typedef VecD hd;
typedef Vec4I v4i;
typedef Vec4U v4u;
typedef Vec4F v4f;
typedef Vec8H v8h;
typedef Vec16H v16h;

#endif /* GR3D_STRIP_VEC_H */
