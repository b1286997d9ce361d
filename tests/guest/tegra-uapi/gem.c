/*
 * tegra-uapi: buffers
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "uapi.h"

#define PAGE    4096u

static int gem_create(int fd, uint64_t size, uint32_t flags, uint32_t *handle)
{
    struct drm_tegra_gem_create arg = { .size = size, .flags = flags };
    int ret = tegra_ioctl(fd, DRM_IOCTL_TEGRA_GEM_CREATE, &arg);

    *handle = arg.handle;
    return ret;
}

static int gem_close(int fd, uint32_t handle)
{
    struct drm_gem_close arg = { .handle = handle };

    return tegra_ioctl(fd, DRM_IOCTL_GEM_CLOSE, &arg);
}

static int gem_offset(int fd, uint32_t handle, uint64_t *offset)
{
    struct drm_tegra_gem_mmap arg = { .handle = handle };
    int ret = tegra_ioctl(fd, DRM_IOCTL_TEGRA_GEM_MMAP, &arg);

    *offset = arg.offset;
    return ret;
}

static int gem_export(int fd, uint32_t handle)
{
    struct drm_prime_handle arg = {
        .handle = handle,
        .flags = DRM_CLOEXEC | DRM_RDWR,
    };
    int ret = tegra_ioctl(fd, DRM_IOCTL_PRIME_HANDLE_TO_FD, &arg);

    return ret < 0 ? ret : arg.fd;
}

static int gem_import(int fd, int dmabuf, uint32_t *handle)
{
    struct drm_prime_handle arg = { .fd = dmabuf };
    int ret = tegra_ioctl(fd, DRM_IOCTL_PRIME_FD_TO_HANDLE, &arg);

    *handle = arg.handle;
    return ret;
}

/* Return what the kernel made of the size that was asked for */
static uint32_t gem_size(int fd, uint32_t handle)
{
    int dmabuf = must("export", gem_export(fd, handle));
    off_t size = lseek(dmabuf, 0, SEEK_END);

    close(dmabuf);
    return size;
}

static void *map_handle(int fd, uint32_t handle, size_t size)
{
    uint64_t offset;
    void *map;

    must("GEM_MMAP", gem_offset(fd, handle, &offset));
    map = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, offset);
    must("mmap", map == MAP_FAILED ? -errno : 0);
    return map;
}

/* Check that every page is cleared, is memory, and is another page. */
static void check_memory(uint32_t *map, size_t size)
{
    unsigned dirty = 0, wrong = 0;

    for (size_t i = 0; i < size / 4; i++) {
        dirty += map[i] != 0;
        map[i] = i * 2654435761u;
    }
    for (size_t i = 0; i < size / 4; i++) {
        wrong += map[i] != (uint32_t)(i * 2654435761u);
    }
    check(dirty == 0, "%zu bytes: %u words of a new buffer are not 0", size,
          dirty);
    check(wrong == 0, "%zu bytes: %u words do not hold", size, wrong);
}

static void test_create(void)
{
    static const struct {
        uint64_t size;
        uint32_t rounded;
    } good[] = {
        { 1, PAGE }, { PAGE - 1, PAGE }, { PAGE, PAGE }, { PAGE + 1, 2 * PAGE },
        { 1000 * 1000, 245 * PAGE }, { 4 << 20, 4 << 20 },
    };
    int fd = card_open();
    uint32_t handle;
    void *map;

    for (unsigned i = 0; i < ARRAY_LENGTH(good); i++) {
        must("GEM_CREATE", gem_create(fd, good[i].size, 0, &handle));
        check_u32("size", gem_size(fd, handle), good[i].rounded);
        map = map_handle(fd, handle, good[i].rounded);
        check_memory(map, good[i].rounded);
        munmap(map, good[i].rounded);
        check_ret("GEM_CLOSE", gem_close(fd, handle), 0);
    }
}

/*
 * A buffer without pages finds no room in the manager of mmap offsets: ENOSPC.
 * On a 32-bit kernel the high half of the size is lost, so 4 GiB is 0, and what
 * rounds up to 4 GiB is 0, too.
 */
