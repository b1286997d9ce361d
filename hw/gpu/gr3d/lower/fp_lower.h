/*
 * Tegra20 GR3D engine: fragment programs for strips
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef GR3D_FP_LOWER_H
#define GR3D_FP_LOWER_H

#include "hw/gpu/gr3d/strip/strip.h"

/*
 * Lower the program for strips; NULL if there would be too many values.
 * Depends on nothing but @fp.  Late stencil stores are left out.
 */
Gr3dStripProgram *gr3d_fp_lower(const Gr3dFp *fp);
/*
 * Lower the program for tests: @raw[i] is the vector with the bits that
 * register i of GR3D_FP_FILE_SIZE has at the end.
 */
Gr3dStripProgram *gr3d_fp_lower_all(const Gr3dFp *fp, uint16_t *raw);
void gr3d_strip_program_free(Gr3dStripProgram *program);

#endif /* GR3D_FP_LOWER_H */
