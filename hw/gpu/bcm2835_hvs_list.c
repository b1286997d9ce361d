/*
 * BCM2835 HVS: decoding of display lists
 *
 * Whatever a plane reads is checked here, once, so that drawing it needs no
 * check.  [videocore-iv-v3d.rst, Display lists]
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qemu/log.h"
#include "bcm2835_hvs_plane.h"

#define BUS_ADDRESS_MASK    0x3fffffff

/* T-tiled pictures: tiles of 4 KiB, 32 rows high */
#define TILE_BYTES          4096
#define TILE_ROWS           32

/* The words of one plane, read in order */
typedef struct HVSReader {
    const uint32_t *list;
    uint32_t at, end;
} HVSReader;

/* Return the next word; 0 if the plane is too short. */
static uint32_t next_word(HVSReader *r)
{
    return r->at < r->end ? le32_to_cpu(r->list[r->at++]) : 0;
}

/* What a format is made of; channels follow one another as the order says */
static const struct {
    uint8_t bytes;
    uint8_t bits[4];                /* red, green, blue, alpha */
} formats[8] = {
    [HVS_FORMAT_RGB332] = { 1, { 3, 3, 2, 0 } },
    [HVS_FORMAT_RGBA4444] = { 2, { 4, 4, 4, 4 } },
    [HVS_FORMAT_RGB555] = { 2, { 5, 5, 5, 0 } },
    [HVS_FORMAT_RGBA5551] = { 2, { 5, 5, 5, 1 } },
    [HVS_FORMAT_RGB565] = { 2, { 5, 6, 5, 0 } },
    [HVS_FORMAT_RGB888] = { 3, { 8, 8, 8, 0 } },
    [HVS_FORMAT_RGBA6666] = { 3, { 6, 6, 6, 6 } },
    [HVS_FORMAT_RGBA8888] = { 4, { 8, 8, 8, 8 } },
};

/* Channels from the lowest bit up, by order, with and without alpha */
static const uint8_t orders[2][4][4] = {
    { { 1, 0, 2 }, { 1, 2, 0 }, { 2, 1, 0 }, { 0, 1, 2 } },
    { { 3, 0, 1, 2 }, { 3, 2, 1, 0 }, { 0, 1, 2, 3 }, { 2, 1, 0, 3 } },
};

static void decode_rgb(HVSPlane *p, uint32_t order)
{
    const uint8_t *bits = formats[p->format].bits;
    const uint8_t *seq = orders[bits[3] != 0][order];
    unsigned int shift = 0;

    p->bytes = formats[p->format].bytes;
    p->num_components = 1;
    for (int i = 0; i < (bits[3] ? 4 : 3); i++) {
        p->field[seq[i]] = (HVSField) { shift, bits[seq[i]] };
        shift += bits[seq[i]];
    }
}

static bool decode_format(HVSPlane *p, uint32_t ctl0)
{
    uint32_t order = FIELD_EX32(ctl0, HVS_CTL0, ORDER);

    p->format = FIELD_EX32(ctl0, HVS_CTL0, FORMAT);
    if (p->format <= HVS_FORMAT_RGBA8888) {
        decode_rgb(p, order);
        return true;
    }
    p->bytes = 1;
    p->swap_chroma = order & 1;
    p->chroma_shift = p->format <= HVS_FORMAT_YUV420_2PLANE;
    p->num_components = p->format == HVS_FORMAT_YUV420_3PLANE ||
                        p->format == HVS_FORMAT_YUV422_3PLANE ? 3 : 2;
    return p->format <= HVS_FORMAT_YUV422_2PLANE;
}

static void decode_filters(HVSPlane *p, uint32_t ctl0)
{
    static const uint8_t h[8] = {
        HVS_FILTER_PPF, HVS_FILTER_TPZ, HVS_FILTER_PPF, HVS_FILTER_TPZ,
        HVS_FILTER_PPF, HVS_FILTER_NONE, HVS_FILTER_NONE, HVS_FILTER_TPZ,
    };
    static const uint8_t v[8] = {
        HVS_FILTER_PPF, HVS_FILTER_PPF, HVS_FILTER_TPZ, HVS_FILTER_TPZ,
        HVS_FILTER_NONE, HVS_FILTER_PPF, HVS_FILTER_TPZ, HVS_FILTER_NONE,
    };
    /* The scaler's second channel has Y, or the same as the first */
    uint32_t scl = FIELD_EX32(ctl0, HVS_CTL0, SCL1);

    if (!FIELD_EX32(ctl0, HVS_CTL0, UNITY)) {
        p->h_filter = h[scl];
        p->v_filter = v[scl];
    }
}

