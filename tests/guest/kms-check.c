/*
 * kms-check: the kernel's display driver, from mode setting to pixels
 *
 * In the spirit of the kernel's own display tests, for the two display
 * controllers of a Tegra20.  Pictures are described on the console; a program
 * on the host compares the screen with what the description says.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <errno.h>
#include <getopt.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "kms-check/kms-check.h"

#define MAX_ONLY    32

static const char usage[] =
    "usage: kms-check [option]...\n"
    "Tests the display driver; one line a test, exit status 0 if all passed.\n"
    "  --host       somebody on the console takes screen dumps and plugs the\n"
    "               monitor (lines that begin with \"host:\")\n"
    "  --brief      fewer set-ups\n"
    "  --only NAME  this test; may be given several times; NAME may be the\n"
    "               beginning of several names\n"
    "  --list       the tests\n"
    "  --help       this text\n";

static const KmsTest *const groups[] = {
    kms_tests_device, kms_tests_time, kms_tests_flip, kms_tests_wait,
    kms_tests_planes, kms_tests_mode, kms_tests_errors, kms_tests_log,
};

#define NUM_GROUPS  (sizeof(groups) / sizeof(groups[0]))

typedef struct Options {
    const char *only[MAX_ONLY];
    unsigned num_only;
    bool host, brief;
} Options;

typedef struct Summary {
    unsigned passed, failed, skipped, pictures;
} Summary;

/* ---- judging */

void note(const char *format, ...)
{
    va_list args;

    fputs("  ", stdout);
    va_start(args, format);
    vprintf(format, args);
    va_end(args);
    putchar('\n');
}

bool expect(Kms *k, bool ok, const char *format, ...)
{
    va_list args;

    if (!ok) {
        k->failures++;
        fputs("  wrong: ", stdout);
        va_start(args, format);
        vprintf(format, args);
        va_end(args);
        putchar('\n');
    }
    return ok;
}

bool expect_ok(Kms *k, int ret, const char *what)
{
    return expect(k, ret >= 0, "%s: %s", what, strerror(-ret));
}

bool expect_error(Kms *k, int ret, int error, const char *what)
{
    return expect(k, ret == -error, "%s: %s, not %s", what,
                  ret < 0 ? strerror(-ret) : "accepted", strerror(error));
}

void skip(Kms *k, const char *why)
{
    k->skipped = why;
}

/* ---- running */

static double now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec + t.tv_nsec / 1e9;
}

static void run_test(Kms *k, const KmsTest *t, Summary *s)
{
    double start = now();

    k->failures = k->pictures = 0;
    k->skipped = NULL;
    t->run(k);
    if (k->failures) {
        s->failed++;
        printf("kms-check: FAIL %s\n", t->name);
    } else if (k->skipped) {
        s->skipped++;
        printf("kms-check: skip %s: %s\n", t->name, k->skipped);
    } else {
        s->passed++;
        printf("kms-check: ok %s (%u pictures, %.1f s)\n", t->name,
               k->pictures, now() - start);
    }
    s->pictures += k->pictures;
    fflush(stdout);
}

static bool is_wanted(const Options *o, const KmsTest *t)
{
    for (unsigned i = 0; i < o->num_only; i++) {
        if (!strncmp(t->name, o->only[i], strlen(o->only[i]))) {
            return true;
        }
    }
    return !o->num_only;
}

static unsigned for_each_test(const Options *o, Kms *k, Summary *s)
{
    unsigned found = 0;

    for (unsigned g = 0; g < NUM_GROUPS; g++) {
        for (const KmsTest *t = groups[g]; t->name; t++) {
            if (!is_wanted(o, t)) {
                continue;
            }
            found++;
            if (k) {
                run_test(k, t, s);
            } else {
                printf("%-20s %s\n", t->name, t->what);
            }
        }
    }
    return found;
}

/* ---- options */

static void bad_usage(void)
{
    fputs(usage, stderr);
    exit(2);
}

static void parse(Options *o, int argc, char **argv)
{
    static const struct option longopts[] = {
        { "host", no_argument, NULL, 'h' },
        { "brief", no_argument, NULL, 'b' },
        { "only", required_argument, NULL, 'o' },
        { "list", no_argument, NULL, 'l' },
        { "help", no_argument, NULL, 'u' },
        { 0 }
    };
    int c;

    while ((c = getopt_long(argc, argv, "", longopts, NULL)) != -1) {
        if (c == 'o' && o->num_only < MAX_ONLY) {
            o->only[o->num_only++] = optarg;
        } else if (c == 'h') {
            o->host = true;
        } else if (c == 'b') {
            o->brief = true;
        } else if (c == 'l') {
            for_each_test(o, NULL, NULL);
            exit(0);
        } else if (c == 'u') {
            fputs(usage, stdout);
            exit(0);
        } else {
            bad_usage();
        }
    }
    if (optind != argc) {
        bad_usage();
    }
}

int main(int argc, char **argv)
{
    static Kms k;
    Options o = { .num_only = 0 };
    Summary s = { 0 };
    int ret;

    parse(&o, argc, argv);
    k.host = o.host;
    k.brief = o.brief;
    ret = kms_check_open(&k);
    if (ret < 0) {
        printf("kms-check: no display that this program knows: %s\n",
               strerror(-ret));
        return 1;
    }
    if (!for_each_test(&o, &k, &s)) {
        bad_usage();
    }
    printf("kms-check: %u passed, %u failed, %u skipped, %u pictures\n",
           s.passed, s.failed, s.skipped, s.pictures);
    return s.failed != 0;
}
