/*
 * VideoCore IV 3D engine (V3D 2.1): public interface
 *
 * The engine is pure C over GLib's containers.  It knows nothing of QEMU, of
 * registers' addresses, of threads or of files: the embedder (the QEMU device,
 * a tool, a fuzzer) owns the registers, starts the two control list executors
 * and runs them a slice at a time.
 *
 *   v3d_set_memory()    the guest's RAM
 *   v3d_cl_start()      CTnCA and CTnEA written
 *   v3d_cl_run()        execute, a budget at a time
 *   v3d_take_done()     what has completed: interrupts, BFC, RFC
 *   v3d_take_touched()  which memory was written
 *   v3d_give_memory()   BPOA and BPOS written
 *   v3d_user_request()  SRQPC written
 *   v3d_stop()          the running slice ends soon
 *   v3d_save(), v3d_load()
 *
 * One thread at a time is in the functions of a V3d, except v3d_stop() and
 * v3d_cl_regs().
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef V3D_H
#define V3D_H

#include <stdbool.h>
#include <stdint.h>
#include "hw/gpu/lib/threads.h"
#include "hw/gpu/v3d/isa/events.h"
#include "hw/gpu/v3d/isa/memory.h"
#include "hw/gpu/v3d/isa/records.h"

typedef struct V3d V3d;

V3d *v3d_new(void);
void v3d_free(V3d *v3d);
/* As after power-on.  The memory, the stop flag and the counters stay. */
void v3d_reset(V3d *v3d);

/*
 * Memory: a bus address & V3D_ADDR_MASK is the offset in @data.  A read outside
 * gives zeros, a write there is dropped; both are an event.
 */
void v3d_set_memory(V3d *v3d, void *data, uint64_t size);

/*
 * A backend that executes programs: NULL is the scalar reference, the others
 * give the same bits.  v3d_exec_find() knows "ref", "base", "avx2" and
 * "avx512"; false: *@why says why it cannot be.  To be set when nothing runs.
 */
typedef struct V3dExec V3dExec;

void v3d_set_exec(V3d *v3d, const V3dExec *exec);
/* The best one of this host; NULL on big-endian ones */
const V3dExec *v3d_exec_best(void);
bool v3d_exec_find(const char *name, const V3dExec **exec, const char **why);
const char *v3d_exec_name(const V3dExec *exec);

/*
 * Render tiles on the threads of @executor, NULL: one after the other on the
 * caller's.  The picture is the same; so are events and counters, but that
 * vertices are counted each time that they are shaded: each thread has a vertex
 * cache of its own.  To be set when nothing runs.
 */
void v3d_set_executor(V3d *v3d, const GpuExecutor *executor);

/*
 * Call @fn for each range of memory that was written since the last call, in
 * ascending order, in whole pages of V3D_MEMORY_PAGE bytes, never beyond the
 * memory's size.
 */
void v3d_take_touched(V3d *v3d,
                      void (*fn)(void *opaque, uint64_t offset, uint64_t size),
                      void *opaque);

/*
 * Control list executor, thread n
 */
enum {
    V3D_BIN,                    /* thread 0 */
    V3D_RENDER,                 /* thread 1 */
    V3D_NUM_THREADS,
};

/*
 * Start at @ca; what the thread did before is given up.  It stops where CA
 * equals @ea.
 */
void v3d_cl_start(V3d *v3d, unsigned thread, uint32_t ca, uint32_t ea);
/* CTnEA written while the thread runs */
void v3d_cl_set_end(V3d *v3d, unsigned thread, uint32_t ea);
/* CTRSTA: stop the thread and reset its counters */
void v3d_cl_reset(V3d *v3d, unsigned thread);

typedef enum V3dClResult {
    V3D_CL_DONE,                /* stopped at end */
    V3D_CL_HALT,                /* stopped at halt: may be run on */
    V3D_CL_MORE,                /* budget used up, or v3d_stop() */
    V3D_CL_SEMAPHORE,           /* waits for the other thread */
    V3D_CL_MEMORY,              /* the binner waits for v3d_give_memory() */
    V3D_CL_ERROR,               /* stopped with error: CTERR */
} V3dClResult;

/*
 * Execute up to about @budget units of work (one unit: one QPU instruction, or
 * what takes about as long).  The call ends after at most V3D_MAX_STEP units
 * more, the most that lies between two stop points: a piece of a program and
 * the longest transfer that its last instruction starts; or after what waits
 * for strips is drawn in the tile, more units that take no longer.  With an
 * executor, tiles that have begun are ended first; after v3d_stop() they may
 * take V3D_MAX_GRACE units each, else they are given up and will begin again.
 */
#define V3D_MAX_STEP    (1u << 15)
#define V3D_MAX_GRACE   (1u << 18)

V3dClResult v3d_cl_run(V3d *v3d, unsigned thread, uint64_t budget);
/*
 * Both threads, a budget each: as v3d_cl_run() of the rendering thread, then of
 * the binning thread, but with an executor one thread of that executes the
 * binning list while the others render tiles.
 */
