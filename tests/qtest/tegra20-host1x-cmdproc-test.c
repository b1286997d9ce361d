/*
 * Test of the Tegra20 host1x command processor, without a machine
 *
 * Random streams go through the state machine and through a second, simple
 * interpreter that sees the whole stream at once.  Both must make the same
 * calls, also when the state machine's calls are refused now and then, and when
 * it is given several words at once.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "hw/gpu/tegra_host1x_cmdproc.c"

#define STREAM_WORDS 200
#define GATHER_WORDS 64
#define MAX_CALLS    20000

/* ------------------------------------------------------------------ */
/* What was called, as lines of numbers                               */

typedef struct Call {
    uint32_t kind;      /* 0 method, 1 restart, 2 lock, 3 error */
    uint32_t a, b, c;
} Call;

typedef struct Log {
    Call call[MAX_CALLS];
    size_t count;
    bool refuse;        /* refuse or park some of the calls */
    bool runs;          /* take several data words at once, now and then */
    bool parked;
} Log;

static void record(Log *log, uint32_t kind, uint32_t a, uint32_t b, uint32_t c)
{
    g_assert_cmpuint(log->count, <, MAX_CALLS);
    log->call[log->count++] = (Call){ kind, a, b, c };
}

/* ------------------------------------------------------------------ */
/* The interpreter: one stream of words, gathers already in place     */

typedef struct Word {
    uint32_t value;
    bool gather;        /* comes from a gather */
} Word;

typedef struct Reader {
    const uint32_t *ring;
    const uint32_t *memory;     /* GATHER_WORDS words, every gather's source */
    size_t ring_at;
    uint32_t at, left;          /* of the gather */
} Reader;

static bool next_word(Reader *r, Word *w)
{
    if (r->left) {
        *w = (Word){ r->memory[r->at++ % GATHER_WORDS], true };
        r->left--;
        return true;
    }
    if (r->ring_at == STREAM_WORDS) {
        return false;
    }
    *w = (Word){ r->ring[r->ring_at++], false };
    return true;
}

static bool model_data(Reader *r, Log *log, uint32_t class, uint32_t offset)
{
    Word w;

    if (!next_word(r, &w)) {
        return false;
    }
    record(log, 0, class, offset & 0xfff, w.value);
    return true;
}

static bool model_run(Reader *r, Log *log, uint32_t class, uint32_t offset,
                      uint32_t count, uint32_t step)
{
    for (uint32_t i = 0; i < count; i++) {
        if (!model_data(r, log, class, offset + i * step)) {
            return false;
        }
    }
    return true;
}

static bool model_mask(Reader *r, Log *log, uint32_t class, uint32_t offset,
                       uint32_t mask)
{
    for (uint32_t i = 0; i < 16; i++) {
        if ((mask >> i & 1) && !model_data(r, log, class, offset + i)) {
            return false;
        }
    }
    return true;
}

static bool model_gather(Reader *r, Log *log, uint32_t class, Word op)
{
    uint32_t count = op.value & 0x3fff;
    uint32_t offset = op.value >> 16 & 0xfff;
    Word addr;

    if (op.gather) {
        record(log, 3, TEGRA_HOST1X_CMD_NESTED_GATHER, op.value, 0);
    }
    if (!next_word(r, &addr)) {
        return false;
    }
    if (op.gather || !count) {
        return true;
    }
    r->at = addr.value / 4;
    r->left = count;
    if (!(op.value & 0x8000)) {
        return true;
    }
    return model_run(r, log, class, offset, count, op.value & 0x4000 ? 1 : 0);
}

static void model_single(Log *log, uint32_t class, Word w)
{
    uint32_t subop = w.value >> 24 & 0xf;

    switch (w.value >> 28) {
    case 0x4:
        record(log, 0, class, w.value >> 16 & 0xfff, w.value & 0xffff);
        break;
    case 0x5:
        if (w.gather) {
            record(log, 3, TEGRA_HOST1X_CMD_NESTED_RESTART, w.value, 0);
        } else {
            record(log, 1, w.value << 4, 0, 0);
        }
        break;
    case 0xe:
        if (subop < 2) {
            record(log, 2, subop == 0, w.value & 0xff, 0);
        } else {
            record(log, 3, TEGRA_HOST1X_CMD_BAD_EXTEND, w.value, 0);
        }
        break;
    case 0xf:
        break;
    default:
        record(log, 3, TEGRA_HOST1X_CMD_ILLEGAL, w.value, 0);
        break;
    }
}

