/*
 * Helpers of the Tegra20 qtests that look into a migration stream: where the
 * sections of our devices are [QEMU, docs/devel/migration/main.rst, Stream
 * structure], and what is in them, which the description behind them tells
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef TESTS_QTEST_TEGRA20_STREAM_H
#define TESTS_QTEST_TEGRA20_STREAM_H

#include "qapi/error.h"
#include "qemu/bswap.h"
#include "libqtest.h"
#include "qobject/qdict.h"
#include "qobject/qjson.h"
#include "qobject/qlist.h"

#define STREAM_EOF      0x00
#define STREAM_FULL     0x04    /* section id, length of the name, name, ... */
#define STREAM_SUB      0x05    /* length of the name, name, version */
#define STREAM_FOOTER   0x7e    /* section id again */

typedef struct Section {
    char name[256];
    uint32_t instance;
    size_t start, end;          /* from its first byte to its footer */
    bool inner;                 /* a subsection, which has none */
    unsigned int hits;          /* for who changes it */
} Section;

typedef struct Field {
    char name[256];             /* "device.1:array[2]:/subsection:field" */
    size_t at, size;
    unsigned int num;           /* elements of an array */
} Field;

/* A stream, or a file that contains one */
typedef struct SavedStream {
    uint8_t *data;
    size_t size;
    GArray *sections;           /* subsections come behind all others */
    GArray *fields;             /* of our devices */
    size_t at;                  /* while they are looked for */
} SavedStream;

