/*
 * Tegra20 GR3D engine: a fragment program's values, each computed once
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <glib.h>
#include <string.h>
#include "fp_lower.h"
#include "fp_ssa.h"

#define CONSTANT    GR3D_STRIP_NUM_CODES    /* a node that is no operation */
#define HASH_SIZE   256
#define NUM_SRC     6
#define NUM_DST     4
/* Values are 16 bits: node * 4 + result */
#define MAX_NODES   (UINT16_MAX / NUM_DST)
/* The longest life: more than the number of nodes */
#define FOREVER     UINT32_MAX

typedef struct Node {
    Gr3dStripOp op;             /* src: values; dst: vectors, when emitted */
    Gr3dStripConst constant;
    uint16_t chain;             /* next node of the same hash, 0: none */
    bool uniform, live;
    uint32_t last_use[NUM_DST]; /* node; 0: result is not used */
} Node;

struct Gr3dSsa {
    Node *node;                 /* [0] is not used */
    unsigned num, size;
    bool overflow;
    uint16_t hash[HASH_SIZE];
    uint64_t used[GR3D_STRIP_VECS / 64];    /* vectors */
};

static const struct {
    uint8_t results, traits;
} info[GR3D_STRIP_NUM_CODES + 1] = {
#define VARIES      GR3D_SSA_VARIES
#define EFFECT      GR3D_SSA_EFFECT
#define KEEPS       GR3D_SSA_KEEPS
#define IN_PLACE    GR3D_SSA_IN_PLACE
#define IN_SEQUENCE (GR3D_SSA_IN_PLACE | GR3D_SSA_SEQUENCE)
#define DOUBLE      GR3D_SSA_DOUBLE
#define STRIP_OP(name, function, results, traits) \
    [GR3D_STRIP_##name] = { results, traits },
#include "hw/gpu/gr3d/strip/ops.def"
    [CONSTANT] = { 1, 0 },
};

static unsigned node_of(Gr3dVal val)
{
    return val / NUM_DST;
}

Gr3dSsa *gr3d_ssa_new(void)
{
    Gr3dSsa *ssa = g_new(Gr3dSsa, 1);

    memset(ssa->hash, 0, sizeof(ssa->hash));
    memset(ssa->used, 0, sizeof(ssa->used));
    ssa->size = 128;
    ssa->node = g_new(Node, ssa->size);
    ssa->num = 1;
    ssa->overflow = false;
    return ssa;
}

void gr3d_ssa_free(Gr3dSsa *ssa)
{
    g_free(ssa->node);
    g_free(ssa);
}

/*
 * Building
 */

static bool same(const Node *a, const Node *b)
{
    return a->op.code == b->op.code && a->op.unit == b->op.unit &&
           a->op.flags == b->op.flags &&
           !memcmp(a->op.src, b->op.src, sizeof(a->op.src)) &&
           !memcmp(a->op.k, b->op.k, sizeof(a->op.k)) &&
           a->constant.kind == b->constant.kind &&
           a->constant.at == b->constant.at &&
           a->constant.bits == b->constant.bits;
}

static unsigned hash_of(const Node *n)
{
    uint32_t h = n->op.code;

    for (unsigned i = 0; i < NUM_SRC; i++) {
        h = h * 0x9e3779b1 + n->op.src[i];
    }
    h = h * 0x9e3779b1 + n->op.k[0] + 3 * n->op.unit + 5 * n->op.flags;
    h = h * 0x9e3779b1 + n->constant.bits + 7 * n->constant.at;
    return (h ^ h >> 15) % HASH_SIZE;
}

static bool is_uniform(const Gr3dSsa *ssa, const Gr3dStripOp *op)
{
    if (info[op->code].traits & GR3D_SSA_VARIES) {
        return false;
    }
    for (unsigned i = 0; i < NUM_SRC; i++) {
        if (op->src[i] && !ssa->node[node_of(op->src[i])].uniform) {
            return false;
        }
    }
    return true;
}

/* May equal ones be one?  Not if memory or live lanes change between. */
static bool may_share(const Gr3dStripOp *op)
{
    return !(info[op->code].traits & (GR3D_SSA_EFFECT | GR3D_SSA_KEEPS));
}

static Gr3dVal add(Gr3dSsa *ssa, const Node *n)
{
    uint16_t *head = &ssa->hash[hash_of(n)];
    Node *new;

    for (unsigned i = *head; i; i = ssa->node[i].chain) {
        if (may_share(&n->op) && same(&ssa->node[i], n)) {
            return i * NUM_DST;
        }
    }
    if (ssa->num == MAX_NODES) {
        ssa->overflow = true;
        return NUM_DST;
    }
    if (ssa->num == ssa->size) {
        ssa->size *= 2;
        ssa->node = g_renew(Node, ssa->node, ssa->size);
    }
    new = &ssa->node[ssa->num];
    *new = *n;
    new->uniform = is_uniform(ssa, &n->op);
    new->chain = *head;
    *head = ssa->num;
    return ssa->num++ * NUM_DST;
}

Gr3dVal gr3d_ssa_add(Gr3dSsa *ssa, Gr3dStripOp op)
{
    const Node n = { .op = op };

    return add(ssa, &n);
}

Gr3dVal gr3d_ssa_const(Gr3dSsa *ssa, Gr3dStripConst c)
{
    const Node n = { .op.code = CONSTANT, .constant = c };

    return add(ssa, &n);
}

bool gr3d_ssa_known(const Gr3dSsa *ssa, Gr3dVal val, int32_t *bits)
{
    const Node *n = &ssa->node[node_of(val)];

    *bits = n->constant.bits;
    return n->op.code == CONSTANT && (n->constant.kind == GR3D_STRIP_BITS ||
                                      n->constant.kind == GR3D_STRIP_X);
}

void gr3d_ssa_keep(Gr3dSsa *ssa, Gr3dVal val)
{
    ssa->node[node_of(val)].last_use[val % NUM_DST] = FOREVER;
}

/*
 * Vectors
 */

#define NO_VEC  GR3D_STRIP_VECS

static bool vec_used(const Gr3dSsa *ssa, unsigned vec)
{
    return ssa->used[vec / 64] >> (vec % 64) & 1;
}

static void mark(Gr3dSsa *ssa, unsigned vec, unsigned num, bool used)
{
    for (unsigned i = vec; i < vec + num; i++) {
        ssa->used[i / 64] &= ~(1ull << (i % 64));
        ssa->used[i / 64] |= (uint64_t)used << (i % 64);
    }
}

static unsigned width(const Node *n)
{
    return info[n->op.code].traits & GR3D_SSA_DOUBLE ? 2 : 1;
}

/* Take the lowest free vectors: if few are in use, they stay in the cache. */
static unsigned take(Gr3dSsa *ssa, unsigned num)
{
    for (unsigned vec = 0; vec + num <= GR3D_STRIP_VECS; vec++) {
        if (!vec_used(ssa, vec) && !vec_used(ssa, vec + num - 1)) {
            mark(ssa, vec, num, true);
            return vec;
        }
    }
    ssa->overflow = true;
    return 0;
}

static void take_results(Gr3dSsa *ssa, Node *n)
{
    for (unsigned i = 0; i < info[n->op.code].results; i++) {
        n->op.dst[i] = take(ssa, width(n));
    }
}

static unsigned vec_of(const Gr3dSsa *ssa, Gr3dVal val)
{
    return val ? ssa->node[node_of(val)].op.dst[val % NUM_DST] : 0;
}

unsigned gr3d_ssa_vec(const Gr3dSsa *ssa, Gr3dVal val)
{
    return vec_of(ssa, val);
}

static void free_dead_sources(Gr3dSsa *ssa, unsigned at)
{
    for (unsigned i = 0; i < NUM_SRC; i++) {
        Gr3dVal val = ssa->node[at].op.src[i];
        const Node *from = &ssa->node[node_of(val)];

        if (val && !from->uniform && from->last_use[val % NUM_DST] == at) {
            mark(ssa, vec_of(ssa, val), width(from), false);
        }
    }
}

static void free_dead_results(Gr3dSsa *ssa, const Node *n)
{
    for (unsigned i = 0; i < info[n->op.code].results; i++) {
        if (!n->last_use[i]) {
            mark(ssa, n->op.dst[i], width(n), false);
        }
    }
}

/*
 * Emission
 */

static bool wanted(const Node *n)
{
    return info[n->op.code].traits & GR3D_SSA_EFFECT || n->last_use[0] ||
           n->last_use[1] || n->last_use[2] || n->last_use[3];
}

static void find_live(Gr3dSsa *ssa)
{
    for (unsigned at = ssa->num; --at > 0; ) {
        Node *n = &ssa->node[at];

        n->live = wanted(n);
        for (unsigned i = 0; n->live && i < NUM_SRC; i++) {
            Gr3dVal val = n->op.src[i];
            uint32_t *last = &ssa->node[node_of(val)].last_use[val % NUM_DST];

            if (val && *last < at) {
                *last = at;
            }
        }
    }
}

/* Read one half of a column if the other is not used. */
static void choose_half(Node *n)
{
    if (n->op.code == GR3D_STRIP_VAR_X && !n->last_use[1]) {
        n->op.code = GR3D_STRIP_VAR_LOW;
    } else if (n->op.code == GR3D_STRIP_VAR_X && !n->last_use[0]) {
        n->op.code = GR3D_STRIP_VAR_HIGH;
    }
}

typedef struct Lists {
    GArray *constant, *prologue, *op;
} Lists;

static void append(Gr3dSsa *ssa, GArray *list, const Node *n)
{
    Gr3dStripOp op = n->op;

    for (unsigned i = 0; i < NUM_SRC; i++) {
        op.src[i] = vec_of(ssa, n->op.src[i]);
    }
    g_array_append_val(list, op);
}

/* Copy the sources to the results, which start as these. */
static void append_copies(Gr3dSsa *ssa, GArray *list, const Node *n)
{
    for (unsigned i = 0; i < info[n->op.code].results; i++) {
        if (n->op.src[i]) {
            Gr3dStripOp copy = {
                .code = GR3D_STRIP_COPY,
                .dst[0] = n->op.dst[i],
                .src[0] = vec_of(ssa, n->op.src[i]),
            };

            g_array_append_val(list, copy);
        }
    }
}

static void emit_uniform(Gr3dSsa *ssa, Node *n, const Lists *out)
{
    take_results(ssa, n);
    if (n->op.code == CONSTANT) {
        n->constant.vec = n->op.dst[0];
        g_array_append_val(out->constant, n->constant);
    } else {
        append(ssa, out->prologue, n);
    }
}

static void emit_varying(Gr3dSsa *ssa, unsigned at, const Lists *out)
{
    Node *n = &ssa->node[at];
    unsigned traits = info[n->op.code].traits;

    choose_half(n);
    if (traits & GR3D_SSA_IN_PLACE) {
        free_dead_sources(ssa, at);
        take_results(ssa, n);
    } else {
        take_results(ssa, n);
        free_dead_sources(ssa, at);
    }
    if (traits & GR3D_SSA_KEEPS) {
        append_copies(ssa, out->op, n);
    }
    append(ssa, out->op, n);
    free_dead_results(ssa, n);
}

static bool all_uniform(const Gr3dSsa *ssa, const Node *n)
{
    for (unsigned i = 0; i < NUM_SRC; i++) {
        if (n->op.src[i] && !ssa->node[node_of(n->op.src[i])].uniform) {
            return false;
        }
    }
    return true;
}

static void emit(Gr3dSsa *ssa, const Lists *out)
{
    /* uniform ones first, as they keep their vectors */
    for (unsigned at = 1; at < ssa->num; at++) {
        if (ssa->node[at].live && ssa->node[at].uniform) {
            emit_uniform(ssa, &ssa->node[at], out);
        }
    }
    for (unsigned at = 1; at < ssa->num; at++) {
        Node *n = &ssa->node[at];

        if (n->live && n->op.code == GR3D_STRIP_STORE && all_uniform(ssa, n)) {
            n->op.flags |= GR3D_STRIP_SAME;
        }
        if (n->live && !n->uniform) {
            emit_varying(ssa, at, out);
        }
    }
}

static bool alike(const Gr3dStripOp *a, const Gr3dStripOp *b)
{
    return info[a->code].traits & GR3D_SSA_SEQUENCE && a->code == b->code &&
           a->flags == b->flags && a->k[0] == b->k[0];
}

static void find_sequences(Gr3dStripOp *op, unsigned num)
{
    for (unsigned i = num; i-- > 0; ) {
        bool more = i + 1 < num && op[i + 1].sequence < UINT8_MAX &&
                    alike(&op[i], &op[i + 1]);

        op[i].sequence = more ? op[i + 1].sequence + 1 : 1;
    }
}

static void look_at_ops(Gr3dStripProgram *program)
{
    unsigned loads = 0, stores = 0;

    for (unsigned i = 0; i < program->num_ops; i++) {
        Gr3dStripCode code = program->op[i].code;

        program->reads_z |= code == GR3D_STRIP_DEPTH;
        loads += code == GR3D_STRIP_LOAD;
        stores += code == GR3D_STRIP_STORE;
    }
    program->stores_once = !loads && stores <= 1;
}

static Gr3dStripProgram *make_program(const Lists *list)
{
    Gr3dStripProgram *program = g_new0(Gr3dStripProgram, 1);

    program->num_constants = list->constant->len;
    program->num_prologue = list->prologue->len;
    program->num_ops = list->op->len;
    program->constant = (void *)g_array_free(list->constant, false);
    program->prologue = (void *)g_array_free(list->prologue, false);
    program->op = (void *)g_array_free(list->op, false);
    find_sequences(program->prologue, program->num_prologue);
    find_sequences(program->op, program->num_ops);
    look_at_ops(program);
    return program;
}

Gr3dStripProgram *gr3d_ssa_emit(Gr3dSsa *ssa)
{
    const Lists list = {
        g_array_new(false, false, sizeof(Gr3dStripConst)),
        g_array_new(false, false, sizeof(Gr3dStripOp)),
        g_array_new(false, false, sizeof(Gr3dStripOp)),
    };
    Gr3dStripProgram *program;

    find_live(ssa);
    emit(ssa, &list);
    program = make_program(&list);
    if (ssa->overflow) {
        gr3d_strip_program_free(program);
        program = NULL;
    }
    return program;
}

void gr3d_strip_program_free(Gr3dStripProgram *program)
{
    if (program) {
        g_free(program->constant);
        g_free(program->prologue);
        g_free(program->op);
        g_free(program);
    }
}
