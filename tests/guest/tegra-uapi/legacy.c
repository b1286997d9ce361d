/*
 * tegra-uapi: the legacy interface, used as it should be
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "legacy.h"
#include "ring.h"

void legacy_open(Legacy *l, uint32_t class_id)
{
    int fd = card_open();

    memset(l, 0, sizeof(*l));
    channel_open(&l->ch, fd, TEGRA_UAPI_LEGACY, class_id);
    for (unsigned i = 0; i < LEGACY_BUFFERS; i++) {
        bo_new(&l->commands[i], fd, LEGACY_BYTES);
    }
    bo_new(&l->target, fd, 4096);
}

void legacy_close(Legacy *l)
{
    tegra_bo_free(&l->target);
    for (unsigned i = 0; i < LEGACY_BUFFERS; i++) {
        tegra_bo_free(&l->commands[i]);
    }
    tegra_channel_close(&l->ch);
}

static void legacy_begin(Legacy *l, uint32_t incrs)
{
    memset(l->cmdbuf, 0, sizeof(l->cmdbuf));
    memset(l->reloc, 0, sizeof(l->reloc));
    l->syncpt = (struct drm_tegra_syncpt) { l->ch.syncpt, incrs };
    l->submit = (struct drm_tegra_submit) {
        .context = l->ch.context,
        .num_syncpts = 1,
        .timeout = 1000,
        .syncpts = (uintptr_t)&l->syncpt,
        .cmdbufs = (uintptr_t)l->cmdbuf,
        .relocs = (uintptr_t)l->reloc,
    };
}

void legacy_add(Legacy *l, unsigned index, const uint32_t *word,
                unsigned words)
{
    struct drm_tegra_cmdbuf *c = &l->cmdbuf[l->submit.num_cmdbufs++];

    memcpy(l->commands[index].map, word, words * sizeof(*word));
    c->handle = l->commands[index].handle;
    c->words = words;
}

void legacy_reloc(Legacy *l, unsigned index, unsigned word)
{
    struct drm_tegra_reloc *r = &l->reloc[l->submit.num_relocs++];

    r->cmdbuf.handle = l->commands[index].handle;
    r->cmdbuf.offset = word * 4;
    r->target.handle = l->target.handle;
}

void legacy_simple(Legacy *l)
{
    const uint32_t word[] = {
        op_nonincr(0, 1), COND_OP_DONE << 8 | l->ch.syncpt,
    };

    legacy_begin(l, 1);
    legacy_add(l, 0, word, ARRAY_LENGTH(word));
}

int legacy_submit(Legacy *l, uint32_t *fence)
{
    int ret = tegra_ioctl(l->ch.fd, DRM_IOCTL_TEGRA_SUBMIT, &l->submit);

    *fence = l->submit.fence;
    return ret;
}

static void run(Legacy *l, const char *what)
{
    uint32_t before = syncpt_value(l->ch.fd, l->ch.syncpt), fence;

    if (check_ret(what, legacy_submit(l, &fence), 0)) {
        check_u32(what, fence, before + l->syncpt.incrs);
        fence_done(&l->ch, fence, what);
    }
}

/* ---- channels */

static int open_context(int fd, uint32_t class_id, uint64_t *context)
{
    struct drm_tegra_open_channel arg = { .client = class_id };
    int ret = tegra_ioctl(fd, DRM_IOCTL_TEGRA_OPEN_CHANNEL, &arg);

    *context = arg.context;
    return ret;
}

static int close_context(int fd, uint64_t context)
{
    struct drm_tegra_close_channel arg = { .context = context };

    return tegra_ioctl(fd, DRM_IOCTL_TEGRA_CLOSE_CHANNEL, &arg);
}

static int get_syncpt(int fd, uint64_t context, uint32_t index, uint32_t *id)
{
    struct drm_tegra_get_syncpt arg = { .context = context, .index = index };
    int ret = tegra_ioctl(fd, DRM_IOCTL_TEGRA_GET_SYNCPT, &arg);

    *id = arg.id;
    return ret;
}

