/*
 * NVIDIA Tegra20 host1x client: registration of engines, and what all of them
 * are told
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qemu/module.h"
#include "tegra_host1x_internal.h"

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
            tegra_host1x_offer(ch);
        }
    }
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
