/*
 * NVIDIA Tegra20 PCIe host controller: AFI's windows
 *
 * The CPUs reach addresses of FPCI by six windows: memory of devices, their
 * I/O ports and configuration space.  Devices reach memory, and one window of
 * theirs takes messages (MSI).  [tegra20.rst, PCIe]
 *
 * The guest chooses where a window is, but only among the addresses that go to
 * PCIe, and below the registers there; behind it are devices' regions alone.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qemu/bswap.h"
#include "qemu/log.h"
#include "qemu/units.h"
#include "hw/arm/tegra/tegra20_map.h"
#include "hw/arm/tegra/tegra20_pcie.h"
#include "trace.h"

#define PAGE_BITS 12

/* Where FPCI has what */
#define FPCI_IO         0xfdfc000000ull
#define FPCI_IO_SIZE    (64 * KiB)      /* what a PCI device decodes */

/* Configuration space: bus, device, function and register as in the address */
static const struct {
    uint64_t base;
    uint64_t size;
    bool behind_port;       /* a cycle of type 1 */
    bool extended;          /* bits 27:24 are bits 11:8 of the register */
} fpci_config[] = {
    { 0xfdfe000000ull, 16 * MiB, false, false },
    { 0xfdff000000ull, 16 * MiB, true, false },
    { 0xfe00000000ull, 256 * MiB, false, true },
    { 0xfe10000000ull, 256 * MiB, true, true },
};

/* ---- messages ---- */

/*
 * Take a message.  It is noted whether enabled or not: Linux enables a vector
 * and handles all that are noted.
 */
static void tegra20_pcie_msi_write(void *opaque, hwaddr addr, uint64_t data,
                                   unsigned size)
{
    Tegra20PcieState *s = opaque;

    trace_tegra20_pcie_msi(data);
    if (data >= TEGRA20_PCIE_NUM_MSI_REGS * 32) {
        qemu_log_mask(LOG_GUEST_ERROR, TYPE_TEGRA20_PCIE ": MSI vector %"
                      PRIu64 "\n", data);
        return;
    }
    s->afi[R_AFI_MSI_VEC0 + data / 32] |= 1u << data % 32;
    tegra20_pcie_update_irqs(s);
}

static uint64_t tegra20_pcie_msi_read(void *opaque, hwaddr addr, unsigned size)
{
    qemu_log_mask(LOG_GUEST_ERROR, TYPE_TEGRA20_PCIE ": a device reads the "
                  "address of its messages\n");
    return UINT64_MAX;
}

static const MemoryRegionOps tegra20_pcie_msi_ops = {
    .read = tegra20_pcie_msi_read,
    .write = tegra20_pcie_msi_write,
    .endianness = DEVICE_LITTLE_ENDIAN,
    .valid.min_access_size = 4,
    .valid.max_access_size = 4,
};

/* ---- what is behind the windows ---- */

/* Return the port that @d lies behind */
static unsigned int tegra20_pcie_port_of(PCIDevice *d)
{
    while (!pci_bus_is_root(pci_get_bus(d))) {
        d = pci_get_bus(d)->parent_dev;
    }
    return PCIE_PORT(d)->port;
}

/* Return whom a configuration cycle goes to, and the register in @reg */
static PCIDevice *tegra20_pcie_config_target(Tegra20PcieState *s,
                                             uint64_t fpci, uint32_t *reg)
{
    PCIBus *root = PCI_HOST_BRIDGE(s)->bus;

    for (size_t i = 0; i < ARRAY_SIZE(fpci_config); i++) {
        uint64_t offset = fpci - fpci_config[i].base;
        uint8_t devfn = extract64(offset, 8, 8);
        uint8_t bus = extract64(offset, 16, 8);
        PCIDevice *d;

        if (fpci < fpci_config[i].base || offset >= fpci_config[i].size) {
            continue;
        }
        *reg = (offset & 0xff) |
               (fpci_config[i].extended ? extract64(offset, 24, 4) << 8 : 0);
        if (!fpci_config[i].behind_port) {
            return root->devices[devfn];
        }
        d = bus ? pci_find_device(root, bus, devfn) : NULL;
        return d && tegra20_pcie_link_up(s, tegra20_pcie_port_of(d)) ? d : NULL;
    }
    return NULL;
}

static uint64_t tegra20_pcie_window_fpci(Tegra20PcieWindow *w, hwaddr addr)
{
    unsigned int n = w - w->host->window;
    uint32_t bar = w->host->afi[R_AFI_FPCI_BAR0 + n];

    return ((uint64_t)(bar & ~R_AFI_FPCI_BAR_MEMORY_MASK) << 8) + w->skip +
           addr;
}

