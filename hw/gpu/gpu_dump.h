/*
 * Properties of a graphics device that are its state as text
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_GPU_GPU_DUMP_H
#define HW_GPU_GPU_DUMP_H

#include "qom/object.h"

typedef struct GpuDump {
    const char *name;           /* of the property */
    const char *description;
    /* Append to @out; @obj is realized. */
    void (*dump)(GString *out, Object *obj);
} GpuDump;

/* Add read-only strings; @dumps must outlive the class. */
void gpu_dump_add_properties(ObjectClass *klass, const GpuDump *dumps,
                             size_t num);

#endif /* HW_GPU_GPU_DUMP_H */
