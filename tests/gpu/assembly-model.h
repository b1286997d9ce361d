/*
 * Assembly by the book: what each primitive type makes of a sequence, its
 * order, and the provoking vertex of both settings [tegra-gr3d.rst, Vertex
 * stage]
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef TESTS_GPU_ASSEMBLY_MODEL_H
#define TESTS_GPU_ASSEMBLY_MODEL_H

static const unsigned model_corners[7] = { 1, 2, 2, 2, 3, 3, 3 };

typedef struct Prims {
    unsigned num;
    struct { unsigned v[3], first, last; } prim[64];
} Prims;

static inline void put(Prims *p, unsigned a, unsigned b, unsigned c,
                       unsigned first, unsigned last)
{
    p->prim[p->num].v[0] = a;
    p->prim[p->num].v[1] = b;
    p->prim[p->num].v[2] = c;
    p->prim[p->num].first = first;
    p->prim[p->num++].last = last;
}

static inline void model_lines(Prims *p, unsigned type, unsigned count)
{
    for (unsigned i = 0; i + 1 < count; i += type == 1 ? 2 : 1) {
        put(p, i, i + 1, 0, i, i + 1);
    }
    if (type == 2 && count > 1) {
        put(p, count - 1, 0, 0, count - 1, 0);
    }
}

static inline void model_assembly(Prims *p, unsigned type, unsigned count)
{
    p->num = 0;
    for (unsigned i = 0; type == 0 && i < count; i++) {
        put(p, i, 0, 0, i, i);
    }
    if (type >= 1 && type <= 3) {
        model_lines(p, type, count);
    }
    for (unsigned i = 0; type == 4 && i + 2 < count; i += 3) {
        put(p, i, i + 1, i + 2, i, i + 2);
    }
    for (unsigned i = 0; type == 5 && i + 2 < count; i++) {
        put(p, i + i % 2, i + 1 - i % 2, i + 2, i, i + 2);
    }
    for (unsigned i = 1; type == 6 && i + 1 < count; i++) {
        put(p, 0, i, i + 1, i, i + 1);
    }
}

#endif /* TESTS_GPU_ASSEMBLY_MODEL_H */
