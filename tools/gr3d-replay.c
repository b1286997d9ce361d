/*
 * Replay a capture (docs/specs/tegra-capture.rst)
 *
 * Exit status: 0 all is as it was captured, or the same on both backends; 1 it
 * is not; 2 nothing was replayed or written.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include "hw/gpu/gr3d/pipe/surf.h"
#include "hw/gpu/gr3d/isa/regs.h"
#include "hw/gpu/gr3d/text/pixel_trace.h"
#include "hw/gpu/gr3d/text/stream_draw.h"
#include "backend.h"
#include "cost-chip.h"
#include "executor.h"
#include "replay/capture-file.h"
#include "replay/capture-picture.h"
#include "replay/costs.h"
#include "replay/player.h"

#define MAX_THREADS     64
#define STREAM_LIMIT    GR3D_STREAM_BYTES

static char *png_path, *stream_path, *exec_name, *chip_name, *measured;
static char *pixel_name;
static gboolean want_list, want_times, want_draws, want_compare, want_cost;
static gint64 stream_draw = -1, until_draw = -1;
static gint threads = 1;

static const GOptionEntry options[] = {
    { "png", 0, 0, G_OPTION_ARG_FILENAME, &png_path,
      "Write a picture of each frame, PREFIX-frame-0.png and so on", "PREFIX" },
    { "draws", 0, 0, G_OPTION_ARG_NONE, &want_draws,
      "... and of what each draw has drawn, PREFIX-draw-0.png", NULL },
    { "until-draw", 0, 0, G_OPTION_ARG_INT64, &until_draw,
      "End after draw N, counted from 0", "N" },
    { "stream", 0, 0, G_OPTION_ARG_INT64, &stream_draw,
      "Write draw N with its memory as a stream for gr3d-run, and end", "N" },
    { "output", 'o', 0, G_OPTION_ARG_FILENAME, &stream_path,
      "... to this file, else to the standard output", "FILE" },
    { "compare", 0, 0, G_OPTION_ARG_NONE, &want_compare,
      "Draw with two backends: the arguments are A B FILE", NULL },
    { "exec", 0, 0, G_OPTION_ARG_STRING, &exec_name,
      "Draw with this backend (ref, base, avx2, avx512; also GR3D_EXEC)",
      "NAME" },
    { "threads", 0, 0, G_OPTION_ARG_INT, &threads, "Draw on N threads", "N" },
    { "times", 0, 0, G_OPTION_ARG_NONE, &want_times,
      "Print how long each draw takes", NULL },
    { "cost", 0, 0, G_OPTION_ARG_NONE, &want_cost,
      "Print the clocks that each draw and all take by a model "
      "(docs/specs/tegra-gr3d-cost.rst)", NULL },
    { "chip", 0, 0, G_OPTION_ARG_STRING, &chip_name,
      "... of ap20, which is the default, or of nv30, its ancestor", "NAME" },
    { "measured", 0, 0, G_OPTION_ARG_FILENAME, &measured,
      "... with a file's constants in the place of the chip's", "FILE" },
    { "pixel", 0, 0, G_OPTION_ARG_STRING, &pixel_name,
      "Print what each draw does to this pixel of its surfaces", "X,Y" },
    { "list", 0, 0, G_OPTION_ARG_NONE, &want_list,
      "Print the records, and replay nothing", NULL },
    { NULL }
};

/* What is replayed, once or on two backends side by side */
typedef struct Replay {
    const char *path;
    Player *player[2];
    unsigned players;
    uint64_t draws, operations, frames, cancelled, wrong, ns;
    bool differ, ended, failed;
    Costs costs;
    GString *text;              /* of the pixel, in a draw */
    Gr3dPixelTrace *trace;      /* or NULL */
    bool traced;
} Replay;

static int fail(const char *what, const char *why)
{
    fprintf(stderr, "gr3d-replay: %s: %s\n", what, why);
    return 2;
}

/* ---- What is written ---- */

static bool write_picture(Picture *picture, const char *kind, uint64_t number)
{
    g_autofree char *path = g_strdup_printf("%s-%s-%" PRIu64 ".png", png_path,
                                            kind, number);
    bool ok = picture_write_png(picture, path, false);

    if (!ok) {
        fail(path, "cannot be written");
    }
    return ok;
}

