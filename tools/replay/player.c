/*
 * Do again what a capture says (docs/specs/tegra-capture.rst)
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include <time.h>
#include "hw/gpu/tegra_host1x_cmdproc.h"
#include "hw/gpu/tegra_host1x_regs.h"
#include "hw/gpu/lib/le.h"
#include "player.h"
#include "player-gr2d.h"

/* As many as the device's queue has, at most */
#define MAX_DRAWS       256
#define MAX_RAM         (2u << 30)
#define MAX_PAGES       (1u << 20)

/* Registers of a draw, and which constants were written */
typedef struct Frozen {
    Gr3dRegs regs;
    Gr3dWritten written;
} Frozen;

struct Player {
    const Gr3dExec *exec;
    const GpuExecutor *executor;
    Gr3dMemory ram;             /* one block, from address 0 on */
    Gr3dCache *cache;
    Frozen now;                 /* registers as they are */
    GQueue draws;               /* of Frozen *, that were triggered */
    Frozen *last;               /* the draw that was executed */
    PlayerGr2d *gr2d;
    GPtrArray *pages;           /* contents */
    const char *problem;        /* with the words at hand */
    const PlayerWatch *watch;   /* or NULL */
};

static uint64_t now_ns(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1000000000ull + t.tv_nsec;
}

/* ---- Registers ---- */

static void trigger(Player *p)
{
    Frozen *frozen;

    if (p->draws.length == MAX_DRAWS) {
        p->problem = "more draws than the queue of the device holds";
        return;
    }
    frozen = g_new(Frozen, 1);
    *frozen = p->now;
    g_queue_push_tail(&p->draws, frozen);
}

static void write_reg(Player *p, uint32_t class_id, uint32_t offset,
                      uint32_t value)
{
    if (p->watch && p->watch->method) {
        p->watch->method(p->watch->opaque, class_id, offset, value);
    }
    if (class_id == TEGRA_HOST1X_CLASS_GR3D) {
        gr3d_written_note(&p->now.written, &p->now.regs, offset);
        if (gr3d_regs_write(&p->now.regs, offset, value) == GR3D_WRITE_DRAW) {
            trigger(p);
        }
    } else if (player_gr2d_is_class(class_id)) {
        player_gr2d_write(p->gr2d, class_id, offset, value);
    }
}

/* ---- The command processor's view; nothing waits, all has happened ---- */

static TegraHost1xCmdResult on_method(void *opaque, uint16_t class_id,
                                      uint16_t offset, uint32_t value)
{
    write_reg(opaque, class_id, offset, value);
    return TEGRA_HOST1X_CMD_NEXT;
}

static void on_restart(void *opaque, uint32_t offset)
{
}

static TegraHost1xCmdResult on_mlock(void *opaque, bool acquire,
                                     uint8_t index)
{
    return TEGRA_HOST1X_CMD_NEXT;
}

static void on_error(void *opaque, TegraHost1xCmdError error, uint32_t word)
{
}

static const TegraHost1xCmdprocOps ops = {
    .method = on_method,
    .restart = on_restart,
    .mlock = on_mlock,
    .error = on_error,
};

static void tell_word(Player *p, const TegraHost1xCmdproc *cp,
                      uint32_t channel, uint32_t word)
{
    const PlayerWord told = {
        .channel = channel, .word = word,
        .in_gather = tegra_host1x_cmdproc_in_gather(cp),
        .gather_addr = cp->gather_addr, .class_id = cp->class_id,
        .mode = cp->mode,
    };

    if (p->watch && p->watch->word) {
        p->watch->word(p->watch->opaque, &told);
    }
}

static void feed(Player *p, TegraHost1xCmdproc *cp, uint32_t word)
{
    bool gather = tegra_host1x_cmdproc_in_gather(cp);

    if (gather) {
        cp->gather_addr += 4;
        cp->gather_left--;
    }
    tegra_host1x_cmdproc_feed(cp, &ops, p, gather, word);
}

static bool words(Player *p, const GpuCaptureRecord *r, const char **why)
{
    uint32_t head[GPU_CAPTURE_WORDS_HEAD];
    TegraHost1xCmdproc cp = { 0 };

    for (unsigned i = 0; i < GPU_CAPTURE_WORDS_HEAD; i++) {
        head[i] = gpu_capture_word(r, i);
    }
    cp.class_id = head[GPU_CAPTURE_WORDS_CLASS];
    cp.mode = head[GPU_CAPTURE_WORDS_MODE];
    cp.next = head[GPU_CAPTURE_WORDS_NEXT];
    cp.left = head[GPU_CAPTURE_WORDS_LEFT];
    cp.gather_op = head[GPU_CAPTURE_WORDS_GATHER];
    cp.gather_addr = head[GPU_CAPTURE_WORDS_GATHER_ADDR];
    cp.gather_left = head[GPU_CAPTURE_WORDS_GATHER_LEFT];
    if (!tegra_host1x_cmdproc_valid(&cp)) {
        *why = "a state that the command processor cannot have";
        return false;
    }
    p->problem = NULL;
    for (unsigned i = GPU_CAPTURE_WORDS_HEAD; i < gpu_capture_num(r); i++) {
        tell_word(p, &cp, head[GPU_CAPTURE_WORDS_CHANNEL],
                  gpu_capture_word(r, i));
        feed(p, &cp, gpu_capture_word(r, i));
    }
    *why = p->problem;
    return !p->problem;
}

