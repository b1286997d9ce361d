/*
 * Which rows of the engine's tables each test reaches (isa/table_coverage.h)
 *
 * Linked into every program of the coverage build.  At the end of each case of
 * a GLib test, or of any other program, appends a line to the file that
 * GR3D_COVER_OUT names: the case, then table:row for each row that it reached.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <glib.h>
#include <stdio.h>
#include <string.h>

#include "hw/gpu/gr3d/isa/table_coverage.h"

#define ROWS 4096

static uint8_t reached[GR3D_COVER_TABLES][ROWS];
static char *program;

void gr3d_cover(Gr3dCoverTable table, unsigned row)
{
    reached[table][row] = 1;
}

static void flush(const char *name)
{
    const char *file = g_getenv("GR3D_COVER_OUT");
    FILE *out = file ? fopen(file, "a") : NULL;

    if (out) {
        fprintf(out, "%s", name);
        for (unsigned i = 0; i < GR3D_COVER_TABLES * ROWS; i++) {
            if (reached[i / ROWS][i % ROWS]) {
                fprintf(out, " %u:%u", i / ROWS, i % ROWS);
            }
        }
        fprintf(out, "\n");
        fclose(out);
    }
    memset(reached, 0, sizeof(reached));
}

typedef struct Case {
    char *path;
    GTestFunc func;
    GTestDataFunc data_func;
    gconstpointer data;
} Case;

static void run_case(gconstpointer data)
{
    const Case *c = data;

    memset(reached, 0, sizeof(reached));
    if (c->func) {
        c->func();
    } else {
        c->data_func(c->data);
    }
    flush(c->path);
}

static void add(const char *path, GTestFunc func, GTestDataFunc data_func,
                gconstpointer data)
{
    Case *c = g_new(Case, 1);

    *c = (Case) { g_strconcat(program, path, NULL), func, data_func, data };
    g_test_add_data_func_full(path, c, run_case, NULL);
}

/* The linker puts these in the place of GLib's (--wrap) */
#pragma GCC diagnostic ignored "-Wmissing-prototypes"

void __wrap_g_test_add_func(const char *path, GTestFunc func)
{
    add(path, func, NULL, NULL);
}

void __wrap_g_test_add_data_func(const char *path, gconstpointer data,
                                 GTestDataFunc func)
{
    add(path, NULL, func, data);
}

/* Begin; glibc hands the arguments to constructors. */
static void __attribute__((constructor)) begin(int argc, char **argv)
{
    g_autofree char *base = g_path_get_basename(argv[0]);
    g_autofree char *first = g_path_get_basename(argc > 1 ? argv[1] : "");

    program = g_str_has_prefix(base, "test-") ? g_strdup(base) :
              g_strconcat(base, " ", first, NULL);
}

static void __attribute__((destructor)) end(void)
{
    flush(program);
}
