/*
 * Tegra20 graphics: captures, the binary form
 *
 * A capture has what a running machine's graphics did, in its order.  The form
 * is described in docs/specs/tegra-capture.rst.  Files are the embedder's: the
 * writer and the reader have a callback for bytes.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef GPU_CAPTURE_H
#define GPU_CAPTURE_H

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

#define GPU_CAPTURE_VERSION    1
#define GPU_CAPTURE_PAGE       4096u
/* Of a block: more than any record, with what is before it */
#define GPU_CAPTURE_BLOCK      (1u << 20)

typedef enum GpuCaptureType {
    GPU_CAPTURE_NOTE = 1,      /* a text */
    GPU_CAPTURE_END,           /* why it ends, a text: the last one */
    GPU_CAPTURE_RAM,           /* address and size */
    GPU_CAPTURE_SYNCPTS,       /* values of all */
    GPU_CAPTURE_INCR,          /* number and new value of one */
    GPU_CAPTURE_GR3D,          /* registers and programs: Gr3dRegs */
    GPU_CAPTURE_GR2D,          /* registers, then the switch registers */
    GPU_CAPTURE_WORDS,         /* GpuCaptureWordsHead, then words */
    GPU_CAPTURE_WRITE,         /* of a register: class, offset, value */
    GPU_CAPTURE_READ,          /* of a register: class, offset */
    GPU_CAPTURE_RESET,         /* class */
    GPU_CAPTURE_PAGE_NEW,      /* address, content */
    GPU_CAPTURE_PAGE_SAME,     /* address, which PAGE_NEW has the content */
    GPU_CAPTURE_DRAW,          /* GpuCaptureDoneHead, then surfaces */
    GPU_CAPTURE_OPERATION,     /* likewise, of GR2D */
    GPU_CAPTURE_FRAME,         /* GpuCaptureFrameHead, then windows */
    GPU_CAPTURE_NUM_TYPES,
} GpuCaptureType;

/* The words before those of the command stream */
enum {
    GPU_CAPTURE_WORDS_CHANNEL,
    GPU_CAPTURE_WORDS_CLASS,
    GPU_CAPTURE_WORDS_MODE,        /* what the first one is */
    GPU_CAPTURE_WORDS_NEXT,
    GPU_CAPTURE_WORDS_LEFT,
    GPU_CAPTURE_WORDS_GATHER,      /* opcode, address, words left */
    GPU_CAPTURE_WORDS_GATHER_ADDR,
    GPU_CAPTURE_WORDS_GATHER_LEFT,
    GPU_CAPTURE_WORDS_ADDR,        /* where the first one is */
    GPU_CAPTURE_WORDS_HEAD,
};

/* DRAW and OPERATION: a number, then for each surface that was written */
enum {
    GPU_CAPTURE_DONE_NUMBER,
    GPU_CAPTURE_DONE_CANCELLED,
    GPU_CAPTURE_DONE_HEAD,
};

enum {
    GPU_CAPTURE_SURF_SLOT,         /* GR3D_SPAN_*; 0 of an operation */
    GPU_CAPTURE_SURF_ADDR,
    GPU_CAPTURE_SURF_SIZE,
    GPU_CAPTURE_SURF_HASH,         /* of 64 bits, low word first */
    GPU_CAPTURE_SURF_WORDS = GPU_CAPTURE_SURF_HASH + 2,
};

/* FRAME, then for each window that is shown */
enum {
    GPU_CAPTURE_FRAME_HEAD_NO,     /* of the display controller */
    GPU_CAPTURE_FRAME_FLIPS,       /* bit per window: it was flipped */
    GPU_CAPTURE_FRAME_WIDTH,
    GPU_CAPTURE_FRAME_HEIGHT,
    GPU_CAPTURE_FRAME_HEAD,
};

