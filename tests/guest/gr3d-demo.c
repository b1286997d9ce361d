/*
 * gr3d-demo: scenes drawn by GR3D, on HDMI
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
#define NO_LIMIT        (~0u)

typedef struct Options {
    TegraUapi uapi;
    const Scene *scene;
    unsigned frame;
    bool hold;
    unsigned frames;
    unsigned bench_s;           /* seconds for each scene; 0: no benchmark */
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
    const Scene *scene;
    TegraBo buffer[SCENE_NUM_BUFFERS];  /* but for the screens */
    R3dTarget target;
} Demo;

static const char usage[] =
    "usage: gr3d-demo [option]...\n"
    "Draws with GR3D on the HDMI screen, double-buffered.\n"
    "  --scene NAME       what to draw (default: the first one below)\n"
    "  --frame N          begin with frame N (default 0), hold it and print\n"
    "                     'gr3d-demo: frame N held (NAME)' when it is on\n"
    "                     screen; go on after a line on standard input\n"
    "  --frames N         draw N frames, then exit; 0: never (default: 0, but\n"
    "                     1 with --frame)\n"
    "  --bench S          draw each scene (or that of --scene) for S seconds\n"
    "                     without showing it, and S seconds shown; print the\n"
    "                     frames per second\n"
    "  --uapi legacy|new  kernel interface (default: new)\n"
    "  --help             this text\n"
    "Scenes:";

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

static void bad_value(const char *text)
{
    fprintf(stderr, "gr3d-demo: unknown value '%s'\n", text);
    exit(2);
}

static TegraUapi uapi_of(const char *text)
{
    if (!strcmp(text, "legacy")) {
        return TEGRA_UAPI_LEGACY;
    }
    if (strcmp(text, "new")) {
        bad_value(text);
    }
    return TEGRA_UAPI_NEW;
}

static const Scene *scene_of(const char *text)
{
    const Scene *scene = scene_find(text);

    if (!scene) {
        bad_value(text);
    }
    return scene;
}

static void print_usage(FILE *f)
{
    fputs(usage, f);
    for (unsigned i = 0; scene_table[i]; i++) {
        fprintf(f, " %s", scene_table[i]->name);
    }
    fputs("\n", f);
}

