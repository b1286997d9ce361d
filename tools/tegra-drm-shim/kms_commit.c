/*
 * A tegra DRM device in the process: commits
 *
 * A commit is a copy of all properties that is changed, checked and put in
 * place.  [Linux, drm_atomic.c, drm_atomic_uapi.c, drm_atomic_helper.c]
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <errno.h>
#include "kms.h"

KmsCommit kms_commit_new(void)
{
    return (KmsCommit) { .state = kms_state };
}

static uint32_t crtc_of(const KmsState *s, uint32_t id)
{
    return s->value[id - KMS_PLANE][P_CRTC_ID];
}

/* The commit is about @id: a head's number, or 0. */
static void name_head(KmsCommit *c, uint32_t id)
{
    c->heads |= id ? 1u << (id - KMS_CRTC) : 0;
}

void kms_commit_put(KmsCommit *c, uint32_t object, KmsProp prop,
                    uint64_t value)
{
    if (kms_is_head(object)) {
        name_head(c, object);
    } else {
        name_head(c, crtc_of(&c->state, object));
    }
    c->objects |= 1u << (object - KMS_PLANE);
    *kms_value(&c->state, object, prop) = value;
    if (prop == P_CRTC_ID) {
        name_head(c, value);
    }
}

void kms_commit_plane_off(KmsCommit *c, uint32_t plane)
{
    for (KmsProp p = P_CRTC_X; p <= P_SRC_H; p++) {
        kms_commit_put(c, plane, p, 0);
    }
    kms_commit_put(c, plane, P_FB_ID, 0);
    kms_commit_put(c, plane, P_CRTC_ID, 0);
}

/* ---- Properties that are more than a value ---- */

bool kms_mode_is_valid(const struct drm_mode_modeinfo *m)
{
    return m->clock && m->hdisplay && m->hsync_start >= m->hdisplay &&
           m->hsync_end >= m->hsync_start && m->htotal >= m->hsync_end &&
           m->vdisplay && m->vsync_start >= m->vdisplay &&
           m->vsync_end >= m->vsync_start && m->vtotal >= m->vsync_end &&
           m->hdisplay <= KMS_MAX_SIZE && m->vdisplay <= KMS_MAX_SIZE;
}

static int set_mode(KmsCommit *c, uint32_t head, uint64_t value)
{
    const KmsObject *blob = kms_find(value, DRM_MODE_OBJECT_BLOB);
    struct drm_mode_modeinfo *mode = &c->state.mode[head - KMS_CRTC];

    memset(mode, 0, sizeof(*mode));
    if (blob) {
        if (blob->length != sizeof(*mode)) {
            return -EINVAL;
        }
        memcpy(mode, blob->data, sizeof(*mode));
        if (!kms_mode_is_valid(mode)) {
            return -EINVAL;
        }
    }
    kms_commit_put(c, head, P_MODE_ID, value);
    return 0;
}

static int set_fence(KmsCommit *c, uint32_t plane, uint64_t value)
{
    DrmFd fd = drm_fd(value);
    DrmFence **fence = &c->fence[plane - KMS_PLANE];

    if (*fence) {
        return -EINVAL;
    }
    if ((int64_t)value == -1) {
        return 0;
    }
    if (fd.kind != DRM_FD_SYNC) {
        return -EINVAL;
    }
    *fence = ((DrmSyncFile *)fd.object)->fence;
    (*fence)->refs++;
    return 0;
}

static bool is_one_turn(uint64_t rotation)
{
    uint64_t turn = rotation & DRM_MODE_ROTATE_MASK;

    return turn && !(turn & (turn - 1));
}

int kms_commit_set(KmsCommit *c, uint32_t object, uint32_t prop,
                   uint64_t value)
{
    int p = kms_prop_of(object, prop);

    if (p < 0) {
        return -ENOENT;
    }
    if (!kms_prop_takes(p, value) || p == P_DPMS ||
        (p == P_OUT_FENCE_PTR && value) ||
        (p == P_ROTATION && !is_one_turn(value))) {
        return -EINVAL;
    }
    if (p == P_MODE_ID) {
        return set_mode(c, object, value);
    }
    if (p == P_IN_FENCE_FD) {
        return set_fence(c, object, value);
    }
    kms_commit_put(c, object, p, value);
    return 0;
}

/* ---- Checks ---- */

