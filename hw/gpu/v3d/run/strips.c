/*
 * VideoCore IV 3D engine: fragments that wait for a strip
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <glib.h>
#include <stdlib.h>
#include <string.h>
#include "cover.h"
#include "engine.h"
#include "hw/gpu/lib/bits.h"
#include "hw/gpu/lib/le.h"
#include "hw/gpu/lib/vec.h"
#include "hw/gpu/v3d/lower/lower.h"

/* Vectors are whole lines of the cache. */
V3dStrip *v3d_strip_new(void)
{
    V3dStrip *s = aligned_alloc(__alignof__(V3dStrip), sizeof(*s));

    g_assert(s);
    memset(s, 0, sizeof(*s));
    return s;
}

/* False: not all uniforms are in memory. */
static bool set_constants(V3dStrip *s, const V3dStripProgram *program,
                          uint32_t uniforms, unsigned lanes)
{
    const uint8_t *data = v3d_memory_peek(s->mem, uniforms,
                                          4 * program->uniforms);

    if (!data || uniforms % 4) {
        return false;
    }
    for (unsigned i = 0; i < program->num_consts; i++) {
        const V3dStripConst *c = &program->constant[i];
        uint32_t value = c->uniform ? gpu_load_le_4(data + 4 * c->value) :
                         c->value;

        for (unsigned lane = 0; lane < lanes; lane++) {
            s->vec[c->vec].lane[lane] = value;
        }
    }
    for (unsigned n = 0; n < program->num_textures; n++) {
        const V3dStripLookup *t = &program->texture[n];

        for (unsigned i = 0; i < 4; i++) {
            s->config[n][i] = i < t->num ?
                              gpu_load_le_4(data + 4 * t->config[i]) : 0;
        }
    }
    return true;
}

/*
 * Binding
 */

static bool bind_textures(V3dStrip *s, const V3dStripProgram *program)
{
    for (unsigned i = 0; i < program->num_textures; i++) {
        if (!v3d_strip_texture_init(&s->texture[i], s->mem, s->config[i],
                                    program->texture[i].border_varies)) {
            return false;
        }
    }
    return true;
}

bool v3d_strip_bind(V3dStrip *s, const V3dStripProgram *program,
                    V3dMemory *mem, uint32_t uniforms, unsigned lanes)
{
    s->program = program;
    s->mem = mem;
    return program && set_constants(s, program, uniforms, lanes) &&
           bind_textures(s, program);
}

static void release(V3dStrips *strips)
{
    if (strips->program) {
        g_rc_box_release((void *)strips->program);
        strips->program = NULL;
    }
    strips->bound = false;
}

/* The program stays while fragments wait, even where it is dropped. */
static void bind(V3d *v3d, V3dThread *t)
{
    V3dStrips *strips = &v3d->strips;
    V3dStrip *s = strips->strip;
    const V3dStripProgram *program = v3d_lowered(
        v3d_programs_find(&v3d->programs, &v3d->core.mem, t->shader.fs_code),
        V3D_LOWER_FRAGMENT);

    strips->bound = true;
    s->frag = &v3d->frag;
    if (v3d_strip_bind(s, program, &v3d->core.mem, t->shader.fs_uniforms,
                       V3D_STRIP_LANES)) {
        strips->program = g_rc_box_acquire((void *)program);
    }
}

void v3d_strips_unbind(V3d *v3d)
{
    v3d_strips_flush(v3d);
    release(&v3d->strips);
}

/*
 * Running
 */

/* Quads behind the last, to a whole batch: as the first, without a sample */
static void fill_quads(V3dStrip *s)
{
    s->lanes = (s->quads + 3) / 4 * V3D_LANES;
    for (unsigned q = s->quads; q < s->lanes / 4; q++) {
        s->place[q] = s->place[0];
        s->prim[q] = s->prim[0];
        memcpy(&s->dx.lane[4 * q], s->dx.lane, 4 * sizeof(float));
        memcpy(&s->dy.lane[4 * q], s->dy.lane, 4 * sizeof(float));
        memset(&s->samples.lane[4 * q], 0, 4 * sizeof(uint32_t));
    }
}

/* The first lanes of quads of which one is among @lanes */
static uint64_t quads_of(uint64_t lanes)
{
    lanes |= lanes >> 1;
    lanes |= lanes >> 2;
    return lanes & 0x1111111111111111;
}

/* One bit of each, added up in bytes */
static unsigned count_quads(uint64_t lanes)
{
    uint64_t quads = quads_of(lanes);

    quads = (quads + (quads >> 4)) & 0x0f0f0f0f0f0f0f0f;
    return quads * 0x0101010101010101 >> 56;
}

/* No floats but those of strips are calculated meanwhile. */
static void round_towards_zero(V3dStrips *strips, const V3dExec *exec, bool on)
{
    if (strips->towards_zero != on) {
        exec->towards_zero(on);
        strips->towards_zero = on;
    }
}