static uint64_t stream_length(void *opaque, uint32_t addr, uint64_t size)
{
    const Gr3dMemory *ram = opaque;

    return addr < ram->size ? MIN(size, ram->size - addr) : 0;
}

static void stream_read(void *opaque, uint32_t addr, void *data,
                        uint32_t size)
{
    const Gr3dMemory *ram = opaque;

    memcpy(data, ram->data + addr, size);
}

static bool write_stream(Replay *r)
{
    const Gr3dRegs *regs = player_next_draw(r->player[0]);
    const Gr3dStreamSource source = {
        stream_length, stream_read,
        (void *)player_memory(r->player[0]), STREAM_LIMIT
    };
    g_autoptr(GString) text = g_string_new(NULL);
    g_autoptr(GError) error = NULL;

    if (!regs) {
        return true;
    }
    gr3d_stream_print_draw(text, regs, &source, true);
    if (!stream_path) {
        fputs(text->str, stdout);
    } else if (!g_file_set_contents(stream_path, text->str, text->len,
                                    &error)) {
        fail(stream_path, error->message);
        return false;
    }
    return true;
}

/* ---- Two backends ---- */

/* Name the pixel of a surface in which two memories differ first. */
static void print_pixel(const Gr3dRegs *regs, unsigned number,
                        const Gr3dMemory *a, const Gr3dMemory *b)
{
    uint32_t addr = regs->reg[GR3D_R_SURFADDR + number];
    Gr3dStreamImage image;
    Gr3dSurfDesc desc;
    uint64_t left = 0, right = 0;

    gr3d_surf_decode(&desc, regs->reg[GR3D_R_SURFDESC + number]);
    if (addr >= a->size ||
        !gr3d_stream_draw_image(&image, regs, number, a->size - addr)) {
        return;
    }
    for (unsigned i = 0; i < image.width * image.height; i++) {
        GpuSpan span = { .data = a->data + addr, .size = a->size - addr };
        unsigned x = i % image.width, y = i / image.width;

        gr3d_surf_read(&desc, &span, x, y, &left);
        span.data = b->data + addr;
        gr3d_surf_read(&desc, &span, x, y, &right);
        if (left != right) {
            printf("  surface %u, pixel %u,%u: 0x%" PRIx64 " and 0x%" PRIx64
                   "\n", number, x, y, left, right);
            return;
        }
    }
}

static bool surface_differs(const GpuCaptureRecord *record, unsigned first,
                            const Gr3dMemory *a, const Gr3dMemory *b)
{
    uint32_t addr = gpu_capture_word(record, first + GPU_CAPTURE_SURF_ADDR);
    uint32_t size = gpu_capture_word(record, first + GPU_CAPTURE_SURF_SIZE);

    return memcmp(a->data + addr, b->data + addr, size) != 0;
}

/* The player has checked that what the record names is in RAM. */
static void compare(Replay *r, const GpuCaptureRecord *record,
                    const PlayerDone *done)
{
    const Gr3dMemory *a = player_memory(r->player[0]);
    const Gr3dMemory *b = player_memory(r->player[1]);

    for (unsigned i = GPU_CAPTURE_DONE_HEAD; i < gpu_capture_num(record);
         i += GPU_CAPTURE_SURF_WORDS) {
        uint32_t slot = gpu_capture_word(record, i + GPU_CAPTURE_SURF_SLOT);

        if (!surface_differs(record, i, a, b)) {
            continue;
        }
        if (!r->differ) {
            printf("draw %" PRIu64 " differs\n", r->draws);
        }
        r->differ = true;
        if (done->regs && slot >= GR3D_SPAN_SURFACE &&
            slot < GR3D_SPAN_TEXTURE) {
            print_pixel(done->regs, slot - GR3D_SPAN_SURFACE, a, b);
        }
    }
}

/* ---- Records ---- */

static bool after_draw(Replay *r, const PlayerDone *done)
{
    Picture picture;
    bool ok = true;

    if (want_times) {
        printf("draw %" PRIu64 ": %" PRIu64 ".%03u ms\n", r->draws,
               done->ns / 1000000, (unsigned)(done->ns / 1000 % 1000));
    }
    if (done->wrong && !want_compare) {
        printf("draw %" PRIu64 ": not as captured\n", r->draws);
    }
    if (png_path && want_draws && !done->cancelled) {
        if (picture_of_draw(&picture, player_memory(r->player[0]),
                            done->regs)) {
            ok = write_picture(&picture, "draw", r->draws);
        }
        picture_clear(&picture);
    }
    r->draws++;
    return ok;
}

