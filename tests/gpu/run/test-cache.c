/*
 * Programs that are kept between draws are those of the draw
 *
 * Random programs, of which one word after the other changes: what the cache
 * returns is what the decoder makes of the registers, whichever draws there
 * were before.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <glib.h>
#include "hw/gpu/gr3d/lower/vp_lower.h"
#include "hw/gpu/gr3d/run/cache.h"
#include "hostile-rng.h"

#define ROUNDS      20000
#define PROGRAMS    200         /* more than are kept */

#define R_ATTR_MASK     0x120
#define R_VPE_START     0x204
#define R_PSEQ_PC       0x503
#define R_COMMAND       0x520
#define R_PIX_ATTR      0xe20

static const size_t memories[] = {
    offsetof(Gr3dRegs, pseq_inst), offsetof(Gr3dRegs, mfu_sched),
    offsetof(Gr3dRegs, mfu_inst), offsetof(Gr3dRegs, tex_inst),
    offsetof(Gr3dRegs, alu_sched), offsetof(Gr3dRegs, alu_inst),
    offsetof(Gr3dRegs, alu_comp), offsetof(Gr3dRegs, dw_inst),
    offsetof(Gr3dRegs, vp_inst),
};

static const uint32_t controls[] = {
    R_ATTR_MASK, R_VPE_START, R_PSEQ_PC, R_COMMAND, R_PIX_ATTR,
};

/* Few programs of few instructions, so that many come again */
static void change(Rng *rng, Gr3dRegs *regs)
{
    char *base = (char *)regs;
    size_t memory = memories[rng_below(rng, G_N_ELEMENTS(memories))];
    uint32_t *word = (uint32_t *)(base + memory) + rng_below(rng, 16);

    if (rng_below(rng, 4) == 0) {
        word = &regs->reg[controls[rng_below(rng, G_N_ELEMENTS(controls))]];
    }
    *word = rng_below(rng, 2) ? 0 : 1u << rng_below(rng, 32);
}

/* Words as words: the structs have holes. */
static void check_exec(const Gr3dFpExec *got, const Gr3dFpExec *want)
{
    g_assert_cmphex(gr3d_fp_encode_pseq(&got->pseq), ==,
                    gr3d_fp_encode_pseq(&want->pseq));
    g_assert_cmphex(gr3d_fp_encode_tex(&got->tex), ==,
                    gr3d_fp_encode_tex(&want->tex));
    g_assert_cmphex(gr3d_fp_encode_dw(&got->dw), ==,
                    gr3d_fp_encode_dw(&want->dw));
    g_assert_cmpmem(&got->num_mfu, sizeof(*got) -
                    offsetof(Gr3dFpExec, num_mfu),
                    &want->num_mfu, sizeof(*want) -
                    offsetof(Gr3dFpExec, num_mfu));
}

static void check_fp(Gr3dCache *cache, const Gr3dRegs *regs)
{
    static Gr3dFp want;
    GpuEvents events = { 0 };
    Gr3dFpEntry *got = gr3d_fp_entry(cache, regs);

    gr3d_fp_decode(&want, regs, &events);
    g_assert_cmpuint(got->fp.num_execs, ==, want.num_execs);
    g_assert_cmpuint(got->fp.num_rows, ==, want.num_rows);
    for (unsigned e = 0; e < GR3D_NUM_EXECS; e++) {
        check_exec(&got->fp.exec[e], &want.exec[e]);
    }
    g_assert_cmpmem(got->fp.mfu, sizeof(want) - offsetof(Gr3dFp, mfu),
                    want.mfu, sizeof(want) - offsetof(Gr3dFp, mfu));
    g_assert_cmpmem(&got->events, sizeof(events), &events, sizeof(events));
    gr3d_entry_unref(&got->entry);
}

static void check_vp(Gr3dCache *cache, const Gr3dRegs *regs)
{
    static Gr3dVpInsn want[GR3D_VP_INSNS];
    Gr3dVpEntry *got = gr3d_vp_entry(cache, regs);

    memset(want, 0, sizeof(want));
    gr3d_vp_decode_program(want, regs);
    g_assert_cmpmem(got->insn, sizeof(want), want, sizeof(want));
    gr3d_entry_unref(&got->entry);
}

static void test_random(void)
{
    g_autofree Gr3dRegs *regs = g_new0(Gr3dRegs, 1);
    Gr3dCache *cache = gr3d_cache_new();
    Rng rng = { 1 };

    for (unsigned i = 0; i < ROUNDS; i++) {
        change(&rng, regs);
        check_fp(cache, regs);
        check_vp(cache, regs);
    }
    gr3d_cache_free(cache);
}

/* What is not part of the program makes no new entry, what is does. */
static void test_same(void)
{
    g_autofree Gr3dRegs *regs = g_new0(Gr3dRegs, 1);
    Gr3dCache *cache = gr3d_cache_new();
    Gr3dFpEntry *fp[3];
    Gr3dVpEntry *vp[4];

    regs->reg[R_COMMAND] = 1;
    regs->vp_inst[3] = 1;                       /* END */
    fp[0] = gr3d_fp_entry(cache, regs);
    vp[0] = gr3d_vp_entry(cache, regs);
    memset(regs->vp_const, 0xff, sizeof(regs->vp_const));
    regs->alu_inst[0] = 1;                      /* no schedule names it */
    regs->vp_inst[4] = 1;                       /* behind the END */
    fp[1] = gr3d_fp_entry(cache, regs);
    vp[1] = gr3d_vp_entry(cache, regs);
    g_assert_true(fp[0] == fp[1]);
    g_assert_true(vp[0] == vp[1]);
    regs->alu_sched[0] = 1;
    regs->reg[R_ATTR_MASK] = 1;                 /* lanes are of exports */
    fp[2] = gr3d_fp_entry(cache, regs);
    vp[2] = gr3d_vp_entry(cache, regs);
    g_assert_true(fp[0] != fp[2]);
    g_assert_true(vp[0] != vp[2]);
    vp[3] = gr3d_vp_entry(NULL, regs);          /* nothing is kept */
    g_assert_true(vp[2] != vp[3]);
    for (unsigned i = 0; i < 3; i++) {
        gr3d_entry_unref(&fp[i]->entry);
    }
    for (unsigned i = 0; i < 4; i++) {
        gr3d_entry_unref(&vp[i]->entry);
    }
    gr3d_cache_free(cache);
}

/* An entry that had to go lives as long as a draw has it. */
static void test_replaced(void)
{
    g_autofree Gr3dRegs *regs = g_new0(Gr3dRegs, 1);
    Gr3dCache *cache = gr3d_cache_new();
    Gr3dFpEntry *entry[PROGRAMS];

    regs->reg[R_COMMAND] = 1;
    for (unsigned i = 0; i < PROGRAMS; i++) {
        regs->tex_inst[0] = 0x400 | i % 16 | i / 16 << 14;
        entry[i] = gr3d_fp_entry(cache, regs);
    }
    gr3d_cache_free(cache);
    for (unsigned i = 0; i < PROGRAMS; i++) {
        g_assert_cmpuint(entry[i]->fp.exec[0].tex.index, ==, i % 16);
        g_assert_cmpuint(entry[i]->fp.exec[0].tex.rest_14, ==, i / 16);
        gr3d_entry_unref(&entry[i]->entry);
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/cache/random", test_random);
    g_test_add_func("/cache/same", test_same);
    g_test_add_func("/cache/replaced", test_replaced);
    return g_test_run();
}
