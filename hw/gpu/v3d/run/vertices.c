/*
 * VideoCore IV 3D engine: vertices that are shaded in a strip
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "engine.h"
#include "hw/gpu/v3d/lower/lower.h"

static bool bind(V3d *v3d, V3dThread *t, const V3dStage *stage)
{
    const V3dStripProgram *program = v3d_lowered(
        v3d_programs_find(&v3d->programs, &v3d->core.mem, stage->code),
        V3D_LOWER_VERTEX);

    t->strip->vpm_in = &t->vcd.in;
    t->strip->vpm_out = &t->vcd.out;
    t->strip->lanes = V3D_LANES;
    return v3d_strip_bind(t->strip, program, &v3d->core.mem, stage->uniforms,
                          V3D_LANES);
}

/* What the reference has begun it ends. */
bool v3d_strips_shade(V3d *v3d, unsigned thread)
{
    V3dThread *t = &v3d->thread[thread];
    const V3dPrimState *p = &v3d->s.prim[thread];
    const V3dStripProgram *program;
    unsigned stage = v3d_stage(thread);

    if (!v3d->exec || t->shader.nv || t->vcd.qpu.instructions ||
        !bind(v3d, t, &t->shader.stage[stage])) {
        return false;
    }
    program = t->strip->program;
    v3d->exec->run(t->strip);
    v3d->core.work += program->cost;
    t->vcd.qpu.instructions = program->instructions;
    t->vcd.qpu.lookups = program->num_textures;
    v3d_vcd_end(&t->vcd, &v3d->core, &t->shader, stage, p->index, p->shading);
    return true;
}
