/*
 * NVIDIA Tegra20 APB DMA controller
 *
 * Sixteen channels move words between memory (the "AHB" side) and a
 * register or a window of an APB device. With flow control one burst moves
 * each time the channel's requestor asks; without, words move at once.
 * [tegra20.rst, APB DMA]
 *
 * All transfers happen in one timer of virtual time with a budget: a guest
 * that restarts its channels for ever cannot stop the main loop, nothing
 * moves while the machine is stopped, and icount runs repeat exactly.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qapi/error.h"
#include "qemu/bswap.h"
#include "qemu/log.h"
#include "qemu/timer.h"
#include "hw/arm/tegra/tegra_apbdma.h"
#include "hw/core/irq.h"
#include "hw/core/qdev-properties.h"
#include "migration/vmstate.h"
#include "trace.h"

#define APBDMA_DELAY_NS 10000           /* from a request to its run */
#define APBDMA_BUDGET   128             /* words per channel and run */
#define APB_BASE        0x70000000
#define APB_MASK        0xf0000000

static unsigned int tegra_apbdma_number(TegraAPBDMAState *s,
                                        TegraAPBDMAChannel *c)
{
    return c - s->channel;
}

static bool tegra_apbdma_enabled(TegraAPBDMAChannel *c)
{
    return ARRAY_FIELD_EX32(c->regs, APBDMA_CSR, ENABLE);
}

static void tegra_apbdma_update_irq(TegraAPBDMAState *s,
                                    TegraAPBDMAChannel *c)
{
    unsigned int n = tegra_apbdma_number(s, c);
    bool level = ARRAY_FIELD_EX32(c->regs, APBDMA_STATUS, DONE) &&
                 ARRAY_FIELD_EX32(c->regs, APBDMA_CSR, IRQ) &&
                 extract32(s->irq_mask, n, 1);

    trace_tegra_apbdma_irq(n, level);
    qemu_set_irq(s->irq[n], level);
}

static void tegra_apbdma_update_irqs(TegraAPBDMAState *s)
{
    for (int i = 0; i < TEGRA_APBDMA_CHANNELS; i++) {
        tegra_apbdma_update_irq(s, &s->channel[i]);
    }
}

static void tegra_apbdma_kick(TegraAPBDMAState *s)
{
    if (!timer_pending(&s->timer)) {
        timer_mod(&s->timer, qemu_clock_get_ns(QEMU_CLOCK_VIRTUAL) +
                             APBDMA_DELAY_NS);
    }
}

/* Latch the addresses and the length of a pass when it starts */
static void tegra_apbdma_latch(TegraAPBDMAState *s, TegraAPBDMAChannel *c)
{
    c->ahb = c->regs[R_APBDMA_AHB_PTR] & ~3u;
    c->apb = c->regs[R_APBDMA_APB_PTR];
    c->remaining = ARRAY_FIELD_EX32(c->regs, APBDMA_CSR, WORDS) + 1;
    trace_tegra_apbdma_start(tegra_apbdma_number(s, c),
                             c->regs[R_APBDMA_CSR], c->ahb, c->apb,
                             c->remaining);
}

/* Step an address inside a power-of-two window; 0: no window */
static uint32_t tegra_apbdma_step(uint32_t addr, uint32_t step,
                                  uint32_t window)
{
    uint32_t mask = window - 1;

    return (addr & ~mask) | ((addr + step) & mask);
}

static uint32_t tegra_apbdma_apb_window(TegraAPBDMAChannel *c)
{
    return (1u << ARRAY_FIELD_EX32(c->regs, APBDMA_APB_SEQ, WRAP)) / 2 * 4;
}

static uint32_t tegra_apbdma_ahb_window(TegraAPBDMAChannel *c)
{
    uint32_t wrap = ARRAY_FIELD_EX32(c->regs, APBDMA_AHB_SEQ, WRAP);

    return wrap ? (16u << wrap) * 4 : 0;
}

/* Return the width in bytes: this chip's devices have no 64 and 128 bits */
static unsigned int tegra_apbdma_apb_size(TegraAPBDMAChannel *c)
{
    return 1u << MIN(ARRAY_FIELD_EX32(c->regs, APBDMA_APB_SEQ, WIDTH), 2);
}

