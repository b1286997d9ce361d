/*
 * NVIDIA Tegra20 GR2D: an operation, from frozen registers to its end
 *
 * The registers of a launch are checked and decoded once; then the operation
 * is a number of steps, about one line each, that are done in slices.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qemu/log.h"
#include "tegra_gr2d_op.h"
#include "tegra_gr2d_regfile.h"
#include "tegra_gr2d_surface.h"
#include "trace.h"

void tegra_gr2d_op_log(const TegraGR2DOp *op, int mask, uint32_t reg,
                       const char *text)
{
    qemu_log_mask(mask, "tegra-gr2d: class 0x%x launch: %s (0x%08" PRIx32
                  "): %s\n", op->class_id, tegra_gr2d_reg_name(reg),
                  op->regs[reg], text);
}

bool tegra_gr2d_refuse(const TegraGR2DOp *op, uint32_t reg, const char *text)
{
    tegra_gr2d_op_log(op, LOG_GUEST_ERROR, reg, text);
    return false;
}

uint8_t tegra_gr2d_op_depth(TegraGR2DOp *op)
{
    static const char * const depth[] = { "8 bpp", "16 bpp", "32 bpp" };
    uint32_t code = ARRAY_FIELD_EX32(op->regs, GR2D_CONTROLMAIN, DSTCD);

    if (code >= ARRAY_SIZE(depth)) {
        return tegra_gr2d_refuse(op, R_GR2D_CONTROLMAIN, "reserved depth");
    }
    op->dst_format = depth[code];
    return 1 << code;
}

bool tegra_gr2d_op_within(const TegraGR2DOp *op, const TegraGR2DLimit *limit,
                          size_t num)
{
    bool within = true;

    for (size_t i = 0; i < num; i++) {
        if (op->regs[limit[i].reg] & limit[i].mask) {
            tegra_gr2d_op_log(op, LOG_UNIMP, limit[i].reg, limit[i].text);
            within = false;
        }
    }
    return within;
}

static const TegraGR2DLimit limits[] = {
    { R_GR2D_CMDSEL, R_GR2D_CMDSEL_BUFFER_MASK,
      "circular buffers and triggers by VI or host are not modelled" },
    { R_GR2D_CMDSEL, R_GR2D_CMDSEL_OUTPUT_MASK,
      "output to EPP is not modelled" },
};

static const TegraGR2DKind *kind_of(const TegraGR2DOp *op)
{
    if (ARRAY_FIELD_EX32(op->regs, GR2D_CMDSEL, SB)) {
        return &tegra_gr2d_stretch;
    }
    switch (ARRAY_FIELD_EX32(op->regs, GR2D_CONTROLSECOND, FR_MODE)) {
    case GR2D_FR_OFF:
        return &tegra_gr2d_blit;
    case GR2D_FR_COPY:
        return &tegra_gr2d_rotate;
    case GR2D_FR_SQUARE:
        return &tegra_gr2d_rotate_square;
    default:
        tegra_gr2d_op_log(op, LOG_UNIMP, R_GR2D_CONTROLSECOND,
                          "fast rotate mode 3 (blank) is not modelled");
        return NULL;
    }
}

bool tegra_gr2d_op_decode(TegraGR2DOp *op)
{
    memset(op->surface, 0, sizeof(op->surface));
    op->src_format = "-";
    op->dst_format = "-";
    op->kind = kind_of(op);
    return op->kind &&
           tegra_gr2d_op_within(op, limits, ARRAY_SIZE(limits)) &&
           op->kind->decode(op);
}

/* Return the end of a slice, at least one step further */
static uint32_t slice_end(const TegraGR2DOp *op, uint32_t first,
                          uint64_t budget)
{
    uint64_t steps = MAX(budget / MAX(op->cost, 1), 1);

    return MIN(first + steps, op->steps);
}

bool tegra_gr2d_op_run(TegraGR2DOp *op, TegraGR2DLine *line, AddressSpace *as,
                       uint32_t *n, uint64_t budget)
{
    uint32_t end = slice_end(op, *n, budget);

    for (int i = 0; i < TEGRA_GR2D_NUM_SURFACES; i++) {
        tegra_gr2d_surface_map(&op->surface[i], as);
    }
    while (*n < end) {
        op->kind->step(op, line, (*n)++);
    }
    for (int i = 0; i < TEGRA_GR2D_NUM_SURFACES; i++) {
        tegra_gr2d_surface_unmap(&op->surface[i], as);
    }
    return end == op->steps;
}

void tegra_gr2d_op_report(TegraGR2DOp *op)
{
    static const char * const names[TEGRA_GR2D_NUM_SURFACES] = {
        [TEGRA_GR2D_SRC] = "source",
        [TEGRA_GR2D_SRC_U] = "U plane",
        [TEGRA_GR2D_SRC_V] = "V plane",
        [TEGRA_GR2D_PAT] = "pattern",
        [TEGRA_GR2D_DST_RD] = "destination (read)",
        [TEGRA_GR2D_DST] = "destination",
    };

    for (int i = 0; i < TEGRA_GR2D_NUM_SURFACES; i++) {
        TegraGR2DSurface *surf = &op->surface[i];

        if (surf->missing) {
            qemu_log_mask(LOG_GUEST_ERROR, "tegra-gr2d: class 0x%x %s: %s "
                          "0x%08" PRIx64 "..0x%08" PRIx64 ": no memory for "
                          "%" PRIu64 " bytes\n", op->class_id, op->kind->name,
                          names[i], surf->start, surf->end - 1,
                          surf->missing);
        }
    }
}
