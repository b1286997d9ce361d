/*
 * What a report says of a draw
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <inttypes.h>
#include <string.h>
#include "hw/gpu/gr3d/isa/regs.h"
#include "hw/gpu/gr3d/pipe/frozen.h"
#include "hw/gpu/gr3d/run/draw_cost.h"
#include "hw/gpu/gr3d/text/draw_print.h"
#include "replay/capture-picture.h"
#include "draw.h"
#include "texture.h"
#include "values.h"
#include "views.h"

#define MAX_SIDE    4096

/* Targets of tests */
enum { DEPTH, STENCIL, NUM_TESTS };

struct DrawReport {
    Page *page;
    const Player *player;
    uint64_t number, frame;
    Gr3dRegs regs;
    Gr3dDraw *draw;             /* with its memory, to look at */
    Picture before[GR3D_NUM_SURFACES];
    Values tested[NUM_TESTS];   /* before */
    Views views;
    Gr3dDrawStats stats;
    GString *textures, *doubts; /* HTML */
    unsigned num_doubts;
};

/*
 * Before
 */

static void add_texture(DrawReport *d, unsigned unit)
{
    const Gr3dTexDesc *tex = &d->draw->tex[unit];
    Picture picture;

    g_string_append(d->textures, "<figure>");
    if (tex->format) {
        picture_of_texture(&picture, tex,
                           &d->draw->span[GR3D_SPAN_TEXTURE + unit],
                           d->page->side / 2);
        page_picture(d->page, d->textures, &picture, false, "texture", "");
        picture_clear(&picture);
    }
    g_string_append_printf(d->textures, "<figcaption>%u at 0x%08" PRIx32 ": ",
                           unit, d->regs.reg[GR3D_R_TEXADDR + unit]);
    if (tex->format) {
        g_string_append_printf(d->textures, "%" PRIu32 " x %" PRIu32 ", %s, "
                               "%u level%s", tex->level->width,
                               tex->level->height, tex->format->name,
                               tex->num_levels, tex->num_levels > 1 ? "s" : "");
    } else {
        g_string_append_printf(d->textures, "unknown format %u", tex->number);
    }
    g_string_append(d->textures, "</figcaption></figure>\n");
}

/* See its primitives in the size of its first target, or up to the scissor. */
static void look_at_primitives(DrawReport *d)
{
    unsigned width = MIN(d->draw->cols, MAX_SIDE);
    unsigned height = MIN(d->draw->rows, MAX_SIDE);

    for (unsigned i = NUM_TESTS; i-- > 0; ) {
        if (d->tested[i].value) {
            width = d->tested[i].width;
            height = d->tested[i].height;
        }
    }
    for (unsigned i = GR3D_NUM_SURFACES; i-- > 0; ) {
        if (d->before[i].rgba) {
            width = d->before[i].width;
            height = d->before[i].height;
        }
    }
    views_draw(&d->views, d->draw, width, height,
               page_shrinks(d->page, MAX(width, height)));
}

static void add_warnings(DrawReport *d)
{
    g_autoptr(GString) text = g_string_new(NULL);

    d->num_doubts += gr3d_print_warnings(text, &d->regs,
                                         player_next_written(d->player),
                                         player_memory(d->player), 1);
    if (text->len) {
        g_string_append(d->doubts, "<pre class=bad>");
        page_text(d->doubts, text->str);
        g_string_append(d->doubts, "</pre>\n");
    }
}

static unsigned tested_surface(const DrawReport *d, unsigned test)
{
    return test == DEPTH ? d->draw->qr.z_surf : d->draw->qr.s_surf;
}

static void look_before(DrawReport *d)
{
    const Gr3dMemory *ram = player_memory(d->player);
    const bool tests[NUM_TESTS] = { d->draw->qr.z_test, d->draw->qr.s_test };

    for (unsigned i = 0; i < NUM_TESTS; i++) {
        if (tests[i]) {
            values_read(&d->tested[i], ram, &d->regs, tested_surface(d, i));
        }
    }

    for (unsigned i = 0; i < GR3D_NUM_SURFACES; i++) {
        if (d->draw->fp->stores >> i & 1) {
            picture_of_surface(&d->before[i], ram, &d->regs, i);
        }
    }
    for (unsigned i = 0; i < GR3D_NUM_TEXTURES; i++) {
        if (d->draw->fp->textures >> i & 1) {
            add_texture(d, i);
        }
    }
    look_at_primitives(d);
    add_warnings(d);
}

