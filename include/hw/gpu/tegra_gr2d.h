/*
 * NVIDIA Tegra20 GR2D, the 2D engine
 *
 * QEMU interface:
 *  + sysbus MMIO region 0: the register aperture, 0x40000 bytes; register
 *    (method) offset r is at byte 4 * r
 *  + sysbus IRQ 0: interrupt (GIC SPI 72), never raised
 *  + what hw/gpu/tegra_engine.h adds: clock "clk", GPIO inputs "reset" (CAR
 *    number 21) and "dma-block", GPIO output "dma-active", the properties
 *    "lost-completion", "wedged" and "delay-completion"
 *  + link property "host1x": the host1x it is a client of (classes 0x50-0x5a)
 *  + link property "dma": the MemoryRegion it reads and writes
 *  + property "registers" (string, read-only): the registers as text
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_GPU_TEGRA_GR2D_H
#define HW_GPU_TEGRA_GR2D_H

#include "hw/core/sysbus.h"
#include "hw/gpu/tegra_engine.h"
#include "hw/gpu/tegra_gr2d_regs.h"
#include "hw/gpu/tegra_host1x.h"
#include "qom/object.h"

#define TYPE_TEGRA_GR2D "tegra-gr2d"
OBJECT_DECLARE_SIMPLE_TYPE(TegraGR2DState, TEGRA_GR2D)

/* Increments that can wait for the operation before them */
#define TEGRA_GR2D_MAX_WAITING  64

/* Guest memory of an operation, in lines */
typedef struct TegraGR2DSurface {
    uint64_t base;              /* of the first byte of the first line */
    uint32_t stride;            /* bytes */
    bool tiled;
    bool write;

    /* The bytes that the operation can reach; none if equal */
    uint64_t start, end;
    /* While mapped: @len bytes of memory from @start on */
    uint8_t *host;
    uint64_t len;
    uint64_t dirty_start, dirty_end;

    uint64_t missing;           /* bytes that were not there */
} TegraGR2DSurface;

enum {
    TEGRA_GR2D_SRC,
    TEGRA_GR2D_SRC_U,
    TEGRA_GR2D_SRC_V,
    TEGRA_GR2D_PAT,
    TEGRA_GR2D_DST_RD,          /* the destination, as it is read */
    TEGRA_GR2D_DST,
    TEGRA_GR2D_NUM_SURFACES,
};

typedef struct TegraGR2DKind TegraGR2DKind;
typedef struct TegraGR2DLine TegraGR2DLine;
typedef struct TegraGR2DAlpha TegraGR2DAlpha;
typedef struct TegraGR2DFormat TegraGR2DFormat;

/* A rectangle whose lines go up or down */
typedef struct TegraGR2DRect {
    int left;
    int first;                  /* line of step 0 */
    int next;                   /* 1 or -1: from line to line */
} TegraGR2DRect;

typedef struct TegraGR2DBlit {
    TegraGR2DRect src, dst;
    uint8_t src_bytes, bytes;   /* per pixel */
    uint8_t rop;
    bool solid;
    bool mono;
    bool lsb_first;
    bool plain;                 /* source to destination, every pixel */
    bool needs_src, needs_pat, needs_dst;
    bool transpose;
    uint8_t src_transp, dst_transp, pat_transp, clip;
    struct {
        bool solid, tile, mono;
        uint8_t xoffset, yoffset;
    } pat;
    const TegraGR2DAlpha *alpha;
} TegraGR2DBlit;

typedef struct TegraGR2DRotate {
    bool swap, flip_x, flip_y;  /* from a destination to a source pixel */
    uint8_t bytes;
    uint32_t src_width, src_height;
} TegraGR2DRotate;

typedef struct TegraGR2DStretch {
    const TegraGR2DFormat *src, *dst;
    uint32_t src_width, src_height;
    bool planar;
    uint8_t chroma_y;           /* log2 of the vertical subsampling */
    bool hfilter, vfilter, alpha_hfilter, alpha_vfilter;
    uint16_t vaverage;          /* 0..256: share of the plain average */
    bool csc;
    int dst_next;
} TegraGR2DStretch;

/* A frozen operation: @regs, and what tegra_gr2d_op_decode() makes of them */
typedef struct TegraGR2DOp {
    uint32_t regs[TEGRA_GR2D_NUM_REGS];
    uint16_t class_id;
    const TegraGR2DKind *kind;
    uint32_t width, height;     /* of the destination, in pixels */
    uint32_t steps;
    uint32_t cost;              /* of a step, in pixels */
    const char *src_format, *dst_format;
    TegraGR2DSurface surface[TEGRA_GR2D_NUM_SURFACES];
    union {
        TegraGR2DBlit blit;
        TegraGR2DRotate rotate;
        TegraGR2DStretch stretch;
    };
} TegraGR2DOp;

struct TegraGR2DState {
    SysBusDevice parent_obj;

    TegraHost1xState *host1x;
    MemoryRegion *dma_mr;

    TegraEngine engine;
    uint32_t regs[TEGRA_GR2D_NUM_REGS];
    uint32_t switch_regs[TEGRA_GR2D_NUM_SWITCH];

    /* The operation in flight, and increments that wait for its end */
    TegraGR2DOp op;
    bool busy;
    bool started;               /* it may have touched memory */
    bool uncaptured;            /* it is older than a capture; not state */
    uint32_t step;              /* the next one */
    uint8_t waiting_syncpt[TEGRA_GR2D_MAX_WAITING];
    uint8_t waiting_cond[TEGRA_GR2D_MAX_WAITING];
    uint32_t num_waiting;

    MemoryRegion iomem;
    AddressSpace dma_as;
    TegraGR2DLine *line;
    QEMUBH *bh;
    qemu_irq irq;
};

#endif /* HW_GPU_TEGRA_GR2D_H */
