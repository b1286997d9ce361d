/*
 * Tests of GR3D index and vertex fetch and primitive assembly
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <glib.h>
#include <math.h>
#include "hw/gpu/gr3d/isa/regs.h"
#include "hw/gpu/gr3d/pipe/idx.h"
#include "hw/gpu/gr3d/pipe/vpe.h"
#include "hw/gpu/gr3d/run/cache.h"

typedef struct FormatCase {
    unsigned format;
    bool zero_preserve;
    unsigned bytes;
    uint32_t raw;
    double want;                /* rounded to single */
} FormatCase;

static const FormatCase format_cases[] = {
    { 0, false, 1, 200, 200 },
    { 1, false, 1, 0, 0 },
    { 1, false, 1, 51, 0.2 },
    { 1, false, 1, 255, 1 },
    { 2, false, 1, 0x80, -128 },
    { 2, false, 1, 0x7f, 127 },
    /* (2c + 1) / 255: 127 is 1, -128 is -1, 0 is 1/255 */
    { 3, false, 1, 0x7f, 1 },
    { 3, false, 1, 0x80, -1 },
    { 3, false, 1, 0, 1 / 255.0 },
    { 3, false, 1, 0xff, -1 / 255.0 },
    /* c / 127, -128 clamped */
    { 3, true, 1, 0x7f, 1 },
    { 3, true, 1, 0x81, -1 },
    { 3, true, 1, 0x80, -1 },
    { 3, true, 1, 0, 0 },
    { 4, false, 2, 0xbeef, 48879 },
    { 5, false, 2, 0xffff, 1 },
    { 5, false, 2, 0x3333, 0.2 },
    { 6, false, 2, 0x8000, -32768 },
    { 7, false, 2, 0x7fff, 1 },
    { 7, false, 2, 0x8000, -1 },
    { 7, false, 2, 0, 1 / 65535.0 },
    { 7, true, 2, 0x8000, -1 },
    { 7, true, 2, 0x4000, 16384 / 32767.0 },
    { 8, false, 4, 0xffffffff, 4294967296.0 },
    { 8, false, 4, 0x01000001, 16777216 },      /* ties to even */
    { 8, false, 4, 0x01000003, 16777220 },
    { 9, false, 4, 0xffffffff, 1 },
    { 9, false, 4, 0x80000000, 0.5 },
    { 10, false, 4, 0x80000000, -2147483648.0 },
    { 10, false, 4, 0xffffffff, -1 },
    { 11, false, 4, 0x7fffffff, 1 },
    { 11, false, 4, 0x80000000, -1 },
    { 11, true, 4, 0x80000000, -1 },
    { 11, true, 4, 0, 0 },
    { 12, false, 4, 0xfffe8000, -1.5 },
    { 12, false, 4, 0x00010000, 1 },
    { 13, false, 4, 0xc0490fdb, -3.1415927410125732 },
    { 13, false, 4, 0x00400000, 0 },            /* denormal */
    { 14, false, 2, 0x3c00, 1 },
    { 14, false, 2, 0xc100, -2.5 },
    { 14, false, 2, 0x0001, 0x1p-24 },
};

static Gr3dRegs *new_regs(void)
{
    return g_new0(Gr3dRegs, 1);
}

static uint32_t mode(unsigned format, unsigned size, unsigned stride)
{
    return format | size << 4 | stride << 8;
}

