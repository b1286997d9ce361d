/*
 * What a report says of a draw
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef TOOLS_REPORT_DRAW_H
#define TOOLS_REPORT_DRAW_H

#include "replay/player.h"
#include "page.h"

typedef struct DrawReport DrawReport;

/* Look at the draw that comes next, before it is executed; NULL: none. */
DrawReport *draw_report_begin(Page *page, const Player *player,
                              uint64_t number, uint64_t frame);
/* Look at it when it has run, if it does. */
void draw_report_ran(DrawReport *d, const Gr3dDraw *draw);
/* Add it to the page. */
void draw_report_end(DrawReport *d, const PlayerDone *done);
void draw_report_free(DrawReport *d);

#endif /* TOOLS_REPORT_DRAW_H */
