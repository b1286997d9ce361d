/*
 * CompuLab TrimSlice: NVIDIA Tegra20, 1 GiB, HDMI
 *
 * Boots a Linux kernel directly: the state that the boot ROM and a boot
 * loader leave is the reset state of the SoC's devices.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qapi/error.h"
#include "qemu/cutils.h"
#include "qemu/error-report.h"
#include "qemu/units.h"
#include "hw/arm/boot.h"
#include "hw/arm/machines-qom.h"
#include "hw/arm/tegra20.h"
#include "hw/arm/tegra/em3027.h"
#include "hw/arm/tegra/tlv320aic23.h"
#include "hw/core/boards.h"
#include "hw/core/generic-loader.h"
#include "hw/core/irq.h"
#include "hw/core/qdev-clock.h"
#include "hw/core/qdev-properties.h"
#include "hw/pci/pci.h"
#include "hw/sd/sd.h"
#include "system/block-backend.h"
#include "system/blockdev.h"
#include "system/qtest.h"
#include "system/reset.h"
#include "system/runstate.h"
#include "system/system.h"
#include <libfdt.h>

#define TRIMSLICE_MIN_RAM (256 * MiB)
#define TRIMSLICE_MAX_RAM (1 * GiB)

/* Pins of the board [tegra20.rst, Board devices] */
enum {
    TRIMSLICE_PIN_HPD = TEGRA_GPIO_PIN('N' - 'A', 7),
    TRIMSLICE_PIN_SD_DETECT = TEGRA_GPIO_PIN('P' - 'A', 1),
    TRIMSLICE_PIN_SD_PROTECT = TEGRA_GPIO_PIN('P' - 'A', 2),
    TRIMSLICE_PIN_POWER_KEY = TEGRA_GPIO_PIN('X' - 'A', 6),
    TRIMSLICE_PIN_POWER_OFF = TEGRA_GPIO_PIN('X' - 'A', 7),
};

#define TRIMSLICE_PORT_NODE "/pcie@80003000/pci@2,0"

static struct arm_boot_info trimslice_binfo;

/*
 * CPU1 needs no code of ours: the CAR holds it in reset until the kernel
 * releases it to the address that it wrote to the EVP.
 */
static void trimslice_write_secondary_boot(ARMCPU *cpu,
                                           const struct arm_boot_info *info)
{
}

static void trimslice_reset_secondary(ARMCPU *cpu,
                                      const struct arm_boot_info *info)
{
}

static Tegra20State *trimslice_soc(MachineState *machine)
{
    return TEGRA20(object_resolve_path_component(OBJECT(machine), "soc"));
}

/* Of a property that has as much for each of two cores: the first one's */
static void trimslice_keep_first(void *fdt, int node, const char *name)
{
    int size;
    const void *both = fdt_getprop(fdt, node, name, &size);

    if (both) {
        g_autofree void *first = g_memdup2(both, size / 2);

        fdt_setprop(fdt, node, name, first, size / 2);
    }
}

/* Remove a core that does not exist: the kernel would wait for it. */
static void trimslice_remove_core(void *fdt)
{
    int pmu = fdt_path_offset(fdt, "/pmu");

    trimslice_keep_first(fdt, pmu, "interrupts");
    trimslice_keep_first(fdt, pmu, "interrupt-affinity");
    fdt_nop_node(fdt, fdt_path_offset(fdt, "/cpus/cpu@1"));
}

/*
 * Besides, tell of the second PCIe port, which the board has nothing on, if it
 * is used.
 */
static void trimslice_modify_dtb(const struct arm_boot_info *info, void *fdt)
{
    Tegra20State *soc = trimslice_soc(current_machine);

    if (current_machine->smp.cpus == 1) {
        trimslice_remove_core(fdt);
    }
    if (tegra20_pcie_port_bus(&soc->pcie, 1)->devices[0]) {
        fdt_setprop_string(fdt, fdt_path_offset(fdt, TRIMSLICE_PORT_NODE),
                           "status", "okay");
    }
}

static void trimslice_check_ram_size(uint64_t size)
{
    if (size < TRIMSLICE_MIN_RAM || size > TRIMSLICE_MAX_RAM ||
        !QEMU_IS_ALIGNED(size, MiB)) {
        g_autofree char *given = size_to_str(size);

        error_report("trimslice: %s of RAM given with -m, but the board takes "
                     "256 MiB to 1 GiB, in steps of 1 MiB (it is sold with "
                     "1 GiB)", given);
        exit(EXIT_FAILURE);
    }
}

