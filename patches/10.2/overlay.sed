# SPDX-License-Identifier: GPL-2.0-or-later
#
# How QEMU up to 10.2 spells what our files say as 11.1 does.

# The headers of the core of devices, of USB and of event loops have moved.
s,"hw/core/qdev\.h","hw/qdev-core.h",
s,"hw/core/\(boards\|clock\|irq\|loader\|or-irq\|ptimer\|qdev-clock\|qdev-dma\|qdev-properties\|qdev-properties-system\|register\|registerfields\|resettable\|sysbus\)\.h","hw/\1.h",
s,"hw/usb/usb\.h","hw/usb.h",
s,"qemu/aio\.h","block/aio.h",

# The functions of a console have got one prefix.
s/\<qemu_graphic_console_create(/graphic_console_init(/
s/\<qemu_graphic_console_close(/graphic_console_close(/
s/\<qemu_graphic_console_set_hwops(/graphic_console_set_hwops(/
s/\<qemu_console_set_surface(/dpy_gfx_replace_surface(/
s/\<qemu_console_update(/dpy_gfx_update(/
s/\<qemu_console_hw_update_done(/graphic_hw_update_done(/

# A device says by what it returns whether a picture is drawn already; here it is
# one that always tells later.
s/^    \.gfx_update = .*/& .gfx_update_async = true,/
/^static bool .*_gfx_update(void \*opaque)$/,/^}/ {
    s/^static bool /static void /
    s/return false;/return;/
    s/return true;/{ graphic_hw_update_done(s->con); return; }/
}

# A field that must be equal may have a hint for the user.
s/\<\(VMSTATE_UINT32_EQUAL([^)]*\))/\1, NULL)/

# The functions of sound have got one prefix, and all of them the backend.
s/\<audio_be_check(/AUD_backend_check(/
s/\<audio_be_open_out(/AUD_open_out(/
s/\<audio_be_\(set_active_out\|write\)(s->audio_be, /AUD_\1(/
