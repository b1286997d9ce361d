/*
 * tegra-uapi: what the newer interface refuses
 *
 * The errors are those of tegra_drm_ioctl_channel_submit() and of the firewall,
 * tegra_drm_fw_validate().  What is refused must not count: the next job's
 * fence says so.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <errno.h>
#include <string.h>

#include "new.h"

#define BAD_ADDRESS     16

static NewJob job;

typedef struct Spoiled {
    const char *what;
    void (*spoil)(NewJob *j);
    int want;
} Spoiled;

static void no_context(NewJob *j)
{
    j->arg.context = 4711;
}

/* ---- the arrays */

static void no_commands(NewJob *j)
{
    j->arg.num_cmds = 0;
}

/* 24 bytes each; at most 0x4000 are copied. */
static void commands_683(NewJob *j)
{
    j->arg.num_cmds = 683;
}

static void commands_overflow(NewJob *j)
{
    j->arg.num_cmds = 0x10000000;
}

static void commands_nowhere(NewJob *j)
{
    j->arg.cmds_ptr = BAD_ADDRESS;
}

static void bufs_683(NewJob *j)
{
    j->arg.num_bufs = 683;
}

static void bufs_overflow(NewJob *j)
{
    j->arg.num_bufs = 0xffffffff;
}

static void bufs_nowhere(NewJob *j)
{
    j->arg.num_bufs = 1;
    j->arg.bufs_ptr = BAD_ADDRESS;
}

static void no_data(NewJob *j)
{
    j->arg.gather_data_words = 0;
}

static void data_overflow(NewJob *j)
{
    j->arg.gather_data_words = 0x40000000;
}

static void data_1g(NewJob *j)
{
    j->arg.gather_data_words = 0x10000000;
}

static void data_nowhere(NewJob *j)
{
    j->arg.gather_data_ptr = BAD_ADDRESS;
}

/* ---- the commands */

static void command_flags(NewJob *j)
{
    j->cmd[0].flags = 1;
}

static void command_unknown(NewJob *j)
{
    j->cmd[0].type = 3;
}

static void words_16384(NewJob *j)
{
    j->arg.gather_data_words = 16384;
    j->cmd[0].gather_uptr.words = 16384;
}

static void words_beyond(NewJob *j)
{
    j->cmd[0].gather_uptr.words++;
}

static void words_beyond_second(NewJob *j)
{
    j->arg.num_cmds = 2;
    j->cmd[1] = j->cmd[0];
    j->cmd[1].gather_uptr.words = 1;
}

static void words_none(NewJob *j)
{
    j->cmd[0].gather_uptr.words = 0;
}

static void gather_reserved_0(NewJob *j)
{
    j->cmd[0].gather_uptr.reserved[0] = 1;
}

static void gather_reserved_2(NewJob *j)
{
    j->cmd[0].gather_uptr.reserved[2] = 1;
}

static void wait_alone(NewJob *j)
{
    j->arg.num_cmds = 0;
    new_wait(j, j->ch->syncpt, 0);
}

static void wait_reserved(NewJob *j)
{
    new_wait(j, j->ch->syncpt, 0);
    j->cmd[1].wait_syncpt.reserved[1] = 1;
}

static void relative_reserved(NewJob *j)
{
    new_wait_relative(j, j->ch->syncpt, 0);
    j->cmd[1].wait_syncpt.reserved[0] = 1;
}

static void relative_other(NewJob *j)
{
    new_wait_relative(j, j->ch->syncpt + 1, 0);
}

/* ---- the sync point, the sync objects */

static void syncpt_flags(NewJob *j)
{
    j->arg.syncpt.flags = 1;
}

static void syncpt_foreign(NewJob *j)
{
    j->arg.syncpt.id = must_alloc(card_open());
}

static void syncpt_freed(NewJob *j)
{
    j->arg.syncpt.id = must_alloc(j->ch->fd);
    must("free", syncpt_free(j->ch->fd, j->arg.syncpt.id));
}

static void syncpt_unknown(NewJob *j)
{
    j->arg.syncpt.id = 0xffffffff;
}

static void syncobj_out(NewJob *j)
{
    j->arg.syncobj_out = 4711;
}

static void syncobj_in(NewJob *j)
{
    j->arg.syncobj_in = 4711;
}

