/*
 * NVIDIA Tegra20 host1x channel: registers and command DMA
 *
 * A channel fetches words from a ring in memory, the push buffer, and from the
 * gathers the ring names, and feeds them to its command processor.  All of it
 * happens in the host1x's bottom half, a bounded number of words at a time.
 * There is no command FIFO: GET is the first word that was not executed, and
 * nothing read ahead outlives one run.  [tegra-host1x.rst, Command DMA]
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qemu/bswap.h"
#include "qemu/log.h"
#include "qemu/units.h"
#include "hw/clock.h"
#include "hw/qdev-clock.h"
#include "migration/vmstate.h"
#include "system/dma.h"
#include "tegra_host1x_internal.h"
#include "trace.h"

/* Words a channel may take before the main loop gets its turn */
#define RUN_BUDGET 2048
/* Words read from memory at once */
#define FETCH_CHUNK 64

/* ------------------------------------------------------------------ */
/* Parking                                                            */

void tegra_host1x_channel_park(TegraHost1xChannel *ch,
                               TegraHost1xParkKind kind, uint8_t index)
{
    trace_tegra_host1x_park(ch->index, kind, index, ch->park_threshold);
    ch->park = kind;
    ch->park_index = index;
}

void tegra_host1x_channel_unpark(TegraHost1xChannel *ch)
{
    trace_tegra_host1x_unpark(ch->index, ch->park, ch->park_index);
    ch->park = TEGRA_HOST1X_PARK_NONE;
    tegra_host1x_kick(ch->host);
}

/* ------------------------------------------------------------------ */
/* The command processor's view of its channel                        */

static TegraHost1xCmdResult channel_method(void *opaque, uint16_t class_id,
                                           uint16_t offset, uint32_t value)
{
    TegraHost1xChannel *ch = opaque;

    if (class_id == TEGRA_HOST1X_CLASS_HOST) {
        return tegra_host1x_class_method(ch, offset, value);
    }
    return tegra_host1x_client_method(ch, class_id, offset, value);
}

static void channel_restart(void *opaque, uint32_t offset)
{
    TegraHost1xChannel *ch = opaque;

    trace_tegra_host1x_restart(ch->index, offset);
    ch->regs[R_H1X_DMAGET] = offset;
}

static TegraHost1xCmdResult channel_mlock(void *opaque, bool acquire,
                                          uint8_t index)
{
    return tegra_host1x_mlock(opaque, acquire, index);
}

static void channel_illegal(TegraHost1xChannel *ch)
{
    TegraHost1xState *s = ch->host;

    s->sync[R_H1X_CMDPROC_STAT] |= 1u << ch->index;
    s->sync[R_H1X_HINTSTATUS_EXT] |= 1u << ch->index;
    tegra_host1x_update_irq(s);
}

static void channel_error(void *opaque, TegraHost1xCmdError error,
                          uint32_t word)
{
    static const char * const text[] = {
        [TEGRA_HOST1X_CMD_ILLEGAL] = "illegal opcode",
        [TEGRA_HOST1X_CMD_NESTED_GATHER] = "GATHER inside a gather",
        [TEGRA_HOST1X_CMD_NESTED_RESTART] = "RESTART inside a gather",
        [TEGRA_HOST1X_CMD_BAD_EXTEND] = "unknown EXTEND",
    };
    TegraHost1xChannel *ch = opaque;

    qemu_log_mask(LOG_GUEST_ERROR, "tegra-host1x: channel %u: class 0x%x: "
                  "%s 0x%08x skipped\n", ch->index, ch->cmdproc.class_id,
                  text[error], word);
    if (error == TEGRA_HOST1X_CMD_ILLEGAL) {
        channel_illegal(ch);
    }
}

static const TegraHost1xCmdprocOps channel_cmdproc_ops = {
    .method = channel_method,
    .restart = channel_restart,
    .mlock = channel_mlock,
    .error = channel_error,
};

