/*
 * VideoCore IV 3D engine: texture lookups
 * [VideoCore IV 3D Architecture Reference Guide, section 4]
 *
 * What is not known of hardware is chosen here [M]: the level of detail is that
 * of the largest difference between a quad's first pixel and its neighbours, in
 * texels of the face that the lane is on; coordinates on a face, differences
 * and levels are calculated as the QPU would; levels and weights have eight
 * bits of fraction; bytes are rounded after each of both filters.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <math.h>
#include "hw/gpu/v3d/isa/num.h"
#include "tmu.h"
#include "tmu_image.h"

#define FRACTION    256
/* Beyond all that is told apart */
#define FAR         0x1p31

/* A lane's coordinates, that a single holds */
typedef struct Place {
    double s, t;
    unsigned face;
} Place;

typedef struct Lookup {
    V3dTexImage image;
    const uint32_t (*coord)[V3D_LANES];
    float border[4];
    Place place[V3D_LANES];
    int lod[V3D_LANES];         /* of FRACTION */
} Lookup;

/* Inside what limit() gives, and after it is scaled */
static int64_t floor_of(double v)
{
    int64_t i = (int64_t)v;

    return i - (i > v);
}

static double limit(double v)
{
    return v < -FAR ? -FAR : v > FAR ? FAR : v;
}

/*
 * Cube maps
 */

/* The direction along each face's S, T and axis, in GL's order of faces */
typedef struct Face {
    uint8_t s, t, axis;         /* component */
    int8_t sign_s, sign_t, sign;
} Face;

static const Face faces[6] = {
    { 2, 1, 0, -1, -1, 1 }, { 2, 1, 0, 1, -1, -1 },
    { 0, 2, 1, 1, 1, 1 }, { 0, 2, 1, 1, -1, -1 },
    { 0, 1, 2, 1, -1, 1 }, { 0, 1, 2, -1, -1, -1 },
};

static unsigned face_of(const double v[3])
{
    double x = fabs(v[0]), y = fabs(v[1]), z = fabs(v[2]);
    unsigned axis = x >= y && x >= z ? 0 : y >= z ? 1 : 2;

    return 2 * axis + (v[axis] < 0);
}

/* From -length to length, as 0 to 1 */
static double on_side(double v, double length)
{
    uint32_t sum = v3d_fadd(v3d_truncate(v / length), V3D_FLOAT_ONE);

    return length == 0 ? 0 : limit(v3d_operand(sum) / 2);
}

/* Where the direction meets the plane of @face; it may be another's. */
static void on_face(Place *place, unsigned face, const double v[3])
{
    const Face *f = &faces[face];
    double length = fabs(v[f->axis]);

    place->face = face;
    place->s = on_side(v[f->s] * f->sign_s, length);
    place->t = on_side(v[f->t] * f->sign_t, length);
}

/*
 * Coordinates
 */

static void direction(const Lookup *l, unsigned lane, double v[3])
{
    for (unsigned i = 0; i < 3; i++) {
        v[i] = limit(v3d_operand(l->coord[V3D_TMU_S + i][lane]));
    }
}

static void set_places(Lookup *l)
{
    for (unsigned i = 0; i < V3D_LANES; i++) {
        double v[3];

        direction(l, i, v);
        if (l->image.tex.cube) {
            on_face(&l->place[i], face_of(v), v);
        } else {
            l->place[i] = (Place) { .s = v[0], .t = v[1] };
        }
    }
}

/* Lane @i's place in the terms of @face */
static Place place_on(const Lookup *l, unsigned face, unsigned i)
{
    Place place = l->place[i];

    if (l->image.tex.cube && place.face != face) {
        double v[3];

        direction(l, i, v);
        on_face(&place, face, v);
    }
    return place;
}

/* What level 0 counts as */
static unsigned width_of(const V3dTexture *tex)
{
    return tex->child ? tex->child_width : tex->width;
}

static unsigned height_of(const V3dTexture *tex)
{
    return tex->child ? tex->child_height : tex->height;
}

/*
 * Level of detail
 */

static int lod_in_steps(uint32_t bits)
{
    double lod = v3d_operand(bits);

    lod = lod < -V3D_TEX_LEVELS ? -V3D_TEX_LEVELS :
          lod > V3D_TEX_LEVELS ? V3D_TEX_LEVELS : lod;
    return floor_of(lod * FRACTION + 0.5);
}

/* The difference of two singles, in texels */
static uint32_t texels_between(double a, double b, unsigned size)
{
    uint32_t step = v3d_fadd(gpu_float_to_bits(a), gpu_float_to_bits(-b));

    return v3d_fmul(step & ~V3D_FLOAT_SIGN, v3d_itof(size));
}

