/*
 * Triangles set up many at a time are those of gr3d_su_corners()
 *
 * Random states and meshes: of all sizes, near the limits of what 32 bits
 * hold, flat ones, ones that are cut or not there; with every backend of this
 * host.  What a backend declines is not ordinary.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <string.h>
#include "hw/gpu/gr3d/isa/num.h"
#include "hw/gpu/gr3d/pipe/exec.h"
#include "vp-random.h"

#ifdef INSTRUMENTED
#define STATES      1000
#else
#define STATES      20000
#endif

#define MAX_VERTICES    80
#define LIMIT           (1 << 15)   /* of ordinary places, and of extents */

typedef struct Case {
    Gr3dSu su;
    unsigned num_vertices;
    Gr3dVertex v[MAX_VERTICES];
    Gr3dCorner corner[MAX_VERTICES];    /* room for */
    uint32_t near[MAX_VERTICES + 16];
    unsigned num;               /* triangles */
    uint8_t at[4][GR3D_SU_TRIANGLES];   /* vertices of them */
    Gr3dTriangles t;
} Case;

/* What a primitive is made of, as the reference makes it */
typedef struct Output {
    unsigned num;
    GpuEvents events;
    /* cut triangles make several; and the next one may be rejected */
    Gr3dPrim prim[(GR3D_SU_TRIANGLES + 1) * GR3D_SU_MAX_PRIMS];
} Output;

/*
 * States
 */

static void pick_links(GRand *rand, Gr3dSu *su)
{
    bool flat = one_in(rand, 3);

    su->num_links = pick(rand, 0, 6);
    for (unsigned i = 0; i < su->num_links; i++) {
        Gr3dLink *link = &su->link[i];

        link->row = pick(rand, 0, 15);
        link->tram_row = pick(rand, 0, 3);
        for (unsigned n = 0; n < 4; n++) {
            link->comp[n] = (Gr3dLinkComp) {
                .col = pick(rand, 0, 3), .format = pick(rand, 0, 3),
                .flat = flat && pick(rand, 0, 1),
            };
        }
    }
    gr3d_su_set_columns(su, (uint64_t)g_rand_int(rand) &
                            (one_in(rand, 3) ? 0xffff : 0xf));
}

static void pick_scissor(GRand *rand, Gr3dRect *rect)
{
    *rect = (Gr3dRect) { 0, 0x1fff, 0, 0x1fff };
    if (one_in(rand, 3)) {
        rect->col_min = pick(rand, 0, 100);
        rect->col_max = pick(rand, 0, 200);
        rect->row_min = pick(rand, 0, 2000);
        rect->row_max = pick(rand, 0, 4000);
    }
}

static void pick_offset(GRand *rand, Gr3dSu *su)
{
    if (one_in(rand, 2)) {
        su->z_factor = one_in(rand, 8) ? pick_float(rand) : pick(rand, -9, 9);
        su->z_units = one_in(rand, 8) ? pick_float(rand) : pick(rand, -9, 9);
    }
}

/* Pick a set-up: a clip unit is a pixel; the guard band may be in the way. */
static void pick_su(GRand *rand, Gr3dSu *su)
{
    Gr3dClip *clip = &su->clip[2];

    memset(su, 0, sizeof(*su));
    su->num_rows = 16;
    su->triangles = true;
    su->scale[0] = su->scale[1] = 16;
    su->scale[2] = one_in(rand, 8) ? 0x1p22 : 0.5;
    su->bias[2] = 0.5;
    clip->gx = clip->gy = one_in(rand, 3) ? pick(rand, 1, 3000) : 0x1p14;
    clip->depth = one_in(rand, 3);
    clip->gz = pick(rand, 1, 4);
    su->cull = one_in(rand, 3) ? 0 : pick(rand, 0, 3);
    su->front_cw = pick(rand, 0, 1);
    pick_scissor(rand, &su->scissor);
    pick_offset(rand, su);
    pick_links(rand, su);
}

/*
 * Meshes
 */

