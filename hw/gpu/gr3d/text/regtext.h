/*
 * Tegra20 GR3D engine: registers and their fields by name
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef GR3D_REGTEXT_H
#define GR3D_REGTEXT_H

#include "hw/gpu/gr3d/isa/regfile.h"

typedef struct Gr3dRegField {
    uint16_t reg;               /* first register of the row in regs.def */
    uint8_t low, len;
    const char *name;
} Gr3dRegField;

/* Return the field's bits in the register. */
static inline uint32_t gr3d_reg_field_mask(const Gr3dRegField *f)
{
    return (uint32_t)((1ull << f->len) - 1) << f->low;
}

/*
 * Return the offset of "DRAW_PRIM", "ATTR_BASE[3]" (an array needs its index)
 * or "0x123"; -1 if there is no such register.
 */
int gr3d_reg_find(const char *text);

/* Return a field; NULL: the register at @offset has no field @name. */
const Gr3dRegField *gr3d_reg_field(uint32_t offset, const char *name);

/* Return the fields of a register in the order of regs.def; *@num may be 0. */
const Gr3dRegField *gr3d_reg_fields(uint32_t offset, unsigned *num);

/* Does the register hold an IEEE single? */
bool gr3d_reg_is_float(uint32_t offset);

/*
 * Return a register's value as a single; false: an infinity, a NaN or a
 * denormal, which are better shown as bits.
 */
bool gr3d_reg_single(uint32_t value, float *single);

#endif /* GR3D_REGTEXT_H */
