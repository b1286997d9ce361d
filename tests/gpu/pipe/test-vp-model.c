/*
 * Random programs on GR3D's vertex processor and on a second interpreter
 *
 * The interpreter below follows docs/specs/tegra-gr3d.rst (Vertex processor)
 * bit by bit and knows nothing of the engine's decoder or tables.  Results are
 * the same bits; the special functions of both may differ by one unit in the
 * last place, then the engine's value is taken on.
 *
 * GR3D_TEST_PROGRAMS sets the number of programs.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "hw/gpu/gr3d/isa/num.h"
#include "env-number.h"
#include "vp-random.h"
#include "vp-run.h"

#ifdef INSTRUMENTED
#define PROGRAMS    10000
#else
#define PROGRAMS    120000
#endif

/*
 * The second interpreter
 */

typedef struct Frame {
    int addr[4];
    unsigned back;
} Frame;

typedef struct Model {
    const Gr3dRegs *regs;
    const float (*attr)[4];
    float out[16][4], temp[32][4];
    int addr[4];
    char cc[2][4];              /* '<', '=', '>', '?' */
    Frame stack[8];
    unsigned depth, pc, executed;
    bool aborted, limited;
    const uint32_t *word;       /* of the current instruction */
} Model;

static unsigned bits(const Model *m, unsigned high, unsigned low)
{
    unsigned value = 0;

    for (unsigned b = high + 1; b-- > low; ) {
        value = value << 1 | (m->word[3 - b / 32] >> (b % 32) & 1);
    }
    return value;
}

static bool bit(const Model *m, unsigned b)
{
    return bits(m, b, b);
}

static float model_flush(float v)
{
    return fpclassify(v) == FP_SUBNORMAL ? copysignf(0, v) : v;
}

static float product(const Model *m, float x, float y)
{
    if ((m->regs->reg[0x200] & 16) &&
        ((x == 0 && !isfinite(y)) || (y == 0 && !isfinite(x)))) {
        return 0;
    }
    return model_flush(x * y);
}

static float sum(float x, float y)
{
    return model_flush(x + y);
}

/* Return A0 or, with bit 120, the A1 that does not exist. */
static int address(const Model *m, unsigned i)
{
    return bit(m, 120) ? 0 : m->addr[i];
}

static void read_const(const Model *m, float v[4])
{
    int index = bits(m, 85, 76), min = 0, max = 255;
    uint32_t limit = m->regs->reg[0x202];

    if (bit(m, 1)) {
        index += address(m, bits(m, 97, 96));
        min = limit & 0xffff;
        max = MIN(255, limit >> 16);
    }
    if (index < min) {
        index = 1;
    } else if (index > max) {
        memset(v, 0, 4 * sizeof(float));
        return;
    }
    memcpy(v, &m->regs->vp_const[4 * index], 4 * sizeof(float));
    for (int i = 0; i < 4; i++) {
        v[i] = model_flush(v[i]);
    }
}

static void read_attr(const Model *m, float v[4])
{
    int index = bits(m, 75, 72);

    if (bit(m, 123)) {
        index += address(m, bits(m, 97, 96));
    }
    memset(v, 0, 4 * sizeof(float));
    if (index >= 0 && index <= 15) {
        memcpy(v, m->attr[index], 4 * sizeof(float));
    }
}

/* Read operand @n: 0 A, 1 B, 2 C. */
static void operand(const Model *m, unsigned n, float v[4])
{
    static const uint8_t type[3] = { 55, 38, 21 }, temp[3] = { 57, 40, 23 };
    static const uint8_t swz[3] = { 63, 46, 29 }, neg[3] = { 71, 54, 37 };
    float raw[4];

    switch (bits(m, type[n] + 1, type[n])) {
    case 1:
        memcpy(raw, m->temp[bits(m, temp[n] + 5, temp[n])], sizeof(raw));
        break;
    case 3:
        read_const(m, raw);
        break;
    default:
        read_attr(m, raw);
        break;
    }
    for (int i = 0; i < 4; i++) {
        unsigned low = swz[n] + 6 - 2 * i;

        v[i] = raw[bits(m, low + 1, low)];
        if (bit(m, 117 + n)) {
            v[i] = fabsf(v[i]);
        }
        if (bit(m, neg[n])) {
            v[i] = -v[i];
        }
    }
}

