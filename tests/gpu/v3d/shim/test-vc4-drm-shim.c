/*
 * Tests of tools/vc4-drm-shim, which is preloaded: a client of the render node
 *
 * The fragment program is that of the JayStation2 post "Shaders, Uniforms, and
 * Varyings".  What is refused, and how, is the kernel's [Linux,
 * drivers/gpu/drm/vc4].
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vc4_drm.h>
#include "../program.h"
#include "../scene.h"

#define NODE        "/dev/dri/renderD128"
#define SIDE        64          /* of the target */
#define DRAWN       16          /* of the square */
#define STRIDE      28          /* of a vertex */
#define CLEAR       0xff804020

/* Places in the job's list of buffers */
enum { TARGET, VERTEX_BUFFER, FRAGMENT, VERTEX, COORDINATE, NUM_BOS };

typedef struct Client {
    int fd;
    Machine *m;                 /* only its memory, to build things in */
    uint32_t handle[NUM_BOS];
    uint32_t record[6 + 13];    /* buffers' places, then the record */
    struct drm_vc4_submit_cl submit;
} Client;

static int node_open(void)
{
    int fd = open(NODE, O_RDWR | O_CLOEXEC);

    g_assert_cmpint(fd, >=, 0);
    return fd;
}

/* 0 or an error */
static int call(int fd, unsigned long cmd, void *arg)
{
    return ioctl(fd, cmd, arg) ? errno : 0;
}

static uint32_t *bo_map(int fd, uint32_t handle, size_t size, int prot)
{
    struct drm_vc4_mmap_bo args = { .handle = handle };

    g_assert_cmpint(call(fd, DRM_IOCTL_VC4_MMAP_BO, &args), ==, 0);
    return mmap(NULL, size, prot, MAP_SHARED, fd, args.offset);
}

static uint32_t bo_new(int fd, uint32_t size)
{
    struct drm_vc4_create_bo args = { .size = size };

    g_assert_cmpint(call(fd, DRM_IOCTL_VC4_CREATE_BO, &args), ==, 0);
    return args.handle;
}

/* The program from @addr to the end; *@handle is set. */
static int shader_new(Client *c, uint32_t addr, uint32_t end, uint32_t *handle)
{
    struct drm_vc4_create_shader_bo args = {
        .size = end - addr, .data = (uintptr_t)(c->m->ram + addr),
    };
    int ret = call(c->fd, DRM_IOCTL_VC4_CREATE_SHADER_BO, &args);

    *handle = args.handle;
    return ret;
}

static void make_shaders(Client *c)
{
    static const uint32_t words[] = {
        0x20820df7, 0xd14059e5, 0x20820df7, 0xd15059e5,
        0x20820df7, 0xd16059e5, 0x20820df7, 0xd17059e5,
        0x159e7b40, 0x10020ba7,
    };
    Program fs = { c->m, PROGRAMS + sizeof(words) };
    Program vs = { c->m, PROGRAMS + 0x1000 }, cs = { c->m, PROGRAMS + 0x2000 };

    machine_words(c->m, PROGRAMS, words, G_N_ELEMENTS(words));
    program_end(&fs);
    program_copy(&vs, 3);
    program_copy(&cs, 7);
    g_assert_cmpint(shader_new(c, PROGRAMS, fs.at, &c->handle[FRAGMENT]), ==,
                    0);
    g_assert_cmpint(shader_new(c, PROGRAMS + 0x1000, vs.at,
                               &c->handle[VERTEX]), ==, 0);
    g_assert_cmpint(shader_new(c, PROGRAMS + 0x2000, cs.at,
                               &c->handle[COORDINATE]), ==, 0);
}

/* Xc, Yc, Zc, Wc, which are not used, then what the vertex shader gives */
static void make_vertices(Client *c)
{
    uint32_t *map = bo_map(c->fd, c->handle[VERTEX_BUFFER], 4096,
                           PROT_READ | PROT_WRITE);

    for (unsigned i = 0; i < 4; i++) {
        const float rest[] = { 0.5f, 1 };

        map[7 * i + 4] = scene_xy(i & 1 ? DRAWN : 0, i & 2 ? DRAWN : 0);
        memcpy(&map[7 * i + 5], rest, sizeof(rest));
    }
    munmap(map, 4096);
}