static MemTxResult tegra_apbdma_apb_rw(TegraAPBDMAState *s, uint32_t addr,
                                       uint8_t *buf, unsigned int size,
                                       bool write)
{
    if ((addr & APB_MASK) != APB_BASE) {
        return MEMTX_DECODE_ERROR;
    }
    return address_space_rw(&s->dma_as, addr, MEMTXATTRS_UNSPECIFIED, buf,
                            size, write);
}

/* Move one word to or from the device, in pieces if its bus is narrow */
static MemTxResult tegra_apbdma_apb_word(TegraAPBDMAState *s,
                                         TegraAPBDMAChannel *c,
                                         uint8_t *buf, bool write)
{
    unsigned int size = tegra_apbdma_apb_size(c);
    uint32_t window = tegra_apbdma_apb_window(c);
    /* a one-word window is a FIFO: every piece goes to the same place */
    uint32_t step = window == 4 ? 0 : size;
    MemTxResult result = MEMTX_OK;

    for (unsigned int i = 0; i < 4; i += size) {
        result |= tegra_apbdma_apb_rw(s, c->apb, buf + i, size, write);
        c->apb = tegra_apbdma_step(c->apb, step, window);
    }
    return result;
}

/* Move one word to or from memory; .memory keeps the channel from registers */
static MemTxResult tegra_apbdma_ahb_word(TegraAPBDMAState *s,
                                         TegraAPBDMAChannel *c,
                                         uint8_t *buf, bool write)
{
    const MemTxAttrs attrs = { .memory = true };
    MemTxResult result = address_space_rw(&s->dma_as, c->ahb, attrs, buf, 4,
                                          write);

    c->ahb = tegra_apbdma_step(c->ahb, 4, tegra_apbdma_ahb_window(c));
    return result;
}

static MemTxResult tegra_apbdma_word(TegraAPBDMAState *s,
                                     TegraAPBDMAChannel *c)
{
    bool to_device = ARRAY_FIELD_EX32(c->regs, APBDMA_CSR, TO_DEVICE);
    bool swap = ARRAY_FIELD_EX32(c->regs, APBDMA_AHB_SEQ, SWAP) !=
                ARRAY_FIELD_EX32(c->regs, APBDMA_APB_SEQ, SWAP);
    uint8_t buf[4] = { 0 };
    MemTxResult result;

    if (to_device) {
        result = tegra_apbdma_ahb_word(s, c, buf, false);
    } else {
        result = tegra_apbdma_apb_word(s, c, buf, false);
    }
    if (swap) {
        stl_be_p(buf, ldl_le_p(buf));
    }
    if (to_device) {
        result |= tegra_apbdma_apb_word(s, c, buf, true);
    } else {
        result |= tegra_apbdma_ahb_word(s, c, buf, true);
    }
    c->remaining--;
    return result;
}

static void tegra_apbdma_finish(TegraAPBDMAState *s, TegraAPBDMAChannel *c)
{
    uint32_t *status = &c->regs[R_APBDMA_STATUS];

    trace_tegra_apbdma_done(tegra_apbdma_number(s, c));
    *status |= R_APBDMA_STATUS_DONE_MASK;
    *status ^= R_APBDMA_STATUS_PING_PONG_MASK;
    if (ARRAY_FIELD_EX32(c->regs, APBDMA_CSR, ONCE)) {
        ARRAY_FIELD_DP32(c->regs, APBDMA_CSR, ENABLE, 0);
    } else {
        tegra_apbdma_latch(s, c);
    }
    tegra_apbdma_update_irq(s, c);
}

/* End a channel that hits nothing or a wrong target, as "done" */
static void tegra_apbdma_fail(TegraAPBDMAState *s, TegraAPBDMAChannel *c)
{
    qemu_log_mask(LOG_GUEST_ERROR, "tegra-apbdma: channel %u: bad address, "
                  "CSR 0x%08x AHB 0x%08x APB 0x%08x\n",
                  tegra_apbdma_number(s, c), c->regs[R_APBDMA_CSR],
                  c->regs[R_APBDMA_AHB_PTR], c->regs[R_APBDMA_APB_PTR]);
    ARRAY_FIELD_DP32(c->regs, APBDMA_CSR, ONCE, 1);
    c->remaining = 0;
}