DrawReport *draw_report_begin(Page *page, const Player *player,
                              uint64_t number, uint64_t frame)
{
    const Gr3dRegs *regs = player_next_draw(player);
    DrawReport *d;

    if (!regs) {
        return NULL;
    }
    d = g_new0(DrawReport, 1);
    d->page = page;
    d->player = player;
    d->number = number;
    d->frame = frame;
    d->regs = *regs;
    d->textures = g_string_new(NULL);
    d->doubts = g_string_new(NULL);
    d->draw = gr3d_draw_new(&d->regs);
    gr3d_replay_bind(d->draw, player_memory(player), 1);
    look_before(d);
    return d;
}

void draw_report_free(DrawReport *d)
{
    for (unsigned i = 0; i < GR3D_NUM_SURFACES; i++) {
        picture_clear(&d->before[i]);
    }
    for (unsigned i = 0; i < NUM_TESTS; i++) {
        values_clear(&d->tested[i]);
    }
    views_clear(&d->views);
    gr3d_draw_free(d->draw);
    g_string_free(d->textures, TRUE);
    g_string_free(d->doubts, TRUE);
    g_free(d);
}

/*
 * After
 */

static uint64_t changed_pixels(const Picture *a, const Picture *b)
{
    uint64_t num = 0;

    for (size_t i = 0; i < (size_t)a->width * a->height; i++) {
        num += memcmp(a->rgba + 4 * i, b->rgba + 4 * i, 4) != 0;
    }
    return num;
}

static void add_views(const DrawReport *d, GString *html)
{
    if (d->views.wire.width && d->views.wire.height) {
        page_picture(d->page, html, &d->views.wire, true, "wireframe",
                     "wireframe");
        page_picture(d->page, html, &d->views.overdraw, false, "overdraw",
                     "overdraw");
    }
}

/* Add a target that the draw has, @what it is, in front of its number. */
static void add_target(const DrawReport *d, GString *html, const char *what,
                       unsigned surface, const Picture *before,
                       const Picture *after, uint64_t changed)
{
    g_string_append(html, "<figure><div class=target>");
    page_picture(d->page, html, before, false, "before", "target before");
    page_picture(d->page, html, after, false, "after", "target after");
    add_views(d, html);
    g_string_append_printf(html, "</div><figcaption>%s %u at 0x%08" PRIx32
                           ", %u x %u: %" PRIu64 " pixels changed"
                           "</figcaption></figure>\n", what, surface,
                           d->regs.reg[GR3D_R_SURFADDR + surface],
                           after->width, after->height, changed);
}

/* Return whether there is one. */
static bool add_surface(const DrawReport *d, GString *html, unsigned surface)
{
    const Picture *before = &d->before[surface];
    Picture after;

    if (!before->rgba ||
        !picture_of_surface(&after, player_memory(d->player), &d->regs,
                            surface)) {
        return false;
    }
    add_target(d, html, "Surface", surface, before, &after,
               changed_pixels(before, &after));
    picture_clear(&after);
    return true;
}

/* Both pictures have the same scale. */
static void add_values(const DrawReport *d, GString *html, unsigned test,
                       const Values *before, const Values *after)
{
    static const char *const names[] = { "Depth", "Stencil" };
    unsigned low = UINT16_MAX, high = 0;
    g_autofree char *what = NULL;
    Picture was, is;

    values_bound(before, &low, &high);
    values_bound(after, &low, &high);
    values_paint(&was, before, low, high);
    values_paint(&is, after, low, high);
    what = g_strdup_printf("%s, 0x%x black to 0x%x white: surface",
                           names[test], low, high);
    add_target(d, html, what, tested_surface(d, test), &was, &is,
               values_changed(before, after));
    picture_clear(&was);
    picture_clear(&is);
}

static bool add_tested(const DrawReport *d, GString *html, unsigned test)
{
    const Values *before = &d->tested[test];
    Values after;

    if (!before->value) {
        return false;
    }
    values_read(&after, player_memory(d->player), &d->regs,
                tested_surface(d, test));
    add_values(d, html, test, before, &after);
    values_clear(&after);
    return true;
}

static void add_surfaces(const DrawReport *d, GString *html)
{
    bool any = false;

    for (unsigned i = 0; i < GR3D_NUM_SURFACES; i++) {
        any |= add_surface(d, html, i);
    }
    for (unsigned i = 0; i < NUM_TESTS; i++) {
        any |= add_tested(d, html, i);
    }
    if (!any) {
        g_string_append(html, "<figure><div class=target>");
        add_views(d, html);
        g_string_append(html, "</div><figcaption>No colour is stored"
                        "</figcaption></figure>\n");
    }
}

void draw_report_ran(DrawReport *d, const Gr3dDraw *draw)
{
    unsigned num;
    const GpuEventCount *e = gr3d_draw_events(draw, &num);

    d->stats = *gr3d_draw_stats(draw);
    d->num_doubts += num;
    for (; num; num--, e++) {
        g_string_append_printf(d->doubts, "<p class=bad>%" PRIu64
                               " times: %s 0x%" PRIx32 "</p>\n", e->count,
                               e->text, e->value);
    }
}