typedef struct Cloud {
    int32_t x, y, size;         /* sixteenths of a pixel */
    bool flat, bent;            /* all on a line; w is not the same */
} Cloud;

static Cloud pick_cloud(GRand *rand)
{
    static const int32_t sizes[] = {
        2, 16, 64, 1000, 1000, 10000, 10000, LIMIT - 1, LIMIT - 1, LIMIT,
        LIMIT + 1, 5 * LIMIT,
    };
    static const int32_t places[] = {
        0, 0, 0, 0, 0, 0, 1000, 1000, 10000, -LIMIT, LIMIT, 0x7ff0, 0x1fff0,
    };

    return (Cloud) {
        .x = places[pick(rand, 0, G_N_ELEMENTS(places) - 1)],
        .y = places[pick(rand, 0, G_N_ELEMENTS(places) - 1)],
        .size = sizes[pick(rand, 0, G_N_ELEMENTS(sizes) - 1)],
        .flat = one_in(rand, 8),
        .bent = pick(rand, 0, 1),
    };
}

/* Pick a coordinate, now and then one of the ends. */
static int32_t pick_place(GRand *rand, int32_t from, int32_t size)
{
    return from + (one_in(rand, 5) ? 0 : one_in(rand, 5) ? size :
                   pick(rand, 0, size));
}

static void pick_vertex(GRand *rand, const Cloud *cloud, Gr3dVertex *v)
{
    int32_t x = pick_place(rand, cloud->x, cloud->size);
    int32_t y = cloud->flat ? cloud->y + 2 * (x - cloud->x) :
                pick_place(rand, cloud->y, cloud->size);
    float w = cloud->bent ? ldexpf(pick(rand, 1, 9), pick(rand, -9, 9)) : 1;

    for (unsigned i = 0; i < 4 * GR3D_VERTEX_ROWS; i++) {
        v->row[i / 4][i % 4] = pick(rand, -3000, 3000) / 512.f;
    }
    v->row[0][0] = x / 16.f * w;
    v->row[0][1] = y / 16.f * w;
    v->row[0][2] = pick(rand, -100, 100) / 64.f * w;
    v->row[0][3] = one_in(rand, 200) ? -w : w;
}

static Gr3dCorner *corner_at(Case *c, unsigned n)
{
    return (Gr3dCorner *)((char *)c->corner +
                          n * gr3d_su_corner_size(&c->su));
}

static void pick_mesh(GRand *rand, Case *c)
{
    Cloud cloud = pick_cloud(rand);

    c->num_vertices = pick(rand, 1, MAX_VERTICES);
    for (unsigned i = 0; i < c->num_vertices; i++) {
        pick_vertex(rand, &cloud, &c->v[i]);
        gr3d_su_corner(&c->su, 3, &c->v[i], corner_at(c, i));
        if (one_in(rand, 400)) {
            corner_at(c, i)->flags |= one_in(rand, 2) ? GR3D_CORNER_INFINITE :
                                      GR3D_CORNER_NOWHERE;
        }
        c->near[i] = gr3d_su_near(corner_at(c, i));
    }
}

static void pick_case(GRand *rand, Case *c)
{
    pick_su(rand, &c->su);
    pick_mesh(rand, c);
    c->num = one_in(rand, 2) ? GR3D_SU_TRIANGLES :
             pick(rand, 1, GR3D_SU_TRIANGLES);
    c->t.su = &c->su;
    c->t.corner = c->corner;
    c->t.corner_size = gr3d_su_corner_size(&c->su);
    c->t.near = c->near;
    c->t.num = c->num;
    for (unsigned i = 0; i < 4; i++) {
        for (unsigned n = 0; n < c->num; n++) {
            c->at[i][n] = pick(rand, 0, c->num_vertices - 1);
            c->t.at[i][n] = c->at[i][n];
        }
    }
}

/*
 * Comparison
 */

static Gr3dPrim *next_prim(const Case *c, Output *out)
{
    return gr3d_su_prim_at(&c->su, out->prim, out->num);
}

