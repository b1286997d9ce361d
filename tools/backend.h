/*
 * Which backend the tools and tests draw with
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef TOOLS_BACKEND_H
#define TOOLS_BACKEND_H

#include "hw/gpu/gr3d/gr3d.h"

/*
 * @name, or what GR3D_EXEC in the environment says, or the best for this
 * host's processor.  False if there is none of that name here, and *@why says
 * the reason.
 */
bool backend_choose(const char *name, const Gr3dExec **exec,
                    const char **why);
/* "ref", "base", "avx2", ... */
const char *backend_name(const Gr3dExec *exec);

#endif /* TOOLS_BACKEND_H */
