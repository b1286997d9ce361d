/*
 * gr3d-demo: a turning triangle and a turning cube, drawn by GR3D, on HDMI
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "kms.h"
#include "scene.h"
#include "tegra.h"

#define JOB_TIMEOUT_MS  60000   /* an emulated engine on a slow host */
#define TRIANGLE_FRAMES 120     /* of the show, before the cube */
#define NO_LIMIT        (~0u)

/* Buffer numbers in the streams */
enum {
    BUF_COLOR,
    BUF_DEPTH,
    BUF_GEOMETRY,
};

typedef enum Show {
    SHOW_TRIANGLE,
    SHOW_CUBE,
    SHOW_BOTH,
} Show;

typedef struct Options {
    TegraUapi uapi;
    Show show;
    unsigned frame;
    bool hold;
    unsigned frames;
} Options;

typedef struct Screen {
    TegraBo bo;
    uint32_t fb;
} Screen;

typedef struct Demo {
    int fd;
    TegraChannel channel;
    KmsOutput output;
    Screen screen[2];
    unsigned shown;             /* which of them is on screen */
    TegraBo depth, geometry;
    R3dTarget target;
} Demo;

static const char usage[] =
    "usage: gr3d-demo [option]...\n"
    "Draws with GR3D on the HDMI screen, double-buffered.\n"
    "  --scene triangle|cube   one scene (default: triangle, then cube)\n"
    "  --frame N               begin with frame N (default 0), hold it and\n"
    "                          print 'gr3d-demo: frame N held' when it is on\n"
    "                          screen; go on after a line on standard input\n"
    "  --frames N              draw N frames, then exit; 0: never exit\n"
    "                          (default: 0, but 1 with --frame)\n"
    "  --uapi legacy|new       kernel interface (default: new)\n"
    "  --help                  this text\n";

static void die(const char *what, int ret)
{
    fprintf(stderr, "gr3d-demo: %s: %s\n", what, strerror(-ret));
    exit(1);
}

static void check(const char *what, int ret)
{
    if (ret < 0) {
        die(what, ret);
    }
}

/* ---- options */

static unsigned number(const char *text)
{
    char *end;
    unsigned long v = strtoul(text, &end, 10);

    if (end == text || *end || v > 0x7fffffff) {
        fprintf(stderr, "gr3d-demo: '%s' is not a number\n", text);
        exit(2);
    }
    return v;
}

static unsigned one_of(const char *text, const char *const *names)
{
    for (unsigned i = 0; names[i]; i++) {
        if (!strcmp(text, names[i])) {
            return i;
        }
    }
    fprintf(stderr, "gr3d-demo: unknown value '%s'\n", text);
    exit(2);
}

static Options parse(int argc, char **argv)
{
    static const char *const uapis[] = { "legacy", "new", NULL };
    static const char *const scenes[] = { "triangle", "cube", NULL };
    static const struct option longopts[] = {
        { "scene", required_argument, NULL, 's' },
        { "frame", required_argument, NULL, 'f' },
        { "frames", required_argument, NULL, 'n' },
        { "uapi", required_argument, NULL, 'u' },
        { "help", no_argument, NULL, 'h' },
        { 0 }
    };
    Options o = { .uapi = TEGRA_UAPI_NEW, .show = SHOW_BOTH,
                  .frames = NO_LIMIT };
    int c;

    while ((c = getopt_long(argc, argv, "", longopts, NULL)) != -1) {
        switch (c) {
        case 's':
            o.show = one_of(optarg, scenes);
            break;
        case 'f':
            o.frame = number(optarg);
            o.hold = true;
            break;
        case 'n':
            o.frames = number(optarg);
            break;
        case 'u':
            o.uapi = one_of(optarg, uapis);
            break;
        case 'h':
            fputs(usage, stdout);
            exit(0);
        default:
            fputs(usage, stderr);
            exit(2);
        }
    }
    if (optind != argc) {
        fputs(usage, stderr);
        exit(2);
    }
    if (o.frames == NO_LIMIT) {
        o.frames = o.hold ? 1 : 0;
    }
    return o;
}