static uint32_t quad_lod(const Lookup *l, unsigned first, unsigned face)
{
    const V3dTexture *tex = &l->image.tex;
    Place from = place_on(l, face, first);
    uint32_t largest = 0;

    for (unsigned i = 1; i <= 2; i++) {
        Place to = place_on(l, face, first + i);
        uint32_t s = texels_between(to.s, from.s, width_of(tex));
        uint32_t t = texels_between(to.t, from.t, height_of(tex));

        largest = s > largest ? s : largest;
        largest = t > largest ? t : largest;
    }
    return v3d_sfu(V3D_SFU_LOG, largest);
}

/* Is there more than one filter to choose from? */
static bool lod_matters(const V3dTexture *tex)
{
    V3dTexMin same = tex->mag_nearest ? V3D_MIN_NEAREST : V3D_MIN_LINEAR;

    return tex->min != same;
}

static void set_lods(Lookup *l)
{
    const V3dTexture *tex = &l->image.tex;
    bool computed = !tex->explicit_lod && lod_matters(tex);
    uint32_t lod = 0;

    for (unsigned i = 0; i < V3D_LANES; i++) {
        if (computed &&
            (i % 4 == 0 || l->place[i].face != l->place[i - 1].face)) {
            lod = quad_lod(l, i & ~3u, l->place[i].face);
        }
        l->lod[i] = lod_in_steps(v3d_fadd(lod, l->coord[V3D_TMU_B][i]));
    }
}

/*
 * Texels
 */

static int64_t modulo(int64_t v, int64_t by)
{
    return v % by < 0 ? v % by + by : v % by;
}

/* The texel that @i is in a row of @size; -1: the border */
static int wrap(V3dTexWrap mode, int64_t i, unsigned size)
{
    if (i >= 0 && i < size) {
        return i;
    }
    switch (mode) {
    case V3D_WRAP_REPEAT:
        return modulo(i, size);
    case V3D_WRAP_MIRROR:
        i = modulo(i, 2 * size);
        return i < size ? i : 2 * size - 1 - i;
    case V3D_WRAP_CLAMP:
        return i < 0 ? 0 : size - 1;
    default:
        return -1;
    }
}

static unsigned minify(unsigned size, unsigned level)
{
    return size >> level ? size >> level : 1;
}

/* One level as it is sampled */
typedef struct View {
    const Lookup *l;
    unsigned level, face;
    unsigned width, height;
    unsigned x, y;              /* of a child image */
} View;

static View view_of(const Lookup *l, unsigned level, unsigned face)
{
    const V3dTexture *tex = &l->image.tex;
    View v = {
        .l = l,
        .level = level,
        .face = face,
        .width = l->image.level[level].width,
        .height = l->image.level[level].height,
    };

    if (tex->child) {
        v.x = tex->child_x >> level;
        v.y = tex->child_y >> level;
        v.width = minify(tex->child_width, level);
        v.height = minify(tex->child_height, level);
    }
    return v;
}

static unsigned inside(unsigned i, unsigned size)
{
    return i < size ? i : size - 1;
}

static void texel(const View *v, int64_t s, int64_t t, float channel[4])
{
    const V3dTexture *tex = &v->l->image.tex;
    const V3dTexLevel *level = &v->l->image.level[v->level];
    int x = wrap(tex->wrap_s, s, v->width), y = wrap(tex->wrap_t, t, v->height);

    if (x < 0 || y < 0) {
        for (unsigned i = 0; i < 4; i++) {
            channel[i] = v->l->border[i];
        }
        return;
    }
    y = tex->flip_y ? (int)v->height - 1 - y : y;
    v3d_tex_fetch(&v->l->image, v->level, v->face,
                  inside(x + v->x, level->width),
                  inside(y + v->y, level->height), channel);
}

/*
 * Filters
 */

/* Bytes are rounded, floats are not. */
static float rounded(const Lookup *l, float v)
{
    V3dTexKind kind = l->image.tex.type->kind;

    return kind == V3D_TEX_HALF || kind == V3D_TEX_HALVES ? v :
           (float)(int)(v + 0.5f);
}

/* A fraction of @b, the rest of @a */
static float mix(float a, float b, int fraction)
{
    return (a * (float)(FRACTION - fraction) + b * (float)fraction) *
           (1.0f / FRACTION);
}

static void nearest(const View *v, const Place *place, float channel[4])
{
    texel(v, floor_of(place->s * v->width),
          floor_of(place->t * v->height), channel);
}

/* In steps, from the centre of texel 0 */
static int64_t steps(double coord, unsigned size)
{
    return floor_of(coord * size * FRACTION + 0.5) - FRACTION / 2;
}

static void linear(const View *v, const Place *place, float channel[4])
{
    int64_t s = steps(place->s, v->width), t = steps(place->t, v->height);
    int64_t x = s >> 8, y = t >> 8;
    float corner[4][4];

    for (unsigned i = 0; i < 4; i++) {
        texel(v, x + (i & 1), y + (i >> 1), corner[i]);
    }
    for (unsigned i = 0; i < 4; i++) {
        float low = mix(corner[0][i], corner[1][i], s & 255);
        float high = mix(corner[2][i], corner[3][i], s & 255);

        channel[i] = rounded(v->l, mix(low, high, t & 255));
    }
}

