/*
 * NVIDIA Tegra20 host1x: the methods of class 0x01, the host class
 *
 * [tegra-host1x.rst, Host class]
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qemu/log.h"
#include "hw/core/clock.h"
#include "tegra_host1x_internal.h"
#include "trace.h"

/* ------------------------------------------------------------------ */
/* Sync points and bases                                              */

static bool method_id_ok(TegraHost1xChannel *ch, uint32_t value,
                         const char *what, unsigned int id, unsigned int limit)
{
    if (id < limit) {
        return true;
    }
    qemu_log_mask(LOG_GUEST_ERROR, "tegra-host1x: channel %u: class 0x1 method "
                  "0x%x value 0x%08x: no %s %u\n", ch->index,
                  ch->cmdproc.offset, value, what, id);
    return false;
}

static bool method_syncpt_ok(TegraHost1xChannel *ch, uint32_t value)
{
    return method_id_ok(ch, value, "sync point",
                        FIELD_EX32(value, H1X_WAIT, INDEX),
                        TEGRA_HOST1X_NUM_SYNCPTS);
}

static bool method_base_ok(TegraHost1xChannel *ch, uint32_t value,
                           unsigned int base)
{
    return method_id_ok(ch, value, "wait base", base, TEGRA_HOST1X_NUM_BASES);
}

/* Increment at once: the host class has nothing to wait for. */
static TegraHost1xCmdResult method_incr_syncpt(TegraHost1xChannel *ch,
                                               uint32_t value)
{
    tegra_host1x_incr_syncpt_method(ch->host, "host class", value);
    return TEGRA_HOST1X_CMD_NEXT;
}

/* Ignore a word for the condition FIFO: there is none that could overflow. */
static TegraHost1xCmdResult method_nothing(TegraHost1xChannel *ch,
                                           uint32_t value)
{
    return TEGRA_HOST1X_CMD_NEXT;
}

static TegraHost1xCmdResult method_wait(TegraHost1xChannel *ch, uint32_t value)
{
    if (!method_syncpt_ok(ch, value)) {
        return TEGRA_HOST1X_CMD_NEXT;
    }
    return tegra_host1x_wait(ch, FIELD_EX32(value, H1X_WAIT, INDEX), value);
}

static uint32_t *wait_base(TegraHost1xChannel *ch, unsigned int base)
{
    return &ch->host->sync[R_H1X_SYNCPT_BASE + base];
}

static TegraHost1xCmdResult method_wait_base(TegraHost1xChannel *ch,
                                             uint32_t value)
{
    unsigned int base = FIELD_EX32(value, H1X_WAIT, BASE);

    if (!method_syncpt_ok(ch, value) || !method_base_ok(ch, value, base)) {
        return TEGRA_HOST1X_CMD_NEXT;
    }
    return tegra_host1x_wait(ch, FIELD_EX32(value, H1X_WAIT, INDEX),
                             *wait_base(ch, base) +
                             FIELD_EX32(value, H1X_WAIT, OFFSET));
}

/* Wait for the next increment, after those that nobody has asked for yet. */
static TegraHost1xCmdResult method_wait_incr(TegraHost1xChannel *ch,
                                             uint32_t value)
{
    unsigned int id = FIELD_EX32(value, H1X_WAIT, INDEX);

    if (!method_syncpt_ok(ch, value)) {
        return TEGRA_HOST1X_CMD_NEXT;
    }
    tegra_host1x_catch_up(ch->host);
    return tegra_host1x_wait(ch, id, *tegra_host1x_syncpt(ch->host, id) + 1);
}

static TegraHost1xCmdResult method_load_base(TegraHost1xChannel *ch,
                                             uint32_t value)
{
    unsigned int base = FIELD_EX32(value, H1X_BASE, INDEX);

    if (method_base_ok(ch, value, base)) {
        *wait_base(ch, base) = value & 0xffff;
    }
    return TEGRA_HOST1X_CMD_NEXT;
}

static TegraHost1xCmdResult method_incr_base(TegraHost1xChannel *ch,
                                             uint32_t value)
{
    unsigned int base = FIELD_EX32(value, H1X_BASE, INDEX);

    if (method_base_ok(ch, value, base)) {
        *wait_base(ch, base) = (*wait_base(ch, base) + value) & 0xffff;
    }
    return TEGRA_HOST1X_CMD_NEXT;
}

