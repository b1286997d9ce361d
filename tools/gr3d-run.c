/*
 * Run a GR3D command stream (docs/specs/tegra-gr3d-stream.rst)
 *
 * Runs every draw on the engine and compares with what the stream expects.
 * Exit status: 0 as expected, 1 not, 2 nothing was run or written, 3 given up
 * after --max-work.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include "backend.h"
#include "executor.h"
#include "stream-picture.h"

#define MAX_THREADS     64

static char *png_path, *print_path, *exec_name;
static char **dumps;
static gboolean with_alpha, want_hash, want_stats;
static gint64 max_work;
static gint threads = 1;

static const GOptionEntry options[] = {
    { "png", 0, 0, G_OPTION_ARG_FILENAME, &png_path,
      "Write the stream's images, side by side", "OUT" },
    { "alpha", 0, 0, G_OPTION_ARG_NONE, &with_alpha,
      "Keep the alpha channel in the PNG", NULL },
    { "dump", 0, 0, G_OPTION_ARG_STRING_ARRAY, &dumps,
      "Write the bytes of a memory block", "MEMORY=FILE" },
    { "print", 0, 0, G_OPTION_ARG_FILENAME, &print_path,
      "Write registers and memory after the last draw as a stream", "OUT" },
    { "hash", 0, 0, G_OPTION_ARG_NONE, &want_hash,
      "Print the SHA-256 of each memory block", NULL },
    { "stats", 0, 0, G_OPTION_ARG_NONE, &want_stats,
      "Print what was counted, and the events", NULL },
    { "max-work", 0, 0, G_OPTION_ARG_INT64, &max_work,
      "Give up after about N units of work (instructions, pixel quads)",
      "N" },
    { "threads", 0, 0, G_OPTION_ARG_INT, &threads,
      "Draw on N threads; the results are the same", "N" },
    { "exec", 0, 0, G_OPTION_ARG_STRING, &exec_name,
      "Draw with this backend (ref, base, avx2, avx512; also GR3D_EXEC); the "
      "results are the same", "NAME" },
    { NULL }
};

static int fail(const char *what, const char *why)
{
    fprintf(stderr, "gr3d-run: %s: %s\n", what, why);
    return 2;
}

static bool write_dump(const Gr3dStream *stream, const char *dump)
{
    g_auto(GStrv) part = g_strsplit(dump, "=", 2);
    g_autoptr(GError) error = NULL;
    const Gr3dMemory *m = part[0] ? gr3d_stream_memory(stream, part[0]) : NULL;

    if (!m || !part[1]) {
        fail(dump, "not MEMORY=FILE of a memory of the stream");
        return false;
    }
    if (!g_file_set_contents(part[1], (const char *)m->data, m->size,
                             &error)) {
        fail(dump, error->message);
        return false;
    }
    return true;
}

static bool write_png(const Gr3dStream *stream)
{
    Picture picture;
    bool ok = picture_of_stream(&picture, stream);

    if (!ok) {
        fail(png_path, "the stream has no image");
    } else {
        ok = picture_write_png(&picture, png_path, with_alpha);
        if (!ok) {
            fail(png_path, "cannot be written");
        }
    }
    picture_clear(&picture);
    return ok;
}

static bool write_print(const Gr3dStream *stream, const Gr3dRegs *regs)
{
    g_autoptr(GString) text = g_string_new(NULL);
    g_autoptr(GError) error = NULL;

    gr3d_stream_print(text, regs, stream->memory, stream->num_memories,
                      false);
    if (!g_file_set_contents(print_path, text->str, text->len, &error)) {
        fail(print_path, error->message);
        return false;
    }
    return true;
}

static bool write_files(const Gr3dStream *stream, const Gr3dRegs *regs)
{
    bool ok = !png_path || write_png(stream);

    ok &= !print_path || write_print(stream, regs);

    for (char **dump = dumps; dump && *dump; dump++) {
        ok &= write_dump(stream, *dump);
    }
    return ok;
}

static void print_hashes(const Gr3dStream *stream)
{
    for (unsigned i = 0; i < stream->num_memories; i++) {
        g_autofree char *hash = gr3d_stream_hash(&stream->memory[i]);

        printf("expect hash %s %s\n", stream->memory[i].name, hash);
    }
}

static void print_events(FILE *file, const Gr3dReplay *replay)
{
    for (unsigned i = 0; i < replay->events->len; i++) {
        const Gr3dReplayEvent *e =
            &g_array_index(replay->events, Gr3dReplayEvent, i);

        fprintf(file, "draw %u: %s%s%s 0x%x (%" PRIu64 " times)\n", e->draw,
                e->event.text, e->event.reg ? ", " : "",
                e->event.reg ? gr3d_reg_name(e->event.reg) : "",
                e->event.value, e->event.count);
    }
}

static void print_stats(const Gr3dReplay *replay)
{
    const char *name;

    for (unsigned i = 0; (name = gr3d_stream_counter_name(i)) != NULL; i++) {
        printf("expect %s %" PRIu64 "\n", name,
               gr3d_stream_counter_value(replay, i));
    }
}

static int run(const char *path, Gr3dStream *stream, const Gr3dExec *exec)
{
    g_autoptr(GString) report = g_string_new(NULL);
    Executor *executor = executor_new(threads);
    Gr3dReplay replay;
    bool ok, written;

    gr3d_stream_run(stream, &replay, max_work, executor_engine(executor),
                    exec);
    executor_free(executor);
    ok = !gr3d_stream_check(stream, &replay, report);
    if (!ok) {
        fprintf(stderr, "%s: not as expected\n%s", path, report->str);
    }
    if (replay.cancelled) {
        fail(path, "given up: too much work");
    }
    if (want_hash) {
        print_hashes(stream);
    }
    if (want_stats) {
        print_stats(&replay);
    }
    if (want_stats || !ok) {
        print_events(ok ? stdout : stderr, &replay);
    }
    written = write_files(stream, &replay.regs);
    gr3d_replay_clear(&replay);
    return !written ? 2 : replay.cancelled ? 3 : !ok;
}

int main(int argc, char **argv)
{
    g_autoptr(GOptionContext) context = g_option_context_new("FILE");
    g_autoptr(GError) error = NULL;
    g_autofree char *text = NULL, *problem = NULL;
    const Gr3dExec *exec;
    const char *why;
    Gr3dStream *stream;
    gsize len;
    int status;

    g_option_context_add_main_entries(context, options, NULL);
    g_option_context_set_summary(context, "Runs a GR3D command stream.");
    if (!g_option_context_parse(context, &argc, &argv, &error)) {
        return fail("options", error->message);
    }
    if (threads < 1 || threads > MAX_THREADS) {
        return fail("--threads", "not 1 to 64");
    }
    if (!backend_choose(exec_name, &exec, &why)) {
        return fail(exec_name ? "--exec" : "GR3D_EXEC", why);
    }
    if (argc != 2) {
        return fail("options", "one FILE is needed; see --help");
    }
    if (!g_file_get_contents(argv[1], &text, &len, &error)) {
        return fail(argv[1], error->message);
    }
    stream = gr3d_stream_parse(text, len, &problem);
    if (!stream) {
        return fail(argv[1], problem);
    }
    status = run(argv[1], stream, exec);
    gr3d_stream_free(stream);
    g_free(png_path);
    g_free(print_path);
    g_free(exec_name);
    g_strfreev(dumps);
    return status;
}
