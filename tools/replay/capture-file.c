/*
 * The records of a capture in a file
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include "capture-file.h"

static size_t input(void *opaque, void *data, size_t size)
{
    return fread(data, 1, size, opaque);
}

char *capture_file_read(const char *path, CaptureFileTake *take, void *opaque)
{
    FILE *file = fopen(path, "rb");
    GpuCaptureReader *reader;
    GpuCaptureRecord record;
    char *error = NULL;

    if (!file) {
        return g_strdup(strerror(errno));
    }
    reader = gpu_capture_reader_new(input, file);
    while (gpu_capture_next(reader, &record, &error) &&
           take(opaque, &record, &error)) {
        /* the next one */
    }
    gpu_capture_reader_free(reader);
    fclose(file);
    return error;
}
