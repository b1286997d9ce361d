/*
 * Tegra20 graphics: captures, the writer
 *
 * Records are collected in a block, which is compressed and goes to the output
 * when it is long enough.  Of memory the writer knows by a hash what the
 * reader has in each page, and which contents the capture has already.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <string.h>
#include "capture.h"
#include "capture_block.h"
#include "hw/gpu/lib/le.h"

/* A block goes out when it has so much: of a small one little can be lost. */
#define FULL        (GPU_CAPTURE_BLOCK / 4)
/* An open record is not longer */
#define LONG        (GPU_CAPTURE_BLOCK / 8)

#define NUM_PAGES   (1u << 20)      /* of the bus */

struct GpuCaptureWriter {
    GpuCaptureOutput *output;
    void *opaque;
    bool failed;
    uint64_t written;
    GByteArray *block;
    bool open;
    unsigned open_at;           /* the open record's head */
    uint64_t *page;             /* hash of what the reader has; 0: unknown */
    GHashTable *content;        /* hash to the number of its PAGE_NEW */
    uint32_t num_contents;
};

static void output(GpuCaptureWriter *w, const void *data, size_t size)
{
    if (!w->failed) {
        w->failed = !w->output(w->opaque, data, size);
        w->written += size;
    }
}

static void put_words(GpuCaptureWriter *w, const uint32_t *word,
                      unsigned num)
{
    unsigned at = w->block->len;

    g_byte_array_set_size(w->block, at + 4 * num);
    for (unsigned i = 0; i < num; i++) {
        gpu_store_le_4(w->block->data + at + 4 * i, word[i]);
    }
}

static void output_block(GpuCaptureWriter *w)
{
    g_autofree uint8_t *packed = g_malloc(CAPTURE_BLOCK_HEAD + w->block->len);
    uint32_t size = capture_pack(packed + CAPTURE_BLOCK_HEAD, w->block->data,
                                 w->block->len);

    gpu_store_le_4(packed, size);
    gpu_store_le_4(packed + 4, w->block->len);
    gpu_store_le(packed + 8, 8,
                 gpu_capture_hash(packed + CAPTURE_BLOCK_HEAD, size));
    output(w, packed, CAPTURE_BLOCK_HEAD + size);
    g_byte_array_set_size(w->block, 0);
}

static void close_record(GpuCaptureWriter *w)
{
    if (w->open) {
        gpu_store_le_4(w->block->data + w->open_at + 4,
                       w->block->len - w->open_at - CAPTURE_RECORD_HEAD);
        w->open = false;
    }
}

static void end_record(GpuCaptureWriter *w)
{
    if (w->block->len >= FULL) {
        output_block(w);
    }
}

void gpu_capture_flush(GpuCaptureWriter *w)
{
    close_record(w);
    if (w->block->len) {
        output_block(w);
    }
}

static void begin_record(GpuCaptureWriter *w, GpuCaptureType type,
                         uint32_t size)
{
    const uint32_t head[] = { type, size };

    close_record(w);
    end_record(w);
    put_words(w, head, 2);
}

void gpu_capture_words(GpuCaptureWriter *w, GpuCaptureType type,
                       const uint32_t *word, unsigned num)
{
    begin_record(w, type, 4 * num);
    put_words(w, word, num);
    end_record(w);
}

void gpu_capture_text(GpuCaptureWriter *w, GpuCaptureType type,
                      const char *text)
{
    uint32_t size = MIN(strlen(text), FULL);

    begin_record(w, type, size);
    g_byte_array_append(w->block, (const guint8 *)text, size);
    end_record(w);
}

void gpu_capture_open(GpuCaptureWriter *w, GpuCaptureType type,
                      const uint32_t *head, unsigned num)
{
    begin_record(w, type, 0);
    w->open = true;
    w->open_at = w->block->len - CAPTURE_RECORD_HEAD;
    put_words(w, head, num);
}

/* One that is long enough is closed: another begins. */
bool gpu_capture_is_open(const GpuCaptureWriter *w)
{
    return w->open && w->block->len - w->open_at < LONG;
}

void gpu_capture_put(GpuCaptureWriter *w, const uint32_t *word,
                     unsigned num)
{
    put_words(w, word, num);
}

void gpu_capture_take_back(GpuCaptureWriter *w)
{
    if (w->open) {
        g_byte_array_set_size(w->block, w->block->len - 4);
    }
}

/* ------------------------------------------------------------------ */
/* Memory                                                             */

/* Hash a page; 0 is for what is not known. */
static uint64_t hash_page(const uint8_t *data)
{
    return gpu_capture_hash(data, GPU_CAPTURE_PAGE) ?: 1;
}

static void new_page(GpuCaptureWriter *w, uint32_t addr, const uint8_t *data,
                     uint64_t hash)
{
    uint64_t *key = g_new(uint64_t, 1);

    *key = hash;
    g_hash_table_insert(w->content, key, GUINT_TO_POINTER(w->num_contents++));
    begin_record(w, GPU_CAPTURE_PAGE_NEW, 4 + GPU_CAPTURE_PAGE);
    put_words(w, &addr, 1);
    g_byte_array_append(w->block, data, GPU_CAPTURE_PAGE);
    end_record(w);
}

static void read_page(GpuCaptureWriter *w, uint32_t addr,
                      const uint8_t *data)
{
    uint64_t *known = &w->page[addr / GPU_CAPTURE_PAGE];
    uint64_t hash = hash_page(data);
    gpointer number;

    if (*known == hash) {
        return;
    }
    *known = hash;
    if (g_hash_table_lookup_extended(w->content, &hash, NULL, &number)) {
        const uint32_t word[] = { addr, GPOINTER_TO_UINT(number) };

        gpu_capture_words(w, GPU_CAPTURE_PAGE_SAME, word, 2);
    } else {
        new_page(w, addr, data, hash);
    }
}

void gpu_capture_read(GpuCaptureWriter *w, uint32_t addr,
                      const uint8_t *data, uint64_t size)
{
    for (uint64_t at = 0; at < size; at += GPU_CAPTURE_PAGE) {
        read_page(w, addr + at, data + at);
    }
}

void gpu_capture_wrote(GpuCaptureWriter *w, uint32_t addr,
                       const uint8_t *data, uint64_t size, bool same)
{
    for (uint64_t at = 0; at < size; at += GPU_CAPTURE_PAGE) {
        w->page[(addr + at) / GPU_CAPTURE_PAGE] =
            same ? hash_page(data + at) : 0;
    }
}

/* ------------------------------------------------------------------ */
/* Life                                                               */

GpuCaptureWriter *gpu_capture_writer_new(GpuCaptureOutput *out,
                                         void *opaque)
{
    GpuCaptureWriter *w = g_new0(GpuCaptureWriter, 1);
    uint8_t head[CAPTURE_FILE_HEAD] = CAPTURE_MAGIC;

    w->output = out;
    w->opaque = opaque;
    w->block = g_byte_array_new();
    w->page = g_new0(uint64_t, NUM_PAGES);
    w->content = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free,
                                       NULL);
    gpu_store_le_4(head + 8, GPU_CAPTURE_VERSION);
    output(w, head, sizeof(head));
    return w;
}

void gpu_capture_writer_free(GpuCaptureWriter *w)
{
    g_byte_array_free(w->block, TRUE);
    g_hash_table_destroy(w->content);
    g_free(w->page);
    g_free(w);
}

uint64_t gpu_capture_written(const GpuCaptureWriter *w)
{
    return w->written;
}
