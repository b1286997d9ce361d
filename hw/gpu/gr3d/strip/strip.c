/*
 * Tegra20 GR3D engine: the memory of a strip
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <glib.h>
#include <stdlib.h>
#include <string.h>
#include "strip.h"

Gr3dStrip *gr3d_strip_new(void)
{
    /* a vector of the host must not cross a line of the cache */
    Gr3dStrip *s = aligned_alloc(__alignof__(Gr3dStrip), sizeof(*s));

    g_assert(s);
    /* lanes without a pixel are not looked at, but kernels compute with them */
    memset(s, 0, sizeof(*s));
    return s;
}

void gr3d_strip_free(Gr3dStrip *s)
{
    free(s);
}
