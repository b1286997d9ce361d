/*
 * Make a capture of a stream's draws, for the tests of the tools that
 * read one
 *
 *   stream-capture STREAM OUTPUT [right|wrong|words [REASON]]
 *
 * The scalar reference draws what the capture says was drawn; the first image
 * of the stream is a frame after each draw, if a window can show it.  With
 * "wrong" the hashes of the second draw are wrong; with "words" registers are
 * written by command words, each by a gather of its own, and not by the
 * processor.  REASON is why the capture ends.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "hw/gpu/gr3d/isa/texfmt.h"
#include "hw/gpu/gr3d/text/stream.h"
#include "hw/gpu/lib/capture.h"

#define CLASS   0x60
#define RAM     0x40000000u
#define PAGE    GPU_CAPTURE_PAGE
/* Of WIN_COLOR_DEPTH [tegra-dc.rst] */
#define WINDOW_R8G8B8A8     13

typedef struct Machine {
    GpuCaptureWriter *capture;
    Gr3dMemory ram;
    Gr3dRegs regs;
    uint32_t draws, wrong;      /* the number of the wrong one */
    bool words;
} Machine;

static void end(const char *what, const char *why)
{
    fprintf(stderr, "stream-capture: %s: %s\n", what, why);
    exit(1);
}

static bool output(void *opaque, const void *data, size_t size)
{
    return fwrite(data, 1, size, opaque) == size;
}

/* Pages that a draw may access, as the device finds them */
static void begin(Machine *m, const Gr3dDraw *draw)
{
    for (unsigned i = 0; i < GR3D_NUM_SPANS; i++) {
        const Gr3dSpanRequest *r = gr3d_draw_request(draw, i);
        uint32_t addr = r->addr & -PAGE;
        uint64_t stop = MIN((uint64_t)r->addr + r->size, RAM);

        if (r->size && addr < stop) {
            gpu_capture_read(m->capture, addr, m->ram.data + addr,
                             (stop - addr + PAGE - 1) & -(uint64_t)PAGE);
        }
    }
}

static void wrote(Machine *m, const Gr3dDraw *draw)
{
    uint32_t word[GPU_CAPTURE_DONE_HEAD +
                  GR3D_NUM_SPANS * GPU_CAPTURE_SURF_WORDS] = { m->draws++ };
    unsigned num = GPU_CAPTURE_DONE_HEAD;

    for (unsigned i = 0; i < GR3D_NUM_SPANS; i++) {
        uint32_t addr = gr3d_draw_request(draw, i)->addr, first;
        uint64_t start, stop, hash;

        if (!gr3d_draw_touched(draw, i, &start, &stop)) {
            continue;
        }
        addr += start;
        hash = gpu_capture_hash_range(addr, m->ram.data + addr,
                                      stop - start);
        hash ^= m->draws - 1 == m->wrong;
        word[num++] = i;
        word[num++] = addr;
        word[num++] = stop - start;
        word[num++] = hash;
        word[num++] = hash >> 32;
        first = addr & -PAGE;
        gpu_capture_wrote(m->capture, first, m->ram.data + first,
                          addr + stop - start - first, true);
    }
    gpu_capture_words(m->capture, GPU_CAPTURE_DRAW, word, num);
}

static void frame(Machine *m, const Gr3dStream *stream)
{
    const Gr3dStreamImage *image =
        &g_array_index(stream->images, Gr3dStreamImage, 0);
    uint32_t word[GPU_CAPTURE_FRAME_HEAD + GPU_CAPTURE_WIN_WORDS] = { 0 };
    uint32_t *window = word + GPU_CAPTURE_FRAME_HEAD;

    if (!stream->images->len || image->format != GR3D_FMT_R8G8B8A8) {
        return;
    }
    word[GPU_CAPTURE_FRAME_WIDTH] = image->width;
    word[GPU_CAPTURE_FRAME_HEIGHT] = image->height;
    window[GPU_CAPTURE_WIN_FORMAT] = WINDOW_R8G8B8A8;
    window[GPU_CAPTURE_WIN_ADDR] = stream->memory[image->memory].addr +
                                   image->offset;
    window[GPU_CAPTURE_WIN_STRIDE] = image->pitch;
    window[GPU_CAPTURE_WIN_TILED] = image->tiled;
    window[GPU_CAPTURE_WIN_WIDTH] = image->width;
    window[GPU_CAPTURE_WIN_HEIGHT] = image->height;
    window[GPU_CAPTURE_WIN_SRC_WIDTH] = image->width;
    window[GPU_CAPTURE_WIN_SRC_HEIGHT] = image->height;
    gpu_capture_words(m->capture, GPU_CAPTURE_FRAME, word, G_N_ELEMENTS(word));
}

