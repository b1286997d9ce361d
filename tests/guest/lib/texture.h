/*
 * The textures of the scenes, by formula
 *
 * The formulas are in docs/guest-programs.rst; tests/guest/expected/ evaluates
 * them once more.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef GUEST_TEXTURE_H
#define GUEST_TEXTURE_H

#include <stdint.h>

/* RGBA, one byte each; levels follow each other as the engine wants them. */
#define TEXTURE_SMALL_LOG2      6
#define TEXTURE_SMALL_BYTES     (64 * 64 * 4)
#define TEXTURE_LARGE_LOG2      7
#define TEXTURE_LARGE_LEVELS    8
/* 128^2 + 64^2 + ... + 4^2, then rows of 16 bytes: 2 of them, and 1 */
#define TEXTURE_LARGE_BYTES     ((16384 + 4096 + 1024 + 256 + 64 + 16) * 4 + 48)

/* Opaque tiles with a gradient */
void texture_tiles(uint8_t *out);
/* A frame around a translucent pane */
void texture_glass(uint8_t *out);
/* A tiled floor with mip maps, each the mean of the one before */
void texture_floor(uint8_t *out);
/* Mip maps of different colours */
void texture_levels(uint8_t *out);

#endif
