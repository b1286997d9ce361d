/*
 * VideoCore IV 3D engine: primitive tile binner (PTB), the lists it writes
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <string.h>
#include "hw/gpu/lib/bits.h"
#include "hw/gpu/lib/le.h"
#include "items.h"
#include "ptb.h"
#include "tilelist.h"

/* What the end of a block must have room for: end of list, branch */
#define RESERVED    6

/*
 * A tile's state as it is in memory, which the guest may change: what it says
 * is where the next bytes go, and no more.  All zero: the list is empty.
 */
typedef struct TileState {
    uint32_t addr;              /* the next byte; 0: the first of all */
    uint32_t left;              /* bytes in the block */
    uint32_t in_list;           /* a compressed list is open */
    uint32_t count;             /* of the state changes that it has */
} TileState;

#define STATE_BYTES 16

/* NULL outside memory: then each primitive is the list's first. */
static uint8_t *state_at(const V3dBinState *bin, V3dCore *core, uint32_t tile)
{
    return v3d_memory_write(&core->mem, bin->state + V3D_TILE_STATE * tile,
                            STATE_BYTES);
}

static void read_state(TileState *t, const uint8_t *data,
                       const V3dBinState *bin, uint32_t tile)
{
    *t = (TileState) { };
    if (data) {
        t->addr = gpu_load_le_4(data);
        t->left = gpu_load_le_4(data + 4);
        t->in_list = gpu_load_le_4(data + 8);
        t->count = gpu_load_le_4(data + 12);
    }
    if (!t->addr) {
        t->addr = bin->alloc + bin->initial_block * tile;
        t->left = bin->initial_block;
    }
}

static void write_state(const TileState *t, uint8_t *data)
{
    if (data) {
        gpu_store_le_4(data, t->addr);
        gpu_store_le_4(data + 4, t->left);
        gpu_store_le_4(data + 8, t->in_list);
        gpu_store_le_4(data + 12, t->count);
    }
}

static void clear_states(const V3dBinState *bin, V3dCore *core)
{
    uint32_t size = V3D_TILE_STATE * bin->width * bin->height;
    uint8_t *data = v3d_memory_write(&core->mem, bin->state, size);

    if (data) {
        memset(data, 0, size);
    }
}

void v3d_ptb_start(V3dBinState *bin, V3dCore *core)
{
    uint32_t first = bin->initial_block * bin->width * bin->height;

    if (bin->auto_init) {
        clear_states(bin, core);
    }
    bin->bpca = bin->alloc + first;
    bin->bpcs = bin->alloc_size > first ? bin->alloc_size - first : 0;
    bin->starving = 0;
    bin->count = 1;
    for (unsigned i = 0; i < V3D_NUM_ITEMS; i++) {
        bin->changed[i] = 1;
    }
}

/*
 * Pool
 */

static bool starve(V3dBinState *bin, V3dCore *core)
{
    if (!bin->starving) {
        bin->starving = 1;
        core->done.out_of_memory++;
    }
    return false;
}

static bool allocate(V3dBinState *bin, V3dCore *core, uint32_t size,
                     uint32_t *addr)
{
    if (bin->bpcs < size && bin->bpos) {
        bin->bpca = bin->bpoa;
        bin->bpcs = bin->bpos;
        bin->bpos = 0;
        core->done.spills++;
    }
    if (bin->bpcs < size) {
        return starve(bin, core);
    }
    bin->starving = 0;
    *addr = bin->bpca;
    bin->bpca += size;
    bin->bpcs -= size;
    return true;
}

/*
 * Bytes of a list
 */

static void put(TileState *t, V3dCore *core, const uint8_t *bytes,
                unsigned size)
{
    uint8_t *data = v3d_memory_write(&core->mem, t->addr, size);

    if (data) {
        memcpy(data, bytes, size);
    }
    t->addr += size;
    t->left -= size;
}

static void put_byte(TileState *t, V3dCore *core, uint8_t byte)
{
    put(t, core, &byte, 1);
}

static void put_record(TileState *t, V3dCore *core, const V3dRecord *record)
{
    uint8_t data[V3D_RECORD_MAX_SIZE];

    put(t, core, data, v3d_record_encode(record, data));
}

static void close_list(TileState *t, V3dCore *core)
{
    if (t->in_list) {
        put_byte(t, core, V3D_LIST_ESCAPE);
        t->in_list = 0;
    }
}

/* Room for @size bytes in one block */
static bool make_room(TileState *t, V3dBinState *bin, V3dCore *core,
                      unsigned size)
{
    V3dRecord branch = { .code = V3D_REC_BRANCH };

    if (t->left >= size + RESERVED) {
        return true;
    }
    if (!allocate(bin, core, bin->block, &branch.branch.address)) {
        return false;
    }
    close_list(t, core);
    put_record(t, core, &branch);
    t->addr = branch.branch.address;
    t->left = bin->block;
    return true;
}

