/*
 * Tests of the V3D engine: the programs of the JayStation2 posts "Shaders,
 * Uniforms, and Varyings" and "Texturing", word for word, in NV triangles
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "../scene.h"

#define TEXTURE     0x300000
#define SIZE        16          /* of the texture and of what is drawn */

static const Scene scene = { .width = 64, .height = 64 };
static const Frame frame = { 64, 64, 1, 0, .colour = 0xff000000,
                             .z = 0xffffff };

static uint32_t pixel(const Machine *m, unsigned x, unsigned y)
{
    return machine_word(m, FRAME + 256 * y + 4 * x);
}

/*
 * Two triangles.  The posts leave out the program's end.  Varyings are X and Y
 * from 0 to 1, and 0.25.
 */
static Machine *machine_with(const uint32_t *words, unsigned num,
                             unsigned varyings)
{
    Machine *m = machine_new();

    machine_words(m, PROGRAMS, words, num);
    program_end(&(Program) { m, PROGRAMS + 4 * num });
    scene_nv(m, &(Nv) { .stride = 12 + 4 * varyings, .varyings = varyings });
    for (unsigned i = 0; i < 4; i++) {
        const float v[3] = { i & 1, i >> 1, 0.25f };
        uint32_t at = VERTICES + i * (12 + 4 * varyings);

        machine_set_word(m, at, scene_xy(SIZE * v[0], SIZE * v[1]));
        machine_set_float(m, at + 4, 0.5f);
        machine_set_float(m, at + 8, 1);
        machine_floats(m, at + 12, v, varyings);
    }
    return m;
}

static void draw(Machine *m)
{
    scene_begin(m, &scene);
    scene_config(m, CONFIG_BOTH_FACES | CONFIG_ALWAYS);
    scene_shader(m, V3D_REC_NV_SHADER_STATE, SHADER_RECORD, 0);
    scene_arrays(m, 5, 0, 4);
    scene_end(m, V3D_CL_DONE);
    machine_render(m, &frame, true, false);
    machine_assert_quiet(m);
}

/* Four uniforms become the bytes of r5; the post has the first of them. */
static void test_uniforms(void)
{
    static const uint32_t words[] = {
        0x20820df7, 0xd14059e5, 0x20820df7, 0xd15059e5,
        0x20820df7, 0xd16059e5, 0x20820df7, 0xd17059e5,
        0x159e7b40, 0x10020ba7,
    };
    static const float rgba[] = { 0, 1, 0.2f, 1 };
    Machine *m = machine_with(words, G_N_ELEMENTS(words), 0);

    machine_floats(m, UNIFORMS, rgba, 4);
    draw(m);
    for (unsigned y = 0; y < 64; y++) {
        for (unsigned x = 0; x < 64; x++) {
            g_assert_cmphex(pixel(m, x, y), ==, x < SIZE && y < SIZE ?
                            0xff33ff00 : 0xff000000);
        }
    }
    machine_free(m);
}

/* fmul; fadd and fmul; fadd and fmul; fadd: then bytes as above, from r0-r2 */
static void test_varyings(void)
{
    static const uint32_t words[] = {
        0x203e3df7, 0x110059e0,         /* r0 = S * W */
        0x213e3177, 0x11024821,         /* r0 += C; r1 = T * W */
        0x213e3377, 0x11024862,         /* r1 += C; r2 = third * W */
        0x019e7540, 0x100208a7,         /* r2 += C */
        0x209e0007, 0xd14049e3,         /* r3.8a = r0 * 1.0 */
        0x209e000f, 0xd15049e3, 0x209e0017, 0xd16049e3,
        0x159e76c0, 0x10020ba7,
    };
    Machine *m = machine_with(words, G_N_ELEMENTS(words), 3);

    draw(m);
    for (unsigned y = 0; y < SIZE; y++) {
        for (unsigned x = 0; x < SIZE; x++) {
            uint32_t got = pixel(m, x, y);

            g_assert_cmpfloat_with_epsilon(got & 0xff, (x + 0.5) / SIZE * 255,
                                           0.51);
            g_assert_cmpfloat_with_epsilon(got >> 8 & 0xff,
                                           (y + 0.5) / SIZE * 255, 0.51);
            g_assert_cmpuint(got >> 16 & 0xff, ==, 64);
        }
    }
    machine_free(m);
}

/* Texel (@x, @y) of microtiles in rows: 4 x 4 of 64 bytes */
static uint32_t texel_address(unsigned x, unsigned y)
{
    return TEXTURE + (y / 4 * (SIZE / 4) + x / 4) * 64 + y % 4 * 16 + x % 4 * 4;
}

static uint32_t texel(unsigned x, unsigned y)
{
    return 0xff000000 | x * 0x0d0305 | y * 0x1007;
}

/*
 * Each pixel's centre is a texel's: both filters show the texture itself.  The
 * instruction that writes T names the address of varyings, too, and so reads a
 * third one.
 */
static void test_texture(void)
{
    static const uint32_t words[] = {
        0x203e3df7, 0x110059e0, 0x213e3177, 0x11024821,
        0x013e3377, 0x11020e67, 0x159e7000, 0x10020e27,
        0x009e7000, 0xa00009e7, 0x159e7924, 0x10020ba7,
    };

    for (unsigned nearest = 0; nearest < 2; nearest++) {
        Machine *m = machine_with(words, G_N_ELEMENTS(words), 3);

        machine_set_word(m, UNIFORMS, BUS | TEXTURE);
        machine_set_word(m, UNIFORMS + 4, SIZE << 20 | SIZE << 8 |
                         nearest << 7 | nearest << 4 | 1 << 2 | 1);
        for (unsigned i = 0; i < SIZE * SIZE; i++) {
            machine_set_word(m, texel_address(i % SIZE, i / SIZE),
                             texel(i % SIZE, i / SIZE));
        }
        draw(m);
        for (unsigned i = 0; i < SIZE * SIZE; i++) {
            g_assert_cmphex(pixel(m, i % SIZE, i / SIZE), ==,
                            texel(i % SIZE, i / SIZE));
        }
        g_assert_cmpuint(v3d_counters(m->v3d)[24], ==,
                         v3d_counters(m->v3d)[3]);
        machine_free(m);
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/v3d/seed/uniforms", test_uniforms);
    g_test_add_func("/v3d/seed/varyings", test_varyings);
    g_test_add_func("/v3d/seed/texture", test_texture);
    return g_test_run();
}
