/*
 * Pictures of textures
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef TOOLS_REPORT_TEXTURE_H
#define TOOLS_REPORT_TEXTURE_H

#include "hw/gpu/gr3d/pipe/tex.h"
#include "picture.h"

/*
 * All levels side by side, the largest with @limit pixels on its longer side
 * at most: what is larger is shown with every Nth texel.
 */
void picture_of_texture(Picture *picture, const Gr3dTexDesc *tex,
                        const GpuSpan *span, unsigned limit);

#endif /* TOOLS_REPORT_TEXTURE_H */
