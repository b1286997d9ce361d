/*
 * A vc4 render node in the process: a job
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <errno.h>
#include <string.h>
#include "vc4.h"

#define FLAGS   (VC4_SUBMIT_CL_USE_CLEAR_COLOR |            \
                 VC4_SUBMIT_CL_FIXED_RCL_ORDER |            \
                 VC4_SUBMIT_CL_RCL_ORDER_INCREASING_X |     \
                 VC4_SUBMIT_CL_RCL_ORDER_INCREASING_Y)

static uint64_t seqno;

Vc4Bo *vc4_job_bo(const Vc4Job *job, uint32_t index)
{
    Vc4Bo *bo = index < job->args->bo_handle_count ? job->bos[index] : NULL;

    return bo && !bo->shader ? bo : NULL;
}

/* ---- Sizes of images ---- */

static uint32_t round_up(uint32_t value, uint32_t to)
{
    return (value + to - 1) / to * to;
}

bool vc4_size_is_lt(uint32_t width, uint32_t height, unsigned bytes)
{
    return width <= 4 * v3d_utile_width(bytes) ||
           height <= 4 * v3d_utile_height(bytes);
}

uint32_t vc4_image_size(V3dLayout layout, uint32_t width, uint32_t height,
                        unsigned bytes)
{
    uint32_t utiles = layout == V3D_LAYOUT_T ? 8 : 1;

    if (width > 4096 || height > 4096 || layout > V3D_LAYOUT_LT) {
        return 0;
    }
    if (layout != V3D_LAYOUT_RASTER) {
        height = round_up(height, utiles * v3d_utile_height(bytes));
    }
    return round_up(width, utiles * v3d_utile_width(bytes)) * bytes * height;
}

bool vc4_image_fits(const Vc4Bo *bo, uint32_t offset, V3dLayout layout,
                    uint32_t width, uint32_t height, unsigned bytes)
{
    uint32_t size = vc4_image_size(layout, width, height, bytes);

    if (!size && width && height) {
        return false;
    }
    return offset <= bo->drm.size && size <= bo->drm.size - offset;
}

/* ---- The job ---- */

static int find_bos(DrmFile *file, Vc4Job *job)
{
    uint32_t num = job->args->bo_handle_count;
    g_autofree uint32_t *handles = NULL;

    if (!num) {
        return -EINVAL;
    }
    handles = drm_copy_new(job->args->bo_handles, 4ull * num);
    if (!handles) {
        return -EFAULT;
    }
    job->bos = g_new0(Vc4Bo *, num);
    for (uint32_t i = 0; i < num; i++) {
        job->bos[i] = (Vc4Bo *)drm_bo_find(file, handles[i]);
        if (!job->bos[i]) {
            return -ENOENT;
        }
    }
    return 0;
}

/* A buffer for binning list, shader records and uniforms, in this order */
static int make_lists(Vc4Job *job)
{
    const struct drm_vc4_submit_cl *args = job->args;
    uint64_t size = 15ull + args->bin_cl_size + args->shader_rec_size +
                    args->uniforms_size;
    int ret;

    if (size > UINT32_MAX) {
        return -EINVAL;
    }
    job->lists = drm_bo_new(size);
    if (!job->lists) {
        return -ENOMEM;
    }
    job->bin_cl = drm_copy_new(args->bin_cl, args->bin_cl_size);
    job->records = drm_copy_new(args->shader_rec, args->shader_rec_size);
    job->uniforms = drm_copy_new(args->uniforms, args->uniforms_size);
    if (!job->bin_cl || !job->records || !job->uniforms) {
        return -EFAULT;
    }
    job->states = g_new0(Vc4State, args->shader_rec_count + 1);
    job->records_at = vc4_addr(job->lists) + round_up(args->bin_cl_size, 16);
    ret = vc4_make_bin_list(job);
    return ret ? ret : vc4_make_shader_records(job);
}

static int make(DrmFile *file, Vc4Job *job)
{
    int ret = find_bos(file, job);

    if (!ret && job->args->perfmonid &&
        !g_hash_table_contains(vc4_perfmons(file),
                               GUINT_TO_POINTER(job->args->perfmonid))) {
        ret = -ENOENT;
    }
    if (!ret && job->args->in_sync) {
        DrmSyncobj *sync = drm_syncobj_find(file, job->args->in_sync);

        ret = !sync ? -ENOENT : sync->fence ? 0 : -EINVAL;
    }
    if (!ret && job->args->bin_cl_size) {
        ret = make_lists(job);
    }
    if (!ret) {
        ret = vc4_make_render_list(job);
    }
    if (!ret && job->args->out_sync &&
        !drm_syncobj_find(file, job->args->out_sync)) {
        ret = -EINVAL;
    }
    return ret;
}

static void unmake(Vc4Job *job)
{
    if (job->lists) {
        drm_bo_unref(&job->lists->drm);
    }
    if (job->render) {
        drm_bo_unref(&job->render->drm);
    }
    g_free(job->states);
    g_free(job->uniforms);
    g_free(job->records);
    g_free(job->bin_cl);
    g_free(job->bos);
}

int vc4_submit_cl(DrmFile *file, void *arg)
{
    struct drm_vc4_submit_cl *args = arg;
    Vc4Job job = { .args = args };
    int ret;

    if (args->flags & ~FLAGS || args->pad2) {
        return -EINVAL;
    }
    ret = make(file, &job);
    if (!ret) {
        vc4_run(&job, g_hash_table_lookup(vc4_perfmons(file),
                                          GUINT_TO_POINTER(args->perfmonid)));
        if (args->out_sync) {
            drm_syncobj_set(drm_syncobj_find(file, args->out_sync),
                            drm_fence_new(true));
        }
        args->seqno = ++seqno;
    }
    unmake(&job);
    return ret;
}
