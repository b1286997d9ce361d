/*
 * Fuzzer: the words of a vertex program, decoded, encoded, as text and back
 *
 * Input: decode.h
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <glib.h>
#include "hw/gpu/gr3d/isa/vp_decode.h"
#include "hw/gpu/gr3d/text/asm.h"
#include "hw/gpu/gr3d/text/disasm.h"
#include "decode.h"

/* What a backend takes as an index, or as one of few */
static void check_ranges(const Gr3dVpInsn *insn)
{
    for (unsigned i = 0; i < 3; i++) {
        must(insn->src[i].temp < GR3D_VP_TEMPS);
        must(insn->src[i].type <= GR3D_VP_SRC_CONST);
    }
    for (unsigned i = 0; i < 4; i++) {
        must(insn->src[i % 3].swizzle[i] < 4 && insn->test_swizzle[i] < 4);
    }
    must(insn->vec_temp < GR3D_VP_TEMPS || insn->vec_temp == GR3D_VP_NONE);
    must(insn->scl_temp < GR3D_VP_TEMPS || insn->scl_temp == GR3D_VP_NONE);
    must(!insn->export_unit || insn->export_index < GR3D_VP_EXPORTS);
    must(insn->vec_mask < 16 && insn->scl_mask < 16 && insn->test < 8);
}

static void check_insns(const Gr3dRegs *regs)
{
    for (unsigned i = 0; i < 1024; i += 4) {
        uint32_t again[4];
        Gr3dVpInsn insn;

        gr3d_vp_decode_insn(&insn, &regs->vp_inst[i]);
        gr3d_vp_encode_insn(&insn, again);
        must(!memcmp(&regs->vp_inst[i], again, sizeof(again)));
        check_ranges(&insn);
    }
}

/* Instructions that are not all zero: text takes long */
static unsigned copy_used(uint32_t *to, const Gr3dRegs *regs)
{
    unsigned num = 0;

    for (unsigned i = 0; i < 1024; i += 4) {
        const uint32_t *word = &regs->vp_inst[i];

        if (word[0] | word[1] | word[2] | word[3]) {
            memcpy(&to[4 * num++], word, 16);
        }
    }
    return num;
}

static void check_text(const Gr3dRegs *regs)
{
    static uint32_t used[1024], again[1024];
    g_autoptr(GString) out = g_string_new("");
    g_autofree char *error = NULL;
    unsigned num = copy_used(used, regs), num_again;

    gr3d_disasm_vp_words(out, 0, used, num);
    must(gr3d_asm_vp(out->str, again, &num_again, &error));
    must(num_again == 4 * num && !memcmp(again, used, 16 * num));
}

static void decode(Gr3dVpInsn *insn, Gr3dVp *vp, const Gr3dRegs *regs)
{
    memset(insn, 0, GR3D_VP_INSNS * sizeof(*insn));
    gr3d_vp_decode_program(insn, regs);
    gr3d_vp_decode_state(vp, regs);
}

/* What has the same words is the same program: the cache relies on it. */
static void check_words(const Gr3dRegs *regs, const Gr3dRegs *other)
{
    static uint32_t words[2][GR3D_VP_MAX_WORDS];
    static Gr3dVpInsn insn[2][GR3D_VP_INSNS];
    static Gr3dVp vp[2];
    unsigned num = gr3d_vp_words(regs, words[0]);

    must(num <= GR3D_VP_MAX_WORDS);
    decode(insn[0], &vp[0], regs);
    decode(insn[1], &vp[1], other);
    if (gr3d_vp_words(other, words[1]) == num &&
        !memcmp(words[0], words[1], 4 * num)) {
        must(!memcmp(insn[0], insn[1], sizeof(insn[0])));
        must(vp[0].start == vp[1].start && vp[0].exports == vp[1].exports);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static Gr3dRegs regs, other;

    decode_input(&regs, &other, data, size);
    check_insns(&regs);
    check_text(&regs);
    check_words(&regs, &other);
    return 0;
}
