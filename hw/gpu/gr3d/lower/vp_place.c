/*
 * Tegra20 GR3D engine: vertex programs for strips: where values lie
 *
 * Values that no enabled export depends on are dropped; a place is used again
 * after the last read of its value.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include <string.h>
#include "vp_values.h"

static bool is_check(unsigned code)
{
    return code == GR3D_VPC_CHECK_EXPORT || code == GR3D_VPC_CHECK_CONST ||
           code == GR3D_VPC_CHECK_ATTR;
}

typedef struct Places {
    uint16_t *last;             /* operation + 1 that reads a value last */
    uint16_t *slot;             /* of values */
    uint16_t *free;             /* stack of slots */
    unsigned num_free, num_slots;
} Places;

#define NEVER   0
#define ALWAYS  0xffff          /* to the end */

static Gr3dVpLaneOp *op_at(const Gr3dVpValues *values, unsigned n)
{
    return &g_array_index(values->op, Gr3dVpLaneOp, n);
}

static void read_value(Places *p, Gr3dVpValue v, unsigned when)
{
    if (!(v & GR3D_VPP_UNIFORM) && p->last[v] == NEVER) {
        p->last[v] = when;
    }
}

/*
 * Find each value's last read.  The order is backwards: what is read later is
 * known when a value's operation is met.
 */
static bool find_reads(const Gr3dVpValues *values, Places *p)
{
    bool by_number = false;

    for (unsigned e = 0; e < GR3D_VP_EXPORTS; e++) {
        for (unsigned i = 0; i < 4 && values->exports >> e & 1; i++) {
            read_value(p, values->out[e][i], ALWAYS);
        }
    }
    for (unsigned n = values->op->len; n-- > 0;) {
        const Gr3dVpLaneOp *op = op_at(values, n);

        if (p->last[op->dst] == NEVER && !is_check(op->code)) {
            continue;
        }
        for (unsigned i = 0; gr3d_vp_code_reads[op->code] >> i; i++) {
            if (gr3d_vp_code_reads[op->code] >> i & 1) {
                read_value(p, op->src[i], n + 1);
            }
        }
        by_number |= op->code == GR3D_VPC_ATTR;
    }
    return by_number;
}

static void take_slot(Places *p, Gr3dVpValue v)
{
    p->slot[v] = p->num_free ? p->free[--p->num_free] : p->num_slots++;
}

static uint16_t place_of(const Gr3dVpValues *values, const Places *p,
                         Gr3dVpValue v)
{
    if (v & GR3D_VPP_UNIFORM) {
        return v;
    }
    return values->uniform->len + GR3D_VPP_LANES * p->slot[v];
}

static void place_attrs(const Gr3dVpValues *values, Places *p, bool by_number,
                        Gr3dVpLanes *out)
{
    for (unsigned v = 0; v < GR3D_VPV_FIRST_RESULT; v++) {
        if (by_number) {
            p->last[v] = ALWAYS;
        }
        if (p->last[v] != NEVER) {
            take_slot(p, v);
            out->attr_mask[v / 4] |= 1 << v % 4;
            out->attr[v / 4][v % 4] = place_of(values, p, v);
        }
    }
    out->attr_base = values->uniform->len;
}

/*
 * Give an operation its places.  It reads all of a lane before it writes it, so
 * its result may take a source's place.
 */
static void place_op(const Gr3dVpValues *values, Places *p, unsigned n,
                     Gr3dVpLaneOp *out)
{
    const Gr3dVpLaneOp *op = op_at(values, n);

    *out = *op;
    for (unsigned i = 0; gr3d_vp_code_reads[op->code] >> i; i++) {
        Gr3dVpValue v = op->src[i];

        if (!(gr3d_vp_code_reads[op->code] >> i & 1)) {
            continue;
        }
        out->src[i] = place_of(values, p, v);
        if (!(v & GR3D_VPP_UNIFORM) && p->last[v] == n + 1) {
            p->last[v] = NEVER;     /* a value may be read twice here */
            p->free[p->num_free++] = p->slot[v];
        }
    }
    out->dst = 0;
    if (!is_check(op->code)) {
        take_slot(p, op->dst);
        out->dst = place_of(values, p, op->dst);
    }
}

static void place_all(const Gr3dVpValues *values, Places *p, Gr3dVpLanes *out)
{
    bool by_number = find_reads(values, p);

    place_attrs(values, p, by_number, out);
    out->op = g_new(Gr3dVpLaneOp, values->op->len);
    for (unsigned n = 0; n < values->op->len; n++) {
        const Gr3dVpLaneOp *op = op_at(values, n);

        if (p->last[op->dst] != NEVER || is_check(op->code)) {
            place_op(values, p, n, &out->op[out->num_ops++]);
        }
    }
    for (unsigned e = 0; e < GR3D_VP_EXPORTS; e++) {
        for (unsigned i = 0; i < 4 && values->exports >> e & 1; i++) {
            out->out[e][i] = place_of(values, p, values->out[e][i]);
        }
    }
    out->units = values->uniform->len + GR3D_VPP_LANES * p->num_slots;
}

Gr3dVpLanes *gr3d_vp_place(const Gr3dVpValues *values)
{
    Gr3dVpLanes *out = g_new0(Gr3dVpLanes, 1);
    unsigned num = GR3D_VPV_FIRST_RESULT + values->op->len;
    g_autofree uint16_t *last = g_new0(uint16_t, num);
    g_autofree uint16_t *slot = g_new(uint16_t, num);
    g_autofree uint16_t *free = g_new(uint16_t, num);
    Places p = { last, slot, free };

    place_all(values, &p, out);
    out->num_uniforms = values->uniform->len;
    out->uniform = g_new(Gr3dVpUniform, out->num_uniforms);
    memcpy(out->uniform, values->uniform->data,
           out->num_uniforms * sizeof(out->uniform[0]));
    return out;
}