/* ------------------------------------------------------------------ */
/* Command DMA                                                        */

static bool channel_can_run(TegraHost1xChannel *ch)
{
    return ch->park == TEGRA_HOST1X_PARK_NONE &&
           tegra_host1x_alive(ch->host) &&
           !tegra_host1x_cmdproc_stopped(ch) &&
           !FIELD_EX32(ch->regs[R_H1X_DMACTRL], H1X_DMACTRL, STOP) &&
           (tegra_host1x_cmdproc_in_gather(&ch->cmdproc) ||
            ch->regs[R_H1X_DMAGET] != ch->regs[R_H1X_DMAPUT]);
}

static bool channel_read(TegraHost1xChannel *ch, uint32_t addr, uint32_t *buf,
                         uint32_t words)
{
    const MemTxAttrs attrs = { .memory = true };

    return dma_memory_read(&ch->host->dma_as, addr, buf, words * 4,
                           attrs) == MEMTX_OK;
}

/* Unreadable memory reads as all ones.  One log line until it reads again. */
static void channel_read_fault(TegraHost1xChannel *ch, uint32_t addr,
                               uint32_t *word)
{
    if (!ch->fetch_fault) {
        qemu_log_mask(LOG_GUEST_ERROR, "tegra-host1x: channel %u: class 0x%x: "
                      "cannot fetch from 0x%08x\n", ch->index,
                      ch->cmdproc.class_id, addr);
        ch->fetch_fault = true;
    }
    *word = UINT32_MAX;
}

static void channel_read_slow(TegraHost1xChannel *ch, uint32_t addr,
                              uint32_t *buf, uint32_t words)
{
    for (uint32_t i = 0; i < words; i++, addr += 4) {
        if (channel_read(ch, addr, &buf[i], 1)) {
            ch->fetch_fault = false;
        } else {
            channel_read_fault(ch, addr, &buf[i]);
        }
    }
}

static uint32_t channel_swap(uint32_t word, unsigned int mode)
{
    switch (mode) {
    case 1:
        return ((word & 0x00ff00ff) << 8) | ((word >> 8) & 0x00ff00ff);
    case 2:
        return bswap32(word);
    case 3:
        return (word << 16) | (word >> 16);
    default:
        return word;
    }
}

static void channel_fetch(TegraHost1xChannel *ch, uint32_t addr, uint32_t *buf,
                          uint32_t words)
{
    unsigned int swap = ch->regs[R_H1X_CMDSWAP];

    if ((uint64_t)addr + words * 4 <= 4 * GiB &&
        channel_read(ch, addr, buf, words)) {
        ch->fetch_fault = false;
    } else {
        channel_read_slow(ch, addr, buf, words);
    }
    for (uint32_t i = 0; i < words; i++) {
        buf[i] = channel_swap(le32_to_cpu(buf[i]), swap);
    }
    ch->host->sync[R_H1X_CDMA_FETCHED] += words;
}

static void channel_move(TegraHost1xChannel *ch, bool gather, int words)
{
    TegraHost1xCmdproc *cp = &ch->cmdproc;

    if (gather) {
        cp->gather_addr += words * 4;
        cp->gather_left -= words;
    } else {
        ch->regs[R_H1X_DMAGET] += words * 4;
    }
}

/*
 * The position moves before the word is executed, because RESTART sets it; a
 * word that was refused is given back.
 */
static TegraHost1xCmdResult channel_feed(TegraHost1xChannel *ch, bool gather,
                                         uint32_t word)
{
    TegraHost1xCmdResult result;

    trace_tegra_host1x_word(ch->index, gather, ch->cmdproc.mode, word);
    channel_move(ch, gather, 1);
    result = tegra_host1x_cmdproc_feed(&ch->cmdproc, &channel_cmdproc_ops, ch,
                                       gather, word);
    if (result == TEGRA_HOST1X_CMD_RETRY) {
        channel_move(ch, gather, -1);
    }
    return result;
}

