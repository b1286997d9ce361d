/*
 * The scenes of gr3d-demo as command streams
 *
 * A frame is a function of the frame number and the size of the picture
 * alone.  tests/guest/expected/ computes the same pictures another way; the
 * numbers that define a scene are listed in docs/guest-programs.rst.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef GUEST_SCENE_H
#define GUEST_SCENE_H

#include <stddef.h>

#include "r3d.h"

/* Buffers as the streams number them */
enum {
    SCENE_COLOR,
    SCENE_DEPTH,
    SCENE_STENCIL,
    SCENE_GEOMETRY,
    SCENE_TEXTURE,
    SCENE_OFFSCREEN,
    SCENE_NUM_BUFFERS,
};

#define SCENE_GEOMETRY_BYTES    4096

typedef struct Scene {
    const char *name;
    /* What does not change: SCENE_GEOMETRY and SCENE_TEXTURE, zero before */
    void (*geometry)(void *data);
    void (*texture)(uint8_t *data);     /* may be NULL */
    void (*frame)(Stream *s, const R3dTarget *t, unsigned frame);
} Scene;

/* The default one is the first, NULL the last. */
extern const Scene *const scene_table[];

/* NULL: there is none of that name */
const Scene *scene_find(const char *name);

/* A target for a screen of this size, and the bytes that a buffer needs */
void scene_target(R3dTarget *t, unsigned width, unsigned height);
size_t scene_buffer_bytes(const R3dTarget *t, unsigned buffer);

void scene_prepare(const Scene *scene, void *geometry, void *texture);
/* Append the drawing of one frame to @s. */
void scene_frame(Stream *s, const Scene *scene, const R3dTarget *t,
                 unsigned frame);

#endif
