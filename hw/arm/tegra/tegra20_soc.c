/*
 * NVIDIA Tegra20 system on chip
 *
 * Every device is one row of tegra20_blocks[]: where it is, which interrupt,
 * clock and reset it has.  The rest of the address map is one row each of
 * tegra20_unimp[].  What a row cannot say (further interrupts, links, power)
 * is wired by a function.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qapi/error.h"
#include "qemu/host-utils.h"
#include "qemu/units.h"
#include "hw/arm/tegra20.h"
#include "hw/arm/tegra/tegra20_boot.h"
#include "hw/char/serial-mm.h"
#include "hw/core/irq.h"
#include "hw/core/qdev-clock.h"
#include "hw/core/qdev-properties.h"
#include "hw/misc/unimp.h"
#include "system/address-spaces.h"
#include "system/system.h"

#define TEGRA20_NUM_IRQ    (GIC_INTERNAL + TEGRA20_NUM_SPIS)
#define TEGRA20_OSC_HZ     12000000
#define TEGRA20_UART_HZ    216000000

#define NO_IRQ   (-1)
#define NO_RESET (-1)

typedef struct Tegra20Block {
    const char *child;
    const char *type;
    size_t offset;      /* of the device in Tegra20State */
    size_t size;
    hwaddr base;
    int spi;            /* of sysbus IRQ 0, or NO_IRQ */
    const char *clk;    /* the CAR's clock behind the input "clk", or NULL */
    int reset;          /* the CAR's number behind "reset", or NO_RESET */
} Tegra20Block;

#define BLOCK(name, field, typename, addr, irq, clock, rst) {   \
    .child = name,                                              \
    .type = typename,                                           \
    .offset = offsetof(Tegra20State, field),                    \
    .size = sizeof_field(Tegra20State, field),                  \
    .base = addr,                                               \
    .spi = irq,                                                 \
    .clk = clock,                                               \
    .reset = rst,                                               \
}

