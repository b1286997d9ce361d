/*
 * The fragment pipe once more, for tests
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <glib.h>
#include <math.h>
#include <string.h>
#include "hw/gpu/gr3d/isa/num.h"
#include "fp-model.h"
#include "texel-model.h"

/*
 * Numbers
 */

double model_fp20(uint32_t code)
{
    int exp = code >> 13 & 63, mant = code & 8191;
    double v = exp == 63 ? (mant ? NAN : INFINITY) :
               exp || mant ? ldexp(8192 + mant, exp - 44) : 0;

    return code >> 19 & 1 ? -v : v;
}

uint32_t model_to_fp20(double v)
{
    uint32_t sign = signbit(v) ? 0x80000 : 0;
    double mant;
    int exp;

    if (isnan(v)) {
        return 0x7e001;
    }
    if (isinf(v)) {
        return sign | 0x7e000;
    }
    mant = rint(ldexp(frexp(fabs(v), &exp), 14));
    if (mant == 16384) {
        mant = 8192;
        exp++;
    }
    if (exp > 32) {
        return sign | 0x7e000;
    }
    if (mant == 0 || exp < -30 || (exp == -30 && mant == 8192)) {
        return sign;
    }
    return sign | (exp + 30) << 13 | ((int)mant - 8192);
}

static uint32_t to_fx10(double v)
{
    return model_from_real(v) & 0x3ff;
}

static double fx10(uint32_t half)
{
    half &= 0x3ff;
    return (half < 512 ? (int)half : (int)half - 1024) / 256.0;
}

static double clamped(double v)
{
    return v > 0 ? (v < 1 ? v : 1) : 0;
}

/*
 * ALU
 */

typedef struct Packet {
    uint64_t word[4];
    bool constants, first;
    uint32_t imm[3];
    double own[4];              /* results without the neighbours' */
    double second[4];           /* of two products */
    double result[4];
} Packet;

static unsigned field(uint64_t word, unsigned low, unsigned bits)
{
    return word >> low & ((1ull << bits) - 1);
}

/* Return a number as a destination of this format holds it. */
static uint32_t as_register(uint64_t word, double v)
{
    bool high = word >> 46 & 1, low = word >> 45 & 1;
    bool products = word >> 59 & 1 && field(word, 62, 2) == 0;

    return model_to_fp20(high != low || products ? fx10(to_fx10(v)) : v);
}

static uint32_t raw_register(const FpModel *m, const Packet *p, unsigned slot,
                             unsigned reg)
{
    unsigned n = reg % 8;

    if (reg < 16) {
        return m->r[reg];
    } else if (reg < 24) {
        return m->g[n];
    } else if (reg < 28) {
        return !p->first ? m->alu[reg - 24] : reg - 24 < slot ?
               as_register(p->word[reg - 24], p->own[reg - 24]) : 0;
    } else if (reg < 31) {
        return p->imm[reg - 28];
    } else if (reg == 31) {
        return 0x100 << 10;
    } else if (reg < 64) {
        return m->regs->reg[0x820 + reg - 32] & 0xfffff;
    } else if (reg < 72) {
        return m->cr[n][0] * 0x100 + m->cr[n][1] * 0x40000;
    }
    switch (reg) {
    case 72:
        return model_to_fp20(8192 + m->col);
    case 73:
        return model_to_fp20(8192 + m->row);
    case 74:
        return model_to_fp20(1);
    case 75:
        return model_to_fp20(m->front ? 1 : -1);
    default:
        return 0;
    }
}

typedef struct Operand {
    unsigned reg;
    bool fx10, high, x2, negate, abs, minus_one;
} Operand;

static bool is_fixed(const Operand *o)
{
    return o->fx10 || (o->reg >= 64 && o->reg < 72);
}

/* Modify an operand: absolute, times two, minus one, negate, in this order. */
static double modified(const Operand *o, double v)
{
    v = o->abs ? fabs(v) : v;
    v = o->x2 ? 2 * v : v;
    v = o->minus_one ? v - 1 : v;
    v = o->negate ? -v : v;
    return is_fixed(o) && v == 0 ? 0 : v;
}

