/*
 * Where the primitives of a draw are: its wireframe and its overdraw
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef TOOLS_REPORT_VIEWS_H
#define TOOLS_REPORT_VIEWS_H

#include "hw/gpu/gr3d/gr3d.h"
#include "picture.h"

#define VIEWS_COLOURS   8       /* the last one is for that many and more */

typedef struct Views {
    Picture wire;               /* with alpha: edges, else transparent */
    Picture overdraw;
    uint64_t covered;           /* pixels that a primitive covers */
    uint64_t fragments;         /* of all primitives, before any test */
    unsigned most;              /* primitives on one pixel */
} Views;

/* Colours of the overdraw, as 0xrrggbb: of 1, 2, ... primitives on a pixel */
extern const uint32_t views_colour[VIEWS_COLOURS];

/*
 * See where primitives of @draw, whose memory is bound, cover pixels of a
 * target of this size, up to 4096 x 4096; pixels less than @thick away from
 * the edge of one are in the wireframe.  It is set up as it would be, but
 * nothing is shaded or stored, and it cannot run again.
 */
void views_draw(Views *views, Gr3dDraw *draw, unsigned width, unsigned height,
                unsigned thick);
void views_clear(Views *views);

#endif /* TOOLS_REPORT_VIEWS_H */
