/*
 * A frame in a file
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "record.h"

/* What is left of the file */
typedef struct Rest {
    const uint8_t *at;
    size_t bytes;
    bool short_of;              /* something did not fit */
} Rest;

static const void *take(Rest *rest, size_t bytes)
{
    const void *at = rest->at;

    if (bytes > rest->bytes) {
        rest->short_of = true;
        return NULL;
    }
    rest->at += bytes;
    rest->bytes -= bytes;
    return at;
}

static uint32_t take_number(Rest *rest)
{
    const uint32_t *p = take(rest, sizeof(*p));

    return p ? *p : 0;
}

static void *read_file(const char *path, size_t *size)
{
    FILE *f = fopen(path, "rb");
    void *data = NULL;
    long end;

    if (!f) {
        return NULL;
    }
    end = fseek(f, 0, SEEK_END) ? 0 : ftell(f);
    rewind(f);
    if (end > 0) {
        data = malloc(end);
        *size = end;
    }
    if (data && fread(data, 1, *size, f) != *size) {
        free(data);
        data = NULL;
    }
    fclose(f);
    return data;
}

static void take_buffers(Record *r, Rest *rest)
{
    for (unsigned i = 0; i < r->header.num_buffers; i++) {
        size_t size = take_number(rest);
        bool filled = take_number(rest);

        r->buffer[i].size = size;
        r->buffer[i].data = filled ? take(rest, (size + 3) & ~(size_t)3)
                                   : NULL;
    }
}

static void take_stream(Stream *s, Rest *rest)
{
    unsigned words = take_number(rest), relocs = take_number(rest);
    const void *data;

    stream_init(s, 0);
    s->incrs = take_number(rest);
    if (words > STREAM_MAX_WORDS || relocs > STREAM_MAX_RELOCS) {
        rest->short_of = true;
        return;
    }
    data = take(rest, words * sizeof(s->words[0]));
    if (data) {
        memcpy(s->words, data, words * sizeof(s->words[0]));
        s->num_words = words;
    }
    data = take(rest, relocs * sizeof(s->relocs[0]));
    if (data) {
        memcpy(s->relocs, data, relocs * sizeof(s->relocs[0]));
        s->num_relocs = relocs;
    }
}

static int parse(Record *r, Rest *rest)
{
    const RecordHeader *h = take(rest, sizeof(*h));

    if (!h || h->magic != RECORD_MAGIC || h->num_buffers > RECORD_BUFFERS ||
        h->num_streams > rest->bytes / 12) {
        return -EINVAL;
    }
    r->header = *h;
    take_buffers(r, rest);
    r->stream = calloc(h->num_streams, sizeof(*r->stream));
    if (!r->stream) {
        return -ENOMEM;
    }
    for (unsigned i = 0; i < h->num_streams; i++) {
        take_stream(&r->stream[i], rest);
    }
    r->draw = take(rest, h->num_draws * sizeof(*r->draw));
    return rest->short_of ? -EINVAL : 0;
}

int record_load(Record *r, const char *path)
{
    Rest rest = { 0 };
    int ret;

    memset(r, 0, sizeof(*r));
    errno = 0;
    r->file = read_file(path, &rest.bytes);
    if (!r->file) {
        return errno ? -errno : -EINVAL;
    }
    rest.at = r->file;
    ret = parse(r, &rest);
    if (ret < 0) {
        record_free(r);
    }
    return ret;
}

void record_free(Record *r)
{
    free(r->stream);
    free(r->file);
    memset(r, 0, sizeof(*r));
}
