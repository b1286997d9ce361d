/*
 * Tegra20 GR3D engine: what a draw would cost a chip
 *
 * The engine does not count fetches and bytes: they follow from the fragments,
 * the words of the program, and formats.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <glib.h>
#include "draw_cost.h"
#include "geometry.h"

/*
 * Textures
 */

/* A filter that may be linear counts as linear. */
static unsigned taps_of(const Gr3dTexDesc *tex)
{
    unsigned taps = tex->lerp_mag || tex->lerp_min ? 4 : 1;

    return tex->mipmaps && tex->lerp_mip ? 2 * taps : taps;
}

static double texel_bytes(const Gr3dTexDesc *tex)
{
    const Gr3dFormat *format = tex->format;

    return !format ? 0 : format->block_bytes ? format->block_bytes / 16. :
           format->bytes;
}

static void find_fetches(const Gr3dDraw *draw, const Gr3dCostChip *chip,
                         double fetch[GR3D_NUM_TEXTURES])
{
    for (unsigned i = 0; i < GR3D_NUM_TEXTURES; i++) {
        const Gr3dTexDesc *tex = &draw->tex[i];

        fetch[i] = gr3d_cost_fetch(chip, taps_of(tex), texel_bytes(tex));
    }
}

/* Return the bytes that a fragment's fetches bring from memory. */
static double fetched_bytes(const Gr3dDraw *draw, const Gr3dCostChip *chip)
{
    double bytes = 0;

    for (unsigned e = 0; e < draw->fp->num_execs; e++) {
        const Gr3dFpTex *tex = &draw->fp->exec[e].tex;
        const Gr3dTexDesc *desc = &draw->tex[tex->index];

        if (tex->enable) {
            bytes += texel_bytes(desc) * (taps_of(desc) > 4 ? 2 : 1);
        }
    }
    return bytes * chip->value[GR3D_COST_NEW_TEXELS];
}

/*
 * Surfaces
 */

static unsigned pixel_bytes(const Gr3dDraw *draw, unsigned surf)
{
    return draw->surf[surf].format ? draw->surf[surf].format->bytes : 0;
}

/* Return the bytes that a fragment's program loads and stores. */
static unsigned program_bytes(const Gr3dDraw *draw)
{
    unsigned bytes = 0;

    for (unsigned e = 0; e < draw->fp->num_execs; e++) {
        const Gr3dFpExec *exec = &draw->fp->exec[e];

        bytes += exec->pseq.op ? pixel_bytes(draw, exec->pseq.surf) : 0;
        bytes += exec->dw.op ? pixel_bytes(draw, exec->dw.surf) : 0;
    }
    return bytes;
}

/* Return those of the tests: read for each pixel of a quad, written for one. */
static uint64_t test_bytes(const Gr3dDraw *draw, uint64_t quads,
                           uint64_t fragments)
{
    const Gr3dQr *qr = &draw->qr;
    unsigned z = pixel_bytes(draw, qr->z_surf);
    unsigned s = pixel_bytes(draw, qr->s_surf);

    return (qr->z_test ? 4 * quads * z : 0) +
           (qr->z_test && qr->z_write ? fragments * z : 0) +
           (qr->s_test ? (4 * quads + fragments) * s : 0);
}

/*
 * Vertices
 */

static uint64_t vertex_bytes(const Gr3dIdx *idx, uint64_t vertices)
{
    uint64_t bytes = (uint64_t)idx->count * idx->index_size;

    for (unsigned i = 0; i < GR3D_NUM_ATTRIBS; i++) {
        if (idx->attr[i].enabled) {
            bytes += vertices * gr3d_idx_reach(&idx->attr[i], 0);
        }
    }
    return bytes;
}

void gr3d_draw_cost(const Gr3dDraw *draw, const Gr3dDrawStats *stats,
                    const Gr3dCostChip *chip, Gr3dDrawCost *cost)
{
    uint64_t quads = (stats->fragments + 3) / 4;
    double fetch[GR3D_NUM_TEXTURES];

    find_fetches(draw, chip, fetch);
    gr3d_cost_vp(chip, draw->vp.insn, draw->vp.start, &cost->vp);
    gr3d_cost_fp(chip, draw->fp, fetch, &cost->fp);
    cost->counts = (Gr3dCostCounts) {
        .vertices = stats->vertices,
        .primitives = stats->primitives,
        .quads = quads,
        .fragments = stats->fragments,
        .vertex_bytes = vertex_bytes(&draw->geometry->idx, stats->vertices),
        .texel_bytes = stats->fragments * fetched_bytes(draw, chip),
        .target_bytes = stats->fragments * program_bytes(draw) +
                        test_bytes(draw, quads, stats->fragments),
    };
    gr3d_cost_draw(chip, &cost->vp, &cost->fp, &cost->counts, &cost->draw);
}