static void make_record(Client *c)
{
    const uint32_t record[] = {
        FRAGMENT, VERTEX, COORDINATE, VERTEX_BUFFER, VERTEX_BUFFER,
        1, 0, 0,
        2 << 16 | 12u << 24, 0, 0,
        1 << 16 | 28u << 24, 0, 0,
        0, (STRIDE - 1) | STRIDE << 8,
        16, (12 - 1) | STRIDE << 8,
    };

    memcpy(c->record, record, sizeof(record));
    c->submit.shader_rec = (uintptr_t)c->record;
    c->submit.shader_rec_size = sizeof(record);
    c->submit.shader_rec_count = 1;
}

static void make_list(Client *c)
{
    Machine *m = c->m;

    m->at = BIN_LIST;
    machine_record(m, (V3dRecord) {
        .code = V3D_REC_TILE_BINNING_MODE,
        .tile_binning_mode = { .width = 1, .height = 1 },
    });
    machine_code(m, V3D_REC_START_TILE_BINNING);
    machine_record(m, (V3dRecord) {
        .code = V3D_REC_CLIP_WINDOW,
        .clip_window = { .width = SIDE, .height = SIDE },
    });
    scene_config(m, CONFIG_BOTH_FACES | CONFIG_ALWAYS);
    machine_record(m, (V3dRecord) { .code = V3D_REC_VIEWPORT_OFFSET });
    machine_record(m, (V3dRecord) {
        .code = V3D_REC_GL_SHADER_STATE,
        .gl_shader_state = { .arrays = 2 },
    });
    scene_arrays(m, 5, 0, 4);
    machine_code(m, V3D_REC_INCREMENT_SEMAPHORE);
    machine_code(m, V3D_REC_FLUSH);
    c->submit.bin_cl = (uintptr_t)(m->ram + BIN_LIST);
    c->submit.bin_cl_size = m->at - BIN_LIST;
}

static void make_surfaces(struct drm_vc4_submit_cl *s)
{
    s->width = SIDE;
    s->height = SIDE;
    s->color_write.bits = 1 << 2;       /* rgba8888, raster */
    s->color_write.hindex = TARGET;
    s->color_read.hindex = s->zs_read.hindex = s->zs_write.hindex = ~0u;
    s->msaa_color_write.hindex = s->msaa_zs_write.hindex = ~0u;
    s->clear_color[0] = s->clear_color[1] = CLEAR;
    s->flags = VC4_SUBMIT_CL_USE_CLEAR_COLOR;
}

static Client *client_new(void)
{
    static const float rgba[] = { 0, 1, 0.2f, 1 };
    Client *c = g_new0(Client, 1);

    c->fd = node_open();
    c->m = machine_new();
    c->handle[TARGET] = bo_new(c->fd, 4 * SIDE * SIDE);
    c->handle[VERTEX_BUFFER] = bo_new(c->fd, 1);
    make_shaders(c);
    make_vertices(c);
    make_record(c);
    make_list(c);
    make_surfaces(&c->submit);
    c->submit.bo_handles = (uintptr_t)c->handle;
    c->submit.bo_handle_count = NUM_BOS;
    c->submit.uniforms = (uintptr_t)rgba;
    c->submit.uniforms_size = sizeof(rgba);
    return c;
}

static void client_free(Client *c)
{
    close(c->fd);
    machine_free(c->m);
    g_free(c);
}

static int submit(Client *c)
{
    return call(c->fd, DRM_IOCTL_VC4_SUBMIT_CL, &c->submit);
}

/* ---- Tests ---- */