static void model(Reader *r, Log *log)
{
    uint32_t class = 0;
    bool more = true;
    Word w;

    while (more && next_word(r, &w)) {
        uint32_t offset = w.value >> 16 & 0xfff;
        uint32_t low = w.value & 0xffff;

        switch (w.value >> 28) {
        case 0x0:
            class = w.value >> 6 & 0x3ff;
            more = model_mask(r, log, class, offset, low & 0x3f);
            break;
        case 0x1:
            more = model_run(r, log, class, offset, low, 1);
            break;
        case 0x2:
            more = model_run(r, log, class, offset, low, 0);
            break;
        case 0x3:
            more = model_mask(r, log, class, offset, low);
            break;
        case 0x6:
            more = model_gather(r, log, class, w);
            break;
        default:
            model_single(log, class, w);
            break;
        }
    }
}

/* ------------------------------------------------------------------ */
/* The state machine, one word at a time                              */

static TegraHost1xCmdResult answer(Log *log)
{
    if (log->refuse && g_test_rand_int_range(0, 4) == 0) {
        log->parked = true;
        return TEGRA_HOST1X_CMD_PARK;
    }
    return TEGRA_HOST1X_CMD_NEXT;
}

static TegraHost1xCmdResult on_method(void *opaque, uint16_t class_id,
                                      uint16_t offset, uint32_t value)
{
    Log *log = opaque;

    if (log->refuse && g_test_rand_int_range(0, 3) == 0) {
        return TEGRA_HOST1X_CMD_RETRY;
    }
    record(log, 0, class_id, offset, value);
    return answer(log);
}

static void on_restart(void *opaque, uint32_t offset)
{
    record(opaque, 1, offset, 0, 0);
}

static TegraHost1xCmdResult on_mlock(void *opaque, bool acquire, uint8_t index)
{
    record(opaque, 2, acquire, index, 0);
    return answer(opaque);
}

static void on_error(void *opaque, TegraHost1xCmdError error, uint32_t word)
{
    record(opaque, 3, error, word, 0);
}

/* Take some of the words, or none */
static unsigned int on_run(void *opaque, uint16_t class_id, uint16_t offset,
                           bool incr, const uint32_t *word, unsigned int num)
{
    g_assert_cmpuint(num, >, 0);
    g_assert_cmpuint(offset + (incr ? num - 1 : 0), <=, 0xfff);
    num = g_test_rand_int_range(0, num + 1);
    for (unsigned int i = 0; i < num; i++) {
        record(opaque, 0, class_id, offset + (incr ? i : 0), word[i]);
    }
    return num;
}

static const TegraHost1xCmdprocOps ops = {
    on_method, on_restart, on_mlock, on_error, on_run,
};

static void feed(TegraHost1xCmdproc *cp, Log *log, bool gather, uint32_t word)
{
    TegraHost1xCmdResult result;

    do {
        TegraHost1xCmdproc copy = *cp;

        log->parked = false;
        result = tegra_host1x_cmdproc_feed(cp, &ops, log, gather, word);
        g_assert_true(tegra_host1x_cmdproc_valid(cp));
        g_assert_cmphex(cp->word, ==, word);
        g_assert_cmpint(result == TEGRA_HOST1X_CMD_PARK, ==, log->parked);
        if (result == TEGRA_HOST1X_CMD_RETRY) {
            /* Refused: only what CBREAD and CBSTAT show may differ. */
            copy.word = cp->word;
            copy.offset = cp->offset;
            g_assert_cmpmem(cp, sizeof(*cp), &copy, sizeof(copy));
        }
    } while (result == TEGRA_HOST1X_CMD_RETRY);
}