/* ------------------------------------------------------------------ */
/* Time                                                               */

/* Take USEC_CLK module clocks for a microsecond. */
static int64_t delay_ns(TegraHost1xState *s, uint32_t usec)
{
    if (!clock_is_enabled(s->clk)) {
        return (int64_t)usec * SCALE_US;
    }
    return MIN(clock_ticks_to_ns(s->clk,
                                 (uint64_t)usec * s->sync[R_H1X_USEC_CLK]),
               INT64_MAX / 2);
}

static TegraHost1xCmdResult method_delay(TegraHost1xChannel *ch,
                                         uint32_t value)
{
    int64_t ns = delay_ns(ch->host, FIELD_EX32(value, H1X_DELAY, USEC));

    if (!ns) {
        return TEGRA_HOST1X_CMD_NEXT;
    }
    timer_mod(&ch->delay, qemu_clock_get_ns(QEMU_CLOCK_VIRTUAL) + ns);
    tegra_host1x_park(ch, TEGRA_HOST1X_PARK_DELAY, 0);
    return TEGRA_HOST1X_CMD_PARK;
}

/* ------------------------------------------------------------------ */
/* Indirect access                                                    */

#define INDCTRL_MASK (R_H1X_INDCTRL_READ_MASK | R_H1X_INDCTRL_FB_MASK | \
                      R_H1X_INDCTRL_SPOOL_MASK | R_H1X_INDCTRL_AUTOINC_MASK | \
                      R_H1X_INDCTRL_BE_MASK)

static TegraHost1xCmdResult method_indctrl(TegraHost1xChannel *ch,
                                           uint32_t value)
{
    ch->ind_ctrl = value & INDCTRL_MASK;
    return TEGRA_HOST1X_CMD_NEXT;
}

static TegraHost1xCmdResult method_indoff2(TegraHost1xChannel *ch,
                                           uint32_t value)
{
    ch->ind_addr = value & ~3u;
    return TEGRA_HOST1X_CMD_NEXT;
}

static TegraHost1xCmdResult method_indoff(TegraHost1xChannel *ch,
                                          uint32_t value)
{
    ch->ind_ctrl = value & INDCTRL_MASK;
    ch->ind_addr = value & R_H1X_INDOFF_ADDR_MASK;
    return TEGRA_HOST1X_CMD_NEXT;
}

static void inddata_next(TegraHost1xChannel *ch, bool fb)
{
    if (FIELD_EX32(ch->ind_ctrl, H1X_INDCTRL, AUTOINC)) {
        ch->ind_addr = tegra_host1x_indirect_step(fb, ch->ind_addr);
    }
}

static bool inddata_read(TegraHost1xChannel *ch, bool fb)
{
    if (ch->out_count == TEGRA_HOST1X_OUT_FIFO) {
        tegra_host1x_park(ch, TEGRA_HOST1X_PARK_OUTPUT, 0);
        return false;
    }
    return tegra_host1x_out_push(ch, tegra_host1x_indirect_read(ch, fb,
                                                           ch->ind_addr));
}

static bool inddata_write(TegraHost1xChannel *ch, bool fb, uint32_t value)
{
    uint8_t module = FIELD_EX32(ch->ind_addr, H1X_INDOFF2, MODULE);
    uint16_t reg = FIELD_EX32(ch->ind_addr, H1X_INDOFF2, REG);

    if (tegra_host1x_indirect_write(ch, fb, ch->ind_addr, value,
                                    FIELD_EX32(ch->ind_ctrl, H1X_INDCTRL,
                                               BE)) ||
        tegra_host1x_busy_over(ch, module, reg)) {
        return true;
    }
    tegra_host1x_busy_refused(ch, module);
    return false;
}

static TegraHost1xCmdResult method_inddata(TegraHost1xChannel *ch,
                                           uint32_t value)
{
    bool fb = FIELD_EX32(ch->ind_ctrl, H1X_INDCTRL, FB);
    bool done = FIELD_EX32(ch->ind_ctrl, H1X_INDCTRL, READ) ?
                inddata_read(ch, fb) : inddata_write(ch, fb, value);

    if (!done) {
        return TEGRA_HOST1X_CMD_RETRY;
    }
    inddata_next(ch, fb);
    return TEGRA_HOST1X_CMD_NEXT;
}

