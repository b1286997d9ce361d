/*
 * Tests of the V3D engine's vertex pipe memory
 *
 * Places are those of the guide's figures 8 and 9: what a word of a row is in
 * each layout.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "hw/gpu/lib/bits.h"
#include "qpu-run.h"

typedef struct Fixture {
    QpuRun run;
    V3dVpm vpm;
    V3dVpmAccess access;
} Fixture;

static Fixture *fixture_new(void)
{
    Fixture *f = g_new0(Fixture, 1);

    qpu_run_init(&f->run, QPU_END_TEXT);
    return f;
}

static void fixture_free(Fixture *f)
{
    qpu_run_clear(&f->run);
    g_free(f);
}

/* Generic set-up words: the address' bits depend on the size. */
#define HORIZONTAL  (1u << 11)
#define LANED       (1u << 10)
#define SIZE_8      0
#define SIZE_16     (1u << 8)
#define SIZE_32     (2u << 8)
#define STRIDE(n)   ((uint32_t)(n) << 12)
#define NUM(n)      ((uint32_t)(n) << 20)

typedef struct Case {
    uint32_t setup;
    struct {
        unsigned element, row, word, shift;
    } at[3];
} Case;

static const Case cases[] = {
    { HORIZONTAL | SIZE_32 | 5, { { 0, 5, 0, 0 }, { 15, 5, 15, 0 } } },
    { HORIZONTAL | LANED | SIZE_16 | 5 << 1 | 1,
      { { 0, 5, 0, 16 }, { 15, 5, 15, 16 } } },
    { HORIZONTAL | SIZE_16 | 5 << 1 | 1,
      { { 0, 5, 8, 0 }, { 1, 5, 8, 16 }, { 15, 5, 15, 16 } } },
    { HORIZONTAL | LANED | SIZE_8 | 5 << 2 | 2,
      { { 0, 5, 0, 16 }, { 15, 5, 15, 16 } } },
    { HORIZONTAL | SIZE_8 | 5 << 2 | 2,
      { { 0, 5, 8, 0 }, { 3, 5, 8, 24 }, { 15, 5, 11, 24 } } },
    { SIZE_32 | 2 << 4 | 7, { { 0, 32, 7, 0 }, { 15, 47, 7, 0 } } },
    { SIZE_16 | 2 << 5 | 7 << 1 | 1,
      { { 0, 40, 7, 0 }, { 1, 40, 7, 16 }, { 15, 47, 7, 16 } } },
    { LANED | SIZE_16 | 2 << 5 | 7 << 1 | 1,
      { { 0, 32, 7, 16 }, { 15, 47, 7, 16 } } },
    { SIZE_8 | 2 << 6 | 7 << 2 | 3,
      { { 0, 44, 7, 0 }, { 15, 47, 7, 24 } } },
};

static void check_case(Fixture *f, const Case *c)
{
    unsigned bits = 8 << (c->setup >> 8 & 3);
    uint32_t mask = bits == 32 ? UINT32_MAX : (1u << bits) - 1;
    uint32_t value[V3D_LANES], back[V3D_LANES];

    for (unsigned i = 0; i < V3D_LANES; i++) {
        value[i] = (0x01010101u * (i + 1)) & mask;
    }
    memset(&f->vpm, 0, sizeof(f->vpm));
    v3d_vpm_write_setup(&f->access, &f->run.mem, c->setup);
    v3d_vpm_write(&f->access, &f->vpm, value, 0xffff);
    for (unsigned i = 0; i < 3 && (!i || c->at[i].element); i++) {
        g_assert_cmphex(f->vpm.row[c->at[i].row][c->at[i].word] >>
                        c->at[i].shift & mask, ==, value[c->at[i].element]);
    }
    v3d_vpm_read_setup(&f->access, &f->run.mem, c->setup | NUM(1));
    v3d_vpm_read(&f->access, &f->run.mem, &f->vpm, back);
    g_assert_cmpmem(back, sizeof(back), value, sizeof(value));
}

static void test_places(void)
{
    Fixture *f = fixture_new();

    for (unsigned i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_test_message("set-up 0x%x", cases[i].setup);
        check_case(f, &cases[i]);
    }
    g_assert_cmpuint(f->run.events.num, ==, 0);
    fixture_free(f);
}

