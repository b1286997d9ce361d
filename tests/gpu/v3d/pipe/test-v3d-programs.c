/*
 * Tests of the V3D engine's cache of programs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <string.h>
#include "../program.h"
#include "hw/gpu/v3d/pipe/programs.h"

typedef struct Fixture {
    Machine *m;
    V3dMemory mem;
    GpuEvents events;
    V3dPrograms programs;
} Fixture;

static Fixture *fixture_new(void)
{
    Fixture *f = g_new0(Fixture, 1);

    f->m = machine_new();
    f->mem.data = f->m->ram;
    f->mem.size = RAM_SIZE;
    f->mem.events = &f->events;
    return f;
}

static void fixture_free(Fixture *f)
{
    v3d_programs_clear(&f->programs);
    machine_free(f->m);
    g_free(f);
}

/* A load of @imm, and the end */
static void put(Fixture *f, uint32_t addr, uint32_t imm)
{
    Program p = { f->m, addr };

    program_load(&p, V3D_WRITE_R0, false, imm);
    program_end(&p);
}

static uint32_t first_imm(Fixture *f, uint32_t addr)
{
    const V3dQpuProgram *p = v3d_programs_find(&f->programs, &f->mem, addr);

    g_assert_cmphex(p->addr, ==, addr);
    g_assert_cmpuint(p->num, >=, 1);
    return p->inst[0].imm;
}

/* As an instruction cache: what has changed is seen when it expires. */
static void test_change(void)
{
    Fixture *f = fixture_new();

    put(f, PROGRAMS, 1);
    g_assert_cmpuint(first_imm(f, PROGRAMS), ==, 1);
    put(f, PROGRAMS, 2);
    v3d_programs_expire(&f->programs);
    g_assert_cmpuint(first_imm(f, PROGRAMS), ==, 2);
    v3d_programs_expire(&f->programs);
    g_assert_cmpuint(first_imm(f, PROGRAMS), ==, 2);
    fixture_free(f);
}

/* More than there are places */
static void test_many(void)
{
    Fixture *f = fixture_new();

    for (unsigned i = 0; i < 1000; i++) {
        put(f, PROGRAMS + 64 * i, i);
    }
    for (unsigned n = 0; n < 3; n++) {
        for (unsigned i = 0; i < 1000; i++) {
            g_assert_cmpuint(first_imm(f, PROGRAMS + 64 * i), ==, i);
        }
    }
    fixture_free(f);
}

static void test_outside(void)
{
    Fixture *f = fixture_new();

    g_assert_nonnull(v3d_programs_find(&f->programs, &f->mem, RAM_SIZE));
    v3d_programs_expire(&f->programs);
    g_assert_nonnull(v3d_programs_find(&f->programs, &f->mem, RAM_SIZE));
    g_assert_nonnull(v3d_programs_find(&f->programs, &f->mem, RAM_SIZE - 4));
    fixture_free(f);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/v3d/programs/change", test_change);
    g_test_add_func("/v3d/programs/many", test_many);
    g_test_add_func("/v3d/programs/outside", test_outside);
    return g_test_run();
}
