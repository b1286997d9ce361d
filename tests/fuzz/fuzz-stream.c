/*
 * Fuzzer: a stream's text, its draws, and what it expects
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <glib.h>
#include "hw/gpu/gr3d/text/stream.h"
#include "input.h"

#define MAX_WORK    20000
#define MAX_BYTES   (1u << 20)

static void run(Gr3dStream *stream)
{
    g_autoptr(GString) report = g_string_new("");
    Gr3dReplay replay;

    gr3d_stream_run(stream, &replay, MAX_WORK, NULL, gr3d_exec_best());
    gr3d_stream_check(stream, &replay, report);
    gr3d_replay_clear(&replay);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    /* not ended by a zero byte */
    g_autofree char *exact = g_memdup2(data, size);
    g_autofree char *error = NULL;
    Gr3dStream *stream = gr3d_stream_parse(exact ? exact : "", size, &error);

    if (stream && stream->num_bytes < MAX_BYTES) {
        run(stream);
    }
    if (stream) {
        gr3d_stream_free(stream);
    }
    return 0;
}
