/*
 * NVIDIA Tegra20 display controller
 *
 * Three windows are fetched from memory, scaled, converted and blended over a
 * border colour, once per frame.  Registers have up to three copies so that a
 * change takes effect at a frame boundary.  The programming model, its sources
 * and what is left out are in docs/specs/tegra-dc.rst.
 *
 * QEMU interface:
 *  + sysbus MMIO region 0: the register aperture, 0x40000 bytes
 *  + sysbus IRQ 0: interrupt
 *  + named GPIO input "reset": 1 holds the block in reset
 *  + clock input "clk": module clock; the frame rate follows from it and the
 *    timing registers, 60 Hz if it is not connected
 *  + link property "host1x": the host1x it is a client of
 *  + link property "dma": the MemoryRegion it reads
 *  + property "head": 0 for display A (class 0x70), 1 for B (class 0x71)
 *  + property "windows" (read only): what is shown, as text
 *  + property "underflow": bit mask of windows whose next frame underflows
 *  + the output (HDMI) draws the picture with tegra_dc_get_mode() and
 *    tegra_dc_draw_begin()
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_GPU_TEGRA_DC_H
#define HW_GPU_TEGRA_DC_H

#include "hw/core/sysbus.h"
#include "qom/object.h"
#include "ui/console.h"
#include "hw/gpu/tegra_dc_regs.h"
#include "hw/gpu/tegra_host1x.h"

#define TYPE_TEGRA_DC "tegra-dc"
OBJECT_DECLARE_SIMPLE_TYPE(TegraDCState, TEGRA_DC)

/* The copies of a buffered register; an immediate one has ACTIVE only */
typedef enum TegraDCCopy {
    TEGRA_DC_ASSEMBLY,
    TEGRA_DC_ARM,
    TEGRA_DC_ACTIVE,
    TEGRA_DC_NUM_COPIES,
} TegraDCCopy;

typedef struct TegraDCRegs {
    uint32_t common[TEGRA_DC_NUM_COMMON];
    uint32_t win[TEGRA_DC_NUM_WINDOWS][TEGRA_DC_WIN_WORDS];
} TegraDCRegs;

/* Sync point increments that wait for a condition, oldest first */
#define TEGRA_DC_INCR_DEPTH 8
#define TEGRA_DC_NUM_INCR   (1 + TEGRA_DC_NUM_WINDOWS)

typedef struct TegraDCIncr {
    uint16_t entry[TEGRA_DC_INCR_DEPTH];    /* as in INCR_SYNCPT */
    uint8_t count;
} TegraDCIncr;

typedef struct TegraDCScanout TegraDCScanout;

struct TegraDCState {
    SysBusDevice parent_obj;

    TegraHost1xState *host1x;
    MemoryRegion *dma_mr;
    uint8_t head;

    TegraDCRegs regs[TEGRA_DC_NUM_COPIES];
    TegraDCIncr incr[TEGRA_DC_NUM_INCR];
    uint32_t act_req;           /* pending bits of STATE_CONTROL */
    uint32_t underflow;         /* windows that are made to underflow */
    uint64_t frames;            /* since the reset */
    bool nc_trigger;            /* a one-shot frame is under way */
    bool in_reset;
    uint32_t crc_line;          /* next line of the frame's checksum ... */
    uint32_t crc;               /* ... so far, while it is computed */
    int64_t frame_time;         /* virtual time of the next frame boundary */
    QEMUTimer frame_timer;
    bool loading;               /* state that has yet to be looked at */

    MemoryRegion iomem;
    AddressSpace dma_as;
    Clock *clk;
    qemu_irq irq;
    VMChangeStateEntry *vm_change;
    TegraHost1xClientInfo client_info;
    TegraDCScanout *scan;       /* derived from the ACTIVE registers */
};

/*
 * Get the size of the picture; false when the controller does not run.  May be
 * called at any time with the BQL held.
 */
bool tegra_dc_get_mode(TegraDCState *s, int *width, int *height);

/*
 * Bring a console's surface up to date: begin, then draw lines until that
 * returns true, letting others have their turn in between, or stop.  @full
 * redraws all, otherwise only lines whose source changed are drawn.  The
 * surface must have 32 bits per pixel and, whenever lines are drawn, the size
 * tegra_dc_get_mode() gives.
 */
void tegra_dc_draw_begin(TegraDCState *s, bool full);
bool tegra_dc_draw_lines(TegraDCState *s, QemuConsole *con);
void tegra_dc_draw_stop(TegraDCState *s);

#endif /* HW_GPU_TEGRA_DC_H */
