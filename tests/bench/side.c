/*
 * One side of the benchmark: what both programs share
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "side.h"

void bench_cannot(const char *why)
{
    printf("cannot %s\n", why);
    exit(0);
}

static double now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec + t.tv_nsec * 1e-9;
}

static void time_frames(uint64_t frames)
{
    double start = now();

    for (uint64_t i = 0; i < frames; i++) {
        side_frame();
    }
    side_finish();
    printf("seconds %.9f\n", now() - start);
}

static void write_image(const BenchWork *b, const char *path)
{
    const size_t size = 4 * b->width * b->height;
    uint8_t *rgba = g_malloc0(size);
    GError *error = NULL;

    side_frame();
    side_finish();
    side_read(rgba);
    if (!g_file_set_contents(path, (const char *)rgba, size, &error)) {
        bench_cannot(error->message);
    }
    g_free(rgba);
    printf("done\n");
}

static void answer(const BenchWork *b, char *line)
{
    char *value = strchr(g_strchomp(line), ' ');

    if (value && g_str_has_prefix(line, "image ")) {
        write_image(b, value + 1);
    } else if (value && g_str_has_prefix(line, "time ")) {
        time_frames(g_ascii_strtoull(value + 1, NULL, 10));
    } else {
        bench_cannot("no such command");
    }
}

/* For the driver: name, unit, its size, figure of the silicon, text */
static int list(void)
{
    for (const BenchWorkload *w = bench_workloads; w->name; w++) {
        const char *silicon = side_silicon(w);

        if (silicon) {
            printf("%s\t%s\t%g\t%s\t%s\n", w->name, w->unit, w->unit_size,
                   silicon, w->text);
        }
    }
    return 0;
}

int main(int argc, char **argv)
{
    const BenchWorkload *workload;
    const char *text;
    char line[1024];
    BenchWork *b;

    if (argc == 2 && !strcmp(argv[1], "--list")) {
        return list();
    }
    workload = argc == 5 ? bench_find(argv[1]) : NULL;
    if (!workload) {
        fprintf(stderr, "usage: %s WORKLOAD WIDTH HEIGHT THREADS\n", argv[0]);
        return 1;
    }
    setvbuf(stdout, NULL, _IOLBF, 0);
    b = bench_new(workload, atoi(argv[2]), atoi(argv[3]));
    text = side_open(b, atoi(argv[4]));
    printf("ready %.0f %s\n", b->work, text);
    while (fgets(line, sizeof(line), stdin)) {
        answer(b, line);
    }
    side_close();
    bench_free(b);
    return 0;
}
