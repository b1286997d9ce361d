/*
 * tegra-uapi: the newer interface, used as it should be
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <errno.h>
#include <stdio.h>

#include "new.h"

static NewJob job;

static void on_channel(uint32_t class_id, void (*use)(TegraChannel *ch))
{
    TegraChannel ch;

    channel_open(&ch, card_open(), TEGRA_UAPI_NEW, class_id);
    use(&ch);
    tegra_channel_close(&ch);
}

/* ---- channels and mappings */

static int open_context(int fd, struct drm_tegra_channel_open *arg,
                        uint32_t class_id)
{
    *arg = (struct drm_tegra_channel_open) { .host1x_class = class_id };
    return tegra_ioctl(fd, DRM_IOCTL_TEGRA_CHANNEL_OPEN, arg);
}

static int close_context(int fd, uint32_t context)
{
    struct drm_tegra_channel_close arg = { .context = context };

    return tegra_ioctl(fd, DRM_IOCTL_TEGRA_CHANNEL_CLOSE, &arg);
}

static void test_channels(void)
{
    static const uint32_t unknown[] = { 0, CLASS_HOST1X, CLASS_GR2D_SB, 0x61,
                                        0x160, 0xffffffff };
    struct drm_tegra_channel_open arg;
    uint32_t context[64];
    int fd = card_open();

    for (unsigned i = 0; i < ARRAY_LENGTH(unknown); i++) {
        check_ret("CHANNEL_OPEN", open_context(fd, &arg, unknown[i]),
                  -ENODEV);
    }
    arg = (struct drm_tegra_channel_open) {
        .host1x_class = CLASS_GR3D, .flags = 1,
    };
    check_ret("flags", tegra_ioctl(fd, DRM_IOCTL_TEGRA_CHANNEL_OPEN, &arg),
              -EINVAL);
    for (unsigned i = 0; i < ARRAY_LENGTH(context); i++) {
        must("CHANNEL_OPEN",
             open_context(fd, &arg, i & 1 ? CLASS_GR3D : CLASS_GR2D));
        context[i] = arg.context;
        check_u32("version", arg.version, 0x20);
        check_u32("capabilities", arg.capabilities, 0);
        for (unsigned j = 0; j < i; j++) {
            check(context[i] != context[j], "context %u is new", i);
        }
    }
    check_ret("another file's", close_context(card_open(), context[0]),
              -EINVAL);
    for (unsigned i = 0; i < ARRAY_LENGTH(context); i++) {
        check_ret("CHANNEL_CLOSE", close_context(fd, context[i]), 0);
        check_ret("CHANNEL_CLOSE again", close_context(fd, context[i]),
                  -EINVAL);
    }
    check_ret("CHANNEL_CLOSE", close_context(fd, 0), -EINVAL);
}

static void map_flags(TegraChannel *ch)
{
    static const int want[8] = { -EINVAL, 0, 0, 0, -EINVAL, -EINVAL, -EINVAL,
                                 -EINVAL };
    uint32_t mapping;
    TegraBo bo;

    bo_new(&bo, ch->fd, 4096);
    for (unsigned flags = 0; flags < 8; flags++) {
        check_ret("CHANNEL_MAP", new_map(ch, bo.handle, flags, &mapping),
                  want[flags]);
    }
    check_ret("unknown handle", new_map(ch, NO_HANDLE, 3, &mapping), -EINVAL);
}

/* Many mappings of one buffer; they belong to their context. */
static void mappings(TegraChannel *ch)
{
    TegraChannel other;
    uint32_t mapping[100];
    TegraBo bo;

    bo_new(&bo, ch->fd, 4096);
    channel_open(&other, ch->fd, TEGRA_UAPI_NEW, CLASS_GR3D);
    for (unsigned i = 0; i < ARRAY_LENGTH(mapping); i++) {
        mapping[i] = must_map(ch, &bo);
        for (unsigned j = 0; j < i; j++) {
            check(mapping[i] != mapping[j], "mapping %u is new", i);
        }
    }
    for (unsigned i = 0; i < ARRAY_LENGTH(mapping); i++) {
        check_ret("another's", new_unmap(&other, mapping[i]), -EINVAL);
        check_ret("CHANNEL_UNMAP", new_unmap(ch, mapping[i]), 0);
        check_ret("again", new_unmap(ch, mapping[i]), -EINVAL);
    }
    check_ret("mapping 0", new_unmap(ch, 0), -EINVAL);
    tegra_channel_close(&other);
    other.context = 4711;
    check_ret("map, unknown context", new_map(&other, bo.handle, 3, mapping),
              -EINVAL);
    check_ret("unmap, unknown context", new_unmap(&other, 1), -EINVAL);
}

static void test_map_flags(void)
{
    on_channel(CLASS_GR3D, map_flags);
}

static void test_mappings(void)
{
    on_channel(CLASS_GR2D, mappings);
}

/* ---- gathers */