static bool tegra_apbdma_requested(TegraAPBDMAState *s,
                                   TegraAPBDMAChannel *c)
{
    bool to_device = ARRAY_FIELD_EX32(c->regs, APBDMA_CSR, TO_DEVICE);
    unsigned int req = ARRAY_FIELD_EX32(c->regs, APBDMA_CSR, REQUESTOR);

    return !ARRAY_FIELD_EX32(c->regs, APBDMA_CSR, FLOW) ||
           extract32(to_device ? s->tx_request : s->rx_request, req, 1);
}

static unsigned int tegra_apbdma_burst(TegraAPBDMAChannel *c)
{
    static const uint8_t words[8] = { 1, 1, 1, 1, 1, 4, 8, 1 };

    return words[ARRAY_FIELD_EX32(c->regs, APBDMA_AHB_SEQ, BURST)];
}

static bool tegra_apbdma_can_move(TegraAPBDMAState *s, TegraAPBDMAChannel *c)
{
    return FIELD_EX32(s->general, APBDMA_GENERAL, ENABLE) && !s->in_reset &&
           tegra_apbdma_enabled(c) && c->remaining &&
           tegra_apbdma_requested(s, c);
}

/* Move a burst: the requestor counts once for each, as on the chip */
static unsigned int tegra_apbdma_move_burst(TegraAPBDMAState *s,
                                            TegraAPBDMAChannel *c)
{
    unsigned int words = MIN(tegra_apbdma_burst(c), c->remaining);

    for (unsigned int i = 0; i < words && c->remaining; i++) {
        if (tegra_apbdma_word(s, c) != MEMTX_OK) {
            tegra_apbdma_fail(s, c);
        }
    }
    if (!c->remaining) {
        tegra_apbdma_finish(s, c);
    }
    return words;
}

/* Return true if the channel has more to do than its budget */
static bool tegra_apbdma_run_channel(TegraAPBDMAState *s,
                                     TegraAPBDMAChannel *c)
{
    unsigned int words = 0;

    while (words < APBDMA_BUDGET && tegra_apbdma_can_move(s, c)) {
        words += tegra_apbdma_move_burst(s, c);
    }
    return tegra_apbdma_can_move(s, c);
}

static void tegra_apbdma_run(void *opaque)
{
    TegraAPBDMAState *s = opaque;
    bool more = false;

    for (int i = 0; i < TEGRA_APBDMA_CHANNELS; i++) {
        more |= tegra_apbdma_run_channel(s, &s->channel[i]);
    }
    if (more) {
        tegra_apbdma_kick(s);
    }
}

static void tegra_apbdma_request(uint32_t *requests, int n, int level)
{
    *requests = deposit32(*requests, n, 1, level != 0);
}

static void tegra_apbdma_rx_request(void *opaque, int n, int level)
{
    TegraAPBDMAState *s = opaque;

    tegra_apbdma_request(&s->rx_request, n, level);
    if (level) {
        tegra_apbdma_kick(s);
    }
}

static void tegra_apbdma_tx_request(void *opaque, int n, int level)
{
    TegraAPBDMAState *s = opaque;

    tegra_apbdma_request(&s->tx_request, n, level);
    if (level) {
        tegra_apbdma_kick(s);
    }
}

static void tegra_apbdma_write_csr(TegraAPBDMAState *s,
                                   TegraAPBDMAChannel *c, uint32_t value)
{
    bool was_enabled = tegra_apbdma_enabled(c);

    c->regs[R_APBDMA_CSR] = value;
    if (!was_enabled && tegra_apbdma_enabled(c)) {
        tegra_apbdma_latch(s, c);
    }
    /* It may have waited for a request that no longer counts */
    if (tegra_apbdma_can_move(s, c)) {
        tegra_apbdma_kick(s);
    }
    tegra_apbdma_update_irq(s, c);
}

/*
 * Return STATUS: the count stays readable after a channel was stopped half-way
 */
