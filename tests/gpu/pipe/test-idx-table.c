/*
 * Tables for GR3D vertex and index fetch: every format, size, stride and end
 * of a buffer, against a model that knows the memory only as bytes
 *
 * [tegra-gr3d.rst, Vertex stage]
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <glib.h>
#include <math.h>
#include "hw/gpu/gr3d/pipe/idx.h"
#include "assembly-model.h"
#include "hw/gpu/gr3d/pipe/frozen.h"

typedef enum Meaning { INTEGER, NORM, FIXED, SINGLE, HALF } Meaning;

static const struct {
    unsigned bytes;
    bool is_signed;
    Meaning meaning;
} formats[15] = {
    { 1, false, INTEGER }, { 1, false, NORM }, { 1, true, INTEGER },
    { 1, true, NORM }, { 2, false, INTEGER }, { 2, false, NORM },
    { 2, true, INTEGER }, { 2, true, NORM }, { 4, false, INTEGER },
    { 4, false, NORM }, { 4, true, INTEGER }, { 4, true, NORM },
    { 4, true, FIXED }, { 4, false, SINGLE }, { 2, false, HALF },
};

static double model_half(uint32_t h)
{
    int exp = h >> 10 & 31, mant = h & 1023;
    double v = exp ? ldexp(1024 + mant, exp - 25) : ldexp(mant, -24);

    v = exp == 31 ? (mant ? NAN : INFINITY) : v;
    return h >> 15 ? -v : v;
}

static float model_single(uint32_t raw)
{
    float v;

    memcpy(&v, &raw, sizeof(v));
    return fpclassify(v) == FP_SUBNORMAL ? copysignf(0, v) : v;
}

static float model_value(unsigned format, uint32_t raw, bool preserve)
{
    unsigned bits = 8 * formats[format].bytes;
    long double all = (1ull << bits) - 1, half = (1ull << (bits - 1)) - 1;
    int64_t c = raw;

    if (formats[format].is_signed && raw >> (bits - 1)) {
        c -= 1ll << bits;
    }
    switch (formats[format].meaning) {
    case INTEGER:
        return c;
    case NORM:
        return !formats[format].is_signed ? c / all :
               preserve ? MAX(c / half, -1) : (2 * c + 1) / all;
    case FIXED:
        return c / 65536.0L;
    case SINGLE:
        return model_single(raw);
    default:
        return model_half(raw);
    }
}

static void check_value(float got, float want)
{
    if (isnan(want) ? !isnan(got) : got != want || signbit(got) !=
        signbit(want)) {
        g_error("%a, expected %a", got, want);
    }
}

static uint32_t mode(unsigned format, unsigned size, unsigned stride,
                     bool preserve)
{
    return format | size << 4 | stride << 8 | (uint32_t)preserve << 20;
}

typedef struct Fetch {
    Gr3dRegs regs;
    Gr3dIdx idx;
    GpuEvents events;
    GpuSpan span[16];
    float out[16][4];
} Fetch;

static void fetch(Fetch *f, uint32_t v)
{
    gr3d_idx_decode(&f->idx, &f->regs, &f->events);
    gr3d_idx_fetch(&f->idx, f->span, v, f->out, &f->events);
}

/* All codes of 8 and 16 bits, many of 32, with both signed conversions. */
static void test_codes(void)
{
    g_autofree Fetch *f = g_new0(Fetch, 1);
    GRand *rand = g_rand_new_with_seed(71);
    uint8_t memory[4];

    f->span[0] = (GpuSpan) { memory, sizeof(memory) };
    f->regs.reg[0x120] = 0x10000;
    for (unsigned n = 0; n < 15 * 2; n++) {
        unsigned format = n / 2, bytes = formats[format].bytes;
        unsigned num = bytes == 1 ? 256 : 65536;

        f->regs.reg[0x101] = mode(format, 1, 0, n % 2);
        for (unsigned i = 0; i < num; i++) {
            uint32_t raw = bytes < 4 ? i : i % 4 ? g_rand_int(rand) :
                           i / 4 * 0x40000 - (i / 4) % 7;

            for (unsigned b = 0; b < 4; b++) {
                memory[b] = raw >> (8 * b);
            }
            fetch(f, 0);
            check_value(f->out[0][0], model_value(format, raw, n % 2));
        }
    }
    g_assert_cmpint(f->events.num, ==, 0);
    g_rand_free(rand);
}