/* One component of vertex 2 at stride 9: unaligned, little endian. */
static void test_formats(void)
{
    for (unsigned n = 0; n < G_N_ELEMENTS(format_cases); n++) {
        const FormatCase *c = &format_cases[n];
        g_autofree Gr3dRegs *regs = new_regs();
        uint8_t memory[22];
        GpuSpan span[16] = { { memory, sizeof(memory) } };
        GpuEvents events = { 0 };
        float out[16][4];
        Gr3dIdx idx;

        memset(memory, 0xcc, sizeof(memory));
        for (unsigned i = 0; i < c->bytes; i++) {
            memory[18 + i] = c->raw >> (8 * i);
        }
        regs->reg[0x101] = mode(c->format, 1, 9) | c->zero_preserve << 20;
        regs->reg[0x120] = 0x10000;
        gr3d_idx_decode(&idx, regs, &events);
        gr3d_idx_fetch(&idx, span, 2, out, &events);
        g_assert_cmpfloat(out[0][0], ==, (float)c->want);
        g_assert_cmpfloat(out[0][1], ==, 0);
        g_assert_cmpfloat(out[0][2], ==, 0);
        g_assert_cmpfloat(out[0][3], ==, 1);
        g_assert_cmpint(events.num, ==, 0);
    }
}

static void test_components(void)
{
    static const uint8_t memory[] = { 1, 2, 3, 4 };

    for (unsigned size = 0; size < 8; size++) {
        g_autofree Gr3dRegs *regs = new_regs();
        GpuSpan span[16] = { { (uint8_t *)memory, sizeof(memory) } };
        GpuEvents events = { 0 };
        float out[16][4];
        Gr3dIdx idx;

        regs->reg[0x101] = mode(0, size, 4);
        regs->reg[0x120] = 0x10000;
        gr3d_idx_decode(&idx, regs, &events);
        gr3d_idx_fetch(&idx, span, 0, out, &events);
        for (unsigned i = 0; i < 4; i++) {
            g_assert_cmpfloat(out[0][i], ==, i < size ? i + 1. : i == 3);
        }
        g_assert_cmpint(events.num, ==, size == 0);
    }
}

/* Not an input, or no format: (0, 0, 0, 1) and no memory wanted. */
static void test_disabled(void)
{
    g_autofree Gr3dRegs *regs = new_regs();
    g_autofree Gr3dSpanRequest *request =
        g_new0(Gr3dSpanRequest, GR3D_NUM_SPANS);
    uint8_t memory[16] = { 9, 9, 9, 9 };
    GpuSpan span[16] = { { memory, 16 }, { memory, 16 }, { memory, 16 } };
    GpuEvents events = { 0 };
    float out[16][4];
    Gr3dIdx idx;

    regs->reg[0x101] = mode(0, 4, 4);
    regs->reg[0x103] = mode(15, 4, 4);
    regs->reg[0x105] = mode(0, 4, 4);
    regs->reg[0x120] = 0x60000;
    gr3d_idx_decode(&idx, regs, &events);
    gr3d_idx_request(&idx, regs, request);
    gr3d_idx_fetch(&idx, span, 0, out, &events);
    for (unsigned i = 0; i < 3; i++) {
        g_assert_cmpfloat(out[i][0], ==, i == 2 ? 9 : 0);
        g_assert_cmpint(request[i].size, ==, i == 2 ? 4 : 0);
    }
    g_assert_cmpfloat(out[1][3], ==, 1);
    g_assert_cmpint(events.num, ==, 1);
}

static void test_stride_zero(void)
{
    g_autofree Gr3dRegs *regs = new_regs();
    g_autofree Gr3dSpanRequest *request =
        g_new0(Gr3dSpanRequest, GR3D_NUM_SPANS);
    uint8_t memory[2] = { 5, 6 };
    GpuSpan span[16] = { { memory, 2 } };
    GpuEvents events = { 0 };
    float out[16][4];
    Gr3dIdx idx;

    regs->reg[0x101] = mode(0, 2, 0);
    regs->reg[0x120] = 0x10000;
    regs->reg[0x123] = 99 << 20;
    gr3d_idx_decode(&idx, regs, &events);
    gr3d_idx_request(&idx, regs, request);
    g_assert_cmpint(request[0].size, ==, 2);
    gr3d_idx_fetch(&idx, span, 77, out, &events);
    g_assert_cmpfloat(out[0][1], ==, 6);
}

