/*
 * CompuLab TrimSlice: NVIDIA Tegra20, 1 GiB, HDMI
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qapi/error.h"
#include "qemu/units.h"
#include "hw/arm/boot.h"
#include "hw/arm/tegra20.h"
#include "hw/boards.h"
#include "hw/qdev-properties.h"

static struct arm_boot_info trimslice_binfo;

static void trimslice_init(MachineState *machine)
{
    Tegra20State *soc = TEGRA20(object_new(TYPE_TEGRA20));

    object_property_add_child(OBJECT(machine), "soc", OBJECT(soc));
    object_unref(OBJECT(soc));
    qdev_prop_set_uint32(DEVICE(soc), "num-cpus", machine->smp.cpus);
    object_property_set_link(OBJECT(soc), "ram", OBJECT(machine->ram),
                             &error_abort);
    qdev_realize(DEVICE(soc), NULL, &error_fatal);

    trimslice_binfo.ram_size = machine->ram_size;
    trimslice_binfo.board_id = -1;
    arm_load_kernel(&soc->cpu[0], machine, &trimslice_binfo);
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
    mc->max_cpus = TEGRA20_NUM_CPUS;
    mc->default_ram_size = 1 * GiB;
    mc->default_ram_id = "trimslice.ram";
}

DEFINE_MACHINE("trimslice", trimslice_machine_init)