static bool after_frame(Replay *r, const GpuCaptureRecord *record)
{
    Picture picture;
    bool ok = true;

    if (png_path) {
        if (picture_of_frame(&picture, player_memory(r->player[0]), record)) {
            ok = write_picture(&picture, "frame", r->frames);
        }
        picture_clear(&picture);
    }
    r->frames++;
    return ok;
}

static bool after(Replay *r, const GpuCaptureRecord *record,
                  const PlayerDone *done)
{
    r->wrong += done->wrong != 0;
    r->cancelled += done->cancelled;
    r->ns += done->ns;
    switch (record->type) {
    case GPU_CAPTURE_DRAW:
        return after_draw(r, done);
    case GPU_CAPTURE_OPERATION:
        if (done->wrong && !want_compare) {
            printf("operation %" PRIu64 ": not as captured\n", r->operations);
        }
        r->operations++;
        return true;
    case GPU_CAPTURE_FRAME:
        return after_frame(r, record);
    case GPU_CAPTURE_END:
        r->ended = true;
        return true;
    default:
        return true;
    }
}

/* Is this the draw before which, or the one behind which, all ends? */
static bool is_last(const Replay *r, const GpuCaptureRecord *record,
                    bool before)
{
    if (before) {
        return stream_draw >= 0 && record->type == GPU_CAPTURE_DRAW &&
               r->draws == stream_draw;
    }
    return r->differ || (until_draw >= 0 && r->draws > until_draw);
}

static bool replay_record(Replay *r, const GpuCaptureRecord *record,
                          char **error)
{
    PlayerDone done[2];

    for (unsigned i = 0; i < r->players; i++) {
        if (!player_step(r->player[i], record, &done[i], error)) {
            return false;
        }
    }
    if (r->players == 2 && (record->type == GPU_CAPTURE_DRAW ||
                            record->type == GPU_CAPTURE_OPERATION)) {
        compare(r, record, &done[0]);
    }
    r->failed |= !after(r, record, &done[0]);
    return true;
}

/* ---- The list ---- */

static void print_record(const GpuCaptureRecord *record)
{
    const char *name = gpu_capture_type_name(record->type);
    unsigned num = gpu_capture_num(record);

    printf("%s", name ? name : "?");
    if (record->type == GPU_CAPTURE_NOTE ||
        record->type == GPU_CAPTURE_END) {
        printf(" %.*s\n", (int)record->size, (const char *)record->data);
        return;
    }
    if (record->type == GPU_CAPTURE_PAGE_NEW) {
        num = 1;
    }
    for (unsigned i = 0; i < MIN(num, 48); i++) {
        printf(" %08x", gpu_capture_word(record, i));
    }
    printf("%s\n", num > 48 ? " ..." : "");
}

/* ---- All of it ---- */

static bool take(void *opaque, const GpuCaptureRecord *record, char **error)
{
    Replay *r = opaque;

    if (want_list) {
        print_record(record);
        r->ended |= record->type == GPU_CAPTURE_END;
        return true;
    }
    if (is_last(r, record, true)) {
        r->failed |= !write_stream(r);
        stream_draw = -1;
        r->ended = true;
        return false;
    }
    if (!replay_record(r, record, error)) {
        return false;
    }
    if (is_last(r, record, false)) {
        r->ended = true;
        return false;
    }
    return true;
}

static void print_summary(const Replay *r)
{
    FILE *out = stream_path || !r->draws ? stderr : stdout;

    if (!r->ended) {
        fprintf(stderr, "gr3d-replay: %s: cut off, this is what there is\n",
                r->path);
    }
    fprintf(out, "%" PRIu64 " draws, %" PRIu64 " operations (%" PRIu64
            " cancelled), %" PRIu64 " frames, %" PRIu64 " ms: ", r->draws,
            r->operations, r->cancelled, r->frames, r->ns / 1000000);
    if (r->players == 2) {
        fprintf(out, r->differ ? "not the same\n" : "the same\n");
    } else if (r->wrong) {
        fprintf(out, "%" PRIu64 " not as captured\n", r->wrong);
    } else {
        fprintf(out, "as captured\n");
    }
}

