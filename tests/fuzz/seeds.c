/*
 * Seeds and dictionaries of the fuzzers, made of the golden scenes
 *
 *   fuzz-seeds DIRECTORY STREAM...
 *
 * Writes DIRECTORY/NAME/ for each fuzzer, and DIRECTORY/NAME.dict.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <glib.h>
#include <glib/gstdio.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "hw/gpu/gr3d/text/disasm.h"
#include "hw/gpu/gr3d/text/stream.h"
#include "parts.h"
#include "records.h"

#define MAX_CONTENT     2048    /* bytes of a block of memory */
#define MAX_SEED        8192
#define NUM_STATES      24      /* seeds of fuzz-state.c */

static const char *root;

static void save(const char *fuzzer, const char *name, const void *data,
                 size_t size)
{
    g_autofree char *dir = g_build_filename(root, fuzzer, NULL);
    g_autofree char *path = g_build_filename(dir, name, NULL);

    g_mkdir_with_parents(dir, 0777);
    if (!g_file_set_contents(path, data, size, NULL)) {
        fprintf(stderr, "fuzz-seeds: cannot write %s\n", path);
        exit(1);
    }
}

/* ---- records */

static void put_u8(GByteArray *out, uint8_t v)
{
    g_byte_array_append(out, &v, 1);
}

static void put_u16(GByteArray *out, uint16_t v)
{
    put_u8(out, v);
    put_u8(out, v >> 8);
}

static void put_u32(GByteArray *out, uint32_t v)
{
    put_u16(out, v);
    put_u16(out, v >> 16);
}

static void put_head(GByteArray *out, unsigned kind, unsigned reg)
{
    put_u16(out, kind << 12 | reg);
}

/* Without the zeros at its end */
static void put_memory(GByteArray *out, const Gr3dMemory *m)
{
    uint32_t used = MIN(m->size, MAX_CONTENT);

    while (used && !m->data[used - 1]) {
        used--;
    }
    put_head(out, RECORD_MEMORY, 0);
    put_u32(out, m->addr);
    put_u32(out, m->size);
    put_u16(out, used);
    g_byte_array_append(out, m->data, used);
}

/* Writes to the same port from @i on: how many */
static unsigned run_length(const GArray *writes, unsigned i)
{
    uint32_t reg = g_array_index(writes, Gr3dStreamWrite, i).reg;
    unsigned num = 1;

    while (num < 255 && i + num < writes->len && reg != GR3D_DRAW_PRIM &&
           g_array_index(writes, Gr3dStreamWrite, i + num).reg == reg) {
        num++;
    }
    return num;
}

static unsigned put_writes(GByteArray *out, const GArray *writes, unsigned i)
{
    const Gr3dStreamWrite *w = &g_array_index(writes, Gr3dStreamWrite, i);
    unsigned num = run_length(writes, i);

    put_head(out, num > 1 ? RECORD_NONINCR : RECORD_WRITE, w->reg);
    if (num > 1) {
        put_u8(out, num);
    }
    for (unsigned n = 0; n < num; n++) {
        put_u32(out, w[n].value);
    }
    return num;
}

/* @how is another one for each scene, so that all ways of running are there */
static void save_stream(const char *name, const Gr3dStream *s, uint8_t how)
{
    g_autoptr(GByteArray) out = g_byte_array_new();

    put_u8(out, how);
    for (unsigned i = 0; i < s->num_memories; i++) {
        put_memory(out, &s->memory[i]);
    }
    for (unsigned i = 0; i < s->writes->len && out->len < MAX_SEED;) {
        i += put_writes(out, s->writes, i);
    }
    save("draw", name, out->data, out->len);
}

/* ---- push buffers */

/* SETCLASS, then INCR or NONINCR for each run of writes */
static void save_words(const char *name, const Gr3dStream *s, uint8_t how)
{
    g_autoptr(GByteArray) out = g_byte_array_new();
    const Gr3dStreamWrite *w = (void *)s->writes->data;

    put_u8(out, how);
    put_u8(out, how >> 3);
    put_u16(out, 0xfff);
    put_u32(out, 0x60 << 6);
    for (unsigned i = 0; i < s->writes->len && out->len < MAX_SEED;) {
        unsigned num = run_length(s->writes, i);

        put_u32(out, (num > 1 ? 2u : 1u) << 28 | w[i].reg << 16 | num);
        for (; num; num--, i++) {
            put_u32(out, w[i].value);
        }
    }
    save("host1x", name, out->data, out->len);
    save("push-buffer", name, out->data, out->len);
}