/* The row that a vector was read from, where each row has its number */
static uint32_t read_row(Fixture *f)
{
    uint32_t value[V3D_LANES];

    v3d_vpm_read(&f->access, &f->run.mem, &f->vpm, value);
    return value[3];
}

/* Mesa queues up to four set-ups of 16 vectors before it reads. */
static void test_queue(void)
{
    Fixture *f = fixture_new();

    for (unsigned i = 0; i < V3D_VPM_ROWS; i++) {
        f->vpm.row[i][3] = i;
    }
    v3d_vpm_read_setup(&f->access, &f->run.mem, 0x00001a00);
    v3d_vpm_read_setup(&f->access, &f->run.mem, 0x00201a10);
    v3d_vpm_read_setup(&f->access, &f->run.mem, 0x00203a3f);
    for (unsigned i = 0; i < 18; i++) {
        g_assert_cmpuint(read_row(f), ==, i);
    }
    g_assert_cmpuint(read_row(f), ==, 63);
    g_assert_cmpuint(read_row(f), ==, 2);
    g_assert_cmpuint(f->run.events.num, ==, 0);
    g_assert_cmpuint(read_row(f), ==, 0);
    g_assert_cmpuint(f->run.events.list[0].id, ==, V3D_EV_VPM_EMPTY);
    for (unsigned i = 0; i < 5; i++) {
        v3d_vpm_read_setup(&f->access, &f->run.mem, 0x00101a07 + i);
    }
    g_assert_cmpuint(f->run.events.list[1].id, ==, V3D_EV_VPM_SETUPS);
    g_assert_cmpuint(read_row(f), ==, 7);
    fixture_free(f);
}

/* A vertex program: three words in, two out, in windows of their own */
static void test_program(void)
{
    Fixture *f = fixture_new();
    V3dVpm out = { };

    qpu_run_clear(&f->run);
    qpu_run_init(&f->run, "ldi vr_setup, 0x00301a00\n"
                 "ldi vw_setup, 0x00001a00\n"
                 "nop\n"
                 "mov r0, vpm\n"
                 "add vpm, r0, vpm\n"
                 "mov vpm, vpm\n" QPU_END_TEXT);
    f->run.qpu.vpm_in = &f->vpm;
    f->run.qpu.vpm_out = &out;
    for (unsigned i = 0; i < V3D_LANES; i++) {
        f->vpm.row[0][i] = i;
        f->vpm.row[1][i] = 100;
        f->vpm.row[2][i] = 7 * i;
    }
    qpu_run_whole(&f->run);
    for (unsigned i = 0; i < V3D_LANES; i++) {
        g_assert_cmpuint(out.row[0][i], ==, 100 + i);
        g_assert_cmpuint(out.row[1][i], ==, 7 * i);
    }
    fixture_free(f);
}

/*
 * A coordinate program as Mesa has it: clip coordinates go through, then the
 * place on the screen (truncated, in halves of a word), depth and 1/W, which
 * one Newton step refines
 */
static const char coordinate_text[] =
    "ldi vr_setup, 0x00401a00\n"
    "ldi vw_setup, 0x00001a00\n"
    "nop\n"
    "mov ra1, vpm\n"
    "mov ra2, vpm\n"
    "mov ra3, vpmb ; mov vpm, ra1\n"
    "mov ra4, vpm\n"
    "mov vpm, ra2\n"
    "mov vpm, ra3\n"
    "mov vpm, ra4\n"
    "mov recip, ra4\n"
    "nop ; fmul r0, ra1, unifb\n"
    "nop ; fmul r2, ra2, unifb\n"
    "nop ; fmul r3, r4, ra4\n"
    "fsub r3, 2.0, r3\n"
    "nop ; fmul r1, r4, r3\n"
    "nop ; fmul r0, r0, r1\n"
    "ftoi ra5.16a, r0 ; fmul r2, r2, r1\n"
    "ftoi ra5.16b, r2 ; fmul r3, r1, unif\n"
    "nop ; fmul r3, ra3, r3\n"
    "mov vpm, ra5\n"
    "fadd vpm, r3, unif\n"
    "mov vpm, r1\n" QPU_END_TEXT;

static float float_at(const V3dVpm *vpm, unsigned row, unsigned lane)
{
    return gpu_float_from_bits(vpm->row[row][lane]);
}

static void put_float(uint32_t *word, float v)
{
    memcpy(word, &v, sizeof(v));
}

