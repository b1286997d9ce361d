/*
 * NVIDIA Tegra20 host1x: sync registers
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qemu/log.h"
#include "tegra_host1x_internal.h"
#include "trace.h"

typedef struct SyncReg SyncReg;
struct SyncReg {
    const char *name;
    uint16_t first;     /* byte offset */
    uint16_t count;
    uint32_t mask;      /* bits that are stored and, without @write, written */
    /* NULL: what is stored */
    uint32_t (*read)(TegraHost1xState *s, unsigned int n);
    void (*write)(TegraHost1xState *s, const SyncReg *reg, unsigned int n,
                  uint32_t value);
    bool read_only;     /* although bits are stored */
};

static uint32_t *sync_word(TegraHost1xState *s, const SyncReg *reg,
                           unsigned int n)
{
    return &s->sync[reg->first / 4 + n];
}

static uint32_t read_zero(TegraHost1xState *s, unsigned int n)
{
    return 0;
}

static uint32_t read_intstatus(TegraHost1xState *s, unsigned int n)
{
    return tegra_host1x_intstatus(s);
}

static uint32_t read_hintstatus(TegraHost1xState *s, unsigned int n)
{
    return tegra_host1x_hintstatus(s);
}

static void write_store(TegraHost1xState *s, const SyncReg *reg,
                        unsigned int n, uint32_t value)
{
    *sync_word(s, reg, n) = value & reg->mask;
}

static void write_unimp(TegraHost1xState *s, const SyncReg *reg,
                        unsigned int n, uint32_t value)
{
    qemu_log_mask(LOG_UNIMP, "tegra-host1x: %s[%u] = 0x%08x has no effect\n",
                  reg->name, n, value);
    write_store(s, reg, n, value);
}

static void write_int_mask(TegraHost1xState *s, const SyncReg *reg,
                           unsigned int n, uint32_t value)
{
    write_store(s, reg, n, value);
    tegra_host1x_update_irq(s);
}

static void write_w1c(TegraHost1xState *s, const SyncReg *reg,
                      unsigned int n, uint32_t value)
{
    *sync_word(s, reg, n) &= ~value;
    tegra_host1x_update_irq(s);
}

/* Clear bits; a cause that persists latches again at once. */
static void write_thresh_status(TegraHost1xState *s, const SyncReg *reg,
                                unsigned int n, uint32_t value)
{
    *sync_word(s, reg, n) &= ~value;
    tegra_host1x_thresh_eval(s, value);
}

/* ------------------------------------------------------------------ */
/* Threshold enables                                                  */

static void thresh_route(TegraHost1xState *s, uint32_t ids, uint32_t cpu0,
                         uint32_t cpu1)
{
    uint32_t *e0 = &s->sync[R_H1X_THRESH_INT_ENABLE_CPU0];
    uint32_t *e1 = &s->sync[R_H1X_THRESH_INT_ENABLE_CPU1];

    *e0 = (*e0 & ~ids) | (cpu0 & ids);
    *e1 = (*e1 & ~ids) | (cpu1 & ids);
    tegra_host1x_thresh_eval(s, ids);
}

static void write_thresh_disable(TegraHost1xState *s, const SyncReg *reg,
                                 unsigned int n, uint32_t value)
{
    thresh_route(s, value, 0, 0);
}

static void write_thresh_cpu0(TegraHost1xState *s, const SyncReg *reg,
                              unsigned int n, uint32_t value)
{
    thresh_route(s, value, UINT32_MAX, 0);
}

static void write_thresh_cpu1(TegraHost1xState *s, const SyncReg *reg,
                              unsigned int n, uint32_t value)
{
    thresh_route(s, value, 0, UINT32_MAX);
}

/* Show the routes of 16 ids, two bits per id. */
static uint32_t read_thresh_mask(TegraHost1xState *s, unsigned int n)
{
    uint32_t value = 0;

    for (unsigned int i = 0; i < 16; i++) {
        uint32_t id = 1u << (16 * n + i);

        if (s->sync[R_H1X_THRESH_INT_ENABLE_CPU0] & id) {
            value |= 1u << (2 * i);
        }
        if (s->sync[R_H1X_THRESH_INT_ENABLE_CPU1] & id) {
            value |= 2u << (2 * i);
        }
    }
    return value;
}

