/*
 * Tests of the V3D engine's control records
 *
 * The binning list is kmscube's, taken from a frame of Debian's kernel and
 * Mesa (vc4).
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <glib.h>
#include <string.h>
#include "hw/gpu/v3d/text/records_print.h"

typedef struct Case {
    uint8_t data[V3D_RECORD_MAX_SIZE];
    const char *text;
} Case;

static const Case cases[] = {
    { { 0x70, 0x00, 0x30, 0xd0, 0xee, 0x00, 0xd0, 0x07, 0x00, 0x00, 0x00, 0xd0,
        0xee, 0x10, 0x0c, 0x44 },
      "TILE_BINNING_MODE alloc_address=0xeed03000 alloc_size=512000 "
      "state_address=0xeed00000 width=16 height=12 multisample=0 colour_64=0 "
      "auto_init=1 initial_block=0 block=2 double_buffer=0" },
    { { 0x06 }, "START_TILE_BINNING" },
    { { 0x38, 0x12 }, "PRIMITIVE_LIST_FORMAT type=2 data=1" },
    { { 0x66, 0, 0, 0, 0, 0, 4, 0, 3 },
      "CLIP_WINDOW left=0 bottom=0 width=1024 height=768" },
    { { 0x60, 0x05, 0x70, 0x02 },
      "CONFIGURATION_BITS forward_facing=1 reverse_facing=0 clockwise=1 "
      "depth_offset=0 antialias=0 coverage_read_type=0 oversample=0 "
      "coverage_select=0 coverage_update=0 coverage_leave=0 depth_func=7 "
      "z_update=0 early_z=0 early_z_update=1" },
    { { 0x62, 0x00, 0x00, 0x80, 0x3f }, "POINT_SIZE size=1" },
    { { 0x69, 0x00, 0x00, 0x00, 0x46, 0x00, 0x00, 0xc0, 0xc5 },
      "CLIPPER_XY_SCALING x=8192 y=-6144" },
    { { 0x67, 0x00, 0x20, 0x00, 0xe8 }, "VIEWPORT_OFFSET x=8192 y=-6144" },
    { { 0x40, 0x93, 0xf0, 0x0c, 0xc5 },
      "GL_SHADER_STATE address=0xc50cf090 arrays=3 extended=0" },
    { { 0x21, 0x05, 0x04, 0, 0, 0, 0x08, 0, 0, 0 },
      "ARRAY_PRIMITIVES mode=5 length=4 first=8" },
    { { 0x20, 0x14, 0x68, 1, 0, 0, 0x00, 0x00, 0xf0, 0xef, 0xff, 0xff, 0, 0 },
      "INDEXED_PRIMITIVES mode=4 index_type=1 length=360 indices=0xeff00000 "
      "max_index=65535" },
    { { 0x72, 0x80, 0x80, 0x80, 0xff, 0x80, 0x80, 0x80, 0xff, 1, 2, 3, 4, 5 },
      "CLEAR_COLOURS even=0xff808080 odd=0xff808080 z=0x30201 mask=0x4 "
      "stencil=0x5" },
    { { 0x71, 0, 0, 0, 0xf0, 0, 4, 0, 3, 0x48, 0 },
      "TILE_RENDERING_MODE address=0xf0000000 width=1024 height=768 "
      "multisample=0 colour_64=0 frame_format=2 decimate=0 layout=1 vg_mask=0 "
      "coverage=0 early_z_direction=0 early_z_disable=0 double_buffer=0" },
    { { 0x1c, 0x12, 0xe0, 0x08, 0x10, 0, 0x20 },
      "STORE_GENERAL address=0x20001000 buffer=2 layout=1 mode=0 "
      "pixel_format=0 disable_swap=0 disable_colour_clear=1 "
      "disable_zs_clear=1 disable_mask_clear=1 disable_colour=0 disable_zs=0 "
      "disable_mask=0 last_tile=1" },
    { { 0x31, 0x0d, 0x10, 0, 0x20 },
      "CLIPPED_PRIMITIVES address=0x20001008 clipped=0x5" },
    { { 0x02 }, "RESERVED code=2" },
};

static void test_print(void)
{
    for (unsigned i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autoptr(GString) s = g_string_new(NULL);
        V3dRecord record;

        v3d_record_decode(&record, cases[i].data);
        v3d_record_print(s, &record);
        g_assert_cmpstr(s->str, ==, cases[i].text);
    }
}

/* Bits of a record that no field has */
static void clear_unused(uint8_t *data)
{
    const V3dRecordRow *row = v3d_record_row(data[0]);
    uint8_t used[V3D_RECORD_MAX_SIZE] = { 0xff };

    for (unsigned i = 0; row->fields[i].type; i++) {
        for (unsigned b = 0; b < row->fields[i].bits; b++) {
            unsigned bit = 8 + row->fields[i].first + b;

            g_assert_cmpuint(used[bit / 8] >> bit % 8 & 1, ==, 0);
            used[bit / 8] |= 1 << bit % 8;
        }
    }
    for (unsigned i = 0; i < row->size; i++) {
        data[i] &= used[i];
    }
}

static void test_encode(void)
{
    for (unsigned n = 0; n < 20000; n++) {
        uint8_t data[V3D_RECORD_MAX_SIZE], back[V3D_RECORD_MAX_SIZE];
        V3dRecord record;

        for (unsigned i = 0; i < sizeof(data); i++) {
            data[i] = g_test_rand_int();
        }
        data[0] = n;
        if (v3d_record_decode(&record, data)) {
            clear_unused(data);
            g_assert_cmpuint(v3d_record_encode(&record, back), ==, record.size);
            g_assert_cmpmem(back, record.size, data, record.size);
        }
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/v3d/records/print", test_print);
    g_test_add_func("/v3d/records/encode", test_encode);
    return g_test_run();
}
