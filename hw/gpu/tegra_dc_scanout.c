/*
 * NVIDIA Tegra20 display controller: composition of the picture
 *
 * Windows are composed line by line over the border colour.  Memory is read
 * when the picture is drawn, with dirty tracking, so that software that only
 * writes pixels is seen too.  [tegra-dc.rst, Picture]
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include <zlib.h>           /* crc32() */
#include "qemu/log.h"
#include "qemu/units.h"
#include "tegra_dc_blend.h"
#include "tegra_dc_cursor.h"
#include "tegra_dc_format.h"
#include "tegra_dc_output.h"
#include "tegra_dc_regfile.h"
#include "tegra_dc_scanout.h"
#include "tegra_dc_timing.h"
#include "tegra_dc_window.h"
#include "trace.h"

/* Larger than any panel this chip drives; bounds what a guest can ask for */
#define TEGRA_DC_MAX_SIZE 4096

#define TEGRA_DC_MAX_DIRTY (TEGRA_DC_NUM_WINDOWS * 3)

/*
 * Work done at a time, after which the rest of QEMU has its turn: about so
 * many nanoseconds.  It is counted, not measured, because the end of a frame
 * with a checksum is seen by the guest.
 */
#define TEGRA_DC_SLICE      (4 * 1000 * 1000)
#define LINE_COST           300     /* whatever is on it */
#define BLEND_COST          12      /* a pixel that more than one window has */
#define OUTPUT_COST         12      /* a pixel with fewer bits */

/*
 * Taking a snapshot clears the dirty bits of whole words of the bitmap, that
 * is of 64 target pages, and with them bits a neighbour has yet to see.
 * Ranges closer than this share one snapshot.
 */
#define DIRTY_GRANULE (4 * MiB)

typedef struct TegraDCDirty {
    uint64_t lo;
    uint64_t hi;
    DirtyBitmapSnapshot *snap;
} TegraDCDirty;

struct TegraDCScanout {
    int width;
    int height;
    bool logging;               /* of writes to the DMA region */
    bool stale;                 /* derived before the registers changed */
    bool changed;               /* the next draw is a full one */
    uint32_t border;
    TegraDCWindow win[TEGRA_DC_NUM_WINDOWS];
    TegraDCBlend blend;
    TegraDCCursor cursor;
    TegraDCOutput output;
    TegraDCDirty dirty[TEGRA_DC_MAX_DIRTY];
    int num_dirty;
    /* The draw under way: its next line, and how many it has drawn */
    int draw_y;
    int drawn;
    bool draw_full;
};

TegraDCScanout *tegra_dc_scanout_new(void)
{
    return g_new0(TegraDCScanout, 1);
}

void tegra_dc_scanout_free(TegraDCScanout *sc)
{
    for (int n = 0; n < TEGRA_DC_NUM_WINDOWS; n++) {
        tegra_dc_window_free(&sc->win[n]);
    }
    g_free(sc);
}

/* ---- Configuration ---- */

/* Switch the logging of writes, for which QEMU makes new maps of all memory */
static void update_logging(TegraDCState *s, bool on)
{
    TegraDCScanout *sc = s->scan;

    on = on && memory_region_is_ram(s->dma_mr);
    if (on != sc->logging) {
        memory_region_set_log(s->dma_mr, on, DIRTY_MEMORY_VGA);
        sc->logging = on;
    }
}

static void update_size(TegraDCState *s)
{
    TegraDCScanout *sc = s->scan;
    uint32_t active = tegra_dc_active(s, R_DC_DISP_ACTIVE);
    int width = SHARED_FIELD_EX32(active, DC_TIMING_H);
    int height = SHARED_FIELD_EX32(active, DC_TIMING_V);

    if (width > TEGRA_DC_MAX_SIZE || height > TEGRA_DC_MAX_SIZE) {
        qemu_log_mask(LOG_GUEST_ERROR, "tegra-dc.%d: DISP_ACTIVE 0x%08x: cut "
                      "to %d\n", s->head, active, TEGRA_DC_MAX_SIZE);
    }
    sc->width = MIN(width, TEGRA_DC_MAX_SIZE);
    sc->height = MIN(height, TEGRA_DC_MAX_SIZE);
}

/* Note that registers changed; the rest is worked out when somebody looks */
void tegra_dc_scanout_configure(TegraDCState *s)
{
    s->scan->changed = true;
    s->scan->stale = true;
}

void tegra_dc_scanout_close(TegraDCState *s)
{
    update_logging(s, false);
}

