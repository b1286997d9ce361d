/*
 * Tegra20 GR3D engine: a command stream with its memory, as text
 *
 * The form is described in docs/specs/tegra-gr3d-stream.rst.  A parsed stream
 * is nothing but memory blocks, register writes in order, what to look at
 * and what to expect; programs and constants are writes to their ports.
 *
 * Not called stream.h: the guest programs have one, and a test uses both.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef GR3D_STREAM_H
#define GR3D_STREAM_H

#include "replay.h"

/* Limits of one stream: text comes from strangers. */
#define GR3D_STREAM_MEMORIES    1024
#define GR3D_STREAM_BYTES       (64u << 20)     /* of all memory blocks */
#define GR3D_STREAM_FILL        (128u << 20)    /* by all fills */
#define GR3D_STREAM_WRITES      (1u << 20)
#define GR3D_STREAM_TEXT        (64u << 20)
#define GR3D_STREAM_IMAGES      16
#define GR3D_STREAM_EXPECTS     65536

#define GR3D_STREAM_ADDRESS     0x10000000u     /* of the first memory block */

typedef struct Gr3dStreamWrite {
    uint32_t reg, value;
    uint32_t line;              /* of the text; 0: not from a text */
} Gr3dStreamWrite;

typedef struct Gr3dStreamImage {
    unsigned memory;            /* index */
    uint32_t offset;
    uint32_t width, height, pitch;
    uint8_t format;
    bool tiled;
    bool flip;                  /* the last row is the top one */
} Gr3dStreamImage;

typedef enum Gr3dStreamExpectKind {
    GR3D_EXPECT_HASH,           /* of a memory block */
    GR3D_EXPECT_WORD,           /* in a memory block */
    GR3D_EXPECT_COUNT,          /* of what was drawn, and of events */
} Gr3dStreamExpectKind;

typedef struct Gr3dStreamExpect {
    Gr3dStreamExpectKind kind;
    uint32_t line;
    unsigned memory;            /* index; COUNT: which counter */
    uint32_t offset;
    uint8_t bytes;              /* of the word */
    uint32_t value, mask, within;
    char hash[65];
} Gr3dStreamExpect;

typedef struct Gr3dStream {
    const Gr3dMemory *ram;      /* of which memory blocks are parts, or NULL */
    Gr3dMemory memory[GR3D_STREAM_MEMORIES];
    unsigned num_memories;
    uint32_t num_bytes;         /* of all memory blocks */
    uint32_t next_addr;         /* of the next block without address */
    GArray *writes;             /* of Gr3dStreamWrite */
    GArray *images;             /* of Gr3dStreamImage */
    GArray *expects;            /* of Gr3dStreamExpect */
} Gr3dStream;

Gr3dStream *gr3d_stream_new(void);
void gr3d_stream_free(Gr3dStream *stream);

/*
 * Parse a text, which need not end with a zero byte.  NULL on error; then
 * *@error is "line N: ...", to be freed with g_free().
 */
Gr3dStream *gr3d_stream_parse(const char *text, size_t len, char **error);

/*
 * Take a line, whose first token is scan->token, before the stream does.  True:
 * it was the embedder's, or gr3d_scan_fail() was called.
 */
typedef struct Gr3dScan Gr3dScan;
typedef bool Gr3dStreamTake(void *opaque, Gr3dScan *scan);

/*
 * Parse a text into a stream that is new but for its @ram.  False: an error, as
 * above.
 */
bool gr3d_stream_parse_lines(Gr3dStream *stream, const char *text, size_t len,
                             Gr3dStreamTake *take, void *opaque, char **error);

/* Return a memory block; NULL: there is none called @name. */
const Gr3dMemory *gr3d_stream_memory(const Gr3dStream *stream,
                                     const char *name);
/*
 * Add a memory block of zeros at @addr; GR3D_STREAM_ADDRESS or above is chosen
 * if it is negative.  NULL on error: *@error is a static clause.
 */
const Gr3dMemory *gr3d_stream_add_memory(Gr3dStream *stream, const char *name,
                                         uint32_t size, int64_t addr,
                                         const char **error);
/* Add a write; false: there are too many. */
bool gr3d_stream_add_write(Gr3dStream *stream, uint32_t reg, uint32_t value,
                           uint32_t line);

/*
 * Run all writes; the draws change the stream's memory.  @replay is
 * initialised here, to be cleared by the caller; @max_work, @executor and @exec
 * as in Gr3dReplay.
 */
void gr3d_stream_run(Gr3dStream *stream, Gr3dReplay *replay,
                     uint64_t max_work, const GpuExecutor *executor,
                     const Gr3dExec *exec);

/* Return the SHA-256 of a memory block in hexadecimal; g_free() it. */
char *gr3d_stream_hash(const Gr3dMemory *memory);
/*
 * Compare with what is expected.  Returns the number of failures; each is a
 * line of @report.
 */
unsigned gr3d_stream_check(const Gr3dStream *stream, const Gr3dReplay *replay,
                           GString *report);

/* Return the name of a counter that `expect' knows; NULL: there are no more. */
const char *gr3d_stream_counter_name(unsigned counter);
uint64_t gr3d_stream_counter_value(const Gr3dReplay *replay, unsigned counter);

/*
 * Append a stream's text that gives these registers and this memory when it
 * runs.  The register DRAW_PRIM cannot be written without a draw: with @draw,
 * which is for a state at the moment of a draw, the write is the last line;
 * without, it is there as a comment.
 */
void gr3d_stream_print(GString *out, const Gr3dRegs *regs,
                       const Gr3dMemory *memory, unsigned num_memories,
                       bool draw);

#endif /* GR3D_STREAM_H */
