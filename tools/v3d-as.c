/*
 * Assemble a V3D program or control list (docs/specs/videocore-iv-stream.rst)
 *
 * Exit status: 0, or 1 when the text has an error or cannot be read.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <stdio.h>
#include <string.h>
#include "hw/gpu/lib/le.h"
#include "hw/gpu/v3d/text/qpu_text.h"
#include "hw/gpu/v3d/text/records_parse.h"
#include "input.h"

static gboolean binary;

static const GOptionEntry options[] = {
    { "binary", 'b', 0, G_OPTION_ARG_NONE, &binary,
      "Write the bytes as they are in memory", NULL },
    { NULL }
};

static bool assemble_qpu(GByteArray *out, const char *text, char **error)
{
    g_autoptr(GArray) words = g_array_new(FALSE, FALSE, sizeof(uint64_t));

    if (!v3d_qpu_assemble(text, words, error)) {
        return false;
    }
    for (unsigned i = 0; i < words->len; i++) {
        uint8_t data[8];

        gpu_store_le(data, 8, g_array_index(words, uint64_t, i));
        g_byte_array_append(out, data, 8);
    }
    return true;
}

static bool assemble_line(GByteArray *out, char *line, char **error)
{
    uint8_t data[V3D_RECORD_MAX_SIZE];
    V3dRecord record;

    line[strcspn(line, "#")] = '\0';
    if (!*g_strstrip(line)) {
        return true;
    }
    if (!v3d_record_parse(&record, line, NULL, NULL, error)) {
        return false;
    }
    g_byte_array_append(out, data, v3d_record_encode(&record, data));
    return true;
}

static bool assemble_list(GByteArray *out, const char *text, char **error)
{
    g_auto(GStrv) line = g_strsplit(text, "\n", -1);

    for (unsigned i = 0; line[i]; i++) {
        g_autofree char *why = NULL;

        if (!assemble_line(out, line[i], &why)) {
            *error = g_strdup_printf("line %u: %s", i + 1, why);
            return false;
        }
    }
    return true;
}

/* An instruction a line, lower word first, as in the guides' listings */
static void print_qpu(const GByteArray *bytes)
{
    for (unsigned i = 0; i < bytes->len; i += 8) {
        printf("0x%08x, 0x%08x\n", gpu_load_le_4(bytes->data + i),
               gpu_load_le_4(bytes->data + i + 4));
    }
}

/* A record a line */
static void print_list(const GByteArray *bytes)
{
    unsigned end = 0;

    for (unsigned i = 0; i < bytes->len; i++) {
        if (i == end) {
            end += v3d_record_row(bytes->data[i])->size;
        }
        printf("%02x%c", bytes->data[i], i == end - 1 ? '\n' : ' ');
    }
}

static const struct {
    const char *name;
    bool (*assemble)(GByteArray *out, const char *text, char **error);
    void (*print)(const GByteArray *bytes);
} kinds[] = {
    { "qpu", assemble_qpu, print_qpu },
    { "list", assemble_list, print_list },
};

static const char *kind_name(unsigned i)
{
    return i < G_N_ELEMENTS(kinds) ? kinds[i].name : NULL;
}

static int run(unsigned kind, const char *path);

static const InputTool tool = {
    .name = "v3d-as",
    .usage = "[--binary] qpu|list [FILE]",
    .summary =
        "Assemble for VideoCore IV's V3D: a QPU program to words, or a control "
        "list to\nbytes.  Without FILE, or for -, the standard input is read.",
    .options = options,
    .kind = kind_name,
    .run = run,
};

static int run(unsigned kind, const char *path)
{
    g_autoptr(GByteArray) bytes = g_byte_array_new();
    g_autofree char *error = NULL;
    g_autofree char *text = input_text(path, &error);

    if (!text || !kinds[kind].assemble(bytes, text, &error)) {
        return input_fail(&tool, path ? path : "-", error);
    }
    if (binary) {
        fwrite(bytes->data, 1, bytes->len, stdout);
    } else {
        kinds[kind].print(bytes);
    }
    return fflush(stdout) ?
           input_fail(&tool, "standard output", "cannot be written") : 0;
}

int main(int argc, char **argv)
{
    return input_main(&tool, argc, argv);
}