static inline void saved_stream_free(SavedStream *saved)
{
    g_free(saved->data);
    g_array_unref(saved->sections);
    g_array_unref(saved->fields);
    g_free(saved);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC(SavedStream, saved_stream_free)

/* ------------------------------------------------------------------ */
/* Sections                                                           */

/* Return whether a device's section begins at @p, behind a footer. */
static inline bool stream_is_section(const uint8_t *p, const uint8_t *end)
{
    if (end - p < 16 || p[-5] != STREAM_FOOTER || p[0] != STREAM_FULL ||
        p[5] == 0 || end - p < p[5] + 16) {
        return false;
    }
    for (int i = 0; i < p[5]; i++) {
        if (!g_ascii_isprint(p[6 + i])) {
            return false;
        }
    }
    return true;
}

static inline size_t stream_section_end(const uint8_t *data, size_t start,
                                        size_t size)
{
    uint32_t id = ldl_be_p(data + start + 1);

    for (size_t i = start + 6; i + 6 <= size; i++) {
        if (data[i] == STREAM_FOOTER && ldl_be_p(data + i + 1) == id &&
            (data[i + 5] == STREAM_FULL || data[i + 5] == STREAM_EOF)) {
            return i;
        }
    }
    g_assert_not_reached();
}

static inline bool stream_is_ours(const char *name)
{
    return strstr(name, "tegra") || strstr(name, "em3027") ||
           strstr(name, "tlv320aic23");
}

/* Return the sections of devices: ours, or all */
static inline GArray *stream_sections(const uint8_t *data, size_t size,
                                      bool all)
{
    GArray *sections = g_array_new(false, true, sizeof(Section));

    for (size_t i = 5; i + 16 < size; i++) {
        Section s = { .start = i };

        if (!stream_is_section(data + i, data + size)) {
            continue;
        }
        memcpy(s.name, data + i + 6, data[i + 5]);
        s.instance = ldl_be_p(data + i + 6 + data[i + 5]);
        s.end = stream_section_end(data, i, size);
        if (all || stream_is_ours(s.name)) {
            g_array_append_val(sections, s);
        }
        i = s.end;
    }
    return sections;
}

static inline const Section *stream_section(const GArray *sections,
                                            const char *name)
{
    for (guint i = 0; i < sections->len; i++) {
        const Section *s = &g_array_index(sections, Section, i);

        if (!strcmp(s->name, name)) {
            return s;
        }
    }
    g_error("no section of %s", name);
}

static inline Section *stream_at(const SavedStream *saved, guint n)
{
    return &g_array_index(saved->sections, Section, n);
}

static inline unsigned int stream_count(const SavedStream *saved,
                                        const char *name)
{
    unsigned int num = 0;

    for (guint i = 0; i < saved->sections->len; i++) {
        num += !strcmp(stream_at(saved, i)->name, name);
    }
    return num;
}

/* ------------------------------------------------------------------ */
/* Fields                                                             */

static inline void stream_walk(SavedStream *saved, const QDict *desc,
                               const char *name);

static inline void stream_walk_field(SavedStream *saved, const QDict *desc,
                                     const char *name)
{
    /* VMSTATE_WITH_TMP has its fields in its own description. */
    const QDict *inner = g_str_equal(qdict_get_str(desc, "type"), "tmp") ? desc
                         : qdict_get_qdict(desc, "struct");
    Field f = { .at = saved->at, .size = qdict_get_int(desc, "size"),
                .num = qdict_get_try_int(desc, "array_len", 1) };

    g_strlcpy(f.name, name, sizeof(f.name));
    g_array_append_val(saved->fields, f);
    for (unsigned int i = 0; inner && i < f.num; i++) {
        g_autofree char *element = g_strdup_printf("%s[%u]", name, i);

        stream_walk(saved, inner, f.num > 1 ? element : name);
        g_assert_cmphex(saved->at, ==, f.at + (i + 1) * f.size);
    }
    saved->at = f.at + f.num * f.size;
}

static inline void stream_walk_subsection(SavedStream *saved, const QDict *desc,
                                          const char *name)
{
    const char *sub = qdict_get_str(desc, "vmsd_name");
    g_autofree char *full = g_strdup_printf("%s:%s", name, strchr(sub, '/'));
    Section s = { .start = saved->at, .inner = true };

    g_assert_cmphex(saved->data[s.start], ==, STREAM_SUB);
    g_strlcpy(s.name, sub, sizeof(s.name));
    saved->at += 2 + strlen(sub) + 4;
    stream_walk(saved, desc, full);
    s.end = saved->at;
    g_array_append_val(saved->sections, s);
}

static inline void stream_walk_subsections(SavedStream *saved,
                                           const QList *subs, const char *name)
{
    const QListEntry *e;

    QLIST_FOREACH_ENTRY(subs, e) {
        stream_walk_subsection(saved, qobject_to(QDict, qlist_entry_obj(e)),
                               name);
    }
}

static inline const char *stream_field_name(const QListEntry *e)
{
    return e ? qdict_get_str(qobject_to(QDict, qlist_entry_obj(e)), "name")
             : "";
}

/*
 * Walk the fields; elements of an array that differ are fields of one name, one
 * by one.
 */
static inline void stream_walk(SavedStream *saved, const QDict *desc,
                               const char *name)
{
    const QList *subs = qdict_get_qlist(desc, "subsections");
    const char *last = "";
    const QListEntry *e;
    unsigned int n = 0;

    QLIST_FOREACH_ENTRY(qdict_get_qlist(desc, "fields"), e) {
        const QDict *field = qobject_to(QDict, qlist_entry_obj(e));
        const char *own = stream_field_name(e);
        g_autofree char *one = g_strdup_printf("%s:%s", name, own);
        g_autofree char *element = NULL;

        n = strcmp(own, last) ? 0 : n + 1;
        element = g_strdup_printf("%s[%u]", one, n);
        stream_walk_field(saved, field,
                          n || !strcmp(own, stream_field_name(qlist_next(e)))
                          ? element : one);
        last = own;
    }
    if (subs) {
        stream_walk_subsections(saved, subs, name);
    }
}

/*
 * Return the description of all devices.  The entries of a list have the same
 * keys again and again in one object, which is no JSON: make it one long
 * entry.
 */
static inline QDict *stream_description(const SavedStream *saved)
{
    static const char head[] = "{\"configuration\"";
    const char *p = memmem(saved->data, saved->size, head, strlen(head));
    g_autoptr(GRegex) again = g_regex_new("\\], \"vmsd_name\": \"[^\"]*\", "
                                          "\"version\": [0-9]+, \"fields\": "
                                          "\\[", 0, 0, NULL);
    g_autofree char *text = NULL, *json = NULL;

    g_assert_nonnull(p);
    text = g_strndup(p, ldl_be_p(p - 4));
    json = g_regex_replace_literal(again, text, -1, 0, ", ", 0, NULL);
    return qobject_to(QDict, qobject_from_json(json, &error_abort));
}

static inline const QDict *stream_device(const QDict *desc, const Section *s)
{
    const QListEntry *e;

    QLIST_FOREACH_ENTRY(qdict_get_qlist(desc, "devices"), e) {
        const QDict *device = qobject_to(QDict, qlist_entry_obj(e));

        if (!strcmp(qdict_get_str(device, "name"), s->name) &&
            qdict_get_int(device, "instance_id") == s->instance) {
            return device;
        }
    }
    g_assert_not_reached();
}

static inline void stream_walk_section(SavedStream *saved, const QDict *desc,
                                       const Section *s)
{
    g_autofree char *name = s->instance ? g_strdup_printf("%s.%u", s->name,
                                                          s->instance)
                                        : g_strdup(s->name);
    size_t end = s->end;

    /* Type, id, the name and its length, instance, version */
    saved->at = s->start + 1 + 4 + 1 + strlen(s->name) + 4 + 4;
    stream_walk(saved, stream_device(desc, s), name);
    g_assert_cmphex(saved->at, ==, end);
}

static inline void stream_walk_sections(SavedStream *saved)
{
    QDict *desc = stream_description(saved);
    guint num = saved->sections->len;           /* it grows */

    for (guint i = 0; i < num; i++) {
        const Section s = *stream_at(saved, i);

        if (stream_is_ours(s.name)) {
            stream_walk_section(saved, desc, &s);
        }
    }
    qobject_unref(desc);
}

/* Read the whole file: a snapshot's sections lie in one as they are. */
static inline SavedStream *stream_read(const char *path, bool all)
{
    SavedStream *saved = g_new0(SavedStream, 1);
    gsize size;

    g_assert_true(g_file_get_contents(path, (char **)&saved->data, &size,
                                      NULL));
    saved->size = size;
    saved->sections = stream_sections(saved->data, size, all);
    saved->fields = g_array_new(false, true, sizeof(Field));
    stream_walk_sections(saved);
    return saved;
}

static inline const Field *stream_find(const SavedStream *saved,
                                       const char *name)
{
    for (guint i = 0; i < saved->fields->len; i++) {
        const Field *f = &g_array_index(saved->fields, Field, i);

        if (!strcmp(f->name, name)) {
            return f;
        }
    }
    return NULL;
}

/* Return a field, or an element of numbers: "device:array[0x2b]" */
static inline Field stream_field(const SavedStream *saved, const char *name)
{
    const Field *f = stream_find(saved, name);
    const char *bracket = strrchr(name, '[');
    g_autofree char *array = NULL;
    uint64_t n = 0;

    if (!f && bracket) {
        array = g_strndup(name, bracket - name);
        n = g_ascii_strtoull(bracket + 1, NULL, 0);
        f = stream_find(saved, array);
    }
    if (!f || n >= f->num) {
        g_error("no field %s", name);
    }
    return (Field) { .at = f->at + n * f->size, .size = f->size, .num = 1 };
}

static inline bool stream_ended(QTestState *qts, bool *failed)
{
    QDict *rsp = qtest_qmp_assert_success_ref(
        qts, "{ 'execute': 'query-migrate' }");
    const char *status = qdict_get_try_str(rsp, "status") ?: "none";
    bool completed = !strcmp(status, "completed");

    *failed = !strcmp(status, "failed");
    qobject_unref(rsp);
    return completed || *failed;
}

/* Return whether QEMU, started with -incoming defer, takes the stream @path */
static inline bool stream_load(QTestState *qts, const char *path)
{
    g_autofree char *uri = g_strdup_printf("file:%s", path);
    bool failed;

    qtest_qmp_assert_success(qts, "{ 'execute': 'migrate-incoming',"
                             " 'arguments': { 'uri': %s,"
                             " 'exit-on-error': false } }", uri);
    while (!stream_ended(qts, &failed)) {
        g_usleep(1000);
    }
    return !failed;
}

#endif /* TESTS_QTEST_TEGRA20_STREAM_H */
