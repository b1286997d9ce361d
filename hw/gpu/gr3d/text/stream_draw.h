/*
 * Tegra20 GR3D engine: one draw with its memory, as a stream's text
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef GR3D_STREAM_DRAW_H
#define GR3D_STREAM_DRAW_H

#include "stream.h"

/* Where the memory of a draw comes from */
typedef struct Gr3dStreamSource {
    /* Return how many of @size bytes there are from @addr on. */
    uint64_t (*length)(void *opaque, uint32_t addr, uint64_t size);
    /* Read what is there. */
    void (*read)(void *opaque, uint32_t addr, void *data, uint32_t size);
    void *opaque;
    uint64_t limit;             /* bytes for all; what is more is left out */
} Gr3dStreamSource;

/*
 * Append a stream that has @regs, the memory that a draw with them may use, and
 * the surfaces that it stores to as images; with @draw it draws, as with
 * gr3d_stream_print().
 */
void gr3d_stream_print_draw(GString *out, const Gr3dRegs *regs,
                            const Gr3dStreamSource *source, bool draw);

/*
 * Find what a draw stores to surface @number as an image of @size bytes, with
 * memory and offset 0.  False: it has no pixel there.
 */
bool gr3d_stream_draw_image(Gr3dStreamImage *image, const Gr3dRegs *regs,
                            unsigned number, uint64_t size);

#endif /* GR3D_STREAM_DRAW_H */
