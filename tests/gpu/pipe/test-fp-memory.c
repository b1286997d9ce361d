/*
 * Tests of what GR3D fragments load, store, and read of textures
 *
 * Expectations by hand from docs/specs/tegra-gr3d.rst (Fragment pipe).
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "fp-run.h"

/*
 * PSEQ and DW
 */

static uint32_t pixel(const Fixture *f, unsigned col, unsigned row)
{
    const uint8_t *p = &f->pixels[row * 32 + col * 4];

    return p[0] | p[1] << 8 | p[2] << 16 | (uint32_t)p[3] << 24;
}

static void test_store(void)
{
    g_autofree Fixture *f = fixture();

    f->regs.dw_inst[0] = 0x00028005;
    init(f, 1, 0);
    f->frag.file[2] = PAIR(0x100, 0x080);
    f->frag.file[3] = PAIR(0x040, 0x100);
    run(f);
    g_assert_cmphex(pixel(f, 5, 3), ==, 0xff407fff);
    f->regs.dw_inst[0] = 0x00020005;
    init(f, 1, 0);
    f->frag.file[1] = PAIR(0, 0x100);
    run(f);
    g_assert_cmphex(pixel(f, 5, 3), ==, 0xff000000);
    g_assert_cmphex(pixel(f, 4, 3) | pixel(f, 5, 2) | pixel(f, 6, 3), ==, 0);
}

/* What suppresses a store, and what does not */
static void test_store_rules(void)
{
    static const struct {
        uint32_t dw, enable;
        bool killed, failed, helper, stored;
    } row[] = {
        { 0x00020005, 2, .stored = true },
        { 0x00020005, 0 },
        { 0x00020004, 2 },                      /* no operation */
        { 0x00020006, 2 },                      /* raw store */
        { 0x00020005, 2, .killed = true },
        { 0x00020045, 2, .killed = true, .stored = true },
        { 0x00020005, 2, .failed = true },
        { 0x00020045, 2, .helper = true },
        { 0x00020009, 2 },                      /* surface 2 */
    };

    for (unsigned i = 0; i < G_N_ELEMENTS(row); i++) {
        g_autofree Fixture *f = fixture();

        f->regs.dw_inst[0] = row[i].dw;
        f->regs.reg[0x903] = row[i].enable;
        init(f, 1, 0);
        f->frag.file[0] = PAIR(0x100, 0);
        f->frag.killed = row[i].killed;
        f->frag.failed = row[i].failed;
        f->frag.helper = row[i].helper;
        run(f);
        g_assert_cmphex(pixel(f, 5, 3), ==, row[i].stored ? 0xff : 0);
    }
}

/* A store in one EXEC is seen by the load of the next: blending */
static void test_load(void)
{
    g_autofree Fixture *f = fixture();
    Gr3dRegs *regs = &f->regs;

    regs->reg[0x520] = 2;
    regs->dw_inst[0] = 0x00020005;
    regs->pseq_inst[1] = 0x0081000a;
    init(f, 1, 0);
    f->frag.file[0] = PAIR(0x080, 0x100);
    f->frag.file[1] = PAIR(0x020, 0x010);
    run(f);
    /* 0.5 is stored as 127 */
    g_assert_cmphex(f->frag.file[2], ==, PAIR(0x07f, 0x100));
    g_assert_cmphex(f->frag.file[3], ==, PAIR(0x020, 0x010));
    /* killed: the registers stay, unless bit 21 */
    init(f, 1, 0);
    f->frag.killed = true;
    f->frag.file[2] = 0x12345;
    run(f);
    g_assert_cmphex(f->frag.file[2], ==, 0x12345);
    regs->pseq_inst[1] |= 1 << 21;
    init(f, 1, 0);
    f->frag.killed = true;
    run(f);
    g_assert_cmphex(f->frag.file[2], ==, PAIR(0x07f, 0x100));
}

