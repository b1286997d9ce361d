/*
 * NVIDIA Tegra: tables of 32-bit registers
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef HW_ARM_TEGRA_TEGRA_REG_RANGE_H
#define HW_ARM_TEGRA_TEGRA_REG_RANGE_H

/*
 * Registers first to last, all of one kind.  Whether these are offsets of
 * bytes or of words is the table's choice.  Where rows overlap the first one
 * counts.
 */
typedef struct TegraRegRange {
    const char *name;
    uint16_t first;
    uint16_t last;
    uint32_t reset;
    uint32_t rw;                /* bits that a write stores */
    uint32_t w1c;               /* bits that a written one clears */
    uint8_t kind;               /* what the device alone tells apart */
} TegraRegRange;

/* One register, all of its bits storage */
#define TEGRA_REG(n, off, rst) \
    { .name = n, .first = off, .last = off, .reset = rst, .rw = UINT32_MAX }
/* Several, all bits storage */
#define TEGRA_REG_RANGE(n, from, to, rst) \
    { .name = n, .first = from, .last = to, .reset = rst, .rw = UINT32_MAX }
/* One register that the guest cannot change */
#define TEGRA_REG_RO(n, off, rst) \
    { .name = n, .first = off, .last = off, .reset = rst }

/* Find the row of @offset; NULL if there is none */
static inline const TegraRegRange *
tegra_reg_find(const TegraRegRange *ranges, size_t num, uint32_t offset)
{
    for (size_t i = 0; i < num; i++) {
        if (offset >= ranges[i].first && offset <= ranges[i].last) {
            return &ranges[i];
        }
    }
    return NULL;
}

/* Return what a register that held @old holds after a write of @value */
static inline uint32_t tegra_reg_merge(const TegraRegRange *r, uint32_t old,
                                       uint32_t value)
{
    return ((old & ~r->rw) | (value & r->rw)) & ~(value & r->w1c);
}

#endif /* HW_ARM_TEGRA_TEGRA_REG_RANGE_H */
