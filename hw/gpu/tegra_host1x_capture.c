/*
 * NVIDIA Tegra20 host1x: captures
 *
 * See include/hw/gpu/tegra_host1x_capture.h, and docs/specs/tegra-capture.rst
 * for the form of the file.  None of this is state that migrates: a capture
 * ends when the machine is saved or loaded.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qapi/error.h"
#include "qapi/visitor.h"
#include "qemu/cutils.h"
#include "qemu/error-report.h"
#include "qemu/units.h"
#include "system/dma.h"
#include "system/system.h"
#include "hw/gpu/tegra_engine.h"
#include "hw/gpu/tegra_host1x_capture.h"
#include "tegra_host1x_internal.h"
#include "trace.h"

/* Surfaces of one operation */
#define MAX_SURFACES    16

struct TegraHost1xCapture {
    TegraHost1xState *host1x;
    Notifier exit;              /* of QEMU */
    char *path;
    int fd;
    int error;                  /* errno of the write that failed */
    GpuCaptureWriter *writer;  /* NULL: it has not begun */
    uint32_t num_frames, num_jobs;
    bool drawn;                 /* since the last frame */

    /* the open record of words */
    TegraHost1xChannel *ch;
    uint32_t next;              /* address of the next word */

    /* the operation that is over */
    GpuCaptureType done_type;
    uint32_t done[GPU_CAPTURE_DONE_HEAD +
                  MAX_SURFACES * GPU_CAPTURE_SURF_WORDS];
    unsigned int num_done;
};

/* ------------------------------------------------------------------ */
/* Begin and end                                                      */

static bool capture_output(void *opaque, const void *data, size_t size)
{
    TegraHost1xCapture *c = opaque;

    errno = 0;
    if (qemu_write_full(c->fd, data, size) == size) {
        return true;
    }
    c->error = errno ?: EIO;
    return false;
}

static void capture_free(TegraHost1xCapture *c)
{
    if (c->writer) {
        gpu_capture_writer_free(c->writer);
    }
    qemu_close(c->fd);
    qemu_remove_exit_notifier(&c->exit);
    g_free(c->path);
    g_free(c);
}

static void capture_finish(TegraHost1xCapture *c, const char *why)
{
    if (!c->error) {
        gpu_capture_text(c->writer, GPU_CAPTURE_END, why);
        gpu_capture_flush(c->writer);
    }
    trace_tegra_host1x_capture_end(c->path, why,
                                   gpu_capture_written(c->writer));
    if (c->error) {
        error_report(TYPE_TEGRA_HOST1X ": capture of '%s' has ended: %s",
                     c->path, strerror(c->error));
    }
}

void tegra_host1x_capture_end(TegraHost1xState *s, const char *why)
{
    TegraHost1xCapture *c = s->capture ?: s->next_capture;

    if (!c) {
        return;
    }
    if (c->writer) {
        capture_finish(c, why);
    }
    s->capture = NULL;
    s->next_capture = NULL;
    g_free(s->capture_ended);
    s->capture_ended = g_strdup_printf("ended: %s: %u jobs, %u frames",
                                       c->error ? strerror(c->error) : why,
                                       c->num_jobs, c->num_frames);
    capture_free(c);
}

static void capture_exit(Notifier *notifier, void *data)
{
    TegraHost1xCapture *c = container_of(notifier, TegraHost1xCapture, exit);

    tegra_host1x_capture_end(c->host1x, "QEMU ends");
}

/* Put down the state that all what comes begins with. */
static void capture_state(TegraHost1xState *s)
{
    const uint32_t ram[] = {
        0, MIN(tegra_engine_ram_length(&s->dma_as, 0, 4 * GiB), 2 * GiB)
    };

    tegra_host1x_capture_words(s, GPU_CAPTURE_RAM, ram, ARRAY_SIZE(ram));
    tegra_host1x_capture_words(s, GPU_CAPTURE_SYNCPTS,
                               tegra_host1x_syncpt(s, 0),
                               TEGRA_HOST1X_NUM_SYNCPTS);
    for (unsigned int m = 0; m < TEGRA_HOST1X_NUM_MODULES; m++) {
        if (s->modules[m].client && s->modules[m].class->capture) {
            s->modules[m].class->capture(s->modules[m].client);
        }
    }
}

