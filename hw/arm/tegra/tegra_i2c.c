/*
 * NVIDIA Tegra20 I2C controller, master side, packet mode
 *
 * A packet is three header words and, for a write, the payload, all pushed
 * into the TX FIFO; the payload of a read comes out of the RX FIFO. The bus
 * takes no time here: a word leaves the TX FIFO as soon as it is written, and
 * a read runs ahead until the RX FIFO is full. So one register access moves
 * at most one FIFO of data. [tegra20.rst, I2C]
 *
 * Not modelled: the slave side, arbitration, the byte-wise "normal" mode.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qemu/log.h"
#include "hw/arm/tegra/tegra_clock.h"
#include "hw/arm/tegra/tegra_fifo.h"
#include "hw/arm/tegra/tegra_i2c.h"
#include "hw/core/irq.h"
#include "hw/core/qdev-clock.h"
#include "hw/core/qdev-properties.h"
#include "migration/vmstate.h"
#include "trace.h"

#define INT_W1C (R_I2C_INT_STATUS_ARB_LOST_MASK | \
                 R_I2C_INT_STATUS_NO_ACK_MASK | \
                 R_I2C_INT_STATUS_RX_UNDERFLOW_MASK | \
                 R_I2C_INT_STATUS_TX_OVERFLOW_MASK | \
                 R_I2C_INT_STATUS_PACKET_DONE_MASK)

static unsigned int tegra_i2c_tx_free(TegraI2CState *s)
{
    return TEGRA_I2C_FIFO_WORDS - s->tx_words;
}

/* Compare the level of the RX FIFO with its trigger of 1 to 8 words */
static bool tegra_i2c_rx_ready(TegraI2CState *s)
{
    return s->rx_words > ARRAY_FIELD_EX32(s->regs, I2C_FIFO_CONTROL, RX_TRIG);
}

static bool tegra_i2c_tx_ready(TegraI2CState *s)
{
    return tegra_i2c_tx_free(s) >
           ARRAY_FIELD_EX32(s->regs, I2C_FIFO_CONTROL, TX_TRIG);
}

static bool tegra_i2c_packet_mode(TegraI2CState *s)
{
    return ARRAY_FIELD_EX32(s->regs, I2C_CNFG, PACKET_MODE);
}

static uint32_t tegra_i2c_status(TegraI2CState *s)
{
    uint32_t status = s->regs[R_I2C_INT_STATUS];

    status = FIELD_DP32(status, I2C_INT_STATUS, RX_DATA,
                        tegra_i2c_rx_ready(s));
    return FIELD_DP32(status, I2C_INT_STATUS, TX_SPACE,
                      tegra_i2c_tx_ready(s));
}

/* Update the lines; "packet done" cannot be masked [tegra20.rst, I2C] */
static void tegra_i2c_update(TegraI2CState *s)
{
    uint32_t mask = s->regs[R_I2C_INT_MASK] |
                    R_I2C_INT_STATUS_PACKET_DONE_MASK;
    bool level = tegra_i2c_status(s) & mask;

    trace_tegra_i2c_irq(level);
    qemu_set_irq(s->irq, level);
    qemu_set_irq(s->dma_rx, tegra_i2c_rx_ready(s));
    qemu_set_irq(s->dma_tx, tegra_i2c_packet_mode(s) &&
                            s->phase != TEGRA_I2C_HALTED &&
                            tegra_i2c_tx_ready(s));
}

static void tegra_i2c_event(TegraI2CState *s, uint32_t status)
{
    s->regs[R_I2C_INT_STATUS] |= status;
    s->dvc_regs[R_DVC_STATUS] |= R_DVC_STATUS_I2C_DONE_MASK;
}

static void tegra_i2c_release_bus(TegraI2CState *s)
{
    if (s->bus_held) {
        i2c_end_transfer(s->bus);
    }
    s->bus_held = false;
    s->continued = false;
}