static const Spoiled arguments[] = {
    { "unknown context", no_context, -EINVAL },
    { "no commands", no_commands, -EINVAL },
    { "683 commands", commands_683, -E2BIG },
    { "commands that overflow", commands_overflow, -EINVAL },
    { "commands at a bad address", commands_nowhere, -EFAULT },
    { "683 buffers", bufs_683, -E2BIG },
    { "buffers that overflow", bufs_overflow, -EINVAL },
    { "buffers at a bad address", bufs_nowhere, -EFAULT },
    { "no gather data", no_data, -EINVAL },
    { "gather data that overflow", data_overflow, -EINVAL },
    { "1 GiB of gather data", data_1g, -ENOMEM },
    { "gather data at a bad address", data_nowhere, -EFAULT },
    { "flags of a command", command_flags, -EINVAL },
    { "an unknown command", command_unknown, -EINVAL },
    { "16384 words", words_16384, -EINVAL },
    { "words beyond the data", words_beyond, -EINVAL },
    { "words of the second beyond", words_beyond_second, -EINVAL },
    { "no words", words_none, -EINVAL },
    { "a reserved field of a gather", gather_reserved_0, -EINVAL },
    { "the last reserved field", gather_reserved_2, -EINVAL },
    { "a wait alone", wait_alone, -EINVAL },
    { "a reserved field of a wait", wait_reserved, -EINVAL },
    { "a reserved field, relative", relative_reserved, -EINVAL },
    { "relative to another", relative_other, -EINVAL },
    { "flags of the sync point", syncpt_flags, -EINVAL },
    { "a sync point of another file", syncpt_foreign, -EINVAL },
    { "a free sync point", syncpt_freed, -EINVAL },
    { "sync point 0xffffffff", syncpt_unknown, -EINVAL },
    { "unknown syncobj_out", syncobj_out, -ENOENT },
    { "unknown syncobj_in", syncobj_in, -ENOENT },
    { NULL, NULL, 0 }
};

static void refuse(NewJob *j, const char *what, int want)
{
    uint32_t fence;

    check_ret(what, new_submit(j, &fence), want);
    channel_alive(j->ch, what);
}

static void test_arguments(void)
{
    TegraChannel ch;

    channel_open(&ch, card_open(), TEGRA_UAPI_NEW, CLASS_GR3D);
    for (const Spoiled *s = arguments; s->what; s++) {
        new_begin(&job, &ch, 1);
        new_incr(&job);
        s->spoil(&job);
        refuse(&job, s->what, s->want);
    }
    tegra_channel_close(&ch);
}

/* ---- buffers: a job with a good one, word 3, is spoiled. */

typedef struct BadBuf {
    const char *what;
    uint32_t flags;             /* instead of 0 */
    uint32_t word;              /* 3 */
    uint32_t shift;             /* 0 */
    uint64_t offset;            /* 0 */
} BadBuf;

static const BadBuf bad_bufs[] = {
    { "an unknown flag", .flags = 2, .word = 3 },
    { "word of no gather", .word = 4 },
    { "word 0xffffffff", .word = 0xffffffff },
    { "one byte before the mapping", .word = 3, .offset = -1ull },
    { "one byte behind its end", .word = 3, .offset = 4097 },
    { "far behind it", .word = 3, .offset = 0x10000000 },
    { "a shift", .word = 3, .shift = 8 },
    { "the wrong word", .word = 1 },
};

static void begin_with_buf(TegraChannel *ch, uint32_t mapping)
{
    const uint32_t word[] = {
        op_nonincr(0, 1), COND_OP_DONE << 8 | ch->syncpt,
        op_incr(0xe01, 1), 0,
    };

    new_begin(&job, ch, 1);
    new_gather(&job, word, ARRAY_LENGTH(word));
    new_buf(&job, mapping, 3, 0);
}

static void test_buffers(void)
{
    TegraChannel ch, other;
    TegraBo bo;
    uint32_t mapping;

    channel_open(&ch, card_open(), TEGRA_UAPI_NEW, CLASS_GR3D);
    channel_open(&other, ch.fd, TEGRA_UAPI_NEW, CLASS_GR3D);
    bo_new(&bo, ch.fd, 4096);
    mapping = must_map(&ch, &bo);
    for (unsigned i = 0; i < ARRAY_LENGTH(bad_bufs); i++) {
        const BadBuf *b = &bad_bufs[i];

        begin_with_buf(&ch, mapping);
        job.buf[0].flags = b->flags;
        job.buf[0].reloc.gather_offset_words = b->word;
        job.buf[0].reloc.shift = b->shift;
        job.buf[0].reloc.target_offset = b->offset;
        refuse(&job, b->what, -EINVAL);
    }
    begin_with_buf(&ch, 4711);
    refuse(&job, "an unknown mapping", -EINVAL);
    begin_with_buf(&other, mapping);
    refuse(&job, "another context's mapping", -EINVAL);
    begin_with_buf(&ch, mapping);
    job.arg.num_bufs = 0;
    refuse(&job, "an address without its buffer", -EINVAL);
    begin_with_buf(&ch, mapping);
    new_run(&job, "a good one");
    check_ret("CHANNEL_UNMAP", new_unmap(&ch, mapping), 0);
    refuse(&job, "what was unmapped", -EINVAL);
    tegra_channel_close(&other);
    tegra_channel_close(&ch);
}

/* ---- streams that the firewall refuses: EINVAL */

typedef struct BadStream {
    const char *what;
    uint32_t class_id;
    unsigned words;
    uint32_t word[4];
} BadStream;