static void add_doubts(DrawReport *d, GString *html, const PlayerDone *done)
{
    if (done->cancelled) {
        g_string_append(html, "<p class=bad>Cancelled: nothing was drawn</p>");
    }
    if (done->wrong) {
        g_string_append(html, "<p class=bad>Not as captured</p>");
    }
    d->num_doubts += done->cancelled + done->wrong;
    g_string_append(html, d->doubts->str);
}

static void add_counter(GString *html, const char *name, uint64_t value)
{
    g_string_append_printf(html, "<tr><th scope=row>%s<td>%" PRIu64 "\n", name,
                           value);
}

static void add_counters(const DrawReport *d, GString *html)
{
    const Gr3dDrawStats *stats = &d->stats;
    const Views *v = &d->views;

    g_string_append(html, "<h3>Counters</h3><table class=counters>\n");
    add_counter(html, "vertices", stats->vertices);
    add_counter(html, "primitives", stats->primitives);
    add_counter(html, "... left after clipping and culling",
                stats->rasterised);
    add_counter(html, "pixels that they cover", v->covered);
    add_counter(html, "... as often as primitives do", v->fragments);
    add_counter(html, "... most on one pixel", v->most);
    add_counter(html, "fragments that ran the program", stats->fragments);
    g_string_append(html, "</table>\n");
}

static void add_cost(GString *html, const Gr3dCostChip *chip,
                     const Gr3dCostDraw *cost)
{
    g_string_append_printf(html, "<h3>Clocks, by a model of %s"
                           "</h3><table class=cost style=\"--whole:%.0f\">\n",
                           chip->name, MAX(cost->clocks, 1));
    for (unsigned i = 0; i < GR3D_NUM_PARTS; i++) {
        g_string_append_printf(html, "<tr><th scope=row>%s<td>%.0f"
                               "<td class=chart><span class=bar "
                               "style=\"--part:%.0f\"></span>\n",
                               gr3d_part_names[i], cost->part[i],
                               cost->part[i]);
    }
    g_string_append_printf(html, "</table><p>%.0f clocks, %.1f us at %g MHz, "
                           "limit: %s</p>\n", cost->clocks,
                           cost->clocks / chip->value[GR3D_COST_CLOCK],
                           chip->value[GR3D_COST_CLOCK],
                           gr3d_part_names[cost->limit]);
}

static void add_link(const DrawReport *d, double clocks)
{
    g_string_append_printf(d->page->draws, "<li><a href=\"#draw-%" PRIu64
                           "\"><b%s>Draw %" PRIu64 "</b>"
                           "<span>%.0f clocks</span>"
                           "<small>frame %" PRIu64 ", %" PRIu64
                           " primitives</small>"
                           "<span class=bar style=\"--part:%.0f\"></span>"
                           "</a>\n", d->number,
                           d->num_doubts ? " class=bad" : "", d->number,
                           clocks, d->frame, d->stats.primitives, clocks);
}

static void add_texts(const DrawReport *d, GString *html)
{
    g_autoptr(GString) state = g_string_new(NULL);
    g_autoptr(GString) programs = g_string_new(NULL);

    gr3d_print_state(state, &d->regs);
    gr3d_print_programs(programs, &d->regs);
    page_fold(html, "State", state->str);
    page_fold(html, "Programs", programs->str);
}

void draw_report_end(DrawReport *d, const PlayerDone *done)
{
    const Gr3dCostChip *chip = gr3d_cost_chip("ap20");
    g_autofree Gr3dDrawCost *cost = g_new0(Gr3dDrawCost, 1);
    Page *page = d->page;
    GString *html = page->sections;

    gr3d_draw_cost(d->draw, &d->stats, chip, cost);
    page->most_clocks = MAX(page->most_clocks, cost->draw.clocks);
    g_string_append_printf(html, "<section id=draw-%" PRIu64 ">"
                           "<h2>Draw %" PRIu64 ", of frame %" PRIu64
                           "</h2>\n", d->number, d->number, d->frame);
    add_doubts(d, html, done);
    add_link(d, cost->draw.clocks);
    g_string_append(html, "<div class=row>\n");
    add_surfaces(d, html);
    g_string_append(html, "<div>");
    add_counters(d, html);
    add_cost(html, chip, &cost->draw);
    g_string_append(html, "</div></div>\n");
    if (d->textures->len) {
        g_string_append_printf(html, "<h3>Textures</h3><div class=row>"
                               "%s</div>\n", d->textures->str);
    }
    add_texts(d, html);
    g_string_append(html, "</section>\n");
}
