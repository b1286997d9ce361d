/*
 * NVIDIA Tegra20 HDMI output: the registers' names
 *
 * They have a meaning to people only: most registers are plain storage.
 * [tegra-dc.rst, HDMI registers]
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "tegra_hdmi_regfile.h"

static const char *const names[TEGRA_HDMI_NUM_REGS] = {
    [0x00] = "CTXSW",
    [0x01] = "SOR_STATE0",
    [0x02] = "SOR_STATE1",
    [0x03] = "SOR_STATE2",
    [0x04] = "RG_HDCP_AN_MSB",
    [0x05] = "RG_HDCP_AN_LSB",
    [0x06] = "RG_HDCP_CN_MSB",
    [0x07] = "RG_HDCP_CN_LSB",
    [0x08] = "RG_HDCP_AKSV_MSB",
    [0x09] = "RG_HDCP_AKSV_LSB",
    [0x0a] = "RG_HDCP_BKSV_MSB",
    [0x0b] = "RG_HDCP_BKSV_LSB",
    [0x0c] = "RG_HDCP_CKSV_MSB",
    [0x0d] = "RG_HDCP_CKSV_LSB",
    [0x0e] = "RG_HDCP_DKSV_MSB",
    [0x0f] = "RG_HDCP_DKSV_LSB",
    [0x10] = "RG_HDCP_CTRL",
    [0x11] = "RG_HDCP_CMODE",
    [0x12] = "RG_HDCP_MPRIME_MSB",
    [0x13] = "RG_HDCP_MPRIME_LSB",
    [0x14] = "RG_HDCP_SPRIME_MSB",
    [0x15] = "RG_HDCP_SPRIME_LSB2",
    [0x16] = "RG_HDCP_SPRIME_LSB1",
    [0x17] = "RG_HDCP_RI",
    [0x18] = "RG_HDCP_CS_MSB",
    [0x19] = "RG_HDCP_CS_LSB",
    [0x1a] = "AUDIO_EMU0",
    [0x1b] = "AUDIO_EMU_RDATA0",
    [0x1c] = "AUDIO_EMU1",
    [0x1d] = "AUDIO_EMU2",
    [0x1e] = "AUDIO_INFOFRAME_CTRL",
    [0x1f] = "AUDIO_INFOFRAME_STATUS",
    [0x20] = "AUDIO_INFOFRAME_HEADER",
    [0x21] = "AUDIO_INFOFRAME_SUBPACK0_LOW",
    [0x22] = "AUDIO_INFOFRAME_SUBPACK0_HIGH",
    [0x23] = "AVI_INFOFRAME_CTRL",
    [0x24] = "AVI_INFOFRAME_STATUS",
    [0x25] = "AVI_INFOFRAME_HEADER",
    [0x26] = "AVI_INFOFRAME_SUBPACK0_LOW",
    [0x27] = "AVI_INFOFRAME_SUBPACK0_HIGH",
    [0x28] = "AVI_INFOFRAME_SUBPACK1_LOW",
    [0x29] = "AVI_INFOFRAME_SUBPACK1_HIGH",
    [0x2a] = "GENERIC_CTRL",
    [0x2b] = "GENERIC_STATUS",
    [0x2c] = "GENERIC_HEADER",
    [0x2d] = "GENERIC_SUBPACK0_LOW",
    [0x2e] = "GENERIC_SUBPACK0_HIGH",
    [0x2f] = "GENERIC_SUBPACK1_LOW",
    [0x30] = "GENERIC_SUBPACK1_HIGH",
    [0x31] = "GENERIC_SUBPACK2_LOW",
    [0x32] = "GENERIC_SUBPACK2_HIGH",
    [0x33] = "GENERIC_SUBPACK3_LOW",
    [0x34] = "GENERIC_SUBPACK3_HIGH",
    [0x35] = "ACR_CTRL",
    [0x36] = "ACR_0320_LOW",
    [0x37] = "ACR_0320_HIGH",
    [0x38] = "ACR_0441_LOW",
    [0x39] = "ACR_0441_HIGH",
    [0x3a] = "ACR_0882_LOW",
    [0x3b] = "ACR_0882_HIGH",
    [0x3c] = "ACR_1764_LOW",
    [0x3d] = "ACR_1764_HIGH",
    [0x3e] = "ACR_0480_LOW",
    [0x3f] = "ACR_0480_HIGH",
    [0x40] = "ACR_0960_LOW",
    [0x41] = "ACR_0960_HIGH",
    [0x42] = "ACR_1920_LOW",
    [0x43] = "ACR_1920_HIGH",
    [0x44] = "HDMI_CTRL",
    [0x45] = "VSYNC_KEEPOUT",
    [0x46] = "VSYNC_WINDOW",
    [0x47] = "GCP_CTRL",
    [0x48] = "GCP_STATUS",
    [0x49] = "GCP_SUBPACK",
    [0x4a] = "CHANNEL_STATUS1",
    [0x4b] = "CHANNEL_STATUS2",
    [0x4c] = "EMU0",
    [0x4d] = "EMU1",
    [0x4e] = "EMU1_RDATA",
    [0x4f] = "SPARE",
    [0x50] = "SPDIF_CHN_STATUS1",
    [0x51] = "SPDIF_CHN_STATUS2",
    [0x53] = "HDCPRIF_ROM_CTRL",
    [0x54] = "SOR_CAP",
    [0x55] = "SOR_PWR",
    [0x56] = "SOR_TEST",
    [0x57] = "SOR_PLL0",
    [0x58] = "SOR_PLL1",
    [0x59] = "SOR_PLL2",
    [0x5a] = "SOR_CSTM",
    [0x5b] = "SOR_LVDS",
    [0x5c] = "SOR_CRCA",
    [0x5d] = "SOR_CRCB",
    [0x5e] = "SOR_BLANK",
    [0x5f] = "SOR_SEQ_CTL",
    [0x72] = "SOR_VCRCA0",
    [0x73] = "SOR_VCRCA1",
    [0x74] = "SOR_CCRCA0",
    [0x75] = "SOR_CCRCA1",
    [0x76] = "SOR_EDATAA0",
    [0x77] = "SOR_EDATAA1",
    [0x78] = "SOR_COUNTA0",
    [0x79] = "SOR_COUNTA1",
    [0x7a] = "SOR_DEBUGA0",
    [0x7b] = "SOR_DEBUGA1",
    [0x7c] = "SOR_TRIG",
    [0x7d] = "SOR_MSCHECK",
    [0x7e] = "SOR_LANE_DRIVE_CURRENT",
    [0x7f] = "AUDIO_DEBUG0",
    [0x80] = "AUDIO_DEBUG1",
    [0x81] = "AUDIO_DEBUG2",
    [0x89] = "AUDIO_PULSE_WIDTH",
    [0x8a] = "AUDIO_THRESHOLD",
    [0x8b] = "AUDIO_CNTRL0",
    [0x8c] = "AUDIO_N",
    [0x94] = "HDCPRIF_ROM_TIMING",
    [0x95] = "SOR_REFCLK",
    [0x96] = "CRC_CONTROL",
    [0x97] = "INPUT_CONTROL",
    [0x98] = "SCRATCH",
    [0x99] = "PE_CURRENT",
    [0x9a] = "KEY_CTRL",
    [0x9b] = "KEY_DEBUG0",
    [0x9c] = "KEY_DEBUG1",
    [0x9d] = "KEY_DEBUG2",
    [0xa2] = "KEY_HDCP_KEY_TRIG",
    [0xa3] = "KEY_SKEY_INDEX",
    [0xac] = "SOR_AUDIO_CNTRL0",
    [0xad] = "SOR_AUDIO_DEBUG",
    [0xae] = "SOR_AUDIO_SPARE0",
    [0xba] = "HDA_CODEC_SCRATCH0",
    [0xbb] = "HDA_CODEC_SCRATCH1",
    [0xbc] = "HDA_ELD_BUFWR",
    [0xbd] = "HDA_PRESENSE",
    [0xcc] = "INT_STATUS",
    [0xcd] = "INT_MASK",
    [0xce] = "INT_ENABLE",
};

/* Registers that are numbered */
static const struct {
    uint8_t first;
    uint8_t count;
    const char *name;
} arrays[] = {
    { 0x60, 16, "SOR_SEQ_INST" },
    { 0x82, 7, "AUDIO_FS" },
    { 0x9e, 4, "KEY_HDCP_KEY_" },
};

const char *tegra_hdmi_reg_label(uint32_t reg, TegraHDMILabel *label)
{
    if (reg < ARRAY_SIZE(names) && names[reg]) {
        return names[reg];
    }
    for (int i = 0; i < ARRAY_SIZE(arrays); i++) {
        if (reg >= arrays[i].first && reg < arrays[i].first + arrays[i].count) {
            snprintf(label->text, sizeof(label->text), "%s%u", arrays[i].name,
                     reg - arrays[i].first);
            return label->text;
        }
    }
    return "?";
}
