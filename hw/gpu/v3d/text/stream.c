/*
 * VideoCore IV 3D engine: a stream's text
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <string.h>
#include "hw/gpu/lib/bits.h"
#include "hw/gpu/lib/le.h"
#include "qpu_text.h"
#include "records_parse.h"
#include "stream.h"

#define PAGE        4096u

typedef struct Parser {
    V3dStream *stream;
    char **line;                /* all */
    unsigned at;                /* the next */
    char **word;                /* of this line */
    unsigned num;
    char *error;
} Parser;

static bool fail(Parser *p, const char *format, ...)
    G_GNUC_PRINTF(2, 3);

static bool fail(Parser *p, const char *format, ...)
{
    g_autofree char *clause = NULL;
    va_list ap;

    if (!p->error) {
        va_start(ap, format);
        clause = g_strdup_vprintf(format, ap);
        va_end(ap);
        p->error = g_strdup_printf("line %u: %s", p->at, clause);
    }
    return false;
}

/*
 * Values
 */

static V3dBlock *find_block(const V3dStream *stream, const char *name,
                            size_t len)
{
    for (unsigned i = 0; i < stream->block->len; i++) {
        V3dBlock *b = &g_array_index(stream->block, V3dBlock, i);

        if (strlen(b->name) == len && !memcmp(b->name, name, len)) {
            return b;
        }
    }
    return NULL;
}

/* &NAME or &NAME+OFFSET; records have it, too. */
static bool parse_address(void *opaque, const char *text, unsigned bits,
                          uint32_t *value)
{
    Parser *p = opaque;
    size_t len = strcspn(text, "+");
    V3dBlock *b;
    uint32_t offset = 0;

    if (*text != '&' || bits != 32) {
        return false;
    }
    b = find_block(p->stream, text + 1, len - 1);
    if (!b || (text[len] && !v3d_parse_number(text + len + 1, 32, &offset)) ||
        offset > b->size) {
        return false;
    }
    *value = b->addr + offset;
    return true;
}

static bool parse_value(Parser *p, const char *type, const char *text,
                        uint32_t *value, unsigned *bytes)
{
    char *end;

    *bytes = !strcmp(type, "u8") ? 1 : !strcmp(type, "u16") ? 2 : 4;
    if (!strcmp(type, "f32") && !g_str_has_prefix(text, "0x")) {
        *value = gpu_float_to_bits(g_ascii_strtod(text, &end));
        return (end != text && !*end) || fail(p, "'%.32s' is no float", text);
    }
    if (*bytes == 4 && strcmp(type, "u32") && strcmp(type, "f32")) {
        return fail(p, "'%.32s' is no type", type);
    }
    return parse_address(p, text, 8 * *bytes, value) ||
           v3d_parse_number(text, 8 * *bytes, value) ||
           fail(p, "'%.32s' is no value of %s", text, type);
}

/* Word @n as a number up to @max */
static bool get_number(Parser *p, unsigned n, uint32_t max, uint32_t *value)
{
    if (n >= p->num || *p->word[n] == '-' ||
        !v3d_parse_number(p->word[n], 32, value) || *value > max) {
        return fail(p, "word %u is no number from 0 to %u", n + 1, max);
    }
    return true;
}

static bool get_block(Parser *p, unsigned n, V3dBlock **b)
{
    *b = n < p->num ? find_block(p->stream, p->word[n], strlen(p->word[n])) :
         NULL;
    return *b || fail(p, "word %u names no block", n + 1);
}

/*
 * Blocks
 */

/* Behind the last, on a page of its own with one free in between */
static uint32_t next_addr(const V3dStream *stream)
{
    uint32_t addr = 0;

    for (unsigned i = 0; i < stream->block->len; i++) {
        const V3dBlock *b = &g_array_index(stream->block, V3dBlock, i);

        addr = MAX(addr, b->addr + b->size);
    }
    return (addr + 2 * PAGE - 1) / PAGE * PAGE;
}

static bool is_free(const V3dStream *stream, uint32_t addr, uint32_t size)
{
    for (unsigned i = 0; i < stream->block->len; i++) {
        const V3dBlock *b = &g_array_index(stream->block, V3dBlock, i);

        if (addr < b->addr + b->size && b->addr < addr + size) {
            return false;
        }
    }
    return true;
}

