/*
 * Tegra20 GR3D engine: texture descriptors and sampling
 *
 * Texels are expanded to fx10 first; weights have 8 fraction bits; one
 * rounding, half up, at the end.
 *
 * [tegra-gr3d.rst, Textures]
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "hw/gpu/gr3d/isa/num.h"
#include "hw/gpu/gr3d/isa/regs.h"
#include "frozen.h"

/*
 * Descriptor
 */

static uint32_t align(uint32_t v, uint32_t to)
{
    return (v + to - 1) & ~(to - 1);
}

static uint32_t level_pitch(const Gr3dTexDesc *tex, uint32_t width, bool npot)
{
    uint32_t bytes = tex->format->block_bytes ?
                     (width + 3) / 4 * tex->format->block_bytes :
                     width * tex->format->bytes;

    return align(bytes, npot ? 64 : 16);
}

static uint64_t level_size(const Gr3dTexDesc *tex, const Gr3dTexLevel *level)
{
    uint32_t rows = tex->format->block_bytes ? (level->height + 3) / 4 :
                    tex->tiled ? align(level->height, 16) : level->height;

    return (uint64_t)rows * level->pitch;
}

/* Lay out the levels, which follow each other without gaps. */
static void lay_out_levels(Gr3dTexDesc *tex, uint32_t width, uint32_t height,
                           bool npot)
{
    for (unsigned i = 0; i < tex->num_levels; i++) {
        Gr3dTexLevel *level = &tex->level[i];

        level->offset = tex->size;
        level->width = width >> i ? width >> i : 1;
        level->height = height >> i ? height >> i : 1;
        level->pitch = level_pitch(tex, level->width, npot);
        tex->size += level_size(tex, level);
    }
}

static void decode_modes(Gr3dTexDesc *tex, uint32_t lo)
{
    tex->clamp[0] = GR3D_GET(lo, TEXDESC_LO, CLAMP_S);
    tex->clamp[1] = GR3D_GET(lo, TEXDESC_LO, CLAMP_T);
    tex->mirror[0] = GR3D_GET(lo, TEXDESC_LO, MIRROR_S);
    tex->mirror[1] = GR3D_GET(lo, TEXDESC_LO, MIRROR_T);
    tex->lerp_mip = GR3D_GET(lo, TEXDESC_LO, LERP_MIP);
    tex->lerp_min = GR3D_GET(lo, TEXDESC_LO, LERP_MIN);
    tex->lerp_mag = GR3D_GET(lo, TEXDESC_LO, LERP_MAG);
    /* nine bits, signed, four of them fraction */
    tex->lod_bias = ((int)(GR3D_GET(lo, TEXDESC_LO, LOD_BIAS) ^ 256) - 256) *
                    (1.0 / 16);
}

/* Report what clients avoid; [tegra-gr3d.rst, Textures] says what is drawn. */
static void check_modes(const Gr3dTexDesc *tex, unsigned unit, uint32_t lo,
                        uint32_t hi, GpuEvents *events)
{
    bool npot = GR3D_GET(hi, TEXDESC_HI, NPOT);
    bool both = (tex->clamp[0] && tex->mirror[0]) ||
                (tex->clamp[1] && tex->mirror[1]);

    if (npot && !(tex->clamp[0] && tex->clamp[1])) {
        gr3d_event_reg(events, GR3D_EV_TEX_WRAP,
                       GR3D_R_TEXDESC_HI + 2 * unit, hi);
    }
    if (npot && !tex->normalized) {
        gr3d_event_reg(events, GR3D_EV_TEX_TEXELS,
                       GR3D_R_TEXDESC_HI + 2 * unit, hi);
    }
    if (both) {
        gr3d_event_reg(events, GR3D_EV_TEX_CLAMP,
                       GR3D_R_TEXDESC_LO + 2 * unit, lo);
    }
}

static void decode_layout(Gr3dTexDesc *tex, uint32_t lo, GpuEvents *events)
{
    unsigned layout = GR3D_GET(lo, TEXDESC_LO, LAYOUT);
    bool blocks = tex->format->block_bytes;

    tex->tiled = layout == 4 && !blocks;
    if ((layout != 0 && !tex->tiled && !(layout == 1 && blocks)) ||
        GR3D_GET(lo, TEXDESC_LO, CUBEMAP)) {
        gr3d_event(events, GR3D_EV_TEX_LAYOUT, lo);
    }
}

static void decode_pot(Gr3dTexDesc *tex, uint32_t hi)
{
    unsigned log2_w = GR3D_GET(hi, TEXDESC_HI, LOG2_W);
    unsigned log2_h = GR3D_GET(hi, TEXDESC_HI, LOG2_H);

    tex->normalized = true;
    tex->mipmaps = !GR3D_GET(hi, TEXDESC_HI, BASE_LEVEL_ONLY);
    tex->lod_min = GR3D_GET(hi, TEXDESC_HI, LOD_MIN) * (1.0 / 16);
    tex->lod_max = GR3D_GET(hi, TEXDESC_HI, LOD_MAX) * (1.0 / 16);
    tex->num_levels = 1;
    if (tex->mipmaps) {
        unsigned last = (unsigned)tex->lod_max + 1;

        tex->num_levels += log2_w > log2_h ? log2_w : log2_h;
        /* levels that can never be chosen need no memory */
        if (tex->num_levels > last + 1) {
            tex->num_levels = last + 1;
        }
    }
    lay_out_levels(tex, 1u << log2_w, 1u << log2_h, false);
}

