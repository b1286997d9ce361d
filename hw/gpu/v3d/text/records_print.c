/*
 * VideoCore IV 3D engine: a control record as text
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "hw/gpu/lib/bits.h"
#include "records_print.h"

static void print_float(GString *s, uint32_t bits)
{
    g_string_append_printf(s, "%g", gpu_float_from_bits(bits));
}

static void print_field(GString *s, const V3dField *field, uint32_t value)
{
    g_string_append_printf(s, " %s=", field->name);
    switch (field->type) {
    case V3D_FIELD_U:
        g_string_append_printf(s, "%u", value);
        break;
    case V3D_FIELD_S:
        g_string_append_printf(s, "%d", (int32_t)value);
        break;
    case V3D_FIELD_F:
        print_float(s, value);
        break;
    default:
        g_string_append_printf(s, "0x%x", value);
        break;
    }
}

void v3d_record_print(GString *s, const V3dRecord *record)
{
    const V3dRecordRow *row = v3d_record_row(record->code);

    if (!row->size) {
        g_string_append_printf(s, "RESERVED code=%u", record->code);
        return;
    }
    g_string_append(s, row->name);
    for (unsigned i = 0; row->fields[i].type; i++) {
        print_field(s, &row->fields[i], record->field[i]);
    }
}