/* Words from here on that follow each other in memory, if nothing jumps */
static uint32_t channel_ahead(TegraHost1xChannel *ch)
{
    if (tegra_host1x_cmdproc_in_gather(&ch->cmdproc)) {
        return ch->cmdproc.gather_left;
    }
    return (ch->regs[R_H1X_DMAPUT] - ch->regs[R_H1X_DMAGET]) / 4;
}

/* Where the next word is; differs from what was expected after a jump */
static uint32_t channel_position(TegraHost1xChannel *ch)
{
    if (tegra_host1x_cmdproc_in_gather(&ch->cmdproc)) {
        return ch->cmdproc.gather_addr;
    }
    return ch->regs[R_H1X_DMASTART] + ch->regs[R_H1X_DMAGET];
}

/* Read some words and execute them; returns how many were executed. */
static uint32_t channel_run_chunk(TegraHost1xChannel *ch, uint32_t budget)
{
    uint32_t buf[FETCH_CHUNK];
    bool gather = tegra_host1x_cmdproc_in_gather(&ch->cmdproc);
    uint32_t addr = channel_position(ch);
    uint32_t words = MIN(MIN(channel_ahead(ch), budget), FETCH_CHUNK);
    uint32_t i;

    channel_fetch(ch, addr, buf, words);
    for (i = 0; i < words; i++) {
        if (channel_feed(ch, gather, buf[i]) != TEGRA_HOST1X_CMD_NEXT ||
            tegra_host1x_cmdproc_in_gather(&ch->cmdproc) != gather ||
            channel_position(ch) != addr + (i + 1) * 4) {
            return i + 1;
        }
    }
    return i;
}

bool tegra_host1x_channel_run(TegraHost1xChannel *ch)
{
    uint32_t budget = RUN_BUDGET;

    while (budget && channel_can_run(ch)) {
        budget -= channel_run_chunk(ch, budget);
    }
    return channel_can_run(ch);
}

/* ------------------------------------------------------------------ */
/* The output FIFO and the indirect registers                         */

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

static bool indoff_is_fb(TegraHost1xChannel *ch)
{
    return FIELD_EX32(ch->regs[R_H1X_INDOFF], H1X_INDOFF, FB);
}

static uint32_t indoff_swap(TegraHost1xChannel *ch, uint32_t value)
{
    return channel_swap(value, FIELD_EX32(ch->regs[R_H1X_INDOFF],
                                          H1X_INDOFF, SWAP));
}

static void indoff_step(TegraHost1xChannel *ch)
{
    uint32_t *addr = &ch->regs[R_H1X_INDOFF2];

    if (FIELD_EX32(ch->regs[R_H1X_INDOFF], H1X_INDOFF, AUTOINC)) {
        *addr = tegra_host1x_indirect_step(indoff_is_fb(ch), *addr);
    }
}

/* Read ahead as far as the FIFO has room. */
static void indirect_fill(TegraHost1xChannel *ch)
{
    while (ch->regs[R_H1X_INDCNT] && ch->out_count < TEGRA_HOST1X_OUT_FIFO) {
        uint32_t value = tegra_host1x_indirect_read(ch, indoff_is_fb(ch),
                                                    ch->regs[R_H1X_INDOFF2]);

        tegra_host1x_out_push(ch, indoff_swap(ch, value));
        indoff_step(ch);
        ch->regs[R_H1X_INDCNT]--;
    }
}

static uint32_t read_inddata(TegraHost1xChannel *ch, unsigned int r)
{
    uint32_t value = 0;

    if (!tegra_host1x_out_pop(ch, &value)) {
        qemu_log_mask(LOG_GUEST_ERROR, "tegra-host1x: channel %u: INDDATA read "
                      "with an empty output FIFO\n", ch->index);
    }
    indirect_fill(ch);
    tegra_host1x_wait_test(ch);
    return value;
}