/* ---- State and memory ---- */

static bool set_ram(Player *p, const GpuCaptureRecord *r, const char **why)
{
    uint32_t size = gpu_capture_word(r, 1);

    if (p->ram.data || gpu_capture_word(r, 0) || !size || size > MAX_RAM) {
        *why = "not one block of up to 2 GiB at address 0";
        return false;
    }
    /* pages that nothing touches take no memory */
    p->ram.data = calloc(1, size);
    p->ram.size = p->ram.data ? size : 0;
    *why = "not enough memory on this machine";
    return p->ram.data;
}

static bool set_gr3d(Player *p, const GpuCaptureRecord *r, const char **why)
{
    uint32_t *word = (uint32_t *)&p->now.regs;

    for (unsigned i = 0; i < sizeof(p->now.regs) / 4; i++) {
        word[i] = gpu_capture_word(r, i);
    }
    gr3d_written_begin(&p->now.written, &p->now.regs);
    *why = "fewer registers than GR3D has";
    return r->size >= sizeof(p->now.regs);
}

static bool set_gr2d(Player *p, const GpuCaptureRecord *r, const char **why)
{
    *why = "another number of registers";
    return player_gr2d_set(p->gr2d, r);
}

static void drop_draws(Player *p)
{
    while (p->draws.length) {
        g_free(g_queue_pop_head(&p->draws));
    }
}

static void reset_gr3d(Player *p)
{
    gr3d_regs_reset(&p->now.regs);
    gr3d_written_begin(&p->now.written, &p->now.regs);
}

static bool reset(Player *p, const GpuCaptureRecord *r, const char **why)
{
    uint32_t class_id = gpu_capture_word(r, 0);

    if (class_id == TEGRA_HOST1X_CLASS_GR3D) {
        drop_draws(p);
        reset_gr3d(p);
    } else if (player_gr2d_is_class(class_id)) {
        player_gr2d_reset(p->gr2d);
    }
    return true;
}

static bool write_record(Player *p, const GpuCaptureRecord *r,
                         const char **why)
{
    p->problem = NULL;
    if (gpu_capture_word(r, 1) < GR3D_NUM_REGS) {
        write_reg(p, gpu_capture_word(r, 0), gpu_capture_word(r, 1),
                  gpu_capture_word(r, 2));
    }
    *why = p->problem;
    return !p->problem;
}

static bool read_record(Player *p, const GpuCaptureRecord *r,
                        const char **why)
{
    if (gpu_capture_word(r, 0) == TEGRA_HOST1X_CLASS_GR3D &&
        gpu_capture_word(r, 1) < GR3D_NUM_REGS) {
        gr3d_regs_read(&p->now.regs, gpu_capture_word(r, 1));
    }
    return true;
}

static bool set_page(Player *p, uint32_t addr, const uint8_t *content,
                     const char **why)
{
    *why = "a page that is not in RAM";
    if (addr % GPU_CAPTURE_PAGE || addr >= p->ram.size ||
        p->ram.size - addr < GPU_CAPTURE_PAGE) {
        return false;
    }
    memcpy(p->ram.data + addr, content, GPU_CAPTURE_PAGE);
    return true;
}

static bool page_new(Player *p, const GpuCaptureRecord *r, const char **why)
{
    uint8_t *content;

    if (p->pages->len == MAX_PAGES) {
        *why = "more contents than the whole bus has pages";
        return false;
    }
    content = g_malloc(GPU_CAPTURE_PAGE);
    memcpy(content, r->data + 4, GPU_CAPTURE_PAGE);
    g_ptr_array_add(p->pages, content);
    return set_page(p, gpu_capture_word(r, 0), content, why);
}

static bool page_same(Player *p, const GpuCaptureRecord *r,
                      const char **why)
{
    uint32_t number = gpu_capture_word(r, 1);

    if (number >= p->pages->len) {
        *why = "a content that did not come before";
        return false;
    }
    return set_page(p, gpu_capture_word(r, 0), p->pages->pdata[number], why);
}

/* ---- Execution ---- */

static bool has_hash(const Player *p, const GpuCaptureRecord *r,
                     unsigned first, const char **why)
{
    uint32_t addr = gpu_capture_word(r, first + GPU_CAPTURE_SURF_ADDR);
    uint32_t size = gpu_capture_word(r, first + GPU_CAPTURE_SURF_SIZE);
    uint64_t low = gpu_capture_word(r, first + GPU_CAPTURE_SURF_HASH);
    uint64_t high = gpu_capture_word(r, first + GPU_CAPTURE_SURF_HASH + 1);

    if (addr > p->ram.size || size > p->ram.size - addr) {
        *why = "a surface that is not in RAM";
        return false;
    }
    return gpu_capture_hash_range(addr, p->ram.data + addr, size) ==
           (high << 32 | low);
}

