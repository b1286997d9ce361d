/*
 * Tegra20 graphics: captures, what writer and reader share
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef GPU_CAPTURE_BLOCK_H
#define GPU_CAPTURE_BLOCK_H

#include <stdbool.h>
#include <stdint.h>

#define CAPTURE_MAGIC       "TEGRACAP"
#define CAPTURE_FILE_HEAD   16      /* magic, version, 0 */
#define CAPTURE_BLOCK_HEAD  16      /* size packed, size, hash of it packed */
#define CAPTURE_RECORD_HEAD 8       /* type, size */

/*
 * Compress a block to at most its @size; what is not smaller is copied.
 * Returns the size of the result.
 */
uint32_t capture_pack(uint8_t *packed, const uint8_t *data, uint32_t size);
/* Do the reverse; false: that is no block of @size bytes. */
bool capture_unpack(uint8_t *data, uint32_t size, const uint8_t *packed,
                    uint32_t packed_size);

#endif /* GPU_CAPTURE_BLOCK_H */
