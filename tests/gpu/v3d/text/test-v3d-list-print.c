/*
 * Tests of the V3D engine's control lists as text
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <string.h>
#include "hw/gpu/v3d/text/list_print.h"

static const uint8_t list[] = {
    /* 0: a branch to 6 */
    0x10, 0x06, 0x00, 0x00, 0x00, 0xff,
    /* 6: triangles; a list: absolute, the next by differences, near ones */
    0x38, 0x12,
    0x30,
    0x81, 0x05, 0x00, 0x06, 0x00, 0x07, 0x01,
    /* new 0, 1 = previous 2, 1; 2 = previous 2 - 2 */
    0xf8,
    /* 9, 9 + 1, 9 - 2 */
    0x1f, 0xf8, 0x09, 0x00,
    0x80,
    /* lines, clipped */
    0x38, 0x11,
    0x31, 0x07, 0x01, 0x00, 0x00,
    0x81, 0x01, 0x00, 0x02, 0x00,
    0x80,
    0x12,
};

static const char text[] =
    "c0000000  BRANCH address=0x6\n"
    "00000006  PRIMITIVE_LIST_FORMAT type=2 data=1\n"
    "00000008  COMPRESSED_PRIMITIVES\n"
    "00000009  primitive 5 6 263\n"
    "00000010  primitive 263 6 261\n"
    "00000011  primitive 9 10 7\n"
    "00000015  end of list\n"
    "00000016  PRIMITIVE_LIST_FORMAT type=1 data=1\n"
    "00000018  CLIPPED_PRIMITIVES address=0x100 clipped=0x7\n"
    "0000001d  primitive 1 2\n"
    "00000022  end of list\n"
    "00000023  RETURN_FROM_SUB_LIST\n";

static void test_print(void)
{
    g_autoptr(GString) s = g_string_new(NULL);

    v3d_list_print(s, list, sizeof(list), 0xc0000000, 0, 100);
    g_assert_cmpstr(s->str, ==, text);
}

/* A bound of lines, the end address, an address outside */
static void test_ends(void)
{
    static const uint8_t loop[] = { 0x10, 0, 0, 0, 0 };
    g_autoptr(GString) s = g_string_new(NULL);

    v3d_list_print(s, loop, sizeof(loop), 0, 5, 2);
    g_assert_cmpstr(s->str, ==, "00000000  BRANCH address=0x0\n"
                    "00000000  BRANCH address=0x0\n");
    g_string_truncate(s, 0);
    v3d_list_print(s, loop, sizeof(loop), 0, 0, 2);
    g_assert_cmpstr(s->str, ==, "");
    v3d_list_print(s, loop, sizeof(loop), 0x1000, 0, 2);
    g_assert_cmpstr(s->str, ==, "00001000  HALT\n");
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/v3d/list-print/print", test_print);
    g_test_add_func("/v3d/list-print/ends", test_ends);
    return g_test_run();
}
