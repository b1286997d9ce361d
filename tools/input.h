/*
 * What a tool was given: its command line, its input
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef TOOLS_INPUT_H
#define TOOLS_INPUT_H

#include <glib.h>

/* A file, or the standard input for NULL or "-"; NULL: *@error says why */
GString *input_read(const char *path, char **error);

/* The same as a text, to be freed: it has no zero byte. */
char *input_text(const char *path, char **error);

/*
 * Words: of a text, in hexadecimal with or without 0x, from # to the end of
 * the line a comment; or (@binary) of four bytes each, lowest first.
 */
GArray *input_words(const GString *data, gboolean binary, char **error);

/* A program that is called with the kind of its input, and a file */
typedef struct InputTool {
    const char *name;
    const char *usage;          /* its arguments */
    const char *summary;        /* for --help */
    const GOptionEntry *options;
    const char *(*kind)(unsigned i);    /* NULL: there are no more */
    int (*run)(unsigned kind, const char *path);
} InputTool;

/* The body of main(): parses the options, then runs the tool. */
int input_main(const InputTool *tool, int argc, char **argv);

/* Prints an error; the exit status. */
int input_fail(const InputTool *tool, const char *what, const char *why);
int input_usage(const InputTool *tool);

#endif /* TOOLS_INPUT_H */
