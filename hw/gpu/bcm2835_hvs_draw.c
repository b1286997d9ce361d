/*
 * BCM2835 HVS: composition of a channel's picture
 *
 * Memory is read when the picture is drawn, with one dirty snapshot, so that
 * software that only writes pixels is seen too.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "bcm2835_hvs_draw.h"
#include "bcm2835_hvs_plane.h"
#include "trace.h"

/*
 * Source pixels that are drawn at a time.  Nothing sensible needs as many; what
 * does is drawn in several parts, so that a guest cannot keep QEMU busy.
 */
#define HVS_MAX_WORK    (32 * 1000 * 1000)

struct BCM2835HVSScanout {
    bool logging;               /* of writes to memory */
    bool changed;               /* the next draw is a full one ... */
    int next_y;                 /* ... from this line on */
    int channel;                /* drawn last */
    HVSPlane plane[HVS_MAX_PLANES];
    unsigned int num_planes;
    /* All that planes read, while the picture is drawn */
    uint64_t lo, hi;
    DirtyBitmapSnapshot *dirty;
};

BCM2835HVSScanout *bcm2835_hvs_scanout_new(void)
{
    return g_new0(BCM2835HVSScanout, 1);
}

void bcm2835_hvs_scanout_free(BCM2835HVSScanout *sc)
{
    g_free(sc);
}

void bcm2835_hvs_scanout_changed(BCM2835HVSState *s)
{
    s->scan->changed = true;
}

static void set_logging(BCM2835HVSState *s, bool on)
{
    if (s->scan->logging != on) {
        memory_region_set_log(s->ram, on, DIRTY_MEMORY_VGA);
        s->scan->logging = on;
    }
}

void bcm2835_hvs_scanout_close(BCM2835HVSState *s)
{
    set_logging(s, false);
    s->scan->changed = true;
}

/* ---- Dirty tracking ---- */

/* Take the planes of the display list; true if they are others than before. */
static bool update_planes(BCM2835HVSState *s, int channel)
{
    BCM2835HVSScanout *sc = s->scan;
    g_autofree HVSPlane *plane = g_new(HVSPlane, HVS_MAX_PLANES);
    unsigned int num = bcm2835_hvs_planes(s, channel, plane);
    bool same = num == sc->num_planes && channel == sc->channel &&
                !memcmp(plane, sc->plane, num * sizeof(plane[0]));

    memcpy(sc->plane, plane, num * sizeof(plane[0]));
    sc->num_planes = num;
    sc->channel = channel;
    return !same;
}

static void dirty_begin(BCM2835HVSState *s)
{
    BCM2835HVSScanout *sc = s->scan;

    sc->lo = UINT64_MAX;
    sc->hi = 0;
    for (unsigned int i = 0; i < sc->num_planes; i++) {
        sc->lo = MIN(sc->lo, sc->plane[i].lo);
        sc->hi = MAX(sc->hi, sc->plane[i].hi);
    }
    sc->dirty = sc->num_planes
                ? memory_region_snapshot_and_clear_dirty(s->ram, sc->lo,
                                                         sc->hi - sc->lo,
                                                         DIRTY_MEMORY_VGA)
                : NULL;
}

static bool plane_is_dirty(BCM2835HVSState *s, const HVSPlane *p, int y)
{
    uint64_t lo, hi;
    int first, last;

    bcm2835_hvs_plane_rows(p, y, &first, &last);
    for (unsigned int c = 0; c < p->num_components; c++) {
        for (int row = first; row <= last; row++) {
            bcm2835_hvs_plane_range(p, c, row, &lo, &hi);
            if (memory_region_snapshot_get_dirty(s->ram, s->scan->dirty, lo,
                                                 hi - lo)) {
                return true;
            }
        }
    }
    return false;
}

static bool plane_has(const HVSPlane *p, int y)
{
    return y >= p->y && y < p->y + p->h;
}

static bool line_is_dirty(BCM2835HVSState *s, int y)
{
    BCM2835HVSScanout *sc = s->scan;

    for (unsigned int i = 0; i < sc->num_planes; i++) {
        const HVSPlane *p = &sc->plane[i];

        if (plane_has(p, y) && plane_is_dirty(s, p, y - p->y)) {
            return true;
        }
    }
    return false;
}