/*
 * Refuse a boot ROM: it is a program of the AVP, which is not there.
 * [tegra20.rst, Boot options]
 */
static void trimslice_check_firmware(MachineState *machine)
{
    if (machine->firmware) {
        error_report("trimslice: '%s' given with -bios, but the board has "
                     "nothing that runs a boot ROM: start a boot loader with "
                     "-kernel, as an ELF file, or put it into memory with "
                     "-device loader", machine->firmware);
        exit(EXIT_FAILURE);
    }
}

/* Refuse a kernel without a device tree: it stops before its first message */
static void trimslice_check_dtb(MachineState *machine)
{
    if (trimslice_binfo.is_linux && !machine->dtb) {
        error_report("trimslice: a Linux kernel needs the board's device tree "
                     "to boot: add -dtb tegra20-trimslice.dtb, which the "
                     "kernel's build leaves in arch/arm/boot/dts");
        exit(EXIT_FAILURE);
    }
}

/* Refuse a file that is no device tree: QEMU's loader has two vague lines. */
static void trimslice_check_dtb_file(const char *name)
{
    g_autofree char *blob = NULL;
    gsize len;

    if (name && g_file_get_contents(name, &blob, &len, NULL) &&
        fdt_check_full(blob, len) != 0) {
        error_report("trimslice: '%s', given with -dtb, is not a device tree "
                     "blob", name);
        exit(EXIT_FAILURE);
    }
}

/*
 * Warn of a machine without a program: legal (a debugger may bring one), but
 * seldom meant
 */
static void trimslice_check_program(void)
{
    bool many;

    if (!current_machine->kernel_filename && !qtest_enabled() &&
        !object_resolve_path_type("", TYPE_GENERIC_LOADER, &many) && !many) {
        warn_report("trimslice: nothing to run: Linux needs -kernel and -dtb");
    }
}

/* Load the device tree when the devices of the command line are there */
static void trimslice_machine_done(Notifier *notifier, void *data)
{
    struct arm_boot_info *info = &trimslice_binfo;
    ARMCPU *cpu = &trimslice_soc(current_machine)->cpu[0];

    trimslice_check_program();
    if (info->dtb_filename &&
        arm_load_dtb(info->dtb_start, info, info->dtb_limit,
                     arm_boot_address_space(cpu, info), current_machine,
                     cpu) < 0) {
        exit(EXIT_FAILURE);
    }
}

static Notifier trimslice_done = { .notify = trimslice_machine_done };

/*
 * Return the board's word in the boot ROM's configuration: messages to UARTA,
 * and the size of memory, rounded down to one of three [tegra20.rst, State at
 * reset]
 */
static uint32_t trimslice_odmdata(uint64_t ram_size)
{
    uint32_t size = ram_size >= 1 * GiB ? 3 : ram_size >= 512 * MiB ? 2 : 1;

    return 0x000c0000 | size << 28;
}

static qemu_irq trimslice_pin(Tegra20State *soc, int pin)
{
    return qdev_get_gpio_in(DEVICE(&soc->gpio), pin);
}

/* Switch the board off when the pin is low */
static void trimslice_power_off(void *opaque, int n, int level)
{
    if (!level) {
        qemu_system_shutdown_request(SHUTDOWN_CAUSE_GUEST_SHUTDOWN);
    }
}

static void trimslice_connect_power_off(Tegra20State *soc)
{
    /* pulled up until the kernel drives it */
    qemu_set_irq(trimslice_pin(soc, TRIMSLICE_PIN_POWER_OFF), 1);
    qdev_connect_gpio_out(DEVICE(&soc->gpio), TRIMSLICE_PIN_POWER_OFF,
                          qemu_allocate_irq(trimslice_power_off, NULL, 0));
}

static DeviceState *trimslice_power_key;

static void trimslice_powerdown_req(Notifier *n, void *opaque)
{
    qemu_set_irq(qdev_get_gpio_in(trimslice_power_key, 0), 1);
}

static Notifier trimslice_powerdown = { .notify = trimslice_powerdown_req };

/*
 * Connect the key that the monitor's system_powerdown presses; pressed is low
 */