static void tegra_i2c_finish_packet(TegraI2CState *s)
{
    uint32_t h = s->header[2];
    bool more = FIELD_EX32(h, I2C_HEADER2, CONTINUE);

    if (s->phase == TEGRA_I2C_READING && s->bus_held && !more) {
        i2c_nack(s->bus);
    }
    s->phase = TEGRA_I2C_HEADER0;
    s->continued = more;
    if (!more && !FIELD_EX32(h, I2C_HEADER2, REPEAT_START)) {
        tegra_i2c_release_bus(s);
    }
    if (FIELD_EX32(h, I2C_HEADER2, IRQ)) {
        tegra_i2c_event(s, R_I2C_INT_STATUS_PACKET_DONE_MASK);
    }
}

/* Return false if the packet ends here */
static bool tegra_i2c_nak(TegraI2CState *s)
{
    trace_tegra_i2c_nak(s->address);
    if (FIELD_EX32(s->header[2], I2C_HEADER2, IGNORE_NAK)) {
        return true;
    }
    tegra_i2c_release_bus(s);
    s->phase = TEGRA_I2C_HALTED;
    tegra_i2c_event(s, R_I2C_INT_STATUS_NO_ACK_MASK);
    return false;
}

/*
 * Start a transfer.  QEMU's bus takes a start on a held bus for the same slave
 * as before, so another address needs a stop first.
 */
static bool tegra_i2c_start(TegraI2CState *s, uint8_t address, bool read)
{
    if (s->bus_held && s->continued && s->address == address) {
        return true;
    }
    if (s->bus_held && s->address != address) {
        tegra_i2c_release_bus(s);
    }
    s->address = address;
    s->bus_held = i2c_start_transfer(s->bus, address, read) == 0;
    if (!s->bus_held) {
        /* QEMU's bus stays in a general call (address 0) until its end */
        i2c_end_transfer(s->bus);
    }
    return s->bus_held || tegra_i2c_nak(s);
}

static void tegra_i2c_begin_packet(TegraI2CState *s)
{
    uint32_t h = s->header[2];
    bool read = FIELD_EX32(h, I2C_HEADER2, READ);
    uint8_t address = extract32(h, 1, 7);

    trace_tegra_i2c_packet(address, read, s->remaining);
    s->phase = read ? TEGRA_I2C_READING : TEGRA_I2C_WRITING;
    if (FIELD_EX32(h, I2C_HEADER2, TEN_BIT)) {
        qemu_log_mask(LOG_UNIMP, "tegra-i2c: 10-bit address, header 0x%08x\n",
                      h);
        tegra_i2c_release_bus(s);
        tegra_i2c_nak(s);
    } else {
        tegra_i2c_start(s, address, read);
    }
}

static void tegra_i2c_send_word(TegraI2CState *s, uint32_t word)
{
    for (int i = 0; i < 4 && s->remaining; i++, word >>= 8) {
        s->remaining--;
        if (s->bus_held && i2c_send(s->bus, word & 0xff) &&
            !tegra_i2c_nak(s)) {
            return;
        }
    }
    if (!s->remaining) {
        tegra_i2c_finish_packet(s);
    }
}

static uint32_t tegra_i2c_receive_word(TegraI2CState *s)
{
    uint32_t word = 0;

    for (int i = 0; i < 4 && s->remaining; i++) {
        s->remaining--;
        word |= (s->bus_held ? i2c_recv(s->bus) : 0xff) << (8 * i);
    }
    return word;
}

static void tegra_i2c_header0(TegraI2CState *s, uint32_t word)
{
    if (FIELD_EX32(word, I2C_HEADER0, PROTOCOL) !=
        I2C_HEADER0_PROTOCOL_I2C) {
        qemu_log_mask(LOG_GUEST_ERROR, "tegra-i2c: packet header 0x%08x is "
                      "not I2C\n", word);
    }
    s->header[0] = word;
    s->phase = TEGRA_I2C_HEADER1;
}

