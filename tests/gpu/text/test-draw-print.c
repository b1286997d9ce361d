/*
 * A draw as text, and what looks wrong with it
 *
 * The draw is that of the worked example, tests/gpu/streams/triangle.gr3d; its
 * words are those that the vendor's driver sent [tegra-gr3d-programming.rst, A
 * triangle with colours].  Each other case changes one line of it.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "hw/gpu/gr3d/isa/regs.h"
#include "hw/gpu/gr3d/text/draw_print.h"
#include "../stream-text.h"

/* The registers that the stream's draw finds, with what was written */
static Gr3dStream *load(const char *text, Gr3dRegs *regs, Gr3dWritten *written)
{
    Gr3dStream *s = parse(text);

    gr3d_regs_reset(regs);
    gr3d_written_begin(written, regs);
    for (unsigned i = 0; i < s->writes->len; i++) {
        const Gr3dStreamWrite *w = &g_array_index(s->writes,
                                                  Gr3dStreamWrite, i);

        gr3d_written_note(written, regs, w->reg);
        gr3d_regs_write(regs, w->reg, w->value);
    }
    return s;
}

/* What @print says of the worked example */
static char *printed(void (*print)(GString *out, const Gr3dRegs *regs))
{
    g_autofree char *text = read_source("streams/triangle.gr3d");
    g_autofree Gr3dRegs *regs = g_new(Gr3dRegs, 1);
    GString *out = g_string_new(NULL);
    Gr3dWritten written;

    gr3d_stream_free(load(text, regs, &written));
    print(out, regs);
    return g_string_free(out, FALSE);
}

static void test_state(void)
{
    g_autofree char *text = printed(gr3d_print_state);

    g_assert_cmpstr(text, ==,
                    "primitives: 1 of triangles, 3 vertices, indices of 2 "
                    "bytes from 0 on at 0x10041060, the last provokes\n"
                    "attribute 0: 4 F32, 16 bytes apart, at 0x10041030\n"
                    "attribute 1: 4 F32, 16 bytes apart, at 0x10041000\n"
                    "exports: o0 is v0, o7 is v1\n"
                    "viewport: centre 128 128 0.5, scale 128 128 0.5\n"
                    "scissor: 0,0 to 256,256\n"
                    "set-up: clips depth and guard band, culls nothing, front "
                    "is counter-clockwise\n"
                    "depth: range 0x00000 to 0xfffff kills, no test\n"
                    "fragment program: 1 EXECs, 1 a pass\n"
                    "surface 1: R8G8B8A8 (13), 1024 bytes a row, linear, at "
                    "0x10000000 to 0x10040000, written\n");
}

static void test_programs(void)
{
    g_autofree char *text = printed(gr3d_print_programs);

    g_assert_cmpstr(text, ==,
                    "vertex program:\n"
                    "    401f9c6c 0040000d 8106c083 6041ff80  MOV o0, a0\n"
                    "    401f9c6c 0040010d 8106c083 6041ff9d  MOV o7, a1 "
                    "[end]\n"
                    "linker:\n"
                    "    00000008 0000fecd  link v1, t0: x->1 fp20, y->0 fp20, "
                    "z->2 fp20, w->3 fp20\n"
                    "fragment program:\n"
                    "                       exec\n"
                    "    104e51ba 00408102      mfu sfu rcp r4; mul0 w, sfu, "
                    "coef0; mul1 w, sfu, coef1; var0 fp20 t0; var1 fp20 t0; "
                    "var2 fp20 t0; var3 fp20 t0\n"
                    "                           alu\n"
                    "    0001c0c0 3f41f200          mad r3.h, r3, 1, 0\n"
                    "    0001a080 3f41f200          mad r3.l, r2, 1, 0\n"
                    "    00014000 3f41f200          mad r2.h, r0, 1, 0\n"
                    "    00012040 3f41f200          mad r2.l, r1, 1, 0\n"
                    "    00028005               dw store s1, r2\n");
}

