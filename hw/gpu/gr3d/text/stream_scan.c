/*
 * Tegra20 GR3D engine: lines, tokens and values of a stream's text
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <float.h>
#include <string.h>
#include "hw/gpu/gr3d/isa/num.h"
#include "stream_scan.h"

bool gr3d_scan_fail(Gr3dScan *scan, const char *format, ...)
{
    g_autofree char *clause = NULL;
    va_list ap;

    if (!scan->error) {
        va_start(ap, format);
        clause = g_strdup_vprintf(format, ap);
        va_end(ap);
        scan->error = g_strdup_printf("line %u: %s", scan->line, clause);
    }
    return false;
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

bool gr3d_scan_line(Gr3dScan *scan)
{
    const char *stop, *comment;

    if (scan->next >= scan->end) {
        return false;
    }
    scan->line++;
    scan->at = scan->next;
    stop = memchr(scan->at, '\n', scan->end - scan->at);
    scan->line_end = stop ? stop : scan->end;
    scan->next = scan->line_end + (stop != NULL);
    comment = memchr(scan->at, '#', scan->line_end - scan->at);
    if (comment) {
        scan->line_end = comment;
    }
    return !memchr(scan->at, 0, scan->next - scan->at) ||
           gr3d_scan_fail(scan, "a zero byte");
}

bool gr3d_scan_token(Gr3dScan *scan)
{
    bool inside = false;
    size_t len = 0;

    while (scan->at < scan->line_end && is_blank(*scan->at)) {
        scan->at++;
    }
    while (scan->at < scan->line_end && (inside || !is_blank(*scan->at))) {
        char c = *scan->at++;

        if (c < ' ' && !is_blank(c)) {
            return gr3d_scan_fail(scan, "a character that is no text");
        }
        if (len == sizeof(scan->token) - 1) {
            return gr3d_scan_fail(scan, "a word is too long");
        }
        inside = c == '(' || (inside && c != ')');
        scan->token[len++] = c;
    }
    scan->token[len] = 0;
    return inside ? gr3d_scan_fail(scan, "')' is missing") : true;
}

bool gr3d_scan_end(Gr3dScan *scan)
{
    if (!gr3d_scan_token(scan)) {
        return false;
    }
    return *scan->token ?
        gr3d_scan_fail(scan, "'%s' is too much", scan->token) : true;
}

static bool is_hex(const char *text)
{
    return text[0] == '0' && text[1] == 'x';
}

/* Parse a decimal or hexadecimal number 0..@max; records no error. */
static bool get_uint(const char *text, uint64_t max, guint64 *value)
{
    bool hex = is_hex(text);

    return g_ascii_string_to_unsigned(text + 2 * hex, hex ? 16 : 10, 0, max,
                                      value, NULL);
}

bool gr3d_scan_uint(Gr3dScan *scan, const char *text, uint32_t max,
                    uint32_t *value)
{
    guint64 wide;

    if (!get_uint(text, max, &wide)) {
        return gr3d_scan_fail(scan, "'%s' is no number from 0 to %u", text,
                              max);
    }
    *value = wide;
    return true;
}

bool gr3d_scan_int(Gr3dScan *scan, const char *text, unsigned bits,
                   uint32_t *value)
{
    uint32_t mask = (1ull << bits) - 1;
    bool minus = *text == '-';
    guint64 wide;

    if (!get_uint(text + minus, minus ? (uint64_t)mask / 2 + 1 : mask,
                  &wide)) {
        return gr3d_scan_fail(scan, "'%s' is no number of %u bits", text,
                              bits);
    }
    *value = (minus ? -wide : wide) & mask;
    return true;
}

/* Parse the whole of @text as a double. */
static bool get_double(const char *text, double *value)
{
    char *end;

    *value = g_ascii_strtod(text, &end);
    return *text && !*end && *text != ' ' && !strpbrk(text, "xX");
}

/* Convert to the bits of an IEEE single; false if it is too large. */
static bool to_single(double value, uint32_t *bits)
{
    float f;

    if (value - value == 0 && (value > FLT_MAX || value < -FLT_MAX)) {
        return false;
    }
    f = value;
    memcpy(bits, &f, sizeof(f));
    if (f != f) {
        *bits = 0x7fc00000;
    }
    return true;
}

bool gr3d_scan_float(Gr3dScan *scan, const char *text, uint32_t *value)
{
    double wide;

    if (is_hex(text)) {
        return gr3d_scan_int(scan, text, 32, value);
    }
    if (!get_double(text, &wide) || !to_single(wide, value)) {
        return gr3d_scan_fail(scan, "'%s' is no IEEE single", text);
    }
    return true;
}