static int get_base(int fd, uint64_t context, uint32_t index, uint32_t *id)
{
    struct drm_tegra_get_syncpt_base arg = {
        .context = context, .syncpt = index,
    };
    int ret = tegra_ioctl(fd, DRM_IOCTL_TEGRA_GET_SYNCPT_BASE, &arg);

    *id = arg.id;
    return ret;
}

static void test_channels(void)
{
    static const uint32_t unknown[] = { 0, CLASS_HOST1X, CLASS_GR2D_SB, 0x61,
                                        0x160, 0xffffffff };
    int fd = card_open();
    uint64_t context[64];

    for (unsigned i = 0; i < ARRAY_LENGTH(unknown); i++) {
        check_ret("OPEN_CHANNEL", open_context(fd, unknown[i], &context[0]),
                  -ENODEV);
    }
    for (unsigned i = 0; i < ARRAY_LENGTH(context); i++) {
        check_ret("OPEN_CHANNEL",
                  open_context(fd, i & 1 ? CLASS_GR3D : CLASS_GR2D,
                               &context[i]), 0);
        for (unsigned j = 0; j < i; j++) {
            check(context[i] != context[j], "context %u is new", i);
        }
    }
    check_ret("another file's", close_context(card_open(), context[0]),
              -EINVAL);
    for (unsigned i = 0; i < ARRAY_LENGTH(context); i++) {
        check_ret("CLOSE_CHANNEL", close_context(fd, context[i]), 0);
        check_ret("CLOSE_CHANNEL again", close_context(fd, context[i]),
                  -EINVAL);
    }
    check_ret("CLOSE_CHANNEL", close_context(fd, 0), -EINVAL);
}

/* One sync point with a wait base for each engine, whoever asks */
static void test_syncpts(void)
{
    uint32_t id[2][2], base[2][2], n;
    uint64_t context;

    for (unsigned file = 0; file < 2; file++) {
        int fd = card_open();

        for (unsigned i = 0; i < 2; i++) {
            must("OPEN_CHANNEL",
                 open_context(fd, i ? CLASS_GR3D : CLASS_GR2D, &context));
            check_ret("GET_SYNCPT", get_syncpt(fd, context, 0, &id[file][i]),
                      0);
            check_ret("GET_SYNCPT_BASE",
                      get_base(fd, context, 0, &base[file][i]), 0);
            check_ret("GET_SYNCPT 1", get_syncpt(fd, context, 1, &n),
                      -EINVAL);
            check_ret("GET_SYNCPT_BASE 1", get_base(fd, context, 1, &n),
                      -EINVAL);
        }
        check_ret("GET_SYNCPT", get_syncpt(fd, 999, 0, &n), -ENODEV);
        check_ret("GET_SYNCPT_BASE", get_base(fd, 999, 0, &n), -ENODEV);
    }
    for (unsigned i = 0; i < 2; i++) {
        check_u32("sync point", id[1][i], id[0][i]);
        check_u32("wait base", base[1][i], base[0][i]);
        check(id[0][i] > 0 && id[0][i] < NUM_SYNCPTS && base[0][i] < 8,
              "sync point %u, base %u", id[0][i], base[0][i]);
    }
    check(id[0][0] != id[0][1] && base[0][0] != base[0][1],
          "the engines have different ones");
}

/* ---- jobs */

static void on_channel(uint32_t class_id, void (*use)(Legacy *l))
{
    static Legacy l;

    legacy_open(&l, class_id);
    use(&l);
    legacy_close(&l);
}

/* Every way to write INCR_SYNCPT, register 0 */
static void increments(Legacy *l, uint32_t class_id, unsigned cond)
{
    const uint32_t v = cond << 8 | l->ch.syncpt;
    const uint32_t word[] = {
        op_setclass(class_id, 0, 1), v,
        op_incr(0, 1), v,
        op_nonincr(0, 2), v, v,
        op_mask(0, 1), v,
        op_imm(0, v),
    };

    legacy_begin(l, 6);
    legacy_add(l, 0, word, ARRAY_LENGTH(word));
    run(l, "increments");
}