/* A kill in the last row of a pass suppresses the stores of all its rows */
static void test_kill_in_pass(void)
{
    g_autofree Fixture *f = fixture();
    Gr3dRegs *regs = &f->regs;

    regs->reg[0x520] = 2;
    regs->reg[0xe20] = 1;
    regs->dw_inst[0] = 0x00020005;
    regs->alu_sched[1] = SCHED(0, 1);
    put(f, 0, 0, MOV(KILL, 3, ONE));
    init(f, 1, 0);
    f->frag.file[0] = PAIR(0x100, 0);
    run(f);
    g_assert_cmphex(pixel(f, 5, 3), ==, 0);
    /* one row: the first EXEC has stored before */
    regs->reg[0xe20] = 0;
    init(f, 1, 0);
    f->frag.file[0] = PAIR(0x100, 0);
    run(f);
    g_assert_cmphex(pixel(f, 5, 3), ==, 0xff);
}

static void test_depth_store(void)
{
    g_autofree Fixture *f = fixture();

    f->regs.reg[0xe11] = 32 << 8 | 11 << 2;
    f->regs.dw_inst[0] = 0x00028005;
    init(f, 1, 0);
    f->frag.file[3] = 0x8765f;
    run(f);
    g_assert_cmphex(f->pixels[3 * 32 + 10] | f->pixels[3 * 32 + 11] << 8, ==,
                    0x8765);
}

/*
 * TEX: 2x2 RGBA8888 whose texel i has red 32 * i + 1
 */

static void test_tex(void)
{
    g_autofree Fixture *f = fixture();
    Gr3dRegs *regs = &f->regs;
    uint8_t memory[32] = { 0 };

    for (unsigned i = 0; i < 4; i++) {
        memory[i / 2 * 16 + i % 2 * 4] = 32 * i + 1;
        memory[i / 2 * 16 + i % 2 * 4 + 2] = 64 + i;
    }
    f->draw.span[GR3D_SPAN_TEXTURE + 3] = (GpuSpan) {
        .data = memory, .size = sizeof(memory),
    };
    regs->reg[0x720 + 6] = 13 << 8;
    regs->reg[0x721 + 6] = 1u << 28 | 1 << 24 | 0x80;
    regs->tex_inst[0] = 0x423;          /* texture 3: r0, r1 -> r2, r3 */
    init(f, 1, 0);
    f->frag.file[0] = F(0.75);
    f->frag.file[1] = F(0.25);
    run(f);
    g_assert_cmphex(f->frag.file[2], ==, PAIR(33, 0));
    g_assert_cmphex(f->frag.file[3], ==, PAIR(65, 0));
    regs->tex_inst[0] = 0x413;          /* r2, r3 -> r0, r1 */
    init(f, 1, 0);
    f->frag.file[2] = F(0.25);
    f->frag.file[3] = F(0.75);
    run(f);
    g_assert_cmphex(f->frag.file[0], ==, PAIR(65, 0));
    g_assert_cmphex(f->frag.file[1], ==, PAIR(66, 0));
    g_assert_cmphex(f->frag.file[2], ==, F(0.25));
}

/* The fourth coordinate as level of detail: r3, or r1 of the other order */
static void test_tex_lod(void)
{
    g_autofree Fixture *f = fixture();
    Gr3dRegs *regs = &f->regs;
    uint8_t memory[128];

    /* 8x4 L8: levels begin at 0, 64, 96, 112 */
    for (unsigned i = 0; i < sizeof(memory); i++) {
        memory[i] = i < 64 ? 1 : i < 96 ? 2 : i < 112 ? 3 : 4;
    }
    f->draw.span[GR3D_SPAN_TEXTURE] = (GpuSpan) {
        .data = memory, .size = sizeof(memory),
    };
    regs->reg[0x720] = 2 << 8;
    regs->reg[0x721] = 3u << 28 | 2 << 24 | 0x30 << 8;
    for (unsigned lod = 0; lod < 4; lod++) {
        regs->tex_inst[0] = 0x2420;
        init(f, 1, 0);
        f->frag.file[3] = F(lod);
        run(f);
        g_assert_cmphex(f->frag.file[2], ==, PAIR(lod + 1, lod + 1));
        regs->tex_inst[0] = 0x2410;
        init(f, 1, 0);
        f->frag.file[1] = F(lod);
        run(f);
        g_assert_cmphex(f->frag.file[0], ==, PAIR(lod + 1, lod + 1));
    }
}

