/*
 * NVIDIA Tegra20 host1x: its state as text, for "info host1x" and qom-get
 *
 * [tegra-host1x.rst, Watching it]
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qapi/error.h"
#include "qapi/type-helpers.h"
#include "hw/core/clock.h"
#include "hw/core/qdev-clock.h"
#include "monitor/monitor.h"
#include "qemu/module.h"
#include "gpu_dump.h"
#include "tegra_host1x_internal.h"

/* Words ahead that are shown of a channel */
#define DUMP_WORDS 12

/* ------------------------------------------------------------------ */
/* Words of the command stream                                        */

static void word_setcl(GString *out, TegraHost1xPeek *p)
{
    uint16_t class_id = FIELD_EX32(p->word, H1X_CMD, SETCL_CLASS);

    g_string_append_printf(out, " class=%s (0x%02x) offset=0x%03x mask=0x%02x",
                           tegra_host1x_class_name(class_id) ?: "none",
                           class_id, FIELD_EX32(p->word, H1X_CMD, OFFSET),
                           FIELD_EX32(p->word, H1X_CMD, SETCL_MASK));
}

static void word_register(GString *out, TegraHost1xPeek *p, const char *what)
{
    uint16_t offset = FIELD_EX32(p->word, H1X_CMD, OFFSET);
    const char *reg = tegra_host1x_method_name(p->ch->host,
                                               p->cmdproc.class_id, offset);

    g_string_append_printf(out, " %s (0x%03x) %s=0x%x", reg ?: "?", offset,
                           what, FIELD_EX32(p->word, H1X_CMD, COUNT));
}

static void word_count(GString *out, TegraHost1xPeek *p)
{
    word_register(out, p, "count");
}

static void word_mask(GString *out, TegraHost1xPeek *p)
{
    word_register(out, p, "mask");
}

static void word_imm(GString *out, TegraHost1xPeek *p)
{
    word_register(out, p, "data");
}

static void word_restart(GString *out, TegraHost1xPeek *p)
{
    g_string_append_printf(out, " GET=0x%08x",
                           FIELD_EX32(p->word, H1X_CMD, RESTART_ADDR) << 4);
}

static void word_gather(GString *out, TegraHost1xPeek *p)
{
    g_string_append_printf(out, " words=%u",
                           FIELD_EX32(p->word, H1X_CMD, GATHER_COUNT));
    if (FIELD_EX32(p->word, H1X_CMD, GATHER_INSERT)) {
        g_string_append_printf(out, " as %s data for 0x%03x",
                               FIELD_EX32(p->word, H1X_CMD, GATHER_INCR) ?
                               "INCR" : "NONINCR",
                               FIELD_EX32(p->word, H1X_CMD, OFFSET));
    }
}

static void word_extend(GString *out, TegraHost1xPeek *p)
{
    static const char * const subop[] = { "ACQUIRE_MLOCK", "RELEASE_MLOCK" };
    unsigned int n = FIELD_EX32(p->word, H1X_CMD, EXTEND_SUBOP);

    g_string_append_printf(out, " %s %u",
                           n < ARRAY_SIZE(subop) ? subop[n] : "unknown",
                           FIELD_EX32(p->word, H1X_CMD, EXTEND_INDEX));
}

static void dump_opcode(GString *out, TegraHost1xPeek *p)
{
    static void (* const operands[16])(GString *, TegraHost1xPeek *) = {
        [TEGRA_HOST1X_OP_SETCL] = word_setcl,
        [TEGRA_HOST1X_OP_INCR] = word_count,
        [TEGRA_HOST1X_OP_NONINCR] = word_count,
        [TEGRA_HOST1X_OP_MASK] = word_mask,
        [TEGRA_HOST1X_OP_IMM] = word_imm,
        [TEGRA_HOST1X_OP_RESTART] = word_restart,
        [TEGRA_HOST1X_OP_GATHER] = word_gather,
        [TEGRA_HOST1X_OP_EXTEND] = word_extend,
    };
    unsigned int opcode = FIELD_EX32(p->word, H1X_CMD, OPCODE);

    g_string_append(out, tegra_host1x_opcode_name(opcode));
    if (operands[opcode]) {
        operands[opcode](out, p);
    }
}

