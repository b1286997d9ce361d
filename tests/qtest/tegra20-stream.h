/*
 * Helpers of the Tegra20 qtests that look into a migration stream: where the
 * sections of our devices are [QEMU, docs/devel/migration/main.rst, Stream
 * structure]
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef TESTS_QTEST_TEGRA20_STREAM_H
#define TESTS_QTEST_TEGRA20_STREAM_H

#include "qemu/bswap.h"
#include "libqtest.h"
#include "qobject/qdict.h"

#define STREAM_EOF      0x00
#define STREAM_FULL     0x04    /* section id, length of the name, name */
#define STREAM_FOOTER   0x7e    /* section id again */

typedef struct Section {
    char name[256];
    size_t start, end;          /* from its first byte to its footer */
} Section;

/* Between a footer and here nothing but a device's section can be. */
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
    return strstr(name, "tegra") || strstr(name, "em3027");
}

/* The sections of devices in @data: ours, or all */
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

        if (strstr(s->name, name)) {
            return s;
        }
    }
    g_error("no section of %s", name);
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

/* Whether QEMU, started with -incoming defer, takes the stream @path */
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
