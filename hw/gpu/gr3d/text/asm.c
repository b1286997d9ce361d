/*
 * Tegra20 GR3D engine: assembler, the parts that all programs share
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <string.h>
#include "text.h"

static bool ends_line(char c)
{
    return c == '\0' || c == '\n' || c == '#';
}

static bool in_word(char c)
{
    return g_ascii_isalnum(c) || c == '_';
}

static void skip_blanks(Gr3dAsm *as)
{
    while (*as->at == ' ' || *as->at == '\t' || *as->at == '\r') {
        as->at++;
    }
}

/*
 * Lines
 */

void gr3d_asm_start(Gr3dAsm *as, const char *text)
{
    *as = (Gr3dAsm) { .at = "", .next = text };
}

bool gr3d_asm_at_end(Gr3dAsm *as)
{
    skip_blanks(as);
    return ends_line(*as->at);
}

bool gr3d_asm_line(Gr3dAsm *as)
{
    while (as->next) {
        const char *end = strchr(as->next, '\n');

        as->at = as->next;
        as->next = end ? end + 1 : NULL;
        as->line++;
        if (!gr3d_asm_at_end(as)) {
            return true;
        }
    }
    return false;
}

void gr3d_asm_fail(Gr3dAsm *as, const char *format, ...)
{
    if (!as->error) {
        va_list args;
        g_autofree char *text = NULL;

        va_start(args, format);
        text = g_strdup_vprintf(format, args);
        va_end(args);
        as->error = g_strdup_printf("line %u: %s", as->line, text);
    }
    as->at = "";
    as->next = NULL;
}

bool gr3d_asm_finish(Gr3dAsm *as, char **error)
{
    *error = as->error;
    return !as->error;
}

/*
 * Tokens
 */

/* Fail with @what is expected, and what is here, in short plain text. */
static void fail_expected(Gr3dAsm *as, const char *what)
{
    char text[GR3D_ASM_WORD] = "\"";
    unsigned n = 1;

    skip_blanks(as);
    while (n < sizeof(text) - 2 && !ends_line(as->at[n - 1]) &&
           g_ascii_isprint(as->at[n - 1])) {
        text[n] = as->at[n - 1];
        n++;
    }
    text[n] = '"';
    gr3d_asm_fail(as, "expected %s before %s", what,
                  n > 1 ? text : "the end of the line");
}

bool gr3d_asm_try(Gr3dAsm *as, const char *token)
{
    size_t len = strlen(token);

    skip_blanks(as);
    if (strncmp(as->at, token, len)) {
        return false;
    }
    as->at += len;
    return true;
}

void gr3d_asm_need(Gr3dAsm *as, const char *token)
{
    if (!gr3d_asm_try(as, token)) {
        g_autofree char *what = g_strdup_printf("\"%s\"", token);

        fail_expected(as, what);
    }
}

void gr3d_asm_need_end(Gr3dAsm *as)
{
    if (!gr3d_asm_at_end(as)) {
        fail_expected(as, "the end of the line");
    }
}

bool gr3d_asm_peek(Gr3dAsm *as, char word[GR3D_ASM_WORD])
{
    unsigned n = 0;

    skip_blanks(as);
    while (n < GR3D_ASM_WORD - 1 && in_word(as->at[n])) {
        word[n] = as->at[n];
        n++;
    }
    word[n] = '\0';
    return n > 0 && !in_word(as->at[n]);
}

bool gr3d_asm_word(Gr3dAsm *as, char word[GR3D_ASM_WORD])
{
    if (!gr3d_asm_peek(as, word)) {
        return false;
    }
    as->at += strlen(word);
    return true;
}

bool gr3d_asm_keyword(Gr3dAsm *as, const char *keyword)
{
    char word[GR3D_ASM_WORD];

    if (!gr3d_asm_peek(as, word) || strcmp(word, keyword)) {
        return false;
    }
    as->at += strlen(word);
    return true;
}

/*
 * Numbers
 */

bool gr3d_asm_at_digit(Gr3dAsm *as)
{
    skip_blanks(as);
    return g_ascii_isdigit(*as->at);
}

/* Parse a whole number of at most @max; false: it is none. */
static bool parse_uint(const char *text, unsigned max, unsigned *value)
{
    bool hex = text[0] == '0' && (text[1] == 'x' || text[1] == 'X');
    char *end;
    uint64_t v;

    text += hex ? 2 : 0;
    if (!g_ascii_isxdigit(*text)) {
        return false;
    }
    v = g_ascii_strtoull(text, &end, hex ? 16 : 10);
    *value = v;
    return *end == '\0' && v <= max;
}

