/*
 * VideoCore IV 3D engine: a control list as text
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef V3D_LIST_PRINT_H
#define V3D_LIST_PRINT_H

#include <glib.h>
#include "hw/gpu/v3d/isa/records.h"

/*
 * One line for each record from @ca on, and for each primitive of a compressed
 * list: address, two spaces, text.  Branches are followed, sub-lists are not.
 * It ends before @ea, behind Halt, Return from Sub-list and what is no record,
 * and after @max lines.  @data: the guest's RAM; an address outside reads as 0.
 */
void v3d_list_print(GString *s, const void *data, uint64_t size, uint32_t ca,
                    uint32_t ea, unsigned max);

/* As v3d_list_print() inside a compressed list, behind primitive @prev */
void v3d_list_print_inside(GString *s, const void *data, uint64_t size,
                           uint32_t ca, const uint32_t prev[3], unsigned type,
                           unsigned max);

#endif /* V3D_LIST_PRINT_H */
