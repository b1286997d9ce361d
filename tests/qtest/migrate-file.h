/*
 * What tests that migrate a machine by a file have in common
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef TESTS_QTEST_MIGRATE_FILE_H
#define TESTS_QTEST_MIGRATE_FILE_H

#include "libqtest.h"
#include "qobject/qdict.h"

static inline void wait_migrated(QTestState *qts)
{
    for (int i = 0; i < 6000; i++) {
        QDict *rsp = qtest_qmp_assert_success_ref(qts,
            "{ 'execute': 'query-migrate' }");
        const char *status = qdict_get_try_str(rsp, "status");
        bool done = status && !strcmp(status, "completed");

        g_assert_true(!status || strcmp(status, "failed"));
        qobject_unref(rsp);
        if (done) {
            return;
        }
        g_usleep(10 * 1000);
    }
    g_assert_not_reached();
}

static inline char *stream_path(void)
{
    char *path = NULL;
    int fd = g_file_open_tmp("qtest-XXXXXX", &path, NULL);

    g_assert_cmpint(fd, >=, 0);
    close(fd);
    return path;
}

/* Save @qts to the file @path and end it. */
static inline void save_machine(QTestState *qts, const char *path)
{
    g_autofree char *uri = g_strdup_printf("file:%s", path);

    qtest_qmp_assert_success(qts, "{ 'execute': 'migrate',"
                             "  'arguments': { 'uri': %s } }", uri);
    wait_migrated(qts);
    qtest_quit(qts);
}

/* Return a machine with @args that goes on where @from was, which ends. */
static inline QTestState *move_machine(QTestState *from, const char *args)
{
    g_autofree char *path = stream_path();
    QTestState *to;

    save_machine(from, path);
    to = qtest_initf("%s -incoming file:%s", args, path);
    wait_migrated(to);
    unlink(path);
    return to;
}

#endif /* TESTS_QTEST_MIGRATE_FILE_H */