static bool tegra20_pcie_io(Tegra20PcieState *s, uint64_t fpci, uint8_t *buf,
                            unsigned size, bool write)
{
    return fpci >= FPCI_IO && fpci < FPCI_IO + FPCI_IO_SIZE &&
           address_space_rw(&s->pci_io_as, fpci - FPCI_IO,
                            MEMTXATTRS_UNSPECIFIED, buf, size, write) ==
           MEMTX_OK;
}

static uint64_t tegra20_pcie_other_read(void *opaque, hwaddr addr,
                                        unsigned size)
{
    Tegra20PcieWindow *w = opaque;
    uint64_t fpci = tegra20_pcie_window_fpci(w, addr);
    uint8_t buf[8] = { };
    uint32_t reg;
    PCIDevice *d = tegra20_pcie_config_target(w->host, fpci, &reg);

    if (d) {
        return pci_host_config_read_common(d, reg, pci_config_size(d), size);
    }
    if (tegra20_pcie_io(w->host, fpci, buf, size, false)) {
        return ldn_le_p(buf, size);
    }
    tegra20_pcie_master_abort(w->host, fpci, true);
    return UINT64_MAX;
}

static void tegra20_pcie_other_write(void *opaque, hwaddr addr, uint64_t value,
                                     unsigned size)
{
    Tegra20PcieWindow *w = opaque;
    uint64_t fpci = tegra20_pcie_window_fpci(w, addr);
    uint8_t buf[8];
    uint32_t reg;
    PCIDevice *d = tegra20_pcie_config_target(w->host, fpci, &reg);

    stn_le_p(buf, size, value);
    if (d) {
        pci_host_config_write_common(d, reg, pci_config_size(d), value, size);
    } else if (!tegra20_pcie_io(w->host, fpci, buf, size, true)) {
        tegra20_pcie_master_abort(w->host, fpci, false);
    }
}

/* What no device has in the space of memory */
static uint64_t tegra20_pcie_nobody_read(void *opaque, hwaddr addr,
                                         unsigned size)
{
    tegra20_pcie_master_abort(opaque, addr, true);
    return UINT64_MAX;
}

static void tegra20_pcie_nobody_write(void *opaque, hwaddr addr,
                                      uint64_t value, unsigned size)
{
    tegra20_pcie_master_abort(opaque, addr, false);
}

/* What of the CPUs' addresses is in no window */
static uint64_t tegra20_pcie_outside_read(void *opaque, hwaddr addr,
                                          unsigned size)
{
    qemu_log_mask(LOG_GUEST_ERROR, TYPE_TEGRA20_PCIE ": read of 0x%08"
                  HWADDR_PRIx ", which is in no window\n",
                  TEGRA20_PCIE_BASE + addr);
    return UINT64_MAX;
}

static void tegra20_pcie_outside_write(void *opaque, hwaddr addr,
                                       uint64_t value, unsigned size)
{
    qemu_log_mask(LOG_GUEST_ERROR, TYPE_TEGRA20_PCIE ": write of 0x%08"
                  HWADDR_PRIx " <- 0x%" PRIx64 ", which is in no window\n",
                  TEGRA20_PCIE_BASE + addr, value);
}

#define WINDOW_OPS(name) \
    static const MemoryRegionOps tegra20_pcie_##name##_ops = { \
        .read = tegra20_pcie_##name##_read, \
        .write = tegra20_pcie_##name##_write, \
        .endianness = DEVICE_LITTLE_ENDIAN, \
        .valid.min_access_size = 1, \
        .valid.max_access_size = 8, \
        .impl.min_access_size = 1, \
        .impl.max_access_size = 4, \
    }

WINDOW_OPS(other);
WINDOW_OPS(nobody);
WINDOW_OPS(outside);

/* ---- windows ---- */

/*
 * Place a window.  Linux moves the one for configuration space with each access
 * to that by its FPCI_BAR alone, which does not change QEMU's map.
 */
