/*
 * QEMU's macros for registers, those that these files of devices use
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef FUZZ_HW_REGISTERFIELDS_H
#define FUZZ_HW_REGISTERFIELDS_H

#define REG32(reg, addr) \
    enum { A_ ## reg = (addr) }; \
    enum { R_ ## reg = (addr) / 4 };

#define FIELD(reg, field, shift, length) \
    enum { R_ ## reg ## _ ## field ## _SHIFT = (shift) }; \
    enum { R_ ## reg ## _ ## field ## _LENGTH = (length) }; \
    enum { R_ ## reg ## _ ## field ## _MASK = \
               MAKE_64BIT_MASK(shift, length) };

#define SHARED_FIELD(name, shift, length) \
    enum { name ## _SHIFT = (shift) }; \
    enum { name ## _LENGTH = (length) }; \
    enum { name ## _MASK = MAKE_64BIT_MASK(shift, length) };

#define FIELD_EX32(storage, reg, field)                                   \
    extract32((storage), R_ ## reg ## _ ## field ## _SHIFT,               \
              R_ ## reg ## _ ## field ## _LENGTH)

#define SHARED_FIELD_EX32(storage, field)                                 \
    extract32((storage), field ## _SHIFT, field ## _LENGTH)

#define ARRAY_FIELD_EX32(regs, reg, field)                                \
    FIELD_EX32((regs)[R_ ## reg], reg, field)

#define FIELD_DP32(storage, reg, field, val)                              \
    deposit32((storage), R_ ## reg ## _ ## field ## _SHIFT,               \
              R_ ## reg ## _ ## field ## _LENGTH, (val))

#define SHARED_FIELD_DP32(storage, field, val)                            \
    deposit32((storage), field ## _SHIFT, field ## _LENGTH, (val))

#endif /* FUZZ_HW_REGISTERFIELDS_H */