/* Get the position and the sizes; those of an axis that is not scaled agree. */
static void decode_position(HVSPlane *p, uint32_t ctl0, HVSReader *r)
{
    uint32_t pos0 = next_word(r);
    bool unity = FIELD_EX32(ctl0, HVS_CTL0, UNITY);
    uint32_t pos1 = unity ? 0 : next_word(r);
    uint32_t pos2 = next_word(r);

    next_word(r);                   /* the scaler's own */
    p->x = FIELD_EX32(pos0, HVS_POS0, X);
    p->y = FIELD_EX32(pos0, HVS_POS0, Y);
    p->alpha = FIELD_EX32(pos0, HVS_POS0, ALPHA);
    p->src_w = FIELD_EX32(pos2, HVS_POS2, WIDTH);
    p->src_h = FIELD_EX32(pos2, HVS_POS2, HEIGHT);
    p->alpha_mode = FIELD_EX32(pos2, HVS_POS2, ALPHA_MODE);
    p->premult = FIELD_EX32(pos2, HVS_POS2, ALPHA_PREMULT);
    p->mix = FIELD_EX32(pos2, HVS_POS2, ALPHA_MIX);
    p->w = unity ? p->src_w : FIELD_EX32(pos1, HVS_POS1, WIDTH);
    p->h = unity ? p->src_h : FIELD_EX32(pos1, HVS_POS1, HEIGHT);
    if (p->h_filter == HVS_FILTER_NONE) {
        p->w = p->src_w = MIN(p->w, p->src_w);
    }
    if (p->v_filter == HVS_FILTER_NONE) {
        p->h = p->src_h = MIN(p->h, p->src_h);
    }
}

static int64_t bus_offset(uint32_t addr)
{
    return addr & BUS_ADDRESS_MASK;
}

/*
 * Get the address of the row of tiles that the first row is in.  The pointer is
 * that of the first pixels of that row in the first tile of the picture; odd
 * rows of tiles run from right to left.
 */
static bool decode_tiled(HVSPlane *p, uint32_t ptr, uint32_t pitch0)
{
    int left = FIELD_EX32(pitch0, HVS_PITCH0, TILES_LEFT);
    int y = FIELD_EX32(pitch0, HVS_PITCH0, Y_OFFSET);
    int tile_width = 32 * 4 / p->bytes;
    int64_t in_row;

    /* From the last row upwards the offset is counted from the bottom */
    y = (p->vflip ? 2 * TILE_ROWS - 1 - y : y) % TILE_ROWS;
    p->tiles = left + FIELD_EX32(pitch0, HVS_PITCH0, TILES_RIGHT);
    p->tile_odd = FIELD_EX32(pitch0, HVS_PITCH0, INITIAL_LINE_DIR);
    p->tile_x = left * tile_width + FIELD_EX32(pitch0, HVS_PITCH0, SINK_PIX);
    p->tile_y = y;
    in_row = p->tile_odd
             ? (int64_t)(p->tiles - left) * TILE_BYTES - (y < 16 ? 2048 : 1024)
             : (int64_t)left * TILE_BYTES + (y < 16 ? 0 : 1024);
    p->addr[0] = bus_offset(ptr) - in_row - (y / 4 % 4) * 256 - y % 4 * 16;
    return (p->bytes == 2 || p->bytes == 4) &&
           p->tile_x + p->src_w <= p->tiles * tile_width;
}

static bool decode_memory(HVSPlane *p, uint32_t ctl0, HVSReader *r)
{
    uint32_t ptr[HVS_MAX_COMPONENTS];

    for (int c = 0; c < p->num_components; c++) {
        ptr[c] = next_word(r);
    }
    for (int c = 0; c < p->num_components; c++) {
        next_word(r);               /* the scaler's own */
    }
    if (p->tiled) {
        return p->num_components == 1 && decode_tiled(p, ptr[0], next_word(r));
    }
    for (int c = 0; c < p->num_components; c++) {
        p->addr[c] = bus_offset(ptr[c]);
        p->stride[c] = FIELD_EX32(next_word(r), HVS_PITCH0, STRIDE);
        p->stride[c] = p->vflip ? -p->stride[c] : p->stride[c];
    }
    return FIELD_EX32(ctl0, HVS_CTL0, TILING) == HVS_TILING_LINEAR;
}

/* S2.8 numbers, of which only the last quarter is negative */
static int32_t csc_value(uint32_t value)
{
    return value < 0x300 ? value : (int32_t)value - 0x400;
}

static void decode_csc(HVSPlane *p, HVSReader *r)
{
    uint32_t w0 = next_word(r), w1 = next_word(r), w2 = next_word(r);

    p->csc_offset[0] = (int8_t)FIELD_EX32(w0, HVS_CSC0, Y_OFFSET);
    p->csc_offset[1] = (int8_t)FIELD_EX32(w0, HVS_CSC0, CB_OFFSET) - 128;
    p->csc_offset[2] = (int8_t)FIELD_EX32(w0, HVS_CSC0, CR_OFFSET) - 128;
    p->csc[HVS_CSC_Y_ALL] = csc_value(FIELD_EX32(w1, HVS_CSC1, Y_ALL));
    p->csc[HVS_CSC_CB_RED] = csc_value(FIELD_EX32(w2, HVS_CSC2, CB_RED));
    p->csc[HVS_CSC_CR_RED] = csc_value(FIELD_EX32(w2, HVS_CSC2, CR_RED));
    p->csc[HVS_CSC_CB_GREEN] = csc_value(FIELD_EX32(w1, HVS_CSC1, CB_GREEN));
    p->csc[HVS_CSC_CR_GREEN] = csc_value(FIELD_EX32(w1, HVS_CSC1, CR_GREEN));
    p->csc[HVS_CSC_CB_BLUE] = csc_value(FIELD_EX32(w2, HVS_CSC2, CB_BLUE));
    p->csc[HVS_CSC_CR_BLUE] =
        csc_value(FIELD_EX32(w1, HVS_CSC1, CR_BLUE_HIGH) << 8 |
                  FIELD_EX32(w0, HVS_CSC0, CR_BLUE_LOW));
}

