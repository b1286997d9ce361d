/*
 * Properties of a graphics device that are its state as text
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "hw/core/qdev.h"
#include "qapi/visitor.h"
#include "gpu_dump.h"

static void gpu_dump_get(Object *obj, Visitor *v, const char *name,
                         void *opaque, Error **errp)
{
    const GpuDump *dump = opaque;
    g_autoptr(GString) out = g_string_new(NULL);

    /* Introspection reads properties of devices that are not realized. */
    if (DEVICE(obj)->realized) {
        dump->dump(out, obj);
    }
    visit_type_str(v, name, &out->str, errp);
}

void gpu_dump_add_properties(ObjectClass *klass, const GpuDump *dumps,
                             size_t num)
{
    for (size_t i = 0; i < num; i++) {
        object_class_property_add(klass, dumps[i].name, "string",
                                  gpu_dump_get, NULL, NULL,
                                  (void *)&dumps[i]);
        object_class_property_set_description(klass, dumps[i].name,
                                              dumps[i].description);
    }
}