static void test_sizes_refused(void)
{
    static const struct {
        uint64_t size;
        int want;
    } bad[] = {
        { 0, -ENOSPC }, { 0x100000000, -ENOSPC }, { 0xfffff001, -ENOSPC },
        { 0xffffffff, -ENOSPC }, { 0x20000000, -ENOMEM },
        { 0x80000000, -ENOMEM },
    };
    int fd = card_open();
    uint32_t handle;
    char what[64];

    for (unsigned i = 0; i < ARRAY_LENGTH(bad); i++) {
        snprintf(what, sizeof(what), "%llu bytes",
                 (unsigned long long)bad[i].size);
        check_ret(what, gem_create(fd, bad[i].size, 0, &handle), bad[i].want);
    }
    check_ret("4 GiB and one page",
              gem_create(fd, 0x100000000 + PAGE, 0, &handle), 0);
    check_u32("its size", gem_size(fd, handle), PAGE);
    for (unsigned i = 0; i < 8; i++) {
        must("GEM_CREATE", gem_create(fd, 4 << 20, 0, &handle));
        check_ret("GEM_CLOSE", gem_close(fd, handle), 0);
    }
}

static void test_bad_handles(void)
{
    int fd = card_open();
    uint32_t gone, handles[] = { 0, NO_HANDLE, 0xffffffff, 0 };

    must("GEM_CREATE", gem_create(fd, PAGE, 0, &gone));
    check_ret("GEM_CLOSE", gem_close(fd, gone), 0);
    handles[3] = gone;
    for (unsigned i = 0; i < ARRAY_LENGTH(handles); i++) {
        uint32_t h = handles[i];
        struct drm_tegra_gem_set_tiling tiling = { .handle = h };
        struct drm_tegra_gem_set_flags flags = { .handle = h };
        uint64_t offset;

        check_ret("GEM_MMAP", gem_offset(fd, h, &offset), -EINVAL);
        check_ret("GEM_SET_TILING",
                  tegra_ioctl(fd, DRM_IOCTL_TEGRA_GEM_SET_TILING, &tiling),
                  -ENOENT);
        check_ret("GEM_GET_TILING",
                  tegra_ioctl(fd, DRM_IOCTL_TEGRA_GEM_GET_TILING, &tiling),
                  -ENOENT);
        check_ret("GEM_SET_FLAGS",
                  tegra_ioctl(fd, DRM_IOCTL_TEGRA_GEM_SET_FLAGS, &flags),
                  -ENOENT);
        check_ret("GEM_GET_FLAGS",
                  tegra_ioctl(fd, DRM_IOCTL_TEGRA_GEM_GET_FLAGS, &flags),
                  -ENOENT);
        check_ret("PRIME_HANDLE_TO_FD", gem_export(fd, h), -ENOENT);
        check_ret("GEM_CLOSE", gem_close(fd, h), -EINVAL);
    }
}

static void check_flags(int fd, uint32_t handle, uint32_t want)
{
    struct drm_tegra_gem_get_flags arg = { .handle = handle, .flags = ~0u };

    check_ret("GEM_GET_FLAGS",
              tegra_ioctl(fd, DRM_IOCTL_TEGRA_GEM_GET_FLAGS, &arg), 0);
    check_u32("flags", arg.flags, want);
}

static int set_flags(int fd, uint32_t handle, uint32_t flags)
{
    struct drm_tegra_gem_set_flags arg = { handle, flags };

    return tegra_ioctl(fd, DRM_IOCTL_TEGRA_GEM_SET_FLAGS, &arg);
}

static void check_tiling(int fd, uint32_t handle, uint32_t mode,
                         uint32_t value)
{
    struct drm_tegra_gem_get_tiling arg = {
        .handle = handle, .mode = ~0u, .value = ~0u,
    };

    check_ret("GEM_GET_TILING",
              tegra_ioctl(fd, DRM_IOCTL_TEGRA_GEM_GET_TILING, &arg), 0);
    check_u32("tiling", arg.mode, mode);
    check_u32("tiling parameter", arg.value, value);
}

