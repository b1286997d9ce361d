/*
 * The chip of the cost model that a tool's options name
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef TOOLS_COST_CHIP_H
#define TOOLS_COST_CHIP_H

#include "hw/gpu/gr3d/pipe/cost.h"

/*
 * Set @chip to that called @name, NULL for ap20, with the constants of the file
 * @measured, or NULL, in the place of its own.  False: *@what is wrong because
 * of *@error, to be freed.
 */
bool cost_chip(Gr3dCostChip *chip, const char *name, const char *measured,
               const char **what, char **error);

#endif /* TOOLS_COST_CHIP_H */