/* What goes wrong with memory: one event each, and zeros or no store */
static void test_memory_events(void)
{
    static const struct {
        uint32_t pseq, tex, dw;
        unsigned format;                /* of surface 1 and texture 0 */
        bool memory;
        Gr3dEventId event;
        uint32_t value;
    } row[] = {
        { 0x0081000a, 0, 0, 33, true, GR3D_EV_SURF_FORMAT, 1 },
        { 0x0081000a, 0, 0, 13, false, GR3D_EV_SURF_RANGE, 1 },
        { 0, 0, 0x00020005, 33, true, GR3D_EV_SURF_FORMAT, 1 },
        { 0, 0, 0x00020005, 31, true, GR3D_EV_SURF_FORMAT, 1 },
        { 0, 0, 0x00020005, 22, true, GR3D_EV_SURF_FORMAT, 1 },
        { 0, 0, 0x00020005, 13, false, GR3D_EV_SURF_RANGE, 1 },
        /* stencil is surface 2, without memory; then the wrong surface */
        { 0, 0, 0x00020409, 13, true, GR3D_EV_SURF_RANGE, 2 },
        { 0, 0, 0x00020405, 13, true, GR3D_EV_STENCIL_STORE, 1 },
        { 0, 0x420, 0, 33, true, GR3D_EV_TEX_FORMAT, 33 },
        { 0, 0x420, 0, 13, true, GR3D_EV_TEX_RANGE, 0 },
    };

    for (unsigned i = 0; i < G_N_ELEMENTS(row); i++) {
        g_autofree Fixture *f = fixture();
        uint32_t *reg = f->regs.reg;
        const GpuEvents *e = &f->draw.events;

        reg[0xe11] = 32 << 8 | row[i].format << 2;
        reg[0x402] = 2 << 2 | 0x20;
        reg[0xe12] = 8 << 8 | 3 << 2;
        reg[0x903] = 6;
        reg[0x720] = row[i].format << 8;
        reg[0x721] = 0x80;
        f->regs.pseq_inst[0] = row[i].pseq;
        f->regs.tex_inst[0] = row[i].tex;
        f->regs.dw_inst[0] = row[i].dw;
        if (!row[i].memory) {
            f->draw.span[GR3D_SPAN_SURFACE + 1].data = NULL;
        }
        memset(f->pixels, 0xaa, sizeof(f->pixels));
        init(f, 1, 0);
        f->frag.stencil = 0x55;
        f->frag.file[2] = f->frag.file[3] = 0x12345;
        run(f);
        g_assert_cmpuint(e->num, ==, 1);
        g_assert_cmpuint(e->place[row[i].event], ==, 1);
        g_assert_cmpuint(e->list[0].value, ==, row[i].value);
        g_assert_cmphex(pixel(f, 5, 3), ==, 0xaaaaaaaa);
        if (!row[i].dw) {
            g_assert_cmphex(f->frag.file[2], ==, 0);
            g_assert_cmphex(f->frag.file[3] & 0x3ff, ==, 0);
        }
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/fp-memory/store", test_store);
    g_test_add_func("/fp-memory/store-rules", test_store_rules);
    g_test_add_func("/fp-memory/load", test_load);
    g_test_add_func("/fp-memory/kill-in-pass", test_kill_in_pass);
    g_test_add_func("/fp-memory/depth-store", test_depth_store);
    g_test_add_func("/fp-memory/tex", test_tex);
    g_test_add_func("/fp-memory/tex-lod", test_tex_lod);
    g_test_add_func("/fp-memory/memory-events", test_memory_events);
    return g_test_run();
}
