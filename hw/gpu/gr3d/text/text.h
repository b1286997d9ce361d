/*
 * Tegra20 GR3D engine: what assembler and disassembler share
 *
 * A word's text has a readable form, and after it in brackets each field
 * whose value is not what that form implies.  The tables of fields are made
 * from vp_fields.def and fp_words.def, so that every bit has a name.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef GR3D_TEXT_H
#define GR3D_TEXT_H

#include <glib.h>
#include "hw/gpu/gr3d/isa/fp_decode.h"
#include "hw/gpu/gr3d/isa/vp_decode.h"
#include "asm.h"

/*
 * Fields
 */

typedef struct Gr3dFields {
    const Gr3dField *field;
    unsigned num;
} Gr3dFields;

enum {
#define VP_FIELD(name, low, len) GR3D_VPF_##name,
#include "hw/gpu/gr3d/isa/vp_fields.def"
    GR3D_NUM_VPF
};

extern const Gr3dFields gr3d_fields_vp;
extern const Gr3dFields gr3d_fields_link;   /* even word in bits 31..0 */

/* Return a field's name in a list in brackets: some have a shorter one, too. */
const char *gr3d_field_text(const Gr3dField *f);

/*
 * Names that have no row of their own
 */

extern const char *const gr3d_pseq_ops[4], *const gr3d_dw_ops[4];
extern const char *const gr3d_alu_ops[4], *const gr3d_sfu_ops[16];
extern const char *const gr3d_mul_srcs[16], *const gr3d_mul_dsts[8];
extern const char *const gr3d_var_ops[4], *const gr3d_link_fmts[4];

/* What is around an operand that has a modifier, innermost first */
typedef struct Gr3dModText {
    const char *before, *after;
    bool of_d;                  /* D can have it */
} Gr3dModText;

extern const Gr3dModText gr3d_mod_texts[];
extern const unsigned gr3d_num_mods;

/* What follows an ALU opcode after a dot, in this order */
typedef struct Gr3dSuffix {
    const char *text;
    uint8_t at, value;          /* the member of Gr3dFpSlot at @at has it */
} Gr3dSuffix;

extern const Gr3dSuffix gr3d_suffixes[];
extern const unsigned gr3d_num_suffixes;

/* Fragment registers of the ALU by name: FIRST is number AT, NUM of them */
typedef struct Gr3dRegGroup {
    const char *name;
    uint8_t at, num;            /* num 0: one register, without number */
} Gr3dRegGroup;

#define GR3D_NUM_REG_GROUPS 11

extern const Gr3dRegGroup gr3d_reg_groups[GR3D_NUM_REG_GROUPS];

#define GR3D_FILLER_SLOT    0x000fe7e83e41f200ull   /* _ = 1 * 0 + 0 */

/*
 * Cursor over a text, line by line.  After the first error every function
 * finds the end of the text.
 */

#define GR3D_ASM_WORD   32

typedef struct Gr3dAsm {
    const char *at;             /* in the current line */
    const char *next;           /* line after it; NULL: none */
    unsigned line;
    char *error;
} Gr3dAsm;

void gr3d_asm_start(Gr3dAsm *as, const char *text);
/* Go to the next line that holds something; false: none, or an error. */
bool gr3d_asm_line(Gr3dAsm *as);
bool gr3d_asm_at_end(Gr3dAsm *as);
/* Return the error; the result is whether there was none. */
bool gr3d_asm_finish(Gr3dAsm *as, char **error);

void G_GNUC_PRINTF(2, 3) gr3d_asm_fail(Gr3dAsm *as, const char *format, ...);

/* Try @token; skip it if it is here. */
bool gr3d_asm_try(Gr3dAsm *as, const char *token);
void gr3d_asm_need(Gr3dAsm *as, const char *token);
void gr3d_asm_need_end(Gr3dAsm *as);
/* Read a word of letters, digits and _; false (and no error): none. */
bool gr3d_asm_peek(Gr3dAsm *as, char word[GR3D_ASM_WORD]);
bool gr3d_asm_word(Gr3dAsm *as, char word[GR3D_ASM_WORD]);
bool gr3d_asm_keyword(Gr3dAsm *as, const char *keyword);
bool gr3d_asm_at_digit(Gr3dAsm *as);
unsigned gr3d_asm_uint(Gr3dAsm *as, unsigned max);
double gr3d_asm_real(Gr3dAsm *as);
/* Read "r12" with the name "r": 12.  False: another word, nothing skipped. */
bool gr3d_asm_numbered(Gr3dAsm *as, const char *name, unsigned max,
                       unsigned *number);
/* Read one of @names, or @other followed by a number; @what is for the error */
unsigned gr3d_asm_name(Gr3dAsm *as, const char *const *names, unsigned num,
                       const char *other, const char *what);
/* Read NAME or NAME=VALUE; NULL: error. */
const Gr3dField *gr3d_asm_field(Gr3dAsm *as, const Gr3dFields *fields,
                                unsigned *value);
/* Read "[...]" if it is here and apply it to @word; then the line must end. */
uint64_t gr3d_asm_fields(Gr3dAsm *as, const Gr3dFields *fields,
                         uint64_t word);

/* Assemble one word of one line, for the disassembler. */
bool gr3d_asm_vp_insn(const char *text, uint32_t word[4]);
bool gr3d_asm_fp_word(Gr3dFpWord kind, const char *text, uint64_t *word);
bool gr3d_asm_link_word(const char *text, uint64_t *word);

/*
 * Disassembler: a word's line from its readable form
 */

typedef struct Gr3dDisasm {
    GString *out;
    bool open;                  /* a bracket is open */
    unsigned unknown;
    GString *comment;           /* names of unknown fields; NULL: none */
} Gr3dDisasm;

/* Add to the list in brackets, unknown fields to the comment as well. */
void G_GNUC_PRINTF(2, 3) gr3d_disasm_item(Gr3dDisasm *d, const char *format,
                                          ...);
void gr3d_disasm_unknown(Gr3dDisasm *d, const char *field);
/* Add a field if it differs from what the text so far implies. */
void gr3d_disasm_field(Gr3dDisasm *d, const Gr3dField *f, unsigned value);
/* Add all fields that differ; then gr3d_disasm_end(). */
unsigned gr3d_disasm_fields(Gr3dDisasm *d, const Gr3dFields *fields,
                            uint64_t word, uint64_t implied);
/* Close bracket and comment; returns how many fields are unknown. */
unsigned gr3d_disasm_end(Gr3dDisasm *d);
/* Append a name from a table, or @other and the number. */
void gr3d_disasm_name(GString *out, const char *const *names, unsigned i,
                      const char *other);
/* Append a number that reads back as the same double in any locale. */
void gr3d_disasm_real(GString *out, double value);
void gr3d_disasm_indent(GString *out, unsigned indent);

#endif /* GR3D_TEXT_H */