static void write_thresh_mask(TegraHost1xState *s, const SyncReg *reg,
                              unsigned int n, uint32_t value)
{
    uint32_t cpu0 = 0;
    uint32_t cpu1 = 0;

    for (unsigned int i = 0; i < 16; i++) {
        cpu0 |= extract32(value, 2 * i, 1) << i;
        cpu1 |= extract32(value, 2 * i + 1, 1) << i;
    }
    thresh_route(s, 0xffffu << (16 * n), cpu0 << (16 * n), cpu1 << (16 * n));
}

/* ------------------------------------------------------------------ */
/* Sync points                                                        */

static void write_syncpt(TegraHost1xState *s, const SyncReg *reg,
                         unsigned int n, uint32_t value)
{
    *tegra_host1x_syncpt(s, n) = value;
    tegra_host1x_syncpt_changed(s, n);
}

static void write_thresh(TegraHost1xState *s, const SyncReg *reg,
                         unsigned int n, uint32_t value)
{
    write_store(s, reg, n, value);
    tegra_host1x_thresh_eval(s, 1u << n);
}

static void write_cpu_incr(TegraHost1xState *s, const SyncReg *reg,
                           unsigned int n, uint32_t value)
{
    for (; value; value &= value - 1) {
        tegra_host1x_syncpt_incr(s, ctz32(value));
    }
}

/* ------------------------------------------------------------------ */
/* Command processors                                                 */

static void write_cmdproc_ctrl(TegraHost1xState *s, const SyncReg *reg,
                               unsigned int n, uint32_t value)
{
    if (FIELD_EX32(value, H1X_CMDPROC_CTRL, GATHER_PARSE_DISABLED)) {
        qemu_log_mask(LOG_UNIMP, "tegra-host1x: CMDPROC_CTRL = 0x%x: gathers "
                      "are parsed all the same\n", value);
    }
    write_store(s, reg, n, value);
}

static void write_busy_timeout(TegraHost1xState *s, const SyncReg *reg,
                               unsigned int n, uint32_t value)
{
    write_store(s, reg, n, value);
    tegra_host1x_busy_update(s, true);
}

/* Have channels that are let go look again at what they waited for. */
static void write_recheck(TegraHost1xState *s, const SyncReg *reg,
                          unsigned int n, uint32_t value)
{
    write_store(s, reg, n, value);
    tegra_host1x_wait_test_all(s);
    tegra_host1x_kick(s);
}

/* Have channels that are let go offer once more a word that was refused. */
static void write_cmdproc_stop(TegraHost1xState *s, const SyncReg *reg,
                               unsigned int n, uint32_t value)
{
    uint32_t let_go = *sync_word(s, reg, n) & ~value;

    write_recheck(s, reg, n, value);
    for (unsigned int c = 0; c < TEGRA_HOST1X_NUM_CHANNELS; c++) {
        if (let_go & (1u << c)) {
            tegra_host1x_offer(&s->channel[c]);
        }
    }
}

/* Tear down the channel first: what its engines still count wakes nobody. */
static void write_ch_teardown(TegraHost1xState *s, const SyncReg *reg,
                              unsigned int n, uint32_t value)
{
    for (unsigned int c = 0; c < TEGRA_HOST1X_NUM_CHANNELS; c++) {
        if (value & (1u << c)) {
            tegra_host1x_channel_teardown(&s->channel[c]);
            tegra_host1x_release_modules(&s->channel[c]);
        }
    }
    tegra_host1x_kick(s);
}

static void write_mod_teardown(TegraHost1xState *s, const SyncReg *reg,
                               unsigned int n, uint32_t value)
{
    for (unsigned int m = 0; m < TEGRA_HOST1X_NUM_MODULES; m++) {
        if (value & (1u << m)) {
            tegra_host1x_module_teardown(s, m);
        }
    }
}

