/*
 * Write a capture of engines that draw at once
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "recorder.h"

#define PAGE    GPU_CAPTURE_PAGE

struct Recorder {
    GpuCaptureWriter *writer;
    const Gr3dMemory *ram;
    uint32_t draws;
    unsigned channel;           /* of the record of words, if it is open */
    uint32_t next;              /* address of its next word */
};

Recorder *recorder_new(GpuCaptureOutput *output, void *opaque,
                       const Gr3dMemory *ram, const char *note)
{
    const uint32_t word[] = { 0, ram->size };
    Recorder *r = g_new0(Recorder, 1);

    r->ram = ram;
    r->writer = gpu_capture_writer_new(output, opaque);
    gpu_capture_text(r->writer, GPU_CAPTURE_NOTE, note);
    gpu_capture_words(r->writer, GPU_CAPTURE_RAM, word, 2);
    return r;
}

void recorder_free(Recorder *r, const char *reason)
{
    gpu_capture_text(r->writer, GPU_CAPTURE_END, reason);
    gpu_capture_flush(r->writer);
    gpu_capture_writer_free(r->writer);
    g_free(r);
}

void recorder_flush(Recorder *r)
{
    gpu_capture_flush(r->writer);
}

/* ---- Words and registers ---- */

static void open_words(Recorder *r, unsigned channel,
                       const TegraHost1xCmdproc *cp, uint32_t addr)
{
    uint32_t head[GPU_CAPTURE_WORDS_HEAD] = {
        [GPU_CAPTURE_WORDS_CHANNEL] = channel,
        [GPU_CAPTURE_WORDS_ADDR] = addr,
    };

    tegra_host1x_cmdproc_put_head(cp, head);
    gpu_capture_open(r->writer, GPU_CAPTURE_WORDS, head,
                     GPU_CAPTURE_WORDS_HEAD);
    r->channel = channel;
}

void recorder_word(Recorder *r, unsigned channel, const TegraHost1xCmdproc *cp,
                   uint32_t addr, uint32_t word)
{
    if (!gpu_capture_is_open(r->writer) || r->channel != channel ||
        r->next != addr) {
        open_words(r, channel, cp, addr);
    }
    gpu_capture_put(r->writer, &word, 1);
    r->next = addr + 4;
}

void recorder_word_refused(Recorder *r)
{
    gpu_capture_take_back(r->writer);
    r->next -= 4;
}

void recorder_incr(Recorder *r, uint32_t syncpt, uint32_t value)
{
    const uint32_t word[] = { syncpt, value };

    gpu_capture_words(r->writer, GPU_CAPTURE_INCR, word, 2);
}

void recorder_write(Recorder *r, uint32_t class_id, uint32_t offset,
                    uint32_t value)
{
    const uint32_t word[] = { class_id, offset, value };

    gpu_capture_words(r->writer, GPU_CAPTURE_WRITE, word, 3);
}

void recorder_reset(Recorder *r, uint32_t class_id)
{
    gpu_capture_words(r->writer, GPU_CAPTURE_RESET, &class_id, 1);
}

/* ---- Memory ---- */

/* Return the size of the pages from *@first on that have these bytes of RAM. */
static uint64_t pages(const Recorder *r, uint64_t addr, uint64_t size,
                      uint32_t *first)
{
    uint64_t end = MIN(addr + size, r->ram->size);

    *first = addr & -(uint64_t)PAGE;
    return size && addr < end
           ? ((end + PAGE - 1) & -(uint64_t)PAGE) - *first : 0;
}

void recorder_memory(Recorder *r, uint64_t addr, uint64_t size)
{
    uint32_t first;
    uint64_t len = pages(r, addr, size, &first);

    gpu_capture_read(r->writer, first, r->ram->data + first, len);
}

/* Append a surface that was written, if it is in RAM; returns the new @num. */
static unsigned put_surface(Recorder *r, uint32_t *word, unsigned num,
                            unsigned slot, uint64_t addr, uint64_t size)
{
    uint32_t first, bytes;
    uint64_t len = pages(r, addr, size, &first), hash;

    if (!len) {
        return num;
    }
    bytes = MIN(size, r->ram->size - addr);
    hash = gpu_capture_hash_range(addr, r->ram->data + addr, bytes);
    word[num + GPU_CAPTURE_SURF_SLOT] = slot;
    word[num + GPU_CAPTURE_SURF_ADDR] = addr;
    word[num + GPU_CAPTURE_SURF_SIZE] = bytes;
    word[num + GPU_CAPTURE_SURF_HASH] = hash;
    word[num + GPU_CAPTURE_SURF_HASH + 1] = hash >> 32;
    gpu_capture_wrote(r->writer, first, r->ram->data + first, len, true);
    return num + GPU_CAPTURE_SURF_WORDS;
}

void recorder_draw(Recorder *r, const Gr3dDraw *draw)
{
    for (unsigned i = 0; i < GR3D_NUM_SPANS; i++) {
        const Gr3dSpanRequest *request = gr3d_draw_request(draw, i);

        recorder_memory(r, request->addr, request->size);
    }
}

void recorder_drawn(Recorder *r, const Gr3dDraw *draw)
{
    uint32_t word[GPU_CAPTURE_DONE_HEAD +
                  GR3D_NUM_SPANS * GPU_CAPTURE_SURF_WORDS] = { r->draws++ };
    unsigned num = GPU_CAPTURE_DONE_HEAD;
    uint64_t start, end;

    for (unsigned i = 0; i < GR3D_NUM_SPANS; i++) {
        if (gr3d_draw_touched(draw, i, &start, &end)) {
            num = put_surface(r, word, num, i,
                              gr3d_draw_request(draw, i)->addr + start,
                              end - start);
        }
    }
    gpu_capture_words(r->writer, GPU_CAPTURE_DRAW, word, num);
}

void recorder_operation(Recorder *r, uint64_t addr, uint64_t size)
{
    uint32_t word[GPU_CAPTURE_DONE_HEAD + GPU_CAPTURE_SURF_WORDS] = { 0 };
    unsigned num = put_surface(r, word, GPU_CAPTURE_DONE_HEAD, 0, addr, size);

    gpu_capture_words(r->writer, GPU_CAPTURE_OPERATION, word, num);
}

void recorder_windows(Recorder *r, const uint32_t *word, unsigned num)
{
    gpu_capture_words(r->writer, GPU_CAPTURE_FRAME, word, num);
    gpu_capture_flush(r->writer);
}

void recorder_frame(Recorder *r, const uint32_t window[GPU_CAPTURE_WIN_WORDS])
{
    uint32_t word[GPU_CAPTURE_FRAME_HEAD + GPU_CAPTURE_WIN_WORDS] = {
        [GPU_CAPTURE_FRAME_FLIPS] = 1,
        [GPU_CAPTURE_FRAME_WIDTH] = window[GPU_CAPTURE_WIN_WIDTH],
        [GPU_CAPTURE_FRAME_HEIGHT] = window[GPU_CAPTURE_WIN_HEIGHT],
    };

    memcpy(word + GPU_CAPTURE_FRAME_HEAD, window,
           GPU_CAPTURE_WIN_WORDS * sizeof(*window));
    recorder_windows(r, word, G_N_ELEMENTS(word));
}
