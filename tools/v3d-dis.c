/*
 * Disassemble a V3D program or control list
 * (docs/specs/videocore-iv-stream.rst)
 *
 * Exit status: 0, or 1 when the input is wrong or cannot be read.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <stdio.h>
#include "hw/gpu/lib/le.h"
#include "hw/gpu/v3d/isa/memory.h"
#include "hw/gpu/v3d/text/list_print.h"
#include "hw/gpu/v3d/text/qpu_text.h"
#include "input.h"

static gboolean binary, plain;
static gint64 address;

static const GOptionEntry options[] = {
    { "binary", 'b', 0, G_OPTION_ARG_NONE, &binary,
      "Bytes as they are in memory, instead of hexadecimal", NULL },
    { "plain", 'p', 0, G_OPTION_ARG_NONE, &plain,
      "Only what v3d-as reads, no addresses and words", NULL },
    { "address", 'a', 0, G_OPTION_ARG_INT64, &address,
      "Where the first byte is in memory", "N" },
    { NULL }
};

/* Lower word first */
static char *dis_qpu(GString *out, const GArray *words)
{
    g_autofree uint64_t *inst = g_new(uint64_t, words->len / 2 + 1);

    if (words->len % 2) {
        return g_strdup_printf("%u words, but an instruction has 2",
                               words->len);
    }
    for (unsigned i = 0; i < words->len / 2; i++) {
        inst[i] = g_array_index(words, guint32, 2 * i) |
                  (uint64_t)g_array_index(words, guint32, 2 * i + 1) << 32;
        if (plain) {
            v3d_qpu_print(out, inst[i]);
            g_string_append_c(out, '\n');
        }
    }
    if (!plain) {
        v3d_qpu_print_program(out, inst, words->len / 2, address);
    }
    return NULL;
}

/* Each line has an address and two spaces before its text. */
static void drop_addresses(GString *text)
{
    g_auto(GStrv) line = g_strsplit(text->str, "\n", -1);

    g_string_truncate(text, 0);
    for (unsigned i = 0; line[i] && *line[i]; i++) {
        g_string_append_printf(text, "%s\n", line[i] + 10);
    }
}

/* Memory with the list at its address; what is behind the list is Halt. */
static char *dis_bytes(GString *out, const uint8_t *bytes, size_t num)
{
    uint32_t begin = address & V3D_ADDR_MASK;
    g_autofree uint8_t *data = g_try_malloc0((size_t)begin + num);

    if (!data) {
        return g_strdup("not enough memory for this address");
    }
    memcpy(data + begin, bytes, num);
    v3d_list_print(out, data, begin + num, address, address + num, num);
    if (plain) {
        drop_addresses(out);
    }
    return NULL;
}

static char *dis_list(GString *out, const GArray *words)
{
    g_autofree uint8_t *bytes = g_malloc(words->len + 1);

    for (unsigned i = 0; i < words->len; i++) {
        bytes[i] = g_array_index(words, guint32, i);
        if (g_array_index(words, guint32, i) > 0xff) {
            return g_strdup_printf("0x%x is no byte",
                                   g_array_index(words, guint32, i));
        }
    }
    return dis_bytes(out, bytes, words->len);
}

static const struct {
    const char *name;
    char *(*dis)(GString *out, const GArray *words);
} kinds[] = {
    { "qpu", dis_qpu },
    { "list", dis_list },
};

static const char *kind_name(unsigned i)
{
    return i < G_N_ELEMENTS(kinds) ? kinds[i].name : NULL;
}

static int run(unsigned kind, const char *path);

static const InputTool tool = {
    .name = "v3d-dis",
    .usage = "[--binary] [--plain] [--address N] qpu|list [FILE]",
    .summary =
        "Disassemble for VideoCore IV's V3D: a QPU program of words, the lower "
        "one of\neach instruction first, or a control list of bytes.  Without "
        "FILE, or for -, the\nstandard input is read.",
    .options = options,
    .kind = kind_name,
    .run = run,
};

/* NULL: done; else why not */
static char *disassemble(GString *out, unsigned kind, const GString *data)
{
    g_autoptr(GArray) words = NULL;
    char *error = NULL;

    if (binary && kinds[kind].dis == dis_list) {
        return dis_bytes(out, (const uint8_t *)data->str, data->len);
    }
    words = input_words(data, binary, &error);
    return words ? kinds[kind].dis(out, words) : error;
}

static int run(unsigned kind, const char *path)
{
    g_autoptr(GString) out = g_string_new(NULL);
    g_autofree char *error = NULL;
    GString *data = input_read(path, &error);

    if (data) {
        error = disassemble(out, kind, data);
        g_string_free(data, TRUE);
    }
    if (error) {
        return input_fail(&tool, path ? path : "-", error);
    }
    fputs(out->str, stdout);
    return fflush(stdout) ?
           input_fail(&tool, "standard output", "cannot be written") : 0;
}

int main(int argc, char **argv)
{
    return input_main(&tool, argc, argv);
}