static void test_flags(void)
{
    int fd = card_open();
    uint32_t h;

    must("GEM_CREATE", gem_create(fd, PAGE, 0, &h));
    check_flags(fd, h, 0);
    check_tiling(fd, h, DRM_TEGRA_GEM_TILING_MODE_PITCH, 0);
    check_ret("BOTTOM_UP", set_flags(fd, h, DRM_TEGRA_GEM_BOTTOM_UP), 0);
    check_flags(fd, h, DRM_TEGRA_GEM_BOTTOM_UP);
    for (unsigned bit = 1; bit < 32; bit++) {
        check_ret("an unknown flag", set_flags(fd, h, 1u << bit), -EINVAL);
    }
    check_flags(fd, h, DRM_TEGRA_GEM_BOTTOM_UP);
    check_ret("no flag", set_flags(fd, h, 0), 0);
    check_flags(fd, h, 0);

    must("GEM_CREATE", gem_create(fd, PAGE, DRM_TEGRA_GEM_CREATE_TILED |
                                  DRM_TEGRA_GEM_CREATE_BOTTOM_UP, &h));
    check_flags(fd, h, DRM_TEGRA_GEM_BOTTOM_UP);
    check_tiling(fd, h, DRM_TEGRA_GEM_TILING_MODE_TILED, 0);
}

static void test_tiling(void)
{
    static const struct {
        uint32_t mode, value;
        int want;
    } set[] = {
        { DRM_TEGRA_GEM_TILING_MODE_TILED, 0, 0 },
        { DRM_TEGRA_GEM_TILING_MODE_TILED, 1, -EINVAL },
        { DRM_TEGRA_GEM_TILING_MODE_BLOCK, 0, 0 },
        { DRM_TEGRA_GEM_TILING_MODE_BLOCK, 5, 0 },
        { DRM_TEGRA_GEM_TILING_MODE_BLOCK, 6, -EINVAL },
        { DRM_TEGRA_GEM_TILING_MODE_PITCH, 1, -EINVAL },
        { DRM_TEGRA_GEM_TILING_MODE_PITCH, 0, 0 },
        { 3, 0, -EINVAL },
        { 0xffffffff, 0, -EINVAL },
    };
    int fd = card_open();
    uint32_t h, mode = 0, value = 0;

    must("GEM_CREATE", gem_create(fd, PAGE, 0, &h));
    for (unsigned i = 0; i < ARRAY_LENGTH(set); i++) {
        struct drm_tegra_gem_set_tiling arg = {
            .handle = h, .mode = set[i].mode, .value = set[i].value,
        };

        check_ret("GEM_SET_TILING",
                  tegra_ioctl(fd, DRM_IOCTL_TEGRA_GEM_SET_TILING, &arg),
                  set[i].want);
        if (set[i].want == 0) {
            mode = set[i].mode;
            value = set[i].value;
        }
        check_tiling(fd, h, mode, value);
    }
}

static void test_mmap(void)
{
    int fd = card_open(), other = card_open();
    uint64_t offset;
    uint32_t h;
    void *map;

    must("GEM_CREATE", gem_create(fd, 3 * PAGE, 0, &h));
    must("GEM_MMAP", gem_offset(fd, h, &offset));
    map = mmap(NULL, 4 * PAGE, PROT_READ, MAP_SHARED, fd, offset);
    check_ret("more than the buffer", map == MAP_FAILED ? -errno : 0, -EINVAL);
    map = mmap(NULL, PAGE, PROT_READ, MAP_SHARED, other, offset);
    check_ret("a file without the handle", map == MAP_FAILED ? -errno : 0,
              -EACCES);
    map = mmap(NULL, PAGE, PROT_READ | PROT_WRITE, MAP_SHARED, fd, offset);
    if (check(map != MAP_FAILED, "one of three pages")) {
        memset(map, 0xa5, PAGE);
        check_u32("all of it", *((uint32_t *)map_handle(fd, h, 3 * PAGE)),
                  0xa5a5a5a5);
    }
}