/* In the order of creation and realization: a link points upwards */
static const Tegra20Block tegra20_blocks[] = {
    BLOCK("l2", l2, TYPE_TEGRA20_PL310, TEGRA20_L2_BASE,
          NO_IRQ, NULL, NO_RESET),
    BLOCK("ictlr", ictlr, TYPE_TEGRA20_ICTLR, TEGRA20_ICTLR_BASE,
          NO_IRQ, NULL, NO_RESET),
    BLOCK("car", car, TYPE_TEGRA20_CAR, TEGRA20_CAR_BASE,
          NO_IRQ, NULL, NO_RESET),
    BLOCK("pmc", pmc, TYPE_TEGRA20_PMC, TEGRA20_PMC_BASE,
          NO_IRQ, NULL, NO_RESET),
    BLOCK("evp", evp, TYPE_TEGRA20_EVP, TEGRA20_EVP_BASE,
          NO_IRQ, NULL, NO_RESET),
    BLOCK("flow", flow, TYPE_TEGRA20_FLOW, TEGRA20_FLOW_BASE,
          NO_IRQ, NULL, NO_RESET),
    BLOCK("timer", timer, TYPE_TEGRA20_TIMER, TEGRA20_TIMER_BASE,
          TEGRA20_IRQ_TIMER1, NULL, NO_RESET),
    BLOCK("ahb", ahb, TYPE_TEGRA20_AHB, TEGRA20_AHB_BASE,
          NO_IRQ, NULL, NO_RESET),
    BLOCK("sb", sb, TYPE_TEGRA20_SB, TEGRA20_SB_BASE,
          NO_IRQ, NULL, NO_RESET),
    BLOCK("apbmisc", apbmisc, TYPE_TEGRA20_APBMISC, TEGRA20_APBMISC_BASE,
          NO_IRQ, NULL, NO_RESET),
    BLOCK("mc", mc, TYPE_TEGRA20_MC, TEGRA20_MC_BASE,
          NO_IRQ, NULL, NO_RESET),
    BLOCK("emc", emc, TYPE_TEGRA20_EMC, TEGRA20_EMC_BASE,
          TEGRA20_IRQ_EMC, "emc", NO_RESET),
    BLOCK("fuse", fuse, TYPE_TEGRA20_FUSE, TEGRA20_FUSE_BASE,
          NO_IRQ, NULL, NO_RESET),
    BLOCK("proctag", proctag, TYPE_TEGRA20_PROCTAG, TEGRA20_PROCTAG_BASE,
          NO_IRQ, NULL, NO_RESET),

    BLOCK("gpio", gpio, TYPE_TEGRA_GPIO, TEGRA20_GPIO_BASE,
          TEGRA20_IRQ_GPIO0, NULL, TEGRA20_PERIPH_GPIO),
    BLOCK("apbdma", apbdma, TYPE_TEGRA_APBDMA, TEGRA20_APBDMA_BASE,
          NO_IRQ, NULL, TEGRA20_PERIPH_APBDMA),
    BLOCK("i2c1", i2c[0], TYPE_TEGRA_I2C, TEGRA20_I2C1_BASE,
          TEGRA20_IRQ_I2C1, "i2c1", TEGRA20_PERIPH_I2C1),
    BLOCK("i2c2", i2c[1], TYPE_TEGRA_I2C, TEGRA20_I2C2_BASE,
          TEGRA20_IRQ_I2C2, "i2c2", TEGRA20_PERIPH_I2C2),
    BLOCK("i2c3", i2c[2], TYPE_TEGRA_I2C, TEGRA20_I2C3_BASE,
          TEGRA20_IRQ_I2C3, "i2c3", TEGRA20_PERIPH_I2C3),
    BLOCK("dvc", i2c[3], TYPE_TEGRA_I2C, TEGRA20_DVC_BASE,
          TEGRA20_IRQ_DVC, "dvc", TEGRA20_PERIPH_DVC),
    BLOCK("das", das, TYPE_TEGRA20_DAS, TEGRA20_DAS_BASE,
          NO_IRQ, NULL, NO_RESET),
    BLOCK("i2s1", i2s[0], TYPE_TEGRA20_I2S, TEGRA20_I2S1_BASE,
          TEGRA20_IRQ_I2S1, "i2s1", TEGRA20_PERIPH_I2S1),
    BLOCK("i2s2", i2s[1], TYPE_TEGRA20_I2S, TEGRA20_I2S2_BASE,
          TEGRA20_IRQ_I2S2, "i2s2", TEGRA20_PERIPH_I2S2),
    BLOCK("sflash", sflash, TYPE_TEGRA20_SFLASH, TEGRA20_SFLASH_BASE,
          TEGRA20_IRQ_SFLASH, NULL, TEGRA20_PERIPH_SFLASH),
    BLOCK("rtc", rtc, TYPE_TEGRA_RTC, TEGRA20_RTC_BASE,
          TEGRA20_IRQ_RTC, NULL, NO_RESET),
    BLOCK("sdmmc1", sdmmc[0], TYPE_TEGRA_SDHCI, TEGRA20_SDMMC1_BASE,
          TEGRA20_IRQ_SDMMC1, NULL, TEGRA20_PERIPH_SDMMC1),
    BLOCK("sdmmc2", sdmmc[1], TYPE_TEGRA_SDHCI, TEGRA20_SDMMC2_BASE,
          TEGRA20_IRQ_SDMMC2, NULL, TEGRA20_PERIPH_SDMMC2),
    BLOCK("sdmmc3", sdmmc[2], TYPE_TEGRA_SDHCI, TEGRA20_SDMMC3_BASE,
          TEGRA20_IRQ_SDMMC3, NULL, TEGRA20_PERIPH_SDMMC3),
    BLOCK("sdmmc4", sdmmc[3], TYPE_TEGRA_SDHCI, TEGRA20_SDMMC4_BASE,
          TEGRA20_IRQ_SDMMC4, NULL, TEGRA20_PERIPH_SDMMC4),
    BLOCK("usb1", usb[0], TYPE_TEGRA_USB, TEGRA20_USB1_BASE,
          TEGRA20_IRQ_USB1, NULL, TEGRA20_PERIPH_USB1),
    BLOCK("usb2", usb[1], TYPE_TEGRA_USB, TEGRA20_USB2_BASE,
          TEGRA20_IRQ_USB2, NULL, TEGRA20_PERIPH_USB2),
    BLOCK("usb3", usb[2], TYPE_TEGRA_USB, TEGRA20_USB3_BASE,
          TEGRA20_IRQ_USB3, NULL, TEGRA20_PERIPH_USB3),
    BLOCK("pcie", pcie, TYPE_TEGRA20_PCIE, TEGRA20_PCIE_BASE,
          TEGRA20_IRQ_PCIE_INTR, NULL, NO_RESET),

    BLOCK("host1x", host1x, TYPE_TEGRA_HOST1X, TEGRA20_HOST1X_BASE,
          TEGRA20_IRQ_HOST1X_SYNCPT_CPU, "host1x", TEGRA20_PERIPH_HOST1X),
    BLOCK("gr2d", gr2d, TYPE_TEGRA_GR2D, TEGRA20_GR2D_BASE,
          NO_IRQ, "gr2d", TEGRA20_PERIPH_GR2D),
    BLOCK("gr3d", gr3d, TYPE_TEGRA_GR3D, TEGRA20_GR3D_BASE,
          NO_IRQ, "gr3d", TEGRA20_PERIPH_GR3D),
    BLOCK("dc0", dc[0], TYPE_TEGRA_DC, TEGRA20_DC_BASE,
          NO_IRQ, "disp1", TEGRA20_PERIPH_DISP1),
    BLOCK("dc1", dc[1], TYPE_TEGRA_DC, TEGRA20_DCB_BASE,
          NO_IRQ, "disp2", TEGRA20_PERIPH_DISP2),
    BLOCK("hdmi", hdmi, TYPE_TEGRA_HDMI, TEGRA20_HDMI_BASE,
          NO_IRQ, "hdmi", TEGRA20_PERIPH_HDMI),
};