static void run_strip(V3d *v3d)
{
    V3dStrip *s = v3d->strips.strip;
    uint64_t *counter = v3d->core.counter;

    fill_quads(s);
    s->passed = s->coloured = 0;
    s->frag->run = (V3dFragProgram) { };
    round_towards_zero(&v3d->strips, v3d->exec, s->program->towards_zero);
    v3d->exec->run(s);
    counter[V3D_PCTR_QUADS_PASS] += count_quads(s->passed | s->coloured);
    counter[V3D_PCTR_QUADS_COLOUR] += count_quads(s->coloured);
    s->quads = 0;
    if (!s->whole) {
        memset(v3d->strips.pixels, 0, sizeof(v3d->strips.pixels));
    }
}

/*
 * Quads
 */

/* One bit of each pixel of a quad */
static inline Vec4I bits_of(unsigned bits)
{
    const Vec4I pixel = { 1, 2, 4, 8 };

    return -(Vec4I)(((int32_t)bits & pixel) != 0);
}

/* Without oversampling a pixel's centre decides for all of its samples. */
static Vec4I samples_of(const V3dCover *cover, unsigned q, bool multisample)
{
    Vec4I samples = bits_of(cover->pixels[0] >> 4 * q);

    if (cover->samples == 1) {
        return multisample ? samples * 15 : samples;
    }
    for (unsigned i = 1; i < 4; i++) {
        samples |= bits_of(cover->pixels[i] >> 4 * q) << (int)i;
    }
    return samples;
}

/* A block: its first pixel's place, and distances from the primitive's */
typedef struct Block {
    unsigned place, column, row;        /* steps to the next quad's place */
    float dx, dy;
} Block;

static Block block_at(const V3dFrag *f, int32_t x, int32_t y)
{
    unsigned size = v3d_tile_size(f->tile);
    unsigned samples = v3d_tile_samples(f->tile);

    return (Block) {
        .place = v3d_tile_place(f->tile, x & (size - 1), y & (size - 1)),
        .column = 4 * samples,
        .row = 2 * size * samples,
        .dx = x + 0.5f - f->setup->x0,
        .dy = y + 0.5f - f->setup->y0,
    };
}

/* Run the strip if it is full, or has what the quad may change or read. */
static void make_room(V3d *v3d, unsigned place, uint64_t pixels)
{
    V3dStrips *strips = &v3d->strips;
    uint64_t *there;

    if (v3d->frag.tile->multisample || strips->program->reads_colour) {
        pixels = 15;
        place /= v3d_tile_samples(v3d->frag.tile);
    }
    there = &strips->pixels[place / 64];
    pixels <<= place % 64;
    if (*there & pixels || strips->strip->quads == V3D_STRIP_QUADS) {
        run_strip(v3d);
    }
    *there |= pixels;
}

/* Add a quad of the primitive; its first pixel is (@dx, @dy) away. */
static void add_quad(V3d *v3d, unsigned place, float dx, float dy,
                     Vec4I samples)
{
    const Vec4F column = { 0, 1, 0, 1 }, row = { 0, 0, 1, 1 };
    V3dStrip *s = v3d->strips.strip;
    Vec4F x = column + dx, y = row + dy;
    unsigned lane = 4 * s->quads;

    s->place[s->quads] = place;
    s->prim[s->quads] = v3d->frag.setup;
    memcpy(&s->dx.lane[lane], &x, sizeof(x));
    memcpy(&s->dy.lane[lane], &y, sizeof(y));
    memcpy(&s->samples.lane[lane], &samples, sizeof(samples));
    s->quads++;
}

#define BLOCK       V3D_STRIP_BLOCK

/* About so many wait, at most, beside those of the last primitive. */
#define MAX_BLOCKS  32

/* Returns the number of quads. */
static unsigned draw_part(V3d *v3d, const V3dCover *cover, int32_t x, int32_t y)
{
    const Block block = block_at(&v3d->frag, x, y);
    const bool multisample = v3d->frag.tile->multisample;
    uint64_t any = 0;
    unsigned quads = 0;

    for (unsigned i = 0; i < cover->samples; i++) {
        any |= cover->pixels[i];
    }
    for (any = quads_of(any); any; any &= any - 1) {
        unsigned q = __builtin_ctzll(any) / 4, column = q % 4, row = q / 4;
        unsigned place = block.place + column * block.column + row * block.row;

        make_room(v3d, place, cover->pixels[0] >> 4 * q & 15);
        add_quad(v3d, place, block.dx + 2 * column, block.dy + 2 * row,
                 samples_of(cover, q, multisample));
        quads++;
    }
    return quads;
}