static bool is_name(const char *s)
{
    return *s && strlen(s) < 32 && !g_ascii_isdigit(*s) &&
           s[strspn(s, G_CSET_a_2_z G_CSET_A_2_Z G_CSET_DIGITS "_")] == 0;
}

/* Word 1 names it; "at" and the address may be words @n and the next. */
static bool add_block(Parser *p, unsigned n, uint32_t size, V3dBlock *b)
{
    *b = (V3dBlock) { .size = size, .addr = next_addr(p->stream) };
    if (p->num > n && !strcmp(p->word[n], "at") &&
        !get_number(p, n + 1, V3D_STREAM_RAM, &b->addr)) {
        return false;
    }
    if (p->num < 2 || !is_name(p->word[1])) {
        return fail(p, "a name is missing");
    }
    if (find_block(p->stream, p->word[1], strlen(p->word[1]))) {
        return fail(p, "'%s' is there already", p->word[1]);
    }
    if (!size || size > V3D_STREAM_RAM ||
        b->addr > V3D_STREAM_RAM - size) {
        return fail(p, "not in the %u bytes of memory", V3D_STREAM_RAM);
    }
    if (!is_free(p->stream, b->addr, size)) {
        return fail(p, "overlaps another block");
    }
    b->name = g_strdup(p->word[1]);
    g_array_append_val(p->stream->block, *b);
    return true;
}

static bool do_memory(Parser *p)
{
    uint32_t size;
    V3dBlock b;

    return get_number(p, 2, V3D_STREAM_RAM, &size) &&
           add_block(p, 3, size, &b);
}

static bool store(Parser *p, V3dBlock *b, uint32_t offset, uint32_t value,
                  unsigned bytes)
{
    if (offset > b->size || bytes > b->size - offset) {
        return fail(p, "byte %u is outside '%s'", offset, b->name);
    }
    gpu_store_le(p->stream->ram + b->addr + offset, bytes, value);
    b->end = offset + bytes;
    return true;
}

/* Block, offset and type, words 1 to 3 */
static bool get_place(Parser *p, V3dBlock **b, uint32_t *offset)
{
    if (!get_block(p, 1, b)) {
        return false;
    }
    *offset = (*b)->end;
    if (p->num > 2 && !strcmp(p->word[2], "+")) {
        return true;
    }
    return get_number(p, 2, V3D_STREAM_RAM, offset);
}

static bool do_data(Parser *p)
{
    uint32_t offset, value;
    unsigned bytes;
    V3dBlock *b;

    if (!get_place(p, &b, &offset)) {
        return false;
    }
    for (unsigned i = 4; i < p->num; i++) {
        if (!parse_value(p, p->word[3], p->word[i], &value, &bytes) ||
            !store(p, b, offset, value, bytes)) {
            return false;
        }
        offset += bytes;
    }
    return p->num > 4 || fail(p, "a value is missing");
}

static bool do_fill(Parser *p)
{
    uint32_t offset, value, count;
    unsigned bytes;
    V3dBlock *b;

    if (!get_place(p, &b, &offset) ||
        !get_number(p, 5, V3D_STREAM_RAM, &count) ||
        !parse_value(p, p->word[3], p->word[4], &value, &bytes)) {
        return false;
    }
    for (; count; count--, offset += bytes) {
        if (!store(p, b, offset, value, bytes)) {
            return false;
        }
    }
    return true;
}

/*
 * Programs and lists, up to a line with a brace
 */

/* NULL: the text has ended. */
static char *next_line(Parser *p)
{
    char *line = p->line[p->at];

    if (!line) {
        fail(p, "a line with '}' is missing");
        return NULL;
    }
    p->at++;
    line[strcspn(line, "#")] = '\0';
    return g_strstrip(line);
}

static bool add_bytes(Parser *p, const GByteArray *bytes)
{
    V3dBlock b;

    if (!add_block(p, 2, bytes->len, &b)) {
        return false;
    }
    memcpy(p->stream->ram + b.addr, bytes->data, bytes->len);
    return true;
}