static TegraDCScanout *configured(TegraDCState *s)
{
    TegraDCScanout *sc = s->scan;
    bool showing = tegra_dc_is_showing(s);

    if (!sc->stale) {
        return sc;
    }
    sc->stale = false;
    /* Before a picture that relies on it: the next one is a full one */
    update_logging(s, showing);
    update_size(s);
    sc->border = tegra_dc_colour(tegra_dc_active(s, R_DC_BORDER_COLOR));
    for (int n = 0; n < TEGRA_DC_NUM_WINDOWS; n++) {
        tegra_dc_window_free(&sc->win[n]);
        if (showing) {
            tegra_dc_window_setup(s, &sc->win[n], n, sc->width, sc->height);
        }
    }
    tegra_dc_blend_setup(s, &sc->blend, sc->win);
    for (int n = 0; n < TEGRA_DC_NUM_WINDOWS; n++) {
        for (unsigned int set = 0; set < 1 << TEGRA_DC_NUM_WINDOWS; set++) {
            sc->win[n].keyed |= SHARED_FIELD_EX32(sc->blend.reg[set][n],
                                                  WIN_BLEND_KEY) != 0;
        }
    }
    tegra_dc_cursor_setup(s, &sc->cursor, sc->win, sc->width, sc->height);
    tegra_dc_output_setup(s, &sc->output);
    return sc;
}

const TegraDCWindow *tegra_dc_scanout_window(TegraDCState *s, int n)
{
    return &configured(s)->win[n];
}

bool tegra_dc_scanout_missing(TegraDCState *s, int n, unsigned int *lines)
{
    const TegraDCWindow *w = &configured(s)->win[n];

    *lines = w->missing;
    return w->enabled;
}

bool tegra_dc_get_mode(TegraDCState *s, int *width, int *height)
{
    const TegraDCScanout *sc = configured(s);

    *width = sc->width;
    *height = sc->height;
    return tegra_dc_is_showing(s) && tegra_dc_clocked(s) && *width && *height;
}

/* ---- One line ---- */

static unsigned int windows_at(const TegraDCScanout *sc, int y)
{
    unsigned int set = 0;

    for (int n = 0; n < TEGRA_DC_NUM_WINDOWS; n++) {
        const TegraDCWindow *w = &sc->win[n];

        if (w->enabled && y >= w->y && y < w->y + w->h) {
            set |= 1 << n;
        }
    }
    return set;
}

static void fill(uint32_t *dst, int n, uint32_t colour)
{
    for (int i = 0; i < n; i++) {
        dst[i] = colour;
    }
}

/* Return the windows of @set that cover @x, and where that changes next */
static unsigned int windows_at_x(const TegraDCScanout *sc, unsigned int set,
                                 int x, int *end)
{
    unsigned int here = 0;

    *end = sc->width;
    for (int n = 0; n < TEGRA_DC_NUM_WINDOWS; n++) {
        const TegraDCWindow *w = &sc->win[n];

        if (!(set & 1 << n)) {
            continue;
        }
        if (x < w->x) {
            *end = MIN(*end, w->x);
        } else if (x < w->x + w->w) {
            *end = MIN(*end, w->x + w->w);
            here |= 1 << n;
        }
    }
    return here;
}

static void draw_span(TegraDCScanout *sc, unsigned int here, int x, int end,
                      uint32_t *dst)
{
    const uint32_t *px[TEGRA_DC_NUM_WINDOWS] = { NULL };
    const uint8_t *keys[TEGRA_DC_NUM_WINDOWS] = { NULL };

    for (int n = 0; n < TEGRA_DC_NUM_WINDOWS; n++) {
        if (here & 1 << n) {
            px[n] = sc->win[n].pixels + x - sc->win[n].x;
            keys[n] = sc->win[n].keys + x - sc->win[n].x;
        }
    }
    tegra_dc_blend_span(&sc->blend, here, px, keys, dst + x, end - x);
}

/* Draw one window, not blended, straight to its place */
static void draw_single(TegraDCScanout *sc, int n, int y, uint32_t *dst)
{
    TegraDCWindow *w = &sc->win[n];

    fill(dst, w->x, sc->border);
    tegra_dc_window_line(w, y - w->y, dst + w->x);
    fill(dst + w->x + w->w, sc->width - w->x - w->w, sc->border);
}

static void draw_windows(TegraDCScanout *sc, unsigned int set, int y,
                         uint32_t *dst)
{
    int end;

    for (int n = 0; n < TEGRA_DC_NUM_WINDOWS; n++) {
        TegraDCWindow *w = &sc->win[n];

        if (set & 1 << n) {
            tegra_dc_window_line(w, y - w->y, w->pixels);
        }
    }
    for (int x = 0; x < sc->width; x = end) {
        unsigned int here = windows_at_x(sc, set, x, &end);

        if (here) {
            draw_span(sc, here, x, end, dst);
        } else {
            fill(dst + x, end - x, sc->border);
        }
    }
}

