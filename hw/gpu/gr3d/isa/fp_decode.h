/*
 * Tegra20 GR3D engine: decoded fragment program
 *
 * Two levels.  The word structs hold the fields of one instruction word and
 * convert both ways (fp_words.def).  Gr3dFp holds what the interpreters run:
 * micro-operations with every index in range, in the order in which the
 * reads and writes of a word happen.
 *
 * [tegra-gr3d.rst, Fragment pipe]
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef GR3D_FP_DECODE_H
#define GR3D_FP_DECODE_H

#include "events.h"
#include "regfile.h"
#include "regfile.h"

/* Rows of fp_ops.def by name */
enum {
#define FP_MOD(bit, name, ...)      GR3D_FP_MOD_##name = 1 << bit,
#define FP_ALU(code, name, ...)     GR3D_FP_ALU_##name = code,
#define FP_SCALE(code, name, ...)   GR3D_FP_SCALE_##name = code,
#define FP_CC(code, name, ...)      GR3D_FP_CC_##name = code,
#define FP_SFU(code, name, ...)     GR3D_FP_SFU_##name = code,
#include "fp_ops.def"
};

/*
 * Instruction words
 */

typedef struct Gr3dFpSched {
    uint8_t count, first;
} Gr3dFpSched;

typedef struct Gr3dFpPseq {
    uint8_t op;                 /* 0 none, 1 LD, 2 LD_R20, 3 LD_R80 */
    uint8_t surf, pair, non_center, killed, persistent;
    uint32_t args_0, args_2, rest;
} Gr3dFpPseq;

typedef struct Gr3dFpMfu {
    uint8_t sfu_op, sfu_reg;
    struct {
        uint8_t src[2], dst;
    } mul[2];
    struct {
        uint8_t op, row, saturate;
    } var[4];
    uint8_t rest;
} Gr3dFpMfu;

typedef struct Gr3dFpTex {
    uint8_t enable, index, src_pair, dst_pair, color_key, comp_sel;
    uint8_t killed, lod_bias, lod;
    uint32_t rest_8, rest_14;
} Gr3dFpTex;

typedef struct Gr3dFpOperand {
    uint8_t fx10, high;
    uint8_t reg;                /* of A, B, C */
    uint8_t enable, from_c;     /* of D */
#define FP_MOD(bit, name, member, ...) uint8_t member;
#include "fp_ops.def"
} Gr3dFpOperand;

typedef struct Gr3dFpSlot {
    uint8_t opcode, send, recv, no_add, scale, saturate, cc;
    uint8_t dst, write_high, write_low;
    Gr3dFpOperand abc[3], d;
} Gr3dFpSlot;

typedef struct Gr3dFpConst {
    uint32_t imm[3];
    uint8_t rest;
} Gr3dFpConst;

typedef struct Gr3dFpDw {
    uint8_t op;                 /* 0 none, 1 ST, 2 ST_R20, 3 ST_R80 */
    uint8_t surf, pair, stencil, killed, non_center, persistent, read_clean;
    uint32_t rest_11, rest_16, always, rest_18;
} Gr3dFpDw;

typedef enum Gr3dFpWord {
#define FP_WORD(Word, name, Type) GR3D_FP_WORD_##Word,
#include "fp_words.def"
} Gr3dFpWord;

typedef struct Gr3dField {
    const char *name;
    uint8_t low, len;
    uint8_t at, size;           /* of the member; fragment words only */
} Gr3dField;

/* By word and lowest bit */
extern const Gr3dField gr3d_fp_fields[][64];

static inline uint64_t gr3d_field_get(const Gr3dField *f, uint64_t word)
{
    return (word >> f->low) & ((1ull << f->len) - 1);
}

static inline uint64_t gr3d_field_put(const Gr3dField *f, uint64_t word,
                                      uint64_t value)
{
    uint64_t mask = ((1ull << f->len) - 1) << f->low;

    return (word & ~mask) | ((value << f->low) & mask);
}

void gr3d_fp_decode_word(Gr3dFpWord kind, uint64_t word, void *out);
uint64_t gr3d_fp_encode_word(Gr3dFpWord kind, const void *in);

