/*
 * VideoCore IV 3D engine: names in QPU instructions
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef V3D_QPU_NAMES_H
#define V3D_QPU_NAMES_H

#include <string.h>
#include "qpu_text.h"

/* Of addresses from 32 on; the same for both files where it matters not */
typedef struct V3dRegName {
    const char *a, *b;
} V3dRegName;

extern const V3dRegName v3d_read_names[32];
extern const V3dRegName v3d_write_names[32];

extern const char *const v3d_cond_names[8];     /* "" where it is always */
extern const char *const v3d_branch_names[16];
extern const char *const v3d_sig_names[16];     /* "" where nothing is said */
extern const char *const v3d_unpack_names[8];
extern const char *const v3d_pack_names[16];
extern const char *const v3d_load_names[8];

/* Does the destination say which file it is in? */
static inline bool v3d_write_has_file(unsigned addr)
{
    return addr < 32 || strcmp(v3d_write_names[addr - 32].a,
                               v3d_write_names[addr - 32].b);
}

#endif /* V3D_QPU_NAMES_H */
