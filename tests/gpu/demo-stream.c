/*
 * Draw a frame of gr3d-demo on the engine, without kernel and QEMU
 *
 *   demo-stream SCENE FRAME WIDTH HEIGHT OUTPUT.ppm
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <stdio.h>
#include <stdlib.h>

#include "scene.h"
#include "stream-machine.h"

static void write_ppm(const char *path, const R3dTarget *t, const uint8_t *p)
{
    FILE *f = fopen(path, "wb");

    if (!f) {
        stream_machine_fail(path);
    }
    fprintf(f, "P6\n%u %u\n255\n", t->width, t->height);
    for (unsigned y = 0; y < t->height; y++) {
        for (unsigned x = 0; x < t->width; x++) {
            fwrite(p + y * t->color_pitch + 4 * x, 1, 3, f);
        }
    }
    if (fclose(f)) {
        stream_machine_fail(path);
    }
}

static void alloc(StreamMachine *m, unsigned which, size_t size)
{
    Gr3dMemory *b = &m->buf[which];

    b->addr = 0x10000000 * (which + 1);
    b->size = size;
    b->data = calloc(1, size);
}

int main(int argc, char **argv)
{
    static StreamMachine m;
    static Stream s;
    const Scene *scene;
    R3dTarget t;
    bool ok;

    if (argc != 6) {
        stream_machine_fail("arguments: SCENE FRAME WIDTH HEIGHT OUTPUT.ppm");
    }
    scene = scene_find(argv[1]);
    if (!scene) {
        stream_machine_fail("there is no such scene");
    }
    scene_target(&t, atoi(argv[3]), atoi(argv[4]));
    stream_machine_init(&m);
    for (unsigned i = 0; i < SCENE_NUM_BUFFERS; i++) {
        alloc(&m, i, scene_buffer_bytes(&t, i));
    }
    scene_prepare(scene, m.buf[SCENE_GEOMETRY].data, m.buf[SCENE_TEXTURE].data);
    stream_init(&s, 0);
    scene_frame(&s, scene, &t, atoi(argv[2]));
    stream_machine_run(&m, &s);
    if (m.replay.incrs != s.incrs) {
        stream_machine_fail("increments declared and made differ");
    }
    printf("# %u words, %u relocations, %u draws, %llu fragments\n",
           s.num_words, s.num_relocs, m.replay.draws,
           (unsigned long long)m.replay.stats.fragments);
    write_ppm(argv[5], &t, m.buf[SCENE_COLOR].data);
    for (unsigned i = 0; i < STREAM_MACHINE_BUFFERS; i++) {
        free(m.buf[i].data);
    }
    ok = !m.replay.unknown && !m.replay.events->len;
    stream_machine_clear(&m);
    return ok ? 0 : 1;
}
