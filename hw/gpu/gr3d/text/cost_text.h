/*
 * Tegra20 GR3D engine: what the cost model says, as text
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef GR3D_COST_TEXT_H
#define GR3D_COST_TEXT_H

#include <glib.h>
#include "hw/gpu/gr3d/pipe/cost.h"

/*
 * Put measured values in the place of a chip's: lines "NAME VALUE", from # on a
 * comment.  False: @error is "line N: ...", to be freed with g_free(), and
 * @chip is undefined.
 */
bool gr3d_cost_read(Gr3dCostChip *chip, const char *text, char **error);
/* Print all constants such that gr3d_cost_read() reads them. */
void gr3d_cost_print_chip(GString *out, const Gr3dCostChip *chip);

void gr3d_cost_print_fp(GString *out, const Gr3dCostChip *chip,
                        const Gr3dFp *fp, const Gr3dCostFp *cost);
void gr3d_cost_print_vp(GString *out, const Gr3dCostChip *chip,
                        const Gr3dCostVp *cost);
void gr3d_cost_print_draw(GString *out, const Gr3dCostChip *chip,
                          const Gr3dCostVp *vp, const Gr3dCostFp *fp,
                          const Gr3dCostDraw *cost);

#endif /* GR3D_COST_TEXT_H */