void v3d_cl_run_both(V3d *v3d, uint64_t budget,
                     V3dClResult result[V3D_NUM_THREADS]);

/*
 * While @stop is set, v3d_cl_run() and v3d_user_run() return MORE at the next
 * stop point; they go on from there when they are called without it.
 */
void v3d_stop(V3d *v3d, bool stop);

/* To be called before each record is executed, that at @ca; NULL: nothing */
typedef void V3dRecordHook(void *opaque, unsigned thread, uint32_t ca,
                           const V3dRecord *record);

void v3d_set_record_hook(V3d *v3d, V3dRecordHook *hook, void *opaque);

/* What CTnCS, CTnEA, CTnCA, CTnRA0, CTnLC and CTnPC show */
typedef struct V3dClRegs {
    uint32_t ca, ea, ra0, lc, pc;
    uint32_t semaphore;         /* CTSEMA */
    uint32_t depth;             /* CTRTSD */
    bool running;               /* CTRUN */
    bool halted;                /* CTSUBS when stopped */
    bool waiting;               /* CTSUBS when running */
    bool error;                 /* CTERR */
    bool tile_lists;            /* CTMODE */
} V3dClRegs;

/* Each value is one of recent moments where another thread runs the list. */
V3dClRegs v3d_cl_regs(const V3d *v3d, unsigned thread);
/* CTnLC written: bit 16 clears the major count, bit 0 that of sub-lists. */
void v3d_cl_clear_lc(V3d *v3d, unsigned thread, uint32_t value);

/* How often each has happened since the last call */
typedef struct V3dDone {
    uint32_t flushes;           /* FLDONE, BFC */
    uint32_t frames;            /* FRDONE, RFC */
    uint32_t out_of_memory;     /* OUTOMEM */
    uint32_t spills;            /* SPILLUSE */
} V3dDone;

V3dDone v3d_take_done(V3d *v3d);

/* The binner's memory pool */
typedef struct V3dPool {
    uint32_t bpca, bpcs;        /* allocation pointer, bytes left */
    uint32_t bpoa, bpos;        /* overspill block; bpos 0: taken */
    bool out_of_memory;         /* BMOOM */
} V3dPool;

V3dPool v3d_pool(const V3d *v3d);
/* BPOA and BPOS: 0 bytes take an unused block back. */
void v3d_give_memory(V3d *v3d, uint32_t addr, uint32_t size);
/* BXCF: bit 1 disables clipping. */
void v3d_set_bxcf(V3d *v3d, uint32_t value);

/*
 * User programs: SRQPC and SRQUA.  False: the queue of V3D_USER_QUEUE is full,
 * the request is dropped.  @length as SRQUL: words, 0 disables uniforms, above
 * 1023 unlimited.
 */
#define V3D_USER_QUEUE  16

/* They run only in v3d_user_run(). */
bool v3d_user_request(V3d *v3d, uint32_t code, uint32_t uniforms,
                      uint32_t length);
void v3d_user_clear(V3d *v3d);
unsigned v3d_user_queued(const V3d *v3d);
/* A QPU has one, which maybe waits. */
bool v3d_user_runs(const V3d *v3d);
/* VPMBASE: VPM reserved for user programs, units of 256 bytes */
void v3d_set_vpmbase(V3d *v3d, uint32_t value);

typedef enum V3dUserResult {
    V3D_USER_DONE,              /* nothing is queued, nothing runs */
    V3D_USER_MORE,              /* budget used up, or v3d_stop() */
    V3D_USER_WAIT,              /* all wait, for another request's program */
} V3dUserResult;

V3dUserResult v3d_user_run(V3d *v3d, uint64_t budget);

typedef struct V3dUserDone {
    uint32_t programs;          /* SRQCS: completed since the last call */
    uint32_t interrupts;        /* DBQITC: one bit for each QPU */
} V3dUserDone;

V3dUserDone v3d_user_take_done(V3d *v3d);

/* Caches: SLCACTL or L2CACTL written.  Decoded programs are dropped. */
void v3d_clear_caches(V3d *v3d);

/*
 * Performance counters: counts of each source since v3d_new(), numbered as in
 * PCTRSn.
 */
#define V3D_NUM_COUNTERS    30

const uint64_t *v3d_counters(const V3d *v3d);

/*
 * What the guest did wrong since the last v3d_clear_events(); *@num is their
 * number.  Valid until the next call with @v3d.
 */
const GpuEventCount *v3d_events(const V3d *v3d, unsigned *num);
void v3d_clear_events(V3d *v3d);

/*
 * All state that a later slice depends on, in numbers of 32 bits.  The first
 * is V3D_STATE_VERSION.  v3d_load() is false, and @v3d as after v3d_reset(),
 * where the numbers are no state.
 */
#define V3D_STATE_VERSION   4
#define V3D_STATE_WORDS     45056

void v3d_save(const V3d *v3d, uint32_t *words);
bool v3d_load(V3d *v3d, const uint32_t *words);

#endif /* V3D_H */