static double read_operand(const FpModel *m, const Packet *p, unsigned slot,
                           const Operand *o)
{
    uint32_t raw = raw_register(m, p, slot, o->reg);

    if (is_fixed(o) && o->reg >= 24 && o->reg < 28) {
        return modified(o, fx10(to_fx10(model_fp20(raw))));
    }
    return modified(o, is_fixed(o) ? fx10(raw >> (o->high ? 10 : 0)) :
                    model_fp20(raw));
}

/* Return operand A, B or C, at bits 44:32, 31:19, 18:6. */
static Operand operand(uint64_t word, unsigned i)
{
    unsigned f = field(word, 32 - 13 * i, 13);

    return (Operand) {
        .x2 = f & 1, .negate = f & 2, .abs = f & 4, .fx10 = f & 8,
        .minus_one = f & 16, .high = f & 32, .reg = f >> 6,
    };
}

static double operand_d(const FpModel *m, const Packet *p, unsigned slot)
{
    unsigned f = field(p->word[slot], 0, 6);
    Operand o = {
        .fx10 = f & 1, .abs = f & 2, .minus_one = f & 8, .high = f & 16,
        .reg = operand(p->word[slot], f & 32 ? 2 : 1).reg,
    };

    return f & 4 ? read_operand(m, p, slot, &o) : 1;
}

static double pick(double a, double b, bool less)
{
    return isnan(a) ? b : isnan(b) ? a : less ? (a < b ? a : b) :
           (a > b ? a : b);
}

static double opcode(unsigned op, double a, double b, double c, double d)
{
    switch (op) {
    case 0:
        return a * b + c * d;
    case 1:
        return pick(a * b, c * d, true);
    case 2:
        return pick(a * b, c * d, false);
    default:
        return a < 0 ? b : c * d;
    }
}

static double finished(uint64_t word, double t)
{
    static const double scale[4] = { 1, 2, 4, 0.5 };

    t *= scale[field(word, 57, 2)];
    switch (field(word, 54, 2)) {
    case 1:
        t = t == 0;
        break;
    case 2:
        t = t > 0;
        break;
    case 3:
        t = t >= 0;
        break;
    }
    return word >> 56 & 1 ? clamped(t) : t;
}

static bool recv(uint64_t word)
{
    return word >> 60 & 1;
}

/* Does slot @from add to slot @to? */
static bool adds(const Packet *p, unsigned from, unsigned to)
{
    static const int receives_from[4] = { 3, 0, 1, 2 };
    static const int sends_to[4] = { -1, 0, 0, 2 };
    bool send = p->word[from] >> 61 & 1;

    if (p->constants && (from == 3 || to == 3)) {
        return false;
    }
    return (recv(p->word[to]) && receives_from[to] == (int)from) ||
           (send && sends_to[from] == (int)to);
}

static void run_slot(const FpModel *m, Packet *p, unsigned slot, bool again)
{
    uint64_t word = p->word[slot];
    Operand o[3] = { operand(word, 0), operand(word, 1), operand(word, 2) };
    double v[3], d = operand_d(m, p, slot), sum = 0, t;
    bool products = word >> 59 & 1 && field(word, 62, 2) == 0;

    for (unsigned i = 0; i < 3; i++) {
        v[i] = read_operand(m, p, slot, &o[i]);
    }
    for (unsigned i = 0; again && i < 4; i++) {
        sum += adds(p, i, slot) ? p->own[i] : 0;
    }
    if (again && recv(word)) {
        v[2] = modified(&o[2], sum);
    }
    t = products ? v[0] * v[1] : opcode(field(word, 62, 2), v[0], v[1], v[2],
                                        d);
    if (again && !recv(word)) {
        t += sum;
    }
    p->second[slot] = finished(word, v[2] * d);
    p->result[slot] = finished(word, t);
    if (!again) {
        p->own[slot] = p->result[slot];
    }
}