static void gr2d_increments(Legacy *l)
{
    for (unsigned c = COND_IMMEDIATE; c <= COND_REG_WR_SAFE; c++) {
        increments(l, CLASS_GR2D, c);
        increments(l, CLASS_GR2D_SB, c);
    }
}

static void gr3d_increments(Legacy *l)
{
    for (unsigned c = COND_IMMEDIATE; c <= COND_REG_WR_SAFE; c++) {
        increments(l, CLASS_GR3D, c);
    }
}

static void test_increments(void)
{
    on_channel(CLASS_GR2D, gr2d_increments);
    on_channel(CLASS_GR3D, gr3d_increments);
}

/* Gathers of several buffers, and several of one at other offsets */
static void cmdbufs(Legacy *l)
{
    const uint32_t word[] = {
        op_nonincr(0, 1), COND_OP_DONE << 8 | l->ch.syncpt,
        op_nonincr(0, 2), COND_RD_DONE << 8 | l->ch.syncpt,
        COND_OP_DONE << 8 | l->ch.syncpt,
    };

    legacy_begin(l, 12);
    for (unsigned i = 0; i < LEGACY_BUFFERS; i++) {
        legacy_add(l, i, word, ARRAY_LENGTH(word));
    }
    run(l, "four buffers");

    legacy_begin(l, 6);
    for (unsigned i = 0; i < 4; i++) {
        legacy_add(l, 0, word, ARRAY_LENGTH(word));
    }
    l->cmdbuf[0].words = 2;         /* 1 increment */
    l->cmdbuf[1].words = 3;         /* 2 */
    l->cmdbuf[1].offset = 8;
    l->cmdbuf[2].words = 0;         /* none */
    l->cmdbuf[3].words = 5;         /* 3 */
    run(l, "four gathers of one buffer");
}

static void test_cmdbufs(void)
{
    on_channel(CLASS_GR3D, cmdbufs);
}

/* The longest gather there is: 16383 words, 16382 of them increments */
static void longest(Legacy *l)
{
    static uint32_t word[16383];

    word[0] = op_nonincr(0, ARRAY_LENGTH(word) - 1);
    for (unsigned i = 1; i < ARRAY_LENGTH(word); i++) {
        word[i] = COND_OP_DONE << 8 | l->ch.syncpt;
    }
    legacy_begin(l, ARRAY_LENGTH(word) - 1);
    legacy_add(l, 0, word, ARRAY_LENGTH(word));
    run(l, "16383 words");
}

static void test_longest(void)
{
    on_channel(CLASS_GR3D, longest);
}

/* Address registers by every opcode that can, in two buffers */
static void relocs(Legacy *l)
{
    static const uint32_t first[] = {
        0x17100003, 0, 0, 0,            /* INCR: words 1, 2, 3 */
        0x0e011801, 0,                  /* SETCL with mask 1: word 5 */
    };
    const uint32_t second[] = {
        op_mask(0x100, 5), 0, 0,        /* 0x100 and 0x102: words 1, 2 */
        op_nonincr(0xe02, 1), 0,        /* word 4 */
        op_nonincr(0, 1), COND_OP_DONE << 8 | l->ch.syncpt,
    };
    static const struct {
        unsigned buffer, word;
    } at[] = {
        { 0, 1 }, { 0, 2 }, { 0, 3 }, { 0, 5 }, { 1, 1 }, { 1, 2 }, { 1, 4 },
    };

    legacy_begin(l, 1);
    legacy_add(l, 0, first, ARRAY_LENGTH(first));
    legacy_add(l, 1, second, ARRAY_LENGTH(second));
    for (unsigned i = 0; i < ARRAY_LENGTH(at); i++) {
        legacy_reloc(l, at[i].buffer, at[i].word);
    }
    l->reloc[6].target.offset = 4095;
    run(l, "seven relocations in two buffers");
}

static void test_relocs(void)
{
    on_channel(CLASS_GR3D, relocs);
}

