/*
 * VideoCore IV 3D engine: what lies between two slices of work
 *
 * Numbers of 32 bits only: v3d_save() copies them.  The guest, or whoever made
 * a migration stream, may have chosen each of them; v3d_state_valid() says
 * which ranges the engine counts on.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef V3D_STATE_H
#define V3D_STATE_H

#include <stdbool.h>
#include <stdint.h>
#include "hw/gpu/v3d/isa/qpu.h"

/* How a thread of the control list executor stands */
enum {
    V3D_STOPPED_AT_END,
    V3D_STOPPED_AT_HALT,
    V3D_STOPPED_WITH_ERROR,
    V3D_RUNNING,
};

/* M: levels of sub-lists; the guide says two in one place, one in another */
#define V3D_MAX_DEPTH   2

/* Records whose addresses are kept for who looks at a list */
#define V3D_TRAIL       8

typedef struct V3dClState {
    uint32_t run;
    uint32_t ca, ea;
    uint32_t depth, ra[V3D_MAX_DEPTH];
    uint32_t lc, pc;
    uint32_t semaphore;
    uint32_t increment;         /* to be posted when the flush or frame ends */
    uint32_t waiting;
    uint32_t tile_lists;        /* Start Tile Binning was seen */
    uint32_t records;           /* begun since the start */
    uint32_t trail[V3D_TRAIL];  /* where, by their number */
} V3dClState;

/* State items: what a draw depends on and a tile list has to contain */
enum {
    V3D_ITEM_LIST_FORMAT,
    V3D_ITEM_SHADER,
    V3D_ITEM_CONFIG,
    V3D_ITEM_FLAT,
    V3D_ITEM_POINT_SIZE,
    V3D_ITEM_LINE_WIDTH,
    V3D_ITEM_DEPTH_OFFSET,
    V3D_ITEM_CLIP_WINDOW,
    V3D_ITEM_VIEWPORT,
    V3D_ITEM_Z_PLANES,
    V3D_NUM_ITEMS,
};

/* A control record as it is in memory */
typedef struct V3dItem {
    uint32_t size;              /* 0: never seen */
    uint32_t words[3];
} V3dItem;

/* A primitive list that the binner is in */
typedef struct V3dDrawState {
    uint32_t code;              /* of its record; 0: none */
    uint32_t mode;
    uint32_t index_type;
    uint32_t length;
    uint32_t first;             /* or address of the indices */
    uint32_t max_index;
    uint32_t prim;              /* the next primitive */
    uint32_t part;              /* of the primitive, clipped to a fan */
    uint32_t tile;              /* the next tile of its box */
    uint32_t clipped;           /* address of the part's record; 0: none yet */
    uint32_t counted;           /* by the performance counter */
} V3dDrawState;

/*
 * A shaded vertex, as the programs write it to the VPM:
 * coordinate: Xc, Yc, Zc, Wc, {Ys, Xs}, Zs, 1/Wc, point size if it has one
 * vertex:                     {Ys, Xs}, Zs, 1/Wc, point size, varyings
 */
#define V3D_VERTEX_WORDS    40

/* Vertices that are shaded one batch after the other, at most */
#define V3D_MAX_SHADING     64

/* The primitive that a thread is at */
typedef struct V3dPrimState {
    uint32_t vertices;          /* that it has */
    uint32_t word[3][V3D_VERTEX_WORDS];
    uint32_t shading;           /* vertices that are shaded now; 0: none */
    uint32_t shaded;            /* of these, in batches that are done */
    uint32_t index[V3D_MAX_SHADING];    /* of these */
} V3dPrimState;

typedef struct V3dBinState {
    uint32_t alloc, state;      /* addresses */
    uint32_t alloc_size;
    uint32_t auto_init;
    uint32_t width, height;     /* tiles */
    uint32_t multisample, colour_64;
    uint32_t initial_block, block;      /* bytes */
    uint32_t bpca, bpcs;        /* pool */
    uint32_t bpoa, bpos;        /* overspill */
    uint32_t starving;
    uint32_t flush;             /* running: the next tile + 1; 0: none */
    uint32_t flush_all;
    uint32_t bxcf;
    uint32_t scale_x, scale_y, scale_z, offset_z;       /* floats */
    uint32_t count;             /* of state changes */
    uint32_t changed[V3D_NUM_ITEMS];    /* count when it changed */
    V3dDrawState draw;
} V3dBinState;

/* The tile buffer holds 16 KiB of colour, and of Z and stencil. */
#define V3D_TILE_WORDS  4096

typedef struct V3dTileState {
    uint32_t multisample, colour_64, vg_mask;
    uint32_t clear_colour[2], clear_zs, clear_mask;
    /* By quads of 2x2 in rows, then samples, then pixels */
    uint32_t colour[V3D_TILE_WORDS];
    uint32_t zs[V3D_TILE_WORDS];        /* Z in 31:8, stencil in 7:0 */
    uint32_t mask[V3D_TILE_WORDS / 4];  /* bytes, the first pixel's in 7:0 */
} V3dTileState;

typedef struct V3dRenderState {
    uint32_t frame;             /* address */
    uint32_t width, height;     /* pixels */
    uint32_t frame_format, decimate, layout;
    uint32_t column, row;       /* tile */
    uint32_t load[3];           /* record to be executed; 0: none */
    uint32_t in_list;           /* CA is inside a compressed list */
    uint32_t prev[3];           /* indices of the primitive before */
    uint32_t clipped, clip_flags;   /* record for the next primitive */
    V3dDrawState draw;
    uint32_t batch;             /* of the primitive: the next */
    uint32_t batch_running;     /* its program has begun */
    V3dTileState tile;
} V3dRenderState;

#define V3D_NUM_QPUS        12
#define V3D_NUM_SEMAPHORES  16

typedef struct V3dUserRequest {
    uint32_t code, uniforms, length;
} V3dUserRequest;

typedef struct V3dUserState {
    uint32_t queued;
    V3dUserRequest queue[16];
    uint32_t busy;              /* QPUs, one bit each */
    uint32_t turn;              /* the QPU that runs */
    uint32_t semaphore[V3D_NUM_SEMAPHORES];
    uint32_t mutex;             /* its QPU + 1; 0: free */
    uint32_t programs, interrupts;      /* v3d_user_take_done() */
    uint32_t vpmbase;
} V3dUserState;

typedef struct V3dState {
    uint32_t version;
    V3dClState cl[2];
    V3dItem item[2][V3D_NUM_ITEMS];     /* of each thread */
    V3dPrimState prim[2];
    V3dBinState bin;
    V3dRenderState render;
    V3dUserState user;
} V3dState;

/* False: the engine could not go on with it. */
bool v3d_state_valid(const V3dState *s);

#endif /* V3D_STATE_H */
