/*
 * GR2D for tools/player.c: the device's files, without QEMU
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "hw/gpu/tegra_gr2d_op.h"
#include "hw/gpu/tegra_gr2d_regfile.h"
#include "hw/gpu/tegra_host1x_regs.h"
#include "system/dma.h"
#include "player-gr2d.h"

struct PlayerGr2d {
    TegraGR2DState state;
    TegraGR2DOp op;
    bool launched;
    TegraGR2DLine line;
};

/* ---- What the files take from QEMU ---- */

hwaddr tegra_engine_ram_length(AddressSpace *as, hwaddr addr, hwaddr size)
{
    return addr < as->size ? MIN(size, as->size - addr) : 0;
}

void *address_space_map(AddressSpace *as, hwaddr addr, hwaddr *len,
                        bool is_write, MemTxAttrs attrs)
{
    *len = tegra_engine_ram_length(as, addr, *len);
    return *len ? as->ram + addr : NULL;
}

void address_space_unmap(AddressSpace *as, void *buffer, hwaddr len,
                         bool is_write, hwaddr access_len)
{
}

bool address_space_read(AddressSpace *as, hwaddr addr, MemTxAttrs attrs,
                        void *buf, hwaddr len)
{
    hwaddr there = tegra_engine_ram_length(as, addr, len);

    memcpy(buf, as->ram + (there ? addr : 0), there);
    return there < len;
}

void tegra_engine_written(AddressSpace *as, hwaddr addr, hwaddr len)
{
}

/* ---- */

bool player_gr2d_is_class(uint32_t class_id)
{
    return class_id >= TEGRA_HOST1X_CLASS_GR2D &&
           class_id <= TEGRA_HOST1X_CLASS_GR2D_LAST;
}

static void launch(PlayerGr2d *g, uint32_t class_id)
{
    memcpy(g->op.regs, g->state.regs, sizeof(g->op.regs));
    g->op.class_id = class_id;
    g->launched = tegra_gr2d_op_decode(&g->op);
}

void player_gr2d_write(PlayerGr2d *g, uint32_t class_id, uint32_t offset,
                       uint32_t value)
{
    if (tegra_gr2d_reg_info(offset) &&
        tegra_gr2d_reg_store(&g->state, offset, value)) {
        launch(g, class_id);
    }
}

bool player_gr2d_span(const PlayerGr2d *g, unsigned number, uint64_t *start,
                      uint64_t *end)
{
    if (!g->launched || number >= TEGRA_GR2D_NUM_SURFACES) {
        return false;
    }
    *start = g->op.surface[number].start;
    *end = g->op.surface[number].end;
    return true;
}

bool player_gr2d_run(PlayerGr2d *g, const Gr3dMemory *ram, bool forget)
{
    AddressSpace as = { .ram = ram->data, .size = ram->size };
    bool launched = g->launched;
    uint32_t step = 0;

    if (launched && !forget) {
        while (!tegra_gr2d_op_run(&g->op, &g->line, &as, &step, UINT32_MAX)) {
            /* the rest */
        }
    }
    g->launched = false;
    return launched;
}

bool player_gr2d_set(PlayerGr2d *g, const GpuCaptureRecord *record)
{
    if (gpu_capture_num(record) !=
        TEGRA_GR2D_NUM_REGS + TEGRA_GR2D_NUM_SWITCH) {
        return false;
    }
    for (unsigned i = 0; i < TEGRA_GR2D_NUM_REGS; i++) {
        g->state.regs[i] = gpu_capture_word(record, i);
    }
    for (unsigned i = 0; i < TEGRA_GR2D_NUM_SWITCH; i++) {
        g->state.switch_regs[i] =
            gpu_capture_word(record, TEGRA_GR2D_NUM_REGS + i);
    }
    return true;
}

void player_gr2d_reset(PlayerGr2d *g)
{
    tegra_gr2d_regs_reset(&g->state);
    g->launched = false;
}

PlayerGr2d *player_gr2d_new(void)
{
    PlayerGr2d *g = g_new0(PlayerGr2d, 1);

    player_gr2d_reset(g);
    return g;
}

void player_gr2d_free(PlayerGr2d *g)
{
    g_free(g);
}