/* ---- set-up */

static void open_screens(Demo *d)
{
    R3dTarget *t = &d->target;

    t->width = d->output.mode.hdisplay;
    t->height = d->output.mode.vdisplay;
    t->format = R3D_FORMAT_RGBA8888;
    t->color = BUF_COLOR;
    t->color_pitch = (t->width * 4 + 63) & ~63u;
    t->depth = BUF_DEPTH;
    t->depth_pitch = (t->width * 2 + 63) & ~63u;
    t->top_down = true;
    for (int i = 0; i < 2; i++) {
        Screen *s = &d->screen[i];

        check("colour buffer",
              tegra_bo_new(&s->bo, d->fd, t->color_pitch * t->height));
        memset(s->bo.map, 0, s->bo.size);
        check("frame buffer",
              kms_add_fb(&d->output, s->bo.handle, t->color_pitch, &s->fb));
    }
    check("depth buffer",
          tegra_bo_new(&d->depth, d->fd, t->depth_pitch * t->height));
}

static void demo_open(Demo *d, TegraUapi uapi)
{
    d->fd = tegra_open();
    check("/dev/dri/card0", d->fd);
    check("no connected output", kms_find_output(&d->output, d->fd));
    check("GR3D channel", tegra_channel_open(&d->channel, d->fd, uapi,
                                             HOST1X_CLASS_GR3D));
    open_screens(d);
    check("geometry buffer",
          tegra_bo_new(&d->geometry, d->fd, SCENE_GEOMETRY_BYTES));
    scene_geometry(d->geometry.map);
    check("mode set", kms_set_mode(&d->output, d->screen[0].fb));
    printf("gr3d-demo: %ux%u at %u Hz, %s interface\n", d->target.width,
           d->target.height, d->output.mode.vrefresh,
           uapi == TEGRA_UAPI_NEW ? "new" : "legacy");
    fflush(stdout);
}

/* ---- frames */

static void build_frame(Stream *s, const Demo *d, Show show, unsigned n)
{
    stream_init(s, d->channel.syncpt);
    if (show == SHOW_BOTH) {
        show = n < TRIANGLE_FRAMES ? SHOW_TRIANGLE : SHOW_CUBE;
        n -= show == SHOW_CUBE ? TRIANGLE_FRAMES : 0;
    }
    scene_frame(s, &d->target, BUF_GEOMETRY,
                show == SHOW_CUBE ? SCENE_CUBE : SCENE_TRIANGLE, n);
}

/* Draw frame @n into the hidden buffer and show it. */
static void show_frame(Demo *d, Show show, unsigned n)
{
    static Stream stream;
    const Screen *back = &d->screen[!d->shown];
    const TegraBuffers bufs = {
        .bo = {
            [BUF_COLOR] = &back->bo,
            [BUF_DEPTH] = &d->depth,
            [BUF_GEOMETRY] = &d->geometry,
        },
    };

    build_frame(&stream, d, show, n);
    check("GR3D job", tegra_run(&d->channel, &stream, &bufs, JOB_TIMEOUT_MS));
    check("page flip", kms_flip(&d->output, back->fb));
    d->shown = !d->shown;
}

static void hold(unsigned n)
{
    int c;

    printf("gr3d-demo: frame %u held\n", n);
    fflush(stdout);
    do {
        c = getchar();
    } while (c != '\n' && c != EOF);
}

static double now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec + t.tv_nsec / 1000000000.0;
}

int main(int argc, char **argv)
{
    Options o = parse(argc, argv);
    double start;
    Demo d;
    unsigned n;

    memset(&d, 0, sizeof(d));
    demo_open(&d, o.uapi);
    start = now();
    for (n = 0; !o.frames || n < o.frames; n++) {
        show_frame(&d, o.show, o.frame + n);
        if (o.hold && n == 0) {
            hold(o.frame);
            start = now();
        }
    }
    if (n > 1) {
        printf("gr3d-demo: %u frames, %.1f per second\n", n,
               n / (now() - start));
    }
    tegra_channel_close(&d.channel);
    return 0;
}
