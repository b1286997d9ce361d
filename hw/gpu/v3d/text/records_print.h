/*
 * VideoCore IV 3D engine: a control record as text
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef V3D_RECORDS_PRINT_H
#define V3D_RECORDS_PRINT_H

#include <glib.h>
#include "hw/gpu/v3d/isa/records.h"

/* "NAME field=value ..."; "RESERVED code=..." for what is no record */
void v3d_record_print(GString *s, const V3dRecord *record);

#endif /* V3D_RECORDS_PRINT_H */
