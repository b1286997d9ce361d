/*
 * NVIDIA Tegra20 GR2D: operations
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_GPU_TEGRA_GR2D_OP_H
#define HW_GPU_TEGRA_GR2D_OP_H

#include "hw/gpu/tegra_gr2d.h"

/* One pixel more than a size can be: a filter looks at a neighbour. */
#define TEGRA_GR2D_MAX_LINE     (0x8000 + 1)

/* Working memory of one line */
struct TegraGR2DLine {
    uint32_t src[TEGRA_GR2D_MAX_LINE];
    uint32_t dst[TEGRA_GR2D_MAX_LINE];
    uint32_t pat[TEGRA_GR2D_MAX_LINE];
    uint8_t raw[4 * TEGRA_GR2D_MAX_LINE];
    bool draw[TEGRA_GR2D_MAX_LINE];
};

struct TegraGR2DKind {
    const char *name;
    /* Check and decode op->regs; false: logged, nothing is to be drawn. */
    bool (*decode)(TegraGR2DOp *op);
    /* Step @n of op->steps */
    void (*step)(TegraGR2DOp *op, TegraGR2DLine *line, uint32_t n);
};

extern const TegraGR2DKind tegra_gr2d_blit;         /* tegra_gr2d_blit.c */
extern const TegraGR2DKind tegra_gr2d_rotate;       /* tegra_gr2d_rotate.c */
extern const TegraGR2DKind tegra_gr2d_rotate_square;
extern const TegraGR2DKind tegra_gr2d_stretch;      /* tegra_gr2d_stretch.c */

/* Decode op->regs.  False: nothing is to be drawn, and why is in the log. */
bool tegra_gr2d_op_decode(TegraGR2DOp *op);
/*
 * Do steps from *@n on, about @budget pixels; true when all are done.  @n is
 * all that has to be kept between two calls.
 */
bool tegra_gr2d_op_run(TegraGR2DOp *op, TegraGR2DLine *line, AddressSpace *as,
                       uint32_t *n, uint64_t budget);
/* Log what memory was missing. */
void tegra_gr2d_op_report(TegraGR2DOp *op);

/* Log "tegra-gr2d: class 0x51 REGISTER (value): @text", @mask as in qemu_log */
void tegra_gr2d_op_log(const TegraGR2DOp *op, int mask, uint32_t reg,
                       const char *text);
/* Log a guest error and return false. */
bool tegra_gr2d_refuse(const TegraGR2DOp *op, uint32_t reg, const char *text);
/*
 * Return the bytes of a pixel by DSTCD and set the destination's format; 0:
 * reserved, which is logged
 */
uint8_t tegra_gr2d_op_depth(TegraGR2DOp *op);

/* What an operation cannot do: a register has a bit of @mask set. */
typedef struct TegraGR2DLimit {
    uint32_t reg;
    uint32_t mask;
    const char *text;
} TegraGR2DLimit;

/* Check limits; false, and logged, if one is met. */
bool tegra_gr2d_op_within(const TegraGR2DOp *op, const TegraGR2DLimit *limit,
                          size_t num);

#endif /* HW_GPU_TEGRA_GR2D_OP_H */
