/*
 * QTest of the NVIDIA Tegra20 display controller and HDMI output: pictures that
 * take several turns of QEMU's main loop to draw
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qemu/timer.h"
#include "tegra20-dc-qtest.h"

/* A line of the picture, and of its window: shown four times each way */
#define HUGE    4096
#define SOURCE  1024
#define STRIDE  (SOURCE * 4)

#define PROMPT  "(qemu) "

/* QEMU's human monitor */
typedef struct Prompt {
    int fd;
    GString *said;
} Prompt;

static void prompt_wait(Prompt *p)
{
    char text[256];

    while (!g_str_has_suffix(p->said->str, PROMPT)) {
        ssize_t len = read(p->fd, text, sizeof(text));

        g_assert_cmpint(len, >, 0);
        g_string_append_len(p->said, text, len);
    }
}

static void prompt_say(Prompt *p, const char *command)
{
    g_autofree char *line = g_strdup_printf("%s\n", command);

    g_string_truncate(p->said, 0);
    g_assert_cmpint(write(p->fd, line, strlen(line)), ==, strlen(line));
}

static QTestState *start_prompt(Prompt *p)
{
    g_autofree char *args = NULL;
    QTestState *qts;
    int fds[2];

    g_assert_cmpint(socketpair(AF_UNIX, SOCK_STREAM, 0, fds), ==, 0);
    args = g_strdup_printf("-chardev socket,id=prompt,fd=%d "
                           "-mon chardev=prompt,mode=readline", fds[1]);
    qts = start_with(args);
    close(fds[1]);
    p->fd = fds[0];
    p->said = g_string_new(NULL);
    prompt_wait(p);
    return qts;
}

static void end_prompt(Prompt *p, QTestState *qts)
{
    qtest_quit(qts);
    close(p->fd);
    g_string_free(p->said, true);
}

/* Filtered both ways: half a second of work, about, for a processor */
static void show_huge(QTestState *qts)
{
    enable_crtc(qts);
    dc_write(qts, R_DC_DISP_ACTIVE, HUGE << 16 | HUGE);
    set_window(qts, WIN_A, FB, DC_FORMAT_B8G8R8A8, 4, STRIDE, 0, 0, HUGE,
               HUGE);
    win_write(qts, WIN_A, R_WIN_PRESCALED_SIZE, SOURCE << 16 | STRIDE);
    win_write(qts, WIN_A, R_WIN_DDA_INCREMENT, 0x04000400);
    win_write(qts, WIN_A, R_WIN_OPTIONS, R_WIN_OPTIONS_WIN_ENABLE_MASK |
              R_WIN_OPTIONS_H_FILTER_MASK | R_WIN_OPTIONS_V_FILTER_MASK);
    commit(qts, DC_STATE_ALL);
    qtest_clock_step(qts, NANOSECONDS_PER_SECOND);
}

/* All of the source's first two lines, which is what the picture's first has */
static void paint(QTestState *qts, uint32_t colour)
{
    g_autofree uint32_t *px = g_new(uint32_t, 2 * SOURCE);

    for (int i = 0; i < 2 * SOURCE; i++) {
        px[i] = colour;
    }
    put32(qts, FB, px, 2 * SOURCE);
}

/* The first pixel of the picture in @path, which is as large as it should be */
static uint32_t first_pixel(const char *path)
{
    static const char header[] = "P6\n4096 4096\n255\n";
    const int start = strlen(header);
    g_autofree char *data = NULL;
    const uint8_t *rgb;
    gsize size;

    g_assert_true(g_file_get_contents(path, &data, &size, NULL));
    g_assert_cmpint(size, ==, start + HUGE * HUGE * 3);
    g_assert_true(g_str_has_prefix(data, header));
    rgb = (uint8_t *)data + start;
    return rgb[0] << 16 | rgb[1] << 8 | rgb[2];
}

/* Files of pictures, removed at the end */
typedef struct Files {
    char *dir;
    char *first;
    char *second;
} Files;

static void files_new(Files *f)
{
    f->dir = g_dir_make_tmp("tegra20-dc-XXXXXX", NULL);
    f->first = g_build_filename(f->dir, "first.ppm", NULL);
    f->second = g_build_filename(f->dir, "second.ppm", NULL);
}

static void files_free(Files *f)
{
    unlink(f->first);
    unlink(f->second);
    rmdir(f->dir);
    g_free(f->first);
    g_free(f->second);
    g_free(f->dir);
}

/* At the prompt, where QEMU's main loop has no turn before the command's end */
static void test_prompt(void)
{
    g_autofree char *command = NULL;
    Prompt prompt;
    QTestState *qts = start_prompt(&prompt);
    Files f;

    files_new(&f);
    show_huge(qts);
    paint(qts, 0x123456);
    command = g_strdup_printf("screendump %s", f.first);
    prompt_say(&prompt, command);
    prompt_wait(&prompt);
    g_assert_cmphex(first_pixel(f.first), ==, 0x123456);
    files_free(&f);
    end_prompt(&prompt, qts);
}

#define TEST(path, f) qtest_add_func("/tegra20-dc/draw/" path, f)

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    TEST("prompt", test_prompt);
    return g_test_run();
}