/* What the kernel shows of a wait base; it leaves out those that are 0. */
static uint32_t base_value(uint32_t base)
{
    FILE *f = fopen("/sys/kernel/debug/tegra-host1x/status", "r");
    unsigned id, value;
    char line[256];
    uint32_t found = 0;

    must("debugfs", f ? 0 : -errno);
    while (fgets(line, sizeof(line), f)) {
        if (sscanf(line, "waitbase id %u val %u", &id, &value) == 2 &&
            id == base) {
            found = value;
        }
    }
    fclose(f);
    return found;
}

/* Before each job the kernel loads the base with the last job's fence. */
static void test_base(void)
{
    static const uint32_t classes[] = { CLASS_GR2D, CLASS_GR3D };
    static Legacy l;
    uint32_t base, before;

    for (unsigned i = 0; i < ARRAY_LENGTH(classes); i++) {
        legacy_open(&l, classes[i]);
        must("ring", ring_make_room(&l.ch, classes[i]));
        must("base", get_base(l.ch.fd, l.ch.context, 0, &base));
        for (unsigned n = 0; n < 4; n++) {
            before = syncpt_value(l.ch.fd, l.ch.syncpt);
            legacy_simple(&l);
            run(&l, "job with a wait base");
            check_u32("wait base", base_value(base), before & 0xffff);
        }
        legacy_close(&l);
    }
}

/* Any sync point may be used: here a client's own, without base. */
static void test_own_syncpt(void)
{
    int fd = card_open();
    TegraChannel ch;

    channel_open(&ch, fd, TEGRA_UAPI_LEGACY, CLASS_GR3D);
    channel_own_syncpt(&ch);
    for (unsigned i = 0; i < 10; i++) {
        channel_alive(&ch, "a job with a sync point of its own");
    }
    tegra_channel_close(&ch);
}

/*
 * Module locks, which only this interface lets through: GR2D's channel waits
 * for the lock that GR3D's holds.
 */
static void test_mlock(void)
{
    enum { LOCK = 5, ACQUIRE = 0xe0000000, RELEASE = 0xe1000000 };
    static Legacy gr2d, gr3d;
    uint32_t word[3], fence, fence3d;

    legacy_open(&gr2d, CLASS_GR2D);
    legacy_open(&gr3d, CLASS_GR3D);
    word[0] = ACQUIRE | LOCK;
    word[1] = op_nonincr(0, 1);
    word[2] = COND_OP_DONE << 8 | gr3d.ch.syncpt;
    legacy_begin(&gr3d, 1);
    legacy_add(&gr3d, 0, word, 3);
    run(&gr3d, "GR3D locks");

    word[2] = COND_OP_DONE << 8 | gr2d.ch.syncpt;
    legacy_begin(&gr2d, 1);
    legacy_add(&gr2d, 0, word, 3);
    check_ret("GR2D wants to lock", legacy_submit(&gr2d, &fence), 0);
    sleep_ms(50);
    check_ret("GR2D waits", tegra_wait(&gr2d.ch, fence, 0, NULL), -EAGAIN);

    word[0] = RELEASE | LOCK;
    word[2] = COND_OP_DONE << 8 | gr3d.ch.syncpt;
    legacy_begin(&gr3d, 1);
    legacy_add(&gr3d, 0, word, 3);
    check_ret("GR3D unlocks", legacy_submit(&gr3d, &fence3d), 0);
    fence_done(&gr3d.ch, fence3d, "GR3D");
    fence_done(&gr2d.ch, fence, "GR2D");

    word[2] = COND_OP_DONE << 8 | gr2d.ch.syncpt;
    legacy_begin(&gr2d, 1);
    legacy_add(&gr2d, 0, word, 3);
    run(&gr2d, "GR2D unlocks");
    legacy_close(&gr3d);
    legacy_close(&gr2d);
}

const UapiTest legacy_tests[] = {
    TEST("legacy/channels", test_channels),
    TEST("legacy/sync-points", test_syncpts),
    TEST("legacy/increments", test_increments),
    TEST("legacy/command-buffers", test_cmdbufs),
    TEST("legacy/longest", test_longest),
    TEST("legacy/relocations", test_relocs),
    TEST("legacy/wait-base", test_base),
    TEST("legacy/own-sync-point", test_own_syncpt),
    TEST("legacy/module-lock", test_mlock),
    TESTS_END
};
