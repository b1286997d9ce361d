/*
 * Writes a workload's frame into a file, for gr3d-bench in the guest
 *
 *   bench-record WORKLOAD WIDTH HEIGHT FILE
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "frame.h"
#include "record.h"

G_STATIC_ASSERT(sizeof(RecordVertex) == sizeof(BenchVertex));
G_STATIC_ASSERT((int)RECORD_COLOR == (int)BENCH_BUFFER_COLOR);
G_STATIC_ASSERT((int)RECORD_TEXTURE == (int)BENCH_BUFFER_TEXTURE);

static void put(GByteArray *out, const void *data, size_t size)
{
    g_byte_array_append(out, data, size);
}

static void put_number(GByteArray *out, uint32_t n)
{
    put(out, &n, sizeof(n));
}

static void put_buffers(GByteArray *out, const BenchFrame *f)
{
    for (unsigned i = 0; i < BENCH_BUFFERS; i++) {
        bool filled = i >= BENCH_BUFFER_VERTEX && f->buffer[i].size;

        put_number(out, f->buffer[i].size);
        put_number(out, filled);
        if (filled) {
            put(out, f->buffer[i].data, f->buffer[i].size);
            g_byte_array_set_size(out, (out->len + 3) & ~3u);
        }
    }
}

static void put_streams(GByteArray *out, const BenchFrame *f)
{
    for (unsigned i = 0; i < f->streams->len; i++) {
        const Stream *s = g_ptr_array_index(f->streams, i);

        put_number(out, s->num_words);
        put_number(out, s->num_relocs);
        put_number(out, s->incrs);
        put(out, s->words, s->num_words * sizeof(s->words[0]));
        put(out, s->relocs, s->num_relocs * sizeof(s->relocs[0]));
    }
}

/* Only what the software rasteriser knows */
static bool is_plain(const BenchDraw *d)
{
    return d->program == BENCH_MODULATE && !d->strip && d->depth && d->cull;
}

static unsigned count_draws(const BenchWork *b)
{
    for (unsigned i = 0; i < b->draw->len; i++) {
        if (!is_plain(&g_array_index(b->draw, BenchDraw, i))) {
            return 0;
        }
    }
    return b->draw->len;
}

static void put_draws(GByteArray *out, const BenchWork *b)
{
    for (unsigned i = 0; i < count_draws(b); i++) {
        const BenchDraw *d = &g_array_index(b->draw, BenchDraw, i);
        RecordDraw r = {
            .first = d->first,
            .count = d->count,
            .texture = d->texture[0],
            .log2_size = b->texture[d->texture[0]].log2_size,
        };

        for (unsigned n = 0; n < 16; n++) {
            r.matrix[n / 4][n % 4] = d->matrix.m[n / 4][n % 4];
        }
        put(out, &r, sizeof(r));
    }
}

static GByteArray *record(const BenchFrame *f)
{
    const BenchWork *b = f->work;
    const RecordHeader h = {
        RECORD_MAGIC, b->width, b->height, BENCH_BUFFERS, f->streams->len,
        count_draws(b),
    };
    GByteArray *out = g_byte_array_new();

    put(out, &h, sizeof(h));
    put_buffers(out, f);
    put_streams(out, f);
    put_draws(out, b);
    return out;
}

int main(int argc, char **argv)
{
    const BenchWorkload *w = argc == 5 ? bench_find(argv[1]) : NULL;
    GError *error = NULL;
    GByteArray *out;
    BenchFrame f;
    BenchWork *b;

    if (!w) {
        fprintf(stderr, "usage: %s WORKLOAD WIDTH HEIGHT FILE\n", argv[0]);
        return 1;
    }
    b = bench_new(w, atoi(argv[2]), atoi(argv[3]));
    bench_frame_init(&f, b, true);
    out = record(&f);
    if (!g_file_set_contents(argv[4], (char *)out->data, out->len, &error)) {
        fprintf(stderr, "%s: %s\n", argv[0], error->message);
        return 1;
    }
    g_byte_array_unref(out);
    bench_frame_clear(&f);
    bench_free(b);
    return 0;
}
