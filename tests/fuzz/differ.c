/*
 * A draw by the reference and the same draw by another backend
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <glib.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "differ.h"
#include "hostile-rng.h"

#define DEFAULT_SIZE    16384
#define ALIGN           16      /* of an allocation */

typedef struct Block {
    uint32_t addr, size;
    uint8_t *data[2];           /* the reference's, the other's */
} Block;

/* A slot's memory for one run */
typedef struct Span {
    uint8_t *home;              /* in a block; NULL: not bound */
    uint8_t *at;                /* what the engine got */
    void *memory;               /* the allocation around it; NULL: home */
    uint64_t size;
    bool write;
} Span;

typedef struct Run {
    Gr3dDraw *draw;
    Span span[GR3D_NUM_SPANS];
} Run;

struct Differ {
    uint8_t how;
    const Gr3dExec *exec;
    GpuExecutor executor;
    Gr3dCache *cache;
    Block block[DIFFER_BLOCKS];
    unsigned num;
    uint32_t bytes;
    Block other[GR3D_NUM_SPANS];    /* where no block is; made when needed */
    Run run[2];
};

/* The defaults keep 256 MiB of freed memory: all new pages, all slow */
const char *__asan_default_options(void);
const char *__asan_default_options(void)
{
    return "quarantine_size_mb=4:thread_local_quarantine_size_kb=256:"
           "malloc_context_size=8";
}

static G_GNUC_NORETURN void differ_abort(const char *what, unsigned slot,
                                         uint64_t at)
{
    fprintf(stderr, "FINDING: %s (slot or number %u, 0x%llx)\n", what, slot,
            (unsigned long long)at);
    abort();
}

/* ---- set-up */

/* GpuExecutor.run: as if three threads came one after the other, last first */
static void run_thrice(void *opaque, GpuTask *task, void *arg)
{
    for (unsigned i = 3; i-- > 0; ) {
        task(arg, i);
    }
}

static const Gr3dExec *choose_exec(unsigned n)
{
    static const char *const names[] = { "ref", "base", "avx2", "avx512" };
    const Gr3dExec *exec;
    const char *why;

    if (!gr3d_exec_find(names[n], &exec, &why)) {
        gr3d_exec_find("base", &exec, &why);
    }
    return exec;
}

Differ *differ_new(uint8_t how)
{
    Differ *d = g_new0(Differ, 1);

    d->how = how;
    d->exec = choose_exec(how & 3);
    d->cache = gr3d_cache_new();
    d->executor = (GpuExecutor) { .threads = 3, .run = run_thrice };
    return d;
}

static void free_block(Block *b)
{
    free(b->data[0]);
    free(b->data[1]);
}

void differ_free(Differ *d)
{
    for (unsigned i = 0; i < d->num; i++) {
        free_block(&d->block[i]);
    }
    for (unsigned i = 0; i < GR3D_NUM_SPANS; i++) {
        free_block(&d->other[i]);
    }
    gr3d_cache_free(d->cache);
    g_free(d);
}

static void copy_input(uint8_t *to, uint32_t size, Input content)
{
    if (content.left) {
        memcpy(to, content.data, MIN(size, content.left));
    }
}

void differ_memory(Differ *d, uint32_t addr, uint32_t size, Input content)
{
    Block *b = &d->block[d->num];

    if (!size || d->num == DIFFER_BLOCKS || size > DIFFER_BYTES - d->bytes) {
        return;
    }
    *b = (Block) { .addr = addr, .size = size };
    for (unsigned i = 0; i < 2; i++) {
        b->data[i] = calloc(1, size);
        copy_input(b->data[i], size, content);
    }
    d->num++;
    d->bytes += size;
}

/* ---- memory that the input says nothing of: as in hostile-memory.c */

static uint32_t attrib_word(Rng *rng, unsigned i)
{
    float f = ((int)rng_below(rng, 513) - 256) / 200.0f;
    uint32_t word;

    f = i % 4 == 3 && rng_below(rng, 8) ? 1 : i % 4 == 2 ? f / 2 : f;
    memcpy(&word, &f, sizeof(word));
    return word;
}

/* Small indices of 16 bits for the first half, then of 8 */
static uint32_t index_word(Rng *rng, unsigned i)
{
    uint32_t a = rng_below(rng, 12), b = rng_below(rng, 12);

    return a | b << 16 |
           (i < DEFAULT_SIZE / 8 ? 0 : (a + 1) << 8 | (b + 1) << 24);
}

