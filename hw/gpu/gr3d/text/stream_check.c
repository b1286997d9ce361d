/*
 * Tegra20 GR3D engine: run a stream, compare with its expectations
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <inttypes.h>
#include "hw/gpu/lib/le.h"
#include "stream.h"

/* ---- run */

void gr3d_stream_run(Gr3dStream *s, Gr3dReplay *replay, uint64_t max_work,
                     const GpuExecutor *executor, const Gr3dExec *exec)
{
    gr3d_replay_init(replay, s->memory, s->num_memories);
    replay->max_work = max_work;
    replay->executor = executor;
    replay->exec = exec;
    for (unsigned i = 0; i < s->writes->len; i++) {
        const Gr3dStreamWrite *w = &g_array_index(s->writes,
                                                  Gr3dStreamWrite, i);

        gr3d_replay_write(replay, w->reg, w->value);
    }
}

/* ---- compare */

char *gr3d_stream_hash(const Gr3dMemory *memory)
{
    return g_compute_checksum_for_data(G_CHECKSUM_SHA256, memory->data,
                                       memory->size);
}

uint64_t gr3d_stream_counter_value(const Gr3dReplay *r, unsigned counter)
{
    const uint64_t value[] = {
        r->draws, r->events->len, r->unknown, r->incrs, r->stats.vertices,
        r->stats.primitives, r->stats.rasterised, r->stats.fragments,
    };

    return counter < G_N_ELEMENTS(value) ? value[counter] : 0;
}

static bool check_hash(const Gr3dStreamExpect *e, const Gr3dMemory *m,
                       GString *report)
{
    g_autofree char *hash = gr3d_stream_hash(m);

    if (!g_strcmp0(hash, e->hash)) {
        return true;
    }
    g_string_append_printf(report, "line %u: hash of %s: expected %s, found "
                           "%s\n", e->line, m->name, e->hash, hash);
    return false;
}

static bool check_word(const Gr3dStreamExpect *e, const Gr3dMemory *m,
                       GString *report)
{
    uint32_t found = gpu_load_le(m->data + e->offset, e->bytes) & e->mask;
    uint32_t want = e->value & e->mask;

    if ((found > want ? found - want : want - found) <= e->within) {
        return true;
    }
    g_string_append_printf(report, "line %u: %s+0x%x: expected 0x%0*x, found "
                           "0x%0*x\n", e->line, m->name, e->offset,
                           2 * e->bytes, want, 2 * e->bytes, found);
    return false;
}

static bool check_count(const Gr3dStreamExpect *e, const Gr3dReplay *replay,
                        GString *report)
{
    uint64_t found = gr3d_stream_counter_value(replay, e->memory);

    if (found == e->value) {
        return true;
    }
    g_string_append_printf(report, "line %u: %s: expected %u, found %" PRIu64
                           "\n", e->line, gr3d_stream_counter_name(e->memory),
                           e->value, found);
    return false;
}

static bool check(const Gr3dStream *s, const Gr3dStreamExpect *e,
                  const Gr3dReplay *replay, GString *report)
{
    switch (e->kind) {
    case GR3D_EXPECT_HASH:
        return check_hash(e, &s->memory[e->memory], report);
    case GR3D_EXPECT_WORD:
        return check_word(e, &s->memory[e->memory], report);
    default:
        return check_count(e, replay, report);
    }
}

unsigned gr3d_stream_check(const Gr3dStream *s, const Gr3dReplay *replay,
                           GString *report)
{
    unsigned failures = 0;

    for (unsigned i = 0; i < s->expects->len; i++) {
        failures += !check(s, &g_array_index(s->expects, Gr3dStreamExpect, i),
                           replay, report);
    }
    return failures;
}