static void test_node(void)
{
    struct stat st, fst;
    char link[64] = "";
    int fd = node_open();
    struct dirent *entry;
    DIR *dir = opendir("/dev/dri");
    bool found = false;

    g_assert_cmpint(stat(NODE, &st), ==, 0);
    g_assert_cmpint(fstat(fd, &fst), ==, 0);
    g_assert_true(S_ISCHR(st.st_mode) && S_ISCHR(fst.st_mode));
    g_assert_cmpuint(st.st_rdev, ==, makedev(226, 128));
    g_assert_cmpuint(fst.st_rdev, ==, makedev(226, 128));
    while ((entry = readdir(dir))) {
        found |= !strcmp(entry->d_name, "renderD128");
    }
    g_assert_true(found);
    g_assert_cmpint(readlink("/sys/dev/char/226:128/device/subsystem", link,
                             sizeof(link) - 1), >, 0);
    g_assert_cmpstr(strrchr(link, '/'), ==, "/platform");
    closedir(dir);
    close(fd);
    g_assert_cmpint(call(fd, DRM_IOCTL_VERSION, &st), ==, EBADF);
}

static void test_version(void)
{
    char name[8] = "";
    struct drm_version version = { .name = name, .name_len = sizeof(name) };
    struct drm_vc4_get_param param = { .param = DRM_VC4_PARAM_V3D_IDENT0 };
    int fd = node_open(), other = dup(fd);

    close(fd);
    g_assert_cmpint(call(other, DRM_IOCTL_VERSION, &version), ==, 0);
    g_assert_cmpstr(name, ==, "vc4");
    g_assert_cmpuint(version.name_len, ==, 3);
    g_assert_cmpint(call(other, DRM_IOCTL_VC4_GET_PARAM, &param), ==, 0);
    g_assert_cmphex(param.value, ==, 0x02443356);
    param.param = 99;
    g_assert_cmpint(call(other, DRM_IOCTL_VC4_GET_PARAM, &param), ==, EINVAL);
    /* Not for a render node */
    g_assert_cmpint(call(other, DRM_IOCTL_GET_MAGIC, &param), ==, EACCES);
    close(other);
}

static void test_draw(void)
{
    Client *c = client_new();
    const uint32_t *map = bo_map(c->fd, c->handle[TARGET], 4 * SIDE * SIDE,
                                 PROT_READ);
    uint64_t last = 0;

    for (unsigned job = 1; job <= 2; job++) {
        g_assert_cmpint(submit(c), ==, 0);
        g_assert_true(!last || c->submit.seqno == last + 1);
        last = c->submit.seqno;
        for (unsigned i = 0; i < SIDE * SIDE; i++) {
            g_assert_cmphex(map[i], ==, i % SIDE < DRAWN && i / SIDE < DRAWN
                                        ? 0xff33ff00 : CLEAR);
        }
        c->submit.seqno = 0;
    }
    client_free(c);
}

/* Each change alone makes the job an invalid one. */
static void test_refused_jobs(void)
{
    Client *c = client_new();
    struct drm_vc4_submit_cl good = c->submit;
    uint32_t bad = 99, handle = c->handle[VERTEX_BUFFER];

    c->submit.flags |= 1 << 8;
    g_assert_cmpint(submit(c), ==, EINVAL);
    c->submit = good;
    c->submit.bo_handle_count = 0;
    g_assert_cmpint(submit(c), ==, EINVAL);
    c->submit = good;
    c->submit.bin_cl_size--;
    g_assert_cmpint(submit(c), ==, EINVAL);
    c->submit = good;
    c->submit.uniforms_size -= 4;
    g_assert_cmpint(submit(c), ==, EINVAL);
    c->submit = good;
    c->submit.width = SIDE + 1;
    g_assert_cmpint(submit(c), ==, EINVAL);
    c->submit = good;
    c->submit.color_write.hindex = FRAGMENT;
    g_assert_cmpint(submit(c), ==, EINVAL);
    c->submit = good;
    c->submit.bin_cl = 16;
    g_assert_cmpint(submit(c), ==, EFAULT);
    c->submit = good;
    c->submit.bo_handles = 16;
    g_assert_cmpint(submit(c), ==, EFAULT);
    c->submit = good;
    c->submit.perfmonid = 7;
    g_assert_cmpint(submit(c), ==, ENOENT);
    c->submit = good;
    c->handle[VERTEX_BUFFER] = bad;
    g_assert_cmpint(submit(c), ==, ENOENT);
    c->handle[VERTEX_BUFFER] = handle;
    /* The fourth vertex ends behind the buffer: 4096 - 3 * 28 - 28 + 1. */
    c->record[5 + 9] = 3985;
    g_assert_cmpint(submit(c), ==, EINVAL);
    c->record[5 + 9] = 3984;
    g_assert_cmpint(submit(c), ==, 0);
    client_free(c);
}