/* ------------------------------------------------------------------ */
/* By the processor, with the state of the protected channel          */

/*
 * Log a wait: the processor cannot be made to [tegra-host1x.rst, Host class].
 */
static void cpu_no_wait(TegraHost1xChannel *ch, uint32_t value)
{
    qemu_log_mask(LOG_GUEST_ERROR, "tegra-host1x: class 0x1 method 0x%x value "
                  "0x%08x written by the CPU, which does not wait\n",
                  ch->cmdproc.offset, value);
}

/* Write INDDATA; set up for reading, that is a request, as in the stream. */
static void cpu_write_inddata(TegraHost1xChannel *ch, uint32_t value)
{
    bool fb = FIELD_EX32(ch->ind_ctrl, H1X_INDCTRL, FB);
    uint8_t be = FIELD_EX32(ch->ind_ctrl, H1X_INDCTRL, BE);

    if (FIELD_EX32(ch->ind_ctrl, H1X_INDCTRL, READ)) {
        if (!tegra_host1x_out_push(ch, tegra_host1x_indirect_read(
                                           ch, fb, ch->ind_addr))) {
            qemu_log_mask(LOG_GUEST_ERROR, "tegra-host1x: INDDATA written by "
                          "the CPU: the output FIFO is full\n");
        }
    } else if (!tegra_host1x_indirect_write(ch, fb, ch->ind_addr, value, be)) {
        tegra_host1x_indirect_refused(ch, ch->ind_addr, value);
    }
    inddata_next(ch, fb);
}

static uint32_t cpu_read_inddata(TegraHost1xChannel *ch)
{
    bool fb = FIELD_EX32(ch->ind_ctrl, H1X_INDCTRL, FB);
    uint32_t value = tegra_host1x_indirect_read(ch, fb, ch->ind_addr);

    inddata_next(ch, fb);
    return value;
}

static uint32_t cpu_indctrl(TegraHost1xChannel *ch)
{
    return ch->ind_ctrl;
}

static uint32_t cpu_indoff2(TegraHost1xChannel *ch)
{
    return ch->ind_addr;
}

static uint32_t cpu_indoff(TegraHost1xChannel *ch)
{
    return ch->ind_ctrl | (ch->ind_addr & R_H1X_INDOFF_ADDR_MASK);
}

/* ------------------------------------------------------------------ */
/* Dispatch                                                           */

typedef struct HostMethod {
    TegraHost1xCmdResult (*run)(TegraHost1xChannel *ch, uint32_t value);
    /* Written by the processor, NULL: the same */
    void (*cpu_write)(TegraHost1xChannel *ch, uint32_t value);
    /* Read by the processor, NULL: 0 */
    uint32_t (*cpu_read)(TegraHost1xChannel *ch);
    hwaddr reg;     /* of the channel, which does all of it; 0: none */
} HostMethod;

static const HostMethod host_methods[] = {
    [TEGRA_HOST1X_INCR_SYNCPT] = { method_incr_syncpt },
    [TEGRA_HOST1X_INCR_SYNCPT_CNTRL] = { method_nothing },
    [TEGRA_HOST1X_INCR_SYNCPT_ERROR] = { method_nothing },
    [TEGRA_HOST1X_WAIT_SYNCPT] = { method_wait, cpu_no_wait },
    [TEGRA_HOST1X_WAIT_SYNCPT_BASE] = { method_wait_base, cpu_no_wait },
    [TEGRA_HOST1X_WAIT_SYNCPT_INCR] = { method_wait_incr, cpu_no_wait },
    [TEGRA_HOST1X_LOAD_SYNCPT_BASE] = { method_load_base },
    [TEGRA_HOST1X_INCR_SYNCPT_BASE] = { method_incr_base },
    [TEGRA_HOST1X_DELAY_USEC] = { method_delay, cpu_no_wait },
    [TEGRA_HOST1X_TICKCOUNT_HI] = { .reg = A_H1X_TICKCOUNT_HI },
    [TEGRA_HOST1X_TICKCOUNT_LO] = { .reg = A_H1X_TICKCOUNT_LO },
    [TEGRA_HOST1X_TICKCTRL] = { .reg = A_H1X_CHANNELCTRL },
    [TEGRA_HOST1X_INDCTRL] = { method_indctrl, NULL, cpu_indctrl },
    [TEGRA_HOST1X_INDOFF2] = { method_indoff2, NULL, cpu_indoff2 },
    [TEGRA_HOST1X_INDOFF] = { method_indoff, NULL, cpu_indoff },
    [TEGRA_HOST1X_INDDATA ... TEGRA_HOST1X_INDDATA_LAST] = {
        method_inddata, cpu_write_inddata, cpu_read_inddata
    },
};

