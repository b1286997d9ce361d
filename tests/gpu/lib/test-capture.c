/*
 * Unit tests of the captures' form (docs/specs/tegra-capture.rst)
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <string.h>
#include "hw/gpu/lib/capture.h"
#include "hw/gpu/lib/le.h"

#define PAGE    GPU_CAPTURE_PAGE

static bool to_array(void *opaque, const void *data, size_t size)
{
    g_byte_array_append(opaque, data, size);
    return true;
}

typedef struct Input {
    const uint8_t *data;
    size_t left, piece;         /* at a time, at most */
} Input;

static size_t from_bytes(void *opaque, void *data, size_t size)
{
    Input *in = opaque;

    size = MIN(MIN(size, in->left), in->piece);
    memcpy(data, in->data, size);
    in->data += size;
    in->left -= size;
    return size;
}

static GpuCaptureReader *open_bytes(Input *in, const uint8_t *data,
                                    size_t size)
{
    *in = (Input) { data, size, 1000 };
    return gpu_capture_reader_new(from_bytes, in);
}

/* Read all; returns the records, and *@error if that was not the end. */
static unsigned count(const uint8_t *data, size_t size, bool *cut_off,
                      char **error)
{
    Input in;
    GpuCaptureReader *r = open_bytes(&in, data, size);
    GpuCaptureRecord record;
    unsigned num = 0;

    while (gpu_capture_next(r, &record, error)) {
        num++;
    }
    *cut_off = gpu_capture_cut_off(r);
    gpu_capture_reader_free(r);
    return num;
}

/* The author's implementation gives these. */
static void test_hash(void)
{
    const uint8_t *abc = (const uint8_t *)"abc";

    g_assert_cmphex(gpu_capture_hash(abc, 0), ==, 0xef46db3751d8e999);
    g_assert_cmphex(gpu_capture_hash(abc, 3), ==, 0x44bc2cf5ad770999);
    g_assert_cmphex(gpu_capture_hash((const uint8_t *)
                    "Nobody inspects the spammish repetition", 39), ==,
                    0xfbcea83c8a378bf1);
}

/* Each byte counts, wherever pages end. */
static void test_hash_range(void)
{
    g_autofree uint8_t *data = g_malloc0(3 * PAGE);
    uint64_t before = gpu_capture_hash_range(100, data, 3 * PAGE - 200);

    for (unsigned i = 0; i < 3 * PAGE; i++) {
        data[i] = 1;
        g_assert_cmpint(before != gpu_capture_hash_range(100, data,
                                                         3 * PAGE - 200), ==,
                        i < 3 * PAGE - 200);
        data[i] = 0;
    }
}

static const uint32_t ram[2] = { 0, 1 << 20 };
static const uint32_t head[GPU_CAPTURE_WORDS_HEAD] = { 3, 0x60 };
static const uint32_t words[3] = { 0x11111111, 0x80000000, 0xffffffff };

/* One of each kind that the writer has, in blocks of their own */
static GByteArray *example(void)
{
    GByteArray *out = g_byte_array_new();
    GpuCaptureWriter *w = gpu_capture_writer_new(to_array, out);
    g_autofree uint8_t *page = g_malloc0(2 * PAGE);

    page[PAGE] = 1;
    gpu_capture_text(w, GPU_CAPTURE_NOTE, "a note");
    gpu_capture_words(w, GPU_CAPTURE_RAM, ram, 2);
    gpu_capture_flush(w);
    gpu_capture_read(w, 4 * PAGE, page, 2 * PAGE);
    gpu_capture_open(w, GPU_CAPTURE_WORDS, head, G_N_ELEMENTS(head));
    gpu_capture_put(w, words, 3);
    gpu_capture_put(w, words, 1);
    gpu_capture_take_back(w);
    gpu_capture_flush(w);
    gpu_capture_text(w, GPU_CAPTURE_END, "all");
    gpu_capture_flush(w);
    g_assert_cmpuint(gpu_capture_written(w), ==, out->len);
    gpu_capture_writer_free(w);
    return out;
}

#define EXAMPLE_RECORDS 6

static void next_is(GpuCaptureReader *r, GpuCaptureRecord *record,
                    uint32_t type, uint32_t size)
{
    char *error;

    g_assert_true(gpu_capture_next(r, record, &error));
    g_assert_cmpuint(record->type, ==, type);
    g_assert_cmpuint(record->size, ==, size);
}

