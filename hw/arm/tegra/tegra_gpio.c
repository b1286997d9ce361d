/*
 * NVIDIA Tegra20 GPIO controller
 *
 * [tegra20.rst, GPIO]
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qemu/bitops.h"
#include "qemu/log.h"
#include "hw/arm/tegra/tegra_gpio.h"
#include "hw/core/irq.h"
#include "migration/vmstate.h"
#include "trace.h"

#define PORTS_PER_BANK 4
#define PINS_PER_PORT  8

/* The bits of each register of a bank that keep what is written */
static const uint32_t tegra_gpio_write_mask[] = {
    [A_GPIO_CNF / 16]     = 0xff,
    [A_GPIO_OE / 16]      = 0xff,
    [A_GPIO_OUT / 16]     = 0xff,
    [A_GPIO_INT_STA / 16] = 0xff,
    [A_GPIO_INT_ENB / 16] = 0xff,
    [A_GPIO_INT_LVL / 16] = 0xffffff,
    [A_GPIO_INT_CLR / 16] = 0,
};

static uint32_t *tegra_gpio_reg(TegraGPIOState *s, unsigned int port,
                                hwaddr offset)
{
    hwaddr bank = port / PORTS_PER_BANK * TEGRA_GPIO_BANK_STRIDE;

    return &s->regs[(bank + offset) / 4 + port % PORTS_PER_BANK];
}

static void tegra_gpio_update_irq(TegraGPIOState *s, unsigned int bank)
{
    uint32_t active = 0;

    for (int i = 0; i < PORTS_PER_BANK; i++) {
        unsigned int port = bank * PORTS_PER_BANK + i;

        active |= *tegra_gpio_reg(s, port, A_GPIO_INT_STA) &
                  *tegra_gpio_reg(s, port, A_GPIO_INT_ENB);
    }
    trace_tegra_gpio_irq(bank, active != 0);
    qemu_set_irq(s->irq[bank], active != 0);
}

/*
 * Latch edges even while their interrupt is disabled, so that none is lost
 * between a mask and an unmask.  Levels count only while enabled: the reset
 * setting is "low level", which nearly every idle pin satisfies.
 */
static void tegra_gpio_latch(TegraGPIOState *s, unsigned int port,
                             uint8_t changed)
{
    uint32_t lvl = *tegra_gpio_reg(s, port, A_GPIO_INT_LVL);
    uint8_t edge = FIELD_EX32(lvl, GPIO_INT_LVL, EDGE);
    uint8_t match = ~(s->level[port] ^
                      FIELD_EX32(lvl, GPIO_INT_LVL, POLARITY));
    uint8_t edges = changed & (match | FIELD_EX32(lvl, GPIO_INT_LVL, BOTH));
    uint8_t levels = match & *tegra_gpio_reg(s, port, A_GPIO_INT_ENB);
    uint8_t event = (edge & edges) | (~edge & levels);

    *tegra_gpio_reg(s, port, A_GPIO_INT_STA) |=
        event & *tegra_gpio_reg(s, port, A_GPIO_CNF);
}

static uint8_t tegra_gpio_resolve(TegraGPIOState *s, unsigned int port)
{
    uint8_t driven = *tegra_gpio_reg(s, port, A_GPIO_CNF) &
                     *tegra_gpio_reg(s, port, A_GPIO_OE);

    return (*tegra_gpio_reg(s, port, A_GPIO_OUT) & driven) |
           (s->in[port] & ~driven);
}

static void tegra_gpio_drive(TegraGPIOState *s, unsigned int port,
                             uint8_t pins)
{
    for (int i = 0; i < PINS_PER_PORT; i++) {
        if (pins & (1 << i)) {
            qemu_set_irq(s->pin[port * PINS_PER_PORT + i],
                         extract32(s->level[port], i, 1));
        }
    }
}

static void tegra_gpio_update(TegraGPIOState *s, unsigned int port)
{
    uint8_t level = tegra_gpio_resolve(s, port);
    uint8_t changed = level ^ s->level[port];

    s->level[port] = level;
    tegra_gpio_latch(s, port, changed);
    tegra_gpio_drive(s, port, changed);
    tegra_gpio_update_irq(s, port / PORTS_PER_BANK);
}

static void tegra_gpio_set_pin(void *opaque, int n, int level)
{
    TegraGPIOState *s = opaque;
    unsigned int port = n / PINS_PER_PORT;

    trace_tegra_gpio_pin(n, level != 0);
    s->in[port] = deposit32(s->in[port], n % PINS_PER_PORT, 1, level != 0);
    tegra_gpio_update(s, port);
}

static bool tegra_gpio_bad(TegraGPIOState *s, hwaddr offset,
                           const char *what)
{
    hwaddr plain = offset & ~(hwaddr)TEGRA_GPIO_MASKED;

    if (s->in_reset) {
        qemu_log_mask(LOG_GUEST_ERROR, "tegra-gpio: %s of 0x%" HWADDR_PRIx
                      " while in reset\n", what, offset);
        return true;
    }
    if (plain >= TEGRA_GPIO_NUM_REGS * 4) {
        qemu_log_mask(LOG_GUEST_ERROR, "tegra-gpio: %s of 0x%" HWADDR_PRIx
                      ": no such register\n", what, offset);
        return true;
    }
    return false;
}

/* Return the port number of a plain or masked register */
static unsigned int tegra_gpio_port(hwaddr offset)
{
    return (offset & ~(hwaddr)TEGRA_GPIO_MASKED) / TEGRA_GPIO_BANK_STRIDE *
           PORTS_PER_BANK + offset / 4 % PORTS_PER_BANK;
}