/* Return a component; bytes that are not wholly inside read as zero. */
static bool model_component(unsigned format, bool preserve,
                            const uint8_t *memory, uint64_t size,
                            uint64_t offset, float *value)
{
    unsigned bytes = formats[format].bytes;
    bool in = offset + bytes <= size;
    uint32_t raw = 0;

    for (unsigned b = 0; in && b < bytes; b++) {
        raw += (uint32_t)memory[offset + b] << (8 * b);
    }
    *value = model_value(format, raw, preserve);
    return in;
}

static void check_fetch(Fetch *f, unsigned format, unsigned size,
                        unsigned stride, bool preserve,
                        const uint8_t *memory, uint64_t length, uint32_t v)
{
    unsigned slot = (format + size + v) % 16;
    bool in = true;

    memset(f, 0, sizeof(*f));
    f->span[slot] = (GpuSpan) { (uint8_t *)memory, length };
    f->regs.reg[0x101 + 2 * slot] = mode(format, size, stride, preserve);
    f->regs.reg[0x120] = 0x10000u << slot;
    fetch(f, v);
    for (unsigned i = 0; i < 4; i++) {
        float want = i == 3;

        if (i < size) {
            in &= model_component(format, preserve, memory, length,
                                  (uint64_t)v * stride +
                                  i * formats[format].bytes, &want);
        }
        check_value(f->out[slot][i], want);
    }
    g_assert_cmpint(f->events.num, ==, !in);
    for (unsigned i = 0; i < 64; i++) {
        if (i / 4 != slot) {
            g_assert_cmpfloat(f->out[i / 4][i % 4], ==, i % 4 == 3);
        }
    }
}

/* 15 formats x 1..4 components x strides x buffers that end at every byte. */
static void test_strides(void)
{
    static const unsigned strides[] = { 0, 1, 3, 4, 5, 8, 12, 16, 17, 24 };
    g_autofree Fetch *f = g_new(Fetch, 1);
    uint8_t memory[100];

    for (unsigned i = 0; i < sizeof(memory); i++) {
        memory[i] = i * 151 + 77;
    }
    for (unsigned n = 0; n < 15 * 4 * G_N_ELEMENTS(strides); n++) {
        unsigned format = n % 15, size = 1 + n / 15 % 4;
        unsigned stride = strides[n / 60];
        unsigned end = 3 * stride + size * formats[format].bytes;

        for (unsigned length = 0; length <= end + 1; length++) {
            check_fetch(f, format, size, stride, length % 2, memory, length,
                        length % 3 + 1);
        }
    }
}

/* The largest stride and vertex number: no overflow of the offset. */
static void test_far(void)
{
    g_autofree Fetch *f = g_new(Fetch, 1);
    g_autofree uint8_t *memory = g_malloc(4095 * 16 + 8);

    for (unsigned i = 0; i < 4095 * 16 + 8; i++) {
        memory[i] = i * 7 + i / 4095;
    }
    check_fetch(f, 5, 4, 4095, false, memory, 4095 * 16 + 8, 16);
    check_fetch(f, 5, 4, 4095, false, memory, 4095 * 16 + 7, 16);
    check_fetch(f, 13, 1, 4095, false, memory, 4095 * 16 + 8, 0xffffffff);
    /* 2^32 + 4: in 32 bits these would be inside */
    check_fetch(f, 13, 1, 4, false, memory, 4095 * 16 + 8, 0x40000001);
    check_fetch(f, 0, 2, 2, false, memory, 4095 * 16 + 8, 0x80000002);
}