static void capture_begin(TegraHost1xState *s)
{
    TegraHost1xCapture *c = s->next_capture;

    s->capture = c;
    s->next_capture = NULL;
    c->writer = gpu_capture_writer_new(capture_output, c);
    gpu_capture_text(c->writer, GPU_CAPTURE_NOTE, "QEMU " QEMU_VERSION);
    capture_state(s);
    trace_tegra_host1x_capture_begin(c->path);
}

void tegra_host1x_capture_job(TegraHost1xState *s)
{
    TegraHost1xCapture *c = s->capture;

    if (c && s->capture_jobs && c->num_jobs >= s->capture_jobs) {
        tegra_host1x_capture_end(s, "all jobs");
    } else if (s->next_capture && !s->capture_frames) {
        capture_begin(s);
    }
    if (s->capture) {
        gpu_capture_flush(s->capture->writer);
        s->capture->num_jobs++;
    }
}

bool tegra_host1x_capture_frame(TegraHost1xState *s, bool flipped)
{
    TegraHost1xCapture *c = s->capture;
    bool counts = c && (c->drawn || flipped);

    if (counts) {
        gpu_capture_flush(c->writer);
        c->num_frames++;
        c->drawn = false;
    } else if (s->next_capture && s->capture_frames) {
        capture_begin(s);
    }
    return counts;
}

/* Has a channel words, or does an engine work? */
static bool capture_busy(TegraHost1xState *s)
{
    for (unsigned int n = 0; n < TEGRA_HOST1X_NUM_CHANNELS; n++) {
        TegraHost1xChannel *ch = &s->channel[n];

        if (ch->park != TEGRA_HOST1X_PARK_NONE ||
            tegra_host1x_cmdproc_in_gather(&ch->cmdproc) ||
            ch->regs[R_H1X_DMAGET] != ch->regs[R_H1X_DMAPUT]) {
            return true;
        }
    }
    for (unsigned int m = 0; m < TEGRA_HOST1X_NUM_MODULES; m++) {
        if (s->modules[m].client && s->modules[m].class->capture &&
            !s->modules[m].class->idle(s->modules[m].client)) {
            return true;
        }
    }
    return false;
}

void tegra_host1x_capture_poll(TegraHost1xState *s)
{
    TegraHost1xCapture *c = s->capture;

    if (!c) {
        return;
    }
    if (c->error) {
        tegra_host1x_capture_end(s, "error");
    } else if (s->capture_frames && c->num_frames >= s->capture_frames) {
        tegra_host1x_capture_end(s, "all frames");
    } else if (s->capture_jobs && c->num_jobs >= s->capture_jobs &&
               !capture_busy(s)) {
        tegra_host1x_capture_end(s, "all jobs");
    }
}

/* ------------------------------------------------------------------ */
/* Words and registers                                                */

static void capture_open(TegraHost1xCapture *c, TegraHost1xChannel *ch,
                         uint32_t addr)
{
    uint32_t head[GPU_CAPTURE_WORDS_HEAD] = {
        [GPU_CAPTURE_WORDS_CHANNEL] = ch->index,
        [GPU_CAPTURE_WORDS_ADDR] = addr,
    };

    tegra_host1x_cmdproc_put_head(&ch->cmdproc, head);
    gpu_capture_open(c->writer, GPU_CAPTURE_WORDS, head, ARRAY_SIZE(head));
    c->ch = ch;
}

