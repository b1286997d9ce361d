/*
 * Run a V3D stream (docs/specs/videocore-iv-stream.rst)
 *
 * Exit status: 0 as expected, 1 not, 2 nothing was run or written, 3 given up
 * before the end.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <inttypes.h>
#include <stdio.h>
#include "hw/gpu/lib/le.h"
#include "hw/gpu/v3d/text/state_print.h"
#include "hw/gpu/v3d/text/stream.h"
#include "input.h"
#include "picture.h"

static char *png_path;
static char **dumps;
static gboolean with_alpha, want_hash, want_stats;
static gint64 max_work;

static const GOptionEntry options[] = {
    { "png", 0, 0, G_OPTION_ARG_FILENAME, &png_path,
      "Write the stream's first image", "OUT" },
    { "alpha", 0, 0, G_OPTION_ARG_NONE, &with_alpha,
      "Keep the alpha channel in the PNG", NULL },
    { "dump", 0, 0, G_OPTION_ARG_STRING_ARRAY, &dumps,
      "Write the bytes of a memory block", "MEMORY=FILE" },
    { "hash", 0, 0, G_OPTION_ARG_NONE, &want_hash,
      "Print the SHA-256 of each memory block", NULL },
    { "stats", 0, 0, G_OPTION_ARG_NONE, &want_stats,
      "Print the performance counters", NULL },
    { "max-work", 0, 0, G_OPTION_ARG_INT64, &max_work,
      "Give up a list or program after about N units of work (instructions), "
      "and print where it is", "N" },
    { NULL }
};

static int fail(const char *what, const char *why)
{
    fprintf(stderr, "v3d-run: %s: %s\n", what, why);
    return 2;
}

static bool write_dump(const V3dStream *stream, const char *dump)
{
    g_auto(GStrv) part = g_strsplit(dump, "=", 2);
    g_autoptr(GError) error = NULL;
    const V3dBlock *b = part[0] ? v3d_stream_block(stream, part[0]) : NULL;

    if (!b || !part[1]) {
        fail(dump, "not MEMORY=FILE of a memory of the stream");
        return false;
    }
    if (!g_file_set_contents(part[1], (const char *)stream->ram + b->addr,
                             b->size, &error)) {
        fail(dump, error->message);
        return false;
    }
    return true;
}

static void load_pixel(const uint8_t *data, bool bgr565, uint8_t *rgba)
{
    unsigned v = data[0] | data[1] << 8;

    if (!bgr565) {
        gpu_store_le_4(rgba, gpu_load_le_4(data));
        return;
    }
    rgba[0] = (v >> 11) * 255 / 31;
    rgba[1] = (v >> 5 & 63) * 255 / 63;
    rgba[2] = (v & 31) * 255 / 31;
    rgba[3] = 255;
}

static bool write_png(const V3dStream *stream)
{
    const V3dStreamImage *i = (const void *)stream->image->data;
    Picture picture = { 0 };
    bool ok;

    if (!stream->image->len) {
        fail(png_path, "the stream has no image");
        return false;
    }
    picture.width = i->width;
    picture.height = i->height;
    picture.rgba = g_malloc_n((size_t)i->width * i->height, 4);
    for (unsigned n = 0; n < i->width * i->height; n++) {
        unsigned x = n % i->width, y = n / i->width;
        unsigned row = i->flip ? i->height - 1 - y : y;

        load_pixel(stream->ram + i->addr + row * i->pitch +
                   x * (i->bgr565 ? 2 : 4), i->bgr565, picture.rgba + 4 * n);
    }
    ok = picture_write_png(&picture, png_path, with_alpha);
    if (!ok) {
        fail(png_path, "cannot be written");
    }
    picture_clear(&picture);
    return ok;
}

static bool write_files(const V3dStream *stream)
{
    bool ok = !png_path || write_png(stream);

    for (char **dump = dumps; dump && *dump; dump++) {
        ok &= write_dump(stream, *dump);
    }
    return ok;
}

static void print_hashes(const V3dStream *stream)
{
    for (unsigned i = 0; i < stream->block->len; i++) {
        const V3dBlock *b = &g_array_index(stream->block, V3dBlock, i);
        g_autofree char *hash = v3d_stream_hash(stream, b);

        printf("expect hash %s %s\n", b->name, hash);
    }
}

/* What the device's "info v3d" shows of a job that hangs */
static void print_state(const V3d *engine)
{
    g_autoptr(GString) text = g_string_new(NULL);

    v3d_print_threads(text, engine);
    v3d_print_pool(text, engine);
    v3d_print_lists(text, engine);
    v3d_print_programs(text, engine);
    fputs(text->str, stderr);
}

static int run(const char *path, V3dStream *stream)
{
    g_autoptr(GString) report = g_string_new(NULL);
    g_autoptr(GString) stats = g_string_new(NULL);
    V3d *engine = v3d_new();
    bool ran = v3d_stream_run(stream, engine, max_work, report);
    bool written;

    if (report->len) {
        fprintf(stderr, "%s: not as expected\n%s", path, report->str);
    }
    if (!ran) {
        print_state(engine);
    }
    if (want_hash) {
        print_hashes(stream);
    }
    if (want_stats) {
        v3d_print_counters(stats, engine);
        fputs(stats->str, stdout);
    }
    written = write_files(stream);
    v3d_free(engine);
    return !written ? 2 : !ran ? 3 : report->len != 0;
}

int main(int argc, char **argv)
{
    g_autoptr(GOptionContext) context = g_option_context_new("FILE");
    g_autoptr(GError) error = NULL;
    g_autofree char *text = NULL, *problem = NULL;
    V3dStream *stream;
    int status;

    g_option_context_add_main_entries(context, options, NULL);
    g_option_context_set_summary(context, "Runs a V3D stream.");
    if (!g_option_context_parse(context, &argc, &argv, &error)) {
        return fail("options", error->message);
    }
    if (argc != 2) {
        return fail("options", "one FILE is needed; see --help");
    }
    text = input_text(argv[1], &problem);
    stream = text ? v3d_stream_parse(text, &problem) : NULL;
    if (!stream) {
        return fail(argv[1], problem);
    }
    status = run(argv[1], stream);
    v3d_stream_free(stream);
    g_free(png_path);
    g_strfreev(dumps);
    return status;
}