#define TEXTURED                                                        \
    "        tex r2, tex0, r0\n        alu\n"
#define TEXTURE(address)                                                \
    "write TEXDESC_LO[0] FORMAT=13\n"                                   \
    "write TEXDESC_HI[0] LOG2_W=2 LOG2_H=1 LOD_MAX=64\n"                \
    "write TEXADDR[0] " address "\n"                                    \
    "write SET_PRIM"

typedef struct Case {
    const char *name, *what, *with, *what2, *with2, *warnings;
} Case;

static const Case cases[] = {
    { "right", "[end]", "[end]", NULL, NULL, "" },
    { "no-surface", "DW_ST_ENABLE SURF=2", "DW_ST_ENABLE SURF=0", NULL, NULL,
      "warning: no surface is written: the fragment program stores to 0x0002, "
      "DW_ST_ENABLE allows 0x0000 (a bit for each)\n" },
    { "scissor", "SCISSOR_X MIN=0 MAX=256", "SCISSOR_X MIN=0 MAX=0", NULL,
      NULL, "warning: no surface has a pixel: the scissor is 0 x 256\n" },
    { "format", "SURFDESC[1] FORMAT=13", "SURFDESC[1] FORMAT=63", NULL, NULL,
      "warning: surface 1 has format 63, which is unknown\n" },
    { "stride", "STRIDE=1024", "STRIDE=0", NULL, NULL,
      "warning: surface 1 has rows of 0 bytes\n" },
    { "surface-memory", "&color\nwrite DW", "0x50000000\nwrite DW", NULL, NULL,
      "warning: surface 1, 0x50000000 to 0x50040000, is not all in memory\n" },
    /* ATTR_MASK enables o0 and o7, which are v0 and v1. */
    { "no-row", "link v1, t0", "link v2, t0", NULL, NULL,
      "warning: \"link v2, t0\": there is no v2, ATTR_MASK enables 2 "
      "exports\n" },
    { "no-export", "MOV o7, a1", "MOV o7.xz, a1", NULL, NULL,
      "warning: \"link v1, t0\": v1 is o7, of which the vertex program does "
      "not write yw\n" },
    { "no-column", ", w->3 fp20", "", NULL, NULL,
      "warning: the fragment program interpolates t0, column 3, which the "
      "linker does not write\n" },
    { "position", "OUTPUT=0x81", "OUTPUT=0x88", NULL, NULL,
      "warning: the vertex program does not write a position, the first "
      "export of ATTR_MASK\n" },
    { "constant", "MOV o7, a1", "MOV o7, c5", NULL, NULL,
      "warning: instruction 1 of the vertex program reads constant c5, which "
      "was not written\n" },
    { "zero-constant", "MOV o7, a1", "MOV o7, c5", "write SET_PRIM",
      "const 5 0 0 0 0\nwrite SET_PRIM", "" },
    { "uniform", "mad r3.h, r3, 1, 0", "mad r3.h, r3, u3, 0", NULL, NULL,
      "warning: EXEC 0 of the fragment program reads uniform u3, which was "
      "not written\n" },
    { "zero-uniform", "mad r3.h, r3, 1, 0", "mad r3.h, r3, u3, 0",
      "write SET_PRIM", "write ALU_GLOBALS[3] 0\nwrite SET_PRIM", "" },
    { "mfu-constant", "mul1 w, sfu, coef1", "mul1 w, sfu, k2", NULL, NULL,
      "warning: EXEC 0 of the fragment program multiplies by AT_CONSTANT[2], "
      "which was not written\n" },
    { "zero-mfu-constant", "mul1 w, sfu, coef1", "mul1 w, sfu, k2",
      "write SET_PRIM", "write AT_CONSTANT[2] 0\nwrite SET_PRIM", "" },
    /* The depth surface has rows of 512 bytes: 0x20000 from 0x10010000 on. */
    { "overlap", "write Z_TEST FUNC=7 KILL=1",
      "write Z_TEST FUNC=7 KILL=1 ENABLE=1 WRITE=1\n"
      "write SURFDESC[0] FORMAT=11 STRIDE=512\n"
      "write SURFADDR[0] &color+0x10000", "DW_ST_ENABLE SURF=2",
      "DW_ST_ENABLE SURF=3",
      "warning: surface 0, 0x10010000 to 0x10030000, and surface 1, 0x10000000 "
      "to 0x10040000, overlap\n" },
    /* LOD_MAX has four bits of fraction; 4 x 2, 2 x 1, 1 x 1: level 2. */
    { "levels", "        alu\n", TEXTURED, "write SET_PRIM",
      TEXTURE("&verts"),
      "warning: texture 0, 4 x 2, has levels up to 2, LOD_MAX asks for 4\n" },
    /* Rows are 16 bytes at least: 2 + 1 + 1 rows, 64 bytes; there are 32. */
    { "texture-memory", "        alu\n", TEXTURED, "write SET_PRIM",
      TEXTURE("&verts+0x60"),
      "warning: texture 0, 4 x 2, has levels up to 2, LOD_MAX asks for 4\n"
      "warning: texture 0, 0x10041060 to 0x100410a0, is not all in memory\n" },
    { "behind", "f32    0 0.5 0 1", "f32    0 0.5 0 -2", NULL, NULL,
      "warning: 1 of 1 primitives have a vertex with w <= 0, as number 0 of "
      "the draw (w -2): they are cut, and varyings are interpolated from "
      "there\n" },
    { "all-behind", "0 0.5 0 1  -0.5 -0.5 0 1   0.5 -0.5 0 1",
      "0 0.5 0 -1  -0.5 -0.5 0 0   0.5 -0.5 0 -1", NULL, NULL,
      "warning: no vertex has w > 0: nothing is before the eye\n" },
};

