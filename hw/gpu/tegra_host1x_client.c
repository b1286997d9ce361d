/*
 * NVIDIA Tegra20 host1x client: registration of engines and the way of a
 * method word to them
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qemu/log.h"
#include "qemu/module.h"
#include "tegra_host1x_internal.h"
#include "trace.h"

void tegra_host1x_register_client(TegraHost1xState *s,
                                  TegraHost1xClient *client,
                                  const TegraHost1xClientInfo *info)
{
    assert(info->module > 0 && info->module < TEGRA_HOST1X_NUM_MODULES);
    assert(info->last_class < TEGRA_HOST1X_NUM_CLASSES);
    assert(!s->modules[info->module].client);

    s->modules[info->module].client = client;
    s->modules[info->module].class = TEGRA_HOST1X_CLIENT_GET_CLASS(client);
    s->modules[info->module].info = info;
    for (unsigned int c = info->first_class; c <= info->last_class; c++) {
        s->class_module[c] = info->module;
    }
}

void tegra_host1x_client_ready(TegraHost1xState *s, TegraHost1xClient *client)
{
    if (s->half_loaded) {
        return;
    }
    for (unsigned int n = 0; n < TEGRA_HOST1X_NUM_CHANNELS; n++) {
        TegraHost1xChannel *ch = &s->channel[n];

        if (ch->park == TEGRA_HOST1X_PARK_CLIENT &&
            s->modules[ch->park_index].client == client) {
            tegra_host1x_channel_offer(ch);
        }
    }
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
 * An engine of the chip that has no model.  Its increments are still made, so
 * that a guest which tries it does not wait for ever.
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

TegraHost1xCmdResult tegra_host1x_client_method(TegraHost1xChannel *ch,
                                                uint16_t class_id,
                                                uint16_t offset,
                                                uint32_t value)
{
    uint8_t module = ch->host->class_module[class_id];

    if (module) {
        return client_write(ch, module, class_id, offset, value);
    }
    absent_method(ch, class_id, offset, value);
    return TEGRA_HOST1X_CMD_NEXT;
}

/* Words that are traced, or whose time may be over, go one by one. */
unsigned int tegra_host1x_client_run(TegraHost1xChannel *ch, uint16_t class_id,
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

/* ------------------------------------------------------------------ */
/* Increments that wait until somebody looks                          */

void tegra_host1x_catch_up(TegraHost1xState *s)
{
    for (unsigned int m = 0; m < TEGRA_HOST1X_NUM_MODULES; m++) {
        if (s->modules[m].client && s->modules[m].class->catch_up) {
            s->modules[m].class->catch_up(s->modules[m].client);
        }
    }
}

void tegra_host1x_watch(TegraHost1xState *s)
{
    for (unsigned int m = 0; m < TEGRA_HOST1X_NUM_MODULES; m++) {
        if (s->modules[m].client && s->modules[m].class->watch) {
            s->modules[m].class->watch(s->modules[m].client);
        }
    }
}

/* ------------------------------------------------------------------ */
/* Teardown                                                           */

void tegra_host1x_module_teardown(TegraHost1xState *s, unsigned int module)
{
    TegraHost1xClient *client = s->modules[module].client;
    TegraHost1xClientClass *cc;

    s->module_owner[module] = 0;
    s->module_class[module] = 0;
    if (client) {
        cc = TEGRA_HOST1X_CLIENT_GET_CLASS(client);
        if (cc->channel_teardown) {
            cc->channel_teardown(client);
        }
    }
}

void tegra_host1x_release_modules(TegraHost1xChannel *ch)
{
    TegraHost1xState *s = ch->host;

    for (unsigned int m = 0; m < TEGRA_HOST1X_NUM_MODULES; m++) {
        if (s->module_owner[m] == ch->index + 1) {
            tegra_host1x_module_teardown(s, m);
        }
    }
}

static const TypeInfo tegra_host1x_client_types[] = {
    {
        .name = TYPE_TEGRA_HOST1X_CLIENT,
        .parent = TYPE_INTERFACE,
        .class_size = sizeof(TegraHost1xClientClass),
    },
};

DEFINE_TYPES(tegra_host1x_client_types)