static void write_inddata(TegraHost1xChannel *ch, unsigned int r,
                          uint32_t value)
{
    uint32_t addr = ch->regs[R_H1X_INDOFF2];

    if (!tegra_host1x_indirect_write(ch, indoff_is_fb(ch), addr,
                                     indoff_swap(ch, value), 0xf)) {
        qemu_log_mask(LOG_UNIMP, "tegra-host1x: channel %u: indirect write to "
                      "0x%x value 0x%08x: engine busy, dropped\n", ch->index,
                      addr, value);
    }
    indoff_step(ch);
}

static void write_indcnt(TegraHost1xChannel *ch, unsigned int r,
                         uint32_t value)
{
    ch->regs[R_H1X_INDCNT] = value & 0xffff;
    indirect_fill(ch);
}

/* The address is kept in INDOFF2, which has room for all of it. */
static uint32_t read_indoff(TegraHost1xChannel *ch, unsigned int r)
{
    return ch->regs[r] |
           (ch->regs[R_H1X_INDOFF2] & R_H1X_INDOFF_ADDR_MASK);
}

static void write_indoff(TegraHost1xChannel *ch, unsigned int r,
                         uint32_t value)
{
    if (!FIELD_EX32(value, H1X_INDOFF, NOUPD)) {
        ch->regs[R_H1X_INDOFF2] = value & R_H1X_INDOFF_ADDR_MASK;
    }
    ch->regs[r] = value & (R_H1X_INDOFF_NOUPD_MASK | R_H1X_INDOFF_SWAP_MASK |
                           R_H1X_INDOFF_BUF32B_MASK | R_H1X_INDOFF_FB_MASK |
                           R_H1X_INDOFF_AUTOINC_MASK);
}

/* ------------------------------------------------------------------ */
/* The tick counter                                                   */

static bool ticks_enabled(TegraHost1xChannel *ch)
{
    return FIELD_EX32(ch->regs[R_H1X_CHANNELCTRL], H1X_CHANNELCTRL,
                      ENABLETICKCNT);
}

static uint64_t ticks_now(TegraHost1xChannel *ch, int64_t now)
{
    if (!ticks_enabled(ch)) {
        return ch->ticks;
    }
    return ch->ticks + clock_ns_to_ticks(ch->host->clk, now - ch->tick_since);
}

void tegra_host1x_channel_count_ticks(TegraHost1xChannel *ch)
{
    int64_t now = qemu_clock_get_ns(QEMU_CLOCK_VIRTUAL);

    ch->ticks = ticks_now(ch, now);
    ch->tick_since = now;
}

static uint32_t read_ticks(TegraHost1xChannel *ch, unsigned int r)
{
    uint64_t ticks = ticks_now(ch, qemu_clock_get_ns(QEMU_CLOCK_VIRTUAL));

    return r == R_H1X_TICKCOUNT_HI ? ticks >> 32 : ticks;
}

static void write_ticks(TegraHost1xChannel *ch, unsigned int r, uint32_t value)
{
    unsigned int shift = r == R_H1X_TICKCOUNT_HI ? 32 : 0;

    tegra_host1x_channel_count_ticks(ch);
    ch->ticks = deposit64(ch->ticks, shift, 32, value);
}

static void write_channelctrl(TegraHost1xChannel *ch, unsigned int r,
                              uint32_t value)
{
    tegra_host1x_channel_count_ticks(ch);
    ch->regs[r] = value & R_H1X_CHANNELCTRL_ENABLETICKCNT_MASK;
}

/* ------------------------------------------------------------------ */
/* Registers                                                          */

/* The command and register FIFOs are always empty, see the top. */
static uint32_t read_fifostat(TegraHost1xChannel *ch, unsigned int r)
{
    uint32_t value = 0;

    value = FIELD_DP32(value, H1X_FIFOSTAT, CFNUMEMPTY, 64);
    value = FIELD_DP32(value, H1X_FIFOSTAT, CFEMPTY, 1);
    value = FIELD_DP32(value, H1X_FIFOSTAT, REGFNUMEMPTY, 16);
    value = FIELD_DP32(value, H1X_FIFOSTAT, OUTFENTRIES,
                       MIN(ch->out_count, 31));
    return FIELD_DP32(value, H1X_FIFOSTAT, INDRDY,
                      ch->regs[R_H1X_INDCNT] == 0);
}

