/*
 * Tegra20 GR3D engine: index and vertex fetch, primitive assembly
 *
 * [tegra-gr3d.rst, Vertex stage]
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <string.h>
#include "hw/gpu/gr3d/isa/regs.h"
#include "hw/gpu/lib/le.h"
#include "attr.h"
#include "frozen.h"

typedef float ConvertFn(uint32_t raw, const Gr3dAttr *attr);

typedef struct AttrFormat {
    uint8_t bytes;
    ConvertFn *convert;
} AttrFormat;

static const AttrFormat attr_formats[16] = {
#define ATTR_FORMAT(number, bytes, convert) [number] = { bytes, convert },
    GR3D_ATTR_FORMATS(ATTR_FORMAT)
#undef ATTR_FORMAT
};

static void decode_attr(Gr3dAttr *attr, uint32_t mode, bool input,
                        GpuEvents *events)
{
    unsigned size = GR3D_GET(mode, ATTR_MODE, SIZE);

    attr->format = GR3D_GET(mode, ATTR_MODE, FMT);
    attr->components = size > 4 ? 4 : size;
    attr->stride = GR3D_GET(mode, ATTR_MODE, STRIDE);
    attr->zero_preserve = GR3D_GET(mode, ATTR_MODE, SNX_ZERO);
    attr->enabled = input && size && attr_formats[attr->format].convert;
    if (input && !attr->enabled) {
        gr3d_event(events, GR3D_EV_ATTR_FORMAT, mode);
    }
}

void gr3d_idx_decode(Gr3dIdx *idx, const Gr3dRegs *regs, GpuEvents *events)
{
    static const uint8_t index_sizes[4] = { 0, 1, 2, 4 };
    uint32_t set = regs->reg[GR3D_R_SET_PRIM];
    uint32_t draw = regs->reg[GR3D_R_DRAW_PRIM];
    uint32_t inputs = GR3D_GET(regs->reg[GR3D_R_ATTR_MASK], ATTR_MASK, INPUT);

    idx->type = GR3D_GET(set, SET_PRIM, PRIM_TYPE);
    idx->flat_last = GR3D_GET(set, SET_PRIM, FLAT_LAST);
    idx->index_size = index_sizes[GR3D_GET(set, SET_PRIM, DRAW_MODE)];
    idx->start = GR3D_GET(draw, DRAW_PRIM, START_VTX);
    idx->count = GR3D_GET(draw, DRAW_PRIM, COUNT_1) + 1;
    if (idx->type > GR3D_TRIANGLE_FAN) {
        gr3d_event(events, GR3D_EV_PRIM_TYPE, set);
        idx->count = 0;
    }
    for (unsigned i = 0; i < GR3D_NUM_ATTRIBS; i++) {
        decode_attr(&idx->attr[i], regs->reg[GR3D_R_ATTR_MODE + 2 * i],
                    idx->count && (inputs >> i & 1), events);
    }
}

/* Request memory up to the end of the bus at 4 GiB. */
static void set_request(Gr3dSpanRequest *request, uint32_t addr, uint64_t size)
{
    uint64_t room = (1ull << 32) - addr;

    request->addr = addr;
    request->size = size < room ? size : room;
    request->write = false;
}

static uint64_t last_vertex(const Gr3dIdx *idx)
{
    if (idx->index_size) {
        return (1ull << (8 * idx->index_size)) - 1;
    }
    return (uint64_t)idx->start + idx->count - 1;
}

static uint64_t element_size(const Gr3dAttr *attr)
{
    return attr->components * attr_formats[attr->format].bytes;
}

uint64_t gr3d_idx_reach(const Gr3dAttr *attr, uint64_t highest)
{
    return highest * attr->stride + element_size(attr);
}

static uint64_t index_bytes(const Gr3dIdx *idx)
{
    return ((uint64_t)idx->start + idx->count) * idx->index_size;
}

