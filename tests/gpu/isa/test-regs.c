/*
 * Tests of the GR3D register shadow and upload ports
 *
 * Expectations come from docs/specs/tegra-gr3d.rst, not from the code.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <glib.h>
#include "hw/gpu/gr3d/isa/regs.h"

/* A data port as documented: offsets are written out on purpose. */
typedef struct PortCase {
    const char *name;
    uint32_t index, data;
    unsigned entries;
    uint32_t mask;
    size_t memory;
} PortCase;

#define PORT(name, index, data, entries, mask) \
    { #name, index, data, entries, mask, G_STRUCT_OFFSET(Gr3dRegs, name) }

static const PortCase port_cases[] = {
    PORT(vp_inst, 0x205, 0x206, 1024, 0xffffffff),
    PORT(vp_const, 0x207, 0x208, 1024, 0xffffffff),
    PORT(pseq_inst, 0x540, 0x541, 64, 0xffffffff),
    PORT(mfu_sched, 0x600, 0x601, 64, 0xff),
    PORT(mfu_inst, 0x603, 0x604, 128, 0xffffffff),
    PORT(tex_inst, 0x700, 0x701, 64, 0xffffffff),
    PORT(alu_sched, 0x800, 0x801, 64, 0xff),
    PORT(alu_inst, 0x803, 0x804, 512, 0xffffffff),
    PORT(alu_comp, 0x805, 0x806, 64, 0xffffffff),
    PORT(dw_inst, 0x900, 0x901, 64, 0xffffffff),
};

static const uint32_t *memory_of(const Gr3dRegs *regs, const PortCase *c)
{
    return G_STRUCT_MEMBER_P(regs, c->memory);
}

static Gr3dRegs *new_regs(void)
{
    Gr3dRegs *regs = g_new(Gr3dRegs, 1);

    memset(regs, 0xa5, sizeof(*regs));
    gr3d_regs_reset(regs);
    return regs;
}

static void test_reset(void)
{
    g_autofree Gr3dRegs *regs = new_regs();
    const uint32_t *word = (const uint32_t *)regs;

    for (size_t i = 0; i < sizeof(*regs) / 4; i++) {
        g_assert_cmphex(word[i], ==, 0);
    }
}

/* Fill a memory from the middle on: order, wrap, nothing else touched. */
static void test_port_write(gconstpointer data)
{
    const PortCase *c = data;
    g_autofree Gr3dRegs *regs = new_regs();
    g_autofree Gr3dRegs *want = new_regs();
    uint32_t start = c->entries - 3;

    gr3d_regs_write(regs, c->index, start);
    for (unsigned i = 0; i < 8; i++) {
        g_assert_cmpint(gr3d_regs_write(regs, c->data, 0xabcd1200 + i), ==,
                        GR3D_WRITE_STORED);
    }
    for (unsigned i = 0; i < 8; i++) {
        ((uint32_t *)memory_of(want, c))[(start + i) % c->entries] =
            (0xabcd1200 + i) & c->mask;
    }
    want->reg[c->index] = 5;
    g_assert_cmpmem(regs, sizeof(*regs), want, sizeof(*want));
}

static void test_port_read(gconstpointer data)
{
    const PortCase *c = data;
    g_autofree Gr3dRegs *regs = new_regs();

    for (unsigned i = 0; i < c->entries; i++) {
        gr3d_regs_write(regs, c->data, i * 7 + 1);
    }
    g_assert_cmphex(regs->reg[c->index], ==, 0);
    gr3d_regs_write(regs, c->index, c->entries - 2);
    for (unsigned i = 0; i < 4; i++) {
        unsigned at = (c->entries - 2 + i) % c->entries;

        g_assert_cmphex(gr3d_regs_read(regs, c->data), ==,
                        (at * 7 + 1) & c->mask);
    }
    g_assert_cmphex(regs->reg[c->index], ==, 2);
}

/* A burst goes on where the last one stopped. */
static void test_port_continues(void)
{
    g_autofree Gr3dRegs *regs = new_regs();

    gr3d_regs_write(regs, 0x207, 4 * 3);
    gr3d_regs_write(regs, 0x208, 1);
    gr3d_regs_write(regs, 0x120, 0x10001);
    gr3d_regs_write(regs, 0x208, 2);
    g_assert_cmphex(regs->vp_const[12], ==, 1);
    g_assert_cmphex(regs->vp_const[13], ==, 2);
}

static void check_packed(uint32_t index, uint32_t one, uint32_t four,
                         size_t memory)
{
    g_autofree Gr3dRegs *regs = new_regs();
    const uint32_t *sched = G_STRUCT_MEMBER_P(regs, memory);

    gr3d_regs_write(regs, index, 62);
    gr3d_regs_write(regs, four, 0x44332211);
    g_assert_cmphex(sched[62], ==, 0x11);
    g_assert_cmphex(sched[63], ==, 0x22);
    g_assert_cmphex(sched[0], ==, 0x33);
    g_assert_cmphex(sched[1], ==, 0x44);
    g_assert_cmphex(regs->reg[index], ==, 2);
    gr3d_regs_write(regs, one, 0x1ff);
    g_assert_cmphex(sched[2], ==, 0xff);
    gr3d_regs_write(regs, index, 63);
    g_assert_cmphex(gr3d_regs_read(regs, four), ==, 0xff443322);
    g_assert_cmphex(gr3d_regs_read(regs, one), ==, 0);
    g_assert_cmphex(regs->reg[index], ==, 4);
}

static void test_packed(void)
{
    check_packed(0x600, 0x601, 0x602, G_STRUCT_OFFSET(Gr3dRegs, mfu_sched));
    check_packed(0x800, 0x801, 0x802, G_STRUCT_OFFSET(Gr3dRegs, alu_sched));
}

static void test_broadcast(void)
{
    static const uint16_t follow[] = {
        0x540, 0x600, 0x700, 0x800, 0x805, 0x900
    };
    static const uint16_t keep[] = { 0x205, 0x207, 0x603, 0x803 };
    g_autofree Gr3dRegs *regs = new_regs();

    for (unsigned i = 0; i < G_N_ELEMENTS(keep); i++) {
        gr3d_regs_write(regs, keep[i], 40 + i);
    }
    gr3d_regs_write(regs, 0xe22, 0x15);
    for (unsigned i = 0; i < G_N_ELEMENTS(follow); i++) {
        g_assert_cmphex(regs->reg[follow[i]], ==, 0x15);
    }
    for (unsigned i = 0; i < G_N_ELEMENTS(keep); i++) {
        g_assert_cmphex(regs->reg[keep[i]], ==, 40 + i);
    }
    /* each has its own pointer afterwards */
    gr3d_regs_write(regs, 0x701, 0x420);
    g_assert_cmphex(regs->reg[0x700], ==, 0x16);
    g_assert_cmphex(regs->reg[0x900], ==, 0x15);
    g_assert_cmphex(regs->tex_inst[0x15], ==, 0x420);
}

static void test_triggers(void)
{
    g_autofree Gr3dRegs *regs = new_regs();

    g_assert_cmpint(gr3d_regs_write(regs, 0x000, 0x10c), ==,
                    GR3D_WRITE_INCR_SYNCPT);
    g_assert_cmpint(gr3d_regs_write(regs, 0x122, 0xc4000000), ==,
                    GR3D_WRITE_STORED);
    g_assert_cmpint(gr3d_regs_write(regs, 0x123, 0x00200000), ==,
                    GR3D_WRITE_DRAW);
    g_assert_cmphex(gr3d_regs_read(regs, 0x122), ==, 0xc4000000);
    g_assert_cmphex(gr3d_regs_read(regs, 0x123), ==, 0x00200000);
}

/* What clients send for later chips changes nothing and is no error. */
static void test_other_chips(void)
{
    static const uint16_t others[] = {
        0x412, 0x413, 0x416, 0x41a, 0x547, 0x548, 0x750, 0x75f, 0x770, 0x79f,
        0x7e0, 0x7e1, 0x807, 0x907, 0x90b, 0xb00, 0xb01, 0xb04, 0xb06, 0xb12,
        0xb14, 0xc00, 0xc03, 0xc30, 0xc33, 0xc40, 0xc43, 0xc50, 0xc53, 0xe2b,
        0xe30, 0xe3f, 0xe40, 0xe41, 0xe42, 0xe43, 0xe44, 0xe45, 0xe70, 0xe7f,
        0xe80, 0xe84, 0xe87,
    };
    g_autofree Gr3dRegs *regs = new_regs();
    g_autofree Gr3dRegs *want = new_regs();

    for (unsigned i = 0; i < G_N_ELEMENTS(others); i++) {
        g_assert_cmpint(gr3d_regs_write(regs, others[i], ~0u), ==,
                        GR3D_WRITE_STORED);
        g_assert_null(gr3d_reg_name(others[i]));
    }
    g_assert_cmpmem(regs, sizeof(*regs), want, sizeof(*want));
}

static void test_unknown(void)
{
    static const uint32_t holes[] = {
        0x003, 0x127, 0x20c, 0x367, 0x414, 0x504, 0x605, 0x840, 0xa0d,
        0xe88, 0xfff, 0x1000, 0xffffffff,
    };
    g_autofree Gr3dRegs *regs = new_regs();
    g_autofree Gr3dRegs *want = new_regs();

    for (unsigned i = 0; i < G_N_ELEMENTS(holes); i++) {
        g_assert_cmpint(gr3d_regs_write(regs, holes[i], ~0u), ==,
                        GR3D_WRITE_UNKNOWN);
        g_assert_cmphex(gr3d_regs_read(regs, holes[i]), ==, 0);
        g_assert_null(gr3d_reg_name(holes[i]));
    }
    g_assert_cmpmem(regs, sizeof(*regs), want, sizeof(*want));
}

static void test_special(void)
{
    g_autofree Gr3dRegs *regs = new_regs();

    gr3d_regs_write(regs, 0xa00, 0xe01);
    g_assert_cmphex(gr3d_regs_read(regs, 0xa00), ==, 0xe00);
    gr3d_regs_write(regs, 0xa01, 0);
    g_assert_cmphex(gr3d_regs_read(regs, 0xa01), ==, 1);
    gr3d_regs_write(regs, 0x342, 0x123);
    g_assert_cmphex(gr3d_regs_read(regs, 0x342), ==, 0);
}

static void test_names(void)
{
    g_assert_cmpstr(gr3d_reg_name(0x123), ==, "DRAW_PRIM");
    g_assert_cmpstr(gr3d_reg_name(0x106), ==, "ATTR_BASE[3]");
    g_assert_cmpstr(gr3d_reg_name(0x11f), ==, "ATTR_MODE[15]");
    g_assert_cmpstr(gr3d_reg_name(0x33f), ==, "SU_INST_ODD[31]");
    g_assert_cmpstr(gr3d_reg_name(0x83f), ==, "ALU_GLOBALS[31]");
    g_assert_cmpstr(gr3d_reg_name(0xe0a), ==, "SURFADDR[10]");
    g_assert_cmpstr(gr3d_reg_name(0x60b), ==, "AT_CONSTANT[3]");
}

/* Direct registers of the context-save list read back what was written. */
static void test_storage(void)
{
    static const struct { uint16_t first, count; } save[] = {
        { 0xe00, 4 }, { 0xe05, 29 }, { 0xe25, 2 }, { 0xe28, 2 }, { 0x001, 2 },
        { 0x00c, 10 }, { 0x100, 34 }, { 0x124, 2 }, { 0x200, 5 },
        { 0x209, 1 }, { 0x300, 64 }, { 0x343, 25 }, { 0x363, 2 },
        { 0x400, 16 }, { 0x411, 1 }, { 0x500, 4 }, { 0x520, 32 },
        { 0x608, 4 }, { 0x60e, 1 }, { 0x710, 50 }, { 0x820, 32 },
        { 0x902, 2 }, { 0xa02, 10 }, { 0xe04, 1 }, { 0xe2a, 1 },
    };
    g_autofree Gr3dRegs *regs = new_regs();

    for (unsigned i = 0; i < G_N_ELEMENTS(save); i++) {
        for (unsigned j = 0; j < save[i].count; j++) {
            uint32_t offset = save[i].first + j;

            g_assert_nonnull(gr3d_reg_name(offset));
            gr3d_regs_write(regs, offset, 0x5a000000 + offset);
            g_assert_cmphex(gr3d_regs_read(regs, offset), ==,
                            0x5a000000 + offset);
        }
    }
}

static void test_fields(void)
{
    g_assert_cmphex(GR3D_GET(0xec000000, SET_PRIM, PRIM_TYPE), ==, 4);
    g_assert_cmphex(GR3D_GET(0xec000000, SET_PRIM, DRAW_MODE), ==, 2);
    g_assert_cmphex(GR3D_GET(0xec000000, SET_PRIM, FLAT_LAST), ==, 1);
    g_assert_cmphex(GR3D_GET(0x0000104d, ATTR_MODE, FMT), ==, 13);
    g_assert_cmphex(GR3D_GET(0x0000104d, ATTR_MODE, SIZE), ==, 4);
    g_assert_cmphex(GR3D_GET(0x0000104d, ATTR_MODE, STRIDE), ==, 16);
    g_assert_cmphex(GR3D_GET(0xb8e00000, SU_PARAM, SUBPIX_XOFF), ==, 0x38);
    g_assert_cmphex(GR3D_GET(0xb8e00000, SU_PARAM, SUBPIX_YOFF), ==, 0x38);
    g_assert_cmphex(GR3D_GET(0xb8e00000, SU_PARAM, CLIP_ENABLE), ==, 1);
    g_assert_cmphex(GR3D_GET(0x00040034, SURFDESC, STRIDE), ==, 1024);
    g_assert_cmphex(GR3D_GET(0x00040034, SURFDESC, FORMAT), ==, 13);
}

/* Check that words written together are stored as by as many writes. */
static void check_run(uint32_t offset, bool incr, unsigned num)
{
    static Gr3dRegs regs, want;
    uint32_t word[40];
    unsigned taken;

    for (unsigned i = 0; i < num; i++) {
        word[i] = g_test_rand_int();
    }
    for (uint32_t *w = (uint32_t *)&regs; w < (uint32_t *)(&regs + 1); w++) {
        *w = (uintptr_t)w * 0x9e3779b9u;
    }
    want = regs;
    taken = gr3d_regs_write_run(&regs, offset, incr, word, num);
    g_assert_cmpuint(taken, <=, num);
    for (unsigned i = 0; i < taken; i++) {
        g_assert_cmpint(gr3d_regs_write(&want, offset + (incr ? i : 0),
                                        word[i]), ==, GR3D_WRITE_STORED);
    }
    g_assert_cmpmem(&regs, sizeof(regs), &want, sizeof(want));
}

static void test_run(void)
{
    for (uint32_t offset = 0; offset <= GR3D_NUM_REGS; offset++) {
        check_run(offset, true, 1);
        check_run(offset, true, 40);
        check_run(offset, false, 40);
    }
}

/* Ports and neighbours are worth it; a trigger ends a run. */
static void test_run_length(void)
{
    static Gr3dRegs regs;
    static const uint32_t word[16] = { 0 };

    for (unsigned i = 0; i < G_N_ELEMENTS(port_cases); i++) {
        g_assert_cmpuint(gr3d_regs_write_run(&regs, port_cases[i].data, false,
                                             word, 16), ==, 16);
    }
    g_assert_cmpuint(gr3d_regs_write_run(&regs, 0x100, true, word, 16), ==,
                     16);
    g_assert_cmpuint(gr3d_regs_write_run(&regs, 0x120, true, word, 16), ==, 3);
    g_assert_cmpuint(gr3d_regs_write_run(&regs, 0x123, true, word, 16), ==, 0);
    g_assert_cmpuint(gr3d_regs_write_run(&regs, 0x000, false, word, 16), ==,
                     0);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    for (unsigned i = 0; i < G_N_ELEMENTS(port_cases); i++) {
        const PortCase *c = &port_cases[i];
        g_autofree char *wr = g_strdup_printf("/regs/write/%s", c->name);
        g_autofree char *rd = g_strdup_printf("/regs/read/%s", c->name);

        g_test_add_data_func(wr, c, test_port_write);
        g_test_add_data_func(rd, c, test_port_read);
    }
    g_test_add_func("/regs/reset", test_reset);
    g_test_add_func("/regs/run", test_run);
    g_test_add_func("/regs/run-length", test_run_length);
    g_test_add_func("/regs/continues", test_port_continues);
    g_test_add_func("/regs/packed", test_packed);
    g_test_add_func("/regs/broadcast", test_broadcast);
    g_test_add_func("/regs/triggers", test_triggers);
    g_test_add_func("/regs/other-chips", test_other_chips);
    g_test_add_func("/regs/unknown", test_unknown);
    g_test_add_func("/regs/special", test_special);
    g_test_add_func("/regs/names", test_names);
    g_test_add_func("/regs/storage", test_storage);
    g_test_add_func("/regs/fields", test_fields);
    return g_test_run();
}
