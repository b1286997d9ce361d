/*
 * Tegra20 GR3D engine: reference interpreter of the vertex processor
 *
 * The definition of every vertex operation: scalar, simple and permanent.
 * Arithmetic is IEEE single, one rounding per primitive, denormals flushed
 * [tegra-gr3d.rst, Vertex processor].
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <string.h>
#include "hw/gpu/gr3d/isa/num.h"
#include "hw/gpu/gr3d/isa/table_coverage.h"
#include "vpe.h"

typedef struct StackEntry {     /* every push keeps both readings */
    int32_t addr[4];
    uint8_t pc;
} StackEntry;

typedef struct State {
    const Gr3dVp *vp;
    const float (*attr)[4];
    float (*out)[4];
    GpuEvents *events;
    float temp[GR3D_VP_TEMPS][4];
    int32_t addr[4];
    uint8_t cc[2][4];           /* GR3D_VP_LT, EQ, GT or UNORDERED */
    StackEntry stack[GR3D_VP_STACK];
    unsigned depth;
    uint8_t pc;
} State;

typedef struct Operands {
    float src[3][4];
    const int32_t *addr;        /* as the instruction reads it */
    bool zero_mode;
} Operands;

/* The primitives of vp_ops.def for scalar C. */

static float add(float x, float y)
{
    return gr3d_flush(x + y);
}

static float mul(bool zero_mode, float x, float y)
{
    float product = gr3d_flush(x * y);

    /* only Inf and NaN times zero need the mode; keep the sign of others */
    if (zero_mode && product != product && (x == 0 || y == 0)) {
        return 0;
    }
    return product;
}

static float fract(float x)
{
    float f = x - (float)gr3d_floor(x);

    /* just below an integer the difference rounds up to 1 */
    return f == 1 ? 0x1.fffffep-1f : gr3d_flush(f);
}

static float sign_of(float x)
{
    return x > 0 ? 1 : x < 0 ? -1 : 0;
}

static float magnitude(float x)
{
    uint32_t bits;

    memcpy(&bits, &x, sizeof(bits));
    bits &= 0x7fffffff;
    memcpy(&x, &bits, sizeof(x));
    return x;
}

static float copy_sign(float x, float sign)
{
    uint32_t bits, sign_bits;

    memcpy(&bits, &x, sizeof(bits));
    memcpy(&sign_bits, &sign, sizeof(sign_bits));
    bits = (bits & 0x7fffffff) | (sign_bits & 0x80000000);
    memcpy(&x, &bits, sizeof(x));
    return x;
}

static float narrow(double x)
{
    return gr3d_flush((float)x);
}

/* Return floor(log2 |x|); x is no denormal. */
static float exponent_of(float x)
{
    uint32_t bits;

    memcpy(&bits, &x, sizeof(bits));
    bits &= 0x7fffffff;
    if (bits == 0 || bits >= 0x7f800000) {
        return bits ? magnitude(x) : (float)gr3d_lg2(0);
    }
    return (float)((int)(bits >> 23) - 127);
}

/* Return |x| scaled to [1, 2); 1 for zero and infinity. */
static float mantissa_of(float x)
{
    uint32_t bits;

    memcpy(&bits, &x, sizeof(bits));
    bits &= 0x7fffffff;
    if (bits > 0x7f800000) {
        return x;
    }
    bits = bits && bits < 0x7f800000 ? (bits & 0x7fffff) | 0x3f800000
                                     : 0x3f800000;
    memcpy(&x, &bits, sizeof(x));
    return x;
}

static float power(float x, float y)
{
    return y == 0 ? 1 : narrow(gr3d_ex2(y * gr3d_lg2(x)));
}

static float round_even(float x)
{
    float low = (float)gr3d_floor(x), rest = x - low;

    if (rest == 0.5f) {
        return low * 0.5f == (float)gr3d_floor(low * 0.5f) ? low : low + 1;
    }
    return rest > 0.5f ? low + 1 : low;
}

#define ADDR_LIMIT 32767

static int32_t limit_addr(int32_t v)
{
    return v > ADDR_LIMIT ? ADDR_LIMIT : v < -ADDR_LIMIT ? -ADDR_LIMIT : v;
}

static int32_t to_addr(float x)
{
    if (!(x > -ADDR_LIMIT)) {
        return x != x ? 0 : -ADDR_LIMIT;
    }
    return x < ADDR_LIMIT ? (int32_t)x : ADDR_LIMIT;
}

