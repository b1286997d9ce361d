/*
 * Fuzzer: the words of a push buffer, through the command processor
 *
 * Input: a byte for client_new(), one that says how often words are refused or
 * taken several at once, two for the number of words of the ring; the ring,
 * then what gathers read.  A client of client.h takes the methods.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "hw/gpu/tegra_host1x_cmdproc.h"
#include "hw/gpu/tegra_host1x_regs.h"
#include "client.h"
#include "input.h"

#define MAX_WORDS   4096        /* of the input, and those that are executed */

#define BUS_WORDS   (1u << 30)  /* the next one is the first again */

/* Bits of a machine's moods */
#define RETRY       0           /* methods are refused */
#define PARK        1           /* methods and locks park the channel */
#define RUNS        2           /* words are taken several at once */

typedef struct Machine {
    TegraHost1xCmdproc cp;
    uint32_t word[MAX_WORDS];
    uint32_t ring, num;         /* words of the ring, and of both */
    uint32_t at, budget;
    uint8_t how, moods;         /* what callbacks answer */
    uint32_t mood;
    Client *client;
} Machine;

/* True once in a while, the same for the same input */
static bool now_and_then(Machine *m, unsigned bit)
{
    m->mood = m->mood * 1664525 + 1013904223;
    return m->moods >> bit & 1 && m->mood >> 28 < 3;
}

static TegraHost1xCmdResult on_method(void *opaque, uint16_t class_id,
                                      uint16_t offset, uint32_t value)
{
    Machine *m = opaque;

    must(class_id < TEGRA_HOST1X_NUM_CLASSES && offset <= 0xfff);
    if (now_and_then(m, RETRY)) {
        return TEGRA_HOST1X_CMD_RETRY;
    }
    client_write(m->client, class_id, offset, value);
    return now_and_then(m, PARK) ? TEGRA_HOST1X_CMD_PARK :
           TEGRA_HOST1X_CMD_NEXT;
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
    return now_and_then(opaque, PARK) ? TEGRA_HOST1X_CMD_PARK :
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
    return client_run(m->client, class_id, offset, incr, word, num);
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
    return MIN(MIN(m->cp.gather_left, memory - at),
               BUS_WORDS - m->cp.gather_addr / 4);
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

    if (m->moods >> RUNS & 1) {
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

static void load(Machine *m, Input in)
{
    memset(m, 0, sizeof(*m));
    m->how = in_u8(&in);
    m->moods = in_u8(&in);
    m->ring = in_u16(&in) % MAX_WORDS;
    for (; in.left && m->num < MAX_WORDS; m->num++) {
        m->word[m->num] = in_u32(&in);
    }
    m->ring = MIN(m->ring, m->num);
}

/* The client's checksum */
static uint64_t execute(Machine *m)
{
    const uint32_t *word;
    uint32_t num;
    uint64_t sum;

    m->client = client_new(m->how);
    for (m->budget = MAX_WORDS; m->budget; m->budget--) {
        num = ahead(m, &word);
        if (!num) {
            break;
        }
        step(m, word, num);
    }
    sum = client_sum(m->client);
    client_free(m->client);
    return sum;
}

/* However the words are taken, the same is written, and known afterwards. */
static void compare(Machine *m, uint64_t sum, Input in)
{
    static Machine other;

    load(&other, in);
    other.moods ^= 1 << RUNS;
    if (execute(&other) != sum) {
        must(!m->budget || !other.budget);
    } else if (m->budget && other.budget) {
        must(!memcmp(&m->cp, &other.cp, sizeof(m->cp)));
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static Machine m;
    Input in = { data, size };
    uint64_t sum;

    load(&m, in);
    sum = execute(&m);
    if (client_twice() && !(m.moods & (1 << RETRY | 1 << PARK))) {
        compare(&m, sum, in);
    }
    return 0;
}