static void tegra_i2c_take_word(TegraI2CState *s, uint32_t word)
{
    switch (s->phase) {
    case TEGRA_I2C_HEADER0:
        tegra_i2c_header0(s, word);
        break;
    case TEGRA_I2C_HEADER1:
        s->header[1] = word;
        s->remaining = FIELD_EX32(word, I2C_HEADER1, LENGTH) + 1;
        s->phase = TEGRA_I2C_HEADER2;
        break;
    case TEGRA_I2C_HEADER2:
        s->header[2] = word;
        tegra_i2c_begin_packet(s);
        break;
    case TEGRA_I2C_WRITING:
        tegra_i2c_send_word(s, word);
        break;
    default:
        g_assert_not_reached();
    }
}

static void tegra_i2c_fill_rx(TegraI2CState *s)
{
    while (s->phase == TEGRA_I2C_READING &&
           s->rx_words < TEGRA_I2C_FIFO_WORDS) {
        s->rx[s->rx_words++] = tegra_i2c_receive_word(s);
        if (!s->remaining) {
            tegra_i2c_finish_packet(s);
        }
    }
}

/* Move what can be moved now */
static void tegra_i2c_run(TegraI2CState *s)
{
    tegra_i2c_fill_rx(s);
    while (tegra_i2c_packet_mode(s) && s->tx_words &&
           s->phase != TEGRA_I2C_HALTED && s->phase != TEGRA_I2C_READING) {
        tegra_i2c_take_word(s, tegra_fifo_pop(s->tx, &s->tx_words));
        tegra_i2c_fill_rx(s);
    }
    tegra_i2c_update(s);
}

static void tegra_i2c_push_tx(TegraI2CState *s, uint32_t value)
{
    if (s->tx_words == TEGRA_I2C_FIFO_WORDS) {
        qemu_log_mask(LOG_GUEST_ERROR, "tegra-i2c: TX FIFO overflow, word "
                      "0x%08x lost\n", value);
        tegra_i2c_event(s, R_I2C_INT_STATUS_TX_OVERFLOW_MASK);
    } else {
        s->tx[s->tx_words++] = value;
    }
    tegra_i2c_run(s);
}

static uint32_t tegra_i2c_pop_rx(TegraI2CState *s)
{
    uint32_t value = 0;

    if (s->rx_words) {
        value = tegra_fifo_pop(s->rx, &s->rx_words);
    } else {
        qemu_log_mask(LOG_GUEST_ERROR, "tegra-i2c: RX FIFO is empty\n");
        tegra_i2c_event(s, R_I2C_INT_STATUS_RX_UNDERFLOW_MASK);
    }
    tegra_i2c_run(s);
    return value;
}

static void tegra_i2c_abort(TegraI2CState *s)
{
    tegra_i2c_release_bus(s);
    s->phase = TEGRA_I2C_HEADER0;
    s->remaining = 0;
}

static void tegra_i2c_write_cnfg(TegraI2CState *s, uint32_t value)
{
    s->regs[R_I2C_CNFG] = value;
    if (FIELD_EX32(value, I2C_CNFG, SEND)) {
        qemu_log_mask(LOG_UNIMP, "tegra-i2c: normal mode transfer, CNFG "
                      "0x%08x\n", value);
    }
    if (!tegra_i2c_packet_mode(s)) {
        tegra_i2c_abort(s);
    }
    tegra_i2c_run(s);
}

/* Write FIFO_CONTROL: a flush takes no time, its bits read back as 0 */
static void tegra_i2c_write_fifo_control(TegraI2CState *s, uint32_t value)
{
    if (FIELD_EX32(value, I2C_FIFO_CONTROL, RX_FLUSH)) {
        s->rx_words = 0;
    }
    if (FIELD_EX32(value, I2C_FIFO_CONTROL, TX_FLUSH)) {
        s->tx_words = 0;
        if (s->phase == TEGRA_I2C_HALTED) {
            s->phase = TEGRA_I2C_HEADER0;
        }
    }
    s->regs[R_I2C_FIFO_CONTROL] = value & 0xfc;
    tegra_i2c_run(s);
}

