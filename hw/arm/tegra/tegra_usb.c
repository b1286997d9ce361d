/*
 * NVIDIA Tegra20 USB host controller with its PHY
 *
 * QEMU's ChipIdea core (EHCI) and around it what this chip adds: the PHY's
 * registers, whose only behaviour that software can see is the "clock valid"
 * bit, PORTSC's extra fields, and on USB2 a viewport to an ULPI PHY.
 * [tegra20.rst, USB]
 *
 * The core has a transaction translator in its root hub: full and low speed
 * devices work on its port without a companion controller. QEMU's EHCI does
 * not offer them, so the port is opened for them here and PORTSC tells their
 * speed.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qapi/error.h"
#include "qemu/log.h"
#include "hw/arm/tegra/tegra_usb.h"
#include "hw/core/qdev-properties.h"
#include "hw/usb/ehci-regs.h"
#include "hw/usb/hcd-ehci.h"
#include "hw/usb/usb.h"
#include "migration/vmstate.h"
#include "trace.h"

/* SMSC USB331x, a PHY often paired with this chip */
#define ULPI_VENDOR     0x0424
#define ULPI_PRODUCT    0x0006

#define PORTSC_OWN_MASK (R_USB_PORTSC1_PHY_STOP_MASK | \
                         R_USB_PORTSC1_PHY_TYPE_MASK)

static EHCIState *tegra_usb_ehci(TegraUSBState *s)
{
    return &SYS_BUS_EHCI(&s->chipidea)->ehci;
}

static void tegra_usb_set_suspended(TegraUSBState *s, bool suspended)
{
    trace_tegra_usb_suspend(suspended);
    s->suspended = suspended;
}

/* ---- PHY registers ---- */

static uint64_t tegra_usb_phy_read(void *opaque, hwaddr offset, unsigned size)
{
    TegraUSBState *s = opaque;
    hwaddr reg = offset + TEGRA_USB_PHY_BASE;
    uint32_t value = s->phy[offset / 4];

    if (reg == A_USB_SUSP_CTRL) {
        value = FIELD_DP32(value, USB_SUSP_CTRL, CLOCK_VALID, !s->suspended);
    }
    trace_tegra_usb_phy_read(reg, value);
    return value;
}

static void tegra_usb_write_susp_ctrl(TegraUSBState *s, uint32_t value)
{
    if (FIELD_EX32(value, USB_SUSP_CTRL, SET)) {
        tegra_usb_set_suspended(s, true);
    }
    if (FIELD_EX32(value, USB_SUSP_CTRL, CLEAR)) {
        tegra_usb_set_suspended(s, false);
    }
}

static void tegra_usb_phy_write(void *opaque, hwaddr offset, uint64_t value,
                                unsigned size)
{
    TegraUSBState *s = opaque;
    hwaddr reg = offset + TEGRA_USB_PHY_BASE;

    trace_tegra_usb_phy_write(reg, value);
    s->phy[offset / 4] = value;
    if (reg == A_USB_SUSP_CTRL) {
        tegra_usb_write_susp_ctrl(s, value);
    }
}

/* ---- PORTSC: EHCI's register with ChipIdea's fields around it ---- */

static unsigned int tegra_usb_port_speed(TegraUSBState *s)
{
    USBDevice *dev = tegra_usb_ehci(s)->ports[0].dev;

    if (!dev || !dev->attached || dev->speed == USB_SPEED_FULL) {
        return 0;
    }
    return dev->speed == USB_SPEED_LOW ? 1 : 2;
}

static uint64_t tegra_usb_portsc_read(void *opaque, hwaddr offset,
                                      unsigned size)
{
    TegraUSBState *s = opaque;
    uint64_t value = 0;

    memory_region_dispatch_read(&tegra_usb_ehci(s)->mem_ports, 0, &value,
                                MO_32 | MO_LE, MEMTXATTRS_UNSPECIFIED);
    value = FIELD_DP32(value, USB_PORTSC1, SPEED, tegra_usb_port_speed(s));
    return (value & ~PORTSC_OWN_MASK) | s->portsc;
}