void gr3d_idx_request(const Gr3dIdx *idx, const Gr3dRegs *regs,
                      Gr3dSpanRequest *request)
{
    if (idx->count && idx->index_size) {
        set_request(&request[GR3D_SPAN_INDEX],
                    gr3d_reg_word(regs, GR3D_R_INDEX_BASE),
                    index_bytes(idx));
    }
    for (unsigned i = 0; i < GR3D_NUM_ATTRIBS; i++) {
        const Gr3dAttr *attr = &idx->attr[i];

        if (attr->enabled) {
            set_request(&request[GR3D_SPAN_ATTRIB + i],
                        gr3d_reg_word(regs, GR3D_R_ATTR_BASE + 2 * i),
                        gr3d_idx_reach(attr, last_vertex(idx)));
        }
    }
}

/* Read a number; false, and zero, if it is not inside the span. */
static bool read_le(const GpuSpan *span, uint64_t offset, unsigned bytes,
                    uint32_t *value)
{
    *value = 0;
    if (!span->data || span->size < bytes || offset > span->size - bytes) {
        return false;
    }
    *value = gpu_load_le(span->data + offset, bytes);
    return true;
}

uint32_t gr3d_idx_vertex(const Gr3dIdx *idx, const GpuSpan *index,
                         uint32_t k, GpuEvents *events)
{
    uint64_t position = (uint64_t)idx->start + k;
    uint32_t v;

    if (!idx->index_size) {
        return (uint32_t)position;
    }
    if (!read_le(index, position * idx->index_size, idx->index_size, &v)) {
        gr3d_event(events, GR3D_EV_INDEX_RANGE, (uint32_t)position);
    }
    return v;
}

static void fetch_attr(const Gr3dAttr *attr, const GpuSpan *span, uint32_t v,
                       float out[4], GpuEvents *events)
{
    const AttrFormat *format = &attr_formats[attr->format];
    uint64_t offset = (uint64_t)v * attr->stride;
    bool inside = true;

    for (unsigned i = 0; i < attr->components; i++) {
        uint32_t raw;

        inside &= read_le(span, offset + i * format->bytes, format->bytes,
                          &raw);
        out[i] = format->convert(raw, attr);
    }
    if (!inside) {
        gr3d_event(events, GR3D_EV_ATTR_RANGE, v);
    }
}

void gr3d_idx_fetch(const Gr3dIdx *idx, const GpuSpan *attribs, uint32_t v,
                    float out[GR3D_NUM_ATTRIBS][4], GpuEvents *events)
{
    static const float missing[4] = { 0, 0, 0, 1 };

    for (unsigned i = 0; i < GR3D_NUM_ATTRIBS; i++) {
        memcpy(out[i], missing, sizeof(missing));
        if (idx->attr[i].enabled) {
            fetch_attr(&idx->attr[i], &attribs[i], v, out[i], events);
        }
    }
}

bool gr3d_idx_inside(const Gr3dIdx *idx, const GpuSpan *attribs,
                     uint32_t highest)
{
    for (unsigned i = 0; i < GR3D_NUM_ATTRIBS; i++) {
        const Gr3dAttr *attr = &idx->attr[i];

        if (attr->enabled &&
            (!attribs[i].data ||
             gr3d_idx_reach(attr, highest) > attribs[i].size)) {
            return false;
        }
    }
    return true;
}

bool gr3d_idx_indices_inside(const Gr3dIdx *idx, const GpuSpan *index)
{
    return !idx->index_size || (index->data && index->size >= index_bytes(idx));
}

/* Return the highest index; inlined with each size, to become vectors. */
static inline uint32_t highest_sized(const uint8_t *index, unsigned size,
                                     unsigned count)
{
    uint32_t highest = 0;

    for (unsigned k = 0; k < count; k++) {
        uint32_t v = gpu_load_le(index + k * size, size);

        highest = v > highest ? v : highest;
    }
    return highest;
}

