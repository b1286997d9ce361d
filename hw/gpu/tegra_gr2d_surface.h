/*
 * NVIDIA Tegra20 GR2D: guest memory in lines
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_GPU_TEGRA_GR2D_SURFACE_H
#define HW_GPU_TEGRA_GR2D_SURFACE_H

#include "hw/gpu/tegra_gr2d.h"

/*
 * Prepare for accesses to bytes @x0 to @x1 of the lines @y0 to @y1, inclusive,
 * relative to the first byte.  False if that reaches below address 0.
 */
bool tegra_gr2d_surface_reach(TegraGR2DSurface *surf, int64_t x0, int64_t x1,
                              int64_t y0, int64_t y1);
void tegra_gr2d_surface_map(TegraGR2DSurface *surf, AddressSpace *as);
/* Mark what was written as dirty. */
void tegra_gr2d_surface_unmap(TegraGR2DSurface *surf, AddressSpace *as);

/*
 * Read or write @n bytes from byte @x of line @y on.  Only while mapped; what
 * is outside the memory that was found reads as 0, ignores writes, and is
 * counted as missing.
 */
void tegra_gr2d_surface_read(TegraGR2DSurface *surf, int64_t x, int64_t y,
                             void *buf, uint32_t n);
void tegra_gr2d_surface_write(TegraGR2DSurface *surf, int64_t x, int64_t y,
                              const void *buf, uint32_t n);

/*
 * Convert or access pixels of @bytes (1, 2, 4) each, little endian in memory;
 * @x counts pixels
 */
void tegra_gr2d_unpack(uint32_t *px, const uint8_t *raw, unsigned int bytes,
                       uint32_t n);
void tegra_gr2d_pack(uint8_t *raw, const uint32_t *px, unsigned int bytes,
                     uint32_t n);
uint32_t tegra_gr2d_load(TegraGR2DSurface *surf, unsigned int bytes, int64_t x,
                         int64_t y);
void tegra_gr2d_store(TegraGR2DSurface *surf, unsigned int bytes, int64_t x,
                      int64_t y, uint32_t px);

#endif /* HW_GPU_TEGRA_GR2D_SURFACE_H */