static void decode_npot(Gr3dTexDesc *tex, uint32_t hi)
{
    uint32_t width = GR3D_GET(hi, TEXDESC_HI, NPOT_WIDTH);
    uint32_t height = GR3D_GET(hi, TEXDESC_HI, NPOT_HEIGHT);

    tex->normalized = GR3D_GET(hi, TEXDESC_HI, NPOT_NORMALIZE);
    tex->num_levels = 1;
    lay_out_levels(tex, width ? width : 1, height ? height : 1, true);
}

void gr3d_tex_decode(Gr3dTexDesc *tex, unsigned unit, uint32_t lo, uint32_t hi,
                     GpuEvents *events)
{
    memset(tex, 0, sizeof(*tex));
    tex->number = GR3D_GET(lo, TEXDESC_LO, FORMAT);
    tex->format = gr3d_format(tex->number);
    if (!tex->format) {
        gr3d_event(events, GR3D_EV_TEX_FORMAT, tex->number);
        return;
    }
    decode_modes(tex, lo);
    decode_layout(tex, lo, events);
    if (GR3D_GET(hi, TEXDESC_HI, NPOT)) {
        decode_npot(tex, hi);
    } else {
        decode_pot(tex, hi);
    }
    check_modes(tex, unit, lo, hi, events);
    tex->needs_lod = tex->mipmaps ? tex->lod_max > tex->lod_min :
                     tex->lerp_mag != tex->lerp_min;
}

/*
 * Sampling
 */

double gr3d_tex_lod(const Gr3dTexDesc *tex, const double s[3],
                    const double t[3])
{
    double width = tex->normalized ? tex->level[0].width : 1;
    double height = tex->normalized ? tex->level[0].height : 1;
    double len[2];

    for (unsigned i = 0; i < 2; i++) {
        double du = (s[i + 1] - s[0]) * width;
        double dv = (t[i + 1] - t[0]) * height;

        len[i] = du * du + dv * dv;
    }
    return gr3d_lg2(len[0] > len[1] ? len[0] : len[1]) * 0.5;
}

static uint32_t wrap(int64_t i, uint32_t size, bool clamp, bool mirror)
{
    int64_t n = size;

    if (mirror && clamp) {
        i = i < 0 ? -1 - i : i;
    } else if (!clamp) {
        int64_t period = mirror ? 2 * n : n;

        i %= period;
        i += i < 0 ? period : 0;
        i = i >= n ? 2 * n - 1 - i : i;
    }
    return i < 0 ? 0 : i >= n ? n - 1 : i;
}

/* Return the offset of what a texel is read from: bytes, or a block of them. */
static uint64_t texel_offset(const Gr3dTexDesc *tex, const Gr3dTexLevel *level,
                             uint32_t x, uint32_t y, unsigned *bytes)
{
    uint32_t at;

    if (tex->format->block_bytes) {
        *bytes = tex->format->block_bytes;
        return level->offset + (uint64_t)(y / 4) * level->pitch +
               x / 4 * *bytes;
    }
    *bytes = gr3d_format_read(tex->format, x, &at);
    at *= tex->format->bytes;
    return level->offset + (tex->tiled ? gr3d_tile_offset(level->pitch, at, y) :
                            (uint64_t)y * level->pitch + at);
}

static bool fetch_block(const Gr3dTexDesc *tex, const GpuSpan *span,
                        const Gr3dTexTap *tap, unsigned bytes, uint32_t c[4])
{
    uint8_t block[16] = { 0 };
    bool ok = span->data && tap->offset <= span->size &&
              span->size - tap->offset >= bytes;
    uint32_t texel;

    if (ok) {
        memcpy(block, span->data + tap->offset, bytes);
    }
    texel = gr3d_block_texel(tex->number, block, tap->x % 4, tap->y % 4);
    gr3d_format_unpack(gr3d_format(GR3D_FMT_R8G8B8A8), texel, c);
    return ok;
}

static bool fetch(const Gr3dTexDesc *tex, const GpuSpan *span, Gr3dTexTap *tap,
                  uint32_t c[4])
{
    uint64_t pixel;
    unsigned bytes;
    bool ok;

    tap->offset = texel_offset(tex, &tex->level[tap->level], tap->x, tap->y,
                               &bytes);
    if (tex->format->block_bytes) {
        return fetch_block(tex, span, tap, bytes, c);
    }
    ok = gpu_span_read(span, tap->offset, bytes, &pixel);
    pixel = gr3d_format_pick(tex->format, tap->x, pixel);
    gr3d_format_unpack(tex->format, pixel, c);
    return ok;
}