static void write_halves(uint32_t *reg, bool low, bool high, uint32_t l,
                         uint32_t h)
{
    *reg = (low ? l : *reg & 0x3ff) | (high ? h << 10 : *reg & 0xffc00);
}

/* Write a slot's result; @mask: the bits of r0 to r15 that the packet wrote. */
static void write_slot(FpModel *m, const Packet *p, unsigned slot,
                       uint32_t mask[16])
{
    uint64_t word = p->word[slot];
    bool high = word >> 46 & 1, low = word >> 45 & 1;
    bool products = word >> 59 & 1 && field(word, 62, 2) == 0;
    unsigned dst = field(word, 47, 7);
    double t = p->result[slot];

    if (dst < 24) {
        uint32_t *reg = dst < 16 ? &m->r[dst] : &m->g[dst - 16];
        uint32_t none = 0;

        if (products) {
            uint32_t ab = to_fx10(t), cd = to_fx10(p->second[slot]);
            bool swap = high && !low;

            high = low = true;
            write_halves(reg, true, true, swap ? cd : ab, swap ? ab : cd);
        } else if (high && low) {
            *reg = model_to_fp20(t);
        } else {
            write_halves(reg, low, high, to_fx10(t), to_fx10(t));
        }
        write_halves(dst < 16 ? &mask[dst] : &none, low, high, 0x3ff, 0x3ff);
    } else if (dst >= 64 && dst < 72) {
        m->cr[dst - 64][high] = t != 0;
    } else if (dst == 76 && t != 0) {
        m->killed = true;
    }
}

static bool names_constants(const Packet *p)
{
    for (unsigned i = 0; i < 9; i++) {
        unsigned reg = operand(p->word[i / 3], i % 3).reg;

        if (reg >= 28 && reg <= 30) {
            return true;
        }
    }
    return false;
}

static void run_packet(FpModel *m, unsigned at, bool first, uint32_t mask[16])
{
    const uint32_t *w = &m->regs->alu_inst[8 * at];
    Packet p = { .first = first };
    unsigned slots;

    for (unsigned i = 0; i < 4; i++) {
        p.word[i] = (uint64_t)w[2 * i] << 32 | w[2 * i + 1];
    }
    p.constants = names_constants(&p);
    slots = p.constants ? 3 : 4;
    if (p.constants) {
        uint64_t imm = (uint64_t)w[7] << 32 | w[6];

        for (unsigned i = 0; i < 3; i++) {
            p.imm[i] = field(imm, 4 + 20 * i, 20);
        }
    }
    for (unsigned i = 0; i < slots; i++) {
        run_slot(m, &p, i, false);
    }
    for (unsigned i = 0; i < slots; i++) {
        if (recv(p.word[i]) || adds(&p, 0, i) || adds(&p, 1, i) ||
            adds(&p, 2, i) || adds(&p, 3, i)) {
            run_slot(m, &p, i, true);
        }
    }
    for (unsigned i = 0; i < slots; i++) {
        write_slot(m, &p, i, mask);
    }
    for (unsigned i = 0; i < 4; i++) {
        m->alu[i] = i < slots ? as_register(p.word[i], p.result[i]) : 0;
    }
}

/*
 * MFU: each result is rounded to single
 */

static float special(unsigned op, float x)
{
    switch (op) {
    case 1:
        return 1 / x;
    case 2:
        return x < 0 ? NAN : 1 / sqrt((double)x);
    case 3:
        return gr3d_lg2(x);
    case 4:
        return gr3d_ex2(x);
    case 5:
        return x < 0 ? NAN : sqrtf(x);
    case 6:
        return gr3d_sin(x);
    case 7:
        return gr3d_cos(x);
    case 8:
        return x - floorf(x);
    default:
        return x;
    }
}

static float mul_source(const FpModel *m, const uint32_t *row, unsigned src)
{
    if (src < 4) {
        return model_fp20(row[src]);
    } else if (src < 8) {
        return model_fp20(m->regs->reg[0x608 + src - 4]);
    }
    switch (src) {
    case 10:
        return m->sfu;
    case 11:
    case 12:
        return m->coef[src - 11];
    case 13:
        return 1;
    default:
        return 0;
    }
}

