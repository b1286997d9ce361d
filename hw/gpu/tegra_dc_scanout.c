/*
 * NVIDIA Tegra20 display controller: composition of the picture
 *
 * Memory is read when the picture is drawn, with dirty tracking, so that
 * software that only writes pixels is seen too.  [tegra-dc.rst, Picture]
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include <zlib.h>           /* crc32() */
#include "qemu/units.h"
#include "tegra_dc_scanout.h"
#include "tegra_dc_timing.h"
#include "trace.h"

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
    bool logging;               /* of writes to the DMA region */
    bool stale;                 /* derived before the registers changed */
    bool changed;               /* the next draw is a full one */
    TegraDCPicture pic;
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
    tegra_dc_picture_free(&sc->pic);
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
    tegra_dc_picture_free(&sc->pic);
    tegra_dc_picture_setup(s, &sc->pic, showing);
    return sc;
}

const TegraDCPicture *tegra_dc_scanout_picture(TegraDCState *s)
{
    return &configured(s)->pic;
}

bool tegra_dc_scanout_missing(TegraDCState *s, int n, unsigned int *lines)
{
    const TegraDCWindow *w = &configured(s)->pic.win[n];

    *lines = w->missing;
    return w->enabled;
}

bool tegra_dc_get_mode(TegraDCState *s, int *width, int *height)
{
    const TegraDCScanout *sc = configured(s);

    *width = sc->pic.width;
    *height = sc->pic.height;
    return tegra_dc_is_showing(s) && tegra_dc_clocked(s) && *width && *height;
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
        for (int i = 0; i < sc->pic.win[n].num_planes; i++) {
            const TegraDCPlane *p = &sc->pic.win[n].plane[i];

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
    unsigned int set = tegra_dc_picture_windows(&sc->pic, y);

    if (set && !sc->logging) {
        return true;
    }
    /* The few lines of the cursor are not worth tracking */
    if (sc->pic.cursor.enabled && y >= sc->pic.cursor.y &&
        y < sc->pic.cursor.y + sc->pic.cursor.size) {
        return true;
    }
    for (int n = 0; n < TEGRA_DC_NUM_WINDOWS; n++) {
        const TegraDCWindow *w = &sc->pic.win[n];

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
    unsigned int set = tegra_dc_picture_windows(&sc->pic, y);
    unsigned int cost = LINE_COST + sc->pic.width;

    for (int n = 0; n < TEGRA_DC_NUM_WINDOWS; n++) {
        cost += set & 1 << n ? sc->pic.win[n].line_cost : 0;
    }
    cost += ctpop32(set) > 1 ? sc->pic.width * BLEND_COST : 0;
    return cost + (sc->pic.output.active ? sc->pic.width * OUTPUT_COST : 0);
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
    data += (size_t)y * surface_stride(surface);
    tegra_dc_picture_line(&sc->pic, y, (uint32_t *)data);
    sc->drawn++;
    return line_cost(sc, y);
}

/* Draw some lines from line @y on; return the line to go on with */
static int draw_slice(TegraDCState *s, QemuConsole *con, int y)
{
    TegraDCScanout *sc = s->scan;
    DisplaySurface *surface = qemu_console_surface(con);
    int first = -1;

    for (unsigned int work = 0; y < sc->pic.height && work < TEGRA_DC_SLICE;
         y++) {
        bool draw;

        work += draw_one(s, surface, y, &draw);
        if (draw && first < 0) {
            first = y;
        } else if (!draw && first >= 0) {
            qemu_console_update(con, 0, first, sc->pic.width, y - first);
            first = -1;
        }
    }
    if (first >= 0) {
        qemu_console_update(con, 0, first, sc->pic.width, y - first);
    }
    return y;
}

bool tegra_dc_draw_lines(TegraDCState *s, QemuConsole *con)
{
    TegraDCScanout *sc = configured(s);

    tegra_dc_picture_begin(s, &sc->pic);
    sc->draw_y = draw_slice(s, con, sc->draw_y);
    tegra_dc_picture_end(s, &sc->pic);
    if (sc->draw_y < sc->pic.height) {
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

/* Use CRC-32 of the R, G, B bytes: the real polynomial is not known */
bool tegra_dc_scanout_crc(TegraDCState *s, uint32_t *y, uint32_t *crc)
{
    TegraDCScanout *sc = configured(s);
    g_autofree uint32_t *line = g_new(uint32_t, sc->pic.width + 1);
    g_autofree uint8_t *rgb = g_new(uint8_t, sc->pic.width * 3 + 1);

    tegra_dc_picture_begin(s, &sc->pic);
    for (unsigned int work = 0; *y < sc->pic.height && work < TEGRA_DC_SLICE;
         (*y)++) {
        tegra_dc_picture_line(&sc->pic, *y, line);
        tegra_dc_picture_rgb(&sc->pic, line, rgb);
        *crc = crc32(*crc, rgb, sc->pic.width * 3);
        work += line_cost(sc, *y) + 3 * sc->pic.width;
    }
    tegra_dc_picture_end(s, &sc->pic);
    return *y >= sc->pic.height;
}