/* Return a coordinate in 1/256 texel, at most 2^22 texels. */
static int32_t place(const Gr3dTexDesc *tex, float coord, uint32_t size)
{
    float scaled = (tex->normalized ? coord * (float)size : coord) * 256;

    if (gr3d_isnan(scaled)) {
        return 0;
    }
    scaled = scaled > 0x1p30f ? 0x1p30f : scaled < -0x1p30f ? -0x1p30f : scaled;
    return (int32_t)gr3d_floor(scaled);
}

/* Find the texels that a level's sample is made of, by which weights. */
static unsigned find_taps(const Gr3dTexDesc *tex, unsigned index, float s,
                          float t, bool lerp, Gr3dTexTap tap[4])
{
    const Gr3dTexLevel *level = &tex->level[index];
    int32_t half = lerp ? 128 : 0;
    int32_t x = place(tex, s, level->width) - half;
    int32_t y = place(tex, t, level->height) - half;
    const unsigned frac[2] = { x & 255, y & 255 };
    unsigned taps = lerp ? 2 : 1, num = 0;

    for (unsigned i = 0; i < taps * taps; i++) {
        int dx = i & 1, dy = i >> 1;
        int weight = !lerp ? 65536 :
                     (dx ? frac[0] : 256 - frac[0]) *
                     (dy ? frac[1] : 256 - frac[1]);

        if (weight) {
            tap[num++] = (Gr3dTexTap) {
                .level = index, .weight = weight,
                .x = wrap((x >> 8) + dx, level->width, tex->clamp[0],
                          tex->mirror[0]),
                .y = wrap((y >> 8) + dy, level->height, tex->clamp[1],
                          tex->mirror[1]),
            };
        }
    }
    return num;
}

/* Sum up texel * weight with 16 fraction bits. */
static bool sum_taps(const Gr3dTexDesc *tex, const GpuSpan *span,
                     Gr3dTexTap *tap, unsigned num, int32_t sum[4])
{
    bool ok = true;

    memset(sum, 0, 4 * sizeof(sum[0]));
    for (; num; num--, tap++) {
        uint32_t c[4];

        ok &= fetch(tex, span, tap, c);
        for (unsigned j = 0; j < 4; j++) {
            sum[j] += gr3d_fx10_to_int(c[j]) * tap->weight;
        }
    }
    return ok;
}

/* Apply the descriptor to a level of detail; a NaN is very small. */
static double clamp_lod(const Gr3dTexDesc *tex, double lod)
{
    lod += tex->lod_bias;
    if (tex->mipmaps) {
        lod = lod > tex->lod_min ? lod : tex->lod_min;
        lod = lod < tex->lod_max ? lod : tex->lod_max;
    }
    return lod;
}

/* Choose the filter, the level and, with *@blend > 0, the next one, too. */
static unsigned choose_level(const Gr3dTexDesc *tex, double lod, bool *lerp,
                             unsigned *blend)
{
    unsigned last = tex->num_levels - 1, low = 0;

    lod = clamp_lod(tex, lod);
    *lerp = lod > 0 ? tex->lerp_min : tex->lerp_mag;
    *blend = 0;
    if (tex->mipmaps) {
        low = (unsigned)(tex->lerp_mip ? lod : lod + 0.5);
        *blend = tex->lerp_mip ? (unsigned)((lod - low) * 256) : 0;
        *blend = low >= last ? 0 : *blend;
        low = low > last ? last : low;
    }
    return low;
}

bool gr3d_tex_sample_taps(const Gr3dTexDesc *tex, const GpuSpan *span, float s,
                          float t, double lod, uint32_t c[4],
                          Gr3dTexTap tap[8], unsigned *num_taps)
{
    unsigned low, blend, num;
    int32_t sum[2][4];
    bool lerp, ok;

    *num_taps = 0;
    if (!tex->format) {
        memset(c, 0, 4 * sizeof(c[0]));
        return true;
    }
    low = choose_level(tex, lod, &lerp, &blend);
    num = find_taps(tex, low, s, t, lerp, tap);
    ok = sum_taps(tex, span, tap, num, sum[0]);
    *num_taps = num;
    if (blend) {
        num = find_taps(tex, low + 1, s, t, lerp, tap + num);
        ok &= sum_taps(tex, span, tap + *num_taps, num, sum[1]);
        *num_taps += num;
    }
    for (unsigned i = 0; i < 4; i++) {
        int64_t v = (int64_t)sum[0][i] * 256;

        if (blend) {
            v += ((int64_t)sum[1][i] - sum[0][i]) * blend;
        }
        c[i] = (v + (1 << 23)) >> 24 & GR3D_FX10_MASK;
    }
    return ok;
}

bool gr3d_tex_sample(const Gr3dTexDesc *tex, const GpuSpan *span, float s,
                     float t, double lod, uint32_t c[4])
{
    Gr3dTexTap tap[8];
    unsigned num;

    return gr3d_tex_sample_taps(tex, span, s, t, lod, c, tap, &num);
}
