/*
 * NVIDIA Tegra20 GR3D: draws that run when the machine is saved
 *
 * A draw that has begun does not migrate, so it has to end, and before guest
 * memory is saved, which comes before the devices.  Whoever saves says so
 * [migration/savevm.c, migration.c]: PRECOPY_NOTIFY_SETUP at first, where a
 * stopped machine is as it will be saved, as with savevm, and where an error
 * ends it; PRECOPY_NOTIFY_COMPLETE when a machine that ran until now has been
 * stopped, where an error is only reported: then the device refuses to be
 * saved.  A background snapshot says nothing, and saves guest memory after the
 * devices.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qapi/error.h"
#include "qemu/error-report.h"
#include "hw/gpu/tegra_gr3d.h"
#include "migration/misc.h"
#include "system/runstate.h"
#include "trace.h"

static bool tegra_gr3d_finish_draws(TegraGR3DState *s, Error **errp)
{
    uint64_t number;
    bool running = runstate_is_running();
    bool done = running || tegra_gr3d_queue_save(&s->queue, &number);

    trace_tegra_gr3d_save(running, done);
    if (!done) {
        error_setg(errp, TYPE_TEGRA_GR3D ": cannot be saved, as draw %" PRIu64
                   " takes too long; let the machine go on until it has ended,"
                   " or reset it", number);
    }
    return done;
}

static int tegra_gr3d_save_notify(NotifierWithReturn *notifier, void *data,
                                  Error **errp)
{
    TegraGR3DState *s = container_of(notifier, TegraGR3DState, save_notifier);
    const PrecopyNotifyData *notify = data;

    if (notify->reason != PRECOPY_NOTIFY_SETUP &&
        notify->reason != PRECOPY_NOTIFY_COMPLETE) {
        return 0;
    }
    s->unsavable = !tegra_gr3d_finish_draws(s, errp);
    return s->unsavable ? -EBUSY : 0;
}

/* Refuse if a draw is left: what has been saved of memory must not change. */
int tegra_gr3d_pre_save(void *opaque)
{
    TegraGR3DState *s = opaque;
    Error *err = NULL;

    if (s->unsavable) {
        return -EBUSY;
    }
    if (!tegra_gr3d_finish_draws(s, &err)) {
        error_report_err(err);
        return -EBUSY;
    }
    return 0;
}

void tegra_gr3d_save_realize(TegraGR3DState *s)
{
    s->save_notifier.notify = tegra_gr3d_save_notify;
    precopy_add_notifier(&s->save_notifier);
}

void tegra_gr3d_save_unrealize(TegraGR3DState *s)
{
    precopy_remove_notifier(&s->save_notifier);
}
