/*
 * QTest of what VideoCore IV 3D shows of itself
 *
 * Text is compared with what the test wrote to registers and memory.
 * [videocore-iv-v3d.rst, Watching it]
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "bcm2835-v3d.h"

#define STEP_NS     1000

/* The list from its third record on, at bus addresses */
#define EXECUTED                                                        \
    "c2000011  STORE_GENERAL address=0x0 buffer=0 "
#define DRAW                                                            \
    "c200003d  ARRAY_PRIMITIVES mode=4 length=3 first=0\n"

static const char *const state_lines[] = {
    "power: on\n",
    "interrupts: INTCTL 0x0, INTENA 0x1, DBQITC 0x0, DBQITE 0x2\n",
    "requests: 13, completed 0\n",
    "binning: idle, CA 0x00000000, EA 0x00000000, sub-lists 0, semaphore 0, "
    "records 0\n",
    "rendering: runs, CA 0xc2000047, EA 0xc2000048, sub-lists 0, semaphore 0, "
    "records 10\n  " DRAW,
    "  tile 0,0 of 64x64 pixels at 0x02100000\n"
    "  primitive 0 of mode 4, length 3\n",
    "binner: 0 bytes at 0x00000000, overspill 256 bytes at 0xc2200000\n",
    "user programs: 12 run, 1 of 16 wait\n"
    "  program 0xc2002000, uniforms 0xc2003000\n",
};

static const char *const list_lines[] = {
    "rendering, executed:\n" EXECUTED,
    "c2000038  NV_SHADER_STATE address=0x2001000\n" DRAW
    "rendering, from CA on:\nc2000047  STORE_MS_RESOLVED_EOF\n",
};

static const char *const program_lines[] = {
    "fragment program of batch 0, ",
    " instructions, uniforms 0xc2003000, Z 0x0000, N 0x0000, C 0x0000\n",
    "c2002000: 100009e7009e7000  nop ; nop\n",
    "c2002008: f0f809e7ffffffd8  brr -, -, -40 -> c2002000\n",
    "QPU 0, user program, ",
    "QPU 11, user program, ",
};

/* Return @text without the CRs by which the monitor ends its lines. */
static char *without_cr(char *text)
{
    g_auto(GStrv) part = g_strsplit(text, "\r", -1);

    g_free(text);
    return g_strjoinv("", part);
}

static void check(const char *text, const char *const *line, unsigned int num)
{
    for (unsigned int i = 0; i < num; i++) {
        if (!strstr(text, line[i])) {
            g_test_message("%s", text);
        }
        g_assert_nonnull(strstr(text, line[i]));
    }
}

/* Two jobs without end: fragments, and 13 user programs for 12 QPUs */
static QTestState *start(void)
{
    QTestState *qts = qtest_init("-machine raspi2b -display none "
                                 "-global bcm2835-v3d.threads=0");

    put_scene(qts);
    put_program(qts, endless, ARRAY_SIZE(endless));
    v3d_write(qts, A_V3D_INTENA, 1);
    v3d_write(qts, A_V3D_DBQITE, 2);
    v3d_write(qts, A_V3D_BPOA, BCM2835_BUS | 0x02200000);
    v3d_write(qts, A_V3D_BPOS, 256);
    render(qts);
    v3d_write(qts, A_V3D_SRQUA, BCM2835_BUS | UNIFORMS);
    v3d_write(qts, A_V3D_SRQUL, 4);
    for (unsigned int i = 0; i < 13; i++) {
        v3d_write(qts, A_V3D_SRQPC, BCM2835_BUS | PROGRAM);
    }
    for (unsigned int i = 0; i < 5; i++) {
        qtest_clock_step(qts, STEP_NS);
    }
    return qts;
}

static void test_info(void)
{
    QTestState *qts = start();
    g_autofree char *text = without_cr(qtest_hmp(qts, "info v3d"));

    check(text, state_lines, ARRAY_SIZE(state_lines));
    check(text, list_lines, ARRAY_SIZE(list_lines));
    check(text, program_lines, ARRAY_SIZE(program_lines));
    g_assert_null(strstr(text, "ended by"));
    qtest_quit(qts);
}

static char *get(QTestState *qts, const char *name)
{
    g_autofree char *command = g_strdup_printf(
        "qom-get %s %s", "/machine/soc/peripherals/v3d", name);

    return qtest_hmp(qts, "%s", command);
}

/* What a job was doing outlives it, whoever ends it. */
static void test_hang(void)
{
    static const char *const by_reset = "ended by: CT1CS.RSTA";
    static const char *const by_power = "ended by: power";
    QTestState *qts = start();
    char *text;

    v3d_write(qts, A_V3D_CT0CS + RENDER, R_V3D_CT0CS_RSTA_MASK);
    text = without_cr(qtest_hmp(qts, "info v3d"));
    check(text, &by_reset, 1);
    check(text, list_lines, ARRAY_SIZE(list_lines));
    check(text, program_lines, ARRAY_SIZE(program_lines));
    g_assert_nonnull(strstr(text, "rendering: idle"));
    g_free(text);

    /* The user programs still run. */
    set_power(qts, 0);
    text = get(qts, "hang");
    check(text, &by_power, 1);
    g_assert_null(strstr(text, "fragment program"));
    g_free(text);

    /* Nothing runs: what is kept stays. */
    set_power(qts, 1);
    set_power(qts, 0);
    text = get(qts, "hang");
    check(text, &by_power, 1);
    g_free(text);
    text = get(qts, "programs");
    g_assert_null(strstr(text, "program of"));
    g_free(text);
    qtest_quit(qts);
}

/* Counters of an idle machine: none; of a frame: those of a triangle */
static void test_counters(void)
{
    static const char *const line[] = {
        "1 primitives 1\n", "3 quads 1024\n", "9 quads-coloured 1024\n",
        "PCTR2 of source 9: 0x00000400\n",
    };
    static const uint64_t colour[] = COLOUR_AFTER(1);
    QTestState *qts = qtest_init("-machine raspi2b -display none "
                                 "-global bcm2835-v3d.threads=0");
    g_autofree char *text = NULL;

    put_scene(qts);
    put_program(qts, colour, ARRAY_SIZE(colour));
    v3d_write(qts, A_V3D_PCTRS0 + 16, 9);
    v3d_write(qts, A_V3D_PCTRE, R_V3D_PCTRE_EN_MASK | 4);
    render(qts);
    for (unsigned int i = 0; i < 20; i++) {
        qtest_clock_step(qts, STEP_NS);
    }
    text = without_cr(qtest_hmp(qts, "info v3d"));
    check(text, line, ARRAY_SIZE(line));
    qtest_quit(qts);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    qtest_add_func("/bcm2835/v3d-dump/info", test_info);
    qtest_add_func("/bcm2835/v3d-dump/hang", test_hang);
    qtest_add_func("/bcm2835/v3d-dump/counters", test_counters);
    return g_test_run();
}
