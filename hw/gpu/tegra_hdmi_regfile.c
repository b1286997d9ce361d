/*
 * NVIDIA Tegra20 HDMI output: the registers
 *
 * Most have a name for people only: they are plain storage.
 * [tegra-dc.rst, HDMI registers]
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "hw/arm/tegra/tegra_reg_range.h"
#include "tegra_hdmi_regfile.h"

/* HDCP and its keys are not there: nothing of them is stored */
static const TegraRegRange regs[] = {
    TEGRA_REG("CTXSW", 0x00, 0),
    TEGRA_REG_RANGE("SOR_STATE", 0x01, 0x03, 0),
    TEGRA_REG_RO("RG_HDCP_AN_MSB", 0x04, 0),
    TEGRA_REG_RO("RG_HDCP_AN_LSB", 0x05, 0),
    TEGRA_REG_RO("RG_HDCP_CN_MSB", 0x06, 0),
    TEGRA_REG_RO("RG_HDCP_CN_LSB", 0x07, 0),
    TEGRA_REG_RO("RG_HDCP_AKSV_MSB", 0x08, 0),
    TEGRA_REG_RO("RG_HDCP_AKSV_LSB", 0x09, 0),
    TEGRA_REG_RO("RG_HDCP_BKSV_MSB", 0x0a, 0),
    TEGRA_REG_RO("RG_HDCP_BKSV_LSB", 0x0b, 0),
    TEGRA_REG_RO("RG_HDCP_CKSV_MSB", 0x0c, 0),
    TEGRA_REG_RO("RG_HDCP_CKSV_LSB", 0x0d, 0),
    TEGRA_REG_RO("RG_HDCP_DKSV_MSB", 0x0e, 0),
    TEGRA_REG_RO("RG_HDCP_DKSV_LSB", 0x0f, 0),
    TEGRA_REG_RO("RG_HDCP_CTRL", 0x10, 0),
    TEGRA_REG_RO("RG_HDCP_CMODE", 0x11, 0),
    TEGRA_REG_RO("RG_HDCP_MPRIME_MSB", 0x12, 0),
    TEGRA_REG_RO("RG_HDCP_MPRIME_LSB", 0x13, 0),
    TEGRA_REG_RO("RG_HDCP_SPRIME_MSB", 0x14, 0),
    TEGRA_REG_RO("RG_HDCP_SPRIME_LSB2", 0x15, 0),
    TEGRA_REG_RO("RG_HDCP_SPRIME_LSB1", 0x16, 0),
    TEGRA_REG_RO("RG_HDCP_RI", 0x17, 0),
    TEGRA_REG_RO("RG_HDCP_CS_MSB", 0x18, 0),
    TEGRA_REG_RO("RG_HDCP_CS_LSB", 0x19, 0),
    TEGRA_REG("AUDIO_EMU0", 0x1a, 0),
    TEGRA_REG("AUDIO_EMU_RDATA0", 0x1b, 0),
    TEGRA_REG("AUDIO_EMU1", 0x1c, 0),
    TEGRA_REG("AUDIO_EMU2", 0x1d, 0),
    TEGRA_REG("AUDIO_INFOFRAME_CTRL", 0x1e, 0),
    TEGRA_REG("AUDIO_INFOFRAME_STATUS", 0x1f, 0),
    TEGRA_REG("AUDIO_INFOFRAME_HEADER", 0x20, 0),
    TEGRA_REG("AUDIO_INFOFRAME_SUBPACK0_LOW", 0x21, 0),
    TEGRA_REG("AUDIO_INFOFRAME_SUBPACK0_HIGH", 0x22, 0),
    TEGRA_REG("AVI_INFOFRAME_CTRL", 0x23, 0),
    TEGRA_REG("AVI_INFOFRAME_STATUS", 0x24, 0),
    TEGRA_REG("AVI_INFOFRAME_HEADER", 0x25, 0),
    TEGRA_REG("AVI_INFOFRAME_SUBPACK0_LOW", 0x26, 0),
    TEGRA_REG("AVI_INFOFRAME_SUBPACK0_HIGH", 0x27, 0),
    TEGRA_REG("AVI_INFOFRAME_SUBPACK1_LOW", 0x28, 0),
    TEGRA_REG("AVI_INFOFRAME_SUBPACK1_HIGH", 0x29, 0),
    TEGRA_REG("GENERIC_CTRL", 0x2a, 0),
    TEGRA_REG("GENERIC_STATUS", 0x2b, 0),
    TEGRA_REG("GENERIC_HEADER", 0x2c, 0),
    TEGRA_REG("GENERIC_SUBPACK0_LOW", 0x2d, 0),
    TEGRA_REG("GENERIC_SUBPACK0_HIGH", 0x2e, 0),
    TEGRA_REG("GENERIC_SUBPACK1_LOW", 0x2f, 0),
    TEGRA_REG("GENERIC_SUBPACK1_HIGH", 0x30, 0),
    TEGRA_REG("GENERIC_SUBPACK2_LOW", 0x31, 0),
    TEGRA_REG("GENERIC_SUBPACK2_HIGH", 0x32, 0),
    TEGRA_REG("GENERIC_SUBPACK3_LOW", 0x33, 0),
    TEGRA_REG("GENERIC_SUBPACK3_HIGH", 0x34, 0),
    TEGRA_REG("ACR_CTRL", 0x35, 0),
    TEGRA_REG("ACR_0320_LOW", 0x36, 0),
    TEGRA_REG("ACR_0320_HIGH", 0x37, 0),
    TEGRA_REG("ACR_0441_LOW", 0x38, 0),
    TEGRA_REG("ACR_0441_HIGH", 0x39, 0),
    TEGRA_REG("ACR_0882_LOW", 0x3a, 0),
    TEGRA_REG("ACR_0882_HIGH", 0x3b, 0),
    TEGRA_REG("ACR_1764_LOW", 0x3c, 0),
    TEGRA_REG("ACR_1764_HIGH", 0x3d, 0),
    TEGRA_REG("ACR_0480_LOW", 0x3e, 0),
    TEGRA_REG("ACR_0480_HIGH", 0x3f, 0),
    TEGRA_REG("ACR_0960_LOW", 0x40, 0),
    TEGRA_REG("ACR_0960_HIGH", 0x41, 0),
    TEGRA_REG("ACR_1920_LOW", 0x42, 0),
    TEGRA_REG("ACR_1920_HIGH", 0x43, 0),
    TEGRA_REG("HDMI_CTRL", 0x44, 0),
    TEGRA_REG("VSYNC_KEEPOUT", 0x45, 0),
    TEGRA_REG("VSYNC_WINDOW", 0x46, 0),
    TEGRA_REG("GCP_CTRL", 0x47, 0),
    TEGRA_REG("GCP_STATUS", 0x48, 0),
    TEGRA_REG("GCP_SUBPACK", 0x49, 0),
    TEGRA_REG("CHANNEL_STATUS1", 0x4a, 0),
    TEGRA_REG("CHANNEL_STATUS2", 0x4b, 0),
    TEGRA_REG_RANGE("EMU", 0x4c, 0x4d, 0),
    TEGRA_REG("EMU1_RDATA", 0x4e, 0),
    TEGRA_REG("SPARE", 0x4f, 0),
    TEGRA_REG("SPDIF_CHN_STATUS1", 0x50, 0),
    TEGRA_REG("SPDIF_CHN_STATUS2", 0x51, 0),
    TEGRA_REG("HDCPRIF_ROM_CTRL", 0x53, 0),
    TEGRA_REG("SOR_CAP", 0x54, 0),
    /* A new setting is taken over at once; Linux waits for this bit */
    { .name = "SOR_PWR", .first = R_HDMI_SOR_PWR, .last = R_HDMI_SOR_PWR,
      .rw = ~R_HDMI_SOR_PWR_SETTING_NEW_MASK },
    TEGRA_REG("SOR_TEST", 0x56, 0),
    TEGRA_REG_RANGE("SOR_PLL", 0x57, 0x59, 0),
    TEGRA_REG("SOR_CSTM", 0x5a, 0),
    TEGRA_REG("SOR_LVDS", 0x5b, 0),
    TEGRA_REG("SOR_CRCA", 0x5c, 0),
    TEGRA_REG("SOR_CRCB", 0x5d, 0),
    TEGRA_REG("SOR_BLANK", 0x5e, 0),
    { .name = "SOR_SEQ_CTL", .first = R_HDMI_SOR_SEQ_CTL,
      .last = R_HDMI_SOR_SEQ_CTL,
      .rw = ~R_HDMI_SOR_SEQ_CTL_SEQ_STATUS_MASK },
    TEGRA_REG_RANGE("SOR_SEQ_INST", 0x60, 0x6f, 0),
    TEGRA_REG_RANGE("SOR_VCRCA", 0x72, 0x73, 0),
    TEGRA_REG_RANGE("SOR_CCRCA", 0x74, 0x75, 0),
    TEGRA_REG_RANGE("SOR_EDATAA", 0x76, 0x77, 0),
    TEGRA_REG_RANGE("SOR_COUNTA", 0x78, 0x79, 0),
    TEGRA_REG_RANGE("SOR_DEBUGA", 0x7a, 0x7b, 0),
    TEGRA_REG("SOR_TRIG", 0x7c, 0),
    TEGRA_REG("SOR_MSCHECK", 0x7d, 0),
    TEGRA_REG("SOR_LANE_DRIVE_CURRENT", 0x7e, 0),
    TEGRA_REG_RANGE("AUDIO_DEBUG", 0x7f, 0x81, 0),
    TEGRA_REG_RANGE("AUDIO_FS", 0x82, 0x88, 0),
    TEGRA_REG("AUDIO_PULSE_WIDTH", 0x89, 0),
    TEGRA_REG("AUDIO_THRESHOLD", 0x8a, 0),
    TEGRA_REG("AUDIO_CNTRL0", 0x8b, 0),
    TEGRA_REG("AUDIO_N", 0x8c, 0),
    TEGRA_REG("HDCPRIF_ROM_TIMING", 0x94, 0),
    TEGRA_REG("SOR_REFCLK", 0x95, 0),
    TEGRA_REG("CRC_CONTROL", 0x96, 0),
    TEGRA_REG("INPUT_CONTROL", 0x97, 0),
    TEGRA_REG("SCRATCH", 0x98, 0),
    TEGRA_REG("PE_CURRENT", 0x99, 0),
    TEGRA_REG_RO("KEY_CTRL", 0x9a, 0),
    { .name = "KEY_DEBUG", .first = 0x9b, .last = 0x9d },
    { .name = "KEY_HDCP_KEY_", .first = 0x9e, .last = 0xa1 },
    TEGRA_REG_RO("KEY_HDCP_KEY_TRIG", 0xa2, 0),
    TEGRA_REG_RO("KEY_SKEY_INDEX", 0xa3, 0),
    TEGRA_REG("SOR_AUDIO_CNTRL0", 0xac, 0),
    TEGRA_REG("SOR_AUDIO_DEBUG", 0xad, 0),
    TEGRA_REG("SOR_AUDIO_SPARE0", 0xae, 0),
    TEGRA_REG_RANGE("HDA_CODEC_SCRATCH", 0xba, 0xbb, 0),
    TEGRA_REG("HDA_ELD_BUFWR", 0xbc, 0),
    TEGRA_REG("HDA_PRESENSE", 0xbd, 0),
    /* Its source, the audio codec's scratch register, is not there */
    { .name = "INT_STATUS", .first = R_HDMI_INT_STATUS,
      .last = R_HDMI_INT_STATUS, .w1c = UINT32_MAX },
    TEGRA_REG("INT_MASK", 0xcd, 0),
    TEGRA_REG("INT_ENABLE", 0xce, 0),
};

static const TegraRegRange *find(uint32_t reg)
{
    return tegra_reg_find(regs, ARRAY_SIZE(regs), reg);
}

const char *tegra_hdmi_reg_label(uint32_t reg, TegraHDMILabel *label)
{
    const TegraRegRange *r = find(reg);

    if (!r || r->first == r->last) {
        return r ? r->name : "?";
    }
    snprintf(label->text, sizeof(label->text), "%s%u", r->name,
             reg - r->first);
    return label->text;
}

uint32_t tegra_hdmi_reg_merge(uint32_t reg, uint32_t old, uint32_t value)
{
    const TegraRegRange *r = find(reg);

    return r ? tegra_reg_merge(r, old, value) : value;
}
