/*
 * What the draws of a capture would cost a chip, as text
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <inttypes.h>
#include "hw/gpu/gr3d/run/draw_cost.h"
#include "hw/gpu/gr3d/text/cost_text.h"
#include "costs.h"

void costs_draw(Costs *costs, uint64_t number, const Gr3dDraw *draw)
{
    g_autofree Gr3dDrawCost *cost = g_new(Gr3dDrawCost, 1);
    g_autoptr(GString) out = g_string_new(NULL);
    Gr3dCostPart limit;

    gr3d_draw_cost(draw, gr3d_draw_stats(draw), &costs->chip, cost);
    gr3d_cost_print_draw(out, &costs->chip, &cost->vp, &cost->fp, &cost->draw);
    printf("draw %" PRIu64 "\n%s", number, out->str);
    limit = cost->draw.limit;
    costs->draws[limit]++;
    costs->clocks[limit] += cost->draw.clocks;
    costs->lines += cost->draw.lines;
}

void costs_print_total(const Costs *costs)
{
    double mhz = costs->chip.value[GR3D_COST_CLOCK], clocks = 0;
    unsigned draws = 0;

    for (unsigned i = 0; i < GR3D_NUM_PARTS; i++) {
        clocks += costs->clocks[i];
        draws += costs->draws[i];
    }
    printf("total of %u draws\nchip %s\nclocks %.0f, %.3g us at %g MHz\n",
           draws, costs->chip.name, clocks, clocks / mhz, mhz);
    for (unsigned i = 0; i < GR3D_NUM_PARTS; i++) {
        if (costs->draws[i]) {
            printf("limit %s in %u draws, clocks %.0f\n", gr3d_part_names[i],
                   costs->draws[i], costs->clocks[i]);
        }
    }
    printf("lines %" PRIu64 "\n", costs->lines);
}