static uint32_t tegra_apbdma_channel_status(TegraAPBDMAChannel *c)
{
    uint32_t status = c->regs[R_APBDMA_STATUS];

    status = FIELD_DP32(status, APBDMA_STATUS, COUNT,
                        c->remaining ? c->remaining - 1 : 0);
    return FIELD_DP32(status, APBDMA_STATUS, BUSY, tegra_apbdma_enabled(c));
}

static uint32_t tegra_apbdma_read_channel(TegraAPBDMAChannel *c,
                                          hwaddr offset)
{
    if (offset == A_APBDMA_STATUS) {
        return tegra_apbdma_channel_status(c);
    }
    return c->regs[offset / 4];
}

static void tegra_apbdma_write_channel(TegraAPBDMAState *s,
                                       TegraAPBDMAChannel *c, hwaddr offset,
                                       uint32_t value)
{
    switch (offset) {
    case A_APBDMA_CSR:
        tegra_apbdma_write_csr(s, c, value);
        break;
    case A_APBDMA_STATUS:
        c->regs[R_APBDMA_STATUS] &= ~(value & R_APBDMA_STATUS_DONE_MASK);
        tegra_apbdma_update_irq(s, c);
        break;
    case A_APBDMA_AHB_PTR:
    case A_APBDMA_AHB_SEQ:
    case A_APBDMA_APB_PTR:
    case A_APBDMA_APB_SEQ:
        c->regs[offset / 4] = value;
        break;
    default:
        qemu_log_mask(LOG_GUEST_ERROR, "tegra-apbdma: channel %u: write of "
                      "0x%" HWADDR_PRIx " <- 0x%08x: no such register\n",
                      tegra_apbdma_number(s, c), offset, value);
        break;
    }
}

static uint32_t tegra_apbdma_read_global(TegraAPBDMAState *s, hwaddr offset)
{
    switch (offset) {
    case A_APBDMA_GENERAL:
        return s->general;
    case A_APBDMA_CONTROL:
        return s->control;
    case A_APBDMA_IRQ_MASK:
    case A_APBDMA_IRQ_MASK_SET:
    case A_APBDMA_IRQ_MASK_CLR:
        return s->irq_mask;
    default:
        qemu_log_mask(LOG_UNIMP, "tegra-apbdma: read of 0x%" HWADDR_PRIx "\n",
                      offset);
        return 0;
    }
}

static void tegra_apbdma_write_general(TegraAPBDMAState *s, uint32_t value)
{
    s->general = value & R_APBDMA_GENERAL_ENABLE_MASK;
    if (s->general) {
        tegra_apbdma_kick(s);
    }
}

static void tegra_apbdma_write_mask(TegraAPBDMAState *s, uint32_t value)
{
    s->irq_mask = value & MAKE_64BIT_MASK(0, TEGRA_APBDMA_CHANNELS);
    tegra_apbdma_update_irqs(s);
}

static void tegra_apbdma_write_global(TegraAPBDMAState *s, hwaddr offset,
                                      uint32_t value)
{
    switch (offset) {
    case A_APBDMA_GENERAL:
        tegra_apbdma_write_general(s, value);
        break;
    case A_APBDMA_CONTROL:
        s->control = value;
        break;
    case A_APBDMA_IRQ_MASK_SET:
        tegra_apbdma_write_mask(s, s->irq_mask | value);
        break;
    case A_APBDMA_IRQ_MASK_CLR:
        tegra_apbdma_write_mask(s, s->irq_mask & ~value);
        break;
    default:
        qemu_log_mask(LOG_UNIMP, "tegra-apbdma: write of 0x%" HWADDR_PRIx
                      " <- 0x%08x\n", offset, value);
        break;
    }
}

static bool tegra_apbdma_dead(TegraAPBDMAState *s, hwaddr offset,
                              const char *what)
{
    if (s->in_reset) {
        qemu_log_mask(LOG_GUEST_ERROR, "tegra-apbdma: %s of 0x%" HWADDR_PRIx
                      " while in reset\n", what, offset);
    }
    return s->in_reset;
}