static void draw_line(TegraDCScanout *sc, int y, uint32_t *dst)
{
    unsigned int set = windows_at(sc, y);

    if (!set) {
        fill(dst, sc->width, sc->border);
    } else if (is_power_of_2(set) && sc->blend.top[set] >= 0) {
        draw_single(sc, sc->blend.top[set], y, dst);
    } else {
        draw_windows(sc, set, y, dst);
    }
    tegra_dc_cursor_line(&sc->cursor, y, dst);
    if (sc->output.active) {
        tegra_dc_output_line(&sc->output, y, dst, sc->width);
    }
}

static void begin(TegraDCState *s)
{
    for (int n = 0; n < TEGRA_DC_NUM_WINDOWS; n++) {
        tegra_dc_window_begin(s, &s->scan->win[n]);
    }
    tegra_dc_cursor_fetch(s, &s->scan->cursor);
}

static void end(TegraDCState *s)
{
    for (int n = 0; n < TEGRA_DC_NUM_WINDOWS; n++) {
        tegra_dc_window_end(s, &s->scan->win[n]);
    }
}

/* ---- Dirty tracking ---- */

/* Insert a range, keeping the list sorted */
static void dirty_insert(TegraDCScanout *sc, uint64_t lo, uint64_t hi)
{
    int i = sc->num_dirty++;

    for (; i > 0 && sc->dirty[i - 1].lo > lo; i--) {
        sc->dirty[i] = sc->dirty[i - 1];
    }
    sc->dirty[i] = (TegraDCDirty) { .lo = lo, .hi = hi };
}

static void dirty_merge(TegraDCScanout *sc)
{
    int last = 0;

    for (int i = 1; i < sc->num_dirty; i++) {
        if (sc->dirty[i].lo < sc->dirty[last].hi + DIRTY_GRANULE) {
            sc->dirty[last].hi = MAX(sc->dirty[last].hi, sc->dirty[i].hi);
        } else {
            sc->dirty[++last] = sc->dirty[i];
        }
    }
    sc->num_dirty = sc->num_dirty ? last + 1 : 0;
}

static void dirty_begin(TegraDCState *s)
{
    TegraDCScanout *sc = s->scan;

    sc->num_dirty = 0;
    if (!sc->logging) {
        return;
    }
    for (int n = 0; n < TEGRA_DC_NUM_WINDOWS; n++) {
        for (int i = 0; i < sc->win[n].num_planes; i++) {
            const TegraDCPlane *p = &sc->win[n].plane[i];

            if (p->hi > p->lo) {
                dirty_insert(sc, p->lo, p->hi);
            }
        }
    }
    dirty_merge(sc);
    for (int i = 0; i < sc->num_dirty; i++) {
        TegraDCDirty *d = &sc->dirty[i];

        d->snap = memory_region_snapshot_and_clear_dirty(s->dma_mr, d->lo,
                                                         d->hi - d->lo,
                                                         DIRTY_MEMORY_VGA);
    }
}

static void dirty_end(TegraDCScanout *sc)
{
    for (int i = 0; i < sc->num_dirty; i++) {
        g_free(sc->dirty[i].snap);
    }
    sc->num_dirty = 0;
}

static bool range_is_dirty(TegraDCState *s, uint64_t lo, uint64_t hi)
{
    TegraDCScanout *sc = s->scan;

    for (int i = 0; i < sc->num_dirty; i++) {
        TegraDCDirty *d = &sc->dirty[i];

        if (lo >= d->lo && hi <= d->hi) {
            return memory_region_snapshot_get_dirty(s->dma_mr, d->snap, lo,
                                                    hi - lo);
        }
    }
    return true;
}

static bool window_line_is_dirty(TegraDCState *s, const TegraDCWindow *w,
                                 int y)
{
    unsigned int lines[2];
    uint64_t lo, hi;

    tegra_dc_window_src(w, y, &lines[0], &lines[1]);
    for (int i = 0; i < w->num_planes; i++) {
        for (int k = 0; k < 1 + (lines[0] != lines[1]); k++) {
            if (tegra_dc_plane_line(w, &w->plane[i], lines[k], &lo, &hi) &&
                range_is_dirty(s, lo, hi)) {
                return true;
            }
        }
    }
    return false;
}