static void check_vertex(const V3dVpm *in, const V3dVpm *out, unsigned i)
{
    double x = float_at(in, 0, i), y = float_at(in, 1, i);
    double z = float_at(in, 2, i), w = float_at(in, 3, i);
    int16_t xs = out->row[4][i], ys = out->row[4][i] >> 16;

    for (unsigned k = 0; k < 4; k++) {
        g_assert_cmphex(out->row[k][i], ==, in->row[k][i]);
    }
    /* Truncated, and what is truncated is not more than it should be. */
    g_assert_cmpfloat_with_epsilon(xs, x * 8192 / w, 1.01);
    g_assert_cmpfloat_with_epsilon(ys, y * -6144 / w, 1.01);
    g_assert_cmpfloat_with_epsilon(float_at(out, 5, i), z / w * 0.5 + 0.5,
                                   1e-6);
    g_assert_cmpfloat_with_epsilon(float_at(out, 6, i) * w, 1, 1e-6);
}

static void test_coordinates(void)
{
    static const float uniforms[] = { 8192, -6144, 0.5f, 0.5f };
    Fixture *f = fixture_new();
    V3dVpm out = { };

    qpu_run_clear(&f->run);
    qpu_run_init(&f->run, coordinate_text);
    f->run.qpu.vpm_in = &f->vpm;
    f->run.qpu.vpm_out = &out;
    for (unsigned i = 0; i < 4; i++) {
        uint32_t word;

        put_float(&word, uniforms[i]);
        qpu_run_uniform(&f->run, i, word);
    }
    for (unsigned i = 0; i < V3D_LANES; i++) {
        float w = 0.3f + 0.7f * i;

        put_float(&f->vpm.row[0][i], w * (i / 8.0f - 1));
        put_float(&f->vpm.row[1][i], w * (0.9f - i / 9.0f));
        put_float(&f->vpm.row[2][i], w * (i / 15.0f));
        put_float(&f->vpm.row[3][i], w);
    }
    qpu_run_whole(&f->run);
    for (unsigned i = 0; i < V3D_LANES; i++) {
        check_vertex(&f->vpm, &out, i);
    }
    fixture_free(f);
}

/* 32 bits in rows: 3 rows of 4 words, 32 bytes apart, from row 2, word 1 */
static void test_dma_load(void)
{
    Fixture *f = fixture_new();
    uint32_t setup = 1u << 31 | 2 << 24 | 4 << 20 | 3 << 16 | 1 << 12 | 2 << 4 |
                     1;

    for (unsigned i = 0; i < 64; i++) {
        gpu_store_le(f->run.data + 0x8000 + 4 * i, 4, 1000 + i);
    }
    v3d_vpm_read_setup(&f->access, &f->run.mem, setup);
    g_assert_cmpuint(v3d_vpm_dma_load(&f->access, &f->run.mem, &f->vpm, 0x8000),
                     ==, 12);
    for (unsigned k = 0; k < 3; k++) {
        g_assert_cmpuint(f->vpm.row[2 + k][0], ==, 0);
        for (unsigned i = 0; i < 4; i++) {
            g_assert_cmpuint(f->vpm.row[2 + k][1 + i], ==, 1000 + 8 * k + i);
        }
        g_assert_cmpuint(f->vpm.row[2 + k][5], ==, 0);
    }
    fixture_free(f);
}

/* 16 columns of 16, the pitch from the other word: QPULib's way */
static void test_dma_load_columns(void)
{
    Fixture *f = fixture_new();

    for (unsigned i = 0; i < 512; i++) {
        gpu_store_le(f->run.data + 0x8000 + 4 * i, 4, i);
    }
    v3d_vpm_read_setup(&f->access, &f->run.mem, 9u << 28 | 68);
    v3d_vpm_read_setup(&f->access, &f->run.mem,
                       1u << 31 | 1 << 12 | 1 << 11 | 16 << 4);
    v3d_vpm_dma_load(&f->access, &f->run.mem, &f->vpm, 0x8000);
    for (unsigned x = 0; x < 16; x++) {
        for (unsigned y = 0; y < 16; y++) {
            g_assert_cmpuint(f->vpm.row[16 + y][x], ==, 17 * x + y);
        }
    }
    fixture_free(f);
}

