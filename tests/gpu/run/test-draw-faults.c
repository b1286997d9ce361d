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
#include "half-picture.h"

typedef struct Fault {
    const char *name;
    uint32_t extra[5][2];       /* registers, until offset 0 */
    uint32_t bytes[2];          /* of surfaces 1 and 2 that are bound */
    const char *event;
    bool drawn;                 /* the target has the colour all the same */
} Fault;

#define S8      (3 << 2 | HALF_SIZE << 8)
#define WHOLE   HALF_BYTES

static const Fault faults[] = {
    /* the stencil test is of surface 2, the stencil store names 1 */
    { "stencil-store",
      { { 0x402, 2 << 2 | 1 << 5 }, { 0x400, 0x700 }, { 0xe12, S8 },
        { 0x900, 0 }, { 0x901, 0x00028405 } },
      { WHOLE, WHOLE }, "stencil store to the wrong surface", false },
    /* a load from surface 2: no memory; of a format that does not exist */
    { "load-outside", { { 0xe12, 13 << 2 | (4 * HALF_SIZE) << 8 },
                        { 0x541, 0x00820000 } },
      { WHOLE, 0 }, "pixel outside the memory of surface", true },
    { "load-format", { { 0xe12, 63 << 2 | (4 * HALF_SIZE) << 8 },
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

static void test_fault(gconstpointer data)
{
    const Fault *fault = data;
    float vertex[3][4];
    g_autofree Gr3dRegs *regs = g_new0(Gr3dRegs, 1);
    uint32_t surface[2][HALF_SIZE * HALF_SIZE] = { { 0 } };
    const GpuEventCount *events;
    unsigned num;
    Gr3dDraw *d;

    half_write_state(regs);
    gr3d_regs_write(regs, 0x903, 6);            /* surface 2, too */
    for (unsigned i = 0; i < 5 && fault->extra[i][0]; i++) {
        gr3d_regs_write(regs, fault->extra[i][0], fault->extra[i][1]);
    }
    gr3d_regs_write(regs, 0x123, 2 << 20);
    memcpy(vertex, half_vertex, sizeof(vertex));
    d = gr3d_draw_new(regs);
    gr3d_draw_bind(d, GR3D_SPAN_ATTRIB, vertex, sizeof(vertex));
    for (unsigned i = 0; i < 2; i++) {
        if (fault->bytes[i]) {
            gr3d_draw_bind(d, GR3D_SPAN_SURFACE + 1 + i, surface[i],
                           fault->bytes[i]);
        }
    }
    gr3d_draw_run(d);
    events = gr3d_draw_events(d, &num);
    g_assert_cmpint(num, ==, 1);
    g_assert_cmpstr(events[0].text, ==, fault->event);
    g_assert_cmpint(events[0].count, >, 0);
    half_check(surface[0], fault->drawn, fault->bytes[0]);
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