/* Enable a port with a slower device, as the TT does and EHCI does not */
static void tegra_usb_end_port_reset(TegraUSBState *s)
{
    EHCIState *ehci = tegra_usb_ehci(s);
    USBDevice *dev = ehci->ports[0].dev;

    if (dev && dev->attached) {
        ehci->portsc[0] |= PORTSC_PED;
    }
}

static void tegra_usb_portsc_write(void *opaque, hwaddr offset,
                                   uint64_t value, unsigned size)
{
    TegraUSBState *s = opaque;
    bool was_stopped = FIELD_EX32(s->portsc, USB_PORTSC1, PHY_STOP);
    bool stop = FIELD_EX32(value, USB_PORTSC1, PHY_STOP);
    bool was_reset = tegra_usb_ehci(s)->portsc[0] & PORTSC_PRESET;

    s->portsc = value & PORTSC_OWN_MASK;
    if (stop != was_stopped) {
        tegra_usb_set_suspended(s, stop);
    }
    memory_region_dispatch_write(&tegra_usb_ehci(s)->mem_ports, 0, value,
                                 MO_32 | MO_LE, MEMTXATTRS_UNSPECIFIED);
    if (was_reset && !(value & PORTSC_PRESET)) {
        tegra_usb_end_port_reset(s);
    }
}

/* ---- ULPI viewport ---- */

/* Return the register that has @addr as read/write, set or clear address */
static int tegra_ulpi_base(unsigned int addr)
{
    static const uint8_t base[] = {
        TEGRA_ULPI_FUNCTION, TEGRA_ULPI_INTERFACE, TEGRA_ULPI_OTG,
        TEGRA_ULPI_INT_RISE, TEGRA_ULPI_INT_FALL, TEGRA_ULPI_SCRATCH,
    };

    for (int i = 0; i < ARRAY_SIZE(base); i++) {
        if (addr >= base[i] && addr < base[i] + 3) {
            return base[i];
        }
    }
    return -1;
}

static void tegra_ulpi_write(TegraUSBState *s, unsigned int addr,
                             uint8_t value)
{
    int base = tegra_ulpi_base(addr);

    trace_tegra_usb_ulpi_write(addr, value);
    if (base < 0) {
        qemu_log_mask(LOG_GUEST_ERROR, "tegra-usb: write of ULPI register "
                      "0x%02x <- 0x%02x\n", addr, value);
    } else if (addr == base) {
        s->ulpi_regs[base] = value;
    } else if (addr == base + 1) {
        s->ulpi_regs[base] |= value;
    } else {
        s->ulpi_regs[base] &= ~value;
    }
}

static uint8_t tegra_ulpi_read(TegraUSBState *s, unsigned int addr)
{
    int base = tegra_ulpi_base(addr);
    uint8_t value = 0;

    if (base >= 0) {
        value = s->ulpi_regs[base];
    } else if (addr < TEGRA_ULPI_END) {
        value = s->ulpi_regs[addr];
    } else {
        qemu_log_mask(LOG_GUEST_ERROR, "tegra-usb: read of ULPI register "
                      "0x%02x\n", addr);
    }
    trace_tegra_usb_ulpi_read(addr, value);
    return value;
}

static void tegra_ulpi_reset(TegraUSBState *s)
{
    memset(s->ulpi_regs, 0, sizeof(s->ulpi_regs));
    s->ulpi_regs[TEGRA_ULPI_VENDOR_LOW] = ULPI_VENDOR & 0xff;
    s->ulpi_regs[TEGRA_ULPI_VENDOR_HIGH] = ULPI_VENDOR >> 8;
    s->ulpi_regs[TEGRA_ULPI_PRODUCT_LOW] = ULPI_PRODUCT & 0xff;
    s->ulpi_regs[TEGRA_ULPI_PRODUCT_HIGH] = ULPI_PRODUCT >> 8;
    s->ulpi_regs[TEGRA_ULPI_FUNCTION] = 0x41;
    s->ulpi_regs[TEGRA_ULPI_OTG] = 0x06;
    s->ulpi_regs[TEGRA_ULPI_INT_RISE] = 0x1f;
    s->ulpi_regs[TEGRA_ULPI_INT_FALL] = 0x1f;
}

