/*
 * Guest memory: a piece of RAM from address 0 on
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef FUZZ_SYSTEM_DMA_H
#define FUZZ_SYSTEM_DMA_H

typedef struct AddressSpace {
    uint8_t *ram;
    hwaddr size;
} AddressSpace;

typedef struct MemTxAttrs {
    unsigned int memory:1;
} MemTxAttrs;

void *address_space_map(AddressSpace *as, hwaddr addr, hwaddr *len,
                        bool is_write, MemTxAttrs attrs);
void address_space_unmap(AddressSpace *as, void *buffer, hwaddr len,
                         bool is_write, hwaddr access_len);
/* Return true for an error */
bool address_space_read(AddressSpace *as, hwaddr addr, MemTxAttrs attrs,
                        void *buf, hwaddr len);

#endif /* FUZZ_SYSTEM_DMA_H */