static void test_prime(void)
{
    int fd = card_open(), other = card_open();
    uint32_t h, second, again;
    volatile uint32_t *map, *seen;
    int dmabuf, null = open("/dev/null", O_RDWR);

    must("GEM_CREATE", gem_create(fd, 2 * PAGE, 0, &h));
    map = map_handle(fd, h, 2 * PAGE);
    dmabuf = must("export", gem_export(fd, h));
    must("import", gem_import(other, dmabuf, &second));
    seen = map_handle(other, second, 2 * PAGE);
    map[PAGE / 4] = 0x12345678;
    check_u32("the importer sees", seen[PAGE / 4], 0x12345678);
    must("import", gem_import(other, dmabuf, &again));
    check_u32("a second import", again, second);
    must("import", gem_import(fd, dmabuf, &again));
    check_u32("import where it is from", again, h);

    check_ret("import of nothing", gem_import(fd, -1, &again), -EBADF);
    check_ret("import of another file", gem_import(fd, null, &again),
              -EINVAL);

    check_ret("GEM_CLOSE", gem_close(fd, h), 0);
    close(dmabuf);
    close(fd);
    seen[0] = 0x9abcdef0;
    check_u32("its memory without the first handle", map[0], 0x9abcdef0);
    check_u32("size", gem_size(other, second), 2 * PAGE);
}

static void test_flink(void)
{
    int fd = card_open(), other = card_open();
    int render = must("/dev/dri/renderD128",
                      open("/dev/dri/renderD128", O_RDWR | O_CLOEXEC));
    struct drm_gem_flink flink = { 0 };
    struct drm_gem_open named = { .name = 0x7fffffff };
    volatile uint32_t *map, *seen;

    check_ret("a handle that is none",
              tegra_ioctl(fd, DRM_IOCTL_GEM_FLINK, &flink), -ENOENT);
    check_ret("a name that is none",
              tegra_ioctl(fd, DRM_IOCTL_GEM_OPEN, &named), -ENOENT);
    must("GEM_CREATE", gem_create(fd, PAGE, 0, &flink.handle));
    must("GEM_FLINK", tegra_ioctl(fd, DRM_IOCTL_GEM_FLINK, &flink));
    named.name = flink.name;
    must("GEM_OPEN", tegra_ioctl(other, DRM_IOCTL_GEM_OPEN, &named));
    check(named.size == PAGE, "size by name: %llu",
          (unsigned long long)named.size);
    map = map_handle(fd, flink.handle, PAGE);
    seen = map_handle(other, named.handle, PAGE);
    map[7] = 0xfeedf00d;
    check_u32("seen by name", seen[7], 0xfeedf00d);
    check_ret("a render node",
              tegra_ioctl(render, DRM_IOCTL_GEM_OPEN, &named), -EACCES);
    check_ret("a render node",
              tegra_ioctl(render, DRM_IOCTL_GEM_FLINK, &flink), -EACCES);
}

/* A mapping for the engine and one for the CPU both keep the memory. */
static void test_close_mapped(void)
{
    static Stream s;
    int fd = card_open();
    TegraChannel ch;
    Picture p;
    uint32_t fence, filler;

    channel_open(&ch, fd, TEGRA_UAPI_NEW, CLASS_GR3D);
    picture_new(&p, fd, 64, 16);
    draw_gr3d(&s, &p, ch.syncpt, 5);
    must("submit", tegra_submit(&ch, &s, &p.bufs, &fence));
    fence_done(&ch, fence, "with the handle");
    picture_check(&p, bright_pixel(5), "with the handle");

    check_ret("GEM_CLOSE", gem_close(fd, p.target.handle), 0);
    for (unsigned i = 0; i < 8; i++) {
        must("GEM_CREATE", gem_create(fd, p.target.size, 0, &filler));
    }
    picture_fill(&p, UNTOUCHED);
    draw_gr3d(&s, &p, ch.syncpt, 10);
    must("submit", tegra_submit(&ch, &s, &p.bufs, &fence));
    fence_done(&ch, fence, "without the handle");
    picture_check(&p, bright_pixel(10), "without the handle");
    tegra_channel_close(&ch);
}

const UapiTest gem_tests[] = {
    TEST("gem/create", test_create),
    TEST_LOGS("gem/sizes-refused", test_sizes_refused,
              "failed to allocate buffer of size"),
    TEST("gem/bad-handles", test_bad_handles),
    TEST("gem/flags", test_flags),
    TEST("gem/tiling", test_tiling),
    TEST("gem/mmap", test_mmap),
    TEST("gem/prime", test_prime),
    TEST("gem/flink", test_flink),
    TEST("gem/close-mapped", test_close_mapped),
    TESTS_END
};