static void write_dmaput(TegraHost1xChannel *ch, unsigned int r,
                         uint32_t value)
{
    ch->regs[r] = value & ~3u;
    tegra_host1x_kick(ch->host);
}

static void write_dmactrl(TegraHost1xChannel *ch, unsigned int r,
                          uint32_t value)
{
    ch->regs[r] = value & 7;
    if (FIELD_EX32(value, H1X_DMACTRL, GETRST)) {
        ch->regs[R_H1X_DMAGET] = FIELD_EX32(value, H1X_DMACTRL, INITGET) ?
                                 ch->regs[R_H1X_DMAPUT] : 0;
    }
    tegra_host1x_kick(ch->host);
}

typedef struct ChannelReg {
    const char *name;
    uint32_t mask;      /* bits that are stored */
    uint32_t (*read)(TegraHost1xChannel *ch, unsigned int r);
    void (*write)(TegraHost1xChannel *ch, unsigned int r, uint32_t value);
} ChannelReg;

static const ChannelReg channel_regs[TEGRA_HOST1X_CHANNEL_REGS] = {
    [R_H1X_FIFOSTAT] = { "FIFOSTAT", 0, read_fifostat },
    [R_H1X_INDOFF] = { "INDOFF", 0xf8000001, read_indoff, write_indoff },
    [R_H1X_INDCNT] = { "INDCNT", 0xffff, NULL, write_indcnt },
    [R_H1X_INDDATA] = { "INDDATA", 0, read_inddata, write_inddata },
    [R_H1X_RAISE] = { "RAISE", UINT32_MAX },
    [R_H1X_DMASTART] = { "DMASTART", ~3u },
    [R_H1X_DMAPUT] = { "DMAPUT", ~3u, NULL, write_dmaput },
    [R_H1X_DMAGET] = { "DMAGET", ~3u },
    [R_H1X_DMAEND] = { "DMAEND", ~3u },
    [R_H1X_DMACTRL] = { "DMACTRL", 7, NULL, write_dmactrl },
    [R_H1X_FBBUFBASE] = { "FBBUFBASE", ~3u },
    [R_H1X_CMDSWAP] = { "CMDSWAP", 3 },
    [R_H1X_INDOFF2] = { "INDOFF2", ~3u },
    [R_H1X_TICKCOUNT_HI] = { "TICKCOUNT_HI", 0, read_ticks, write_ticks },
    [R_H1X_TICKCOUNT_LO] = { "TICKCOUNT_LO", 0, read_ticks, write_ticks },
    [R_H1X_CHANNELCTRL] = { "CHANNELCTRL", 1, NULL, write_channelctrl },
};

static const ChannelReg *channel_reg(TegraHost1xChannel *ch, hwaddr offset,
                                     const char *access)
{
    unsigned int r = offset / 4;

    if (!tegra_host1x_alive(ch->host)) {
        qemu_log_mask(LOG_GUEST_ERROR, "tegra-host1x: channel %u: %s 0x%"
                      HWADDR_PRIx " in reset or without clock\n", ch->index,
                      access, offset);
        return NULL;
    }
    if (r >= TEGRA_HOST1X_CHANNEL_REGS || !channel_regs[r].name) {
        qemu_log_mask(LOG_GUEST_ERROR, "tegra-host1x: channel %u: %s 0x%"
                      HWADDR_PRIx ": no such register\n", ch->index, access,
                      offset);
        return NULL;
    }
    return &channel_regs[r];
}

