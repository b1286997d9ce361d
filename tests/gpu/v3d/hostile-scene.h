/*
 * Scenes of v3d-hostile: memory with lists, records, programs and textures
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef V3D_HOSTILE_SCENE_H
#define V3D_HOSTILE_SCENE_H

#include <glib.h>
#include "../hostile-rng.h"

#define HOSTILE_RAM     0x40000u

/* Where things are; each room but the last ends where the next begins. */
enum {
    HOSTILE_BIN_LIST = 0x0000,
    HOSTILE_RENDER_LIST = 0x0800,
    HOSTILE_RECORDS = 0x2000,       /* of shaders */
    HOSTILE_PROGRAMS = 0x3000,      /* four, 0x400 apart */
    HOSTILE_UNIFORMS = 0x4000,
    HOSTILE_VERTICES = 0x5000,
    HOSTILE_INDICES = 0x6000,
    HOSTILE_TILE_STATE = 0x7000,
    HOSTILE_TILE_ALLOC = 0x8000,
    HOSTILE_SPILL = 0xc000,
    HOSTILE_TEXTURE = 0x10000,
    HOSTILE_FRAME = 0x20000,
    HOSTILE_DEPTH = 0x30000,
};

typedef struct HostileScene {
    uint8_t *ram;               /* HOSTILE_RAM bytes */
    Rng *rng;
    uint32_t at;                /* of what is written */
    uint32_t bin_end, render_end;
    unsigned width, height;     /* tiles */
    bool multisample, colour_64;
} HostileScene;

/* Fill @ram with a scene in which some words are anything. */
void hostile_scene_make(HostileScene *s, uint8_t *ram, Rng *rng);
/* A word as such memory has it: bits, an address, a float, a small number */
uint32_t hostile_word(Rng *rng);

/* A program at @at, of random instructions [hostile-program.c] */
void hostile_program(HostileScene *s, uint32_t at, bool fragment);

void hostile_set_word(HostileScene *s, uint32_t at, uint32_t value);

#endif /* V3D_HOSTILE_SCENE_H */