void tegra_host1x_capture_run(TegraHost1xChannel *ch, uint32_t addr,
                              const uint32_t *word, unsigned int num)
{
    TegraHost1xCapture *c = ch->host->capture;

    if (!gpu_capture_is_open(c->writer) || c->ch != ch || c->next != addr) {
        capture_open(c, ch, addr);
    }
    gpu_capture_put(c->writer, word, num);
    c->next = addr + num * 4;
}

void tegra_host1x_capture_cut(TegraHost1xState *s)
{
    s->capture->ch = NULL;
}

void tegra_host1x_capture_refused(TegraHost1xChannel *ch)
{
    TegraHost1xCapture *c = ch->host->capture;

    gpu_capture_take_back(c->writer);
    c->next -= 4;
}

void tegra_host1x_capture_words(TegraHost1xState *s, GpuCaptureType type,
                                const uint32_t *word, unsigned int num)
{
    gpu_capture_words(s->capture->writer, type, word, num);
}

void tegra_host1x_capture_write(TegraHost1xState *s, uint16_t class_id,
                                uint32_t offset, uint32_t value)
{
    const uint32_t word[] = { class_id, offset, value };

    tegra_host1x_capture_words(s, GPU_CAPTURE_WRITE, word, ARRAY_SIZE(word));
}

/* ------------------------------------------------------------------ */
/* Memory                                                             */

typedef struct CaptureMap {
    hwaddr addr, len;           /* whole pages */
    void *host;
} CaptureMap;

/* Map the pages that memory is in, as far as they are RAM. */
static bool capture_map(TegraHost1xState *s, CaptureMap *map, hwaddr addr,
                        uint64_t size)
{
    const MemTxAttrs attrs = { .memory = true };
    hwaddr end = MIN(ROUND_UP(addr + size, GPU_CAPTURE_PAGE), 4 * GiB);

    map->addr = ROUND_DOWN(addr, GPU_CAPTURE_PAGE);
    map->len = 0;
    if (addr < end) {
        map->len = tegra_engine_ram_length(&s->dma_as, map->addr,
                                           end - map->addr);
    }
    map->host = map->len ? address_space_map(&s->dma_as, map->addr, &map->len,
                                             false, attrs) : NULL;
    map->len = ROUND_DOWN(map->len, GPU_CAPTURE_PAGE);
    return map->host;
}

static void capture_unmap(TegraHost1xState *s, CaptureMap *map)
{
    address_space_unmap(&s->dma_as, map->host, map->len, false, 0);
}

void tegra_host1x_capture_memory(TegraHost1xState *s, hwaddr addr,
                                 uint64_t size)
{
    CaptureMap map;

    if (size && capture_map(s, &map, addr, size)) {
        gpu_capture_read(s->capture->writer, map.addr, map.host, map.len);
        capture_unmap(s, &map);
    }
}

void tegra_host1x_capture_done_begin(TegraHost1xState *s,
                                     GpuCaptureType type, uint32_t number,
                                     bool cancelled)
{
    TegraHost1xCapture *c = s->capture;

    c->drawn = true;
    c->done_type = type;
    c->done[GPU_CAPTURE_DONE_NUMBER] = number;
    c->done[GPU_CAPTURE_DONE_CANCELLED] = cancelled;
    c->num_done = GPU_CAPTURE_DONE_HEAD;
}

static void capture_surface(TegraHost1xCapture *c, unsigned int slot,
                            uint32_t addr, uint32_t size, const void *host)
{
    uint32_t *word = &c->done[c->num_done];
    uint64_t hash = gpu_capture_hash_range(addr, host, size);

    if (c->num_done + GPU_CAPTURE_SURF_WORDS > ARRAY_SIZE(c->done)) {
        return;
    }
    word[GPU_CAPTURE_SURF_SLOT] = slot;
    word[GPU_CAPTURE_SURF_ADDR] = addr;
    word[GPU_CAPTURE_SURF_SIZE] = size;
    word[GPU_CAPTURE_SURF_HASH] = hash;
    word[GPU_CAPTURE_SURF_HASH + 1] = hash >> 32;
    c->num_done += GPU_CAPTURE_SURF_WORDS;
}