/*
 * Return the engine's @got, if it is @want but for one unit in the last place
 */
static float special(double got, long double want)
{
    float g = model_flush((float)got), w = model_flush((float)want);

    if (isnan(w) || isinf(w)) {
        g_assert_true(isnan(w) ? isnan(g) : g == w);
    } else {
        g_assert_true(signbit(g) == signbit(w));
        g_assert_true(fabsf(g - w) <=
                      fmaxf(nextafterf(fabsf(w), INFINITY) - fabsf(w),
                            0x1p-126f));
    }
    return g;
}

static float model_power(float x, float y)
{
    if (isnan(y)) {
        return NAN;
    }
    return special(y == 0 ? 1 : gr3d_ex2(y * gr3d_lg2(x)), powl(x, y));
}

static float fraction(float x)
{
    float f = x - floorf(x);

    return f >= 1 ? nextafterf(1, 0) : model_flush(f);
}

static float compare(unsigned op, float a, float b)
{
    switch (op) {
    case 11:
        return a < b;
    case 12:
        return a >= b;
    case 16:
        return a == b;
    case 18:
        return a > b;
    case 19:
        return a <= b;
    default:
        return a != b;
    }
}

/* Compute component i of a vector opcode; @dot: of the whole vectors. */
static float vector_comp(const Model *m, unsigned op, float a, float b,
                         float c)
{
    switch (op) {
    case 1:
        return a;
    case 2:
        return product(m, a, b);
    case 3:
        return sum(a, c);
    case 4:
        return sum(product(m, a, b), c);
    case 9:
        return a < b ? a : b;
    case 10:
        return a > b ? a : b;
    case 14:
        return fraction(a);
    case 15:
        return floorf(a);
    case 17:
        return 0;
    case 21:
        return 1;
    case 22:
        return (a > 0) - (a < 0);
    default:
        return compare(op, a, b);
    }
}

static float dot(const Model *m, unsigned op, const float a[4],
                 const float b[4])
{
    float v = product(m, a[0], b[0]);

    v = sum(v, product(m, a[1], b[1]));
    v = sum(v, product(m, a[2], b[2]));
    return op == 5 ? v : sum(v, op == 6 ? a[3] : product(m, a[3], b[3]));
}

/* Compute a vector opcode; false: its result is no vector of floats. */
static bool vector_result(const Model *m, float v[4])
{
    unsigned op = bits(m, 90, 86);
    float a[4], b[4], c[4];

    if (op == 0 || op == 13 || op > 22) {
        return false;
    }
    operand(m, 0, a);
    operand(m, 1, b);
    operand(m, 2, c);
    for (int i = 0; i < 4; i++) {
        v[i] = op >= 5 && op <= 7 ? dot(m, op, a, b)
                                  : vector_comp(m, op, a[i], b[i], c[i]);
    }
    if (op == 8) {
        v[0] = 1;
        v[1] = product(m, a[1], b[1]);
        v[2] = b[2];
        v[3] = a[3];
    }
    return true;
}

static float scalar_one(unsigned op, float c)
{
    float r = model_flush(1 / c);

    switch (op) {
    case 2:
        return r;
    case 3:
        r = fabsf(r);
        r = r < 0x1p-64f ? 0x1p-64f : r > 0x1p64f ? 0x1p64f : r;
        return copysignf(r, c);
    case 4:
        return c == 0 ? copysignf(INFINITY, c) :
               special(gr3d_rsq(c), 1 / sqrtl(c));
    case 13:
        return special(gr3d_lg2(c), log2l(c));
    case 14:
        return special(gr3d_ex2(c), exp2l(c));
    case 15:
        return special(gr3d_sin(c), sinl(c));
    default:
        return special(gr3d_cos(c), cosl(c));
    }
}

