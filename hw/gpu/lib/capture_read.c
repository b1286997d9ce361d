/*
 * Tegra20 graphics: captures, the reader
 *
 * A file comes from strangers: every length is checked, and a record has at
 * least what its type says.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <inttypes.h>
#include <string.h>
#include "capture.h"
#include "capture_block.h"
#include "hw/gpu/lib/le.h"

struct GpuCaptureReader {
    GpuCaptureInput *input;
    void *opaque;
    bool begun, cut_off;
    uint64_t offset;            /* of the block in the input */
    uint64_t next;              /* ... of the next one */
    uint8_t *packed, *block;
    uint32_t size, at;          /* of the block; of the next record in it */
};

typedef struct RecordType {
    const char *name;
    uint32_t size;              /* bytes, at least */
    uint32_t step;              /* more come so many at a time; 0: none do */
} RecordType;

static const RecordType types[GPU_CAPTURE_NUM_TYPES] = {
    [GPU_CAPTURE_NOTE] = { "NOTE", 0, 1 },
    [GPU_CAPTURE_END] = { "END", 0, 1 },
    [GPU_CAPTURE_RAM] = { "RAM", 8 },
    [GPU_CAPTURE_SYNCPTS] = { "SYNCPTS", 32 * 4 },
    [GPU_CAPTURE_INCR] = { "INCR", 8 },
    [GPU_CAPTURE_GR3D] = { "GR3D", 0, 4 },
    [GPU_CAPTURE_GR2D] = { "GR2D", 0, 4 },
    [GPU_CAPTURE_WORDS] = { "WORDS", 4 * GPU_CAPTURE_WORDS_HEAD, 4 },
    [GPU_CAPTURE_WRITE] = { "WRITE", 12 },
    [GPU_CAPTURE_READ] = { "READ", 8 },
    [GPU_CAPTURE_RESET] = { "RESET", 4 },
    [GPU_CAPTURE_PAGE_NEW] = { "PAGE_NEW", 4 + GPU_CAPTURE_PAGE },
    [GPU_CAPTURE_PAGE_SAME] = { "PAGE_SAME", 8 },
    [GPU_CAPTURE_DRAW] = { "DRAW", 4 * GPU_CAPTURE_DONE_HEAD,
                            4 * GPU_CAPTURE_SURF_WORDS },
    [GPU_CAPTURE_OPERATION] = { "OPERATION", 4 * GPU_CAPTURE_DONE_HEAD,
                                 4 * GPU_CAPTURE_SURF_WORDS },
    [GPU_CAPTURE_FRAME] = { "FRAME", 4 * GPU_CAPTURE_FRAME_HEAD,
                             4 * GPU_CAPTURE_WIN_WORDS },
};

const char *gpu_capture_type_name(uint32_t type)
{
    return type < GPU_CAPTURE_NUM_TYPES ? types[type].name : NULL;
}

uint32_t gpu_capture_word(const GpuCaptureRecord *record, unsigned i)
{
    return i < record->size / 4 ? gpu_load_le_4(record->data + 4 * i) : 0;
}

static bool fail(const GpuCaptureReader *r, char **error, const char *what)
{
    *error = g_strdup_printf("%s, at byte %" PRIu64, what, r->offset);
    return false;
}

/* Read all @size bytes; false: there are fewer, which is the end. */
static bool read_all(GpuCaptureReader *r, uint8_t *data, size_t size)
{
    size_t had = 0, now;

    do {
        now = r->input(r->opaque, data + had, size - had);
        had += now;
    } while (now && had < size);
    r->cut_off |= had && had < size;
    r->next += had;
    return had == size;
}

static bool read_head(GpuCaptureReader *r, char **error)
{
    uint8_t head[CAPTURE_FILE_HEAD];

    r->begun = true;
    if (!read_all(r, head, sizeof(head)) ||
        memcmp(head, CAPTURE_MAGIC, 8) != 0) {
        return fail(r, error, "not a capture");
    }
    if (gpu_load_le_4(head + 8) != GPU_CAPTURE_VERSION) {
        *error = g_strdup_printf("version %u of the format; only %u can be "
                                 "read", gpu_load_le_4(head + 8),
                                 GPU_CAPTURE_VERSION);
        return false;
    }
    return true;
}

static bool read_block(GpuCaptureReader *r, char **error)
{
    uint8_t head[CAPTURE_BLOCK_HEAD];
    uint32_t packed, size;

    r->offset = r->next;
    r->at = r->size = 0;
    if (!read_all(r, head, sizeof(head))) {
        return false;
    }
    packed = gpu_load_le_4(head);
    size = gpu_load_le_4(head + 4);
    if (!size || size > GPU_CAPTURE_BLOCK || packed > size) {
        return fail(r, error, "a block has an impossible size");
    }
    if (!read_all(r, r->packed, packed)) {
        r->cut_off = true;
        return false;
    }
    if (gpu_capture_hash(r->packed, packed) != gpu_load_le(head + 8, 8) ||
        !capture_unpack(r->block, size, r->packed, packed)) {
        return fail(r, error, "a block is damaged");
    }
    r->size = size;
    return true;
}

/* Has it the size that its type has? */
static bool is_sound(const GpuCaptureRecord *record)
{
    const RecordType *type;

    if (!gpu_capture_type_name(record->type)) {
        return true;
    }
    type = &types[record->type];
    return record->size >= type->size &&
           (type->step ? (record->size - type->size) % type->step == 0
                       : record->size == type->size);
}

static bool get_record(GpuCaptureReader *r, GpuCaptureRecord *record,
                       char **error)
{
    uint32_t left = r->size - r->at;

    if (left < CAPTURE_RECORD_HEAD) {
        return fail(r, error, "a block ends within a record");
    }
    record->type = gpu_load_le_4(r->block + r->at);
    record->size = gpu_load_le_4(r->block + r->at + 4);
    record->data = r->block + r->at + CAPTURE_RECORD_HEAD;
    if (record->size > left - CAPTURE_RECORD_HEAD) {
        return fail(r, error, "a block ends within a record");
    }
    if (!is_sound(record)) {
        *error = g_strdup_printf("a record %s has an impossible size, in the "
                                 "block at byte %" PRIu64,
                                 gpu_capture_type_name(record->type),
                                 r->offset);
        return false;
    }
    r->at += CAPTURE_RECORD_HEAD + record->size;
    return true;
}

bool gpu_capture_next(GpuCaptureReader *r, GpuCaptureRecord *record,
                      char **error)
{
    *error = NULL;
    if (!r->begun && !read_head(r, error)) {
        return false;
    }
    if (r->at == r->size && !read_block(r, error)) {
        return false;
    }
    return get_record(r, record, error);
}

bool gpu_capture_cut_off(const GpuCaptureReader *r)
{
    return r->cut_off;
}

GpuCaptureReader *gpu_capture_reader_new(GpuCaptureInput *input,
                                         void *opaque)
{
    GpuCaptureReader *r = g_new0(GpuCaptureReader, 1);

    r->input = input;
    r->opaque = opaque;
    r->packed = g_malloc(GPU_CAPTURE_BLOCK);
    r->block = g_malloc(GPU_CAPTURE_BLOCK);
    return r;
}

void gpu_capture_reader_free(GpuCaptureReader *r)
{
    g_free(r->packed);
    g_free(r->block);
    g_free(r);
}