/* Interrupts of a device that its row does not name */
typedef struct Tegra20Irq {
    size_t offset;
    int index;
    int spi;
} Tegra20Irq;

#define IRQ(field, n, irq) \
    { .offset = offsetof(Tegra20State, field), .index = n, .spi = irq }

static const Tegra20Irq tegra20_irqs[] = {
    IRQ(timer, 1, TEGRA20_IRQ_TIMER2),
    IRQ(timer, 2, TEGRA20_IRQ_TIMER3),
    IRQ(timer, 3, TEGRA20_IRQ_TIMER4),
    IRQ(gpio, 1, TEGRA20_IRQ_GPIO1),
    IRQ(gpio, 2, TEGRA20_IRQ_GPIO2),
    IRQ(gpio, 3, TEGRA20_IRQ_GPIO3),
    IRQ(gpio, 4, TEGRA20_IRQ_GPIO4),
    IRQ(gpio, 5, TEGRA20_IRQ_GPIO5),
    IRQ(gpio, 6, TEGRA20_IRQ_GPIO6),
    IRQ(apbdma, 0, TEGRA20_IRQ_APBDMA_CH0),
    IRQ(apbdma, 1, TEGRA20_IRQ_APBDMA_CH0 + 1),
    IRQ(apbdma, 2, TEGRA20_IRQ_APBDMA_CH0 + 2),
    IRQ(apbdma, 3, TEGRA20_IRQ_APBDMA_CH0 + 3),
    IRQ(apbdma, 4, TEGRA20_IRQ_APBDMA_CH0 + 4),
    IRQ(apbdma, 5, TEGRA20_IRQ_APBDMA_CH0 + 5),
    IRQ(apbdma, 6, TEGRA20_IRQ_APBDMA_CH0 + 6),
    IRQ(apbdma, 7, TEGRA20_IRQ_APBDMA_CH0 + 7),
    IRQ(apbdma, 8, TEGRA20_IRQ_APBDMA_CH0 + 8),
    IRQ(apbdma, 9, TEGRA20_IRQ_APBDMA_CH0 + 9),
    IRQ(apbdma, 10, TEGRA20_IRQ_APBDMA_CH0 + 10),
    IRQ(apbdma, 11, TEGRA20_IRQ_APBDMA_CH0 + 11),
    IRQ(apbdma, 12, TEGRA20_IRQ_APBDMA_CH0 + 12),
    IRQ(apbdma, 13, TEGRA20_IRQ_APBDMA_CH0 + 13),
    IRQ(apbdma, 14, TEGRA20_IRQ_APBDMA_CH0 + 14),
    IRQ(apbdma, 15, TEGRA20_IRQ_APBDMA_CH0 + 15),
    IRQ(pcie, 1, TEGRA20_IRQ_PCIE_MSI),
    IRQ(host1x, 1, TEGRA20_IRQ_HOST1X_SYNCPT_COP),
    IRQ(host1x, 2, TEGRA20_IRQ_HOST1X_CPU),
    IRQ(host1x, 3, TEGRA20_IRQ_HOST1X_COP),
};