/* Bytes outside the span read as zero, inside ones are still seen. */
static void test_range(void)
{
    g_autofree Gr3dRegs *regs = new_regs();
    uint8_t memory[] = { 1, 0, 2, 0, 3 };
    GpuSpan span[16] = { { memory, sizeof(memory) } };
    GpuEvents events = { 0 };
    float out[16][4];
    Gr3dIdx idx;

    regs->reg[0x101] = mode(4, 3, 4095);
    regs->reg[0x120] = 0x10000;
    gr3d_idx_decode(&idx, regs, &events);
    gr3d_idx_fetch(&idx, span, 0, out, &events);
    g_assert_cmpfloat(out[0][0], ==, 1);
    g_assert_cmpfloat(out[0][1], ==, 2);
    g_assert_cmpfloat(out[0][2], ==, 0);
    g_assert_cmpint(events.list[0].count, ==, 1);
    gr3d_idx_fetch(&idx, span, 0xffffffff, out, &events);
    g_assert_cmpfloat(out[0][0], ==, 0);
    span[0].data = NULL;
    span[0].size = 0;
    gr3d_idx_fetch(&idx, span, 0, out, &events);
    g_assert_cmpint(events.num, ==, 1);
    g_assert_cmpint(events.list[0].count, ==, 3);
    g_assert_cmphex(events.list[0].value, ==, 0);
}

static void test_index(void)
{
    static const uint8_t memory[] = { 0x01, 0x82, 0x03, 0x84, 5, 6, 7, 0x88,
                                      9, 10, 11, 0x8c };
    static const struct { unsigned mode; uint32_t k, want; } cases[] = {
        { 0, 0, 2 }, { 0, 5, 7 }, { 1, 0, 0x03 }, { 1, 1, 0x84 },
        { 2, 0, 0x0605 }, { 2, 1, 0x8807 }, { 3, 0, 0x8c0b0a09 },
        { 3, 1, 0 },
    };
    GpuSpan span = { (uint8_t *)memory, sizeof(memory) };

    for (unsigned n = 0; n < G_N_ELEMENTS(cases); n++) {
        g_autofree Gr3dRegs *regs = new_regs();
        GpuEvents events = { 0 };
        Gr3dIdx idx;

        regs->reg[0x122] = cases[n].mode << 28 | 0x12345;
        regs->reg[0x123] = 2 | 7 << 20;         /* start 2 */
        gr3d_idx_decode(&idx, regs, &events);
        g_assert_cmphex(gr3d_idx_vertex(&idx, &span, cases[n].k, &events), ==,
                        cases[n].want);
        g_assert_cmpint(events.num, ==, n == 7);
    }
}

static void check_request(uint32_t set, uint32_t draw, uint32_t base,
                          uint64_t attr_size, uint64_t index_size)
{
    g_autofree Gr3dRegs *regs = new_regs();
    g_autofree Gr3dSpanRequest *request =
        g_new0(Gr3dSpanRequest, GR3D_NUM_SPANS);
    GpuEvents events = { 0 };
    Gr3dIdx idx;

    regs->reg[0x104] = base;
    regs->reg[0x105] = mode(13, 3, 20);
    regs->reg[0x120] = 0x40000;
    regs->reg[0x121] = 0xabc;
    regs->reg[0x122] = set;
    regs->reg[0x123] = draw;
    gr3d_idx_decode(&idx, regs, &events);
    gr3d_idx_request(&idx, regs, request);
    g_assert_cmphex(request[GR3D_SPAN_ATTRIB + 2].addr, ==,
                    attr_size ? base : 0);
    g_assert_cmpint(request[GR3D_SPAN_ATTRIB + 2].size, ==, attr_size);
    g_assert_cmpint(request[GR3D_SPAN_INDEX].size, ==, index_size);
    g_assert_cmphex(request[GR3D_SPAN_INDEX].addr, ==,
                    index_size ? 0xabc : 0);
    g_assert_cmpint(request[0].size, ==, 0);
}

