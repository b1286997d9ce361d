/*
 * A capture (docs/specs/tegra-capture.rst) as one page of HTML
 *
 * Exit status: 0 the page is written and all is as it was captured; 1 it is
 * written, and something is not; 2 it is not written.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include "backend.h"
#include "replay/capture-file.h"
#include "replay/capture-picture.h"
#include "replay/player.h"
#include "report/draw.h"

static char *output_path, *exec_name;
static gint64 first_draw;
static gint max_draws = 500, side = 640;

static const GOptionEntry options[] = {
    { "output", 'o', 0, G_OPTION_ARG_FILENAME, &output_path,
      "Write to this file, else to the standard output", "FILE" },
    { "first", 0, 0, G_OPTION_ARG_INT64, &first_draw,
      "Begin with draw N, counted from 0", "N" },
    { "draws", 0, 0, G_OPTION_ARG_INT, &max_draws,
      "End after N draws (500)", "N" },
    { "side", 0, 0, G_OPTION_ARG_INT, &side,
      "Shrink pictures to at most N pixels, 64 to 4096 (640)", "N" },
    { "exec", 0, 0, G_OPTION_ARG_STRING, &exec_name,
      "Draw with this backend (ref, base, avx2, avx512; also GR3D_EXEC)",
      "NAME" },
    { NULL }
};

typedef struct Report {
    const char *path;
    Page *page;
    Player *player;
    DrawReport *draw;           /* at hand, or NULL */
    uint64_t draws, operations, frames, wrong;
    uint64_t frame_draw;        /* the first one of this frame */
    gint shown_frames;
    bool full;                  /* all draws that were asked for are in it */
    char *end;                  /* why the capture ends */
} Report;

static int fail(const char *what, const char *why)
{
    fprintf(stderr, "gr3d-report: %s: %s\n", what, why);
    return 2;
}

static bool is_behind(uint64_t draw)
{
    return draw >= (uint64_t)first_draw + (uint64_t)max_draws;
}

static bool in_report(uint64_t draw)
{
    return draw >= (uint64_t)first_draw && !is_behind(draw);
}

static void add_frame(Report *r, const GpuCaptureRecord *record)
{
    GString *html = r->page->frames;
    uint64_t draw = MIN(r->frame_draw, r->draws ? r->draws - 1 : 0);
    Picture picture;

    if (in_report(draw) && r->shown_frames < max_draws &&
        picture_of_frame(&picture, player_memory(r->player), record)) {
        g_string_append_printf(html, "<a href=\"#draw-%" PRIu64 "\">", draw);
        page_picture(r->page, html, &picture, false, "frame", "");
        g_string_append_printf(html, "Frame %" PRIu64 "</a>\n", r->frames);
        picture_clear(&picture);
        r->shown_frames++;
    }
    r->frames++;
    r->frame_draw = r->draws;
}

static void after(Report *r, const GpuCaptureRecord *record)
{
    r->draws += record->type == GPU_CAPTURE_DRAW;
    r->operations += record->type == GPU_CAPTURE_OPERATION;
    if (record->type == GPU_CAPTURE_FRAME) {
        add_frame(r, record);
    } else if (record->type == GPU_CAPTURE_END) {
        r->end = g_strndup((const char *)record->data, record->size);
    }
}

static void ran(void *opaque, Gr3dDraw *draw)
{
    Report *r = opaque;

    if (r->draw) {
        draw_report_ran(r->draw, draw);
    }
}

static bool replay_record(void *opaque, const GpuCaptureRecord *record,
                          char **error)
{
    Report *r = opaque;
    PlayerDone done;
    bool ok;

    r->full = record->type == GPU_CAPTURE_DRAW && is_behind(r->draws);
    if (r->full) {
        return false;
    }
    if (record->type == GPU_CAPTURE_DRAW && in_report(r->draws)) {
        r->draw = draw_report_begin(r->page, r->player, r->draws, r->frames);
    }
    ok = player_step(r->player, record, &done, error);
    r->wrong += ok && done.wrong;
    if (r->draw && ok) {
        draw_report_end(r->draw, &done);
    }
    g_clear_pointer(&r->draw, draw_report_free);
    if (ok) {
        after(r, record);
    }
    return ok && !r->end;
}

static char *summary(const Report *r)
{
    g_autoptr(GString) html = g_string_new(NULL);

    g_string_append_printf(html, "%" PRIu64 " draws, %" PRIu64 " operations, %"
                           PRIu64 " frames: ", r->draws, r->operations,
                           r->frames);
    if (r->wrong) {
        g_string_append_printf(html, "<span class=bad>%" PRIu64 " not as "
                               "captured</span>", r->wrong);
    } else {
        g_string_append(html, "as captured");
    }
    g_string_append(html, ". End: ");
    page_text(html, r->end ? r->end : r->full ? "--draws" : "cut off");
    return g_string_free(g_steal_pointer(&html), FALSE);
}

static int write_page(const Report *r)
{
    g_autofree char *title = g_filename_display_basename(r->path);
    g_autofree char *text = summary(r);
    FILE *to = output_path ? fopen(output_path, "w") : stdout;
    bool ok;

    if (!to) {
        return fail(output_path, strerror(errno));
    }
    page_write(r->page, to, title, text);
    ok = !ferror(to);
    if (fclose(to) || !ok) {
        return fail(output_path ? output_path : "output", "cannot be written");
    }
    return r->wrong != 0;
}

static int report(Report *r)
{
    g_autofree char *error = capture_file_read(r->path, replay_record, r);

    return error ? fail(r->path, error) : write_page(r);
}

static int run(const char *path)
{
    Report r = { .path = path };
    const PlayerWatch watch = { .after = ran, .opaque = &r };
    const Gr3dExec *exec;
    const char *why;
    int status;

    if (!backend_choose(exec_name, &exec, &why)) {
        return fail(exec_name ? exec_name : "GR3D_EXEC", why);
    }
    r.page = page_new(side);
    r.player = player_new(exec, NULL);
    player_set_watch(r.player, &watch);
    status = report(&r);
    player_free(r.player);
    page_free(r.page);
    g_free(r.end);
    return status;
}

int main(int argc, char **argv)
{
    g_autoptr(GOptionContext) context = g_option_context_new("FILE");
    g_autoptr(GError) error = NULL;
    int status;

    g_option_context_add_main_entries(context, options, NULL);
    g_option_context_set_summary(context, "Makes a page of HTML of a capture.");
    if (!g_option_context_parse(context, &argc, &argv, &error)) {
        return fail("options", error->message);
    }
    if (first_draw < 0 || max_draws < 1) {
        return fail("options", "--first is 0 or more, --draws 1 or more");
    }
    if (side < 64 || side > 4096) {
        return fail("--side", "not 64 to 4096");
    }
    if (argc != 2) {
        return fail("options", "one FILE is needed; see --help");
    }
    status = run(argv[1]);
    g_free(output_path);
    g_free(exec_name);
    return status;
}
