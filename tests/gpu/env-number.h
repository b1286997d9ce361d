/*
 * Numbers from the environment, for tests that run longer when asked:
 * GR3D_TEST_PROGRAMS is how many random programs or draws, GR3D_TEST_PAIRS how
 * many pairs of triangles, GR3D_TEST_BATCHES how many streams of draws,
 * GR3D_TEST_ONLY the seed of the first one
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef TESTS_GPU_ENV_NUMBER_H
#define TESTS_GPU_ENV_NUMBER_H

#include <stdint.h>
#include <glib.h>

static inline uint64_t env_number(const char *name, uint64_t other)
{
    const char *text = g_getenv(name);

    return text ? g_ascii_strtoull(text, NULL, 0) : other;
}

#endif /* TESTS_GPU_ENV_NUMBER_H */