static uint64_t tegra_host1x_channel_read(void *opaque, hwaddr offset,
                                          unsigned size)
{
    TegraHost1xChannel *ch = opaque;
    const ChannelReg *reg = channel_reg(ch, offset, "read");
    uint32_t value;

    if (!reg) {
        return 0;
    }
    value = reg->read ? reg->read(ch, offset / 4) : ch->regs[offset / 4];
    trace_tegra_host1x_channel_read(ch->index, reg->name, value);
    return value;
}

static void tegra_host1x_channel_write(void *opaque, hwaddr offset,
                                       uint64_t value, unsigned size)
{
    TegraHost1xChannel *ch = opaque;
    const ChannelReg *reg = channel_reg(ch, offset, "write");
    unsigned int r = offset / 4;

    if (!reg) {
        return;
    }
    trace_tegra_host1x_channel_write(ch->index, reg->name, value);
    if (reg->write) {
        reg->write(ch, r, value);
    } else if (r == R_H1X_FIFOSTAT || r == R_H1X_DMAGET) {
        qemu_log_mask(LOG_GUEST_ERROR, "tegra-host1x: channel %u: write 0x%x "
                      "to read-only %s\n", ch->index, (uint32_t)value,
                      reg->name);
    } else {
        ch->regs[r] = value & reg->mask;
    }
}

const MemoryRegionOps tegra_host1x_channel_ops = {
    .read = tegra_host1x_channel_read,
    .write = tegra_host1x_channel_write,
    .endianness = DEVICE_LITTLE_ENDIAN,
    .valid.min_access_size = 4,
    .valid.max_access_size = 4,
};

/* ------------------------------------------------------------------ */
/* Life                                                               */

static void tegra_host1x_delay_over(void *opaque)
{
    tegra_host1x_wait_test(opaque);
}

void tegra_host1x_channel_init(TegraHost1xState *s, unsigned int n)
{
    TegraHost1xChannel *ch = &s->channel[n];
    g_autofree char *name = g_strdup_printf("tegra-host1x.channel%u", n);

    ch->host = s;
    ch->index = n;
    memory_region_init_io(&ch->iomem, OBJECT(s), &tegra_host1x_channel_ops, ch,
                          name, TEGRA_HOST1X_SYNC);
}

void tegra_host1x_channel_realize(TegraHost1xChannel *ch)
{
    timer_init_ns(&ch->delay, QEMU_CLOCK_VIRTUAL, tegra_host1x_delay_over, ch);
}

void tegra_host1x_channel_unrealize(TegraHost1xChannel *ch)
{
    timer_del(&ch->delay);
}

static void channel_drop(TegraHost1xChannel *ch)
{
    tegra_host1x_cmdproc_reset(&ch->cmdproc);
    ch->park = TEGRA_HOST1X_PARK_NONE;
    timer_del(&ch->delay);
}

/* [tegra-host1x.rst, Recovery]: the ring and the counters are left alone */
void tegra_host1x_channel_teardown(TegraHost1xChannel *ch)
{
    trace_tegra_host1x_teardown(ch->index, ch->park);
    channel_drop(ch);
}

void tegra_host1x_channel_reset(TegraHost1xChannel *ch)
{
    channel_drop(ch);
    memset(ch->regs, 0, sizeof(ch->regs));
    ch->regs[R_H1X_DMACTRL] = R_H1X_DMACTRL_STOP_MASK;
    ch->park_index = 0;
    ch->park_threshold = 0;
    ch->fetch_fault = false;
    ch->ind_ctrl = 0;
    ch->ind_addr = 0;
    ch->out_head = 0;
    ch->out_count = 0;
    ch->ticks = 0;
    ch->tick_since = 0;
}

static bool channel_regs_valid(TegraHost1xChannel *ch)
{
    for (unsigned int r = 0; r < TEGRA_HOST1X_CHANNEL_REGS; r++) {
        if (ch->regs[r] & ~channel_regs[r].mask) {
            return false;
        }
    }
    return true;
}

