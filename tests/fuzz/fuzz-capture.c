/*
 * Fuzzer: captures, from the file to the registers and the memory they set
 *
 * Input: a byte, then with bit 0 of it a file, else the content of a block of a
 * file that is right as far as that: damaged blocks have a hash that says so,
 * and nothing else would come through.  Draws are not executed: fuzz-draw.c.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <glib.h>
#include <string.h>
#include "../../tools/replay/player.h"
#include "hw/gpu/lib/le.h"
#include "input.h"

#define MAX_RAM     (1u << 20)

static size_t get(void *opaque, void *data, size_t size)
{
    Input *in = opaque;
    Input part = in_part(in, MIN(size, in->left));

    if (part.left) {
        memcpy(data, part.data, part.left);
    }
    return part.left;
}

static GByteArray *wrap(Input content)
{
    uint8_t head[32] = "TEGRACAP\1";
    GByteArray *file = g_byte_array_new();

    gpu_store_le_4(head + 16, content.left);
    gpu_store_le_4(head + 20, content.left);
    gpu_store_le(head + 24, 8, gpu_capture_hash(content.data, content.left));
    g_byte_array_append(file, head, sizeof(head));
    g_byte_array_append(file, content.data, content.left);
    return file;
}

/* Is it something that takes little time and memory? */
static bool is_cheap(const GpuCaptureRecord *record)
{
    switch (record->type) {
    case GPU_CAPTURE_RAM:
        return gpu_capture_word(record, 1) <= MAX_RAM;
    case GPU_CAPTURE_DRAW:
    case GPU_CAPTURE_OPERATION:
        return gpu_capture_word(record, GPU_CAPTURE_DONE_CANCELLED);
    default:
        return true;
    }
}

static void play(Input in)
{
    GpuCaptureReader *reader = gpu_capture_reader_new(get, &in);
    Player *player = player_new(NULL, NULL);
    GpuCaptureRecord record;
    char *error = NULL;
    PlayerDone done;

    while (!error && gpu_capture_next(reader, &record, &error)) {
        if (is_cheap(&record)) {
            player_step(player, &record, &done, &error);
        }
    }
    g_free(error);
    player_free(player);
    gpu_capture_reader_free(reader);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    Input in = { data, size };
    uint8_t how = in_u8(&in);
    GByteArray *file;

    if (how & 1) {
        play(in);
    } else if (in.left) {
        file = wrap(in);
        play((Input) { file->data, file->len });
        g_byte_array_free(file, TRUE);
    }
    return 0;
}