void tegra20_pcie_update_window(Tegra20PcieState *s, unsigned int n)
{
    Tegra20PcieWindow *w = &s->window[n];
    uint64_t start = s->afi[R_AFI_AXI_BAR0_START + n];
    uint64_t pages = s->afi[R_AFI_AXI_BAR0_SZ + n];
    uint64_t low = MAX(start, TEGRA20_PCIE_BASE);
    uint64_t end = MIN(start + (pages << PAGE_BITS),
                       (uint64_t)TEGRA20_PCIE_BASE + TEGRA20_PCIE_MMIO_SIZE);
    uint32_t config = s->afi[R_AFI_CONFIGURATION];
    bool on = low < end && tegra20_pcie_alive(s, TEGRA20_PCIE_AFI) &&
              FIELD_EX32(config, AFI_CONFIGURATION, EN_FPCI);
    bool memory = FIELD_EX32(s->afi[R_AFI_FPCI_BAR0 + n], AFI_FPCI_BAR,
                             MEMORY);
    MemoryRegion *mr = memory ? &w->memory : &w->other;

    w->skip = low - start;
    memory_region_transaction_begin();
    if (on) {
        memory_region_set_size(mr, end - low);
        memory_region_set_address(mr, low - TEGRA20_PCIE_BASE);
    }
    if (on && memory) {
        memory_region_set_alias_offset(mr, tegra20_pcie_window_fpci(w, 0));
    }
    memory_region_set_enabled(&w->memory, on && memory);
    memory_region_set_enabled(&w->other, on && !memory);
    memory_region_transaction_commit();
    trace_tegra20_pcie_window(n, low, end, tegra20_pcie_window_fpci(w, 0),
                              memory);
}

/*
 * Place the window that takes devices' writes for messages.  A Tegra20 has the
 * address on FPCI itself in the register, later chips have it shifted
 * (msi_base_shift in Linux's driver).
 */
void tegra20_pcie_update_msi_window(Tegra20PcieState *s)
{
    uint64_t start = s->afi[R_AFI_MSI_FPCI_BAR_ST];
    uint64_t size = (uint64_t)s->afi[R_AFI_MSI_BAR_SZ] << PAGE_BITS;

    memory_region_transaction_begin();
    if (size) {
        memory_region_set_size(&s->msi_mem, MIN(size, 4 * GiB - start));
        memory_region_set_address(&s->msi_mem, start);
    }
    memory_region_set_enabled(&s->msi_mem, size);
    memory_region_transaction_commit();
}

static void tegra20_pcie_init_window(Tegra20PcieState *s, unsigned int n)
{
    Tegra20PcieWindow *w = &s->window[n];
    /* Where windows overlap, the first one counts */
    int priority = TEGRA20_PCIE_NUM_WINDOWS - n;

    w->host = s;
    memory_region_init_alias(&w->memory, OBJECT(s),
                             TYPE_TEGRA20_PCIE ".memory", &s->pci_mem, 0, 0);
    memory_region_init_io(&w->other, OBJECT(s), &tegra20_pcie_other_ops, w,
                          TYPE_TEGRA20_PCIE ".other", 0);
    memory_region_set_enabled(&w->memory, false);
    memory_region_set_enabled(&w->other, false);
    memory_region_add_subregion_overlap(&s->mmio, 0, &w->memory, priority);
    memory_region_add_subregion_overlap(&s->mmio, 0, &w->other, priority);
}

void tegra20_pcie_init_windows(Tegra20PcieState *s)
{
    Object *obj = OBJECT(s);

    memory_region_init_io(&s->mmio, obj, &tegra20_pcie_outside_ops, s,
                          TYPE_TEGRA20_PCIE, TEGRA20_PCIE_MMIO_SIZE);
    memory_region_init_io(&s->pci_mem, obj, &tegra20_pcie_nobody_ops, s,
                          TYPE_TEGRA20_PCIE ".pci-memory", UINT64_MAX);
    memory_region_init(&s->pci_io, obj, TYPE_TEGRA20_PCIE ".pci-io",
                       FPCI_IO_SIZE);
    for (int n = 0; n < TEGRA20_PCIE_NUM_WINDOWS; n++) {
        tegra20_pcie_init_window(s, n);
    }
    memory_region_init_io(&s->msi_mem, obj, &tegra20_pcie_msi_ops, s,
                          TYPE_TEGRA20_PCIE ".msi", 0);
    /* An access to configuration space may send a message, which sets a bit */
    s->msi_mem.disable_reentrancy_guard = true;
    memory_region_set_enabled(&s->msi_mem, false);
}

void tegra20_pcie_realize_windows(Tegra20PcieState *s)
{
    Object *obj = OBJECT(s);

    address_space_init(&s->pci_io_as, &s->pci_io, TYPE_TEGRA20_PCIE "-io");
    memory_region_init(&s->dma_root, obj, TYPE_TEGRA20_PCIE ".dma", UINT64_MAX);
    memory_region_init_alias(&s->dma_alias, obj,
                             TYPE_TEGRA20_PCIE ".dma-memory", s->dma_mr, 0,
                             memory_region_size(s->dma_mr));
    memory_region_add_subregion(&s->dma_root, 0, &s->dma_alias);
    memory_region_add_subregion_overlap(&s->dma_root, 0, &s->msi_mem, 1);
    address_space_init(&s->dma_as, &s->dma_root, TYPE_TEGRA20_PCIE "-dma");
}
