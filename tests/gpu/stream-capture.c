/*
 * Make a capture of a stream's draws, for the test of gr3d-replay
 *
 *   stream-capture STREAM OUTPUT [wrong|words]
 *
 * The scalar reference draws what the capture says was drawn.  With "wrong" the
 * hashes of the second draw are wrong; with "words" registers are written by
 * command words, each by a gather of its own, and not by the processor.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "hw/gpu/lib/capture.h"
#include "hw/gpu/gr3d/text/stream.h"

#define CLASS   0x60
#define RAM     0x40000000u
#define PAGE    GPU_CAPTURE_PAGE

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

static void run(Machine *m, const Gr3dStream *stream)
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
        }
    }
    gpu_capture_text(m->capture, GPU_CAPTURE_END, "the end of the stream");
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
    Gr3dStream *stream;
    FILE *file;

    if (argc != 3 && argc != 4) {
        end("arguments", "STREAM OUTPUT [wrong|words]");
    }
    m.words = argc == 4 && !strcmp(argv[3], "words");
    m.wrong = argc == 4 && !m.words ? 1 : UINT32_MAX;
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
    run(&m, stream);
    gpu_capture_writer_free(m.capture);
    gr3d_stream_free(stream);
    free(m.ram.data);
    return fclose(file) ? 1 : 0;
}