uint64_t gr3d_idx_highest(const Gr3dIdx *idx, const GpuSpan *index)
{
    const uint8_t *first;

    if (!idx->index_size) {
        return last_vertex(idx);
    }
    if (!gr3d_idx_indices_inside(idx, index)) {
        return UINT32_MAX;
    }
    first = index->data + (uint64_t)idx->start * idx->index_size;
    return idx->index_size == 1 ? highest_sized(first, 1, idx->count) :
           idx->index_size == 2 ? highest_sized(first, 2, idx->count) :
                                  highest_sized(first, 4, idx->count);
}

/*
 * Assembly.  Vertex i of primitive j is position step * j + i, except where
 * noted; a tail too short for a primitive is dropped.
 */

typedef struct Assembly {
    uint8_t vertices, step;
} Assembly;

static const Assembly assemblies[] = {
    [GR3D_POINTS] = { 1, 1 },
    [GR3D_LINES] = { 2, 2 },
    [GR3D_LINE_LOOP] = { 2, 1 },
    [GR3D_LINE_STRIP] = { 2, 1 },
    [GR3D_TRIANGLES] = { 3, 3 },
    [GR3D_TRIANGLE_STRIP] = { 3, 1 },
    [GR3D_TRIANGLE_FAN] = { 3, 1 },
};

unsigned gr3d_idx_num_prims(const Gr3dIdx *idx)
{
    const Assembly *as = &assemblies[idx->type];

    if (!idx->count || idx->count < as->vertices) {
        return 0;
    }
    if (idx->type == GR3D_LINE_LOOP) {
        return idx->count;      /* the last one closes the loop */
    }
    return (idx->count - as->vertices) / as->step + 1;
}

void gr3d_idx_assemble(const Gr3dIdx *idx, unsigned j, Gr3dAssembled *out)
{
    const Assembly *as = &assemblies[idx->type];
    unsigned first = as->step * j;

    out->num = as->vertices;
    for (unsigned i = 0; i < as->vertices; i++) {
        unsigned k = first + i;

        /* only a loop comes back to its start */
        out->vertex[i] = k < idx->count ? k : k - idx->count;
    }
    out->provoking = idx->flat_last ? out->vertex[as->vertices - 1]
                                    : out->vertex[0];
    if (idx->type == GR3D_TRIANGLE_FAN) {
        out->vertex[0] = 0;
        out->provoking = idx->flat_last ? j + 2 : j + 1;
    } else if (idx->type == GR3D_TRIANGLE_STRIP && j % 2) {
        /* keeps the winding; first and last stay the sequence's */
        out->vertex[0] = j + 1;
        out->vertex[1] = j;
    }
}

/* Pick every @step-th number; inlined with each step, to become vectors. */
static inline void pick(const uint16_t *restrict at, unsigned step,
                        unsigned num, uint32_t *restrict to)
{
    for (unsigned n = 0; n < num; n++) {
        to[n] = at[n * step];
    }
}

/* Turn each second triangle, as gr3d_idx_assemble() does. */
static void turn_odd(uint32_t *restrict a, uint32_t *restrict b,
                     unsigned first, unsigned num)
{
    for (unsigned n = first & 1 ? 0 : 1; n < num; n += 2) {
        uint32_t v = a[n];

        a[n] = b[n];
        b[n] = v;
    }
}

void gr3d_idx_triangles(const Gr3dIdx *idx, const uint16_t *at, unsigned first,
                        unsigned num, uint32_t *const list[4])
{
    const bool fan = idx->type == GR3D_TRIANGLE_FAN;
    const unsigned provoking = idx->flat_last ? 2 : fan ? 1 : 0;

    for (unsigned i = 0; i < 4 && list[i]; i++) {
        unsigned vertex = i < 3 ? i : provoking;

        if (idx->type == GR3D_TRIANGLES) {
            pick(&at[3 * first + vertex], 3, num, list[i]);
        } else if (fan && i == 0) {
            pick(at, 0, num, list[i]);
        } else {
            pick(&at[first + vertex], 1, num, list[i]);
        }
    }
    if (idx->type == GR3D_TRIANGLE_STRIP) {
        turn_odd(list[0], list[1], first, num);
    }
}