static bool put_item(TileState *t, V3dBinState *bin, V3dCore *core,
                     const V3dItem *item)
{
    uint8_t data[V3D_RECORD_MAX_SIZE];
    unsigned size = v3d_item_bytes(item, data);

    if (!size) {
        return true;
    }
    if (!make_room(t, bin, core, 1 + size)) {
        return false;
    }
    close_list(t, core);
    put(t, core, data, size);
    return true;
}

/* What the tile's list does not have yet */
static bool put_items(TileState *t, V3dBinState *bin, V3dCore *core,
                      const V3dItem *item)
{
    if (t->count == bin->count) {
        return true;
    }
    for (unsigned i = 0; i < V3D_NUM_ITEMS; i++) {
        if ((int32_t)(bin->changed[i] - t->count) > 0 &&
            !put_item(t, bin, core, &item[i])) {
            return false;
        }
    }
    t->count = bin->count;
    return true;
}

static void put_clipped_code(TileState *t, V3dCore *core, uint32_t address)
{
    V3dRecord record = {
        .code = V3D_REC_CLIPPED_PRIMITIVES,
        .clipped_primitives = { .address = address, .clipped = 7 },
    };

    close_list(t, core);
    put_record(t, core, &record);
}

static bool put_prim(TileState *t, V3dBinState *bin, V3dCore *core,
                     const V3dPtbPrim *prim)
{
    uint8_t nowhere[V3D_LIST_MAX_PRIM], *data;
    unsigned size;

    if (!make_room(t, bin, core, 1 + 5 + V3D_LIST_MAX_PRIM)) {
        return false;
    }
    if (prim->clipped) {
        put_clipped_code(t, core, prim->clipped);
    } else if (!t->in_list) {
        put_byte(t, core, V3D_REC_COMPRESSED_PRIMITIVES);
    }
    t->in_list = 1;
    data = v3d_memory_write(&core->mem, t->addr, V3D_LIST_MAX_PRIM);
    size = v3d_list_encode(data ? data : nowhere, prim->type, prim->index);
    t->addr += size;
    t->left -= size;
    return true;
}

bool v3d_ptb_add(V3dBinState *bin, V3dCore *core, const V3dItem *item,
                 uint32_t tile, const V3dPtbPrim *prim)
{
    uint8_t *data = state_at(bin, core, tile);
    TileState t;
    bool added;

    read_state(&t, data, bin, tile);
    added = put_items(&t, bin, core, item) && put_prim(&t, bin, core, prim);
    write_state(&t, data);
    return added;
}

bool v3d_ptb_end(V3dBinState *bin, V3dCore *core, const V3dItem *item,
                 uint32_t tile, bool all)
{
    uint8_t *data = state_at(bin, core, tile);
    TileState t;
    bool ended;

    read_state(&t, data, bin, tile);
    ended = !all || put_items(&t, bin, core, item);
    if (ended) {
        /* In the room that a branch would have */
        close_list(&t, core);
        put_byte(&t, core, V3D_REC_RETURN_FROM_SUB_LIST);
    }
    write_state(&t, data);
    return ended;
}

/*
 * Clipped vertices
 */

static void put_clipped(uint8_t *data, const V3dClippedVertex *v)
{
    gpu_store_le_4(data, (uint16_t)v->xs | (uint32_t)(uint16_t)v->ys << 16);
    gpu_store_le_4(data + 4, gpu_float_to_bits(v->zs));
    gpu_store_le_4(data + 8, gpu_float_to_bits(v->rw));
    for (unsigned i = 0; i < 3; i++) {
        gpu_store_le_4(data + 12 + 4 * i, gpu_float_to_bits(v->part[i]));
    }
}

bool v3d_ptb_clipped(V3dBinState *bin, V3dCore *core,
                     const V3dClippedVertex vertex[3], uint32_t *address)
{
    uint8_t *data;

    /* The record has bits 31:3 of it. */
    if (!allocate(bin, core, 3 * V3D_CLIPPED_BYTES + 8, address)) {
        return false;
    }
    *address = (*address + 7) & ~7u;
    data = v3d_memory_write(&core->mem, *address, 3 * V3D_CLIPPED_BYTES);
    for (unsigned i = 0; data && i < 3; i++) {
        put_clipped(data + V3D_CLIPPED_BYTES * i, &vertex[i]);
    }
    return true;
}

void v3d_ptb_read_clipped(V3dClippedVertex *vertex, V3dMemory *mem,
                          uint32_t address)
{
    uint32_t xy = v3d_load_32(mem, address);

    vertex->xs = (int16_t)xy;
    vertex->ys = (int16_t)(xy >> 16);
    vertex->zs = gpu_float_from_bits(v3d_load_32(mem, address + 4));
    vertex->rw = gpu_float_from_bits(v3d_load_32(mem, address + 8));
    for (unsigned i = 0; i < 3; i++) {
        vertex->part[i] =
            gpu_float_from_bits(v3d_load_32(mem, address + 12 + 4 * i));
    }
}
