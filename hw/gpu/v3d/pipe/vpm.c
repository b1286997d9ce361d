/*
 * VideoCore IV 3D engine: vertex pipe memory and its DMA
 * [VideoCore IV 3D Architecture Reference Guide, section 7, tables 32 to 37]
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "hw/gpu/lib/le.h"
#include "vpm.h"

/* Set-up words: what bits 31 and 30 say */
enum {
    WRITE_GENERIC = 0,
    WRITE_DMA_STORE = 2,
    WRITE_DMA_STRIDE = 3,
};

/* Bits 30 to 28 of a word with bit 31 for reading */
#define LOAD_EXTENDED   1

typedef enum Size {
    SIZE_8,
    SIZE_16,
    SIZE_32,
} Size;

/* Numbers of @size from a place on, in a row or a column of VPM */
typedef struct Block {
    Size size;
    bool horizontal;
    bool laned;                 /* one in each word, else packed */
    unsigned y, x;
    unsigned sub;               /* laned: place in the word; packed: number */
} Block;

/* A number's word in VPM and the number's first bit */
typedef struct Place {
    unsigned row, word, shift;
} Place;

static unsigned bits_of(Size size)
{
    return 8 << size;
}

static uint32_t mask_of(Size size)
{
    return size == SIZE_32 ? UINT32_MAX : (1u << bits_of(size)) - 1;
}

/* What leaves a row goes on in the next one [M]. */
static Place place_of(const Block *b, unsigned e)
{
    unsigned in_word = 4 >> b->size, number = b->sub + e;
    unsigned words = b->laned ? e : number / in_word;
    unsigned row = b->horizontal ? b->y : b->y + words;
    unsigned word = b->horizontal ? b->x + words : b->x;
    unsigned part = b->laned ? b->sub : number % in_word;

    return (Place) {
        .row = (row + word / V3D_LANES) % V3D_VPM_ROWS,
        .word = word % V3D_LANES,
        .shift = part * bits_of(b->size),
    };
}

static uint32_t get(const V3dVpm *vpm, const Block *b, unsigned e)
{
    Place p = place_of(b, e);

    return vpm->row[p.row][p.word] >> p.shift & mask_of(b->size);
}

static void put(V3dVpm *vpm, const Block *b, unsigned e, uint32_t value)
{
    Place p = place_of(b, e);
    uint32_t mask = mask_of(b->size) << p.shift;
    uint32_t *word = &vpm->row[p.row][p.word];

    *word = (*word & ~mask) | (value << p.shift & mask);
}

static void unknown(V3dMemory *mem, uint32_t word)
{
    v3d_event(mem->events, V3D_EV_VPM_SETUP, word);
}

/*
 * A QPU's reads and writes: one vector at a time
 */

/* 3 is reserved: as 32 bits [M] */
static Size generic_size(uint32_t setup)
{
    Size size = setup >> 8 & 3;

    return size < SIZE_32 ? size : SIZE_32;
}

static Block generic_block(uint32_t setup)
{
    Block b = {
        .size = generic_size(setup),
        .horizontal = setup >> 11 & 1,
        .laned = setup >> 10 & 1,
    };
    unsigned low = SIZE_32 - b.size;
    unsigned rest = (setup & 0xff) >> low;

    b.sub = (setup & ((1u << low) - 1)) * (b.laned ? 1 : V3D_LANES);
    b.y = b.horizontal ? rest & 63 : rest & 48;
    b.x = b.horizontal ? 0 : rest & 15;
    return b;
}

/* The address of the next vector */
static uint32_t step(uint32_t setup)
{
    uint32_t stride = setup >> 12 & 63;
    uint32_t mask = (V3D_VPM_ROWS << (SIZE_32 - generic_size(setup))) - 1;

    return (setup & ~0xffu) | ((setup + (stride ? stride : 64)) & mask);
}

void v3d_vpm_write_setup(V3dVpmAccess *access, V3dMemory *mem, uint32_t word)
{
    switch (word >> 30) {
    case WRITE_GENERIC:
        access->write = word;
        break;
    case WRITE_DMA_STORE:
        access->dma_store = word;
        break;
    case WRITE_DMA_STRIDE:
        access->dma_store_stride = word;
        break;
    default:
        unknown(mem, word);
        break;
    }
}

void v3d_vpm_write(V3dVpmAccess *access, V3dVpm *vpm,
                   const uint32_t value[V3D_LANES], unsigned mask)
{
    Block b = generic_block(access->write);

    for (unsigned i = 0; i < V3D_LANES; i++) {
        if (mask >> i & 1) {
            put(vpm, &b, i, value[i]);
        }
    }
    access->write = step(access->write);
}

/* Vectors that a set-up word asks for */
static uint32_t num_vectors(uint32_t setup)
{
    uint32_t num = setup >> 20 & 15;

    return num ? num : 16;
}

static void queue_read(V3dVpmAccess *access, V3dMemory *mem, uint32_t word)
{
    if (access->num_reads == V3D_VPM_READS) {
        v3d_event(mem->events, V3D_EV_VPM_SETUPS, word);
        return;
    }
    if (!access->num_reads) {
        access->left = num_vectors(word);
    }
    access->read[access->num_reads++] = word;
}

void v3d_vpm_read_setup(V3dVpmAccess *access, V3dMemory *mem, uint32_t word)
{
    if (word >> 31) {
        if ((word >> 28 & 7) == LOAD_EXTENDED) {
            access->dma_load_pitch = word & 0x1fff;
        } else {
            access->dma_load = word;
        }
    } else if (word >> 30) {
        unknown(mem, word);
    } else {
        queue_read(access, mem, word);
    }
}

