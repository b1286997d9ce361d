/*
 * Tegra20 GR3D engine: what instructions ask of the shader core's stages
 *
 * The Tegra20's words cannot ask for more than one pass: that is how they are
 * made.  The CineFX core, the pipe's ancestor, has fewer multipliers and
 * adders, and a quad goes through it again [tegra-gr3d-cost.rst].
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <glib.h>
#include <math.h>
#include <string.h>
#include "cost.h"

/*
 * MFU
 */

uint8_t gr3d_cost_mfu_parts(const Gr3dFpMfuSteps *mfu)
{
    uint8_t parts = 0;

    for (unsigned i = 0; i < mfu->num_steps; i++) {
        const Gr3dFpMfuStep *step = &mfu->step[i];

        switch (step->kind) {
        case GR3D_FP_MFU_SFU:
            parts |= GR3D_MFU_SFU;
            break;
        case GR3D_FP_MFU_WEIGHT:
        case GR3D_FP_MFU_STORE:
            parts |= GR3D_MFU_MUL0 << step->unit;
            break;
        case GR3D_FP_MFU_VAR_FP20:
        case GR3D_FP_MFU_VAR_FX10:
        case GR3D_FP_MFU_DEPTH:
            parts |= GR3D_MFU_VAR0 << step->unit;
            break;
        }
    }
    return parts;
}

/*
 * Add a special function.  A square root is one multiplication more than its
 * reciprocal, a fraction is a subtraction; first steps are no work of the core.
 */
static void need_sfu(const Gr3dFpMfuStep *step, Gr3dCostNeed *need)
{
    need->interpolants += step->a == GR3D_FP_SRC_R4;    /* 1/W */
    need->registers += step->a < GR3D_FP_SRC_R4;
    need->results += step->a < GR3D_FP_SRC_R4;
    switch (step->b) {
    case GR3D_FP_SFU_RCP:
        need->rcp++;
        break;
    case GR3D_FP_SFU_SQRT:
        need->mul++;
        /* fall through */
    case GR3D_FP_SFU_RSQ:
        need->rsq++;
        break;
    case GR3D_FP_SFU_FRC:
        need->add[2]++;
        break;
    case GR3D_FP_SFU_LG2:
    case GR3D_FP_SFU_EX2:
    case GR3D_FP_SFU_SIN:
    case GR3D_FP_SFU_COS:
        need->complex++;
        break;
    }
}

static void need_varying(const Gr3dCostChip *chip, unsigned scalars,
                         Gr3dCostNeed *need)
{
    need->interpolants += scalars;
    need->mul += scalars * chip->value[GR3D_COST_VARYING_MUL];
    need->results += scalars;
}

static void need_mfu_step(const Gr3dCostChip *chip, const Gr3dFpMfuStep *step,
                          Gr3dCostNeed *need)
{
    switch (step->kind) {
    case GR3D_FP_MFU_SFU:
        need_sfu(step, need);
        break;
    case GR3D_FP_MFU_MUL:
        need->registers += (step->a < 4) + (step->b < 4);
        break;
    case GR3D_FP_MFU_WEIGHT:
        need->mul += chip->value[GR3D_COST_WEIGHT_MUL];
        break;
    case GR3D_FP_MFU_STORE:
        need->mul++;
        need->results++;
        break;
    case GR3D_FP_MFU_VAR_FP20:
        need_varying(chip, 1, need);
        break;
    case GR3D_FP_MFU_VAR_FX10:
        need_varying(chip, 2, need);
        break;
    case GR3D_FP_MFU_DEPTH:
        need->interpolants++;
        need->results++;
        break;
    }
}

void gr3d_cost_need_mfu(const Gr3dCostChip *chip, const Gr3dFpMfuSteps *mfu,
                        Gr3dCostNeed *need)
{
    for (unsigned i = 0; i < mfu->num_steps; i++) {
        need_mfu_step(chip, &mfu->step[i], need);
    }
}

/* Coordinates go to a set, not to the register that the core writes. */
void gr3d_cost_need_tex(const Gr3dFpTex *tex, const Gr3dFpMfuSteps *mfu,
                        Gr3dCostNeed *need)
{
    need->sets++;
    if (!mfu) {
        need->registers += 2;
        return;
    }
    for (unsigned i = 0; i < mfu->num_steps; i++) {
        need->results -= mfu->step[i].kind == GR3D_FP_MFU_VAR_FP20 &&
                         mfu->step[i].unit / 2 == tex->src_pair;
    }
}

/*
 * ALU: which slots do something
 */

/* Return which of four registers from @base on @slots read, as a bit set. */
static unsigned reads(const Gr3dFpPacket *packet, unsigned slots,
                      unsigned base)
{
    unsigned set = 0;

    for (unsigned i = 0; i < 4; i++) {
        for (unsigned j = 0; j < 4 && slots >> i & 1; j++) {
            unsigned n = packet->slot[i].src[j].at - base;

            set |= n < 4 ? 1u << n : 0;
        }
    }
    return set;
}

static unsigned sums(const Gr3dFpPacket *packet, unsigned slots)
{
    unsigned set = 0;

    for (unsigned i = 0; i < 4; i++) {
        set |= slots >> i & 1 ? packet->slot[i].sum : 0;
    }
    return set;
}