/* ---- operations of GR2D */

/* Fills, copies, a rotation, a stretch: registers as in tegra-gr2d.rst */
static void save_gr2d(void)
{
    /* register, value; ends with 0, 0 */
    static const uint32_t ops[][32] = {
        { 0x20, 0xcc, 0x1f, 2 << 16 | 1 << 6, 0x2b, 0x100, 0x2e, 64,
          0x35, 0x12345678, 0x38, 16 << 16 | 16 },
        { 0x20, 0xcc, 0x1f, 2 << 16 | 1 << 20, 0x2b, 0x2000, 0x2e, 64,
          0x31, 0x100, 0x33, 64, 0x38, 16 << 16 | 16 },
        { 0x20, 0x66, 0x1f, 1 << 16 | 1 << 20 | 1 << 8, 0x2b, 0x2000, 0x2e,
          64, 0x31, 0x100, 0x33, 64, 0x38, 16 << 16 | 16, 0x26, 0x400 },
        { 0x1f, 2 << 16, 0x1e, 1 << 24 | 4 << 26, 0x2b, 0x2000, 0x2e, 64,
          0x31, 0x100, 0x33, 64, 0x37, 15 << 16 | 15 },
        { 0x0c, 1, 0x1f, 2 << 16 | 3 << 27, 0x1c, 14 << 8 | 14, 0x1d, 1 << 18,
          0x11, 0x1000, 0x13, 0x800, 0x2b, 0x2000, 0x2e, 64, 0x31, 0x100,
          0x33, 64, 0x37, 8 << 16 | 8, 0x38, 8 << 16 | 16 },
    };

    for (unsigned i = 0; i < G_N_ELEMENTS(ops); i++) {
        g_autoptr(GByteArray) out = g_byte_array_new();
        g_autofree char *name = g_strdup_printf("op-%u", i);

        put_u8(out, i);
        for (unsigned k = 0; ops[i][k]; k += 2) {
            put_u8(out, ops[i][k]);
            put_u32(out, ops[i][k + 1]);
        }
        save("gr2d", name, out->data, out->len);
    }
}

/* ---- text */

typedef unsigned DisasmFn(GString *out, unsigned indent, const Gr3dRegs *regs);

static void save_text(const char *name, unsigned kind, const char *text,
                      size_t size)
{
    g_autoptr(GString) out = g_string_new("");
    g_autofree char *file = g_strdup_printf("%s-%u", name, kind);

    g_string_append_c(out, kind);
    g_string_append_len(out, text, size);
    if (size) {
        save("text", file, out->str, out->len);
    }
}

static void save_texts(const char *name, const char *text, size_t size,
                       const Gr3dRegs *regs)
{
    static DisasmFn *const disasm[] = {
        gr3d_disasm_vp, gr3d_disasm_linker, gr3d_disasm_fp,
    };

    for (unsigned i = 0; i < G_N_ELEMENTS(disasm); i++) {
        g_autoptr(GString) out = g_string_new("");

        disasm[i](out, 0, regs);
        save_text(name, i, out->str, out->len);
    }
    if (size < MAX_SEED) {
        save_text(name, 3, text, size);
        save("stream", name, text, size);
    }
}

/* ---- parts of the state */

static void save_states(const char *fuzzer)
{
    for (unsigned i = 0; i < NUM_STATES; i++) {
        g_autofree char *name = g_strdup_printf("state-%u", i);
        /* each way of running, states far from each other */
        uint8_t seed[] = { i * 37, i * 11, i, 1, i, 0, i * 7, i, i * 3, i };

        save(fuzzer, name, seed, sizeof(seed));
    }
}

/* ---- programs, as decode.h reads them */

/* Words from @at on until two are 0, as a program's end */
static unsigned used_words(const Part *part, Gr3dRegs *regs, unsigned at)
{
    unsigned size = part_size(part), num = 0;

    while (num < 255 && at + num < size &&
           (*part_word(part, regs, at + num) ||
            (at + num + 1 < size && *part_word(part, regs, at + num + 1)))) {
        num++;
    }
    return num;
}

static void save_program(const char *fuzzer, const char *name, Gr3dRegs *regs)
{
    const Part *part = part_find(fuzzer);
    g_autoptr(GByteArray) out = g_byte_array_new();

    for (unsigned at = 0; at < part_size(part); at++) {
        unsigned num = used_words(part, regs, at);

        if (num) {
            put_u8(out, num);
            put_u16(out, at);
        }
        for (; num; num--, at++) {
            put_u32(out, *part_word(part, regs, at));
        }
    }
    save(fuzzer, name, out->data, out->len);
}

