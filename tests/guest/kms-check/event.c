/*
 * kms-check: events and their time stamps
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <errno.h>
#include <math.h>
#include <poll.h>
#include <string.h>
#include <unistd.h>

#include "kms-check.h"

#define EVENT_TIMEOUT_MS    5000
#define MAX_EVENT_BYTES     256

/*
 * The display's PLL multiplies 1 MHz by a whole number from 200 on, before it
 * divides by powers of two, and the kernel rounds the number down: a frame may
 * be longer by 1/200.
 */
#define FRAME_LONGER        0.005
/*
 * The driver reads the clock when it serves the interrupt. How late that may be
 * for one frame; the mean of n frames is then off by 1/n of it.
 */
#define LATENCY_NS          50000.0

/* ---- one event out of what read() gave: [include/uapi/drm/drm.h] */

static void parse_vblank(const void *data, KmsEvent *e)
{
    struct drm_event_vblank v;

    memcpy(&v, data, sizeof(v));
    e->cookie = v.user_data;
    e->sequence = v.sequence;
    e->ns = v.tv_sec * 1000000000ll + v.tv_usec * 1000ll;
    e->crtc = v.crtc_id;
}

static void parse_sequence(const void *data, KmsEvent *e)
{
    struct drm_event_crtc_sequence s;

    memcpy(&s, data, sizeof(s));
    e->cookie = s.user_data;
    e->sequence = s.sequence;
    e->ns = s.time_ns;
}

int event_read(const Kms *k, KmsEvent *e)
{
    static uint8_t buffer[MAX_EVENT_BYTES];
    static size_t have, at;
    struct pollfd p = { .fd = k->fd, .events = POLLIN };
    struct drm_event head;

    if (at == have) {
        ssize_t n = poll(&p, 1, EVENT_TIMEOUT_MS) > 0 ?
            read(k->fd, buffer, sizeof(buffer)) : 0;

        if (n < (ssize_t)sizeof(head)) {
            return -ETIMEDOUT;
        }
        have = n;
        at = 0;
    }
    memcpy(&head, buffer + at, sizeof(head));
    memset(e, 0, sizeof(*e));
    e->type = head.type;
    if (head.type == DRM_EVENT_CRTC_SEQUENCE) {
        parse_sequence(buffer + at, e);
    } else {
        parse_vblank(buffer + at, e);
    }
    at += head.length;
    return 0;
}

int event_queue(const Kms *k, unsigned head, bool relative, uint64_t sequence,
                uint64_t cookie)
{
    struct drm_crtc_queue_sequence q = {
        .crtc_id = k->head[head].crtc,
        .flags = relative ? DRM_CRTC_SEQUENCE_RELATIVE : 0,
        .sequence = sequence,
        .user_data = cookie,
    };

    return tegra_ioctl(k->fd, DRM_IOCTL_CRTC_QUEUE_SEQUENCE, &q);
}

int event_wait(const Kms *k, unsigned head, bool relative, uint64_t sequence,
               KmsEvent *e)
{
    int ret = event_queue(k, head, relative, sequence, 0);

    return ret < 0 ? ret : event_read(k, e);
}

int event_now(const Kms *k, unsigned head, uint64_t *sequence, int64_t *ns)
{
    struct drm_crtc_get_sequence get = { .crtc_id = k->head[head].crtc };
    int ret = tegra_ioctl(k->fd, DRM_IOCTL_CRTC_GET_SEQUENCE, &get);

    *sequence = get.sequence;
    *ns = get.sequence_ns;
    return ret;
}

double frame_ns(const struct drm_mode_modeinfo *mode)
{
    return (double)mode->htotal * mode->vtotal * 1000000 / mode->clock;
}

static double worst_interval(const KmsEvent *e, unsigned n, double mean)
{
    double worst = 0;

    for (unsigned i = 1; i < n; i++) {
        double off = fabs(e[i].ns - e[i - 1].ns - mean);

        worst = off > worst ? off : worst;
    }
    return worst;
}

void expect_spacing(Kms *k, const char *what, const KmsEvent *e, unsigned n)
{
    double frame = frame_ns(&k->mode);
    double mean = (double)(e[n - 1].ns - e[0].ns) / (n - 1);
    double worst = worst_interval(e, n, mean);
    double late = LATENCY_NS / (n - 1);

    note("%s: %u frames of %.3f us, mode %.3f us (%+.3f %%), worst interval "
         "off by %.3f us", what, n - 1, mean / 1000, frame / 1000,
         (mean / frame - 1) * 100, worst / 1000);
    expect(k, mean >= frame - late &&
           mean <= frame * (1 + FRAME_LONGER) + late,
           "%s: mean frame %.3f us, the mode's %.3f us", what, mean / 1000,
           frame / 1000);
    expect(k, worst <= LATENCY_NS, "%s: an interval off by %.3f us", what,
           worst / 1000);
}