static void test_round_trip(void)
{
    GByteArray *file = example();
    GpuCaptureRecord record;
    Input in;
    GpuCaptureReader *r = open_bytes(&in, file->data, file->len);
    char *error;

    next_is(r, &record, GPU_CAPTURE_NOTE, 6);
    g_assert_cmpmem(record.data, record.size, "a note", 6);
    next_is(r, &record, GPU_CAPTURE_RAM, 8);
    g_assert_cmphex(gpu_capture_word(&record, 1), ==, 1 << 20);
    g_assert_cmphex(gpu_capture_word(&record, 2), ==, 0);
    next_is(r, &record, GPU_CAPTURE_PAGE_NEW, 4 + PAGE);
    next_is(r, &record, GPU_CAPTURE_PAGE_NEW, 4 + PAGE);
    g_assert_cmphex(gpu_capture_word(&record, 0), ==, 5 * PAGE);
    g_assert_cmphex(gpu_capture_word(&record, 1), ==, 1);
    next_is(r, &record, GPU_CAPTURE_WORDS, sizeof(head) + sizeof(words));
    for (unsigned i = 0; i < 3; i++) {
        g_assert_cmphex(gpu_capture_word(&record, G_N_ELEMENTS(head) + i),
                        ==, words[i]);
    }
    next_is(r, &record, GPU_CAPTURE_END, 3);
    g_assert_false(gpu_capture_next(r, &record, &error));
    g_assert_null(error);
    g_assert_false(gpu_capture_cut_off(r));
    gpu_capture_reader_free(r);
    g_byte_array_free(file, TRUE);
}

/* Only what the reader does not have is captured. */
static void test_pages(void)
{
    static const struct {
        uint32_t type, addr, number;
    } expect[] = {
        { GPU_CAPTURE_PAGE_NEW, 0 },
        { GPU_CAPTURE_PAGE_SAME, PAGE, 0 },
        { GPU_CAPTURE_PAGE_NEW, 0 },
        { GPU_CAPTURE_PAGE_SAME, 0, 0 },
        { GPU_CAPTURE_PAGE_SAME, PAGE, 1 },
    };
    g_autofree uint8_t *page = g_malloc0(2 * PAGE);
    GByteArray *out = g_byte_array_new();
    GpuCaptureWriter *w = gpu_capture_writer_new(to_array, out);
    GpuCaptureRecord record;
    GpuCaptureReader *r;
    Input in;

    gpu_capture_read(w, 0, page, 2 * PAGE);
    gpu_capture_read(w, 0, page, 2 * PAGE);        /* nothing new */
    page[7] = 7;
    gpu_capture_read(w, 0, page, 2 * PAGE);        /* the first */
    page[7] = 0;
    gpu_capture_read(w, 0, page, PAGE);            /* as at first */
    page[PAGE + 7] = 7;
    gpu_capture_wrote(w, PAGE, page + PAGE, PAGE, true);
    gpu_capture_read(w, 0, page, 2 * PAGE);        /* it has done that */
    gpu_capture_wrote(w, PAGE, page + PAGE, PAGE, false);
    gpu_capture_read(w, 0, page, 2 * PAGE);        /* nobody knows */
    gpu_capture_flush(w);
    r = open_bytes(&in, out->data, out->len);
    for (unsigned i = 0; i < G_N_ELEMENTS(expect); i++) {
        bool new = expect[i].type == GPU_CAPTURE_PAGE_NEW;

        next_is(r, &record, expect[i].type, new ? 4 + PAGE : 8);
        g_assert_cmphex(gpu_capture_word(&record, 0), ==, expect[i].addr);
        if (!new) {
            g_assert_cmpuint(gpu_capture_word(&record, 1), ==,
                             expect[i].number);
        }
    }
    g_assert_cmpuint(in.left, ==, 0);
    gpu_capture_reader_free(r);
    gpu_capture_writer_free(w);
    g_byte_array_free(out, TRUE);
}

/* More than a block, in records of all lengths */
static void test_long(void)
{
    GByteArray *out = g_byte_array_new();
    GpuCaptureWriter *w = gpu_capture_writer_new(to_array, out);
    unsigned num = 0;
    bool cut_off;
    char *error;

    for (unsigned i = 0; i < 300000; i++) {
        if (!gpu_capture_is_open(w)) {
            gpu_capture_open(w, GPU_CAPTURE_WORDS, head,
                             G_N_ELEMENTS(head));
            num++;
        }
        gpu_capture_put(w, &i, 1);
    }
    gpu_capture_flush(w);
    g_assert_cmpuint(num, >, 1);
    g_assert_cmpuint(count(out->data, out->len, &cut_off, &error), ==, num);
    g_assert_null(error);
    gpu_capture_writer_free(w);
    g_byte_array_free(out, TRUE);
}

