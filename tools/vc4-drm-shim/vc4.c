/*
 * A vc4 render node in the process: buffers and parameters
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <errno.h>
#include <string.h>
#include <drm_fourcc.h>
#include "vc4.h"

#ifndef __VC4_MADV_NOTSUPP
#define __VC4_MADV_NOTSUPP  3
#endif

static int get_param(DrmFile *file, void *arg)
{
    /* The identification registers, then what the driver supports */
    static const uint32_t values[] = {
        0x02443356, 0xc1102431, 0x00000121, 1, 1, 1, 1, 1, 1,
    };
    struct drm_vc4_get_param *args = arg;

    if (args->pad || args->param >= G_N_ELEMENTS(values)) {
        return -EINVAL;
    }
    args->value = values[args->param];
    return 0;
}

static int create_bo(DrmFile *file, void *arg)
{
    struct drm_vc4_create_bo *args = arg;
    Vc4Bo *bo;

    if (!args->size) {
        return -EINVAL;
    }
    bo = drm_bo_new(args->size);
    if (!bo) {
        return -ENOMEM;
    }
    args->handle = drm_bo_handle(file, &bo->drm);
    return 0;
}

static int create_shader_bo(DrmFile *file, void *arg)
{
    struct drm_vc4_create_shader_bo *args = arg;
    Vc4Bo *bo;
    int ret;

    if (!args->size || args->size % 8 || args->flags || args->pad) {
        return -EINVAL;
    }
    bo = drm_bo_new(args->size);
    if (!bo) {
        return -ENOMEM;
    }
    ret = drm_copy_from(vc4_data(bo), args->data, args->size);
    if (!ret) {
        bo->shader = vc4_shader_new((uint64_t *)vc4_data(bo),
                                    bo->drm.size / 8);
        ret = bo->shader ? 0 : -EINVAL;
    }
    if (ret) {
        drm_bo_unref(&bo->drm);
        return ret;
    }
    bo->drm.read_only = true;
    args->handle = drm_bo_handle(file, &bo->drm);
    return 0;
}

static int mmap_bo(DrmFile *file, void *arg)
{
    struct drm_vc4_mmap_bo *args = arg;
    DrmBo *bo = drm_bo_find(file, args->handle);

    if (!bo) {
        return -EINVAL;
    }
    args->offset = bo->offset;
    return 0;
}

/* Jobs are done. */
static int wait_seqno(DrmFile *file, void *arg)
{
    return 0;
}

static int wait_bo(DrmFile *file, void *arg)
{
    struct drm_vc4_wait_bo *args = arg;

    return args->pad || !drm_bo_find(file, args->handle) ? -EINVAL : 0;
}

static int set_tiling(DrmFile *file, void *arg)
{
    struct drm_vc4_set_tiling *args = arg;
    Vc4Bo *bo = (Vc4Bo *)drm_bo_find(file, args->handle);

    if (args->flags ||
        (args->modifier != DRM_FORMAT_MOD_LINEAR &&
         args->modifier != DRM_FORMAT_MOD_BROADCOM_VC4_T_TILED)) {
        return -EINVAL;
    }
    if (!bo) {
        return -ENOENT;
    }
    bo->t_tiled = args->modifier != DRM_FORMAT_MOD_LINEAR;
    return 0;
}

static int get_tiling(DrmFile *file, void *arg)
{
    struct drm_vc4_get_tiling *args = arg;
    Vc4Bo *bo = (Vc4Bo *)drm_bo_find(file, args->handle);

    if (args->flags || args->modifier) {
        return -EINVAL;
    }
    if (!bo) {
        return -ENOENT;
    }
    args->modifier = bo->t_tiled ? DRM_FORMAT_MOD_BROADCOM_VC4_T_TILED
                                 : DRM_FORMAT_MOD_LINEAR;
    return 0;
}

static int label_bo(DrmFile *file, void *arg)
{
    struct drm_vc4_label_bo *args = arg;

    if (!args->len) {
        return -EINVAL;
    }
    return drm_bo_find(file, args->handle) ? 0 : -ENOENT;
}

/* Nothing is ever purged. */
static int gem_madvise(DrmFile *file, void *arg)
{
    struct drm_vc4_gem_madvise *args = arg;
    Vc4Bo *bo = (Vc4Bo *)drm_bo_find(file, args->handle);

    if (args->madv > VC4_MADV_DONTNEED || args->pad) {
        return -EINVAL;
    }
    if (!bo) {
        return -ENOENT;
    }
    bo->madvise = args->madv;
    args->retained = 1;
    return 0;
}

/* It is for root, and not on a render node. */
static int get_hang_state(DrmFile *file, void *arg)
{
    return -EACCES;
}

static void bo_free(DrmBo *drm)
{
    Vc4Bo *bo = (Vc4Bo *)drm;

    if (bo->shader) {
        vc4_shader_free(bo->shader);
    }
}

static void file_free(DrmFile *file)
{
    if (file->driver) {
        g_hash_table_unref(file->driver);
    }
}

static const DrmIoctl ioctls[] = {
    { DRM_IOCTL_VC4_SUBMIT_CL, vc4_submit_cl },
    { DRM_IOCTL_VC4_WAIT_SEQNO, wait_seqno },
    { DRM_IOCTL_VC4_WAIT_BO, wait_bo },
    { DRM_IOCTL_VC4_CREATE_BO, create_bo },
    { DRM_IOCTL_VC4_MMAP_BO, mmap_bo },
    { DRM_IOCTL_VC4_CREATE_SHADER_BO, create_shader_bo },
    { DRM_IOCTL_VC4_GET_HANG_STATE, get_hang_state },
    { DRM_IOCTL_VC4_GET_PARAM, get_param },
    { DRM_IOCTL_VC4_SET_TILING, set_tiling },
    { DRM_IOCTL_VC4_GET_TILING, get_tiling },
    { DRM_IOCTL_VC4_LABEL_BO, label_bo },
    { DRM_IOCTL_VC4_GEM_MADVISE, gem_madvise },
    { DRM_IOCTL_VC4_PERFMON_CREATE, vc4_perfmon_create },
    { DRM_IOCTL_VC4_PERFMON_DESTROY, vc4_perfmon_destroy },
    { DRM_IOCTL_VC4_PERFMON_GET_VALUES, vc4_perfmon_get_values },
};

const DrmDriver drm_driver = {
    .name = "vc4",
    .date = "20140616",
    .desc = "Broadcom VC4 graphics",
    .ioctls = ioctls,
    .num_ioctls = G_N_ELEMENTS(ioctls),
    .fence_driver = "vc4",
    .fence_name = "vc4-v3d",
    .bo_bytes = sizeof(Vc4Bo),
    .bo_free = bo_free,
    .file_free = file_free,
    .memory = VC4_MEMORY,
    .reserved = VC4_BIN_BASE + VC4_BIN_SLOTS * VC4_BIN_SLOT,
};