/* Name a data word by CBSTAT's offset, the method it went to. */
static void dump_data(GString *out, TegraHost1xPeek *p)
{
    const TegraHost1xCmdproc *cp = &p->cmdproc;
    const char *reg = tegra_host1x_method_name(p->ch->host, cp->class_id,
                                               cp->offset);

    g_string_append_printf(out, "  -> %s %s (0x%03x)",
                           tegra_host1x_class_name(cp->class_id) ?: "none",
                           reg ?: "?", cp->offset);
}

static void dump_word(GString *out, TegraHost1xPeek *p)
{
    g_string_append_printf(out, "      %s 0x%08x  %08x  ",
                           p->in_gather ? "gather" : "ring  ", p->addr,
                           p->word);
    if (p->mode == TEGRA_HOST1X_MODE_OPCODE) {
        dump_opcode(out, p);
    } else if (p->mode == TEGRA_HOST1X_MODE_GATHER) {
        g_string_append_printf(out, "  -> address 0x%08x", p->word & ~3u);
    } else {
        dump_data(out, p);
    }
    g_string_append_c(out, '\n');
}

static void dump_words_ahead(GString *out, TegraHost1xChannel *ch)
{
    TegraHost1xPeek p;

    tegra_host1x_peek_start(&p, ch);
    for (int i = 0; i < DUMP_WORDS && tegra_host1x_peek_next(&p); i++) {
        if (!i) {
            g_string_append(out, "    next words\n");
        }
        dump_word(out, &p);
    }
}

/* ------------------------------------------------------------------ */
/* Channels                                                           */

/* Return how the counter will read when the 16 bits that are compared match. */
static uint32_t target_value(TegraHost1xState *s, unsigned int id,
                             uint16_t threshold)
{
    uint32_t value = *tegra_host1x_syncpt(s, id);

    return value + (uint16_t)(threshold - value);
}

static void park_text_syncpt(GString *out, TegraHost1xChannel *ch)
{
    TegraHost1xState *s = ch->host;
    unsigned int id = ch->park_index;

    g_string_append_printf(out, "waits for sync point %u to reach %u, is %u",
                           id, target_value(s, id, ch->park_threshold),
                           *tegra_host1x_syncpt(s, id));
}

static void park_text_mlock(GString *out, TegraHost1xChannel *ch)
{
    uint32_t owner = ch->host->sync[R_H1X_MLOCK_OWNER + ch->park_index];

    g_string_append_printf(out, "waits for module lock %u, ", ch->park_index);
    if (FIELD_EX32(owner, H1X_MLOCK_OWNER, CPU_OWNS)) {
        g_string_append(out, "owned by the CPU");
    } else if (FIELD_EX32(owner, H1X_MLOCK_OWNER, CH_OWNS)) {
        g_string_append_printf(out, "owned by channel %u",
                               FIELD_EX32(owner, H1X_MLOCK_OWNER, CHID));
    } else {
        g_string_append(out, "which is free");
    }
}

static void park_text_delay(GString *out, TegraHost1xChannel *ch)
{
    int64_t left = timer_expire_time_ns(&ch->delay) -
                   qemu_clock_get_ns(QEMU_CLOCK_VIRTUAL);

    g_string_append_printf(out, "delays, %" PRId64 " us to go",
                           MAX(left, 0) / SCALE_US);
}

static void park_text_client(GString *out, TegraHost1xChannel *ch)
{
    TegraHost1xCmdproc *cp = &ch->cmdproc;
    const char *reg = tegra_host1x_method_name(ch->host, cp->class_id,
                                               cp->offset);

    g_string_append_printf(out, "waits for %s to take 0x%08x for %s (0x%03x)",
                           tegra_host1x_module_name(ch->park_index) ?: "?",
                           cp->word, reg ?: "?", cp->offset);
}

static void park_text_output(GString *out, TegraHost1xChannel *ch)
{
    g_string_append(out, "waits for room in its output FIFO");
}

static void dump_park(GString *out, TegraHost1xChannel *ch)
{
    static void (* const text[TEGRA_HOST1X_PARK__MAX])(GString *,
                                                       TegraHost1xChannel *) = {
        [TEGRA_HOST1X_PARK_SYNCPT] = park_text_syncpt,
        [TEGRA_HOST1X_PARK_MLOCK] = park_text_mlock,
        [TEGRA_HOST1X_PARK_DELAY] = park_text_delay,
        [TEGRA_HOST1X_PARK_CLIENT] = park_text_client,
        [TEGRA_HOST1X_PARK_OUTPUT] = park_text_output,
    };

    if (text[ch->park]) {
        g_string_append(out, ", ");
        text[ch->park](out, ch);
    }
}

