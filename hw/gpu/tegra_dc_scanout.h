/*
 * NVIDIA Tegra20 display controller: composition of the picture
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_GPU_TEGRA_DC_SCANOUT_H
#define HW_GPU_TEGRA_DC_SCANOUT_H

#include "tegra_dc_picture.h"

TegraDCScanout *tegra_dc_scanout_new(void);
void tegra_dc_scanout_free(TegraDCScanout *sc);
/* Make the next draw a full one: the ACTIVE registers have changed */
void tegra_dc_scanout_configure(TegraDCState *s);
/* Stop the logging of writes, before the memory may go */
void tegra_dc_scanout_close(TegraDCState *s);
/* Return true if window @n is shown; *lines of it are not in memory */
bool tegra_dc_scanout_missing(TegraDCState *s, int n, unsigned int *lines);
const TegraDCPicture *tegra_dc_scanout_picture(TegraDCState *s);
/*
 * Add lines from *@y on to the checksum *@crc of the picture as it would be
 * drawn now, both being 0 at first; true when that was the last one
 */
bool tegra_dc_scanout_crc(TegraDCState *s, uint32_t *y, uint32_t *crc);

#endif /* HW_GPU_TEGRA_DC_SCANOUT_H */
