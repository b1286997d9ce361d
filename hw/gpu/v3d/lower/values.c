/*
 * VideoCore IV 3D engine: a program's values, each computed once
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <glib.h>
#include <string.h>
#include "values.h"

#define FLOAT_IN    V3D_OP_FLOAT_IN
#define FLOAT_OUT   V3D_OP_FLOAT_OUT
#define ALU_TRAITS(types)   ((types) & FLOAT_OUT ? V3D_STRIP_TRUNCATE : 0)

static const uint8_t traits[V3D_STRIP_NUM_CODES] = {
#define V3D_ADD_OP(code, NAME, name, sources, types, result, carry) \
    [V3D_STRIP_ADD + code] = ALU_TRAITS(types), \
    [V3D_STRIP_ADD_C + code] = ALU_TRAITS(types),
#define V3D_MUL_OP(code, NAME, name, sources, types, result, carry) \
    [V3D_STRIP_MUL + code] = ALU_TRAITS(types), \
    [V3D_STRIP_MUL_C + code] = ALU_TRAITS(types),
#include "hw/gpu/v3d/isa/qpu_ops.def"
#define STRIP_OP(NAME, function, traits) [V3D_STRIP_##NAME] = traits,
#include "hw/gpu/v3d/strip/ops.def"
};

void v3d_values_init(V3dValues *v)
{
    v->num = 1;
    v->failed = false;
}

static V3dValue add(V3dValues *v, V3dValueRow row)
{
    if (v->num == V3D_MAX_VALUES) {
        v->failed = true;
        return 1;
    }
    v->row[v->num] = row;
    return v->num++;
}

V3dValue v3d_value_op(V3dValues *v, unsigned code, unsigned k,
                      const V3dValue src[4])
{
    return add(v, (V3dValueRow) {
        .code = code, .k = k,
        .src = { src[0], src[1], src[2], src[3] },
    });
}

static V3dValue constant(V3dValues *v, bool uniform, uint32_t bits)
{
    for (unsigned i = 1; i < v->num; i++) {
        const V3dValueRow *row = &v->row[i];

        if (row->is_const && row->uniform == uniform && row->bits == bits) {
            return i;
        }
    }
    return add(v, (V3dValueRow) {
        .is_const = true, .uniform = uniform, .bits = bits,
    });
}

V3dValue v3d_value_const(V3dValues *v, uint32_t bits)
{
    return constant(v, false, bits);
}

V3dValue v3d_value_uniform(V3dValues *v, uint32_t number)
{
    return constant(v, true, number);
}

/*
 * Emission
 */

static bool has_effect(const V3dValueRow *row)
{
    return !row->is_const && (traits[row->code] & V3D_STRIP_EFFECT);
}

static bool is_stencil(const V3dValueRow *row)
{
    return !row->is_const && row->code == V3D_STRIP_STENCIL;
}

/*
 * The test of Z that is the first effect but for its stencil's set-up; 0: none.
 * Where it leaves nothing, what is behind does nothing.
 */
static unsigned find_test(V3dValues *v)
{
    unsigned i = 1;

    while (i < v->num && (!has_effect(&v->row[i]) || is_stencil(&v->row[i]))) {
        i++;
    }
    if (i == v->num || (v->row[i].code != V3D_STRIP_WRITE_Z &&
                        v->row[i].code != V3D_STRIP_WRITE_OWN_Z)) {
        return 0;
    }
    v->row[i].k |= V3D_STRIP_LAST;
    return i;
}

static void set_order(V3dValues *v)
{
    unsigned test = find_test(v), n = 0;

    v->row[test].first = true;
    for (unsigned i = test; i; i--) {
        V3dValueRow *row = &v->row[i];

        row->first |= is_stencil(row);
        for (unsigned j = 0; row->first && j < 4; j++) {
            v->row[row->src[j]].first = true;
        }
    }
    for (unsigned pass = 0; pass < 2; pass++) {
        for (unsigned i = 1; i < v->num; i++) {
            if (v->row[i].first == !pass) {
                v->order[n++] = i;
            }
        }
    }
}

/* From the last operation back: what is used, and where last */
static void find_used(V3dValues *v)
{
    for (unsigned n = v->num - 1; n--;) {
        unsigned i = v->order[n];
        V3dValueRow *row = &v->row[i];

        row->used |= has_effect(row);
        for (unsigned j = 0; row->used && j < 4; j++) {
            V3dValueRow *src = &v->row[row->src[j]];

            src->last = src->used ? src->last : i;
            src->used = true;
        }
    }
}

/* The vectors that are free */
typedef struct FreeVecs {
    unsigned num;
    uint8_t vec[V3D_STRIP_VECS];
} FreeVecs;

static bool take(FreeVecs *list, V3dValueRow *row)
{
    if (!list->num) {
        return false;
    }
    row->vec = list->vec[--list->num];
    return true;
}

/* Give back those that operation @i reads last. */
static void release(FreeVecs *list, V3dValues *v, unsigned i)
{
    for (unsigned j = 0; j < 4; j++) {
        V3dValueRow *src = &v->row[v->row[i].src[j]];

        if (v->row[i].src[j] && !src->is_const && src->last == i) {
            src->last = 0;
            list->vec[list->num++] = src->vec;
        }
    }
}