/* Does @ch ask for an engine that is busy with another channel's words? */
static bool ctxsw_pending(TegraHost1xChannel *ch)
{
    uint8_t owner;

    if (ch->park != TEGRA_HOST1X_PARK_CLIENT) {
        return false;
    }
    owner = ch->host->module_owner[ch->park_index];
    return owner && owner != ch->index + 1;
}

static uint32_t read_ch_status(TegraHost1xState *s, unsigned int n)
{
    TegraHost1xChannel *ch = &s->channel[n];
    uint32_t value = FIELD_DP32(0, H1X_CH_STATUS, CLASS, ch->cmdproc.class_id);

    return FIELD_DP32(value, H1X_CH_STATUS, CTXSW, ctxsw_pending(ch));
}

/* Read MODULE_STATUS, whose order is not that of the module ids. */
static uint32_t read_module_status(TegraHost1xState *s, unsigned int n)
{
    static const uint8_t module[] = {
        8, 9, 3, 6, 4, 1, 11, 12, 10, 2, 5,
    };

    return FIELD_DP32(0, H1X_MODULE_STATUS, CLASS, s->module_class[module[n]]);
}

static uint32_t read_cbread(TegraHost1xState *s, unsigned int n)
{
    return s->channel[n].cmdproc.word;
}

static uint32_t read_cbstat(TegraHost1xState *s, unsigned int n)
{
    const TegraHost1xCmdproc *cp = &s->channel[n].cmdproc;
    uint32_t value = FIELD_DP32(0, H1X_CBSTAT, OFFSET, cp->offset);

    return FIELD_DP32(value, H1X_CBSTAT, CLASS, cp->class_id);
}

/* ------------------------------------------------------------------ */
/* A look into the FIFOs [tegra-host1x.rst, Command FIFO]             */

/* Return the channel that CFPEEK_CTRL selects, NULL if it selects none. */
static TegraHost1xChannel *cfpeek_channel(TegraHost1xState *s)
{
    uint32_t ctrl = s->sync[R_H1X_CFPEEK_CTRL];

    if (!FIELD_EX32(ctrl, H1X_CFPEEK_CTRL, ENABLE)) {
        return NULL;
    }
    return &s->channel[FIELD_EX32(ctrl, H1X_CFPEEK_CTRL, CHANNEL)];
}

static uint32_t read_cfpeek_ptrs(TegraHost1xState *s, unsigned int n)
{
    TegraHost1xChannel *ch = cfpeek_channel(s);

    return ch ? tegra_host1x_fifo_pointers(ch) : 0;
}

static uint32_t read_cfpeek_read(TegraHost1xState *s, unsigned int n)
{
    TegraHost1xChannel *ch = cfpeek_channel(s);
    uint32_t addr = FIELD_EX32(s->sync[R_H1X_CFPEEK_CTRL], H1X_CFPEEK_CTRL,
                               ADDR);

    return ch ? tegra_host1x_fifo_read(ch, addr) : 0;
}

/* Return that channel, or the first with a word there if it selects none. */
static TegraHost1xChannel *regf_channel(TegraHost1xState *s)
{
    TegraHost1xChannel *ch = cfpeek_channel(s);

    if (ch) {
        return ch->park == TEGRA_HOST1X_PARK_CLIENT ? ch : NULL;
    }
    for (unsigned int n = 0; n < TEGRA_HOST1X_NUM_CHANNELS; n++) {
        if (s->channel[n].park == TEGRA_HOST1X_PARK_CLIENT) {
            return &s->channel[n];
        }
    }
    return NULL;
}

static uint32_t read_regf_data(TegraHost1xState *s, unsigned int n)
{
    TegraHost1xChannel *ch = regf_channel(s);

    return ch ? ch->cmdproc.word : 0;
}