static void test_requests(void)
{
    /* vertices 5..14 of 12 bytes each 20 bytes */
    check_request(0x04000000, 9 << 20 | 5, 0x1000, 14 * 20 + 12, 0);
    check_request(0x14000000, 9 << 20 | 5, 0x1000, 255 * 20 + 12, 15);
    check_request(0x24000000, 9 << 20 | 5, 0x1000, 65535 * 20 + 12, 30);
    /* u32 indices reach everything up to the end of the bus */
    check_request(0x34000000, 9 << 20 | 5, 0x1000, 0xfffff000, 60);
    check_request(0x04000000, 9 << 20 | 5, 0xfffffff0, 16, 0);
    check_request(0x07000000, 9 << 20 | 5, 0x1000, 0, 0);
}

/* [count] -> "abc/p" per primitive: vertices in order / provoking vertex */
typedef struct AssemblyCase {
    unsigned type, count;
    const char *first, *last;
} AssemblyCase;

static const AssemblyCase assembly_cases[] = {
    { 0, 3, "0/0 1/1 2/2", "0/0 1/1 2/2" },
    { 1, 1, "", "" },
    { 1, 4, "01/0 23/2", "01/1 23/3" },
    { 1, 5, "01/0 23/2", "01/1 23/3" },
    { 2, 1, "", "" },
    { 2, 2, "01/0 10/1", "01/1 10/0" },
    { 2, 4, "01/0 12/1 23/2 30/3", "01/1 12/2 23/3 30/0" },
    { 3, 1, "", "" },
    { 3, 4, "01/0 12/1 23/2", "01/1 12/2 23/3" },
    { 4, 2, "", "" },
    { 4, 6, "012/0 345/3", "012/2 345/5" },
    { 4, 8, "012/0 345/3", "012/2 345/5" },
    { 5, 2, "", "" },
    { 5, 6, "012/0 213/1 234/2 435/3", "012/2 213/3 234/4 435/5" },
    { 6, 2, "", "" },
    { 6, 5, "012/1 023/2 034/3", "012/2 023/3 034/4" },
    { 7, 6, "", "" },
};

static char *assembly(unsigned type, unsigned count, bool last)
{
    g_autofree Gr3dRegs *regs = new_regs();
    GString *text = g_string_new(NULL);
    GpuEvents events = { 0 };
    Gr3dIdx idx;

    regs->reg[0x122] = type << 24 | last << 27;
    regs->reg[0x123] = (count - 1) << 20;
    gr3d_idx_decode(&idx, regs, &events);
    for (unsigned j = 0; j < gr3d_idx_num_prims(&idx); j++) {
        Gr3dAssembled prim;

        gr3d_idx_assemble(&idx, j, &prim);
        g_string_append(text, j ? " " : "");
        for (unsigned i = 0; i < prim.num; i++) {
            g_string_append_printf(text, "%u", prim.vertex[i]);
        }
        g_string_append_printf(text, "/%u", prim.provoking);
    }
    g_assert_cmpint(events.num, ==, type == 7);
    return g_string_free(text, FALSE);
}

static void test_assembly(void)
{
    for (unsigned n = 0; n < G_N_ELEMENTS(assembly_cases); n++) {
        const AssemblyCase *c = &assembly_cases[n];
        g_autofree char *first = assembly(c->type, c->count, false);
        g_autofree char *last = assembly(c->type, c->count, true);

        g_assert_cmpstr(first, ==, c->first);
        g_assert_cmpstr(last, ==, c->last);
    }
}