static bool is_active(const KmsState *s, unsigned head)
{
    return s->value[KMS_CRTC - KMS_PLANE + head][P_ACTIVE];
}

static bool is_enabled(const KmsState *s, unsigned head)
{
    return s->value[KMS_CRTC - KMS_PLANE + head][P_MODE_ID];
}

static bool has_connector(const KmsState *s, unsigned head)
{
    return crtc_of(s, KMS_CONNECTOR) == KMS_CRTC + head;
}

static bool needs_modeset(const KmsState *s, unsigned head)
{
    return memcmp(&s->mode[head], &kms_state.mode[head],
                  sizeof(s->mode[head])) ||
           is_enabled(s, head) != is_enabled(&kms_state, head) ||
           is_active(s, head) != is_active(&kms_state, head) ||
           has_connector(s, head) != has_connector(&kms_state, head);
}

bool kms_source_fits(const uint64_t *value, const KmsObject *fb)
{
    return value[P_SRC_X] + value[P_SRC_W] <= (uint64_t)fb->width << 16 &&
           value[P_SRC_Y] + value[P_SRC_H] <= (uint64_t)fb->height << 16;
}

/* What the commit's planes are, without the driver */
static int check_plane(const KmsState *s, uint32_t id)
{
    const uint64_t *v = s->value[id - KMS_PLANE];
    const uint64_t *old = kms_state.value[id - KMS_PLANE];
    const KmsObject *fb = kms_find(v[P_FB_ID], DRM_MODE_OBJECT_FB);
    unsigned index = id - KMS_PLANE;
    unsigned num = kms_num_formats(index % KMS_NUM_WINDOWS);

    if (!fb != !v[P_CRTC_ID]) {
        return -EINVAL;
    }
    if (!fb) {
        return 0;
    }
    if (v[P_CRTC_ID] != KMS_CRTC + index / KMS_NUM_WINDOWS ||
        fb->format - kms_formats >= num ||
        (fb->modifier && fb->format->planes > 1)) {
        return -EINVAL;
    }
    if ((int64_t)v[P_CRTC_X] > INT32_MAX - (int64_t)v[P_CRTC_W] ||
        (int64_t)v[P_CRTC_Y] > INT32_MAX - (int64_t)v[P_CRTC_H]) {
        return -ERANGE;
    }
    if (!kms_source_fits(v, fb)) {
        return -ENOSPC;
    }
    return old[P_CRTC_ID] && old[P_CRTC_ID] != v[P_CRTC_ID] ? -EINVAL : 0;
}

static int check_head(const KmsCommit *c, unsigned head)
{
    const KmsState *s = &c->state;

    return (is_active(s, head) && !is_enabled(s, head)) ||
           (c->event_file && !is_active(s, head) &&
            !is_active(&kms_state, head)) ||
           is_enabled(s, head) != has_connector(s, head) ||
           (needs_modeset(s, head) && !c->allow_modeset) ? -EINVAL : 0;
}

static int check_heads_planes(KmsState *s, unsigned head)
{
    int ret = 0;

    for (unsigned w = 0; w < KMS_NUM_WINDOWS && !ret; w++) {
        uint32_t id = kms_plane_id(head, w);

        ret = crtc_of(s, id) ? kms_plane_check(s, id) : 0;
    }
    if (!ret) {
        kms_planes_order(s, head);
    }
    return ret;
}

int kms_commit_check(KmsCommit *c)
{
    int ret = 0;

    for (unsigned i = 0; i < KMS_NUM_PLANES && !ret; i++) {
        ret = c->objects & 1u << i ? check_plane(&c->state, KMS_PLANE + i) : 0;
    }
    for (unsigned i = 0; i < KMS_NUM_HEADS && !ret; i++) {
        ret = c->heads & 1u << i ? check_head(c, i) : 0;
    }
    for (unsigned i = 0; i < KMS_NUM_HEADS && !ret; i++) {
        ret = c->heads & 1u << i ? check_heads_planes(&c->state, i) : 0;
    }
    return ret;
}

/* ---- Doing it ---- */

static void fences_wait(KmsCommit *c)
{
    for (unsigned i = 0; i < KMS_NUM_PLANES; i++) {
        while (c->fence[i] && !drm_fence_status(c->fence[i])) {
            drm_wait(INT64_MAX);
        }
    }
}

void kms_commit_free(KmsCommit *c)
{
    for (unsigned i = 0; i < KMS_NUM_PLANES; i++) {
        drm_fence_unref(c->fence[i]);
    }
}