/* Read REGF_ADDR: of a word of the host class, what INDDATA points to. */
static uint32_t read_regf_addr(TegraHost1xState *s, unsigned int n)
{
    TegraHost1xChannel *ch = regf_channel(s);
    uint32_t offset, be = 0xf;
    uint32_t value;

    if (!ch) {
        return 0;
    }
    offset = ch->cmdproc.offset;
    if (ch->cmdproc.class_id == TEGRA_HOST1X_CLASS_HOST) {
        offset = FIELD_EX32(ch->ind_addr, H1X_INDOFF2, REG);
        be = FIELD_EX32(ch->ind_ctrl, H1X_INDCTRL, BE);
    }
    value = FIELD_DP32(0, H1X_REGF_ADDR, OFFSET, offset);
    value = FIELD_DP32(value, H1X_REGF_ADDR, BE, be);
    return FIELD_DP32(value, H1X_REGF_ADDR, MODULE, ch->park_index);
}

/* ------------------------------------------------------------------ */
/* Locks                                                              */

/* Read a lock: a free one is taken and reads as 1. */
static uint32_t read_hwlock(TegraHost1xState *s, unsigned int n)
{
    uint32_t *lock = &s->sync[R_H1X_HWLOCK + n];
    uint32_t taken = !*lock;

    *lock = 1;
    return taken;
}

static void write_hwlock(TegraHost1xState *s, const SyncReg *reg,
                         unsigned int n, uint32_t value)
{
    s->sync[R_H1X_HWLOCK + n] = 0;
}

static void write_mlock(TegraHost1xState *s, const SyncReg *reg,
                        unsigned int n, uint32_t value)
{
    if (value) {
        qemu_log_mask(LOG_GUEST_ERROR, "tegra-host1x: MLOCK %u = 0x%x, not 0\n",
                      n, value);
        return;
    }
    tegra_host1x_mlock_cpu_release(s, n);
}

/* ------------------------------------------------------------------ */
/* Registers                                                          */

