/*
 * Fuzzers of one part of a draw's state each: the rest is valid
 *
 * Input: a byte for differ_new(), two that choose one of 65536 valid states,
 * then changes.  A change is a byte that says how many words, two that say
 * where in the part, and the words; where the byte is 0, two bytes say how
 * many bytes of memory follow for a slot, the last byte which.
 *
 * FUZZ_TARGET names the part.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <glib.h>
#include <stdlib.h>
#include <string.h>
#include "differ.h"
#include "fp_decode.h"
#include "hostile-state.h"
#include "vp_decode.h"

#define MAX_WORK    20000
#define WORD(field) (offsetof(Gr3dRegs, field) / 4)

/* Words of Gr3dRegs */
typedef struct Range {
    uint16_t first, end;
} Range;

typedef struct Part {
    const char *name;
    Range range[4];
    void (*check)(const Gr3dRegs *regs);
} Part;

/* ---- decoders and their inverses */

static void same(uint64_t a, uint64_t b)
{
    if (a != b) {
        abort();
    }
}

static void check_vp(const Gr3dRegs *regs)
{
    for (unsigned i = 0; i < 1024; i += 4) {
        const uint32_t *word = &regs->vp_inst[i];
        uint32_t again[4];
        Gr3dVpInsn insn;

        gr3d_vp_decode_insn(&insn, word);
        gr3d_vp_encode_insn(&insn, again);
        same(memcmp(word, again, sizeof(again)), 0);
    }
}

static void check_slots(const Gr3dRegs *regs)
{
    for (unsigned i = 0; i < 512; i += 2) {
        uint64_t high = regs->alu_inst[i], low = regs->alu_inst[i + 1];
        uint64_t word = high << 32 | low;
        Gr3dFpSlot slot = gr3d_fp_decode_slot(word);
        Gr3dFpConst imm = gr3d_fp_decode_const(word);

        same(gr3d_fp_encode_slot(&slot), word);
        same(gr3d_fp_encode_const(&imm), word);
    }
}

static void check_fp(const Gr3dRegs *regs)
{
    for (unsigned i = 0; i < 64; i++) {
        uint64_t mfu = (uint64_t)regs->mfu_inst[2 * i] << 32 |
                       regs->mfu_inst[2 * i + 1];
        Gr3dFpMfu m = gr3d_fp_decode_mfu(mfu);
        Gr3dFpPseq pseq = gr3d_fp_decode_pseq(regs->pseq_inst[i]);
        Gr3dFpTex tex = gr3d_fp_decode_tex(regs->tex_inst[i]);
        Gr3dFpDw dw = gr3d_fp_decode_dw(regs->dw_inst[i]);

        same(gr3d_fp_encode_mfu(&m), mfu);
        same(gr3d_fp_encode_pseq(&pseq), regs->pseq_inst[i]);
        same(gr3d_fp_encode_tex(&tex), regs->tex_inst[i]);
        same(gr3d_fp_encode_dw(&dw), regs->dw_inst[i]);
    }
    check_slots(regs);
}

static void check_none(const Gr3dRegs *regs)
{
}

/* ---- parts */

static const Part parts[] = {
    { "vertex-program", {
          { WORD(vp_inst), WORD(pseq_inst) }, { 0x200, 0x20a },
          { 0x120, 0x121 } }, check_vp },
    { "fragment-program", {
          { WORD(pseq_inst), WORD(dw_inst) + 64 }, { 0x500, 0x548 },
          { 0x820, 0x840 }, { 0xe20, 0xe28 } }, check_fp },
    { "fetch", { { 0x100, 0x124 } }, check_none },
    { "set-up", { { 0x300, 0x35c } }, check_none },
    { "raster", {
          { 0x343, 0x360 }, { 0x400, 0x410 }, { 0x903, 0x904 },
          { 0xe00, 0xe30 } }, check_none },
    { "texture", {
          { 0x700, 0x740 }, { WORD(tex_inst), WORD(tex_inst) + 8 },
          { 0xe00, 0xe30 } }, check_none },
    { "surface", {
          { 0xe00, 0xe30 }, { 0x903, 0x904 },
          { WORD(dw_inst), WORD(dw_inst) + 8 },
          { WORD(pseq_inst), WORD(pseq_inst) + 8 } }, check_none },
};

static const Part *find_part(void)
{
    unsigned i = 0;

    while (strcmp(parts[i].name, FUZZ_TARGET)) {
        i++;
    }
    return &parts[i];
}

static unsigned part_size(const Part *part)
{
    unsigned size = 0;

    for (unsigned i = 0; i < G_N_ELEMENTS(part->range); i++) {
        size += part->range[i].end - part->range[i].first;
    }
    return size;
}

static uint32_t *part_word(const Part *part, Gr3dRegs *regs, unsigned at)
{
    const Range *r = part->range;

    while (at >= r->end - r->first) {
        at -= r->end - r->first;
        r++;
    }
    return (uint32_t *)regs + r->first + at;
}

/* ---- input */

static void change_memory(Input *in, Differ *d)
{
    uint16_t size = in_u16(in);
    uint8_t slot = in_u8(in) % GR3D_NUM_SPANS;

    differ_content(d, slot, in_part(in, size));
}

static void change_words(Input *in, const Part *part, Gr3dRegs *regs,
                         unsigned num)
{
    unsigned size = part_size(part), at = in_u16(in);

    for (unsigned i = 0; i < num && in->left; i++, at++) {
        *part_word(part, regs, at % size) = in_u32(in);
    }
}

static void choose_state(Gr3dRegs *regs, unsigned number)
{
    static bool once;
    Rng rng = rng_new(number);

    if (!once) {
        hostile_state_init();
        once = true;
    }
    hostile_state_valid(regs, &rng);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static Gr3dRegs regs;
    const Part *part = find_part();
    Input in = { data, size };
    Differ *d = differ_new(in_u8(&in));

    choose_state(&regs, in_u16(&in));
    while (in.left) {
        unsigned num = in_u8(&in);

        if (num) {
            change_words(&in, part, &regs, num);
        } else {
            change_memory(&in, d);
        }
    }
    part->check(&regs);
    differ_draw(d, &regs, MAX_WORK);
    differ_free(d);
    return 0;
}
