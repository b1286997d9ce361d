/*
 * Do again what a capture says (docs/specs/tegra-capture.rst)
 *
 * The words go through host1x's command processor to the registers of GR3D and
 * GR2D, and draws and operations are executed where the capture says that they
 * have ended: all by the code of the devices.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef TOOLS_PLAYER_H
#define TOOLS_PLAYER_H

#include "hw/gpu/gr3d/gr3d.h"
#include "hw/gpu/lib/capture.h"
#include "hw/gpu/gr3d/text/draw_print.h"

typedef struct Player Player;

/* What player_step() has done, with a record that says so */
typedef struct PlayerDone {
    bool cancelled;             /* nothing was executed */
    const Gr3dRegs *regs;       /* of a draw, until the next step */
    uint64_t ns;
    unsigned wrong;             /* surfaces whose hash is another one */
} PlayerDone;

/* A word that the command processor takes, before it takes it */
typedef struct PlayerWord {
    uint32_t channel, word;
    bool in_gather;
    uint32_t gather_addr;       /* of the word, in a gather */
    uint32_t class_id;
    uint8_t mode;               /* TegraHost1xCmdMode: what it is */
} PlayerWord;

/* What is told of words, methods, and draws that are executed; may be NULL */
typedef struct PlayerWatch {
    void (*word)(void *opaque, const PlayerWord *word);
    /* A method, of a word or of a write by the processor, before it is done */
    void (*method)(void *opaque, uint32_t class_id, uint32_t offset,
                   uint32_t value);
    void (*before)(void *opaque, Gr3dDraw *draw,    /* its spans are bound */
                   const Gr3dRegs *regs);
    void (*after)(void *opaque, Gr3dDraw *draw);
    void *opaque;
} PlayerWatch;

Player *player_new(const Gr3dExec *exec, const GpuExecutor *executor);
void player_free(Player *p);
/* Watch the draws; @watch lives as long as they go on. */
void player_set_watch(Player *p, const PlayerWatch *watch);

/*
 * Do what @record says; of DRAW and OPERATION *@done tells more.  False: it
 * makes no sense here, and *@error says why, to be freed.
 */
bool player_step(Player *p, const GpuCaptureRecord *record, PlayerDone *done,
                 char **error);
/* Return the registers of the draw that comes next; NULL: there is none */
const Gr3dRegs *player_next_draw(const Player *p);
/* Return which of its constants were written. */
const Gr3dWritten *player_next_written(const Player *p);
/* The guest's RAM */
const Gr3dMemory *player_memory(const Player *p);

#endif /* TOOLS_PLAYER_H */
