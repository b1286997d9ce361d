/*
 * Tegra20 GR3D engine: decoded vertex programs
 *
 * Only the decoder sees raw words.  It also decides, once for every backend,
 * which unit's result goes where; all an executor has to add is the state.
 * Every read of an instruction sees the state before it.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef GR3D_VP_DECODE_H
#define GR3D_VP_DECODE_H

#include "events.h"
#include "regfile.h"

#define GR3D_VP_INSNS   256
#define GR3D_VP_CONSTS  256
#define GR3D_VP_TEMPS   32
#define GR3D_VP_EXPORTS 16
#define GR3D_VP_STACK   8
#define GR3D_VP_NONE    0xff

typedef enum Gr3dVpAction {
    GR3D_VP_UNKNOWN,            /* no such opcode: does nothing */
    GR3D_VP_NOTHING,
    GR3D_VP_VALUE,              /* computes four floats */
    GR3D_VP_ADDR,               /* computes four address values */
    GR3D_VP_PUSH,
    GR3D_VP_POP,
    GR3D_VP_JUMP,
    GR3D_VP_CALL,
    GR3D_VP_RETURN,
} Gr3dVpAction;

typedef enum Gr3dVpSrcType {
    GR3D_VP_SRC_NONE,           /* reads like an attribute */
    GR3D_VP_SRC_TEMP,
    GR3D_VP_SRC_ATTR,
    GR3D_VP_SRC_CONST,
} Gr3dVpSrcType;

typedef enum Gr3dVpUnit {
    GR3D_VP_UNIT_NONE,
    GR3D_VP_UNIT_VEC,
    GR3D_VP_UNIT_SCL,
} Gr3dVpUnit;

/* Exactly the fields of the word, see vp_fields.def. */
typedef struct Gr3dVpFields {
#define VP_FIELD(name, low, len) uint16_t name;
#include "vp_fields.def"
} Gr3dVpFields;

typedef struct Gr3dVpSrc {
    uint8_t type;               /* Gr3dVpSrcType */
    uint8_t temp;               /* 0..31 */
    uint8_t swizzle[4];         /* 0..3 */
    bool neg, abs;
    bool used;                  /* some opcode of the instruction reads it */
} Gr3dVpSrc;

/* Condition states are the bits of a test mask; a NaN is in two classes. */
enum {
    GR3D_VP_LT = 1,
    GR3D_VP_EQ = 2,
    GR3D_VP_GT = 4,
    GR3D_VP_UNORDERED = GR3D_VP_LT | GR3D_VP_GT,
};

/* A decoded instruction; masks have bit i for component i: x is bit 0 */
typedef struct Gr3dVpInsn {
    Gr3dVpFields raw;
    bool abort;                 /* an illegal field: stop here */
    bool unknown;               /* an unknown opcode in either unit */
    Gr3dVpSrc src[3];
    uint8_t vec_op, scl_op;     /* of VALUE and ADDR */
    uint8_t vec_action, scl_action;
    uint8_t vec_mask, scl_mask;
    uint8_t vec_temp, scl_temp; /* 0..31 or GR3D_VP_NONE */
    uint8_t export_unit, export_index;
    uint8_t cc_unit;            /* whose result updates the condition */
    uint8_t addr_mask;          /* components of A0 that ADDR writes */
    uint8_t stack;              /* NOTHING, PUSH or POP */
    uint8_t flow;               /* NOTHING, JUMP, CALL or RETURN */
    uint8_t target;
    uint8_t test;               /* GR3D_VP_LT | EQ | GT */
    uint8_t test_swizzle[4];
    bool gated;                 /* results pass the test per component */
    bool end;
} Gr3dVpInsn;

typedef struct Gr3dVp {
    const Gr3dVpInsn *insn;     /* GR3D_VP_INSNS */
    float constant[GR3D_VP_CONSTS][4];
    uint8_t start;
    uint16_t exports;           /* bit set of the enabled ones */
    uint16_t limit;             /* instructions per vertex */
    uint16_t const_min;         /* what indices a relative read may name */
    uint16_t const_max;
    bool zero_mode;             /* 0 * anything = 0 */
} Gr3dVp;

/* Convert an instruction; @word in upload order (bits 127..96 first). */
void gr3d_vp_decode_insn(Gr3dVpInsn *insn, const uint32_t word[4]);
void gr3d_vp_encode_insn(const Gr3dVpInsn *insn, uint32_t word[4]);

/* Decode all of a draw's vertex program but the instructions. */
void gr3d_vp_decode_state(Gr3dVp *vp, const Gr3dRegs *regs);
/* Decode what can be reached of GR3D_VP_INSNS; others keep what they are. */
void gr3d_vp_decode_program(Gr3dVpInsn *insn, const Gr3dRegs *regs);

/*
 * Find the instructions that may be executed from @start on, of
 * GR3D_VP_INSNS; returns the end of the last one.
 */
unsigned gr3d_vp_reach(const uint32_t *words, unsigned start,
                       bool reached[GR3D_VP_INSNS]);

/* Collect what gr3d_vp_decode_program() and lowering read; their number. */
#define GR3D_VP_MAX_WORDS   (1 + 4 * GR3D_VP_INSNS)
unsigned gr3d_vp_words(const Gr3dRegs *regs, uint32_t *word);

/* An opcode; without a row in vp_ops.def the name is NULL */
typedef struct Gr3dVpOp {
    const char *name;
    uint8_t action;             /* Gr3dVpAction */
    uint8_t reads;              /* bit 0 operand A, 1 B, 2 C */
} Gr3dVpOp;

extern const Gr3dVpOp gr3d_vp_vec_ops[32], gr3d_vp_scl_ops[32];

/* Return an opcode's name for dumps; NULL: it is unknown. */
const char *gr3d_vp_vec_name(unsigned op);
const char *gr3d_vp_scl_name(unsigned op);

#endif /* GR3D_VP_DECODE_H */
