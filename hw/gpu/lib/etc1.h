/*
 * Engines: ETC1 texture blocks
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef GPU_ETC1_H
#define GPU_ETC1_H

#include <stdint.h>

/*
 * Texel (@x, @y) of a block of 4 x 4: R in bits 7 to 0, then G, B, and 255.
 * @block is the big-endian number that the format's specification has.
 */
uint32_t gpu_etc1_texel(uint64_t block, unsigned x, unsigned y);

#endif /* GPU_ETC1_H */
