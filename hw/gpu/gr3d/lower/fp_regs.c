/*
 * Tegra20 GR3D engine: registers of a fragment program that is being lowered
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "hw/gpu/gr3d/isa/num.h"
#include "fp_regs.h"

/*
 * Operations
 */

Gr3dVal gr3d_op1(Gr3dSsa *ssa, Gr3dStripCode code, Gr3dVal a)
{
    return gr3d_ssa_add(ssa, (Gr3dStripOp) { .code = code, .src = { a } });
}

Gr3dVal gr3d_op2(Gr3dSsa *ssa, Gr3dStripCode code, Gr3dVal a, Gr3dVal b)
{
    return gr3d_ssa_add(ssa, (Gr3dStripOp) { .code = code, .src = { a, b } });
}

Gr3dVal gr3d_const_int(Gr3dSsa *ssa, int32_t bits)
{
    return gr3d_ssa_const(ssa, (Gr3dStripConst) { .bits = bits });
}

Gr3dVal gr3d_const_x(Gr3dSsa *ssa, int32_t x)
{
    return gr3d_ssa_const(ssa, (Gr3dStripConst) {
        .kind = GR3D_STRIP_X, .bits = x,
    });
}

Gr3dVal gr3d_const_float(Gr3dSsa *ssa, float v)
{
    int32_t bits;

    memcpy(&bits, &v, sizeof(bits));
    return gr3d_const_int(ssa, bits);
}

/*
 * Constants
 */

void gr3d_fp_reg_bits(Gr3dFpReg *reg, uint32_t bits)
{
    *reg = (Gr3dFpReg) { .constant = true, .known = true, .bits = bits };
}

void gr3d_fp_reg_start(Gr3dFpReg *reg, unsigned at)
{
    if (at >= GR3D_FP_UNIFORM && at < GR3D_FP_UNIFORM + 32) {
        *reg = (Gr3dFpReg) { .constant = true, .at = at };
    } else {
        gr3d_fp_reg_bits(reg, at == GR3D_FP_ZERO_ONE ? GR3D_FX10_ONE << 10 :
                         at == GR3D_FP_COVERAGE ? GR3D_FP20_ONE : 0);
    }
}

/* Return a view of a register that is constant. */
static Gr3dVal view(Gr3dSsa *ssa, const Gr3dFpReg *reg, Gr3dStripConstKind kind)
{
    if (!reg->known) {
        return gr3d_ssa_const(ssa, (Gr3dStripConst) {
            .kind = kind, .at = reg->at,
        });
    }
    switch (kind) {
    case GR3D_STRIP_FILE_LOW:
        return gr3d_const_x(ssa, gr3d_fx10_to_int(reg->bits));
    case GR3D_STRIP_FILE_HIGH:
        return gr3d_const_x(ssa, gr3d_fx10_to_int(reg->bits >> 10));
    case GR3D_STRIP_FILE_NUMBER:
        return gr3d_const_float(ssa, gr3d_fp20_to_double(reg->bits));
    default:
        return gr3d_const_int(ssa, reg->bits);
    }
}

/*
 * Views
 */

static Gr3dVal make_raw(Gr3dSsa *ssa, Gr3dFpReg *reg)
{
    if (reg->constant) {
        return view(ssa, reg, GR3D_STRIP_FILE_RAW);
    }
    if (reg->low) {
        return gr3d_op2(ssa, GR3D_STRIP_PACK, reg->low, reg->high);
    }
    return gr3d_op1(ssa, GR3D_STRIP_RAW, gr3d_fp_reg_number(ssa, reg));
}

Gr3dVal gr3d_fp_reg_raw(Gr3dSsa *ssa, Gr3dFpReg *reg)
{
    if (!reg->raw) {
        reg->raw = make_raw(ssa, reg);
    }
    return reg->raw;
}

static Gr3dVal make_number(Gr3dSsa *ssa, Gr3dFpReg *reg)
{
    if (reg->constant) {
        return view(ssa, reg, GR3D_STRIP_FILE_NUMBER);
    }
    if (reg->fx10) {
        return gr3d_op1(ssa, GR3D_STRIP_F_OF_X, reg->fx10);
    }
    return gr3d_op1(ssa, GR3D_STRIP_NUMBER, gr3d_fp_reg_raw(ssa, reg));
}

Gr3dVal gr3d_fp_reg_number(Gr3dSsa *ssa, Gr3dFpReg *reg)
{
    if (!reg->number) {
        reg->number = make_number(ssa, reg);
    }
    return reg->number;
}

Gr3dVal gr3d_fp_reg_rounded(Gr3dSsa *ssa, Gr3dFpReg *reg)
{
    if (reg->fx10) {
        return reg->fx10;
    }
    if (!reg->rounded) {
        reg->rounded = gr3d_op1(ssa, GR3D_STRIP_X_OF_F,
                                gr3d_fp_reg_number(ssa, reg));
    }
    return reg->rounded;
}

static Gr3dVal make_half(Gr3dSsa *ssa, Gr3dFpReg *reg, bool high)
{
    if (reg->constant) {
        return view(ssa, reg, high ? GR3D_STRIP_FILE_HIGH :
                    GR3D_STRIP_FILE_LOW);
    }
    return gr3d_op1(ssa, high ? GR3D_STRIP_HIGH : GR3D_STRIP_LOW,
                    gr3d_fp_reg_raw(ssa, reg));
}

/*
 * Return a half.  Both are made: one half alone is no state of a register, and
 * make_raw() relies on that.
 */
Gr3dVal gr3d_fp_reg_half(Gr3dSsa *ssa, Gr3dFpReg *reg, bool high)
{
    if (!reg->low) {
        reg->low = make_half(ssa, reg, false);
        reg->high = make_half(ssa, reg, true);
    }
    return high ? reg->high : reg->low;
}

void gr3d_fp_reg_set_half(Gr3dSsa *ssa, Gr3dFpReg *reg, bool high,
                          Gr3dVal val)
{
    Gr3dVal other = gr3d_fp_reg_half(ssa, reg, !high);

    *reg = (Gr3dFpReg) {
        .low = high ? other : val, .high = high ? val : other,
    };
}

/* The primitives of fp_ops.def for known values */
#define P_K(c)      (c)
#define P_MUL(a, b) ((a) * (b))
#define P_SUB(a, b) ((a) - (b))
#define P_ABS(a)    ((a) < 0 ? -(a) : (a))
#define P_NEG(a)    (-(a))

static double modified(double V, unsigned mods)
{
#define FP_MOD(bit, name, member, low, d, before, after, fx10, expr) \
    V = mods >> bit & 1 ? expr : V;
#include "hw/gpu/gr3d/isa/fp_ops.def"
    return V;
}

Gr3dVal gr3d_x_mods(Gr3dSsa *ssa, Gr3dVal x, unsigned mods)
{
    int32_t n;

    if (!mods) {
        return x;
    }
    return gr3d_ssa_known(ssa, x, &n) ?
           gr3d_const_x(ssa, 256 * modified(n / 256.0, mods)) :
           gr3d_ssa_add(ssa, (Gr3dStripOp) {
               .code = GR3D_STRIP_X_MODS, .src = { x }, .k = { mods },
           });
}
