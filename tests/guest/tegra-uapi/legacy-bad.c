/*
 * tegra-uapi: what the legacy interface refuses
 *
 * The errors are those of tegra_drm_submit(), host1x_job_alloc() and the
 * firewall in host1x_job_pin().  What is refused must not count: the next job's
 * fence says so.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <errno.h>
#include <string.h>

#include "legacy.h"

typedef struct Spoiled {
    const char *what;
    void (*spoil)(Legacy *l);
    int want;
} Spoiled;

static void no_context(Legacy *l)
{
    l->submit.context = 4711;
}

static void no_syncpt(Legacy *l)
{
    l->submit.num_syncpts = 0;
}

static void two_syncpts(Legacy *l)
{
    l->submit.num_syncpts = 2;
}

static void a_waitchk(Legacy *l)
{
    l->submit.num_waitchks = 1;
}

/* Too many for 32 bits of memory */
static void many_cmdbufs(Legacy *l)
{
    l->submit.num_cmdbufs = 0xffffffff;
}

static void many_relocs(Legacy *l)
{
    l->submit.num_relocs = 0xffffffff;
}

/* Nothing to copy: no memory comes out of an allocation of 0 bytes. */
static void no_cmdbuf(Legacy *l)
{
    l->submit.num_cmdbufs = 0;
}

static void no_words(Legacy *l)
{
    l->cmdbuf[0].words = 0;
}

static void syncpts_nowhere(Legacy *l)
{
    l->submit.syncpts = 16;
}

static void cmdbufs_nowhere(Legacy *l)
{
    l->submit.cmdbufs = 16;
}

static void relocs_nowhere(Legacy *l)
{
    l->submit.num_relocs = 1;
    l->submit.relocs = 16;
}

static void words_16384(Legacy *l)
{
    l->cmdbuf[0].words = 16384;
}

static void words_beyond(Legacy *l)
{
    l->cmdbuf[0].offset = LEGACY_BYTES - 4;
}

static void words_wrap(Legacy *l)
{
    l->cmdbuf[0].offset = 0xfffffffc;
}

static void offset_unaligned(Legacy *l)
{
    l->cmdbuf[0].offset = 2;
}

static void cmdbuf_unknown(Legacy *l)
{
    l->cmdbuf[0].handle = NO_HANDLE;
}

static void syncpt_32(Legacy *l)
{
    l->syncpt.id = 32;
}

static void syncpt_unknown(Legacy *l)
{
    l->syncpt.id = 0xffffffff;
}

static void syncpt_free_one(Legacy *l)
{
    l->syncpt.id = must_alloc(l->ch.fd);
    must("free", syncpt_free(l->ch.fd, l->syncpt.id));
}

/* ---- with one good relocation, of word 3 */

static void with_reloc(Legacy *l)
{
    const uint32_t word[] = {
        op_nonincr(0, 1), COND_OP_DONE << 8 | l->ch.syncpt,
        op_incr(0xe01, 1), 0,
    };

    legacy_simple(l);
    l->submit.num_cmdbufs = 0;
    legacy_add(l, 0, word, ARRAY_LENGTH(word));
    legacy_reloc(l, 0, 3);
}

static void reloc_cmdbuf_unknown(Legacy *l)
{
    with_reloc(l);
    l->reloc[0].cmdbuf.handle = NO_HANDLE;
}

static void reloc_target_unknown(Legacy *l)
{
    with_reloc(l);
    l->reloc[0].target.handle = NO_HANDLE;
}

static void reloc_unaligned(Legacy *l)
{
    with_reloc(l);
    l->reloc[0].cmdbuf.offset += 2;
}

static void reloc_beyond(Legacy *l)
{
    with_reloc(l);
    l->reloc[0].cmdbuf.offset = LEGACY_BYTES;
}

static void reloc_target_beyond(Legacy *l)
{
    with_reloc(l);
    l->reloc[0].target.offset = 4096;
}

static void reloc_other_word(Legacy *l)
{
    with_reloc(l);
    l->reloc[0].cmdbuf.offset -= 4;
}

static void reloc_other_cmdbuf(Legacy *l)
{
    with_reloc(l);
    l->reloc[0].cmdbuf.handle = l->commands[1].handle;
}

