/*
 * VideoCore IV 3D engine: its state as text
 *
 * Nobody is in the functions of the engine meanwhile.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef V3D_STATE_PRINT_H
#define V3D_STATE_PRINT_H

#include <glib.h>
#include "hw/gpu/v3d/v3d.h"

/* How both threads stand, with the record that was begun last */
void v3d_print_threads(GString *s, const V3d *v3d);
/* What the binner has of memory */
void v3d_print_pool(GString *s, const V3d *v3d);
/* User programs: queue, QPUs, semaphores, mutex */
void v3d_print_user(GString *s, const V3d *v3d);
/* The records of both threads around CA */
void v3d_print_lists(GString *s, const V3d *v3d);
/* The programs that are in a QPU, around PC */
void v3d_print_programs(GString *s, const V3d *v3d);
/* Performance counters that are not zero */
void v3d_print_counters(GString *s, const V3d *v3d);

#endif /* V3D_STATE_PRINT_H */
