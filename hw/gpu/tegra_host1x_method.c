/*
 * NVIDIA Tegra20 host1x: the way of a method word to its engine
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qemu/log.h"
#include "tegra_host1x_internal.h"
#include "trace.h"

static const char *client_method_name(TegraHost1xClient *client,
                                      uint16_t offset)
{
    TegraHost1xClientClass *cc = TEGRA_HOST1X_CLIENT_GET_CLASS(client);

    return cc->method_name ? cc->method_name(client, offset) : NULL;
}

const char *tegra_host1x_method_name(TegraHost1xState *s, uint16_t class_id,
                                     uint16_t offset)
{
    TegraHost1xClient *client;
    const char *name = NULL;

    if (class_id == TEGRA_HOST1X_CLASS_HOST) {
        return tegra_host1x_host_method_name(offset);
    }
    client = s->modules[s->class_module[class_id]].client;
    if (client) {
        name = client_method_name(client, offset);
    }
    /* The sync point methods are the same in every class. */
    if (!name && offset <= TEGRA_HOST1X_INCR_SYNCPT_ERROR) {
        return tegra_host1x_host_method_name(offset);
    }
    return name;
}

static void client_trace(TegraHost1xChannel *ch, uint16_t class_id,
                         uint16_t offset, uint32_t value)
{
    const char *reg = tegra_host1x_method_name(ch->host, class_id, offset);

    trace_tegra_host1x_method(ch->index,
                              tegra_host1x_class_name(class_id) ?: "?",
                              reg ?: "?", offset, value);
}

static TegraHost1xCmdResult client_write(TegraHost1xChannel *ch,
                                         unsigned int module,
                                         uint16_t class_id, uint16_t offset,
                                         uint32_t value)
{
    TegraHost1xState *s = ch->host;
    TegraHost1xClient *client = s->modules[module].client;

    if (trace_event_get_state_backends(TRACE_TEGRA_HOST1X_METHOD)) {
        client_trace(ch, class_id, offset, value);
    }
    if (TEGRA_HOST1X_CLIENT_GET_CLASS(client)->method_write(
            client, class_id, offset, value) == TEGRA_HOST1X_METHOD_STALL) {
        if (tegra_host1x_busy_over(ch, module, offset)) {
            return TEGRA_HOST1X_CMD_NEXT;
        }
        tegra_host1x_busy_refused(ch, module);
        return TEGRA_HOST1X_CMD_RETRY;
    }
    s->module_owner[module] = ch->index + 1;
    s->module_class[module] = class_id;
    return TEGRA_HOST1X_CMD_NEXT;
}

/*
 * Log a word for an engine that has no model.  Its increments are still made,
 * so that a guest which tries it does not wait for ever.
 */
static void absent_method(TegraHost1xChannel *ch, uint16_t class_id,
                          uint16_t offset, uint32_t value)
{
    const char *name = tegra_host1x_class_name(class_id);

    if (!name) {
        qemu_log_mask(LOG_GUEST_ERROR, "tegra-host1x: channel %u: class 0x%x "
                      "method 0x%x value 0x%08x: no such class\n", ch->index,
                      class_id, offset, value);
        return;
    }
    qemu_log_mask(LOG_UNIMP, "tegra-host1x: channel %u: class 0x%x (%s) method "
                  "0x%x value 0x%08x: engine not modelled\n", ch->index,
                  class_id, name, offset, value);
    if (offset == TEGRA_HOST1X_INCR_SYNCPT) {
        tegra_host1x_incr_syncpt_method(ch->host, name, value);
    }
}

TegraHost1xCmdResult tegra_host1x_method(TegraHost1xChannel *ch,
                                         uint16_t class_id, uint16_t offset,
                                         uint32_t value)
{
    uint8_t module = ch->host->class_module[class_id];

    if (module) {
        return client_write(ch, module, class_id, offset, value);
    }
    absent_method(ch, class_id, offset, value);
    return TEGRA_HOST1X_CMD_NEXT;
}

/* Hand over words at once, unless they are traced or their time may be over. */
unsigned int tegra_host1x_method_run(TegraHost1xChannel *ch, uint16_t class_id,
                                     uint16_t offset, bool incr,
                                     const uint32_t *word, unsigned int num)
{
    TegraHost1xState *s = ch->host;
    uint8_t module = s->class_module[class_id];
    TegraHost1xClient *client = s->modules[module].client;
    TegraHost1xClientClass *cc;

    if (!client || tegra_host1x_busy_waits(ch) ||
        trace_event_get_state_backends(TRACE_TEGRA_HOST1X_WORD) ||
        trace_event_get_state_backends(TRACE_TEGRA_HOST1X_METHOD)) {
        return 0;
    }
    cc = TEGRA_HOST1X_CLIENT_GET_CLASS(client);
    num = cc->write_run ?
          cc->write_run(client, class_id, offset, incr, word, num) : 0;
    if (num) {
        s->module_owner[module] = ch->index + 1;
        s->module_class[module] = class_id;
    }
    return num;
}