/* Find the slots that write, those whose results are @wanted, and theirs. */
static unsigned used_slots(const Gr3dFpPacket *packet, unsigned wanted)
{
    unsigned all = packet->constants ? 7 : 15, used = wanted, before;

    for (unsigned i = 0; i < 4; i++) {
        used |= (packet->slot[i].target != GR3D_FP_TO_NOTHING) << i;
    }
    do {
        before = used &= all;
        used |= reads(packet, used, GR3D_FP_OWN) | sums(packet, used);
    } while ((used & all) != before);
    return used & all;
}

void gr3d_cost_used(const Gr3dFp *fp, const Gr3dFpExec *exec,
                    uint8_t used[3])
{
    unsigned wanted = 0;

    for (unsigned i = exec->num_packets; i-- > 0; ) {
        const Gr3dFpPacket *packet = &fp->packet[i > 0][exec->packet[i]];

        used[i] = used_slots(packet, wanted);
        wanted = reads(packet, used[i], GR3D_FP_ALU);
    }
}

/*
 * ALU: what these ask for
 */

static bool is_pair(const Gr3dFpSource *src, unsigned shift)
{
    return src->at == GR3D_FP_ZERO_ONE && src->type == GR3D_FP_FX10 &&
           src->shift == shift && !(src->mods & ~GR3D_FP_MOD_NEG);
}

static bool is_zero(const Gr3dFpSource *src)
{
    return src->at == GR3D_FP_ZERO || is_pair(src, 0);
}

/* Is a product of two operands nothing? */
static bool no_product(const Gr3dFpSource *ab)
{
    return is_zero(&ab[0]) || is_zero(&ab[1]);
}

/* Is it a multiplication, not by one? */
static bool multiplies(const Gr3dFpSource *ab)
{
    return !no_product(ab) && !is_pair(&ab[0], 10) && !is_pair(&ab[1], 10);
}

static void need_sum(unsigned scalars, Gr3dCostNeed *need)
{
    for (; scalars > 4; scalars -= 3) {
        need->add[4]++;
    }
    if (scalars > 1) {
        need->add[scalars]++;
    }
}

/* A comparison is a subtraction whose sign selects. */
static void need_slot(const Gr3dFpAlu *alu, Gr3dCostNeed *need)
{
    const Gr3dFpSource *ab = &alu->src[0], *cd = &alu->src[2];
    bool csel = alu->opcode == GR3D_FP_ALU_CSEL;
    unsigned more = __builtin_popcount(alu->sum);
    unsigned scalars = alu->recv ? 0 : !no_product(cd);

    need->mul += !csel && multiplies(ab);
    need->mul += alu->recv ? !is_pair(&alu->src[3], 10) : multiplies(cd);
    need->results += 1 + alu->two_products;
    if (alu->opcode == GR3D_FP_ALU_MAD) {
        scalars += !no_product(ab);
        need_sum(alu->two_products ? 0 : scalars + more, need);
    } else {
        need->add[2]++;
        need_sum(more, need);
    }
}

/* Uniforms and constants do not come from a pass before. */
static bool is_register(unsigned at)
{
    return at < GR3D_FP_IMM || (at >= GR3D_FP_CR && at < GR3D_FP_ZERO);
}

static unsigned count_registers(const Gr3dFpPacket *packet, unsigned used)
{
    bool seen[GR3D_FP_FILE_SIZE][2] = { { false } };
    unsigned num = 0;

    for (unsigned i = 0; i < 16; i++) {
        const Gr3dFpSource *src = &packet->slot[i / 4].src[i % 4];
        bool high = src->type == GR3D_FP_FX10 && src->shift;

        if (used >> (i / 4) & 1 && is_register(src->at) &&
            !seen[src->at][high]) {
            seen[src->at][high] = true;
            num++;
        }
    }
    return num;
}

void gr3d_cost_need_alu(const Gr3dFpPacket *packet, unsigned used,
                        Gr3dCostNeed *need)
{
    for (unsigned i = 0; i < 4; i++) {
        if (used >> i & 1) {
            need_slot(&packet->slot[i], need);
        }
    }
    need->registers += count_registers(packet, used);
}

/*
 * Passes
 */

static unsigned per(unsigned what, double of)
{
    return ceil(what / of);
}

/*
 * Return the passes of the adder: in a pass it makes sums of one length, or of
 * shorter ones in their places.
 */
static unsigned additions(const Gr3dCostChip *chip, const Gr3dCostNeed *need)
{
    const double *places = &chip->value[GR3D_COST_ADD2];
    unsigned passes = 0;
    double left = 0;            /* places of sums that are longer */

    for (unsigned n = 4; n >= 2; n--) {
        double sums_left = MAX(need->add[n] - left, 0);
        unsigned more = ceil(sums_left / places[n - 2]);

        left = MAX(left - need->add[n], 0) + more * places[n - 2] - sums_left;
        passes += more;
    }
    return passes;
}

unsigned gr3d_cost_passes(const Gr3dCostChip *chip, const Gr3dCostNeed *need,
                          uint16_t *stages)
{
#define PER(what, of) per(need->what, chip->value[GR3D_COST_##of])
#define ADDITIONS additions(chip, need)
#define COST_STAGE(id, number, name, passes) [GR3D_STAGE_##id] = passes,
    const unsigned by_stage[GR3D_NUM_STAGES] = {
#include "cost.def"
    };
    unsigned most = 1;

    for (unsigned i = 0; i < GR3D_NUM_STAGES; i++) {
        most = MAX(most, by_stage[i]);
    }
    for (unsigned i = 0; i < GR3D_NUM_STAGES && most > 1; i++) {
        *stages |= (by_stage[i] == most) << i;
    }
    return most;
}