static TegraAPBDMAChannel *tegra_apbdma_channel(TegraAPBDMAState *s,
                                                hwaddr offset)
{
    if (offset < TEGRA_APBDMA_CHANNEL_BASE) {
        return NULL;
    }
    return &s->channel[(offset - TEGRA_APBDMA_CHANNEL_BASE) /
                       TEGRA_APBDMA_CHANNEL_STRIDE];
}

static uint64_t tegra_apbdma_read(void *opaque, hwaddr offset, unsigned size)
{
    TegraAPBDMAState *s = opaque;
    TegraAPBDMAChannel *c = tegra_apbdma_channel(s, offset);
    uint32_t value;

    if (tegra_apbdma_dead(s, offset, "read")) {
        return 0;
    }
    if (c) {
        value = tegra_apbdma_read_channel(
            c, offset % TEGRA_APBDMA_CHANNEL_STRIDE);
    } else {
        value = tegra_apbdma_read_global(s, offset);
    }
    trace_tegra_apbdma_read(offset, value);
    return value;
}

static void tegra_apbdma_write(void *opaque, hwaddr offset, uint64_t value,
                               unsigned size)
{
    TegraAPBDMAState *s = opaque;
    TegraAPBDMAChannel *c = tegra_apbdma_channel(s, offset);

    trace_tegra_apbdma_write(offset, value);
    if (tegra_apbdma_dead(s, offset, "write")) {
        return;
    }
    if (c) {
        tegra_apbdma_write_channel(
            s, c, offset % TEGRA_APBDMA_CHANNEL_STRIDE, value);
    } else {
        tegra_apbdma_write_global(s, offset, value);
    }
}

static const MemoryRegionOps tegra_apbdma_ops = {
    .read = tegra_apbdma_read,
    .write = tegra_apbdma_write,
    .endianness = DEVICE_LITTLE_ENDIAN,
    .valid.min_access_size = 4,
    .valid.max_access_size = 4,
};

static void tegra_apbdma_reset_enter(Object *obj, ResetType type)
{
    TegraAPBDMAState *s = TEGRA_APBDMA(obj);

    s->general = 0;
    s->control = 0;
    s->irq_mask = 0;
    memset(s->channel, 0, sizeof(s->channel));
}

static void tegra_apbdma_reset_hold(Object *obj, ResetType type)
{
    TegraAPBDMAState *s = TEGRA_APBDMA(obj);

    timer_del(&s->timer);
    tegra_apbdma_update_irqs(s);
}

static void tegra_apbdma_reset_line(void *opaque, int n, int level)
{
    TegraAPBDMAState *s = opaque;

    if (level && !s->in_reset) {
        tegra_apbdma_reset_enter(OBJECT(s), RESET_TYPE_COLD);
        tegra_apbdma_reset_hold(OBJECT(s), RESET_TYPE_COLD);
    }
    s->in_reset = level != 0;
}

static int tegra_apbdma_post_load(void *opaque, int version_id)
{
    TegraAPBDMAState *s = opaque;

    for (int i = 0; i < TEGRA_APBDMA_CHANNELS; i++) {
        TegraAPBDMAChannel *c = &s->channel[i];

        if (c->remaining > (R_APBDMA_CSR_WORDS_MASK >> 2) + 1 ||
            (tegra_apbdma_enabled(c) && !c->remaining)) {
            tegra_apbdma_reset_enter(OBJECT(s), RESET_TYPE_COLD);
            return -EINVAL;
        }
    }
    return 0;
}

static const VMStateDescription tegra_apbdma_channel_vmstate = {
    .name = TYPE_TEGRA_APBDMA "-channel",
    .version_id = 1,
    .minimum_version_id = 1,
    .fields = (const VMStateField[]) {
        VMSTATE_UINT32_ARRAY(regs, TegraAPBDMAChannel,
                             TEGRA_APBDMA_CHANNEL_REGS),
        VMSTATE_UINT32(ahb, TegraAPBDMAChannel),
        VMSTATE_UINT32(apb, TegraAPBDMAChannel),
        VMSTATE_UINT32(remaining, TegraAPBDMAChannel),
        VMSTATE_END_OF_LIST()
    },
};