static void scalar_exp(float c, float v[4])
{
    v[0] = special(gr3d_ex2(floorf(c)), exp2l(floorf(c)));
    v[1] = fraction(c);
    v[2] = special(gr3d_ex2(c), exp2l(c));
    v[3] = 1;
}

static void scalar_log(float c, float v[4])
{
    int exp;

    c = fabsf(c);
    v[0] = v[2] = c == 0 ? -INFINITY : c;
    v[1] = isnan(c) ? c : 1;
    v[3] = 1;
    if (c > 0 && !isinf(c)) {
        v[1] = 2 * frexpf(c, &exp);
        v[0] = exp - 1;
        v[2] = special(gr3d_lg2(c), log2l(c));
    }
}

static void scalar_lit(const float c[4], float v[4])
{
    const float top = 128 - 1 / 256.f;
    float base = c[1] > 0 ? c[1] : 0;
    float power = c[3] > top ? top : c[3] < -top ? -top : c[3];

    v[0] = v[3] = 1;
    v[1] = c[0] > 0 ? c[0] : 0;
    v[2] = c[0] > 0 ? model_power(base, power) : 0;
}

static bool scalar_result(const Model *m, float v[4])
{
    unsigned op = bits(m, 95, 91);
    float c[4];

    if (op == 0 || (op >= 8 && op <= 12) || op > 16) {
        return false;
    }
    operand(m, 2, c);
    if (op == 1) {
        memcpy(v, c, sizeof(c));
    } else if (op == 5) {
        scalar_exp(c[0], v);
    } else if (op == 6) {
        scalar_log(c[0], v);
    } else if (op == 7) {
        scalar_lit(c, v);
    } else {
        v[0] = v[1] = v[2] = v[3] = scalar_one(op, c[0]);
    }
    return true;
}

/* Do the four tests. */
static void run_test(const Model *m, bool pass[4])
{
    for (int i = 0; i < 4; i++) {
        unsigned low = 98 + 6 - 2 * i;
        char state = m->cc[bit(m, 121)][bits(m, low + 1, low)];

        pass[i] = state == '<' ? bit(m, 106) : state == '=' ? bit(m, 107) :
                  state == '>' ? bit(m, 108) : bit(m, 106) && bit(m, 108);
    }
}

static bool is_illegal(const Model *m)
{
    unsigned vec = bits(m, 116, 111), scl = bits(m, 12, 7);
    unsigned export = bits(m, 6, 2);

    return bit(m, 62) || bit(m, 45) || bit(m, 28) ||
           (vec > 31 && vec < 63) || (scl > 31 && scl < 63) ||
           (export > 15 && export < 31);
}

static void write_result(Model *m, float v[4], const bool open[4],
                         unsigned mask_high, unsigned rd, bool to_export,
                         bool to_cc)
{
    int export = bits(m, 6, 2);

    if (export != 31 && bit(m, 124)) {
        export += address(m, bits(m, 97, 96));
    }
    for (int i = 0; i < 4; i++) {
        if (bit(m, 122)) {
            v[i] = !(v[i] > 0) ? 0 : v[i] > 1 ? 1 : v[i];
        }
        if (!open[i] || !bit(m, mask_high - i)) {
            continue;
        }
        if (rd < 32) {
            m->temp[rd][i] = v[i];
        }
        if (to_export && export >= 0 && export < 16) {
            m->out[export][i] = v[i];
        }
        if (to_cc) {
            m->cc[bit(m, 121)][i] = v[i] < 0 ? '<' : v[i] > 0 ? '>' :
                                    v[i] == 0 ? '=' : '?';
        }
    }
}