static void run_draw(Machine *m)
{
    Gr3dDraw *draw = gr3d_draw_new(&m->regs);

    gr3d_replay_bind(draw, &m->ram, 1);
    begin(m, draw);
    gr3d_draw_run(draw);
    wrote(m, draw);
    gr3d_draw_free(draw);
}

static void put_write(Machine *m, const Gr3dStreamWrite *w)
{
    const uint32_t write[] = { CLASS, w->reg, w->value };
    const uint32_t words[GPU_CAPTURE_WORDS_HEAD + 5] = {
        [GPU_CAPTURE_WORDS_CHANNEL] = 2,
        [GPU_CAPTURE_WORDS_CLASS] = 1,
        [GPU_CAPTURE_WORDS_HEAD] = CLASS << 6,          /* SETCL */
        6u << 28 | 2, 0x1000,                           /* GATHER */
        1u << 28 | w->reg << 16 | 1, w->value,          /* INCR */
    };

    if (m->words) {
        gpu_capture_words(m->capture, GPU_CAPTURE_WORDS, words,
                          G_N_ELEMENTS(words));
    } else {
        gpu_capture_words(m->capture, GPU_CAPTURE_WRITE, write, 3);
    }
}

static void run(Machine *m, const Gr3dStream *stream, const char *reason)
{
    static const uint32_t ram[2] = { 0, RAM }, reset = CLASS;

    gpu_capture_words(m->capture, GPU_CAPTURE_RAM, ram, 2);
    gpu_capture_words(m->capture, GPU_CAPTURE_RESET, &reset, 1);
    gr3d_regs_reset(&m->regs);
    for (unsigned i = 0; i < stream->writes->len; i++) {
        const Gr3dStreamWrite *w = &g_array_index(stream->writes,
                                                  Gr3dStreamWrite, i);

        put_write(m, w);
        if (gr3d_regs_write(&m->regs, w->reg, w->value) == GR3D_WRITE_DRAW) {
            run_draw(m);
            frame(m, stream);
        }
    }
    gpu_capture_text(m->capture, GPU_CAPTURE_END, reason);
    gpu_capture_flush(m->capture);
}

static Gr3dStream *load(const char *path)
{
    g_autofree char *text = NULL, *error = NULL;
    Gr3dStream *stream;
    gsize len;

    if (!g_file_get_contents(path, &text, &len, NULL)) {
        end(path, "cannot be read");
    }
    stream = gr3d_stream_parse(text, len, &error);
    if (!stream) {
        end(path, error);
    }
    return stream;
}

int main(int argc, char **argv)
{
    static Machine m;
    const char *how = argc > 3 ? argv[3] : "right";
    const char *reason = argc > 4 ? argv[4] : "the end of the stream";
    Gr3dStream *stream;
    FILE *file;

    if (argc < 3 || argc > 5) {
        end("arguments", "STREAM OUTPUT [right|wrong|words [REASON]]");
    }
    m.words = !strcmp(how, "words");
    m.wrong = !strcmp(how, "wrong") ? 1 : UINT32_MAX;
    stream = load(argv[1]);
    m.ram = (Gr3dMemory) { .size = RAM, .data = calloc(1, RAM) };
    for (unsigned i = 0; i < stream->num_memories; i++) {
        const Gr3dMemory *from = &stream->memory[i];

        if (from->addr >= RAM || from->size > RAM - from->addr) {
            end(argv[1], "memory above 1 GiB");
        }
        memcpy(m.ram.data + from->addr, from->data, from->size);
    }
    file = fopen(argv[2], "wb");
    if (!file) {
        end(argv[2], "cannot be written");
    }
    m.capture = gpu_capture_writer_new(output, file);
    run(&m, stream, reason);
    gpu_capture_writer_free(m.capture);
    gr3d_stream_free(stream);
    free(m.ram.data);
    return fclose(file) ? 1 : 0;
}