/* Check that the words of a run, fed one by one to @cp, give the same state. */
static void check_run(TegraHost1xCmdproc *cp, const TegraHost1xCmdproc *after,
                      const uint32_t *word, unsigned int num)
{
    static Log log;

    log.count = 0;
    for (unsigned int i = 0; i < num; i++) {
        feed(cp, &log, tegra_host1x_cmdproc_in_gather(cp), word[i]);
    }
    g_assert_cmpmem(cp, sizeof(*cp), after, sizeof(*after));
}

/* Returns how many of the @num words were executed, at least one. */
static unsigned int advance(TegraHost1xCmdproc *cp, Log *log, bool gather,
                            const uint32_t *word, unsigned int num)
{
    TegraHost1xCmdproc before = *cp;
    unsigned int done = 0;

    if (log->runs && g_test_rand_int_range(0, 3)) {
        done = tegra_host1x_cmdproc_run(cp, &ops, log, word, num);
        g_assert_cmpuint(done, <=, num);
        g_assert_true(tegra_host1x_cmdproc_valid(cp));
        check_run(&before, cp, word, done);
    }
    if (!done) {
        feed(cp, log, gather, word[0]);
        done = 1;
    }
    return done;
}

/* Feed a word of a gather; the position moves before it, in a run after it. */
static void gather_word(TegraHost1xCmdproc *cp, Log *log,
                        const uint32_t *memory)
{
    uint32_t at = cp->gather_addr / 4 % GATHER_WORDS;
    unsigned int num = MIN(cp->gather_left, GATHER_WORDS - at), done;

    cp->gather_left--;
    done = advance(cp, log, true, memory + at, num);
    cp->gather_addr += 4 * done;
    cp->gather_left -= done - 1;
}

static void machine(const uint32_t *ring, const uint32_t *memory, Log *log)
{
    TegraHost1xCmdproc cp;

    tegra_host1x_cmdproc_reset(&cp);
    for (size_t i = 0; i < STREAM_WORDS;) {
        i += advance(&cp, log, false, ring + i, STREAM_WORDS - i);
        while (tegra_host1x_cmdproc_in_gather(&cp)) {
            gather_word(&cp, log, memory);
        }
    }
}

/* ------------------------------------------------------------------ */
/* Streams                                                            */

/* Counts and masks small enough for the stream not to be one run of data */
static uint32_t random_word(void)
{
    uint32_t word = g_test_rand_int();

    switch (word >> 28) {
    case 0x1:
    case 0x2:
        return word & ~0xfff8u;
    case 0x3:
        return word & ~0xff00u;
    case 0x6:
        return word & ~0x3fe0u;
    default:
        return word;
    }
}

static void check_stream(bool refuse, bool runs)
{
    g_autofree Log *got = g_new0(Log, 1);
    g_autofree Log *want = g_new0(Log, 1);
    uint32_t ring[STREAM_WORDS], memory[GATHER_WORDS];
    Reader reader = { .ring = ring, .memory = memory };

    for (size_t i = 0; i < STREAM_WORDS; i++) {
        ring[i] = random_word();
    }
    for (size_t i = 0; i < GATHER_WORDS; i++) {
        memory[i] = random_word();
    }
    got->refuse = refuse;
    got->runs = runs;
    model(&reader, want);
    machine(ring, memory, got);
    g_assert_cmpuint(got->count, ==, want->count);
    g_assert_cmpmem(got->call, got->count * sizeof(Call),
                    want->call, want->count * sizeof(Call));
}

static void test_streams(void)
{
    for (int i = 0; i < 2000; i++) {
        check_stream(false, false);
    }
}

static void test_refusals(void)
{
    for (int i = 0; i < 2000; i++) {
        check_stream(true, false);
    }
}

static void test_runs(void)
{
    for (int i = 0; i < 2000; i++) {
        check_stream(i % 2, true);
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/tegra20/host1x/cmdproc/streams", test_streams);
    g_test_add_func("/tegra20/host1x/cmdproc/refusals", test_refusals);
    g_test_add_func("/tegra20/host1x/cmdproc/runs", test_runs);
    return g_test_run();
}