/* What is not modelled: reads as zero, with a line in -d unimp */
static const struct {
    const char *name;
    hwaddr base;
    uint64_t size;
} tegra20_unimp[] = {
    { "tegra20.mselect",    0x50042000, 0x1000 },
    { "tegra20.mpe",        0x54040000, 0x40000 },
    { "tegra20.vi",         0x54080000, 0x40000 },
    { "tegra20.epp",        0x540c0000, 0x40000 },
    { "tegra20.isp",        0x54100000, 0x40000 },
    { "tegra20.tvo",        0x542c0000, 0x40000 },
    { "tegra20.dsi",        0x54300000, 0x40000 },
    { "tegra20.gart",       0x58000000, 0x2000000 },
    { "tegra20.proctag",    0x60000000, 0x1000 },
    { "tegra20.shrd-sem",   0x60001000, 0x1000 },
    { "tegra20.arb-sem",    0x60002000, 0x1000 },
    { "tegra20.ahbdma",     0x60008000, 0x2000 },
    { "tegra20.stat-mon",   0x6000c400, 0x400 },
    { "tegra20.ucq",        0x60010000, 0x1000 },
    { "tegra20.bsea",       0x60011000, 0x1000 },
    { "tegra20.vde",        0x6001a000, 0x4000 },
    { "tegra20.ac97",       0x70002000, 0x200 },
    { "tegra20.spdif",      0x70002400, 0x200 },
    { "tegra20.nand",       0x70008000, 0x100 },
    { "tegra20.gmi",        0x70009000, 0x1000 },
    { "tegra20.pwm",        0x7000a000, 0x100 },
    { "tegra20.owr",        0x7000c600, 0x50 },
    { "tegra20.slink1",     0x7000d400, 0x200 },
    { "tegra20.slink2",     0x7000d600, 0x200 },
    { "tegra20.slink3",     0x7000d800, 0x200 },
    { "tegra20.slink4",     0x7000da00, 0x200 },
    { "tegra20.kbc",        0x7000e200, 0x100 },
    { "tegra20.nor",        0xd0000000, 0x10000000 },
    { "tegra20.bootrom",    0xfff00000, 0xc000 },
};

static void *tegra20_device(Tegra20State *s, size_t offset)
{
    return (char *)s + offset;
}

/* Return the line of @spi, which passes the legacy controller to the GIC */
static qemu_irq tegra20_irq(Tegra20State *s, int spi)
{
    return qdev_get_gpio_in(DEVICE(&s->ictlr), spi);
}

/*
 * [tegra-host1x.rst, General interrupts]: what the modules behind host1x raise
 * reaches the interrupt controller and host1x's INTSTATUS.
 */
static const struct {
    size_t offset;
    int spi;
    int module;
} tegra20_module_irqs[] = {
    { offsetof(Tegra20State, gr2d), TEGRA20_IRQ_GR2D, 5 },
    { offsetof(Tegra20State, dc[0]), TEGRA20_IRQ_DC, 8 },
    { offsetof(Tegra20State, dc[1]), TEGRA20_IRQ_DCB, 9 },
    { offsetof(Tegra20State, hdmi), TEGRA20_IRQ_HDMI, 10 },
};

static void tegra20_module_irq(void *opaque, int n, int level)
{
    Tegra20State *s = opaque;

    qemu_set_irq(tegra20_irq(s, tegra20_module_irqs[n].spi), level);
    qemu_set_irq(qdev_get_gpio_in_named(DEVICE(&s->host1x), "module-irq",
                                        tegra20_module_irqs[n].module), level);
}

static void tegra20_init(Object *obj)
{
    Tegra20State *s = TEGRA20(obj);

    qdev_init_gpio_in_named(DEVICE(obj), tegra20_module_irq, "module-irq",
                            ARRAY_SIZE(tegra20_module_irqs));
    s->osc = clock_new(obj, "osc");
    clock_set_hz(s->osc, TEGRA20_OSC_HZ);
    object_initialize_child(obj, "a9mpcore", &s->a9mpcore,
                            TYPE_A9MPCORE_PRIV);
    for (size_t i = 0; i < ARRAY_SIZE(tegra20_blocks); i++) {
        const Tegra20Block *b = &tegra20_blocks[i];

        object_initialize_child_internal(obj, b->child,
                                         tegra20_device(s, b->offset),
                                         b->size, b->type);
    }
}

