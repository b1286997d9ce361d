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
#include "replay/recorder.h"

#define CLASS   0x60
#define RAM     0x40000000u
/* Of WIN_COLOR_DEPTH [tegra-dc.rst] */
#define WINDOW_R8G8B8A8     13

typedef struct Machine {
    Recorder *recorder;
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

/* Change what each surface holds first. */
static void spoil(Machine *m, const Gr3dDraw *draw)
{
    uint64_t first, last;

    for (unsigned i = 0; i < GR3D_NUM_SPANS; i++) {
        if (gr3d_draw_touched(draw, i, &first, &last)) {
            m->ram.data[gr3d_draw_request(draw, i)->addr + first] ^= 1;
        }
    }
}

static void frame(Machine *m, const Gr3dStream *stream)
{
    const Gr3dStreamImage *image =
        &g_array_index(stream->images, Gr3dStreamImage, 0);
    uint32_t window[GPU_CAPTURE_WIN_WORDS] = { 0 };

    if (!stream->images->len || image->format != GR3D_FMT_R8G8B8A8) {
        return;
    }
    window[GPU_CAPTURE_WIN_FORMAT] = WINDOW_R8G8B8A8;
    window[GPU_CAPTURE_WIN_ADDR] = stream->memory[image->memory].addr +
                                   image->offset;
    window[GPU_CAPTURE_WIN_STRIDE] = image->pitch;
    window[GPU_CAPTURE_WIN_TILED] = image->tiled;
    window[GPU_CAPTURE_WIN_WIDTH] = image->width;
    window[GPU_CAPTURE_WIN_HEIGHT] = image->height;
    window[GPU_CAPTURE_WIN_SRC_WIDTH] = image->width;
    window[GPU_CAPTURE_WIN_SRC_HEIGHT] = image->height;
    recorder_frame(m->recorder, window);
}

static void run_draw(Machine *m)
{
    Gr3dDraw *draw = gr3d_draw_new(&m->regs);
    bool wrong = m->draws++ == m->wrong;

    gr3d_replay_bind(draw, &m->ram, 1);
    recorder_draw(m->recorder, draw);
    gr3d_draw_run(draw);
    if (wrong) {
        spoil(m, draw);
    }
    recorder_drawn(m->recorder, draw);
    if (wrong) {
        spoil(m, draw);
    }
    gr3d_draw_free(draw);
}

static void put_write(Machine *m, const Gr3dStreamWrite *w)
{
    const TegraHost1xCmdproc cp = { .class_id = 1 };
    const uint32_t words[] = {
        CLASS << 6,                                     /* SETCL */
        6u << 28 | 2, 0x1000,                           /* GATHER */
        1u << 28 | w->reg << 16 | 1, w->value,          /* INCR */
    };

    if (!m->words) {
        recorder_write(m->recorder, CLASS, w->reg, w->value);
        return;
    }
    for (unsigned i = 0; i < G_N_ELEMENTS(words); i++) {
        recorder_word(m->recorder, 2, &cp, 4 * i, words[i]);
    }
}

static void run(Machine *m, const Gr3dStream *stream)
{
    recorder_reset(m->recorder, CLASS);
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
    m.recorder = recorder_new(output, file, &m.ram, "stream-capture");
    run(&m, stream);
    recorder_free(m.recorder, reason);
    gr3d_stream_free(stream);
    free(m.ram.data);
    return fclose(file) ? 1 : 0;
}
