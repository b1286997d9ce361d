/*
 * VideoCore IV 3D engine: vertices that are shaded in a strip
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <glib.h>
#include <string.h>
#include "engine.h"
#include "hw/gpu/v3d/lower/lower.h"

#define MANY        32
#define MAX_CULLED  256

void v3d_thread_count_face(V3dThread *t, bool seen)
{
    t->culled = seen ? MAX(t->culled, 2) - 2 : MIN(t->culled + 1, MAX_CULLED);
}

/*
 * Most triangles are seen from behind, which their vertices' first words tell:
 * the others words of most vertices are not used.
 */
static bool first_words_do(const V3dThread *t, V3dQpuProgram *program)
{
    const V3dRecord *config = &t->items.config;

    if (t->culled < MANY || (config->configuration_bits.forward_facing &&
                             config->configuration_bits.reverse_facing)) {
        return false;
    }
    return v3d_lowered(program, V3D_LOWER_PLACE) &&
           v3d_lowered(program, V3D_LOWER_VERTEX);
}

/* What is left undone is one word of each vertex, or none: *@words. */
static bool bind(V3d *v3d, unsigned thread, unsigned num, unsigned *words)
{
    V3dThread *t = &v3d->thread[thread];
    const V3dStage *stage = &t->shader.stage[v3d_stage(thread)];
    V3dQpuProgram *program = v3d_programs_find(
        &v3d->programs, &v3d->core.mem, stage->code);
    bool part = *words == 1 && first_words_do(t, program);

    *words = part ? 1 : v3d_vertex_words(&t->shader, v3d_stage(thread));
    t->strip->vpm_in = t->vpm_in;
    t->strip->vpm_out = t->vpm_out;
    t->strip->lanes = (num + V3D_LANES - 1) / V3D_LANES * V3D_LANES;
    return v3d_strip_bind(t->strip,
                          v3d_lowered(program, part ? V3D_LOWER_PLACE :
                                      V3D_LOWER_VERTEX), &v3d->core.mem,
                          stage->uniforms, t->strip->lanes);
}

/* Rows that the program reads, and those that are taken from it */
static void clear_rows(const V3dStrip *s, unsigned words)
{
    const V3dStripProgram *program = s->program;
    unsigned batches = s->lanes / V3D_LANES;

    for (unsigned i = 0; i < program->num_ops; i++) {
        for (unsigned n = 0; program->op[i].code == V3D_STRIP_READ_VPM &&
             n < batches; n++) {
            memset(s->vpm_in[n].row[program->op[i].k], 0, 4 * V3D_LANES);
        }
    }
    for (unsigned n = 0; n < batches; n++) {
        memset(s->vpm_out[n].row, 0, words * 4 * V3D_LANES);
    }
}

/* One word of each vertex, if @words is 1 and that may do, or all */
static bool shade(V3d *v3d, unsigned thread, unsigned words,
                  const uint32_t *index, unsigned num)
{
    V3dThread *t = &v3d->thread[thread];

    if (!bind(v3d, thread, num, &words)) {
        return false;
    }
    clear_rows(t->strip, words);
    for (unsigned n = 0; n < num; n += V3D_LANES) {
        v3d_vcd_fetch(&t->vpm_in[n / V3D_LANES], &v3d->core, &t->shader,
                      v3d_stage(thread), &index[n], MIN(num - n, V3D_LANES));
    }
    v3d->exec->towards_zero(t->strip->program->towards_zero);
    v3d->exec->run(t->strip);
    v3d->exec->towards_zero(false);
    for (unsigned n = 0; n < num; n += V3D_LANES) {
        v3d_vcd_take(&t->vcd, &t->vpm_out[n / V3D_LANES], &t->shader, words,
                     &index[n], MIN(num - n, V3D_LANES));
    }
    for (unsigned n = 0; thread == V3D_BIN && n < num; n += V3D_LANES) {
        v3d_vcd_set_inside(&t->vcd, &t->vpm_out[n / V3D_LANES], &t->shader,
                           &index[n], MIN(num - n, V3D_LANES));
    }
    return true;
}

bool v3d_strips_shade(V3d *v3d, unsigned thread)
{
    const V3dThread *t = &v3d->thread[thread];
    const V3dPrimState *p = &v3d->s.prim[thread];

    if (!v3d->exec || t->shader.nv ||
        !shade(v3d, thread, thread == V3D_RENDER, p->index, p->shading)) {
        return false;
    }
    for (unsigned n = 0; n < p->shading; n += V3D_LANES) {
        v3d->core.work += t->strip->program->cost;
        v3d_vcd_count(&v3d->core, t->strip->program->instructions,
                      t->strip->program->num_textures);
    }
    return true;
}

void v3d_strips_complete(V3d *v3d, unsigned thread, const uint32_t *index,
                         unsigned num)
{
    shade(v3d, thread, 0, index, num);
}
