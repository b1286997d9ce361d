/*
 * A DRM device in the process: the device's memory
 *
 * One file in memory, which clients map pieces of.  Pages that are given back
 * are zero when they are used again.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#define _GNU_SOURCE
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>
#include "node.h"

#define PAGE    4096u

typedef struct Range {
    uint32_t offset, size;
} Range;

uint8_t *drm_memory;

static int memory_fd = -1;
static GArray *holes;           /* free, by offset; no two touch */
static GHashTable *bos;         /* by offset */

void drm_memory_init(void)
{
    Range all = {
        drm_driver.reserved, drm_driver.memory - drm_driver.reserved
    };

    if (drm_memory) {
        return;
    }
    memory_fd = memfd_create("drm-memory", MFD_CLOEXEC);
    if (memory_fd < 0 || ftruncate(memory_fd, drm_driver.memory)) {
        g_error("no memory for the device");
    }
    drm_memory = mmap(NULL, drm_driver.memory, PROT_READ | PROT_WRITE,
                      MAP_SHARED, memory_fd, 0);
    g_assert(drm_memory != MAP_FAILED);
    bos = g_hash_table_new(NULL, NULL);
    holes = g_array_new(false, false, sizeof(Range));
    g_array_append_val(holes, all);
}

/* Take @size bytes from the first hole that has them. */
static bool memory_take(uint32_t size, uint32_t *offset)
{
    for (unsigned i = 0; i < holes->len; i++) {
        Range *hole = &g_array_index(holes, Range, i);

        if (hole->size >= size) {
            *offset = hole->offset;
            hole->offset += size;
            hole->size -= size;
            if (!hole->size) {
                g_array_remove_index(holes, i);
            }
            return true;
        }
    }
    return false;
}

/* Make one hole of @i and the next one, if they touch. */
static void holes_join(unsigned i)
{
    Range *hole, *next;

    if (i + 1 >= holes->len) {
        return;
    }
    hole = &g_array_index(holes, Range, i);
    next = hole + 1;
    if (hole->offset + hole->size == next->offset) {
        hole->size += next->size;
        g_array_remove_index(holes, i + 1);
    }
}

static void memory_give(uint32_t offset, uint32_t size)
{
    Range hole = { offset, size };
    unsigned i = 0;

    fallocate(memory_fd, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, offset,
              size);
    while (i < holes->len && g_array_index(holes, Range, i).offset < offset) {
        i++;
    }
    g_array_insert_val(holes, i, hole);
    holes_join(i);
    if (i) {
        holes_join(i - 1);
    }
}

void *drm_bo_new(uint32_t size)
{
    uint32_t offset;
    DrmBo *bo;

    drm_memory_init();
    size = size > UINT32_MAX - PAGE ? 0 : (size + PAGE - 1) & -PAGE;
    if (!size || !memory_take(size, &offset)) {
        return NULL;
    }
    bo = g_malloc0(drm_driver.bo_bytes);
    bo->refs = 1;
    bo->offset = offset;
    bo->size = size;
    g_hash_table_insert(bos, GUINT_TO_POINTER(offset), bo);
    return bo;
}

DrmBo *drm_bo_at(off_t offset)
{
    return bos && offset >= 0 && offset < drm_driver.memory
        ? g_hash_table_lookup(bos, GUINT_TO_POINTER(offset)) : NULL;
}

void drm_bo_unref(DrmBo *bo)
{
    if (--bo->refs) {
        return;
    }
    if (drm_driver.bo_free) {
        drm_driver.bo_free(bo);
    }
    g_hash_table_remove(bos, GUINT_TO_POINTER(bo->offset));
    memory_give(bo->offset, bo->size);
    g_free(bo);
}

void *drm_memory_map(void *addr, size_t size, int prot, int flags,
                     uint32_t offset)
{
    return mmap(addr, size, prot, flags, memory_fd, offset);
}