static void increments(TegraChannel *ch, uint32_t class_id, unsigned cond)
{
    const uint32_t v = cond << 8 | ch->syncpt;
    const uint32_t word[] = {
        op_setclass(class_id, 0, 1), v,
        op_incr(0, 1), v,
        op_nonincr(0, 2), v, v,
        op_mask(0, 1), v,
        op_imm(0, v),
    };

    new_begin(&job, ch, 6);
    new_gather(&job, word, ARRAY_LENGTH(word));
    new_run(&job, "increments");
}

static void gr2d_increments(TegraChannel *ch)
{
    for (unsigned c = COND_IMMEDIATE; c <= COND_REG_WR_SAFE; c++) {
        increments(ch, CLASS_GR2D, c);
        increments(ch, CLASS_GR2D_SB, c);
    }
}

static void gr3d_increments(TegraChannel *ch)
{
    for (unsigned c = COND_IMMEDIATE; c <= COND_REG_WR_SAFE; c++) {
        increments(ch, CLASS_GR3D, c);
    }
}

static void test_increments(void)
{
    on_channel(CLASS_GR2D, gr2d_increments);
    on_channel(CLASS_GR3D, gr3d_increments);
}

/*
 * More increments than promised: fences are reached too early from then on,
 * until freeing the sync point brings the kernel's account up to date.
 */
static void unpromised(TegraChannel *ch)
{
    uint32_t before = syncpt_value(ch->fd, ch->syncpt), fence;

    new_begin(&job, ch, 1);
    new_incr(&job);
    new_incr(&job);
    new_incr(&job);
    must("submit", new_submit(&job, &fence));
    check_u32("fence", fence, before + 1);
    check_ret("all three", syncpt_wait(ch->fd, ch->syncpt, before + 3, 1000,
                                       NULL), 0);
    check_u32("the next fence", job_incrs(ch, 1), before + 2);
    check_ret("and one", syncpt_wait(ch->fd, ch->syncpt, before + 4, 1000,
                                     NULL), 0);
    check_ret("free", syncpt_free(ch->fd, ch->syncpt), 0);
    channel_own_syncpt(ch);
    channel_alive(ch, "the account is right again");
}

static void test_unpromised(void)
{
    on_channel(CLASS_GR2D, unpromised);
    on_channel(CLASS_GR3D, unpromised);
}

/* Gathers take the words one after the other; an empty one takes none. */
static void gathers(TegraChannel *ch)
{
    new_begin(&job, ch, NEW_COMMANDS - 1);
    for (unsigned i = 0; i < NEW_COMMANDS; i++) {
        if (i == 3) {
            new_gather(&job, NULL, 0);
        } else {
            new_incr(&job);
        }
    }
    new_run(&job, "seven gathers and an empty one");
}

static void test_gathers(void)
{
    on_channel(CLASS_GR2D, gathers);
    on_channel(CLASS_GR3D, gathers);
}

static void longest(TegraChannel *ch)
{
    static uint32_t word[16383];

    word[0] = op_nonincr(0, ARRAY_LENGTH(word) - 1);
    for (unsigned i = 1; i < ARRAY_LENGTH(word); i++) {
        word[i] = COND_OP_DONE << 8 | ch->syncpt;
    }
    new_begin(&job, ch, ARRAY_LENGTH(word) - 1);
    new_gather(&job, word, ARRAY_LENGTH(word));
    new_run(&job, "16383 words");
    new_begin(&job, ch, ARRAY_LENGTH(word));
    new_gather(&job, word, ARRAY_LENGTH(word));
    new_incr(&job);
    new_run(&job, "16383 words and two");
}

static void test_longest(void)
{
    on_channel(CLASS_GR3D, longest);
}

/* ---- waits */

/* Waits that are reached do not hold the job up, wherever they stand. */
static void waits_reached(TegraChannel *ch)
{
    uint32_t id = must_alloc(ch->fd), now;

    for (unsigned i = 0; i < 3; i++) {
        check_ret("increment", syncpt_incr(ch->fd, id), 0);
    }
    now = syncpt_value(ch->fd, id);
    new_begin(&job, ch, 2);
    new_wait(&job, id, now);
    new_incr(&job);
    new_wait(&job, id, now - 3);
    new_wait(&job, ch->syncpt, syncpt_value(ch->fd, ch->syncpt) + 1);
    new_incr(&job);
    new_wait(&job, id, now - 0x7fff);
    new_run(&job, "waits for what is there");
}

static void test_waits_reached(void)
{
    on_channel(CLASS_GR2D, waits_reached);
    on_channel(CLASS_GR3D, waits_reached);
}

static bool stands_at(TegraChannel *ch, uint32_t value, const char *what)
{
    sleep_ms(20);
    return check_u32(what, syncpt_value(ch->fd, ch->syncpt), value);
}

