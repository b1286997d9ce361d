/*
 * Disassemble GR3D words (docs/specs/tegra-gr3d-asm.rst)
 *
 * Exit status: 0; 1 when the input is wrong or cannot be read, or with
 * --strict when something in it is unknown.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <stdio.h>
#include <string.h>
#include "hw/gpu/gr3d/text/disasm.h"
#include "commands.h"
#include "input.h"

static gboolean binary, strict;

static const GOptionEntry options[] = {
    { "binary", 'b', 0, G_OPTION_ARG_NONE, &binary,
      "Words of four bytes, lowest first, instead of hexadecimal", NULL },
    { "strict", 's', 0, G_OPTION_ARG_NONE, &strict,
      "Fail if any field is unknown, reserved or illegal", NULL },
    { NULL }
};

/* One word after the other, each a line */
static unsigned dis_vp(GString *out, const guint32 *words, unsigned num)
{
    unsigned unknown = 0;

    for (; num > 1024; num -= 1024, words += 1024) {
        unknown += gr3d_disasm_vp_words(out, 0, words, 256);
    }
    return unknown + gr3d_disasm_vp_words(out, 0, words, num / 4);
}

static unsigned dis_link(GString *out, const guint32 *words, unsigned num)
{
    unsigned unknown = 0;

    for (unsigned i = 0; i < num; i += 2) {
        unknown += gr3d_disasm_link(out, words[i], words[i + 1]);
        g_string_append_c(out, '\n');
    }
    return unknown;
}

static unsigned dis_mfu(GString *out, const guint32 *words, unsigned num)
{
    unsigned unknown = 0;

    for (unsigned i = 0; i < num; i += 2) {
        g_string_append(out, "mfu ");
        unknown += gr3d_disasm_mfu(out, (uint64_t)words[i] << 32 |
                                   words[i + 1]);
        g_string_append_c(out, '\n');
    }
    return unknown;
}

static unsigned dis_alu(GString *out, const guint32 *words, unsigned num)
{
    unsigned unknown = 0;

    for (unsigned i = 0; i < num; i += 8) {
        unknown += gr3d_disasm_packet(out, 0, &words[i]);
    }
    return unknown;
}

static unsigned dis_each(GString *out, const guint32 *words, unsigned num,
                         const char *name,
                         unsigned (*disasm)(GString *out, uint32_t word))
{
    unsigned unknown = 0;

    for (unsigned i = 0; i < num; i++) {
        g_string_append_printf(out, "%s ", name);
        unknown += disasm(out, words[i]);
        g_string_append_c(out, '\n');
    }
    return unknown;
}

static unsigned dis_pseq(GString *out, const guint32 *words, unsigned num)
{
    return dis_each(out, words, num, "pseq", gr3d_disasm_pseq);
}

static unsigned dis_tex(GString *out, const guint32 *words, unsigned num)
{
    return dis_each(out, words, num, "tex", gr3d_disasm_tex);
}

static unsigned dis_dw(GString *out, const guint32 *words, unsigned num)
{
    return dis_each(out, words, num, "dw", gr3d_disasm_dw);
}

static const struct {
    const char *name;
    unsigned size;              /* words of one item */
    unsigned (*dis)(GString *out, const guint32 *words, unsigned num);
} kinds[] = {
    { "vp", 4, dis_vp },
    { "link", 2, dis_link },
    { "pseq", 1, dis_pseq },
    { "mfu", 2, dis_mfu },
    { "tex", 1, dis_tex },
    { "alu", 8, dis_alu },
    { "dw", 1, dis_dw },
    { "stream", 1, commands_disasm },
};

static const char *kind_name(unsigned i)
{
    return i < G_N_ELEMENTS(kinds) ? kinds[i].name : NULL;
}

static int run(unsigned kind, const char *path);

static const InputTool tool = {
    .name = "gr3d-dis",
    .usage = "[--binary] [--strict] KIND [FILE]",
    .summary =
        "Disassemble GR3D words: the instructions of one port in upload order, "
        "or a\nstream of host1x commands for class 0x60, as register writes "
        "with the programs\nthat each draw uses.  Without FILE, or for -, the "
        "standard input is read.",
    .options = options,
    .kind = kind_name,
    .run = run,
};

static int print(const GString *out, unsigned unknown)
{
    fputs(out->str, stdout);
    if (fflush(stdout)) {
        return input_fail(&tool, "standard output", "cannot be written");
    }
    if (unknown) {
        fprintf(stderr, "gr3d-dis: %u unknown or unusual field%s\n", unknown,
                unknown == 1 ? "" : "s");
    }
    return strict && unknown;
}

static GArray *read_words(const char *path, char **error)
{
    GString *data = input_read(path, error);
    GArray *words = data ? input_words(data, binary, error) : NULL;

    if (data) {
        g_string_free(data, TRUE);
    }
    return words;
}

static int run(unsigned kind, const char *path)
{
    g_autofree char *error = NULL;
    g_autoptr(GString) out = g_string_new("");
    g_autoptr(GArray) words = read_words(path, &error);
    unsigned unknown;

    path = path ? path : "-";
    if (!words) {
        return input_fail(&tool, path, error);
    }
    if (words->len % kinds[kind].size) {
        error = g_strdup_printf("%u words, but each of %s has %u", words->len,
                                kinds[kind].name, kinds[kind].size);
        return input_fail(&tool, path, error);
    }
    unknown = kinds[kind].dis(out, (const guint32 *)(void *)words->data,
                              words->len);
    return print(out, unknown);
}

int main(int argc, char **argv)
{
    return input_main(&tool, argc, argv);
}
