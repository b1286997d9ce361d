/*
 * NVIDIA Tegra20 SPI flash controller
 *
 * A word that is pushed into the TX FIFO goes out, most significant bit first,
 * when a transfer runs, and what comes in meanwhile goes into the RX FIFO.  The
 * bus takes no time: a transfer runs until it is complete or a FIFO stops it.
 * [tegra20.rst, SPI flash]
 *
 * Not modelled: slave mode, packed words, requests to the APB DMA.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qemu/log.h"
#include "hw/arm/tegra/tegra20_sflash.h"
#include "hw/arm/tegra/tegra_fifo.h"
#include "hw/core/irq.h"

#define COMMAND_RW (~(1u << 31 | R_SFLASH_COMMAND_GO_MASK))
#define STATUS_W1C (R_SFLASH_STATUS_RDY_MASK | R_SFLASH_STATUS_RX_UNF_MASK | \
                    R_SFLASH_STATUS_TX_OVF_MASK)

/* [tegra20.rst, SPI flash] */
static const TegraRegRange tegra20_sflash_ranges[] = {
    { .name = "COMMAND", .first = A_SFLASH_COMMAND, .last = A_SFLASH_COMMAND,
      .reset = 0x10000420, .rw = COMMAND_RW },
    { .name = "STATUS", .first = A_SFLASH_STATUS, .last = A_SFLASH_STATUS,
      .w1c = STATUS_W1C },
    TEGRA_REG("RX_CMP", A_SFLASH_RX_CMP, 0),
    { .name = "DMA_CTL", .first = A_SFLASH_DMA_CTL, .last = A_SFLASH_DMA_CTL,
      .rw = ~R_SFLASH_DMA_CTL_EN_MASK },
    { .name = "TX_FIFO", .first = A_SFLASH_TX_FIFO, .last = A_SFLASH_TX_FIFO,
      .w1c = UINT32_MAX },
    TEGRA_REG_RO("RX_FIFO", A_SFLASH_RX_FIFO, 0),
};

#define COMMAND(s, field) \
    FIELD_EX32(tegra_regs_get(TEGRA_REGS(s), A_SFLASH_COMMAND), \
               SFLASH_COMMAND, field)

static void tegra20_sflash_set_status(Tegra20SflashState *s, uint32_t bits)
{
    TegraRegs *regs = TEGRA_REGS(s);

    tegra_regs_set(regs, A_SFLASH_STATUS,
                   tegra_regs_get(regs, A_SFLASH_STATUS) | bits);
}

static uint32_t tegra20_sflash_status(Tegra20SflashState *s)
{
    uint32_t status = tegra_regs_get(TEGRA_REGS(s), A_SFLASH_STATUS);

    status = FIELD_DP32(status, SFLASH_STATUS, BSY, s->blocks != 0);
    status = FIELD_DP32(status, SFLASH_STATUS, RXF_EMPTY, !s->rx_words);
    status = FIELD_DP32(status, SFLASH_STATUS, RXF_FULL,
                        s->rx_words == TEGRA20_SFLASH_FIFO_WORDS);
    status = FIELD_DP32(status, SFLASH_STATUS, TXF_EMPTY, !s->tx_words);
    return FIELD_DP32(status, SFLASH_STATUS, TXF_FULL,
                      s->tx_words == TEGRA20_SFLASH_FIFO_WORDS);
}

static void tegra20_sflash_update_irq(Tegra20SflashState *s)
{
    uint32_t ctl = tegra_regs_get(TEGRA_REGS(s), A_SFLASH_DMA_CTL);
    bool enabled =
        (COMMAND(s, TX_EN) && FIELD_EX32(ctl, SFLASH_DMA_CTL, IE_TXC)) ||
        (COMMAND(s, RX_EN) && FIELD_EX32(ctl, SFLASH_DMA_CTL, IE_RXC));

    qemu_set_irq(s->irq, enabled && FIELD_EX32(tegra20_sflash_status(s),
                                               SFLASH_STATUS, RDY));
}

/* Drive the chip selects: by software, or for as long as a transfer takes */
static void tegra20_sflash_update_cs(Tegra20SflashState *s)
{
    bool select = COMMAND(s, CS_SOFT) ? COMMAND(s, CS_VAL) : s->blocks != 0;

    for (int n = 0; n < TEGRA20_SFLASH_NUM_CS; n++) {
        bool active = select && extract32(COMMAND(s, CS_EN), n, 1);

        qemu_set_irq(s->cs[n], active == COMMAND(s, CS_POL));
    }
}

