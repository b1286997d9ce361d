/*
 * Tegra20 GR3D engine: vertex programs for strips: values and their places
 *
 * The interface of vp_lower.c, which names values, and vp_place.c, which says
 * where they lie
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef GR3D_VP_VALUES_H
#define GR3D_VP_VALUES_H

#include <glib.h>
#include "vp_lower.h"

/*
 * Names of values: components of attributes in order, results of operations
 * in order; with GR3D_VPP_UNIFORM, constants
 */
typedef uint16_t Gr3dVpValue;

#define GR3D_VPV_FIRST_RESULT   (4 * GR3D_NUM_ATTRIBS)

/* A program whose operations read and write names of values */
typedef struct Gr3dVpValues {
    uint32_t exports;           /* bit set of the enabled ones */
    GArray *op;                 /* of Gr3dVpLaneOp */
    GArray *uniform;            /* of Gr3dVpUniform */
    Gr3dVpValue out[GR3D_VP_EXPORTS][4];
} Gr3dVpValues;

/* Give values their places, without those on which no enabled export depends */
Gr3dVpLanes *gr3d_vp_place(const Gr3dVpValues *values);

#endif /* GR3D_VP_VALUES_H */