static bool channel_park_valid(TegraHost1xChannel *ch)
{
    static const uint8_t limit[TEGRA_HOST1X_PARK__MAX] = {
        [TEGRA_HOST1X_PARK_NONE] = UINT8_MAX,
        [TEGRA_HOST1X_PARK_SYNCPT] = TEGRA_HOST1X_NUM_SYNCPTS - 1,
        [TEGRA_HOST1X_PARK_MLOCK] = TEGRA_HOST1X_NUM_MLOCKS - 1,
        [TEGRA_HOST1X_PARK_DELAY] = UINT8_MAX,
        [TEGRA_HOST1X_PARK_CLIENT] = TEGRA_HOST1X_NUM_MODULES - 1,
        [TEGRA_HOST1X_PARK_OUTPUT] = UINT8_MAX,
    };

    return ch->park < TEGRA_HOST1X_PARK__MAX &&
           ch->park_index <= limit[ch->park];
}

static int tegra_host1x_channel_post_load(void *opaque, int version_id)
{
    TegraHost1xChannel *ch = opaque;

    if (!tegra_host1x_cmdproc_valid(&ch->cmdproc) ||
        !channel_regs_valid(ch) || !channel_park_valid(ch) ||
        ch->out_head >= TEGRA_HOST1X_OUT_FIFO ||
        ch->out_count > TEGRA_HOST1X_OUT_FIFO) {
        return -EINVAL;
    }
    return 0;
}

static const VMStateDescription vmstate_tegra_host1x_cmdproc = {
    .name = "tegra-host1x-cmdproc",
    .version_id = 1,
    .minimum_version_id = 1,
    .fields = (const VMStateField[]) {
        VMSTATE_UINT32(word, TegraHost1xCmdproc),
        VMSTATE_UINT16(class_id, TegraHost1xCmdproc),
        VMSTATE_UINT16(offset, TegraHost1xCmdproc),
        VMSTATE_UINT8(mode, TegraHost1xCmdproc),
        VMSTATE_UINT16(next, TegraHost1xCmdproc),
        VMSTATE_UINT16(left, TegraHost1xCmdproc),
        VMSTATE_UINT32(gather_op, TegraHost1xCmdproc),
        VMSTATE_UINT32(gather_addr, TegraHost1xCmdproc),
        VMSTATE_UINT16(gather_left, TegraHost1xCmdproc),
        VMSTATE_END_OF_LIST()
    }
};

const VMStateDescription vmstate_tegra_host1x_channel = {
    .name = "tegra-host1x-channel",
    .version_id = 1,
    .minimum_version_id = 1,
    .post_load = tegra_host1x_channel_post_load,
    .fields = (const VMStateField[]) {
        VMSTATE_BOOL(fetch_fault, TegraHost1xChannel),
        VMSTATE_UINT32_ARRAY(regs, TegraHost1xChannel,
                             TEGRA_HOST1X_CHANNEL_REGS),
        VMSTATE_STRUCT(cmdproc, TegraHost1xChannel, 1,
                       vmstate_tegra_host1x_cmdproc, TegraHost1xCmdproc),
        VMSTATE_UINT8(park, TegraHost1xChannel),
        VMSTATE_UINT8(park_index, TegraHost1xChannel),
        VMSTATE_UINT16(park_threshold, TegraHost1xChannel),
        VMSTATE_TIMER(delay, TegraHost1xChannel),
        VMSTATE_UINT32(ind_ctrl, TegraHost1xChannel),
        VMSTATE_UINT32(ind_addr, TegraHost1xChannel),
        VMSTATE_UINT32_ARRAY(out, TegraHost1xChannel, TEGRA_HOST1X_OUT_FIFO),
        VMSTATE_UINT8(out_head, TegraHost1xChannel),
        VMSTATE_UINT8(out_count, TegraHost1xChannel),
        VMSTATE_UINT64(ticks, TegraHost1xChannel),
        VMSTATE_INT64(tick_since, TegraHost1xChannel),
        VMSTATE_END_OF_LIST()
    }
};
