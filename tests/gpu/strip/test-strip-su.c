/*
 * Corners of primitives in vectors are those of gr3d_su_corner()
 *
 * Random states and vertices, near the planes and far away, with every
 * backend of this host.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <string.h>
#include "hw/gpu/gr3d/isa/num.h"
#include "hw/gpu/gr3d/pipe/exec.h"
#include "vp-random.h"

#ifdef INSTRUMENTED
#define STATES      2000
#else
#define STATES      30000
#endif

#define MAX_VERTICES    40

typedef struct Case {
    Gr3dSu su;
    unsigned num;               /* vertices of a primitive */
    Gr3dVertex v[MAX_VERTICES];
    float rows[GR3D_VERTEX_ROWS * 4 * GR3D_VERTEX_GROUP];
    unsigned num_vertices;
} Case;

static double pick_scale(GRand *rand)
{
    return one_in(rand, 20) ? pick_float(rand) :
           g_rand_double_range(rand, -20000, 20000);
}

static void pick_clip(GRand *rand, Gr3dClip *clip)
{
    clip->gx = one_in(rand, 10) ? pick_float(rand) : pick(rand, 1, 20);
    clip->gy = one_in(rand, 10) ? pick_float(rand) : pick(rand, 1, 20);
    clip->gz = one_in(rand, 10) ? pick_float(rand) : pick(rand, 1, 20);
    clip->depth = pick(rand, 0, 1);
    clip->user = one_in(rand, 4);
    clip->user_row = pick(rand, 0, 15);
    clip->user_comp = pick(rand, 0, 3);
}

/* As a fragment program would have it: several stores may meet in a cell */
static void pick_stores(GRand *rand, Gr3dSu *su)
{
    su->num_cells = pick(rand, 0, 8);
    su->num_stores = su->num_cells ? pick(rand, 0, 20) : 0;
    for (unsigned i = 0; i < su->num_stores; i++) {
        su->store[i] = (Gr3dCellStore) {
            .from = pick(rand, 0, 63),
            .cell = pick(rand, 0, su->num_cells - 1),
            .format = pick(rand, 1, 3),
        };
    }
}

static void pick_su(GRand *rand, Gr3dSu *su)
{
    memset(su, 0, sizeof(*su));
    for (unsigned i = 0; i < 3; i++) {
        pick_clip(rand, &su->clip[i]);
        su->scale[i] = pick_scale(rand);
        su->bias[i] = pick_scale(rand);
    }
    su->subpix[0] = pick(rand, -32, 31);
    su->subpix[1] = pick(rand, -32, 31);
    su->transpose = one_in(rand, 3);
    pick_stores(rand, su);
}

/* Pick a value that rounding to fx10 and fp20 has to decide about. */
static float pick_varying(GRand *rand)
{
    switch (pick(rand, 0, 3)) {
    case 0:
        return pick(rand, -1100, 1100) / 512.f;
    case 1:
        return nextafterf(pick(rand, -1100, 1100) / 512.f,
                          pick(rand, 0, 1) ? 10 : -10);
    case 2:
        return ldexpf(pick(rand, -32768, 32767), pick(rand, -50, 20));
    default:
        return pick_float(rand);
    }
}

static void pick_vertex(GRand *rand, Gr3dVertex *v)
{
    float w = one_in(rand, 10) ? pick_float(rand) : pick(rand, 1, 8);

    for (unsigned i = 0; i < 4 * GR3D_VERTEX_ROWS; i++) {
        v->row[i / 4][i % 4] = gr3d_flush(pick_varying(rand));
    }
    for (unsigned i = 0; i < 3 && !one_in(rand, 5); i++) {
        double at = one_in(rand, 2) ? pick(rand, -24, 24) / 16. :
                    g_rand_double_range(rand, -1.5, 1.5);

        v->row[0][i] = gr3d_flush((float)(w * at));
    }
    v->row[0][3] = gr3d_flush(w);
}

static void pick_case(GRand *rand, Case *c)
{
    pick_su(rand, &c->su);
    c->num = pick(rand, 1, 3);
    c->num_vertices = pick(rand, 1, MAX_VERTICES);
    for (unsigned i = 0; i < c->num_vertices; i++) {
        pick_vertex(rand, &c->v[i]);
        gr3d_vertex_put(c->rows, GR3D_VERTEX_ROWS, i, &c->v[i]);
    }
}