#define ADD(x, y)           add(x, y)
#define MUL(x, y)           mul(in->zero_mode, x, y)
#define ABS(x)              magnitude(x)
#define SEL(c, x, y)        ((c) != 0 ? (x) : (y))
#define LT(x, y)            ((x) < (y) ? 1.0f : 0.0f)
#define LE(x, y)            ((x) <= (y) ? 1.0f : 0.0f)
#define EQ(x, y)            ((x) == (y) ? 1.0f : 0.0f)
#define NE(x, y)            ((x) == (y) ? 0.0f : 1.0f)
#define MIN(x, y)           ((x) < (y) ? (x) : (y))
#define MAX(x, y)           ((x) > (y) ? (x) : (y))
#define CLAMP(v, lo, hi)    MIN(hi, MAX(lo, v))     /* a NaN passes */
#define FLOOR(x)            ((float)gr3d_floor(x))
#define FRACT(x)            fract(x)
#define SIGN(x)             sign_of(x)
#define COPYSIGN(x, s)      copy_sign(x, s)
#define RCP(x)              narrow(gr3d_rcp(x))
#define RSQ(x)              narrow(gr3d_rsq(x))
#define LG2(x)              narrow(gr3d_lg2(x))
#define EX2(x)              narrow(gr3d_ex2(x))
#define POW(x, y)           power(x, y)
#define SIN(x)              narrow(gr3d_sin(x))
#define COS(x)              narrow(gr3d_cos(x))
#define EXPONENT(x)         exponent_of(x)
#define MANTISSA(x)         mantissa_of(x)
#define ROUND_EVEN(x)       round_even(x)
#define TO_ADDR(x)          to_addr(x)
#define ADDR_ADD(x, y)      limit_addr((x) + (y))
#define K(v)                (v)

#define A                   (in->src[0][i])
#define B                   (in->src[1][i])
#define C                   (in->src[2][i])
#define AX                  (in->src[0][0])
#define AY                  (in->src[0][1])
#define AZ                  (in->src[0][2])
#define AW                  (in->src[0][3])
#define BX                  (in->src[1][0])
#define BY                  (in->src[1][1])
#define BZ                  (in->src[1][2])
#define BW                  (in->src[1][3])
#define CX                  (in->src[2][0])
#define CY                  (in->src[2][1])
#define CW                  (in->src[2][3])
#define S                   CX
#define ADDR                (in->addr[i])
#define ADDR_PAIR           (in->addr[i ^ 2])

/* One function per row that computes something. */

#define OP(fn, body) \
    static void fn(const Operands *in, float out[4]) { body }
#define MAP(fn, e)  OP(fn, for (int i = 0; i < 4; i++) { out[i] = e; })
#define ALL(fn, e)  OP(fn, out[0] = out[1] = out[2] = out[3] = e;)
#define EACH(fn, x, y, z, w) \
    OP(fn, out[0] = x; out[1] = y; out[2] = z; out[3] = w;)

#define VP_VEC_MAP(op, n, r, e)             MAP(vec_##n, e)
#define VP_VEC_ALL(op, n, r, e)             ALL(vec_##n, e)
#define VP_VEC_EACH(op, n, r, x, y, z, w)   EACH(vec_##n, x, y, z, w)
#define VP_VEC_ADDR(op, n, r, e)                                    \
    static void addr_##n(const Operands *in, int32_t out[4])        \
    {                                                               \
        for (int i = 0; i < 4; i++) {                               \
            out[i] = e;                                             \
        }                                                           \
    }
#define VP_SCL_MAP(op, n, e)                MAP(scl_##n, e)
#define VP_SCL_ALL(op, n, e)                ALL(scl_##n, e)
#define VP_SCL_EACH(op, n, x, y, z, w)      EACH(scl_##n, x, y, z, w)
#include "hw/gpu/gr3d/isa/vp_ops.def"

typedef void ValueFn(const Operands *in, float out[4]);
typedef void AddrFn(const Operands *in, int32_t out[4]);

#define VP_VEC_MAP(op, n, r, e)             [op] = vec_##n,
#define VP_VEC_ALL(op, n, r, e)             [op] = vec_##n,
#define VP_VEC_EACH(op, n, r, x, y, z, w)   [op] = vec_##n,

static ValueFn *const vec_fns[32] = {
#include "hw/gpu/gr3d/isa/vp_ops.def"
};

#define VP_VEC_ADDR(op, n, r, e)            [op] = addr_##n,

static AddrFn *const addr_fns[32] = {
#include "hw/gpu/gr3d/isa/vp_ops.def"
};

#define VP_SCL_MAP(op, n, e)                [op] = scl_##n,
#define VP_SCL_ALL(op, n, e)                [op] = scl_##n,
#define VP_SCL_EACH(op, n, x, y, z, w)      [op] = scl_##n,

static ValueFn *const scl_fns[32] = {
#include "hw/gpu/gr3d/isa/vp_ops.def"
};

/* Operand fetch: index, swizzle, absolute value, negation. */

static const float zeros[4];

