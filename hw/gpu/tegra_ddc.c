/*
 * The DDC side of a monitor: its EDID on the I2C bus
 *
 * Like a 256 byte memory, with E-DDC's segment pointer for the blocks beyond
 * the second.  [tegra-dc.rst, DDC]
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "migration/vmstate.h"
#include "hw/gpu/tegra_ddc.h"
#include "trace.h"

#define SEGMENT_SIZE 256

void tegra_ddc_plug(TegraDDCState *s, const uint8_t *edid, uint32_t size)
{
    assert(size && size % TEGRA_DDC_BLOCK == 0 && size <= TEGRA_DDC_MAX_SIZE);
    s->edid = edid;
    s->size = size;
}

void tegra_ddc_unplug(TegraDDCState *s)
{
    s->edid = NULL;
    s->size = 0;
}

static bool tegra_ddc_answers(TegraDDCState *s, uint8_t address)
{
    if (!s->size) {
        return false;
    }
    return address == s->parent_obj.address ||
           (address == TEGRA_DDC_SEGMENT_ADDRESS &&
            s->size > SEGMENT_SIZE);
}

/* Answer the first start of a transfer, with the address it goes to */
static bool tegra_ddc_match(I2CSlave *i2c, uint8_t address, bool broadcast,
                            I2CNodeList *current_devs)
{
    TegraDDCState *s = TEGRA_DDC(i2c);
    I2CNode *node;

    if (broadcast || !tegra_ddc_answers(s, address)) {
        return false;
    }
    s->address = address;
    node = g_new(I2CNode, 1);
    node->elt = i2c;
    QLIST_INSERT_HEAD(current_devs, node, next);
    return true;
}

/*
 * Follow a transfer.  The segment holds until the end of the one that reads
 * from it; QEMU's bus ends one between the write to 0x30 and that to 0x50.
 */
static int tegra_ddc_event(I2CSlave *i2c, enum i2c_event event)
{
    TegraDDCState *s = TEGRA_DDC(i2c);

    switch (event) {
    case I2C_START_SEND:
        s->first = true;
        break;
    case I2C_START_RECV:
        s->read |= s->address != TEGRA_DDC_SEGMENT_ADDRESS;
        break;
    case I2C_FINISH:
        if (s->read) {
            s->segment = 0;
            s->read = false;
        }
        break;
    default:
        break;
    }
    return 0;
}

static int tegra_ddc_send(I2CSlave *i2c, uint8_t data)
{
    TegraDDCState *s = TEGRA_DDC(i2c);

    if (!s->first) {
        return 0;               /* the memory is read-only */
    }
    s->first = false;
    if (s->address == TEGRA_DDC_SEGMENT_ADDRESS) {
        s->segment = data;
    } else {
        s->offset = data;
    }
    trace_tegra_ddc_pointer(s->segment, s->offset);
    return 0;
}

static uint8_t tegra_ddc_recv(I2CSlave *i2c)
{
    TegraDDCState *s = TEGRA_DDC(i2c);
    uint32_t at = s->segment * SEGMENT_SIZE + s->offset;

    if (s->address == TEGRA_DDC_SEGMENT_ADDRESS) {
        return 0xff;
    }
    s->offset++;
    if (!s->size) {
        return 0xff;            /* unplugged in the middle of a transfer */
    }
    /* A small EDID is a small memory: it repeats within its segment */
    return s->size <= SEGMENT_SIZE ? s->edid[at % s->size]
                                   : at < s->size ? s->edid[at] : 0xff;
}

static void tegra_ddc_reset_enter(Object *obj, ResetType type)
{
    TegraDDCState *s = TEGRA_DDC(obj);

    s->address = 0;
    s->segment = 0;
    s->offset = 0;
    s->first = false;
    s->read = false;
}

static const VMStateDescription vmstate_tegra_ddc = {
    .name = TYPE_TEGRA_DDC,
    .version_id = 1,
    .minimum_version_id = 1,
    .fields = (const VMStateField[]) {
        VMSTATE_I2C_SLAVE(parent_obj, TegraDDCState),
        VMSTATE_UINT8(address, TegraDDCState),
        VMSTATE_UINT8(segment, TegraDDCState),
        VMSTATE_UINT8(offset, TegraDDCState),
        VMSTATE_BOOL(first, TegraDDCState),
        VMSTATE_BOOL(read, TegraDDCState),
        VMSTATE_END_OF_LIST()
    }
};

static void tegra_ddc_class_init(ObjectClass *klass, const void *data)
{
    DeviceClass *dc = DEVICE_CLASS(klass);
    I2CSlaveClass *sc = I2C_SLAVE_CLASS(klass);
    ResettableClass *rc = RESETTABLE_CLASS(klass);

    dc->desc = "DDC of a monitor";
    dc->vmsd = &vmstate_tegra_ddc;
    /* Nothing but a video output tells it what it is */
    dc->user_creatable = false;
    set_bit(DEVICE_CATEGORY_DISPLAY, dc->categories);
    rc->phases.enter = tegra_ddc_reset_enter;
    sc->match_and_add = tegra_ddc_match;
    sc->event = tegra_ddc_event;
    sc->send = tegra_ddc_send;
    sc->recv = tegra_ddc_recv;
}

static const TypeInfo tegra_ddc_types[] = {
    {
        .name = TYPE_TEGRA_DDC,
        .parent = TYPE_I2C_SLAVE,
        .instance_size = sizeof(TegraDDCState),
        .class_init = tegra_ddc_class_init,
    },
};

DEFINE_TYPES(tegra_ddc_types)