static void set_up_one(Case *c, unsigned n, Output *out)
{
    const Gr3dVertex *v[3];
    const Gr3dCorner *corner[3];

    for (unsigned i = 0; i < 3; i++) {
        v[i] = &c->v[c->at[i][n]];
        corner[i] = corner_at(c, c->at[i][n]);
    }
    out->num += gr3d_su_corners(&c->su, v, corner, 3,
                                corner_at(c, c->at[3][n]), next_prim(c, out),
                                &out->events);
}

static bool wide(int32_t a, int32_t b, int32_t c)
{
    int32_t min = MIN(MIN(a, b), c), max = MAX(MAX(a, b), c);

    return min < -LIMIT || max >= LIMIT || max - min >= LIMIT;
}

/* Is there a reason not to do it in vectors? */
static bool extraordinary(Case *c, unsigned n)
{
    const Gr3dCorner *k[3];

    for (unsigned i = 0; i < 3; i++) {
        k[i] = corner_at(c, c->at[i][n]);
        if (k[i]->flags) {
            return true;
        }
    }
    return wide(k[0]->at.x, k[1]->at.x, k[2]->at.x) ||
           wide(k[0]->at.y, k[1]->at.y, k[2]->at.y);
}

/* Cull; only @near of corners that are near may be read. */
static Gr3dCullMask look(const Case *c, const Gr3dExec *exec)
{
    g_autofree char *corner = g_memdup2(c->corner, sizeof(c->corner));
    Gr3dTriangles t = c->t;
    Gr3dCullMask f;

    for (unsigned i = 0; i < c->num_vertices; i++) {
        if (c->near[i] != GR3D_POSITION_OTHER) {
            memset(corner + i * t.corner_size, 0x81, t.corner_size);
        }
    }
    t.corner = (const Gr3dCorner *)corner;
    memset(&f, 0x55, sizeof(f));
    exec->cull(&t, &f);
    g_assert_cmphex(f.keep & f.other, ==, 0);
    g_assert_cmphex((f.keep | f.other) >> (c->num - 1) >> 1, ==, 0);
    return f;
}

/* Set up all triangles; returns how many were declined. */
static unsigned set_up_all(Case *c, const Gr3dExec *exec, Output *out)
{
    const Gr3dCullMask f = look(c, exec);
    unsigned declined = 0, from = 0;

    for (unsigned n = 0; n <= c->num; n++) {
        bool other = n < c->num && f.other >> n & 1;
        uint64_t keep = 0;

        if (n < c->num && !other) {
            continue;
        }
        for (; from < n; from++) {
            keep |= f.keep & 1ull << from;
        }
        g_assert_cmpuint(exec->triangles(&c->t, keep, next_prim(c, out)), ==,
                         __builtin_popcountll(keep));
        out->num += __builtin_popcountll(keep);
        if (other) {
            g_assert_true(extraordinary(c, n));
            set_up_one(c, n, out);
            declined++;
        }
    }
    return declined;
}

static void check_prims(const Case *c, const Output *got, const Output *want)
{
    g_assert_cmpuint(got->num, ==, want->num);
    for (unsigned i = 0; i < want->num; i++) {
        Gr3dPrim *a = gr3d_su_prim_at(&c->su, (Gr3dPrim *)got->prim, i);
        Gr3dPrim *b = gr3d_su_prim_at(&c->su, (Gr3dPrim *)want->prim, i);

        g_assert_cmpmem(a, c->su.prim_size, b, c->su.prim_size);
    }
    g_assert_cmpuint(got->events.num, ==, want->events.num);
}

static void clear(Output *out)
{
    out->num = 0;
    memset(&out->events, 0, sizeof(out->events));
    memset(out->prim, 0x55, sizeof(out->prim));
}