bool gr3d_scan_memory(Gr3dScan *scan, const char *name, unsigned *memory)
{
    const Gr3dMemory *found = gr3d_stream_memory(scan->stream, name);

    if (!found) {
        return gr3d_scan_fail(scan, "there is no memory '%s'", name);
    }
    *memory = found - scan->stream->memory;
    return true;
}

/* Scan &NAME, &NAME+OFFSET, which may be the end of the memory. */
static bool scan_address(Gr3dScan *scan, const char *text, uint32_t *value)
{
    g_auto(GStrv) part = g_strsplit(text + 1, "+", 2);
    uint32_t offset = 0;
    unsigned memory = 0;

    if (!part[0] || !gr3d_scan_memory(scan, part[0], &memory) ||
        (part[1] &&
         !gr3d_scan_uint(scan, part[1], scan->stream->memory[memory].size,
                         &offset))) {
        return gr3d_scan_fail(scan, "'%s' is no address", text);
    }
    *value = scan->stream->memory[memory].addr + offset;
    return true;
}

/* Scan the numbers between the parentheses of @text. */
static unsigned scan_list(const char *text, double *value, unsigned max)
{
    g_autofree char *inner = g_strdup(strchr(text, '(') + 1);
    g_auto(GStrv) part = NULL;
    unsigned num = 0;

    if (!g_str_has_suffix(inner, ")")) {
        return 0;
    }
    inner[strlen(inner) - 1] = 0;
    part = g_strsplit(inner, ",", 8);
    while (part[num]) {
        if (num == max || !get_double(g_strstrip(part[num]), &value[num])) {
            return 0;
        }
        num++;
    }
    return num;
}

/* Scan fx10(LOW, HIGH): the two halves of a 20-bit word. */
static bool scan_fx10(Gr3dScan *scan, const char *text, uint32_t *value)
{
    double half[2];

    if (scan_list(text, half, 2) != 2) {
        return gr3d_scan_fail(scan, "'%s' is not fx10(LOW, HIGH)", text);
    }
    for (unsigned i = 0; i < 2; i++) {
        if (!(half[i] >= -2 && half[i] < 2)) {
            return gr3d_scan_fail(scan, "fx10 is from -2 to below 2");
        }
    }
    *value = gr3d_fx10_from_double(half[0]) |
             gr3d_fx10_from_double(half[1]) << 10;
    return true;
}

static bool scan_fp20(Gr3dScan *scan, const char *text, uint32_t *value)
{
    double number;

    if (scan_list(text, &number, 1) != 1) {
        return gr3d_scan_fail(scan, "'%s' is not fp20(NUMBER)", text);
    }
    *value = gr3d_fp20_from_double(number);
    return true;
}

bool gr3d_scan_value(Gr3dScan *scan, const char *text, uint32_t *value)
{
    g_autofree char *number = NULL;

    if (*text == '&') {
        return scan_address(scan, text, value);
    }
    if (g_str_has_prefix(text, "fx10(")) {
        return scan_fx10(scan, text, value);
    }
    if (g_str_has_prefix(text, "fp20(")) {
        return scan_fp20(scan, text, value);
    }
    if (!is_hex(text) && g_str_has_suffix(text, "f")) {
        number = g_strndup(text, strlen(text) - 1);
        return gr3d_scan_float(scan, number, value);
    }
    return gr3d_scan_int(scan, text, 32, value);
}

bool gr3d_scan_write(Gr3dScan *scan, uint32_t reg, uint32_t value)
{
    return gr3d_stream_add_write(scan->stream, reg, value, scan->line) ||
           gr3d_scan_fail(scan, "too many register writes");
}

static bool scan_u8(Gr3dScan *scan, const char *text, uint32_t *value)
{
    return gr3d_scan_int(scan, text, 8, value);
}

static bool scan_u16(Gr3dScan *scan, const char *text, uint32_t *value)
{
    return gr3d_scan_int(scan, text, 16, value);
}

static const Gr3dDataType data_types[] = {
    { "u8", 1, scan_u8 },
    { "u16", 2, scan_u16 },
    { "u32", 4, gr3d_scan_value },
    { "f32", 4, gr3d_scan_float },
};

const Gr3dDataType *gr3d_scan_find_type(const char *name)
{
    for (unsigned i = 0; i < G_N_ELEMENTS(data_types); i++) {
        if (!strcmp(name, data_types[i].name)) {
            return &data_types[i];
        }
    }
    return NULL;
}