static bool check(const Player *p, const GpuCaptureRecord *r,
                  PlayerDone *done, const char **why)
{
    *why = NULL;
    for (unsigned i = GPU_CAPTURE_DONE_HEAD; i < gpu_capture_num(r);
         i += GPU_CAPTURE_SURF_WORDS) {
        done->wrong += !has_hash(p, r, i, why);
    }
    return !*why;
}

static void run_draw(Player *p, const Gr3dRegs *regs, PlayerDone *done)
{
    uint64_t start = now_ns();
    Gr3dDraw *draw = gr3d_draw_new_cached(regs, p->cache);

    gr3d_replay_bind(draw, &p->ram, 1);
    gr3d_draw_set_executor(draw, p->executor);
    gr3d_draw_set_exec(draw, p->exec);
    if (p->watch && p->watch->before) {
        p->watch->before(p->watch->opaque, draw, regs);
    }
    gr3d_draw_run(draw);
    done->ns = now_ns() - start;
    if (p->watch && p->watch->after) {
        p->watch->after(p->watch->opaque, draw);
    }
    gr3d_draw_free(draw);
}

static bool draw(Player *p, const GpuCaptureRecord *r, PlayerDone *done,
                 const char **why)
{
    g_free(p->last);
    p->last = g_queue_pop_head(&p->draws);
    if (!p->last) {
        *why = "a draw that nothing has triggered";
        return false;
    }
    done->regs = &p->last->regs;
    done->cancelled = gpu_capture_word(r, GPU_CAPTURE_DONE_CANCELLED);
    if (!done->cancelled) {
        run_draw(p, &p->last->regs, done);
    }
    return check(p, r, done, why);
}

static bool operation(Player *p, const GpuCaptureRecord *r, PlayerDone *done,
                      const char **why)
{
    uint64_t start = now_ns();

    done->cancelled = gpu_capture_word(r, GPU_CAPTURE_DONE_CANCELLED);
    if (!player_gr2d_run(p->gr2d, &p->ram, done->cancelled)) {
        *why = "an operation that nothing has triggered";
        return false;
    }
    done->ns = now_ns() - start;
    return check(p, r, done, why);
}

/* ---- Records ---- */

static bool (*const records[GPU_CAPTURE_NUM_TYPES])(
    Player *p, const GpuCaptureRecord *r, const char **why) = {
    [GPU_CAPTURE_RAM] = set_ram,
    [GPU_CAPTURE_GR3D] = set_gr3d,
    [GPU_CAPTURE_GR2D] = set_gr2d,
    [GPU_CAPTURE_WORDS] = words,
    [GPU_CAPTURE_WRITE] = write_record,
    [GPU_CAPTURE_READ] = read_record,
    [GPU_CAPTURE_RESET] = reset,
    [GPU_CAPTURE_PAGE_NEW] = page_new,
    [GPU_CAPTURE_PAGE_SAME] = page_same,
};

static bool step(Player *p, const GpuCaptureRecord *r, PlayerDone *done,
                 const char **why)
{
    if (r->type == GPU_CAPTURE_DRAW) {
        return draw(p, r, done, why);
    } else if (r->type == GPU_CAPTURE_OPERATION) {
        return operation(p, r, done, why);
    } else if (r->type < GPU_CAPTURE_NUM_TYPES && records[r->type]) {
        return records[r->type](p, r, why);
    }
    return true;
}

bool player_step(Player *p, const GpuCaptureRecord *record, PlayerDone *done,
                 char **error)
{
    const char *why = NULL;

    *done = (PlayerDone) { 0 };
    if (step(p, record, done, &why)) {
        return true;
    }
    *error = g_strdup_printf("a record %s has %s",
                             gpu_capture_type_name(record->type), why);
    return false;
}

const Gr3dRegs *player_next_draw(const Player *p)
{
    const Frozen *next = p->draws.head ? p->draws.head->data : NULL;

    return next ? &next->regs : NULL;
}

const Gr3dWritten *player_next_written(const Player *p)
{
    const Frozen *next = p->draws.head ? p->draws.head->data : NULL;

    return next ? &next->written : NULL;
}

const Gr3dMemory *player_memory(const Player *p)
{
    return &p->ram;
}

Player *player_new(const Gr3dExec *exec, const GpuExecutor *executor)
{
    Player *p = g_new0(Player, 1);

    p->exec = exec;
    p->executor = executor;
    p->cache = gr3d_cache_new();
    p->gr2d = player_gr2d_new();
    p->pages = g_ptr_array_new_with_free_func(g_free);
    g_queue_init(&p->draws);
    reset_gr3d(p);
    return p;
}

void player_set_watch(Player *p, const PlayerWatch *watch)
{
    p->watch = watch;
}

void player_free(Player *p)
{
    drop_draws(p);
    g_free(p->last);
    g_ptr_array_free(p->pages, TRUE);
    player_gr2d_free(p->gr2d);
    gr3d_cache_free(p->cache);
    free(p->ram.data);
    g_free(p);
}