static bool channel_has_words(TegraHost1xChannel *ch)
{
    return tegra_host1x_cmdproc_in_gather(&ch->cmdproc) ||
           ch->regs[R_H1X_DMAGET] != ch->regs[R_H1X_DMAPUT];
}

static bool channel_dma_stopped(TegraHost1xChannel *ch)
{
    return FIELD_EX32(ch->regs[R_H1X_DMACTRL], H1X_DMACTRL, STOP);
}

static const char *channel_state(TegraHost1xChannel *ch)
{
    if (ch->park != TEGRA_HOST1X_PARK_NONE) {
        return "parked";
    } else if (tegra_host1x_cdma_can_run(ch)) {
        return "running";
    }
    return channel_has_words(ch) ? "held" : "idle";
}

static void dump_channel_state(GString *out, TegraHost1xChannel *ch)
{
    g_string_append_printf(out, "  channel %u: %s", ch->index,
                           channel_state(ch));
    if (channel_dma_stopped(ch)) {
        g_string_append(out, ", DMA stopped");
    }
    if (tegra_host1x_stopped(ch)) {
        g_string_append(out, ", command processor stopped");
    }
    dump_park(out, ch);
    g_string_append_c(out, '\n');
}

static void dump_channel_regs(GString *out, TegraHost1xChannel *ch)
{
    TegraHost1xCmdproc *cp = &ch->cmdproc;
    const char *reg = tegra_host1x_method_name(ch->host, cp->class_id,
                                               cp->offset);

    g_string_append_printf(out, "    START 0x%08x  GET 0x%08x  PUT 0x%08x  "
                           "END 0x%08x\n", ch->regs[R_H1X_DMASTART],
                           ch->regs[R_H1X_DMAGET], ch->regs[R_H1X_DMAPUT],
                           ch->regs[R_H1X_DMAEND]);
    g_string_append_printf(out, "    class %s (0x%02x)  method %s (0x%03x)  "
                           "last word 0x%08x\n",
                           tegra_host1x_class_name(cp->class_id) ?: "none",
                           cp->class_id, reg ?: "?", cp->offset, cp->word);
    if (tegra_host1x_cmdproc_in_gather(cp)) {
        g_string_append_printf(out, "    in a gather at 0x%08x, %u words "
                               "left\n", cp->gather_addr, cp->gather_left);
    }
    if (ch->out_count) {
        g_string_append_printf(out, "    %u words in the output FIFO\n",
                               ch->out_count);
    }
}

/* Has nobody ever started it? */
static bool channel_unused(TegraHost1xChannel *ch)
{
    return ch->park == TEGRA_HOST1X_PARK_NONE && channel_dma_stopped(ch) &&
           !channel_has_words(ch) && !ch->cmdproc.word &&
           !ch->regs[R_H1X_DMASTART] && !ch->regs[R_H1X_DMAPUT];
}

static void dump_channel(GString *out, TegraHost1xChannel *ch)
{
    if (channel_unused(ch)) {
        g_string_append_printf(out, "  channel %u: unused\n", ch->index);
        return;
    }
    dump_channel_state(out, ch);
    dump_channel_regs(out, ch);
    dump_words_ahead(out, ch);
}

static void dump_modules(GString *out, TegraHost1xState *s)
{
    g_string_append(out, "modules\n");
    for (unsigned int m = 1; m < TEGRA_HOST1X_NUM_MODULES; m++) {
        if (!s->modules[m].client) {
            continue;
        }
        g_string_append_printf(out, "  %-5s ", s->modules[m].info->name);
        if (s->module_owner[m]) {
            g_string_append_printf(out, "channel %u, class 0x%02x, ",
                                   s->module_owner[m] - 1u,
                                   s->module_class[m]);
        } else {
            g_string_append(out, "no owner, ");
        }
        g_string_append(out, TEGRA_HOST1X_CLIENT_GET_CLASS(
                            s->modules[m].client)->idle(s->modules[m].client) ?
                        "idle\n" : "busy\n");
    }
}

/* Name what makes all else stand still. */
static void dump_alive(GString *out, TegraHost1xState *s)
{
    if (s->in_reset) {
        g_string_append(out, "held in reset\n");
    } else if (!tegra_host1x_alive(s)) {
        g_string_append(out, "the module clock is off\n");
    } else if (s->dma_blocked) {
        g_string_append(out, "the memory controller blocks the DMA\n");
    }
}

