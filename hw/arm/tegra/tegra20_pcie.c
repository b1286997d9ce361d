/*
 * NVIDIA Tegra20 PCIe host controller
 *
 * AFI joins the CPUs' bus (AXI) to the root ports' bus (FPCI, which has the
 * address map of HyperTransport): six windows go to addresses of FPCI, messages
 * of the ports become interrupts.  The PADS are the analog part.  What is known
 * of both is what Linux's driver drivers/pci/controller/pci-tegra.c does; where
 * that leaves a choice, a comment says so.  [tegra20.rst, PCIe]
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qapi/error.h"
#include "qemu/log.h"
#include "hw/arm/tegra/tegra20_pcie.h"
#include "hw/arm/tegra/tegra_clock.h"
#include "hw/arm/tegra/tegra_reg_range.h"
#include "hw/core/irq.h"
#include "hw/core/qdev-clock.h"
#include "hw/core/qdev-properties.h"
#include "hw/pci/msi.h"
#include "migration/vmstate.h"
#include "trace.h"

#define TYPE_TEGRA20_PCIE_BUS "tegra20-pcie-bus"

#define NUM_INTX            4
#define REGISTERS_PRIORITY  (TEGRA20_PCIE_NUM_WINDOWS + 1)

typedef struct PcieBlock {
    const char *name;
    const TegraRegRange *ranges;
    size_t num;
    size_t regs;            /* offset in Tegra20PcieState */
    int part;               /* whose reset and clock it has */
} PcieBlock;

#define BITS_REG(n, from, to, bits) \
    { .name = n, .first = from, .last = to, .rw = bits }
#define PAGE_NUMBERS 0x000fffff
#define PAGE_ADDRESS 0xfffff000

static const TegraRegRange afi_ranges[] = {
    BITS_REG("AXI_BAR_SZ", A_AFI_AXI_BAR0_SZ, A_AFI_AXI_BAR5_SZ, PAGE_NUMBERS),
    BITS_REG("AXI_BAR_START", A_AFI_AXI_BAR0_START, A_AFI_AXI_BAR5_START,
             PAGE_ADDRESS),
    BITS_REG("FPCI_BAR", A_AFI_FPCI_BAR0, A_AFI_FPCI_BAR5, 0xfffffff1),
    TEGRA_REG_RANGE("CACHE_BAR", A_AFI_CACHE_BAR0_SZ, A_AFI_CACHE_BAR1_ST, 0),
    BITS_REG("MSI_BAR_SZ", A_AFI_MSI_BAR_SZ, A_AFI_MSI_BAR_SZ, PAGE_NUMBERS),
    BITS_REG("MSI_BAR_ST", A_AFI_MSI_FPCI_BAR_ST, A_AFI_MSI_AXI_BAR_ST,
             PAGE_ADDRESS),
    { .name = "MSI_VEC", .first = A_AFI_MSI_VEC0, .last = A_AFI_MSI_VEC7,
      .w1c = UINT32_MAX },
    TEGRA_REG_RANGE("MSI_EN_VEC", A_AFI_MSI_EN_VEC0, A_AFI_MSI_EN_VEC7, 0),
    TEGRA_REG("CONFIGURATION", A_AFI_CONFIGURATION, 0),
    TEGRA_REG("FPCI_ERROR_MASKS", A_AFI_FPCI_ERROR_MASKS, 0),
    TEGRA_REG("INTR_MASK", A_AFI_INTR_MASK, 0),
    BITS_REG("INTR_CODE", A_AFI_INTR_CODE, A_AFI_INTR_CODE,
             R_AFI_INTR_CODE_CODE_MASK),
    TEGRA_REG_RO("INTR_SIGNATURE", A_AFI_INTR_SIGNATURE, 0),
    TEGRA_REG_RO("UPPER_FPCI_ADDRESS", A_AFI_UPPER_FPCI_ADDRESS, 0),
    TEGRA_REG("SM_INTR_ENABLE", A_AFI_SM_INTR_ENABLE, 0),
    TEGRA_REG("AFI_INTR_ENABLE", A_AFI_AFI_INTR_ENABLE, 0),
    BITS_REG("PCIE_PME", A_AFI_PCIE_PME, A_AFI_PCIE_PME, 0x00000101),
    TEGRA_REG("PCIE_CONFIG", A_AFI_PCIE_CONFIG, 0),
    TEGRA_REG("FUSE", A_AFI_FUSE, 0),
    TEGRA_REG("PEX0_CTRL", A_AFI_PEX0_CTRL, 0),
    TEGRA_REG("PEX1_CTRL", A_AFI_PEX1_CTRL, 0),
};