/* Exchange a word with the flash, which takes bytes in QEMU. */
static uint32_t tegra20_sflash_shift(Tegra20SflashState *s, uint32_t out)
{
    unsigned int bits = COMMAND(s, BIT_LENGTH) + 1;
    uint32_t in = 0;

    if (bits % 8) {
        qemu_log_mask(LOG_UNIMP, TYPE_TEGRA20_SFLASH ": word of %u bits, taken "
                      "for whole bytes\n", bits);
    }
    for (int i = DIV_ROUND_UP(bits, 8) - 1; i >= 0; i--) {
        in = in << 8 | (ssi_transfer(s->bus, out >> 8 * i & 0xff) & 0xff);
    }
    return in;
}

static bool tegra20_sflash_can_move(Tegra20SflashState *s)
{
    return (!COMMAND(s, TX_EN) || s->tx_words) &&
           (!COMMAND(s, RX_EN) || s->rx_words < TEGRA20_SFLASH_FIFO_WORDS);
}

static void tegra20_sflash_move(Tegra20SflashState *s)
{
    uint32_t out = COMMAND(s, TX_EN) ? tegra_fifo_pop(s->tx, &s->tx_words) : 0;
    uint32_t in = tegra20_sflash_shift(s, out);

    if (COMMAND(s, RX_EN)) {
        s->rx[s->rx_words++] = in;
    }
    s->blocks--;
}

/* Move what can be moved now. */
static void tegra20_sflash_run(Tegra20SflashState *s)
{
    bool busy = s->blocks;

    while (s->blocks && tegra20_sflash_can_move(s)) {
        tegra20_sflash_move(s);
    }
    if (busy && !s->blocks) {
        tegra20_sflash_set_status(s, R_SFLASH_STATUS_RDY_MASK);
    }
    tegra20_sflash_update_cs(s);
    tegra20_sflash_update_irq(s);
}

static void tegra20_sflash_start(Tegra20SflashState *s, uint32_t blocks)
{
    if (s->blocks || !COMMAND(s, MASTER) ||
        !(COMMAND(s, TX_EN) || COMMAND(s, RX_EN))) {
        qemu_log_mask(s->blocks || COMMAND(s, MASTER) ? LOG_GUEST_ERROR
                                                      : LOG_UNIMP,
                      TYPE_TEGRA20_SFLASH ": transfer while busy, as slave or "
                      "in no direction: COMMAND 0x%08x\n",
                      tegra_regs_get(TEGRA_REGS(s), A_SFLASH_COMMAND));
        return;
    }
    s->blocks = blocks;
    tegra20_sflash_update_cs(s);
}

static void tegra20_sflash_push_tx(Tegra20SflashState *s, uint32_t value)
{
    if (s->tx_words == TEGRA20_SFLASH_FIFO_WORDS) {
        qemu_log_mask(LOG_GUEST_ERROR, TYPE_TEGRA20_SFLASH ": TX FIFO "
                      "overflow, word 0x%08x lost\n", value);
        tegra20_sflash_set_status(s, R_SFLASH_STATUS_TX_OVF_MASK);
    } else {
        s->tx[s->tx_words++] = value;
    }
}

static uint32_t tegra20_sflash_pop_rx(Tegra20SflashState *s)
{
    uint32_t value = 0;

    if (s->rx_words) {
        value = tegra_fifo_pop(s->rx, &s->rx_words);
    } else {
        qemu_log_mask(LOG_GUEST_ERROR, TYPE_TEGRA20_SFLASH ": RX FIFO is "
                      "empty\n");
        tegra20_sflash_set_status(s, R_SFLASH_STATUS_RX_UNF_MASK);
    }
    tegra20_sflash_run(s);
    return value;
}

static bool tegra20_sflash_dead(Tegra20SflashState *s, hwaddr offset)
{
    if (s->in_reset) {
        qemu_log_mask(LOG_GUEST_ERROR, TYPE_TEGRA20_SFLASH ": access to 0x%02"
                      HWADDR_PRIx " while in reset\n", offset);
    }
    return s->in_reset;
}

static uint32_t tegra20_sflash_read(TegraRegs *regs, hwaddr offset,
                                    uint32_t value)
{
    Tegra20SflashState *s = TEGRA20_SFLASH(regs);

    if (tegra20_sflash_dead(s, offset)) {
        return 0;
    }
    switch (offset) {
    case A_SFLASH_STATUS:
        return tegra20_sflash_status(s);
    case A_SFLASH_RX_FIFO:
        return tegra20_sflash_pop_rx(s);
    default:
        return value;
    }
}

static void tegra20_sflash_flush(Tegra20SflashState *s, uint32_t value)
{
    if (FIELD_EX32(value, SFLASH_STATUS, TXF_FLUSH)) {
        s->tx_words = 0;
    }
    if (FIELD_EX32(value, SFLASH_STATUS, RXF_FLUSH)) {
        s->rx_words = 0;
    }
}

