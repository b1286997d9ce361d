/*
 * Tegra20 GR3D engine: the vertices and texels of a draw as text
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <inttypes.h>
#include "hw/gpu/gr3d/isa/num.h"
#include "draw_print.h"
#include "draw_vertices.h"

static void append_vec4(GString *out, const char *name, unsigned n,
                        const float v[4])
{
    char text[G_ASCII_DTOSTR_BUF_SIZE];

    g_string_append_printf(out, " %s%u", name, n);
    for (unsigned i = 0; i < 4; i++) {
        g_ascii_formatd(text, sizeof(text), "%.9g", v[i]);
        g_string_append_printf(out, "%s%s", i ? " " : " (", text);
    }
    g_string_append_c(out, ')');
}

static void append_vertex(GString *out, const Gr3dDraw *draw, uint32_t k,
                          const Gr3dVertex *vertex)
{
    const Gr3dIdx *idx = &draw->geometry->idx;
    float attr[GR3D_NUM_ATTRIBS][4];
    GpuEvents events = { 0 };
    unsigned row = 0;
    uint32_t number = gr3d_idx_vertex(idx, &draw->span[GR3D_SPAN_INDEX], k,
                                      &events);

    gr3d_idx_fetch(idx, &draw->span[GR3D_SPAN_ATTRIB], number, attr, &events);
    g_string_append_printf(out, "vertex %" PRIu32 " is %" PRIu32 ":", k,
                           number);
    for (unsigned i = 0; i < GR3D_NUM_ATTRIBS; i++) {
        if (idx->attr[i].enabled) {
            append_vec4(out, "a", i, attr[i]);
        }
    }
    g_string_append(out, " ->");
    for (unsigned i = 0; i < GR3D_VP_EXPORTS; i++) {
        if (draw->vp.exports >> i & 1) {
            append_vec4(out, "o", i, vertex->row[row++]);
        }
    }
    g_string_append_c(out, '\n');
}

void gr3d_print_vertices(GString *out, const Gr3dRegs *regs,
                         const Gr3dMemory *memory, unsigned num)
{
    Gr3dDraw *draw = gr3d_draw_new(regs);
    g_autofree Gr3dVertex *vertex = NULL;

    gr3d_replay_bind(draw, memory, num);
    vertex = gr3d_draw_vertices(draw);
    for (uint32_t k = 0; k < draw->geometry->idx.count; k++) {
        append_vertex(out, draw, k, &vertex[k]);
    }
    gr3d_draw_free(draw);
}

/* Append a level; @tex is changed to have this one only. */
static void append_level(GString *out, Gr3dTexDesc *tex, const GpuSpan *span,
                         const Gr3dTexLevel *level)
{
    tex->level[0] = *level;
    tex->num_levels = 1;
    tex->mipmaps = tex->normalized = false;
    tex->lerp_mag = tex->lerp_min = false;
    for (uint32_t y = 0; y < level->height; y++) {
        for (uint32_t x = 0; x < level->width; x++) {
            uint32_t c[4];

            gr3d_tex_sample(tex, span, x, y, 0, c);
            g_string_append(out, x ? " " : "    ");
            for (unsigned i = 0; i < 4; i++) {
                g_string_append_printf(out, "%02" PRIx32,
                                       gr3d_fx10_to_unorm(c[i], 8));
            }
        }
        g_string_append_c(out, '\n');
    }
}

void gr3d_print_textures(GString *out, const Gr3dRegs *regs,
                         const Gr3dMemory *memory, unsigned num)
{
    Gr3dDraw *draw = gr3d_draw_new(regs);

    gr3d_replay_bind(draw, memory, num);
    for (unsigned i = 0; i < GR3D_NUM_TEXTURES; i++) {
        const Gr3dTexDesc *tex = &draw->tex[i];

        for (unsigned n = 0; n < tex->num_levels; n++) {
            Gr3dTexDesc one = *tex;

            g_string_append_printf(out, "texture %u, level %u, %" PRIu32 " x %"
                                   PRIu32 ", at 0x%08" PRIx64 "\n", i, n,
                                   tex->level[n].width, tex->level[n].height,
                                   draw->request[GR3D_SPAN_TEXTURE + i].addr +
                                   tex->level[n].offset);
            append_level(out, &one, &draw->span[GR3D_SPAN_TEXTURE + i],
                         &tex->level[n]);
        }
    }
    gr3d_draw_free(draw);
}