static void run_sfu(FpModel *m, uint32_t *row, unsigned op, unsigned reg)
{
    float r4 = (m->coef[0] + m->coef[1]) + m->coef[2];

    if (op < 1 || op > 11) {
        return;
    }
    m->sfu = special(op, reg < 4 ? model_fp20(row[reg]) : reg == 4 ? r4 : 0);
    if (reg < 4) {
        row[reg] = model_to_fp20(m->sfu);
    }
}

static void run_muls(FpModel *m, uint32_t *row, uint64_t word)
{
    float product[2];

    for (unsigned i = 0; i < 2; i++) {
        unsigned f = field(word, 32 + 11 * i, 11);

        product[i] = mul_source(m, row, f & 15) *
                     mul_source(m, row, f >> 4 & 15);
    }
    for (unsigned i = 0; i < 2; i++) {
        unsigned dst = field(word, 40 + 11 * i, 3);

        if (dst == 1) {
            m->weight[i] = product[i];
        } else if (dst >= 4) {
            row[dst - 4] = model_to_fp20(product[i]);
        }
    }
}

static double mix(const FpModel *m, float a, float b, float c, bool saturate)
{
    float first = m->weight[0] * (a - c), second = m->weight[1] * (b - c);
    float v = (c + first) + second;

    return saturate ? clamped(v) : v;
}

/* Interpolate a column; returns whether it was. */
static bool run_var(FpModel *m, uint32_t *row, unsigned j, unsigned f)
{
    const uint32_t *v = m->tram[f >> 3][j];
    bool saturate = f & 1;

    switch (f >> 1 & 3) {
    case 0:
        if (j == 3 && saturate) {
            row[3] = m->z20;
        }
        return false;
    case 1:
        row[j] = model_to_fp20(mix(m, model_fp20(v[0]), model_fp20(v[1]),
                                   model_fp20(v[2]), saturate));
        return true;
    case 2:
        row[j] = to_fx10(mix(m, fx10(v[0]), fx10(v[1]), fx10(v[2]),
                             saturate)) |
                 to_fx10(mix(m, fx10(v[0] >> 10), fx10(v[1] >> 10),
                             fx10(v[2] >> 10), saturate)) << 10;
        return true;
    default:
        return false;
    }
}

/* Run an MFU instruction; returns a bit for each column it interpolated. */
static unsigned run_mfu(FpModel *m, uint32_t *row, unsigned at)
{
    uint64_t word = (uint64_t)m->regs->mfu_inst[2 * at] << 32 |
                    m->regs->mfu_inst[2 * at + 1];
    unsigned columns = 0;

    run_sfu(m, row, field(word, 54, 4), field(word, 58, 6));
    run_muls(m, row, word);
    for (unsigned j = 0; j < 4; j++) {
        if (run_var(m, row, j, field(word, 7 * j, 7))) {
            columns |= 1 << j;
        }
    }
    return columns;
}

/*
 * Memory
 */

static uint8_t *pixel(FpModel *m, unsigned surface)
{
    return &m->surface[surface][m->row * MODEL_PITCH + 4 * m->col];
}

static void unpack(const uint8_t *p, uint32_t *pair)
{
    for (unsigned i = 0; i < 2; i++) {
        pair[i] = model_from_unorm(p[2 * i], 8) |
                  model_from_unorm(p[2 * i + 1], 8) << 10;
    }
}

static void run_pseq(FpModel *m, uint32_t *row, uint32_t word)
{
    if (field(word, 23, 2) == 1 && (!m->killed || word >> 21 & 1)) {
        unpack(pixel(m, field(word, 16, 4)), &row[word & 2]);
    }
}

static unsigned texel_of(uint32_t coord)
{
    double v = model_fp20(coord);

    return isfinite(v) ? (unsigned)(int64_t)fmod(floor(v * 4), 4) & 3 : 0;
}

