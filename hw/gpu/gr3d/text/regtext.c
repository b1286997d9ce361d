/*
 * Tegra20 GR3D engine: registers and their fields by name
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <glib.h>
#include <string.h>
#include "hw/gpu/gr3d/isa/regs.h"
#include "regtext.h"

typedef struct RegRow {
    uint16_t offset;
    uint8_t count, stride;
    const char *name;
} RegRow;

static const RegRow rows[] = {
#define GR3D_REG(offset, count, stride, name, kind, source, fields) \
    { offset, count, stride, #name },
#include "hw/gpu/gr3d/isa/regs.def"
#undef GR3D_REG
};

static const Gr3dRegField fields[] = {
#define F(reg, field, low, len) { GR3D_R_##reg, low, len, #field },
#define GR3D_REG(offset, count, stride, name, kind, source, fields) fields
#include "hw/gpu/gr3d/isa/regs.def"
#undef GR3D_REG
#undef F
};

/* Rows whose registers hold an IEEE single */
static const uint16_t singles[] = {
#define F(reg, field, low, len)
#define GR3D_SINGLE(reg) GR3D_R_##reg,
#define GR3D_REG(offset, count, stride, name, kind, source, fields) fields
#include "hw/gpu/gr3d/isa/regs.def"
#undef GR3D_REG
#undef F
};

/* Return an element's index; @text: what follows the name, "" or "[INDEX]". */
static int find_element(const RegRow *row, const char *text)
{
    g_autofree char *digits = NULL;
    size_t len = strlen(text);
    guint64 index;

    if (row->count == 1) {
        return *text ? -1 : row->offset;
    }
    if (len < 3 || text[0] != '[' || text[len - 1] != ']') {
        return -1;
    }
    digits = g_strndup(text + 1, len - 2);
    if (!g_ascii_string_to_unsigned(digits, 10, 0, row->count - 1, &index,
                                    NULL)) {
        return -1;
    }
    return row->offset + row->stride * (int)index;
}

int gr3d_reg_find(const char *text)
{
    size_t len = strcspn(text, "[");
    guint64 offset;

    if (g_str_has_prefix(text, "0x")) {
        return g_ascii_string_to_unsigned(text + 2, 16, 0, GR3D_NUM_REGS - 1,
                                          &offset, NULL) ? (int)offset : -1;
    }
    for (unsigned i = 0; i < G_N_ELEMENTS(rows); i++) {
        if (!strncmp(rows[i].name, text, len) && !rows[i].name[len]) {
            return find_element(&rows[i], text + len);
        }
    }
    return -1;
}

static const RegRow *find_row(uint32_t offset)
{
    for (unsigned i = 0; i < G_N_ELEMENTS(rows); i++) {
        uint32_t distance = offset - rows[i].offset;

        if (offset >= rows[i].offset && distance % rows[i].stride == 0 &&
            distance / rows[i].stride < rows[i].count) {
            return &rows[i];
        }
    }
    return NULL;
}

const Gr3dRegField *gr3d_reg_fields(uint32_t offset, unsigned *num)
{
    const RegRow *row = find_row(offset);
    unsigned i = 0;

    *num = 0;
    while (row && i < G_N_ELEMENTS(fields) && fields[i].reg != row->offset) {
        i++;
    }
    while (row && i + *num < G_N_ELEMENTS(fields) &&
           fields[i + *num].reg == row->offset) {
        ++*num;
    }
    return &fields[*num ? i : 0];
}

const Gr3dRegField *gr3d_reg_field(uint32_t offset, const char *name)
{
    unsigned num;
    const Gr3dRegField *field = gr3d_reg_fields(offset, &num);

    for (; num; num--, field++) {
        if (!strcmp(field->name, name)) {
            return field;
        }
    }
    return NULL;
}

bool gr3d_reg_is_float(uint32_t offset)
{
    const RegRow *row = find_row(offset);

    for (unsigned i = 0; row && i < G_N_ELEMENTS(singles); i++) {
        if (singles[i] == row->offset) {
            return true;
        }
    }
    return false;
}

bool gr3d_reg_single(uint32_t value, float *single)
{
    uint32_t exponent = value >> 23 & 0xff;

    memcpy(single, &value, sizeof(*single));
    return exponent != 0xff && (exponent != 0 || !(value << 1));
}
