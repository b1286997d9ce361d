/*
 * Tegra20 GR3D engine: captures, the binary form
 *
 * A capture has what a running machine's graphics did, in its order.  The form
 * is described in docs/specs/tegra-capture.rst.  Files are the embedder's: the
 * writer and the reader have a callback for bytes.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef GR3D_CAPTURE_H
#define GR3D_CAPTURE_H

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

#define GR3D_CAPTURE_VERSION    1
#define GR3D_CAPTURE_PAGE       4096u
/* Of a block: more than any record, with what is before it */
#define GR3D_CAPTURE_BLOCK      (1u << 20)

typedef enum Gr3dCaptureType {
    GR3D_CAPTURE_NOTE = 1,      /* a text */
    GR3D_CAPTURE_END,           /* why it ends, a text: the last one */
    GR3D_CAPTURE_RAM,           /* address and size */
    GR3D_CAPTURE_SYNCPTS,       /* values of all */
    GR3D_CAPTURE_INCR,          /* number and new value of one */
    GR3D_CAPTURE_GR3D,          /* Gr3dRegs */
    GR3D_CAPTURE_GR2D,          /* registers, then the switch registers */
    GR3D_CAPTURE_WORDS,         /* Gr3dCaptureWordsHead, then words */
    GR3D_CAPTURE_WRITE,         /* of a register: class, offset, value */
    GR3D_CAPTURE_READ,          /* of a register: class, offset */
    GR3D_CAPTURE_RESET,         /* class */
    GR3D_CAPTURE_PAGE_NEW,      /* address, content */
    GR3D_CAPTURE_PAGE_SAME,     /* address, which PAGE_NEW has the content */
    GR3D_CAPTURE_DRAW,          /* Gr3dCaptureDoneHead, then surfaces */
    GR3D_CAPTURE_OPERATION,     /* likewise, of GR2D */
    GR3D_CAPTURE_FRAME,         /* Gr3dCaptureFrameHead, then windows */
    GR3D_CAPTURE_NUM_TYPES,
} Gr3dCaptureType;

/* The words before those of the command stream */
enum {
    GR3D_CAPTURE_WORDS_CHANNEL,
    GR3D_CAPTURE_WORDS_CLASS,
    GR3D_CAPTURE_WORDS_MODE,        /* what the first one is */
    GR3D_CAPTURE_WORDS_NEXT,
    GR3D_CAPTURE_WORDS_LEFT,
    GR3D_CAPTURE_WORDS_GATHER,      /* opcode, address, words left */
    GR3D_CAPTURE_WORDS_GATHER_ADDR,
    GR3D_CAPTURE_WORDS_GATHER_LEFT,
    GR3D_CAPTURE_WORDS_ADDR,        /* where the first one is */
    GR3D_CAPTURE_WORDS_HEAD,
};

/* DRAW and OPERATION: a number, then for each surface that was written */
enum {
    GR3D_CAPTURE_DONE_NUMBER,
    GR3D_CAPTURE_DONE_CANCELLED,
    GR3D_CAPTURE_DONE_HEAD,
};

enum {
    GR3D_CAPTURE_SURF_SLOT,         /* GR3D_SPAN_*; 0 of an operation */
    GR3D_CAPTURE_SURF_ADDR,
    GR3D_CAPTURE_SURF_SIZE,
    GR3D_CAPTURE_SURF_HASH,         /* of 64 bits, low word first */
    GR3D_CAPTURE_SURF_WORDS = GR3D_CAPTURE_SURF_HASH + 2,
};

/* FRAME, then for each window that is shown */
enum {
    GR3D_CAPTURE_FRAME_HEAD_NO,     /* of the display controller */
    GR3D_CAPTURE_FRAME_FLIPS,       /* bit per window: it was flipped */
    GR3D_CAPTURE_FRAME_WIDTH,
    GR3D_CAPTURE_FRAME_HEIGHT,
    GR3D_CAPTURE_FRAME_HEAD,
};

