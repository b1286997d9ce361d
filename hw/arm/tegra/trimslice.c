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
#include "hw/arm/tegra20.h"
#include "hw/boards.h"
#include "hw/qdev-properties.h"
#include <libfdt.h>

#define TRIMSLICE_MIN_RAM (256 * MiB)
#define TRIMSLICE_MAX_RAM (1 * GiB)

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

/* A core that does not exist would keep the kernel waiting for it */
static void trimslice_modify_dtb(const struct arm_boot_info *info, void *fdt)
{
    if (current_machine->smp.cpus == 1) {
        fdt_nop_node(fdt, fdt_path_offset(fdt, "/cpus/cpu@1"));
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

/* Without a device tree a kernel stops before its first message */
static void trimslice_check_dtb(MachineState *machine)
{
    if (trimslice_binfo.is_linux && !machine->dtb) {
        error_report("trimslice: a Linux kernel needs the board's device tree "
                     "to boot: add -dtb tegra20-trimslice.dtb, which the "
                     "kernel's build leaves in arch/arm/boot/dts");
        exit(EXIT_FAILURE);
    }
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
    };
    arm_load_kernel(cpu, machine, &trimslice_binfo);
    trimslice_check_dtb(machine);
}

static void trimslice_init(MachineState *machine)
{
    Tegra20State *soc = TEGRA20(object_new(TYPE_TEGRA20));

    trimslice_check_ram_size(machine->ram_size);
    object_property_add_child(OBJECT(machine), "soc", OBJECT(soc));
    object_unref(OBJECT(soc));
    qdev_prop_set_uint32(DEVICE(soc), "num-cpus", machine->smp.cpus);
    object_property_set_link(OBJECT(soc), "ram", OBJECT(machine->ram),
                             &error_abort);
    qdev_realize(DEVICE(soc), NULL, &error_fatal);
    trimslice_load_kernel(machine, &soc->cpu[0]);
}

static void trimslice_machine_init(MachineClass *mc)
{
    static const char * const valid_cpu_types[] = {
        ARM_CPU_TYPE_NAME("cortex-a9"),
        NULL
    };

    mc->desc = "CompuLab TrimSlice (Tegra20, Cortex-A9)";
    mc->init = trimslice_init;
    mc->valid_cpu_types = valid_cpu_types;
    mc->default_cpu_type = ARM_CPU_TYPE_NAME("cortex-a9");
    mc->default_cpus = TEGRA20_NUM_CPUS;
    mc->min_cpus = 1;
    mc->max_cpus = TEGRA20_NUM_CPUS;
    mc->default_ram_size = TRIMSLICE_MAX_RAM;
    mc->default_ram_id = "trimslice.ram";
    mc->no_floppy = 1;
    mc->no_cdrom = 1;
    mc->no_parallel = 1;
}

DEFINE_MACHINE("trimslice", trimslice_machine_init)