static void test_warnings(const void *data)
{
    const Case *c = data;
    g_autofree char *text = read_source("streams/triangle.gr3d");
    g_autofree char *changed = replace(text, c->what, c->with);
    g_autofree char *both = c->what2 ? replace(changed, c->what2, c->with2) :
                                       g_strdup(changed);
    g_autofree Gr3dRegs *regs = g_new(Gr3dRegs, 1);
    g_autoptr(GString) out = g_string_new(NULL);
    Gr3dWritten written;
    Gr3dStream *s = load(both, regs, &written);
    unsigned num = gr3d_print_warnings(out, regs, &written, s->memory,
                                       s->num_memories);

    g_assert_cmpstr(out->str, ==, c->warnings);
    for (const char *at = c->warnings; (at = strchr(at, '\n')); at++) {
        num--;
    }
    g_assert_cmpuint(num, ==, 0);
    gr3d_stream_free(s);
}

/* Without what was written, a constant that is not zero is. */
static void test_not_known(void)
{
    g_autofree char *text = read_source("streams/triangle.gr3d");
    g_autofree char *read = replace(text, "MOV o7, a1", "MOV o7, c5");
    g_autofree char *set = replace(read, "write SET_PRIM",
                                   "const 5 0 0 1 0\nwrite SET_PRIM");
    g_autofree Gr3dRegs *regs = g_new(Gr3dRegs, 1);
    g_autoptr(GString) out = g_string_new(NULL);
    Gr3dWritten written;

    gr3d_stream_free(load(set, regs, &written));
    g_assert_cmpuint(gr3d_print_warnings(out, regs, NULL, NULL, 0), ==, 0);
    regs->vp_const[4 * 5 + 2] = 0;
    g_assert_cmpuint(gr3d_print_warnings(out, regs, NULL, NULL, 0), ==, 1);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/draw-print/state", test_state);
    g_test_add_func("/draw-print/programs", test_programs);
    for (unsigned i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autofree char *path = g_strconcat("/draw-print/warnings/",
                                            cases[i].name, NULL);

        g_test_add_data_func(path, &cases[i], test_warnings);
    }
    g_test_add_func("/draw-print/not-known", test_not_known);
    return g_test_run();
}