static bool place(FreeVecs *list, V3dValues *v, unsigned i)
{
    bool apart = traits[v->row[i].code] & V3D_STRIP_APART, fits;

    if (!apart) {
        release(list, v, i);
    }
    fits = take(list, &v->row[i]);
    if (apart) {
        release(list, v, i);
    }
    if (fits && !v->row[i].last) {
        list->vec[list->num++] = v->row[i].vec;     /* nobody reads it */
    }
    return fits;
}

/* Constants keep their vector. */
static bool place_all(V3dValues *v, unsigned *consts, unsigned *ops)
{
    FreeVecs list = { .num = V3D_STRIP_VECS };
    bool fits = true;

    *consts = *ops = 0;
    for (unsigned i = 0; i < V3D_STRIP_VECS; i++) {
        list.vec[i] = V3D_STRIP_VECS - 1 - i;
    }
    for (unsigned i = 1; fits && i < v->num; i++) {
        if (v->row[i].used && v->row[i].is_const) {
            fits = take(&list, &v->row[i]);
            ++*consts;
        }
    }
    for (unsigned n = 0; fits && n < v->num - 1; n++) {
        if (v->row[v->order[n]].used && !v->row[v->order[n]].is_const) {
            fits = place(&list, v, v->order[n]);
            ++*ops;
        }
    }
    return fits;
}

/*
 * @ready: traits that what is there so far is enough for.  The first mode of
 * floats is the program's.
 */
static void put_mode(V3dStripProgram *p, unsigned *ready, unsigned wanted)
{
    unsigned mode = wanted & V3D_STRIP_MODE;

    if (wanted & V3D_STRIP_OWN_MODE && *ready & V3D_STRIP_MODE) {
        mode = p->towards_zero ? V3D_STRIP_TRUNCATE : V3D_STRIP_NEAREST;
    }
    if (mode && !(*ready & V3D_STRIP_MODE)) {
        p->towards_zero = mode == V3D_STRIP_TRUNCATE;
        *ready |= mode;
    } else if (mode & ~*ready) {
        *ready = (*ready & ~V3D_STRIP_MODE) | mode;
        p->op[p->num_ops++] = (V3dStripOp) {
            .code = V3D_STRIP_ROUND, .k = mode == V3D_STRIP_TRUNCATE,
        };
    }
}

static void put_distances(V3dStripProgram *p, unsigned *ready)
{
    p->op[p->num_ops++] = (V3dStripOp) { .code = V3D_STRIP_DISTANCES };
    *ready |= V3D_STRIP_PLACED;
}

static void put_op(V3dStripProgram *p, const V3dValues *v,
                   const V3dValueRow *row, unsigned *ready)
{
    V3dStripOp *op;

    if (traits[row->code] & V3D_STRIP_PLACED & ~*ready) {
        put_distances(p, ready);
    }
    put_mode(p, ready, traits[row->code]);
    p->reads_colour |= row->code == V3D_STRIP_READ_COLOUR;
    op = &p->op[p->num_ops++];
    *op = (V3dStripOp) { .code = row->code, .k = row->k, .dst = row->vec };
    for (unsigned j = 0; j < 4; j++) {
        op->src[j] = v->row[row->src[j]].vec;
    }
}

static void put_const(V3dStripProgram *p, const V3dValueRow *row)
{
    p->constant[p->num_consts++] = (V3dStripConst) {
        .vec = row->vec, .uniform = row->uniform, .value = row->bits,
    };
}

/* Is the first effect the test of all lanes' own Z, which decides the rest? */
static bool tests_early(const V3dValues *v)
{
    const V3dValueRow *row = &v->row[1];

    while (row < &v->row[v->num] && !has_effect(row)) {
        row++;
    }
    return row < &v->row[v->num] && row->code == V3D_STRIP_WRITE_OWN_Z &&
           v->row[row->src[1]].code == V3D_STRIP_SAMPLES &&
           row->k == (V3D_STRIP_LAST | V3D_STRIP_UNMASKED);
}

V3dStripProgram *v3d_values_emit(V3dValues *v)
{
    V3dStripProgram *p;
    unsigned consts, ops, ready = 0;

    memset(&v->row[0], 0, sizeof(v->row[0]));
    set_order(v);
    find_used(v);
    if (v->failed || !place_all(v, &consts, &ops)) {
        return NULL;
    }
    p = g_rc_box_alloc0(sizeof(*p) + consts * sizeof(p->constant[0]) +
                        (2 * ops + 3) * sizeof(p->op[0]));
    p->early_z = tests_early(v);
    p->constant = (V3dStripConst *)(p + 1);
    p->op = (V3dStripOp *)(p->constant + consts);
    for (unsigned n = 0; n < v->num - 1; n++) {
        const V3dValueRow *row = &v->row[v->order[n]];

        if (row->used && row->is_const) {
            put_const(p, row);
        } else if (row->used) {
            put_op(p, v, row, &ready);
        }
    }
    put_mode(p, &ready, V3D_STRIP_OWN_MODE);
    return p;
}
