/*
 * NVIDIA Tegra20 GR2D: interfaces between its source files
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_GPU_TEGRA_GR2D_INTERNAL_H
#define HW_GPU_TEGRA_GR2D_INTERNAL_H

#include "hw/gpu/tegra_gr2d.h"

/* ---- Register file: tegra_gr2d_regs.c ---- */

typedef struct TegraGR2DRegInfo {
    const char *name;
    uint32_t mask;              /* bits that can be written */
    uint32_t reset;
} TegraGR2DRegInfo;

/* NULL if there is no register at method offset @offset */
const TegraGR2DRegInfo *tegra_gr2d_reg_info(uint32_t offset);
const char *tegra_gr2d_reg_name(uint32_t offset);
void tegra_gr2d_regs_reset(TegraGR2DState *s);
/* Where the value of a register that exists is kept */
uint32_t *tegra_gr2d_reg(TegraGR2DState *s, uint32_t offset);
/* All registers as text; the caller frees it. */
char *tegra_gr2d_regs_dump(TegraGR2DState *s);

/* ---- Surfaces: tegra_gr2d_surface.c ---- */

/*
 * Prepare for accesses to bytes @x0 to @x1 of the lines @y0 to @y1, inclusive,
 * relative to the first byte.  False if that reaches below address 0.
 */
bool tegra_gr2d_surface_reach(TegraGR2DSurface *surf, int64_t x0, int64_t x1,
                              int64_t y0, int64_t y1);
void tegra_gr2d_surface_map(TegraGR2DSurface *surf, AddressSpace *as);
/* Marks what was written as dirty. */
void tegra_gr2d_surface_unmap(TegraGR2DSurface *surf, AddressSpace *as);

/*
 * @n bytes from byte @x of line @y on.  Only while mapped; what is outside the
 * memory that was found reads as 0, ignores writes, and is counted as missing.
 */
void tegra_gr2d_surface_read(TegraGR2DSurface *surf, int64_t x, int64_t y,
                             void *buf, uint32_t n);
void tegra_gr2d_surface_write(TegraGR2DSurface *surf, int64_t x, int64_t y,
                              const void *buf, uint32_t n);

/* Pixels of @bytes (1, 2, 4) each, at pixel @x; little endian in memory */
void tegra_gr2d_unpack(uint32_t *px, const uint8_t *raw, unsigned int bytes,
                       uint32_t n);
void tegra_gr2d_pack(uint8_t *raw, const uint32_t *px, unsigned int bytes,
                     uint32_t n);
uint32_t tegra_gr2d_load(TegraGR2DSurface *surf, unsigned int bytes, int64_t x,
                         int64_t y);
void tegra_gr2d_store(TegraGR2DSurface *surf, unsigned int bytes, int64_t x,
                      int64_t y, uint32_t px);

/* ---- Operations ---- */

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

/* tegra_gr2d_op.c */

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

/* "tegra-gr2d: class 0x51 REGISTER (value): @text", @mask as in qemu_log */
void tegra_gr2d_op_log(const TegraGR2DOp *op, int mask, uint32_t reg,
                       const char *text);
/* Logs a guest error and returns false. */
bool tegra_gr2d_refuse(const TegraGR2DOp *op, uint32_t reg, const char *text);
/* Bytes of a destination pixel by DSTCD, and its format; 0: reserved, logged */
uint8_t tegra_gr2d_op_depth(TegraGR2DOp *op);

/* What an operation cannot do: a register has a bit of @mask set. */
typedef struct TegraGR2DLimit {
    uint32_t reg;
    uint32_t mask;
    const char *text;
} TegraGR2DLimit;

/* False, and logged, if a limit is met. */
bool tegra_gr2d_op_within(const TegraGR2DOp *op, const TegraGR2DLimit *limit,
                          size_t num);

#endif /* HW_GPU_TEGRA_GR2D_INTERNAL_H */