static void next_read(V3dVpmAccess *access)
{
    access->read[0] = step(access->read[0]);
    if (--access->left) {
        return;
    }
    access->num_reads--;
    for (unsigned i = 0; i < access->num_reads; i++) {
        access->read[i] = access->read[i + 1];
    }
    access->left = num_vectors(access->read[0]);
}

/* Hardware stalls where nothing is set up: zeros [M]. */
void v3d_vpm_read(V3dVpmAccess *access, V3dMemory *mem, const V3dVpm *vpm,
                  uint32_t value[V3D_LANES])
{
    Block b = generic_block(access->read[0]);
    bool any = access->num_reads > 0;

    for (unsigned i = 0; i < V3D_LANES; i++) {
        value[i] = any ? get(vpm, &b, i) : 0;
    }
    if (any) {
        next_read(access);
    } else {
        v3d_event(mem->events, V3D_EV_VPM_EMPTY, b.y);
    }
}

static int whole_row(const Block *b)
{
    return b->size == SIZE_32 && b->horizontal ? (int)b->y : -1;
}

int v3d_vpm_write_row(V3dVpmAccess *access)
{
    Block b = generic_block(access->write);

    access->write = step(access->write);
    return whole_row(&b);
}

int v3d_vpm_read_row(V3dVpmAccess *access)
{
    Block b = generic_block(access->read[0]);

    if (!access->num_reads) {
        return -1;
    }
    next_read(access);
    return whole_row(&b);
}

/*
 * DMA: rows of memory, which are rows or columns of VPM
 */

/* 0 or 1: 32 bits; 2, 3: 16 bits and which half; 4 to 7: 8 bits, which byte */
static void dma_mode(Block *b, unsigned mode)
{
    b->size = mode >= 4 ? SIZE_8 : mode >= 2 ? SIZE_16 : SIZE_32;
    b->sub = mode >= 4 ? mode & 3 : mode >= 2 ? mode & 1 : 0;
}

static void dma_base(Block *b, unsigned yx)
{
    b->y = yx >> 4 & 127;
    b->x = yx & 15;
}

static void load_row(V3dMemory *mem, V3dVpm *vpm, const Block *b,
                     uint32_t addr, unsigned num)
{
    unsigned bytes = 1 << b->size;

    for (unsigned i = 0; i < num; i++) {
        const uint8_t *data = v3d_memory_read(mem, addr + i * bytes, bytes);

        put(vpm, b, i, data ? gpu_load_le(data, bytes) : 0);
    }
}

/* The pitch is in numbers of the size for rows, in columns for columns. */
static void next_load(Block *b, unsigned pitch)
{
    unsigned in_word = 4 >> b->size;

    if (!b->horizontal) {
        b->x += pitch;
        return;
    }
    b->sub += pitch;
    b->y += b->sub / in_word;
    b->sub %= in_word;
}

unsigned v3d_vpm_dma_load(const V3dVpmAccess *access, V3dMemory *mem,
                          V3dVpm *vpm, uint32_t addr)
{
    uint32_t word = access->dma_load;
    unsigned length = (word >> 20 & 15) ? word >> 20 & 15 : 16;
    unsigned rows = (word >> 16 & 15) ? word >> 16 & 15 : 16;
    unsigned vpm_pitch = (word >> 12 & 15) ? word >> 12 & 15 : 16;
    uint32_t pitch = word >> 24 & 15;
    Block b = { .horizontal = !(word >> 11 & 1) };

    pitch = pitch ? 8u << pitch : access->dma_load_pitch;
    dma_mode(&b, word >> 28 & 7);
    dma_base(&b, word & 0x7ff);
    for (unsigned k = 0; k < rows; k++) {
        load_row(mem, vpm, &b, addr + k * pitch, length);
        next_load(&b, vpm_pitch);
    }
    return rows * length;
}

static void store_row(V3dMemory *mem, const V3dVpm *vpm, const Block *b,
                      uint32_t addr, unsigned num)
{
    unsigned bytes = 1 << b->size;

    for (unsigned i = 0; i < num; i++) {
        uint8_t *data = v3d_memory_write(mem, addr + i * bytes, bytes);

        if (data) {
            gpu_store_le(data, bytes, get(vpm, b, i));
        }
    }
}

/* Block mode: what follows in VPM, else the next row or column [M] */
static void next_store(Block *b, bool block_mode, unsigned length)
{
    if (block_mode) {
        *(b->horizontal ? &b->x : &b->y) += length;
    } else {
        *(b->horizontal ? &b->y : &b->x) += 1;
    }
}

unsigned v3d_vpm_dma_store(const V3dVpmAccess *access, V3dMemory *mem,
                           const V3dVpm *vpm, uint32_t addr)
{
    uint32_t word = access->dma_store;
    unsigned rows = (word >> 23 & 127) ? word >> 23 & 127 : 128;
    unsigned length = (word >> 16 & 127) ? word >> 16 & 127 : 128;
    bool block_mode = access->dma_store_stride >> 16 & 1;
    Block b = { .horizontal = word >> 14 & 1, .laned = word >> 15 & 1 };
    uint32_t pitch;

    dma_mode(&b, word & 7);
    dma_base(&b, word >> 3 & 0x7ff);
    pitch = (length << b.size) + (access->dma_store_stride & 0xffff);
    for (unsigned k = 0; k < rows; k++) {
        store_row(mem, vpm, &b, addr + k * pitch, length);
        next_store(&b, block_mode, length);
    }
    return rows * length;
}
