/*
 * tegra-uapi: pictures, where the buffers are what matters
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <fcntl.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "new.h"

#define ROUNDS  6

static Stream stream;
static NewJob job;

/* A channel of either interface, in turn */
static void on_channels(uint32_t class_id,
                        void (*use)(TegraChannel *ch, uint32_t class_id))
{
    for (TegraUapi u = TEGRA_UAPI_LEGACY; u <= TEGRA_UAPI_NEW; u++) {
        TegraChannel ch;

        channel_open(&ch, card_open(), u, class_id);
        use(&ch, class_id);
        tegra_channel_close(&ch);
    }
}

/* Build a job that fills the picture; returns the pixel. */
static uint32_t build(uint32_t class_id, const TegraChannel *ch, Picture *p)
{
    uint32_t value = rand();

    if (class_id == CLASS_GR3D) {
        draw_gr3d(&stream, p, ch->syncpt, value & 15);
        return bright_pixel(value & 15);
    }
    draw_gr2d_fill(&stream, BUF_TARGET, p->width, p->height, ch->syncpt,
                   value);
    return value;
}

static void submit(TegraChannel *ch, const Picture *p)
{
    uint32_t fence;

    must("submit", tegra_submit(ch, &stream, &p->bufs, &fence));
    fence_done(ch, fence, uapi_name(ch->uapi));
}

static void draw(TegraChannel *ch, uint32_t class_id)
{
    uint32_t value;
    Picture p;

    picture_new(&p, ch->fd, 48, 20);
    for (unsigned i = 0; i < ROUNDS; i++) {
        picture_fill(&p, UNTOUCHED);
        value = build(class_id, ch, &p);
        submit(ch, &p);
        picture_check(&p, value, uapi_name(ch->uapi));
    }
    picture_free(&p);
}

/* Relocations to the middle of a buffer */
static void offsets(TegraChannel *ch, uint32_t class_id)
{
    uint32_t value;
    Picture p, part;

    picture_new(&p, ch->fd, 48, 20);
    part = p;
    part.height = 5;
    for (unsigned row = 0; row <= 15; row += 5) {
        picture_fill(&p, UNTOUCHED);
        value = build(class_id, ch, &part);
        draw_lower(&stream, row);
        submit(ch, &part);
        picture_check_rows(&p, row, part.height, value, uapi_name(ch->uapi));
    }
    picture_free(&p);
}

static void test_gr3d(void)
{
    on_channels(CLASS_GR3D, draw);
    on_channels(CLASS_GR3D, offsets);
}

static void test_gr2d(void)
{
    on_channels(CLASS_GR2D, draw);
    on_channels(CLASS_GR2D, offsets);
}

/* ---- an address that is data */

/*
 * The kernel shifts an address before it writes it: seen where GR2D takes it
 * for a colour, which is no address register.
 */
static uint32_t address_as_color(TegraChannel *ch, Picture *p,
                                 uint64_t offset, unsigned shift)
{
    const uint32_t mark = 0xdec0c0de;
    unsigned at = 0;

    draw_gr2d_fill(&stream, BUF_TARGET, p->width, p->height, ch->syncpt,
                   mark);
    while (stream.words[at] != mark) {
        at++;
    }
    new_begin(&job, ch, 1);
    new_gather(&job, stream.words, stream.num_words);
    new_buf(&job, must_map(ch, &p->target), stream.relocs[0].word, 0);
    new_buf(&job, must_map(ch, &p->geometry), at, offset);
    job.buf[1].reloc.shift = shift;
    new_run(&job, "an address as a colour");
    return *(volatile uint32_t *)p->target.map;
}

static void test_shifts(void)
{
    TegraChannel ch;
    Picture p;
    uint32_t address;

    channel_open(&ch, card_open(), TEGRA_UAPI_NEW, CLASS_GR2D);
    picture_new(&p, ch.fd, 4, 4);
    address = address_as_color(&ch, &p, 0, 0);
    check(address && address < 0x40000000 && address % 4096 == 0,
          "address 0x%x", address);
    check_u32("offset", address_as_color(&ch, &p, 0x1234, 0),
              address + 0x1234);
    for (unsigned shift = 1; shift < 32; shift += 3) {
        check_u32("shift", address_as_color(&ch, &p, 0x1234, shift),
                  (address + 0x1234) >> shift);
    }
    tegra_channel_close(&ch);
}

/* ---- a buffer of two processes */

static void import(int dmabuf, TegraBo *bo, int fd, size_t size)
{
    struct drm_prime_handle arg = { .fd = dmabuf };

    must("import", tegra_ioctl(fd, DRM_IOCTL_PRIME_FD_TO_HANDLE, &arg));
    *bo = (TegraBo) { .fd = fd, .handle = arg.handle, .size = size };
}

/* The other process draws into the buffer; its geometry is its own. */
static void draw_imported(int dmabuf, const Picture *theirs, TegraUapi uapi,
                          unsigned bright)
{
    TegraChannel ch;
    Picture p;

    channel_open(&ch, card_open(), uapi, CLASS_GR3D);
    picture_new(&p, ch.fd, theirs->width, theirs->height);
    import(dmabuf, &p.target, ch.fd, theirs->target.size);
    draw_gr3d(&stream, &p, ch.syncpt, bright);
    submit(&ch, &p);
    _exit(check_failures() != 0);
}

static void test_imported(void)
{
    int fd = card_open(), status;
    struct drm_prime_handle arg = { .flags = DRM_CLOEXEC | DRM_RDWR };
    Picture p;

    picture_new(&p, fd, 40, 10);
    arg.handle = p.target.handle;
    must("export", tegra_ioctl(fd, DRM_IOCTL_PRIME_HANDLE_TO_FD, &arg));
    for (unsigned bright = 0; bright < 8; bright++) {
        pid_t pid;

        picture_fill(&p, UNTOUCHED);
        pid = check_fork();
        if (pid == 0) {
            draw_imported(arg.fd, &p, bright & 1, bright);
        }
        must("waitpid", waitpid(pid, &status, 0));
        check(status == 0, "the other process: status 0x%x", status);
        picture_check(&p, bright_pixel(bright), "drawn by another process");
    }
}

const UapiTest picture_tests[] = {
    TEST("pictures/gr3d", test_gr3d),
    TEST("pictures/gr2d", test_gr2d),
    TEST("pictures/shifts", test_shifts),
    TEST("pictures/imported", test_imported),
    TESTS_END
};