/* The CPU lets the job pass one wait after the other. */
static void waits_parked(TegraChannel *ch)
{
    uint32_t id = must_alloc(ch->fd), now = syncpt_value(ch->fd, id);
    uint32_t begin = syncpt_value(ch->fd, ch->syncpt), fence;

    new_begin(&job, ch, 3);
    new_incr(&job);
    new_wait(&job, id, now + 1);
    new_incr(&job);
    new_wait(&job, id, now + 3);
    new_incr(&job);
    must("submit", new_submit(&job, &fence));
    stands_at(ch, begin + 1, "before the first wait");
    check_ret("increment", syncpt_incr(ch->fd, id), 0);
    stands_at(ch, begin + 2, "before the second wait");
    check_ret("increment", syncpt_incr(ch->fd, id), 0);
    stands_at(ch, begin + 2, "still before the second wait");
    check_ret("increment", syncpt_incr(ch->fd, id), 0);
    fence_done(ch, fence, "after both");
}

static void test_waits_parked(void)
{
    on_channel(CLASS_GR2D, waits_parked);
    on_channel(CLASS_GR3D, waits_parked);
}

/* A job waits for its own increments, counted from its beginning */
static void waits_relative(TegraChannel *ch)
{
    for (unsigned i = 0; i < 3; i++) {
        new_begin(&job, ch, 3);
        new_wait_relative(&job, ch->syncpt, 0);
        new_incr(&job);
        new_wait_relative(&job, ch->syncpt, 1);
        new_incr(&job);
        new_wait_relative(&job, ch->syncpt, 2);
        new_incr(&job);
        new_run(&job, "relative waits");
    }
}

/* The second of three increments comes from the CPU. */
static void waits_relative_parked(TegraChannel *ch)
{
    uint32_t begin = syncpt_value(ch->fd, ch->syncpt), fence;

    new_begin(&job, ch, 3);
    new_incr(&job);
    new_wait_relative(&job, ch->syncpt, 2);
    new_incr(&job);
    must("submit", new_submit(&job, &fence));
    check_u32("fence", fence, begin + 3);
    stands_at(ch, begin + 1, "before the wait");
    check_ret("increment", syncpt_incr(ch->fd, ch->syncpt), 0);
    fence_done(ch, fence, "after the wait");
}

static void test_waits_relative(void)
{
    on_channel(CLASS_GR2D, waits_relative);
    on_channel(CLASS_GR3D, waits_relative);
    on_channel(CLASS_GR3D, waits_relative_parked);
}

/*
 * A wait goes to host1x's class and back: what follows must find the class that
 * the stream had chosen, GR2D's second one.
 */
static void class_after_wait(TegraChannel *ch)
{
    const uint32_t sb[] = { op_setclass(CLASS_GR2D_SB, 0, 0) };

    new_begin(&job, ch, 1);
    new_gather(&job, sb, 1);
    new_wait_relative(&job, ch->syncpt, 0);
    new_incr(&job);
    new_run(&job, "class after a wait");
}

static void test_class_after_wait(void)
{
    on_channel(CLASS_GR2D, class_after_wait);
}

/* ---- relocations */

/* Relocations in any order and number, to the mapping's end and on it */
static void relocations(TegraChannel *ch)
{
    const uint32_t word[] = {
        op_incr(0x710, 3), 0, 0, 0,
        op_setclass(CLASS_GR3D, 0xe01, 1), 0,
        op_mask(0x100, 5), 0, 0,
    };
    static const unsigned at[] = { 8, 1, 5, 3, 7, 2 };
    static const uint64_t offset[] = { 0, 4, 4092, 4095, 4096, 0 };
    TegraBo bo[2];
    uint32_t mapping[2];

    for (unsigned i = 0; i < 2; i++) {
        bo_new(&bo[i], ch->fd, 4096);
        mapping[i] = must_map(ch, &bo[i]);
    }
    new_begin(&job, ch, 1);
    new_gather(&job, word, ARRAY_LENGTH(word));
    new_incr(&job);
    for (unsigned i = 0; i < ARRAY_LENGTH(at); i++) {
        new_buf(&job, mapping[i & 1], at[i], offset[i]);
    }
    new_buf(&job, mapping[0], 8, 8);    /* once more */
    job.buf[0].flags = DRM_TEGRA_SUBMIT_RELOC_SECTOR_LAYOUT;
    new_run(&job, "seven relocations");
}

static void test_relocations(void)
{
    on_channel(CLASS_GR3D, relocations);
}

const UapiTest new_tests[] = {
    TEST("new/channels", test_channels),
    TEST("new/map-flags", test_map_flags),
    TEST("new/mappings", test_mappings),
    TEST("new/increments", test_increments),
    TEST("new/unpromised", test_unpromised),
    TEST("new/gathers", test_gathers),
    TEST("new/longest", test_longest),
    TEST("new/waits-reached", test_waits_reached),
    TEST("new/waits-parked", test_waits_parked),
    TEST("new/waits-relative", test_waits_relative),
    TEST("new/class-after-wait", test_class_after_wait),
    TEST("new/relocations", test_relocations),
    TESTS_END
};