static uint32_t tegra_i2c_fifo_status(TegraI2CState *s)
{
    uint32_t value = FIELD_DP32(0, I2C_FIFO_STATUS, RX_FULL, s->rx_words);

    return FIELD_DP32(value, I2C_FIFO_STATUS, TX_FREE, tegra_i2c_tx_free(s));
}

static uint32_t tegra_i2c_read_reg(TegraI2CState *s, hwaddr offset)
{
    switch (offset) {
    case A_I2C_TX_FIFO:
        return 0;
    case A_I2C_RX_FIFO:
        return tegra_i2c_pop_rx(s);
    case A_I2C_FIFO_STATUS:
        return tegra_i2c_fifo_status(s);
    case A_I2C_INT_STATUS:
        return tegra_i2c_status(s);
    default:
        return s->regs[offset / 4];
    }
}

static void tegra_i2c_write_reg(TegraI2CState *s, hwaddr offset,
                                uint32_t value)
{
    switch (offset) {
    case A_I2C_CNFG:
        tegra_i2c_write_cnfg(s, value);
        break;
    case A_I2C_TX_FIFO:
        tegra_i2c_push_tx(s, value);
        break;
    case A_I2C_FIFO_CONTROL:
        tegra_i2c_write_fifo_control(s, value);
        break;
    case A_I2C_RX_FIFO:
    case A_I2C_FIFO_STATUS:
        qemu_log_mask(LOG_GUEST_ERROR, "tegra-i2c: write of read-only 0x%"
                      HWADDR_PRIx " <- 0x%08x\n", offset, value);
        break;
    case A_I2C_INT_STATUS:
        s->regs[R_I2C_INT_STATUS] &= ~(value & INT_W1C);
        tegra_i2c_update(s);
        break;
    default:
        s->regs[offset / 4] = value;
        tegra_i2c_update(s);
        break;
    }
}

static void tegra_i2c_reset_enter(Object *obj, ResetType type)
{
    TegraI2CState *s = TEGRA_I2C(obj);

    memset(s->regs, 0, sizeof(s->regs));
    memset(s->dvc_regs, 0, sizeof(s->dvc_regs));
    memset(s->header, 0, sizeof(s->header));
    s->phase = TEGRA_I2C_HEADER0;
    s->remaining = 0;
    s->tx_words = 0;
    s->rx_words = 0;
    s->loading = false;
}

static void tegra_i2c_reset_hold(Object *obj, ResetType type)
{
    TegraI2CState *s = TEGRA_I2C(obj);

    tegra_i2c_release_bus(s);
    tegra_i2c_update(s);
}

static void tegra_i2c_reset(TegraI2CState *s)
{
    tegra_i2c_reset_enter(OBJECT(s), RESET_TYPE_COLD);
    tegra_i2c_reset_hold(OBJECT(s), RESET_TYPE_COLD);
}

static bool tegra_i2c_dead(TegraI2CState *s, hwaddr offset, const char *what)
{
    bool gated = clock_has_source(s->clk) && !clock_is_enabled(s->clk);

    if (s->loading) {
        tegra_i2c_reset(s);
    }
    if (s->in_reset || gated) {
        qemu_log_mask(LOG_GUEST_ERROR, "tegra-i2c: %s of 0x%" HWADDR_PRIx
                      " while %s\n", what, offset,
                      s->in_reset ? "in reset" : "the clock is stopped");
    }
    return s->in_reset || gated;
}

static uint64_t tegra_i2c_read(void *opaque, hwaddr offset, unsigned size)
{
    TegraI2CState *s = opaque;
    uint32_t value;

    if (tegra_i2c_dead(s, offset, "read")) {
        return 0;
    }
    value = tegra_i2c_read_reg(s, offset);
    trace_tegra_i2c_read(offset, value);
    return value;
}

static void tegra_i2c_write(void *opaque, hwaddr offset, uint64_t value,
                            unsigned size)
{
    TegraI2CState *s = opaque;

    trace_tegra_i2c_write(offset, value);
    if (!tegra_i2c_dead(s, offset, "write")) {
        tegra_i2c_write_reg(s, offset, value);
    }
}

