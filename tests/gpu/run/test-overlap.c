/*
 * GR3D surfaces that share bytes but not pixels: what is drawn with them, in
 * strips and together, is what the reference draws one after the other
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <glib.h>
#include <string.h>
#include "hw/gpu/gr3d/pipe/exec.h"
#include "hw/gpu/gr3d/text/stream.h"
#include "hostile-rng.h"

#define RAM         0x20000
#define MAX_DRAWS   2

/* Two rows of tiles, or two columns; all of them is covered */
static const char head[] =
    "gr3d-stream 1\n"
    "memory ram 0x20000\n"
    "write VPE_MODE 0x11\n"
    "write VPE_TIMEOUT 0xffff\n"
    "write CONST_READ_LIMIT MAX=255\n"
    "write SCISSOR_X MAX=128\n"
    "write SCISSOR_Y MAX=128\n"
    "write VIEWPORT_Z 0.5f\n"
    "write VIEWPORT_W 16.0f\n"
    "write VIEWPORT_H 16.0f\n"
    "write VIEWPORT_D 0.5f\n"
    "write GUARDBAND_W 4096.0f\n"
    "write GUARDBAND_H 4096.0f\n"
    "write GUARDBAND_D 6.99f\n"
    "write Z_TEST KILL=1\n"
    "write Z_MAX 0xfffff\n"
    "write SURFADDR[1] &ram\n"
    "write SURFDESC[1] FORMAT=6 STRIDE=256\n"
    "write DW_ST_ENABLE SURF=2\n"
    "data ram 0x1f000 f32 0 0 0  300 0 1  0 300 0.5\n"
    "write ATTR_BASE[0] &ram+0x1f000\n"
    "write ATTR_MODE[0] FMT=13 SIZE=3 STRIDE=12\n"
    "write ATTR_MASK OUTPUT=1 INPUT=1\n"
    "vp {\n    MOV o0, a0 [end]\n}\n"
    "link {\n    link v1, t0: x->0 fp20\n}\n"
    "write SU_PARAM CLIP_ENABLE=1 SUBPIX_XOFF=56 SUBPIX_YOFF=56 LAST_INST=1\n"
    "write TRI_ATTR 0x140\n"
    "write PIX_ATTR 0x4a000000\n"
    "write PSEQ_COMMAND_EVEN[0] 0x20006001\n"
    "write SET_PRIM PRIM_TYPE=4\n";

#define COPY(from)  "fp {\n    exec\n        pseq ld r2, " from "\n" \
                    "        dw store s1, r2\n}\n"
#define DRAW        "write DRAW_PRIM COUNT_1=2\n"

typedef struct Case {
    const char *name, *text;
} Case;

static const Case cases[] = {
    /* a surface's row ends in the next one, which the draw before wrote */
    { "rows-read",
      "write SCISSOR_X MAX=64\nwrite SURFADDR[1] &ram\n"
      "write SURFDESC[1] FORMAT=6 STRIDE=128\n"
      "write SURFADDR[3] &ram+0x8000\nwrite SURFDESC[3] FORMAT=6 STRIDE=128\n"
      COPY("s3") DRAW
      "write SCISSOR_X MAX=128\nwrite SURFADDR[1] &ram+0x10000\n"
      "write SURFDESC[1] FORMAT=6 STRIDE=256\nwrite SURFADDR[3] &ram\n"
      COPY("s3") DRAW },
    /* columns 2n and 2n + 1 are loaded for either of them */
    { "pair-31", "write SURFADDR[2] &ram\n"
      "write SURFDESC[2] FORMAT=31 STRIDE=256\n" COPY("s2") DRAW },
    { "pair-32", "write SURFADDR[2] &ram\n"
      "write SURFDESC[2] FORMAT=32 STRIDE=256\n" COPY("s2") DRAW },
};

static void fill(uint8_t *ram)
{
    Rng rng = rng_new(1);

    for (unsigned i = 0; i < 0x1f000; i++) {
        ram[i] = rng_any(&rng);
    }
}

static void bind(Gr3dDraw *draw, const Gr3dMemory *m)
{
    for (unsigned slot = 0; slot < GR3D_NUM_SPANS; slot++) {
        const Gr3dSpanRequest *r = gr3d_draw_request(draw, slot);

        if (r->size) {
            g_assert_cmpuint(r->addr - m->addr, <, m->size);
            gr3d_draw_bind(draw, slot, m->data + (r->addr - m->addr),
                           MIN(r->size, m->size - (r->addr - m->addr)));
        }
    }
}

static unsigned freeze(const Gr3dStream *s, const Gr3dExec *exec,
                       Gr3dDraw *draw[MAX_DRAWS])
{
    unsigned num = 0;
    Gr3dRegs regs;

    gr3d_regs_reset(&regs);
    for (unsigned i = 0; i < s->writes->len; i++) {
        const Gr3dStreamWrite *w = &g_array_index(s->writes,
                                                  Gr3dStreamWrite, i);

        if (gr3d_regs_write(&regs, w->reg, w->value) == GR3D_WRITE_DRAW) {
            draw[num] = gr3d_draw_new(&regs);
            bind(draw[num], &s->memory[0]);
            gr3d_draw_set_exec(draw[num++], exec);
        }
    }
    return num;
}

/* Memory afterwards; @ahead: draws may run together */
static uint8_t *run(const char *text, const Gr3dExec *exec, bool ahead)
{
    char *error = NULL;
    Gr3dStream *s = gr3d_stream_parse(text, strlen(text), &error);
    Gr3dDraw *draw[MAX_DRAWS];
    uint8_t *after;
    unsigned num;

    g_assert_cmpstr(error, ==, NULL);
    fill(s->memory[0].data);
    num = freeze(s, exec, draw);
    for (unsigned n = 0; n < num; ) {
        n += gr3d_draws_run(draw + n, ahead ? num - n : 1);
    }
    for (unsigned n = 0; n < num; n++) {
        g_assert_cmpuint(gr3d_draw_stats(draw[n])->fragments, >=, 64 * 128);
        gr3d_draw_free(draw[n]);
    }
    after = g_memdup2(s->memory[0].data, RAM);
    gr3d_stream_free(s);
    return after;
}

static void test_case(gconstpointer data)
{
    static const char *const names[] = { "ref", "base", "avx2", "avx512" };
    const Case *c = data;
    g_autofree char *text = g_strconcat(head, c->text, NULL);
    g_autofree uint8_t *want = run(text, NULL, false);
    const Gr3dExec *exec;
    const char *why;

    for (unsigned i = 0; i < G_N_ELEMENTS(names); i++) {
        if (gr3d_exec_find(names[i], &exec, &why)) {
            g_autofree uint8_t *got = run(text, exec, true);

            g_assert_cmpmem(want, RAM, got, RAM);
        }
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    for (unsigned i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autofree char *path = g_strconcat("/overlap/", cases[i].name, NULL);

        g_test_add_data_func(path, &cases[i], test_case);
    }
    return g_test_run();
}
