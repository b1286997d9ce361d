/*
 * Fuzzer: text for the assembler and of streams, and back
 *
 * Input: a byte that chooses, then the text.  What was assembled is taken apart
 * and assembled again: the words must be the same.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <glib.h>
#include <string.h>
#include "hw/gpu/gr3d/text/asm.h"
#include "hw/gpu/gr3d/text/disasm.h"
#include "hw/gpu/gr3d/text/stream.h"
#include "fp-upload.h"
#include "input.h"

static void fuzz_vp(const char *text)
{
    uint32_t words[1024] = { 0 }, again[1024] = { 0 };
    g_autoptr(GString) out = g_string_new("");
    g_autofree char *error = NULL;
    unsigned num, num_again;

    if (!gr3d_asm_vp(text, words, &num, &error)) {
        must(error);
        return;
    }
    must(num <= 1024 && num % 4 == 0);
    gr3d_disasm_vp_words(out, 0, words, num / 4);
    must(gr3d_asm_vp(out->str, again, &num_again, &error));
    must(num == num_again && !memcmp(words, again, sizeof(words)));
}

static void fuzz_link(const char *text)
{
    uint32_t words[64] = { 0 }, again[64] = { 0 };
    g_autoptr(GString) out = g_string_new("");
    g_autofree char *error = NULL;
    unsigned num, num_again;

    if (!gr3d_asm_linker(text, words, &num, &error)) {
        must(error);
        return;
    }
    must(num <= 64 && num % 2 == 0);
    for (unsigned i = 0; i < num; i += 2) {
        gr3d_disasm_link(out, words[i], words[i + 1]);
        g_string_append_c(out, '\n');
    }
    must(gr3d_asm_linker(out->str, again, &num_again, &error));
    must(num == num_again && !memcmp(words, again, sizeof(words)));
}

static void fuzz_fp(const char *text)
{
    static Gr3dRegs regs;
    static Gr3dAsmFp fp, again;
    g_autoptr(GString) out = g_string_new("");
    g_autofree char *error = NULL;

    memset(&fp, 0, sizeof(fp));
    if (!gr3d_asm_fp(text, &fp, &error)) {
        must(error);
        return;
    }
    must(fp.num_execs <= 64 && fp.num_mfu <= 64 && fp.num_packets <= 64);
    gr3d_regs_reset(&regs);
    fp_upload(&regs, &fp);
    regs.reg[0x520] = fp.num_execs;
    gr3d_disasm_fp(out, 0, &regs);
    must(gr3d_asm_fp(out->str, &again, &error));
    must(fp.num_execs == again.num_execs &&
         !memcmp(fp.pseq, again.pseq, 4 * fp.num_execs) &&
         !memcmp(fp.tex, again.tex, 4 * fp.num_execs) &&
         !memcmp(fp.dw, again.dw, 4 * fp.num_execs));
}

/* What is printed of a stream has to be a stream. */
static void fuzz_print(const Gr3dRegs *regs, const Gr3dStream *stream)
{
    g_autoptr(GString) out = g_string_new("");
    g_autofree char *error = NULL;
    Gr3dStream *again;

    gr3d_stream_print(out, regs, stream->memory, stream->num_memories, false);
    again = gr3d_stream_parse(out->str, out->len, &error);
    must(again);
    gr3d_stream_free(again);
}

/* Registers as after the writes; draws are of fuzz-stream.c */
static void fuzz_stream(const char *text, size_t len)
{
    static Gr3dRegs regs;
    g_autofree char *error = NULL;
    Gr3dStream *stream = gr3d_stream_parse(text, len, &error);

    must(!stream == !!error);
    if (!stream) {
        return;
    }
    if (stream->num_bytes < 1 << 20) {
        gr3d_regs_reset(&regs);
        for (unsigned i = 0; i < stream->writes->len; i++) {
            const Gr3dStreamWrite *w = &g_array_index(stream->writes,
                                                      Gr3dStreamWrite, i);

            gr3d_regs_write(&regs, w->reg, w->value);
        }
        fuzz_print(&regs, stream);
    }
    gr3d_stream_free(stream);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static void (*const asms[])(const char *) = {
        fuzz_vp, fuzz_link, fuzz_fp,
    };
    g_autofree char *text = NULL;
    unsigned kind;

    if (!size) {
        return 0;
    }
    kind = data[0] % 4;
    text = g_strndup((const char *)data + 1, size - 1);
    if (kind < G_N_ELEMENTS(asms)) {
        asms[kind](text);
    } else {
        /* not ended by a zero byte */
        g_autofree char *exact = g_memdup2(data + 1, size - 1);

        fuzz_stream(exact ? exact : "", size - 1);
    }
    return 0;
}
