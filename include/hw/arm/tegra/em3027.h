/*
 * EM Microelectronic EM3027 real-time clock, on I2C
 *
 * QEMU interface:
 *  + I2C slave, usually at address 0x56
 *
 * It starts at the machine's -rtc time. The alarm, the timer and the
 * interrupt pin are not modelled: their registers only keep their values.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_ARM_TEGRA_EM3027_H
#define HW_ARM_TEGRA_EM3027_H

#include "hw/i2c/i2c.h"
#include "qom/object.h"

#define TYPE_EM3027 "em3027"
OBJECT_DECLARE_SIMPLE_TYPE(EM3027State, EM3027)

#define EM3027_ADDRESS  0x56
#define EM3027_NUM_REGS 64

struct EM3027State {
    I2CSlave parent_obj;

    uint8_t regs[EM3027_NUM_REGS];
    int64_t offset;         /* seconds between this clock and the host's */
    uint8_t wday_offset;
    uint8_t pointer;
    bool want_pointer;      /* the next byte sent is the register number */
    bool time_written;
    bool loading;           /* state that has yet to be looked at */
};

#endif /* HW_ARM_TEGRA_EM3027_H */
