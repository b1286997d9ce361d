/*
 * tegra-uapi: channels, and jobs that only count
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <stdio.h>

#include "uapi.h"

uint32_t op_setclass(uint32_t class_id, uint32_t reg, uint32_t mask)
{
    return reg << 16 | class_id << 6 | mask;
}

uint32_t op_incr(uint32_t reg, uint32_t count)
{
    return 0x10000000 | reg << 16 | count;
}

uint32_t op_nonincr(uint32_t reg, uint32_t count)
{
    return 0x20000000 | reg << 16 | count;
}

uint32_t op_mask(uint32_t reg, uint32_t mask)
{
    return 0x30000000 | reg << 16 | mask;
}

uint32_t op_imm(uint32_t reg, uint32_t data)
{
    return 0x40000000 | reg << 16 | data;
}

const char *uapi_name(TegraUapi uapi)
{
    return uapi == TEGRA_UAPI_NEW ? "new" : "legacy";
}

const char *class_name(uint32_t class_id)
{
    return class_id == CLASS_GR3D ? "gr3d" : "gr2d";
}

int card_open(void)
{
    return must("/dev/dri/card0", tegra_open());
}

void channel_open(TegraChannel *ch, int fd, TegraUapi uapi, uint32_t class_id)
{
    must("channel", tegra_channel_open(ch, fd, uapi, class_id));
}

void bo_new(TegraBo *bo, int fd, size_t size)
{
    must("buffer", tegra_bo_new(bo, fd, size));
}

void channel_own_syncpt(TegraChannel *ch)
{
    ch->syncpt = must_alloc(ch->fd);
}

static void count_stream(Stream *s, const TegraChannel *ch, unsigned incrs)
{
    stream_init(s, ch->syncpt);
    stream_word(s, op_nonincr(0, incrs));
    for (unsigned i = 0; i < incrs; i++) {
        stream_word(s, COND_OP_DONE << 8 | ch->syncpt);
    }
    s->incrs = incrs;
}

uint32_t job_incrs(TegraChannel *ch, unsigned incrs)
{
    static const TegraBuffers none;
    static Stream s;
    uint32_t fence;

    count_stream(&s, ch, incrs);
    must("submit", tegra_submit(ch, &s, &none, &fence));
    return fence;
}

uint32_t job_incrs_after(TegraChannel *ch, unsigned incrs, uint32_t id,
                         uint32_t value)
{
    static const TegraBuffers none;
    static Stream s;
    uint32_t fence;

    count_stream(&s, ch, incrs);
    must("submit", tegra_submit_after(ch, &s, &none, id, value, &fence));
    return fence;
}

/*
 * The value that the wait itself returns can be older: the kernel reads it, and
 * then looks what another processor has read [guest-programs.rst, tegra-soak].
 */
bool fence_done(TegraChannel *ch, uint32_t fence, const char *what)
{
    uint32_t value;

    if (!check_ret(what, tegra_wait(ch, fence, WAIT_MS, NULL), 0)) {
        return false;
    }
    value = syncpt_value(ch->fd, ch->syncpt);
    return check(value == fence, "%s: sync point %u is 0x%x, the fence 0x%x",
                 what, ch->syncpt, value, fence);
}

bool channel_alive(TegraChannel *ch, const char *after)
{
    uint32_t before = syncpt_value(ch->fd, ch->syncpt);
    uint32_t fence = job_incrs(ch, 3);
    char what[96];

    snprintf(what, sizeof(what), "a job after %s", after);
    return check(fence == before + 3, "%s: fence 0x%x, expected 0x%x", what,
                 fence, before + 3) && fence_done(ch, fence, what);
}