static void fill_default(uint8_t *data, unsigned slot)
{
    Rng rng = rng_new(slot);

    for (unsigned i = 0; i < DEFAULT_SIZE / 4; i++) {
        uint32_t word = slot < GR3D_SPAN_INDEX ? attrib_word(&rng, i) :
                        slot == GR3D_SPAN_INDEX ? index_word(&rng, i) :
                        rng_any(&rng);

        memcpy(data + 4 * i, &word, 4);
    }
}

static const uint8_t *default_content(unsigned slot)
{
    static uint8_t *content[GR3D_NUM_SPANS];

    if (!content[slot]) {
        content[slot] = g_malloc(DEFAULT_SIZE);
        fill_default(content[slot], slot);
    }
    return content[slot];
}

static Block *default_block(Differ *d, unsigned slot)
{
    Block *b = &d->other[slot];

    if (!b->size) {
        b->size = DEFAULT_SIZE;
        for (unsigned i = 0; i < 2; i++) {
            b->data[i] = malloc(DEFAULT_SIZE);
            memcpy(b->data[i], default_content(slot), DEFAULT_SIZE);
        }
    }
    return b;
}

void differ_content(Differ *d, unsigned slot, Input content)
{
    Block *b = default_block(d, slot);

    copy_input(b->data[0], b->size, content);
    copy_input(b->data[1], b->size, content);
}

/* ---- spans */

static Block *find_block(Differ *d, unsigned slot, uint32_t addr,
                         uint32_t *offset)
{
    for (unsigned i = 0; i < d->num; i++) {
        Block *b = &d->block[i];

        if (addr >= b->addr && addr - b->addr < b->size) {
            *offset = addr - b->addr;
            return b;
        }
    }
    *offset = 0;
    return default_block(d, slot);
}

static bool may_miss(const Differ *d)
{
    return d->how & 16;
}

static uint64_t span_size(const Differ *d, unsigned slot, uint64_t room,
                          uint64_t want)
{
    uint64_t size = MIN(MIN(room, want), DIFFER_SPAN_MAX);

    /* one slot of three: some less, by what is any number */
    if (may_miss(d) && (slot + d->how) % 3 == 0) {
        size -= MIN(size, (want ^ slot) % 40);
    }
    return size;
}

/* @p ends where an allocation ends, and has the alignment of its address */
static uint8_t *exact_copy(Span *s, uint32_t addr)
{
    size_t skip = addr % ALIGN;

    s->memory = malloc(s->size + skip);
    s->at = (uint8_t *)s->memory + skip;
    memset(s->memory, 0x5a, skip);
    memcpy(s->at, s->home, s->size);
    return s->at;
}

/*
 * FUZZ_LIE in the environment: bytes that the engine is told it has beyond each
 * span's end.  To see that the sanitizer sees it.
 */
static uint32_t lie(void)
{
    const char *env = getenv("FUZZ_LIE");

    return env ? atoi(env) : 0;
}

static void bind(Differ *d, unsigned which, unsigned slot)
{
    Run *run = &d->run[which];
    Span *s = &run->span[slot];
    const Gr3dSpanRequest *r = gr3d_draw_request(run->draw, slot);
    uint32_t offset;
    Block *b;

    *s = (Span) { .write = r->write };
    if (!r->size) {
        return;
    }
    b = find_block(d, slot, r->addr, &offset);
    s->size = span_size(d, slot, b->size - offset, r->size);
    if (s->size) {
        s->home = b->data[which] + offset;
        s->at = d->how & 8 ? s->home : exact_copy(s, r->addr);
        gr3d_draw_bind(run->draw, slot, s->at, s->size + lie());
    }
}

/* In the order of slots, as the two of a draw may have the same memory */
static void unbind(Run *run, unsigned slot)
{
    Span *s = &run->span[slot];

    if (s->memory) {
        if (s->write) {
            memcpy(s->home, s->at, s->size);
        }
        free(s->memory);
    }
}

/* ---- running */

/* The draw's end has come, or its limit. */
typedef struct Limit {
    Gr3dDraw *draw;
    uint64_t work;
    bool reached;
} Limit;

static void limit_work(void *opaque, uint64_t work)
{
    Limit *l = opaque;

    if (work >= l->work) {
        l->reached = true;
        gr3d_draw_cancel(l->draw);
    }
}

/* True: it has ended. */
static bool run_limited(Gr3dDraw *draw, uint64_t max_work)
{
    Limit l = { .draw = draw, .work = max_work };

    gr3d_draw_set_wait(draw, limit_work, &l);
    gr3d_draw_pause(draw, true);
    gr3d_draw_run(draw);
    return !l.reached;
}