static const HostMethod *host_method(uint16_t offset)
{
    if (offset >= ARRAY_SIZE(host_methods) ||
        (!host_methods[offset].run && !host_methods[offset].reg)) {
        return NULL;
    }
    return &host_methods[offset];
}

static TegraHost1xCmdResult host_method_run(const HostMethod *method,
                                            TegraHost1xChannel *ch,
                                            uint32_t value)
{
    if (method->run) {
        return method->run(ch, value);
    }
    tegra_host1x_channel_ops.write(ch, method->reg, value, 4);
    return TEGRA_HOST1X_CMD_NEXT;
}

TegraHost1xCmdResult tegra_host1x_class_method(TegraHost1xChannel *ch,
                                               uint16_t offset,
                                               uint32_t value)
{
    const HostMethod *method = host_method(offset);

    if (!method) {
        qemu_log_mask(LOG_GUEST_ERROR, "tegra-host1x: channel %u: class 0x1 "
                      "method 0x%x value 0x%08x: no such method\n", ch->index,
                      offset, value);
        return TEGRA_HOST1X_CMD_NEXT;
    }
    trace_tegra_host1x_method(ch->index, "HOST1X",
                              tegra_host1x_host_method_name(offset), offset,
                              value);
    return host_method_run(method, ch, value);
}

/* ------------------------------------------------------------------ */
/* The registers of module 0                                          */

static const HostMethod *class_access(TegraHost1xState *s, hwaddr offset,
                                      const char *access)
{
    const HostMethod *method = NULL;

    if (!tegra_host1x_alive(s)) {
        qemu_log_mask(LOG_GUEST_ERROR, "tegra-host1x: %s of class 0x1 method "
                      "0x%x in reset or without clock\n", access,
                      (uint32_t)offset / 4);
        return NULL;
    }
    if (offset / 4 <= FIELD_EX32(~0u, H1X_CMD, OFFSET)) {
        method = host_method(offset / 4);
    }
    if (!method) {
        qemu_log_mask(LOG_GUEST_ERROR, "tegra-host1x: %s of class 0x1 method "
                      "0x%x by the CPU: no such method\n", access,
                      (uint32_t)offset / 4);
    }
    return method;
}

static uint64_t tegra_host1x_class_read(void *opaque, hwaddr offset,
                                        unsigned size)
{
    TegraHost1xState *s = opaque;
    const HostMethod *method = class_access(s, offset, "read");
    uint32_t value;

    if (!method) {
        return 0;
    }
    if (method->reg) {
        value = tegra_host1x_channel_ops.read(&s->prot, method->reg, 4);
    } else {
        value = method->cpu_read ? method->cpu_read(&s->prot) : 0;
    }
    trace_tegra_host1x_class_read(tegra_host1x_host_method_name(offset / 4),
                                  value);
    return value;
}

static void tegra_host1x_class_write(void *opaque, hwaddr offset,
                                     uint64_t value, unsigned size)
{
    TegraHost1xState *s = opaque;
    const HostMethod *method = class_access(s, offset, "write");

    if (!method) {
        return;
    }
    trace_tegra_host1x_class_write(tegra_host1x_host_method_name(offset / 4),
                                   value);
    s->prot.cmdproc.offset = offset / 4;
    if (method->cpu_write) {
        method->cpu_write(&s->prot, value);
    } else {
        host_method_run(method, &s->prot, value);
    }
}

const MemoryRegionOps tegra_host1x_class_ops = {
    .read = tegra_host1x_class_read,
    .write = tegra_host1x_class_write,
    .endianness = DEVICE_LITTLE_ENDIAN,
    .valid.min_access_size = 4,
    .valid.max_access_size = 4,
};