/* Sorted by offset; what is in none of the rows does not exist. */
static const SyncReg sync_regs[] = {
    { "INTSTATUS", 0x000, 1, 0, read_intstatus },
    { "INTMASK", 0x004, 1, 3, NULL, write_int_mask },
    { "INTC0MASK", 0x008, 1, UINT32_MAX, NULL, write_int_mask },
    { "INTC1MASK", 0x00c, 1, UINT32_MAX, NULL, write_int_mask },
    { "HINTSTATUS", 0x020, 1, 0x600f00ff, read_hintstatus, write_w1c },
    { "HINTMASK", 0x024, 1, 0xe00f00ff, NULL, write_int_mask },
    { "HINTSTATUS_EXT", 0x028, 1, 0xc00000ff, NULL, write_w1c },
    { "HINTMASK_EXT", 0x02c, 1, 0xc00000ff, NULL, write_int_mask },
    { "THRESH_CPU0_INT_STATUS", 0x040, 1, UINT32_MAX, NULL,
      write_thresh_status },
    { "THRESH_CPU0_INT_STATUS_1", 0x044, 1, 0, read_zero },
    { "THRESH_CPU1_INT_STATUS", 0x048, 1, UINT32_MAX, NULL,
      write_thresh_status },
    { "THRESH_CPU1_INT_STATUS_1", 0x04c, 1, 0, read_zero },
    { "THRESH_INT_MASK", 0x050, 2, 0, read_thresh_mask, write_thresh_mask },
    { "THRESH_INT_DISABLE", 0x060, 1, 0, read_zero, write_thresh_disable },
    { "THRESH_INT_ENABLE_CPU0", 0x068, 1, UINT32_MAX, NULL,
      write_thresh_cpu0 },
    { "THRESH_INT_ENABLE_CPU1", 0x070, 1, UINT32_MAX, NULL,
      write_thresh_cpu1 },
    { "CF_SETUP", 0x080, 8, 0x01ff01ff },
    { "CF_SETUPDONE", 0x0a0, 1, 1 },
    { "CMDPROC_CTRL", 0x0a4, 1, 0x26, NULL, write_cmdproc_ctrl },
    { "CMDPROC_STAT", 0x0a8, 1, 0xff, NULL, write_w1c },
    { "CMDPROC_STOP", 0x0ac, 1, 0xff, NULL, write_cmdproc_stop },
    { "CH_TEARDOWN", 0x0b0, 1, 0, read_zero, write_ch_teardown },
    { "MOD_TEARDOWN", 0x0b4, 1, 0, read_zero, write_mod_teardown },
    { "CH_STATUS", 0x0b8, 8, 0, read_ch_status },
    { "MODULE_STATUS", 0x0d8, 11, 0, read_module_status },
    { "DIRECT_MODULE_CONFIG", 0x1a0, 1, ~3u, NULL, write_unimp },
    { "USEC_CLK", 0x1a4, 1, 0xfff },
    { "CTXSW_TIMEOUT_CFG", 0x1a8, 1, 0xff },
    { "INDREG_DMA_CTRL", 0x1ac, 1, 0xef, NULL, write_unimp },
    { "CHANNEL_PRIORITY", 0x1b0, 1, 0xff },
    { "CDMA_ASM_TIMEOUT", 0x1b4, 1, UINT32_MAX },
    { "CDMA_MISC", 0x1b8, 1, 0x73f },
    { "IP_BUSY_TIMEOUT", 0x1bc, 1, 0xffff, NULL, write_busy_timeout },
    { "IP_READ_TIMEOUT_ADDR", 0x1c0, 1, ~3u, .read_only = true },
    { "IP_WRITE_TIMEOUT_ADDR", 0x1c4, 1, ~3u, .read_only = true },
    { "MCCIF_THCTRL", 0x1d8, 1, UINT32_MAX },
    { "HC_MCCIF_FIFOCTRL", 0x1dc, 1, UINT32_MAX },
    { "TIMEOUT_WCOAL_HC", 0x1e0, 1, UINT32_MAX },
    { "HWLOCK", 0x280, 8, 1, read_hwlock, write_hwlock },
    { "MLOCK", 0x2c0, 16, 0, tegra_host1x_mlock_cpu_read, write_mlock },
    { "MLOCK_OWNER", 0x340, 16, 0x703, .read_only = true },
    { "MLOCK_ERROR", 0x3c0, 1, 0xffff, NULL, write_w1c },
    { "SYNCPT", 0x400, 32, UINT32_MAX, NULL, write_syncpt },
    { "SYNCPT_INT_THRESH", 0x500, 32, 0xffff, NULL, write_thresh },
    { "SYNCPT_BASE", 0x600, 8, 0xffff },
    { "SYNCPT_CPU_INCR", 0x700, 1, 0, read_zero, write_cpu_incr },
    { "CBREAD", 0x720, 8, 0, read_cbread },
    { "REGF_DATA", 0x740, 1, 0, read_regf_data },
    { "REGF_ADDR", 0x744, 1, 0, read_regf_addr },
    { "WAITOVR", 0x748, 1, 0xff, NULL, write_recheck },
    { "CFPEEK_CTRL", 0x74c, 1, 0x800701ff },
    { "CFPEEK_READ", 0x750, 1, 0, read_cfpeek_read },
    { "CFPEEK_PTRS", 0x754, 1, 0, read_cfpeek_ptrs },
    { "CBSTAT", 0x758, 8, 0, read_cbstat },
    { "CDMA_FETCHED", 0x898, 1, UINT32_MAX },
    { "CDMA_DISCARDED", 0x89c, 1, UINT32_MAX },
    { "RDMA", 0x8a0, 19, UINT32_MAX, NULL, write_unimp },
    { "CFG", 0x94c, 1, UINT32_MAX, NULL, write_unimp },
};

static const SyncReg *sync_find(hwaddr offset)
{
    for (size_t i = 0; i < ARRAY_SIZE(sync_regs); i++) {
        const SyncReg *reg = &sync_regs[i];

        if (offset < reg->first + reg->count * 4u) {
            return offset >= reg->first ? reg : NULL;
        }
    }
    return NULL;
}