static void trimslice_connect_power_key(Tegra20State *soc)
{
    qemu_irq pin = trimslice_pin(soc, TRIMSLICE_PIN_POWER_KEY);

    trimslice_power_key = sysbus_create_simple("gpio-key", -1,
                                               qemu_irq_invert(pin));
    qemu_register_powerdown_notifier(&trimslice_powerdown);
}

/* Reset the machine and release the key, which gpio-key's reset forgets */
static void trimslice_reset(MachineState *machine, ResetType type)
{
    Tegra20State *soc = trimslice_soc(machine);

    qemu_devices_reset(type);
    qemu_set_irq(trimslice_pin(soc, TRIMSLICE_PIN_POWER_KEY), 1);
}

/* Add a card; return whether there is one in the slot */
static bool trimslice_add_card(Tegra20State *soc, int sdmmc, int index)
{
    DriveInfo *dinfo = drive_get(IF_SD, 0, index);
    BlockBackend *blk = dinfo ? blk_by_legacy_dinfo(dinfo) : NULL;
    BusState *bus = qdev_get_child_bus(DEVICE(&soc->sdmmc[sdmmc].sdhci),
                                       "sd-bus");
    DeviceState *card;

    if (blk) {
        card = qdev_new(TYPE_SD_CARD);
        qdev_prop_set_drive_err(card, "drive", blk, &error_fatal);
        qdev_realize_and_unref(card, bus, &error_fatal);
    }
    return blk && blk_is_inserted(blk);
}

/*
 * Add the cards: SDMMC4 is the SD slot, with two pins; SDMMC1 the micro SD
 * slot
 */
static void trimslice_add_cards(Tegra20State *soc)
{
    bool present = trimslice_add_card(soc, 3, 0);

    qemu_set_irq(trimslice_pin(soc, TRIMSLICE_PIN_SD_DETECT), !present);
    /* QEMU's cards are never read-only, so the lock pin stays low */
    qemu_set_irq(trimslice_pin(soc, TRIMSLICE_PIN_SD_PROTECT), 0);
    trimslice_add_card(soc, 0, 1);
}

/* Add the flash with the first loader and U-Boot's environment */
static void trimslice_add_flash(Tegra20State *soc)
{
    DeviceState *flash = qdev_new("w25q80bl");
    DriveInfo *dinfo = drive_get(IF_MTD, 0, 0);

    if (dinfo) {
        qdev_prop_set_drive_err(flash, "drive", blk_by_legacy_dinfo(dinfo),
                                &error_fatal);
    }
    qdev_realize_and_unref(flash, BUS(soc->sflash.bus), &error_fatal);
    qdev_connect_gpio_out_named(DEVICE(&soc->sflash), "cs", 0,
                                qdev_get_gpio_in_named(flash, SSI_GPIO_CS, 0));
}

/*
 * Link a device of the SoC to a slave, before it is realized.  A link is set by
 * path, so the slave needs its place in the tree first.
 */
static void trimslice_link(Tegra20State *soc, void *dev, const char *link,
                           const char *name, I2CSlave *slave)
{
    object_property_add_child(OBJECT(soc), name, OBJECT(slave));
    object_property_set_link(OBJECT(dev), link, OBJECT(slave), &error_abort);
}

/* Create the monitor's side of the bus; the HDMI device plugs it in */
static I2CSlave *trimslice_new_ddc(Tegra20State *soc)
{
    I2CSlave *ddc = i2c_slave_new(TYPE_TEGRA_DDC, TEGRA_DDC_ADDRESS);

    trimslice_link(soc, &soc->hdmi, "ddc", "monitor", ddc);
    return ddc;
}

static I2CSlave *trimslice_new_codec(MachineState *machine, Tegra20State *soc)
{
    I2CSlave *codec = i2c_slave_new(TYPE_TLV320AIC23, TLV320AIC23_ADDRESS);

    trimslice_link(soc, &soc->das, "dap1", "codec", codec);
    qdev_connect_clock_in(DEVICE(codec), "mclk",
                          qdev_get_clock_out(DEVICE(&soc->car), "cdev1"));
    if (machine->audiodev) {
        qdev_prop_set_string(DEVICE(codec), "audiodev", machine->audiodev);
    }
    return codec;
}

/* The board's Ethernet is on the first port */
static void trimslice_add_nic(MachineState *machine, Tegra20State *soc)
{
    pci_init_nic_devices(tegra20_pcie_port_bus(&soc->pcie, 0),
                         MACHINE_GET_CLASS(machine)->default_nic);
}