static void tegra20_sflash_written(TegraRegs *regs, hwaddr offset,
                                   uint32_t old, uint32_t value)
{
    Tegra20SflashState *s = TEGRA20_SFLASH(regs);

    if (tegra20_sflash_dead(s, offset)) {
        tegra_regs_set(regs, offset, old);
        return;
    }
    if (offset == A_SFLASH_STATUS) {
        tegra20_sflash_flush(s, value);
    } else if (offset == A_SFLASH_TX_FIFO) {
        tegra20_sflash_push_tx(s, value);
    } else if (offset == A_SFLASH_COMMAND &&
               FIELD_EX32(value, SFLASH_COMMAND, GO)) {
        tegra20_sflash_start(s, 1);
    } else if (offset == A_SFLASH_DMA_CTL &&
               FIELD_EX32(value, SFLASH_DMA_CTL, EN)) {
        tegra20_sflash_start(s, FIELD_EX32(value, SFLASH_DMA_CTL, BLOCKS) + 1);
    }
    tegra20_sflash_run(s);
}

static void tegra20_sflash_reset_enter(Object *obj, ResetType type)
{
    Tegra20SflashState *s = TEGRA20_SFLASH(obj);

    tegra_regs_reset_enter(obj, type);
    s->tx_words = 0;
    s->rx_words = 0;
    s->blocks = 0;
}

static void tegra20_sflash_reset_hold(Object *obj, ResetType type)
{
    tegra20_sflash_run(TEGRA20_SFLASH(obj));
}

static void tegra20_sflash_reset_line(void *opaque, int n, int level)
{
    Tegra20SflashState *s = opaque;

    s->in_reset = level;
    if (level) {
        tegra20_sflash_reset_enter(OBJECT(s), RESET_TYPE_COLD);
        tegra20_sflash_reset_hold(OBJECT(s), RESET_TYPE_COLD);
    }
}

static int tegra20_sflash_post_load(void *opaque, int version_id)
{
    Tegra20SflashState *s = opaque;

    return s->tx_words > TEGRA20_SFLASH_FIFO_WORDS ||
           s->rx_words > TEGRA20_SFLASH_FIFO_WORDS ||
           s->blocks > TEGRA20_SFLASH_MAX_BLOCKS ? -EINVAL : 0;
}

static const VMStateDescription vmstate_tegra20_sflash = {
    .name = TYPE_TEGRA20_SFLASH,
    .version_id = 1,
    .minimum_version_id = 1,
    .post_load = tegra20_sflash_post_load,
    .fields = (const VMStateField[]) {
        VMSTATE_TEGRA_REGS(parent_obj, Tegra20SflashState),
        VMSTATE_UINT32_ARRAY(tx, Tegra20SflashState,
                             TEGRA20_SFLASH_FIFO_WORDS),
        VMSTATE_UINT32_ARRAY(rx, Tegra20SflashState,
                             TEGRA20_SFLASH_FIFO_WORDS),
        VMSTATE_UINT8(tx_words, Tegra20SflashState),
        VMSTATE_UINT8(rx_words, Tegra20SflashState),
        VMSTATE_UINT32(blocks, Tegra20SflashState),
        VMSTATE_BOOL(in_reset, Tegra20SflashState),
        VMSTATE_END_OF_LIST()
    },
};

static void tegra20_sflash_init(Object *obj)
{
    Tegra20SflashState *s = TEGRA20_SFLASH(obj);

    s->bus = ssi_create_bus(DEVICE(obj), "spi");
    sysbus_init_irq(SYS_BUS_DEVICE(obj), &s->irq);
    qdev_init_gpio_out_named(DEVICE(obj), s->cs, "cs", TEGRA20_SFLASH_NUM_CS);
    qdev_init_gpio_in_named(DEVICE(obj), tegra20_sflash_reset_line, "reset",
                            1);
}

static void tegra20_sflash_class_init(ObjectClass *klass, const void *data)
{
    DeviceClass *dc = DEVICE_CLASS(klass);
    ResettableClass *rc = RESETTABLE_CLASS(klass);
    TegraRegsClass *trc = TEGRA_REGS_CLASS(klass);

    dc->desc = "NVIDIA Tegra20 SPI flash controller";
    dc->vmsd = &vmstate_tegra20_sflash;
    set_bit(DEVICE_CATEGORY_STORAGE, dc->categories);
    rc->phases.enter = tegra20_sflash_reset_enter;
    rc->phases.hold = tegra20_sflash_reset_hold;
    trc->read = tegra20_sflash_read;
    trc->written = tegra20_sflash_written;
    tegra_regs_set_table(klass, tegra20_sflash_ranges,
                         ARRAY_SIZE(tegra20_sflash_ranges),
                         TEGRA20_SFLASH_MMIO_SIZE);
}

static const TypeInfo tegra20_sflash_types[] = {
    {
        .name = TYPE_TEGRA20_SFLASH,
        .parent = TYPE_TEGRA_REGS,
        .instance_size = sizeof(Tegra20SflashState),
        .instance_init = tegra20_sflash_init,
        .class_init = tegra20_sflash_class_init,
    },
};

DEFINE_TYPES(tegra20_sflash_types)
