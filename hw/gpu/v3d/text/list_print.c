/*
 * VideoCore IV 3D engine: a control list as text
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <string.h>
#include "hw/gpu/v3d/isa/memory.h"
#include "hw/gpu/v3d/pipe/tilelist.h"
#include "list_print.h"
#include "records_print.h"

typedef struct Printer {
    GString *s;
    V3dMemory mem;
    GpuEvents events;
    V3dListPlace place;
    unsigned type;              /* of primitives in compressed lists */
    bool in_list;
} Printer;

static void print_prim(Printer *p)
{
    g_string_append(p->s, "primitive");
    for (unsigned i = 0; i <= p->type; i++) {
        g_string_append_printf(p->s, " %u", p->place.index[i]);
    }
}

static void list_line(Printer *p)
{
    switch (v3d_list_next(&p->place, &p->mem, p->type)) {
    case V3D_LIST_PRIM:
        print_prim(p);
        break;
    case V3D_LIST_MOVED:
        g_string_append_printf(p->s, "branch to 0x%x", p->place.ca);
        break;
    default:
        g_string_append(p->s, "end of list");
        p->in_list = false;
        break;
    }
}

static void fetch(Printer *p, V3dRecord *record)
{
    uint8_t data[V3D_RECORD_MAX_SIZE];

    for (unsigned i = 0; i < sizeof(data); i++) {
        data[i] = v3d_load_8(&p->mem, p->place.ca + i);
    }
    v3d_record_decode(record, data);
}

/* False: the list ends here. */
static bool follow(Printer *p, const V3dRecord *record)
{
    p->place.ca += record->size;
    switch (record->code) {
    case V3D_REC_BRANCH:
        p->place.ca = record->branch.address;
        break;
    case V3D_REC_PRIMITIVE_LIST_FORMAT:
        p->type = MIN(record->primitive_list_format.type, 2);
        break;
    case V3D_REC_COMPRESSED_PRIMITIVES:
    case V3D_REC_CLIPPED_PRIMITIVES:
        p->in_list = true;
        break;
    case V3D_REC_HALT:
    case V3D_REC_RETURN_FROM_SUB_LIST:
        return false;
    }
    return record->size != 0;
}

static bool line(Printer *p)
{
    V3dRecord record;
    bool more = true;

    g_string_append_printf(p->s, "%08x  ", p->place.ca);
    if (p->in_list) {
        list_line(p);
    } else {
        fetch(p, &record);
        v3d_record_print(p->s, &record);
        more = follow(p, &record);
    }
    g_string_append_c(p->s, '\n');
    return more;
}

static Printer *printer_new(GString *s, const void *data, uint64_t size,
                            uint32_t ca)
{
    Printer *p = g_new0(Printer, 1);

    p->s = s;
    p->mem.data = (uint8_t *)data;
    p->mem.size = size;
    p->mem.events = &p->events;
    p->place.ca = ca;
    p->type = 2;
    return p;
}

void v3d_list_print(GString *s, const void *data, uint64_t size, uint32_t ca,
                    uint32_t ea, unsigned max)
{
    Printer *p = printer_new(s, data, size, ca);

    while (max-- && p->place.ca != ea && line(p)) {
        /* on */
    }
    g_free(p);
}

void v3d_list_print_inside(GString *s, const void *data, uint64_t size,
                           uint32_t ca, const uint32_t prev[3], unsigned type,
                           unsigned max)
{
    Printer *p = printer_new(s, data, size, ca);

    memcpy(p->place.index, prev, sizeof(p->place.index));
    p->type = type;
    p->in_list = true;
    while (max-- && line(p)) {
        /* on */
    }
    g_free(p);
}
