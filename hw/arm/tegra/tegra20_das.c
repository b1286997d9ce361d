/*
 * NVIDIA Tegra20 digital audio switch (DAS)
 *
 * It connects the ports of the chip (DAPs) with the controllers (DACs): DAC1
 * and DAC2 are the I2S controllers.  [tegra20.rst, Digital audio switch]
 *
 * Only a codec at the first port is modelled, which frames go to; to the other
 * ports and in the other direction it is storage.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "hw/arm/tegra/tegra20_das.h"
#include "hw/core/qdev-properties.h"

#define DAP_LAST (A_DAS_DAP_CTRL_SEL + (TEGRA20_DAS_NUM_DAPS - 1) * 4)
#define DAC_LAST (A_DAS_DAC_INPUT_DATA_CLK_SEL + (TEGRA20_DAS_NUM_DACS - 1) * 4)

/* [tegra20.rst, Digital audio switch] */
static const TegraRegRange tegra20_das_ranges[] = {
    { .name = "DAP_CTRL_SEL", .first = A_DAS_DAP_CTRL_SEL, .last = DAP_LAST,
      .rw = R_DAS_DAP_CTRL_SEL_CTRL_SEL_MASK |
            R_DAS_DAP_CTRL_SEL_SDATA2_TX_RX_MASK |
            R_DAS_DAP_CTRL_SEL_SDATA1_TX_RX_MASK |
            R_DAS_DAP_CTRL_SEL_MS_SEL_MASK },
    { .name = "DAC_INPUT_DATA_CLK_SEL", .first = A_DAS_DAC_INPUT_DATA_CLK_SEL,
      .last = DAC_LAST,
      .rw = R_DAS_DAC_INPUT_DATA_CLK_SEL_CLK_SEL_MASK |
            R_DAS_DAC_INPUT_DATA_CLK_SEL_SDATA1_SEL_MASK |
            R_DAS_DAC_INPUT_DATA_CLK_SEL_SDATA2_SEL_MASK },
};

void tegra20_das_send(Tegra20DASState *s, unsigned int dac, int16_t left,
                      int16_t right)
{
    uint32_t ctrl = tegra_regs_get(TEGRA_REGS(s), A_DAS_DAP_CTRL_SEL);

    if (s->dap1 && FIELD_EX32(ctrl, DAS_DAP_CTRL_SEL, CTRL_SEL) == dac) {
        tlv320aic23_dac_write(s->dap1, left, right);
    }
}

static const Property tegra20_das_properties[] = {
    DEFINE_PROP_LINK("dap1", Tegra20DASState, dap1, TYPE_TLV320AIC23,
                     TLV320AIC23State *),
};

static void tegra20_das_class_init(ObjectClass *klass, const void *data)
{
    DeviceClass *dc = DEVICE_CLASS(klass);

    dc->desc = "NVIDIA Tegra20 digital audio switch";
    device_class_set_props(dc, tegra20_das_properties);
    clear_bit(DEVICE_CATEGORY_MISC, dc->categories);
    set_bit(DEVICE_CATEGORY_SOUND, dc->categories);
    tegra_regs_set_table(klass, tegra20_das_ranges,
                         ARRAY_SIZE(tegra20_das_ranges),
                         TEGRA20_DAS_MMIO_SIZE);
}

static const TypeInfo tegra20_das_types[] = {
    {
        .name = TYPE_TEGRA20_DAS,
        .parent = TYPE_TEGRA_REGS,
        .instance_size = sizeof(Tegra20DASState),
        .class_init = tegra20_das_class_init,
    },
};

DEFINE_TYPES(tegra20_das_types)