enum {
    GR3D_CAPTURE_WIN_INDEX,
    GR3D_CAPTURE_WIN_FORMAT,        /* WIN_COLOR_DEPTH */
    GR3D_CAPTURE_WIN_ADDR,          /* of the first line */
    GR3D_CAPTURE_WIN_STRIDE,        /* bytes, of two's complement */
    GR3D_CAPTURE_WIN_TILED,
    GR3D_CAPTURE_WIN_X,             /* on the screen */
    GR3D_CAPTURE_WIN_Y,
    GR3D_CAPTURE_WIN_WIDTH,
    GR3D_CAPTURE_WIN_HEIGHT,
    GR3D_CAPTURE_WIN_SRC_WIDTH,     /* before scaling */
    GR3D_CAPTURE_WIN_SRC_HEIGHT,
    GR3D_CAPTURE_WIN_WORDS,
};

/* XXH64 with seed 0 */
uint64_t gr3d_capture_hash(const uint8_t *data, size_t size);
/*
 * Hash @size bytes, the first of which is at @addr of the bus: the hash of the
 * hashes of the parts that a page has.
 */
uint64_t gr3d_capture_hash_range(uint32_t addr, const uint8_t *data,
                                 uint32_t size);

/* ------------------------------------------------------------------ */
/* Writing                                                            */

typedef struct Gr3dCaptureWriter Gr3dCaptureWriter;

/* Take bytes; false: it cannot.  The writer calls no more then. */
typedef bool Gr3dCaptureOutput(void *opaque, const void *data, size_t size);

Gr3dCaptureWriter *gr3d_capture_writer_new(Gr3dCaptureOutput *output,
                                           void *opaque);
void gr3d_capture_writer_free(Gr3dCaptureWriter *w);
/* Give what is there to the output: what is cut off later keeps it. */
void gr3d_capture_flush(Gr3dCaptureWriter *w);
/* Return the bytes that the output has had. */
uint64_t gr3d_capture_written(const Gr3dCaptureWriter *w);

void gr3d_capture_words(Gr3dCaptureWriter *w, Gr3dCaptureType type,
                        const uint32_t *word, unsigned num);
void gr3d_capture_text(Gr3dCaptureWriter *w, Gr3dCaptureType type,
                       const char *text);

/*
 * A record that grows until another one begins.  Only a word that was put last
 * can be taken back, and before anything else is captured.
 */
void gr3d_capture_open(Gr3dCaptureWriter *w, Gr3dCaptureType type,
                       const uint32_t *head, unsigned num);
bool gr3d_capture_is_open(const Gr3dCaptureWriter *w);
void gr3d_capture_put(Gr3dCaptureWriter *w, const uint32_t *word,
                      unsigned num);
void gr3d_capture_take_back(Gr3dCaptureWriter *w);

/*
 * Have the reader's memory be as @data, whole pages at @addr of the bus: what
 * it does not have already is captured.
 */
void gr3d_capture_read(Gr3dCaptureWriter *w, uint32_t addr,
                       const uint8_t *data, uint64_t size);
/*
 * Note that what is replayed has written the same pages; or, if @same is
 * false, that nobody knows what they hold there.
 */
void gr3d_capture_wrote(Gr3dCaptureWriter *w, uint32_t addr,
                        const uint8_t *data, uint64_t size, bool same);

/* ------------------------------------------------------------------ */
/* Reading                                                            */

typedef struct Gr3dCaptureRecord {
    uint32_t type;              /* maybe one that is not known here */
    uint32_t size;              /* bytes, as this type has them */
    const uint8_t *data;        /* until the next one */
} Gr3dCaptureRecord;

typedef struct Gr3dCaptureReader Gr3dCaptureReader;

/* Get up to @size bytes; 0: there are no more */
typedef size_t Gr3dCaptureInput(void *opaque, void *data, size_t size);

Gr3dCaptureReader *gr3d_capture_reader_new(Gr3dCaptureInput *input,
                                           void *opaque);
void gr3d_capture_reader_free(Gr3dCaptureReader *r);
/*
 * Get the next record.  False: there is none, or *@error says what is wrong, to
 * be freed.
 */
bool gr3d_capture_next(Gr3dCaptureReader *r, Gr3dCaptureRecord *record,
                       char **error);
/* Did the input end in the middle? */
bool gr3d_capture_cut_off(const Gr3dCaptureReader *r);

/* Return the name of a type of record; NULL: there is none. */
const char *gr3d_capture_type_name(uint32_t type);
static inline unsigned gr3d_capture_num(const Gr3dCaptureRecord *record)
{
    return record->size / 4;
}
/* Return word @i; 0 if there are fewer */
uint32_t gr3d_capture_word(const Gr3dCaptureRecord *record, unsigned i);

#endif /* GR3D_CAPTURE_H */