/* Return the I2C register behind a DVC offset, or -1 for DVC's own */
static int tegra_dvc_i2c_offset(hwaddr offset)
{
    if (offset >= A_I2C_TX_FIFO + TEGRA_DVC_I2C_HIGH) {
        return offset - TEGRA_DVC_I2C_HIGH;
    }
    return offset >= TEGRA_DVC_I2C_LOW ? offset - TEGRA_DVC_I2C_LOW : -1;
}

static bool tegra_dvc_bad(hwaddr offset, const char *what)
{
    bool bad = tegra_dvc_i2c_offset(offset) >= TEGRA_I2C_MMIO_SIZE ||
               (offset >= TEGRA_DVC_NUM_REGS * 4 &&
                offset < TEGRA_DVC_I2C_LOW);

    if (bad) {
        qemu_log_mask(LOG_GUEST_ERROR, "tegra-dvc: %s of 0x%" HWADDR_PRIx
                      ": no such register\n", what, offset);
    }
    return bad;
}

static uint64_t tegra_dvc_read(void *opaque, hwaddr offset, unsigned size)
{
    TegraI2CState *s = opaque;
    int i2c_offset = tegra_dvc_i2c_offset(offset);

    if (tegra_dvc_bad(offset, "read")) {
        return 0;
    }
    if (i2c_offset >= 0) {
        return tegra_i2c_read(s, i2c_offset, size);
    }
    return tegra_i2c_dead(s, offset, "read") ? 0 : s->dvc_regs[offset / 4];
}

static void tegra_dvc_write(void *opaque, hwaddr offset, uint64_t value,
                            unsigned size)
{
    TegraI2CState *s = opaque;
    int i2c_offset = tegra_dvc_i2c_offset(offset);

    if (tegra_dvc_bad(offset, "write")) {
        return;
    }
    if (i2c_offset >= 0) {
        tegra_i2c_write(s, i2c_offset, value, size);
    } else if (tegra_i2c_dead(s, offset, "write")) {
        return;
    } else if (offset == A_DVC_STATUS) {
        s->dvc_regs[R_DVC_STATUS] &= ~(uint32_t)value;
    } else {
        s->dvc_regs[offset / 4] = value;
    }
}

static const MemoryRegionOps tegra_i2c_ops = {
    .read = tegra_i2c_read,
    .write = tegra_i2c_write,
    .endianness = DEVICE_LITTLE_ENDIAN,
    .valid.min_access_size = 4,
    .valid.max_access_size = 4,
};

static const MemoryRegionOps tegra_dvc_ops = {
    .read = tegra_dvc_read,
    .write = tegra_dvc_write,
    .endianness = DEVICE_LITTLE_ENDIAN,
    .valid.min_access_size = 4,
    .valid.max_access_size = 4,
};

static void tegra_i2c_reset_line(void *opaque, int n, int level)
{
    TegraI2CState *s = opaque;

    if (level && !s->in_reset) {
        tegra_i2c_reset(s);
    }
    s->in_reset = level != 0;
}

/* Note that what a load brings is not checked until its end. */
static int tegra_i2c_pre_load(void *opaque)
{
    TegraI2CState *s = opaque;

    s->loading = true;
    return 0;
}

static int tegra_i2c_post_load(void *opaque, int version_id)
{
    TegraI2CState *s = opaque;
    bool moving = s->phase == TEGRA_I2C_WRITING ||
                  s->phase == TEGRA_I2C_READING;

    if (s->phase >= TEGRA_I2C_NUM_PHASES ||
        s->tx_words > TEGRA_I2C_FIFO_WORDS ||
        s->rx_words > TEGRA_I2C_FIFO_WORDS ||
        s->remaining > R_I2C_HEADER1_LENGTH_MASK + 1 ||
        (moving && !s->remaining)) {
        tegra_i2c_reset_enter(OBJECT(s), RESET_TYPE_COLD);
        return -EINVAL;
    }
    s->loading = false;
    return 0;
}

