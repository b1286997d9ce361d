/*
 * Reading what a tool was given
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef TOOLS_INPUT_H
#define TOOLS_INPUT_H

#include <glib.h>

/* A file, or the standard input for NULL or "-"; NULL: *@error says why */
GString *input_read(const char *path, char **error);

/*
 * Words: of a text, in hexadecimal with or without 0x, from # to the end of
 * the line a comment; or (@binary) of four bytes each, lowest first.
 */
GArray *input_words(const GString *data, gboolean binary, char **error);

#endif /* TOOLS_INPUT_H */
