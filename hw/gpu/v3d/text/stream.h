/*
 * VideoCore IV 3D engine: memory, programs and lists of a picture in one text
 * [docs/specs/videocore-iv-stream.rst]
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef V3D_STREAM_H
#define V3D_STREAM_H

#include <glib.h>
#include "hw/gpu/v3d/v3d.h"

/* All blocks are in so much memory. */
#define V3D_STREAM_RAM  (64u << 20)

typedef struct V3dBlock {
    char *name;
    uint32_t addr, size;
    uint32_t end;               /* of what it was given last */
} V3dBlock;

typedef struct V3dStreamRun {
    enum { V3D_RUN_BIN_LIST, V3D_RUN_RENDER_LIST, V3D_RUN_PROGRAM } kind;
    uint32_t addr, end;
    uint32_t uniforms;          /* of a program */
} V3dStreamRun;

typedef struct V3dStreamImage {
    uint32_t addr, pitch;
    unsigned width, height;
    bool bgr565;                /* else bytes R, G, B, A */
    bool flip;
} V3dStreamImage;

typedef struct V3dExpect {
    enum {
        V3D_EXPECT_VALUE, V3D_EXPECT_HASH, V3D_EXPECT_EVENTS,
        V3D_EXPECT_FRAMES, V3D_EXPECT_FLUSHES,
    } kind;
    unsigned line;
    unsigned block;             /* value, hash */
    uint32_t addr, bytes;
    uint32_t value;
    char *hash;
} V3dExpect;

typedef struct V3dStream {
    uint8_t *ram;
    GArray *block;              /* V3dBlock ... */
    GArray *run;
    GArray *image;
    GArray *expect;
} V3dStream;

/* NULL: *@error says why, and is to be freed. */
V3dStream *v3d_stream_parse(const char *text, char **error);
void v3d_stream_free(V3dStream *stream);

/*
 * Run it all, up to @max_work units of work if that is not 0.  What went wrong,
 * and what is not as expected, is a line of @report.  False: not all of it was
 * run.
 */
bool v3d_stream_run(V3dStream *stream, V3d *engine, uint64_t max_work,
                    GString *report);

/* NULL: there is none of that name. */
const V3dBlock *v3d_stream_block(const V3dStream *stream, const char *name);
/* SHA-256 of the block */
char *v3d_stream_hash(const V3dStream *stream, const V3dBlock *block);

#endif /* V3D_STREAM_H */
