/*
 * VideoCore IV 3D engine: a control record from text
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <string.h>
#include "hw/gpu/lib/bits.h"
#include "records_parse.h"

bool v3d_parse_number(const char *text, unsigned bits, uint32_t *value)
{
    uint64_t max = (1ull << bits) - 1;
    bool minus = *text == '-';
    bool hex = g_str_has_prefix(text + minus, "0x");
    guint64 wide;

    if (!g_ascii_string_to_unsigned(text + minus + 2 * hex, hex ? 16 : 10, 0,
                                    minus ? max / 2 + 1 : max, &wide, NULL)) {
        return false;
    }
    *value = (minus ? -wide : wide) & max;
    return true;
}

static bool parse_float(const char *text, uint32_t *value)
{
    char *end;
    double number = g_ascii_strtod(text, &end);

    *value = gpu_float_to_bits(number);
    return end != text && !*end;
}

/* An address has the upper bits of 32; the lower ones must be 0. */
static bool parse_field(const V3dField *f, const char *text,
                        V3dParseNumber *parse, void *opaque, uint32_t *value)
{
    bool address = f->type == V3D_FIELD_A;
    unsigned bits = address ? 32 : f->bits;

    if (f->type == V3D_FIELD_F) {
        return parse_float(text, value);
    }
    if (!(parse && parse(opaque, text, bits, value)) &&
        !v3d_parse_number(text, bits, value)) {
        return false;
    }
    return !address || f->bits == 32 || !(*value << f->bits);
}

static const V3dField *find_field(const V3dRecordRow *row, const char *name,
                                  size_t len, unsigned *n)
{
    for (*n = 0; row->fields[*n].type; ++*n) {
        const V3dField *f = &row->fields[*n];

        if (strlen(f->name) == len && !memcmp(f->name, name, len)) {
            return f;
        }
    }
    return NULL;
}

static bool find_row(V3dRecord *record, const char *name)
{
    for (unsigned code = 0; code < 256; code++) {
        const V3dRecordRow *row = v3d_record_row(code);

        if (row->size && !strcmp(row->name, name)) {
            *record = (V3dRecord) { .code = code, .size = row->size };
            return true;
        }
    }
    return false;
}

static bool parse_word(V3dRecord *record, const char *word,
                       V3dParseNumber *parse, void *opaque, char **error)
{
    const V3dRecordRow *row = v3d_record_row(record->code);
    size_t len = strcspn(word, "=");
    unsigned n;
    const V3dField *f = find_field(row, word, len, &n);

    if (!f || !word[len]) {
        *error = g_strdup_printf("%s has no field \"%.32s\"", row->name, word);
        return false;
    }
    if (!parse_field(f, word + len + 1, parse, opaque, &record->field[n])) {
        *error = g_strdup_printf("\"%.48s\" is no value of %s", word,
                                 f->name);
        return false;
    }
    return true;
}

bool v3d_record_parse(V3dRecord *record, const char *text,
                      V3dParseNumber *parse, void *opaque, char **error)
{
    g_auto(GStrv) word = g_strsplit_set(text, " \t\r", -1);
    bool named = false;

    for (unsigned i = 0; word[i]; i++) {
        if (!*word[i]) {
            continue;
        }
        if (!named && !find_row(record, word[i])) {
            *error = g_strdup_printf("no record \"%.32s\"", word[i]);
            return false;
        }
        if (named && !parse_word(record, word[i], parse, opaque, error)) {
            return false;
        }
        named = true;
    }
    if (!named) {
        *error = g_strdup("no record");
    }
    return named;
}