static void check_corner(const Case *c, const Gr3dCorner *got,
                         const Gr3dCorner *want)
{
    g_assert_cmphex(got->flags, ==, want->flags);
    g_assert_cmpmem(got->cell, c->su.num_cells * sizeof(got->cell[0]),
                    want->cell, c->su.num_cells * sizeof(want->cell[0]));
    if (!want->flags) {
        g_assert_cmpint(got->at.x, ==, want->at.x);
        g_assert_cmpint(got->at.y, ==, want->at.y);
        g_assert_cmpmem(&got->z, sizeof(got->z), &want->z, sizeof(want->z));
        g_assert_cmpmem(&got->q, sizeof(got->q), &want->q, sizeof(want->q));
    }
}

/* Compare @near, and positions and flags of corners that are not near. */
static void check_positions(const Case *c, const Gr3dExec *exec,
                            const uint32_t *near)
{
    static Gr3dCorner out[MAX_VERTICES + 1];
    size_t size = gr3d_su_corner_size(&c->su);
    uint32_t got[GR3D_VERTEX_GROUP];

    exec->positions(&c->su, c->num, c->rows, GR3D_VERTEX_ROWS, c->num_vertices,
                    out, got);
    for (unsigned i = 0; i < c->num_vertices; i++) {
        Gr3dCorner *corner = (Gr3dCorner *)((char *)out + i * size), want;

        g_assert_cmphex(got[i], ==, near[i]);
        if (near[i] != GR3D_POSITION_OTHER) {
            continue;
        }
        gr3d_su_corner(&c->su, c->num, &c->v[i], &want);
        g_assert_cmphex(corner->flags, ==, want.flags);
        if (!want.flags) {
            g_assert_cmpmem(&corner->at, sizeof(corner->at), &want.at,
                            sizeof(want.at));
        }
    }
}

/* Check a case; returns how many corners have a position. */
static unsigned check_case(const Case *c, const Gr3dExec *exec)
{
    static Gr3dCorner out[MAX_VERTICES + 1];
    uint32_t near[GR3D_VERTEX_GROUP];
    size_t size = gr3d_su_corner_size(&c->su);
    uint8_t *end = (uint8_t *)out + c->num_vertices * size;
    unsigned inside = 0;

    memset(end, 0xa5, 8);
    exec->corners(&c->su, c->num, c->rows, GR3D_VERTEX_ROWS, c->num_vertices,
                  out, near);
    for (unsigned i = 0; i < c->num_vertices; i++) {
        Gr3dCorner want;

        gr3d_su_corner(&c->su, c->num, &c->v[i], &want);
        check_corner(c, (Gr3dCorner *)((char *)out + i * size), &want);
        g_assert_cmphex(near[i], ==, gr3d_su_near(&want));
        inside += !want.flags;
    }
    for (unsigned i = 0; i < 8; i++) {
        g_assert_cmphex(end[i], ==, 0xa5);
    }
    check_positions(c, exec, near);
    return inside;
}

static void test_backend(gconstpointer name)
{
    GRand *rand = g_rand_new_with_seed(11);
    g_autofree Case *c = g_new0(Case, 1);
    unsigned all = 0, inside = 0;
    const Gr3dExec *exec;
    const char *why;

    if (!gr3d_exec_find(name, &exec, &why)) {
        g_test_skip(why);
        g_rand_free(rand);
        return;
    }
    for (unsigned n = 0; n < STATES; n++) {
        pick_case(rand, c);
        inside += check_case(c, exec);
        all += c->num_vertices;
    }
    g_rand_free(rand);
    g_test_message("%s: %u vertices, %u with a place", (const char *)name,
                   all, inside);
    g_assert_cmpuint(inside, >, all / 5);
    g_assert_cmpuint(all - inside, >, all / 5);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_data_func("/strip-su/base", "base", test_backend);
    g_test_add_data_func("/strip-su/avx2", "avx2", test_backend);
    g_test_add_data_func("/strip-su/avx512", "avx512", test_backend);
    return g_test_run();
}
