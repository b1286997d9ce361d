/*
 * VideoCore IV 3D engine: choice of the execution backend
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <stddef.h>
#include <string.h>
#include "strip.h"

#if defined(__x86_64__)
/* Has the host what -mavx512* in meson.build lets the compiler use? */
static bool has_avx512(void)
{
    return __builtin_cpu_supports("avx512f") &&
           __builtin_cpu_supports("avx512bw") &&
           __builtin_cpu_supports("avx512dq") &&
           __builtin_cpu_supports("avx512vl") &&
           __builtin_cpu_supports("bmi") &&
           __builtin_cpu_supports("bmi2");
}

static bool has_avx2(void)
{
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
           __builtin_cpu_supports("bmi2");
}
#endif

/* Is the host little-endian?  Strips copy words of pixels as they are. */
static bool is_little_endian(void)
{
    return __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__;
}

/* Backends, the best first */
static const struct {
    const V3dExec *exec;
    bool (*usable)(void);
} backends[] = {
#if defined(__x86_64__)
    { &v3d_exec_avx512, has_avx512 },
    { &v3d_exec_avx2, has_avx2 },
#endif
    { &v3d_exec_base, is_little_endian },
};

#define NUM_BACKENDS    (sizeof(backends) / sizeof(backends[0]))

const V3dExec *v3d_exec_best(void)
{
    for (unsigned i = 0; i < NUM_BACKENDS; i++) {
        if (backends[i].usable()) {
            return backends[i].exec;
        }
    }
    return NULL;
}

bool v3d_exec_find(const char *name, const V3dExec **exec, const char **why)
{
    *exec = NULL;
    if (!strcmp(name, "ref")) {
        return true;
    }
    *why = "there is no such backend; there are ref, base, avx2, avx512";
    for (unsigned i = 0; i < NUM_BACKENDS; i++) {
        if (!strcmp(name, backends[i].exec->name)) {
            *exec = backends[i].exec;
            *why = "this processor cannot run it";
            return backends[i].usable();
        }
    }
    return false;
}

const char *v3d_exec_name(const V3dExec *exec)
{
    return exec ? exec->name : "ref";
}
