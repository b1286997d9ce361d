/*
 * Tests of the V3D engine's view of memory: aliases, bounds, touched pages
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <glib.h>
#include <string.h>
#include "hw/gpu/v3d/isa/memory.h"

#define SIZE (5 * V3D_MEMORY_PAGE + 8)

typedef struct Fixture {
    V3dMemory mem;
    GpuEvents events;
    uint8_t data[SIZE];
} Fixture;

static Fixture *fixture_new(void)
{
    Fixture *f = g_new0(Fixture, 1);

    f->mem.data = f->data;
    f->mem.size = SIZE;
    f->mem.events = &f->events;
    return f;
}

/* The four aliases are one memory. */
static void test_alias(void)
{
    Fixture *f = fixture_new();

    v3d_store_32(&f->mem, 0xc0000010, 0x12345678);
    g_assert_cmphex(f->data[0x10], ==, 0x78);
    g_assert_cmphex(v3d_load_32(&f->mem, 0x10), ==, 0x12345678);
    g_assert_cmphex(v3d_load_16(&f->mem, 0x40000012), ==, 0x1234);
    g_assert_cmphex(v3d_load_8(&f->mem, 0x80000013), ==, 0x12);
    g_assert_cmpuint(f->events.num, ==, 0);
    g_free(f);
}

static void test_bounds(void)
{
    Fixture *f = fixture_new();

    g_assert_nonnull(v3d_memory_read(&f->mem, SIZE - 4, 4));
    g_assert_null(v3d_memory_read(&f->mem, SIZE - 3, 4));
    g_assert_null(v3d_memory_read(&f->mem, 0x3fffffff, 0xffffffff));
    g_assert_cmphex(v3d_load_32(&f->mem, 0xfffffffc), ==, 0);
    v3d_store_32(&f->mem, 0x10000000, 1);
    g_assert_cmpuint(f->events.num, ==, 2);
    g_assert_cmpuint(f->events.list[0].id, ==, V3D_EV_READ_RANGE);
    g_assert_cmpuint(f->events.list[0].value, ==, SIZE - 3);
    g_assert_cmpuint(f->events.list[0].count, ==, 3);
    g_assert_cmpuint(f->events.list[1].id, ==, V3D_EV_WRITE_RANGE);
    g_free(f);
}

static void note(void *opaque, uint64_t offset, uint64_t size)
{
    g_string_append_printf(opaque, "%" G_GUINT64_FORMAT "+%" G_GUINT64_FORMAT
                           " ", offset, size);
}

static void test_touched(void)
{
    g_autoptr(GString) s = g_string_new(NULL);
    Fixture *f = fixture_new();

    v3d_store_32(&f->mem, V3D_MEMORY_PAGE - 2, 1);
    v3d_store_32(&f->mem, SIZE - 4, 1);
    g_assert_nonnull(v3d_memory_write(&f->mem, 3 * V3D_MEMORY_PAGE, 0));
    v3d_memory_take_touched(&f->mem, note, s);
    g_assert_cmpstr(s->str, ==, "0+8192 20480+8 ");
    v3d_memory_take_touched(&f->mem, note, s);
    g_assert_cmpstr(s->str, ==, "0+8192 20480+8 ");
    g_free(f);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/v3d/memory/alias", test_alias);
    g_test_add_func("/v3d/memory/bounds", test_bounds);
    g_test_add_func("/v3d/memory/touched", test_touched);
    return g_test_run();
}