static int replay(Replay *r)
{
    g_autofree char *error = capture_file_read(r->path, take, r);

    if (error) {
        return fail(r->path, error);
    }
    if (stream_draw >= 0) {
        return fail("--stream", "there is no such draw");
    }
    if (want_cost) {
        costs_print_total(&r->costs);
    }
    if (!want_list && !stream_path) {
        print_summary(r);
    }
    return r->failed ? 2 : r->players == 2 ? r->differ : r->wrong != 0;
}

static bool add_player(Replay *r, const char *name,
                       const GpuExecutor *executor)
{
    const Gr3dExec *exec;
    const char *why;

    if (!backend_choose(name, &exec, &why)) {
        fail(name ? name : "GR3D_EXEC", why);
        return false;
    }
    r->player[r->players++] = player_new(exec, executor);
    return true;
}

static void before_draw(void *opaque, Gr3dDraw *draw, const Gr3dRegs *regs)
{
    Replay *r = opaque;

    r->traced = r->trace && gr3d_pixel_trace_begin(r->trace, draw, regs);
}

static void behind_draw(void *opaque, Gr3dDraw *draw)
{
    Replay *r = opaque;

    if (r->traced) {
        gr3d_pixel_trace_end(r->trace);
        printf("draw %" PRIu64 "\n%s", r->draws, r->text->str);
        g_string_truncate(r->text, 0);
    }
    if (want_cost) {
        costs_draw(&r->costs, r->draws, draw);
    }
}

static int run(Replay *r, char **argv)
{
    const PlayerWatch watch = {
        .before = before_draw, .after = behind_draw, .opaque = r,
    };
    Executor *executor = executor_new(threads);
    const GpuExecutor *engine = executor_engine(executor);
    bool ok = want_compare
              ? add_player(r, argv[0], engine) && add_player(r, argv[1], engine)
              : add_player(r, exec_name, engine);
    int status = 2;

    if (ok) {
        r->path = argv[want_compare ? 2 : 0];
        player_set_watch(r->player[0], &watch);
        status = replay(r);
    }
    for (unsigned i = 0; i < r->players; i++) {
        player_free(r->player[i]);
    }
    executor_free(executor);
    return status;
}

static int run_traced(Replay *r, char **argv)
{
    g_auto(GStrv) part = g_strsplit(pixel_name, ",", 2);
    guint64 at[2];
    int status;

    if (g_strv_length(part) != 2 ||
        !g_ascii_string_to_unsigned(part[0], 10, 0, 8191, &at[0], NULL) ||
        !g_ascii_string_to_unsigned(part[1], 10, 0, 8191, &at[1], NULL)) {
        return fail("--pixel", "not X,Y of 0 to 8191");
    }
    r->text = g_string_new(NULL);
    r->trace = gr3d_pixel_trace_new(r->text, at[0], at[1]);
    status = run(r, argv);
    gr3d_pixel_trace_free(r->trace);
    g_string_free(r->text, TRUE);
    return status;
}

/* Run, with the chip that the options name. */
static int start(Replay *r, char **argv)
{
    g_autofree char *error = NULL;
    const char *what;

    if ((chip_name || measured) && !want_cost) {
        return fail("options", "--chip and --measured are for --cost");
    }
    if (want_cost && !cost_chip(&r->costs.chip, chip_name, measured, &what,
                                &error)) {
        return fail(what, error);
    }
    return pixel_name ? run_traced(r, argv) : run(r, argv);
}

int main(int argc, char **argv)
{
    g_autoptr(GOptionContext) context = g_option_context_new("[A B] FILE");
    g_autoptr(GError) error = NULL;
    Replay r = { 0 };
    int status;

    g_option_context_add_main_entries(context, options, NULL);
    g_option_context_set_summary(context, "Replays a capture of host1x.");
    if (!g_option_context_parse(context, &argc, &argv, &error)) {
        return fail("options", error->message);
    }
    if (threads < 1 || threads > MAX_THREADS) {
        return fail("--threads", "not 1 to 64");
    }
    if (argc != (want_compare ? 4 : 2)) {
        return fail("options", want_compare
                    ? "A B FILE are needed; see --help"
                    : "one FILE is needed; see --help");
    }
    status = start(&r, argv + 1);
    g_free(png_path);
    g_free(stream_path);
    g_free(exec_name);
    g_free(chip_name);
    g_free(measured);
    g_free(pixel_name);
    return status;
}
