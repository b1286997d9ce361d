/*
 * Matrices of the scenes
 *
 * All arithmetic is IEEE double + - * / without contraction (the build sets
 * -ffp-contract=off), each entry rounded once to float at the end: no libm, so
 * the streams are the same wherever they are built.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef GUEST_MATRIX_H
#define GUEST_MATRIX_H

/* Steps of one full turn */
#define TURN    512

typedef struct Matrix {
    double m[4][4];
} Matrix;

/* Of 2 pi @step / TURN, the same on every machine */
double turn_sin(unsigned step);
double turn_cos(unsigned step);

Matrix matrix_one(void);
Matrix matrix_scale(double x, double y, double z);
Matrix matrix_move(double x, double y, double z);
/* A turn about @axis (0 x, 1 y, 2 z), counter-clockwise seen against it. */
Matrix matrix_turn(unsigned axis, unsigned step);
/* Eye at the origin, looking along -z; focal length 1.75 half heights. */
Matrix matrix_perspective(double aspect, double near, double far);
Matrix matrix_mul(Matrix a, Matrix b);

#endif