static void sample_level(const Lookup *l, unsigned lane, unsigned level,
                         bool is_linear, float channel[4])
{
    const Place *place = &l->place[lane];
    View v = view_of(l, level, place->face);

    if (is_linear && l->image.tex.type->kind != V3D_TEX_SHORT) {
        linear(&v, place, channel);
    } else {
        nearest(&v, place, channel);
    }
}

static bool min_is_linear(V3dTexMin min)
{
    return min == V3D_MIN_LINEAR || min == V3D_MIN_LIN_MIP_NEAR ||
           min == V3D_MIN_LIN_MIP_LIN;
}

/* Between two levels, or in one */
static void sample_between(const Lookup *l, unsigned lane, int lod,
                           float channel[4])
{
    bool is_linear = min_is_linear(l->image.tex.min);
    int level = lod / FRACTION, fraction = lod % FRACTION;
    float next[4];

    sample_level(l, lane, level, is_linear, channel);
    if (!fraction) {
        return;
    }
    sample_level(l, lane, level + 1, is_linear, next);
    for (unsigned i = 0; i < 4; i++) {
        channel[i] = rounded(l, mix(channel[i], next[i], fraction));
    }
}

/* Magnified up to level 0; then between the levels that there are */
static void sample(const Lookup *l, unsigned lane, float channel[4])
{
    const V3dTexture *tex = &l->image.tex;
    int last = (int)tex->last_level * FRACTION;
    int lod = l->lod[lane] < last ? l->lod[lane] : last;

    if (l->lod[lane] <= 0) {
        sample_level(l, lane, 0, !tex->mag_nearest, channel);
        return;
    }
    switch (tex->min) {
    case V3D_MIN_LINEAR:
    case V3D_MIN_NEAREST:
        lod = 0;
        break;
    case V3D_MIN_NEAR_MIP_NEAR:
    case V3D_MIN_LIN_MIP_NEAR:
        lod = (lod + FRACTION / 2) / FRACTION * FRACTION;
        break;
    default:
        break;
    }
    sample_between(l, lane, lod, channel);
}

/*
 * Results
 */

static uint32_t half(float v)
{
    return v3d_float_to_half(gpu_float_to_bits(v));
}

static void pack(const Lookup *l, unsigned lane, const float c[4],
                 uint32_t result[2][V3D_LANES])
{
    switch (l->image.tex.type->kind) {
    case V3D_TEX_HALF:          /* [M] */
        result[0][lane] = half(c[0]);
        break;
    case V3D_TEX_HALVES:
        result[0][lane] = half(c[0]) | half(c[1]) << 16;
        result[1][lane] = half(c[2]) | half(c[3]) << 16;
        break;
    case V3D_TEX_SHORT:
        result[0][lane] = (uint32_t)c[0];
        break;
    default:
        result[0][lane] = (uint32_t)c[0] | (uint32_t)c[1] << 8 |
                          (uint32_t)c[2] << 16 | (uint32_t)c[3] << 24;
        break;
    }
}

/* R of element 0, as a result would be; numbers of 64 bits: half of one [M] */
static void set_border(Lookup *l)
{
    uint32_t word = l->coord[V3D_TMU_R][0];
    V3dTexKind kind = l->image.tex.type->kind;

    for (unsigned i = 0; i < 4; i++) {
        uint32_t bits = v3d_half_to_float(i < 2 ? word >> 16 * i & 0xffff : 0);

        l->border[i] = kind == V3D_TEX_HALF || kind == V3D_TEX_HALVES ?
                       (float)v3d_operand(bits) : word >> 8 * i & 0xff;
    }
    if (kind == V3D_TEX_SHORT) {
        l->border[0] = word & 0xffff;
    }
}

static unsigned reserved(const Lookup *l, uint32_t config,
                         uint32_t result[2][V3D_LANES])
{
    v3d_event(l->image.mem->events, V3D_EV_TMU_TYPE, config);
    for (unsigned i = 0; i < V3D_LANES; i++) {
        result[0][i] = 0;
    }
    return 1;
}

unsigned v3d_tmu_lookup(V3dMemory *mem, const uint32_t config[4],
                        const uint32_t coord[4][V3D_LANES],
                        uint32_t result[2][V3D_LANES])
{
    Lookup l;

    l.coord = coord;
    v3d_tex_image_init(&l.image, mem, config);
    if (l.image.tex.type->kind == V3D_TEX_RESERVED) {
        return reserved(&l, config[0] >> 4 & 15, result);
    }
    set_border(&l);
    set_places(&l);
    set_lods(&l);
    for (unsigned i = 0; i < V3D_LANES; i++) {
        float channel[4];

        sample(&l, i, channel);
        pack(&l, i, channel, result);
    }
    return l.image.tex.type->kind == V3D_TEX_HALVES ? 2 : 1;
}
