/*
 * gr3d-bench: how fast is GR3D behind the kernel's driver?
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "gr3d-bench/bench.h"

static const char usage[] =
    "usage: gr3d-bench [option]... TEST [FILE]\n"
    "  empty          jobs that do nothing, as many as possible\n"
    "  latency        from a submit to its fence, one job at a time\n"
    "  words          register writes per second\n"
    "  buffers        jobs that name four buffers of --bytes\n"
    "  frames FILE    a recorded frame, drawn again and again\n"
    "  soft FILE      the same by the CPU, compared with GR3D's picture\n"
    "options:\n"
    "  --uapi legacy|new  kernel interface (default: new)\n"
    "  --seconds S        how long, about (default: 2)\n"
    "  --bytes N          size of a buffer (default: 4096)\n"
    "  --display          show the frames\n"
    "  --help             this text\n";

double now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec + t.tv_nsec / 1000000000.0;
}

void tell(const char *test, double value, const char *unit)
{
    printf("gr3d-bench: %s %.6g %s\n", test, value, unit);
    fflush(stdout);
}

static void wrong(void)
{
    fputs(usage, stderr);
    exit(2);
}

static void set(Options *o, int c, const char *value)
{
    switch (c) {
    case 'u':
        if (strcmp(value, "legacy") && strcmp(value, "new")) {
            wrong();
        }
        o->uapi = strcmp(value, "new") ? TEGRA_UAPI_LEGACY : TEGRA_UAPI_NEW;
        break;
    case 's':
        o->seconds = atof(value);
        break;
    case 'b':
        o->bytes = atoi(value);
        break;
    case 'd':
        o->display = true;
        break;
    case 'h':
        fputs(usage, stdout);
        exit(0);
    default:
        wrong();
    }
}

static Options parse(int argc, char **argv)
{
    static const struct option longopts[] = {
        { "uapi", required_argument, NULL, 'u' },
        { "seconds", required_argument, NULL, 's' },
        { "bytes", required_argument, NULL, 'b' },
        { "display", no_argument, NULL, 'd' },
        { "help", no_argument, NULL, 'h' },
        { 0 }
    };
    Options o = { .uapi = TEGRA_UAPI_NEW, .seconds = 2, .bytes = 4096 };
    int c;

    while ((c = getopt_long(argc, argv, "", longopts, NULL)) != -1) {
        set(&o, c, optarg);
    }
    return o;
}

typedef struct Test {
    const char *name;
    void (*plain)(const Options *o);
    void (*with_file)(const Options *o, const Record *r);
} Test;

static const Test tests[] = {
    { "empty", bench_empty, NULL },
    { "latency", bench_latency, NULL },
    { "words", bench_words, NULL },
    { "buffers", bench_buffers, NULL },
    { "frames", NULL, bench_frames },
    { "soft", NULL, bench_soft },
};

static const Test *find(const char *name)
{
    for (size_t i = 0; i < sizeof(tests) / sizeof(tests[0]); i++) {
        if (!strcmp(name, tests[i].name)) {
            return &tests[i];
        }
    }
    return NULL;
}

int main(int argc, char **argv)
{
    Options o = parse(argc, argv);
    const Test *t = optind < argc ? find(argv[optind]) : NULL;
    Record r;

    if (!t || argc - optind != (t->with_file ? 2 : 1)) {
        wrong();
    }
    if (t->plain) {
        t->plain(&o);
        return 0;
    }
    must(argv[optind + 1], record_load(&r, argv[optind + 1]));
    t->with_file(&o, &r);
    record_free(&r);
    return 0;
}
