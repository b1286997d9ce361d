/*
 * The chip of the cost model that a tool's options name
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "hw/gpu/gr3d/text/cost_text.h"
#include "cost-chip.h"
#include "input.h"

bool cost_chip(Gr3dCostChip *chip, const char *name, const char *measured,
               const char **what, char **error)
{
    const Gr3dCostChip *found = gr3d_cost_chip(name ? name : "ap20");
    g_autofree char *text = NULL;

    *what = name;
    if (!found) {
        *error = g_strdup("not one of ap20, nv30");
        return false;
    }
    *chip = *found;
    *what = measured;
    text = measured ? input_text(measured, error) : NULL;
    return !measured || (text && gr3d_cost_read(chip, text, error));
}
