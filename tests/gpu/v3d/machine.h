/*
 * Tests of the V3D engine: memory, and control lists in it
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef V3D_TEST_MACHINE_H
#define V3D_TEST_MACHINE_H

#include <glib.h>
#include "hw/gpu/v3d/isa/records.h"
#include "hw/gpu/v3d/v3d.h"

#define RAM_SIZE    (8u << 20)
/* Bus addresses of the kernel's kind */
#define BUS         0xc0000000u

/* Where things are */
enum {
    BIN_LIST = 0x1000,
    RENDER_LIST = 0x8000,
    SHADER_RECORD = 0x20000,
    PROGRAMS = 0x30000,
    UNIFORMS = 0x40000,
    VERTICES = 0x50000,
    TILE_STATE = 0x100000,
    TILE_ALLOC = 0x140000,
    TILE_ALLOC_SIZE = 0x80000,
    SPILL = 0x200000,
    FRAME = 0x400000,
    DEPTH = 0x600000,
};

typedef struct Machine {
    V3d *v3d;
    uint8_t *ram;
    uint32_t at;                /* the next byte of a list */
} Machine;

Machine *machine_new(void);
void machine_free(Machine *m);

uint32_t machine_word(const Machine *m, uint32_t addr);
void machine_set_word(Machine *m, uint32_t addr, uint32_t value);
void machine_set_float(Machine *m, uint32_t addr, float value);
void machine_words(Machine *m, uint32_t addr, const uint32_t *words,
                   unsigned num);
void machine_floats(Machine *m, uint32_t addr, const float *values,
                    unsigned num);

/* Write to the list at m->at */
void machine_record(Machine *m, V3dRecord record);
void machine_code(Machine *m, uint8_t code);

/* Run the list from @start to m->at; it must end with @result. */
void machine_run(Machine *m, unsigned thread, uint32_t start,
                 V3dClResult result);
/* Another engine goes on with the state of the one before. */
void machine_move_on(Machine *m);
/* Both have written to the same pages since the last look. */
void machine_assert_same_touched(const Machine *a, const Machine *b);
/* No event was reported. */
void machine_assert_quiet(Machine *m);

typedef struct Frame {
    unsigned width, height;
    unsigned format;            /* as in Tile Rendering Mode */
    unsigned layout;
    bool multisample, decimate, colour_64;
    uint32_t colour_second;             /* of colour_64: B and A */
    uint32_t colour, z, stencil;        /* clear */
    uint32_t frame_at, depth_at, lists_at;  /* 0: FRAME, DEPTH, TILE_ALLOC */
} Frame;

/*
 * The rendering list that Linux makes: clear, then for each tile its list, a
 * store of depth if @depth, and a store of colour.
 */
void machine_render_list(Machine *m, const Frame *frame, bool lists,
                         bool depth);
/* ... and run it */
void machine_render(Machine *m, const Frame *frame, bool lists, bool depth);

#endif /* V3D_TEST_MACHINE_H */
