/*
 * NVIDIA Tegra20 host1x: indirect access to memory and to registers, and the
 * output FIFO that takes what was read
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qemu/bswap.h"
#include "qemu/log.h"
#include "system/dma.h"
#include "hw/gpu/tegra_host1x_capture.h"
#include "tegra_host1x_internal.h"

/* ------------------------------------------------------------------ */
/* Registers                                                          */

/*
 * Return the engine of @module, NULL if there is none.  Where the chip has no
 * such module either, nothing answers.
 */
static TegraHost1xClient *module_client(TegraHost1xChannel *ch, uint8_t module,
                                        uint16_t reg, bool write)
{
    TegraHost1xState *s = ch->host;
    TegraHost1xClient *client = NULL;

    if (module < TEGRA_HOST1X_NUM_MODULES) {
        client = s->modules[module].client;
    }
    if (client && reg <= FIELD_EX32(~0u, H1X_CMD, OFFSET)) {
        return client;
    }
    qemu_log_mask(LOG_GUEST_ERROR, "tegra-host1x: channel %u: indirect %s of "
                  "module %u register 0x%x: nothing there\n", ch->index,
                  write ? "write" : "read", module, reg);
    if (!tegra_host1x_module_name(module) && tegra_host1x_busy_enabled(s)) {
        tegra_host1x_access_timeout(s, write, module, reg);
    }
    return NULL;
}

static uint32_t module_read(TegraHost1xChannel *ch, uint8_t module,
                            uint16_t reg)
{
    TegraHost1xClient *client = module_client(ch, module, reg, false);

    if (!client) {
        return 0;
    }
    return TEGRA_HOST1X_CLIENT_GET_CLASS(client)->method_read(
        client, ch->host->modules[module].info->first_class, reg);
}

/* Write a register; false: the engine cannot take the word now. */
static bool module_write(TegraHost1xChannel *ch, uint8_t module, uint16_t reg,
                         uint32_t value)
{
    TegraHost1xClient *client = module_client(ch, module, reg, true);
    uint16_t class_id;

    if (!client) {
        return true;
    }
    class_id = ch->host->modules[module].info->first_class;
    if (TEGRA_HOST1X_CLIENT_GET_CLASS(client)->method_write(
            client, class_id, reg, value) != TEGRA_HOST1X_METHOD_DONE) {
        return false;
    }
    if (ch->host->capture) {
        tegra_host1x_capture_write(ch->host, class_id, reg, value);
    }
    return true;
}

/* ------------------------------------------------------------------ */
/* Memory                                                             */

static bool indirect_memory(TegraHost1xChannel *ch, uint32_t addr, void *buf,
                            unsigned int bytes, bool write)
{
    const MemTxAttrs attrs = { .memory = true };
    MemTxResult result;

    if (write) {
        result = dma_memory_write(&ch->host->dma_as, addr, buf, bytes, attrs);
    } else {
        result = dma_memory_read(&ch->host->dma_as, addr, buf, bytes, attrs);
    }
    if (result == MEMTX_OK) {
        return true;
    }
    qemu_log_mask(LOG_GUEST_ERROR, "tegra-host1x: channel %u: indirect access "
                  "to memory at 0x%08x failed\n", ch->index, addr);
    return false;
}

static uint8_t indirect_module(uint32_t addr)
{
    return FIELD_EX32(addr, H1X_INDOFF2, MODULE);
}

static uint16_t indirect_reg(uint32_t addr)
{
    return FIELD_EX32(addr, H1X_INDOFF2, REG);
}

uint32_t tegra_host1x_indirect_read(TegraHost1xChannel *ch, bool fb,
                                    uint32_t addr)
{
    uint32_t word;

    if (!fb) {
        return module_read(ch, indirect_module(addr), indirect_reg(addr));
    }
    if (!indirect_memory(ch, addr, &word, 4, false)) {
        return UINT32_MAX;
    }
    return le32_to_cpu(word);
}

static void indirect_write_memory(TegraHost1xChannel *ch, uint32_t addr,
                                  uint32_t value, uint8_t be)
{
    for (unsigned int i = 0; i < 4; i++) {
        uint8_t byte = value >> (8 * i);

        if ((be & (1u << i)) &&
            !indirect_memory(ch, addr + i, &byte, 1, true)) {
            return;
        }
    }
}

static uint32_t byte_mask(uint8_t be)
{
    uint32_t mask = 0;

    for (unsigned int i = 0; i < 4; i++) {
        mask |= be & (1u << i) ? 0xffu << (8 * i) : 0;
    }
    return mask;
}

bool tegra_host1x_indirect_write(TegraHost1xChannel *ch, bool fb,
                                 uint32_t addr, uint32_t value, uint8_t be)
{
    uint32_t mask = byte_mask(be);

    if (!be) {
        return true;
    }
    if (fb) {
        indirect_write_memory(ch, addr, value, be);
        return true;
    }
    if (be != 0xf) {
        value = (value & mask) |
                (tegra_host1x_indirect_read(ch, fb, addr) & ~mask);
    }
    return module_write(ch, indirect_module(addr), indirect_reg(addr), value);
}

/* Step on; a register's address stays inside its module. */
uint32_t tegra_host1x_indirect_step(bool fb, uint32_t addr)
{
    if (fb) {
        return addr + 4;
    }
    return FIELD_DP32(addr, H1X_INDOFF2, REG, indirect_reg(addr) + 1);
}

/*
 * Count the time as over at once: on hardware the bus waits, here the processor
 * cannot.
 */
void tegra_host1x_indirect_refused(TegraHost1xChannel *ch, uint32_t addr,
                                   uint32_t value)
{
    uint8_t module = indirect_module(addr);

    qemu_log_mask(LOG_GUEST_ERROR, "tegra-host1x: channel %u: indirect write "
                  "of module %u register 0x%x value 0x%08x: engine busy, "
                  "dropped\n", ch->index, module, indirect_reg(addr), value);
    if (tegra_host1x_busy_enabled(ch->host)) {
        tegra_host1x_access_timeout(ch->host, true, module,
                                    indirect_reg(addr));
    }
}

/* ------------------------------------------------------------------ */
/* The output FIFO                                                    */

bool tegra_host1x_out_push(TegraHost1xChannel *ch, uint32_t value)
{
    unsigned int tail = ch->out_head + ch->out_count;

    if (ch->out_count == TEGRA_HOST1X_OUT_FIFO) {
        return false;
    }
    ch->out[tail % TEGRA_HOST1X_OUT_FIFO] = value;
    ch->out_count++;
    return true;
}

bool tegra_host1x_out_pop(TegraHost1xChannel *ch, uint32_t *value)
{
    if (!ch->out_count) {
        return false;
    }
    *value = ch->out[ch->out_head];
    ch->out_head = (ch->out_head + 1) % TEGRA_HOST1X_OUT_FIFO;
    ch->out_count--;
    return true;
}