/* Whatever its length, what is there is read; it is not the end. */
static void test_truncated(void)
{
    GByteArray *file = example();
    unsigned before = 0;

    for (unsigned size = 0; size <= file->len; size++) {
        g_autofree char *error = NULL;
        bool cut_off;
        unsigned num = count(file->data, size, &cut_off, &error);

        g_assert_cmpuint(num, >=, before);
        g_assert_true(size >= 16 ? !error : strstr(error, "not a capture") !=
                                            NULL);
        before = num;
    }
    g_assert_cmpuint(before, ==, EXAMPLE_RECORDS);
    g_byte_array_free(file, TRUE);
}

/* One bit that is wrong anywhere is an error, or a file that is too short. */
static void test_corrupted(void)
{
    GByteArray *file = example();

    for (unsigned bit = 0; bit < 8 * file->len; bit++) {
        g_autofree char *error = NULL;
        bool cut_off;
        unsigned num;

        if (bit / 8 >= 12 && bit / 8 < 16) {
            continue;           /* reserved */
        }
        file->data[bit / 8] ^= 1 << bit % 8;
        num = count(file->data, file->len, &cut_off, &error);
        g_assert_true(error || cut_off);
        g_assert_cmpuint(num, <, EXAMPLE_RECORDS);
        file->data[bit / 8] ^= 1 << bit % 8;
    }
    g_byte_array_free(file, TRUE);
}

static void store_block(GByteArray *file, const uint8_t *data, uint32_t size)
{
    uint8_t block[16];

    gpu_store_le_4(block, size);
    gpu_store_le_4(block + 4, size);
    gpu_store_le(block + 8, 8, gpu_capture_hash(data, size));
    g_byte_array_append(file, block, sizeof(block));
    g_byte_array_append(file, data, size);
}

/* A block whose hash is right, and which holds nonsense */
static void bad_block(uint32_t type, uint32_t says, uint32_t size,
                      const char *what)
{
    static const uint8_t begin[16] = "TEGRACAP\1";
    g_autofree uint8_t *data = g_malloc0(size);
    g_autofree char *error = NULL;
    GByteArray *file = g_byte_array_new();
    bool cut_off;

    g_byte_array_append(file, begin, sizeof(begin));
    if (size >= 8) {
        gpu_store_le_4(data, type);
        gpu_store_le_4(data + 4, says);
    }
    store_block(file, data, size);
    count(file->data, file->len, &cut_off, &error);
    g_assert_nonnull(error);
    g_assert_nonnull(strstr(error, what));
    g_byte_array_free(file, TRUE);
}

static void test_bad_records(void)
{
    for (uint32_t type = GPU_CAPTURE_RAM; type < GPU_CAPTURE_NUM_TYPES;
         type++) {
        bad_block(type, 3, 11, gpu_capture_type_name(type));
    }
    bad_block(GPU_CAPTURE_RAM, 0, 8, "a record RAM has an impossible size");
    bad_block(GPU_CAPTURE_RAM, 12, 20, "a record RAM has an impossible size");
    bad_block(GPU_CAPTURE_NOTE, UINT32_MAX, 8, "ends within a record");
    bad_block(1000, UINT32_MAX - 7, 16, "ends within a record");
    bad_block(1000, 1, 8, "ends within a record");
    bad_block(0, 0, 7, "ends within a record");
    bad_block(1000, 0, GPU_CAPTURE_BLOCK + 1, "impossible size");
}

static void test_version(void)
{
    static const uint8_t begin[16] = "TEGRACAP\2";
    g_autofree char *error = NULL;
    bool cut_off;

    g_assert_cmpuint(count(begin, sizeof(begin), &cut_off, &error), ==, 0);
    g_assert_cmpstr(error, ==,
                    "version 2 of the format; only 1 can be read");
}

/* Output that fails is not asked again. */
static bool refuse(void *opaque, const void *data, size_t size)
{
    unsigned *calls = opaque;

    return ++*calls < 3;
}

static void test_output_fails(void)
{
    unsigned calls = 0;
    GpuCaptureWriter *w = gpu_capture_writer_new(refuse, &calls);

    for (unsigned i = 0; i < 10; i++) {
        gpu_capture_text(w, GPU_CAPTURE_NOTE, "more");
        gpu_capture_flush(w);
    }
    g_assert_cmpuint(calls, ==, 3);
    gpu_capture_writer_free(w);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/capture/hash", test_hash);
    g_test_add_func("/capture/hash-range", test_hash_range);
    g_test_add_func("/capture/round-trip", test_round_trip);
    g_test_add_func("/capture/pages", test_pages);
    g_test_add_func("/capture/long", test_long);
    g_test_add_func("/capture/truncated", test_truncated);
    g_test_add_func("/capture/corrupted", test_corrupted);
    g_test_add_func("/capture/bad-records", test_bad_records);
    g_test_add_func("/capture/version", test_version);
    g_test_add_func("/capture/output-fails", test_output_fails);
    return g_test_run();
}