static Options parse(int argc, char **argv)
{
    static const struct option longopts[] = {
        { "scene", required_argument, NULL, 's' },
        { "frame", required_argument, NULL, 'f' },
        { "frames", required_argument, NULL, 'n' },
        { "bench", required_argument, NULL, 'b' },
        { "uapi", required_argument, NULL, 'u' },
        { "help", no_argument, NULL, 'h' },
        { 0 }
    };
    Options o = { .uapi = TEGRA_UAPI_NEW, .frames = NO_LIMIT };
    int c;

    while ((c = getopt_long(argc, argv, "", longopts, NULL)) != -1) {
        switch (c) {
        case 's':
            o.scene = scene_of(optarg);
            break;
        case 'f':
            o.frame = number(optarg);
            o.hold = true;
            break;
        case 'n':
            o.frames = number(optarg);
            break;
        case 'b':
            o.bench_s = number(optarg);
            break;
        case 'u':
            o.uapi = uapi_of(optarg);
            break;
        case 'h':
            print_usage(stdout);
            exit(0);
        default:
            print_usage(stderr);
            exit(2);
        }
    }
    if (optind != argc) {
        print_usage(stderr);
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
    const R3dTarget *t = &d->target;

    for (int i = 0; i < 2; i++) {
        Screen *s = &d->screen[i];

        check("colour buffer",
              tegra_bo_new(&s->bo, d->fd, scene_buffer_bytes(t, SCENE_COLOR)));
        memset(s->bo.map, 0, s->bo.size);
        check("frame buffer",
              kms_add_fb(&d->output, s->bo.handle, t->color_pitch, &s->fb));
    }
}

static void open_buffers(Demo *d)
{
    for (unsigned i = SCENE_COLOR + 1; i < SCENE_NUM_BUFFERS; i++) {
        check("buffer", tegra_bo_new(&d->buffer[i], d->fd,
                                     scene_buffer_bytes(&d->target, i)));
    }
}

static void set_scene(Demo *d, const Scene *scene)
{
    d->scene = scene;
    for (unsigned i = SCENE_COLOR + 1; i < SCENE_NUM_BUFFERS; i++) {
        memset(d->buffer[i].map, 0, d->buffer[i].size);
    }
    scene_prepare(scene, d->buffer[SCENE_GEOMETRY].map,
                  d->buffer[SCENE_TEXTURE].map);
}

static void demo_open(Demo *d, const Options *o)
{
    d->fd = tegra_open();
    check("/dev/dri/card0", d->fd);
    check("no connected output", kms_find_output(&d->output, d->fd));
    check("GR3D channel", tegra_channel_open(&d->channel, d->fd, o->uapi,
                                             HOST1X_CLASS_GR3D));
    scene_target(&d->target, d->output.mode.hdisplay, d->output.mode.vdisplay);
    open_screens(d);
    open_buffers(d);
    set_scene(d, o->scene ? o->scene : scene_table[0]);
    check("mode set", kms_set_mode(&d->output, d->screen[0].fb));
    printf("gr3d-demo: %s, %ux%u at %u Hz, %s interface\n", d->scene->name,
           d->target.width, d->target.height, d->output.mode.vrefresh,
           o->uapi == TEGRA_UAPI_NEW ? "new" : "legacy");
    fflush(stdout);
}

/* ---- frames */

/* Draw frame @n into the hidden buffer. */
static void draw_frame(Demo *d, unsigned n)
{
    static Stream stream;
    const Screen *back = &d->screen[!d->shown];
    TegraBuffers bufs = { .bo = { [SCENE_COLOR] = &back->bo } };

    for (unsigned i = SCENE_COLOR + 1; i < SCENE_NUM_BUFFERS; i++) {
        bufs.bo[i] = &d->buffer[i];
    }
    stream_init(&stream, d->channel.syncpt);
    scene_frame(&stream, d->scene, &d->target, n);
    check("GR3D job", tegra_run(&d->channel, &stream, &bufs, JOB_TIMEOUT_MS));
}

/* Draw it and show it. */
static void show_frame(Demo *d, unsigned n)
{
    draw_frame(d, n);
    d->shown = !d->shown;
    check("page flip", kms_flip(&d->output, d->screen[d->shown].fb));
}

/*
 * The kernel asks for the event of a flip before it writes the flip
 * (tegra_crtc_atomic_begin()): it may come a frame early.  That of a second
 * flip to the same buffer cannot come before the first one is on.
 */
static void hold(Demo *d, unsigned n)
{
    int c;

    check("page flip", kms_flip(&d->output, d->screen[d->shown].fb));
    printf("gr3d-demo: frame %u held (%s)\n", n, d->scene->name);
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

static void show_frames(Demo *d, const Options *o)
{
    double start = now();
    unsigned n;

    for (n = 0; !o->frames || n < o->frames; n++) {
        show_frame(d, o->frame + n);
        if (o->hold && n == 0) {
            hold(d, o->frame);
            start = now();
        }
    }
    if (n > 1) {
        printf("gr3d-demo: %u frames, %.1f per second\n", n,
               n / (now() - start));
    }
}

static double frames_per_second(Demo *d, const Options *o,
                                void (*frame)(Demo *d, unsigned n))
{
    double start = now(), took;
    unsigned n = 0;

    do {
        frame(d, o->frame + n++);
        took = now() - start;
    } while (took < o->bench_s);
    return n / took;
}

static void bench(Demo *d, const Options *o)
{
    for (unsigned i = 0; scene_table[i]; i++) {
        if (o->scene && o->scene != scene_table[i]) {
            continue;
        }
        set_scene(d, scene_table[i]);
        printf("gr3d-demo: %s %.1f frame/s, shown ", d->scene->name,
               frames_per_second(d, o, draw_frame));
        printf("%.1f frame/s\n", frames_per_second(d, o, show_frame));
        fflush(stdout);
    }
}

int main(int argc, char **argv)
{
    Options o = parse(argc, argv);
    Demo d;

    memset(&d, 0, sizeof(d));
    demo_open(&d, &o);
    if (o.bench_s) {
        bench(&d, &o);
    } else {
        show_frames(&d, &o);
    }
    tegra_channel_close(&d.channel);
    return 0;
}