static void write_results(Model *m, const bool open[4])
{
    unsigned vec_rd = bits(m, 116, 111), scl_rd = bits(m, 12, 7);
    bool cc = bit(m, 110) && bit(m, 125);
    float vec[4], scl[4];
    bool has_vec = vector_result(m, vec), has_scl = scalar_result(m, scl);

    if (has_scl) {
        if (bits(m, 90, 86) != 0 && vec_rd == scl_rd) {
            scl_rd = 63;
        }
        write_result(m, scl, open, 20, scl_rd, !bit(m, 126), cc && !has_vec);
    }
    if (has_vec) {
        write_result(m, vec, open, 16, vec_rd, bit(m, 126), cc);
    }
}

static int limited(double v)
{
    return isnan(v) ? 0 : v > 32767 ? 32767 : v < -32767 ? -32767 : v;
}

/* Compute the new A0 of ARL, ARR and ARA, before masks. */
static void addresses(const Model *m, unsigned op, int next[4])
{
    float a[4];

    operand(m, 0, a);
    for (int i = 0; i < 4; i++) {
        /* nearbyint() rounds to even */
        next[i] = op == 24 ? limited(address(m, i) + address(m, i ^ 2)) :
                  limited(op == 13 ? floor(a[i]) : nearbyint(a[i]));
    }
}

static bool push_frame(Model *m)
{
    if (m->depth == 8) {
        return false;
    }
    for (int i = 0; i < 4; i++) {
        m->stack[m->depth].addr[i] = address(m, i);
    }
    m->stack[m->depth++].back = (m->pc + 1) % 256;
    return true;
}

static bool do_stack(Model *m, const bool open[4])
{
    unsigned vec = bits(m, 90, 86), scl = bits(m, 95, 91);
    bool push = vec == 26 || scl == 19, pop = vec == 27 || scl == 20;

    if (push == pop || !(open[0] || open[1] || open[2] || open[3])) {
        return true;
    }
    if (push) {
        return push_frame(m);
    }
    if (m->depth-- == 0) {
        return false;
    }
    for (int i = 0; i < 4; i++) {
        m->addr[i] = open[i] ? m->stack[m->depth].addr[i] : m->addr[i];
    }
    return true;
}

static bool do_flow(Model *m, const bool pass[4], unsigned *next)
{
    unsigned op = bits(m, 95, 91);

    if (op < 9 || op == 10 || op > 12 ||
        !(pass[0] || pass[1] || pass[2] || pass[3])) {
        return true;
    }
    if (op == 12) {
        *next = m->depth ? m->stack[m->depth - 1].back : 0;
        return m->depth-- > 0;
    }
    *next = bits(m, 36, 29);
    return op == 9 || push_frame(m);
}

/* Execute an instruction; false: the program aborts. */
static bool model_step(Model *m)
{
    unsigned op = bits(m, 90, 86), next = (m->pc + 1) % 256;
    bool pass[4], open[4], is_addr = op == 13 || op == 23 || op == 24;
    int addr[4];

    if (is_illegal(m)) {
        return false;
    }
    run_test(m, pass);
    for (int i = 0; i < 4; i++) {
        open[i] = pass[i] || !bit(m, 109);
    }
    if (is_addr) {
        addresses(m, op, addr);
    }
    write_results(m, open);
    if (!do_stack(m, open) || !do_flow(m, pass, &next)) {
        return false;
    }
    for (int i = 0; i < 4; i++) {
        if (is_addr && open[i] && bit(m, 16 - i) && !bit(m, 111)) {
            m->addr[i] = addr[i];
        }
    }
    m->pc = next;
    return true;
}

static void model_run(Model *m, const Gr3dRegs *regs, const float attr[][4])
{
    bool end = false;

    memset(m, 0, sizeof(*m));
    m->regs = regs;
    m->attr = attr;
    m->pc = regs->reg[0x204] & 255;
    memset(m->cc, '=', sizeof(m->cc));
    for (int i = 0; i < 16; i++) {
        m->out[i][3] = 1;
    }
    while (!end && !m->aborted) {
        if (m->executed == (regs->reg[0x201] & 0xffff)) {
            m->limited = true;
            return;
        }
        m->word = &regs->vp_inst[4 * m->pc];
        m->executed++;
        end = bit(m, 0);
        m->aborted = !model_step(m);
    }
}