static void reloc_shift(Legacy *l)
{
    with_reloc(l);
    l->reloc[0].shift = 8;
}

static void reloc_missing(Legacy *l)
{
    with_reloc(l);
    l->submit.num_relocs = 0;
}

static void reloc_left(Legacy *l)
{
    with_reloc(l);
    legacy_reloc(l, 0, 1);
}

/* Relocations must come in the order of the words. */
static void reloc_order(Legacy *l)
{
    const uint32_t word[] = {
        op_nonincr(0, 1), COND_OP_DONE << 8 | l->ch.syncpt,
        op_incr(0xe01, 2), 0, 0,
    };

    legacy_simple(l);
    l->submit.num_cmdbufs = 0;
    legacy_add(l, 0, word, ARRAY_LENGTH(word));
    legacy_reloc(l, 0, 4);
    legacy_reloc(l, 0, 3);
}

static const Spoiled arguments[] = {
    { "unknown context", no_context, -ENODEV },
    { "no sync point", no_syncpt, -EINVAL },
    { "two sync points", two_syncpts, -EINVAL },
    { "a wait check", a_waitchk, -EINVAL },
    { "too many command buffers", many_cmdbufs, -ENOMEM },
    { "too many relocations", many_relocs, -ENOMEM },
    { "no command buffer", no_cmdbuf, -ENOMEM },
    { "no words", no_words, -ENOMEM },
    { "sync points at a bad address", syncpts_nowhere, -EFAULT },
    { "command buffers at a bad address", cmdbufs_nowhere, -EFAULT },
    { "relocations at a bad address", relocs_nowhere, -EFAULT },
    { "16384 words", words_16384, -EINVAL },
    { "words beyond the buffer", words_beyond, -EINVAL },
    { "an offset that wraps", words_wrap, -EINVAL },
    { "an offset not aligned", offset_unaligned, -EINVAL },
    { "unknown command buffer", cmdbuf_unknown, -ENOENT },
    { "sync point 32", syncpt_32, -ENOENT },
    { "sync point 0xffffffff", syncpt_unknown, -ENOENT },
    { "a free sync point", syncpt_free_one, -ENOENT },
    { NULL, NULL, 0 }
};

static const Spoiled relocs[] = {
    { "relocation in an unknown buffer", reloc_cmdbuf_unknown, -ENOENT },
    { "relocation to an unknown buffer", reloc_target_unknown, -ENOENT },
    { "relocation not aligned", reloc_unaligned, -EINVAL },
    { "relocation beyond the buffer", reloc_beyond, -EINVAL },
    { "relocation to beyond a buffer", reloc_target_beyond, -EINVAL },
    { "relocation of another word", reloc_other_word, -EINVAL },
    { "relocation in another buffer", reloc_other_cmdbuf, -EINVAL },
    { "relocation with a shift", reloc_shift, -EINVAL },
    { "relocation missing", reloc_missing, -EINVAL },
    { "relocation left over", reloc_left, -EINVAL },
    { "relocations in the wrong order", reloc_order, -EINVAL },
    { NULL, NULL, 0 }
};

static void refuse(Legacy *l, const char *what, int want)
{
    uint32_t fence;

    check_ret(what, legacy_submit(l, &fence), want);
    channel_alive(&l->ch, what);
}

static void spoil_all(const Spoiled *s)
{
    static Legacy l;

    legacy_open(&l, CLASS_GR3D);
    for (; s->what; s++) {
        legacy_simple(&l);
        s->spoil(&l);
        refuse(&l, s->what, s->want);
    }
    legacy_close(&l);
}

static void test_arguments(void)
{
    spoil_all(arguments);
}

static void test_relocs(void)
{
    spoil_all(relocs);
}

/* ---- streams that the firewall refuses: EINVAL */

typedef struct BadStream {
    const char *what;
    uint32_t class_id;
    unsigned words;
    uint32_t word[4];
} BadStream;