static bool do_program(Parser *p)
{
    g_autoptr(GString) text = g_string_new(NULL);
    g_autoptr(GArray) words = g_array_new(FALSE, FALSE, sizeof(uint64_t));
    g_autoptr(GByteArray) bytes = g_byte_array_new();
    g_autofree char *why = NULL;
    char *line;

    do {
        line = next_line(p);
        if (!line) {
            return false;
        }
        g_string_append_printf(text, "%s\n", strcmp(line, "}") ? line : "");
    } while (strcmp(line, "}"));
    if (!v3d_qpu_assemble(text->str, words, &why)) {
        return fail(p, "program '%s': %s", p->word[1], why);
    }
    g_byte_array_set_size(bytes, 8 * words->len);
    for (unsigned i = 0; i < words->len; i++) {
        gpu_store_le(bytes->data + 8 * i, 8,
                     g_array_index(words, uint64_t, i));
    }
    return add_bytes(p, bytes);
}

static bool do_list(Parser *p)
{
    g_autoptr(GByteArray) bytes = g_byte_array_new();
    uint8_t data[V3D_RECORD_MAX_SIZE];
    char *line;

    for (;;) {
        g_autofree char *why = NULL;
        V3dRecord record;

        line = next_line(p);
        if (!line) {
            return false;
        }
        if (!strcmp(line, "}")) {
            return add_bytes(p, bytes);
        }
        if (*line && !v3d_record_parse(&record, line, parse_address, p, &why)) {
            return fail(p, "%s", why);
        }
        if (*line) {
            g_byte_array_append(bytes, data, v3d_record_encode(&record, data));
        }
    }
}

/*
 * What is done, shown and expected
 */

static bool do_run(Parser *p)
{
    static const char *const name[] = {
        [V3D_RUN_BIN_LIST] = "bin",
        [V3D_RUN_RENDER_LIST] = "render",
        [V3D_RUN_PROGRAM] = "user",
    };
    V3dStreamRun run = { 0 };
    V3dBlock *b;

    while (strcmp(p->word[0], name[run.kind])) {
        run.kind++;
    }
    if (!get_block(p, 1, &b)) {
        return false;
    }
    run.addr = b->addr;
    run.end = b->addr + b->size;
    if (p->num > 2 && run.kind == V3D_RUN_PROGRAM) {
        if (!get_block(p, 2, &b)) {
            return false;
        }
        run.uniforms = b->addr;
    }
    g_array_append_val(p->stream->run, run);
    return true;
}

static bool do_image(Parser *p)
{
    V3dStreamImage i = { 0 };
    V3dBlock *b;

    if (!get_block(p, 1, &b) || !get_number(p, 2, 4096, &i.width) ||
        !get_number(p, 3, 4096, &i.height) ||
        !get_number(p, 4, 1 << 17, &i.pitch)) {
        return false;
    }
    i.addr = b->addr;
    for (unsigned n = 5; n < p->num; n++) {
        bool bgr565 = !strcmp(p->word[n], "bgr565");

        if (!bgr565 && strcmp(p->word[n], "flip")) {
            return fail(p, "'%.32s' is nothing of an image", p->word[n]);
        }
        *(bgr565 ? &i.bgr565 : &i.flip) = true;
    }
    if (!i.width || !i.height || i.pitch < i.width * (i.bgr565 ? 2 : 4) ||
        (uint64_t)i.pitch * i.height > b->size) {
        return fail(p, "the image is not inside its block");
    }
    g_array_append_val(p->stream->image, i);
    return true;
}

static bool expect_value(Parser *p, V3dExpect *e, V3dBlock *b)
{
    uint32_t offset;

    if (p->num < 5 || !get_number(p, 3, V3D_STREAM_RAM, &offset) ||
        !parse_value(p, p->word[1], p->word[4], &e->value, &e->bytes)) {
        return fail(p, "a value is missing");
    }
    if (offset > b->size || e->bytes > b->size - offset) {
        return fail(p, "byte %u is outside '%s'", offset, b->name);
    }
    e->addr = b->addr + offset;
    return true;
}

