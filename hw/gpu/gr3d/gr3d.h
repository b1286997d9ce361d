/*
 * Tegra20 GR3D engine: public interface
 *
 * The engine is pure C over GLib's containers.  It knows nothing of guest
 * addresses' meaning, of QEMU, of threads or of files: the embedder (the QEMU
 * device, a tool, a fuzzer) writes registers, turns the span requests of a
 * draw into host memory, and runs the draw.
 *
 *   gr3d_regs_write()   registers and upload ports       (isa/regfile.h)
 *   gr3d_draw_new()     DRAW_PRIM written: freeze, decode    (Gr3dDraw)
 *   gr3d_draw_request() which memory the draw may touch
 *   gr3d_draw_bind()    ... and where it is on the host
 *   gr3d_draw_run()     execute
 *   gr3d_draw_touched() which bytes were written
 *   gr3d_draw_pause()   keep its place for a while: the machine is stopped, or
 *                       others want the thread
 *   gr3d_draw_cancel()  stop early: reset, channel teardown
 *   gr3d_draw_free()
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef GR3D_H
#define GR3D_H

#include <stdbool.h>
#include <stdint.h>
#include "hw/gpu/gr3d/isa/regfile.h"
#include "hw/gpu/lib/events.h"
#include "hw/gpu/lib/threads.h"

/* Memory a draw uses: one slot per attribute, index buffer, surface, texture */
enum {
    GR3D_SPAN_ATTRIB = 0,
    GR3D_SPAN_INDEX = GR3D_SPAN_ATTRIB + GR3D_NUM_ATTRIBS,
    GR3D_SPAN_SURFACE,
    GR3D_SPAN_TEXTURE = GR3D_SPAN_SURFACE + GR3D_NUM_SURFACES,
    GR3D_NUM_SPANS = GR3D_SPAN_TEXTURE + GR3D_NUM_TEXTURES,
};

typedef struct Gr3dSpanRequest {
    uint32_t addr;              /* guest bus address of byte 0 */
    uint64_t size;              /* upper bound in bytes; 0: slot is unused */
    bool write;                 /* else read only */
} Gr3dSpanRequest;

typedef struct Gr3dDraw Gr3dDraw;

/*
 * Freeze a draw from the registers as they are now.  Never NULL; a draw that
 * has nothing to do (bad primitive type, no memory) has no span requests.
 */
Gr3dDraw *gr3d_draw_new(const Gr3dRegs *regs);
void gr3d_draw_free(Gr3dDraw *draw);

/*
 * What draws leave for later ones: decoded programs and memory to work in, some
 * MiB at most.  Only one thread at a time may freeze draws with a cache, and
 * one at a time should run them.  They may be run and freed on any thread,
 * before the cache is freed.
 */
typedef struct Gr3dCache Gr3dCache;

Gr3dCache *gr3d_cache_new(void);
void gr3d_cache_free(Gr3dCache *cache);
/* As gr3d_draw_new(), with a cache, which may be NULL */
Gr3dDraw *gr3d_draw_new_cached(const Gr3dRegs *regs, Gr3dCache *cache);

const Gr3dSpanRequest *gr3d_draw_request(const Gr3dDraw *draw, unsigned slot);
/*
 * Give a slot its host memory.  @size may be anything up to the request's
 * size: the engine checks every access against it.  A slot without memory
 * reads zeros and drops writes.
 */
void gr3d_draw_bind(Gr3dDraw *draw, unsigned slot, void *data, uint64_t size);

/*
 * Let tiles of @draw run on @executor, which outlives it: what the draw leaves
 * behind is the same.  NULL: all run on the caller's thread.  To be called
 * before gr3d_draw_run().
 */
void gr3d_draw_set_executor(Gr3dDraw *draw, const GpuExecutor *executor);

/*
 * A backend that executes programs: NULL is the scalar reference, the others
 * give the same bits.  gr3d_exec_find() knows "ref", "base", "avx2" and
 * "avx512"; false if this host has no such backend, and *@why says the reason.
 */
typedef struct Gr3dExec Gr3dExec;

/*
 * Return the best backend of this host; NULL, the reference, if there is no
 * other, as on big-endian hosts.
 */
const Gr3dExec *gr3d_exec_best(void);
bool gr3d_exec_find(const char *name, const Gr3dExec **exec, const char **why);
const char *gr3d_exec_name(const Gr3dExec *exec);
/*
 * Choose the backend, by default the reference.  To be called before
 * gr3d_draw_run(), and on the thread that freezes draws, as programs are
 * prepared here.
 */
void gr3d_draw_set_exec(Gr3dDraw *draw, const Gr3dExec *exec);

/* Run it, the whole of it and once. */
void gr3d_draw_run(Gr3dDraw *draw);

/*
 * Run each as gr3d_draw_run() does, in order.  Returns how many from
 * the front it has run: at least one, and as many as it may run together,
 * which are those that do not read what others of them write.  Draws that are
 * run together have the same cache and executor.  No other draw with their
 * cache may run meanwhile.
 */
unsigned gr3d_draws_run(Gr3dDraw *const *draw, unsigned num);

/*
 * Say that a client may wait for the draws before @draw.  Draws that run
 * together are done together: in gr3d_draws_run() the earlier draws then wait
 * for @draw, and for those behind it, for some milliseconds and not more.
 */
void gr3d_draw_set_fence(Gr3dDraw *draw, bool fence);

/*
 * Give the rest of the draw up: gr3d_draw_run() returns soon.  This and
 * gr3d_draw_pause() are the only functions that may be called while another
 * thread is in gr3d_draw_run().  In gr3d_draws_run(), the other draws go on.
 */
void gr3d_draw_cancel(Gr3dDraw *draw);

/*
 * Threads look whether the draw is cancelled or paused after GR3D_MAX_STEP
 * units of work at most (one unit: one shader instruction or one visited pixel
 * quad), which is a primitive of a tile [tegra-gr3d.rst, Bounds on a guest].
 */
#define GR3D_MAX_STEP   1836048

/*
 * Set what pauses @draw.  A thread that finds it paused calls @wait each time
 * that it looks, and goes on when that returns.  @work is what has been done:
 * the units of gr3d_draw_stats() at last, and never fewer than before, if there
 * is no executor.  @wait may cancel the draw, or leave its stack for another
 * coroutine's.  To be called before gr3d_draw_run().
 */
typedef void Gr3dWait(void *opaque, uint64_t work);

void gr3d_draw_set_wait(Gr3dDraw *draw, Gr3dWait *wait, void *opaque);
/*
 * Pause a draw that has a @wait, or take the pause back.  What @wait waits for
 * comes after the last pause is taken back, or after the draw is cancelled.
 */
void gr3d_draw_pause(Gr3dDraw *draw, bool pause);

/* Return the range [*start, *end) of a slot that was written; false: none. */
bool gr3d_draw_touched(const Gr3dDraw *draw, unsigned slot,
                       uint64_t *start, uint64_t *end);

/* Return the events of a draw, *@num of them.  Valid until the draw is freed */
const GpuEventCount *gr3d_draw_events(const Gr3dDraw *draw, unsigned *num);

typedef struct Gr3dDrawStats {
    uint64_t vertices;
    uint64_t primitives;        /* assembled */
    uint64_t rasterised;        /* left after clip and cull */
    uint64_t fragments;         /* that ran the fragment program */
    uint64_t work;              /* units, see GR3D_MAX_STEP */
} Gr3dDrawStats;

const Gr3dDrawStats *gr3d_draw_stats(const Gr3dDraw *draw);

#endif /* GR3D_H */