/* A strip of its own, of a tile with one sample for each pixel */
static void draw_whole(V3d *v3d, int32_t x, int32_t y)
{
    V3dStrip *s = v3d->strips.strip;
    Block block = block_at(&v3d->frag, x, y);

    if (s->quads) {
        run_strip(v3d);
    }
    s->dx.lane[0] = gpu_float_to_bits(block.dx);
    s->dy.lane[0] = gpu_float_to_bits(block.dy);
    s->quads = V3D_STRIP_QUADS;
    s->whole = true;
    for (unsigned q = 0; q < V3D_STRIP_QUADS; q++) {
        s->place[q] = block.place + q / 4 * block.row + q % 4 * block.column;
        s->prim[q] = v3d->frag.setup;
    }
    run_strip(v3d);
    s->whole = false;
}

static unsigned draw_block(V3d *v3d, V3dCover *cover, bool use_earlyz,
                           int32_t x, int32_t y)
{
    V3dStrips *strips = &v3d->strips;

    if (!v3d_cover(cover, v3d->exec, x, y)) {
        return 0;
    }
    if (use_earlyz &&
        v3d_earlyz_hides(&strips->earlyz, v3d->exec, &v3d->frag, x, y)) {
        return count_quads(cover->pixels[0]);
    }
    if (v3d->frag.tile->multisample || ~cover->pixels[0]) {
        return draw_part(v3d, cover, x, y);
    }
    draw_whole(v3d, x, y);
    return V3D_STRIP_QUADS;
}

static unsigned draw_blocks(V3d *v3d)
{
    bool use_earlyz = v3d_earlyz_usable(&v3d->frag, v3d->strips.program);
    V3dCover cover;
    unsigned quads = 0;

    /* Of aligned blocks early Z knows something. */
    v3d_cover_init(&cover, &v3d->frag, use_earlyz);
    for (int32_t y = cover.top; y < cover.bottom; y += BLOCK) {
        for (int32_t x = cover.left; x < cover.right; x += BLOCK) {
            quads += draw_block(v3d, &cover, use_earlyz, x, y);
        }
    }
    return quads;
}

/*
 * Primitives
 */

/* Strips do not look whether a plane's value is a number; it is below this. */
#define HUGE_BITS   0x71800000      /* 2^100, and a NaN is above */

static bool any_huge(const V3dSetup *setup, unsigned planes)
{
    const Vec4I bits = { INT32_MAX, INT32_MAX, INT32_MAX, 0 };
    Vec4I huge = (vec_load_4i(&setup->rw) & bits) >= HUGE_BITS;

    for (unsigned i = 0; i < planes; i++) {
        huge |= (vec_load_4i(&setup->plane[i]) & bits) >= HUGE_BITS;
    }
    return huge[0] | huge[1] | huge[2];
}

/* Batches are counted as the reference makes them. */
static void count(V3d *v3d, const V3dStripProgram *program, unsigned quads)
{
    uint64_t *counter = v3d->core.counter;
    unsigned batches = (quads + 3) / 4;
    uint64_t clocks = (uint64_t)V3D_QPU_CLOCKS * program->instructions *
                      batches;

    counter[quads ? V3D_PCTR_PRIMS : V3D_PCTR_PRIMS_NO_PIXELS]++;
    counter[V3D_PCTR_QUADS] += quads;
    counter[V3D_PCTR_CLOCKS_FRAGMENT] += clocks;
    counter[V3D_PCTR_CLOCKS_INSTRUCTIONS] += clocks;
    counter[V3D_PCTR_TEXTURE_QUADS] += (uint64_t)program->num_textures * quads;
    v3d->core.work += (uint64_t)program->cost * batches;
}

void v3d_strips_flush(V3d *v3d)
{
    V3dStrips *strips = &v3d->strips;

    for (unsigned n = 0; n < strips->num_waiting; n++) {
        unsigned size = v3d_tile_size(v3d->tile);

        v3d->frag.setup = &strips->setup[n];
        v3d_frag_set_box(&v3d->frag, v3d->s.render.column * size,
                         v3d->s.render.row * size);
        count(v3d, strips->program, draw_blocks(v3d));
    }
    if (strips->strip->quads) {
        run_strip(v3d);
    }
    round_towards_zero(strips, v3d->exec, false);
    strips->num_waiting = 0;
    strips->blocks = 0;
}

/* About so many are on a side of a box. */
static unsigned blocks(int32_t first, int32_t end)
{
    return (uint32_t)(end - first) / BLOCK + 1;
}

bool v3d_strips_draw(V3d *v3d, V3dThread *t, const V3dSetup *setup)
{
    V3dStrips *strips = &v3d->strips;

    if (!v3d->exec || v3d->s.render.batch || v3d->tile->colour_64) {
        return false;
    }
    if (!strips->bound) {
        bind(v3d, t);
    }
    if (!strips->program || strips->program->varyings > setup->planes ||
        any_huge(setup, strips->program->varyings)) {
        return false;
    }
    strips->num_waiting++;
    strips->blocks += blocks(setup->left, setup->right) *
                      blocks(setup->top, setup->bottom);
    if (strips->num_waiting == G_N_ELEMENTS(strips->setup) ||
        strips->blocks >= MAX_BLOCKS) {
        v3d_strips_flush(v3d);
    }
    return true;
}