static bool expect_count(Parser *p, V3dExpect *e)
{
    static const char *const name[] = { "events", "frames", "flushes" };

    for (unsigned i = 0; i < G_N_ELEMENTS(name); i++) {
        if (!strcmp(p->word[1], name[i])) {
            e->kind = V3D_EXPECT_EVENTS + i;
            return get_number(p, 2, UINT32_MAX, &e->value);
        }
    }
    return false;
}

static bool do_expect(Parser *p)
{
    V3dExpect e = { .line = p->at };
    V3dBlock *b;

    if (p->num < 3) {
        return fail(p, "expect what?");
    }
    if (!expect_count(p, &e)) {
        if (!get_block(p, 2, &b)) {
            return false;
        }
        e.block = b - (V3dBlock *)(void *)p->stream->block->data;
        if (strcmp(p->word[1], "hash")) {
            if (!expect_value(p, &e, b)) {
                return false;
            }
        } else if (p->num != 4) {
            return fail(p, "a hash is missing");
        } else {
            e.kind = V3D_EXPECT_HASH;
            e.hash = g_strdup(p->word[3]);
        }
    }
    g_array_append_val(p->stream->expect, e);
    return true;
}

/*
 * Lines
 */

static const struct {
    const char *name;
    bool (*fn)(Parser *p);
} directives[] = {
    { "memory", do_memory },
    { "data", do_data },
    { "fill", do_fill },
    { "program", do_program },
    { "list", do_list },
    { "bin", do_run },
    { "render", do_run },
    { "user", do_run },
    { "image", do_image },
    { "expect", do_expect },
};

/* Words of the line; empty ones are left out. */
static void split(Parser *p, char *line)
{
    g_strfreev(p->word);
    p->word = g_strsplit_set(line, " \t\r", -1);
    p->num = 0;
    for (unsigned i = 0; p->word[i]; i++) {
        char *word = p->word[i];

        if (*word) {
            p->word[p->num++] = word;
        } else {
            g_free(word);
        }
    }
    p->word[p->num] = NULL;
}

static bool do_line(Parser *p)
{
    split(p, next_line(p));
    for (unsigned i = 0; p->num && i < G_N_ELEMENTS(directives); i++) {
        if (!strcmp(p->word[0], directives[i].name)) {
            return directives[i].fn(p);
        }
    }
    return !p->num || fail(p, "'%.32s' is no directive", p->word[0]);
}

V3dStream *v3d_stream_parse(const char *text, char **error)
{
    V3dStream *s = g_new0(V3dStream, 1);
    Parser p = { .stream = s, .line = g_strsplit(text, "\n", -1) };

    s->ram = g_malloc0(V3D_STREAM_RAM);
    s->block = g_array_new(FALSE, FALSE, sizeof(V3dBlock));
    s->run = g_array_new(FALSE, FALSE, sizeof(V3dStreamRun));
    s->image = g_array_new(FALSE, FALSE, sizeof(V3dStreamImage));
    s->expect = g_array_new(FALSE, FALSE, sizeof(V3dExpect));
    if (!p.line[0] || strcmp(next_line(&p), "v3d-stream 1")) {
        fail(&p, "the first line is not 'v3d-stream 1'");
    }
    while (!p.error && p.line[p.at] && do_line(&p)) {
        /* on */
    }
    g_strfreev(p.line);
    g_strfreev(p.word);
    *error = p.error;
    if (p.error) {
        v3d_stream_free(s);
        return NULL;
    }
    return s;
}

void v3d_stream_free(V3dStream *s)
{
    for (unsigned i = 0; i < s->block->len; i++) {
        g_free(g_array_index(s->block, V3dBlock, i).name);
    }
    for (unsigned i = 0; i < s->expect->len; i++) {
        g_free(g_array_index(s->expect, V3dExpect, i).hash);
    }
    g_array_free(s->block, TRUE);
    g_array_free(s->run, TRUE);
    g_array_free(s->image, TRUE);
    g_array_free(s->expect, TRUE);
    g_free(s->ram);
    g_free(s);
}

const V3dBlock *v3d_stream_block(const V3dStream *stream, const char *name)
{
    return find_block(stream, name, strlen(name));
}