static const BadStream streams[] = {
    { "INCR of an address", CLASS_GR3D, 2, { 0x1e010001, 0x1000 } },
    { "INCR up to an address", CLASS_GR3D, 3, { 0x170f0002, 0, 0 } },
    { "NONINCR of an address", CLASS_GR3D, 2, { 0x2e010001, 0 } },
    { "MASK of an address", CLASS_GR3D, 2, { 0x3e000002, 0 } },
    { "SETCL with an address", CLASS_GR3D, 2, { 0x0e001802, 0 } },
    { "IMM of an address", CLASS_GR3D, 1, { 0x4e010000 } },
    { "a GR2D address", CLASS_GR2D, 2, { 0x102b0001, 0 } },
    { "a GR2D address of SB", CLASS_GR2D, 3, { 0x00001480, 0x102b0001, 0 } },
    { "IMM of a GR2D address", CLASS_GR2D, 1, { 0x402b0000 } },
    { "class of host1x", CLASS_GR3D, 1, { 0x00000040 } },
    { "class of host1x from GR2D", CLASS_GR2D, 1, { 0x00000040 } },
    { "class of GR2D on GR3D", CLASS_GR3D, 1, { 0x00001440 } },
    { "class of GR3D on GR2D", CLASS_GR2D, 1, { 0x00001800 } },
    { "class 0x50 on GR2D", CLASS_GR2D, 1, { 0x00001400 } },
    { "RESTART", CLASS_GR3D, 1, { 0x50000000 } },
    { "GATHER", CLASS_GR3D, 2, { 0x60000001, 0 } },
    { "opcode 7", CLASS_GR3D, 1, { 0x70000000 } },
    { "opcode 8", CLASS_GR3D, 1, { 0x80000000 } },
    { "opcode 10 without 9", CLASS_GR3D, 2, { 0xa0000000, 0 } },
    { "opcode 11 without 9", CLASS_GR3D, 2, { 0xb0000000, 0 } },
    { "opcode 10 without data", CLASS_GR3D, 2, { 0x90000001, 0xa0000200 } },
    { "opcode 12", CLASS_GR3D, 1, { 0xc0000000 } },
    { "opcode 13", CLASS_GR3D, 1, { 0xd0000000 } },
    { "EXTEND", CLASS_GR3D, 1, { 0xe0000000 } },
    { "CHDONE", CLASS_GR3D, 1, { 0xf0000000 } },
    { "INCR without data", CLASS_GR3D, 2, { 0x12000002, 0 } },
    { "NONINCR without data", CLASS_GR3D, 1, { 0x22000001 } },
    { "MASK without data", CLASS_GR3D, 3, { 0x32000007, 0, 0 } },
    { "SETCL without data", CLASS_GR3D, 2, { 0x02001803, 0 } },
    { "INCR of 65535 words", CLASS_GR3D, 4, { 0x1200ffff, 0, 0, 0 } },
};

static void test_streams(void)
{
    TegraChannel gr2d, gr3d;
    int fd = card_open();

    channel_open(&gr2d, fd, TEGRA_UAPI_NEW, CLASS_GR2D);
    channel_open(&gr3d, fd, TEGRA_UAPI_NEW, CLASS_GR3D);
    for (unsigned i = 0; i < ARRAY_LENGTH(streams); i++) {
        const BadStream *b = &streams[i];

        new_begin(&job, b->class_id == CLASS_GR3D ? &gr3d : &gr2d, 1);
        new_gather(&job, b->word, b->words);
        refuse(&job, b->what, -EINVAL);
    }
    tegra_channel_close(&gr3d);
    tegra_channel_close(&gr2d);
}

/* Data of one gather does not go on in the next, the class does. */
static void test_across_gathers(void)
{
    static const uint32_t head[] = { 0x12000001 }, sb[] = { 0x00001480 };
    static const uint32_t address[] = { 0x102b0001, 0 };
    TegraChannel ch;

    channel_open(&ch, card_open(), TEGRA_UAPI_NEW, CLASS_GR2D);
    new_begin(&job, &ch, 1);
    new_gather(&job, head, 1);
    new_incr(&job);
    refuse(&job, "data in the next gather", -EINVAL);
    new_begin(&job, &ch, 1);
    new_gather(&job, sb, 1);
    new_gather(&job, address, 2);
    refuse(&job, "an address in the second gather", -EINVAL);
    tegra_channel_close(&ch);
}

const UapiTest new_bad_tests[] = {
    TEST_LOGS("new-bad/arguments", test_arguments,
              "job submission failed: |invalid channel context"),
    TEST_LOGS("new-bad/buffers", test_buffers,
              "job submission failed: |illegal INCR\\(offset=0xe01, "),
    TEST_LOGS("new-bad/streams", test_streams,
              "job submission failed: |illegal (SETCLASS|INCR|INCR_W|NONINCR|"
              "MASK|IMM)\\(|illegal opcode at word "),
    TEST_LOGS("new-bad/across-gathers", test_across_gathers,
              "job submission failed: |illegal INCR\\("),
    TESTS_END
};
