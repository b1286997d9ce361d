/*
 * The two scenes of gr3d-demo as command streams
 *
 * A frame is a function of the frame number and the size of the picture
 * alone.  tests/guest/expected/ computes the same pictures another way; the
 * numbers that define a scene are listed in docs/guest-programs.rst.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef GUEST_SCENE_H
#define GUEST_SCENE_H

#include "r3d.h"

typedef enum SceneKind {
    SCENE_TRIANGLE,
    SCENE_CUBE,
} SceneKind;

/* Steps of one full turn; frame n of a scene is n steps further on. */
#define SCENE_TURN      512
#define SCENE_GEOMETRY_BYTES    2048

/* Vertices and indices of both scenes: SCENE_GEOMETRY_BYTES at @data. */
void scene_geometry(void *data);

/* Append the drawing of one frame to @s; geometry is in buffer @geometry. */
void scene_frame(Stream *s, const R3dTarget *t, unsigned geometry,
                 SceneKind kind, unsigned frame);

/* sin(2 pi @step / SCENE_TURN), the same on every machine. */
double scene_sin(unsigned step);

#endif
