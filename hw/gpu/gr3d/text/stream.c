/*
 * Tegra20 GR3D engine: a command stream with its memory, as text
 *
 * Each line is a directive, each directive a row of the table at the end.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <string.h>
#include "hw/gpu/gr3d/isa/regs.h"
#include "regtext.h"
#include "stream_scan.h"

#define PAGE    4096

/* ---- the stream */

Gr3dStream *gr3d_stream_new(void)
{
    Gr3dStream *s = g_new0(Gr3dStream, 1);

    s->next_addr = GR3D_STREAM_ADDRESS;
    s->writes = g_array_new(FALSE, FALSE, sizeof(Gr3dStreamWrite));
    s->images = g_array_new(FALSE, FALSE, sizeof(Gr3dStreamImage));
    s->expects = g_array_new(FALSE, FALSE, sizeof(Gr3dStreamExpect));
    return s;
}

void gr3d_stream_free(Gr3dStream *s)
{
    if (!s) {
        return;
    }
    for (unsigned i = 0; i < s->num_memories && !s->ram; i++) {
        g_free(s->memory[i].data);
    }
    g_array_free(s->writes, TRUE);
    g_array_free(s->images, TRUE);
    g_array_free(s->expects, TRUE);
    g_free(s);
}

const Gr3dMemory *gr3d_stream_memory(const Gr3dStream *s, const char *name)
{
    for (unsigned i = 0; i < s->num_memories; i++) {
        if (!strcmp(s->memory[i].name, name)) {
            return &s->memory[i];
        }
    }
    return NULL;
}

static bool is_name(const char *name)
{
    size_t len = strlen(name);

    return len && len < sizeof(((Gr3dMemory *)0)->name) &&
           !g_ascii_isdigit(*name) &&
           strspn(name, "_" G_CSET_a_2_z G_CSET_A_2_Z G_CSET_DIGITS) == len;
}

static bool is_free(const Gr3dStream *s, uint64_t addr, uint32_t size)
{
    for (unsigned i = 0; i < s->num_memories; i++) {
        const Gr3dMemory *m = &s->memory[i];

        if (addr < (uint64_t)m->addr + m->size && m->addr < addr + size) {
            return false;
        }
    }
    return true;
}

static const char *why_not(const Gr3dStream *s, const char *name,
                           uint32_t size, uint64_t addr)
{
    return !is_name(name) ? "a name has letters, digits and '_'" :
           gr3d_stream_memory(s, name) ? "there is a memory of this name" :
           s->num_memories == GR3D_STREAM_MEMORIES ? "too many memories" :
           !size ? "an empty memory" :
           size > GR3D_STREAM_BYTES - s->num_bytes ? "too much memory" :
           addr + size > (s->ram ? s->ram->size : 1ull << 32) ?
           "the address is too high" :
           !is_free(s, addr, size) ? "the memory overlaps another one" : NULL;
}

const Gr3dMemory *gr3d_stream_add_memory(Gr3dStream *s, const char *name,
                                         uint32_t size, int64_t addr,
                                         const char **error)
{
    Gr3dMemory *m = &s->memory[s->num_memories];
    uint64_t at = addr < 0 ? s->next_addr : addr;

    *error = why_not(s, name, size, at);
    if (*error) {
        return NULL;
    }
    g_strlcpy(m->name, name, sizeof(m->name));
    m->addr = at;
    m->size = size;
    m->data = s->ram ? s->ram->data + at : g_malloc0(size);
    s->num_memories++;
    s->num_bytes += size;
    if (addr < 0) {
        /* leave a page without memory in between */
        s->next_addr = (at + size + 2 * PAGE - 1) & ~(uint64_t)(PAGE - 1);
    }
    return m;
}

bool gr3d_stream_add_write(Gr3dStream *s, uint32_t reg, uint32_t value,
                           uint32_t line)
{
    const Gr3dStreamWrite write = { reg, value, line };

    if (s->writes->len >= GR3D_STREAM_WRITES) {
        return false;
    }
    g_array_append_val(s->writes, write);
    return true;
}

/* ---- memory, data, fill */

/* Parse "memory NAME BYTES [at ADDRESS]". */
static bool parse_memory(Gr3dScan *scan)
{
    g_autofree char *name = NULL;
    const char *error;
    uint32_t size, addr;
    bool at;

    if (!gr3d_scan_token(scan)) {
        return false;
    }
    name = g_strdup(scan->token);
    if (!gr3d_scan_token(scan) ||
        !gr3d_scan_uint(scan, scan->token, GR3D_STREAM_BYTES, &size) ||
        !gr3d_scan_token(scan)) {
        return false;
    }
    at = !strcmp(scan->token, "at");
    if (at && (!gr3d_scan_token(scan) ||
               !gr3d_scan_uint(scan, scan->token, UINT32_MAX, &addr) ||
               !gr3d_scan_token(scan))) {
        return false;
    }
    if (*scan->token) {
        return gr3d_scan_fail(scan, "'%s' is too much", scan->token);
    }
    if (!gr3d_stream_add_memory(scan->stream, name, size, at ? addr : -1LL,
                                &error)) {
        return gr3d_scan_fail(scan, "%s", error);
    }
    return true;
}