/* Define gr3d_fp_decode_sched(), gr3d_fp_encode_sched(), and so on. */
#define FP_WORD(Word, name, Type)                               \
    static inline Type gr3d_fp_decode_##name(uint64_t word)     \
    {                                                           \
        Type out = { 0 };                                       \
                                                                \
        gr3d_fp_decode_word(GR3D_FP_WORD_##Word, word, &out);   \
        return out;                                             \
    }                                                           \
                                                                \
    static inline uint64_t gr3d_fp_encode_##name(const Type *in) \
    {                                                           \
        return gr3d_fp_encode_word(GR3D_FP_WORD_##Word, in);    \
    }
#include "fp_words.def"

/*
 * The program
 */

/* Register file of a fragment: the ALU's numbers, then forwarded results. */
enum {
    GR3D_FP_GLOBAL = 16,
    GR3D_FP_ALU = 24,           /* results of the previous packet */
    GR3D_FP_IMM = 28,
    GR3D_FP_ZERO_ONE = 31,      /* low half 0, high half 1.0 */
    GR3D_FP_UNIFORM = 32,
    GR3D_FP_CR = 64,
    GR3D_FP_POS_X = 72,
    GR3D_FP_POS_Y = 73,
    GR3D_FP_COVERAGE = 74,
    GR3D_FP_FACE = 75,
    GR3D_FP_KILL = 76,
    GR3D_FP_OWN = 128,          /* results of this packet's earlier slots */
    GR3D_FP_ZERO = 132,
    GR3D_FP_FILE_SIZE,
};

#define GR3D_FP_ROW_REGS    16  /* r0..r15 */

typedef enum Gr3dFpType {
    GR3D_FP_FP20,
    GR3D_FP_FX10,
    GR3D_FP_ALU_FX10,           /* fp20 number, rounded to fx10 on reading */
} Gr3dFpType;

typedef struct Gr3dFpSource {
    uint8_t at;                 /* index in the register file */
    uint8_t type;
    uint8_t shift;              /* of the fx10 half: 0 or 10 */
    uint8_t mods;               /* FP_MOD bits */
} Gr3dFpSource;

typedef enum Gr3dFpTarget {
    GR3D_FP_TO_NOTHING,
    GR3D_FP_TO_REG,
    GR3D_FP_TO_CR,
    GR3D_FP_TO_KILL,
} Gr3dFpTarget;

typedef struct Gr3dFpAlu {
    Gr3dFpSource src[4];        /* A, B, C, D */
    uint8_t opcode, scale, cc;
    bool saturate;
    bool two_products;          /* A*B and C*D to the two halves */
    bool recv;                  /* C is replaced by the sum */
    uint8_t sum;                /* slots whose results are added up */
    bool fx10;                  /* format of the result */
    uint8_t target, dst;
    uint32_t mask;              /* bits of dst that are written */
    uint8_t shift, shift2;      /* half of the first, second product */
} Gr3dFpAlu;

/* Micro-operations of a packet, in an order settled for all backends */
typedef enum Gr3dFpStepKind {
    GR3D_FP_EVAL,               /* read operands, compute own result */
    GR3D_FP_SUM,                /* compute again with other slots' own */
    GR3D_FP_WRITE,              /* destination */
    GR3D_FP_RESULT,             /* alu0..alu3 for the next packet */
} Gr3dFpStepKind;

typedef struct Gr3dFpStep {
    uint8_t kind, slot;
} Gr3dFpStep;

typedef struct Gr3dFpPacket {
    bool decoded;
    bool constants;             /* slot 3 is three immediates */
    bool forwards;              /* some slot reads GR3D_FP_OWN */
    uint32_t imm[3];
    Gr3dFpAlu slot[4];
    uint8_t num_steps;
    Gr3dFpStep step[16];
} Gr3dFpPacket;

typedef enum Gr3dFpMfuKind {
    GR3D_FP_MFU_SFU,            /* a = register, b = FP_SFU code */
    GR3D_FP_MFU_MUL,            /* unit; a, b = sources */
    GR3D_FP_MFU_WEIGHT,         /* unit: product becomes a weight */
    GR3D_FP_MFU_STORE,          /* unit; a = row register */
    GR3D_FP_MFU_VAR_FP20,       /* unit = column; a = TRAM row, b = saturate */
    GR3D_FP_MFU_VAR_FX10,
    GR3D_FP_MFU_DEPTH,
} Gr3dFpMfuKind;

/* Sources of the multipliers and operands of the special functions */
enum {
    GR3D_FP_SRC_R0 = 0,         /* to 3: row registers */
    GR3D_FP_SRC_R4 = 4,         /* sum of lambda/w */
    GR3D_FP_SRC_SFU = 10,
    GR3D_FP_SRC_COEF0 = 11,
    GR3D_FP_SRC_COEF1 = 12,
    GR3D_FP_SRC_ONE = 13,
    GR3D_FP_SRC_ZERO = 15,
    GR3D_FP_SRC_CONST = 16,     /* multiplier sources 4 to 7 */
    GR3D_FP_NUM_SRC = 20,
};

typedef struct Gr3dFpMfuStep {
    uint8_t kind, unit, a, b;
} Gr3dFpMfuStep;

typedef struct Gr3dFpMfuSteps {
    bool decoded;
    uint8_t columns;            /* interpolated: bit j = column j */
    uint8_t num_steps;
    Gr3dFpMfuStep step[10];
} Gr3dFpMfuSteps;

typedef struct Gr3dFpExec {
    Gr3dFpPseq pseq;
    Gr3dFpTex tex;
    Gr3dFpDw dw;
    uint8_t num_mfu, mfu[3];            /* entries of Gr3dFp.mfu */
    uint8_t num_packets, packet[3];     /* entries of Gr3dFp.packet */
    uint8_t copy_row, copy_columns;     /* no MFU work: take over these */
    uint32_t write_mask[GR3D_FP_ROW_REGS];  /* bits its packets write */
} Gr3dFpExec;

typedef struct Gr3dFp {
    unsigned num_execs;         /* 0..64 */
    unsigned num_rows;          /* 1..4 */
    Gr3dFpExec exec[GR3D_NUM_EXECS];
    Gr3dFpMfuSteps mfu[64];
    Gr3dFpPacket packet[2][64]; /* [0] as first of an EXEC, [1] as later one */
    uint64_t columns;           /* of TRAM that are read: bit 4 * row + col */
    uint16_t textures;          /* bit sets of what the words name */
    uint16_t loads, stores;
    bool stencil_store;
    unsigned cost;              /* instructions per fragment */
} Gr3dFp;

void gr3d_fp_decode(Gr3dFp *fp, const Gr3dRegs *regs, GpuEvents *events);

/* Collect all words that gr3d_fp_decode() reads; returns their number. */
#define GR3D_FP_MAX_WORDS   (2 + GR3D_NUM_EXECS * (6 + 3 * 2 + 3 * 8))
unsigned gr3d_fp_words(const Gr3dRegs *regs, uint32_t *word);

/* Return an operand's modifiers as FP_MOD bits. */
unsigned gr3d_fp_mods(const Gr3dFpOperand *operand);

/* Does slot 3 of a packet hold constants? @word: slots 0..2 */
bool gr3d_fp_has_constants(const Gr3dFpSlot slot[3]);

#endif /* GR3D_FP_DECODE_H */
