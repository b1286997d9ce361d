/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Preloaded to a program that shows its frames by KMS: it has the same frames
 * each time, and the host gets pictures of them.
 *
 * For the program, but not for its libraries, time goes on by FRAMES_STEP
 * milliseconds with each frame, and the screen is FRAMES_WIDTH pixels wide.
 * After each FRAMES_EACH frames the host is asked for the picture FRAMES_NAME-N
 * (docs/guest-programs.rst, Asking the host).
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/auxv.h>
#include <time.h>

static long frames;

static long number(const char *name, long otherwise)
{
    const char *text = getenv(name);

    return text ? atol(text) : otherwise;
}

static int from_the_program(void *caller)
{
    Dl_info program, who;

    return dladdr((void *)getauxval(AT_PHDR), &program) &&
           dladdr(caller, &who) && who.dli_fbase == program.dli_fbase;
}

int clock_gettime(clockid_t clock, struct timespec *t)
{
    int (*real)(clockid_t, struct timespec *) = dlsym(RTLD_NEXT,
                                                      "clock_gettime");
    long ms = 1000000 + frames * number("FRAMES_STEP", 100);

    if (!from_the_program(__builtin_return_address(0))) {
        return real(clock, t);
    }
    *t = (struct timespec) { ms / 1000, ms % 1000 * 1000000 };
    return 0;
}

/* For srand() */
time_t time(time_t *t)
{
    time_t (*real)(time_t *) = dlsym(RTLD_NEXT, "time");
    void *caller = __builtin_return_address(0);
    time_t now = from_the_program(caller) ? 1000 : real(NULL);

    if (t) {
        *t = now;
    }
    return now;
}

static void ask_for_picture(long n)
{
    char answer[256];

    printf("\nhost: screendump %s-%ld\n", getenv("FRAMES_NAME"), n);
    fflush(stdout);
    if (!fgets(answer, sizeof(answer), stdin) || answer[0] != 'o') {
        exit(1);
    }
}

static int shown(int status)
{
    long each = number("FRAMES_EACH", 2);

    frames++;
    if (frames % each == 0) {
        ask_for_picture(frames / each);
    }
    return status;
}

/* Called when a flip is over: the frame is on the screen. */
int drmHandleEvent(int fd, void *context)
{
    int (*real)(int, void *) = dlsym(RTLD_NEXT, "drmHandleEvent");

    return shown(real(fd, context));
}

/* Called for the first frame, and at the end for the text console. */
int drmModeSetCrtc(int fd, uint32_t crtc, uint32_t fb, uint32_t x, uint32_t y,
                   uint32_t *connectors, int count, void *mode)
{
    int (*real)(int, uint32_t, uint32_t, uint32_t, uint32_t, uint32_t *, int,
                void *) = dlsym(RTLD_NEXT, "drmModeSetCrtc");

    return shown(real(fd, crtc, fb, x, y, connectors, count, mode));
}

/* As in libdrm's xf86drmMode.h */
typedef struct {
    uint32_t clock;
    uint16_t hdisplay;
    uint16_t others[9];
    uint32_t vrefresh, flags, type;
    char name[32];
} Mode;

typedef struct {
    uint32_t ids[4];
    int connection;
    uint32_t mm_width, mm_height;
    int subpixel;
    int count_modes;
    Mode *modes;
} Connector;

Connector *drmModeGetConnector(int fd, uint32_t id)
{
    Connector *(*real)(int, uint32_t) = dlsym(RTLD_NEXT, "drmModeGetConnector");
    Connector *c = real(fd, id);
    int n = 0;

    for (int i = 0; c && i < c->count_modes; i++) {
        if (c->modes[i].hdisplay == number("FRAMES_WIDTH", 640)) {
            c->modes[n++] = c->modes[i];
        }
    }
    if (c) {
        c->count_modes = n;
    }
    return c;
}