/* Check a triangle strip, by lists and without them. */
static void check_strip(const Case *c, const Gr3dExec *exec)
{
    const unsigned all = c->num_vertices < 3 ? 0 : c->num_vertices - 2;

    for (unsigned first = 0; first < all; first += 1 + all / 3) {
        unsigned num = MIN(all - first, GR3D_SU_TRIANGLES);
        Gr3dTriangles t = c->t, listed;
        Gr3dCullMask got, want;

        t.num = num;
        listed = t;
        for (unsigned n = 0; n < num; n++) {
            unsigned odd = (first + n) % 2;

            listed.at[0][n] = first + n + odd;
            listed.at[1][n] = first + n + !odd;
            listed.at[2][n] = first + n + 2;
        }
        memset(t.at, 0xff, sizeof(t.at));
        exec->cull(&listed, &want);
        exec->cull_tristrip(&t, first, &got);
        g_assert_cmphex(got.keep, ==, want.keep);
        g_assert_cmphex(got.other, ==, want.other);
    }
}

typedef struct Counts {
    unsigned all, made, declined;
} Counts;

static void check_case(Case *c, const Gr3dExec *exec, Output out[2],
                       Counts *counts)
{
    clear(&out[0]);
    clear(&out[1]);
    counts->declined += set_up_all(c, exec, &out[0]);
    for (unsigned n = 0; n < c->num; n++) {
        set_up_one(c, n, &out[1]);
    }
    check_prims(c, &out[0], &out[1]);
    check_strip(c, exec);
    counts->all += c->num;
    counts->made += out[0].num;
}

static void test_backend(gconstpointer name)
{
    GRand *rand = g_rand_new_with_seed(17);
    g_autofree Output *out = g_new(Output, 2);
    g_autofree Case *c = g_new0(Case, 1);
    Counts n = { 0 };
    const Gr3dExec *exec;
    const char *why;

    if (!gr3d_exec_find(name, &exec, &why)) {
        g_test_skip(why);
        g_rand_free(rand);
        return;
    }
    for (unsigned i = 0; i < STATES; i++) {
        pick_case(rand, c);
        check_case(c, exec, out, &n);
    }
    g_rand_free(rand);
    g_test_message("%s: %u triangles made %u, %u declined", (const char *)name,
                   n.all, n.made, n.declined);
    g_assert_cmpuint(n.made, >, n.all / 8);
    g_assert_cmpuint(n.declined, >, n.all / 8);
    g_assert_cmpuint(n.declined, <, n.all / 2);
}

/* Positions of triangles in lists are those of one after the other. */
static void test_assembly(void)
{
    static uint16_t at[4096];
    uint32_t list[4][GR3D_SU_TRIANGLES];
    uint32_t *const lists[4] = { list[0], list[1], list[2], list[3] };

    for (unsigned k = 0; k < G_N_ELEMENTS(at); k++) {
        at[k] = 40503u * k;     /* another one for each */
    }
    for (unsigned n = 0; n < 6 * 4096; n++) {
        const Gr3dIdx idx = {
            .type = GR3D_TRIANGLES + n % 3, .flat_last = n / 3 % 2,
            .count = 1 + n / 6,
        };
        unsigned all = gr3d_idx_num_prims(&idx);
        unsigned first = all ? n * 7919u % all : 0;
        unsigned num = MIN(all - first, n % GR3D_SU_TRIANGLES + 1);

        if (all) {
            gr3d_idx_triangles(&idx, at, first, num, lists);
        }
        for (unsigned j = 0; all && j < num; j++) {
            Gr3dAssembled one;

            gr3d_idx_assemble(&idx, first + j, &one);
            g_assert_cmpuint(one.num, ==, 3);
            for (unsigned i = 0; i < 3; i++) {
                g_assert_cmpuint(list[i][j], ==, at[one.vertex[i]]);
            }
            g_assert_cmpuint(list[3][j], ==, at[one.provoking]);
        }
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/strip-tri/assembly", test_assembly);
    g_test_add_data_func("/strip-tri/base", "base", test_backend);
    g_test_add_data_func("/strip-tri/avx2", "avx2", test_backend);
    g_test_add_data_func("/strip-tri/avx512", "avx512", test_backend);
    return g_test_run();
}