/* Bytes: two rows of 6 from byte 2 of word 3 on */
static void test_dma_load_bytes(void)
{
    Fixture *f = fixture_new();

    for (unsigned i = 0; i < 64; i++) {
        f->run.data[0x8000 + i] = i;
    }
    v3d_vpm_read_setup(&f->access, &f->run.mem, 1u << 31 | 6 << 28 | 1 << 24 |
                       6 << 20 | 2 << 16 | 4 << 12 | 3);
    v3d_vpm_dma_load(&f->access, &f->run.mem, &f->vpm, 0x8000);
    g_assert_cmphex(f->vpm.row[0][3], ==, 0x01000000);
    g_assert_cmphex(f->vpm.row[0][4], ==, 0x05040302);
    g_assert_cmphex(f->vpm.row[1][3], ==, 0x11100000);
    g_assert_cmphex(f->vpm.row[1][4], ==, 0x15141312);
    fixture_free(f);
}

/* Two rows of 16 words, 8 bytes between them; then two columns of 3 */
static void test_dma_store(void)
{
    Fixture *f = fixture_new();

    for (unsigned i = 0; i < 16; i++) {
        f->vpm.row[4][i] = 40 + i;
        f->vpm.row[5][i] = 60 + i;
    }
    v3d_vpm_write_setup(&f->access, &f->run.mem, 3u << 30 | 8);
    v3d_vpm_write_setup(&f->access, &f->run.mem, 2u << 30 | 2 << 23 | 16 << 16 |
                        1 << 14 | 4 << 7);
    g_assert_cmpuint(v3d_vpm_dma_store(&f->access, &f->run.mem, &f->vpm,
                                       0xc0008000), ==, 32);
    for (unsigned i = 0; i < 16; i++) {
        g_assert_cmpuint(gpu_load_le_4(f->run.data + 0x8000 + 4 * i), ==,
                         40 + i);
        g_assert_cmpuint(gpu_load_le_4(f->run.data + 0x8048 + 4 * i), ==,
                         60 + i);
    }
    g_assert_cmpuint(gpu_load_le_4(f->run.data + 0x8040), ==, 0);
    v3d_vpm_write_setup(&f->access, &f->run.mem, 3u << 30);
    v3d_vpm_write_setup(&f->access, &f->run.mem, 2u << 30 | 2 << 23 | 2 << 16 |
                        4 << 7 | 9 << 3);
    v3d_vpm_dma_store(&f->access, &f->run.mem, &f->vpm, 0x9000);
    g_assert_cmpuint(gpu_load_le_4(f->run.data + 0x9000), ==, 49);
    g_assert_cmpuint(gpu_load_le_4(f->run.data + 0x9004), ==, 69);
    g_assert_cmpuint(gpu_load_le_4(f->run.data + 0x9008), ==, 50);
    g_assert_cmpuint(gpu_load_le_4(f->run.data + 0x900c), ==, 70);
    g_assert_cmpuint(f->run.events.num, ==, 0);
    fixture_free(f);
}

/* Everything random: nothing outside is touched, the sanitizers see to it. */
static void test_random(void)
{
    Fixture *f = fixture_new();
    uint32_t value[V3D_LANES] = { 1, 2, 3 };

    for (unsigned n = 0; n < 2000; n++) {
        uint32_t word = g_test_rand_int();

        v3d_vpm_write_setup(&f->access, &f->run.mem, word);
        v3d_vpm_read_setup(&f->access, &f->run.mem, word);
        v3d_vpm_write(&f->access, &f->vpm, value, word >> 8);
        v3d_vpm_read(&f->access, &f->run.mem, &f->vpm, value);
        if (n % 10 == 0) {
            v3d_vpm_dma_load(&f->access, &f->run.mem, &f->vpm,
                             g_test_rand_int());
            v3d_vpm_dma_store(&f->access, &f->run.mem, &f->vpm,
                              g_test_rand_int());
        }
    }
    fixture_free(f);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/v3d/vpm/places", test_places);
    g_test_add_func("/v3d/vpm/queue", test_queue);
    g_test_add_func("/v3d/vpm/program", test_program);
    g_test_add_func("/v3d/vpm/coordinates", test_coordinates);
    g_test_add_func("/v3d/vpm/dma-load", test_dma_load);
    g_test_add_func("/v3d/vpm/dma-load-columns", test_dma_load_columns);
    g_test_add_func("/v3d/vpm/dma-load-bytes", test_dma_load_bytes);
    g_test_add_func("/v3d/vpm/dma-store", test_dma_store);
    g_test_add_func("/v3d/vpm/random", test_random);
    return g_test_run();
}
