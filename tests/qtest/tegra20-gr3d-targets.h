/*
 * Helpers of the Tegra20 qtests that draw often: to many targets, with
 * registers of its own for each draw
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef TESTS_QTEST_TEGRA20_GR3D_TARGETS_H
#define TESTS_QTEST_TEGRA20_GR3D_TARGETS_H

#include "tegra20-gr3d-job.h"

#define TARGETS         40
#define TARGET_STEP     (2 * TARGET_BYTES)
#define WHITE           0x01202000      /* colours */

static inline uint64_t counter(QTestState *qts, const char *name)
{
    g_autofree char *text = tegra20_get_str(qts, GR3D, "counters");
    g_autofree char *line = g_strdup_printf("%s ", name);
    const char *at = strstr(text, line);

    g_assert_nonnull(at);
    return g_ascii_strtoull(at + strlen(line), NULL, 10);
}

static inline uint32_t target(unsigned int n)
{
    return TARGET + n % TARGETS * TARGET_STEP;
}

static inline void clear_targets(QTestState *qts)
{
    qtest_memset(qts, TARGET - STRIDE, UNTOUCHED & 0xff,
                 TARGETS * TARGET_STEP);
}

static inline void put_word(GArray *words, uint32_t word)
{
    word = cpu_to_le32(word);
    g_array_append_val(words, word);
}

/* Submit all @words in one gather */
static inline void submit_words(QTestState *qts, const GArray *words)
{
    g_assert_cmpuint(words->len, <, 1u << 14);
    qtest_bufwrite(qts, DATA, words->data, 4 * words->len);
    PUSH(qts, CH, SETCL(0x60, 0, 0), GATHER_OP(words->len), DATA);
}

/* Submit a job of @num draws of busy_vertices(), each with an increment */
static inline void submit_busy(QTestState *qts, unsigned int num,
                               uint32_t vertices)
{
    g_autoptr(GArray) words = g_array_new(false, false, 4);

    for (unsigned int i = 0; i < num; i++) {
        put_word(words, NONINCR(0x123, 1));
        put_word(words, draw_prim(vertices));
        put_word(words, NONINCR(0, 1));
        put_word(words, OP_DONE << 8 | SYNCPT);
    }
    submit_words(qts, words);
}

/* Add draw number @n, to its target, with these colours */
static inline void put_nth_draw(GArray *words, unsigned int n,
                                uint32_t colours)
{
    const uint32_t draw[] = {
        NONINCR(0xe01, 1), target(n), NONINCR(0x102, 1), colours,
        NONINCR(0x123, 1), draw_prim(3),
    };

    for (unsigned int i = 0; i < ARRAY_SIZE(draw); i++) {
        put_word(words, draw[i]);
    }
}

/*
 * Add draws number @first to @end - 1 of @num, an increment behind each @size
 * of them; all but the last draw to each target are white.
 */
static inline void put_draws(GArray *words, unsigned int first,
                             unsigned int end, unsigned int num,
                             unsigned int size)
{
    for (unsigned int n = first; n < end; n++) {
        put_nth_draw(words, n, n + TARGETS < num ? WHITE : COLOURS);
        if ((n + 1) % size == 0) {
            put_word(words, NONINCR(0, 1));
            put_word(words, OP_DONE << 8 | SYNCPT);
        }
    }
}

static inline void submit_draws(QTestState *qts, unsigned int num,
                                unsigned int size)
{
    g_autoptr(GArray) words = g_array_new(false, false, 4);

    put_draws(words, 0, num, num, size);
    submit_words(qts, words);
}

static inline void write_white(QTestState *qts)
{
    float white[12];

    for (unsigned int i = 0; i < ARRAY_SIZE(white); i++) {
        white[i] = 1;
    }
    qtest_memwrite(qts, WHITE, white, sizeof(white));
}

/* Check all targets; check_triangle() looks at TARGET. */
static inline void check_targets(QTestState *qts)
{
    g_autofree uint8_t *pixels = g_malloc(TARGET_BYTES + 2 * STRIDE);

    check_triangle(qts);
    for (unsigned int n = 1; n < TARGETS; n++) {
        qtest_memread(qts, target(n) - STRIDE, pixels,
                      TARGET_BYTES + 2 * STRIDE);
        qtest_memwrite(qts, TARGET - STRIDE, pixels,
                       TARGET_BYTES + 2 * STRIDE);
        check_triangle(qts);
    }
}

#endif /* TESTS_QTEST_TEGRA20_GR3D_TARGETS_H */
