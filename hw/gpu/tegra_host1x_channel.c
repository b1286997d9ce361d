/*
 * NVIDIA Tegra20 host1x channel: registers, output FIFO, tick counter
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qemu/log.h"
#include "hw/core/clock.h"
#include "hw/core/qdev-clock.h"
#include "migration/vmstate.h"
#include "hw/gpu/tegra_host1x_capture.h"
#include "tegra_host1x_internal.h"
#include "trace.h"

/* ------------------------------------------------------------------ */
/* Indirect access                                                    */

static bool indoff_is_fb(TegraHost1xChannel *ch)
{
    return FIELD_EX32(ch->regs[R_H1X_INDOFF], H1X_INDOFF, FB);
}

static uint32_t indoff_swap(TegraHost1xChannel *ch, uint32_t value)
{
    return tegra_host1x_swap(value, FIELD_EX32(ch->regs[R_H1X_INDOFF],
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
        tegra_host1x_indirect_refused(ch, addr, value);
    }
    indoff_step(ch);
}

static void write_indcnt(TegraHost1xChannel *ch, unsigned int r,
                         uint32_t value)
{
    ch->regs[R_H1X_INDCNT] = value & 0xffff;
    indirect_fill(ch);
}

/*
 * Read INDOFF, whose address is kept in INDOFF2: there is room for all of it.
 */
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

/* Read FIFOSTAT [tegra-host1x.rst, Command FIFO]. */
static uint32_t read_fifostat(TegraHost1xChannel *ch, unsigned int r)
{
    unsigned int count = tegra_host1x_fifo_count(ch);
    bool gather = count && tegra_host1x_cmdproc_in_gather(&ch->cmdproc);
    bool refused = ch->park == TEGRA_HOST1X_PARK_CLIENT;
    uint32_t value = 0;

    value = FIELD_DP32(value, H1X_FIFOSTAT, CFNUMEMPTY,
                       tegra_host1x_fifo_size(ch) - count);
    value = FIELD_DP32(value, H1X_FIFOSTAT, CFEMPTY, count == 0);
    value = FIELD_DP32(value, H1X_FIFOSTAT, CFGATHER, gather);
    value = FIELD_DP32(value, H1X_FIFOSTAT, REGFNUMEMPTY, 16 - refused);
    value = FIELD_DP32(value, H1X_FIFOSTAT, OUTFENTRIES,
                       MIN(ch->out_count, 31));
    return FIELD_DP32(value, H1X_FIFOSTAT, INDRDY,
                      ch->regs[R_H1X_INDCNT] == 0);
}

static void write_dmaput(TegraHost1xChannel *ch, unsigned int r,
                         uint32_t value)
{
    ch->regs[r] = value & ~3u;
    if ((ch->host->capture || ch->host->next_capture) &&
        !FIELD_EX32(ch->regs[R_H1X_DMACTRL], H1X_DMACTRL, STOP) &&
        ch->regs[r] != ch->regs[R_H1X_DMAGET]) {
        tegra_host1x_capture_job(ch->host);
    }
    tegra_host1x_kick(ch->host);
}

static void write_dmactrl(TegraHost1xChannel *ch, unsigned int r,
                          uint32_t value)
{
    bool held = tegra_host1x_held(ch);

    ch->regs[r] = value & 7;
    if (held) {
        tegra_host1x_offer(ch);
    }
    if (ch->index == TEGRA_HOST1X_PROT_CHANNEL &&
        !FIELD_EX32(value, H1X_DMACTRL, STOP)) {
        qemu_log_mask(LOG_UNIMP, "tegra-host1x: the protected channel has no "
                      "command processor: DMACTRL = 0x%x starts nothing\n",
                      value);
    }
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

TegraHost1xChannel *tegra_host1x_window(TegraHost1xState *s, unsigned int n)
{
    return n < TEGRA_HOST1X_NUM_CHANNELS ? &s->channel[n] : &s->prot;
}

void tegra_host1x_channel_init(TegraHost1xState *s, unsigned int n)
{
    TegraHost1xChannel *ch = tegra_host1x_window(s, n);
    g_autofree char *name = g_strdup_printf("tegra-host1x.channel%u", n);

    ch->host = s;
    ch->index = n;
    memory_region_init_io(&ch->iomem, OBJECT(s), &tegra_host1x_channel_ops, ch,
                          name, TEGRA_HOST1X_SYNC);
}

void tegra_host1x_channel_realize(TegraHost1xChannel *ch)
{
    timer_init_ns(&ch->delay, QEMU_CLOCK_VIRTUAL, tegra_host1x_delay_over, ch);
    tegra_host1x_busy_realize(ch);
}

void tegra_host1x_channel_unrealize(TegraHost1xChannel *ch)
{
    timer_del(&ch->delay);
    timer_del(&ch->busy);
}

static void channel_drop(TegraHost1xChannel *ch)
{
    tegra_host1x_cmdproc_reset(&ch->cmdproc);
    if (ch->host->capture) {
        tegra_host1x_capture_cut(ch->host);
    }
    ch->park = TEGRA_HOST1X_PARK_NONE;
    timer_del(&ch->delay);
    tegra_host1x_busy_end(ch);
}

/*
 * Drop what @ch does, not its ring and counters [tegra-host1x.rst, Recovery].
 */
void tegra_host1x_channel_teardown(TegraHost1xChannel *ch)
{
    trace_tegra_host1x_teardown(ch->index, tegra_host1x_park_name(ch->park));
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

/* Check, and drop what is refused: QEMU may go on after that. */
static int tegra_host1x_channel_post_load(void *opaque, int version_id)
{
    TegraHost1xChannel *ch = opaque;

    if (!tegra_host1x_cmdproc_valid(&ch->cmdproc) ||
        !channel_regs_valid(ch) || !channel_park_valid(ch) ||
        ch->out_head >= TEGRA_HOST1X_OUT_FIFO ||
        ch->out_count > TEGRA_HOST1X_OUT_FIFO) {
        tegra_host1x_channel_reset(ch);
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
    },
    .subsections = (const VMStateDescription * const []) {
        &vmstate_tegra_host1x_busy,
        NULL
    }
};