static void tiled_range(const HVSPlane *p, int row, int64_t *lo, int64_t *hi)
{
    int y = p->tile_y + (p->vflip ? -row : row);
    int tile_row = (y + 4096 * TILE_ROWS) / TILE_ROWS - 4096;

    *lo = p->addr[0] + (int64_t)tile_row * p->tiles * TILE_BYTES;
    *hi = *lo + (int64_t)p->tiles * TILE_BYTES;
}

/* As bcm2835_hvs_plane_range(), before it is known to be memory */
static void row_range(const HVSPlane *p, unsigned int c, int row, int64_t *lo,
                      int64_t *hi)
{
    int64_t bytes = (int64_t)p->src_w * p->bytes;

    if (p->tiled) {
        tiled_range(p, row, lo, hi);
        return;
    }
    if (c) {
        row >>= p->chroma_shift;
        bytes = (bytes + 1) / 2 * (p->num_components == 2 ? 2 : 1);
    }
    *lo = p->addr[c] + row * p->stride[c];
    *hi = *lo + bytes;
}

void bcm2835_hvs_plane_range(const HVSPlane *p, unsigned int c, int row,
                             uint64_t *lo, uint64_t *hi)
{
    int64_t from, to;

    row_range(p, c, row, &from, &to);
    *lo = from;
    *hi = to;
}

/* Get the memory that the plane reads; false if that is not all in @size. */
static bool find_range(HVSPlane *p, uint64_t size)
{
    int64_t lo = INT64_MAX, hi = 0;

    for (int c = 0; c < p->num_components; c++) {
        for (int end = 0; end < 2; end++) {
            int64_t from, to;

            row_range(p, c, end ? p->src_h - 1 : 0, &from, &to);
            lo = MIN(lo, from);
            hi = MAX(hi, to);
        }
    }
    p->lo = lo;
    p->hi = hi;
    return lo >= 0 && hi <= size;
}

/* Decode the plane at @r, of which @ctl0 is the first word. */
static bool decode_plane(BCM2835HVSState *s, HVSPlane *p, uint32_t ctl0,
                         HVSReader *r)
{
    memset(p, 0, sizeof(*p));
    p->tiled = FIELD_EX32(ctl0, HVS_CTL0, TILING) == HVS_TILING_T;
    p->hflip = FIELD_EX32(ctl0, HVS_CTL0, HFLIP);
    p->vflip = FIELD_EX32(ctl0, HVS_CTL0, VFLIP);
    decode_filters(p, ctl0);
    if (!decode_format(p, ctl0)) {
        return false;
    }
    decode_position(p, ctl0, r);
    if (!p->w || !p->h || !p->src_w || !p->src_h ||
        !decode_memory(p, ctl0, r)) {
        return false;
    }
    if (p->num_components > 1) {
        decode_csc(p, r);
    }
    return find_range(p, memory_region_size(s->ram));
}

unsigned int bcm2835_hvs_planes(BCM2835HVSState *s, int channel,
                                HVSPlane plane[HVS_MAX_PLANES])
{
    const uint32_t *list = memory_region_get_ram_ptr(&s->list_mr);
    uint32_t at = s->regs[R_HVS_DISPLACT0 + channel] % BCM2835_HVS_LIST_WORDS;
    unsigned int num = 0;

    while (at < BCM2835_HVS_LIST_WORDS && num < HVS_MAX_PLANES) {
        uint32_t ctl0 = le32_to_cpu(list[at]);
        uint32_t size = FIELD_EX32(ctl0, HVS_CTL0, SIZE);
        HVSReader r = { list, at + 1, at + size };

        r.end = MIN(r.end, BCM2835_HVS_LIST_WORDS);
        if (FIELD_EX32(ctl0, HVS_CTL0, END) || !size) {
            break;
        }
        if (FIELD_EX32(ctl0, HVS_CTL0, VALID)) {
            if (decode_plane(s, &plane[num], ctl0, &r)) {
                num++;
            } else {
                qemu_log_mask(LOG_GUEST_ERROR, "bcm2835-hvs: channel %d: the "
                              "plane at list word 0x%x, CTL0 0x%08x, cannot be "
                              "shown\n", channel, at, ctl0);
            }
        }
        at += size;
    }
    return num;
}
