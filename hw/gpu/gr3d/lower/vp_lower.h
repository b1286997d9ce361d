/*
 * Tegra20 GR3D engine: vertex programs for strips
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef GR3D_VP_LOWER_H
#define GR3D_VP_LOWER_H

#include "hw/gpu/gr3d/strip/vp_lanes.h"

/*
 * Lower a program; NULL: it cannot run in strips, for instance because it
 * branches on what it computes, or because each execution would leave an event
 * behind.  @exports: bit set of the enabled ones.  Depends on instructions and
 * start only.
 */
Gr3dVpLanes *gr3d_vp_lower(const Gr3dVp *vp, uint32_t exports);
void gr3d_vp_lanes_free(Gr3dVpLanes *lanes);

/* The sources that a code reads, as a bit set, see GR3D_VPS_A */
extern const uint16_t gr3d_vp_code_reads[GR3D_VPC_NUM_CODES];

#endif /* GR3D_VP_LOWER_H */