static uint64_t tegra_gpio_read(void *opaque, hwaddr offset, unsigned size)
{
    TegraGPIOState *s = opaque;
    hwaddr reg = offset & (TEGRA_GPIO_BANK_STRIDE - 16);
    uint32_t value = 0;

    if (tegra_gpio_bad(s, offset, "read")) {
        return 0;
    }
    if (reg == A_GPIO_IN) {
        value = s->level[tegra_gpio_port(offset)];
    } else if (reg != A_GPIO_INT_CLR) {
        value = *tegra_gpio_reg(s, tegra_gpio_port(offset), reg);
    }
    trace_tegra_gpio_read(offset, value);
    return value;
}

static void tegra_gpio_write(void *opaque, hwaddr offset, uint64_t value,
                             unsigned size)
{
    TegraGPIOState *s = opaque;
    hwaddr reg = offset & (TEGRA_GPIO_BANK_STRIDE - 16);
    unsigned int port = tegra_gpio_port(offset);
    uint32_t mask = tegra_gpio_write_mask[reg / 16];
    uint32_t *p;

    trace_tegra_gpio_write(offset, value);
    if (tegra_gpio_bad(s, offset, "write")) {
        return;
    }
    if (offset & TEGRA_GPIO_MASKED) {
        mask &= extract32(value, 8, 8);
    }
    if (reg == A_GPIO_INT_CLR) {
        *tegra_gpio_reg(s, port, A_GPIO_INT_STA) &= ~(uint32_t)value;
    } else if (!tegra_gpio_write_mask[reg / 16]) {
        qemu_log_mask(LOG_GUEST_ERROR, "tegra-gpio: write of read-only 0x%"
                      HWADDR_PRIx " <- 0x%" PRIx64 "\n", offset, value);
    } else {
        p = tegra_gpio_reg(s, port, reg);
        *p = (*p & ~mask) | (value & mask);
    }
    tegra_gpio_update(s, port);
}

static const MemoryRegionOps tegra_gpio_ops = {
    .read = tegra_gpio_read,
    .write = tegra_gpio_write,
    .endianness = DEVICE_LITTLE_ENDIAN,
    .valid.min_access_size = 4,
    .valid.max_access_size = 4,
};

static void tegra_gpio_reset_enter(Object *obj, ResetType type)
{
    TegraGPIOState *s = TEGRA_GPIO(obj);

    memset(s->regs, 0, sizeof(s->regs));
}

static void tegra_gpio_reset_hold(Object *obj, ResetType type)
{
    TegraGPIOState *s = TEGRA_GPIO(obj);

    for (int port = 0; port < TEGRA_GPIO_PORTS; port++) {
        s->level[port] = s->in[port];
        tegra_gpio_drive(s, port, 0xff);
    }
    for (int bank = 0; bank < TEGRA_GPIO_BANKS; bank++) {
        tegra_gpio_update_irq(s, bank);
    }
}

static void tegra_gpio_reset_line(void *opaque, int n, int level)
{
    TegraGPIOState *s = opaque;

    if (level && !s->in_reset) {
        tegra_gpio_reset_enter(OBJECT(s), RESET_TYPE_COLD);
        tegra_gpio_reset_hold(OBJECT(s), RESET_TYPE_COLD);
    }
    s->in_reset = level != 0;
}

static const VMStateDescription tegra_gpio_vmstate = {
    .name = TYPE_TEGRA_GPIO,
    .version_id = 1,
    .minimum_version_id = 1,
    .fields = (const VMStateField[]) {
        VMSTATE_UINT32_ARRAY(regs, TegraGPIOState, TEGRA_GPIO_NUM_REGS),
        VMSTATE_UINT8_ARRAY(in, TegraGPIOState, TEGRA_GPIO_PORTS),
        VMSTATE_UINT8_ARRAY(level, TegraGPIOState, TEGRA_GPIO_PORTS),
        VMSTATE_BOOL(in_reset, TegraGPIOState),
        VMSTATE_END_OF_LIST()
    },
};

static void tegra_gpio_init(Object *obj)
{
    TegraGPIOState *s = TEGRA_GPIO(obj);
    SysBusDevice *sbd = SYS_BUS_DEVICE(obj);
    DeviceState *dev = DEVICE(obj);

    memory_region_init_io(&s->iomem, obj, &tegra_gpio_ops, s,
                          TYPE_TEGRA_GPIO, TEGRA_GPIO_MMIO_SIZE);
    sysbus_init_mmio(sbd, &s->iomem);
    for (int i = 0; i < TEGRA_GPIO_BANKS; i++) {
        sysbus_init_irq(sbd, &s->irq[i]);
    }
    qdev_init_gpio_in(dev, tegra_gpio_set_pin, TEGRA_GPIO_PINS);
    qdev_init_gpio_out(dev, s->pin, TEGRA_GPIO_PINS);
    qdev_init_gpio_in_named(dev, tegra_gpio_reset_line, "reset", 1);
}

static void tegra_gpio_class_init(ObjectClass *klass, const void *data)
{
    DeviceClass *dc = DEVICE_CLASS(klass);
    ResettableClass *rc = RESETTABLE_CLASS(klass);

    dc->desc = "NVIDIA Tegra20 GPIO controller";
    dc->vmsd = &tegra_gpio_vmstate;
    rc->phases.enter = tegra_gpio_reset_enter;
    rc->phases.hold = tegra_gpio_reset_hold;
    set_bit(DEVICE_CATEGORY_MISC, dc->categories);
}

static const TypeInfo tegra_gpio_types[] = {
    {
        .name = TYPE_TEGRA_GPIO,
        .parent = TYPE_SYS_BUS_DEVICE,
        .instance_size = sizeof(TegraGPIOState),
        .instance_init = tegra_gpio_init,
        .class_init = tegra_gpio_class_init,
    },
};

DEFINE_TYPES(tegra_gpio_types)
