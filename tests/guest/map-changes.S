/*
 * One CPU reads a device's register while the other changes the map
 *
 * CPU 0 takes the first USB controller off the bus and puts it back, by its
 * reset; CPU 1 reads the capabilities of an SD host controller, whose address
 * is higher.  After 2000 changes CPU 0 resets the board.  An exception stops a
 * CPU, and so does another value; then there is no reset.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

        .syntax unified
        .arm
        .globl  _start

        .macro  pause           @ so that each CPU finds the other one at large
        ldr     r5, =100000
9:      subs    r5, r5, #1
        bne     9b
        .endm

        .rept   8               @ the vectors
        b       .
        .endr

_start:
        ldr     r0, =0x60006000 @ CAR
        mov     r1, #1 << 15    @ SDMMC4
        str     r1, [r0, #0x304] @ RST_DEV_L_CLR
        ldr     r1, =0x6000f100 @ EVP: CPU_RESET_VECTOR
        adr     r2, cpu1
        str     r2, [r1]
        mov     r1, #0
        str     r1, [r0, #0x4c] @ CLK_CPU_CMPLX: the clocks run
        ldr     r1, =0x2222
        str     r1, [r0, #0x344] @ RST_CPU_CMPLX_CLR: CPU 1
        ldr     r1, =0x60007000 @ flow controller
        mov     r2, #0
        str     r2, [r1, #0x14] @ HALT_CPU1_EVENTS

        ldr     r1, =reads
        mov     r2, #1 << 22    @ USBD
        ldr     r3, =1000
1:      pause
        str     r2, [r0, #0x300] @ RST_DEV_L_SET
        str     r2, [r0, #0x304] @ RST_DEV_L_CLR
        subs    r3, r3, #1
        bne     1b
        ldr     r2, [r1]
1:      ldr     r3, [r1]
        cmp     r2, r3
        beq     1b

        ldr     r0, =0x7000e400 @ PMC
        mov     r1, #0x10       @ CNTRL: MAIN_RST
        str     r1, [r0]
        b       .

cpu1:
        ldr     r0, =0xc8000600 @ SDMMC4
        ldr     r1, =reads
        mov     r2, #0
        ldr     r3, [r0, #0x40] @ CAPAREG
1:      pause
        ldr     r4, [r0, #0x40]
        cmp     r4, r3
        bne     .
        add     r2, r2, #1
        str     r2, [r1]
        b       1b

        .ltorg
reads:  .word   0