unsigned gr3d_asm_uint(Gr3dAsm *as, unsigned max)
{
    char word[GR3D_ASM_WORD];
    unsigned value = 0;

    if (!gr3d_asm_at_digit(as) || !gr3d_asm_peek(as, word) ||
        !parse_uint(word, max, &value)) {
        g_autofree char *what = g_strdup_printf("a number from 0 to %u", max);

        fail_expected(as, what);
        return 0;
    }
    as->at += strlen(word);
    return value;
}

/* Copy the digits first: strtod must not see hex, inf, or text behind. */
double gr3d_asm_real(Gr3dAsm *as)
{
    char text[GR3D_ASM_WORD], *end;
    unsigned n = 0;
    double value;

    skip_blanks(as);
    while (n < sizeof(text) - 1 && as->at[n] &&
           strchr("+-.0123456789eE", as->at[n])) {
        text[n] = as->at[n];
        n++;
    }
    text[n] = '\0';
    value = g_ascii_strtod(text, &end);
    if (n == 0 || *end || in_word(as->at[n])) {
        fail_expected(as, "a number");
        return 0;
    }
    as->at += n;
    return value;
}

/*
 * Names
 */

bool gr3d_asm_numbered(Gr3dAsm *as, const char *name, unsigned max,
                       unsigned *number)
{
    char word[GR3D_ASM_WORD];
    size_t len = strlen(name);

    if (!gr3d_asm_peek(as, word) || strncmp(word, name, len) ||
        !g_ascii_isdigit(word[len])) {
        return false;
    }
    if (!parse_uint(word + len, max, number)) {
        gr3d_asm_fail(as, "\"%s\": %s0 to %s%u exist", word, name, name, max);
        *number = 0;
        return true;
    }
    as->at += strlen(word);
    return true;
}

unsigned gr3d_asm_name(Gr3dAsm *as, const char *const *names, unsigned num,
                       const char *other, const char *what)
{
    char word[GR3D_ASM_WORD];
    unsigned number = 0;

    if (gr3d_asm_peek(as, word)) {
        for (unsigned i = 0; i < num; i++) {
            if (names[i] && names[i][0] && !strcmp(names[i], word)) {
                as->at += strlen(word);
                return i;
            }
        }
        if (gr3d_asm_numbered(as, other, num - 1, &number)) {
            return number;
        }
    }
    fail_expected(as, what);
    return 0;
}

/*
 * The list "[name, name=value]"; a name may be a member such as mul[0].src[1]
 */

static bool field_name(Gr3dAsm *as, char name[GR3D_ASM_WORD])
{
    const char *p;
    size_t len;

    skip_blanks(as);
    for (p = as->at; in_word(*p) || *p == '.' ||
         (*p == '[' && g_ascii_isdigit(p[1])) ||
         (*p == ']' && p - as->at >= 2 && p[-2] == '['); p++) {
        /* to its end */
    }
    len = p - as->at;
    if (len == 0 || len >= GR3D_ASM_WORD) {
        return false;
    }
    memcpy(name, as->at, len);
    name[len] = '\0';
    return true;
}

static const Gr3dField *find_field(const Gr3dFields *fields, const char *name)
{
    for (unsigned i = 0; i < fields->num; i++) {
        const Gr3dField *f = &fields->field[i];

        if (f->len && (!strcmp(f->name, name) ||
                       !strcmp(gr3d_field_text(f), name))) {
            return f;
        }
    }
    return NULL;
}

const Gr3dField *gr3d_asm_field(Gr3dAsm *as, const Gr3dFields *fields,
                                unsigned *value)
{
    char name[GR3D_ASM_WORD];
    const Gr3dField *f;

    if (!field_name(as, name)) {
        fail_expected(as, "the name of a field");
        return NULL;
    }
    f = find_field(fields, name);
    if (!f) {
        gr3d_asm_fail(as, "there is no field or flag \"%s\" here", name);
        return NULL;
    }
    as->at += strlen(name);
    *value = 1;
    if (gr3d_asm_try(as, "=")) {
        *value = gr3d_asm_uint(as, (1u << f->len) - 1);
    } else if (f->len > 1) {
        gr3d_asm_fail(as, "%s needs a value", name);
    }
    return as->error ? NULL : f;
}

uint64_t gr3d_asm_fields(Gr3dAsm *as, const Gr3dFields *fields,
                         uint64_t word)
{
    if (gr3d_asm_try(as, "[")) {
        do {
            unsigned value;
            const Gr3dField *f = gr3d_asm_field(as, fields, &value);

            if (f) {
                word = gr3d_field_put(f, word, value);
            }
        } while (gr3d_asm_try(as, ","));
        gr3d_asm_need(as, "]");
    }
    gr3d_asm_need_end(as);
    return word;
}