static const VMStateDescription tegra_apbdma_vmstate = {
    .name = TYPE_TEGRA_APBDMA,
    .version_id = 1,
    .minimum_version_id = 1,
    .post_load = tegra_apbdma_post_load,
    .fields = (const VMStateField[]) {
        VMSTATE_UINT32(general, TegraAPBDMAState),
        VMSTATE_UINT32(control, TegraAPBDMAState),
        VMSTATE_UINT32(irq_mask, TegraAPBDMAState),
        VMSTATE_UINT32(rx_request, TegraAPBDMAState),
        VMSTATE_UINT32(tx_request, TegraAPBDMAState),
        VMSTATE_BOOL(in_reset, TegraAPBDMAState),
        VMSTATE_TIMER(timer, TegraAPBDMAState),
        VMSTATE_STRUCT_ARRAY(channel, TegraAPBDMAState,
                             TEGRA_APBDMA_CHANNELS, 1,
                             tegra_apbdma_channel_vmstate,
                             TegraAPBDMAChannel),
        VMSTATE_END_OF_LIST()
    },
};

static void tegra_apbdma_init(Object *obj)
{
    TegraAPBDMAState *s = TEGRA_APBDMA(obj);
    SysBusDevice *sbd = SYS_BUS_DEVICE(obj);
    DeviceState *dev = DEVICE(obj);

    memory_region_init_io(&s->iomem, obj, &tegra_apbdma_ops, s,
                          TYPE_TEGRA_APBDMA, TEGRA_APBDMA_MMIO_SIZE);
    sysbus_init_mmio(sbd, &s->iomem);
    for (int i = 0; i < TEGRA_APBDMA_CHANNELS; i++) {
        sysbus_init_irq(sbd, &s->irq[i]);
    }
    qdev_init_gpio_in_named(dev, tegra_apbdma_rx_request, "rx-request",
                            TEGRA_APBDMA_REQUESTORS);
    qdev_init_gpio_in_named(dev, tegra_apbdma_tx_request, "tx-request",
                            TEGRA_APBDMA_REQUESTORS);
    qdev_init_gpio_in_named(dev, tegra_apbdma_reset_line, "reset", 1);
}

static void tegra_apbdma_realize(DeviceState *dev, Error **errp)
{
    TegraAPBDMAState *s = TEGRA_APBDMA(dev);

    if (!s->dma_mr) {
        error_setg(errp, TYPE_TEGRA_APBDMA ": the 'dma' link is not set");
        return;
    }
    address_space_init(&s->dma_as, s->dma_mr, TYPE_TEGRA_APBDMA);
    timer_init_ns(&s->timer, QEMU_CLOCK_VIRTUAL, tegra_apbdma_run, s);
}

static void tegra_apbdma_unrealize(DeviceState *dev)
{
    TegraAPBDMAState *s = TEGRA_APBDMA(dev);

    timer_del(&s->timer);
    address_space_destroy(&s->dma_as);
}

static const Property tegra_apbdma_properties[] = {
    DEFINE_PROP_LINK("dma", TegraAPBDMAState, dma_mr, TYPE_MEMORY_REGION,
                     MemoryRegion *),
};

static void tegra_apbdma_class_init(ObjectClass *klass, const void *data)
{
    DeviceClass *dc = DEVICE_CLASS(klass);
    ResettableClass *rc = RESETTABLE_CLASS(klass);

    dc->desc = "NVIDIA Tegra20 APB DMA controller";
    dc->realize = tegra_apbdma_realize;
    dc->unrealize = tegra_apbdma_unrealize;
    dc->vmsd = &tegra_apbdma_vmstate;
    rc->phases.enter = tegra_apbdma_reset_enter;
    rc->phases.hold = tegra_apbdma_reset_hold;
    device_class_set_props(dc, tegra_apbdma_properties);
    set_bit(DEVICE_CATEGORY_MISC, dc->categories);
}

static const TypeInfo tegra_apbdma_types[] = {
    {
        .name = TYPE_TEGRA_APBDMA,
        .parent = TYPE_SYS_BUS_DEVICE,
        .instance_size = sizeof(TegraAPBDMAState),
        .instance_init = tegra_apbdma_init,
        .class_init = tegra_apbdma_class_init,
    },
};

DEFINE_TYPES(tegra_apbdma_types)