static uint64_t tegra_usb_viewport_read(void *opaque, hwaddr offset,
                                        unsigned size)
{
    TegraUSBState *s = opaque;

    return s->viewport;
}

/*
 * Write the viewport: a wake-up and a transfer are over at once, their bits
 * read as 0
 */
static void tegra_usb_viewport_write(void *opaque, hwaddr offset,
                                     uint64_t value, unsigned size)
{
    TegraUSBState *s = opaque;
    unsigned int addr = FIELD_EX32(value, USB_ULPI_VIEWPORT, ADDRESS);

    s->viewport = value & ~(R_USB_ULPI_VIEWPORT_RUN_MASK |
                            R_USB_ULPI_VIEWPORT_WAKEUP_MASK |
                            R_USB_ULPI_VIEWPORT_DATA_READ_MASK);
    s->viewport |= R_USB_ULPI_VIEWPORT_SYNC_MASK;
    if (!FIELD_EX32(value, USB_ULPI_VIEWPORT, RUN)) {
        return;
    }
    if (FIELD_EX32(value, USB_ULPI_VIEWPORT, WRITE)) {
        tegra_ulpi_write(s, addr,
                         FIELD_EX32(value, USB_ULPI_VIEWPORT, DATA_WRITE));
    } else {
        s->viewport = FIELD_DP32(s->viewport, USB_ULPI_VIEWPORT, DATA_READ,
                                 tegra_ulpi_read(s, addr));
    }
}

#define TEGRA_USB_OPS(name) \
    static const MemoryRegionOps tegra_usb_##name##_ops = { \
        .read = tegra_usb_##name##_read, \
        .write = tegra_usb_##name##_write, \
        .endianness = DEVICE_LITTLE_ENDIAN, \
        .valid.min_access_size = 4, \
        .valid.max_access_size = 4, \
    }

TEGRA_USB_OPS(phy);
TEGRA_USB_OPS(portsc);
TEGRA_USB_OPS(viewport);

static void tegra_usb_reset_enter(Object *obj, ResetType type)
{
    TegraUSBState *s = TEGRA_USB(obj);

    memset(s->phy, 0, sizeof(s->phy));
    s->portsc = 0;
    s->viewport = R_USB_ULPI_VIEWPORT_SYNC_MASK;
    s->suspended = false;
    tegra_ulpi_reset(s);
}

/* Take the block off the bus in reset: the region below it logs accesses */
static void tegra_usb_reset_line(void *opaque, int n, int level)
{
    TegraUSBState *s = opaque;

    if (level && !s->in_reset) {
        device_cold_reset(DEVICE(&s->chipidea));
        tegra_usb_reset_enter(OBJECT(s), RESET_TYPE_COLD);
    }
    s->in_reset = level != 0;
    memory_region_set_enabled(&s->container, !s->in_reset);
}

static int tegra_usb_post_load(void *opaque, int version_id)
{
    TegraUSBState *s = opaque;

    memory_region_set_enabled(&s->container, !s->in_reset);
    return 0;
}

static const VMStateDescription tegra_usb_vmstate = {
    .name = TYPE_TEGRA_USB,
    .version_id = 1,
    .minimum_version_id = 1,
    .post_load = tegra_usb_post_load,
    .fields = (const VMStateField[]) {
        VMSTATE_UINT32_ARRAY(phy, TegraUSBState, TEGRA_USB_PHY_REGS),
        VMSTATE_UINT32(portsc, TegraUSBState),
        VMSTATE_UINT32(viewport, TegraUSBState),
        VMSTATE_UINT8_ARRAY(ulpi_regs, TegraUSBState, TEGRA_ULPI_END),
        VMSTATE_BOOL(suspended, TegraUSBState),
        VMSTATE_BOOL(in_reset, TegraUSBState),
        VMSTATE_END_OF_LIST()
    },
};