static void run_tex(FpModel *m, uint32_t *row, uint32_t word)
{
    unsigned src = word & 16 ? 2 : 0;

    if (word >> 10 & 1) {
        unpack(&m->texture[word & 15][16 * texel_of(row[src + 1]) +
                                      4 * texel_of(row[src])],
               &row[word & 32 ? 2 : 0]);
    }
}

static void run_dw(FpModel *m, const uint32_t *row, uint32_t word)
{
    unsigned surface = field(word, 2, 4);
    const uint32_t *src = &row[word >> 15 & 1 ? 2 : 0];

    if ((word & 3) != 1 || (m->killed && !(word >> 6 & 1)) ||
        !(m->regs->reg[0x903] >> surface & 1)) {
        return;
    }
    for (unsigned i = 0; i < 4; i++) {
        uint32_t half = src[i / 2] >> (i % 2 ? 10 : 0) & 0x3ff;

        pixel(m, surface)[i] = model_to_unorm(half < 512 ? half : 0, 8);
    }
}

/*
 * Programs
 */

void model_start(FpModel *m)
{
    memset(m->r, 0, sizeof(m->r));
    memset(m->g, 0, sizeof(m->g));
    memset(m->alu, 0, sizeof(m->alu));
    memset(m->cr, 0, sizeof(m->cr));
    m->killed = false;
    m->weight[0] = m->weight[1] = m->sfu = 0;
}

static unsigned row_inputs(FpModel *m, unsigned e, uint32_t *row)
{
    unsigned count = m->regs->mfu_sched[e] & 3, columns = 0;

    run_pseq(m, row, m->regs->pseq_inst[e]);
    for (unsigned i = 0; i < count; i++) {
        columns |= run_mfu(m, row, (field(m->regs->mfu_sched[e], 2, 6) + i) %
                           64);
    }
    return columns;
}

/* Run the ALU of the rows: each from the same start, then all writes merged. */
static void pass_alu(FpModel *m, unsigned e, unsigned rows)
{
    uint32_t start[16], merged[16];

    memcpy(start, m->r, sizeof(start));
    memcpy(merged, m->r, sizeof(merged));
    for (unsigned k = 0; k < rows; k++) {
        unsigned sched = m->regs->alu_sched[e + k];
        uint32_t mask[16] = { 0 };

        memcpy(m->r, start, sizeof(start));
        for (unsigned i = 0; i < (sched & 3); i++) {
            run_packet(m, (field(sched, 2, 6) + i) % 64, i == 0, mask);
        }
        for (unsigned i = 0; i < 16; i++) {
            merged[i] = (merged[i] & ~mask[i]) | (m->r[i] & mask[i]);
        }
    }
    memcpy(m->r, merged, sizeof(merged));
}

static void run_pass(FpModel *m, unsigned e, unsigned rows)
{
    int mfu_row = -1;
    unsigned columns = 0;

    for (unsigned k = 0; k < rows; k++) {
        unsigned made = row_inputs(m, e + k, &m->r[4 * k]);

        if (m->regs->mfu_sched[e + k] & 3) {
            mfu_row = k;
            columns = made;
        } else if (mfu_row >= 0) {
            for (unsigned j = 0; j < 4; j++) {
                if (columns >> j & 1) {
                    m->r[4 * k + j] = m->r[4 * mfu_row + j];
                }
            }
        }
        run_tex(m, &m->r[4 * k], m->regs->tex_inst[e + k]);
    }
    pass_alu(m, e, rows);
    for (unsigned k = 0; k < rows; k++) {
        run_dw(m, &m->r[4 * k], m->regs->dw_inst[e + k]);
    }
}

void model_run(FpModel *m)
{
    unsigned entry = m->regs->reg[0x503] & 15;
    unsigned n = MIN(m->regs->reg[0x520 + 2 * entry] & 0x7f, 64);
    unsigned rows = (m->regs->reg[0xe20] & 3) + 1;

    for (unsigned e = 0; e < n; e += rows) {
        run_pass(m, e, MIN(rows, n - e));
    }
}