static void tegra20_set_cpu_properties(Object *cpu, bool powered_off)
{
    object_property_set_int(cpu, "reset-cbar", TEGRA20_PERIPHBASE,
                            &error_abort);
    /* r1p1 */
    object_property_set_int(cpu, "midr", 0x411fc091, &error_abort);
    object_property_set_bool(cpu, "has_el3", false, &error_abort);
    /* VFPv3-D16 without NEON */
    object_property_set_bool(cpu, "neon", false, &error_abort);
    object_property_set_bool(cpu, "vfp-d32", false, &error_abort);
    object_property_set_bool(cpu, "start-powered-off", powered_off,
                             &error_abort);
}

/* Create the cores here, and not in init, because their number varies */
static bool tegra20_realize_cpus(Tegra20State *s, Error **errp)
{
    if (s->num_cpus < 1 || s->num_cpus > TEGRA20_NUM_CPUS) {
        error_setg(errp, "tegra20: 'num-cpus' must be 1 or %d",
                   TEGRA20_NUM_CPUS);
        return false;
    }
    for (unsigned int i = 0; i < s->num_cpus; i++) {
        object_initialize_child(OBJECT(s), "cpu[*]", &s->cpu[i],
                                ARM_CPU_TYPE_NAME("cortex-a9"));
        tegra20_set_cpu_properties(OBJECT(&s->cpu[i]), i > 0);
        if (!qdev_realize(DEVICE(&s->cpu[i]), NULL, errp)) {
            return false;
        }
    }
    return true;
}

static bool tegra20_realize_a9mpcore(Tegra20State *s, Error **errp)
{
    SysBusDevice *sbd = SYS_BUS_DEVICE(&s->a9mpcore);

    qdev_prop_set_uint32(DEVICE(sbd), "num-cpu", s->num_cpus);
    qdev_prop_set_uint32(DEVICE(sbd), "num-irq", TEGRA20_NUM_IRQ);
    if (!sysbus_realize(sbd, errp)) {
        return false;
    }
    sysbus_mmio_map(sbd, 0, TEGRA20_PERIPHBASE);
    for (unsigned int i = 0; i < s->num_cpus; i++) {
        DeviceState *cpu = DEVICE(&s->cpu[i]);

        sysbus_connect_irq(sbd, i, qdev_get_gpio_in(cpu, ARM_CPU_IRQ));
        sysbus_connect_irq(sbd, i + s->num_cpus,
                           qdev_get_gpio_in(cpu, ARM_CPU_FIQ));
    }
    return true;
}

static void tegra20_set_link(void *dev, const char *name, void *target)
{
    object_property_set_link(OBJECT(dev), name, OBJECT(target), &error_abort);
}

static void tegra20_link_engine(Tegra20State *s, void *dev)
{
    tegra20_set_link(dev, "host1x", &s->host1x);
    tegra20_set_link(dev, "dma", s->ram);
}

static void tegra20_set_periph_links(Tegra20State *s)
{
    tegra20_set_link(&s->apbdma, "dma", get_system_memory());
    for (int i = 0; i < TEGRA20_NUM_SDMMC; i++) {
        tegra20_set_link(&s->sdmmc[i], "dma", &s->ahb_mem);
    }
    for (int i = 0; i < TEGRA20_NUM_USB; i++) {
        tegra20_set_link(&s->usb[i], "dma", &s->ahb_mem);
    }
    tegra20_set_link(&s->pcie, "dma", &s->ahb_mem);
    for (int i = 0; i < TEGRA20_NUM_I2S; i++) {
        tegra20_set_link(&s->i2s[i], "das", &s->das);
        qdev_prop_set_uint8(DEVICE(&s->i2s[i]), "dac", i);
    }
    qdev_prop_set_bit(DEVICE(&s->i2c[TEGRA20_NUM_I2C - 1]), "dvc", true);
    /* USB2 is the controller with the external PHY */
    qdev_prop_set_bit(DEVICE(&s->usb[1]), "ulpi", true);
}

/*
 * Set what a boot loader leaves.  The size of DRAM is a power of two: U-Boot
 * halves it while it probes, and fails with anything else.
 */