/* A draw's request is exactly what its vertices read. */
static void test_requests(void)
{
    GRand *rand = g_rand_new_with_seed(72);
    g_autofree uint8_t *memory = g_malloc0(200 * 1000);
    g_autofree Fetch *f = g_new(Fetch, 1);
    g_autofree Gr3dSpanRequest *request =
        g_new(Gr3dSpanRequest, GR3D_NUM_SPANS);

    for (unsigned n = 0; n < 2000; n++) {
        unsigned start = g_rand_int_range(rand, 0, 100);
        unsigned count = g_rand_int_range(rand, 1, 80);
        unsigned size = g_rand_int_range(rand, 1, 5);
        unsigned stride = g_rand_int_range(rand, 0, 1000);
        uint64_t bytes;

        memset(f, 0, sizeof(*f));
        memset(request, 0, GR3D_NUM_SPANS * sizeof(request[0]));
        f->regs.reg[0x100] = 0x1000;
        f->regs.reg[0x101] = mode(n % 15, size, stride, false);
        f->regs.reg[0x120] = 0x10000;
        f->regs.reg[0x123] = start | (count - 1) << 20;
        gr3d_idx_decode(&f->idx, &f->regs, &f->events);
        gr3d_idx_request(&f->idx, &f->regs, request);
        bytes = request[0].size;
        g_assert_cmpint(bytes, ==, (start + count - 1) * stride +
                        size * formats[n % 15].bytes);
        for (int less = 0; less < 2; less++) {
            f->span[0] = (GpuSpan) { memory, bytes - less };
            for (unsigned k = 0; k < count; k++) {
                fetch(f, gr3d_idx_vertex(&f->idx, NULL, k, &f->events));
            }
            g_assert_cmpint(f->events.num, ==, less);
        }
    }
    g_rand_free(rand);
}

/* Indices of each size at every position of buffers of every length. */
static void test_indices(void)
{
    static const unsigned sizes[4] = { 0, 1, 2, 4 };
    g_autofree Fetch *f = g_new0(Fetch, 1);
    uint8_t memory[40];

    for (unsigned i = 0; i < sizeof(memory); i++) {
        memory[i] = 255 - i * 13;
    }
    for (unsigned n = 0; n < 4 * 40 * 12; n++) {
        unsigned size = sizes[n % 4], length = n / 4 % 40, start = n / 160;
        GpuSpan span = { memory, length };

        f->regs.reg[0x122] = n % 4 << 28;
        f->regs.reg[0x123] = start | 11 << 20;
        for (unsigned k = 0; k < 12; k++) {
            unsigned at = (start + k) * size;
            uint32_t want = size ? 0 : start + k;

            for (unsigned b = 0; b < size && at + size <= length; b++) {
                want += (uint32_t)memory[at + b] << (8 * b);
            }
            memset(&f->events, 0, sizeof(f->events));
            gr3d_idx_decode(&f->idx, &f->regs, &f->events);
            g_assert_cmphex(gr3d_idx_vertex(&f->idx, &span, k, &f->events),
                            ==, want);
            g_assert_cmpint(f->events.num, ==, size && at + size > length);
        }
    }
}

/* All counts up to 64. */
static void test_assembly(void)
{
    g_autofree Fetch *f = g_new0(Fetch, 1);

    for (unsigned n = 0; n < 7 * 2 * 64; n++) {
        unsigned type = n % 7, last = n / 7 % 2, count = n / 14 + 1;
        Prims want;

        f->regs.reg[0x122] = type << 24 | last << 27;
        f->regs.reg[0x123] = (count - 1) << 20;
        gr3d_idx_decode(&f->idx, &f->regs, &f->events);
        model_assembly(&want, type, count);
        g_assert_cmpint(gr3d_idx_num_prims(&f->idx), ==, want.num);
        for (unsigned j = 0; j < want.num; j++) {
            Gr3dAssembled got;

            gr3d_idx_assemble(&f->idx, j, &got);
            g_assert_cmpint(got.num, ==, model_corners[type]);
            for (unsigned i = 0; i < got.num; i++) {
                g_assert_cmpint(got.vertex[i], ==, want.prim[j].v[i]);
            }
            g_assert_cmpint(got.provoking, ==, last ? want.prim[j].last
                                                    : want.prim[j].first);
        }
    }
    g_assert_cmpint(f->events.num, ==, 0);
}

#define T(name) g_test_add_func("/idx-table/" #name, test_##name)

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    T(codes);
    T(strides);
    T(far);
    T(requests);
    T(indices);
    T(assembly);
    return g_test_run();
}