/* Return the address register of the word; A1 does not exist: zero. */
static const int32_t *addr_reg(const State *s, const Gr3dVpInsn *insn)
{
    static const int32_t a1[4];

    return insn->raw.addr_reg ? a1 : s->addr;
}

static int addr_of(const State *s, const Gr3dVpInsn *insn)
{
    return addr_reg(s, insn)[insn->raw.addr_comp];
}

static const float *fetch_attr(const State *s, const Gr3dVpInsn *insn)
{
    int index = insn->raw.attr_index;

    if (insn->raw.attr_rel) {
        index += addr_of(s, insn);
    }
    if (index < 0 || index >= GR3D_NUM_ATTRIBS) {
        gr3d_event(s->events, GR3D_EV_VP_ATTR, index);
        return zeros;
    }
    return s->attr[index];
}

/* Read a constant; below the range constant 1, as measured, above it zero. */
static const float *fetch_const(const State *s, const Gr3dVpInsn *insn)
{
    int index = insn->raw.const_index, min = 0, max = GR3D_VP_CONSTS - 1;

    if (insn->raw.const_rel) {
        index += addr_of(s, insn);
        min = s->vp->const_min;
        if (max > s->vp->const_max) {
            max = s->vp->const_max;
        }
    }
    if (index < min || index > max) {
        gr3d_event(s->events, GR3D_EV_VP_CONST, index);
        return index < min ? s->vp->constant[1] : zeros;
    }
    return s->vp->constant[index];
}

static const float *fetch_vec4(const State *s, const Gr3dVpInsn *insn,
                               const Gr3dVpSrc *src)
{
    switch (src->type) {
    case GR3D_VP_SRC_TEMP:
        return s->temp[src->temp];
    case GR3D_VP_SRC_CONST:
        return fetch_const(s, insn);
    default:
        return fetch_attr(s, insn);
    }
}

static void fetch(const State *s, const Gr3dVpInsn *insn, Operands *in)
{
    in->addr = addr_reg(s, insn);
    in->zero_mode = s->vp->zero_mode;
    for (int n = 0; n < 3; n++) {
        const Gr3dVpSrc *src = &insn->src[n];
        const float *vec;

        if (!src->used) {
            continue;
        }
        vec = fetch_vec4(s, insn, src);
        for (int i = 0; i < 4; i++) {
            float v = vec[src->swizzle[i]];

            v = src->abs ? magnitude(v) : v;
            in->src[n][i] = src->neg ? -v : v;
        }
    }
}

/* Result writes. */

static uint8_t test_mask(const State *s, const Gr3dVpInsn *insn)
{
    const uint8_t *cc = s->cc[insn->raw.cc_index];
    uint8_t mask = 0;

    for (int i = 0; i < 4; i++) {
        uint8_t state = cc[insn->test_swizzle[i]];

        if ((insn->test & state) == state) {
            mask |= 1 << i;
        }
    }
    return mask;
}

static uint8_t classify(float v)
{
    return v < 0 ? GR3D_VP_LT : v > 0 ? GR3D_VP_GT :
           v == 0 ? GR3D_VP_EQ : GR3D_VP_UNORDERED;
}

static void saturate(float v[4])
{
    for (int i = 0; i < 4; i++) {
        v[i] = v[i] > 0 ? (v[i] < 1 ? v[i] : 1) : 0;
    }
}

static void write_masked(float dst[4], const float src[4], uint8_t mask)
{
    for (int i = 0; i < 4; i++) {
        if (mask & (1 << i)) {
            dst[i] = src[i];
        }
    }
}

static void write_export(State *s, const Gr3dVpInsn *insn, const float v[4],
                         uint8_t mask)
{
    int index = insn->export_index;

    if (insn->raw.export_rel) {
        index += addr_of(s, insn);
    }
    if (index < 0 || index >= GR3D_VP_EXPORTS) {
        gr3d_event(s->events, GR3D_EV_VP_EXPORT, index);
        return;
    }
    write_masked(s->out[index], v, mask);
}

static void write_unit(State *s, const Gr3dVpInsn *insn, Gr3dVpUnit unit,
                       uint8_t temp, float v[4], uint8_t mask)
{
    if (insn->raw.saturate) {
        saturate(v);
    }
    if (temp != GR3D_VP_NONE) {
        write_masked(s->temp[temp], v, mask);
    }
    if (insn->export_unit == unit) {
        write_export(s, insn, v, mask);
    }
    if (insn->cc_unit == unit) {
        uint8_t *cc = s->cc[insn->raw.cc_index];

        for (int i = 0; i < 4; i++) {
            cc[i] = mask & (1 << i) ? classify(v[i]) : cc[i];
        }
    }
}

