/*
 * NVIDIA Tegra20 host1x: names of modules, classes, methods and opcodes
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "hw/gpu/tegra_host1x_regs.h"
#include "tegra_host1x_names.h"

const char *tegra_host1x_opcode_name(unsigned int opcode)
{
    static const char * const name[16] = {
        [TEGRA_HOST1X_OP_SETCL] = "SETCL",
        [TEGRA_HOST1X_OP_INCR] = "INCR",
        [TEGRA_HOST1X_OP_NONINCR] = "NONINCR",
        [TEGRA_HOST1X_OP_MASK] = "MASK",
        [TEGRA_HOST1X_OP_IMM] = "IMM",
        [TEGRA_HOST1X_OP_RESTART] = "RESTART",
        [TEGRA_HOST1X_OP_GATHER] = "GATHER",
        [TEGRA_HOST1X_OP_EXTEND] = "EXTEND",
        [TEGRA_HOST1X_OP_CHDONE] = "CHDONE",
    };

    return name[opcode] ?: "illegal";
}

/* The chip's modules, whether they have a model or not */
typedef struct ChipModule {
    const char *name;
    uint16_t first_class;
    uint16_t last_class;
} ChipModule;

static const ChipModule chip_modules[TEGRA_HOST1X_NUM_MODULES] = {
    [0] = { "HOST1X", TEGRA_HOST1X_CLASS_HOST, TEGRA_HOST1X_CLASS_HOST },
    [1] = { "MPE", 0x20, 0x20 },
    [2] = { "VI", 0x30, 0x30 },
    [3] = { "EPP", 0x31, 0x31 },
    [4] = { "ISP", 0x32, 0x32 },
    [5] = { "GR2D", TEGRA_HOST1X_CLASS_GR2D, TEGRA_HOST1X_CLASS_GR2D_LAST },
    [6] = { "GR3D", TEGRA_HOST1X_CLASS_GR3D, TEGRA_HOST1X_CLASS_GR3D },
    [8] = { "DC", 0x70, 0x70 },
    [9] = { "DCB", 0x71, 0x71 },
    [10] = { "HDMI", 0x77, 0x77 },
    [11] = { "TVO", 0x78, 0x78 },
    [12] = { "DSI", 0x79, 0x79 },
};

const char *tegra_host1x_module_name(unsigned int module)
{
    return module < ARRAY_SIZE(chip_modules) ? chip_modules[module].name : NULL;
}

const char *tegra_host1x_class_name(uint16_t class_id)
{
    for (size_t i = 0; i < ARRAY_SIZE(chip_modules); i++) {
        const ChipModule *m = &chip_modules[i];

        if (m->name && class_id >= m->first_class &&
            class_id <= m->last_class) {
            return m->name;
        }
    }
    return NULL;
}

const char *tegra_host1x_host_method_name(uint16_t offset)
{
    static const char * const name[] = {
        [TEGRA_HOST1X_INCR_SYNCPT] = "INCR_SYNCPT",
        [TEGRA_HOST1X_INCR_SYNCPT_CNTRL] = "INCR_SYNCPT_CNTRL",
        [TEGRA_HOST1X_INCR_SYNCPT_ERROR] = "INCR_SYNCPT_ERROR",
        [TEGRA_HOST1X_WAIT_SYNCPT] = "WAIT_SYNCPT",
        [TEGRA_HOST1X_WAIT_SYNCPT_BASE] = "WAIT_SYNCPT_BASE",
        [TEGRA_HOST1X_WAIT_SYNCPT_INCR] = "WAIT_SYNCPT_INCR",
        [TEGRA_HOST1X_LOAD_SYNCPT_BASE] = "LOAD_SYNCPT_BASE",
        [TEGRA_HOST1X_INCR_SYNCPT_BASE] = "INCR_SYNCPT_BASE",
        [TEGRA_HOST1X_DELAY_USEC] = "DELAY_USEC",
        [TEGRA_HOST1X_TICKCOUNT_HI] = "TICKCOUNT_HI",
        [TEGRA_HOST1X_TICKCOUNT_LO] = "TICKCOUNT_LO",
        [TEGRA_HOST1X_TICKCTRL] = "TICKCTRL",
        [TEGRA_HOST1X_INDCTRL] = "INDCTRL",
        [TEGRA_HOST1X_INDOFF2] = "INDOFF2",
        [TEGRA_HOST1X_INDOFF] = "INDOFF",
        [TEGRA_HOST1X_INDDATA ... TEGRA_HOST1X_INDDATA_LAST] = "INDDATA",
    };

    return offset < ARRAY_SIZE(name) ? name[offset] : NULL;
}