static const BadStream streams[] = {
    { "INCR of an address", CLASS_GR3D, 2, { 0x1e010001, 0 } },
    { "INCR up to an address", CLASS_GR3D, 3, { 0x170f0002, 0, 0 } },
    { "NONINCR of an address", CLASS_GR3D, 2, { 0x2e010001, 0 } },
    { "MASK of an address", CLASS_GR3D, 2, { 0x3e000002, 0 } },
    { "SETCL with an address", CLASS_GR3D, 2, { 0x0e001802, 0 } },
    { "a GR2D address", CLASS_GR2D, 2, { 0x102b0001, 0 } },
    { "a GR2D address of SB", CLASS_GR2D, 3, { 0x00001480, 0x102b0001, 0 } },
    { "the last address of GR2D", CLASS_GR2D, 2, { 0x104c0001, 0 } },
    { "class of host1x", CLASS_GR3D, 1, { 0x00000040 } },
    { "class of host1x from GR2D", CLASS_GR2D, 1, { 0x00000040 } },
    { "class of GR2D on GR3D", CLASS_GR3D, 1, { 0x00001440 } },
    { "class of GR3D on GR2D", CLASS_GR2D, 1, { 0x00001800 } },
    { "class 0x50 on GR2D", CLASS_GR2D, 1, { 0x00001400 } },
    { "RESTART", CLASS_GR3D, 1, { 0x50000000 } },
    { "GATHER", CLASS_GR3D, 2, { 0x60000001, 0 } },
    { "opcode 7", CLASS_GR3D, 1, { 0x70000000 } },
    { "opcode 8", CLASS_GR3D, 1, { 0x80000000 } },
    { "opcode 9", CLASS_GR3D, 1, { 0x90000000 } },
    { "opcode 10", CLASS_GR3D, 1, { 0xa0000000 } },
    { "opcode 11", CLASS_GR3D, 1, { 0xb0000000 } },
    { "opcode 12", CLASS_GR3D, 1, { 0xc0000000 } },
    { "opcode 13", CLASS_GR3D, 1, { 0xd0000000 } },
    { "CHDONE", CLASS_GR3D, 1, { 0xf0000000 } },
    { "INCR without data", CLASS_GR3D, 2, { 0x12000002, 0 } },
    { "NONINCR without data", CLASS_GR3D, 1, { 0x22000001 } },
    { "MASK without data", CLASS_GR3D, 3, { 0x32000007, 0, 0 } },
    { "SETCL without data", CLASS_GR3D, 2, { 0x02001803, 0 } },
    { "INCR of 65535 words", CLASS_GR3D, 4, { 0x1200ffff, 0, 0, 0 } },
};

static void test_streams(void)
{
    static Legacy gr2d, gr3d;

    legacy_open(&gr2d, CLASS_GR2D);
    legacy_open(&gr3d, CLASS_GR3D);
    for (unsigned i = 0; i < ARRAY_LENGTH(streams); i++) {
        const BadStream *b = &streams[i];
        Legacy *l = b->class_id == CLASS_GR3D ? &gr3d : &gr2d;

        legacy_simple(l);
        l->submit.num_cmdbufs = 0;
        legacy_add(l, 1, b->word, b->words);
        refuse(l, b->what, -EINVAL);
    }
    legacy_close(&gr3d);
    legacy_close(&gr2d);
}

/* Data of one gather does not go on in the next, the class does. */
static void test_across_gathers(void)
{
    static const uint32_t head[] = { 0x12000001 }, sb[] = { 0x00001480 };
    static Legacy l;

    legacy_open(&l, CLASS_GR2D);
    legacy_simple(&l);
    l.submit.num_cmdbufs = 0;
    legacy_add(&l, 1, head, 1);
    l.cmdbuf[1] = l.cmdbuf[0];
    l.cmdbuf[1].handle = l.commands[0].handle;
    l.submit.num_cmdbufs = 2;
    refuse(&l, "data in the next gather", -EINVAL);

    legacy_simple(&l);
    l.submit.num_cmdbufs = 0;
    legacy_add(&l, 1, sb, 1);
    legacy_add(&l, 2, (const uint32_t[]) { 0x102b0001, 0 }, 2);
    refuse(&l, "an address in the second gather", -EINVAL);
    legacy_close(&l);
}

const UapiTest legacy_bad_tests[] = {
    TEST("legacy-bad/arguments", test_arguments),
    TEST("legacy-bad/relocations", test_relocs),
    TEST("legacy-bad/streams", test_streams),
    TEST("legacy-bad/across-gathers", test_across_gathers),
    TESTS_END
};
