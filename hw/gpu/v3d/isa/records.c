/*
 * VideoCore IV 3D engine: control records
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <stddef.h>
#include <string.h>
#include "records.h"

#define END { .type = V3D_FIELD_NONE }

static const V3dRecordRow rows[256] = {
#define V3D_RECORD(code, NAME, name, size, threads) \
    [code] = { #NAME, size, V3D_RECORD_##threads, (const V3dField[]) {
#define V3D_FIELD(type, first, bits, name) \
    { #name, V3D_FIELD_##type, first, bits },
#define V3D_RECORD_END(name) END } },
#include "records.def"
#undef V3D_RECORD
#undef V3D_FIELD
#undef V3D_RECORD_END
};

/* Every row fits V3dRecord. */
#define V3D_RECORD(code, NAME, name, size, threads)
#define V3D_FIELD(type, first, bits, name)
#define V3D_RECORD_END(name) \
    _Static_assert(sizeof(((V3dRecord *)0)->name) <= \
                   4 * V3D_RECORD_MAX_FIELDS, #name);
#include "records.def"
#undef V3D_RECORD
#undef V3D_FIELD
#undef V3D_RECORD_END

const V3dRecordRow *v3d_record_row(uint8_t code)
{
    return &rows[code];
}

static uint32_t get_bits(const uint8_t *data, unsigned first, unsigned bits)
{
    uint64_t value = 0;

    for (unsigned i = first / 8; i <= (first + bits - 1) / 8; i++) {
        value |= (uint64_t)data[i] << (i - first / 8) * 8;
    }
    return value >> first % 8 & ((1ull << bits) - 1);
}

static void put_bits(uint8_t *data, unsigned first, unsigned bits,
                     uint32_t value)
{
    uint64_t wide = (value & ((1ull << bits) - 1)) << first % 8;

    for (unsigned i = first / 8; i <= (first + bits - 1) / 8; i++) {
        data[i] |= wide >> (i - first / 8) * 8;
    }
}

static uint32_t decode_field(const V3dField *field, uint32_t value)
{
    unsigned above = 32 - field->bits;

    switch (field->type) {
    case V3D_FIELD_A:
        return value << above;
    case V3D_FIELD_S:
        return (int32_t)(value << above) >> above;
    default:
        return value;
    }
}

bool v3d_record_decode(V3dRecord *record, const uint8_t *data)
{
    const V3dRecordRow *row = &rows[data[0]];

    memset(record, 0, sizeof(*record));
    record->code = data[0];
    record->size = row->size;
    if (!row->size) {
        return false;
    }
    for (unsigned i = 0; row->fields[i].type; i++) {
        const V3dField *f = &row->fields[i];

        record->field[i] = decode_field(f, get_bits(data + 1, f->first,
                                                    f->bits));
    }
    return true;
}

unsigned v3d_record_encode(const V3dRecord *record, uint8_t *data)
{
    const V3dRecordRow *row = &rows[record->code];

    if (!row->size) {
        return 0;
    }
    memset(data, 0, row->size);
    data[0] = record->code;
    for (unsigned i = 0; row->fields[i].type; i++) {
        const V3dField *f = &row->fields[i];
        unsigned above = f->type == V3D_FIELD_A ? 32 - f->bits : 0;

        put_bits(data + 1, f->first, f->bits, record->field[i] >> above);
    }
    return row->size;
}