static void begin(Differ *d, unsigned which, const Gr3dRegs *regs)
{
    d->run[which].draw = gr3d_draw_new_cached(regs, d->cache);
    for (unsigned i = 0; i < GR3D_NUM_SPANS; i++) {
        bind(d, which, i);
    }
    if (which) {
        gr3d_draw_set_exec(d->run[1].draw, d->exec);
    }
}

/* ---- comparing */

static void compare_events(const Gr3dDraw *a, const Gr3dDraw *b)
{
    unsigned num_a, num_b;
    const GpuEventCount *ea = gr3d_draw_events(a, &num_a);
    const GpuEventCount *eb = gr3d_draw_events(b, &num_b);

    if (num_a != num_b) {
        differ_abort("another number of events", num_a, num_b);
    }
    for (unsigned i = 0; i < num_a; i++) {
        if (ea[i].text != eb[i].text || ea[i].count != eb[i].count ||
            ea[i].value != eb[i].value || ea[i].kind != eb[i].kind) {
            differ_abort(ea[i].text, i, eb[i].count);
        }
    }
}

static void compare_stats(const Differ *d)
{
    const Gr3dDrawStats *a = gr3d_draw_stats(d->run[0].draw);
    const Gr3dDrawStats *b = gr3d_draw_stats(d->run[1].draw);

    if (memcmp(a, b, sizeof(*a))) {
        fprintf(stderr, "vertices %" PRIu64 " %" PRIu64 ", primitives %" PRIu64
                " %" PRIu64 ", rasterised %" PRIu64 " %" PRIu64
                ", fragments %" PRIu64 " %" PRIu64 ", work %" PRIu64
                " %" PRIu64 "\n", a->vertices, b->vertices, a->primitives,
                b->primitives, a->rasterised, b->rasterised, a->fragments,
                b->fragments, a->work, b->work);
        differ_abort("other counts", 0, 0);
    }
}

static void compare_span(const Differ *d, unsigned slot)
{
    const Span *a = &d->run[0].span[slot], *b = &d->run[1].span[slot];
    uint64_t range[2][2] = { { 0 } };

    for (unsigned i = 0; i < 2; i++) {
        if (!gr3d_draw_touched(d->run[i].draw, slot, &range[i][0],
                               &range[i][1])) {
            range[i][0] = range[i][1] = 0;
        }
    }
    if (range[0][0] != range[1][0] || range[0][1] != range[1][1]) {
        differ_abort("another range is written", slot, range[1][0]);
    }
    if (range[0][1] > a->size || (range[0][1] && !a->write)) {
        differ_abort("the range is not in a span for writing", slot,
                     range[0][1]);
    }
    if (a->write && a->size && memcmp(a->at, b->at, a->size)) {
        uint64_t i = 0;

        while (a->at[i] == b->at[i]) {
            i++;
        }
        differ_abort("another byte", slot, i);
    }
    /* of what is alone in its memory */
    if (a->memory && a->write && (memcmp(a->at, a->home, range[0][0]) ||
                      memcmp(a->at + range[0][1], a->home + range[0][1],
                             a->size - range[0][1]))) {
        differ_abort("a byte outside of the range has changed", slot, 0);
    }
}

static void compare(const Differ *d)
{
    compare_events(d->run[0].draw, d->run[1].draw);
    compare_stats(d);
    for (unsigned i = 0; i < GR3D_NUM_SPANS; i++) {
        compare_span(d, i);
    }
}

static void copy_block(const Block *b)
{
    if (b->data[0]) {
        memcpy(b->data[1], b->data[0], b->size);
    }
}

/* Make memory the same again, behind draws that were given up somewhere. */
static void copy_memory(const Differ *d)
{
    for (unsigned i = 0; i < d->num; i++) {
        copy_block(&d->block[i]);
    }
    for (unsigned i = 0; i < GR3D_NUM_SPANS; i++) {
        copy_block(&d->other[i]);
    }
}

void differ_draw(Differ *d, const Gr3dRegs *regs, uint64_t max_work)
{
    bool done;

    begin(d, 0, regs);
    done = run_limited(d->run[0].draw, max_work);
    begin(d, 1, regs);
    if (d->how & 32) {
        gr3d_draw_set_executor(d->run[1].draw, &d->executor);
    }
    if (done) {
        gr3d_draw_run(d->run[1].draw);
        compare(d);
    } else {
        run_limited(d->run[1].draw, max_work);
    }
    for (unsigned i = 0; i < 2 * GR3D_NUM_SPANS; i++) {
        unbind(&d->run[i / GR3D_NUM_SPANS], i % GR3D_NUM_SPANS);
    }
    if (!done) {
        copy_memory(d);
    }
    gr3d_draw_free(d->run[0].draw);
    gr3d_draw_free(d->run[1].draw);
}
