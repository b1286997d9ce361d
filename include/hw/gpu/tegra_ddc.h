/*
 * The DDC side of a monitor: its EDID on the I2C bus
 *
 * QEMU interface:
 *  + an I2C slave at the address of the EDID (0x50) that also answers as
 *    E-DDC's segment pointer (0x30)
 *  + tegra_ddc_plug() and tegra_ddc_unplug(): without a monitor nothing on the
 *    bus answers
 *
 * The protocol is in docs/specs/tegra-dc.rst, "DDC".
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_GPU_TEGRA_DDC_H
#define HW_GPU_TEGRA_DDC_H

#include "hw/i2c/i2c.h"
#include "qom/object.h"

#define TYPE_TEGRA_DDC "tegra-ddc"
OBJECT_DECLARE_SIMPLE_TYPE(TegraDDCState, TEGRA_DDC)

#define TEGRA_DDC_ADDRESS         0x50
#define TEGRA_DDC_SEGMENT_ADDRESS 0x30

#define TEGRA_DDC_BLOCK      128
#define TEGRA_DDC_MAX_BLOCKS 256
#define TEGRA_DDC_MAX_SIZE   (TEGRA_DDC_MAX_BLOCKS * TEGRA_DDC_BLOCK)

struct TegraDDCState {
    I2CSlave parent_obj;

    const uint8_t *edid;        /* set by tegra_ddc_plug() */
    uint32_t size;              /* 0: no monitor */
    uint8_t address;            /* the one of the transfer under way */
    uint8_t segment;            /* of 256 bytes */
    uint8_t offset;
    bool first;                 /* the next byte written is a pointer */
    bool read;                  /* the EDID was read in this transfer */
};

/*
 * Plug in a monitor.  @size is 0 < TEGRA_DDC_BLOCK * n <= TEGRA_DDC_MAX_SIZE.
 * @edid is read until the monitor is unplugged; who plugs it in does so again
 * after migration.
 */
void tegra_ddc_plug(TegraDDCState *s, const uint8_t *edid, uint32_t size);
void tegra_ddc_unplug(TegraDDCState *s);

#endif /* HW_GPU_TEGRA_DDC_H */
