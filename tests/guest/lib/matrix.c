/*
 * Matrices of the scenes
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "matrix.h"

/*
 * Taylor series up to x^19 on [0, pi/2]: the first term left out is below
 * 3e-16, far under the float that the result ends in.
 */
static double quarter_sin(double x)
{
    double term = x, sum = x;

    for (int k = 2; k < 20; k += 2) {
        term = -term * x * x / (k * (k + 1));
        sum += term;
    }
    return sum;
}

double turn_sin(unsigned step)
{
    const unsigned half = TURN / 2;
    const double unit = 3.14159265358979323846 / half;
    unsigned n = step % half;

    if (n > half / 2) {
        n = half - n;
    }
    return step / half & 1 ? -quarter_sin(n * unit) : quarter_sin(n * unit);
}

double turn_cos(unsigned step)
{
    return turn_sin(step + TURN / 4);
}

Matrix matrix_scale(double x, double y, double z)
{
    const Matrix r = { {
        { x, 0, 0, 0 }, { 0, y, 0, 0 }, { 0, 0, z, 0 }, { 0, 0, 0, 1 },
    } };

    return r;
}

Matrix matrix_one(void)
{
    return matrix_scale(1, 1, 1);
}

Matrix matrix_move(double x, double y, double z)
{
    const Matrix r = { {
        { 1, 0, 0, x }, { 0, 1, 0, y }, { 0, 0, 1, z }, { 0, 0, 0, 1 },
    } };

    return r;
}

Matrix matrix_turn(unsigned axis, unsigned step)
{
    unsigned u = (axis + 1) % 3, v = (axis + 2) % 3;
    Matrix r = { { { 0 } } };

    r.m[3][3] = 1;
    r.m[axis][axis] = 1;
    r.m[u][u] = turn_cos(step);
    r.m[u][v] = -turn_sin(step);
    r.m[v][u] = turn_sin(step);
    r.m[v][v] = turn_cos(step);
    return r;
}

Matrix matrix_perspective(double aspect, double near, double far)
{
    const double focal = 1.75;
    const Matrix r = { {
        { focal / aspect, 0, 0, 0 },
        { 0, focal, 0, 0 },
        { 0, 0, (far + near) / (near - far), 2 * far * near / (near - far) },
        { 0, 0, -1, 0 },
    } };

    return r;
}

Matrix matrix_mul(Matrix a, Matrix b)
{
    Matrix r;

    for (int i = 0; i < 4; i++) {
        for (int j = 0; j < 4; j++) {
            r.m[i][j] = 0;
            for (int k = 0; k < 4; k++) {
                r.m[i][j] += a.m[i][k] * b.m[k][j];
            }
        }
    }
    return r;
}
