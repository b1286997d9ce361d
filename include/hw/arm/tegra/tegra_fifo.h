/*
 * NVIDIA Tegra: small FIFOs of words, in arrays whose first word is the next
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_ARM_TEGRA_TEGRA_FIFO_H
#define HW_ARM_TEGRA_TEGRA_FIFO_H

/* Take the next of the @words in @fifo, of which there is at least one */
static inline uint32_t tegra_fifo_pop(uint32_t *fifo, uint8_t *words)
{
    uint32_t word = fifo[0];

    (*words)--;
    memmove(fifo, fifo + 1, *words * sizeof(*fifo));
    return word;
}

#endif /* HW_ARM_TEGRA_TEGRA_FIFO_H */
