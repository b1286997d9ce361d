/*
 * tegra-uapi: the two command submission interfaces of the tegra DRM driver,
 * to their corners
 *
 * The tests are in tegra-uapi/.  Each runs in a process of its own and says
 * what the kernel may log meanwhile; any other warning is a failure.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tegra-uapi/uapi.h"

#define TEST_SECONDS    60      /* then a test has failed; not with --rounds */

unsigned uapi_rounds;

static const UapiTest *const groups[] = {
    gem_tests, syncpt_tests, wrap_tests, legacy_tests, legacy_bad_tests,
    new_tests, new_bad_tests, picture_tests, fence_tests, engine_tests,
    client_tests, hang_tests, power_tests,
};

typedef struct Options {
    const char *only;
    bool list, slow;
} Options;

static const char usage[] =
    "usage: tegra-uapi [--list] [--only NAME] [--slow] [--rounds N]\n"
    "                  [--verbose]\n"
    "Drives the ioctls of the tegra DRM driver and checks every answer; exit\n"
    "status 0 if all are right.\n"
    "  --list       names of the tests\n"
    "  --only NAME  the tests whose names begin so\n"
    "  --slow       also those that wait for the kernel's time-out of 10 s\n"
    "  --rounds N   rounds of the tests that have some, for hours\n"
    "  --verbose    print every value that is checked\n";

static bool run_in_child(const UapiTest *t)
{
    int status;
    pid_t pid = check_fork();

    if (pid == 0) {
        if (!uapi_rounds) {
            alarm(TEST_SECONDS);
        }
        t->run();
        exit(check_failures() != 0);
    }
    must("waitpid", waitpid(pid, &status, 0));
    if (WIFSIGNALED(status)) {
        printf("    WRONG: ended by signal %d\n", WTERMSIG(status));
    }
    return status == 0;
}

static bool run_one(const UapiTest *t)
{
    int64_t begun = now_ns();
    bool ok = run_in_child(t);

    ok = log_check(t) == 0 && ok;
    printf("tegra-uapi: %s: %s (%u ms)\n", t->name, ok ? "PASS" : "FAIL",
           (unsigned)((now_ns() - begun) / 1000000));
    return ok;
}

static bool chosen(const UapiTest *t, const Options *o)
{
    if (o->only && strncmp(t->name, o->only, strlen(o->only))) {
        return false;
    }
    return o->list || o->slow || !t->slow;
}

static int run_all(const Options *o)
{
    unsigned passed = 0, failed = 0;

    for (unsigned i = 0; i < ARRAY_LENGTH(groups); i++) {
        for (const UapiTest *t = groups[i]; t->name; t++) {
            if (!chosen(t, o)) {
                continue;
            }
            if (o->list) {
                printf("%s%s\n", t->name, t->slow ? " (slow)" : "");
            } else if (run_one(t)) {
                passed++;
            } else {
                failed++;
            }
        }
    }
    if (o->list) {
        return 0;
    }
    printf("tegra-uapi: %u passed, %u failed\n", passed, failed);
    return failed || !passed;
}

static bool parse(Options *o, int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        const char *value = i + 1 < argc ? argv[i + 1] : NULL;

        if (!strcmp(argv[i], "--list")) {
            o->list = true;
        } else if (!strcmp(argv[i], "--slow")) {
            o->slow = true;
        } else if (!strcmp(argv[i], "--verbose")) {
            check_verbose();
        } else if (!strcmp(argv[i], "--only") && value) {
            o->only = argv[++i];
        } else if (!strcmp(argv[i], "--rounds") && value && atoi(value) > 0) {
            uapi_rounds = atoi(argv[++i]);
        } else {
            return false;
        }
    }
    return true;
}

int main(int argc, char **argv)
{
    Options options = { 0 };

    setlinebuf(stdout);
    if (!parse(&options, argc, argv)) {
        bool help = argc == 2 && !strcmp(argv[1], "--help");

        fputs(usage, help ? stdout : stderr);
        return help ? 0 : 2;
    }
    if (!options.list) {
        log_open();
        /*
         * Never closed: after the last close the kernel sets the console's
         * mode again, which is none of our business and takes its time.
         */
        card_open();
    }
    return run_all(&options);
}