static void dump_channels(GString *out, Object *obj)
{
    TegraHost1xState *s = TEGRA_HOST1X(obj);

    if (s->half_loaded) {
        g_string_append(out, "its state could not be loaded\n");
        return;
    }
    dump_alive(out, s);
    g_string_append(out, "channels\n");
    for (unsigned int n = 0; n < TEGRA_HOST1X_NUM_CHANNELS; n++) {
        dump_channel(out, &s->channel[n]);
    }
    dump_modules(out, s);
}

/* ------------------------------------------------------------------ */
/* Sync points, bases, locks                                          */

static void dump_waiters(GString *out, TegraHost1xState *s, unsigned int id)
{
    for (unsigned int n = 0; n < TEGRA_HOST1X_NUM_CHANNELS; n++) {
        TegraHost1xChannel *ch = &s->channel[n];

        if (ch->park == TEGRA_HOST1X_PARK_SYNCPT && ch->park_index == id) {
            g_string_append_printf(out, "  channel %u waits for %u", n,
                                   target_value(s, id, ch->park_threshold));
        }
    }
}

static bool syncpt_waited_for(TegraHost1xState *s, unsigned int id)
{
    for (unsigned int n = 0; n < TEGRA_HOST1X_NUM_CHANNELS; n++) {
        if (s->channel[n].park == TEGRA_HOST1X_PARK_SYNCPT &&
            s->channel[n].park_index == id) {
            return true;
        }
    }
    return false;
}

static bool syncpt_unused(TegraHost1xState *s, unsigned int id)
{
    uint32_t bit = 1u << id;

    return !*tegra_host1x_syncpt(s, id) &&
           !s->sync[R_H1X_SYNCPT_INT_THRESH + id] &&
           !(s->sync[R_H1X_THRESH_INT_ENABLE_CPU0] & bit) &&
           !(s->sync[R_H1X_THRESH_INT_ENABLE_CPU1] & bit) &&
           !syncpt_waited_for(s, id);
}

static const char *thresh_route_name(TegraHost1xState *s, uint32_t bit)
{
    if (s->sync[R_H1X_THRESH_INT_ENABLE_CPU0] & bit) {
        return "CPU0";
    }
    return s->sync[R_H1X_THRESH_INT_ENABLE_CPU1] & bit ? "CPU1" : "-";
}

static void dump_syncpt(GString *out, TegraHost1xState *s, unsigned int id)
{
    uint32_t pending = s->sync[R_H1X_THRESH_CPU0_INT_STATUS] |
                       s->sync[R_H1X_THRESH_CPU1_INT_STATUS];

    g_string_append_printf(out, "  %2u  %10u  %5u  %-7s  %-7s", id,
                           *tegra_host1x_syncpt(s, id),
                           s->sync[R_H1X_SYNCPT_INT_THRESH + id],
                           thresh_route_name(s, 1u << id),
                           pending & (1u << id) ? "pending" : "-");
    dump_waiters(out, s, id);
    g_string_append_c(out, '\n');
}

static void dump_bases(GString *out, TegraHost1xState *s)
{
    g_string_append(out, "wait bases\n ");
    for (unsigned int n = 0; n < TEGRA_HOST1X_NUM_BASES; n++) {
        g_string_append_printf(out, " %u=%u", n,
                               s->sync[R_H1X_SYNCPT_BASE + n]);
    }
    g_string_append_c(out, '\n');
}

static void dump_mlocks(GString *out, TegraHost1xState *s)
{
    for (unsigned int n = 0; n < TEGRA_HOST1X_NUM_MLOCKS; n++) {
        uint32_t owner = s->sync[R_H1X_MLOCK_OWNER + n];

        if (FIELD_EX32(owner, H1X_MLOCK_OWNER, CPU_OWNS)) {
            g_string_append_printf(out, "module lock %u: CPU\n", n);
        } else if (FIELD_EX32(owner, H1X_MLOCK_OWNER, CH_OWNS)) {
            g_string_append_printf(out, "module lock %u: channel %u\n", n,
                                   FIELD_EX32(owner, H1X_MLOCK_OWNER, CHID));
        }
    }
}

static void dump_syncpts(GString *out, Object *obj)
{
    TegraHost1xState *s = TEGRA_HOST1X(obj);

    g_string_append(out, "sync points (those in use)\n"
                    "  id       value  thresh  enabled  status\n");
    for (unsigned int id = 0; id < TEGRA_HOST1X_NUM_SYNCPTS; id++) {
        if (!syncpt_unused(s, id)) {
            dump_syncpt(out, s, id);
        }
    }
    dump_bases(out, s);
    dump_mlocks(out, s);
}