/* What would write memory, and what has no end */
static void test_refused_shaders(void)
{
    Client *c = client_new();
    Program p = { c->m, PROGRAMS };
    uint32_t handle;

    program_load(&p, V3D_WRITE_VPM_ADDR, true, 0);
    program_end(&p);
    g_assert_cmpint(shader_new(c, PROGRAMS, p.at, &handle), ==, EINVAL);
    g_assert_cmpint(shader_new(c, PROGRAMS + 8, p.at, &handle), ==, 0);
    g_assert_cmpint(shader_new(c, PROGRAMS + 8, p.at - 1, &handle), ==, EINVAL);
    p.at = PROGRAMS;
    for (unsigned i = 0; i < 512; i++) {
        program_nop(&p, V3D_SIG_NONE);
    }
    g_assert_cmpint(shader_new(c, PROGRAMS, p.at, &handle), ==, EINVAL);
    /* Read only */
    g_assert_true(bo_map(c->fd, c->handle[VERTEX], 4096, PROT_READ) !=
                  MAP_FAILED);
    g_assert_true(bo_map(c->fd, c->handle[VERTEX], 4096,
                         PROT_READ | PROT_WRITE) == MAP_FAILED);
    client_free(c);
}

static void test_handles(void)
{
    int fd = node_open(), other = node_open();
    struct drm_prime_handle out = {
        .handle = bo_new(fd, 5000), .flags = O_RDWR
    };
    struct drm_prime_handle in = { };
    struct drm_gem_close gem = { .handle = out.handle };
    struct drm_vc4_wait_bo wait = { .handle = out.handle };
    uint32_t *map;

    g_assert_cmpint(call(fd, DRM_IOCTL_PRIME_HANDLE_TO_FD, &out), ==, 0);
    g_assert_cmpint(lseek(out.fd, 0, SEEK_END), ==, 8192);
    in.fd = out.fd;
    g_assert_cmpint(call(other, DRM_IOCTL_PRIME_FD_TO_HANDLE, &in), ==, 0);
    map = bo_map(other, in.handle, 8192, PROT_READ | PROT_WRITE);
    map[2047] = 0x12345678;
    munmap(map, 8192);
    g_assert_cmpint(call(fd, DRM_IOCTL_GEM_CLOSE, &gem), ==, 0);
    g_assert_cmpint(call(fd, DRM_IOCTL_GEM_CLOSE, &gem), ==, EINVAL);
    g_assert_cmpint(call(fd, DRM_IOCTL_VC4_WAIT_BO, &wait), ==, EINVAL);
    map = mmap(NULL, 8192, PROT_READ, MAP_SHARED, out.fd, 0);
    g_assert_cmphex(map[2047], ==, 0x12345678);
    munmap(map, 8192);
    close(out.fd);
    close(other);
    /* The same memory comes back, without what was in it. */
    map = bo_map(fd, bo_new(fd, 8192), 8192, PROT_READ);
    g_assert_cmphex(map[2047], ==, 0);
    close(fd);
}

/* The device is the parent's: all of the above with it */
static void test_child(void)
{
    int fd = node_open(), status;
    pid_t pid = fork();

    if (pid == 0) {
        test_node();
        test_version();
        test_draw();
        test_refused_jobs();
        test_refused_shaders();
        test_handles();
        _exit(0);
    }
    g_assert_cmpint(waitpid(pid, &status, 0), ==, pid);
    g_assert_cmpint(status, ==, 0);
    close(fd);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/vc4-drm-shim/node", test_node);
    g_test_add_func("/vc4-drm-shim/version", test_version);
    g_test_add_func("/vc4-drm-shim/draw", test_draw);
    g_test_add_func("/vc4-drm-shim/refused-jobs", test_refused_jobs);
    g_test_add_func("/vc4-drm-shim/refused-shaders", test_refused_shaders);
    g_test_add_func("/vc4-drm-shim/handles", test_handles);
    g_test_add_func("/vc4-drm-shim/child", test_child);
    return g_test_run();
}