static void tegra_usb_init(Object *obj)
{
    TegraUSBState *s = TEGRA_USB(obj);

    memory_region_init(&s->container, obj, TYPE_TEGRA_USB,
                       TEGRA_USB_MMIO_SIZE);
    sysbus_init_mmio(SYS_BUS_DEVICE(obj), &s->container);
    memory_region_init_io(&s->phy_mem, obj, &tegra_usb_phy_ops, s,
                          TYPE_TEGRA_USB ".phy", TEGRA_USB_PHY_SIZE);
    memory_region_init_io(&s->portsc_mem, obj, &tegra_usb_portsc_ops, s,
                          TYPE_TEGRA_USB ".portsc", 4);
    memory_region_init_io(&s->viewport_mem, obj, &tegra_usb_viewport_ops, s,
                          TYPE_TEGRA_USB ".viewport", 4);
    object_initialize_child(obj, "chipidea", &s->chipidea, TYPE_CHIPIDEA);
    qdev_init_gpio_in_named(DEVICE(obj), tegra_usb_reset_line, "reset", 1);
}

static void tegra_usb_realize(DeviceState *dev, Error **errp)
{
    TegraUSBState *s = TEGRA_USB(dev);
    SysBusDevice *core = SYS_BUS_DEVICE(&s->chipidea);

    if (!s->dma_mr) {
        error_setg(errp, TYPE_TEGRA_USB ": the 'dma' link is not set");
        return;
    }
    address_space_init(&s->dma_as, s->dma_mr, TYPE_TEGRA_USB "-dma");
    /* DMA has not the CPUs' view: reading a list in registers has effects */
    tegra_usb_ehci(s)->as = &s->dma_as;
    if (!sysbus_realize(core, errp)) {
        address_space_destroy(&s->dma_as);
        return;
    }
    tegra_usb_ehci(s)->ports[0].speedmask |= USB_SPEED_MASK_FULL |
                                             USB_SPEED_MASK_LOW;
    memory_region_add_subregion(&s->container, 0,
                                sysbus_mmio_get_region(core, 0));
    /* EHCI's region is larger than its registers: the PHY's lies above it */
    memory_region_add_subregion_overlap(&s->container, TEGRA_USB_PHY_BASE,
                                        &s->phy_mem, 1);
    memory_region_add_subregion_overlap(&s->container, A_USB_PORTSC1,
                                        &s->portsc_mem, 1);
    if (s->ulpi) {
        memory_region_add_subregion_overlap(&s->container,
                                            A_USB_ULPI_VIEWPORT,
                                            &s->viewport_mem, 1);
    }
    sysbus_pass_irq(SYS_BUS_DEVICE(dev), core);
}

static void tegra_usb_unrealize(DeviceState *dev)
{
    address_space_destroy(&TEGRA_USB(dev)->dma_as);
}

static const Property tegra_usb_properties[] = {
    DEFINE_PROP_LINK("dma", TegraUSBState, dma_mr, TYPE_MEMORY_REGION,
                     MemoryRegion *),
    DEFINE_PROP_BOOL("ulpi", TegraUSBState, ulpi, false),
};

static void tegra_usb_class_init(ObjectClass *klass, const void *data)
{
    DeviceClass *dc = DEVICE_CLASS(klass);
    ResettableClass *rc = RESETTABLE_CLASS(klass);

    dc->desc = "NVIDIA Tegra20 USB host controller";
    dc->realize = tegra_usb_realize;
    dc->unrealize = tegra_usb_unrealize;
    dc->vmsd = &tegra_usb_vmstate;
    rc->phases.enter = tegra_usb_reset_enter;
    device_class_set_props(dc, tegra_usb_properties);
    set_bit(DEVICE_CATEGORY_USB, dc->categories);
}

static const TypeInfo tegra_usb_types[] = {
    {
        .name = TYPE_TEGRA_USB,
        .parent = TYPE_SYS_BUS_DEVICE,
        .instance_size = sizeof(TegraUSBState),
        .instance_init = tegra_usb_init,
        .class_init = tegra_usb_class_init,
    },
};

DEFINE_TYPES(tegra_usb_types)
