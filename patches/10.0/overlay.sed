# SPDX-License-Identifier: GPL-2.0-or-later
#
# How QEMU 10.0 spells what our files say as 11.1 does, beside what 10.2 needs.

# Memory's headers have moved, and one function has lost a prefix.
s,"system/\(address-spaces\|memory\)\.h","exec/\1.h",
s,"system/physmem\.h","exec/ram_addr.h",
s/\<physical_memory_range_includes_clean(/cpu_&/

# The data of a class, and the list of its interfaces, are const.
s/_class_init(ObjectClass \*\([a-z]*\), const void /_class_init(ObjectClass *\1, void /
s/(const InterfaceInfo\[\])/(InterfaceInfo[])/

# A board says which programs have it, and is built once for all of them.
s,"hw/arm/machines-qom\.h","hw/boards.h",
s/^DEFINE_MACHINE_ARM(/DEFINE_MACHINE(/
s/^arm_common_ss\.add(/arm_ss.add(/

# Who is told of a stop may refuse it, and who loads or saves a part of a state is
# told why that failed.
/\(qdev_add_vm_change_state_handler\|vmstate_\(load\|save\)_state\)(/ {
    :more
    /;/! { N; b more
    }
    s/,\([\n ]*\)NULL\([,)]\)/\2\1/
}
s,"exec/icount\.h","system/cpu-timers.h",

# What a voice belongs to is a part of the device, with a name, and not an object.
s,"qemu/audio\.h","audio/audio.h",
s/\<AudioBackend \*audio_be;/QEMUSoundCard audio_be;/
s/\<audio_be_check(&s->audio_be, /AUD_register_card(object_get_typename(OBJECT(s)), \&s->audio_be, /
s/\<audio_be_open_out(s->audio_be, /AUD_open_out(\&s->audio_be, /