static const TegraRegRange pads_ranges[] = {
    TEGRA_REG("CTL_SEL", A_PADS_CTL_SEL, 0),
    TEGRA_REG("CTL", A_PADS_CTL, 0),
    BITS_REG("PLL_CTL", A_PADS_PLL_CTL, A_PADS_PLL_CTL,
             ~R_PADS_PLL_CTL_LOCKDET_MASK),
    TEGRA_REG_RANGE("REFCLK", A_PADS_REFCLK_CFG0, A_PADS_REFCLK_BIAS, 0),
};

static const PcieBlock afi_block = {
    "AFI", afi_ranges, ARRAY_SIZE(afi_ranges),
    offsetof(Tegra20PcieState, afi), TEGRA20_PCIE_AFI,
};

static const PcieBlock pads_block = {
    "PADS", pads_ranges, ARRAY_SIZE(pads_ranges),
    offsetof(Tegra20PcieState, pads), TEGRA20_PCIE_PEX,
};

#define AFI(s, reg, field) \
    FIELD_EX32((s)->afi[R_AFI_##reg], AFI_##reg, field)

/* Return whether PEX or AFI works: it has power, a clock, and no reset */
bool tegra20_pcie_alive(Tegra20PcieState *s, int part)
{
    return s->powered && !s->in_reset[part] && clock_is_enabled(s->clk[part]);
}

static uint32_t *pcie_reg(Tegra20PcieState *s, const PcieBlock *b,
                          hwaddr offset)
{
    return (uint32_t *)((char *)s + b->regs) + offset / 4;
}

/* Find a register for an access; NULL, with a line in the log, if none */
static const TegraRegRange *pcie_find(Tegra20PcieState *s, const PcieBlock *b,
                                      hwaddr offset, const char *access)
{
    const TegraRegRange *r = tegra_reg_find(b->ranges, b->num, offset);

    if (!tegra20_pcie_alive(s, b->part)) {
        qemu_log_mask(LOG_GUEST_ERROR, TYPE_TEGRA20_PCIE ": %s %s register "
                      "0x%03" HWADDR_PRIx " in reset or without clock or "
                      "power\n", access, b->name, offset);
        return NULL;
    }
    if (!r) {
        qemu_log_mask(LOG_UNIMP, TYPE_TEGRA20_PCIE ": %s unknown %s register "
                      "0x%03" HWADDR_PRIx "\n", access, b->name, offset);
    }
    return r;
}

/* ---- links ---- */

PCIBus *tegra20_pcie_port_bus(Tegra20PcieState *s, unsigned int n)
{
    return pci_bridge_get_sec_bus(PCI_BRIDGE(&s->port[n]));
}

/* The PLL of the pads runs from PLL_E, and locks at once */
static bool pads_locked(Tegra20PcieState *s)
{
    return FIELD_EX32(s->pads[R_PADS_PLL_CTL], PADS_PLL_CTL, RST_B4SM) &&
           clock_is_enabled(s->clk[TEGRA20_PCIE_PLL_E]);
}

static bool pads_ready(Tegra20PcieState *s)
{
    uint32_t ctl = s->pads[R_PADS_CTL];

    return tegra20_pcie_alive(s, TEGRA20_PCIE_PEX) && pads_locked(s) &&
           FIELD_EX32(ctl, PADS_CTL, TX_DATA_EN_1L) &&
           FIELD_EX32(ctl, PADS_CTL, RX_DATA_EN_1L);
}

static uint32_t *afi_pex_ctrl(Tegra20PcieState *s, unsigned int n)
{
    return &s->afi[n ? R_AFI_PEX1_CTRL : R_AFI_PEX0_CTRL];
}

/*
 * A link is up as soon as all is there that Linux sets before it waits for
 * that.
 */
bool tegra20_pcie_link_up(Tegra20PcieState *s, unsigned int n)
{
    PCIDevice *port = PCI_DEVICE(&s->port[n]);
    uint32_t ctrl = *afi_pex_ctrl(s, n);
    uint32_t misc = pci_get_long(port->config + A_RP_PRIV_MISC);

    return pads_ready(s) && tegra20_pcie_alive(s, TEGRA20_PCIE_AFI) &&
           !s->in_reset[TEGRA20_PCIE_PCIE_X] &&
           !extract32(AFI(s, PCIE_CONFIG, DISABLE), n, 1) &&
           FIELD_EX32(ctrl, AFI_PEX_CTRL, RST) &&
           FIELD_EX32(ctrl, AFI_PEX_CTRL, REFCLK_EN) &&
           FIELD_EX32(misc, RP_PRIV_MISC, PRSNT_MAP) !=
           RP_PRSNT_MAP_EP_ABSNT &&
           tegra20_pcie_port_bus(s, n)->devices[0];
}

/* ---- interrupts ---- */

/*
 * Return what the interrupt is of.  INTx shows as long as a line is up, because
 * Linux reports any other code as an error, also 0.
 */
static uint32_t afi_intr_code(Tegra20PcieState *s)
{
    uint32_t code = AFI(s, INTR_CODE, CODE);

    if (!code && (s->intx & AFI(s, SM_INTR_ENABLE, INTX_ASSERT))) {
        code = AFI_INTR_LEGACY;
    }
    return code;
}

void tegra20_pcie_update_irqs(Tegra20PcieState *s)
{
    bool intr = AFI(s, INTR_MASK, INT) && afi_intr_code(s);
    bool msi = false;

    for (int i = 0; i < TEGRA20_PCIE_NUM_MSI_REGS; i++) {
        msi |= s->afi[R_AFI_MSI_VEC0 + i] & s->afi[R_AFI_MSI_EN_VEC0 + i];
    }
    msi &= AFI(s, INTR_MASK, MSI);
    trace_tegra20_pcie_irq(intr, msi);
    qemu_set_irq(s->irq, intr);
    qemu_set_irq(s->msi_irq, msi);
}

/* The first event is kept until software writes 0 */
static void afi_set_code(Tegra20PcieState *s, unsigned int code)
{
    if (!s->afi[R_AFI_INTR_CODE]) {
        s->afi[R_AFI_INTR_CODE] = code;
    }
}

static void tegra20_pcie_set_intx(void *opaque, int n, int level)
{
    Tegra20PcieState *s = opaque;

    s->intx = deposit32(s->intx, n, 1, level != 0);
    if (level && extract32(AFI(s, SM_INTR_ENABLE, INTX_ASSERT), n, 1)) {
        afi_set_code(s, AFI_INTR_LEGACY);
    }
    tegra20_pcie_update_irqs(s);
}

/* A message goes on with the pin that it has come with */
static int tegra20_pcie_map_irq(PCIDevice *d, int pin)
{
    return pin;
}

/*
 * Report an access that nobody claimed.  AFI_INTR_ENABLE has bits for the codes
 * in their order, but for LEGACY.  Bit 0 of the signature is no part of the
 * address; here it is 1 for a read.
 */
void tegra20_pcie_master_abort(Tegra20PcieState *s, uint64_t fpci, bool read)
{
    trace_tegra20_pcie_error(AFI_INTR_MASTER_ABORT, fpci);
    if (extract32(s->afi[R_AFI_AFI_INTR_ENABLE], AFI_INTR_MASTER_ABORT - 1,
                  1) && !s->afi[R_AFI_INTR_CODE]) {
        afi_set_code(s, AFI_INTR_MASTER_ABORT);
        s->afi[R_AFI_INTR_SIGNATURE] = (fpci & 0xfffffffc) | read;
        s->afi[R_AFI_UPPER_FPCI_ADDRESS] = extract64(fpci, 32, 8);
        tegra20_pcie_update_irqs(s);
    }
}

static void tegra20_pcie_update_windows(Tegra20PcieState *s)
{
    for (int n = 0; n < TEGRA20_PCIE_NUM_WINDOWS; n++) {
        tegra20_pcie_update_window(s, n);
    }
    tegra20_pcie_update_msi_window(s);
}

static void tegra20_pcie_update(Tegra20PcieState *s)
{
    tegra20_pcie_update_windows(s);
    tegra20_pcie_update_irqs(s);
}

/* ---- registers ---- */

/* Return who has answered that it is ready to be switched off: at once */
static uint32_t afi_pme_acks(Tegra20PcieState *s, uint32_t value)
{
    static const struct {
        uint8_t turn_off;
        uint8_t ack;
    } bit[TEGRA20_PCIE_NUM_PORTS] = { { 0, 5 }, { 8, 10 } };
    uint32_t acks = 0;

    for (int n = 0; n < TEGRA20_PCIE_NUM_PORTS; n++) {
        if (extract32(value, bit[n].turn_off, 1) &&
            tegra20_pcie_link_up(s, n)) {
            acks |= 1u << bit[n].ack;
        }
    }
    return acks;
}

/* Read a register that shows @value */
static uint64_t pcie_read(Tegra20PcieState *s, const PcieBlock *b,
                          hwaddr offset, uint32_t value)
{
    const TegraRegRange *r = pcie_find(s, b, offset, "read of");

    if (!r) {
        return 0;
    }
    trace_tegra20_pcie_read(b->name, r->name, offset, value);
    return value;
}

static uint64_t tegra20_pcie_afi_read(void *opaque, hwaddr offset,
                                      unsigned size)
{
    Tegra20PcieState *s = opaque;
    uint32_t value = s->afi[offset / 4];

    if (offset == A_AFI_INTR_CODE) {
        value = afi_intr_code(s);
    } else if (offset == A_AFI_PCIE_PME) {
        value |= afi_pme_acks(s, value);
    }
    return pcie_read(s, &afi_block, offset, value);
}

/* A port's reset resets what is behind it */
static void afi_reset_slot(Tegra20PcieState *s, unsigned int n, uint32_t old)
{
    if (FIELD_EX32(old, AFI_PEX_CTRL, RST) &&
        !FIELD_EX32(*afi_pex_ctrl(s, n), AFI_PEX_CTRL, RST)) {
        bus_cold_reset(BUS(tegra20_pcie_port_bus(s, n)));
    }
}

static void afi_written(Tegra20PcieState *s, hwaddr offset, uint32_t old)
{
    switch (offset) {
    case A_AFI_AXI_BAR0_SZ ... A_AFI_FPCI_BAR5:
        tegra20_pcie_update_window(s, offset / 4 % TEGRA20_PCIE_NUM_WINDOWS);
        break;
    case A_AFI_MSI_BAR_SZ ... A_AFI_MSI_AXI_BAR_ST:
        tegra20_pcie_update_msi_window(s);
        break;
    case A_AFI_CONFIGURATION:
        tegra20_pcie_update(s);
        break;
    case A_AFI_PEX0_CTRL:
        afi_reset_slot(s, 0, old);
        break;
    case A_AFI_PEX1_CTRL:
        afi_reset_slot(s, 1, old);
        break;
    default:
        tegra20_pcie_update_irqs(s);
    }
}

/* Write a register; return what it held, or false */
static bool pcie_write(Tegra20PcieState *s, const PcieBlock *b, hwaddr offset,
                       uint32_t value, uint32_t *old)
{
    const TegraRegRange *r = pcie_find(s, b, offset, "write of");
    uint32_t *reg = pcie_reg(s, b, offset);

    if (!r) {
        return false;
    }
    if (!(r->rw | r->w1c)) {
        qemu_log_mask(LOG_GUEST_ERROR, TYPE_TEGRA20_PCIE ": write of read-only "
                      "%s register %s <- 0x%08" PRIx32 "\n", b->name, r->name,
                      value);
    }
    trace_tegra20_pcie_write(b->name, r->name, offset, value);
    *old = *reg;
    *reg = tegra_reg_merge(r, *old, value);
    return true;
}

static void tegra20_pcie_afi_write(void *opaque, hwaddr offset, uint64_t value,
                                   unsigned size)
{
    Tegra20PcieState *s = opaque;
    uint32_t old;

    if (pcie_write(s, &afi_block, offset, value, &old)) {
        afi_written(s, offset, old);
    }
}

static uint64_t tegra20_pcie_pads_read(void *opaque, hwaddr offset,
                                       unsigned size)
{
    Tegra20PcieState *s = opaque;
    uint32_t value = s->pads[offset / 4];

    if (offset == A_PADS_PLL_CTL) {
        value = FIELD_DP32(value, PADS_PLL_CTL, LOCKDET, pads_locked(s));
    }
    return pcie_read(s, &pads_block, offset, value);
}

static void tegra20_pcie_pads_write(void *opaque, hwaddr offset,
                                    uint64_t value, unsigned size)
{
    uint32_t old;

    pcie_write(opaque, &pads_block, offset, value, &old);
}

/* A root port's configuration space has addresses of its own */
static bool port_dead(Tegra20PcieState *s, hwaddr addr)
{
    bool dead = !tegra20_pcie_alive(s, TEGRA20_PCIE_PEX);

    if (dead) {
        qemu_log_mask(LOG_GUEST_ERROR, TYPE_TEGRA20_PCIE ": access to root "
                      "port's register 0x%03" HWADDR_PRIx " in reset or "
                      "without clock or power\n", addr);
    }
    return dead;
}

static uint64_t tegra20_pcie_port_read(void *opaque, hwaddr addr,
                                       unsigned size)
{
    PCIDevice *d = opaque;
    Tegra20PcieState *s = TEGRA20_PCIE(qdev_get_parent_bus(DEVICE(d))->parent);

    return port_dead(s, addr) ? UINT64_MAX :
           pci_host_config_read_common(d, addr, pci_config_size(d), size);
}

static void tegra20_pcie_port_write(void *opaque, hwaddr addr, uint64_t value,
                                    unsigned size)
{
    PCIDevice *d = opaque;
    Tegra20PcieState *s = TEGRA20_PCIE(qdev_get_parent_bus(DEVICE(d))->parent);

    if (!port_dead(s, addr)) {
        pci_host_config_write_common(d, addr, pci_config_size(d), value, size);
    }
}

#define REGISTER_OPS(name, least) \
    static const MemoryRegionOps tegra20_pcie_##name##_ops = { \
        .read = tegra20_pcie_##name##_read, \
        .write = tegra20_pcie_##name##_write, \
        .endianness = DEVICE_LITTLE_ENDIAN, \
        .valid.min_access_size = least, \
        .valid.max_access_size = 4, \
    }

REGISTER_OPS(afi, 4);
REGISTER_OPS(pads, 4);
REGISTER_OPS(port, 1);

/* ---- clocks, resets, power ---- */

static void tegra20_pcie_clear_pads(Tegra20PcieState *s)
{
    memset(s->pads, 0, sizeof(s->pads));
}

static void tegra20_pcie_clear_afi(Tegra20PcieState *s)
{
    memset(s->afi, 0, sizeof(s->afi));
}

static void tegra20_pcie_reset_pex(Tegra20PcieState *s)
{
    trace_tegra20_pcie_reset("PEX");
    tegra20_pcie_clear_pads(s);
    for (int n = 0; n < TEGRA20_PCIE_NUM_PORTS; n++) {
        device_cold_reset(DEVICE(&s->port[n]));
    }
}

/* AFI drives the resets of the slots */
static void tegra20_pcie_reset_afi(Tegra20PcieState *s)
{
    trace_tegra20_pcie_reset("AFI");
    tegra20_pcie_clear_afi(s);
    for (int n = 0; n < TEGRA20_PCIE_NUM_PORTS; n++) {
        bus_cold_reset(BUS(tegra20_pcie_port_bus(s, n)));
    }
}

static void tegra20_pcie_reset_line(void *opaque, int n, int level)
{
    Tegra20PcieState *s = opaque;
    bool begins = level && !s->in_reset[n];

    s->in_reset[n] = level;
    if (begins && n == TEGRA20_PCIE_PEX) {
        tegra20_pcie_reset_pex(s);
    } else if (begins && n == TEGRA20_PCIE_AFI) {
        tegra20_pcie_reset_afi(s);
    }
    tegra20_pcie_update(s);
}

static void tegra20_pcie_power_line(void *opaque, int n, int level)
{
    Tegra20PcieState *s = opaque;

    if (s->powered && !level) {
        tegra20_pcie_reset_pex(s);
        tegra20_pcie_reset_afi(s);
    }
    s->powered = level;
    tegra20_pcie_update(s);
}

static void tegra20_pcie_clock_changed(void *opaque, ClockEvent event)
{
    tegra20_pcie_update(opaque);
}

static void tegra20_pcie_reset_enter(Object *obj, ResetType type)
{
    tegra20_pcie_clear_pads(TEGRA20_PCIE(obj));
    tegra20_pcie_clear_afi(TEGRA20_PCIE(obj));
}

static void tegra20_pcie_reset_hold(Object *obj, ResetType type)
{
    tegra20_pcie_update(TEGRA20_PCIE(obj));
}

/* ---- the device ---- */

static int tegra20_pcie_post_load(void *opaque, int version_id)
{
    tegra20_pcie_update_windows(opaque);
    return 0;
}

static const VMStateDescription vmstate_tegra20_pcie = {
    .name = TYPE_TEGRA20_PCIE,
    .version_id = 1,
    .minimum_version_id = 1,
    .post_load = tegra20_pcie_post_load,
    .fields = (const VMStateField[]) {
        VMSTATE_UINT32_ARRAY(afi, Tegra20PcieState, TEGRA20_PCIE_AFI_SIZE / 4),
        VMSTATE_UINT32_ARRAY(pads, Tegra20PcieState,
                             TEGRA20_PCIE_PADS_SIZE / 4),
        VMSTATE_UINT8(intx, Tegra20PcieState),
        VMSTATE_BOOL_ARRAY(in_reset, Tegra20PcieState,
                           TEGRA20_PCIE_NUM_RESETS),
        VMSTATE_BOOL(powered, Tegra20PcieState),
        VMSTATE_TEGRA_CLOCK(clk[TEGRA20_PCIE_PEX], Tegra20PcieState),
        VMSTATE_TEGRA_CLOCK(clk[TEGRA20_PCIE_AFI], Tegra20PcieState),
        VMSTATE_TEGRA_CLOCK(clk[TEGRA20_PCIE_PLL_E], Tegra20PcieState),
        VMSTATE_END_OF_LIST()
    },
};

static const char *tegra20_pcie_root_bus_path(PCIHostState *host, PCIBus *bus)
{
    return "0000:00";
}

static AddressSpace *tegra20_pcie_dma_as(PCIBus *bus, void *opaque, int devfn)
{
    return &TEGRA20_PCIE(opaque)->dma_as;
}

static const PCIIOMMUOps tegra20_pcie_iommu_ops = {
    .get_address_space = tegra20_pcie_dma_as,
};

static void tegra20_pcie_init_registers(Tegra20PcieState *s)
{
    Object *obj = OBJECT(s);

    memory_region_init_io(&s->pads_mem, obj, &tegra20_pcie_pads_ops, s,
                          TYPE_TEGRA20_PCIE ".pads", TEGRA20_PCIE_PADS_SIZE);
    memory_region_add_subregion_overlap(&s->mmio, TEGRA20_PCIE_PADS_OFFSET,
                                        &s->pads_mem, REGISTERS_PRIORITY);
    memory_region_init_io(&s->afi_mem, obj, &tegra20_pcie_afi_ops, s,
                          TYPE_TEGRA20_PCIE ".afi", TEGRA20_PCIE_AFI_SIZE);
    memory_region_add_subregion_overlap(&s->mmio, TEGRA20_PCIE_AFI_OFFSET,
                                        &s->afi_mem, REGISTERS_PRIORITY);
    for (int n = 0; n < TEGRA20_PCIE_NUM_PORTS; n++) {
        memory_region_init_io(&s->port_mem[n], obj, &tegra20_pcie_port_ops,
                              &s->port[n], TYPE_TEGRA20_PCIE ".port",
                              TEGRA20_PCIE_PORT_SIZE);
        memory_region_add_subregion_overlap(
            &s->mmio, TEGRA20_PCIE_PORT_OFFSET + n * TEGRA20_PCIE_PORT_SIZE,
            &s->port_mem[n], REGISTERS_PRIORITY);
    }
}

static void tegra20_pcie_init(Object *obj)
{
    Tegra20PcieState *s = TEGRA20_PCIE(obj);
    DeviceState *dev = DEVICE(obj);
    static const char * const clock_names[] = {
        [TEGRA20_PCIE_PEX] = "pex",
        [TEGRA20_PCIE_AFI] = "afi",
        [TEGRA20_PCIE_PLL_E] = "pll_e",
    };

    for (int i = 0; i < TEGRA20_PCIE_NUM_CLOCKS; i++) {
        s->clk[i] = qdev_init_clock_in(dev, clock_names[i],
                                       tegra20_pcie_clock_changed, s,
                                       ClockUpdate);
    }
    qdev_init_gpio_in_named(dev, tegra20_pcie_reset_line, "reset",
                            TEGRA20_PCIE_NUM_RESETS);
    qdev_init_gpio_in_named(dev, tegra20_pcie_power_line, "power", 1);
    sysbus_init_irq(SYS_BUS_DEVICE(obj), &s->irq);
    sysbus_init_irq(SYS_BUS_DEVICE(obj), &s->msi_irq);
    for (int n = 0; n < TEGRA20_PCIE_NUM_PORTS; n++) {
        object_initialize_child(obj, "port[*]", &s->port[n],
                                TYPE_TEGRA20_PCIE_PORT);
    }
    tegra20_pcie_init_windows(s);
    tegra20_pcie_init_registers(s);
    sysbus_init_mmio(SYS_BUS_DEVICE(obj), &s->mmio);
}

/* The root ports are devices 1 and 2, and so are their buses named. */
static bool tegra20_pcie_realize_port(Tegra20PcieState *s, unsigned int n,
                                      Error **errp)
{
    static const char * const bus_name[] = { "pcie.1", "pcie.2" };
    DeviceState *port = DEVICE(&s->port[n]);

    qdev_prop_set_int32(port, "addr", PCI_DEVFN(n + 1, 0));
    qdev_prop_set_uint8(port, "port", n);
    qdev_prop_set_uint16(port, "slot", n);
    qdev_prop_set_bit(port, "hotplug", false);
    qdev_prop_set_bit(port, COMPAT_PROP_PCP, false);
    pci_bridge_map_irq(PCI_BRIDGE(port), bus_name[n], pci_swizzle_map_irq_fn);
    return qdev_realize(port, BUS(PCI_HOST_BRIDGE(s)->bus), errp);
}

static void tegra20_pcie_realize(DeviceState *dev, Error **errp)
{
    Tegra20PcieState *s = TEGRA20_PCIE(dev);
    PCIHostState *host = PCI_HOST_BRIDGE(dev);

    if (!s->dma_mr) {
        error_setg(errp, TYPE_TEGRA20_PCIE ": the 'dma' link is not set");
        return;
    }
    tegra20_pcie_realize_windows(s);
    host->bus = pci_register_root_bus(dev, "pcie.0", tegra20_pcie_set_intx,
                                      tegra20_pcie_map_irq, s, &s->pci_mem,
                                      &s->pci_io, PCI_DEVFN(1, 0), NUM_INTX,
                                      TYPE_TEGRA20_PCIE_BUS);
    /* The ports' buses take it from this one, which is realized after them */
    host->bus->flags |= PCI_BUS_EXTENDED_CONFIG_SPACE;
    pci_setup_iommu(host->bus, &tegra20_pcie_iommu_ops, s);
    msi_nonbroken = true;
    for (int n = 0; n < TEGRA20_PCIE_NUM_PORTS; n++) {
        if (!tegra20_pcie_realize_port(s, n, errp)) {
            return;
        }
    }
}

static const Property tegra20_pcie_properties[] = {
    DEFINE_PROP_LINK("dma", Tegra20PcieState, dma_mr, TYPE_MEMORY_REGION,
                     MemoryRegion *),
};

static void tegra20_pcie_class_init(ObjectClass *klass, const void *data)
{
    DeviceClass *dc = DEVICE_CLASS(klass);
    ResettableClass *rc = RESETTABLE_CLASS(klass);

    dc->desc = "NVIDIA Tegra20 PCIe host controller";
    dc->realize = tegra20_pcie_realize;
    dc->vmsd = &vmstate_tegra20_pcie;
    dc->fw_name = "pci";
    device_class_set_props(dc, tegra20_pcie_properties);
    set_bit(DEVICE_CATEGORY_BRIDGE, dc->categories);
    rc->phases.enter = tegra20_pcie_reset_enter;
    rc->phases.hold = tegra20_pcie_reset_hold;
    PCI_HOST_BRIDGE_CLASS(klass)->root_bus_path = tegra20_pcie_root_bus_path;
}

/* Nothing but the ports is on the root bus: -device goes behind them */
static void tegra20_pcie_bus_class_init(ObjectClass *klass, const void *data)
{
    BUS_CLASS(klass)->max_dev = TEGRA20_PCIE_NUM_PORTS;
}

static const TypeInfo tegra20_pcie_types[] = {
    {
        .name = TYPE_TEGRA20_PCIE,
        .parent = TYPE_PCI_HOST_BRIDGE,
        .instance_size = sizeof(Tegra20PcieState),
        .instance_init = tegra20_pcie_init,
        .class_init = tegra20_pcie_class_init,
    }, {
        .name = TYPE_TEGRA20_PCIE_BUS,
        .parent = TYPE_PCIE_BUS,
        .class_init = tegra20_pcie_bus_class_init,
    },
};

DEFINE_TYPES(tegra20_pcie_types)
