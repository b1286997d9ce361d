/*
 * A frame in a file: its memory and its command streams
 *
 * tests/bench/record.c writes what scripts/bench draws, gr3d-bench reads it in
 * the guest.  All numbers are 32 bits, little endian:
 *
 *   RecordHeader
 *   for each buffer     size, and whether its bytes follow; these
 *   for each stream     num_words, num_relocs, incrs; words, relocations
 *   for each draw       RecordDraw
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef GUEST_RECORD_H
#define GUEST_RECORD_H

#include <stddef.h>
#include <stdint.h>

#include "stream.h"

#define RECORD_MAGIC    0x31335247      /* "GR31" */
#define RECORD_BUFFERS  8

/* Buffers as the streams number them */
enum {
    RECORD_COLOR,               /* RGBA, as wide as the picture */
    RECORD_DEPTH,
    RECORD_VERTEX,
    RECORD_INDEX,
    RECORD_TEXTURE,             /* and the next ones */
};

typedef struct RecordHeader {
    uint32_t magic, width, height, num_buffers, num_streams, num_draws;
} RecordHeader;

/* Vertices: position, colour, texture coordinates */
typedef struct RecordVertex {
    float pos[4], color[4], uv[4];
} RecordVertex;

/*
 * Triangles by index, texture times colour, depth test "less", what is
 * clockwise culled; only of frames that consist of those
 */
typedef struct RecordDraw {
    uint32_t first, count;      /* indices */
    uint32_t texture, log2_size;    /* 0 or 1: square, repeated */
    float matrix[4][4];
} RecordDraw;

typedef struct Record {
    RecordHeader header;
    struct {
        size_t size;
        const void *data;       /* NULL: zero */
    } buffer[RECORD_BUFFERS];
    Stream *stream;
    const RecordDraw *draw;
    void *file;
} Record;

/* 0, or -errno; the frame lives as long as @r. */
int record_load(Record *r, const char *path);
void record_free(Record *r);

#endif