static void write_addr(State *s, const int32_t v[4], uint8_t mask)
{
    for (int i = 0; i < 4; i++) {
        if (mask & (1 << i)) {
            s->addr[i] = v[i];
        }
    }
}

/* Stack and flow; their functions return false if the program aborts. */

static bool push(State *s, const Gr3dVpInsn *insn)
{
    StackEntry *entry = &s->stack[s->depth];

    if (s->depth == GR3D_VP_STACK) {
        return false;
    }
    s->depth++;
    memcpy(entry->addr, addr_reg(s, insn), sizeof(entry->addr));
    entry->pc = s->pc + 1;
    return true;
}

static const StackEntry *pop(State *s)
{
    return s->depth ? &s->stack[--s->depth] : NULL;
}

static bool do_stack(State *s, const Gr3dVpInsn *insn, uint8_t gate)
{
    const StackEntry *entry;

    if (insn->stack == GR3D_VP_NOTHING || !gate) {
        return true;
    }
    if (insn->stack == GR3D_VP_PUSH) {
        return push(s, insn);
    }
    entry = pop(s);
    if (entry) {
        write_addr(s, entry->addr, gate);
    }
    return entry != NULL;
}

/* Do the flow operation if a component passes, whatever cond_check says. */
static bool do_flow(State *s, const Gr3dVpInsn *insn, uint8_t passed,
                    uint8_t *next)
{
    const StackEntry *entry;

    if (insn->flow == GR3D_VP_NOTHING || !passed) {
        return true;
    }
    if (insn->flow == GR3D_VP_RETURN) {
        entry = pop(s);
        *next = entry ? entry->pc : 0;
        return entry != NULL;
    }
    *next = insn->target;
    return insn->flow == GR3D_VP_JUMP || push(s, insn);
}

/* Execute an instruction: all reads, then all writes; false: abort. */
static bool step(State *s, const Gr3dVpInsn *insn)
{
    Operands in;
    float vec[4], scl[4];
    int32_t addr[4];
    uint8_t passed = test_mask(s, insn);
    uint8_t gate = insn->gated ? passed : 0xf;
    uint8_t next = s->pc + 1;

    if (insn->abort) {
        return false;
    }
    if (insn->unknown) {
        gr3d_event(s->events, GR3D_EV_VP_OPCODE,
                   insn->vec_op | insn->scl_op << 8);
    }
    GR3D_COVER(VEC, insn->vec_op);
    GR3D_COVER(SCL, insn->scl_op);
    fetch(s, insn, &in);
    if (insn->vec_action == GR3D_VP_VALUE) {
        vec_fns[insn->vec_op](&in, vec);
    }
    if (insn->vec_action == GR3D_VP_ADDR) {
        addr_fns[insn->vec_op](&in, addr);
    }
    if (insn->scl_action == GR3D_VP_VALUE) {
        scl_fns[insn->scl_op](&in, scl);
        /* A0 changes last: writes before need its old value */
        write_unit(s, insn, GR3D_VP_UNIT_SCL, insn->scl_temp, scl,
                   insn->scl_mask & gate);
    }
    if (insn->vec_action == GR3D_VP_VALUE) {
        write_unit(s, insn, GR3D_VP_UNIT_VEC, insn->vec_temp, vec,
                   insn->vec_mask & gate);
    }
    if (!do_stack(s, insn, gate) || !do_flow(s, insn, passed, &next)) {
        return false;
    }
    if (insn->vec_action == GR3D_VP_ADDR) {
        write_addr(s, addr, insn->addr_mask & gate);
    }
    s->pc = next;
    return true;
}

static void init(State *s)
{
    memset(s->temp, 0, sizeof(s->temp));
    memset(s->addr, 0, sizeof(s->addr));
    memset(s->cc, GR3D_VP_EQ, sizeof(s->cc));
    s->depth = 0;
    s->pc = s->vp->start;
    for (int i = 0; i < GR3D_VP_EXPORTS; i++) {
        s->out[i][0] = s->out[i][1] = s->out[i][2] = 0;
        s->out[i][3] = 1;
    }
}

unsigned gr3d_vp_run(const Gr3dVp *vp, const float attr[][4], float out[][4],
                     GpuEvents *events)
{
    State s;
    unsigned count = 0;
    bool end = false;

    s.vp = vp;
    s.attr = attr;
    s.out = out;
    s.events = events;
    init(&s);
    while (!end) {
        const Gr3dVpInsn *insn = &vp->insn[s.pc];

        if (count == vp->limit) {
            gr3d_event(events, GR3D_EV_VP_LIMIT, vp->limit);
            break;
        }
        count++;
        if (!step(&s, insn)) {
            gr3d_event(events, GR3D_EV_VP_ABORT, s.pc);
            break;
        }
        end = insn->end;
    }
    return count;
}
