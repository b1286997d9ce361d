/*
 * Which backend the tools and tests draw with
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <stdlib.h>
#include "backend.h"

bool backend_choose(const char *name, const Gr3dExec **exec, const char **why)
{
    name = name ? name : getenv("GR3D_EXEC");
    if (name) {
        return gr3d_exec_find(name, exec, why);
    }
    *exec = gr3d_exec_best();
    return true;
}

const char *backend_name(const Gr3dExec *exec)
{
    return gr3d_exec_name(exec);
}