/* ------------------------------------------------------------------ */
/* Interrupts                                                         */

static void dump_thresh_line(GString *out, TegraHost1xState *s,
                             unsigned int cpu)
{
    uint32_t status = s->sync[cpu ? R_H1X_THRESH_CPU1_INT_STATUS :
                                    R_H1X_THRESH_CPU0_INT_STATUS];
    uint32_t enabled = s->sync[cpu ? R_H1X_THRESH_INT_ENABLE_CPU1 :
                                     R_H1X_THRESH_INT_ENABLE_CPU0];

    g_string_append_printf(out, "  sync point CPU%u  line %d  status 0x%08x  "
                           "enabled 0x%08x\n", cpu, status != 0, status,
                           enabled);
}

static void dump_general_line(GString *out, TegraHost1xState *s,
                              unsigned int cpu)
{
    uint32_t mask = s->sync[R_H1X_INTC0MASK + cpu];
    bool gate = s->sync[R_H1X_INTMASK] & (1u << cpu);

    g_string_append_printf(out, "  general CPU%u     line %d  gate %d  "
                           "INTC%uMASK 0x%08x\n", cpu,
                           gate && (tegra_host1x_intstatus(s) & mask), gate,
                           cpu, mask);
}

static void dump_intstatus(GString *out, TegraHost1xState *s)
{
    uint32_t status = tegra_host1x_intstatus(s);

    g_string_append_printf(out, "  INTSTATUS       0x%08x", status);
    for (unsigned int m = 0; m < TEGRA_HOST1X_NUM_MODULES; m++) {
        if (status & (1u << m)) {
            g_string_append_printf(out, " %s",
                                   tegra_host1x_module_name(m) ?: "?");
        }
    }
    g_string_append_c(out, '\n');
}

/* Name faults, lest a host that put them in be puzzled later. */
static void dump_faults(GString *out, TegraHost1xState *s)
{
    if (s->fault.lost_interrupt) {
        g_string_append_printf(out, "  FAULT lost-interrupt %" PRIu64 "\n",
                               s->fault.lost_interrupt);
    }
    if (s->fault.stuck_syncpts) {
        g_string_append_printf(out, "  FAULT stuck-syncpts 0x%08x\n",
                               s->fault.stuck_syncpts);
    }
}

static void dump_interrupts(GString *out, Object *obj)
{
    TegraHost1xState *s = TEGRA_HOST1X(obj);

    g_string_append(out, "interrupts\n");
    for (unsigned int cpu = 0; cpu < 2; cpu++) {
        dump_thresh_line(out, s, cpu);
    }
    for (unsigned int cpu = 0; cpu < 2; cpu++) {
        dump_general_line(out, s, cpu);
    }
    dump_intstatus(out, s);
    g_string_append_printf(out, "  HINTSTATUS      0x%08x  mask 0x%08x\n"
                           "  HINTSTATUS_EXT  0x%08x  mask 0x%08x\n",
                           tegra_host1x_hintstatus(s),
                           s->sync[R_H1X_HINTMASK],
                           s->sync[R_H1X_HINTSTATUS_EXT],
                           s->sync[R_H1X_HINTMASK_EXT]);
    dump_faults(out, s);
}

/* ------------------------------------------------------------------ */
/* Properties and monitor                                             */

static const GpuDump dumps[] = {
    { "channels", "what each channel does, as text", dump_channels },
    { "syncpts", "sync points, wait bases and module locks, as text",
      dump_syncpts },
    { "interrupts", "interrupt lines and their registers, as text",
      dump_interrupts },
};

void tegra_host1x_dump_class_init(ObjectClass *klass)
{
    gpu_dump_add_properties(klass, dumps, ARRAY_SIZE(dumps));
}

static HumanReadableText *info_host1x(Error **errp)
{
    Object *obj = object_resolve_path_type("", TYPE_TEGRA_HOST1X, NULL);
    g_autoptr(GString) out = g_string_new(NULL);

    if (!obj) {
        error_setg(errp, "this machine has no Tegra host1x");
        return NULL;
    }
    for (size_t i = 0; i < ARRAY_SIZE(dumps); i++) {
        dumps[i].dump(out, obj);
    }
    return human_readable_text_from_str(out);
}

static void tegra_host1x_register_info(void)
{
    monitor_register_hmp_info_hrt("host1x", info_host1x);
}

type_init(tegra_host1x_register_info)
