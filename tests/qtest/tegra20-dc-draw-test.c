/*
 * QTest of the NVIDIA Tegra20 display controller and HDMI output: pictures that
 * take several turns of QEMU's main loop to draw
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include <sys/un.h>
#include "qemu/timer.h"
#include "tegra20-dc-qtest.h"

/* A line of the picture, and of its window: shown four times each way */
#define HUGE    4096
#define SOURCE  1024
#define STRIDE  (SOURCE * 4)

#define PROMPT  "(qemu) "

/* For a window; the builds of scripts/sanitize have no VNC */
#ifdef CONFIG_VNC
#define HAVE_VNC true
#else
#define HAVE_VNC false
#endif

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

/* Show a window filtered both ways: half a second of a processor's work */
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

/* Write the source's first two lines, of which the picture's first is made */
static void paint(QTestState *qts, uint32_t colour)
{
    g_autofree uint32_t *px = g_new(uint32_t, 2 * SOURCE);

    for (int i = 0; i < 2 * SOURCE; i++) {
        px[i] = colour;
    }
    put32(qts, FB, px, 2 * SOURCE);
}

/* Return the first pixel of the picture @data; check the picture's size */
static uint32_t first_pixel(const char *data, gsize size)
{
    static const char header[] = "P6\n4096 4096\n255\n";
    const int start = strlen(header);
    const uint8_t *rgb = (const uint8_t *)data + start;

    g_assert_cmpint(size, ==, start + HUGE * HUGE * 3);
    g_assert_true(g_str_has_prefix(data, header));
    return rgb[0] << 16 | rgb[1] << 8 | rgb[2];
}

/* Return a name for a file, in a directory of its own */
static char *name_new(const char *base)
{
    g_autofree char *dir = g_dir_make_tmp("tegra20-dc-XXXXXX", NULL);

    return g_build_filename(dir, base, NULL);
}

static void name_free(char *path)
{
    g_autofree char *dir = g_path_get_dirname(path);

    unlink(path);
    rmdir(dir);
    g_free(path);
}

/* screendump at the prompt, where the main loop has no turn until its end */
static void test_prompt(void)
{
    char *path = name_new("screen.ppm");
    g_autofree char *command = g_strdup_printf("screendump %s", path);
    g_autofree char *data = NULL;
    Prompt prompt;
    QTestState *qts = start_prompt(&prompt);
    gsize size;

    show_huge(qts);
    paint(qts, 0x123456);
    prompt_say(&prompt, command);
    prompt_wait(&prompt);
    g_assert_true(g_file_get_contents(path, &data, &size, NULL));
    g_assert_cmphex(first_pixel(data, size), ==, 0x123456);
    name_free(path);
    end_prompt(&prompt, qts);
}

static void receive(int fd, void *buf, size_t len)
{
    for (char *at = buf; len;) {
        ssize_t got = read(fd, at, len);

        g_assert_cmpint(got, >, 0);
        at += got;
        len -= got;
    }
}

/* Connect a viewer of the protocol's oldest version, which reads no more */
static int open_window(const char *path)
{
    struct sockaddr_un addr = { .sun_family = AF_UNIX };
    int fd = socket(AF_UNIX, SOCK_STREAM, 0);
    uint8_t buf[24];

    g_strlcpy(addr.sun_path, path, sizeof(addr.sun_path));
    g_assert_cmpint(connect(fd, (struct sockaddr *)&addr, sizeof(addr)), ==, 0);
    receive(fd, buf, 12);
    g_assert_cmpint(write(fd, "RFB 003.003\n", 12), ==, 12);
    receive(fd, buf, 4);
    g_assert_cmpint(buf[3], ==, 1);         /* without a password */
    g_assert_cmpint(write(fd, "\1", 1), ==, 1);
    receive(fd, buf, 24);
    return fd;
}

/*
 * With the machine stopped, a picture is being drawn for the window, then
 * memory is written, then a screendump comes: it must not have old lines.
 */
static void test_stopped(void)
{
    char *path = name_new("vnc");
    g_autofree char *args = g_strdup_printf("-vnc unix:%s", path);
    QTestState *qts = start_with(args);
    int fd;

    show_huge(qts);
    dc_write(qts, R_DC_STATE_ACCESS, R_DC_STATE_ACCESS_WRITE_MUX_MASK);
    qtest_qmp_assert_success(qts, "{ 'execute': 'stop' }");
    fd = open_window(path);
    for (uint32_t i = 1; i <= 12; i++) {
        uint32_t colour = i * 0x123456 & 0xffffff;
        g_autofree char *data = NULL;
        gsize size;

        /* takes effect at once, and all of the picture has to be drawn again */
        dc_write(qts, R_DC_BORDER_COLOR, i);
        g_usleep(100 * 1000);
        paint(qts, colour);
        data = dump_file(qts, &size);
        g_assert_cmphex(first_pixel(data, size), ==, colour);
    }
    close(fd);
    qtest_quit(qts);
    name_free(path);
}

#define TEST(path, f) qtest_add_func("/tegra20-dc/draw/" path, f)

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    TEST("prompt", test_prompt);
    if (HAVE_VNC) {
        TEST("stopped", test_stopped);
    }
    return g_test_run();
}