static void trimslice_connect_board(Tegra20State *soc, I2CSlave *ddc,
                                    I2CSlave *codec)
{
    i2c_slave_realize_and_unref(ddc, soc->i2c[1].bus, &error_fatal);
    i2c_slave_realize_and_unref(codec, soc->i2c[2].bus, &error_fatal);
    i2c_slave_create_simple(soc->i2c[2].bus, TYPE_EM3027, EM3027_ADDRESS);
    qdev_connect_gpio_out_named(DEVICE(&soc->hdmi), "hpd", 0,
                                trimslice_pin(soc, TRIMSLICE_PIN_HPD));
    trimslice_connect_power_key(soc);
    trimslice_connect_power_off(soc);
    trimslice_add_cards(soc);
    trimslice_add_flash(soc);
}

static void trimslice_load_kernel(MachineState *machine, ARMCPU *cpu)
{
    trimslice_binfo = (struct arm_boot_info) {
        .ram_size = machine->ram_size,
        .board_id = -1,
        .psci_conduit = QEMU_PSCI_CONDUIT_DISABLED,
        .write_secondary_boot = trimslice_write_secondary_boot,
        .secondary_cpu_reset_hook = trimslice_reset_secondary,
        .modify_dtb = trimslice_modify_dtb,
        .skip_dtb_autoload = true,
    };
    trimslice_check_firmware(machine);
    qemu_add_machine_init_done_notifier(&trimslice_done);
    trimslice_check_dtb_file(machine->dtb);
    arm_load_kernel(cpu, machine, &trimslice_binfo);
    trimslice_check_dtb(machine);
}

static void trimslice_init(MachineState *machine)
{
    I2CSlave *ddc, *codec;
    Tegra20State *soc;

    trimslice_check_ram_size(machine->ram_size);
    /* One map of the memory with all devices, not one more with each of them */
    memory_region_transaction_begin();
    soc = TEGRA20(object_new(TYPE_TEGRA20));
    object_property_add_child(OBJECT(machine), "soc", OBJECT(soc));
    object_unref(OBJECT(soc));
    qdev_prop_set_uint32(DEVICE(soc), "num-cpus", machine->smp.cpus);
    object_property_set_link(OBJECT(soc), "ram", OBJECT(machine->ram),
                             &error_abort);
    qdev_prop_set_uint32(DEVICE(soc), "odmdata",
                         trimslice_odmdata(machine->ram_size));
    ddc = trimslice_new_ddc(soc);
    codec = trimslice_new_codec(machine, soc);
    qdev_realize(DEVICE(soc), NULL, &error_fatal);
    trimslice_connect_board(soc, ddc, codec);
    trimslice_add_nic(machine, soc);
    memory_region_transaction_commit();
    trimslice_load_kernel(machine, &soc->cpu[0]);
}

static void trimslice_machine_init(MachineClass *mc)
{
    static const char * const valid_cpu_types[] = {
        ARM_CPU_TYPE_NAME("cortex-a9"),
        NULL
    };
    /* Nothing on the board runs the programs of option ROMs */
    static GlobalProperty no_option_roms[] = {
        { TYPE_PCI_DEVICE, "romfile", "" },
    };

    machine_add_audiodev_property(mc);
    compat_props_add(mc->compat_props, no_option_roms,
                     G_N_ELEMENTS(no_option_roms));
    mc->desc = "CompuLab TrimSlice (Tegra20, Cortex-A9)";
    mc->init = trimslice_init;
    mc->reset = trimslice_reset;
    mc->valid_cpu_types = valid_cpu_types;
    mc->default_cpu_type = ARM_CPU_TYPE_NAME("cortex-a9");
    mc->default_cpus = TEGRA20_NUM_CPUS;
    mc->min_cpus = 1;
    mc->max_cpus = TEGRA20_NUM_CPUS;
    /* Pages of the Cortex-A9; 1 KiB would be for older cores */
    mc->minimum_page_bits = 12;
    mc->default_ram_size = TRIMSLICE_MAX_RAM;
    mc->default_ram_id = "trimslice.ram";
    mc->default_nic = "e1000e";
    mc->no_floppy = 1;
    mc->no_cdrom = 1;
    mc->no_parallel = 1;
}

DEFINE_MACHINE_ARM("trimslice", trimslice_machine_init)
