/*
 * What a fragment program may do wrong: each is counted, and nothing more
 *
 * A triangle over half of a target of 16 x 16 pixels; the program, a surface
 * or a texture is at fault [tegra-gr3d.rst, Surfaces and stores, Textures].
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <glib.h>
#include <string.h>
#include "gr3d.h"

#define SIZE    16

/* The state: colour 0xff40bfff to surface 1 by the program's one EXEC */
static const uint32_t state[][2] = {
    { 0x101, 0x104d }, { 0x120, 0x00010001 }, { 0x122, 0x04000000 },
    { 0x201, 0xffff }, { 0x202, 0x00ff0000 },
    { 0x206, 0x401f9c6c }, { 0x206, 0x0040000d }, { 0x206, 0x8106c083 },
    { 0x206, 0x6041ff81 }, { 0x343, 0xb8e00000 }, { 0x350, SIZE },
    { 0x351, SIZE }, { 0x352, 0x43000000 }, { 0x353, 0x43000000 },
    { 0x355, 0x43000000 }, { 0x356, 0x43000000 }, { 0x358, 0x41f80000 },
    { 0x359, 0x41f80000 }, { 0x35a, 0x40dffe00 }, { 0x405, 0xfffff },
    { 0x520, 1 }, { 0x801, 1 },
    { 0x804, 0x00012808 }, { 0x804, 0x3f41f200 }, { 0x804, 0x00014828 },
    { 0x804, 0x3f41f200 }, { 0x804, 0x0001a848 }, { 0x804, 0x3f41f200 },
    { 0x804, 0x0001c868 }, { 0x804, 0x3f41f200 }, { 0x820, 0x00030100 },
    { 0x821, 0x00040040 }, { 0x901, 0x00028005 }, { 0x903, 6 },
    { 0xe11, 13 << 2 | (4 * SIZE) << 8 },
};

typedef struct Fault {
    const char *name;
    uint32_t extra[5][2];       /* registers, until offset 0 */
    uint32_t bytes[2];          /* of surfaces 1 and 2 that are bound */
    const char *event;
    bool drawn;                 /* the target has the colour all the same */
} Fault;

#define S8      (3 << 2 | SIZE << 8)
#define WHOLE   (SIZE * SIZE * 4)

static const Fault faults[] = {
    /* the stencil test is of surface 2, the stencil store names 1 */
    { "stencil-store",
      { { 0x402, 2 << 2 | 1 << 5 }, { 0x400, 0x700 }, { 0xe12, S8 },
        { 0x900, 0 }, { 0x901, 0x00028405 } },
      { WHOLE, WHOLE }, "stencil store to the wrong surface", false },
    /* a load from surface 2: no memory; of a format that does not exist */
    { "load-outside", { { 0xe12, 13 << 2 | (4 * SIZE) << 8 },
                        { 0x541, 0x00820000 } },
      { WHOLE, 0 }, "pixel outside the memory of surface", true },
    { "load-format", { { 0xe12, 63 << 2 | (4 * SIZE) << 8 },
                       { 0x541, 0x00820000 } },
      { WHOLE, WHOLE }, "unknown surface format", true },
    /* a texture without memory, one of a format that does not exist */
    { "texture-outside", { { 0x720, 13 << 8 }, { 0x721, 0x80 },
                           { 0x701, 0x420 } },
      { WHOLE, 0 }, "texel outside the memory of texture", true },
    { "texture-format", { { 0x720, 63 << 8 }, { 0x721, 0x80 },
                          { 0x701, 0x420 } },
      { WHOLE, 0 }, "unknown texture format", true },
    /* a target of half the rows */
    { "store-outside", { { 0 } }, { WHOLE / 2, 0 },
      "pixel outside the memory of surface", true },
};

static void check_target(const Fault *fault, const uint32_t *target)
{
    for (int i = 0; i < SIZE * SIZE; i++) {
        int row = i / SIZE, col = i % SIZE;
        bool drawn = fault->drawn && row + col < SIZE - 1 &&
                     4 * i < fault->bytes[0];

        if (row + col != SIZE - 1) {            /* the edge */
            g_assert_cmphex(target[i], ==, drawn ? 0xff40bfff : 0);
        }
    }
}

static void test_fault(gconstpointer data)
{
    const Fault *fault = data;
    float vertex[3][4] = { { -1, -1, 0, 1 }, { 1, -1, 0, 1 }, { -1, 1, 0, 1 } };
    g_autofree Gr3dRegs *regs = g_new0(Gr3dRegs, 1);
    uint32_t surface[2][SIZE * SIZE] = { { 0 } };
    const Gr3dEventCount *events;
    unsigned num;
    Gr3dDraw *d;

    for (unsigned i = 0; i < G_N_ELEMENTS(state); i++) {
        gr3d_regs_write(regs, state[i][0], state[i][1]);
    }
    for (unsigned i = 0; i < 5 && fault->extra[i][0]; i++) {
        gr3d_regs_write(regs, fault->extra[i][0], fault->extra[i][1]);
    }
    gr3d_regs_write(regs, 0x123, 2 << 20);
    d = gr3d_draw_new(regs);
    gr3d_draw_bind(d, GR3D_SPAN_ATTRIB, vertex, sizeof(vertex));
    for (unsigned i = 0; i < 2; i++) {
        if (fault->bytes[i]) {
            gr3d_draw_bind(d, GR3D_SPAN_SURFACE + 1 + i, surface[i],
                           fault->bytes[i]);
        }
    }
    g_assert_cmpint(gr3d_draw_run(d, UINT64_MAX), ==, GR3D_DRAW_DONE);
    events = gr3d_draw_events(d, &num);
    g_assert_cmpint(num, ==, 1);
    g_assert_cmpstr(events[0].text, ==, fault->event);
    g_assert_cmpint(events[0].count, >, 0);
    check_target(fault, surface[0]);
    gr3d_draw_free(d);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    for (unsigned i = 0; i < G_N_ELEMENTS(faults); i++) {
        g_autofree char *path = g_strconcat("/draw/fault/", faults[i].name,
                                            NULL);

        g_test_add_data_func(path, &faults[i], test_fault);
    }
    return g_test_run();
}