static void tegra20_set_boot_state(Tegra20State *s)
{
    uint64_t ram_size = pow2floor(memory_region_size(s->ram));

    qdev_prop_set_uint32(DEVICE(&s->pmc), "odmdata", s->odmdata);
    qdev_prop_set_uint64(DEVICE(&s->mc), "ram-size", ram_size);
    qdev_prop_set_uint64(DEVICE(&s->emc), "ram-size", ram_size);
}

/* It has several clocks and resets */
static void tegra20_connect_pcie(Tegra20State *s)
{
    static const char * const clock[] = { "pex", "afi", "pll_e" };
    static const int reset[] = {
        TEGRA20_PERIPH_PEX, TEGRA20_PERIPH_AFI, TEGRA20_PERIPH_PCIE_X,
    };
    DeviceState *car = DEVICE(&s->car);
    DeviceState *pcie = DEVICE(&s->pcie);

    for (int i = 0; i < ARRAY_SIZE(clock); i++) {
        qdev_connect_clock_in(pcie, clock[i],
                              qdev_get_clock_out(car, clock[i]));
    }
    for (int i = 0; i < ARRAY_SIZE(reset); i++) {
        qdev_connect_gpio_out_named(car, "reset", reset[i],
                                    qdev_get_gpio_in_named(pcie, "reset", i));
    }
}

static void tegra20_set_links(Tegra20State *s)
{
    qdev_connect_clock_in(DEVICE(&s->car), "osc", s->osc);
    tegra20_set_link(&s->flow, "evp", &s->evp);
    qdev_prop_set_uint32(DEVICE(&s->flow), "num-cpus", s->num_cpus);

    tegra20_set_boot_state(s);
    tegra20_set_periph_links(s);
    tegra20_connect_pcie(s);
    tegra20_set_link(&s->host1x, "dma", s->ram);
    tegra20_link_engine(s, &s->gr2d);
    tegra20_link_engine(s, &s->gr3d);
    tegra20_link_engine(s, &s->dc[0]);
    tegra20_link_engine(s, &s->dc[1]);
    qdev_prop_set_uint8(DEVICE(&s->dc[1]), "head", 1);
    tegra20_set_link(&s->hdmi, "dc0", &s->dc[0]);
    tegra20_set_link(&s->hdmi, "dc1", &s->dc[1]);
}

static void tegra20_connect_gic(Tegra20State *s)
{
    for (int spi = 0; spi < TEGRA20_NUM_SPIS; spi++) {
        qdev_connect_gpio_out(DEVICE(&s->ictlr), spi,
                              qdev_get_gpio_in(DEVICE(&s->a9mpcore), spi));
    }
}

static void tegra20_connect_pmus(Tegra20State *s)
{
    for (unsigned int i = 0; i < s->num_cpus; i++) {
        qdev_connect_gpio_out_named(DEVICE(&s->cpu[i]), "pmu-interrupt", 0,
                                    tegra20_irq(s, TEGRA20_IRQ_CPU0_PMU + i));
    }
}

static bool tegra20_realize_block(Tegra20State *s, const Tegra20Block *b,
                                  Error **errp)
{
    SysBusDevice *sbd = SYS_BUS_DEVICE(tegra20_device(s, b->offset));

    if (b->clk) {
        qdev_connect_clock_in(DEVICE(sbd), "clk",
                              qdev_get_clock_out(DEVICE(&s->car), b->clk));
    }
    if (!sysbus_realize(sbd, errp)) {
        return false;
    }
    sysbus_mmio_map(sbd, 0, b->base);
    if (b->spi != NO_IRQ) {
        sysbus_connect_irq(sbd, 0, tegra20_irq(s, b->spi));
    }
    if (b->reset != NO_RESET) {
        qdev_connect_gpio_out_named(DEVICE(&s->car), "reset", b->reset,
                                    qdev_get_gpio_in_named(DEVICE(sbd),
                                                           "reset", 0));
    }
    return true;
}

static void tegra20_connect_requestor(Tegra20State *s, void *dev, int req)
{
    DeviceState *dma = DEVICE(&s->apbdma);

    qdev_connect_gpio_out_named(
        DEVICE(dev), "dma-rx", 0,
        qdev_get_gpio_in_named(dma, "rx-request", req));
    qdev_connect_gpio_out_named(
        DEVICE(dev), "dma-tx", 0,
        qdev_get_gpio_in_named(dma, "tx-request", req));
}