enum {
    GPU_CAPTURE_WIN_INDEX,
    GPU_CAPTURE_WIN_FORMAT,        /* WIN_COLOR_DEPTH */
    GPU_CAPTURE_WIN_ADDR,          /* of the first line */
    GPU_CAPTURE_WIN_STRIDE,        /* bytes, of two's complement */
    GPU_CAPTURE_WIN_TILED,
    GPU_CAPTURE_WIN_X,             /* on the screen */
    GPU_CAPTURE_WIN_Y,
    GPU_CAPTURE_WIN_WIDTH,
    GPU_CAPTURE_WIN_HEIGHT,
    GPU_CAPTURE_WIN_SRC_WIDTH,     /* before scaling */
    GPU_CAPTURE_WIN_SRC_HEIGHT,
    GPU_CAPTURE_WIN_WORDS,
};

/* XXH64 with seed 0 */
uint64_t gpu_capture_hash(const uint8_t *data, size_t size);
/*
 * Hash @size bytes, the first of which is at @addr of the bus: the hash of the
 * hashes of the parts that a page has.
 */
uint64_t gpu_capture_hash_range(uint32_t addr, const uint8_t *data,
                                uint32_t size);

/* ------------------------------------------------------------------ */
/* Writing                                                            */

typedef struct GpuCaptureWriter GpuCaptureWriter;

/* Take bytes; false: it cannot.  The writer calls no more then. */
typedef bool GpuCaptureOutput(void *opaque, const void *data, size_t size);

GpuCaptureWriter *gpu_capture_writer_new(GpuCaptureOutput *output,
                                         void *opaque);
void gpu_capture_writer_free(GpuCaptureWriter *w);
/* Give what is there to the output: what is cut off later keeps it. */
void gpu_capture_flush(GpuCaptureWriter *w);
/* Return the bytes that the output has had. */
uint64_t gpu_capture_written(const GpuCaptureWriter *w);

void gpu_capture_words(GpuCaptureWriter *w, GpuCaptureType type,
                       const uint32_t *word, unsigned num);
void gpu_capture_text(GpuCaptureWriter *w, GpuCaptureType type,
                      const char *text);

/*
 * A record that grows until another one begins.  Only a word that was put last
 * can be taken back, and before anything else is captured.
 */
void gpu_capture_open(GpuCaptureWriter *w, GpuCaptureType type,
                      const uint32_t *head, unsigned num);
bool gpu_capture_is_open(const GpuCaptureWriter *w);
void gpu_capture_put(GpuCaptureWriter *w, const uint32_t *word,
                     unsigned num);
void gpu_capture_take_back(GpuCaptureWriter *w);

/*
 * Have the reader's memory be as @data, whole pages at @addr of the bus: what
 * it does not have already is captured.
 */
void gpu_capture_read(GpuCaptureWriter *w, uint32_t addr,
                      const uint8_t *data, uint64_t size);
/*
 * Note that what is replayed has written the same pages; or, if @same is
 * false, that nobody knows what they hold there.
 */
void gpu_capture_wrote(GpuCaptureWriter *w, uint32_t addr,
                       const uint8_t *data, uint64_t size, bool same);

/* ------------------------------------------------------------------ */
/* Reading                                                            */

typedef struct GpuCaptureRecord {
    uint32_t type;              /* maybe one that is not known here */
    uint32_t size;              /* bytes, as this type has them */
    const uint8_t *data;        /* until the next one */
} GpuCaptureRecord;

typedef struct GpuCaptureReader GpuCaptureReader;

/* Get up to @size bytes; 0: there are no more */
typedef size_t GpuCaptureInput(void *opaque, void *data, size_t size);

GpuCaptureReader *gpu_capture_reader_new(GpuCaptureInput *input,
                                         void *opaque);
void gpu_capture_reader_free(GpuCaptureReader *r);
/*
 * Get the next record.  False: there is none, or *@error says what is wrong, to
 * be freed.
 */
bool gpu_capture_next(GpuCaptureReader *r, GpuCaptureRecord *record,
                      char **error);
/* Did the input end in the middle? */
bool gpu_capture_cut_off(const GpuCaptureReader *r);

/* Return the name of a type of record; NULL: there is none. */
const char *gpu_capture_type_name(uint32_t type);
static inline unsigned gpu_capture_num(const GpuCaptureRecord *record)
{
    return record->size / 4;
}
/* Return word @i; 0 if there are fewer */
uint32_t gpu_capture_word(const GpuCaptureRecord *record, unsigned i);

#endif /* GPU_CAPTURE_H */
