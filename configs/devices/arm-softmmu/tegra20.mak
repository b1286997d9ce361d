# SPDX-License-Identifier: GPL-2.0-or-later
#
# configure --with-devices-arm=tegra20 --without-default-devices: this board
# and what people plug into it, nothing else.
CONFIG_TEGRA20=y
CONFIG_GENERIC_LOADER=y
CONFIG_USB=y
CONFIG_USB_AUDIO=y
CONFIG_USB_HID=y
CONFIG_USB_HUB=y
CONFIG_USB_NETWORK=y
CONFIG_USB_SERIAL=y
CONFIG_USB_STORAGE_BOT=y
CONFIG_USB_STORAGE_CLASSIC=y
CONFIG_USB_STORAGE_UAS=y
CONFIG_USB_TABLET_WACOM=n
CONFIG_SD=y
