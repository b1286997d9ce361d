/*
 * Tegra20 GR3D engine: one draw with its memory, as a stream's text
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include "hw/gpu/gr3d/isa/regs.h"
#include "hw/gpu/gr3d/pipe/surf.h"
#include "stream_draw.h"

/* A draw with these registers, and the memory it would use */
typedef struct StreamDraw {
    const Gr3dStreamSource *source;
    const Gr3dRegs *regs;
    Gr3dDraw *draw;
    Gr3dMemory memory[GR3D_NUM_SPANS];
    unsigned num;
    uint64_t total;
    GString *notes;
} StreamDraw;

static void name_slot(char *name, size_t size, unsigned slot)
{
    static const struct {
        const char *name;
        unsigned first;
    } kind[] = {
        { "texture", GR3D_SPAN_TEXTURE },
        { "surface", GR3D_SPAN_SURFACE },
        { "index", GR3D_SPAN_INDEX },
        { "attribute", GR3D_SPAN_ATTRIB },
    };
    unsigned i = 0;

    while (slot < kind[i].first) {
        i++;
    }
    snprintf(name, size, "%s%u", kind[i].name, slot - kind[i].first);
}

static int compare_memory(const void *a, const void *b)
{
    const Gr3dMemory *left = a, *right = b;

    return left->addr < right->addr ? -1 : left->addr > right->addr;
}

/* List what each slot may reach of RAM, in the order of addresses. */
static void list_memory(StreamDraw *d)
{
    for (unsigned slot = 0; slot < GR3D_NUM_SPANS; slot++) {
        const Gr3dSpanRequest *req = gr3d_draw_request(d->draw, slot);
        Gr3dMemory *m = &d->memory[d->num];

        if (!req->size) {
            continue;
        }
        m->addr = req->addr;
        m->size = d->source->length(d->source->opaque, req->addr, req->size);
        name_slot(m->name, sizeof(m->name), slot);
        if (m->size) {
            d->num++;
        } else {
            g_string_append_printf(d->notes, "# %s: no memory at 0x%08" PRIx32
                                   "\n", m->name, req->addr);
        }
    }
    qsort(d->memory, d->num, sizeof(d->memory[0]), compare_memory);
}

/* Merge blocks that overlap: those of a stream must not. */
static void merge_memory(StreamDraw *d)
{
    unsigned last = 0;

    for (unsigned i = 1; i < d->num; i++) {
        Gr3dMemory *to = &d->memory[last], *from = &d->memory[i];
        uint64_t to_end = (uint64_t)to->addr + to->size;
        uint64_t end = (uint64_t)from->addr + from->size;

        if (from->addr < to_end) {
            to->size = MAX(to_end, end) - to->addr;
        } else {
            d->memory[++last] = *from;
        }
    }
    d->num = d->num ? last + 1 : 0;
}

static bool read_memory(StreamDraw *d, Gr3dMemory *m)
{
    if (d->total + m->size > d->source->limit) {
        g_string_append_printf(d->notes, "# %s: %" PRIu32 " bytes at 0x%08"
                               PRIx32 " left out\n", m->name, m->size,
                               m->addr);
        return false;
    }
    d->total += m->size;
    m->data = g_malloc0(m->size);
    d->source->read(d->source->opaque, m->addr, m->data, m->size);
    return true;
}

static void fetch_memory(StreamDraw *d)
{
    unsigned kept = 0;

    for (unsigned i = 0; i < d->num; i++) {
        if (read_memory(d, &d->memory[i])) {
            d->memory[kept++] = d->memory[i];
        }
    }
    d->num = kept;
}

static const Gr3dMemory *find_memory(StreamDraw *d, uint32_t addr)
{
    for (unsigned i = 0; i < d->num; i++) {
        if (addr - d->memory[i].addr < d->memory[i].size) {
            return &d->memory[i];
        }
    }
    return NULL;
}

bool gr3d_stream_draw_image(Gr3dStreamImage *image, const Gr3dRegs *regs,
                            unsigned number, uint64_t size)
{
    const uint32_t *reg = regs->reg;
    uint32_t cols = GR3D_GET(reg[GR3D_R_SCISSOR_X], SCISSOR_X, MAX);
    uint32_t rows = GR3D_GET(reg[GR3D_R_SCISSOR_Y], SCISSOR_Y, MAX);
    Gr3dSurfDesc desc;

    gr3d_surf_decode(&desc, reg[GR3D_R_SURFDESC + number]);
    if (!desc.format || !desc.format->bytes || !desc.stride) {
        return false;
    }
    cols = MIN(MIN(cols, 4096), desc.stride / desc.format->bytes);
    rows = MIN(rows, 4096);
    while (rows && gr3d_surf_size(&desc, cols, rows) > size) {
        rows--;
    }
    *image = (Gr3dStreamImage) {
        .width = cols, .height = rows, .pitch = desc.stride,
        .format = desc.number, .tiled = desc.tiled,
    };
    return cols && rows;
}

/* Print a surface that the draw stores to, as far as it is in memory. */
static void append_image(GString *out, StreamDraw *d, unsigned number)
{
    uint32_t addr = d->regs->reg[GR3D_R_SURFADDR + number];
    const Gr3dMemory *m = find_memory(d, addr);
    Gr3dStreamImage image;

    if (m && gr3d_stream_draw_image(&image, d->regs, number,
                                    m->size - (addr - m->addr))) {
        g_string_append_printf(out, "image %s %u %u %u %u%s at %u\n", m->name,
                               image.width, image.height, image.pitch,
                               image.format, image.tiled ? " tiled" : "",
                               addr - m->addr);
    }
}

static void append_images(GString *out, StreamDraw *d)
{
    uint32_t stored = GR3D_GET(d->regs->reg[GR3D_R_DW_ST_ENABLE],
                               DW_ST_ENABLE, SURF);

    /* Surface 0 is depth. */
    for (unsigned i = 1; i < GR3D_NUM_SURFACES; i++) {
        if (stored >> i & 1 &&
            gr3d_draw_request(d->draw, GR3D_SPAN_SURFACE + i)->write) {
            append_image(out, d, i);
        }
    }
}

void gr3d_stream_print_draw(GString *out, const Gr3dRegs *regs,
                            const Gr3dStreamSource *source, bool draw)
{
    g_autofree StreamDraw *d = g_new0(StreamDraw, 1);

    d->source = source;
    d->regs = regs;
    d->draw = gr3d_draw_new(regs);
    d->notes = g_string_new(NULL);
    list_memory(d);
    merge_memory(d);
    fetch_memory(d);
    gr3d_stream_print(out, d->regs, d->memory, d->num, draw);
    append_images(out, d);
    g_string_append(out, d->notes->str);
    for (unsigned i = 0; i < d->num; i++) {
        g_free(d->memory[i].data);
    }
    g_string_free(d->notes, TRUE);
    gr3d_draw_free(d->draw);
}