/* Wait for the last commits to its heads, or see that one is not done. */
static int earlier_commits(const KmsCommit *c)
{
    for (unsigned i = 0; i < KMS_NUM_HEADS && !c->unsynced; i++) {
        if (!(c->heads & 1u << i) || drm_now() >= kms_heads[i].flip_at) {
            continue;
        }
        if (c->nonblock) {
            return -EBUSY;
        }
        kms_wait_until(kms_heads[i].flip_at);
    }
    return 0;
}

bool kms_shows_anything(const KmsState *s, unsigned head)
{
    for (unsigned w = 0; w < KMS_NUM_WINDOWS; w++) {
        if (is_active(s, head) && crtc_of(s, kms_plane_id(head, w))) {
            return true;
        }
    }
    return false;
}

/* What a modeset does, before and behind the planes */
static void switch_head(const KmsCommit *c, unsigned head, bool modeset)
{
    KmsHead *h = &kms_heads[head];
    bool on = is_active(&c->state, head);

    if (modeset && h->on) {
        kms_head_off(h);
    }
    if (modeset && on) {
        kms_head_on(h, &c->state.mode[head]);
    }
}

static void program_head(const KmsCommit *c, unsigned head, bool modeset)
{
    KmsHead *h = &kms_heads[head];
    uint64_t next;

    switch_head(c, head, modeset);
    kms_latch(h, drm_now());
    for (unsigned w = 0; w < KMS_NUM_WINDOWS; w++) {
        kms_plane_program(head, w);
    }
    tegra_dc_regs_arm(&h->dc, DC_STATE_ALL);
    if (!c->unsynced) {
        kms_screen_record(h, c->objects >> head * KMS_NUM_WINDOWS &
                             ((1 << KMS_NUM_WINDOWS) - 1));
    }
    next = kms_sequence(h, drm_now()) + h->on;
    h->latch_at = modeset ? drm_now() : kms_frame_at(h, next);
    if (!c->unsynced && h->on) {
        h->flip_at = kms_frame_at(h, next);
    }
    if (c->event_file) {
        kms_event_add(c->event_file, h, DRM_EVENT_FLIP_COMPLETE, c->cookie,
                      next);
    }
}

/* A blocking commit is over when its frame begins. */
static void wait_for_frames(const KmsCommit *c)
{
    for (unsigned i = 0; i < KMS_NUM_HEADS; i++) {
        if (c->heads & 1u << i && kms_heads[i].on) {
            kms_wait_until(kms_heads[i].flip_at);
        }
    }
}

/* What it does not set may have changed while it waited. */
static void rebase(KmsCommit *c)
{
    KmsState s = kms_state;

    for (unsigned i = 0; i < KMS_NUM_OBJECTS; i++) {
        if (c->objects & 1u << i) {
            memcpy(s.value[i], c->state.value[i], sizeof(s.value[i]));
        }
    }
    for (unsigned i = 0; i < KMS_NUM_HEADS; i++) {
        if (c->objects & 1u << (KMS_CRTC - KMS_PLANE + i)) {
            s.mode[i] = c->state.mode[i];
        }
    }
    c->state = s;
}

static void put_in_place(const KmsCommit *c)
{
    bool modeset[KMS_NUM_HEADS];

    for (unsigned i = 0; i < KMS_NUM_HEADS; i++) {
        modeset[i] = needs_modeset(&c->state, i);
        if (kms_shows_anything(&kms_state, i) &&
            !kms_shows_anything(&c->state, i)) {
            kms_screen_save(i);
        }
    }
    kms_state = c->state;
    for (unsigned i = 0; i < KMS_NUM_HEADS; i++) {
        if (c->heads & 1u << i) {
            program_head(c, i, modeset[i]);
        }
    }
}

int kms_commit(KmsCommit *c)
{
    int ret = kms_commit_check(c);

    ret = ret ? ret : earlier_commits(c);
    if (!ret) {
        fences_wait(c);
    }
    kms_commit_free(c);
    if (!ret) {
        rebase(c);
        ret = kms_commit_check(c);
    }
    if (!ret && c->event_file && !kms_event_fits(c->event_file)) {
        ret = -ENOMEM;
    }
    if (ret) {
        return ret;
    }
    put_in_place(c);
    if (!c->nonblock && !c->unsynced) {
        wait_for_frames(c);
    }
    kms_sweep();
    return 0;
}
