/*
 * VideoCore IV 3D engine: vertices that are shaded in a strip
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <glib.h>
#include <string.h>
#include "engine.h"
#include "hw/gpu/v3d/lower/lower.h"

static bool bind(V3d *v3d, V3dThread *t, const V3dStage *stage, unsigned num)
{
    const V3dStripProgram *program = v3d_lowered(
        v3d_programs_find(&v3d->programs, &v3d->core.mem, stage->code),
        V3D_LOWER_VERTEX);

    t->strip->vpm_in = t->vpm_in;
    t->strip->vpm_out = t->vpm_out;
    t->strip->lanes = (num + V3D_LANES - 1) / V3D_LANES * V3D_LANES;
    return v3d_strip_bind(t->strip, program, &v3d->core.mem, stage->uniforms,
                          t->strip->lanes);
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

bool v3d_strips_shade(V3d *v3d, unsigned thread)
{
    V3dThread *t = &v3d->thread[thread];
    const V3dPrimState *p = &v3d->s.prim[thread];
    const V3dShader *shader = &t->shader;
    V3dCore *core = &v3d->core;
    unsigned stage = v3d_stage(thread);

    if (!v3d->exec || shader->nv ||
        !bind(v3d, t, &shader->stage[stage], p->shading)) {
        return false;
    }
    clear_rows(t->strip, v3d_vertex_words(shader, stage));
    for (unsigned n = 0; n < p->shading; n += V3D_LANES) {
        v3d_vcd_fetch(&t->vpm_in[n / V3D_LANES], core, shader, stage,
                      &p->index[n], MIN(p->shading - n, V3D_LANES));
    }
    v3d->exec->run(t->strip);
    for (unsigned n = 0; n < p->shading; n += V3D_LANES) {
        core->work += t->strip->program->cost;
        v3d_vcd_count(core, t->strip->program->instructions,
                      t->strip->program->num_textures);
        v3d_vcd_take(&t->vcd, &t->vpm_out[n / V3D_LANES], shader, stage,
                     &p->index[n], MIN(p->shading - n, V3D_LANES));
    }
    return true;
}
