/*
 * Command streams as text, for tests
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef TESTS_GPU_STREAM_TEXT_H
#define TESTS_GPU_STREAM_TEXT_H

#include <glib.h>
#include <string.h>
#include "hw/gpu/gr3d/text/stream.h"

static inline char *read_source(const char *path)
{
    g_autofree char *full = g_build_filename(GPU_TESTS, path, NULL);
    char *text;

    g_assert_true(g_file_get_contents(full, &text, NULL, NULL));
    return text;
}

static inline char *replace(const char *text, const char *what,
                            const char *with)
{
    g_auto(GStrv) part = g_strsplit(text, what, 2);

    g_assert_cmpuint(g_strv_length(part), ==, 2);
    return g_strconcat(part[0], with, part[1], NULL);
}

/* Return the example of the page that describes the form: indented lines. */
static inline char *read_example(void)
{
    g_autofree char *page =
        read_source("../../docs/specs/tegra-gr3d-stream.rst");
    g_auto(GStrv) line = g_strsplit(page, "\n", -1);
    GString *text = g_string_new(NULL);

    for (unsigned i = 0; line[i]; i++) {
        bool begin = g_str_has_prefix(line[i], "    gr3d-stream 1");

        if (text->len && *line[i] && *line[i] != ' ') {
            break;
        }
        if (begin || text->len) {
            g_string_append(text, line[i] + MIN(strlen(line[i]), 4));
            g_string_append_c(text, '\n');
        }
    }
    g_assert_cmpuint(text->len, >, 1000);
    return g_string_free(text, FALSE);
}

static inline Gr3dStream *parse(const char *text)
{
    char *error;
    Gr3dStream *s = gr3d_stream_parse(text, strlen(text), &error);

    g_assert_cmpstr(error, ==, NULL);
    g_assert_nonnull(s);
    return s;
}

/* @text follows these two lines */
#define HEAD    "gr3d-stream 1\nmemory m 64\n"
#define M       0x10000000

#endif /* TESTS_GPU_STREAM_TEXT_H */