static const SyncReg *sync_access(TegraHost1xState *s, hwaddr offset,
                                  const char *access)
{
    const SyncReg *reg = sync_find(offset);

    if (!tegra_host1x_alive(s)) {
        qemu_log_mask(LOG_GUEST_ERROR, "tegra-host1x: %s of sync register 0x%"
                      HWADDR_PRIx " in reset or without clock\n", access,
                      offset);
        return NULL;
    }
    if (!reg) {
        qemu_log_mask(LOG_GUEST_ERROR, "tegra-host1x: %s of sync register 0x%"
                      HWADDR_PRIx ": no such register\n", access, offset);
    }
    return reg;
}

static uint64_t tegra_host1x_sync_read(void *opaque, hwaddr offset,
                                       unsigned size)
{
    TegraHost1xState *s = opaque;
    const SyncReg *reg = sync_access(s, offset, "read");
    unsigned int n;
    uint32_t value;

    if (!reg) {
        return 0;
    }
    n = (offset - reg->first) / 4;
    tegra_host1x_catch_up(s);
    value = reg->read ? reg->read(s, n) : *sync_word(s, reg, n);
    trace_tegra_host1x_sync_read(reg->name, n, value);
    return value;
}

static bool sync_read_only(const SyncReg *reg)
{
    return reg->read_only || (!reg->write && !reg->mask);
}

static void tegra_host1x_sync_write(void *opaque, hwaddr offset,
                                    uint64_t value, unsigned size)
{
    TegraHost1xState *s = opaque;
    const SyncReg *reg = sync_access(s, offset, "write");
    unsigned int n;

    if (!reg) {
        return;
    }
    n = (offset - reg->first) / 4;
    trace_tegra_host1x_sync_write(reg->name, n, value);
    tegra_host1x_catch_up(s);
    if (sync_read_only(reg)) {
        qemu_log_mask(LOG_GUEST_ERROR, "tegra-host1x: write 0x%08x to "
                      "read-only %s[%u]\n", (uint32_t)value, reg->name, n);
    } else if (reg->write) {
        reg->write(s, reg, n, value);
    } else {
        write_store(s, reg, n, value);
    }
    tegra_host1x_watch(s);
}

const MemoryRegionOps tegra_host1x_sync_ops = {
    .read = tegra_host1x_sync_read,
    .write = tegra_host1x_sync_write,
    .endianness = DEVICE_LITTLE_ENDIAN,
    .valid.min_access_size = 4,
    .valid.max_access_size = 4,
};

/* ------------------------------------------------------------------ */
/* Reset and migration                                                */

/* Reset the sync registers [tegra-host1x.rst, Reset]. */
void tegra_host1x_sync_reset(TegraHost1xState *s)
{
    memset(s->sync, 0, sizeof(s->sync));
    for (unsigned int n = 0; n < TEGRA_HOST1X_NUM_CHANNELS; n++) {
        s->sync[R_H1X_CF_SETUP + n] = 0x003f0000 + n * 0x00400040;
    }
    s->sync[R_H1X_DIRECT_MODULE_CONFIG] = 0x54000000;
    s->sync[R_H1X_USEC_CLK] = 0x15e;
    s->sync[R_H1X_CTXSW_TIMEOUT_CFG] = 0xf;
    s->sync[R_H1X_CDMA_ASM_TIMEOUT] = 0x404;
    s->sync[R_H1X_TIMEOUT_WCOAL_HC] = 0x32;
    s->sync[R_H1X_RDMA_MISC] = 0x1000;
    s->sync[R_H1X_CFG] = 0x00ff0000;
}

bool tegra_host1x_sync_valid(TegraHost1xState *s)
{
    for (unsigned int i = 0; i < TEGRA_HOST1X_SYNC_REGS; i++) {
        const SyncReg *reg = sync_find(i * 4);

        if (s->sync[i] & ~(reg ? reg->mask : 0)) {
            return false;
        }
    }
    return true;
}
