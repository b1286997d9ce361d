/*
 * A tegra DRM device in the process: what no client may write
 *
 * Registers that hold addresses, and classes.  [drm: gr2d_is_addr_reg(),
 * gr3d_is_addr_reg()]
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "tegra.h"

typedef struct Range {
    uint16_t first, last, step;
} Range;

static const Range gr2d[] = {
    { 0x1a, 0x1b, 1 }, { 0x26, 0x26, 1 }, { 0x2b, 0x2d, 1 }, { 0x31, 0x32, 1 },
    { 0x47, 0x4c, 1 },
};

static const Range gr3d[] = {
    { 0x100, 0x11e, 2 }, { 0x121, 0x121, 1 }, { 0x415, 0x419, 2 },
    { 0x710, 0x71f, 1 }, { 0x904, 0x904, 1 }, { 0xe00, 0xe0f, 1 },
    { 0xe2a, 0xe2a, 1 }, { 0xe30, 0xe3f, 1 }, { 0xe50, 0xe6f, 1 },
};

static bool is_in(const Range *range, unsigned num, uint32_t offset)
{
    for (unsigned i = 0; i < num; i++) {
        if (offset >= range[i].first && offset <= range[i].last) {
            return (offset - range[i].first) % range[i].step == 0;
        }
    }
    return false;
}

bool tegra_is_address(uint32_t class_id, uint32_t offset)
{
    switch (class_id) {
    case TEGRA_CLASS_HOST1X:
        return offset == 0x2b;
    case TEGRA_CLASS_GR2D:
    case TEGRA_CLASS_GR2D_SB:
        return is_in(gr2d, G_N_ELEMENTS(gr2d), offset);
    case TEGRA_CLASS_GR3D:
        return is_in(gr3d, G_N_ELEMENTS(gr3d), offset);
    default:
        return false;
    }
}

bool tegra_class_is_valid(const TegraClient *client, uint32_t class_id)
{
    return class_id == client->class_id ||
           (client->class_id == TEGRA_CLASS_GR2D &&
            class_id == TEGRA_CLASS_GR2D_SB);
}
