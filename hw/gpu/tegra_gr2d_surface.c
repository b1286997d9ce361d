/*
 * NVIDIA Tegra20 GR2D: guest memory
 *
 * The only place where guest addresses become host pointers.  Addresses are
 * worked out in 64 bits, so that none of them wraps, and every access is
 * checked against the memory that was found.  [tegra-gr2d.rst, Surfaces]
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qemu/bswap.h"
#include "system/dma.h"
#include "tegra_gr2d_surface.h"

/* A tile is 16 lines of 16 bytes. */
#define TILE_SIZE   16
#define TILE_BYTES  (TILE_SIZE * TILE_SIZE)

/* RAM only: an operation must not reach another device's registers. */
static const MemTxAttrs dma_attrs = { .memory = true };

/* Shift arithmetically: what is before the first line or byte is negative. */
static int64_t tile_of(int64_t n)
{
    return n >> 4;
}

/*
 * Find a byte of a tiled surface.  The base may name any pixel of a tile;
 * where it lies in the tile follows from its low bits, since tiles are
 * aligned.
 */
static int64_t tiled_address(const TegraGR2DSurface *surf, int64_t x,
                             int64_t y)
{
    x += surf->base % TILE_SIZE;
    y += surf->base / TILE_SIZE % TILE_SIZE;
    return (int64_t)(surf->base & ~(uint64_t)(TILE_BYTES - 1)) +
           tile_of(y) * TILE_SIZE * surf->stride + tile_of(x) * TILE_BYTES +
           (y & (TILE_SIZE - 1)) * TILE_SIZE + (x & (TILE_SIZE - 1));
}

static int64_t address(const TegraGR2DSurface *surf, int64_t x, int64_t y)
{
    return surf->tiled ? tiled_address(surf, x, y)
                       : (int64_t)surf->base + y * surf->stride + x;
}

bool tegra_gr2d_surface_reach(TegraGR2DSurface *surf, int64_t x0, int64_t x1,
                              int64_t y0, int64_t y1)
{
    int64_t start = address(surf, x0, y0);
    int64_t end = address(surf, x1, y1) + 1;

    if (surf->tiled) {
        start &= ~(int64_t)(TILE_BYTES - 1);
        end = ROUND_UP(end, TILE_BYTES);
    }
    if (start < 0) {
        return false;
    }
    surf->start = start;
    surf->end = end;
    return true;
}

void tegra_gr2d_surface_map(TegraGR2DSurface *surf, AddressSpace *as)
{
    hwaddr len = 0;

    surf->host = NULL;
    surf->dirty_start = UINT64_MAX;
    surf->dirty_end = 0;
    if (surf->end > surf->start) {
        len = tegra_engine_ram_length(as, surf->start,
                                      surf->end - surf->start);
    }
    if (len) {
        surf->host = address_space_map(as, surf->start, &len, surf->write,
                                       dma_attrs);
    }
    surf->len = surf->host ? len : 0;
}

/* Mark only the written bytes as dirty: the map may be much longer. */
void tegra_gr2d_surface_unmap(TegraGR2DSurface *surf, AddressSpace *as)
{
    if (!surf->host) {
        return;
    }
    if (surf->dirty_end > surf->dirty_start) {
        tegra_engine_written(as, surf->dirty_start,
                             surf->dirty_end - surf->dirty_start);
    }
    address_space_unmap(as, surf->host, surf->len, surf->write, 0);
    surf->host = NULL;
    surf->len = 0;
}

/* Find @n bytes that are next to each other; NULL if not there */
static uint8_t *span(TegraGR2DSurface *surf, int64_t x, int64_t y, uint32_t n)
{
    uint64_t addr = address(surf, x, y);
    uint64_t offset = addr - surf->start;

    if (addr < surf->start || offset > surf->len || n > surf->len - offset) {
        surf->missing += n;
        return NULL;
    }
    return surf->host + offset;
}

static uint8_t *span_write(TegraGR2DSurface *surf, int64_t x, int64_t y,
                           uint32_t n)
{
    uint8_t *host = span(surf, x, y, n);
    uint64_t addr;

    if (host) {
        addr = surf->start + (host - surf->host);
        surf->dirty_start = MIN(surf->dirty_start, addr);
        surf->dirty_end = MAX(surf->dirty_end, addr + n);
    }
    return host;
}

/* Return how many of @n bytes from byte @x on are next to each other */
static uint32_t contiguous(const TegraGR2DSurface *surf, int64_t x, uint32_t n)
{
    if (surf->tiled) {
        n = MIN(n, TILE_SIZE - ((x + surf->base) & (TILE_SIZE - 1)));
    }
    return n;
}

/* Return how many bytes there are: memory may end within a linear line. */
static uint32_t present(const TegraGR2DSurface *surf, int64_t x, int64_t y,
                        uint32_t n)
{
    uint64_t offset = address(surf, x, y) - surf->start;

    return offset < surf->len && n > surf->len - offset ? surf->len - offset
                                                        : n;
}

void tegra_gr2d_surface_read(TegraGR2DSurface *surf, int64_t x, int64_t y,
                             void *buf, uint32_t n)
{
    uint8_t *to = buf;

    while (n) {
        uint32_t len = present(surf, x, y, contiguous(surf, x, n));
        const uint8_t *host = span(surf, x, y, len);

        if (host) {
            memcpy(to, host, len);
        } else {
            memset(to, 0, len);
        }
        to += len;
        x += len;
        n -= len;
    }
}

void tegra_gr2d_surface_write(TegraGR2DSurface *surf, int64_t x, int64_t y,
                              const void *buf, uint32_t n)
{
    const uint8_t *from = buf;

    while (n) {
        uint32_t len = present(surf, x, y, contiguous(surf, x, n));
        uint8_t *host = span_write(surf, x, y, len);

        if (host) {
            memcpy(host, from, len);
        }
        from += len;
        x += len;
        n -= len;
    }
}

static uint32_t load_pixel(const uint8_t *raw, unsigned int bytes)
{
    return bytes == 4 ? ldl_le_p(raw) : bytes == 2 ? lduw_le_p(raw) : *raw;
}

static void store_pixel(uint8_t *raw, unsigned int bytes, uint32_t px)
{
    if (bytes == 4) {
        stl_le_p(raw, px);
    } else if (bytes == 2) {
        stw_le_p(raw, px);
    } else {
        *raw = px;
    }
}

void tegra_gr2d_unpack(uint32_t *px, const uint8_t *raw, unsigned int bytes,
                       uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) {
        px[i] = load_pixel(raw + i * bytes, bytes);
    }
}

void tegra_gr2d_pack(uint8_t *raw, const uint32_t *px, unsigned int bytes,
                     uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) {
        store_pixel(raw + i * bytes, bytes, px[i]);
    }
}

/* Load a pixel; with a base that is not aligned it may cross tiles. */
uint32_t tegra_gr2d_load(TegraGR2DSurface *surf, unsigned int bytes, int64_t x,
                         int64_t y)
{
    uint8_t raw[4];

    tegra_gr2d_surface_read(surf, x * bytes, y, raw, bytes);
    return load_pixel(raw, bytes);
}

void tegra_gr2d_store(TegraGR2DSurface *surf, unsigned int bytes, int64_t x,
                      int64_t y, uint32_t px)
{
    uint8_t raw[4];

    store_pixel(raw, bytes, px);
    tegra_gr2d_surface_write(surf, x * bytes, y, raw, bytes);
}
