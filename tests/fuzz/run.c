/*
 * A fuzzer's main without libFuzzer: runs the files, and the files of the
 * directories, that it is given
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <glib.h>
#include <stdio.h>
#include <string.h>
#include "input.h"

static unsigned files;

static bool run_file(const char *path)
{
    g_autofree char *data = NULL;
    g_autofree uint8_t *exact = NULL;
    gsize size;

    if (!g_file_get_contents(path, &data, &size, NULL)) {
        fprintf(stderr, "%s: cannot be read\n", path);
        return false;
    }
    printf("%s\n", path);
    fflush(stdout);
    exact = g_memdup2(data, size);
    LLVMFuzzerTestOneInput(exact, size);
    files++;
    return true;
}

static bool run_directory(const char *path, GDir *dir)
{
    const char *name;
    bool ok = true;

    while ((name = g_dir_read_name(dir))) {
        g_autofree char *file = g_build_filename(path, name, NULL);

        ok &= run_file(file);
    }
    return ok;
}

int main(int argc, char **argv)
{
    bool ok = argc > 1;

    for (int i = 1; i < argc; i++) {
        GDir *dir = g_dir_open(argv[i], 0, NULL);

        ok &= dir ? run_directory(argv[i], dir) : run_file(argv[i]);
        if (dir) {
            g_dir_close(dir);
        }
    }
    printf("%u inputs\n", files);
    return !ok || !files;
}
