# SPDX-License-Identifier: GPL-2.0-or-later
#
# configure --with-devices-aarch64=raspi --without-default-devices: the
# Raspberry Pis and what people plug into them, nothing else.
CONFIG_RASPI=y
CONFIG_GENERIC_LOADER=y
CONFIG_USB=y
CONFIG_USB_HID=y
CONFIG_USB_HUB=y
CONFIG_USB_NETWORK=y
CONFIG_USB_STORAGE_BOT=y
# What RASPI uses and does not select
CONFIG_OR_IRQ=y
CONFIG_SPLIT_IRQ=y
CONFIG_UNIMP=y
# raspi4b, and a test of QEMU's own
CONFIG_ARM_GIC=y
CONFIG_TMP105=y