static const VMStateDescription tegra_i2c_vmstate = {
    .name = TYPE_TEGRA_I2C,
    .version_id = 1,
    .minimum_version_id = 1,
    .pre_load = tegra_i2c_pre_load,
    .post_load = tegra_i2c_post_load,
    .fields = (const VMStateField[]) {
        VMSTATE_UINT32_ARRAY(regs, TegraI2CState, TEGRA_I2C_NUM_REGS),
        VMSTATE_UINT32_ARRAY(dvc_regs, TegraI2CState, TEGRA_DVC_NUM_REGS),
        VMSTATE_UINT32_ARRAY(tx, TegraI2CState, TEGRA_I2C_FIFO_WORDS),
        VMSTATE_UINT32_ARRAY(rx, TegraI2CState, TEGRA_I2C_FIFO_WORDS),
        VMSTATE_UINT32_ARRAY(header, TegraI2CState, 3),
        VMSTATE_UINT32(phase, TegraI2CState),
        VMSTATE_UINT16(remaining, TegraI2CState),
        VMSTATE_UINT8(tx_words, TegraI2CState),
        VMSTATE_UINT8(rx_words, TegraI2CState),
        VMSTATE_UINT8(address, TegraI2CState),
        VMSTATE_BOOL(bus_held, TegraI2CState),
        VMSTATE_BOOL(continued, TegraI2CState),
        VMSTATE_BOOL(in_reset, TegraI2CState),
        VMSTATE_TEGRA_CLOCK(clk, TegraI2CState),
        VMSTATE_END_OF_LIST()
    },
};

static void tegra_i2c_init(Object *obj)
{
    TegraI2CState *s = TEGRA_I2C(obj);
    DeviceState *dev = DEVICE(obj);

    sysbus_init_irq(SYS_BUS_DEVICE(obj), &s->irq);
    qdev_init_gpio_out_named(dev, &s->dma_rx, "dma-rx", 1);
    qdev_init_gpio_out_named(dev, &s->dma_tx, "dma-tx", 1);
    qdev_init_gpio_in_named(dev, tegra_i2c_reset_line, "reset", 1);
    s->clk = qdev_init_clock_in(dev, "clk", NULL, NULL, 0);
    s->bus = i2c_init_bus(dev, "i2c");
}

static void tegra_i2c_realize(DeviceState *dev, Error **errp)
{
    TegraI2CState *s = TEGRA_I2C(dev);

    memory_region_init_io(&s->iomem, OBJECT(dev),
                          s->dvc ? &tegra_dvc_ops : &tegra_i2c_ops, s,
                          s->dvc ? "tegra20-dvc" : TYPE_TEGRA_I2C,
                          s->dvc ? TEGRA_DVC_MMIO_SIZE : TEGRA_I2C_MMIO_SIZE);
    sysbus_init_mmio(SYS_BUS_DEVICE(dev), &s->iomem);
}

static const Property tegra_i2c_properties[] = {
    DEFINE_PROP_BOOL("dvc", TegraI2CState, dvc, false),
};

static void tegra_i2c_class_init(ObjectClass *klass, const void *data)
{
    DeviceClass *dc = DEVICE_CLASS(klass);
    ResettableClass *rc = RESETTABLE_CLASS(klass);

    dc->desc = "NVIDIA Tegra20 I2C controller";
    dc->realize = tegra_i2c_realize;
    dc->vmsd = &tegra_i2c_vmstate;
    rc->phases.enter = tegra_i2c_reset_enter;
    rc->phases.hold = tegra_i2c_reset_hold;
    device_class_set_props(dc, tegra_i2c_properties);
    set_bit(DEVICE_CATEGORY_MISC, dc->categories);
}

static const TypeInfo tegra_i2c_types[] = {
    {
        .name = TYPE_TEGRA_I2C,
        .parent = TYPE_SYS_BUS_DEVICE,
        .instance_size = sizeof(TegraI2CState),
        .instance_init = tegra_i2c_init,
        .class_init = tegra_i2c_class_init,
    },
};

DEFINE_TYPES(tegra_i2c_types)