/* ---- dictionaries */

static void dict_bytes(GString *out, unsigned value, unsigned bytes)
{
    g_string_append_c(out, '"');
    while (bytes--) {
        g_string_append_printf(out, "\\x%02x", value & 0xff);
        value >>= 8;
    }
    g_string_append(out, "\"\n");
}

static void save_dict(const char *fuzzer, const GString *text)
{
    g_autofree char *name = g_strdup_printf("%s.dict", fuzzer);
    g_autofree char *path = g_build_filename(root, name, NULL);

    g_file_set_contents(path, text->str, text->len, NULL);
}

/* The heads of writes to each register, numbers at the edges of ranges */
static void save_dicts(void)
{
    static const char *const words[] = {
        "gr3d-stream 1\n", "memory ", "data ", "fill ", "write ", "words ",
        "const ", "image ", "expect ", "vp {\n", "fp {\n", "link {\n", "}\n",
        "u32", "f32", "exec\n", "alu\n", "mad ", "min ", "max ", "csel ",
        "tex ", "dw ", "pseq ", "mfu ", "imm ", "fx10(", "fp20(", "[end]",
        "MOV ", "ADD ", "MUL ", "BRI ", "RCP ", "ARL ", "c[A0.x+", "rest=",
    };
    static const uint32_t numbers[] = {
        0x7fffffff, 0x80000000, 0xffffffff, 0x7f800000, 0xff800000,
        0x7fc00000, 0x3f800000, 0x41800000, 0x00800000, 0x0000ffff, 0xfffff,
    };
    g_autoptr(GString) binary = g_string_new("");
    g_autoptr(GString) text = g_string_new("");

    for (unsigned i = 0; i < G_N_ELEMENTS(numbers); i++) {
        dict_bytes(binary, numbers[i], 4);
    }
    for (unsigned i = 0; i < GR3D_NUM_REGS; i++) {
        const char *name = gr3d_reg_name(i);

        if (name) {
            dict_bytes(binary, i, 2);
            g_string_append_printf(text, "\"%s\"\n", name);
        }
    }
    for (unsigned i = 0; i < G_N_ELEMENTS(words); i++) {
        g_autofree char *escaped = g_strescape(words[i], NULL);
        char **parts = g_strsplit(escaped, "\\n", -1);
        g_autofree char *joined = g_strjoinv("\\x0a", parts);

        g_strfreev(parts);
        g_string_append_printf(text, "\"%s\"\n", joined);
    }
    save_dict("draw", binary);
    save_dict("push-buffer", binary);
    save_dict("text", text);
    save_dict("stream", text);
}

static bool one_stream(const char *path, unsigned number)
{
    g_autofree char *text = NULL, *error = NULL;
    g_autofree char *name = g_path_get_basename(path);
    Gr3dStream *s;
    Gr3dReplay replay;
    gsize size;

    if (!g_file_get_contents(path, &text, &size, NULL)) {
        fprintf(stderr, "fuzz-seeds: cannot read %s\n", path);
        return false;
    }
    s = gr3d_stream_parse(text, size, &error);
    if (!s) {
        fprintf(stderr, "fuzz-seeds: %s: %s\n", path, error);
        return false;
    }
    save_stream(name, s, number * 37);
    save_words(name, s, number * 37);
    gr3d_stream_run(s, &replay, 1, NULL, NULL);
    save_texts(name, text, size, &replay.regs);
    save_program("vp-decode", name, &replay.regs);
    save_program("fp-decode", name, &replay.regs);
    gr3d_replay_clear(&replay);
    gr3d_stream_free(s);
    return true;
}

int main(int argc, char **argv)
{
    static const char *const states[] = {
        "vertex-program", "fragment-program", "fetch", "set-up", "raster",
        "texture", "surface",
    };
    bool ok = argc > 2;

    root = argc > 1 ? argv[1] : ".";
    g_mkdir_with_parents(root, 0777);
    for (int i = 2; i < argc; i++) {
        ok &= one_stream(argv[i], i);
    }
    for (unsigned i = 0; i < G_N_ELEMENTS(states); i++) {
        save_states(states[i]);
    }
    save_gr2d();
    save_dicts();
    return !ok;
}