/* The largest draw: 4096 vertices. */
static void test_largest(void)
{
    static const unsigned want[8] = {
        4096, 2048, 4096, 4095, 1365, 4094, 4094, 0
    };

    for (unsigned type = 0; type < 8; type++) {
        g_autofree Gr3dRegs *regs = new_regs();
        GpuEvents events = { 0 };
        Gr3dIdx idx;

        regs->reg[0x122] = type << 24;
        regs->reg[0x123] = 0xfff00000;
        gr3d_idx_decode(&idx, regs, &events);
        g_assert_cmpint(gr3d_idx_num_prims(&idx), ==, want[type]);
        for (unsigned j = 0; j < want[type]; j++) {
            Gr3dAssembled prim;

            gr3d_idx_assemble(&idx, j, &prim);
            for (unsigned i = 0; i < prim.num; i++) {
                g_assert_cmpint(prim.vertex[i], <, 4096);
            }
            g_assert_cmpint(prim.provoking, <, 4096);
        }
    }
}

/*
 * The captured vendor program: position to export 0, colour to export 7.
 * Set-up sees them as rows 0 and 1, and nothing behind.
 */
static void test_rows(void)
{
    static const uint32_t program[8] = {
        0x401f9c6c, 0x0040000d, 0x8106c083, 0x6041ff80,
        0x401f9c6c, 0x0040010d, 0x8106c083, 0x6041ff9d,
    };
    static const uint8_t memory[8] = { 1, 2, 3, 4, 5, 6, 7, 8 };
    static const float zeros[14][4];
    g_autofree Gr3dDraw *draw = g_new0(Gr3dDraw, 1);
    g_autofree Gr3dRegs *regs = g_new0(Gr3dRegs, 1);
    const uint32_t number = 0;
    Gr3dVpeCount count = { 0 };
    Gr3dVpEntry *entry;
    float rows[GR3D_VERTEX_ROWS * 4 * GR3D_VERTEX_GROUP];
    Gr3dVertex out;
    Gr3dIdx idx;
    Gr3dVpe vpe;

    memcpy(regs->vp_inst, program, sizeof(program));
    regs->reg[0x101] = mode(0, 4, 8);
    regs->reg[0x103] = mode(0, 4, 8);
    regs->reg[0x120] = 0x00030081;
    regs->reg[0x201] = 0xffff;
    for (int i = 0; i < 2; i++) {
        draw->span[i].data = (uint8_t *)memory + 4 * i;
        draw->span[i].size = 4;
    }
    draw->reference = &gr3d_reference;
    entry = gr3d_vp_entry(NULL, regs);
    gr3d_vp_decode_state(&draw->vp, regs);
    draw->vp.insn = entry->insn;
    gr3d_idx_decode(&idx, regs, &draw->events);
    memset(rows, 0xa5, sizeof(rows));
    gr3d_vpe_open(&vpe, draw, &idx, GR3D_VERTEX_ROWS);
    gr3d_vpe_run(&vpe, &number, 1, rows, &count);
    gr3d_vertex_get(rows, GR3D_VERTEX_ROWS, 0, &out);
    gr3d_vpe_add(&count, draw);
    g_assert_cmpint(count.work, >=, 2);
    for (int i = 0; i < 8; i++) {
        g_assert_cmpfloat((&out.row[0][0])[i], ==, i + 1);
    }
    g_assert_cmpmem(out.row[2], sizeof(zeros), zeros, sizeof(zeros));
    g_assert_cmpint(draw->events.num, ==, 0);
    gr3d_entry_unref(&entry->entry);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/idx/formats", test_formats);
    g_test_add_func("/idx/components", test_components);
    g_test_add_func("/idx/disabled", test_disabled);
    g_test_add_func("/idx/stride-zero", test_stride_zero);
    g_test_add_func("/idx/range", test_range);
    g_test_add_func("/idx/index", test_index);
    g_test_add_func("/idx/requests", test_requests);
    g_test_add_func("/idx/assembly", test_assembly);
    g_test_add_func("/idx/largest", test_largest);
    g_test_add_func("/idx/rows", test_rows);
    return g_test_run();
}
