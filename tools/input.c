/*
 * What a tool was given: its command line, its input
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include "input.h"
#include "hw/gpu/lib/le.h"

#define MAX_BYTES   (256u << 20)

static GString *read_file(FILE *file, char **error)
{
    GString *data = g_string_new("");
    char piece[4096];
    size_t n;

    while ((n = fread(piece, 1, sizeof(piece), file)) > 0) {
        g_string_append_len(data, piece, n);
        if (data->len > MAX_BYTES) {
            *error = g_strdup("more than 256 MiB");
            g_string_free(data, TRUE);
            return NULL;
        }
    }
    if (ferror(file)) {
        *error = g_strdup(g_strerror(errno));
        g_string_free(data, TRUE);
        return NULL;
    }
    return data;
}

GString *input_read(const char *path, char **error)
{
    GString *data;
    FILE *file;

    if (!path || !strcmp(path, "-")) {
        return read_file(stdin, error);
    }
    file = fopen(path, "rb");
    if (!file) {
        *error = g_strdup(g_strerror(errno));
        return NULL;
    }
    data = read_file(file, error);
    fclose(file);
    return data;
}

char *input_text(const char *path, char **error)
{
    GString *data = input_read(path, error);

    if (!data) {
        return NULL;
    }
    if (strlen(data->str) != data->len) {
        *error = g_strdup("a zero byte, so this is no text");
        g_string_free(data, TRUE);
        return NULL;
    }
    return g_string_free(data, FALSE);
}

static GArray *binary_words(const GString *data, char **error)
{
    GArray *words = g_array_new(FALSE, FALSE, sizeof(guint32));

    if (data->len % 4) {
        *error = g_strdup_printf("%" G_GSIZE_FORMAT " bytes are no whole "
                                 "number of words", data->len);
        g_array_free(words, TRUE);
        return NULL;
    }
    for (size_t i = 0; i < data->len; i += 4) {
        const guint8 *p = (const guint8 *)data->str + i;
        guint32 word = gpu_load_le_4(p);

        g_array_append_val(words, word);
    }
    return words;
}

static gboolean add_word(GArray *words, const char *text)
{
    guint64 value;
    guint32 word;

    text += g_str_has_prefix(text, "0x") ? 2 : 0;
    if (!g_ascii_string_to_unsigned(text, 16, 0, G_MAXUINT32, &value, NULL)) {
        return FALSE;
    }
    word = value;
    g_array_append_val(words, word);
    return TRUE;
}

/* The words of one line; the first that is none, or NULL */
static char *line_words(GArray *words, char *line)
{
    g_auto(GStrv) part = NULL;

    line[strcspn(line, "#")] = '\0';
    part = g_strsplit_set(line, " \t\r,", -1);
    for (unsigned i = 0; part[i]; i++) {
        if (*part[i] && !add_word(words, part[i])) {
            return g_strdup(part[i]);
        }
    }
    return NULL;
}

GArray *input_words(const GString *data, gboolean binary, char **error)
{
    g_auto(GStrv) line = NULL;
    GArray *words;

    if (binary) {
        return binary_words(data, error);
    }
    words = g_array_new(FALSE, FALSE, sizeof(guint32));
    line = g_strsplit(data->str, "\n", -1);
    for (unsigned i = 0; line[i]; i++) {
        g_autofree char *bad = line_words(words, line[i]);

        if (bad) {
            *error = g_strdup_printf("line %u: \"%.32s\" is no word in "
                                     "hexadecimal", i + 1, bad);
            g_array_free(words, TRUE);
            return NULL;
        }
    }
    return words;
}

/*
 * The command line
 */

int input_fail(const InputTool *tool, const char *what, const char *why)
{
    fprintf(stderr, "%s: %s: %s\n", tool->name, what, why);
    return 1;
}

int input_usage(const InputTool *tool)
{
    g_autofree char *text = g_strdup_printf("%s %s; --help says more",
                                            tool->name, tool->usage);

    return input_fail(tool, "usage", text);
}

static char *join_kinds(const InputTool *tool, const char *separator)
{
    g_autoptr(GString) all = g_string_new("");

    for (unsigned i = 0; tool->kind(i); i++) {
        g_string_append_printf(all, "%s%s", i ? separator : "",
                               tool->kind(i));
    }
    return g_strdup(all->str);
}

static GOptionContext *option_context(const InputTool *tool)
{
    g_autofree char *kinds = join_kinds(tool, "|");
    g_autofree char *parameters = g_strconcat(kinds, " [FILE]", NULL);
    GOptionContext *context = g_option_context_new(parameters);

    g_option_context_add_main_entries(context, tool->options, NULL);
    g_option_context_set_summary(context, tool->summary);
    return context;
}

int input_main(const InputTool *tool, int argc, char **argv)
{
    g_autoptr(GOptionContext) context = option_context(tool);
    g_autofree char *kinds = join_kinds(tool, ", ");
    g_autofree char *why = g_strconcat("not one of ", kinds, NULL);
    g_autoptr(GError) error = NULL;

    if (!g_option_context_parse(context, &argc, &argv, &error)) {
        return input_fail(tool, "options", error->message);
    }
    if (argc < 2 || argc > 3) {
        return input_usage(tool);
    }
    for (unsigned i = 0; tool->kind(i); i++) {
        if (!strcmp(argv[1], tool->kind(i))) {
            return tool->run(i, argv[2]);
        }
    }
    return input_fail(tool, argv[1], why);
}
