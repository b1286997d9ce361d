/*
 * NVIDIA Tegra20 PCIe root port
 *
 * QEMU's root port with NVIDIA's registers in its configuration space.  The
 * capabilities lie where Linux's driver has them (RP_LINK_CONTROL_STATUS).
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qapi/error.h"
#include "hw/arm/tegra/tegra20_pcie.h"
#include "hw/core/qdev-properties.h"
#include "hw/pci/pci_ids.h"
#include "migration/vmstate.h"

#define PORT_DEVICE_ID      0x0bf0      /* of port 0; the next is one higher */
#define PORT_SSVID_OFFSET   0x40
#define PORT_EXP_OFFSET     (A_RP_LINK_CONTROL_STATUS - PCI_EXP_LNKCTL)
#define PORT_AER_OFFSET     0x100

/* NVIDIA's registers that Linux's driver sets for a Tegra20 */
static const struct {
    uint16_t offset;
    uint32_t reset;
    uint32_t rw;
} port_regs[] = {
    { A_RP_VEND_XP, 0, ~R_RP_VEND_XP_DL_UP_MASK },
    { A_RP_VEND_CTL1, 0, UINT32_MAX },
    { A_RP_VEND_XP_BIST, 0, UINT32_MAX },
    /* Software overrides the detection of a device, so there is none */
    { A_RP_PRIV_MISC, RP_PRSNT_MAP_EP_ABSNT, UINT32_MAX },
};

/* Set what the state of the link shows in */
static void tegra20_pcie_port_show_link(PCIDevice *d)
{
    Tegra20PcieState *s = TEGRA20_PCIE(qdev_get_parent_bus(DEVICE(d))->parent);
    bool up = tegra20_pcie_link_up(s, PCIE_PORT(d)->port);
    uint8_t *xp = d->config + A_RP_VEND_XP;
    uint8_t *link = d->config + A_RP_LINK_CONTROL_STATUS;

    pci_set_long(xp, FIELD_DP32(pci_get_long(xp), RP_VEND_XP, DL_UP, up));
    pci_set_long(link, FIELD_DP32(pci_get_long(link), RP_LINK_CONTROL_STATUS,
                                  DL_LINK_ACTIVE, up));
}

static uint32_t tegra20_pcie_port_config_read(PCIDevice *d, uint32_t address,
                                              int len)
{
    tegra20_pcie_port_show_link(d);
    return pci_default_read_config(d, address, len);
}

static void tegra20_pcie_port_reset_hold(Object *obj, ResetType type)
{
    PCIDevice *d = PCI_DEVICE(obj);
    PCIERootPortClass *rpc = PCIE_ROOT_PORT_GET_CLASS(d);

    rpc->parent_phases.hold(obj, type);
    for (size_t i = 0; i < ARRAY_SIZE(port_regs); i++) {
        pci_set_long(d->config + port_regs[i].offset, port_regs[i].reset);
    }
}

static void tegra20_pcie_port_init(Object *obj)
{
    PCIE_SLOT(obj)->width = QEMU_PCI_EXP_LNK_X2;
}

static void tegra20_pcie_port_realize(DeviceState *dev, Error **errp)
{
    ERRP_GUARD();
    PCIDevice *d = PCI_DEVICE(dev);
    PCIERootPortClass *rpc = PCIE_ROOT_PORT_GET_CLASS(d);

    rpc->parent_realize(dev, errp);
    if (*errp) {
        return;
    }
    pci_config_set_device_id(d->config, PORT_DEVICE_ID + PCIE_PORT(d)->port);
    /* Linux and U-Boot correct it: "wrongly reports device class" */
    pci_config_set_class(d->config, PCI_CLASS_BRIDGE_HOST);
    pci_long_test_and_set_mask(d->config + d->exp.exp_cap + PCI_EXP_LNKCAP,
                               PCI_EXP_LNKCAP_DLLLARC);
    for (size_t i = 0; i < ARRAY_SIZE(port_regs); i++) {
        pci_set_long(d->wmask + port_regs[i].offset, port_regs[i].rw);
    }
}

static const VMStateDescription vmstate_tegra20_pcie_port = {
    .name = TYPE_TEGRA20_PCIE_PORT,
    .priority = MIG_PRI_PCI_BUS,
    .version_id = 1,
    .minimum_version_id = 1,
    .post_load = pcie_cap_slot_post_load,
    .fields = (const VMStateField[]) {
        VMSTATE_PCI_DEVICE(parent_obj.parent_obj.parent_obj, PCIESlot),
        VMSTATE_STRUCT(parent_obj.parent_obj.parent_obj.exp.aer_log, PCIESlot,
                       0, vmstate_pcie_aer_log, PCIEAERLog),
        VMSTATE_END_OF_LIST()
    },
};

static void tegra20_pcie_port_class_init(ObjectClass *klass, const void *data)
{
    DeviceClass *dc = DEVICE_CLASS(klass);
    PCIDeviceClass *k = PCI_DEVICE_CLASS(klass);
    PCIERootPortClass *rpc = PCIE_ROOT_PORT_CLASS(klass);

    dc->desc = "NVIDIA Tegra20 PCIe root port";
    dc->vmsd = &vmstate_tegra20_pcie_port;
    dc->user_creatable = false;
    device_class_set_parent_realize(dc, tegra20_pcie_port_realize,
                                    &rpc->parent_realize);
    resettable_class_set_parent_phases(RESETTABLE_CLASS(klass), NULL,
                                       tegra20_pcie_port_reset_hold, NULL,
                                       &rpc->parent_phases);
    k->vendor_id = PCI_VENDOR_ID_NVIDIA;
    k->device_id = PORT_DEVICE_ID;
    k->revision = 0xa0;
    k->config_read = tegra20_pcie_port_config_read;
    rpc->exp_offset = PORT_EXP_OFFSET;
    rpc->aer_offset = PORT_AER_OFFSET;
    rpc->ssvid_offset = PORT_SSVID_OFFSET;
}

static const TypeInfo tegra20_pcie_port_types[] = {
    {
        .name = TYPE_TEGRA20_PCIE_PORT,
        .parent = TYPE_PCIE_ROOT_PORT,
        .instance_size = sizeof(Tegra20PciePort),
        .instance_init = tegra20_pcie_port_init,
        .class_init = tegra20_pcie_port_class_init,
    },
};

DEFINE_TYPES(tegra20_pcie_port_types)