/*
 * Random programs
 */

static void pick_program(GRand *rand, Fixture *f)
{
    unsigned length = pick(rand, 1, 24);

    memset(f, 0, sizeof(*f));
    for (unsigned i = 0; i < length; i++) {
        add(f, pick_word(rand, length));
    }
    vp_set((VpWord *)&f->regs.vp_inst[4 * (length - 1)], 0, 0, 1);
    for (unsigned i = 0; i < 16 * 4; i++) {
        float v = pick_float(rand);

        memcpy(&f->regs.vp_const[i], &v, sizeof(v));
        f->attr[i / 4][i % 4] = model_flush(pick_float(rand));
    }
    f->regs.reg[0x200] = pick(rand, 0, 1) << 4 | 1;
    f->regs.reg[0x201] = one_in(rand, 4) ? pick(rand, 0, 20) : 300;
    f->regs.reg[0x202] = one_in(rand, 4) ? pick(rand, 0, 300) << 16 |
                                           pick(rand, 0, 5) : 0x00ff0000;
    f->regs.reg[0x204] = one_in(rand, 4) ? pick(rand, 0, length - 1) : 0;
}

static bool same(float a, float b)
{
    return isnan(a) ? isnan(b) : memcmp(&a, &b, sizeof(a)) == 0;
}

static void check_encode(const Fixture *f)
{
    for (unsigned i = 0; i < f->length; i++) {
        const uint32_t *in = &f->regs.vp_inst[4 * i];
        Gr3dVpInsn insn;
        uint32_t out[4];

        gr3d_vp_decode_insn(&insn, in);
        gr3d_vp_encode_insn(&insn, out);
        g_assert_cmpmem(in, sizeof(out), out, sizeof(out));
    }
}

static void check_program(Fixture *f, unsigned n, Model *m)
{
    unsigned executed = run(f);

    model_run(m, &f->regs, (const float (*)[4])f->attr);
    if (executed != m->executed) {
        g_error("program %u: %u instructions, expected %u", n, executed,
                m->executed);
    }
    g_assert_cmpint(count_of(f, GR3D_EV_VP_ABORT), ==, m->aborted);
    g_assert_cmpint(count_of(f, GR3D_EV_VP_LIMIT), ==, m->limited);
    for (int i = 0; i < 64; i++) {
        float got = f->out[i / 4][i % 4], want = m->out[i / 4][i % 4];

        if (!same(got, want)) {
            g_error("program %u: export %d.%d is %a, expected %a", n, i / 4,
                    i % 4, got, want);
        }
    }
}

static void test_programs(void)
{
    unsigned num = env_number("GR3D_TEST_PROGRAMS", PROGRAMS);
    unsigned long ended = 0, aborted = 0, limited = 0, executed = 0;
    GRand *rand = g_rand_new_with_seed(41);
    g_autofree Fixture *f = g_new(Fixture, 1);
    g_autofree Model *m = g_new(Model, 1);

    for (unsigned n = 0; n < num; n++) {
        pick_program(rand, f);
        check_encode(f);
        check_program(f, n, m);
        executed += m->executed;
        aborted += m->aborted;
        limited += m->limited;
        ended += !m->aborted && !m->limited;
    }
    g_rand_free(rand);
    g_test_message("%u programs, %lu instructions: %lu ended, %lu aborted, "
                   "%lu timed out", num, executed, ended, aborted, limited);
    /* the mixture has to stay one */
    g_assert_cmpuint(ended, >, num / 10);
    g_assert_cmpuint(aborted, >, num / 20);
    g_assert_cmpuint(limited, >, num / 20);
    g_assert_cmpuint(executed, >, num * 5ul);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/vp-model/programs", test_programs);
    return g_test_run();
}