/* [tegra20.rst, APB DMA] */
static void tegra20_connect_apbdma(Tegra20State *s)
{
    for (int i = 0; i < TEGRA20_NUM_I2C; i++) {
        tegra20_connect_requestor(s, &s->i2c[i], TEGRA_APBDMA_REQ_I2C1 + i);
    }
    tegra20_connect_requestor(s, &s->i2s[0], TEGRA_APBDMA_REQ_I2S1);
    tegra20_connect_requestor(s, &s->i2s[1], TEGRA_APBDMA_REQ_I2S2);
}

/* [tegra20.rst, Memory controller]: clients that reach memory by themselves */
static void tegra20_connect_mc(Tegra20State *s)
{
    const struct {
        void *dev;
        int client;
        bool active;        /* has operations that take time */
    } row[] = {
        { &s->host1x, TEGRA20_MC_CLIENT_HC, false },
        { &s->gr2d, TEGRA20_MC_CLIENT_2D, true },
        { &s->gr3d, TEGRA20_MC_CLIENT_3D, true },
    };
    DeviceState *mc = DEVICE(&s->mc);

    for (size_t i = 0; i < ARRAY_SIZE(row); i++) {
        DeviceState *dev = DEVICE(row[i].dev);
        int n = row[i].client;

        qdev_connect_gpio_out_named(
            mc, "client-block", n, qdev_get_gpio_in_named(dev, "dma-block", 0));
        if (row[i].active) {
            qdev_connect_gpio_out_named(
                dev, "dma-active", 0,
                qdev_get_gpio_in_named(mc, "client-active", n));
        }
    }
}

static void tegra20_connect_module_irqs(Tegra20State *s)
{
    for (int i = 0; i < ARRAY_SIZE(tegra20_module_irqs); i++) {
        void *dev = tegra20_device(s, tegra20_module_irqs[i].offset);

        sysbus_connect_irq(SYS_BUS_DEVICE(dev), 0,
                           qdev_get_gpio_in_named(DEVICE(s), "module-irq", i));
    }
}

static bool tegra20_realize_blocks(Tegra20State *s, Error **errp)
{
    tegra20_set_links(s);
    for (size_t i = 0; i < ARRAY_SIZE(tegra20_blocks); i++) {
        if (!tegra20_realize_block(s, &tegra20_blocks[i], errp)) {
            return false;
        }
    }
    for (size_t i = 0; i < ARRAY_SIZE(tegra20_irqs); i++) {
        const Tegra20Irq *irq = &tegra20_irqs[i];

        sysbus_connect_irq(SYS_BUS_DEVICE(tegra20_device(s, irq->offset)),
                           irq->index, tegra20_irq(s, irq->spi));
    }
    sysbus_mmio_map(SYS_BUS_DEVICE(&s->host1x), 1, TEGRA20_HOST1X_MOD_BASE);
    tegra20_connect_module_irqs(s);
    tegra20_connect_apbdma(s);
    tegra20_connect_mc(s);
    for (int n = 0; n < TEGRA20_NUM_CPUS; n++) {
        qdev_connect_gpio_out_named(DEVICE(&s->car), "cpu-reset", n,
                                    qdev_get_gpio_in_named(DEVICE(&s->flow),
                                                           "cpu-reset", n));
    }
    qdev_connect_gpio_out_named(DEVICE(&s->ictlr), "cpu-irq", 0,
                                qdev_get_gpio_in_named(DEVICE(&s->flow),
                                                       "irq", 0));
    qdev_connect_gpio_out_named(DEVICE(&s->ictlr), "cpu-fiq", 0,
                                qdev_get_gpio_in_named(DEVICE(&s->flow),
                                                       "fiq", 0));
    qdev_connect_gpio_out_named(DEVICE(&s->pmc), "power-gate",
                                TEGRA20_POWER_PCIE,
                                qdev_get_gpio_in_named(DEVICE(&s->pcie),
                                                       "power", 0));
    qdev_connect_gpio_out_named(DEVICE(&s->pmc), "power-gate",
                                TEGRA20_POWER_3D,
                                qdev_get_gpio_in_named(DEVICE(&s->gr3d),
                                                       "power", 0));
    return true;
}

