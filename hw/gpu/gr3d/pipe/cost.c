/*
 * Tegra20 GR3D engine: what programs and draws would cost a chip
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <glib.h>
#include <math.h>
#include <string.h>
#include "cost.h"

/* What is divided by is not 0, and quotients fit into an integer. */
#define LEAST 0.01

const Gr3dCostRow gr3d_cost_rows[GR3D_NUM_COSTS] = {
#define COST_CONST(id, name, least, unit) \
    [GR3D_COST_##id] = { name, unit, least },
#include "cost.def"
};

const char *const gr3d_stage_names[GR3D_NUM_STAGES] = {
#define COST_STAGE(id, number, name, passes) \
    [GR3D_STAGE_##id] = number " " name,
#include "cost.def"
};

const char *const gr3d_unit_names[GR3D_NUM_UNITS] = {
    [GR3D_UNIT_PSEQ] = "PSEQ",
    [GR3D_UNIT_MFU] = "MFU",
    [GR3D_UNIT_TEX] = "TEX",
    [GR3D_UNIT_ALU] = "ALU",
    [GR3D_UNIT_DW] = "DW",
};

const char *const gr3d_part_names[GR3D_NUM_PARTS] = {
    [GR3D_PART_VERTEX] = "vertex",
    [GR3D_PART_SETUP] = "setup",
    [GR3D_PART_RASTER] = "raster",
    [GR3D_PART_FRAGMENT] = "fragment",
    [GR3D_PART_MEMORY] = "memory",
};

static const Gr3dCostChip chips[] = {
    {
        .name = "ap20",
#define COST_AP20(id, v, s) .value[GR3D_COST_##id] = v, \
                            .source[GR3D_COST_##id] = s,
#include "cost.def"
    }, {
        .name = "nv30",
#define COST_NV30(id, v, s) .value[GR3D_COST_##id] = v, \
                            .source[GR3D_COST_##id] = s,
#include "cost.def"
    },
};

const Gr3dCostChip *gr3d_cost_chip(const char *name)
{
    for (unsigned i = 0; i < G_N_ELEMENTS(chips); i++) {
        if (!strcmp(name, chips[i].name)) {
            return &chips[i];
        }
    }
    return NULL;
}

/*
 * Fragment programs
 */

static bool one_core(const Gr3dCostChip *chip)
{
    return chip->value[GR3D_COST_CORES] == 1;
}

/* Return the MFU's passes; a core that serves both brings TEX coordinates. */
static unsigned mfu_passes(const Gr3dCostChip *chip, const Gr3dFp *fp,
                           const Gr3dFpExec *exec, Gr3dCostExec *cost)
{
    unsigned num = exec->num_mfu, passes = 0;
    Gr3dCostNeed need = { 0 };

    for (unsigned i = 0; i < num; i++) {
        const Gr3dFpMfuSteps *mfu = &fp->mfu[exec->mfu[i]];

        memset(&need, 0, sizeof(need));
        gr3d_cost_need_mfu(chip, mfu, &need);
        if (exec->tex.enable && i == num - 1) {
            gr3d_cost_need_tex(&exec->tex, mfu, &need);
        }
        passes += gr3d_cost_passes(chip, &need, &cost->stages);
        cost->mfu[i] = gr3d_cost_mfu_parts(mfu);
    }
    if (exec->tex.enable && !num && one_core(chip)) {
        gr3d_cost_need_tex(&exec->tex, NULL, &need);
        passes += gr3d_cost_passes(chip, &need, &cost->stages);
    }
    return passes;
}

static unsigned alu_passes(const Gr3dCostChip *chip, const Gr3dFp *fp,
                           const Gr3dFpExec *exec, Gr3dCostExec *cost)
{
    unsigned passes = 0;

    gr3d_cost_used(fp, exec, cost->alu);
    for (unsigned i = 0; i < exec->num_packets; i++) {
        const Gr3dFpPacket *packet = &fp->packet[i > 0][exec->packet[i]];
        Gr3dCostNeed need = { 0 };

        gr3d_cost_need_alu(packet, cost->alu[i], &need);
        passes += gr3d_cost_passes(chip, &need, &cost->stages);
        cost->alu[i] |= packet->constants << 3;
    }
    return passes;
}

static void set_unit(const Gr3dCostChip *chip, Gr3dCostExec *cost,
                     Gr3dCostUnit unit, bool busy, double clocks)
{
    cost->unit[unit] = busy ? clocks : chip->value[GR3D_COST_NOP];
    cost->busy |= busy << unit;
}

/* Find how long the EXEC takes, and the units that say so. */
static void find_limit(const Gr3dCostChip *chip, Gr3dCostExec *cost)
{
    double core = cost->unit[GR3D_UNIT_MFU] + cost->unit[GR3D_UNIT_ALU];

    cost->clocks = chip->value[GR3D_COST_PASS];
    for (unsigned i = 0; i < GR3D_NUM_UNITS; i++) {
        bool shared = one_core(chip) &&
                      (i == GR3D_UNIT_MFU || i == GR3D_UNIT_ALU);
        double clocks = shared ? core : cost->unit[i];

        if (clocks > cost->clocks) {
            cost->clocks = clocks;
            cost->limit = 0;
        }
        cost->limit |= (clocks == cost->clocks) << i;
    }
    cost->limit &= cost->busy;
}

static void cost_exec(const Gr3dCostChip *chip, const Gr3dFp *fp,
                      const Gr3dFpExec *exec, const double *tex,
                      Gr3dCostExec *cost)
{
    const double *value = chip->value;
    unsigned mfu = mfu_passes(chip, fp, exec, cost);
    unsigned alu = alu_passes(chip, fp, exec, cost);

    cost->passes = mfu + alu;
    set_unit(chip, cost, GR3D_UNIT_PSEQ, exec->pseq.op,
             value[GR3D_COST_PSEQ]);
    set_unit(chip, cost, GR3D_UNIT_MFU, mfu, mfu * value[GR3D_COST_PASS]);
    set_unit(chip, cost, GR3D_UNIT_TEX, exec->tex.enable,
             tex ? tex[exec->tex.index] : value[GR3D_COST_TEX]);
    set_unit(chip, cost, GR3D_UNIT_ALU, alu, alu * value[GR3D_COST_PASS]);
    set_unit(chip, cost, GR3D_UNIT_DW, exec->dw.op, value[GR3D_COST_DW]);
    find_limit(chip, cost);
}

/* The units whose EXECs take longest in all limit the program. */
static void find_program_limit(Gr3dCostFp *cost)
{
    double most = 0, limited[GR3D_NUM_UNITS] = { 0 };

    for (unsigned e = 0; e < cost->num_execs; e++) {
        for (unsigned i = 0; i < GR3D_NUM_UNITS; i++) {
            limited[i] += cost->exec[e].limit >> i & 1 ?
                          cost->exec[e].clocks : 0;
            most = MAX(most, limited[i]);
        }
    }
    for (unsigned i = 0; i < GR3D_NUM_UNITS; i++) {
        cost->limit |= (most && limited[i] == most) << i;
    }
}

void gr3d_cost_fp(const Gr3dCostChip *chip, const Gr3dFp *fp,
                  const double *tex, Gr3dCostFp *cost)
{
    double loop = chip->value[GR3D_COST_LOOP];

    memset(cost, 0, sizeof(*cost));
    cost->num_execs = fp->num_execs;
    for (unsigned e = 0; e < fp->num_execs; e++) {
        Gr3dCostExec *exec = &cost->exec[e];

        cost_exec(chip, fp, &fp->exec[e], tex, exec);
        cost->clocks += exec->clocks + (e ? loop : 0);
        cost->alone += e ? loop : 0;
        for (unsigned i = 0; i < GR3D_NUM_UNITS; i++) {
            cost->alone += exec->unit[i];
        }
        cost->passes += exec->passes;
    }
    find_program_limit(cost);
}

/*
 * Vertex programs
 */

void gr3d_cost_vp(const Gr3dCostChip *chip, const Gr3dVpInsn *insn,
                  unsigned start, Gr3dCostVp *cost)
{
    bool end = false;

    memset(cost, 0, sizeof(*cost));
    for (unsigned i = start; i < GR3D_VP_INSNS && !end; i++) {
        cost->num_insns++;
        cost->num_vec += insn[i].vec_action != GR3D_VP_NOTHING;
        cost->num_scl += insn[i].scl_action != GR3D_VP_NOTHING;
        cost->flow |= insn[i].flow != GR3D_VP_NOTHING;
        end = insn[i].end;
    }
    cost->clocks = cost->num_insns * chip->value[GR3D_COST_VERTEX];
}

/*
 * Draws
 */

double gr3d_cost_fetch(const Gr3dCostChip *chip, unsigned taps, double bytes)
{
    double by_taps = ceil(taps / chip->value[GR3D_COST_TAPS]);
    double by_line = ceil(taps * bytes / chip->value[GR3D_COST_LINE]);

    return MAX(by_taps, by_line) * chip->value[GR3D_COST_TEX];
}

static uint64_t lines_of(const Gr3dCostChip *chip, uint64_t bytes)
{
    return ceil(bytes / chip->value[GR3D_COST_LINE]);
}

/* Quads go through whole where a group is one. */
static double groups_of(const Gr3dCostChip *chip, const Gr3dCostCounts *counts)
{
    double pixels = chip->value[GR3D_COST_PIXELS];
    double least = ceil(counts->fragments / pixels);

    return pixels > 1 && counts->fragments ? MAX(least, counts->quads) : least;
}

void gr3d_cost_draw(const Gr3dCostChip *chip, const Gr3dCostVp *vp,
                    const Gr3dCostFp *fp, const Gr3dCostCounts *counts,
                    Gr3dCostDraw *cost)
{
    const double *value = chip->value;

    cost->lines = lines_of(chip, counts->vertex_bytes) +
                  lines_of(chip, counts->texel_bytes) +
                  lines_of(chip, counts->target_bytes);
    cost->part[GR3D_PART_VERTEX] = counts->vertices * vp->clocks;
    cost->part[GR3D_PART_SETUP] = counts->primitives *
                                  value[GR3D_COST_SETUP];
    cost->part[GR3D_PART_RASTER] = counts->quads * value[GR3D_COST_RASTER];
    cost->part[GR3D_PART_FRAGMENT] = groups_of(chip, counts) * fp->clocks;
    cost->part[GR3D_PART_MEMORY] = cost->lines * value[GR3D_COST_LINE] /
                                   value[GR3D_COST_MEMORY];
    cost->limit = GR3D_PART_VERTEX;
    for (unsigned i = 0; i < GR3D_NUM_PARTS; i++) {
        if (cost->part[i] > cost->part[cost->limit]) {
            cost->limit = i;
        }
    }
    cost->clocks = cost->part[cost->limit];
}