void tegra_host1x_capture_done_wrote(TegraHost1xState *s, unsigned int slot,
                                     hwaddr addr, uint64_t size)
{
    TegraHost1xCapture *c = s->capture;
    bool cancelled = c->done[GPU_CAPTURE_DONE_CANCELLED];
    CaptureMap map;

    if (!size || !capture_map(s, &map, addr, size)) {
        return;
    }
    gpu_capture_wrote(c->writer, map.addr, map.host, map.len, !cancelled);
    if (!cancelled) {
        capture_surface(c, slot, addr, MIN(size, map.addr + map.len - addr),
                        map.host + (addr - map.addr));
    }
    capture_unmap(s, &map);
}

void tegra_host1x_capture_done_end(TegraHost1xState *s)
{
    TegraHost1xCapture *c = s->capture;

    tegra_host1x_capture_words(s, c->done_type, c->done, c->num_done);
}

/* ------------------------------------------------------------------ */
/* Properties                                                         */

static char *capture_get(Object *obj, Error **errp)
{
    TegraHost1xState *s = TEGRA_HOST1X(obj);
    TegraHost1xCapture *c = s->capture ?: s->next_capture;

    return g_strdup(c ? c->path : "");
}

/* Open nothing that could block: a file, or what can be written at once. */
static void capture_set(Object *obj, const char *path, Error **errp)
{
    TegraHost1xState *s = TEGRA_HOST1X(obj);
    TegraHost1xCapture *c;
    int fd;

    tegra_host1x_capture_end(s, "asked for");
    if (!*path) {
        return;
    }
    fd = qemu_create(path, O_WRONLY | O_TRUNC | O_NONBLOCK | O_BINARY, 0666,
                     errp);
    if (fd < 0) {
        return;
    }
    c = g_new0(TegraHost1xCapture, 1);
    c->path = g_strdup(path);
    c->fd = fd;
    c->host1x = s;
    c->exit.notify = capture_exit;
    qemu_add_exit_notifier(&c->exit);
    s->next_capture = c;
}

static char *capture_get_state(Object *obj, Error **errp)
{
    TegraHost1xState *s = TEGRA_HOST1X(obj);
    TegraHost1xCapture *c = s->capture;

    if (c) {
        return g_strdup_printf("runs: %u jobs, %u frames, %" PRIu64 " bytes",
                               c->num_jobs, c->num_frames,
                               gpu_capture_written(c->writer));
    }
    return g_strdup(s->next_capture ? "waits" : s->capture_ended ?: "none");
}

void tegra_host1x_capture_init(TegraHost1xState *s)
{
    Object *obj = OBJECT(s);

    object_property_add_uint32_ptr(obj, "capture-frames", &s->capture_frames,
                                   OBJ_PROP_FLAG_READWRITE);
    object_property_set_description(obj, "capture-frames",
        "a capture begins at a vertical blank, and ends after N in front of "
        "which something was drawn or flipped; 0: no limit");
    object_property_add_uint32_ptr(obj, "capture-jobs", &s->capture_jobs,
                                   OBJ_PROP_FLAG_READWRITE);
    object_property_set_description(obj, "capture-jobs",
        "a capture begins at a job, and ends after N; 0: no limit");
}

void tegra_host1x_capture_class_init(ObjectClass *klass)
{
    object_class_property_add_str(klass, "capture", capture_get, capture_set);
    object_class_property_set_description(klass, "capture",
        "begins a capture to this file, see capture-frames and capture-jobs; "
        "an empty name ends it");
    object_class_property_add_str(klass, "capture-state", capture_get_state,
                                  NULL);
    object_class_property_set_description(klass, "capture-state",
        "how far the capture is, or why it has ended");
}