/*
 * Map memory and no registers for DMA: QEMU's USB and SD controllers do not
 * expect that their own DMA resets them, and other devices expect that a CPU
 * accesses them.
 */
static void tegra20_map_ahb(Tegra20State *s)
{
    Object *obj = OBJECT(s);

    memory_region_init(&s->ahb_mem, obj, "tegra20.ahb", 4 * GiB);
    memory_region_init_alias(&s->ahb_ram, obj, "tegra20.ahb-ram", s->ram, 0,
                             memory_region_size(s->ram));
    memory_region_add_subregion(&s->ahb_mem, 0, &s->ahb_ram);
    memory_region_init_alias(&s->ahb_iram, obj, "tegra20.ahb-iram", &s->iram,
                             0, TEGRA20_IRAM_SIZE);
    memory_region_add_subregion(&s->ahb_mem, TEGRA20_IRAM_BASE, &s->ahb_iram);
}

static bool tegra20_map_memories(Tegra20State *s, Error **errp)
{
    MemoryRegion *sysmem = get_system_memory();

    if (!s->ram) {
        error_setg(errp, "tegra20: the 'ram' link is not set");
        return false;
    }
    if (!memory_region_init_ram(&s->iram, OBJECT(s), "tegra20.iram",
                                TEGRA20_IRAM_SIZE, errp)) {
        return false;
    }
    memory_region_add_subregion(sysmem, 0, s->ram);
    memory_region_add_subregion(sysmem, TEGRA20_IRAM_BASE, &s->iram);
    tegra20_map_ahb(s);
    tegra20_boot_info(s->odmdata);
    return true;
}

static void tegra20_create_uarts(Tegra20State *s)
{
    static const struct {
        hwaddr base;
        int spi;
    } uart[] = {
        { TEGRA20_UARTA_BASE, TEGRA20_IRQ_UARTA },
        { TEGRA20_UARTB_BASE, TEGRA20_IRQ_UARTB },
        { TEGRA20_UARTC_BASE, TEGRA20_IRQ_UARTC },
        { TEGRA20_UARTD_BASE, TEGRA20_IRQ_UARTD },
        { TEGRA20_UARTE_BASE, TEGRA20_IRQ_UARTE },
    };

    for (int i = 0; i < ARRAY_SIZE(uart); i++) {
        serial_mm_init(get_system_memory(), uart[i].base, 2,
                       tegra20_irq(s, uart[i].spi), TEGRA20_UART_HZ / 16,
                       serial_hd(i), DEVICE_LITTLE_ENDIAN);
    }
}

static void tegra20_realize(DeviceState *dev, Error **errp)
{
    Tegra20State *s = TEGRA20(dev);

    if (!tegra20_map_memories(s, errp) ||
        !tegra20_realize_cpus(s, errp) ||
        !tegra20_realize_a9mpcore(s, errp) ||
        !tegra20_realize_blocks(s, errp)) {
        return;
    }
    tegra20_connect_gic(s);
    tegra20_connect_pmus(s);
    tegra20_create_uarts(s);
    for (size_t i = 0; i < ARRAY_SIZE(tegra20_unimp); i++) {
        create_unimplemented_device(tegra20_unimp[i].name,
                                    tegra20_unimp[i].base,
                                    tegra20_unimp[i].size);
    }
}

static const Property tegra20_properties[] = {
    DEFINE_PROP_UINT32("odmdata", Tegra20State, odmdata, 0),
    DEFINE_PROP_UINT32("num-cpus", Tegra20State, num_cpus, TEGRA20_NUM_CPUS),
    DEFINE_PROP_LINK("ram", Tegra20State, ram, TYPE_MEMORY_REGION,
                     MemoryRegion *),
};

static void tegra20_class_init(ObjectClass *klass, const void *data)
{
    DeviceClass *dc = DEVICE_CLASS(klass);

    dc->desc = "NVIDIA Tegra20 SoC";
    dc->realize = tegra20_realize;
    dc->user_creatable = false;
    device_class_set_props(dc, tegra20_properties);
}

static const TypeInfo tegra20_types[] = {
    {
        .name = TYPE_TEGRA20,
        .parent = TYPE_DEVICE,
        .instance_size = sizeof(Tegra20State),
        .instance_init = tegra20_init,
        .class_init = tegra20_class_init,
    },
};

DEFINE_TYPES(tegra20_types)