typedef struct DataPlace {
    unsigned memory;
    uint32_t offset;
    const Gr3dDataType *type;
} DataPlace;

static bool scan_type(Gr3dScan *scan, const Gr3dDataType **type)
{
    if (!gr3d_scan_token(scan)) {
        return false;
    }
    *type = gr3d_scan_find_type(scan->token);
    return *type ? true : gr3d_scan_fail(scan, "'%s' is no type: u8, u16, "
                                         "u32, f32", scan->token);
}

/* Scan "NAME OFFSET|+ TYPE"; + goes on after the last byte given. */
static bool scan_place(Gr3dScan *scan, DataPlace *place)
{
    const Gr3dMemory *m;

    if (!gr3d_scan_token(scan) ||
        !gr3d_scan_memory(scan, scan->token, &place->memory) ||
        !gr3d_scan_token(scan)) {
        return false;
    }
    m = &scan->stream->memory[place->memory];
    if (!strcmp(scan->token, "+")) {
        place->offset = scan->filled[place->memory];
    } else if (!gr3d_scan_uint(scan, scan->token, m->size, &place->offset)) {
        return false;
    }
    return scan_type(scan, &place->type);
}

static bool put(Gr3dScan *scan, DataPlace *place, uint32_t value)
{
    const Gr3dMemory *m = &scan->stream->memory[place->memory];

    if (m->size - place->offset < place->type->bytes) {
        return gr3d_scan_fail(scan, "beyond the end of '%s'", m->name);
    }
    for (unsigned i = 0; i < place->type->bytes; i++) {
        m->data[place->offset++] = value >> (8 * i);
    }
    scan->filled[place->memory] = place->offset;
    return true;
}

/* Parse "data NAME OFFSET TYPE VALUE...". */
static bool parse_data(Gr3dScan *scan)
{
    DataPlace place;
    uint32_t value;
    bool some = false;

    if (!scan_place(scan, &place)) {
        return false;
    }
    while (gr3d_scan_token(scan) && *scan->token) {
        if (!place.type->scan(scan, scan->token, &value) ||
            !put(scan, &place, value)) {
            return false;
        }
        some = true;
    }
    return some || gr3d_scan_fail(scan, "no values");
}

/* Limit fills: a line may fill a memory block, and there may be millions. */
static bool count_fill(Gr3dScan *scan, uint64_t bytes)
{
    scan->fill += bytes;
    return scan->fill <= GR3D_STREAM_FILL ||
           gr3d_scan_fail(scan, "too much is filled");
}

/* Parse "fill NAME OFFSET TYPE VALUE COUNT". */
static bool parse_fill(Gr3dScan *scan)
{
    DataPlace place;
    uint32_t value, count;

    if (!scan_place(scan, &place) || !gr3d_scan_token(scan) ||
        !place.type->scan(scan, scan->token, &value) ||
        !gr3d_scan_token(scan) ||
        !gr3d_scan_uint(scan, scan->token, GR3D_STREAM_BYTES, &count)) {
        return false;
    }
    for (uint32_t n = 0; n < count; n++) {
        if (!put(scan, &place, value)) {
            return false;
        }
    }
    return count_fill(scan, (uint64_t)count * place.type->bytes) &&
           gr3d_scan_end(scan);
}

/* ---- writes */

static bool scan_reg(Gr3dScan *scan, uint32_t *reg)
{
    int offset;

    if (!gr3d_scan_token(scan)) {
        return false;
    }
    offset = gr3d_reg_find(scan->token);
    if (offset < 0) {
        return gr3d_scan_fail(scan, "there is no register '%s'",
                              scan->token);
    }
    *reg = offset;
    return true;
}

/* Put a field's bits, or the register's rest, which is given once. */
static bool put_field(Gr3dScan *scan, const char *name, uint32_t bits,
                      uint32_t mask, uint32_t *value, uint32_t *given)
{
    if (*given & mask) {
        return gr3d_scan_fail(scan, "bits of '%s' were given before", name);
    }
    *given |= mask;
    *value |= bits;
    return true;
}

/* Scan FIELD=VALUE, or rest=VALUE: bits without a name, in place. */
static bool scan_field(Gr3dScan *scan, uint32_t reg, uint32_t *value,
                       uint32_t *given)
{
    g_auto(GStrv) part = g_strsplit(scan->token, "=", 2);
    const Gr3dRegField *field = gr3d_reg_field(reg, part[0]);
    uint32_t bits;

    if (!strcmp(part[0], "rest")) {
        return gr3d_scan_int(scan, part[1], 32, &bits) &&
               put_field(scan, part[0], bits, bits, value, given);
    }
    if (!field) {
        return gr3d_scan_fail(scan, "the register has no field '%s'",
                              part[0]);
    }
    return gr3d_scan_int(scan, part[1], field->len, &bits) &&
           put_field(scan, part[0], bits << field->low,
                     gr3d_reg_field_mask(field), value, given);
}

