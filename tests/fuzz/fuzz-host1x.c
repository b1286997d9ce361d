/*
 * Fuzzer: the words of a push buffer, through the command processor to GR3D
 *
 * Input: a byte for differ_new(), one that says how often words are refused or
 * taken several at once, two for the number of words of the ring; the ring,
 * then what gathers read.  Methods of class 0x60 write registers of GR3D, and
 * draws are done by the reference and by a backend.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "hw/gpu/tegra_host1x_cmdproc.h"
#include "hw/gpu/tegra_host1x_regs.h"
#include "differ.h"

#define MAX_WORDS   4096        /* of the input, and those that are executed */
#define MAX_DRAWS   4
#define MAX_WORK    20000
#define CLASS_GR3D  0x60

typedef struct Machine {
    TegraHost1xCmdproc cp;
    uint32_t word[MAX_WORDS];
    uint32_t ring, num;         /* words of the ring, and of both */
    uint32_t at, budget;
    uint8_t moods;              /* what callbacks answer */
    uint32_t mood;
    Gr3dRegs regs;
    Differ *d;
    unsigned draws;
} Machine;

static void must(bool ok)
{
    if (!ok) {
        abort();
    }
}

/* True once in a while, the same for the same input */
static bool now_and_then(Machine *m, unsigned bit)
{
    m->mood = m->mood * 1664525 + 1013904223;
    return m->moods >> bit & 1 && m->mood >> 28 < 3;
}

static void gr3d_write(Machine *m, uint16_t offset, uint32_t value)
{
    if (gr3d_regs_write(&m->regs, offset, value) == GR3D_WRITE_DRAW &&
        m->draws) {
        m->draws--;
        differ_draw(m->d, &m->regs, MAX_WORK);
    }
}

static TegraHost1xCmdResult on_method(void *opaque, uint16_t class_id,
                                      uint16_t offset, uint32_t value)
{
    Machine *m = opaque;

    must(class_id < TEGRA_HOST1X_NUM_CLASSES && offset <= 0xfff);
    if (now_and_then(m, 0)) {
        return TEGRA_HOST1X_CMD_RETRY;
    }
    if (class_id == CLASS_GR3D) {
        gr3d_write(m, offset, value);
    }
    return now_and_then(m, 1) ? TEGRA_HOST1X_CMD_PARK : TEGRA_HOST1X_CMD_NEXT;
}

static void on_restart(void *opaque, uint32_t offset)
{
    Machine *m = opaque;

    must(!(offset & 15));
    m->at = offset / 4;
}

static TegraHost1xCmdResult on_mlock(void *opaque, bool acquire,
                                     uint8_t index)
{
    return now_and_then(opaque, 1) ? TEGRA_HOST1X_CMD_PARK :
           TEGRA_HOST1X_CMD_NEXT;
}

static void on_error(void *opaque, TegraHost1xCmdError error, uint32_t word)
{
    must(error <= TEGRA_HOST1X_CMD_BAD_EXTEND);
}

static unsigned int on_run(void *opaque, uint16_t class_id, uint16_t offset,
                           bool incr, const uint32_t *word, unsigned int num)
{
    Machine *m = opaque;

    must(num && offset + (incr ? num - 1 : 0) <= 0xfff);
    return class_id == CLASS_GR3D
           ? gr3d_regs_write_run(&m->regs, offset, incr, word, num) : 0;
}

static const TegraHost1xCmdprocOps ops = {
    .method = on_method,
    .restart = on_restart,
    .mlock = on_mlock,
    .error = on_error,
    .run = on_run,
};

/* Words from here on in the ring or in the gather's memory; 0: the end */
static uint32_t ahead(Machine *m, const uint32_t **word)
{
    uint32_t memory = m->num - m->ring, at;

    if (!tegra_host1x_cmdproc_in_gather(&m->cp)) {
        *word = m->word + MIN(m->at, m->ring);
        return m->ring - MIN(m->at, m->ring);
    }
    if (!memory) {
        /* as torn down */
        tegra_host1x_cmdproc_reset(&m->cp);
        return ahead(m, word);
    }
    at = m->cp.gather_addr / 4 % memory;
    *word = &m->word[m->ring + at];
    return MIN(m->cp.gather_left, memory - at);
}

static void move(Machine *m, bool gather, int words)
{
    if (gather) {
        m->cp.gather_addr += words * 4;
        m->cp.gather_left -= words;
    } else {
        m->at += words;
    }
}

/* As channel_feed() and channel_feed_run() of tegra_host1x_cdma.c */
static void step(Machine *m, const uint32_t *word, uint32_t num)
{
    bool gather = tegra_host1x_cmdproc_in_gather(&m->cp);
    uint32_t done = 0;

    if (m->moods & 4) {
        done = tegra_host1x_cmdproc_run(&m->cp, &ops, m, word, num);
        must(done <= num);
        move(m, gather, done);
    }
    if (!done) {
        move(m, gather, 1);
        if (tegra_host1x_cmdproc_feed(&m->cp, &ops, m, gather, *word) ==
            TEGRA_HOST1X_CMD_RETRY) {
            move(m, gather, -1);
        }
    }
    must(tegra_host1x_cmdproc_valid(&m->cp));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static Machine m;
    Input in = { data, size };
    const uint32_t *word;
    uint32_t num;

    memset(&m, 0, sizeof(m));
    m.d = differ_new(in_u8(&in));
    m.moods = in_u8(&in);
    m.ring = in_u16(&in) % MAX_WORDS;
    m.draws = MAX_DRAWS;
    for (; in.left && m.num < MAX_WORDS; m.num++) {
        m.word[m.num] = in_u32(&in);
    }
    m.ring = MIN(m.ring, m.num);
    for (m.budget = MAX_WORDS; m.budget; m.budget--) {
        num = ahead(&m, &word);
        if (!num) {
            break;
        }
        step(&m, word, num);
    }
    differ_free(m.d);
    return 0;
}