/* ---- Lines ---- */

static uint32_t background(BCM2835HVSState *s, int channel)
{
    uint32_t reg = s->regs[R_HVS_DISPBKGND0 + channel *
                           BCM2835_HVS_CHANNEL_STRIDE / 4];

    return FIELD_EX32(reg, HVS_DISPBKGND0, FILL)
           ? FIELD_EX32(reg, HVS_DISPBKGND0, COLOUR) : 0;
}

static void apply_gamma(BCM2835HVSState *s, int channel, uint32_t *px, int n)
{
    const uint8_t *lut = s->gamma + channel * 3 * 256;
    uint32_t reg = s->regs[R_HVS_DISPBKGND0 + channel *
                           BCM2835_HVS_CHANNEL_STRIDE / 4];

    if (!FIELD_EX32(reg, HVS_DISPBKGND0, GAMMA)) {
        return;
    }
    for (int x = 0; x < n; x++) {
        px[x] = lut[px[x] >> 16 & 0xff] << 16 |
                lut[256 + (px[x] >> 8 & 0xff)] << 8 | lut[512 + (px[x] & 0xff)];
    }
}

static void draw_line(BCM2835HVSState *s, int channel, int y, uint32_t *dst,
                      int width)
{
    BCM2835HVSScanout *sc = s->scan;
    const uint8_t *ram = memory_region_get_ram_ptr(s->ram);
    uint32_t colour = background(s, channel);

    for (int x = 0; x < width; x++) {
        dst[x] = colour;
    }
    for (unsigned int i = 0; i < sc->num_planes; i++) {
        const HVSPlane *p = &sc->plane[i];

        if (plane_has(p, y) && p->x < width) {
            bcm2835_hvs_plane_line(p, ram, y - p->y, dst + p->x,
                                   MIN(p->w, width - p->x));
        }
    }
    apply_gamma(s, channel, dst, width);
}

/* Return the source pixels that line @y is made of. */
static uint64_t line_work(BCM2835HVSState *s, int y)
{
    BCM2835HVSScanout *sc = s->scan;
    uint64_t work = 0;
    int first, last;

    for (unsigned int i = 0; i < sc->num_planes; i++) {
        if (plane_has(&sc->plane[i], y)) {
            bcm2835_hvs_plane_rows(&sc->plane[i], y - sc->plane[i].y, &first,
                                   &last);
            work += (last - first + 1) * sc->plane[i].src_w;
        }
    }
    return work;
}

/* Draw lines from @y on; return how many were drawn. */
static int draw_lines(BCM2835HVSState *s, int channel, QemuConsole *con, int y,
                      bool full)
{
    DisplaySurface *surface = qemu_console_surface(con);
    int width = surface_width(surface), height = surface_height(surface);
    int first = -1, drawn = 0;
    uint64_t work = 0;

    for (; y <= height; y++) {
        bool stop = y == height || work > HVS_MAX_WORK;

        if (!stop && (full || line_is_dirty(s, y))) {
            draw_line(s, channel, y, (uint32_t *)(surface_data(surface) +
                      (size_t)y * surface_stride(surface)), width);
            work += line_work(s, y);
            first = first < 0 ? y : first;
            drawn++;
        } else if (first >= 0) {
            qemu_console_update(con, 0, first, width, y - first);
            first = -1;
        }
        if (stop && y < height) {
            s->scan->changed = true;
            s->scan->next_y = y;
            break;
        }
    }
    return drawn;
}

void bcm2835_hvs_draw(BCM2835HVSState *s, int channel, QemuConsole *con,
                      bool full)
{
    BCM2835HVSScanout *sc = s->scan;
    int y = sc->next_y, drawn;

    /* Before a picture that relies on it: the first one is a full one */
    set_logging(s, true);
    full |= update_planes(s, channel) | sc->changed;
    sc->changed = false;
    sc->next_y = 0;
    dirty_begin(s);
    drawn = draw_lines(s, channel, con, y, full);
    g_free(sc->dirty);
    sc->dirty = NULL;
    trace_bcm2835_hvs_draw(channel, sc->num_planes, full, drawn);
}
