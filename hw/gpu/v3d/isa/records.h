/*
 * VideoCore IV 3D engine: control records (rows in records.def)
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef V3D_RECORDS_H
#define V3D_RECORDS_H

#include <stdbool.h>
#include <stdint.h>

enum {
#define V3D_RECORD(code, NAME, name, size, threads) V3D_REC_##NAME = code,
#define V3D_FIELD(type, first, bits, name)
#define V3D_RECORD_END(name)
#include "records.def"
#undef V3D_RECORD
#undef V3D_FIELD
#undef V3D_RECORD_END
};

#define V3D_RECORD_MAX_SIZE     16
#define V3D_RECORD_MAX_FIELDS   14

/* Which thread may execute a record */
enum {
    V3D_RECORD_BIN = 1 << 0,
    V3D_RECORD_RENDER = 1 << 1,
    V3D_RECORD_BOTH = V3D_RECORD_BIN | V3D_RECORD_RENDER,
};

typedef uint32_t V3dFieldU;
typedef uint32_t V3dFieldX;
typedef uint32_t V3dFieldA;
typedef int32_t V3dFieldS;
typedef float V3dFieldF;

/* One record; field[] are the fields of the row in their order. */
typedef struct V3dRecord {
    uint8_t code;
    uint8_t size;
    union {
        uint32_t field[V3D_RECORD_MAX_FIELDS];
#define V3D_RECORD(code, NAME, name, size, threads) struct {
#define V3D_FIELD(type, first, bits, name) V3dField##type name;
#define V3D_RECORD_END(name) } name;
#include "records.def"
#undef V3D_RECORD
#undef V3D_FIELD
#undef V3D_RECORD_END
    };
} V3dRecord;

/* The letter of a row */
typedef enum V3dFieldType {
    V3D_FIELD_NONE,             /* behind the last */
    V3D_FIELD_U,
    V3D_FIELD_X,
    V3D_FIELD_A,
    V3D_FIELD_S,
    V3D_FIELD_F,
} V3dFieldType;

typedef struct V3dField {
    const char *name;
    V3dFieldType type;
    uint8_t first;
    uint8_t bits;
} V3dField;

typedef struct V3dRecordRow {
    const char *name;
    uint8_t size;               /* 0: no such record */
    uint8_t threads;
    const V3dField *fields;
} V3dRecordRow;

/* Never NULL */
const V3dRecordRow *v3d_record_row(uint8_t code);
/* False: no such record.  @data has row->size bytes. */
bool v3d_record_decode(V3dRecord *record, const uint8_t *data);
/* Returns the size. */
unsigned v3d_record_encode(const V3dRecord *record, uint8_t *data);

#endif /* V3D_RECORDS_H */