/* Parse "write REGISTER VALUE" or "write REGISTER FIELD=VALUE...". */
static bool parse_write(Gr3dScan *scan)
{
    uint32_t reg = 0, value = 0, given = 0;

    if (!scan_reg(scan, &reg) || !gr3d_scan_token(scan)) {
        return false;
    }
    if (!*scan->token) {
        return gr3d_scan_fail(scan, "no value");
    }
    if (!strchr(scan->token, '=')) {
        return gr3d_scan_value(scan, scan->token, &value) &&
               gr3d_scan_end(scan) && gr3d_scan_write(scan, reg, value);
    }
    while (*scan->token) {
        if (!strchr(scan->token, '=')) {
            return gr3d_scan_fail(scan, "'%s' is not FIELD=VALUE",
                                  scan->token);
        }
        if (!scan_field(scan, reg, &value, &given) ||
            !gr3d_scan_token(scan)) {
            return false;
        }
    }
    return gr3d_scan_write(scan, reg, value);
}

/* Parse "words REGISTER VALUE...": all to the same register, a data port. */
static bool parse_words(Gr3dScan *scan)
{
    uint32_t reg = 0, value;
    bool some = false;

    if (!scan_reg(scan, &reg)) {
        return false;
    }
    while (gr3d_scan_token(scan) && *scan->token) {
        if (!gr3d_scan_value(scan, scan->token, &value) ||
            !gr3d_scan_write(scan, reg, value)) {
            return false;
        }
        some = true;
    }
    return some || gr3d_scan_fail(scan, "no values");
}

/* Parse "const VECTOR X Y Z W...": vertex constants from this vector on. */
static bool parse_const(Gr3dScan *scan)
{
    uint32_t index, value;
    unsigned num = 0;

    if (!gr3d_scan_token(scan) ||
        !gr3d_scan_uint(scan, scan->token, 255, &index) ||
        !gr3d_scan_write(scan, GR3D_R_CONST_OFFSET, 4 * index)) {
        return false;
    }
    while (gr3d_scan_token(scan) && *scan->token) {
        if (!gr3d_scan_float(scan, scan->token, &value) ||
            !gr3d_scan_write(scan, GR3D_R_CONST_DATA, value)) {
            return false;
        }
        num++;
    }
    return (num && num % 4 == 0) ||
           gr3d_scan_fail(scan, "a vector has four numbers");
}

/* ---- the text */

typedef struct Directive {
    const char *name;
    bool (*parse)(Gr3dScan *scan);
} Directive;

static const Directive directives[] = {
    { "write", parse_write },
    { "words", parse_words },
    { "const", parse_const },
    { "vp", gr3d_scan_vp },
    { "link", gr3d_scan_link },
    { "fp", gr3d_scan_fp },
    { "memory", parse_memory },
    { "data", parse_data },
    { "fill", parse_fill },
    { "image", gr3d_scan_image },
    { "expect", gr3d_scan_expect },
};

static bool parse_directive(Gr3dScan *scan)
{
    if (scan->take && scan->take(scan->opaque, scan)) {
        return true;
    }
    for (unsigned i = 0; i < G_N_ELEMENTS(directives); i++) {
        if (!strcmp(scan->token, directives[i].name)) {
            return directives[i].parse(scan);
        }
    }
    return gr3d_scan_fail(scan, "there is no directive '%s'", scan->token);
}

/* Parse the first line that is not empty: "gr3d-stream 1". */
static bool parse_version(Gr3dScan *scan)
{
    uint32_t version;

    if (strcmp(scan->token, "gr3d-stream")) {
        return gr3d_scan_fail(scan, "no 'gr3d-stream 1' at the beginning");
    }
    if (!gr3d_scan_token(scan) ||
        !gr3d_scan_uint(scan, scan->token, 1, &version)) {
        return false;
    }
    return version == 1 ? gr3d_scan_end(scan) :
           gr3d_scan_fail(scan, "version 1 is the only one");
}

static bool parse_text(Gr3dScan *scan)
{
    bool begun = false;

    while (gr3d_scan_line(scan)) {
        if (!gr3d_scan_token(scan)) {
            return false;
        }
        if (*scan->token) {
            if (!(begun ? parse_directive(scan) : parse_version(scan)) ||
                scan->error) {
                return false;
            }
            begun = true;
        }
    }
    return !scan->error &&
           (begun || gr3d_scan_fail(scan, "the text is empty"));
}

bool gr3d_stream_parse_lines(Gr3dStream *stream, const char *text, size_t len,
                             Gr3dStreamTake *take, void *opaque, char **error)
{
    Gr3dScan scan = {
        .stream = stream,
        .take = take,
        .opaque = opaque,
        .next = text,
        .end = text + len,
    };
    bool ok = len > GR3D_STREAM_TEXT ?
              gr3d_scan_fail(&scan, "the text is too long") :
              parse_text(&scan);

    *error = scan.error;
    return ok;
}

Gr3dStream *gr3d_stream_parse(const char *text, size_t len, char **error)
{
    Gr3dStream *stream = gr3d_stream_new();

    if (!gr3d_stream_parse_lines(stream, text, len, NULL, NULL, error)) {
        gr3d_stream_free(stream);
        return NULL;
    }
    return stream;
}