static bool line_is_dirty(TegraDCState *s, int y)
{
    TegraDCScanout *sc = s->scan;
    unsigned int set = windows_at(sc, y);

    if (set && !sc->logging) {
        return true;
    }
    /* The few lines of the cursor are not worth tracking */
    if (sc->cursor.enabled && y >= sc->cursor.y &&
        y < sc->cursor.y + sc->cursor.size) {
        return true;
    }
    for (int n = 0; n < TEGRA_DC_NUM_WINDOWS; n++) {
        const TegraDCWindow *w = &sc->win[n];

        if ((set & 1 << n) && window_line_is_dirty(s, w, y - w->y)) {
            return true;
        }
    }
    return false;
}

/* ---- The picture, in slices ---- */

/* Estimate what it takes to compose line @y */
static unsigned int line_cost(const TegraDCScanout *sc, int y)
{
    unsigned int set = windows_at(sc, y);
    unsigned int cost = LINE_COST + sc->width;

    for (int n = 0; n < TEGRA_DC_NUM_WINDOWS; n++) {
        cost += set & 1 << n ? sc->win[n].line_cost : 0;
    }
    cost += ctpop32(set) > 1 ? sc->width * BLEND_COST : 0;
    return cost + (sc->output.active ? sc->width * OUTPUT_COST : 0);
}

void tegra_dc_draw_begin(TegraDCState *s, bool full)
{
    TegraDCScanout *sc = configured(s);

    sc->draw_full = full || sc->changed;
    sc->changed = false;
    sc->draw_y = 0;
    sc->drawn = 0;
    dirty_begin(s);
}

/* Draw line @y if it has to be; return what that took */
static unsigned int draw_one(TegraDCState *s, DisplaySurface *surface, int y,
                             bool *draw)
{
    TegraDCScanout *sc = s->scan;
    uint8_t *data = surface_data(surface);

    /* Registers that changed since the beginning: all that follows is new */
    *draw = sc->draw_full || sc->changed || line_is_dirty(s, y);
    if (!*draw) {
        return LINE_COST;
    }
    draw_line(sc, y, (uint32_t *)(data + (size_t)y * surface_stride(surface)));
    sc->drawn++;
    return line_cost(sc, y);
}

/* Draw some lines from line @y on; return the line to go on with */
static int draw_slice(TegraDCState *s, QemuConsole *con, int y)
{
    TegraDCScanout *sc = s->scan;
    DisplaySurface *surface = qemu_console_surface(con);
    int first = -1;

    for (unsigned int work = 0; y < sc->height && work < TEGRA_DC_SLICE; y++) {
        bool draw;

        work += draw_one(s, surface, y, &draw);
        if (draw && first < 0) {
            first = y;
        } else if (!draw && first >= 0) {
            qemu_console_update(con, 0, first, sc->width, y - first);
            first = -1;
        }
    }
    if (first >= 0) {
        qemu_console_update(con, 0, first, sc->width, y - first);
    }
    return y;
}

bool tegra_dc_draw_lines(TegraDCState *s, QemuConsole *con)
{
    TegraDCScanout *sc = configured(s);

    begin(s);
    sc->draw_y = draw_slice(s, con, sc->draw_y);
    end(s);
    if (sc->draw_y < sc->height) {
        return false;
    }
    dirty_end(sc);
    trace_tegra_dc_draw(s->head, sc->draw_full, sc->drawn);
    return true;
}

void tegra_dc_draw_stop(TegraDCState *s)
{
    dirty_end(s->scan);
    s->scan->changed = true;
}

static uint32_t crc_of_line(const uint32_t *line, int width, uint8_t *rgb,
                            uint32_t crc)
{
    for (int x = 0; x < width; x++) {
        rgb[x * 3] = line[x] >> 16;
        rgb[x * 3 + 1] = line[x] >> 8;
        rgb[x * 3 + 2] = line[x];
    }
    return crc32(crc, rgb, width * 3);
}

/* Use CRC-32 of the R, G, B bytes: the real polynomial is not known */
bool tegra_dc_scanout_crc(TegraDCState *s, uint32_t *y, uint32_t *crc)
{
    TegraDCScanout *sc = configured(s);
    g_autofree uint32_t *line = g_new(uint32_t, sc->width + 1);
    g_autofree uint8_t *rgb = g_new(uint8_t, sc->width * 3 + 1);

    begin(s);
    for (unsigned int work = 0; *y < sc->height && work < TEGRA_DC_SLICE;
         (*y)++) {
        draw_line(sc, *y, line);
        *crc = crc_of_line(line, sc->width, rgb, *crc);
        work += line_cost(sc, *y) + 3 * sc->width;
    }
    end(s);
    return *y >= sc->height;
}
